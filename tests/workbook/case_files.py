"""The published worked examples, read from the folder that MLMETRICS_SHARED names."""

import csv
import json
import os
from functools import cache
from pathlib import Path

import pytest

from mlmetrics_edu.workbook.examples import Answer

ROUNDING = {"ok": "rounded", "truncated": "truncated", "PUBLISHED-ERROR": "error"}
FOLDER = Path(os.environ.get("MLMETRICS_SHARED", "not named"))
SHARED = FOLDER if (FOLDER / "worked_examples").is_dir() else None
WITHOUT = "MLMETRICS_SHARED names no folder with the published worked examples"

needs_shared = pytest.mark.skipif(SHARED is None, reason=WITHOUT)


@cache
def load(case: str) -> dict:
    return json.loads((SHARED / "worked_examples" / f"{case}.json").read_text("utf-8"))


def data(case: str):
    return load(case)["data"]


@cache
def table(name: str) -> list[dict[str, str]]:
    with (SHARED / "worked_examples" / f"{name}.csv").open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def column(name: str, key: str, kind=float) -> list:
    return [kind(row[key]) for row in table(name)]


def cases() -> list[str]:
    """Name every file that holds a case; the others are the data of one."""
    paths = sorted((SHARED / "worked_examples").glob("*.json")) if SHARED else []
    return [path.stem for path in paths if "_gt_" not in path.stem and "_dt_" not in path.stem]


def figures() -> list[tuple[str, str]]:
    """Name every published figure of every case."""
    return [(case, figure) for case in cases() for figure in load(case)["published"]]


def answer(case: str, figure: str) -> Answer:
    """Return a published figure with the way in which its digits came about."""
    page = load(case)
    return Answer(figure, page["published"][figure], rounding=ROUNDING[page["check"][figure]])
