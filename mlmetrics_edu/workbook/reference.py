"""Words and conventions, looked up; pages of them, links to the lessons, sheets of exercises."""

from __future__ import annotations

import ast
import inspect
import re
import tomllib
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from importlib import import_module, resources
from math import inf
from pathlib import Path

from ..core import saving, words
from ..core.errors import UnknownNameError, did_you_mean
from ..core.formula import Formula
from ..core.trace import Column, Trace, show
from ..detection import boxes, error_types
from ..metrics import (
    auc,
    auc_error,
    average_precision,
    calibration,
    cost_curves,
    costs,
    ks,
    lists,
    multilabel,
    ndcg,
    r2,
    rates,
    regression,
    segmentation,
    ssim,
    thresholds,
)
from ..metrics.rates import formula as rate
from . import lessons
from .exercises import TOPICS, exercises, find
from .lessons import (
    DEEPER,
    Lesson,
    all_lessons,
    checked,
    code,
    folder,
    link,
    notebook,
    numbered,
    sources,
    text,
)

HEAD = """# Glossary · 术语表 · 術語表

{count} terms, {metrics} of them with the formula that the library runs. Made from the library
itself by `make notebooks`; don't edit it here. The first Chinese name is the one in Zhou Zhihua's
机器学习, where it has one; others follow in brackets.

Conventions have [a page of their own](conventions.md).
"""
# Of the names that have several formulas, the one that a page shows.
DECLARED = (
    *rates.RATES.values(),
    replace(rate("f2"), name="f_beta", fixed={}),
    *(auc.AUC["area"], auc.GINI, auc.PARTIAL, average_precision.AREAS),
    *(ks.KS["two-sided"], thresholds.BREAK_EVEN, thresholds.EQUAL_ERRORS[None]),
    thresholds.CORNERS["nearest-corner"],
    *(auc_error.VARIANCE, auc_error.COVARIANCE, auc_error.DIFFERENCE),
    *(auc_error.ERRORS[False], auc_error.HANLEY_MCNEIL),
    *(costs.REGRET_FP, costs.REGRET_FN, costs.RATIO, cost_curves.PROBABILITY_COST),
    *(costs.SLOPE, costs.THRESHOLD, costs.NET_BENEFIT),
    *(multilabel.SUBSET, lists.RECIPROCAL),
    *(lists.PRECISION, lists.RECALL, ndcg.DCG, ndcg.NDCG),
    *(segmentation.PIXEL_ACCURACY, segmentation.MEAN_ACCURACY, segmentation.MEAN_IOU),
    *(segmentation.WEIGHTED_IOU, segmentation.MEAN_DICE),
    *(ssim.PRODUCT, ssim.LUMINANCE, ssim.CONTRAST),
    *(ssim.STRUCTURE, ssim.SD_X, ssim.SD_Y),
    *(loss[0] for loss in regression.LOSSES.values()),
    *(regression.RMSE, regression.MEDAE, regression.MAX),
    *(calibration.BRIER, calibration.LOG_LOSS),
    *(r2.R2["residual"], r2.EXPLAINED),
    *(r2.MEAN_X, r2.MEAN_Y, r2.SLOPE, r2.INTERCEPT),
    *(r2.SS_REG, r2.SS_RES, calibration.PSI),
    *(boxes.IOU, boxes.GIOU, boxes.CROWD_IOU, boxes.INTERSECTION, boxes.UNION),
    *(boxes.MEASURES["continuous"][side] for side in ("width", "height", "hull")),
    error_types.COST,
)
METRICS = ("metric", "简体", "繁體", "formula", "range", "better", "also called", "lesson")
CLASHES = ("word", "简体", "繁體", "take care")
OTHERS = ("word", "简体", "繁體", "lesson")


@cache
def formulas() -> dict[str, Formula]:
    """Collect the formula of every metric that has a name among the terms.

    Returns
    -------
    dict of str to Formula

    Examples
    --------
    >>> formulas()["mse"].range, len(formulas()) > 90
    ((0.0, inf), True)
    """
    return {formula.name: formula for formula in DECLARED if formula.name in words.terms()}


