"""Curves are columns of a sweep: the same rows, the same thresholds, nothing counted again."""

import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mlmetrics_edu as mm
from tests.cases import each
from tests.metrics.test_laws import samples

CARS = mm.example("cars")
S = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
CURVES = {
    "roc": (mm.roc, "fpr", "recall"),
    "pr": (mm.pr, "recall", "precision"),
    "det": (mm.det, "fpr", "fnr"),
    "gain": (mm.gain, "predicted_positive_rate", "recall"),
    "lift": (mm.lift, "predicted_positive_rate", "lift"),
    "ks": (mm.ks, "predicted_positive_rate", "informedness"),
}


def two_classes(data):
    return 0 < data[0].sum() < len(data[0])


@each("name", CURVES)
def test_a_curve_is_two_columns_of_its_sweep_row_by_row(name):
    make, x_name, y_name = CURVES[name]
    curve = make(S)
    x, y = curve
    assert len(curve) == len(x) == len(y) == len(curve.threshold) == len(S)
    np.testing.assert_array_equal(x, S[x_name])
    np.testing.assert_allclose(y, S[y_name], rtol=1e-14, atol=1e-16)
    np.testing.assert_array_equal(curve.threshold, S.threshold)
    assert (curve.x_name, curve.y_name) == (x_name, y_name)
    assert curve[7].admitted == ("car 16",) and curve[7].confusion == S[7].confusion
    assert not any(column.flags.writeable for column in (x, y, curve.threshold))
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(curve)).y, y)


def test_where_nothing_is_predicted_precision_is_what_one_says():
    s = mm.sweep([0, 1, 1], [0.9, 0.5, 0.4])
    assert np.isnan(mm.pr(s).y[0])
    assert mm.pr(s, start="one").y[0] == 1
    assert mm.pr(s, start="first").y[0] == 0
    for start in ("undefined", "one", "first"):
        np.testing.assert_array_equal(mm.pr(s, start=start).y[1:], s["precision"][1:])
        assert "precision of nothing predicted" in str(mm.pr(s, start=start))


@given(samples())
def test_interpolated_precision_is_the_best_at_a_recall_or_above(data):
    s = mm.sweep(*data)
    if not s.positives:
        return
    ours = mm.interpolated_precision(s)
    for row in range(len(s)):
        as_good = s["recall"] >= s["recall"][row]
        assert ours[row] == np.nanmax(s["precision"][as_good])
    np.testing.assert_array_equal(mm.pr(s, precision="interpolated").y, ours)


def test_ks_over_shares_and_over_scores_are_the_same_gaps_at_other_places():
    share, score = mm.ks(S), mm.ks(S, abscissa="score")
    np.testing.assert_array_equal(share.y, score.y)
    assert score.x is S.threshold and score.x_name == "threshold"
    best = int(np.argmax(share.y))
    assert (share.x[best], score.x[best]) == (7 / 20, 0.24)
    np.testing.assert_array_equal(share.beside["recall"] - share.beside["fpr"], share.y)


@given(samples())
def test_the_hull_lies_on_or_above_the_curve_and_bends_down_only(data):
    if not two_classes(data):
        return
    s = mm.sweep(*data)
    corners = mm.roc_hull(s)
    x, y = ([Fraction(int(n)) for n in counts[corners.rows]] for counts in (s.fp, s.tp))
    assert (x[0], y[0], x[-1], y[-1]) == (0, 0, s.negatives, s.positives)
    for i in range(2, len(x)):
        before = (y[i - 1] - y[i - 2]) * (x[i] - x[i - 1])
        assert before > (y[i] - y[i - 1]) * (x[i - 1] - x[i - 2])
    for fp, tp in zip(s.fp.tolist(), s.tp.tolist(), strict=True):
        right = next(i for i, corner in enumerate(x) if corner >= fp)
        if right == 0 or x[right] == fp:
            assert tp <= max(v for c, v in zip(x, y, strict=True) if c == fp)
        else:
            slope = (y[right] - y[right - 1]) / (x[right] - x[right - 1])
            assert tp <= y[right - 1] + slope * (fp - x[right - 1])
    np.testing.assert_array_equal(corners.threshold, s.threshold[corners.rows])
    assert corners[1].confusion == s[int(corners.rows[1])].confusion


