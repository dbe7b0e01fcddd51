"""The door for boxes and masks: what passes can be matched, what can't is told why and where."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ..core import digits, inputs
from ..core.errors import InputError
from ..core.native import native
from . import box_forms, box_table, masks
from .box_forms import Sides
from .box_table import listed
from .masks import Masks

NAMES = ("image", "category", "score")
MASK = "mask"
OPTIONAL = {
    "truth": ("crowd", "difficult", "area", "id", MASK),
    "detections": ("area", "id", MASK),
}
SIDES = {field for fields in box_forms.FORMS.values() for field in fields}
CLOSE = 0.7  # so alike are a misspelt name and the one that was meant
SOMEWHERE = "a box lies somewhere, and ends somewhere"
RANKED = "a score that isn't finite has no place in the ranking"
NO_BOXES = (
    "there are neither objects nor detections",
    "an overlap is that of two boxes",
    "pass at least one object",
)
AGREE = 1e-6  # of a side: what rounding may make of it
ONLY = {"image": "the image", "category": "object"}  # where there is one only, it needs no column


@dataclass(frozen=True, eq=False)
class Boxes:
    """Boxes of objects, or of detections; they may have masks, which then take their place.

    Attributes
    ----------
    image, category : numpy.ndarray of int, shape (n,)
        Where each is, and what: positions in the lists of :class:`Scenes`.
    sides : Sides or None
        The boxes themselves; of masks, those around them. None where they stayed elsewhere.
    masks : Masks or None
        The pixels of each, where overlaps are those of masks.
    area : numpy.ndarray of float, shape (n,)
        How large each counts as; in COCO that of an object's outline, not of its box. It tells
        which range of sizes each belongs to; overlaps are those of the boxes or masks.
    ids : numpy.ndarray or None, shape (n,)
        Their names; without them, their rows from 0.
    score : numpy.ndarray of float or None, shape (n,)
        How sure the detector is.
    crowd, difficult : numpy.ndarray of bool, shape (n,)
        Objects that need not be found.
    """

    image: np.ndarray
    category: np.ndarray
    sides: Sides | None
    area: np.ndarray
    ids: np.ndarray | None
    score: np.ndarray | None
    crowd: np.ndarray
    difficult: np.ndarray
    masks: Masks | None = None

    def __len__(self) -> int:
        return len(self.image)

    @property
    def regions(self) -> Sides | Masks:
        """What overlaps: the masks, or where there are none the boxes."""
        return self.sides if self.masks is None else self.masks

    def called(self, row: int):
        """Return the name of a box."""
        name = row if self.ids is None else self.ids[row]
        return name.item() if isinstance(name, np.generic) else name

    def take(self, rows: np.ndarray) -> "Boxes":
        """Keep some boxes, each under the name that it has."""
        columns = ("image", "category", "area", "score", "crowd", "difficult")
        kept = {c: None if (v := getattr(self, c)) is None else v[rows] for c in columns}
        ids = rows if self.ids is None else self.ids[rows]
        pixels = None if self.masks is None else self.masks.take(rows)
        return Boxes(sides=self.sides.take(rows), masks=pixels, ids=ids, **kept)


class Scenes(NamedTuple):
    """Objects and detections in the same images, of the same categories."""

    truth: Boxes
    detections: Boxes
    images: tuple
    categories: tuple
    convention: str

    @property
    def said(self) -> str:
        """What overlaps, and how it is measured."""
        pixels = self.convention == masks.CONVENTION
        return masks.SAID if pixels else box_forms.SAID[self.convention]

    def only(self, image: int) -> "Scenes":
        """Keep one image."""
        here = (np.flatnonzero(boxes.image == image) for boxes in (self.truth, self.detections))
        truth, detections = (
            replace(boxes.take(rows), image=np.zeros(len(rows), np.intp))
            for boxes, rows in zip((self.truth, self.detections), here, strict=True)
        )
        images = (self.images[image],)
        return self._replace(truth=truth, detections=detections, images=images)


class Totals(NamedTuple):
    """How many boxes there are of K categories.

    Attributes
    ----------
    objects, detections : numpy.ndarray of int, shape (K,)
        How many of each.
    scores : numpy.ndarray of float
        The lowest and the highest score, or those of some parts; empty without detections.
    """

    objects: np.ndarray
    detections: np.ndarray
    scores: np.ndarray

    @classmethod
    def of(cls, judged: Scenes) -> "Totals":
        """Count the boxes of each category."""
        score, many = judged.detections.score, len(judged.categories)
        sides = (native(boxes.category) for boxes in (judged.truth, judged.detections))
        ends = np.array([score.min(), score.max()] if len(score) else [])
        return cls(*(np.bincount(side, minlength=many) for side in sides), ends)


class Axis(NamedTuple):
    """The images, or the categories, that are judged.

    Attributes
    ----------
    labels : tuple
        Their names.
    codes : mapping from "truth" and "detections" to numpy.ndarray of int
        For each box, a position among them; -1 if its image or category isn't judged.
    """

    labels: tuple
    codes: Mapping[str, np.ndarray]


def read(
    truth, detections, convention=None, images=None, categories=None, *, usual="continuous"
) -> Scenes:
    """Read objects and detections; where no convention is asked for, boxes have the usual one.

    Raises
    ------
    InputError
        If a column is missing, or a box is none.
    UnknownNameError
        If an image or a category isn't among the known ones.
    """
    tables = {"truth": truth, "detections": detections}
    for name, table in tables.items():
        check_columns(table, name)
    convention = convention_of(tables, convention, usual)
    more = box_forms.CONVENTIONS.get(convention, 0)  # a mask has no ends
    axes = {
        "image": axis_of(tables, "image", images, "images"),
        "category": axis_of(tables, "category", categories, "categories"),
    }
    boxes = [_boxes(table, name, axes, more) for name, table in tables.items()]
    if not any(map(len, boxes)):
        raise InputError(*NO_BOXES)
    judged = Scenes(*boxes, axes["image"].labels, axes["category"].labels, convention)
    _check_sizes(judged)
    return judged


def convention_of(tables: Mapping, convention, usual: str) -> str:
    """Find out what overlaps: masks, where both tables have them; else boxes, and measured how."""
    having = [name for name, table in tables.items() if MASK in table]
    if len(having) == 1:
        (other,) = tables.keys() - having
        raise InputError(
            f"{having[0]} has a column {MASK!r}, {other} has none",
            "a mask and a box share no pixels that could be counted",
            f"add masks to {other}, or leave them out of {having[0]} to compare boxes",
        )
    if having and convention is not None:
        raise InputError(
            f"convention={inputs.short(convention)}, and both tables have masks",
            "it says how a box is measured; of masks the pixels are counted",
            f"leave out convention, or the columns {MASK!r}",
        )
    if having:
        return masks.CONVENTION
    if convention is None:
        return usual
    return inputs.choice(convention, box_forms.CONVENTIONS, "convention")


def _check_sizes(scenes: Scenes) -> None:
    """Make sure that all masks of an image are as large as the image."""
    size = np.zeros((len(scenes.images), 2), np.int64)
    for boxes in (scenes.truth, scenes.detections):
        if boxes.masks is not None:
            size[boxes.image] = np.column_stack([boxes.masks.width, boxes.masks.height])
    for name, boxes in (("truth", scenes.truth), ("detections", scenes.detections)):
        if boxes.masks is None:
            continue
        own = np.column_stack([boxes.masks.width, boxes.masks.height])
        wrong = np.flatnonzero((own != size[boxes.image]).any(axis=1))
        if wrong.size:
            row = wrong[0]
            (w, h), (wide, high) = own[row].tolist(), size[boxes.image[row]].tolist()
            raise InputError(
                f"{name}: mask {boxes.called(row)} is {w} × {h} pixels, and another one of image "
                f"{inputs.short(scenes.images[boxes.image[row]])} {wide} × {high}",
                "masks of one image have its width and height",
                "make them from one image, before it is scaled",
            )


def axis_of(tables: Mapping, axis: str, asked, plural: str) -> Axis:
    """Find all images or categories, take those asked for, and code the columns of both tables."""
    columns = {n: box_table.coded(_column(tables, n, axis), f"{n}[{axis!r}]") for n in tables}
    labels = next(
        (names_given for t in tables.values() if (names_given := getattr(t, plural, ()))), None
    )
    spelt = columns["truth"].labels if labels is None else labels
    columns = {n: box_table.respelled(c, spelt, f"{n}[{axis!r}]") for n, c in columns.items()}
    box_table.check_spelling(columns, axis)
    if labels is None:
        labels = _union(*(column.labels for column in columns.values()))
    asked = labels if asked is None else _asked(asked, labels, plural)
    advice = f"use these names, or pass columns without a list of {plural}"
    codes = {
        n: box_table.recoded(column, labels, f"{n}[{axis!r}]", advice)
        for n, column in columns.items()
    }
    if asked == labels:
        return Axis(labels, codes)
    place = {label: i for i, label in enumerate(asked)}
    places = np.array([place.get(label, -1) for label in labels], np.intp)
    return Axis(asked, {name: places[column] for name, column in codes.items()})


def _column(tables: Mapping, name: str, axis: str):
    """Take the column of images or categories; where there is one only, neither table needs it."""
    if axis in tables[name]:
        return box_table.coded_column(tables[name], axis)
    having = [other for other, table in tables.items() if axis in table]
    if having:
        raise InputError(
            f"{having[0]} has a column {axis!r}, {name} has none",
            f"whose {axis} is whose would be a guess",
            f"add it to {name}, or leave it out of both where there is one {axis} only",
        )
    rows = next((len(tables[name][c]) for c in tables[name] if c in (MASK, "x1", "x", "cx")), 0)
    return box_table.Coded(np.zeros(rows, np.intp), (ONLY[axis],))


def _union(a: tuple, b: tuple) -> tuple:
    return a if a == b else box_table.in_order({*a, *b})


def _asked(asked, labels: tuple, plural: str) -> tuple:
    """Read which images or categories are asked for."""
    named = tuple(inputs.ids(asked, plural).tolist())
    column = box_table.respelled(box_table.Coded(np.zeros(0, int), named), labels, plural)
    box_table.recoded(column, labels, plural, f"leave out {plural}= to take all")
    return column.labels


def _boxes(table, name: str, axes: Mapping[str, Axis], more: int) -> Boxes:
    """Read one table, and leave out what isn't asked for."""
    pixels = _masks(table, name) if MASK in table else None
    sides = _sides(table, name, more) if pixels is None else pixels.sides
    columns = {
        "image": axes["image"].codes[name],
        "category": axes["category"].codes[name],
        "area": _area(table, name, sides if pixels is None else pixels),
        "ids": _ids(table, name),
        "score": _score(table) if name == "detections" else None,
        "crowd": _flag(table, name, "crowd", len(sides)),
        "difficult": _flag(table, name, "difficult", len(sides)),
    }
    lengths = {"x1": sides.x1, **columns}
    inputs.same_length(**{f"{name}[{c!r}]": column for c, column in lengths.items()})
    boxes = Boxes(sides=sides, masks=pixels, **columns)
    kept = (boxes.image >= 0) & (boxes.category >= 0)
    return boxes if kept.all() else boxes.take(np.flatnonzero(kept))


