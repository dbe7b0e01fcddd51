"""Exercises on the ROC curve, drawn by hand, and on the area under it: lessons 8 and 9."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np

from ....core.formula import Formula
from ....core.trace import Trace
from ....metrics.auc import auc
from ....metrics.auc_error import auc_interval, auc_standard_error
from ....metrics.average_precision import average_precision
from ....metrics.compare import CurveComparison, compare_curves
from ....metrics.confusion import Confusion
from ....metrics.costs import Costs
from ....metrics.curves import pr, roc
from ....metrics.ks import ks_statistic
from ....metrics.populations import reweight
from ....metrics.sweep import Sweep, sweep
from ....metrics.thresholds import best_threshold
from ....metrics.ties import tie_range
from ...examples import swept
from .. import Unfit, task, template, unfit_if
from ..families import Family, family, formulas
from ..families.rankings import at_row, errors, pairs, scores
from ..families.rankings import squares as of_squares
from ..families.tables import rates
from ..forms import Built
from ..typed import Coded, Labels, Numbers, corners
from . import (
    alike,
    doubtful,
    in_order,
    listed,
    marks,
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
    at_stop = Confusion(*s[end].confusion.counts.values())  # without a threshold: none is shown
    mistakes = {
        "stopped at the foot": s[foot].confusion.recall,
        "one alarm too many": s[np.flatnonzero(s.fp == most + 1)[-1]].confusion.recall,
        "the FPR": at_stop.fpr,
        "the share missed": at_stop.fnr,
        "the axes mixed up": across,
        "precision": at_stop.precision,
        "steps not divided": at_stop.tp,
    }
    words = {"m": m, "n": n, "most": most, "shown": lambda: stairs(s, moves(s))}
    family = rates(at_stop, "recall").but("TP, not divided") + within(s, most)
    return task(at_stop.recall, mistakes, family=family, steps=at_stop, **words)


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
def roc_errata(rng):
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
    at_stop = [s[row].confusion for row in rows]
    at = {"clinic": order, "FPR": [c.fpr.fraction for c in at_stop]}
    at["TPR"] = [c.recall.fraction for c in at_stop]
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


# What people make of the pairs won, tied and lost, and of the ranks of the positives.
MISCOUNTED = {
    "tie given to the positive": "(won + tied) / (positives*negatives)",
    "tie given to the negative": "won / (positives*negatives)",
    "ties left out": "won / (won + lost)",
    "share lost": "(lost + tied/2) / (positives*negatives)",
    "rank sum left whole": "rank_sum / (positives*negatives)",
    "M − 1 taken away": "(rank_sum - (positives - 1)) / (positives*negatives)",
    "all pairs": "(won + tied/2) / (samples*(samples - 1)/2)",
}
LISTS = ("right AUC, wrong top", "right top, AUC too large", "right top, AUC too small", "neither")
SCORES = ("upside down", "right AUC, wrong KS", "right KS, wrong AUC", "neither")
ERROR = Formula("standard_error", "today / sqrt(times)")
WHY = "(Not quite the same: it divides by the size of each class less 1, and isn't rounded first.)"


@template("auc.line-up")
def line_up(rng):
    """Five lists in the order of their AUC."""
    if rng is None:
        rows = [labels_of(of_example(f"learner-{name}")) for name in "ab"]
    else:
        rows = [rng.permutation([1] * 5 + [0] * 5).tolist() for _ in "AB"]
    area = dict(zip("AB", (auc(ranked(row)).fraction for row in rows), strict=True))
    turned = {f"{name} turned": 1 - value for name, value in area.items()}
    value = {**area, **turned, "a coin": Fraction(1, 2)}
    unfit_if(len(set(value.values())) < len(value), "two of them are equal")
    up = in_order(value)
    swapped = {"A turned": "B turned", "B turned": "A turned"}
    renamed = {**swapped, "A": "B", "B": "A"}
    mistakes = {
        "highest first": up[::-1],
        "the coin is the worst": sorted(up, key=lambda name: name != "a coin"),
        "turned ones are the worst": sorted(up, key=lambda name: "turned" not in name),
        "turned without changing places": [swapped.get(name, name) for name in up],
        "A and B swapped": [renamed.get(name, name) for name in up],
    }
    a, b = (list(marks(row)) for row in rows)
    shown = Trace.of("two rankings", {"place": range(1, 11), "A": a, "B": b})
    steps = Trace.of("AUC", {"list": up, "AUC": [value[name] for name in up]})
    return task(up, {k: tuple(v) for k, v in mistakes.items()}, shown=shown, steps=steps)


def labels_of(s: Sweep) -> list[int]:
    """List the labels of a ranking without ties, from the top."""
    return np.diff(s.tp).tolist()


@template("auc.eight")
def eight(rng):
    """The AUC of a few samples, two of which tie."""
    s = pumpkin() if rng is None else one_tie(rng, *map(int, rng.integers(3, 7, 2)))
    right = auc(s, "pairs")
    terms = {name: right.terms[name] for name in ("won", "tied", "positives", "negatives")}
    terms["lost"] = terms["positives"] * terms["negatives"] - terms["won"] - terms["tied"]
    terms |= {"rank_sum": auc(s, "ranks").terms["rank_sum"], "samples": s.positives + s.negatives}
    mistakes, steps = formulas(terms, MISCOUNTED), [right.steps, auc(s, "ranks")]
    words = {"pairs": s.positives * s.negatives, **terms}
    m, n = s.positives, s.negatives
    by_ranks = {"N(N + 1)/2 taken away": (terms["rank_sum"] - n * (n + 1) / 2) / (m * n)}
    known = pairs(s) + scores(s) + family("areas.ranks", by_ranks)
    return task(right, mistakes, family=known, shown=listed(s), steps=steps, **words)


def pumpkin() -> Sweep:
    """Sweep over the eight samples of a companion to Zhou's book."""
    high, low = [0.77, 0.58, 0.47, 0.23], [0.62, 0.47, 0.33, 0.15]
    return sweep([1] * 4 + [0] * 4, high + low, ids=[f"sample {i}" for i in range(1, 9)])


