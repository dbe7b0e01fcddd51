"""Exercises on average precision, its six rules, and ties: lesson 7."""

from __future__ import annotations

from functools import partial

import numpy as np

from .... import plots
from ....core.trace import Trace
from ....metrics.auc import auc
from ....metrics.average_precision import average_precision
from ....metrics.curves import interpolated_precision
from ....metrics.lists import eleven_point_average, retrieval_average_precision, retrieval_sweep
from ....metrics.sweep import Sweep, sweep
from ....metrics.thresholds import break_even
from ....metrics.ties import tie_range
from ...examples import example, swept
from .. import Unfit, task, template, unfit_if
from ..families import Family, family
from ..families.rankings import averages, levels, ties
from ..families.rankings import rungs as of_rungs
from ..forms import Built
from ..typed import Counts, Steps
from . import lacking, listed, marks, ranked, ranking, untrue

signs = partial(marks, between=" ")
BIRDS = [1, 0, 0, 1, 1, 0, 0, 0, 0, 1]
LATE_BIRDS = [0, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1]  # the best precision isn't 1, and comes late
# What the exercises themselves speak of.
SAME = ("AP by straight lines", "AP by all points", "mean of the precisions in all rows")
SAME += ("precision at the very end",)
RULES = ("step", "trapezoid", "davis-goadrich", "voc2010", "voc2007", "coco")
WHY = dict(zip(RULES, ("equal", "less", "less", "by cars", "by levels", "by levels"), strict=True))


def from_top(labels):
    """Sweep over labels that are given from the highest score down."""
    return ranked(labels, [f"photo {place}" for place in range(1, len(labels) + 1)])


def some_birds(rng) -> list[int]:
    """Draw ten photos, or twelve, with three birds or four."""
    birds, size = int(rng.integers(3, 5)), int(rng.integers(10, 13))
    return rng.permutation([1] * birds + [0] * (size - birds)).tolist()


@template("ap.rungs")
def rungs(rng):
    """Average precision by rectangles."""
    y = BIRDS if rng is None else some_birds(rng)
    s = from_top(y)
    running = s["precision"][1:]
    mistakes = {
        "a rung for every photo": running.mean(),
        "divided by the photos": running[np.array(y) == 1].sum() / len(y),
        "straight lines": average_precision(s, "trapezoid"),
        "looked to the right": average_precision(s, "voc2010"),
        "precision at the end": running[-1],
    }
    heights = [f"{hit}/{rank}" for hit, rank in enumerate((np.flatnonzero(y) + 1).tolist(), 1)]
    words = {"n": len(y), "birds": sum(y), "heights": ", ".join(heights)}
    known = averages(s, "step").but(*SAME) + of_rungs(y)
    return task(average_precision(s), mistakes, family=known, shown=signs(y), **words)


@template("ap.eleven")
def eleven(rng):
    """Average precision by eleven points."""
    y = LATE_BIRDS if rng is None else some_birds(rng)
    s = from_top(y)
    right = eleven_point_average(y)
    # The swift that is the first to reach each level; the level 0 is its first one's, too.
    reached = [int(np.argmax(s.tp * 10 >= max(k, 1) * sum(y))) for k in range(11)]
    heights = interpolated_precision(s)[reached]
    mistakes = {
        "divided by ten": right.fraction * 11 / 10,
        "not looked to the right": s["precision"][reached].mean(),
        "all points": average_precision(s, "voc2010"),
        "rungs of rule 1": average_precision(s),
        "level 0 left out": heights[1:].mean(),
    }
    words = {"n": len(y), "birds": sum(y)}
    known = levels(s) + averages(s, "voc2007").but("AP by all points", "AP by rectangles")
    return task(right, mistakes, family=known, shown=signs(y), **words)


@template("ap.read-off")
def read_off(rng):
    """The height of the interpolated curve, read off its picture."""
    s, k = swept("fawcett-20", "in-order"), 3
    if rng is not None:
        s, k = ranking(rng, 20, 10, name="scan"), int(rng.integers(3, 7))
    row, p = int(np.searchsorted(s.tp, k)), s["precision"]
    best = int(np.nanargmax(np.r_[[np.nan] * row, p[row:]]))
    if best <= row + 1 or (rng is not None and p[1 : row + 1].max() == p[before(s, k) :].max()):
        raise Unfit("the best point ahead is the point itself, or near; or the left is like it")
    mistakes = {
        "the point itself": p[row],
        "one point to the right": p[row + 1],
        "looked to the left": p[1 : row + 1].max(),
        "counted scans": p[k],
        "the end of the curve": p[-1],
    }
    unfit_if(p[best] == break_even(s), "the picture's own words would give the answer away")
    words = {"level": k / s.positives, "k": k, "positives": s.positives}
    shown = (signs(np.diff(s.tp)), lambda: plots.pr(s, interpolation="voc2010", counts=True).figure)
    steps, family = s.trace()[row : best + 1], around_point(s, k, row, best)
    right = s.confusion(best).precision
    return task(right, mistakes, family=family, shown=shown, steps=steps, **words)


