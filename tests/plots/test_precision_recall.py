"""The P-R curve and the points on it that are named, by what their artists hold."""

from functools import partial

import numpy as np
import pytest
from matplotlib.collections import PolyCollection

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.average_precision import RULES
from mlmetrics_edu.plots import iso_f1, panels, unreachable
from mlmetrics_edu.plots import precision_recall as areas
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.precision_recall import INTERPOLATIONS, nearest_corner, pr
from tests.cases import each
from tests.plots.looks import LEARNERS, SWEEP, written

BAND = mm.bootstrap_band(SWEEP, mm.pr, times=50)


HOW = {
    "plain": {"break_even": True, "mark": 0.24},
    "voc2007": {"interpolation": "voc2007", "area": "voc2007"},
    "bent": {"interpolation": "davis-goadrich"},
    "linear": {"interpolation": "linear", "area": "trapezoid"},
    "coco": {"interpolation": "coco", "area": "coco", "break_even": True},
    "band": {"band": BAND},
    "counts": {"counts": True},
}
PICTURES = {name: partial(pr, SWEEP, **how) for name, how in HOW.items()}


def patches(ax):
    return next(found for found in ax.collections if type(found) is PolyCollection).get_paths()


def area(corners):
    x, y = corners.T
    return abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2


def test_the_points_are_drawn_and_the_undefined_start_is_a_gap():
    x, y = pr(SWEEP).lines[0].get_data()
    assert len(x) == 18 and np.isnan(y[0]) and (x[1], y[1]) == (1 / 6, 1)
    assert (x[7], y[7]) == (4 / 6, 4 / 7) and (x[-1], y[-1]) == (1, 6 / 20)
    assert pr(mm.pr(SWEEP, start="one")).lines[0].get_ydata()[0] == 1
    late = mm.sweep([0, 1], [2, 1])
    assert pr(mm.pr(late, start="first")).lines[0].get_ydata().tolist() == [0, 0, 0.5]


def test_the_words_are_made_of_the_data():
    assert alternative_text(pr(SWEEP)) == "P-R curve through 17 points; break-even point 0.500."
    said = "P-R curve through 17 points, AP {} (rule: {}); break-even point 0.500."
    linear = pr(mm.pr(SWEEP), interpolation="linear")
    assert alternative_text(linear) == said.format("0.625", "trapezoid")
    ax = pr(mm.pr(SWEEP), area="voc2007")
    assert alternative_text(ax) == said.format("0.663", "voc2007")
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("recall", "precision") and ax.get_aspect() == 1


@each("of", [SWEEP, *LEARNERS.values(), mm.sweep([0, 1, 0], [3, 2, 1])])
@each("rule", RULES)
def test_the_shapes_add_up_to_the_average_precision(rule, of):
    found = sum(map(area, areas.shapes(areas.tops(of, rule))))
    exact = mm.average_precision(of, rule)
    assert found == pytest.approx(exact, abs=1e-3 if rule == "davis-goadrich" else 1e-12)


def test_each_area_is_a_shape_of_its_own_and_their_sum_is_written():
    ax = pr(SWEEP, area="step")
    assert sum(area(path.vertices) for path in patches(ax)) == pytest.approx(649 / 1008)
    assert len(patches(ax)) == 6 and "AP = 649/1008 = 0.644" in written(ax)
    assert len(patches(pr(SWEEP, area="voc2007"))) == 11
    assert {"step", "trapezoid", "davis-goadrich", *INTERPOLATIONS} - {"linear"} == {*RULES}


def test_interpolations_are_drawn_over_the_points():
    for rule in INTERPOLATIONS:
        ax = pr(SWEEP, interpolation=rule)
        raw, line = ax.lines[:2]
        assert raw.get_linewidth() < line.get_linewidth() and raw.get_marker() == "o"
        assert written(ax)[0] and len(raw.get_xdata()) == 18
    bars, levels = pr(SWEEP, interpolation="voc2007").lines[1:3]
    x, y = levels.get_data()
    np.testing.assert_allclose(x, np.arange(11) / 10)
    assert y.mean() == pytest.approx(613 / 924)
    tops = bars.get_xydata().reshape(11, 3, 2)[:, :2]
    np.testing.assert_allclose(tops.mean(axis=1), np.column_stack([x, y]))
    assert (np.diff(tops[:, :, 1]) == 0).all()  # nothing slopes
    _, y = pr(SWEEP, interpolation="voc2010").lines[1].get_data()
    assert (np.diff(y) <= 0).all()


def test_straight_lines_keep_every_corner_and_bent_ones_lie_apart():
    straight = pr(SWEEP, interpolation="linear").lines[1].get_xydata()
    assert [0.5, 0.5] in straight.tolist() and straight[0].tolist() == [0, 1]
    late = mm.sweep([1, 0, 0, 0, 1, 1], [4, 3, 3, 3, 2, 1])
    edge = areas.tops(late, "davis-goadrich")[1]
    assert edge[0].tolist() == [1 / 3, 1 / 4] and edge[-1] == pytest.approx([2 / 3, 2 / 5])
    assert edge[8, 1] == pytest.approx(1.5 / 4.5)  # halfway TP is 1.5 and FP 3; a line has 0.325


