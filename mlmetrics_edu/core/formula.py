"""A metric, declared once, and the numbers that it gives, each of which keeps its working.

The formula that is read is the code that runs: :class:`Formula` turns one expression into a number
(:class:`Worked`), a column, a line of text and mathematics. The arithmetic stands in
``arithmetic``, and how a number's working is put into words in ``words``.
"""

from __future__ import annotations

import ast
import math
import numbers
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from . import arithmetic, words
from .arithmetic import ATOM, Exact, Rounded, exact, latex, plain
from .conventions import Undefined, options
from .errors import FormulaError, Named, UndefinedError, explained_class
from .inputs import is_number, short

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from .trace import Trace

UNDEFINED = options(Undefined)
RESERVED = {"undefined", "conventions"}  # what `work` takes besides the terms
NOTHING: Mapping[str, Any] = MappingProxyType({})


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
    formula: Formula | None
    reason: str

    def __new__(
        cls,
        value: Exact | float,
        name: str,
        *,
        exact: Callable[[], Fraction | None] | None = None,
        formula: Formula | None = None,
        terms: Mapping[str, Any] | Callable[[], Mapping[str, Any]] = NOTHING,
        reason: str = "",
        conventions: Mapping[str, str] | Callable[[], Mapping[str, str]] = NOTHING,
        steps: Callable[[], Trace] | None = None,
    ):
        self = super().__new__(cls, float(value))
        contents = {
            "name": name,
            "formula": formula,
            "reason": reason or getattr(value, "reason", ""),
            "_terms": _read_only(terms),
            "_conventions": _read_only(conventions),
            "_exact": value if isinstance(value, Exact) else exact,
            "_steps": steps,
        }
        for attribute, content in contents.items():
            object.__setattr__(self, attribute, content)
        return self

    def __setattr__(self, attribute: str, value: object) -> NoReturn:
        raise AttributeError(f"{self.name} is a finished number: {attribute!r} can't be changed")

    def _contents(self) -> dict[str, Any]:
        is_exact = isinstance(self._exact, Exact)
        return {
            "value": self._exact if is_exact else float(self),
            "exact": None if is_exact else self._exact,
            "name": self.name,
            "formula": self.formula,
            "terms": self._terms,
            "reason": self.reason,
            "conventions": self._conventions,
            "steps": self._steps,
        }

    def __reduce__(self):
        plain = {"terms": dict(self.terms), "conventions": dict(self.conventions)}
        return partial(Worked, **{**self._contents(), **plain}), ()

    def _replace(self, **changes) -> Worked:
        return Worked(**{**self._contents(), **changes})

    @property
    def terms(self) -> Mapping[str, Any]:
        """What was put in; a term that was worked out itself keeps its own working."""
        return self._made("_terms")

    @property
    def conventions(self) -> Mapping[str, str]:
        """The conventions in force, such as ``{"undefined": "nan"}``."""
        return self._made("_conventions")

    def _made(self, attribute: str) -> Mapping[str, Any]:
        """Return a mapping; one that is made when somebody looks is made once."""
        if callable(content := getattr(self, attribute)):
            object.__setattr__(self, attribute, content := _read_only(content()))
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
    def inner(self) -> tuple[Worked, ...]:
        """The terms that were themselves worked out."""
        return tuple(term for term in self.terms.values() if isinstance(term, Worked))

    @property
    def working(self) -> str:
        """The formula, its numbers, the exact fraction and the decimal, down to the counts."""
        return words.working(self)

    @property
    def steps(self) -> Trace:
        """The working as a table: a row for each formula used, the innermost first."""
        return self._steps() if self._steps else words.table(self)

    def with_steps(self, steps: Callable[[], Trace]) -> Worked:
        """Return the same number, its working laid out in another table."""
        return self._replace(steps=steps)

    def retold(self, name: str | None = None, **conventions: str) -> Worked:
        """Return the same number under another name, or with more conventions said.

        Examples
        --------
        >>> at_3 = Formula("precision", "TP / (TP + FP)").work(TP=2, FP=1).retold("precision_at_3")
        >>> at_3.name, at_3.fraction
        ('precision_at_3', Fraction(2, 3))
        """
        return self._replace(
            name=name or self.name, conventions={**self.conventions, **conventions}
        )

    def without_fraction(self) -> Worked:
        """Return the same number as it was summed up: in floats, which make no exact fraction."""
        return self._replace(value=float(self), exact=None)

    def _in_a_cell(self) -> str:
        return words.both(self)

    def _repr_latex_(self) -> str:
        return words.equations(self)


def _read_only(content):
    return content if callable(content) else MappingProxyType(dict(content))


