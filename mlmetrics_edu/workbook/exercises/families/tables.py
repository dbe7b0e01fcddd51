"""What a question about a table of four counts is answered with, besides the right rate."""

from collections.abc import Mapping
from functools import cache
from itertools import permutations, product

from ....core import words
from ....core.formula import Formula
from ....core.worked import Worked
from ....metrics.confusion import Confusion
from ....metrics.rates import RATES
from ....metrics.sweep import Sweep
from ..family import OTHERS, Family, Member, family, sentences
from ..registry import formulas
from .shares import of_two

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
UNNAMED = {
    "share of negatives": "(FP + TN) / (TP + FP + FN + TN)",
    "share of predicted negatives": "(FN + TN) / (TP + FP + FN + TN)",
    "F1 of the other class": "2*TN / (2*TN + FP + FN)",
}
WHOLE = {
    "all positives over all predicted positives": "(TP + FN) / (TP + FP)",
    "all predicted positives over all positives": "(TP + FP) / (TP + FN)",
    "all right ones over all mistakes": "(TP + TN) / (FP + FN)",
}
GENERIC = Confusion(tp=101, fp=211, fn=401, tn=809)  # on which no two formulas agree by chance


def named_rates(c: Confusion, asked: str = "") -> Family:
    """Return the rates of a table that have a name, except the one that is asked for."""
    values = {words.term(name).en: c.rate(name) for name in NAMED if name != asked}
    return family("tables.rates", values | formulas(c, UNNAMED))


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

    Examples
    --------
    >>> [*odd_ratios("fnr")]  # FN / (TP + FN)
    ['TP over FN', 'FP over FN', 'FN over TP', 'FN over FP', 'FN over TN', 'TN over FN', ...]
    """
    sums = {f"{a} over {who}": (a, b) for a, (who, b) in product(CELLS, MARGINS.items())}
    pairs = {f"{a} over {b}": (a, b) for a, b in permutations(CELLS, 2)}
    taken = named()
    above, below = (RATES[asked].expression if asked else "TP / ").split(" / ")
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
    return frozenset(map(float, [*map(GENERIC.rate, NAMED), *formulas(GENERIC, UNNAMED).values()]))


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
    says = sentences("tables")["rates"][OTHERS]
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
    return family("tables.betas", formulas({"k": square}, BETAS) | {"the β of F1": 1})


BETAS = {
    "1 + β²": "1 + k",
    "the root of 1 + β²": "sqrt(1 + k)",
    "the root of the root": "sqrt(sqrt(k))",
    "half of β²": "k / 2",
    "twice β²": "2*k",
    "1 + β": "1 + sqrt(k)",
}


def needed(precision, goal) -> Family:
    """Return what the recall that goes with a precision and an F1 may be mistaken for.

    Examples
    --------
    >>> print(needed(0.8, 0.5).members["by F0.5"].says())
    With that recall it's F0.5 that has the value.
    """
    solved = formulas({"P": precision, "F": goal}, SOLVED)
    both = of_two("differences ratios means", "precision", precision, "F1", goal)
    return family("tables.needed", solved) + both


SOLVED = {
    "by twice the product": "F / (2*P)",
    "by P·R / (P + R)": "P*F / (P - F)",
    "by F0.5": "P*F / (5*P - 4*F)",
    "a sum below": "F*P / (2*P + F)",
    "turned upside down": "(2*P - F) / (F*P)",
    "2 only above": "2*F*P / (2*P - F)",
}


def other_betas(c: Confusion, beta: float) -> dict[str, Worked]:
    """Work out F-beta with some other betas, and with the asked one turned or squared."""
    others = {round(b, 6) for b in (0.5, 1, 2, 3, beta**2, 1 / beta)} - {round(beta, 6)}
    return {f"F{b:.3g}": c.f(b) for b in sorted(others)}


def means_of(c: Confusion, beta: float) -> dict[str, Worked]:
    """Work out what may be taken for F-beta, except what is the same for this beta."""
    usual, worked = (
        formulas({"P": t.precision, "R": t.recall, "b": beta}, MEANS) for t in (GENERIC, c)
    )
    firsts = {round(float(GENERIC.f(beta)), 9): ""}  # of those that are the same, one is kept
    for name, value in usual.items():
        firsts.setdefault(round(float(value), 9), name)
    return {name: worked[name] for name in firsts.values() if name}


MEANS = {
    "the arithmetic mean": "(P + R) / 2",
    "the geometric mean": "sqrt(P*R)",
    "the product": "P*R",
    "the sum": "P + R",
    "the difference": "abs(P - R)",
    "half the harmonic mean": "P*R / (P + R)",
    "β not squared": "(1 + b)*P*R / (b*P + R)",
    "β² only below": "P*R / (b**2*P + R)",
    "1 + β² forgotten below": "(1 + b**2)*P*R / (P + R)",
    "weighted arithmetic mean": "(P + b**2*R) / (1 + b**2)",
    "2 in place of 1 + β²": "2*P*R / (b**2*P + R)",
    "arithmetic mean with β": "(P + b*R) / (1 + b)",
    "weighted the other way": "(b**2*P + R) / (1 + b**2)",
    "harmonic mean of the others": "2*(1 - P)*(1 - R) / (2 - P - R)",
}
