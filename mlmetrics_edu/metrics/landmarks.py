"""Two landmarks of the walk: where TPR and FPR are farthest apart, and where P equals R."""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..core import digits, inputs
from ..core.conventions import Alternative
from ..core.exact import Exact
from ..core.formula import Formula
from ..core.trace import Trace
from ..core.worked import Worked
from . import steps
from .curve import counted, needs

if TYPE_CHECKING:
    from .sweep import Sweep

KS = {
    "two-sided": Formula("ks", "abs(recall - fpr)", (0.0, 1.0), "higher"),
    "greater": Formula("ks", "recall - fpr", (-1.0, 1.0), "higher"),
    "less": Formula("ks", "fpr - recall", (-1.0, 1.0), "higher"),
}
SIDES = {"two-sided": np.abs, "greater": np.positive, "less": np.negative}
STRIDE = 64
ROUNDING = 10**12  # gaps of rounded weights that differ by a part of so many are equal
BREAK_EVEN = Formula("break_even", "TP / positives", (0.0, 1.0), "higher")
IN_A_TIE = Formula(
    "break_even",
    "(TP + tied_positives*(positives - predicted)/tied) / positives",
    (0.0, 1.0),
    "higher",
)


def ks_statistic(sweep: "Sweep", alternative: Alternative = "two-sided") -> Worked:
    """Give the Kolmogorov-Smirnov statistic: the largest gap between TPR and FPR.

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
    inputs.choice(alternative, KS, "alternative")
    needs(sweep, "KS statistic", "recall", "fpr")
    rows = _widest(sweep, SIDES[alternative])
    thresholds = [digits.threshold(t) for t in sweep.threshold[rows].tolist()]
    conventions = {
        "alternative": alternative,
        "where": f"at the threshold{'s' if len(rows) > 1 else ''} {digits.listing(thresholds)}",
        "ties": f"ties: {steps.TIES[sweep.ties]}",
    }
    best = sweep.confusion(rows[0])
    terms = {name: best.rate(name) for name in ("recall", "fpr")}
    worked = KS[alternative].work(**terms, conventions=conventions)
    return worked.with_steps(partial(_gaps, sweep, KS[alternative], rows[0]))


def _widest(sweep: "Sweep", side) -> np.ndarray:
    """Find every row where the gap is widest, in whole numbers: TP·negatives − FP·positives.

    Both counts only rise, so between two rows the gap is no wider than from the FP of the one to
    the TP of the other, or the other way round. Most rows can be passed over at that.
    """
    held = sweep.in_units.roomy
    tp, fp, positives, negatives = held.tp, held.fp, held.positives, held.negatives
    posts = np.append(np.arange(0, len(tp) - 1, STRIDE), len(tp) - 1)
    up, right = tp[posts] * negatives, fp[posts] * positives
    slack = 0 if held.unit.typed else positives * negatives // ROUNDING
    reach = np.maximum(side(up[1:] - right[:-1]), side(up[:-1] - right[1:]))
    near = posts[:-1][reach >= side(up - right).max() - slack]
    rows = np.unique(np.minimum(near[:, None] + np.arange(STRIDE + 1), len(tp) - 1))
    gap = side(tp[rows] * negatives - fp[rows] * positives)
    return rows[gap >= gap.max() - slack]


def _gaps(sweep: "Sweep", formula: Formula, row: int) -> Trace:
    return sweep.trace(("recall", "fpr", formula), sweep.threshold[row].item())


def break_even(sweep: "Sweep") -> Worked:
    """Give the break-even point: precision where it equals recall.

    Both are TP over something, so they are equal where as many are predicted positive as there are
    positives, and there only (but for TP = 0). Retrieval calls it R-precision.

    Returns
    -------
    Worked
        Where that number is reached within a tie, the mean over the orders of the tie.

    Raises
    ------
    UndefinedError
        If there are no positives.

    References
    ----------
    Zhou (2016), section 2.3.2; Manning, Raghavan & Schütze (2008), section 8.4.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> break_even(s).fraction, break_even(s).conventions["where"]
    (Fraction(1, 2), 'at the threshold 0.7')
    """
    needs(sweep, "break-even point", "recall")
    held = sweep.in_units
    reached = held.tp + held.fp
    row = int(np.searchsorted(reached, held.positives))
    if row == len(sweep):
        reason = (
            f"only {digits.count(held.unit.number(reached[-1]))} samples were scored, "
            f"and {digits.count(sweep.positives)} would have to be predicted positive"
        )
        return Worked(Exact(None, reason=reason), "break_even")
    at = f"the threshold {digits.threshold(sweep.threshold[row])}"
    if reached[row] == held.positives:
        formula, terms, where = BREAK_EVEN, {"TP": held.tp[row]}, f"at {at}"
    else:
        formula, terms = IN_A_TIE, _within_a_tie(held, reached, row)
        where = f"inside the tie at {at}: its mean"
    terms = {name: int(n) * held.unit.size for name, n in terms.items()}
    sizes = {"positives": held.positives * held.unit.size}
    worked = held.work(formula, {"where": where}, **terms, **sizes)
    return worked.with_steps(partial(_around, sweep, row))


def _within_a_tie(held, reached, row: int) -> dict:
    return {
        "TP": held.tp[row - 1],
        "tied_positives": held.tp[row] - held.tp[row - 1],
        "predicted": reached[row - 1],
        "tied": reached[row] - reached[row - 1],
    }


def _around(sweep: "Sweep", row: int) -> Trace:
    """Show the rows before, at and after one."""
    return sweep.trace(("precision", "recall"))[max(row - 1, 0) : row + 2]
