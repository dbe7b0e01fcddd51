"""Which lesson is meant, and what it consists of: for those who learn, or for those who teach."""

import ast
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

from markupsafe import Markup

from ...core.errors import InputError, UnknownNameError, did_you_mean
from ..cells import source
from ..exercises.question import Question, exercise
from ..lessons import TEACHING, all_lessons, folder
from . import markup
from .minutes import HOME

EVERY = "all"
WORDS = "Words"  # the part with the glossary
SHOWN = 8  # so many mistakes of an exercise are listed, its own first
FOLD = re.compile(
    r'(?s)(?:<style>.*?</style>\s*)?(?P<asked>.*?)<details class="guess">\s*'
    r"<summary>.*?</summary>(?P<folded>.*)</details>\s*"
)
EXERCISE = re.compile(r"(?m)^(\w+) = mm\.exercise\((.*)\)$")

EMPTY = Markup()

Kind = Literal["prose", "code", "guess", "exercise"]


@dataclass(frozen=True)
class Lesson:
    """A lesson, read from its file.

    Attributes
    ----------
    number : int
        Its place.
    title : str
        What it is called in English.
    path : pathlib.Path
        Its notebook.
    """

    number: int
    title: str
    path: Path

    @cached_property
    def notebook(self) -> dict:
        """The notebook, with what its cells show."""
        return json.loads(self.path.read_text(encoding="utf-8"))

    @property
    def notes(self) -> str:
        """What helps those who teach it, in Markdown, without a title; empty if there's none."""
        place = self.path.parent / TEACHING / f"{self.path.stem}.md"
        text = place.read_text(encoding="utf-8") if place.is_file() else ""
        return re.sub(r"\A# .*\n+", "", text)


def asked_for(words: list[str]) -> list[Lesson]:
    """Find lessons by their numbers, or by how their names begin, each once.

    Parameters
    ----------
    words : list of str
        ``"5"``, ``"05"``, ``"05-twenty"``, ``"twenty-cars"``, or ``"all"``.

    Raises
    ------
    UnknownNameError
        If no lesson is called so.
    InputError
        If more than one is.

    Examples
    --------
    >>> [lesson.number for lesson in asked_for(["5", "roc-by", "05"])]
    [5, 8]
    """
    known = [Lesson(one.number, one.title, folder() / one.file) for one in all_lessons()]
    found = [known if word == EVERY else [_one(word, known)] for word in words]
    return list(dict.fromkeys(lesson for lessons in found for lesson in lessons))


def _one(word: str, known: list[Lesson]) -> Lesson:
    """Find the one lesson that a word means."""
    start = Path(word).name.removesuffix(".ipynb").casefold()
    if re.fullmatch(r"\d{1,9}", start):
        met = [lesson for lesson in known if lesson.number == int(start)]
    else:
        met = [lesson for lesson in known if any(n.startswith(start) for n in _names(lesson))]
    if len(met) > 1:
        named = ", ".join(lesson.path.stem for lesson in met)
        why = "one word means one lesson"
        raise InputError(f"{word} begins the names of {named}", why, "type more of the name")
    if not met:
        names = [name for lesson in known for name in _names(lesson)]
        why = f"the lessons are numbered from {known[0].number} to {known[-1].number}"
        help = did_you_mean(start, names, "type a number, or how a lesson's name begins")
        raise UnknownNameError(f"there is no lesson {word}", why, help)
    return met[0]


def _names(lesson: Lesson) -> tuple[str, str]:
    """Name a lesson as its file does, with its number and without."""
    return lesson.path.stem, lesson.path.stem.partition("-")[2]


@dataclass(frozen=True)
class Piece:
    """A cell, as it is handed out.

    Attributes
    ----------
    kind : str
        What it is: prose, code, a guess or an exercise.
    part : str
        The heading of the part it stands in.
    slide : str
        What it is on slides, as notebooks say it: slide, subslide, fragment, skip or notes.
    body : Markup
        What everyone sees: text, what code shows, or what is asked.
    code : Markup
        The code, where it is to be seen.
    answer : Markup
        The answer; empty for those who learn.
    mistakes : tuple of (str, str)
        What known mistakes give, and their names; empty for those who learn.
    """

    kind: Kind
    part: str
    slide: str
    body: Markup
    code: Markup = EMPTY
    answer: Markup = EMPTY
    mistakes: tuple[tuple[str, str], ...] = ()


def pieces(notebook: dict, teacher: bool) -> Iterator[Piece]:
    """Go through a lesson, cell by cell.

    Parameters
    ----------
    notebook : dict
        The lesson, with what its cells show.
    teacher : bool
        Whether answers are told; without that, they are nowhere in what comes back.
    """
    part = ""
    for cell in notebook["cells"]:
        text, tags = source(cell), cell["metadata"].get("tags", [])
        slide = cell["metadata"].get("slideshow", {}).get("slide_type", "")
        if cell["cell_type"] == "markdown":
            head = re.search(r"(?m)^## (.*)$", text)
            part = head[1].strip() if head else part
            yield Piece("prose", part, slide, markup.prose(text, teacher))
        elif "predict" in tags:
            yield _guess(cell, part, slide, teacher)
        elif found := EXERCISE.search(text):
            yield _exercise(cell, part, slide, found[2] if teacher else None)
        elif "exercise" not in tags:  # a blank to type into
            shown = EMPTY if part == HOME or part.startswith(WORDS) else markup.code(text)
            yield Piece("code", part, slide, _outputs(cell), shown)


def _outputs(cell: dict) -> Markup:
    return Markup("\n").join(map(markup.output, cell["outputs"]))


def _guess(cell: dict, part: str, slide: str, teacher: bool) -> Piece:
    """Part a guess from its answer; its code holds the answer, too."""
    shown = _outputs(cell)
    found = FOLD.fullmatch(shown)
    asked = Markup(found["asked"]) if found else EMPTY
    if not teacher:
        return Piece("guess", part, slide, asked)
    answer = Markup(found["folded"]) if found else shown
    return Piece("guess", part, slide, asked, markup.code(source(cell)), answer)


def _exercise(cell: dict, part: str, slide: str, asked: str | None) -> Piece:
    """Write a question as the lesson shows it; for those who teach, work it out anew."""
    if asked is None:
        return Piece("exercise", part, slide, _outputs(cell))
    question = question_in(asked)
    known = question.misconceptions.items()
    mistakes = tuple((question.form.write(value), name) for name, value in known)
    answer = Markup(question.solution()._repr_html_())
    return Piece("exercise", part, slide, _outputs(cell), EMPTY, answer, mistakes)


def question_in(written: str) -> Question:
    """Ask the exercise that a lesson's code asks for: its id, and perhaps a seed."""
    call = ast.parse(f"exercise({written})", mode="eval").body
    named = {given.arg: ast.literal_eval(given.value) for given in call.keywords}
    return exercise(*map(ast.literal_eval, call.args), **named)
