"""The ROC curve and its layers: how many positives are found, for how many false alarms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from ..core import digits, inputs, words
from ..core.conventions import Language, Legend
from ..core.errors import InputError, MetricError
from ..core.formula import Formula
from ..metrics.auc import AUC, auc
from ..metrics.bootstrap import Band
from ..metrics.confusion import Confusion
from ..metrics.costs import Costs, expected_cost, iso_performance_slope
from ..metrics.curves import Curve, roc_hull
from ..metrics.curves import roc as roc_of
from ..metrics.sweep import Sweep
from ..metrics.thresholds import best_threshold
from .curves import (
    EDGE,
    FAINT,
    SIZE,
    by_name,
    curves_and_tables,
    curves_of,
    draw_bands,
    draw_curves,
    draw_tables,
    draw_thresholds,
    layer,
    one_curve,
    path_of,
    roc_square,
    tables_in_words,
)
from .door import of_scores
from .look import COLOURS, SERIES, letters, look_of, small, style, width
from .picture import axes_or_new, describe, describe_alone
from .placing import Label, beside, first_time, names_of, place
from .say import head, named_thresholds, same_cut, say

MOST = 24  # samples of one class: one below the other fill the height of a page
ACROSS = 45  # letters of the ids from 0 to 1; where a step has room for fewer, they are turned
ROOM = 0.09  # above 1, for names there
FEW = 40  # corners; more have no room for a marker each
ISO = (
    ("#AA4C80", (0, (6, 2))),
    ("#8C6D00", (0, (1, 1))),
    ("#222222", (0, (6, 2, 1, 2))),
    ("#3B6E8F", (0, (3, 1))),
)
TINTS = ("#C5E3F6", "#E6F3FB")  # in turn, so that neighbours are told apart
NARROW = 60  # more strips than this would be edges and nothing else
WIDTH = Formula("width", "(TN + tied/2) / negatives")  # of a strip
HEIGHT = Formula("height", "TP / positives")


@of_scores
def roc(
    of: Sweep | Curve | Confusion | Mapping[str, Sweep | Curve | Confusion],
    ax: Axes | None = None,
    *,
    steps: bool = False,
    hull: bool = False,
    diagonal: bool = True,
    area: bool = False,
    costs: Costs | Mapping[str, Costs] | None = None,
    band: Band | Mapping[str, Band] | None = None,
    mark: float | Sequence[float] | Mapping[str, float] | None = None,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the ROC curve, or several.

    What can be drawn over it: :func:`iso_cost`, :func:`band`, :func:`strips`,
    :func:`equal_error_rate`.

    Parameters
    ----------
    of : Sweep, Curve, Confusion, or mapping of str to these
        What to draw; names are written beside. A table of counts is a single point.
    steps : bool
        Whether to write beside each step who is let in there: for few samples.
    hull : bool
        Whether to draw the convex hull.
    diagonal : bool
        Whether to draw what guessing gives.
    area : bool
        Whether to shade the area (below a single curve) and to write it down.
    costs : Costs or mapping of str to Costs, optional
        For each a line of equal cost, where it touches the best of all curves.
    band : Band or mapping of str to Band, optional
        What :func:`bootstrap_band` gives, for the first curve or for those named.
    mark : float, sequence of float, or mapping of str to float, optional
        Thresholds whose points to mark; by names of their own, where they have some.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If one of the classes is missing.
    InputError
        If steps are too many to be named, or something isn't a ROC curve.
    """
    curves, tables = curves_and_tables(of)
    with style(language=language):
        ax = axes_or_new(ax, size=SIZE)
        roc_square(ax, above=ROOM if steps or costs is not None else EDGE)
        bands = draw_bands(ax, curves, band, line)
        lines = draw_curves(ax, curves, line)
        names = {_name(name, curves[name], area): artist for name, artist in lines.items() if name}
        if area and "" in curves:
            _draw_area(ax, curves[""], lines[""].get_color())
        if steps:
            _name_steps(ax, curves, lines, below=hull)
        if hull:
            names |= _draw_hulls(ax, curves, line)
        labels = draw_tables(ax, tables, len(curves)) + draw_thresholds(ax, curves, mark)
        labels += [] if costs is None else draw_iso_costs(ax, curves, costs)
        labels += names_of(names) + bands
        labels += draw_diagonal(ax) if diagonal and first_time(ax, "chance") else []
        place(ax, labels, legend)
        return describe(ax, lambda: _in_words(curves, tables))


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


def _in_words(curves: Mapping[str, Curve], tables: Mapping[str, Confusion]) -> str:
    texts = [_curve_in_words(name, curve) for name, curve in curves.items()]
    return " ".join(texts + tables_in_words(tables))


