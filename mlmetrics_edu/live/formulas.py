"""Formulas for a browser: the tree that Python runs, as lists that a page can walk.

Of one table, of the classes of a larger one, and of what a function of symbols works out.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ..core import words
from ..core.arithmetic import ATOM, QUOTIENT, exact, plain
from ..core.formula import Formula, Worked
from ..core.words import number_leaf
from ..metrics.rates import COUNTS, counts_in, lookup

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}
FEW = 4  # classes; of more, the true negatives aren't added up cell by cell
FROM_NOTHING, FROM_A_ROW = (0, 0, 2, 3), (1, 2, 3, 5)  # TP and FP of a row, and of the next


def described(
    formula: Formula,
    symbols: Mapping[str, str] | None = None,
    inner: Mapping[str, Formula] | None = None,
) -> dict[str, Any]:
    """Return all that a page needs to work a formula out, and to show its working.

    Parameters
    ----------
    formula : Formula
        Of plain numbers: one that adds up columns has no working in one line.
    symbols : mapping of str to str, optional
        What terms are called, where that isn't what they always are.
    inner : mapping of str to Formula, optional
        How terms are worked out themselves; all others are numbers, and so all of them are of
        ``{}``. Without it, what is no count is a rate.

    Examples
    --------
    >>> recall = described(Formula("recall", "TP / (TP + FN)"))
    >>> recall["tree"], recall["text"], recall["numbers"]
    (['/', 'TP', ['+', 'TP', 'FN'], 'TP + FN'], 'TP / (TP + FN)', '{TP} / ({TP} + {FN})')
    """
    known = {*formula.terms} - {*COUNTS} if inner is None else inner
    rates = [term for term in formula.terms if term in known]
    return {
        "name": formula.name,
        "symbol": formula.symbol,
        "text": formula.text_with(symbols or {}),
        "numbers": formula.render(plain, lambda name: _place(name, formula.fixed, rates)),
        "tree": tree(formula, symbols),
        "fixed": {name: _value(value) for name, value in formula.fixed.items()},
        "why": formula.undefined_when,
        "divides": bool(formula.divisor),
        "rates": [_inside(rate, inner) | {"term": rate} for rate in rates],
    }


def roles(formula: Formula) -> dict[str, str]:
    """Tell for each cell whether it counts above the fraction bar, below it, or in both.

    Examples
    --------
    >>> roles(lookup("precision"))
    {'TP': 'both', 'FP': 'below'}
    """
    if formula.below is None:
        return {cell: "part" for cell in COUNTS if cell in counts_in(formula)}
    above, below = map(counts_in, (formula.above, formula.below))
    return {
        cell: "both" if cell in above & below else "above" if cell in above else "below"
        for cell in COUNTS
        if cell in above | below
    }


def _inside(term: str, inner: Mapping[str, Formula] | None) -> dict[str, Any]:
    """Describe how a term is worked out itself."""
    return described(lookup(term)) if inner is None else described(inner[term], inner=inner)


def _value(value: Any) -> str:
    """Write a number that a formula brings along as the fraction that it is."""
    return str((value.exact if isinstance(value, Worked) else exact(value)).value)


def _place(name: str, fixed: Mapping[str, Any], rates: Sequence[str]) -> tuple[str, int]:
    """Leave a place for a term; what is fixed stands there as a number."""
    if name in fixed:
        return number_leaf(fixed[name], plain)
    return f"{{{name}}}", QUOTIENT if name in rates else ATOM


def tree(formula: Formula, symbols: Mapping[str, str] | None = None) -> list | str:
    """Return the tree of a formula; a division says in words what it divides by.

    Examples
    --------
    >>> tree(Formula("informedness", "TP / (TP + FN) - 1"))
    ['-', ['/', 'TP', ['+', 'TP', 'FN'], 'TP + FN'], '1']
    """
    return formula.render(lambda node, leaf: _Nested(symbols or {}).write(node))


class _Nested:
    """Writes a tree as lists: an operation first, then what it is applied to."""

    def __init__(self, symbols: Mapping[str, str]):
        self.symbols = symbols

    def write(self, node: ast.expr) -> list | str:
        return getattr(self, f"of_{type(node).__name__.lower()}")(node)

    def of_name(self, node):
        return node.id

    def of_constant(self, node):
        return str(node.value)

    def of_unaryop(self, node):
        minus = isinstance(node.op, ast.USub)
        return ["-", "0", self.write(node.operand)] if minus else self.write(node.operand)

    def of_binop(self, node):
        operation = [SIGNS[type(node.op)], self.write(node.left), self.write(node.right)]
        return [*operation, self._in_words(node.right)] if operation[0] == "/" else operation

    def of_call(self, node):
        called = [node.func.id, *map(self.write, node.args)]
        guarded = node.func.id in ("sqrt", "log")
        return [*called, self._in_words(node.args[0])] if guarded else called

    def _in_words(self, node) -> str:
        return plain(node, lambda name: (self.symbols.get(name) or words.symbol(name), ATOM))


def cell(truth: int, prediction: int) -> str:
    """Name a cell of the table, as a term of formulas."""
    return f"c{truth}_{prediction}"


def summed(name: str, terms: Sequence[str]) -> Formula:
    return Formula(name, " + ".join(terms))


def fold(i: int, k: int) -> list[Formula]:
    """Add up the four counts of a class against the rest, out of the cells of the table."""
    others = [j for j in range(k) if j != i]
    outside = [cell(truth, guess) for truth in others for guess in others]
    return [
        summed("TP", [cell(i, i)]),
        summed("FP", [cell(j, i) for j in others]),
        summed("FN", [cell(i, j) for j in others]),
        summed("TN", outside) if k <= FEW else Formula("TN", "n - TP - FP - FN"),
    ]


def mean_of(how: str, many: int) -> Formula:
    """Average so many values: each counts the same, or as often as its class occurs."""
    values = [f"v{i}" for i in range(many)]
    if how == "macro":
        return Formula(how, f"({' + '.join(values)}) / {many}")
    heft = [f"s{i}" for i in range(many)]
    parts = [f"{s}*{v}" for s, v in zip(heft, values, strict=True)]
    return Formula(how, f"({' + '.join(parts)}) / ({' + '.join(heft)})")


def bare(formula: Formula) -> dict[str, Any]:
    """Describe a formula that is shown in numbers alone; v0, v1 … are fractions, known already."""

    def place(name: str) -> tuple[str, int]:
        return f"{{{name}}}", QUOTIENT if name.startswith("v") else ATOM

    numbers = formula.render(plain, place)
    return {**described(formula, inner={}), "text": "", "numbers": numbers, "divides": False}


def divided(formula: Formula) -> dict[str, Any]:
    """Describe a rate, and what stands above and below its fraction bar."""
    halves = {"above": tree(formula.above), "below": tree(formula.below)}
    return {**described(formula), **halves}


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


def _traced(rule: Callable, before: list[Symbol], example: tuple[int, ...]) -> list | str:
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
