"""How sure a number or a curve of a sweep is: drawn anew many times, or seen fold by fold.

Drawing a sample twice means counting it twice. So nothing is sorted again: what is drawn is how
often the positives and the negatives of each row come, and adding up gives TP and FP. Many
bootstrap samples are drawn at once, as the rows of one array.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from numbers import Real
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.arithmetic import native
from ..core.errors import InputError, MetricError, UndefinedError
from ..core.formula import Worked
from ..core.inputs import locked
from ..core.trace import Column, Trace, Traced, watched
from .auc import auc
from .average_precision import average_precision
from .compare import heights
from .curves import Curve, roc
from .intervals import Interval, percent, tails, whole_counts
from .sweep import Sweep

if TYPE_CHECKING:
    from .sweep import Sweep


BLOCK = 1_500_000  # numbers drawn at once: with what is made of them, less than 64 MB
DRAWN = {True: "each class resampled by itself", False: "all samples resampled together"}
CHEAP = 16  # one draw from a binomial distribution costs as much as so many single draws

MOST = 1_000_000  # bootstrap samples; more last for days and say no more


def bootstrap(
    sweep: Sweep,
    statistic: Callable[[Sweep], float],
    *,
    times: int = 2000,
    level: float = 0.95,
    seed: int = 0,
    stratified: bool = True,
    progress: bool | None = None,
) -> Interval:
    """Return an interval for any number that a sweep gives.

    Each bootstrap sample draws as many samples as there are, with replacement, and so is to the
    data as the data are to the world they come from.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold. Whole weights mean repeated samples. Positives that were
        never scored are drawn like the others. Where the number of negatives is unknown, those
        that were scored are drawn.
    statistic : callable
        Takes a sweep and gives a number: ``mm.auc``, ``lambda s: s.at(0.5).f1``, or
        ``lambda s: mm.best_threshold(s, by="f1").thresholds[0]``.
    times : int
        How many bootstrap samples.
    level : float
        In how many of all cases such an interval should hold the truth.
    seed : int
        The same seed gives the same interval.
    stratified : bool
        Whether each class is drawn by itself, so that its size stays, as in pROC; else all samples
        together, so that the prevalence varies as well.
    progress : bool, optional
        Whether to show a bar; by default only where it takes more than two seconds.

    Returns
    -------
    Interval
        The replicates between their quantiles, and the ``replicates`` themselves. Those where the
        statistic is undefined or infinite are left out, and counted in ``left_out``.

    Raises
    ------
    InputError
        If weights aren't whole, or the statistic gives no number.
    UndefinedError
        If the statistic is undefined for the sweep itself, or for all but one bootstrap sample.

    References
    ----------
    Efron & Tibshirani (1993), An introduction to the bootstrap, chapters 6 and 13; Robin et al.
    (2011), pROC, for drawing each class by itself.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.5, 0.3, 0.1])
    >>> print(bootstrap(s, lambda s: s.at(0.5).recall, times=500))
    recall 1.000, 95 % interval 1.000 to 1.000 (500 bootstrap samples; each class ...)
    """
    below, above = tails(level)
    draws = Draws(sweep, times, seed, stratified)
    estimate = _estimate(statistic, sweep)
    shown = watched(draws, "sample", progress)
    replicates = np.array([_value(statistic, drawn) for drawn in shown])
    kept = replicates[np.isfinite(replicates)]
    if len(kept) < 2:
        raise never(len(kept), times, "statistic")
    error = np.std(kept - kept[0], ddof=1).item()  # exactly 0 where all are equal
    ends = np.quantile(kept, [below, above]).tolist()
    notes = {**draws.conventions, "method": "percentile", "seed": f"seed {seed}"}
    left_out = len(replicates) - len(kept)
    name = _name(statistic, estimate)
    return Interval(name, estimate, *ends, level, error, notes, locked(kept), left_out)


def _estimate(statistic, sweep: Sweep):
    """Apply the statistic to the sweep itself, where it has to be a finite number."""
    if not callable(statistic):
        raise InputError(
            f"the statistic is {statistic!r}",
            "it is applied to each bootstrap sample",
            "pass a function of a sweep, such as auc or lambda s: s.at(0.5).f1",
        )
    estimate = statistic(sweep)
    if not math.isfinite(_number(estimate)):
        raise UndefinedError(
            f"the statistic of the sweep itself is {words.decimal(estimate)}",
            getattr(estimate, "reason", "") or "there is no finite estimate to be sure of",
            "use a statistic that this sweep has",
        )
    return estimate


def _value(statistic, sweep: Sweep) -> float:
    """Apply the statistic to a bootstrap sample; nan where it is undefined."""
    try:
        return _number(statistic(sweep))
    except UndefinedError:
        return math.nan


def _number(value) -> float:
    if not isinstance(value, (Real, np.bool_)):
        raise InputError(
            f"the statistic gives a {type(value).__name__}",
            "an interval is of one number",
            "pass a function that gives one, such as lambda s: best_threshold(s).thresholds[0]",
        )
    return float(value)


def _name(statistic, estimate) -> str:
    """Name what is estimated: as the number calls itself, else as the function does."""
    if isinstance(estimate, Worked):
        return words.symbol(estimate.name)
    name = getattr(statistic, "__name__", "<lambda>")
    return "statistic" if name == "<lambda>" else name.replace("_", " ")


def never(kept: int, times: int, what: str) -> UndefinedError:
    """Say that hardly any bootstrap sample has a value."""
    return UndefinedError(
        f"the {what} is defined for {kept} of {times} bootstrap samples",
        "how much it varies is seen from two values on",
        "draw each class by itself (stratified=True), or evaluate on more samples",
    )


@dataclass(frozen=True, eq=False)
class Draws:
    """Bootstrap samples of a sweep: going through them draws them, always the same ones.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold, whole. Positives that were never scored are samples as well:
        they are drawn as often, and never reached.
    times : int
        How many bootstrap samples.
    seed : int
        The same seed gives the same samples.
    stratified : bool
        Whether each class is drawn by itself, so that its size stays; else all samples together.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> [drawn.tp.tolist() for drawn in Draws(s, times=2)]
    [[0, 0, 2], [0, 1, 1, 2]]
    """

    sweep: Sweep
    times: int
    seed: int = 0
    stratified: bool = True

    def __post_init__(self):
        why = "it says how many bootstrap samples to draw, and one alone shows no variation"
        inputs.whole(self.times, "times", why, 2, MOST)
        inputs.whole(self.seed, "seed", "all draws follow from it", 0)
        inputs.flag(self.stratified, "stratified")

    @property
    def conventions(self) -> dict[str, str]:
        """How they are drawn, in words."""
        return {"samples": f"{self.times:,} bootstrap samples", "drawn": DRAWN[self.stratified]}

    def __len__(self) -> int:
        return self.times

    def __iter__(self) -> Iterator[Sweep]:
        rng, cells = np.random.default_rng(self.seed), _cells(self.sweep)
        block = max(1, BLOCK // sum(map(_cost, cells)))
        for start in range(0, self.times, block):
            drawn = _draw_classes(rng, cells, min(block, self.times - start), self.stratified)
            for positives, negatives in zip(*drawn, strict=True):
                yield _sweep_of(self.sweep, positives, negatives)


def _cells(sweep: Sweep) -> tuple[np.ndarray, np.ndarray]:
    """Count the samples of each class by the row that lets them in; last those never let in."""
    rows = whole_counts(sweep, "bootstrap")
    negatives = sweep.fp[-1] if sweep.negatives is None else sweep.negatives
    sizes = (int(sweep.positives), int(negatives))
    return tuple(np.append(row, size - row.sum()) for row, size in zip(rows, sizes, strict=True))


def _draw_classes(rng, cells, times: int, stratified: bool):
    """Draw both classes, and add up down the rows."""
    if stratified:
        drawn = [_draw(rng, cell, times) for cell in cells]
    else:
        drawn = np.hsplit(_draw(rng, np.concatenate(cells), times), 2)
    return [np.cumsum(counts, axis=1, dtype=np.int64) for counts in drawn]


def _draw(rng, cells: np.ndarray, times: int) -> np.ndarray:
    """Draw as many samples as there are, and count how often each cell comes.

    Returns
    -------
    numpy.ndarray of int, shape (times, cells)
    """
    size = int(cells.sum())
    if not size:
        return np.zeros((times, len(cells)), np.int64)
    if _multinomial(cells):
        return rng.multinomial(size, cells / size, times)
    cell_of = np.repeat(np.arange(len(cells)), native(cells))
    places = cell_of[rng.integers(size, size=(times, size))]
    places += len(cells) * np.arange(times)[:, None]
    return np.bincount(native(places.ravel()), minlength=times * len(cells)).reshape(times, -1)


def _multinomial(cells: np.ndarray) -> bool:
    """Tell whether to draw how many come from each cell, instead of one sample after another."""
    return CHEAP * np.count_nonzero(cells) < cells.sum()


def _cost(cells: np.ndarray) -> int:
    """Count the numbers that one draw makes."""
    return len(cells) + (0 if _multinomial(cells) else cells.sum().item())


def _sweep_of(sweep: Sweep, positives: np.ndarray, negatives: np.ndarray) -> Sweep:
    """Make a sweep of counts added up; rows that let nobody in aren't there."""
    reached = positives[:-1] + negatives[:-1]
    rows = np.flatnonzero(np.append(True, np.diff(reached)))
    columns = (sweep.threshold[rows], positives[rows], negatives[rows])
    threshold, tp, fp = map(locked, columns)
    sizes = {
        "positives": positives[-1].item(),
        "negatives": None if sweep.negatives is None else negatives[-1].item(),
    }
    return replace(sweep, threshold=threshold, tp=tp, fp=fp, samples=None, **sizes)


