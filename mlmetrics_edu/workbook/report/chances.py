"""The fourth section: may the scores be read as probabilities?"""

from ...core import digits
from ...core.formula import Formula
from ...core.trace import Column, Trace
from ...metrics.real_values.calibration import brier, calibration_bins
from . import pictures
from .case import Case
from .parts import Number, Section
from .saying import threshold

OF_SHARE = Formula("brier_of_share", "prevalence * (1 - prevalence)", (0.0, 0.25), "lower")
SKILL = Formula(
    "brier_skill", "1 - brier / brier_of_share", (float("-inf"), 1.0), "higher", source="Murphy"
)


def section(case: Case) -> Section:
    """Compare what the scores promise with what happens, if they can be promises at all."""
    score, say = case.sweep.samples.score, case.say
    if not case.are_chances:
        ends = {"low": threshold(score.min()), "high": threshold(score.max())}
        return Section("chances", say("title.chances"), (say("chances.none", **ends),))
    mean = float(score.mean())
    said = {"mean": say.percent(mean, case.share), "share": say.percent(case.share, mean)}
    return Section(
        "chances",
        say("title.chances"),
        (say.text(say("chances.mean", **said), say("chances.read")),),
        numbers=_numbers(case),
        numbers_title=say("numbers.chances"),
        pictures=(pictures.of_calibration(case),),
        folded=(("bins", bins(case)),),
    )


def _numbers(case: Case) -> tuple[Number, ...]:
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
    found = calibration_bins(samples.positive, samples.score, pictures.BINS)
    there = [k for k in range(pictures.BINS) if found.count[k]]
    names = [f"{k / pictures.BINS:.1f} … {(k + 1) / pictures.BINS:.1f}" for k in there]
    return Trace(
        say("table.bins"),
        (
            Column(say("head.bin"), names),
            Column(say("head.samples"), found.count[there], say.count, "right"),
            Column(say("head.promised"), found.predicted[there], digits.decimal, "right"),
            Column(say("head.happened"), found.happened[there], digits.decimal, "right"),
        ),
    )
