"""Boxes as columns: what the loaders return, and what everything here takes.

Names of images and categories repeat, so their columns hold each name once, and codes.
"""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np

from ..core import digits, inputs
from ..core.errors import InputError, Named, UnknownNameError, did_you_mean
from ..core.inputs import locked

if TYPE_CHECKING:
    from pandas import DataFrame

Columns: TypeAlias = "Mapping[str, Any] | DataFrame"  # by their names
DIGITS = 100  # a longer text of digits is no number that somebody gave to an image
SPARSE = 16  # numbers may spread over so many times as many values as there are rows


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


def array_of(names: Sequence) -> np.ndarray:
    """Put names into one array: whole numbers as such, anything else as it is."""
    if names and all(type(name) is int for name in names):
        array = np.asarray(names)
        if array.dtype.kind in "iu":
            return array
    array = np.empty(len(names), object)
    array[:] = names
    return array


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

    def to_frame(self) -> "DataFrame":
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
    """Make a table of columns that were just read, which nobody else holds."""
    fixed = {c: locked(v) if isinstance(v, np.ndarray) else v for c, v in columns.items()}
    return BoxTable(fixed, what, images, categories, notes)


def listed(columns: Mapping) -> str:
    """List the names of columns."""
    return digits.listing([str(name) for name in columns], limit=12)


def coded_column(table: Mapping, name: str):
    """Take a column of names out of a table; where it knows them as codes, these."""
    codes = getattr(table, "_codes", None)
    return codes[name] if isinstance(codes, dict) and name in codes else table[name]


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
    there = np.zeros(high - low + 1, bool)
    there[shifted] = True
    codes = np.cumsum(there) - 1
    return Coded(codes[shifted], tuple((np.flatnonzero(there) + low).tolist()))


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