POINTS = 101
STEPS = "at a vertical step its upper end"
HELD = "left of the first defined point its height"


@dataclass(frozen=True, eq=False, repr=False)
class Band(Traced):
    """A curve with its band.

    It holds for one abscissa at a time: that the whole true curve lies within is less sure.

    Attributes
    ----------
    curve : Curve
        The curve of the samples themselves.
    x : numpy.ndarray of float, shape (points,)
        The abscissas.
    low, middle, high : numpy.ndarray of float, shape (points,)
        Between which heights so many of the bootstrap curves lie there, and their median; nan
        where one of them is over.
    level : float
        How many of them.
    conventions : mapping of str to str
        How it was made.
    left_out : int
        How many bootstrap samples had no such curve.
    """

    curve: Curve
    x: np.ndarray
    low: np.ndarray
    middle: np.ndarray
    high: np.ndarray
    level: float
    conventions: Mapping[str, str]
    left_out: int = 0

    @property
    def title(self) -> str:
        """What it is a band of."""
        left_out = f", {self.left_out:,} left out as undefined" if self.left_out else ""
        return f"{percent(self.level)} band of the {self.curve.name} curve{left_out}"

    def trace(self) -> Trace:
        """Lay the band out as a table."""
        columns = {"low": self.low, "middle": self.middle, "high": self.high}
        return Trace(
            self.title,
            (
                Column(words.symbol(self.curve.x_name), self.x, words.decimal, "right"),
                *(Column(name, y, words.decimal, "right") for name, y in columns.items()),
            ),
            self.conventions,
        )


