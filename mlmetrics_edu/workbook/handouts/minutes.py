"""How long a lesson takes, by a mild model of a reader."""

import math
import re
from dataclasses import dataclass

from ..cells import in_sight, source

A_WORD = 60 / 180  # seconds
A_LINE = 8  # of code
A_GUESS = 60
AN_EXERCISE = 90
SHOWN = ("data:image/png;base64,", "srcdoc=")
GUESS, EXERCISE = "mm.guess(", ".check("
HOME, LAST = "Exercises", "Recap"  # the part that is taken home, and the last that is read


@dataclass(frozen=True)
class Reading:
    """What a lesson asks of a reader, from its promise to its recap.

    Attributes
    ----------
    cells : int
        The cells in sight, exercises among them.
    words : int
        The words of the text.
    picture : int
        Which cell in sight shows the first picture, or instrument; 0 where there is none.
    wrong_ways : int
        How many stand under "What goes wrong".
    guesses, lines : int
        How many guesses are asked for, and lines of code shown.
    core, exercises : int
        Minutes, rounded up to five.
    """

    cells: int
    words: int
    picture: int
    wrong_ways: int
    guesses: int
    lines: int
    core: int
    exercises: int


def reading(notebook: dict) -> Reading:
    """Measure a lesson."""
    sight = read_cells(notebook)
    core = [cell for cell, part in sight if part != HOME]
    code = [cell for cell in core if cell["cell_type"] == "code"]
    shown = [place for place, (cell, _) in enumerate(sight, 1) if _shows(cell)]
    wrong = [source(cell) for cell, part in sight if part == "What goes wrong"]
    home = [cell for cell, part in sight if part == HOME]
    return Reading(
        cells=len(sight),
        words=sum(map(_words, core)),
        picture=shown[0] if shown else 0,
        wrong_ways=sum(len(re.findall(r"(?m)^### ", text)) for text in wrong),
        guesses=sum(GUESS in source(cell) for cell in code),
        lines=sum(map(_lines, code)),
        core=minutes(_seconds(core, False)),
        exercises=minutes(_seconds(home, True)),
    )


def by_part(notebook: dict) -> dict[str, int]:
    """Say how many minutes each part of a lesson takes, from its promise to its recap."""
    sight = read_cells(notebook)
    parts = dict.fromkeys(part for _, part in sight)
    cells = {part: [cell for cell, where in sight if where == part] for part in parts}
    return {part: max(1, round(_seconds(cells[part], part == HOME) / 60)) for part in parts}


def _seconds(cells: list[dict], home: bool) -> float:
    """Say how long some cells take; at home, code is typed only to answer."""
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    read = sum(map(_words, cells)) * A_WORD
    if home:
        return read + sum(EXERCISE in source(cell) for cell in code) * AN_EXERCISE
    return read + sum(_lines(cell) * A_LINE + (GUESS in source(cell)) * A_GUESS for cell in code)


def read_cells(notebook: dict) -> list[tuple[dict, str]]:
    """List the cells that a reader sees up to the end of the recap, each with its part."""
    seen, part = [], ""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown" and (head := re.search(r"(?m)^## (.*)$", source(cell))):
            if part == LAST:
                break
            part = head[1].strip()
        hidden = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
        if not hidden and in_sight(source(cell)).strip():
            seen.append((cell, part))
    return seen


def _words(cell: dict) -> int:
    """Count the words of a text; those of code are counted as lines."""
    return len(in_sight(source(cell)).split()) if cell["cell_type"] == "markdown" else 0


def _lines(cell: dict) -> int:
    """Count the lines of code that hold anything."""
    return sum(bool(line.strip()) for line in source(cell).splitlines())


def _shows(cell: dict) -> bool:
    """Tell whether a cell shows a picture or an instrument without a click."""
    pages = ["".join(o.get("data", {}).get("text/html", "")) for o in cell.get("outputs", [])]
    folded = GUESS in source(cell)
    return not folded and any(sign in page for page in pages for sign in SHOWN)


def minutes(seconds: float) -> int:
    """Round up to five minutes.

    Examples
    --------
    >>> minutes(61), minutes(300), minutes(301)
    (5, 5, 10)
    """
    return 5 * math.ceil(seconds / 300)
