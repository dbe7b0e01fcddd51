"""Exercises on the P-R curve, its ends, its break-even point and its best bar: lesson 6."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import groupby
from math import ceil

import numpy as np

from .... import plots
from ....core.trace import Trace
from ....metrics.compare import compare_curves
from ....metrics.confusion import Confusion
from ....metrics.curves import pr, roc
from ....metrics.lists import retrieval_sweep
from ....metrics.sweep import sweep
from ....metrics.thresholds import best_threshold, break_even
from ...examples import example, swept
from .. import Unfit, task, template, unfit_if
from ..families import Family, family
from ..families.rankings import at_row, averages, cuts
from ..families.tables import rates, with_more_negatives
from ..forms import Built
from ..typed import Labels, Points, corners
from . import listed, marks, ranked, ranking, untrue

signs = partial(marks, signs="−+", between=" ")
LANZHOU = (1, 1, 1, 0, 0, 1, 0, 0, 0, 1)


@template("pr.precision-at-5")
def precision_at_5(rng):
    """Precision after the first five images."""
    s = swept("cars", "in-order") if rng is None else ranking(rng, 14, int(rng.integers(4, 7)))
    c = s.confusion(5)
    mistakes = {
        "recall": c.recall,
        "share of false alarms": c.fdr,
        "one row too far": s.confusion(6).precision,
        "over all images": c.detection_rate,
        "accuracy": c.accuracy,
    }
    family = at_row(s, 5, "precision").but("one row later")
    words = {"c": c, "cars": s.positives, "steps": s.trace()[:7]}
    return task(c.precision, mistakes, family=family, shown=listed(s), **words)


@template("pr.break-even")
def cut_and_count(rng):
    """The break-even point of a list that lacks some of what is wanted."""
    y = example("iir-8-9").y_true if rng is None else rng.permutation([1] * 7 + [0] * 13)
    lost = 2 if rng is None else int(rng.choice([1, 2, 4]))  # not 10 wanted: a usual place to cut
    wanted = int(sum(y)) + lost
    if rng is not None and not (y[wanted - 1] and y[wanted]):
        raise Unfit("the recall is the same a place earlier or later")
    full, seen = retrieval_sweep(y, n_relevant=wanted), retrieval_sweep(y)
    last = full.confusion(len(y))
    mistakes = {
        "cut after those returned": break_even(seen),
        "precision at the very end": last.precision,
        "recall at the very end": last.recall,
        "divided by all returned": Fraction(int(full.tp[wanted]), len(y)),
    }
    words = {"n": len(y), "wanted": wanted, "lost": lost, "found": wanted - lost}
    words |= {"hits": int(full.tp[wanted]), "shown": marks(y, "·R", " ")}
    family = cuts(full, wanted, "precision", "recall") + elsewhere_cut(full, seen, wanted)
    return task(break_even(full), mistakes, family=family, **words)


def elsewhere_cut(full, seen, wanted: int) -> Family:
    """Return what a list with lost ones comes to at other places, and by other measures."""
    values = {
        "recall of those returned": seen["recall"][wanted],
        "precision at 10": full["precision"][10],
        "F1 at the very end": full["f1"][-1],
    }
    more = averages(full).but("break-even point", "precision at the very end")
    return more + family("walks.lost", values)


@template("pr.read-off")
def read_off(rng):
    """The highest precision that a bar gives at a recall of at least so much."""
    rng = rng or np.random.default_rng(125)
    least = float(rng.choice([0.3, 0.4, 0.6, 0.75]))
    s = one_bracket(rng, least)
    best = best_threshold(s, "precision", where=f"recall ≥ {least}")
    unfit_if(best.value == break_even(s), "the picture's own words would give the answer away")
    row, k = best.rows[0], int(least * s.positives)
    before, after = (int(np.searchsorted(s.tp, hits)) for hits in (k, k + 1))
    mistakes = {
        "off the drawn line": float(
            np.interp(least, s["recall"][[after - 1, after]], s["precision"][[after - 1, after]])
        ),
        "every car found": best_threshold(s, "precision", where="recall ≥ 1").value,
        "too little recall": s.confusion(before).precision,
        "the first such bar": s.confusion(after).precision,
        "the lowest such bar": s.confusion(int(np.flatnonzero(s.tp == s.tp[row])[-1])).precision,
    }
    shown = (in_brackets(s), lambda: plots.pr(s, counts=True, prevalence=False).figure)
    words = {"least": least, "hits": k + 1, "cars": s.positives, "c": best[0].confusion}
    steps, family = s.trace()[after : row + 1], around_best(s, row, least)
    return task(best.value, mistakes, family=family, shown=shown, steps=steps, **words)


def around_best(s, row: int, least: float) -> Family:
    """Return what is read off a P-R curve beside its best point with enough recall."""
    y, score, p, r = s.samples.positive, s.samples.score, s["precision"], s["recall"]
    walked = sweep(y, score, ties="in-order")
    split = walked["precision"][1:][walked["recall"][1:] >= least]
    values = {
        "highest precision with ties split": split.max(),
        "highest precision of all": np.nanmax(p),
        "highest recall with so much precision": r[1:][p[1:] >= least].max(initial=0),
        "precision after such a share of the images": walked["precision"][ceil(least * len(y))],
        "recall that was asked for": least,
        "break-even point": break_even(walked),
    }
    known = rates(s.confusion(row), "precision").but("prevalence", "Jaccard index")
    return known + averages(s).but("break-even point") + family("walks.read_off", values)


def in_brackets(s) -> str:
    """Write the truth from the top; brackets hold images of equal score."""
    order = np.argsort(-s.samples.score, kind="stable")
    pairs = zip(s.samples.score[order], s.samples.positive[order], strict=True)
    groups = [signs(p for _, p in group) for _, group in groupby(pairs, lambda pair: pair[0])]
    return "  ".join(f"[{group}]" if " " in group else group for group in groups)


def one_bracket(rng, least: float):
    """Draw a ranking with one tie, whose best bar isn't the first with enough recall."""
    for _ in range(300):
        y = np.append(rng.permutation([1] * 6 + [0] * 7), 0)
        score = np.arange(len(y), 0, -1)
        place = int(rng.choice(np.flatnonzero(np.diff(y) < 0)))
        score[place + 1] = score[place]
        hits, enough = np.cumsum(y), np.cumsum(y) >= least * sum(y)
        p = hits / np.arange(1, len(y) + 1)
        split, p[place] = p[place], 0
        first, best = np.flatnonzero(enough & (p > 0))[0], p[enough].max()
        higher = best > max(p[first], p[hits == sum(y)].max())
        if higher and enough[place] and split > best and best not in (p.max(), p[sum(y) - 1]):
            return sweep(y, score)
    raise Unfit("the first such bar is the best, or the bracket changes nothing")


