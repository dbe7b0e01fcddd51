"""The examples of the lessons and of well-known textbooks, with their data and known answers.

Each is a TOML file in ``data``, typed in from its source once and checked against it by the tests.
A file gives its samples in whichever way is shortest to read: a row a sample, a ranking without
scores, groups of tied samples, two normal distributions to draw them from, or (of very many) the
name of a table that stands beside it. A photograph stands beside it, too.
"""

import io
import numbers
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType

import numpy as np

from ..core import inputs, textfile
from ..core.calls import explained
from ..core.delimited import Delimited
from ..core.errors import InputError, UnknownNameError, did_you_mean
from ..core.settings import short
from ..detection.box_table import BoxTable
from ..metrics.confusion import Confusion
from ..metrics.sweep import Sweep, sweep
from .example_types import Answer, Erratum, Example

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


@explained
def examples() -> tuple[str, ...]:
    """List the names of all examples, in the order of a syllabus: counts, thresholds, classes.

    Examples
    --------
    >>> examples()[:4]
    ('customers', 'cancer', 'records', 'earthquake')
    """
    return SYLLABUS


@explained
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
    table = Delimited(textfile.unpacked(content, file).decode("utf-8"), file)
    columns, _ = table.columns(table.header)
    data = dict(zip(table.header, map(_numbers, columns), strict=True))
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
