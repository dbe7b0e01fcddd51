"""Layers of the ROC plane: guessing, the convex hull, lines of equal cost, the area, its strips."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from ..core import digits, inputs, words
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Formula
from ..metrics.auc import AUC, auc
from ..metrics.costs import Costs, expected_cost, iso_performance_slope
from ..metrics.curves import Curve, roc_hull
from ..metrics.curves import roc as roc_of
from ..metrics.sweep import Sweep
from ..metrics.thresholds import best_threshold
from .curves import FAINT, by_name, curves_of, path_of, plane
from .given_scores import of_layer
from .lines import look_of, names_of, width
from .look import COLOURS, SERIES, letters, style
from .picture import describe
from .placing import Label, beside, place
from .say import head, listing, say, verbatim

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


def diagonal(ax: Axes | None = None, *, language: Language | None = None, **line: Any) -> Axes:
    """Draw what guessing gives in the ROC plane: as many true as false positives.

    Parameters
    ----------
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a ROC plane of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> ax = mm.plots.diagonal(color="black")
    """
    with style(language=language):
        ax = plane(ax, "roc")
        place(ax, draw_diagonal(ax, **line))
        return describe(ax, head(say("roc.chance")) + "FPR = TPR" + say("join.stop"))


def draw_diagonal(ax: Axes, **line) -> list[Label]:
    """Draw the diagonal; its label lies along it."""
    quiet, ends = COLOURS["quiet"], np.array([0.06, 0.94])
    look = {"color": quiet, "linewidth": width(0.6), "linestyle": (0, (2, 2)), "zorder": 2}
    drawn = ax.plot([0, 1], [0, 1], **look | normalize_kwargs(line, Line2D))[0]
    return [Label(say("roc.chance"), ends, ends, drawn.get_color(), 0.9, True, drawn)]


@of_layer
def hull(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the convex hull of ROC curves, its corners marked: what is best at some costs.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        Of which curves.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a ROC plane of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

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
    >>> ax = mm.plots.hull(s, mm.plots.roc(s))
    """
    curves = curves_of(of, roc_of)
    with style(language=language):
        ax = plane(ax, "roc")
        place(ax, names_of(draw_hulls(ax, curves, {}, **line)))
        return describe(ax, " ".join(_hull_in_words(*item) for item in curves.items()))


def draw_hulls(ax: Axes, curves: Mapping[str, Curve], curve_look: Mapping, /, **line) -> dict:
    """Draw the hull of each curve in its colour; return the line that is to be named."""
    for k, (name, curve) in enumerate(curves.items()):
        x, y = roc_hull(curve.points)
        own = look_of(k, curve_look)
        look = {
            "color": own["color"] if name else COLOURS["gap"],
            "linewidth": 0.7 * own.get("linewidth", width(1)),
            "linestyle": SERIES[1][1],
            "marker": "s" if len(x) <= FEW else "",
            "markersize": letters(0.45),
            "zorder": 2.8,
        }
        drawn = ax.plot(x, y, **look | normalize_kwargs(line, Line2D))[0]
    name = verbatim(line["label"]) if line.get("label") else say("roc.hull")
    return {name: drawn} if len(curves) == 1 else {}


def _hull_in_words(name: str, curve: Curve) -> str:
    corners = zip(*roc_hull(curve.points), strict=True)
    spots = [f"({digits.decimal(x)}, {digits.decimal(y)})" for x, y in corners]
    return head(f"{name} {say('roc.hull')}".strip()) + listing(spots, FEW) + say("join.stop")


