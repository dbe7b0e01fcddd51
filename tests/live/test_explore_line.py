"""Points and a line to drag: what is on the screen is what the library says of them."""

import random
from fractions import Fraction

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.writing import in_a_line
from tests.browsing import browser, needs_chromium
from tests.live.pages import numbers, open_page, stop

assert browser and open_page  # fixtures, found by their names
METRICS = (mm.mean_bias_error, mm.mae, mm.medae, mm.mse, mm.rmse, mm.r2, mm.max_error)
ANSCOMBE = mm.example("anscombe").columns
SETS = {"1": ("x", "y1"), "2": ("x", "y2"), "3": ("x", "y3"), "4": ("x4", "y4")}
FOUR = mm.example("regression-four").columns


def anscombe(which="3", line="least-squares", **how):
    """Take one of Anscombe's four sets."""
    x, y = SETS[which]
    return mm.explore_line(ANSCOMBE[x], ANSCOMBE[y], line, **how)


def state(page):
    """Read how a page stands, as Python does: from its address, once it rests."""
    page.clock.run_for(300)
    return page.evaluate("JSON.parse(decodeURIComponent(location.hash.slice(1)))")


def lines(instrument):
    return [in_a_line(value) for value in instrument.metrics.values()]


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
@pytest.mark.parametrize("which", SETS)
def test_the_best_line_of_anscombes_sets_is_the_librarys(open_page, which):
    x, y = (ANSCOMBE[name] for name in SETS[which])
    instrument, fit = anscombe(which), mm.least_squares(x, y)
    shown = numbers(open_page(instrument))
    assert shown[:7] == lines(instrument)
    assert instrument.line == (fit.intercept.fraction, fit.slope.fraction)
    assert instrument.metrics["mean_bias_error"].fraction == 0
    assert instrument.metrics["r2"].fraction == fit.r2.fraction
    for metric, worked in zip(METRICS, instrument.metrics.values(), strict=True):
        assert float(worked) == pytest.approx(metric(y, fit.predict(x)), abs=1e-12)


@needs_chromium
def test_wherever_points_and_the_line_are_moved_all_is_the_librarys(open_page):
    x, y = [1, 2, 2.5, 4, 7], [2.0, 3.25, 5, 1.5, 4]
    instrument = mm.explore_line(x, y, (1.5, 0.5))
    page, draw = open_page(instrument), random.Random(16)
    stop(page)
    labels = [*heights(page)]
    assert len(labels) == 7
    for _ in range(40):
        keys = [[draw.choice(["ArrowUp", "ArrowDown"]), draw.random() < 0.3] for _ in range(4)]
        press(page, draw.choice(labels), keys)
        if draw.random() < 0.2:
            page.get_by_role("button", name="least squares").click()
        instrument.follow(held := state(page))
        assert list(instrument.y) == held["y"]
        assert numbers(page)[:7] == lines(instrument)
        if instrument.rule == "own":  # in short decimals, and so by whatever is public
            given = instrument.y, instrument.predicted
            if all(round(value, 9) == value for value in instrument.predicted):
                assert numbers(page)[:7] == [in_a_line(metric(*given)) for metric in METRICS]
    page.get_by_role("button", name="least squares").click()
    press(page, "slope of the line", [["ArrowUp", False]])
    instrument.follow(state(page))  # what is dragged goes to the grid, and so fractions are short
    height = instrument.line[0] + instrument.line[1] * instrument._pivot
    assert height.denominator <= 20 and instrument.rule == "own"


@needs_chromium
def test_truths_and_predictions_are_a_line_too(open_page):
    instrument = mm.explore_line(FOUR["prediction"], FOUR["truth"], (0, 1))
    given = FOUR["truth"], FOUR["prediction"]
    assert numbers(open_page(instrument))[:7] == [in_a_line(metric(*given)) for metric in METRICS]


@needs_chromium
def test_r2_falls_below_0_and_has_no_value_where_y_does_not_vary(open_page):
    page = open_page(mm.explore_line([1, 2, 3], [1, 2, 3], (4, -1)))
    assert numbers(page)[5] == "R² = 1 − Σe² / squared deviations = 1 − 8 / 2 = −3"
    flat = mm.explore_line([1, 2, 3], [2, 2, 2], (0, 1))
    shown = numbers(open_page(flat))
    assert shown[5].endswith("all truths are equal, so there is nothing to explain")
    assert shown[:7] == lines(flat)
    best = mm.explore_line([1, 2, 3], [2, 2, 2])
    assert numbers(open_page(best))[7:] == [
        "error e = predicted − y = 2 − 2 = 0",
        "share of Σ|e| = |e| / Σ|e| = 0 / 0 undefined: Σ|e| = 0",
        "share of Σe² = e² / Σe² = 0 / 0 undefined: Σe² = 0",
    ]


@needs_chromium
def test_a_point_is_dragged_and_the_line_by_its_handles(open_page):
    page = open_page(anscombe("3", (3, 0.5)), viewport={"width": 1000, "height": 900})

    def drag(label, by):
        box = page.locator(f'[aria-label="{label}"]').bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y + by)
        page.mouse.up()

    before = heights(page)
    drag("point 3, x = 13", 60)
    after = heights(page)
    moved = {label for label in after if after[label] != before[label]}
    assert moved == {"point 3, x = 13"} and after["point 3, x = 13"] < 12
    assert page.locator("h4", has_text="point 3:").count() == 1
    drag("height of the line", -40)
    assert heights(page)["height of the line"] > before["height of the line"]
    assert heights(page)["slope of the line"] == before["slope of the line"]
    drag("slope of the line", 50)
    assert heights(page)["slope of the line"] < before["slope of the line"]


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
