"""Boxes in Dask's partitions: compared image by image where they lie, counted category by category.

Dask brings the boxes of an image together. What leaves that place is which pairs overlap, and of
each box what counting asks for: its image, category, score and size. Boxes and masks stay behind.
Dask then brings together what belongs to a category, and its numbers are all that is sent home.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ..core import digits, inputs
from ..core.conventions import DetectionSweepTies
from ..core.errors import InputError, MetricError
from ..metrics import dask_sums
from ..metrics.sweep import Sweep
from . import assignment, box_table, detection_summary, scenes
from .assignment import Evaluation, Pairs
from .box_table import BoxTable
from .detection_summary import SizeCounts
from .protocols import Protocol, Size
from .scenes import Boxes, Scenes, Totals

if TYPE_CHECKING:
    from pandas import DataFrame

AXES = {"image": "images", "category": "categories"}
ROW, IMAGE, CATEGORY = OURS = "_row", "_image", "_category"  # our numbers, for the way
LIGHT = {"area": float, "score": float, "ids": object, "crowd": bool, "difficult": bool}
BOX = {**dict.fromkeys(OURS, np.int64), **LIGHT}
PAIR = {CATEGORY: np.int64, "detection": np.int64, "truth": np.int64, "iou": float}


class Unseen(Scenes):
    """The names of images and categories whose boxes stayed in Dask's partitions."""

    @property
    def truth(self) -> Boxes:
        """Refuse what needs the boxes."""
        raise InputError(
            "the boxes themselves aren't here",
            "they stayed in Dask's partitions, and only the numbers of each category were gathered",
            "pass the rows of some images, or all, by their compute()",
        )

    detections = truth


@dataclass(frozen=True, eq=False)
class Elsewhere(Evaluation):
    """What is known of boxes that stayed in Dask's partitions.

    Attributes
    ----------
    parts : dask.dataframe.Series
        In each partition, once it is computed, the Evaluation of one category.
    sums : Totals
        How many boxes there are.
    latest : dict of int to Evaluation
        The category that was gathered last, and no other.
    """

    parts: Any
    sums: Totals
    latest: dict[int, Evaluation] = field(default_factory=dict)

    @property
    def totals(self) -> Totals:
        """How many objects and detections there are of each category."""
        return self.sums

    def sweep(
        self,
        category: int,
        iou: float,
        size: Size,
        limit: int | None = None,
        ties: DetectionSweepTies = "in-order",
    ) -> Sweep:
        """Sweep over the detections of one category, which Dask gathers for it."""
        if (found := self.latest.get(category)) is None:
            (found,) = dask_sums.computed(*self.parts.partitions[category].to_delayed())
            named = found.scenes._replace(categories=(self.scenes.categories[category],))
            self.latest.clear()
            self.latest[category] = found = replace(found, scenes=named)
        return found.sweep(0, iou, size, limit, ties)


def counted(
    tables: Mapping[str, Any], chosen: Protocol, compare: str, convention, images, categories
) -> tuple[Elsewhere, dict[str, SizeCounts]]:
    """Compare the boxes of Dask DataFrames, and count category by category.

    Parameters
    ----------
    tables : mapping from "truth" and "detections" to DataFrame
    chosen : Protocol
        What is held fixed.
    compare, convention, images, categories
        As for :func:`detection_map`.

    Returns
    -------
    base : Elsewhere
    sizes : dict of str to SizeCounts
        The figures of each range of sizes.
    """
    frames = {name: _frame(table, name) for name, table in tables.items()}
    measured = scenes.convention_of(frames, convention, chosen.convention)
    starts, known = _names(frames, tables)
    asked = {"image": images, "category": categories}
    axes = {axis: scenes.axis_of(known, axis, asked[axis], AXES[axis]) for axis in AXES}
    places = {name: _places(table, name, axes) for name, table in known.items()}
    coded = [_coded(frames[name], starts[name], places[name]) for name in frames]
    labels = [axis.labels for axis in axes.values()]
    compared = _by_image(partial(_compared, chosen, convention), coded)
    parts = _by_category(partial(_ranked, chosen, len(labels[0])), compared, len(labels[1]))
    sums, sizes = _gathered(_each(partial(_numbers, chosen, compare), parts))
    away = Unseen(None, None, *labels, measured)
    return Elsewhere(away, None, None, assignment.RULES[chosen.matching], parts, sums), sizes


