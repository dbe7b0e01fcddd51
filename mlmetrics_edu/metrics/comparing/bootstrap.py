"""How sure any number of a sweep is: draw the samples anew, many times, and look how it varies."""

import math
from collections.abc import Callable
from numbers import Real
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from ...core import digits, inputs, words
from ...core.conventions import BootstrapEnds
from ...core.errors import InputError, UndefinedError
from ...core.progress import watched
from ...core.shape import locked
from ...core.worked import Worked
from .interval import Interval, tails
from .resampling import Draws

if TYPE_CHECKING:
    from ..sweep import Sweep


def bootstrap(
    sweep: "Sweep",
    statistic: Callable[["Sweep"], float],
    *,
    times: int = 2000,
    level: float = 0.95,
    seed: int = 0,
    stratified: bool = True,
    method: BootstrapEnds = "percentile",
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
    method : {"percentile", "basic", "normal"}
        The replicates between their quantiles; the same turned round the estimate; or so many
        standard errors to either side of it.
    progress : bool, optional
        Whether to show a bar; by default only where it takes more than two seconds.

    Returns
    -------
    Interval
        With the ``replicates``. Those where the statistic is undefined or infinite are left out,
        and counted in ``left_out``.

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
    inputs.choice(method, ENDS, "method")
    below, above = tails(level)
    draws = Draws(sweep, times, seed, stratified)
    estimate = _estimate(statistic, sweep)
    shown = watched(draws, "sample", progress)
    replicates = np.array([_value(statistic, drawn) for drawn in shown])
    kept = replicates[np.isfinite(replicates)]
    if len(kept) < 2:
        raise never(len(kept), times, "statistic")
    error = np.std(kept - kept[0], ddof=1).item()  # exactly 0 where all are equal
    ends = ENDS[method](float(estimate), error, kept, below, above)
    notes = {**draws.conventions, "method": method, "seed": f"seed {seed}"}
    left_out = len(replicates) - len(kept)
    name = _name(statistic, estimate)
    return Interval(name, estimate, *ends, level, error, notes, locked(kept), left_out)


def _percentile(_estimate, _error, replicates, below, above) -> list[float]:
    return np.quantile(replicates, [below, above]).tolist()


def _basic(estimate, _error, replicates, below, above) -> list[float]:
    return (2 * estimate - np.quantile(replicates, [above, below])).tolist()


def _normal(estimate, error, _replicates, below, above) -> list[float]:
    return [estimate + NormalDist().inv_cdf(share) * error for share in (below, above)]


ENDS = {"percentile": _percentile, "basic": _basic, "normal": _normal}


def _estimate(statistic, sweep: "Sweep"):
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
            f"the statistic of the sweep itself is {digits.decimal(estimate)}",
            getattr(estimate, "reason", "") or "there is no finite estimate to be sure of",
            "use a statistic that this sweep has",
        )
    return estimate


def _value(statistic, sweep: "Sweep") -> float:
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
