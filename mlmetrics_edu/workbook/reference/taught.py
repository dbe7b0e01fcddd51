"""Which lesson explains a term: the first whose glossary lists it."""

import ast
import json
from pathlib import Path
from typing import NamedTuple

from ...core import words
from .. import lessons

CALL = "mm.glossary"


class Lesson(NamedTuple):
    """One lesson: its number, its title, and its file."""

    number: int
    title: str
    file: str


def all_lessons(folder: Path | None = None) -> list[Lesson]:
    """List the numbered lessons, in teaching order.

    Examples
    --------
    >>> all_lessons()[0].title
    'Start here'
    """
    folder = folder or lessons.folder()
    return [_lesson(path) for path in sorted(folder.glob("[0-9][0-9]-*.ipynb"))]


def _lesson(path: Path) -> Lesson:
    title = _sources(path, "markdown")[0].splitlines()[0].removeprefix("# ")
    return Lesson(int(path.name[:2]), title.partition(" · ")[0], path.name)


def taught(folder: Path | None = None) -> dict[str, Lesson]:
    """Say for each term which lesson explains it first.

    Examples
    --------
    >>> taught()["recall"].number
    1
    """
    folder = folder or lessons.folder()
    found: dict[str, Lesson] = {}
    for lesson in all_lessons(folder):
        for term in _listed(folder / lesson.file):
            found.setdefault(term, lesson)
    return found


def _listed(path: Path) -> list[str]:
    """Collect the terms that a lesson hands to its glossary."""
    cells = [source for source in _sources(path, "code") if CALL in source]
    return [term for source in cells for term in _terms(source)]


def _terms(source: str) -> list[str]:
    texts = [n.value for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Constant)]
    named = [word for text in texts if isinstance(text, str) for word in text.split()]
    return [word for word in named if word in words.TERMS]


def _sources(path: Path, kind: str) -> list[str]:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == kind]
