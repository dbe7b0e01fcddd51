"""Counting down the ranking: line up, add up, and stop where the score changes."""

import numpy as np

from ..core.shape import locked
from . import fast_counting


def line_up(positive: np.ndarray, score: np.ndarray, ties: str) -> np.ndarray:
    """Return the order of the samples, highest score first; equal scores as ``ties`` says."""
    if ties in ("positives-first", "negatives-first"):
        return np.lexsort((positive == (ties == "negatives-first"), -score))
    return np.argsort(-score, kind="stable")


def count(positive: np.ndarray, score: np.ndarray, weights: np.ndarray | None, ties: str):
    """Count what is predicted positive at each threshold.

    Parameters
    ----------
    positive, score : numpy.ndarray of bool and of float, shape (n,)
    weights : numpy.ndarray of whole numbers, shape (n,), or None
    ties : str
        How samples of equal score come in.

    Returns
    -------
    threshold, tp, fp : numpy.ndarray, shape (rows,)
        From high to low. Row 0 is at +inf, where nothing is predicted positive.
    """
    fast = ties == "grouped" and weights is None
    columns = fast_counting.count(positive, score) if fast else None
    return tuple(map(locked, columns or in_line(positive, score, weights, ties)))


def in_line(positive: np.ndarray, score: np.ndarray, weights: np.ndarray | None, ties: str):
    """Count as one would by hand: line the samples up, and add up down the line."""
    # Whole numbers of equal scores may be added up in any order; sums of floats hang on it.
    any_order = ties == "grouped" and (weights is None or weights.dtype != float)
    line = np.argsort(-score) if any_order else line_up(positive, score, ties)
    positive, weights = positive[line], 1 if weights is None else weights[line]
    threshold = on_top(np.inf, score[line]) + 0.0  # -0.0 is no threshold of its own
    sides = (np.where(side, weights, 0) for side in (positive, ~positive))
    columns = (threshold, *(on_top(0, np.cumsum(side)) for side in sides))
    if ties != "grouped":
        return columns
    last = np.append(threshold[1:] != threshold[:-1], True)  # of each score
    return tuple(column[last] for column in columns)


def on_top(first: float, column: np.ndarray) -> np.ndarray:
    """Put row 0 on top."""
    rows = np.empty(len(column) + 1, column.dtype)
    rows[0], rows[1:] = first, column
    return rows
