"""A report on the scores of many classes: what is taken for what, and each class by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ... import plots
from ...core import inputs, words
from ...core.conventions import BinStrategy
from ...core.errors import InputError, choice
from ...core.formula import Worked
from ...core.trace import Column, Trace
from ...metrics.calibration import brier, calibration_bins, log_loss
from ...metrics.confusion_matrix import ConfusionMatrix
from ...metrics.intervals import Interval, proportion_interval
from ...metrics.one_vs_rest import OneVsRest, hand_till_auc, one_vs_rest
from ...plots.curves import class_curves
from ...plots.look import LANGUAGES, can_draw
from .case import BINS, FADED, SIZE, axes, drawable, pictured, strategy
from .page import (
    Judged,
    Number,
    Section,
    Shown,
    Voice,
    counts_column,
    legible,
    of_auc,
    rate,
    rates_column,
    scores,
)
from .sections import FEW, rules_of, table_of_bins, warned

ORDER = ("summary", "confusions", "by_class", "one_vs_rest", "chances", "cautions", "rules")
RULES = ("highest", "undefined", "averages", "one_vs_rest", "hand_till", "auc", "proportion")
OF_CHANCES = ("bins", "brier_of_classes")
TRUSTED = 10  # of the most confident mistakes
WIDE = 8  # classes; the table of more counts is folded
NAME = 40  # letters of a class's name in a sentence
ROUNDED = 1e-6  # so far from 1 the probabilities of a sample may add up
FEW_NAMES = 4  # classes; the names of more take room
LARGE = (6.2, 5.8)  # inches


@dataclass(frozen=True, eq=False)
class Classes:
    """Samples of many classes, counted.

    Attributes
    ----------
    each : OneVsRest
        The counts of each class against the rest.
    matrix : ConfusionMatrix
        The counts of what has the highest score.
    ids : numpy.ndarray or None
        Names of the samples.
    say : Voice
        The language.
    """

    each: OneVsRest
    matrix: ConfusionMatrix
    ids: np.ndarray | None
    say: Voice

    @property
    def score(self) -> np.ndarray:
        """The scores, shape (n, k)."""
        return self.each.grid.other

    @cached_property
    def truth(self) -> np.ndarray:
        """The column of the true class of each sample."""
        return self.each.grid.truth.argmax(axis=1)

    @cached_property
    def guess(self) -> np.ndarray:
        """The column with the highest score; of equal ones the first."""
        return self.score.argmax(axis=1)

    @cached_property
    def top(self) -> np.ndarray:
        """The highest score of each sample."""
        return self.score.max(axis=1)

    @property
    def right(self) -> np.ndarray:
        """Whether the highest score is that of the true class."""
        return self.truth == self.guess

    @cached_property
    def names(self) -> list[str]:
        """What the classes are called, as a sentence has room for."""
        return [legible(name, NAME) for name in self.matrix.labels]

    @cached_property
    def support(self) -> np.ndarray:
        """How many samples each class has."""
        return self.each.grid.truth.sum(axis=0)

    @cached_property
    def are_chances(self) -> bool:
        """Whether the scores of each sample are from 0 to 1 and add up to 1."""
        within = self.score.min() >= 0 and self.score.max() <= 1
        return bool(within and (abs(self.score.sum(axis=1) - 1) <= ROUNDED).all())

    @cached_property
    def strategy(self) -> BinStrategy:
        """How a calibration bins the highest scores."""
        return strategy(self.right, self.top)

    @cached_property
    def areas(self) -> list[Interval | None]:
        """DeLong's interval of each class against the rest; None where a class is missing."""
        sweeps = self.each.sweeps.values()
        pairs = zip(self.support, sweeps, strict=True)
        return [of_auc(sweep) if n else None for n, sweep in pairs]

    @cached_property
    def hand_till(self) -> Worked | None:
        """Hand and Till's AUC; None where a class has no sample."""
        truth, score, names, _ = self.each.grid
        return hand_till_auc(truth, score, names) if self.support.all() else None


