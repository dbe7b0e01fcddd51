"""How sure an AUC is: against the definition by pairs and triples, NumPy's covariance and SciPy."""

import itertools
import math
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.auc_error import (
    METHODS,
    auc_interval,
    auc_standard_error,
    auc_test,
    total,
)
from tests.cases import each

RATINGS = mm.example("hanley-mcneil")
SCANS = mm.sweep(RATINGS.y_true, RATINGS.y_score, positive=None)
PERFECT, REVERSED = mm.sweep([1, 1, 0, 0], [4, 3, 2, 1]), mm.sweep([1, 1, 0, 0], [1, 2, 3, 4])


def won(positive, negative):
    """Say of each pair whether the positive wins: 1, 1/2 or 0."""
    return (np.subtract.outer(positive, negative) > 0) + np.equal.outer(positive, negative) / 2


def placed(y, score):
    """Place the samples by definition."""
    table = won(score[y == 1], score[y == 0])
    return table.mean(axis=1), table.mean(axis=0)


def delong(y, *scores):
    """Return DeLong's covariance matrix, from NumPy's."""
    tens, ones = zip(*(placed(y, score) for score in scores), strict=True)
    sizes = (y == 1).sum(), (y == 0).sum()
    return sum(np.atleast_2d(np.cov(p)) / n for p, n in zip((tens, ones), sizes, strict=True))


@st.composite
def two_scores(draw, least=2):
    sizes = [draw(st.integers(least, 9)) for _ in range(2)]
    score = st.lists(st.integers(0, 6), min_size=sum(sizes), max_size=sum(sizes))
    y = np.array(draw(st.permutations([1] * sizes[0] + [0] * sizes[1])))
    return y, np.array(draw(score)), np.array(draw(score))


@each(
    "method, known",
    [
        ("delong", 0.030724408379381122),
        ("hanley-mcneil", 0.03199040819430938),
        ("negative-exponential", 0.03248657960734214),
    ],
)
def test_the_109_scans(method, known):
    error = auc_standard_error(SCANS, method)
    assert error == pytest.approx(known, rel=1e-14)
    assert METHODS[method] in error.conventions.values()
    assert str(pickle.loads(pickle.dumps(error)).steps) == str(error.steps)


def test_the_working_is_exact_down_to_the_placements():
    a = mm.example("learner-a")
    error = auc_standard_error(mm.sweep(a.y_true, a.y_score))
    # Of five negatives, three positives beat four and two beat two.
    assert error.terms["S10"].fraction == Fraction(6, 125)
    assert error.terms["S01"].fraction == Fraction(21, 125)
    assert error == math.sqrt(27 / 625)
    assert "= 24/125 / (5 − 1)" in error.working
    assert "4/5" in str(error.steps) and "3/5" in str(error.steps)


@given(two_scores())
def test_delong_by_the_definition(data):
    y, score, _ = data
    error = auc_standard_error(mm.sweep(y, score))
    assert error == pytest.approx(math.sqrt(delong(y, score)[0, 0]), abs=1e-12)


@given(two_scores())
def test_hanley_mcneil_by_all_triples(data):
    y, score, _ = data
    positive, negative = score[y == 1], score[y == 0]
    error = auc_standard_error(mm.sweep(y, score), "hanley-mcneil")

    def share(one, pairs_of, sign):
        """Say how often two of a class, drawn with replacement, beat one of the other."""
        credit = {2: 1, 1: 1 / 2, 0: 1 / 3}
        wins = [
            0 if min(sign * (p - x), sign * (q - x)) < 0 else credit[int(p != x) + int(q != x)]
            for x, (p, q) in itertools.product(one, itertools.product(pairs_of, repeat=2))
        ]
        return sum(wins) / len(wins)

    q1, q2 = share(negative, positive, 1), share(positive, negative, -1)
    assert error.terms["Q1"] == pytest.approx(q1) and error.terms["Q2"] == pytest.approx(q2)
    area, p, n = won(positive, negative).mean(), len(positive), len(negative)
    square = area * (1 - area) + (p - 1) * (q1 - area**2) + (n - 1) * (q2 - area**2)
    assert error == pytest.approx(math.sqrt(max(square, 0) / (p * n)), abs=1e-9)


