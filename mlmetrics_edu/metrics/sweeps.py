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
    tp, fp : numpy.ndarray of int, shape (rows,)
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
        """How many positives each ranking holds: shape (rankings,)."""
        return self.tp[self.start[1:] - 1]

    @property
    def false(self) -> np.ndarray:
        """How many others each ranking holds: shape (rankings,)."""
        return self.fp[self.start[1:] - 1]

    def total(self, steps: np.ndarray) -> np.ndarray:
        """Add up, in each ranking, what each step from row to row brings.

        Parameters
        ----------
        steps : numpy.ndarray, shape (rows - 1,)
            From one ranking to the next there is no step: what stands there counts for nothing.

        Returns
        -------
        numpy.ndarray, shape (rankings,)
        """
        padded = np.append(steps, 0)
        padded[self.start[1:] - 1] = 0
        return np.add.reduceat(padded, native(self.start[:-1]))

    def first_to_reach(self, counts: np.ndarray) -> np.ndarray:
        """Find the first row of each ranking in which so many positives are found: 0 in row 0.

        Parameters
        ----------
        counts : numpy.ndarray of int, shape (rankings, n)

        Returns
        -------
        numpy.ndarray of int, shape (rankings, n)
            Where that many are never found, the row after the ranking's last.
        """
        times, found = np.diff(self.tp, prepend=0), self.found
        times[self.start[:-1]] = 2  # as the row after the ranking before, and as where 0 are found
        row = np.append(np.repeat(np.arange(len(times)), native(times))[1:], len(times))
        first = np.cumsum(found + 2) - (found + 2)
        return row[first[:, None] + np.minimum(counts, found[:, None] + 1)]

    def highest_from(self, column: np.ndarray, rows: np.ndarray) -> np.ndarray:
        """Find the highest value from some rows of each ranking to its end; 0 if there is none.

        Parameters
        ----------
        column : numpy.ndarray, shape (rows,)
            Nothing below 0, and 0 in each row 0.
        rows : numpy.ndarray of int, shape (rankings, n)
            Rising; the row after a ranking's last stands for none.

        Returns
        -------
        numpy.ndarray, shape (rankings, n)
        """
        ends = native(rows.ravel())  # from each of them to the next; then from the last one back
        highest = np.maximum.reduceat(np.append(column, 0), ends).reshape(rows.shape)
        return np.maximum.accumulate(highest[:, ::-1], axis=1)[:, ::-1]

    def highest_from_here(self, column: np.ndarray) -> np.ndarray:
        """Find the highest value of each row or any after it in its ranking."""
        highest = column.copy()
        for first, end in pairwise(self.start.tolist()):
            rising = highest[first:end][::-1]
            np.maximum.accumulate(rising, out=rising)
        return highest

    def __iter__(self) -> Iterator[tuple]:
        """Go through the rankings: the columns TP and FP, and the number of positives."""
        ends = zip(pairwise(self.start.tolist()), self.positives.tolist(), strict=True)
        for (first, end), positives in ends:
            yield self.tp[first:end], self.fp[first:end], positives
