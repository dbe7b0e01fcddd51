"""Cost curves: each threshold a thin line, and below all of them the lowest cost.

Beside them ROC space and cost space side by side: each point is a line, and the hull the envelope.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any, Literal

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D

from ..core import inputs, words
from ..core.conventions import Language, Legend
from ..core.errors import InputError, choice
from ..metrics.confusion import Confusion
from ..metrics.cost_curves import CostCurve, CostLines, RocPoint, Stretch, line_of_point
from ..metrics.cost_curves import cost_curve as cost_curve_of
from ..metrics.curves import roc_hull
from ..metrics.sweep import Sweep
from .curves import EDGE, MARKERS, by_name, given, roc_square, square
from .door import of_scores
from .look import COLOURS, dot, draw_paths, letters, look_of, small, style, visible, width
from .picture import AxesPair, axes_or_new, describe, panels
from .placing import Label, beside, first_time, names_of, place
from .say import head, listing, same_cut, say, shown

CELLS = 40  # of many lines, those whose ends fall into one cell of so many are drawn as one
TOP = 0.6  # without cost lines, nothing would be seen in the upper part
HIGH, PEAK = 0.5, 0.7  # of a curve: where its name stands, or its name and its area
FAINT = 0.15  # of an area
NEAR = 0.06  # of the height: so far from a point its words may stand
GRID = np.linspace(0, 1, 201)  # for lines that costs bend
AXES = {"probability-cost": "cost.pc", "p": "cost.p"}
FEW = 12  # stretches whose rulers can be written
NARROW, TIGHT = 0.25, 0.13  # of the axis: no room for many words, for any
SPOTS = np.linspace(0.1, 0.9, 33)  # of a stretch, where its ruler may stand
ABOVE, ON_IT = {(0, 1): 0.0}, {(0, 0): 0.0}  # where words stand at a point
LETTERED = len(ascii_uppercase)  # points


@of_scores
def cost_curve(
    of: CostCurve | Sweep | Confusion | Mapping[str, CostCurve | Sweep | Confusion],
    ax: Axes | None = None,
    *,
    area: bool | str | None = None,
    ruling: bool | Literal["vertices"] | None = None,
    at: float | Sequence[float] | None = None,
    ends: bool | float = False,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the lowest cost everywhere along the axis, and of one curve the cost lines above it.

    "Always negative" and "always positive" are dashed lines, but beside curves in money that were
    made without them.

    Parameters
    ----------
    of : CostCurve, Sweep, Confusion or mapping of str to these
        What to draw; several have one axis, and names are written beside them.
    area : bool or str, optional
        Whether to shade the mean cost and to write it down, or what to call it there; without it,
        for one curve alone.
    ruling : bool or "vertices", optional
        Whether to mark where one threshold takes over from another, and to write each where it
        rules, or where these corners are; without it, for one curve of at most twelve stretches.
    at : float or sequence of float, optional
        Places on the axis: what each curve costs there is marked and written down.
    ends : bool or float
        Mark the ends of one cost line, which are FPR and FNR: that of a threshold, or where there
        is but one classifier, its own.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If several have different axes, something has no cost curve, or a line no ends to mark.
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Drummond & Holte (2006), Cost curves: an improved method for visualizing classifier
    performance.
    """
    several = by_name(of).items()
    made = {n: one if isinstance(one, CostCurve) else cost_curve_of(one) for n, one in several}
    curves = _on_one_axis(made)
    first, alone = next(iter(curves.values())), len(curves) == 1
    in_money = not (first.normalised or first.trivial)
    lines, area = alone or in_money, alone if area is None else area
    if isinstance(ruling, str):
        choice(ruling, ("vertices",), "ruling")
    elif ruling is None:
        ruling = alone and len(first) <= FEW
    with style(language=language):
        ax = axes_or_new(ax, size=(6.4, 4.9))
        _set_up(ax, curves, full=lines)
        thick = {"linewidth": letters(0.25), "solid_joinstyle": "round"}
        artists = draw_paths(ax, {n: _corners(one) for n, one in curves.items()}, line, **thick)
        labels = []
        if not in_money and first_time(ax, "trivial"):
            labels += _draw_trivial(ax, first)
        for k, curve in enumerate(curves.values()):
            colour = look_of(k, line)["color"]
            if lines:
                _draw_lines(ax, curve, COLOURS["quiet"] if alone else colour)
            if area:
                ax.fill_between(*_corners(curve), color=colour, alpha=FAINT, lw=0, zorder=0.9)
            if ruling == "vertices":
                _write_vertices(ax, *(ends[1:-1] for ends in curve.envelope), colour)
            elif ruling:
                labels += _rulers(ax, curve, colour)
            labels += [point(ax, float(x), curve.at(float(x)), colour) for x in given(at)]
            labels += _ends_of(ax, curve, ends, colour)
        if area and alone:
            text, middle = area_in_words(first, area), first.at(GRID) / 2
            labels.append(Label(text, GRID, middle, COLOURS["ink"], 0.95, sides=ON_IT))
        labels += _named(artists, curves, area)
        place(ax, once(labels), legend)
        return describe(ax, lambda: " ".join(in_words(*item, at) for item in curves.items()))