def classes_case(y_true, y_score, classes, ids, language) -> Classes:
    """Check the samples, and count them.

    Raises
    ------
    InputError
        If columns and classes don't belong together.
    """
    choice(language, LANGUAGES, "language")
    each = one_vs_rest(y_true, y_score, classes)
    truth, score, names, _ = each.grid
    _one_class_each(truth)
    drawable(score)
    labels = names.tolist()
    if ids is not None:
        ids = inputs.ids(ids)
        inputs.same_length(y_true=truth, ids=ids)
    right, guess = (np.array(labels, object)[side.argmax(axis=1)] for side in (truth, score))
    matrix = ConfusionMatrix.from_labels(right, guess, labels)
    return Classes(each, matrix, ids, Voice(language))


def _one_class_each(truth: np.ndarray) -> None:
    if (truth.sum(axis=1) != 1).any():
        raise InputError(
            "a sample has several labels, or none",
            "a report compares classes, of which each sample has one",
            "of several labels a sample, report each: mm.report(Y_true[:, 0], Y_score[:, 0])",
        )
    if (truth.any(axis=0)).sum() < 2:
        raise InputError(
            "all samples are of one class",
            "classes are compared with each other",
            "take samples of two classes or more",
        )


def judged(case: Classes, again: str) -> Judged:
    """Judge the scores of many classes."""
    matrix = case.matrix
    line = (
        f"{words.count(matrix.total)} samples, {matrix.k} classes · "
        f"accuracy {words.decimal(matrix.accuracy)}"
    )
    return Judged("title.classes", line, sections(case, again), None, matrix, case.each)


def sections(case: Classes, again: str) -> tuple[Section, ...]:
    """Write all sections, in the order of the page."""
    warnings = tuple(_warnings(case))
    return (
        _summary(case, len(warnings)),
        _confusions(case),
        Section("by_class", tables=(("by_class", by_class(case)),)),
        _one_vs_rest(case),
        _chances(case),
        Section("cautions", warnings=warnings, notes=tuple(_notes(case))),
        rules_of(case.say, _rules(case), _in_force(case), again),
    )


def _summary(case: Classes, warnings: int) -> Section:
    say, matrix = case.say, case.matrix
    area = accuracy_interval(matrix)
    share = float(matrix.no_information_rate)
    sentences = [
        say(
            "many.size",
            n=say.count(matrix.total),
            k=matrix.k,
            name=case.names[int(case.support.argmax())],
            share=say.percent(share, float(matrix.accuracy)),
        ),
        say(
            "many.accuracy",
            accuracy=say.percent(float(matrix.accuracy), share),
            low=say.percent(area.low),
            high=say.percent(area.high),
        ),
        _worst(case),
        say(
            "many.macro",
            recall=rate(matrix.average("recall")),
            f1=rate(matrix.average("f1")),
        ),
        say("many.hand_till", auc=rate(case.hand_till)) if case.hand_till is not None else "",
        warned(say, warnings, ORDER),
    ]
    return Section("summary", (say.text(*sentences),))


def accuracy_interval(matrix: ConfusionMatrix) -> Interval:
    """Return the accuracies with which these counts are not too surprising."""
    return proportion_interval(int(matrix.counts.trace()), int(matrix.total), method="exact")


def _worst(case: Classes) -> str:
    """Name the most frequent mistake."""
    wrong = case.matrix.counts - np.diag(case.matrix.counts.diagonal())
    if not wrong.any():
        return case.say("many.no_mistake")
    i, j = np.unravel_index(wrong.argmax(), wrong.shape)
    counts = {"n": case.say.count(wrong[i, j]), "of": case.say.count(case.support[i])}
    return case.say("many.worst", truth=case.names[i], guess=case.names[j], **counts)


