"""Every exercise, on some drawings of its data: it knows the answer and each of its mistakes."""

import json
import re
from fractions import Fraction
from functools import cache
from itertools import combinations
from string import Formatter

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.workbook import exercises as registry
from mlmetrics_edu.workbook.exercises import forms, typed
from mlmetrics_edu.workbook.exercises.question import BLANK
from tests.cases import EXPLORE, USUAL, each, seeds
from tests.notebooks import laws
from tests.workbook.exercises import golden
from tests.workbook.exercises.variants import HOSTILE, unrelated, variants

IDS = mm.exercises()
SEEDS = [None, *seeds(20, 4 * USUAL)]
PARTS = {"title", "level", "kind", "question", "hints", "solution", "mistakes"}
STORED = json.loads(golden.STORED.read_text(encoding="utf-8"))
GOLDEN = "if it is meant: python -m tests.workbook.exercises.golden"
SMALL = laws.TRIVIAL | {"2", "3", "100"}


@cache
def question(id, seed):
    """Ask once for all tests; whoever draws its data may try a tenth as often as they might."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "ATTEMPTS", registry.ATTEMPTS // 10)
        return mm.exercise(id, seed)


def own(q):
    """Return the mistakes that an exercise itself speaks of; the others are its family's."""
    return {n: v for n, v in q.misconceptions.items() if n in q.exercise.prose["mistakes"]}


def known(id, seed):
    """Return all mistakes that a question knows, its family's too."""
    return question(id, seed).misconceptions


def numeric():
    """List the exercises that ask for a number."""
    return [id for id in IDS if isinstance(question(id, None).form, typed.Number)]


def prose(id):
    """Return the sentences of an exercise."""
    return registry.find(id).prose


def known_mistakes(id, told):
    """Collect the mistakes that a question knows; a rare one may need a few drawings more."""
    known = {name for seed in SEEDS for name in own(question(id, seed))}
    for seed in range(20):
        if known >= told.keys():
            break
        known |= own(question(id, seed)).keys()
    return known


def answer_of(solution):
    """Return what stands in the last line of a solution; code that is a text is never run."""
    coded = isinstance(solution.form, typed.Coded)
    return solution.answer if coded else solution.last


def sentences(part):
    """List all texts in the sentences of an exercise."""
    if isinstance(part, str):
        return [part]
    parts = part.values() if isinstance(part, dict) else part if isinstance(part, list) else []
    return [text for inner in parts for text in sentences(inner)]


# Seconds: 172 exercises on several data, each answer in all its forms.
@each("id", IDS)
def test_the_right_answer_is_accepted_in_all_its_forms(id):
    for seed in SEEDS:
        q = question(id, seed)
        for answer in variants(q.form, q.answer):
            verdict = q.check(answer)
            assert (verdict.correct, verdict.misconception) == (True, None), (seed, answer, verdict)


def exact(q, value):
    """Give a number in all its digits."""
    return [Fraction(float(value)) if isinstance(q.form, typed.Number) else value]


# Seconds: 172 exercises on several data, each mistake answered.
@each("id", IDS)
def test_every_mistake_is_named(id):
    for seed in SEEDS:
        q = question(id, seed)
        for name, value in q.misconceptions.items():
            # How people write is tried with the right answers, and on the lesson's own data.
            ways = variants(q.form, value) if seed is None and name in own(q) else exact(q, value)
            for answer in ways:
                verdict = q.check(answer)
                if seed is None and verdict.correct:
                    assert "On these data" in verdict.message
                    continue
                if verdict.correct is None and "two digits" in verdict.message:
                    continue  # what a mistake gives may have no more
                named = (verdict.misconception or "").replace(typed.FOLLOWED, "")
                assert verdict.correct is False, (seed, answer, verdict)
                assert name in named.split(" or "), (seed, answer, verdict)
                assert verdict.message.startswith("Not yet. ")


@each("id", IDS)
def test_all_that_it_knows_is_distinct(id):
    for seed in SEEDS:
        q = question(id, seed)
        values = [q.form.read(v) for v in (q.answer, *own(q).values())]
        alike = [(a, b) for i, a in enumerate(values) for b in values[:i] if q.form.close(a, b)]
        assert alike == [], seed
        built = isinstance(q.form, forms.Built)
        least = 3 if isinstance(q.form, typed.Number) or built else 2
        assert len(own(q)) >= least


@each("id", numeric())
def test_a_number_has_its_neighbourhood(id):
    for seed in SEEDS:
        q = question(id, seed)
        assert q.misconceptions.keys() - own(q), f"{id} declares no family"
        for name, value in q.misconceptions.items() if seed is not None else ():
            typed = f"{float(value):#.3g}"
            assert q.check(typed).correct is False, (seed, name)
            assert q.check(value).correct is not True, (seed, name)  # two digits may be unsure


@each("id", numeric())
def test_what_is_always_the_same_has_one_name(id):
    always = None
    for seed in [*SEEDS, *range(20)]:  # what is the same by chance is told by more drawings
        if always is None or always:
            read = {n: question(id, seed).form.read(v) for n, v in known(id, seed).items()}
            alike = {two for two in combinations(read, 2) if read[two[0]] == read[two[1]]}
            always = alike if always is None else always & alike
    assert always == set(), "leave one of them out: family.but(…)"


@each("id", IDS)
def test_names_can_be_joined_and_taken_apart(id):
    names = [*question(id, None).misconceptions, *prose(id)["mistakes"]]
    assert not [n for n in names if " or " in n or typed.FOLLOWED in n]


