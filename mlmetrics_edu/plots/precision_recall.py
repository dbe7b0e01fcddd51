"""The P-R curve: how precise, for how many of the positives found."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D

from ..core import digits, inputs, words
from ..core.conventions import ApRule, Interpolation, Language, Start, options
from ..metrics.average_precision import average_precision
from ..metrics.break_even import break_even
from ..metrics.break_even import break_even as break_even_of
from ..metrics.comparing.band import Band
from ..metrics.curve import Curve, needs
from ..metrics.curves import pr as pr_of
from ..metrics.sweep import Sweep
from ..metrics.thresholds import Optima, best_threshold
from .average_precision import RULES, levels, shapes, tops
from .curves import (
    EDGE,
    SIZE,
    curves_of,
    draw_curves,
    given,
    mark_point,
    mark_thresholds,
    shade_bands,
    square,
)
from .lines import look_of, names_of, thinned, width
from .look import COLOURS, letters, style
from .picture import axes_or_new, describe
from .placing import Label, beside, place
from .say import say

INTERPOLATIONS = options(Interpolation)
RULE_OF = {"linear": "trapezoid"}  # the other interpolations are called as their rules
WIDE = 0.055  # beyond 0 and 1, for the bars around the first and the last of 11 levels
MANY = 400  # more areas than this are one to the eye
NARROW = 60
TINTS = ("#9ED0F0", "#CDE7F8")  # in turn, so that neighbours are told apart
USUAL = (0.2, 0.4, 0.6, 0.8)
POINTS = 201
HITS = 40  # more fractions than this nobody would read


def pr(
    of: "Sweep | Curve | Mapping[str, Sweep | Curve]",
    ax: Axes | None = None,
    *,
    interpolation: Interpolation | None = None,
    iso_f1: "bool | float | Sequence[float]" = False,
    prevalence: bool = True,
    break_even: bool = False,
    corner: bool = False,
    counts: bool = False,
    area: ApRule | None = None,
    band: "Band | Mapping[str, Band] | None" = None,
    mark: float | Sequence[float] | None = None,
    unreachable: bool = False,
    start: Start = "undefined",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the precision-recall curve, or several.

    Parameters
    ----------
    of : Sweep, Curve or mapping of str to either
        What to draw; names are written beside the lines.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    interpolation : {"step", "linear", "davis-goadrich", "voc2007", "voc2010", "coco"}, optional
        What a rule makes of the points; it is drawn over them.
    iso_f1 : bool, float or sequence of float
        Lines along which F1 is the same: the usual ones, or those named.
    prevalence : bool
        Whether to draw the share of positives, where it is known.
    break_even : bool
        Whether to mark where precision is recall.
    corner : bool
        Whether to draw the shortest way from the first curve to (1, 1).
    counts : bool
        Whether to write TP / (TP + FP) beside each point that finds a positive: for few samples.
    area : {"step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco"}, optional
        The rule whose areas to draw, each a shape of its own, below the first curve.
    band : Band or mapping of str to Band, optional
        What ``bootstrap_band(sweep, mm.pr)`` gives, for the first curve or for those named.
    mark : float or sequence of float, optional
        Thresholds whose points to mark.
    unreachable : bool
        Whether to hatch what no ranking can reach at this prevalence (Boyd et al. 2012).
    start : {"undefined", "one", "first"}
        Precision where nothing is predicted positive, see :func:`mlmetrics_edu.pr`.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot` for the curves.

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
    curves = _checked(of, start, interpolation, area)
    with style(language=language):
        ax = axes_or_new(ax, size=SIZE)
        room = WIDE if area == "voc2007" else EDGE
        square(ax, say("recall"), say("precision"), room, room)
        draw_iso_f1(ax, iso_f1)
        if unreachable:
            draw_unreachable(ax, curves)
        labels = shade_bands(ax, curves, band, line)
        labels += names_of(_draw_lines(ax, curves, interpolation, line))
        if area:
            labels += _draw_areas(ax, next(iter(curves.values())), area)
        if prevalence:
            labels += draw_prevalence(ax, curves)
        if break_even:
            labels = draw_break_even(ax, curves, line) + labels
        if counts:
            labels = write_counts(ax, curves, line) + labels
        if corner:
            labels = draw_corner(ax, curves) + labels
        place(ax, mark_thresholds(ax, curves, mark) + labels)
        rule = area or RULE_OF.get(interpolation, interpolation)
        said = [_in_words(name, curve, rule) for name, curve in curves.items()]
        return describe(ax, " ".join([*said, *([corner_in_words(curves)] if corner else [])]))


def _checked(of, start: str, interpolation, area) -> dict[str, Curve]:
    if interpolation is not None:
        inputs.choice(interpolation, INTERPOLATIONS, "interpolation")
    if area is not None:
        inputs.choice(area, RULES, "area")
    return curves_of(of, pr_of, start=start)


def _draw_lines(ax: Axes, curves, interpolation, line: Mapping) -> dict[str, Line2D]:
    """Draw the curves; with an interpolation, that in full strength and the points faintly."""
    if interpolation is None:
        lines = draw_curves(ax, curves, line)
        return {name: drawn for name, drawn in lines.items() if name}
    faint = {"linewidth": width(0.4), "linestyle": "-", "marker": _dots(curves)}
    draw_curves(ax, curves, {**faint, **normalize_kwargs(line, Line2D)})
    for drawn in ax.lines[-len(curves) :]:
        drawn.set(alpha=0.6, markersize=letters(0.4))
    return {
        name or say(f"pr.{interpolation}"): _interpolate(ax, curve, interpolation, look_of(k, line))
        for k, (name, curve) in enumerate(curves.items())
    }


def _dots(curves: Mapping[str, Curve]) -> str:
    return "o" if max(map(len, curves.values())) <= MANY else ""


def _interpolate(ax: Axes, curve: Curve, rule: str, look: dict) -> Line2D:
    rule = RULE_OF.get(rule, rule)
    if rule in ("voc2007", "coco"):
        marks = {"marker": "s", "markersize": letters(0.55 if rule == "voc2007" else 0.2)}
        return ax.plot(*levels(curve.points, rule), **{**marks, **look})[0]
    edges = tops(curve.points, rule).reshape(-1, 2)
    return ax.plot(*thinned(*edges.T), **look)[0]


def _draw_areas(ax: Axes, curve: Curve, rule: str) -> list[Label]:
    """Draw each area as a shape of its own, and write down what they add up to."""
    edges = tops(curve.points, rule)
    if len(edges) > MANY:
        edges = _in_one(edges.reshape(-1, 2))
    narrow = len(edges) > NARROW  # then edges would be all there is to see
    tints = TINTS[:1] if narrow else [TINTS[k % 2] for k in range(len(edges))]
    look = {"facecolor": tints, "edgecolor": "#4C7F9E", "linewidth": 0.2 if narrow else 0.8}
    ax.add_collection(PolyCollection(list(shapes(edges)), zorder=1, **look))
    worked = average_precision(curve.points, rule)
    text = f"{words.symbol('average_precision')} = {digits.both(worked)}"
    return [Label(text, np.zeros(2), np.array([0.03, 0.6]), COLOURS["ink"])]


def _in_one(path: np.ndarray) -> np.ndarray:
    """Return one edge over all areas, of few points: the curve itself is drawn on top of it."""
    return path[np.unique(np.linspace(0, len(path) - 1, MANY).astype(int))][None]


def _in_words(name: str, curve: Curve, rule: str | None) -> str:
    """Tell what a curve shows; its AP only where a rule for it is drawn."""
    found = {
        "name": f"{name}: " if name else "",
        "n": digits.count(np.isfinite(curve.y).sum()),
        "bep": digits.decimal(break_even_of(curve.points)),
    }
    if rule is None:
        return say("alt.pr", **found)
    area = digits.decimal(average_precision(curve.points, rule))
    return say("alt.pr.area", area=area, rule=rule, **found)


def draw_iso_f1(ax: Axes, values) -> None:
    """Draw the lines along which F1 is the same, each named at its right end, outside."""
    for f1 in USUAL if values is True else given(values):
        f1 = float(inputs.share(f1, "iso_f1", "F1 lies between 0 and 1", zero=False))
        precision = np.linspace(f1 / (2 - f1), 1, POINTS)
        recall = f1 * precision / (2 * precision - f1)  # from F1 = 2·P·R / (P + R)
        ax.plot(recall, precision, color="#AAAAAA", ls="-", lw=width(0.45), zorder=1.2)
        text = f"F1 = {f1:.3g}"
        place = {"va": "center", "ha": "left", "offset": (letters(0.7), 0)}
        beside(ax, 1, precision[0], text, COLOURS["quiet"], size=letters(0.8), **place)


def prevalences(curves: Mapping[str, Curve]) -> list[float]:
    """List the shares of positives, each once; where negatives are unknown there is none."""
    known = [c.sweep for c in curves.values() if c.sweep.negatives is not None]
    return sorted({sweep.positives / (sweep.positives + sweep.negatives) for sweep in known})


def draw_prevalence(ax: Axes, curves: Mapping[str, Curve]) -> list[Label]:
    """Draw how precise it is to call everything positive: what guessing gives."""
    labels = []
    for share in prevalences(curves):
        look = {"color": COLOURS["quiet"], "lw": width(0.6), "ls": (0, (2, 2)), "zorder": 2}
        line = ax.plot([0, 1], [share, share], **look)[0]
        text = say("pr.prevalence", share=digits.decimal(share))
        labels.append(Label(text, *line.get_data(), COLOURS["quiet"], 0.85, line=line))
    return labels


def draw_unreachable(ax: Axes, curves: Mapping[str, Curve]) -> None:
    """Hatch what lies below the worst of all rankings: all negatives first (Boyd et al. 2012)."""
    for curve in curves.values():
        needs(curve.sweep, "region out of reach", "recall", "predicted_positive_rate")
    share = prevalences(curves)[0]  # out of reach for every one of them
    recall = np.linspace(0, 1, POINTS)
    worst = share * recall / (1 - share + share * recall) if share < 1 else np.ones(POINTS)
    look = {"facecolor": "#E4E4E4", "edgecolor": "#9A9A9A", "hatch": "////", "linewidth": 0.8}
    ax.fill_between(recall, 0, worst, zorder=1.1, **look)
    place = {"ha": "right", "va": "bottom", "offset": (-letters(0.3), letters(0.25))}
    beside(ax, 1, 0, say("pr.unreachable"), size=letters(0.85), zorder=6, **place)


def draw_break_even(ax: Axes, curves: Mapping[str, Curve], line: Mapping) -> list[Label]:
    """Draw where precision is recall, and mark each curve's point; one undefined is left out."""
    ax.plot([0, 1], [0, 1], color=COLOURS["gap"], lw=width(0.6), ls=":", zorder=2)
    labels = []
    for k, (name, curve) in enumerate(curves.items()):
        value = float(break_even(curve.points))
        if np.isfinite(value):
            colour = look_of(k, line)["color"] if name else COLOURS["gap"]
            text = f"{words.symbol('break_even')} = {digits.decimal(value)}"
            labels.append(mark_point(ax, value, value, text, colour, "D"))
    return labels


