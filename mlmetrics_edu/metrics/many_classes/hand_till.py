"""The AUC of many classes as Hand and Till have it: the mean over all pairs of classes.

Two classes at a time, and nobody else: first the scores of the one class rank its samples above
those of the other, then the scores of the other. No prevalence of any class plays a part.
"""

from collections.abc import Hashable, Mapping, Sequence
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from ...core import inputs
from ...core.calls import explained
from ...core.conventions import PairMean
from ...core.errors import InputError, UndefinedError
from ...core.formula import Formula, Worked
from .. import means
from ..auc import auc
from ..rankings.multilabel import Grid
from ..sweep import sweep
from .one_vs_rest import one_vs_rest

HAND_TILL = "hand_till_auc"
PAIR = Formula("pair_auc", "(auc_first + auc_second) / 2", (0.0, 1.0), "higher")
AVERAGES = {
    "macro": "pairs of classes: plain mean (Hand & Till)",
    "weighted": "pairs of classes: weighted by how many samples both have",
}


@explained
def hand_till_auc(
    y_true: ArrayLike,
    y_score: "ArrayLike | Mapping[Hashable, ArrayLike]",
    classes: "Sequence[Hashable] | Mapping[Hashable, str] | None" = None,
    *,
    average: PairMean = "macro",
) -> Worked:
    """Average the AUC over all pairs of classes, each pair ranked by the scores of both.

    Parameters
    ----------
    y_true, y_score, classes
        As for :func:`one_vs_rest`: the class of each sample, and a column of scores for each class.
    average : {"macro", "weighted"}
        The plain mean over the pairs, or one that counts each pair as often as its classes occur
        together, as scikit-learn can.

    Returns
    -------
    Worked
        From 0 to 1, ½ for scores that tell nothing. ``steps`` has a row for each pair, ``terms``
        the working of each. Of two classes whose scores add up to 1 it is their AUC.

    Raises
    ------
    InputError
        If a sample has several labels.
    UndefinedError
        If a class has no sample.

    References
    ----------
    Hand & Till (2001), A simple generalisation of the area under the ROC curve for multiple class
    classification problems, equation 7.

    Examples
    --------
    >>> y, p = list("abca"), [[0.7, 0.2, 0.1], [0.5, 0.3, 0.2], [0.2, 0.2, 0.6], [0.4, 0.5, 0.1]]
    >>> m = hand_till_auc(y, p)
    >>> print(m.steps)
    Hand–Till AUC, over 3 pairs · pairs of classes: plain mean (Hand & Till)
    pair           value
    a and b  1/2 = 0.500
    a and c            1
    b and c            1
    >>> m.fraction
    Fraction(5, 6)
    """
    inputs.choice(average, AVERAGES, "average")
    grid = one_vs_rest(y_true, y_score, classes).grid
    sizes = _sizes(grid)
    pairs = [*combinations(range(len(grid.labels)), 2)]
    names = [f"{grid.labels[i]} and {grid.labels[j]}" for i, j in pairs]
    values = means.named([_pair(grid, i, j) for i, j in pairs], names)
    together = np.array([sizes[i] + sizes[j] for i, j in pairs])
    weights = together if average == "weighted" else None
    parts = means.of_many(HAND_TILL, values, "pair", names, weights=weights)
    terms = dict(zip(names, values, strict=True))
    return means.mean(HAND_TILL, parts, conventions={"average": AVERAGES[average]}, terms=terms)


def _sizes(grid: Grid) -> np.ndarray:
    """Count the samples of each class; each sample is of one, and none is empty."""
    if (grid.truth.sum(axis=1) != 1).any():
        raise InputError(
            "a sample has several labels, or none",
            "pairs of classes are compared by samples that are of one class or of the other",
            "of several labels a sample, take mm.multilabel_auc",
        )
    sizes = grid.truth.sum(axis=0)
    if not sizes.all():
        raise UndefinedError(
            f"the class {inputs.short(grid.labels[sizes.argmin()])} has no sample",
            "no pair of its samples with those of another class can be ranked",
            "evaluate on samples of all classes, or leave its column of scores out",
        )
    return sizes


def _pair(grid: Grid, i: int, j: int) -> Worked:
    """Rank the samples of two classes, by the scores of the one and by those of the other."""
    both = grid.truth[:, i] | grid.truth[:, j]
    areas = [auc(sweep(grid.truth[both, k], grid.other[both, k])) for k in (i, j)]
    return PAIR.work(auc_first=areas[0], auc_second=areas[1])
