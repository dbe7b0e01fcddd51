"""Cost curves: each threshold a thin line, and below all of them the lowest cost."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D

from ..core.conventions import Language, Legend
from ..core.errors import InputError
from ..metrics.confusion import Confusion
from ..metrics.cost_curves import CostCurve, CostLines
from ..metrics.cost_curves import cost_curve as cost_curve_of
from ..metrics.sweep import Sweep
from .cost_marks import (
    AXES,
    FEW,
    GRID,
    area_in_words,
    ends_of,
    in_words,
    once,
    points_at,
    write_area,
    write_rulers,
)
from .curves import EDGE, by_name, given
from .given_scores import of_scores
from .lines import look_of, visible, width
from .look import COLOURS, letters, style
from .picture import axes_or_new, describe
from .placing import Label, first_time, place
from .say import say

CELLS = 40  # of many lines, those whose ends fall into one cell of so many are drawn as one
TOP = 0.6  # without cost lines, nothing would be seen in the upper part
HIGH, PEAK = 0.5, 0.7  # of a curve: where its name stands, or its name and its area
FAINT = 0.15  # of an area


@of_scores()
def cost_curve(
    of: "CostCurve | Sweep | Confusion | Mapping[str, CostCurve | Sweep | Confusion]",
    ax: Axes | None = None,
    *,
    lines: bool | None = None,
    envelope: bool = True,
    trivial: bool = True,
    area: bool | str | None = None,
    ruling: bool | None = None,
    vertices: bool = False,
    at: float | Sequence[float] | None = None,
    ends: bool | float = False,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
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
    area : bool or str, optional
        Whether to shade the mean cost and to write it down, or what to call it there; without it,
        for one curve alone.
    ruling : bool, optional
        Whether to mark where one threshold takes over from another, and to write each where it
        rules; without it, for one curve of at most twelve stretches.
    vertices : bool
        Whether to mark the corners of the envelope and to write where they are.
    at : float or sequence of float, optional
        Places on the axis: what each curve costs there is marked and written down.
    ends : bool or float
        Mark the ends of one cost line, which are FPR and FNR: that of a threshold, or where there
        is but one classifier, its own.
    legend : bool or "auto"
        Whether names stand in a legend instead of beside their lines; ``"auto"`` where they are
        more than four, or have no room there.
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
        If several have different axes, something has no cost curve, or a line no ends to mark.
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
        drawn = _draw_envelopes(ax, curves, line) if envelope else {}
        trivial = trivial and first_time(ax, "trivial")
        labels, rulers = _draw_trivial(ax, first) if trivial else [], []
        for k, curve in enumerate(curves.values()):
            colour = look_of(k, line)["color"]
            if lines:
                _draw_lines(ax, curve, COLOURS["quiet"] if alone else colour)
            if area:
                _shade(ax, curve, colour)
            if ruling or (ruling is None and alone and len(curve) <= FEW):
                rulers += write_rulers(ax, curve, colour)
            labels += points_at(ax, curve, at, vertices, colour)
            labels += ends_of(ax, curve, ends, colour)
        if area and alone:
            corners = first.bounds[1:-1].tolist() if vertices or rulers else []
            write_area(ax, first, area, rulers, np.array([*corners, *given(at)]))
        labels += _named(drawn, curves, area)
        place(ax, once(labels), legend)
        texts = (in_words(name, curve, at) for name, curve in curves.items())
        return describe(ax, " ".join(texts))


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


def _shade(ax: Axes, curve: CostCurve, colour) -> None:
    ax.fill_between(*_corners(curve), color=colour, alpha=FAINT, linewidth=0, zorder=0.9)


def _draw_envelopes(ax: Axes, curves: Mapping[str, CostCurve], line: dict) -> dict[str, Line2D]:
    """Draw each curve."""
    thick = {"linewidth": letters(0.25), "solid_joinstyle": "round"}
    return {
        name: ax.plot(*_corners(curve), **thick | look_of(k, line))[0]
        for k, (name, curve) in enumerate(curves.items())
    }


def _named(drawn: Mapping[str, Line2D], curves: Mapping[str, CostCurve], area) -> list[Label]:
    """Name the curves where they are high; of several, with the area that each has."""
    with_area, labels = area and len(curves) > 1, []
    for name, line in drawn.items():
        x, y = GRID, np.interp(GRID, *line.get_data())
        high = y >= (PEAK if with_area else HIGH) * y.max()
        text = f"{name}\n{area_in_words(curves[name], area)}" if with_area else name
        label = Label(text, x[high], y[high], line.get_color(), line=line, named=True)
        labels += [label] if name else []
    return labels
