"""The P-R curve, its layers, the areas that AP adds up, and the AP at each least overlap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D

from ..core import inputs, words
from ..core.conventions import ApRule, Interpolation, Language, Legend, options
from ..core.errors import choice
from ..core.formula import Worked
from ..detection.detection_map import DetectionMap
from ..metrics import average_precision as rules
from ..metrics.average_precision import average_precision
from ..metrics.bootstrap import Band
from ..metrics.curves import Curve
from ..metrics.curves import pr as pr_of
from ..metrics.rates import lookup
from ..metrics.sweep import Sweep, needs
from ..metrics.thresholds import best_threshold
from ..metrics.thresholds import break_even as break_even_of
from .curves import (
    EDGE,
    MARKERS,
    SIZE,
    by_name,
    curves_of,
    draw_bands,
    draw_curves,
    draw_thresholds,
    given,
    layer,
    mark_point,
    one_curve,
    pr_square,
)
from .door import of_scores
from .look import COLOURS, SERIES, letters, look_of, small, style, visible, width
from .picture import axes_or_new, describe, describe_alone
from .placing import Label, beside, first_time, names_of, numbers_at, place
from .say import head, listing, named_thresholds, same_cut, same_cuts, say

INTERPOLATIONS, RULES = options(Interpolation), options(ApRule)
RULE_OF = {"linear": "trapezoid"}  # the other interpolations are called as their rules
JOINED = {rule: name for name, rule in RULE_OF.items()}
WIDE = 0.055  # beyond 0 and 1, for the bars around the first and the last of 11 levels
DOTS = 400  # points; more have no marks of their own
HITS = 40  # more fractions than this nobody would read
USUAL = (0.2, 0.4, 0.6, 0.8)  # values of F1
POINTS = 201
LEAST_OVERLAPS = 12  # whose AP is written
BENT = 17  # points along an arc of Davis and Goadrich
SEEN = 1_000  # more arcs than this are too short to be seen bent
MANY = 400  # more areas than this are one to the eye
NARROW = 60  # more areas than this would be edges and nothing else
TINTS = ("#9ED0F0", "#CDE7F8")  # in turn, so that neighbours are told apart
# Along which way through the plane an area is written: below the curve, or to the right of bars.
WRITTEN = np.array([[0, 0.6], [0, 0.1], [1, 0.1], [1, 0.9]])


@of_scores
def pr(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    interpolation: Interpolation | None = None,
    prevalence: bool = True,
    break_even: bool = False,
    counts: bool = False,
    area: ApRule | bool | None = None,
    band: Band | Mapping[str, Band] | None = None,
    mark: float | Sequence[float] | None = None,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the precision-recall curve, or several.

    What can be drawn over it: :func:`ap_areas`, :func:`band`, :func:`iso_f1`, :func:`unreachable`.

    Parameters
    ----------
    of : Sweep, Curve or mapping of str to either
        What to draw; names are written beside the lines. How precise it is to predict nothing
        positive is said where the curve is made, as by ``mm.pr(sweep, start="one")``.
    interpolation : {"step", "linear", "davis-goadrich", "voc2007", "voc2010", "coco"}, optional
        What a rule makes of the points; it is drawn over them.
    prevalence : bool
        Whether to draw the share of positives, where it is known.
    break_even : bool
        Whether to mark where precision is recall.
    counts : bool
        Whether to write TP / (TP + FP) beside each point that finds a positive: for few samples.
    area : bool or {"step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco"}, optional
        The rule whose areas to draw, each a shape of its own, below the first curve. True is
        ``"step"``; of several curves it writes the AP of each behind its name.
    band : Band or mapping of str to Band, optional
        What ``bootstrap_band(sweep, mm.pr)`` gives, for the first curve or for those named.
    mark : float or sequence of float, optional
        Thresholds whose points to mark.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If there are no positives.
    InputError
        If something isn't a P-R curve, or an option isn't known.
    """
    if interpolation is not None:
        choice(interpolation, INTERPOLATIONS, "interpolation")
    curves = curves_of(of, pr_of)
    named = area is True and len(curves) > 1  # the areas of several hide each other
    area = _rule(area)
    with style(language=language):
        ax = axes_or_new(ax, size=SIZE)
        pr_square(ax, around=WIDE if area == "voc2007" else EDGE)
        labels = draw_bands(ax, curves, band, line)
        lines = _draw_lines(ax, curves, interpolation, line)
        labels += names_of(_with_areas(lines, curves, area) if named else lines)
        if area and not named:
            labels += _draw_ap_areas(ax, next(iter(curves.values())), area)
        if prevalence:
            labels += _draw_prevalence(ax, curves)
        if break_even:
            labels = _draw_break_even(ax, curves, line) + labels
        if counts:
            labels = _write_counts(ax, curves, line) + labels
        place(ax, draw_thresholds(ax, curves, mark) + labels, legend)
        rule = area or RULE_OF.get(interpolation, interpolation)
        return describe(ax, lambda: " ".join(_in_words(*item, rule) for item in curves.items()))