@explained_class
@dataclass(frozen=True, eq=True)
class Formula(Named):
    """One expression over named terms.

    From it come a number (:meth:`work`), a whole column (:meth:`column`), the line of text
    (``expression``) and the mathematics (``latex``), so they can't disagree.

    Parameters
    ----------
    name : str
        What it is called.
    expression : str
        Arithmetic over named terms: ``+ - * / **``, parentheses, ``sqrt log abs min max``, and
        ``sum`` for what is added up down a column.
    range : pair of float, optional
        The smallest and the largest value that it can take.
    direction : {"higher", "lower", None}
        Which values are better; None where neither is.
    undefined_when : str, optional
        In words, what it means that the formula divides by zero.
    synonyms : tuple of str, optional
        Other names of the same number.
    source : str, optional
        Where it was defined.
    fixed : mapping of str to number, optional
        Terms with a value of their own, such as ``{"beta": 2}``.

    Raises
    ------
    FormulaError
        If the expression is anything but arithmetic.

    Examples
    --------
    >>> mine = Formula("my score", "TP / (TP + 2*FN)")
    >>> mine.terms
    ('TP', 'FN')
    >>> mine.work(TP=4, FN=2).fraction
    Fraction(1, 2)
    >>> mine.column(TP=[1, 4], FN=[5, 2])
    array([0.09090909, 0.5       ])
    """

    name: str
    expression: str
    range: tuple[float, float] | None = None
    direction: str | None = None
    undefined_when: str = ""
    synonyms: tuple[str, ...] = ()
    source: str = ""
    fixed: Mapping[str, float] = field(default_factory=dict, hash=False)

    def __post_init__(self):
        if not isinstance(self.name, str) or not self.name.strip():
            raise FormulaError(
                f"the name is {short(self.name)}", "a formula needs a name", "give one"
            )
        taken = RESERVED & {*arithmetic.names(self._tree)}  # a bad expression is told here and now
        if taken:
            raise FormulaError(
                f"{self.name} = {self.expression} has the term {', '.join(sorted(taken))}",
                "that name is taken: it says how a formula is worked out",
                "give the term another name",
            )

    def __getstate__(self):
        return {f.name: getattr(self, f.name) for f in fields(self)}

    @cached_property
    def _tree(self):
        return arithmetic.parse(self.expression)

    @cached_property
    def _code(self):
        return _compiled(self._tree)

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """The names that need a value, in reading order."""
        return tuple(name for name in arithmetic.names(self._tree) if name not in self.fixed)

    @cached_property
    def sums(self) -> bool:
        """Whether it adds up columns: then its numbers are shown as a table."""
        calls = (node for node in ast.walk(self._tree) if isinstance(node, ast.Call))
        return any(call.func.id == "sum" for call in calls)

    @property
    def symbol(self) -> str:
        """How it is written on the left of the equals sign."""
        return words.symbol(self.name)

    @property
    def text(self) -> str:
        """The expression as a line of text: ``TP / (TP + FP)``."""
        return self.text_with({})

    def text_with(self, symbols: Mapping[str, str]) -> str:
        """Write the expression with other symbols, such as a book's A, B, C, D.

        Examples
        --------
        >>> Formula("fpr", "FP / (FP + TN)").text_with({"FP": "C", "TN": "D"})
        'C / (C + D)'
        """
        return self.render(plain, lambda name: (symbols.get(name) or words.symbol(name), ATOM))

    def render(
        self, style: Callable[..., str], leaf: Callable[[str], tuple[str, int]] | None = None
    ) -> str:
        """Write the tree in a style, ``plain`` or ``latex``, its terms by ``leaf``."""
        names = words.latex_leaf if style is latex else words.leaf
        return style(self._tree, leaf or names)

    def ratio(self, terms: Mapping) -> str | None:
        """Write the value as one division of whole numbers, not reduced; None if it is none.

        Examples
        --------
        >>> Formula("recall", "TP / (TP + FN)").ratio({"TP": 2, "FN": 4})
        '2/6'
        """
        if self._halves is None or any(isinstance(value, Worked) for value in terms.values()):
            return None
        values = {name: _exact(value) for name, value in terms.items()}
        parts = [arithmetic.evaluate(half, arithmetic.NUMBERS, values) for half in self._halves]
        return words.ratio(*parts)

    @cached_property
    def _halves(self):
        """The code above and below the fraction bar, where the formula is one plain division."""
        divides = isinstance(getattr(self._tree, "op", None), ast.Div)
        if not divides or arithmetic.has_root(self._tree) or self.sums:
            return None
        return [_compiled(half) for half in (self._tree.left, self._tree.right)]

    @cached_property
    def divisor(self) -> str:
        """What is divided by, where the formula is one plain division: ``"TP + FN"``."""
        return self.below.text if self.below else ""

    @cached_property
    def below(self) -> Formula | None:
        """What is divided by, as a formula of its own; None where it isn't one plain division.

        Examples
        --------
        >>> Formula("recall", "TP / (TP + FN)").below.expression
        'TP + FN'
        """
        return self._half("below the line", "right")

    @cached_property
    def above(self) -> Formula | None:
        """What is divided, as a formula of its own; None where it isn't one plain division.

        Examples
        --------
        >>> Formula("f1", "2*TP / (2*TP + FP + FN)").above.expression
        '2 * TP'
        """
        return self._half("above the line", "left")

    def _half(self, name: str, side: str) -> Formula | None:
        if not self._halves:
            return None
        return Formula(name, ast.unparse(getattr(self._tree, side)), fixed=self.fixed)

    @cached_property
    def dividend(self) -> str:
        """The term that is divided, where the formula is one plain division of one term."""
        return getattr(self._tree.left, "id", "") if self._halves else ""

    @cached_property
    def share(self) -> tuple[frozenset[str], frozenset[str]] | None:
        """The terms above and below the bar, where some of a sum are divided by all of it.

        Examples
        --------
        >>> part, whole = Formula("precision", "TP / (TP + FP)").share
        >>> sorted(part), sorted(whole), Formula("odds", "TP / FP").share
        (['TP'], ['FP', 'TP'], None)
        """
        if not self._halves:
            return None
        part, whole = (arithmetic.summands(half) for half in (self._tree.left, self._tree.right))
        return (part, whole) if part and part <= whole else None

    @property
    def latex(self) -> str:
        r"""The equation as LaTeX.

        Examples
        --------
        >>> print(Formula("recall", "TP / (TP + FN)").latex)
        \text{recall} = \frac{\mathrm{TP}}{\mathrm{TP} + \mathrm{FN}}
        """
        return f"{words.latex_symbol(self.name)} = {self.render(latex)}"

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {self.latex}$"

    def __str__(self) -> str:
        return f"{self.symbol} = {self.text}"

    def work(
        self,
        /,
        *,
        undefined: Undefined = "nan",
        conventions: Mapping[str, str] = NOTHING,
        **terms: float | Fraction,
    ) -> Worked:
        """Work the formula out for given numbers, exactly, and keep the working.

        Parameters
        ----------
        undefined : {"nan", 0, 1, "raise"}
            What a division by zero gives.
        conventions : mapping of str to str, optional
            Conventions in force where the terms come from, to be shown with the number.
        **terms : int, float, fractions.Fraction or Worked
            A value for each term.

        Returns
        -------
        Worked

        Raises
        ------
        FormulaError
            If a term is missing, unknown or no finite number.
        UndefinedError
            If the value is undefined and ``undefined="raise"``.

        Examples
        --------
        >>> Formula("recall", "TP / (TP + FN)").work(TP=0, FN=0, undefined=0)
        0.0
        """
        self._fit(terms)
        check_undefined(undefined)
        refuse_sums(self, "one number was given for each term", "use .column() with whole columns")
        terms = {
            name: _number(self, name, value) for name, value in {**terms, **self.fixed}.items()
        }
        values = {name: _exact(value) for name, value in terms.items()}
        value = exact(arithmetic.evaluate(self._code, arithmetic.NUMBERS, values))
        reason = ""
        if value.value is None:
            conventions = {**conventions, "undefined": f"0/0 counts as {undefined}"}
            reason = self._why(value.reason, values)
            fix = 'ask for undefined="nan", 0 or 1, or leave such cases out'
            value = instead(self.name, undefined, reason, fix)
        more = {"formula": self, "terms": terms, "reason": reason, "conventions": conventions}
        try:
            return Worked(value, self.name, **more)
        except OverflowError:
            raise self._beyond(value.value) from None

    def _beyond(self, value: Fraction) -> FormulaError:
        tens = math.floor(math.log10(abs(value.numerator)) - math.log10(value.denominator))
        return FormulaError(
            f"{self.symbol} = {self.text} is about 10^{tens} for these terms",
            "no float is so large, and infinity would be a wrong number",
            "bring the terms nearer together, or divide all of them by one number",
        )

    def _why(self, reason: str, values: Mapping[str, Exact]) -> str:
        """Say why the value is undefined, in words too unless a term was so before."""
        inherited = any(v.reason == reason for v in values.values() if v.value is None)
        return (
            f"{reason}: {self.undefined_when}" if self.undefined_when and not inherited else reason
        )

    def column(self, /, **terms: ArrayLike) -> np.ndarray:
        """Work the formula out for whole columns at once; undefined values are nan.

        Parameters
        ----------
        **terms : array_like
            A column, or one number, for each term.

        Returns
        -------
        numpy.ndarray of float
            Of fractions, where columns of these were given.
        """
        self._fit(terms)
        column = np.asarray(evaluated(self, self._as_columns(terms)))
        return column if column.dtype.kind == "O" else np.asarray(column, float)

    def _as_columns(self, terms: Mapping) -> dict[str, np.ndarray]:
        terms = {**terms, **self.fixed} if self.fixed else terms
        columns = {name: np.asarray(values) for name, values in terms.items()}
        if any(map(_of_fractions, columns.values())):
            return {name: column.astype(object) for name, column in columns.items()}
        return {name: column.astype(float, copy=False) for name, column in columns.items()}

    def _fit(self, terms: Mapping) -> None:
        if terms.keys() == self._needed:
            return
        missing = [name for name in self.terms if name not in terms]
        extra = [name for name in terms if name not in self.terms]
        wrong = ((missing, "is missing"), (extra, "isn't part of it"))
        raise FormulaError(
            f"{self.symbol} = {self.text} got the terms {', '.join(terms) or 'none'}",
            " and ".join(f"{', '.join(names)} {what}" for names, what in wrong if names),
            f"give a number for each of {', '.join(self.terms)}",
        )

    @cached_property
    def _needed(self) -> frozenset[str]:
        return frozenset(self.terms)


