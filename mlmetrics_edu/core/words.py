"""What is written: terms and their symbols, numbers in few digits, and a number's working.

All terms stand in words.toml. A number's working is its formula, the same with numbers in the place
of names, the exact fraction, and the decimal: as text, as mathematics, as a table.
"""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from functools import cache, partial
from importlib.resources import files
from typing import NamedTuple

from . import inputs
from .arithmetic import ATOM, POWER, QUOTIENT, SUM, exact, latex, plain
from .errors import UnknownNameError, did_you_mean, printable
from .trace import Column, Trace


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
        f"it is a word of {listing(holders, 3)}"
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
    return f"→ {bound(worked)} by convention"


def _sides(worked) -> list[str]:
    """Write what stands between the equals signs, from the formula to the exact fraction."""
    sides = []
    if in_numbers(worked):
        sides = [worked.formula.text, substituted(worked), worked.formula.ratio(worked.terms)]
    if worked.fraction is not None and not worked.reason:
        sides.append(fraction(worked.fraction))
    return [side for side in dict.fromkeys(sides) if side]


def _result(worked) -> str:
    """Write the decimal; "=" where it is the whole truth, "≈" where it is rounded."""
    if worked.reason:
        return ""
    if math.isinf(worked):
        return f"= {bound(worked)}"
    if worked.fraction is None or not says_all(worked.fraction):
        return f"≈ {signed(decimal(worked))}"
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
        number = value if typed else settled(value)
        written = short(number) or decimal(number, 4)
        return written, SUM if value < 0 else ATOM
    if fraction.denominator == 1 or len(str(fraction)) > LONG:
        whole = fraction.denominator == 1
        written = count(value) if whole else decimal(float(value), 4)
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
    if worked.fraction is not None and fraction(worked.fraction) and not whole:
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
            Column("exact", [s.fraction for s in steps], show=cell),
            Column("value", [float(s) for s in steps], show=decimal, align="right"),
        ),
        conventions=worked.conventions,
    )


# Numbers: few digits, never misleading.
SHORT = 6  # so many decimals are padded with zeros to a common width
LOOKED_AT = 60  # so many thresholds decide about that width
SURE = 12  # so many digits of a float sum are the same in whatever order, on whatever machine
PLACES = 15  # more decimals than that tell no thresholds apart
LONG = 12  # a numerator or denominator with more digits than this tells a reader nothing


def settled(value: float) -> float:
    """Drop the last digits of a float, which may hang on the order of a sum.

    Examples
    --------
    >>> settled(0.49999999999999994), settled(0.1 + 0.2)
    (0.5, 0.3)
    """
    return float(f"{float(value):.{SURE}g}")  # a Fraction knows no formats before Python 3.12


def decimal(value: float, digits: int = 3) -> str:
    """Write a number with a few decimals, more where it is small.

    Examples
    --------
    >>> decimal(8 / 13), decimal(0.00123456), decimal(2_000_000.5), decimal(float("inf"))
    ('0.615', '0.00123', '2e+06', '+∞')
    >>> decimal(0.0625), decimal(0.06250000000000001)  # the last digit hangs on the order of a sum
    ('0.062', '0.062')
    """
    value = float(value)
    if not math.isfinite(value):
        return "undefined" if math.isnan(value) else ("+∞" if value > 0 else "−∞")
    value = settled(value)  # so a half is rounded the same way, however it was summed up
    if value and not 0.01 <= abs(value) < 1e6:
        return f"{value:.{digits}g}"
    return f"{value:.{digits}f}"


def short(value: float) -> str | None:
    """Write a number that has few digits with all of them; None where it has many.

    Examples
    --------
    >>> short(61.5), short(0.2), short(-3.0), short(1 / 3)
    ('61.5', '0.2', '−3', None)
    """
    text = threshold(float(value)).replace("-", "−")
    return text if len(text) <= LONG // 2 + 1 and "e" not in text else None


def count(value: float | None) -> str:
    """Write a count, or a sum of weights: as a whole number where it is one.

    Examples
    --------
    >>> count(14), count(2.5), count(1e30), count(None)
    ('14', '2.5', '1e+30', '?')
    """
    if value is None:
        return "?"
    if value == int(value) and abs(value) < (10**21 if isinstance(value, int) else 10**16):
        return str(int(value))
    number = settled(value)
    whole = number == int(number) and abs(number) < 10**SURE
    return str(int(number)) if whole else f"{number:.6g}"