def _masks(table, name: str) -> Masks:
    """Read a column of masks."""
    written = table[MASK]
    if not isinstance(written, Masks):
        written = list(written) if inputs.several(written) else [written]
    return masks.of(written, lambda row: f"{name}: the mask of row {row}")


def check_columns(table, name: str) -> None:
    """Refuse what is no table, and a column that looks like a known one, misspelt."""
    if not isinstance(table, Mapping) and not hasattr(table, "columns"):
        raise InputError(
            f"{name} is no table",
            "its columns have to be known by their names",
            "pass a mapping or a DataFrame with x1, y1, x2, y2, and image and category",
        )
    readable = (*NAMES, *OPTIONAL[name])
    for column in table:
        if column in readable or column in SIDES:
            continue
        near = inputs.alike(str(column), readable, cutoff=CLOSE)
        if near and near[0] not in table:
            raise InputError(
                f"{name} has the column {inputs.short(column)}",
                f"it looks like {near[0]!r}, which would be missing",
                f"rename it to {near[0]!r}, or leave it out",
            )


def _numbers(table, name: str, column: str, what: str, why: str = SOMEWHERE) -> np.ndarray:
    """Read a column of finite numbers; without boxes it is empty."""
    if not len(table[column]):
        return np.zeros(0)
    return inputs.finite(table[column], f"{name}[{column!r}]", what, why)


