"""Predicted sets of labels against true ones: cell by cell, set by set, by overlap."""

from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ...core import digits
from ...core.calls import explained
from ...core.conventions import ClassUndefined
from ...core.formula import Formula, Worked
from ...core.trace import Column, Lazy, Trace
from .. import means
from ..confusion import Confusion
from ..rates import NO_SAMPLES, RATES
from .multilabel import Grid, decided

SUBSET = Formula("subset_accuracy", "exact_matches / samples", (0.0, 1.0), "higher", NO_SAMPLES)


@explained
def hamming_loss(
    Y_true: ArrayLike,
    Y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> Worked:
    """Return the share of all cells that are wrong: the error rate, with all labels pooled.

    Parameters
    ----------
    Y_true, Y_pred : array_like, shape (n, k)
        1 where the label (column) belongs to the sample (row), truly or by prediction, else 0.
    labels : array_like, shape (k,), optional
        Names of the labels; without them, their positions from 0.
    weights : array_like, shape (n,), optional
        How many samples each one stands for.

    Returns
    -------
    Worked
        From 0 to 1, lower is better. ``steps`` has a row for each sample.

    References
    ----------
    Schapire & Singer (2000), BoosTexter, section 2.

    Examples
    --------
    >>> loss = hamming_loss([[0, 1, 1], [1, 1, 0]], [[1, 1, 1], [1, 0, 0]])
    >>> loss.fraction
    Fraction(1, 3)
    >>> print(loss.steps)
    Hamming loss: 2 of 6 cells are wrong
    sample  true labels  predicted  missed  too many  wrong
    0       1, 2         0, 1, 2    –       0             1
    1       0, 1         0          1       –             1
    """
    grid = decided(Y_true, Y_pred, labels, weights)
    weights = None if grid.weights is None else np.repeat(grid.weights, grid.truth.shape[1])
    cells = Confusion.from_labels(grid.truth.ravel(), grid.other.ravel(), weights=weights)
    worked = cells.error_rate.retold("hamming_loss", over="all cells pooled")
    return worked.with_steps(partial(_cell_by_cell, grid, cells))


@explained
def subset_accuracy(
    Y_true: ArrayLike,
    Y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: ArrayLike | None = None,
) -> Worked:
    """Return the share of samples whose predicted labels are exactly the true ones.

    Parameters
    ----------
    Y_true, Y_pred, labels, weights
        As for :func:`hamming_loss`.

    Returns
    -------
    Worked
        From 0 to 1. A single wrong label makes a sample wrong.

    References
    ----------
    Zhang & Zhou (2014), A review on multi-label learning algorithms, section 2.2.

    Examples
    --------
    >>> print(subset_accuracy([[0, 1], [1, 1]], [[0, 1], [1, 0]]).working)
    subset accuracy = exact matches / samples
                    = 1 / 2
                    = 1/2
                    = 0.5
    """
    grid = decided(Y_true, Y_pred, labels, weights)
    matches = (grid.truth == grid.other).all(axis=1)
    heft = np.ones(len(matches), np.int64) if grid.weights is None else grid.weights
    worked = SUBSET.work(exact_matches=heft[matches].sum(), samples=heft.sum())
    return worked.with_steps(partial(_set_by_set, grid, matches))


@explained
def jaccard_samples(
    Y_true: ArrayLike,
    Y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    undefined: ClassUndefined = "nan",
) -> Worked:
    """Return the mean overlap of true and predicted labels: those in both, of those in either.

    Parameters
    ----------
    Y_true, Y_pred, labels, weights
        As for :func:`hamming_loss`.
    undefined : {"nan", "skip", 0, 1, "raise"}
        What a sample with no label, true or predicted, does: the mean is nan and says so; it is
        left out; it counts as 0 (scikit-learn, unless told otherwise) or as 1; there is an error.

    Returns
    -------
    Worked
        From 0 to 1; ``steps`` has a row for each sample.

    References
    ----------
    Godbole & Sarawagi (2004), Discriminative methods for multi-labeled classification, section 4.

    Examples
    --------
    >>> overlap = jaccard_samples([[0, 1, 1], [1, 1, 0]], [[1, 1, 1], [1, 0, 0]])
    >>> overlap.fraction
    Fraction(7, 12)
    """
    undefined = means.policy(undefined)
    grid = decided(Y_true, Y_pred, labels, weights)
    counts = {name: table.sum(axis=1) for name, table in _cells(grid).items()}
    parts = means.Parts(
        "sample",
        range(len(grid.truth)),
        RATES["jaccard"].column(**counts),
        partial(_jaccard, counts),
        grid.weights,
        partial(_columns, grid),
    )
    return means.mean("jaccard_samples", parts, undefined)


def _cells(grid: Grid) -> dict[str, np.ndarray]:
    """Tell the three kinds of cells apart that belong to either set."""
    truth, guess = grid.truth, grid.other
    return {"TP": truth & guess, "FP": ~truth & guess, "FN": truth & ~guess}


def _jaccard(counts, i: int) -> Worked:
    return RATES["jaccard"].work(**{name: n[i].item() for name, n in counts.items()})


def _columns(grid: Grid) -> tuple[Column, ...]:
    """Name the true and the predicted labels of each sample, and where they differ."""
    cells = _cells(grid)
    tables = {
        "true labels": grid.truth,
        "predicted": grid.other,
        "missed": cells["FN"],
        "too many": cells["FP"],
    }
    n = len(grid.truth)
    return tuple(
        Column(heading, Lazy(n, partial(_named, grid.labels, table)), digits.listing)
        for heading, table in tables.items()
    )


def _named(labels: np.ndarray, table: np.ndarray, i: int) -> tuple:
    return tuple(labels[table[i]].tolist())


def _by_sample(title: str, grid: Grid, heading: str, values, show=digits.count) -> Trace:
    n = len(grid.truth)
    last = Column(heading, values, show, "right")
    heft = means.weight_column(grid.weights)
    return Trace(title, (Column("sample", range(n)), *_columns(grid), *heft, last))


def _cell_by_cell(grid: Grid, cells: Confusion) -> Trace:
    wrong = (grid.truth != grid.other).sum(axis=1)
    title = f"Hamming loss: {digits.count(cells.fp + cells.fn)} of {digits.count(cells.total)}"
    return _by_sample(f"{title} cells are wrong", grid, "wrong", wrong)


def _set_by_set(grid: Grid, matches: np.ndarray) -> Trace:
    return _by_sample(
        "Subset accuracy", grid, "exact match", matches, {True: "yes", False: "no"}.get
    )
