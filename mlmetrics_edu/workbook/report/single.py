"""A report on one model's scores of two classes."""

from ...core import digits
from . import sections, threshold, use
from .case import Case, Choice, choose
from .intervals import of_auc
from .page import Judged, Section


def judged(case: Case, again: str) -> Judged:
    """Choose a threshold, and judge the scores."""
    choice = choose(case)
    counts = choice.confusion
    line = (
        f"{digits.count(counts.total)} samples, {digits.count(counts.tp + counts.fn)} positive · "
        f"threshold {digits.threshold(choice.threshold)}: {counts.summary}"
    )
    written = _sections(choice, again)
    return Judged("title.page", line, written, choice.threshold, counts, case.sweep)


def _sections(choice: Choice, again: str) -> tuple[Section, ...]:
    """Write all sections, in the order of the page."""
    area = of_auc(choice.case.sweep)
    doubts = sections.cautions(choice)
    return (
        sections.summary(choice, area, len(doubts.warnings)),
        threshold.section(choice),
        sections.ranking(choice, area),
        use.section(choice.case),
        sections.chances(choice.case),
        doubts,
        sections.rules(choice, again),
    )
