"""Masks as runs of pixels, as COCO counts them: down each column, the columns from left to right.

An image of 2 rows and 3 columns has its pixels numbered so::

    0 2 4
    1 3 5

Its run lengths tell in turn how many pixels lie outside and inside of the mask, those outside
first. COCO's files pack these counts into a short text (:func:`unpacked`).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..core.native import native

LOWEST, BITS = 48, 5  # a letter is 48 + 5 bits of a number + 32 where more letters follow
MORE, NEGATIVE = 1 << BITS, 1 << (BITS - 1)
LETTERS = 12  # so many hold any number that 64 bits can


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
