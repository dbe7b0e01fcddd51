"""Tables of boxes: what the loaders return, and the door that every table of boxes passes.

What passes can be matched; what can't is told why, and where. Names of images and categories
repeat, so their columns hold each name once, and codes.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from ..core import digits, inputs
from ..core.errors import InputError, Named, UnknownNameError, did_you_mean
from ..core.inputs import locked
from . import boxes, masks
from .boxes import Sides
from .masks import Masks

if TYPE_CHECKING:
    from pandas import DataFrame

Columns: TypeAlias = "Mapping[str, Any] | DataFrame"  # by their names
DIGITS = 100  # a longer text of digits is no number that somebody gave to an image
SPARSE = 16  # numbers may spread over so many times as many values as there are rows
NAMES = ("image", "category", "score")
MASK = "mask"
OPTIONAL = {
    "truth": ("crowd", "difficult", "area", "id", MASK),
    "detections": ("area", "id", MASK),
}
SIDES = {field for fields in boxes.FORMS.values() for field in fields}
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


class Coded(NamedTuple):
    """A column of names: ``labels[codes[i]]`` is the name in row i.

    Codes are as wide as places in memory (``numpy.intp``), so that they can be counted as they are.

    Examples
    --------
    >>> Coded(np.array([0, 1, 0]), ("cat", "dog")).values
    array(['cat', 'dog', 'cat'], dtype=object)
    """

    codes: np.ndarray
    labels: tuple

    @property
    def values(self) -> np.ndarray:
        """The names themselves, one a row."""
        return array_of(self.labels)[self.codes]


@dataclass(frozen=True, eq=False, repr=False)
class BoxTable(Named, Mapping):
    """A read-only mapping from a column's name to its values, one for each box.

    Any mapping of columns does as well, and so does a pandas DataFrame; this one also knows images
    without a box and categories without an object.

    Attributes
    ----------
    columns : mapping
        ``image``, ``category``, ``x1``, ``y1``, ``x2``, ``y2``, and others.
    what : str
        What its boxes are: ``"objects"`` or ``"detections"``.
    images, categories : tuple
        All that there are, in order; empty where only those with a box are known.
    notes : tuple of str
        What was understood, and what else to know about where they come from.

    Examples
    --------
    >>> table = BoxTable({"x1": np.array([0.0, 5.0])}, images=("a", "b", "c"))
    >>> table
    2 boxes in 3 images
    >>> table["x1"] > 1
    array([False,  True])
    """

    columns: Mapping[str, Any]
    what: str = "boxes"
    images: tuple = ()
    categories: tuple = ()
    notes: tuple[str, ...] = ()

    def __post_init__(self):
        codes = {name: c for name, c in self.columns.items() if isinstance(c, Coded)}
        values = {name: locked(codes[name].values) for name in codes}
        object.__setattr__(self, "columns", MappingProxyType({**self.columns, **values}))
        object.__setattr__(self, "_codes", codes)  # so that names needn't be coded once more

    def __reduce__(self):
        columns = {**self.columns, **self._codes}
        return BoxTable, (columns, self.what, self.images, self.categories, self.notes)

    def __getitem__(self, name: str) -> Any:
        return self.columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    @property
    def boxes(self) -> int:
        """How many boxes there are."""
        return len(np.asarray(next(iter(self.columns.values()), ())))

    def to_frame(self) -> DataFrame:
        """Return the columns as a pandas DataFrame."""
        import pandas as pd

        return pd.DataFrame({name: np.asarray(column) for name, column in self.items()})

    def __repr__(self) -> str:
        sizes = [f"{self.boxes:,} {self.what}"]
        sizes += [f"in {len(self.images):,} images"] if self.images else []
        sizes += [f"of {len(self.categories):,} categories"] if self.categories else []
        return "\n".join([" ".join(sizes), *(f"  {note}" for note in self.notes)])

    def _repr_html_(self) -> str:
        return self.to_frame()._repr_html_()


def read_only(columns: Mapping, what: str, images=(), categories=(), notes=()) -> BoxTable:
    """Make a table of columns that were just read, which nobody else has."""
    fixed = {c: locked(v) if isinstance(v, np.ndarray) else v for c, v in columns.items()}
    return BoxTable(fixed, what, images, categories, notes)


@dataclass(frozen=True, eq=False)
class Boxes:
    """Boxes of objects, or of detections; they may have masks, which then take their place.

    Attributes
    ----------
    image, category : numpy.ndarray of int, shape (n,)
        Where each is, and what: positions in the lists of :class:`Scenes`.
    sides : Sides
        The boxes themselves; of masks, those around them.
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
    sides: Sides
    area: np.ndarray
    ids: np.ndarray | None
    score: np.ndarray | None
    crowd: np.ndarray
    difficult: np.ndarray
    masks: Masks | None = None

    def __len__(self) -> int:
        return len(self.image)

    def called(self, row: int):
        """Return the name of a box."""
        name = row if self.ids is None else self.ids[row]
        return name.item() if isinstance(name, np.generic) else name

    def take(self, rows: np.ndarray) -> Boxes:
        """Keep some boxes, each under the name that it has."""
        columns = ("image", "category", "area", "score", "crowd", "difficult")
        kept = {c: None if (v := getattr(self, c)) is None else v[rows] for c in columns}
        ids = rows if self.ids is None else self.ids[rows]
        pixels = None if self.masks is None else self.masks.take(rows)
        return Boxes(sides=self.sides.take(rows), masks=pixels, ids=ids, **kept)


