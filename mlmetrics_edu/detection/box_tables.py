"""Tables of boxes: what the loaders return, and the door that every table of boxes passes.

What passes can be matched; what can't is told why, and where. Names of images and categories
repeat, so their columns hold each name once, and codes.
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, TypeAlias

import numpy as np

from ..core import inputs, words
from ..core.errors import InputError, Named, UnknownNameError, alike, choice, did_you_mean
from ..core.inputs import locked
from ..core.table_files import floats, listed
from . import boxes, masks
from .boxes import FARTHEST, Sides
from .masks import Masks

if TYPE_CHECKING:
    from pandas import DataFrame

Columns: TypeAlias = "Mapping[str, Any] | DataFrame"  # by their names
DIGITS = 100  # a longer text of digits is no number that somebody gave to an image
NAMES = ("image", "category", "score")
MASK = "mask"
OPTIONAL = {
    "truth": ("crowd", "difficult", "area", "id", MASK),
    "detections": ("area", "id", MASK),
}
SIDES = {field for fields in boxes.FORMS.values() for field in fields}
CLOSE = 0.7  # so alike are a misspelt name and the one that was meant
AGREE = 1e-6  # of a side: what rounding may make of it
ONLY = {"image": "the image", "category": "object"}  # where there is one only, it needs no column
FOUR = {"xyxy": ("x1", "y1", "x2", "y2"), "xywh": ("x1", "y1", "w", "h")}  # in files
FLAGS = {**dict.fromkeys(("0", "0.0", "false"), False), **dict.fromkeys(("1", "1.0", "true"), True)}
MEND = "mend it, or leave this box out"


class Coded(NamedTuple):
    """A column of names: ``labels[codes[i]]`` is the name in row i.

    Codes are as wide as places in memory (``numpy.intp``), so that they can be counted as they are.
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
    """

    columns: Mapping[str, Any]
    what: str = "boxes"
    images: tuple = ()
    categories: tuple = ()
    notes: tuple[str, ...] = ()

    def __post_init__(self):
        codes = {name: c for name, c in self.columns.items() if isinstance(c, Coded)}
        values = {name: codes[name].values if name in codes else c for name, c in self.items()}
        for column in values.values():
            if isinstance(column, np.ndarray):
                locked(column)
        object.__setattr__(self, "columns", MappingProxyType(values))
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
    images, image_codes = _axis(tables, "image", None, "images")
    chosen, category_codes = _axis(tables, "category", categories, "categories")
    both = [
        _boxes(table, name, image_codes[name], category_codes[name], more)
        for name, table in tables.items()
    ]
    if not any(map(len, both)):
        raise InputError(
            "there are neither objects nor detections",
            "an overlap is that of two boxes",
            "pass at least one object",
        )
    scenes = Scenes(*both, images, chosen, convention)
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
        return choice(chosen, boxes.CONVENTIONS, "convention")
    if convention is not None:
        raise InputError(
            f"convention={inputs.short(convention)}, and both tables have masks",
            "it says how a box is measured; of masks the pixels are counted",
            f"leave out convention, or the columns {MASK!r}",
        )
    return masks.CONVENTION


def _check_sizes(scenes: Scenes) -> None:
    """Make sure that all masks of an image are as large as the image."""
    both = (scenes.truth, scenes.detections)
    if scenes.convention != masks.CONVENTION:
        return
    image = np.concatenate([side.image for side in both])
    sizes = np.concatenate([side.masks.sizes for side in both])
    size = np.zeros((len(scenes.images), 2), np.int64)
    size[image] = sizes
    wrong = np.flatnonzero((sizes != size[image]).any(axis=1))
    if wrong.size:
        k = image[wrong[0]]
        (w, h), (wide, high) = sizes[wrong[0]].tolist(), size[k].tolist()
        raise InputError(
            f"image {inputs.short(scenes.images[k])} has masks of {w} × {h} pixels, and of "
            f"{wide} × {high}",
            "masks of one image have its width and height",
            "make them from one image, before it is scaled",
        )


def _axis(tables: Mapping, axis: str, asked, plural: str) -> tuple[tuple, dict]:
    """Find all images or categories, take those asked for, and code the columns of both tables.

    Where an image or a category isn't asked for, the code is -1.
    """
    columns = {n: coded(_column(tables, n, axis), f"{n}[{axis!r}]") for n in tables}
    known = next((known for t in tables.values() if (known := getattr(t, plural, ()))), ())
    *spelt, labels = spelt_alike([*(c.labels for c in columns.values()), known], axis)
    labels = labels or in_order({*spelt[0], *spelt[1]})
    advice = f"use these names, or pass columns without a list of {plural}"
    codes = {
        n: recoded(Coded(columns[n].codes, own), labels, f"{n}[{axis!r}]", advice)
        for n, own in zip(columns, spelt, strict=True)
    }
    if asked is None:
        return labels, codes
    asked = tuple(inputs.ids(asked, plural).tolist())
    recoded(Coded(np.zeros(0, int), asked), labels, plural, f"leave out {plural}= to take all")
    place = {label: i for i, label in enumerate(asked)}
    places = np.array([place.get(label, -1) for label in labels], np.intp)
    return asked, {name: places[column] for name, column in codes.items()}


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


def _boxes(table, name: str, image: np.ndarray, category: np.ndarray, more: int) -> Boxes:
    """Read one table, and leave out what isn't asked for."""
    pixels, cells = None, _cells(table, name)
    if MASK in table:
        written = table[MASK] if inputs.several(table[MASK]) else [table[MASK]]
        pixels = masks.read([*written], lambda row: f"{name}: the mask of row {row}")
    sides = _sides(cells, name, more) if pixels is None else pixels.sides
    named, own = "id" in cells.columns and len(table["id"]), sides if pixels is None else pixels
    columns = {
        "image": image,
        "category": category,
        "area": cells.numbers("area", least=0) if "area" in cells.columns else own.area,
        "ids": inputs.ids(table["id"], f"{name}['id']") if named else None,
        "score": _score(cells) if name == "detections" else None,
        "crowd": _flag(cells, name, "crowd", len(sides)),
        "difficult": _flag(cells, name, "difficult", len(sides)),
    }
    lengths = {"x1": sides.x1, **columns}
    inputs.same_length(**{f"{name}[{c!r}]": column for c, column in lengths.items()})
    side = Boxes(sides=sides, masks=pixels, **columns)
    kept = (side.image >= 0) & (side.category >= 0)
    return side if kept.all() else side.take(np.flatnonzero(kept))


