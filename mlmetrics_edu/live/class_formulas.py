"""Formulas of several classes for a page: one class against the rest, and means over classes."""

from collections.abc import Sequence
from typing import Any

from ..core.formula import Formula
from ..core.worked import ATOM, QUOTIENT, plain
from .expressions import described, tree

FEW = 4  # classes; of more, the true negatives aren't added up cell by cell


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