def _on_one_axis(curves: dict[str, CostCurve]) -> dict[str, CostCurve]:
    """Make sure that the costs of several can be compared."""
    axes = {(c.axis, c.normalised, c.costs if c.axis == "p" else None) for c in curves.values()}
    if len(axes) == 1:
        return curves
    raise InputError(
        f"{len(curves)} cost curves have {len(axes)} different axes or costs",
        "side by side, their heights would mean different things",
        "make all of them with the same axis, costs and normalised",
    )


def _set_up(ax: Axes, curves: Mapping[str, CostCurve], full: bool) -> None:
    curve = next(iter(curves.values()))
    ends = _trivial(curve)
    low, high = min(0, *ends.at0, *ends.at1), max(*ends.at0, *ends.at1)
    most = max(one.envelope.y.max() for one in curves.values())
    names = {True: "normalised_expected_cost", False: "expected_cost"}
    top = high if full else max(TOP * high, 1.3 * most)
    room = EDGE * (top - low)
    ax.set(xlim=(-EDGE, 1 + EDGE), ylim=(low - room, top + room))
    ax.set(xlabel=say(AXES[curve.axis]), ylabel=say(names[curve.normalised]))


def _trivial(curve: CostCurve) -> CostLines:
    """Return the lines of "always negative" and "always positive"."""
    costs, rows = curve.costs, np.array([0, -1])
    ends = ((0, 1), (1, 0)) if curve.normalised else ((costs.tn, costs.fp), (costs.fn, costs.tp))
    return CostLines(*np.array(ends, float), rows, np.array([np.inf, -np.inf]), curve.bend)


def _draw_trivial(ax: Axes, curve: CostCurve) -> list[Label]:
    look = {
        "color": COLOURS["quiet"],
        "linestyle": (0, (6, 3)),
        "zorder": 2,
        "linewidth": width(0.7),
    }
    labels = []
    for name, costs in zip(("negative", "positive"), _trivial(curve).value(GRID), strict=True):
        line = ax.plot(GRID, costs, **look)[0]
        top = min(ax.get_ylim()[1], costs.max())
        # Over p, the upper part of "always positive" is close to where one line's FPR is written.
        steep = curve.bend and len(curve.lines) == 1 and name == "positive"
        low, high = (0.15, 0.45) if steep else (0.55, 0.92)
        along = (costs > low * top) & (costs < high * top)
        text = say(f"cost.always_{name}")
        labels.append(Label(text, GRID[along], costs[along], look["color"], 0.9, True, line))
    return labels


def _draw_lines(ax: Axes, curve: CostCurve, colour) -> None:
    """Draw cost lines, of very many those that can be told apart."""
    lines = curve.lines
    ends = np.column_stack([lines.at0, lines.at1]) / np.ptp(ax.get_ylim())
    other = np.append(True, np.diff((CELLS * ends).astype(int), axis=0).any(axis=1))
    if len(lines) > 2 * CELLS:
        lines = lines[other]
    x = GRID if curve.bend else np.array([0.0, 1.0])
    paths = [np.column_stack([x, costs]) for costs in lines.value(x)]
    thin = {"linewidths": letters(0.06), "alpha": 0.6, "zorder": 1}
    ax.add_collection(LineCollection(paths, colors=[colour], **thin), autolim=False)


def _corners(curve: CostCurve) -> tuple[np.ndarray, np.ndarray]:
    """Return the vertices of a curve, and where costs bend it, points between them."""
    x = np.union1d(GRID, curve.bounds) if curve.bend else curve.bounds
    return visible(x, curve.at(x))


def _named(artists: Mapping[str, Line2D], curves: Mapping[str, CostCurve], area) -> list[Label]:
    """Name the curves where they are high; of several, with the area that each has."""
    with_area, labels = area and len(curves) > 1, []
    for name, line in artists.items():
        x, y = GRID, np.interp(GRID, *line.get_data())
        high = y >= (PEAK if with_area else HIGH) * y.max()
        text = f"{name}\n{area_in_words(curves[name], area)}" if with_area else name
        label = Label(text, x[high], y[high], line.get_color(), line=line, named=True)
        labels += [label] if name else []
    return labels


