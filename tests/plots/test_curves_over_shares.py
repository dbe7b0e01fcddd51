"""KS, DET, gain, lift and metrics over the threshold, by the data of their artists."""

from functools import partial
from statistics import NormalDist

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import InputError, MetricError, UndefinedError
from mlmetrics_edu.metrics.sweep import Sweep
from mlmetrics_edu.plots.gain_lift_ks import gain, ks, lift
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.roc_curve import det
from mlmetrics_edu.plots.thresholds import against_threshold
from tests.cases import each
from tests.plots.looks import CARS, LEARNERS, SWEEP, written

# Up, right, up and right at once, right: two samples share the score 0.4.
TIED = mm.sweep([1, 0, 1, 0, 0], [0.9, 0.7, 0.4, 0.4, 0.1])


PICTURES = {
    "difference": lambda **o: ks(TIED, difference=True, where="share", **o),
    "stretch": lambda **o: against_threshold(TIED, between=(0.2, 0.8), **o),
}


@each("draw", [ks, det])
@each("labels", [[1, 1], [0, 0]])
def test_one_class_has_no_curve(draw, labels):
    with pytest.raises(UndefinedError, match="there is no"):
        draw(mm.sweep(labels, [0.9, 0.2], positive=1))


@each("draw", [gain, lift])
def test_without_positives_there_is_no_gain(draw):
    with pytest.raises(UndefinedError, match="no positive"):
        draw(mm.sweep([0, 0], [0.9, 0.2], positive=1))


def test_ks_draws_both_rates_and_the_gap():
    ax = ks(SWEEP)
    tpr, fpr, gap = (line.get_xydata() for line in ax.lines)
    np.testing.assert_allclose(gap, [[7 / 20, 4 / 6], [7 / 20, 3 / 14]])
    share = SWEEP["predicted_positive_rate"]
    np.testing.assert_allclose(np.interp(share, *tpr.T), SWEEP["recall"])
    np.testing.assert_allclose(np.interp(share, *fpr.T), SWEEP["fpr"])
    assert written(ax) == ["KS = 0.452\nscore ≥ 0.24", "TPR", "FPR"]
    assert "18 points" in alternative_text(ax) and "by 0.452, at score ≥ 0.24" in alternative_text(
        ax
    )
    assert len(ks(SWEEP, gap=False).lines) == 2


def test_ks_over_the_score_goes_in_steps():
    ax = ks(SWEEP, abscissa="score")
    x, y = ax.lines[0].get_data()
    assert ax.get_xlabel() == "threshold" and (np.diff(x) <= 0).all()
    for score in (0.915, 0.5, 0.24, 0.235, 0.005):
        here = y[np.flatnonzero(x >= score)[-1]]  # the stair goes on from there to the left
        assert here == pytest.approx(float(SWEEP.at(score).recall))
    np.testing.assert_allclose(ax.lines[2].get_xydata(), [[0.24, 4 / 6], [0.24, 3 / 14]])
    curve = mm.ks(SWEEP, abscissa="score")
    np.testing.assert_array_equal(ks(curve).lines[0].get_xdata(), x)


def test_every_largest_gap_is_drawn():
    ax = ks(LEARNERS["A"])
    gaps = [line.get_xydata().round(3).tolist() for line in ax.lines[2:]]
    assert gaps == [[[0.4, 0.6], [0.4, 0.2]], [[0.8, 1.0], [0.8, 0.6]]]
    assert written(ax)[0] == "KS = 0.400\nscore ≥ 7, 3"


def test_ks_of_several_draws_the_gaps():
    ax = ks({"A": LEARNERS["A"], "cars": SWEEP})
    dots = [line for line in ax.lines if line.get_marker() == "o"]
    np.testing.assert_allclose(dots[0].get_xydata(), [[0.4, 0.4], [0.8, 0.4]])
    np.testing.assert_allclose(dots[1].get_ydata(), 19 / 42)
    assert written(ax) == ["A: 0.400", "cars: 0.452"]


