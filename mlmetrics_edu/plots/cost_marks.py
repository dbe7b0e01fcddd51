"""What is written into a cost curve: corners, places, ends of lines, who rules, and the area."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Text

from ..core import digits, inputs, words
from ..core.errors import InputError
from ..metrics.cost_curves import CostCurve, CostLines, Stretch
from .curves import given
from .lines import dot, width
from .look import COLOURS, letters, small
from .placing import Label, arrange, beside
from .say import head, listing, same_cut, say, shown

NEAR = 0.06  # of the height: so far from a point its words may stand
GRID = np.linspace(0, 1, 201)  # for lines that costs bend
AXES = {"probability-cost": "cost.pc", "p": "cost.p"}
FEW = 12  # stretches whose rulers can be written
NARROW, STEEP, TINY = 0.25, 0.13, 0.05  # of the axis: no room for many words, for any, for letters
SPOTS = np.linspace(0.1, 0.9, 33)  # of a stretch, where its ruler may stand
ROOMY = 1.2  # what words are taken to need
CLOSE = 1.1  # what they need beside a thin line


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
        beside(ax, one, cost, text, COLOURS["ink"], size=small(0.85), **look)


def point(ax: Axes, x: float, cost: float, colour) -> Label:
    """Mark a point, and lead from it down to the axis."""
    line = dot(ax, x, cost, colour, 0.6, zorder=5.5)
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
    labels = []
    for x, rate, value in ((0, "fpr", line.at0.item()), (1, "fnr", line.at1.item())):
        spot = dot(ax, x, value, colour, 0.7, zorder=5.5, clip_on=False)
        text = f"{words.symbol(rate)} = {_short(value)}"
        labels.append(Label(text, *_above_and_below(ax, x, value), colour, 0.95, line=spot))
    return labels


def _chosen(curve: CostCurve, ends: bool | float) -> CostLines:
    """Find the line whose ends are to be marked."""
    lines = curve.lines
    trivial = (lines.at0 + lines.at1 == 1) & ((lines.at0 == 0) | (lines.at1 == 0))
    chosen = np.flatnonzero(~trivial if ends is True else lines.threshold == ends)
    if len(chosen) != 1 or not curve.normalised:
        raise InputError(
            f"ends={inputs.short(ends)} of {len(chosen)} lines",
            "one normalised line is marked: only its ends are FPR and FNR",
            "pass the threshold of one of the lines",
        )
    return lines[chosen]


def _short(value: float) -> str:
    return digits.short(round(value, 9)) or shown(value)


def write_rulers(ax: Axes, curve: CostCurve, colour) -> list[Text]:
    """Mark where thresholds take over, and say which one rules in between; return these words."""
    inside, costs = (ends[1:-1] for ends in curve.envelope)
    dot(ax, inside, costs, colour, 0.5, zorder=5)
    ax.vlines(inside, 0, costs, color=colour, lw=0.8, ls=":", zorder=1.5)
    wide = [stretch for stretch in curve if stretch.end - stretch.start > TINY]
    return [_write_ruler(ax, curve, stretch, colour) for stretch in wide]


def _write_ruler(ax: Axes, curve: CostCurve, stretch: Stretch, colour) -> Text:
    wide, middle = stretch.end - stretch.start, (stretch.start + stretch.end) / 2
    text = who(curve, stretch, "≥ {}" if wide < NARROW else "")
    look = {"ha": "center", "va": "bottom", "zorder": 6, "offset": (0, 5), "size": small(0.85)}
    angle = 90 if wide < STEEP else 0
    note = beside(ax, middle, 0, text, colour, rotation=angle, in_layout=False, **look)
    arrange(ax, partial(_move_ruler, ax, note, curve, stretch))
    return note


def _move_ruler(ax: Axes, note: Text, curve: CostCurve, stretch: Stretch) -> None:
    """Move who rules to the foot of a stretch, or where its line is low, above it.

    Above it upright words would stand among all the other lines: they are left out.
    """
    note.xy = ((stretch.start + stretch.end) / 2, 0)
    note.set_visible(True)
    box = note.get_window_extent().transformed(ax.transData.inverted())
    half, high = ROOMY * box.width / 2, ROOMY * box.y1
    x = stretch.start + (stretch.end - stretch.start) * SPOTS
    inside = (x - half > stretch.start) & (x + half < stretch.end)
    free = x[inside & (_over(curve, x, half, np.min) > high)]
    note.set_visible(bool(len(free)) or not note.get_rotation())
    if len(free):
        note.xy = (free[np.argmin(np.abs(free - note.xy[0]))], 0)
    else:
        note.xy = (note.xy[0], _over(curve, np.array([note.xy[0]]), half, np.max)[0])


def _over(curve: CostCurve, x: np.ndarray, half: float, which: Callable) -> np.ndarray:
    """Return the lowest or the highest cost above words that stand around some places."""
    around = np.clip(x + half * np.linspace(-1, 1, 9)[:, None], 0, 1)
    return which(curve.at(around.ravel()).reshape(around.shape), axis=0)


def who(curve: CostCurve, stretch: Stretch, short: str = "") -> str:
    """Say which classifier rules a stretch, a threshold shortly if asked to."""
    sweep, row = curve.sweep, stretch.row
    if np.isnan(stretch.threshold):
        return say("cost.classifier")
    if row == 0:
        return say("cost.always_negative")
    if stretch.fpr == 1 and stretch.fnr == 0:
        return say("cost.always_positive")
    if sweep.ties == "grouped":
        threshold = same_cut(stretch.threshold, sweep)
        return short.format(threshold) or say("cost.score_from", threshold=threshold)
    return say("cost.first", row=row)


def area_in_words(curve: CostCurve, called: bool | str = True) -> str:
    """Write the mean cost, under the name that it is to have."""
    number = digits.decimal(curve.area)
    return f"{called}\n{number}" if isinstance(called, str) else say("cost.area", area=number)


def write_area(
    ax: Axes, curve: CostCurve, called: bool | str, rulers: list[Text], uprights: np.ndarray
) -> None:
    """Write the mean cost into the area below a curve, off the words and the uprights there."""
    look = {"ha": "center", "va": "center", "offset": (0, 0), "size": small(0.95), "zorder": 6}
    note = beside(ax, 0.5, 0, area_in_words(curve, called), in_layout=False, **look)
    arrange(ax, partial(_move_area, ax, note, curve, rulers, uprights))


def _move_area(ax: Axes, note: Text, curve: CostCurve, rulers: list[Text], uprights) -> None:
    """Move the mean cost below the highest part of a curve, where there is room."""
    to_data = ax.transData.inverted()
    box = note.get_window_extent().transformed(to_data)
    half, high = ROOMY * box.width / 2, ROOMY * box.height
    x = np.linspace(half, 1 - half, 401)
    room, foot = _over(curve, x, half, np.min), np.zeros(len(x))
    for other in (ruler.get_window_extent().transformed(to_data) for ruler in rulers):
        beside_it = (x + half > other.x0) & (x - half < other.x1)
        foot = np.where(beside_it, np.maximum(foot, other.y1), foot)
    enough = room - foot >= min(1.8 * high, (room - foot).max())
    between = (np.abs(x - uprights[:, None]) > CLOSE * box.width / 2).all(axis=0)
    free = between & (room - foot >= high)
    enough = next((both for both in (free & enough, free) if both.any()), enough)
    top = np.clip(curve.bounds[curve.envelope.y.argmax()], 0.3, 0.7)
    best = np.where(enough, np.abs(x - top) - (room - foot), np.inf).argmin()
    note.xy = (x[best], (room[best] + foot[best]) / 2)
    if (room - foot).max() < high:  # there is no room at all below the curve
        note.xy = (x[best], max(room[best], foot[best]) + high)


def in_words(name: str, curve: CostCurve, at=None) -> str:
    """Say how large the area is, who rules where, and what it costs at some places."""
    details = {
        "name": head(name),
        "axis": say(AXES[curve.axis]),
        "lines": digits.count(len(curve.lines)),
        "area": digits.decimal(curve.area),
        "rulers": say("alt.cost_rulers", n=digits.count(len(curve))),
    }
    if len(curve.lines) == 1:
        ends = {"start": digits.decimal(curve.at(0.0)), "end": digits.decimal(curve.at(1.0))}
        return say("alt.cost_single", **details, **ends)
    if len(curve) <= FEW:
        details["rulers"] = listing([_stretch(curve, one) for one in curve], FEW)
    costs = (
        say("alt.cost_at", x=shown(float(x)), cost=digits.decimal(curve.at(float(x))))
        for x in given(at)
    )
    return " ".join([say("alt.cost_curve", **details), *costs])


def _stretch(curve: CostCurve, one: Stretch) -> str:
    ends = {"start": digits.decimal(one.start), "end": digits.decimal(one.end)}
    return say("alt.cost_ruler", who=who(curve, one), **ends)
