"""Two curves: whether one wraps the other, and where they cross.

Points are joined by straight lines, and a step is vertical. So between two neighbours among the
abscissas of either curve both are straight, and so is the gap between them; at an abscissa it may
jump.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..core import inputs, words
from ..core.errors import InputError, UndefinedError
from ..core.trace import Column, Trace, Traced
from .curves import Curve

ALIKE = 1e-12  # heights that differ by less are equal: what is left of rounding


class Crossing(NamedTuple):
    """A place where two curves cross: what was on top before isn't afterwards.

    Attributes
    ----------
    x, y : float
        Where. Where they ran together for a while, it is where they part.
    thresholds : pair of (float, float)
        For either curve, the thresholds of the points before and after it; twice the same where it
        is such a point itself.
    """

    x: float
    y: float
    thresholds: tuple[tuple[float, float], tuple[float, float]]


class Stretch(NamedTuple):
    """A stretch of the abscissa on which the same curve is on top.

    Attributes
    ----------
    start, end : float
        From where to where.
    on_top : str
        The name of the curve, or "together".
    gap : float
        How far it is ahead, at most.
    """

    start: float
    end: float
    on_top: str
    gap: float


@dataclass(frozen=True, eq=False, repr=False)
class CurveComparison(Traced):
    """Which of two curves is on top, and where.

    Attributes
    ----------
    verdict : str
        ``"a wraps b"`` (a is never below b, and somewhere above), ``"b wraps a"``,
        ``"they cross"`` or ``"they are the same"``, with the names given.
    crossings : tuple of Crossing
        From left to right.
    stretches : tuple of Stretch
        From left to right.
    names : pair of str
        What the curves are called.
    curves : pair of Curve
        The curves.
    conventions : mapping of str to str
        How they were compared.
    """

    verdict: str
    crossings: tuple[Crossing, ...]
    stretches: tuple[Stretch, ...]
    names: tuple[str, str]
    curves: tuple[Curve, Curve]
    conventions: Mapping[str, str] = field(default_factory=dict)

    def trace(self) -> Trace:
        """Lay out, stretch by stretch, which curve is on top."""
        x_name = words.symbol(self.curves[0].x_name)
        columns = (
            Column(f"from {x_name}", [s.start for s in self.stretches], words.decimal, "right"),
            Column("to", [s.end for s in self.stretches], words.decimal, "right"),
            Column("on top", [s.on_top for s in self.stretches]),
            Column("ahead by at most", [s.gap for s in self.stretches], words.decimal, "right"),
        )
        return Trace(f"{self.curves[0].name} curves: {self.verdict}", columns, self.conventions)

    def __str__(self) -> str:
        return "\n".join([str(self.trace()), *map(self._line, self.crossings)])

    def _line(self, crossing: Crossing) -> str:
        """Write a crossing, and what thresholds lead there."""
        where = f"crossing at ({words.decimal(crossing.x)}, {words.decimal(crossing.y)})"
        pairs = zip(self.names, crossing.thresholds, strict=True)
        return f"{where}: " + ", ".join(f"{name} {_between(*pair)}" for name, pair in pairs)


def _between(before: float, after: float) -> str:
    if before == after:
        return f"at the threshold {words.threshold(before)}"
    return f"between the thresholds {words.threshold(before)} and {words.threshold(after)}"


def compare_curves(a: Curve, b: Curve, names: tuple[str, str] = ("a", "b")) -> CurveComparison:
    """Tell whether one curve wraps another, or where they cross.

    Parameters
    ----------
    a, b : Curve
        Two curves of the same kind, whose abscissa doesn't fall. Undefined points, such as the
        start of a P-R curve, are left out, and only abscissas that both curves reach are compared.
    names : pair of str
        What to call them.

    Returns
    -------
    CurveComparison

    Raises
    ------
    InputError
        If the curves are of different kinds, or have no abscissa in common.

    Notes
    -----
    Heights are computed first and then compared; less than 1e-12 counts as no difference. On top
    is better where a high ordinate is better, as for all curves but DET.

    Of two scores of the same samples, one wraps the other in ROC space exactly if it does so in
    P-R space (theorem 3.2). That is about the curves which mixtures of the classifiers give;
    straight lines between the points of a P-R curve are only how it is drawn, and where points lie
    far apart the verdicts may differ.

    References
    ----------
    Davis & Goadrich (2006), The relationship between precision-recall and ROC curves, theorem 3.2;
    Provost, Fawcett & Kohavi (1998), The case against accuracy estimation, for what follows if no
    curve wraps all others.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.curves import roc
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> a, b = sweep([1, 0, 0, 1], [4, 3, 2, 1]), sweep([0, 1, 1, 0], [4, 3, 2, 1])
    >>> print(compare_curves(roc(a), roc(b)))
    ROC curves: they cross · compared from 0.000 to 1.000
    from FPR     to  on top  ahead by at most
       0.000  0.500  a                  0.500
       0.500  1.000  b                  0.500
    crossing at (0.500, 0.500): a at the threshold 3, b at the threshold 3
    """
    _same_kind(a, b)
    names = _two_names(names)
    gap = _gap(a, b)
    places = zip(*gap.crossings(), strict=True)
    crossings = tuple(Crossing(x, y, (_around(a, x, y), _around(b, x, y))) for x, y in places)
    on_top = {1: names[0], 0: "together", -1: names[1]}
    stretches = tuple(Stretch(x, end, on_top[side], d) for x, end, side, d in gap.stretches())
    verdict = _VERDICTS[gap.signs].format(*names)
    shared = f"compared from {words.decimal(gap.x[0])} to {words.decimal(gap.x[-1])}"
    return CurveComparison(verdict, crossings, stretches, names, (a, b), {"range": shared})


_VERDICTS = {
    frozenset({1}): "{0} wraps {1}",
    frozenset({-1}): "{1} wraps {0}",
    frozenset({1, -1}): "they cross",
    frozenset(): "they are the same",
}


def _same_kind(a: Curve, b: Curve) -> None:
    kinds = [(curve.x_name, curve.y_name) for curve in (a, b) if isinstance(curve, Curve)]
    if len(set(kinds)) > 1:
        axes = " and ".join(f"{y} over {x}" for x, y in kinds)
        raise InputError(
            f"the curves are of {axes}",
            "only heights of the same rate over the same rate can be compared",
            "pass two curves of one kind, such as roc(a) and roc(b)",
        )


def _two_names(names) -> tuple[str, str]:
    pair = tuple(names) if isinstance(names, (tuple, list)) else ()
    if len(pair) != 2 or pair[0] == pair[1] or not all(isinstance(n, str) for n in pair):
        raise InputError(
            f"names={inputs.short(names)}",
            "the verdict speaks of two curves, and each needs a name of its own",
            'pass two texts, such as names=("A", "B")',
        )
    return pair


class Gap:
    """How far one curve is above the other, along a walk from left to right.

    Parameters
    ----------
    x : numpy.ndarray of float, shape (2n,)
        Each abscissa twice: as the curves come in there, and as they go on.
    ours, theirs : numpy.ndarray of float, shape (2n,)
        How high both curves are.

    Examples
    --------
    >>> gap = Gap(np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1]), np.array([0, 0.5, 0.5, 1]))
    >>> gap.crossings()
    ([0.5], [0.5])
    >>> list(gap.stretches())
    [(0.0, 0.5, -1, 0.5), (0.5, 1.0, 1, 0.5)]
    """

    def __init__(self, x: np.ndarray, ours: np.ndarray, theirs: np.ndarray):
        self.x, self.ours = x, ours
        difference = ours - theirs
        self.size = np.where(np.abs(difference) < ALIKE, 0.0, difference)

    @property
    def signs(self) -> frozenset[int]:
        """Which curves are on top somewhere: 1 for ours, −1 for theirs."""
        return frozenset(np.sign(self.size[self.size != 0]).astype(int).tolist())

    @cached_property
    def _changes(self) -> np.ndarray:
        """Find the places of the walk at which the other curve is on top for the first time."""
        apart = np.flatnonzero(self.size)
        return apart[1:][np.diff(np.sign(self.size[apart])) != 0]

    def _crossing(self, column: np.ndarray) -> np.ndarray:
        """Read a column where the gap is 0: on the way to each of them from the place before."""
        before, after = self._changes - 1, self._changes
        share = self.size[before] / (self.size[before] - self.size[after])
        return column[before] + share * (column[after] - column[before])

    def crossings(self) -> tuple[list[float], list[float]]:
        """Return x and y of the places where the curves change sides."""
        return self._crossing(self.x).tolist(), self._crossing(self.ours).tolist()

    def stretches(self) -> Iterator[tuple[float, float, int, float]]:
        """Return each stretch with one curve on top: from, to, the sign of the gap, its maximum."""
        x = np.insert(self.x.astype(float), self._changes, self._crossing(self.x))
        size = np.insert(self.size, self._changes, 0.0)
        wide = np.flatnonzero(np.diff(x))
        side = np.sign(size[wide] + size[wide + 1]).astype(int)
        largest = np.maximum(np.abs(size[wide]), np.abs(size[wide + 1]))
        first = np.flatnonzero(np.diff(side, prepend=2))
        last = np.append(first[1:], len(side)) - 1
        if not len(first):
            return iter(())
        columns = (x[wide[first]], x[wide[last] + 1], side[first])
        most = np.maximum.reduceat(largest, first)
        return zip(*(column.tolist() for column in (*columns, most)), strict=True)


def _gap(a: Curve, b: Curve) -> Gap:
    """Read the gap between two curves wherever both are."""
    ours, theirs = heights(a), heights(b)
    every = np.union1d(ours.x, theirs.x)
    left, right = max(ours.x[0], theirs.x[0]), min(ours.x[-1], theirs.x[-1])
    x = every[(every >= left) & (every <= right)]
    if not len(x):
        ranges = (f"{one.x[0]:.3f} to {one.x[-1]:.3f}" for one in (ours, theirs))
        raise InputError(
            f"one curve runs from {' and the other from '.join(ranges)} of {a.x_name}",
            "they have no abscissa in common, so neither is above the other",
            "compare curves that reach the same abscissas",
        )
    walks = (np.column_stack(curve.at(x)).ravel() for curve in (ours, theirs))
    return Gap(np.repeat(x, 2), *walks)


def _around(curve: Curve, x: float, y: float) -> tuple[float, float]:
    """Return the thresholds of the points before and after a place on a curve.

    Twice the same where the place is a point itself.
    """
    xs, ys, threshold = points(curve)
    near = slice(max(np.searchsorted(xs, x - ALIKE) - 1, 0), np.searchsorted(xs, x + ALIKE) + 1)
    xs, ys, threshold = xs[near], ys[near], threshold[near]
    here = (np.abs(xs - x) <= ALIKE) & (np.abs(ys - y) <= ALIKE)
    if here.any():
        return (threshold[here.argmax()].item(),) * 2
    before = _off_line(xs, ys, x, y).argmin()
    return threshold[before].item(), threshold[before + 1].item()


def _off_line(xs: np.ndarray, ys: np.ndarray, x: float, y: float) -> np.ndarray:
    """Measure how far a place is from each line between two neighbours; inf if not between them."""
    (right, up), (dx, dy) = (np.diff(xs), np.diff(ys)), (x - xs[:-1], y - ys[:-1])
    along = right * dx + up * dy
    between_ends = (along >= -ALIKE) & (along <= right**2 + up**2 + ALIKE)
    return np.where(between_ends, np.abs(dx * up - dy * right), np.inf)


class Heights(NamedTuple):
    """A curve from left to right, an entry for each abscissa.

    Attributes
    ----------
    x : numpy.ndarray of float, shape (n,)
        The abscissas, each once.
    enter, leave : numpy.ndarray of float, shape (n,)
        How high the curve comes in there and goes on; where they differ it is vertical.
    """

    x: np.ndarray
    enter: np.ndarray
    leave: np.ndarray

    def at(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return both heights at any abscissas; nan where the curve hasn't begun or is over."""
        corners = np.repeat(self.x, 2), np.column_stack([self.enter, self.leave]).ravel()
        between = np.interp(x, *corners, left=np.nan, right=np.nan)
        place = np.minimum(np.searchsorted(self.x, x), len(self.x) - 1)
        here = self.x[place] == x
        return tuple(np.where(here, ends[place], between) for ends in (self.enter, self.leave))