@template("auc.squares")
def squares(rng):
    """The AUC by counting squares below a curve."""
    s = nine() if rng is None else one_tie(rng, *map(int, rng.integers(3, 7, 2)))
    m, n, right = s.positives, s.negatives, auc(s)
    counted = right.terms["squares"]
    worst, _, best = tie_range(s, "auc")
    mistakes = {
        "slope taken as up, then right": best,
        "slope taken as right, then up": worst,
        "the area above": 1 - right.fraction,
        "the wrong grid": Formula("the wrong grid", "squares / (n*n)").work(squares=counted, n=n),
        "lines counted": counted / ((m + 1) * (n + 1)),
        "squares not divided": counted,
    }
    words = {"shown": lambda: stairs(s, turns(s)), "squares": counted, "m": m, "n": n}
    family = of_squares(s).but("number of pairs won")
    return task(right, mistakes, family=family, **words)


@template("auc.leaves-alone")
def leaves_alone(rng):
    """Which ways to change scores or samples leave the AUC as it is."""
    s = of_example("cars")
    if rng is not None:
        s = ranking(rng, 12, 5, name="image", ties="grouped", places=1)
    y, v = s.samples.positive, s.samples.score
    low = 0.2 if rng is None else 0.3
    places = len(v) - np.argsort(np.argsort(-v, kind="stable"))
    changed = {
        "cubed": v**3,
        "squared from the middle": ((v - 1 / 2) ** 2).round(9),  # 0.3 and 0.7 are as far from it
        "raised": np.maximum(v, low),
        "labels": v >= 1 / 2,
        "places": places,
    }
    sweeps = {name: sweep(y, values) for name, values in changed.items()}
    sweeps["tenfold"] = reweight(s, negatives=10)
    areas = {name: auc(after).fraction for name, after in sweeps.items()}
    stays = frozenset(name for name, area in areas.items() if area == auc(s).fraction)
    if stays != {name for name, after in sweeps.items() if alike(roc(s), roc(after))}:
        raise Unfit("the area stays by chance")
    steps = Trace.of(
        f"AUC afterwards; before it was {auc(s).fraction}",
        {"change": [*areas], "AUC": [*areas.values()]},
    )
    return task(stays, shown=listed(s), steps=steps, low=low, count=len(v))


