"""A report on several models' scores of the same samples: how they differ, and where."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

import numpy as np

from ... import plots
from ...core import inputs, words
from ...core.errors import InputError
from ...core.formula import Worked
from ...core.trace import Column, Trace
from ...core.words import symbol
from ...metrics.auc_error import AucTest, auc_test
from ...metrics.average_precision import average_precision
from ...metrics.calibration import brier
from ...metrics.confusion_matrix import ConfusionMatrix
from ...metrics.curves import decile_table
from ...metrics.intervals import Interval, mcnemar
from ...metrics.populations import at_prevalence
from . import sections
from .case import BINS, PARTS, Case, Choice, axes, case, choose, pictured
from .page import (
    Judged,
    Number,
    Section,
    Shown,
    Voice,
    cost,
    counts_column,
    legible,
    of_auc,
    one_cut,
    rate,
    rates_column,
    scores,
    threshold,
    varies,
)

ORDER = ("summary", "ranking", "thresholds", "disagree", "use", "chances", "cautions", "rules")
RULES = ("prediction", "positive", "ties", "undefined", "threshold", "share", "auc", "difference")
RULES += ("ap", "mcnemar", "deciles", "digits")
OF_CHANCES = ("bins", "brier", "benefit")
RATES = ("precision", "recall", "specificity", "accuracy", "f1")
COUNTS = ("TP", "FP", "FN", "TN")
FEW = 1000  # samples on which two models disagree: beyond, the exact test says nothing else
MOST = 6  # models: a picture tells no more apart
LISTED = 20  # samples that models disagree about
NAME = 40  # letters of a model's name


@dataclass(frozen=True, eq=False)
class Models:
    """Several scores of the same samples, each swept and asked the same.

    Attributes
    ----------
    cases : mapping of str to Case
        What each model is asked.
    say : Voice
        The language.
    """

    cases: Mapping[str, Case]
    say: Voice

    @cached_property
    def choices(self) -> dict[str, Choice]:
        """The threshold of each model, and what speaks for it."""
        return {name: choose(case) for name, case in self.cases.items()}

    @cached_property
    def areas(self) -> dict[str, Interval]:
        """The AUC of each model with its interval."""
        return {name: of_auc(case.sweep) for name, case in self.cases.items()}

    @cached_property
    def tests(self) -> dict[tuple[str, str], AucTest]:
        """The test of each pair of models."""
        sweeps = {name: case.sweep for name, case in self.cases.items()}
        return {(a, b): auc_test(sweeps[a], sweeps[b]) for a, b in combinations(sweeps, 2)}

    @cached_property
    def called(self) -> dict[str, np.ndarray]:
        """Which samples each model calls positive at its threshold."""
        return {
            name: case.sweep.samples.score >= self.choices[name].threshold
            for name, case in self.cases.items()
        }

    @property
    def first(self) -> Case:
        """The case of the first model; labels and names are those of all."""
        return next(iter(self.cases.values()))

    @property
    def truth(self) -> np.ndarray:
        """Which samples are positive."""
        return self.first.sweep.samples.positive

    @property
    def probable(self) -> dict[str, Case]:
        """Those models whose scores may be probabilities."""
        return {name: case for name, case in self.cases.items() if case.are_chances}


def models_case(
    y_true, columns, costs, p_positive, given, ids, positive, language, where
) -> Models:
    """Check the samples and the questions, and sweep over the scores of each model.

    Raises
    ------
    InputError
        If there are too many models, or a question makes no sense.
    """
    if len(columns) > MOST:
        raise InputError(
            f"{len(columns)} models",
            f"no more than {MOST} lines can be told apart in a picture",
            f"choose {MOST} of them, or compare their AUCs: mm.auc_test(a, b)",
        )
    names = [legible(name, NAME) for name in columns]
    if len({*names}) < len(names):
        raise InputError(
            f"models are called {words.listing(names)}",
            "each needs a name by which it can be told from the others",
            "name them otherwise",
        )
    cuts = _cuts(given, [*columns])
    cases = {}
    for name, (key, column) in zip(names, columns.items(), strict=True):
        how = (costs, p_positive, cuts[key], ids, positive, language, where)
        try:
            cases[name] = case(y_true, column, *how)
        except InputError as error:
            of_all = not cases and "y_score" not in error.what
            what = error.what if of_all else f"{name}: {error.what}"
            raise type(error)(what, error.why, error.fix) from None
    return Models(cases, Voice(language))


def _cuts(given, names: list) -> dict:
    """Return the threshold that was given for each model, if one was."""
    if not isinstance(given, Mapping):
        return dict.fromkeys(names, given)
    if {*given} != {*names}:
        raise InputError(
            f"threshold={inputs.short(dict(given))}",
            f"the models are {words.listing(names)}",
            "give each of them a threshold, or one number for all",
        )
    return dict(given)


def judged(models: Models, again: str) -> Judged:
    """Compare models."""
    first, choices = models.first, models.choices
    areas = ", ".join(f"{name} {rate(area.estimate)}" for name, area in models.areas.items())
    line = (
        f"{words.count(first.samples)} samples, {words.count(first.sweep.positives)} positive, "
        f"{len(choices)} models · AUC {areas}"
    )
    return Judged(
        "title.models",
        line,
        _sections(models, again),
        {name: choice.threshold for name, choice in choices.items()},
        {name: choice.confusion for name, choice in choices.items()},
        {name: case.sweep for name, case in models.cases.items()},
    )


def _sections(models: Models, again: str) -> tuple[Section, ...]:
    """Write all sections, in the order of the page."""
    warnings = tuple(_warnings(models))
    notes = (sections.balance(models.first),)
    return (
        _summary(models, len(warnings)),
        _ranking(models),
        _thresholds(models),
        _disagree(models),
        _use(models),
        _chances(models),
        Section("cautions", warnings=warnings, notes=notes),
        sections.rules_of(models.say, _rules(models), _in_force(models), again),
    )


def _summary(models: Models, warnings: int) -> Section:
    say = models.say
    found = (
        say(
            "models.found",
            name=name,
            threshold=threshold(choice.threshold),
            recall=say.percent(choice.confusion.recall),
            precision="0/0" if p.reason else say.percent(p),
        )
        for name, choice in models.choices.items()
        for p in [choice.confusion.precision]
    )
    areas = (_area(say, name, area) for name, area in models.areas.items())
    semicolon = say("models.semicolon")
    sentences = [
        sections.size(models.first),
        say("models.aucs", each=semicolon.join(areas)),
        *_best_two(models),
        say("models.rates", each=semicolon.join(found)),
        sections.warned(say, warnings, ORDER),
    ]
    return Section("summary", (say.text(*sentences),))


def _area(say: Voice, name: str, area: Interval) -> str:
    low, high = map(rate, area)
    key = "models.auc" if varies(area) else "models.auc_alone"
    return say(key, name=name, auc=rate(area.estimate), low=low, high=high)


def _best_two(models: Models) -> Iterator[str]:
    """Say whether the samples tell the best model from the next."""
    say = models.say
    a, b = sorted(models.areas, key=lambda name: -models.areas[name].estimate)[:2]
    test = models.tests.get((a, b)) or models.tests[b, a]
    interval = test.interval()
    if not varies(interval):
        yield say("models.alike" if test.difference == 0 else "models.unsure", a=a, b=b)
        return
    low, high = interval if (a, b) in models.tests else (-interval.high, -interval.low)
    numbers = {"difference": rate(abs(test.difference)), "low": rate(low), "high": rate(high)}
    yield say("models.difference", a=a, b=b, p=rate(test.p_value), **numbers)
    yield say("models.told_apart" if low > 0 else "models.not_told_apart")


def _ranking(models: Models) -> Section:
    say = models.say
    return Section(
        "ranking",
        numbers=tuple(_areas_and_differences(models)),
        numbers_title=say("numbers.models"),
        pictures=_draw_ranking(models),
    )


def _areas_and_differences(models: Models) -> Iterator[Number]:
    say = models.say
    for name, area in models.areas.items():
        how = say("how.delong" if varies(area) else "how.no_interval")
        yield Number(f"AUC, {name}", area.estimate, area, how)
    for (a, b), test in models.tests.items():
        interval = test.interval()
        how = say("how.paired" if varies(interval) else "how.no_interval")
        yield Number(f"AUC, {a} − {b}", test.difference, interval, how)
        yield Number(say("name.p_of", a=a, b=b), test.p_value, how=say("how.two_sided"))
    for name, one in models.cases.items():
        yield Number(f"AP, {name}", average_precision(one.sweep), how=say("rule.ap.here"))


def _thresholds(models: Models) -> Section:
    say, by = models.say, next(iter(models.choices.values())).by
    doubt = "models.optimistic_given" if by == "given" else "models.optimistic"
    return Section(
        "thresholds",
        texts=(say.text(say(f"models.by_{by}"), *_where(models), say(doubt)),),
        tables=(("thresholds", side_by_side(models)),),
    )


def _where(models: Models) -> Iterator[str]:
    case, say = models.first, models.say
    if case.where:
        yield say("models.where", where=say.listing(map(say.constraint, case.constraints)))


def side_by_side(models: Models) -> Trace:
    """Lay thresholds, counts and rates of the models out side by side."""
    say, choices = models.say, models.choices.values()
    tables = [choice.confusion for choice in choices]
    priced = models.first.costs is not None
    named = say.short("expected_cost")
    return say.table(
        "side_by_side",
        Column(say("head.model"), [*models.cases]),
        rates_column(say.short("threshold"), [c.threshold for c in choices], threshold),
        *(counts_column(say, name, [c.counts[name] for c in tables]) for name in COUNTS),
        *(rates_column(say.short(r), [c.rate(r) for c in tables]) for r in RATES),
        *([rates_column(named, [c.cost for c in choices], cost)] if priced else []),
        *_where_others_are_positive(models),
    )


def _where_others_are_positive(models: Models) -> Iterator[Column]:
    """Give the rates that another share of positives changes."""
    say, case = models.say, models.first
    if not case.moved:
        return
    cuts = [one_cut(choice.confusion) for choice in models.choices.values()]
    there = [at_prevalence(cut, case.p_positive).at(1) for cut in cuts]
    share = say.percent(case.p_positive)
    for moved in ("precision", "accuracy"):
        name = say("name.at_share", name=say.short(moved), share=share)
        yield rates_column(name, [c.rate(moved) for c in there])


def _disagree(models: Models) -> Section:
    say, called = models.say, np.array([*models.called.values()])
    split = called.any(axis=0) & ~called.all(axis=0)
    n, share = int(split.sum()), say.percent(split.mean())
    said = say("models.split", n=say.count(n), share=share) if n else say("models.agree")
    return Section(
        "disagree",
        texts=(said,),
        tables=(("agreement", agreement(models)),),
        numbers=tuple(_mcnemar(models)),
        numbers_title=say("numbers.mcnemar"),
        folded=(("split", disputed(models, split)),),
    )


def _mcnemar(models: Models) -> Iterator[Number]:
    """Test for each pair whether one is wrong more often than the other."""
    say, right = models.say, {n: called == models.truth for n, called in models.called.items()}
    for a, b in combinations(right, 2):
        worked = errors_tested(right[a], right[b])
        how = say("how.mcnemar_none" if worked.reason else "how.mcnemar")
        yield Number(say("name.mcnemar", a=a, b=b), worked, how=how)


def errors_tested(right: np.ndarray, other: np.ndarray) -> Worked:
    """Test by McNemar whether two models err equally often, from what each gets right.

    Examples
    --------
    >>> print(errors_tested(np.array([True, True, True]), np.array([False, False, True])))
    0.5
    """
    table = ConfusionMatrix.from_labels(right, other, labels=[False, True])
    few = np.count_nonzero(right != other) <= FEW
    return mcnemar(table, "exact" if few else "corrected")


def agreement(models: Models) -> Trace:
    """Count, pair by pair, what both models call positive, what only one, and what neither."""
    say, truth = models.say, models.truth
    rows = [
        (a, b, name, models.called[a][side], models.called[b][side])
        for a, b in combinations(models.called, 2)
        for name, side in ((say.short("positive"), truth), (say.short("negative"), ~truth))
    ]
    cells = {
        "both": [(a & b).sum() for *_, a, b in rows],
        "first": [(a & ~b).sum() for *_, a, b in rows],
        "second": [(b & ~a).sum() for *_, a, b in rows],
        "neither": [(~a & ~b).sum() for *_, a, b in rows],
    }
    return say.table(
        "agreement",
        Column(say("head.truth"), [name for _, _, name, *_ in rows]),
        Column(say("head.first"), [a for a, *_ in rows]),
        Column(say("head.second"), [b for _, b, *_ in rows]),
        *(counts_column(say, say(f"head.by_{key}"), n) for key, n in cells.items()),
    )


def disputed(models: Models, split: np.ndarray) -> Trace:
    """List the samples that models disagree about, first those whose ranks differ most."""
    say, first = models.say, models.first
    columns = {name: one.sweep.samples.score for name, one in models.cases.items()}
    apart = np.ptp([_ranks(models.cases[name]) for name in columns], axis=0)
    rows = np.flatnonzero(split)
    rows = rows[np.argsort(-apart[rows], kind="stable")][:LISTED]
    called = [say.listing([name for name, by in models.called.items() if by[row]]) for row in rows]
    kinds = [say.short("positive" if yes else "negative") for yes in models.truth[rows]]
    return say.table(
        "split",
        Column(say("head.sample"), [legible(name) for name in first.who(rows)]),
        Column(say("head.truth"), kinds),
        Column(say("head.called_by"), called),
        *(rates_column(name, s[rows], scores(s[rows])) for name, s in columns.items()),
    )


def _ranks(case: Case) -> np.ndarray:
    """Return which share of the samples has a higher score."""
    sweep = case.sweep
    reached = (sweep.tp + sweep.fp)[np.searchsorted(-sweep.threshold, -sweep.samples.score)]
    return reached / case.samples


def _use(models: Models) -> Section:
    say = models.say
    tops = [
        say("models.top", name=name, gain=say.percent(_first_tenth(case)))
        for name, case in models.cases.items()
    ]
    return Section(
        "use",
        texts=(say("models.tops", each=say.listing(tops, MOST)),),
        pictures=_draw_use(models),
    )


def _first_tenth(case: Case) -> float:
    columns = {column.name: column.values for column in decile_table(case.sweep, PARTS).columns}
    return float(columns["gain"][0])


def _chances(models: Models) -> Section:
    say, probable = models.say, models.probable
    others = [name for name in models.cases if name not in probable]
    texts = [say("models.no_chances", names=say.listing(others))] if others else []
    if not probable:
        return Section("chances", tuple(texts))
    numbers = [
        Number(
            say("name.brier_of", symbol=symbol("brier"), name=name),
            brier(models.truth, one.sweep.samples.score),
            how=say("how.brier"),
        )
        for name, one in probable.items()
    ]
    return Section(
        "chances",
        texts=(say.text(*texts, say("chances.read")),),
        numbers=tuple(numbers),
        numbers_title=say("numbers.chances"),
        pictures=(_draw_calibration(models, strategy_of(models)),),
    )


def strategy_of(models: Models) -> str:
    """Bin the scores of all models alike: equally full, where those of one crowd."""
    each = {one.strategy for one in models.probable.values()}
    return "quantile" if "quantile" in each else "equal-width"


def _warnings(models: Models) -> Iterator[str]:
    """Warn of what concerns all models once, and of anything else by the model's name."""
    said = {name: [*sections.warnings(choice)] for name, choice in models.choices.items()}
    common = [text for text in next(iter(said.values())) if all(text in s for s in said.values())]
    yield from common
    for name, texts in said.items():
        for text in texts:
            if text not in common:
                yield models.say("models.warning", name=name, text=text)


