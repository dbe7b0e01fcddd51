"""Exercises on F1, F-beta and the three means: lesson 3."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, isclose, sqrt

import numpy as np

from .... import plots
from ....core import digits
from ....core.formula import Formula
from ....core.trace import Trace
from ....metrics.confusion import Confusion
from ....metrics.costs import crossover_beta, crossover_costs
from ...examples import example
from ..families import Family, formulas
from ..families.tables import (
    betas,
    compared,
    elsewhere,
    f_alone,
    f_measures,
    needed,
    of_two,
    places,
    some_rates,
)
from ..forms import Built, Names
from ..registry import task, template, unfit_if
from ..typed import Number, Steps, Written
from .data import in_order

ARITHMETIC = "(precision + recall) / 2"
GEOMETRIC = "sqrt(precision * recall)"
ONCE = "TP / (TP + FP + FN)"
MEANS = {
    "arithmetic": Formula("arithmetic mean", "(x + y) / 2"),
    "geometric": Formula("geometric mean", "sqrt(x * y)"),
    "harmonic": Formula("harmonic mean", "2 / (1/x + 1/y)"),
}
NEEDED = Formula("recall", "goal*precision / (2*precision - goal)")  # F1, solved for recall
WRONGLY_NEEDED = {
    "arithmetic mean": Formula("by the arithmetic mean", "2*goal - precision"),
    "geometric mean": Formula("by the geometric mean", "goal**2 / precision"),
    "F2": Formula("by F2", "4*goal*precision / (5*precision - goal)"),
}
F_WEIGHTED = Formula("F", "(1 + square)*precision*recall / (square*precision + recall)")
SHEET = {
    "β² itself": Formula("β²", "k"),
    "squared": Formula("squared", "k**2"),
    "1 + β²": Formula("1 + β²", "1 + k"),
    "P and R swapped": Formula("swapped", "sqrt(1/k)"),
    "turned over": Formula("turned over", "1/k"),
}
TURNED = Formula("turned over", "(1/recall_a - 1/recall_b) / (1/precision_b - 1/precision_a)")
NO_RECIPROCALS = Formula("differences", "(precision_a - precision_b) / (recall_b - recall_a)")
POISONED, MEI = {3, 7, 8, 14, 19}, {2, 3, 7, 11, 14, 16}
WELLS = tuple(map(str, range(1, 21)))


@template("fbeta.screening")
def screening(rng):
    """F1, from a table of counts."""
    c = example("fob-screening").confusion
    if rng is not None:
        tp, fn, tn = (int(rng.integers(*ends)) for ends in ((8, 60), (3, 40), (800, 3000)))
        c = Confusion(tp, tp + int(rng.integers(10, 200)), fn, tn)
    mistakes = formulas(c, {"arithmetic mean": ARITHMETIC, "geometric mean": GEOMETRIC})
    mistakes |= formulas(c, {"hits once": ONCE, "doubled below only": "TP / (2*TP + FP + FN)"})
    mistakes |= formulas(c, {"the other class": "2*TN / (2*TN + FP + FN)"})
    mistakes |= {"accuracy": c.accuracy, "precision": c.precision, "recall": c.recall}
    family = f_measures(c, 1).but(
        "the arithmetic mean", "the geometric mean", "half the harmonic mean"
    )
    words = {"alarms": c.tp + c.fp, "ill": c.tp + c.fn}
    return task(c.f1, mistakes, family=family, shown=c, c=c, **words)


@template("fbeta.which-mean")
def which_mean(rng):
    """Which story asks for a mean, and why."""
    mean, slow, fast, up, down = "harmonic", 30, 60, Fraction(5, 4), Fraction(4, 5)
    if rng is not None:
        mean = str(rng.choice(list(MEANS)))
        slow, fast = sorted((10 * rng.choice(range(1, 10), 2, replace=False)).tolist())
        up = Fraction(int(rng.integers(11, 20)), 10)
        down = Fraction(int(rng.integers(5, 10)), 10)
    really = {  # half a tank each; an hour each; the same factor twice
        "halves": (slow, fast, 1 / (0.5 / slow + 0.5 / fast)),
        "hours": (slow, fast, (1 * slow + 1 * fast) / (1 + 1)),
        "price": (float(up), float(down), sqrt(up * down)),
    }
    fits = {
        story: [m for m, f in MEANS.items() if isclose(f.work(x=x, y=y), truth)]
        for story, (x, y, truth) in really.items()
    }
    option = next(story for story, means in fits.items() if means == [mean])
    reason = {"halves": "amounts", "hours": "times", "price": "product"}[option]
    columns = {
        "story": list(really),
        "true average": [digits.decimal(t) for *_, t in really.values()],
    }
    for name, f in MEANS.items():
        columns[name] = [digits.decimal(f.work(x=x, y=y)) for x, y, _ in really.values()]
    words = {"mean": mean, "slow": slow, "fast": fast, "up": float(up), "down": float(down)}
    return task((option, reason), steps=Trace.of("three stories", columns), **words)


@template("fbeta.needed-recall")
def needed_recall(rng):
    """The recall that goes with a precision and an F1, from a map."""
    precision, goal = 0.8, 0.5
    if rng is not None:
        precision = int(rng.integers(60, 98)) / 100
        goal = int(rng.integers(ceil(10 * precision), int(20 * precision) - 2)) / 20
    levels = [level for k in range(-3, 4) if 0.05 < (level := round(goal + 0.15 * k, 2)) < 0.95]
    mistakes = {name: f.work(goal=goal, precision=precision) for name, f in WRONGLY_NEEDED.items()}
    above = round(goal + 0.15, 2)
    mistakes |= {"the F1 itself": goal, "the precision": precision}
    mistakes["the next line"] = NEEDED.work(goal=above, precision=precision)
    return task(
        NEEDED.work(goal=goal, precision=precision),
        mistakes,
        shown=lambda: plots.f_surface(levels=levels).figure,
        form=Number(tolerance=0.02),
        family=lambda: needed(precision, goal),
        precision=precision,
        goal=goal,
        above=above,
    )


@template("fbeta.records")
def records(rng):
    """F2 of a search that returned some records."""
    c = example("records").confusion
    if rng is not None:
        tp, fp, fn = (int(rng.integers(*ends)) for ends in ((10, 60), (10, 90), (2, 40)))
        c = Confusion(tp, fp, fn, int(100 * rng.integers(3, 20)) - tp - fp - fn)
    mistakes = {
        **formulas(c, {"β for β²": "3*precision*recall / (2*precision + recall)"}),
        "F0.5": c.f(0.5),
        "F1": c.f1,
        **formulas(c, {"arithmetic mean with weights": "(precision + 4*recall) / 5"}),
        "recall": c.recall,
    }
    family = f_measures(c, 2).but("β not squared", "weighted arithmetic mean")
    words = {"returned": c.tp + c.fp, "wanted": c.tp + c.fn, "square": 2**2}
    return task(c.f(2), mistakes, family=family, c=c, **words)


@template("fbeta.sheet")
def sheet(rng):
    """The β for which a formula sheet's F is the real one."""
    k = Fraction(1, 2) if rng is None else Fraction(*map(int, rng.integers(1, 9, 2)))
    mistakes = {name: f.work(k=k) for name, f in SHEET.items()}
    unfit_if(not 0.15 < k < 9 or (100 * k).denominator > 1, "no index that anybody would print")
    words = {"k": k, "at": factor(k), "top": factor(1 + k), "index": float(k)}
    return task(Formula("beta", "sqrt(k)").work(k=k), mistakes, family=betas(k), **words)


