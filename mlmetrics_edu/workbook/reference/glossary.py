"""The glossary, as a page and looked up: every metric with its formula, every word, and clashes."""

import ast
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from math import inf

from ...core import digits, words
from ...core.errors import UnknownNameError, did_you_mean
from ...core.formula import Formula
from ...core.trace import Column, Trace
from ...detection import boxes, error_types
from ...metrics import auc, average_precision, ks, rates, thresholds
from ...metrics.comparing import auc_difference, auc_error
from ...metrics.costing import cost_lines, costs, expected_cost, net_benefit
from ...metrics.imaging import segmentation, similarity
from ...metrics.populations import stability
from ...metrics.rankings import label_sets, ndcg, retrieval
from ...metrics.rates import formula as rate
from ...metrics.real_values import calibration, determination, least_squares, regression
from .. import cells
from ..lessons import DEEPER, Lesson, all_lessons, folder, link, numbered

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
    *(auc_difference.VARIANCE, auc_difference.COVARIANCE, auc_difference.DIFFERENCE),
    *(auc_difference.ERRORS[False], auc_error.HANLEY_MCNEIL),
    *(costs.REGRET_FP, costs.REGRET_FN, costs.RATIO, cost_lines.PROBABILITY_COST),
    *(expected_cost.SLOPE, expected_cost.THRESHOLD, net_benefit.NET_BENEFIT),
    *(label_sets.SUBSET, retrieval.RECIPROCAL),
    *(retrieval.PRECISION, retrieval.RECALL, ndcg.DCG, ndcg.NDCG),
    *(segmentation.PIXEL_ACCURACY, segmentation.MEAN_ACCURACY, segmentation.MEAN_IOU),
    *(segmentation.WEIGHTED_IOU, segmentation.MEAN_DICE),
    *(similarity.PRODUCT, similarity.LUMINANCE, similarity.CONTRAST),
    *(similarity.STRUCTURE, similarity.SD_X, similarity.SD_Y),
    *(loss[0] for loss in regression.LOSSES.values()),
    *(regression.RMSE, regression.MEDAE, regression.MAX),
    *(calibration.BRIER, calibration.LOG_LOSS),
    *(determination.R2["residual"], determination.EXPLAINED),
    *(least_squares.MEAN_X, least_squares.MEAN_Y, least_squares.SLOPE, least_squares.INTERCEPT),
    *(least_squares.SS_REG, least_squares.SS_RES, stability.PSI),
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


def page() -> str:
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
    return f"{digits.bound(low)} to {digits.bound(high)}"


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
        for source in cells.sources(folder() / lesson.file, "code"):
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
