"""What one instrument alone has to show, beside what holds for all of them."""

import json
import re

import numpy as np
import pytest
from scipy.stats import norm

import mlmetrics_edu as mm
from mlmetrics_edu.live.instrument import module
from mlmetrics_edu.plots.picture import alternative_text
from tests.browsing import browser, expect, needs_chromium
from tests.live.instruments import SWEEP
from tests.live.pages import numbers, open_page
from tests.live.screens import of_masks

assert browser and open_page  # fixtures, found by their names
PADILLA = mm.example("padilla-24")


# What Python reads and sets


def test_a_ranking_is_read_and_changed():
    small = mm.sweep([1, 0, 1, 1, 0], [5, 4, 4, 2, 1], ids=list("abcde"))
    x = mm.explore_ap(small, rule="coco")
    assert x.sweep.tp.tolist() == small.tp.tolist() and x.sweep.threshold[1] == 5
    x.follow({**x.state, "tied": [False] * 4, "order": [4, 0, 1, 2, 3]})
    assert x.sweep.threshold.tolist()[1:] == [5, 4, 3, 2, 1]
    assert x.sweep.admitted(1)[0] == ("e",)
    x.follow({**x.state, "labels": [False] * 5})
    assert "no positive" in str(x) and x.picture()
    with pytest.raises(mm.UndefinedError):
        print(x.average_precision)


def test_points_and_a_line_are_read_and_set():
    x = mm.explore_line([1, 2, 3, 4], [2, 3, 5, 4], language="en")
    x.y = [2, 3, 5, 5]
    assert x.rule == "least-squares" and [*map(str, x.line)] == ["1", "11/10"]
    x.line = "own"
    x.y = [2, 3, 5, 4]
    assert [*map(str, x.line)] == ["1", "11/10"]
    x.line = 1, 0.5
    assert x.predicted == (1.5, 2, 2.5, 3) and x.metrics["mae"] == mm.mae(x.y, x.predicted)
    x.line = "mean"
    assert x.line == (3.5, 0) and x.metrics["r2"].fraction == 0
    fit = mm.least_squares(x.x, x.y)
    x.line = fit.intercept, fit.slope
    assert x.rule == "own" and x.metrics["r2"].fraction == fit.r2.fraction


def test_an_overlap_that_just_reaches_a_threshold_is_a_hit():
    assert mm.explore_boxes((0, 0, 100, 100), (0, 0, 100, 50)).hits == (0.5,)


def test_classifiers_cross_where_the_library_says():
    careful, middle = mm.Confusion(6, 2, 4, 88), mm.Confusion(7, 5, 3, 85)
    x = mm.explore_beta({"careful": careful, "middle": middle, "bold": mm.Confusion(9, 9, 1, 81)})
    betas = [one["beta"] for one in x.content["crossings"]]
    wanted = float(mm.crossover_beta(careful, middle)) ** 0.5
    assert any(beta == pytest.approx(wanted, rel=1e-3) for beta in betas)
    for beta in betas:
        x.beta = beta * 0.98
        before = x.order
        x.beta = beta * 1.02
        assert before != x.order
    x = mm.explore_beta({"nothing": mm.Confusion(0, 0, 0, 5), "b": middle, "a": middle})
    assert x.order == ("b", "a", "nothing") and x.content["crossings"] == []


def test_a_large_sweep_is_thinned_and_keeps_who_rules():
    rng = np.random.default_rng(0)
    y = rng.random(20_000) < 0.3
    x = mm.explore_costs(mm.sweep(y, rng.normal(y, 1)))
    assert len(x.content["names"]) < 1100
    assert {one["row"] for one in x.content["stretches"]} <= set(range(len(x.content["names"])))


def test_without_detections_there_is_a_picture_and_without_objects_too_a_word():
    empty = {name: [] for name in ("image", "x1", "y1", "x2", "y2")}
    with pytest.raises(mm.InputError, match="neither objects nor detections"):
        mm.explore_map(empty, {**empty, "score": []})
    alone = mm.explore_map(PADILLA.truth, {**empty, "score": []})
    assert alone.score == np.inf and alone.average_precision == 0
    assert alternative_text(alone.picture())


# In a browser


@needs_chromium
def test_the_table_of_phi_is_right_between_its_entries(open_page):
    phi = json.dumps(mm.explore_bells().content["phi"])
    z = np.linspace(-36.9, 9, 1777)
    look = f"""const log = tabled({{ ...{phi}, below: -Infinity }});
    document.body.dataset.phi = {z.tolist()}.map((z) => Math.exp(log(z))).join()"""
    script = f"{module('explore_bells')}\n{look}".replace("export default { render };", "")
    page = open_page(f"<div class='mm-live'>.</div><script type='module'>{script}</script>")
    found = np.array(page.evaluate("document.body.dataset.phi").split(","), float)
    np.testing.assert_allclose(found, norm.cdf(z), rtol=1e-8)


