"""A metric, declared once: the formula you read is the code that runs."""

import ast
import math
import numbers
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import cached_property
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from . import digits, parsing, words
from .calls import explained_class
from .conventions import Undefined, UndefinedColumn, options
from .errors import FormulaError, Named, UndefinedError
from .exact import Exact, Rounded, exact
from .settings import is_number, short
from .worked import ATOM, Worked, latex, latex_name_leaf, name_leaf, plain

UNDEFINED = options(Undefined)
IN_COLUMNS = options(UndefinedColumn)
RESERVED = {"undefined", "conventions"}  # what `work` takes besides the terms


WHOLE = np.dtype(np.int64)
SMALL = 16  # so many times a count of 2**53 is a 64-bit integer


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
        taken = RESERVED & {*parsing.names(self._tree)}  # a bad expression is told here and now
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
        return parsing.parse(self.expression)

    @cached_property
    def _code(self):
        return self._compile(self._tree)

    def _compile(self, tree):
        return parsing.compile_tree(tree, lambda node: plain(node, name_leaf))

    @cached_property
    def terms(self) -> tuple[str, ...]:
        """The names that need a value, in reading order."""
        return tuple(name for name in parsing.names(self._tree) if name not in self.fixed)

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
        """Write the tree in a style of :mod:`worked`, its terms by ``leaf``."""
        names = latex_name_leaf if style is latex else name_leaf
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
        parts = [parsing.evaluate(half, parsing.SCALAR, values) for half in self._halves]
        return digits.ratio(*parts)

    @cached_property
    def _halves(self):
        """The code above and below the fraction bar, where the formula is one plain division."""
        divides = isinstance(getattr(self._tree, "op", None), ast.Div)
        if not divides or parsing.has_root(self._tree) or self.sums:
            return None
        return [self._compile(half) for half in (self._tree.left, self._tree.right)]

    @cached_property
    def divisor(self) -> str:
        """What is divided by, where the formula is one plain division: ``"TP + FN"``."""
        return self.below.text if self.below else ""

    @cached_property
    def below(self) -> "Formula | None":
        """What is divided by, as a formula of its own; None where it isn't one plain division.

        Examples
        --------
        >>> Formula("recall", "TP / (TP + FN)").below.expression
        'TP + FN'
        """
        if not self._halves:
            return None
        return Formula("below the line", ast.unparse(self._tree.right), fixed=self.fixed)

    @cached_property
    def above(self) -> "Formula | None":
        """What is divided, as a formula of its own; None where it isn't one plain division.

        Examples
        --------
        >>> Formula("f1", "2*TP / (2*TP + FP + FN)").above.expression
        '2 * TP'
        """
        if not self._halves:
            return None
        return Formula("above the line", ast.unparse(self._tree.left), fixed=self.fixed)

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
        part, whole = (parsing.summands(half) for half in (self._tree.left, self._tree.right))
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
        conventions: Mapping[str, str] = MappingProxyType({}),
        **terms: float | Fraction,
    ) -> Worked:
        """Work the formula out for given numbers, exactly, and keep the working.

        Parameters
        ----------
        undefined : {"nan", 0, 1, "inf", "raise"}
            What a division by zero gives. By ``"inf"``, anything but 0, divided by 0, is infinite,
            and 0/0 stays undefined.
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
        >>> Formula("odds ratio", "TP*TN / (FP*FN)").work(TP=3, TN=4, FP=0, FN=2, undefined="inf")
        inf
        """
        self._fit(terms)
        check_undefined(undefined)
        refuse_sums(self, "one number was given for each term", "use .column() with whole columns")
        terms = {
            name: _number(self, name, value) for name, value in {**terms, **self.fixed}.items()
        }
        values = {name: _exact(value) for name, value in terms.items()}
        value = exact(parsing.evaluate(self._code, parsing.SCALAR, values))
        if value.value is None:
            conventions = {**conventions, "undefined": _rule(undefined)}
        value, reason = self._settle(value, undefined, values)
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

    def _settle(self, value: Exact, undefined, values) -> tuple[Exact, str]:
        """Apply the policy for what is undefined, and say why it is."""
        if value.value is not None:
            return value, ""
        inherited = any(v.reason == value.reason for v in values.values() if v.value is None)
        why = value.reason
        if self.undefined_when and not inherited:
            why += f": {self.undefined_when}"
        if undefined == "inf":
            return self._unbounded(values, why)
        fix = 'ask for undefined="nan", 0, 1 or "inf", or leave such cases out'
        return instead(self.name, undefined, why, fix), why

    def _unbounded(self, values, why: str) -> tuple[Exact, str]:
        """Work it out with infinities; what turns out finite, such as 1/∞, needs no reason."""
        value = exact(parsing.evaluate(self._code, parsing.SCALAR_TO_INFINITY, values))
        if value.value is None:
            return Exact(None, reason=why), why
        return value, why if math.isinf(value.value) else ""

    def column(self, /, *, undefined: UndefinedColumn = "nan", **terms: ArrayLike) -> np.ndarray:
        """Work the formula out for whole columns at once; undefined values are nan.

        Parameters
        ----------
        undefined : {"nan", "inf"}
            What a division of anything but 0 by 0 gives; 0/0 is nan in any case.
        **terms : array_like
            A column, or one number, for each term.

        Returns
        -------
        numpy.ndarray of float
            Of fractions, where columns of these were given.
        """
        self._fit(terms)
        check_undefined(undefined, IN_COLUMNS)
        columns = self._as_columns(terms)
        if undefined == "nan":
            column = evaluated(self, columns)
        else:
            with np.errstate(invalid="ignore"):  # ∞ − ∞ is nan, as it should be
                column = parsing.evaluate(self._code, parsing.COLUMN_TO_INFINITY, columns)
        column = np.asarray(column)
        return column if column.dtype.kind == "O" else np.asarray(column, float)

    def _as_columns(self, terms: Mapping) -> dict[str, np.ndarray]:
        terms = {**terms, **self.fixed} if self.fixed else terms
        columns = {name: np.asarray(values) for name, values in terms.items()}
        if any(map(_of_fractions, columns.values())):
            return {name: column.astype(object) for name, column in columns.items()}
        # Whole numbers may stay so where they are only added; their products could overflow.
        kept = WHOLE if self._only_adds else None
        return {
            n: c if c.dtype == kept else c.astype(float, copy=False) for n, c in columns.items()
        }

    @cached_property
    def _only_adds(self) -> bool:
        factors = [node.value for node in ast.walk(self._tree) if isinstance(node, ast.Constant)]
        return math.prod(map(abs, factors)) <= SMALL and not parsing.multiplies(self._tree)

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


