"""Exercises on counts at one threshold, and on the walk down all of them: lessons 1 and 5."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np

from .... import plots
from ....core import words
from ....core.formula import Formula
from ....core.trace import Column, Trace
from ....metrics.confusion import Confusion
from ....metrics.rates import RATES
from ....metrics.sweep import Sweep, sweep
from ...examples import example, swept
from .. import Unfit, task, template, unfit_if
from ..families import Family, formulas
from ..families.tables import (
    GENERIC,
    elsewhere,
    f_measures,
    formulas_of_rates,
    odds,
    of_two,
    places,
    rates,
    some_rates,
)
from ..forms import Built, Names
from ..typed import Labels, Threshold, Written
from . import cells_of, counts, lacking, listed, one_of_each, patterns, ranked, ranking, untrue

MEDICAL = "truth in columns, positive first"
SHARES = (*("recall", "npv", "fnr", "false_omission_rate"), *("fpr", "precision", "specificity"))


@template("counts.screening")
def screening(rng):
    """Precision, from a table of counts."""
    c = example("fob-screening").confusion if rng is None else rare(rng)
    mistakes = {
        "recall": c.recall,
        "false letters": c.fdr,
        "over everybody": c.detection_rate,
        "accuracy": c.accuracy,
        "specificity": c.specificity,
    }
    words = {"letters": c.tp + c.fp, "ill": c.tp + c.fn}
    return task(c.precision, mistakes, family=rates(c, "precision"), shown=c, c=c, **words)


def rare(rng) -> Confusion:
    """Draw a test for something rare, which raises more false alarms than true ones."""
    tp, fn = rng.integers(5, 60), rng.integers(2, 30)
    fp = tp + rng.integers(20, 200)
    return Confusion(*map(int, (tp, fp, fn, rng.integers(800, 3000))))


@template("counts.baseline")
def baseline(rng):
    """The accuracy of a model that calls nobody positive."""
    one_in, below = 20, 1  # with rarer frauds three digits don't tell 1 in 80 from 1 to 80
    if rng is not None:
        one_in, below = int(rng.integers(8, 27)), int(rng.integers(1, 4))
    nothing = Confusion(tp=0, fp=0, fn=1, tn=one_in - 1)
    offered = Fraction(100 * (one_in - 1) // one_in - below, 100)
    mistakes = {
        "the frauds' share": nothing.error_rate,
        "balanced accuracy": nothing.balanced_accuracy,
        "the salesman's figure": offered,
        "recall": nothing.recall,
    }
    sides = ("the detector's accuracy", offered, "the accuracy without it", nothing.accuracy)
    family = of_two("rests differences ratios changes", *sides).but(f"1 minus {sides[2]}")
    family += odds(nothing.accuracy) + some_rates(nothing, "specificity")
    return task(nothing.accuracy, mistakes, family=family, one_in=one_in, offered=offered)


@template("counts.medical-table")
def medical_table(rng):
    """Recall, from a table whose columns are the truth."""
    c = example("liver-scan").confusion if rng is None else counts(rng, 10, 240)
    paper = c.table(MEDICAL)
    mistakes = {
        "along the row": c.precision,
        "read as scikit-learn's": Confusion.from_table(paper).recall,
        "the other class": c.specificity,
        "over everybody": c.detection_rate,
        "miss rate": c.fnr,
    }
    steps = replace(c, names=("normal", "abnormal")).trace(MEDICAL)
    words = {"shown": printed(paper), "steps": steps, "c": c, "ill": c.tp + c.fn}
    family = rates(c, "recall").but("negative predictive value")
    return task(c.recall, mistakes, family=family, **words)


def printed(table) -> Trace:
    """Print a table as a paper would: four numbers, and nothing else."""
    left, right = (Column("", column, align="right") for column in table.T.tolist())
    return Trace("the table in the paper", [left, right])


@template("counts.letters")
def letters(rng):
    """The false positive rate, where a book calls the cells A, B, C and D."""
    four = {"A": 45, "B": 5, "C": 30, "D": 420}
    if rng is not None:
        four = dict(zip("ABCD", counts(rng, 5, 400).table().ravel().tolist(), strict=True))
    c = Confusion.from_letters(**four)
    mistakes = {
        "misses for false alarms": c.false_omission_rate,
        "of those called positive": c.fdr,
        "specificity": c.specificity,
        "miss rate": c.fnr,
    }
    mistakes |= formulas(c, {"over everybody": "FP / (TP + FP + FN + TN)"})
    return task(c.fpr, mistakes, family=rates(c, "fpr"), steps=c, c=c, **four)


@template("counts.other-class")
def other_class(rng):
    """Precision of those who look for the other class."""
    c = example("liver-scan").confusion if rng is None else counts(rng, 10, 240)
    hers = Confusion(tp=c.tn, fp=c.fn, fn=c.fp, tn=c.tp, names=("abnormal", "normal"))
    mistakes = {
        "the other class's precision": c.precision,
        "her recall": hers.recall,
        "share of false ones": hers.fdr,
        "1 minus yours": c.fdr,
        "accuracy": c.accuracy,
    }
    shown = replace(c, names=hers.names[::-1])
    family = rates(hers, "precision").but("negative predictive value", "false omission rate")
    return task(hers.precision, mistakes, family=family, shown=shown, steps=hers, c=c, hers=hers)


@template("counts.two-alarms")
def two_alarms(rng):
    """Which of two smoke alarms to buy that are wrong equally often."""
    first, second = Confusion(tp=9, fp=1, fn=3, tn=87), Confusion(tp=12, fp=4, fn=0, tn=84)
    if rng is not None:
        fires, evenings, wrong = rng.integers(8, 30), rng.integers(60, 200), rng.integers(4, 8)
        pair = (alarm(fires, evenings, wrong, fn) for fn in rng.choice(wrong + 1, 2, replace=False))
        first, second = pair
    safer = max((first, second), key=lambda c: c.recall)
    truer = max((first, second), key=lambda c: c.precision)
    unfit_if(truer is safer, "one of them is better in everything")
    best = "the first" if safer is first else "the second"
    words = {"first": first, "second": second, "total": first.total, "wrong": first.fp + first.fn}
    columns = {"": ["the first", "the second"], **cells_of(first, second)}
    return task((best, "finds more"), shown=Trace.of("two smoke alarms", columns), **words)


def alarm(fires, evenings, wrong, fn) -> Confusion:
    """Make an alarm that is wrong so often, and misses so many fires."""
    return Confusion(*map(int, (fires - fn, wrong - fn, fn, evenings - wrong + fn)))


@template("counts.errata")
def counts_errata(rng):
    """Which sentences of notes that many have read are wrong."""
    car = swept("cars").confusion(1)  # the first of twenty is let in
    six, cancer = Confusion(tp=2, fp=3, fn=4, tn=11), example("cancer").confusions["the detector"]
    printed = {"fifteen": 15, "thirty": 0.3, "nought": 0}
    holds = {
        "cells": car.tp + car.fp + car.fn + printed["fifteen"] == car.total,
        "one over one": car.precision == printed["nought"],
        "thirty": round(six.recall, 2) == printed["thirty"],
        "specificity": six.fpr == six.specificity,
        "detector": (cancer.precision, cancer.recall) == (0.4, 0.8),
        "order": six.table().ravel().tolist() == [six.tn, six.fp, six.fn, six.tp],
    }
    return task(untrue(holds), c=car, six=six, cancer=cancer, found=six.tp + six.fn, **printed)


@template("counts.ten-times")
def ten_times(rng):
    """Which rates stay as they are when the negatives become ten times as many."""
    c = Confusion(tp=8, fp=2, fn=4, tn=18) if rng is None else counts(rng, 3, 30)
    more = Confusion(tp=c.tp, fp=10 * c.fp, fn=c.fn, tn=10 * c.tn)
    asked = {"precision", "recall", "accuracy", "specificity", "fpr", "balanced_accuracy"}
    same = {rate for rate in asked if c.rate(rate).fraction == more.rate(rate).fraction}
    if same != {"recall", "specificity", "fpr", "balanced_accuracy"}:
        raise Unfit("a rate stays by chance")
    stays = frozenset(rate.replace("_", " ") for rate in same)
    return task(stays, shown=c, steps=more, c=c, more=more)


EVERYONE = "Ann Bao Chen Dora Emil Fang Gus Hua Ines Jun Kofi Lin".split()


@template("counts.trap")
def trap(rng):
    """Build predictions of higher accuracy and lower recall than a model's."""
    bad, called = ["Bao", "Dora", "Gus", "Jun", "Kofi"], "Bao Chen Dora Gus Kofi Lin".split()
    if rng is not None:
        bad = sorted(rng.choice(EVERYONE, int(rng.integers(4, 6)), replace=False).tolist())
        good = [name for name in EVERYONE if name not in bad]
        alarms = rng.choice(good, int(rng.integers(2, 4)), replace=False).tolist()
        called = sorted([*rng.permutation(bad).tolist()[1:], *alarms])
    good = [name for name in EVERYONE if name not in bad]
    model, hits = judged(bad, called), [name for name in called if name in bad]
    mistakes = {
        "finds as many": frozenset(hits),
        "not more accurate": frozenset(hits[:1]) | frozenset(good[: model.fp + 1]),
        "neither": frozenset([*bad, *good[: model.fp + 2]]),
    }
    form = Built(
        Names(tuple(EVERYONE)),
        lambda given: trap_judged(judged(bad, given), model),
        lambda given: summary(judged(bad, given)),
    )
    words = {"bad": ", ".join(bad), "called": ", ".join(called), "model": model}
    return task(frozenset(hits[:-1]), mistakes, shown=model, form=form, **words)


