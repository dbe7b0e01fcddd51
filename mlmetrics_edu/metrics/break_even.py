"""The break-even point: precision where it equals recall."""

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ..core import digits
from ..core.calls import explained
from ..core.exact import Exact
from ..core.formula import Formula
from ..core.trace import Trace
from ..core.worked import Worked
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
