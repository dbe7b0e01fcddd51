"""What a class hands in for the exercises of lesson 3."""

import re
from fractions import Fraction
from math import log, sqrt

from tests.oracles.exercises.questions import RIGHT, averages, percent, rates, shares, some, typical
from tests.oracles.exercises.test_tradeoff_and_fbeta import columns

MEANS = (
    "F2, F0.5, macro F1, misses forgotten, false alarms forgotten, PR / (P + R), "
    "hits doubled above only, arithmetic mean of P and R, geometric mean of P and R, "
    "product of P and R"
)


@typical("fbeta.screening")
def screening(q):
    """P or R alone, other means of them, other classes, parts of the formula left out."""
    table = q.data[0]
    cells = table.tp, table.fp, table.fn, table.tn
    found = rates(*cells)
    recall, specificity = found["recall"], found["specificity"]
    return (
        some(found, "precision, recall, accuracy, balanced accuracy, Jaccard index")
        | some(found, "F1 of the other class")
        | some(averages(*cells), MEANS)
        | shares(
            {
                "harmonic mean of recall and specificity": (
                    2 * recall * specificity,
                    recall + specificity,
                )
            }
        )
        | percent(found["F1"])
    )


@typical("fbeta.needed-recall")
def needed_recall(q):
    """Other means solved for recall, the formula turned over, the two given numbers averaged."""
    p, f = map(Fraction, re.search(r"of (0\.\d+)\. .* exactly (0\.\d+)", q.text).groups())
    higher = f + Fraction(3, 20)  # lines are so far
    return {
        "the precision itself": p,
        "the F1 itself": f,
        "from the arithmetic mean": 2 * f - p,
        "from the geometric mean": f * f / p,
        "from the product": f / p,
        "from twice the product": f / (2 * p),
        "product of precision and F1": p * f,
        "harmonic mean of precision and F1": 2 * p * f / (p + f),
        "arithmetic mean of precision and F1": (p + f) / 2,
        "precision minus F1": p - f,
        **shares(
            {
                "from PR / (P + R)": (p * f, p - f),
                "from F2": (4 * p * f, 5 * p - f),
                "from the next line": (p * higher, 2 * p - higher),
                "from F0.5": (p * f, 5 * p - 4 * f),
                "wrong sign below": (p * f, 2 * p + f),
                "turned over": (2 * p - f, p * f),
                "2 only above": (2 * p * f, 2 * p - f),
            }
        ),
        **percent(p * f / (2 * p - f)),
    }


@typical("fbeta.records")
def records(q):
    """Other weights than β² = 4, other means, the search's numbers in the wrong places."""
    everything, returned, hits, wanted = map(int, re.findall(r"\d+", q.text)[:4])
    fp, fn = returned - hits, wanted - hits
    cells = hits, fp, fn, everything - returned - fn
    p, r = Fraction(hits, returned), Fraction(hits, wanted)
    return (
        some(rates(*cells), "precision, recall, accuracy, F1, Jaccard index")
        | some(averages(*cells), "F0.5, arithmetic mean of P and R, geometric mean of P and R")
        | shares(
            {
                "β for β²": (3 * p * r, 2 * p + r),
                "β squared twice": (17 * p * r, 16 * p + r),
                "weighted arithmetic mean, 1 and 4": (p + 4 * r, 5),
                "weighted arithmetic mean, 1 and 2": (p + 2 * r, 3),
                "PR / (4P + R)": (p * r, 4 * p + r),
                "2PR / (4P + R)": (2 * p * r, 4 * p + r),
                "5PR / (P + R)": (5 * p * r, p + r),
                "returned ones as false alarms": (5 * hits, 5 * hits + 4 * fn + returned),
                "wanted ones as misses": (5 * hits, 5 * hits + 4 * wanted + fp),
            }
        )
        | percent(5 * p * r / (4 * p + r))
    )


@typical("fbeta.sheet")
def sheet(q):
    """β and β² taken for each other, another number of the formula, P and R swapped."""
    pattern = r"F([\d.]+) is \(?([\d/]+)\)?·PR / \(\(?([\d/]+)\)?·P \+ R\)"
    index, top, square = map(Fraction, re.search(pattern, q.text).groups())
    assert index == square
    beta = sqrt(square)
    return {
        RIGHT: beta,
        "the index as it stands": index,
        "squared": square**2,
        "1 + β²": top,
        "root of 1 + β²": sqrt(top),
        "P and R swapped": 1 / beta,
        "β² with P and R swapped": 1 / square,
        "root taken twice": sqrt(beta),
        "halved": square / 2,
        "doubled": 2 * square,
        "1 + β": 1 + beta,
        "negative root": -beta,
        "β of F1": 1,
    }


@typical("fbeta.new-wells")
def new_wells(q):
    """The old wells alone or the new ones alone, other rates, other kinds of the new wells."""
    wells, poisoned, more = map(int, re.findall(r"\d+", q.text)[:3])
    everything = wells + more
    cells = poisoned, everything - poisoned, 0, 0
    found, before = rates(*cells), rates(poisoned, wells - poisoned, 0, 0)
    return (
        some(found, "precision, recall, false discovery rate")
        | some(averages(*cells), "arithmetic mean of P and R, geometric mean of P and R")
        | some(averages(*cells), "F2, F0.5, PR / (P + R)")
        | {
            "F1 before the new wells": before["F1"],
            "precision before the new wells": before["precision"],
            "change of F1": found["F1"] - before["F1"],
            "F1 of the new wells alone": 0,
            "mean of the old and the new wells' F1": before["F1"] / 2,
        }
        | shares(
            {
                "old false alarms forgotten": (2 * poisoned, 2 * poisoned + more),
                "all rings as false alarms": (2 * poisoned, 2 * poisoned + everything),
                "new wells as hits": (2 * (poisoned + more), everything + poisoned + more),
                "poisoned ones also as misses": (2 * poisoned, everything + 2 * poisoned),
            }
        )
        | percent(found["F1"])
    )


@typical("fbeta.crossover")
def crossover(q):
    """β for β², prices and other weights for it, a ratio turned over, reciprocals forgotten."""
    poisoned = int(re.search(r"(\d+) of them", q.data[0].title)[1])
    (careful, bold), (few, many) = ([*map(int, c)] for c in columns(q.data[0], "rang at", "hits"))
    alarms, finds = bold - many - careful + few, many - few
    p = Fraction(few, careful), Fraction(many, bold)
    high, low = 1 / p[1] - 1 / p[0], Fraction(poisoned, few) - Fraction(poisoned, many)
    square, lost = high / low, p[0] - p[1]
    return {
        RIGHT: square,
        "β": sqrt(square),
        "β² squared": square**2,
        "P and R swapped": 1 / square,
        "price of a miss in false alarms": Fraction(alarms, finds),
        "rings more per hit more": Fraction(bold - careful, finds),
        "false alarms more": alarms,
        "hits more": finds,
        "loss of P over gain of R": lost * poisoned / finds,
        "gain of R over loss of P": finds / (lost * poisoned),
        "loss of P": lost,
        "gain of R": Fraction(finds, poisoned),
        "ratio of the precisions": p[0] / p[1],
        "ratio of the recalls": Fraction(many, few),
        "ratio of both ratios": p[0] / p[1] * Fraction(few, many),
        "difference of 1/P alone": high,
        "difference of 1/R alone": low,
        "from weighted geometric means": log(p[0] / p[1]) / log(many / few),
        "1 + β²": 1 + square,
    }
