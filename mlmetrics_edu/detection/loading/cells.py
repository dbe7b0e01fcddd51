"""What a file holds, as columns not yet checked, and the place that each row came from."""

import math
import numbers
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import NoReturn

import numpy as np

from ...core import inputs
from ...core.delimited import floats, listed
from ...core.errors import InputError, UnknownNameError
from .. import names
from ..names import Coded

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
            found = names.coded(values, column)
        except (InputError, ValueError, TypeError):
            self._blame(column, (not _is_name(value) for value in values), "it names nothing")
            raise InputError(
                f"{column} holds names of too many kinds",
                "they have no order",
                "use numbers, or texts",
            ) from None
        if "" in found.labels:
            self._blame(column, (value == "" for value in values), "it is empty")
        return found

    def ids(self, column: str) -> np.ndarray:
        """Take names as they are, each in its own row."""
        values = list(self._stripped(column))
        whole = np.asarray(values) if all(type(value) is int for value in values) else None
        fits = whole is not None and whole.dtype.kind in "iu"
        return whole if fits else names.of_objects(values)

    def among(self, column: str, known: tuple, what: str, fix: str) -> np.ndarray:
        """Read a column of names that have to be known, as codes into these.

        Raises
        ------
        UnknownNameError
            If a name isn't known; with its place.
        """
        found = self.names(column)
        unknown = set(found.labels).difference(known)
        if unknown:
            row = next(i for i, code in enumerate(found.codes) if found.labels[code] in unknown)
            label = inputs.short(found.labels[found.codes[row]])
            more = f" (and {len(unknown) - 1:,} more such names)" if len(unknown) > 1 else ""
            raise UnknownNameError(
                f"{self.where(row)}: {column} is {label}, which is not among {what}{more}",
                f"known are {listed(known, 6)}",
                fix,
            )
        return names.recoded(found, known, column, fix)

    def flags(self, column: str) -> np.ndarray:
        """Read a column of yes and no.

        Raises
        ------
        InputError
            If one is neither 0 nor 1; with its place.
        """
        found = [FLAGS.get(_plain(value)) for value in self.columns[column]]
        self._blame(column, (flag is None for flag in found), "it is a yes (1) or a no (0)")
        return np.array(found, bool)

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