def pair_overlaps(detections: Boxes, rows: np.ndarray, truth: Boxes, cols: np.ndarray):
    """Compute the overlaps of pairs of detections and objects, those of an object together."""
    if detections.masks is not None and truth.masks is not None:
        return masks.pixel_overlaps(detections.masks, rows, truth.masks, cols, truth.crowd)
    return boxes.overlaps(detections.sides, rows, truth.sides, cols, truth.crowd)


class Scenes(NamedTuple):
    """Objects and detections in the same images, of the same categories."""

    truth: Boxes
    detections: Boxes
    images: tuple
    categories: tuple
    convention: str

    @property
    def measured(self) -> str:
        """What overlaps, and how it is measured, in words."""
        pixels = self.convention == masks.CONVENTION
        return masks.DESCRIPTION if pixels else boxes.DESCRIPTIONS[self.convention]


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


def read(truth, detections, convention=None, categories=None, *, usual="continuous") -> Scenes:
    """Read objects and detections; where no convention is asked for, boxes have the usual one.

    Raises
    ------
    InputError
        If a column is missing, or a box is none.
    UnknownNameError
        If a category isn't among the known ones.
    """
    tables = {"truth": truth, "detections": detections}
    for name, table in tables.items():
        check_columns(table, name)
    convention = _convention(tables, convention, usual)
    more = boxes.CONVENTIONS.get(convention, 0)  # a mask has no ends
    axes = {
        "image": _axis(tables, "image", None, "images"),
        "category": _axis(tables, "category", categories, "categories"),
    }
    both = [_boxes(table, name, axes, more) for name, table in tables.items()]
    if not any(map(len, both)):
        raise InputError(*NO_BOXES)
    scenes = Scenes(*both, axes["image"].labels, axes["category"].labels, convention)
    _check_sizes(scenes)
    return scenes


def _convention(tables: Mapping, convention, usual: str) -> str:
    """Find out what overlaps: masks, where both tables have them; else boxes, and measured how."""
    having = [name for name, table in tables.items() if MASK in table]
    if len(having) == 1:
        (other,) = tables.keys() - having
        raise InputError(
            f"{having[0]} has a column {MASK!r}, {other} has none",
            "a mask and a box share no pixels that could be counted",
            f"add masks to {other}, or leave them out of {having[0]} to compare boxes",
        )
    if not having:
        chosen = usual if convention is None else convention
        return inputs.choice(chosen, boxes.CONVENTIONS, "convention")
    if convention is not None:
        raise InputError(
            f"convention={inputs.short(convention)}, and both tables have masks",
            "it says how a box is measured; of masks the pixels are counted",
            f"leave out convention, or the columns {MASK!r}",
        )
    return masks.CONVENTION


