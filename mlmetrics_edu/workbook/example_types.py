"""What an example holds: its data, the figures known for it, and what was printed wrong."""

import html
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Any

import numpy as np
from wcwidth import wcswidth

from ..core.errors import UnknownNameError
from ..detection.box_table import BoxTable
from ..metrics.confusion import Confusion

WIDTH, INDENT = 88, 9  # of the card
# A figure printed to sixteen digits has been through floats, as ours have, in another order: its
# last places are those of that order.
FLOAT_NOISE = Decimal("1e-13")


def _nothing() -> Mapping:
    return MappingProxyType({})


@dataclass(frozen=True)
class Answer:
    """One figure that is known for an example.

    Attributes
    ----------
    quantity : str
        What it is, by this library's name: ``"precision"``, ``"auc"``, ``"average_precision"``.
    printed : str
        The figure, digit for digit.
    where : mapping
        What it belongs to: ``{"step": 1, "ties": "in-order"}``, ``{"confusion": "A"}``,
        ``{"threshold": 0.5}``. With ``"percent"`` the figure is printed in per cent.
    exact : str or None
        The exact value as a fraction, such as ``"2/7"``, where it is known.
    rounding : {"rounded", "truncated", "error"}
        How the printed digits came about; an error is a figure that the source got wrong.
    published : bool
        Whether the source prints it; otherwise it was worked out for this project.
    note : str
        What else to know about it.
    """

    quantity: str
    printed: str
    where: Mapping = field(default_factory=_nothing, hash=False)
    exact: str | None = None
    rounding: str = "rounded"
    published: bool = True
    note: str = ""

    def agrees(self, value: float) -> bool:
        """Tell whether a computed value goes with what was printed, as far as it was printed.

        A printed error agrees with every value but the one that its digits stand for.

        Examples
        --------
        >>> Answer("f1", "0.311").agrees(14 / 45), Answer("f1", "0.746").agrees(56 / 75)
        (True, False)
        >>> Answer("f1", "0.746", rounding="truncated").agrees(56 / 75)
        True
        """
        if self.printed == "nan" or not math.isfinite(value):
            same = self.printed == "nan" and math.isnan(value)
            return same == (self.rounding != "error")
        shown = Decimal(float(value)) * (100 if self.where.get("percent") else 1)
        if self.rounding == "truncated":
            return not self._rounds(shown) and self._starts(shown)
        return self._rounds(shown) == (self.rounding == "rounded")

    @property
    def _last_place(self) -> Decimal:
        return Decimal(1).scaleb(Decimal(self.printed).as_tuple().exponent)

    def _rounds(self, shown: Decimal) -> bool:
        noise = FLOAT_NOISE * max(1, abs(shown))
        return abs(shown - Decimal(self.printed)) <= self._last_place / 2 + noise

    def _starts(self, shown: Decimal) -> bool:
        cut_off = abs(shown) - abs(Decimal(self.printed))
        return 0 <= cut_off < self._last_place


@dataclass(frozen=True)
class Erratum:
    """A mistake in a source: what it says (a phrase), what is right, and why.

    Ids S0 to S4 number the five source documents, 000 to 004.
    """

    id: str
    says: str
    correct: str
    why: str