def factor(number: Fraction) -> str:
    """Write a number so that it may stand before another one; a fraction gets brackets."""
    return str(number) if number.denominator == 1 else f"({number})"


@template("fbeta.best-by-f2")
def best_by_f2(rng):
    """Order four models by F2."""
    models = {m: (r["precision"], r["recall"]) for m, r in example("models").values.items()}
    if rng is not None:
        low, high = (np.sort(rng.choice(range(2, 10), 4, replace=False)) / 10 for _ in range(2))
        rates = rng.permutation(np.c_[low, high[::-1]]).tolist()  # who gains one loses the other
        models = dict(zip("ABCD", map(tuple, rates), strict=True))
    by = {
        "the answer": lambda p, r: weighted(p, r, 4),
        "β for β²": lambda p, r: weighted(p, r, 2),
        "F0.5": lambda p, r: weighted(p, r, Fraction(1, 4)),
        "F1": lambda p, r: weighted(p, r, 1),
        "recall alone": lambda p, r: r,
    }
    values = {name: {m: f(*rates) for m, rates in models.items()} for name, f in by.items()}
    strict = {n: in_order(v, reverse=True) for n, v in values.items() if len({*v.values()}) == 4}
    unfit_if("the answer" not in strict, "two models have the same F2")
    answer = strict.pop("the answer")
    unfit_if(answer == tuple("ABCD"), "in the order of the alphabet")
    precision, recall = zip(*models.values(), strict=True)
    columns = {"model": list(models), "precision": precision, "recall": recall}
    f2 = {"model": list(answer), "F2": [digits.both(values["the answer"][m]) for m in answer]}
    shown, steps = Trace.of("four models", columns), Trace.of("the best first", f2)
    mistakes = {**strict, "the worst first": answer[::-1]}
    return task(answer, mistakes, shown=shown, steps=steps, a=models["A"], square=2**2)


