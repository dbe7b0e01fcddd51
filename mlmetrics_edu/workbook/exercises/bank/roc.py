"""Exercises on the ROC curve, drawn by hand: lesson 8."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from ....core.trace import Trace
from ....metrics.auc import auc
from ....metrics.compare import CurveComparison, compare_curves
from ....metrics.confusion import Confusion
from ....metrics.costs import Costs
from ....metrics.curves import pr, roc
from ....metrics.ks import ks_statistic
from ....metrics.sweep import Sweep, sweep
from ....metrics.thresholds import best_threshold
from ..families import Family, family, formulas
from ..families.rankings import at_row
from ..families.tables import rates
from ..forms import Built
from ..registry import Unfit, task, template, unfit_if
from ..typed import Labels, corners
from .data import (
    alike,
    listed,
    moves,
    nine,
    of_example,
    one_tie,
    patterns,
    pointed,
    ranked,
    ranking,
    stairs,
    turns,
    untrue,
)

CALLED = 5
MISREAD = {
    "positives missed": "FN / (TP + FN)",
    "false omission rate": "FN / (FN + TN)",
    "odds, not a share": "FP / TN",
    "over everybody": "FP / (TP + FP + FN + TN)",
}
CLINICS = ("East", "North", "South", "West")
PRICES = ((10, 1), (4, 4), (2, 3), (1, 10))  # of a false alarm, and of a miss


@template("roc.fpr-at-5")
def fpr_at_5(rng):
    """The false positive rate, from the first five of a ranking."""
    s = of_example("cars") if rng is None else ranking(rng, int(rng.integers(14, 23)), 6)
    c = s.at(s.threshold[CALLED])
    unfit_if(c.tp + c.fp != CALLED, "a tie at the bar")
    if rng is not None and not s.fp[CALLED - 1] < s.fp[CALLED] < s.fp[CALLED + 1]:
        raise Unfit("the rate is the same one place earlier or later")
    mistakes = {
        **formulas(c, MISREAD),
        "1 − precision": c.fdr,
        "specificity": c.specificity,
        "recall": c.recall,
        "one place too early": s[CALLED - 1].confusion.fpr,
    }
    words = {"bar": s.threshold[CALLED], "negatives": s.negatives, "positives": s.positives}
    family = at_row(s, CALLED, "fpr").but("FP over TN", "one row earlier")
    given = {"family": family, "shown": listed(s), "steps": c}
    return task(c.fpr, mistakes, **given, c=c, called=CALLED, **words)


@template("roc.budget")
def budget(rng):
    """The highest TPR for so many false alarms, off a staircase."""
    m, n, most = (10, 10, 3) if rng is None else map(int, rng.integers((7, 8, 2), (12, 13, 6)))
    s = of_example("fawcett-20") if rng is None else ranking(rng, m + n, m)
    foot, end = (np.flatnonzero(s.fp == most)[i] for i in (0, -1))
    if rng is not None and not s.tp[foot] < s.tp[end] < s.tp[min(end + 2, m + n)]:
        raise Unfit("nothing to climb, with this budget or with one alarm more")
    across = s[int(np.flatnonzero(s.tp * n >= most * m)[0])].confusion.fpr
    there = Confusion(*s[end].confusion.counts.values())  # without a threshold: none is shown
    mistakes = {
        "stopped at the foot": s[foot].confusion.recall,
        "one alarm too many": s[np.flatnonzero(s.fp == most + 1)[-1]].confusion.recall,
        "the FPR": there.fpr,
        "the share missed": there.fnr,
        "the axes mixed up": across,
        "precision": there.precision,
        "steps not divided": there.tp,
    }
    words = {"m": m, "n": n, "most": most, "shown": lambda: stairs(s, moves(s))}
    family = rates(there, "recall").but("TP, not divided") + within(s, most)
    return task(there.recall, mistakes, family=family, steps=there, **words)


def within(s: Sweep, most: int) -> Family:
    """Return what else a budget of false alarms is taken for on a ROC curve."""
    values = {
        "TPR after so many samples": s["recall"][most],
        "FPR after so many positives": s["fpr"][np.argmax(s.tp >= most)],
        "area under the ROC curve": auc(s),
        "KS": ks_statistic(s),
    }
    return family("walks.budget", values)


@template("roc.backwards")
def backwards(rng):
    """The ranking that made a staircase."""
    half = 5 if rng is None else int(rng.integers(4, 7))
    s = of_example("han-kamber") if rng is None else ranking(rng, 2 * half, half)
    top = tuple(np.diff(s.tp).tolist())
    over = tuple(1 - one for one in top)
    mistakes = {
        "from the upper right": top[::-1],
        "up for a negative": over,
        "both the wrong way round": over[::-1],
    }
    form = Labels(2 * half, half)
    steps = f"From the lower left: {moves(s).rpartition(': ')[2]}"
    shown = {"shown": lambda: stairs(s, turns(s)), "steps": steps}
    return task(top, mistakes, form=form, count=2 * half, half=half, **shown)


@template("roc.draw")
def draw(rng):
    """The corners of a ROC curve with a slope."""
    s = nine() if rng is None else one_tie(rng, *map(int, rng.integers(3, 6, 2)))
    y, score, points = s.samples.positive, s.samples.score, pointed(s)
    m, n = s.positives, s.negatives
    best, worst = (sweep(y, score, ties=f"{side}-first") for side in ("positives", "negatives"))
    mistakes = {
        "axes swapped": points[:, ::-1],
        "tie drawn up, then right": pointed(best),
        "tie drawn right, then up": pointed(worst),
        "from the bottom": pointed(sweep(y, -score)),
        "every step alike": points * [n / (m + n), m / (m + n)],
        "start left out": corners(points)[1:],
        "both ends left out": corners(points)[1:-1],
        "from right to left": points[::-1],
        "specificity across": pointed(s, "specificity"),
        "the P-R curve": np.column_stack([*pr(s)])[1:],
    }
    mistakes = {name: found.tolist() for name, found in mistakes.items()}
    return task(roc(s), mistakes, shown=listed(s), steps=roc(s), m=m, n=n)


@template("roc.errata")
def errata(rng):
    """Which sentences of notes and courses are wrong."""
    a, b = (of_example(f"learner-{name}") for name in "ab")
    first, fifth = a[1].confusion, a["fpr"] == a[1].confusion.fpr
    holds = {
        "recall": (a["tpr"] == a["recall"]).all(),
        "curve": False,  # an AUC is one number
        "floor": (b["recall"] >= b["fpr"]).all(),
        "top": first.precision == 1,
        "one walk": roc(a).sweep is pr(a).sweep,
        "specificity": (a["fpr"] == a["specificity"]).all(),
        "one to one": len(set(a["recall"][fifth])) == 1,
    }
    return task(untrue(holds), steps=["Program A:", roc(a), "Program B:", roc(b)])


@template("roc.changes")
def changes(rng):
    """Which ways to change scores change the curve."""
    s, bar = of_example("fawcett-20"), 0.5
    if rng is not None:
        s, bar = ranking(rng, 10, 5, name="sample"), float(rng.choice([0.2, 0.5]))
    y, score = s.samples.positive, s.samples.score
    unfit_if((score < bar).sum() < 2, "too few below the bar")
    changed = {
        "square root": np.sqrt(score),
        "one minus": 1 - score,
        "rounded": score.round(1),
        "places": score.argsort(kind="stable").argsort() + 1,
        "halved": np.where(score < bar, score / 2, score),
        "doubled": np.where(score < bar, score * 2, score),
        "set to 0": np.where(score < bar, 0, score),
    }
    curves = {name: roc(sweep(y, values)) for name, values in changed.items()}
    moved = frozenset(name for name, curve in curves.items() if not alike(roc(s), curve))
    after = ["a different one" if name in moved else "the same" for name in curves]
    steps = Trace.of("the curve afterwards", {"change": [*curves], "curve": after})
    return task(moved, shown=listed(s), steps=steps, bar=bar)


@template("roc.another-ship")
def another_ship(rng):
    """The accuracy of a point of the ROC plane, for another share of positives, and why."""
    ill, healthy, up, right = 10, 90, 5, 1
    if rng is not None:
        ill, healthy, up, right = map(int, rng.integers((1, 6, 4, 1), (4, 25, 10, 4)))
        ill, healthy = 10 * ill, 10 * healthy
    c = at_tenths(ill, healthy, up, right)
    turned = at_tenths(healthy, ill, up, right).accuracy
    offered = (c.accuracy, c.balanced_accuracy, c.specificity, c.precision, turned)
    if any(abs(a - b) < 0.01 for a, b in combinations(offered, 2)):
        raise Unfit("two of the numbers to choose from are nearly equal")
    words = {"ill": ill, "healthy": healthy, "tpr": c.recall, "fpr": c.fpr, "turned": turned}
    words |= {"old": c.balanced_accuracy, "lazy": healthy / (ill + healthy)}
    steps = (c, c.accuracy)
    return task(("accuracy", "weights"), steps=steps, c=c, total=ill + healthy, **words)


def at_tenths(ill: int, healthy: int, up: int, right: int) -> Confusion:
    """Count at a point of the ROC plane whose rates are whole tenths."""
    tp, fp = ill * up // 10, healthy * right // 10
    return Confusion(tp=tp, fp=fp, fn=ill - tp, tn=healthy - fp)


@template("roc.clinics")
def clinics(rng):
    """The order along the curve in which clinics with several prices stop."""
    s, prices, places = of_example("fawcett-20"), PRICES, (2, 0, 3, 1)
    if rng is not None:
        (s, prices), places = flattening(rng), rng.permutation(4).tolist()
    stops = [best_threshold(s, "cost", costs=Costs(fp=fp, fn=fn)).rows for fp, fn in prices]
    rows, order = [stop[0] for stop in stops], [CLINICS[place] for place in places]
    if sorted(set(rows)) != rows or order == sorted(order) or max(map(len, stops)) > 1:
        raise Unfit("two clinics stop at one point, or the example on how to answer is the answer")
    wary, even, bold, keen = order
    mistakes = {
        "from the upper right": (keen, bold, even, wary),
        "the even one first": (even, wary, bold, keen),
        "the even one last": (wary, bold, keen, even),
        "the inner two swapped": (wary, bold, even, keen),
    }
    paid = dict(sorted(zip(order, prices, strict=True)))
    alarm, miss = zip(*paid.values(), strict=True)
    costs = {"clinic": [*paid], "a false alarm costs": alarm, "a miss costs": miss}
    there = [s[row].confusion for row in rows]
    at = {"clinic": order, "FPR": [c.fpr.fraction for c in there]}
    at["TPR"] = [c.recall.fraction for c in there]
    shown = (Trace.of("what an error costs", costs), lambda: stairs(s, moves(s)))
    return task(tuple(order), mistakes, shown=shown, steps=Trace.of("where each stops", at))


def flattening(rng) -> tuple[Sweep, tuple]:
    """Draw a walk that gets flatter part by part, and prices that stop it after each part."""
    first, up, more, last = map(int, rng.integers((2, 2, 2, 1), (5, 5, 4, 3)))
    parts = [(first, 0), (up, 1), (more, more + 1), (last, 2 * last + 1)]
    parts.append((0, max(0, sum(up - right for up, right in parts))))
    labels = [one for part in parts for one in low_first(rng, *part)]
    unfit_if(sum(labels) * 2 != len(labels), "more negatives than positives")
    alarms, even, misses = map(int, rng.integers((1, 2, 5), (6, 6, 13)))
    bold = [(3, 5), (4, 7), (5, 8)][rng.integers(3)]
    return ranked(labels), ((up + alarms, 1), (even, even), bold, (1, misses))


def low_first(rng, up: int, right: int) -> list[int]:
    """Mix so many steps up and right, beginning with one to the right, ending with one up."""
    if not up * right:
        return [1] * up + [0] * right
    return [0, *rng.permutation([1] * (up - 1) + [0] * (right - 1)).tolist(), 1]


@template("roc.rival")
def rival(rng):
    """Build a ranking whose curve crosses another's, in one direction."""
    top = tuple(np.diff(of_example("learner-a").tp).tolist())
    top = top if rng is None else tuple(rng.permutation([1] * 5 + [0] * 5).tolist())
    crossing = crossings(top)
    unfit_if(len(crossing) < 2, "nothing crosses it, or in one direction only")

    def judge(given):
        curves = (roc(ranked(row)) for row in (given, top))
        return race(compare_curves(*curves, names=("yours", "theirs")))

    def measure(given):
        above, below = (max(0, *lead) / 5 for lead in (ahead(given, top), ahead(top, given)))
        return f"Yours: above the other by at most {above:g}, below it by at most {below:g}."

    right = crossing[True]
    before = {"zero": range(1, 6), "theirs": heights(top), "yours": heights(right)}
    mistakes = {
        "never below": (1,) * 5 + (0,) * 5,
        "never above": (0,) * 5 + (1,) * 5,
        "the same walk": top,
        "crosses the other way round": crossing[False],
    }
    form, row = Built(Labels(10, 5), judge, measure), "".join(map(str, top))
    steps = Trace.of("how many ones come before each zero", before)
    return task(right, mistakes, form=form, steps=steps, top=row)


def crossings(top) -> dict[bool, tuple]:
    """Find a ranking whose curve crosses another one's, higher at first or not."""
    crosses = [p for p in patterns(10, 5) if min(ahead(p, top)) < 0 < max(ahead(p, top))]
    return {next(filter(None, ahead(p, top))) > 0: p for p in crosses}


def ahead(yours, theirs) -> list[int]:
    """Say for each column of the ROC square how many steps your curve is above theirs."""
    return [one - other for one, other in zip(heights(yours), heights(theirs), strict=True)]


def heights(row) -> list[int]:
    """Count for each 0 of a ranking the ones before it."""
    return [sum(row[:i]) for i, one in enumerate(row) if not one]


def race(comparison: CurveComparison) -> bool | str:
    """Name how your curve lies to theirs; True where it is higher first, and lower later."""
    if comparison.verdict == "they cross":
        first = next(part.on_top for part in comparison.stretches if part.on_top != "together")
        return first == "yours" or "crosses the other way round"
    names = {"yours wraps theirs": "never below", "theirs wraps yours": "never above"}
    return names.get(comparison.verdict, "the same walk")
