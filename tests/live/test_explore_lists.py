"""Two lists of people: what is on the screen is what the library says of them."""

import random
import re

import mlmetrics_edu as mm
from mlmetrics_edu.core.writing import in_a_line
from tests.browsing import browser, needs_chromium
from tests.live.pages import numbers, open_page

assert browser and open_page  # fixtures, found by their names
CELLS = ("TP", "FP", "FN", "TN")
METRICS = ["precision", "recall", "accuracy", "specificity", "f1", "mcc", "lift"]
NAMES = "Ann Bao Chen Dora Emil Fang Gus Hua Ines Jun Kofi Lin".split()
BAD = {"Bao", "Dora", "Gus", "Jun", "Kofi"}
CALLED = {"Bao", "Chen", "Dora", "Gus", "Kofi", "Lin"}


def labels(group):
    return ["bad" if name in group else "good" for name in NAMES]


def loans(called=CALLED, **how):
    """Make the lists of twelve borrowers."""
    counts = mm.Confusion.from_labels(labels(BAD), labels(called), positive="bad", ids=NAMES)
    return mm.explore_lists(counts, **how)


READ = """cells => Object.fromEntries(cells.map((cell) => [cell, [
    [...document.querySelectorAll(`.at-${cell} .chip span`)].map((name) => name.textContent),
    [...document.querySelectorAll(`.at-${cell} .chip b`)].map((sign) => sign.textContent),
    document.querySelector(`.at-${cell} .head`).textContent,
    document.querySelector(`div.cell.${cell} b`).textContent,
]]))"""


def shown(page):
    """Read who is in which cell; each place that says so must say the same."""
    found = page.evaluate(READ, CELLS)
    for cell, (names, signs, head, count) in found.items():
        assert signs == [cell] * len(names)
        assert head.startswith(f"{cell} {len(names)}") and count == str(len(names))
    return {cell: tuple(names) for cell, (names, *_) in found.items()}


def chip(page, name):
    return page.get_by_role("button", name=re.compile(f"^{name} "))


def lines(counts, metrics):
    return [in_a_line(counts.rate(metric, "nan")) for metric in metrics]


@needs_chromium
def test_wherever_people_are_moved_all_is_the_librarys(open_page):
    page = open_page(loans(metrics=METRICS))
    draw, called = random.Random(3), set(CALLED)
    order = [*CALLED, *NAMES] + [draw.choice(NAMES) for _ in range(60)]  # nobody, all, any
    for name in order:
        chip(page, name).click()
        called ^= {name}
        counts = loans(called).confusion
        assert shown(page) == counts.samples
        assert numbers(page) == lines(counts, METRICS)
        sizes = page.locator(".heading span").all_text_contents()
        assert sizes == [f"predicted bad: {len(called)}", "truly bad: 5"]


@needs_chromium
def test_keys_move_and_the_focus_goes_along(open_page):
    page = open_page(loans())
    chip(page, "Jun").focus()
    page.keyboard.press("Enter")
    assert "Jun" in shown(page)["TP"]
    page.keyboard.press("Space")
    assert shown(page)["FN"] == ("Jun",)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert "Ann" in shown(page)["FP"]
    focused = "document.activeElement.firstChild.textContent"
    assert page.evaluate(focused) == "Ann"
    assert page.locator(".chip[tabindex='0']").count() == 1
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == "Ann"


@needs_chromium
def test_a_rate_that_is_chosen_lights_its_people(open_page):
    page = open_page(loans(metrics=["precision", "recall", "accuracy", "mcc"]))
    roles = "cells => cells.map((cell) => document.querySelector(`.at-${cell}`).dataset.role)"

    def told():
        return page.locator(".who p").all_text_contents()

    assert page.evaluate(roles, CELLS) == ["both", "below", "", ""]
    assert told() == [
        "numerator (4): Bao, Dora, Gus, Kofi",
        "denominator (6): Bao, Chen, Dora, Gus, Kofi, Lin",
    ]
    page.locator(".line").nth(1).click()
    assert page.evaluate(roles, CELLS) == ["both", "", "below", ""]
    assert told()[1] == "denominator (5): Bao, Dora, Gus, Jun, Kofi"
    chip(page, "Jun").click()  # who is counted follows who is moved
    assert told()[0] == "numerator (5): Bao, Dora, Gus, Jun, Kofi"
    page.locator(".line").nth(3).focus()
    assert page.evaluate(roles, CELLS) == ["part"] * 4
    assert told() == [f"takes part (12): {', '.join(NAMES)}"]


def test_python_reads_and_sets_who_is_called():
    lists = loans()
    assert lists.called == CALLED and lists.confusion.names == ("good", "bad")
    lists.called = ["Jun"]
    assert lists.confusion.samples["TP"] == ("Jun",)
    assert lists.confusion == mm.Confusion(1, 0, 4, 7)
    lists.called = set()
    assert lists.confusion.precision != lists.confusion.precision
