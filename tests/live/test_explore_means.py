"""Means to drag, and β to slide: what is on the screen is what the library says."""

import random

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.writing import in_a_line
from tests.browsing import browser, needs_chromium
from tests.live.pages import numbers, open_page, slide

assert browser and open_page  # fixtures, found by their names


def lines(precision, recall):
    """Write the means as the library does."""
    return [in_a_line(mean) for mean in mm.explore_means(precision, recall).means.values()]


@needs_chromium
def test_the_means_are_the_librarys_wherever_the_rates_stand(open_page):
    page = open_page(mm.explore_means())
    draw = random.Random(5)
    ends = [(0, 0), (0, 1), (1, 0), (1, 1)]
    drawn = [(draw.randrange(101) / 100, draw.randrange(101) / 100) for _ in range(200)]
    for precision, recall in ends + drawn:
        slide(page, precision, 0)
        slide(page, recall, 1)
        assert numbers(page) == lines(precision, recall), (precision, recall)


@needs_chromium
def test_the_point_is_dragged_and_bars_are_as_long_as_their_means(open_page):
    page = open_page(mm.explore_means(0.3, 0.9))
    box = page.locator("svg[aria-label='Drag the point']").bounding_box()
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + 0.5 * box["height"])
    page.mouse.down()
    page.mouse.move(box["x"] + 0.9 * box["width"], box["y"] + 0.2 * box["height"], steps=3)
    page.mouse.up()
    precision, recall = (float(text) for text in page.locator("output").all_inner_texts())
    assert precision > 0.8 and recall > 0.8
    assert numbers(page) == lines(precision, recall)
    x2 = "all => all.map(e => e.x2.baseVal.value)"
    ends = page.locator("line.bar").evaluate_all(x2)
    means = [float(mean) for mean in mm.explore_means(precision, recall).means.values()]
    long = (
        ends[4] - page.locator("line.bar").first.evaluate("e => e.x1.baseVal.value")
    ) / precision
    for end, mean in zip(ends[:3], means[::-1], strict=True):
        assert end - ends[4] == pytest.approx(long * (mean - precision), abs=0.01)


def test_python_reads_and_sets_both():
    e = mm.explore_means(0.5, 1)
    e.precision = 0.25
    assert e.means["harmonic"].fraction == mm.explore_means(1, 0.25).means["harmonic"].fraction
    e.follow({"precision": 0.75, "recall": 0.5})
    assert (e.precision, e.recall) == (0.75, 0.5)
    assert "Three means of precision and recall" in e._image().partition(">")[0]


# F-beta

CAREFUL, MIDDLE = mm.Confusion(6, 2, 4, 88), mm.Confusion(7, 5, 3, 85)
CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score)
MODELS = {
    **{
        "careful": CAREFUL,
        "<b>middle</b>": MIDDLE,
        "bold": mm.Confusion(9, 9, 1, 81),
        "cars": SWEEP.at(0.24),
    },
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
    stops = x.content["stops"]
    assert len(stops) > 200
    for k, beta in enumerate(stops):
        page.evaluate(SLIDE, k)
        x.follow({"beta": beta})
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
    stops = x.content["stops"]
    assert shown_beta(page) == stops[stops.index(dragged) - 1]
    for crossing in x.content["crossings"]:
        page.get_by_role("button", name=crossing["says"], exact=True).click()
        assert shown_beta(page) == crossing["beta"]
        x.beta = crossing["beta"]
        assert shown(page) == expected(x)


def test_crossings_are_where_the_library_says():
    x = mm.explore_beta({"careful": CAREFUL, "middle": MIDDLE, "bold": mm.Confusion(9, 9, 1, 81)})
    square = mm.crossover_beta(CAREFUL, MIDDLE)
    (found,) = [one for one in x._crossings if (one.a, one.b) == ("careful", "middle")]
    assert found.square == square and found.beta == pytest.approx(float(square) ** 0.5, rel=1e-3)
    for one in x._crossings:
        x.beta = one.beta * 0.98
        before = x.order.index(one.a) < x.order.index(one.b)
        x.beta = one.beta * 1.02
        assert before != (x.order.index(one.a) < x.order.index(one.b))


def test_equal_ones_stay_in_their_order_and_undefined_ones_come_last():
    x = mm.explore_beta({"nothing": mm.Confusion(0, 0, 0, 5), "b": MIDDLE, "a": MIDDLE})
    assert x.order == ("b", "a", "nothing")
    assert not x._crossings