def judged(bad, called) -> Confusion:
    """Count a list of people who are called bad."""
    pair = (["bad" if n in some else "good" for n in EVERYONE] for some in (bad, called))
    return Confusion.from_labels(*pair, positive="bad")


def trap_judged(yours: Confusion, model: Confusion):
    """Name what a list lacks."""
    more, fewer = yours.accuracy > model.accuracy, yours.recall < model.recall
    return lacking(more, fewer, "finds as many", "not more accurate")


def summary(c: Confusion) -> str:
    """Say what a list came to."""
    return f"Yours: accuracy {c.accuracy.fraction}, recall {c.recall.fraction}."


@template("counts.formula")
def formula(rng):
    """The formula of a rate, written by its name."""
    asked = "fdr" if rng is None else str(rng.permutation(SHARES)[0])
    tables = [GENERIC, *(counts(np.random.default_rng(seed)) for seed in range(4))]
    text = RATES[asked].expression
    above, below = text.split(" / ")
    mistakes = {
        "upside down": f"{below} / {above}",
        "one count over the other": f"{above} / ({below[1:-1].replace(above, '').strip(' +')})",
        "over everybody": f"{above} / (TP + FP + FN + TN)",
        "not divided": above,
    }
    form = Written(("TP", "FP", "FN", "TN"), [c.counts for c in tables])
    family = formulas_of_rates(asked)
    return task(text, mistakes, family=family, form=form, name=words.term(asked).en)


