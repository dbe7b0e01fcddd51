"""Scores rounded down to few significant bits: fewer thresholds, and what that leaves open.

Samples whose scores become one can't be told apart any more. The counts at the thresholds that are
left are exact; what happened between two of them isn't known, but it is known within bounds.
"""

import math
from typing import TYPE_CHECKING

import numpy as np

from ..core.inputs import locked, whole
from . import fast_counting

if TYPE_CHECKING:
    from .counts import Counts
    from .sweep import Sweep

ALL = 53  # significant bits of a float
SIGN = -(2**63)
PLACES = 10**6  # a bound is written with six decimals, rounded outwards
SLACK = 2.0**-40  # more than all rounding of floats on the way to a bound


def read(resolution) -> int | None:
    """Read how many bits of a score count."""
    meaning = "it says how many significant bits of a score count, and a float has 53"
    return None if resolution is None else whole(resolution, "resolution", meaning, most=ALL)


def rounded(score: np.ndarray, bits: int) -> np.ndarray:
    """Round scores down to so many significant bits.

    The bits of a float sort like a whole number, sign apart, so the last ones can be cut off.

    Examples
    --------
    >>> rounded(np.array([0.8, 0.3, -0.3]), 1), rounded(np.array([0.8, 0.3, -0.3]), 3)
    (array([ 0.5 ,  0.25, -0.5 ]), array([ 0.75  ,  0.25  , -0.3125]))
    """
    key, cut = score.view(np.int64), ALL - bits
    key = np.where(key < 0, SIGN - key, key) >> cut << cut
    down = np.where(key < 0, SIGN - key, key).view(np.float64)
    return np.maximum(down, np.finfo(float).min) + 0.0


def coarsened(sweep: "Sweep", bits: int | None) -> "Sweep":
    """Round the thresholds of a sweep down, and keep the last row of each."""
    if bits is None or bits >= (sweep.resolution or ALL):
        return sweep
    threshold = np.append(np.inf, rounded(sweep.threshold[1:], bits))
    last = fast_counting.last_of_each(threshold)
    rows = np.arange(len(threshold)) if last is None else last
    how = (sweep.ties, sweep.undefined, None, sweep.names, sweep.about, bits)
    return sweep._of(locked(threshold[rows]), sweep.in_units.take(rows), *how)


def finest(threshold: np.ndarray, most: int) -> int:
    """Find the most bits to which thresholds can be rounded so that no more than ``most`` are left.

    Examples
    --------
    >>> finest(np.array([0.8, 0.7, 0.3]), 2), finest(np.array([0.8, 0.7, 0.3]), 3)
    (1, 53)
    """
    low, high = 1, ALL  # to one bit rounded there are few, whatever the scores
    while low < high:
        bits = (low + high + 1) // 2
        kept = rounded(threshold, bits)
        fits = np.count_nonzero(kept[1:] != kept[:-1]) < most
        low, high = (bits, high) if fits else (low, bits - 1)
    return low


def span(sweep: "Sweep", measure: str, value: float) -> tuple[float, float]:
    """Bound what a number was before the scores were rounded.

    Parameters
    ----------
    sweep : Sweep
        Of rounded scores; of others the number is what it is.
    measure : {"auc", "average_precision", "two-sided", "greater", "less"}
        Which number; the last three are the KS statistic by its side.
    value : float
        The number of the rounded scores.
    """
    if sweep.resolution is None:
        return value, value
    low, high = SPANS[measure](sweep.in_units.roomy, value)
    lowest = -1.0 if measure in ("greater", "less") else 0.0
    return max(low - SLACK, lowest), min(high + SLACK, 1.0)


def _auc(held: "Counts", value: float) -> tuple[float, float]:
    """Between two thresholds any order is possible, and all pairs of that part are won or lost."""
    pairs = int(np.diff(held.tp) @ np.diff(held.fp))
    stake = pairs / (2 * held.positives * held.negatives)
    return value - stake, value + stake


def _average_precision(held: "Counts", value: float) -> tuple[float, float]:
    """Between two thresholds the positives came all at once and first, or one by one and last.

    First: each has the precision (T + a) / (T + a + F). Last: the k-th has
    (T + k) / (T + k + F + b), which over k is a curve above the chord of its ends.
    """
    t, f, a, b = held.tp[:-1], held.fp[:-1], np.diff(held.tp), np.diff(held.fp)
    gains = a > 0
    t, f, a, b = (column[gains] for column in (t, f, a, b))
    share, end = a / held.positives, (t + a) / (t + a + f + b)
    lowest = share * ((t + 1) / (t + 1 + f + b) + end) / 2
    return float(lowest.sum()), float((share * ((t + a) / (t + a + f))).sum())


def _above(held: "Counts", value: float) -> tuple[float, float]:
    """Between two thresholds the positives may have come first."""
    gap = held.tp[1:] * held.negatives - held.fp[:-1] * held.positives
    return value, int(gap.max()) / (held.positives * held.negatives)


def _below(held: "Counts", value: float) -> tuple[float, float]:
    """Between two thresholds the negatives may have come first."""
    gap = held.fp[1:] * held.positives - held.tp[:-1] * held.negatives
    return value, int(gap.max()) / (held.positives * held.negatives)


def _apart(held: "Counts", value: float) -> tuple[float, float]:
    return value, max(_above(held, value)[1], _below(held, value)[1])


SPANS = {
    "auc": _auc,
    "average_precision": _average_precision,
    "two-sided": _apart,
    "greater": _above,
    "less": _below,
}


def said(sweep: "Sweep", measure: str | None = None, value: float = 0.0) -> dict[str, str]:
    """Say that scores were rounded, and within what bounds a number of theirs is known."""
    if sweep.resolution is None:
        return {}
    bits = f"{sweep.resolution} significant bit{'s' * (sweep.resolution > 1)}"
    phrase = f"scores rounded down to {bits}"
    if measure is None:
        return {"resolution": phrase}
    low, high = span(sweep, measure, value)
    low = math.floor((low + 2 * SLACK) * PLACES) / PLACES  # so that 1/2 is written 0.500000
    high = math.ceil((high - 2 * SLACK) * PLACES) / PLACES
    return {"resolution": f"{phrase}; the scores themselves give {low:.6f} to {high:.6f}"}
