"""Areas: under the ROC curve, by three routes, and under the P-R curve, by six rules."""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..core import inputs
from ..core.conventions import ApRule, AucMethod, Compared
from ..core.errors import MetricError
from ..core.exact import Exact, exact
from ..core.formula import Formula
from ..core.worked import Worked
from . import area_steps, counts, steps, walk
from .counts import Counts
from .curve import Curve, counted, needs
from .pr_rules import COMPARED, FEW, RULES, average

if TYPE_CHECKING:
    from .sweep import Sweep

UNIT, UP = (0.0, 1.0), "higher"
# The same area three times: counted in the small squares of a grid with a row for each positive and
# a column for each negative, as pairs won, and from the ranks of the positives.
AUC = {
    "area": Formula("auc", "squares / (positives*negatives)", UNIT, UP, source="Fawcett (2006)"),
    "pairs": Formula(
        "auc", "(won + tied/2) / (positives*negatives)", UNIT, UP, source="Hanley & McNeil (1982)"
    ),
    "ranks": Formula(
        "auc",
        "(rank_sum - positives*(positives + 1)/2) / (positives*negatives)",
        UNIT,
        UP,
        source="Mann & Whitney (1947)",
    ),
}
PARTIAL = Formula("partial_auc", "squares / (positives*negatives)", UNIT, UP)
STANDARDISED = Formula(
    "standardised_partial_auc",
    "(1 + (partial_auc - max_fpr**2/2) / (max_fpr - max_fpr**2/2)) / 2",
    UNIT,
    UP,
    source="McClish (1989)",
)


def auc(of: "Sweep | Curve", method: AucMethod = "area") -> Worked:
    """Give the area under the ROC curve: how likely a positive outranks a negative, ties half.

    Parameters
    ----------
    of : Sweep or Curve
        The counts at every threshold; or a curve of some of them, such as :func:`roc_hull`.
    method : {"area", "pairs", "ranks"}
        Three routes to the one number: small squares under the staircase, pairs of a positive and
        a negative in which the positive wins (½ for a tie), ranks of the positives.

    Returns
    -------
    Worked
        From 0 to 1; ``steps`` is the table of the route.

    Raises
    ------
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Hanley & McNeil (1982), The meaning and use of the area under a ROC curve; Fawcett (2006),
    section 7.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> print(auc(sweep([1, 0, 1, 0], [0.9, 0.7, 0.7, 0.2]), "pairs").working)
    AUC = (won + tied / 2) / (positives·negatives)
        = (3 + 1 / 2) / (2·2)
        = 7/8
        = 0.875
    """
    sweep = of.points if isinstance(of, Curve) else of
    counted(sweep, "AUC")
    inputs.choice(method, AUC, "method")
    _whole_roc(sweep, "area under the ROC curve")
    held = sweep.in_units.near
    worked = held.work(
        AUC[method], _conventions(sweep), **_TERMS[method](held.roomy), **_sizes(held)
    )
    return worked.with_steps(partial(area_steps.AUC[method], sweep))


def _sizes(held: Counts) -> dict:
    size = held.unit.size
    return {"positives": held.positives * size, "negatives": held.negatives * size}


def _squares(held: Counts) -> dict:
    return {"squares": _below(held.tp, held.fp) * held.unit.size**2}


def _below(tp: np.ndarray, fp: np.ndarray) -> Fraction:
    return Fraction(int(walk.summed(_twice_the_squares, tp, fp)), 2)


def _twice_the_squares(tp, fp):
    return np.diff(fp) @ (tp[1:] + tp[:-1])


def _pairs(held: Counts) -> dict:
    lost = np.diff(held.fp)  # negatives let in: every positive above has won against them
    counted = {"won": lost @ held.tp[:-1], "tied": lost @ np.diff(held.tp)}
    return {name: int(pairs) * held.unit.size**2 for name, pairs in counted.items()}


def _ranks(held: Counts) -> dict:
    """Sum the ranks of the positives, counted from the lowest score; tied ones share their mean."""
    size, below = held.unit.size, held.total - held.tp - held.fp
    twice_the_rank = below[1:] + below[:-1]  # and 1 more for each positive
    twice = int(np.diff(held.tp) @ twice_the_rank) * size**2 + held.positives * size
    return {"rank_sum": Fraction(twice, 2)}