def images(rng, samples=12, positives=5, pairs=2):
    """Return labels, scores and names from the top: the lesson's cars, or others, some tied."""
    if rng is None:
        cars = example("cars")
        return cars.y_true, cars.y_score, np.asarray(cars.ids)
    drawn = ranking(rng, samples, positives).samples
    order = np.argsort(-drawn.score, kind="stable")
    score = drawn.score[order].copy()
    for i in rng.choice(np.arange(1, samples - 1, 2), pairs, replace=False):
        score[i + 1] = score[i]
    return drawn.positive[order].astype(int), score, drawn.ids[order]


def walks(y, score, ids) -> tuple[Sweep, Sweep]:
    """Walk down a list twice: a row for each threshold, and a row for each image."""
    return tuple(sweep(y, score, ids=ids, ties=ties) for ties in ("grouped", "in-order"))


@template("walk.one-bar")
def one_bar(rng):
    """The precision at one threshold."""
    y, score, ids = images(rng, 18, 7, pairs=4)
    g, s = walks(y, score, ids)
    bar = 0.12 if rng is None else float(rng.choice(ties(score)))
    c, row = g.at(bar), g.row_at(bar)
    unfit_if(c.precision.fraction == Fraction(4, 7), "the form gives it as an example")
    mistakes = {
        "recall": c.recall,
        "accuracy": c.accuracy,
        "> for ≥": g[row - 1].confusion.precision,
        "share of false alarms": c.fdr,
        "over all images": c.detection_rate,
    }
    above, called = int((score > bar).sum()), c.tp + c.fp
    tables = {
        "stopped within a tie": s.confusion(above + 1),
        "one row too far": s.confusion(min(called + 1, c.total)),
        "at a threshold of one half": g.at(0.5),
    }
    words = {"bar": bar, "called": called, "cars": s.positives, "total": c.total}
    far_fetched = ["TP over all right ones"] if rng is None else []  # right on the lesson's data
    shape = {"family": lambda: around(c, tables).but(*far_fetched), "shown": listed(s), "steps": c}
    return task(c.precision, mistakes, **shape, c=c, **words)


