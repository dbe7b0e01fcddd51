"""The ROC curve: how many positives are found, for how many false alarms."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..core import digits
from ..core.conventions import Language, Legend
from ..core.errors import InputError, MetricError
from ..metrics.auc import auc
from ..metrics.bootstrap import Band
from ..metrics.confusion import Confusion
from ..metrics.costs import Costs
from ..metrics.curves import Curve
from ..metrics.sweep import Sweep
from ..metrics.thresholds import best_threshold
from .curves import (
    EDGE,
    SIZE,
    curves_and_tables,
    draw_bands,
    draw_curves,
    draw_tables,
    draw_thresholds,
    roc_square,
    tables_in_words,
)
from .equal_error_layers import draw_equal_errors, equal_errors_in_words
from .given_scores import of_curves
from .lines import names_of
from .look import COLOURS, letters, small, style
from .picture import axes_or_new, describe
from .placing import Label, beside, first_time, place
from .roc_layers import draw_area, draw_diagonal, draw_hulls, draw_iso_costs, draw_strips
from .say import head, named_thresholds, same_cut, say

MOST = 24  # samples of one class: one below the other fill the height of a page
ACROSS = 45  # letters of the ids from 0 to 1; where a step has room for fewer, they are turned
ROOM = 0.09  # above 1, for names there


@of_curves(points=(Confusion,))
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
    equal_error_rate: bool = False,
    band: "Band | Mapping[str, Band] | None" = None,
    mark: float | Sequence[float] | Mapping[str, float] | None = None,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the ROC curve, or several.

    What the keywords add is a layer each, which can be drawn by itself as well: :func:`hull`,
    :func:`diagonal`, :func:`iso_cost`, :func:`area`, :func:`strips`, :func:`band`, :func:`points`,
    :func:`equal_error_rate`.

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
    equal_error_rate : bool
        Whether to mark where both error rates are equal, FPR = 1 − TPR.
    band : Band or mapping of str to Band, optional
        What :func:`bootstrap_band` gives, for the first curve or for those named.
    mark : float, sequence of float, or mapping of str to float, optional
        Thresholds whose points to mark; by names of their own, where they have some.
    legend : bool or "auto"
        Whether names stand in a legend instead of beside their lines; ``"auto"`` where they are
        more than four, or have no room there.
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
    curves, tables = curves_and_tables(of)
    with style(language=language):
        ax = axes_or_new(ax, size=SIZE)
        roc_square(ax, above=ROOM if steps or costs is not None else EDGE)
        bands = draw_bands(ax, curves, band, line)
        lines = draw_curves(ax, curves, line)
        names = {_name(name, curves[name], area): drawn for name, drawn in lines.items() if name}
        if area and "" in curves:
            draw_area(ax, curves[""], color=lines[""].get_color())
        if strips is not False and curves:
            draw_strips(ax, next(iter(curves.values())), None if strips is True else strips)
        if steps:
            _name_steps(ax, curves, lines, below=hull)
        if hull:
            names |= draw_hulls(ax, curves, line)
        labels = draw_tables(ax, tables, len(curves)) + draw_thresholds(ax, curves, mark)
        if costs is not None or p_positive is not None:
            labels += draw_iso_costs(ax, curves, costs, p_positive)
        swept = {name: one.points for name, one in curves.items() if equal_error_rate}
        labels += draw_equal_errors(ax, swept, line, in_det=False) if swept else []
        labels += names_of(names) + bands
        labels += draw_diagonal(ax) if diagonal and first_time(ax, "chance") else []
        labels += _name_sides() if sides else []
        place(ax, labels, legend)
        texts = [_in_words(name, curve) for name, curve in curves.items()]
        texts += equal_errors_in_words(swept) + tables_in_words(tables)
        return describe(ax, " ".join(texts))


def _name(name: str, curve: Curve, area: bool) -> str:
    text = _area(curve) if area else None
    return f"{name} (AUC {text})" if text else name


def _area(curve: Curve) -> str | None:
    """Write the area, if the curve has one: it may stop before its end."""
    try:
        return digits.decimal(auc(curve))
    except MetricError:
        return None


def _name_steps(
    ax: Axes, curves: Mapping[str, Curve], lines: Mapping[str, Line2D], below: bool
) -> None:
    """Write the ids beside the steps: right of those upwards, above (or below) those rightwards."""
    for name, curve in curves.items():
        _few_enough(curve)
        lines[name].set(marker="o", markersize=letters(0.4))
        for i in range(1, len(curve)):
            _name_step(ax, curve, i, lines[name].get_color(), below)


def _few_enough(curve: Curve) -> None:
    sweep = curve.sweep
    samples_known = sweep.samples is not None and curve.rows is None
    if samples_known and max(sweep.positives, sweep.negatives) <= MOST:
        return
    many = f"{max(sweep.positives, sweep.negatives):g} samples of one class"
    raise InputError(
        f"the steps of {many if samples_known else 'a curve without samples'} can't be named",
        f"each needs a line of its own, and a picture has room for {MOST}",
        "sweep fewer samples, and keep them with the sweep; or leave steps=True out",
    )


def _name_step(ax: Axes, curve: Curve, i: int, colour, below: bool) -> None:
    text = ", ".join(str(one).rpartition(" ")[2] for one in curve[i].admitted)
    (x0, x1), (y0, y1) = curve.x[i - 1 : i + 1], curve.y[i - 1 : i + 1]
    gap = letters(0.35)
    if x0 == x1:
        spot = {"ha": "left", "va": "center", "offset": (gap, 0)}
    elif y0 == y1:
        turned = 90 if len(text) > ACROSS * (x1 - x0) else 0
        side = {"va": "top", "offset": (0, -gap)} if below else {"va": "bottom", "offset": (0, gap)}
        spot = {"ha": "center", "rotation": turned, **side}
    else:
        spot = {"ha": "left", "va": "top", "offset": (gap / 2, -gap / 2)}
    beside(ax, (x0 + x1) / 2, (y0 + y1) / 2, text, colour, size=small(0.75), zorder=5, **spot)


def _name_sides() -> list[Label]:
    """Say which side of the diagonal is better than guessing, and which is worse."""
    high, low = np.linspace(0.7, 1, 9), np.linspace(0.3, 0, 9)
    return [
        Label(say("roc.better"), 1 - high, high, COLOURS["ink"], 0.9),
        Label(say("roc.worse"), 1 - low, low, COLOURS["ink"], 0.9),
    ]


def _in_words(name: str, curve: Curve) -> str:
    best = best_threshold(curve.points, "youden")
    return say(
        "alt.roc",
        name=head(name),
        n=digits.count(len(curve)),
        area=_area(curve) or "–",
        gap=digits.decimal(best.value),
        thresholds=named_thresholds([same_cut(t, curve.sweep) for t in best.thresholds]),
    )
