"""The table of right and wrong as a heat map."""

from collections.abc import Sequence

import seaborn as sns
from matplotlib.axes import Axes

from ...core import digits
from ...core.labels import CLASSES
from ...metrics.confusion import LETTERS, ORIENTATIONS, Confusion
from ..colours import ink_on
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..say import say, verbatim
from .matrix_rates import draw_rates

DEFAULT = next(iter(ORIENTATIONS))
LOOK = {"cmap": "Blues", "cbar": False, "square": True, "linewidths": 2, "fmt": ""}


def confusion(
    c: Confusion,
    ax: Axes | None = None,
    *,
    orientation: str = DEFAULT,
    names: tuple[str, str] | None = None,
    rates: Sequence[str] = (),
    lettered: bool = False,
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
    rates : sequence of str
        Rates to write at the edges, with a frame around the row or the column that each divides
        by: ``"precision"``, ``"recall"``, ``"specificity"``, ``"npv"``; ``"accuracy"`` stands at
        the end of the diagonal.
    lettered : bool
        Whether cells and formulas have the letters A, B, C and D of the books.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **heatmap
        Passed on to :func:`seaborn.heatmap`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    table = c.table(orientation)
    rates = [rates] if isinstance(rates, str) else rates
    signs = _signs(orientation, lettered)
    with style(language=language):
        order = _classes(c, names) if "negative first" in orientation else _classes(c, names)[::-1]
        look = {**LOOK, "annot": _cells(c, orientation, signs)}
        look |= {"annot_kws": {"size": letters(1.5)}}
        # One scale for tables of the same samples, and never so dark that black letters drown.
        look |= {"xticklabels": order, "yticklabels": order, "vmin": 0, "vmax": 1.5 * c.total}
        ax = axes_or_new(ax, size=(7.2, 5.6) if rates else (5.0, 4.2))
        sns.heatmap(table, ax=ax, **{**look, **heatmap})
        for text, ground in zip(ax.texts, ax.collections[-1].get_facecolors(), strict=False):
            text.set_color(ink_on(ground))
        _label(ax, orientation)
        custom = say(orientation).partition("\n")[0]
        describe(ax, say("alt.confusion", orientation=custom, counts=c.summary))
        told = draw_rates(ax, c, ORIENTATIONS[orientation], rates, signs) if rates else ""
        return describe(ax, told)


def _classes(c: Confusion, names: tuple[str, str] | None) -> list[str]:
    """Name the classes as the labels did; where they had no words, in the language in force."""
    if names is None and c.names == CLASSES:
        return [say(name) for name in CLASSES]
    return [verbatim(name) for name in names or c.names]


def _signs(orientation: str, lettered: bool) -> dict[str, str]:
    """Say what the four counts are called: by their names, or by the letters of the books."""
    letter = LETTERS[orientation.partition(",")[0]]
    return {cell: name if lettered else cell for name, cell in letter.items()}


def _cells(c: Confusion, orientation: str, signs: dict[str, str]) -> list[list[str]]:
    cells = ORIENTATIONS[orientation]
    head = {cell: sign if sign == cell else f"{sign}\n{cell}" for cell, sign in signs.items()}
    return [[f"{head[cell]}\n{digits.count(c.counts[cell])}" for cell in row] for row in cells]


def _label(ax: Axes, orientation: str) -> None:
    sides = ("truth_side", "predicted") if "rows" in orientation else ("predicted", "truth_side")
    ax.set(ylabel=say(sides[0]), xlabel=say(sides[1]))
    ax.tick_params(length=0)
    ax.tick_params(axis="y", rotation=90)
