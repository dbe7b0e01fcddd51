"""Brier scores of several classes, and how far the residuals of a fitted model scatter."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.metrics import brier_score_loss

import mlmetrics_edu as mm
from tests.cases import each, seeds


@each("seed", seeds(2_000, 20))
def test_brier_of_several_classes_is_that_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 5))
    prob = rng.dirichlet(np.ones(k), 12)
    classes = list("abcd")[:k]
    y = [*classes, *rng.choice(classes, 12 - k)]
    weights = rng.random(12)
    for half in (True, False):
        how = {"labels": classes, "scale_by_half": half}
        wanted = brier_score_loss(y, prob, sample_weight=weights, **how)
        ours = mm.brier(y, prob, weights=weights, over_classes="half" if half else "sum")
        assert ours == pytest.approx(wanted, abs=1e-12)


def test_brier_of_two_columns_is_twice_that_of_one():
    prob = [0.1, 0.9, 0.8, 0.3]
    pairs = [[1 - p, p] for p in prob]
    one, both = mm.brier([0, 1, 1, 0], prob), mm.brier([0, 1, 1, 0], pairs)
    assert both == pytest.approx(2 * one) and "0 to 2" in str(both.conventions)
    assert mm.brier([0, 1, 1, 0], pairs, over_classes="half") == pytest.approx(one)
    thirds = mm.brier(["a", "b"], [[0.5, 0.5], [0.25, 0.75]])
    assert thirds.fraction == Fraction(1, 2) * (Fraction(1, 2) + Fraction(1, 8))
    assert thirds.steps.to_frame()["Σ error²"].tolist() == [0.5, 0.125]
    with pytest.raises(mm.InputError, match="one column"):
        mm.brier([0, 1], [0.2, 0.4], over_classes="half")
    with pytest.raises(mm.InputError, match=r"add up to 1\.2"):
        mm.brier([0, 1], [[0.6, 0.6], [0.5, 0.5]])
