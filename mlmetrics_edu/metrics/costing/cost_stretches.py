"""The stretches of a cost curve as a class works them out: fraction by fraction, in a table."""

from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np

from ...core import digits
from ...core.trace import Column, Lazy, Trace
from . import cost_lines

READABLE = 9  # longer fractions are written as decimals
FEW = 500  # the exact area of more stretches is a fraction of thousands of digits


class Stretch(NamedTuple):
    """A part of the axis on which one threshold is the best one.

    ``row`` is the row of the sweep that rules it; ``area`` is that below its line.
    """

    start: float
    end: float
    row: int
    threshold: float
    fpr: float
    fnr: float
    cost_at_start: float
    cost_at_end: float
    area: float


def exact_bound(curve, i: int) -> Fraction | None:
    """Work out in fractions where stretch i begins; None where the counts are no exact numbers."""
    if i in (0, len(curve)):
        return Fraction(int(i > 0))
    held, pair = curve.sweep.in_units, curve.rows[i - 1 : i + 1]
    if not held.unit.typed:
        return None
    (fp,), (tp,) = (np.diff(column[pair]).tolist() for column in (held.fp, held.tp))
    counts = {"dFP": fp, "dTP": tp, "P": held.positives, "N": held.negatives}
    return cost_lines.CROSSING.work(**counts, **curve.prices.terms).fraction


def exact_area(curve) -> Fraction | None:
    """Add up the trapezia in fractions; bent lines have no such area, but one of logarithms."""
    if curve.bend or len(curve) > FEW:
        return None
    x = [exact_bound(curve, i) for i in range(len(curve) + 1)]
    tables = [step.confusion for step in cost_lines.part(curve.sweep, curve.rows)]
    ends = [[table.rate(metric).fraction for metric in curve.ends] for table in tables]
    if None in x or any(None in pair for pair in ends):
        return None
    pieces = zip(x, x[1:], ends, strict=False)
    return sum((q - p) * (a + (b - a) * (p + q) / 2) for p, q, (a, b) in pieces)


def table(curve) -> Trace:
    """Lay the stretches out: from where to where, who rules, and what that costs."""
    start, end, rows, _, *costs = curve.columns
    heads = ("FPR", "FNR", "cost from", "cost to", "area")
    who = partial(_name, curve.sweep)
    return Trace(
        f"cost curve, {len(curve)} stretch" + "es" * (len(curve) > 1),
        (
            Column("from", start, align="right", write=partial(_place, curve)),
            Column("to", end, align="right", write=lambda i: _place(curve, i + 1)),
            Column("rules", Lazy(len(curve), lambda i: who(rows[i]))),
            *(
                Column(head, values, digits.decimal, "right")
                for head, values in zip(heads, costs, strict=True)
            ),
        ),
        curve.conventions,
    )


def _place(curve, i: int) -> str:
    """Write where a stretch begins: as a fraction, if that is short."""
    exact = exact_bound(curve, i)
    short = exact is not None and len(str(exact)) <= READABLE
    return str(exact) if short else digits.decimal(curve.bounds[i])


def _name(sweep, row: int) -> str:
    """Say what the row of a sweep stands for."""
    threshold = sweep.threshold[row]
    if np.isnan(threshold):
        return "the classifier"
    if row == 0:
        return "always negative"
    if sweep.tp[row] == sweep.positives and sweep.fp[row] == sweep.negatives:
        return "always positive"
    grouped = sweep.ties == "grouped"
    return f"score ≥ {digits.threshold(threshold)}" if grouped else f"the first {row}"
