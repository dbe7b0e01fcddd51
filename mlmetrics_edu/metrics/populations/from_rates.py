"""A table from its rates: how many of n samples fall into each of the four cells."""

import math
from fractions import Fraction

from ...core import inputs
from ...core.arithmetic import exact
from ...core.formula import Formula
from ..confusion import Confusion

MOST = 10**9  # samples: beyond it nobody means single ones
# In this order: each is a whole number, and what comes later reckons with it as it is then.
CELLS = (
    Formula("positives", "n * prevalence"),
    Formula("negatives", "n - positives"),
    Formula("TP", "positives * recall"),
    Formula("FN", "positives - TP"),
    Formula("TN", "negatives * specificity"),
    Formula("FP", "negatives - TN"),
)
OF_ALL, OF_POSITIVES, OF_NEGATIVES = (
    f"it is the share of {whole}" for whole in ("positives", "positives found", "negatives left")
)
RATES = {"prevalence": OF_ALL, "recall": OF_POSITIVES, "specificity": OF_NEGATIVES}


def from_rates(
    n: int,
    prevalence: float | Fraction,
    recall: float | Fraction,
    specificity: float | Fraction,
) -> Confusion:
    """Return the table of n samples with such a share of positives, and such rates.

    Samples are whole, so the rates of the table are as near to these as n permits.

    Parameters
    ----------
    n : int
        How many samples.
    prevalence : float or fractions.Fraction
        The share of positives.
    recall, specificity : float or fractions.Fraction
        Which share of the positives, and of the negatives, is right.

    Raises
    ------
    InputError
        If n is no whole number, or a rate no share.

    Examples
    --------
    >>> from_rates(1000, prevalence=0.01, recall=0.9, specificity=0.95)
    Confusion(tp=9, fp=49, fn=1, tn=941)
    """
    values = {"n": inputs.whole(n, "n", "it says how many samples", 0, MOST)}
    given = {"prevalence": prevalence, "recall": recall, "specificity": specificity}
    values |= {name: inputs.share(given[name], name, why) for name, why in RATES.items()}
    for formula in CELLS:
        value = formula.work(**{term: values[term] for term in formula.terms}).exact.value
        values[formula.name] = rounded(value)
    return Confusion(*(values[cell] for cell in ("TP", "FP", "FN", "TN")))


def rounded(value: float | Fraction) -> int:
    """Return the nearest whole number; a half goes up.

    Examples
    --------
    >>> rounded(Fraction(5, 2)), rounded(2.4)
    (3, 2)
    """
    return math.floor(exact(value).value + Fraction(1, 2))
