"""Each form of an answer is read, compared, diagnosed and written; what is said of it is so."""

import math
from fractions import Fraction
from functools import cache
from itertools import repeat

import numpy as np
import pandas as pd
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import MetricError
from mlmetrics_edu.workbook import homework
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
from mlmetrics_edu.workbook.exercises.question import BLANK, Question, Verdict
from mlmetrics_edu.workbook.exercises.reading import as_number, as_numbers
from mlmetrics_edu.workbook.exercises.typed import (
    Counts,
    Labels,
    Number,
    Numbers,
    Points,
    Threshold,
)
from mlmetrics_edu.workbook.homework.marking import Credit
from tests.cases import each

C = mm.Confusion(tp=3, fp=4, fn=2, tn=11)
S = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.1], ids=list("abcd"))
ABC = Options({"first": "the first one", "second": "the second one", "third": "neither of them"})
REASONS = Options({"because": "because it is", "else": "for another reason"}, "123456789")
FORMS = [Number(), Threshold(S), Numbers(3), Counts(), Points(), Labels(4, 2), Choice(ABC)]
FORMS += [Subset(ABC), Reasoned(ABC, REASONS), Order(("a", "b", "car 3")), Names(("a", "bus"))]


def asked(answer, mistakes=None, *, sentences=None, **how):
    """Ask a question that is made on the spot."""
    prose = {"title": "t", "question": "?", "level": 1, "hints": ["a", "b", "c"], "solution": "s"}
    prose |= {"mistakes": dict.fromkeys(mistakes or {}, "Mind {value}.") | (sentences or {})}
    made = task(answer, mistakes, **how)
    return Question(Exercise("counts.made-here", lambda rng: made, prose))


def member(name, value, text):
    """Make a family of one member."""
    return Family({name: Member(value, text, {})})


def judge(pair):
    """Tell whether two numbers add up to one."""
    return True if sum(pair) == 1 else "too much" if sum(pair) > 1 else None


MINDED = {"first": "Mind the first.", "second": "Mind two.", "third": "Mind three."}
WHY = {"first": "No.", "second": "No.", "else": "Right, but why?"}
CURVE = mm.roc(S)
MADE = {
    "share": asked(C.precision, {"recall": C.recall}),
    "near": asked(C.precision, {"the other part": C.fdr, "false alarms": 0.0429}),
    "two thirds": asked(2 / 3),
    "3/14": asked(Fraction(3, 14)),
    "0.0214": asked(0.0214),
    "0.996": asked(0.996),
    "0.004": asked(0.004),
    "36.056": asked(36.056),
    "2.96": asked(2.96),
    "unsure": asked(Fraction(3, 14), {"near": 0.2099, "far": 0.28}),
    "both": asked(
        C.precision,
        {"recall": C.recall},
        family=member("half of it all", Fraction(3, 5), "That is {value}."),
    ),
    "named once": asked(
        C.precision, {"recall": C.recall}, family=member("sensitivity", C.recall, "That's it.")
    ),
    "luck": asked(C.precision, family=member("luck", Fraction(3, 7), "That is luck.")),
    "percent": asked(Fraction(3, 14), {"whole": 2, "part": 0.5}, form=Number(percent=True)),
    "undefined": asked(mm.Confusion(0, 0, 2, 3).precision, {"zero": 0, "one": 1}),
    "threshold": asked(0.4, {"the next": 0.7}, form=Threshold(S)),
    "curve": asked(CURVE, {"axes swapped": [(y, x) for x, y in zip(*CURVE, strict=True)]}),
    "several": asked(frozenset({"first"}), options=ABC.texts, sentences=MINDED),
    "reason": asked(("third", "because"), options=ABC.texts, reasons=REASONS.texts, sentences=WHY),
    "built": asked(
        (0.5, 0.5),
        {"too much": (1, 1)},
        form=Built(Numbers(2), judge, lambda pair: f"Yours: {sum(pair):g}."),
    ),
    "zero": asked(0),
    "numbers": asked((0.5, 0.25, 2), form=Numbers(3)),
    "counts": asked(C, form=Counts()),
    "order": asked(tuple("abcd"), form=Order(tuple("abcd"))),
    "names": asked(frozenset("ab"), form=Names(tuple("abcd"))),
}


