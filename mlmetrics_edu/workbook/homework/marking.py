"""Marking what came back: each answer right, a known mistake, something else, or left open."""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ...core import digits, saving
from ...core.errors import InputError
from ...core.escaping import in_a_cell, lines, printable
from ...core.trace import Trace, show
from ...plots import class_mistakes
from ..exercises import reading
from ..exercises.forms import REMARKS
from ..exercises.question import BLANK, Question, Verdict
from ..exercises.registry import find
from . import answers, feedback
from .credit import Credit, number, read_credit
from .handout import BOM
from .plan import Plan, Student, read_plan

MISSING = "not handed in"
PARTS = ("", "_credit", "_mistake", "_typed")  # columns of each question
MOST = 6  # mistakes of a question that are listed one by one
LONGEST = 80  # letters of an answer in a table
EQUAL = Credit()


@dataclass(frozen=True)
class Marked:
    """One student's work, marked.

    Attributes
    ----------
    student : Student
    verdicts : tuple of Verdict
        One for each question; none where nothing could be read.
    given : tuple
        The answers themselves.
    credits : tuple of float
        What each of them is worth.
    questions : tuple of Question
    note : str
        What a teacher should know.
    """

    student: Student
    verdicts: tuple[Verdict, ...] = ()
    given: tuple = ()
    credits: tuple[float, ...] = ()
    questions: tuple[Question, ...] = ()
    note: str = ""

    @property
    def score(self) -> float:
        """What all answers are worth together."""
        return sum(self.credits)


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
        id = self.plan.exercises[question]
        handed_in = (one for one in self.marked if one.verdicts)
        return Counter(outcome(one.verdicts[question], id) for one in handed_in)

    def csv(self) -> str:
        """Write a line a student: score, and for each question outcome, credit, mistake, answer."""
        import pandas as pd

        count = len(self.plan.exercises)
        heads = [f"q{n}{part}" for n in range(1, count + 1) for part in PARTS]
        rows = [self._row(one, count) for one in self.marked]
        head = ["place", "name", "id", "score", "out_of", *heads, "note"]
        return pd.DataFrame(rows, columns=head).to_csv(index=False, lineterminator="\n")

    def _row(self, one: Marked, count: int) -> tuple:
        cells = []
        for answered in zip(
            self.plan.exercises, one.verdicts, one.credits, one.given, strict=False
        ):
            id, verdict, credit, given = answered
            what, mistake = outcome(verdict, id)
            cells += [what, number(credit), in_a_cell(printable(mistake)), typed(given)]
        # Names, of a student or of a file, are for one line of a table.
        name, id, note = (
            in_a_cell(printable(text)) for text in (one.student.name, one.student.id, one.note)
        )
        cells = cells or [""] * len(PARTS) * count
        return one.student.place, name, id, number(one.score), count, *cells, note

    def trace(self) -> Trace:
        """Lay out each question: how many were right, and the mistakes, most frequent first."""
        counted = [self.outcomes(i) for i in range(len(self.plan.exercises))]
        columns = {"question": range(1, len(counted) + 1), "exercise": self.plan.exercises}
        for name in ("right", "other", "unread", "blank"):
            columns[name] = [c[name, ""] for c in counted]
        mistakes = [
            digits.listing([f"{m} ({n})" for m, n in mistakes_of(c)], MOST) for c in counted
        ]
        handed_in = sum(bool(one.verdicts) for one in self.marked)
        title = f"{self.plan.title}: {handed_in} of {len(self.marked)} handed in"
        return Trace.of(title, columns | {"known mistakes": mistakes})


def typed(answer) -> str:
    """Write an answer into a cell of a table, as it was typed; a blank as nothing."""
    if reading.is_blank(answer):
        return ""
    return in_a_cell(printable(feedback.shown(answer)[:LONGEST]))


def outcome(verdict: Verdict, id: str) -> tuple[str, str]:
    """Tell what became of an answer: right, mistake, other, unread or blank; and which mistake."""
    if verdict.correct is None:
        return "blank" if verdict.message == BLANK else "unread", ""
    if verdict.correct:
        return "right", ""
    names = (verdict.misconception or "").split(" or ")
    mistake = " or ".join(map(find(id).called, names))
    return ("mistake", mistake) if mistake else ("other", "")


def mistakes_of(counted: Counter) -> list[tuple[str, int]]:
    """List the mistakes made with a question, the most frequent first."""
    made = [(name, n) for (kind, name), n in counted.items() if kind == "mistake"]
    return sorted(made, key=lambda pair: (-pair[1], pair[0]))


