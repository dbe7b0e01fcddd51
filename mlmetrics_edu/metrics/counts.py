"""The counts of a sweep as whole multiples of one unit, and rates of counts however large or small.

Nothing is lost in whole numbers: a positive of weight 1 is still missing beside others of weight
10^50. Of a sweep of samples without weights these are its very columns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce

import numpy as np

from ..core import digits, inputs, units
from ..core.arithmetic import Rounded, exact
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from ..core.inputs import locked
from ..core.units import ONE, Unit
from . import evaluate
from .rates import COUNTS

SIZES = ("positives", "negatives")
PLAIN = 2**26  # a difference of rates of so few samples keeps at least half of its digits
APART = 2.0**16  # cells so far apart in size let a difference lose digits that a reader sees
MIDDLE = 1e30  # the ninth power of a count up to here, or from its inverse on, is a float


@dataclass(frozen=True, eq=False)
class Counts:
    """True and false positives of each row, and how many there are in all, in units.

    Attributes
    ----------
    tp, fp : numpy.ndarray, shape (rows,)
        64-bit integers, or Python's own where these don't do.
    positives, negatives : int
        How many there are in all; ``negatives`` is None where that is unknown.
    unit : Unit
        What 1 stands for.
    as_floats : Counts or None
        The same where each weight is just the float that it is, if that isn't the decimal which
        was typed: they are counted so as soon as one among all weights is no such decimal.
    """

    tp: np.ndarray
    fp: np.ndarray
    positives: int
    negatives: int | None
    unit: Unit = ONE
    as_floats: "Counts | None" = None

    @property
    def total(self) -> int:
        """How many there are of both classes, as far as that is known."""
        negatives = int(self.fp[-1]) if self.negatives is None else self.negatives
        return self.positives + negatives

    @property
    def columns(self) -> tuple:
        """The same as numbers: ``tp, fp, positives, negatives`` of a sweep."""
        if self.unit is ONE and self.tp.dtype == np.int64 and self.total <= inputs.EXACT_INTEGER:
            return self.tp, self.fp, self.positives, self.negatives
        return self._columns

    @cached_property
    def _columns(self) -> tuple:
        number, countable = self.unit.number, self.negatives is not None
        sizes = (number(self.positives), number(self.negatives) if countable else None)
        return self.numbers(self.tp), self.numbers(self.fp), *sizes

    @cached_property
    def fn(self) -> np.ndarray:
        """The positives not reached, as numbers."""
        return self.numbers(self.positives - self.tp)

    @cached_property
    def tn(self) -> np.ndarray:
        """The negatives not reached, as numbers."""
        return self.numbers(self.negatives - self.fp)

    def numbers(self, column: np.ndarray) -> np.ndarray:
        """Return a column of units as numbers, each rounded once at most."""
        return locked(self.unit.column(column, self.total))

    def cells(self, row: int) -> tuple:
        """Return the four counts of a row, as numbers."""
        tp, fp, number = int(self.tp[row]), int(self.fp[row]), self.unit.number
        tn = None if self.negatives is None else number(self.negatives - fp)
        return number(tp), number(fp), number(self.positives - tp), tn

    def take(self, rows) -> "Counts":
        """Keep some rows."""
        tp, fp = (locked(column[rows]) for column in (self.tp, self.fp))
        other = self.as_floats and self.as_floats.take(rows)
        return replace(self, tp=tp, fp=fp, as_floats=other)

    def in_unit(self, unit: Unit) -> "Counts":
        """Return the same in a unit of which this one is a multiple."""
        factor = int(self.unit.size / unit.size)
        tp, fp = (units.times(column, factor) for column in (self.tp, self.fp))
        sizes = (size and size * factor for size in (self.positives, self.negatives))
        return Counts(tp, fp, *sizes, unit)

    @property
    def roomy(self) -> "Counts":
        """Return the columns in a type that holds sums of products of both."""
        return self._roomy or self

    @cached_property
    def _roomy(self) -> "Counts | None":
        # Not itself: what holds itself keeps its memory until Python looks for garbage.
        tp, fp = units.roomy(self.tp, self.fp, largest=self.total**2)
        return None if tp is self.tp else replace(self, tp=tp, fp=fp)

    @property
    def near(self) -> "Counts":
        """Return the same counts in a unit of such a size that products of sums are floats."""
        return self._near or self

    @cached_property
    def _near(self) -> "Counts | None":
        unit = self.unit.near(self.total)
        return None if unit is self.unit else replace(self, unit=unit)

    @property
    def conventions(self) -> dict[str, str]:
        """Say in which unit the counts are shown, where it isn't that of the weights."""
        return self.unit.said(self.total)

    def work(self, formula: Formula, conventions: Mapping[str, str], **terms) -> Worked:
        """Work a formula out for exact terms, and call the result no more exact than the counts."""
        written = {name: self.unit.term(value) for name, value in terms.items()}
        return as_exact_as(formula.work(conventions=conventions, **written), self.unit.typed)


