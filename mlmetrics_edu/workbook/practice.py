"""Practice: questions that grow harder with success, and come back after a mistake."""

from __future__ import annotations

import csv
import io
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from os import PathLike
from pathlib import Path
from typing import Any

from ..core import saving, table_files, words
from ..core.errors import InputError, MetricError, Named, lines
from ..core.inputs import short
from ..core.trace import Column, Trace, show
from ..plots.picture import alternative_text
from .exercises import Exercise, exercises, find
from .exercises.question import Question, Verdict, exercise
from .lessons import PROGRESS

HELP = "Answer with .check(…); .hint() and .solution() help, and .next() goes on."
RESULTS = ("right", "wrong", "shown")  # shown: the solution was looked at first
LONGEST = 18  # digits of a seed: practice counts them up from 1
REST = 2  # so many other questions come before one that went wrong returns
STREAK = 2  # so many in a row change the level
LEVELS = (1, 3)


@dataclass(frozen=True)
class Attempt:
    """One answer to one question, or one look at its solution.

    Attributes
    ----------
    exercise : str
        Its id.
    seed : int
        Its data.
    result : {"right", "wrong", "shown"}
        How it went.
    mistake : str
        The mistake by its name, where it is a known one.
    """

    exercise: str
    seed: int
    result: str
    mistake: str = ""


class Progress:
    """The attempts so far, in a file or (without one) in memory alone.

    Parameters
    ----------
    path : path or None
        Where to keep them. The file is made with the first attempt; delete it to start anew.

    Raises
    ------
    MetricError
        If the file is there and holds something else. It is left as it is.
    """

    def __init__(self, path=None):
        self.path = None if path is None else saving.path_of(path)
        self.attempts: list[Attempt] = [] if self.path is None else _read(self.path)

    def add(self, attempt: Attempt) -> None:
        """Remember an attempt."""
        if self.path is not None:
            # What is there is read anew: another notebook may have added to it meanwhile.
            kept = _content(self.path)
            rows = [astuple(attempt)] if kept else [HEAD, astuple(attempt)]
            ended = kept if kept.endswith(b"\n") or not kept else kept + b"\r\n"
            saving.write(self.path, ended + _as_lines(rows))
        self.attempts.append(attempt)

    @property
    def first_tries(self) -> list[Attempt]:
        """The first attempt at each question: it alone tells what somebody can do."""
        firsts: dict = {}
        for attempt in self.attempts:
            firsts.setdefault((attempt.exercise, attempt.seed), attempt)
        return list(firsts.values())


def _as_lines(rows: Sequence[Sequence]) -> bytes:
    file = io.StringIO()
    csv.writer(file).writerows(rows)
    return file.getvalue().encode("utf-8")


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise MetricError(
            f"{short(str(path))} can't be read",
            f"the system says: {error.strerror}",
            "name another file to keep your progress in, or None to keep none",
        ) from None


def _read(path: Path) -> list[Attempt]:
    content = _content(path)
    if not content:
        return []
    try:
        table = table_files.read(content, str(path), table_files.USUAL, ",")
    except InputError as error:
        raise _foreign(path, f"it can't be read: {error.what}") from None
    if table.header != HEAD:
        raise _foreign(path, f"its first line isn't {','.join(HEAD)}")
    rows = zip(*map(table.column, HEAD), strict=True)
    return [_attempt(path, line, row) for line, row in zip(table.lines, rows, strict=True)]


def _attempt(path: Path, line: int, row: Sequence[str]) -> Attempt:
    if not (row[1].isdecimal() and len(row[1]) <= LONGEST and row[2] in RESULTS):
        raise _foreign(path, f"line {line} is {short(','.join(row))}")
    return Attempt(row[0], int(row[1]), row[2], row[3])


def _foreign(path: Path, why: str) -> MetricError:
    return MetricError(
        f"{path} isn't a record of practice",
        why,
        "name another file; or delete this one, if it is an old record",
    )


def level(tries: Sequence[Attempt], levels: dict[str, int]) -> int:
    """Tell how hard the next question should be.

    Two right in a row, each at least as hard as the level, raise it; two wrong ones lower it.

    Examples
    --------
    >>> right, wrong = Attempt("a", 1, "right"), Attempt("a", 2, "wrong")
    >>> level([right, right], {"a": 1}), level([right, right, wrong, wrong], {"a": 1})
    (2, 1)
    """
    now, streak = LEVELS[0], 0
    for attempt in tries:
        good = attempt.result == "right"
        counts = not good or levels[attempt.exercise] >= now
        streak = streak + 1 if good and streak >= 0 and counts else streak
        streak = streak if good else min(streak, 0) - 1
        if abs(streak) == STREAK:
            now, streak = min(max(now + (1 if good else -1), LEVELS[0]), LEVELS[1]), 0
    return now


def due(tries: Sequence[Attempt]) -> str | None:
    """Find an exercise whose latest question went wrong, some questions ago; the oldest first."""
    latest = {attempt.exercise: (i, attempt.result) for i, attempt in enumerate(tries)}
    wrong = [(i, name) for name, (i, result) in latest.items() if result != "right"]
    rested = [(i, name) for i, name in wrong if len(tries) - 1 - i >= REST]
    return min(rested)[1] if rested else None


