"""Ten thousand small random cases of the KS statistic, equal to SciPy's: value, place and side."""

import warnings

import numpy as np
from scipy import stats

import mlmetrics_edu as mm
from mlmetrics_edu.core import words
from tests.cases import each, seeds

CASES, USUAL = 10_000, 83  # one of so many is tried: no divisor of what turns below
# SciPy compares how many lie at or below a score, this package how many lie at or above one: where
# its first sample tends to smaller scores, "greater" there, the positives are behind, "less" here.
ALTERNATIVES = {"two-sided": "two-sided", "greater": "less", "less": "greater"}


def draw(seed):
    """Draw scores of both classes: 1 to 15 each; few different values, or all different."""
    random = np.random.default_rng(seed)
    sizes = random.integers(1, 16, 2)
    kinds = (random.random, lambda n: random.integers(0, 5, n) / 4, lambda n: random.normal(size=n))
    return [kinds[seed % 3](int(n)) for n in sizes]


@each("seed", seeds(CASES, USUAL))
def test_the_ks_statistic_is_scipy_s(seed):
    positives, negatives = draw(seed)
    theirs_name = list(ALTERNATIVES)[seed // 3 % 3]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # they are about p-values, which aren't compared
        theirs = stats.ks_2samp(positives, negatives, theirs_name, method="asymp")
    labels = np.repeat([1, 0], [len(positives), len(negatives)])
    sweep = mm.sweep(labels, np.concatenate([positives, negatives]))
    ours = mm.ks_statistic(sweep, alternative=ALTERNATIVES[theirs_name])
    assert abs(ours - theirs.statistic) < 1e-12
    compare_place(sweep, ours, theirs)


@each("places", [[4], [40_000], [99_996], [4, 60], [4, 40_000, 99_996]])
def test_the_widest_gap_is_found_wherever_it_lies_and_as_often_as_it_comes(places):
    labels = np.tile([True, False], 50_000)
    for place in places:  # two positives in a row, and then two negatives
        labels[place : place + 4] = True, True, False, False
    score = -np.arange(100_000.0)
    ours = mm.ks_statistic(mm.sweep(labels, score))
    theirs = stats.ks_2samp(score[labels], score[~labels], method="asymp")
    assert abs(ours - theirs.statistic) < 1e-12
    reached = words.listing([words.threshold(score[place + 1]) for place in places])
    assert ours.conventions["where"].endswith(f" {reached}")


def compare_place(sweep, ours, theirs):
    """Compare where the gap is largest: they name the highest score that is not let in there."""
    row = int(np.count_nonzero(sweep.threshold > theirs.statistic_location)) - 1
    gap = sweep["fpr"][row] - sweep["recall"][row]
    assert abs(theirs.statistic_sign * gap - ours) < 1e-12
    if not ours:
        assert ours.conventions["where"].startswith("nowhere: ")
        return
    named = ours.conventions["where"].split(" ", maxsplit=3)[3]
    if "more" not in named:
        assert words.threshold(sweep.threshold[row]) in named.split(", ")
