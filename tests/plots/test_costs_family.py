"""Pictures of costs: cost curves, points that are lines, expected cost over the threshold."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots.cost_curves import cost_curve, duality
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.thresholds import expected_cost
from tests.cases import each
from tests.plots.looks import LEARNERS, SWEEP, assert_legible, written

SKEWED = mm.Costs(fp=1, fn=5)
POINTS = [(0.1, 0.5), (0.3, 0.8), (0.5, 0.9), (0.4, 0.6)]
BIG = mm.sweep(*mm.binormal(1, 0, 1).draw(500_000, 500_000))
PICTURES = {
    "cost curve": lambda **how: cost_curve(SWEEP, **how),
    "bent": lambda **how: cost_curve(mm.cost_curve(SWEEP, axis="p", costs=SKEWED), **how),
    "in money": lambda **how: cost_curve(
        mm.cost_curve(SWEEP, axis="p", costs=SKEWED, normalised=False), **how
    ),
    "two": lambda **how: cost_curve(LEARNERS, area=True, **how),
    "duality": lambda **how: duality(SWEEP, **how)[0],
    "expected": lambda **how: expected_cost(SWEEP, SKEWED, **how),
    "prices": lambda **how: expected_cost(SWEEP, {"1:1": mm.Costs(), "1:5": SKEWED}, **how),
}


def heavy(ax):
    """Find the thickest line: the envelope."""
    return max(ax.lines, key=lambda line: line.get_linewidth())


def test_the_envelope_goes_through_its_exact_vertices():
    curve = mm.cost_curve(SWEEP)
    line = heavy(cost_curve(curve))
    np.testing.assert_array_equal(line.get_xdata(), curve.envelope.x)
    np.testing.assert_array_equal(line.get_ydata(), curve.envelope.y)
    assert line.get_xdata()[1:3] == pytest.approx([9 / 23, 3 / 5])


def test_every_threshold_has_its_thin_line():
    (thin,) = (c for c in cost_curve(SWEEP, ruling=False).collections if hasattr(c, "get_segments"))
    ends = [path[:, 1].tolist() for path in thin.get_segments()]
    assert ends == np.column_stack([SWEEP["fpr"], SWEEP["fnr"]]).tolist()


def test_thresholds_stand_where_they_rule_and_the_area_is_written():
    said = written(cost_curve(SWEEP))
    assert {"score ≥ 0.76", "≥ 0.24", "score ≥ 0.08", "area 0.165"} < {*said}
    assert {"always negative", "always positive"} < {*said}


def test_bent_lines_are_drawn_bent():
    curve = mm.cost_curve(SWEEP, axis="p", costs=SKEWED)
    ax = cost_curve(curve)
    x, y = heavy(ax).get_data()
    np.testing.assert_allclose(y, curve.at(x))
    assert len(x) > 100 and set(curve.bounds) <= set(x)
    assert ax.get_xlabel() == "share of positives p"


def test_trivial_classifiers_cost_what_their_errors_cost():
    money = mm.cost_curve(SWEEP, axis="p", costs=SKEWED, normalised=False)
    ax = cost_curve(money)
    ends = {tuple(line.get_ydata()[[0, -1]]) for line in ax.lines if line.get_linestyle() == "--"}
    assert ends == {(0, 5), (1, 0)}
    assert ax.get_ylabel() == "expected cost"


def test_several_curves_have_names_and_one_axis():
    ax = cost_curve(LEARNERS, area=True)
    assert {"A\narea 0.175", "B\narea 0.222"} < {*written(ax)}
    with pytest.raises(mm.InputError, match="2 cost curves have 2 different axes"):
        cost_curve({"A": LEARNERS["A"], "B": mm.cost_curve(LEARNERS["B"], axis="p")})


def test_a_table_alone_has_one_line():
    ax = cost_curve(mm.Confusion(8, 12, 2, 9978))
    assert "the classifier" in written(ax) and "always negative from" in alternative_text(ax)


def test_one_threshold_may_rule_everywhere():
    ax = cost_curve(mm.sweep([1, 0, 0], [0.9, 0.2, 0.1]))
    assert {"score ≥ 0.9", "area 0.000"} < {*written(ax)}
    assert_legible(ax)


def test_costs_of_being_right_lift_the_axis():
    costs = mm.Costs(fp=5, fn=6, tp=4, tn=4)
    curve = mm.cost_curve(SWEEP, axis="p", costs=costs, normalised=False)
    assert cost_curve(curve).get_ylim()[1] > curve.envelope.y.max()


def test_a_million_thresholds_are_small():
    curve, costs = cost_curve(BIG), expected_cost(BIG, SKEWED)
    drawn = [len(ax.figure.svg()) for ax in (curve, costs)]
    assert max(drawn) < 400_000


def test_expected_cost_is_a_staircase_with_its_lowest_steps():
    ax = expected_cost(SWEEP, SKEWED)
    x, y = ax.lines[0].get_data()
    assert y.min() == 0.5 and y[x == x.max()] == [1.5]
    low, point = ax.lines[1:3]
    assert low.get_xdata().tolist() == [0.07, 0.08]
    assert point.get_xydata().tolist() == [[0.08, 0.5]]
    assert "lowest cost 0.500\nat threshold 0.08" in written(ax)
    assert alternative_text(ax) == (
        "Expected cost over the threshold: lowest 0.500 at threshold 0.08; "
        "1.500 if nothing is called positive."
    )


def test_all_the_best_thresholds_are_marked():
    ax = expected_cost(LEARNERS["A"], mm.Costs())
    assert ax.lines[-1].get_xdata().tolist() == [7, 3]
    assert "lowest cost 0.300\nat thresholds 7, 3" in written(ax)


def test_calling_nothing_positive_may_be_best():
    ax = expected_cost(LEARNERS["A"], mm.Costs(fp=50, fn=1), p_positive=0.01)
    assert ax.lines[-1].get_xdata().tolist() == [ax.get_xlim()[1]]
    assert "threshold +∞" in alternative_text(ax)
    assert_legible(ax)


def test_prices_or_sweeps_are_compared_but_not_both():
    assert len(PICTURES["prices"]().lines) == 6
    assert len(expected_cost(LEARNERS, {"only": SKEWED}).lines) == 6
    with pytest.raises(mm.InputError, match="2 sweeps and 2 price lists"):
        expected_cost(LEARNERS, {"a": SKEWED, "b": mm.Costs()})


def test_a_point_and_its_line_look_alike():
    left, right = duality(POINTS)
    for letter, (fpr, tpr) in zip("ABCD", POINTS, strict=True):
        (point,) = (line for line in left.lines if line.get_xydata().tolist() == [[fpr, tpr]])
        (line,) = (one for one in right.lines if tuple(one.get_ydata()) == (fpr, 1 - tpr))
        assert point.get_color() == line.get_color()
        assert letter in written(left) and letter in written(right)
    assert alternative_text(left).endswith("On the hull: A, B, C.")
    assert "B from 0.300 to 0.200" in alternative_text(right)


def test_hull_and_envelope_are_those_of_the_sweep():
    left, right = duality(SWEEP)
    np.testing.assert_array_equal(left.lines[0].get_xydata().T, tuple(mm.roc_hull(SWEEP)))
    np.testing.assert_array_equal(heavy(right).get_xydata().T, tuple(mm.cost_curve(SWEEP).envelope))
    assert written(left) == written(right) == ["A", "B", "C"]


@each("wrong", [[], [(0.1, 0.5)] * 27, [0.5], [(0.1, 1.5)], [("a", "b")], {}])
def test_what_has_no_points_is_refused(wrong):
    with pytest.raises(mm.InputError):
        duality(wrong)


@each("draw", [cost_curve, duality, lambda s: expected_cost(s, SKEWED)])
def test_one_class_alone_has_no_costs(draw):
    with pytest.raises(mm.UndefinedError):
        draw(mm.sweep([1, 1], [0.3, 0.4], positive=1))
    with pytest.raises(mm.InputError):
        draw("a sweep")


FOUR = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])


def test_a_decision_curve_stands_between_acting_on_everybody_and_on_nobody():
    ax = mm.plots.decision_curve(mm.decision_curve(FOUR, at=[0.25, 0.5, 0.75]))
    model, everybody, nobody = ax.lines
    # At 1/4 three are called, two of them rightly: 2/4 − 1/4·1/3; at 1/2 two, one of them rightly.
    np.testing.assert_allclose(model.get_ydata(), [5 / 12, 0, 1 / 4])
    np.testing.assert_allclose(everybody.get_ydata(), [1 / 3, 0, -1])
    assert not nobody.get_ydata().any()
    low, high = ax.get_ylim()
    assert low < 0 < 5 / 12 < high and low > -1
    said = alternative_text(ax)
    assert "at some probabilities from 0.250 to 0.750" in said and "0.500 are positive" in said


def test_a_decision_curve_without_use_says_so_and_references_are_drawn_once():
    worst = mm.sweep([0, 1], [0.9, 0.1])
    assert "nowhere worth more" in alternative_text(mm.plots.decision_curve(worst))
    ax = mm.plots.decision_curve([1, 0, 1, 0], {"a": [0.9, 0.7, 0.4, 0.2], "b": [0.8, 0.1, 1, 0]})
    before = ax.get_ylim()
    mm.plots.decision_curve({"c": worst}, ax)
    assert len(ax.lines) == 5  # the references of equal shares of positives are the same
    assert ax.get_ylim()[0] <= before[0] and ax.get_ylim()[1] >= before[1]


def test_a_decision_curve_of_scores_that_are_no_probabilities_is_refused():
    with pytest.raises(mm.InputError, match="threshold for a probability"):
        mm.plots.decision_curve([0, 1], [-3.0, 2.0])
