"""Homework that came back: read without running it, and marked, with each known mistake named."""

from __future__ import annotations

import ast
import json
import operator
import warnings
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path

from ...core import saving, table_files, words
from ...core.errors import InputError, did_you_mean, lines, printable
from ...core.inputs import is_number, short
from ...core.trace import Trace, in_a_cell, show
from ...metrics.confusion import Confusion
from ...plots.rows import class_mistakes
from ..exercises import find, reading
from ..exercises.question import BLANK, Question, Verdict
from ..exercises.typed import FOLLOWED, REMARKS
from ..lessons import template
from . import Plan, Student, read_plan
from .handout import BOM

MISSING = "not handed in"
PARTS = ("", "_credit", "_mistake", "_typed")  # columns of each question
MOST = 6  # mistakes of a question that are listed one by one
LONGEST = 80  # letters of an answer in a table
FOLLOW = "follow-through"  # of one mistake, with which all that came after was worked out rightly
ANY = "*"  # the table for all exercises
FORM = (
    'a table for all exercises, ["*"], and one for each that differs, such as ["counts.screening"]'
)
KINDS = {True: "right", False: "wrong", None: "open"}


@dataclass(frozen=True)
class Credit:
    """What answers are worth, from 0 to 1.

    Parameters
    ----------
    tables : mapping of str to mapping
        For an exercise, or for all (``"*"``), the credit for a mistake or a remark by its name.

    Examples
    --------
    >>> credit = Credit({"*": {"two digits": 0.8, "recall": 0.5}, "pr.sinking": {"recall": 0}})
    >>> credit.of(Verdict(True, "two digits", ""), "pr.sinking"), credit.of(None, "pr.sinking")
    (0.8, 0)
    >>> credit.of(Verdict(False, "recall or accuracy", ""), "counts.screening")
    0.5
    """

    tables: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    def of(self, verdict: Verdict | None, exercise: str) -> float:
        """Tell what one answer is worth; of several mistakes that it may be, the best counts."""
        if verdict is None or verdict.correct is None:
            return 0
        usual = 1 if verdict.correct else 0
        worth = {**self.tables.get(ANY, {}), **self.tables.get(exercise, {})}
        names = (verdict.misconception or "").split(" or ")
        names += [FOLLOW for name in names if name.endswith(FOLLOWED)]
        return max(worth.get(name.removesuffix(FOLLOWED), usual) for name in names)

    def check(self, known: Mapping[str, Collection[str]]) -> None:
        """Refuse names of exercises and mistakes that there are none of.

        Parameters
        ----------
        known : mapping of str to collection of str
            For each exercise that was asked, the names that its answers may be given.

        Raises
        ------
        InputError
            If a name isn't among them.
        """
        everywhere = {name for names in known.values() for name in names}
        for table, worth in self.tables.items():
            if table not in {ANY, *known}:
                raise _unknown(f"the exercise {short(table)}", table, known)
            names = {FOLLOW, *(everywhere if table == ANY else known[table])}
            for name in worth.keys() - names:
                raise _unknown(f"{short(name)} under {short(table)}", name, names)


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
        mistakes = [words.listing([f"{m} ({n})" for m, n in mistakes_of(c)], MOST) for c in counted]
        handed_in = sum(bool(one.verdicts) for one in self.marked)
        title = f"{self.plan.title}: {handed_in} of {len(self.marked)} handed in"
        return Trace.of(title, columns | {"known mistakes": mistakes})


def typed(answer) -> str:
    """Write an answer into a cell of a table, as it was typed; a blank as nothing."""
    if reading.is_blank(answer):
        return ""
    return in_a_cell(printable(as_typed(answer)[:LONGEST]))


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
            notebook, why = read_notebook(path), ""
            place = student_of(notebook)
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
    given = answers(notebook, len(plan.exercises))
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
    pages = {folder / "feedback" / name: page for name, page in feedback_pages(marks).items()}
    for path in pages:
        saving.refuse_another(path, arguments.force)
    saving.write_together({table: BOM + marks.csv(), image: picture(marks), **pages})
    show(marks.trace())
    for stranger in marks.strangers:
        print(printable(f"{stranger}: belongs to nobody on the roster, not marked"))
    print(lines(f"Written: {table}, {image}, {folder / 'feedback'}"))
    return 0


