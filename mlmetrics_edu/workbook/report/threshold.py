"""The second section: the threshold, why it can be defended, what happens there and at others."""

import math
from collections.abc import Iterator

import numpy as np

from ...core import digits
from ...core.trace import Column, Trace
from ...core.words import symbol
from ...metrics.populations.reweight import at_prevalence
from ...metrics.thresholds import Optima, read_constraint
from . import intervals, pictures
from .case import Case, Choice, inside, optima, thresholds
from .page import (
    Number,
    Section,
    Voice,
    bootstrapped,
    cost,
    counts_column,
    rate,
    rates_column,
    scores,
    shown,
    threshold,
)

RATES = ("precision", "recall", "specificity", "accuracy")
TRUSTED = 3  # most confident mistakes of each kind
RECALLS = (0.5, 0.8, 0.9, 0.95, 0.99)
PRECISIONS = (0.5, 0.8, 0.9)
COUNTS = ("TP", "FP", "FN", "TN")
LISTED_RATES = ("precision", "recall", "fpr", "f1")


def section(choice: Choice) -> Section:
    """Return reasons for the threshold, and the rates there."""
    say = choice.case.say
    chosen_here = "perhaps" if choice.by == "given" else "surely"
    return Section(
        "threshold",
        texts=(say.text(*_reasons(choice)), say(f"choice.optimistic_{chosen_here}")),
        numbers=tuple(_numbers(choice)),
        numbers_title=say("numbers.threshold", threshold=threshold(choice.threshold)),
        tables=(("thresholds", listed(choice)),),
        pictures=pictures.of_choice(choice),
        folded=(("mistakes", mistakes(choice)),),
    )


def _reasons(choice: Choice) -> Iterator[str]:
    if choice.by == "given":
        yield choice.case.say("choice.given", threshold=threshold(choice.threshold))
        yield _same(choice)
    yield from _by_costs(choice) if choice.case.costs is not None else _by_f1(choice)


def _by_costs(choice: Choice) -> Iterator[str]:
    say, case = choice.case.say, choice.case
    least = cost(choice.best.value)
    yield say(
        "choice.costs",
        miss=digits.count(case.costs.fn),
        alarm=digits.count(case.costs.fp),
        share=say.percent(case.p_positive or case.share),
        whose=say("choice.expected" if case.moved else "choice.of_data"),
    )
    if choice.by == "given":
        yield say("choice.given_costs", cost=cost(choice.cost))
    yield from _constrained(choice)
    yield say("choice.least", cost=least, thresholds=_listed(choice, choice.best))
    if choice.by == "cost":
        yield _several(choice)
        yield _same(choice)
    yield _flatness(choice)
    yield _alone(choice)


def _alone(choice: Choice) -> str:
    """Say what the costs alone would say, if the scores were probabilities."""
    alone, case = choice.by_costs_alone, choice.case
    if not case.are_chances:
        return ""
    numbers = {"threshold": rate(alone), "cost": cost(choice.cost_at(alone))}
    return case.say("choice.alone_moved" if case.moved else "choice.alone", **numbers)


def _by_f1(choice: Choice) -> Iterator[str]:
    say = choice.case.say
    yield say("choice.no_costs")
    yield from _constrained(choice)
    if choice.by == "f1":
        yield say("choice.by_f1", threshold=threshold(choice.threshold))
        yield _several(choice)
        yield _same(choice)


def _constrained(choice: Choice) -> Iterator[str]:
    """Say what the threshold has to meet, and what would be taken if it hadn't."""
    case, say = choice.case, choice.case.say
    if case.where:
        where = say.listing(map(say.constraint, case.constraints))
        free = optima(case, choice.by)
        yield say("choice.where", where=where, thresholds=_listed(choice, free))


def _listed(choice: Choice, optima: Optima) -> str:
    return choice.case.say.listing(map(threshold, thresholds(optima)), 3)


def _several(choice: Choice) -> str:
    if len(choice.best) == 1:
        return ""
    return choice.case.say("choice.several", n=choice.case.say.count(len(choice.best)))


def _same(choice: Choice) -> str:
    """Say which other thresholds predict the same."""
    low, high = choice.interval
    if not math.isfinite(low) or not math.isfinite(high):
        return ""
    low, high = inside(low, high)
    ends = {"low": threshold(low), "high": threshold(high)}
    return choice.case.say("choice.same", **ends) if low < high else ""


def _flatness(choice: Choice) -> str:
    """Say how much the threshold matters."""
    say, near = choice.case.say, choice.nearly_best
    if near.alone and not near.scattered:
        return say("choice.sharp")
    ends = {name: threshold(getattr(near, name)) for name in ("low", "high", "lowest", "highest")}
    shares = {name: say.percent(getattr(near, name)) for name in ("fewest", "most")}
    more = say("choice.scattered", **ends) if near.scattered else ""
    return say.text(say("choice.flat", **ends, **shares), more)


