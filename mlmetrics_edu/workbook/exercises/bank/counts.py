"""Exercises on the four counts, accuracy, precision and recall: lesson 1."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from ....core import words
from ....core.trace import Column, Trace
from ....metrics.confusion import Confusion
from ....metrics.rates import RATES
from ...examples import example, swept
from ..families import formulas
from ..families.tables import GENERIC, formulas_of_rates, odds, of_two, rates, some_rates
from ..forms import Built, Names
from ..registry import Unfit, task, template, unfit_if
from ..typed import Written
from .data import counts, untrue

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
    return task((best, "finds more"), shown=both(first, second), **words)


def alarm(fires, evenings, wrong, fn) -> Confusion:
    """Make an alarm that is wrong so often, and misses so many fires."""
    return Confusion(*map(int, (fires - fn, wrong - fn, fn, evenings - wrong + fn)))


def both(first: Confusion, second: Confusion) -> Trace:
    """List what two alarms did."""
    cells = {cell: [c.counts[cell] for c in (first, second)] for cell in first.counts}
    return Trace.of("two smoke alarms", {"": ["the first", "the second"], **cells})


@template("counts.errata")
def errata(rng):
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
    met = (yours.accuracy > model.accuracy, yours.recall < model.recall)
    names = {(True, True): True, (True, False): "finds as many"}
    names |= {(False, True): "not more accurate", (False, False): "neither"}
    return names[met]


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
