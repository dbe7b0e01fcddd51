"""What each rule of average precision sums up, as shapes: their tops, and the areas below."""

import numpy as np

from ...metrics import average_precision as rules
from ...metrics.sweep import Sweep

BENT = 17  # points along an arc of Davis and Goadrich
MANY = 1_000  # more arcs than this are too short to be seen bent
RULES = ("step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco")


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
    levels = rules.RULES[rule].levels
    return _bars(sweep, levels) if levels else _between_rows(sweep, rule)


def _between_rows(sweep: Sweep, rule: str) -> np.ndarray:
    """Return an edge for each gain in recall."""
    rows = np.flatnonzero(np.diff(sweep.tp)) + 1
    count = BENT if rule == "davis-goadrich" and len(rows) <= MANY else 2
    part = np.linspace(0, 1, count)
    tp, fp = (_along(column.astype(float), rows, part) for column in (sweep.tp, sweep.fp))
    heights = _HEIGHTS[rule](sweep, rows, tp, fp)
    return np.stack([tp / sweep.positives, heights], axis=-1)


def _along(column: np.ndarray, rows: np.ndarray, part: np.ndarray) -> np.ndarray:
    return column[rows - 1, None] + (column[rows] - column[rows - 1])[:, None] * part


def _flat(sweep: Sweep, rows, tp, fp) -> np.ndarray:
    return np.broadcast_to(rules.precision(sweep.tp, sweep.fp)[rows, None], tp.shape)


def _best_from_here(sweep: Sweep, rows, tp, fp) -> np.ndarray:
    heights = rules.highest_from_here(sweep.tp, sweep.fp)[rows - 1]
    return np.broadcast_to(heights[:, None], tp.shape)


def _straight(sweep: Sweep, rows, tp, fp) -> np.ndarray:
    height = rules.precision(sweep.tp, sweep.fp)
    return np.column_stack([height[rows - 1], height[rows]])


def _bent(sweep: Sweep, rows, tp, fp) -> np.ndarray:
    """TP and FP grow in proportion; from nothing on, precision is the same all along."""
    start = tp[:, :1] + fp[:, :1] == 0
    ends = tp[:, -1:] / (tp[:, -1:] + fp[:, -1:])
    there = np.maximum(tp + fp, np.finfo(float).tiny)
    return np.where(start, ends, tp / there)


_HEIGHTS = {
    "step": _flat,
    "trapezoid": _straight,
    "davis-goadrich": _bent,
    "voc2010": _best_from_here,
}


def levels(sweep: Sweep, rule: str) -> tuple[np.ndarray, np.ndarray]:
    """Return the levels of recall at which a rule looks, and the precision that it finds there."""
    many = rules.RULES[rule].levels
    _, heights = rules.at_levels(sweep.tp, sweep.fp, sweep.positives, many, "floats")
    return np.linspace(0, 1, many), heights


def _bars(sweep: Sweep, many: int) -> np.ndarray:
    """Return a bar around each level: together they are as wide as 1, so that areas add up."""
    rule = {11: "voc2007", 101: "coco"}[many]
    recall, heights = levels(sweep, rule)
    edges = recall[:, None] + np.array([-0.5, 0.5]) / many
    return np.stack([edges, np.column_stack([heights, heights])], axis=-1)


def shapes(edges: np.ndarray) -> np.ndarray:
    """Close upper edges to areas that stand on the axis.

    Returns
    -------
    numpy.ndarray of float, shape (areas, points + 2, 2)
    """
    feet = edges[:, [-1, 0]] * [1, 0]
    return np.concatenate([edges, feet], axis=1)