def ties(score) -> list[float]:
    """List the scores that more than one sample has."""
    return [t for t in np.unique(score).tolist() if (score == t).sum() > 1]


def around(c: Confusion, tables) -> Family:
    """Join what a table gives, and the precision of other tables."""
    return rates(c, "precision") + elsewhere("precision", tables)


@template("walk.among-ties")
def among_ties(rng):
    """How many images are called positive at a threshold that two of them share."""
    y, score, ids = images(rng, 21, 8, pairs=5)
    g, s = walks(y, score, ids)
    bar = 0.03 if rng is None else float(rng.choice(ties(score)[:3]))  # two ties above
    c, row = g.at(bar), g.row_at(bar)
    mistakes = {
        "stopped within the tie": int((s.threshold > bar).sum()),
        "> for ≥": int((score > bar).sum()),
        "thresholds counted": row,
        "false alarms only": c.fp,
        "cars only": c.tp,
    }
    above, called = int((score > bar).sum()), int((score >= bar).sum())
    family = places(
        one_row_too_far=called + 1,
        different_scores_above_it=row - 1,
        those_right_at_the_threshold=called - above,
        those_below_the_threshold=len(y) - called,
        those_from_the_threshold_down=len(y) - above,
        cars_above_the_threshold=int(y[score > bar].sum()),
        all_cars=s.positives,
        the_images_without_a_car_below_it=c.tn,
        all_images=len(y),
        the_number_in_the_name_of_the_last_one=numbered(ids[called - 1]),
    )
    steps = f"At {bar} or above: {', '.join(ids[score >= bar].tolist())}."
    words = {"bar": bar, "cars": s.positives, "above": above}
    return task(called, mistakes, family=family, shown=listed(s), steps=steps, **words)


def numbered(name) -> int:
    """Read the number in the name of a sample."""
    return int(re.search(r"\d+", str(name))[0])


@template("walk.f1-of-boxes")
def f1_of_boxes(rng):
    """F1 of the first images of a ranking, from its picture."""
    s = walks(*images(None))[1] if rng is None else ranking(rng, int(rng.integers(10, 16)), 5)
    first = 7 if rng is None else int(rng.integers(4, len(s) - 2))
    cells = s.confusion(first).counts
    c = Confusion(cells["TP"], cells["FP"], cells["FN"], cells["TN"])  # no word of a threshold
    wrong = {
        "plain mean": "(precision + recall) / 2",
        "TP doubled above only": "2*TP / (TP + FP + FN)",
        "TP not doubled": "TP / (TP + FP + FN)",
    }
    mistakes = formulas(c, wrong)
    mistakes |= {"accuracy": c.accuracy, "precision": c.precision, "recall": c.recall}
    mistakes["one box too few"] = s.confusion(first - 1).f1
    words = {"first": first, "total": c.total, "c": c, "cars": s.positives}
    shape = {"family": lambda: boxes(s, first, c), "shown": [lambda: plots.ranking(s).figure]}
    return task(c.f1, mistakes, **shape, steps=(c, c.precision, c.recall), **words)


def boxes(s: Sweep, first: int, c: Confusion) -> Family:
    """Join what stands around F1, and F1 of other boxes than the first so many."""
    y, named = s.samples.positive, [numbered(name) for name in s.samples.ids]
    order = np.argsort(-s.samples.score, kind="stable")
    tables = {
        "one row too far": s.confusion(first + 1),
        "of the numbers in the boxes": Confusion.from_labels(y, [n <= first for n in named]),
        "counted from the right": Confusion.from_labels(y[order[::-1]], np.arange(len(y)) < first),
    }
    here = ("the arithmetic mean", "hits counted once below")
    return f_measures(c, 1).but(*here) + elsewhere("f1", tables)


