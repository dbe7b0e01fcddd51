"""How sure a whole curve is: the heights of many bootstrap curves, one abscissa at a time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike

from ...core import digits, inputs, words
from ...core.calls import explained
from ...core.errors import InputError, UndefinedError
from ...core.inputs import locked
from ...core.progress import watched
from ...core.trace import Column, Trace, Traced
from ..curves import Curve, roc
from .bootstrap import Draws, never
from .compare import heights
from .interval import percent, tails

if TYPE_CHECKING:
    from ..sweep import Sweep

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
                Column(words.symbol(self.curve.x_name), self.x, digits.decimal, "right"),
                *(Column(name, y, digits.decimal, "right") for name, y in columns.items()),
            ),
            self.conventions,
        )


@explained
def bootstrap_band(
    sweep: "Sweep",
    curve: Callable[["Sweep"], Curve] = roc,
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


def _upper_or_none(curve, sweep: "Sweep", x: np.ndarray) -> np.ndarray | None:
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
