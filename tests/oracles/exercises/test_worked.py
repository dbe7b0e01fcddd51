"""What is right by another route is right, and what is wrong is named as what it is."""

import numpy as np

import mlmetrics_edu as mm
from mlmetrics_edu.workbook.exercises.typed import Number
from tests.cases import each
from tests.oracles.exercises.questions import WORKED, WRONG, load

load()


def is_so(verdict, known) -> bool:
    """Tell whether a verdict is what is known of an answer: whether it is right, or its mistake."""
    if isinstance(known, str):
        return verdict.correct is False and known in (verdict.misconception or "").split(" or ")
    return verdict.correct is bool(known)


# Seconds: a hundred exercises on up to three kinds of data, each with a dozen answers.
@each("id, seed", [(id, seed) for id, (_, seeds) in WORKED.items() for seed in seeds])
def test_each_answer_is_judged_as_others_judge_it(id, seed):
    q = mm.exercise(id, seed)
    work, _ = WORKED[id]
    found = [(typed, q.check(typed), known) for typed, known in work(q)]
    assert [one for one in found if not is_so(*one[1:])] == []
    assert any(verdict.correct for _, verdict, _ in found) or len(found) > 10
    if isinstance(q.form, Number):
        right = [typed for typed, _, known in found if known is True]
        assert np.allclose([float(q.answer)] * len(right), [float(one) for one in right])


def test_every_exercise_is_answered_by_another_route():
    missing = {*mm.exercises()} - WRONG.keys() - WORKED.keys()
    asked = {id: {mm.exercise(id, seed).answer for seed in (None, 0, 1)} for id in missing}
    # What draws nothing asks about published sentences: its answer is stored, once and for all.
    assert {id for id, answers in asked.items() if len(answers) > 1} == set(), missing