def _curve_in_words(name: str, curve: Curve) -> str:
    best = best_threshold(curve.points, "youden")
    return say(
        "alt.roc",
        name=head(name),
        n=digits.count(len(curve)),
        area=_area(curve) or "–",
        gap=digits.decimal(best.value),
        thresholds=named_thresholds([same_cut(t, curve.sweep) for t in best.thresholds]),
    )


def draw_diagonal(ax: Axes) -> list[Label]:
    """Draw the diagonal; its label lies along it."""
    quiet, ends = COLOURS["quiet"], np.array([0.06, 0.94])
    look = {"color": quiet, "linewidth": width(0.6), "linestyle": (0, (2, 2)), "zorder": 2}
    artist = ax.plot([0, 1], [0, 1], **look)[0]
    return [Label(say("roc.chance"), ends, ends, quiet, 0.9, True, artist)]


def _draw_hulls(ax: Axes, curves: Mapping[str, Curve], line: Mapping) -> dict[str, Line2D]:
    """Draw the hull of each curve in its colour; return the line that is to be named."""
    for k, (name, curve) in enumerate(curves.items()):
        x, y = roc_hull(curve.points)
        own = look_of(k, line)
        look = {
            "color": own["color"] if name else COLOURS["gap"],
            "linewidth": 0.7 * own.get("linewidth", width(1)),
            "linestyle": SERIES[1][1],
            "marker": "s" if len(x) <= FEW else "",
            "markersize": letters(0.45),
            "zorder": 2.8,
        }
        artist = ax.plot(x, y, **look)[0]
    return {say("roc.hull"): artist} if len(curves) == 1 else {}


@of_scores
@layer("roc")
def iso_cost(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    costs: Costs | Mapping[str, Costs] | None = None,
    ax: Axes | None = None,
    *,
    p_positive: float | None = None,
    language: Language | None = None,
) -> Axes:
    """Draw lines of equal cost where they touch the best of some ROC curves.

    Along such a line all classifiers cost the same; the nearer to the upper left corner, the less.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        The curves among which the cheapest point is looked for.
    costs : Costs or mapping of str to Costs, optional
        What each outcome costs, a line for each; without it every mistake costs 1.
    p_positive : float, optional
        The share of positives to expect; without it, that of the samples.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If one of the classes is missing.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.iso_cost(s, mm.Costs(fp=1, fn=5), mm.plots.roc(s))
    """
    curves = curves_of(of, roc_of)
    labels = draw_iso_costs(ax, curves, costs, p_positive)
    place(ax, labels)
    texts = (one.text.replace("\n", say("join.colon")) + say("join.stop") for one in labels)
    return describe(ax, " ".join(texts))


def draw_iso_costs(
    ax: Axes, curves: Mapping[str, Curve], costs, p_positive: float | None = None
) -> list[Label]:
    """Draw a line for each price list."""
    if not curves:
        raise InputError(
            "there is no curve for a line of equal cost",
            "it touches the best of all curves, and single points are none",
            "pass a sweep, or leave costs out",
        )
    priced = by_name(Costs() if costs is None else costs)
    return [
        _draw_iso_cost(ax, ISO[k % len(ISO)], name, *_cheapest(curves, prices, p_positive))
        for k, (name, prices) in enumerate(priced.items())
    ]


def _draw_iso_cost(ax: Axes, look, name: str, point: tuple, slope: float) -> Label:
    colour, dashes = look
    look = {"color": colour, "linestyle": dashes, "linewidth": width(0.8), "zorder": 4}
    artist = ax.plot(*_across(point, slope), **look)[0]
    ax.plot(*point, "o", color=colour, markersize=letters(0.7), zorder=6)
    written = digits.short(slope) or digits.decimal(slope if np.isfinite(slope) else np.inf)
    text = f"{name or say('roc.iso')}\n{say('roc.slope', slope=written)}"
    return Label(text, *map(np.array, artist.get_data()), colour, 0.8, line=artist)


def _cheapest(curves: Mapping[str, Curve], costs: Costs, p_positive: float | None) -> tuple:
    """Find the point of the least cost on any of the curves, and the slope of equal cost there."""
    best = []
    for curve in curves.values():
        sweep = curve.points
        p = sweep.confusion(0).prevalence if p_positive is None else p_positive
        row = best_threshold(sweep, "cost", costs=costs, p_positive=p).rows[0]
        cost = float(expected_cost(sweep.confusion(row), costs, p_positive=p))
        slope = float(iso_performance_slope(costs, p))
        best.append((cost, (float(curve.x[row]), float(curve.y[row])), slope))
    return min(best, key=lambda one: one[0])[1:]


