"""Lessons on paper and on a projector: for those who learn, and for those who teach.

Here pages, PDFs and slides are made of what ``lesson`` reads: its parts, how long each takes.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from bs4 import BeautifulSoup
from bs4.element import Tag
from markupsafe import Markup

from ...core import saving
from ...core.errors import InputError, MetricError, choice, lines
from ..lessons import template
from .lesson import CODE_STYLE, SHOWN, Lesson, Piece, asked_for, by_part, pieces, prose

ENDINGS = {"html": (".html", ".htm"), "pdf": (".pdf",), "slides": (".html", ".htm")}
AUDIENCES = ("student", "teacher")


def run(arguments: argparse.Namespace) -> int:
    """Write what is asked for: all of it, or nothing."""
    format = choice(arguments.format, ENDINGS, "--format")
    audience = choice(vars(arguments)["for"], AUDIENCES, "--for")
    size = choice(arguments.paper.lower(), PAPER, "--paper")
    if format == "slides" and arguments.paper != arguments.usual("paper"):
        why = "slides are as wide as a screen"
        raise InputError("--paper beside --format slides", why, "leave one of them out")
    lessons = asked_for(arguments.lesson)
    targets = _targets(lessons, arguments, format)
    program = browser() if format == "pdf" else ""
    made = {}
    for lesson, target in zip(lessons, targets, strict=True):
        if len(lessons) > 1:
            print(lines(f"lesson {lesson.number} …"), file=sys.stderr)
        made[target] = _made(lesson, format, audience == "teacher", size, program)
    saving.write_together(made)
    print(lines("\n".join(f"written to {target}" for target in targets)))
    return 0


def _targets(lessons: list[Lesson], arguments: argparse.Namespace, format: str) -> list[Path]:
    """Say where each hand-out goes: into a folder, or one of them into a file of any name."""
    endings, force = ENDINGS[format], arguments.force
    out = saving.path_of(arguments.out)
    if not out.is_dir() and len(lessons) == 1:
        return [saving.target(out, endings, force)]
    if not out.is_dir():
        why = f"{len(lessons)} hand-outs don't fit into one file"
        raise InputError(f"there is no folder {out}", why, "make it first, or choose another")
    kind = f"{vars(arguments)['for']}{'-slides' * (format == 'slides')}{endings[0]}"
    return [saving.target(out / f"{lesson.path.stem}-{kind}", endings, force) for lesson in lessons]


def _made(lesson: Lesson, format: str, teacher: bool, size: str, program: str) -> str | bytes:
    """Make one hand-out."""
    if format == "slides":
        return deck(lesson, teacher)
    html = page(lesson, teacher, size)
    return as_pdf(html, program) if format == "pdf" else html


PAPER = {"a4": "A4", "letter": "letter"}
# As they are called where programs are looked for, and where they lie on Windows and a Mac.
CALLED = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
CALLED += ("chrome", "msedge", "microsoft-edge", "microsoft-edge-stable")
PROGRAMS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
ON_WINDOWS = ("Google/Chrome/Application/chrome.exe", "Microsoft/Edge/Application/msedge.exe")
ON_A_MAC = ("Google Chrome", "Chromium", "Microsoft Edge")
LONGEST = 120  # seconds
QUIET = ("--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking")


def page(lesson: Lesson, teacher: bool, paper: str = "a4") -> str:
    """Write a lesson as one page that asks for nothing from outside.

    Parameters
    ----------
    lesson : Lesson
        Which one.
    teacher : bool
        Whether answers, minutes and notes are told.
    paper : str
        ``"a4"`` or ``"letter"``.
    """
    times = by_part(lesson.notebook) if teacher else {}
    return template(__package__, "page.html").render(
        lesson=lesson,
        teacher=teacher,
        pieces=_timed(pieces(lesson.notebook, teacher), times),
        times=times,
        notes=prose(lesson.notes, opened=True) if teacher else "",
        SHOWN=SHOWN,
        paper=PAPER[paper],
        style=Markup(files(__package__).joinpath("page.css").read_text("utf-8")),
        code_style=Markup(CODE_STYLE),
    )


def _timed(told: Iterable[Piece], times: dict[str, int]) -> Iterator[Piece]:
    """Write the minutes of a part into its heading."""
    for piece in told:
        minutes, end = times.get(piece.part), Markup("</h2>")
        if minutes:
            beside = Markup(' <span class="minutes">{} min</span></h2>').format(minutes)
            piece = replace(piece, body=piece.body.replace(end, beside, 1))
        yield piece


def as_pdf(html: str, browser: str) -> bytes:
    """Print a page, and return the PDF.

    Parameters
    ----------
    html : str
        The page; it asks for nothing from outside.
    browser : str
        The program, from :func:`browser`.

    Raises
    ------
    MetricError
        If the browser doesn't print it.
    """
    # A browser in a snap has a /tmp of its own, and sees but the home folder.
    place = Path.home() if browser.startswith("/snap/") else None
    with tempfile.TemporaryDirectory(dir=place, ignore_cleanup_errors=True) as folder:
        page, pdf = Path(folder, "page.html"), Path(folder, "page.pdf")
        saving.write(page, html)
        # A profile of its own: a browser that is open already would take the page over.
        own = (f"--user-data-dir={Path(folder, 'profile')}", f"--print-to-pdf={pdf}")
        # Chromium refuses to run as root within its sandbox.
        root = ("--no-sandbox",) if getattr(os, "geteuid", lambda: 1)() == 0 else ()
        said = _run([browser, *QUIET, *root, *own, "--no-pdf-header-footer", page.as_uri()])
        if not pdf.is_file():
            raise _not_printed(browser, said)
        return pdf.read_bytes()


def _run(command: list[str]) -> str:
    """Run a browser, and return what it complains of."""
    quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    try:
        ran = subprocess.run(command, **quiet, stderr=subprocess.PIPE, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        raise _not_printed(command[0], f"it wasn't ready after {LONGEST} seconds") from None
    except OSError as error:
        raise _not_printed(command[0], f"the system says: {error.strerror or error}") from None
    return ran.stderr.decode("utf-8", "replace").strip()


def _not_printed(browser: str, why: str) -> MetricError:
    last = why.splitlines()[-1] if why else "it said nothing about it"
    help = "use --format html, open the file in any browser, and print it there"
    return MetricError(f"{browser} didn't print the page", last, help)


def browser() -> str:
    """Find a browser that prints without a window.

    Raises
    ------
    MetricError
        If there is none.
    """
    for name in _candidates():
        if found := shutil.which(name):
            return found
    raise MetricError(
        "no browser was found that makes a PDF",
        f"looked for {', '.join(CALLED)}, and for Chrome and Edge where they are installed",
        "install Chromium, Chrome or Edge; or use --format html, and print it from any browser",
    )


def _candidates() -> list[str]:
    """List what a browser may be called here."""
    if sys.platform == "darwin":
        return [*CALLED, *(f"/Applications/{n}.app/Contents/MacOS/{n}" for n in ON_A_MAC)]
    places = [os.environ[name] for name in PROGRAMS if name in os.environ]
    return [*CALLED, *(str(Path(place, end)) for place in places for end in ON_WINDOWS)]


STYLES = ("vendor/reset.css", "vendor/reveal.css", "slides.css")
SCRIPTS = ("vendor/reveal.js",)
SPEAKER = ("vendor/notes.js",)  # a window with notes, for whoever speaks
ANSWER = Markup("The answer")
BESIDE_A_PICTURE, BESIDE_DATA = 75, 165  # words of an exercise that fit
FULL = 75  # words on a slide
# What some things take beside their words, each time they begin.
ROOM = {"tr": 7, "li": 3, "pre": 12, "math": 6, "img": FULL}
TAIL = 18  # words for which no slide is begun
HEADS = ("h1", "h2", "h3")
LARGE = ("img", "table", "pre")


class Block(NamedTuple):
    """A heading, a paragraph, a table, or the items of a list.

    Attributes
    ----------
    name : str
        The element: p, table, ul …
    html : Markup
        The whole element.
    inside : Markup
        What is in it.
    words : int
        How much room it takes.
    large : bool
        Whether a picture, a table or code is in it.
    role : str
        Its last class, such as why; else empty.
    colon : bool
        Whether it ends in one.
    """

    name: str
    html: Markup
    inside: Markup
    words: int
    large: bool
    role: str
    colon: bool


class Part(NamedTuple):
    """What goes on one slide: the headings that it begins with, and the rest."""

    heads: list[Block]
    body: list[Block]


@dataclass
class Slide:
    """What is seen at once.

    Attributes
    ----------
    part, title : Markup
        The heading of the part, and that of the slide, which may be the same.
    kind : str
        What is on it: the cover, prose, code, a guess, an answer or an exercise.
    shown : list of (Markup, bool)
        What stands on it, and whether it waits for a click.
    notes : list of Markup
        What only the speaker sees.
    """

    part: Markup
    title: Markup
    kind: str
    shown: list[tuple[Markup, bool]] = field(default_factory=list)
    notes: list[Markup] = field(default_factory=list)


def deck(lesson: Lesson, teacher: bool) -> str:
    """Write a lesson as slides that ask for nothing from outside.

    Parameters
    ----------
    lesson : Lesson
        Which one; its cells say what is a slide.
    teacher : bool
        Whether answers are told, a click after their questions, and notes to the speaker.
    """
    stacks = stacked(pieces(lesson.notebook, teacher))
    if teacher:
        _remind(stacks, lesson)
    scripts = SCRIPTS + SPEAKER if teacher else SCRIPTS
    return template(__package__, "slides.html").render(
        lesson=lesson,
        teacher=teacher,
        stacks=stacks,
        style=Markup("\n").join([*map(_text, STYLES), Markup(CODE_STYLE)]),
        scripts=[_text(name) for name in (*scripts, "slides.js")],
    )


def _text(name: str) -> Markup:
    """Read a style or a script; the map of its source isn't here."""
    text = files(__package__).joinpath(name).read_text("utf-8")
    return Markup(text.partition("//# sourceMappingURL")[0])


