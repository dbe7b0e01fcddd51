"""Prices that slide: who rules, and what that costs, is what the library says, everywhere."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from tests.browsing import browser, needs_chromium
from tests.live.pages import open_page

assert browser and open_page  # fixtures, found by their names
CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
CURVE = mm.cost_curve(SWEEP)


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


def test_a_large_sweep_is_thinned_and_keeps_who_rules():
    rng = np.random.default_rng(0)
    y = rng.random(20_000) < 0.3
    x = mm.explore_costs(mm.sweep(y, rng.normal(y, 1)))
    assert len(x.content["names"]) < 1100
    assert {one["row"] for one in x.content["stretches"]} <= set(range(len(x.content["names"])))
