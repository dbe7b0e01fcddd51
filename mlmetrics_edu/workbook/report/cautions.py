"""The fifth section: ties, repetitions, balance, and whatever else a reader should be warned of."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

import numpy as np

from ...core import digits
from ...core.trace import Column, Trace
from ...core.words import symbol
from ...metrics.auc import auc
from ...metrics.ties import tie_range
from .case import Case
from .choice import Choice
from .parts import Number, Section
from .saying import threshold

FEW = 30  # of a class
FEW_SCORES, MANY_SAMPLES = 10, 50


class Ties(NamedTuple):
    """How many scores several samples share, how many samples those are, how many ties are mixed.

    ``repeated`` counts the samples that have label and score of an earlier one.
    """

    groups: int
    samples: int
    mixed: int
    repeated: int


def section(choice: Choice) -> Section:
    """Say what may mislead."""
    case, say, found = choice.case, choice.case.say, ties(choice.case)
    return Section(
        "cautions",
        say("title.cautions"),
        numbers=_numbers(case) if found.mixed else (),
        numbers_title=say("numbers.ties"),
        warnings=tuple(warnings(choice)),
        notes=tuple(_notes(case, found)),
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
        yield say("warn.upside_down", auc=digits.decimal(area))
    if area == 1:
        yield say("warn.perfect")
    if not c.tp + c.fp:
        yield say("warn.nobody")
    if not c.tn + c.fn:
        yield say("warn.everybody")


def _notes(case: Case, found: Ties) -> Iterator[str]:
    say = case.say
    if not found.groups:
        yield say("ties.none")
    else:
        numbers = {"groups": found.groups, "samples": found.samples, "mixed": found.mixed}
        yield say("ties.some", **{name: say.count(n) for name, n in numbers.items()})
        yield say("ties.matter" if found.mixed else "ties.harmless")
    if found.repeated:
        yield say("ties.repeated", n=say.count(found.repeated))
    else:
        yield say("ties.not_repeated")
    yield _balance(case)


def _balance(case: Case) -> str:
    """Say how many there are of the larger class for each one of the smaller."""
    sides = case.sweep.positives, case.sweep.negatives
    key = "balance.negatives" if sides[0] <= sides[1] else "balance.positives"
    return case.say(key, ratio=f"{max(sides) / min(sides):.3g}")


def _numbers(case: Case) -> tuple[Number, ...]:
    """Return what the order of ties could have made of AP and AUC."""
    say, found = case.say, []
    for measure in ("average_precision", "auc"):
        reach = tie_range(case.sweep, measure)
        mean = reach.mean.with_steps(partial(mixed_ties, case))
        for which, value in reach._replace(mean=mean)._asdict().items():
            name = say("name.of_ties", name=symbol(measure), which=say(f"name.{which}"))
            found.append(Number(name, value, how=say(f"how.{which}")))
    return tuple(found)


def mixed_ties(case: Case) -> Trace:
    """List the ties that hold both classes; their orders are too many to be counted here."""
    say, sweep = case.say, case.sweep
    up, right = np.diff(sweep.tp), np.diff(sweep.fp)
    rows = np.flatnonzero((up > 0) & (right > 0))
    return Trace(
        say("table.ties"),
        (
            Column(say.short("score"), sweep.threshold[rows + 1], threshold, "right"),
            Column(say.short("positive"), up[rows], say.count, "right"),
            Column(say.short("negative"), right[rows], say.count, "right"),
        ),
    )
