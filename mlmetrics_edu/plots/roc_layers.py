"""What is laid over the ROC plane: hulls, lines of equal cost, and strips of the area."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from ..core import digits
from ..core.errors import InputError
from ..metrics.costing.costs import Costs
from ..metrics.costing.expected_cost import expected_cost, iso_performance_slope
from ..metrics.curve import Curve
from ..metrics.curves import roc_hull
from ..metrics.sweep import Sweep
from ..metrics.thresholds import best_threshold
from .lines import width
from .look import COLOURS, SERIES, letters
from .placing import Label, beside
from .say import say, verbatim

FEW = 40  # corners; more have no room for a marker each
ISO = (
    ("#AA4C80", (0, (6, 2))),
    ("#8C6D00", (0, (1, 1))),
    ("#222222", (0, (6, 2, 1, 2))),
    ("#3B6E8F", (0, (3, 1))),
)
TINTS = ("#C5E3F6", "#E6F3FB")  # in turn, so that neighbours are told apart
NARROW = 60  # more strips than this would be edges and nothing else


def draw_hulls(ax: Axes, curves: Mapping[str, Curve], lines: Mapping[str, Line2D]) -> dict:
    """Draw the hull of each curve, its corners marked; give the line that is to be named."""
    for name, curve in curves.items():
        x, y = roc_hull(curve.points)
        colour = COLOURS["gap"] if not name else lines[name].get_color()
        marker = "s" if len(x) <= FEW else ""
        look = {"ls": SERIES[1][1], "marker": marker, "markersize": letters(0.45), "zorder": 2.8}
        drawn = ax.plot(x, y, color=colour, lw=0.7 * lines[name].get_linewidth(), **look)[0]
    return {say("roc.hull"): drawn} if len(curves) == 1 else {}


def draw_iso_lines(ax: Axes, curves: Mapping[str, Curve], costs, p_positive) -> list[Label]:
    """Draw a line for each price list; along it all classifiers cost the same."""
    if costs is None and p_positive is None:
        return []
    if not curves:
        raise InputError(
            "there is no curve for a line of equal cost",
            "it touches the best of all curves, and single points are none",
            "pass a sweep, or leave costs and p_positive out",
        )
    priced = costs if isinstance(costs, Mapping) else {"": Costs() if costs is None else costs}
    return [
        _draw_iso_line(
            ax, ISO[k % len(ISO)], verbatim(name), prices, _cheapest(curves, prices, p_positive)
        )
        for k, (name, prices) in enumerate(priced.items())
    ]


def _draw_iso_line(ax: Axes, look, name: str, costs: Costs, found) -> Label:
    _, point, p = found
    slope = float(iso_performance_slope(costs, p))
    colour, dashes = look
    x, y = _across(point, slope)
    line = ax.plot(x, y, color=colour, ls=dashes, lw=width(0.8), zorder=4)[0]
    ax.plot(*point, "o", color=colour, markersize=letters(0.7), zorder=6)
    text = f"{name or say('roc.iso')}\n{say('roc.slope', slope=_written(slope))}"
    return Label(text, np.array(x), np.array(y), colour, 0.8, line=line)


def _cheapest(curves: Mapping[str, Curve], costs: Costs, p_positive) -> tuple:
    """Find the least cost on any of the curves, the point, and the share of positives there."""
    found = []
    for curve in curves.values():
        sweep = curve.points
        p = sweep.confusion(0).prevalence if p_positive is None else p_positive
        row = best_threshold(sweep, "cost", costs=costs, p_positive=p).rows[0]
        cost = float(expected_cost(sweep.confusion(row), costs, p_positive=p))
        found.append((cost, (float(curve.x[row]), float(curve.y[row])), p))
    return min(found, key=lambda one: one[0])


def _across(point: tuple[float, float], slope: float) -> tuple[list, list]:
    """Lead a line through a point to the borders of the square; nan is vertical."""
    x, y = point
    if not np.isfinite(slope):
        return [x, x], [0, 1]
    if slope == 0:
        return [0, 1], [y, y]
    low, high = max(0.0, x - y / slope), min(1.0, x + (1 - y) / slope)
    return [low, high], [y + slope * (low - x), y + slope * (high - x)]


def _written(slope: float) -> str:
    return digits.short(slope) or digits.decimal(slope if np.isfinite(slope) else np.inf)


def draw_strips(ax: Axes, curves: Mapping[str, Curve], strips) -> None:
    """Draw the strips right of the first curve; frame one, and write down its area.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        A ROC plane.
    curves : mapping of str to Curve
        ROC curves.
    strips : bool or int
        Whether to; a number also frames that strip, counted from the lowest, which is 1.
    """
    if strips is False or strips is None or not curves:
        return
    curve = next(iter(curves.values()))
    rows = np.flatnonzero(np.diff(curve.y)) + 1
    _add(ax, [_corners(curve, row) for row in rows])
    if strips is not True:
        _frame(ax, curve, _chosen(rows, strips))


def _corners(curve: Curve, row: int) -> np.ndarray:
    """Return the corners of a strip: from the step up to the right border; of a tie it slants."""
    (x0, x1), (y0, y1) = curve.x[row - 1 : row + 1], curve.y[row - 1 : row + 1]
    return np.array([(x0, y0), (x1, y1), (1, y1), (1, y0)])


def _add(ax: Axes, corners: list) -> None:
    narrow = len(corners) > NARROW
    tints = TINTS[:1] if narrow else [TINTS[k % 2] for k in range(len(corners))]
    look = {"facecolor": tints, "edgecolor": "#4C7F9E", "linewidth": 0 if narrow else 0.8}
    ax.add_collection(PolyCollection(corners, zorder=1, **look))


def _chosen(rows: np.ndarray, strip: int) -> int:
    if isinstance(strip, int | np.integer) and 1 <= strip <= len(rows):
        return int(rows[strip - 1])
    raise InputError(
        f"there is no strip {strip!r}",
        f"the curve goes up {len(rows)} times, and each time makes a strip",
        f"pass True, or a number from 1 to {len(rows)}",
    )


def _frame(ax: Axes, curve: Curve, row: int) -> None:
    """Frame a strip, and write in it how wide and how high it is."""
    corners, colour = _corners(curve, row), COLOURS["threshold"]
    frame = {"facecolor": "none", "edgecolor": colour, "linewidth": width(1.3), "zorder": 4}
    ax.add_patch(Polygon(corners, closed=True, **frame))
    spot = {"ha": "right", "va": "center", "offset": (-letters(0.5), 0), "zorder": 7}
    beside(ax, 1, corners[1:3, 1].mean() - _half(curve, row), _area(curve.points, row), **spot)


def _half(curve: Curve, row: int) -> float:
    return float(curve.y[row] - curve.y[row - 1]) / 2


def _area(sweep: Sweep, row: int) -> str:
    """Write width times height: of a tied negative, half counts as ranked below."""
    below = Fraction(float(sweep.tn[row - 1] + sweep.tn[row])) / 2
    found = Fraction(float(sweep.tp[row] - sweep.tp[row - 1]))
    wide, high = below / Fraction(float(sweep.negatives)), found / Fraction(float(sweep.positives))
    sides = (
        digits.ratio(below, sweep.negatives) or _short(wide),
        digits.ratio(found, sweep.positives) or _short(high),
    )
    return f"{' × '.join(sides)} = {digits.both(wide * high)}"


def _short(share: Fraction) -> str:
    return digits.fraction(share) or digits.decimal(float(share))