def evaluated(formula: Formula, columns: Mapping[str, np.ndarray]) -> np.ndarray:
    """Work a formula out for columns that are known to fit: all of floats, or all of fractions."""
    return parsing.evaluate(formula._code, parsing.COLUMN, columns)


def divided(formula: Formula, divisor: ArrayLike, **terms: np.ndarray) -> np.ndarray:
    """Work out a column whose divisor is known, and the same in all rows: one division.

    Examples
    --------
    >>> recall = Formula("recall", "TP / (TP + FN)")
    >>> recall.divisor, divided(recall, 4, TP=np.array([1, 3])).tolist()
    ('TP + FN', [0.25, 0.75])
    """
    return np.true_divide(parsing.evaluate(formula._halves[0], parsing.COLUMN, terms), divisor)


def refuse_sums(formula: Formula, why: str, fix: str) -> None:
    """Refuse to work out row by row what adds up columns."""
    if formula.sums:
        raise FormulaError(f"{formula.symbol} = {formula.text} adds up a column", why, fix)


def _of_fractions(column: np.ndarray) -> bool:
    listed = column.dtype.hasobject and column.ndim
    return bool(listed) and all(isinstance(value, Fraction) for value in column.flat)


MEANINGS = {
    "nan": '"nan" (a nan that knows why)',
    "inf": '"inf" (x/0 is infinite, 0/0 undefined)',
    "raise": '"raise"',
}


def check_undefined(undefined, policies=UNDEFINED) -> None:
    """Refuse a policy for a division by zero that isn't one of those known."""
    if not is_policy(undefined, policies):
        *others, last = (MEANINGS.get(policy, str(policy)) for policy in policies)
        raise FormulaError(
            f"undefined={short(undefined)}",
            "it names what a division by zero gives",
            f"use {', '.join(others)} or {last}",
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


def in_columns(undefined) -> str:
    """Return the policy that holds in columns: infinities where asked for, nan otherwise."""
    return "inf" if undefined == "inf" else "nan"


def _rule(undefined) -> str:
    if undefined == "inf":
        return "x/0 counts as ∞, 0/0 is undefined"
    return f"0/0 counts as {undefined}"


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