@template("auc.labels")
def labels(rng):
    """Whose number is the AUC: from scores, or from labels."""
    s = of_example("fawcett-20") if rng is None else ranking(rng, 12, 5)
    cut = 0.54 if rng is None else float(rng.choice([0.4, 0.5, 0.6]))
    at_stop, hard = s.at(cut), sweep(s.samples.positive, s.samples.score >= cut)
    wei, clara = auc(s), auc(hard, "pairs")
    if abs(clara - at_stop.balanced_accuracy) > 1e-12 or abs(wei - clara) < 0.01 or wei < 0.6:
        raise Unfit("nearly the same, or nearly a coin")
    right = "order" if wei.fraction == auc(s, "pairs").fraction else "decision"
    words = {"bar": cut, "wei": wei, "clara": clara, "tied": clara.terms["tied"]}
    words |= {"tpr": at_stop.recall, "tnr": at_stop.specificity, "pairs": s.positives * s.negatives}
    steps = ["Wei:", wei, "Clara:", clara, "And at her threshold:", at_stop.balanced_accuracy]
    return task(right, shown=listed(s), steps=steps, **words)


@template("auc.errata")
def auc_errata(rng):
    """Which published sentences on the AUC are wrong."""
    a, cars = of_example("learner-a"), of_example("cars")
    right = auc(a, "ranks")
    m, n, rank_sum = (right.terms[name] for name in ("positives", "negatives", "rank_sum"))
    pairs = auc(cars, "pairs").terms
    top = labels_of(a)
    holds = {
        "ranks": sum(10 - place for place, one in enumerate(top) if one) == rank_sum,
        "close": abs(average_precision(cars) - auc(cars)) < 0.05,
        "ballast": (rank_sum - (m - 1)) / (m * n) == right,
        "worst": auc(ranked(sorted(top))) == 0,
        "strips": pairs["won"] / (pairs["positives"] * pairs["negatives"]) == auc(cars),
        "good": 1 / 2 not in auc_interval(a),
    }
    steps = ["Ten in the order 反正正正反反正正反反 (正 is positive):", right]
    steps += ["Twenty images, with one tie:", auc(cars, "pairs"), average_precision(cars)]
    words = {"half": 0.5, "average": average_precision(cars), "area": auc(cars)}
    return task(untrue(holds), steps=steps, **words)


