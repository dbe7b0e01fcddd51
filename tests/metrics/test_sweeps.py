"""Many rankings counted in one walk: each as if it were alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.auc import aucs
from mlmetrics_edu.metrics.average_precision import RULES, averages, heights_at_levels
from mlmetrics_edu.metrics.counting import Sweeps

TIES = ("grouped", "in-order", "positives-first", "negatives-first")
RANKING = st.lists(st.tuples(st.booleans(), st.sampled_from([-1.0, 0.0, 0.5, 2.0])), max_size=7)


def count(rankings, ties="grouped"):
    samples = np.array([sample for ranking in rankings for sample in ranking]).reshape(-1, 2)
    start = np.cumsum([0, *map(len, rankings)])
    return Sweeps.of(samples[:, 0] > 0, samples[:, 1], start, ties)


def alone(ranking, ties="grouped"):
    labels, scores = zip(*ranking, strict=True)
    return mm.sweep(np.array(labels, int), scores, positive=1, ties=ties)


@given(st.lists(RANKING, min_size=1, max_size=5))
def test_each_is_counted_as_if_it_were_alone(rankings):
    for ties in TIES:
        many = count(rankings, ties)
        assert len(list(many)) == len(rankings)
        for ranking, (tp, fp, positives) in zip(rankings, many, strict=True):
            if not ranking:
                assert (tp.tolist(), fp.tolist(), positives) == ([0], [0], 0)
                continue
            one = alone(ranking, ties)
            assert tp.tolist() == one.tp.tolist() and fp.tolist() == one.fp.tolist()
            assert positives == one.positives


@given(st.lists(RANKING, min_size=1, max_size=5))
def test_averages_and_areas_are_those_of_each(rankings):
    many = count(rankings)
    for rule in RULES:
        for ranking, ap in zip(rankings, averages(RULES[rule], many, "floats"), strict=True):
            there = any(label for label, _ in ranking)
            expected = mm.average_precision(alone(ranking), rule) if there else np.nan
            assert ap == pytest.approx(float(expected), nan_ok=True), rule
    for ranking, area in zip(rankings, aucs(many), strict=True):
        both = len({label for label, _ in ranking}) == 2
        expected = mm.auc(alone(ranking)) if both else np.nan
        assert area == pytest.approx(float(expected), nan_ok=True)


def test_the_highest_precision_from_a_level_on_is_looked_up_in_the_row_that_reaches_it():
    ranking = [(1, 0.9), (1, 0.5), (0, 0.5), (0, 0.5)]
    (ap,) = averages(RULES["voc2007"], count([ranking]), "floats")
    assert ap == pytest.approx((6 * 1 + 5 * 1 / 2) / 11)  # recall 0.5 is reached, 0.6 is not


def test_a_ranking_may_miss_positives():
    tp, fp = np.array([0, 1, 1, 0, 1, 0, 0, 1]), np.array([0, 0, 1, 0, 0, 0, 1, 1])
    many = Sweeps(tp, fp, start=np.array([0, 3, 5, 8]), positives=np.array([4, 1, 4]))
    assert many.found.tolist() == [1, 1, 1] and many.false.tolist() == [1, 0, 1]
    assert averages(RULES["step"], many, "floats").tolist() == [1 / 4, 1, 1 / 8]
    assert averages(RULES["voc2010"], many, "floats").tolist() == [1 / 4, 1, 1 / 8]


def test_levels_are_met_in_the_rows_of_their_own_ranking():
    tp, fp = np.array([0, 0, 2, 2, 3, 0, 0, 0, 1]), np.array([0, 1, 1, 5, 5, 0, 1, 0, 0])
    many = Sweeps(tp, fp, start=np.array([0, 5, 7, 9]), positives=np.array([4, 2, 1]))
    rows = many.first_to_reach(np.array([[0, 1, 2, 3, 4]] * 3))
    assert rows.tolist() == [[0, 2, 2, 4, 5], [5, 7, 7, 7, 7], [7, 8, 9, 9, 9]]
    heights = heights_at_levels(many, 5, "exact")  # a quarter of the positives from level to level
    assert heights.tolist() == [[2 / 3, 2 / 3, 2 / 3, 3 / 8, 0], [0] * 5, [1] * 5]