@template("walk.best-step")
def best_step(rng):
    """At which step of the walk F1 is best."""
    s = late(rng)
    f1, halves = s["f1"], (s["precision"] + s["recall"]) / 2
    best = int(f1.argmax())
    mistakes = {
        "best accuracy": int(s["accuracy"][1:].argmax()) + 1,
        "best plain mean": int(np.nanargmax(halves)),
        "precision equals recall": int(s.positives),
        "cars counted": int(s.tp[best]),
    }
    c = s.confusion(best)
    tops = {f"the step of the best {name}": int(v.argmax()) + 1 for name, v in rivals(s).items()}
    family = places(
        **tops,
        one_row_early=best - 1,
        one_row_too_far=best + 1,
        the_false_alarms_there=c.fp,
        all_that_are_right_there=c.tp + c.tn,
        the_last_step=len(s) - 1,
        the_last_step_before_F1_falls=int(np.argmax(np.diff(f1[1:], append=-1) < 0)) + 1,
    )
    words = {"cars": s.positives, "total": len(s) - 1, "c": c}
    shape = {"family": family, "shown": listed(s), "steps": s.trace(["f1"])}
    return task(best, mistakes, **shape, **words)


LATE = (1, 1, 0, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0)  # whose last car comes late
LATE_SCORES = np.arange(96, 12, -4) / 100


def rivals(s: Sweep) -> dict[str, np.ndarray]:
    """Work out other rates at each step."""
    precision, recall = s["precision"][1:], s["recall"][1:]
    columns = {"precision": precision, "informedness": s["informedness"][1:]}
    columns |= {"product of precision and recall": precision * recall}
    columns["F0.5"] = 1.25 * s.tp[1:] / (0.25 * s.positives + np.arange(1, len(s)))
    return {name: np.round(values, 12) for name, values in columns.items()}


def late(rng) -> Sweep:
    """Draw a ranking whose best F1 isn't where all else is best, too."""
    if rng is None:
        return sweep(LATE, LATE_SCORES, ids=ids_of(LATE), ties="in-order")
    cars, others, end = int(rng.integers(4, 7)), int(rng.integers(13, 16)), 5
    for _ in range(400):
        top = rng.permutation([1] * (cars - 1) + [0] * (others - end))
        y = np.r_[top, [0] * end, 1, 0]  # so late that little is best at the last car
        tp, step = y.cumsum(), np.arange(1, len(y) + 1)
        f1, f2 = 2 * tp / (step + cars), 5 * tp / (step + 4 * cars)
        youden, right = tp / cars - (step - tp) / others, 2 * tp - step
        best = f1.argmax()
        others_best = [np.round(r, 9).argmax() for r in (tp * tp / step, youden, f2, right)]
        falls = (np.diff(f1, append=-1) < 0).argmax()
        if best not in others_best and falls != right.argmax() and (f1 == f1[best]).sum() == 1:
            score = np.sort(rng.choice(np.arange(1, 99), len(y), replace=False))[::-1] / 100
            names = rng.permutation(ids_of(y)).tolist()
            return sweep(y, score, ids=names, ties="in-order")
    raise Unfit("all is best at one step")


def ids_of(labels) -> list[str]:
    """Name some images."""
    return [f"image {i}" for i in range(1, len(labels) + 1)]


@template("walk.which-way")
def which_way(rng):
    """What precision does while the threshold falls past several images, and why."""
    g, s = walks(*images(rng, 14, 6, pairs=2))
    high, low = g.row_at(0.45), g.row_at(0.23)
    kinds = ("larger", "smaller", "equal")
    if rng is not None:
        high, low = sorted(rng.choice(np.arange(2, len(g) - 1), 2, replace=False).tolist())
    before, after = g.confusion(high), g.confusion(low)
    came = Confusion(after.tp - before.tp, after.fp - before.fp, before.fn, before.tn)
    unfit_if(low - high < 2 or came.tp * came.fp == 0, "too few images come in, or all of one kind")
    gain = after.precision.fraction - before.precision.fraction
    right = kinds[(gain < 0) + 2 * (gain == 0)]
    unfit_if(rng is not None and right != rng.choice(kinds), "the other kinds are rarer")
    words = {"high": g[high].threshold, "low": g[low].threshold, "before": before, "came": came}
    words |= {"called": before.tp + before.fp, "new": came.tp + came.fp}
    steps = g.trace(["precision", "recall"])
    return task(right, shown=listed(s), steps=steps, **words)