def heights(curve: Curve) -> Heights:
    """Read a curve as heights; points with an undefined coordinate are left out.

    Raises
    ------
    InputError
        If it runs back to the left.
    UndefinedError
        If no point is left.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.curves import roc
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> enter, leave = heights(roc(sweep([1, 0, 1, 0], [4, 3, 2, 1]))).at(np.array([0, 0.25, 0.5]))
    >>> enter.tolist(), leave.tolist()
    ([0.0, 0.5, 0.5], [0.5, 0.5, 1.0])
    """
    x, y, _ = points(curve)
    first = np.flatnonzero(np.diff(x, prepend=-np.inf))
    last = np.append(first[1:], len(x)) - 1
    return Heights(x[first], y[first], y[last])


def points(curve: Curve) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return x, y and threshold of the defined points, if they go to the right."""
    if not isinstance(curve, Curve):
        raise InputError(
            f"a curve is needed, not a {type(curve).__name__}",
            "its points are read, and what stands on its axes",
            "pass a curve such as roc(sweep) or pr(sweep)",
        )
    defined = ~(np.isnan(curve.x) | np.isnan(curve.y))
    x, y, threshold = curve.x[defined], curve.y[defined], curve.threshold[defined]
    if not len(x):
        raise UndefinedError(
            f"the {curve.name} curve has no point",
            f"{curve.x_name} or {curve.y_name} is 0/0 everywhere",
            "evaluate on samples of both classes",
        )
    if (np.diff(x) < 0).any():
        raise InputError(
            f"the {curve.name} curve runs back to the left",
            f"{curve.x_name} falls along it, so it can't be read from left to right",
            "use a curve whose abscissa rises, such as the ROC or the P-R curve",
        )
    return x, y, threshold
