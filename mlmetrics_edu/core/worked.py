"""A number that keeps its working, and how a formula and its numbers are written.

The same syntax tree is written three ways: with the names of its terms (the formula), with their
values (the working), and as mathematics. A leaf is written by the caller, as a pair: its text, and
how tightly it binds, so that "2/3" gets its parentheses where it needs them and nowhere else.
"""

import ast
import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from . import digits, words
from .errors import Named
from .exact import Exact, Rounded, exact
from .trace import Column, Trace

if TYPE_CHECKING:
    from .formula import Formula

_NOTHING: Mapping[str, Any] = MappingProxyType({})
WIDE = 50  # a longer formula gets a line of its own, and its numbers the next
NEW_LINE = r" \\[4pt] "
# How tightly a piece of text holds together; a looser piece inside a tighter one needs brackets.
SUM, PRODUCT, QUOTIENT, POWER, ATOM = range(1, 6)
SUPERSCRIPTS = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")


class Worked(Named, float):
    """A float everywhere, that can also say how it came about.

    It is made by :meth:`Formula.work` and by the functions of this package, seldom by hand. All
    that is text is written only when somebody looks.

    Where a fraction takes long to work out, a float may stand for it, and ``exact`` be a function
    that gives the fraction when it is asked for (None if there is none). ``terms`` and
    ``conventions`` may be such functions, too.

    Attributes
    ----------
    name : str
        What the number is, such as ``"precision"``.
    formula : Formula or None
        The formula that gave it.
    fraction : fractions.Fraction or None
        The exact value, where every term was exact and no root was taken.
    reason : str
        Why the number is undefined; empty where it isn't.

    Examples
    --------
    >>> from mlmetrics_edu.core.formula import Formula
    >>> p = Formula("precision", "TP / (TP + FP)").work(TP=4, FP=3)
    >>> round(p, 3), p.fraction
    (0.571, Fraction(4, 7))
    >>> print(p.working)
    precision = TP / (TP + FP)
              = 4 / (4 + 3)
              = 4/7
              ≈ 0.571
    """

    __slots__ = ("_conventions", "_exact", "_steps", "_terms", "formula", "name", "reason")
    name: str
    formula: "Formula | None"
    reason: str

    def __new__(
        cls,
        value: Exact | float,
        name: str,
        *,
        exact: Callable[[], Fraction | None] | None = None,
        formula: "Formula | None" = None,
        terms: Mapping[str, Any] | Callable[[], Mapping[str, Any]] = _NOTHING,
        reason: str = "",
        conventions: Mapping[str, str] | Callable[[], Mapping[str, str]] = _NOTHING,
        steps: Callable[[], Trace] | None = None,
    ):
        self = super().__new__(cls, float(value))
        fields = {
            "name": name,
            "formula": formula,
            "reason": reason or getattr(value, "reason", ""),
            "_terms": _kept(terms) if isinstance(terms, dict) else terms,
            "_conventions": conventions if callable(conventions) else _kept(conventions),
            "_exact": value if isinstance(value, Exact) else exact,
            "_steps": steps,
        }
        for field, content in fields.items():
            object.__setattr__(self, field, content)
        return self

    def __setattr__(self, attribute: str, value: object) -> NoReturn:
        raise AttributeError(f"{self.name} is a finished number: {attribute!r} can't be changed")

    def __delattr__(self, attribute):
        self.__setattr__(attribute, None)

    def _fields(self) -> dict[str, Any]:
        fields = {
            "name": self.name,
            "formula": self.formula,
            "terms": self._terms,
            "reason": self.reason,
            "conventions": self._conventions,
            "steps": self._steps,
        }
        if isinstance(self._exact, Exact):
            return {"value": self._exact, **fields}
        return {"value": float(self), "exact": self._exact, **fields}

    def __reduce__(self):
        plain = {"terms": dict(self.terms), "conventions": dict(self.conventions)}
        return _rebuild, ({**self._fields(), **plain},)

    def _replace(self, **changes) -> "Worked":
        return Worked(**{**self._fields(), **changes})

    @property
    def terms(self) -> Mapping[str, Any]:
        """What was put in; a term that was worked out itself keeps its own working."""
        return self._looked_at("_terms")

    @property
    def conventions(self) -> Mapping[str, str]:
        """The conventions in force, such as ``{"undefined": "nan"}``."""
        return self._looked_at("_conventions")

    def _looked_at(self, field: str) -> Mapping[str, Any]:
        """Return what a field holds; what is made when somebody looks is made once."""
        if callable(content := getattr(self, field)):
            object.__setattr__(self, field, content := _kept(content()))
        return content

    @property
    def exact(self) -> Exact:
        """The value as exact arithmetic takes it, and whether it is exact."""
        if isinstance(self._exact, Exact):
            return self._exact
        if self != self:
            return Exact(None, reason=self.reason)
        fraction = self._exact() if self._exact else None
        return exact(Rounded(self)) if fraction is None else Exact(fraction)

    @property
    def fraction(self) -> Fraction | None:
        """The exact value, or None where there is none."""
        value = self.exact
        return value.value if value.exact else None

    @property
    def inner(self) -> tuple["Worked", ...]:
        """The terms that were themselves worked out."""
        return tuple(term for term in self.terms.values() if isinstance(term, Worked))

    @property
    def working(self) -> str:
        """The formula, its numbers, the exact fraction and the decimal, down to the counts."""
        symbol = words.symbol(self.name)
        first, *others = _lines(self)
        own = [symbol + first, *(" " * len(symbol) + line for line in others)]
        if not in_numbers(self):
            own += str(self.steps).splitlines()
        below = ["  " + line for inner in self.inner for line in inner.working.splitlines()]
        return "\n".join(own + below)

    @property
    def steps(self) -> Trace:
        """The working as a table: a row for each formula used, the innermost first."""
        return self._steps() if self._steps else _table(self)

    def with_steps(self, steps: Callable[[], Trace]) -> "Worked":
        """Return the same number, its working laid out in another table."""
        return self._replace(steps=steps)

    def retold(self, name: str | None = None, **conventions: str) -> "Worked":
        """Return the same number under another name, or with more conventions said.

        Examples
        --------
        >>> from mlmetrics_edu.core.formula import Formula
        >>> at_3 = Formula("precision", "TP / (TP + FP)").work(TP=2, FP=1).retold("precision_at_3")
        >>> at_3.name, at_3.fraction
        ('precision_at_3', Fraction(2, 3))
        """
        return self._replace(
            name=name or self.name, conventions={**self.conventions, **conventions}
        )

    def without_fraction(self) -> "Worked":
        """Return the same number as it was summed up: in floats, which make no exact fraction."""
        return self._replace(value=float(self), exact=None)

    def _in_a_cell(self) -> str:
        return digits.both(self)

    def _repr_latex_(self) -> str:
        rows = [_latex_row(step) for step in [self, *_descendants(self)]]
        if len(rows) == 1 and NEW_LINE not in rows[0]:
            return rf"$\displaystyle {rows[0].replace('&', '')}$"
        return r"$\displaystyle \begin{aligned}" + NEW_LINE.join(rows) + r"\end{aligned}$"