def _remind(stacks: list[list[Slide]], lesson: Lesson) -> None:
    """Give the speaker the minutes of each part, and the lesson's notes where they belong."""
    for stack, minutes in zip(stacks, by_part(lesson.notebook).values(), strict=False):
        stack[0].notes.insert(0, Markup("<p>{} min</p>").format(minutes))
    notes = prose(lesson.notes, opened=True)
    waiting = by_heading(notes)
    for slide in [slide for stack in stacks for slide in stack]:
        slide.notes += filter(None, [waiting.pop(slide.title.striptags(), None)])
    stacks[0][0].notes.append(notes)


def stacked(told: Iterable[Piece]) -> list[list[Slide]]:
    """Divide a lesson into slides, a stack for each part, as its cells say."""
    making = _Making()
    for piece in told:
        making.add(piece)
    return making.stacks


class _Making:
    """The slides so far, and the headings that hold."""

    def __init__(self):
        self.stacks: list[list[Slide]] = []
        self.part = self.title = Markup()

    @property
    def last(self) -> Slide:
        """The slide that was begun last."""
        return self.stacks[-1][-1]

    def begin(self, kind: str, top: bool = False, title: Markup | None = None) -> None:
        """Begin a slide: below the one before or, where a part begins, beside it."""
        if top or not self.stacks:
            self.stacks.append([])
        self.stacks[-1].append(Slide(self.part, self.title if title is None else title, kind))

    def show(self, html: Markup, later: bool = False) -> None:
        """Put something on the slide."""
        self.last.shown.append((html, later))

    def add(self, piece: Piece) -> None:
        """Put a cell where it says that it belongs."""
        if piece.slide == "skip":
            self.heads(blocks(piece.body) if piece.kind == "prose" else [])
        elif piece.slide == "notes":
            self.last.notes.append(piece.body)
        elif piece.kind == "prose":
            self.prose(piece)
        else:
            if piece.slide != "fragment":
                self.begin(piece.kind, piece.slide == "slide")
            {"code": self.code, "guess": self.guess, "exercise": self.exercise}[piece.kind](piece)

    def heads(self, there: list[Block]) -> None:
        """Take over the headings that hold from here on."""
        for head in there:
            if head.name in HEADS:
                self.part = self.part if head.name == "h3" else head.inside
                self.title = head.inside

    def prose(self, piece: Piece) -> None:
        """Divide text among slides; a question that is left open stands with what it is about."""
        there = blocks(piece.body)
        while self.stacks and there and (piece.slide == "fragment" or there[0].role == "room"):
            self.show(there.pop(0).html, piece.slide == "fragment")
        parts = _with_cover(there)
        tops = [part for part in parts if any(head.name != "h3" for head in part.heads)]
        for part in parts:
            self.heads(part.heads)
            cover = any(head.name == "h1" for head in part.heads)
            top = piece.slide == "slide" and part is (tops or parts)[0]
            self.begin("cover" if cover else "prose", top)
            for block in part.body:
                self.fold(block) if block.role == "why" else self.show(block.html)

    def fold(self, block: Block) -> None:
        """Let what is folded away wait for a click."""
        question, *answer = blocks(block.inside)
        self.show(question.html)
        for part in answer:
            self.show(part.html, True)

    def code(self, piece: Piece) -> None:
        """Show what code shows, and the code itself where that isn't a picture or a table."""
        seen = "<img" in piece.body or "<table" in piece.body
        self.show(piece.body if seen else piece.code + piece.body, piece.slide == "fragment")

    def guess(self, piece: Piece) -> None:
        """Let the answer wait for a click; what is large goes on slides of its own."""
        self.show(piece.body)
        answer = blocks(piece.answer)
        for block in answer:
            if not block.large:
                self.show(block.html, True)
        for part in packed([block for block in answer if block.large]):
            self.begin("answer", title=ANSWER)
            for block in part.body:
                self.show(block.html)

    def exercise(self, piece: Piece) -> None:
        """Let the answer wait for a click: its working is on paper, mistakes are in the notes."""
        head, *asked = blocks(piece.body)
        title = Markup(head.inside.partition(" · ")[0])
        for number, part in enumerate(filter(None, _parted(asked))):
            if number:
                self.begin(piece.kind)
            self.last.part = self.last.title = title
            for block in part:
                self.show(block.html)
        for block in blocks(piece.answer)[-1:]:
            self.show(block.html, True)
        for mistake in piece.mistakes[:SHOWN]:
            self.last.notes.append(Markup("<p>{}: {}</p>").format(*mistake))


