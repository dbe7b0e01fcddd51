"""Means of precision and recall: why the harmonic one is F1."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..core import digits, inputs
from ..core.conventions import Language, MeanName
from ..core.errors import InputError
from ..metrics.means import OF_RATES as MEANS
from .f_beta import draw_map, read_levels
from .lines import look_of, width
from .look import for_letters, letters, style
from .picture import axes_or_new, describe
from .placing import HALO, Label, place
from .say import called, say, shown

GRID = 201
APART = slice(GRID // 25, GRID // 3)  # where the lines are well apart
LEADERS = {"geometric": (21, 0.25), "harmonic": (17, 0.12)}  # from which point, to which height
LEVELS = (0.2, 0.4, 0.6, 0.8)


def means(
    ax: Axes | None = None,
    *,
    precision: float = 0.7,
    which: MeanName | Sequence[MeanName] = ("arithmetic", "geometric", "harmonic"),
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw means of precision and recall while precision stands still and recall grows.

    Only the harmonic mean stays near the smaller one: it is why F1 can't be had by recall alone.

    Parameters
    ----------
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    precision : float
        Where precision stands.
    which : sequence of {"maximum", "arithmetic", "geometric", "harmonic", "minimum"}
        The means to draw.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes

    References
    ----------
    Manning, Raghavan & Schütze (2008), Introduction to Information Retrieval, figure 8.1.
    """
    inputs.share(precision, "precision", "it is TP / (TP + FP)", zero=False)
    chosen = {inputs.choice(name, MEANS, "which") for name in _several(which)}
    with style(language=language):
        ax = axes_or_new(ax)
        recall = np.linspace(0, 1, GRID)
        lines: dict[str, Line2D] = {}
        for name in (name for name in MEANS if name in chosen):
            y = MEANS[name].column(precision=precision, recall=recall)
            (lines[name],) = ax.plot(recall, y, **look_of(len(lines), line))
        fixed = say("means.fixed", precision=shown(precision))
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.04), xlabel=called("recall"), ylabel=fixed)
        _name(ax, lines)
        return describe(ax, _in_words(precision, lines))


def _several(which) -> list[str]:
    """Take one name or several."""
    names = [which] if isinstance(which, str) else list(which)
    if not names:
        raise InputError("which is empty", "there is no mean to draw", 'e.g. which=["harmonic"]')
    return names


def _name(ax: Axes, lines: dict[str, Line2D]) -> None:
    """Write names where the lines are apart; one that runs between two others has a leader."""
    order, labels = list(lines), []
    for name, line in lines.items():
        if name in LEADERS and name not in (order[0], order[-1]):
            _lead(ax, say(f"mean.{name}"), line, *LEADERS[name])
        else:
            spots = APART if name == order[-1] else slice(None)
            x, y = (data[spots] for data in line.get_data())
            labels.append(Label(say(f"mean.{name}"), x, y, line.get_color()))
    place(ax, labels)


def _lead(ax: Axes, text: str, line: Line2D, point: int, height: float) -> None:
    """Write a name in the empty corner, and lead from it to the line."""
    colour, spot = line.get_color(), line.get_xydata()[point]
    arrow = {"arrowstyle": "-", "color": colour, "linewidth": width(0.6)}
    look = {"color": for_letters(colour), "path_effects": HALO, "va": "center"}
    ax.annotate(text, spot, (0.5, height), arrowprops=arrow, **look)
    ax.plot(*spot, "o", color=colour, markersize=letters(0.4))


def _in_words(precision: float, chosen) -> str:
    low = {name: MEANS[name].work(precision=precision, recall=0.1) for name in chosen}
    values = say("join.comma").join(
        f"{say(f'mean.{n}')} {digits.decimal(float(v))}" for n, v in low.items()
    )
    return say("alt.means", precision=shown(precision), values=values)


def mean_surface(
    which: MeanName = "harmonic",
    ax: Axes | None = None,
    *,
    levels: float | Sequence[float] = LEVELS,
    language: Language | None = None,
    **contour: Any,
) -> Axes:
    """Draw a mean of precision and recall over both, as a map with lines of equal height.

    Parameters
    ----------
    which : {"maximum", "arithmetic", "geometric", "harmonic", "minimum"}
        The mean to draw.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    levels : sequence of float
        The values of the mean whose lines are drawn.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **contour
        Passed on to :meth:`matplotlib.axes.Axes.contourf`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there is no such mean, or a level is not between 0 and 1.
    """
    mean, levels = MEANS[inputs.choice(which, MEANS, "which")], read_levels(levels)
    with style(language=language):
        ax = axes_or_new(ax, size=(5.0, 5.0))
        side = np.linspace(0, 1, GRID)
        recall, precision = np.meshgrid(*[np.maximum(side, 1e-9)] * 2)
        surface = mean.column(precision=precision, recall=recall)
        draw_map(ax, side, surface, levels, contour)
        ax.set_title(say(f"mean.{which}"))
        low = digits.decimal(float(mean.work(precision=0.9, recall=0.1)))
        return describe(ax, say("alt.mean_surface", name=say(f"mean.{which}"), value=low))