def _rule(area: ApRule | bool | None) -> str | None:
    """Read the rule of an area: True is the usual one."""
    if area is None or area is False:
        return None
    return "step" if area is True else choice(area, RULES, "area")


def _with_areas(lines: Mapping[str, Line2D], curves: Mapping[str, Curve], rule: str) -> dict:
    """Write the area of each curve behind its name."""
    areas = (words.decimal(average_precision(curve.points, rule)) for curve in curves.values())
    return {
        f"{name} ({words.symbol('average_precision')} {area})": line
        for (name, line), area in zip(lines.items(), areas, strict=True)
    }


def _draw_lines(ax: Axes, curves, interpolation, line: Mapping) -> dict[str, Line2D]:
    """Draw the curves; with an interpolation, that in full strength and the points faintly."""
    if interpolation is None:
        return draw_curves(ax, curves, line)
    dots = "o" if max(map(len, curves.values())) <= DOTS else ""
    faint = {"linewidth": width(0.4), "linestyle": "-", "marker": dots}
    for artist in draw_curves(ax, curves, faint | normalize_kwargs(line, Line2D)).values():
        artist.set(alpha=0.6, markersize=letters(0.4))
    rule = RULE_OF.get(interpolation, interpolation)
    return {
        name or say(f"pr.{interpolation}"): _interpolate(ax, curve, rule, look_of(k, line))
        for k, (name, curve) in enumerate(curves.items())
    }


def _interpolate(ax: Axes, curve: Curve, rule: str, look: dict) -> Line2D:
    edges = tops(curve.points, rule)
    if rule not in ("voc2007", "coco"):
        return ax.plot(*visible(*edges.reshape(-1, 2).T), **look)[0]
    # What lies between two levels isn't asked for: each has a bar, and nothing slopes.
    line = ax.plot(*np.insert(edges, 2, np.nan, axis=1).reshape(-1, 2).T, **look)[0]
    if rule == "voc2007":
        dots = {"linestyle": "", "marker": "s", "markersize": letters(0.5), "zorder": 5}
        ax.plot(*levels(curve.points, rule), color=line.get_color(), **dots)
    return line


def _write_counts(ax: Axes, curves: Mapping[str, Curve], line: Mapping) -> list[Label]:
    """Mark each point at which a positive is found, with TP / (TP + FP); a shared one once."""
    labels = {}
    for k, curve in enumerate(curves.values()):
        colour = look_of(k, line)["color"]
        rows = np.flatnonzero(np.diff(curve.points.tp) > 0)[:HITS] + 1
        dots = {"ls": "", "marker": MARKERS[k % 5], "ms": letters(0.5), "color": colour}
        ax.plot(curve.x[rows], curve.y[rows], zorder=5, **dots)
        for row in rows.tolist():
            tp, fp = (getattr(curve.points, count)[row] for count in ("tp", "fp"))
            text = f"{words.count(tp)}/{words.count(tp + fp)}"
            x, y = curve.x[[row]], curve.y[[row]]
            labels.setdefault((text, x.item(), y.item()), Label(text, x, y, colour, 0.8))
    return [*labels.values()]


def _in_words(name: str, curve: Curve, rule: str | None) -> str:
    """Say what a curve shows; its AP only where a rule for it is drawn."""
    values = {
        "name": head(name),
        "n": words.count(np.isfinite(curve.y).sum()),
        "bep": words.decimal(break_even_of(curve.points)),
    }
    if rule is None:
        return say("alt.pr", **values)
    area = words.decimal(average_precision(curve.points, rule))
    return say("alt.pr.area", area=area, rule=rule, **values)


