"""The upper convex hull of a staircase."""

import numpy as np

FEW = 2_000  # below it, walking is as fast as pruning


def corners(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Find the corners of the upper hull of points that never go left or down.

    Parameters
    ----------
    x, y : numpy.ndarray, shape (n,)
        Counts of false and true positives, both never falling. Whole numbers are compared exactly.

    Returns
    -------
    numpy.ndarray of int, shape (corners,)
        Which points are corners, in order; no three of them lie on one line.

    Examples
    --------
    >>> corners(np.array([0, 0, 1, 1, 2]), np.array([0, 1, 1, 2, 2])).tolist()
    [0, 1, 3, 4]
    """
    rows = np.flatnonzero(np.append(True, np.diff(x) + np.diff(y) > 0))
    # Products of larger whole numbers would overflow in an array; the walk takes any.
    fits = x.dtype.kind == "f" or int(x[-1]) * int(y[-1]) < 2**63
    while fits and len(rows) > FEW:
        kept = rows[_bulging(x[rows], y[rows])]
        if len(kept) > 0.9 * len(rows):
            break
        rows = kept
    return np.array(_walk(rows.tolist(), x[rows].tolist(), y[rows].tolist()))


def _bulging(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Tell which points lie above the line between their neighbours; others are no corners."""
    right, up = np.diff(x), np.diff(y)
    keep = np.ones(len(x), bool)
    keep[1:-1] = up[:-1] * right[1:] > up[1:] * right[:-1]
    return keep


def _walk(rows: list[int], x: list, y: list) -> list[int]:
    """Walk from left to right, and take back each point that the next one rises above."""
    hull: list[int] = []
    for i in range(len(rows)):
        while len(hull) > 1:
            a, b = hull[-2:]
            if (y[b] - y[a]) * (x[i] - x[b]) > (y[i] - y[b]) * (x[b] - x[a]):
                break
            hull.pop()
        hull.append(i)
    return [rows[i] for i in hull]