@cache
def question(name):
    """Find a question that was made here, or one of the bank."""
    return MADE[name] if name in MADE else mm.exercise(name)


P, R, F1 = 0.1, 2 / 3, 4 / 23  # of the lesson's table: TP 20, FP 180, FN 10
ONCE, NOTHING = "specificity for recall", {"correct": None}


def pairs(y, score):
    """Count the pairs in two loops, as a beginner would."""
    won = 0
    for one in score[y == 1]:
        for other in score[y == 0]:
            won += 1 if one > other else 0.5 if one == other else 0
    return won / ((y == 1).sum() * (y == 0).sum())


def spoilt(y, score):
    """Change what it is given."""
    value = pairs(y, score)
    score[:] = 0
    return value


FIRST = {"TP": 20, "FP": 30}
# What is typed, and what it is: right, unread (None), wrong (False), or a mistake or remark by its
# name; and words of what is said.
CHECKED = {
    "share": [
        *(("3/7 = 0.429", True), (0.4286, True), (0.4302, False), (42.9, "percent for a share")),
        *((0.428, "decimals cut off"), ("42.86", "percent for a share"), ("3/8", False)),
        *((43, "percent for a share"), (0.43, "two digits"), ("43 %", "two digits")),
        *((0.4, False), (0.42, False), ("427/1000", False), ("4/7", "the complement")),
        *(("7/3", "turned upside down"), ("-3/7", "sign lost"), ("0.0429", "decimal point moved")),
        *(("60 %", "recall"), (3 / 5, "recall"), (0.66, False), ("undefined", False)),
        ("3/5", "recall", "Mind 0.6.\nrecall = TP / (TP + FN) = 3 / (3 + 2) = 3/5 = 0.6"),
        ("1,234", None, "It may be 1234 or 1.234."),
        ("1/2 = 0.6", None, "1/2 and 0.6 are two numbers"),
        *(("what?", None), (..., None, BLANK)),
        ("1.5", False, "It can't be that: such a number is always from 0 to 1."),
        ("0.9", False, "It's too large. A hint may help, and .smaller is easier."),
        ("0.2", False, "It's too small."),
    ],
    "near": [("4/7", "the other part"), ("0.0429", "false alarms")],
    "two thirds": [(0.666, "decimals cut off")],
    # As many digits count as are sure: a fraction is exact, and what was rounded on the way isn't.
    "3/14": [
        (0.21, "two digits", "With three digits it's 0.214."),
        *(("21 %", "two digits"), ("0.2142", True), ("30/140", True)),
        *((0.2, False), ("0.20", False), ("0.2149", False), ("31/145", False)),
    ],
    "0.0214": [("0.021", "two digits"), ("0.0214", True), ("0.0219", False), ("0.02", False)],
    "0.996": [(one, "turned upside down") for one in (1, "1.0", "1.00")],
    "0.004": [(0, False), ("0.00", False)],
    "36.056": [(36, "two digits"), ("36.1", True), (37, False)],
    "2.96": [(3, False)],
    "unsure": [
        (0.21, None, "With two digits, that may be the right number or"),
        *((0.210, None), ("0.210", "near")),
    ],
    "both": [(0.6, "recall or half of it all", "- That is 3/5.")],
    "named once": [(0.6, "recall")],
    "luck": [("3/7", True, "(On these data luck gives the same number.)")],
    "percent": [
        *((21.4, True), ("21.43", True), (21, "two digits"), ("21.4 %", True), (0.214, True)),
        *(
            ("3/14", True),
            (50, "part"),
            ("0.5", "part"),
            (2, "whole"),
            (2.14, "decimal point moved"),
        ),
    ],
    "undefined": [("undefined", True), (float("nan"), True), (0, "zero")],
    "threshold": [
        *((0.4, True), ("0.2", True), (0.7, "the next"), (0.41, "the next"), (0.1, False)),
    ],
    "curve": [
        ([(0, 0), (0, 0.25), (0, 0.5), (0.5, 0.5), (0.5, 1), (1, 1)], True),
        ([(0, 0), (1, 1)], False),
        ("(0, 0), (0, 1), (1, 1)", False, "The first corner is right."),
    ],
    "several": [
        *(({"a"}, True), ("a", True), (["A", "a"], True), ({"a", "c"}, "third"), ("d", None)),
        ("bc", "first", "Not yet. Mind the first.\nMind two.\nMind three."),
        ({}, "first"),
    ],
    "reason": [
        *(("c1", True), (("C", 1), True), ("c2", "else", "Not yet. Right, but why?")),
        *(("a1", "first"), ("a2", "first"), ("c", None), (("c", ...), None)),
    ],
    "built": [
        ([0.25, "3/4"], True, "Right.\nYours: 1."),
        ([2, 3], "too much"),
        ([0, 0], False, "isn't a mistake I know. A hint may help.\nYours: 0."),
    ],
    "zero": [("0.2", False, "It's too large.")],
    "numbers": [("0.5, 1, 3", False, "Of the 3, number 2 and 3 are wrong.")],
    "counts": [("3, 4, 11, 2", False, "Right: TP, FP. Count again: FN, TN.")],
    "order": [
        ("a c b d", False, "look again at c and b."),
        ("a c d b", False, "The first place is right."),
        ("d c b a", False, "It goes wrong at the first place."),
    ],
    "names": [("b, d", False, "Leave out: d. Still missing: 1.")],
    # Whoever goes wrong once, and goes on rightly, made one mistake.
    "fbeta.three-steps": [
        *(("1/10; 2/3; 4/23", True), ([0.1, 0.667, 0.174], True), ((0.1, 0.5), None)),
        ("0.1, 0.67, 0.174", False),  # three digits, at each step
        ((P, 0.91, 2 * P * 0.91 / (P + 0.91)), f"{ONCE}, followed through", "slip is at recall"),
        *(((P, 0.91, F1), ONCE), ((P, 0.91, 0.5), ONCE), ((P, R, (P + R) / 2), "arithmetic mean")),
        ((R, R, R), "recall for precision, followed through"),
        ((0.3, R, 2 * 0.3 * R / (0.3 + R)), False),
        ((0.3, 0.4, 0.5), False, "Your first slip is at precision."),
    ],
    "counts.formula": [
        *(("FP / (TP + FP)", True), ("fdr = fp/(fp+tp)", True), ("1 - TP/(TP+FP)", True)),
        *(("1 − TP÷(TP+FP)", True), ("'FP/(TP+FP)'", True), ("FP", "not divided")),
        *((mm.Formula("mine", "FP / (TP + FP)"), True), ("TP/(TP+FP)", "precision")),
        *(("FP / (FP + TN)", "false positive rate"), ("(TP + FP) / FP", "upside down")),
        *(("FP**2 / (TP + FP)", False), ("0.5", None), ("FX / TP", None), (0.5, None)),
        *(("__import__('os')", None), ("FP / (TP + FP", None), ("0.9 + 0*FP", False)),
    ],
    # A function is tried where it was written.
    "auc.code": [
        *((pairs, True), (spoilt, True), ("pairs", None), (int, None)),
        (lambda y, score: float(mm.auc(mm.sweep(y, score))), True),
        (lambda y, score: np.float32(pairs(y, score)), False),  # not to 1e-9
        (lambda y, score: 1 - pairs(y, score), "lower scores first"),
        (lambda y, score: (score[y == 1][:, None] > score[y == 0]).mean(), "ties for nothing"),
        *((lambda y, score: 0.5, False), (lambda y: 0.5, None, "TypeError")),
        (lambda y, score: "much", None, "'much', which isn't a number. It doesn't count."),
    ],
}