def _with_cover(there: list[Block]) -> list[Part]:
    """Divide a text; of a lesson's first, title and last line make a slide of their own."""
    if there and there[0].name == "h1":
        return [Part(there[:1], there[-1:]), *packed(there[1:-1])]
    return list(packed(there))


def _parted(asked: list[Block]) -> tuple[list[Block], list[Block]]:
    """Part what is too much for one slide: a picture from its words, or options from the rest."""
    words = sum(block.words for block in asked if not block.large)
    pictures = [place for place, block in enumerate(asked, 1) if "<img" in block.html]
    if words <= (BESIDE_A_PICTURE if pictures else BESIDE_DATA):
        return asked, []
    place = pictures[-1] if pictures else -2  # the options, and how to answer
    return asked[:place], asked[place:]


def blocks(page: str) -> list[Block]:
    """List what stands one below the other; a long list comes item by item.

    Examples
    --------
    >>> [(block.name, block.words) for block in blocks("<h2>A</h2> <p>one two</p>")]
    [('h2', 1), ('p', 2)]
    """
    tags = [tag for tag in BeautifulSoup(page, "html.parser").contents if isinstance(tag, Tag)]
    return [_block(part) for tag in tags for part in _items(tag)]


def by_heading(page: str) -> dict[str, Markup]:
    """Find the items that begin with a heading in italics, by that heading.

    Examples
    --------
    >>> by_heading("<ul><li><em>By hand</em>: who?</li><li>They count.</li></ul>")
    {'By hand': Markup('<p><em>By hand</em>: who?</p>')}
    """
    items = BeautifulSoup(page, "html.parser").find_all("li")
    begun = [item for item in items if getattr(next(iter(item.contents), None), "name", "") == "em"]
    return {item.em.get_text(): Markup(f"<p>{item.decode_contents()}</p>") for item in begun}