@layer("pr")
def iso_f1(
    values: float | Sequence[float] = USUAL,
    ax: Axes | None = None,
    *,
    language: Language | None = None,
) -> Axes:
    """Draw lines along which F1 is the same, each named at its right end.

    Parameters
    ----------
    values : float or sequence of float
        The values of F1.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If a value isn't from 0 to 1.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> ax = mm.plots.iso_f1([0.5, 0.7])
    """
    look = {"color": "#AAAAAA", "linestyle": "-", "linewidth": width(0.45), "zorder": 1.2}
    for f1 in given(values):
        f1 = float(inputs.share(f1, "iso_f1", "F1 lies between 0 and 1", zero=False))
        precision = np.linspace(f1 / (2 - f1), 1, POINTS)
        recall = f1 * precision / (2 * precision - f1)  # from F1 = 2·P·R / (P + R)
        ax.plot(recall, precision, **look)
        spot = {"va": "center", "ha": "left", "offset": (letters(0.7), 0)}
        beside(ax, 1, precision[0], f"F1 = {f1:.3g}", COLOURS["quiet"], size=small(0.8), **spot)
    listed = listing([f"{value:.3g}" for value in given(values)])
    return describe_alone(ax, head(say("f1")) + listed + say("join.stop"))


def _draw_prevalence(ax: Axes, curves: Mapping[str, Curve]) -> list[Label]:
    """Draw the share of positives, where it is known and doesn't stand there already."""
    quiet, labels = COLOURS["quiet"], []
    look = {"color": quiet, "linewidth": width(0.6), "linestyle": (0, (2, 2)), "zorder": 2}
    for share in (share for share in _shares(curves) if first_time(ax, share)):
        artist = ax.plot([0, 1], [share, share], **look)[0]
        text = say("pr.prevalence", share=words.decimal(share))
        labels.append(Label(text, *artist.get_data(), quiet, 0.85, line=artist))
    return labels


def _shares(curves: Mapping[str, Curve]) -> list[float]:
    """List the shares of positives, each once; where negatives are unknown there is none."""
    sweeps = [curve.sweep for curve in curves.values()]
    return sorted({float(s.confusion(0).prevalence) for s in sweeps if s.negatives is not None})


@of_scores
@layer("pr")
def unreachable(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    language: Language | None = None,
) -> Axes:
    """Hatch what no ranking can reach: what lies below the worst, which has all negatives first.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        Whose samples; of several, the lowest share of positives counts.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If there are no positives, or negatives are unknown.

    References
    ----------
    Boyd et al. (2012), Unachievable region in precision-recall space.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.unreachable(s, mm.plots.pr(s))
    """
    curves = curves_of(of, pr_of)
    for curve in curves.values():
        needs(curve.sweep, "region out of reach", "recall", "predicted_positive_rate")
    share = _shares(curves)[0]
    recall = np.linspace(0, 1, POINTS)
    worst = lookup("precision").column(TP=share * recall, FP=1 - share)
    look = {"facecolor": "#E4E4E4", "edgecolor": "#9A9A9A", "hatch": "////", "linewidth": 0.8}
    # Without negatives nothing is undefined but the start, and every ranking is precise.
    ax.fill_between(recall, 0, np.nan_to_num(worst, nan=1), zorder=1.1, **look)
    spot = {"ha": "right", "va": "bottom", "offset": (-letters(0.3), letters(0.25))}
    beside(ax, 1, 0, say("pr.unreachable"), size=small(0.85), zorder=6, **spot)
    return describe_alone(ax, say("unreachable_region") + say("join.stop"))


def _draw_break_even(ax: Axes, curves: Mapping[str, Curve], line: Mapping) -> list[Label]:
    """Draw the diagonal, and a point for each curve in its colour."""
    ax.plot([0, 1], [0, 1], color=COLOURS["gap"], lw=width(0.6), ls=":", zorder=2)
    labels = []
    for k, (name, curve) in enumerate(curves.items()):
        value = float(break_even_of(curve.points))
        if np.isfinite(value):
            colour = look_of(k, line)["color"] if name else COLOURS["gap"]
            text = f"{words.symbol('break_even')} = {words.decimal(value)}"
            labels.append(mark_point(ax, value, value, text, colour, "D"))
    return labels