@given(two_scores(), st.sampled_from(sorted(METHODS)), st.data())
def test_whole_weights_are_repeated_samples(data, method, draw):
    y, score, _ = data
    times = draw.draw(st.lists(st.integers(1, 4), min_size=len(y), max_size=len(y)))
    weighted = mm.sweep(y, score, weights=times)
    repeated = mm.sweep(np.repeat(y, times), np.repeat(score, times))
    assert auc_standard_error(weighted, method) == auc_standard_error(repeated, method)


@each("method", METHODS)
@each("y", [[1, 0, 0], [1, 1, 0], [1, 0]])
def test_one_sample_of_a_class_shows_no_variation(y, method):
    s = mm.sweep(y, range(len(y)))
    error = auc_standard_error(s, method)
    assert math.isnan(error) and "from two samples on" in error.reason
    reading = auc_interval(s, method=method)
    assert all(map(math.isnan, reading)) and reading.reason == error.reason
    assert "undefined" in str(reading) and 0.5 not in reading
    test = auc_test(s, mm.sweep(y, range(len(y))[::-1]))
    assert math.isnan(test.p_value) and "from two samples on" in test.p_value.reason


def test_an_interval_is_clipped_and_says_so():
    s = mm.sweep([1, 1, 0, 1, 0, 0], [6, 5, 4, 3, 2, 1])
    reading = auc_interval(s, 0.99)
    assert reading.high == 1 and "clipped to 0…1 from 0.484…1.294" in str(reading)
    mirrored = auc_interval(mm.sweep([0, 0, 1, 0, 1, 1], [6, 5, 4, 3, 2, 1]), 0.99)
    assert mirrored.low == 0 and mirrored.high == pytest.approx(1 - reading.low)
    assert "clipped" not in str(auc_interval(SCANS))


@given(two_scores())
def test_the_paired_test_by_the_definition(data):
    y, one, two = data
    test = auc_test(mm.sweep(y, one), mm.sweep(y, two))
    matrix = delong(y, one, two)
    difference = won(one[y == 1], one[y == 0]).mean() - won(two[y == 1], two[y == 0]).mean()
    variance = matrix[0, 0] + matrix[1, 1] - 2 * matrix[0, 1]
    assert test.difference == pytest.approx(difference)
    assert test.standard_error == pytest.approx(math.sqrt(max(variance, 0)), abs=1e-7)
    assert test.terms["covariance"] == pytest.approx(matrix[0, 1])
    if variance > 1e-9:
        assert test.z == pytest.approx(difference / math.sqrt(variance))
        assert test.p_value == pytest.approx(2 * stats.norm.sf(abs(test.z)))
        wanted = stats.norm.interval(0.9, difference, math.sqrt(variance))
        assert [*test.interval(0.9)] == pytest.approx([*np.clip(wanted, -1, 1)])
        other = auc_test(mm.sweep(y, two), mm.sweep(y, one))
        assert other.z == -test.z and other.p_value == test.p_value


@given(two_scores())
def test_independent_variances_add_up(data):
    y, one, two = data
    a, b = mm.sweep(y, one), mm.sweep(y, two).drop_samples()
    test = auc_test(a, b, paired=False)
    squares = auc_standard_error(a) ** 2 + auc_standard_error(b) ** 2
    assert test.standard_error == pytest.approx(math.sqrt(squares))
    assert "covariance" not in test.terms and "independent samples" in str(test)


def test_the_order_of_samples_with_ids_is_no_matter():
    rng = np.random.default_rng(0)
    y, one, two = rng.integers(0, 2, 30), rng.normal(size=30), rng.normal(size=30).round(1)
    order, names = rng.permutation(30), np.array([f"car {i}" for i in range(30)])
    b = mm.sweep(y[order], two[order], ids=names[order])
    plain = auc_test(mm.sweep(y, one), mm.sweep(y, two))
    named = auc_test(mm.sweep(y, one, ids=names), b)
    assert float(named.z) == plain.z and str(named) == str(plain)
    assert pickle.loads(pickle.dumps(named)).p_value == named.p_value


