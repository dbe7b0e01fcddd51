"""Answers that go on with themselves, and answers that are tried on data."""

import numpy as np

import mlmetrics_edu as mm
from mlmetrics_edu.workbook import homework
from mlmetrics_edu.workbook.exercises.question import Verdict
from mlmetrics_edu.workbook.homework.marking import Credit
from tests.cases import each

P, R, F1 = 0.1, 2 / 3, 4 / 23  # of the lesson's table: TP 20, FP 180, FN 10


def asked(id, seed=None):
    """Ask an exercise of the bank."""
    return mm.exercise(id, seed)


@each(
    "typed, correct, name",
    [
        ("1/10; 2/3; 4/23", True, None),
        ([0.1, 0.667, 0.174], True, None),
        ("0.1, 0.67, 0.174", False, None),  # three digits, at each step
        ((P, 0.91, 2 * P * 0.91 / (P + 0.91)), False, "specificity for recall, followed through"),
        ((P, 0.91, F1), False, "specificity for recall"),
        ((P, 0.91, 0.5), False, "specificity for recall"),
        ((P, R, (P + R) / 2), False, "arithmetic mean"),
        ((R, R, R), False, "recall for precision, followed through"),
        ((0.3, R, 2 * 0.3 * R / (0.3 + R)), False, None),
        ((0.3, 0.4, 0.5), False, None),
        ((0.1, 0.5), None, None),
    ],
)
def test_who_goes_on_rightly_made_one_mistake(typed, correct, name):
    verdict = asked("fbeta.three-steps").check(typed)
    assert (verdict.correct, verdict.misconception) == (correct, name), verdict


def test_the_first_slip_is_pointed_at():
    q = asked("fbeta.three-steps")
    assert "Your only slip is at recall" in q.check((P, 0.91, 2 * P * 0.91 / (P + 0.91))).message
    assert "Your first slip is at precision." in q.check((0.3, 0.4, 0.5)).message


def test_follow_through_is_worth_what_the_teacher_says():
    credit = Credit({"*": {"follow-through": 0.7, "product": 0.2}})
    followed = Verdict(False, "specificity for recall, followed through", "")
    assert credit.of(followed, "fbeta.three-steps") == 0.7
    assert credit.of(Verdict(False, "product", ""), "fbeta.three-steps") == 0.2


@each(
    "typed, correct, name",
    [
        ("FP / (TP + FP)", True, None),
        ("fdr = fp/(fp+tp)", True, None),
        ("1 - TP/(TP+FP)", True, None),
        ("1 − TP÷(TP+FP)", True, None),
        ("'FP/(TP+FP)'", True, None),
        (mm.Formula("mine", "FP / (TP + FP)"), True, None),
        ("TP/(TP+FP)", False, "precision"),
        ("FP / (FP + TN)", False, "false positive rate"),
        ("(TP + FP) / FP", False, "upside down"),
        ("FP", False, "not divided"),
        ("FP**2 / (TP + FP)", False, None),
        ("0.5", None, None),
        ("FX / TP", None, None),
        ("__import__('os')", None, None),
        ("FP / (TP + FP", None, None),
        (0.5, None, None),
    ],
)
def test_a_formula_is_tried_on_data(typed, correct, name):
    verdict = asked("counts.formula").check(typed)
    assert (verdict.correct, verdict.misconception) == (correct, name), verdict


def test_a_formula_that_is_right_by_chance_is_not_taken_for_right():
    q = asked("counts.formula")
    tables = q.form.cases
    assert len(tables) >= 4
    first = tables[0]["FP"] / (tables[0]["TP"] + tables[0]["FP"])
    assert q.check(f"{first} + 0*FP").correct is False


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


@each(
    "function, correct, name",
    [
        (pairs, True, None),
        (spoilt, True, None),
        (lambda y, score: float(mm.auc(mm.sweep(y, score))), True, None),
        (lambda y, score: np.float32(pairs(y, score)), False, None),  # not to 1e-9
        (lambda y, score: 1 - pairs(y, score), False, "lower scores first"),
        (
            lambda y, score: (score[y == 1][:, None] > score[y == 0]).mean(),
            False,
            "ties for nothing",
        ),
        (lambda y, score: 0.5, False, None),
        (lambda y: 0.5, None, None),
        (lambda y, score: "much", None, None),
        ("pairs", None, None),
        (int, None, None),
    ],
)
def test_a_function_is_tried_where_it_was_written(function, correct, name):
    verdict = asked("auc.code").check(function)
    assert (verdict.correct, verdict.misconception) == (correct, name), verdict


def test_what_a_function_does_wrong_is_said():
    said = asked("auc.code").check(lambda y: 0.5).message
    assert "TypeError" in said and "It doesn't count." in said
    assert "'much'" in asked("auc.code").check(lambda y, score: "much").message


def test_code_is_no_homework_since_nothing_is_run_there():
    ids = homework.chosen(["auc"], len(mm.exercises("auc")) - 1)
    assert "auc.code" not in ids and {*ids} < {*mm.exercises("auc")}


# Dragged


def test_a_threshold_may_be_dragged():
    q = mm.exercise("ks.what-to-type")
    assert q.check(q.instrument).correct is False  # it starts above all scores
    q.instrument.threshold = q.answer
    assert q.check(q.instrument).correct is True
    q.instrument.threshold = q.answer - 1e-9  # which admits the same ones
    assert q.check(q.instrument).correct is True
    q.instrument.threshold = q.form.sweep.threshold[q.form.read(q.answer) + 1]
    assert q.check(q.instrument).misconception.startswith("one row further down")
    said = q.check(mm.explore("cars"))
    assert said.correct is None and "different data from the question" in said.message


def test_what_can_not_be_dragged_has_no_instrument():
    q = mm.exercise("pr.precision-at-5")
    assert q.instrument is None and q.check(mm.explore("cars")).correct is None
