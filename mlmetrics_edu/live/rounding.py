"""Rounded scores: their numbers, between what those of the scores themselves lie, the working."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..core import digits
from ..core.formula import Formula
from ..core.words import symbol
from ..core.worked import Worked, in_a_line
from ..metrics.auc import auc
from ..metrics.average_precision import average_precision
from ..metrics.ks import ks_statistic
from ..metrics.rounded_scores import ALL
from ..metrics.sweep import Sweep

# A bin lets in a positives and b negatives after T and F. All pairs within it were lost, or won.
AUC_LOW = Formula("lowest AUC", "won / (positives*negatives)")
AUC_HIGH = Formula("highest AUC", "(won + tied) / (positives*negatives)")
# The positives of a bin came one by one behind its negatives, or all at once before them.
AP = Formula("average_precision", "sum(a * (T + a)/(T + a + F + b)) / positives")
AP_LOW = Formula(
    "lowest AP",
    "sum(a * ((T + 1)/(T + 1 + F + b) + (T + a)/(T + a + F + b)) / 2) / positives",
)
AP_HIGH = Formula("highest AP", "sum(a * (T + a)/(T + a + F)) / positives")
# In the bin where it matters most the positives came first, or the negatives did.
KS_HIGH = (
    Formula("highest KS", "(T + a)/positives - F/negatives"),
    Formula("highest KS", "(F + b)/negatives - T/positives"),
)


class Ranged(NamedTuple):
    """A number of rounded scores, and where that of the scores themselves lies for certain.

    Attributes
    ----------
    worked : Worked
        The number.
    low, high : Fraction
        What the scores themselves give at least, and at most.
    lines : tuple of str
        The working of all three.
    """

    worked: Worked
    low: Fraction
    high: Fraction
    lines: tuple[str, ...]


@dataclass(frozen=True, eq=False)
class Rounding:
    """Counts of scores of which so many bits are left.

    Attributes
    ----------
    bits : int
        How many; of 53, nothing was rounded.
    sweep : Sweep
        The counts.
    """

    bits: int
    sweep: Sweep

    @cached_property
    def bins(self) -> dict[str, np.ndarray]:
        """What each bin lets in, positives and negatives, and how many were there before."""
        tp, fp = (_fractions(column) for column in (self.sweep.tp, self.sweep.fp))
        return {"T": tp[:-1], "F": fp[:-1], "a": np.diff(tp), "b": np.diff(fp)}

    @property
    def mixed(self) -> np.ndarray:
        """The bins that leave an order open: they hold both classes."""
        both = (self.bins["a"] > 0) & (self.bins["b"] > 0)
        return np.flatnonzero(both & (self.bits < ALL))

    @cached_property
    def numbers(self) -> dict[str, Ranged]:
        """AUC, AP and KS, each with its range."""
        s = self.sweep
        area, average, gap = auc(s, "pairs"), average_precision(s), ks_statistic(s)
        found = {
            "auc": (area, in_a_line(area), self._auc_ends),
            "average_precision": (average, _summed(AP, average.fraction), self._ap_ends),
            "ks": (gap, in_a_line(gap), self._ks_ends),
        }
        return {name: self._ranged(*one) for name, one in found.items()}

    def _ranged(self, worked: Worked, line: str, ends: Callable) -> Ranged:
        if self.bits == ALL:
            return Ranged(worked, worked.fraction, worked.fraction, (line,))
        low, high, lines = ends(worked)
        return Ranged(worked, low, high, (line, *lines))

    def _auc_ends(self, area: Worked) -> tuple[Fraction, Fraction, list[str]]:
        low, high = (f.work(**_needed(f, area.terms)) for f in (AUC_LOW, AUC_HIGH))
        return low.fraction, high.fraction, [in_a_line(low), in_a_line(high)]

    def _ap_ends(self, average: Worked) -> tuple[Fraction, Fraction, list[str]]:
        gains = self.bins["a"] > 0
        held = {name: column[gains] for name, column in self.bins.items()}
        held["positives"] = Fraction(self.sweep.positives)
        low, high = (_of(formula, held)[()] for formula in (AP_LOW, AP_HIGH))
        return low, high, [_summed(AP_LOW, low), _summed(AP_HIGH, high)]

    def _ks_ends(self, gap: Worked) -> tuple[Fraction, Fraction, list[str]]:
        sizes = {"positives": self.sweep.positives, "negatives": self.sweep.negatives}
        columns = {name: np.full(len(self.bins["T"]), Fraction(n)) for name, n in sizes.items()}
        widest = []
        for formula in KS_HIGH:
            row = _of(formula, {**self.bins, **columns}).argmax()
            terms = {name: int(column[row]) for name, column in self.bins.items()}
            widest.append(formula.work(**_needed(formula, {**terms, **sizes})))
        highest = max(widest)
        return gap.fraction, highest.fraction, [in_a_line(highest)]


def _fractions(column: np.ndarray) -> np.ndarray:
    return np.array([Fraction(n) for n in column.tolist()], object)


def _of(formula: Formula, terms: Mapping) -> np.ndarray:
    return formula.column(**_needed(formula, terms))


def _needed(formula: Formula, terms: Mapping) -> dict:
    return {name: terms[name] for name in formula.terms}


def _summed(formula: Formula, value: Fraction) -> str:
    """Write what adds up columns, and its value: in between, each bin would have its part."""
    return f"{symbol(formula.name)} = {formula.text} = {digits.both(value)}"