def as_exact_as(worked: Worked, typed: bool) -> Worked:
    """Claim no fraction for a number made of counts that were rounded before they came."""
    if typed or worked != worked:
        return worked
    terms = {
        name: term if _is_whole(term) else Rounded(term) for name, term in worked.terms.items()
    }
    exact_value = worked.exact
    fields = {"formula": worked.formula, "conventions": worked.conventions}
    return Worked(
        type(exact_value)(exact_value.value, exact=False), worked.name, terms=terms, **fields
    )


def _is_whole(term) -> bool:
    return isinstance(term, (int, Worked))


def of(tp: np.ndarray, fp: np.ndarray, unit: Unit = ONE, positives=None, negatives=None) -> Counts:
    """Take columns in units, and how many there are in all where that isn't their last row."""
    ends = int(tp[-1]), int(fp[-1])
    if positives is None and negatives is None:
        return Counts(tp, fp, *ends, unit)
    given = {i: size for i, size in enumerate((positives, negatives)) if size is not None}
    if unit == ONE and all(isinstance(size, int) for size in given.values()):
        return Counts(tp, fp, *(given.get(i, end) for i, end in enumerate(ends)), unit)
    sizes = units.read(np.array([*given.values(), 0], object))
    typed = all(exact(size).exact for size in given.values())
    shared, ours, theirs = units.common(unit, Unit(sizes.unit.size, typed))
    read_ends = dict(zip(given, (int(size) * theirs for size in sizes.whole), strict=False))
    ends = (read_ends.get(i, end * ours) for i, end in enumerate(ends))
    return Counts(units.times(tp, ours), units.times(fp, ours), *ends, shared)


def checked(tp: np.ndarray, fp: np.ndarray, unit: Unit, positives, negatives) -> Counts:
    """Take columns, and how many a user says there are in all: no fewer than were counted."""
    if positives is None and negatives is None:
        return of(tp, fp, unit)
    unknown = isinstance(negatives, str) and negatives == "unknown"
    counted = of(
        tp,
        fp,
        unit,
        _in_all("positives", positives, tp, unit),
        _in_all("negatives", None if unknown else negatives, fp, unit),
    )
    return replace(counted, negatives=None) if unknown else counted


def _in_all(name: str, given, column: np.ndarray, unit: Unit):
    if given is None:
        return None
    size, counted = inputs.count(given, name), int(column[-1]) * unit.size
    if exact(size).value < counted:
        raise InputError(
            f"{name}={digits.count(size)}, but {digits.count(float(counted))} were scored",
            "there can't be fewer in all than were seen",
            "count all of them, scored or not",
        )
    return size


