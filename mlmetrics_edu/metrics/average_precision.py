"""Average precision (AP): six ways to make one number of a P-R curve, each in a line or two.

A curve of finitely many points can be joined in many ways, and each tool silently picks one. All
rules read the same two columns of counts, and the same code runs on floats and on fractions.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..core import digits, inputs, units
from ..core.conventions import ApRule, Compared, options
from ..core.exact import FEW
from ..core.trace import Column, Trace
from ..core.worked import Worked
from . import fast_counting, steps
from .curve import counted, needs

if TYPE_CHECKING:
    from .sweep import Sweep

COMPARED = options(Compared)
MANY = 20  # more levels of recall than this are put together in a table


def precision(tp: np.ndarray, fp: np.ndarray) -> np.ndarray:
    """Compute the precision of each row; where nothing is predicted positive, the customary 1."""
    predicted = tp + fp
    if predicted[0]:
        return tp / predicted
    nothing = predicted == 0
    return (tp + nothing) / (predicted + nothing)


def step(tp: np.ndarray, fp: np.ndarray) -> np.ndarray:
    """Rectangles: each gain in recall is worth the precision after it."""
    return np.diff(tp) * precision(tp[1:], fp[1:])


def trapezoid(tp: np.ndarray, fp: np.ndarray) -> np.ndarray:
    """Trapezoids: the points are joined by straight lines, from (0, 1) on."""
    height = precision(tp, fp)
    return np.diff(tp) * (height[1:] + height[:-1]) / 2


def davis_goadrich(tp: np.ndarray, fp: np.ndarray) -> np.ndarray:
    """Hyperbolas: between two points TP and FP grow in proportion, and precision follows.

    With n = TP + FP growing by a for each new TP, TP / n is (1 − b / n) / a, b being n − a·TP, the
    same at both ends. Its integral over TP has a logarithm.
    """
    found, n = np.diff(tp), tp + fp
    climbs = found > 0
    # n grows at least as fast as TP; in floats it may seem not to.
    a = np.maximum(np.where(climbs, np.diff(n), 1) / np.where(climbs, found, 1), 1)
    b = n[:-1] - a * tp[:-1]
    # From nothing on, TP and FP grow from 0, b is 0, and there is no logarithm to take.
    growth = np.log1p(a * found / np.where(n[:-1] > 0, n[:-1], np.inf))
    return np.where(climbs, (found - b / a * growth) / a, 0.0)


def all_points(tp: np.ndarray, fp: np.ndarray) -> np.ndarray:
    """Rectangles under the interpolated precision: the highest from here on."""
    return np.diff(tp) * highest_from_here(tp, fp)


def highest_from_here(tp: np.ndarray, fp: np.ndarray) -> np.ndarray:
    """Compute the highest precision of each row from row 1 on, or of any below it."""
    return np.maximum.accumulate(precision(tp, fp)[:0:-1])[::-1]


def first_to_reach(tp: np.ndarray, positives: float, levels: int, compare: str) -> np.ndarray:
    """Find the first row from row 1 on whose recall reaches each of some equal levels from 0 to 1.

    In floats as the tools hold them 7/20 is less than the level 0.35; exactly it is not.
    """
    if compare == "exact":
        return np.searchsorted(tp[1:] * (levels - 1), [positives * n for n in range(levels)])
    return np.searchsorted(tp[1:].astype(float) / positives, np.linspace(0, 1, levels))


def at_levels(tp, fp, positives, levels: int, compare: str) -> tuple[np.ndarray, np.ndarray]:
    """Look the interpolated precision up at equal levels of recall; beyond the last row it is 0.

    Returns
    -------
    rows, heights : numpy.ndarray, shape (levels,)
    """
    rows = first_to_reach(tp, positives, levels, compare)
    return rows + 1, np.append(highest_from_here(tp, fp), 0)[rows]


def average(rule: "Rule", tp, fp, positives, compare: str):
    """Sum a rule's areas up, or average its heights at the levels of recall."""
    if rule.levels:
        return at_levels(tp, fp, positives, rule.levels, compare)[1].sum() / rule.levels
    if rule.areas is all_points:  # looks down to the last row, so it can't be cut
        return rule.areas(tp, fp).sum() / positives
    return (
        fast_counting.summed(lambda *block: rule.areas(*map(_quick, block)).sum(), tp, fp)
        / positives
    )


def _quick(column: np.ndarray) -> np.ndarray:
    """Turn whole numbers into floats: to divide them as they are takes longer."""
    return column.astype(float) if column.dtype == np.int64 else column


class Rule(NamedTuple):
    """How a P-R curve is summed up.

    Attributes
    ----------
    areas : callable
        From the columns TP and FP to the area that each row adds, in units of one positive.
    levels : int or None
        At how many levels of recall ``areas`` is looked up instead; it gives heights then.
    formula, tools : str
        The sum as books write it, and who computes it.
    exact : bool
        Whether the result is a fraction.
    """

    areas: Callable
    levels: int | None
    formula: str
    tools: str
    exact: bool = True


