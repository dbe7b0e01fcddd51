"""An estimate and the two ends between which the truth is to be expected."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ...core import digits, inputs
from ...core.errors import InputError, Named

if TYPE_CHECKING:
    from ..sweep import Sweep


@dataclass(frozen=True, eq=False, repr=False)
class Interval(Named):
    """An estimate with its interval; ``low, high = interval`` unpacks the ends.

    A 95 % interval comes from a procedure that catches the truth in 95 of 100 such data sets. Of
    this one interval it doesn't say that the truth lies in it with 95 %.

    Attributes
    ----------
    name : str
        What was estimated.
    estimate, low, high : float
        The estimate and both ends; the ends are nan where there is no interval.
    level : float
        In how many of all cases such an interval should hold the truth, such as 0.95.
    standard_error : float
        How much the estimate varies from one set of samples to the next.
    conventions : mapping of str to str
        How it was made.
    replicates : numpy.ndarray of float, shape (times,), or None
        The estimates of the bootstrap samples, read-only.
    left_out : int
        How many bootstrap samples had no estimate.
    reason : str
        Why there is no interval; empty where there is one.

    Examples
    --------
    >>> reading = Interval("AUC", 0.875, 0.71, 0.94, 0.95, 0.06, {"method": "percentile"})
    >>> print(reading)
    AUC 0.875, 95 % interval 0.710 to 0.940 (percentile)
    >>> low, high = reading
    >>> 0.5 in reading
    False
    """

    name: str
    estimate: float
    low: float
    high: float
    level: float
    standard_error: float
    conventions: Mapping[str, str] = field(default_factory=dict)
    replicates: np.ndarray | None = None
    left_out: int = 0
    reason: str = ""

    def __iter__(self) -> Iterator[float]:
        return iter((self.low, self.high))

    def __contains__(self, value) -> bool:
        return bool(self.low <= value <= self.high)

    def __str__(self) -> str:
        ends = " to ".join(digits.decimal(end) for end in self)
        ends = f"undefined: {self.reason}" if self.reason else ends
        what = f"{percent(self.level)} interval {ends}"
        notes = [*self.conventions.values()]
        if self.left_out:
            notes.append(f"{self.left_out:,} left out, where it is undefined or infinite")
        return f"{self.name} {digits.decimal(self.estimate)}, {what} ({'; '.join(notes)})"

    __repr__ = __str__


def percent(level: float) -> str:
    """Write a level: "95 %"."""
    return f"{100 * level:g} %"


def tails(level) -> tuple[float, float]:
    """Return the shares below and above which an interval of some level leaves the rest.

    Examples
    --------
    >>> tails(0.75)
    (0.125, 0.875)
    """
    why = "it is the share of such intervals that should hold the truth"
    level = inputs.share(level, "level", why, zero=False, one=False)
    return (1 - float(level)) / 2, (1 + float(level)) / 2


def clipped(
    ends: tuple[float, float], least: int, notes: dict[str, str]
) -> tuple[tuple[float, float], dict[str, str]]:
    """Cut an interval off where no value can be, and say so: below some least one, and above 1.

    Examples
    --------
    >>> clipped((0.9, 1.2), 0, {})
    ((0.9, 1.0), {'clipped': 'clipped to 0…1 from 0.900…1.200'})
    """
    low, high = ends
    if not (low < least or high > 1):
        return ends, notes
    said = f"clipped to {digits.count(least).replace('-', '−')}…1 from {low:.3f}…{high:.3f}"
    return (max(low, float(least)), min(high, 1.0)), {**notes, "clipped": said}


def whole_counts(sweep: "Sweep", what: str) -> tuple[np.ndarray, np.ndarray]:
    """Return how many positives and negatives each row lets in, as whole numbers.

    Raises
    ------
    InputError
        If they are sums of weights that aren't whole: then nobody knows how many samples there
        are, and an error is a matter of how many.
    """
    held = sweep.in_units
    size, ends = held.unit.size, (held.positives, held.negatives or 0)
    columns = [np.append(column, end) for column, end in zip((held.tp, held.fp), ends, strict=True)]
    if not held.unit.typed or any((column % size.denominator).any() for column in columns):
        raise InputError(
            f"there is no {what} for counts such as {_first_part(sweep):g}",
            "it depends on how many samples there are, and weights or shares don't tell",
            "use whole weights, which mean repeated samples, or none",
        )
    if held.total * size > inputs.EXACT_INTEGER:
        raise InputError(
            f"there is no {what} for {digits.count(float(held.total * size))} samples",
            "nobody has counted so many, and with so many nothing is left to chance",
            "give the samples weights that say how often each was really seen",
        )
    whole = (column // size.denominator * size.numerator for column in columns)
    return tuple(np.diff(column[:-1], prepend=0).astype(np.int64) for column in whole)


def _first_part(sweep: "Sweep") -> float:
    """Find a count that isn't whole."""
    every = [*sweep.tp.tolist(), *sweep.fp.tolist(), sweep.positives, sweep.negatives or 0]
    return float(next((count for count in every if count != int(count)), every[-1]))
