"""Texts with places, filled with what was drawn."""

from collections.abc import Mapping
from fractions import Fraction
from string import Formatter

from ...core import digits


class Writer(Formatter):
    """Writes counts as they are, shares to three decimals, what has few digits with all of them."""

    def format_field(self, value, format_spec: str) -> str:
        """Write one value; a format of its own wins."""
        if format_spec:
            return format(float(value) if isinstance(value, Fraction) else value, format_spec)
        if isinstance(value, float):
            return digits.short(value) or digits.decimal(value)
        return str(value)


WRITER = Writer()


def filled(text: str, words: Mapping) -> str:
    """Fill the places of a text.

    Examples
    --------
    >>> filled("{a}, {b}, {c:.0%}, {d}", {"a": 4, "b": 4 / 7, "c": 0.25, "d": Fraction(2, 3)})
    '4, 0.571, 25%, 2/3'
    """
    return WRITER.vformat(text, (), words).strip()
