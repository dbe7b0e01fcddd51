"""Homework for nbgrader: a source notebook with its marks, the same data for all."""

from ...core.escaping import in_markdown
from .. import cells
from ..exercises.question import Question
from .plan import Plan

SETUP = "import mlmetrics_edu as mm"
# What a student finds in the place of the solution: nothing that would stop a run.
CONFIG = """c = get_config()  # noqa: F821
c.ClearSolutions.code_stub = {"python": "# your answer here"}
"""
POINTS = 1


def source(plan: Plan, questions: list[Question]) -> str:
    """Write the source notebook: nbgrader takes the solutions out for its students."""
    written = [
        cells.text("head", f"# {in_markdown(plan.title)}", nbgrader=marks("head", locked=True))
    ]
    written.append(marked("setup", SETUP, locked=True))
    for number, question in enumerate(questions, 1):
        written += question_cells(number, question)
    return cells.notebook(written)


def question_cells(number: int, question: Question) -> list[dict]:
    """Write a question, the cell for its answer with the solution, and the one that marks it."""
    q, answer = f"q{number}", f"answer{number}"
    ask = f'{q} = mm.exercise("{question.id}", seed={question.seed})\n{q}'
    solved = f"{answer} = ...\n### BEGIN SOLUTION\n{answer} = {q}.answer\n### END SOLUTION"
    test = f"verdict = {q}.check({answer})\nprint(verdict)\nassert verdict.correct, verdict.message"
    told = in_markdown(f"{number} · {question.exercise.title}")
    return [
        cells.text(f"t{number}", f"## {told}", nbgrader=marks(f"t{number}", locked=True)),
        marked(f"q{number}", ask, locked=True),
        marked(f"a{number}", solved, solution=True),
        marked(f"m{number}", test, locked=True, grade=True),
    ]


def marks(id: str, *, locked=False, solution=False, grade=False) -> dict:
    """Make the marks that nbgrader reads."""
    about = {"grade_id": id, "locked": locked, "solution": solution, "grade": grade}
    return {**about, "task": False, "schema_version": 3, **({"points": POINTS} if grade else {})}


def marked(id: str, text: str, **how) -> dict:
    """Make a code cell with marks."""
    return cells.code(id, text, nbgrader=marks(id, **how))
