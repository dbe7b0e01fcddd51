"""Six rules on one ranking: what is on the screen is what the library says of it."""

import itertools
import random

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core import digits
from mlmetrics_edu.metrics.average_precision import RULES, recall_levels
from mlmetrics_edu.metrics.ties import tied_groups
from tests.browsing import browser, needs_chromium
from tests.live.pages import MOVE, open_page

assert browser and open_page  # fixtures, found by their names
TIES = ("grouped", "in-order", "positives-first", "negatives-first")
SMALL = mm.sweep([1, 0, 1, 1, 0], [5, 4, 4, 2, 1], ids=list("abcde"))

READ = """() => {
    const texts = (which) => [...document.querySelectorAll(which)].map((one) => one.textContent);
    const rows = [...document.querySelectorAll(".rules tr")];
    return {
        chips: texts(".chip span"), signs: texts(".chip b"), places: texts(".chip small"),
        names: texts(".six b"), values: texts(".six output"),
        broken: texts(".six small:last-child"), tools: texts(".six small:first-of-type"),
        chosen: texts(".six[aria-pressed=true] b"), total: texts(".verdict"),
        table: rows.slice(1).map((row) => [...row.cells].map((one) => one.textContent)),
        points: document.querySelectorAll("circle.point").length,
        inside: document.querySelectorAll("circle.inside").length,
        path: document.querySelector(".part").getAttribute("d"),
    };
}"""


def drawn(n, draw, missed=0):
    """Draw a ranking of n samples, some of them tied."""
    scores = [draw.randrange(max(2, n)) if draw.random() < 0.7 else -1 for _ in range(n)]
    truth = [draw.randrange(2) for _ in range(n)]
    positives = sum(truth) + missed
    ids = [f"s{k}" for k in range(n)]
    return mm.sweep(truth, scores, ids=ids, ties=draw.choice(TIES), positives=positives)


def anywhere(x, draw):
    """Draw a state of an instrument."""
    n = len(x._ids)
    share = draw.random()
    return {
        "order": draw.sample(range(n), n),
        "labels": [draw.random() < share for _ in range(n)],
        "tied": [draw.random() < 0.4 for _ in range(n - 1)],
        "ties": draw.choice(TIES),
        "rule": draw.choice([*RULES]),
    }


def cells(trace, name):
    column = next(column for column in trace.columns if column.name == name)
    return [column.cell(k) for k in range(len(trace))]


def working(s, rule):
    """Lay the working of the library out as the screen does."""
    worked = mm.average_precision(s, rule)
    if not RULES[rule].levels:
        rows = [int(step) for step in cells(worked.steps, "step")]
        who = [listing(n for n, p in zip(*s.admitted(k), strict=True) if p) for k in rows]
        columns = ("TP", "FP", "width", "height", "area", "so far")
        return [*zip(who, *(cells(worked.steps, name) for name in columns), strict=True)]
    counts = worked.steps
    first = [digits_of(text) for text in cells(counts, "recall ≥")]
    never = [text == "never" for text in cells(counts, "reached at")]
    levels, heights = recall_levels(RULES[rule].levels), worked.terms["height"]
    starts = [int(np.argmin(abs(levels - one))) for one in first]
    ends = [*starts[1:], len(levels)]
    table = []
    for k, (start, end) in enumerate(zip(starts, ends, strict=True)):
        row = next((i for i in range(1, len(s)) if s["recall"][i] >= levels[start]), None)
        assert (row is None) == never[k]
        there = (
            ("never", "–")
            if row is None
            else (listing(s.admitted(row)[0]), f"{s.tp[row]}/{whole(s)}")
        )
        sofar = sum(heights[:end]) / len(levels)
        line = [cells(counts, "recall ≥")[k]]
        line += [str(end - start)] if len(levels) > 20 else []
        table.append(
            (*line, *there, cells(counts, "highest precision from there")[k], digits.both(sofar))
        )
    return table


def whole(s):
    return int(s.positives)


def digits_of(text):
    return float(text.partition(" … ")[0])


def listing(names):
    return digits.listing([*names], limit=3)


def compare(page, x):
    """Compare all that a page shows with the library."""
    shown, s = page.evaluate(READ), x.sweep
    state = x.state
    assert shown["chips"] == [str(x._ids[k]) for k in state["order"]]
    assert shown["signs"] == ["+" if state["labels"][k] else "−" for k in state["order"]]
    assert shown["names"] == [*RULES] and shown["chosen"] == [x.rule]
    assert shown["tools"] == [f"{rule.text} · {rule.tools}" for rule in RULES.values()]
    if not s.positives:
        assert shown["values"] == ["undefined"] * 6 and shown["table"] == []
        return shown
    values = [mm.average_precision(s, rule) for rule in RULES]
    assert shown["values"] == [digits.both(value, 4) for value in values]
    assert shown["total"][0].endswith(f" {digits.both(x.average_precision, 4)}")
    grouped = mm.sweep(s.samples.positive, s.samples.score, positives=whole(s))
    wanted = [""] * 6
    if len(tied_groups(grouped)):
        for k, rule in enumerate(RULES):
            low, _, high = mm.tie_range(grouped, rule=rule)
            wanted[k] = f"ties broken: worst {digits.both(low, 4)}, best {digits.both(high, 4)}"
    assert shown["broken"] == wanted
    assert [tuple(row) for row in shown["table"]] == working(s, x.rule)
    assert shown["points"] == len(s) - 1
    many = RULES[x.rule].levels or int((np.diff(s.tp) > 0).sum())
    assert shown["path"].count("M") == many
    return shown


