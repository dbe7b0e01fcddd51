"""A report on one's own scores, on a page: what they are worth, and how each number came about.

Here labels and scores come in, and the page is put together; ``case`` chooses a threshold and gives
its reasons, ``sections`` judges one model of two classes, ``models`` several, ``classes`` one of
many; ``page`` says how all of it is written.
"""

from __future__ import annotations

import argparse
import shlex
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from os import PathLike
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...core import inputs, saving
from ...core.conventions import Language
from ...core.errors import InputError, Named, lines
from ...core.inputs import short
from ...core.trace import Trace
from ...metrics import one_vs_rest
from ...metrics.costs import Costs
from .. import score_files
from . import case as of_one
from . import classes as of_classes
from . import models as of_models
from . import sections
from .classes import Classes, classes_case
from .models import Models, models_case
from .page import Judged, Section, Voice, as_page, as_table, framed, legible

ENDINGS = (".html", ".htm")
JUDGES = {of_one.Case: sections.judged, Models: of_models.judged, Classes: of_classes.judged}


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
    threshold : float, mapping of str to float, or None
        The threshold in use; a sample is predicted positive when its score ≥ threshold. Of several
        models a mapping by their names; of several classes None, since the highest score decides.
    confusion : Confusion, mapping of str to Confusion, or ConfusionMatrix
        The counts there, with all rates: of one model, of several by their names, of many classes.
    sweep : Sweep, mapping of str to Sweep, or OneVsRest
        The counts at every threshold, likewise; of many classes each against the rest.
    tables : mapping of str to Trace
        The tables of the page, by name; each can be written to a file.
    line : str
        All of it in one line.
    """

    html: str
    title: str
    summary: str
    threshold: Any
    confusion: Any
    sweep: Any
    tables: Mapping[str, Trace]
    line: str = ""

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
        return f"report: {self.line}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return framed(self.html, self.title)


def report(
    y_true: ArrayLike,
    y_score: ArrayLike | Mapping[str, ArrayLike],
    *,
    classes: Sequence[Hashable] | Mapping[Hashable, str] | None = None,
    costs: Costs | None = None,
    p_positive: float | Fraction | None = None,
    threshold: float | Mapping[str, float] | str | Sequence[str] | None = None,
    ids: ArrayLike | None = None,
    positive: Hashable = None,
    language: Language = "en",
) -> Report:
    """Judge scores on a page: a threshold and its reasons, curves, calibration, conventions.

    Of several models it says how they differ, and where they disagree; of many classes which is
    taken for which. Weights aren't supported: the intervals are those of samples that count once.

    Parameters
    ----------
    y_true : array_like, shape (n,)
        Labels of two classes, or with ``classes`` of more.
    y_score : array_like, shape (n,) or (n, k), or mapping of str to array_like, shape (n,)
        Scores; the higher, the more likely positive. Of several models by their names, such as
        ``{"logistic": a, "forest": b}`` or the columns of a data frame. With ``classes`` a column
        for each class.
    classes : sequence of hashable, or mapping of class to str, optional
        Which class each column of ``y_score`` is, such as ``model.classes_``; a mapping gives them
        other names. Scores in a mapping or a data frame whose names are the labels say so
        themselves.
    costs : Costs, optional
        What a miss and a false alarm cost. They decide about the threshold; without them it is
        the one of the highest F1, beside that of Youden.
    p_positive : float, optional
        The share of positives where the model will work; without it, that of the samples.
    threshold : float, mapping of str to float, str, or sequence of str, optional
        The threshold in use, where it has been chosen elsewhere; of several models one for all,
        or one for each. Or what it has to meet, such as ``"recall ≥ 0.9"`` (or ``">="``): of those
        that do, the one of least cost is taken, or without costs the one of the highest F1.
    ids : array_like, shape (n,), optional
        Names of the samples.
    positive : hashable, optional
        The positive class; 1 and True need not be named. Beside ``classes``, that one is judged
        against the rest.
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
    >>> [name for name in made.tables if name.startswith("t")]
    ['threshold', 'thresholds']
    """
    given = {"classes": classes, "costs": costs, "p_positive": p_positive, "threshold": threshold}
    return reported(y_true, y_score, **given, positive=positive, ids=ids, language=language)


def reported(y_true, y_score, *, ids, language, title: str | None = None, **given) -> Report:
    """Judge scores on a page, which a command may give a title."""
    threshold = given["threshold"]
    one = threshold[:1] if isinstance(threshold, list | tuple) else [threshold]
    condition = any(isinstance(value, str) for value in one)
    how = {"threshold": None, "where": None, "where" if condition else "threshold": threshold}
    asked = posed(y_true, y_score, **{**given, **how}, ids=ids, language=language)
    again = "mm.report(y_true, {}{}{})".format(
        _models(asked),
        "" if ids is None else ", ids=ids",
        "".join(_argument(*item) for item in {**given, "language": language}.items()),
    )
    return made(asked, title, again)


def _models(asked: of_one.Case | Models | Classes) -> str:
    """Write the scores: of several models by their names."""
    if not isinstance(asked, Models):
        return "y_score"
    return "{" + ", ".join(f"{name!r}: …" for name in asked.cases) + "}"


def _argument(name: str, value) -> str:
    """Write an argument as it was given; none where it was left out."""
    if value is None or (name, value) == ("language", "en"):
        return ""
    value = value.tolist() if isinstance(value, np.ndarray) else value
    return f", {name}={'mm.' * (name == 'costs')}{legible(repr(value))}"


def posed(
    y_true, y_score, classes, costs, p_positive, threshold, where, positive, ids, language
) -> of_one.Case | Models | Classes:
    """Tell what is asked: about one model, several, or many classes; and check it."""
    how = (costs, p_positive, threshold, ids, positive, language, where)
    columns = _columns(y_score)
    if classes is None and columns is not None and _are_classes(columns, y_true):
        return _of_classes(y_true, columns, None, *how)
    if classes is not None:
        return _of_classes(y_true, y_score, classes, *how)
    if columns is not None and len(columns) > 1:
        return models_case(y_true, columns, *how)
    if columns is not None:
        (y_score,) = columns.values()
    _one_column(y_score)
    return of_one.case(y_true, y_score, *how)


def _columns(y_score) -> dict | None:
    """Read columns that have names: of a mapping, or of a data frame."""
    if isinstance(y_score, Mapping):
        if not y_score:
            raise InputError("y_score={}", "there is no model in it", 'write {"my model": scores}')
        return dict(y_score)
    names = getattr(y_score, "columns", None)
    return None if names is None else {name: y_score[name] for name in names}


def _are_classes(columns: dict, y_true) -> bool:
    """Tell whether columns are called as the labels: then each is the score of a class."""
    labels = {*inputs.column(y_true, "y_true").tolist()}
    return len(columns) > 1 and {*columns} == labels


def _one_column(y_score) -> None:
    try:
        shape = np.shape(y_score)
    except ValueError:  # rows of several lengths, which the reader of scores knows what to say of
        return
    if len(shape) == 2 and shape[1] > 1:
        two = "pass y_score[:, 1] if these are the probabilities of two classes; or "
        raise InputError(
            f"y_score has {shape[1]} columns without names",
            "they may be the classes of one model, or several models",
            f"{two * (shape[1] == 2)}say classes=model.classes_, or name the models: "
            '{"logistic": y_score[:, 0], "forest": y_score[:, 1]}',
        )


def _of_classes(
    y_true, y_score, classes, costs, p_positive, threshold, ids, positive, language, where
) -> of_one.Case | Classes:
    """Judge many classes, or one against the rest: that which is named, or plainly positive."""
    labels = one_vs_rest.columns_of_scores(y_score, classes)[1] or ()
    if one_vs_rest.positive_of(labels, positive) is not None:
        truth, score, names = one_vs_rest.of_one(y_true, y_score, classes, positive)
        plain = names == inputs.CLASSES
        named = truth if plain else np.where(truth, *names[::-1])
        how = (ids, None if plain else names[1], language, where)
        return of_one.case(named, score, costs, p_positive, threshold, *how)
    chosen = where if threshold is None else threshold
    asked = {"costs": costs, "p_positive": p_positive, "threshold": chosen}
    for name in [name for name, value in asked.items() if value is not None]:
        raise InputError(
            f"{name}={short(asked[name])} for many classes",
            "it is about a threshold, and among classes the highest score decides",
            "leave it out, or name one class to judge against the rest: positive=…",
        )
    return classes_case(y_true, y_score, classes, ids, language)


def made(asked: of_one.Case | Models | Classes, title: str | None, again: str) -> Report:
    """Make the report of a case; ``again`` is how to make it once more."""
    judged: Judged = JUDGES[type(asked)](asked, again)
    say, written = asked.say, judged.sections
    title = say(judged.title) if title is None else legible(title)
    return Report(
        as_page(say, title, written),
        title,
        written[0].texts[0],
        judged.threshold,
        judged.confusion,
        judged.sweep,
        MappingProxyType(_tables(say, written)),
        judged.line,
    )


def _tables(say: Voice, written: tuple[Section, ...]) -> dict[str, Trace]:
    """Collect the tables of the page by name."""
    tables = {}
    for section in written:
        if section.numbers:
            tables[section.key] = as_table(say, section.numbers_title, section.numbers)
        tables |= dict(section.tables + section.folded)
    return tables


# What is written down again, where it isn't as usual.
USUAL = {
    "label": "label",
    "score": "score",
    "classes": None,
    "positive": None,
    "id": None,
    "cost_fp": None,
    "cost_fn": None,
    "p_positive": None,
    "threshold": None,
    "where": None,
    "language": "en",
    "encoding": "auto",
    "delimiter": "auto",
    "decimal": "auto",
    "title": None,
    "out": "report.html",
}


def run(
    arguments: argparse.Namespace,
    given: score_files.Scores | score_files.Models | score_files.Classes,
) -> int:
    """Write the report, and say in a line what it is about."""
    target = saving.target(arguments.out, ENDINGS, arguments.force)
    prices = {"fp": arguments.cost_fp, "fn": arguments.cost_fn}
    named = {name: price for name, price in prices.items() if price is not None}
    costs = Costs(**named) if named else None
    how = (costs, arguments.p_positive, arguments.threshold)
    asked = _asked(arguments, given, how)
    # A file is called by its name alone: where it lies is nobody's business.
    name = (
        Path(arguments.file or "").name if arguments.file != score_files.STDIN else "standard input"
    )
    title = arguments.title or asked.say("title.of_file", name=legible(arguments.example or name))
    report = made(asked, title, again(arguments))
    saving.write(target, report.html)
    print(report, lines(f"written to {target}"), sep="\n")
    return 0


def _asked(arguments: argparse.Namespace, given, how: tuple):
    """Put the questions to the samples."""
    language, where = arguments.language, arguments.where
    classes = getattr(given, "classes", None)
    positive = getattr(given, "positive", arguments.positive)
    samples = (given.y_true, _scores(given), classes)
    return posed(*samples, *how, where, positive, given.ids, language)


def _scores(given):
    """Take the scores; those of one model alone need no name."""
    several = given.y_score
    if isinstance(given, score_files.Models) and len(several) == 1:
        return next(iter(several.values()))
    return several


def again(arguments: argparse.Namespace) -> str:
    """Write the command line that makes the same report again, with the file's name alone."""
    source = ["--example", arguments.example] if arguments.example else [arguments.file]
    if not arguments.example and arguments.file != score_files.STDIN:
        name = Path(arguments.file).name
        source = [f"./{name}" if name.startswith("-") else name]
    options = []
    for name, usual in USUAL.items():
        given = getattr(arguments, name)
        for value in given if isinstance(given, list) else [given]:
            if value != usual:
                options.append(f"--{name.replace('_', '-')}={_typed(name, value)}")
    words = ["mlmetrics-edu", "report", *source, *options]
    return shlex.join(legible(word, 10_000) for word in words)


def _typed(name: str, value) -> str:
    """Write a value as it may have been typed; of a folder, nobody need know."""
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return Path(value).name if name == "out" else str(value)
