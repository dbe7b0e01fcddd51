"""Exact scalars: fractions that know whether they are still exact, and why one may be undefined.

A formula over whole numbers has one true value, and a learner can check it by hand. So scalars are
worked out in fractions, and only the finished number is rounded, once, to the nearest float.
"""

import math
import numbers
import operator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import reduce

import numpy as np

# Any decimal of up to 15 digits survives a float (DBL_DIG). So a float that was typed and prints so
# short stands for that decimal; one that prints longer was rounded somewhere.
TYPED_DIGITS = 15
# Irrational roots carry this many bits, so that rounding them to 53 is right.
ROOT_BITS = 128
FEW = 1_000  # of more rows nobody would read fractions


class Rounded(float):
    """A float that came out of arithmetic on floats: it stands for itself, and for no decimal.

    Its last digit may hang on the order of a sum, and so on the machine, even where it happens to
    look round. It is a float everywhere; only ``exact`` reads it otherwise.

    Examples
    --------
    >>> exact(0.5).exact, exact(Rounded(0.5)).exact
    (True, False)
    """

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Exact:
    """A fraction, whether it is exact, or the reason why there is none (``value is None``).

    What grew beyond all bounds, where infinities were asked for, is ±inf, and not exact.
    """

    value: Fraction | float | None
    exact: bool = True
    reason: str = ""

    def __float__(self) -> float:
        return math.nan if self.value is None else float(self.value)

    def __neg__(self):
        return self._with(operator.neg)

    def __pos__(self):
        return self

    def __abs__(self):
        return self._with(operator.abs)

    def _with(self, operation, other=None):
        """Apply an operation; an undefined operand passes its reason on."""
        second = self if other is None else exact(other)
        if self.value is None or second.value is None:
            return self if self.value is None else second
        values = (self.value,) if other is None else (self.value, second.value)
        value = operation(*values)
        if isinstance(value, float):  # an infinity took part; nan is ∞ − ∞ or ∞/∞
            return Exact(None, reason="∞ stands against ∞") if value != value else exact(value)
        # Beside infinity what is finite may win (min), and is as exact as it was.
        sure = (self.exact or isinstance(self.value, float)) and (
            second.exact or isinstance(second.value, float)
        )
        return Exact(value if isinstance(value, Fraction) else Fraction(value), sure)

    def __add__(self, other):
        return self._with(operator.add, other)

    def __sub__(self, other):
        return self._with(operator.sub, other)

    def __mul__(self, other):
        return self._with(operator.mul, other)

    def __pow__(self, other):
        return self._with(operator.pow, other)

    def __radd__(self, other):
        return exact(other) + self

    def __rsub__(self, other):
        return exact(other) - self

    def __rmul__(self, other):
        return exact(other) * self


def exact(value) -> Exact:
    """Read a number: whole numbers and fractions as they are, a typed decimal as that decimal.

    What NumPy worked out in floats, and what says that it is :class:`Rounded`, was not typed.

    Examples
    --------
    >>> exact(0.2).value
    Fraction(1, 5)
    >>> exact(0.1 + 0.2).exact, exact(np.float64(0.5)).exact
    (False, False)
    """
    if isinstance(value, Exact):
        return value
    if isinstance(value, Fraction):
        return Exact(value)
    if isinstance(value, (int, numbers.Integral)):  # an int is known at once, the others are asked
        return Exact(Fraction(int(value)))
    number = float(value)
    if math.isinf(number):
        return Exact(number, exact=False)
    if isinstance(value, (Rounded, np.floating)):
        return Exact(Fraction(number), exact=False)
    return _read_float(number)


def _read_float(number: float) -> Exact:
    decimal = Decimal(repr(number))
    if len(decimal.normalize().as_tuple().digits) <= TYPED_DIGITS:
        return Exact(Fraction(decimal))
    return Exact(Fraction(number), exact=False)


def divide(dividend, divisor, divisor_text: str) -> Exact:
    """Divide; the only place where a scalar formula can meet a division by zero."""
    dividend, divisor = exact(dividend), exact(divisor)
    if dividend.value is not None and divisor.value == 0:
        return Exact(None, reason=f"{divisor_text} = 0")
    return dividend._with(operator.truediv, divisor)


def divide_to_infinity(dividend, divisor, divisor_text: str) -> Exact:
    """Divide; what isn't 0, divided by 0, is infinite, with its own sign, and 0/0 undefined."""
    dividend, divisor = exact(dividend), exact(divisor)
    if dividend.value and divisor.value == 0:
        return Exact(math.copysign(math.inf, dividend.value), exact=False)
    return divide(dividend, divisor, divisor_text)


def sqrt(number, text: str) -> Exact:
    """Take a square root, exactly where there is one."""
    number = exact(number)
    if number.value in (None, math.inf):
        return number
    if number.value < 0:
        return Exact(None, reason=f"{text} is negative and has no square root")
    top, bottom = number.value.numerator, number.value.denominator
    root = Fraction(math.isqrt(top), math.isqrt(bottom))
    if root * root == number.value:
        return Exact(root, number.exact)
    scaled = math.isqrt(top * bottom << 2 * ROOT_BITS)
    return Exact(Fraction(scaled, bottom << ROOT_BITS), exact=False)


def log(number, text: str) -> Exact:
    """Take a natural logarithm."""
    number = exact(number)
    if number.value in (None, math.inf):
        return number
    if number.value <= 0:
        return Exact(None, reason=f"{text} is not positive and has no logarithm")
    return Exact(Fraction(math.log(number.value)), exact=False)


def smallest(*numbers) -> Exact:
    """Return the smallest of some numbers."""
    return reduce(lambda a, b: a._with(min, b), map(exact, numbers))


def largest(*numbers) -> Exact:
    """Return the largest of some numbers."""
    return reduce(lambda a, b: a._with(max, b), map(exact, numbers))
