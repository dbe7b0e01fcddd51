"""Several labels a sample: averages of AP and AUC, rankings of labels, and sets of them.

Each label is a question of yes or no, so each has a sweep of its own; or each sample is a sweep
over its labels. What is left to choose is what the mean is taken over: the labels, the samples, or
not at all, with all cells in one sweep.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.arithmetic import FEW
from ..core.conventions import (
    ApRule,
    ClassUndefined,
    LabelAverage,
    LabelUndefined,
    RankingUndefined,
    options,
)
from ..core.errors import InputError, choice
from ..core.formula import Formula, Worked
from ..core.inputs import locked
from ..core.trace import Column, Lazy, Trace
from . import means
from .auc import auc, aucs
from .average_precision import RULES, average_precision, averages
from .confusion import Confusion
from .counting import Sweeps
from .rates import NO_SAMPLES, RATES
from .sweep import Sweep, sweep

UNDEFINED = options(LabelUndefined)


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
    truth, score = inputs.table(Y_true, "Y_true"), inputs.table(Y_score, "Y_score")
    score = inputs.scores(score.ravel(), "Y_score.ravel()").reshape(score.shape)
    return _grid(inputs.yes_or_no(truth, "Y_true"), score, "Y_score", labels, weights)


def decided(Y_true, Y_pred, labels) -> Grid:
    """Read which labels are true, and which are predicted."""
    truth, guess = (
        inputs.yes_or_no(inputs.table(values, name), name)
        for values, name in ((Y_true, "Y_true"), (Y_pred, "Y_pred"))
    )
    return _grid(truth, guess, "Y_pred", labels)


def _grid(truth: np.ndarray, other: np.ndarray, name: str, labels, weights=None) -> Grid:
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


class Metric(NamedTuple):
    """What is averaged: for one sweep, with its working, and for many at once."""

    name: str
    of: Callable[[Sweep], Worked]
    of_each: Callable[[Sweeps], np.ndarray]


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
    choice(rule, RULES, "rule")
    metric = Metric(
        "average_precision",
        partial(average_precision, rule=rule),
        partial(averages, RULES[rule], compare="floats"),
    )
    grid, undefined = scored(Y_true, Y_score, labels, weights), means.policy(undefined, UNDEFINED)
    conventions = {"rule": f"AP rule: {rule}"}
    return _averaged(metric, grid, average, undefined, conventions)


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
    return _averaged(Metric("auc", auc, aucs), grid, average, undefined, {})


def _averaged(metric: Metric, grid: Grid, average: str, undefined, conventions) -> Worked:
    choice(average, AVERAGES, "average")
    conventions = {**conventions, "ties": "ties: grouped (one row per score, as in scikit-learn)"}
    return AVERAGES[average](metric, grid, undefined, conventions)


def _over_labels(metric: Metric, grid: Grid, undefined, conventions, *, weighted=False) -> Worked:
    """Average over the labels, each with a sweep down its column."""
    sweeps, names = sweeps_of_labels(grid), grid.labels.tolist()
    values = [means.or_undefined(metric.name, metric.of, one) for one in sweeps]
    values = means.named(values, names)
    positives = np.array([one.positives for one in sweeps])
    parts = means.of_many(
        metric.name,
        values,
        "label",
        names,
        weights=positives if weighted else None,
        columns=tuple if weighted else partial(_positives, positives),
    )
    terms = dict(zip(names, values, strict=True))
    name = f"{'weighted' if weighted else 'macro'}_{metric.name}"
    return means.mean(name, parts, undefined, conventions=conventions, terms=terms)


def sweeps_of_labels(grid: Grid) -> list[Sweep]:
    """Sweep down each column."""
    columns = zip(grid.truth.T, grid.other.T, strict=True)
    return [sweep(truth, score, weights=grid.weights) for truth, score in columns]


def _positives(positives: np.ndarray) -> tuple[Column, ...]:
    return (Column("positives", positives, words.count, "right"),)


def _all_cells(metric: Metric, grid: Grid, undefined, conventions) -> Worked:
    """Let all cells in at once."""
    whole = sweep_of_all_cells(grid)
    worked, name = means.or_undefined(metric.name, metric.of, whole), f"micro_{metric.name}"
    if worked == worked:
        return worked.retold(name, average="micro: all cells in one sweep")
    return means.mean(name, means.of_many(name, [worked], "set", ["of all cells"]), undefined)


def sweep_of_all_cells(grid: Grid) -> Sweep:
    """Sweep over all cells as if they were samples of one label."""
    n, k = grid.truth.shape
    weights = None if grid.weights is None else np.repeat(grid.weights, k)
    ids = None
    if n * k <= FEW:  # of more nobody would read the names
        ids = [f"sample {i}, {label}" for i in range(n) for label in grid.labels.tolist()]
    return sweep(grid.truth.ravel(), grid.other.ravel(), weights=weights, ids=ids)


def _over_samples(metric: Metric, grid: Grid, undefined, conventions) -> Worked:
    """Average over the samples, each a sweep over its labels."""
    rows = range(len(grid.truth))
    work = partial(of_sample, metric.name, metric.of, grid)
    columns = partial(_positives, grid.truth.sum(axis=1))
    values = metric.of_each(of_samples(grid))
    parts = means.Parts("sample", rows, values, work, grid.weights, columns)
    return means.mean(f"samples_{metric.name}", parts, undefined, conventions=conventions)


def of_samples(grid: Grid) -> Sweeps:
    """Sweep over the labels of each sample, all in one walk."""
    n, k = grid.truth.shape
    return Sweeps.of(grid.truth.ravel(), grid.other.ravel(), np.arange(n + 1) * k)


def of_sample(name: str, metric: Callable, grid: Grid, i: int) -> Worked:
    """Work a metric out for one of the samples."""
    return means.or_undefined(name, metric, sweep_of_sample(grid, i))


def sweep_of_sample(grid: Grid, i: int) -> Sweep:
    """Sweep over the labels of one sample."""
    return sweep(grid.truth[i], grid.other[i], ids=grid.labels)


AVERAGES = {
    "macro": _over_labels,
    "micro": _all_cells,
    "weighted": partial(_over_labels, weighted=True),
    "samples": _over_samples,
}


RANKING_UNDEFINED = options(RankingUndefined)


def label_ranking_average_precision(
    Y_true: ArrayLike,
    Y_score: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    undefined: RankingUndefined = "nan",
) -> Worked:
    """Return the mean, over the samples, of the average precision of their labels' ranking.

    For each true label, look at all labels with its score or a higher one: which share of them is
    true? LRAP is the mean of these shares over the true labels of a sample, then over the samples.
    So it is ``multilabel_map(…, "samples")``, but quicker, and with its own custom for 0/0.

    Parameters
    ----------
    Y_true : array_like, shape (n, k)
        1 where the label (column) belongs to the sample (row), else 0.
    Y_score : array_like, shape (n, k)
        Scores; a higher one speaks for the label.
    labels : array_like, shape (k,), optional
        Names of the labels; without them, their positions from 0.
    undefined : {"nan", "skip", "best"}
        What a sample without true labels does: the mean is nan and says so; it is left out; it
        counts as ranked perfectly, as in scikit-learn.

    Returns
    -------
    Worked
        From 0 to 1, higher is better. ``steps`` has a row for each sample: its true labels, the
        ranking, and the precision at each true label.

    References
    ----------
    Schapire & Singer (2000), BoosTexter, section 2; Tsoumakas, Katakis & Vlahavas (2010), Mining
    multi-label data, section 7.2.

    Examples
    --------
    >>> Y, S = [[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]]
    >>> lrap = label_ranking_average_precision(Y, S)
    >>> print(lrap.steps)
    label ranking average precision, over 2 samples
    sample  relevant  ranking    precision at        value
    0       0         2 > 0 > 1  0: 1/2        1/2 = 0.500
    1       2         0 > 1 > 2  2: 1/3        1/3 = 0.333
    >>> lrap.fraction
    Fraction(5, 12)
    """
    means.policy(undefined, RANKING_UNDEFINED)
    grid, name = scored(Y_true, Y_score, labels), "label_ranking_average_precision"
    values = averages(RULES["step"], of_samples(grid), "floats")
    work = partial(of_sample, name, average_precision, grid)
    columns = partial(_ranking_columns, grid)
    parts = means.Parts("sample", range(len(values)), values, work, columns=columns)
    return means.mean(name, parts, 1 if undefined == "best" else undefined)


def _ranking_columns(grid: Grid) -> tuple[Column, ...]:
    return (
        _lazily("relevant", partial(_named, grid.labels, grid.truth), grid),
        Column("ranking", Lazy(len(grid.truth), partial(_ranking, grid))),
        _lazily("precision at", partial(_precisions, grid), grid),
    )


def _lazily(heading: str, make: Callable[[int], tuple], grid: Grid) -> Column:
    """Make a column of lists, a row for each sample, when somebody looks."""
    return Column(heading, Lazy(len(grid.truth), make), words.listing)


def _named(labels: np.ndarray, table: np.ndarray, i: int) -> tuple:
    return tuple(labels[table[i]].tolist())


def _ranking(grid: Grid, i: int) -> str:
    """Write who outranks whom: "2 > 0 = 1"."""
    groups = [step.admitted for step in sweep_of_sample(grid, i)[1:]]
    return " > ".join(" = ".join(map(str, group)) for group in groups)


def _precisions(grid: Grid, i: int) -> tuple[str, ...]:
    """Write the precision at the score of each true label."""
    sweep, names = sweep_of_sample(grid, i), grid.labels.tolist()
    counts = ((j, sweep.at(grid.other[i, j].item())) for j in np.flatnonzero(grid.truth[i]))
    return tuple(f"{names[j]}: {c.tp}/{c.tp + c.fp}" for j, c in counts)


SUBSET = Formula("subset_accuracy", "exact_matches / samples", (0.0, 1.0), "higher", NO_SAMPLES)


def hamming_loss(
    Y_true: ArrayLike,
    Y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
) -> Worked:
    """Return the share of all cells that are wrong: the error rate, with all labels pooled.

    Parameters
    ----------
    Y_true, Y_pred : array_like, shape (n, k)
        1 where the label (column) belongs to the sample (row), truly or by prediction, else 0.
    labels : array_like, shape (k,), optional
        Names of the labels; without them, their positions from 0.

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
    grid = decided(Y_true, Y_pred, labels)
    cells = Confusion.from_labels(grid.truth.ravel(), grid.other.ravel())
    worked = cells.error_rate.retold("hamming_loss", over="all cells pooled")
    return worked.with_steps(partial(_cell_by_cell, grid, cells))


