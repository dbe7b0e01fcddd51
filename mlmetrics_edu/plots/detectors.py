"""How good a detector is: hits and false alarms down its ranking, and its AP by overlap."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from ..core import digits
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Worked
from ..detection.detection_map import DetectionMap
from ..metrics.sweep import Sweep
from .curves import MARKERS, by_name
from .lines import names_of, visible
from .look import COLOURS, SERIES, letters, small, style
from .picture import axes_or_new, describe
from .placing import beside, numbers_at, place
from .say import head, listing, say, verbatim

CLOSE = 0.1  # of the axis: nearer than this, two names would touch
FEW = 40  # detections that are named, and whose precision is written
KINDS = {"TP": ("tp", SERIES[0], "o"), "FP": ("fp", SERIES[1], "X")}
WRITTEN = 12  # overlaps whose AP is written


def running_counts(
    result: DetectionMap | Sweep,
    category: "Hashable" = None,
    iou: float | None = None,
    ax: Axes | None = None,
    *,
    area: "str | tuple[float, float]" = "all",
    rates: Sequence[str] = ("precision",),
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw how the hits and the false alarms of a category add up, the surest detection first.

    Up to forty detections are named below, and the precision reached is written above each.

    Parameters
    ----------
    result : DetectionMap or Sweep
        A detector, judged; or the sweep of any ranking, whose thresholds then stand below.
    category : hashable, optional
        Which; it may be left out where there is one only.
    iou : float, optional
        The least overlap of a hit; without it the first one of the protocol.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    area : str or pair of float
        Which sizes are judged.
    rates : sequence of str
        What is written above each step, such as ``("precision", "recall")``.
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
        If there is no detection of the category, or a sweep is asked for one.
    UnknownNameError
        If there is no such category.
    """
    walk = _walk(result, category, iou, area)
    n = len(walk) - 1
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
        if few:
            _name_columns(ax, walk, walk is result)
            _write_rates(ax, walk, rates)
        else:
            _number_columns(ax)
        return describe(ax, _in_words(walk, walk is result))


def _walk(result: DetectionMap | Sweep, category, iou, area) -> Sweep:
    """Take the walk of a category; a sweep is one already."""
    if isinstance(result, Sweep):
        if (category, iou, area) == (None, None, "all"):
            return result
        raise InputError(
            "a sweep has no category, overlap or size to choose from",
            "it is the walk down one ranking",
            "pass the sweep alone, or the detection_map() that it came from",
        )
    walk = result.sweep(category, iou, area=area)
    if len(walk) > 1:
        return walk
    raise InputError(
        "there is no detection to count",
        f"of this category ({walk.about}) nothing was found",
        "name another category, or pass the detections of lower scores too",
    )


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


def _name_columns(ax: Axes, walk: Sweep, plain_sweep: bool) -> None:
    """Name each detection below; of a sweep that isn't one of detections, each threshold."""
    steps = range(1, len(walk))
    write = digits.in_order(walk.threshold, cuts=True)
    if plain_sweep:
        names = [write(walk.threshold[k]) for k in steps]
    else:
        names = [verbatim(walk.admitted(k)[0][0]) for k in steps]
    turned = 90 if max(map(len, names)) > 2 else 0
    ax.set_xticks(steps, names, rotation=turned, size=small(0.85))
    ax.set_xlabel(say("running.thresholds" if plain_sweep else "running.named"))


def _write_rates(ax: Axes, walk: Sweep, rates: Sequence[str]) -> None:
    """Write above each step the rates that it leads to, the first one lowest."""
    look = {"ha": "center", "va": "bottom", "textcoords": "offset points"}
    look |= {"xycoords": ax.get_xaxis_transform(), "annotation_clip": False}
    row = letters(3.1)  # what a turned number takes
    for up, rate in enumerate(rates):
        for k, value in enumerate(walk.column(rate)[1:], 1):
            text = {"rotation": 90, "size": small(0.75)}
            ax.annotate(digits.decimal(value), (k, 1), (0, 4 + up * row), **text, **look)
        head = {**look, "ha": "right", "size": small(0.8)}
        name = say(rate).partition(" (")[0]
        ax.annotate(name, (0.4, 1), (0, 5 + up * row), **head)


def _number_columns(ax: Axes) -> None:
    ax.set_xlabel(say("running.many"))
    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))


