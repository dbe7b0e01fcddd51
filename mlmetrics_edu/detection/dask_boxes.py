"""Boxes in Dask's partitions: compared where they lie, image by image, and then forgotten.

Dask brings the boxes of an image together. What leaves a partition is which pairs overlap, and of
each box what counting asks for: its image, category, score and size. Boxes and masks stay behind.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple
from zlib import crc32

import numpy as np

from ..core import digits, inputs
from ..core.errors import InputError, MetricError
from ..metrics import dask_sums
from . import assignment, box_table, scenes
from .assignment import Evaluation, Pairs
from .box_table import BoxTable
from .protocols import Protocol
from .scenes import Boxes, Scenes

ROW, IMAGE = "_row", "_image"  # columns of ours, for the way
COLUMNS = ("area", "score", "ids", "crowd", "difficult")
FIRST = 40  # bits of a row's number that count within a partition


class Part(NamedTuple):
    """What leaves a partition.

    Attributes
    ----------
    boxes : mapping from "truth" and "detections" to mapping of columns
        Without sides; ``row`` is the place of each in the whole.
    pairs : Pairs
        By their rows here.
    convention : str
        How overlaps were measured.
    """

    boxes: Mapping[str, dict[str, Any]]
    pairs: Pairs
    convention: str


def evaluation(
    tables: Mapping[str, Any], chosen: Protocol, convention, images, categories
) -> Evaluation:
    """Compare the boxes of Dask DataFrames, and rank the detections of all partitions.

    Parameters
    ----------
    tables : mapping from "truth" and "detections" to DataFrame
    chosen : Protocol
        What is held fixed.
    convention, images, categories
        As for :func:`detection_map`.
    """
    from dask import dataframe

    frames = [_frame(table, name) for name, table in tables.items()]
    many = max(frame.npartitions for frame in frames)
    together = (_by_image(frame, many) for frame in frames)
    compare, how = partial(_compared, chosen, convention), {"enforce_metadata": False}
    parts = dataframe.map_partitions(compare, *together, meta=(None, object), **how)
    gathered, pairs, measured = _gathered(dask_sums.computed(*parts.to_delayed()))
    asked = {"image": (images, "images"), "category": (categories, "categories")}
    named = {name: _named(gathered[name], table) for name, table in tables.items()}
    axes = {axis: scenes.axis_of(named, axis, *which) for axis, which in asked.items()}
    boxes = [_boxes(columns, name, axes) for name, columns in gathered.items()]
    kept = [np.flatnonzero((b.image >= 0) & (b.category >= 0)) for b in boxes]
    both = zip(boxes, kept, strict=True)
    judged = [b if len(rows) == len(b) else b.take(rows) for b, rows in both]
    labels = (axis.labels for axis in axes.values())
    return _ranked(Scenes(*judged, *labels, measured), _moved(pairs, kept, boxes), chosen)


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


def _by_image(frame, partitions: int):
    """Number the rows, and let Dask bring those of an image into one partition."""
    from dask import dataframe
    from pandas import Series

    number = dataframe.from_pandas(Series(range(frame.npartitions)), npartitions=frame.npartitions)
    numbered = dataframe.map_partitions(_numbered, frame, number)
    return numbered.shuffle(IMAGE, npartitions=partitions, shuffle_method="tasks")


def _numbered(part, number):
    rows = (int(number.iloc[0]) << FIRST) + np.arange(len(part))
    image = np.array([_hashed(name) for name in part["image"].tolist()], np.int64)
    return part.assign(**{ROW: rows, IMAGE: image})


def _hashed(name) -> int:
    """Give a name the same number wherever it is met, as a number and as its text."""
    whole = isinstance(name, float) and name.is_integer()
    return crc32(str(int(name) if whole else name).encode())


def _compared(chosen: Protocol, convention, truth, detections) -> Part | None:
    """Find out which boxes of some images overlap, and keep what counting asks for."""
    if not len(truth) and not len(detections):
        return None
    frames = {"truth": truth.sort_values(ROW), "detections": detections.sort_values(ROW)}
    rows = {name: frame[ROW].to_numpy() for name, frame in frames.items()}
    tables = [{c: f[c] for c in f.columns if c not in (ROW, IMAGE)} for f in frames.values()]
    with _said(tables):
        here = scenes.read(*tables, convention, usual=chosen.convention)
    floor = min(chosen.ious)
    base = assignment.evaluation(here, chosen.matching, floor, chosen.ties, chosen.limit)
    boxes = {"truth": here.truth, "detections": here.detections}
    columns = {
        name: {
            "row": rows[name],
            "image": box_table.array_of(here.images)[boxes[name].image],
            "category": box_table.array_of(here.categories)[boxes[name].category],
            **{column: getattr(boxes[name], column) for column in COLUMNS},
        }
        for name in boxes
    }
    return Part(columns, base.pairs, here.convention)


@contextmanager
def _said(tables: list[dict]) -> Iterator[None]:
    """Say whose rows are counted where something is wrong with one of them."""
    try:
        yield
    except MetricError as error:
        images = list(dict.fromkeys(name for table in tables for name in table["image"]))
        where = f"of the rows of image {digits.listing([*map(inputs.short, images)])}"
        raise type(error)(f"{where}, {error.what}", error.why, error.fix) from None


def _gathered(parts: list[Part]) -> tuple[dict[str, dict], Pairs, str]:
    """Put the boxes of all partitions into the order that they had at first."""
    tables, places = {}, {}
    for name in parts[0].boxes:
        columns = [part.boxes[name] for part in parts]
        whole = {c: _together([one[c] for one in columns]) for c in columns[0]}
        line = np.argsort(whole.pop("row"))
        tables[name] = {c: None if v is None else v[line] for c, v in whole.items()}
        ends = np.cumsum([len(one["row"]) for one in columns])[:-1]
        places[name] = np.split(_places(line, len(line)), ends)
    pairs = Pairs(
        np.concatenate(
            [at[p.pairs.detection] for at, p in zip(places["detections"], parts, strict=True)]
        ),
        np.concatenate([at[p.pairs.truth] for at, p in zip(places["truth"], parts, strict=True)]),
        np.concatenate([part.pairs.iou for part in parts]),
    )
    return tables, pairs, parts[0].convention


def _places(rows: np.ndarray, size: int) -> np.ndarray:
    """Find where in a list of rows each row stands; -1 for those that don't."""
    places = np.full(size, -1)
    places[rows] = np.arange(len(rows))
    return places


