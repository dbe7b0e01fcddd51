"""The second section: the threshold, why it can be defended, and what happens there."""

import math
from collections.abc import Iterator

import numpy as np

from ...core import digits
from ...core.trace import Column, Trace
from ...metrics.populations.reweight import at_prevalence
from ...metrics.thresholds import Optima
from . import intervals, pictures
from .case import Choice, thresholds
from .page import Number, Section, bootstrapped, shown, threshold

RATES = ("precision", "recall", "specificity", "accuracy")
TRUSTED = 3  # most confident mistakes of each kind


def section(choice: Choice) -> Section:
    """Return reasons for the threshold, and the rates there."""
    say = choice.case.say
    chosen_here = "perhaps" if choice.by == "given" else "surely"
    return Section(
        "threshold",
        texts=(say.text(*_reasons(choice)), say(f"choice.optimistic_{chosen_here}")),
        numbers=tuple(_numbers(choice)),
        numbers_title=say("numbers.threshold", threshold=threshold(choice.threshold)),
        tables=() if choice.case.costs is not None else (("choices", side_by_side(choice)),),
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
    least = digits.decimal(choice.best.value)
    yield say(
        "choice.costs",
        miss=digits.count(case.costs.fn),
        alarm=digits.count(case.costs.fp),
        share=say.percent(case.p_positive or case.share),
        whose=say("choice.expected" if case.moved else "choice.of_data"),
    )
    if choice.by == "given":
        yield say("choice.given_costs", cost=digits.decimal(choice.cost))
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
    numbers = {"threshold": digits.decimal(alone), "cost": digits.decimal(choice.cost_at(alone))}
    return case.say("choice.alone_moved" if case.moved else "choice.alone", **numbers)


def _by_f1(choice: Choice) -> Iterator[str]:
    say = choice.case.say
    yield say("choice.no_costs")
    if choice.by == "f1":
        yield say("choice.by_f1", threshold=threshold(choice.threshold))
        yield _several(choice)
        yield _same(choice)


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
    return choice.case.say("choice.same", low=threshold(low), high=threshold(high))


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
    for rate in RATES:
        interval = intervals.of_rate(c, rate)
        how = say("how.exact") if interval else say("how.undefined")
        yield Number(say.symbol(rate), c.rate(rate), interval, how)
    f1 = intervals.of_f1(c)
    yield Number(say.symbol("f1"), c.f1, f1, bootstrapped(say, f1, intervals.TIMES))
    if case.costs is not None:
        how = say("how.p_moved" if case.moved else "how.p_data")
        yield Number(say.symbol("expected_cost"), choice.cost, how=how)
    if case.costs is not None and case.are_chances:
        yield Number(say.symbol("cost_threshold"), choice.by_costs_alone, how=say("how.elkan"))
    if case.moved:
        there = at_prevalence(intervals.one_cut(c), case.p_positive).at(1)
        share = say.percent(case.p_positive)
        for rate in ("precision", "accuracy"):
            name = say("name.at_share", name=say.short(rate), share=share)
            yield Number(name, there.rate(rate), how=say("how.reweighted"))


def side_by_side(choice: Choice) -> Trace:
    """Lay the two customary choices out side by side."""
    say, optima = choice.case.say, (choice.best, choice.youden)
    tables = [optimum[0].confusion for optimum in optima]
    names = [say("choice.highest", name=say.symbol(o.criterion.name)) for o in optima]
    rates = ("f1", "informedness", "precision", "recall", "specificity", "accuracy")
    return Trace(
        say("table.choices"),
        (
            Column(say("head.criterion"), names),
            Column(
                say.short("threshold"),
                [_listed(choice, optimum) for optimum in optima],
                align="right",
            ),
            *(
                Column(say.short(r), [float(c.rate(r)) for c in tables], digits.decimal, "right")
                for r in rates
            ),
        ),
    )


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
            Column(say.short("score"), score[rows], threshold, "right"),
        ),
    )
