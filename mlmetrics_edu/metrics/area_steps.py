"""The steps behind an area, as tables: square by square, pair by pair, rectangle by rectangle."""

from fractions import Fraction
from functools import partial

import numpy as np

from ..core import digits, units
from ..core.trace import Column, Lazy, Trace
from . import pr_rules, steps

MOST_LEVELS = max(rule.levels or 0 for rule in pr_rules.RULES.values())
MANY = 20  # more levels of recall than this are put together


def _columns(sweep, rows: np.ndarray, side: int | None = None):
    """Name the steps: their row, threshold, and (where known) who of one class comes in there."""
    threshold = sweep.threshold[rows]
    yield Column("step", rows, align="right")
    yield Column("threshold", threshold, digits.thresholds(threshold), "right")
    if sweep.samples is not None and side is not None:
        who = Lazy(len(rows), lambda i: _of_class(sweep, int(rows[i]), side))
        heading = {0: "negatives", 1: "positives"}[side]
        yield Column(heading, who, partial(digits.listing, limit=steps.FEW))


def _of_class(sweep, row: int, side: int) -> tuple:
    return tuple(n for n, label in zip(*sweep.admitted(row), strict=True) if label == side)


def _counts(**columns):
    """Write columns of counts, under the names given, blanks for underscores."""
    for name, values in columns.items():
        yield Column(name.replace("_", " "), values, digits.count, "right")


def _trace(sweep, title: str, *columns) -> Trace:
    of = f"{digits.count(sweep.positives)} positives, {digits.count(sweep.negatives)} negatives"
    conventions = {"ties": f"ties: {steps.TIES[sweep.ties]}"}
    return Trace(f"{title}, {of}", columns, conventions)


def squares(sweep) -> Trace:
    """Count the squares under the staircase, above each step to the right."""
    held = sweep.in_units.near
    tp, right = held.columns[0], held.numbers(np.diff(held.fp))
    rows = np.flatnonzero(right) + 1
    before, after, width = tp[rows - 1], tp[rows], right[rows - 1]
    area = width * (before + after) / 2
    return _trace(
        sweep,
        "AUC by area",
        *_columns(sweep, rows, 0),
        *_counts(to_the_right=width, TP_before=before, TP_after=after),
        *_counts(squares=area, so_far=np.cumsum(area)),
    )


def pairs(sweep) -> Trace:
    """Count, for the positives of each step, the negatives that they beat, tie and lose to."""
    held = sweep.in_units.near
    up, across = (held.numbers(np.diff(column)) for column in (held.tp, held.fp))
    rows = np.flatnonzero(up) + 1
    here, above = up[rows - 1], held.columns[1][rows - 1]
    tied, below = across[rows - 1], held.tn[rows]
    return _trace(
        sweep,
        "AUC by pairs",
        *_columns(sweep, rows, 1),
        *_counts(how_many=here, won=here * below, tied=here * tied, lost=here * above),
    )


def ranks(sweep) -> Trace:
    """List the ranks of the positives, the lowest score being 1; tied ones share their mean."""
    held = sweep.in_units.near
    below, up = (held.numbers(c) for c in (held.total - held.tp - held.fp, np.diff(held.tp)))
    rows = np.flatnonzero(up) + 1
    rank = (below[rows - 1] + below[rows] + 1) / 2
    return _trace(
        sweep,
        "AUC by ranks",
        *_columns(sweep, rows, 1),
        *_counts(how_many=up[rows - 1], rank=rank, sum_of_ranks=np.cumsum(rank * up[rows - 1])),
    )


AUC = {"area": squares, "pairs": pairs, "ranks": ranks}


def columns(sweep, rule: str, compare: str) -> tuple:
    """Give TP, FP and the number of positives as the rules for AP read them."""
    held = sweep.in_units.near
    if compare == "floats" or not pr_rules.RULES[rule].levels:
        return held.columns[:3]
    largest = held.total * MOST_LEVELS
    return *units.roomy(held.tp, held.fp, largest=largest), held.positives


def average_precision(sweep, rule: str, compare: str) -> Trace:
    """Lay out what an AP is summed up from: an area for each gain in recall, or heights."""
    chosen = pr_rules.RULES[rule]
    tp, fp, positives = columns(sweep, rule, compare)
    tp, fp = (_exact(column, chosen.exact) for column in (tp, fp))
    title = f"AP by the rule {rule}"
    conventions = {"rule": chosen.formula, "ties": f"ties: {steps.TIES[sweep.ties]}"}
    if chosen.levels:
        rows, heights = pr_rules.at_levels(tp, fp, positives, chosen.levels, compare)
        return Trace(title, tuple(_at_levels(sweep, rows, heights)), conventions)
    areas = chosen.areas(tp, fp)
    rows = np.flatnonzero(np.diff(sweep.in_units.tp)) + 1
    return Trace(title, tuple(_by_gains(sweep, rows, areas[rows - 1] / positives)), conventions)


def _exact(column: np.ndarray, exact: bool) -> np.ndarray:
    """Turn counts into fractions, where there aren't too many to be read."""
    few = exact and column.dtype == np.int64 and len(column) <= pr_rules.FEW
    return np.array([Fraction(n) for n in column.tolist()]) if few else column


def _by_gains(sweep, rows, areas):
    """A row for each gain in recall: how wide, how high on average, and the area so far."""
    held = sweep.in_units
    found = held.numbers(np.diff(held.tp))[rows - 1]
    sums = np.cumsum(areas)
    yield from _columns(sweep, rows, 1)
    yield from _counts(TP=sweep.tp[rows], FP=sweep.fp[rows])
    width = [f"{digits.count(n)}/{digits.count(sweep.positives)}" for n in found]
    yield Column("width", width, align="right")
    yield Column("height", list(areas * sweep.positives / found), digits.both)
    yield Column("area", list(areas), digits.both)
    yield Column("so far", list(sums), digits.both)


def _at_levels(sweep, rows, heights):
    """A row for each level of recall; if they are many, for those reached at one threshold."""
    first = np.arange(len(rows))
    if len(rows) > MANY:
        first = np.flatnonzero(np.append(True, np.diff(rows)))
    many = np.diff(np.append(first, len(rows)))
    levels, rows = np.linspace(0, 1, len(rows)), rows[first]
    there = np.minimum(rows, len(sweep) - 1)
    found, recall = (
        np.where(rows < len(sweep), c[there], np.nan) for c in (sweep.threshold, sweep["recall"])
    )
    write = digits.thresholds(found)
    yield Column("recall ≥", [_span(levels, i, n) for i, n in zip(first, many, strict=True)])
    if len(first) < len(levels):
        yield Column("levels", many, digits.count, "right")
    yield Column("reached at", found, lambda t: write(t) if t == t else "never", "right")
    yield Column("recall there", recall, lambda r: f"{r:.3f}" if r == r else "–", "right")
    yield Column("highest precision from there", list(heights[first]), digits.both)


def _span(levels: np.ndarray, first: int, many: int) -> str:
    """Write a level, or several in a row: "0.17 … 0.33"."""
    ends = dict.fromkeys((f"{levels[first]:.3g}", f"{levels[first + many - 1]:.3g}"))
    return " … ".join(ends)
