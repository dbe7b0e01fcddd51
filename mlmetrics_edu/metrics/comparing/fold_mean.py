"""The mean of several curves at equal abscissas, and how far they spread: of a cross-validation."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...core.errors import InputError, MetricError
from ..auc import auc
from ..average_precision import average_precision
from ..curve import Curve
from .band import POINTS, upper

if TYPE_CHECKING:
    from ..sweep import Sweep

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


def fold_mean(sweeps: Sequence["Sweep"], curve: Callable[["Sweep"], Curve]) -> FoldMean:
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


def _curve(k: int, sweep: "Sweep", curve: Callable[["Sweep"], Curve]) -> Curve:
    try:
        return curve(sweep)
    except MetricError as error:
        raise InputError(
            f"fold {k} has {sweep.positives:g} positives and {sweep.negatives:g} negatives",
            error.why,
            "divide so that both classes are in every fold: StratifiedKFold does that",
        ) from None
