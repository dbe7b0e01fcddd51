"""Scores of few bits: what rounding them costs, and why counts add up where averages don't."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from ..core import digits, inputs
from ..core.calls import explained
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from ..core.words import in_a_line, symbol
from ..metrics.auc import AUC, auc
from ..metrics.average_precision import average_precision
from ..metrics.counting import Samples
from ..metrics.ks import ks_statistic
from ..metrics.sweep import Sweep, sweep
from ..metrics.ties import ALL, SIGN, round_scores
from ..plots.look import COLOURS, dot, width
from ..plots.roc_curve import roc as draw_roc
from .instrument import Instrument, Setting, paper
from .planes import CHANCE, Mark, Say, axis, mark, roc_plane, share

MOST, LARGEST = 200, 1e100  # samples, and a score
BITS = (*range(1, 13), ALL)
SHARDS, USUAL = (1, 2, 4, 8), 4
SEEDS = (None, *range(1, 6))  # None: in the order given
OF_COUNTS, OF_SAMPLE = 24, 9  # bytes: a threshold and two counts; a score and a label
OF_BITS = "the slider stops at 1 to 12 significant bits, and at all 53, which round nothing"
OF_SHARDS = "each shard needs a sample, and there are {n} of them"
OF_SEEDS = "a page holds the order given (None), and five others"
LARGE = 10**6  # a number to be written in few digits
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
NAMED = 0.05  # of a plane: a rectangle so wide and so high is named
ASIDE = 0.85  # beyond it, the plane has no room for words
MARGIN = 0.03  # beside the lowest and the highest score
TICKS = {True: (0.55, 0.95), False: (0.05, 0.45)}  # of a sample on its line, by its class
MEASURES = {"auc": 3, "average_precision": 2, "ks": 1}  # rows, from the bottom
EACH, MEAN, SUM = 3, 2, 1
HALF = 0.3  # of the height of a row
LOW, LOWER = 150, 120  # of planes: of three rows, and of one line of samples


class ResolutionExplorer(Instrument):
    """Scores whose bits can be cut, and shards; made by :func:`explore_resolution`.

    Attributes
    ----------
    resolution : int
        How many significant bits of a score count: 1 to 12, or all 53; it can be set.
    sweep : Sweep
        The counts at the thresholds that are left.
    numbers : dict of str to Worked
        AUC, AP and KS of the rounded scores, by the library's names.
    ranges : dict of str to pair of Fraction
        Between which two numbers those of the scores themselves lie.
    exact : dict of str to Worked
        What the scores themselves give.
    shards : int
        Into how many shards the samples are dealt: 1, 2, 4 or 8; it can be set.
    seed : int or None
        How they are shuffled before: 1 to 5, or None for the order given; it can be set.
    aucs : tuple of Worked
        The AUC of each shard; undefined where a class is missing.
    mean : Worked or None
        The mean of those that have a value.
    """

    script = "explore_resolution"

    def __init__(self, whole: Sweep, resolution, shards, seed, language: Language | None):
        super().__init__(language)
        self._samples, self._n = whole.samples, len(whole.samples.score)
        self._levels = {ALL: Rounding(ALL, whole)}
        self.exact = {name: one.worked for name, one in self._levels[ALL].numbers.items()}
        self._ways = [k for k in SHARDS if k <= self._n]
        sizes = {"n": self._n, "p": digits.count(whole.positives)}
        self.title = self.say("resolution.title", **sizes)
        self.resolution, self.seed = resolution, seed
        self.shards = max(k for k in self._ways if k <= USUAL) if shards is None else shards
        self._opening = self.state

    def _one_of(self, value: Any, name: str, options: Sequence, why: str) -> int | None:
        whole = value is None or inputs.is_whole(value)
        if not whole or value not in options:
            *others, last = map(str, options)
            fix = f"use {', '.join(others)} or {last}"
            raise InputError(f"{name}={inputs.short(value)}", why.format(n=self._n), fix)
        return None if value is None else int(value)

    resolution = Setting(partial(_one_of, name="resolution", options=BITS, why=OF_BITS))
    shards = Setting(lambda self, k: self._one_of(k, "shards", self._ways, OF_SHARDS))
    seed = Setting(partial(_one_of, name="seed", options=SEEDS, why=OF_SEEDS))

    @property
    def _level(self) -> Rounding:
        return self._at(self.resolution)

    def _at(self, bits: int) -> Rounding:
        """Round to so many bits, once."""
        if bits not in self._levels:
            score = round_scores(self._samples.score, bits)
            swept = sweep(self._samples.positive, score)
            self._levels[bits] = Rounding(bits, swept)
        return self._levels[bits]

    @property
    def sweep(self) -> Sweep:
        """The counts at the thresholds that are left."""
        return self._level.sweep

    @property
    def numbers(self) -> dict[str, Worked]:
        """AUC, AP and KS of the rounded scores."""
        return {name: one.worked for name, one in self._level.numbers.items()}

    @property
    def ranges(self) -> dict[str, tuple[Fraction, Fraction]]:
        """Between which two numbers those of the scores themselves lie."""
        return {name: (one.low, one.high) for name, one in self._level.numbers.items()}

    @property
    def aucs(self) -> tuple[Worked, ...]:
        """The AUC of each shard."""
        return self._dealt(self.shards, self.seed)

    @property
    def mean(self) -> Worked | None:
        """The mean of those AUCs that have a value."""
        return _mean(self.aucs)

    def _dealt(self, shards: int, seed: int | None) -> tuple[Worked, ...]:
        """Cut the samples into shards of one length, or nearly, as into files."""
        order = np.arange(self._n)
        if seed is not None:
            order = np.random.default_rng(seed).permutation(order)
        parts = np.array_split(order, shards)
        return tuple(_area(self._samples.positive[p], self._samples.score[p]) for p in parts)

    def fixed(self) -> dict[str, Any]:
        """Gather what each rounding leaves, and what each deal of the samples gives."""
        levels = [self._at(bits) for bits in BITS]
        dealt = [self._dealt(shards, seed) for seed in SEEDS for shards in self._ways]
        whole = self.exact["auc"]
        areas = _shards_plane([(aucs, _mean(aucs)) for aucs in dealt], whole, self.say)
        return {
            "opening": self._opening,
            "bits": BITS,
            "bits_in_words": [self._bits_in_words(bits) for bits in BITS],
            "shards": self._ways,
            "seeds": SEEDS,
            "seeds_in_words": [self._seed_in_words(seed) for seed in SEEDS],
            "levels": [self._level_in_words(level) for level in levels],
            "deals": [self._deal_in_words(aucs) for aucs in dealt],
            "roc": _roc_plane(levels, self.say),
            "scores": _scores_plane(levels, self._samples, self.say),
            "ranges": _ranges_plane(levels, self.say),
            "areas": areas,
        }

    def _bits_in_words(self, bits: int) -> str:
        return self.say(f"resolution.{ {1: 'one', ALL: 'all'}.get(bits, 'some') }", bits=bits)

    def _seed_in_words(self, seed: int | None) -> str:
        return self.say("resolution.given" if seed is None else "resolution.shuffled", seed=seed)

    def _level_in_words(self, level: Rounding) -> dict[str, list[str]]:
        """Say what a rounding leaves: the numbers, each with its range; the working; bytes."""
        lines = [line for one in level.numbers.values() for line in one.lines]
        return {"heads": self._heads(level), "lines": lines, "memory": self._memory(level)}

    def _heads(self, level: Rounding) -> list[str]:
        key = "resolution.exactly" if level.bits == ALL else "resolution.between"
        pairs = level.sweep.positives * level.sweep.negatives
        heads = []
        for name, one in level.numbers.items():
            values = {"value": one.worked.fraction, "low": one.low, "high": one.high}
            values["exact"] = self.exact[name].fraction
            write = digits.decimal if name == "average_precision" else partial(_over, pairs)
            texts = {place: write(value) for place, value in values.items()}
            heads.append(self.say(key, name=symbol(name), **texts))
        return heads

    def _memory(self, level: Rounding) -> list[str]:
        """Say how many thresholds are left, and how many there can be, whatever comes."""
        left, score = len(level.sweep) - 1, self._samples.score
        low, high = score.min(), score.max()
        ever = _places(low, high, level.bits)
        sizes = {"left": left, "there": len(self._at(ALL).sweep) - 1, "counts": OF_COUNTS * left}
        ends = {
            name: digits.signed(digits.decimal(v)) for name, v in (("low", low), ("high", high))
        }
        most = {"ever": _few(ever), "bytes": _few(OF_COUNTS * ever)}
        return [
            self.say("resolution.left", **sizes, n=self._n, bytes=OF_SAMPLE * self._n),
            self.say("resolution.ever", **ends, **most),
        ]

    def _deal_in_words(self, aucs: Sequence[Worked]) -> list[str]:
        """Say what the mean of the shards' AUCs is, which have none, and what the sum gives."""
        mean, whole = _mean(aucs), self.exact["auc"]
        lines = [] if mean is None else [in_a_line(mean)]
        lacking = [k for k, area in enumerate(aucs, 1) if area != area]
        if lacking:
            lines.append(self.say("resolution.lacking", which=digits.listing(lacking, len(aucs))))
        pairs = whole.terms["positives"] * whole.terms["negatives"]
        return [*lines, self.say("resolution.summed", value=_over(pairs, whole.fraction))]

    def draw(self) -> Axes:
        """Draw both ROC curves and what is at stake, and the ranges of the numbers."""
        left, right = paper(10.4, 5, 5, 4.6)
        curves = {self._bits_in_words(self.resolution): self.sweep}
        if self.resolution < ALL:
            curves |= {self._bits_in_words(ALL): self._at(ALL).sweep}
        draw_roc(curves, left)
        for x, y, _ in _stakes(self._level):
            box = (x[0], y[0]), np.ptp(x), np.ptp(y)
            left.add_patch(Rectangle(*box, color=COLOURS["gap"], alpha=0.25, linewidth=0))
        self._draw_ranges(right)
        return left

    def _draw_ranges(self, ax: Axes) -> None:
        rows = MEASURES
        for name, row in rows.items():
            one = self._level.numbers[name]
            ax.hlines(row, one.low, one.high, COLOURS["gap"], linewidth=width(3), alpha=0.6)
            ax.vlines(self.exact[name], row - 0.3, row + 0.3, COLOURS["ink"], linestyle="--")
            dot(ax, float(one.worked), row, COLOURS["threshold"], 0.85, zorder=6)
        ax.set_yticks([*rows.values()], [symbol(name) for name in rows])
        ax.set(ylim=(0.4, 3.6), xlabel=self.say("resolution.ranges"))

    def __str__(self) -> str:
        head = f"{self.title} · {self._bits_in_words(self.resolution)}"
        dealt = f"{self.say('resolution.shards')}: {self.shards}, {self._seed_in_words(self.seed)}"
        words = self._level_in_words(self._level)
        lines = [*words["memory"], *words["heads"], dealt, *self._deal_in_words(self.aucs)]
        return "\n".join([head, *lines])


