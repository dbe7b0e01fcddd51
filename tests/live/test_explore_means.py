"""Means to drag: what is on the screen is what the library says."""

import random

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.writing import in_a_line
from tests.browsing import browser, needs_chromium
from tests.cases import each
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


@each("precision, recall", [(1.5, 0.5), (0.5, -1), ("high", 0.5), (None, 0.5), (0.5, float("nan"))])
def test_what_is_no_share_is_told(precision, recall):
    with pytest.raises(mm.InputError, match=r"precision=|recall="):
        mm.explore_means(precision, recall)


def test_python_reads_and_sets_both():
    e = mm.explore_means(0.5, 1)
    e.precision = 0.25
    assert e.means["harmonic"].fraction == mm.explore_means(1, 0.25).means["harmonic"].fraction
    for bad in ({}, {"precision": 2, "recall": 0}, {"precision": "1", "recall": 1}):
        e._moved(bad)
        assert (e.precision, e.recall) == (0.25, 1)
    e._moved({"precision": 0.75, "recall": 0.5})
    assert (e.precision, e.recall) == (0.75, 0.5)
    assert "Three means of precision and recall" in e._image().partition(">")[0]
