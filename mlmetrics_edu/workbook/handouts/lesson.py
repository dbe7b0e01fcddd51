"""A lesson, read from its notebook: its parts, how long each takes, and its cells as HTML."""

from __future__ import annotations

import ast
import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from html import escape
from pathlib import Path
from typing import Literal

from markupsafe import Markup
from math_core import LatexError, LatexToMathML
from nbconvert.filters import Highlight2HTML, strip_ansi
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath
from pygments.formatters import HtmlFormatter

from ...core.errors import FormulaError, InputError, UnknownNameError, did_you_mean
from ..exercises.question import Question, exercise
from ..lessons import TEACHING, all_lessons, folder, in_sight, source

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
            yield Piece("prose", part, slide, prose(text, teacher))
        elif "predict" in tags:
            yield _guess(cell, part, slide, teacher)
        elif found := EXERCISE.search(text):
            yield _exercise(cell, part, slide, found[2] if teacher else None)
        elif "exercise" not in tags:  # a blank to type into
            shown = EMPTY if part == HOME or part.startswith(WORDS) else code(text)
            yield Piece("code", part, slide, _outputs(cell), shown)


def _outputs(cell: dict) -> Markup:
    return Markup("\n").join(map(output, cell["outputs"]))


def _guess(cell: dict, part: str, slide: str, teacher: bool) -> Piece:
    """Part a guess from its answer; its code holds the answer, too."""
    shown = _outputs(cell)
    found = FOLD.fullmatch(shown)
    asked = Markup(found["asked"]) if found else EMPTY
    if not teacher:
        return Piece("guess", part, slide, asked)
    answer = Markup(found["folded"]) if found else shown
    return Piece("guess", part, slide, asked, code(source(cell)), answer)


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


A_WORD = 60 / 180  # seconds
A_LINE = 8  # of code
A_GUESS = 60
AN_EXERCISE = 90
PICTURES = ("data:image/png;base64,", "srcdoc=")
GUESS, CHECKED = "mm.guess(", ".check("
HOME, LAST = "Exercises", "Recap"  # the part that is taken home, and the last that is read


@dataclass(frozen=True)
class Reading:
    """What a lesson asks of a reader, from its promise to its recap.

    Attributes
    ----------
    cells : int
        The cells in sight, exercises among them.
    words : int
        The words of the text.
    picture : int
        Which cell in sight shows the first picture, or instrument; 0 where there is none.
    wrong_ways : int
        How many stand under "What goes wrong".
    guesses, lines : int
        How many guesses are asked for, and lines of code shown.
    core, exercises : int
        Minutes, rounded up to five.
    """

    cells: int
    words: int
    picture: int
    wrong_ways: int
    guesses: int
    lines: int
    core: int
    exercises: int


def reading(notebook: dict) -> Reading:
    """Measure a lesson."""
    sight = read_cells(notebook)
    core = [cell for cell, part in sight if part != HOME]
    code = [cell for cell in core if cell["cell_type"] == "code"]
    shown = [place for place, (cell, _) in enumerate(sight, 1) if _shows(cell)]
    wrong = [source(cell) for cell, part in sight if part == "What goes wrong"]
    home = [cell for cell, part in sight if part == HOME]
    return Reading(
        cells=len(sight),
        words=sum(map(_words, core)),
        picture=shown[0] if shown else 0,
        wrong_ways=sum(len(re.findall(r"(?m)^### ", text)) for text in wrong),
        guesses=sum(GUESS in source(cell) for cell in code),
        lines=sum(map(_lines, code)),
        core=minutes(_seconds(core, False)),
        exercises=minutes(_seconds(home, True)),
    )


def by_part(notebook: dict) -> dict[str, int]:
    """Say how many minutes each part of a lesson takes, from its promise to its recap."""
    sight = read_cells(notebook)
    parts = dict.fromkeys(part for _, part in sight)
    cells = {part: [cell for cell, where in sight if where == part] for part in parts}
    return {part: max(1, round(_seconds(cells[part], part == HOME) / 60)) for part in parts}


def _seconds(cells: list[dict], home: bool) -> float:
    """Say how long some cells take; at home, code is typed only to answer."""
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    read = sum(map(_words, cells)) * A_WORD
    if home:
        return read + sum(CHECKED in source(cell) for cell in code) * AN_EXERCISE
    return read + sum(_lines(cell) * A_LINE + (GUESS in source(cell)) * A_GUESS for cell in code)


def read_cells(notebook: dict) -> list[tuple[dict, str]]:
    """List the cells that a reader sees up to the end of the recap, each with its part."""
    seen, part = [], ""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown" and (head := re.search(r"(?m)^## (.*)$", source(cell))):
            if part == LAST:
                break
            part = head[1].strip()
        hidden = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
        if not hidden and in_sight(source(cell)).strip():
            seen.append((cell, part))
    return seen


def _words(cell: dict) -> int:
    """Count the words of a text; those of code are counted as lines."""
    return len(in_sight(source(cell)).split()) if cell["cell_type"] == "markdown" else 0


def _lines(cell: dict) -> int:
    """Count the lines of code that hold anything."""
    return sum(bool(line.strip()) for line in source(cell).splitlines())