def subset_accuracy(
    Y_true: ArrayLike,
    Y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
) -> Worked:
    """Return the share of samples whose predicted labels are exactly the true ones.

    Parameters
    ----------
    Y_true, Y_pred, labels
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
    grid = decided(Y_true, Y_pred, labels)
    matches = (grid.truth == grid.other).all(axis=1)
    worked = SUBSET.work(exact_matches=matches.sum(), samples=len(matches))
    return worked.with_steps(partial(_set_by_set, grid, matches))


def jaccard_samples(
    Y_true: ArrayLike,
    Y_pred: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    undefined: ClassUndefined = "nan",
) -> Worked:
    """Return the mean overlap of true and predicted labels: those in both, of those in either.

    Parameters
    ----------
    Y_true, Y_pred, labels
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
    grid = decided(Y_true, Y_pred, labels)
    counts = {name: table.sum(axis=1) for name, table in _cells(grid).items()}
    parts = means.Parts(
        "sample",
        range(len(grid.truth)),
        RATES["jaccard"].column(**counts),
        partial(_jaccard, counts),
        columns=partial(_columns, grid),
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
    named = {heading: partial(_named, grid.labels, table) for heading, table in tables.items()}
    return tuple(_lazily(heading, make, grid) for heading, make in named.items())


def _by_sample(title: str, grid: Grid, heading: str, values, show=words.count) -> Trace:
    last = Column(heading, values, show, "right")
    return Trace(title, (Column("sample", range(len(values))), *_columns(grid), last))


def _cell_by_cell(grid: Grid, cells: Confusion) -> Trace:
    wrong = (grid.truth != grid.other).sum(axis=1)
    title = f"Hamming loss: {words.count(cells.fp + cells.fn)} of {words.count(cells.total)}"
    return _by_sample(f"{title} cells are wrong", grid, "wrong", wrong)


def _set_by_set(grid: Grid, matches: np.ndarray) -> Trace:
    return _by_sample(
        "Subset accuracy", grid, "exact match", matches, {True: "yes", False: "no"}.get
    )
