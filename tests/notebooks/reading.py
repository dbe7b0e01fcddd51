"""How long a lesson takes, by a mild model of a reader: `python -m tests.notebooks.reading`."""

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.notebooks.claims import text, without

A_WORD = 60 / 180  # seconds
A_LINE = 8  # of code
A_GUESS = 60
AN_EXERCISE = 90
MOST = {"cells": 60, "words": 1800, "picture": 8, "wrong ways": 2, "core": 45, "exercises": 20}
SHOWN = ("data:image/png;base64,", "srcdoc=")
GUESS, EXERCISE = "mm.guess(", ".check("


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

    def too_much(self) -> Iterator[str]:
        """Say what is more than an hour's class would take."""
        counted = self.cells, self.words, self.picture or math.inf, self.wrong_ways
        amounts = zip(MOST, (*counted, self.core, self.exercises), strict=True)
        for what, amount in amounts:
            if amount > MOST[what]:
                yield f"{what}: {amount}, at most {MOST[what]}"


def reading(notebook: dict) -> Reading:
    """Measure a lesson."""
    sight = in_sight(notebook)
    core = [cell for cell, part in sight if part != "Exercises"]
    words = sum(map(how_many_words, core))
    code = [cell for cell in core if cell["cell_type"] == "code"]
    lines, guesses = sum(map(how_many_lines, code)), sum(GUESS in text(cell) for cell in code)
    home = [cell for cell, part in sight if part == "Exercises"]
    asked = sum(EXERCISE in text(cell) for cell in home)
    shown = [place for place, (cell, _) in enumerate(sight, 1) if shows(cell)]
    wrong = [cell for cell, part in sight if part == "What goes wrong"]
    return Reading(
        cells=len(sight),
        words=words,
        picture=shown[0] if shown else 0,
        wrong_ways=sum(len(re.findall(r"(?m)^### ", text(cell))) for cell in wrong),
        guesses=guesses,
        lines=lines,
        core=minutes(words * A_WORD + lines * A_LINE + guesses * A_GUESS),
        exercises=minutes(sum(map(how_many_words, home)) * A_WORD + asked * AN_EXERCISE),
    )


def in_sight(notebook: dict) -> list[tuple[dict, str]]:
    """List the cells that a reader sees up to the end of the recap, each with its part."""
    seen, part = [], ""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown" and (head := re.search(r"(?m)^## (.*)$", text(cell))):
            if part == "Recap":
                break
            part = head[1].strip()
        hidden = cell["metadata"].get("jupyter", {}).get("source_hidden", False)
        if not hidden and without(text(cell)).strip():
            seen.append((cell, part))
    return seen


def how_many_words(cell: dict) -> int:
    """Count the words of a text; those of code are counted as lines."""
    return len(without(text(cell)).split()) if cell["cell_type"] == "markdown" else 0


def how_many_lines(cell: dict) -> int:
    """Count the lines of code that hold anything."""
    return sum(bool(line.strip()) for line in text(cell).splitlines())


def shows(cell: dict) -> bool:
    """Tell whether a cell shows a picture or an instrument without a click."""
    pages = ["".join(o.get("data", {}).get("text/html", "")) for o in cell.get("outputs", [])]
    folded = GUESS in text(cell)
    return not folded and any(sign in page for page in pages for sign in SHOWN)


def minutes(seconds: float) -> int:
    """Round up to five minutes.

    Examples
    --------
    >>> minutes(61), minutes(300), minutes(301)
    (5, 5, 10)
    """
    return 5 * math.ceil(seconds / 300)


def main() -> None:
    """Print the table of all lessons."""
    import json

    import pandas as pd

    folder = Path(__file__).resolve().parents[2] / "notebooks"
    lessons = {path.stem: json.loads(path.read_text()) for path in sorted(folder.glob("*.ipynb"))}
    rows = {name: vars(reading(notebook)) for name, notebook in lessons.items()}
    print(pd.DataFrame.from_dict(rows, orient="index").to_string())


if __name__ == "__main__":
    main()