def _across(point: tuple[float, float], slope: float) -> tuple[list, list]:
    """Lead a line through a point to the borders of the square; nan is vertical."""
    x, y = point
    if not np.isfinite(slope):
        return [x, x], [0, 1]
    if slope == 0:
        return [0, 1], [y, y]
    low, high = max(0.0, x - y / slope), min(1.0, x + (1 - y) / slope)
    return [low, high], [y + slope * (low - x), y + slope * (high - x)]


def _draw_area(ax: Axes, curve: Curve, colour) -> None:
    """Shade the area below the only curve, in its colour, and write it down."""
    ax.fill_between(*path_of(curve), color=colour, alpha=FAINT, linewidth=0, zorder=1)
    text = f"{words.symbol('auc')} = {digits.both(auc(curve))}"
    beside(ax, 0.98, 0.03, text, offset=(0, 0), ha="right", va="bottom", zorder=7)


@of_scores
@layer("roc")
def strips(
    of: Sweep | Curve,
    ax: Axes | None = None,
    *,
    framed: int | None = None,
    language: Language | None = None,
) -> Axes:
    """Draw what each positive adds to the area below a ROC curve: a strip right of its step.

    Parameters
    ----------
    of : Sweep or Curve
        Below which curve.
    framed : int, optional
        The strip to frame, counted from the lowest, which is 1; its area is written down.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If one of the classes is missing.
    InputError
        If there is no such strip.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.strips(s, mm.plots.roc(s), framed=2)
    """
    curve = one_curve(of, roc_of)
    rows = np.flatnonzero(np.diff(curve.y)) + 1  # where the curve goes up
    narrow = len(rows) > NARROW
    tints = TINTS[:1] if narrow else [TINTS[k % 2] for k in range(len(rows))]
    look = {"facecolor": tints, "edgecolor": "#4C7F9E", "linewidth": 0 if narrow else 0.8}
    corners = [_corners(curve, row) for row in rows]
    ax.add_collection(PolyCollection(corners, zorder=1, **look))
    if framed is not None:
        _frame(ax, curve, _chosen(rows, framed))
    return describe_alone(ax, say("alt.strips", n=digits.count(len(rows))))


def _corners(curve: Curve, row: int) -> np.ndarray:
    """Return the corners of a strip: from the step up to the right border; of a tie it slants."""
    (x0, x1), (y0, y1) = curve.x[row - 1 : row + 1], curve.y[row - 1 : row + 1]
    return np.array([(x0, y0), (x1, y1), (1, y1), (1, y0)])


def _chosen(rows: np.ndarray, strip: int) -> int:
    if isinstance(strip, int | np.integer) and 1 <= strip <= len(rows):
        return int(rows[strip - 1])
    raise InputError(
        f"there is no strip {inputs.short(strip)}",
        f"the curve goes up {len(rows)} times, and each time makes a strip",
        f"pass a number from 1 to {len(rows)}",
    )


def _frame(ax: Axes, curve: Curve, row: int) -> None:
    """Frame a strip, and write in it how wide and how high it is."""
    corners, colour = _corners(curve, row), COLOURS["threshold"]
    frame = {"facecolor": "none", "edgecolor": colour, "linewidth": width(1.3), "zorder": 4}
    ax.add_patch(Polygon(corners, closed=True, **frame))
    spot = {"ha": "right", "va": "center", "offset": (-letters(0.5), 0), "zorder": 7}
    beside(ax, 1, corners[2:, 1].mean(), _width_times_height(curve.points, row), **spot)


def _width_times_height(sweep: Sweep, row: int) -> str:
    """Write a strip's area: of a tied negative, half counts as ranked below."""
    hits, ranked_below = sweep.tp[row] - sweep.tp[row - 1], sweep.tn[row]
    tied = sweep.tn[row - 1] - ranked_below
    pairs = {"won": hits * ranked_below, "tied": hits * tied}
    strip = AUC["pairs"].work(**pairs, positives=sweep.positives, negatives=sweep.negatives)
    wide = WIDTH.work(TN=ranked_below, tied=tied, negatives=sweep.negatives)
    high = HEIGHT.work(TP=hits, positives=sweep.positives)
    sides = (
        digits.ratio(ranked_below + tied / 2, sweep.negatives) or digits.both(wide),
        digits.ratio(hits, sweep.positives) or digits.both(high),
    )
    return f"{' × '.join(side.partition(' =')[0] for side in sides)} = {digits.both(strip)}"
