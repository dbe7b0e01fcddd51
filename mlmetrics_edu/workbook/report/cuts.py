"""The table of thresholds: the one in use among others that somebody may have in mind."""

import math
from collections.abc import Iterator

import numpy as np

from ...core.trace import Column, Trace
from ...core.words import symbol
from ...metrics import constraints
from .case import Case, Choice, optima
from .page import Voice, cost, counts_column, rates_column, threshold

RECALLS = (0.5, 0.8, 0.9, 0.95, 0.99)
PRECISIONS = (0.5, 0.8, 0.9)
COUNTS = ("TP", "FP", "FN", "TN")
RATES = ("precision", "recall", "fpr", "f1")


def table(choice: Choice) -> Trace:
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
            *(rates_column(_head(say, r), [c.rate(r) for c in tables]) for r in RATES),
            *priced,
        ),
        marked=rows.index(used),
    )


def _head(say: Voice, rate: str) -> str:
    return symbol(rate) if rate == "fpr" else say.short(rate)


def _named(choice: Choice, used: int) -> dict[int, list[str]]:
    """Name the rows of the sweep that are listed; a row may be there for several reasons."""
    named = {used: [choice.case.say("cut.used")]}
    for row, name in _reasons(choice):
        named.setdefault(row, []).append(name)
    return named


def _reasons(choice: Choice) -> Iterator[tuple[int, str]]:
    case, say = choice.case, choice.case.say
    if case.costs is not None:
        yield optima(case, "cost").rows[0], say("cut.cheapest")
    yield optima(case, "f1").rows[0], say("choice.highest", name=say.metric("f1"))
    yield choice.youden.rows[0], say("choice.highest", name="J")
    # The highest threshold that finds so many, and the lowest that is right so often.
    for metric, levels, which in (("recall", RECALLS, 0), ("precision", PRECISIONS, -1)):
        for level in levels:
            asked = constraints.read(f"{metric} ≥ {level}")
            met = np.flatnonzero(asked.met(case.sweep))
            if len(met):
                yield int(met[which]), say.constraint(asked)


def shortest(case: Case, row: int) -> float:
    """Return the threshold with the fewest digits that predicts what a row of the sweep does."""
    column = case.sweep.threshold
    below = column[row + 1].item() if row + 1 < len(column) else -math.inf
    return case.cut((below, column[row].item()))


def _costs(choice: Choice, cuts: list[float]) -> Column:
    values = [choice.cost_at(cut) for cut in cuts]
    return rates_column(choice.case.say.short("expected_cost"), values, cost)
