"""Points of a P-R curve that have a name: the break-even point, the one nearest to (1, 1), hits."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes

from ...core import digits, words
from ...metrics.break_even import break_even
from ...metrics.curve import Curve
from ...metrics.thresholds import Optima, best_threshold
from ..colours import COLOURS
from ..labels import beside
from ..look import letters
from ..placing import Label
from ..say import say
from ..unit_square import look_of, mark_point, width

HITS = 40  # more fractions than this nobody would read


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
