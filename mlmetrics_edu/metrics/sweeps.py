"""Many rankings counted in one walk: of queries, of the labels of each sample, of categories.

It is :func:`sweep` in its grouped form. Whoever looks at the working of one ranking among them gets
the ordinary sweep.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from ..core.native import native
from . import counting


@dataclass(frozen=True, eq=False)
class Sweeps:
    """The counts of rankings that stand one after the other, each with a row 0 of its own.

    Attributes
    ----------
    tp, fp : numpy.ndarray of int, shape (..., rows)
        Axes before the last are for the same rankings with other labels, as at other overlaps.
    start : numpy.ndarray of int, shape (rankings + 1,)
        Row 0 of each ranking, and last where all end.
    positives : numpy.ndarray of int, shape (rankings,)
        How many there are in all, found or not.

    Examples
    --------
    >>> two = Sweeps.of(np.array([1, 0, 0, 1]) > 0, np.array([0.9, 0.4, 0.8, 0.8]), [0, 2, 4])
    >>> two.tp.tolist(), two.fp.tolist(), two.start.tolist()
    ([0, 1, 1, 0, 1], [0, 0, 1, 0, 1], [0, 3, 5])
    """

    tp: np.ndarray
    fp: np.ndarray
    start: np.ndarray
    positives: np.ndarray

    @classmethod
    def of(cls, positive: np.ndarray, score: np.ndarray, start, ties="grouped", positives=None):
        """Count rankings of samples that stand one after the other, from ``start`` on."""
        threshold, tp, fp = counting.count(positive, score, None, ties, np.asarray(start))
        rows = np.append(np.flatnonzero(np.isinf(threshold)), len(threshold))
        return cls(tp, fp, rows, tp[rows[1:] - 1] if positives is None else positives)

    @property
    def found(self) -> np.ndarray:
        """How many positives each ranking holds: shape (..., rankings)."""
        return self.tp[..., self.start[1:] - 1]

    @property
    def false(self) -> np.ndarray:
        """How many others each ranking holds: shape (..., rankings)."""
        return self.fp[..., self.start[1:] - 1]

    def total(self, steps: np.ndarray) -> np.ndarray:
        """Add up, in each ranking, what each step from row to row brings.

        Parameters
        ----------
        steps : numpy.ndarray, shape (..., rows - 1)
            From one ranking to the next there is no step: what stands there counts for nothing.

        Returns
        -------
        numpy.ndarray, shape (..., rankings)
        """
        padded = np.zeros(self.tp.shape, steps.dtype)
        padded[..., :-1] = steps
        padded[..., self.start[1:] - 1] = 0
        return np.add.reduceat(padded, native(self.start[:-1]), axis=-1)

    def first_to_reach(self, counts: np.ndarray) -> np.ndarray:
        """Find the first row from row 1 on of each ranking in which so many positives are found.

        Parameters
        ----------
        counts : numpy.ndarray of int, shape (rankings, n)

        Returns
        -------
        numpy.ndarray of int, shape (..., rankings, n)
            Counted from row 0 of each ranking; its length where that many are never found.
        """
        gained = np.diff(self.tp, axis=-1, prepend=0)
        gained[..., self.start[:-1]] = 0
        row = np.repeat(self._rows, native(gained.ravel()))  # of each positive
        found = self.found[..., None]
        before = np.cumsum(found).reshape(found.shape) - found
        there = (counts > 0) & (counts <= found)
        first = np.empty(there.shape, np.int64)
        first[:] = np.where(counts > 0, np.diff(self.start)[:, None], 1)
        first[there] = row[(before + counts - 1)[there]]
        return first

    @property
    def _rows(self) -> np.ndarray:
        """Number the rows of each ranking from 0 on, all in one line."""
        own = np.arange(self.start[-1]) - np.repeat(self.start[:-1], native(np.diff(self.start)))
        return np.tile(own, self.tp.size // len(own))

    def highest_from_here(self, column: np.ndarray) -> np.ndarray:
        """Find the highest value of each row or any after it in its ranking; 0 if all are nan."""
        highest, last = column.copy(), self.start[1:] - 1
        highest[..., last] = np.nan_to_num(highest[..., last])
        for first, end in pairwise(self.start.tolist()):
            rising = highest[..., first:end][..., ::-1]
            np.fmax.accumulate(rising, axis=-1, out=rising)
        return highest

    def __iter__(self) -> Iterator[tuple]:
        """Go through the rankings: the columns TP and FP, and the number of positives."""
        columns = (column.reshape(-1, column.shape[-1]) for column in (self.tp, self.fp))
        for tp, fp in zip(*columns, strict=True):
            ends = zip(pairwise(self.start.tolist()), self.positives.tolist(), strict=True)
            for (first, end), positives in ends:
                yield tp[first:end], fp[first:end], positives