@each("name, row", [(name, row) for name, rows in CHECKED.items() for row in rows])
def test_an_answer_is_what_it_is_and_is_told_so(name, row):
    typed, known, *words = row
    verdict = question(name).check(typed)
    named = known if isinstance(known, str) else None
    expected = {None: None, True: True, "two digits": True}.get(known, False)
    assert (verdict.correct, verdict.misconception) == (expected, named), verdict
    assert all(part in verdict.message for part in words), verdict


@each("form", FORMS)
@each("typed", [object(), "no such thing at all", {"a": print}, [[]], 1j])
def test_what_is_no_answer_is_not_read(form, typed):
    assert form.read(typed) is None


def test_what_a_formula_gives_twice_is_named_once():
    same = member("sensitivity", C.recall, "That is recall.")
    assert asked(C.recall, family=same).misconceptions == {}


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
    for values, why in (
        (repeat(0.5), "'the answer' and 'm' both"),
        (repeat("x"), "could be typed"),
    ):
        with pytest.raises(MetricError, match=why):
            draw(drawn_from(values), 1, attempts=9)


def test_a_value_is_shown_as_it_was_typed_and_no_more():
    told = question("share").check("<b>0.9\x1b[31m" * 20).message
    assert len(told) < 250 and "\x1b" not in told


