"""Metrics over the threshold: steps, gaps, and every optimum."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import InputError, MetricError
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.thresholds import against_threshold

from .looks import assert_legible

CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
LEARNER = mm.example("learner-a")
TWICE = mm.sweep(LEARNER.y_true, LEARNER.y_score)


def said(ax):
    return [text.get_text() for text in ax.texts]


def test_metrics_are_steps_over_the_threshold():
    ax = against_threshold(SWEEP)
    for line, metric in zip(ax.lines, ("precision", "recall", "f1"), strict=False):
        x, y = line.get_data()
        for score in (0.91, 0.6, 0.24, 0.1, 0.005):
            value = float(SWEEP.at(score).rate(metric))
            assert y[np.flatnonzero(x >= score)[-1]] == pytest.approx(value)
    dots = ax.lines[-1].get_xydata()
    np.testing.assert_allclose(dots, [[0.24, 8 / 13]])
    assert said(ax) == ["best F1: 0.615\nthreshold 0.24", "precision", "recall", "F1"]
    assert alternative_text(ax) == (
        "Over 17 thresholds: precision, recall, F1. Best F1: 0.615 at threshold 0.24."
    )


def test_precision_of_nothing_predicted_is_a_gap():
    x, y = against_threshold(SWEEP, "precision", best=None).lines[0].get_data()
    assert np.isnan(y[x > 0.91]).all() and not np.isnan(y[x < 0.91]).any()


def test_every_optimum_is_marked():
    ax = against_threshold(TWICE, "informedness", best="youden")
    np.testing.assert_allclose(ax.lines[-1].get_xydata(), [[7, 0.4], [3, 0.4]])
    ax = against_threshold(TWICE, ["precision"], best="youden")
    upright = [line.get_xdata()[0] for line in ax.lines[1:]]
    assert upright == [7, 3]
    assert said(ax)[0] == "best informedness: 0.400\nthreshold 7, 3"


def test_nothing_predicted_may_be_best():
    ax = against_threshold(mm.sweep([0, 0, 1], [0.9, 0.8, 0.1]), "accuracy", best="accuracy")
    assert "threshold +∞" in said(ax)[0]
    assert ax.lines[-1].get_xdata()[0] == ax.get_xlim()[1]
    assert_legible(ax)


def test_a_formula_of_ones_own_is_drawn():
    mine = mm.Formula("price", "FP + 5*FN", direction="lower")
    ax = against_threshold(SWEEP, mine, best=mine)
    assert ax.get_ylabel() == "price" and ax.lines[-1].get_ydata()[0] == min(SWEEP[mine])
    with pytest.raises(InputError, match="metrics is empty"):
        against_threshold(SWEEP, [])
    with pytest.raises(MetricError):
        against_threshold(mm.sweep([0, 0], [0.9, 0.2], positive=1), "recall", best="recall")