def weighted(precision, recall, square):
    """Work F-beta out for a β², exactly."""
    return F_WEIGHTED.work(square=square, precision=precision, recall=recall).fraction


@template("fbeta.new-wells")
def new_wells(rng):
    """F1 of a kit that always rings, after clean wells were added."""
    wells, poisoned, more = 20, 5, 100
    if rng is not None:
        wells, more = int(rng.integers(12, 40)), int(10 * rng.integers(3, 20))
        poisoned = int(rng.integers(4, wells // 2))
    before = Confusion(tp=poisoned, fp=wells - poisoned, fn=0, tn=0)
    now = Confusion(tp=poisoned, fp=wells - poisoned + more, fn=0, tn=0)
    mistakes = {
        "as before": before.f1,
        "precision": now.precision,
        **formulas(now, {"arithmetic mean": ARITHMETIC}),
        "old alarms forgotten": Confusion(tp=poisoned, fp=more, fn=0, tn=0).f1,
        **formulas(now, {"doubled below only": "TP / (2*TP + FP + FN)"}),
    }
    new = Confusion(tp=0, fp=more, fn=0, tn=0)
    hits = Confusion(tp=poisoned + more, fp=wells - poisoned, fn=0, tn=0)
    others = {"of the new wells alone": new, "with the new wells as hits": hits}
    family = elsewhere("f1", others) + elsewhere("precision", {"before the new wells": before})
    family += of_two("differences", "F1 now", now.f1, "F1 before", before.f1)
    family += always_rings(now)
    family += places(**{"the mean of F1 of the old wells and of the new ones": before.f1 / 2})
    words = {"wells": wells, "poisoned": poisoned, "more": more, "now": now}
    return task(now.f1, mistakes, family=family, steps=now, **words)


def always_rings(c: Confusion) -> Family:
    """Join what stands around F1 where nothing is missed and nothing left alone."""
    same = "the product, the difference, the arithmetic mean"
    same += ", half the harmonic mean, macro F1, harmonic mean of the others, misses forgotten"
    same += ", harmonic mean of recall and specificity, false alarms forgotten"
    return some_rates(c, "recall", "fdr") + f_alone(c, 1).but(*same.split(", "))


@template("fbeta.crossover")
def crossover(rng):
    """The β² from which on F-beta prefers the kit with the higher recall."""
    a, b = Confusion(tp=3, fp=3, fn=2, tn=12), Confusion(tp=5, fp=12, fn=0, tn=3)
    if rng is not None:
        poisoned, clean = int(rng.integers(6, 12)), int(rng.integers(25, 40))
        hits = sorted(rng.choice(range(2, poisoned + 1), 2, replace=False).tolist())
        alarms = int(rng.integers(1, 6)), int(rng.integers(8, 25))
        pairs = zip(hits, alarms, strict=True)
        a, b = (Confusion(tp, fp, poisoned - tp, clean - fp) for tp, fp in pairs)
    square = crossover_beta(a, b)
    unfit_if(not square > 0, "one kit is better at every β")
    terms = square.terms
    mistakes = {
        "β": Formula("beta", "sqrt(square)").work(square=square.fraction),
        "squared again": Formula("squared", "square**2").work(square=square.fraction),
        "a price": crossover_costs(a, b),
        "turned over": TURNED.work(**terms),
        "differences without reciprocals": NO_RECIPROCALS.work(**terms),
        "false alarms alone": b.fp - a.fp,
    }
    rings, poisoned = (a.tp + a.fp, b.tp + b.fp), a.tp + a.fn
    columns = {"kit": ["careful", "bold"], "rang at": rings, "hits": [a.tp, b.tp]}
    shown = Trace.of(f"{a.total} wells, {poisoned} of them poisoned", columns)
    here = ("false alarms more", "false alarms more over hits more")
    family = compared(a, b).but(*here) + betas(square)
    words = {"a": a, "b": b, "rings": rings, "poisoned": poisoned}
    return task(square, mistakes, family=family, shown=shown, **words)


@template("fbeta.build-kit")
def build_kit(rng):
    """Build a kit with fewer hits than another, and a higher F1."""
    poisoned, rang = POISONED, MEI
    if rng is not None:
        poisoned = set(rng.choice(range(1, 21), int(rng.integers(5, 8)), replace=False).tolist())
        rang = set(rng.choice(range(1, 21), int(rng.integers(6, 11)), replace=False).tolist())
    rival = kit(poisoned, rang)
    hits, clean = sorted(poisoned), [w for w in range(1, 21) if w not in poisoned]
    wanted = rival.tp - 1
    unfit_if(wanted < 2 or rival.fn == 0, "the rival finds too few, or all")
    mistakes = {
        "too many hits": hits,
        "too few hits": hits[: wanted - 1],
        "too many rings": hits[:wanted] + clean,
        "clean wells only": clean[:2],
    }
    form = Built(
        Names(WELLS),
        lambda given: kit_judged(kit(poisoned, map(int, given)), rival),
        lambda given: measured(kit(poisoned, map(int, given))),
    )
    words = {"poisoned": written(poisoned), "rang": written(rang), "rival": rival, "wanted": wanted}
    mistakes = {name: frozenset(map(str, wells)) for name, wells in mistakes.items()}
    return task(frozenset(map(str, hits[:wanted])), mistakes, form=form, **words)


def kit(poisoned, rang) -> Confusion:
    """Count a kit's rings against the poisoned wells, of twenty."""
    rang, wells = set(rang), range(1, 21)
    return Confusion.from_labels([w in poisoned for w in wells], [w in rang for w in wells])


def kit_judged(yours: Confusion, rival: Confusion):
    """Name what a kit lacks."""
    if yours.tp == 0 and yours.fp:
        return "clean wells only"
    if yours.tp != rival.tp - 1:
        return "too many hits" if yours.tp >= rival.tp else "too few hits"
    return True if yours.f1.fraction > rival.f1.fraction else "too many rings"


def measured(c: Confusion) -> str:
    """Say what a kit came to."""
    return f"Yours: hits {c.tp}, false alarms {c.fp}, F1 {c.f1.fraction}."


def written(wells) -> str:
    """List wells in order."""
    return ", ".join(map(str, sorted(wells)))


@template("fbeta.formula")
def formula(rng):
    """F-beta for one beta, written as a formula in P and R."""
    beta = (
        Fraction(2) if rng is None else Fraction(str(rng.choice(["3", "4", "1/2", "1/3", "1/4"])))
    )
    w = f"({beta**2})"
    mistakes = {
        "β not squared": f"(1 + {beta})*P*R / (({beta})*P + R)",
        "β on the wrong side": f"(1 + {w})*P*R / (P + {w}*R)",
        "factor forgotten": f"P*R / ({w}*P + R)",
        "F1": "2*P*R / (P + R)",
        "an arithmetic mean": f"(P + {w}*R) / (1 + {w})",
    }
    rows = np.random.default_rng(0).uniform(0.05, 1, (5, 2)).round(2)
    form = Written(("P", "R"), [{"P": p, "R": r} for p, r in rows.tolist()])
    right = f"{1 + beta**2}*P*R / ({w}*P + R)"
    return task(right, mistakes, form=form, beta=str(beta), square=str(beta**2))


@template("fbeta.three-steps")
def three_steps(rng):
    """Precision, recall, F1: the third from the other two."""
    c = example("fob-screening").confusion
    if rng is not None:
        tp, fp, fn = (int(rng.integers(*ends)) for ends in ((10, 60), (5, 90), (2, 40)))
        c = Confusion(tp, fp, fn, int(rng.integers(60, 3000)))
    form = Steps(count=3, names=("precision", "recall", "F1"), follow=(None, None, harmonic))
    right = (c.precision, c.recall, c.f1)
    wrong = {
        "recall for precision": (0, c.recall),
        "accuracy for precision": (0, c.accuracy),
        "specificity for recall": (1, c.specificity),
        "over everybody": (1, c.detection_rate),
        "arithmetic mean": (2, (c.precision + c.recall) / 2),
        "product": (2, c.precision * c.recall),
        "a half forgotten": (2, c.f1 / 2),
    }
    mistakes = {name: form.with_mistake(*slip, right) for name, slip in wrong.items()}
    return task(right, mistakes, form=form, shown=c, steps=list(right))


def harmonic(p, r):
    """Return the harmonic mean of two numbers."""
    return 2 * p * r / (p + r)
