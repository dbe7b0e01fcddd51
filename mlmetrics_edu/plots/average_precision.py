"""What the rules of average precision sum up: areas below the P-R curve, and eleven levels."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection

from ..core import digits, inputs, words
from ..core.conventions import ApRule, Language, Legend, options
from ..core.errors import InputError
from ..metrics import average_precision as rules
from ..metrics.curves import Curve
from ..metrics.curves import pr as pr_of
from ..metrics.rates import lookup
from ..metrics.sweep import Sweep
from .curves import MARKERS, SIZE, by_name, curves_of, plane, pr_square
from .lines import look_of, names_of, width
from .look import COLOURS, letters, style
from .picture import axes_or_new, describe
from .placing import Label, numbers_at, place
from .say import head, listing, say

RULES = options(ApRule)
BENT = 17  # points along an arc of Davis and Goadrich
SEEN = 1_000  # more arcs than this are too short to be seen bent
MANY = 400  # more areas than this are one to the eye
NARROW = 60  # more areas than this would be edges and nothing else
TINTS = ("#9ED0F0", "#CDE7F8")  # in turn, so that neighbours are told apart
LEVELS = 11
# Along which way through the plane an area is written: below the curve, or to the right of bars.
WRITTEN = np.array([[0, 0.6], [0, 0.1], [1, 0.1], [1, 0.9]])

JOINED = {"trapezoid": "linear"}  # what a rule is called, where that isn't its name


def ap_areas(
    of: Sweep | Curve,
    rule: ApRule = "step",
    ax: Axes | None = None,
    *,
    language: Language | None = None,
    **patch: Any,
) -> Axes:
    """Draw the areas that a rule of average precision adds up, each a shape of its own.

    Parameters
    ----------
    of : Sweep or Curve
        Below which P-R curve.
    rule : {"step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco"}
        The rule, see :func:`mlmetrics_edu.average_precision`.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a P-R plane of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **patch
        Passed on to :class:`matplotlib.collections.PolyCollection`.

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
    inputs.choice(rule, RULES, "rule")
    curve = curves_of(of, pr_of)[""]
    with style(language=language):
        ax = plane(ax, "pr")
        place(ax, draw_ap_areas(ax, curve, rule, **patch))
        value = digits.both(rules.average_precision(curve.points, rule))
        name = f"{say('average_precision')} ({say(f'pr.{JOINED.get(rule, rule)}')})"
        return describe(ax, head(name) + value + say("join.stop"))


def draw_ap_areas(ax: Axes, curve: Curve, rule: str, /, **patch) -> list[Label]:
    """Draw each area as a shape of its own, and write down what they add up to."""
    edges = tops(curve.points, rule)
    if len(edges) > MANY:  # one edge of few points: the curve itself is drawn on top of it
        path = edges.reshape(-1, 2)
        edges = path[np.unique(np.linspace(0, len(path) - 1, MANY).astype(int))][None]
    narrow = len(edges) > NARROW
    tints = TINTS[:1] if narrow else [TINTS[k % 2] for k in range(len(edges))]
    look = {"facecolor": tints, "edgecolor": "#4C7F9E", "linewidth": 0.2 if narrow else 0.8}
    ax.add_collection(PolyCollection(list(shapes(edges)), **{"zorder": 1, **look, **patch}))
    worked = rules.average_precision(curve.points, rule)
    text = f"{words.symbol('average_precision')} = {digits.both(worked)}"
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


def eleven_points(
    heights: Sequence[float] | Mapping[str, Sequence[float]],
    ax: Axes | None = None,
    *,
    mean: float | None = None,
    legend: Legend = "auto",
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
    legend : bool or "auto"
        Whether names stand in a legend instead of beside their lines; ``"auto"`` where they are
        more than four, or have no room there.
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
    columns = {name: _read(column) for name, column in by_name(heights).items()}
    with style(language=language):
        ax = axes_or_new(ax, size=SIZE)
        pr_square(ax)
        ax.set_ylabel(say("levels.axis"))
        lines = {}
        for k, (name, column) in enumerate(columns.items()):
            look = {"marker": MARKERS[k % len(MARKERS)], "markersize": letters(0.55)}
            look |= {"clip_on": False, **look_of(k, line)}
            lines[name] = ax.plot(np.linspace(0, 1, LEVELS), column, **look)[0]
        labels = []
        if "" in columns:
            labels += numbers_at(lines[""], [f"{value:.2f}" for value in columns[""]], 0.8)
        if mean is not None:
            labels.append(_draw_mean(ax, mean))
        place(ax, labels + names_of(lines), legend)
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


def _in_words(name: str, column: np.ndarray) -> str:
    parts = listing([digits.decimal(value) for value in column])
    return say("alt.levels", name=head(name), parts=parts)
