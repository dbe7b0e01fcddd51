"""The table of right and wrong as a heat map."""

import seaborn as sns
from matplotlib.axes import Axes

from ..core import digits
from ..metrics.confusion import ORIENTATIONS, Confusion
from .style import axes_or_new, describe, ink_on, style

DEFAULT = next(iter(ORIENTATIONS))


def confusion(
    c: Confusion,
    ax: Axes | None = None,
    *,
    orientation: str = DEFAULT,
    names: tuple[str, str] | None = None,
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
    **heatmap
        Passed on to :func:`seaborn.heatmap`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    table = c.table(orientation)
    cells = ORIENTATIONS[orientation]
    order = [name.replace("$", r"\$") for name in names or c.names]  # a price is no formula
    order = order if "negative first" in orientation else order[::-1]
    look = {
        "annot": [[f"{name}\n{digits.count(c.counts[name])}" for name in row] for row in cells],
        "annot_kws": {"size": 20},
        "xticklabels": order,
        "yticklabels": order,
        "cmap": "Blues",
        "cbar": False,
        "square": True,
        "linewidths": 2,
        "vmin": 0,
        # One scale for tables of the same samples, and never so dark that black letters drown.
        "vmax": 1.5 * c.total,
        "fmt": "",
    }
    ax = axes_or_new(ax)
    with style():
        sns.heatmap(table, ax=ax, **{**look, **heatmap})
    for text, ground in zip(ax.texts, ax.collections[-1].get_facecolors(), strict=False):
        text.set_color(ink_on(ground))
    _label(ax, orientation)
    return describe(ax, _in_words(c, orientation))


def _label(ax: Axes, orientation: str) -> None:
    rows, columns = ("truth", "predicted") if "rows" in orientation else ("predicted", "truth")
    ax.set(ylabel=rows, xlabel=columns)
    ax.tick_params(length=0)
    ax.tick_params(axis="y", rotation=90)


def _in_words(c: Confusion, orientation: str) -> str:
    return f"A two-by-two table, {orientation}: {c.summary}."
