"""A report on one model's scores of two classes: its sections, in sentences and numbers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from ...core import words
from ...core.formula import Formula, Worked
from ...core.inputs import CLASSES
from ...core.trace import Column, Trace
from ...core.words import symbol
from ...metrics.auc import auc
from ...metrics.calibration import Bins, brier, calibration_bins
from ...metrics.costs import decision_curve
from ...metrics.curves import decile_table
from ...metrics.intervals import Interval
from ...metrics.ks import ks_statistic
from ...metrics.ties import tie_range
from .case import BINS, PARTS, Case, Choice, choose, of_calibration, of_ranking, of_use, thresholds
from .case import section as of_threshold
from .page import (
    POINTS,
    POINTS_RANKING,
    TIMES_RANKING,
    Judged,
    Number,
    Section,
    Voice,
    bootstrapped,
    cost,
    counts_column,
    legible,
    of_auc,
    of_average_precision,
    of_roc,
    rate,
    rates_column,
    scores,
    threshold,
    varies,
)

OF_SHARE = Formula("brier_of_share", "prevalence * (1 - prevalence)", (0.0, 0.25), "lower")
SKILL = Formula(
    "brier_skill", "1 - brier / brier_of_share", (float("-inf"), 1.0), "higher", source="Murphy"
)
ORDER = ("summary", "threshold", "ranking", "use", "chances", "cautions", "rules")
FEW = 30  # of a class
FEW_SCORES, MANY_SAMPLES = 10, 50
# In the order of the page; each has a value, and what is done elsewhere, in words.toml.
RULES = ("prediction", "positive", "ties", "undefined", "threshold", "share", "proportion", "auc")
RULES += ("ap", "bootstrap", "ks", "deciles", "digits")
OF_CHANCES = ("bins", "brier", "benefit")
PLACES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)
CLOSE = 1e-12  # net benefits that differ by less are the same


def judged(case: Case, again: str) -> Judged:
    """Choose a threshold, and judge the scores."""
    choice = choose(case)
    counts = choice.confusion
    line = (
        f"{words.count(counts.total)} samples, {words.count(counts.tp + counts.fn)} positive · "
        f"threshold {words.threshold(choice.threshold)}: {counts.summary}"
    )
    written = _all_sections(choice, again)
    return Judged("title.page", line, written, choice.threshold, counts, case.sweep)


def _all_sections(choice: Choice, again: str) -> tuple[Section, ...]:
    """Write all sections, in the order of the page."""
    area = of_auc(choice.case.sweep)
    doubts = cautions(choice)
    return (
        summary(choice, area, len(doubts.warnings)),
        of_threshold(choice),
        ranking(choice, area),
        use(choice.case),
        chances(choice.case),
        doubts,
        rules(choice, again),
    )


def summary(choice: Choice, area: Interval, warnings: int) -> Section:
    """Say in words what the numbers say."""
    case, say = choice.case, choice.case.say
    sentences = [
        size(case),
        *_accuracy(choice),
        *([_cost(choice)] if case.costs is not None else []),
        _area(case, area),
        warned(say, warnings, ORDER),
    ]
    return Section("summary", (say.text(*sentences),))


def warned(say: Voice, warnings: int, order: tuple[str, ...]) -> str:
    """Say in which section there are warnings, if there are any."""
    place = {"section": order.index("cautions") + 1}
    return say("summary.warnings", n=warnings, **place) if warnings else ""


def size(case: Case) -> str:
    """Say how many samples there are, and of which class."""
    name = case.sweep.names[1]
    return case.say(
        "summary.size" if case.sweep.names == CLASSES else "summary.size_named",
        n=case.say.count(case.samples),
        positives=case.say.count(case.sweep.positives),
        share=case.say.percent(case.share),
        name=legible(name),
    )


def _accuracy(choice: Choice):
    """Compare the accuracy with the one that takes no model."""
    case, say, c = choice.case, choice.case.say, choice.confusion
    rare = case.share <= 0.5
    at_least = float(c.no_information_rate)
    share = say.percent(at_least, c.accuracy)
    yield say("summary.no_one" if rare else "summary.everyone", share=share)
    yield at_threshold(choice)
    better = (c.accuracy > c.no_information_rate) - (c.accuracy < c.no_information_rate)
    key = {1: "more", 0: "equal", -1: "less"}[better]
    if key == "less" and case.costs is not None:
        key = "less_by_costs"
    yield say(f"summary.{key}", accuracy=say.percent(c.accuracy, at_least))


def at_threshold(choice: Choice) -> str:
    """Say what is found at the threshold, and for how many false alarms."""
    say, c = choice.case.say, choice.confusion
    words = {"threshold": threshold(choice.threshold)}
    if not c.tp + c.fp:
        return say("summary.none_called", **words)
    return say(
        "summary.found",
        found=say.count(c.tp),
        positives=say.count(c.tp + c.fn),
        recall=say.percent(c.recall),
        alarms=say.count(c.fp),
        precision=say.percent(c.precision),
        **words,
    )


def _cost(choice: Choice) -> str:
    nobody, everybody = choice.trivial_costs
    return choice.case.say(
        "summary.cost",
        cost=cost(choice.cost),
        nobody=cost(nobody),
        everybody=cost(everybody),
    )


def _area(case: Case, area: Interval) -> str:
    low, high = (rate(end) for end in area)
    key = "summary.auc" if varies(area) else "summary.auc_alone"
    return case.say(key, auc=rate(area.estimate), low=low, high=high)


def ranking(choice: Choice, area: Interval) -> Section:
    """Return the areas and the curves."""
    case, say = choice.case, choice.case.say
    precise, band = of_average_precision(case.sweep), of_roc(case.sweep)
    gap = ks_statistic(case.sweep)
    read = say(
        "ranking.read",
        ap=rate(precise.estimate),
        share=rate(case.share),
        gap=rate(choice.youden.value),
        threshold=say.listing(map(threshold, thresholds(choice.youden)), 3),
    )
    return Section(
        "ranking",
        texts=(read,),
        numbers=_of_ranking(say, area, precise, gap),
        numbers_title=say("numbers.ranking"),
        pictures=of_ranking(choice, band),
        notes=_thinned(choice),
    )


def _of_ranking(say: Voice, area: Interval, precise: Interval, gap: Worked) -> tuple[Number, ...]:
    how = "how.delong" if varies(area) else "how.no_interval"
    ap = say("name.ap_step", symbol=symbol("average_precision"))
    return (
        Number(say.symbol("auc"), area.estimate, area, say(how)),
        Number(ap, precise.estimate, precise, bootstrapped(say, precise, TIMES_RANKING)),
        Number(say("name.ks_gap"), gap, how=say("how.ks")),
    )


def _thinned(choice: Choice) -> tuple[str, ...]:
    """Say on what part of a long ranking the resamples stand."""
    say, case = choice.case.say, choice.case
    if len(case.sweep) <= POINTS:
        return ()
    kept = {"band": say.count(POINTS), "points": say.count(POINTS_RANKING)}
    return (say("ranking.thinned", **kept),)


def chances(case: Case) -> Section:
    """Compare what the scores promise with what happens, if they can be promises at all."""
    say = case.say
    score = case.sweep.samples.score
    if not case.are_chances:
        ends = score.min(), score.max()
        ends = dict(zip(("low", "high"), map(scores(ends), ends), strict=True))
        return Section("chances", (say("chances.none", **ends),))
    mean = float(np.average(score))
    shares = {"mean": say.percent(mean, case.share), "share": say.percent(case.share, mean)}
    return Section(
        "chances",
        (say.text(say("chances.mean", **shares), say("chances.read")),),
        numbers=_of_chances(case),
        numbers_title=say("numbers.chances"),
        pictures=(of_calibration(case),),
        folded=(("bins", bins(case)),),
    )


def _of_chances(case: Case) -> tuple[Number, ...]:
    say, samples = case.say, case.sweep.samples
    own = brier(samples.positive, samples.score)
    prevalence = case.sweep.confusion(0).prevalence
    of_share = OF_SHARE.work(prevalence=prevalence)
    skill = SKILL.work(brier=own, brier_of_share=of_share)
    return (
        Number(say.symbol("brier"), own, how=say("how.brier")),
        Number(say.term("brier_of_share"), of_share, how=say("how.brier_of_share")),
        Number(say.term("brier_skill"), skill, how=say("how.skill")),
    )


def bins(case: Case) -> Trace:
    """Lay the bins of the calibration diagram out as a table."""
    say, samples = case.say, case.sweep.samples
    table = calibration_bins(samples.positive, samples.score, BINS, case.strategy)
    return table_of_bins(say, table, say("head.happened"))


def table_of_bins(say: Voice, table: Bins, happened: str) -> Trace:
    """Lay bins out: their ends, what was promised in each, and what happened."""
    there = np.flatnonzero(table.count)
    write = scores(table.edges)
    names = [f"{write(table.edges[k])} … {write(table.edges[k + 1])}" for k in there]
    return say.table(
        "bins",
        Column(say("head.bin"), names),
        counts_column(say, say("head.samples"), table.count[there]),
        rates_column(say("head.promised"), table.predicted[there]),
        rates_column(happened, table.happened[there]),
    )


class Ties(NamedTuple):
    """How many scores several samples share, how many samples those are, how many ties are mixed.

    ``repeated`` counts the samples that have label and score of an earlier one.
    """

    groups: int
    samples: int
    mixed: int
    repeated: int


def cautions(choice: Choice) -> Section:
    """Say what may mislead."""
    case, say, counts = choice.case, choice.case.say, ties(choice.case)
    return Section(
        "cautions",
        numbers=_of_ties(case) if counts.mixed else (),
        numbers_title=say("numbers.ties"),
        warnings=tuple(warnings(choice)),
        notes=tuple(_on_ties(case, counts)),
    )


def ties(case: Case) -> Ties:
    """Count ties and repetitions.

    Examples
    --------
    >>> from mlmetrics_edu.workbook.report.case import case
    >>> ties(case([1, 0, 0, 0], [0.5, 0.5, 0.5, 0.1], *[None] * 5, "en"))
    Ties(groups=1, samples=3, mixed=1, repeated=1)
    """
    up, right = np.diff(case.sweep.tp), np.diff(case.sweep.fp)
    shared = up + right > 1
    different = np.count_nonzero(up) + np.count_nonzero(right)
    return Ties(
        int(shared.sum()),
        int((up + right)[shared].sum()),
        int(((up > 0) & (right > 0)).sum()),
        int(case.samples - different),
    )


def warnings(choice: Choice) -> Iterator[str]:
    """Warn of what makes numbers unsure, or too good, or worthless."""
    case, say, c = choice.case, choice.case.say, choice.confusion
    for side in ("positives", "negatives"):
        n = getattr(case.sweep, side)
        if n < FEW:
            yield say(f"warn.few_{side}", n=n, step=say.percent(1 / n))
    different = len(case.sweep) - 1
    if different == 1:
        yield say("warn.constant")
    elif different < FEW_SCORES and case.samples >= MANY_SAMPLES:
        yield say("warn.few_scores", n=different)
    area = auc(case.sweep)
    if area < 0.5:
        yield say("warn.upside_down", auc=rate(area))
    if area == 1:
        yield say("warn.perfect")
    if not c.tp + c.fp:
        yield say("warn.nobody")
    if not c.tn + c.fn:
        yield say("warn.everybody")


def _on_ties(case: Case, counts: Ties) -> Iterator[str]:
    say = case.say
    if not counts.groups:
        yield say("ties.none")
    else:
        numbers = {"groups": counts.groups, "samples": counts.samples, "mixed": counts.mixed}
        yield say("ties.some", **{name: say.count(n) for name, n in numbers.items()})
        yield say("ties.matter" if counts.mixed else "ties.harmless")
    if counts.repeated:
        yield say("ties.repeated", n=say.count(counts.repeated))
    else:
        yield say("ties.not_repeated")
    yield balance(case)


def balance(case: Case) -> str:
    """Say how many there are of the larger class for each one of the smaller."""
    sides = case.sweep.positives, case.sweep.negatives
    key = "balance.negatives" if sides[0] <= sides[1] else "balance.positives"
    return case.say(key, ratio=f"{max(sides) / min(sides):.3g}")


def _of_ties(case: Case) -> tuple[Number, ...]:
    """Return what the order of ties could have made of AP and AUC."""
    say, numbers = case.say, []
    for measure in ("average_precision", "auc"):
        reach = tie_range(case.sweep, measure)
        mean = reach.mean.with_steps(partial(mixed_ties, case))
        for which, value in reach._replace(mean=mean)._asdict().items():
            name = say("name.of_ties", name=symbol(measure), which=say(f"name.{which}"))
            numbers.append(Number(name, value, how=say(f"how.{which}")))
    return tuple(numbers)


def mixed_ties(case: Case) -> Trace:
    """List the ties that hold both classes; their orders are too many to be counted here."""
    say, sweep = case.say, case.sweep
    up, right = np.diff(sweep.tp), np.diff(sweep.fp)
    rows = np.flatnonzero((up > 0) & (right > 0))
    tied = sweep.threshold[rows + 1]
    return say.table(
        "ties",
        Column(say.short("score"), tied, scores(tied), "right"),
        Column(say.short("positive"), up[rows], say.count, "right"),
        Column(say.short("negative"), right[rows], say.count, "right"),
    )


def rules(choice: Choice, again: str) -> Section:
    """List the conventions, and the line that makes this report again."""
    case = choice.case
    return rules_of(case.say, RULES + OF_CHANCES * case.are_chances, in_force(choice), again)


def rules_of(say: Voice, keys: tuple[str, ...], here: dict[str, str], again: str) -> Section:
    """Lay conventions out: what is in force here, and what others do."""
    table = say.table(
        "rules",
        Column(say("head.rule"), [say(f"rule.{key}.name") for key in keys]),
        Column(say("head.here"), [here.get(key) or say(f"rule.{key}.here") for key in keys]),
        Column(say("head.elsewhere"), [say(f"rule.{key}.else") for key in keys]),
    )
    return Section("rules", tables=(("rules", table),), code=again)


def in_force(choice: Choice) -> dict[str, str]:
    """Return the conventions that depend on the samples, or on what was asked."""
    case, say = choice.case, choice.case.say
    expected = "rule.share.given" if case.p_positive is not None else "rule.share.here"
    return {
        "prediction": say("rule.prediction.here", threshold=threshold(choice.threshold)),
        "positive": say("rule.positive.here", name=legible(case.positive, 40)),
        "threshold": _rule_of_threshold(choice),
        "bins": say(f"rule.bins.{case.strategy}") if case.are_chances else "",
        "share": say(expected, share=say.percent(case.p_positive or case.share)),
    }


def _rule_of_threshold(choice: Choice) -> str:
    case, say = choice.case, choice.case.say
    rule = say(f"rule.threshold.{choice.by}")
    if not case.where:
        return rule
    where = say.listing(map(say.constraint, case.constraints))
    return say("rule.threshold.where", rule=rule, where=where)


def use(case: Case) -> Section:
    """Say what the first tenth holds and, of probabilities, from where on it pays to act."""
    tenths = deciles(case)
    read = [_top(case, tenths)]
    folded = [("deciles", tenths)]
    if case.are_chances:
        read.append(_benefit(case))
        folded.append(("decisions", decisions(case)))
    return Section(
        "use",
        texts=(case.say.text(*read),),
        pictures=of_use(case),
        folded=tuple(folded),
    )


def deciles(case: Case) -> Trace:
    """Lay tenths of the ranking out, in the words of the page."""
    say = case.say
    own = {column.name: column.values for column in decile_table(case.sweep, PARTS).columns}
    down_to = np.asarray(own["down to"], float)
    return say.table(
        "deciles",
        counts_column(say, say("head.tenth"), own["share"]),
        rates_column(say("head.down_to"), down_to, scores(down_to)),
        *(
            rates_column(say(f"head.{name}"), own[name], _part(case))
            for name in ("samples", "positives")
        ),
        rates_column(say("head.happened"), own["rate"]),
        *(rates_column(say.short(name), own[name]) for name in ("gain", "lift")),
    )


def _part(case: Case):
    """Write a count, or a part of one where a tenth ends between two samples."""
    return lambda n: case.say.count(n) if n == int(n) else f"{n:.1f}"


def _top(case: Case, tenths: Trace) -> str:
    gain, lift = (column.values[0] for column in tenths.columns[-2:])
    return case.say("use.top", gain=case.say.percent(gain), lift=rate(lift))


def _benefit(case: Case) -> str:
    """Say where acting on the model beats acting on everybody and acting on nobody."""
    curve = decision_curve(case.sweep)
    better = curve.y > np.maximum(curve.beside["treat all"], 0) + CLOSE
    if not better.any():
        return case.say("use.no_benefit", n=len(curve))
    ends = curve.x[better][[0, -1]].tolist()
    counts = {"n": int(better.sum()), "of": len(curve)}
    return case.say("use.benefit", low=f"{ends[0]:.2f}", high=f"{ends[1]:.2f}", **counts)


def decisions(case: Case) -> Trace:
    """Lay net benefit out at some probabilities from which on somebody may act."""
    say, curve = case.say, decision_curve(case.sweep, at=PLACES)
    return say.table(
        "decisions",
        rates_column(say("head.act_from"), curve.x, lambda p: f"{p:g}"),
        rates_column(say("head.exchange"), 1 / curve.x - 1, lambda odds: f"{odds:.3g}"),
        rates_column(say("head.model"), _settled(curve.y)),
        rates_column(say("head.everybody"), _settled(curve.beside["treat all"])),
        rates_column(say("head.nobody"), np.zeros(len(curve))),
        *_acted_on(case, curve.threshold),
    )


def _settled(worth: np.ndarray) -> np.ndarray:
    """Let what floats leave of nothing be nothing."""
    return np.where(abs(worth) < CLOSE, 0, worth)


def _acted_on(case: Case, places: np.ndarray) -> Iterator:
    tables = [case.sweep.at(p) for p in places.tolist()]
    for name in ("TP", "FP"):
        yield counts_column(case.say, name, [c.counts[name] for c in tables])