def bootstrap_band(
    sweep: Sweep,
    curve: Callable[[Sweep], Curve] = roc,
    *,
    at: ArrayLike | None = None,
    times: int = 2000,
    level: float = 0.95,
    seed: int = 0,
    stratified: bool = True,
    progress: bool | None = None,
) -> Band:
    """Return the band in which a curve lies for most bootstrap samples, at each abscissa by itself.

    The heights of all curves at one abscissa are put in order (vertical averaging); points are
    joined by straight lines, and a vertical step counts with its upper end. A P-R curve, whose
    start is 0/0, is held at the height of its first defined point to the left of it.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    curve : callable
        ``mm.roc``, ``mm.pr``, or any other whose abscissa rises.
    at : array_like, shape (points,), optional
        The abscissas; by default 0, 0.01 … 1.
    times, level, seed, stratified, progress
        As in :func:`bootstrap`.

    Returns
    -------
    Band

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, section 7.1, algorithm 3.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.5, 0.3, 0.1])
    >>> print(bootstrap_band(s, at=[0, 0.5, 1], times=200))
    95 % band of the ROC curve · 200 bootstrap samples · each class resampled by itself · at ...
      FPR    low  middle   high
    0.000  0.325   0.667  1.000
    0.500  0.333   1.000  1.000
    1.000  1.000   1.000  1.000
    """
    x = np.linspace(0, 1, POINTS) if at is None else inputs.scores(at, "at")
    below, above = tails(level)
    if not callable(curve):
        raise _no_function(curve)
    draws, own = Draws(sweep, times, seed, stratified), curve(sweep)
    upper(own, x)  # refused here rather than in a bootstrap sample
    rows = [_upper_or_none(curve, drawn, x) for drawn in watched(draws, "sample", progress)]
    kept = [row for row in rows if row is not None]
    if len(kept) < 2:
        raise never(len(kept), times, "curve")
    low, middle, high = map(locked, np.quantile(kept, [below, 0.5, above], axis=0))
    start = {"start": HELD} if np.isnan(own.y).any() else {}
    notes = {**draws.conventions, "steps": STEPS, **start, "seed": f"seed {seed}"}
    return Band(own, locked(x), low, middle, high, level, notes, len(rows) - len(kept))


def upper(curve: Curve, x: np.ndarray) -> np.ndarray:
    """Read how high a curve is: at a vertical step its upper end, before it begins its first."""
    read = heights(curve)
    return np.where(x < read.x[0], read.enter[0], np.maximum(*read.at(x)))


