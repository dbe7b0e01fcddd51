"""Which threshold is best? And where are two rates equal: P = R (break-even), FPR = FNR (EER)?

Every threshold that is best is found, by a criterion that has a name; constraints such as
"recall ≥ 0.9" are read, checked exactly, and refused in words.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex

import numpy as np

from ..core import inputs, words
from ..core.arithmetic import Exact, Rounded
from ..core.errors import InputError, MetricError, Named
from ..core.formula import Formula, Worked
from ..core.trace import Column, Trace
from . import rates
from .costs import at_exchange, cost_at_thresholds, cost_threshold
from .ks import best_rows, compared
from .sweep import ROUNDING, counted, needs

if TYPE_CHECKING:
    from .costs import Costs
    from .sweep import Step, Sweep

SIGNS = {"≥": operator.ge, "≤": operator.le, ">": operator.gt, "<": operator.lt}
SPELT = {">=": "≥", "<=": "≤"}
PATTERN = re.compile(r"\s*([A-Za-z_]\w*(?:\.\d+)?)\s*(≥|≤|>=|<=|>|<)\s*(\d*\.?\d+)\s*(%?)\s*")
BREAK_EVEN = Formula("break_even", "TP / positives", (0.0, 1.0), "higher")
IN_A_TIE = Formula(
    "break_even",
    "(TP + tied_positives*(positives - predicted)/tied) / positives",
    (0.0, 1.0),
    "higher",
)
RATE = {"range": (0.0, 1.0), "direction": "lower"}
AHEAD = Formula("fpr_less_fnr", "fpr - fnr", (-1.0, 1.0))
EQUAL_ERRORS = {  # by what the step lets in where both errors meet; None: they meet between steps
    None: Formula("equal_error_rate", "FP / negatives", **RATE),
    "positives": Formula("equal_error_rate", "FP / negatives", **RATE),
    "negatives": Formula("equal_error_rate", "FN / positives", **RATE),
    "both": Formula(
        "equal_error_rate",
        "(FP*tied_positives + FN*tied_negatives)"
        " / (negatives*tied_positives + positives*tied_negatives)",
        **RATE,
    ),
}
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
OTHER_NAMES = {"ks": "informedness"}
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

    sweep: Sweep
    criterion: Formula
    value: Worked
    rows: tuple[int, ...]
    where: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, i: SupportsIndex) -> Step:
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
        return words.listing([words.threshold(t) for t in self.thresholds])

    def trace(self) -> Trace:
        """Lay the optima out as a table."""
        table = self.sweep.trace(("precision", "recall"))
        rows = list(self.rows)
        columns = [column.take(rows) for column in table.columns]
        value = Column(self.criterion.symbol, [self.value] * len(rows), words.decimal, "right")
        return Trace(str(self), (*columns, value), table.conventions)

    def __str__(self) -> str:
        constraint = f" where {' and '.join(self.where)}" if self.where else ""
        best = f"{self._best}{constraint}: {words.decimal(self.value)}"
        return f"{best} at {words.plural('threshold', len(self.rows))} {self._list()}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.trace()._repr_html_()


def best_threshold(
    sweep: Sweep,
    by: str | Formula | None = None,
    *,
    costs: Costs | None = None,
    p_positive: float | Fraction | None = None,
    where: str | Sequence[str] = (),
) -> Optima:
    """Find every threshold at which a metric is best, or costs least.

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
    met = read_constraints(where)
    rows = optimal_rows(sweep, criterion, allowed(sweep, met))
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


def _criterion(sweep: Sweep, by, costs, p_positive) -> Formula:
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
    formula = formula or rates.lookup(OTHER_NAMES.get(by, by) if isinstance(by, str) else by)
    if formula.direction not in WINS:
        raise InputError(
            f"by={formula.name!r}",
            f"of {formula} neither a high nor a low value is better by itself",
            'choose a metric that has a direction, or declare it: Formula(…, direction="higher")',
        )
    return formula


