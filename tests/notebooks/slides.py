"""What each cell of a lesson is on slides: `python -m tests.notebooks.slides FILE` fills gaps in.

What has been chosen by hand stays; where a cell says nothing, the rule below does. On slides a text
stands on its own, code and pictures too, and an answer waits for a click on its question's slide.
"""

import re
import struct
import sys
from pathlib import Path

import nbformat

from mlmetrics_edu.workbook.handouts.handout import blocks, packed
from mlmetrics_edu.workbook.handouts.lesson import EXERCISE, HOME, WORDS, prose
from tests.notebooks.claims import text
from tests.notebooks.laws import picture

SMALL = 3  # lines of code, or of what it prints, that go on the slide before
FLAT = 3  # times as wide as it is high
FEW, SOME = 35, 60  # words above a table, above a flat picture
ROWS = 8  # of a table that stands below words


def filled(notebook: dict) -> dict[int, str]:
    """Say what the cells are that don't say it themselves, by their places."""
    part, found, above = "", {}, 0
    for place, cell in enumerate(notebook["cells"]):
        head = re.search(r"(?m)^## (.*)$", text(cell)) if cell["cell_type"] == "markdown" else None
        part = head[1] if head else part
        if "slide_type" not in cell["metadata"].get("slideshow", {}):
            found[place] = by_rule(cell, part, place == 0 or bool(head), above)
        above = last_slide(cell) if cell["cell_type"] == "markdown" else 0
    return found


def last_slide(cell: dict) -> int:
    """Count the words on the last of the slides that a text makes."""
    *_, last = packed(blocks(prose(text(cell), opened=True)))
    return sum(block.words for block in last.body)


def by_rule(cell: dict, part: str, begins: bool, above: int) -> str:
    """Say what a cell is, unless somebody knows better."""
    tags = cell["metadata"].get("tags", [])
    if part.startswith(WORDS) or (begins and part == HOME) or {"setup", "exercise"} & {*tags}:
        return "skip"
    if cell["cell_type"] == "markdown":
        return "slide" if begins else "subslide"
    if "predict" in tags:
        return "fragment"
    if EXERCISE.search(text(cell)):
        return "slide" if above else "subslide"
    return by_what_it_shows(cell, above)


def by_what_it_shows(cell: dict, above: int) -> str:
    """Let a picture or a table stand on its own, or below few words; and code if it's the point."""
    shown = "".join("".join(o.get("data", {}).get("text/html", "")) for o in cell["outputs"])
    if "<img" in shown:
        flat = any(is_flat(picture(output)) for output in cell["outputs"])
        return "fragment" if flat and 0 < above <= SOME else "subslide"
    if "<table" in shown:
        short = shown.count("<tr") <= ROWS
        return "fragment" if short and 0 < above <= FEW else "subslide"
    if not cell["outputs"]:
        return "subslide" if "def " in text(cell) else "skip"
    printed = [
        o.get("text", "") or o.get("data", {}).get("text/plain", "") for o in cell["outputs"]
    ]
    lines = max(text(cell).count("\n"), "".join("".join(one) for one in printed).count("\n"))
    return "fragment" if lines < SMALL else "subslide"


def is_flat(png: bytes) -> bool:
    """Tell whether there is a picture, and room for words above it."""
    width, height = struct.unpack(">II", png[16:24]) if png else (0, 1)
    return width >= FLAT * height


def main() -> None:
    """Fill the gaps in the lessons that are named."""
    from tests.notebooks.rerun import store

    for path in map(Path, sys.argv[1:]):
        notebook = nbformat.read(path, as_version=4)
        for place, kind in filled(notebook).items():
            notebook.cells[place].metadata["slideshow"] = {"slide_type": kind}
        store(notebook, path)


if __name__ == "__main__":
    main()
