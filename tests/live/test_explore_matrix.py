"""Four cells to drag: what is on the screen is what the library says of them."""

import random
from fractions import Fraction

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.writing import in_a_line
from mlmetrics_edu.metrics.populations.from_rates import from_rates
from mlmetrics_edu.plots.picture import alternative_text
from tests.browsing import browser, expect, needs_chromium
from tests.live.pages import SET, numbers, open_page

assert browser and open_page  # fixtures, found by their names
CELLS = ("TN", "FP", "FN", "TP")
KNOBS = ("prevalence", "recall", "specificity")
METRICS = ["precision", "recall", "specificity", "f1", "accuracy", "mcc", "kappa", "lift", "f2"]


READ = """cells => cells.map((cell) => document.querySelector(`div.cell.${cell} input`).value)"""


def shown(page):
    """Read the table off a page."""
    counts = zip(CELLS, map(int, page.evaluate(READ, CELLS)), strict=True)
    return mm.Confusion(**{cell.lower(): count for cell, count in counts})


def put(page, **values):
    """Type into fields and move sliders, by their labels; read the workings then."""
    return page.evaluate(SET, values)


def lines(counts, metrics):
    return [in_a_line(counts.rate(metric, "nan")) for metric in metrics]


@needs_chromium
def test_each_typed_table_has_the_librarys_workings(open_page):
    page = open_page(mm.explore_matrix(8, 12, 2, 78, metrics=METRICS))
    draw = random.Random(0)
    for stop in range(120):
        most = (3, 30, 10**4, 10**9)[stop % 4]  # small ones are often undefined
        counts = {cell: draw.randrange(most) for cell in CELLS}
        table = mm.Confusion(**{cell.lower(): count for cell, count in counts.items()})
        assert put(page, **counts) == lines(table, METRICS)
        assert shown(page) == table


@needs_chromium
def test_cells_made_of_rates_are_the_librarys(open_page):
    page = open_page(mm.explore_matrix(8, 12, 2, 78, metrics=METRICS))
    draw = random.Random(1)
    for n in (0, 1, 7, 100, 12345, 10**6):
        put(page, samples=n)
        for _ in range(15):
            rates = {name: draw.randrange(1001) / 1000 for name in KNOBS}
            assert put(page, **rates) == lines(from_rates(n, **rates), METRICS)
            assert shown(page) == from_rates(n, **rates)