@template("pr.draw")
def draw(rng):
    """The P-R curve of six samples, with a pencil."""
    y = [1, 0, 1, 1, 0, 0] if rng is None else rng.permutation([1, 1, 1, 0, 0, 0]).tolist()
    s = ranked(y, [f"sample {place}" for place in range(1, len(y) + 1)])
    right = points(s)
    hits = [int(row) for row in np.flatnonzero(np.diff(s.tp)) + 1]
    mistakes = {
        "axes swapped": [(p, r) for r, p in right],
        "began at (0, 1)": [(0, 1), *right],
        "fell to (1, 0)": [*right, (1, 0)],
        "only the hits": [right[row - 1] for row in hits],
        "the ROC curve": roc(s),
        "from the lowest score": points(ranked(y[::-1])),
    }
    unfit_if(len(corners(np.array(mistakes["only the hits"]))) < 3, "hits on one straight line")
    steps = s.trace()[1:]
    return task(right, mistakes, shown=signs(y), steps=steps, form=Points(), n=len(y), cars=sum(y))


def points(s) -> list:
    """List the points of a P-R curve from the first sample on."""
    curve = pr(s)
    return list(zip(curve.x[1:].tolist(), curve.y[1:].tolist(), strict=True))


@template("pr.order-ends")
def order_ends(rng):
    """Curves by the height of their right ends."""
    names = ("east", "north", "south", "west")
    tests = of_the_lesson() if rng is None else {name: some_test(rng) for name in names}
    # What is called at the end of a walk: all positives and all negatives.
    tp = {name: int(sum(labels)) for name, labels in tests.items()}
    fp = {name: len(labels) - tp[name] for name, labels in tests.items()}
    right = ordered(tests, lambda name: Fraction(tp[name], tp[name] + fp[name]))
    unfit_if(list(right) == sorted(right), "the form would give the answer away")
    mistakes = {
        "lowest first": right[::-1],
        "by number of positives": ordered(tests, lambda name: tp[name]),
        "fewest negatives first": ordered(tests, lambda name: -fp[name]),
        "by break-even point": ordered(tests, lambda name: break_even(ranked(tests[name]))),
    }
    columns = {"test": list(tests), "labels": [briefly(labels) for labels in tests.values()]}
    shown = Trace.of("four tests, each from the highest score down", columns)
    shares = [f"{tp[name]}/{tp[name] + fp[name]}" for name in right]
    steps = Trace.of("the right ends", {"test": right, "share of positives": shares})
    return task(right, mistakes, shown=shown, steps=steps)