def _sides(table, name: str, more: int) -> Sides:
    """Read where boxes begin and end; a width that is given stays as it is, to the last digit."""
    form = _form(table, name)
    fields = box_forms.FORMS[form]
    columns = {field: _numbers(table, name, field, "side") for field in fields}
    inputs.same_length(**columns)
    rows = tuple(columns.values())
    sides = box_forms.checked(rows, form, more, lambda row: f"{name}: row {row}")
    if form == "xyxy" and not more and "w" in table and "h" in table:
        w, h = (_given(table, name, c, size) for c, size in (("w", sides.w), ("h", sides.h)))
        return replace(sides, w=w, h=h)
    return sides


def _form(table, name: str) -> str:
    for form, fields in box_forms.FORMS.items():
        if all(field in table for field in fields):
            return form
    raise InputError(
        f"{name} has the columns {listed(table) if len(tuple(table)) else '– none at all'}",
        "a box needs its four numbers, each under its name",
        "give " + ", or ".join([*map(" ".join, box_forms.FORMS.values()), MASK]),
    )


def _given(table, name: str, column: str, size: np.ndarray) -> np.ndarray:
    """Take a width that stands beside the corners, after a look whether they agree."""
    given = _numbers(table, name, column, "size")
    inputs.same_length(**{column: given, "boxes": size})
    apart = np.abs(given - size)
    if apart.max(initial=0) > AGREE and (apart > AGREE * (1 + np.abs(size))).any():
        i = np.argmax(apart > AGREE * (1 + np.abs(size)))
        raise InputError(
            f"{name}: row {i} has {column} = {given[i]:g}, but its corners are {size[i]:g} apart",
            "a box has one size",
            "give the corners or the size, or make them agree",
        )
    return given


