"""Cost curves: what a classifier costs under all shares of positives and all costs at once.

A classifier with the rates FPR and FNR costs FPR where nothing but negatives matter and FNR where
nothing but positives do, and in between a mixture of both: a straight line. The curve is the lower
envelope of the lines of all thresholds: the cost that remains when the threshold is always the best
one. The lines that are cheapest somewhere belong to the corners of the ROC hull, and two neighbours
change places where the hull's edge between them is a line of equal cost.
"""

from __future__ import annotations

import numbers
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import TYPE_CHECKING, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.conventions import CostAxis
from ..core.errors import InputError, UndefinedError, choice
from ..core.formula import Formula, Worked
from ..core.inputs import locked
from ..core.trace import Column, Lazy, Trace, Traced
from . import curves
from .costs import PROBABILITY_COST, Costs, as_sweep, cost_formula, need_regrets
from .curves import Curve
from .sweep import Sweep, needs

if TYPE_CHECKING:
    from .confusion import Confusion

# Two lines cross where what one saves on negatives, the other saves on positives.
CROSSING = Formula(
    "crossing", "dFP*P*(cFP - cTN) / (dFP*P*(cFP - cTN) + dTP*N*(cFN - cTP))", (0.0, 1.0)
)
# (z - log(1 + z)) / z² near 0, where that would be a difference of nearly equal numbers
SERIES = [(-1) ** k / (k + 2) for k in range(20)]
NEAR = 0.1


class RocPoint(NamedTuple):
    """A point of ROC space."""

    fpr: float
    tpr: float


class CostLine(NamedTuple):
    """A classifier as a line: what it costs at x = 0 and at x = 1."""

    at0: float
    at1: float


def line_of_point(fpr: float, tpr: float) -> CostLine:
    """Turn a point of ROC space into its cost line, over P(+)cost.

    Hulls turn into envelopes: a corner becomes a line, an edge becomes the point where two meet.

    References
    ----------
    Drummond & Holte (2006), Cost curves, section 3.

    Examples
    --------
    >>> line_of_point(fpr=0.25, tpr=0.75)
    CostLine(at0=0.25, at1=0.25)
    """
    return CostLine(_end(fpr, "fpr"), 1 - _end(tpr, "tpr"))


@dataclass(frozen=True, eq=False)
class CostLines:
    """The cost of every classifier, from x = 0 to x = 1.

    Attributes
    ----------
    at0, at1 : numpy.ndarray of float, shape (lines,)
        The cost at both ends: FPR and FNR, where it is normalised.
    rows : numpy.ndarray of int, shape (lines,)
        Which row of the sweep each line is.
    threshold : numpy.ndarray of float, shape (lines,)
        The threshold of that row.
    bend : Costs or None
        The costs that bend the lines over p; None where they are straight.
    """

    at0: np.ndarray
    at1: np.ndarray
    rows: np.ndarray
    threshold: np.ndarray
    bend: Costs | None = None

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, which) -> CostLines:
        """Take some lines."""
        columns = (self.at0, self.at1, self.rows, self.threshold)
        return CostLines(*(column[which] for column in columns), self.bend)

    def value(self, x) -> np.ndarray:
        """Return the cost of each line.

        Parameters
        ----------
        x : float, or array_like of float, shape (n,)
            Places between 0 and 1.

        Returns
        -------
        numpy.ndarray of float, shape (lines,) or (lines, n)
        """
        weight = weight_of_misses(places(x), self.bend)
        return np.multiply.outer(self.at0, 1 - weight) + np.multiply.outer(self.at1, weight)

    def each_at(self, x: np.ndarray) -> np.ndarray:
        """Return the cost of the first line at the first place, of the second at the second …"""
        weight = weight_of_misses(x, self.bend)
        return self.at0 * (1 - weight) + self.at1 * weight


def of_rows(sweep: Sweep, rows: np.ndarray, ends: tuple, bend: Costs | None) -> CostLines:
    """Make the cost lines of some rows of a sweep from the two metrics that they join."""
    some = sweep.take(rows)
    return CostLines(*(locked(some.column(end)) for end in ends), rows, some.threshold, bend)


def complete(sweep: Sweep) -> Sweep:
    """Let "always positive" be the last row, where some samples have no score to reach."""
    if _everything(sweep)[-1]:
        return sweep
    ends = (sweep.threshold, -np.inf), (sweep.tp, sweep.positives), (sweep.fp, sweep.negatives)
    threshold, tp, fp = (locked(np.append(*one)) for one in ends)
    return replace(sweep, threshold=threshold, tp=tp, fp=fp)


def _everything(sweep: Sweep) -> np.ndarray:
    """Tell which rows call every sample positive."""
    return (sweep.tp == sweep.positives) & (sweep.fp == sweep.negatives)


def not_trivial(sweep: Sweep, alone: bool) -> np.ndarray:
    """List the rows that call some samples positive and others negative."""
    if alone:
        return np.array([1])
    rows = np.flatnonzero((sweep.tp + sweep.fp > 0) & ~_everything(sweep))
    if not rows.size:
        raise UndefinedError(
            "no threshold calls some samples positive and others negative",
            "all of them have the same score, so only the trivial classifiers are there",
            "use trivial=True, or scores that differ",
        )
    return rows