def optimal_rows(sweep: Sweep, criterion: Formula, allowed=True) -> list[int]:
    """Find every row where a criterion is best, among those that are allowed."""
    column = np.where(allowed, sweep.column(criterion), np.nan)
    if np.isnan(column).all():
        raise MetricError(
            f"{criterion.symbol} is undefined at every threshold that is asked about",
            f"the data hold {words.count(sweep.positives)} positives "
            f"and {words.count(sweep.negatives)} negatives",
            "choose another metric, or evaluate on samples of both classes",
        )
    return best_rows(sweep, criterion, column)


class Constraint(NamedTuple):
    """A metric, a comparison and a bound."""

    metric: str
    sign: str
    bound: Fraction

    def __str__(self) -> str:
        return f"{words.symbol(self.metric)} {self.sign} {float(self.bound):g}"

    def met(self, sweep: Sweep) -> np.ndarray:
        """Tell which rows meet it; those that are close are compared as fractions."""
        formula = rates.lookup(self.metric)
        return SIGNS[self.sign](compared(sweep, formula, sweep.column(formula), self.bound), 0)


def read_constraints(where) -> list[Constraint]:
    """Read one constraint, several, or none.

    Examples
    --------
    >>> [str(c) for c in read_constraints("recall >= 90 %")], read_constraints(None)
    (['recall ≥ 0.9'], [])
    """
    if where is None:
        return []
    return [read_constraint(text) for text in (where if inputs.several(where) else [where])]


def read_constraint(text) -> Constraint:
    """Read a constraint.

    Examples
    --------
    >>> print(read_constraint("recall >= 90 %"))
    recall ≥ 0.9
    """
    match = PATTERN.fullmatch(text) if isinstance(text, str) else None
    if not match:
        raise InputError(
            f"where={inputs.short(text)}",
            "a constraint is a metric, a comparison (≥, ≤, >, <) and a number",
            'write, for example, where="recall ≥ 0.9"',
        )
    metric, sign, number, percent = match.groups()
    bound = Fraction(number) / (100 if percent else 1)
    return Constraint(rates.lookup(metric).name, SPELT.get(sign, sign), bound)


def allowed(sweep: Sweep, constraints: list[Constraint]) -> np.ndarray:
    """Tell which rows meet all constraints.

    Raises
    ------
    MetricError
        If none does.
    """
    rows = np.ones(len(sweep), bool)
    for constraint in constraints:
        met = constraint.met(sweep)
        if not met.any():
            raise _out_of_reach(sweep, constraint)
        rows &= met
    if not rows.any():
        raise MetricError(
            f"no threshold has {' and '.join(map(str, constraints))}",
            "each can be met by itself, but not all of them at once",
            "relax one of them",
        )
    return rows


def _out_of_reach(sweep: Sweep, constraint: Constraint) -> MetricError:
    up = constraint.sign in "≥>"
    column = sweep.column(constraint.metric)
    column = column[~np.isnan(column)]
    end = words.decimal((max if up else min)(column)) if column.size else "undefined throughout"
    return MetricError(
        f"no threshold has {constraint}",
        f"the {'highest' if up else 'lowest'} {words.symbol(constraint.metric)} there is, is {end}",
        "relax the constraint; only another model can do better",
    )


def break_even(sweep: Sweep) -> Worked:
    """Compute the break-even point: precision where it equals recall.

    Both are TP over something, so they are equal where as many are predicted positive as there are
    positives, and there only (but for TP = 0). Retrieval calls it R-precision.

    Returns
    -------
    Worked
        Where that number is reached within a tie, the mean over the orders of the tie.

    Raises
    ------
    UndefinedError
        If there are no positives.

    References
    ----------
    Zhou (2016), section 2.3.2; Manning, Raghavan & Schütze (2008), section 8.4.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> break_even(s).fraction, break_even(s).conventions["where"]
    (Fraction(1, 2), 'at the threshold 0.7')
    """
    needs(sweep, "break-even point", "recall")
    reached, needed = sweep.tp + sweep.fp, sweep.positives
    slack = 0 if sweep.whole else ROUNDING * needed
    row = int(np.searchsorted(reached, needed - slack))
    if row == len(sweep):
        reason = (
            f"only {words.count(reached[-1])} samples were scored, "
            f"and {words.count(needed)} would have to be predicted positive"
        )
        return Worked(Exact(None, reason=reason), "break_even")
    at = f"the threshold {words.threshold(sweep.threshold[row])}"
    if reached[row] <= needed + slack:
        formula, terms, where = BREAK_EVEN, {"TP": sweep.tp[row]}, f"at {at}"
    else:
        formula, terms = IN_A_TIE, _within_a_tie(sweep, reached, row)
        where = f"inside the tie at {at}: its mean"
    terms["positives"] = needed
    return _worked(sweep, row, formula, {"where": where}, terms, ("precision", "recall"))


