"""Cost curves: each threshold a thin line, and below all of them the lowest cost."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection

from ...core import digits
from ...core.errors import InputError
from ...metrics.costing.cost_curves import CostCurve
from ...metrics.costing.cost_curves import cost_curve as cost_curve_of
from ...metrics.costing.cost_lines import CostLines
from ...metrics.costing.cost_stretches import Stretch
from ..by_threshold.threshold_parts import by_name, shown
from ..colours import COLOURS
from ..labels import beside
from ..lines import visible
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..placing import Label, place
from ..say import say
from ..unit_square import EDGE, look_of, names_of, width

AXES = {"probability-cost": "cost.pc", "p": "cost.p"}
GRID = np.linspace(0, 1, 201)  # for lines that costs bend; straight ones need their ends alone
CELLS = 40  # of many lines, those whose ends fall into one cell of so many are drawn as one
FEW = 12  # stretches whose rulers can be written
NARROW, STEEP, TINY = 0.25, 0.13, 0.05  # of the axis: no room for many words, for any, for letters
TOP = 0.6  # without cost lines, nothing would be seen in the upper part
FAINT = 0.15  # of an area


def cost_curve(
    of,
    ax: Axes | None = None,
    *,
    lines: bool | None = None,
    envelope: bool = True,
    trivial: bool = True,
    area: bool | None = None,
    ruling: bool | None = None,
    language: str | None = None,
    **line,
) -> Axes:
    """Draw the lowest cost everywhere along the axis, and the cost lines above it.

    Parameters
    ----------
    of : CostCurve, Sweep, Confusion or mapping of str to these
        What to draw; several have one axis, and names are written beside them.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    lines : bool, optional
        Whether to draw the cost line of each threshold; without it, for one curve alone.
    envelope : bool
        Whether to draw the curve itself, through its exact vertices.
    trivial : bool
        Whether to draw "always negative" and "always positive", dashed.
    area : bool, optional
        Whether to shade the mean cost and to write it down; without it, for one curve alone.
    ruling : bool, optional
        Whether to mark where one threshold takes over from another, and to write each where it
        rules; without it, for one curve of at most twelve stretches.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot` for the envelopes.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If several have different axes, or something has no cost curve.
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Drummond & Holte (2006), Cost curves: an improved method for visualizing classifier
    performance.
    """
    curves = _on_one_axis({name: _curve(one) for name, one in by_name(of).items()})
    alone = len(curves) == 1
    lines, area = (alone if asked is None else asked for asked in (lines, area))
    with style(language=language):
        ax = axes_or_new(ax, size=(6.4, 4.9))
        first = next(iter(curves.values()))
        _set_up(ax, curves, full=lines)
        labels = []
        for k, curve in enumerate(curves.values()):
            colour = look_of(k, line)["color"]
            if lines:
                _draw_lines(ax, curve, COLOURS["quiet"] if alone else colour)
            labels += _shade(ax, curve, colour, alone) if area else []
        if envelope:
            labels += names_of(_draw_envelopes(ax, curves, area, line))
        if ruling or (ruling is None and alone and len(first) <= FEW):
            for k, curve in enumerate(curves.values()):
                _rulers(ax, curve, look_of(k, line)["color"])
        place(ax, (_draw_trivial(ax, first) if trivial else []) + labels)
        return describe(ax, " ".join(_in_words(name, curve) for name, curve in curves.items()))


def _curve(one) -> CostCurve:
    return one if isinstance(one, CostCurve) else cost_curve_of(one)


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
    """Give the lines of "always negative" and "always positive"."""
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
        high = (costs > 0.55 * top) & (costs < 0.92 * top)
        text = say(f"cost.always_{name}")
        labels.append(Label(text, GRID[high], costs[high], look["color"], 0.9, line=line))
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
    """Give the vertices of a curve, and where costs bend it, points between them."""
    x = np.union1d(GRID, curve.bounds) if curve.bend else curve.bounds
    return visible(x, curve.at(x))


def _shade(ax: Axes, curve: CostCurve, colour, alone: bool) -> list[Label]:
    x, y = _corners(curve)
    ax.fill_between(x, y, color=colour, alpha=FAINT, linewidth=0, zorder=0.9)
    if not alone:
        return []
    top = curve.bounds[[curve.envelope.y.argmax()]]
    text = say("cost.area", area=digits.decimal(curve.area))
    return [Label(text, top, 0.55 * curve.at(top), COLOURS["ink"], 0.95)]


def _draw_envelopes(ax: Axes, curves: Mapping[str, CostCurve], area: bool, line: dict) -> dict:
    """Draw each curve; give the lines that are to be named."""
    drawn = {}
    for k, (name, curve) in enumerate(curves.items()):
        look = {"linewidth": letters(0.25), "solid_joinstyle": "round", **look_of(k, line)}
        text = say("cost.area", area=digits.decimal(curve.area))
        drawn[f"{name}\n{text}" if area else name] = ax.plot(*_corners(curve), **look)[0]
    return drawn if len(curves) > 1 else {}


def _rulers(ax: Axes, curve: CostCurve, colour) -> None:
    """Mark where thresholds take over, and say which one rules in between."""
    inside, costs = (ends[1:-1] for ends in curve.envelope)
    dots = {"marker": "o", "ls": "", "markersize": letters(0.5), "markeredgecolor": "white"}
    ax.plot(inside, costs, color=colour, zorder=5, **dots)
    ax.vlines(inside, 0, costs, color=colour, lw=0.8, ls=":", zorder=1.5)
    for stretch in curve:
        if stretch.end - stretch.start > TINY:
            _write_ruler(ax, curve, stretch, colour)


def _write_ruler(ax: Axes, curve: CostCurve, stretch: Stretch, colour) -> None:
    """Write who rules at the foot of a stretch, or above its line where that is low."""
    wide = stretch.end - stretch.start
    rises = np.sign(stretch.cost_at_end - stretch.cost_at_start)
    x = stretch.start + wide * (0.5 + 0.12 * rises)  # nearer to where there is room
    half, need = (0.02, 0.2) if wide < STEEP else (0.08, 0.09)
    over = curve.at(np.clip([x - half, x, x + half], 0, 1))
    foot = 0 if over[1] > need * np.ptp(ax.get_ylim()) else over.max()
    text = _who(curve, stretch, "≥ {}" if wide < NARROW else "")
    look = {"rotation": 90 if wide < STEEP else 0, "ha": "center", "va": "bottom", "zorder": 6}
    beside(ax, x, foot, text, colour, offset=(0, 5), size=letters(0.85), **look)


def _who(curve: CostCurve, stretch: Stretch, short: str = "") -> str:
    """Say which classifier rules a stretch, a threshold shortly if asked to."""
    sweep, row = curve.sweep, stretch.row
    if np.isnan(stretch.threshold):
        return say("cost.classifier")
    if row == 0:
        return say("cost.always_negative")
    if stretch.fpr == 1 and stretch.fnr == 0:
        return say("cost.always_positive")
    if sweep.ties == "grouped":
        threshold = shown(stretch.threshold)
        return short.format(threshold) or say("cost.score_from", threshold=threshold)
    return say("cost.first", row=row)


def _in_words(name: str, curve: CostCurve) -> str:
    found = {
        "name": f"{name}: " if name else "",
        "axis": say(AXES[curve.axis]),
        "lines": digits.count(len(curve.lines)),
        "area": digits.decimal(curve.area),
        "rulers": say("alt.cost_rulers", n=digits.count(len(curve))),
    }
    if len(curve) <= FEW:
        found["rulers"] = digits.listing([_stretch(curve, one) for one in curve], FEW)
    return say("alt.cost_curve", **found)


def _stretch(curve: CostCurve, one: Stretch) -> str:
    ends = {"start": digits.decimal(one.start), "end": digits.decimal(one.end)}
    return say("alt.cost_ruler", who=_who(curve, one), **ends)