def _in_words(walk: Sweep, plain_sweep: bool) -> str:
    ends = {"tp": walk.tp[-1], "fp": walk.fp[-1], "positives": walk.positives}
    ends = {key: digits.count(value) for key, value in ends.items()}
    n = len(walk) - 1
    values = {"n": n, "precision": digits.decimal(walk.confusion(n).precision)}
    if plain_sweep:
        return say("alt.running_sweep", **ends, **values)
    return say("alt.running", **ends, **values, about=walk.about, hits=_hits(walk))


def _hits(walk: Sweep) -> str:
    """List the detections that are hits, in their order."""
    rows = np.flatnonzero(np.diff(walk.tp))[:FEW] + 1
    names = [walk.admitted(int(row))[0][0] for row in rows]
    return listing(names, 12)


def ap_by_iou(
    result: DetectionMap | Mapping[str, DetectionMap],
    ax: Axes | None = None,
    *,
    category: "Hashable" = None,
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the AP at each overlap that a protocol asks for, such as COCO's ten.

    Parameters
    ----------
    result : DetectionMap or mapping of str to DetectionMap
        A detector, judged; or several, by their names.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    category : hashable, optional
        Which; without it the mean over all that have objects.
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
        If a detector was judged at one overlap only, or there is none to draw.
    UndefinedError
        If there is no object, and so no AP.
    UnknownNameError
        If there is no such category.
    """
    if isinstance(result, Mapping) and not result:
        raise InputError("there is no detector to draw", "the mapping is empty", "pass a detector")
    several = by_name(result)
    columns = {name: one.ap_by_iou(category) for name, one in several.items()}
    with style(language=language):
        ax = axes_or_new(ax, size=(7.0, 4.4))
        lines = {
            name: _ap_line(ax, k, several[name].protocol.ious, column, line)
            for k, (name, column) in enumerate(columns.items())
        }
        _ap_axes(ax, [iou for one in several.values() for iou in one.protocol.ious])
        if "" in several:
            mean = _mean_ap(several[""], category)
            _write_values(ax, mean, lines[""])
        else:
            place(ax, names_of(lines))
        for name, column in columns.items():
            mean = _mean_ap(several[name], category)
            describe(ax, _ap_in_words(name, several[name].protocol.ious, column, mean))
        return ax


def _mean_ap(result: DetectionMap, category: Hashable) -> Worked:
    return result.map if category is None else result.per_class[category]


def _ap_line(ax: Axes, k: int, ious, column: np.ndarray, line) -> Line2D:
    colour, dashes = SERIES[k % len(SERIES)]
    look = {"color": colour, "linestyle": dashes, "marker": MARKERS[k % len(MARKERS)]}
    look |= {"markersize": letters(0.5), "clip_on": False, **line}
    order = np.argsort(ious, kind="stable")
    return ax.plot(np.asarray(ious)[order], column[order], **look)[0]


def _ap_axes(ax: Axes, ious) -> None:
    there = sorted(set(ious))
    if len(there) <= WRITTEN:
        ax.set_xticks(there, [f"{iou:.3g}" for iou in there], size=small(0.85))
    room = 0.06 * (there[-1] - there[0])
    ax.set(xlim=(there[0] - room, there[-1] + room), ylim=(0, 1.05))
    ax.set(xlabel=say("ap.iou"), ylabel=say("average_precision"))


def _write_values(ax: Axes, mean: Worked, line: Line2D) -> None:
    """Write each AP beside its point, and the mean of all beside a line of its own."""
    ax.axhline(float(mean), color=COLOURS["quiet"], linewidth=1.2, linestyle=(0, (2, 2)), zorder=0)
    where = {"ha": "left", "va": "center", "xycoords": ax.get_yaxis_transform()}
    text = say("ap.mean", value=digits.decimal(mean))
    beside(ax, 1.0, float(mean), text, COLOURS["quiet"], size=small(0.85), **where)
    values = line.get_ydata().tolist()
    if len(values) <= WRITTEN:
        place(ax, numbers_at(line, map(digits.decimal, values), 0.72))


def _ap_in_words(name: str, ious, column: np.ndarray, mean: Worked) -> str:
    parts = [f"{iou:.3g} {digits.decimal(value)}" for iou, value in zip(ious, column, strict=True)]
    values = {"parts": listing(parts, WRITTEN), "mean": digits.decimal(mean)}
    return head(name) + say("alt.ap_by_iou", **values)
