"""Prices that slide: who rules, and what that costs, is what the library says, everywhere."""

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core import digits
from mlmetrics_edu.core.writing import in_a_line
from mlmetrics_edu.metrics.costs import expected_cost, iso_performance_slope, probability_cost
from tests.browsing import browser, needs_chromium
from tests.live.pages import numbers, open_page

assert browser and open_page  # fixtures, found by their names
CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
CURVE = mm.cost_curve(SWEEP)
SLIDERS = {"fp": "a false alarm costs", "fn": "a miss costs", "p": "p, the share of positives"}


def slide(page, label, k):
    page.get_by_label(label).evaluate(
        "(input, k) => { input.value = k; input.dispatchEvent(new Event('input')); }", k
    )


def expected(costs, p):
    """Write the four lines that a page shows of the cheapest threshold."""
    place = probability_cost(p, costs)
    table = CURVE.sweep.confusion(CURVE.ruling(float(place)))
    normalised = expected_cost(table, costs, p_positive=p, normalised=True)
    rows = place, expected_cost(table, costs, p_positive=p), normalised
    lines = [in_a_line(one) for one in (*rows, iso_performance_slope(costs, p))]
    return table, lines


def said(table):
    return " · ".join(f"{cell} {table.counts[cell]}" for cell in ("TP", "FP", "FN", "TN"))


def segment(page, look, which=0):
    """Read where a line of the picture begins and ends, in the units of its axes."""
    line = page.locator(f"line.{look}").nth(which)
    x, y, u, v = (float(line.get_attribute(name)) for name in ("x1", "y1", "x2", "y2"))
    shares = (x - 46) / 260, (220 - y) / 208, (u - 46) / 260, (220 - v) / 208
    return [1.04 * share - 0.02 for share in shares]


@needs_chromium
@pytest.mark.parametrize("right", [{}, {"tp": -2, "tn": 0.5}])
def test_who_rules_and_what_it_costs_is_the_librarys_at_every_stop(open_page, right):
    x = mm.explore_costs(SWEEP, mm.Costs(fp=2, fn=3, **right))
    page, stops = open_page(x), x.content["stops"]
    at = {"fp": 2, "fn": 3, "p": x.p_positive}
    for name in ("p", "fn", "fp", "p"):
        for k in range(0, len(stops[name]), 3):
            slide(page, SLIDERS[name], k)
            at[name] = stops[name][k]
            costs = mm.Costs(fp=at["fp"], fn=at["fn"], **right)
            table, lines = expected(costs, at["p"])
            assert numbers(page)[:4] == lines
            assert page.get_by_text(said(table), exact=True).count() == 1
            rates = [0, float(table.fpr), 1, float(table.fnr)]
            assert segment(page, "cut") == pytest.approx(rates, abs=1e-3)
            slope, fpr = float(iso_performance_slope(costs, at["p"])), float(table.fpr)
            ends = [float(table.tpr) + slope * (u - fpr) for u in (0, 1)]
            iso = [0, ends[0], 1, ends[1]] if slope == slope else [fpr, 0, fpr, 1]
            assert segment(page, "cut", 1) == pytest.approx(iso, abs=1e-3, rel=1e-3)
        slide(page, SLIDERS["p"], 40)
        at["p"] = stops["p"][40]


@needs_chromium
def test_where_two_rule_the_right_one_is_named_as_in_python(open_page):
    x = mm.explore_costs(SWEEP, mm.Costs(fp=2, fn=3), p_positive=0.5)
    assert x.probability_cost == CURVE.bounds[2] == 0.6
    assert x.threshold == 0.08
    assert open_page(x).locator(".rules tr.lit").inner_text().endswith("score ≥ 0.08")


@needs_chromium
def test_the_curves_are_the_envelope_and_the_hull(open_page):
    page = open_page(mm.explore_costs(SWEEP))
    for k, curve in enumerate((CURVE.envelope, mm.roc_hull(SWEEP))):
        path = page.locator("path.curve").nth(k).get_attribute("d")
        spots = [list(map(float, spot.split())) for spot in path[1:].split("L")]
        x, y = curve
        expected = [
            [46 + 260 * (u + 0.02) / 1.04, 220 - 208 * (v + 0.02) / 1.04]
            for u, v in zip(x, y, strict=True)
        ]
        assert spots == [pytest.approx(spot, abs=0.06) for spot in expected]


@needs_chromium
def test_a_point_on_the_curve_is_its_line(open_page):
    costs = mm.Costs(fp=1, fn=3)
    page = open_page(mm.explore_costs(SWEEP, costs, p_positive=0.3))
    for row in range(len(SWEEP)):
        slide(page, "along the curve", row)
        table = SWEEP.confusion(row)
        rates = [0, float(table.fpr), 1, float(table.fnr)]
        assert segment(page, "other") == pytest.approx(rates, abs=1e-3)
        cost = in_a_line(expected_cost(table, costs, p_positive=0.3, normalised=True))
        assert numbers(page)[4] == f"any classifier: {cost}"
        threshold = digits.threshold(SWEEP.threshold[row])
        assert page.locator("output").last.inner_text() == f"≥ {threshold}"


@needs_chromium
def test_a_free_point_swings_its_line_by_mouse_and_keys(open_page):
    page = open_page(mm.explore_costs(SWEEP))
    point = page.locator("circle.handle")
    assert segment(page, "other") == pytest.approx([0, 0.4, 1, 0.5], abs=1e-3)
    point.press("ArrowRight")
    point.press("ArrowUp")
    assert segment(page, "other") == pytest.approx([0, 0.41, 1, 0.49], abs=1e-3)
    assert "FPR 0.41, TPR 0.51" in point.get_attribute("aria-label")
    assert "0.41" in numbers(page)[4] and "1 − 0.51" not in numbers(page)[4]
    box = point.bounding_box()
    page.mouse.move(box["x"] + 10, box["y"] + 10)
    page.mouse.down()
    page.mouse.move(box["x"] + 70, box["y"] + 60)
    page.mouse.up()
    _, at0, _, at1 = segment(page, "other")
    line = mm.line_of_point(round(at0, 2), round(1 - at1, 2))
    assert at0 > 0.5 and at1 > 0.6 and (line.at0, line.at1) == pytest.approx((at0, at1), abs=1e-3)


def test_python_moves_it_and_takes_over_what_a_page_says():
    x = mm.explore_costs(SWEEP)
    x.costs, x.p_positive = mm.Costs(fp=1, fn=5), 0.5
    assert x.threshold == 0.08 and x.confusion.counts["FN"] == 0
    assert x.expected_cost == mm.expected_cost(x.confusion, x.costs, p_positive=0.5)
    x.follow({"fp": 5, "fn": 1, "p": 0.1, "row": 3, "fpr": 0, "tpr": 1, "more": 1})
    assert (x.costs, x.p_positive, x.threshold) == (mm.Costs(fp=5, fn=1), 0.1, 0.76)


def test_a_large_sweep_is_thinned_and_keeps_who_rules(rng):
    y = rng.random(20_000) < 0.3
    x = mm.explore_costs(mm.sweep(y, rng.normal(y, 1)))
    assert len(x.content["names"]) < 1100
    assert {one["row"] for one in x.content["stretches"]} <= set(range(len(x.content["names"])))


@pytest.fixture
def rng():
    import numpy as np

    return np.random.default_rng(0)
