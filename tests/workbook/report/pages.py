"""A page as a reader's program sees it: its elements, its text, and what it would ask for."""

import re
from contextlib import contextmanager
from functools import cache
from html.parser import HTMLParser

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.workbook.report import case, classes, models, page, sections
from mlmetrics_edu.workbook.report.page import Shown

RATE = r"−?\d{1,3}\.\d{3}|−?0\.0{2,}\d{1,3}|−?\d(\.\d+)?e−?-?\d\d|–"
COUNT = r"\d{1,3}(\u202f\d{3})*"
# Thresholds, scores and odds have as many digits as they need; a tenth may end within a sample.
FREE = {"expected cost", "samples", "positives", "value", "false alarms that one find is worth"}
SCORES = {"threshold", "score", "down to score", "act from", "its score", "score of the truth"}
EMPTY = {"meta", "link", "img", "br", "input"}


class Page(HTMLParser):
    """Read a page: every element with its attributes, and the text inside each kind of element."""

    def __init__(self, html):
        super().__init__()
        self.elements, self.texts, self._open, self.unclosed = [], [], [], []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        """Remember an element."""
        self.elements.append((tag, dict(attrs), tuple(self._open)))
        if tag not in EMPTY:
            self._open.append(tag)

    def handle_startendtag(self, tag, attrs):
        """Remember an element that has no end."""
        self.elements.append((tag, dict(attrs), tuple(self._open)))

    def handle_endtag(self, tag):
        """Leave an element, which has to be the innermost one."""
        if not self._open or self._open.pop() != tag:
            self.unclosed.append(tag)

    def handle_data(self, data):
        """Remember a text, and where it stands."""
        if data.strip():
            self.texts.append((tuple(self._open), data))

    def all(self, *tags):
        """Return the attributes of all elements of some kinds."""
        return [attrs for tag, attrs, _ in self.elements if tag in tags]

    def text(self, tag=None):
        """Return the text of the page as it is read, or that inside one kind of element."""
        seen = (data for where, data in self.texts if not {"style", "svg"} & {*where})
        if tag is not None:
            seen = (data for where, data in self.texts if tag in where)
        return " ".join(" ".join(seen).split())


@contextmanager
def numbers_alone():
    """Leave the pictures out, which test_in_browser.py looks at; draw few bootstrap samples."""
    with pytest.MonkeyPatch.context() as patch:
        undraw(patch)
        for room in (page, case, sections):
            patch.setattr(room, "TIMES", 200, raising=False)
            patch.setattr(room, "TIMES_RANKING", 100)
        yield


def quick(*given, **how):
    """Report on numbers alone."""
    with numbers_alone():
        return mm.report(*given, **how)


def undraw(patch):
    """Leave a report's pictures out: they are slow, and show its numbers."""
    parts = {"of_choice": (), "of_ranking": (), "of_use": (), "of_calibration": Shown("", "")}
    for name, nothing in parts.items():
        for room in (case, sections):
            patch.setattr(room, name, lambda *_, nothing=nothing: nothing, raising=False)
    for room in (classes, models):
        for name in [name for name in vars(room) if name.startswith("_draw_")]:
            nothing = parts.get(name.replace("_draw_", "of_"), ())
            patch.setattr(room, name, lambda *_, nothing=nothing: nothing)


CARS, DEFAULT = mm.example("cars"), mm.example("islr-default")
COSTS = mm.Costs(fp=1, fn=10)
NAMES = ["cat", "dog", "bird"]


def two_models(n=600):
    """Draw labels, and the scores of two models that share much of what they see."""
    rng = np.random.default_rng(3)
    y = (rng.random(n) < 0.2).astype(int)
    seen = rng.normal(size=n)
    a, b = (1 / (1 + np.exp(2 - d * y - seen - 0.7 * rng.normal(size=n))) for d in (1.2, 2.0))
    return y, {"logistic": a, "forest": b}


def three_classes(n=500):
    """Draw classes, and probabilities that favour the true one."""
    rng = np.random.default_rng(5)
    truth = rng.choice(3, n, p=[0.6, 0.3, 0.1])
    odds = np.exp(rng.normal(size=(n, 3)) + 1.5 * np.eye(3)[truth])
    return np.array(NAMES)[truth], odds / odds.sum(axis=1, keepdims=True)


# What reports are made of: the samples, and what is asked besides.
KINDS = {
    "cars": ((CARS.y_true, CARS.y_score), {"ids": CARS.ids}),
    "cards": ((DEFAULT.y_true, DEFAULT.y_score), {"costs": COSTS}),
    "models": (two_models(), {}),
    "classes": (three_classes(), {"classes": NAMES}),
}


@cache
def made(kind, **more):
    """Report on samples of a kind; made once for all tests, which leave it as it is."""
    given, how = KINDS[kind]
    return quick(*given, **how, **more)


def column(table, name):
    """Take a column of a table by its name, by the first column."""
    frame = table.to_frame()
    return dict(zip(frame.iloc[:, 0], frame[name], strict=True))


def off_the_rule(made, scores=()):
    """List the cells of a report's tables that aren't written by its rule of digits."""
    off = []
    for table in made.tables.values():
        for column in [one for one in table.columns if one.align == "right"]:
            cells = [column.cell(row) for row in range(len(table))]
            if column.name in {*SCORES, *scores}:
                off += [(column.name, cell) for cell in cells if len(cell) > 9]
            elif column.name not in FREE:
                whole = all(isinstance(value, int) for value in column.values)
                rule = COUNT if whole else RATE
                off += [(column.name, cell) for cell in cells if not re.fullmatch(rule, cell)]
    return off