def together(parts: Sequence[Counts], line: np.ndarray, last: np.ndarray | slice) -> Counts:
    """Add up several, in a unit that all have.

    Parameters
    ----------
    parts : sequence of Counts
    line : numpy.ndarray of int, shape (rows of all,)
        The order in which their rows come, counted through all parts.
    last : numpy.ndarray of int, or slice
        Which rows of that line are kept.
    """
    floats = [part.as_floats or part for part in parts]
    if not all(part.unit.typed for part in parts):
        return _added(floats, line, last)
    decimals = _added(parts, line, last)
    both = any(part.as_floats for part in parts)
    return replace(decimals, as_floats=_added(floats, line, last)) if both else decimals


def _added(parts: Sequence[Counts], line: np.ndarray, last) -> Counts:
    unit = reduce(lambda one, part: units.common(one, part.unit)[0], parts, parts[0].unit)
    parts = [part.in_unit(unit) for part in parts]
    largest, columns = sum(part.total for part in parts), []
    for name in ("tp", "fp"):
        steps = np.concatenate([np.diff(getattr(part, name), prepend=0) for part in parts])
        (wide,) = units.roomy(steps, largest=largest)
        columns.append(locked(np.cumsum(wide[line])[last]))
    positives, negatives = ([getattr(part, size) for part in parts] for size in SIZES)
    return Counts(*columns, sum(positives), None if None in negatives else sum(negatives), unit)


def read(sweep) -> Counts:
    """Read the counts of a sweep from its columns."""
    if sweep.tp.dtype == sweep.fp.dtype == np.int64:
        tp, fp, unit = sweep.tp, sweep.fp, ONE
    else:
        both, unit = units.read(np.concatenate([sweep.tp, sweep.fp]).astype(float))
        tp, fp = np.split(both, 2)
    counted = of(tp, fp, unit, sweep.positives, sweep.negatives)
    return counted if sweep.negatives is not None else replace(counted, negatives=None)


def rate(metric, columns: Mapping[str, np.ndarray], total) -> np.ndarray:
    """Work a metric out for columns of counts: in floats, and exactly where these would lose it.

    Parameters
    ----------
    metric : str or Formula
        Which metric.
    columns : mapping of str to numpy.ndarray
        The counts that it needs, by the names that formulas use.
    total : number
        How many samples there are; of so few as usual, nobody needs to look closer.
    """
    if total < PLAIN and all(column.dtype == np.int64 for column in columns.values()):
        return evaluate.column(metric, columns)
    formula, _ = evaluate.lookup(metric), evaluate.counts_in(metric)  # refuses unknown terms
    hard = _hard(list(columns.values()), *(_uses(formula, sign) for sign in "-*"))
    if hard is None:
        return evaluate.column(formula, columns)
    with np.errstate(over="ignore", invalid="ignore"):
        values = evaluate.column(formula, columns)
    hard |= np.isinf(values)
    for row in np.flatnonzero(hard).tolist():
        cells = {name: column[row] for name, column in columns.items()}
        values[row] = evaluate.work(formula, cells)
    return values


def _uses(formula: Formula, sign: str) -> bool:
    """Tell whether a formula has a sign in it, or one of the rates that it is made of."""
    parts = (evaluate.lookup(term) for term in formula.terms if term not in COUNTS)
    return sign in formula.expression or any(_uses(part, sign) for part in parts)


def _hard(columns: list[np.ndarray], subtracts: bool, multiplies: bool) -> np.ndarray | None:
    """Find the rows in which floats would lose a difference, see one where none is, or overflow."""
    table = np.array(columns, float)
    largest = table.max(axis=0)
    smallest = np.where(table > 0, table, np.inf).min(axis=0)
    hard = np.zeros(table.shape[1], bool)
    if subtracts:
        hard |= largest / APART > smallest
        hard |= np.count_nonzero(table, axis=0) <= len(table) - 2
    if multiplies:
        hard |= (largest > MIDDLE) | (smallest < 1 / MIDDLE)
    return hard if hard.any() else None
