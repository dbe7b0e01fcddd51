"""The shapes behind the mean errors: where a norm is 1, and how a loss grows with an error."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ...core.conventions import Language
from ..colours import COLOURS, SERIES
from ..labels import beside
from ..look import style
from ..picture import axes_or_new, describe
from ..say import say

TURN = np.linspace(0, 2 * np.pi, 361)
# The corners of the two squares are drawn exactly, the circle as a line of 360 pieces.
BALLS = {
    "‖e‖₁ = |e₁| + |e₂| = 1": (np.array([1, 0, -1, 0, 1.0]), np.array([0, 1, 0, -1, 0.0])),
    "‖e‖₂ = √(e₁² + e₂²) = 1": (np.cos(TURN), np.sin(TURN)),
    "‖e‖∞ = max(|e₁|, |e₂|) = 1": (np.array([1, 1, -1, -1, 1.0]), np.array([-1, 1, 1, -1, -1.0])),
}
# At which height each name stands, and to where on its shape a stroke leads from it.
NAMED = dict(zip(BALLS, ((0.0, ()), (-1.2, (0.5, -(0.75**0.5))), (1.2, (0.55, 1.0))), strict=True))
LOSSES = {"absolute_loss": np.abs, "squared_loss": np.square}


def norms(ax: Axes | None = None, *, language: Language | None = None, **plot: Any) -> Axes:
    """Draw the pairs of errors whose norm is 1, for the l1, the l2 and the maximum norm.

    Parameters
    ----------
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **plot
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    with style(language=language):
        ax = axes_or_new(ax, size=(5.6, 5.6))
        for (x, y), (colour, stroke) in zip(BALLS.values(), SERIES, strict=False):
            ax.plot(x, y, **{"color": colour, "linestyle": stroke, **plot})
        for (name, (y, end)), (colour, _) in zip(NAMED.items(), SERIES, strict=False):
            if end:
                look = {"color": COLOURS["quiet"], "linewidth": 1, "linestyle": "-"}
                ax.plot([0.3, end[0]], [0.93 * y, end[1]], **look)
            beside(ax, 0, y, name, colour, ha="center", va="center", offset=(0, 0))
        _cross(ax)
        ax.set(xlim=(-1.35, 1.35), ylim=(-1.35, 1.35), aspect="equal")
        ax.set(xticks=(-1, 0, 1), yticks=(-1, 0, 1))
        ax.set(xlabel=say("first_error"), ylabel=say("second_error"))
        return describe(ax, say("alt.norms"))


def _cross(ax: Axes) -> None:
    for line in (ax.axhline, ax.axvline):
        line(0, color=COLOURS["negative"], linewidth=1, zorder=0)


def losses(ax: Axes | None = None, *, language: Language | None = None, **plot: Any) -> Axes:
    """Draw what an error costs: itself, as in the MAE, or its square, as in the MSE.

    Parameters
    ----------
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **plot
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    e = np.linspace(-2, 2, 401)
    with style(language=language):
        ax = axes_or_new(ax, size=(5.6, 4.4))
        for (name, of), (colour, stroke) in zip(LOSSES.items(), SERIES, strict=False):
            ax.plot(e, of(e), **{"color": colour, "linestyle": stroke, **plot})
            at, side = (-1.7, "left") if name == "squared_loss" else (1.2, "left")
            beside(ax, at, of(at), say(name), colour, ha=side, va="top" if at > 0 else "bottom")
        ax.set(xlim=(-2.2, 2.2), ylim=(0, 4), xlabel=say("one_error"), ylabel=say("loss"))
        ax.set(xticks=range(-2, 3), yticks=range(5))
        return describe(ax, say("alt.losses"))
