"""Formulas for a browser: the tree that Python runs, as lists that a page can walk."""

import ast
from collections.abc import Mapping, Sequence
from typing import Any

from ..core import words
from ..core.exact import exact
from ..core.formula import Formula
from ..core.worked import ATOM, QUOTIENT, Worked, number_leaf, plain
from ..metrics.evaluate import counts_in, lookup
from ..metrics.rates import COUNTS

SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "^"}


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
