"""Points and a line to drag: what is on the screen is what the library says of them."""

from fractions import Fraction

import pytest

import mlmetrics_edu as mm
from tests.browsing import browser, needs_chromium
from tests.live.pages import numbers, open_page

assert browser and open_page  # fixtures, found by their names
ANSCOMBE = mm.example("anscombe").columns
SETS = {"1": ("x", "y1"), "2": ("x", "y2"), "3": ("x", "y3"), "4": ("x4", "y4")}


def anscombe(which="3", line="least-squares", **how):
    """Take one of Anscombe's four sets."""
    x, y = SETS[which]
    return mm.explore_line(ANSCOMBE[x], ANSCOMBE[y], line, **how)


def press(page, label, keys):
    """Send keys to a handle, without waiting for each."""
    page.evaluate(
        """([label, keys]) => {
            const node = document.querySelector(`[aria-label="${label}"]`);
            for (const [key, shiftKey] of keys)
                node.dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true }));
        }""",
        [label, keys],
    )


def heights(page):
    """Read where points and handles are, as a screen reader hears it."""
    nodes = page.locator("[role=slider]").all()
    return {n.get_attribute("aria-label"): float(n.get_attribute("aria-valuenow")) for n in nodes}


@needs_chromium
def test_r2_falls_below_0_and_has_no_value_where_y_does_not_vary(open_page):
    page = open_page(mm.explore_line([1, 2, 3], [1, 2, 3], (4, -1)))
    assert numbers(page)[5] == "R² = 1 − Σe² / squared deviations = 1 − 8 / 2 = −3"
    flat = mm.explore_line([1, 2, 3], [2, 2, 2], (0, 1))
    shown = numbers(open_page(flat))
    assert shown[5].endswith("all truths are equal, so there is nothing to explain")
    best = mm.explore_line([1, 2, 3], [2, 2, 2])
    assert numbers(open_page(best))[7:] == [
        "error e = predicted − y = 2 − 2 = 0",
        "share of Σ|e| = |e| / Σ|e| = 0 / 0 undefined: Σ|e| = 0",
        "share of Σe² = e² / Σe² = 0 / 0 undefined: Σe² = 0",
    ]


@needs_chromium
def test_keys_choose_and_move_and_stop_at_the_edges(open_page):
    instrument = anscombe("4", (3, 0.5))
    page = open_page(instrument)
    page.locator("[role=slider][tabindex='0']").focus()
    assert page.locator("[role=slider][tabindex='0']").count() == 1
    focused = "document.activeElement.getAttribute('aria-label')"
    seen = set()
    for _ in range(13):
        page.keyboard.press("ArrowRight")
        seen.add(page.evaluate(focused))
    assert len(seen) == 13
    press(page, "point 1, x = 8", [["PageUp", True]] * 40)
    low, high = instrument.limits
    assert heights(page)["point 1, x = 8"] == high
    press(page, "point 1, x = 8", [["PageDown", True]] * 40)
    assert heights(page)["point 1, x = 8"] == low
    press(page, "height of the line", [["PageUp", True]] * 40)
    assert heights(page)["height of the line"] == high


@needs_chromium
def test_a_line_by_a_rule_follows_the_points_and_one_that_is_dragged_stays(open_page):
    page = open_page(anscombe("3"))
    pressed = page.locator("[aria-pressed=true]")
    equation = page.locator(".equation")
    assert pressed.all_text_contents() == ["least squares", "each error"]
    before = equation.text_content()
    press(page, "point 3, x = 13", [["ArrowDown", True]])
    assert equation.text_content() != before
    page.get_by_role("button", name="always the mean").click()
    assert numbers(page)[5].endswith("= 0")
    page.get_by_role("button", name="fixed").click()
    before = equation.text_content()
    press(page, "point 3, x = 13", [["ArrowDown", True]])
    assert equation.text_content() == before
    page.get_by_role("button", name="least squares").click()
    press(page, "slope of the line", [["ArrowUp", False]])
    assert pressed.all_text_contents()[0] == "fixed"


@needs_chromium
def test_bars_show_what_each_point_brings(open_page):
    page = open_page(anscombe("3"))
    read = """() => [...document.querySelectorAll(".strip")].map((bar) => {
        const wide = [bar.parentNode, bar, bar.querySelector(".picked")].map((e) => e.offsetWidth);
        return [wide[1] / wide[0], wide[2] / wide[1]]; })"""
    (_, absolute), (long, squared), (full, _) = page.evaluate(read)
    assert absolute == pytest.approx(0.412, abs=0.01) and squared == pytest.approx(0.764, abs=0.01)
    assert full == 1 and 1 - long == pytest.approx(0.666, abs=0.01)
    shown = numbers(page)[7:]
    assert [line.rsplit(" ", 1)[1] for line in shown] == ["−3.241", "0.412", "0.764"]
    page.locator(".strip i").first.click()
    assert page.locator("h4", has_text="point 1:").count() == 1


def test_python_reads_and_sets_points_and_line():
    x = mm.explore_line([1, 2, 3, 4], [2, 3, 5, 4], language="en")
    assert x.rule == "least-squares" and x.x == (1, 2, 3, 4)
    x.y = [2, 3, 5, 5]
    assert x.line == (Fraction(1), Fraction(11, 10))
    x.line = "own"
    x.y = [2, 3, 5, 4]
    assert x.line == (Fraction(1), Fraction(11, 10))
    x.line = 1, 0.5
    assert x.predicted == (1.5, 2, 2.5, 3) and x.metrics["mae"] == mm.mae(x.y, x.predicted)
    x.line = "mean"
    assert x.line == (Fraction(7, 2), 0) and x.metrics["r2"].fraction == 0
    fit = mm.least_squares(x.x, x.y)
    x.line = fit.intercept, fit.slope
    assert x.rule == "own" and x.metrics["r2"].fraction == fit.r2.fraction
    x.shown = "mean"
    assert x.shown == "mean"
