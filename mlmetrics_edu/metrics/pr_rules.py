"""Six ways to call a number "average precision": the rules, each in a line or two.

A curve of finitely many points can be joined in many ways, and each tool silently picks one. All
rules read the same two columns of counts, and the same code runs on floats and on fractions.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..core.conventions import Compared, options
from . import walk

COMPARED = options(Compared)
FEW = 1_000  # of more rows nobody would read fractions


def precision(tp: np.ndarray, fp: np.ndarray) -> np.ndarray:
    """Give the precision of each row; where nothing is predicted positive, the customary 1."""
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
    """Give the highest precision of each row from row 1 on, or of any below it."""
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
    return walk.summed(lambda *block: rule.areas(*map(_quick, block)).sum(), tp, fp) / positives


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