@dataclass(frozen=True, eq=False)
class Example:
    """One worked example; what it doesn't have is None or empty. Arrays are read-only.

    Attributes
    ----------
    name, title, title_zh, story : str
        How it is called, in English and in 简体中文, and what it is about.
    source, licence, origin : str
        Who published it, on what terms, and whether the printed page itself was read.
    positive : str or None
        The positive class, in words.
    ids : tuple of str or None
        A name for each sample.
    y_true, y_score, y_pred : numpy.ndarray or None
        Truth, scores and predicted classes, a value for each sample.
    confusions : mapping of str to Confusion
        Tables of counts that it gives, by name; the only one is also ``confusion``. Where the
        source doesn't say how many true negatives there are, ``tn`` is None.
    matrices, labels : mapping of str to numpy.ndarray, to tuple
        Larger tables with truth in rows, and the labels of their rows and columns.
    values : mapping of str to mapping
        Figures given without counts, such as the precision and recall of a model.
    truth, detections : BoxTable or None
        Objects in images, and what a detector found there.
    picture : numpy.ndarray or None
        The image that they lie on, rows of grey pixels from 0 to 255; :func:`plots.boxes` takes it.
    columns : mapping of str to numpy.ndarray
        Numbers that are neither labels nor scores of two classes: measurements and their
        predictions, a row of labels for each sample, or what else is known of it.
    answers : tuple of Answer
        Figures known for it.
    errata : tuple of Erratum
        Mistakes that its sources make about it.
    """

    name: str
    title: str
    title_zh: str
    story: str
    source: str
    licence: str
    origin: str
    positive: str | None = None
    ids: tuple[str, ...] | None = None
    y_true: Any = None  # arrays, where the source has samples and not counts alone
    y_score: Any = None
    y_pred: np.ndarray | None = None
    confusions: Mapping[str, Confusion] = field(default_factory=_nothing)
    matrices: Mapping[str, np.ndarray] = field(default_factory=_nothing)
    labels: Mapping[str, tuple] = field(default_factory=_nothing)
    values: Mapping[str, Mapping[str, float]] = field(default_factory=_nothing)
    columns: Mapping[str, np.ndarray] = field(default_factory=_nothing)
    truth: BoxTable | None = None
    detections: BoxTable | None = None
    picture: np.ndarray | None = None
    answers: tuple[Answer, ...] = ()
    errata: tuple[Erratum, ...] = ()

    @property
    def confusion(self) -> Confusion:
        """The table of counts, where there is exactly one."""
        if len(self.confusions) == 1:
            return next(iter(self.confusions.values()))
        raise UnknownNameError(
            f"{self.name} has {len(self.confusions) or 'no'} tables of counts",
            f"they are {', '.join(self.confusions)}" if self.confusions else "it gives other data",
            "take one by its name from .confusions"
            if self.confusions
            else "where it has scores, count at a threshold: sweep(…).at(threshold)",
        )

    def __str__(self) -> str:
        head = f"{self.name} · {self.title}\n{' ' * len(self.name)}   {self.title_zh}"
        return "\n".join(
            [head, *(_fold(f"{label:{INDENT}}{text}") for label, text in self._rows())]
        )

    def __repr__(self) -> str:
        return f"example({self.name!r})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<tr><th scope="row" style="text-align:left">{label}</th>'
            f'<td style="text-align:left">{html.escape(text)}</td></tr>'
            for label, text in self._rows()
        )
        title = html.escape(f"{self.name} · {self.title} · {self.title_zh}")
        return f"<table><caption>{title}</caption><tbody>{rows}</tbody></table>"

    def _rows(self) -> list[tuple[str, str]]:
        answers, errata = len(self.answers), len(self.errata)
        return [
            ("story", self.story),
            ("data", "; ".join(self._data())),
            ("source", self.source),
            ("licence", self.licence),
            ("known", f"{_many(answers, 'answer')}, {_many(errata, 'erratum', 'errata')}"),
        ]

    def _data(self) -> Iterator[str]:
        """Say what data there are, each in a few words."""
        if self.y_true is not None:
            yield self._samples()
        for boxes in (self.truth, self.detections):
            if boxes is not None:
                yield str(boxes)
        if self.picture is not None:
            yield "picture: {1} × {0} pixels".format(*self.picture.shape)
        for name, c in self.confusions.items():
            yield f"{name}: {c.summary}"
        for name, matrix in self.matrices.items():
            yield f"{name}: {len(matrix)}×{len(matrix)}, {matrix.sum()} samples"
        for name, column in self.columns.items():
            yield f"{name}: {' × '.join(map(str, column.shape))} numbers"
        for name, row in self.values.items():
            yield f"{name}: " + ", ".join(f"{key} {value}" for key, value in row.items())

    def _samples(self) -> str:
        n, named = f"{len(self.y_true)} samples", self.positive != "positive"
        if self.positive is None:
            return f"{n} of {len(set(self.y_true.tolist()))} classes"
        return f"{n}, {self.y_true.sum()} positive" + f" ({self.positive})" * named


def _many(n: int, one: str, many: str = "") -> str:
    return f"{n} {one if n == 1 else many or one + 's'}"


def _fold(text: str) -> str:
    """Break a line between words, its continuation indented; a Chinese character is two wide."""
    lines = [""]
    for word in re.findall(r"\S+\s*", text):
        if wcswidth(lines[-1] + word.rstrip()) > WIDTH:
            lines.append(" " * INDENT)
        lines[-1] += word
    return "\n".join(line.rstrip() for line in lines)
