"""Each form of an answer is read, compared, diagnosed and written, in isolation from the bank."""

import math
from fractions import Fraction
from itertools import repeat

import numpy as np
import pandas as pd
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import MetricError
from mlmetrics_edu.workbook.exercises import Exercise, draw, task
from mlmetrics_edu.workbook.exercises.families import Family, Member
from mlmetrics_edu.workbook.exercises.forms import (
    Built,
    Choice,
    Names,
    Options,
    Order,
    Reasoned,
    Subset,
)
from mlmetrics_edu.workbook.exercises.question import BLANK, Question
from mlmetrics_edu.workbook.exercises.reading import as_number, as_numbers
from mlmetrics_edu.workbook.exercises.typed import (
    Counts,
    Labels,
    Number,
    Numbers,
    Points,
    Threshold,
)
from tests.cases import each
from tests.workbook.exercises.variants import variants

C = mm.Confusion(tp=3, fp=4, fn=2, tn=11)
S = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.1], ids=list("abcd"))
ABC = Options({"first": "the first one", "second": "the second one", "third": "neither of them"})
REASONS = Options({"because": "because it is", "else": "for another reason"}, "123456789")
VALUES = [
    (Number(), C.precision),
    (Number(), Fraction(-1, 3)),
    (Number(0.02), 0.5),
    (Number(), float("nan")),
    (Threshold(S), 0.4),
    (Numbers(3), (0.5, 1 / 3, 2)),
    (Counts(), C),
    (Points(), mm.roc(S)),
    (Labels(4, 2), (1, 0, 1, 0)),
    (Choice(ABC), "second"),
    (Subset(ABC), frozenset({"first", "third"})),
    (Subset(ABC), frozenset()),
    (Reasoned(ABC, REASONS), ("third", "because")),
    (Order(("a", "b", "car 3")), ("b", "car 3", "a")),
    (Names(("car 1", "car 2", "bus")), frozenset({"bus", "car 1"})),
]
FORM = [type(form).__name__ for form, _ in VALUES]


def asked(answer, mistakes=None, *, sentences=None, **how):
    """Ask a question that is made on the spot."""
    prose = {"title": "t", "question": "?", "level": 1, "hints": ["a", "b", "c"], "solution": "s"}
    prose |= {"mistakes": dict.fromkeys(mistakes or {}, "Mind {value}.") | (sentences or {})}
    made = task(answer, mistakes, **how)
    return Question(Exercise("counts.made-here", lambda rng: made, prose))


@each("form, value", VALUES)
def test_all_ways_to_type_a_value_are_read_alike(form, value):
    read = form.read(value)
    assert read is not None
    for typed in variants(form, value):
        assert form.same(form.read(typed), read), typed
        assert form.diagnose(form.read(typed), value, {}) is True
    assert form.asks and isinstance(form.write(value), str)


@each("form, value", VALUES)
@each("typed", [object(), "no such thing at all", {"a": print}, [[]], 1j])
def test_what_is_no_answer_is_not_read(form, value, typed):
    assert form.read(typed) is None


@each(
    "typed, correct, name",
    [
        ("3/7 = 0.429", True, None),
        (0.4286, True, None),
        (0.4302, False, None),
        (42.9, False, "percent for a share"),
        (0.428, False, "decimals cut off"),
        ("42.86", False, "percent for a share"),
        (43, False, "percent for a share"),
        (0.43, True, "two digits"),
        ("43 %", True, "two digits"),
        (0.4, False, None),
        (0.42, False, None),
        ("3/8", False, None),
        ("427/1000", False, None),
        ("4/7", False, "the complement"),
        ("7/3", False, "turned upside down"),
        ("-3/7", False, "sign lost"),
        ("0.0429", False, "decimal point moved"),
        ("60 %", False, "recall"),
        (3 / 5, False, "recall"),
        (0.66, False, None),
        ("undefined", False, None),
        (..., None, None),
    ],
)
def test_a_number(typed, correct, name):
    verdict = asked(C.precision, {"recall": C.recall}).check(typed)
    assert (verdict.correct, verdict.misconception) == (correct, name)


def test_a_mistake_comes_before_a_near_miss():
    both = asked(C.precision, {"the other part": C.fdr, "false alarms": 0.0429})
    assert both.check("4/7").misconception == "the other part"
    assert both.check("0.0429").misconception == "false alarms"
    assert asked(2 / 3).check(0.666).misconception == "decimals cut off"