def mark(plan: Plan, folder: Path, credit: Credit = EQUAL) -> Marks:
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
    handed_in, strangers = sort_out(plan, files)
    marked = tuple(_marked(plan, s, handed_in.get(s.place, []), credit) for s in plan.students)
    credit.check(_names(plan, marked))
    named = tuple(printable(str(path.relative_to(folder))) for path in strangers)
    return Marks(plan, marked, named)


def sort_out(plan: Plan, files: list[Path]) -> tuple[dict, list[Path]]:
    """Tell whose each file is: by what it says itself, else by its name."""
    by_name = {student.file: student.place for student in plan.students}
    places = {student.place for student in plan.students}
    handed_in: dict[int, list] = {}
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
            handed_in.setdefault(place, []).append((path, notebook, why))
    return handed_in, strangers


def _names(plan: Plan, marked: Iterable[Marked]) -> dict[str, set[str]]:
    """List the names that answers to each question may be given."""
    names = {id: {*REMARKS} for id in plan.exercises}
    for question in (question for one in marked for question in one.questions):
        names[question.id] |= question.misconceptions.keys()
    return names


def _marked(plan: Plan, student: Student, handed_in: list, credit: Credit) -> Marked:
    if not handed_in:
        return Marked(student, note=MISSING)
    note = "; ".join(_notes(handed_in))
    notebook = next((notebook for _, notebook, _ in handed_in if notebook), None)
    if notebook is None:
        return Marked(student, note=note)
    given = answers.answers(notebook, len(plan.exercises))
    questions = tuple(plan.questions(student))
    verdicts = tuple(q.check(answer) for q, answer in zip(questions, given, strict=True))
    credits = tuple(credit.of(v, q.id) for v, q in zip(verdicts, questions, strict=True))
    return Marked(student, verdicts, tuple(given), credits, questions, note)


def _notes(handed_in: list) -> Iterator[str]:
    readable = [path.name for path, notebook, _ in handed_in if notebook]
    if len(readable) > 1:
        yield f"handed in {len(readable)} times, {readable[0]} was marked"
    yield from (f"{path.name}: {why}" for path, _, why in handed_in if why)


def picture(marks: Marks) -> bytes:
    """Draw what became of each question, as PNG."""
    heads = [f"{n} · {find(id).title}" for n, id in enumerate(marks.plan.exercises, 1)]
    outcomes = {head: most_frequent(marks.outcomes(i)) for i, head in enumerate(heads)}
    return class_mistakes(outcomes).figure.png()


def most_frequent(counted: Counter) -> dict[tuple[str, str], int]:
    """Keep the mistakes that are made most; what only few made is one row.

    Examples
    --------
    >>> made = Counter({("right", ""): 9, **{("mistake", f"m{i}"): 20 - i for i in range(9)}})
    >>> [name for _, name in most_frequent(made)]
    ['', 'm0', 'm1', 'm2', 'm3', 'm4', 'm5', '3 other mistakes']
    """
    named = mistakes_of(counted)
    kept = {pair: n for pair, n in counted.items() if pair[0] != "mistake"}
    some = named if len(named) <= MOST + 1 else named[:MOST]
    kept |= {("mistake", name): n for name, n in some}
    if rest := named[len(some) :]:
        kept["mistake", f"{len(rest)} other mistakes"] = sum(n for _, n in rest)
    return kept


def grade(arguments) -> int:
    """Mark what came back: a table, a picture, a page for each student, and a summary."""
    folder = Path(arguments.directory)
    made, credit = read_plan(folder), read_credit(arguments.credit)
    table, image = (
        saving.target(folder / name, [Path(name).suffix], arguments.force)
        for name in ("marks.csv", "mistakes.png")
    )
    handed_in = Path(arguments.submitted) if arguments.submitted else folder / "students"
    marks = mark(made, handed_in, credit)
    pages = {folder / "feedback" / name: page for name, page in feedback.pages(marks).items()}
    for path in pages:
        saving.refuse_another(path, arguments.force)
    saving.write_together({table: BOM + marks.csv(), image: picture(marks), **pages})
    show({"marks": marks.trace()}, arguments.json)
    beside = sys.stderr if arguments.json else sys.stdout
    for stranger in marks.strangers:
        print(printable(f"{stranger}: belongs to nobody on the roster, not marked"), file=beside)
    print(lines(f"Written: {table}, {image}, {folder / 'feedback'}"), file=beside)
    return 0
