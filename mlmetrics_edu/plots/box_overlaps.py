"""How much boxes overlap: the IoU of two, who drives out whom, and the AP at each least overlap."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.text import Annotation

from ..core import digits, words
from ..core.conventions import Language
from ..core.formula import Worked
from ..detection.boxes import CONVENTIONS, iou
from ..detection.detection_map import DetectionMap
from ..detection.nms import SUPPRESS, Suppression
from .curves import MARKERS, by_name
from .look import COLOURS, SERIES, for_letters, letters, small, style
from .outlines import Tag, frame, name_boxes, outline
from .picture import axes_or_new, describe, lay_out
from .placing import HALO, beside, names_of, numbers_at, place
from .say import head, listing, say, verbatim, width

PIXELS = 26  # along a side: so many can be drawn one by one
GAP = 1.2  # letters between two numbers, lest they touch
LETTER = 0.56  # the width of one, by its size
AWAY = 0.07  # of the longer side: how far a measure stands off
NAMED = 24  # boxes that get a name and an arrow
WRITTEN = 12  # least overlaps whose AP is written
KEPT, GONE = SERIES[0], SERIES[1]


def overlap(
    a: Sequence[float],
    b: Sequence[float],
    ax: Axes | None = None,
    *,
    convention: str = "continuous",
    names: tuple[str, str] = ("a", "b"),
    language: Language | None = None,
) -> Axes:
    """Draw two boxes with what they share, its sides measured, and the IoU as a fraction.

    Parameters
    ----------
    a, b : sequence of 4 numbers
        The boxes.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    convention : {"continuous", "inclusive-pixels"}
        How boxes are measured; inclusive pixels are drawn one by one where they are few.
    names : pair of str
        What the boxes are called.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If something isn't a box.
    """
    value, more = iou(a, b, convention), CONVENTIONS[convention]
    given = [np.asarray(box, float).tolist() for box in (a, b)]
    # A box of inclusive pixels ends behind the last of them.
    boxes = [(left, top, right + more, bottom + more) for left, top, right, bottom in given]
    shared = _shared(*boxes)
    with style(language=language):
        ax = axes_or_new(ax, size=(6.2, 5.4))
        frame(ax, boxes)
        _pixels(ax, boxes, more)
        if shared is not None:
            _shade(ax, shared)
            _measure(ax, boxes, shared, value)
        for k, (colour, line) in enumerate(SERIES[:2]):
            outline(ax, boxes[k], edgecolor=colour, linestyle=line, zorder=3)
            _name(ax, boxes, k, verbatim(names[k]), colour)
        _ticks(ax, given, more)
        ax.set_xlabel(_formula(value, ax), size=small(0.9), linespacing=1.35)
        return describe(ax, _overlap_in_words(value, given, names, shared))


def _shared(a: tuple, b: tuple) -> tuple[float, float, float, float] | None:
    """Return the box that two boxes share, if it has an area."""
    left, top, right, bottom = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def _hull(a: tuple, b: tuple) -> tuple[float, float, float, float]:
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _pixels(ax: Axes, boxes, more: int) -> None:
    """Draw the pixels, where boxes are made of whole and of few ones."""
    left, top, right, bottom = _hull(*boxes)
    if not more or max(right - left, bottom - top) > PIXELS:
        return
    look = {"color": COLOURS["negative"], "linewidth": 0.8, "zorder": 0}
    ax.vlines(np.arange(left, right + 1), top, bottom, **look)
    ax.hlines(np.arange(top, bottom + 1), left, right, **look)


def _shade(ax: Axes, shared) -> None:
    left, top, right, bottom = shared
    look = {"facecolor": "#9FD8C4", "edgecolor": "white", "hatch": "//", "linewidth": 0}
    ax.add_patch(Rectangle((left, top), right - left, bottom - top, zorder=1, **look))


def _measure(ax: Axes, boxes, shared, value: Worked) -> None:
    """Measure the shared box as on a plan: its width below, its height on the right."""
    width, height = map(_number, value.terms["intersection"].inner)
    left, top, right, bottom = shared
    hull = _hull(*boxes)
    room = AWAY * max(hull[2] - hull[0], hull[3] - hull[1])
    below, beside = hull[3] + room, hull[2] + room
    colour = for_letters(COLOURS["gap"])
    thin = {"color": colour, "linewidth": 1, "linestyle": ":", "zorder": 2}
    ax.vlines([left, right], [bottom, bottom], below, **thin)
    ax.hlines([top, bottom], [right, right], beside, **thin)
    _arrow(ax, (left, below), (right, below), colour)
    _arrow(ax, (beside, top), (beside, bottom), colour)
    write = {"textcoords": "offset points", "color": colour, "path_effects": HALO}
    middle = (left + right) / 2, (top + bottom) / 2
    ax.annotate(width, (middle[0], below), (0, -4), ha="center", va="top", **write)
    ax.annotate(height, (beside, middle[1]), (6, 0), ha="left", va="center", **write)


def _arrow(ax: Axes, start, end, colour) -> None:
    look = {"arrowstyle": "<->", "color": colour, "shrinkA": 0, "shrinkB": 0, "linewidth": 1.5}
    ax.annotate("", end, start, arrowprops=look)


def _name(ax: Axes, boxes: Sequence[tuple], k: int, name: str, colour: str) -> None:
    """Write a box's name into the corner that is farthest from the other box."""
    box, other = boxes[k], boxes[1 - k]
    right = (box[0] + box[2], k) > (other[0] + other[2], 1 - k)
    low = (box[1] + box[3], k) > (other[1] + other[3], 1 - k)
    corner = box[2 if right else 0], box[3 if low else 1]
    shift, look = (-7 if right else 7, 6 if low else -6), {"size": letters(1.3)}
    look |= {"ha": "right" if right else "left", "va": "bottom" if low else "top"}
    look |= {"color": for_letters(colour), "path_effects": HALO, "zorder": 4}
    ax.annotate(name, corner, shift, textcoords="offset points", **look)


