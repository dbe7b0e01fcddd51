"""Settings at the door: one number, one yes or no, one name of a convention at a time."""

import numbers
from collections.abc import Iterable

import numpy as np

from .errors import InputError
from .exact import Rounded

MOST = 1e305  # of anything that is counted: even a few times as many is a float


def count(value, name: str):
    """Read one count, or one sum of weights: finite and not negative; whole where it can be."""
    is_number = isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))
    if not is_number or not 0 <= value <= MOST:
        raise InputError(
            f"{name} = {short(value)}",
            "it counts samples, so it is a number of 0 or more that a float can hold",
            "count the samples of this cell",
        )
    if isinstance(value, Rounded):
        return value
    if value == int(value):
        return int(value)
    return Rounded(value) if isinstance(value, np.floating) else value


def whole(value, name: str, meaning: str, least: int = 1) -> int:
    """Read a whole number from some least one on.

    Examples
    --------
    >>> whole(10, "bins", "it says into how many equal parts to cut")
    10
    """
    is_whole = isinstance(value, numbers.Integral) and not isinstance(value, (bool, np.bool_))
    if not is_whole or value < least:
        raise InputError(
            f"{name}={short(value)}", meaning, f"pass a whole number of at least {least}"
        )
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
    is_number = isinstance(value, numbers.Real) and not isinstance(value, (bool, np.bool_))
    if is_number and 0 <= value <= 1 and (zero or value > 0) and (one or value < 1):
        return value.item() if isinstance(value, np.generic) else value
    low, high = "from 0" if zero else "greater than 0", "up to 1" if one else "less than 1"
    raise InputError(f"{name}={short(value)}", meaning, f"pass a number {low}, {high}, such as 0.1")


def choice(value, options: Iterable, name: str):
    """Read one of some named options."""
    if not isinstance(value, str) or value not in options:
        options = tuple(options)
        raise InputError(
            f"{name}={short(value)}",
            "each convention has a name, and this isn't one",
            "use " + ", ".join(map(repr, options[:-1])) + f" or {options[-1]!r}",
        )
    return value


def short(value) -> str:
    """Write a value so that it fits into a sentence."""
    text = repr(value.item() if isinstance(value, np.generic) else value)
    return text if len(text) <= 40 else text[:37] + "…"