def _unknown(what: str, name: str, names: Collection[str]) -> InputError:
    return InputError(
        f"the credits speak of {what}",
        did_you_mean(name, sorted(names), "nothing of that name was asked or can be answered"),
        "write a name as it stands in marks.csv or in the key",
    )


def read_credit(name: str | None) -> Credit:
    """Read what answers are worth; without a file, right ones 1 and all others 0.

    Raises
    ------
    InputError
        If the file can't be read, or a credit isn't from 0 to 1.
    """
    if name is None:
        return Credit()
    tables = table_files.toml(Path(name), FORM)
    for table, worth in tables.items():
        if not isinstance(worth, dict):
            raise InputError(
                f"{name} has {table} = {short(worth)}", "it needs a table", f"write {FORM}"
            )
        for mistake, value in worth.items():
            if not is_number(value) or not 0 <= value <= 1:
                raise InputError(
                    f"{name} gives {short(mistake)} a credit of {short(value)}",
                    "a right answer is worth 1, and no answer 0",
                    "give a number from 0 to 1",
                )
    return Credit(tables)


def number(credit: float) -> str:
    """Write a credit, or the sum of some, without the traces of binary fractions.

    Examples
    --------
    >>> number(0.1 + 0.2), number(3)
    ('0.3', '3')
    """
    return f"{credit:.6g}"


def feedback_pages(marks) -> dict[str, str]:
    """Write the pages of all who handed something in, by the names of their files.

    Parameters
    ----------
    marks : Marks
        A class's work.
    """
    page = template(__package__, "feedback.html")
    tools = {"typed": as_typed, "blank": reading.is_blank, "number": number, "kinds": KINDS}
    return {
        f"{one.student.file}.html": page.render(
            plan=marks.plan,
            one=one,
            answered=[*zip(one.questions, one.given, one.verdicts, one.credits, strict=True)],
            **tools,
        )
        for one in marks.marked
        if one.verdicts
    }


def as_typed(answer) -> str:
    """Write an answer as it was typed."""
    return answer.strip()[:500] if isinstance(answer, str) else reading.quoted(answer)


LARGEST = 50_000_000  # bytes of a notebook that is still read
LARGEST_TEXT = 2000  # letters of an answer that is still read
OPERATIONS = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}
SIGNS = {ast.USub: operator.neg, ast.UAdd: operator.pos}
GROUPS = {ast.List: list, ast.Tuple: tuple, ast.Set: set}


class Unreadable(Exception):
    """Source that is more than a value."""


class NotRead:
    """An answer that is no value; it shows itself as it was written."""

    def __init__(self, source: str):
        self.source = source

    def __repr__(self) -> str:
        return self.source


def read_notebook(path: Path) -> dict:
    """Read a notebook's JSON.

    Raises
    ------
    ValueError
        If it isn't one, in words for a teacher.
    """
    try:
        if not path.is_file():  # a link to nothing, a folder, or a pipe that would never end
            raise ValueError("not a file")
        if path.stat().st_size > LARGEST:
            raise ValueError("the file is too large")
        content = path.read_bytes()
    except OSError as error:
        raise ValueError(f"the file can't be opened: {error.strerror}") from None
    try:
        notebook = json.loads(table_files.decoded(content, path.name, "save it as UTF-8"))
    except (ValueError, RecursionError):
        raise ValueError("not a notebook that can be read") from None
    if not isinstance(notebook, dict) or not isinstance(notebook.get("cells"), list):
        raise ValueError("not a notebook")
    return notebook