def _ticks(ax: Axes, boxes: Sequence[Sequence[float]], more: int) -> None:
    """Put the numbers of the boxes on the axes; those that would touch another are left out."""
    ax.apply_aspect()
    for axis, first, length in ((ax.xaxis, 0, ax.bbox.width), (ax.yaxis, 1, ax.bbox.height)):
        span = abs(np.diff(axis.get_view_interval()).item())
        letter = letters() * span / (length * 72 / ax.figure.dpi)
        free: list[float] = []
        for value in (end for box in boxes for end in box[first::2]):
            room = letter * ((1 if first else LETTER * width(_number(value))) + GAP / 2)
            if all(abs(value - other) > room for other in free):
                free.append(value)
        # The number of a pixel belongs to its middle.
        axis.set_ticks([v + more / 2 for v in free], [_number(v) for v in free])


def _number(value) -> str:
    return digits.short(float(value)) or digits.decimal(float(value))


def _formula(value: Worked, ax: Axes) -> str:
    """Write the areas and the fraction, in one line if there is room below the boxes."""
    shared, area_a, area_b = (value.terms[t] for t in ("intersection", "area_a", "area_b"))
    sides = " × ".join(_number(side) for side in shared.inner)
    area = f"{sides} = {_number(shared)}"
    lines = [say("labelled", what=say("overlap.shared"), value=area)]
    quotient = "{} / ({} + {} − {})".format(*map(_number, (shared, area_a, area_b, shared)))
    worked, room = f"{words.symbol('iou')} = {quotient}", ax.bbox.width * 72 / ax.figure.dpi
    fits = width(f"{worked} = {_value(value)}") * LETTER * small(0.9) < room
    return "\n".join([*lines, f"{worked}{' ' if fits else chr(10)}= {_value(value)}"])


def _value(value: Worked) -> str:
    """Write the IoU, where there is one."""
    return say("overlap.undefined") if value != value else digits.both(value)


def _overlap_in_words(value: Worked, boxes, names, shared) -> str:
    """Say where the boxes lie, what they share, and the IoU."""
    a, b = (", ".join(map(_number, box)) for box in boxes)
    key = "alt.overlap" if shared else "alt.overlap.apart"
    width, height = map(_number, value.terms["intersection"].inner)
    values = {"name_a": names[0], "name_b": names[1], "a": a, "b": b, "iou": _value(value)}
    return say(key, width=width, height=height, **values)


def suppression(nms: Suppression, ax: Axes | None = None) -> Axes:
    """Draw boxes before and after non-maximum suppression, with arrows that say who drove out whom.

    Boxes that stay have solid lines; those that go have broken ones, and the overlap (IoU) with the
    box that an arrow comes from is written beside them. Of more than 24 boxes only the lines are
    drawn.
    """
    corners = [tuple(box) for box in nms.boxes.tolist()]
    with style():
        ax = axes_or_new(ax, size=(6.6, 5.2))
        frame(ax, corners)
        for box in nms.order[::-1]:  # the surest lies on top
            colour, line = _look(nms, box)
            above = {} if nms.suppressed_by[box] >= 0 else {"zorder": 3}
            outline(ax, corners[box], edgecolor=colour, linestyle=line, **above)
        ax.set(xlabel="x", ylabel="y")
        _count(ax, nms)
        if len(corners) <= NAMED:
            _arrows(ax, nms, name_boxes(lay_out(ax), _tags(nms, corners)))
        return describe(ax, _suppression_in_words(nms))


def _look(nms: Suppression, box: int) -> tuple:
    return KEPT if nms.suppressed_by[box] < 0 else GONE


