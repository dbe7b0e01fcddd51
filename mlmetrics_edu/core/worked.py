"""A number that keeps its working."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from types import MappingProxyType

from . import working
from .exact import Exact
from .trace import Trace

_NOTHING: Mapping = MappingProxyType({})


class Worked(float):
    """A float everywhere, that can also say how it came about.

    It is made by :meth:`Formula.work` and by the functions of this package, seldom by hand. All
    that is text is written only when somebody looks.

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

    __slots__ = ("_steps", "conventions", "exact", "formula", "name", "reason", "terms")

    def __new__(
        cls,
        value: Exact,
        name: str,
        *,
        formula=None,
        terms: Mapping = _NOTHING,
        reason: str = "",
        conventions: Mapping[str, str] = _NOTHING,
        steps: Callable[[], Trace] | None = None,
    ):
        self = super().__new__(cls, float(value))
        fields = (steps, MappingProxyType(dict(conventions)), value, formula, name)
        fields += (reason or value.reason, MappingProxyType(dict(terms)))
        for slot, field in zip(cls.__slots__, fields, strict=True):
            object.__setattr__(self, slot, field)
        return self

    def __setattr__(self, attribute, value):
        raise AttributeError(f"{self.name} is a finished number: {attribute!r} can't be changed")

    def __delattr__(self, attribute):
        self.__setattr__(attribute, None)

    def __reduce__(self):
        fields = {
            "formula": self.formula,
            "terms": dict(self.terms),
            "reason": self.reason,
            "conventions": dict(self.conventions),
            "steps": self._steps,
        }
        return _rebuild, (self.exact, self.name, fields)

    @property
    def fraction(self) -> Fraction | None:
        """The exact value, or None where there is none."""
        return self.exact.value if self.exact.exact else None

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

    def _repr_latex_(self) -> str:
        return working.latex(self)


def _rebuild(value: Exact, name: str, fields: dict) -> Worked:
    return Worked(value, name, **fields)
