"""Graded lists: DCG and nDCG, and means over queries of whatever is measured of a list."""

import math
from itertools import permutations
from statistics import fmean

import numpy as np
import pytest
from sklearn.metrics import dcg_score, ndcg_score

import mlmetrics_edu as mm
from tests.cases import each, seeds

# Järvelin & Kekäläinen's example list, section 2.2, discounted from the first rank on.
GRADES = [3, 2, 3, 0, 0, 1, 2, 2, 3, 0]


def by_hand(grades, k=None):
    return sum(g / math.log2(r + 2) for r, g in enumerate(grades[:k]))


def test_each_place_counts_less():
    assert mm.dcg(GRADES) == pytest.approx(by_hand(GRADES), abs=1e-14)
    assert mm.dcg(GRADES, 4) == pytest.approx(3 + 2 / math.log2(3) + 3 / 2, abs=1e-14)
    assert mm.dcg([3], gain="exponential") == 7
    ideal = by_hand(sorted(GRADES, reverse=True))
    assert mm.ndcg(GRADES) == pytest.approx(by_hand(GRADES) / ideal, abs=1e-15)
    assert mm.ndcg([3, 2, 1]) == mm.ndcg([2, 1], judged=[2, 1]) == 1
    unseen = mm.ndcg([2, 1], judged=[1, 3, 2], k=2)
    assert unseen == pytest.approx(by_hand([2, 1]) / by_hand([3, 2]), abs=1e-15)


def test_ties_share_their_places():
    grades, scores = [1, 3, 0, 2], [0.5, 0.5, 0.5, 0.1]
    orders = [by_hand([*order, 2], 2) for order in permutations(grades[:3])]
    assert mm.dcg(grades, 2, scores=scores) == pytest.approx(fmean(orders), abs=1e-15)
    first, last = (
        mm.dcg(grades, 2, scores=scores, ties=f"{ends}-first")
        for ends in ("positives", "negatives")
    )
    assert (first, last) == (max(orders), min(orders))
    assert mm.dcg(grades, scores=scores, ties="in-order") == pytest.approx(by_hand(grades))


def random_list(rng):
    n = int(rng.integers(2, 12))
    return rng.integers(0, 4, n), rng.integers(0, 6, n) / 10, int(rng.integers(1, n + 2))


@each("seed", seeds(2_000, 50))
def test_as_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    grades, scores, k = random_list(rng)
    for gain, gains in (("linear", grades), ("exponential", 2.0**grades - 1)):
        ours = mm.dcg(grades, k, gain=gain, scores=scores)
        assert ours == pytest.approx(dcg_score([gains], [scores], k=k), abs=1e-12)
        ours = mm.ndcg(grades, k, gain=gain, scores=scores, undefined=0)
        assert ours == pytest.approx(ndcg_score([gains], [scores], k=k), abs=1e-12)


def test_what_cannot_be_ranked_is_refused():
    for call, why in (
        (lambda: mm.ndcg([1, -2]), r"relevance\[1\] is -2"),
        (lambda: mm.dcg([1, 2000], gain="exponential"), "from 0 to 1000"),
        (lambda: mm.ndcg([3, 1], judged=[1, 1]), "grades that judged lacks: 3"),
        (lambda: mm.ndcg([[1, 0], [0, 1]]), "lists of 2 queries"),
        (lambda: mm.precision_at({"a": [1]}, 1), "measure each"),
        (lambda: mm.dcg([1, 2], scores=[1]), "scores"),
        (lambda: mm.ndcg([1, 2], 0), "k=0"),
    ):
        with pytest.raises(mm.InputError, match=why):
            call()
    assert math.isnan(mm.ndcg([0, 0])) and "gains anything" in mm.ndcg([0, 0]).working
    assert mm.ndcg([], undefined=0) == 0 and mm.dcg([]) == 0
