"""Tables of several labels a sample: let in, and counted at the score of each label."""

from typing import NamedTuple

import numpy as np

from ...core import inputs
from ...core.errors import InputError
from ...core.shape import locked


class Grid(NamedTuple):
    """A row for each sample and a column for each label.

    Attributes
    ----------
    truth : numpy.ndarray of bool, shape (n, k)
        Whether the label belongs to the sample.
    other : numpy.ndarray of float or bool, shape (n, k)
        The scores, or the predicted labels.
    labels : numpy.ndarray, shape (k,)
        What the labels are called.
    weights : numpy.ndarray or None, shape (n,)
        How many samples each one stands for.
    """

    truth: np.ndarray
    other: np.ndarray
    labels: np.ndarray
    weights: np.ndarray | None


def scored(Y_true, Y_score, labels=None, weights=None) -> Grid:
    """Read which labels are true, and the score of each."""
    truth, score = _table(Y_true, "Y_true"), _table(Y_score, "Y_score")
    score = inputs.scores(score.ravel(), "Y_score.ravel()").reshape(score.shape)
    return _grid(inputs.yes_or_no(truth, "Y_true"), score, "Y_score", labels, weights)


def decided(Y_true, Y_pred, labels=None, weights=None) -> Grid:
    """Read which labels are true, and which are predicted."""
    truth, guess = (
        inputs.yes_or_no(_table(values, name), name)
        for values, name in ((Y_true, "Y_true"), (Y_pred, "Y_pred"))
    )
    return _grid(truth, guess, "Y_pred", labels, weights)


def _table(values, name: str) -> np.ndarray:
    """Take a table of at least one cell."""
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise InputError(
            f"{name} can't be read as a table", str(error), "give each sample equally many labels"
        ) from None
    if array.ndim != 2 or not array.size:
        flat = f"if each sample has one label only: {name} = labels[:, None] == classes"
        raise InputError(
            f"{name} has the shape {array.shape}",
            "a row for each sample and a column for each label are needed, one or more of both",
            flat if array.ndim == 1 else "pass a list of rows, all of one length",
        )
    if np.ma.is_masked(values):
        inputs.column(values.ravel(), name)  # refuses it, and says why
    return array


def _grid(truth: np.ndarray, other: np.ndarray, name: str, labels, weights) -> Grid:
    if truth.shape != other.shape:
        raise InputError(
            f"Y_true has the shape {truth.shape}, {name} has {other.shape}",
            "each cell of the one belongs to the same cell of the other",
            "pass two tables of one shape",
        )
    weights, names = inputs.weights(weights), inputs.ids(labels, "labels")
    inputs.same_length(Y_true=truth, weights=weights)
    if weights is not None and not weights.any():
        raise InputError(
            "all weights are 0", "then no sample counts", "give some sample a positive weight"
        )
    if names is not None and len(names) != truth.shape[1]:
        raise InputError(
            f"labels has {len(names)} names for {truth.shape[1]} columns",
            "each column is one label",
            "name each column once, in their order",
        )
    names = np.arange(truth.shape[1]) if names is None else names
    return Grid(locked(truth), locked(other), locked(names), weights)


def at_each_score(grid: Grid) -> tuple[np.ndarray, np.ndarray]:
    """Count, in each sample, with the score of each of its labels as the threshold.

    It is what ``sweep(truth[i], score[i]).at(score[i, j])`` counts, for all cells at once.

    Returns
    -------
    tp, fp : numpy.ndarray, shape (k, n)
        How many labels with that score or a higher one belong to the sample, and how many don't.
        A row for each label, since long rows are quicker to compare than many short ones.

    Examples
    --------
    >>> tp, fp = at_each_score(scored([[1, 0, 1]], [[0.9, 0.4, 0.4]]))
    >>> tp.ravel().tolist(), fp.ravel().tolist()
    ([1, 2, 2], [0, 1, 1])
    """
    truth, score = (np.ascontiguousarray(table.T) for table in (grid.truth, grid.other))
    tp, fp = np.empty((2, *truth.shape), np.int64)
    narrow = np.min_scalar_type(len(truth))  # counts up to k fit, and small ones add up quickly
    for label, threshold in enumerate(score):
        reached = score >= threshold
        tp[label] = (reached & truth).sum(axis=0, dtype=narrow)
        fp[label] = reached.sum(axis=0, dtype=narrow)
    fp -= tp
    return tp, fp
