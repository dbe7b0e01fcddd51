"""The Kolmogorov-Smirnov statistic: where TPR and FPR are farthest apart.

The rows where any formula is best, or meets a bound, are found in the same way.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..core import words
from ..core.conventions import Alternative
from ..core.errors import choice
from ..core.formula import Formula, Worked
from ..core.trace import Trace
from .sweep import ROUNDING, counted, needs

if TYPE_CHECKING:
    from .sweep import Sweep

KS = {
    "two-sided": Formula("ks", "abs(recall - fpr)", (0.0, 1.0), "higher"),
    "greater": Formula("ks", "recall - fpr", (-1.0, 1.0), "higher"),
    "less": Formula("ks", "fpr - recall", (-1.0, 1.0), "higher"),
}
SIDES = {"two-sided": abs, "greater": lambda gap: gap, "less": lambda gap: -gap}
NEAR = 1e-9  # floats so close may stand for equal fractions
MANY = 5_000  # more rows than this are not compared as fractions
NOWHERE = {  # where the largest gap is 0
    "two-sided": "TPR is FPR at every threshold",
    "greater": "TPR is never above FPR",
    "less": "FPR is never above TPR",
}


def ks_statistic(sweep: Sweep, alternative: Alternative = "two-sided") -> Worked:
    """Compute the Kolmogorov-Smirnov statistic: the largest gap between TPR and FPR.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    alternative : {"two-sided", "greater", "less"}
        The gap in either direction, or only TPR − FPR (as most texts on credit scoring mean), or
        only FPR − TPR. They differ where a curve crosses the diagonal.

    Returns
    -------
    Worked
        It is one point of the ROC curve, the one farthest above the diagonal: Youden's J. The
        conventions name the threshold, or all of them; ``steps`` is the whole walk.

    Raises
    ------
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Youden (1950), Index for rating diagnostic tests; Zhou (2016), section 2.3.3, on ROC.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> gap = ks_statistic(sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]))
    >>> gap.fraction, gap.conventions["where"]
    (Fraction(1, 2), 'at the thresholds 0.9, 0.4')
    """
    counted(sweep, "KS statistic")
    choice(alternative, KS, "alternative")
    needs(sweep, "KS statistic", "recall", "fpr")
    side, formula = SIDES[alternative], KS[alternative]
    tpr, fpr = sweep.tp / sweep.positives, sweep.fp / sweep.negatives
    rows = best_rows(sweep, formula, side(tpr - fpr))  # max(TPR − FPR), wherever it is reached
    row, terms = rows[0], partial(_rates, sweep, rows[0])
    return Worked(
        side(_exactly(sweep.tp[row], sweep.positives) - _exactly(sweep.fp[row], sweep.negatives)),
        "ks",
        formula=formula,
        terms=terms,
        exact=partial(_as_fraction, formula, terms),
        conventions=partial(_conventions, sweep, alternative, rows),
        steps=partial(_gaps, sweep, formula, row),
    )


def _exactly(count: np.number, size: float) -> Fraction:
    """Divide exactly: the difference of two rounded rates could be off by its last digit."""
    return Fraction(count.item()) / Fraction(size)


def _rates(sweep: Sweep, row: int) -> dict[str, Worked]:
    best = sweep.confusion(row)
    return {name: best.rate(name) for name in ("recall", "fpr")}


def _as_fraction(formula: Formula, terms) -> Fraction | None:
    return formula.work(**terms()).fraction


def _conventions(sweep: Sweep, alternative: str, rows: list[int]) -> dict[str, str]:
    thresholds = [words.threshold(t) for t in sweep.threshold[rows].tolist()]
    where = f"at the threshold{'s' if len(rows) > 1 else ''} {words.listing(thresholds)}"
    gap = KS[alternative].work(**_rates(sweep, rows[0]))
    return {
        "alternative": alternative,
        "where": where if gap > 0 else f"nowhere: {NOWHERE[alternative]}",
        "ties": sweep.ties_in_words,
    }


def _gaps(sweep: Sweep, formula: Formula, row: int) -> Trace:
    return sweep.trace(("recall", "fpr", formula), sweep.threshold[row].item())


def best_rows(sweep: Sweep, formula: Formula, column: np.ndarray) -> list[int]:
    """Find every row where a formula is best; ``column`` is its value at each, nan if not allowed.

    Floats find the candidates and fractions decide between them, so that a tie of two thresholds is
    seen as one, and none is broken by rounding.
    """
    up = formula.direction == "higher"
    best = (np.nanmax if up else np.nanmin)(column).item()
    slack = NEAR * max(1, abs(best))
    near = np.flatnonzero(column >= best - slack if up else column <= best + slack)
    exact = _in_fractions(sweep, formula, near) if len(near) > 1 else [best]
    if exact is None:
        return near[np.abs(column[near] - best) <= ROUNDING * max(1, abs(best))].tolist()
    winner = (max if up else min)(exact)
    return [row for row, value in zip(near.tolist(), exact, strict=True) if value == winner]


def compared(sweep: Sweep, formula: Formula, column: np.ndarray, bound: Fraction) -> np.ndarray:
    """Compare a formula with a bound at each row: −1 below it, 0 equal, 1 above; nan: undefined."""
    away = column - float(bound)
    sign, near = np.sign(away), np.flatnonzero(np.abs(away) <= NEAR)
    exact = _in_fractions(sweep, formula, near)
    if exact is None:
        sign[near[np.abs(away[near]) <= ROUNDING]] = 0
    else:
        sign[near] = [(value > bound) - (value < bound) for value in exact]
    return sign


def _in_fractions(sweep: Sweep, formula: Formula, rows: np.ndarray) -> list[Fraction] | None:
    """Work a formula out exactly; None where weights are floats, or the rows are too many."""
    if not sweep.whole or len(rows) > MANY:
        return None
    return [sweep.confusion(row).rate(formula, "nan").exact.value for row in rows.tolist()]
