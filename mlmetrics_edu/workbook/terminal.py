"""Exercises in the terminal: a question, an answer, a verdict; until the learner leaves."""

import sys
import tempfile
from pathlib import Path

from ..core import saving, words
from ..core.errors import MetricError
from ..core.escaping import lines
from ..core.trace import Column, Trace, show
from ..plots import alternative_text
from .exercises.question import Question, exercise
from .exercises.registry import exercises, find
from .practice import Practice

HELP = 'Type an answer, or: "hint", "solution", "next", "quit".'
LEAVES = ("quit", "q", "exit", None)


def run(arguments) -> int:
    """Ask what the command line asks for."""
    if arguments.list:
        show({"exercises": listed(exercises(arguments.topic))}, arguments.json)
        return 0
    if arguments.id and arguments.topic:
        raise MetricError(
            f"exercise {arguments.id} and --topic {arguments.topic}",
            "an exercise has its topic in its name",
            "give one of the two",
        )
    if arguments.id or arguments.seed is not None:
        ids = [arguments.id] if arguments.id else exercises(arguments.topic)
        return ask_all(ids, arguments.seed)
    return go_on(Practice(arguments.topic, arguments.progress))


def listed(ids) -> Trace:
    """List exercises with what they are about."""
    rows = [find(id) for id in ids]
    columns = [
        Column("exercise", list(ids)),
        Column("lesson", [e.lesson for e in rows], str),
        Column("level", [e.level for e in rows]),
        Column("kind", [e.kind for e in rows]),
        Column("about", [e.title for e in rows]),
    ]
    return Trace(words.how_many(len(rows), "exercise"), columns)


def ask_all(ids, seed) -> int:
    """Ask some exercises on the data of one seed."""
    right = asked = 0
    for id in ids:
        question = exercise(id, seed)
        verdicts, goes_on = ask(question, question)
        asked += bool(verdicts)
        right += bool(verdicts) and bool(verdicts[0].correct)
        if not goes_on:
            break
    print(f"\n{asked} answered, {right} right at the first try.")
    return 0


def go_on(practice: Practice) -> int:
    """Practise until the learner leaves."""
    while ask(practice, practice.question)[1]:
        practice.next()
    print(f"\n{practice.summary}")
    if practice.progress.attempts:
        print(lines(f"Kept in {practice.progress.path}; delete it to start anew."))
    return 0


def ask(asker, question: Question) -> tuple[list, bool]:
    """Ask one question until it is right or passed over; tell whether the learner goes on."""
    print(f"\n{question}")
    for path, alt in kept_pictures(question):
        print(f"\n{alt}\nPicture: {path}")
    print(HELP)
    verdicts = []
    while (typed := read()) not in LEAVES:
        if typed == "next":
            break
        if typed in ("hint", "solution"):
            print(getattr(asker, typed)())
            continue
        if typed.lstrip(".") == "smaller":
            _ask_less(question)
            continue
        verdict = asker.check(typed)
        print(verdict)
        verdicts += [verdict] if verdict.correct is not None else []
        if verdict.correct:
            break
    return verdicts, typed not in LEAVES


def _ask_less(question: Question) -> None:
    smaller = question.smaller
    if smaller is None:
        print("There is no smaller question here; a hint may help.")
    else:
        ask(smaller, smaller)
        print(f"\nBack to the question: {question.text}")


def read() -> str | None:
    """Read one line; None at the end of the input."""
    if sys.stdin is None:
        return None
    try:
        typed = input("> ")
    except EOFError:
        return None
    except UnicodeDecodeError:
        typed = "\N{REPLACEMENT CHARACTER}"
    if not sys.stdin.isatty():
        print(lines(typed))  # what came through a pipe is not on the screen yet
    return typed.strip()


def kept_pictures(question: Question) -> list[tuple[Path, str]]:
    """Write a question's pictures into a new temporary folder; give them with what they show."""
    pictures = question.pictures
    if not pictures:
        return []
    folder = Path(tempfile.mkdtemp(prefix="mlmetrics-"))
    paths = [folder / f"{question.id}-{n}.png" for n in range(1, len(pictures) + 1)]
    saving.write_together({path: p.png() for path, p in zip(paths, pictures, strict=True)})
    return [(path, alternative_text(p)) for path, p in zip(paths, pictures, strict=True)]