@template("walk.errata")
def walk_errata(rng):
    """Which published sentences are wrong of a list of images."""
    pairs = 0 if rng is None else 2 * int(rng.integers(2))
    y, score, ids = images(rng, 10, 4, pairs)
    g, s = walks(y, score, ids)
    up, recalls = np.diff(g["precision"][1:]), np.diff(g["recall"][1:])
    reached = np.array([(score >= t).sum() for t in score])
    holds = {
        "law": bool((up < 0).all() and (recalls > 0).all()),
        "raise": bool((up <= 0).all()),
        "first i": bool((reached == np.arange(1, len(y) + 1)).all()),
        "the top": bool(g["precision"][1] == 1),
        "all": bool(g["recall"][-1] == 1),
        "recall": bool((recalls >= 0).all()),
    }
    words = {"total": len(y), "top": str(ids[0]), "bars": len(g) - 1}
    steps = g.trace(["precision", "recall"])
    return task(untrue(holds), shown=listed(s), steps=steps, **words)


@template("walk.two-versions")
def two_versions(rng):
    """How many points a curve had that stopped at full recall, after one image has moved."""
    y, score, ids = images(rng, 18, 6, pairs=4)
    last = int(np.flatnonzero(y)[-1])
    unfit_if((score == score[last]).sum() > 1, "the score that is left stays in the list")
    free = np.setdiff1d(np.arange(1, 99) / 100, score)
    to = 0.13 if rng is None else float(rng.choice(free[free > score[last]]))
    moved = np.where(np.arange(len(y)) == last, to, score)
    old, (now, images_now) = walks(y, score, ids)[0], walks(y, moved, ids)
    answer = full(now) + 1  # the point (0, 1) is added
    mistakes = {
        "without the added point": full(now),
        "today's version": len(now),
        "today's without the added point": len(now) - 1,
        "the old scores": full(old) + 1,
        "images counted": full(images_now) + 1,
    }
    family = counted_points(now, old, moved, y, (to, float(score[last])))
    words = {"who": str(ids[last]), "to": to, "old": float(score[last]), "cars": now.positives}
    words |= {"end": now.threshold[full(now)].item()}
    steps = now.trace(["precision", "recall"])
    return task(answer, mistakes, family=family, shown=listed(old), steps=steps, **words)


def full(walk) -> int:
    """Find the first row in which all cars are found."""
    return int((walk.fn == 0).argmax())


def counted_points(now, old, score, y, moved) -> Family:
    """Return what else may be counted in a walk whose last car has moved to another score."""
    stop, (to, before) = full(now), moved
    down = int((score >= now.threshold[stop]).sum())
    return places(
        the_number_of_points_with_two_added=stop + 2,
        the_old_scores_without_the_added_point=full(old),
        todays_version_of_the_old_scores=len(old),
        the_rows_a_point_more=down + 1,
        the_number_of_images_down_to_full_recall=down,
        the_number_of_images_and_one=len(y) + 1,
        the_number_of_all_images=len(y),
        the_number_of_cars=now.positives,
        the_number_of_cars_and_one=now.positives + 1,
        the_scores_down_to_the_old_one_and_one=now.row_at(before) + 1,
        the_scores_down_to_the_new_one_and_one=now.row_at(to) + 1,
        one_score_before_full_recall=stop - 1,
        the_scores_of_cars_alone_and_one=len({*score[y == 1].tolist()}) + 1,
    )


PAID_IN_THE_LESSON = 89


@template("walk.paid")
def paid(rng):
    """The threshold that earns the most, at a price for each car and for each false alarm."""
    # On the lesson's cars the best F1 earns the most, too: other images are drawn for them as well.
    rng = rng or np.random.default_rng(PAID_IN_THE_LESSON)
    y, score, ids = images(rng, 22, 11, pairs=6)
    g, kindest = (sweep(y, score, ids=ids, ties=ties) for ties in ("grouped", "positives-first"))
    in_order = y, score  # as they are listed
    wins, costs = telling_prices(rng, g, kindest, in_order)
    answer, *wrong = thresholds(g, kindest, wins, costs)
    names = ("between two tied", "prices swapped", "all cars found", "false alarms for free")
    pay = Formula("pay", f"{wins}*TP - {costs}*FP")
    words = {"wins": wins, "costs": costs, "cars": g.positives}
    words |= {"top": float(g.threshold[1]), "first": g.confusion(1)}
    mistakes = dict(zip(names, wrong, strict=True))
    family = places(**elsewhere_paid(g, wins, costs, in_order))
    shape = {"shown": listed(g), "steps": g.trace([pay]), "form": Threshold(g), "family": family}
    return task(answer, mistakes, **shape, **words)


