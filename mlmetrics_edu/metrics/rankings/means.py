"""Means of numbers that keep their working: over labels, samples or queries.

What some part of a mean is worth where it is undefined (0/0) is a convention, and tools differ. So
it is chosen by name, and whoever it concerns is named in the result.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial

import numpy as np

from ...core import digits, words
from ...core.errors import InputError, UndefinedError
from ...core.exact import Exact, exact
from ...core.trace import Column, Trace
from ...core.worked import Worked
from ..evaluate import NONE
from ..pr_rules import FEW

POLICIES = ("nan", "skip", 0, 1)


@dataclass(frozen=True)
class Parts:
    """What a mean is taken of.

    Attributes
    ----------
    kind : str
        What each part is: ``"label"``, ``"sample"`` or ``"query"``.
    names : sequence
        What each part is called.
    values : numpy.ndarray of float, shape (parts,)
        What each is worth; nan where it is undefined.
    work : callable
        From a position to the value with its working.
    weights : numpy.ndarray or None, shape (parts,)
        How much each part counts; equally much where it is None.
    columns : callable
        Gives more columns of the table of steps.
    """

    kind: str
    names: Sequence
    values: np.ndarray
    work: Callable[[int], Worked]
    weights: np.ndarray | None = None
    columns: Callable[[], tuple[Column, ...]] = tuple

    @property
    def counted(self) -> np.ndarray:
        """Which parts have any weight: the others count for nothing, even where undefined."""
        return np.ones(len(self.values), bool) if self.weights is None else self.weights > 0

    @property
    def lacking(self) -> np.ndarray:
        """Which parts should count, and have no value."""
        return np.isnan(self.values) & self.counted

    def called(self, which: np.ndarray) -> str:
        """Name some parts: "labels 2, 5"."""
        names = [self.names[i] for i in np.flatnonzero(which)]
        plural = {"query": "queries"}.get(self.kind, f"{self.kind}s")
        return f"{plural if len(names) > 1 else self.kind} {digits.listing(names)}"


def policy(value, options=POLICIES, name: str = "undefined"):
    """Read what an undefined part of a mean counts as."""
    if type(value) not in (str, int) or value not in options:
        raise InputError(
            f"{name}={value!r}",
            "it says what a part without a value (0/0) does to the mean",
            "use " + ", ".join(map(repr, options[:-1])) + f" or {options[-1]!r}",
        )
    return value


def of_many(name: str, works: Sequence[Worked], kind: str, names: Sequence, **more) -> Parts:
    """Take parts that have been worked out already."""
    return Parts(kind, names, np.array([float(w) for w in works]), works.__getitem__, **more)


def named(works: Sequence[Worked], names: Sequence) -> list[Worked]:
    """Say in the name of each value whose it is: "AP of cat"."""
    both = zip(works, names, strict=True)
    return [work.retold(f"{words.symbol(work.name)} of {name}") for work, name in both]


def mean(
    name: str,
    parts: Parts,
    undefined="nan",
    *,
    conventions: Mapping[str, str] = NONE,
    terms: Mapping = NONE,
) -> Worked:
    """Take the mean, exactly where somebody asks for it.

    Examples
    --------
    >>> half, third = Worked(exact(Fraction(1, 2)), "AP"), Worked(exact(Fraction(1, 3)), "AP")
    >>> both = mean("mean AP", of_many("AP", [half, third], "query", ["a", "b"]))
    >>> both.fraction
    Fraction(5, 12)
    >>> print(both.steps)
    mean AP, over 2 queries
    query        value
    a      1/2 = 0.500
    b      1/3 = 0.333
    """
    lacking = parts.lacking
    conventions = {**conventions, **_said(parts, lacking, undefined)}
    steps = partial(table, name, parts, undefined, conventions)
    more = {"conventions": conventions, "steps": steps, "terms": terms}
    kept = parts.counted & ~lacking if undefined == "skip" else parts.counted
    if lacking.any() and undefined == "nan":
        first = parts.work(int(np.flatnonzero(lacking)[0])).reason
        return _nothing(name, f"no value for {parts.called(lacking)} ({first})", more)
    if not kept.any():
        return _nothing(name, f"no {parts.kind} has a value", more)
    values = parts.values if undefined in ("nan", "skip") else _filled(parts.values, undefined)
    weights = None if parts.weights is None else parts.weights[kept]
    answer = partial(_exact_mean, parts, undefined, kept)
    return Worked(_float_mean(values[kept], weights), name, exact=answer, **more)


def _nothing(name: str, reason: str, more: Mapping) -> Worked:
    return Worked(Exact(None, reason=reason), name, **more)


def _said(parts: Parts, lacking: np.ndarray, undefined) -> dict[str, str]:
    """Say what became of the parts without a value, by name."""
    if not lacking.any() or undefined == "nan":
        return {}
    verb = "left out" if undefined == "skip" else f"counted as {undefined}"
    return {"undefined": f"{verb}: {parts.called(lacking)}"}


def _filled(values: np.ndarray, number: float) -> np.ndarray:
    return np.where(np.isnan(values), number, values)


def _float_mean(values: np.ndarray, weights: np.ndarray | None) -> float:
    """Average in floats; the sums are rounded once only."""
    if weights is None:
        return math.fsum(values.tolist()) / len(values)
    return math.fsum((values * weights).tolist()) / math.fsum(weights.tolist())


def _exact_mean(parts: Parts, undefined, kept: np.ndarray) -> Fraction | None:
    """Average in fractions, where each part is one and somebody could read them."""
    rows = np.flatnonzero(kept).tolist()
    weights = [1] * len(rows) if parts.weights is None else parts.weights[kept].tolist()
    if len(rows) > FEW or not all(exact(w).exact for w in weights):
        return None
    values = [_exact_part(parts, i, undefined) for i in rows]
    if None in values:
        return None
    weights = [exact(w).value for w in weights]
    return sum(v * w for v, w in zip(values, weights, strict=True)) / Fraction(sum(weights))


def _exact_part(parts: Parts, row: int, undefined) -> Fraction | None:
    part = parts.work(row)
    return part.fraction if part == part else Fraction(undefined)


def table(name: str, parts: Parts, undefined, conventions: Mapping[str, str]) -> Trace:
    """Lay a mean out: a row for each part."""
    weight = () if parts.weights is None else (_weight(parts.weights),)
    value = Column("value", parts.values, align="right", write=partial(_cell, parts, undefined))
    plural = {"query": "queries"}.get(parts.kind, f"{parts.kind}s")
    return Trace(
        f"{words.symbol(name)}, over {len(parts.values):,} {plural}",
        (Column(parts.kind, parts.names), *parts.columns(), *weight, value),
        conventions,
    )


def _weight(weights: np.ndarray) -> Column:
    return Column("weight", weights, digits.count, "right")


def _cell(parts: Parts, undefined, row: int) -> str:
    part = parts.work(row)
    if part == part:
        return written(part)
    fate = {"nan": "", "skip": ", left out"}.get(undefined, f", counted as {undefined}")
    return f"undefined{fate if parts.counted[row] else ''}"


def written(value) -> str:
    """Write a fraction with its decimal, a whole number, or the decimal alone."""
    known = value if isinstance(value, (int, Fraction)) else getattr(value, "fraction", None)
    whole = known is not None and known.denominator == 1
    return digits.count(known) if whole else digits.both(value)


def or_undefined(name: str, make: Callable[..., Worked], *given) -> Worked:
    """Work a part out; where it doesn't exist, give a nan that knows why."""
    try:
        return make(*given)
    except UndefinedError as error:
        return Worked(Exact(None, reason=error.what), name)