def following(tries: Sequence[Attempt], exercises: Sequence[Exercise]) -> tuple[str, int]:
    """Choose the next exercise, and a seed that it hasn't had.

    What went wrong comes back after a rest. Otherwise the one asked least often, at the level
    that was reached or as near to it as there is, and none of those just asked.
    """
    asked = Counter(attempt.exercise for attempt in tries)
    back = due([a for a in tries if a.exercise in {e.id for e in exercises}])
    if back is None:
        now = level(tries, {a.exercise: find(a.exercise).level for a in tries})
        resting = {attempt.exercise for attempt in tries[-REST:]}
        rested = [e for e in exercises if e.id not in resting]
        back = min(rested or exercises, key=lambda e: (abs(e.level - now), asked[e.id])).id
    return back, 1 + max((a.seed for a in tries if a.exercise == back), default=0)


class Practice(Named):
    """Questions of one topic (or of all), each on fresh data; it shows itself when it ends a cell.

    Attributes
    ----------
    question : Question
        The one that is asked now.
    progress : Progress
        What was asked so far.
    """

    def __init__(self, topic: str | None = None, progress: str | PathLike[str] | None = PROGRESS):
        self._exercises = [find(id) for id in exercises(topic)]
        self.topic, self.progress = topic, Progress(progress)
        self._passed: list[str] = []  # left open in a row
        self.question = self._next()

    @property
    def _tries(self) -> list[Attempt]:
        ids = {e.id for e in self._exercises}
        return [a for a in self.progress.first_tries if a.exercise in ids]

    def _next(self) -> Question:
        left = [e for e in self._exercises if e.id not in self._passed]
        return exercise(*following(self._tries, left or self._exercises))

    def check(self, answer: object) -> Verdict:
        """Check an answer, and remember how it went; a blank isn't remembered."""
        verdict = self.question.check(answer)
        if verdict.correct is not None:
            self._remember("right" if verdict.correct else "wrong", verdict.misconception or "")
        return verdict

    def _remember(self, result: str, mistake: str = "") -> None:
        self.progress.add(Attempt(self.question.id, self.question.seed, result, mistake))

    def hint(self) -> str:
        """Return the next hint."""
        return self.question.hint()

    def solution(self) -> Any:
        """Show the working; looked at before a right answer, it counts as not known yet."""
        self._remember("shown")
        return self.question.solution()

    def next(self) -> Practice:
        """Go on: harder after success, and back to what went wrong."""
        done = (self.question.id, self.question.seed)
        left_open = done not in {(a.exercise, a.seed) for a in self._tries}
        self._passed = [*self._passed, self.question.id] if left_open else []
        self.question = self._next()
        return self

    @property
    def level(self) -> int:
        """How hard questions are now, from 1 to 3."""
        return level(self._tries, {e.id: e.level for e in self._exercises})

    @property
    def summary(self) -> str:
        """How it goes, in a line."""
        right = sum(attempt.result == "right" for attempt in self._tries)
        return f"{len(self._tries)} asked, {right} right at the first try · level {self.level} of 3"

    def trace(self) -> Trace:
        """Lay out how often each exercise was asked, and which mistakes were made."""
        tries, ids = self._tries, [e.id for e in self._exercises]
        asked = Counter(a.exercise for a in tries)
        right = Counter(a.exercise for a in tries if a.result == "right")
        mistakes = [_mistakes(self.progress, id) for id in ids]
        columns = {"exercise": ids, "level": [e.level for e in self._exercises]}
        columns |= {"asked": [asked[i] for i in ids], "right": [right[i] for i in ids]}
        return Trace.of(self.summary, columns | {"mistakes": mistakes})

    def __str__(self) -> str:
        return f"{self.summary}\n\n{self.question}\n{HELP}"

    __repr__ = __str__

    def _ipython_display_(self):
        print(self.summary)
        self.question._ipython_display_()
        print(HELP)


def _mistakes(progress: Progress, id: str) -> str:
    made = Counter(a.mistake for a in progress.attempts if a.exercise == id and a.mistake)
    return ", ".join(f"{name} ({n})" if n > 1 else name for name, n in made.most_common())


def practice(topic: str | None = None, progress: str | PathLike[str] | None = PROGRESS) -> Practice:
    """Practise a topic: fresh data each time, harder as you succeed, and back to what went wrong.

    Parameters
    ----------
    topic : str, optional
        Such as ``"roc"``; all topics without one.
    progress : path or None
        Where to remember how it went: a small CSV file in the current folder, made with the first
        answer. Read it, or delete it to start anew. With None nothing is kept.

    Returns
    -------
    Practice
        ``.check(answer)``, ``.hint()`` and ``.solution()`` are those of its question, ``.next()``
        goes on, ``.trace()`` shows how far you are.

    Raises
    ------
    UnknownNameError
        If there is no such topic.
    MetricError
        If the file holds something else than progress.

    Examples
    --------
    >>> p = practice("counts", progress=None)
    >>> p.summary
    '0 asked, 0 right at the first try · level 1 of 3'
    >>> p.check(p.question.answer).correct, p.next().summary
    (True, '1 asked, 1 right at the first try · level 1 of 3')
    """
    return Practice(topic, progress)


HEAD = [field.name for field in fields(Attempt)]


TYPED_HELP = 'Type an answer, or: "hint", "solution", "next", "quit".'
LEAVES = ("quit", "q", "exit", None)


def run(arguments) -> int:
    """Ask what the command line asks for."""
    if arguments.list:
        show(listed(exercises(arguments.topic)))
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
    print(TYPED_HELP)
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
