"""The walk down the ranking: line up, add up, and stop where the score changes."""

import numpy as np


def line_up(positive: np.ndarray, score: np.ndarray, ties: str) -> np.ndarray:
    """Give the order of the samples, highest score first; equal scores as ``ties`` says."""
    if ties in ("positives-first", "negatives-first"):
        return np.lexsort((positive == (ties == "negatives-first"), -score))
    return np.argsort(-score, kind="stable")


def count(positive: np.ndarray, score: np.ndarray, weights: np.ndarray | None, ties: str):
    """Count what is predicted positive at each threshold.

    Returns
    -------
    threshold, tp, fp : numpy.ndarray, shape (rows,)
        From high to low. Row 0 is at +inf, where nothing is predicted positive.
    """
    any_order = ties == "grouped" and weights is None
    if any_order and _fits_a_key(score):
        threshold, tp, fp = _count_keys(positive, score)
    else:
        # Sums of weights depend on their order in the last digit, so that order is kept stable.
        line = np.argsort(-score) if any_order else line_up(positive, score, ties)
        positive, weights = positive[line], 1 if weights is None else weights[line]
        threshold = on_top(np.inf, score[line]) + 0.0  # -0.0 is no threshold of its own
        tp, fp = (on_top(0, np.cumsum(mask * weights)) for mask in (positive, ~positive))
    last = _last_of_each(threshold) if ties == "grouped" else None
    if last is not None:
        threshold, tp, fp = threshold[last], tp[last], fp[last]
    return locked(threshold), locked(tp), locked(fp)


def _fits_a_key(score: np.ndarray) -> bool:
    """Tell whether all scores are from 0 up to, not including, 2: their two first bits are 0."""
    return np.bitwise_or.reduce(score.view(np.uint64)) >> 62 == 0


def _count_keys(positive: np.ndarray, score: np.ndarray):
    """Count without looking for the order of the samples: sorted scores will do.

    Sorting numbers is three times as fast as finding their order. The bits of such floats sort
    like whole numbers, and the second one is free: shifted over it, they make room for the label
    in the last bit. What comes out is at most two runs a score, first positives, then negatives.
    """
    key = score.view(np.int64) << 1
    key |= positive
    key.sort()
    key = key[::-1]
    last = _last_of_each(key)
    if last is None:
        reached = np.arange(len(key) + 1)
    else:
        key, reached = key[last], on_top(-1, last)
        reached += 1
    # Large arrays cost more to get than to fill, so each one is used again where it can be.
    threshold, tp = np.empty(len(reached)), np.zeros(len(reached), np.int64)
    threshold[0] = np.inf
    np.right_shift(key, 1, out=threshold[1:].view(np.int64))
    key &= 1
    if last is not None:
        key *= np.diff(reached)
    key.cumsum(out=tp[1:])
    reached -= tp
    return threshold, tp, reached


def _last_of_each(column: np.ndarray) -> np.ndarray | None:
    """Find the last row of each group of equal values; None where no two are equal."""
    changes = column[1:] != column[:-1]
    if np.count_nonzero(changes) == len(changes):
        return None
    return np.flatnonzero(np.append(changes, True))


def on_top(first: float, column: np.ndarray) -> np.ndarray:
    """Put row 0 on top."""
    rows = np.empty(len(column) + 1, column.dtype)
    rows[0], rows[1:] = first, column
    return rows


def locked(column: np.ndarray) -> np.ndarray:
    """Make a column read-only."""
    column.flags.writeable = False
    return column