def _frame(table, name: str):
    """Take a Dask DataFrame with the columns that boxes have; one in memory is a partition."""
    from dask import dataframe

    if not dask_sums.noticed(table):
        import pandas
        from dask import config

        with config.set({"dataframe.convert-string": False}):  # a mask is no text
            table = dataframe.from_pandas(pandas.DataFrame(dict(table)), npartitions=1)
    if not hasattr(type(table), "divisions"):
        raise InputError(
            f"{name} is a Dask {type(table).__name__}",
            "a box is a row of a table, whose columns have names",
            "pass a Dask DataFrame with image, category, x1, y1, x2, y2",
        )
    scenes.check_columns(table, name)
    if "image" not in table:
        raise InputError(
            f"{name} has the columns {box_table.listed(table)}",
            "boxes of several partitions are brought together by their image",
            "add a column image to both tables",
        )
    return table


class Names(NamedTuple):
    """The names in one partition of a table.

    Attributes
    ----------
    table : str
        Whose it is.
    place : int
        Which one it is.
    rows : int
        How many boxes it has.
    labels : mapping of str to tuple
        The names of its images, and of its categories.
    """

    table: str
    place: int
    rows: int
    labels: Mapping[str, tuple]


def _names(frames: Mapping[str, Any], tables: Mapping[str, Any]) -> tuple[dict, dict]:
    """Find all names of images and categories, and the row with which each partition begins."""
    from dask import delayed

    one = delayed(_named, pure=True)
    columns = {name: f[[axis for axis in AXES if axis in f]] for name, f in frames.items()}
    parts = (
        one(name, place, frame.npartitions, part)
        for name, frame in columns.items()
        for place, part in enumerate(frame.to_delayed())
    )
    found = dask_sums.computed(*parts)
    starts, known = {}, {}
    for name, frame in columns.items():
        own, rows = [part for part in found if part.table == name], np.zeros(frame.npartitions, int)
        rows[[part.place for part in own]] = [part.rows for part in own]
        starts[name] = np.cumsum(rows) - rows
        names = {a: dict.fromkeys(chain.from_iterable(p.labels[a] for p in own)) for a in frame}
        more = {plural: getattr(tables[name], plural, ()) for plural in AXES.values()}
        known[name] = BoxTable({a: box_table.array_of([*of]) for a, of in names.items()}, **more)
    return starts, known


def _named(table: str, place: int, of: int, part: "DataFrame") -> Names | None:
    if not len(part):
        return None
    with dask_sums.located(place, of):
        labels = {axis: box_table.coded(part[axis], f"{table}[{axis!r}]").labels for axis in part}
    return Names(table, place, len(part), labels)


def _places(known: BoxTable, name: str, axes: Mapping[str, scenes.Axis]) -> dict[str, dict]:
    """Find the place of each name among the images and categories that are judged."""
    codes = {axis: axes[axis].codes[name].tolist() for axis in known}
    return {axis: dict(zip(known[axis].tolist(), codes[axis], strict=True)) for axis in known}


def _coded(frame, starts: np.ndarray, places: Mapping[str, dict]):
    """Number the rows of a table, its images and its categories; leave out what isn't judged."""
    from dask import dataframe, delayed
    from pandas import Series

    start = dataframe.from_pandas(Series(starts), npartitions=len(starts))
    shared = delayed(places, traverse=False)  # sent to a worker once, and not with each partition
    meta = frame._meta.assign(**dict.fromkeys(OURS, np.int64()))
    return dataframe.map_partitions(_numbered, frame, start, shared, meta=meta)


def _numbered(part: "DataFrame", start, places: Mapping[str, dict]) -> "DataFrame":
    rows = int(start.iloc[0]) + np.arange(len(part))
    codes = (_codes(part, axis, places) for axis in AXES)
    part = part.assign(**dict(zip(OURS, (rows, *codes), strict=True)))
    return part[(part[IMAGE] >= 0) & (part[CATEGORY] >= 0)]


def _codes(part: "DataFrame", axis: str, places: Mapping[str, dict]) -> np.ndarray:
    if axis not in part:  # then there is one only
        return np.zeros(len(part), np.int64)
    codes, labels = box_table.coded(part[axis], axis)
    return np.array([places[axis][label] for label in labels], np.int64)[codes]


def _by_image(compare: Callable, frames: list):
    """Let Dask bring the boxes of an image together, and compare them there."""
    many = max(frame.npartitions for frame in frames)
    how = {"npartitions": many, "shuffle_method": "tasks"}
    return _each(compare, *(frame.shuffle(IMAGE, **how) for frame in frames))


def _by_category(rank: Callable, compared, categories: int):
    """Let Dask bring together what belongs to a category, each in a partition of its own."""
    how = {"divisions": [*range(categories + 1)], "shuffle_method": "tasks"}
    tables = (
        _each(itemgetter(i), compared, meta=_empty(columns)).set_index(CATEGORY, **how)
        for i, columns in enumerate((BOX, BOX, PAIR))
    )
    return _each(rank, *tables)