RULES = {
    "step": Rule(step, None, "Σ (Rᵢ − Rᵢ₋₁)·Pᵢ", "scikit-learn average_precision_score, grouped"),
    "trapezoid": Rule(
        trapezoid,
        None,
        "Σ (Rᵢ − Rᵢ₋₁)·(Pᵢ₋₁ + Pᵢ)/2",
        "scikit-learn auc(recall, precision), grouped",
    ),
    "davis-goadrich": Rule(
        davis_goadrich,
        None,
        "Σ ∫ TP/(TP + FP) dR",
        "R packages PRROC and precrec, grouped",
        exact=False,
    ),
    "voc2007": Rule(
        highest_from_here,
        11,
        "1/11·Σ max P(R ≥ r), r = 0, 0.1 … 1",
        "PASCAL VOC up to 2009, in the order given",
    ),
    "voc2010": Rule(
        all_points,
        None,
        "Σ (Rᵢ − Rᵢ₋₁)·max P(R ≥ Rᵢ)",
        "PASCAL VOC from 2010 on, in the order given",
    ),
    "coco": Rule(
        highest_from_here,
        101,
        "1/101·Σ max P(R ≥ r), r = 0, 0.01 … 1",
        "COCO (pycocotools), in the order given",
    ),
}
MOST_LEVELS = max(rule.levels or 0 for rule in RULES.values())


def average_precision(
    sweep: "Sweep", rule: ApRule = "step", *, compare: Compared = "floats"
) -> Worked:
    """Compute the average precision: what a P-R curve is worth in one number, by one of six rules.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold. How it takes ties matters; see
        :func:`average_precision_table`.
    rule : {"step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco"}
        How the points are joined and summed up.
    compare : {"floats", "exact"}
        How the rules with levels of recall (VOC 2007, COCO) find the points that reach a level: as
        the tools do, in floats, where a recall of 7/20 misses the level 0.35; or exactly.

    Returns
    -------
    Worked
        From 0 to 1; a fraction by every rule but Davis and Goadrich's.

    Raises
    ------
    UndefinedError
        If there are no positives.

    References
    ----------
    Davis & Goadrich (2006), section 4; Everingham et al. (2010), section 4.2; Boyd, Eng & Page
    (2013) compare some of them.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> average_precision(s).fraction, average_precision(s, "trapezoid").fraction
    (Fraction(5, 6), Fraction(19, 24))
    """
    counted(sweep, "average precision")
    inputs.choice(rule, RULES, "rule")
    inputs.choice(compare, COMPARED, "compare")
    needs(sweep, "P-R curve", "recall")
    ties = {"ties": f"ties: {steps.TIES[sweep.ties]}", **sweep.in_units.conventions}
    return Worked(
        min(float(average(RULES[rule], *_columns(sweep, rule, compare), compare)), 1.0),
        "average_precision",
        exact=partial(_as_fraction, sweep, rule, compare),
        steps=partial(_by_step, sweep, rule, compare),
        conventions={"AP rule": f"{rule}: {RULES[rule].formula}", **ties},
    )


def _as_fraction(sweep: "Sweep", rule: str, compare: str) -> Fraction | None:
    """Work the rule out in fractions, where there is one and somebody could read it."""
    whole = sweep.tp.dtype == sweep.fp.dtype == np.int64
    if not (whole and RULES[rule].exact and len(sweep) <= FEW):
        return None
    tp, fp = (np.array([Fraction(n) for n in c.tolist()]) for c in (sweep.tp, sweep.fp))
    return Fraction(average(RULES[rule], tp, fp, sweep.positives, compare))


def _columns(sweep, rule: str, compare: str) -> tuple:
    """Take TP, FP and the number of positives as the rules for AP read them."""
    held = sweep.in_units.near
    if compare == "floats" or not RULES[rule].levels:
        return held.columns[:3]
    largest = held.total * MOST_LEVELS
    return *units.roomy(held.tp, held.fp, largest=largest), held.positives


def _by_step(sweep, rule: str, compare: str) -> Trace:
    """Lay out what an AP is summed up from: an area for each gain in recall, or heights."""
    chosen = RULES[rule]
    tp, fp, positives = _columns(sweep, rule, compare)
    tp, fp = (_exact(column, chosen.exact) for column in (tp, fp))
    title = f"AP by the rule {rule}"
    conventions = {"rule": chosen.formula, "ties": f"ties: {steps.TIES[sweep.ties]}"}
    if chosen.levels:
        rows, heights = at_levels(tp, fp, positives, chosen.levels, compare)
        return Trace(title, tuple(_by_levels(sweep, rows, heights)), conventions)
    areas = chosen.areas(tp, fp)
    rows = np.flatnonzero(np.diff(sweep.in_units.tp)) + 1
    return Trace(title, tuple(_by_gains(sweep, rows, areas[rows - 1] / positives)), conventions)


def _exact(column: np.ndarray, exact: bool) -> np.ndarray:
    """Turn counts into fractions, where there aren't too many to be read."""
    few = exact and column.dtype == np.int64 and len(column) <= FEW
    return np.array([Fraction(n) for n in column.tolist()]) if few else column


def _by_gains(sweep, rows, areas):
    """A row for each gain in recall: how wide, how high on average, and the area so far."""
    held = sweep.in_units
    found = held.numbers(np.diff(held.tp))[rows - 1]
    sums = np.cumsum(areas)
    yield from steps.columns_of_steps(sweep, rows, 1)
    yield from steps.columns_of_counts(TP=sweep.tp[rows], FP=sweep.fp[rows])
    width = [f"{digits.count(n)}/{digits.count(sweep.positives)}" for n in found]
    yield Column("width", width, align="right")
    yield Column("height", list(areas * sweep.positives / found), digits.both)
    yield Column("area", list(areas), digits.both)
    yield Column("so far", list(sums), digits.both)


def _by_levels(sweep, rows, heights):
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
