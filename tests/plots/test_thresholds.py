"""Metrics over the threshold: steps, gaps, optima; legible, named, quick, Axes in and out."""

import matplotlib as mpl
import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import InputError, MetricError
from mlmetrics_edu.plots.det_curve import det
from mlmetrics_edu.plots.gain_and_lift import gain, lift
from mlmetrics_edu.plots.ks_curve import ks
from mlmetrics_edu.plots.look import style
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.thresholds import against_threshold
from tests.cases import each

from .looks import assert_legible, looks

CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
RNG = np.random.default_rng(6)
TRUTH = RNG.random(400) < 0.3
MODELS = {
    name: mm.sweep(TRUTH, RNG.normal(size=400) + ahead * TRUTH)
    for name, ahead in (("A", 2), ("B", 1))
}
MANY = mm.sweep(np.arange(10**5) % 3 == 0, RNG.random(10**5)).drop_samples()
DRAWN = {
    "ks": ks,
    "ks over the score": lambda of, ax=None, **more: ks(of, ax, abscissa="score", **more),
    "det": det,
    "gain": gain,
    "lift": lift,
    "against": against_threshold,
}
every_picture = each("draw", DRAWN.values())


def said(ax):
    return [text.get_text() for text in ax.texts]


@each("draw, size, language", looks([ks, det, gain, lift, against_threshold]))
def test_legible(draw, size, language):
    with style(size, language):
        assert_legible(draw(SWEEP))


@every_picture
def test_several_are_named(draw):
    more = {"metrics": "f1"} if draw is against_threshold else {}
    ax = draw(MODELS, **more)
    assert_legible(ax)
    for name in MODELS:
        assert any(text.startswith(name) for text in said(ax))
        assert f"{name}: " in alternative_text(ax)


@every_picture
def test_axes_in_axes_out_and_keywords_pass(draw):
    own = mpl.figure.Figure().subplots()
    before = dict(mpl.rcParams)
    assert draw(SWEEP, ax=own, linewidth=7) is own
    assert own.lines[0].get_linewidth() == 7
    assert dict(mpl.rcParams) == before
    assert draw(SWEEP, c="red").lines[0].get_color() == "red"


@every_picture
def test_many_rows_are_small(draw):
    ax = draw(MANY)
    assert len(ax.figure.svg()) < 2_000_000
    assert max(len(line.get_xdata()) for line in ax.lines) <= 20_000


@every_picture
def test_what_is_no_sweep_is_told(draw):
    with pytest.raises(InputError, match="of a list"):
        draw([0.1, 0.9])
    with pytest.raises(InputError, match="nothing to draw"):
        draw({})


LEARNER = mm.example("learner-a")
TWICE = mm.sweep(LEARNER.y_true, LEARNER.y_score)


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
    assert said(ax)[0] == "best informedness: 0.400\nthresholds 7, 3"


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
