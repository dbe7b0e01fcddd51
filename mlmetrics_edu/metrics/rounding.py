"""Scores rounded down to few significant bits: fewer thresholds, and what that leaves open.

Samples whose scores become one can't be told apart any more. The counts at the thresholds that are
left are exact; what happened between two of them isn't known, but it is known within bounds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs
from ..core.calls import explained
from ..core.conventions import RoundedMeasure, options
from .auc import auc
from .average_precision import average_precision
from .ks import ks_statistic
from .sweep import counted

if TYPE_CHECKING:
    from .sweep import Sweep

ALL = 53  # significant bits of a float
SIGN = -(2**63)
SLACK = 2.0**-40  # more than all rounding of floats on the way to a bound
MEASURES = options(RoundedMeasure)
BITS = "it says how many significant bits of a score count, and a float has 53"


@explained
def round_scores(y_score: ArrayLike, bits: int) -> np.ndarray:
    """Round scores down to so many significant bits.

    A score reaches a rounded threshold exactly where it did before, so that the counts at the
    thresholds that are left are exact. Whoever rounds in this way, the counts still add up.

    Parameters
    ----------
    y_score : array_like, shape (n,)
        Scores.
    bits : int
        How many significant bits of each are kept, from 1 to 53.

    Returns
    -------
    numpy.ndarray of float, shape (n,)

    Raises
    ------
    InputError
        If a score is no finite number, or a float has no so many bits.

    Examples
    --------
    >>> round_scores([0.8, 0.3, -0.3], 1), round_scores([0.8, 0.3, -0.3], 3)
    (array([ 0.5 ,  0.25, -0.5 ]), array([ 0.75  ,  0.25  , -0.3125]))
    """
    score = inputs.scores(y_score)
    # The bits of a float sort like a whole number, sign apart, so the last ones can be cut off.
    key, cut = score.view(np.int64), ALL - inputs.whole(bits, "bits", BITS, most=ALL)
    key = np.where(key < 0, SIGN - key, key) >> cut << cut
    down = np.where(key < 0, SIGN - key, key).view(np.float64)
    return np.maximum(down, np.finfo(float).min) + 0.0


class ResolutionRange(NamedTuple):
    """Between which values a number of the scores lies that were rounded.

    Attributes
    ----------
    lowest, highest : float
        Whatever the scores were, it isn't outside of these.
    """

    lowest: float
    highest: float


@explained
def resolution_range(sweep: Sweep, measure: RoundedMeasure = "auc") -> ResolutionRange:
    """Bound a number of the scores themselves, where the sweep is one of rounded scores.

    Parameters
    ----------
    sweep : Sweep
        Of scores that :func:`round_scores` rounded: those of one row may have been in any order.
    measure : {"auc", "average_precision", "ks"}
        Which number; average precision by steps.

    Returns
    -------
    ResolutionRange
        Rounding of floats included.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> rounded = sweep([1, 0, 1, 0], round_scores([0.9, 0.7, 0.6, 0.2], 1))
    >>> rounded.threshold.tolist(), auc(rounded).fraction
    ([inf, 0.5, 0.125], Fraction(3, 4))
    >>> [round(end, 6) for end in resolution_range(rounded)]
    [0.5, 1.0]
    """
    counted(sweep, "resolution range")
    low, high = RANGES[inputs.choice(measure, MEASURES, "measure")](sweep)
    return ResolutionRange(max(low - SLACK, 0.0), min(high + SLACK, 1.0))


def _auc(sweep: Sweep) -> tuple[float, float]:
    """Within a row any order is possible, and all of its pairs may be won or lost."""
    area, (up, right) = float(auc(sweep)), (np.diff(c.astype(float)) for c in (sweep.tp, sweep.fp))
    stake = float(up @ right) / (2 * sweep.positives * sweep.negatives)
    return area - stake, area + stake


def _average_precision(sweep: Sweep) -> tuple[float, float]:
    """Within a row the positives came all at once and first, or one by one and last.

    First: each has the precision (T + a) / (T + a + F). Last: the k-th has
    (T + k) / (T + k + F + b), which over k is a curve above the chord of its ends.
    """
    average_precision(sweep)  # refuses what has none
    tp, fp = (column.astype(float) for column in (sweep.tp, sweep.fp))
    gains = np.diff(tp) > 0
    t, f, a, b = (c[gains] for c in (tp[:-1], fp[:-1], np.diff(tp), np.diff(fp)))
    share, end = a / sweep.positives, (t + a) / (t + a + f + b)
    lowest = share * ((t + 1) / (t + 1 + f + b) + end) / 2
    return float(lowest.sum()), float((share * ((t + a) / (t + a + f))).sum())


def _ks(sweep: Sweep) -> tuple[float, float]:
    """Within a row the positives may have come first, or the negatives."""
    gap, positives, negatives = float(ks_statistic(sweep)), sweep.positives, sweep.negatives
    up, right = sweep.tp.astype(float) * negatives, sweep.fp.astype(float) * positives
    widest = max((up[1:] - right[:-1]).max(), (right[1:] - up[:-1]).max())
    return gap, float(widest) / (positives * negatives)


RANGES = {"auc": _auc, "average_precision": _average_precision, "ks": _ks}