def _together(columns: list) -> np.ndarray | None:
    there = [column for column in columns if column is not None]
    return np.concatenate(there) if there else None


def _named(columns: dict, table) -> BoxTable:
    """Give the names alone, with those that a table in memory knows without a box."""
    known = table if isinstance(table, BoxTable) else BoxTable({})
    names = {axis: columns[axis] for axis in ("image", "category")}
    return BoxTable(names, images=known.images, categories=known.categories)


def _boxes(columns: dict, name: str, axes: Mapping[str, scenes.Axis]) -> Boxes:
    codes = {axis: found.codes[name] for axis, found in axes.items()}
    ids = columns["ids"]
    ids = None if ids is None else inputs.ids(ids, f"{name}['id']")
    return Boxes(sides=None, **{**columns, **codes, "ids": ids})


def _moved(pairs: Pairs, kept: list[np.ndarray], boxes: list[Boxes]) -> Pairs:
    """Find the rows of pairs among the boxes that are kept."""
    truth, detection = (
        _places(rows, len(b))[row]
        for rows, b, row in zip(kept, boxes, (pairs.truth, pairs.detection), strict=True)
    )
    return Pairs(detection, truth, pairs.iou).take((truth >= 0) & (detection >= 0))


def _ranked(judged: Scenes, pairs: Pairs, chosen: Protocol) -> Evaluation:
    """Rank all detections, and put the pairs in the order of objects, the surest first."""
    sizes = (len(judged.images), len(judged.categories))
    ranking = assignment.ranked(judged.detections, sizes, chosen.ties, chosen.limit)
    rank = _places(ranking.rows, len(judged.detections))
    pairs = pairs.take(np.lexsort((rank[pairs.detection], pairs.truth)))
    return Evaluation(judged, ranking, pairs, assignment.RULES[chosen.matching])