@each(
    "right, typed, correct",
    [
        (Fraction(3, 14), 0.21, True),  # two digits, and a word on that
        (Fraction(3, 14), "21 %", True),
        (Fraction(3, 14), 0.2, False),
        (Fraction(3, 14), "0.20", False),
        (Fraction(3, 14), "0.2142", True),  # rounded on the way
        (Fraction(3, 14), "0.2149", False),
        (Fraction(3, 14), "30/140", True),
        (Fraction(3, 14), "31/145", False),  # 0.2138: a fraction is exact
        (0.0214, "0.021", True),
        (0.0214, "0.0214", True),
        (0.0214, "0.0219", False),
        (0.0214, "0.02", False),
        (0.996, 1, False),
        (0.996, "1.0", False),
        (0.996, "1.00", False),
        (0.004, 0, False),
        (0.004, "0.00", False),
        (36.056, 36, True),
        (36.056, "36.1", True),
        (36.056, 37, False),
        (2.96, 3, False),
    ],
)
def test_as_many_digits_count_as_are_sure(right, typed, correct):
    assert asked(right).check(typed).correct is correct


def test_two_digits_that_may_mean_a_mistake_count_for_nothing():
    q = asked(Fraction(3, 14), {"near": 0.2099, "far": 0.28})
    assert q.check(0.21).correct is None and "two digits" in q.check(0.21).message
    assert q.check(0.21).message.startswith("With two digits, that may be the right number or")
    assert q.check(0.210).correct is None and q.check("0.210").misconception == "near"
    assert "With three digits it's 0.214." in asked(Fraction(3, 14)).check(0.21).message


def test_what_two_mistakes_give_is_said_of_both():
    family = Family({"half of it all": Member(Fraction(3, 5), "That is {value}.", {})})
    verdict = asked(C.precision, {"recall": C.recall}, family=family).check(0.6)
    assert (verdict.correct, verdict.misconception) == (False, "recall or half of it all")
    assert verdict.message.endswith("- That is 3/5.") and verdict.message.count("\n- ") == 2


def test_what_a_formula_gives_twice_is_named_once_by_the_exercise():
    family = Family({"sensitivity": Member(C.recall, "That is recall.", {})})
    assert (
        asked(C.precision, {"recall": C.recall}, family=family).check(0.6).misconception == "recall"
    )
    assert asked(C.recall, family=family).misconceptions == {}


def test_data_of_a_lesson_say_which_mistakes_give_the_right_number():
    family = Family({"luck": Member(Fraction(3, 7), "That is luck.", {})})
    told = asked(C.precision, {"recall": C.recall}, family=family).check("3/7")
    assert told.correct is True and "(On these data luck gives the same number.)" in told.message


def test_a_percentage_that_is_asked_for_needs_no_sign():
    q = asked(Fraction(3, 14), {"whole": 2, "part": 0.5}, form=Number(percent=True))
    for typed in (21.4, "21.43", 21, "21.4 %", 0.214, "3/14"):
        assert q.check(typed).correct is True, typed
    assert q.check(50).misconception == q.check("0.5").misconception == "part"
    assert q.check(2).misconception == "whole" and q.check(2.14).correct is False


def test_what_is_undefined_is_an_answer():
    q = asked(mm.Confusion(0, 0, 2, 3).precision, {"zero": 0, "one": 1})
    assert q.check("undefined").correct and q.check(float("nan")).correct
    assert q.check(0).misconception == "zero" and q.solution().last == "undefined"


def test_a_mistake_that_is_a_formula_shows_its_working():
    verdict = asked(C.precision, {"recall": C.recall}).check("3/5")
    assert verdict.message == (
        "Not yet. Mind 0.6.\nrecall = TP / (TP + FN) = 3 / (3 + 2) = 3/5 = 0.6"
    )


def test_thresholds_are_compared_by_what_they_admit():
    q = asked(0.4, {"the next": 0.7}, form=Threshold(S))
    assert q.check(0.4).correct is True and q.check("0.2").correct is True
    assert q.check(0.7).misconception == q.check(0.41).misconception == "the next"
    assert q.check(0.1).misconception is None and q.check(0.1).correct is False


def test_a_drawn_curve():
    curve = mm.roc(S)
    q = asked(curve, {"axes swapped": [(y, x) for x, y in zip(*curve, strict=True)]})
    assert q.check([(0, 0), (0, 0.25), (0, 0.5), (0.5, 0.5), (0.5, 1), (1, 1)]).correct
    assert q.check(np.array(q.form.read(curve)).T).correct
    assert q.check([(0, 0), (1, 1)]).misconception is None


