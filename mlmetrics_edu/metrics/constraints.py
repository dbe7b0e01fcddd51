"""Constraints such as "recall ≥ 0.9": read, checked exactly, and refused in words."""

import operator
import re
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..core import digits, inputs, words
from ..core.errors import InputError, MetricError
from . import evaluate

if TYPE_CHECKING:
    from .sweep import Sweep

SIGNS = {"≥": operator.ge, "≤": operator.le, ">": operator.gt, "<": operator.lt}
SPELT = {">=": "≥", "<=": "≤"}
PATTERN = re.compile(r"\s*([A-Za-z_]\w*(?:\.\d+)?)\s*(≥|≤|>=|<=|>|<)\s*(\d*\.?\d+)\s*(%?)\s*")
NEAR = 1e-9  # floats so close may stand for equal fractions
ROUNDING = 1e-14  # by so much do sums and quotients of counts go astray
MANY = 5_000  # more rows than this are not compared as fractions


class Constraint(NamedTuple):
    """A metric, a comparison and a bound."""

    metric: str
    sign: str
    bound: Fraction

    def __str__(self) -> str:
        return f"{words.symbol(self.metric)} {self.sign} {float(self.bound):g}"

    def met(self, sweep: "Sweep") -> np.ndarray:
        """Tell which rows meet it; those that are close are compared as fractions."""
        column = sweep.column(self.metric)
        meets = SIGNS[self.sign](column, float(self.bound))
        near = np.flatnonzero(np.abs(column - float(self.bound)) <= NEAR)
        if len(near) > MANY:
            equal = near[np.abs(column[near] - float(self.bound)) <= ROUNDING]
            meets[equal] = SIGNS[self.sign](0, 0)
            return meets
        for row in near.tolist():
            exact = sweep.confusion(row).rate(self.metric, "nan").exact.value
            meets[row] = SIGNS[self.sign](exact, self.bound)
        return meets


def read_all(where) -> list[Constraint]:
    """Read one constraint, several, or none.

    Examples
    --------
    >>> [str(c) for c in read_all("recall >= 90 %")], read_all(None)
    (['recall ≥ 0.9'], [])
    """
    if where is None:
        return []
    return [read(text) for text in (where if inputs.several(where) else [where])]


def read(text) -> Constraint:
    """Read a constraint.

    Examples
    --------
    >>> print(read("recall >= 90 %"))
    recall ≥ 0.9
    """
    match = PATTERN.fullmatch(text) if isinstance(text, str) else None
    if not match:
        raise InputError(
            f"where={inputs.short(text)}",
            "a constraint is a metric, a comparison (≥, ≤, >, <) and a number",
            'write, for example, where="recall ≥ 0.9"',
        )
    metric, sign, number, percent = match.groups()
    bound = Fraction(number) / (100 if percent else 1)
    return Constraint(evaluate.lookup(metric).name, SPELT.get(sign, sign), bound)


def allowed(sweep: "Sweep", constraints: list[Constraint]) -> np.ndarray:
    """Tell which rows meet all constraints.

    Raises
    ------
    MetricError
        If none does.
    """
    rows = np.ones(len(sweep), bool)
    for constraint in constraints:
        met = constraint.met(sweep)
        if not met.any():
            raise _out_of_reach(sweep, constraint)
        rows &= met
    if not rows.any():
        raise MetricError(
            f"no threshold has {' and '.join(map(str, constraints))}",
            "each can be met by itself, but not all of them at once",
            "relax one of them",
        )
    return rows


def _out_of_reach(sweep: "Sweep", constraint: Constraint) -> MetricError:
    up = constraint.sign in "≥>"
    column = sweep.column(constraint.metric)
    column = column[~np.isnan(column)]
    end = digits.decimal((max if up else min)(column)) if column.size else "undefined throughout"
    return MetricError(
        f"no threshold has {constraint}",
        f"the {'highest' if up else 'lowest'} {words.symbol(constraint.metric)} there is, is {end}",
        "relax the constraint; only another model can do better",
    )
