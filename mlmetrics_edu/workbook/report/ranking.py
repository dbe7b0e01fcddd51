"""The third section: what the ranking is worth, whatever the threshold."""

from ...core import digits
from ...core.words import symbol
from ...core.worked import Worked
from ...metrics.comparing.interval import Interval
from ...metrics.ks import ks_statistic
from . import pictures, sure
from .choice import Choice, thresholds
from .parts import Number, Section, bootstrapped, varies
from .saying import Voice, threshold


def section(choice: Choice, area: Interval) -> Section:
    """Return the areas and the curves."""
    case, say = choice.case, choice.case.say
    precise, band = sure.of_average_precision(case.sweep), sure.of_roc(case.sweep)
    gap = ks_statistic(case.sweep)
    read = say(
        "ranking.read",
        ap=digits.decimal(precise.estimate),
        share=digits.decimal(case.share),
        gap=digits.decimal(choice.youden.value),
        threshold=say.listing(map(threshold, thresholds(choice.youden)), 3),
    )
    return Section(
        "ranking",
        say("title.ranking"),
        texts=(read,),
        numbers=_numbers(say, area, precise, gap),
        numbers_title=say("numbers.ranking"),
        pictures=pictures.of_ranking(choice, band),
        notes=_notes(choice),
    )


def _numbers(say: Voice, area: Interval, precise: Interval, gap: Worked) -> tuple[Number, ...]:
    how = "how.delong" if varies(area) else "how.no_interval"
    ap = say("name.ap_step", symbol=symbol("average_precision"))
    return (
        Number(say.symbol("auc"), area.estimate, area, say(how)),
        Number(ap, precise.estimate, precise, bootstrapped(say, precise, sure.TIMES_RANKING)),
        Number(say("name.ks_gap"), gap, how=say("how.ks")),
    )


def _notes(choice: Choice) -> tuple[str, ...]:
    """Say on what part of a long ranking the resamples stand."""
    say, case = choice.case.say, choice.case
    if len(case.sweep) <= sure.POINTS:
        return ()
    kept = {"band": say.count(sure.POINTS), "points": say.count(sure.POINTS_RANKING)}
    return (say("ranking.thinned", **kept),)
