"""`mlmetrics-edu handout`: lessons in; pages, PDFs or slides out."""

import argparse
import sys
from pathlib import Path

from ...core import inputs, saving
from ...core.errors import InputError
from ...core.escaping import lines
from . import paper, slides
from .lesson import Lesson, asked_for

ENDINGS = {"html": (".html", ".htm"), "pdf": (".pdf",), "slides": (".html", ".htm")}
AUDIENCES = ("student", "teacher")


def run(arguments: argparse.Namespace) -> int:
    """Write what is asked for: all of it, or nothing."""
    format = inputs.choice(arguments.format, ENDINGS, "--format")
    audience = inputs.choice(vars(arguments)["for"], AUDIENCES, "--for")
    size = inputs.choice(arguments.paper.lower(), paper.PAPER, "--paper")
    if format == "slides" and arguments.paper != arguments.usual("paper"):
        why = "slides are as wide as a screen"
        raise InputError("--paper beside --format slides", why, "leave one of them out")
    lessons = asked_for(arguments.lesson)
    targets = _targets(lessons, arguments, format)
    browser = paper.browser() if format == "pdf" else ""
    made = {}
    for lesson, target in zip(lessons, targets, strict=True):
        if len(lessons) > 1:
            print(lines(f"lesson {lesson.number} …"), file=sys.stderr)
        made[target] = _made(lesson, format, audience == "teacher", size, browser)
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


def _made(lesson: Lesson, format: str, teacher: bool, size: str, browser: str) -> str | bytes:
    """Make one hand-out."""
    if format == "slides":
        return slides.deck(lesson, teacher)
    page = paper.page(lesson, teacher, size)
    return paper.as_pdf(page, browser) if format == "pdf" else page
