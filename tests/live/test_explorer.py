"""The threshold explorer: what is on the screen is what the library says, wherever it stands."""

import json
import math
from fractions import Fraction

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.writing import in_a_line
from mlmetrics_edu.live.explorer import PLANES, STOPS, VIEWS, stops
from mlmetrics_edu.workbook.exploring import mistakes
from tests.browsing import browser, expect, needs_chromium
from tests.cases import each
from tests.live.pages import numbers, open_page, slide, stop

assert browser and open_page  # fixtures, found by their names
CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
CELLS = ("TN", "FP", "FN", "TP")


def drawn(n, seed=0):
    """Draw labels and the scores of two models."""
    rng = np.random.default_rng(seed)
    y = rng.random(n) < 0.3
    return y, {"first": rng.normal(y, 1), "second": rng.normal(1.5 * y, 1)}


def shown(page):
    """Read the four counts off a page."""
    return {cell: int(page.locator(f".cell.{cell} b").inner_text()) for cell in CELLS}


def holds(page, explorer, counts):
    """Compare all numbers on a page with the library's."""
    rates = [counts.rate(formula, "nan") for formula in explorer._formulas]
    return shown(page) == counts.counts and numbers(page) == [in_a_line(rate) for rate in rates]


# In a browser


@needs_chromium
def test_all_numbers_at_every_stop_are_the_librarys(open_page):
    metrics = ("precision", "recall", "f1", "f2", "mcc", "kappa", "fpr", "accuracy", "lr_plus")
    explorer = mm.explore(SWEEP, metrics=metrics)
    page = open_page(explorer)
    for step in SWEEP:
        slide(page, step.index)
        assert holds(page, explorer, step.confusion), (numbers(page), step)


@needs_chromium
def test_of_many_samples_the_numbers_are_the_librarys_at_200_stops(open_page):
    y, scores = drawn(30_000)
    explorer = mm.explore(y, scores["first"])
    page = open_page(explorer)
    rows = stops(explorer.sweep)
    assert len(rows) <= STOPS < len(explorer.sweep)
    for place in np.linspace(0, len(rows) - 1, 200).astype(int).tolist():
        slide(page, place)
        assert holds(page, explorer, explorer.sweep.confusion(int(rows[place])))


@needs_chromium
def test_ties_come_in_together_however_they_are_walked(open_page):
    y, score = CARS.y_true, CARS.y_score
    explorer = mm.explore(mm.sweep(y, score, ties="in-order"))
    page = open_page(explorer)
    page.locator("input[type=range]").focus()
    page.keyboard.press("End")
    for step in reversed(list(mm.sweep(y, score))):
        assert holds(page, explorer, step.confusion), step
        page.keyboard.press("ArrowLeft")


@needs_chromium
def test_weights_and_own_metrics_are_worked_out_alike(open_page):
    mine = mm.Formula("my score", "TP / (TP + 2*FN)")
    s = mm.sweep([1, 0, 1, 0, 1], [5, 4, 3, 2, 1], weights=[2, 1, 3, 4, 1])
    explorer = mm.explore(s, metrics=[mine, "precision"])
    page = open_page(explorer)
    for step in s:
        slide(page, step.index)
        assert holds(page, explorer, step.confusion)


@needs_chromium
def test_keys_buttons_chips_and_pointers_move_the_threshold(open_page):
    page = open_page(mm.explore("cars"))
    at = page.locator("output")
    page.locator("input[type=range]").focus()
    for key, where in [
        ("Home", "above"),
        ("ArrowRight", "0.91"),
        ("End", "0.01"),
        ("ArrowUp", "0.03"),
    ]:
        page.keyboard.press(key)
        assert where in at.inner_text(), key
    page.get_by_role("button", name="max F1").click()
    assert "0.24" in at.inner_text()
    page.get_by_role("button", name="car 9").click()
    assert "0.38" in at.inner_text()
    page.get_by_role("button", name="a higher threshold").click()
    assert "0.45" in at.inner_text()
    for title, spot, where in (
        ("ROC curve", (0.14, 0.95), "above"),
        ("scores", (0.9, 0.5), "0.91"),
    ):
        box = page.locator(f"svg[aria-label='{title}']").bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        page.mouse.down()
        x, y = (
            box[a] + part * box[b]
            for a, b, part in zip("xy", ("width", "height"), spot, strict=True)
        )
        page.mouse.move(x, y, steps=5)
        page.mouse.up()
        assert where in at.inner_text(), title


@needs_chromium
def test_what_belongs_together_lights_up(open_page):
    page = open_page(mm.explore("cars"))
    names = page.locator(".chip.lit")
    page.locator(".cell.FN").hover()
    expect(page.locator(".who")).to_have_text("FN: car 7, car 20")
    assert [name.split()[1] for name in names.all_inner_texts()] == ["7", "20"]
    assert page.locator("circle.sample.lit").count() == 2
    page.locator(".chip").nth(0).focus()
    assert page.locator(".cell.lit").inner_text() == "TP4"
    assert page.locator("circle.ghost[visibility=visible]").count() == 2  # on both curves
    page.keyboard.press("ArrowRight")
    assert "car 2" in page.evaluate("document.activeElement.textContent")
    box = page.locator("svg[aria-label='P-R curve']").bounding_box()
    page.mouse.move(box["x"] + 0.7 * box["width"], box["y"] + 0.3 * box["height"])
    expect(names).to_have_count(1)


