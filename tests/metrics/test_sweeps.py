"""Many rankings counted in one walk: each as if it were alone."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.auc import aucs
from mlmetrics_edu.metrics.average_precision import RULES, averages
from mlmetrics_edu.metrics.sweeps import Sweeps

TIES = ("grouped", "in-order", "positives-first", "negatives-first")
RANKING = st.lists(st.tuples(st.booleans(), st.sampled_from([-1.0, 0.0, 0.5, 2.0])), max_size=7)


def count(rankings, ties="grouped", **more):
    samples = np.array([sample for ranking in rankings for sample in ranking]).reshape(-1, 2)
    start = np.cumsum([0, *map(len, rankings)])
    return Sweeps.of(samples[:, 0] > 0, samples[:, 1], start, ties, **more)


def alone(ranking, ties="grouped"):
    return mm.sweep(
        *zip(*[(int(label), score) for label, score in ranking], strict=True), positive=1, ties=ties
    )


@given(st.lists(RANKING, min_size=1, max_size=5), st.sampled_from(TIES))
def test_each_is_counted_as_if_it_were_alone(rankings, ties):
    many = count(rankings, ties)
    assert len(list(many)) == len(rankings)
    for ranking, (tp, fp, positives) in zip(rankings, many, strict=True):
        if not ranking:
            assert (tp.tolist(), fp.tolist(), positives) == ([0], [0], 0)
            continue
        one = alone(ranking, ties)
        assert tp.tolist() == one.tp.tolist() and fp.tolist() == one.fp.tolist()
        assert positives == one.positives


@given(st.lists(RANKING, min_size=1, max_size=5), st.sampled_from([*RULES]))
def test_averages_and_areas_are_those_of_each(rankings, rule):
    many = count(rankings)
    found = averages(RULES[rule], many, "floats").tolist(), aucs(many).tolist()
    for ranking, ap, auc in zip(rankings, *found, strict=True):
        labels = [label for label, _ in ranking]
        there = any(labels)
        assert (
            ap == pytest.approx(mm.average_precision(alone(ranking), rule)) if there else ap != ap
        )
        both = there and not all(labels)
        assert auc == pytest.approx(mm.auc(alone(ranking))) if both else auc != auc


def test_a_ranking_may_miss_positives_and_be_labelled_in_several_ways():
    found = np.array([[0, 1, 1, 0, 1], [0, 0, 1, 0, 1]])
    many = Sweeps(
        found, np.array([[0, 0, 1, 0, 0], [0, 1, 1, 0, 0]]), np.array([0, 3, 5]), np.array([4, 1])
    )
    assert many.found.tolist() == [[1, 1], [1, 1]] and many.false.tolist() == [[1, 0], [1, 0]]
    assert averages(RULES["step"], many, "floats").tolist() == [[1 / 4, 1], [1 / 8, 1]]
    assert averages(RULES["voc2010"], many, "floats").tolist() == [[1 / 4, 1], [1 / 8, 1]]
