"""Two masks: the screen says what the library says, however the pixels are painted."""

import random
import re
from fractions import Fraction

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.writing import in_a_line
from tests.browsing import browser, expect, needs_chromium
from tests.live.pages import MOVE, open_page

assert browser and open_page  # fixtures, found by their names
TRUTH = [["sky", "sky", "sky"], ["sky", "sea", "sea"], ["sea", "sea", "land"]]
FOUND = [["sky", "sky", "sea"], ["sky", "sky", "sea"], ["sea", "sea", "sea"]]
LABELS = ["sky", "land", "sea"]  # of which two have one initial
NAMES = ["water", "land", "air", "ice", "moss", "tree"]
POLICIES = ("skip", "zero", "one")

# A link is followed, and everything that the page shows is read.
READ = """() => {
    const texts = (which) => [...document.querySelectorAll(which)].map((one) => one.textContent);
    const looks = (which) => [...document.querySelectorAll(which)].map((one) => one.classList[1]);
    const rows = [...document.querySelectorAll(".rules tr")].slice(1);
    return {
        masks: [...document.querySelectorAll(".mask")].map((one) => (
            [...one.querySelectorAll(".px")].map((px) => [px.classList[1], px.textContent]))),
        counts: texts(".counts td span").map(Number),
        roles: [...document.querySelectorAll(".counts td[class]")].map((one) => one.classList[0]),
        legend: texts(".legend li"),
        one: texts(".one li"),
        means: texts(".means li"),
        rows: rows.map((row) => [...row.cells].map((one) => one.textContent)),
        chosen: texts("button[aria-pressed=true]"),
        policy: document.querySelector("select").selectedIndex,
        here: document.querySelector(".here").textContent,
    };
}"""
ROLE = {(True, True): "TP", (False, True): "FP", (True, False): "FN", (False, False): "TN"}


def same_mean(line, name, worked):
    """Tell whether a line of the screen is the library's mean, and its sum comes to the same."""
    symbol = worked.formula.symbol
    inside = re.fullmatch(rf"{name}: {re.escape(symbol)} = (.*?)( [=≈] .*)?", line)
    ending = in_a_line(worked).rpartition(" ≈ " if " ≈ " in in_a_line(worked) else " = ")[2]
    summed = re.sub(r"\d+", r"Fraction(\g<0>)", inside[1].replace("·", "*"))
    exact = "." in inside[1] or eval(summed, {"Fraction": Fraction}) == worked.fraction
    return exact and line.endswith(ending)


def compare(page, x):
    """Compare all that a page shows with the library; `x` stands as the page should."""
    shown, m, one = page.evaluate(READ), x.matrix, x.confusion
    labels = list(m.labels)
    # Counted a second time, by the library's own function for masks.
    masks = [np.vectorize(labels.index)(side) for side in (x.truth, x.predicted)]
    assert mm.segmentation_matrix(*masks, len(labels)).counts.tolist() == m.counts.tolist()
    for side, places in zip(shown["masks"], masks, strict=False):
        assert [look for look, _ in side] == [f"k{k}" for k in places.ravel()]
    label = labels.index(x.label)
    roles = [ROLE[t == label, p == label] for t, p in zip(*map(np.ravel, masks), strict=True)]
    assert shown["masks"][2] == [[cell, cell.replace("TN", "")] for cell in roles]
    assert shown["counts"] == m.counts.ravel().tolist()
    assert shown["roles"] == [ROLE[t == label, p == label] for t in range(m.k) for p in range(m.k)]
    heads = [f"{cell}{one.counts[cell]} · " for cell in ("TP", "FP", "FN")]
    assert all(map(str.startswith, shown["legend"], heads))
    numbers = x.numbers
    assert shown["one"] == [in_a_line(numbers[name]) for name in ("iou", "dice")]
    names = ("mean pixel accuracy", "mean IoU", "frequency-weighted IoU", "mean Dice")
    assert shown["means"][0] == f"pixel accuracy: {in_a_line(numbers['pixel_accuracy'])}"
    for line, name, worked in zip(shown["means"][1:], names, [*numbers.values()][3:], strict=True):
        assert same_mean(line, name, worked), (line, in_a_line(worked))
    per_class = [
        mm.class_iou(m),
        mm.class_dice(m),
        {label: m.one_vs_rest(label).recall for label in labels},
    ]
    for row, name in zip(shown["rows"], labels, strict=True):
        for text, rates in zip(row[1:], per_class, strict=True):
            worked = rates[name]
            assert text == "undefined: 0/0" if worked.reason else text.endswith(f"{worked:.3f}")
    assert (shown["chosen"], shown["policy"]) == ([x.label], POLICIES.index(x.absent))


