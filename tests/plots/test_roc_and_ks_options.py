"""Strips, points, sides and named marks in the ROC plane; a single KS difference; a stretch."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots import against_threshold, ks, roc, strips
from mlmetrics_edu.plots.look import style
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each
from tests.plots.looks import assert_legible, looks

# Up, right, up and right at once, right: two samples share the score 0.4.
TIED = mm.sweep([1, 0, 1, 0, 0], [0.9, 0.7, 0.4, 0.4, 0.1])
POINTS = {"A": mm.Confusion(tp=3, fp=1, fn=1, tn=3), "B": mm.Confusion(tp=1, fp=2, fn=3, tn=2)}
PICTURES = {
    "strips": lambda **how: strips(TIED, roc(TIED, area=True, diagonal=False, **how), framed=1),
    "points": lambda **how: roc(POINTS, **how),
    "named": lambda **how: roc(TIED, mark={"x": 0.7}, **how),
    "difference": lambda **how: ks(TIED, difference=True, where="share", **how),
    "stretch": lambda **how: against_threshold(TIED, between=(0.2, 0.8), **how),
}


def said(ax):
    return [text.get_text() for text in ax.texts]


@each("name, size, language", looks(PICTURES))
def test_each_is_legible(name, size, language):
    with style(size, language):
        assert_legible(PICTURES[name]())


def test_strips_add_up_to_the_area_and_slant_at_a_tie():
    ax = strips(TIED, framed=2)
    corners = [path.vertices[:4].tolist() for path in ax.collections[0].get_paths()]
    assert corners == [
        [[0, 0], [0, 0.5], [1, 0.5], [1, 0]],
        [[pytest.approx(1 / 3), 0.5], [pytest.approx(2 / 3), 1], [1, 1], [1, 0.5]],
    ]
    assert ax.patches[0].get_xy()[:4].tolist() == corners[1]
    assert "1/2 × 1/2 = 1/4 = 0.250" in said(ax)  # one negative below, and half of the tied one
    assert not strips(TIED).patches


@each("strip", [0, 3, -1])
def test_a_strip_that_isnt_there_is_refused(strip):
    with pytest.raises(mm.InputError, match="no strip"):
        strips(TIED, framed=strip)


def test_many_strips_have_no_edges():
    many = mm.sweep([1] * 61 + [0], range(62, 0, -1))
    widths = [strips(of).collections[0].get_linewidth() for of in (many, TIED)]
    assert widths == [[0], [0.8]]


def test_tables_of_counts_are_points_beside_curves():
    ax = roc({"s": TIED, **POINTS}, diagonal=False)
    spots = [line.get_xydata().tolist() for line in ax.lines[1:]]
    assert spots == [[[0.25, 0.75]], [[0.5, 0.25]]]
    assert said(ax) == ["A", "B", "s"]
    assert len({line.get_color() for line in ax.lines}) == 3
    text = "Classifiers as points (FPR, TPR): A (0.250, 0.750), B (0.500, 0.250)."
    assert alternative_text(ax).endswith(text)


def test_a_single_table_needs_no_name_and_has_no_line_of_equal_cost():
    ax = roc(POINTS["A"], diagonal=False)
    assert len(ax.lines) == 1 and said(ax) == []
    assert "(0.250, 0.750)" in alternative_text(ax)
    with pytest.raises(mm.InputError, match="no curve for a line of equal cost"):
        roc(POINTS, costs=mm.Costs())


def test_marks_may_have_names_of_their_own():
    ax = roc(TIED, mark={"here": 0.7, "there": 0.4}, diagonal=False)
    assert said(ax) == ["here", "there"]
    spots = [line.get_xydata()[0].tolist() for line in ax.lines[1:]]
    assert spots == [pytest.approx((1 / 3, 0.5)), pytest.approx((2 / 3, 1))]


def test_names_stand_below_the_steps_where_a_hull_is_above():
    walk = mm.sweep([1, 0], [2, 1])
    sides = [roc(walk, steps=True, hull=h, diagonal=False).texts[1].get_va() for h in (False, True)]
    assert sides == ["bottom", "top"]


def test_whole_numbers_arent_written_twice():
    assert "AUC = 1" in said(roc(mm.sweep([1, 0], [2, 1]), area=True))


def test_a_single_difference_and_its_places():
    ax = ks(TIED, difference=True)
    assert ax.lines[1].get_xydata().tolist() == [[0.2, 0.5]]
    assert said(ax) == ["KS = 0.500\nscore ≥ 0.9"]
    assert said(ks(TIED, difference=True, where="share")) == ["KS = 0.500\nshare 0.2"]
    assert "at share 0.2" in alternative_text(ks(TIED, where="share"))
    assert said(ks(TIED, difference=True, gap=False)) == []
    with pytest.raises(mm.InputError, match="where"):
        ks(TIED, where="rank")


def test_a_difference_below_zero_is_seen_whole():
    ax = ks(mm.sweep([0, 1], [2, 1]), difference=True)
    assert ax.get_ylim()[0] < -1 and -1 in ax.get_yticks()


def test_many_gaps_are_named_once():
    flat = mm.sweep([1, 0] * 5, range(10, 0, -1))
    assert said(ks(flat, where="share"))[0] == "KS = 0.200\nshare 0.1, 0.3, 0.5, … (2 more)"


def test_a_stretch_of_thresholds_shows_what_holds_there():
    ax = against_threshold(TIED, "recall", between=(0.4, 0.8), best=None)
    assert ax.get_xlim() == (0.4, 0.8)
    x, y = ax.lines[0].get_data()
    assert (x.min(), x.max()) == (0.4, 0.8)
    assert (y[0], y[-1]) == (0.5, 1)  # at 0.8 one of two is found, at 0.4 both


def test_an_optimum_outside_the_stretch_isnt_marked():
    inside = against_threshold(TIED, "recall", between=(0.3, 0.8), best="recall")
    outside = against_threshold(TIED, "recall", between=(0.5, 0.8), best="recall")
    assert any("best" in text for text in said(inside))
    assert not any("best" in text for text in said(outside)) and len(outside.lines) == 1


@each("between", [(0.5, 0.5), (1, 0), (0, np.nan)])
def test_what_is_no_stretch_is_refused(between):
    with pytest.raises(mm.InputError, match="stretch of thresholds"):
        against_threshold(TIED, between=between)