def of_the_lesson() -> dict:
    """Return the labels of three tests of the lesson, and of a small one, from the top."""
    late = [1] * 9 + [0] * 9990 + [1]
    camera, learner = (example(name).y_true for name in ("cars", "learner-a"))
    return {"camera": camera, "learner": learner, "late": late, "tunnel": [1, 1] + [0] * 6}


def some_test(rng) -> list[int]:
    """Draw a short ranking."""
    size = int(rng.integers(6, 15))
    positives = int(rng.integers(2, size - 1))
    return rng.permutation([1] * positives + [0] * (size - positives)).tolist()


def ordered(names, key) -> tuple:
    """Order names by a number, the highest first; no two may be equal."""
    unfit_if(len({float(key(name)) for name in names}) < len(names), "two of the tests are equal")
    return tuple(sorted(names, key=key, reverse=True))


def briefly(labels) -> str:
    """Write labels as signs, long runs by their length."""
    runs = [(label, len(list(run))) for label, run in groupby(labels)]
    return "  ".join(f"{n} × {signs([y])}" if n > 20 else signs([y] * n) for y, n in runs)


@template("pr.wraps")
def wraps(rng):
    """Whether one of two curves wraps the other, and why."""
    pair = [[1, 1, 0, 0, 0, 1, 0, 0, 1, 0], [1, 0, 1, 1, 0, 0, 0, 1, 0, 0]]
    options = {"Lark wraps Owl": "lark", "Owl wraps Lark": "owl", "they cross": "cross"}
    if rng is not None:
        pair = rivals(rng, pair)
    lark, owl = (pr(ranked(labels)) for labels in pair)
    verdict = compare_curves(lark, owl, ("Lark", "Owl")).verdict
    right = options[verdict]
    columns = {"detector": ["Lark", "Owl"], "labels": [*map(signs, pair)]}
    shown = Trace.of("ten images, from the highest score down", columns)
    heights = {name: at_hits(y) for name, y in zip(columns["detector"], pair, strict=True)}
    steps = Trace.of("precision when a car comes in", {"cars found": [1, 2, 3, 4], **heights})
    why = "in turn" if right == "cross" else "never below"
    return task((right, why), shown=shown, steps=steps, verdict=verdict, cars=sum(pair[0]))


def rivals(rng, pair) -> list:
    """Draw two rankings, of which one wraps the other, or which cross; each is as likely."""
    ahead = ({1}, {-1}, {1, -1})[rng.integers(0, 3)]
    for _ in range(200):
        pair = [rng.permutation(labels).tolist() for labels in pair]
        lark, owl = map(np.flatnonzero, pair)
        if sum(pair[0][:4]) != sum(pair[1][:4]) and {*np.sign(owl - lark).tolist()} - {0} == ahead:
            return pair
    raise Unfit("no such pair of rankings")


def at_hits(labels) -> list[str]:
    """Return the precision at each hit, as it is counted."""
    ranks = (np.flatnonzero(labels) + 1).tolist()
    return [f"{hit}/{rank} = {hit / rank:.3f}" for hit, rank in enumerate(ranks, 1)]


@template("pr.sinking")
def sinking(rng):
    """The break-even point, once a false alarm has sunk to the end."""
    s = swept("cars", "in-order") if rng is None else ranking(rng, 14, 5)
    cut = s.positives
    rows = [row for row in range(1, cut + 1) if s.fp[row] > s.fp[row - 1]]
    unfit_if(not rows, "no false alarm that could sink")
    place = rows[0]
    who = s[place].admitted[0]
    ids, score = s.samples.ids, np.where(s.samples.ids == who, 0, s.samples.score)
    sunk = sweep(s.samples.positive, score, ids=ids, ties="in-order")
    mistakes = {
        "the old cut": break_even(s),
        "one place further": s.confusion(cut + 1).precision,
        "one place short": sunk.confusion(cut - 1).precision,
        "accuracy": sunk.confusion(cut).accuracy,
        "divided by all images": Fraction(int(sunk.tp[cut]), len(ids)),
    }
    steps = sunk.trace()[1 : cut + 2]
    words = {"who": who, "place": place, "cars": cut}
    family = cuts(sunk, cut, "precision").but("precision one place earlier")
    family += averages(sunk).but("break-even point", "precision at the very end")
    family += beside_sunk(s, sunk, place)
    return task(break_even(sunk), mistakes, family=family, shown=listed(s), steps=steps, **words)


