"""Counts and weights as whole multiples of one unit, in which sums and differences are exact.

A sum of floats depends on its order, and a difference of two such sums may lose a sample. So
weights are read as whole numbers of some unit (a tenth, a quarter, a power of two), and these are
added up. Only a finished count is rounded, once, to the nearest float.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from numbers import Rational
from typing import NamedTuple

import numpy as np

from . import inputs
from .arithmetic import TYPED_DIGITS, Exact, Rounded, exact
from .errors import InputError
from .native import native

LARGEST, SMALLEST = 1e305, 1e-305  # between them, sums keep all digits of a float
APART = 2.0**200  # beside a weight so many times as large, another changes no number at all
FAR = 1e100  # products of two sums of weights up to here, and from its inverse on, are floats
MOST = 2**1000  # below it, whole numbers are floats
ROOM = 2**61  # below it, whole numbers and their sums are 64-bit integers
LOOKED_AT = 100  # so many numbers tell mostly how many decimals all of them have
PLACES = 22  # powers of ten up to here are floats


@dataclass(frozen=True, slots=True)
class Unit:
    """What each whole number stands for.

    Attributes
    ----------
    size : fractions.Fraction or int
        How much 1 is.
    typed : bool
        Whether the numbers were whole, or decimals that somebody typed; others were rounded
        before they came, so that nothing made of them is exact.
    """

    size: Fraction | int = 1  # of plain counts, whose arithmetic then is that of whole numbers
    typed: bool = True

    def number(self, whole: int) -> int | float:
        """Return the number that so many units are; what was rounded says so.

        Examples
        --------
        >>> Unit(Fraction(1, 10)).number(3), Unit(Fraction(1, 3)).number(1)
        (0.3, 0.3333333333333333)
        """
        return int(whole) if self.size == 1 and self.typed else self.of(int(whole) * self.size)

    def of(self, value: Fraction) -> int | float:
        """Return an exact value as a number for a formula, or for a reader."""
        if value.denominator == 1 and (self.typed or not value):
            return value.numerator
        nearest = float(value)
        return nearest if self.typed and exact(nearest).value == value else Rounded(nearest)

    def term(self, value: Fraction) -> int | float | Fraction:
        """Return an exact value for a formula whose sums may cancel: as a fraction, if need be."""
        number = self.of(value)
        return Fraction(value) if isinstance(number, Rounded) else number

    def column(self, whole: np.ndarray, total: int) -> np.ndarray:
        """Return columns: counts as 64-bit integers where their total is a float, else floats.

        Examples
        --------
        >>> Unit(Fraction(1, 10)).column(np.array([1, 3]), 3)
        array([0.1, 0.3])
        """
        small = total <= inputs.EXACT_INTEGER
        if self.size == 1 and self.typed and small:
            return whole.astype(np.int64, copy=False)
        (top, bottom), power = self.size.as_integer_ratio(), self._power_of_two
        if small and self.typed and top == 1 and bottom <= total and not (whole % bottom).any():
            return (whole // bottom).astype(np.int64)
        if power is not None and total < MOST:
            return np.ldexp(whole.astype(float), power)
        if small and top == 1 and bottom <= 10**PLACES:
            return whole.astype(float) / bottom
        rounded = [n * top / bottom for n in whole.ravel().tolist()]
        return np.array(rounded, float).reshape(whole.shape)

    @property
    def _power_of_two(self) -> int | None:
        sides = self.size.as_integer_ratio()
        top, bottom = (side.bit_length() - 1 for side in sides)
        return top - bottom if sides == (1 << top, 1 << bottom) else None

    def near(self, total: int) -> "Unit":
        """Return a unit in which products of sums are floats: this one, or simply 1."""
        plain = self.size == 1 and total <= inputs.EXACT_INTEGER
        fits = plain or not total or 1 / FAR <= total * self.size <= FAR
        return self if fits else Unit(typed=self.typed)

    def said(self, total: int) -> dict[str, str]:
        """Say what counts are shown in, where that isn't what they were given in."""
        same = self.near(total) is self
        return {} if same else {"unit": f"counts in units of {float(self.size):.3g}"}


