"""Metrics over the threshold: which way each goes when the bar is raised, and where one is best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..core import digits, inputs
from ..core.conventions import Language, Legend
from ..core.errors import InputError
from ..core.formula import Formula
from ..metrics import thresholds
from ..metrics.rates import lookup
from ..metrics.sweep import Sweep, counted
from .curves import by_name
from .door import of_scores
from .look import COLOURS, letters, look_of, style, visible, width
from .picture import axes_or_new, describe
from .placing import Label, names_of, place
from .say import called, head, named_thresholds, say

METRICS = ("precision", "recall", "f1")
LISTED = 3  # optima in a label; of more it says how many
MARKED = 200  # optima; more would be one thick line
MARGIN = 0.04  # of the range of scores, beside the lowest and the highest


@of_scores
def against_threshold(
    of: Sweep | Mapping[str, Sweep],
    metrics: str | Formula | Sequence[str | Formula] = METRICS,
    ax: Axes | None = None,
    *,
    best: str | Formula | None = "f1",
    between: tuple[float, float] | None = None,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw metrics over the threshold, in steps: between two scores nothing changes.

    Parameters
    ----------
    of : Sweep, or mapping of str to Sweep
        The counts at every threshold.
    metrics : str, Formula, or sequence of these
        A line for each.
    best : str or Formula or None
        Mark every threshold where this is best; see :func:`mlmetrics_edu.best_threshold`.
    between : pair of float, optional
        The lowest and the highest threshold to show; without it all, and a little more.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there is no metric to draw, or ``between`` isn't a lower and a higher threshold.
    MetricError
        If what is to be best is undefined at every threshold.
    """
    sweeps = {n: real_thresholds(one) for n, one in by_name(of).items()}
    formulas = _formulas(metrics)
    optima = {n: thresholds.best_threshold(s, best) for n, s in sweeps.items() if best is not None}
    with style(language=language):
        ax = axes_or_new(ax, size=(6.2, 4.2))
        limits = between_or_ends(between, *(one.threshold for one in sweeps.values()))
        named = _draw(ax, sweeps, formulas, limits, line)
        over_thresholds(ax, limits)
        label_y(ax, formulas)
        labels = [
            _mark(ax, best_of_sweep, named.get((name, best_of_sweep.criterion)), limits, name)
            for name, best_of_sweep in optima.items()
            if len(_seen(best_of_sweep, limits))
        ]
        place(ax, labels + names_of({_name(*key): line for key, line in named.items()}), legend)
        return describe(ax, lambda: _in_words(sweeps, formulas, optima))


def _formulas(metrics) -> list[Formula]:
    several = [metrics] if isinstance(metrics, str | Formula) else list(metrics)
    if not several:
        raise InputError("metrics is empty", "there is no line to draw", 'e.g. metrics=["f1"]')
    return list(map(lookup, several))


def _draw(ax: Axes, sweeps: dict[str, Sweep], formulas, limits, line) -> dict:
    named = {}
    for name, sweep in sweeps.items():
        for formula in formulas:
            path = visible(*stairs(sweep.threshold, sweep[formula], limits))
            (named[name, formula],) = ax.plot(*path, **look_of(len(named), line))
    return named


def _name(sweep: str, metric: Formula) -> str:
    return head(sweep) + called(metric)


def label_y(ax: Axes, formulas) -> None:
    """Show all of the usual range, and name a metric that stands alone."""
    low, high = np.array([formula.range or (-np.inf, np.inf) for formula in formulas]).T
    if np.isfinite([low.min(), high.max()]).all():
        room = 0.02 * (high.max() - low.min())
        ax.set_ylim(low.min() - room, high.max() + 2 * room)
    ax.set_ylabel(called(formulas[0]) if len(formulas) == 1 else say("axis.value"))


def _seen(optima, limits) -> np.ndarray:
    """Take the optima that the axis reaches; one at infinity stands at its end."""
    x = np.asarray(optima.thresholds[:MARKED])
    return np.clip(x[np.isinf(x) | ((limits[0] <= x) & (x <= limits[1]))], *limits)


def _mark(ax: Axes, optima, line, limits, name: str) -> Label:
    """Mark each optimum on its line, or (of what isn't drawn) by a line of its own."""
    x = _seen(optima, limits)
    colour = COLOURS["ink"] if line is None else line.get_color()
    for at in x:
        ax.axvline(at, color=colour, linestyle=":", linewidth=width(0.6), zorder=1)
    value, (low, high) = float(optima.value), ax.get_ylim()
    if line is not None:
        ax.plot(x, np.full(len(x), value), "o", color=colour, markersize=letters(0.5), zorder=4)
        low = value
    text = head(name) + _best(optima, "threshold.best")
    heights = np.linspace(low, high, 21)
    return Label(text, np.full(len(heights), x[0]), heights, colour, 0.9)


def _best(optima, key: str) -> str:
    value = digits.decimal(float(optima.value))
    return say(key, metric=called(optima.criterion), value=value, thresholds=_where(optima))


def _where(optima) -> str:
    plain = (digits.within(*interval) for interval in optima.intervals)
    return named_thresholds([digits.threshold(threshold) for threshold in plain], LISTED)


def _in_words(sweeps, formulas, optima) -> str:
    names = say("join.comma").join(map(called, formulas))
    texts = []
    for name, sweep in sweeps.items():
        text = say("alt.against_threshold", metrics=names, steps=f"{len(sweep) - 1:,}")
        text += " " + _best(optima[name], "alt.best") if name in optima else ""
        texts.append(head(name) + text)
    return " ".join(texts)


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
    stretch = list(between) if inputs.several(between) else []
    if len(stretch) != 2 or not all(map(inputs.is_finite, stretch)) or stretch[0] >= stretch[1]:
        raise InputError(
            f"between={inputs.short(between)} is no stretch of thresholds",
            "it has two ends, the lower one first",
            "pass two numbers such as (0, 0.5), or leave it out",
        )
    return float(stretch[0]), float(stretch[1])


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
    ax.set(xlim=limits, xlabel=say("axis.threshold"))