def beside_sunk(s, sunk, place: int) -> Family:
    """Return what else is read from two lists, one without a false alarm."""
    cut, p = s.positives, sunk["precision"]
    values = {
        "precision at its old place": p[place],
        "precision after as many as there are negatives": p[s.negatives],
        "score at the cut": s.threshold[cut + 1],
        "rise of the break-even point": p[cut] - s["precision"][cut],
    }
    return family("walks.sunk", values)


@template("pr.errata")
def errata(rng):
    """Which sentences of notes that many have read are wrong, or lack a condition."""
    s, learner = swept("cars"), ranked(example("learner-a").y_true)
    recall, precision = s["recall"][1:], s["precision"][1:]
    fog = [0] * 9 * s.negatives
    foggy = sweep([*s.samples.positive, *fog], [*s.samples.score, *fog])
    holds = {
        "name": "break-event" in "break-even point",
        "floor": learner["precision"][-1] > 0,
        "best pick": learner["precision"][1] == 1,
        "falling bar": (np.diff(recall) >= 0).all() and (np.diff(precision) > 0).any(),
        "see-saw": not ((np.diff(precision) > 0) & (np.diff(recall) > 0)).any(),
        "ten times": foggy.at(0.24).fp > s.at(0.24).fp,
    }
    return task(untrue(holds))


@template("pr.brochure")
def brochure(rng):
    """Precision where there are many more negatives than in the test."""
    test, times = Confusion(tp=40, fp=5, fn=10, tn=45), 10
    if rng is not None:
        half, tp, fp = int(rng.choice([20, 40, 50, 60])), rng.integers(12, 19), rng.integers(2, 7)
        test = Confusion(tp=int(tp), fp=int(fp), fn=half - int(tp), tn=half - int(fp))
        times = int(rng.choice([4, 5, 8, 9, 12, 15, 20]))
    yours = Confusion(tp=test.tp, fp=times * test.fp, fn=test.fn, tn=times * test.tn)
    cars = Confusion(tp=times * test.tp, fp=test.fp, fn=times * test.fn, tn=test.tn)
    mistakes = {
        "believed the brochure": test.precision,
        "precision divided": Fraction(test.precision.fraction, times),
        "recall": test.recall,
        "share of cars": yours.prevalence,
        "the cars multiplied": cars.precision,
        "share of false alarms": yours.fdr,
    }
    words = {"p": test.precision.fraction, "r": test.recall.fraction, "times": times}
    family = with_more_negatives(test, times).but("precision divided", "positives multiplied")
    words |= {"c": test, "yours": yours, "shown": test, "steps": yours}
    return task(yours.precision, mistakes, family=family, **words)


@template("pr.quarrel")
def quarrel(rng):
    """Build a ranking on which the best F1 and the nearest corner disagree."""
    size, first = (10, 6) if rng is None else (int(rng.integers(9, 12)), 5)
    kinds = {"the forbidden start": LANZHOU, "the same bar": (1, 0) * 5} if rng is None else {}
    rng = rng or np.random.default_rng(0)
    start = kinds.get("the forbidden start", ())[:first]
    for _ in range(900):
        if len(kinds.keys() - {None}) == 4:
            break
        y = tuple(rng.integers(0, 2, size).tolist())
        verdict = disputed(y, start) if 0 < sum(y) < size else None
        if verdict is True and not start:
            start, verdict = y[:first], "the forbidden start"
        kinds.setdefault(verdict, y)
    unfit_if(len(kinds.keys() - {None}) < 4, "no ranking of each kind")
    form = Built(Labels(size), lambda y: disputed(y, start), choices)
    mistakes = {name: y for name, y in kinds.items() if name not in (None, True)}
    return task(kinds[True], mistakes, form=form, start="".join(map(str, start)), size=size)


def disputed(labels, start):
    """Say whether both recipes choose different bars, or what is amiss."""
    f1, corner = best_rows(labels)
    if f1 & corner:
        return "the same bar" if f1 == corner else "a bar in common"
    return "the forbidden start" if start and labels[: len(start)] == start else True


def best_rows(labels) -> list[set[int]]:
    """Find the bars of the highest F1, and those nearest to (1, 1)."""
    s = ranked(labels)
    return [set(best_threshold(s, by).rows) for by in ("f1", "nearest-corner")]


def choices(labels) -> str:
    """Say after how many images each recipe stops."""
    f1, corner = (" or ".join(map(str, sorted(rows))) for rows in best_rows(labels))
    return f"Yours: F1 is highest after {f1}, the corner is nearest after {corner}."
