"""Arithmetic for a browser: a function of symbols writes down, as a tree, what it works out."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

FROM_NOTHING, FROM_A_ROW = (0, 0, 2, 3), (1, 2, 3, 5)  # TP and FP of a row, and of the next


def heights(rule: Callable) -> list[list | str]:
    """Return what a rule of AP makes of a gain in recall: the first one, and any later one.

    Parameters
    ----------
    rule : callable
        From the columns TP and FP to heights, see :mod:`mlmetrics_edu.metrics.average_precision`.

    Returns
    -------
    list of two trees
        Over TP and FP, and over TP0 and FP0 in the row before.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.average_precision import step
    >>> heights(step)[1]
    ['/', 'TP', ['+', 'TP', 'FP'], 'TP + FP']
    """
    first = _traced(rule, [Symbol("0", 0), Symbol("0", 0)], FROM_NOTHING)
    before = [Symbol(name, n) for name, n in zip(("TP0", "FP0"), FROM_A_ROW[:2], strict=True)]
    return [first, _traced(rule, before, FROM_A_ROW)]


def _traced(rule: Callable, before: list["Symbol"], example: tuple[int, ...]) -> list | str:
    after = [Symbol(name, n) for name, n in zip(("TP", "FP"), example[2:], strict=True)]
    columns = (np.array(pair, object) for pair in zip(before, after, strict=True))
    return _tree(rule(*columns)[-1])


def _tree(value: Any) -> list | str:
    return value.tree if isinstance(value, Symbol) else str(Fraction(value))


class Symbol:
    """A number that writes down what is done with it.

    Where a function asks which of two is larger, an example decides: the way that it takes is that
    of all rows like it.
    """

    def __init__(self, tree: list | str, example: float = 0.0):
        self.tree, self.example = tree, example

    def _with(self, sign: str, first: Any, second: Any) -> Any:
        a, b = (getattr(one, "example", one) for one in (first, second))
        if sign == "/" and b in (0, np.inf):
            return Symbol("0", 0) if b else np.nan
        value = {"+": lambda: a + b, "-": lambda: a - b, "*": lambda: a * b, "/": lambda: a / b}
        words = ["TP + FP"] if sign == "/" else []
        return Symbol([sign, _tree(first), _tree(second), *words], value[sign]())

    def __add__(self, other):
        return self._with("+", self, other)

    def __radd__(self, other):
        return self._with("+", other, self)

    def __sub__(self, other):
        return self._with("-", self, other)

    def __rsub__(self, other):
        return self._with("-", other, self)

    def __mul__(self, other):
        return self._with("*", self, other)

    def __rmul__(self, other):
        return self._with("*", other, self)

    def __truediv__(self, other):
        return self._with("/", self, other)

    def __rtruediv__(self, other):
        return self._with("/", other, self)

    def __abs__(self):
        return Symbol(["abs", self.tree], abs(self.example))

    def __pow__(self, power: int):
        return Symbol(["^", self.tree, str(power)], self.example**power)

    def __gt__(self, other):
        return self.example > getattr(other, "example", other)

    def __ge__(self, other):
        return self.example >= getattr(other, "example", other)

    def log1p(self):
        """Do as :func:`numpy.log1p`, which asks what it doesn't know."""
        return Symbol(["log", ["+", "1", self.tree], "growth"], np.log1p(float(self.example)))
