"""How much boxes overlap: of two the shared area, of many which ones drove others out."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.text import Annotation
from numpy.typing import ArrayLike

from ..core import digits, words
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Worked
from ..detection.boxes import CONVENTIONS, convert_boxes, iou
from ..detection.nms import SUPPRESS, Suppression
from .box_drawing import Tag, coloured, frame, name_boxes, outline
from .line_breaks import width
from .look import COLOURS, SERIES, for_letters, letters, small, style
from .picture import axes_or_new, describe
from .placing import HALO, beside
from .say import listing, say, verbatim

PIXELS = 26  # along a side: so many can be drawn one by one
GAP = 1.2  # letters between two numbers, lest they touch
LETTER = 0.56  # the width of one, by its size
AWAY = 0.07  # of the longer side: how far a measure stands off
NAMED = 24  # boxes that get a name and an arrow
KEPT, GONE = SERIES[0], SERIES[1]


def overlap(
    a: "Sequence[float]",
    b: "Sequence[float]",
    ax: Axes | None = None,
    *,
    convention: str = "continuous",
    form: str = "xyxy",
    names: tuple[str, str] = ("a", "b"),
    language: Language | None = None,
    **patch: Any,
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
    form : {"xyxy", "xywh", "cxcywh"}
        What the numbers are.
    names : pair of str
        What the boxes are called.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **patch
        Passed on to :class:`matplotlib.patches.Rectangle`, for what the boxes share.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If something isn't a box.
    """
    value, more = iou(a, b, convention, form=form), CONVENTIONS[convention]
    ends = _ends(value)
    boxes = [_drawn(ends, box, more) for box in "ab"]
    shared = _shared(*boxes)
    with style(language=language):
        ax = axes_or_new(ax, size=(6.2, 5.4))
        frame(ax, boxes)
        _pixels(ax, boxes, more)
        if shared is not None:
            _shade(ax, shared, patch)
            _measure(ax, boxes, shared, value)
        for box, name, (colour, line) in zip(boxes, names, SERIES, strict=False):
            outline(ax, box, edgecolor=colour, linestyle=line, zorder=3)
            _name(ax, box, boxes, verbatim(name), colour)
        _ticks(ax, ends, more)
        ax.set_xlabel(_formula(value, ax), size=small(0.9), linespacing=1.35)
        return describe(ax, _overlap_in_words(value, ends, names, shared))


def _ends(worked: Worked) -> dict[str, float]:
    """Return all ends of both boxes: left_a, top_a and so on."""
    width, height = worked.terms["intersection"].inner
    return {name: float(value) for side in (width, height) for name, value in side.terms.items()}


def _drawn(ends, box: str, more: int) -> tuple[float, float, float, float]:
    left, top, right, bottom = (ends[f"{e}_{box}"] for e in ("left", "top", "right", "bottom"))
    return left, top, right + more, bottom + more


def _shared(a, b) -> tuple[float, float, float, float] | None:
    """Return the box that two boxes share, if it has an area."""
    left, top, right, bottom = max(a[0], b[0]), max(a[1], b[1]), min(a[2], b[2]), min(a[3], b[3])
    return (left, top, right, bottom) if left < right and top < bottom else None


def _hull(boxes) -> tuple[float, float, float, float]:
    a, b = boxes
    return min(a[0], b[0]), min(a[1], b[1]), max(a[2], b[2]), max(a[3], b[3])


def _pixels(ax: Axes, boxes, more: int) -> None:
    """Draw the pixels, where boxes are made of whole and of few ones."""
    left, top, right, bottom = _hull(boxes)
    if not more or max(right - left, bottom - top) > PIXELS:
        return
    look = {"color": COLOURS["negative"], "linewidth": 0.8, "zorder": 0}
    ax.vlines(np.arange(left, right + 1), top, bottom, **look)
    ax.hlines(np.arange(top, bottom + 1), left, right, **look)


def _shade(ax: Axes, shared, patch) -> None:
    left, top, right, bottom = shared
    look = {
        "facecolor": "#9FD8C4",
        "edgecolor": "white",
        "hatch": "//",
        "linewidth": 0,
        "zorder": 1,
    }
    ax.add_patch(Rectangle((left, top), right - left, bottom - top, **coloured({**look, **patch})))


def _measure(ax: Axes, boxes, shared, value: Worked) -> None:
    """Measure the shared box as on a plan: its width below, its height on the right."""
    width, height = (digits.short(float(s)) or digits.decimal(s)
                     for s in value.terms["intersection"].inner)  # fmt: skip
    left, top, right, bottom = shared
    hull = _hull(boxes)
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


