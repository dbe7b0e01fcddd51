"""The glossary as a page: every metric with its formula, every word, and those that clash."""

from collections.abc import Iterable, Sequence
from math import inf

from ...core import digits, words
from ...core.formula import Formula
from .catalogue import formulas
from .taught import Lesson, taught

HEAD = """# Glossary · 术语表 · 術語表

{count} terms, {metrics} of them with the formula that the library runs. Made from the library
itself by `make notebooks`; don't edit it here. The first Chinese name is the one in Zhou Zhihua's
机器学习, where it has one; others follow in brackets.

Conventions have [a page of their own](conventions.md).
"""
METRICS = ("metric", "简体", "繁體", "formula", "range", "better", "also called", "lesson")
CLASHES = ("word", "简体", "繁體", "take care")
OTHERS = ("word", "简体", "繁體", "lesson")


def page() -> str:
    """Write the glossary, as Markdown."""
    known, where = formulas(), taught()
    clashing = [name for name in words.TERMS if words.term(name).clash]
    others = [name for name in words.TERMS if name not in known]
    return "\n".join(
        [
            HEAD.format(count=len(words.TERMS), metrics=len(known)),
            *_part("Words that clash", CLASHES, [_clash(name) for name in clashing]),
            *_part("Metrics", METRICS, [_metric(known[n], where.get(n)) for n in known]),
            *_part("Other words", OTHERS, [(*_names(n), link(where.get(n))) for n in others]),
        ]
    )


def _part(title: str, head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    ordered = sorted(rows, key=lambda row: row[0].casefold())
    return [f"## {title}", "", *table(head, ordered), ""]


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Write a Markdown table; a bar in a cell is no border."""
    lines = [head, ["---"] * len(head), *([cell.replace("|", "\\|") for cell in r] for r in rows)]
    return [f"| {' | '.join(cells)} |" for cells in lines]


def _names(name: str) -> tuple[str, str, str]:
    term = words.term(name)
    short = f" ({term.symbol})" if term.symbol not in ("", term.en) else ""
    return term.en + short, term.hans, term.hant


def _clash(name: str) -> tuple[str, ...]:
    return (*_names(name), words.term(name).clash)


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


def link(lesson: Lesson | None) -> str:
    """Write a link to a lesson, where there is one."""
    return f"[{lesson.number}]({lesson.file})" if lesson else ""
