"""The glossary, as a page and looked up: every metric with its formula, every word, and clashes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from math import inf
from pkgutil import walk_packages
from types import ModuleType

from ... import detection, metrics
from ...core import digits, words
from ...core.errors import UnknownNameError, did_you_mean
from ...core.formula import Formula
from ...core.trace import Column, Trace
from ...metrics.evaluate import formula as rate
from ..lessons import Lesson, link, table, taught

HEAD = """# Glossary · 术语表 · 術語表

{count} terms, {metrics} of them with the formula that the library runs. Made from the library
itself by `make notebooks`; don't edit it here. The first Chinese name is the one in Zhou Zhihua's
机器学习, where it has one; others follow in brackets.

Conventions have [a page of their own](conventions.md).
"""
METRICS = ("metric", "简体", "繁體", "formula", "range", "better", "also called", "lesson")
CLASHES = ("word", "简体", "繁體", "take care")
OTHERS = ("word", "简体", "繁體", "lesson")


@cache
def formulas() -> dict[str, Formula]:
    """Find the formula of every metric that has a name among the terms.

    Returns
    -------
    dict of str to Formula

    Examples
    --------
    >>> formulas()["mse"].range, len(formulas()) > 90
    ((0.0, inf), True)
    """
    found = {"f_beta": replace(rate("f2"), name="f_beta", fixed={})}
    for module in modules():
        for formula in declared(module):
            if formula.name not in found or found[formula.name].range is None:
                found[formula.name] = formula
    return {name: f for name, f in found.items() if name in words.TERMS}


def modules() -> Iterator[ModuleType]:
    """Walk the rooms that compute, in order."""
    for room in (metrics, detection):
        for found in walk_packages(room.__path__, f"{room.__name__}."):
            yield import_module(found.name)


def declared(module: ModuleType) -> Iterator[Formula]:
    """Return the formulas that stand in a module, alone or in tables of them."""
    for value in vars(module).values():
        yield from _inside(value)


def _inside(value) -> Iterator[Formula]:
    if isinstance(value, Formula):
        yield value
    elif isinstance(value, dict | list | tuple):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _inside(one)


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


def glossary(asked: Sequence[str] = ()) -> Trace:
    """List the terms that hold one of these words, in any of the three languages.

    Examples
    --------
    >>> glossary(["查准率"]).to_frame()["English"].tolist()[:2]
    ['precision', 'average precision']
    """
    found = [name for name in words.TERMS if holds(_texts(name), asked)]
    if not found:
        texts = [text for name in words.TERMS for text in _texts(name)]
        where = f"{len(words.TERMS)} terms were looked through, English, 简体 and 繁體"
        raise nowhere("term", asked, texts, where)
    terms, known, where = [words.term(name) for name in found], formulas(), taught()
    columns = {
        "English": [term.en for term in terms],
        "简体": [term.hans for term in terms],
        "繁體": [term.hant for term in terms],
        "formula": [known[name].text if name in known else "" for name in found],
        "lesson": [str(where[name].number) if name in where else "" for name in found],
        "take care": [term.clash for term in terms],
    }
    title = words.how_many(len(found), "term")
    return Trace(title, [Column(name, values) for name, values in columns.items()])


def _texts(name: str) -> tuple[str, ...]:
    """Collect what a term is called: in formulas, in three languages, by others."""
    known = formulas().get(name)
    return (name, *words.term(name)[:4], *(known.synonyms if known else ()))


def holds(texts: Iterable[str], asked: Sequence[str]) -> bool:
    """Tell whether one of the words stands in one of the texts; no word asks for all."""
    return not asked or any(word.casefold() in text.casefold() for word in asked for text in texts)


def nowhere(what: str, asked: Sequence[str], texts: Iterable[str], where: str) -> UnknownNameError:
    """Say that no term, or convention, holds what is asked for; and which word comes near it."""
    known = [word for text in texts for word in re.findall(r"[\w.-]+", text)]
    return UnknownNameError(
        f"no {what} holds {' or '.join(asked)}",
        did_you_mean(" ".join(asked), known, where),
        "try a part of the word, or no word for all of them",
    )