@needs_chromium
def test_the_curves_are_the_envelope_and_the_hull(open_page):
    page, curve = open_page(mm.explore_costs(SWEEP)), mm.cost_curve(SWEEP)
    for k, (x, y) in enumerate((curve.envelope, mm.roc_hull(SWEEP))):
        path = page.locator("path.curve").nth(k).get_attribute("d")
        spots = np.array([[*map(float, spot.split())] for spot in path[1:].split("L")])
        expected = np.transpose([46 + 250 * (x + 0.02), 220 - 200 * (y + 0.02)])
        assert spots == pytest.approx(expected, abs=0.06)


@needs_chromium
def test_where_r2_has_no_value_it_says_why(open_page):
    flat = mm.explore_line([1, 2, 3], [2, 2, 2])
    shown = numbers(open_page(flat))
    assert shown[5].endswith("all truths are equal, so there is nothing to explain")
    assert shown[8:] == [
        "share of Σ|e| = |e| / Σ|e| = 0 / 0 undefined: Σ|e| = 0",
        "share of Σe² = e² / Σe² = 0 / 0 undefined: Σe² = 0",
    ]


@needs_chromium
def test_points_stop_at_the_edges_and_bars_show_what_each_brings(open_page):
    x = mm.explore_line([8, 9, 13], [2, 4, 12], (3, 0.5))
    page = open_page(x)
    point = page.locator("[aria-label^='point 1,']")
    for key, end in (("Shift+PageUp", 1), ("Shift+PageDown", 0)):
        for _ in range(40):
            point.press(key)
        assert float(point.get_attribute("aria-valuenow")) == x.limits[end]
    wide = "bar => [bar, bar.querySelector('.picked')].map((e) => e.offsetWidth)"
    whole, part = page.locator(".strip").nth(1).evaluate(wide)
    said = numbers(page)[9].rsplit(" ", 1)[1]
    assert part / whole == pytest.approx(float(said), abs=0.01)


@needs_chromium
def test_a_rate_that_is_chosen_lights_its_people(open_page):
    names = "Ann Bao Chen Dora".split()
    counts = mm.Confusion.from_labels([1, 1, 0, 0], [1, 0, 1, 0], ids=names)
    page = open_page(mm.explore_lists(counts, metrics=["precision", "recall", "mcc"]))
    cells = ("TP", "FP", "FN", "TN")
    roles = "cells => cells.map((cell) => document.querySelector(`.at-${cell}`).dataset.role)"
    said = page.locator(".who p")
    assert page.evaluate(roles, cells) == ["both", "below", "", ""]
    assert said.all_text_contents() == ["numerator (1): Ann", "denominator (2): Ann, Chen"]
    page.locator(".line").nth(1).click()
    assert page.evaluate(roles, cells) == ["both", "", "below", ""]
    page.get_by_role("button", name=re.compile("^Bao ")).click()  # who counts follows who is moved
    assert said.all_text_contents()[0] == "numerator (2): Ann, Bao"
    page.locator(".line").nth(2).focus()
    assert page.evaluate(roles, cells) == ["part"] * 4


@needs_chromium
def test_pointing_at_a_detection_lights_up_the_object_that_it_met(open_page):
    page = open_page(mm.explore_map(PADILLA, iou=[0.3]))
    lit = page.locator(".story li.lit")
    page.get_by_text("B, hit").focus()
    expect(lit).to_contain_text(["object 1:", "✓ 0.70 · B, hit:"])
    page.get_by_text("object 0: missed").hover()
    expect(lit).to_contain_text(["object 0:", "✗ 0.88 · A, overlap too low:"])
    expect(page.locator("rect.lit")).to_have_count(2)


@needs_chromium
def test_keys_paint_and_a_drag_leaves_no_pixel_out(open_page):
    truth = [["sky", "sky", "sky"], ["sky", "sea", "sea"], ["sea", "sea", "land"]]
    pred = [["sky", "sky", "sea"], ["sky", "sky", "sea"], ["sea", "sea", "sea"]]
    page = open_page(x := mm.explore_masks(truth, pred, labels=["sky", "land", "sea"]))
    pixels = page.locator(".mask").nth(1).locator(".px")
    pixels.nth(0).focus()
    for key in ("ArrowRight", "ArrowDown", "c", "Shift+ArrowDown", "2", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    pred = [pred[0], ["sky", "sea", "sea"], ["sea", "land", "land"]]
    x.predicted = pred
    of_masks(page, x)
    said = "row 2, column 2: truly land, predicted land, so TP for land"
    assert page.evaluate("document.activeElement.ariaLabel") == said
    page.get_by_role("radio", name="sea").check()
    boxes = [pixels.nth(k).bounding_box() for k in (0, 2)]
    middle = [(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2) for one in boxes]
    page.mouse.move(*middle[0])
    page.mouse.down()
    page.mouse.move(*middle[1])  # at once
    page.mouse.up()
    x.predicted = [["sea"] * 3, *pred[1:]]
    of_masks(page, x)
