"""Many rankings counted in one walk: of queries, of the labels of each sample, of categories.

It is :func:`sweep` in its grouped form. Whoever looks at the working of one ranking among them gets
the ordinary sweep.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

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
        return np.add.reduceat(padded, self.start[:-1], axis=-1)

    def __iter__(self) -> Iterator[tuple]:
        """Go through the rankings: the columns TP and FP, and the number of positives."""
        ends = list(zip(self.start[:-1].tolist(), self.start[1:].tolist(), strict=True))
        for tp, fp in zip(*(c.reshape(-1, c.shape[-1]) for c in (self.tp, self.fp)), strict=True):
            for (first, end), positives in zip(ends, self.positives.tolist(), strict=True):
                yield tp[first:end], fp[first:end], positives