_TERMS: dict[str, Callable] = {"area": _squares, "pairs": _pairs, "ranks": _ranks}


def _conventions(sweep: "Sweep") -> dict[str, str]:
    return {"ties": f"ties: {steps.TIES[sweep.ties]}", **sweep.in_units.conventions}


def _whole_roc(sweep: "Sweep", what: str) -> None:
    """Refuse a curve that doesn't exist, or that stops before its end at (1, 1)."""
    needs(sweep, what, "recall", "fpr")
    held = sweep.in_units
    if (held.tp[-1], held.fp[-1]) != (held.positives, held.negatives):
        raise MetricError(
            f"the ROC curve stops at FPR = {sweep['fpr'][-1]:.3f}, TPR = {sweep['recall'][-1]:.3f}",
            "some samples were never scored, so nobody knows how they rank",
            "give them a score below all others: then they tie at the end",
        )


def partial_auc(sweep: "Sweep", max_fpr: float, *, standardised: bool = False) -> Worked:
    """Give the area under the ROC curve up to some false positive rate.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    max_fpr : float
        Greater than 0, up to 1.
    standardised : bool
        Stretch it such that chance gives ½ and a perfect ranking 1, as scikit-learn does.

    References
    ----------
    McClish (1989), Analyzing a portion of the ROC curve.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> partial_auc(s, 0.5).fraction, partial_auc(s, 0.5, standardised=True).fraction
    (Fraction(1, 4), Fraction(2, 3))
    """
    _whole_roc(sweep, "partial area under the ROC curve")
    max_fpr = read_max_fpr(max_fpr)
    conventions = {**_conventions(sweep), "part": f"up to FPR = {float(max_fpr):g}"}
    held = sweep.in_units.near
    squares = _squares_up_to(held.roomy, exact(max_fpr)) * held.unit.size**2
    terms = {"squares": squares, **_sizes(held)}
    part = held.work(PARTIAL, conventions, **terms)
    part = counts.as_exact_as(part, exact(max_fpr).exact)
    if not inputs.flag(standardised, "standardised"):
        return part
    return STANDARDISED.work(partial_auc=part, max_fpr=max_fpr, conventions=conventions)


def _squares_up_to(held: Counts, max_fpr: Exact) -> Fraction:
    """Count the squares left of a false positive rate; it may cut a straight line."""
    width = max_fpr.value * held.negatives
    row = int(np.searchsorted(held.fp, math.floor(width), side="right")) - 1
    squares = _below(held.tp[: row + 1], held.fp[: row + 1])
    if row + 1 == len(held.fp):
        return squares
    (low, high), (start, end) = (map(int, c[row : row + 2]) for c in (held.tp, held.fp))
    rest = width - start
    return squares + rest * (low + rest * Fraction(high - low, end - start) / 2)


def read_max_fpr(max_fpr):
    """Read where a partial area ends."""
    why = "it is the false positive rate at which the area ends"
    return inputs.share(max_fpr, "max_fpr", why, zero=False)


def average_precision(
    sweep: "Sweep", rule: ApRule = "step", *, compare: Compared = "floats"
) -> Worked:
    """Give the average precision: what a P-R curve is worth in one number, by one of six rules.

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
    return Worked(
        min(float(average(RULES[rule], *area_steps.columns(sweep, rule, compare), compare)), 1.0),
        "average_precision",
        exact=partial(_as_fraction, sweep, rule, compare),
        steps=partial(area_steps.average_precision, sweep, rule, compare),
        conventions={"AP rule": f"{rule}: {RULES[rule].formula}", **_conventions(sweep)},
    )


def _as_fraction(sweep: "Sweep", rule: str, compare: str) -> Fraction | None:
    """Work the rule out in fractions, where there is one and somebody could read it."""
    whole = sweep.tp.dtype == sweep.fp.dtype == np.int64
    if not (whole and RULES[rule].exact and len(sweep) <= FEW):
        return None
    tp, fp = (np.array([Fraction(n) for n in c.tolist()]) for c in (sweep.tp, sweep.fp))
    return Fraction(average(RULES[rule], tp, fp, sweep.positives, compare))
