"""Retrieval: ranked lists, alone and averaged over queries."""

from fractions import Fraction
from itertools import pairwise, permutations
from statistics import mean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import average_precision_score

import mlmetrics_edu as mm
from mlmetrics_edu.metrics import lists
from tests.cases import each

EXERCISE_8_9 = [1, 1, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1]
LISTS = st.lists(st.integers(0, 1), min_size=1, max_size=12)


def test_six_or_eight_is_the_question():
    six, eight = (
        lists.retrieval_average_precision(EXERCISE_8_9, n_relevant=8, divide_by=by)
        for by in ("retrieved-relevant", "relevant")
    )
    precisions = [1, 1, Fraction(3, 9), Fraction(4, 11), Fraction(5, 15), Fraction(6, 20)]
    assert (six.fraction, eight.fraction) == (sum(precisions) / 6, sum(precisions) / 8)
    assert "the relevant documents returned" in six.conventions["divided by"]
    assert [len(x.steps) for x in (six, eight)] == [6, 6]


@given(LISTS, st.integers(0, 3))
def test_measures_by_definition(found, missed):
    hits = [rank for rank, relevant in enumerate(found, 1) if relevant]
    total, n = len(hits) + missed, len(found)
    how = {"n_relevant": total}
    ap = lists.retrieval_average_precision(found, **how)
    precisions = [Fraction(i, rank) for i, rank in enumerate(hits, 1)]
    assert ap.fraction == (Fraction(sum(precisions), 1) / total if total else None)
    assert bool(ap.reason) is not bool(total)
    for k in (1, 2, n, n + 3):
        assert lists.precision_at(found, k, **how).fraction == Fraction(sum(found[:k]), k)
        recall = lists.recall_at(found, k, **how)
        assert recall.fraction == (Fraction(sum(found[:k]), total) if total else None)
    r = lists.r_precision(found, **how)
    assert r.fraction == (Fraction(sum(found[:total]), total) if total else None)
    rank = mm.reciprocal_rank(found, **how)
    assert rank.fraction == (Fraction(1, hits[0]) if hits else 0)


@given(LISTS, st.integers(0, 3))
def test_eleven_points_by_definition(found, missed):
    total = sum(found) + missed
    if not total:
        return
    points = [(sum(found[:k]), Fraction(sum(found[:k]), k)) for k in range(1, len(found) + 1)]
    best = [max((p for tp, p in points if 10 * tp >= i * total), default=0) for i in range(11)]
    average = lists.eleven_point_average(found, n_relevant=total)
    assert list(average.steps.columns[2].values) == best
    assert average.fraction == sum(best) / Fraction(11)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 2)), min_size=1, max_size=4))
def test_within_a_tie_it_is_the_mean_over_all_orders(pairs):
    found, scores = zip(*pairs, strict=True)
    orders = [
        [found[i] for i in order]
        for order in permutations(range(len(found)))
        if all(scores[a] >= scores[b] for a, b in pairwise(order))
    ]
    for k in range(1, len(found) + 1):
        expected = mean(Fraction(sum(order[:k]), k) for order in orders)
        assert lists.precision_at(found, k, scores=scores).fraction == expected
    if any(found):
        ranks = mean(Fraction(1, order.index(1) + 1) for order in orders)
        assert mm.reciprocal_rank(found, scores=scores).fraction == ranks
        r = mean(Fraction(sum(order[: sum(found)]), sum(found)) for order in orders)
        assert lists.r_precision(found, scores=scores).fraction == r


@each("ties", ["grouped", "in-order", "positives-first", "negatives-first"])
def test_scores_are_swept_as_anywhere(ties):
    found, scores = [0, 1, 0, 1, 1], [0.5, 0.5, 0.9, 0.5, 0.1]
    ap = lists.retrieval_average_precision(found, scores=scores, ties=ties)
    assert ap.fraction == mm.average_precision(mm.sweep(found, scores, ties=ties)).fraction
    assert (ap == pytest.approx(average_precision_score(found, scores))) is (ties == "grouped")
    whole = mm.retrieval_map([found], scores=[scores], ties=ties)
    assert whole == ap and ties.split("-")[0] in whole.conventions["ties"]
    assert "ties" not in mm.retrieval_map([found]).conventions


def test_a_list_in_its_final_order_needs_no_policy_for_ties():
    a, b = (lists.retrieval_sweep(EXERCISE_8_9, ties=ties) for ties in ("grouped", "in-order"))
    assert a.ties == b.ties == "in-order" and a.tp.tolist() == b.tp.tolist()
    assert a[9].admitted == (9,)
    named = lists.retrieval_sweep([0, 1], ids=["doc a", "doc b"])
    assert named[2].admitted == ("doc b",)
    with pytest.raises(mm.MetricError, match="negatives is unknown"):
        mm.roc(a)


