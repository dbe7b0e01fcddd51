"""A practice session: one question at a time."""

from collections import Counter
from os import PathLike
from typing import Any

from ...core.trace import Trace
from ..exercises.question import Question, exercise
from ..exercises.registry import exercises, find
from ..exercises.verdict import Verdict
from ..lessons import PROGRESS
from .progress import Attempt, Progress
from .schedule import following, level

HELP = "Answer with .check(…); .hint() and .solution() help, and .next() goes on."


class Practice:
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

    def next(self) -> "Practice":
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
