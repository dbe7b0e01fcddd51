"""The ROC curve and its layers: how many positives are found, for how many false alarms.

The DET curve shows the same errors on scales that spread out the small ones.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import NormalDist
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from ..core import inputs, words
from ..core.conventions import Language, Legend
from ..core.errors import InputError, MetricError
from ..core.formula import Formula
from ..metrics import curves
from ..metrics.auc import AUC, auc
from ..metrics.bootstrap import Band
from ..metrics.confusion import Confusion
from ..metrics.costs import Costs, expected_cost, iso_performance_slope
from ..metrics.curves import Curve, roc_hull
from ..metrics.curves import roc as roc_of
from ..metrics.sweep import Sweep, needs
from ..metrics.thresholds import best_threshold
from ..metrics.thresholds import equal_error_rate as equal_error_rate_of
from .curves import (
    EDGE,
    FAINT,
    SIZE,
    by_name,
    curve_of,
    curves_and_tables,
    curves_of,
    draw_bands,
    draw_curves,
    draw_diagonal,
    draw_tables,
    draw_thresholds,
    layer,
    mark_point,
    one_curve,
    path_of,
    roc_square,
    tables_in_words,
)
from .door import of_scores
from .look import COLOURS, SERIES, draw_paths, letters, look_of, small, style, visible, width
from .picture import axes_or_new, describe, describe_alone
from .placing import Label, arranger, beside, first_time, names_of, place
from .say import head, named_thresholds, same_cut, say

MOST = 24  # samples of one class: one below the other fill the height of a page
ACROSS = 45  # letters of the ids from 0 to 1; where a step has room for fewer, they are turned
ROOM = 0.09  # above 1, for names there
FEW = 40  # corners; more have no room for a marker each
ISO = (
    ("#AA4C80", (0, (6, 2))),
    ("#8C6D00", (0, (1, 1))),
    ("#222222", (0, (6, 2, 1, 2))),
    ("#3B6E8F", (0, (3, 1))),
)
TINTS = ("#C5E3F6", "#E6F3FB")  # in turn, so that neighbours are told apart
NARROW = 60  # more strips than this would be edges and nothing else
WIDTH = Formula("width", "(TN + tied/2) / negatives")  # of a strip
HEIGHT = Formula("height", "TP / positives")


@of_scores
def roc(
    of: Sweep | Curve | Confusion | Mapping[str, Sweep | Curve | Confusion],
    ax: Axes | None = None,
    *,
    steps: bool = False,
    hull: bool = False,
    diagonal: bool = True,
    area: bool = False,
    costs: Costs | Mapping[str, Costs] | None = None,
    band: Band | Mapping[str, Band] | None = None,
    mark: float | Sequence[float] | Mapping[str, float] | None = None,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the ROC curve, or several.

    What can be drawn over it: :func:`iso_cost`, :func:`band`, :func:`strips`,
    :func:`equal_error_rate`.

    Parameters
    ----------
    of : Sweep, Curve, Confusion, or mapping of str to these
        What to draw; names are written beside. A table of counts is a single point.
    steps : bool
        Whether to write beside each step who is let in there: for few samples.
    hull : bool
        Whether to draw the convex hull.
    diagonal : bool
        Whether to draw what guessing gives.
    area : bool
        Whether to shade the area (below a single curve) and to write it down.
    costs : Costs or mapping of str to Costs, optional
        For each a line of equal cost, where it touches the best of all curves.
    band : Band or mapping of str to Band, optional
        What :func:`bootstrap_band` gives, for the first curve or for those named.
    mark : float, sequence of float, or mapping of str to float, optional
        Thresholds whose points to mark; by names of their own, where they have some.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If one of the classes is missing.
    InputError
        If steps are too many to be named, or something isn't a ROC curve.
    """
    curves, tables = curves_and_tables(of)
    with style(language=language):
        ax = axes_or_new(ax, size=SIZE)
        roc_square(ax, above=ROOM if steps or costs is not None else EDGE)
        bands = draw_bands(ax, curves, band, line)
        lines = draw_curves(ax, curves, line)
        names = {_with_area(n, curves[n], area): artist for n, artist in lines.items() if n}
        if area and "" in curves:
            _draw_area(ax, curves[""], lines[""].get_color())
        if steps:
            _name_steps(ax, curves, lines, below=hull)
        if hull:
            names |= _draw_hulls(ax, curves, line)
        labels = draw_tables(ax, tables, len(curves)) + draw_thresholds(ax, curves, mark)
        labels += [] if costs is None else draw_iso_costs(ax, curves, costs)
        labels += names_of(names) + bands
        labels += draw_diagonal(ax) if diagonal and first_time(ax, "chance") else []
        place(ax, labels, legend)
        return describe(ax, lambda: _in_words(curves, tables))