def test_nothing_was_returned():
    how = {"n_relevant": 3}
    for measure in (
        lists.retrieval_average_precision,
        lists.r_precision,
        lists.reciprocal_rank,
        lists.eleven_point_average,
    ):
        value = measure([], **how)
        assert value == 0 and value.fraction == 0 and str(value.steps)
    assert lists.precision_at([], 5, **how).fraction == 0
    assert lists.recall_at([], 5, **how).fraction == 0
    assert [*lists.eleven_point_average([], **how).steps.columns[2].values] == [0] * 11
    both = mm.retrieval_map({"a": [], "b": [1]}, n_relevant={"a": 3, "b": 1})
    assert both.fraction == Fraction(1, 2)
    assert lists.retrieval_average_precision([]).reason
    scored = mm.retrieval_map([[], [1, 0]], scores=[[], [0.2, 0.9]], n_relevant=1)
    assert scored.fraction == Fraction(1, 4)
    assert mm.retrieval_map([np.zeros(0)], n_relevant=2).fraction == 0


def test_queries_without_relevant_documents_are_named():
    lists = {"jaguar": [1, 0], "unicorn": [0, 0]}
    ap = mm.retrieval_map(lists)
    assert ap != ap and "no value for query unicorn" in ap.reason and ap.fraction is None
    assert "undefined" in str(ap.steps)
    skip, zero = (mm.retrieval_map(lists, empty=empty) for empty in ("skip", 0))
    assert (skip.fraction, zero.fraction) == (1, Fraction(1, 2))
    assert skip.conventions["undefined"].startswith("left out: query unicorn (")
    assert "counted as 0: query unicorn (" in zero.conventions["undefined"]
    alone = mm.retrieval_map([[0], [0]], empty="skip")
    assert alone != alone and alone.reason.startswith("no value for queries 0, 1 (")
    by_found = {"n_relevant": 4, "divide_by": "retrieved-relevant"}
    assert "query unicorn" in mm.retrieval_map(lists, **by_found).reason
    assert mm.retrieval_map(lists, n_relevant=4).fraction == Fraction(1, 8)


def test_mean_reciprocal_rank():
    lists = {"a": [0, 0, 1], "b": [1], "c": [0]}
    values = {0: Fraction(4, 9), "skip": Fraction(2, 3), "nan": None}
    for missing, value in values.items():
        assert mm.mean_reciprocal_rank(lists, missing=missing).fraction == value
    zero = mm.mean_reciprocal_rank(lists)
    assert "counted as 0: query c" in str(zero.steps) and list(zero.terms) == ["a", "b", "c"]
    missing = mm.reciprocal_rank([0], missing="nan")
    assert missing != missing and "no relevant document was returned" in missing.reason
    assert "counted as 0" in mm.reciprocal_rank([0]).conventions["missing"]


R = [1, 0, 1]
BAD = {
    "no queries": lambda: mm.retrieval_map([]),
    "a number for lists": lambda: mm.retrieval_map(5),
    "one list for lists": lambda: mm.retrieval_map(R),
    "relevance in grades": lambda: mm.retrieval_map([[3, 2, 0]]),
    "nothing returned, but scored": lambda: mm.retrieval_map([[]], scores=[[0.5]]),
    "NaN relevance": lambda: lists.retrieval_average_precision([1, float("nan")]),
    "relevance of two dimensions": lambda: lists.precision_at([R, R], 2),
    "fewer relevant than found": lambda: lists.retrieval_average_precision(R, n_relevant=1),
    "relevant documents by halves": lambda: lists.recall_at(R, 1, n_relevant=2.5),
    "totals too few": lambda: mm.retrieval_map([R, R], n_relevant=[2]),
    "totals of other queries": lambda: mm.retrieval_map({"a": R}, n_relevant={"b": 2}),
    "scores too few": lambda: mm.retrieval_map([R], scores=[[0.9]]),
    "k = 0": lambda: lists.precision_at(R, 0),
    "ids too few": lambda: lists.retrieval_sweep(R, ids=["a"]),
}


@each("kind", BAD)
def test_bad_lists_are_refused(kind):
    with pytest.raises(mm.MetricError) as caught:
        BAD[kind]()
    assert all(map(str.strip, (caught.value.what, caught.value.why, caught.value.fix)))


def test_the_query_that_is_wrong_is_named():
    with pytest.raises(mm.InputError, match="query python: n_relevant=1"):
        mm.retrieval_map({"jaguar": R, "python": R}, n_relevant=dict(jaguar=2, python=1))
