"""Metrics over the threshold: which way each goes when the bar is raised, and where one is best."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ...core import digits
from ...core.conventions import Language
from ...core.errors import InputError
from ...core.formula import Formula
from ...metrics import thresholds
from ...metrics.evaluate import lookup
from ...metrics.sweep import Sweep
from ..colours import COLOURS
from ..lines import visible
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..placing import Label, place
from ..say import say
from ..unit_square import look_of, names_of
from . import threshold_parts as parts

LISTED = 3  # optima in a label; of more it says how many
MARKED = 200  # optima; more would be one thick line


def against_threshold(
    sweep: "Sweep | Mapping[str, Sweep]",
    metrics: str | Formula | Sequence = ("precision", "recall", "f1"),
    ax: Axes | None = None,
    *,
    best: str | Formula | None = "f1",
    between: "tuple[float, float] | None" = None,
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw metrics over the threshold, in steps: between two scores nothing changes.

    Parameters
    ----------
    sweep : Sweep, or mapping of str to Sweep
        The counts at every threshold.
    metrics : str, Formula, or sequence of these
        A line for each.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    best : str or Formula or None
        Mark every threshold where this is best; see :func:`mlmetrics_edu.best_threshold`.
    between : pair of float, optional
        The lowest and the highest threshold to show; without it all, and a little more.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

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
    sweeps = {n: parts.real_thresholds(one) for n, one in parts.by_name(sweep).items()}
    formulas = _formulas(metrics)
    optima = {n: thresholds.best_threshold(s, best) for n, s in sweeps.items() if best is not None}
    with style(language=language):
        ax = axes_or_new(ax, size=(6.2, 4.2))
        limits = parts.between_or_ends(between, *(one.threshold for one in sweeps.values()))
        named = _draw(ax, sweeps, formulas, limits, line)
        parts.over_thresholds(ax, limits)
        _label_y(ax, formulas)
        labels = [
            _mark(ax, found, named.get((name, found.criterion)), limits, name)
            for name, found in optima.items()
            if len(_seen(found, limits))
        ]
        place(ax, labels + names_of({_name(*key): line for key, line in named.items()}))
        return describe(ax, _in_words(sweeps, formulas, optima))


def _formulas(metrics) -> list[Formula]:
    several = [metrics] if isinstance(metrics, str | Formula) else list(metrics)
    if not several:
        raise InputError("metrics is empty", "there is no line to draw", 'e.g. metrics=["f1"]')
    return list(map(lookup, several))


def _draw(ax: Axes, sweeps: dict[str, Sweep], formulas, limits, line) -> dict:
    named = {}
    for name, sweep in sweeps.items():
        for formula in formulas:
            path = visible(*parts.stairs(sweep.threshold, sweep[formula], limits))
            (named[name, formula],) = ax.plot(*path, **look_of(len(named), line))
    return named


def _name(sweep: str, metric: Formula) -> str:
    return f"{sweep}: {parts.called(metric)}" if sweep else parts.called(metric)


def _label_y(ax: Axes, formulas) -> None:
    """Show all of the usual range, and name a metric that stands alone."""
    low, high = np.array([formula.range or (-np.inf, np.inf) for formula in formulas]).T
    if np.isfinite([low.min(), high.max()]).all():
        room = 0.02 * (high.max() - low.min())
        ax.set_ylim(low.min() - room, high.max() + 2 * room)
    ax.set_ylabel(parts.called(formulas[0]) if len(formulas) == 1 else say("axis.value"))


def _seen(optima, limits) -> np.ndarray:
    """Take the optima that the axis reaches; one at infinity stands at its end."""
    x = np.asarray(optima.thresholds[:MARKED])
    return np.clip(x[np.isinf(x) | ((limits[0] <= x) & (x <= limits[1]))], *limits)


def _mark(ax: Axes, optima, line, limits, name: str) -> Label:
    """Mark each optimum on its line, or (of what isn't drawn) by a line of its own."""
    x = _seen(optima, limits)
    colour = COLOURS["ink"] if line is None else line.get_color()
    for at in x:
        ax.axvline(at, color=colour, linestyle=":", linewidth=parts.thin(), zorder=1)
    value, (low, high) = float(optima.value), ax.get_ylim()
    if line is not None:
        ax.plot(x, np.full(len(x), value), "o", color=colour, markersize=letters(0.5), zorder=4)
        low = value
    text = _best(optima, "threshold.best")
    text = f"{name}: {text}" if name else text
    heights = np.linspace(low, high, 21)
    return Label(text, np.full(len(heights), x[0]), heights, colour, 0.9)


def _best(optima, key: str) -> str:
    value = digits.decimal(float(optima.value))
    return say(key, metric=parts.called(optima.criterion), value=value, where=_where(optima))


def _where(optima) -> str:
    plain = (digits.within(*interval) for interval in optima.intervals)
    return digits.listing([digits.threshold(threshold) for threshold in plain], LISTED)


def _in_words(sweeps, formulas, optima) -> str:
    names = say("threshold.comma").join(map(parts.called, formulas))
    texts = []
    for name, sweep in sweeps.items():
        text = say("alt.against_threshold", metrics=names, steps=f"{len(sweep) - 1:,}")
        text += " " + _best(optima[name], "alt.best") if name in optima else ""
        texts.append(f"{name}: {text}" if name else text)
    return " ".join(texts)
