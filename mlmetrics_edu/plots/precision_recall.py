"""The P-R curve: how precise, for how many of the positives found."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.lines import Line2D

from ..core import digits, inputs, words
from ..core.conventions import ApRule, Interpolation, Language, Legend, Start, options
from ..metrics.average_precision import average_precision
from ..metrics.bootstrap import Band
from ..metrics.curves import Curve
from ..metrics.curves import pr as pr_of
from ..metrics.sweep import Sweep
from ..metrics.thresholds import break_even as break_even_of
from .average_precision import RULES, draw_ap_areas, levels, tops
from .curves import (
    EDGE,
    MARKERS,
    SIZE,
    curves_of,
    draw_bands,
    draw_curves,
    draw_thresholds,
    pr_square,
)
from .given_scores import of_curves
from .lines import look_of, names_of, thinned, width
from .look import letters, style
from .picture import axes_or_new, describe
from .placing import Label, place
from .pr_layers import (
    corner_in_words,
    draw_break_even,
    draw_corner,
    draw_iso_f1,
    draw_prevalence,
    draw_unreachable,
)
from .say import head, say

INTERPOLATIONS = options(Interpolation)
RULE_OF = {"linear": "trapezoid"}  # the other interpolations are called as their rules
WIDE = 0.055  # beyond 0 and 1, for the bars around the first and the last of 11 levels
DOTS = 400  # points; more have no marks of their own
HITS = 40  # more fractions than this nobody would read


@of_curves()
def pr(
    of: "Sweep | Curve | Mapping[str, Sweep | Curve]",
    ax: Axes | None = None,
    *,
    interpolation: Interpolation | None = None,
    iso_f1: bool | float | Sequence[float] = False,
    prevalence: bool = True,
    break_even: bool = False,
    corner: bool = False,
    counts: bool = False,
    area: "ApRule | bool | None" = None,
    band: "Band | Mapping[str, Band] | None" = None,
    mark: float | Sequence[float] | None = None,
    unreachable: bool = False,
    start: Start = "undefined",
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the precision-recall curve, or several.

    What the keywords add is a layer each, which can be drawn by itself as well: :func:`iso_f1`,
    :func:`prevalence`, :func:`break_even`, :func:`nearest_corner`, :func:`unreachable`,
    :func:`ap_areas`, :func:`band`, :func:`points`.

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
    area : bool or {"step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco"}, optional
        The rule whose areas to draw, each a shape of its own, below the first curve. True is
        ``"step"``; of several curves it writes the AP of each behind its name.
    band : Band or mapping of str to Band, optional
        What ``bootstrap_band(sweep, mm.pr)`` gives, for the first curve or for those named.
    mark : float or sequence of float, optional
        Thresholds whose points to mark.
    unreachable : bool
        Whether to hatch what no ranking can reach at this prevalence (Boyd et al. 2012).
    start : {"undefined", "one", "first"}
        Precision where nothing is predicted positive, see :func:`mlmetrics_edu.pr`.
    legend : bool or "auto"
        Whether names stand in a legend instead of beside their lines; ``"auto"`` where they are
        more than four, or have no room there.
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
    if interpolation is not None:
        inputs.choice(interpolation, INTERPOLATIONS, "interpolation")
    curves = curves_of(of, pr_of, start=start)
    beside = area is True and len(curves) > 1  # the areas of several hide each other
    area = _rule(area)
    with style(language=language):
        ax = axes_or_new(ax, size=SIZE)
        pr_square(ax, around=WIDE if area == "voc2007" else EDGE)
        draw_iso_f1(ax, iso_f1)
        if unreachable:
            draw_unreachable(ax, curves)
        labels = draw_bands(ax, curves, band, line)
        lines = _draw_lines(ax, curves, interpolation, line)
        labels += names_of(_with_areas(lines, curves, area) if beside else lines)
        if area and not beside:
            labels += draw_ap_areas(ax, next(iter(curves.values())), area)
        if prevalence:
            labels += draw_prevalence(ax, curves, False)
        if break_even:
            labels = draw_break_even(ax, curves, line) + labels
        if counts:
            labels = _write_counts(ax, curves, line) + labels
        if corner:
            labels = draw_corner(ax, curves) + labels
        place(ax, draw_thresholds(ax, curves, mark) + labels, legend)
        rule = area or RULE_OF.get(interpolation, interpolation)
        texts = [_in_words(name, curve, rule) for name, curve in curves.items()]
        return describe(ax, " ".join([*texts, *([corner_in_words(curves)] if corner else [])]))


def _rule(area: "ApRule | bool | None") -> str | None:
    """Read the rule of an area: True is the usual one."""
    if area is None or area is False:
        return None
    return "step" if area is True else inputs.choice(area, RULES, "area")


def _with_areas(lines: Mapping[str, Line2D], curves: Mapping[str, Curve], rule: str) -> dict:
    """Write the area of each curve behind its name."""
    areas = (digits.decimal(average_precision(curve.points, rule)) for curve in curves.values())
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
    for drawn in draw_curves(ax, curves, faint | normalize_kwargs(line, Line2D)).values():
        drawn.set(alpha=0.6, markersize=letters(0.4))
    rule = RULE_OF.get(interpolation, interpolation)
    return {
        name or say(f"pr.{interpolation}"): _interpolate(ax, curve, rule, look_of(k, line))
        for k, (name, curve) in enumerate(curves.items())
    }


def _interpolate(ax: Axes, curve: Curve, rule: str, look: dict) -> Line2D:
    edges = tops(curve.points, rule)
    if rule not in ("voc2007", "coco"):
        return ax.plot(*thinned(*edges.reshape(-1, 2).T), **look)[0]
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
            text = f"{digits.count(tp)}/{digits.count(tp + fp)}"
            x, y = curve.x[[row]], curve.y[[row]]
            labels.setdefault((text, x.item(), y.item()), Label(text, x, y, colour, 0.8))
    return [*labels.values()]


def _in_words(name: str, curve: Curve, rule: str | None) -> str:
    """Say what a curve shows; its AP only where a rule for it is drawn."""
    values = {
        "name": head(name),
        "n": digits.count(np.isfinite(curve.y).sum()),
        "bep": digits.decimal(break_even_of(curve.points)),
    }
    if rule is None:
        return say("alt.pr", **values)
    area = digits.decimal(average_precision(curve.points, rule))
    return say("alt.pr.area", area=area, rule=rule, **values)