def _block(tag: Tag) -> Block:
    role = " ".join(tag.get("class", [])[-1:])
    inside, large = Markup(tag.decode_contents()), tag.name in LARGE or bool(tag.find(LARGE))
    colon = tag.get_text().rstrip().endswith(":")
    return Block(tag.name, Markup(str(tag)), inside, _words(tag), large, role, colon)


def _words(tag: Tag) -> int:
    """Say how much room something takes; a formula's signs aren't read one by one."""
    words = len(tag.get_text(" ").split()) - sum(
        len(formula.get_text(" ").split()) for formula in tag.find_all("math")
    )
    within = sum(room * len(tag.find_all(name)) for name, room in ROOM.items())
    return words + within + ROOM.get(tag.name, 0)


def _items(tag: Tag) -> Iterator[Tag]:
    """Part a list that fills a slide into lists of one item, which go on counting."""
    if tag.name not in ("ul", "ol") or _words(tag) <= FULL:
        yield tag
        return
    for number, item in enumerate(tag.find_all("li", recursive=False), int(tag.get("start", 1))):
        one = BeautifulSoup(f"<{tag.name}></{tag.name}>", "html.parser").contents[0]
        if tag.name == "ol":
            one["start"] = str(number)
        one.append(item.extract())
        yield one


def packed(all: list[Block]) -> Iterator[Part]:
    """Divide blocks among slides; a heading begins one, and a fold has one of its own.

    Examples
    --------
    >>> page = f"<h2>A</h2><h3>a</h3><p>{'word ' * 50}</p><p>{'word ' * 40}</p><h3>b</h3>"
    >>> [([h.name for h in part.heads], len(part.body)) for part in packed(blocks(page))]
    [(['h2', 'h3'], 1), ([], 1), (['h3'], 0)]
    """
    part = Part([], [])
    for block in all:
        head = block.name in HEADS
        if part.body and (head or _alone(block, part.body[-1]) or _over(block, part.body)):
            # What ends in a colon stands above what it speaks of.
            last = part.body.pop() if _leads(part.body) and not head else None
            yield part
            part = Part([], [last] if last else [])
        (part.heads if head else part.body).append(block)
    if part.heads or part.body:
        yield part


def _alone(block: Block, before: Block) -> bool:
    return "why" in (block.role, before.role)


def _over(block: Block, there: list[Block]) -> bool:
    """Tell whether a block is too much for a slide, unless all that is there leads to it."""
    most = sum(one.words for one in there) + block.words > FULL and block.words > TAIL
    return most and not (len(there) == 1 and there[0].colon)


def _leads(there: list[Block]) -> bool:
    return len(there) > 1 and there[-1].colon