def _confusions(case: Classes) -> Section:
    say, matrix = case.say, case.matrix
    area = accuracy_interval(matrix)
    plain, wide = ("balanced_accuracy", "kappa", "mcc"), matrix.k > WIDE
    numbers = [Number(say.symbol("accuracy"), matrix.accuracy, area, say("how.exact"))]
    numbers += [
        Number(say.symbol(name), getattr(matrix, name), how=say(f"how.{name}")) for name in plain
    ]
    return Section(
        "confusions",
        numbers=tuple(numbers),
        numbers_title=say("numbers.confusions"),
        pictures=_draw_confusions(case),
        tables=() if wide else (("counts", counts(case)),),
        folded=(("counts", counts(case)),) * wide + (("mistakes", mistakes(case)),),
    )


def counts(case: Classes) -> Trace:
    """Lay the counts out: truth in rows, prediction in columns."""
    say, table = case.say, case.matrix.counts
    return say.table(
        "counts",
        Column(say("head.truth"), case.names),
        *(
            counts_column(say, say("head.taken_for", name=name), table[:, j])
            for j, name in enumerate(case.names)
        ),
        counts_column(say, say("head.samples"), case.support),
    )


def mistakes(case: Classes) -> Trace:
    """List the mistakes with the highest scores."""
    say = case.say
    wrong = np.flatnonzero(~case.right)
    rows = wrong[np.argsort(-case.top[wrong], kind="stable")][:TRUSTED]
    named = rows if case.ids is None else case.ids[rows]
    top, own = case.top[rows], case.score[rows, case.truth[rows]]
    write = scores([*top.tolist(), *own.tolist()])
    return say.table(
        "mistakes",
        Column(say("head.sample"), [legible(name) for name in named.tolist()]),
        Column(say("head.truth"), [case.names[k] for k in case.truth[rows]]),
        Column(say("head.guess"), [case.names[k] for k in case.guess[rows]]),
        rates_column(say("head.its_score"), top, write),
        rates_column(say("head.true_score"), own, write),
    )


AVERAGES = ("macro", "weighted", "micro")


def by_class(case: Classes) -> Trace:
    """Lay the rates of each class out, and below them their averages."""
    say, matrix = case.say, case.matrix
    support = [*case.support, *[matrix.total] * len(AVERAGES)]
    called = [*matrix.counts.sum(axis=0), *[matrix.total] * len(AVERAGES)]
    rates = ("precision", "recall", "f1")
    averaged = {r: [matrix.average(r, how) for how in AVERAGES] for r in rates}
    areas = [*case.areas, *[None] * len(AVERAGES)]
    own = [*(a and a.estimate for a in areas[: matrix.k])]
    own += [case.each.auc(how) for how in AVERAGES]
    return say.table(
        "by_class",
        Column(say("head.class"), [*case.names, *(say.short(how) for how in AVERAGES)]),
        counts_column(say, say("head.samples"), support),
        counts_column(say, say("head.called"), called),
        *(rates_column(say.short(r), [*matrix[r], *averaged[r]]) for r in rates),
        rates_column("AUC", own),
        rates_column(say("head.low"), [a and a.low for a in areas]),
        rates_column(say("head.high"), [a and a.high for a in areas]),
    )


def _one_vs_rest(case: Classes) -> Section:
    say = case.say
    if case.hand_till is None:
        return Section("one_vs_rest", (say("many.no_curves"),))
    numbers = (
        Number(say.symbol("hand_till_auc"), case.hand_till, how=say("how.hand_till")),
        Number(say.term("macro_auc"), case.each.auc("macro"), how=say("how.macro")),
        Number(say.term("micro_auc"), case.each.auc("micro"), how=say("how.micro")),
    )
    return Section(
        "one_vs_rest",
        numbers=numbers,
        numbers_title=say("numbers.ranking"),
        pictures=_draw_curves(case),
    )