def _with_area(name: str, curve: Curve, area: bool) -> str:
    text = _area(curve) if area else None
    return f"{name} (AUC {text})" if text else name


def _area(curve: Curve) -> str | None:
    """Write the area, if the curve has one: it may stop before its end."""
    try:
        return words.decimal(auc(curve))
    except MetricError:
        return None


def _draw_hulls(ax: Axes, curves: Mapping[str, Curve], line: Mapping) -> dict[str, Line2D]:
    """Draw the hull of each curve in its colour; return the line that is to be named."""
    for k, (name, curve) in enumerate(curves.items()):
        x, y = roc_hull(curve.points)
        own = look_of(k, line)
        look = {
            "color": own["color"] if name else COLOURS["gap"],
            "linewidth": 0.7 * own.get("linewidth", width(1)),
            "linestyle": SERIES[1][1],
            "marker": "s" if len(x) <= FEW else "",
            "markersize": letters(0.45),
            "zorder": 2.8,
        }
        artist = ax.plot(x, y, **look)[0]
    return {say("roc.hull"): artist} if len(curves) == 1 else {}


def _name_steps(
    ax: Axes, curves: Mapping[str, Curve], lines: Mapping[str, Line2D], below: bool
) -> None:
    """Write the ids beside the steps: right of those upwards, above (or below) those rightwards."""
    for name, curve in curves.items():
        _few_enough(curve)
        lines[name].set(marker="o", markersize=letters(0.4))
        for i in range(1, len(curve)):
            _name_step(ax, curve, i, lines[name].get_color(), below)


def _few_enough(curve: Curve) -> None:
    sweep = curve.sweep
    samples_known = sweep.samples is not None and curve.rows is None
    if samples_known and max(sweep.positives, sweep.negatives) <= MOST:
        return
    many = f"{max(sweep.positives, sweep.negatives):g} samples of one class"
    raise InputError(
        f"the steps of {many if samples_known else 'a curve without samples'} can't be named",
        f"each needs a line of its own, and a picture has room for {MOST}",
        "sweep fewer samples, and keep them with the sweep; or leave steps=True out",
    )


def _name_step(ax: Axes, curve: Curve, i: int, colour, below: bool) -> None:
    text = ", ".join(str(one).rpartition(" ")[2] for one in curve[i].admitted)
    (x0, x1), (y0, y1) = curve.x[i - 1 : i + 1], curve.y[i - 1 : i + 1]
    gap = letters(0.35)
    if x0 == x1:
        spot = {"ha": "left", "va": "center", "offset": (gap, 0)}
    elif y0 == y1:
        turned = 90 if len(text) > ACROSS * (x1 - x0) else 0
        side = {"va": "top", "offset": (0, -gap)} if below else {"va": "bottom", "offset": (0, gap)}
        spot = {"ha": "center", "rotation": turned, **side}
    else:
        spot = {"ha": "left", "va": "top", "offset": (gap / 2, -gap / 2)}
    beside(ax, (x0 + x1) / 2, (y0 + y1) / 2, text, colour, size=small(0.75), zorder=5, **spot)


def _in_words(curves: Mapping[str, Curve], tables: Mapping[str, Confusion]) -> str:
    texts = [_curve_in_words(name, curve) for name, curve in curves.items()]
    return " ".join(texts + tables_in_words(tables))