def test_lines_of_equal_f1():
    ax = iso_f1([0.5])
    recall, precision = ax.lines[0].get_data()
    np.testing.assert_allclose(2 * precision * recall / (precision + recall), 0.5)
    assert written(ax)[0] == "F1 = 0.5"
    assert [w for w in written(iso_f1()) if w.startswith("F1")] == [
        f"F1 = {f}" for f in (0.2, 0.4, 0.6, 0.8)
    ]
    with pytest.raises(mm.InputError, match="iso_f1"):
        iso_f1([1.5])


def test_the_prevalence_is_a_level_line_where_it_is_known():
    assert pr(SWEEP).lines[-1].get_ydata().tolist() == [0.3, 0.3]
    assert "prevalence 0.300" in written(pr(SWEEP)) and written(pr(SWEEP, prevalence=False)) == []
    found = mm.sweep([1, 0], [2, 1], negatives="unknown")
    assert written(pr(found)) == []
    with pytest.raises(mm.MetricError, match="number of negatives is unknown"):
        unreachable(found)


def test_what_is_out_of_reach_is_what_the_worst_ranking_reaches():
    ax = unreachable(SWEEP)
    corners = ax.collections[0].get_paths()[0].vertices
    worst = mm.sweep([0] * 14 + [1] * 6, np.arange(20, 0, -1))
    recall, precision = mm.pr(worst)
    for point in zip(recall[14:], precision[14:], strict=True):
        assert np.hypot(*(corners - point).T).min() < 0.01
    # Boyd et al. (2012), theorem 2: the area is 1 + (1 − π)·ln(1 − π) / π.
    path = ax.collections[0].get_paths()[0]
    assert area(path.vertices) == pytest.approx(1 + 0.7 * np.log(0.7) / 0.3, abs=1e-4)
    assert written(ax)[0] == "out of reach" and ax.collections[0].get_hatch()


def test_the_break_even_point_is_marked_where_there_is_one():
    ax = pr(SWEEP, break_even=True)
    spot = [line for line in ax.lines if line.get_marker() == "D"]
    assert np.ravel(spot[0].get_data()).tolist() == [0.5, 0.5] and "BEP = 0.500" in written(ax)
    dotted = [line.get_xydata().tolist() for line in ax.lines if line.get_ls() == ":"]
    assert dotted == [[[0, 0], [1, 1]]]  # where precision is recall
    assert {"BEP = 0.600", "BEP = 0.200"} <= {*written(pr(LEARNERS, break_even=True))}
    few = mm.sweep([1, 0], [2, 1], positives=9)
    assert not any("BEP" in text for text in written(pr(few, break_even=True)))


def test_marks_stand_on_the_curve_and_an_undefined_one_is_left_out():
    ax = pr(SWEEP, mark=[0.24, 5], prevalence=False)
    assert np.ravel(ax.lines[-1].get_data()).tolist() == [4 / 6, 4 / 7]
    assert written(ax) == ["score ≥ 0.24"]


def test_a_band_is_shaded():
    ax = pr(SWEEP, band=BAND)
    assert len(ax.collections) == 1 and "95 % bootstrap band" in written(ax)
    with pytest.raises(mm.InputError, match="P-R curve is drawn here"):
        pr(SWEEP, band=mm.bootstrap_band(SWEEP, times=9))


@each("how, why", [({"interpolation": "spline"}, "interpolation"), ({"area": "linear"}, "area")])
def test_unknown_options_are_refused(how, why):
    with pytest.raises(mm.InputError, match=why):
        pr(SWEEP, **how)


def test_what_has_no_pr_curve_is_refused():
    with pytest.raises(mm.UndefinedError, match="no positive"):
        pr(mm.sweep([0, 0], [2, 1]))
    with pytest.raises(mm.InputError, match="a ROC curve"):
        pr(mm.roc(SWEEP))
    assert "prevalence 1.000" in written(pr(mm.sweep([1, 1], [2, 1])))


def test_the_way_to_the_corner_is_drawn_from_each_nearest_point():
    ax = nearest_corner(mm.sweep([1, 0, 1], [3, 2, 1]), panels()[1])
    (way,) = (line for line in ax.lines if line.get_ls() == "--")
    assert np.ravel(way.get_xydata()).tolist() == pytest.approx([1, 2 / 3, 1, 1])
    assert {"d = 0.3333", "score ≥ 1", "(1, 1)"} <= {*written(ax)}
    said = "The point nearest to (1, 1) is 0.3333 away, at threshold 1."
    assert alternative_text(ax).endswith(said)
    two = nearest_corner(mm.sweep([1, 0, 0, 1], [4, 3, 2, 1]), panels()[1])
    assert sum(line.get_ls() == "--" for line in two.lines) == 2
    assert written(two).count("d = 0.5000") == 2


def test_each_hit_has_its_fraction_and_a_shared_one_is_written_once():
    few = mm.sweep([1, 0, 1], [3, 2, 1])
    ax = pr({"A": few, "B": mm.reweight(few, negatives=10)}, counts=True, prevalence=False)
    assert sorted(written(ax)) == ["1/1", "2/12", "2/3", "A", "B"]
    dots = [np.ravel(line.get_xydata()) for line in ax.lines if line.get_ls() == "None"]
    known = [[0.5, 1, 1, 2 / 3], [0.5, 1, 1, 1 / 6]]
    assert dots == [pytest.approx(points) for points in known]
