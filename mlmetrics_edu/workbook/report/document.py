"""`mm.report`, and `mlmetrics-edu report`: labels and scores in, a page out to hand on."""

import argparse
import shlex
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from pathlib import Path
from types import MappingProxyType

from numpy.typing import ArrayLike

from ...core import digits, saving
from ...core.calls import explained
from ...core.conventions import Language
from ...core.errors import InputError, Named
from ...core.escaping import lines
from ...core.settings import short
from ...core.trace import Trace
from ...metrics.confusion import Confusion
from ...metrics.costing.costs import Costs
from ...metrics.sweep import Sweep
from .. import score_files
from . import sections, threshold
from .case import Case, Choice, case, choose
from .intervals import of_auc
from .page import Section, as_page, as_table, framed, shown

ENDINGS = (".html", ".htm")
# What is written down again, where it isn't as usual.
USUAL = {
    "label": "label",
    "score": "score",
    "positive": None,
    "id": None,
    "cost_fp": None,
    "cost_fn": None,
    "p_positive": None,
    "threshold": None,
    "language": "en",
    "encoding": "auto",
    "delimiter": "auto",
    "decimal": "auto",
    "title": None,
    "out": "report.html",
}


@dataclass(frozen=True, eq=False, repr=False)
class Report(Named):
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
        return framed(self.html, self.title)


@explained
def report(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    costs: Costs | None = None,
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
    choice = choose(asked)
    written = _sections(choice, again)
    title = asked.say("title.page") if title is None else shown(title)
    return Report(
        as_page(asked.say, title, written),
        title,
        written[0].texts[0],
        choice.threshold,
        choice.confusion,
        asked.sweep,
        MappingProxyType(_tables(choice, written)),
    )


def _sections(choice: Choice, again: str) -> tuple[Section, ...]:
    """Write all sections, in the order of the page."""
    area = of_auc(choice.case.sweep)
    doubts = sections.cautions(choice)
    return (
        sections.summary(choice, area, len(doubts.warnings)),
        threshold.section(choice),
        sections.ranking(choice, area),
        sections.chances(choice.case),
        doubts,
        sections.rules(choice, again),
    )


def _tables(choice: Choice, written: tuple[Section, ...]) -> dict[str, Trace]:
    """Collect the tables of the page by name."""
    tables = {}
    for section in written:
        if section.numbers:
            tables[section.key] = as_table(choice.case.say, section.numbers_title, section.numbers)
        tables |= dict(section.tables + section.folded)
    return tables


def run(arguments: argparse.Namespace, given: score_files.Scores) -> int:
    """Write the report, and say in a line what it is about."""
    target = saving.target(arguments.out, ENDINGS, arguments.force)
    prices = {"fp": arguments.cost_fp, "fn": arguments.cost_fn}
    named = {name: price for name, price in prices.items() if price is not None}
    asked = case(
        given.y_true,
        given.y_score,
        Costs(**named) if named else None,
        arguments.p_positive,
        arguments.threshold,
        given.ids,
        given.positive,
        arguments.language,
    )
    # A file is called by its name alone: where it lies is nobody's business.
    name = (
        Path(arguments.file or "").name if arguments.file != score_files.STDIN else "standard input"
    )
    title = arguments.title or asked.say("title.of_file", name=shown(arguments.example or name))
    report = made(asked, title, again(arguments))
    saving.write(target, report.html)
    print(report, lines(f"written to {target}"), sep="\n")
    return 0


def again(arguments: argparse.Namespace) -> str:
    """Write the command line that makes the same report again, with the file's name alone."""
    source = ["--example", arguments.example] if arguments.example else [arguments.file]
    if not arguments.example and arguments.file != score_files.STDIN:
        name = Path(arguments.file).name
        source = [f"./{name}" if name.startswith("-") else name]
    options = []
    for name, usual in USUAL.items():
        value = getattr(arguments, name)
        if value != usual:
            written = Path(value).name if name == "out" else value
            if isinstance(value, float):
                written = repr(value).removesuffix(".0")
            options.append(f"--{name.replace('_', '-')}={written}")
    words = ["mlmetrics-edu", "report", *source, *options]
    return shlex.join(shown(word, 10_000) for word in words)