def _each(function: Callable, *frames, meta=(None, object)):
    """Give what a function makes of each partition, which need not be a table."""
    from dask import dataframe

    return dataframe.map_partitions(function, *frames, meta=meta, enforce_metadata=False)


def _empty(columns: Mapping[str, type]) -> "DataFrame":
    from pandas import DataFrame

    return DataFrame({name: np.zeros(0, kind) for name, kind in columns.items()})


def _compared(chosen: Protocol, convention, *sides: "DataFrame") -> tuple["DataFrame", ...]:
    """Find out which boxes of some images overlap, and keep what counting asks for."""
    from pandas import DataFrame

    frames = [frame.sort_values(ROW) for frame in sides]
    if not any(map(len, frames)):
        return _empty(BOX), _empty(BOX), _empty(PAIR)
    tables = [{c: f[c] for c in f.columns if c not in OURS} for f in frames]
    with _said(tables):
        here = scenes.read(*tables, convention, usual=chosen.convention)
    floor = min(chosen.ious)
    base = assignment.evaluation(here, chosen.matching, floor, chosen.ties, chosen.limit)
    truth, detections = map(_light, frames, (here.truth, here.detections))
    one, other = truth.iloc[base.pairs.truth], detections.iloc[base.pairs.detection]
    columns = (one[CATEGORY], other[ROW], one[ROW])
    columns = (*(column.to_numpy() for column in columns), base.pairs.iou)
    return truth, detections, DataFrame(dict(zip(PAIR, columns, strict=True)))


def _light(frame: "DataFrame", boxes: Boxes) -> "DataFrame":
    """Keep of each box what counting asks for; one without a name is called by its row."""
    from pandas import DataFrame

    numbers = {column: frame[column].to_numpy() for column in OURS}
    columns = {column: getattr(boxes, column) for column in LIGHT}
    named = {column: values for column, values in columns.items() if values is not None}
    return DataFrame({**numbers, "score": np.nan, "ids": numbers[ROW], **named})[[*BOX]]


@contextmanager
def _said(tables: list[dict]) -> Iterator[None]:
    """Say whose rows are counted where something is wrong with one of them."""
    try:
        yield
    except MetricError as error:
        images = list(dict.fromkeys(name for table in tables for name in table["image"]))
        where = f"of the rows of image {digits.listing([*map(inputs.short, images)])}"
        raise type(error)(f"{where}, {error.what}", error.why, error.fix) from None


def _ranked(chosen: Protocol, images: int, *tables: "DataFrame") -> Evaluation:
    """Rank the detections of one category, and put its pairs in the order of objects.

    Dask promises no order of what it brings together, so all are put into the order of their rows.
    """
    *sides, pairs = tables
    truth, detections = (side.sort_values(ROW) for side in sides)
    boxes = _boxes(truth, "truth"), _boxes(detections, "detections")
    rows = (
        np.searchsorted(table[ROW], pairs[name])
        for table, name in ((detections, "detection"), (truth, "truth"))
    )
    found = Pairs(*rows, pairs["iou"].to_numpy())
    ranking = assignment.ranked(boxes[1], (images, 1), chosen.ties, chosen.limit)
    judged = Scenes(*boxes, (), (None,), chosen.convention)
    base = Evaluation(judged, ranking, found, assignment.RULES[chosen.matching])
    surest_first = np.lexsort((base.rank[found.detection], found.truth))
    return replace(base, pairs=found.take(surest_first))


def _boxes(table: "DataFrame", name: str) -> Boxes:
    columns = {column: table[column].to_numpy(kind) for column, kind in LIGHT.items()}
    if len(table):
        inputs.ids(columns["ids"], f"{name}['id']")  # no name twice
    image, category = table[IMAGE].to_numpy(), np.zeros(len(table), np.int64)
    return Boxes(image=image, category=category, sides=None, **columns)


def _numbers(chosen: Protocol, compare: str, part: Evaluation) -> tuple[Totals, dict]:
    return part.totals, detection_summary.counted(part, chosen, compare, progress=False)


def _gathered(numbers) -> tuple[Totals, dict[str, SizeCounts]]:
    """Put the numbers of all categories side by side."""
    totals, sizes = zip(*dask_sums.computed(*numbers.to_delayed()), strict=True)
    sums = Totals(*map(np.concatenate, zip(*totals, strict=True)))
    if not (sums.objects.any() or sums.detections.any()):
        raise InputError(*scenes.NO_BOXES)
    return sums, {name: SizeCounts.side_by_side([s[name] for s in sizes]) for name in sizes[0]}
