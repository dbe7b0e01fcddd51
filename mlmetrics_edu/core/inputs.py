"""The one door for data: what passes can be counted, and what can't is told why.

Nothing behind this door checks again, and nothing in front of it computes. Each check is one pass
over a column; finding out what exactly is wrong may take longer, since then nobody is waiting.
Columns of numbers are read here; labels in ``labels``, single settings in ``settings``.
"""

import numbers
from collections import Counter
from collections.abc import Hashable

import numpy as np

from .errors import InputError
from .labels import (
    CLASSES,
    class_names,
    is_missing,
    label_pair,
    labels,
    pair_of_names,
    plain_objects,
    yes_or_no,
)
from .settings import alike, choice, count, flag, is_finite, share, short, whole
from .shape import column, is_empty, same_length, several

__all__ = [
    "CLASSES",
    "EXACT_INTEGER",
    "alike",
    "choice",
    "class_names",
    "column",
    "count",
    "finite",
    "flag",
    "ids",
    "is_empty",
    "is_finite",
    "is_missing",
    "label_pair",
    "labels",
    "pair_of_names",
    "plain_objects",
    "same_length",
    "scores",
    "several",
    "share",
    "short",
    "weights",
    "whole",
    "yes_or_no",
]

EXACT_INTEGER = 2**53  # above it, not every whole number is a float
LARGEST = np.finfo(float).max.item()
LARGEST_SUM = 1e150  # of weights: so large that even products of two sums are floats


def scores(values, name: str = "y_score") -> np.ndarray:
    """Read scores as a new column of floats; a higher score speaks for the positive class.

    Raises
    ------
    InputError
        If a score is no finite number.
    """
    return finite(values, name, "score", "a score that isn't finite has no place in the ranking")


def finite(values, name: str, what: str, why: str) -> np.ndarray:
    """Read finite numbers as a new column of floats.

    Parameters
    ----------
    values : array_like, shape (n,)
        At least one.
    name : str
        What to call the column in an error.
    what : str
        What each number is.
    why : str
        Why it has to be finite.
    """
    array = column(values, name)
    floats = _as_floats(array, name, what)
    # The two first bits of floats from 0 up to 2 are 0; a single look at them often is enough.
    if np.bitwise_or.reduce(floats.view(np.uint64)) >> 62 and not np.isfinite(floats).all():
        bad = np.flatnonzero(~np.isfinite(floats))
        raise InputError(
            f"{name}[{bad[0]}] is {floats[bad[0]]} ({bad.size} such value(s))",
            why,
            f"leave these rows out of all columns, or repair what gave the {what}",
        )
    if array.dtype.kind in "iu" and np.abs(floats).max() > EXACT_INTEGER:
        raise InputError(
            f"{name} holds whole numbers up to {np.abs(floats).max():.0f}",
            f"so large ones aren't all floats, and different {what}s would fall together",
            "use numbers below 2**53, or their ranks",
        )
    return floats


def _as_floats(array: np.ndarray, name: str, what: str) -> np.ndarray:
    """Convert real numbers, and nothing else: a text or a date is none."""
    if array.dtype.kind in "biuf":
        return array.astype(np.float64)
    for i, value in enumerate(array.tolist()):
        if not isinstance(value, numbers.Real) and not _is_decimal(value):
            raise InputError(
                f"{name}[{i}] is {short(value)}",
                f"a {what} is a real number",
                "convert the column to numbers first",
            )
    try:
        return array.astype(np.float64)
    except OverflowError:
        i = next(i for i, value in enumerate(array.tolist()) if abs(value) > LARGEST)
        raise InputError(
            f"{name}[{i}] is {short(array[i])}",
            f"a {what} is a number that a float can hold, so up to {LARGEST:.1g}",
            "divide all of them by one number, or take their logarithms or ranks",
        ) from None


def _is_decimal(value) -> bool:
    return isinstance(value, numbers.Number) and not isinstance(value, complex)


def weights(values, name: str = "weights", largest_sum: float = LARGEST_SUM) -> np.ndarray | None:
    """Read sample weights: finite and not negative. Whole numbers stay whole while they fit."""
    if values is None:
        return None
    array = column(values, name)
    floats = _as_floats(array, name, "weight")
    bad = np.flatnonzero(~(np.isfinite(floats) & (floats >= 0)))
    if not bad.size and floats.max() > largest_sum / floats.size:
        raise InputError(
            f"{name} holds numbers up to {floats.max():g}",
            "their sum would be beyond what a float can hold",
            "divide all of them by one number: only their ratios matter",
        )
    if bad.size:
        raise InputError(
            f"{name}[{bad[0]}] is {floats[bad[0]]:g} ({bad.size} such value(s))",
            "a weight says how many samples one stands for, so it is finite and not negative",
            "use weights of 0 or more",
        )
    whole = array.dtype.kind in "biu" and floats.sum() <= EXACT_INTEGER
    return array.astype(np.int64) if whole else floats


def ids(values, name: str = "ids") -> np.ndarray | None:
    """Read the names of samples, no name twice."""
    if values is None:
        return None
    array = column(values, name)
    seen = array.tolist()
    plain = array.dtype.kind in "iuUS"
    if not plain and any(not isinstance(value, Hashable) for value in seen):
        raise InputError(f"{name} holds lists", "an id names one sample", "use numbers or texts")
    if len(set(seen)) < len(seen):
        twice, times = Counter(seen).most_common(1)[0]
        raise InputError(
            f"{name} has {short(twice)} {times} times",
            "an id must name one sample only",
            "make the ids unique",
        )
    return array.copy()
