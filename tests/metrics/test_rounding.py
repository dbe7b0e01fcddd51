"""Rounded scores: their counts add up, and the bounds hold whatever the scores were."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mlmetrics_edu as mm
from tests.cases import each

MEASURES = {
    "auc": mm.auc,
    "average_precision": mm.average_precision,
    "ks": mm.ks_statistic,
}
SAMPLES = st.lists(
    st.tuples(st.integers(0, 1), st.floats(-8, 8, allow_nan=False)), min_size=2, max_size=40
).filter(lambda samples: {label for label, _ in samples} == {0, 1})


@given(SAMPLES, st.integers(1, 53))
def test_the_bounds_hold_and_the_counts_are_those_of_the_scores(samples, bits):
    labels, scores = map(np.array, zip(*samples, strict=True))
    exact, rounded = mm.sweep(labels, scores), mm.sweep(labels, mm.round_scores(scores, bits))
    for name, measure in MEASURES.items():
        low, high = mm.resolution_range(rounded, name)
        assert low <= measure(exact) <= high
        assert low <= measure(rounded) <= high
    for k, threshold in enumerate(rounded.threshold.tolist()):
        counts = exact.at(threshold)
        assert (rounded.tp[k], rounded.fp[k]) == (counts.tp, counts.fp)


@given(SAMPLES, st.integers(1, 12))
def test_chunks_add_up_to_the_whole(samples, bits):
    labels, scores = map(np.array, zip(*samples, strict=True))
    rounded = mm.round_scores(scores, bits)
    halves = zip(np.array_split(labels, 2), np.array_split(rounded, 2), strict=True)
    summed, whole = sum(mm.sweep(*half) for half in halves), mm.sweep(labels, rounded)
    for column in ("threshold", "tp", "fp"):
        assert np.array_equal(getattr(summed, column), getattr(whole, column))


@each("bins", [[(1, 1)], [(2, 3), (1, 2)], [(0, 2), (3, 1), (2, 2)], [(5, 1), (1, 5), (2, 2)]])
def test_no_bound_can_be_narrower(bins):
    tied = [(row, p, n) for row, (p, n) in enumerate(bins)]
    rounded = mm.sweep(*_ranking(tied, lambda label: 0))
    best, worst = (mm.sweep(*_ranking(tied, way)) for way in (lambda x: x / 4, lambda x: -x / 4))
    assert mm.resolution_range(rounded) == pytest.approx((mm.auc(worst), mm.auc(best)))
    highest = max(mm.ks_statistic(best), mm.ks_statistic(worst))
    assert mm.resolution_range(rounded, "ks")[1] == pytest.approx(highest)
    low, high = mm.resolution_range(rounded, "average_precision")
    assert high == pytest.approx(mm.average_precision(best))
    assert low <= mm.average_precision(worst) + 1e-12


def _ranking(bins, within):
    """List labels and scores; within a bin, scores hang on the label."""
    labels = [label for _, p, n in bins for label in [1] * p + [0] * n]
    rows = [row for row, p, n in bins for _ in range(p + n)]
    return labels, [within(label) - row for label, row in zip(labels, rows, strict=True)]


@each("score, bits, down", [(0.8, 1, 0.5), (0.3, 3, 0.25), (-0.3, 3, -0.3125), (0.1, 53, 0.1)])
def test_scores_are_rounded_down(score, bits, down):
    assert mm.round_scores([score], bits).tolist() == [down]
