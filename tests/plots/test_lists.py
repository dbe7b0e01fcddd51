"""Two lists that overlap: each name stands where its cell is, and can be read."""

import random
from functools import partial

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots import two_lists
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each
from tests.plots.vision import confused

NAMES = "Ann Bao Chen Dora Emil Fang Gus Hua Ines Jun Kofi Lin".split()
BAD = {"Bao", "Dora", "Gus", "Jun", "Kofi"}
CALLED = {"Bao", "Chen", "Dora", "Gus", "Kofi", "Lin"}
LOANS = mm.Confusion.from_labels(
    *([("bad" if one in group else "good") for one in NAMES] for group in (BAD, CALLED)),
    positive="bad",
    ids=NAMES,
)


def counted(names, positive=0.6, called=0.7):
    """Count samples of these names, drawn at random."""
    draw = random.Random(len(names))
    truth, guess = ([draw.random() < share for _ in names] for share in (positive, called))
    return mm.Confusion.from_labels(truth, guess, ids=names)


CHINESE = [f"{first}{last}" for first in "正反查准全率" for last in ("例", "本例", "阈值")]
LONG = ["incomprehensibilities", "a very long name of a borrower", *(f"borrower {i}" for i in "ab")]
TABLES = {
    "loans": LOANS,
    "Chinese": counted(CHINESE),
    "long": counted(LONG),
    "sixty": counted([f"borrower no. {i}" for i in range(60)]),
    "sixty found": counted([f"{i}" for i in range(60)], 1, 1),
    "sixty left": counted([f"participant-{i:04}" for i in range(60)], 0, 0),
    "one": counted(["a"]),
}
PICTURES = {name: partial(two_lists, table) for name, table in TABLES.items()}


def spots(ax):
    """Find the middle of each text."""
    ax.figure.canvas.draw()
    back = ax.transData.inverted()
    boxes = {text.get_text(): text.get_window_extent() for text in ax.texts}
    return {text: back.transform(box.get_points().mean(axis=0)) for text, box in boxes.items()}


def frames(ax):
    """List the frames of the two lists: left, right, top and bottom."""
    unfilled = [one for one in ax.patches if not one.get_fill()]
    return [
        (one.get_x(), one.get_x() + one.get_width(), one.get_y(), one.get_y() + one.get_height())
        for one in unfilled
    ]


@each("name", ["loans", "Chinese", "sixty"])
def test_a_name_is_inside_the_lists_that_it_is_on(name):
    table, ax = TABLES[name], PICTURES[name]()
    placed = spots(ax)
    for cell, who in table.samples.items():
        for one in who:
            x, y = next(at for text, at in placed.items() if text.replace("\n", " ") == one)
            inside = [
                left < x < right and top < y < bottom for left, right, top, bottom in frames(ax)
            ]
            assert inside == [cell in ("TP", "FP"), cell in ("TP", "FN")], one


def test_each_list_says_whose_it_is_and_which_rate_divides_by_it():
    shown = [text.get_text() for text in two_lists(LOANS).texts]
    assert "The collector's list\npredicted bad: 6\nprecision = 4/6 = 0.667" in shown
    assert "The accountant's list\ntruly bad: 5\nrecall = 4/5 = 0.8" in shown
    nobody = mm.Confusion.from_labels([0, 1], [0, 0])
    assert any("0/0: undefined" in text.get_text() for text in two_lists(nobody).texts)


def test_who_is_to_count_sees_only_names():
    ax = two_lists(LOANS, counts=False)
    shown = [text.get_text() for text in ax.texts]
    assert "The collector's list\npredicted bad" in shown and len(shown) == 2 + LOANS.total
    said = alternative_text(ax)
    assert "truly bad: Bao, Dora, Gus, Kofi, Jun." in said and "TP" not in said


def test_cells_are_told_apart_in_grey_and_said_in_words():
    ax = two_lists(LOANS)
    assert confused(ax.figure) == []
    said = alternative_text(ax)
    for part in ("TP 4: Bao, Dora, Gus, Kofi", "FP 2: Chen, Lin", "FN 1: Jun", "precision 4/6"):
        assert part in said
    assert "查准率" in alternative_text(two_lists(LOANS, language="zh-Hans"))


def test_long_names_that_begin_alike_are_told_apart():
    shown = [text.get_text() for text in PICTURES["sixty left"]().texts]
    assert len({*shown}) == len(shown)


@each(
    "table, says",
    [
        (mm.Confusion(1, 2, 3, 4), "which samples"),
        (counted([f"{i}" for i in range(61)]), "61 samples"),
        (mm.Confusion.from_labels([1, 0], [1, 1], weights=[2, 1]), "counts once"),
        ([[1, 2], [3, 4]], "confusion"),
    ],
)
def test_what_has_no_list_is_explained(table, says):
    with pytest.raises(mm.InputError, match=says):
        two_lists(table)