def _write_vertices(ax: Axes, x: np.ndarray, costs: np.ndarray, colour) -> None:
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


def _ends_of(ax: Axes, curve: CostCurve, ends: bool | float, colour) -> list[Label]:
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
    return words.short(round(value, 9)) or shown(value)


def _rulers(ax: Axes, curve: CostCurve, colour) -> list[Label]:
    """Mark where thresholds take over, and say at the foot of each wide stretch which one rules."""
    inside, costs = (ends[1:-1] for ends in curve.envelope)
    dot(ax, inside, costs, colour, 0.5, zorder=5)
    ax.vlines(inside, 0, costs, color=colour, lw=0.8, ls=":", zorder=1.5)
    labels = []
    for stretch in (one for one in curve if one.end - one.start > TIGHT):
        wide = stretch.end - stretch.start
        text, x = who(curve, stretch, "≥ {}" if wide < NARROW else ""), stretch.start + wide * SPOTS
        labels.append(Label(text, x, 0 * x, colour, 0.85, sides=ABOVE))
    return labels


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
    number = words.decimal(curve.area)
    return f"{called}\n{number}" if isinstance(called, str) else say("cost.area", area=number)


def in_words(name: str, curve: CostCurve, at=None) -> str:
    """Say how large the area is, who rules where, and what it costs at some places."""
    details = {
        "name": head(name),
        "axis": say(AXES[curve.axis]),
        "lines": words.count(len(curve.lines)),
        "area": words.decimal(curve.area),
        "rulers": say("alt.cost_rulers", n=words.count(len(curve))),
    }
    if len(curve.lines) == 1:
        ends = {"start": words.decimal(curve.at(0.0)), "end": words.decimal(curve.at(1.0))}
        return say("alt.cost_single", **details, **ends)
    if len(curve) <= FEW:
        details["rulers"] = listing([_stretch(curve, one) for one in curve], FEW)
    costs = (
        say("alt.cost_at", x=shown(float(x)), cost=words.decimal(curve.at(float(x))))
        for x in given(at)
    )
    return " ".join([say("alt.cost_curve", **details), *costs])


def _stretch(curve: CostCurve, one: Stretch) -> str:
    ends = {"start": words.decimal(one.start), "end": words.decimal(one.end)}
    return say("alt.cost_ruler", who=who(curve, one), **ends)


def duality(
    of: Sweep | Mapping[str, Sequence[float]],
    axes: Sequence[Axes] | None = None,
    *,
    at: float | Sequence[float] | None = None,
    language: Language | None = None,
) -> tuple[Axes, Axes]:
    """Draw points of ROC space, and beside them the same classifiers as cost lines.

    A point and its line have one letter, one colour and one style. The corners of the hull are
    the lines of which the lower envelope is made.

    Parameters
    ----------
    of : Sweep, or mapping of str to (fpr, tpr)
        Points by name; the corners of a sweep's hull get letters.
    axes : pair of matplotlib.axes.Axes, optional
        Where to draw; without them, in a picture of its own.
    at : float or sequence of float, optional
        Some P(+)cost: what each classifier costs there is marked and written down.

    Returns
    -------
    pair of matplotlib.axes.Axes

    Raises
    ------
    InputError
        If a hull has more than 26 corners to be named, or a point is no pair of rates.
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Drummond & Holte (2006), Cost curves, section 3.
    """
    if isinstance(of, Sweep):
        points, sweep = _hull_points(of), of
    else:
        points = {name: _pair(point) for name, point in by_name(of).items()}
        sweep = _as_sweep(points)
    with style(language=language):
        left, right = panels(1, 2, (5.0, 5.05))[1] if axes is None else axes
        _draw_points(left, points, sweep, of is sweep)
        _draw_dual_lines(right, points, sweep, of is sweep, given(at))
        _describe_both(left, right, points, sweep)
        return AxesPair((left, right))


def _hull_points(sweep: Sweep) -> dict[str, RocPoint]:
    """Take the corners of the hull, by letters; both ends are the trivial classifiers."""
    corners = [RocPoint(x, y) for x, y in zip(*roc_hull(sweep), strict=True) if 0 < x + y < 2]
    if not 0 < len(corners) <= LETTERED:
        raise InputError(
            f"{len(corners)} points are to be named",
            f"each has a letter, and there are {LETTERED} of them",
            "pass points by name, or the sweep of fewer samples",
        )
    return dict(zip(ascii_uppercase, corners, strict=False))


