"""What the scores are good for: the top of the ranking, and acting on probabilities."""

from collections.abc import Iterator

import numpy as np

from ...core.trace import Trace
from ...metrics.costing.net_benefit import decision_curve
from ...metrics.deciles import decile_table
from . import pictures
from .case import PARTS, Case
from .page import Section, counts_column, rate, rates_column, scores

PLACES = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9)
CLOSE = 1e-12  # net benefits that differ by less are the same


def section(case: Case) -> Section:
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
        pictures=pictures.of_use(case),
        folded=tuple(folded),
    )


def deciles(case: Case) -> Trace:
    """Lay tenths of the ranking out, in the words of the page."""
    say = case.say
    own = {column.name: column.values for column in decile_table(case.sweep, PARTS).columns}
    down_to = np.asarray(own["down to"], float)
    return Trace(
        say("table.deciles"),
        (
            counts_column(say, say("head.tenth"), own["share"]),
            rates_column(say("head.down_to"), down_to, scores(down_to)),
            *(
                rates_column(say(f"head.{name}"), own[name], _part(case))
                for name in ("samples", "positives")
            ),
            rates_column(say("head.happened"), own["rate"]),
            *(rates_column(say.short(name), own[name]) for name in ("gain", "lift")),
        ),
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
    return Trace(
        say("table.decisions"),
        (
            rates_column(say("head.act_from"), curve.x, lambda p: f"{p:g}"),
            rates_column(say("head.exchange"), 1 / curve.x - 1, lambda odds: f"{odds:.3g}"),
            rates_column(say("head.model"), _settled(curve.y)),
            rates_column(say("head.everybody"), _settled(curve.beside["treat all"])),
            rates_column(say("head.nobody"), np.zeros(len(curve))),
            *_acted_on(case, curve.threshold),
        ),
    )


def _settled(worth: np.ndarray) -> np.ndarray:
    """Let what floats leave of nothing be nothing."""
    return np.where(abs(worth) < CLOSE, 0, worth)


def _acted_on(case: Case, places: np.ndarray) -> Iterator:
    tables = [case.sweep.at(p) for p in places.tolist()]
    for name in ("TP", "FP"):
        yield counts_column(case.say, name, [c.counts[name] for c in tables])
