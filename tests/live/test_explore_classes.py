"""A table of several classes: what is on the screen is what the library says of each and of all."""

import random
import re
from fractions import Fraction
from itertools import chain

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.writing import in_a_line
from mlmetrics_edu.metrics.sweep_table import written
from tests.browsing import browser, needs_chromium
from tests.live.pages import MOVE, open_page

assert browser and open_page  # fixtures, found by their names
SNAKES = mm.ConfusionMatrix([[8, 1, 1], [0, 3, 1], [1, 0, 1]], ["viper", "cobra", "krait"])
RATES = ("precision", "recall", "f1")
AVERAGES = ("macro", "weighted", "micro")
POLICIES = ("nan", "skip", 0, 1)
FOUR = ("TP", "FP", "FN", "TN")
LETTERS = "abcdefghij"

# A link is followed, and everything that the page shows is read.
READ = """() => {
    const texts = (which) => [...document.querySelectorAll(which)].map((one) => one.textContent);
    const rows = [...document.querySelectorAll(".rules tr")].slice(1);
    const pressed = [...document.querySelectorAll(".all button[aria-pressed=true]")];
    return {
        cells: [...document.querySelectorAll(".all input")].map((one) => Number(one.value)),
        roles: texts(".all .cell b"),
        chosen: pressed.map((one) => one.textContent),
        selects: [...document.querySelectorAll("select")].map((one) => one.selectedIndex),
        four: texts(".cell span"),
        heads: texts(".matrix:not(.all) th"),
        sums: texts(".sums li"),
        rates: texts(".rates li"),
        means: texts(".means li"),
        pooled: texts(".pools li"),
        rows: rows.map((row) => [...row.cells].map((one) => one.textContent)),
        lit: rows.map((row) => row.classList.contains("lit")),
    };
}"""


def table(k, draw, most):
    """Draw counts; sometimes a class is never predicted, or absent."""
    cells = [[draw.randrange(most) for _ in range(k)] for _ in range(k)]
    if draw.random() < 0.5:
        cells[draw.randrange(k)] = [0] * k
    if draw.random() < 0.5:
        lost = draw.randrange(k)
        for row in cells:
            row[lost] = 0
    return mm.ConfusionMatrix(cells, list(LETTERS[:k]))


def roles(k, chosen):
    """Name the cell of one class against the rest that each cell belongs to."""
    names = {(True, True): "TP", (False, True): "FP", (True, False): "FN", (False, False): "TN"}
    return [names[i == chosen, j == chosen] for i in range(k) for j in range(k)]


def agrees(line, average):
    """Tell whether a line of the screen is the average of the library, and how it came about."""
    wanted = in_a_line(average)
    if average.reason or average.formula:
        return line == wanted
    symbol, _, end = wanted.partition(" ≈ " if " = " not in wanted else " = ")
    found = re.fullmatch(rf"{re.escape(symbol)} = (.*?)( [=≈] .*)", line)
    summed = re.sub(r"\d+", r"Fraction(\g<0>)", found[1].replace("·", "*"))
    is_exact = "." not in found[1] and average.fraction is not None
    same = not is_exact or eval(summed, {"Fraction": Fraction}) == average.fraction
    return same and found[2].endswith(end)


def compare(page, m, chosen, undefined="nan"):
    """Compare all that a page shows with the library."""
    shown, one = page.evaluate(READ), m.one_vs_rest(m.labels[chosen])
    assert shown["cells"] == m.counts.ravel().tolist()
    assert shown["roles"] == roles(m.k, chosen)
    assert shown["chosen"] == [m.labels[chosen]] * 2
    assert shown["selects"] == [chosen, POLICIES.index(undefined)]
    assert shown["four"] == [f"{cell}{one.counts[cell]}" for cell in ("TN", "FP", "FN", "TP")]
    for line, cell in zip(shown["sums"], FOUR, strict=True):
        assert re.match(rf"{cell} = (.* = )?{one.counts[cell]} · ", line), line
    assert shown["rates"] == [in_a_line(one.rate(rate, "nan")) for rate in RATES]
    averages = [[m.average(rate, how, undefined=undefined) for rate in RATES] for how in AVERAGES]
    for line, average in zip(shown["means"], chain(*averages), strict=True):
        assert agrees(line, average), (line, in_a_line(average))
    pooled = m.parts().pooled
    assert [line.rpartition(" = ")[2] for line in shown["pooled"]] == [
        str(pooled[cell]) for cell in FOUR[:3]
    ]
    columns = [[*map(written, m.parts().work(mm.formula(rate)))] for rate in RATES]
    support = [str(int(row.sum())) for row in m.counts]
    wanted = [[*row] for row in zip(m.labels, *columns, support, strict=True)]
    wanted += [
        [f"{how} average", *map(written, row), str(m.total)]
        for how, row in zip(AVERAGES, averages, strict=True)
    ]
    assert shown["rows"] == wanted
    assert shown["lit"] == [i == chosen for i in range(m.k)] + [False] * 3


