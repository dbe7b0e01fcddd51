"""Homework: a notebook a student, its key, and marks that name the mistakes.

Here is what an assignment asks, and of whom: a roster, questions, and all data from one seed.
``handout`` writes it down; ``marking`` reads and marks what comes back.
"""

from __future__ import annotations

import hashlib
import json
import re
import secrets
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from ...core import inputs, table_files
from ...core.errors import InputError, MetricError
from ..exercises import checked_topic, exercises, find
from ..exercises.question import Question, exercise
from ..score_files import opened, tell

FILE = "assignment.json"
MOST = 10**9  # students of a class: a place beyond was mistyped
TRIES = 20  # seeds for one question, should one of them give no data
NAMES = ("name", "student", "姓名", "名字")
NUMBERS = ("id", "number", "student id", "student number", "学号", "學號")
LONGEST = 40  # letters of a name in the name of a file


@dataclass(frozen=True)
class Student:
    """One student of a class.

    Attributes
    ----------
    place : int
        The line in the roster, counted from 1: it tells two of one name apart.
    name : str
        As the roster has it.
    id : str
        A number of the school's, or nothing.
    """

    place: int
    name: str
    id: str = ""

    @property
    def file(self) -> str:
        """A name for files that every system takes: the place, and what can stay of the name.

        Examples
        --------
        >>> Student(7, "../Zoë O'Hara <b>").file, Student(12, "李 雷").file, Student(3, "=1+1").file
        ('007-Zoë-O-Hara-b', '012-李-雷', '003-1-1')
        """
        letters = re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", self.name)).strip("-")
        return f"{self.place:03d}-{letters[:LONGEST]}".rstrip("-")


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
        """Return the data of one student's question: nobody can guess them without the seed.

        Examples
        --------
        >>> plan = Plan("", "s", ("a", "b"), (Student(1, "Ann"), Student(2, "Ann")))
        >>> len({plan.seed_of(s, n) for s in plan.students for n in (1, 2)})
        4
        """
        key = f"{self.seed}/{student.place}/{self.exercises[number - 1]}/{attempt}"
        return int.from_bytes(hashlib.sha256(key.encode()).digest()[:6], "big")

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
    inputs.whole(count, "count", "it says how many questions to ask")
    topics = list(dict.fromkeys(checked_topic(topic) for topic in topics))
    # What can be marked from a notebook: no code of a learner's is run.
    marked = ([id for id in exercises(topic) if find(id).kind != "code"] for topic in topics)
    by_level = [sorted(ids, key=lambda id: find(id).level) for ids in marked]
    if count > (most := sum(map(len, by_level))):
        raise InputError(
            f"count={count}", f"there are {most} exercises on {', '.join(topics)}", "ask for fewer"
        )
    shares = [0] * len(topics)
    while sum(shares) < count:
        open_ones = [i for i, ids in enumerate(by_level) if shares[i] < len(ids)]
        shares[min(open_ones, key=lambda i: shares[i])] += 1
    pairs = zip(by_level, shares, strict=True)
    return tuple(id for ids, share in pairs for id in spread(ids, share))


def spread(row: Sequence[str], share: int) -> list[str]:
    """Take so many of a row, evenly from its beginning to its end."""
    return [row[round(i * (len(row) - 1) / max(share - 1, 1))] for i in range(share)]


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
        stored = json.loads(table_files.decoded(path.read_bytes(), str(path), "save it as UTF-8"))
        students = tuple(Student(**student) for student in stored["students"])
        made = Plan(stored["title"], stored["seed"], tuple(stored["exercises"]), students)
        made.text.encode("utf-8")  # half a letter can't be written anywhere
        fault = "" if _is_sound(made) else "it isn't what was written there"
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        fault = error.what if isinstance(error, MetricError) else str(error)
    if fault:
        raise InputError(
            f"{path} can't be read: {fault}",
            "it says which questions were asked of whom",
            "give the folder that `mlmetrics-edu assignment` wrote, with its key as it was",
        )
    return made


def _is_sound(made: Plan) -> bool:
    """Tell whether a plan asks exercises that there are, of students with a name and a place."""
    texts = [made.title, made.seed, *(text for s in made.students for text in (s.name, s.id))]
    places = [s.place for s in made.students if isinstance(s.place, int) and 0 < s.place < MOST]
    known = all(find(id) for id in made.exercises)
    alone = len({*places}) == len(made.students) > 0 < len(made.exercises)
    return known and alone and all(isinstance(text, str) for text in texts)


def read_roster(path, encoding: str = table_files.AUTO) -> list[Student]:
    """Read a roster: a table whose first line names its columns, one of them ``name``.

    Raises
    ------
    InputError
        If it can't be read, has no column of names, or no student.
    """
    table = opened(str(path), encoding)
    columns = [table.column(name) for name in _columns(table)]
    tell(table)
    if not table.lines:
        raise InputError(f"{path} names nobody", "homework is for students", "add a line for each")
    plain = [[" ".join(cell.split()) for cell in column] for column in columns]
    if "" in plain[0]:
        place = plain[0].index("") + 1
        raise InputError(
            f"{path}, line {table.lines[place - 1]}: the {place}. student has no name",
            "each notebook is written for somebody",
            "add the name, or leave the line out",
        )
    return [Student(place, *cells) for place, cells in enumerate(zip(*plain, strict=True), 1)]


def _columns(roster: table_files.Table) -> list[str]:
    """Find the column of names, and that of numbers, if there is one."""
    spellings: dict[str, list[str]] = {}
    for name in roster.header:
        spellings.setdefault(name.casefold(), []).append(name)
    names, numbers = (
        next(filter(None, map(spellings.get, those)), []) for those in (NAMES, NUMBERS)
    )
    if max(len(names), len(numbers)) > 1:
        raise InputError(
            f"{roster.name} has the columns {table_files.listed(max(names, numbers, key=len))}",
            "only one of them can be it",
            "give each column a name of its own",
        )
    if not names:
        raise InputError(
            f"{roster.name} has the columns {table_files.listed(roster.header)}",
            "its first line has to say where the names are",
            f"call a column {NAMES[0]} (and, if you like, another {NUMBERS[0]})",
        )
    return names + numbers
