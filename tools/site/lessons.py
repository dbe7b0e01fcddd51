"""The lessons as pages: the stored notebooks, with a way to where Python runs."""

import json
from pathlib import Path

from mlmetrics_edu.core import saving
from mlmetrics_edu.workbook import lessons
from mlmetrics_edu.workbook.lessons import TEACHING, all_lessons, files, folder

from .questions import answered

README = Path(__file__).resolve().parents[2] / "README.md"
LITE = "notebooks/index.html?path="
ALONG = (
    '<p class="run"><a class="sd-btn sd-btn-primary" href="{run}">'
    "Type along: open it where Python runs</a> It runs in your browser: nothing to install.</p>"
)


def write(target: Path) -> None:
    """Write the notebooks and the pages beside them, and a page that lists them."""
    source = folder()
    contents = {}
    for name in files(source):
        read = (source / name).read_text(encoding="utf-8")
        contents[target / name] = as_page(read, name) if name.suffix == ".ipynb" else read
    contents[target / "index.md"] = index([n for n in files(source) if n.parent.name])
    saving.write_together({path: text.encode() for path, text in contents.items()})


def as_page(stored: str, name: Path) -> str:
    """Change a stored notebook into what a page shows of it."""
    run = f"{'../' * len(name.parts)}lite/{LITE}{name.as_posix()}"
    notebook = answered(json.loads(stored), run)
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            text = lessons.in_sight("".join(cell["source"]))
            cell["source"] = text.replace("(exercises/)", "(index.md)")  # a page lists them
    first, *others = notebook["cells"]
    along = lessons.text("along", ALONG.format(run=run))
    return lessons.as_json({**notebook, "cells": [first, along, *others]})


def index(beside: list[Path]) -> str:
    """Write the page that lists the lessons, their deeper parts and their exercises."""
    deeper = {name.name[:2]: name for name in beside if name.parent.name == "deeper"}
    sheets = [name for name in beside if name.parent.name == "exercises"]
    notes = [name for name in beside if name.parent.name == TEACHING]
    lines = ["# Lessons", "", "Each is an hour: a story, its numbers, and what goes wrong.", ""]
    lines += table()
    lines += ["", "To look things up: [glossary](glossary.md), [conventions](conventions.md).", ""]
    lines += tree("Lessons", [lesson.file for lesson in all_lessons()])
    lines += tree("Deeper", [name.as_posix() for name in deeper.values()])
    lines += tree("Exercises", [name.as_posix() for name in sheets])
    lines += tree("To look up", ["glossary.md", "conventions.md"])
    lines += tree("For teachers", [name.as_posix() for name in notes])
    return "\n".join(lines)


def table() -> list[str]:
    """Take the table of the lessons, with their minutes, from the README."""
    rows = README.read_text(encoding="utf-8").splitlines()
    first = rows.index("| lesson | minutes | about |")
    return [row.replace("](notebooks/", "](") for row in rows[first : rows.index("", first)]]


def tree(caption: str, names: list[str]) -> list[str]:
    """Write a part of the table of contents."""
    return ["```{toctree}", ":hidden:", f":caption: {caption}", "", *names, "```", ""]