def _rules(models: Models) -> tuple[str, ...]:
    return RULES + OF_CHANCES * bool(models.probable)


def _in_force(models: Models) -> dict[str, str]:
    """Return the conventions that depend on the samples, or on what was asked."""
    say, choice = models.say, next(iter(models.choices.values()))
    here = sections.in_force(choice)
    here["prediction"] = say("models.prediction")
    here["bins"] = say(f"rule.bins.{strategy_of(models)}") if models.probable else ""
    return here


def _draw_ranking(models: Models) -> tuple[Shown, ...]:
    """Draw the curves of all models in one picture each."""
    sweeps = {name: one.sweep for name, one in models.cases.items()}
    say, how = models.say, {"language": models.say.language}
    return (
        pictured(plots.roc(sweeps, axes(), **how), "roc", say("caption.models_roc")),
        pictured(plots.pr(sweeps, axes(), **how), "pr", say("caption.pr")),
    )


def _draw_use(models: Models) -> tuple[Shown, ...]:
    """Draw what the top of each ranking holds, and what acting on probabilities is worth."""
    sweeps = {name: one.sweep for name, one in models.cases.items()}
    say, how = models.say, {"language": models.say.language}
    gain = plots.gain(sweeps, axes(), bins=PARTS, **how)
    legible = [pictured(gain, "gain", say("caption.gain"))]
    if models.probable:
        chances = {name: one.sweep for name, one in models.probable.items()}
        curve = plots.decision_curve(chances, axes(), **how)
        legible.append(pictured(curve, "decision", say("caption.decision")))
    return tuple(legible)


def _draw_calibration(models: Models, strategy: str) -> Shown:
    """Draw what the scores of each model promise, and what happens."""
    scores = {name: one.sweep.samples.score for name, one in models.probable.items()}
    how = {"bins": BINS, "strategy": strategy, "language": models.say.language}
    ax = plots.reliability(models.truth, scores, axes(), **how)
    return pictured(ax, "calibration", models.say(f"caption.calibration.{strategy}"))
