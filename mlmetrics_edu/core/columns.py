"""The same arithmetic as in ``exact``, on whole columns at once; an undefined value is nan."""

from functools import reduce

import numpy as np


def divide(dividend, divisor, _text: str):
    """Divide; the only place where a column can meet a division by zero."""
    zero = np.equal(divisor, 0)
    if np.count_nonzero(zero):
        # x/0 would be infinite for x > 0; here every division by zero is undefined, as in `exact`.
        divisor = np.where(zero, np.nan, divisor)
    return np.true_divide(dividend, divisor)


def divide_to_infinity(dividend, divisor, _text: str):
    """Divide; what isn't 0, divided by 0, is infinite, with its own sign, and 0/0 is nan."""
    # NumPy would take the sign of a zero into account, and a count has no negative zero.
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.true_divide(dividend, np.where(np.equal(divisor, 0), 0.0, divisor))


def sqrt(number, _text: str):
    """Take square roots; of a negative number there is none."""
    with np.errstate(invalid="ignore"):
        return np.sqrt(number)


def log(number, _text: str):
    """Take natural logarithms; of zero and below there is none."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(np.asarray(number) > 0, np.log(number), np.nan)


def smallest(*columns):
    """Return the smallest of some columns, row by row."""
    return reduce(np.minimum, columns)


def largest(*columns):
    """Return the largest of some columns, row by row."""
    return reduce(np.maximum, columns)


def total(column):
    """Add up the rows of a column."""
    return np.sum(column, axis=-1)
