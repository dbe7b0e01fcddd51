"""Pictures of costs: cost curves, points that are lines, expected cost over the threshold."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots import densities
from mlmetrics_edu.plots.cost_curves import cost_curve, duality
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.thresholds import expected_cost, profit
from mlmetrics_edu.workbook.examples import swept
from tests.cases import each
from tests.plots.looks import LEARNERS, SWEEP, written
from tests.plots.test_placing import shown

SKEWED = mm.Costs(fp=1, fn=5)
TABLE = mm.Confusion(tp=5, fp=1, fn=5, tn=9)
SALE = mm.Costs.from_benefits(tp=2, fp=-1)
ONE_LINE = mm.cost_curve(TABLE, trivial=False)
POINTS = {"A": (0.1, 0.5), "B": (0.3, 0.8), "C": (0.5, 0.9), "D": (0.4, 0.6)}
PICTURES = {
    "bent": lambda **how: cost_curve(mm.cost_curve(SWEEP, axis="p", costs=SKEWED), **how),
    "in money": lambda **how: cost_curve(
        mm.cost_curve(SWEEP, axis="p", costs=SKEWED, normalised=False), **how
    ),
    "two": lambda **how: cost_curve(LEARNERS, area=True, **how),
    "prices": lambda **how: expected_cost(SWEEP, {"1:1": mm.Costs(), "1:5": SKEWED}, **how),
    "corners": lambda **o: cost_curve(SWEEP, ruling="vertices", **o),
    "a place": lambda **o: cost_curve({"A": SWEEP, "B": TABLE}, at=0.3, **o),
    "ends": lambda **o: cost_curve({"A": SWEEP}, ends=0.24, area="mean", ruling=False, **o),
    "one line": lambda **o: cost_curve(ONE_LINE, ends=True, ruling=False, **o),
    "profit of a table": lambda **o: profit(TABLE, SALE, **o),
}

PAGES = {"duality": lambda: duality({"A": (0.1, 0.5), "B": (0.3, 0.8)}, at=0.5)[1]}


def set_of(ax):
    return {*written(ax)}


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


def test_costs_of_being_right_lift_the_axis():
    costs = mm.Costs(fp=5, fn=6, tp=4, tn=4)
    curve = mm.cost_curve(SWEEP, axis="p", costs=costs, normalised=False)
    assert cost_curve(curve).get_ylim()[1] > curve.envelope.y.max()


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


def test_prices_or_sweeps_are_compared_but_not_both():
    assert len(PICTURES["prices"]().lines) == 6
    assert len(expected_cost(LEARNERS, {"only": SKEWED}).lines) == 6
    with pytest.raises(mm.InputError, match="2 sweeps and 2 price lists"):
        expected_cost(LEARNERS, {"a": SKEWED, "b": mm.Costs()})


def test_a_point_and_its_line_look_alike():
    left, right = duality(POINTS)
    for letter, (fpr, tpr) in POINTS.items():
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


@each("wrong", [{"A": 0.5}, {"A": (0.1, 1.5)}, {"A": ("a", "b")}, {}, [(0.1, 0.5)]])
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


def dots(ax):
    return [tuple(line.get_xydata()[0]) for line in ax.lines if len(line.get_xdata()) == 1]


def test_corners_have_their_coordinates():
    ax = PICTURES["corners"]()
    assert dots(ax) == [pytest.approx(spot) for spot in [(9 / 23, 6 / 23), (3 / 5, 2 / 7)]]
    assert {"(0.391, 0.261)", "(0.6, 0.286)"} < set_of(ax)


def test_a_place_is_marked_on_every_curve_and_said_in_words():
    ax = PICTURES["a place"]()
    assert dots(ax) == [pytest.approx((0.3, 0.2)), pytest.approx((0.3, 0.22))]
    assert "At 0.3 it costs 0.220." in alternative_text(ax)
    assert len(dots(cost_curve(SWEEP, ruling=False, at=[0.1, 0.5]))) == 2


def test_ends_of_a_line_are_its_two_rates():
    ax = PICTURES["ends"]()
    assert {"FPR = 0.214", "FNR = 0.333", "A", "mean\n0.165"} < set_of(ax)
    assert {"FPR = 0.1", "FNR = 0.5"} < set_of(PICTURES["one line"]())


@each(
    "of, how, what",
    [
        (SWEEP, {"ends": True}, "ends="),
        (SWEEP, {"ends": 0.25}, "ends="),
        (mm.cost_curve(SWEEP, axis="p", normalised=False), {"ends": 0.24}, "ends="),  # no rates
        (SWEEP, {"at": 1.5}, "x=1.5"),
    ],
)
def test_what_has_no_ends_or_lies_beyond_the_axis_is_refused(of, how, what):
    with pytest.raises(mm.InputError, match=what):
        cost_curve(of, **how)


def test_duality_marks_what_each_costs():
    assert dots(PAGES["duality"]()) == [pytest.approx((0.5, 0.3)), pytest.approx((0.5, 0.25))]


def test_classes_have_the_names_they_are_given():
    assert {"ill", "well"} == set_of(densities(SWEEP, names=("ill", "well")))


def test_profit_is_the_cost_with_its_sign_turned():
    line = profit(SWEEP, SALE).lines[0]
    share = (SWEEP.tp + SWEEP.fp) / 20
    np.testing.assert_allclose(np.interp(share, *line.get_data()), (2 * SWEEP.tp - SWEEP.fp) / 20)
    ax = PICTURES["profit of a table"]()
    assert ax.lines[0].get_xydata().tolist() == [[0, 0], [0.3, 0.45], [1, 0.5]]
    assert {"the model: 0.45", "everybody: 0.50"} < set_of(ax)
    assert alternative_text(ax).endswith("the highest is 0.50, at the share 1.000.")


def test_profit_needs_a_price_list():
    with pytest.raises(mm.InputError, match="costs"):
        profit(SWEEP, 5)


def test_the_area_is_written_between_uprights():
    for size in ("page", "projector", "print"):
        ax = shown(mm.figure("drummond-holte-envelope", size=size).axes[0])
        (area,) = (text for text in ax.texts if text.get_text().startswith("area"))
        box = ax.transData.inverted().transform_bbox(area.get_window_extent())
        uprights = mm.cost_curve(swept("fawcett-20")).bounds[1:-1]
        assert not ((box.x0 < uprights) & (uprights < box.x1)).any()


def test_the_rate_of_one_line_over_p_lies_on_no_name():
    for size in ("page", "projector", "print"):
        ax = shown(mm.figure("cost-over-p", size=size).axes[0])
        boxes = {text.get_text(): text.get_window_extent() for text in ax.texts}
        assert not boxes["FPR = 0.642"].overlaps(boxes["always positive"])