def student_of(notebook: dict) -> int | None:
    """Tell whose notebook it is, as it says itself."""
    about = notebook.get("metadata")
    ours = about.get("mlmetrics") if isinstance(about, dict) else None
    place = ours.get("student") if isinstance(ours, dict) else None
    return place if isinstance(place, int) else None


def answers(notebook: dict, count: int) -> list:
    """Read the answers 1 … count; the last one that is written for a question counts."""
    last = dict.fromkeys(range(1, count + 1), ...)
    for source in code(notebook):
        for name, value in assignments(source):
            number = name.removeprefix("answer")
            if name.startswith("answer") and number.isdecimal() and int(number) in last:
                last[int(number)] = value
    return list(last.values())


def code(notebook: dict) -> Iterator[str]:
    """List the source of the code cells."""
    for cell in notebook["cells"]:
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            lines = cell.get("source", "")
            text = "".join(map(str, lines)) if isinstance(lines, list) else str(lines)
            if len(text) <= LARGEST_TEXT * 10:
                yield text


def assignments(source: str) -> Iterator[tuple[str, object]]:
    """Find the assignments of a cell; one with an error in it is read line by line."""
    for part in [source] if parsed(source) else source.splitlines():
        for node in getattr(parsed(part), "body", ()):
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                yield node.targets[0].id, written(part, node.value)
    if not parsed(source):
        yield from broken(source)


def parsed(source: str) -> ast.Module | None:
    """Parse a piece of source; None where it is no Python."""
    try:
        with warnings.catch_warnings():  # about a stray backslash, say: it is the student's
            warnings.simplefilter("ignore")
            return ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def broken(source: str) -> Iterator[tuple[str, str]]:
    """Find the texts of a cell that is no Python, such as ``answer1 = 57.1 %``."""
    for line in source.splitlines():
        name, sign, text = (part.strip() for part in line.partition("="))
        if sign and name.isidentifier() and not parsed(line.strip()):
            yield name, text


def written(source: str, node: ast.expr):
    """Return the value of an answer as written; anything more than a value isn't worked out."""
    try:
        return value(node)
    except (Unreadable, ZeroDivisionError, OverflowError, TypeError, ValueError, RecursionError):
        return NotRead((ast.get_source_segment(source, node) or "")[:LARGEST_TEXT])


def value(node: ast.expr):
    """Work out numbers, texts, lists, fractions and counts; nothing else.

    Examples
    --------
    >>> value(ast.parse("[4/7, -1, 'a']", mode="eval").body)
    [0.5714285714285714, -1, 'a']
    """
    if isinstance(node, ast.Constant):
        return node.value
    if isinstance(node, ast.Name):
        return node.id  # a letter without its quotation marks
    if type(node) in GROUPS:
        return GROUPS[type(node)](value(part) for part in node.elts)
    if isinstance(node, ast.Dict) and None not in node.keys:
        return {value(k): value(v) for k, v in zip(node.keys, node.values, strict=True)}
    if isinstance(node, ast.UnaryOp) and type(node.op) in SIGNS:
        return SIGNS[type(node.op)](number_in(node.operand))
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATIONS:
        return OPERATIONS[type(node.op)](number_in(node.left), number_in(node.right))
    if isinstance(node, ast.Call):
        return called(node)
    raise Unreadable


def number_in(node: ast.expr):
    """Work out a part of a calculation, which has to be a number."""
    part = value(node)
    if isinstance(part, bool) or not isinstance(part, int | float | Fraction):
        raise Unreadable
    return part


def called(node: ast.Call):
    """Work out the few calls that write a value: Fraction(4, 7), mm.Confusion(…), set()."""
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    places = [value(part) for part in node.args]
    named = {word.arg: value(word.value) for word in node.keywords}
    if name == "Fraction" and all(isinstance(part, int) for part in places) and not named:
        return Fraction(*places)
    if name == "Confusion":
        return Confusion(*places, **named)
    if name in ("set", "array") and len(places) <= 1 and not named:
        return list(*places) if places else {}
    raise Unreadable
