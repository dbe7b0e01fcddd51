"""Notebooks of homework: questions with their data, and a cell for each answer; no seed, no key."""

import base64

from ...core.escaping import in_markdown
from ...plots import alternative_text
from .. import cells
from ..exercises.question import Question
from ..exercises.solution import as_text
from .plan import Plan
from .roster import Student

HOW = (
    'Type each answer in the place of `...`: a number such as `0.571`, `4/7` or `"57.1 %"`, a '
    "letter in quotation marks, a list. Write values, not calculations with names: nothing is run "
    "when this is marked. You may leave a blank."
)


def notebook(plan: Plan, student: Student, questions: list[Question]) -> str:
    """Write one student's notebook, as JSON."""
    head = f"# {in_markdown(plan.title)}\n\n{in_markdown(student.name)}\n\n{HOW}"
    written = [cells.text("head", head)]
    for number, question in enumerate(questions, 1):
        written += question_cells(number, question)
    whose = {"student": student.place, "title": plan.title}
    return cells.notebook(written, mlmetrics=whose)


def question_cells(number: int, question: Question) -> list[dict]:
    """Write a question, its pictures inside, and the cell for its answer."""
    pictures = {f"{number}-{i}.png": p for i, p in enumerate(question.pictures, 1)}
    shown = [f"![{told(picture)}](attachment:{name})" for name, picture in pictures.items()]
    asked = cells.text(f"q{number}", "\n\n".join([question_text(number, question), *shown]))
    if pictures:
        asked["attachments"] = {
            name: {"image/png": base64.b64encode(picture.png()).decode()}
            for name, picture in pictures.items()
        }
    return [
        asked,
        cells.code(f"a{number}", f"answer{number} = ...", mlmetrics={"question": number}),
    ]


def told(picture) -> str:
    """Write what a picture shows, on one line."""
    return in_markdown(" ".join(alternative_text(picture).split()))


def question_text(number: int, question: Question) -> str:
    """Write a question in Markdown: data as they are, and nothing in them taken for a sign."""
    data = [f"```text\n{as_text(part)}\n```" for part in question.data]
    options = [f"{label}) {in_markdown(text)}" for label, text in question.form.listed]
    head = f"## {number} · {in_markdown(question.exercise.title)}"
    asks = f"*{in_markdown(question.form.asks)}*"
    return "\n\n".join([head, *data, in_markdown(question.text), *options, asks])
