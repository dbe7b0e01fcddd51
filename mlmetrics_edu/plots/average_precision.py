"""What the rules of average precision sum up: shapes below the P-R curve, and eleven points."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..core import digits
from ..core.conventions import Language
from ..core.errors import InputError
from ..metrics import average_precision as rules
from ..metrics.sweep import Sweep
from .curves import EDGE, SIZE, square
from .lines import look_of, names_of, width
from .look import COLOURS, for_letters, letters, style
from .picture import axes_or_new, describe
from .placing import HALO, Label, place
from .say import say, verbatim

BENT = 17  # points along an arc of Davis and Goadrich
MANY = 1_000  # more arcs than this are too short to be seen bent
RULES = ("step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco")
LEVELS = 11
MARKERS = "os^Dv"


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


def eleven_points(
    heights: Sequence | Mapping,
    ax: Axes | None = None,
    *,
    mean: float | None = None,
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw interpolated precision at the eleven levels of recall, joined by straight lines.

    Parameters
    ----------
    heights : sequence of 11 numbers, or mapping of str to such sequences
        Precision at recall 0, 0.1 … 1; of one query, of a mean, or of several by name.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    mean : Worked or float, optional
        The mean of the eleven, drawn as a line.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there aren't eleven numbers.
    """
    several = heights if isinstance(heights, Mapping) else {"": heights}
    columns = {verbatim(name): _read(column) for name, column in several.items()}
    with style(language=language):
        ax = axes_or_new(ax, size=SIZE)
        square(ax, say("recall"), say("levels.axis"), EDGE, EDGE)
        lines = {}
        for k, (name, column) in enumerate(columns.items()):
            look = {"marker": MARKERS[k % len(MARKERS)], "markersize": letters(0.55)}
            look |= {"clip_on": False, **look_of(k, line)}
            lines[name] = ax.plot(np.linspace(0, 1, LEVELS), column, **look)[0]
        labels = [] if mean is None else [_draw_mean(ax, mean)]
        if "" in columns:
            _write_values(ax, columns[""], lines[""])
        place(ax, labels + names_of({name: drawn for name, drawn in lines.items() if name}))
        return describe(ax, " ".join(_in_words(*column) for column in columns.items()))


def _read(column) -> np.ndarray:
    values = np.array([float(value) for value in column])
    if len(values) != LEVELS:
        raise InputError(
            f"{len(values)} numbers",
            "an eleven-point curve has one for each level of recall: 0, 0.1 … 1",
            "pass eleven, such as a column of mm.eleven_point(…)",
        )
    return values


def _draw_mean(ax: Axes, mean) -> Label:
    look = {"color": COLOURS["quiet"], "lw": width(0.6), "ls": (0, (2, 2)), "zorder": 2}
    line = ax.plot([0, 1], [float(mean)] * 2, **look)[0]
    text = say("conventions.mean", value=digits.decimal(mean))
    return Label(text, *line.get_data(), COLOURS["quiet"], 0.9, line=line)


def _write_values(ax: Axes, column: np.ndarray, line) -> None:
    """Write each number right above its point."""
    look = {"color": for_letters(line.get_color()), "size": letters(0.8), "path_effects": HALO}
    look |= {"textcoords": "offset points", "annotation_clip": False, "zorder": 6}
    for level, value in zip(np.linspace(0, 1, LEVELS), column.tolist(), strict=True):
        ax.annotate(f"{value:.2f}", (level, value), (letters(0.3), letters(0.4)), **look)


def _in_words(name: str, column: np.ndarray) -> str:
    parts = ", ".join(digits.decimal(value) for value in column)
    return say("alt.levels", name=f"{name}: " if name else "", parts=parts)