@explained
def explore_resolution(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    resolution: int = 3,
    shards: int | None = None,
    seed: int | None = None,
    positive: Hashable = None,
    language: Language | None = None,
) -> ResolutionExplorer:
    """Cut the bits of scores until their counts fit into memory, and see what that costs.

    Scores are rounded down to a few significant bits, so that those of one bin have one threshold.
    A bin that lets in a positives and b negatives leaves open a rectangle of a × b pairs on the
    ROC plane, through which the exact curve runs somehow; AUC, AP and KS are known within bounds.
    Beside it the samples are dealt into shards: the mean of the shards' AUCs moves with each deal,
    and the AUC of their counts, added up, doesn't.

    Parameters
    ----------
    y_true : array_like, shape (n,)
        Labels of two classes, of 200 samples at most.
    y_score : array_like, shape (n,)
        Scores.
    resolution : int
        How many significant bits count at first: 1 to 12, or all 53.
    shards : {1, 2, 4, 8}, optional
        Into how many shards the samples are dealt at first; without it 4, if there are so many.
    seed : int, optional
        How they are shuffled at first, from 1 to 5; without it they come in the order given.
    positive : hashable, optional
        The positive class; 1 and True need not be named.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it; without it the one in force.

    Returns
    -------
    ResolutionExplorer
        The last line of a cell shows it; ``.to_html(path)`` writes a page.

    Raises
    ------
    InputError
        If there are too many samples, a score is too large, or something can't be chosen.
    UndefinedError
        If one of the classes is missing.

    Examples
    --------
    >>> x = explore_resolution([1, 1, 0, 1, 0], [0.9, 0.6, 0.7, 0.2, 0.1], resolution=1)
    >>> x.numbers["auc"].fraction, *map(str, x.ranges["auc"])
    (Fraction(2, 3), '1/2', '5/6')
    >>> x.resolution = 3
    >>> x.numbers["auc"].fraction, x.ranges["auc"] == (x.exact["auc"].fraction,) * 2
    (Fraction(2, 3), True)
    """
    whole = sweep(y_true, y_score, positive=positive)
    n = len(whole.samples.score)
    if n > MOST:
        raise InputError(
            f"there are {n:,} samples",
            f"each has a tick of its own on the screen, where {MOST} can still be told apart",
            "take a part of them; for all of them there is mm.round_scores(y_score, bits)",
        )
    largest = np.abs(whole.samples.score).max()
    if largest > LARGEST:
        raise InputError(
            f"a score is as large as {largest:g}",
            f"all scores lie on one axis, which reaches {LARGEST:g} at most",
            "divide all of them by one power of two, which changes none of their bits",
        )
    return ResolutionExplorer(whole, resolution, shards, seed, language)


