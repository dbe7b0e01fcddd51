"""A guess: folded while it is blank, open and judged once it is made."""

import re

import pytest

import mlmetrics_edu as mm
from tests.browsing import browser, expect, needs_chromium
from tests.cases import each

assert browser  # a fixture, found by its name
C = mm.Confusion(tp=4, fp=3, fn=2, tn=11)
S = mm.sweep([1, 0, 1, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.2])
FOUND = mm.Confusion(tp=1, fp=2, fn=3, tn=None)
SIDES = {"options": ["left", "right"]}
JUDGED = [
    (C.precision, "4/7", {}, True, ""),
    (C.precision, 0.57, {}, True, "With three digits it's 0.571."),
    (C.precision, "2/3", {"of": C}, False, "That's recall."),
    (C.precision, "0.2", {"of": C}, False, "true positives among all samples"),
    (C.f(2), C.f(0.5), {"of": C}, False, "That's F0.5. The question asks for F2."),
    (C.f1, "0.619", {"of": C}, False, "That's the arithmetic mean of precision and recall."),
    (FOUND.f1, "1/3", {"of": FOUND}, False, "That's precision."),
    (FOUND.f(2), FOUND.f1, {"of": FOUND}, False, "That's F1. The question asks for F2."),
    (FOUND.precision, "1/4", {"of": FOUND}, False, "That's recall."),
    (mm.auc(S), "1/3", {"of": S}, False, "That's the Gini coefficient, 2·AUC − 1."),
    (mm.average_precision(S), mm.average_precision(S, "coco"), {"of": S}, False, "AP by 101"),
    (0.5, 0.3, {"mistakes": {"its rest": 0.3}}, False, "That's its rest."),
    (0.5, 0.52, {}, False, "Near: it's 0.5"),
    (0.5, 0.8, {}, False, "You said 0.8. It's too large."),
    (C, (4, 2, 3, 11), {}, False, "You swapped FP and FN."),
    ("left", "right", SIDES, False, "You said 'right'."),
    (True, True, {}, True, ""),
    (True, "no", {}, False, "You said 'no'."),
    (C.precision, "half of them", {}, None, "can't be read"),
    ("left", "up", SIDES, None, "can't be read"),
]


@each("answer, mine, more, correct, says", JUDGED)
def test_a_guess_is_right_or_near_or_a_mistake_with_a_name(answer, mine, more, correct, says):
    made = mm.guess(answer, mine, **more)
    assert (made.verdict.correct, says in made.verdict.message) == (correct, True)
    assert made.is_open == (correct is not None)
    assert made.verdict.message in str(made)


@each("blank", [..., None, "", "..."])
def test_a_blank_folds_the_answer_away_and_says_how_to_guess(blank):
    made = mm.guess(C.precision, blank, of=C)
    assert (made.is_open, made.verdict.correct) == (False, None)
    page = made._repr_html_()
    before, fold = page.split('<details class="guess">')
    assert "Answer with a number, such as 0.25, 25 % or 1/4." in before
    assert "4/7" in fold and "4/7" not in before
    assert C.precision.working in str(made)


def test_the_example_of_how_to_type_a_number_is_never_the_answer():
    assert "1/4" not in mm.guess(0.25)._repr_html_().partition("<details")[0]
    named = mm.guess({"a", "b"}, options=["a", "b", "c"])
    assert 'such as {"a", "c"}' in str(named)


def test_an_open_one_shows_the_verdict_the_working_and_what_else_is_to_be_seen():
    made = mm.guess(C.precision, "2/3", of=C, question="How many <really>?", show=[C, S.trace()])
    page = made._repr_html_()
    assert re.search(r"<details class=\"guess\" open>", page)
    assert "How many &lt;really&gt;?" in page and "That&#x27;s recall." in page
    assert C._repr_html_() in page and str(S.trace()) in str(made)


def test_a_picture_or_an_instrument_can_lie_in_the_fold():
    drawn = mm.plots.confusion(C)
    made = mm.guess("left", show=drawn, **SIDES)
    assert '<img alt="' in made._repr_html_() and "FP 3" in str(made)
    moved = mm.guess("left", show=mm.explore_means(), **SIDES)
    assert 'class="instrument"' in moved._repr_html_()


def test_what_happens_to_be_the_answer_is_no_mistake():
    even = mm.Confusion(tp=4, fp=2, fn=2, tn=11)  # precision and recall are one number
    assert mm.guess(even.precision, "0.67", of=even).verdict.correct


REFUSED = [
    ({"answer": "left"}, "out of some options"),
    ({"answer": {"left"}}, "out of some options"),
    ({"answer": "up", **SIDES}, "can't be chosen"),
    ({"answer": 0.5, **SIDES}, "out of some options"),
    ({"answer": "a", "options": "ab"}, "several words"),
    ({"answer": "a", "options": ["a", "A"]}, "may be alike"),
    ({"answer": object()}, "nobody could type that"),
    ({"answer": ("a", 1)}, "nobody could type that"),
    ({"answer": [0.5, 1]}, "nobody could type that"),
    ({"answer": 0.5, "of": 7}, "of="),
    ({"answer": "left", "of": C, **SIDES}, "of="),
    ({"answer": 0.5, "mistakes": [1]}, "mistakes="),
    ({"answer": 0.5, "mistakes": {"a": "b"}}, "the mistake 'a'"),
    ({"answer": "left", "mistakes": {"a": 1}, **SIDES}, "the mistake 'a'"),
    ({"answer": 0.5, "question": 7}, "question=7"),
]


@each("given, says", REFUSED)
def test_what_nobody_could_guess_is_refused(given, says):
    with pytest.raises(mm.InputError, match=re.escape(says)):
        mm.guess(**given)


@needs_chromium
def test_a_fold_is_closed_on_a_page_and_open_on_paper(browser):
    page = browser.new_page()
    page.set_content(mm.guess(C.precision, of=C)._repr_html_())
    expect(page.locator("details.guess pre")).to_be_hidden()
    page.emulate_media(media="print")
    expect(page.locator("details.guess pre")).to_be_visible()
    page.close()