def _shows(cell: dict) -> bool:
    """Tell whether a cell shows a picture or an instrument without a click."""
    pages = ["".join(o.get("data", {}).get("text/html", "")) for o in cell.get("outputs", [])]
    folded = GUESS in source(cell)
    return not folded and any(sign in page for page in pages for sign in PICTURES)


def minutes(seconds: float) -> int:
    """Round up to five minutes.

    Examples
    --------
    >>> minutes(61), minutes(300), minutes(301)
    (5, 5, 10)
    """
    return 5 * math.ceil(seconds / 300)


CODE_STYLE = HtmlFormatter(style="bw", nobackground=True).get_style_defs(".highlight")
DETAILS = re.compile(r"(?s)<details>\s*<summary>(.*?)</summary>(.*?)</details>")
FRAME = re.compile(r"(?s)<iframe\b.*?</iframe>")  # what moves; beside it stands its picture
STILL = '<p class="still">In the lesson itself, you can move this.</p>'
# What ends a line may say how far the next one stands off; math-core would print that.
DISTANCE = re.compile(r"\\\\\s*\[\s*-?[\d.]+\s*(?:pt|em|ex|mm|cm|in|px)\s*\]")

CONVERTER = LatexToMathML(fancy_error=False)


def prose(markdown: str, opened: bool) -> Markup:
    """Write text as a reader sees it; a fold's answer only where it is to be open.

    Parameters
    ----------
    markdown : str
        The text, with formulas and folds.
    opened : bool
        Whether folds show what is in them; else there is room to write instead.

    Examples
    --------
    >>> prose("It's $x$. <!-- x == 1 -->", opened=True)
    Markup("<p>It's <math><mi>x</mi></math>.</p>\\n")
    >>> "none" in prose("<details><summary>Which?</summary>none</details>", opened=False)
    False
    """
    fold = _open if opened else _room
    text = DETAILS.sub(lambda found: fold(found[1], found[2]), in_sight(markdown))
    return Markup(MarkdownWithMath(_Renderer(escape=False, exclude_anchor_links=True))(text))


def _open(question: str, answer: str) -> str:
    return f'<div class="why"><p class="asked">{question}</p>\n{answer}</div>'


def _room(question: str, _answer: str) -> str:
    return f'<div class="why room"><p class="asked">{question}</p></div>'


class _Renderer(IPythonRenderer):
    """Markdown as notebooks have it, formulas as MathML; what lies beside a lesson isn't here."""

    def block_math(self, body: str) -> str:
        return mathml(body, display=True)

    def inline_math(self, body: str) -> str:
        return mathml(body, display=False)

    def latex_environment(self, name: str, body: str) -> str:
        return mathml(rf"\begin{{{name}}}{body}\end{{{name}}}", display=True)

    def link(self, text: str, url: str, title: str | None = None) -> str:
        return super().link(text, url, title) if url.startswith(("https://", "http://")) else text


def code(source: str) -> Markup:
    """Write Python so that its parts can be told apart in black and white."""
    return Markup(Highlight2HTML(pygments_lexer="ipython3")(source))


def output(shown: dict) -> Markup:
    """Write what a cell shows: its best form for a page; of what moves, the picture.

    Examples
    --------
    >>> output({"output_type": "stream", "text": "1 < 2\\n"})
    Markup('<pre>1 &lt; 2</pre>')
    """
    data = {kind: "".join(value) for kind, value in shown.get("data", {}).items()}
    if page := data.get("text/html"):
        return Markup(FRAME.sub(STILL, page))
    if latex := data.get("text/latex"):
        return Markup(mathml(latex.strip().strip("$"), display=True))
    text = data.get("text/plain") or "".join(shown.get("text", "") or shown.get("traceback", ""))
    return Markup("<pre>{}</pre>").format(Markup(escape(strip_ansi(text).rstrip(), quote=False)))


def mathml(latex: str, display: bool) -> str:
    r"""Write a formula for a page.

    Parameters
    ----------
    latex : str
        The formula as LaTeX writes it, without the dollars around it.
    display : bool
        Whether it stands on a line of its own.

    Returns
    -------
    str
        A ``<math>`` element.

    Raises
    ------
    FormulaError
        If that isn't a formula.

    Examples
    --------
    >>> mathml(r"\frac{3}{5}", display=False)
    '<math><mfrac><mn>3</mn><mn>5</mn></mfrac></math>'
    >>> mathml(r"\frac{3}{5", display=False)
    Traceback (most recent call last):
    mlmetrics_edu.core.errors.FormulaError: the formula \frac{3}{5 can't be set
      why: at its sign 11: Expected closing token "}", but reached end of input.
      do:  correct it there: what LaTeX itself knows of mathematics can be written
    """
    try:
        plain = DISTANCE.sub(lambda _: r"\\", latex)
        return CONVERTER.convert_with_local_state(plain, displaystyle=display)
    except LatexError as error:
        place, _, why = str(error).partition(": ")
        raise FormulaError(
            f"the formula {latex} can't be set",
            f"at its sign {int(place) + 1}: {why}",
            "correct it there: what LaTeX itself knows of mathematics can be written",
        ) from None
