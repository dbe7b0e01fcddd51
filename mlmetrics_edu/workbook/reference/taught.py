"""Which lesson explains a term: the first whose glossary lists it."""

import ast
from pathlib import Path
from typing import NamedTuple

from ...core import words
from .. import cells
from ..lessons import folder

DEEPER = "deeper"  # the folder of what is worth an hour more


class Lesson(NamedTuple):
    """One lesson: its number, its title, and its file."""

    number: int
    title: str
    file: str


def all_lessons() -> list[Lesson]:
    """List the numbered lessons, in teaching order.

    Examples
    --------
    >>> all_lessons()[0].title
    'Start here'
    """
    return _numbered(folder())


def _numbered(place: Path) -> list[Lesson]:
    """List the numbered notebooks of a folder."""
    paths = sorted(place.glob("[0-9][0-9]-*.ipynb"))
    heads = [cells.sources(path, "markdown")[0].splitlines()[0] for path in paths]
    titles = [head.removeprefix("# ").partition(" · ")[0] for head in heads]
    files = [path.relative_to(folder()).as_posix() for path in paths]
    return [Lesson(int(p.name[:2]), *of) for p, *of in zip(paths, titles, files, strict=True)]


def taught() -> dict[str, Lesson]:
    """Tell for each term which lesson explains it first, or which deeper part: whose words list it.

    Examples
    --------
    >>> taught()["recall"].number
    1
    """
    explained: dict[str, Lesson] = {}
    for lesson in [*all_lessons(), *_numbered(folder() / DEEPER)]:
        for source in cells.sources(folder() / lesson.file, "code"):
            for term in _terms(source) if "mm.glossary" in source else ():
                explained.setdefault(term, lesson)
    return explained


def _terms(source: str) -> list[str]:
    """Collect the terms that stand in the texts of a cell."""
    texts = [n.value for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Constant)]
    named = [word for text in texts if isinstance(text, str) for word in text.split()]
    return [word for word in named if word in words.TERMS]


def link(lesson: Lesson | None) -> str:
    """Write a link to a lesson, where there is one."""
    return f"[{lesson.number}]({lesson.file})" if lesson else ""
