"""What a lesson may ask of a class: `python -m tests.notebooks.reading` prints what each does."""

import math
from collections.abc import Iterator
from pathlib import Path

from mlmetrics_edu.workbook.handouts.lesson import Reading, reading

MOST = {"cells": 60, "words": 1800, "picture": 8, "wrong ways": 2, "core": 45, "exercises": 20}


def too_much(taken: Reading) -> Iterator[str]:
    """Say what is more than an hour's class would take."""
    counted = taken.cells, taken.words, taken.picture or math.inf, taken.wrong_ways
    amounts = zip(MOST, (*counted, taken.core, taken.exercises), strict=True)
    for what, amount in amounts:
        if amount > MOST[what]:
            yield f"{what}: {amount}, at most {MOST[what]}"


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