def _worked(sweep: Sweep, row: int, formula: Formula, notes, terms, rates) -> Worked:
    """Work a formula out over counts, and show the rows around."""
    number = int if sweep.whole else Rounded
    terms = {name: number(n) for name, n in terms.items()}
    worked = formula.work(conventions=notes, **terms)
    return worked.with_steps(partial(_around, sweep, row, rates))


def _within_a_tie(sweep: Sweep, reached, row: int) -> dict:
    return {
        "TP": sweep.tp[row - 1],
        "tied_positives": sweep.tp[row] - sweep.tp[row - 1],
        "predicted": reached[row - 1],
        "tied": reached[row] - reached[row - 1],
    }


def _around(sweep: Sweep, row: int, rates: tuple[str, str]) -> Trace:
    """Show the rows before, at and after one."""
    return sweep.trace(rates)[max(row - 1, 0) : row + 2]


def equal_error_rate(sweep: Sweep) -> Worked:
    """Compute the equal error rate (EER): FPR where it equals FNR, the share of positives missed.

    The points of the ROC curve are joined by straight lines, on which tied samples lie on average
    over their orders; one point of these lines has both errors equal. Other tools take the
    threshold at which the two are nearest, and their mean there.

    Returns
    -------
    Worked

    Raises
    ------
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Martin et al. (1997), The DET curve in assessment of detection task performance.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.5, 0.4, 0.3, 0.1])
    >>> eer = equal_error_rate(s)
    >>> eer.fraction, eer.conventions["where"]
    (Fraction(1, 3), 'in the step to the threshold 0.5, on a straight line of the ROC curve')
    >>> print(eer.working)
    EER = FN / positives
        = 1 / 3
        = 1/3
        ≈ 0.333
    """
    needs(sweep, "equal error rate", "fpr", "fnr")
    ahead = compared(sweep, AHEAD, sweep.column(AHEAD), Fraction(0))
    row = int(np.searchsorted(ahead, 0))
    if row == len(sweep):
        reason = "not all samples were scored, and FNR is still higher at the lowest threshold"
        return Worked(Exact(None, reason=reason), "equal_error_rate")
    at = f"the threshold {words.threshold(sweep.threshold[row])}"
    if ahead[row] == 0:
        formula, terms, where = EQUAL_ERRORS[None], {"FP": sweep.fp[row]}, f"at {at}"
    else:
        formula, terms = _within_a_step(sweep, row)
        where = f"in the step to {at}, on a straight line of the ROC curve"
    terms |= {name: getattr(sweep, name) for name in SIZES if name in formula.terms}
    return _worked(sweep, row, formula, {"where": where}, terms, ("fpr", "fnr"))


SIZES = ("positives", "negatives")


def _within_a_step(sweep: Sweep, row: int) -> tuple[Formula, dict]:
    """Take the counts before a step, and how many it lets in."""
    let_in = {"positives": np.diff(sweep.tp)[row - 1], "negatives": np.diff(sweep.fp)[row - 1]}
    sides = [side for side in SIZES if let_in[side]]
    formula = EQUAL_ERRORS["both" if len(sides) == 2 else sides[0]]
    terms = {"FP": sweep.fp[row - 1], "FN": sweep.fn[row - 1]}
    terms |= {f"tied_{side}": let_in[side] for side in SIZES}
    return formula, {name: n for name, n in terms.items() if name in formula.terms}
