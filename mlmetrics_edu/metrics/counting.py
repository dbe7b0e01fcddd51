"""Counting down the ranking: line up, add up, and stop where the score changes.

Many rankings (of queries, of categories, of the labels of each sample) are counted in one walk.
They stand one after the other, and ``start`` says where each begins, and last where all end; each
has a row 0 of its own, at +inf. One ranking is the simplest case.
"""

import numpy as np

from ..core.inputs import locked
from ..core.native import native
from . import fast_counting


def line_up(
    positive: np.ndarray, score: np.ndarray, ties: str, start: np.ndarray | None = None
) -> np.ndarray:
    """Return the order of the samples, highest score first; equal scores as ``ties`` says."""
    keys = [-score]
    if ties in ("positives-first", "negatives-first"):
        keys.insert(0, positive == (ties == "negatives-first"))
    if start is None:
        return np.lexsort(keys) if len(keys) > 1 else np.argsort(keys[0], kind="stable")
    sizes = np.diff(start)
    if (sizes == sizes[0]).all():  # a table, sorted row by row
        rows = [key.reshape(len(sizes), sizes[0]) for key in keys]
        return (np.lexsort(rows, axis=-1) + start[:-1, None]).ravel()
    line = np.lexsort(keys)
    return line[fast_counting.stable_order(np.repeat(np.arange(len(sizes)), native(sizes))[line])]


def count(
    positive: np.ndarray,
    score: np.ndarray,
    weights: np.ndarray | None,
    ties: str,
    start: np.ndarray | None = None,
):
    """Count what is predicted positive at each threshold.

    Parameters
    ----------
    positive, score : numpy.ndarray of bool and of float, shape (n,)
    weights : numpy.ndarray of whole numbers, shape (n,), or None
    ties : str
        How samples of equal score come in.
    start : numpy.ndarray of int, shape (rankings + 1,), optional
        Which sample is the first of each ranking; without it there is one.

    Returns
    -------
    threshold, tp, fp : numpy.ndarray, shape (rows,)
        From high to low. Row 0 is at +inf, where nothing is predicted positive.

    Examples
    --------
    >>> columns = count(np.array([True, False, True]), np.array([0.2, 0.9, 0.5]), None, "grouped",
    ...                 start=np.array([0, 2, 3]))
    >>> [column.tolist() for column in columns]
    [[inf, 0.9, 0.2, inf, 0.5], [0, 0, 1, 0, 1], [0, 1, 1, 0, 0]]
    """
    fast = ties == "grouped" and weights is None and start is None
    columns = fast_counting.count(positive, score) if fast else None
    return tuple(map(locked, columns or in_line(positive, score, weights, ties, start)))


def in_line(positive, score, weights, ties: str, start=None):
    """Count as one would by hand: line the samples up, and add up down the line."""
    # Whole numbers of equal scores may be added up in any order; sums of floats hang on it.
    any_order = ties == "grouped" and (weights is None or weights.dtype != float)
    alone = start is None
    line = np.argsort(-score) if any_order and alone else line_up(positive, score, ties, start)
    positive = positive[line]
    weights = np.int64(1) if weights is None else weights[line]  # 64 bits wherever this runs
    threshold = on_top(np.inf, score[line], start) + 0.0  # -0.0 is no threshold of its own
    sides = (np.where(side, weights, 0) for side in (positive, ~positive))
    columns = (threshold, *(so_far(side, start) for side in sides))
    if ties != "grouped":
        return columns
    changes = (threshold[1:] != threshold[:-1]) | np.isinf(threshold[1:])
    last = np.append(changes, True)  # of each score
    return tuple(column[last] for column in columns)


def so_far(steps: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Add up down each ranking, along the last axis, from 0 in its row 0 on."""
    small = np.int32 if steps.dtype == bool else None  # half of the memory is half of the time
    sums = np.cumsum(on_top(0, steps, start), axis=-1, dtype=small)
    if start is None:
        return sums
    before = sums[..., start[:-1] + np.arange(len(start) - 1)]
    sums -= np.repeat(before, native(np.diff(start) + 1), axis=-1)
    return sums


def on_top(first: float, column: np.ndarray, start: np.ndarray | None = None) -> np.ndarray:
    """Put row 0 on top of each ranking."""
    if start is not None:
        return np.insert(column, start[:-1], first, axis=-1)
    *others, size = column.shape
    rows = np.empty((*others, size + 1), column.dtype)
    rows[..., 0], rows[..., 1:] = first, column
    return rows
