"""Average precision and AUC where a sample may have several labels: four ways to average.

Each label is a question of yes or no, so each has a sweep of its own. What is left to choose is
what the mean is taken over: the labels, the samples, or not at all, with all cells in one sweep.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ...core import digits, inputs
from ...core.conventions import ApRule, LabelAverage, LabelUndefined, options
from ...core.exact import FEW
from ...core.trace import Column
from ...core.worked import Worked
from .. import means
from ..auc import auc
from ..average_precision import RULES, average_precision
from ..sweep import Sweep, sweep
from .label_grid import Grid, scored

UNDEFINED = options(LabelUndefined)


def multilabel_map(
    Y_true: ArrayLike,
    Y_score: ArrayLike,
    average: LabelAverage = "macro",
    *,
    rule: ApRule = "step",
    labels: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    undefined: LabelUndefined = "nan",
) -> Worked:
    """Return the mean average precision over several labels.

    Parameters
    ----------
    Y_true : array_like, shape (n, k)
        1 where the label (column) belongs to the sample (row), else 0.
    Y_score : array_like, shape (n, k)
        Scores; a higher one speaks for the label.
    average : {"macro", "micro", "weighted", "samples"}
        ``"macro"``: the mean over the labels, each counting the same. ``"weighted"``: each label
        counts as often as it is true. ``"micro"``: all cells in one sweep. ``"samples"``: the mean
        over the samples, each a sweep over its labels.
    rule : {"step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco"}
        How each P-R curve is summed up; see :func:`average_precision`.
    labels : array_like, shape (k,), optional
        Names of the labels; without them, their positions from 0.
    weights : array_like, shape (n,), optional
        How many samples each one stands for.
    undefined : {"nan", "skip", 0}
        What a label (or sample) without positives does: the mean is nan and says whose fault that
        is; it is left out; it counts as 0, as in scikit-learn.

    Returns
    -------
    Worked
        From 0 to 1. ``steps`` has a row for each label or sample; ``terms`` holds the AP of each
        label with its working, by the label's name (for macro and weighted).

    Raises
    ------
    InputError
        If the tables can't be counted.

    References
    ----------
    Zhang & Zhou (2014), A review on multi-label learning algorithms, section 2.2.

    Examples
    --------
    >>> Y, S = [[1, 0], [0, 1], [1, 1]], [[0.9, 0.6], [0.5, 0.4], [0.3, 0.7]]
    >>> ap = multilabel_map(Y, S, labels=["cat", "dog"])
    >>> ap.fraction
    Fraction(5, 6)
    >>> print(ap.steps)
    macro average precision, over 2 labels · AP rule: step · ties: grouped ...
    label  positives        value
    cat            2  5/6 = 0.833
    dog            2  5/6 = 0.833
    >>> ap.terms["cat"].steps.columns[0].values.tolist()
    [1, 3]
    """
    inputs.choice(rule, RULES, "rule")
    metric = partial(average_precision, rule=rule)
    grid, undefined = scored(Y_true, Y_score, labels, weights), means.policy(undefined, UNDEFINED)
    said = {"rule": f"AP rule: {rule}"}
    return _averaged("average_precision", metric, grid, average, undefined, said)


def multilabel_auc(
    Y_true: ArrayLike,
    Y_score: ArrayLike,
    average: LabelAverage = "macro",
    *,
    labels: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    undefined: LabelUndefined = "nan",
) -> Worked:
    """Return the mean area under the ROC curve over several labels.

    Parameters
    ----------
    Y_true, Y_score, average, labels, weights
        As for :func:`multilabel_map`.
    undefined : {"nan", "skip", 0}
        What a label (or sample) with one class only does to the mean.

    Returns
    -------
    Worked
        From 0 to 1, with steps and terms as :func:`multilabel_map` has them.

    References
    ----------
    Zhang & Zhou (2014), A review on multi-label learning algorithms, section 2.2.

    Examples
    --------
    >>> Y, S = [[1, 0], [0, 1], [1, 1]], [[0.9, 0.6], [0.5, 0.4], [0.3, 0.7]]
    >>> multilabel_auc(Y, S).fraction, multilabel_auc(Y, S, "micro").fraction
    (Fraction(1, 2), Fraction(1, 2))
    """
    grid, undefined = scored(Y_true, Y_score, labels, weights), means.policy(undefined, UNDEFINED)
    return _averaged("auc", auc, grid, average, undefined, {})


def _averaged(name: str, metric: Callable, grid: Grid, average: str, undefined, said) -> Worked:
    inputs.choice(average, AVERAGES, "average")
    said = {**said, "ties": "ties: grouped (a row a score, as in scikit-learn)"}
    return AVERAGES[average](name, metric, grid, undefined, said)


def _over_labels(name: str, metric: Callable, grid: Grid, undefined, said, *, weighted=False):
    """Average over the labels, each with a sweep down its column."""
    columns = zip(grid.truth.T, grid.other.T, strict=True)
    sweeps = [sweep(truth, score, weights=grid.weights) for truth, score in columns]
    names = grid.labels.tolist()
    values = means.named([means.or_undefined(name, metric, one) for one in sweeps], names)
    positives = np.array([one.positives for one in sweeps])
    parts = means.of_many(
        name,
        values,
        "label",
        names,
        weights=positives if weighted else None,
        columns=tuple if weighted else partial(_positives, positives),
    )
    terms = dict(zip(names, values, strict=True))
    name = f"{'weighted' if weighted else 'macro'}_{name}"
    return means.mean(name, parts, undefined, conventions=said, terms=terms)


def _positives(positives: np.ndarray) -> tuple[Column, ...]:
    return (Column("positives", positives, digits.count, "right"),)


def _all_cells(name: str, metric: Callable, grid: Grid, undefined, said) -> Worked:
    """Let all cells in at once, as if they were samples of one label."""
    n, k = grid.truth.shape
    weights = None if grid.weights is None else np.repeat(grid.weights, k)
    ids = None
    if n * k <= FEW:  # of more nobody would read the names
        ids = [f"sample {i}, {label}" for i in range(n) for label in grid.labels.tolist()]
    whole = sweep(grid.truth.ravel(), grid.other.ravel(), weights=weights, ids=ids)
    worked, name = means.or_undefined(name, metric, whole), f"micro_{name}"
    if worked == worked:
        return worked.retold(name, average="micro: all cells in one sweep")
    return means.mean(name, means.of_many(name, [worked], "set", ["of all cells"]), undefined)


def _over_samples(name: str, metric: Callable, grid: Grid, undefined, said) -> Worked:
    """Average over the samples, each a sweep over its labels."""
    rows = range(len(grid.truth))
    values = np.array([float(_of_sample(name, metric, grid, None, i)) for i in rows])
    work = partial(_of_sample, name, metric, grid, grid.labels)
    columns = partial(_positives, grid.truth.sum(axis=1))
    parts = means.Parts("sample", rows, values, work, grid.weights, columns)
    return means.mean(f"samples_{name}", parts, undefined, conventions=said)


def _of_sample(name: str, metric: Callable, grid: Grid, ids, i: int) -> Worked:
    return means.or_undefined(name, metric, of_sample(grid, i, ids))


def of_sample(grid: Grid, i: int, ids=None) -> Sweep:
    """Sweep over the labels of one sample."""
    return sweep(grid.truth[i], grid.other[i], ids=ids)


AVERAGES = {
    "macro": _over_labels,
    "micro": _all_cells,
    "weighted": partial(_over_labels, weighted=True),
    "samples": _over_samples,
}
