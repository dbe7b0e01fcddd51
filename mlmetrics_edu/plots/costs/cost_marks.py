"""Marks on cost curves: corners, places that are asked for, and the two ends of a line."""

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes

from ...core import digits, words
from ...core.errors import InputError
from ...metrics.costing.cost_curves import CostCurve
from ...metrics.costing.cost_lines import CostLines
from ..by_threshold.threshold_parts import shown
from ..colours import COLOURS
from ..labels import beside
from ..look import letters
from ..placing import Label
from ..unit_square import given, width

NEAR = 0.035  # of the height: so far from a point its words may stand
GRID = np.linspace(0, 1, 201)  # for lines that costs bend


def points_at(ax: Axes, curve: CostCurve, at, vertices: bool, colour) -> list[Label]:
    """Mark corners of a curve and places on it, each with its coordinates."""
    if vertices:
        _corners(ax, *(ends[1:-1] for ends in curve.envelope), colour)
    return [point(ax, float(x), curve.at(float(x)), colour) for x in given(at)]


def _corners(ax: Axes, x: np.ndarray, costs: np.ndarray, colour) -> None:
    """Write the coordinates of corners on the outside: the highest's above, others' beside them."""
    for one, cost in zip(x.tolist(), costs.tolist(), strict=True):
        text = point(ax, one, cost, colour).text
        side = int(np.sign(one - x[costs.argmax()]))
        look = {"ha": {-1: "right", 0: "center", 1: "left"}[side], "va": "bottom", "zorder": 7}
        look["offset"] = (letters(0.45) * side, letters(0.2 if side else 0.5))
        beside(ax, one, cost, text, COLOURS["ink"], size=letters(0.85), **look)


def point(ax: Axes, x: float, cost: float, colour) -> Label:
    """Mark a point, and lead from it down to the axis."""
    dot = {"marker": "o", "ls": "", "markersize": letters(0.6), "markeredgecolor": "white"}
    line = ax.plot([x], [cost], color=colour, zorder=5.5, **dot)[0]
    ax.vlines(x, min(0, cost), cost, color=COLOURS["ink"], lw=width(0.5), ls=":", zorder=2)
    text = f"({_short(x)}, {_short(cost)})"
    return Label(text, *_above_and_below(ax, x, cost), colour, 0.85, line=line)


def _above_and_below(ax: Axes, x: float, y: float) -> tuple[np.ndarray, np.ndarray]:
    """Return a short way through a point, along which its words may stand."""
    room = NEAR * np.ptp(ax.get_ylim())
    return np.array([x, x]), np.array([y - room, y + room])


def once(labels: Sequence[Label]) -> list[Label]:
    """Keep one of several labels that say the same of the same points."""
    spots = ((one.text, *one.x.round(6), *one.y.round(6)) for one in labels)
    return list(dict(zip(spots, labels, strict=True)).values())


def ends_of(ax: Axes, curve: CostCurve, ends: bool | float, colour) -> list[Label]:
    """Mark FPR and FNR at the ends of one cost line; draw it, if others are around."""
    if ends is False:
        return []
    line = _chosen(curve, ends)
    if ends is not True:
        colour, look = COLOURS["threshold"], {"ls": "--", "lw": width(1), "zorder": 3.5}
        ax.plot(GRID, line.value(GRID)[0], color=colour, **look)
    dot = {"marker": "o", "ls": "", "markersize": letters(0.7), "markeredgecolor": "white"}
    labels = []
    for x, rate, value in ((0, "fpr", line.at0.item()), (1, "fnr", line.at1.item())):
        spot = ax.plot([x], [value], color=colour, zorder=5.5, clip_on=False, **dot)[0]
        text = f"{words.symbol(rate)} = {_short(value)}"
        labels.append(Label(text, *_above_and_below(ax, x, value), colour, 0.95, line=spot))
    return labels


def _chosen(curve: CostCurve, ends: bool | float) -> CostLines:
    """Find the line whose ends are to be marked."""
    lines = curve.lines
    trivial = (lines.at0 + lines.at1 == 1) & ((lines.at0 == 0) | (lines.at1 == 0))
    found = np.flatnonzero(~trivial if ends is True else lines.threshold == ends)
    if len(found) != 1 or not curve.normalised:
        raise InputError(
            f"ends={ends!r} of {len(found)} lines",
            "one normalised line is marked: only its ends are FPR and FNR",
            "pass the threshold of one of the lines",
        )
    return lines[found]


def _short(value: float) -> str:
    return digits.short(round(value, 9)) or shown(value)