@template("auc.four-times")
def four_times(rng):
    """What more samples do to the standard error of an AUC."""
    s, times = swept("fawcett-20"), 9
    if rng is not None:
        # Not 4 times: the error is halved then, by whatever rule.
        samples, times = int(rng.integers(20, 90)), int(rng.choice([9, 16, 25]))
        s = ranking(rng, samples, samples // 2, places=3)
    weights = [times] * len(s.samples.score)
    again = auc_standard_error(sweep(s.samples.positive, s.samples.score, weights=weights))
    today = round(float(auc_standard_error(s)), 3)
    if not 0.01 * times**0.5 < today < 0.25:
        raise Unfit("such an error is rare, or three decimals don't show what becomes of it")
    mistakes = {
        "divided by how many times": today / times,
        "no change": today,
        "larger instead of smaller": today * times**0.5,
        "one share less": today - today / times,
        "squared": today**2,
    }
    area = round(float(auc(s)), 3)
    words = {"count": len(weights), "area": area, "times": times, "more": times * len(weights)}
    steps = f"By DeLong's recipe, each sample counted {times} times: {again:.4f}. " + WHY
    family = errors(area, len(weights), today, times)
    right = ERROR.work(today=today, times=times)
    if doubtful(right, {**mistakes, **family.values}):
        raise Unfit("three decimals don't tell it from a mistake")
    return task(right, mistakes, family=family, steps=steps, today=today, **words)


@cache
def known() -> dict[tuple, tuple[Fraction, Fraction]]:
    """Work out AUC and KS of all rankings of five positives and five negatives."""
    return {p: measured(ranked(p)) for p in patterns(10, 5)}


def measured(s: Sweep) -> tuple[Fraction, Fraction]:
    """Return AUC and KS, the largest TPR − FPR."""
    return auc(s).fraction, ks_statistic(s, "greater").fraction


@template("auc.three-on-top")
def three_on_top(rng):
    """Build a ranking with a given AUC and only positives at the top."""
    target, first = Fraction(16, 25), 3
    if rng is not None:
        target, first = Fraction(int(rng.integers(12, 22)), 25), int(rng.integers(2, 4))

    def judge(given):
        area, top = known()[given][0], all(given[:first])
        if area == target:
            return True if top else "right AUC, wrong top"
        side = "too large" if area > target else "too small"
        return f"right top, AUC {side}" if top else "neither"

    def measure(given):
        top = f"{sum(given[:first])} of the first {first} positive"
        return f"Yours: AUC {known()[given][0]}, {top}."

    witness = {judge(p): p for p in known()}
    mistakes = {name: witness.get(name) for name in LISTS}
    form, row = Built(Labels(10, 5), judge, measure), witness.get(True)
    unfit_if(row is None, "no list does it")
    wins = [row[i:].count(0) for i, one in enumerate(row) if one]
    steps = f"Pairs won by each 1, from the top: {' + '.join(map(str, wins))} = {sum(wins)}."
    words = {"target": target, "first": first, "wins": 25 * target, "half": 5 * first}
    return task(row, mistakes, form=form, steps=steps, **words)


@template("auc.ten-scores")
def ten_scores(rng):
    """Build ten scores with a given AUC and a given KS."""
    top = labels_of(of_example("learner-a"))
    if rng is not None:
        top = rng.permutation([1] * 5 + [0] * 5).tolist()
    wanted = known()[tuple(top)]
    unfit_if(not Fraction(1, 2) < wanted[0] < Fraction(9, 10), "too easy, or turned round")

    def judge(given):
        return lacked(measured(ten(given)), measured(ten([-score for score in given])), wanted)

    def measure(given):
        return "Yours: AUC {}, KS {}.".format(*measured(ten(given)))

    witness = {lacked(known()[p], known()[p[::-1]], wanted): as_scores(p) for p in known()}
    mistakes = {name: witness.get(name) for name in SCORES}
    form = Built(Numbers(10), judge, measure)
    words = {"area": wanted[0], "gap": wanted[1], "wins": 25 * wanted[0], "ahead": 5 * wanted[1]}
    steps = f"For example, from the highest score down: {''.join('-+'[one] for one in top)}."
    return task(as_scores(tuple(top)), mistakes, form=form, steps=steps, **words)


def lacked(numbers, turned, wanted) -> bool | str:
    """Name what ten scores lack; True where AUC and KS are both right."""
    if wanted in (numbers, turned):
        return numbers == wanted or "upside down"
    if numbers[0] == wanted[0]:
        return "right AUC, wrong KS"
    return "right KS, wrong AUC" if numbers[1] == wanted[1] else "neither"


def ten(scores) -> Sweep:
    """Sweep over ten scores, the first five of them of positives."""
    return sweep([1] * 5 + [0] * 5, scores)


def as_scores(top) -> tuple[float, ...]:
    """Return scores to a ranking: those of the positives, then those of the negatives."""
    order = sorted(range(10), key=lambda place: (not top[place], place))
    return tuple(float(10 - place) for place in order)


@template("auc.code")
def code(rng):
    """AUC as a function of labels and scores."""
    draws = np.random.default_rng(9 if rng is None else rng.integers(2**31))
    cases = [some_scores(draws) for _ in range(6)]
    if not all(auc(sweep(*case)) != of_pairs(*case, tie=0) for case in cases[1:]):
        raise Unfit("no tie between a positive and a negative")
    mistakes = {
        "ties for nothing": ties_lost,
        "ties for a whole": ties_won,
        "pairs counted": pairs_won,
        "lower scores first": upside_down,
        "divided by all pairs": over_all_pairs,
    }
    first = listed(sweep(*cases[0]))
    return task(of_pairs, mistakes, form=Coded("f(y_true, y_score)", cases), shown=first)


def some_scores(rng) -> tuple:
    """Draw a few labels and scores, some of which are equal."""
    y = rng.permutation([1] * int(rng.integers(2, 5)) + [0] * int(rng.integers(2, 6)))
    return y, rng.integers(1, 7, len(y)) / 10


def of_pairs(y_true, y_score, tie=0.5):
    """Share of pairs in which the positive has the higher score; an equal one counts half."""
    positive, negative = y_score[y_true == 1], y_score[y_true == 0]
    gaps = positive[:, None] - negative
    return ((gaps > 0) + tie * (gaps == 0)).mean()


def ties_lost(y_true, y_score):
    """Count nothing for equal scores."""
    return of_pairs(y_true, y_score, tie=0)


def ties_won(y_true, y_score):
    """Count a whole pair for equal scores."""
    return of_pairs(y_true, y_score, tie=1)


def pairs_won(y_true, y_score):
    """Count the pairs, and don't divide."""
    return of_pairs(y_true, y_score) * (y_true == 1).sum() * (y_true == 0).sum()


def upside_down(y_true, y_score):
    """Take the lower score for the better one."""
    return 1 - of_pairs(y_true, y_score)


def over_all_pairs(y_true, y_score):
    """Divide by all pairs of samples, whatever their labels."""
    return 2 * pairs_won(y_true, y_score) / (len(y_true) * (len(y_true) - 1))