def test_pruning_a_long_staircase_changes_no_corner(monkeypatch):
    random = np.random.default_rng(3)
    truth = random.random(20_000) < 0.4
    s = mm.sweep(truth, random.normal(size=20_000) + truth)
    pruned = mm.roc_hull(s).rows.tolist()
    monkeypatch.setattr("mlmetrics_edu.metrics.curves.FEW", len(s))
    assert mm.roc_hull(s).rows.tolist() == pruned


@given(samples(), st.sampled_from([1, 2, 5, 10]))
def test_equal_shares_are_means_over_the_orders_of_ties(data, bins):
    s = mm.sweep(*data)
    cut = mm.binned(s, bins)
    n = len(data[0])
    assert len(cut) == bins + 1
    np.testing.assert_allclose(cut.tp + cut.fp, n * np.arange(bins + 1) / bins, atol=1e-9)
    for k in range(bins + 1):
        place = n * k / bins
        row = int(np.searchsorted(s.tp + s.fp, place))
        assert cut.threshold[k] == s.threshold[row]
        if (s.tp + s.fp)[row] == place:
            assert cut.tp[k] == s.tp[row]


def test_deciles_of_ten_samples_are_the_samples_and_more_can_hide_the_gap():
    first = mm.example("ks-first")
    s = mm.sweep(first.y_true, first.y_score)
    np.testing.assert_allclose(mm.ks(s, bins=10).y, mm.ks(s).y)
    assert mm.ks(s, bins=2).y.max() == mm.ks_statistic(s) == 1
    assert mm.ks(s, bins=3).y.max() < 1  # the best share lies between two of the thirds
    table = mm.decile_table(s).to_frame()
    assert table["positives"].tolist() == [1] * 5 + [0] * 5
    assert table["lift"].iloc[0] == 2 and table["gap"].max() == 1
    cars = mm.decile_table(S, 4).to_frame()
    assert cars["positives"].tolist() == [2, 2, 1, 1]
    assert cars["rate"].tolist() == [0.4, 0.4, 0.2, 0.2]


def test_a_published_decile_table_is_a_sweep_of_ten_scores():
    table = mm.example("decile-table")
    s = mm.sweep(table.y_true, table.y_score)
    assert len(s) == 11 and s.positives == 14084
    printed = mm.decile_table(s).to_frame()  # the tenths are cut at 6179.7, not at 6180
    np.testing.assert_allclose(100 * printed["gain"], 100 * s["recall"][1:], atol=0.01)


NO_CURVE = {
    "no positives": ([0, 0], [0.4, 0.2], {}),
    "no negatives": ([1, 1], [0.4, 0.2], {}),
    "negatives unknown": ([1, 0], [0.4, 0.2], {"negatives": "unknown"}),
}


@each("case", NO_CURVE)
@each("make", [mm.roc, mm.roc_hull, mm.det, mm.ks])
def test_a_curve_that_cannot_be_drawn_says_why(case, make):
    truth, scores, more = NO_CURVE[case]
    with pytest.raises(mm.MetricError) as caught:
        make(mm.sweep(truth, scores, **more))
    word = {"no positives": "no positive", "no negatives": "no negative"}.get(case, "unknown")
    assert word in caught.value.what and caught.value.why and caught.value.fix


def test_the_p_r_curve_needs_no_negatives_and_no_known_number_of_them():
    assert mm.pr(mm.sweep([1, 1], [0.4, 0.2])).y[1:].tolist() == [1, 1]
    unknown = mm.sweep([1, 0], [0.4, 0.2], negatives="unknown")
    assert mm.pr(unknown).y[1:].tolist() == [1, 0.5]
    for make in (mm.gain, mm.lift):
        with pytest.raises(mm.MetricError, match="unknown"):
            make(unknown)
    with pytest.raises(mm.UndefinedError, match="no P-R curve of 2 negatives and no positive"):
        mm.pr(mm.sweep([0, 0], [0.4, 0.2]))