def _score(table) -> np.ndarray:
    """Read how sure the detector is of each detection."""
    if "score" not in table:
        raise InputError(
            f"detections has the columns {listed(table)}",
            "detections are ranked by how sure the detector is of each",
            "add a column score",
        )
    return _numbers(table, "detections", "score", "score", RANKED)


def _area(table, name: str, regions: Sides | Masks) -> np.ndarray:
    """Read how large boxes or masks count as; without a column, as large as they are."""
    if "area" not in table:
        return regions.area
    areas = _numbers(table, name, "area", "area")
    wrong = np.flatnonzero(areas < 0)
    if wrong.size:
        raise InputError(
            f"{name}: row {wrong[0]} has area = {areas[wrong[0]]:g}",
            "nothing can be smaller than nothing",
            "give its area in square pixels, or leave the column out",
        )
    return areas


def _ids(table, name: str) -> np.ndarray | None:
    """Read the names of boxes."""
    if "id" not in table or not len(table["id"]):
        return None
    return inputs.ids(table["id"], f"{name}['id']")


def _flag(table, name: str, column: str, rows: int) -> np.ndarray:
    """Read a column of yes and no; without it, all are no, as detections always are."""
    if column not in table:
        return np.zeros(rows, bool)
    if not len(table[column]):
        return np.zeros(0, bool)
    cells = inputs.column(table[column], f"{name}[{column!r}]")
    flags = inputs.yes_or_no(cells, f"{name}[{column!r}]", f"an object is {column}")
    if name == "detections" and flags.any():
        raise InputError(
            f"detections: row {np.flatnonzero(flags)[0]} is {column}",
            f"only an object can be {column}: it need not be found",
            "mark the object in truth, and leave the column out of detections",
        )
    return flags


def score_convention(score: np.ndarray) -> dict[str, str]:
    """Say so where scores aren't probabilities: only their order matters."""
    if not score.size or (score.min() >= 0 and score.max() <= 1):
        return {}
    ends = " to ".join(digits.decimal(end) for end in (score.min(), score.max()))
    return {"scores": f"scores from {ends}: only their order counts"}
