"""How the scores of both classes lie: a dot for each sample of a few, bars of many."""

from typing import Any

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..metrics.sweep import Sweep
from .planes import axis, blank, column

DOTS = 120  # samples; more are drawn as bars
BINS = 40
APART = 1e-9  # relative; nearer scores don't spread over bars
NICE = [1, 2, 2.5, 5, 10]  # what the width of a bar begins with
EDGE_DIGITS = 12  # so that an edge is 0.3 and not 0.30000000000000004
SIDES = {"positive": "bars", "negative": "bars other"}  # and how their outlines look
CLOSE = 0.035  # of the width: dots nearer than this are stacked
ROOM = 1.1  # above the highest bar


def densities(sweep: Sweep, rows: np.ndarray, order: np.ndarray | None, label: str) -> dict:
    """Describe the scores of both classes, positives above and negatives below.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    rows : numpy.ndarray of int
        At which of them the threshold stops.
    order : numpy.ndarray of int or None
        The samples as they are listed; None where there are too many to list.
    label : str
        What the scores are called.
    """
    low, high = float(sweep.threshold[-1]), float(sweep.threshold[1])
    room = 0.06 * (high - low) or 0.5
    across = axis(label, low - room, high + room)
    cuts = between(sweep.threshold, (low - room, high + room))[rows]
    drawn = {"x": across, "cuts": column(cuts, 9)}
    if order is not None and len(order) <= DOTS:
        return drawn | _dots(sweep, order, across["to"] - across["from"])
    return drawn | _bars(sweep, low, high)


def _dots(sweep: Sweep, order: np.ndarray, width: float) -> dict[str, Any]:
    """Stack dots that would cover each other, each class on its side."""
    scores, positive = sweep.samples.score[order], sweep.samples.positive[order]
    heights = np.zeros(len(order))
    for side, sign in ((True, 1), (False, -1)):
        which = np.flatnonzero(positive == side)
        levels = stacked(scores[which], CLOSE * width)
        heights[which] = sign * (levels + 1)
    top = max(4.0, np.abs(heights).max(initial=0) + 1)
    dots = [[x, y, k] for k, (x, y) in enumerate(zip(scores.tolist(), heights, strict=True))]
    return {"y": blank() | {"from": -float(top), "to": float(top)}, "dots": dots}


def stacked(scores: np.ndarray, apart: float) -> np.ndarray:
    """Put each score, from high to low, on the lowest level where it is apart enough.

    Examples
    --------
    >>> stacked(np.array([0.9, 0.88, 0.5]), apart=0.1).tolist()
    [0, 1, 0]
    """
    ends: list[float] = []
    levels = np.zeros(len(scores), int)
    for i, score in enumerate(scores):
        free = [k for k, end in enumerate(ends) if end - score >= apart]
        levels[i] = free[0] if free else len(ends)
        ends[levels[i] : levels[i] + 1] = [score]
    return levels


def _bars(sweep: Sweep, low: float, high: float) -> dict[str, Any]:
    """Outline the bars of both classes."""
    edges = nice_edges(low, high)
    heights = shares(sweep, edges)
    outlines = []
    for side, look in SIDES.items():
        x, y = outline(edges, heights[side])
        outlines.append([look, [column(x, 9), column(y, 5)]])
    top = max(one.max() for one in heights.values())
    return {"y": blank() | {"to": ROOM * float(top)}, "bars": outlines}


def shares(sweep: Sweep, edges: np.ndarray) -> dict[str, np.ndarray]:
    """Tell which share of its class lies in each bar; of a class that isn't there, none."""
    scores = sweep.threshold[1:]
    sizes = {"positive": (sweep.tp, sweep.positives), "negative": (sweep.fp, sweep.negatives)}
    return {
        side: np.histogram(scores, edges, weights=np.diff(column) / (size or column[-1] or 1))[0]
        for side, (column, size) in sizes.items()
    }


def outline(edges: np.ndarray, heights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Go around bars.

    Examples
    --------
    >>> [side.tolist() for side in outline(np.array([0, 1, 2]), np.array([3, 5]))]
    [[0, 0, 1, 1, 2, 2], [0, 3, 3, 5, 5, 0]]
    """
    return np.repeat(edges, 2), np.pad(np.repeat(heights, 2), 1)


def nice_edges(low: float, high: float) -> np.ndarray:
    """Choose edges of bars that are short to write, the last one above all scores.

    Examples
    --------
    >>> nice_edges(0.02, 1.0)[[0, 1, -1]].tolist()
    [0.0, 0.025, 1.025]
    """
    if high - low < APART * max(abs(low), abs(high), 1):
        low, high = low - 0.5, high + 0.5
    edges = MaxNLocator(nbins=BINS, steps=NICE).tick_values(low, high)
    if edges[-1] <= high:
        edges = np.append(edges, 2 * edges[-1] - edges[-2])
    edges = edges[max(np.searchsorted(edges, low, side="right") - 1, 0) :]
    return np.array([float(f"{edge:.{EDGE_DIGITS}g}") for edge in edges])


def between(thresholds: np.ndarray, limits: tuple[float, float]) -> np.ndarray:
    """Put each cut half-way to the next score, where no dot lies on it.

    Examples
    --------
    >>> between(np.array([np.inf, 0.8, 0.3]), (0.0, 1.0)).tolist()
    [0.9, 0.55, 0.15]
    """
    low, high = limits
    ends = np.concatenate([[high], thresholds[1:], [low]])
    return (ends[:-1] + ends[1:]) / 2


def ends_of_ties(sweep: Sweep) -> np.ndarray:
    """Find the rows at which a threshold can stop: none cuts a tie."""
    return np.flatnonzero(np.append(np.diff(sweep.threshold) != 0, True))