def test_a_tie_walked_sample_by_sample_has_one_threshold():
    walked = mm.sweep(CARS.y_true, CARS.y_score, ties="in-order")
    for draw in (partial(ks, abscissa="score"), against_threshold):
        for one, other in zip(draw(walked).lines, draw(SWEEP).lines, strict=True):
            np.testing.assert_allclose(one.get_xydata(), other.get_xydata())


def test_the_normal_deviate_scale_is_one():
    ax = det(SWEEP)
    limits = ax.get_xlim()
    assert limits == ax.get_ylim() == (0.05, 0.95)
    transform, inverse = ax.xaxis.get_transform(), NormalDist().inv_cdf
    shares = np.array([0.05, 0.2, 0.5, 0.9])
    np.testing.assert_allclose(transform.transform(shares), [inverse(share) for share in shares])
    np.testing.assert_allclose(transform.inverted().transform(transform.transform(shares)), shares)
    labels = [label.get_text() for label in ax.get_xticklabels()]
    assert [text for text in labels if text] == "0.1 1 5 20 40 60 80 95 99 99.9".split()


def test_normal_scores_give_a_straight_det_curve():
    rates = np.linspace(0.001, 0.999, 999)
    normal = np.array([NormalDist().inv_cdf(1 - rate) for rate in rates])
    tp = [1 - NormalDist(1.5).cdf(z) for z in normal]
    ax = det(Sweep.from_counts(normal, tp, rates, positives=1, negatives=1))
    x, y = ax.lines[0].get_data()
    inside = (np.minimum(x, y) > 0.01) & (np.maximum(x, y) < 0.99)
    z = [ax.xaxis.get_transform().transform(part[inside]) for part in (x, y)]
    np.testing.assert_allclose(z[0] + z[1], -1.5, atol=1e-6)


def test_a_perfect_ranking_lies_outside_a_det_picture():
    perfect = mm.sweep([1, 1, 0, 0], [0.9, 0.8, 0.3, 0.1])
    ax = det(perfect)
    assert "outside this scale" in written(ax)[0]


def test_gain_has_its_references_and_deciles():
    ax = gain(SWEEP, bins=10)
    model, tenths, perfect, chance = (line.get_xydata() for line in ax.lines)
    np.testing.assert_allclose(model[-1], [1, 1])
    share, found = mm.gain(SWEEP, bins=10)
    np.testing.assert_allclose(tenths, np.column_stack([share, found]))
    np.testing.assert_allclose(perfect, [[0, 0], [6 / 20, 1], [1, 1]])
    np.testing.assert_allclose(chance, [[0, 0], [1, 1]])
    assert written(ax) == ["model", "perfect", "random"]
    assert "first tenth of the ranking holds 0.333 of all positives" in alternative_text(ax)
    np.testing.assert_array_equal(gain(mm.gain(SWEEP)).lines[0].get_ydata(), model[:, 1])


def test_lift_bends_along_a_tie():
    tied = mm.sweep([1, 1, 0, 1, 0, 0, 0, 0], [0.9, 0.8, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5])
    ax = lift(tied)
    x, y = ax.lines[0].get_data()
    assert x[0] == 1 / 8 and y[0] == pytest.approx(8 / 3)
    half = (2 + 2 / 6) / 3 / 0.5  # four samples: two hits, and two of the tie of six
    assert np.interp(0.5, x, y) == pytest.approx(half, abs=1e-4)
    top, flat = ax.lines[1].get_xydata(), ax.lines[2].get_ydata()
    np.testing.assert_allclose(top[0], [0, 8 / 3])
    np.testing.assert_allclose(top[-1], [1, 1])
    assert flat.tolist() == [1, 1]


def test_a_curve_of_another_kind_is_told():
    with pytest.raises(InputError, match="got a gain curve"):
        lift(mm.gain(SWEEP))


def test_a_single_difference_and_its_places():
    ax = ks(TIED, difference=True)
    assert ax.lines[1].get_xydata().tolist() == [[0.2, 0.5]]
    assert written(ax) == ["KS = 0.500\nscore ≥ 0.9"]
    assert written(ks(TIED, difference=True, where="share")) == ["KS = 0.500\nshare 0.2"]
    assert "at share 0.2" in alternative_text(ks(TIED, where="share"))
    assert written(ks(TIED, difference=True, gap=False)) == []
    with pytest.raises(mm.InputError, match="where"):
        ks(TIED, where="rank")


