"""Tails, intervals and tests, against SciPy, exact fractions and a printed case."""

import math
import sys
from fractions import Fraction as Fr
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from mlmetrics_edu.core.errors import MetricError
from mlmetrics_edu.metrics import intervals
from mlmetrics_edu.metrics.confusion_matrix import ConfusionMatrix
from mlmetrics_edu.metrics.intervals import (
    mcnemar,
    upper_tail,
)
from tests.cases import each

LIVER = ConfusionMatrix([[54, 32], [27, 231]], ["normal", "abnormal"])


@given(st.integers(1, 60), st.integers(-1, 61), st.integers(1, 19))
def test_tails_are_the_exact_sums(n, k, twentieths):
    p = Fr(twentieths, 20)
    terms = [math.comb(n, j) * p**j * (1 - p) ** (n - j) for j in range(n + 1)]
    assert upper_tail(k, n, float(p)) == pytest.approx(
        float(sum(terms[max(k, 0) :])), rel=1e-12, abs=0
    )


def test_without_scipy_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(MetricError, match="pip install scipy"):
        mcnemar(LIVER, "exact")
    monkeypatch.setattr(intervals, "sys", SimpleNamespace(platform="emscripten"))  # in a browser
    with pytest.raises(MetricError, match="run a cell that says import scipy"):
        mcnemar(LIVER, "exact")


@given(st.integers(0, 40), st.integers(0, 40))
def test_mcnemar_by_definition(b, c):
    m = ConfusionMatrix([[5, b], [c, 5]])
    if b + c == 0:
        assert mcnemar(m).reason
        return
    exact = stats.binomtest(b, b + c).pvalue
    assert mcnemar(m, "exact") == pytest.approx(exact, rel=1e-10, abs=0)
    square = max(abs(b - c) - 1, 0) ** 2 / (b + c)
    assert mcnemar(m) == pytest.approx(stats.chi2.sf(square, 1), rel=1e-10, abs=0)


HALF = ConfusionMatrix([[0.5, 1], [1, 2]])
BAD = {
    "no samples": lambda: mcnemar(ConfusionMatrix([[0, 0], [0, 0]])),
    "mcnemar of weights": lambda: mcnemar(HALF),
    "mcnemar's method": lambda: mcnemar(LIVER, "edwards"),
    "three classes": lambda: mcnemar(ConfusionMatrix(np.ones((3, 3), int))),
}


@each("kind", BAD)
def test_bad_input_is_refused_in_three_parts(kind):
    with pytest.raises(MetricError) as caught:
        BAD[kind]()
    assert all((caught.value.what, caught.value.why, caught.value.fix))
