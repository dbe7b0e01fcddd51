"""What an assignment asks: the questions, and the data of each student, all from one seed."""

import hashlib
import json
import secrets
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from ...core import settings
from ...core.errors import InputError, MetricError
from ..exercises.question import Question, exercise
from ..exercises.registry import checked_topic, exercises, find
from .roster import Student

FILE = "assignment.json"
TRIES = 20  # seeds for one question, should one of them give no data


@dataclass(frozen=True)
class Plan:
    """An assignment for a class.

    Attributes
    ----------
    title : str
        What stands above it.
    seed : str
        From it follow the data of every student.
    exercises : tuple of str
        The questions, by the ids of their exercises.
    students : tuple of Student
    """

    title: str
    seed: str
    exercises: tuple[str, ...]
    students: tuple[Student, ...]

    def seed_of(self, student: Student, number: int, attempt: int = 0) -> int:
        """Give the data of one student's question: nobody can guess them without the seed.

        Examples
        --------
        >>> plan = Plan("", "s", ("a", "b"), (Student(1, "Ann"), Student(2, "Ann")))
        >>> len({plan.seed_of(s, n) for s in plan.students for n in (1, 2)})
        4
        """
        told = f"{self.seed}/{student.place}/{self.exercises[number - 1]}/{attempt}"
        return int.from_bytes(hashlib.sha256(told.encode()).digest()[:6], "big")

    def questions(self, student: Student) -> list[Question]:
        """Ask one student's questions."""
        return [self._question(student, n) for n in range(1, len(self.exercises) + 1)]

    def _question(self, student: Student, number: int) -> Question:
        for attempt in range(TRIES):
            try:
                return exercise(self.exercises[number - 1], self.seed_of(student, number, attempt))
            except MetricError as error:
                refused = error
        raise refused

    @cached_property
    def text(self) -> str:
        """The plan as JSON."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n"


def chosen(topics: Sequence[str], count: int) -> tuple[str, ...]:
    """Choose so many exercises, of each topic about as many, the easy ones first.

    Examples
    --------
    >>> chosen(["counts"], 1)
    ('counts.screening',)
    """
    settings.whole(count, "count", "it says how many questions to ask")
    topics = list(dict.fromkeys(checked_topic(topic) for topic in topics))
    by_level = [sorted(exercises(topic), key=lambda id: find(id).level) for topic in topics]
    if count > (most := sum(map(len, by_level))):
        raise InputError(
            f"count={count}", f"there are {most} exercises on {', '.join(topics)}", "ask for fewer"
        )
    shares = [0] * len(topics)
    while sum(shares) < count:
        open_ones = [i for i, found in enumerate(by_level) if shares[i] < len(found)]
        shares[min(open_ones, key=lambda i: shares[i])] += 1
    pairs = zip(by_level, shares, strict=True)
    return tuple(id for found, share in pairs for id in spread(found, share))


def spread(found: Sequence[str], share: int) -> list[str]:
    """Take so many of a row, evenly from its beginning to its end."""
    return [found[round(i * (len(found) - 1) / max(share - 1, 1))] for i in range(share)]


def plan(title, seed, topics, count, students) -> Plan:
    """Plan an assignment; without a seed it is drawn."""
    named = title or "Homework: " + ", ".join(topics)
    return Plan(named, seed or secrets.token_hex(8), chosen(topics, count), tuple(students))


def read_plan(folder: Path) -> Plan:
    """Read the plan that an assignment was made by.

    Raises
    ------
    InputError
        If there is none.
    """
    path = folder / "key" / FILE
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        students = tuple(Student(**student) for student in told["students"])
        return Plan(told["title"], told["seed"], tuple(told["exercises"]), students)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise InputError(
            f"{path} can't be read: {error}",
            "it says which questions were asked of whom",
            "give the folder that `mlmetrics-edu assignment` wrote, with its key",
        ) from None
