"""The ROC curve, by what its artists hold."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.roc_curve import roc, strips
from tests.cases import each
from tests.plots.looks import CARS, LEARNERS, SWEEP, WALK, drawn, written

BAND = mm.bootstrap_band(SWEEP, times=50)
# Up, right, up and right at once, right: two samples share the score 0.4.
TIED = mm.sweep([1, 0, 1, 0, 0], [0.9, 0.7, 0.4, 0.4, 0.1])
POINTS = {"A": mm.Confusion(tp=3, fp=1, fn=1, tn=3), "B": mm.Confusion(tp=1, fp=2, fn=3, tn=2)}
FULL = {"hull": True, "costs": mm.Costs(), "mark": 0.24, "area": True}
PICTURES = {
    "plain": lambda **how: roc(SWEEP, **how),
    "steps": lambda **how: roc(WALK, steps=True, mark=[0.45, 0.24, 0.1], **how),
    "full": lambda **how: roc(SWEEP, **FULL, **how),
    "several": lambda **how: roc(LEARNERS, area=True, hull=True, **how),
    "band": lambda **how: roc(SWEEP, band=BAND, **how),
    "strips": lambda **how: strips(TIED, roc(TIED, area=True, diagonal=False, **how), framed=1),
    "points": lambda **how: roc(POINTS, **how),
    "named": lambda **how: roc(TIED, mark={"x": 0.7}, **how),
}


def the_curve(ax):
    return max(ax.lines, key=lambda line: line.get_linewidth())


def test_all_points_of_the_curve_are_drawn_in_a_square():
    ax = roc(SWEEP)
    x, y = the_curve(ax).get_data()
    np.testing.assert_array_equal(x, SWEEP.fp / 14)
    np.testing.assert_array_equal(y, SWEEP.tp / 6)
    assert ax.get_aspect() == 1 and ax.get_xlim() == ax.get_ylim()
    assert (ax.get_xlabel(), ax.get_ylabel()) == (
        "false positive rate  FPR",
        "true positive rate  TPR (recall)",
    )
    assert written(ax) == ["random guessing"] and written(roc(SWEEP, diagonal=False)) == []


def test_a_sweep_and_its_curve_give_the_same_and_the_words_are_made_of_the_data():
    said = "ROC curve through 18 points, area 0.732; best gap 0.452 at threshold 0.24."
    for of in (SWEEP, mm.roc(SWEEP)):
        assert alternative_text(roc(of)) == said
    assert "gap 0.400 at thresholds 7, 3." in alternative_text(roc(LEARNERS["A"]))
    assert "area 0.810" in alternative_text(roc(mm.roc_hull(SWEEP)))


def test_steps_are_named_by_whom_they_let_in():
    ids = [one.removeprefix("car ") for one in CARS.ids]
    assert written(roc(WALK, steps=True, diagonal=False)) == ids
    tied = written(roc(SWEEP, steps=True, diagonal=False))
    assert len(tied) == 17 and "7, 15" in tied and "1, 18" in tied


def test_steps_that_have_no_room_or_no_names_are_refused():
    many = mm.sweep([1, 0] * 30, np.arange(60))
    for of in (many, SWEEP.drop_samples(), mm.roc_hull(SWEEP)):
        with pytest.raises(mm.InputError, match="can't be named"):
            roc(of, steps=True)


def test_the_hull_has_the_corners_of_the_hull():
    ax = roc(SWEEP, hull=True)
    drawn = [line for line in ax.lines if line.get_marker() == "s"]
    np.testing.assert_array_equal(drawn[0].get_data(), tuple(mm.roc_hull(SWEEP)))
    assert "convex hull" in written(ax)


@each(
    "costs, p, touches, slope",
    [
        (mm.Costs(), None, (0, 2 / 6), 7 / 3),
        (mm.Costs(fn=5), None, (10 / 14, 1), 7 / 15),
        (mm.Costs(), 0.5, (3 / 14, 4 / 6), 1),
        (mm.Costs(), 1, (10 / 14, 1), 0),
        (mm.Costs(), 0, (0, 0), np.inf),
    ],
)
def test_lines_of_equal_cost_touch_the_hull(costs, p, touches, slope):
    ax = mm.plots.iso_cost(SWEEP, costs, roc(SWEEP), p_positive=p)
    (x0, x1), (y0, y1) = ax.lines[-2].get_data()
    spot = ax.lines[-1].get_data()
    np.testing.assert_allclose(np.ravel(spot), touches)
    with np.errstate(divide="ignore"):
        np.testing.assert_allclose(np.divide(y1 - y0, x1 - x0), slope)
    assert min(x0, y0) == pytest.approx(0) and max(x1, y1) == pytest.approx(1)  # from edge to edge
    if np.isfinite(slope):  # no point lies above the line
        x, y = mm.roc(SWEEP)
        assert (y <= y0 + slope * (x - x0) + 1e-12).all()


def test_price_lists_have_names_and_the_best_of_several_curves_is_touched():
    ax = roc(SWEEP, costs={"cheap": mm.Costs(fp=5), "dear": mm.Costs(fn=5)})
    assert {"cheap\nslope 11.667", "dear\nslope 0.467"} <= {*written(ax)}
    ax = roc(LEARNERS, costs=mm.Costs())
    assert np.ravel(ax.lines[-2].get_data()).tolist() == [0.2, 0.6]


def test_marks_stand_on_the_point_that_holds_at_the_threshold():
    ax = roc(SWEEP, mark=[0.24, 0.5], diagonal=False)
    spots = [np.ravel(line.get_data()).tolist() for line in ax.lines[1:]]
    assert spots == [[3 / 14, 4 / 6], [1 / 14, 2 / 6]]
    assert written(ax) == ["score ≥ 0.24", "score ≥ 0.50"]


def test_a_band_is_shaded_between_its_heights():
    ax = roc(SWEEP, band=BAND)
    corners = ax.collections[0].get_paths()[0].vertices
    assert corners[:, 1].min() == np.nanmin(BAND.low) and "95 % bootstrap band" in written(ax)
    assert (
        len(roc(LEARNERS, band={"B": mm.bootstrap_band(LEARNERS["B"], times=9)}).collections) == 1
    )
    for wrong in (mm.bootstrap_band(SWEEP, mm.pr, times=9), 0.95):
        with pytest.raises(mm.InputError, match="a band of the ROC curve"):
            roc(SWEEP, band=wrong)


def test_several_are_named_beside_their_lines_and_told_apart_without_colour():
    ax = roc(LEARNERS)
    first, second = ax.lines[:2]
    assert first.get_linestyle() != second.get_linestyle()
    assert written(ax)[:2] == ["A", "B"] == ax.get_legend_handles_labels()[1]
    drawn(ax)
    assert not ax.get_legend().get_visible()
    assert alternative_text(ax).count("ROC curve through 11 points") == 2
    assert written(roc(LEARNERS, area=True))[:2] == ["A (AUC 0.640)", "B (AUC 0.320)"]


def test_the_area_is_shaded_and_written():
    ax = roc(SWEEP, area=True)
    assert "AUC = 41/56 = 0.732" in written(ax) and len(ax.collections) == 1


def test_what_has_no_roc_curve_is_refused():
    with pytest.raises(mm.UndefinedError, match="no negative"):
        roc(mm.sweep([1, 1], [2, 1], positive=1))
    with pytest.raises(mm.MetricError, match="number of negatives is unknown"):
        roc(mm.sweep([1, 0], [2, 1], negatives="unknown"))
    for of, why in ((mm.pr(SWEEP), "a P-R curve"), ({}, "nothing to draw"), (5, "of a int")):
        with pytest.raises(mm.InputError, match=why):
            roc(of)


def test_a_curve_that_stops_early_has_no_area():
    cut = mm.sweep([1, 0], [2, 1], positives=3)
    assert "area –" in alternative_text(roc(cut))
    assert written(roc({"cut": cut}, area=True))[0] == "cut"


def test_strips_add_up_to_the_area_and_slant_at_a_tie():
    ax = strips(TIED, framed=2)
    corners = [path.vertices[:4].tolist() for path in ax.collections[0].get_paths()]
    assert corners == [
        [[0, 0], [0, 0.5], [1, 0.5], [1, 0]],
        [[pytest.approx(1 / 3), 0.5], [pytest.approx(2 / 3), 1], [1, 1], [1, 0.5]],
    ]
    assert ax.patches[0].get_xy()[:4].tolist() == corners[1]
    assert "1/2 × 1/2 = 1/4 = 0.250" in written(ax)  # one negative below, and half of the tied one
    assert not strips(TIED).patches


@each("strip", [0, 3, -1])
def test_a_strip_that_isnt_there_is_refused(strip):
    with pytest.raises(mm.InputError, match="no strip"):
        strips(TIED, framed=strip)


def test_tables_of_counts_are_points_beside_curves():
    ax = roc({"s": TIED, **POINTS}, diagonal=False)
    spots = [line.get_xydata().tolist() for line in ax.lines[1:]]
    assert spots == [[[0.25, 0.75]], [[0.5, 0.25]]]
    assert written(ax) == ["A", "B", "s"]
    assert len({line.get_color() for line in ax.lines}) == 3
    text = "Classifiers as points (FPR, TPR): A (0.250, 0.750), B (0.500, 0.250)."
    assert alternative_text(ax).endswith(text)


def test_a_single_table_needs_no_name_and_has_no_line_of_equal_cost():
    ax = roc(POINTS["A"], diagonal=False)
    assert len(ax.lines) == 1 and written(ax) == []
    assert "(0.250, 0.750)" in alternative_text(ax)
    with pytest.raises(mm.InputError, match="no curve for a line of equal cost"):
        roc(POINTS, costs=mm.Costs())


def test_marks_may_have_names_of_their_own():
    ax = roc(TIED, mark={"here": 0.7, "there": 0.4}, diagonal=False)
    assert written(ax) == ["here", "there"]
    spots = [line.get_xydata()[0].tolist() for line in ax.lines[1:]]
    assert spots == [pytest.approx((1 / 3, 0.5)), pytest.approx((2 / 3, 1))]


def test_names_stand_below_the_steps_where_a_hull_is_above():
    walk = mm.sweep([1, 0], [2, 1])
    sides = [roc(walk, steps=True, hull=h, diagonal=False).texts[1].get_va() for h in (False, True)]
    assert sides == ["bottom", "top"]


def test_whole_numbers_arent_written_twice():
    assert "AUC = 1" in written(roc(mm.sweep([1, 0], [2, 1]), area=True))
