"""What can be marked in pictures of costs: corners, places, ends of a line; and what is earned."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots import densities, duality
from mlmetrics_edu.plots.cost_curves import cost_curve
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.thresholds import profit
from mlmetrics_edu.workbook.examples import swept
from tests.cases import each
from tests.plots.looks import SWEEP
from tests.plots.test_placing import shown

TABLE = mm.Confusion(tp=5, fp=1, fn=5, tn=9)
SALE = mm.Costs.from_benefits(tp=2, fp=-1)
PICTURES = {
    "corners": lambda: cost_curve(SWEEP, ruling="vertices"),
    "a place": lambda: cost_curve({"A": SWEEP, "B": TABLE}, at=0.3),
    "ends": lambda: cost_curve({"A": SWEEP}, ends=0.24, area="mean", ruling=False),
    "one line": lambda: cost_curve(mm.cost_curve(TABLE, trivial=False), ends=True, ruling=False),
    "duality": lambda: duality([(0.1, 0.5), (0.3, 0.8)], at=0.5)[1],
    "profit": lambda: profit(SWEEP, SALE),
    "profit of a table": lambda: profit(TABLE, SALE),
}


def texts(ax):
    return {text.get_text() for text in ax.texts}


def dots(ax):
    return [tuple(line.get_xydata()[0]) for line in ax.lines if len(line.get_xdata()) == 1]


def test_corners_have_their_coordinates():
    ax = PICTURES["corners"]()
    assert dots(ax) == [pytest.approx(spot) for spot in [(9 / 23, 6 / 23), (3 / 5, 2 / 7)]]
    assert {"(0.391, 0.261)", "(0.6, 0.286)"} < texts(ax)


def test_a_place_is_marked_on_every_curve_and_said_in_words():
    ax = PICTURES["a place"]()
    assert dots(ax) == [pytest.approx((0.3, 0.2)), pytest.approx((0.3, 0.22))]
    assert "At 0.3 it costs 0.220." in alternative_text(ax)
    assert len(dots(cost_curve(SWEEP, ruling=False, at=[0.1, 0.5]))) == 2
    with pytest.raises(mm.InputError):
        cost_curve(SWEEP, at=1.5)


def test_ends_of_a_line_are_its_two_rates():
    ax = PICTURES["ends"]()
    assert {"FPR = 0.214", "FNR = 0.333", "A", "mean\n0.165"} < texts(ax)
    assert {"FPR = 0.1", "FNR = 0.5"} < texts(PICTURES["one line"]())


@each("ends", [True, 0.25])
def test_a_line_that_is_none_has_no_ends(ends):
    with pytest.raises(mm.InputError, match="ends="):
        cost_curve(SWEEP, ends=ends)


def test_ends_in_money_are_no_rates():
    with pytest.raises(mm.InputError, match="ends="):
        cost_curve(mm.cost_curve(SWEEP, axis="p", normalised=False), ends=0.24)


def test_duality_marks_what_each_costs():
    assert dots(PICTURES["duality"]()) == [pytest.approx((0.5, 0.3)), pytest.approx((0.5, 0.25))]


def test_classes_have_the_names_they_are_given():
    assert {"ill", "well"} == texts(densities(SWEEP, names=("ill", "well")))


def test_profit_is_the_cost_with_its_sign_turned():
    line = PICTURES["profit"]().lines[0]
    share = (SWEEP.tp + SWEEP.fp) / 20
    np.testing.assert_allclose(np.interp(share, *line.get_data()), (2 * SWEEP.tp - SWEEP.fp) / 20)
    ax = PICTURES["profit of a table"]()
    assert ax.lines[0].get_xydata().tolist() == [[0, 0], [0.3, 0.45], [1, 0.5]]
    assert {"the model: 0.45", "everybody: 0.50"} < texts(ax)
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