def _curve_in_words(name: str, curve: Curve) -> str:
    best = best_threshold(curve.points, "youden")
    return say(
        "alt.roc",
        name=head(name),
        n=words.count(len(curve)),
        area=_area(curve) or "–",
        gap=words.decimal(best.value),
        thresholds=named_thresholds([same_cut(t, curve.sweep) for t in best.thresholds]),
    )


@of_scores
@layer("roc")
def iso_cost(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    costs: Costs | Mapping[str, Costs] | None = None,
    ax: Axes | None = None,
    *,
    p_positive: float | None = None,
    language: Language | None = None,
) -> Axes:
    """Draw lines of equal cost where they touch the best of some ROC curves.

    Along such a line all classifiers cost the same; the nearer to the upper left corner, the less.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        The curves among which the cheapest point is looked for.
    costs : Costs or mapping of str to Costs, optional
        What each outcome costs, a line for each; without it every mistake costs 1.
    p_positive : float, optional
        The share of positives to expect; without it, that of the samples.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If one of the classes is missing.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.iso_cost(s, mm.Costs(fp=1, fn=5), mm.plots.roc(s))
    """
    curves = curves_of(of, roc_of)
    labels = draw_iso_costs(ax, curves, costs, p_positive)
    place(ax, labels)
    texts = (one.text.replace("\n", say("join.colon")) + say("join.stop") for one in labels)
    return describe(ax, " ".join(texts))


def draw_iso_costs(
    ax: Axes, curves: Mapping[str, Curve], costs, p_positive: float | None = None
) -> list[Label]:
    """Draw a line for each price list."""
    if not curves:
        raise InputError(
            "there is no curve for a line of equal cost",
            "it touches the best of all curves, and single points are none",
            "pass a sweep, or leave costs out",
        )
    priced = by_name(Costs() if costs is None else costs)
    return [
        _draw_iso_cost(ax, ISO[k % len(ISO)], name, *_cheapest(curves, prices, p_positive))
        for k, (name, prices) in enumerate(priced.items())
    ]


def _draw_iso_cost(ax: Axes, look, name: str, point: tuple, slope: float) -> Label:
    colour, dashes = look
    look = {"color": colour, "linestyle": dashes, "linewidth": width(0.8), "zorder": 4}
    artist = ax.plot(*_across(point, slope), **look)[0]
    ax.plot(*point, "o", color=colour, markersize=letters(0.7), zorder=6)
    written = words.short(slope) or words.decimal(slope if np.isfinite(slope) else np.inf)
    text = f"{name or say('roc.iso')}\n{say('roc.slope', slope=written)}"
    return Label(text, *map(np.array, artist.get_data()), colour, 0.8, line=artist)


def _cheapest(curves: Mapping[str, Curve], costs: Costs, p_positive: float | None) -> tuple:
    """Find the point of the least cost on any of the curves, and the slope of equal cost there."""
    best = []
    for curve in curves.values():
        sweep = curve.points
        p = sweep.confusion(0).prevalence if p_positive is None else p_positive
        row = best_threshold(sweep, "cost", costs=costs, p_positive=p).rows[0]
        cost = float(expected_cost(sweep.confusion(row), costs, p_positive=p))
        slope = float(iso_performance_slope(costs, p))
        best.append((cost, (float(curve.x[row]), float(curve.y[row])), slope))
    return min(best, key=lambda one: one[0])[1:]


def _across(point: tuple[float, float], slope: float) -> tuple[list, list]:
    """Lead a line through a point to the borders of the square; nan is vertical."""
    x, y = point
    if not np.isfinite(slope):
        return [x, x], [0, 1]
    if slope == 0:
        return [0, 1], [y, y]
    low, high = max(0.0, x - y / slope), min(1.0, x + (1 - y) / slope)
    return [low, high], [y + slope * (low - x), y + slope * (high - x)]


