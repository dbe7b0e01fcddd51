"""Columns as a file has them, not yet checked: read with the place of each row."""

from __future__ import annotations

import math
import numbers
import os
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import NoReturn

import numpy as np

from ..core import inputs, table_files
from ..core.errors import InputError, UnknownNameError
from ..core.table_files import floats, listed
from . import box_tables, boxes
from .box_tables import Coded
from .boxes import FARTHEST

FOUR = {"xyxy": ("x1", "y1", "x2", "y2"), "xywh": ("x1", "y1", "w", "h")}
WHOLE = 1.0  # relative coordinates lie between 0 and this
FLAGS = {"0": False, "1": True, "false": False, "true": True}
MEND = "mend it, or leave this box out"
ENCODING = 'save it as UTF-8, or read it yourself with open(…, encoding="gbk"), "latin-1" …'


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
            coded = box_tables.coded(values, column)
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
        return box_tables.array_of(list(self._stripped(column)))

    def among(self, column: str, labels: tuple, what: str, fix: str) -> np.ndarray:
        """Read a column of names that have to be known, as codes into these.

        Raises
        ------
        UnknownNameError
            If a name isn't known; with its place.
        """
        coded = box_tables.respelled(self.names(column), labels, column)
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
        return box_tables.recoded(coded, labels, column, fix)

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


def corners(cells: Cells, form: str, columns: Sequence | None = None) -> dict:
    """Return the columns x1, y1, x2, y2, and w and h where they were given.

    Parameters
    ----------
    cells : Cells
    form : {"xyxy", "xywh"}
        Which four numbers say where a box is.
    columns : sequence of str, optional
        How the four are called in the file, where not as in :data:`FOUR`.

    Raises
    ------
    InputError
        If a number is none, or a box ends before it begins.
    """
    named = zip(FOUR[form], columns or FOUR[form], strict=True)
    given = [cells.numbers(c, 0 if f in "wh" else -FARTHEST, FARTHEST) for f, c in named]
    sides = boxes.checked(given, form, 0, cells.where)
    placed = {"x1": sides.x1, "y1": sides.y1, "x2": sides.x2, "y2": sides.y2}
    return placed if form == "xyxy" else placed | {"w": sides.w, "h": sides.h}


def check_pixels(placed: Mapping[str, np.ndarray], name: str) -> None:
    """Make sure that coordinates aren't shares of an image's width and height.

    Raises
    ------
    InputError
        If none of a table's coordinates is ever larger than 1.
    """
    largest = max(np.abs(column).max(initial=0) for column in placed.values())
    if 0 < largest <= WHOLE:
        raise InputError(
            f"{name}: none of the coordinates is larger than {WHOLE:g}",
            "they seem to be shares of the image's width and height, not pixels",
            "multiply them by the width and the height of the image first",
        )


def is_path(source) -> bool:
    """Tell a path from something that was read already."""
    return isinstance(source, (str, os.PathLike))


def is_folder(source) -> bool:
    """Tell a folder from everything else."""
    return is_path(source) and os.path.isdir(source)  # False, too, of what can't be a path


def content(path) -> bytes:
    """Read all bytes of a file; what gzip has packed is unpacked.

    Raises
    ------
    InputError
        If there is no such file, or it can't be read.
    """
    try:
        packed = Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"{path} can't be read", reason[:1].lower() + reason[1:], "check the path, and the file"
        ) from None
    return table_files.unpacked(packed, str(path))


def text(path) -> str:
    """Read a text file, in UTF-8 or as its mark says."""
    return table_files.decoded(content(path), str(path), ENCODING)


def text_of(file, name: str) -> str:
    """Read the rest of an open file, be it opened as text or not."""
    try:
        content = file.read()
    except (OSError, ValueError, TypeError) as error:
        content, reason = None, str(error)
    else:
        reason = f"its read() gives a {type(content).__name__}"
    if not isinstance(content, (str, bytes)):
        raise InputError(f"{name} can't be read", reason, "open it for reading, in its encoding")
    if isinstance(content, str):
        return table_files.unmarked(content, name)
    return table_files.decoded(content, name, ENCODING)


def folder(source, endings: tuple[str, ...], what: str) -> list[Path]:
    """List the files of a folder that end so, in the order of their names.

    Raises
    ------
    InputError
        If it is no folder, or has no such file.
    """
    if not is_folder(source):
        raise InputError(
            f"{source if is_path(source) else inputs.short(source)} is no folder",
            f"{what} are looked for in a folder",
            "check the path",
        )
    every = [path for path in Path(source).iterdir() if not path.name.startswith(".")]
    paths = sorted((p for p in every if p.suffix.lower() in endings), key=lambda p: p.stem)
    if not paths:
        raise InputError(
            f"{source} has {len(every)} file(s), and none ends in {' or '.join(endings)}",
            f"{what} were looked for there",
            "check the path: it should name the folder right above these files",
        )
    inputs.ids([path.stem for path in paths], f"{source}, without the endings of its files,")
    return paths
