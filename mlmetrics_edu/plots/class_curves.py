"""The curves of many classes, each against the rest, with their micro and macro averages."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..core import digits, words
from ..core.conventions import Language
from ..metrics.one_vs_rest import OneVsRest
from .curves import PLANES, draw_curves, path_of, square_for
from .look import COLOURS, style, visible, width
from .picture import describe
from .placing import Label, first_time, names_of, place
from .roc_curve import draw_diagonal
from .say import head, listing, say, verbatim

NAMED = 10  # classes; of more, none is told apart
FAINT = {"linestyle": "-", "alpha": 0.5}
MICRO = ("ink", "-", 1.5)
MACRO = ("quiet", (0, (1, 1.2)), 1.1)  # seen on the other, too, where both are one line
AREAS = {"roc": "auc", "pr": "average_precision"}


def class_curves(of: OneVsRest, ax: Axes, curve: str, language: Language | None = None) -> Axes:
    """Draw the curve of each class, and their averages in ink.

    Of P-R curves no mean is agreed upon, since precision between two points lies on no straight
    line: of them only the mean of the areas is written down.
    """
    make, symbol = PLANES[curve], words.symbol(AREAS[curve])
    areas = _areas(of, AREAS[curve])
    with style(language=language):
        ax = square_for(ax, curve)
        labels = _draw_classes(ax, of.curves(make), areas, symbol)
        text = say("classes.micro", symbol=symbol, area=areas["micro"])
        labels += names_of({text: _draw_average(ax, path_of(make(of.micro)), MICRO)})
        text = say("classes.macro", symbol=symbol, area=areas["macro"])
        labels += _macro(ax, of, text) if curve == "roc" else _macro_area(ax, text)
        if curve == "roc" and first_time(ax, "chance"):
            labels += draw_diagonal(ax)
        place(ax, labels)
        return describe(ax, _in_words(of, make(of.micro).name, areas, symbol))


def _areas(of: OneVsRest, area: str) -> dict:
    """Write down the area of each class, by its place, and of the averages."""
    macro, micro = (getattr(of, area)(average) for average in ("macro", "micro"))
    areas = dict(enumerate(macro.terms.values())) | {"macro": macro, "micro": micro}
    return {name: digits.decimal(one) for name, one in areas.items()}


def _draw_classes(ax: Axes, curves: Mapping, areas: Mapping, symbol: str) -> list[Label]:
    """Draw the curve of each class with its area; of very many, without their names."""
    names = [f"{verbatim(name)} ({symbol} {areas[k]})" for k, name in enumerate(curves)]
    if len(curves) <= NAMED:
        return names_of(draw_curves(ax, dict(zip(names, curves.values(), strict=True)), {}))
    faint = {"color": COLOURS["quiet"], "linewidth": width(0.4), **FAINT}
    lines = draw_curves(ax, dict(enumerate(curves.values())), faint)
    return names_of({say("classes.each", n=len(curves)): lines[0]})


def _draw_average(ax: Axes, path, look: tuple) -> Line2D:
    colour, dashes, wide = look
    how = {"color": COLOURS[colour], "linestyle": dashes, "linewidth": width(wide)}
    return ax.plot(*path, **how, zorder=3.5)[0]


def _macro(ax: Axes, of: OneVsRest, text: str) -> list[Label]:
    return names_of({text: _draw_average(ax, visible(*of.macro_roc()), MACRO)})


def _macro_area(ax: Axes, text: str) -> list[Label]:
    """Write an area that has no curve: below all lines, or in the legend."""
    nothing = ax.plot([], [], linestyle="")[0]
    along = np.linspace(0.02, 0.98, 21)
    return [Label(text, along, 0 * along + 0.02, COLOURS["ink"], line=nothing, named=True)]


def _in_words(of: OneVsRest, curve: str, areas: Mapping, symbol: str) -> str:
    each = [f"{head(verbatim(name))}{areas[k]}" for k, name in enumerate(of.classes)]
    averages = (
        say(f"classes.{name}", symbol=symbol, area=areas[name]) for name in ("micro", "macro")
    )
    listed = say("join.comma").join([listing(each, NAMED), *averages])
    return say("alt.classes", areas=listed, curve=curve, n=len(each), symbol=symbol)
