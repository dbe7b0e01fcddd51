"""Marking what came back: each answer right, a known mistake, something else, or left open."""

import csv
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from ...core.errors import InputError
from ...core.escaping import in_a_cell, printable
from ...core.trace import Trace
from ..exercises.verdict import Verdict
from . import answers
from .plan import Plan
from .roster import Student

MISSING = "not handed in"


@dataclass(frozen=True)
class Marked:
    """One student's work, marked.

    Attributes
    ----------
    student : Student
    verdicts : tuple of Verdict
        One for each question; none where nothing could be read.
    note : str
        What a teacher should know.
    """

    student: Student
    verdicts: tuple[Verdict, ...]
    note: str = ""

    @property
    def score(self) -> int:
        """How many answers are right."""
        return sum(verdict.correct is True for verdict in self.verdicts)


@dataclass(frozen=True)
class Marks:
    """A class's work, marked.

    Attributes
    ----------
    plan : Plan
    marked : tuple of Marked
        In the order of the roster.
    strangers : tuple of str
        Files that belong to nobody.
    """

    plan: Plan
    marked: tuple[Marked, ...]
    strangers: tuple[str, ...] = ()

    def outcomes(self, question: int) -> Counter:
        """Count what became of a question (from 0 on): pairs of outcome and mistake's name."""
        handed_in = (one for one in self.marked if one.verdicts)
        return Counter(outcome(one.verdicts[question]) for one in handed_in)

    def csv(self) -> str:
        """Write a line a student: score, and for each question its outcome and mistake."""
        file = io.StringIO()
        numbers = range(1, len(self.plan.exercises) + 1)
        writer = csv.writer(file, lineterminator="\n")
        heads = [f"q{n}{part}" for n in numbers for part in ("", "_mistake")]
        writer.writerow(["place", "name", "id", "score", "out_of", *heads, "note"])
        writer.writerows(map(self._row, self.marked))
        return file.getvalue()

    def _row(self, one: Marked) -> list:
        cells = [cell for v in one.verdicts for cell in outcome(v)]
        cells += [""] * (2 * len(self.plan.exercises) - len(cells))
        student = (one.student.place, _plain(one.student.name), _plain(one.student.id))
        return [*student, one.score, len(self.plan.exercises), *cells, _plain(one.note)]

    def trace(self) -> Trace:
        """Lay out each question: how many were right, and the mistakes, most frequent first."""
        counted = [self.outcomes(i) for i in range(len(self.plan.exercises))]
        columns = {"question": range(1, len(counted) + 1), "exercise": self.plan.exercises}
        for name in ("right", "other", "blank"):
            columns[name] = [c[name, ""] for c in counted]
        mistakes = [", ".join(f"{m} ({n})" for m, n in mistakes_of(c)) or "–" for c in counted]
        handed_in = sum(bool(one.verdicts) for one in self.marked)
        title = f"{self.plan.title}: {handed_in} of {len(self.marked)} handed in"
        return Trace.of(title, columns | {"known mistakes": mistakes})


def _plain(text: str) -> str:
    """Write a name, of a student or of a file, for one line of a table."""
    return in_a_cell(printable(text))


def outcome(verdict: Verdict) -> tuple[str, str]:
    """Tell what became of an answer: right, mistake, other or blank; and which mistake."""
    if verdict.correct is None:
        return "blank", ""
    if verdict.correct:
        return "right", ""
    return ("mistake", verdict.misconception) if verdict.misconception else ("other", "")


def mistakes_of(counted: Counter) -> list[tuple[str, int]]:
    """List the mistakes made with a question, the most frequent first."""
    made = [(name, n) for (kind, name), n in counted.items() if kind == "mistake"]
    return sorted(made, key=lambda pair: (-pair[1], pair[0]))


def mark(plan: Plan, folder: Path) -> Marks:
    """Mark all notebooks of a folder; what can't be read is noted, and the rest goes on.

    Raises
    ------
    InputError
        If there is no notebook.
    """
    files = [p for p in sorted(folder.rglob("*.ipynb")) if ".ipynb_checkpoints" not in p.parts]
    if not files:
        raise InputError(
            f"there is no notebook in {folder}",
            "what students handed in is looked for there",
            "put it there, or name its folder: --submitted DIR",
        )
    found, strangers = sort_out(plan, files)
    marked = tuple(_marked(plan, s, found.get(s.place, [])) for s in plan.students)
    named = tuple(printable(str(path.relative_to(folder))) for path in strangers)
    return Marks(plan, marked, named)


def sort_out(plan: Plan, files: list[Path]) -> tuple[dict, list[Path]]:
    """Tell whose each file is: by what it says itself, else by its name."""
    by_name = {student.file: student.place for student in plan.students}
    places = {student.place for student in plan.students}
    found: dict[int, list] = {}
    strangers = []
    for path in files:
        try:
            notebook, why = answers.read_notebook(path), ""
            place = answers.student_of(notebook)
        except ValueError as error:
            notebook, place, why = None, None, str(error)
        place = place if place in places else by_name.get(path.stem)
        if place is None:
            strangers.append(path)
        else:
            found.setdefault(place, []).append((path, notebook, why))
    return found, strangers


def _marked(plan: Plan, student: Student, handed_in: list) -> Marked:
    if not handed_in:
        return Marked(student, (), MISSING)
    notes = list(_notes(handed_in))
    notebook = next((notebook for _, notebook, _ in handed_in if notebook), None)
    if notebook is None:
        return Marked(student, (), "; ".join(notes))
    given = answers.answers(notebook, len(plan.exercises))
    questions = plan.questions(student)
    verdicts = tuple(q.check(answer) for q, answer in zip(questions, given, strict=True))
    return Marked(student, verdicts, "; ".join(notes))


def _notes(handed_in: list) -> Iterator[str]:
    readable = [path.name for path, notebook, _ in handed_in if notebook]
    if len(readable) > 1:
        yield f"handed in {len(readable)} times, {readable[0]} was marked"
    yield from (f"{path.name}: {why}" for path, _, why in handed_in if why)
