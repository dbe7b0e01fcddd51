"""The mean of several ROC curves at equal thresholds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from ..sweep import Sweep


class ThresholdMean(NamedTuple):
    """The mean of ROC curves by threshold averaging (Fawcett 2006, section 8.2).

    Attributes
    ----------
    fpr, tpr : numpy.ndarray of float, shape (thresholds,)
        The mean rates at each threshold.
    fpr_spread, tpr_spread : numpy.ndarray of float, shape (thresholds,)
        The standard deviation of the rates there, divided by the number of curves.
    """

    fpr: np.ndarray
    tpr: np.ndarray
    fpr_spread: np.ndarray
    tpr_spread: np.ndarray


def threshold_mean(sweeps: Sequence["Sweep"], thresholds: Sequence[float]) -> ThresholdMean:
    """Average the points that several sweeps reach at the same thresholds.

    That needs scores which mean the same in all of them; averaging at equal rates doesn't.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> folds = [sweep([1, 0], [2, 1]), sweep([1, 0], [1, 2])]
    >>> found = threshold_mean(folds, [2, 1])
    >>> found.fpr.tolist(), found.tpr.tolist()
    ([0.5, 1.0], [0.5, 1.0])
    """
    counted = [[one.at(threshold) for threshold in thresholds] for one in sweeps]
    fpr, tpr = (
        np.array([[float(getattr(counts, rate)) for counts in row] for row in counted])
        for rate in ("fpr", "recall")
    )
    return ThresholdMean(fpr.mean(0), tpr.mean(0), fpr.std(0), tpr.std(0))
