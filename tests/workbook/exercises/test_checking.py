"""An answer is right, a known mistake, unknown or a blank; and never an error."""

from fractions import Fraction

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.workbook.exercises.checking import BLANK, as_number

C = mm.Confusion(tp=4, fp=3, fn=2, tn=11)
SLIPS = {"That is recall.": C.recall, "That is accuracy.": C.accuracy}


FORMS = [4 / 7, 0.571, 0.5714, Fraction(4, 7), np.float64(4 / 7), np.float32(4 / 7), C.precision]
FORMS += ["4/7", " 4 / 7 ", "8/14", "57.1 %", "57.1%", ".571", "８/１４", "５７．１％"]


@pytest.mark.parametrize("answer", FORMS)
def test_the_right_answer_is_accepted_in_all_its_forms(answer):
    verdict = mm.check(answer, C.precision, SLIPS)
    assert (verdict.correct, verdict.misconception) == (True, None)
    assert repr(verdict).startswith("Right.\nprecision = TP / (TP + FP)")


@pytest.mark.parametrize(
    ("answer", "slip"), [(0.667, "That is recall."), ("15/20", "That is accuracy.")]
)
def test_a_known_mistake_is_named(answer, slip):
    verdict = mm.check(answer, C.precision, SLIPS)
    assert (verdict.correct, verdict.misconception, str(verdict)) == (
        False,
        slip,
        f"Not yet. {slip}",
    )


@pytest.mark.parametrize("answer", [0.57, 0.572, 57, "4/8", "57", 1, 0, -0.571, True])
def test_another_number_is_no_mistake_we_know(answer):
    verdict = mm.check(answer, C.precision, SLIPS)
    assert (verdict.correct, verdict.misconception) == (False, None)
    assert verdict.message == f"Not yet. {answer!r} isn't it, and no mistake I know gives it."


def test_what_was_only_written_badly_is_said():
    assert "write 57.1 %" in mm.check(57.1, C.precision).message
    assert "rounded to three it is 0.667" in mm.check(0.666, C.recall).message
    assert mm.check(0.571, C.precision).correct and mm.check("57.14 %", C.precision).correct


@pytest.mark.parametrize("answer", [..., (..., 0.5), (0.5, ...)])
def test_a_blank_is_no_answer(answer):
    assert mm.check(answer, C.precision, SLIPS) == mm.Verdict(None, None, BLANK)


def test_words_sets_and_lists_are_compared_as_they_stand():
    assert mm.check(" Recall", "recall").correct
    assert mm.check({"a", "b"}, {"b", "a"}).correct
    assert not mm.check(["a", "b"], ["b", "a"]).correct
    assert mm.check({"c"}, {"a"}, {"You took all.": {"c"}}).misconception == "You took all."
    assert mm.check("c", {"a"}, otherwise="Give a set.").message == "Not yet. Give a set."


HOSTILE = [
    None,
    [],
    {},
    object(),
    float("nan"),
    float("inf"),
    10**400,
    "1/0",
    "9" * 1000,
    "__import__",
]
HOSTILE += [
    "<b>0.571</b>",
    "0.571; 1",
    "4/7/2",
    b"4/7",
    [[0.571]],
    np.array([1.0, 2.0]),
    print,
    {...},
]
HOSTILE += [(np.array([1, 2]), 3), complex(4, 7), "", " ", "nan", "1e-3" * 9]


@pytest.mark.parametrize("answer", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("right", [C.precision, 3, "recall", {"a"}, [1, 2], (1, 2)], ids=str)
def test_no_answer_raises_an_error(answer, right):
    verdict = mm.check(answer, right, {"one": 0.5, "two": "x", "three": [0]})
    assert verdict.correct is False and len(verdict.message) < 120


@pytest.mark.parametrize(
    ("text", "value"), [("2", 2), ("-1/2", -0.5), ("−0.5", -0.5), ("3.5/7", 0.5), ("100 %", 1)]
)
def test_numbers_are_read(text, value):
    assert as_number(text) == value
