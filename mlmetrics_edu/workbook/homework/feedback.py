"""A page for each student: what was asked, what was answered, what is to be said of it."""

from ..exercises import reading
from ..templates import template
from .credit import number

KINDS = {True: "right", False: "wrong", None: "open"}


def pages(marks) -> dict[str, str]:
    """Write the pages of all who handed something in, by the names of their files.

    Parameters
    ----------
    marks : Marks
        A class's work.
    """
    page = template(__package__, "feedback.html")
    tools = {"typed": shown, "blank": reading.is_blank, "number": number, "kinds": KINDS}
    return {
        f"{one.student.file}.html": page.render(
            plan=marks.plan,
            one=one,
            answered=[*zip(one.questions, one.given, one.verdicts, one.credits, strict=True)],
            **tools,
        )
        for one in marks.marked
        if one.verdicts
    }


def shown(answer) -> str:
    """Write an answer as it was typed."""
    return answer.strip()[:500] if isinstance(answer, str) else reading.quoted(answer)