def _area(truth: np.ndarray, score: np.ndarray) -> Worked:
    """Compute the AUC of a shard; where a class is missing, it says so."""
    if 0 < truth.sum() < len(truth):
        return auc(sweep(truth, score), "pairs")
    sizes = {"positives": int(truth.sum()), "negatives": int((~truth).sum())}
    return AUC["pairs"].work(won=0, tied=0, **sizes)


def _mean(aucs: Sequence[Worked]) -> Worked | None:
    known = {f"AUC{k}": area for k, area in enumerate(aucs, 1) if area == area}
    text = f"({' + '.join(known)}) / {len(known)}" if len(known) > 1 else "".join(known)
    return Formula("mean AUC", text).work(**known) if known else None


def _places(low: float, high: float, bits: int) -> int:
    """Count the numbers of so many significant bits around two scores and between them.

    Examples
    --------
    >>> _places(0.5, 1.0, 1), _places(0.5, 0.99, 3), _places(-0.5, 0.5, 53) > 10**18
    (2, 4, True)
    """
    whole = np.array([low, high]).view(np.int64)
    first, last = (np.where(whole < 0, SIGN - whole, whole) >> (ALL - bits)).tolist()
    return last - first + 1


def _few(number: int) -> str:
    return digits.decimal(number) if number >= LARGE else str(number)