def draw_corner(ax: Axes, curves: Mapping[str, Curve]) -> list[Label]:
    """Draw the shortest way from the first curve to (1, 1), from every point that has it."""
    best = _nearest(curves)
    write, labels = digits.thresholds(best.thresholds), []
    for threshold, row in zip(best.thresholds, best.rows, strict=True):
        x, y = (best.sweep[name][row] for name in ("recall", "precision"))
        look = {"color": COLOURS["gap"], "ls": "--", "lw": width(0.7), "zorder": 5}
        way = ax.plot([x, 1], [y, 1], **look)[0]
        where = say("curve.mark", threshold=write(threshold))
        labels.append(mark_point(ax, x, y, where, COLOURS["threshold"]))
        text = f"d = {digits.decimal(best.value, 4)}"
        labels.append(Label(text, *way.get_data(), COLOURS["gap"], 0.9, line=way))
    star = {"ls": "", "marker": "*", "ms": letters(1.1), "color": COLOURS["gap"], "zorder": 6}
    ax.plot([1], [1], clip_on=False, **star)
    side = {"ha": "right", "va": "center", "offset": (-letters(0.9), 0), "size": letters(0.9)}
    beside(ax, 1, 1, "(1, 1)", COLOURS["gap"], **side)
    return labels


def corner_in_words(curves: Mapping[str, Curve]) -> str:
    """Say how far the curve stays from (1, 1), and at which thresholds it is nearest."""
    best = _nearest(curves)
    listed = digits.listing([digits.threshold(t) for t in best.thresholds])
    return say("alt.pr_corner", distance=digits.decimal(best.value, 4), thresholds=listed)


def _nearest(curves: Mapping[str, Curve]) -> Optima:
    return best_threshold(next(iter(curves.values())).points, "nearest-corner")


def write_counts(ax: Axes, curves: Mapping[str, Curve], line: Mapping) -> list[Label]:
    """Mark each point at which a positive is found, with TP / (TP + FP); a shared one once."""
    labels = {}
    for k, curve in enumerate(curves.values()):
        colour = look_of(k, line)["color"]
        rows = np.flatnonzero(np.diff(curve.points.tp) > 0)[:HITS] + 1
        dots = {"ls": "", "marker": "os^Dv"[k % 5], "ms": letters(0.5), "color": colour}
        ax.plot(curve.x[rows], curve.y[rows], zorder=5, **dots)
        for row in rows.tolist():
            tp, fp = (getattr(curve.points, count)[row] for count in ("tp", "fp"))
            text = f"{digits.count(tp)}/{digits.count(tp + fp)}"
            x, y = curve.x[[row]], curve.y[[row]]
            labels.setdefault((text, x.item(), y.item()), Label(text, x, y, colour, 0.8))
    return [*labels.values()]
