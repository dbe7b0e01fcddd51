"""Rounded scores: their numbers, between what those of the scores themselves lie, the planes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from ..core import digits
from ..core.formula import Formula, Worked
from ..core.words import symbol
from ..core.writing import in_a_line
from ..metrics.auc import auc
from ..metrics.average_precision import average_precision
from ..metrics.counting import Samples
from ..metrics.ks import ks_statistic
from ..metrics.rounding import ALL, round_scores
from ..metrics.sweep import Sweep
from .planes import CHANCE, Mark, Say, axis, mark, roc_plane, share

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
ROOMY = 0.05  # of a plane: a rectangle so wide and so high is named
ASIDE = 0.85  # beyond it, the plane has no room for words
MARGIN = 0.03  # beside the lowest and the highest score
TICKS = {True: (0.55, 0.95), False: (0.05, 0.45)}  # of a sample on its line, by its class
MEASURES = {"auc": 3, "average_precision": 2, "ks": 1}  # rows, from the bottom
EACH, MEAN, SUM = 3, 2, 1
HALF = 0.3  # of the height of a row
LOW, LOWER = 150, 120  # of planes: of three rows, and of one line of samples


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


def roc(levels: Sequence[Rounding], say: Say) -> dict[str, Any]:
    """Describe both ROC curves, and a rectangle for each bin in which an order is open."""
    whole = levels[-1].sweep
    marks = [CHANCE]
    for k, level in enumerate(levels):
        for x, y, size in stakes(level):
            marks.append(mark("rect", "stake", x, y, since=k, until=k, label=size))
        curve = level.sweep["fpr"], level.sweep["recall"]
        marks.append(mark("path", "curve", *curve, since=k, until=k))
    marks.append(mark("path", "second", whole["fpr"], whole["recall"]))
    for k, level in enumerate(levels):
        roomy = [one for one in stakes(level) if min(np.ptp(one[0]), np.ptp(one[1])) > ROOMY]
        marks += [_size(*one, {"since": k, "until": k}) for one in roomy]
    return {
        **roc_plane(say, whole.negatives, whole.positives),
        "title": say("resolution.roc"),
        "marks": marks,
    }


def stakes(level: Rounding) -> list[tuple[np.ndarray, np.ndarray, str]]:
    """List the rectangles of the bins of both classes: from where to where, and a × b."""
    fpr, tpr = level.sweep["fpr"], level.sweep["recall"]
    return [
        (fpr[k : k + 2], tpr[k : k + 2], f"{level.bins['a'][k]} × {level.bins['b'][k]}")
        for k in level.mixed.tolist()
    ]


def _size(x: np.ndarray, y: np.ndarray, size: str, seen: dict[str, int]) -> Mark:
    """Write a × b where no curve runs: at the lower right corner, or the upper left one."""
    if x[1] < ASIDE:
        return mark("word", "size near above", x[1], y[0], **seen, label=size)
    if x[0] > 1 - ASIDE:
        return mark("word", "size near end below", x[0], y[1], **seen, label=size)
    return mark("word", "size near end above", x[1], y[0], **seen, label=size)


def scores(levels: Sequence[Rounding], samples: Samples, say: Say) -> dict[str, Any]:
    """Describe where the scores lie, and the bins into which they fall."""
    low, high = samples.score.min(), samples.score.max()
    margin = MARGIN * (high - low or 1)
    x = axis(say("score"), low - margin, high + margin)
    marks = [one for k, level in enumerate(levels) for one in _bins(level, k, x)]
    for score, positive in zip(samples.score, samples.positive.tolist(), strict=True):
        look = "sample true" if positive else "sample"
        marks.append(mark("segment", look, [score, score], TICKS[positive]))
    names = [[sum(TICKS[which]) / 2, sign] for which, sign in ((True, "+"), (False, "−"))]
    y = {"label": "", "from": 0, "to": 1, "ticks": names}
    return {"title": say("resolution.bins"), "x": x, "y": y, "high": LOWER, "marks": marks}


def _bins(level: Rounding, k: int, x: dict[str, Any]) -> list[Mark]:
    """Describe the bins that hold samples: from a threshold to the next number of so many bits."""
    if level.bits == ALL:
        return []
    lower = level.sweep.threshold[1:]
    upper = -round_scores(-np.nextafter(lower, np.inf), level.bits)
    ends = np.clip([lower, upper], x["from"], x["to"]).T
    looks = np.where(np.isin(np.arange(len(lower)), level.mixed), "bin stake", "bin")
    return [
        mark("rect", str(look), end, [0, 1], since=k, until=k)
        for look, end in zip(looks, ends, strict=True)
    ]


def ranges(levels: Sequence[Rounding], say: Say) -> dict[str, Any]:
    """Describe each number of the rounded scores, its range, and the exact number."""
    marks, reached = [], []
    for name, row in MEASURES.items():
        exact = float(levels[-1].numbers[name].worked)
        marks.append(mark("segment", "exact", [exact, exact], [row - HALF, row + HALF]))
        for k, level in enumerate(levels):
            one, seen = level.numbers[name], {"since": k, "until": k}
            reached += [float(one.low), float(one.high)]
            marks.append(mark("segment", "range", reached[-2:], [row, row], **seen))
            marks.append(mark("dot", "here", float(one.worked), row, **seen))
    names = [[row, symbol(name)] for name, row in MEASURES.items()]
    margin = MARGIN * (max(reached) - min(reached))
    x = axis("", min(reached) - margin, max(reached) + margin)
    return {**_rows(names), "x": x, "title": say("resolution.ranges"), "marks": marks}


def shards(dealt: Sequence[tuple[Sequence[Worked], Worked | None]], whole: Worked, say: Say):
    """Describe the AUC of each shard, their mean, and the AUC of all counts added up."""
    marks = [
        mark("segment", "exact", [whole, whole], [SUM - HALF, EACH + HALF]),
        mark("dot", "here", float(whole), SUM),
    ]
    for k, (aucs, mean) in enumerate(dealt):
        seen = {"since": k, "until": k}
        for height, area in zip(np.linspace(HALF, -HALF, len(aucs)), aucs, strict=True):
            if area == area:
                name = in_a_line(area)
                marks.append(mark("dot", "shard", float(area), EACH + height, **seen, label=name))
        if mean is not None:
            marks.append(mark("dot", "mean", float(mean), MEAN, **seen))
    rows = {"each": EACH, "mean": MEAN, "sum": SUM}
    names = [[row, say(f"resolution.{name}")] for name, row in rows.items()]
    return {**_rows(names), "title": say("resolution.areas"), "marks": marks}


def _rows(names: list[list]) -> dict[str, Any]:
    """Describe axes from 0 to 1, with three rows."""
    y = {"label": "", "from": 0.4, "to": 3.6, "ticks": names}
    return {"x": share(""), "y": y, "high": LOW}
