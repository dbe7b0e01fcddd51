"""The AP against the overlap that is asked for: how exactly a detector places its boxes."""

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ...core import digits
from ...core.conventions import Language
from ...core.errors import InputError
from ...detection.detection_map import DetectionMap
from ..colours import COLOURS, SERIES, for_letters
from ..labels import HALO, beside
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..placing import place
from ..say import say, verbatim
from ..unit_square import names_of

WRITTEN = 12  # overlaps whose AP is written
MARKERS = "osD^vP"


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
    several = result if isinstance(result, Mapping) else {"": result}
    if not several:
        raise InputError("there is no detector to draw", "the mapping is empty", "pass a detector")
    columns = {name: one.ap_by_iou(category) for name, one in several.items()}
    with style(language=language):
        ax = axes_or_new(ax, size=(7.0, 4.4))
        lines = {
            verbatim(name): _ap_line(ax, k, several[name].protocol.ious, column, line)
            for k, (name, column) in enumerate(columns.items())
        }
        _ap_axes(ax, [iou for one in several.values() for iou in one.protocol.ious])
        if "" in several:
            _write_values(ax, several[""].protocol.ious, columns[""], lines[""])
        else:
            place(ax, names_of(lines))
        for name, column in columns.items():
            describe(ax, _ap_in_words(name, several[name].protocol.ious, column))
        return ax


def _ap_line(ax: Axes, k: int, ious, column: np.ndarray, line) -> Line2D:
    colour, dashes = SERIES[k % len(SERIES)]
    look = {"color": colour, "linestyle": dashes, "marker": MARKERS[k % len(MARKERS)]}
    look |= {"markersize": letters(0.5), "clip_on": False, **line}
    order = np.argsort(ious, kind="stable")
    return ax.plot(np.asarray(ious)[order], column[order], **look)[0]


def _ap_axes(ax: Axes, ious) -> None:
    there = sorted(set(ious))
    if len(there) <= WRITTEN:
        ax.set_xticks(there, [f"{iou:.3g}" for iou in there], size=letters(0.85))
    room = 0.06 * (there[-1] - there[0])
    ax.set(xlim=(there[0] - room, there[-1] + room), ylim=(0, 1.05))
    ax.set(xlabel=say("ap.iou"), ylabel=say("average_precision"))


def _write_values(ax: Axes, ious, column: np.ndarray, line: Line2D) -> None:
    """Write each AP above its point, and the mean of all beside a line of its own."""
    mean = float(column.mean())
    ax.axhline(mean, color=COLOURS["quiet"], linewidth=1.2, linestyle=(0, (2, 2)), zorder=0)
    where = {"ha": "left", "va": "center", "xycoords": ax.get_yaxis_transform()}
    text = say("ap.mean", value=digits.decimal(mean))
    beside(ax, 1.0, mean, text, COLOURS["quiet"], size=letters(0.85), **where)
    if len(ious) <= WRITTEN:
        look = {"ha": "left", "va": "bottom", "size": letters(0.72), "path_effects": HALO}
        look |= {"color": for_letters(line.get_color()), "textcoords": "offset points"}
        for iou, value in zip(ious, column, strict=True):
            ax.annotate(digits.decimal(value), (iou, value), (2, 5), annotation_clip=False, **look)


def _ap_in_words(name: str, ious, column: np.ndarray) -> str:
    parts = [f"{iou:.3g} {digits.decimal(value)}" for iou, value in zip(ious, column, strict=True)]
    known = {"parts": digits.listing(parts, WRITTEN), "mean": digits.decimal(column.mean())}
    text = say("alt.ap_by_iou", **known)
    return f"{name}: {text}" if name else text