def test_its_length_gives_no_option_away():
    longest = []
    for id in IDS:
        form, answer = question(id, None).form, question(id, None).answer
        if isinstance(form, forms.Choice | forms.Reasoned):
            name = answer if isinstance(answer, str) else answer[0]
            lengths = {option: len(text) for option, text in form.options.texts.items()}
            longest.append(lengths[name] > max(lengths[n] for n in lengths if n != name))
    assert sum(longest) <= len(longest) / 3


@each("id", IDS)
def test_other_numbers_are_no_mistake_it_knows(id):
    for seed in SEEDS:
        q = question(id, seed)
        assert not isinstance(q.form, typed.Number) or len(unrelated(q)) >= 3
        for answer in unrelated(q):
            verdict = q.check(answer)
            assert (verdict.correct, verdict.misconception) == (False, None), (seed, answer)
            assert "isn't a mistake I know" in verdict.message


@each("id", IDS)
@each("blank", [..., None, "", "  ", "...", "…", (..., 1), ["a", ...]])
def test_a_blank_is_not_attempted_yet(id, blank):
    verdict = question(id, None).check(blank)
    assert (verdict.correct, verdict.misconception, verdict.message) == (None, None, BLANK)


@each("id", IDS)
def test_the_answers_are_those_that_were_stored(id):
    assert json.dumps(golden.answers(id)) == json.dumps(STORED.get(id)), GOLDEN


def test_mistakes_are_many():
    for ids, least in ((IDS, 4), (numeric(), 12)):
        assert sum(len(question(id, None).misconceptions) for id in ids) >= least * len(ids)


@each("id", IDS)
def test_the_solution_ends_with_the_accepted_answer(id):
    for seed in SEEDS[:6]:
        q = question(id, seed)
        solution = q.solution()
        assert solution.answer is q.answer
        assert str(solution).endswith(f"Answer: {solution.last}")
        assert q.check(answer_of(solution)).correct is True


@each("id", IDS)
def test_three_hints_help_and_none_tells(id):
    q = mm.exercise(id)
    said = [str(q.hint()) for _ in range(4)]
    assert len(set(said)) == 3 and said[2] == said[3]
    if isinstance(q.form, typed.Number):
        number = r"(?<![\w./])-?\d+(?:[./]\d+)?(?![\w/])"
        told = {found for text in said for found in re.findall(number, text)}
        assert not told & {p for p in q.solution().last.split(" = ") if {".", "/"} & {*p}}


@each("id", IDS)
def test_its_sentences_are_complete(id):
    told = prose(id)
    assert told.keys() >= PARTS and told.keys() - PARTS <= {"options", "reasons", "lesson"}
    assert told["kind"] in registry.KINDS and told["level"] in (1, 2, 3)
    assert len(told["hints"]) == registry.HINTS
    assert told["mistakes"].keys() == known_mistakes(id, told["mistakes"])
    assert not [text for text in sentences(told) if not text.strip()]


@each("id", IDS)
def test_no_number_is_typed_in_its_sentences(id):
    for text in sentences(prose(id)):
        bare = "".join(part for part, *_ in Formatter().parse(text))
        loose = laws.quoted(bare)
        assert [n for n in loose if n not in SMALL] == [], text


@each("id", IDS if EXPLORE else IDS[::2])  # the text, so that what it draws is drawn a second time
def test_the_same_seed_gives_the_same_question(id):
    assert str(mm.exercise(id, SEEDS[-1])) == str(question(id, SEEDS[-1]))


@each("id", IDS)
def test_another_seed_gives_another_question(id):
    first, *others = (str(question(id, seed)).replace(f"seed {seed}", "") for seed in SEEDS)
    assert first not in others


@each("id", IDS)
def test_it_shows_itself_in_text_and_html(id):
    q = question(id, None)
    page = q._repr_html_() + q.solution()._repr_html_()
    assert q.text in str(q) and "{" not in q.text
    assert page.count("<table") == page.count("</table>") and "<script" not in page
    assert not [text for _, text in q.form.listed if "{" in text]


@each("id", IDS)
def test_no_answer_raises_an_error(id):
    q = question(id, None)
    # A part of them, another one for each exercise.
    tried = HOSTILE if EXPLORE else HOSTILE[IDS.index(id) % USUAL :: USUAL]
    for number, answer in enumerate(tried):
        verdict = q.check(answer)
        assert verdict.correct in (False, None) or id != "counts.screening", number
        assert 0 < len(verdict.message) < 1200 and verdict.message.isprintable() is not None
        assert "\x1b" not in verdict.message and "\u202e" not in verdict.message


@each("topic", registry.TOPICS)
def test_each_lesson_has_six_or_more(topic):
    assert len(mm.exercises(topic)) >= 6


def test_there_are_a_hundred_of_every_kind():
    found = [registry.find(id) for id in IDS]
    assert len(found) >= 100
    assert {e.kind for e in found} == set(registry.KINDS)
    assert {e.level for e in found} == {1, 2, 3}


def test_an_unknown_name_is_told_what_there_is():
    with pytest.raises(mm.UnknownNameError, match="use one of: start, counts"):
        mm.exercises("rocs")
    for seed in (-1, 1.5, "7", True):
        with pytest.raises(mm.InputError, match="which data to draw"):
            mm.exercise("counts.screening", seed)