def threshold(value: float) -> str:
    """Write a threshold so that it is still the same threshold: in all the digits it has.

    One that is known as a fraction is written as such where its digits are many.

    Examples
    --------
    >>> threshold(0.91), threshold(5.0), threshold(float("inf")), threshold(Fraction(1, 6))
    ('0.91', '5', '+∞', '1/6')
    """
    if math.isinf(value):
        return "+∞" if value > 0 else "−∞"
    text = repr(float(value)).removesuffix(".0")
    known = value if isinstance(value, Fraction) else getattr(value, "fraction", None)
    return (len(text) > SHORT + 2 and known is not None and fraction(known)) or text


def thresholds(column) -> Callable[[float], str]:
    """Return a way to write a column of thresholds: with equally many decimals, if that is exact.

    Examples
    --------
    >>> write = thresholds([0.11, 0.1])
    >>> write(0.1), write(1 / 3)
    ('0.10', '0.3333333333333333')
    """
    finite = [threshold(value) for value in column[:LOOKED_AT] if math.isfinite(value)]
    decimals = max((len(text.partition(".")[2]) for text in finite), default=0)

    def write(value: float) -> str:
        padded = f"{value:.{decimals}f}"
        exact_enough = decimals <= SHORT and math.isfinite(value) and float(padded) == value
        return padded if exact_enough else threshold(value)

    return write


def apart(column) -> Callable[[float], str]:
    """Return a way to write a column of scores: in few decimals, but different ones differently.

    Examples
    --------
    >>> write = apart([0.7739560485559633, 0.7736, 0.12573])
    >>> write(0.7739560485559633), write(0.12573), apart([0.9, 0.75])(0.9)
    ('0.7740', '0.1257', '0.90')
    """
    exactly, different = thresholds(column), set(map(float, column))
    if all(len(exactly(value)) <= SHORT + 2 for value in different):
        return exactly
    written = ({f"{value:.{places}f}" for value in different} for places in range(3, LONG))
    places = next((n for n, texts in enumerate(written, 3) if len(texts) == len(different)), None)
    return exactly if places is None else lambda value: f"{value:.{places}f}"


def in_order(column, cuts: bool = False) -> Callable[[float], str]:
    """Return a way to write scores for a picture: with the fewest digits that keep their order.

    Scores that have few digits keep all of them. Of others, ties stay ties, and different ones
    differ; more than sixty get six decimals at most, and may look the same.

    Parameters
    ----------
    column : sequence of float
        All scores of the picture, in any order.
    cuts : bool
        Whether they are thresholds: each is rounded down, and stays above the next lower one, so
        that it lets in what it did.

    Examples
    --------
    >>> write = in_order([0.9279379978631352, 0.9281, 0.12573022])
    >>> write(0.9279379978631352), write(0.9281), in_order([0.9, 0.75])(0.9)
    ('0.9279', '0.9281', '0.90')
    >>> in_order([0.129991234, 0.12, 0.3], cuts=True)(0.129991234), in_order([3e-9, 4e-9])(3e-9)
    ('0.129', '3e-09')
    """
    column = list(column)
    exactly, different = thresholds(column), sorted({float(v) for v in column if math.isfinite(v)})
    if all(len(exactly(value)) <= SHORT + 2 for value in different):
        return lambda value: signed(exactly(value))
    fixed = (partial(_fixed, places, cuts) for places in range(2, SHORT + 1))
    write = next((one for one in fixed if _keeps_order(one, different, cuts)), None)
    if write is None and len(different) > LOOKED_AT:
        write = partial(_fixed, SHORT, cuts)
    if write is None:
        figures = () if cuts else range(3, PLACES + 2)
        rough = (partial(_significant, count) for count in figures)
        write = next((one for one in rough if _keeps_order(one, different, cuts)), threshold)
    return lambda value: signed(write(float(value)) if math.isfinite(value) else threshold(value))


def _keeps_order(write: Callable[[float], str], rising: list[float], cuts: bool) -> bool:
    """Tell whether different numbers are written differently, and none as 0 or 1 that isn't."""
    written = [float(write(value)) for value in rising]
    below = rising if cuts else written
    apart_from_whole = all((a in (0, 1)) <= (a == b) for a, b in zip(written, rising, strict=True))
    return apart_from_whole and all(a < b for a, b in zip(below, written[1:], strict=False))


def _fixed(places: int, down: bool, value: float) -> str:
    """Write with so many decimals, perhaps rounded down."""
    text = f"{value:.{places}f}"
    if down and float(text) > value:
        text = f"{Decimal(text) - Decimal(1).scaleb(-places):f}"
    return text if float(text) else text.removeprefix("-")


def _significant(figures: int, value: float) -> str:
    return f"{value:.{figures}g}"


def signed(text: str) -> str:
    """Write the sign of a negative number as a minus; that of an exponent stays a hyphen."""
    return text.replace("-", "−", 1) if text.startswith("-") else text


