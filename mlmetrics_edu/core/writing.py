"""How a formula and its numbers are written: as a line of text, as working, as mathematics.

The same syntax tree is written three ways: with the names of its terms (the formula), with their
values (the working), and as mathematics. A leaf is written by the caller, as a pair: its text, and
how tightly it binds, so that "2/3" gets its parentheses where it needs them and nowhere else.
"""

from __future__ import annotations

import ast
import math
from fractions import Fraction

from . import digits, words
from .arithmetic import exact
from .trace import Column, Trace

WIDE = 50  # a longer formula gets a line of its own, and its numbers the next
NEW_LINE = r" \\[4pt] "
# How tightly a piece of text holds together; a looser piece inside a tighter one needs brackets.
SUM, PRODUCT, QUOTIENT, POWER, ATOM = range(1, 6)
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


def plain(node: ast.expr, leaf) -> str:
    """Write a tree as a line of text.

    Examples
    --------
    >>> from mlmetrics_edu.core.arithmetic import parse
    >>> plain(parse("2*TP / (2*TP + FP + FN)"), name_leaf)
    '2·TP / (2·TP + FP + FN)'
    """
    return _Plain(leaf).write(node)[0]


def latex(node: ast.expr, leaf) -> str:
    r"""Write a tree as LaTeX mathematics.

    Examples
    --------
    >>> from mlmetrics_edu.core.arithmetic import parse
    >>> print(latex(parse("TP / (TP + FP)"), latex_name_leaf))
    \frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FP}}
    """
    return _Latex(leaf).write(node)[0]


def name_leaf(name: str) -> tuple[str, int]:
    """Write a term by its symbol."""
    return words.symbol(name), ATOM


def latex_name_leaf(name: str) -> tuple[str, int]:
    """Write a term by its symbol in LaTeX."""
    return words.latex_symbol(name), ATOM


class _Plain:
    brackets = "({})"
    times = "·"
    total = "Σ"

    def __init__(self, leaf):
        self.leaf = leaf

    def write(self, node) -> tuple[str, int]:
        return getattr(self, type(node).__name__)(node)

    def part(self, node, tightness: int) -> str:
        """Write a part, in brackets unless it binds at least so tightly."""
        text, own = self.write(node)
        return text if own >= tightness else self.brackets.format(text)

    def Name(self, node):
        return self.leaf(node.id)

    def Constant(self, node):
        return str(node.value), ATOM

    def UnaryOp(self, node):
        sign = "−" if isinstance(node.op, ast.USub) else "+"
        return sign + self.part(node.operand, PRODUCT), SUM

    def BinOp(self, node):
        return getattr(self, type(node.op).__name__)(node.left, node.right)

    def Add(self, left, right):
        return f"{self.part(left, SUM)} + {self.part(right, SUM)}", SUM

    def Sub(self, left, right):
        return f"{self.part(left, SUM)} − {self.part(right, PRODUCT)}", SUM

    def Mult(self, left, right):
        # "a / b·c" would mislead the eye, so a quotient inside a product is always bracketed.
        left, right = (self._factor(part) for part in (left, right))
        return f"{left}{self.times}{right}", PRODUCT

    def _factor(self, node):
        text, own = self.write(node)
        return self.brackets.format(text) if own in (SUM, QUOTIENT) else text

    def Div(self, left, right):
        return f"{self.part(left, PRODUCT)} / {self.part(right, POWER)}", QUOTIENT

    def Pow(self, left, right):
        return self.part(left, ATOM) + str(right.value).translate(SUPERSCRIPTS), POWER

    def Call(self, node):
        if node.func.id == "sum":
            return f"{self.total} {self.part(node.args[0], PRODUCT)}", SUM
        arguments = [self.write(argument)[0] for argument in node.args]
        return self.function(node.func.id, arguments), ATOM

    def function(self, name, arguments):
        if name == "abs":
            return f"|{arguments[0]}|"
        return f"{'√' if name == 'sqrt' else name}({', '.join(arguments)})"


class _Latex(_Plain):
    brackets = r"\left({}\right)"
    times = r" \cdot "
    total = r"\sum"

    def UnaryOp(self, node):
        text, tightness = super().UnaryOp(node)
        return text.replace("−", "-", 1), tightness

    def Sub(self, left, right):
        return f"{self.part(left, SUM)} - {self.part(right, PRODUCT)}", SUM

    def Div(self, left, right):
        # The bar of a fraction brackets what stands above and below it.
        return rf"\frac{{{self.write(left)[0]}}}{{{self.write(right)[0]}}}", POWER

    def Pow(self, left, right):
        return f"{self.part(left, ATOM)}^{{{right.value}}}", POWER

    def function(self, name, arguments):
        forms = {"sqrt": r"\sqrt{{{}}}", "abs": r"\left|{}\right|"}
        return forms.get(name, rf"\{name}\left({{}}\right)").format(", ".join(arguments))


def in_a_line(worked) -> str:
    """Write the working on one line, without that of its terms."""
    return words.symbol(worked.name) + "".join(_lines(worked))


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
    sides = [words.latex_symbol(worked.name) + " &"]
    if in_numbers(worked):
        sides += [worked.formula.render(latex), substituted(worked, latex)]
    equals = " = "
    if in_numbers(worked) and len(worked.formula.text) > WIDE:
        equals, sides = f"{NEW_LINE}&= ", [f"{sides[0]}= {sides[1]}", *sides[2:]]
    if worked.reason:
        why = f"undefined: {worked.reason}"
        why += f" {_by_convention(worked)}" if worked == worked else ""
        return equals.join(sides) + rf" \quad \text{{{words.latex_text(why)}}}"
    whole = worked.fraction is not None and worked.fraction.denominator == 1
    if worked.fraction is not None and digits.fraction(worked.fraction) and not whole:
        sides.append(number_leaf(Fraction(worked.fraction), latex)[0])
    return equals.join(sides) + " " + _result(worked).replace("≈", r"\approx").replace("−", "-")


def working(worked) -> str:
    """Write the working, and below it that of each term that was worked out itself."""
    symbol = words.symbol(worked.name)
    first, *others = _lines(worked)
    own = [symbol + first, *(" " * len(symbol) + line for line in others)]
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
        f"{words.symbol(worked.name)}, worked out",
        (
            Column("number", [words.symbol(s.name) for s in steps]),
            Column("formula", [s.formula.text if s.formula else "" for s in steps]),
            Column("with numbers", [substituted(s) if in_numbers(s) else "" for s in steps]),
            Column("exact", [s.fraction for s in steps], show=digits.cell),
            Column("value", [float(s) for s in steps], show=digits.decimal, align="right"),
        ),
        conventions=worked.conventions,
    )
