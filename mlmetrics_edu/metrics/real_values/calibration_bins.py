"""Predicted probabilities in bins: what each bin promised on average, and what happened."""

from typing import NamedTuple

import numpy as np

from ...core import inputs
from .calibration import probabilities


class Bins(NamedTuple):
    """What was predicted in each bin on average, what happened, and of how many samples.

    Attributes
    ----------
    predicted, happened : numpy.ndarray of float, shape (bins,)
        Mean probability, and share of positives; nan in a bin without samples.
    count : numpy.ndarray of int, shape (bins,)
        How many samples there are.
    """

    predicted: np.ndarray
    happened: np.ndarray
    count: np.ndarray


def calibration_bins(truth: np.ndarray, chances, bins: int) -> Bins:
    """Sort samples into bins of equal width; the last one has its upper end as well.

    Parameters
    ----------
    truth : numpy.ndarray of bool, shape (n,)
        Which samples are positive.
    chances : array_like, shape (n,)
        The predicted probability of each.
    bins : int
        How many bins there are from 0 to 1.

    Examples
    --------
    >>> calibration_bins(np.array([False, True, True]), [0.1, 0.3, 0.9], 2).happened
    array([0.5, 1. ])
    """
    chances = probabilities(chances, "chances")
    inputs.same_length(y_true=truth, chances=chances)
    place = np.minimum((chances * bins).astype(int), bins - 1)
    count = np.bincount(place, minlength=bins)
    there = np.where(count > 0, count, np.nan)
    sums = (np.bincount(place, weights, bins) for weights in (chances, truth))
    return Bins(*(total / there for total in sums), count)