def _cells(table, name: str) -> Cells:
    """Take the columns that say something, each as one column of values."""
    known = (SIDES | {*OPTIONAL["truth"], "score"}) - {MASK}
    columns = {
        c: np.zeros(0) if inputs.is_empty(table[c]) else inputs.column(table[c], f"{name}[{c!r}]")
        for c in known.intersection(table)
    }
    return Cells(columns, lambda row: f"{name}: row {row}")


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
        meant = next(iter(alike(str(column), readable, cutoff=CLOSE)), None)
        if meant is not None and meant not in table:
            raise InputError(
                f"{name} has the column {inputs.short(column)}",
                f"it looks like {meant!r}, which would be missing",
                f"rename it to {meant!r}, or leave it out",
            )


def _sides(cells: Cells, name: str, more: int) -> Sides:
    """Read where boxes begin and end; a width that is given stays as it is, to the last digit."""
    form = _form(cells.columns, name)
    columns = {field: cells.numbers(field) for field in boxes.FORMS[form]}
    inputs.same_length(**columns)
    sides = boxes.checked([*columns.values()], form, more, cells.where)
    if form == "xyxy" and not more and {"w", "h"} <= cells.columns.keys():
        return _as_given(cells, sides)
    return sides


def _form(table, name: str) -> str:
    for form, fields in boxes.FORMS.items():
        if all(field in table for field in fields):
            return form
    raise InputError(
        f"{name} has the columns {_listed(table)}",
        "a box needs its four numbers, each under its name",
        "give " + ", or ".join([*map(" ".join, boxes.FORMS.values()), MASK]),
    )


def _listed(table) -> str:
    return words.listing([*map(str, table)], 12) if len(tuple(table)) else "– none at all"


def _as_given(cells: Cells, sides: Sides) -> Sides:
    """Take the sizes that stand beside the corners, after a look whether they agree."""
    w, h = map(cells.numbers, "wh")
    inputs.same_length(w=w, h=h, boxes=sides)
    apart = np.maximum(np.abs(w - sides.w), np.abs(h - sides.h))
    wrong = np.flatnonzero(apart > AGREE * (1 + np.maximum(sides.w, sides.h)))
    if wrong.size:
        i = wrong[0]
        cells.refuse(
            i,
            f"w is {w[i]:g} and h {h[i]:g}, but its corners are {sides.w[i]:g} and "
            f"{sides.h[i]:g} apart",
            "a box has one size",
            "give the corners or the size, or make them agree",
        )
    return replace(sides, w=w, h=h)


