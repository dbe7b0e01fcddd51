"""Which threshold is best? Every one that is, by a criterion that has a name.

Floats find the candidates and fractions decide between them, so that a tie of two thresholds is
seen as one, and none is broken by rounding.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, SupportsIndex

import numpy as np

from ..core import digits, inputs, words
from ..core.calls import explained
from ..core.errors import InputError, MetricError, Named
from ..core.formula import Formula, Worked
from ..core.trace import Column, Trace
from . import constraints, evaluate
from .constraints import MANY, NEAR, ROUNDING
from .costs import cost_at_thresholds, cost_threshold
from .curve import counted, needs
from .net_benefit import at_exchange

if TYPE_CHECKING:
    from .costs import Costs
    from .sweep import Step, Sweep

CORNERS = {
    "nearest-corner": Formula(
        "distance_to_corner",
        "sqrt((1 - precision)**2 + (1 - recall)**2)",
        (0.0, 2**0.5),
        "lower",
    ),
    "nearest-corner-roc": Formula(
        "distance_to_corner", "sqrt(fpr**2 + (1 - recall)**2)", (0.0, 2**0.5), "lower"
    ),
}
OTHER_NAMES = {"youden": "informedness", "ks": "informedness"}
BENEFIT = "net-benefit"
WINS = {"higher": max, "lower": min}


@dataclass(frozen=True, eq=False, repr=False)
class Optima(Named, Sequence):
    """All thresholds that are equally good, and better than every other.

    Attributes
    ----------
    criterion : Formula
        What they are best by, and (its direction) which way.
    value : Worked
        The best value.
    rows : tuple of int
        The rows of the sweep where it is reached; ``optima[0]`` gives the first one's step.
    where : tuple of str
        The constraints that they meet.
    """

    sweep: "Sweep"
    criterion: Formula
    value: Worked
    rows: tuple[int, ...]
    where: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, i: SupportsIndex) -> "Step":
        return self.sweep[self.rows[i]]

    @property
    def thresholds(self) -> tuple[float, ...]:
        """The thresholds, from high to low; +inf predicts nothing positive."""
        return tuple(self.sweep.threshold[list(self.rows)].tolist())

    @property
    def intervals(self) -> tuple[tuple[float, float], ...]:
        """For each, the thresholds that predict the same: above the first number, up to the second.

        Below a score nothing changes until the next one, so that any number between does as well.
        """
        below = np.append(self.sweep.threshold[1:], -np.inf)[list(self.rows)]
        return tuple(zip(below.tolist(), self.thresholds, strict=True))

    @property
    def threshold(self) -> float:
        """The threshold, if there is only one."""
        if len(self) == 1:
            return self.thresholds[0]
        raise MetricError(
            f"{len(self)} thresholds have the {self._best}: {self._list()}",
            "they are equally good, and picking one would hide the others",
            'use .thresholds, and choose one by something else, such as where="recall ≥ 0.9"',
        )

    @property
    def _best(self) -> str:
        word = {"higher": "highest", "lower": "lowest"}[self.criterion.direction]
        return f"{word} {self.criterion.symbol}"

    def _list(self) -> str:
        return digits.listing([digits.threshold(t) for t in self.thresholds])

    def trace(self) -> Trace:
        """Lay the optima out as a table."""
        table = self.sweep.trace(("precision", "recall"))
        rows = list(self.rows)
        columns = [column.take(rows) for column in table.columns]
        value = Column(self.criterion.symbol, [self.value] * len(rows), digits.decimal, "right")
        return Trace(str(self), (*columns, value), table.conventions)

    def __str__(self) -> str:
        constraint = f" where {' and '.join(self.where)}" if self.where else ""
        best = f"{self._best}{constraint}: {digits.decimal(self.value)}"
        return f"{best} at {words.plural('threshold', len(self.rows))} {self._list()}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.trace()._repr_html_()


@explained
def best_threshold(
    sweep: "Sweep",
    by: str | Formula | None = None,
    *,
    costs: "Costs | None" = None,
    p_positive: float | Fraction | None = None,
    where: str | Sequence[str] = (),
) -> Optima:
    """Find every threshold at which a metric is best.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    by : str or Formula, optional
        A rate such as ``"f1"``, ``"f2"``, ``"accuracy"``; ``"youden"`` or ``"ks"`` (TPR − FPR);
        ``"nearest-corner"``, the distance to (1, 1) in the P-R plane, or ``"nearest-corner-roc"``,
        to (0, 1) in the ROC plane; ``"cost"``; ``"net-benefit"``, what was found, less the false
        alarms as the costs weigh them; or a formula of your own that has a direction.
        Without it ``"cost"`` if costs are given, and else ``"f1"``.
    costs : Costs, optional
        What each error costs, for the lowest expected cost or the highest net benefit.
    p_positive : float, optional
        The share of positives to expect, which costs are weighed by; by default that of the data.
    where : str or sequence of str, optional
        Constraints such as ``"recall ≥ 0.9"`` (or ``">="``).

    Returns
    -------
    Optima
        All of them: ``.thresholds``, ``.value``, and ``[0]`` for a step with its counts.

    Raises
    ------
    MetricError
        If no threshold meets the constraints, or the metric is undefined at each.
    InputError
        If costs are given and something else is to be best.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.costs import Costs
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> best_threshold(s, "youden").thresholds
    (0.9, 0.4)
    >>> print(best_threshold(s, "precision", where="recall ≥ 0.9"))
    highest precision where recall ≥ 0.9: 0.667 at threshold 0.4
    >>> print(best_threshold(s, costs=Costs(fp=1, fn=10)))
    lowest expected cost: 0.250 at threshold 0.4
    """
    counted(sweep, "best threshold")
    criterion = _criterion(sweep, _what(by, costs, p_positive), costs, p_positive)
    met = constraints.read_all(where)
    rows = optimal_rows(sweep, criterion, constraints.allowed(sweep, met))
    value = sweep.confusion(rows[0]).rate(criterion)
    return Optima(sweep, criterion, value, tuple(rows), tuple(map(str, met)))


def _what(by, costs, p_positive):
    """Tell what is to be best; whoever gives costs, or a share to weigh them by, means the cost."""
    given = {"costs": costs, "p_positive": p_positive}
    named = [f"{name}={inputs.short(value)}" for name, value in given.items() if value is not None]
    if by is None:
        return "cost" if named else "f1"
    weighed = isinstance(by, str) and (by == "cost" or (by == BENEFIT and p_positive is None))
    if named and not weighed:
        raise InputError(
            f"by={inputs.short(by)}, and {' and '.join(named)}",
            "only the expected cost depends on costs and on the share of positives to expect, and "
            "net benefit on costs alone",
            'leave by= out, or say by="cost"; for another metric leave them out',
        )
    return by


def _criterion(sweep: "Sweep", by, costs, p_positive) -> Formula:
    """Read what is to be best, and which way."""
    if isinstance(by, str) and by in ("cost", BENEFIT):
        if costs is None:
            raise InputError(
                f'by="{by}" without costs' if p_positive is None else "p_positive= without costs",
                "what is cheapest depends on what each error costs",
                "say so, e.g. costs=mm.Costs(fp=1, fn=5)",
            )
        if by == BENEFIT:
            needs(sweep, "net benefit", "recall", "fpr")
            return at_exchange(cost_threshold(costs))
        return cost_at_thresholds(sweep, costs, p_positive)
    formula = CORNERS.get(by) if isinstance(by, str) else None
    formula = formula or evaluate.lookup(OTHER_NAMES.get(by, by) if isinstance(by, str) else by)
    if formula.direction not in WINS:
        raise InputError(
            f"by={formula.name!r}",
            f"of {formula} neither a high nor a low value is better by itself",
            'choose a metric that has a direction, or declare it: Formula(…, direction="higher")',
        )
    return formula


def optimal_rows(sweep: "Sweep", criterion: Formula, allowed=True) -> list[int]:
    """Find every row where a criterion is best: with floats, and then with fractions."""
    column = np.where(allowed, sweep.column(criterion), np.nan)
    if np.isnan(column).all():
        raise MetricError(
            f"{criterion.symbol} is undefined at every threshold that is asked about",
            f"the data hold {digits.count(sweep.positives)} positives "
            f"and {digits.count(sweep.negatives)} negatives",
            "choose another metric, or evaluate on samples of both classes",
        )
    best = {"higher": np.nanmax, "lower": np.nanmin}[criterion.direction](column)
    if np.isinf(best):
        return np.flatnonzero(column == best).tolist()
    near = np.flatnonzero(np.abs(column - best) <= NEAR * max(1, abs(best)))
    rounded = not sweep.in_units.unit.typed
    if rounded or len(near) > MANY:  # then what is left differs by less than floats can tell
        near = near[np.abs(column[near] - best) <= ROUNDING * max(1, abs(best))]
    if rounded or len(near) > MANY:
        return near.tolist()
    values = [sweep.confusion(row).rate(criterion, "nan").exact.value for row in near.tolist()]
    winner = WINS[criterion.direction](values)
    return [row for row, value in zip(near.tolist(), values, strict=True) if value == winner]
