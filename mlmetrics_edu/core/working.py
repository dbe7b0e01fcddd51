"""How a number was worked out: as lines of text, as LaTeX, as a table.

Kept apart from the numbers themselves, so that arithmetic never waits for prose.
"""

import math
from fractions import Fraction

from . import digits, rendering, words
from .exact import exact
from .trace import Column, Trace

WIDE = 50  # a longer formula gets a line of its own, and its numbers the next
NEW_LINE = r" \\[4pt] "


def text(worked) -> str:
    """Write the working, and below it the working of each term that was itself worked out."""
    symbol = words.symbol(worked.name)
    own = [symbol + line for line in _lines(worked)[:1]]
    own += [" " * len(symbol) + line for line in _lines(worked)[1:]]
    if not worked.formula or worked.formula.sums:  # the table says it
        own += str(worked.steps).splitlines()
    below = ["  " + line for inner in worked.inner for line in text(inner).splitlines()]
    return "\n".join(own + below)


def line(worked) -> str:
    """Write the working on one line, without that of its terms."""
    return words.symbol(worked.name) + "".join(_lines(worked))


def _lines(worked) -> list[str]:
    lines = [f" = {side}" for side in _sides(worked)] + [f" {_result(worked)}"]
    if worked.reason:
        lines.append(f" undefined: {worked.reason}")
        if worked == worked:
            lines.append(f" {_by_convention(worked)} (undefined={_policy(worked)})")
    return [line for line in dict.fromkeys(lines) if line.strip()]


def _why(worked) -> str:
    """Say why a number is undefined, and what it counts as where it counts."""
    why = f"undefined: {worked.reason}"
    return why if worked != worked else f"{why} {_by_convention(worked)}"


def _by_convention(worked) -> str:
    return f"→ {digits.bound(worked)} by convention"


def _policy(worked) -> str:
    return '"inf"' if math.isinf(worked) else str(int(worked))


def _sides(worked) -> list[str]:
    """Write what stands between the equals signs, from the formula to the exact fraction."""
    sides = []
    if worked.formula and not worked.formula.sums:
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
        return f"≈ {digits.decimal(worked)}"
    short = f"{float(worked):.3f}".rstrip("0").rstrip(".")
    return f"= {short}".replace("-", "−")


def substituted(worked, style=rendering.plain) -> str:
    """Write the formula with its numbers in the place of its names."""
    return worked.formula.render(style, lambda name: _leaf(worked.terms[name], style))


def _leaf(value, style) -> tuple[str, int]:
    """Write one term's value, and say how tightly it binds."""
    fraction = value.fraction if hasattr(value, "fraction") else _typed(value)
    if fraction is None:
        typed = type(value) is float and exact(value).exact
        number = value if typed else digits.settled(value)
        written = digits.short(number) or digits.decimal(number, 4)
        return written, rendering.ATOM if value >= 0 else rendering.SUM
    if fraction.denominator == 1 or len(str(fraction)) > digits.LONG:
        whole = fraction.denominator == 1
        written = digits.count(value) if whole else digits.decimal(float(value), 4)
        if style is not rendering.latex:
            written = written.replace("-", "−")
        return written, rendering.ATOM if value >= 0 else rendering.SUM
    if style is rendering.latex:
        return rf"\frac{{{fraction.numerator}}}{{{fraction.denominator}}}", rendering.POWER
    return str(fraction).replace("-", "−"), rendering.QUOTIENT if value >= 0 else rendering.SUM


def _typed(value) -> Fraction | None:
    """Take a number as a fraction only if that is how it was given; 0.2 stays 0.2."""
    return Fraction(value) if isinstance(value, (int, Fraction)) else None


def latex(worked) -> str:
    """Write the working as LaTeX; terms that were worked out follow on lines of their own."""
    rows = [_latex_row(step) for step in [worked, *_descendants(worked)]]
    if len(rows) == 1 and NEW_LINE not in rows[0]:
        return rf"$\displaystyle {rows[0].replace('&', '')}$"
    return r"$\displaystyle \begin{aligned}" + NEW_LINE.join(rows) + r"\end{aligned}$"


def _latex_row(worked) -> str:
    sides = [words.latex_symbol(worked.name) + " &"]
    written = worked.formula and not worked.formula.sums
    if written:
        sides += [worked.formula.render(rendering.latex), substituted(worked, rendering.latex)]
    equals = " = "
    if written and len(worked.formula.text) > WIDE:
        equals, sides = f"{NEW_LINE}&= ", [f"{sides[0]}= {sides[1]}", *sides[2:]]
    if worked.reason:
        return equals.join(sides) + rf" \quad \text{{{words.latex_text(_why(worked))}}}"
    whole = worked.fraction is not None and worked.fraction.denominator == 1
    if worked.fraction is not None and digits.fraction(worked.fraction) and not whole:
        sides.append(_leaf(Fraction(worked.fraction), rendering.latex)[0])
    return equals.join(sides) + " " + _result(worked).replace("≈", r"\approx").replace("−", "-")


def _descendants(worked) -> list:
    """List the worked terms below a number, each once, the nearest first."""
    found = [d for inner in worked.inner for d in (inner, *_descendants(inner))]
    return list({id(d): d for d in found}.values())


def table(worked) -> Trace:
    """Lay the working out as a table, innermost numbers first."""
    steps = [*reversed(_descendants(worked)), worked]
    return Trace(
        f"{words.symbol(worked.name)}, worked out",
        (
            Column("number", [words.symbol(s.name) for s in steps]),
            Column("formula", [s.formula.text if s.formula else "" for s in steps]),
            Column("with numbers", [substituted(s) if s.formula else "" for s in steps]),
            Column("exact", [s.fraction for s in steps], show=digits.cell),
            Column("value", [float(s) for s in steps], show=digits.decimal, align="right"),
        ),
        conventions=worked.conventions,
    )