def _over(pairs: int, value: Fraction) -> str:
    """Write a share of so many pairs as such, not reduced; a tie counts half."""
    return f"{digits.count(value * pairs)}/{pairs} = {digits.decimal(value)}"


# What a rounding leaves, and the planes on which that is seen


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
        measured = {
            "auc": (area, in_a_line(area), self._auc_ends),
            "average_precision": (average, _summed(AP, average.fraction), self._ap_ends),
            "ks": (gap, in_a_line(gap), self._ks_ends),
        }
        return {name: self._ranged(*one) for name, one in measured.items()}

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
        columns = {name: column[gains] for name, column in self.bins.items()}
        columns["positives"] = Fraction(self.sweep.positives)
        low, high = (_of(formula, columns)[()] for formula in (AP_LOW, AP_HIGH))
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


def _roc_plane(levels: Sequence[Rounding], say: Say) -> dict[str, Any]:
    """Describe both ROC curves, and a rectangle for each bin in which an order is open."""
    whole = levels[-1].sweep
    marks = [CHANCE]
    for k, level in enumerate(levels):
        for x, y, size in _stakes(level):
            marks.append(mark("rect", "stake", x, y, since=k, until=k, label=size))
        curve = level.sweep["fpr"], level.sweep["recall"]
        marks.append(mark("path", "curve", *curve, since=k, until=k))
    marks.append(mark("path", "second", whole["fpr"], whole["recall"]))
    for k, level in enumerate(levels):
        large = [one for one in _stakes(level) if min(np.ptp(one[0]), np.ptp(one[1])) > NAMED]
        marks += [_size(*one, {"since": k, "until": k}) for one in large]
    return {
        **roc_plane(say, whole.negatives, whole.positives),
        "title": say("resolution.roc"),
        "marks": marks,
    }


def _stakes(level: Rounding) -> list[tuple[np.ndarray, np.ndarray, str]]:
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


def _scores_plane(levels: Sequence[Rounding], samples: Samples, say: Say) -> dict[str, Any]:
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


def _ranges_plane(levels: Sequence[Rounding], say: Say) -> dict[str, Any]:
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


def _shards_plane(dealt: Sequence[tuple[Sequence[Worked], Worked | None]], whole: Worked, say: Say):
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
