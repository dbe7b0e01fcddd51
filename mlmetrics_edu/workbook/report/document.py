"""`mm.report`: labels and scores in, a page out that can be handed on."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from numpy.typing import ArrayLike

from ...core import digits, saving
from ...core.conventions import Language
from ...core.errors import InputError
from ...core.settings import short
from ...core.trace import Trace
from ...metrics.confusion import Confusion
from ...metrics.sweep import Sweep
from . import cautions, chances, page, ranking, rules, summary, sure, threshold_section
from .case import Case, case
from .choice import Choice, choose
from .parts import Section, as_table
from .saying import shown

if TYPE_CHECKING:
    from ...metrics.costing.costs import Costs

ENDINGS = (".html", ".htm")


@dataclass(frozen=True, eq=False, repr=False)
class Report:
    """A page about scores, and the numbers on it. It is made by :func:`report`.

    Attributes
    ----------
    html : str
        The whole page: it asks for nothing from outside.
    title : str
        What stands above it.
    summary : str
        Its first paragraph: what there is, and what it is worth.
    threshold : float
        The threshold in use; a sample is predicted positive when its score ≥ threshold.
    confusion : Confusion
        The counts there, with all rates.
    sweep : Sweep
        The counts at every threshold.
    tables : mapping of str to Trace
        The tables of the page, by name; each can be written to a file.
    """

    html: str
    title: str
    summary: str
    threshold: float
    confusion: Confusion
    sweep: Sweep
    tables: Mapping[str, Trace]

    def save(self, path: str | PathLike[str], force: bool = False) -> Path:
        """Write the page into a file.

        Parameters
        ----------
        path : str or pathlib.Path
            The file; its name ends in .html.
        force : bool
            Whether it may replace one that is there.

        Raises
        ------
        MetricError
            If there is such a file, or no such folder.
        """
        target = saving.target(path, ENDINGS, force)
        saving.write(target, self.html)
        return target

    def __str__(self) -> str:
        positives = digits.count(self.confusion.tp + self.confusion.fn)
        return (
            f"report: {digits.count(self.confusion.total)} samples, {positives} positive · "
            f"threshold {digits.threshold(self.threshold)}: {self.confusion.summary}"
        )

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return page.framed(self.html, self.title)


def report(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    costs: "Costs | None" = None,
    p_positive: float | Fraction | None = None,
    threshold: float | None = None,
    ids: ArrayLike | None = None,
    positive: Hashable = None,
    title: str | None = None,
    language: Language = "en",
) -> Report:
    """Judge scores on a page: a threshold and its reasons, curves, calibration, conventions.

    Parameters
    ----------
    y_true : array_like, shape (n,)
        Labels of two classes.
    y_score : array_like, shape (n,)
        Scores; the higher, the more likely positive.
    costs : Costs, optional
        What a miss and a false alarm cost. They decide about the threshold; without them it is
        the one of the highest F1, beside that of Youden.
    p_positive : float, optional
        The share of positives where the model will work; without it, that of the samples.
    threshold : float, optional
        The threshold in use, where it has been chosen elsewhere.
    ids : array_like, shape (n,), optional
        Names of the samples.
    positive : hashable, optional
        The positive class; 1 and True need not be named.
    title : str, optional
        What to write above.
    language : {"en", "zh-Hans", "zh-Hant"}
        English, 简体 or 繁體.

    Returns
    -------
    Report
        ``.html`` is the page, ``.save(path)`` writes it. The same samples give the same bytes.

    Raises
    ------
    InputError
        If the columns can't be counted, or a question makes no sense.
    UndefinedError
        If one of the classes is missing.

    Examples
    --------
    >>> from mlmetrics_edu.workbook.examples import example
    >>> cars = example("cars")
    >>> made = report(cars.y_true, cars.y_score, ids=cars.ids)
    >>> made
    report: 20 samples, 6 positive · threshold 0.24: TP 4, FP 3, FN 2, TN 11
    >>> made.summary[:56]
    '20 samples, 6 positive (30.0 %). Calling nobody positive'
    >>> list(made.tables)
    ['threshold', 'choices', 'mistakes', 'ranking', 'chances', 'bins', 'cautions', 'rules']
    """
    if not isinstance(title, (str, type(None))):
        raise InputError(f"title={short(title)}", "it stands above the page", "give a text")
    asked = case(y_true, y_score, costs, p_positive, threshold, ids, positive, language)
    given = {"costs": costs, "p_positive": p_positive, "threshold": threshold}
    given |= {"positive": positive, "title": title, "language": language}
    again = "mm.report(y_true, y_score{}{})".format(
        "" if ids is None else ", ids=ids", "".join(_argument(*item) for item in given.items())
    )
    return made(asked, title, again)


def _argument(name: str, value) -> str:
    """Write an argument as it was given; none where it was left out."""
    if value is None or (name, value) == ("language", "en"):
        return ""
    return f", {name}={'mm.' * (name == 'costs')}{shown(repr(value))}"


def made(asked: Case, title: str | None, again: str) -> Report:
    """Make the report of a case; ``again`` is how to make it once more."""
    choice, say = choose(asked), asked.say
    sections = _sections(choice, again)
    title = say("title.page") if title is None else shown(title)
    written = page.html(say, title, sections)
    tables = MappingProxyType(_tables(choice, sections))
    told = sections[0].texts[0]
    return Report(written, title, told, choice.threshold, choice.confusion, asked.sweep, tables)


def _sections(choice: Choice, again: str) -> tuple[Section, ...]:
    """Write all sections, in the order of the page."""
    area = sure.of_auc(choice.case.sweep)
    doubts = cautions.section(choice)
    return (
        summary.section(choice, area, len(doubts.warnings)),
        threshold_section.section(choice),
        ranking.section(choice, area),
        chances.section(choice.case),
        doubts,
        rules.section(choice, again),
    )


def _tables(choice: Choice, sections: tuple[Section, ...]) -> dict[str, Trace]:
    """Collect the tables of the page by name."""
    found = {}
    for section in sections:
        if section.numbers:
            found[section.key] = as_table(choice.case.say, section.numbers_title, section.numbers)
        found |= dict(section.tables + section.folded)
    return found