def test_several_that_hold_are_told_which_to_look_at_again():
    sentences = {"first": "Mind the first.", "second": "Mind two.", "third": "Mind three."}
    q = asked(frozenset({"first"}), options=ABC.texts, sentences=sentences)
    assert q.check({"a"}).correct and q.check("a").correct and q.check(["A", "a"]).correct
    assert q.check({"a", "c"}).misconception == "third"
    assert q.check("bc").message == "Not yet. Mind the first.\nMind two.\nMind three."
    assert q.check({}).misconception == "first" and q.check("d").correct is None


def test_a_choice_and_its_reason():
    sentences = {"first": "No.", "second": "No.", "else": "Right, but why?"}
    q = asked(("third", "because"), options=ABC.texts, reasons=REASONS.texts, sentences=sentences)
    assert q.check("c1").correct and q.check(("C", 1)).correct
    assert q.check("c2").message == "Not yet. Right, but why?"
    assert q.check("a1").misconception == q.check("a2").misconception == "first"
    assert q.check("c").correct is None and q.check(("c", ...)).correct is None


def built():
    """Ask for two numbers that add up to one."""

    def judge(pair):
        return True if sum(pair) == 1 else "too much" if sum(pair) > 1 else None

    form = Built(Numbers(2), judge, lambda pair: f"Yours: {sum(pair):g}.")
    return asked((0.5, 0.5), {"too much": (1, 1)}, form=form)


def test_something_built_is_judged_by_computing():
    q = built()
    assert q.check([0.25, "3/4"]).message == "Right.\nYours: 1."
    assert q.check([2, 3]).misconception == "too much"
    assert q.check([0, 0]).message.endswith("isn't a mistake I know. A hint may help.\nYours: 0.")


def test_what_cannot_be_measured_is_told_why():
    def judge(given):
        raise MetricError("all are alike", "there is no pair", "make two kinds")

    q = asked((1, 0), form=Built(Labels(2), lambda given: True, lambda given: ""))
    object.__setattr__(q.form, "judge", judge)
    assert q.check("11").message == "Not yet. all are alike: there is no pair."


def drawn_from(values):
    """Make an exercise whose only mistake gives one value after the other."""
    values = iter(values)
    return Exercise("counts.made-here", lambda rng: task(0.5, {"m": next(values)}), {})


def test_data_are_drawn_until_all_can_be_told_apart():
    made, _ = draw(drawn_from([0.5, 0.5004, 0.5009, 0.6, 0.7]), 1)
    assert made.mistakes == {"m": 0.6}


def test_it_says_when_there_are_no_such_data():
    with pytest.raises(MetricError, match="'the answer' and 'm' both give"):
        draw(drawn_from(repeat(0.5)), 1)
    with pytest.raises(MetricError, match="no answer that could be typed"):
        draw(Exercise("counts.made-here", lambda rng: task(0.5, {"m": "x"}), {}), 1)


def test_a_value_is_shown_as_it_was_typed_and_no_more():
    told = asked(C.precision).check("<b>0.9\x1b[31m" * 20).message
    assert len(told) < 250 and "\x1b" not in told
    assert asked(C.precision).check(...).message == BLANK


READ = {  # what people type, and the number that they mean; None where it isn't clear
    **{
        "2": 2,
        "-1/2": -0.5,
        "−0.5": -0.5,
        "3.5/7": 0.5,
        "100 %": 1,
        "１／２": 0.5,
        "3/-14": -3 / 14,
    },
    **{"0,214": 0.214, "21,4 %": 0.214, "0，214": 0.214, "1.234,5": 1234.5, "1,234.5": 1234.5},
    **{"≈0.214": 0.214, "~0.214": 0.214, "FPR = 3/14": 3 / 14, "3/14 = 0.214": 3 / 14},
    **{"F1 = 2/3 ≈ 0.667": 2 / 3, "precision: 0.5": 0.5, "AP@5 = .5": 0.5, "[0.214]": 0.214},
    **{"'3/14'": 3 / 14, "“0.5”": 0.5, "(3/14)": 3 / 14, "2.14e-1": 0.214, "2.14E-1": 0.214},
    **{"21 percent": 0.21, "21 per cent": 0.21, "21％": 0.21, r"$\frac{3}{14}$": 3 / 14},
    **{"12345678901234567890/24691357802469135780": 0.5, "1,234,567": 1234567},
    **dict.fromkeys(("1,234", "1/2 = 0.6", "1 2", "1e999", "1/1e-999", "0.5.5", "10 %%", "1_000")),
    **dict.fromkeys(("", "=", "abc", "3/0", "the answer is 0.5", "1,2,3", "9" * 9999)),
}


