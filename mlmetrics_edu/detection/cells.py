"""Columns as a file has them, not yet checked: read with the place of each row, and to corners."""

import math
import numbers
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NamedTuple, NoReturn

import numpy as np

from ..core import digits, inputs
from ..core.errors import InputError, UnknownNameError
from ..core.table_files import floats, listed
from . import box_forms, box_table
from .box_forms import FARTHEST, placed
from .box_table import Coded

FOUR = {
    "xyxy": ("x1", "y1", "x2", "y2"),
    "xywh": ("x1", "y1", "w", "h"),
    "cxcywh": ("cx", "cy", "w", "h"),
}
RIGHT = {"x+w": 0, "x+w-1": 1}  # by how much the last pixel lies before left + width
WHOLE = 1.0  # relative coordinates lie between 0 and this
SPILL = 2.0  # … and predictions a bit outside, but never so far
FLAGS = {"0": False, "1": True, "false": False, "true": True}
MEND = "mend it, or leave this box out"


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
        """Read a column of finite numbers.

        Raises
        ------
        InputError
            If one is no number, isn't finite, too small or too large; with its place.
        """
        values = self.columns[column]
        array = floats(values) if self.texts else _of_numbers(values)
        if array is None:
            self._blame(column, (not self._is_number(value) for value in values), "it is no number")
            self.refuse(0, f"{column} can't be read", "it isn't a column of numbers")
        self._blame(column, ~np.isfinite(array), "it isn't a finite number")
        self._blame(column, array < least, f"it can't be less than {least:g}")
        self._blame(column, array > most, f"it can't be more than {most:g}")
        return array

    def names(self, column: str) -> Coded:
        """Read a column of names.

        Raises
        ------
        InputError
            If one is missing, or can't name anything; with its place.
        """
        values = self._stripped(column)
        try:
            coded = box_table.coded(values, column)
        except (InputError, ValueError, TypeError):
            self._blame(column, (not _is_name(value) for value in values), "it names nothing")
            raise InputError(
                f"{column} holds names of too many kinds",
                "they have no order",
                "use numbers, or texts",
            ) from None
        if "" in coded.labels:
            self._blame(column, (value == "" for value in values), "it is empty")
        return coded

    def ids(self, column: str) -> np.ndarray:
        """Take names as they are, each in its own row."""
        return box_table.array_of(list(self._stripped(column)))

    def among(self, column: str, labels: tuple, what: str, fix: str) -> np.ndarray:
        """Read a column of names that have to be known, as codes into these.

        Raises
        ------
        UnknownNameError
            If a name isn't known; with its place.
        """
        coded = box_table.respelled(self.names(column), labels, column)
        unknown = set(coded.labels).difference(labels)
        if unknown:
            row = next(i for i, code in enumerate(coded.codes) if coded.labels[code] in unknown)
            label = inputs.short(coded.labels[coded.codes[row]])
            more = f" (and {len(unknown) - 1:,} more such names)" if len(unknown) > 1 else ""
            raise UnknownNameError(
                f"{self.where(row)}: {column} is {label}, which is not among {what}{more}",
                f"known are {listed(labels, 6)}",
                fix,
            )
        return box_table.recoded(coded, labels, column, fix)

    def flags(self, column: str) -> np.ndarray:
        """Read a column of yes and no.

        Raises
        ------
        InputError
            If one is neither 0 nor 1; with its place.
        """
        flags = [FLAGS.get(_plain(value)) for value in self.columns[column]]
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

    def _is_number(self, value) -> bool:
        if self.texts:
            return floats([value]) is not None
        return isinstance(value, numbers.Real)


def by_columns(named: Sequence[str], rows: Sequence[Sequence]) -> dict[str, list]:
    """Turn rows into columns.

    Examples
    --------
    >>> by_columns(["x", "y"], [("1", "2"), ("3", "4")])
    {'x': ['1', '3'], 'y': ['2', '4']}
    """
    return {name: list(map(itemgetter(i), rows)) for i, name in enumerate(named)}


def _of_numbers(values) -> np.ndarray | None:
    """Convert numbers to floats; None where one is something else, such as a text."""
    if not len(values):
        return np.zeros(0)
    try:
        array = np.asarray(values)
    except ValueError:
        return None
    if array.ndim == 1 and array.dtype.kind in "biuf":
        return array.astype(np.float64)
    real = array.ndim == 1 and all(isinstance(value, numbers.Real) for value in values)
    try:
        return np.array([float(value) for value in values]) if real else None
    except OverflowError:
        return None


def _is_name(value) -> bool:
    try:
        return isinstance(value, Hashable) and value is not None and bool(value == value)
    except TypeError:  # pandas.NA doesn't answer
        return False


def _plain(value) -> str:
    """Write a flag as text: 1, 1.0, True and "true" are one."""
    return f"{value:g}" if isinstance(value, float) else str(value).strip().lower()


