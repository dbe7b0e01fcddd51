"""The table of right and wrong as a heat map."""

import seaborn as sns
from matplotlib.axes import Axes

from ...core import digits
from ...core.labels import CLASSES
from ...metrics.confusion import ORIENTATIONS, Confusion
from ..colours import ink_on
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..say import say

DEFAULT = next(iter(ORIENTATIONS))
LOOK = {"cmap": "Blues", "cbar": False, "square": True, "linewidths": 2, "fmt": ""}


def confusion(
    c: Confusion,
    ax: Axes | None = None,
    *,
    orientation: str = DEFAULT,
    names: tuple[str, str] | None = None,
    language: str | None = None,
    **heatmap,
) -> Axes:
    """Draw the four counts, each cell with its name and its number.

    Parameters
    ----------
    c : Confusion
        The counts.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    orientation : str
        Which of the four customs to follow; see :meth:`Confusion.table`.
    names : pair of str
        What the negative and the positive class are called, if not as the labels were.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **heatmap
        Passed on to :func:`seaborn.heatmap`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    table = c.table(orientation)
    with style(language=language):
        order = _classes(c, names) if "negative first" in orientation else _classes(c, names)[::-1]
        look = {**LOOK, "annot": _cells(c, orientation), "annot_kws": {"size": letters(1.5)}}
        # One scale for tables of the same samples, and never so dark that black letters drown.
        look |= {"xticklabels": order, "yticklabels": order, "vmin": 0, "vmax": 1.5 * c.total}
        ax = axes_or_new(ax)
        sns.heatmap(table, ax=ax, **{**look, **heatmap})
        for text, ground in zip(ax.texts, ax.collections[-1].get_facecolors(), strict=False):
            text.set_color(ink_on(ground))
        _label(ax, orientation)
        return describe(ax, say("alt.confusion", orientation=orientation, counts=c.summary))


def _classes(c: Confusion, names: tuple[str, str] | None) -> list[str]:
    """Name the classes as the labels did; where they had no words, in the language in force."""
    if names is None and c.names == CLASSES:
        return [say(name) for name in CLASSES]
    return [name.replace("$", r"\$") for name in names or c.names]  # a price is no formula


def _cells(c: Confusion, orientation: str) -> list[list[str]]:
    cells = ORIENTATIONS[orientation]
    return [[f"{name}\n{digits.count(c.counts[name])}" for name in row] for row in cells]


def _label(ax: Axes, orientation: str) -> None:
    sides = ("truth_side", "predicted") if "rows" in orientation else ("predicted", "truth_side")
    ax.set(ylabel=say(sides[0]), xlabel=say(sides[1]))
    ax.tick_params(length=0)
    ax.tick_params(axis="y", rotation=90)
