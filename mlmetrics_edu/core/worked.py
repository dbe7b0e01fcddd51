"""A number that keeps its working."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from . import working
from .exact import Exact, Rounded, exact
from .trace import Trace

if TYPE_CHECKING:
    from .formula import Formula

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Worked(float):
    """A float everywhere, that can also say how it came about.

    It is made by :meth:`Formula.work` and by the functions of this package, seldom by hand. All
    that is text is written only when somebody looks.

    Where a fraction takes long to work out, a float may stand for it, and ``exact`` be a function
    that gives the fraction when it is asked for (None if there is none).

    Attributes
    ----------
    name : str
        What the number is, such as ``"precision"``.
    formula : Formula or None
        The formula that gave it.
    terms : mapping of str to number
        What was put in; a term that was worked out itself keeps its own working.
    fraction : fractions.Fraction or None
        The exact value, where every term was exact and no root was taken.
    reason : str
        Why the number is undefined; empty where it isn't.
    conventions : mapping of str to str
        The conventions in force, such as ``{"undefined": "nan"}``.

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

    __slots__ = ("_exact", "_steps", "conventions", "formula", "name", "reason", "terms")
    name: str
    formula: "Formula | None"
    terms: Mapping[str, Any]
    reason: str
    conventions: Mapping[str, str]

    def __new__(
        cls,
        value: Exact | float,
        name: str,
        *,
        exact: Callable[[], Fraction | None] | None = None,
        formula: "Formula | None" = None,
        terms: Mapping[str, Any] = _NOTHING,
        reason: str = "",
        conventions: Mapping[str, str] = _NOTHING,
        steps: Callable[[], Trace] | None = None,
    ):
        self = super().__new__(cls, float(value))
        known = isinstance(value, Exact)
        fields = (value if known else exact, steps, MappingProxyType(dict(conventions)), formula)
        fields += (
            name,
            reason or (value.reason if known else ""),
            terms
            if isinstance(terms, Mapping) and not isinstance(terms, dict)
            else MappingProxyType(dict(terms)),
        )
        for slot, field in zip(cls.__slots__, fields, strict=True):
            object.__setattr__(self, slot, field)
        return self

    def __setattr__(self, attribute: str, value: object) -> NoReturn:
        raise AttributeError(f"{self.name} is a finished number: {attribute!r} can't be changed")

    def __delattr__(self, attribute):
        self.__setattr__(attribute, None)

    def _fields(self) -> tuple[Exact | float, dict[str, Any]]:
        """List what it is made of: its value, and all that it keeps beside its name."""
        fields = {
            "formula": self.formula,
            "terms": self.terms,
            "reason": self.reason,
            "conventions": self.conventions,
            "steps": self._steps,
        }
        if isinstance(self._exact, Exact):
            return self._exact, fields
        return float(self), {**fields, "exact": self._exact}

    def __reduce__(self):
        value, fields = self._fields()
        plain = {name: dict(fields[name]) for name in ("terms", "conventions")}
        return _rebuild, (value, self.name, {**fields, **plain})

    @property
    def exact(self) -> Exact:
        """The value as exact arithmetic takes it, and whether it is exact."""
        if isinstance(self._exact, Exact):
            return self._exact
        if self != self:
            return Exact(None, reason=self.reason)
        found = self._exact() if self._exact else None
        return exact(Rounded(self)) if found is None else Exact(found)

    @property
    def fraction(self) -> Fraction | None:
        """The exact value, or None where there is none."""
        found = self.exact
        return found.value if found.exact else None

    @property
    def inner(self) -> tuple["Worked", ...]:
        """The terms that were themselves worked out."""
        return tuple(term for term in self.terms.values() if isinstance(term, Worked))

    @property
    def working(self) -> str:
        """The formula, its numbers, the exact fraction and the decimal, down to the counts."""
        return working.text(self)

    @property
    def steps(self) -> Trace:
        """The working as a table: a row for each formula used, the innermost first."""
        return self._steps() if self._steps else working.table(self)

    def with_steps(self, steps: Callable[[], Trace]) -> "Worked":
        """Return the same number, its working laid out in another table."""
        value, fields = self._fields()
        return Worked(value, self.name, **{**fields, "steps": steps})

    def retold(self, name: str | None = None, **conventions: str) -> "Worked":
        """Return the same number under another name, or with more conventions said.

        Examples
        --------
        >>> from mlmetrics_edu.core.formula import Formula
        >>> at_3 = Formula("precision", "TP / (TP + FP)").work(TP=2, FP=1).retold("precision_at_3")
        >>> at_3.name, at_3.fraction
        ('precision_at_3', Fraction(2, 3))
        """
        value, fields = self._fields()
        phrases = {**self.conventions, **conventions}
        return Worked(value, name or self.name, **{**fields, "conventions": phrases})

    def _repr_latex_(self) -> str:
        return working.latex(self)


def _rebuild(value: Exact | float, name: str, fields: dict) -> Worked:
    return Worked(value, name, **fields)