@of_layer
def iso_cost(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    costs: Costs | Mapping[str, Costs] | None = None,
    ax: Axes | None = None,
    *,
    p_positive: float | None = None,
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw lines of equal cost where they touch the best of some ROC curves.

    Along such a line all classifiers cost the same; the nearer to the upper left corner, the less.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        The curves among which the cheapest point is looked for.
    costs : Costs or mapping of str to Costs, optional
        What each outcome costs, a line for each; without it every mistake costs 1.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a ROC plane of its own.
    p_positive : float, optional
        The share of positives to expect; without it, that of the samples.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

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
    with style(language=language):
        ax = plane(ax, "roc")
        labels = draw_iso_costs(ax, curves, costs, p_positive, **line)
        place(ax, labels)
        texts = (one.text.replace("\n", say("join.colon")) + say("join.stop") for one in labels)
        return describe(ax, " ".join(texts))


def draw_iso_costs(
    ax: Axes, curves: Mapping[str, Curve], costs, p_positive: float | None, /, **line
) -> list[Label]:
    """Draw a line for each price list."""
    if not curves:
        raise InputError(
            "there is no curve for a line of equal cost",
            "it touches the best of all curves, and single points are none",
            "pass a sweep, or leave costs and p_positive out",
        )
    priced = by_name(Costs() if costs is None else costs)
    return [
        _draw_iso_cost(ax, ISO[k % len(ISO)], name, prices, curves, p_positive, line)
        for k, (name, prices) in enumerate(priced.items())
    ]


def _draw_iso_cost(ax: Axes, look, name: str, costs: Costs, curves, p_positive, line) -> Label:
    point, p = _cheapest(curves, costs, p_positive)
    slope = float(iso_performance_slope(costs, p))
    look = {"color": look[0], "linestyle": look[1], "linewidth": width(0.8), "zorder": 4}
    drawn = ax.plot(*_across(point, slope), **look | normalize_kwargs(line, Line2D))[0]
    ax.plot(*point, "o", color=drawn.get_color(), markersize=letters(0.7), zorder=6)
    written = digits.short(slope) or digits.decimal(slope if np.isfinite(slope) else np.inf)
    text = f"{name or say('roc.iso')}\n{say('roc.slope', slope=written)}"
    return Label(text, *map(np.array, drawn.get_data()), drawn.get_color(), 0.8, line=drawn)


def _cheapest(curves: Mapping[str, Curve], costs: Costs, p_positive: float | None) -> tuple:
    """Find the point of the least cost on any of the curves, and the share of positives there."""
    best = []
    for curve in curves.values():
        sweep = curve.points
        p = sweep.confusion(0).prevalence if p_positive is None else p_positive
        row = best_threshold(sweep, "cost", costs=costs, p_positive=p).rows[0]
        cost = float(expected_cost(sweep.confusion(row), costs, p_positive=p))
        best.append((cost, (float(curve.x[row]), float(curve.y[row])), p))
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


@of_layer
def area(
    of: Sweep | Curve,
    ax: Axes | None = None,
    *,
    language: Language | None = None,
    **patch: Any,
) -> Axes:
    """Shade the area below a ROC curve, and write it down.

    Parameters
    ----------
    of : Sweep or Curve
        Below which curve.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a ROC plane of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **patch
        Passed on to :meth:`matplotlib.axes.Axes.fill_between`.

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
    >>> ax = mm.plots.area(s, mm.plots.roc(s))
    """
    curve = curves_of(of, roc_of)[""]
    with style(language=language):
        ax = plane(ax, "roc")
        draw_area(ax, curve, **patch)
        return describe(ax, head(say("auc")) + digits.both(auc(curve)) + say("join.stop"))


def draw_area(ax: Axes, curve: Curve, /, **patch) -> None:
    """Shade the area, in the colour of the first curve."""
    look = {"color": SERIES[0][0], "alpha": FAINT, "linewidth": 0, "zorder": 1, **patch}
    ax.fill_between(*path_of(curve), **look)
    text = f"{words.symbol('auc')} = {digits.both(auc(curve))}"
    beside(ax, 0.98, 0.03, text, offset=(0, 0), ha="right", va="bottom", zorder=7)


@of_layer
def strips(
    of: Sweep | Curve,
    ax: Axes | None = None,
    *,
    framed: int | None = None,
    language: Language | None = None,
    **patch: Any,
) -> Axes:
    """Draw what each positive adds to the area below a ROC curve: a strip right of its step.

    Parameters
    ----------
    of : Sweep or Curve
        Below which curve.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a ROC plane of its own.
    framed : int, optional
        The strip to frame, counted from the lowest, which is 1; its area is written down.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **patch
        Passed on to :class:`matplotlib.collections.PolyCollection`.

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
    curve = curves_of(of, roc_of)[""]
    with style(language=language):
        ax = plane(ax, "roc")
        rows = draw_strips(ax, curve, framed, **patch)
        return describe(ax, say("alt.strips", n=digits.count(len(rows))))


def draw_strips(ax: Axes, curve: Curve, framed: int | None, /, **patch) -> np.ndarray:
    """Draw a strip for each row at which a curve goes up; return these rows."""
    rows = np.flatnonzero(np.diff(curve.y)) + 1
    narrow = len(rows) > NARROW
    tints = TINTS[:1] if narrow else [TINTS[k % 2] for k in range(len(rows))]
    look = {"facecolor": tints, "edgecolor": "#4C7F9E", "linewidth": 0 if narrow else 0.8}
    corners = [_corners(curve, row) for row in rows]
    ax.add_collection(PolyCollection(corners, **{"zorder": 1, **look, **patch}))
    if framed is not None:
        _frame(ax, curve, _chosen(rows, framed))
    return rows


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
        f"pass True, or a number from 1 to {len(rows)}",
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
