"""What the pictures over thresholds share: curves by name, short words, stairs, the ends."""

from collections.abc import Callable, Mapping
from dataclasses import replace

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes

from ...core import digits, words
from ...core.errors import InputError
from ...metrics.curve import Curve, counted
from ...metrics.evaluate import lookup
from ...metrics.sweep import Sweep
from ..say import say, verbatim

MARGIN = 0.04  # of the range of scores, beside the lowest and the highest


def by_name(of) -> dict:
    """Take several by their names, or a single one without a name."""
    if not isinstance(of, Mapping):
        return {"": of}
    if not of:
        raise InputError("an empty mapping was given", "there is nothing to draw", "name → data")
    return {verbatim(name): one for name, one in of.items()}


def curve_of(of, make: Callable[[Sweep], Curve], name: str) -> Curve:
    """Take a curve as it is, or make it of a sweep."""
    if not isinstance(of, Curve):
        return make(of)  # which knows what to say of anything else
    if of.name != name:
        raise InputError(
            f"the picture of a {name} curve got a {of.name} curve",
            "each curve has axes of its own",
            "give the sweep, curve.sweep, from which any curve can be made",
        )
    return of


def thin() -> float:
    """Return the width of a line that stays behind the others."""
    return 0.6 * mpl.rcParams["lines.linewidth"]


def called(metric) -> str:
    """Name a metric shortly, in the language in force: 查全率, without the other names."""
    name = lookup(metric).name
    return say(name).partition(" (")[0] if name in words.TERMS else verbatim(words.symbol(name))


def shown(value: float) -> str:
    """Write a threshold in few letters: completely, if it has few digits."""
    return digits.short(value) or digits.decimal(value)


def real_thresholds(sweep: Sweep, what: str = "picture over the threshold") -> Sweep:
    """Keep the rows that a threshold can reach: of a tie walked sample by sample, the last."""
    counted(sweep, what)
    last = np.append(sweep.threshold[1:] != sweep.threshold[:-1], True)
    if last.all():
        return sweep
    kept = {name: getattr(sweep, name)[last] for name in ("threshold", "tp", "fp")}
    return replace(sweep, ties="grouped", samples=None, **kept)


def ends(*columns: np.ndarray) -> tuple[float, float]:
    """Return the ends of an axis of thresholds: a little beyond the lowest and highest score."""
    finite = [column[np.isfinite(column)] for column in columns]
    if not any(map(len, finite)):
        return 0.0, 1.0
    low = min(column.min() for column in finite if len(column))
    high = max(column.max() for column in finite if len(column))
    room = MARGIN * high - MARGIN * low or 0.5  # high - low may be too large for a float
    return float(low - room), float(high + room)


def between_or_ends(between, *columns: np.ndarray) -> tuple[float, float]:
    """Return the ends of an axis of thresholds: those asked for, or else where the scores end."""
    if between is None:
        return ends(*columns)
    try:
        low, high = map(float, between)
    except (TypeError, ValueError):
        low = high = np.nan
    if not (np.isfinite([low, high]).all() and low < high):
        raise InputError(
            f"between={between!r} is no stretch of thresholds",
            "it has two ends, the lower one first",
            "pass two numbers such as (0, 0.5), or leave it out",
        )
    return low, high


def stairs(threshold: np.ndarray, y: np.ndarray, limits: tuple[float, float]):
    """Return the corners of a metric over the threshold: between two scores nothing changes.

    Examples
    --------
    >>> x, y = stairs(np.array([np.inf, 0.8, 0.3]), np.array([0, 1, 2]), (0, 1))
    >>> x.tolist(), y.tolist()
    ([1.0, 0.8, 0.8, 0.3, 0.3, 0.0], [0, 0, 1, 1, 2, 2])
    >>> x, y = stairs(np.array([np.inf, 0.8, 0.3]), np.array([0, 1, 2]), (0.4, 0.6))
    >>> x.tolist(), y.tolist()
    ([0.6, 0.4], [1, 1])
    """
    first, last = (int((threshold[1:] >= end).sum()) for end in reversed(limits))
    inner = np.repeat(threshold[1 + first : 1 + last], 2)
    path = np.concatenate([[limits[1]], inner, [limits[0]]])
    return path, np.repeat(y[first : last + 1], 2)


def over_thresholds(ax: Axes, limits: tuple[float, float]) -> None:
    """Set up an axis of thresholds."""
    ax.set(xlim=limits, xlabel=called_threshold())


def called_threshold() -> str:
    """Name the axis of thresholds."""
    return say("axis.threshold")