def _name(ax: Axes, box, boxes, name: str, colour) -> None:
    """Write a box's name into the corner that is farthest from the other box."""
    other = boxes[0] if box is boxes[1] else boxes[1]
    right = (box[0] + box[2], box is boxes[1]) > (other[0] + other[2], False)
    low = (box[1] + box[3], box is boxes[1]) > (other[1] + other[3], False)
    corner = box[2 if right else 0], box[3 if low else 1]
    shift, look = (-7 if right else 7, 6 if low else -6), {"size": letters(1.3)}
    look |= {"ha": "right" if right else "left", "va": "bottom" if low else "top"}
    look |= {"color": for_letters(colour), "path_effects": HALO, "zorder": 4}
    ax.annotate(name, corner, shift, textcoords="offset points", **look)


def _ticks(ax: Axes, ends, more: int) -> None:
    """Put the numbers of the boxes on the axes; those that would touch another are left out."""
    size = letters()
    ax.apply_aspect()
    for axis, length, names, wide in (
        (ax.xaxis, ax.bbox.width, ("left_a", "right_a", "left_b", "right_b"), True),
        (ax.yaxis, ax.bbox.height, ("top_a", "bottom_a", "top_b", "bottom_b"), False),
    ):
        span = abs(np.diff(axis.get_view_interval()).item())
        a_point = span / (length * 72 / ax.figure.dpi)
        kept: list[float] = []
        for value in (ends[name] for name in names):
            room = a_point * size * ((LETTER * width(_number(value)) if wide else 1) + GAP / 2)
            if all(abs(value - k) > room for k in kept):
                kept.append(value)
        # The number of a pixel belongs to its middle.
        axis.set_ticks([v + more / 2 for v in kept], [_number(v) for v in kept])


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


def _overlap_in_words(value: Worked, ends, names, shared) -> str:
    """Say where the boxes lie, what they share, and the IoU."""
    sides = ("left", "top", "right", "bottom")
    a, b = (", ".join(_number(ends[f"{side}_{box}"]) for side in sides) for box in "ab")
    key = "alt.overlap" if shared else "alt.overlap.apart"
    width, height = (_number(side) for side in value.terms["intersection"].inner)
    values = {"name_a": names[0], "name_b": names[1], "a": a, "b": b, "iou": _value(value)}
    return say(key, width=width, height=height, **values)


def suppression(
    found: Suppression,
    boxes: "ArrayLike",
    ax: Axes | None = None,
    *,
    form: str = "xyxy",
    picture: "ArrayLike | None" = None,
    language: Language | None = None,
    **patch: Any,
) -> Axes:
    """Draw boxes before and after non-maximum suppression, with arrows that say who drove out whom.

    Boxes that stay have solid lines; those that go have broken ones, and the overlap (IoU) with the
    box that an arrow comes from is written beside them. Of more than 24 boxes only the lines are
    drawn.

    Parameters
    ----------
    found : Suppression
        From :func:`nms`.
    boxes : array_like, shape (n, 4)
        The boxes that it was made from.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    form : {"xyxy", "xywh", "cxcywh"}
        What the four numbers are.
    picture : array_like, shape (height, width) or (height, width, 3), optional
        The image itself, to lie below the boxes.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **patch
        Passed on to :class:`matplotlib.patches.Rectangle`, for all boxes.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If these aren't the boxes, or there is none.
    """
    corners = _corners(found, boxes, form)
    with style(language=language):
        ax = axes_or_new(ax, size=(6.6, 5.2))
        frame(ax, corners, picture)
        for box in found.order[::-1]:  # the surest lies on top
            colour, line = _look(found, box)
            width = {} if found.suppressed_by[box] >= 0 else {"zorder": 3}
            outline(ax, corners[box], **{"edgecolor": colour, "linestyle": line, **width, **patch})
        ax.set(xlabel="x", ylabel="y")
        _count(ax, found)
        if len(corners) <= NAMED:
            _arrows(ax, found, name_boxes(ax, _tags(found, corners)))
        return describe(ax, _suppression_in_words(found))


def _corners(nms: Suppression, boxes, form: str) -> list[tuple]:
    """Read the boxes; they must be as many as were judged."""
    rows = np.atleast_2d(convert_boxes(boxes, form, "xyxy"))
    if len(rows) != len(nms.order) or not len(rows):
        raise InputError(
            f"there are {len(rows):,} boxes, and {len(nms.order):,} were judged",
            "each box is drawn with what became of it",
            "pass the boxes that nms() was given, one at least",
        )
    return [tuple(row) for row in rows.tolist()]


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
    for text, (colour, _), (x, side) in zip(
        texts, (KEPT, GONE), ((0, "left"), (1, "right")), strict=True
    ):
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
