"""The table of right and wrong as a heat map."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import seaborn as sns
from matplotlib.axes import Axes

from ...core import digits, inputs
from ...core.conventions import Language, Orientation
from ...core.errors import InputError
from ...core.inputs import CLASSES
from ...metrics.confusion import LETTERS, ORIENTATIONS, Confusion
from ..colours import ink_on
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..say import say, verbatim
from .matrix_rates import draw_rates

DEFAULT = next(iter(ORIENTATIONS))
LOOK = {"cmap": "Blues", "cbar": False, "square": True, "linewidths": 2, "fmt": ""}
IDLE = {"robust": "colours go from 0 to a largest value, which vmin= and vmax= change"}


def confusion(
    c: Confusion,
    ax: Axes | None = None,
    *,
    orientation: Orientation = DEFAULT,
    names: tuple[str, str] | None = None,
    rates: Sequence[str] = (),
    lettered: bool = False,
    language: Language | None = None,
    **heatmap: Any,
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
        Passed on to :func:`seaborn.heatmap`; ``fmt`` says how counts are written, and
        ``annot_kws`` how all in a cell looks.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there is no such orientation, or a keyword would have no effect.
    """
    table = c.table(orientation)
    used(heatmap, IDLE)
    rates = [rates] if isinstance(rates, str) else rates
    signs = _signs(orientation, lettered)
    with style(language=language):
        order = _classes(c, names) if "negative first" in orientation else _classes(c, names)[::-1]
        look = {**LOOK, "annot": _cells(c, orientation, signs, heatmap)}
        words = {"size": letters(1.5), **heatmap.pop("annot_kws", {})}
        # One scale for tables of the same samples, and never so dark that black letters drown.
        look |= {"xticklabels": order, "yticklabels": order, "vmin": 0, "vmax": 1.5 * c.total}
        ax = axes_or_new(ax, size=(7.2, 5.6) if rates else (5.0, 4.2))
        sns.heatmap(table, ax=ax, annot_kws=words, **{**look, **heatmap})
        for text, ground in zip(ax.texts, ax.collections[-1].get_facecolors(), strict=False):
            text.set_color(words.get("color") or words.get("c") or ink_on(ground))
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


def used(keywords: Mapping, idle: Mapping[str, str]) -> None:
    """Refuse the keywords that would have no effect, each with the reason."""
    for name in keywords.keys() & idle.keys():
        raise InputError(
            f"{name}={inputs.short(keywords[name])}",
            idle[name],
            f"leave {name} out; the other keywords of seaborn.heatmap do have an effect",
        )


def writer(form: str | None, usual: Callable) -> Callable:
    """Return what writes a number: as usual, or by a format such as ``".1f"``."""

    def write(value):
        try:
            return format(value, form)
        except (ValueError, TypeError):
            raise InputError(
                f"fmt={inputs.short(form)}",
                f"{inputs.short(value)} can't be written by it",
                'pass a format of Python, such as fmt=",.0f"',
            ) from None

    return usual if form is None else write


def _cells(c: Confusion, orientation: str, signs: dict[str, str], heatmap: dict) -> list[list[str]]:
    """Write each cell; a format speaks of the counts, unless somebody writes the cells himself."""
    write = writer(None if "annot" in heatmap else heatmap.pop("fmt", None), digits.count)
    cells = ORIENTATIONS[orientation]
    head = {cell: sign if sign == cell else f"{sign}\n{cell}" for cell, sign in signs.items()}
    return [[f"{head[cell]}\n{write(c.counts[cell])}" for cell in row] for row in cells]


def _label(ax: Axes, orientation: str) -> None:
    sides = ("truth_side", "predicted") if "rows" in orientation else ("predicted", "truth_side")
    ax.set(ylabel=say(sides[0]), xlabel=say(sides[1]))
    ax.tick_params(length=0)
    ax.tick_params(axis="y", rotation=90)