def nearest_corner(sweep: Sweep, ax: Axes) -> Axes:
    """Draw the shortest way from a P-R curve to (1, 1), from every point that has it."""
    best = best_threshold(sweep, "nearest-corner")
    write, labels = same_cuts(best.thresholds, best.sweep), []
    for threshold, row in zip(best.thresholds, best.rows, strict=True):
        x, y = (best.sweep[name][row] for name in ("recall", "precision"))
        look = {"color": COLOURS["gap"], "ls": "--", "lw": width(0.7), "zorder": 5}
        way = ax.plot([x, 1], [y, 1], **look)[0]
        where = say("curve.mark", threshold=write(threshold))
        labels.append(mark_point(ax, x, y, where, COLOURS["threshold"]))
        text = f"d = {words.decimal(best.value, 4)}"
        labels.append(Label(text, *way.get_data(), COLOURS["gap"], 0.9, line=way))
    star = {"ls": "", "marker": "*", "ms": letters(1.1), "color": COLOURS["gap"], "zorder": 6}
    ax.plot([1], [1], clip_on=False, **star)
    side = {"ha": "right", "va": "center", "offset": (-letters(0.9), 0), "size": small(0.9)}
    beside(ax, 1, 1, "(1, 1)", COLOURS["gap"], **side)
    place(ax, labels)
    listed = named_thresholds([same_cut(t, best.sweep) for t in best.thresholds])
    text = say("alt.pr_corner", distance=words.decimal(best.value, 4), thresholds=listed)
    return describe(ax, text)


@of_scores
@layer("pr")
def ap_areas(
    of: Sweep | Curve,
    rule: ApRule = "step",
    ax: Axes | None = None,
    *,
    language: Language | None = None,
) -> Axes:
    """Draw the areas that a rule of average precision adds up, each a shape of its own.

    Parameters
    ----------
    of : Sweep or Curve
        Below which P-R curve.
    rule : {"step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco"}
        The rule, see :func:`mlmetrics_edu.average_precision`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If there are no positives.
    InputError
        If there is no such rule.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.ap_areas(s, "voc2010", mm.plots.pr(s))
    """
    choice(rule, RULES, "rule")
    curve = one_curve(of, pr_of)
    place(ax, _draw_ap_areas(ax, curve, rule))
    value = words.both(average_precision(curve.points, rule))
    name = f"{say('average_precision')} ({say(f'pr.{JOINED.get(rule, rule)}')})"
    return describe(ax, head(name) + value + say("join.stop"))


def _draw_ap_areas(ax: Axes, curve: Curve, rule: str) -> list[Label]:
    """Draw each area as a shape of its own, and write down what they add up to."""
    edges = tops(curve.points, rule)
    if len(edges) > MANY:  # one edge of few points: the curve itself is drawn on top of it
        path = edges.reshape(-1, 2)
        edges = path[np.unique(np.linspace(0, len(path) - 1, MANY).astype(int))][None]
    narrow = len(edges) > NARROW
    tints = TINTS[:1] if narrow else [TINTS[k % 2] for k in range(len(edges))]
    look = {"facecolor": tints, "edgecolor": "#4C7F9E", "linewidth": 0.2 if narrow else 0.8}
    ax.add_collection(PolyCollection(list(shapes(edges)), zorder=1, **look))
    worked = average_precision(curve.points, rule)
    text = f"{words.symbol('average_precision')} = {words.both(worked)}"
    return [Label(text, *WRITTEN.T, COLOURS["ink"], 0.9)]


def tops(sweep: Sweep, rule: str) -> np.ndarray:
    """Return the upper edge of each area that a rule adds up.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    rule : str
        A rule of :func:`average_precision`.

    Returns
    -------
    numpy.ndarray of float, shape (areas, points, 2)
        Recall and precision along each edge, from left to right.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> tops(s, "trapezoid").round(3).tolist()
    [[[0.0, 1.0], [0.5, 1.0]], [[0.5, 0.5], [1.0, 0.667]]]
    """
    if rules.RULES[rule].levels:
        return _bars(*levels(sweep, rule))
    rows = np.flatnonzero(np.diff(sweep.tp)) + 1  # each gain in recall has an edge
    if rule == "davis-goadrich":
        return _arcs(sweep, rows)
    height = rules.precision(sweep.tp, sweep.fp)
    left = right = height[rows]
    if rule == "trapezoid":
        left = height[rows - 1]
    if rule == "voc2010":
        left = right = rules.highest_from_here(sweep.tp, sweep.fp)[rows - 1]
    recall = sweep["recall"]
    return np.stack([np.stack([recall[rows - 1], recall[rows]], 1), np.stack([left, right], 1)], 2)


def _arcs(sweep: Sweep, rows: np.ndarray) -> np.ndarray:
    """Return edges along which TP and FP grow in proportion."""
    part = np.linspace(0, 1, BENT if len(rows) <= SEEN else 2)
    tp, fp = (
        column[rows - 1, None] + (column[rows] - column[rows - 1])[:, None] * part
        for column in (sweep.tp.astype(float), sweep.fp.astype(float))
    )
    height = lookup("precision").column(TP=tp, FP=fp)
    # From nothing on, precision is the same all along.
    height = np.where(np.isnan(height), height[:, -1:], height)
    return np.stack([tp / sweep.positives, height], axis=-1)


