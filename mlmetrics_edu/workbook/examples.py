"""The examples of the lessons and of well-known textbooks, with their data and known answers.

Each is a TOML file in ``data``, typed in from its source once and checked against it by the tests.
A file gives its samples in whichever way is shortest to read: a row a sample, a ranking without
scores, groups of tied samples, two normal distributions to draw them from, or (of very many) the
name of a table that stands beside it. A photograph stands beside it, too.
"""

from __future__ import annotations

import html
import io
import math
import numbers
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any

import numpy as np
from wcwidth import wcswidth

from ..core import inputs, table_files
from ..core.errors import InputError, UnknownNameError, did_you_mean
from ..core.inputs import short
from ..detection.box_tables import BoxTable
from ..metrics.confusion import Confusion
from ..metrics.sweep import Sweep, sweep

__all__ = ["Answer", "Erratum", "Example", "example", "examples"]
# In the order in which one meets them: one table of counts, one at every threshold, many classes.
ONE_TABLE = """
    customers cancer records earthquake models f-beta
    liver-scan fob-screening sklearn-two-by-two iir-8-1 roc-space
    chicco-a1 powers garcia bekkar-1 bekkar-2
    german-credit expected-profit cost-axes kappa-three iir-kappa
"""
EVERY_THRESHOLD = """
    cars cars-unsorted learner-a learner-b sklearn-scores torchmetrics-scores
    fawcett-20 fawcett-bayes fawcett-ties han-kamber hanley-mcneil
    islr-default binormal late-positive davis-goadrich
    ks-first ks-second ks-third ks-ten decile-table
    iir-8-8-first iir-8-8-second iir-8-9 iir-table-8-1 query-first query-second
"""
MANY_CLASSES = """
    iir-two-classes sklearn-report sklearn-multiclass sklearn-matrix sklearn-kappa
    torchmetrics-three witten-frank pycm-3x3 segmentation-toy segmentation-three
"""
BEYOND = "several-labels label-ranking regression-four anscombe"
BOXES = """
    two-rules free-alarms lower-threshold two-of-three padilla-24 toy-cats coins-photograph
    coco-seven
"""
SYLLABUS = tuple(f"{ONE_TABLE} {EVERY_THRESHOLD} {MANY_CLASSES} {BOXES} {BEYOND}".split())
MOST = 10_000_000  # samples that are drawn: more fill the memory
TEXTS = ("title", "title_zh", "story", "source", "licence", "origin")
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


def examples() -> tuple[str, ...]:
    """List the names of all examples, in the order of a syllabus: counts, thresholds, classes.

    Examples
    --------
    >>> examples()[:4]
    ('customers', 'cancer', 'records', 'earthquake')
    """
    return SYLLABUS


def example(
    name: str, *, n: int | None = None, positive_rate: float | None = None, seed: int | None = None
) -> Example:
    """Return one example: its data, its source, what is known about it.

    Parameters
    ----------
    name : str
        One of :func:`examples`.
    n, positive_rate, seed : int, float, int, optional
        For ``"binormal"``, which is drawn at random: how many samples (1000), the share of
        positives (0.1), and the seed (0).

    Returns
    -------
    Example

    Raises
    ------
    UnknownNameError
        If there is none of that name.

    Examples
    --------
    >>> cars = example("cars")
    >>> cars.ids[0], cars.y_true.sum(), cars.y_score[0]
    ('car 4', np.int64(6), np.float64(0.91))
    >>> cars.answers[1].quantity, cars.answers[1].printed, cars.answers[1].exact
    ('precision', '1.000', '1')
    """
    if not isinstance(name, str) or name not in SYLLABUS:
        raise UnknownNameError(
            f"there is no example {short(name)}",
            did_you_mean(name, SYLLABUS, "no name comes near it"),
            f"use one of: {', '.join(SYLLABUS)}",
        )
    given = {"n": n, "positive_rate": positive_rate, "seed": seed}
    settings = {key: value for key, value in given.items() if value is not None}
    return read(name, **settings) if settings else _fixed(name)


@cache
def _fixed(name: str) -> Example:
    return read(name)  # nobody can change an example, so everybody may have the same


def swept(name: str, ties: str = "grouped", ids=None) -> Sweep:
    """Sweep over the samples of an example; they may be given other names."""
    samples = example(name)
    names = samples.ids if ids is None else ids
    return sweep(samples.y_true, samples.y_score, ids=names, ties=ties)


def read(name: str, **settings) -> Example:
    """Read one example; ``settings`` are for those that are drawn at random."""
    page = tomllib.loads((files(__package__) / "data" / f"{name}.toml").read_text("utf-8"))
    matrices = page.get("matrices", {})
    samples = _samples(name, page, settings)
    columns = {**page.get("columns", {}), **samples.pop("columns", {})}
    # Where the source doesn't count the true negatives, tn is left out.
    tables = page.get("confusions", {})
    confusions = {name: Confusion(**{"tn": None, **counts}) for name, counts in tables.items()}
    return Example(
        name=name,
        **{text: page[text].strip() for text in TEXTS},
        positive=page.get("positive"),
        **samples,
        confusions=MappingProxyType(confusions),
        matrices=MappingProxyType({k: _array(m["counts"]) for k, m in matrices.items()}),
        labels=MappingProxyType({k: tuple(m["labels"]) for k, m in matrices.items()}),
        truth=_boxes(page.get("truth"), "objects"),
        detections=_boxes(page.get("detections"), "detections"),
        picture=_picture(page.get("picture")),
        columns=MappingProxyType({k: _array(v) for k, v in columns.items()}),
        values=MappingProxyType(
            {k: MappingProxyType(v) for k, v in page.get("values", {}).items()}
        ),
        answers=tuple(_answers(page.get("known", {}).get("answers", []))),
        errata=tuple(Erratum(**erratum) for erratum in page.get("errata", [])),
    )