def test_a_difference_below_zero_is_seen_whole():
    ax = ks(mm.sweep([0, 1], [2, 1]), difference=True)
    assert ax.get_ylim()[0] < -1 and -1 in ax.get_yticks()


def test_many_gaps_are_named_once():
    flat = mm.sweep([1, 0] * 5, range(10, 0, -1))
    assert written(ks(flat, where="share"))[0] == "KS = 0.200\nshare 0.1, 0.3, 0.5, … (2 more)"


def test_metrics_are_steps_over_the_threshold():
    ax = against_threshold(SWEEP)
    for line, metric in zip(ax.lines, ("precision", "recall", "f1"), strict=False):
        x, y = line.get_data()
        for score in (0.91, 0.6, 0.24, 0.1, 0.005):
            value = float(SWEEP.at(score).rate(metric))
            assert y[np.flatnonzero(x >= score)[-1]] == pytest.approx(value)
    dots = ax.lines[-1].get_xydata()
    np.testing.assert_allclose(dots, [[0.24, 8 / 13]])
    assert written(ax) == ["best F1: 0.615\nthreshold 0.24", "precision", "recall", "F1"]
    assert alternative_text(ax) == (
        "Over 17 thresholds: precision, recall, F1. Best F1: 0.615 at threshold 0.24."
    )


def test_precision_of_nothing_predicted_is_a_gap():
    x, y = against_threshold(SWEEP, "precision", best=None).lines[0].get_data()
    assert np.isnan(y[x > 0.91]).all() and not np.isnan(y[x < 0.91]).any()


def test_every_optimum_is_marked():
    ax = against_threshold(LEARNERS["A"], "informedness", best="youden")
    np.testing.assert_allclose(ax.lines[-1].get_xydata(), [[7, 0.4], [3, 0.4]])
    ax = against_threshold(LEARNERS["A"], ["precision"], best="youden")
    upright = [line.get_xdata()[0] for line in ax.lines[1:]]
    assert upright == [7, 3]
    assert written(ax)[0] == "best informedness: 0.400\nthresholds 7, 3"


def test_nothing_predicted_may_be_best():
    ax = against_threshold(mm.sweep([0, 0, 1], [0.9, 0.8, 0.1]), "accuracy", best="accuracy")
    assert "threshold +∞" in written(ax)[0]
    assert ax.lines[-1].get_xdata()[0] == ax.get_xlim()[1]


def test_a_formula_of_ones_own_is_drawn():
    mine = mm.Formula("price", "FP + 5*FN", direction="lower")
    ax = against_threshold(SWEEP, mine, best=mine)
    assert ax.get_ylabel() == "price" and ax.lines[-1].get_ydata()[0] == min(SWEEP[mine])
    with pytest.raises(InputError, match="metrics is empty"):
        against_threshold(SWEEP, [])
    with pytest.raises(MetricError):
        against_threshold(mm.sweep([0, 0], [0.9, 0.2], positive=1), "recall", best="recall")


def test_a_stretch_of_thresholds_shows_what_holds_there():
    ax = against_threshold(TIED, "recall", between=(0.4, 0.8), best=None)
    assert ax.get_xlim() == (0.4, 0.8)
    x, y = ax.lines[0].get_data()
    assert (x.min(), x.max()) == (0.4, 0.8)
    assert (y[0], y[-1]) == (0.5, 1)  # at 0.8 one of two is found, at 0.4 both


def test_an_optimum_outside_the_stretch_isnt_marked():
    inside = against_threshold(TIED, "recall", between=(0.3, 0.8), best="recall")
    outside = against_threshold(TIED, "recall", between=(0.5, 0.8), best="recall")
    assert any("best" in text for text in written(inside))
    assert not any("best" in text for text in written(outside)) and len(outside.lines) == 1


@each("between", [(0.5, 0.5), (1, 0), (0, np.nan)])
def test_what_is_no_stretch_is_refused(between):
    with pytest.raises(mm.InputError, match="stretch of thresholds"):
        against_threshold(TIED, between=between)
