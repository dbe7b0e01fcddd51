"""β over the order of classifiers: what is on the screen is what `c.f(beta)` says."""

import random

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.writing import in_a_line
from mlmetrics_edu.plots.picture import alternative_text
from tests.browsing import browser, needs_chromium
from tests.live.pages import open_page

assert browser and open_page  # fixtures, found by their names
CAREFUL, MIDDLE = mm.Confusion(6, 2, 4, 88), mm.Confusion(7, 5, 3, 85)
CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score)
MODELS = {
    **{"careful": CAREFUL, "<b>middle</b>": MIDDLE, "bold": (0.5, 0.9), "cars": SWEEP},
    **{"twin": mm.Confusion(12, 4, 8, 1), "nothing": mm.Confusion(0, 0, 0, 9)},
}
READ = """() => [...document.querySelectorAll(".order li")].map(
    (li) => [li.querySelector("b").textContent, li.querySelector("span").textContent])"""
SLIDE = """stop => {
    const input = document.querySelector("input[type=range]");
    input.value = stop;
    input.dispatchEvent(new Event("input"));
}"""


def shown(page):
    return [tuple(item) for item in page.evaluate(READ)]


def shown_beta(page):
    return float(page.locator(".slider output").inner_text())


def expected(x):
    return [(name, in_a_line(x.values[name])) for name in x.order]


@needs_chromium
def test_every_stop_has_the_order_and_the_workings_of_the_library(open_page):
    x = mm.explore_beta(MODELS)
    page = open_page(x)
    stops = x._whole["stops"]
    assert len(stops) > 200
    for k, beta in enumerate(stops):
        page.evaluate(SLIDE, k)
        x._moved({"beta": beta})
        assert x.values["careful"] == CAREFUL.f(beta)
        assert in_a_line(x.values["careful"]) == in_a_line(CAREFUL.f(beta))
        assert shown(page) == expected(x)


@needs_chromium
def test_a_drag_a_key_and_a_crossing_move_beta(open_page):
    x = mm.explore_beta(MODELS)
    page = open_page(x)
    box = page.locator(".plane svg").bounding_box()
    page.mouse.move(box["x"] + box["width"] * 0.9, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    page.mouse.up()
    dragged = shown_beta(page)
    assert 3 < dragged < 7
    page.locator("input[type=range]").press("ArrowLeft")
    stops = x._whole["stops"]
    assert shown_beta(page) == stops[stops.index(dragged) - 1]
    for crossing in x._whole["crossings"]:
        page.get_by_role("button", name=crossing["says"], exact=True).click()
        assert shown_beta(page) == crossing["beta"]
        x.beta = crossing["beta"]
        assert shown(page) == expected(x)


@needs_chromium
def test_a_finger_moves_beta_on_a_small_screen(open_page):
    page = open_page(
        mm.explore_beta(MODELS), has_touch=True, viewport={"width": 360, "height": 740}
    )
    page.locator(".plane svg").scroll_into_view_if_needed()
    box = page.locator(".plane svg").bounding_box()
    page.touchscreen.tap(box["x"] + box["width"] * 0.8, box["y"] + box["height"] / 2)
    # What a finger does is told a page only after its touch.
    page.wait_for_function(
        "() => { const beta = document.querySelector('.slider output').textContent;"
        " return 3 < beta && beta < 7; }"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@needs_chromium
def test_names_are_text_and_a_broken_link_starts_anew(open_page):
    page = open_page(mm.explore_beta(MODELS), hash='#{"beta":-4}')
    assert shown_beta(page) == 1
    assert page.locator(".order b b, svg b").count() == 0


def test_crossings_are_where_the_library_says():
    x = mm.explore_beta({"careful": CAREFUL, "middle": MIDDLE, "bold": (0.5, 0.9)})
    square = mm.crossover_beta(CAREFUL, MIDDLE)
    (found,) = [one for one in x._crossings if (one.a, one.b) == ("careful", "middle")]
    assert found.square == square and found.beta == pytest.approx(float(square) ** 0.5, rel=1e-3)
    for one in x._crossings:
        x.beta = one.beta * 0.98
        before = x.order.index(one.a) < x.order.index(one.b)
        x.beta = one.beta * 1.02
        assert before != (x.order.index(one.a) < x.order.index(one.b))


def test_kinds_of_classifiers_agree():
    best = SWEEP.at(mm.best_threshold(SWEEP, "f1").thresholds[0])
    rates = float(best.precision), float(best.recall)
    x = mm.explore_beta({"sweep": SWEEP, "counts": best, "rates": rates})
    draw = random.Random(0)
    for _ in range(50):
        x.beta = draw.uniform(0.1, 10)
        assert [float(value) for value in x.values.values()] == [
            pytest.approx(float(best.f(x.beta)), abs=1e-12)
        ] * 3


def test_equal_ones_stay_in_their_order_and_undefined_ones_come_last():
    x = mm.explore_beta({"nothing": mm.Confusion(0, 0, 0, 5), "b": MIDDLE, "a": MIDDLE})
    assert x.order == ("b", "a", "nothing")
    assert not x._crossings


def test_what_a_page_sends_is_checked():
    x = mm.explore_beta(MODELS, beta=2)
    for bad in (None, "3", 0, -1, 1e9, float("nan"), True):
        x._moved({"beta": bad})
        assert x.beta == 2
    x._moved({"beta": 0.5})
    assert x.beta == 0.5


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"models": {"a": CAREFUL}}, "an order needs two"),
        ({"models": [CAREFUL, MIDDLE]}, "an order needs two"),
        ({"models": {str(k): CAREFUL for k in range(7)}}, "more than 6 lines"),
        ({"models": {"a": CAREFUL, "b": 0.5}}, "F-beta needs its counts"),
        ({"models": {"a": CAREFUL, "b": (0, 0.5)}}, "of 0 F-beta tells nothing"),
        ({"models": {"a": CAREFUL, 2: MIDDLE}}, "its name stands"),
        ({"models": MODELS, "beta": 0}, "how many times as important"),
    ],
)
def test_bad_input_is_explained(given, says):
    with pytest.raises(mm.InputError, match=says):
        mm.explore_beta(**given)


def test_the_picture_says_how_it_stands():
    x = mm.explore_beta({"careful": CAREFUL, "bold": (0.5, 0.9)}, beta=2, language="zh-Hant")
    assert str(x) in alternative_text(x.picture())