def elsewhere_paid(g: Sweep, wins, costs, in_order) -> dict[str, float]:
    """Find the thresholds that are taken for the one that earns the most."""
    tp, fp, bars = g.tp[1:], g.fp[1:], g.threshold[1:]
    pay, (y, score) = wins * tp - costs * fp, in_order
    best, last = int(pay.argmax()), len(bars) - 1
    tops = {
        "the threshold of the best accuracy": tp - fp,
        "the threshold of the best precision": tp / (tp + fp),
        "the threshold of the best F1": tp / (tp + fp + g.positives),
        "the threshold of the best Youden's J": tp / g.positives - fp / g.negatives,
        "the threshold of the most earned per image": pay / (tp + fp),
        "the threshold of the most earned where misses are paid as well": pay + wins * tp,
    }
    found = {name: bars[np.round(values, 12).argmax()] for name, values in tops.items()}
    found |= {"one row too far": bars[min(best + 1, last)], "one row early": bars[max(best - 1, 0)]}
    found["the last score before the earnings fall"] = bars[
        (np.diff(pay, append=-999) < 0).argmax()
    ]
    found["the last score that earns anything"] = (
        bars[pay > 0].min() if (pay > 0).any() else bars[-1]
    )
    found["the best row of the list, in the middle of a tie"] = score[
        np.where(y == 1, wins, -costs).cumsum().argmax()
    ]
    found |= {"a false alarm's share of both prices": costs / (wins + costs), "one half": 0.5}
    return {**{n: float(value) for n, value in found.items()}, "a threshold above all": 1.5}


def thresholds(g: Sweep, kindest: Sweep, wins, costs) -> list[float]:
    """Return the best threshold at these prices, and what each mistake takes for it."""
    tries = (g, wins, costs), (kindest, wins, costs), (g, costs, wins)
    earned = [(walk.threshold, win * walk.tp - cost * walk.fp) for walk, win, cost in tries]
    best = [float(threshold[pay == pay.max()].min()) for threshold, pay in earned]
    return [*best, float(g.threshold[(g.fn == 0).argmax()]), float(g.threshold[-1])]


def telling_prices(rng, g: Sweep, kindest: Sweep, in_order) -> tuple[int, int]:
    """Draw two prices at which every mistake leads to a threshold of its own."""
    for wins, costs in rng.permutation([(a, b) for a in range(1, 8) for b in range(1, 8)]).tolist():
        bars = set(thresholds(g, kindest, wins, costs)) if wins != costs else ()
        pay = wins * g.tp - costs * g.fp
        clear = (pay == pay.max()).sum() == 1 and pay.argmax() > 1  # of the first, hints tell
        if len(bars) == 5 and np.inf not in bars and clear:
            others = elsewhere_paid(g, wins, costs, in_order).values()
            if pay.argmax() not in [g.row_at(threshold) for threshold in others]:
                return wins, costs
    raise Unfit("no prices tell the mistakes apart")


@template("walk.raise-and-lose")
def raise_and_lose(rng):
    """Build a ranking in which a higher threshold has the lower precision."""
    samples, positives, high, low = 8, 4, 3, 6
    if rng is not None:
        samples = int(rng.integers(8, 12))
        positives = int(rng.integers(3, samples - 3))
        high = int(rng.integers(2, samples // 2))
        low = int(rng.integers(high + 2, samples))
    judge = partial(raise_judged, high, low)
    right, mistakes = one_of_each(judge, patterns(samples, positives))
    form = Built(Labels(samples, positives), judge, partial(raise_measured, high, low))
    words = {"samples": samples, "positives": positives, "high": high, "low": low}
    names = [f"image {i}" for i in range(1, samples + 1)]
    steps = ranked(right, names).trace(["precision"])
    return task(right, mistakes, form=form, steps=steps, **words)


def precisions(labels, high, low):
    """Return precision at two steps of a ranking."""
    walk = ranked(labels)
    return [walk.confusion(i).precision.fraction for i in (high, low)]


def raise_judged(high, low, labels):
    """Name what a ranking lacks."""
    at_high, at_low = precisions(labels, high, low)
    if at_high < at_low:
        return True if labels[0] else "no car on top"
    if at_high == at_low:
        return "precision stays"
    return "raising pays" if labels[0] else "raising pays, no car on top"


def raise_measured(high, low, labels) -> str:
    """Say what a ranking came to."""
    at_high, at_low = precisions(labels, high, low)
    return f"Yours: precision {at_high} at image {high}, {at_low} at image {low}."
