"""Means of precision and recall over the plane of both: how much a mean forgives a low one."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ...core import digits, inputs
from ...core.conventions import Language, MeanName
from ..look import style
from ..picture import axes_or_new, describe
from ..say import say
from .f_surface import GRID, draw_map, read_levels
from .three_means import MEANS

LEVELS = (0.2, 0.4, 0.6, 0.8)


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