class Layout(NamedTuple):
    """How four numbers say where a box is.

    Attributes
    ----------
    form : {"xyxy", "xywh", "cxcywh"}
        Which four they are.
    right : {"x+w", "x+w-1"}
        Where a box of a given width ends.
    size : pair of numbers, mapping or None
        Of the image, or of each image by its name, where coordinates are shares of it.
    """

    form: str
    right: str = "x+w"
    size: object = None


def corners(cells: Cells, layout: Layout, columns=None, image: Coded | None = None) -> dict:
    """Return the columns x1, y1, x2, y2, and w and h where they were given.

    Parameters
    ----------
    cells : Cells
    layout : Layout
    columns : sequence of str, optional
        How the four are called in the file, where not as in :data:`FOUR`.
    image : Coded, optional
        The image of each box, for sizes that differ.

    Returns
    -------
    dict of str to numpy.ndarray of float

    Raises
    ------
    InputError
        If a number is none, a box ends before it begins, or relative coordinates lack a size.
    """
    form = FOUR[layout.form]
    least = [0 if c in ("w", "h") else -FARTHEST for c in form]
    given = [cells.numbers(c, low, FARTHEST) for c, low in zip(columns or form, least, strict=True)]
    wide, high = _scales(cells, given, layout.size, image)
    a, b, c, d = (column * size for column, size in zip(given, (wide, high) * 2, strict=True))
    if layout.form == "xyxy":
        return _checked(cells, a, b, c, d)
    less = RIGHT[layout.right]
    *sides, w, h = placed(a, b, c, d, layout.form, less)
    corner = _checked(cells, *sides)
    return corner if less else corner | {"w": w, "h": h}


def _checked(cells: Cells, *sides: np.ndarray) -> dict[str, np.ndarray]:
    """Name the corners, after the check that all boxes pass."""
    box_forms.checked(sides, "xyxy", 0, cells.where)
    return dict(zip(FOUR["xyxy"], sides, strict=True))


def _scales(cells: Cells, given: list, size, image: Coded | None) -> tuple:
    """Return what to multiply by: the sizes of the images, or 1 where coordinates are pixels."""
    if size is None:
        return 1, 1
    far = np.flatnonzero(np.logical_or.reduce([np.abs(column) > SPILL for column in given]))
    if far.size:
        values = ", ".join(digits.threshold(column[far[0]]) for column in given)
        cells.refuse(
            far[0],
            f"the box is {values}",
            "image_size is for coordinates from 0 to 1, shares of the image",
            "leave out image_size: these are pixels",
        )
    return _per_row(size, image)


def pixels(cells: Cells, columns, coordinates: Mapping[str, np.ndarray], name: str) -> None:
    """Make sure that coordinates aren't shares of an image whose size nobody told.

    Parameters
    ----------
    cells : Cells
    columns : sequence of str
        The four that say where a box is.
    coordinates : mapping
        Where that is.
    name : str
        What to call the table in an error.

    Raises
    ------
    InputError
        If none of the four is ever larger than 1.
    """
    if max(np.abs(coordinates[c]).max(initial=0) for c in FOUR["xyxy"]) > SPILL:
        return
    if 0 < max(np.abs(cells.numbers(c)).max(initial=0) for c in columns) <= WHOLE:
        raise InputError(
            f"{name}: none of the coordinates is larger than {WHOLE:g}",
            "they seem to be shares of the image's width and height, not pixels",
            "pass image_size=(width, height), or a mapping from each image to its size; "
            "image_size=(1, 1) leaves them as they are",
        )


def _per_row(size, image: Coded | None) -> tuple:
    """Read the size of every image, and give each box that of its own."""
    if not isinstance(size, Mapping):
        return _pair(size, "image_size")
    labels = image.labels if image is not None else ()
    unknown = [label for label in labels if label not in size]
    if unknown or image is None:
        raise UnknownNameError(
            f"image_size doesn't have {digits.listing([repr(label) for label in unknown])}",
            f"it has {digits.listing([repr(label) for label in size])}",
            "give the (width, height) of every image, by its name",
        )
    pairs = [_pair(size[label], f"image_size[{label!r}]") for label in labels]
    return tuple(np.array(pairs, float).reshape(-1, 2)[image.codes].T)


def _pair(size, name: str) -> tuple[float, float]:
    try:
        wide, high = (float(side) for side in np.ma.filled(size, np.nan))
    except (TypeError, ValueError):
        wide = high = np.nan
    if not (0 < wide < np.inf and 0 < high < np.inf):
        raise InputError(
            f"{name} is {inputs.short(size)}",
            "an image has a width and a height, both more than 0",
            f"pass two numbers, such as {name}=(640, 480)",
        )
    return wide, high
