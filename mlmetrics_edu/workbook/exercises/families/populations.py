"""What a question about another share of positives is answered with: a share forgotten."""

from fractions import Fraction

from ....core import words
from ....metrics.confusion import Confusion
from ..family import Family, family
from ..registry import formulas
from .tables import named_rates, rates, sizes
from .walks import likelihood

HERE = ("precision", "accuracy", "f1", "fdr", "npv")
ALL_HERE = (*HERE, "prevalence", "predicted_positive_rate")
FORGOTTEN = {
    "precision divided": "precision / times",
    "precision times the share": "precision / (times + 1)",
    "one in so many": "TP / (TP + (times - 1)*FP)",
    "positives multiplied": "times*TP / (times*TP + FP)",
    "misses multiplied": "TP / (TP + times*FN)",
}
WEIGHED = {
    "shares exchanged": "(1 - share)*recall / ((1 - share)*recall + share*fpr)",
    "only the negatives weighed": "recall / (recall + (1 - share)*fpr)",
    "specificity for FPR": "share*recall / (share*recall + (1 - share)*(1 - fpr))",
    "odds of a right letter": "share*recall / ((1 - share)*fpr)",
}
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
EXCHANGED = {"axes exchanged": "fpr*P / (fpr*P + recall*N)"}
LIMITS = {
    "precision for the odds": "recall*precision / healthy",
    "divided by the precision": "recall / (precision*healthy)",
    "1 − precision for each healthy one": "(1 - precision) / healthy",
    "divided by all people": "recall / (odds*(healthy + 1))",
    "multiplied by the healthy": "recall*healthy / odds",
    "missed for found": "(1 - recall) / (odds*healthy)",
    "divided by the recall": "1 / (odds*healthy*recall)",
    "recall over the healthy": "recall / healthy",
}


def elsewhere(c: Confusion, times: int) -> Family:
    """Return what precision is taken for where there are so many times the negatives.

    Examples
    --------
    >>> family = elsewhere(Confusion(tp=40, fp=5, fn=10, tn=45), 10)
    >>> print(family.members["accuracy as tested"].says())
    That's the accuracy as tested, with another share of positives.
    """
    there = Confusion(tp=c.tp, fp=times * c.fp, fn=c.fn, tn=times * c.tn)
    terms = {"TP": c.tp, "FP": c.fp, "FN": c.fn, "precision": c.precision, "times": times}
    wrong = family("populations.elsewhere", formulas(terms, FORGOTTEN), times=times)
    # Of even classes it is the accuracy as tested, which is likelier to be taken.
    people = (f"{name}, not divided" for name in sizes(there))
    known = rates(there, "precision").but("balanced accuracy", *people)
    return known + likelihood(c) + here(c) + wrong


def here(c: Confusion) -> Family:
    """Return the rates of a table that don't hold for another share of positives.

    Examples
    --------
    >>> print(here(Confusion(tp=4, fp=3, fn=2, tn=11)).members["F1 as tested"].says())
    That's the F1 as tested, with another share of positives.
    """
    values = {f"{words.term(name).en} as tested": c.rate(name) for name in HERE}
    return family("populations.here", values)


def outside(c: Confusion, share: Fraction) -> Family:
    """Return what precision is taken for where such a share of all is positive.

    Examples
    --------
    >>> family = outside(Confusion(tp=90, fp=5, fn=10, tn=95), Fraction(1, 50))
    >>> print(family.members["odds of a right letter"].says())
    That's the ratio of right letters to wrong ones, the odds. Precision divides by both together.
    """
    p, n = share.numerator, share.denominator - share.numerator
    there = Confusion(tp=p * c.tp, fp=n * c.fp, fn=p * c.fn, tn=n * c.tn)
    terms = {"share": share, "recall": c.recall, "fpr": c.fpr}
    wrong = family("populations.weighed", formulas(terms, WEIGHED))
    return wrong + named_rates(there, "precision") + likelihood(c) + here(c)


def in_another_town(here: Confusion, there: Confusion, share: Fraction) -> Family:
    """Return what may be taken for the precision where another share is positive.

    Examples
    --------
    >>> here, there = Confusion(tp=8, fp=9, fn=2, tn=81), Confusion(tp=16, fp=8, fn=4, tn=72)
    >>> in_another_town(here, there, Fraction(1, 5)).values["multiplied"].fraction
    Fraction(16, 17)
    """
    rates = {name: here.rate(name) for name in ("precision", "recall", "fpr")}
    terms = {**here.counts, **rates, "share": share, "base": here.prevalence}
    known = {f"{words.term(name).en} here": here.rate(name) for name in ALL_HERE}
    mixed = family("populations.mixed", formulas(terms, MIXED) | known)
    return mixed + named_rates(there, "precision")


def exchanged(c: Confusion) -> Family:
    """Return what precision is taken for if the two axes of a ROC curve are exchanged.

    Examples
    --------
    >>> print(exchanged(Confusion(tp=4, fp=3, fn=2, tn=11)).members["axes exchanged"].says())
    That takes the horizontal position of the dot as TPR, and its height as FPR.
    """
    terms = {"recall": c.recall, "fpr": c.fpr, "P": c.tp + c.fn, "N": c.fp + c.tn}
    return family("populations.exchanged", formulas(terms, EXCHANGED))


def limits(recall: Fraction, healthy: int, odds: int) -> Family:
    """Return what the highest FPR for a precision is taken for.

    Examples
    --------
    >>> family = limits(Fraction(4, 5), 10, 3)
    >>> print(family.members["recall over the healthy"].says())
    That's the recall divided by the number of healthy people per ill one. Where are the letters?
    """
    terms = {"recall": recall, "healthy": healthy, "odds": odds}
    terms["precision"] = Fraction(odds, odds + 1)
    return family("populations.limits", formulas(terms, LIMITS))