def drawn(draw, k, shape):
    """Draw two masks of some classes, of which one or the other may be absent."""
    some = draw.sample(range(k), draw.randrange(1, k))  # one at least isn't true anywhere
    also = draw.sample(range(k), draw.randrange(1, k + 1))
    return [
        [[draw.choice(group) for _ in range(shape[1])] for _ in range(shape[0])]
        for group in (some, also)
    ]


@needs_chromium
@pytest.mark.parametrize("k", [2, 3, 6])
def test_each_mask_has_the_librarys_numbers(open_page, k):
    draw = random.Random(k)
    shape = (draw.randrange(1, 7), draw.randrange(2, 9))
    truth, pred = drawn(draw, k, shape)
    named = [[[NAMES[i] for i in row] for row in mask] for mask in (truth, pred)]
    page = open_page(x := mm.explore_masks(*named, labels=NAMES[:k]))
    compare(page, x)
    for stop in range(25):
        _, pred = drawn(draw, k, shape)
        x.predicted = [[NAMES[i] for i in row] for row in pred]
        x.label, x.absent = NAMES[draw.randrange(k)], POLICIES[stop % 3]
        page.evaluate(MOVE, x.state)
        compare(page, x)


def at(page, i, j, which=1):
    return page.locator(".mask").nth(which).locator(".px").nth(3 * i + j)


@needs_chromium
def test_pixels_are_clicked_and_dragged(open_page):
    page = open_page(x := mm.explore_masks(TRUTH, FOUND, labels=LABELS))
    page.get_by_role("radio", name="land").check()
    at(page, 2, 2).click()
    pred = [row[:] for row in FOUND]
    pred[2][2] = "land"
    x.predicted = pred
    compare(page, x)
    page.get_by_role("radio", name="sea").check()
    boxes = [at(page, *place).bounding_box() for place in ((0, 0), (0, 2))]
    middle = [(one["x"] + one["width"] / 2, one["y"] + one["height"] / 2) for one in boxes]
    page.mouse.move(*middle[0])
    page.mouse.down()
    page.mouse.move(*middle[1])  # at once, and no pixel between is left out
    page.mouse.up()
    x.predicted = [["sea"] * 3, *pred[1:]]
    compare(page, x)
    at(page, 0, 0, which=0).click()  # the truth isn't painted
    compare(page, x)
    page.get_by_role("button", name="Start again").click()
    x.predicted = FOUND
    compare(page, x)


@needs_chromium
def test_keys_move_and_paint(open_page):
    page = open_page(x := mm.explore_masks(TRUTH, FOUND, labels=LABELS))
    at(page, 0, 0).focus()
    for key in ("ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "c", "Shift+ArrowDown"):
        page.keyboard.press(key)
    pred = [row[:] for row in FOUND]
    pred[1][1] = pred[2][1] = "sea"
    x.predicted = pred
    compare(page, x)
    page.keyboard.press("2")  # its place; the signs are letters
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    pred[2][1] = pred[2][2] = "land"
    x.predicted = pred
    compare(page, x)
    said = "row 2, column 2: truly land, predicted land, so TP for land"
    assert page.evaluate("document.activeElement.ariaLabel") == said
    expect(page.locator(".said")).to_contain_text(said)
    expect(page.locator(".said")).to_contain_text("mIoU")
    assert page.locator("[role=gridcell][tabindex='0']").count() == 1


@needs_chromium
def test_a_class_and_a_policy_are_chosen(open_page):
    labels = [*LABELS, "ice"]
    page = open_page(x := mm.explore_masks(TRUTH, FOUND, labels=labels))
    compare(page, x)
    page.get_by_role("button", name="ice").click()
    x.label = "ice"
    compare(page, x)
    assert "undefined: TP + FP + FN = 0" in page.evaluate(READ)["one"][0]
    for k, x.absent in enumerate(POLICIES):
        page.locator("select").select_option(index=k)
        compare(page, x)


def test_it_is_moved_from_python():
    x = mm.explore_masks([[0, 0, 1], [0, 1, 1]], [[0, 0, 1], [0, 1, 1]], labels=[0, 1, 2])
    x.predicted = np.array([[0, 2, 1], [0, 0, 1]])
    assert x.predicted.tolist() == [[0, 2, 1], [0, 0, 1]] and x.label == 0
    assert x.matrix.counts.tolist() == [[2, 0, 1], [1, 2, 0], [0, 0, 0]]
    assert (x.numbers["iou"].fraction, x.confusion.counts) == (
        Fraction(1, 2),
        x.matrix.one_vs_rest(0).counts,
    )
    assert x.numbers["mean_iou"].fraction == mm.mean_iou(x.matrix).fraction
    x.label, x.absent = 2, "one"
    assert (
        x.numbers["mean_pixel_accuracy"].fraction
        == mm.mean_pixel_accuracy(x.matrix, "one").fraction
    )
    with pytest.raises(mm.UnknownNameError, match="7"):
        x.label = 7