@each("text, value", READ.items())
def test_numbers_are_read(text, value):
    assert as_number(text) == value


def test_numbers_come_as_objects_and_in_rows():
    for one in (np.array(0.5), np.array([0.5]), [0.5], (0.5,), pd.Series([0.5]), Fraction(1, 2)):
        assert as_number(one) == 0.5
    assert [as_number(many) for many in ([1, 2], [], {0.5}, {}, None)] == [None] * 5
    assert math.isnan(as_number("FPR = undefined"))
    for row in ("0,5; 0,25", "0,5 0,25", "0.5, 0.25", "[0.5 0.25]", "1/2;1/4", [0.5, "25 %"]):
        assert as_numbers(row, 2) == [0.5, 0.25], row
    assert as_numbers("1,2", 3) is None


@each(
    "typed",
    [
        *("4, 3, 2, 11", "mm.Confusion(tp=4, fp=3, fn=2, tn=11)", "TN 11, TP: 4, FP = 3, FN 2"),
        *({"TP": 4, "FP": 3, "FN": 2, "TN": 11}, [4, 3, 2, 11], mm.Confusion(4, 3, 2, 11)),
    ],
)
def test_counts_are_read_by_their_names(typed):
    assert Counts().read(typed) == (4, 3, 2, 11)


def test_words_are_read_as_a_prompt_shows_them():
    order, names = Order(("car 1", "car 2")), Names(("car 1", "car 2"))
    for typed in ("['car 2', 'car 1']", '"car 2" > "car 1"', "car 2, car 1", ["car 2", "car 1"]):
        assert order.read(typed) == ("car 2", "car 1")
        assert names.read(typed) == {"car 1", "car 2"}
    for none in ("{}", "none", {}, set(), "[]"):
        assert names.read(none) == frozenset() == Subset(ABC).read(none)
    assert Subset(ABC).read('{"a", "c"}') == {"first", "third"}


@each(
    "form, right, given, said",
    [
        (Number(), C.precision, "1.5", "It can't be that: such a number is always from 0 to 1."),
        (Number(), C.precision, "0.9", "It's too large."),
        (Number(), C.precision, "0.2", "It's too small."),
        (Number(), 0, "0.2", "It's too large."),
        (Numbers(3), (0.5, 0.25, 2), "0.5, 1, 3", "Of the 3, number 2 and 3 are wrong."),
        (Counts(), C, "3, 4, 11, 2", "Right: TP, FP. Count again: FN, TN."),
        (Points(), mm.roc(S), "(0, 0), (0, 1), (1, 1)", "The first corner is right."),
        (Order(tuple("abcd")), tuple("abcd"), "a c b d", "look again at c and b."),
        (Order(tuple("abcd")), tuple("abcd"), "a c d b", "The first place is right."),
        (Order(tuple("abcd")), tuple("abcd"), "d c b a", "It goes wrong at the first place."),
        (Names(tuple("abcd")), frozenset("ab"), "b, d", "Leave out: d. Still missing: 1."),
    ],
)
def test_an_answer_of_unknown_origin_is_placed(form, right, given, said):
    told = asked(right, form=form).check(given)
    assert told.correct is False and told.misconception is None
    assert said in told.message and "A hint may help" in told.message


def test_a_smaller_question_asks_for_what_stands_below_the_line():
    q = asked(C.precision, {"recall": C.recall})
    assert "A hint may help, and .smaller is easier." in q.check("0.9").message
    smaller = q.smaller
    assert "TP + FP" in smaller.text and q.text in str(smaller) and smaller.smaller is None
    assert smaller.check(7).correct is True and smaller.check(4).misconception == "FP"
    assert (
        asked(0.5).smaller is None
        and asked(frozenset({"first"}), options=ABC.texts).smaller is None
    )


def test_what_cannot_be_read_does_not_count_and_says_what_is_unclear():
    q = asked(C.precision)
    told = q.check("1,234")
    assert told.correct is None and "It may be 1234 or 1.234." in told.message
    assert "1/2 and 0.6 are two numbers" in q.check("1/2 = 0.6").message
    assert q.check("what?").correct is None
