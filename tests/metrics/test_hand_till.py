"""The mean AUC over pairs of classes: by scikit-learn, by counting pairs, and what has none."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from sklearn.metrics import roc_auc_score

import mlmetrics_edu as mm
from tests.cases import each, seeds


def draw(seed):
    rng = np.random.default_rng(seed)
    k = int(rng.integers(3, 6))
    y = np.r_[np.arange(k), rng.integers(0, k, 15)]
    p = rng.dirichlet(np.ones(k), len(y))
    return y, np.round(p, 1) if seed % 2 else p


def won(first, second):
    """Share of pairs that the first beats, ties half."""
    higher = np.greater.outer(first, second).sum() + np.equal.outer(first, second).sum() / 2
    return Fraction(higher) / (len(first) * len(second))


@each("seed", seeds(2_000, 200))
def test_as_scikit_learn_and_by_counting(seed):
    y, p = draw(seed)
    found = mm.hand_till_auc(y, p)
    pairs = [*combinations(range(p.shape[1]), 2)]
    counted = [won(p[y == i, i], p[y == j, i]) + won(p[y == j, j], p[y == i, j]) for i, j in pairs]
    assert found.fraction == sum(counted) / (2 * len(pairs))
    if not seed % 2:  # which refuses rows that don't add up to 1
        for average in ("macro", "weighted"):
            theirs = roc_auc_score(y, p, multi_class="ovo", average=average)
            assert mm.hand_till_auc(y, p, average=average) == pytest.approx(theirs, abs=1e-12)


def test_of_two_classes_it_is_the_auc():
    y, p = [0, 1, 0, 1, 1], np.array([0.2, 0.3, 0.4, 0.8, 0.9])
    found = mm.hand_till_auc(y, np.column_stack([1 - p, p]))
    assert found == pytest.approx(mm.auc(mm.sweep(y, p)))
    assert [*found.terms] == ["0 and 1"] and "AUC" in found.terms["0 and 1"].working


@each(
    "call, why",
    [
        (lambda: mm.hand_till_auc([[1, 1], [0, 1]], np.eye(2)), "several labels"),
        (lambda: mm.hand_till_auc(list("aab"), np.eye(3), list("abc")), "class 'c' has no sample"),
        (lambda: mm.hand_till_auc(list("abc"), [1, 2, 3]), "no table"),
    ],
)
def test_what_has_none_is_told_why(call, why):
    with pytest.raises(mm.MetricError, match=why):
        call()
