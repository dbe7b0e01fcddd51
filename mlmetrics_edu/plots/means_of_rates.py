"""Means of precision and recall: why the harmonic one is F1."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..core import digits
from ..core.conventions import Language
from ..metrics.means import OF_RATES
from .f_beta import draw_map
from .look import for_letters, letters, look_of, style, width
from .picture import axes_or_new, describe
from .placing import HALO, Label, place
from .say import called, say, shown

MEANS = ("arithmetic", "geometric", "harmonic")
GRID = 201
APART = slice(GRID // 25, GRID // 3)  # where the lines are well apart
LEADER = 21, (0.5, 0.25)  # from which point of the middle line, to where its name stands
LEVELS = [0.2, 0.4, 0.6, 0.8]


def means(precision: float = 0.7, language: Language | None = None) -> Axes:
    """Draw three means of precision and recall while precision stands still and recall grows.

    Only the harmonic mean stays near the smaller one: it is why F1 can't be had by recall alone.

    Parameters
    ----------
    precision : float
        Where precision stands.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    References
    ----------
    Manning, Raghavan & Schütze (2008), Introduction to Information Retrieval, figure 8.1.
    """
    with style(language=language):
        ax = axes_or_new(None)
        recall, lines = np.linspace(0, 1, GRID), {}
        for k, name in enumerate(MEANS):
            y = OF_RATES[name].column(precision=precision, recall=recall)
            (lines[name],) = ax.plot(recall, y, **look_of(k, {}))
        fixed = say("means.fixed", precision=shown(precision))
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.04), xlabel=called("recall"), ylabel=fixed)
        _name(ax, *lines.values())
        low = (OF_RATES[name].work(precision=precision, recall=0.1) for name in MEANS)
        values = say("join.comma").join(
            f"{say(f'mean.{name}')} {digits.decimal(mean)}"
            for name, mean in zip(MEANS, low, strict=True)
        )
        return describe(ax, say("alt.means", precision=shown(precision), values=values))


def _name(ax: Axes, highest: Line2D, middle: Line2D, lowest: Line2D) -> None:
    """Write names where the lines are apart; that of the middle one leads to it from below."""
    colour, (point, spot) = middle.get_color(), LEADER
    end = middle.get_xydata()[point]
    arrow = {"arrowstyle": "-", "color": colour, "linewidth": width(0.6)}
    look = {"color": for_letters(colour), "path_effects": HALO, "va": "center"}
    ax.annotate(say("mean.geometric"), end, spot, arrowprops=arrow, **look)
    ax.plot(*end, "o", color=colour, markersize=letters(0.4))
    x, y = lowest.get_data()
    labels = [Label(say("mean.arithmetic"), *highest.get_data(), highest.get_color())]
    labels += [Label(say("mean.harmonic"), x[APART], y[APART], lowest.get_color())]
    place(ax, labels)


def mean_surface(name: str, ax: Axes) -> Axes:
    """Draw a mean of precision and recall over both, as a map with lines of equal height."""
    mean, side = OF_RATES[name], np.linspace(0, 1, GRID)
    recall, precision = np.meshgrid(*[np.maximum(side, 1e-9)] * 2)
    draw_map(ax, side, mean.column(precision=precision, recall=recall), LEVELS, {})
    ax.set_title(say(f"mean.{name}"))
    low = digits.decimal(float(mean.work(precision=0.9, recall=0.1)))
    return describe(ax, say("alt.mean_surface", name=say(f"mean.{name}"), value=low))