def _compiled(tree: ast.expr):
    return arithmetic.compile_tree(tree, lambda node: plain(node, words.leaf))


def evaluated(formula: Formula, columns: Mapping[str, np.ndarray]) -> np.ndarray:
    """Work a formula out for columns that are known to fit: all of floats, or all of fractions."""
    return arithmetic.evaluate(formula._code, arithmetic.COLUMNS, columns)


def divided(formula: Formula, divisor: ArrayLike, **terms: np.ndarray) -> np.ndarray:
    """Work out a column whose divisor is known, and the same in all rows: one division.

    Examples
    --------
    >>> recall = Formula("recall", "TP / (TP + FN)")
    >>> recall.divisor, divided(recall, 4, TP=np.array([1, 3])).tolist()
    ('TP + FN', [0.25, 0.75])
    """
    dividend = arithmetic.evaluate(formula._halves[0], arithmetic.COLUMNS, terms)
    return np.true_divide(dividend, divisor)


def refuse_sums(formula: Formula, why: str, fix: str) -> None:
    """Refuse to work out row by row what adds up columns."""
    if formula.sums:
        raise FormulaError(f"{formula.symbol} = {formula.text} adds up a column", why, fix)


def _of_fractions(column: np.ndarray) -> bool:
    listed = column.dtype.hasobject and column.ndim
    return bool(listed) and all(isinstance(value, Fraction) for value in column.flat)