def levels(sweep: Sweep, rule: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the levels of recall at which a rule looks, and the precision that it finds there."""
    many = rules.RULES[rule].levels
    _, heights = rules.at_levels(sweep.tp, sweep.fp, sweep.positives, many, "floats")
    return np.linspace(0, 1, many), heights


def _bars(recall: np.ndarray, heights: np.ndarray) -> np.ndarray:
    """Return a bar around each level: together they are as wide as 1, so that areas add up."""
    edges = recall[:, None] + np.array([-0.5, 0.5]) / len(recall)
    return np.stack([edges, np.column_stack([heights, heights])], axis=-1)


def shapes(edges: np.ndarray) -> np.ndarray:
    """Close upper edges to areas that stand on the axis.

    Returns
    -------
    numpy.ndarray of float, shape (areas, points + 2, 2)
    """
    feet = edges[:, [-1, 0]] * [1, 0]
    return np.concatenate([edges, feet], axis=1)


def ap_by_iou(
    result: DetectionMap | Mapping[str, DetectionMap],
    ax: Axes | None = None,
    *,
    language: Language | None = None,
) -> Axes:
    """Draw the AP at each overlap that a protocol asks for, such as COCO's ten.

    Parameters
    ----------
    result : DetectionMap or mapping of str to DetectionMap
        A detector, judged; or several, by their names.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If a detector was judged at one overlap only, or there is none to draw.
    UndefinedError
        If there is no object, and so no AP.
    """
    several = by_name(result)
    columns = {name: one.ap_by_iou() for name, one in several.items()}
    with style(language=language):
        ax, lines = axes_or_new(ax, size=(7.0, 4.4)), {}
        for k, (name, one) in enumerate(several.items()):
            lines[name] = _ap_line(ax, k, one.protocol.ious, columns[name])
            describe(ax, _ap_in_words(name, one.protocol.ious, columns[name], one.map))
        _ap_axes(ax, [iou for one in several.values() for iou in one.protocol.ious])
        if "" in several:
            _write_values(ax, several[""].map, lines[""])
        else:
            place(ax, names_of(lines))
        return ax


def _ap_line(ax: Axes, k: int, ious, column: np.ndarray) -> Line2D:
    colour, dashes = SERIES[k % len(SERIES)]
    look = {"color": colour, "linestyle": dashes, "marker": MARKERS[k % len(MARKERS)]}
    order = np.argsort(ious, kind="stable")
    x, y = np.asarray(ious)[order], column[order]
    return ax.plot(x, y, markersize=letters(0.5), clip_on=False, **look)[0]


def _ap_axes(ax: Axes, ious) -> None:
    ticks = sorted(set(ious))
    if len(ticks) <= LEAST_OVERLAPS:
        ax.set_xticks(ticks, [f"{iou:.3g}" for iou in ticks], size=small(0.85))
    room = 0.06 * (ticks[-1] - ticks[0])
    ax.set(xlim=(ticks[0] - room, ticks[-1] + room), ylim=(0, 1.05))
    ax.set(xlabel=say("ap.iou"), ylabel=say("average_precision"))


def _write_values(ax: Axes, mean: Worked, line: Line2D) -> None:
    """Write each AP beside its point, and the mean of all beside a line of its own."""
    ax.axhline(float(mean), color=COLOURS["quiet"], linewidth=1.2, linestyle=(0, (2, 2)), zorder=0)
    where = {"ha": "left", "va": "center", "xycoords": ax.get_yaxis_transform()}
    text = say("ap.mean", value=words.decimal(mean))
    beside(ax, 1.0, float(mean), text, COLOURS["quiet"], size=small(0.85), **where)
    values = line.get_ydata().tolist()
    if len(values) <= LEAST_OVERLAPS:
        place(ax, numbers_at(line, map(words.decimal, values), 0.72))


def _ap_in_words(name: str, ious, column: np.ndarray, mean: Worked) -> str:
    parts = [f"{iou:.3g} {words.decimal(value)}" for iou, value in zip(ious, column, strict=True)]
    values = {"parts": listing(parts, LEAST_OVERLAPS), "mean": words.decimal(mean)}
    return head(name) + say("alt.ap_by_iou", **values)