READ = {  # what people type, and the number that they mean; None where it isn't clear
    **{"2": 2, "-1/2": -0.5, "−0.5": -0.5, "3.5/7": 0.5, "100 %": 1, "１／２": 0.5},
    **{"3/-14": -3 / 14, "12345678901234567890/24691357802469135780": 0.5},
    **{"0,214": 0.214, "21,4 %": 0.214, "0，214": 0.214, "1.234,5": 1234.5, "1,234.5": 1234.5},
    **{"≈0.214": 0.214, "~0.214": 0.214, "FPR = 3/14": 3 / 14, "3/14 = 0.214": 3 / 14},
    **{"F1 = 2/3 ≈ 0.667": 2 / 3, "precision: 0.5": 0.5, "AP@5 = .5": 0.5, "[0.214]": 0.214},
    **{"'3/14'": 3 / 14, "“0.5”": 0.5, "(3/14)": 3 / 14, "2.14e-1": 0.214, "2.14E-1": 0.214},
    **{"21 percent": 0.21, "21 per cent": 0.21, "21％": 0.21, r"$\frac{3}{14}$": 3 / 14},
    **{"1,234,567": 1234567, "9" * 9999: None, "the answer is 0.5": None, "1,2,3": None},
    **dict.fromkeys(("1,234", "1/2 = 0.6", "1 2", "1e999", "1/1e-999", "0.5.5", "10 %%", "1_000")),
    **dict.fromkeys(("", "=", "abc", "3/0")),
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


FOUR = ("4, 3, 2, 11", "mm.Confusion(tp=4, fp=3, fn=2, tn=11)", "TN 11, TP: 4, FP = 3, FN 2")
FOUR += ({"TP": 4, "FP": 3, "FN": 2, "TN": 11}, [4, 3, 2, 11], mm.Confusion(4, 3, 2, 11))


@each("typed", FOUR)
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


def test_a_smaller_question_asks_for_what_stands_below_the_line():
    smaller = question("share").smaller
    assert "TP + FP" in smaller.text and question("share").text in str(smaller)
    assert smaller.check(7).correct is True and smaller.check(4).misconception == "FP"
    assert smaller.smaller is question("zero").smaller is question("several").smaller is None


def test_a_formula_or_a_function_is_no_homework_where_nothing_is_run():
    assert len(question("counts.formula").form.cases) >= 4  # so that none is right by chance
    ids = homework.chosen(["auc"], len(mm.exercises("auc")) - 1)
    assert "auc.code" not in ids and {*ids} < {*mm.exercises("auc")}
    credit = Credit({"*": {"follow-through": 0.7, "product": 0.2}})
    followed = Verdict(False, f"{ONCE}, followed through", "")
    assert credit.of(followed, "fbeta.three-steps") == 0.7
    assert credit.of(Verdict(False, "product", ""), "fbeta.three-steps") == 0.2


def test_a_threshold_may_be_dragged():
    q = mm.exercise("ks.what-to-type")
    assert q.check(q.instrument).correct is False  # it starts above all scores
    for threshold in (q.answer, q.answer - 1e-9):  # which admits the same ones
        q.instrument.threshold = threshold
        assert q.check(q.instrument).correct is True
    q.instrument.threshold = q.form.sweep.threshold[q.form.read(q.answer) + 1]
    assert q.check(q.instrument).misconception.startswith("one row further down")
    said = q.check(mm.explore("cars"))
    assert said.correct is None and "different data from the question" in said.message
    still = mm.exercise("pr.precision-at-5")
    assert still.instrument is None and still.check(mm.explore("cars")).correct is None