def _score(cells: Cells) -> np.ndarray:
    """Read how sure the detector is of each detection."""
    if "score" not in cells.columns:
        raise InputError(
            f"detections has the columns {_listed(cells.columns)}",
            "detections are ranked by how sure the detector is of each",
            "add a column score",
        )
    return cells.numbers("score")


def _flag(cells: Cells, name: str, column: str, rows: int) -> np.ndarray:
    """Read a column of yes and no; without it, all are no, as detections always are."""
    if column not in cells.columns:
        return np.zeros(rows, bool)
    flags = cells.flags(column)
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
    ends = " to ".join(words.decimal(end) for end in (score.min(), score.max()))
    return {"scores": f"scores from {ends}: only their order counts"}


def coded(column, name: str, where: Callable[[int], str] | None = None) -> Coded:
    """Read a column of names, as codes into the sorted names that occur.

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
        labels, codes = np.unique(array, return_inverse=True)
        return Coded(codes, tuple(labels.tolist()))
    names = array.tolist()
    for row, one in enumerate(names):
        if type(one) is str:
            continue
        if not isinstance(one, Hashable) or one is None or inputs.is_missing(one):
            place = f"{where(row)}: {name}" if where else f"{name}[{row}]"
            raise InputError(
                f"{place} is {inputs.short(one)}",
                "each box belongs to something that has a name",
                "name it, or leave the box out",
            )
    labels = in_order(set(names))
    place = {label: i for i, label in enumerate(labels)}
    return Coded(np.fromiter(map(place.__getitem__, names), np.intp, len(names)), labels)


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
    try:
        return tuple(sorted(names, key=lambda name: (isinstance(name, str), name, str(type(name)))))
    except TypeError:
        raise InputError(
            "there are names of too many kinds", "they have no order", "use numbers, or texts"
        ) from None


def spelt_alike(lists: Sequence[tuple], what: str) -> list[tuple]:
    """Write names alike: 2299 in one list and "2299" in another are one.

    Raises
    ------
    InputError
        If one list has both, or a text such as "000139" is another way to write a number: then
        they would never meet.

    Examples
    --------
    >>> spelt_alike([(7, 12), ("12", "x")], "image")
    [(7, 12), (12, 'x')]
    """
    every = set().union(*lists)
    texts = sorted(name for name in every if isinstance(name, str))
    if len(texts) in (0, len(every)):
        return [*lists]
    read = {text: int(text) for text in texts if text.isdecimal() and len(text) < DIGITS}
    meant = {text: n for text, n in read.items() if n in every}
    for text, n in meant.items():
        if text != str(n) or any({text, n} <= set(names) for names in lists):
            raise InputError(
                f"the {what} {n} is a number, and {text!r} a text",
                f"they are two names, so that nothing of one {what} would meet the other",
                f"spell them alike: {what}=[int(name) for name in …] turns texts into numbers",
            )
    return [tuple(meant.get(name, name) for name in names) for names in lists]


def recoded(column: Coded, labels: tuple, name: str, advice: str) -> np.ndarray:
    """Return the codes of a column in another list of names, which must have them all."""
    if column.labels is labels or column.labels == labels:
        return column.codes
    place = {label: i for i, label in enumerate(labels)}
    unknown = [label for label in column.labels if label not in place]
    if unknown:
        raise UnknownNameError(
            f"{name} has {words.listing([inputs.short(label) for label in unknown])}",
            f"known are {words.listing([inputs.short(label) for label in labels])}",
            advice,
        )
    return np.array([place[label] for label in column.labels], np.intp)[column.codes]


def place_of(names: tuple, name, what: str = "category", plural: str = "categories") -> int:
    """Find the place of a name; where there is one only, it need not be said."""
    if name is None and len(names) == 1:
        return 0
    try:
        return names.index(name)
    except (ValueError, TypeError):  # not there; or an array or pandas.NA, which equal nothing
        raise UnknownNameError(
            f"{what}={inputs.short(name)}",
            f"the {plural} are {words.listing([inputs.short(one) for one in names])}",
            did_you_mean(name, names, "name one of them"),
        ) from None


@dataclass(frozen=True, eq=False)
class Cells:
    """Columns as they were found: numbers may be texts, and anything may be missing.

    Attributes
    ----------
    columns : mapping
        From a column's name to its values.
    where : callable
        Gives the place of a row in words, such as ``"boxes.csv, line 3"``.
    texts : bool
        Whether all values were read as text, as from CSV and XML.
    """

    columns: Mapping[str, Sequence]
    where: Callable[[int], str]
    texts: bool = False

    def numbers(self, column: str, least=-math.inf, most=math.inf) -> np.ndarray:
        """Read a column of finite numbers."""
        array = _floats(self.columns[column], self.texts)
        self._blame(column, ~np.isfinite(array), "it isn't a finite number")
        self._blame(column, array < least, f"it can't be less than {least:g}")
        self._blame(column, array > most, f"it can't be more than {most:g}")
        return array

    def names(self, column: str) -> Coded:
        """Read a column of names."""
        values = self._stripped(column)
        try:
            names = coded(values, column, self.where)
        except InputError:
            self._blame(column, (not isinstance(v, Hashable) for v in values), "it names nothing")
            raise
        if "" in names.labels:
            self._blame(column, (value == "" for value in values), "it is empty")
        return names

    def ids(self, column: str) -> np.ndarray:
        """Take names as they are, each in its own row."""
        values = self._stripped(column)
        return array_of(values.tolist() if hasattr(values, "tolist") else [*values])

    def among(self, column: str, labels: tuple, what: str, fix: str) -> np.ndarray:
        """Read a column of names that have to be known, as codes into these."""
        names = self.names(column)
        known, own = spelt_alike([labels, names.labels], column)
        unknown = set(own).difference(known)
        if unknown:
            row = next(i for i, code in enumerate(names.codes) if own[code] in unknown)
            label = inputs.short(own[names.codes[row]])
            more = f" (and {len(unknown) - 1:,} more such names)" if len(unknown) > 1 else ""
            raise UnknownNameError(
                f"{self.where(row)}: {column} is {label}, which is not among {what}{more}",
                f"known are {listed(labels, 6)}",
                fix,
            )
        return recoded(Coded(names.codes, own), known, column, fix)

    def flags(self, column: str) -> np.ndarray:
        """Read a column of yes and no."""
        values = self.columns[column]
        if getattr(values, "dtype", "") == "bool":
            return values
        flags = [FLAGS.get(str(value).strip().lower()) for value in values]
        self._blame(column, (flag is None for flag in flags), "it is a yes (1) or a no (0)")
        return np.array(flags, bool)

    def refuse(self, row: int, says: str, why: str, fix: str = MEND) -> NoReturn:
        """Refuse one row."""
        raise InputError(f"{self.where(row)}: {says}", why, fix)

    def _stripped(self, column: str):
        """Take texts without the blanks around them, and anything else as it is."""
        values = self.columns[column]
        return (
            values if isinstance(values, Coded) or not self.texts else [v.strip() for v in values]
        )

    def _blame(self, column: str, wrong: Iterable, why: str) -> None:
        """Refuse the first row that is wrong, if one is, and count the others."""
        rows = np.flatnonzero(np.fromiter(wrong, bool) if not hasattr(wrong, "dtype") else wrong)
        if rows.size:
            value = inputs.short(self.columns[column][rows[0]])
            more = f" (and {rows.size - 1} more such)" if rows.size > 1 else ""
            comma = self.texts and "," in value
            fix = "write a decimal point, not a comma" if comma else MEND
            self.refuse(rows[0], f"{column} is {value}{more}", why, fix)


def _floats(values: Sequence, texts: bool) -> np.ndarray:
    """Convert values, or texts, to numbers; what is none becomes nan."""
    if texts:
        array = floats(values)
        return np.array([_float(floats([v])) for v in values]) if array is None else array
    try:
        array = np.asarray(values)
    except ValueError:
        array = np.zeros((0, 0))
    if len(values) and array.ndim == 1 and array.dtype.kind in "biuf":
        return array.astype(np.float64)
    return np.array([_float([v]) if isinstance(v, numbers.Real) else np.nan for v in values], float)


def _float(one: Sequence | None) -> float:
    try:
        return np.nan if one is None else float(one[0])
    except OverflowError:
        return np.inf


def corners(cells: Cells, form: str, columns: Sequence | None = None) -> dict:
    """Read the columns x1, y1, x2, y2 of a file, and w and h where they were given.

    ``columns`` tells how the four are called there, where not as in :data:`FOUR`.
    """
    named = zip(FOUR[form], columns or FOUR[form], strict=True)
    given = [cells.numbers(c, 0 if f in "wh" else -FARTHEST, FARTHEST) for f, c in named]
    sides = boxes.checked(given, form, 0, cells.where)
    placed = {"x1": sides.x1, "y1": sides.y1, "x2": sides.x2, "y2": sides.y2}
    return placed if form == "xyxy" else placed | {"w": sides.w, "h": sides.h}
