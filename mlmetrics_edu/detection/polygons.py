"""Polygons, filled: which pixels lie inside, exactly as COCO decides it.

The corners are moved to a grid five times as fine as the pixels. Wherever a side crosses the middle
of a column of pixels, the column changes from outside to inside or back, from the next row on. So a
polygon is the list of its crossings, sorted, two to a run; no image is ever made.
"""

from typing import NamedTuple

import numpy as np

from ..core.native import native

FINE = 5  # steps of the grid in a pixel
MIDDLE = FINE // 2  # the step at a pixel's middle
FARTHEST = 2**28  # pixels: beyond it, steps are no 32-bit integers, which COCO uses


class Polygons(NamedTuple):
    """Many polygons.

    Attributes
    ----------
    x, y : numpy.ndarray of float
        The corners of all of them, one after the other, in pixels.
    first : numpy.ndarray of int, shape (polygons + 1,)
        Where those of each begin.
    height, width : numpy.ndarray of int, shape (polygons,)
        The size of the image that each one lies in.
    """

    x: np.ndarray
    y: np.ndarray
    first: np.ndarray
    height: np.ndarray
    width: np.ndarray


class Sides(NamedTuple):
    """Sides of polygons on the fine grid, along the axis on which they are longer.

    Attributes
    ----------
    x, y, x_end, y_end : numpy.ndarray of int
        From where to where: to the right if they are flat, down if they are steep.
    flat : numpy.ndarray of bool
        Whether they are at least as wide as high.
    slope : numpy.ndarray of float
        By how much the other axis changes in a step.
    """

    x: np.ndarray
    y: np.ndarray
    x_end: np.ndarray
    y_end: np.ndarray
    flat: np.ndarray
    slope: np.ndarray

    def take(self, rows: np.ndarray) -> "Sides":
        """Take some sides."""
        return Sides(*(column[rows] for column in self))


def filled(polygons: Polygons) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Fill polygons.

    Returns
    -------
    start, stop : numpy.ndarray of int
        Runs of pixels, numbered down the columns; some may be empty, or touch.
    polygon : numpy.ndarray of int
        Whose they are.

    Examples
    --------
    A square of 2 × 2 pixels in an image of 4 rows, from column 1 and row 1 on:

    >>> x, y = np.array([1.0, 3, 3, 1]), np.array([1.0, 1, 3, 3])
    >>> start, stop, _ = filled(Polygons(x, y, np.array([0, 4]), np.array([4]), np.array([4])))
    >>> start, stop
    (array([5, 9]), array([ 7, 11]))
    """
    polygon = np.repeat(np.arange(len(polygons.first) - 1), native(np.diff(polygons.first)))
    sides = _sides(polygons)
    side, column = _crossed(sides, polygons.width[polygon])
    polygon, height = polygon[side], polygons.height[polygon[side]]
    fine = _where(sides.take(side), FINE * column + MIDDLE)
    row = np.clip(-((MIDDLE - fine) // FINE), 0, height)
    place = column * height + row
    order = np.lexsort((place, polygon))
    return place[order][0::2], place[order][1::2], polygon[order][0::2]


def _sides(polygons: Polygons) -> Sides:
    """Connect each corner with the next one, the last with the first."""
    x, y = ((FINE * part + 0.5).astype(np.int64) for part in (polygons.x, polygons.y))
    follows = np.arange(1, len(x) + 1)
    follows[polygons.first[1:] - 1] = polygons.first[:-1]
    x_end, y_end = x[follows], y[follows]
    wide, high = x_end - x, y_end - y
    flat = np.abs(wide) >= np.abs(high)
    back = np.where(flat, wide, high) < 0
    ends = (np.where(back, b, a) for a, b in ((x, x_end), (y, y_end), (x_end, x), (y_end, y)))
    along, across = np.where(flat, wide, high), np.where(flat, high, wide)
    return Sides(*ends, flat, across / np.where(along == 0, 1, along))


def _crossed(sides: Sides, width: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """List the columns whose middle each side passes on its way to the next step of the grid."""
    left, right = np.minimum(sides.x, sides.x_end), np.maximum(sides.x, sides.x_end)
    low = np.maximum(-((MIDDLE - left) // FINE), 0)
    high = np.minimum((right - 1 - MIDDLE) // FINE, width - 1)
    many = native(np.maximum(high - low + 1, 0))
    side = np.repeat(np.arange(len(many)), many)
    before = np.cumsum(many) - many
    return side, np.arange(len(side)) - before[side] + low[side]


def _where(sides: Sides, x: np.ndarray) -> np.ndarray:
    """Find the row of the fine grid at which each side goes from ``x`` to ``x + 1`` or back.

    Of the two steps that it has there, the upper one counts.
    """
    along = x - sides.x
    ends = (sides.y + sides.slope * (along + step) + 0.5 for step in (0, 1))
    flat = np.minimum(*(end.astype(np.int64) for end in ends))
    return np.where(sides.flat, flat, _where_steep(sides, x))


def _where_steep(sides: Sides, x: np.ndarray) -> np.ndarray:
    """Find the last step down before a steep side has gone past the middle."""
    slope = np.where(sides.flat, 1.0, sides.slope)
    right = slope > 0
    steps = np.floor((x + 0.5 - sides.x) / slope).astype(np.int64) - 1
    for _ in range(3):  # a quotient is rounded; which side of the middle a step is on is not
        beyond = sides.x + slope * steps + 0.5 >= x + 1
        steps += beyond != right
    return sides.y + steps - 1
