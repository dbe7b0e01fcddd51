"""Two boxes that are dragged: IoU, its working and its verdicts are the library's everywhere."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.formula import Worked
from mlmetrics_edu.core.writing import in_a_line
from mlmetrics_edu.detection.boxes import UNION
from tests.browsing import browser, needs_chromium
from tests.live.pages import numbers, open_page

assert browser and open_page  # fixtures, found by their names
A, B = (20, 30, 120, 100), (60, 45, 150, 120)
CONVENTIONS = ("continuous", "inclusive-pixels")


def workings(value: Worked):
    """Write down all lines, from the sides to the IoU."""
    shared, *areas = value.terms.values()
    union = UNION.work(**value.terms)
    return [in_a_line(one) for one in (*shared.inner, shared, *areas, union, value)]


def verdicts(page):
    return page.locator(".verdicts li").all_text_contents()


def expected(value, thresholds):
    return [f"≥ {t:g} ✓ hit" if value >= t else f"≥ {t:g} ✗ miss" for t in thresholds]


def place(page, name, box):
    """Type the four numbers of a box, in an order in which it stays one."""
    for k in (0, 1):
        page.get_by_label(f"{name} {('x1', 'y1')[k]}", exact=True).fill("0")
        page.keyboard.press("Enter")
    for k in (2, 3, 0, 1):
        page.get_by_label(f"{name} {('x1', 'y1', 'x2', 'y2')[k]}", exact=True).fill(str(box[k]))
        page.keyboard.press("Enter")


def held(page):
    """Read where the boxes are, from the link that the page would give."""
    return page.evaluate(
        "[...document.querySelectorAll('input[type=number]')].map(one => Number(one.value))"
    )


@needs_chromium
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_numbers_and_verdicts_are_the_librarys_wherever_the_boxes_lie(open_page, convention):
    x = mm.explore_boxes(A, B, convention=convention)
    page = open_page(x)
    rng = np.random.default_rng(0)
    edges = [(20, 30, 120, 100), (120, 30, 150, 60), (20, 30, 120, 65), (0, 0, 0, 0)]
    random = [
        (*np.minimum(*two), *np.maximum(*two)) for two in rng.integers(0, [196, 157], (21, 2, 2))
    ]
    for box in [*edges, *(tuple(map(int, box)) for box in random)]:
        place(page, "detection b", box)
        value = mm.iou(A, box, convention)
        assert held(page) == [*A, *box]
        assert numbers(page) == workings(value)
        assert verdicts(page) == expected(value, x.thresholds)


@needs_chromium
def test_an_overlap_that_just_reaches_a_threshold_is_a_hit(open_page):
    page = open_page(mm.explore_boxes((0, 0, 100, 100), (0, 0, 100, 50)))
    corner = page.locator("circle.handle.b").nth(3)
    for high in range(50, 100, 5):
        assert held(page)[4:] == [0, 0, 100, high]
        found = [one for one in verdicts(page) if "hit" in one]
        assert len(found) == 1 + (high - 50) // 5
        for _ in range(5):
            corner.press("ArrowDown")


@needs_chromium
def test_no_area_has_no_overlap(open_page):
    page = open_page(mm.explore_boxes((5, 5, 5, 5), (9, 5, 9, 9)))
    value = mm.iou((5, 5, 5, 5), (9, 5, 9, 9))
    assert numbers(page) == workings(value)
    assert "neither box has an area" in numbers(page)[-1]
    assert verdicts(page) == expected(value, mm.explore_boxes(A, B).thresholds)


@needs_chromium
def test_boxes_and_corners_follow_mouse_and_keys(open_page):
    page = open_page(mm.explore_boxes(A, B))
    body, corner = page.locator("rect.box.b"), page.locator("circle.handle.b").nth(3)
    body.press("ArrowRight")
    body.press("Shift+ArrowUp")
    assert held(page)[4:] == [61, 35, 151, 110]
    corner.press("ArrowLeft")
    corner.press("Shift+ArrowDown")
    assert held(page)[4:] == [61, 35, 150, 120]
    for _ in range(30):  # it stops at the edge of the scene
        body.press("Shift+ArrowRight")
    assert held(page)[4:] == [106, 35, 195, 120]
    drag(page, corner, (-90, -70))
    moved = held(page)[4:]
    assert moved[:2] == [106, 35] and 106 <= moved[2] < 195 and 35 <= moved[3] < 118
    drag(page, page.locator("rect.box.a"), (40, 30))
    left, top, right, bottom = held(page)[:4]
    assert (right - left, bottom - top) == (100, 70) and left > 20 and top > 30
    assert numbers(page) == workings(mm.iou(held(page)[:4], moved))


@needs_chromium
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_corner_that_is_only_touched_stays(open_page, convention):
    page = open_page(mm.explore_boxes((20, 30, 60, 50), (100, 80, 150, 120), convention=convention))
    for k in range(4):
        page.locator("circle.handle.a").nth(k).click()
        assert held(page)[:4] == [20, 30, 60, 50]


def drag(page, what, by):
    around = what.bounding_box()
    x = around["x"] + (around["width"] / 2 if around["width"] < 60 else 15)
    y = around["y"] + (around["height"] / 2 if around["height"] < 60 else 30)
    page.mouse.move(x, y)
    page.mouse.down()
    for share in (0.3, 0.7, 1):
        page.mouse.move(x + by[0] * share, y + by[1] * share)
    page.mouse.up()


@needs_chromium
def test_the_switch_measures_by_the_other_convention(open_page):
    page = open_page(mm.explore_boxes(A, B))
    page.get_by_role("button", name="inclusive pixels").click()
    assert numbers(page) == workings(mm.iou(A, B, "inclusive-pixels"))
    page.wait_for_function(
        "text => document.querySelector('[role=status]').textContent === text",
        arg=f"IoU {mm.iou(A, B, 'inclusive-pixels'):.3f}: a hit at 0 of 10 thresholds",
    )