@needs_chromium
@pytest.mark.parametrize("n, missed", [(1, 0), (2, 1), (5, 0), (12, 0), (20, 3), (40, 0)])
def test_wherever_samples_are_all_is_the_librarys(open_page, n, missed):
    draw = random.Random(n)
    x = mm.explore_ap(drawn(n, draw, missed))
    page = open_page(x)
    compare(page, x)
    for k in range(24):
        state = anywhere(x, draw)
        state["rule"] = [*RULES][k % 6]
        x.follow(state)
        assert x.state == state
        page.evaluate(MOVE, state)
        compare(page, x)


@needs_chromium
def test_levels_are_reached_as_the_tools_find_them(open_page):
    """7/20 as a float is less than the level 0.35: COCO looks one sample further down."""
    s = mm.sweep([1] * 7 + [0] + [1] * 13, range(21, 0, -1))
    x = mm.explore_ap(s, rule="coco")
    compare(open_page(x), x)
    exact = mm.average_precision(s, "coco", compare="exact")
    assert x.average_precision == mm.average_precision(s, "coco") != exact


@needs_chromium
def test_samples_are_chosen_flipped_moved_and_tied(open_page):
    x = mm.explore_ap(SMALL)
    page = open_page(x)
    chip = page.locator(".chip")

    def after(**change):
        x.follow({**x.state, **change})
        return compare(page, x)

    chip.nth(1).click()
    after()
    chip.nth(1).click()
    after(labels=[True, True, True, True, False])
    page.get_by_role("button", name="up one place").click()
    after(order=[1, 0, 2, 3, 4])
    page.get_by_role("button", name="down one place").click()
    page.get_by_role("button", name="down one place").click()
    after(order=[0, 2, 1, 3, 4])
    page.get_by_role("button", name="tied with the next").click()
    assert after(tied=[False, True, True, False])["places"] == ["1", "2–4", "2–4", "2–4", "5"]
    page.get_by_role("button", name="flip its label").click()
    after(labels=[True, False, True, True, False])
    page.locator("select").select_option(label="negatives first")
    after(ties="negatives-first")
    page.locator(".six", has_text="voc2010").click()
    after(rule="voc2010")


@needs_chromium
def test_keys_do_all_of_it_and_the_focus_stays(open_page):
    x = mm.explore_ap(SMALL)
    page = open_page(x)
    focused = "document.activeElement.children[1]?.textContent"
    page.locator(".chip").first.focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate(focused) == "b"
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+ArrowLeft")
    assert page.evaluate(focused) == "b"
    page.keyboard.press("=")
    state = {"order": [1, 0, 2, 3, 4], "labels": [True] * 4 + [False]}
    x.follow({**x.state, **state, "tied": [True, True, False, False]})
    compare(page, x)
    assert page.evaluate(focused) == "b"
    assert page.locator(".chip[tabindex='0']").count() == 1
    label = page.locator(".chip").first.get_attribute("aria-label")
    assert label == "b: positive, place 1–3"
    page.wait_for_function("document.querySelector('.said').textContent.startsWith('step ')")


@needs_chromium
def test_shapes_are_those_of_the_rule(open_page):
    for rule, slopes in {"step": False, "voc2007": False, "voc2010": False, "coco": False}.items():
        path = open_page(mm.explore_ap(SMALL, rule=rule)).evaluate(READ)["path"]
        assert sloping(path) == slopes, rule
    assert sloping(open_page(mm.explore_ap(SMALL, rule="trapezoid")).evaluate(READ)["path"])
    tied = mm.sweep([0, 1, 1, 1], [2, 1, 1, 1])
    assert open_page(mm.explore_ap(tied, rule="davis-goadrich")).evaluate(READ)["inside"] == 2
    assert open_page(mm.explore_ap(tied)).evaluate(READ)["inside"] == 0


def sloping(path):
    """Tell whether an outline has an edge that is neither level nor upright."""
    for piece in path.split("M")[1:]:
        points = [tuple(map(float, point.split())) for point in piece.split("L")]
        for (x, y), (u, v) in itertools.pairwise(points):
            if abs(x - u) > 0.11 and abs(y - v) > 0.11:
                return True
    return False


def test_python_reads_the_ranking_and_sets_the_rule():
    x = mm.explore_ap(SMALL, rule="coco")
    assert x.sweep.tp.tolist() == SMALL.tp.tolist() and x.sweep.threshold[1] == 5
    assert x.average_precision.fraction == mm.average_precision(SMALL, "coco").fraction
    x.rule = "step"
    assert x.average_precision == mm.average_precision(SMALL)
    x.follow({**x.state, "tied": [False] * 4, "order": [4, 0, 1, 2, 3]})
    assert x.sweep.threshold.tolist()[1:] == [5, 4, 3, 2, 1]
    assert x.sweep.admitted(1)[0] == ("e",)
    x.follow({**x.state, "labels": [False] * 5})
    assert "no positive" in str(x) and x.picture()
    with pytest.raises(mm.UndefinedError):
        print(x.average_precision)
    with pytest.raises(mm.MetricError, match="rule"):
        x.rule = "voc"
