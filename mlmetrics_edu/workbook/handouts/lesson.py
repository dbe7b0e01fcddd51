"""Which lesson is meant, and what stands beside it for those who teach."""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from ...core.errors import InputError, UnknownNameError, did_you_mean
from ..lessons import TEACHING, folder
from ..reference.taught import all_lessons

EVERY = "all"


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
