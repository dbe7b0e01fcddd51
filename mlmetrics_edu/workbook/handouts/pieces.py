"""What a lesson consists of, for those who learn (without answers) or for those who teach."""

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from markupsafe import Markup

from ..cells import source
from ..exercises.question import Question, exercise
from . import markup
from .minutes import HOME

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