def glossary_page() -> str:
    """Write the glossary, as Markdown."""
    metrics, where = formulas(), taught()
    clashes = {name: words.entry(name).clash for name in words.terms()}
    clashing = [(*_names(name), clash) for name, clash in clashes.items() if clash]
    others = [name for name in words.terms() if name not in metrics]
    return "\n".join(
        [
            HEAD.format(count=len(words.terms()), metrics=len(metrics)),
            *_part("Words that clash", CLASHES, clashing),
            *_part("Metrics", METRICS, [_metric(metrics[n], where.get(n)) for n in metrics]),
            *_part("Other words", OTHERS, [(*_names(n), link(where.get(n))) for n in others]),
        ]
    )


def _part(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    ordered = sorted(rows, key=lambda row: row[0].casefold())
    return [f"## {title}", "", *table(head, ordered), ""]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Write the lines of a Markdown table; a bar in a cell is no border."""
    lines = [head, ["---"] * len(head), *([cell.replace("|", "\\|") for cell in r] for r in rows)]
    return [f"| {' | '.join(cells)} |" for cells in lines]


def _names(name: str) -> tuple[str, str, str]:
    term = words.entry(name)
    short = f" ({term.symbol})" if term.symbol not in ("", term.en) else ""
    return term.en + short, term.hans, term.hant


def _metric(formula: Formula, lesson: Lesson | None) -> tuple[str, ...]:
    called = ", ".join(formula.synonyms).replace("_", " ")
    facts = (f"`{formula.text}`", _reach(formula), formula.direction or "", called, link(lesson))
    return (*_names(formula.name), *facts)


def _reach(formula: Formula) -> str:
    """Write from where to where a metric can go; an end that isn't known is open."""
    if formula.range is None:
        return ""
    low, high = formula.range
    low, high = (-inf if low is None else low), (inf if high is None else high)
    return f"{words.bound(low)} to {words.bound(high)}"


def glossary(asked: Sequence[str] = ()) -> Trace:
    """List the terms that hold one of these words, in any of the three languages.

    Examples
    --------
    >>> glossary(["查准率"]).to_frame()["English"].tolist()[:2]
    ['precision', 'average precision']
    """
    names = [name for name in words.terms() if holds(_texts(name), asked)]
    if not names:
        texts = [text for name in words.terms() for text in _texts(name)]
        where = f"{len(words.terms())} terms were looked through, English, 简体 and 繁體"
        raise nowhere("term", asked, texts, where)
    terms, metrics, where = [words.entry(name) for name in names], formulas(), taught()
    columns = {
        "English": [term.en for term in terms],
        "简体": [term.hans for term in terms],
        "繁體": [term.hant for term in terms],
        "formula": [metrics[name].text if name in metrics else "" for name in names],
        "lesson": [str(where[name].number) if name in where else "" for name in names],
        "take care": [term.clash for term in terms],
    }
    title = words.how_many(len(names), "term")
    return Trace(title, [Column(name, values) for name, values in columns.items()])


def taught() -> dict[str, Lesson]:
    """Tell for each term which lesson explains it first, or which deeper part: whose words list it.

    Examples
    --------
    >>> taught()["recall"].number
    1
    """
    explained: dict[str, Lesson] = {}
    for lesson in [*all_lessons(), *numbered(folder() / DEEPER)]:
        for source in lessons.sources(folder() / lesson.file, "code"):
            for term in _terms(source) if "mm.glossary" in source else ():
                explained.setdefault(term, lesson)
    return explained


def _terms(source: str) -> list[str]:
    """Collect the terms that stand in the texts of a cell."""
    texts = [n.value for n in ast.walk(ast.parse(source)) if isinstance(n, ast.Constant)]
    named = [word for text in texts if isinstance(text, str) for word in text.split()]
    return [word for word in named if word in words.terms()]


def _texts(name: str) -> tuple[str, ...]:
    """Collect what a term is called: in formulas, in three languages, by others."""
    formula = formulas().get(name)
    return (name, *words.entry(name)[:4], *(formula.synonyms if formula else ()))


def holds(texts: Iterable[str], asked: Sequence[str]) -> bool:
    """Tell whether one of the words stands in one of the texts; no word asks for all."""
    return not asked or any(word.casefold() in text.casefold() for word in asked for text in texts)


def nowhere(what: str, asked: Sequence[str], texts: Iterable[str], where: str) -> UnknownNameError:
    """Say that no term, or convention, holds what is asked for; and which word comes near it."""
    candidates = [word for text in texts for word in re.findall(r"[\w.-]+", text)]
    return UnknownNameError(
        f"no {what} holds {' or '.join(asked)}",
        did_you_mean(" ".join(asked), candidates, where),
        "try a part of the word, or no word for all of them",
    )


PACKAGE = __package__.partition(".")[0]
INDEX_HEAD = """# Conventions · 约定 · 約定

The same data give different numbers under different conventions, and most tools pick one silently.
Here are the {count} choices that this library leaves to you, each with a name; the default is in
**bold**. Made by `make notebooks`; don't edit it here. For words there is
[the glossary](glossary.md).
"""


@dataclass(frozen=True)
class Convention:
    """One choice: what it asks, where it is made, and what may be chosen.

    Attributes
    ----------
    title, asks : str
        Its name, and the question that it answers.
    where : list of str
        Functions and their argument, as ``"sweep.ties"``.
    values : dict of str to str
        What may be chosen, and what it means.
    lesson : int
        Where it is taught.
    who : dict of str to str
        Which tools choose what, as far as known.
    """

    title: str
    asks: str
    where: list[str]
    values: dict[str, str]
    lesson: int
    who: dict[str, str] = field(default_factory=dict)

    @property
    def default(self) -> str | None:
        """Read the default from the first function; None where a value has to be named."""
        given = parameter(self.where[0]).default
        if given is inspect.Parameter.empty:
            return None
        return next(iter(self.values)) if given is None else str(given)


def parameter(where: str) -> inspect.Parameter:
    """Find an argument, such as ``"sweep.ties"``, among the public functions."""
    *path, argument = where.split(".")
    function = import_module(PACKAGE)
    for name in path:
        function = getattr(function, name)
    return inspect.signature(function).parameters[argument]


@cache
def known() -> dict[str, Convention]:
    """Read the list of conventions."""
    text = resources.files(__package__).joinpath("conventions.toml").read_text("utf-8")
    return {key: Convention(**entry) for key, entry in tomllib.loads(text).items()}


def conventions() -> Trace:
    """List every convention with its values, the default first, and who uses which.

    Returns
    -------
    Trace
        A row for each value.

    Examples
    --------
    >>> table = conventions().to_frame()
    >>> table[table["convention"] == "Cost axis"]["value"].tolist()
    ['probability-cost', 'p']
    """
    rows = [row for convention in known().values() for row in _rows(convention)]
    names = ("convention", "value", "meaning", "who does that", "argument")
    columns = zip(names, zip(*rows, strict=True), strict=True)
    title = f"{len(known())} conventions, by name: the default of each comes first"
    return Trace(title, tuple(Column(name, list(values)) for name, values in columns))


def _rows(c: Convention) -> Iterator[tuple[str, ...]]:
    ordered = sorted(c.values, key=lambda value: value != c.default)
    for value in ordered:
        yield c.title, value, c.values[value], c.who.get(value, ""), _call(c.where[0])


def holding(asked: Sequence[str] = ()) -> Trace:
    """List the conventions that hold one of these words."""
    listed = conventions()
    names, columns = zip(*((column.name, column.values) for column in listed.columns), strict=True)
    kept = [row for row in zip(*columns, strict=True) if holds(row, asked)]
    if not kept:
        where = f"{len(listed)} values of conventions were looked through"
        raise nowhere("convention", asked, (text for texts in columns for text in texts), where)
    pairs = zip(names, zip(*kept, strict=True), strict=True)
    return Trace(listed.title, [Column(name, list(values)) for name, values in pairs])


def _call(where: str) -> str:
    function, _, argument = where.rpartition(".")
    return f"{function}({argument}=)"


def conventions_page() -> str:
    """Write the index of conventions, as Markdown."""
    ordered = sorted(known().values(), key=lambda convention: convention.lesson)
    known_lessons = {lesson.number: lesson for lesson in all_lessons()}
    sections = (_section(c, known_lessons.get(c.lesson)) for c in ordered)
    return "\n".join([INDEX_HEAD.format(count=len(ordered)), *sections])


def _section(c: Convention, lesson: Lesson | None) -> str:
    calls = ", ".join(f"`mm.{_call(where)}`" for where in c.where)
    bold = [
        (f"**{v}**" if v == c.default else v, meaning, c.who.get(v, ""))
        for v, meaning in c.values.items()
    ]
    taught = f" · lesson {link(lesson)}" if lesson else ""
    lines = [f"## {c.title}", "", f"{c.asks} {calls}{taught}", ""]
    return "\n".join([*lines, *table(("value", "meaning", "who does that"), bold), ""])


def show_words(arguments: Namespace) -> int:
    """Print the words that a command asks for."""
    show(glossary(arguments.words))
    return 0


def show_conventions(arguments: Namespace) -> int:
    """Print the conventions that a command asks for."""
    show(holding(arguments.words))
    return 0


PAGES: dict[str, Callable[[], str]] = {
    "glossary.md": glossary_page,
    "conventions.md": conventions_page,
}
SITES = {
    "Colab": "https://colab.research.google.com/github/{repository}/blob/{branch}/notebooks/{file}",
    "Binder": "https://mybinder.org/v2/gh/{repository}/{branch}?urlpath=lab/tree/notebooks/{file}",
}
PICTURES = {
    "Colab": "https://colab.research.google.com/assets/colab-badge.svg",
    "Binder": "https://mybinder.org/badge_logo.svg",
}
FOLDER = "exercises"
SEED = 1
HOW = (
    'Type each answer in the place of `...`: a number such as `0.571`, `"4/7"` or `"57.1 %"`, a '
    "letter, a list, as asked. A blank is fine. A wrong answer is told which mistake gives it, if "
    "it is a known one; `q1.hint()` helps, and `q1.solution()` shows the working."
)
DIFFERS = "goes on where you stopped, so it asks something else each time"
MORE = (
    "## More\n\nAnother `seed` draws other data. Or practise: each question comes on fresh data, "
    "harder as you succeed, and what went wrong comes back. `p.check(…)`, then `p.next()`; "
    "`p.trace()` shows how far you are. It is remembered in `mlmetrics-progress.csv` beside this "
    "notebook: read it, or delete it."
)


def write(folder: Path) -> None:
    """Write every page into the folder of the lessons."""
    saving.write_together({folder / name: page() for name, page in PAGES.items()})


def badges(repository: str, branch: str = "main", colab_branch: str = "colab") -> str:
    """Write a table of the lessons with a badge for each site, in Markdown.

    Parameters
    ----------
    repository : str
        As GitHub spells it: ``"owner/name"``.
    branch, colab_branch : str
        Where the lessons are, and where their copies for Colab are.

    Returns
    -------
    str
    """
    checked(repository)
    branches = {"Colab": colab_branch, "Binder": branch}
    rows = []
    for lesson in all_lessons():
        row = [f"[{lesson.number} · {lesson.title}](notebooks/{lesson.file})"]
        for site, address in SITES.items():
            target = address.format(repository=repository, branch=branches[site], file=lesson.file)
            row.append(f"[![{site}]({PICTURES[site]})]({target})")
        rows.append(row)
    return "\n".join(table(("lesson", *SITES), rows))


def sheet_name(topic: str) -> str:
    """Name the file of a topic's exercises."""
    return f"{TOPICS[topic]:02d}-{topic}.ipynb"


def lessons_of(topic: str) -> list[Lesson]:
    """List the lessons that a topic's exercises belong to: mostly one."""
    numbers = {TOPICS[topic], *(find(id).lesson for id in exercises(topic))}
    return [lesson for lesson in all_lessons() if lesson.number in numbers]


def sheet_cells(topic: str) -> list[dict]:
    """Write the cells of a topic's exercises, without what they show."""
    lessons = lessons_of(topic)
    head = f"# Exercises · {' · '.join(lesson.title for lesson in lessons)}"
    where = " and ".join(f"[lesson {lesson.number}](../{lesson.file})" for lesson in lessons)
    written = [text("", f"{head}\n\nThe questions of {where}, on fresh data. {HOW}")]
    written.append(code("", "import mlmetrics_edu as mm", tags=["setup"]))
    for n, id in enumerate(exercises(topic), 1):
        written.append(code("", f'q{n} = mm.exercise("{id}", seed={SEED})\nq{n}'))
        written.append(code("", f"answer{n} = ...\nq{n}.check(answer{n})", tags=["exercise"]))
    go_on = f'p = mm.practice("{topic}")  # {DIFFERS}\np'
    written += [text("", MORE), code("", go_on, tags=["nbval-ignore-output"])]
    return [{**cell, "id": f"c{i:03d}"} for i, cell in enumerate(written, 1)]


def write_sheets(folder: Path) -> None:
    """Write the notebooks whose questions have changed into the folder of the lessons, not run."""
    paths = {topic: folder / FOLDER / sheet_name(topic) for topic in TOPICS}
    changed = {
        path: notebook(sheet_cells(topic))
        for topic, path in paths.items()
        if not path.exists() or sources(path) != [c["source"] for c in sheet_cells(topic)]
    }
    saving.write_together(changed)
