"""Cost lines: each point of ROC space is a line, and a lower envelope takes no search for them.

A classifier with the rates FPR and FNR costs FPR where nothing but negatives matter and FNR where
nothing but positives do, and in between a mixture of both: a straight line. The lines that are
cheapest somewhere belong to the corners of the ROC hull, and two neighbours change places where
the hull's edge between them is a line of equal cost.
"""

import numbers
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ...core import inputs
from ...core.calls import explained
from ...core.errors import InputError, UndefinedError
from ...core.formula import Formula
from ...core.inputs import locked
from .. import curves
from ..sweep import Sweep
from .costs import Costs
from .expected_cost import PROBABILITY_COST

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


@explained
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

    def __getitem__(self, which) -> "CostLines":
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