def _chances(case: Classes) -> Section:
    say = case.say
    if not case.are_chances:
        return Section("chances", (say("many.no_chances"),))
    mean, accuracy = float(case.top.mean()), float(case.matrix.accuracy)
    shares = {"mean": say.percent(mean, accuracy)}
    shares["accuracy"] = say.percent(accuracy, mean)
    return Section(
        "chances",
        (say.text(say("many.mean", **shares), say("chances.read")),),
        numbers=_of_chances(case),
        numbers_title=say("numbers.chances"),
        pictures=(_draw_calibration(case),),
        folded=(("bins", bins(case)),),
    )


def _of_chances(case: Classes) -> tuple[Number, ...]:
    say, labels = case.say, list(range(case.matrix.k))
    squared = brier(case.truth, case.score, labels=labels)
    logged = log_loss(case.truth, case.score, labels=labels)
    how = say("how.log_loss") if not logged.reason else say("how.ruled_out")
    return (
        Number(say.symbol("brier"), squared, how=say("how.brier_of_classes")),
        Number(say.symbol("log_loss"), logged, how=how),
    )


def bins(case: Classes) -> Trace:
    """Lay the bins of the calibration of the highest scores out."""
    table = calibration_bins(case.right, case.top, BINS, case.strategy)
    return table_of_bins(case.say, table, case.say("head.right"))


def _warnings(case: Classes) -> Iterator[str]:
    say = case.say
    few = [k for k in range(case.matrix.k) if 0 < case.support[k] < FEW]
    for keys, key in (
        (np.flatnonzero(case.support == 0), "many.warn_missing"),
        (few, "many.warn_few"),
        (np.flatnonzero(case.matrix.counts.sum(axis=0) == 0), "many.warn_never"),
    ):
        if len(keys):
            yield say(key, names=say.listing([case.names[k] for k in keys]))
    worse = [
        f"{name} ({rate(area.estimate)})"
        for name, area in zip(case.names, case.areas, strict=True)
        if area is not None and area.estimate < 0.5
    ]
    if worse:
        yield say("many.warn_upside_down", names=say.listing(worse))
    if case.right.all():
        yield say("many.warn_perfect")


def _notes(case: Classes) -> Iterator[str]:
    say = case.say
    shared = int(((case.score == case.top[:, None]).sum(axis=1) > 1).sum())
    yield say("many.ties", n=say.count(shared)) if shared else say("many.no_ties")
    there = case.support[case.support > 0]
    yield say("many.balance", ratio=f"{there.max() / there.min():.3g}")


def _rules(case: Classes) -> tuple[str, ...]:
    return RULES + OF_CHANCES * case.are_chances + ("digits",)


def _in_force(case: Classes) -> dict[str, str]:
    return {"bins": case.say(f"rule.bins.{case.strategy}")} if case.are_chances else {}


def _draw_confusions(case: Classes) -> tuple[Shown, ...]:
    """Draw of each class which share was taken for which."""
    ax = plots.confusion_matrix(case.matrix, values="row shares", language=case.say.language)
    ax.collections[0].set_clim(0, FADED)
    return (pictured(ax, "confusion", case.say("caption.confusions")),)


def _draw_curves(case: Classes) -> tuple[Shown, ...]:
    """Draw the curves of each class against the rest."""
    how = {"language": case.say.language}
    size = LARGE if case.matrix.k > FEW_NAMES else SIZE
    curves = {name: class_curves(case.each, axes(size), name, **how) for name in ("roc", "pr")}
    return tuple(
        pictured(ax, name, case.say(f"caption.each_{name}")) for name, ax in curves.items()
    )


def _draw_calibration(case: Classes) -> Shown:
    """Draw what the highest scores promise, and how often they are right."""
    how = {"bins": BINS, "strategy": case.strategy, "language": case.say.language}
    ax = plots.reliability(case.right, case.top, axes(), **how)
    said = case.say("head.right")
    if can_draw(said):
        ax.set_ylabel(said)
    bins = case.say(f"bins.{case.strategy}")
    return pictured(ax, "calibration", case.say("caption.calibration.top", bins=bins))
