"""What a classifier costs on average, and what costs say about where to put the threshold.

Besides the costs it takes ``p``, the share of positives where the classifier will work; that is
seldom their share among the samples that it is tested on.
"""

from fractions import Fraction
from typing import overload

import numpy as np

from ...core import inputs
from ...core.calls import explained
from ...core.errors import InputError
from ...core.formula import Formula, Worked
from ...core.inputs import locked
from .. import rates
from ..confusion import Confusion, added
from ..rates import DOWN, UNIT
from ..sweep import Sweep, needs
from .costs import Costs, check, need_regrets

COST = "p*(recall*cTP + fnr*cFN) + (1 - p)*(fpr*cFP + specificity*cTN)"
NORMALISED = "(p*fnr*(cFN - cTP) + (1 - p)*fpr*(cFP - cTN)) / (p*(cFN - cTP) + (1 - p)*(cFP - cTN))"
_COSTS = {
    False: ("expected_cost", COST, None),
    True: ("normalised_expected_cost", NORMALISED, UNIT),
}
PROBABILITY_COST = Formula(
    "probability_cost",
    "p*(cFN - cTP) / (p*(cFN - cTP) + (1 - p)*(cFP - cTN))",
    UNIT,
    source="Drummond & Holte (2006)",
)
SLOPE = Formula(
    "iso_performance_slope",
    "(1 - p)*(cFP - cTN) / (p*(cFN - cTP))",
    undefined_when="without positives the lines of equal cost are vertical",
    source="Provost & Fawcett (2001)",
)
THRESHOLD = Formula(
    "cost_threshold", "(cFP - cTN) / (cFP - cTN + cFN - cTP)", UNIT, source="Elkan (2001)"
)


def cost_formula(costs: Costs, p, normalised: bool) -> Formula:
    """Return the cost as a formula over rates, with the costs and p put in."""
    name, expression, range = _COSTS[normalised]
    return Formula(name, expression, range, DOWN, fixed={**costs.terms, "p": p})


def as_sweep(of, what: str) -> Sweep:
    """Take a sweep as it is; make a table, which has no threshold, into a sweep of its one row."""
    if isinstance(of, Sweep):
        return of
    if not isinstance(of, Confusion):
        raise InputError(
            f"there is no {what} of a {type(of).__name__}",
            "costs are paid for counted samples",
            "pass a sweep (mm.sweep) or a two-by-two table (mm.Confusion)",
        )
    kind = int if all(isinstance(cell, int) for cell in (of.tp, of.fp)) else float
    tp, fp = (locked(np.array([0, cell], kind)) for cell in (of.tp, of.fp))
    sizes = (added((of.tp, of.fn)), None if of.tn is None else added((of.fp, of.tn)))
    return Sweep(locked(np.array([np.inf, np.nan])), tp, fp, *sizes, names=of.names)