def _kept(content: Mapping[str, Any]) -> Mapping[str, Any]:
    return MappingProxyType(dict(content))


def _rebuild(fields: dict) -> Worked:
    return Worked(**fields)


def plain(node: ast.expr, leaf) -> str:
    """Write a tree as a line of text.

    Examples
    --------
    >>> from mlmetrics_edu.core.parsing import parse
    >>> plain(parse("2*TP / (2*TP + FP + FN)"), name_leaf)
    '2·TP / (2·TP + FP + FN)'
    """
    return _Plain(leaf).write(node)[0]


def latex(node: ast.expr, leaf) -> str:
    r"""Write a tree as LaTeX mathematics.

    Examples
    --------
    >>> from mlmetrics_edu.core.parsing import parse
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

    def held(self, node, tightness: int) -> str:
        """Write a part, in brackets unless it binds at least so tightly."""
        text, own = self.write(node)
        return text if own >= tightness else self.brackets.format(text)

    def Name(self, node):
        return self.leaf(node.id)

    def Constant(self, node):
        return str(node.value), ATOM

    def UnaryOp(self, node):
        sign = "−" if isinstance(node.op, ast.USub) else "+"
        return sign + self.held(node.operand, PRODUCT), SUM

    def BinOp(self, node):
        return getattr(self, type(node.op).__name__)(node.left, node.right)

    def Add(self, left, right):
        return f"{self.held(left, SUM)} + {self.held(right, SUM)}", SUM

    def Sub(self, left, right):
        return f"{self.held(left, SUM)} − {self.held(right, PRODUCT)}", SUM

    def Mult(self, left, right):
        # "a / b·c" would mislead the eye, so a quotient inside a product is always bracketed.
        left, right = (self._factor(part) for part in (left, right))
        return f"{left}{self.times}{right}", PRODUCT

    def _factor(self, node):
        text, own = self.write(node)
        return self.brackets.format(text) if own in (SUM, QUOTIENT) else text

    def Div(self, left, right):
        return f"{self.held(left, PRODUCT)} / {self.held(right, POWER)}", QUOTIENT

    def Pow(self, left, right):
        return self.held(left, ATOM) + str(right.value).translate(SUPERSCRIPTS), POWER

    def Call(self, node):
        if node.func.id == "sum":
            return f"{self.total} {self.held(node.args[0], PRODUCT)}", SUM
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
        return f"{self.held(left, SUM)} - {self.held(right, PRODUCT)}", SUM

    def Div(self, left, right):
        # The bar of a fraction brackets what stands above and below it.
        return rf"\frac{{{self.write(left)[0]}}}{{{self.write(right)[0]}}}", POWER

    def Pow(self, left, right):
        return f"{self.held(left, ATOM)}^{{{right.value}}}", POWER

    def function(self, name, arguments):
        forms = {"sqrt": r"\sqrt{{{}}}", "abs": r"\left|{}\right|"}
        return forms.get(name, rf"\{name}\left({{}}\right)").format(", ".join(arguments))


def in_a_line(worked: Worked) -> str:
    """Write the working on one line, without that of its terms."""
    return words.symbol(worked.name) + "".join(_lines(worked))


def _lines(worked) -> list[str]:
    lines = [f" = {side}" for side in _sides(worked)] + [f" {_result(worked)}"]
    if worked.reason:
        lines.append(f" undefined: {worked.reason}")
        if worked == worked:
            policy = '"inf"' if math.isinf(worked) else int(worked)
            lines.append(f" {_by_convention(worked)} (undefined={policy})")
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


def _descendants(worked) -> list:
    """List the worked terms below a number, each once, the nearest first."""
    below = [d for inner in worked.inner for d in (inner, *_descendants(inner))]
    return list({id(step): step for step in below}.values())


def _table(worked) -> Trace:
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
