"""Where two rates are equal: the break-even point (P = R), and the equal error rate (FPR = FNR)."""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..core import digits
from ..core.arithmetic import Exact
from ..core.calls import explained
from ..core.formula import Formula, Worked
from ..core.trace import Trace
from .curve import needs

if TYPE_CHECKING:
    from .sweep import Sweep

BREAK_EVEN = Formula("break_even", "TP / positives", (0.0, 1.0), "higher")
IN_A_TIE = Formula(
    "break_even",
    "(TP + tied_positives*(positives - predicted)/tied) / positives",
    (0.0, 1.0),
    "higher",
)
RATE = {"range": (0.0, 1.0), "direction": "lower"}
EQUAL_ERRORS = {  # by what the step lets in where both errors meet; None: they meet between steps
    None: Formula("equal_error_rate", "FP / negatives", **RATE),
    "positives": Formula("equal_error_rate", "FP / negatives", **RATE),
    "negatives": Formula("equal_error_rate", "FN / positives", **RATE),
    "both": Formula(
        "equal_error_rate",
        "(FP*tied_positives + FN*tied_negatives)"
        " / (negatives*tied_positives + positives*tied_negatives)",
        **RATE,
    ),
}


@explained
def break_even(sweep: "Sweep") -> Worked:
    """Compute the break-even point: precision where it equals recall.

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
    terms["positives"] = held.positives
    return _worked(sweep, row, formula, {"where": where}, terms, ("precision", "recall"))


def _worked(sweep: "Sweep", row: int, formula: Formula, notes, terms, rates) -> Worked:
    """Work a formula out over counts, and show the rows around."""
    held = sweep.in_units
    terms = {name: int(n) * held.unit.size for name, n in terms.items()}
    return held.work(formula, notes, **terms).with_steps(partial(_around, sweep, row, rates))


def _within_a_tie(held, reached, row: int) -> dict:
    return {
        "TP": held.tp[row - 1],
        "tied_positives": held.tp[row] - held.tp[row - 1],
        "predicted": reached[row - 1],
        "tied": reached[row] - reached[row - 1],
    }


def _around(sweep: "Sweep", row: int, rates: tuple[str, str]) -> Trace:
    """Show the rows before, at and after one."""
    return sweep.trace(rates)[max(row - 1, 0) : row + 2]


@explained
def equal_error_rate(sweep: "Sweep") -> Worked:
    """Compute the equal error rate (EER): FPR where it equals FNR, the share of positives missed.

    The points of the ROC curve are joined by straight lines, on which tied samples lie on average
    over their orders; one point of these lines has both errors equal. Other tools take the
    threshold at which the two are nearest, and their mean there.

    Returns
    -------
    Worked

    Raises
    ------
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Martin et al. (1997), The DET curve in assessment of detection task performance.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0, 1, 0, 0], [0.9, 0.8, 0.7, 0.5, 0.4, 0.3, 0.1])
    >>> eer = equal_error_rate(s)
    >>> eer.fraction, eer.conventions["where"]
    (Fraction(1, 3), 'in the step to the threshold 0.5, on a straight line of the ROC curve')
    >>> print(eer.working)
    EER = FN / positives
        = 1 / 3
        = 1/3
        ≈ 0.333
    """
    needs(sweep, "equal error rate", "fpr", "fnr")
    held = sweep.in_units.roomy
    missed = held.positives - held.tp
    ahead = held.fp * held.positives - missed * held.negatives  # from −1 to 1, in some unit
    row = int(np.searchsorted(ahead, 0))
    if row == len(sweep):
        reason = "not all samples were scored, and FNR is still higher at the lowest threshold"
        return Worked(Exact(None, reason=reason), "equal_error_rate")
    at = f"the threshold {digits.threshold(sweep.threshold[row])}"
    if ahead[row] == 0:
        formula, terms, where = EQUAL_ERRORS[None], {"FP": held.fp[row]}, f"at {at}"
    else:
        formula, terms = _within_a_step(held, missed, row)
        where = f"in the step to {at}, on a straight line of the ROC curve"
    terms |= {name: getattr(held, name) for name in SIZES if name in formula.terms}
    return _worked(sweep, row, formula, {"where": where}, terms, ("fpr", "fnr"))


SIZES = ("positives", "negatives")


def _within_a_step(held, missed, row: int) -> tuple[Formula, dict]:
    """Take the counts before a step, and how many it lets in."""
    let_in = {"positives": np.diff(held.tp)[row - 1], "negatives": np.diff(held.fp)[row - 1]}
    sides = [side for side in SIZES if let_in[side]]
    formula = EQUAL_ERRORS["both" if len(sides) == 2 else sides[0]]
    terms = {"FP": held.fp[row - 1], "FN": missed[row - 1]}
    terms |= {f"tied_{side}": let_in[side] for side in SIZES}
    return formula, {name: n for name, n in terms.items() if name in formula.terms}