def _upper_or_none(curve, sweep: Sweep, x: np.ndarray) -> np.ndarray | None:
    try:
        return upper(curve(sweep), x)
    except UndefinedError:
        return None


def _no_function(curve) -> InputError:
    return InputError(
        f"the curve is a {type(curve).__name__}",
        "it is made anew of each bootstrap sample",
        "pass a function of a sweep, such as roc or pr, not what it gives",
    )


AREAS = {"ROC": auc, "P-R": average_precision}


class FoldMean(NamedTuple):
    """The mean of curves by vertical averaging (Fawcett 2006, section 9.1).

    Attributes
    ----------
    curves : tuple of Curve
        Of each fold.
    x, mean, spread : numpy.ndarray of float, shape (points,)
        The mean height at each abscissa, and the standard deviation (divided by the number of
        folds) of the heights there.
    area, area_spread : float
        The mean of the areas below the curves, and their standard deviation.
    """

    curves: tuple[Curve, ...]
    x: np.ndarray
    mean: np.ndarray
    spread: np.ndarray
    area: float
    area_spread: float

    @property
    def low(self) -> np.ndarray:
        """One standard deviation below the mean, where rates still are."""
        return np.clip(self.mean - self.spread, 0, 1)

    @property
    def high(self) -> np.ndarray:
        """One standard deviation above the mean, where rates still are."""
        return np.clip(self.mean + self.spread, 0, 1)


def fold_mean(sweeps: Sequence[Sweep], curve: Callable[[Sweep], Curve]) -> FoldMean:
    """Average the curves of folds at equal abscissas.

    At a vertical step the upper end counts, as in :func:`bootstrap_band`.

    Raises
    ------
    InputError
        If there are fewer than two folds, or one of them has no curve.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.curves import roc
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> folds = [sweep([1, 0], [2, 1]), sweep([1, 0], [1, 2])]
    >>> found = fold_mean(folds, roc)
    >>> found.mean[[0, 50, 100]].tolist(), found.area, found.area_spread
    ([0.5, 0.5, 1.0], 0.5, 0.5)
    """
    if len(sweeps) < 2:
        raise InputError(
            f"{len(sweeps)} fold(s)", "a mean and a spread need several", "pass at least two"
        )
    curves = tuple(_curve(k, one, curve) for k, one in enumerate(sweeps))
    x = np.linspace(0, 1, POINTS)
    heights = np.array([upper(one, x) for one in curves])
    areas = np.array([float(AREAS[one.name](one.sweep)) for one in curves])
    mean, spread = heights.mean(axis=0), heights.std(axis=0)
    return FoldMean(curves, x, mean, spread, areas.mean().item(), areas.std().item())


def _curve(k: int, sweep: Sweep, curve: Callable[[Sweep], Curve]) -> Curve:
    try:
        return curve(sweep)
    except MetricError as error:
        raise InputError(
            f"fold {k} has {sweep.positives:g} positives and {sweep.negatives:g} negatives",
            error.why,
            "divide so that both classes are in every fold: StratifiedKFold does that",
        ) from None


class ThresholdMean(NamedTuple):
    """The mean of ROC curves by threshold averaging (Fawcett 2006, section 8.2).

    Attributes
    ----------
    fpr, tpr : numpy.ndarray of float, shape (thresholds,)
        The mean rates at each threshold.
    fpr_spread, tpr_spread : numpy.ndarray of float, shape (thresholds,)
        The standard deviation of the rates there, divided by the number of curves.
    """

    fpr: np.ndarray
    tpr: np.ndarray
    fpr_spread: np.ndarray
    tpr_spread: np.ndarray


def threshold_mean(sweeps: Sequence[Sweep], thresholds: Sequence[float]) -> ThresholdMean:
    """Average the points that several sweeps reach at the same thresholds.

    That needs scores which mean the same in all of them; averaging at equal rates doesn't.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> folds = [sweep([1, 0], [2, 1]), sweep([1, 0], [1, 2])]
    >>> found = threshold_mean(folds, [2, 1])
    >>> found.fpr.tolist(), found.tpr.tolist()
    ([0.5, 1.0], [0.5, 1.0])
    """
    counted = [[one.at(threshold) for threshold in thresholds] for one in sweeps]
    fpr, tpr = (
        np.array([[float(getattr(counts, rate)) for counts in row] for row in counted])
        for rate in ("fpr", "recall")
    )
    return ThresholdMean(fpr.mean(0), tpr.mean(0), fpr.std(0), tpr.std(0))
