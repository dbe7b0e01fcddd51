"""Scores of few bits: what rounding them costs, and why counts add up where averages don't."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.conventions import Language, RoundedMeasure, options
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from ..core.words import in_a_line, symbol
from ..metrics.auc import AUC, auc
from ..metrics.average_precision import average_precision
from ..metrics.counting import Samples
from ..metrics.ks import ks_statistic
from ..metrics.sweep import Sweep, sweep
from ..metrics.ties import ALL, SIGN, ResolutionRange, resolution_range, round_scores
from ..plots.look import COLOURS
from ..plots.roc_curve import roc as draw_roc
from .instrument import Instrument, Setting, paper
from .page import CHANCE, Mark, Say, axis, mark, roc_plane, share

MOST, LARGEST = 200, 1e100  # samples, and a score
BITS = (*range(1, 13), ALL)
SHARDS, USUAL = (1, 2, 4, 8), 4
SEEDS = (None, *range(1, 6))  # None: in the order given
OF_COUNTS, OF_SAMPLE = 24, 9  # bytes: a threshold and two counts; a score and a label
OF_BITS = "the slider stops at 1 to 12 significant bits, and at all 53, which round nothing"
OF_SHARDS = "each shard needs a sample, and there are {n} of them"
OF_SEEDS = "a page holds the order given (None), and five others"
LARGE = 10**6  # a number to be written in few digits
MEASURED = {"auc": partial(auc, method="pairs"), "average_precision": average_precision}
MEASURED |= {"ks": ks_statistic}
NAMED = 0.05  # of a plane: a rectangle so wide and so high is named
ASIDE = 0.85  # beyond it, the plane has no room for words
PLACES = 9  # of a number, which its bounds leave alone
MARGIN = 0.03  # beside the lowest and the highest score
TICKS = {True: (0.55, 0.95), False: (0.05, 0.45)}  # of a sample on its line, by its class
ROWS = dict(zip(options(RoundedMeasure), (3, 2, 1), strict=True))  # of a plane, from the bottom
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
    ranges : dict of str to ResolutionRange
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
        self._levels = {ALL: Level.of(ALL, whole)}
        self.exact = self._levels[ALL].numbers
        self._ways = [k for k in SHARDS if k <= self._n]
        sizes = {"n": self._n, "p": words.count(whole.positives)}
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

    def _at(self, bits: int) -> Level:
        """Round to so many bits, once."""
        if bits not in self._levels:
            score = round_scores(self._samples.score, bits)
            self._levels[bits] = Level.of(bits, sweep(self._samples.positive, score))
        return self._levels[bits]

    @property
    def sweep(self) -> Sweep:
        """The counts at the thresholds that are left."""
        return self._at(self.resolution).sweep

    @property
    def numbers(self) -> dict[str, Worked]:
        """AUC, AP and KS of the rounded scores."""
        return self._at(self.resolution).numbers

    @property
    def ranges(self) -> dict[str, ResolutionRange]:
        """Between which two numbers those of the scores themselves lie."""
        return self._at(self.resolution).ranges

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
            "levels": [
                {"heads": self._heads(level), "memory": self._memory(level)} for level in levels
            ],
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

    def _heads(self, level: Level) -> list[str]:
        """Say each number with its range, and what is exact."""
        key = "resolution.exactly" if level.bits == ALL else "resolution.between"
        over = partial(_over, level.sweep.positives * level.sweep.negatives)
        heads = []
        for name, worked in level.numbers.items():
            low, high = level.ranges[name]
            values = {"value": worked, "low": low, "high": high, "exact": self.exact[name]}
            write = words.decimal if name == "average_precision" else over
            # Without what a bound allows for rounding.
            texts = {place: write(round(float(value), PLACES)) for place, value in values.items()}
            heads.append(self.say(key, name=symbol(name), **texts))
        return heads

    def _memory(self, level: Level) -> list[str]:
        """Say how many thresholds are left, and how many there can be, whatever comes."""
        left, score = len(level.sweep) - 1, self._samples.score
        low, high = score.min(), score.max()
        ever = _places(low, high, level.bits)
        sizes = {"left": left, "there": len(self._at(ALL).sweep) - 1, "counts": OF_COUNTS * left}
        ends = {name: words.signed(words.decimal(v)) for name, v in (("low", low), ("high", high))}
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
            lines.append(self.say("resolution.lacking", which=words.listing(lacking, len(aucs))))
        pairs = whole.terms["positives"] * whole.terms["negatives"]
        return [*lines, self.say("resolution.summed", value=_over(pairs, float(whole)))]

    def draw(self) -> Axes:
        """Draw both ROC curves and what is at stake."""
        ax, level = paper(6.2, 5.4), self._at(self.resolution)
        both = (level, self._at(ALL))
        draw_roc({self._bits_in_words(one.bits): one.sweep for one in both}, ax)
        for x, y, _ in _stakes(level):
            box = (x[0], y[0]), np.ptp(x), np.ptp(y)
            ax.add_patch(Rectangle(*box, color=COLOURS["gap"], alpha=0.25, linewidth=0))
        return ax

    def __str__(self) -> str:
        head = f"{self.title} · {self._bits_in_words(self.resolution)}"
        dealt = f"{self.say('resolution.shards')}: {self.shards}, {self._seed_in_words(self.seed)}"
        level = self._at(self.resolution)
        words = [*self._memory(level), *self._heads(level)]
        lines = [*words, dealt, *self._deal_in_words(self.aucs)]
        return "\n".join([head, *lines])


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
    >>> x.numbers["auc"].fraction, *(round(end, 3) for end in x.ranges["auc"])
    (Fraction(2, 3), 0.5, 0.833)
    >>> x.resolution = 53
    >>> x.ranges["auc"] == (x.exact["auc"],) * 2
    True
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
    return words.decimal(number) if number >= LARGE else str(number)


def _over(pairs: int, value: float) -> str:
    """Write a share of so many pairs as such, not reduced; a tie counts half."""
    won = round(2 * pairs * value) / 2
    return f"{words.count(won)}/{pairs} = {words.decimal(won / pairs)}"


# What a rounding leaves, and the planes on which that is seen


class Level(NamedTuple):
    """Scores of which so many bits are left.

    Attributes
    ----------
    bits : int
        How many; of 53, nothing was rounded.
    sweep : Sweep
        The counts.
    numbers : dict of str to Worked
        AUC, AP and KS.
    ranges : dict of str to ResolutionRange
        Where those of the scores themselves lie for certain.
    """

    bits: int
    sweep: Sweep
    numbers: dict[str, Worked]
    ranges: dict[str, ResolutionRange]

    @classmethod
    def of(cls, bits: int, swept: Sweep) -> Level:
        """Work the numbers out, and their ranges."""
        numbers = {name: MEASURED[name](swept) for name in ROWS}
        if bits == ALL:
            return cls(bits, swept, numbers, {k: ResolutionRange(v, v) for k, v in numbers.items()})
        return cls(bits, swept, numbers, {name: resolution_range(swept, name) for name in ROWS})

    @property
    def mixed(self) -> np.ndarray:
        """The bins that leave an order open: they hold both classes."""
        both = (np.diff(self.sweep.tp) > 0) & (np.diff(self.sweep.fp) > 0)
        return np.flatnonzero(both & (self.bits < ALL))


def _roc_plane(levels: Sequence[Level], say: Say) -> dict[str, Any]:
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


def _stakes(level: Level) -> list[tuple[np.ndarray, np.ndarray, str]]:
    """List the rectangles of the bins of both classes: from where to where, and a × b."""
    swept = level.sweep
    fpr, tpr, a, b = swept["fpr"], swept["recall"], np.diff(swept.tp), np.diff(swept.fp)
    return [(fpr[k : k + 2], tpr[k : k + 2], f"{a[k]} × {b[k]}") for k in level.mixed.tolist()]


def _size(x: np.ndarray, y: np.ndarray, size: str, seen: dict[str, int]) -> Mark:
    """Write a × b where no curve runs: at the lower right corner, or the upper left one."""
    if x[1] < ASIDE:
        return mark("word", "size near above", x[1], y[0], **seen, label=size)
    if x[0] > 1 - ASIDE:
        return mark("word", "size near end below", x[0], y[1], **seen, label=size)
    return mark("word", "size near end above", x[1], y[0], **seen, label=size)


def _scores_plane(levels: Sequence[Level], samples: Samples, say: Say) -> dict[str, Any]:
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


def _bins(level: Level, k: int, x: dict[str, Any]) -> list[Mark]:
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


def _ranges_plane(levels: Sequence[Level], say: Say) -> dict[str, Any]:
    """Describe each number of the rounded scores, its range, and the exact number."""
    marks, reached = [], []
    for name, row in ROWS.items():
        exact = float(levels[-1].numbers[name])
        marks.append(mark("segment", "exact", [exact, exact], [row - HALF, row + HALF]))
        for k, level in enumerate(levels):
            ends, seen = [*map(float, level.ranges[name])], {"since": k, "until": k}
            reached += ends
            marks.append(mark("segment", "range", ends, [row, row], **seen))
            marks.append(mark("dot", "here", float(level.numbers[name]), row, **seen))
    names = [[row, symbol(name)] for name, row in ROWS.items()]
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