def _check_sizes(scenes: Scenes) -> None:
    """Make sure that all masks of an image are as large as the image."""
    size = np.zeros((len(scenes.images), 2), np.int64)
    sides = {"truth": scenes.truth, "detections": scenes.detections}
    masked = {name: side for name, side in sides.items() if side.masks is not None}
    for side in masked.values():
        size[side.image] = side.masks.sizes
    for name, side in masked.items():
        wrong = np.flatnonzero((side.masks.sizes != size[side.image]).any(axis=1))
        if wrong.size:
            row = wrong[0]
            (w, h), (wide, high) = side.masks.sizes[row].tolist(), size[side.image[row]].tolist()
            raise InputError(
                f"{name}: mask {side.called(row)} is {w} × {h} pixels, and another one of image "
                f"{inputs.short(scenes.images[side.image[row]])} {wide} × {high}",
                "masks of one image have its width and height",
                "make them from one image, before it is scaled",
            )


def _axis(tables: Mapping, axis: str, asked, plural: str) -> Axis:
    """Find all images or categories, take those asked for, and code the columns of both tables."""
    columns = {n: coded(_column(tables, n, axis), f"{n}[{axis!r}]") for n in tables}
    labels = next((known for t in tables.values() if (known := getattr(t, plural, ()))), None)
    spelt = columns["truth"].labels if labels is None else labels
    columns = {n: respelled(c, spelt, f"{n}[{axis!r}]") for n, c in columns.items()}
    check_spelling(columns, axis)
    if labels is None:
        labels = in_order({label for column in columns.values() for label in column.labels})
    asked = labels if asked is None else _asked(asked, labels, plural)
    advice = f"use these names, or pass columns without a list of {plural}"
    codes = {n: recoded(column, labels, f"{n}[{axis!r}]", advice) for n, column in columns.items()}
    if asked == labels:
        return Axis(labels, codes)
    place = {label: i for i, label in enumerate(asked)}
    places = np.array([place.get(label, -1) for label in labels], np.intp)
    return Axis(asked, {name: places[column] for name, column in codes.items()})


def _column(tables: Mapping, name: str, axis: str):
    """Take the column of images or categories; where there is one only, neither table needs it."""
    if axis in tables[name]:
        return coded_column(tables[name], axis)
    having = [other for other, table in tables.items() if axis in table]
    if having:
        raise InputError(
            f"{having[0]} has a column {axis!r}, {name} has none",
            f"whose {axis} is whose would be a guess",
            f"add it to {name}, or leave it out of both where there is one {axis} only",
        )
    rows = next((len(tables[name][c]) for c in tables[name] if c in (MASK, "x1", "x", "cx")), 0)
    return Coded(np.zeros(rows, np.intp), (ONLY[axis],))


def _asked(asked, labels: tuple, plural: str) -> tuple:
    """Read which images or categories are asked for."""
    named = tuple(inputs.ids(asked, plural).tolist())
    column = respelled(Coded(np.zeros(0, int), named), labels, plural)
    recoded(column, labels, plural, f"leave out {plural}= to take all")
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
    side = Boxes(sides=sides, masks=pixels, **columns)
    kept = (side.image >= 0) & (side.category >= 0)
    return side if kept.all() else side.take(np.flatnonzero(kept))


def _masks(table, name: str) -> Masks:
    """Read a column of masks."""
    written = table[MASK]
    written = list(written) if inputs.several(written) else [written]
    return masks.read(written, lambda row: f"{name}: the mask of row {row}")


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
        meant = next(iter(inputs.alike(str(column), readable, cutoff=CLOSE)), None)
        if meant is not None and meant not in table:
            raise InputError(
                f"{name} has the column {inputs.short(column)}",
                f"it looks like {meant!r}, which would be missing",
                f"rename it to {meant!r}, or leave it out",
            )


