"""A lesson as one page to print: with room to write, or with all answers."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib.resources import files

from markupsafe import Markup

from ..templates import template
from . import markup
from .lesson import Lesson
from .minutes import by_part
from .pieces import SHOWN, Piece, pieces

PAPER = {"a4": "A4", "letter": "letter"}


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
        notes=markup.prose(lesson.notes, opened=True) if teacher else "",
        SHOWN=SHOWN,
        paper=PAPER[paper],
        style=Markup(files(__package__).joinpath("page.css").read_text("utf-8")),
        code_style=Markup(markup.CODE_STYLE),
    )


def _timed(told: Iterable[Piece], times: dict[str, int]) -> Iterator[Piece]:
    """Write the minutes of a part into its heading."""
    for piece in told:
        minutes, end = times.get(piece.part), Markup("</h2>")
        if minutes:
            beside = Markup(' <span class="minutes">{} min</span></h2>').format(minutes)
            piece = replace(piece, body=piece.body.replace(end, beside, 1))
        yield piece
