"""How well the labels of each sample are ranked: each sample is a sweep over its labels.

All three measures read the same counts, at the score of each true label: how many true labels reach
it (TP), and how many others (FP).
"""

from collections.abc import Callable
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ...core import digits
from ...core.calls import explained
from ...core.conventions import RankingUndefined, options
from ...core.formula import Worked
from ...core.trace import Column, Lazy
from .. import means
from ..average_precision import RULES, average_precision, averages
from .multilabel import Grid, of_sample, of_samples, scored, sweep_of_sample

UNDEFINED = options(RankingUndefined)


@explained
def label_ranking_average_precision(
    Y_true: ArrayLike,
    Y_score: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    weights: ArrayLike | None = None,
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
    weights : array_like, shape (n,), optional
        How many samples each one stands for.
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
    grid = scored(Y_true, Y_score, labels, weights)
    values = averages(RULES["step"], of_samples(grid), "floats")
    shown = partial(_listed, "precision at", _precisions)
    name = "label_ranking_average_precision"
    return _mean(name, grid, values, average_precision, shown, undefined, best=1)


def _mean(
    name, grid: Grid, values, row: Callable, shown, undefined, *, best, conventions=None
) -> Worked:
    """Average over the samples; the working of one is a sweep, made when somebody looks."""
    means.policy(undefined, UNDEFINED)
    parts = means.Parts(
        "sample",
        range(len(values)),
        values,
        partial(of_sample, name, row, grid),
        grid.weights,
        partial(_columns, grid, shown),
    )
    undefined = best if undefined == "best" else undefined
    return means.mean(name, parts, undefined, conventions=conventions or {})


def _columns(grid: Grid, shown: Callable) -> tuple[Column, ...]:
    n = len(grid.truth)
    return (
        Column("relevant", Lazy(n, partial(_relevant, grid)), digits.listing),
        Column("ranking", Lazy(n, partial(_ranking, grid))),
        shown(grid),
    )


def _listed(heading: str, make: Callable, grid: Grid) -> Column:
    return Column(heading, Lazy(len(grid.truth), partial(make, grid)), digits.listing)


def _relevant(grid: Grid, i: int) -> tuple:
    return tuple(grid.labels[grid.truth[i]].tolist())


def _ranking(grid: Grid, i: int) -> str:
    """Write who outranks whom: "2 > 0 = 1"."""
    groups = [step.admitted for step in sweep_of_sample(grid, i)[1:]]
    return " > ".join(" = ".join(map(str, group)) for group in groups)


def _precisions(grid: Grid, i: int) -> tuple[str, ...]:
    """Write the precision at the score of each true label."""
    sweep, names = sweep_of_sample(grid, i), grid.labels.tolist()
    counts = ((j, sweep.at(grid.other[i, j].item())) for j in np.flatnonzero(grid.truth[i]))
    return tuple(f"{names[j]}: {c.tp}/{c.tp + c.fp}" for j, c in counts)
