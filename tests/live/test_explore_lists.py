"""Two lists of people: what is on the screen is what the library says of them."""

import re

import mlmetrics_edu as mm
from tests.browsing import browser, needs_chromium
from tests.live.pages import open_page

assert browser and open_page  # fixtures, found by their names
CELLS = ("TP", "FP", "FN", "TN")
NAMES = "Ann Bao Chen Dora Emil Fang Gus Hua Ines Jun Kofi Lin".split()
BAD = {"Bao", "Dora", "Gus", "Jun", "Kofi"}
CALLED = {"Bao", "Chen", "Dora", "Gus", "Kofi", "Lin"}


def labels(group):
    return ["bad" if name in group else "good" for name in NAMES]


def loans(called=CALLED, **how):
    """Make the lists of twelve borrowers."""
    counts = mm.Confusion.from_labels(labels(BAD), labels(called), positive="bad", ids=NAMES)
    return mm.explore_lists(counts, **how)


def chip(page, name):
    return page.get_by_role("button", name=re.compile(f"^{name} "))


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