def _numbers(table, name: str, column: str, what: str, why: str = SOMEWHERE) -> np.ndarray:
    """Read a column of finite numbers; without boxes it is empty."""
    if not len(table[column]):
        return np.zeros(0)
    return inputs.finite(table[column], f"{name}[{column!r}]", what, why)


def _sides(table, name: str, more: int) -> Sides:
    """Read where boxes begin and end; a width that is given stays as it is, to the last digit."""
    form = _form(table, name)
    fields = boxes.FORMS[form]
    columns = {field: _numbers(table, name, field, "side") for field in fields}
    inputs.same_length(**columns)
    rows = tuple(columns.values())
    sides = boxes.checked(rows, form, more, lambda row: f"{name}: row {row}")
    if form == "xyxy" and not more and "w" in table and "h" in table:
        w, h = (_given(table, name, c, size) for c, size in (("w", sides.w), ("h", sides.h)))
        return replace(sides, w=w, h=h)
    return sides


def _form(table, name: str) -> str:
    for form, fields in boxes.FORMS.items():
        if all(field in table for field in fields):
            return form
    raise InputError(
        f"{name} has the columns {listed(table) if len(tuple(table)) else '– none at all'}",
        "a box needs its four numbers, each under its name",
        "give " + ", or ".join([*map(" ".join, boxes.FORMS.values()), MASK]),
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


def coded(column, name: str) -> Coded:
    """Read a column of names, as codes into the sorted names that occur.

    Raises
    ------
    InputError
        If a name is missing, or can't name anything.

    Examples
    --------
    >>> coded(["dog", "cat", "dog"], "category")
    Coded(codes=array([1, 0, 1]), labels=('cat', 'dog'))
    """
    if isinstance(column, Coded):
        return column
    if inputs.is_empty(column):
        return Coded(np.zeros(0, np.intp), ())
    array = inputs.column(column, name)
    if array.dtype.kind in "iu":
        return _of_numbers(array)
    names = array.tolist()
    for row, one in enumerate(names):
        if type(one) is str:
            continue
        if not isinstance(one, Hashable) or one is None or inputs.is_missing(one):
            raise InputError(
                f"{name}[{row}] is {inputs.short(one)}",
                "each box belongs to something that has a name",
                "name it, or leave the box out",
            )
    labels = in_order(set(names))
    place = {label: i for i, label in enumerate(labels)}
    return Coded(np.fromiter(map(place.__getitem__, names), np.intp, len(names)), labels)


def _of_numbers(array: np.ndarray) -> Coded:
    """Find the different numbers; where they are dense, by a table rather than by sorting."""
    low, high = int(array.min()), int(array.max())
    if high - low > SPARSE * len(array) + 1000:
        labels, codes = np.unique(array, return_inverse=True)
        return Coded(codes, tuple(labels.tolist()))
    shifted = array.astype(np.int64) - low
    occurs = np.zeros(high - low + 1, bool)
    occurs[shifted] = True
    codes = np.cumsum(occurs) - 1
    return Coded(codes[shifted], tuple((np.flatnonzero(occurs) + low).tolist()))


def coded_column(table: Mapping, name: str):
    """Take a column of names out of a table; where it knows them as codes, these."""
    codes = getattr(table, "_codes", None)
    return codes[name] if isinstance(codes, dict) and name in codes else table[name]


def array_of(names: Sequence) -> np.ndarray:
    """Put names into one array: whole numbers as such, anything else as it is."""
    if names and all(type(name) is int for name in names):
        array = np.asarray(names)
        if array.dtype.kind in "iu":
            return array
    array = np.empty(len(names), object)
    array[:] = names
    return array


def in_order(names) -> tuple:
    """Sort names; numbers stand before words, since the two have no order of their own."""
    return tuple(sorted(names, key=lambda name: (isinstance(name, str), name, str(type(name)))))


def respelled(column: Coded, labels: tuple, name: str) -> Coded:
    """Write whole numbers as a list of names does: 2299 in one file and "2299" in another are one.

    Raises
    ------
    InputError
        If the list, or the column, has both: then they are two.

    Examples
    --------
    >>> respelled(Coded(np.array([0, 1]), ("12", "x")), (7, 12), "image")
    Coded(codes=array([0, 1]), labels=(12, 'x'))
    """
    _check_one_spelling(labels, name)
    if column.labels == labels:
        return column
    _check_one_spelling(column.labels, name)
    known, spelt = set(labels), {str(label): label for label in labels if _is_whole(label)}
    renamed = tuple(n if n in known else spelt.get(str(n), n) for n in column.labels)
    return Coded(column.codes, renamed)


def _is_whole(label) -> bool:
    return type(label) is int or _is_number_in_letters(label)


def _check_one_spelling(labels: tuple, name: str) -> None:
    """Refuse a list that has a number and its text: which one another file means is a guess."""
    texts = {label for label in labels if isinstance(label, str)}
    both = next((n for n in labels if texts and type(n) is int and str(n) in texts), None)
    if both is not None:
        raise InputError(
            f"{name} has both {both} and {str(both)!r}",
            "a number in one file and its text in another count as one name, and these are two",
            "give one of them another name, or write both alike if they are one",
        )


def check_spelling(columns: Mapping[str, Coded], axis: str) -> None:
    """Refuse a name that is a number in one table and a text in another: they would never meet.

    Raises
    ------
    InputError
        If there is one, such as 139 and "000000000139".
    """
    lists = dict.fromkeys(column.labels for column in columns.values())  # most often it is one
    words = [name for labels in lists for name in labels if isinstance(name, str)]
    texts = {int(name): name for name in words if _is_number_in_letters(name)}
    for table, column in columns.items():
        for label in column.labels if texts else ():
            if not isinstance(label, str) and label in texts:
                raise InputError(
                    f"the {axis} {label!r} of {table} is a number, and {texts[label]!r} a text",
                    f"they are two names, so that nothing of one {axis} would meet the other",
                    f"spell them alike: {axis}=[int(name) for name in …] turns texts into numbers",
                )


def _is_number_in_letters(name) -> bool:
    return isinstance(name, str) and name.isdecimal() and len(name) < DIGITS


def recoded(column: Coded, labels: tuple, name: str, advice: str) -> np.ndarray:
    """Return the codes of a column in another list of names, which must have them all.

    Raises
    ------
    UnknownNameError
        If a name isn't among them.
    """
    if column.labels is labels or column.labels == labels:
        return column.codes
    place = {label: i for i, label in enumerate(labels)}
    unknown = [label for label in column.labels if label not in place]
    if unknown:
        raise UnknownNameError(
            f"{name} has {digits.listing([inputs.short(label) for label in unknown])}",
            f"known are {digits.listing([inputs.short(label) for label in labels])}",
            advice,
        )
    return np.array([place[label] for label in column.labels], np.intp)[column.codes]


def find(name, labels: tuple) -> int | None:
    """Find the place of a name; whatever can't be one stands nowhere."""
    try:
        return labels.index(name)
    except (ValueError, TypeError):  # not there; or an array or pandas.NA, which equal nothing
        return None


def find_category(categories: tuple, category) -> int:
    """Find a category by its name; where there is one only, it need not be named."""
    if category is None and len(categories) == 1:
        return 0
    if (place := find(category, categories)) is not None:
        return place
    raise UnknownNameError(
        f"category={inputs.short(category)}",
        f"the categories are {digits.listing([inputs.short(name) for name in categories])}",
        did_you_mean(category, categories, "name one of them"),
    )


def listed(columns: Mapping) -> str:
    """List the names of columns."""
    return digits.listing([str(name) for name in columns], limit=12)
