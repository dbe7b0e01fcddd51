"""How hits and false alarms add up down the ranking of a detector."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from ...core import digits
from ...core.errors import InputError
from ...detection.detection_map import DetectionMap
from ...metrics.sweep import Sweep
from ..colours import SERIES
from ..labels import beside
from ..lines import visible
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..say import say
from .box_drawing import plain

CLOSE = 0.1  # of the axis: nearer than this, two names would touch
FEW = 40  # detections that are named, and whose precision is written
KINDS = {"TP": ("tp", SERIES[0], "o"), "FP": ("fp", SERIES[1], "X")}


def running_counts(
    result: DetectionMap,
    category=None,
    iou: float | None = None,
    ax: Axes | None = None,
    *,
    area="all",
    language: str | None = None,
    **line,
) -> Axes:
    """Draw how the hits and the false alarms of a category add up, the surest detection first.

    Up to forty detections are named below, and the precision reached is written above each.

    Parameters
    ----------
    result : DetectionMap
        A detector, judged.
    category : hashable, optional
        Which; it may be left out where there is one only.
    iou : float, optional
        The least overlap of a hit; without it the first one of the protocol.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    area : str or pair of float
        Which sizes are judged.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot`, for both lines.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there is no detection of the category.
    UnknownNameError
        If there is no such category.
    """
    walk = result.sweep(category, iou, area=area)
    n = len(walk) - 1
    if not n:
        raise InputError(
            "there is no detection to count",
            f"of this category ({walk.about}) nothing was found",
            "name another category, or pass the detections of lower scores too",
        )
    with style(language=language):
        ax = axes_or_new(ax, size=(min(max(6.0, 2.4 + 0.36 * n), 12.0), 4.6))
        few = n <= FEW
        counts = {name: getattr(walk, column) for name, (column, _, _) in KINDS.items()}
        top = float(max(column[-1] for column in counts.values()))
        for name, column in counts.items():
            _count_line(ax, name, column, few, line)
        _name_ends(ax, counts, CLOSE * top)
        ax.set(xlim=(0, n + 0.6), ylim=(0, 1.06 * top), ylabel=say("running.counts"))
        ax.yaxis.set_major_locator(MaxNLocator(6, integer=True))
        (_name_columns if few else _number_columns)(ax, walk)
        ends = {"tp": walk.tp[-1], "fp": walk.fp[-1], "positives": walk.positives}
        ends = {key: digits.count(value) for key, value in ends.items()}
        at = digits.decimal(walk.confusion(n).precision)
        about = {"about": walk.about, "n": n, "precision": at, "hits": _hits(walk)}
        return describe(ax, say("alt.running", **ends, **about))


def _count_line(ax: Axes, name: str, counts: np.ndarray, few: bool, line) -> None:
    """Draw one count as a flight of steps; a mark shows whom a step is due to."""
    _, (colour, dashes), marker = KINDS[name]
    n, steps = len(counts) - 1, np.arange(len(counts))
    look = {"color": colour, "linestyle": dashes, "clip_on": False, **line}
    if few:
        up = np.flatnonzero(np.diff(counts)) + 1
        (drawn,) = ax.plot(np.append(steps, n + 0.5), np.append(counts, counts[-1]),
                           drawstyle="steps-mid", **look)  # fmt: skip
        dots = {"color": drawn.get_color(), "marker": marker, "linestyle": "none", "zorder": 3}
        ax.plot(steps[up], counts[up], markersize=letters(0.6), clip_on=False, **dots)
    else:
        ax.plot(*visible(steps, counts), **look)


def _name_ends(ax: Axes, counts: dict[str, np.ndarray], close: float) -> None:
    """Write each total at the end of its line, apart from the other one."""
    (low, high) = sorted(counts, key=lambda name: counts[name][-1])
    apart = counts[high][-1] - counts[low][-1] >= close
    for name, side in ((low, "top"), (high, "bottom")):
        n, last = len(counts[name]) - 1, counts[name][-1]
        text, colour = f"{name} = {digits.count(last)}", KINDS[name][1][0]
        beside(ax, n + 0.6, last, text, colour, va="center" if apart else side)


def _name_columns(ax: Axes, walk: Sweep) -> None:
    """Name each detection below, and write the precision that it leads to above."""
    steps = range(1, len(walk))
    ids = [plain(walk.admitted(k)[0][0]) for k in steps]
    turned = 90 if max(map(len, ids)) > 2 else 0
    ax.set_xticks(steps, ids, rotation=turned, size=letters(0.85))
    ax.set_xlabel(say("running.named"))
    values = walk["precision"][1:]
    look = {"rotation": 90, "ha": "center", "va": "bottom", "size": letters(0.75)}
    look |= {"textcoords": "offset points", "annotation_clip": False}
    place = {"xycoords": ax.get_xaxis_transform()}
    for k, value in zip(steps, values, strict=True):
        ax.annotate(digits.decimal(value), (k, 1), (0, 4), **place, **look)
    head = {"ha": "right", "va": "bottom", "textcoords": "offset points"}
    ax.annotate(say("running.precision"), (0.4, 1), (0, 5), size=letters(0.8), **place, **head)


def _number_columns(ax: Axes, walk: Sweep) -> None:
    ax.set_xlabel(say("running.many"))
    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))


def _hits(walk: Sweep) -> str:
    """List the detections that are hits, in their order."""
    rows = np.flatnonzero(np.diff(walk.tp))[:FEW] + 1
    names = [walk.admitted(int(row))[0][0] for row in rows]
    return digits.listing(names, 12)
