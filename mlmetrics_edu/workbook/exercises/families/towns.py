"""What stands around rates in another town, and around tests in several towns."""

from fractions import Fraction

import numpy as np

from ....core import words
from ....metrics.confusion import Confusion
from ..family import Family, family
from ..registry import formulas
from .tables import named_rates

HERE = ("precision", "fdr", "npv", "accuracy", "f1", "prevalence", "predicted_positive_rate")
MIXED = {
    "multiplied": "precision * share / base",
    "only the positives multiplied": "TP*share/base / (TP*share/base + FP)",
    "only the negatives multiplied": "TP / (TP + FP*(1 - share)/(1 - base))",
    "both classes of one size": "recall / (recall + fpr)",
    "shares swapped": "(1 - share)*recall / ((1 - share)*recall + share*fpr)",
    "false alarms not weighed": "share*recall / (share*recall + fpr)",
    "hits not weighed": "recall / (recall + (1 - share)*fpr)",
    "share times recall over the share here": "share*recall / base",
    "share of the false alarms": "(1 - share)*fpr",
}


def elsewhere(here: Confusion, there: Confusion, share: Fraction) -> Family:
    """Return what may be taken for the precision where another share is positive.

    Examples
    --------
    >>> here, there = Confusion(tp=8, fp=9, fn=2, tn=81), Confusion(tp=16, fp=8, fn=4, tn=72)
    >>> elsewhere(here, there, Fraction(1, 5)).values["multiplied"].fraction
    Fraction(16, 17)
    """
    rates = {name: here.rate(name) for name in ("precision", "recall", "fpr")}
    terms = {**here.counts, **rates, "share": share, "base": here.prevalence}
    known = {f"{words.term(name).en} here": here.rate(name) for name in HERE}
    mixed = family("towns.mixed", formulas(terms, MIXED) | known)
    return mixed + named_rates(there, "precision")


def town_counts(gain: np.ndarray, chance: np.ndarray, level: float) -> Family:
    """Return what may be counted in tests of two models, besides those that the first one wins.

    Examples
    --------
    >>> family = town_counts(np.array([0.1, -0.1, 0.05]), np.array([0.01, 0.02, 0.3]), 0.05)
    >>> family.values["ahead"], family.values["small p value"]
    (2, 2)
    """
    ahead, sure, n = gain > 0, chance < level, len(gain)
    masks = {
        "ahead": ahead,
        "behind": ~ahead,
        "small p value": sure,
        "behind, small p value": ~ahead & sure,
        "large p value": ~sure,
        "ahead, large p value": ahead & ~sure,
        "behind, large p value": ~ahead & ~sure,
        "all but those won": ~(ahead & sure),
        "ahead by 0.05": gain >= 0.05,
        "ahead by 0.1": gain > 0.1,
        "ahead, p below a fifth of the level": ahead & (chance < level / 5),
        "ahead, p below half the level": ahead & (chance < level / 2),
        "ahead, p below twice the level": ahead & (chance < 2 * level),
        "ahead, p below the level over all tests": ahead & (chance < level / n),
    }
    counts = {name: int(mask.sum()) for name, mask in masks.items()}
    won = int((ahead & sure).sum())
    counts["won less lost"] = won - counts["behind, small p value"]
    counts["ahead less behind"] = counts["ahead"] - counts["behind"]
    return family("towns.tests", {**counts, "all towns": n})
