"""The threshold explorer: what is on the screen is what the library says, wherever it stands."""

import json

import numpy as np

import mlmetrics_edu as mm
from mlmetrics_edu.live.explorer import stops
from tests.browsing import browser, expect, needs_chromium
from tests.cases import each
from tests.live.pages import numbers, open_page

assert browser and open_page  # fixtures, found by their names
CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)


def drawn(n, seed=0):
    """Draw labels and the scores of two models."""
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.3
    return y, {"first": rng.normal(y, 1), "second": rng.normal(1.5 * y, 1)}


# In a browser


@needs_chromium
def test_what_belongs_together_lights_up(open_page):
    page = open_page(mm.explore("cars"))
    names = page.locator(".chip.lit")
    page.locator(".cell.FN").hover()
    expect(page.locator(".who")).to_have_text("FN: car 7, car 20")
    assert [name.split()[1] for name in names.all_inner_texts()] == ["7", "20"]
    page.locator(".chip").nth(0).focus()
    assert page.locator(".cell.lit").inner_text() == "TP4"
    assert page.locator("circle.ghost[visibility=visible]").count() == 2  # on both curves
    page.keyboard.press("ArrowRight")
    assert "car 2" in page.evaluate("document.activeElement.textContent")
    box = page.locator("svg[aria-label='P-R curve']").bounding_box()
    page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + 0.3 * box["height"])
    expect(names).to_have_count(1)


@needs_chromium
def test_a_prediction_is_judged(open_page):
    page = open_page(mm.explore("cars", metrics=["precision", "recall"]))
    page.get_by_role("button", name="predict first").click()

    def said(text):
        page.locator("input[type=text]").fill(text)
        page.keyboard.press("Enter")
        return page.locator(".verdict").inner_text()

    assert numbers(page)[0] == "precision = TP / (TP + FP) = ?"
    assert page.locator(".cell.TP b").inner_text() == "?"
    assert said("much") == "Type a number, such as 2/5, 0.4 or 40 %."
    assert said("4/6") == "Not yet. Count once more who is in each cell."
    assert said("0.44") == "Not sure. Give three digits, or a fraction."
    assert said("0.57") == (
        "Right, in two digits. precision = TP / (TP + FP) = 4 / (4 + 3) = 4/7 ≈ 0.571"
    )
    page.get_by_role("button", name="a lower threshold").click()
    assert page.locator(".cell.TP b").inner_text() == "?"
    page.locator("select").select_option("1")
    assert said("66.7 %").startswith("Right. recall = ")
    page.get_by_role("button", name="predict first").click()
    assert page.locator(".cell.TP b").inner_text() == "4"


@needs_chromium
def test_in_a_page_of_a_notebook_the_live_thing_takes_the_place_of_the_picture(open_page):
    page = open_page(f"<div class='mm-live'>A lesson</div>{mm.explore('cars')._repr_html_()}")
    frame = page.frame_locator("iframe")
    frame.locator(".cell.TP b").wait_for()
    assert page.locator(".instrument > img").count() == 0
    page.wait_for_function(  # it is made to fit after each change of what is in it
        "() => { const frame = document.querySelector('iframe');"
        " const high = frame.contentDocument.querySelector('.mm-live').clientHeight;"
        " return high <= frame.clientHeight && frame.clientHeight < high + 20; }"
    )


# Without one


def test_it_takes_whatever_has_scores():
    y, scores = [1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]
    s = mm.sweep(y, scores)
    several = [
        mm.explore(y, scores),
        mm.explore(s),
        mm.explore({"": s}),
    ]
    assert len({str(one) for one in several}) == 1
    assert str(mm.explore("cars")) == str(mm.explore(CARS)) == str(mm.explore(SWEEP))


def test_a_bound_on_one_rate_leads_to_the_best_of_the_other():
    e = mm.explore(SWEEP, snaps=["recall ≥ 0.8", "precision ≥ 0.5", "fpr ≤ 0.1"])
    (model,) = e.content["models"]
    led = [{model["threshold"][row] for row in snap["rows"]} for snap in model["snaps"]]
    assert led == [{"0.12"}, {"0.24"}, {"0.91", "0.76"}]


def test_no_threshold_stops_within_a_tie():
    s = mm.sweep([1, 0, 1, 0, 1], [3, 2, 2, 2, 1], ties="in-order")
    e = mm.explore(s)
    (model,) = e.content["models"]
    assert model["threshold"] == ["+∞", "3", "2", "1"]
    assert model["samples"]["row"] == [1, 2, 2, 2, 3]
    e.threshold = 2
    assert e.threshold == 2 and e.confusion.counts == {"TP": 2, "FP": 2, "FN": 1, "TN": 0}


def test_no_picture_differs_by_the_rows_left_out():
    y, scores = drawn(100_000)
    s = mm.sweep(y, scores["first"])
    rows = stops(s)
    for column in ("recall", "fpr"):
        assert np.diff(s[column][rows]).max() < 1 / 150
    assert {0, len(s) - 1, mm.best_threshold(s, "f1").rows[0]} <= {*rows.tolist()}


def test_what_is_sent_of_very_many_samples_is_small():
    y, scores = drawn(200_000)
    e = mm.explore(y, scores["first"])
    sent = {**e._widget.get_state()}
    assert sum(len(json.dumps(value)) for value in sent.values()) <= 200_000


def test_views_that_need_negatives_are_left_out_where_nobody_counted_them():
    s = mm.sweep([1, 0, 1], [3, 2, 1], negatives="unknown")
    e = mm.explore(s)
    assert "roc" not in e._views and e.content["models"][0].get("TN") is None
    assert "TN ?" in str(e)


@each("y", [[0, 0, 0], [1, 1, 1]])
def test_of_one_class_it_shows_what_there_is(y):
    e = mm.explore(y, [3, 2, 1])
    assert {"matrix", "working"} <= {*e._views} and not {"roc", "ks"} & {*e._views}
    assert "3 samples" in e.to_html()
