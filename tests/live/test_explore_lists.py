"""Two lists of people: what is on the screen is what the library says of them."""

import random
import re

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.writing import in_a_line
from mlmetrics_edu.plots.picture import alternative_text
from tests.browsing import browser, needs_chromium
from tests.cases import each
from tests.live.pages import complaints, numbers, open_page

assert browser and open_page  # fixtures, found by their names
CELLS = ("TP", "FP", "FN", "TN")
METRICS = ["precision", "recall", "accuracy", "specificity", "f1", "mcc", "lift"]
NAMES = "Ann Bao Chen Dora Emil Fang Gus Hua Ines Jun Kofi Lin".split()
BAD = {"Bao", "Dora", "Gus", "Jun", "Kofi"}
CALLED = {"Bao", "Chen", "Dora", "Gus", "Kofi", "Lin"}
HOSTILE = ["<img src=x>", "</script><b>", "$x$", "\u202eevil", "\x1b[31m", '" onclick="x']


def labels(group):
    return ["bad" if name in group else "good" for name in NAMES]


def loans(called=CALLED, **how):
    """Make the lists of twelve borrowers."""
    return mm.explore_lists(labels(BAD), labels(called), ids=NAMES, positive="bad", **how)


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
def test_a_move_is_said_with_what_becomes_of_it(open_page):
    page = open_page(loans())
    chip(page, "Jun").click()
    page.wait_for_function("document.querySelector('.said').textContent.startsWith('Jun: FN → TP')")
    said = page.locator(".said").text_content()
    assert "FP 2, TP 5, FN 0, TN 5" in said and "recall 1.000" in said
    label = chip(page, "Jun").get_attribute("aria-label")
    assert label == "Jun TP: truly bad, predicted bad"
    assert chip(page, "Jun").get_attribute("aria-pressed") == "true"


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


@needs_chromium
def test_names_are_text_and_sixty_of_them_fit_a_small_screen(open_page):
    names = HOSTILE + [f"an extraordinarily long name {i}" for i in range(54)]
    page = open_page(
        mm.explore_lists([1, 0] * 30, [1, 1, 0] * 20, ids=names),
        viewport={"width": 360, "height": 740},
    )
    assert page.locator(".chip").count() == 60
    assert page.locator(".mm-live img, .mm-live script, .mm-live [onclick]").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.locator(".mm-live").evaluate("(node) => node.scrollWidth <= node.clientWidth")


@needs_chromium
@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_it_speaks_each_language_to_everybody(open_page, language):
    page = open_page(loans(language=language), color_scheme="dark")
    assert complaints(page) == []
    assert page.locator(".heading.collector h4").text_content() in ("催收员的名单", "催收員的名單")


@needs_chromium
def test_a_link_holds_who_is_called_and_a_broken_one_starts_anew(open_page):
    assert (
        shown(open_page(loans(), hash='#{"called":[0,9]}'))
        == loans({"Ann", "Jun"}).confusion.samples
    )
    broken = '#{"called":[-1,3.5,"1",99,{}]}'
    assert shown(open_page(loans(), hash=broken)) == loans(set()).confusion.samples
    assert shown(open_page(loans(), hash='#{"called":{"0":1}}')) == loans(set()).confusion.samples


def test_python_reads_and_sets_who_is_called():
    lists = loans()
    assert lists.called == CALLED and lists.confusion.names == ("good", "bad")
    lists.called = ["Jun"]
    assert lists.confusion.samples["TP"] == ("Jun",)
    assert lists.confusion == mm.Confusion(1, 0, 4, 7)
    lists.called = set()
    assert lists.confusion.precision != lists.confusion.precision
    for bad in ({"Zoe"}, "Ann", None, 3, [["Ann"]]):
        with pytest.raises(mm.InputError, match="called="):
            lists.called = bad
    assert lists.called == set()


def test_what_a_page_sends_is_checked():
    lists = loans()
    lists._moved({"called": [9, 0, 0]})
    assert lists.called == {"Ann", "Jun"}
    for bad in ({}, {"called": [12]}, {"called": [-1]}, {"called": "0"}, {"called": [True, "1"]}):
        lists._moved(bad)
        assert lists.called == {"Ann", "Jun"}


def test_it_is_made_of_labels_or_of_any_counts_that_know_their_samples():
    counts = mm.Confusion.from_labels(labels(BAD), labels(CALLED), positive="bad", ids=NAMES)
    assert str(mm.explore_lists(counts)) == str(loans())
    swept = mm.sweep([1, 0, 1], [0.9, 0.8, 0.1], ids=["a", "b", "c"])
    lists = mm.explore_lists(swept.at(0.5))
    assert lists.called == {"a", "b"} and lists.confusion == swept.at(0.5)
    unnamed = mm.explore_lists([1, 0, 1], [0, 0, 1])
    assert unnamed._content()["names"] == ["0", "1", "2"] and unnamed.called == {2}


KNOWN = mm.Confusion.from_labels([1, 0], [1, 1])


@each(
    "args, how, says",
    [
        ((mm.Confusion(1, 2, 3, 4),), {}, "which samples"),
        (([0] * 61, [0] * 61), {}, "61 samples"),
        ((mm.Confusion.from_labels([1, 0], [1, 1], weights=[2, 1]),), {}, "counts once"),
        ((labels(BAD),), {}, "y_pred is missing"),
        ((KNOWN,), {"ids": ["a", "b"]}, "ids=.* beside a Confusion"),
        ((KNOWN,), {"positive": 1}, "positive=1 beside"),
    ],
)
def test_bad_input_is_explained(args, how, says):
    with pytest.raises(mm.InputError, match=says) as caught:
        mm.explore_lists(*args, **how)
    assert caught.value.why and caught.value.fix


def test_the_picture_says_how_it_stands():
    lists = loans(language="zh-Hant")
    lists.called = {"Jun"}
    text = alternative_text(lists.picture())
    assert "TP 1：Jun" in text and "會計的名單" in text and str(lists) in text
