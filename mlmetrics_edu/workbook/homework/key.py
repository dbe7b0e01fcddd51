"""The key of an assignment: every student's answers with their workings, and as a table."""

import csv
import io

from ...core.escaping import in_a_cell
from ..exercises.question import Question
from ..templates import template
from .plan import Plan
from .roster import Student

HEAD = ("place", "name", "id", "question", "exercise", "seed", "answer", "mistakes")


def key_table(plan: Plan, asked: list[tuple[Student, list[Question]]]) -> str:
    """Write a line for each question of each student, as CSV."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(HEAD)
    for student, questions in asked:
        who = (student.place, in_a_cell(student.name), in_a_cell(student.id))
        for number, q in enumerate(questions, 1):
            told = (q.id, q.seed, in_a_cell(q.form.write(q.answer)), in_a_cell(mistakes(q)))
            writer.writerow((*who, number, *told))
    return file.getvalue()


def mistakes(question: Question) -> str:
    """Write what each known mistake gives."""
    write = question.form.write
    return "; ".join(f"{name}: {write(value)}" for name, value in question.misconceptions.items())


def key_page(plan: Plan, asked: list[tuple[Student, list[Question]]]) -> str:
    """Write all workings as one page."""
    return template(__package__, "key.html").render(plan=plan, asked=asked)
