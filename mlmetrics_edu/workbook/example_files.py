"""From the text of an example, one TOML file, to an `Example`.

A file gives its samples in whichever way is shortest to read: a row a sample, a ranking without
scores, groups of tied samples, two normal distributions to draw them from, or (of very many) the
name of a table that stands beside it.
"""

import csv
import gzip
import numbers
import tomllib
from collections.abc import Iterator, Mapping
from importlib.resources import files
from types import MappingProxyType

import numpy as np

from ..core import inputs
from ..core.errors import InputError
from ..detection.box_table import BoxTable
from ..metrics.confusion import Confusion
from .example_types import Answer, Erratum, Example

MOST = 10_000_000  # samples that are drawn: more fill the memory
TEXTS = ("title", "title_zh", "story", "source", "licence", "origin")


def read(name: str, **settings) -> Example:
    """Read one example; ``settings`` are for those that are drawn at random."""
    page = tomllib.loads((files(__package__) / "data" / f"{name}.toml").read_text("utf-8"))
    matrices = page.get("matrices", {})
    samples = _samples(name, page, settings)
    columns = {**page.get("columns", {}), **samples.pop("columns", {})}
    return Example(
        name=name,
        **{text: page[text].strip() for text in TEXTS},
        positive=page.get("positive"),
        **samples,
        confusions=_frozen({k: _confusion(**v) for k, v in page.get("confusions", {}).items()}),
        matrices=_frozen({k: _array(m["counts"]) for k, m in matrices.items()}),
        labels=_frozen({k: tuple(m["labels"]) for k, m in matrices.items()}),
        truth=_boxes(page.get("truth"), "objects"),
        detections=_boxes(page.get("detections"), "detections"),
        columns=_frozen({k: _array(v) for k, v in columns.items()}),
        values=_frozen({k: _frozen(v) for k, v in page.get("values", {}).items()}),
        answers=tuple(_answers(page.get("known", {}).get("answers", []))),
        errata=tuple(Erratum(**erratum) for erratum in page.get("errata", [])),
    )


def _frozen(mapping: dict) -> Mapping:
    return MappingProxyType(mapping)


def _confusion(tp: int, fp: int, fn: int, tn: int | None = None) -> Confusion:
    """Take the counts; where the source doesn't count the true negatives, tn is left out."""
    return Confusion(tp, fp, fn, tn)


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
    found = {kinds[c][0]: _array(data[c], kinds[c][1]) for c in columns if c in kinds}
    return {"ids": data.get("id"), **found}


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
    packed = (files(__package__) / "data" / file).read_bytes()
    text = (gzip.decompress(packed) if file.endswith(".gz") else packed).decode("utf-8")
    head, *rows = csv.reader(text.splitlines())
    data = dict(zip(head, map(_numbers, zip(*rows, strict=True)), strict=True))
    return {
        **_rows(list(data), list(zip(*data.values(), strict=True))),
        "columns": {name: column for name, column in data.items() if name not in OF_SAMPLES},
    }


def _numbers(column: tuple[str, ...]) -> tuple:
    """Read a column as whole numbers, as numbers, or (where it has others) leave it as words."""
    for kind in (int, float):
        try:
            return tuple(map(kind, column))
        except ValueError:
            continue
    return column


OF_SAMPLES = ("id", "truth", "prediction", "score")
FORMS = {
    "samples": _rows,
    "ranking": _ranking,
    "groups": _groups,
    "normal": _normal,
    "table": _table,
}


def _answers(entries: list) -> Iterator[Answer]:
    for entry in entries:
        where, steps = entry.pop("where", {}), entry.pop("steps", None)
        for step, printed, exact in _cells(steps, entry.pop("printed"), entry.pop("exact", None)):
            place = where if step is None else {"step": step, **where}
            yield Answer(printed=printed, exact=exact, where=_frozen(place), **entry)


def _cells(steps: list | None, printed, exact) -> Iterator[tuple]:
    """One figure, or a whole column of them: a figure for each step."""
    if steps is None:
        return iter([(None, printed, exact)])
    return zip(steps, printed, exact or [None] * len(steps), strict=True)