ONE = Unit()


class Multiples(NamedTuple):
    """A column of whole numbers (64 bits, or Python's own where these don't do), and their unit."""

    whole: np.ndarray
    unit: Unit


def weights(values, name: str = "weights") -> np.ndarray | None:
    """Read weights that are to be counted, however large or small: only their ratios matter.

    Raises
    ------
    InputError
        If one is negative or no finite number, or if they are so far apart that some sample would
        never be seen beside another.
    """
    checked = inputs.weights(values, name, LARGEST)
    if checked is None or checked.dtype == np.int64:
        return checked
    comparable(checked, name)
    given = as_given(values, name)
    return given.astype(object) if given.dtype.kind in "iuO" else checked


def as_given(values, name: str) -> np.ndarray:
    """Take a column as it is; of whole numbers below and above 2**63 NumPy would make floats."""
    array = inputs.column(values, name)
    listed = isinstance(values, (list, tuple)) and array.dtype.kind == "f"
    large = listed and not (np.abs(array) <= inputs.EXACT_INTEGER).all()
    whole = large and any(isinstance(value, Rational) for value in values)
    return np.array(values, object) if whole else array


def comparable(floats: np.ndarray, name: str) -> None:
    """Refuse numbers beside which others can't be seen, or that have lost digits by their size."""
    there = np.flatnonzero(floats)
    if not there.size:
        return
    low, high = (there[pick(floats[there])] for pick in (np.argmin, np.argmax))
    small, large = floats[low].item(), floats[high].item()
    if small < SMALLEST:
        raise InputError(
            f"{name}[{low}] is {small:g}",
            "floats so small have lost some of their digits",
            "multiply all of them by one number: only their ratios matter",
        )
    if large / APART > small:
        raise InputError(
            f"{name}[{high}] is {large:g} and {name}[{low}] is {small:g}",
            "beside the one the other is too small to change any digit of a rate",
            "leave out the samples of the small weights, or bring all weights nearer together",
        )


def read(values: np.ndarray) -> Multiples:
    """Read numbers of 0 or more as whole multiples of one unit, the largest that was tried.

    Examples
    --------
    >>> read(np.array([0.1, 0.25, 2]))
    Multiples(whole=array([ 10,  25, 200]), unit=Unit(size=Fraction(1, 100), typed=True))
    """
    if values.dtype.kind in "biu" and float(values.sum(dtype=float)) < ROOM:
        return Multiples(values.astype(np.int64, copy=False), ONE)
    if values.dtype.kind == "f":
        values = values.astype(float, copy=False)
        in_tens = _tens(values)
        if in_tens is not None:
            return in_tens
        if not all(exact(value).exact for value in values[:LOOKED_AT].tolist()):
            return _twos(values)
    return _fractions(values.tolist())


def _tens(floats: np.ndarray) -> Multiples | None:
    """Find how many decimals were typed, where no number has more digits than can be."""
    for places in range(PLACES + 1):
        if all(_whole_at(part, places) for part in (floats[:LOOKED_AT], floats)):
            whole = np.rint(floats * 10.0**places)
            if whole.max() >= 10**TYPED_DIGITS:
                return None
            kind = np.int64 if whole.sum() < ROOM else object
            return Multiples(
                whole.astype(np.int64).astype(kind, copy=False), Unit(Fraction(1, 10**places))
            )
    return None


def _whole_at(floats: np.ndarray, places: int) -> bool:
    scale = 10.0**places
    return np.array_equal(np.rint(floats * scale) / scale, floats)