def test_scores_that_rank_alike_don_t_differ():
    y, score = RATINGS.y_true, np.asarray(RATINGS.y_score, float)
    test = auc_test(SCANS, mm.sweep(y, np.exp(score)))
    assert (test.difference, test.standard_error, test.p_value) == (0, 0, 1)
    assert math.isnan(test.z) and "both rank alike" in test.p_value.conventions.values()


def test_a_difference_that_can_t_vary_can_t_be_tested():
    test = auc_test(PERFECT, REVERSED)
    assert test.difference == 1 and math.isnan(test.p_value)
    assert "no placement varies" in test.p_value.reason and "undefined" in str(test)


def test_small_chances_keep_their_digits():
    y = np.repeat([1, 0], 40)
    good = np.r_[np.arange(40) + 20, np.arange(40)].astype(float)
    test = auc_test(mm.sweep(y, good), mm.sweep(y, -good))
    assert 0 < test.p_value < 1e-20
    assert test.p_value == pytest.approx(2 * stats.norm.sf(abs(test.z)))


def test_sums_too_large_for_64_bits_are_exact():
    big = np.array([2**40, 3**20])
    assert total(big, big, big) == 2**120 + 3**60
    assert total(np.array([2**33, 1]), np.array([2**33, 1])) == 2**66 + 1
    s = mm.Sweep.from_counts([2, 1], tp=[4 * 10**8, 10**9], fp=[10**8, 10**9])
    small = mm.Sweep.from_counts([2, 1], tp=[4, 10], fp=[1, 10])
    for method in METHODS:
        ratio = auc_standard_error(small, method) / auc_standard_error(s, method)
        assert ratio == pytest.approx(10**4, rel=0.06)


IDS = list("abcd")
Y, S = [1, 0, 1, 0], [0.9, 0.6, 0.4, 0.1]


@each(
    "words, call",
    {
        "no standard error": lambda: auc_standard_error(mm.sweep(Y, S, weights=[0.5, 1, 1, 1])),
        "unknown": lambda: auc_standard_error(mm.sweep(Y, S, negatives="unknown")),
        "stops at FPR = 1.000, TPR = 0.222": lambda: auc_standard_error(
            mm.sweep(Y, S, positives=9)
        ),
        "method='delon'": lambda: auc_standard_error(mm.sweep(Y, S), "delon"),
        "level=95": lambda: auc_interval(mm.sweep(Y, S), 95),
        "a has 4 samples, b has 2": lambda: auc_test(mm.sweep(Y, S), mm.sweep([1, 0], [1, 2])),
        "2 sample(s) have another label": lambda: auc_test(
            mm.sweep(Y, S), mm.sweep([0, 1, 1, 0], S)
        ),
        "another weight in b than in a: c": lambda: auc_test(
            mm.sweep(Y, S, ids=IDS), mm.sweep(Y, S, ids=IDS, weights=[1, 1, 2, 1])
        ),
        "in one sweep only: a, e": lambda: auc_test(
            mm.sweep(Y, S, ids=IDS), mm.sweep(Y, S, ids=list("ebcd"))
        ),
        "one sweep has ids": lambda: auc_test(mm.sweep(Y, S, ids=IDS), mm.sweep(Y, S)),
        "counts only": lambda: auc_test(mm.sweep(Y, S), mm.sweep(Y, S).drop_samples()),
        "paired='no'": lambda: auc_test(mm.sweep(Y, S), mm.sweep(Y, S), paired="no"),
        "there are ties": lambda: auc_test(
            mm.sweep(Y, [1, 1, 0, 0], ties="in-order"), mm.sweep(Y, S)
        ),
    }.items(),
)
def test_what_is_refused(words, call):
    with pytest.raises(mm.MetricError) as caught:
        call()
    assert words.strip() in caught.value.what
