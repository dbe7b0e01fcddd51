"""Average precision (AP): six ways to make one number of a P-R curve, each in a line or two.

A curve of finitely many points can be joined in many ways, and each tool silently picks one. All
rules read the same two columns of counts, and add up areas, each as wide as a gain in recall; how
high they are is where the rules differ. Two look the heights up at levels of recall.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ..core import words
from ..core.arithmetic import FEW
from ..core.conventions import ApRule, Compared, options
from ..core.errors import choice
from ..core.formula import Formula, Worked, evaluated
from ..core.inputs import locked
from ..core.trace import Column, Trace
from .counting import BLOCK
from .rates import RATES
from .sweep import columns_of_counts, columns_of_steps, counted, needs

if TYPE_CHECKING:
    from .counting import Sweeps
    from .sweep import Sweep

COMPARED = options(Compared)
MANY = 20  # more levels of recall than this are put together in a table
AREAS = Formula("average_precision", "sum(gained*height) / positives", (0.0, 1.0), "higher")
LEVELS = Formula("average_precision", "sum(height) / levels", (0.0, 1.0), "higher")


def precision(tp: np.ndarray, fp: np.ndarray, undefined: int = 1) -> np.ndarray:
    """Compute the precision of each row; where nothing is predicted positive, the customary 1."""
    column = evaluated(RATES["precision"], {"TP": tp, "FP": fp})
    first = column[..., :1]  # if something is predicted there, it is in all rows
    if (first == first).all():
        return column
    return np.where(column == column, column, 0 * tp + undefined)


def step(tp: np.ndarray, fp: np.ndarray) -> np.ndarray:
    """Rectangles: each gain in recall is worth the precision after it."""
    return precision(tp[..., 1:], fp[..., 1:])


def trapezoid(tp: np.ndarray, fp: np.ndarray) -> np.ndarray:
    """Trapezoids: the points are joined by straight lines, from (0, 1) on."""
    height = precision(tp, fp)
    return (height[..., 1:] + height[..., :-1]) / 2


def davis_goadrich(tp: np.ndarray, fp: np.ndarray) -> np.ndarray:
    """Hyperbolas: between two points TP and FP grow in proportion, and precision follows.

    With n = TP + FP growing by a for each new TP, TP / n is (1 − b / n) / a, b being n − a·TP, the
    same at both ends. Its mean over the new TP has a logarithm.
    """
    gained, n = np.diff(tp), tp + fp
    climbs = gained > 0
    gained = np.where(climbs, gained, 1)
    # n grows at least as fast as TP; in floats it may seem not to.
    a = np.maximum(np.diff(n) / gained, 1)
    b = n[..., :-1] - a * tp[..., :-1]
    # From nothing on, TP and FP grow from 0, b is 0, and there is no logarithm to take.
    growth = np.log1p(a * gained / np.where(n[..., :-1] > 0, n[..., :-1], np.inf))
    return np.where(climbs, (1 - b / (a * gained) * growth) / a, 0.0)


def highest_from_here(tp: np.ndarray, fp: np.ndarray) -> np.ndarray:
    """Rectangles under the interpolated precision: the highest of this row or any below it."""
    height = precision(tp[..., 1:], fp[..., 1:], undefined=0)
    return np.maximum.accumulate(height[..., ::-1], axis=-1)[..., ::-1]


@cache
def recall_levels(levels: int) -> np.ndarray:
    """Return equal levels of recall, from 0 to 1."""
    return locked(np.linspace(0, 1, levels))


def first_to_reach(tp: np.ndarray, positives: float, levels: int, compare: str) -> np.ndarray:
    """Find the first row from row 1 on whose recall reaches each of some equal levels from 0 to 1.

    In floats as the tools hold them 7/20 is less than the level 0.35; exactly it is not.
    """
    if compare == "exact":
        return np.searchsorted(tp[1:] * (levels - 1), [positives * n for n in range(levels)])
    return np.searchsorted(tp[1:].astype(float) / positives, recall_levels(levels))


def counts_to_reach(positives: np.ndarray, levels: int, compare: str) -> np.ndarray:
    """Return how many positives of so many reach each level, as :func:`first_to_reach` compares.

    Returns
    -------
    numpy.ndarray of int, shape (rankings, levels)
    """
    positives = positives[:, None]
    if compare == "exact":
        return -(-positives * np.arange(levels) // (levels - 1))
    asked, sizes = recall_levels(levels), np.maximum(positives, 1)
    counts = np.ceil(asked * positives)  # a product is rounded, so it may be one beside
    counts -= (counts - 1) / sizes >= asked
    counts += counts / sizes < asked
    return counts.astype(np.int64)


def at_levels(tp, fp, positives, levels: int, compare: str) -> tuple[np.ndarray, np.ndarray]:
    """Look the interpolated precision up at equal levels of recall; beyond the last row it is 0.

    Returns
    -------
    rows, heights : numpy.ndarray, shape (levels,)
    """
    rows = first_to_reach(tp, positives, levels, compare)
    return rows + 1, np.append(highest_from_here(tp, fp), 0 * tp[:1])[rows]


def terms(rule: Rule, tp, fp, positives, compare: str) -> dict:
    """Return what a rule sums up: gains and heights from row to row, or a height for each level."""
    if rule.levels:
        heights = at_levels(tp, fp, positives, rule.levels, compare)[1]
        return {"height": heights, "levels": rule.levels}
    return {"gained": np.diff(tp), "height": rule.heights(tp, fp), "positives": positives}


def average(rule: Rule, tp, fp, positives, compare: str):
    """Sum a rule up: some rows after the others, where a height hangs on neighbours only."""
    alone = rule.levels or rule.heights is highest_from_here
    size = len(tp) if alone else BLOCK  # which fit into the processor's cache
    total = 0.0
    for start in range(0, max(len(tp) - 1, 1), size):
        columns = (c[start : start + size + 1].astype(float, copy=False) for c in (tp, fp))
        total += evaluated(rule.formula, terms(rule, *columns, positives, compare))
    return total


def averages(rule: Rule, sweeps: Sweeps, compare: str) -> np.ndarray:
    """Sum a rule up for each of many rankings; nan where there are no positives.

    Returns
    -------
    numpy.ndarray of float, shape (rankings,)
    """
    if rule.levels:
        heights = heights_at_levels(sweeps, rule.levels, compare)
        return rule.formula.column(height=heights, levels=rule.levels)
    tp, fp = (column.astype(float) for column in (sweeps.tp, sweeps.fp))
    if rule.heights is highest_from_here:
        heights = sweeps.highest_from_here(precision(tp, fp, undefined=0))[1:]
    else:
        heights = rule.heights(tp, fp)
    areas = sweeps.total(np.diff(tp) * heights)
    return areas / np.where(sweeps.positives > 0, sweeps.positives, np.nan)


def heights_at_levels(sweeps: Sweeps, levels: int, compare: str) -> np.ndarray:
    """Look the interpolated precision of many rankings up; nan where there are no positives.

    Returns
    -------
    numpy.ndarray of float, shape (rankings, levels)
    """
    positives, ranking = np.unique(sweeps.positives, return_inverse=True)
    counts = counts_to_reach(positives, levels, compare)[ranking]
    tp, fp = (column.astype(float) for column in (sweeps.tp, sweeps.fp))
    height = precision(tp, fp, undefined=0)
    highest = sweeps.highest_from(height, sweeps.first_to_reach(counts))
    highest[sweeps.positives == 0] = np.nan
    return highest


class Rule(NamedTuple):
    """How a P-R curve is summed up.

    Attributes
    ----------
    heights : callable
        From the columns TP and FP to the height above each gain in recall.
    levels : int or None
        At how many levels of recall these are looked up instead.
    text, tools : str
        The sum as books write it, and who computes it.
    exact : bool
        Whether the result is a fraction.
    """

    heights: Callable
    levels: int | None
    text: str
    tools: str
    exact: bool = True

    @property
    def formula(self) -> Formula:
        """The sum, over the terms that the rule yields."""
        return LEVELS if self.levels else AREAS


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
        highest_from_here,
        None,
        "Σ (Rᵢ − Rᵢ₋₁)·max P(R ≥ Rᵢ)",
        "PASCAL VOC from 2010 on, in the order given",
    ),
    "coco": Rule(
        highest_from_here,
        101,
        "1/101·Σ max P(R ≥ r), r = 0, 0.01 … 1",
        "COCO (pycocotools), in the order of the images",
    ),
}


@dataclass(frozen=True, repr=False)
class ApSteps(Trace):
    """The table of what an AP is summed up from; it knows the sweep, and how this was asked."""

    sweep: Sweep | None = None
    rule: str = "step"
    compare: str = "floats"

    def __getitem__(self, rows: slice) -> Trace:
        """Take some rows: they no longer add up to the AP."""
        return Trace(self.title, self.columns, self.conventions, self.marked)[rows]


def average_precision(
    sweep: Sweep, rule: ApRule = "step", *, compare: Compared = "floats"
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
    choice(rule, RULES, "rule")
    choice(compare, COMPARED, "compare")
    needs(sweep, "P-R curve", "recall")
    return Worked(
        min(float(average(RULES[rule], *sweep.factors[:3], compare)), 1.0),
        "average_precision",
        formula=RULES[rule].formula,
        terms=partial(_terms, sweep, rule, compare),
        exact=partial(_as_fraction, sweep, rule, compare),
        steps=partial(_by_step, sweep, rule, compare),
        conventions=partial(_conventions, sweep, rule),
    )


def _conventions(sweep: Sweep, rule: str) -> dict[str, str]:
    return {
        "AP rule": f"{rule}: {RULES[rule].text}",
        "ties": sweep.ties_in_words,
    }


def _terms(sweep: Sweep, rule: str, compare: str) -> dict:
    """Return what a rule sums up: in fractions, if few could be read."""
    tp, fp, positives, _ = sweep.factors
    if RULES[rule].exact and sweep.whole and len(sweep) <= FEW:
        tp, fp = as_fractions(tp, fp)
    return terms(RULES[rule], tp, fp, positives, compare)


def as_fractions(*columns: np.ndarray) -> list[np.ndarray]:
    """Turn whole numbers into fractions."""
    return [np.array([Fraction(n) for n in column.tolist()]) for column in columns]


def _as_fraction(sweep: Sweep, rule: str, compare: str) -> Fraction | None:
    """Work the rule out in fractions, where there is one and somebody could read it."""
    parts = _terms(sweep, rule, compare)
    if parts["height"].dtype != object:
        return None
    return Fraction(RULES[rule].formula.column(**parts)[()])


def _by_step(sweep, rule: str, compare: str) -> Trace:
    """Lay out what an AP is summed up from: an area for each gain in recall, or heights."""
    chosen, parts = RULES[rule], _terms(sweep, rule, compare)
    title = f"AP by the rule {rule}"
    conventions = {"rule": chosen.text, "ties": sweep.ties_in_words}
    if chosen.levels:
        tp, _, positives, _ = sweep.factors
        rows = first_to_reach(tp, positives, chosen.levels, compare) + 1
        columns = _by_levels(sweep, rows, parts["height"])
    else:
        columns = _by_gains(sweep, **parts)
    asked = {"sweep": sweep, "rule": rule, "compare": compare}
    return ApSteps(title, tuple(columns), conventions, **asked)


def _by_gains(sweep, gained, height, positives):
    """A row for each gain in recall: how wide, how high on average, and the area so far."""
    rows = np.flatnonzero(np.diff(sweep.tp)) + 1
    gained, height = gained[rows - 1], height[rows - 1]
    areas = gained * height / positives
    yield from columns_of_steps(sweep, rows, 1)
    yield from columns_of_counts(TP=sweep.tp[rows], FP=sweep.fp[rows])
    width = [f"{words.count(n)}/{words.count(positives)}" for n in gained]
    yield Column("width", width, align="right")
    yield Column("height", list(height), words.both)
    yield Column("area", list(areas), words.both)
    yield Column("so far", list(np.cumsum(areas)), words.both)


def _by_levels(sweep, rows, heights):
    """A row for each level of recall; if they are many, for those reached at one threshold."""
    first = np.arange(len(rows))
    if len(rows) > MANY:
        first = np.flatnonzero(np.append(True, np.diff(rows)))
    many = np.diff(np.append(first, len(rows)))
    levels, rows = np.linspace(0, 1, len(rows)), rows[first]
    there = np.minimum(rows, len(sweep) - 1)
    reached_at, recall = (
        np.where(rows < len(sweep), c[there], np.nan) for c in (sweep.threshold, sweep["recall"])
    )
    write = words.thresholds(reached_at)
    yield Column("recall ≥", [_span(levels, i, n) for i, n in zip(first, many, strict=True)])
    if len(first) < len(levels):
        yield Column("levels", many, words.count, "right")
    yield Column("reached at", reached_at, lambda t: write(t) if t == t else "never", "right")
    yield Column("recall there", recall, lambda r: f"{r:.3f}" if r == r else "–", "right")
    yield Column("highest precision from there", list(heights[first]), words.both)


def _span(levels: np.ndarray, first: int, many: int) -> str:
    """Write a level, or several in a row: "0.17 … 0.33"."""
    ends = dict.fromkeys((f"{levels[first]:.3g}", f"{levels[first + many - 1]:.3g}"))
    return " … ".join(ends)
