"""Masks as runs of pixels: from run lengths, packed or not, and from polygons, which are filled.

Pixels are counted as COCO does it, down each column, the columns from left to right. An image of 2
rows and 3 columns has its pixels numbered so::

    0 2 4
    1 3 5

Its run lengths tell in turn how many pixels lie outside and inside of the mask, those outside
first. COCO's files pack these counts into a short text (:func:`unpacked`). No image is ever made.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..core.native import native

LOWEST, BITS = 48, 5  # a letter is 48 + 5 bits of a number + 32 where more letters follow
MORE, NEGATIVE = 1 << BITS, 1 << (BITS - 1)
LETTERS = 12  # so many hold any number that 64 bits can
FINE = 5  # steps of the grid in a pixel
MIDDLE = FINE // 2  # the step at a pixel's middle
FARTHEST = 2**28  # pixels: beyond it, steps are no 32-bit integers, which COCO uses


class Runs(NamedTuple):
    """The runs of pixels inside of masks, mask by mask, in order, with a gap between any two.

    Attributes
    ----------
    start, stop : numpy.ndarray of int
        The first pixel of each run, and the first one behind it.
    first : numpy.ndarray of int, shape (masks + 1,)
        Where the runs of each mask begin.
    """

    start: np.ndarray
    stop: np.ndarray
    first: np.ndarray

    @property
    def mask(self) -> np.ndarray:
        """To which mask each run belongs."""
        return np.repeat(np.arange(len(self.first) - 1), native(np.diff(self.first)))

    def take(self, rows: np.ndarray) -> "Runs":
        """Keep some masks, or put them in another order."""
        of, first = expanded(self.first, rows)
        return Runs(self.start[of], self.stop[of], first)


def expanded(first: np.ndarray, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """List the members of some groups one after the other, and where those of each begin.

    Examples
    --------
    >>> expanded(np.array([0, 2, 5]), np.array([1, 0, 1]))
    (array([2, 3, 4, 0, 1, 2, 3, 4]), array([0, 3, 5, 8]))
    """
    many = native(first[rows + 1] - first[rows])
    begins = np.concatenate([[0], np.cumsum(many)])
    return np.arange(begins[-1]) + np.repeat(first[rows] - begins[:-1], many), begins


def joined(start: np.ndarray, stop: np.ndarray, mask: np.ndarray, masks: int) -> Runs:
    """Join runs of one mask that touch or overlap, and leave out those without a pixel.

    Examples
    --------
    >>> runs = joined(np.array([5, 0, 2, 4]), np.array([7, 3, 4, 4]), np.array([0, 0, 0, 1]), 2)
    >>> runs.start.tolist(), runs.stop.tolist(), runs.first.tolist()
    ([0, 5], [4, 7], [0, 2, 2])
    """
    there = np.flatnonzero(start < stop)
    apart = mask[there] * (stop.max(initial=0) + 1)  # so that masks don't touch each other
    low, high = start[there] + apart, stop[there] + apart
    order = np.argsort(low, kind="stable")
    low, reach = low[order], np.maximum.accumulate(high[order])
    begins = np.flatnonzero(np.append(True, low[1:] > reach[:-1])[: len(low)])
    ends = np.append(begins[1:], len(low))[: len(begins)] - 1
    apart, of = apart[order][begins], mask[there][order][begins]
    first = np.searchsorted(of, np.arange(masks + 1))
    return Runs(low[begins] - apart, reach[ends] - apart, first)


def of_counts(counts: np.ndarray, first: np.ndarray) -> Runs:
    """Turn run lengths into runs.

    Parameters
    ----------
    counts : numpy.ndarray of int
        Those of all masks, one after the other.
    first : numpy.ndarray of int, shape (masks + 1,)
        Where those of each mask begin.

    Examples
    --------
    Two pixels are outside, three inside, one outside:

    >>> runs = of_counts(np.array([2, 3, 1]), np.array([0, 3]))
    >>> runs.start, runs.stop
    (array([2]), array([5]))
    """
    mask = np.repeat(np.arange(len(first) - 1), native(np.diff(first)))
    stop = running(counts, first)
    inside = (np.arange(len(counts)) - first[mask]) % 2 == 1
    counts, stop, mask = counts[inside], stop[inside], mask[inside]
    if (counts > 0).all() and not _touch(stop - counts, stop, mask):
        return Runs(stop - counts, stop, np.searchsorted(mask, np.arange(len(first))))
    return joined(stop - counts, stop, mask, len(first) - 1)


def _touch(start: np.ndarray, stop: np.ndarray, mask: np.ndarray) -> bool:
    """Tell whether there are runs with no gap between them."""
    return bool(((start[1:] == stop[:-1]) & (mask[1:] == mask[:-1])).any())


def running(values: np.ndarray, first: np.ndarray) -> np.ndarray:
    """Add up along each group.

    Examples
    --------
    >>> running(np.array([1, 2, 3, 4]), np.array([0, 2, 4]))
    array([1, 3, 3, 7])
    """
    total = np.concatenate([[0], np.cumsum(values)])
    return total[1:] - np.repeat(total[first[:-1]], native(np.diff(first)))


class NoRunLengths(ValueError):
    """A text that packs no run lengths: which one it is, and why."""

    def __init__(self, which: int, why: str):
        super().__init__(which, why)
        self.which, self.why = which, why


def unpacked(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Read COCO's compressed run lengths.

    Each letter has six bits. Five are a piece of a number, the lowest piece first; the sixth says
    that the next letter goes on with the same number. The highest bit of the last piece is the
    sign, because from the fourth number on not the count itself is written, but by how much it is
    larger than the last but one: neighbouring columns of a mask are much alike.

    Parameters
    ----------
    texts : sequence of str
        One for each mask.

    Returns
    -------
    counts : numpy.ndarray of int
        The run lengths of all masks, one after the other.
    first : numpy.ndarray of int, shape (masks + 1,)
        Where those of each mask begin.

    Raises
    ------
    NoRunLengths
        If a letter isn't one of the 64, the text breaks off, or a count is negative.

    Examples
    --------
    >>> unpacked(["52203", "`2"])
    (array([ 5,  2,  2,  2,  5, 80]), array([0, 5, 6]))
    """
    letters, text = _letters(texts)
    last = letters & MORE == 0
    ends = np.flatnonzero(last)
    begins = np.append(-1, ends[:-1])[: len(ends)] + 1
    if (ends - begins >= LETTERS).any():
        which = text[begins[ends - begins >= LETTERS][0]]
        raise NoRunLengths(int(which), "a number of it is larger than any image")
    piece = np.arange(len(letters)) - np.repeat(begins, ends - begins + 1)
    steps = np.add.reduceat((letters & (MORE - 1)) << BITS * piece, begins) if len(ends) else ends
    steps -= (letters[ends] & NEGATIVE != 0) * (1 << BITS * (ends - begins + 1))
    first = np.searchsorted(text[ends], np.arange(len(texts) + 1))
    counts = _added_up(steps, first)
    wrong = np.flatnonzero(counts < 0)
    if wrong.size:
        raise NoRunLengths(int(text[ends][wrong[0]]), "it would make a run shorter than nothing")
    return counts, first