def before(s, k: int) -> int:
    """Find the row of the hit before the k-th."""
    return int(np.searchsorted(s.tp, k - 1))


def around_point(s, k: int, row: int, best: int) -> Family:
    """Return what else is read off a P-R curve and the rule of all points, at the k-th hit."""
    p, hits = s["precision"], np.flatnonzero(np.diff(s.tp)) + 1
    values = {
        "next positive": p[hits[k]],
        "one recall too low": p[before(s, k) :].max(),
        "lowest point at this recall": p[hits[k] - 1],
        "mean of the precisions ahead": p[hits[k - 1 :]].mean(),
        "recall taken as a share of the scans": p[round(k * (len(s) - 1) / s.positives)],
        "share of false alarms": 1 - p[best],
        "the recall itself": k / s.positives,
        "number of positives": k,
    }
    known = averages(s).but("precision at the very end")
    return known + family("areas.point", values)


@template("ap.never-returned")
def never_returned(rng):
    """Average precision where some of what is wanted was never returned."""
    y = example("iir-8-9").y_true if rng is None else rng.permutation([1] * 5 + [0] * 10)
    lost = 2 if rng is None else int(rng.integers(1, 4))
    hits, n = int(sum(y)), len(y)
    right = retrieval_average_precision(y, n_relevant=hits + lost)
    mistakes = {
        "only those returned": retrieval_average_precision(y, divide_by="retrieved-relevant"),
        "lost ones put behind": retrieval_average_precision([*y, *[1] * lost]),
        "divided by the pages": right.fraction * (hits + lost) / n,
        "precision of the list": hits / n,
        "eleven levels": eleven_point_average(y, n_relevant=hits + lost),
    }
    words = {"n": n, "wanted": hits + lost, "lost": lost, "found": hits}
    family = of_rungs(y) + with_lost(y, lost)
    return task(right, mistakes, family=family, shown=signs(y), **words)


def with_lost(y, lost: int) -> Family:
    """Return what a list comes to by other rules, with its lost ones or without."""
    wanted, y = int(sum(y)) + lost, [*map(int, y)]
    full = retrieval_sweep(y, n_relevant=wanted)
    ap = float(average_precision(full))
    values = {
        "lost ones put in front": average_precision(ranked([*[1] * lost, *y])),
        "lost ones counted twice": ap * wanted / (wanted + lost),
        "eleven levels of those returned": eleven_point_average(y),
        "recall at the very end": full["recall"][-1],
        "F1 at the very end": full["f1"][-1],
        "precision times recall": full["precision"][-1] * full["recall"][-1],
    }
    known = averages(full, "step").but("AP by eleven levels", "precision at the very end")
    return known + family("areas.lost", values)


@template("ap.tie")
def tie(rng):
    """Average precision with ties grouped, as scikit-learn does it."""
    y, score = [0, 1, 1, 0, 1, 1, 0, 0], [0.9, 0.8, 0.6, 0.6, 0.6, 0.4, 0.3, 0.1]
    if rng is not None:
        drawn = np.sort(rng.choice(np.arange(5, 99), 8, replace=False) / 100)[::-1]
        first = int(rng.integers(0, 5))
        drawn[first : first + 3] = drawn[first]
        y, score = rng.permutation(y), drawn
        if y[first + 1] in (y[first], y[first + 2]):
            raise Unfit("the rows of the tie are in the best order, or in the worst")
    s = sweep(y, score, ids=[f"image {letter}" for letter in "abcdefgh"])
    least, mean, most = tie_range(s)
    walked = sweep(y, score, ties="in-order")
    mistakes = {
        "ties broken by row": average_precision(walked),
        "positives first": most,
        "negatives first": least,
        "mean of all orders": mean,
        "straight lines": average_precision(s, "trapezoid"),
        "looked to the right": average_precision(s, "voc2010"),
    }
    words = {"least": least, "most": most, "cars": s.positives}
    known = ties(s) + averages(s, "step").but(*SAME[:2])
    return task(average_precision(s), mistakes, family=known, shown=listed(s), steps=s, **words)