def _draw_area(ax: Axes, curve: Curve, colour) -> None:
    """Shade the area below the only curve, in its colour, and write it down."""
    ax.fill_between(*path_of(curve), color=colour, alpha=FAINT, linewidth=0, zorder=1)
    text = f"{words.symbol('auc')} = {words.both(auc(curve))}"
    beside(ax, 0.98, 0.03, text, offset=(0, 0), ha="right", va="bottom", zorder=7)


@of_scores
@layer("roc")
def strips(
    of: Sweep | Curve,
    ax: Axes | None = None,
    *,
    framed: int | None = None,
    language: Language | None = None,
) -> Axes:
    """Draw what each positive adds to the area below a ROC curve: a strip right of its step.

    Parameters
    ----------
    of : Sweep or Curve
        Below which curve.
    framed : int, optional
        The strip to frame, counted from the lowest, which is 1; its area is written down.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If one of the classes is missing.
    InputError
        If there is no such strip.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.strips(s, mm.plots.roc(s), framed=2)
    """
    curve = one_curve(of, roc_of)
    rows = np.flatnonzero(np.diff(curve.y)) + 1  # where the curve goes up
    narrow = len(rows) > NARROW
    tints = TINTS[:1] if narrow else [TINTS[k % 2] for k in range(len(rows))]
    look = {"facecolor": tints, "edgecolor": "#4C7F9E", "linewidth": 0 if narrow else 0.8}
    corners = [_corners(curve, row) for row in rows]
    ax.add_collection(PolyCollection(corners, zorder=1, **look))
    if framed is not None:
        _frame(ax, curve, _chosen(rows, framed))
    return describe_alone(ax, say("alt.strips", n=words.count(len(rows))))


def _corners(curve: Curve, row: int) -> np.ndarray:
    """Return the corners of a strip: from the step up to the right border; of a tie it slants."""
    (x0, x1), (y0, y1) = curve.x[row - 1 : row + 1], curve.y[row - 1 : row + 1]
    return np.array([(x0, y0), (x1, y1), (1, y1), (1, y0)])


def _chosen(rows: np.ndarray, strip: int) -> int:
    if isinstance(strip, int | np.integer) and 1 <= strip <= len(rows):
        return int(rows[strip - 1])
    raise InputError(
        f"there is no strip {inputs.short(strip)}",
        f"the curve goes up {len(rows)} times, and each time makes a strip",
        f"pass a number from 1 to {len(rows)}",
    )


def _frame(ax: Axes, curve: Curve, row: int) -> None:
    """Frame a strip, and write in it how wide and how high it is."""
    corners, colour = _corners(curve, row), COLOURS["threshold"]
    frame = {"facecolor": "none", "edgecolor": colour, "linewidth": width(1.3), "zorder": 4}
    ax.add_patch(Polygon(corners, closed=True, **frame))
    spot = {"ha": "right", "va": "center", "offset": (-letters(0.5), 0), "zorder": 7}
    beside(ax, 1, corners[2:, 1].mean(), _width_times_height(curve.points, row), **spot)


def _width_times_height(sweep: Sweep, row: int) -> str:
    """Write a strip's area: of a tied negative, half counts as ranked below."""
    hits, ranked_below = sweep.tp[row] - sweep.tp[row - 1], sweep.tn[row]
    tied = sweep.tn[row - 1] - ranked_below
    pairs = {"won": hits * ranked_below, "tied": hits * tied}
    strip = AUC["pairs"].work(**pairs, positives=sweep.positives, negatives=sweep.negatives)
    wide = WIDTH.work(TN=ranked_below, tied=tied, negatives=sweep.negatives)
    high = HEIGHT.work(TP=hits, positives=sweep.positives)
    sides = (
        words.ratio(ranked_below + tied / 2, sweep.negatives) or words.both(wide),
        words.ratio(hits, sweep.positives) or words.both(high),
    )
    return f"{' × '.join(side.partition(' =')[0] for side in sides)} = {words.both(strip)}"