def _letters(texts: Sequence[str]) -> tuple[np.ndarray, np.ndarray]:
    """Return the six bits of each letter, and whose letter it is."""
    codes = np.frombuffer("".join(texts).encode("utf-32-le"), np.uint32).astype(np.int64) - LOWEST
    text = np.repeat(np.arange(len(texts)), list(map(len, texts)))
    wrong = np.flatnonzero((codes < 0) | (codes >= 2 * MORE))
    if wrong.size:
        letter = chr(codes[wrong[0]] + LOWEST)
        raise NoRunLengths(int(text[wrong[0]]), f"{letter!r} isn't a letter of this code")
    ends = np.flatnonzero(np.append(text[1:] != text[:-1], True)[: len(text)])
    broken = ends[codes[ends] & MORE != 0]
    if broken.size:
        raise NoRunLengths(int(text[broken[0]]), "it breaks off within a number")
    return codes, text


def _added_up(steps: np.ndarray, first: np.ndarray) -> np.ndarray:
    """Add to each number the last but one, from the fourth number of each mask on."""
    place = np.arange(len(steps)) - np.repeat(first[:-1], native(np.diff(first)))
    counts = steps.copy()
    for chain in (place % 2 == 1, (place % 2 == 0) & (place > 0)):
        before = np.concatenate([[0], np.cumsum(chain)])
        counts[chain] = running(steps[chain], before[first])
    return counts


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


class Edges(NamedTuple):
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

    def take(self, rows: np.ndarray) -> "Edges":
        """Take some edges."""
        return Edges(*(column[rows] for column in self))


def filled(polygons: Polygons) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Fill polygons, exactly as COCO does it.

    The corners are moved to a grid five times as fine as the pixels. Wherever a side crosses the
    middle of a column of pixels, the column changes from outside to inside or back, from the next
    row on. So a polygon is the list of its crossings, sorted, two to a run.

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
    edges = _edges(polygons)
    side, column = _crossed(edges, polygons.width[polygon])
    polygon, height = polygon[side], polygons.height[polygon[side]]
    fine = _where(edges.take(side), FINE * column + MIDDLE)
    row = np.clip(-((MIDDLE - fine) // FINE), 0, height)
    place = column * height + row
    order = np.lexsort((place, polygon))
    return place[order][0::2], place[order][1::2], polygon[order][0::2]


def _edges(polygons: Polygons) -> Edges:
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
    return Edges(*ends, flat, across / np.where(along == 0, 1, along))


def _crossed(edges: Edges, width: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """List the columns whose middle each side passes on its way to the next step of the grid."""
    left, right = np.minimum(edges.x, edges.x_end), np.maximum(edges.x, edges.x_end)
    low = np.maximum(-((MIDDLE - left) // FINE), 0)
    high = np.minimum((right - 1 - MIDDLE) // FINE, width - 1)
    many = native(np.maximum(high - low + 1, 0))
    side = np.repeat(np.arange(len(many)), many)
    before = np.cumsum(many) - many
    return side, np.arange(len(side)) - before[side] + low[side]


def _where(edges: Edges, x: np.ndarray) -> np.ndarray:
    """Find the row of the fine grid at which each side goes from ``x`` to ``x + 1`` or back.

    Of the two steps that it has there, the upper one counts.
    """
    along = x - edges.x
    ends = (edges.y + edges.slope * (along + step) + 0.5 for step in (0, 1))
    flat = np.minimum(*(end.astype(np.int64) for end in ends))
    return np.where(edges.flat, flat, _where_steep(edges, x))


def _where_steep(edges: Edges, x: np.ndarray) -> np.ndarray:
    """Find the last step down before a steep side has gone past the middle."""
    slope = np.where(edges.flat, 1.0, edges.slope)
    right = slope > 0
    steps = np.floor((x + 0.5 - edges.x) / slope).astype(np.int64) - 1
    for _ in range(3):  # a quotient is rounded; which side of the middle a step is on is not
        beyond = edges.x + slope * steps + 0.5 >= x + 1
        steps += beyond != right
    return edges.y + steps - 1
