"""Terms in three languages, the symbols that formulas use, and the working of a number with them.

All terms stand in words.toml. A number's working is its formula, the same with numbers in the place
of names, the exact fraction, and the decimal: as text, as mathematics, as a table.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from . import digits, inputs
from .arithmetic import ATOM, POWER, QUOTIENT, SUM, exact, latex, plain
from .errors import UnknownNameError, did_you_mean
from .trace import Column, Trace, printable


class Term(NamedTuple):
    """One term: English, simplified and traditional Chinese, and how formulas write it."""

    en: str
    hans: str
    hant: str
    symbol: str = ""
    latex: str = ""
    clash: str = ""


WIDE = 50  # a longer formula gets a line of its own, and its numbers the next
NEW_LINE = r" \\[4pt] "
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


def leaf(name: str) -> tuple[str, int]:
    """Write a term by its symbol."""
    return symbol(name), ATOM


def latex_leaf(name: str) -> tuple[str, int]:
    """Write a term by its symbol in LaTeX."""
    return latex_symbol(name), ATOM


def in_a_line(worked) -> str:
    """Write the working on one line, without that of its terms."""
    return symbol(worked.name) + "".join(_lines(worked))


def _lines(worked) -> list[str]:
    lines = [f" = {side}" for side in _sides(worked)] + [f" {_result(worked)}"]
    if worked.reason:
        lines.append(f" undefined: {worked.reason}")
        if worked == worked:
            lines.append(f" {_by_convention(worked)} (undefined={int(worked)})")
    return [line for line in dict.fromkeys(lines) if line.strip()]


def _by_convention(worked) -> str:
    return f"→ {digits.bound(worked)} by convention"


def _sides(worked) -> list[str]:
    """Write what stands between the equals signs, from the formula to the exact fraction."""
    sides = []
    if in_numbers(worked):
        sides = [worked.formula.text, substituted(worked), worked.formula.ratio(worked.terms)]
    if worked.fraction is not None and not worked.reason:
        sides.append(digits.fraction(worked.fraction))
    return [side for side in dict.fromkeys(sides) if side]


def _result(worked) -> str:
    """Write the decimal; "=" where it is the whole truth, "≈" where it is rounded."""
    if worked.reason:
        return ""
    if math.isinf(worked):
        return f"= {digits.bound(worked)}"
    if worked.fraction is None or not digits.says_all(worked.fraction):
        return f"≈ {digits.signed(digits.decimal(worked))}"
    short = f"{float(worked):.3f}".rstrip("0").rstrip(".")
    return f"= {short}".replace("-", "−")


def in_numbers(worked) -> bool:
    """Tell whether a formula takes numbers; the terms of a sum are columns, shown as a table."""
    return worked.formula is not None and not worked.formula.sums


def substituted(worked, style=plain) -> str:
    """Write the formula with its numbers in the place of its names."""
    return worked.formula.render(style, lambda name: number_leaf(worked.terms[name], style))


def number_leaf(value, style) -> tuple[str, int]:
    """Write one term's value, and say how tightly it binds."""
    is_fraction = isinstance(value, (int, Fraction))  # a typed 0.2 stays 0.2
    fraction = Fraction(value) if is_fraction else getattr(value, "fraction", None)
    if fraction is None:
        typed = type(value) is float and exact(value).exact
        number = value if typed else digits.settled(value)
        written = digits.short(number) or digits.decimal(number, 4)
        return written, SUM if value < 0 else ATOM
    if fraction.denominator == 1 or len(str(fraction)) > digits.LONG:
        whole = fraction.denominator == 1
        written = digits.count(value) if whole else digits.decimal(float(value), 4)
        if style is not latex:
            written = written.replace("-", "−")
        return written, SUM if value < 0 else ATOM
    if style is latex:
        return rf"\frac{{{fraction.numerator}}}{{{fraction.denominator}}}", POWER
    return str(fraction).replace("-", "−"), QUOTIENT if value >= 0 else SUM


def _latex_row(worked) -> str:
    sides = [latex_symbol(worked.name) + " &"]
    if in_numbers(worked):
        sides += [worked.formula.render(latex), substituted(worked, latex)]
    equals = " = "
    if in_numbers(worked) and len(worked.formula.text) > WIDE:
        equals, sides = f"{NEW_LINE}&= ", [f"{sides[0]}= {sides[1]}", *sides[2:]]
    if worked.reason:
        why = f"undefined: {worked.reason}"
        why += f" {_by_convention(worked)}" if worked == worked else ""
        return equals.join(sides) + rf" \quad \text{{{latex_text(why)}}}"
    whole = worked.fraction is not None and worked.fraction.denominator == 1
    if worked.fraction is not None and digits.fraction(worked.fraction) and not whole:
        sides.append(number_leaf(Fraction(worked.fraction), latex)[0])
    return equals.join(sides) + " " + _result(worked).replace("≈", r"\approx").replace("−", "-")


def working(worked) -> str:
    """Write the working, and below it that of each term that was worked out itself."""
    name = symbol(worked.name)
    first, *others = _lines(worked)
    own = [name + first, *(" " * len(name) + line for line in others)]
    if not in_numbers(worked):
        own += str(worked.steps).splitlines()
    below = ["  " + line for inner in worked.inner for line in inner.working.splitlines()]
    return "\n".join(own + below)


def equations(worked) -> str:
    """Write the working as mathematics, a row for each number in it."""
    rows = [_latex_row(step) for step in [worked, *_descendants(worked)]]
    if len(rows) == 1 and NEW_LINE not in rows[0]:
        return rf"$\displaystyle {rows[0].replace('&', '')}$"
    return r"$\displaystyle \begin{aligned}" + NEW_LINE.join(rows) + r"\end{aligned}$"


def _descendants(worked) -> list:
    """List the worked terms below a number, each once, the nearest first."""
    below = [d for inner in worked.inner for d in (inner, *_descendants(inner))]
    return list({id(step): step for step in below}.values())


def table(worked) -> Trace:
    """Lay the working out as a table, innermost numbers first."""
    steps = [*reversed(_descendants(worked)), worked]
    return Trace(
        f"{symbol(worked.name)}, worked out",
        (
            Column("number", [symbol(s.name) for s in steps]),
            Column("formula", [s.formula.text if s.formula else "" for s in steps]),
            Column("with numbers", [substituted(s) if in_numbers(s) else "" for s in steps]),
            Column("exact", [s.fraction for s in steps], show=digits.cell),
            Column("value", [float(s) for s in steps], show=digits.decimal, align="right"),
        ),
        conventions=worked.conventions,
    )
