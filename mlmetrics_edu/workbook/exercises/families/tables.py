"""What a question about counts is answered with, besides the right rate.

Of one table, of two settings of a model, of another share of positives; of any two numbers; of many
classes, several tags or a mask.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import permutations, product

import numpy as np

from ....core import words
from ....core.formula import Formula, Worked
from ....metrics.confusion import Confusion
from ....metrics.confusion_matrix import ConfusionMatrix
from ....metrics.multilabel import hamming_loss, subset_accuracy
from ....metrics.rates import RATES
from ....metrics.segmentation import class_dice, class_iou, mean_dice, mean_iou, pixel_accuracy
from ....metrics.sweep import Sweep
from . import OTHERS, Family, Member, by_formula, family, formulas, sentences, worked

NAMED = (
    *("accuracy", "error_rate", "prevalence", "predicted_positive_rate", "detection_rate"),
    *("precision", "fdr", "npv", "false_omission_rate", "recall", "fnr", "specificity", "fpr"),
    *("f1", "jaccard", "balanced_accuracy", "informedness"),
)
WITHOUT_NEGATIVES = ("precision", "fdr", "recall", "fnr", "f1", "jaccard")
CELLS = ("TP", "FP", "FN", "TN")
MARGINS = {
    "all positives": "TP + FN",
    "all negatives": "FP + TN",
    "all predicted positives": "TP + FP",
    "all predicted negatives": "TN + FN",
    "all": "TP + FP + FN + TN",
    "all right ones": "TP + TN",
    "all mistakes": "FP + FN",
}
OWN = {  # of some rates alone
    "accuracy": {
        "misses taken for right": "(TP + FN + TN) / (TP + FP + FN + TN)",
        "false alarms taken for right": "(TP + FP + TN) / (TP + FP + FN + TN)",
    },
    "precision": {"all positives over TP": "(TP + FN) / TP"},
    "recall": {"all predicted positives over TP": "(TP + FP) / TP"},
}
WHOLE = {
    "all positives over all predicted positives": "(TP + FN) / (TP + FP)",
    "all predicted positives over all positives": "(TP + FP) / (TP + FN)",
    "all right ones over all mistakes": "(TP + TN) / (FP + FN)",
}
GENERIC = Confusion(tp=101, fp=211, fn=401, tn=809)  # on which no two formulas agree by chance
OF_TWO = {
    "each": {"{a}": "x", "{b}": "y"},
    "rests": {"1 minus {a}": "1 - x", "1 minus {b}": "1 - y"},
    "differences": {"{a} less {b}": "x - y", "{b} less {a}": "y - x"},
    "ratios": {"{a} over {b}": "x / y", "{b} over {a}": "y / x"},
    "changes": {
        "the difference over {a}": "(x - y) / x",
        "the difference over {b}": "(x - y) / y",
        "the difference over the sum": "(x - y) / (x + y)",
    },
    "means": {
        "the mean of {a} and {b}": "(x + y) / 2",
        "the harmonic mean of {a} and {b}": "2*x*y / (x + y)",
        "{a} times {b}": "x*y",
    },
}
OF_BOTH = ("precision", "recall", "fpr")
HERE = ("precision", "accuracy", "f1", "fdr", "npv")
ALL_HERE = (*HERE, "prevalence", "predicted_positive_rate")


def named_rates(c: Confusion, asked: str = "") -> Family:
    """Return the rates of a table that have a name, except the one that is asked for."""
    values = {words.term(name).en: c.rate(name) for name in NAMED if name != asked}
    return family("tables.rates", values | by_formula("tables.rates", c))


def some_rates(c: Confusion, *names: str) -> Family:
    """Return a few rates, of a table on which most are the same."""
    return family("tables.rates", {words.term(name).en: c.rate(name) for name in names})


def rates(c: Confusion, asked: str = "") -> Family:
    """Return all that four counts are divided into, and the counts.

    Parameters
    ----------
    c : Confusion
        The table. Where its true negatives are unknown, what can be had without them.
    asked : str, optional
        The rate that is asked for: it is worked out on the table's other readings, too.

    Examples
    --------
    >>> family = rates(Confusion(tp=4, fp=3, fn=2, tn=11), "precision")
    >>> print(family.members["TP over all right ones"].says())
    That's TP over all right ones, a ratio that has no name.
    >>> print(family.values["recall"], family.values["TP + FP, not divided"])
    0.6666666666666666 7
    """
    if c.tn is None:
        return some_rates(c, *(name for name in WITHOUT_NEGATIVES if name != asked))
    odd = formulas(c, odd_ratios(asked))
    counts = {f"{name}, not divided": number for name, number in sizes(c).items()}
    known = named_rates(c, asked) + family("tables.odd", odd)
    if asked:
        values = {name: table.rate(asked) for name, table in readings(c, asked).items()}
        turned = {"turned upside down": 1 / c.rate(asked) if c.rate(asked) else float("nan")}
        known = known + family("tables.readings", values | turned, asked=words.term(asked).en)
    return known + family("tables.counts", counts)


def likelihood(c: Confusion) -> Family:
    """Return the likelihood ratios of a table.

    Examples
    --------
    >>> print(likelihood(Confusion(tp=4, fp=3, fn=2, tn=11)).members["LR+"].says())
    That's the positive likelihood ratio, TPR over FPR.
    """
    return family("tables.ratios", {"LR+": c.lr_plus, "LR−": c.lr_minus})


def elsewhere(asked: str, tables: Mapping[str, Confusion]) -> Family:
    """Return a rate of other tables: of other rows, of another time, of a part.

    Examples
    --------
    >>> family = elsewhere("precision", {"before the update": Confusion(tp=4, fp=4, fn=2, tn=10)})
    >>> print(family.members["before the update"].says())
    That's the precision before the update.
    """
    # As plain numbers: two of these tables may be one by chance, and are two mistakes all the same.
    values = {name: float(table.rate(asked)) for name, table in tables.items()}
    return family("tables.elsewhere", values, asked=words.term(asked).en)


def places(**values) -> Family:
    """Return counts and places of a list, by names that say what they are.

    Examples
    --------
    >>> print(places(the_number_of_cars=6).members["the number of cars"].says())
    That's the number of cars. The question asks for something else.
    """
    return family("tables.places", {name.replace("_", " "): n for name, n in values.items()})


def other_rows(asked: str, s: Sweep, row: int) -> Family:
    """Return a rate at thresholds beside the one that is asked for, and at one half.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> other_rows("recall", mm.sweep([1, 0, 1], [0.9, 0.8, 0.7]), 2).values["one row too far"]
    1.0
    """
    tables = {"> for ≥": s.confusion(row - 1)} if row else {}
    tables |= {"one row too far": s.confusion(row + 1)} if row + 1 < len(s) else {}
    return elsewhere(asked, tables | {"at a threshold of one half": s.at(0.5)})


@cache
def odd_ratios(asked: str = "") -> dict[str, str]:
    """Return ratios of counts that have no name: of a rate's own count, or over its own sum.

    A rate that is no quotient of counts, such as informedness, has those over all samples.

    Examples
    --------
    >>> [*odd_ratios("fnr")]  # FN / (TP + FN)
    ['TP over FN', 'FP over FN', 'FN over TP', 'FN over FP', 'FN over TN', 'TN over FN', ...]
    """
    sums = {f"{a} over {who}": (a, b) for a, (who, b) in product(CELLS, MARGINS.items())}
    pairs = {f"{a} over {b}": (a, b) for a, b in permutations(CELLS, 2)}
    taken = named()
    above, _, below = (RATES[asked].expression if asked else "TP / ").partition(" / ")
    own = {above, below.strip("()")}
    ratios = {
        name: f"{a} / ({b})"
        for name, (a, b) in (pairs | sums).items()
        if a in own or b in own or b == MARGINS["all"]
    }
    values = formulas(GENERIC, ratios)
    unnamed = {name: text for name, text in ratios.items() if float(values[name]) not in taken}
    return unnamed | WHOLE | OWN.get(asked, {})


@cache
def named() -> frozenset[float]:
    """Return what all rates with a name give, on a table on which they differ."""
    unnamed = by_formula("tables.rates", GENERIC).values()
    return frozenset(map(float, [*map(GENERIC.rate, NAMED), *unnamed]))


def readings(c: Confusion, asked: str) -> dict[str, Confusion]:
    """Return a table as it is misread, where that makes of a rate what has no other name."""
    return {name: table for name, table in misread(c).items() if name in telling(asked)}


@cache
def telling(asked: str) -> frozenset[str]:
    """Tell which readings make of a rate what has no other name."""
    taken, found = named() | {float(GENERIC.rate(asked))}, set()
    for name, table in misread(GENERIC).items():
        if (value := float(table.rate(asked))) not in taken:
            found.add(name)
        taken |= {value}
    return frozenset(found)


def misread(c: Confusion) -> dict[str, Confusion]:
    """Return the three other readings of a table.

    Examples
    --------
    >>> misread(Confusion(tp=1, fp=2, fn=3, tn=4))["of the other class"]
    Confusion(tp=4, fp=3, fn=2, tn=1)
    """
    return {
        "of the other class": Confusion(tp=c.tn, fp=c.fn, fn=c.fp, tn=c.tp),
        "with rows read as columns": Confusion(tp=c.tp, fp=c.fn, fn=c.fp, tn=c.tn),
        "with both turned": Confusion(tp=c.tn, fp=c.fp, fn=c.fn, tn=c.tp),
    }


def sizes(c: Confusion) -> dict[str, float]:
    """Return the counts and their sums."""
    sums = {"TP + FP": c.tp + c.fp, "TP + FN": c.tp + c.fn, "TP + TN": c.tp + c.tn}
    sums |= {"FP + FN": c.fp + c.fn, "FP + TN": c.fp + c.tn, "FN + TN": c.fn + c.tn}
    return {**c.counts, **sums, "TP + FP + FN + TN": c.total}


def formulas_of_rates(asked: str) -> Family:
    """Return the formulas of all rates that are plain in their counts, but for the one asked.

    Examples
    --------
    >>> formulas_of_rates("fdr").members["precision"].value
    'TP / (TP + FP)'
    """
    texts = {words.term(name).en: RATES[name].expression for name in NAMED if name != asked}
    says = sentences("tables.rates")[OTHERS]
    return Family(
        {
            name: Member(text, says, {"name": name})
            for name, text in texts.items()
            if {*Formula(name, text).terms} <= {*CELLS}
        }
    )


def mixed_counts(c: Confusion) -> Family:
    """Return four counts in other orders, and with sums or nothing where a count belongs.

    Examples
    --------
    >>> family = mixed_counts(Confusion(tp=1, fp=2, fn=3, tn=4))
    >>> family.values["FP and FN swapped"], family.values["TN forgotten"]
    ((1, 3, 2, 4), (1, 2, 3, 0))
    """
    cells = dict(zip(CELLS, (c.tp, c.fp, c.fn, c.tn), strict=True))
    orders = {ORDERS.get(names, "in the order " + ", ".join(names)): names for names in ANY_ORDER}
    mixed = {name: tuple(cells[cell] for cell in names) for name, names in orders.items()}
    tp, fp, fn, tn = cells.values()
    sums = {
        "sums of the truth as TP and TN": (tp + fn, fp, fn, fp + tn),
        "sums of the predictions as TP and TN": (tp + fp, fp, fn, fn + tn),
        "sums as FP and FN": (tp, tp + fp, tp + fn, tn),
        "sums for all four": (tp + fp, fn + tn, tp + fn, fp + tn),
        "all right ones as TP": (tp + tn, fp, fn, 0),
        "all mistakes as FP": (tp, fp + fn, 0, tn),
        "all mistakes as FN": (tp, 0, fp + fn, tn),
        "all but TP as TN": (tp, fp, fn, fp + fn + tn),
        "FP counted in TN as well": (tp, fp, fn, fp + tn),
        "FN counted in TN as well": (tp, fp, fn, fn + tn),
        "TN forgotten": (tp, fp, fn, 0),
    }
    return family("tables.mixed", mixed | sums)


ANY_ORDER = [*permutations(CELLS)][1:]
ORDERS = {
    ("TP", "FN", "FP", "TN"): "FP and FN swapped",
    ("TN", "FP", "FN", "TP"): "TN first",
    ("TN", "FN", "FP", "TP"): "of the other class",
    ("FN", "TN", "TP", "FP"): "predictions turned",
    ("FP", "TP", "TN", "FN"): "truth turned",
}


def f_measures(c: Confusion, beta: float) -> Family:
    """Return what stands around F-beta: other means, other weights, what it is made of.

    Examples
    --------
    >>> family = f_measures(Confusion(tp=4, fp=3, fn=2, tn=11), 2)
    >>> print(family.members["F1"].says())
    That's F1. The question asks for F2.
    """
    return f_alone(c, beta) + rates(c, "f1" if beta == 1 else "")


def f_alone(c: Confusion, beta: float) -> Family:
    """Return what is made of precision and recall, or of three counts, in place of F-beta."""
    asked = f"F{beta:g}"
    around = family("tables.f_others", other_betas(c, beta), asked=asked)
    around += family("tables.means", means_of(c, beta), asked=asked)
    square = round(beta**2, 6)
    taken = F_PARTS if c.tn is None else F_PARTS | WITH_NEGATIVES
    parts = {
        name: text.format(all=f"{1 + square:g}", miss=f"{square:g}")
        for name, text in taken.items()
        if beta != 1 or name != "positives for misses"  # then both sides weigh the same
    }
    return around + family("tables.f_parts", formulas(c, parts), asked=asked)


F_PARTS = {
    "misses forgotten": "{all}*TP / ({all}*TP + FP)",
    "false alarms forgotten": "{all}*TP / ({all}*TP + {miss}*FN)",
    "hits counted once below": "{all}*TP / (TP + {miss}*FN + FP)",
    "calls for false alarms": "{all}*TP / ({all}*TP + {miss}*FN + (TP + FP))",
    "positives for misses": "{all}*TP / ({all}*TP + {miss}*(TP + FN) + FP)",
}
WITH_NEGATIVES = {
    "macro F1": "(2*TP / (2*TP + FP + FN) + 2*TN / (2*TN + FP + FN)) / 2",
    "harmonic mean of recall and specificity": "2*recall*specificity / (recall + specificity)",
}


def betas(square) -> Family:
    """Return what may be taken for a β, where its square is known, or the other way round.

    Examples
    --------
    >>> betas(4).values["half of β²"]
    2.0
    """
    return worked("tables.betas", {"k": square}, {"the β of F1": 1})


def needed(precision, goal) -> Family:
    """Return what the recall that goes with a precision and an F1 may be mistaken for.

    Examples
    --------
    >>> print(needed(0.8, 0.5).members["by F0.5"].says())
    With that recall it's F0.5 that has the value.
    """
    both = of_two("differences ratios means", "precision", precision, "F1", goal)
    return worked("tables.needed", {"P": precision, "F": goal}) + both


def other_betas(c: Confusion, beta: float) -> dict[str, Worked]:
    """Work out F-beta with some other betas, and with the asked one turned or squared."""
    others = {round(b, 6) for b in (0.5, 1, 2, 3, beta**2, 1 / beta)} - {round(beta, 6)}
    return {f"F{b:.3g}": c.f(b) for b in sorted(others)}


def means_of(c: Confusion, beta: float) -> dict[str, Worked]:
    """Work out what may be taken for F-beta, except what is the same for this beta."""
    both = [{"P": t.precision, "R": t.recall, "b": beta} for t in (GENERIC, c)]
    usual, here = (by_formula("tables.means", terms) for terms in both)
    firsts = {round(float(GENERIC.f(beta)), 9): ""}  # of those that are the same, one is kept
    for name, value in usual.items():
        firsts.setdefault(round(float(value), 9), name)
    return {name: here[name] for name in firsts.values() if name}


def of_two(kinds: str, a: str, x, b: str, y) -> Family:
    """Return what two numbers are put together to.

    Parameters
    ----------
    kinds : str
        In which ways, of `OF_TWO`.
    a, b : str
        What the two numbers are.
    x, y : number
        The two numbers.

    Examples
    --------
    >>> family = of_two("each ratios", "the old share", 0.25, "the new share", 0.5)
    >>> print(family.members["the old share over the new share"].says())
    That's the old share over the new share.
    """
    ways = (way for kind in kinds.split() for way in OF_TWO[kind].items())
    texts = {name.format(a=a, b=b): text for name, text in ways}
    return family("tables.of_two", formulas({"x": x, "y": y}, texts))


def odds(share) -> Family:
    """Return what is said of a share where its odds are taken for it.

    Examples
    --------
    >>> odds(0.75).values["the odds"]
    3.0
    """
    return worked("tables.odds", {"p": share})


def compared(careful: Confusion, bold: Confusion) -> Family:
    """Return all that two settings are compared by.

    Examples
    --------
    >>> family = compared(Confusion(8, 2, 2, 88), Confusion(9, 5, 1, 85))
    >>> print(family.members["false alarms more over hits more"].says())
    That's the additional false alarms divided by the additional hits.
    """
    terms = {}
    for side, c in (("a", careful), ("b", bold)):
        counted = {**c.counts, **{rate: c.rate(rate) for rate in OF_BOTH}}
        terms |= {f"{name}_{side}": value for name, value in counted.items()}
    return worked("tables.compared", terms)


def with_more_negatives(c: Confusion, times: int) -> Family:
    """Return what precision is taken for where there are so many times the negatives.

    Examples
    --------
    >>> family = with_more_negatives(Confusion(tp=40, fp=5, fn=10, tn=45), 10)
    >>> print(family.members["accuracy as tested"].says())
    That's the accuracy as tested, with another share of positives.
    """
    there = Confusion(tp=c.tp, fp=times * c.fp, fn=c.fn, tn=times * c.tn)
    terms = {"TP": c.tp, "FP": c.fp, "FN": c.fn, "precision": c.precision, "times": times}
    wrong = worked("tables.forgotten", terms, times=times)
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
    return family("tables.here", values)


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
    wrong = worked("tables.weighed", terms)
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
    mixed = worked("tables.town", terms, known)
    return mixed + named_rates(there, "precision")


def exchanged(c: Confusion) -> Family:
    """Return what precision is taken for if the two axes of a ROC curve are exchanged.

    Examples
    --------
    >>> print(exchanged(Confusion(tp=4, fp=3, fn=2, tn=11)).members["axes exchanged"].says())
    That takes the horizontal position of the dot as TPR, and its height as FPR.
    """
    terms = {"recall": c.recall, "fpr": c.fpr, "P": c.tp + c.fn, "N": c.fp + c.tn}
    return worked("tables.exchanged", terms)


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
    return worked("tables.limits", terms)


NAMES = {"precision": "precision", "recall": "recall", "f1": "F1", "f2": "F2", "f0.5": "F0.5"}
OF_MEANS = ("f1", "f2", "f0.5")
OF_ROWS = {
    "overlap": "TP / (TP + FP + FN)",
    "F1": "2*TP / (2*TP + FP + FN)",
    "precision": "TP / (TP + FP)",
    "recall": "TP / (TP + FN)",
    "overlap counted twice": "TP / (2*TP + FP + FN)",
}


def averages(m: ConfusionMatrix, *rates: str, labels=None, who="", whole=True) -> Family:
    """Return every average of some rates, and what else is made of one rate of all classes.

    Parameters
    ----------
    m : ConfusionMatrix
        The table.
    *rates : str
        The rates; the first is the one that is asked for.
    labels : sequence, optional
        The classes that are averaged over.
    who : str, optional
        Whose averages they are, where there are others: ``"of the two"``.
    whole : bool
        Whether the values of all classes are put together in still other ways.

    Examples
    --------
    >>> m = ConfusionMatrix([[4, 1, 0], [1, 2, 1], [0, 0, 1]], ("a", "b", "c"))
    >>> print(averages(m, "f1").members["micro F1"].says())
    That's the micro F1.
    """
    rest = {} if labels is None else {"labels": labels}
    values = {}
    for rate in rates:
        # With every class in, all micro averages are the accuracy: one of them is enough. And
        # recall weighted by the true samples is micro recall.
        micro = labels or rate == rates[0]
        hows = ["macro", *(["weighted"] * (rate != "recall")), *(["micro"] * bool(micro))]
        for how in hows:
            values[f"{how} {NAMES[rate]}"] = float(m.average(rate, how, **rest))
        if rate in OF_MEANS:
            of_means = m.average(rate, "macro-of-averages", **rest)
            values[f"{NAMES[rate]} of the means"] = float(of_means)
    values |= of_classes(m, rates[0], labels or m.labels) if whole else {}
    named = {f"{name} {who}".strip(): value for name, value in values.items()}
    return family("averages.averages", named)


def of_classes(m: ConfusionMatrix, rate: str, labels) -> dict[str, float]:
    """Put the values of all classes together in other ways, and weight them otherwise."""
    tables = [m.one_vs_rest(label) for label in labels]
    each = np.array([float(table.rate(rate)) for table in tables])
    called, sizes = (np.array([getattr(t, a) + t.tp for t in tables]) for a in ("fp", "fn"))
    name = NAMES[rate]
    return {
        f"sum of the {name}s": each.sum(),
        f"lowest {name}": each.min(),
        f"highest {name}": each.max(),
        f"{name} of the largest class": each[sizes.argmax()],
        f"harmonic mean of the {name}s": len(each) / (1 / each).sum() if each.all() else 0.0,
        f"{name} weighted by what was predicted": (each * called).sum() / called.sum(),
    }


def class_by_class(m: ConfusionMatrix, rate: str) -> Family:
    """Return a rate of each class.

    Examples
    --------
    >>> m = ConfusionMatrix([[4, 1, 0], [1, 2, 1], [0, 0, 1]], ("a", "b", "c"))
    >>> class_by_class(m, "recall").values
    {'recall of class a': 0.8, 'recall of class b': 0.5, 'recall of class c': 1.0}
    """
    values = {f"{NAMES[rate]} of class {x}": float(m.one_vs_rest(x).rate(rate)) for x in m.labels}
    return family("averages.classes", values)


def over_everybody(m: ConfusionMatrix, hits: float) -> Family:
    """Return the hits of some classes as a share of all samples."""
    return family("averages.others", {"hits over all samples": hits / m.total})


def wrong_rests(m: ConfusionMatrix, c: Confusion, i: int) -> Family:
    """Return the four counts of a class where the rest of the classes is misread.

    Examples
    --------
    >>> m = ConfusionMatrix([[4, 1, 0], [1, 2, 1], [0, 0, 1]], ("a", "b", "c"))
    >>> wrong_rests(m, m.one_vs_rest("a"), 0).values["all classes added up"]
    (7, 3, 3, 17)
    """
    right, j = int(m.counts.trace()), (i + 1) % m.k
    wrong, runs = m.total - right, [m.one_vs_rest(label) for label in m.labels]
    four = [(r.tp, r.fp, r.fn, r.tn) for r in runs]
    crossing = (m.counts[j, i], m.counts[i, j], m.counts[j, j])
    values = {
        "the diagonal as TP": (right, c.fp, c.fn, c.tn),
        "all mistakes as FP and as FN": (c.tp, wrong, wrong, c.tn),
        "all classes added up": tuple(map(sum, zip(*four, strict=True))),
        "the class after": four[j],
        "one class as the rest": (c.tp, *map(int, crossing)),
    }
    return family("averages.rests", values)


def tags(truth: np.ndarray, called: np.ndarray, others) -> Family:
    """Return what tags may be judged by, besides their mean overlap.

    Parameters
    ----------
    truth, called : array of bool, shape (photographs, tags)
        Which are true, and which are written.
    others : mapping of str to array of bool
        What would be written by another rule.

    Examples
    --------
    >>> truth, called = np.array([[1, 0, 1], [1, 1, 0]]), np.array([[1, 0, 0], [1, 1, 1]])
    >>> family = tags(truth > 0, called > 0, {})
    >>> print(family.values["subset accuracy"], family.values["mean F1"])
    0.0 11/15
    """
    wrong = hamming_loss(truth, called)
    some, rows = truth.any(axis=1), by_row(truth, called)
    known = {
        "subset accuracy": subset_accuracy(truth, called),
        "Hamming loss": wrong,
        "accuracy of the cells": 1 - wrong.fraction,
        "sum of the overlaps": sum(rows["overlap"]),
        "what isn't shared": 1 - average(rows["overlap"]),
        "overlap tag by tag": average(by_row(truth.T, called.T)["overlap"]),
        "one right tag is enough": Fraction(int((truth & called).any(axis=1).sum()), len(truth)),
        "tags too many forgiven": Fraction(int((called >= truth).all(axis=1).sum()), len(truth)),
        "missing tags forgiven": Fraction(int((called <= truth).all(axis=1).sum()), len(truth)),
        **{f"mean {name}": average(rows[name]) for name in OF_ROWS if name != "overlap"},
        **by_formula("averages.tags", cells(truth, called)),
        **{name: average(by_row(truth, there)["overlap"]) for name, there in others.items()},
    }
    if not some.all():
        known["without photographs that have no tags"] = average(
            by_row(truth[some], called[some])["overlap"]
        )
    return family("averages.tags", known)


def by_row(truth, called) -> dict[str, list[Fraction]]:
    """Judge each row; what has no value there counts as 0."""
    each = [formulas(cells(*row), OF_ROWS) for row in zip(truth, called, strict=True)]
    return {name: [row[name].fraction or Fraction(0) for row in each] for name in OF_ROWS}


def average(values) -> Fraction:
    """Return the plain mean."""
    return sum(values) / len(values)


def cells(truth, called) -> dict[str, int]:
    """Count hits, false alarms, misses and right negatives."""
    pairs = {"TP": truth & called, "FP": ~truth & called, "FN": truth & ~called}
    pairs["TN"] = ~(truth | called)
    return {name: int(some.sum()) for name, some in pairs.items()}


def dice_of(m: ConfusionMatrix, label: str) -> Family:
    """Return what stands around the Dice coefficient of one class of a mask.

    Examples
    --------
    >>> m = ConfusionMatrix.from_labels(list("aabbcc"), list("aabccc"))
    >>> print(dice_of(m, "c").members["Dice of b"].says())
    That's the Dice of b, which is another class.
    """
    c, dice, ious = m.one_vs_rest(label), class_dice(m), class_iou(m)
    rest = [name for name in m.labels if name != label]
    known = {f"Dice of {name}": dice[name] for name in rest}
    known |= {f"IoU of {name}": ious[name] for name in rest}
    known |= {"mean Dice": mean_dice(m), "mean IoU": mean_iou(m)}
    known |= {f"mean Dice of {a} and {label}": (dice[a] + dice[label]) / 2 for a in rest}
    known["pixel accuracy"] = pixel_accuracy(m)
    known |= by_formula("averages.masks", c)
    # The smaller of precision and recall is one of them, and F1 doesn't tell FP from FN.
    alike = ("the smaller one", "the larger one", "half the harmonic mean")
    return family("averages.masks", known) + f_measures(c, 1).besides(
        (), (*alike, "hits counted once below")
    )