def _twos(floats: np.ndarray) -> Multiples:
    """Take floats for what they are: whole multiples of a power of two."""
    mantissa, exponent = np.frexp(floats)
    lowest = int(exponent[floats > 0].min(initial=2000))
    shift = np.maximum(exponent - lowest, 0).astype(object)
    whole = (mantissa * 2.0**53).astype(np.int64).astype(object) << shift
    return Multiples(whole, Unit(Fraction(2) ** (lowest - 53), typed=False))


def as_floats(values: np.ndarray | None, unit: Unit) -> Multiples | None:
    """Read numbers as the floats that they are, where they were read as decimals; else None.

    Examples
    --------
    >>> float(as_floats(np.array([0.1]), Unit(Fraction(1, 10))).unit.size) == 2.0**-56
    True
    """
    decimal = values is not None and values.dtype.kind == "f" and unit.typed
    return _twos(values) if decimal and unit._power_of_two is None else None


def _fractions(values: list) -> Multiples:
    """Find a unit for numbers of any kind: for decimals if all were typed, else for floats."""
    typed = all(_exactly(value).exact for value in {*values})
    exact_values = {
        value: _exactly(value).value if typed else Fraction(value) for value in {*values}
    }
    sizes = [value for value in exact_values.values() if value] or [Fraction(1)]
    size = Fraction(
        math.gcd(*(value.numerator for value in sizes)),
        math.lcm(*(value.denominator for value in sizes)),
    )
    whole = {value: int(exact_value / size) for value, exact_value in exact_values.items()}
    kind = np.int64 if sum(whole[value] for value in values) < ROOM else object
    return Multiples(np.array([whole[value] for value in values], kind), Unit(size, typed))


def _exactly(value) -> Exact:
    return Exact(Fraction(value)) if isinstance(value, Decimal) else exact(value)


def tallied(place: np.ndarray, whole: np.ndarray, size: int) -> np.ndarray:
    """Add up the whole numbers that belong to each place."""
    if whole.dtype == np.int64 and whole.sum() <= inputs.EXACT_INTEGER:
        sums = np.bincount(native(place), whole, size)  # which floats hold exactly
        return sums.astype(np.int64)
    sums = np.zeros(size, object)
    np.add.at(sums, place, whole.astype(object))
    return sums


def summed(place: np.ndarray, weights: np.ndarray | None, size: int) -> list:
    """Add up the weights that belong to each place, or count the samples there.

    Examples
    --------
    >>> summed(np.array([0, 2, 2]), np.array([0.5, 0.1, 0.2]), 3)
    [0.5, 0, 0.3]
    """
    if weights is None:
        return np.bincount(native(place), minlength=size).tolist()
    whole, unit = read(weights)
    return [unit.number(n) for n in tallied(place, whole, size).tolist()]


def roomy(*columns: np.ndarray, largest: int) -> tuple[np.ndarray, ...]:
    """Return columns in a type that holds whole numbers up to some size."""
    return columns if largest < ROOM else tuple(column.astype(object) for column in columns)


def common(a: Unit, b: Unit) -> tuple[Unit, int, int]:
    """Find a unit of which two others are whole multiples, and how many each of them is."""
    (p, q), (r, s) = a.size.as_integer_ratio(), b.size.as_integer_ratio()
    unit = Unit(Fraction(math.gcd(p * s, r * q), q * s), a.typed and b.typed)
    return unit, int(a.size / unit.size), int(b.size / unit.size)


def times(column: np.ndarray, factor: int) -> np.ndarray:
    """Multiply whole numbers, which may outgrow 64 bits."""
    if factor == 1:
        return column
    (wide,) = roomy(column, largest=int(column.max(initial=0)) * factor)
    return wide * factor


def added(numbers: Iterable) -> int | float:
    """Add up counts exactly; where one of them was rounded, the sum says so.

    Examples
    --------
    >>> added([0.1, 0.2]), type(added([Rounded(0.1), 0.2])).__name__
    (0.3, 'Rounded')
    """
    total = sum(map(exact, numbers), exact(0))
    return Unit(typed=total.exact).of(total.value)
