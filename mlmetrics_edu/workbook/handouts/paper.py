"""A lesson as one page to print: with room to write, or with all answers."""

from importlib.resources import files

from markupsafe import Markup

from ..templates import template
from . import markup
from .lesson import Lesson
from .minutes import by_part
from .pieces import Piece, pieces

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
    told = list(pieces(lesson.notebook, teacher))
    times = by_part(lesson.notebook) if teacher else {}
    return template(__package__, "page.html").render(
        lesson=lesson,
        teacher=teacher,
        pieces=_timed(told, times),
        times=times,
        notes=markup.prose(lesson.notes, opened=True) if teacher else "",
        paper=PAPER[paper],
        style=Markup(files(__package__).joinpath("page.css").read_text("utf-8")),
        code_style=Markup(markup.CODE_STYLE),
    )


def _timed(told: list[Piece], times: dict[str, int]) -> list[tuple[Piece, int | None]]:
    """Put the minutes of a part beside the piece that it begins with."""
    begun: set[str] = set()
    timed = []
    for piece in told:
        begins = piece.part not in begun
        begun.add(piece.part)
        timed.append((piece, times.get(piece.part) if begins else None))
    return timed
