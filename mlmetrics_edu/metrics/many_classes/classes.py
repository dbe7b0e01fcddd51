"""Labels of any kind, as small numbers: what a k-by-k table is counted from.

Whole numbers that lie close together are their own codes.
"""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

import numpy as np

from ...core import inputs
from ...core.errors import InputError

ROOM = 2**16  # so many cells of a table are cheap, however few the samples
FAR = 2**40  # whole numbers beyond it are names rather than numbers


class Coded(NamedTuple):
    """Two columns of labels as codes: ``values[code - offset]`` is the label."""

    values: Sequence
    truth: np.ndarray
    guess: np.ndarray
    offset: int = 0


def code(y_true, y_pred, *, named: bool = False) -> Coded:
    """Give each label a small number, the same in both columns.

    Parameters
    ----------
    y_true, y_pred : array_like, shape (n,)
        Labels of any kind that can be a dictionary's key.
    named : bool
        Whether the classes were named, so that even a fraction such as 0.5 is surely a label.

    Raises
    ------
    InputError
        If a label is missing, or none could ever match.

    Examples
    --------
    >>> code([7, 5], [5, 5]).values, code(["b", "a"], ["a", "a"]).values
    (range(5, 8), ['b', 'a'])
    """
    columns = {"y_true": y_true, "y_pred": y_pred}
    truth, guess = (inputs.column(values, name) for name, values in columns.items())
    inputs.same_length(y_true=truth, y_pred=guess)
    for name, array in (("y_true", truth), ("y_pred", guess)):
        if array.dtype.kind == "f" and not named:
            _no_scores(array, name)
    return _whole_numbers(truth, guess) or _merged(
        _distinct(truth, "y_true"), _distinct(guess, "y_pred")
    )


def _no_scores(array: np.ndarray, name: str) -> None:
    """Refuse fractions: they are hardly labels."""
    whole = np.isfinite(array) & (array == np.floor(array))
    bad = np.flatnonzero(~(whole | np.isnan(array)))
    if bad.size:
        raise InputError(
            f"{name}[{bad[0]}] is {array[bad[0]]}",
            "fractions look like scores, and a table of classes is counted from labels",
            "take the class of the highest score first; if they are labels, name them: labels=[…]",
        )


def _whole_numbers(truth: np.ndarray, guess: np.ndarray) -> Coded | None:
    """Take whole numbers that lie close together as their own codes; None for all others."""
    kinds = {truth.dtype.kind, guess.dtype.kind}
    if not kinds <= set("biu"):
        return None
    low = min(int(truth.min()), int(guess.min()))
    high = max(int(truth.max()), int(guess.max()))
    if (high - low + 1) ** 2 > max(ROOM, truth.size) or max(-low, high) > FAR:
        return None
    values = range(low, high + 1)
    return Coded([*map(bool, values)] if kinds == {"b"} else values, truth, guess, low)


def _merged(one: tuple[list, np.ndarray], other: tuple[list, np.ndarray]) -> Coded:
    """Give the labels of both columns common codes."""
    values = list(dict.fromkeys([*one[0], *other[0]]))
    texts = [{isinstance(value, (str, bytes)) for value in column[0]} for column in (one, other)]
    if len(values) > 1 and texts[0].isdisjoint(texts[1]):
        raise InputError(
            f"y_true holds labels such as {one[0][0]!r}, and y_pred such as {other[0][0]!r}",
            "a text is never equal to a number, so no prediction could be right",
            "use one spelling and one type for each label",
        )
    number = {value: i for i, value in enumerate(values)}
    codes = (np.array([number[v] for v in found])[column] for found, column in (one, other))
    return Coded(values, *codes)


def _distinct(array: np.ndarray, name: str) -> tuple[list, np.ndarray]:
    """List the labels of a column, and give each sample the place of its own in the list."""
    import pandas

    labels = array.astype(object)
    try:
        places, values = pandas.factorize(labels)
    except TypeError:  # a list among the labels
        places, values = np.array([-1]), labels[:0]
    if (places < 0).any():  # a label is missing
        inputs.plain_objects(labels, name)
    return values.tolist(), places


def _equals_itself(value) -> bool:
    try:
        return bool(value == value)
    except TypeError:  # pandas.NA
        return False


def in_order(values) -> list:
    """Sort labels, where they can be sorted.

    Examples
    --------
    >>> in_order(["b", "a"]), in_order(["b", 1])
    (['a', 'b'], ['b', 1])
    """
    try:
        return sorted(values)
    except TypeError:
        return list(values)


def unique(labels, name: str = "labels") -> tuple:
    """Read the names of classes, in their order: at least one, and none twice."""
    if isinstance(labels, (set, frozenset)) or not inputs.several(labels):
        raise InputError(
            f"{name}={inputs.short(labels)}",
            "they name the rows from the top",
            "pass a list of labels",
        )
    names = tuple(labels.tolist() if hasattr(labels, "tolist") else labels)
    if not all(isinstance(label, Hashable) and _equals_itself(label) for label in names):
        raise InputError(f"{name}={names}", "a label is one value", "use numbers or texts")
    if len(set(names)) < len(names) or not names:
        twice = next((label for label in names if names.count(label) > 1), None)
        raise InputError(
            f"{name} has {twice!r} twice" if names else f"{name} is empty",
            "each class has one row and one column",
            "name every class once",
        )
    return names