@needs_chromium
def test_a_prediction_is_judged_by_what_gives_it(open_page):
    page = open_page(mm.explore("cars", predict=True, metrics=["precision", "recall"]))
    verdict = page.locator(".verdict")

    def said(text):
        page.locator("input[type=text]").fill(text)
        page.keyboard.press("Enter")
        return verdict.inner_text()

    assert numbers(page)[0] == "precision = TP / (TP + FP) = ?"
    assert page.locator(".cell.TP b").inner_text() == "?"
    assert said("much") == "Type a number, such as 2/5, 0.4 or 40 %."
    assert said("4/6") == "Not yet. That's recall."
    assert said("3").startswith("Not yet. It may be one of these: That's all right ones over all")
    assert said("2/3") == "Not yet. That's recall."
    assert said("0.5").endswith("FN over TP, a ratio that has no name. You stopped one row early.")
    assert said("0.44") == "Not sure. Give three digits, or a fraction."
    assert said("0.999") == "Not yet. Count once more who is in each cell."
    assert said("0.57") == (
        "Right, in two digits. precision = TP / (TP + FP) = 4 / (4 + 3) = 4/7 ≈ 0.571"
    )
    assert numbers(page)[0].endswith("4/7 ≈ 0.571")
    page.get_by_role("button", name="a lower threshold").click()
    assert page.locator(".cell.TP b").inner_text() == "?"
    page.locator("select").select_option("1")
    assert said("66.7 %").startswith("Right. recall = ")
    page.get_by_role("button", name="predict first").click()
    assert page.locator(".cell.TP b").inner_text() == "4"


@needs_chromium
def test_several_models_share_the_planes(open_page):
    y, scores = drawn(80)
    explorer = mm.explore({name: mm.sweep(y, one) for name, one in scores.items()})
    page = open_page(explorer)
    for name in scores:
        page.get_by_role("button", name=name, exact=True).click()
        explorer.model = name
        for row in (0, 11, 40):
            slide(page, row)
            assert holds(page, explorer, explorer.sweep.confusion(row))
    assert page.locator("svg[aria-label='ROC curve'] path.faint").count() == 1


@needs_chromium
def test_it_is_read_out_once_it_rests(open_page):
    page = open_page(mm.explore("cars"))
    said = page.locator(".said")
    expect(said).to_contain_text("score ≥ 0.24")
    first = said.text_content()
    stop(page)
    for row in range(5):
        slide(page, row)
        page.clock.run_for(400)
        assert said.text_content() == first
    page.clock.run_for(400)
    assert said.text_content() == (
        "score ≥ 0.46. TN 12, FP 2, FN 4, TP 2. precision 0.500, recall 0.333, F1 0.400"
    )
    assert said.get_attribute("aria-live") == "polite"


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


def test_python_reads_and_sets_where_it_stands():
    e = mm.explore("cars")
    e.threshold = 0.4
    assert (e.threshold, e.confusion.tp, e.samples["TP"]) == (0.4, 2, ("car 4", "car 2"))
    e.threshold = math.inf
    assert e.threshold == math.inf and e.confusion.tp == 0
    e.follow({"threshold": 0.1, "model": 0})
    assert e.threshold == 0.1


def test_of_a_long_sweep_it_stands_where_the_page_can_show_it():
    y, scores = drawn(20_000)
    e = mm.explore(y, scores["first"])
    e.threshold = 0.123456
    row = e.sweep.row_at(e.threshold)
    assert row in stops(e.sweep) and abs(e.threshold - 0.123456) < 0.02


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


def test_what_is_sent_of_a_million_samples_is_small():
    y, scores = drawn(10**6)
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


def test_the_picture_says_what_it_shows():
    e = mm.explore("cars")
    assert "20 samples, 6 positive · score ≥ 0.24 · TP 4, FP 3" in e._image().partition(">")[0]
    forms = e._repr_mimebundle_()
    assert forms["text/plain"] == str(e) and forms["image/png"].startswith(b"\x89PNG")
    assert set(PLANES) <= set(VIEWS)


@each("name", ["precision", "recall", "specificity", "f1", "f2", "accuracy", "mcc"])
def test_mistakes_are_formulas_and_none_is_the_answer(name):
    table = mm.Confusion(tp=37, fp=11, fn=23, tn=101)
    right = table.rate(name)
    for mistake in mistakes(mm.formula(name)):
        value = worked_out(mistake["tree"], table.counts)
        assert "row" in mistake or value != pytest.approx(float(right)), mistake
        assert mistake["says"].endswith(".")


def worked_out(tree, terms):
    """Work a tree out in fractions, by other code than the page's."""
    if isinstance(tree, str):
        return Fraction(terms[tree]) if tree in terms else Fraction(tree)
    sign, *parts = tree
    a, *b = [worked_out(part, terms) for part in parts[: 1 if sign in ("sqrt", "abs") else 2]]
    if not b:
        return {"sqrt": math.sqrt, "abs": abs}[sign](a)
    return {
        "+": lambda: a + b[0],
        "-": lambda: a - b[0],
        "*": lambda: a * b[0],
        "/": lambda: a / b[0],
        "^": lambda: a ** int(b[0]),
    }[sign]()
