"""Other class ratios: the ROC curve stays, precision moves, samples and totals stay consistent."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.populations import at_prevalence, reweight
from tests.cases import each

CARS = mm.example("cars")
TIES = ("grouped", "in-order", "positives-first", "negatives-first")
FACTORS = st.one_of(st.integers(1, 50), st.fractions(Fraction(1, 50), 50, max_denominator=60))


def cars(**how):
    return mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids, **how)


@st.composite
def both_classes(draw):
    n = draw(st.integers(2, 20))
    labels = draw(hnp.arrays(int, n, elements=st.integers(0, 1)))
    labels[:2] = 0, 1
    scores = draw(hnp.arrays(float, n, elements=st.sampled_from([0.1, 0.2, 0.3, 0.5, 0.8])))
    return labels, scores


@given(both_classes(), st.integers(1, 6), st.integers(1, 6), st.sampled_from(TIES[:1] + TIES[2:]))
def test_whole_factors_are_repeated_samples(data, k, m, ties):
    labels, scores = data
    times = np.where(labels == 1, k, m)
    ours = reweight(mm.sweep(labels, scores, ties=ties), positives=k, negatives=m)
    theirs = mm.sweep(np.repeat(labels, times), np.repeat(scores, times), ties="grouped")
    last = np.flatnonzero(np.append(np.diff(ours.threshold) != 0, True))  # of each tie
    for name in ("threshold", "tp", "fp", "fn", "tn"):
        np.testing.assert_array_equal(getattr(ours, name)[last], getattr(theirs, name))
    assert ours.tp.dtype == ours.fp.dtype == np.int64
    assert (ours.positives, ours.negatives) == (theirs.positives, theirs.negatives)


@given(both_classes(), FACTORS, FACTORS)
def test_the_roc_curve_stays_and_precision_moves_as_told(data, k, m):
    before = mm.sweep(*data)
    after = reweight(before, positives=k, negatives=m)
    for i, j in zip(before, after, strict=True):
        for rate in ("recall", "fpr", "specificity", "informedness"):
            assert j.confusion.rate(rate) == pytest.approx(i.confusion.rate(rate), abs=1e-14)
        tp, fp = k * Fraction(i.confusion.tp), m * Fraction(i.confusion.fp)
        if tp + fp:
            assert j.confusion.precision == pytest.approx(float(tp / (tp + fp)), rel=1e-14)
    assert mm.auc(after) == pytest.approx(mm.auc(before), abs=1e-14)


def test_samples_keep_who_they_are():
    before = cars(ties="in-order")
    after = reweight(before, negatives=10)
    assert [step.admitted for step in after] == [step.admitted for step in before]
    assert after[5].confusion.samples == before[5].confusion.samples
    assert dict(zip(after.samples.ids, after.samples.weights, strict=True)) == {
        name: 1 if label else 10 for name, label in zip(CARS.ids, CARS.y_true, strict=True)
    }


def test_numbers_stay_whole_where_they_can():
    s = mm.sweep([1, 1, 0, 0], [4, 3, 2, 1], weights=[2, 4, 6, 3])
    halved = reweight(s, positives=0.5, negatives=Fraction(1, 3))
    assert halved.tp.tolist() == [0, 1, 3, 3, 3] and halved.tp.dtype == np.int64
    assert halved.fp.tolist() == [0, 0, 0, 2, 3] and halved.samples.weights.dtype == np.int64
    tenth = reweight(s, positives=0.1)
    assert tenth.tp.tolist() == [0, 0.2, 0.6, 0.6, 0.6] and tenth.negatives == 9
    # Too many for 64 bits: the columns are floats, and nothing overflows.
    many = reweight(reweight(s, negatives=10**12), negatives=10**12)
    assert many.negatives == 9 * 10**24 and many.fp.dtype == float


def test_a_fraction_of_floats_ends_where_the_curve_does():
    share = Fraction(1000, 99)  # as a float, times 99.0, it would be 999.9999999999999
    s = reweight(mm.binormal(3, 0, 1).sweep(1, 99, thresholds=21), negatives=share)
    assert s.negatives == s.fp[-1] == 1000 and mm.auc(s) > 0.9


@given(both_classes(), st.fractions(Fraction(1, 100), Fraction(99, 100), max_denominator=500))
def test_at_prevalence_gives_that_prevalence_and_keeps_the_total(data, p):
    before = mm.sweep(*data)
    after = at_prevalence(before, p)
    total = before.positives + before.negatives
    assert after.positives == pytest.approx(float(p * total), rel=1e-15)
    assert after.positives + after.negatives == pytest.approx(total, rel=1e-15)
    np.testing.assert_allclose(after["recall"], before["recall"], rtol=1e-14)
    np.testing.assert_allclose(after["fpr"], before["fpr"], rtol=1e-14)
    # Precision as Bayes gives it, from the rates and the prevalence alone.
    hits, alarms = float(p) * before["recall"], float(1 - p) * before["fpr"]
    np.testing.assert_allclose(after["precision"][1:], (hits / (hits + alarms).clip(1e-300))[1:])


BAD_FACTORS = (0, -1, float("nan"), float("inf"), -float("inf"), 10**13, 1e-13, True, "2", None, 2j)
BAD_SHARES = (0, 1, 1.5, -0.1, float("nan"), float("inf"), True, "0.5", None, [0.5])


@each("factor", BAD_FACTORS)
def test_factors_are_positive_numbers(factor):
    with pytest.raises(mm.InputError, match="how many times as many"):
        reweight(cars(), negatives=factor)
    with pytest.raises(mm.InputError, match="how many times as many"):
        reweight(cars(), positives=factor)


@each("share", BAD_SHARES)
def test_a_prevalence_lies_between_0_and_1(share):
    with pytest.raises(mm.InputError, match="share of positives"):
        at_prevalence(cars(), share)


def test_no_prevalence_without_both_classes():
    with pytest.raises(mm.UndefinedError, match="no negative"):
        at_prevalence(mm.sweep([1, 1], [0.9, 0.4]), 0.5)
    with pytest.raises(mm.MetricError, match="negatives is unknown"):
        at_prevalence(mm.sweep([1, 0], [0.9, 0.4], negatives="unknown"), 0.5)
