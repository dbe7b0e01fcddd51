"""The gap between two curves: where it opens, where it closes, and where it changes sides.

Points are joined by straight lines. So between two neighbours among the abscissas of either curve
both are straight, and so is the gap; at an abscissa it may jump, where a curve is vertical.
"""

from collections.abc import Iterator
from functools import cached_property

import numpy as np

from ..curve import Curve
from .heights import Heights, points

ALIKE = 1e-12  # heights that differ by less are equal: what is left of rounding


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
    def _turns(self) -> np.ndarray:
        """Find the places of the walk at which the other curve is on top for the first time."""
        open_ = np.flatnonzero(self.size)
        changed = np.diff(np.sign(self.size[open_])) != 0
        return open_[1:][changed]

    def _crossing(self, column: np.ndarray) -> np.ndarray:
        """Read a column where the gap is 0: on the way from the place before to each turn."""
        before, after = self._turns - 1, self._turns
        share = self.size[before] / (self.size[before] - self.size[after])
        return column[before] + share * (column[after] - column[before])

    def crossings(self) -> tuple[list[float], list[float]]:
        """Return x and y of the places where the curves change sides."""
        return self._crossing(self.x).tolist(), self._crossing(self.ours).tolist()

    def stretches(self) -> Iterator[tuple[float, float, int, float]]:
        """Return each stretch with one curve on top: from, to, the sign of the gap, its maximum."""
        x = np.insert(self.x.astype(float), self._turns, self._crossing(self.x))
        size = np.insert(self.size, self._turns, 0.0)
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


def between(ours: Heights, theirs: Heights) -> Gap | None:
    """Read the gap between two curves wherever both are; None if that is nowhere."""
    every = np.union1d(ours.x, theirs.x)
    left, right = max(ours.x[0], theirs.x[0]), min(ours.x[-1], theirs.x[-1])
    x = every[(every >= left) & (every <= right)]
    if not len(x):
        return None
    walks = (np.column_stack(curve.at(x)).ravel() for curve in (ours, theirs))
    return Gap(np.repeat(x, 2), *walks)


def around(curve: Curve, x: float, y: float) -> tuple[float, float]:
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
