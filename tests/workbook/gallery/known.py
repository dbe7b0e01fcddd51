"""What each figure has to show, as it was published: a table, and how it is compared."""

import re
import tomllib
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np

from tests.workbook.gallery import shown

KNOWN = tomllib.loads(Path(__file__).with_name("known.toml").read_text("utf-8"))
# What can be read off a panel, by the names in known.toml: numbers, or words.
NUMBERS = {
    "lines": lambda ax: [shown.points(line) for line in ax.lines],
    "path": lambda ax: [shown.corners(line) for line in ax.lines],
    "walk": lambda ax: [walked(shown.points(line)) for line in ax.lines],
    "x": lambda ax: [line.get_xdata() for line in ax.lines],
    "y": lambda ax: [line.get_ydata() for line in ax.lines],
    "heights": lambda ax: [shown.finite(line)[1] for line in ax.lines],
    "ends": lambda ax: [shown.points(line)[-1] for line in ax.lines],
    "last": lambda ax: [line.get_xdata()[-1] for line in ax.lines],
    "slopes": lambda ax: [shown.slope(line) for line in ax.lines if len(line.get_xdata()) > 1],
    "upright": shown.upright,
    "dots": shown.dots,
    "thick": lambda ax: shown.points(shown.thick(ax)),
    "counts": lambda ax: [len(cells.get_paths()) for cells in ax.collections],
    "diamonds": lambda ax: [len(c.get_paths()[0].vertices) < 10 for c in ax.collections],
    "cells": shown.cells,
    "frames": shown.frames,
    "filled": shown.filled,
    "shared": shown.shared,
    "blue": lambda ax: shown.outlines(ax, "#0072b2"),
    "orange": lambda ax: shown.outlines(ax, "#d55e00"),
}
WORDS = {
    "texts": lambda ax: [text.get_text() for text in ax.texts],
    "ticks": lambda ax: [label.get_text() for label in ax.get_xticklabels()],
    "yticks": lambda ax: [label.get_text() for label in ax.get_yticklabels()],
    "title": lambda ax: ax.get_title(),
    "xlabel": lambda ax: ax.get_xlabel(),
    "ylabel": lambda ax: ax.get_ylabel(),
}


def walked(path):
    """Tell of each step whether it goes up."""
    return [after[1] > before[1] for before, after in pairwise(path)]


def numbers(text):
    """Read numbers, points, or several rows of them, as known.toml writes them."""
    if isinstance(text, list):
        return [numbers(row) for row in text]
    read = [[float(Fraction(part)) for part in word.split(",")] for word in text.split()]
    return read if "," in text else [number for (number,) in read]


def path(row):
    """Give heights alone their places, at equal distances from 0 to 1."""
    if not np.ndim(row[0]):
        row = [*zip(np.linspace(0, 1, len(row)).tolist(), row, strict=True)]
    return shown.corners(row)


def taken(found, where):
    """Take what the brackets of a key name: a number, or a part as in Python."""
    for part in re.findall(r"\[(.*?)\]", where):
        ends = [int(end) if end else None for end in part.split(":")]
        found = found[slice(*ends)] if ":" in part else found[ends[0]]
    return found


def assert_known(id, axes):
    """Check that a figure shows what is known of it."""
    for key, known in KNOWN.get(id, {}).items():
        if key != "within":
            panel, _, what = key.rpartition(".")
            _assert_shown(id, axes if not panel else [axes[int(panel)]], what, known)


def _assert_shown(id, axes, key, known):
    kind, ax = key.partition("[")[0], axes[0]
    if kind in ("words", "says"):
        written = [text for ax in axes for text in shown.texts(ax)]
        whole = kind == "words"
        assert [w for w in known if not any(w == t if whole else w in t for t in written)] == []
    elif kind in WORDS:
        found = taken(WORDS[kind](ax), key)
        in_a_row = isinstance(known, str) and isinstance(found, list)
        assert found == (known.split() if in_a_row else known)
    else:
        assert_close(id, taken(NUMBERS[kind](ax), key), known, kind == "path")


def assert_close(id, found, known, turns):
    wanted = numbers(known)
    if turns:
        wanted = path(wanted) if isinstance(known, str) else [path(row) for row in wanted]
    if isinstance(known, str):
        found, wanted = [found], [wanted]
    assert len(found) == len(wanted)
    for one, other in zip(found, wanted, strict=True):
        np.testing.assert_allclose(one, other, atol=KNOWN[id].get("within", 1e-9))