def check_undefined(undefined) -> None:
    """Refuse a policy for a division by zero that isn't one of those known."""
    if not is_policy(undefined, UNDEFINED):
        raise FormulaError(
            f"undefined={short(undefined)}",
            "it names what a division by zero gives",
            'use "nan" (a nan that knows why), 0, 1 or "raise"',
        )


def is_policy(value, options) -> bool:
    """Tell whether a value names one of some policies for 0/0; True is not 1 here."""
    return (isinstance(value, str) or is_number(value)) and value in options


def instead(name: str, undefined, why: str, fix: str) -> Exact:
    """Decide what stands for a value that doesn't exist: this is the one policy for 0/0.

    Formulas, means, and all functions that have an option for it come here, whatever they call it.
    ``0`` and ``1`` count, ``"raise"`` is an error, and by anything else (``"nan"``; ``"skip"``, and
    nothing is left) it is undefined, and knows why.

    Examples
    --------
    >>> instead("f1", 0, "TP = 0", "").value, instead("f1", "nan", "TP = 0", "").reason
    (Fraction(0, 1), 'TP = 0')
    """
    if undefined == "raise":
        raise UndefinedError(f"{words.symbol(name)} is undefined", why, fix)
    return exact(undefined) if undefined in (0, 1) else Exact(None, reason=why)


def _number(formula: Formula, name: str, value):
    """Take a term's value as Python's own number; refuse what is none."""
    if isinstance(value, (Worked, Rounded)):
        return value
    if isinstance(value, np.floating) and math.isfinite(value):
        return Rounded(value)
    if isinstance(value, (int, float, numbers.Real)) and not isinstance(value, bool):
        number = value.item() if isinstance(value, np.generic) else value
        if isinstance(number, (int, numbers.Rational)) or math.isfinite(number):
            whole = isinstance(number, float) and number.is_integer()
            return int(number) if whole else number
    raise FormulaError(
        f"{formula.symbol} = {formula.text} got {name} = {value!r}",
        "a term is one finite number",
        "count first, or use column() for many values at once",
    )


def _exact(value) -> Exact:
    return value.exact if isinstance(value, Worked) else exact(value)
