"""Settings at the door: one number, one yes or no, one name of a convention at a time."""

import math
import numbers
import re
from collections.abc import Iterable

import numpy as np

from .errors import InputError, alike
from .exact import Rounded

MOST = 1e305  # of anything that is counted: even a few times as many is a float
LONG = 40  # letters; a longer value is cut in a sentence
BEYOND_ALL = 10**100  # no whole number of a user is larger; Python writes no number without end


def count(value, name: str):
    """Read one count, or one sum of weights: finite and not negative; whole where it can be."""
    if not is_finite(value) or not 0 <= value <= MOST:
        raise InputError(
            f"{name} = {short(value)}",
            "it counts samples, so it is a finite number of 0 or more that a float can hold",
            "count the samples of this cell",
        )
    if isinstance(value, Rounded):
        return value
    if value == int(value):
        return int(value)
    return Rounded(value) if isinstance(value, np.floating) else value


def is_finite(value) -> bool:
    """Tell a real number that a float can hold from everything else; True is no number here.

    Examples
    --------
    >>> is_finite(1), is_finite(10**400), is_finite(float("nan")), is_finite("1")
    (True, False, False, False)
    """
    if not is_number(value):
        return False
    try:
        return math.isfinite(value)
    except OverflowError:
        return False


def is_number(value) -> bool:
    """Tell a real number from everything else; True is none here.

    Examples
    --------
    >>> is_number(10**400), is_number(float("nan")), is_number(True), is_number("1")
    (True, True, False, False)
    """
    return isinstance(value, numbers.Real) and not isinstance(value, bool)


def is_whole(value) -> bool:
    """Tell a whole number by its type: 1.0 and True are none."""
    return isinstance(value, numbers.Integral) and not isinstance(value, bool)


def whole(value, name: str, meaning: str, least: int = 1, most: int | None = None) -> int:
    """Read a whole number from some least one on, and up to a largest where there is one.

    Examples
    --------
    >>> whole(10, "bins", "it says into how many equal parts to cut")
    10
    """
    if not is_whole(value) or not least <= value <= (BEYOND_ALL if most is None else most):
        upwards = f"of at least {least}" if most is None else f"from {least} to {most:,}"
        raise InputError(f"{name}={short(value)}", meaning, f"pass a whole number {upwards}")
    return int(value)


def flag(value, name: str) -> bool:
    """Read a yes or no."""
    if not isinstance(value, (bool, np.bool_)):
        raise InputError(
            f"{name}={short(value)}", "it is a yes or a no", f"pass {name}=True or False"
        )
    return bool(value)


def share(value, name: str, meaning: str, *, zero: bool = True, one: bool = True):
    """Read a share of a whole: a number from 0 to 1, either end only where it makes sense.

    Examples
    --------
    >>> share(0.1, "p_positive", "it is the share of positives")
    0.1
    """
    if is_number(value) and 0 <= value <= 1 and (zero or value > 0) and (one or value < 1):
        return value.item() if isinstance(value, np.generic) else value
    low, high = "from 0" if zero else "greater than 0", "up to 1" if one else "less than 1"
    raise InputError(f"{name}={short(value)}", meaning, f"pass a number {low}, {high}, such as 0.1")


def choice(value, options: Iterable, name: str):
    """Read one of some named options; one that is misspelt is told which was meant."""
    if not isinstance(value, str) or value not in options:
        options = tuple(options)
        *others, last = map(repr, options)
        listed = f"use {', '.join(others)} or {last}" if others else f"use {last}"
        near = alike(value, options)
        raise InputError(
            f"{name}={short(value)}",
            "each convention has a name, and this isn't one",
            f"did you mean {near[0]!r}? If not, {listed}" if near else listed,
        )
    return value


def short(value) -> str:
    """Write a value so that it fits into a sentence.

    Examples
    --------
    >>> short("x" * 50), short(10**5000), short(object())
    ("'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…", 'a huge int', 'object')
    """
    try:
        text = repr(value.item() if isinstance(value, np.generic) else value)
    except ValueError:  # Python writes no whole number of more than 4300 digits
        return f"a huge {type(value).__name__}"
    text = type(value).__name__ if " at 0x" in text else re.sub(r"\s*\n\s*", " ", text)
    return text if len(text) <= LONG else text[: LONG - 3] + "…"