@template("ap.moves")
def moves(rng):
    """Which changes leave average precision as it is."""
    y = [1, 0, 1, 0, 0, 1, 0, 0] if rng is None else rng.permutation([1] * 3 + [0] * 6).tolist()
    last = max(np.flatnonzero(y).tolist())
    unfit_if(last == 0 or y[last - 1], "the last positive has no negative to climb past")
    scores = np.arange(len(y), 0, -1)
    changed = {
        "end": from_top([*y, 0, 0, 0]),
        "top": from_top([0, *y]),
        "halved": sweep(y, scores / 2),
        "climb": from_top([*y[: last - 1], 1, 0, *y[last + 1 :]]),
        "twice": sweep([*y, *y], [*scores, *scores]),
        "negatives twice": from_top([label for one in y for label in ([1] if one else [0, 0])]),
    }
    old = average_precision(from_top(y)).fraction
    new = {name: average_precision(s).fraction for name, s in changed.items()}
    right = frozenset(name for name, value in new.items() if value == old)
    unfit_if(right != {"end", "halved", "twice"}, "a change does nothing by chance")
    values = {"change": ["none", *new], "AP": [f"{float(ap):.3f}" for ap in (old, *new.values())]}
    return task(right, shown=signs(y), steps=Trace.of("AP after each change", values))


@template("ap.errata")
def errata(rng):
    """Which sentences that many have read are wrong."""
    s, walked = swept("cars"), swept("cars", "in-order")
    both = retrieval_sweep([1, 1], n_relevant=3)
    blind = sweep([1] + [0] * 99, [0.5] * 100)
    ahead, recall, p = interpolated_precision(walked), walked["recall"], walked["precision"]
    areas = [average_precision(walked, rule) for rule in ("step", "trapezoid", "voc2007")]
    holds = {
        "close": abs(auc(blind) - average_precision(blind)) < 0.1,
        "two ways": areas[0] != areas[1],
        "the same in COCO": average_precision(both, "voc2010") == average_precision(both, "coco"),
        "to the right": ahead.tolist() == [np.nanmax(p[recall >= r]) for r in recall],
        "area": areas[0] == areas[2],
        "ties": average_precision(s) == average_precision(walked),
    }
    numbers = {"ROC area": [float(auc(blind))], "AP": [float(average_precision(blind))]}
    shown = Trace.of("one model: 1 positive in 100 samples, all scores equal", numbers)
    words = {"grouped": average_precision(s), "walked": average_precision(walked)}
    return task(untrue(holds), shown=shown, **words)


@template("ap.detective")
def detective(rng):
    """By which rule a published number was computed."""
    s, rule = swept("cars"), "voc2010"
    if rng is not None:
        s, rule = ranking(rng, 9, 4), str(rng.choice(RULES))
    values = {name: f"{float(average_precision(s, name)):.3f}" for name in RULES}
    unfit_if(len(set(values.values())) < len(RULES), "two rules give the same number")
    above = {name: float(average_precision(s, name)) > average_precision(s) for name in RULES}
    if [name for name in RULES if above[name]] != ["voc2010", "voc2007", "coco"]:
        raise Unfit("a rule on the wrong side of rectangles")
    words = {name.replace("-", "_"): value for name, value in values.items()}
    columns = {"rule": list(values), "AP": list(values.values())}
    steps = Trace.of("the same data by six rules", columns)
    words |= {"reported": values[rule], "rule": rule}
    return task((rule, WHY[rule]), shown=listed(s), steps=steps, **words)


@template("ap.three-rules")
def three_rules(rng):
    """Three rules by their value, with many different scores, or with few."""
    few = rng is not None and rng.random() < 0.5
    s = rated(rng) if few else machine() if rng is None else ranking(rng, 12, 5, name="scan")
    names = ("step", "davis-goadrich", "trapezoid")
    low, middle, high = sorted(names, key=lambda rule: average_precision(s, rule))
    values = [f"{float(average_precision(s, rule)):.3f}" for rule in (low, middle, high)]
    unfit_if(middle != "davis-goadrich" or len(set(values)) < 3, "the arc isn't between the others")
    mistakes = {
        "the other way round": (high, middle, low),
        "the arc on top": (low, high, middle),
        "the arc at the bottom": (middle, low, high),
        "the arc on top, the others swapped": (high, low, middle),
        "the arc at the bottom, the others swapped": (middle, high, low),
    }
    n, bars = int(s.positives + s.negatives), len(s) - 1
    how = f"with only {bars} different scores" if few else "each with its own score"
    clue = (
        "falls from threshold to threshold (or stays the same)"
        if few
        else "rises whenever a positive comes in (or stays at 1)"
    )
    steps = Trace.of("the three numbers", {"rule": [low, middle, high], "AP": values})
    shown = () if rng is None else s.trace()
    words = {"n": n, "positives": s.positives, "how": how, "clue": clue}
    return task((low, middle, high), mistakes, shown=shown, steps=steps, **words)


