"""Terms in three languages, and the symbols that formulas use; all of them stand in words.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from . import digits, inputs
from .calls import explained
from .errors import UnknownNameError, did_you_mean
from .escaping import printable
from .trace import Column, Trace


class Term(NamedTuple):
    """One term: English, simplified and traditional Chinese, and how formulas write it."""

    en: str
    hans: str
    hant: str
    symbol: str = ""
    latex: str = ""
    clash: str = ""


AVERAGES = ("macro", "micro", "weighted")  # what may stand before the name of a rate
PLURALS = {"class": "classes", "category": "categories", "query": "queries"}
F_BETA = r"f\d+(\.\d+)?"


@cache
def terms() -> dict[str, Term]:
    """Read all terms, by the names that formulas write."""
    text = files(__package__).joinpath("words.toml").read_text("utf-8")
    return {name: Term(**term) for name, term in tomllib.loads(text).items()}


def term(name: str) -> Term:
    """Look a term up, by any of its names: as formulas write it, in English, or in Chinese.

    Raises
    ------
    UnknownNameError
        If nothing is called so; with what comes near it.

    Examples
    --------
    >>> term("recall").hans, term("average precision").symbol, term("查全率").en
    ('查全率 (召回率、灵敏度)', 'AP', 'recall')
    """
    return entry(_known(name))


def entry(name: str) -> Term:
    """Take a term by the name that formulas write; any other name is its own English term.

    Examples
    --------
    >>> entry("recall").en, entry("my_score").en
    ('recall', 'my score')
    """
    if name not in terms() and re.fullmatch(F_BETA, name):
        letters = f"F{name[1:]}"
        return Term(letters, f"{letters} 度量", f"{letters} 度量", letters, f"F_{{{name[1:]}}}")
    plain = name.replace("_", " ")
    return terms().get(name, Term(plain, plain, plain))


@cache
def _by_any_name() -> dict[str, str]:
    """Map what a term may be called to the name that formulas write; the earlier name stands."""
    by_name = {name.casefold(): name for name in terms()}
    for name, words in terms().items():
        chinese = [one for text in words[1:3] for one in re.split(r" \(|[()、]", text)]
        for called in (name.replace("_", " "), words.en, words.symbol, *chinese):
            by_name.setdefault(called.casefold(), name)
    by_name.pop("", None)  # not every term has a symbol
    return by_name


def is_known(name: str) -> bool:
    """Tell whether a name is a term, an F-beta, or an average of one.

    Examples
    --------
    >>> is_known("recall"), is_known("f2"), is_known("macro_f1"), is_known("recal")
    (True, True, True, False)
    """
    how, _, rate = name.partition("_")
    is_term = name in terms() or bool(re.fullmatch(F_BETA, name))
    return is_term or (how in AVERAGES and is_known(rate))


def symbol(name: str) -> str:
    """Write a term as it stands in a line of text.

    Examples
    --------
    >>> symbol("lr_plus"), symbol("macro_f1"), symbol("my_score")
    ('LR+', 'macro F1', 'my score')
    """
    how, _, rate = name.partition("_")
    if name not in terms() and how in AVERAGES and rate:
        return f"{how} {symbol(rate)}"
    return entry(name).symbol or printable(name.replace("_", " "))


def plural(noun: str, n: float) -> str:
    """Write what some things are called: "class" of one, "classes" of several.

    Examples
    --------
    >>> plural("class", 1), plural("class", 2), plural("query", 0), plural("car", 1.5)
    ('class', 'classes', 'queries', 'cars')
    """
    return noun if n == 1 else PLURALS.get(noun, f"{noun}s")


def how_many(n: int, noun: str) -> str:
    """Count some things: "1 term", "1,200 terms".

    Examples
    --------
    >>> how_many(1, "term"), how_many(1200, "term")
    ('1 term', '1,200 terms')
    """
    return f"{n:,} {plural(noun, n)}"


def latex_symbol(name: str) -> str:
    r"""Write a term as it stands in LaTeX mathematics.

    Examples
    --------
    >>> latex_symbol("f1"), latex_symbol("my_score")
    ('F_1', '\\text{my score}')
    """
    return entry(name).latex or rf"\text{{{latex_text(symbol(name))}}}"


def latex_text(words: str) -> str:
    """Escape what LaTeX would read as a command; a name may hold anything."""
    escapes = {"\\": r"\backslash ", **{sign: "\\" + sign for sign in "{}$&#%_^~"}}
    return "".join(escapes.get(letter, letter) for letter in words)


@explained
def glossary(names: str | Sequence[str] | None = None) -> Trace:
    """List terms in English, simplified and traditional Chinese, and what they clash with.

    Parameters
    ----------
    names : str or sequence of str, optional
        Which terms, by their names in formulas, in a text with spaces between them or as a list;
        without them, all.

    Returns
    -------
    Trace

    Raises
    ------
    UnknownNameError
        If a name is no term.

    Examples
    --------
    >>> glossary(["precision"]).to_frame()["简体"].item()
    '查准率 (精确率)'
    """
    names = tuple(terms()) if names is None else names
    if isinstance(names, str):
        names = [names] if names.casefold() in _by_any_name() else names.split()
    rows = [term(name) for name in (names if inputs.several(names) else [names])]
    return Trace(
        "glossary · 术语表 · 術語表",
        (
            Column("English", [term.en for term in rows]),
            Column("简体", [term.hans for term in rows]),
            Column("繁體", [term.hant for term in rows]),
            Column("take care", [term.clash or "–" for term in rows]),
        ),
    )


def _known(name) -> str:
    asked = name if isinstance(name, str) else ""
    if asked and is_known(asked):
        return asked
    if asked.casefold() in _by_any_name():
        return _by_any_name()[asked.casefold()]
    holders = [name for name, texts in terms().items() if asked and asked in " ".join(texts)]
    nothing = f"none of {len(terms())} terms comes near it"
    raise UnknownNameError(
        f"no term is called {inputs.short(name)}",
        f"it is a word of {digits.listing(holders, 3)}"
        if holders
        else did_you_mean(asked, terms(), nothing),
        "name terms as formulas do, such as recall; mm.glossary() lists all of them",
    )
