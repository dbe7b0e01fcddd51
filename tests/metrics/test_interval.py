"""Intervals of shares: by SciPy's binomial test, by hand, and what is no share."""

import math

import numpy as np
import pytest
from scipy.stats import binomtest

import mlmetrics_edu as mm
from tests.cases import each, seeds

SCIPY = {"exact": "exact", "wilson": "wilson"}


@each("seed", seeds(2_000, 50))
def test_as_scipy(seed):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 200))
    k, level = int(rng.integers(0, n + 1)), float(rng.choice([0.8, 0.9, 0.95, 0.99]))
    for ours, theirs in SCIPY.items():
        interval = mm.proportion_interval(k, n, level=level, method=ours)
        wanted = binomtest(k, n).proportion_ci(level, theirs)
        assert [*interval] == pytest.approx([*wanted], abs=1e-9)
        assert 0 <= interval.low <= interval.estimate <= interval.high <= 1


def test_rates_know_of_how_many_they_are_a_share():
    c = mm.Confusion(tp=8, fp=12, fn=2, tn=78)
    counts = {
        "recall": (8, 10),
        "precision": (8, 20),
        "specificity": (78, 90),
        "fpr": (12, 90),
        "accuracy": (86, 100),
        "error_rate": (14, 100),
        "prevalence": (10, 100),
        "npv": (78, 80),
    }
    for rate, (k, n) in counts.items():
        for method in ("wilson", "exact"):
            interval = mm.proportion_interval(getattr(c, rate), method=method)
            assert [*interval] == [*mm.proportion_interval(k, n, method=method)], rate
            assert interval.estimate == k / n
            assert interval.standard_error == pytest.approx(math.sqrt(k * (n - k) / n**3))


def test_of_nobody_there_is_no_interval():
    for nothing in (
        mm.proportion_interval(mm.Confusion(0, 0, 3, 4).precision),
        mm.proportion_interval(0, 0),
    ):
        assert math.isnan(nothing.low) and math.isnan(nothing.estimate) and nothing.reason


C = mm.Confusion(8, 12, 2, 78)


@each(
    "call, why",
    [
        (lambda: mm.proportion_interval(C.f1), "no share of samples"),
        (lambda: mm.proportion_interval(C.mcc), "no share of samples"),
        (lambda: mm.proportion_interval(0.8), "of how many samples"),
        (lambda: mm.proportion_interval(8), "of how many samples"),
        (lambda: mm.proportion_interval(C.recall, 10), "leave whole out"),
        (lambda: mm.proportion_interval(11, 10), "part=11"),
        (lambda: mm.proportion_interval(1, 10.5), "whole=10.5"),
        (lambda: mm.proportion_interval(mm.Confusion(1.5, 2, 3, 4).recall), "weights don't tell"),
        (lambda: mm.proportion_interval(8, 10, level=95), "level=95"),
    ],
)
def test_what_has_no_such_interval_is_told_why(call, why):
    with pytest.raises(mm.MetricError, match=why) as caught:
        call()
    assert len(str(caught.value).splitlines()) == 3
