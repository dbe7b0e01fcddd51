"""Practice grows harder with success, comes back to mistakes, and keeps a file that can be read."""

import csv
from itertools import pairwise

import mlmetrics_edu as mm
from mlmetrics_edu.workbook.exercises import find
from mlmetrics_edu.workbook.practice import Attempt, due, following, level
from tests.cases import each

EXERCISES = [find(id) for id in mm.exercises("counts")]
LEVELS = {e.id: e.level for e in EXERCISES}


def attempts(*results, exercise="counts.screening"):
    """Make attempts at one exercise, each on new data."""
    return [Attempt(exercise, seed, result) for seed, result in enumerate(results, 1)]


def wrong(practice):
    """Answer with a known mistake."""
    return practice.check(next(iter(practice.question.misconceptions.values())))


@each(
    "results, reached",
    [
        ([], 1),
        (["right"], 1),
        (["right", "right"], 2),
        (["right", "wrong", "right"], 1),
        (["right", "right", "wrong"], 2),
        (["right", "right", "wrong", "wrong"], 1),
        (["right", "right", "shown", "wrong"], 1),
        (["wrong"] * 9, 1),
        (["right"] * 9, 2),  # an easy exercise leads no further than the second level
    ],
)
def test_the_level_follows_success(results, reached):
    assert level(attempts(*results), LEVELS) == reached


def test_hard_ones_lead_to_the_top():
    hard = next(e.id for e in EXERCISES if e.level == 3)
    assert level(attempts(*["right"] * 4, exercise=hard), LEVELS) == 3
    assert level(attempts(*["right"] * 9, exercise=hard), LEVELS) == 3


def test_a_mistake_comes_back_after_a_rest():
    a, b, c, d = mm.exercises("counts")[:4]
    missed = [Attempt(a, 1, "right"), Attempt(b, 1, "wrong")]
    assert due(missed) is None
    rested = [*missed, Attempt(c, 1, "right"), Attempt(d, 1, "right")]
    assert following(rested, EXERCISES) == (b, 2)
    assert due([*rested, Attempt(b, 2, "right")]) is None


def test_practice_goes_on_with_fresh_data(tmp_path):
    file = tmp_path / "progress.csv"
    p, seen = mm.practice("counts", progress=file), []
    assert not file.exists()
    for _ in range(12):
        seen.append((p.question.id, p.question.seed))
        assert p.check(p.question.answer).correct
        p.next()
    assert len(set(seen)) == 12 and p.level == 3
    assert all(a != b for (a, _), (b, _) in pairwise(seen))
    assert "12 asked, 12 right" in str(p)
    assert p.question.form.asks in str(p) and "Answer with .check(…)" in str(p)


def test_what_went_wrong_is_asked_again(tmp_path):
    p = mm.practice("counts", progress=tmp_path / "progress.csv")
    missed = p.question.id
    assert wrong(p).correct is False
    asked = []
    for _ in range(3):
        p.next()
        asked.append(p.question.id)
        p.check(p.question.answer)
    assert asked[-1] == missed and missed not in asked[:-1]


def test_the_file_is_a_table_and_leads_on_from_where_one_stopped(tmp_path):
    file = tmp_path / "progress.csv"
    p = mm.practice("counts", progress=file)
    verdict = wrong(p)
    p.check(...)
    p.check(p.question.answer)
    p.next().solution()
    rows = list(csv.reader(file.read_text(encoding="utf-8").splitlines()))
    assert rows[0] == ["exercise", "seed", "result", "mistake"]
    assert [row[2] for row in rows[1:]] == ["wrong", "right", "shown"]
    assert rows[1][3] == verdict.misconception
    again = mm.practice("counts", progress=file)
    assert again.summary == p.summary == "2 asked, 0 right at the first try · level 1 of 3"
    assert verdict.misconception in str(again.trace())
    file.unlink()
    assert mm.practice("counts", progress=file).summary.startswith("0 asked")


def test_a_question_left_open_is_passed_over(tmp_path):
    p = mm.practice("counts", progress=None)
    passed = [p.next().question.id for _ in range(3)]
    assert len(set(passed)) == 3
    for _ in range(20):
        p.next()


def test_an_exercise_that_is_gone_is_passed_over(tmp_path):
    file = tmp_path / "progress.csv"
    file.write_text("exercise,seed,result,mistake\ncounts.gone,1,right,\nroc.gone,2,wrong,\n")
    assert mm.practice("counts", progress=file).summary.startswith("0 asked")
