"""Columns as they come in: one value for each sample, in an order, and all of one length."""

from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from .errors import InputError
from .settings import short


def is_empty(values) -> bool:
    """Tell whether a column has no value at all: where that is no mistake, ask before reading it.

    Examples
    --------
    >>> is_empty([]), is_empty(np.zeros(0)), is_empty([0])
    (True, True, False)
    """
    plain = isinstance(values, (list, tuple))
    return not values if plain else getattr(values, "shape", None) == (0,)


def several(values) -> bool:
    """Tell many values from one: a text, a mapping and an array without axes are one.

    Examples
    --------
    >>> several([1]), several("ab"), several(np.array(1)), several(None)
    (True, False, False, False)
    """
    one = isinstance(values, (str, bytes, Mapping)) or getattr(values, "shape", None) == ()
    return isinstance(values, Iterable) and not one


def column(values, name: str) -> np.ndarray:
    """Take a one-dimensional column of at least one value.

    Parameters
    ----------
    values : array_like, shape (n,)
        A list, an array, a pandas Series …
    name : str
        What to call it in an error.

    Raises
    ------
    InputError
        If it is empty, ragged, masked or not one-dimensional.
    """
    array = _as_array(values, name)
    if array.ndim != 1:
        raise InputError(
            f"{name} has the shape {array.shape}",
            "a value for each sample is needed, in one dimension",
            f"pick one column, such as {name}[:, {array.shape[-1] - 1}], or use .ravel()"
            if array.ndim
            else f"pass a list or an array, not {short(array.item())}",
        )
    if not array.size:
        raise InputError(
            f"{name} is empty", "without samples there is nothing to count", "pass at least one"
        )
    return array


def _as_array(values, name: str) -> np.ndarray:
    if type(values) is np.ndarray or type(values) is list:
        return _numpy_array(values, name)
    if isinstance(values, (set, frozenset, dict, Iterator)):
        raise InputError(
            f"{name} is a {type(values).__name__}",
            "its values have no fixed order to match the samples",
            f"pass list({name}) or an array",
        )
    if isinstance(values, np.ma.MaskedArray) and np.ma.is_masked(values):
        raise InputError(
            f"{name} is masked at {int(np.ma.getmaskarray(values).sum())} place(s)",
            "a masked sample has no value to count",
            "leave these samples out of all columns first",
        )
    return _numpy_array(values, name)


def _numpy_array(values, name: str) -> np.ndarray:
    try:
        array = np.asarray(values)
    except (ValueError, TypeError) as error:
        raise InputError(
            f"{name} can't be read as a column", str(error), "pass one value for each sample"
        ) from None
    if array.dtype.kind in "US" and not isinstance(values, np.ndarray):
        # NumPy turns a nan or a 1 among texts into the text "nan" or "1"; here they stay apart.
        mixed = any(
            not isinstance(value, (str, bytes)) for value in np.ravel(np.array(values, "O"))
        )
        return np.array(values, "O") if mixed else array
    return array


def table(values, name: str) -> np.ndarray:
    """Take a table of at least one cell."""
    try:
        array = np.asarray(values)
    except ValueError:
        raise InputError(
            f"{name} can't be read as a table",
            "its rows are of several lengths",
            "give each sample equally many values",
        ) from None
    if array.ndim != 2 or not array.size:
        flat = f"if each sample has one label only: {name} = labels[:, None] == classes"
        raise InputError(
            f"{name} has the shape {array.shape}",
            "a row for each sample and a column for each label are needed, one or more of both",
            flat if array.ndim == 1 else "pass a list of rows, all of one length",
        )
    if np.ma.is_masked(values):
        column(values.ravel(), name)  # refuses it, and says why
    return array


def same_length(**columns) -> int:
    """Make sure that columns have a value for each sample; None stands for a column not given."""
    sizes = {len(values) for values in columns.values() if values is not None}
    if len(sizes) > 1:
        lengths = {name: len(values) for name, values in columns.items() if values is not None}
        raise InputError(
            ", ".join(f"{name} has {n}" for name, n in lengths.items()),
            "each sample needs its value in every column",
            "pass columns of one length",
        )
    return sizes.pop()


def locked(column: np.ndarray) -> np.ndarray:
    """Make a column read-only."""
    column.setflags(write=False)
    return column
