"""Agreement and association of whole tables, against definitions, SciPy and print."""

import math
from fractions import Fraction as Fr

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from mlmetrics_edu.metrics.confusion_matrix import ConfusionMatrix
from tests.cases import each

COUNTS = st.integers(0, 9)
PAIRS = hnp.arrays(int, (2, 2), elements=COUNTS)
TABLES = st.integers(1, 5).flatmap(lambda k: hnp.arrays(int, (k, k), elements=COUNTS))
PYCM = ConfusionMatrix([[9, 3, 0], [3, 5, 1], [1, 1, 4]])
SHARED = (
    *("accuracy", "error_rate", "balanced_accuracy", "kappa", "mcc"),
    *("no_information_rate", "chance_agreement"),
)


@given(PAIRS)
def test_of_two_classes_they_are_the_two_class_rates(table):
    m = ConfusionMatrix(table)
    for measure in SHARED:
        both = getattr(m, measure), getattr(m.one_vs_rest(1), measure)
        assert both[0].fraction == both[1].fraction, measure
        np.testing.assert_allclose(*map(float, both), rtol=1e-15)
        assert bool(both[0].reason) == bool(both[1].reason)


@given(TABLES)
def test_kappa_by_definition(table):
    m, n = ConfusionMatrix(table), int(table.sum())
    if not n:
        assert m.kappa.reason and m.accuracy.reason
        return
    rows, columns = table.sum(1).tolist(), table.sum(0).tolist()
    agreed = Fr(int(table.trace()), n)
    chance = sum(Fr(r * c, n * n) for r, c in zip(rows, columns, strict=True))
    assert m.kappa.fraction == (None if chance == 1 else (agreed - chance) / (1 - chance))


@given(TABLES)
def test_mcc_is_the_correlation_of_indicators(table):
    # Gorodkin's coefficient is the correlation of the one-hot columns, summed over the classes.
    m = ConfusionMatrix(table)
    truth, guess = np.repeat(np.indices(table.shape).reshape(2, -1), table.ravel(), axis=1)
    x, y = (np.eye(m.k)[codes] for codes in (truth, guess))
    if m.mcc != m.mcc:
        assert len(set(truth)) < 2 or len(set(guess)) < 2
        return
    x, y = x - x.mean(0), y - y.mean(0)
    assert m.mcc == pytest.approx((x * y).sum() / math.sqrt((x * x).sum() * (y * y).sum()))


def test_kappa_of_huge_counts():
    big = ConfusionMatrix(np.array([[3, 1], [1, 3]]) * 10**14)
    assert big.kappa.fraction == Fr(1, 2) and big.mcc.fraction == Fr(1, 2)
    assert "chance agreement" in PYCM.kappa.working


@each("weight", [0.1, 0.3, 2 / 3, 1e-7 / 3])
def test_weights_don_t_hide_what_is_undefined(weight):
    table = np.zeros((3, 3))
    table[0] = [weight, weight / 7, 0.1]
    m = ConfusionMatrix(table)
    assert m.mcc.reason and m.kappa == pytest.approx(0, abs=1e-15)
    assert m["specificity"].tolist()[1:] == pytest.approx((1 - table[0] / table.sum())[1:])
    assert np.isnan(m["specificity"][0]) and m.one_vs_rest(0).tn == 0
    alone = ConfusionMatrix(table * [1, 0, 0])
    assert alone.kappa.reason
    rounded = ConfusionMatrix([[2 / 3, 1 / 3], [1 / 3, 2 / 3]])
    assert rounded.kappa.fraction is None and rounded.kappa == pytest.approx(1 / 3, rel=1e-15)