@needs_chromium
@pytest.mark.parametrize("k", [2, 3, 4, 5, 10])
def test_each_table_has_the_librarys_numbers(open_page, k):
    draw = random.Random(k)
    page = open_page(mm.explore_classes(table(k, draw, 9)))
    for stop in range(40 if k < 10 else 20):
        m, chosen = table(k, draw, (2, 9, 10**3, 10**9)[stop % 4]), draw.randrange(k)
        policy = POLICIES[stop // 4 % 4]
        state = {"cells": m.counts.tolist(), "label": chosen, "undefined": str(policy)}
        page.evaluate(MOVE, state)
        compare(page, m, chosen, policy)


@needs_chromium
def test_a_table_of_nobody_has_no_value(open_page):
    empty = mm.ConfusionMatrix([[0] * 8] * 8, list(LETTERS[:8]))
    page = open_page(mm.explore_classes(empty))
    for k, policy in enumerate(POLICIES):
        page.locator("select").nth(1).select_option(index=k)
        compare(page, empty, 0, policy)


@needs_chromium
def test_a_class_is_chosen_by_click_key_or_list(open_page):
    page = open_page(mm.explore_classes(SNAKES))
    compare(page, SNAKES, 0)
    page.get_by_role("button", name="truly krait").click()
    compare(page, SNAKES, 2)
    page.keyboard.press("ArrowUp")
    compare(page, SNAKES, 1)
    assert page.evaluate("document.activeElement.ariaLabel") == "truly cobra"
    page.get_by_role("button", name="predicted krait").click()
    page.keyboard.press("ArrowRight")
    compare(page, SNAKES, 0)
    assert page.evaluate("document.activeElement.ariaLabel") == "predicted viper"
    page.get_by_label("positive class").select_option("cobra")
    compare(page, SNAKES, 1)
    heads = ["predicted not cobra", "predicted cobra", "truly not cobra", "truly cobra"]
    assert page.evaluate(READ)["heads"] == heads


@needs_chromium
def test_cells_are_typed_stepped_and_dragged(open_page):
    page = open_page(mm.explore_classes(SNAKES, label="krait"))
    cells = SNAKES.counts.tolist()
    page.get_by_label("truly cobra, predicted krait").fill("7")
    cells[1][2] = 7
    page.get_by_label("truly krait, predicted viper").press("ArrowUp")
    cells[2][0] = 2
    compare(page, mm.ConfusionMatrix(cells, SNAKES.labels), 2)
    box = page.locator(".all .cell").nth(4).bounding_box()
    page.mouse.move(box["x"] + 6, box["y"] + box["height"] - 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 6, box["y"] - 5)
    page.mouse.up()
    cells[1][1] += 10
    compare(page, mm.ConfusionMatrix(cells, SNAKES.labels), 2)
    page.mouse.move(box["x"] + 6, box["y"] + 5)
    page.mouse.down()
    page.mouse.move(box["x"] + 6, box["y"] + 500)
    page.mouse.up()
    cells[1][1] = 0
    compare(page, mm.ConfusionMatrix(cells, SNAKES.labels), 2)


def test_it_is_moved_from_python():
    x = mm.explore_classes(SNAKES, undefined="skip")
    assert (x.label, x.matrix, x.confusion) == ("viper", SNAKES, SNAKES.one_vs_rest("viper"))
    x.label, x.undefined = "krait", 0
    assert x.confusion == mm.Confusion(1, 2, 1, 12) and x.undefined == 0
    x.matrix = mm.ConfusionMatrix([[1, 0, 0], [0, 1, 0], [2, 0, 0]], SNAKES.labels)
    assert x.confusion == mm.Confusion(0, 0, 2, 2)
    assert "macro precision = 4/9" in str(x) and "precision = TP / (TP + FP) = 0" in str(x)
