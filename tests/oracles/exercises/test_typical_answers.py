"""What a class would hand in is named by what it is, and never accepted.

Wrong answers are worked out apart from the bank, under names of their own. A mistake of the bank is
the same as one of these if both give the same number on all data.

    python -m tests.oracles.exercises.test_typical_answers

prints the shares, and each wrong answer that went wrong.
"""

import sys
from collections import Counter
from functools import cache

import mlmetrics_edu as mm
from mlmetrics_edu.workbook.exercises import find
from mlmetrics_edu.workbook.exercises.forms import Built
from mlmetrics_edu.workbook.exercises.typed import REMARKS, Number, three_digits
from tests.cases import each
from tests.oracles.exercises.questions import RIGHT, SEEDS, WRONG, load

load()
PERCENT = "percent without the sign"
# Mistakes that no typical answer is: they are tested beside this, or seen in the stored ones.
UNTOLD = {
    "choosing.new-price": {"defaulters' share brought in", "searched"},
    "ks.meet-again": {"the threshold there"},
}
TOPICS = {id.partition(".")[0]: None for id in mm.exercises()}


def wrong_answers(topic):
    """Return the exercises of a topic for which wrong answers were worked out."""
    ours = mm.exercises(topic)
    return {id: work for id, work in WRONG.items() if id in ours}


def handed_in(value):
    """Write an answer as it would be handed in."""
    if isinstance(value, tuple | list):
        return value
    return str(value) if isinstance(value, int) else three_digits(value)


@cache
def drawn(topic):
    """Draw a topic's exercises, each with the wrong answers that its data lead to."""
    drawings = {id: [mm.exercise(id, seed) for seed in SEEDS] for id in wrong_answers(topic)}
    return {id: [(q, WRONG[id](q)) for q in asked] for id, asked in drawings.items()}


@cache
def outcomes(topic):
    """Hand in all wrong answers to a topic's exercises: what became of each."""
    found = []
    for id, asked in drawn(topic).items():
        for q, answers in asked:
            for name in answers.keys() - {RIGHT}:
                value = answers[name]
                verdict = q.check(handed_in(value))
                found.append((id, q.seed, name, value, verdict, judged(verdict, name, asked)))
    return found


def judged(verdict, name, asked):
    """Tell what became of a wrong answer: named, unknown, misnamed, accepted."""
    if verdict.correct:
        return "said so" if "On these data" in verdict.message else "accepted"
    if verdict.correct is None:
        return "unread"
    told = {*(verdict.misconception or "").split(" or ")} - {""}
    if not told:
        return "unknown"
    if isinstance(asked[0][0].form, Built):  # its mistakes are what is true of a thing, no values
        return "named"
    return (
        "named" if told & {*REMARKS} or any(same(name, one, asked) for one in told) else "misnamed"
    )


def same(name, mistake, asked):
    """Tell whether a wrong answer and a mistake of the bank are one number on all data."""
    pairs = [
        (q.form, answers[name], q.misconceptions[mistake])
        for q, answers in asked
        if name in answers and mistake in q.misconceptions
    ]
    return bool(pairs) and all(alike(*pair) for pair in pairs)


def alike(form, one, other):
    """Compare two values as exactly as they were worked out."""
    if isinstance(form, Number):
        read_off = 2e-3 if form.tolerance else 1e-6
        return abs(float(one) - float(other)) <= read_off * max(1, abs(float(other)))
    return form.same(form.read(one), form.read(other))


@each("topic", TOPICS)
def test_each_number_has_ten_wrong_answers(topic):
    numeric = [id for id in mm.exercises(topic) if isinstance(mm.exercise(id).form, Number)]
    assert {*numeric} <= wrong_answers(topic).keys()
    for id, work in wrong_answers(topic).items():
        assert len(work(mm.exercise(id))) >= 10, id


# Seconds: every wrong answer is judged on data of several drawings.
@each("topic", TOPICS)
def test_no_typical_answer_is_accepted_or_misnamed(topic):
    bad = [row for row in outcomes(topic) if row[-1] in ("accepted", "misnamed")]
    assert bad == []


@each("topic", TOPICS)
def test_the_right_number_is_worked_out_apart(topic):
    """Itself, or as the percentage whose sign was forgotten."""
    for id, asked in drawn(topic).items():
        for q, wrong in () if isinstance(asked[0][0].form, Built) else asked:
            right = wrong[RIGHT] if RIGHT in wrong else wrong[PERCENT] / 100
            assert alike(q.form, right, q.answer), (id, q.seed)


@each("topic", TOPICS)
def test_each_mistake_of_an_exercise_is_worked_out_apart(topic):
    for id, asked in drawn(topic).items():
        names = {name for _, answers in asked for name in answers}
        own = set() if isinstance(asked[0][0].form, Built) else {*find(id).prose["mistakes"]}
        lost = {one for one in own if not any(same(name, one, asked) for name in names)}
        assert lost == UNTOLD.get(id, set()), id


def test_nine_of_ten_are_named():
    counted = Counter(row[-1] for topic in TOPICS for row in outcomes(topic))
    assert counted["named"] >= 0.9 * counted.total(), counted


def shown(value):
    """Write a wrong answer for the list."""
    return value if isinstance(value, tuple | list) else f"{float(value):.4g}"


if __name__ == "__main__":
    whole = Counter()
    for topic in sys.argv[1:] or TOPICS:
        rows = outcomes(topic)
        whole += (counted := Counter(row[-1] for row in rows))
        print(
            f"{topic:10}", *(f"{kind} {100 * n / len(rows):.1f} %" for kind, n in counted.items())
        )
        for id, seed, name, value, verdict, kind in rows:
            if kind not in ("named", "said so"):
                print(f"    {kind}: {id} {seed} {name} = {shown(value)}: {verdict.misconception}")
    print(*(f"{kind} {100 * n / whole.total():.1f} %" for kind, n in whole.items()), sep=", ")