def _array(values, dtype=None) -> np.ndarray:
    array = np.array(values, dtype)
    array.setflags(write=False)
    return array


def _boxes(page: Mapping | None, what: str) -> BoxTable | None:
    """A row a box: its corners, or left, top, width and height (then right is left + width)."""
    if page is None:
        return None
    columns = dict(zip(page["columns"], zip(*page["rows"], strict=True), strict=True))
    if "w" in columns:
        x, y, w, h = (np.array(columns.pop(side), float) for side in "xywh")
        columns |= {"x1": x, "y1": y, "x2": x + w, "y2": y + h}
    return BoxTable({name: _array(column) for name, column in columns.items()}, what)


def _picture(file: str | None) -> np.ndarray | None:
    """Read a grey picture that stands beside the TOML: rows of pixels from 0 to 255."""
    if file is None:
        return None
    from matplotlib.image import imread  # its shares of 255 are whole numbers again when rounded

    content = (files(__package__) / "data" / file).read_bytes()
    return _array(np.rint(255 * imread(io.BytesIO(content), format="png")), np.uint8)


def _samples(name: str, page: Mapping, settings: Mapping) -> dict:
    """Read the samples, in the one form that the file has them."""
    if settings and "normal" not in page:
        raise InputError(
            f"{name} was asked for with {', '.join(settings)}",
            "its samples are fixed, there is nothing to draw",
            f'leave these out, or take example("binormal", {next(iter(settings))}=…)',
        )
    for form, samples in FORMS.items():
        if form in page:
            return samples(**{**page[form], **settings})
    return {}


def _rows(columns: list, rows: list) -> dict:
    """A row a sample."""
    data = dict(zip(columns, zip(*rows, strict=True), strict=True))
    kinds = {"truth": ("y_true", None), "prediction": ("y_pred", None), "score": ("y_score", float)}
    arrays = {kinds[c][0]: _array(data[c], kinds[c][1]) for c in columns if c in kinds}
    return {"ids": data.get("id"), **arrays}


def _ranking(truth: list) -> dict:
    """From the top; the rank, turned round, stands for the score that nobody gave."""
    ids = tuple(f"rank {i}" for i in range(1, len(truth) + 1))
    return {"ids": ids, "y_true": _array(truth), "y_score": _array(range(len(truth), 0, -1), float)}


def _groups(score: list, positives: list, negatives: list) -> dict:
    """How many positives and negatives share each score; the positives of a score come first."""
    counts = np.column_stack([positives, negatives]).ravel()
    truth, scores = np.tile([1, 0], len(score)), np.repeat(score, 2)
    return {
        "y_true": _array(np.repeat(truth, counts)),
        "y_score": _array(np.repeat(scores, counts), float),
    }


def _normal(positive_mean, negative_mean, standard_deviation, n, positive_rate, seed) -> dict:
    """Scores drawn from two normal distributions, one a class."""
    _check_draw(n, positive_rate, seed)
    rng = np.random.default_rng(seed)
    truth = (rng.permutation(n) < round(n * positive_rate)).astype(int)
    means = np.where(truth, positive_mean, negative_mean)
    return {
        "y_true": _array(truth),
        "y_score": _array(means + standard_deviation * rng.standard_normal(n)),
    }


def _check_draw(n, positive_rate, seed) -> None:
    """Refuse what can't be drawn: both classes are needed."""
    for name, value in (("n", n), ("seed", seed)):
        if not isinstance(value, numbers.Integral) or value < 0:
            raise InputError(
                f"{name} = {inputs.short(value)}",
                "it must be a whole number, not below 0",
                f"give one, such as {name}=100",
            )
    inputs.whole(n, "n", "it says how many samples to draw", 2, MOST)
    if not (inputs.is_finite(positive_rate) and 0 < round(n * positive_rate) < n):
        raise InputError(
            f"n = {n}, positive_rate = {inputs.short(positive_rate)}",
            "that leaves one of the two classes empty",
            "use a share between 0 and 1, and more samples",
        )


def _table(file: str) -> dict:
    """Read a CSV file beside the TOML, packed by gzip if its name says so: a row a sample.

    Columns called id, truth, prediction and score are those of the samples; all others are numbers
    known of each sample.
    """
    content = (files(__package__) / "data" / file).read_bytes()
    table = table_files.read(content, file)
    data = {name: _numbers(table.column(name)) for name in table.header}
    return {
        **_rows(list(data), list(zip(*data.values(), strict=True))),
        "columns": {name: column for name, column in data.items() if name not in OF_SAMPLES},
    }


def _numbers(column: Sequence[str]) -> tuple:
    """Read a column as whole numbers, as numbers, or (where it has others) leave it as words."""
    for kind in (int, float):
        try:
            return tuple(map(kind, column))
        except ValueError:
            continue
    return tuple(column)


OF_SAMPLES = ("id", "truth", "prediction", "score")


FORMS = {
    "samples": _rows,
    "ranking": _ranking,
    "groups": _groups,
    "normal": _normal,
    "table": _table,
}


def _answers(entries: list) -> Iterator[Answer]:
    """Take each answer: one figure, or a whole column of them, a figure for each step."""
    for entry in entries:
        where, steps = entry.pop("where", {}), entry.pop("steps", None)
        printed = entry.pop("printed")
        if steps is None:
            yield Answer(printed=printed, where=MappingProxyType(where), **entry)
            continue
        exact = entry.pop("exact", None) or [None] * len(steps)
        for step, figure, fraction in zip(steps, printed, exact, strict=True):
            place = MappingProxyType({"step": step, **where})
            yield Answer(printed=figure, exact=fraction, where=place, **entry)


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
