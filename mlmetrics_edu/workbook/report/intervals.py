"""How sure the numbers of a report are: their intervals, in bounded time."""

from dataclasses import replace

import numpy as np

from ...core.inputs import locked
from ...metrics.average_precision import average_precision
from ...metrics.comparing.auc_error import auc_interval
from ...metrics.comparing.band import Band, bootstrap_band
from ...metrics.comparing.bootstrap import bootstrap
from ...metrics.comparing.interval import Interval, proportion_interval
from ...metrics.confusion import Confusion
from ...metrics.sweep import Sweep

LEVEL = 0.95
TIMES = 2000  # bootstrap samples of a number that depends on four counts alone
TIMES_RANKING = 1000  # of one that depends on the whole ranking, and of the band
POINTS = 2000  # of a curve, for its band: more are not seen
POINTS_RANKING = 10_000  # of a longer ranking, for an interval: AP differs by less than 0.001


def of_rate(confusion: Confusion, rate: str) -> Interval | None:
    """Return the exact interval of a share; None where it is 0/0."""
    interval = proportion_interval(confusion.rate(rate), level=LEVEL, method="exact")
    return None if interval.reason else interval


def of_f1(confusion: Confusion) -> Interval:
    """Return the bootstrap interval of F1 at one threshold: of the four counts alone."""
    interval = bootstrap(one_cut(confusion), _f1, times=TIMES, level=LEVEL, progress=False)
    return replace(interval, name=confusion.f1.formula.symbol, estimate=confusion.f1)


def _f1(cut: Sweep) -> float:
    """Compute F1 as a float: its working, thousands of times, would be what a report waits for."""
    return cut.column("f1")[cut.row_at(1)]


def one_cut(confusion: Confusion) -> Sweep:
    """Return four counts as a sweep: those called positive have the score 1, all others 0."""
    c = confusion
    return Sweep.from_counts([1, 0], [c.tp, c.tp + c.fn], [c.fp, c.fp + c.tn])


def of_auc(sweep: Sweep) -> Interval:
    """Return DeLong's interval of the AUC."""
    return auc_interval(sweep, LEVEL)


def of_average_precision(sweep: Sweep) -> Interval:
    """Return the bootstrap interval of AP; the resamples of a very long ranking are thinned."""
    short = thinned(sweep, POINTS_RANKING)
    how = {"times": TIMES_RANKING, "level": LEVEL, "progress": False}
    interval = bootstrap(short, average_precision, **how)
    return replace(interval, estimate=average_precision(sweep))


def of_roc(sweep: Sweep) -> Band:
    """Return the band of the ROC curve."""
    return bootstrap_band(thinned(sweep), times=TIMES_RANKING, level=LEVEL, progress=False)


def thinned(sweep: Sweep, points: int = POINTS) -> Sweep:
    """Keep so many points of a ROC curve, equally far apart along it.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> len(thinned(sweep([1, 0] * 500, range(1000)), points=100))
    101
    """
    if len(sweep) <= points:
        return sweep
    along = sweep.tp / sweep.positives + sweep.fp / sweep.negatives  # from 0 to 2
    rows = np.unique(np.searchsorted(along, np.linspace(0, along[-1], points + 1)))
    kept = {name: locked(getattr(sweep, name)[rows]) for name in ("threshold", "tp", "fp")}
    return replace(sweep, **kept, samples=None)
