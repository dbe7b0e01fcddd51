"""The gallery as pages: a grid for each lesson, and a page for each figure."""

import html
import inspect
import json
import shutil
from pathlib import Path

from mlmetrics_edu.core import saving
from mlmetrics_edu.workbook.gallery import STATUS, Figure, registered
from mlmetrics_edu.workbook.gallery.files import RECORD, number
from mlmetrics_edu.workbook.lessons import Lesson, all_lessons

CARD = """\
:::{{grid-item-card}} {title}
:link: {id}
:link-type: doc
:img-top: pictures/{id}.png
:img-alt: {alt}

{caption}
:::
"""


def write(target: Path, figures: Path) -> None:
    """Write all pages of the gallery; its pictures are those that are stored."""
    record = json.loads((figures / RECORD).read_text(encoding="utf-8"))
    contents = {target / f"{id}.md": page(figure, record[id]) for id, figure in drawn().items()}
    contents[target / "index.md"] = index(record)
    saving.write_together({path: text.encode() for path, text in contents.items()})
    (target / "pictures").mkdir()
    for id in drawn():
        shutil.copy(figures / f"{id}.png", target / "pictures")


def drawn() -> dict[str, Figure]:
    """Return all figures by their ids, lesson by lesson."""
    last = len(all_lessons())
    in_order = sorted(registered().values(), key=lambda f: last if f.lesson is None else f.lesson)
    return {figure.id: figure for figure in in_order}


def index(record: dict) -> str:
    """Write the page with the grids."""
    lessons = {lesson.number: lesson for lesson in all_lessons()}
    groups: dict[int | None, list[Figure]] = {}
    for figure in drawn().values():
        groups.setdefault(figure.lesson, []).append(figure)
    lines = ["# Gallery", "", "Every figure is drawn from numbers that the library computes.", ""]
    for place, figures in groups.items():
        lines += [*heading(lessons.get(place)), "", "::::{grid} 1 2 3 3", ":gutter: 3", ""]
        lines += [card(figure, record[figure.id]["alt"]) for figure in figures]
        lines += ["::::", ""]
    return "\n".join([*lines, "```{toctree}", ":hidden:", "", *drawn(), "```", ""])


def heading(lesson: Lesson | None) -> list[str]:
    """Name a group of figures, and the lesson that shows them."""
    if lesson is None:
        return ["## Further figures"]
    title = f"## Lesson {lesson.number}: {lesson.title}"
    return [title, "", f"[Go to the lesson](../lessons/{lesson.file})"]


def card(figure: Figure, alt: str) -> str:
    """Write one figure of a grid."""
    return CARD.format(id=figure.id, title=f"`{figure.id}`", alt=flat(alt), caption=figure.caption)


def flat(text: str) -> str:
    """Write a text in one line, as an option of a directive wants it."""
    return " ".join(text.split())


def page(figure: Figure, entry: dict) -> str:
    """Write the page of a figure: what it shows in words, its numbers, and the code."""
    numbers = [[html.escape(name), number(value)] for name, value in figure.numbers.items()]
    rows = ["", "| number | value |", "| --- | --- |", *(f"| {n} | {v} |" for n, v in numbers)]
    lines = [
        f"# {figure.id}",
        "",
        f"```{{image}} pictures/{figure.id}.png\n:alt: {flat(entry['alt'])}\n```",
        "",
        figure.caption,
        "",
        f"Source: {html.escape(figure.source)}. Here it is {STATUS[figure.status]}.",
        "",
        f"## In words\n\n{html.escape(flat(entry['alt']))}",
        *(["", "## Its numbers", *rows] if numbers else []),
        "",
        f'## Its code\n\n`mm.figure("{figure.id}")` draws it.\n',
        f"```python\n{inspect.getsource(figure.draw).rstrip()}\n```",
    ]
    return "\n".join([*lines, ""])
