"""The exercises on a lesson's page: what is chosen or put in order is answered there."""

import re
from collections.abc import Iterator, Mapping

from mlmetrics_edu.core.trace import in_html
from mlmetrics_edu.workbook.exercises import on_a_page
from mlmetrics_edu.workbook.exercises.question import Question
from mlmetrics_edu.workbook.handouts.lesson import EXERCISE, question_in
from mlmetrics_edu.workbook.lessons import code

CHECKED = re.compile(r"(?m)^(\w+)\.check\(")
TYPED = "This one takes Python: type your answer {there}, and it tells you how you did."
UNSEEN = "# What judges the answers on this page"  # no cell without a text is shown at all
THERE = "where the lesson runs"


def answered(notebook: Mapping, run: str = "") -> dict:
    """Change the exercises of a notebook into what a page without Python can do.

    A question that can be answered on the page becomes a form, and the cell for its answer is left
    out. Below that of any other stand a line that it takes Python, its hints and its solution.

    Parameters
    ----------
    notebook : mapping
        As it is stored; it stays as it is.
    run : str
        Where the same notebook is run: an address for the line.
    """
    asked: dict[str, Question] = {}
    kept = [shown for cell in notebook["cells"] for shown in _on_a_page(cell, asked, run)]
    return {**notebook, "cells": kept}


def _on_a_page(cell: dict, asked: dict[str, Question], run: str) -> Iterator[dict]:
    """Yield what a page shows of a cell; questions are remembered by their names."""
    source = "".join(cell["source"]).strip() if cell["cell_type"] == "code" else ""
    if found := EXERCISE.search(source):
        if not asked:
            yield _with(code("exercises", UNSEEN, tags=["remove-input"]), on_a_page.machinery())
        name, written = found.groups()
        asked[name] = question_in(written)
        here = on_a_page.answerable(asked[name])
        yield _with(cell, on_a_page.part(asked[name])) if here else cell
    elif (found := CHECKED.search(source)) and found[1] in asked:
        question = asked[found[1]]
        if not on_a_page.answerable(question):
            yield _with(cell, _typed(question, run))
    else:
        yield cell


def _with(cell: dict, page: str) -> dict:
    """Give a cell one output."""
    data = {"text/html": page, "text/plain": ""}
    return {**cell, "outputs": [{"output_type": "display_data", "metadata": {}, "data": data}]}


def _typed(question: Question, run: str) -> str:
    there = f'<a href="{in_html(run)}">{THERE}</a>' if run else THERE
    line = f"<p>{TYPED.format(there=there)}</p>"
    return f'<div class="exercise">\n{line}\n{on_a_page.folded(question)}\n</div>'