def _numbers(choice: Choice) -> Iterator[Number]:
    c, say, case = choice.confusion, choice.case.say, choice.case
    for name in RATES:
        interval = intervals.of_rate(c, name)
        how = say("how.exact") if interval else say("how.undefined")
        yield Number(say.symbol(name), c.rate(name), interval, how)
    f1 = intervals.of_f1(c)
    yield Number(say.symbol("f1"), c.f1, f1, bootstrapped(say, f1, intervals.TIMES))
    if case.costs is not None:
        how = say("how.p_moved" if case.moved else "how.p_data")
        yield Number(say.symbol("expected_cost"), choice.cost, how=how, show=cost)
    if case.costs is not None and case.are_chances:
        yield Number(say.symbol("cost_threshold"), choice.by_costs_alone, how=say("how.elkan"))
    if case.moved:
        there = at_prevalence(intervals.one_cut(c), case.p_positive).at(1)
        share = say.percent(case.p_positive)
        for moved in ("precision", "accuracy"):
            name = say("name.at_share", name=say.short(moved), share=share)
            yield Number(name, there.rate(moved), how=say("how.reweighted"))


def mistakes(choice: Choice) -> Trace:
    """List the mistakes made with most confidence: false alarms scored highest, misses lowest."""
    case, say = choice.case, choice.case.say
    truth, score = case.sweep.samples.positive, case.sweep.samples.score
    called = score >= choice.threshold
    order = score.argsort(kind="stable")
    alarms = order[(called & ~truth)[order]][::-1][:TRUSTED]
    misses = order[(~called & truth)[order]][:TRUSTED]
    rows = np.append(alarms, misses)
    kinds = [say.short("FP")] * len(alarms) + [say.short("FN")] * len(misses)
    return Trace(
        say("table.mistakes"),
        (
            Column(say("head.sample"), [shown(name) for name in case.who(rows)]),
            Column(say("head.mistake"), kinds),
            Column(say.short("score"), score[rows], scores(score[rows]), "right"),
        ),
    )


def listed(choice: Choice) -> Trace:
    """Lay about ten thresholds out, from high to low; the one in use is marked."""
    case, say = choice.case, choice.case.say
    used = case.sweep.row_at(choice.threshold)
    named = _named(choice, used)
    rows = sorted(named)
    tables = [case.sweep.confusion(row) for row in rows]
    cuts = [choice.threshold if row == used else shortest(case, row) for row in rows]
    priced = [] if case.costs is None else [_costs(choice, cuts)]
    return Trace(
        say("table.thresholds"),
        (
            Column(say.short("threshold"), cuts, threshold, "right"),
            Column(say("head.criterion"), [say.listing(named[row], 9) for row in rows]),
            *(counts_column(say, name, [c.counts[name] for c in tables]) for name in COUNTS),
            *(rates_column(_head(say, r), [c.rate(r) for c in tables]) for r in LISTED_RATES),
            *priced,
        ),
        marked=rows.index(used),
    )


def _head(say: Voice, rate: str) -> str:
    return symbol(rate) if rate == "fpr" else say.short(rate)


def _named(choice: Choice, used: int) -> dict[int, list[str]]:
    """Name the rows of the sweep that are listed; a row may be there for several reasons."""
    named = {used: [choice.case.say("cut.used")]}
    for row, name in _listed_rows(choice):
        named.setdefault(row, []).append(name)
    return named


def _listed_rows(choice: Choice) -> Iterator[tuple[int, str]]:
    case, say = choice.case, choice.case.say
    if case.costs is not None:
        yield optima(case, "cost").rows[0], say("cut.cheapest")
    yield optima(case, "f1").rows[0], say("choice.highest", name=say.metric("f1"))
    yield choice.youden.rows[0], say("choice.highest", name="J")
    # The highest threshold that finds so many, and the lowest that is right so often.
    for metric, levels, which in (("recall", RECALLS, 0), ("precision", PRECISIONS, -1)):
        for level in levels:
            asked = read_constraint(f"{metric} ≥ {level}")
            met = np.flatnonzero(asked.met(case.sweep))
            if len(met):
                yield int(met[which]), say.constraint(asked)


def shortest(case: Case, row: int) -> float:
    """Return the threshold with the fewest digits that predicts what a row of the sweep does."""
    column = case.sweep.threshold
    below = column[row + 1].item() if row + 1 < len(column) else -math.inf
    return digits.within(below, column[row].item())


def _costs(choice: Choice, cuts: list[float]) -> Column:
    values = [choice.cost_at(cut) for cut in cuts]
    return rates_column(choice.case.say.short("expected_cost"), values, cost)