def machine() -> Sweep:
    """Sweep over the scans of the radiologist, each with a score of its own."""
    scans = example("hanley-mcneil")
    noise = np.random.default_rng(7).normal(size=len(scans.y_true))
    return sweep(scans.y_true, scans.y_score + noise)


def rated(rng) -> Sweep:
    """Draw ratings from 5 to 1, the positive scans higher more often than not."""
    hits = np.sort(rng.integers(2, 30, 5))[::-1]
    alarms = np.sort(rng.integers(1, 30, 5))
    return Sweep.from_counts([5, 4, 3, 2, 1], tp=hits.cumsum(), fp=alarms.cumsum())


@template("ap.flatterer")
def flatterer(rng):
    """Build counts that rectangles judge badly, and straight lines well."""
    size, low, high = 10, 0.25, 0.5
    if rng is not None:
        limits = ((0.25, 0.5), (0.2, 0.5), (0.2, 0.55), (0.3, 0.6))
        size, (low, high) = int(rng.integers(10, 21)), limits[rng.integers(0, 4)]
    form = Built(Counts(), lambda c: flattered(c, size, low, high), both_rules)
    kinds = {"not so many samples": (1, size, 0, 0), "no positives": (0, size - 1, 0, 1)}
    drawn = np.random.default_rng(size)
    for _ in range(400):
        tp, fp, fn = (int(n) for n in drawn.multinomial(size, [0.15, 0.4, 0.15, 0.3])[:3])
        counts = (tp, fp, fn, size - tp - fp - fn)
        if tp + fn:
            kinds.setdefault(flattered(counts, size, low, high), counts)
        if len(kinds) == 6:
            break
    else:
        raise Unfit("no counts of each kind")
    answer = kinds.pop(True)
    return task(answer, kinds, form=form, size=size, low=low, high=high)


def two_bars(counts) -> Sweep:
    """Sweep over samples of only two different scores, by the counts at the higher one."""
    tp, fp, fn, tn = map(int, counts)
    return Sweep.from_counts([2, 1], tp=[tp, tp + fn], fp=[fp, fp + tn])


def both_rules(counts) -> str:
    """Say what both rules make of it."""
    if not whole(counts) or not counts[0] + counts[2]:
        return ""
    s = two_bars(counts)
    lines, steps = (float(average_precision(s, rule)) for rule in ("trapezoid", "step"))
    return f"Yours: {steps:.3f} by rectangles, {lines:.3f} by straight lines."


def whole(counts) -> bool:
    """Tell whether these could be counts."""
    return all(0 <= n < 1000 and n == int(n) for n in counts)


def flattered(counts, size, low, high):
    """Name what some counts lack."""
    if not whole(counts) or sum(counts) != size:
        return "not so many samples"
    if not counts[0] + counts[2]:
        return "no positives"
    s = two_bars(counts)
    met = average_precision(s) < low, average_precision(s, "trapezoid") > high
    return lacking(*met, "lines give too little", "rectangles give too much")


@template("ap.step-by-step")
def step_by_step(rng):
    """Precision at each of three birds, and their mean."""
    y = [0, 1, 1, 0, 0, 0, 1, 0]
    if rng is not None:
        y = rng.permutation([1] * 3 + [0] * int(rng.integers(4, 8))).tolist()
    s, ranks = from_top(y), (np.flatnonzero(y) + 1).tolist()
    heights = [s.confusion(rank).precision for rank in ranks]
    right = (*heights, average_precision(s))
    unfit_if(len({float(height) for height in heights}) < 3, "two birds with the same precision")
    names = tuple(f"precision at the {nth} bird" for nth in ("first", "second", "third"))
    follow = (None, None, None, lambda *heights: sum(heights) / len(heights))
    form = Steps(count=4, names=(*names, "AP"), follow=follow)
    total = sum(height.fraction for height in heights)
    wrong = {
        "recall at the second": (1, s.confusion(ranks[1]).recall),
        "one bird at the second": (1, s.confusion(ranks[1]).precision.fraction / 2),
        "one bird at the third": (2, s.confusion(ranks[2]).precision.fraction / 3),
        "divided by the photos": (3, total / len(y)),
        "added up": (3, total),
        "the last one": (3, heights[-1]),
        "the highest one": (3, max(heights)),
    }
    slips = {name: slip for name, slip in wrong.items() if slip[1] != right[slip[0]]}
    mistakes = {name: form.with_mistake(*slip, right) for name, slip in slips.items()}
    words = {"n": len(y), "ranks": ", ".join(map(str, ranks))}
    return task(right, mistakes, form=form, shown=signs(y), steps=list(right), **words)
