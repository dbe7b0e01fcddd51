"""Metrics over the threshold in several folds: at each threshold, counted in each fold anew."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.folds import MOST, fold_thresholds
from tests.cases import each

rng = np.random.default_rng(5)


def split(n):
    """Make labels and scores of one fold, scores in tenths so that folds share some."""
    y = rng.random(n) < 0.4
    y[:2] = True, False
    return mm.sweep(y, rng.integers(0, 10, n) / 10 + 0.2 * y)


FOLDS = [split(30) for _ in range(7)]
METRICS = ("precision", "recall", "f1", "predicted_positive_rate")


@each("middle", ["mean", "median"])
def test_middle_and_band_at_each_threshold_and_between(middle):
    found = fold_thresholds(FOLDS, METRICS, middle)
    assert found.threshold[0] == np.inf and (np.diff(found.threshold) < 0).all()
    for row, at in enumerate(found.threshold.tolist()):
        for one in found.metrics:
            values = np.array([float(s.at(at).rate(one.formula)) for s in FOLDS])
            if middle == "mean":
                centre, spread = values.mean(), values.std()
                expected = np.clip([centre - spread, centre, centre + spread], 0, 1)
            else:
                expected = np.quantile(values, [0.1, 0.5, 0.9])
            shown = one.low[row], one.middle[row], one.high[row]
            np.testing.assert_allclose(shown, expected, atol=1e-12)


def test_the_best_threshold_is_that_of_the_mean_not_the_mean_of_the_best():
    found = fold_thresholds(FOLDS, "f1", best="f1")
    column = [np.mean([float(s.at(t).f1) for s in FOLDS]) for t in found.threshold]
    assert found.best_row == int(np.argmax(column))
    error = fold_thresholds(FOLDS, "f1", best="error_rate")
    assert error.best.middle[error.best_row] == np.nanmin(error.best.middle)


def test_of_very_many_scores_thresholds_are_read_at_equal_distances():
    y = rng.random(3_000) < 0.4
    folds = [mm.sweep(y, rng.normal(size=3_000) + y) for _ in range(3)]
    found = fold_thresholds(folds, "recall")
    assert len(found.threshold) == MOST + 1
    at = found.threshold[500].item()
    assert found.metrics[0].middle[500] == np.mean([float(s.at(at).recall) for s in folds])
    np.testing.assert_allclose(np.diff(found.threshold[1:]), np.diff(found.threshold[1:3])[0])


def test_what_is_undefined_in_one_fold_is_undefined_in_the_middle():
    found = fold_thresholds(
        [mm.sweep([1, 0], [0.9, 0.1]), mm.sweep([1, 0], [0.5, 0.2])], "precision"
    )
    assert np.isnan(found.metrics[0].middle[:2]).all()
    assert found.metrics[0].middle[2] == 1


def test_a_metric_that_never_has_a_value_in_some_fold_has_no_best_threshold():
    one, other = mm.sweep([1, 0], [0.9, 0.1]), mm.sweep([0, 0], [0.5, 0.2])
    with pytest.raises(mm.MetricError, match="undefined at every threshold in one of the folds"):
        fold_thresholds([one, other], "f1", best="recall")
