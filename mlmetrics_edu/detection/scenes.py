"""The door for boxes: what passes can be matched, and what can't is told why, with its row."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ..core import digits, inputs
from ..core.errors import InputError
from . import box_columns, names
from .box_forms import Sides, extra_pixels

ONLY = {"image": "the image", "category": "object"}  # where there is one only, it needs no column


@dataclass(frozen=True, eq=False)
class Boxes:
    """Boxes of objects, or of detections.

    Attributes
    ----------
    image, category : numpy.ndarray of int, shape (n,)
        Where each is, and what: positions in the lists of :class:`Scenes`.
    sides : Sides
        The boxes themselves.
    area : numpy.ndarray of float, shape (n,)
        How large each counts as; in COCO that of an object's outline, not of its box. It tells
        which range of sizes each belongs to; overlaps are those of the boxes.
    ids : numpy.ndarray or None, shape (n,)
        Their names; without them, their rows from 0.
    score : numpy.ndarray of float or None, shape (n,)
        How sure the detector is.
    crowd, difficult : numpy.ndarray of bool, shape (n,)
        Objects that need not be found.
    """

    image: np.ndarray
    category: np.ndarray
    sides: Sides
    area: np.ndarray
    ids: np.ndarray | None
    score: np.ndarray | None
    crowd: np.ndarray
    difficult: np.ndarray

    def __len__(self) -> int:
        return len(self.image)

    def called(self, row: int):
        """Give the name of a box."""
        name = row if self.ids is None else self.ids[row]
        return name.item() if isinstance(name, np.generic) else name

    def take(self, rows: np.ndarray) -> "Boxes":
        """Keep some boxes, each under the name that it has."""
        columns = ("image", "category", "area", "score", "crowd", "difficult")
        kept = {c: None if (v := getattr(self, c)) is None else v[rows] for c in columns}
        ids = rows if self.ids is None else self.ids[rows]
        return Boxes(sides=self.sides.take(rows), ids=ids, **kept)


class Scenes(NamedTuple):
    """Objects and detections in the same images, of the same categories."""

    truth: Boxes
    detections: Boxes
    images: tuple
    categories: tuple
    convention: str

    def only(self, image: int) -> "Scenes":
        """Keep one image."""
        here = (np.flatnonzero(boxes.image == image) for boxes in (self.truth, self.detections))
        truth, detections = (
            replace(boxes.take(rows), image=np.zeros(len(rows), np.int64))
            for boxes, rows in zip((self.truth, self.detections), here, strict=True)
        )
        images = (self.images[image],)
        return self._replace(truth=truth, detections=detections, images=images)


def let_in(truth, detections, convention="continuous", images=None, categories=None) -> Scenes:
    """Let objects and detections in.

    Raises
    ------
    InputError
        If a column is missing, or a box is none.
    UnknownNameError
        If an image or a category isn't among the known ones.
    """
    more = extra_pixels(convention)
    tables = {"truth": truth, "detections": detections}
    for name, table in tables.items():
        box_columns.named(table, name)
    asked = {"image": images, "category": categories}
    known = {axis: _known(tables, axis, those) for axis, those in asked.items()}
    boxes = [_boxes(table, name, known, more) for name, table in tables.items()]
    if not any(map(len, boxes)):
        raise InputError(
            "there are neither objects nor detections",
            "an overlap is that of two boxes",
            "pass at least one object",
        )
    return Scenes(*boxes, known["image"][0], known["category"][0], convention)


def _known(tables: Mapping, axis: str, asked):
    """List all images or categories, those asked for, and the codes of both tables."""
    columns = {n: names.coded(_axis(tables, n, axis), f"{n}[{axis!r}]") for n in tables}
    plural = {"image": "images", "category": "categories"}[axis]
    names.check_spelling(columns, axis)
    labels = next((known for t in tables.values() if (known := getattr(t, plural, ()))), None)
    if labels is None:
        labels = _union(*(column.labels for column in columns.values()))
    asked = labels if asked is None else _asked(asked, labels, plural)
    advice = f"use these names, or pass columns without a list of {plural}"
    codes = {
        n: names.recoded(column, labels, f"{n}[{axis!r}]", advice) for n, column in columns.items()
    }
    return (asked, *_chosen(labels, asked, codes))


def _union(a: tuple, b: tuple) -> tuple:
    return a if a == b else names.in_order({*a, *b})


def _asked(asked, labels: tuple, plural: str) -> tuple:
    """Read which images or categories are asked for."""
    column = names.Coded(np.zeros(0, int), tuple(inputs.ids(asked, plural).tolist()))
    names.recoded(column, labels, plural, f"leave out {plural}= to take all")
    return column.labels


def _chosen(labels: tuple, asked: tuple, codes: Mapping) -> tuple[dict, dict]:
    """Give each table's codes among those asked for, and which rows are kept (None for all)."""
    if asked is labels or asked == labels:
        return codes, dict.fromkeys(codes)
    place = {label: i for i, label in enumerate(asked)}
    table = np.array([place.get(label, -1) for label in labels], np.int64)
    codes = {name: table[column] for name, column in codes.items()}
    return codes, {name: column >= 0 for name, column in codes.items()}


def _axis(tables: Mapping, name: str, axis: str):
    """Take the column of images or categories; where there is one only, neither table needs it."""
    if axis in tables[name]:
        return tables[name][axis]
    having = [other for other, table in tables.items() if axis in table]
    if having:
        raise InputError(
            f"{having[0]} has a column {axis!r}, {name} has none",
            f"whose {axis} is whose would be a guess",
            f"add it to {name}, or leave it out of both where there is one {axis} only",
        )
    rows = next((len(tables[name][c]) for c in tables[name] if c in ("x1", "x", "cx")), 0)
    return names.Coded(np.zeros(rows, np.int64), (ONLY[axis],))


def _boxes(table, name: str, known: Mapping, more: int) -> Boxes:
    """Read one table, and leave out what isn't asked for."""
    sides = box_columns.sides(table, name, more)
    rows = {"image": known["image"][1][name], "category": known["category"][1][name]}
    other = {
        "area": box_columns.area(table, name, sides),
        "ids": box_columns.ids(table, name),
        "score": box_columns.score(table) if name == "detections" else None,
        "crowd": box_columns.flag(table, name, "crowd", len(sides)),
        "difficult": box_columns.flag(table, name, "difficult", len(sides)),
    }
    columns = {"x1": sides.x1, **rows, **other}
    inputs.same_length(**{f"{name}[{c!r}]": v for c, v in columns.items()})
    return _kept(Boxes(**rows, sides=sides, **other), [known[axis][2][name] for axis in rows])


def _kept(boxes: Boxes, masks: list) -> Boxes:
    """Keep the rows that all masks keep."""
    masks = [mask for mask in masks if mask is not None]
    return boxes.take(np.flatnonzero(np.logical_and.reduce(masks))) if masks else boxes


def scores_said(score: np.ndarray) -> dict[str, str]:
    """Say so where scores aren't probabilities: only their order matters."""
    if not score.size or (score.min() >= 0 and score.max() <= 1):
        return {}
    ends = " to ".join(digits.decimal(end) for end in (score.min(), score.max()))
    return {"scores": f"scores from {ends}: only their order counts"}