TICKS = (0.001, 0.01, 0.05, 0.2, 0.4, 0.6, 0.8, 0.95, 0.99, 0.999)
CORNERS = 100  # corners; between fewer a line may be seen though none of them is
NEVER = 1e-9  # no error at all is infinitely far out: drawn there, beyond the edge of the picture
EQUAL = "equal"  # what a DET curve's picture has once: the line where both errors are equal
NEAR = 0.2  # along that line: how far from its point words may stand
TIMES = 2  # and on the axes of a DET curve, which spread small errors out: so many times
_DEVIATE = np.frompyfunc(NormalDist().inv_cdf, 1, 1)
_RATE = np.frompyfunc(NormalDist().cdf, 1, 1)


@of_scores
def det(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the detection error trade-off: the miss rate over the false alarm rate.

    Both axes are scales of normal deviates: scores that are normal in both classes give a straight
    line. An error rate of 0 lies infinitely far out, so that the line leaves the picture there.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        The counts at every threshold, or what :func:`mlmetrics_edu.det` made of them.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Martin et al. (1997), The DET curve in assessment of detection task performance.
    """
    models = {name: curve_of(one, curves.det, "DET") for name, one in by_name(of).items()}
    with style(language=language):
        ax = axes_or_new(ax, size=(5.0, 5.0))
        limits = _ends(models.values())
        _det_axes(ax, limits)
        lines = draw_paths(ax, {name: _det_path(one) for name, one in models.items()}, line)
        _name_lines(ax, lines, limits, legend)
        return describe(ax, lambda: _det_in_words(models))


def deviates(rates) -> np.ndarray:
    """Turn rates into normal deviates: 0.5 into 0, 0.975 into 1.96.

    Examples
    --------
    >>> deviates([0.5, 0.975]).round(2).tolist()
    [0.0, 1.96]
    """
    return _DEVIATE(np.clip(np.asarray(rates, float), NEVER, 1 - NEVER)).astype(float)


def _from_deviates(deviate) -> np.ndarray:
    return _RATE(np.asarray(deviate, float)).astype(float)


def _ends(models) -> tuple[float, float]:
    """Choose the ends of both axes: the usual marks around the rates that there are."""
    rates = np.concatenate([np.ravel((curve.x, curve.y)) for curve in models])
    rates = rates[(rates > 0) & (rates < 1)]
    if not len(rates):
        return TICKS[0], TICKS[-1]
    ticks = np.array(TICKS)
    below, above = ticks[ticks < rates.min()], ticks[ticks > rates.max()]
    return (below.max() if len(below) else ticks[0]), (above.min() if len(above) else ticks[-1])


def _det_axes(ax: Axes, limits) -> None:
    for side, rate in (("x", "fpr"), ("y", "fnr")):
        getattr(ax, f"set_{side}scale")("function", functions=(deviates, _from_deviates))
        axis = getattr(ax, f"{side}axis")
        axis.set_major_locator(mpl.ticker.FixedLocator(TICKS))
        axis.set_major_formatter(mpl.ticker.FuncFormatter(lambda share, _: f"{100 * share:.6g}"))
        axis.set_minor_formatter(mpl.ticker.NullFormatter())
        axis.set_label_text(f"{say(f'det.{rate}')} (%)")
    ax.set(xlim=limits, ylim=limits)
    ax.set_box_aspect(1)
    ax.tick_params(axis="x", pad=letters(0.6))  # the numbers in the corner keep apart
    ax.grid(True, color="#E6E6E6", linewidth=0.8)
    ax.set_axisbelow(True)


def _det_path(curve: Curve):
    """Return the line, thinned on a scale much like the one it is drawn on."""
    x, y = (np.clip(column, NEVER, 1 - NEVER) for column in (curve.x, curve.y))
    logits = visible(np.log(x / (1 - x)), np.log(y / (1 - y)))
    return tuple(1 / (1 + np.exp(-logit)) for logit in logits)


def _name_lines(ax: Axes, lines: dict[str, Line2D], ends, legend: Legend) -> None:
    """Draw where both errors are equal, and name all lines by their parts inside the picture."""
    inside = {name: _inside(line, ends) for name, line in lines.items()}
    empty = [name for name, part in inside.items() if not len(part.get_xdata())]
    if empty:
        text = "\n".join(
            part for part in (", ".join(filter(None, empty)), say("det.perfect")) if part
        )
        plate = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85}
        ax.text(0.5, 0.15, text, ha="center", transform=ax.transAxes, bbox=plate)
    named = {name: part for name, part in inside.items() if name and name not in empty}
    labels = [label._replace(line=lines[label.text]) for label in names_of(named)]
    if first_time(ax, EQUAL):
        look = {"color": COLOURS["quiet"], "linestyle": ":", "linewidth": width(0.6), "zorder": 1}
        labels += names_of({say("det.equal"): ax.plot(ends, ends, **look)[0]})
    place(ax, labels, legend)


def _inside(line: Line2D, ends) -> Line2D:
    """Return the part of a line that can be seen, for its name to be put there."""
    x, y = (_with_between(np.asarray(data, float)) for data in line.get_data())
    low, high = ends
    seen = (low <= x) & (x <= high) & (low <= y) & (y <= high)
    return Line2D(x[seen], y[seen], color=line.get_color())


def _with_between(rates: np.ndarray) -> np.ndarray:
    """Put points between few corners, where the scale draws the line."""
    if len(rates) > CORNERS:
        return rates
    along = np.linspace(0, len(rates) - 1, 1 + CORNERS * (len(rates) - 1))
    return _from_deviates(np.interp(along, np.arange(len(rates)), deviates(rates)))


def _det_in_words(models: dict[str, Curve]) -> str:
    texts = []
    for name, curve in models.items():
        row = int(np.argmin(np.maximum(curve.x, curve.y)))
        text = say(
            "alt.det",
            points=f"{len(curve):,}",
            scale=say("det.scale.normal-deviate"),
            fpr=words.decimal(curve.x[row]),
            fnr=words.decimal(curve.y[row]),
            where=same_cut(curve.threshold[row].item(), curve.sweep),
        )
        texts.append(head(name) + text)
    return " ".join(texts)


@of_scores
@layer("roc")
def equal_error_rate(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    language: Language | None = None,
) -> Axes:
    """Draw where both error rates are equal, and mark there the point of each curve.

    In the picture of a DET curve that line stands already.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        Of which curves; a point that is undefined is left out.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If one of the classes is missing.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.equal_error_rate(s, mm.plots.det(s))
    """
    in_det, labels, texts = EQUAL in arranger(ax).once, [], []
    if not in_det:
        ax.plot([0, 1], [1, 0], color=COLOURS["gap"], lw=width(0.6), ls=":", zorder=2)
    for k, (name, one) in enumerate(by_name(of).items()):
        rate = equal_error_rate_of(_with_both_rates(one))
        texts.append(head(name) + say("alt.equal_error", value=words.decimal(rate)))
        if ax.get_xlim()[0] <= rate <= ax.get_xlim()[1]:  # perfect, a DET curve never comes there
            colour = look_of(k, {})["color"] if name else COLOURS["gap"]
            labels.append(_mark_equal(ax, float(rate), colour, in_det))
    place(ax, labels)
    return describe(ax, " ".join(texts))


def _with_both_rates(one: Sweep | Curve) -> Sweep:
    sweep = one.points if isinstance(one, Curve) else one
    needs(sweep, "equal error rate", "fpr", "fnr")
    return sweep


def _mark_equal(ax: Axes, rate: float, colour, in_det: bool) -> Label:
    text = f"{words.symbol('equal_error_rate')} = {words.decimal(rate)}"
    label = mark_point(ax, rate, rate if in_det else 1 - rate, text, colour, "D")
    if in_det:
        along = rate * TIMES ** np.linspace(-1, 1, 41)
        return label._replace(x=along, y=along)
    along = np.clip(np.linspace(rate - NEAR, rate + NEAR, 41), 0, 1)
    return label._replace(x=along, y=1 - along)