@needs_chromium
def test_drags_and_keys_move_cells_and_rates(open_page):
    page = open_page(mm.explore_matrix(8, 12, 2, 78), viewport={"width": 1280, "height": 900})
    box = page.locator("div.cell.TP").bounding_box()
    page.mouse.move(box["x"] + 9, box["y"] + box["height"] - 9)
    page.mouse.down()
    page.mouse.move(box["x"] + 9, box["y"] - 9 + box["height"] / 2)
    page.mouse.up()
    assert shown(page) == mm.Confusion(8 + 78 // 2, 12, 2, 78)
    page.locator("div.cell.FN input").focus()
    page.keyboard.press("ArrowUp")
    assert shown(page).fn == 3
    for name, key, sign in (("prevalence", "ArrowUp", 1), ("recall", "ArrowRight", -1)):
        before, n = shown(page), shown(page).total
        page.get_by_role("slider", name=name).first.press(key)
        wanted = float(f"{float(before.rate(name)) + sign * 0.01:.2f}")
        rates = {one: before.rate(one).fraction for one in KNOBS} | {name: wanted}
        assert shown(page) == from_rates(n, **rates)
    mosaic = page.locator(".mosaic").bounding_box()
    page.locator(".grip.from-left").hover()
    page.mouse.down()
    page.mouse.move(mosaic["x"] + mosaic["width"] / 4, mosaic["y"])
    page.mouse.up()
    assert float(shown(page).specificity) == pytest.approx(0.25, abs=0.02)


@needs_chromium
def test_a_rate_that_is_pointed_at_marks_its_cells(open_page):
    page = open_page(mm.explore_matrix(8, 12, 2, 78, metrics=["precision", "fdr", "mcc"]))

    def marked(*roles):
        for cell, role in zip(CELLS, roles, strict=True):
            expect(page.locator(f"div.cell.{cell}")).to_have_attribute("data-role", role)

    marked("", "below", "", "both")
    page.locator(".line").nth(1).focus()
    marked("", "both", "", "below")
    page.locator(".line").nth(2).hover()
    marked("part", "part", "part", "part")


@needs_chromium
def test_names_are_text_and_a_broken_link_starts_anew(open_page):
    mine = mm.Formula("<img src=x>", "TP / (TP + FP)")
    instrument = mm.explore_matrix(8, 12, 2, 78, metrics=mine)
    page = open_page(instrument, hash='#{"TP":-3,"by":"rates","recall":"9/0","n":1e400}')
    assert page.locator(".line img").count() == 0
    assert numbers(page)[0].startswith("<img src=x> = TP / (TP + FP)")
    assert shown(page).total == 0
    beyond = '#{"by":"rates","n":100,"prevalence":"7/2","recall":"1","specificity":"1"}'
    assert shown(open_page(instrument, hash=beyond)) == mm.Confusion(100, 0, 0, 0)


@needs_chromium
def test_a_link_holds_how_it_stands(open_page):
    held = '#{"by":"rates","n":1000,"prevalence":"0.01","recall":"9/10","specificity":"0.95"}'
    page = open_page(mm.explore_matrix(8, 12, 2, 78), hash=held)
    assert shown(page) == from_rates(1000, 0.01, 0.9, 0.95)


def test_what_a_page_sends_is_checked():
    table = mm.explore_matrix(8, 12, 2, 78)
    good = dict(table._state)
    table._moved({**good, "TP": 9})
    assert table.confusion.tp == 9
    for bad in ({"TP": -1}, {"TP": 1.5}, {"TP": True}, {"n": "9"}, {"by": "x"}, {"recall": "9/0"}):
        table._moved({**good, "TP": 5, **bad})
        assert table.confusion.tp == 9
    table._moved({**good, "by": "rates", "recall": "3/2"})
    assert table.confusion.tp == 9


def test_it_is_moved_from_python():
    table = mm.explore_matrix(mm.Confusion(8, 12, 2, 78))
    table.confusion = mm.Confusion(1, 2, 3, 4)
    assert table.confusion == mm.Confusion(1, 2, 3, 4)
    assert (table.n, table.recall.fraction) == (10, Fraction(1, 4))
    table.n = 1000
    assert table.confusion == mm.Confusion(100, 200, 300, 400)
    table.prevalence = 0.01
    table.specificity = 0.99
    assert table.confusion == from_rates(1000, 0.01, 0.25, 0.99)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ((1, 2, 3), "tn is missing"),
        ((1, 2, 3, 0.5), "whole number"),
        ((mm.Confusion(1, 2, 3, None),), "TN is unknown"),
        ((mm.Confusion(1, 2, 3, 4), 5), "all four counts already"),
        ((-1, 2, 3, 4), "0 or more"),
    ],
)
def test_bad_input_is_explained(given, says):
    with pytest.raises(mm.InputError, match=says):
        mm.explore_matrix(*given)


def test_bad_settings_are_explained():
    table = mm.explore_matrix(8, 12, 2, 78)
    for name, bad in (("recall", 1.5), ("prevalence", None), ("n", 2.5), ("confusion", "TP")):
        with pytest.raises(mm.InputError):
            setattr(table, name, bad)
    assert table.confusion == mm.Confusion(8, 12, 2, 78)


def test_the_picture_says_how_it_stands():
    table = mm.explore_matrix(8, 12, 2, 78, language="zh-Hant")
    table.recall = 0.5
    text = alternative_text(table.picture())
    assert "TP 5" in text and "8" in text and str(table) in text


@needs_chromium
def test_it_fits_a_small_screen(open_page):
    page = open_page(mm.explore_matrix(8, 12, 2, 78), viewport={"width": 360, "height": 740})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator(".mm-live").evaluate("(node) => node.scrollWidth <= node.clientWidth")
