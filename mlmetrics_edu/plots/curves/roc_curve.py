"""The ROC curve: how many positives are found, for how many false alarms."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ...core import digits, words
from ...core.conventions import Language
from ...core.errors import MetricError
from ...metrics.auc import auc
from ...metrics.comparing.band import Band
from ...metrics.confusion import Confusion
from ...metrics.costing.costs import Costs
from ...metrics.curve import Curve
from ...metrics.sweep import Sweep
from ...metrics.thresholds import best_threshold
from ..by_threshold.threshold_parts import shown
from ..colours import COLOURS
from ..labels import beside
from ..look import style
from ..picture import axes_or_new, describe
from ..placing import Label, place
from ..say import say
from ..unit_square import (
    EDGE,
    FAINT,
    SIZE,
    draw_curves,
    names_of,
    shade_bands,
    square,
    width,
)
from . import roc_points
from .roc_lines import draw_hulls, draw_iso_lines
from .roc_steps import ROOM, name_steps
from .roc_strips import draw_strips


def roc(
    of: "Sweep | Curve | Confusion | Mapping[str, Sweep | Curve | Confusion]",
    ax: Axes | None = None,
    *,
    steps: bool = False,
    hull: bool = False,
    diagonal: bool = True,
    costs: "Costs | Mapping[str, Costs] | None" = None,
    p_positive: float | None = None,
    area: bool = False,
    strips: "bool | int" = False,
    sides: bool = False,
    band: "Band | Mapping[str, Band] | None" = None,
    mark: float | Sequence[float] | Mapping[str, float] | None = None,
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the ROC curve, or several.

    Parameters
    ----------
    of : Sweep, Curve, Confusion, or mapping of str to these
        What to draw; names are written beside. A table of counts is a single point.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    steps : bool
        Whether to write beside each step who is let in there: for few samples.
    hull : bool
        Whether to draw the convex hull.
    diagonal : bool
        Whether to draw what guessing gives.
    costs : Costs or mapping of str to Costs, optional
        For each a line of equal cost, where it touches the best of all curves.
    p_positive : float, optional
        The share of positives for that; without it, that of the samples.
    area : bool
        Whether to shade the area (below a single curve) and to write it down.
    strips : bool or int
        Whether to draw what each positive adds to the area, right of its step; a number also
        frames that strip, counted from the lowest, and writes down its area.
    sides : bool
        Whether to say which side of the diagonal is better than guessing, and which is worse.
    band : Band or mapping of str to Band, optional
        What :func:`bootstrap_band` gives, for the first curve or for those named.
    mark : float, sequence of float, or mapping of str to float, optional
        Thresholds whose points to mark; by names of their own, where they have some.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot` for the curves.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If one of the classes is missing.
    InputError
        If steps are too many to be named, there is no such strip, or something isn't a ROC curve.
    """
    curves, points = roc_points.split(of)
    with style(language=language):
        ax = axes_or_new(ax, size=SIZE)
        room = ROOM if steps or costs is not None else EDGE
        square(ax, f"{say('fpr')}  {words.symbol('fpr')}", say("roc.tpr"), EDGE, room)
        labels = shade_bands(ax, curves, band, line)
        lines = draw_curves(ax, curves, line)
        named = {_name(name, curves[name], area): lines[name] for name in lines if name}
        if area and "" in curves:
            _shade(ax, curves[""], lines[""])
        draw_strips(ax, curves, strips)
        if steps:
            name_steps(ax, curves, lines, below=hull)
        if hull:
            named |= draw_hulls(ax, curves, lines)
        first = roc_points.draw_points(ax, points, len(curves))
        first += roc_points.draw_marks(ax, curves, mark)
        first += draw_iso_lines(ax, curves, costs, p_positive)
        last = _draw_diagonal(ax) if diagonal else []
        last += roc_points.name_sides() if sides else []
        place(ax, first + names_of(named) + labels + last)
        said = [_in_words(name, curve) for name, curve in curves.items()]
        return describe(ax, " ".join(said + roc_points.in_words(points)))


def _draw_diagonal(ax: Axes) -> list[Label]:
    quiet, ends = COLOURS["quiet"], np.array([0.06, 0.94])
    line = ax.plot([0, 1], [0, 1], color=quiet, lw=width(0.6), ls=(0, (2, 2)), zorder=2)[0]
    return [Label(say("roc.chance"), ends, ends, quiet, 0.9, 45, line)]


def _shade(ax: Axes, curve: Curve, line: Line2D) -> None:
    ax.fill_between(*line.get_data(), color=line.get_color(), alpha=FAINT, lw=0, zorder=1)
    text = f"{words.symbol('auc')} = {digits.both(auc(curve))}"
    beside(ax, 0.98, 0.03, text, offset=(0, 0), ha="right", va="bottom", zorder=7)


def _area(curve: Curve) -> str | None:
    """Write the area, if the curve has one: it may stop before its end."""
    try:
        return digits.decimal(auc(curve))
    except MetricError:
        return None


def _name(name: str, curve: Curve, area: bool) -> str:
    text = _area(curve) if area else None
    return f"{name} (AUC {text})" if text else name


def _in_words(name: str, curve: Curve) -> str:
    best = best_threshold(curve.points, "youden")
    found = {
        "name": f"{name}: " if name else "",
        "n": digits.count(len(curve)),
        "area": _area(curve) or "–",
        "gap": digits.decimal(best.value),
        "thresholds": digits.listing([shown(t) for t in best.thresholds]),
    }
    return say("alt.roc", **found)
