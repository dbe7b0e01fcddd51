"""What stands around a bill: expected costs, heights of a cost line, prices that decide."""

from ....metrics.confusion import Confusion
from ..family import Family, family
from ..registry import formulas

ALL = "(TP + FP + FN + TN)"
BILLS = {
    "prices swapped": f"(cFN*FP + cFP*FN) / {ALL}",
    "bill for all": "cFP*FP + cFN*FN",
    "every alarm paid": f"(cFP*(TP + FP) + cFN*FN) / {ALL}",
    "every positive paid": f"(cFP*FP + cFN*(TP + FN)) / {ALL}",
    "rates without shares": "cFP*FP/(FP + TN) + cFN*FN/(TP + FN)",
    "both classes of one size": "(cFP*FP/(FP + TN) + cFN*FN/(TP + FN)) / 2",
    "cost of a mistake": "(cFP*FP + cFN*FN) / (FP + FN)",
    "normalised cost": "(cFP*FP + cFN*FN) / (cFP*(FP + TN) + cFN*(TP + FN))",
    "error rate": f"(FP + FN) / {ALL}",
    "accuracy": f"(TP + TN) / {ALL}",
    "cost of the false alarms alone": f"cFP*FP / {ALL}",
    "cost of the misses alone": f"cFN*FN / {ALL}",
    "cost of a positive": "(cFP*FP + cFN*FN) / (TP + FN)",
    "cost of a negative": "(cFP*FP + cFN*FN) / (FP + TN)",
    "cost of an alarm": "(cFP*FP + cFN*FN) / (TP + FP)",
    "right ones paid": f"(cFP*TN + cFN*TP) / {ALL}",
    "prices by the other label": f"(cFP*TP + cFN*TN) / {ALL}",
    "all called positive": f"cFP*(FP + TN) / {ALL}",
    "all called negative": f"cFN*(TP + FN) / {ALL}",
    "number of mistakes": "FP + FN",
}
HEIGHTS = {
    "left end": "fpr",
    "right end": "fnr",
    "ends swapped": "x*fpr + (1 - x)*fnr",
    "middle of the line": "(fpr + fnr) / 2",
    "both ends added": "fpr + fnr",
    "recall for the right end": "(1 - x)*fpr + x*(1 - fnr)",
    "specificity for the left end": "(1 - x)*(1 - fpr) + x*fnr",
    "share of the misses alone": "x*fnr",
    "share of the false alarms alone": "(1 - x)*fpr",
    "rise from the left end": "x*(fnr - fpr)",
    "whole left end and a part of the right": "fpr + x*fnr",
    "part of the left end and whole right": "(1 - x)*fpr + fnr",
    "always negative": "x",
    "always positive": "1 - x",
}
BARS = {
    "one price over the other": "act / miss",
    "other price over the one": "miss / act",
    "price of acting over the sum": "act / (act + miss)",
    "price of a miss over the sum": "miss / (act + miss)",
    "over the difference": "act / (miss - act)",
    "difference over the price of acting": "(miss - act) / act",
    "difference over the price of a miss": "(miss - act) / miss",
    "difference over the sum": "(miss - act) / (miss + act)",
    "logarithm of the odds": "log(act / miss)",
    "one over the price of a miss": "1 / miss",
    "price in hundredths": "act / 100",
    "price of acting": "act",
    "price of a miss": "miss",
    "one half": "1 / 2",
    "always act": "0",
    "never act": "1",
}
PRICES = {
    "price": "gain*(TP_long - TP_short) / (FP_long - FP_short)",
    "upside down": "(FP_long - FP_short) / (gain*(TP_long - TP_short))",
    "a hit is worth one": "(TP_long - TP_short) / (FP_long - FP_short)",
    "over all extra alarms": "gain*(TP_long - TP_short) / (all_long - all_short)",
    "over all false alarms": "gain*(TP_long - TP_short) / FP_long",
    "all hits of the longer list": "gain*TP_long / (FP_long - FP_short)",
    "not divided": "gain*(TP_long - TP_short)",
    "alarms for a hit": "(FP_long - FP_short) / (TP_long - TP_short)",
    "gain put on the alarms": "gain*(FP_long - FP_short) / (TP_long - TP_short)",
    "long list earns nothing": "gain*TP_long / FP_long",
    "short list earns nothing": "gain*TP_short / FP_short",
    "both lists added": "gain*(TP_short + TP_long) / (FP_short + FP_long)",
    "difference of today": "gain*(TP_long - TP_short) - (FP_long - FP_short)",
    "long list today": "gain*TP_long - FP_long",
    "short list today": "gain*TP_short - FP_short",
    "rise of the price": "gain*(TP_long - TP_short) / (FP_long - FP_short) - 1",
    "today's price": "1",
    "price of a hit": "gain",
    "precision of the longer list": "TP_long / all_long",
    "precision of the shorter list": "TP_short / all_short",
    "precision of the extra alarms": "(TP_long - TP_short) / (all_long - all_short)",
}


def bills(c: Confusion, fp, fn) -> Family:
    """Return what may be made of counts and prices, besides what a sample costs.

    Examples
    --------
    >>> family = bills(Confusion(tp=4, fp=3, fn=2, tn=11), 1, 5)
    >>> print(family.values["prices swapped"].fraction, family.values["cost of a mistake"].fraction)
    17/20 13/5
    """
    return family("bills.costs", formulas({**c.counts, "cFP": fp, "cFN": fn}, BILLS))


def heights(x, c: Confusion, **more) -> Family:
    """Return what a cost line may be taken to cost at a place, and more that its picture shows.

    Examples
    --------
    >>> heights(0.2, Confusion(tp=4, fp=3, fn=2, tn=11)).values["left end"].fraction
    Fraction(3, 14)
    """
    known = formulas({"x": x, "fpr": c.fpr, "fnr": c.fnr}, HEIGHTS)
    return family("bills.heights", known | named(more))


def named(more) -> dict:
    """Write names as they are read."""
    return {name.replace("_", " "): value for name, value in more.items()}


def bars(act, miss) -> Family:
    """Return what two prices may be made into, besides the probability from which to act.

    Examples
    --------
    >>> bars(1, 19).values["price of acting over the sum"].fraction
    Fraction(1, 20)
    """
    return family("bills.bars", formulas({"act": act, "miss": miss}, BARS))


def prices(terms, **more) -> Family:
    """Return what two lists of alarms may be compared by, besides the price of a false one.

    Examples
    --------
    >>> lists = {"TP_short": 2, "TP_long": 4, "FP_short": 1, "FP_long": 3}
    >>> two = prices({**lists, "all_short": 3, "all_long": 7, "gain": 5})
    >>> print(two.values["price"], two.values["short list earns nothing"])
    5.0 10.0
    """
    return family("bills.prices", formulas(terms, PRICES) | named(more))