def _tags(nms: Suppression, corners) -> list[Tag]:
    """Name each box, with its score, and the overlap that it went for."""
    scores = digits.in_order(nms.scores)
    tags = []
    for box, corner in enumerate(corners):
        gone = nms.suppressed_by[box] >= 0
        text = f"{verbatim(nms.called(box))}  {scores(nms.scores[box])} {'✗' if gone else '✓'}"
        text += f"\nIoU {digits.decimal(nms.overlap[box])}" if gone else ""
        tags.append(Tag(text, corner, _look(nms, box)[0]))
    return tags


def _arrows(ax: Axes, nms: Suppression, notes: list[Annotation]) -> None:
    """Draw an arrow from the name of each box that drives another one out to that one's name."""
    for box, by in enumerate(nms.suppressed_by.tolist()):
        if by >= 0:
            start, end = notes[by], notes[box]
            look = {"arrowstyle": "-|>", "color": COLOURS["ink"], "linewidth": 1.4, "alpha": 0.75}
            look |= {"patchA": start.get_bbox_patch(), "patchB": end.get_bbox_patch()}
            look |= {"connectionstyle": "arc3,rad=0.15", "shrinkA": 1, "shrinkB": 1}
            middle = {"xycoords": end, "textcoords": start, "zorder": 4}
            ax.annotate("", (0.5, 0.5), (0.5, 0.5), arrowprops=look, **middle)


def _count(ax: Axes, nms: Suppression) -> None:
    """Say above how many stay and how many go."""
    limit, sign = digits.threshold(nms.threshold), SUPPRESS[nms.suppress]
    gone = len(nms.order) - len(nms.kept)
    texts = (
        say("nms.kept", n=len(nms.kept)),
        say("nms.suppressed", n=gone, sign=sign, limit=limit),
    )
    sides = ((0, "left"), (1, "right"))
    for text, (colour, _), (x, side) in zip(texts, (KEPT, GONE), sides, strict=True):
        where = {"ha": side, "va": "bottom", "xycoords": "axes fraction", "offset": (0, 4)}
        beside(ax, x, 1, text, colour, size=small(0.9), **where)


def _suppression_in_words(nms: Suppression) -> str:
    """Say which boxes stay, and which one drove each other one out."""
    gone = [
        say(
            "nms.told",
            name=nms.called(box),
            by=nms.called(int(nms.suppressed_by[box])),
            iou=digits.decimal(nms.overlap[box]),
        )
        for box in nms.order
        if nms.suppressed_by[box] >= 0
    ]
    return say(
        "alt.nms",
        sign=SUPPRESS[nms.suppress],
        limit=digits.threshold(nms.threshold),
        n=len(nms.order),
        kept=listing([nms.called(box) for box in nms.kept], NAMED),
        gone=listing(gone, NAMED),
    )


def ap_by_iou(
    result: DetectionMap | Mapping[str, DetectionMap],
    ax: Axes | None = None,
    *,
    language: Language | None = None,
) -> Axes:
    """Draw the AP at each overlap that a protocol asks for, such as COCO's ten.

    Parameters
    ----------
    result : DetectionMap or mapping of str to DetectionMap
        A detector, judged; or several, by their names.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If a detector was judged at one overlap only, or there is none to draw.
    UndefinedError
        If there is no object, and so no AP.
    """
    several = by_name(result)
    columns = {name: one.ap_by_iou() for name, one in several.items()}
    with style(language=language):
        ax, lines = axes_or_new(ax, size=(7.0, 4.4)), {}
        for k, (name, one) in enumerate(several.items()):
            lines[name] = _ap_line(ax, k, one.protocol.ious, columns[name])
            describe(ax, _ap_in_words(name, one.protocol.ious, columns[name], one.map))
        _ap_axes(ax, [iou for one in several.values() for iou in one.protocol.ious])
        if "" in several:
            _write_values(ax, several[""].map, lines[""])
        else:
            place(ax, names_of(lines))
        return ax


def _ap_line(ax: Axes, k: int, ious, column: np.ndarray) -> Line2D:
    colour, dashes = SERIES[k % len(SERIES)]
    look = {"color": colour, "linestyle": dashes, "marker": MARKERS[k % len(MARKERS)]}
    order = np.argsort(ious, kind="stable")
    x, y = np.asarray(ious)[order], column[order]
    return ax.plot(x, y, markersize=letters(0.5), clip_on=False, **look)[0]


def _ap_axes(ax: Axes, ious) -> None:
    ticks = sorted(set(ious))
    if len(ticks) <= WRITTEN:
        ax.set_xticks(ticks, [f"{iou:.3g}" for iou in ticks], size=small(0.85))
    room = 0.06 * (ticks[-1] - ticks[0])
    ax.set(xlim=(ticks[0] - room, ticks[-1] + room), ylim=(0, 1.05))
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
