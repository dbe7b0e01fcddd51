"""Lines in the ROC plane that help to choose: the convex hull, and lines of equal cost."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ...core import digits
from ...core.errors import InputError
from ...metrics.costing.costs import Costs
from ...metrics.costing.expected_cost import expected_cost, iso_performance_slope
from ...metrics.curve import Curve
from ...metrics.curves import roc_hull
from ...metrics.thresholds import best_threshold
from ..colours import COLOURS, SERIES
from ..look import letters
from ..placing import Label
from ..say import say, verbatim
from ..unit_square import width

FEW = 40  # corners; more have no room for a marker each
ISO = (
    ("#AA4C80", (0, (6, 2))),
    ("#8C6D00", (0, (1, 1))),
    ("#222222", (0, (6, 2, 1, 2))),
    ("#3B6E8F", (0, (3, 1))),
)


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
