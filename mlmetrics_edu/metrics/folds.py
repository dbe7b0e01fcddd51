"""The folds of a cross-validation: the mean of their curves and metrics, and how far they spread.

Curves are averaged at equal abscissas or at equal thresholds, metrics at equal thresholds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ..core import inputs
from ..core.conventions import FoldMiddle, options
from ..core.errors import InputError, MetricError
from ..core.formula import Formula
from .auc import auc
from .average_precision import average_precision
from .bootstrap import POINTS, upper
from .curves import Curve
from .rates import lookup_all
from .sweep import Sweep
from .thresholds import best_threshold

AREAS = {"ROC": auc, "P-R": average_precision}
MIDDLES = options(FoldMiddle)
MOST = 1_000  # thresholds; more are read at equal distances
SHARE = 0.1  # of the folds, below and above the band around a median


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


class FoldMetric(NamedTuple):
    """A metric at each threshold, over all folds.

    Attributes
    ----------
    formula : Formula
        The metric.
    middle, low, high : numpy.ndarray of float, shape (rows,)
        Of its values in the folds; nan where it is undefined in one of them.
    """

    formula: Formula
    middle: np.ndarray
    low: np.ndarray
    high: np.ndarray


class FoldThresholds(NamedTuple):
    """Metrics at equal thresholds of several folds.

    Attributes
    ----------
    threshold : numpy.ndarray of float, shape (rows,)
        From high to low, row 0 at +inf: what holds at one holds down to the next.
    metrics : tuple of FoldMetric
        Row-aligned with it.
    best : FoldMetric or None
        What is to be best.
    """

    threshold: np.ndarray
    metrics: tuple[FoldMetric, ...]
    best: FoldMetric | None = None

    @property
    def best_row(self) -> int:
        """The highest threshold at which the middle of that metric is best."""
        column = self.best.middle
        return int(
            (np.nanargmin if self.best.formula.direction == "lower" else np.nanargmax)(column)
        )


def fold_thresholds(
    sweeps: Sequence[Sweep],
    metrics: str | Formula | Sequence[str | Formula],
    middle: FoldMiddle = "mean",
    best: str | Formula | None = None,
) -> FoldThresholds:
    """Average metrics over folds at equal thresholds.

    Up to 1 000 thresholds, all scores of all folds are taken; of more, so many at equal distances.

    Parameters
    ----------
    sweeps : sequence of Sweep
        The counts of each fold.
    metrics : str, Formula, or sequence of these
        What to average.
    middle : {"mean", "median"}
        The mean with one standard deviation (divided by the number of folds) on either side, or the
        median between the quantiles of 10 % and 90 %.
    best : str or Formula, optional
        Of which metric the best threshold is looked for.

    Raises
    ------
    InputError
        If there are fewer than two folds.
    MetricError
        If no threshold can be the best, since the metric is undefined in one fold at each.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> folds = [sweep([1, 1, 0], [0.9, 0.6, 0.4]), sweep([1, 0, 1], [0.8, 0.6, 0.2])]
    >>> found = fold_thresholds(folds, "recall", best="accuracy")
    >>> found.threshold.tolist(), found.metrics[0].middle.tolist()
    ([inf, 0.9, 0.8, 0.6, 0.4, 0.2], [0.0, 0.25, 0.5, 0.75, 0.75, 1.0])
    >>> found.threshold[found.best_row].item()
    0.8
    """
    inputs.choice(middle, MIDDLES, "middle")
    if len(sweeps) < 2:
        raise InputError(
            f"{len(sweeps)} fold(s)", "a middle and a spread need several", "pass at least two"
        )
    formulas = lookup_all(metrics)
    if not formulas:
        raise InputError("metrics is empty", "there is no line to draw", 'e.g. metrics=["f1"]')
    threshold = _thresholds(sweeps)
    rows = [_rows(sweep, threshold) for sweep in sweeps]
    averaged = [_averaged(sweeps, rows, formula, middle) for formula in formulas]
    criterion = None if best is None else best_threshold(sweeps[0], best).criterion
    wanted = None if criterion is None else _averaged(sweeps, rows, criterion, middle)
    if wanted is not None and np.isnan(wanted.middle).all():
        raise MetricError(
            f"{criterion.symbol} is undefined at every threshold in one of the folds",
            "a mean over folds needs its value in each",
            "choose another metric, or leave best=None",
        )
    return FoldThresholds(threshold, tuple(averaged), wanted)


def _thresholds(sweeps: Sequence[Sweep]) -> np.ndarray:
    every = np.unique(np.concatenate([sweep.threshold[1:] for sweep in sweeps]))
    if len(every) > MOST:
        every = np.linspace(every[0], every[-1], MOST)
    return np.append(np.inf, every[::-1])


def _rows(sweep: Sweep, threshold: np.ndarray) -> np.ndarray:
    """Find the row of a sweep that holds at each threshold."""
    return np.searchsorted(-sweep.threshold, -threshold, side="right") - 1


def _averaged(sweeps, rows, formula: Formula, middle: str) -> FoldMetric:
    values = np.array([one[formula][row] for one, row in zip(sweeps, rows, strict=True)])
    if middle == "median":
        low, centre, high = np.quantile(values, [SHARE, 0.5, 1 - SHARE], axis=0)
        return FoldMetric(formula, centre, low, high)
    centre, spread = values.mean(axis=0), values.std(axis=0)
    ends = formula.range or (-np.inf, np.inf)
    return FoldMetric(formula, centre, *(np.clip(centre + k * spread, *ends) for k in (-1, 1)))