@overload
def expected_cost(
    of: Confusion,
    costs: Costs,
    *,
    p_positive: float | Fraction | None = None,
    normalised: bool = False,
) -> Worked: ...
@overload
def expected_cost(
    of: Sweep,
    costs: Costs,
    *,
    p_positive: float | Fraction | None = None,
    normalised: bool = False,
) -> np.ndarray: ...
@explained
def expected_cost(of, costs: Costs, *, p_positive=None, normalised: bool = False):
    """Work out what a classifier costs on average for a sample.

    Parameters
    ----------
    of : Confusion or Sweep
        One classifier, or one at every threshold.
    costs : Costs
        What each outcome costs.
    p_positive : float, optional
        The share of positives where the classifier will work; without it, that of the sample. Both
        rates are needed even for a share of 0 or 1, since the same classifier is judged at any
        share; so there must be samples of both classes.
    normalised : bool
        Divide by what it would cost to get every sample wrong, and count errors only by what they
        cost more than being right: from 0 for a perfect classifier to 1 (Drummond & Holte).

    Returns
    -------
    Worked, or numpy.ndarray of float, shape (rows,)
        A number for a table; for a sweep a column, row-aligned with it.

    Raises
    ------
    InputError
        If the share isn't one, or (where normalised) an error costs no more than being right.
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Provost & Fawcett (2001), Robust classification for imprecise environments, section 2.1;
    Drummond & Holte (2006), Cost curves, section 2.

    Examples
    --------
    >>> bad_loans = Confusion(tp=300, fp=700, fn=0, tn=0)  # all 1000 called bad
    >>> expected_cost(bad_loans, Costs(fp=1, fn=5)).fraction
    Fraction(7, 10)
    >>> expected_cost(bad_loans, Costs(fp=1, fn=5), normalised=True).fraction
    Fraction(7, 22)
    """
    check(costs, "expected cost")
    rows = as_sweep(of, "expected cost")
    needs(rows, "expected cost", "recall", "fpr")
    if inputs.flag(normalised, "normalised"):
        need_regrets(costs, "normalised cost")
    table = of if isinstance(of, Confusion) else rows.confusion(0)
    formula = cost_formula(costs, _share(table, p_positive), normalised)
    if rows is of:
        return rows.column(formula)
    source = "p: the sample's own" if p_positive is None else "p: given"
    conventions = {**of.conventions, "costs": costs.summary, "p": source}
    return rates.work(formula, of.counts, of.undefined, conventions)


def p_share(p_positive):
    """Read the share of positives where a classifier is to work."""
    return inputs.share(p_positive, "p_positive", "it is the share of positives")


def _share(table: Confusion, p_positive):
    return table.prevalence if p_positive is None else p_share(p_positive)


def cost_at_thresholds(sweep: Sweep, costs: Costs, p_positive=None) -> Formula:
    """Return the expected cost as a formula for every row of a sweep."""
    check(costs, "expected cost")
    needs(sweep, "expected cost", "recall", "fpr")
    return cost_formula(costs, _share(sweep.confusion(0), p_positive), normalised=False)


@explained
def probability_cost(p_positive: float | Fraction, costs: Costs) -> Worked:
    """Work out P(+)cost: which part of the largest possible cost comes from the positives.

    Parameters
    ----------
    p_positive : float
        The share of positives.
    costs : Costs
        What each outcome costs.

    References
    ----------
    Drummond & Holte (2006), Cost curves, section 2.

    Examples
    --------
    >>> probability_cost(0.3, Costs(fp=1, fn=5)).fraction
    Fraction(15, 22)
    """
    terms = need_regrets(costs, "probability cost").terms
    return PROBABILITY_COST.work(p=p_share(p_positive), **terms)


@explained
def iso_performance_slope(costs: Costs, p_positive: float | Fraction) -> Worked:
    """Work out the slope of the lines in ROC space along which all classifiers cost the same.

    The best point of a ROC curve is the one that such a line touches first, coming from above.

    References
    ----------
    Provost & Fawcett (2001), Robust classification for imprecise environments, section 2.3.

    Examples
    --------
    >>> from fractions import Fraction
    >>> iso_performance_slope(Costs(fp=1, fn=1), Fraction(1, 11)).fraction
    Fraction(10, 1)
    """
    terms = need_regrets(costs, "iso-performance slope").terms
    return SLOPE.work(p=p_share(p_positive), **terms)


@explained
def cost_threshold(costs: Costs) -> Worked:
    """Work out from which probability on a sample should be called positive.

    It holds for scores that are true probabilities (calibrated), and for no others.

    References
    ----------
    Elkan (2001), The foundations of cost-sensitive learning, section 1.1.

    Examples
    --------
    >>> print(cost_threshold(Costs(fp=1, fn=5)).working)
    cost threshold = (cFP − cTN) / (cFP − cTN + cFN − cTP)
                   = (1 − 0) / (1 − 0 + 5 − 0)
                   = 1/6
                   ≈ 0.167
    """
    return THRESHOLD.work(**need_regrets(costs, "cost threshold").terms)