def _pair(point) -> RocPoint:
    try:
        fpr, tpr = point
    except (TypeError, ValueError):
        raise InputError(
            f"{point!r} is no point of ROC space",
            "it has two rates, the false and the true positive rate",
            "pass pairs such as (0.1, 0.5), or a sweep",
        ) from None
    line_of_point(fpr, tpr)  # which reads both rates
    return RocPoint(float(fpr), float(tpr))


def _as_sweep(points: Mapping[str, RocPoint]) -> Sweep:
    """Walk the points as a staircase; of two, the one that is worse in both rates counts not."""
    fpr, tpr = np.array(sorted([*points.values(), RocPoint(1.0, 1.0)])).T
    order = np.arange(len(fpr), 0, -1)
    one = {"positives": 1, "negatives": 1}
    return Sweep.from_counts(order, np.maximum.accumulate(tpr), fpr, **one)


def _draw_points(ax: Axes, points: Mapping[str, RocPoint], sweep: Sweep, all_rows: bool) -> None:
    roc_square(ax)
    ax.set_title(say("duality.roc"))
    ax.plot(*roc_hull(sweep), color=COLOURS["ink"], ls="-", lw=width(1.2), zorder=2)
    if all_rows:
        quiet = {"color": COLOURS["quiet"], "ls": "", "marker": "o", "markersize": letters(0.28)}
        ax.plot(*np.unique([sweep["fpr"], sweep["recall"]], axis=1), **quiet, zorder=2.5)
    labels = []
    for k, (name, (x, y)) in enumerate(points.items()):
        colour = look_of(k, {})["color"]
        spot = dot(ax, x, y, colour, 0.75, marker=MARKERS[k % len(MARKERS)], zorder=4)
        labels.append(Label(name, *spot.get_data(), colour, 1.1, line=spot))
    place(ax, labels)


def _draw_dual_lines(ax: Axes, points, sweep: Sweep, all_rows: bool, at) -> None:
    square(ax, say("cost.pc"), say("normalised_expected_cost"))
    ax.set_title(say("duality.costs"))
    curve = cost_curve_of(sweep)
    if all_rows:
        paths = [
            [(0, at0), (1, at1)] for at0, at1 in np.column_stack([curve.lines.at0, curve.lines.at1])
        ]
        quiet = {"colors": COLOURS["quiet"], "linewidths": width(0.35), "alpha": 0.6, "zorder": 1}
        ax.add_collection(LineCollection(paths, **quiet), autolim=False)
    for ends in ((0, 1), (1, 0)):
        ax.plot([0, 1], ends, color=COLOURS["quiet"], ls=(0, (6, 3)), lw=width(0.6), zorder=1.5)
    look = {"lw": width(2.4), "ls": "-", "alpha": 0.85, "solid_joinstyle": "round"}
    ax.plot(*curve.envelope, color=COLOURS["ink"], **look, zorder=2)
    lines = {name: ([0, 1], line_of_point(*point)) for name, point in points.items()}
    artists = draw_paths(ax, lines)
    place(ax, once(_marks(ax, points, artists, at)) + names_of(artists))


def _marks(ax: Axes, points, artists: Mapping[str, Line2D], at) -> list[Label]:
    """Mark what each classifier costs at some places."""
    ends = np.array([line_of_point(*spot) for spot in points.values()]).T
    lines = CostLines(*ends, np.arange(len(points)), np.full(len(points), np.nan))
    return [
        point(ax, float(x), cost, line.get_color())
        for x in at
        for line, cost in zip(artists.values(), lines.value(float(x)).tolist(), strict=True)
    ]


def _describe_both(left: Axes, right: Axes, points: Mapping[str, RocPoint], sweep: Sweep) -> None:
    corners = {(x, y) for x, y in zip(*roc_hull(sweep), strict=True)}
    on_hull = [name for name, point in points.items() if tuple(point) in corners]
    spots = [f"{name} ({_decimal(x)}, {_decimal(y)})" for name, (x, y) in points.items()]
    n, every = words.count(len(points)), len(points)
    listed = {"points": listing(spots, every), "corners": listing(on_hull, every)}
    describe(left, say("alt.duality_points", n=n, **listed))
    costs = {name: map(_decimal, line_of_point(*point)) for name, point in points.items()}
    lines = [say("alt.cost_line", name=n, start=a, end=b) for n, (a, b) in costs.items()]
    area = words.decimal(cost_curve_of(sweep).area)
    describe(right, say("alt.duality_lines", n=n, lines=listing(lines, every), area=area))


def _decimal(value: float) -> str:
    return words.decimal(float(value))
