"""Pictures that the gallery alone draws: samples on a line, counts down a ranking, and norms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text
from matplotlib.ticker import MaxNLocator

from ...core import digits
from ...core.formula import Worked
from ...metrics.confusion import Confusion
from ...metrics.sweep import Sweep
from ...plots.look import COLOURS, SERIES, bold, for_letters, letters, small
from ...plots.picture import axes_or_new, describe, lay_out
from ...plots.placing import arrange, beside, give_way
from ...plots.say import listing, same_cut, say, verbatim

MARKS = {True: ("D", COLOURS["positive"]), False: ("o", "white")}  # diamonds and circles
TALL = 1.9  # from one row to the next, in units of a point's place
CLOSE = 0.1  # of the axis: nearer than this, two names would touch
KINDS = {"TP": ("tp", SERIES[0], "o"), "FP": ("fp", SERIES[1], "X")}
TURN = np.linspace(0, 2 * np.pi, 361)
# The corners of the two squares are drawn exactly, the circle as a line of 360 pieces. Then the
# height at which each name stands, and to where on its shape a stroke leads from it.
BALLS = {
    "‖e‖₁ = |e₁| + |e₂| = 1": ([1, 0, -1, 0, 1.0], [0, 1, 0, -1, 0.0], 0.0, ()),
    "‖e‖₂ = √(e₁² + e₂²) = 1": (np.cos(TURN), np.sin(TURN), -1.2, (0.5, -(0.75**0.5))),
    "‖e‖∞ = max(|e₁|, |e₂|) = 1": ([1, 1, -1, -1, 1.0], [-1, 1, 1, -1, -1.0], 1.2, (0.55, 1.0)),
}
# A loss, where its name stands beside the curve, and on which side.
LOSSES = {"absolute_loss": (np.abs, 1.2, "top"), "squared_loss": (np.square, -1.7, "bottom")}


def samples_on_a_line(sweep: Sweep) -> Axes:
    """Draw samples by their scores, low ones on the left: nothing cuts them yet."""
    rows = _by_score(sweep)[::-1]
    write = digits.in_order([score for _, _, score in rows])
    ax = axes_or_new(None, size=(max(6.6, 0.36 * len(rows)), 1.7))
    ax.plot([-0.7, len(rows) - 0.3], [0, 0], color=COLOURS["quiet"], lw=1, ls="-", zorder=1)
    for x, (_, truth, score) in enumerate(rows):
        mark, fill = MARKS[truth]
        look = {"marker": mark, "color": fill, "edgecolor": COLOURS["ink"], "zorder": 3}
        ax.scatter([x], [0], s=letters(1.05) ** 2, linewidth=1.2, **look)
        ax.text(x, -0.42, write(score), ha="center", va="top", size=small(0.75), rotation=90)
    keys = [_key(truth, 0.9) for truth in MARKS]
    names = [say("density.positives"), say("density.negatives")]
    place = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0, "ncols": 2}
    ax.legend(keys, names, frameon=False, fontsize=letters(), handletextpad=0.3, **place)
    text = say("boundary.axis") + " →"
    axis = ax.text(-0.7, -1.5, text, va="top", size=small(0.9))
    ax.set(xlim=(-0.8, len(rows) - 0.2), ylim=(-1.85, 0.6))
    ax.set_axis_off()
    arrange(ax, partial(_put_below, ax, axis, [one for one in ax.texts if one is not axis]))
    listed = listing([f"{name}{'+' if truth else '−'}" for name, truth, _ in rows[::-1]])
    return describe(ax, say("alt.ranking", n=len(rows), names=listed))


def _by_score(sweep: Sweep) -> list[tuple[str, bool, float]]:
    """List id, truth and score of each sample, the highest score first."""
    return [
        (str(name).rpartition(" ")[2], bool(label), step.threshold)
        for step in sweep
        for name, label in zip(step.admitted, step.labels, strict=True)
    ]


def _key(truth: bool, size: float) -> Line2D:
    mark, fill = MARKS[truth]
    look = {"ls": "", "markeredgecolor": COLOURS["ink"], "markersize": letters(size)}
    return Line2D([], [], marker=mark, color=fill, **look)


def _put_below(ax: Axes, text: Text, others: list[Text]) -> None:
    """Write below the longest of other words, or where it was if they end above it."""
    lowest = min(other.get_window_extent().y0 for other in others) - letters(0.4)
    text.set_y(min(ax.transData.inverted().transform((0, lowest))[1], -1.5))


def moving_boundary(sweep: Sweep, thresholds: Sequence[float]) -> Axes:
    """Draw the samples as points on a line, and move a boundary: a row for each threshold.

    Right of the boundary all are called positive; above it stand precision and recall.
    """
    truth = np.array([label for _, label, _ in _by_score(sweep)], bool)[::-1]
    counts = {same_cut(cut, sweep): sweep.at(cut) for cut in thresholds}
    n = len(truth)
    ax = axes_or_new(None, size=(max(7.4, 0.36 * n), 1.0 + 1.15 * len(counts)))
    texts = [
        say("alt.moving_boundary", n=n, positives=digits.count(sweep.positives), cuts=len(counts))
    ]
    for row, (cut, c) in enumerate(counts.items()):
        spot = n - c.tp - c.fp - 0.5, -TALL * row
        _draw_points(ax, truth, *spot)
        _draw_boundary(ax, *spot, cut, c, n)
        texts.append(say("alt.boundary_at", threshold=cut, **_rates(c)))
    _finish(ax, n, len(counts))
    give_way(ax)
    return describe(ax, " ".join(texts))


def _draw_points(ax: Axes, truth: np.ndarray, x: float, y: float) -> None:
    right = len(truth) - 0.3
    ground = {"color": COLOURS["threshold"], "alpha": 0.14, "lw": 0, "zorder": 0}
    ax.fill_between([x, right], y - 0.45, y + 0.45, **ground)
    ax.plot([-0.7, right], [y, y], color=COLOURS["quiet"], lw=1, ls="-", zorder=1)
    for kind, (mark, colour) in MARKS.items():
        places = np.flatnonzero(truth == kind)
        look = {"s": letters() ** 2, "marker": mark, "edgecolor": COLOURS["ink"], "linewidth": 1}
        ax.scatter(places, np.full(len(places), y), color=colour, zorder=3, **look)


def _draw_boundary(ax: Axes, x: float, y: float, cut: str, c: Confusion, n: int) -> None:
    colour = COLOURS["threshold"]
    ax.plot([x, x], [y - 0.6, y + 0.6], color=colour, ls="-", solid_capstyle="butt", zorder=4)
    look = {"va": "bottom", "size": small(0.9), **bold()}
    at = say("thresholds.one", threshold=cut)
    ax.text(-0.7, y + 0.66, at, ha="left", color=for_letters(colour), **look)
    rates = say("boundary.rates", **_rates(c))
    ax.text(n - 0.3, y + 0.66, rates, ha="right", color=COLOURS["ink"], **look)


def _rates(c: Confusion) -> dict[str, str]:
    """Write precision and recall as counts over counts; 0/0 where nothing is called positive."""
    return {name: _working(c.rate(name, "nan")) for name in ("precision", "recall")}


def _working(rate: Worked) -> str:
    ratio = rate.formula.ratio(rate.terms)
    return ratio if rate != rate else f"{ratio} = {digits.decimal(rate)}"


def _finish(ax: Axes, n: int, rows: int) -> None:
    """Set limits, and say below what the marks and the ground mean."""
    ax.set(xlim=(-0.8, n - 0.2), ylim=(-TALL * (rows - 1) - 0.7, 1.2), yticks=[], xticks=[])
    ax.set_xlabel(say("boundary.axis"), loc="left", size=small(0.95))
    ax.spines[:].set_visible(False)
    names = [say("density.positives"), say("density.negatives"), say("boundary.called_positive")]
    keys = [*(_key(truth, 0.8) for truth in MARKS)]
    keys += [Patch(color=COLOURS["threshold"], alpha=0.14, lw=0)]
    place = {"loc": "upper right", "bbox_to_anchor": (1, 0), "borderaxespad": 0, "ncols": 3}
    close = {"handletextpad": 0.3, "columnspacing": 1.0, "handlelength": 1.2, "borderpad": 0}
    legend = ax.legend(keys, names, frameon=False, fontsize=small(0.9), **place, **close)
    lay_out(ax)
    name, key = ax.xaxis.label.get_window_extent(), legend.get_window_extent()
    if name.x1 + letters() > key.x0:  # no room in one line
        below = ax.transAxes.inverted().transform((0, name.y0 - letters(0.4)))[1]
        legend.set_bbox_to_anchor((1, below))


def running_counts(walk: Sweep, ax: Axes | None = None) -> Axes:
    """Draw how hits and false alarms add up down a ranking, and above each step P and R.

    Below stand the names of detections; of other samples, the thresholds.
    """
    n = len(walk) - 1
    ax = axes_or_new(ax, size=(min(max(6.0, 2.4 + 0.36 * n), 12.0), 4.6))
    for name in KINDS:
        _count_line(ax, name, walk)
    top = float(max(walk.tp[-1], walk.fp[-1]))
    _name_ends(ax, walk, CLOSE * top)
    ax.set(xlim=(0, n + 0.6), ylim=(0, 1.06 * top), ylabel=say("running.counts"))
    ax.yaxis.set_major_locator(MaxNLocator(6, integer=True))
    _name_columns(ax, walk)
    _write_rates(ax, walk)
    ends = {"tp": walk.tp[-1], "fp": walk.fp[-1], "positives": walk.positives}
    values = {key: digits.count(value) for key, value in ends.items()}
    values |= {"n": n, "precision": digits.decimal(walk.confusion(n).precision)}
    if not walk.about:
        return describe(ax, say("alt.running_sweep", **values))
    hits = [_admitted(walk, row) for row in np.flatnonzero(np.diff(walk.tp)) + 1]
    return describe(ax, say("alt.running", about=walk.about, hits=listing(hits, 12), **values))


def _admitted(walk: Sweep, row: int) -> str:
    return verbatim(walk.admitted(int(row))[0][0])


def _count_line(ax: Axes, name: str, walk: Sweep) -> None:
    """Draw one count as a flight of steps; a mark shows whom a step is due to."""
    column, (colour, dashes), marker = KINDS[name]
    counts = getattr(walk, column)
    steps, up = np.arange(len(counts)), np.flatnonzero(np.diff(counts)) + 1
    ends = np.append(steps, len(counts) - 0.5), np.append(counts, counts[-1])
    look = {"color": colour, "clip_on": False}
    ax.plot(*ends, drawstyle="steps-mid", linestyle=dashes, **look)
    dots = {"marker": marker, "linestyle": "none", "zorder": 3, "markersize": letters(0.6)}
    ax.plot(steps[up], counts[up], **dots, **look)


def _name_ends(ax: Axes, walk: Sweep, close: float) -> None:
    """Write each total at the end of its line, apart from the other one."""
    totals = {name: getattr(walk, column)[-1] for name, (column, _, _) in KINDS.items()}
    low, high = sorted(totals, key=totals.get)
    apart = totals[high] - totals[low] >= close
    for name, side in ((low, "top"), (high, "bottom")):
        text, colour = f"{name} = {digits.count(totals[name])}", KINDS[name][1][0]
        beside(ax, len(walk) - 0.4, totals[name], text, colour, va="center" if apart else side)


def _name_columns(ax: Axes, walk: Sweep) -> None:
    steps = range(1, len(walk))
    write = digits.in_order(walk.threshold, cuts=True)
    names = [_admitted(walk, k) if walk.about else write(walk.threshold[k]) for k in steps]
    turned = 90 if max(map(len, names)) > 2 else 0
    ax.set_xticks(steps, names, rotation=turned, size=small(0.85))
    ax.set_xlabel(say("running.named" if walk.about else "running.thresholds"))


def _write_rates(ax: Axes, walk: Sweep) -> None:
    """Write above each step the precision and above it the recall that it leads to."""
    look = {"va": "bottom", "textcoords": "offset points"}
    look |= {"xycoords": ax.get_xaxis_transform(), "annotation_clip": False}
    row = letters(3.1)  # what a turned number takes
    for up, rate in enumerate(("precision", "recall")):
        for k, value in enumerate(walk.column(rate)[1:], 1):
            text = {"rotation": 90, "size": small(0.75), "ha": "center"}
            ax.annotate(digits.decimal(value), (k, 1), (0, 4 + up * row), **text, **look)
        name = say(rate).partition(" (")[0]
        ax.annotate(name, (0.4, 1), (0, 5 + up * row), ha="right", size=small(0.8), **look)


def norms() -> Axes:
    """Draw the pairs of errors whose norm is 1, for the l1, the l2 and the maximum norm."""
    ax = axes_or_new(None, size=(5.6, 5.6))
    for (x, y, *_), (colour, stroke) in zip(BALLS.values(), SERIES, strict=False):
        ax.plot(x, y, color=colour, linestyle=stroke)
    for (name, (*_, height, end)), (colour, _) in zip(BALLS.items(), SERIES, strict=False):
        if end:
            look = {"color": COLOURS["quiet"], "linewidth": 1, "linestyle": "-"}
            ax.plot([0.3, end[0]], [0.93 * height, end[1]], **look)
        beside(ax, 0, height, name, colour, ha="center", va="center", offset=(0, 0))
    for line in (ax.axhline, ax.axvline):
        line(0, color=COLOURS["negative"], linewidth=1, zorder=0)
    ax.set(xlim=(-1.35, 1.35), ylim=(-1.35, 1.35), aspect="equal")
    ax.set(xticks=(-1, 0, 1), yticks=(-1, 0, 1))
    ax.set(xlabel=say("first_error"), ylabel=say("second_error"))
    return describe(ax, say("alt.norms"))


def losses() -> Axes:
    """Draw what an error costs: itself, as in the MAE, or its square, as in the MSE."""
    ax, e = axes_or_new(None, size=(5.6, 4.4)), np.linspace(-2, 2, 401)
    for (name, (of, at, side)), (colour, stroke) in zip(LOSSES.items(), SERIES, strict=False):
        ax.plot(e, of(e), color=colour, linestyle=stroke)
        beside(ax, at, of(at), say(name), colour, ha="left", va=side)
    ax.set(xlim=(-2.2, 2.2), ylim=(0, 4), xlabel=say("one_error"), ylabel=say("loss"))
    ax.set(xticks=range(-2, 3), yticks=range(5))
    return describe(ax, say("alt.losses"))