def admitting(value: float, low: float = -math.inf, high: float | None = None) -> str:
    """Write a threshold for a picture: with the fewest decimals that let in the same scores.

    Parameters
    ----------
    value : float
        The threshold.
    low, high : float
        The scores around it: the next one below, which stays out, and the lowest that is let in.

    Examples
    --------
    >>> admitting(0.4826601945, 0.4706), admitting(0.1299, 0.129), admitting(0.129912345, 0.1298)
    ('0.48', '0.1299', '0.1299')
    >>> admitting(0.5, 0.1), admitting(math.inf), admitting(-1 / 3), admitting(0.3412345678, 0.34)
    ('0.5', '+∞', '−0.34', '0.341')
    """
    exactly, high = threshold(value), value if high is None else high
    if len(exactly) <= SHORT + 2 or not math.isfinite(value):
        return signed(exactly)
    tried = (_fixed(n, down, value) for n in range(2, PLACES + 1) for down in (False, True))
    fits = (t for t in tried if low < float(t) <= high and float(t) not in (0, 1))
    return signed(next(fits, exactly))


def within(low: float, high: float) -> float:
    """Find a number above one and up to another that is short to write: it predicts the same.

    Examples
    --------
    >>> within(0.10751541, 0.10754828), within(0.13, 0.24), within(0.9, math.inf)
    (0.10753, 0.24, inf)
    >>> within(0.3, 0.3412345678)  # 0.3 itself would let one more in
    0.32
    """
    if math.isinf(high) or short(high):
        return high
    low = high - 10.0**-3 if math.isinf(low) else low  # below the lowest score any number does
    rounded = (round(low + (high - low) / 2, places) for places in range(PLACES + 1))
    return next((number for number in rounded if low < number <= high), high)


def bound(value: float) -> str:
    """Write an end of a range: a whole number, infinity, a short fraction, or three decimals.

    Examples
    --------
    >>> bound(1.0), bound(float("inf")), bound(-1 / 3), bound(0.5), bound(2**0.5)
    ('1', '+∞', '−1/3', '1/2', '1.414')
    """
    if math.isinf(value) or float(Fraction(value).limit_denominator(9)) != value:
        return decimal(value)
    return str(Fraction(value).limit_denominator(9)).replace("-", "−")


def fraction(value: Fraction) -> str | None:
    """Write a fraction, or None where it is too long to be read.

    Examples
    --------
    >>> fraction(Fraction(8, 13)), fraction(Fraction(3))
    ('8/13', '3')
    """
    return None if len(str(value)) > LONG + 3 else str(value).replace("-", "−")


def both(value, places: int = 3) -> str:
    """Write a number as a fraction and a decimal; one of them alone where it says all.

    Examples
    --------
    >>> both(Fraction(4, 7)), both(Fraction(4, 7), 5), both(0.25), both(Fraction(1))
    ('4/7 = 0.571', '4/7 = 0.57143', '0.250', '1')
    """
    exact_value = value if isinstance(value, int | Fraction) else getattr(value, "fraction", None)
    text = exact_value is not None and fraction(exact_value)
    rounded = signed(decimal(float(value), places))
    if not text:
        return rounded
    return text if exact_value.denominator == 1 else f"{text} = {rounded}"


def cell(value: Fraction | None) -> str:
    """Write a fraction for a cell of a table; a dash where there is none to show."""
    return (value is not None and fraction(value)) or "–"


def listing(names, limit: int = 6) -> str:
    """List some names, and say how many more there are.

    Examples
    --------
    >>> listing(["car 4", "car 2"]), listing(range(100), limit=2), listing([])
    ('car 4, car 2', '0, 1, … (98 more)', '–')
    """
    first = ", ".join(printable(str(name)) for name in names[:limit])
    more = f", … ({len(names) - limit:,} more)" if len(names) > limit else ""
    return first + more or "–"


def ratio(dividend, divisor) -> str | None:
    """Write a division of whole numbers as it stands, not reduced: "2/6".

    Examples
    --------
    >>> ratio(2, 6), ratio(0, 0), ratio(0.25, 1)
    ('2/6', '0/0', None)
    """
    parts = [exact(part) for part in (dividend, divisor)]
    if any(p.value is None or not p.exact or p.value.denominator != 1 for p in parts):
        return None
    return "/".join(str(part.value).replace("-", "−") for part in parts)


def says_all(value: Fraction, digits: int = 3) -> bool:
    """Tell whether a few decimals write a fraction completely: 1/4 yes, 1/3 no."""
    return value * 10**digits % 1 == 0
