"""Cost curves: what a classifier costs under all shares of positives and all costs at once.

The curve is the lower envelope of the cost lines of all thresholds: the cost that remains when the
threshold is always the best one. That is what the same samples allow afterwards; a threshold that
was chosen beforehand costs more.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike

from ...core import digits, inputs
from ...core.calls import explained
from ...core.conventions import CostAxis
from ...core.errors import InputError
from ...core.formula import Worked
from ...core.inputs import locked
from ...core.trace import Column, Lazy, Trace, Traced
from .. import sweep_table
from ..curves import Curve
from ..sweep import Sweep, needs
from . import cost_lines
from .cost_lines import CostLines
from .costs import Costs, need_regrets
from .expected_cost import as_sweep, cost_formula

if TYPE_CHECKING:
    from ..confusion import Confusion

AXES = {"probability-cost": "P(+)cost", "p": "p, the share of positives"}
EQUAL = Costs()
READABLE = 9  # longer fractions are written as decimals
FEW = 500  # the exact area of more stretches is a fraction of thousands of digits


@explained
def cost_curve(
    of: "Sweep | Confusion",
    *,
    axis: CostAxis = "probability-cost",
    costs: Costs | None = None,
    trivial: bool = True,
    normalised: bool = True,
) -> "CostCurve":
    """Return the cost curve: the lowest cost that any threshold has, everywhere along the axis.

    Parameters
    ----------
    of : Sweep or Confusion
        A classifier at every threshold, or one alone.
    axis : {"probability-cost", "p"}
        What x is. P(+)cost joins the share of positives and the costs in one number, so that the
        curve is the same for all costs. Over ``"p"``, the share of positives alone, the costs bend
        the lines, and the mean cost may put two classifiers in another order.
    costs : Costs, optional
        What each outcome costs, for the axis ``"p"``; without it, both errors cost the same.
    trivial : bool
        Whether "always negative" and "always positive" take part, as they do in any sweep.
    normalised : bool
        Whether 1 is the cost of getting every sample wrong. Only over ``"p"`` there is a choice.

    Returns
    -------
    CostCurve

    Raises
    ------
    InputError
        If an error costs no more than being right.
    UndefinedError
        If one of the classes is missing, or only trivial classifiers are left.

    References
    ----------
    Drummond & Holte (2006), Cost curves: an improved method for visualizing classifier
    performance, sections 2 and 3.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> print(cost_curve(sweep([1, 0, 1, 0, 0], [0.9, 0.7, 0.4, 0.3, 0.1])))
    cost curve, 2 stretches · over P(+)cost · ...
    from   to  rules          FPR    FNR  cost from  cost to   area
       0  2/5  score ≥ 0.9  0.000  0.500      0.000    0.200  0.040
     2/5    1  score ≥ 0.4  0.333  0.000      0.200    0.000  0.060
    """
    inputs.choice(axis, AXES, "axis")
    costs = need_regrets(EQUAL if costs is None else costs, "cost curve")
    if not inputs.flag(normalised, "normalised") and axis != "p":
        raise InputError(
            f"normalised=False on axis={axis!r}",
            "P(+)cost gives the part of the largest possible cost, not an amount",
            'use axis="p", where a cost for each sample can be drawn',
        )
    sweep = as_sweep(of, "cost curve")
    needs(sweep, "cost curve", "recall", "fpr")
    if inputs.flag(trivial, "trivial"):
        sweep = cost_lines.complete(sweep)
    alone = sweep is not of
    rows = np.arange(len(sweep)) if trivial else cost_lines.not_trivial(sweep, alone)
    return CostCurve(sweep, locked(rows), axis, costs, trivial, normalised)


class Stretch(NamedTuple):
    """A part of the axis on which one threshold is the best one.

    ``row`` is the row of the sweep that rules it; ``area`` is that below its line.
    """

    start: float
    end: float
    row: int
    threshold: float
    fpr: float
    fnr: float
    cost_at_start: float
    cost_at_end: float
    area: float


@dataclass(frozen=True, eq=False, repr=False)
class CostCurve(Traced):
    """The best threshold and its cost, everywhere between x = 0 and x = 1.

    It is made by :func:`cost_curve`. Printed, it is the table of its stretches; iterated over, it
    gives each one as a :class:`Stretch`.

    Attributes
    ----------
    sweep : Sweep
        The counts at every threshold; "always positive" is added as a last row at −inf where some
        samples were never scored.
    considered : numpy.ndarray of int, shape (lines,)
        Which of its rows take part.
    axis, costs, trivial, normalised
        As :func:`cost_curve` was asked for.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> curve = cost_curve(sweep([1, 0, 1, 0, 0], [0.9, 0.7, 0.4, 0.3, 0.1]))
    >>> curve.area.fraction, curve.at(0.25), curve.ruling(0.25)
    (Fraction(1, 10), 0.125, 1)
    >>> curve.envelope.x.tolist(), curve.envelope.y.round(3).tolist()
    ([0.0, 0.4, 1.0], [0.0, 0.2, 0.0])
    """

    sweep: Sweep
    considered: np.ndarray
    axis: str
    costs: Costs
    trivial: bool
    normalised: bool

    @property
    def conventions(self) -> Mapping[str, str]:
        """The conventions in force, in words."""
        any_costs = self.axis == "probability-cost"
        alone = np.isnan(self.sweep.threshold[1])  # a table was not made by any threshold
        ties = {} if alone else {"ties": f"ties: {sweep_table.TIES[self.sweep.ties]}"}
        return {
            "axis": f"over {AXES[self.axis]}",
            "normalised": "cost 1 is all wrong" if self.normalised else "cost of a sample",
            "costs": "for any costs" if any_costs else self.costs.summary,
            "trivial classifiers": f"trivial classifiers {'in' if self.trivial else 'out'}",
            **ties,
        }

    @property
    def prices(self) -> Costs:
        """The costs that say where lines cross; P(+)cost holds them already."""
        return self.costs if self.axis == "p" else EQUAL

    @property
    def bend(self) -> Costs | None:
        """The costs that bend the lines: over p, where the cost is normalised by them."""
        return self.costs if self.normalised and self.prices.ratio != 1 else None

    @property
    def ends(self) -> tuple:
        """The two metrics that a line joins: its cost at x = 0 and at x = 1."""
        if self.normalised:
            return "fpr", "fnr"
        return tuple(cost_formula(self.costs, p, normalised=False) for p in (0, 1))

    @cached_property
    def lines(self) -> CostLines:
        """The cost line of every row that takes part."""
        return cost_lines.of_rows(self.sweep, self.considered, self.ends, self.bend)

    @cached_property
    def rows(self) -> np.ndarray:
        """The rows of the sweep that rule a stretch, from left to right."""
        some, (tp, fp, *_) = self.considered, self.sweep.factors
        rules = cost_lines.ruling(fp[some], tp[some])
        return locked(some[rules])

    @cached_property
    def _rulers(self) -> CostLines:
        return cost_lines.of_rows(self.sweep, self.rows, self.ends, self.bend)

    @cached_property
    def bounds(self) -> np.ndarray:
        """Where the stretches begin and end: 0, where one line hands over to the next, and 1."""
        return locked(cost_lines.crossings(self.sweep, self.rows, self.prices))

    @overload
    def ruling(self, x: float) -> int: ...
    @overload
    def ruling(self, x: ArrayLike) -> np.ndarray: ...
    def ruling(self, x):
        """Tell which row of the sweep is the cheapest; where two are, the one to the right.

        Parameters
        ----------
        x : float, or array_like of float, shape (n,)
            Places between 0 and 1.

        Returns
        -------
        int, or numpy.ndarray of int, shape (n,)
        """
        rows = self.rows[self._stretch_at(cost_lines.places(x))]
        return rows if rows.ndim else rows.item()

    @overload
    def at(self, x: float) -> float: ...
    @overload
    def at(self, x: ArrayLike) -> np.ndarray: ...
    def at(self, x):
        """Return the lowest cost, exactly where it is asked for: there is no grid.

        Parameters
        ----------
        x : float, or array_like of float, shape (n,)
            Places between 0 and 1.

        Returns
        -------
        float, or numpy.ndarray of float, shape (n,)
        """
        x = cost_lines.places(x)
        cost = self._rulers[self._stretch_at(x)].each_at(x)
        return cost if cost.ndim else cost.item()

    def _stretch_at(self, x: np.ndarray) -> np.ndarray:
        return np.searchsorted(self.bounds[1:-1], x, side="right")

    @cached_property
    def envelope(self) -> Curve:
        """The vertices: x from 0 to 1, the cost, and the threshold that rules from there on."""
        rows = locked(np.append(self.rows, self.rows[-1]))
        return Curve(
            "cost",
            self.bounds,
            locked(self.at(self.bounds)),
            locked(self.sweep.threshold[rows]),
            self.axis.replace("-", "_"),
            "normalised_expected_cost" if self.normalised else "expected_cost",
            self.sweep,
            rows,
            conventions=self.conventions,
        )

    @property
    def area(self) -> Worked:
        """The mean cost, if any x from 0 to 1 is as likely as any other."""
        return Worked(
            float(self.columns.area.sum()),
            f"mean cost over {AXES[self.axis]}",
            exact=partial(_exact_area, self),
            steps=self.trace,
            conventions=self.conventions,
        )

    @cached_property
    def columns(self) -> Stretch:
        """All stretches at once: a column for each field of :class:`Stretch`."""
        x, lines, swept = self.bounds, self._rulers, self.sweep.take(self.rows)
        return Stretch(
            start=x[:-1],
            end=x[1:],
            row=self.rows,
            threshold=lines.threshold,
            fpr=swept["fpr"],
            fnr=swept["fnr"],
            cost_at_start=lines.each_at(x[:-1]),
            cost_at_end=lines.each_at(x[1:]),
            area=cost_lines.areas(x, lines),
        )

    def __iter__(self) -> Iterator[Stretch]:
        return map(Stretch, *(column.tolist() for column in self.columns))

    def __len__(self) -> int:
        return len(self.rows)

    @property
    def stretches(self) -> Trace:
        """The parts of the axis, who rules there, and what that costs."""
        return self.trace()

    def trace(self) -> Trace:
        """Lay the stretches out as a table."""
        return _table(self)


def _exact_bound(curve, i: int) -> Fraction | None:
    """Work out in fractions where stretch i begins; None where the counts are no exact numbers."""
    if i in (0, len(curve)):
        return Fraction(int(i > 0))
    sweep, pair = curve.sweep, curve.rows[i - 1 : i + 1]
    if not sweep.whole:
        return None
    (fp,), (tp,) = (np.diff(column[pair]).tolist() for column in (sweep.fp, sweep.tp))
    counts = {"dFP": fp, "dTP": tp, "P": sweep.positives, "N": sweep.negatives}
    return cost_lines.CROSSING.work(**counts, **curve.prices.terms).fraction


def _exact_area(curve) -> Fraction | None:
    """Add up the trapezia in fractions; bent lines have no such area, but one of logarithms."""
    if curve.bend or len(curve) > FEW:
        return None
    x = [_exact_bound(curve, i) for i in range(len(curve) + 1)]
    tables = [step.confusion for step in curve.sweep.take(curve.rows)]
    ends = [[table.rate(metric).fraction for metric in curve.ends] for table in tables]
    if None in x or any(None in pair for pair in ends):
        return None
    pieces = zip(x, x[1:], ends, strict=False)
    return sum((q - p) * (a + (b - a) * (p + q) / 2) for p, q, (a, b) in pieces)


def _table(curve) -> Trace:
    """Lay the stretches out: from where to where, who rules, and what that costs."""
    start, end, rows, _, *costs = curve.columns
    heads = ("FPR", "FNR", "cost from", "cost to", "area")
    numbers = zip(heads, costs, strict=True)
    return Trace(
        f"cost curve, {len(curve)} stretch" + "es" * (len(curve) > 1),
        (
            Column("from", start, align="right", write=lambda i: _place(curve, i)),
            Column("to", end, align="right", write=lambda i: _place(curve, i + 1)),
            Column("rules", Lazy(len(curve), lambda i: _name(curve.sweep, rows[i]))),
            *(Column(head, values, digits.decimal, "right") for head, values in numbers),
        ),
        curve.conventions,
    )


def _place(curve, i: int) -> str:
    """Write where a stretch begins: as a fraction, if that is short."""
    exact = _exact_bound(curve, i)
    short = exact is not None and len(str(exact)) <= READABLE
    return str(exact) if short else digits.decimal(curve.bounds[i])


def _name(sweep, row: int) -> str:
    """Name what the row of a sweep stands for."""
    threshold = sweep.threshold[row]
    if np.isnan(threshold):
        return "the classifier"
    if row == 0:
        return "always negative"
    if sweep.tp[row] == sweep.positives and sweep.fp[row] == sweep.negatives:
        return "always positive"
    grouped = sweep.ties == "grouped"
    return f"score ≥ {digits.threshold(threshold)}" if grouped else f"the first {row}"