def _end(value, name: str):
    return inputs.share(value, name, "rates, and places on the axis, are shares of a whole")


def places(x) -> np.ndarray:
    """Read places on the axis: one number from 0 to 1, or several."""
    if isinstance(x, numbers.Real):
        return np.array(float(_end(x, "x")))
    array = inputs.scores(x, "x")
    outside = np.flatnonzero((array < 0) | (array > 1))
    if outside.size:
        raise InputError(
            f"x[{outside[0]}] is {array[outside[0]]:g}",
            "the axis of a cost curve goes from 0 to 1",
            "pass places between them",
        )
    return array


def weight_of_misses(x: np.ndarray, bend: Costs | None) -> np.ndarray:
    """Tell how much of the cost is FNR: x itself on straight lines, P(+)cost of p on bent ones."""
    return x if bend is None else PROBABILITY_COST.column(p=x, **bend.terms)


def ruling(fp: np.ndarray, tp: np.ndarray) -> np.ndarray:
    """Find the lines that are the cheapest on some stretch, from left to right.

    They are the corners of the hull between which its edges rise to the right. A vertical edge is
    the end x = 0, where both of its ends cost the same, and a horizontal one the end x = 1.
    """
    corners = curves.corners(fp, tp)
    right, up = np.diff(fp[corners]) > 0, np.diff(tp[corners]) > 0
    return corners[np.append(right, True) & np.append(True, up)]


def crossings(sweep: Sweep, rows: np.ndarray, costs: Costs) -> np.ndarray:
    """Find where each ruling line crosses the next; both ends of the axis go with them."""
    moves = {"dFP": np.diff(sweep.fp[rows]), "dTP": np.diff(sweep.tp[rows])}
    sizes = {"P": sweep.positives, "N": sweep.negatives}
    inside = CROSSING.column(**moves, **sizes, **costs.terms)
    # Floats are rounded, and a rounded crossing may lie a digit before the last one.
    return np.maximum.accumulate(np.concatenate([[0.0], inside, [1.0]]))


def areas(x: np.ndarray, lines: CostLines) -> np.ndarray:
    """Work out the area under each line from one crossing to the next."""
    ratio = 1.0 if lines.bend is None else float(lines.bend.ratio)
    return lines.at0 * np.diff(x) + (lines.at1 - lines.at0) * np.diff(_weight_up_to(x, ratio))


def _weight_up_to(x: np.ndarray, ratio: float) -> np.ndarray:
    """Integrate the weight of misses, r·t / (1 + (r − 1)·t), over t from 0 to x.

    With z = (r − 1)·x that is r·x²·(z − log(1 + z)) / z². For r < 1 the classes change places,
    so that z never comes near −1, where the logarithm has no end.
    """
    if ratio < 1:
        return x - (_weight_up_to(np.ones(1), 1 / ratio) - _weight_up_to(1 - x, 1 / ratio))
    z = (ratio - 1) * x
    near = z < NEAR
    series = np.polynomial.polynomial.polyval(np.minimum(z, NEAR), SERIES)
    far = np.where(near, 1.0, z)
    return ratio * x * x * np.where(near, series, (far - np.log1p(far)) / far / far)


AXES = {"probability-cost": "P(+)cost", "p": "p, the share of positives"}
EQUAL = Costs()
READABLE = 9  # longer fractions are written as decimals
FEW = 500  # the exact area of more stretches is a fraction of thousands of digits


def cost_curve(
    of: Sweep | Confusion,
    *,
    axis: CostAxis = "probability-cost",
    costs: Costs | None = None,
    trivial: bool = True,
    normalised: bool = True,
) -> CostCurve:
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
    choice(axis, AXES, "axis")
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
        sweep = complete(sweep)
    alone = sweep is not of
    rows = np.arange(len(sweep)) if trivial else not_trivial(sweep, alone)
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
        ties = {} if alone else {"ties": self.sweep.ties_in_words}
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
        return of_rows(self.sweep, self.considered, self.ends, self.bend)

    @cached_property
    def rows(self) -> np.ndarray:
        """The rows of the sweep that rule a stretch, from left to right."""
        some, (tp, fp, *_) = self.considered, self.sweep.factors
        rules = ruling(fp[some], tp[some])
        return locked(some[rules])

    @cached_property
    def _rulers(self) -> CostLines:
        return of_rows(self.sweep, self.rows, self.ends, self.bend)

    @cached_property
    def bounds(self) -> np.ndarray:
        """Where the stretches begin and end: 0, where one line hands over to the next, and 1."""
        return locked(crossings(self.sweep, self.rows, self.prices))

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
        rows = self.rows[self._stretch_at(places(x))]
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
        x = places(x)
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
            area=areas(x, lines),
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
    return CROSSING.work(**counts, **curve.prices.terms).fraction


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
            *(Column(head, values, words.decimal, "right") for head, values in numbers),
        ),
        curve.conventions,
    )


def _place(curve, i: int) -> str:
    """Write where a stretch begins: as a fraction, if that is short."""
    exact = _exact_bound(curve, i)
    short = exact is not None and len(str(exact)) <= READABLE
    return str(exact) if short else words.decimal(curve.bounds[i])


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
    return f"score ≥ {words.threshold(threshold)}" if grouped else f"the first {row}"
