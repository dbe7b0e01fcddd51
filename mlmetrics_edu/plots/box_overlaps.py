"""Boxes on Axes, with names near their corners; the IoU of two, and who drives out whom."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle
from matplotlib.patheffects import withStroke
from matplotlib.text import Annotation

from ..core import inputs, words
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Worked
from ..detection.boxes import CONVENTIONS, iou
from ..detection.nms import SUPPRESS, Suppression
from .look import COLOURS, INK, SERIES, for_letters, letters, look, small, style
from .look import width as thick
from .picture import axes_or_new, describe, lay_out
from .placing import HALO, beside
from .say import listing, say, verbatim, width

# Of the longer side, all around: for names, which are larger on a slide.
MARGIN = {"page": 0.14, "projector": 0.25, "print": 0.14}
EDGE = 0.01  # around a picture, where names stand on it
SEAM = 0.8  # points that a seam shows, both sides of a line together
GAP = 3.0  # points between a corner and a name
# Where a name may stand: at which corner (0 is left, top), how aligned, how far off. Outside the
# box comes first, then beside it, then inside, then a line farther off.
SPOTS = (
    *((x, y, ha, va, 0, dy) for y, va, dy in ((0, "bottom", 1), (1, "top", -1))
      for x, ha in ((0, "left"), (1, "right"))),
    *((x, y, ha, va, dx, 0) for x, ha, dx in ((1, "left", 1), (0, "right", -1))
      for y, va in ((0, "top"), (1, "bottom"))),
    *((x, y, ha, va, dx, dy) for y, va, dy in ((0, "top", -1), (1, "bottom", 1))
      for x, ha, dx in ((0, "left", 1), (1, "right", -1))),
    *((x, y, ha, va, 0, dy) for y, va, dy in ((0, "bottom", 7), (1, "top", -7))
      for x, ha in ((0, "left"), (1, "right"))),
)  # fmt: skip
TIGHT = 0.7  # letters no larger than this have hardly any ground around them
OTHER_NAME, OUTSIDE, CROSSED, LATER = 100.0, 40.0, 1.0, 0.05  # what makes a spot a bad one
ROUNDS = 3


class Tag(NamedTuple):
    """A name, and the box that it belongs to: left, top, right, bottom."""

    text: str
    box: tuple[float, float, float, float]
    colour: str
    filled: bool = False


def outline(
    ax: Axes, box, seam: str = "white", linewidth: float | None = None, **look
) -> Rectangle:
    """Draw a box; a thin edge, a seam, keeps it apart from whatever lies below."""
    linewidth = thick(1) if linewidth is None else linewidth
    halo = [withStroke(linewidth=linewidth + SEAM, foreground=seam)]
    left, top, right, bottom = box
    usual = {"fill": False, "linewidth": linewidth, "path_effects": halo, "joinstyle": "miter"}
    return ax.add_patch(Rectangle((left, top), right - left, bottom - top, **usual, **look))


def size_of(picture) -> tuple[int, int]:
    """Return the height and the width of an image; refuse what is none."""
    try:
        shape = np.shape(picture)
    except ValueError:  # rows of different lengths
        shape = ()
    if len(shape) not in (2, 3):
        raise InputError(
            f"picture={inputs.short(picture)}",
            "a picture has rows and columns of pixels, and maybe colours",
            "pass an array of the shape (height, width) or (height, width, 3)",
        )
    return shape[:2]


def _in_colours(picture) -> np.ndarray:
    """Give grey pixels their shades, from black to white: a photograph is never turned round."""
    pixels = np.asarray(picture)
    return pixels if pixels.ndim == 3 else mpl.colormaps["gray"](Normalize()(pixels))


def frame(ax: Axes, boxes: Sequence, picture=None) -> None:
    """Show all boxes as they lie on an image: y downwards, both axes alike, room around.

    A picture has hardly any room around it: names stand on it.
    """
    if picture is not None:
        height, width = size_of(picture)
        # A pixel reaches from its number to the next one, so boxes of pixels end at a pixel's edge.
        ax.imshow(_in_colours(picture), extent=(0, width, height, 0), zorder=0)
        boxes = [*boxes, (0, 0, width, height)]
    left, top, right, bottom = (
        f(side) for f, side in zip((min, min, max, max), zip(*boxes, strict=True), strict=True)
    )
    room = (MARGIN[look().size] if picture is None else EDGE) * (
        max(right - left, bottom - top) or 1
    )
    if ax.get_autoscalex_on():  # limits that somebody has set stay
        ax.set_xlim(left - room, right + room)
    if ax.get_autoscaley_on():
        ax.set_ylim(bottom + room, top - room)
    ax.set_aspect("equal")


def name_boxes(ax: Axes, tags: Sequence[Tag], size: float = 0.8) -> list[Annotation]:
    """Write each name near a corner of its box, where it hides no other name and few lines.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Where the boxes are drawn, and which has its place in the figure.
    tags : sequence of Tag
        The names.
    size : float
        How large the letters are, relative to the usual ones.
    """
    if not tags:
        return []
    edges = np.array([_corners(ax, tag.box) for tag in tags])
    notes = [_note(ax, tag, size) for tag in tags]
    tried = np.array([_rectangles(note, box) for note, box in zip(notes, edges, strict=True)])
    spots = _spots(tried, np.array(ax.bbox.extents), np.sort(edges, axis=1).reshape(-1, 4))
    for note, tag, spot in zip(notes, tags, spots, strict=True):
        _move(note, tag, SPOTS[spot])
    return notes


def _spots(tried: np.ndarray, room: np.ndarray, edges: np.ndarray) -> list[int]:
    """Choose a spot for each name, one after the other; then each looks again, since all stand.

    Parameters
    ----------
    tried : numpy.ndarray of float, shape (n, spots, 4)
        What each name would cover: left, lower, right and upper end.
    room : numpy.ndarray of float, shape (4,)
        The Axes.
    edges : numpy.ndarray of float, shape (n, 4)
        The boxes.
    """
    n, alone, flat = len(tried), _alone(tried, room, edges), tried.reshape(-1, 4)
    hidden = (_common(flat[:, None], flat[None]) > 0).reshape(n, len(SPOTS), n, len(SPOTS))
    spots = np.full(n, -1)
    for k in np.tile(np.arange(n), ROUNDS):
        others = np.flatnonzero((spots >= 0) & (np.arange(n) != k))
        costs = alone[k] + OTHER_NAME * hidden[k][:, others, spots[others]].sum(axis=1)
        spots[k] = costs.argmin()
    return spots.tolist()


def _alone(tried: np.ndarray, room: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Say how bad each spot is by itself: beyond the Axes, across lines, in another's box alone."""
    outside = 1 - _common(tried, room) / _common(tried, tried)
    boxes, names = edges[None, None], tried[:, :, None]
    ends = (boxes[..., :2] < names[..., :2]) & (names[..., 2:] < boxes[..., 2:])
    within = ends.all(axis=-1)
    crossed = (_common(names, boxes) > 0) & ~within
    own = np.einsum("ksk->ks", within)
    bad = crossed.sum(axis=-1) + (within & ~own[..., None]).sum(axis=-1)
    return OUTSIDE * outside + CROSSED * bad + LATER * np.arange(len(SPOTS))


def _note(ax: Axes, tag: Tag, size: float):
    ground, ink = (INK, "white") if tag.filled else ("white", for_letters(tag.colour))
    # Names stand on a ground of their own, which the lines below shine through a little.
    wide = 0.35 if tag.filled and size > TIGHT else 0.1
    pad = {"boxstyle": f"square,pad={wide}", "edgecolor": "none"}
    pad |= {"facecolor": ground, "alpha": 1.0 if tag.filled else 0.8}
    look = {"size": small(size), "color": ink, "bbox": pad, "linespacing": 1.05, "zorder": 5}
    return ax.annotate(
        tag.text, tag.box[:2], (0, 0), textcoords="offset points", annotation_clip=False, **look
    )


def _corners(ax: Axes, box) -> np.ndarray:
    """Return the upper left and the lower right corner of a box as they lie on the picture."""
    return ax.transData.transform([box[:2], box[2:]])


def _rectangles(note: Annotation, corners: np.ndarray) -> list[tuple]:
    """Compute what a name would cover at each spot."""
    extent, scale = note.get_window_extent(), note.figure.dpi / 72
    pad = note.get_bbox_patch().get_boxstyle().pad * note.get_size() * scale
    width, height = extent.width + 2 * pad, extent.height + 2 * pad
    rectangles = []
    for x, y, ha, va, dx, dy in SPOTS:
        left = corners[x][0] + dx * GAP * scale - (width if ha == "right" else 0)
        low = corners[y][1] + dy * GAP * scale - (height if va == "top" else 0)
        rectangles.append((left, low, left + width, low + height))
    return rectangles


def _move(note, tag: Tag, spot) -> None:
    x, y, ha, va, dx, dy = spot
    pad = note.get_bbox_patch().get_boxstyle().pad * note.get_size()
    note.xy = (tag.box[2 * x], tag.box[1 + 2 * y])
    across, up = (pad if ha == "left" else -pad), (pad if va == "bottom" else -pad)
    note.set_position((dx * GAP + across, dy * GAP + up))
    note.set(ha=ha, va=va)


def _common(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the area that rectangles share."""
    sides = np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2])
    return sides.clip(0).prod(axis=-1)


PIXELS = 26  # along a side: so many can be drawn one by one
BETWEEN = 1.2  # letters between two numbers, lest they touch
LETTER = 0.56  # the width of one, by its size
AWAY = 0.07  # of the longer side: how far a measure stands off
NAMED = 24  # boxes that get a name and an arrow
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
    shared = _shared_box(*boxes)
    with style(language=language):
        ax = axes_or_new(ax, size=(6.2, 5.4))
        frame(ax, boxes)
        _pixels(ax, boxes, more)
        if shared is not None:
            _shade(ax, shared)
            _measure(ax, boxes, shared, value)
        for k, (colour, line) in enumerate(SERIES[:2]):
            outline(ax, boxes[k], edgecolor=colour, linestyle=line, zorder=3)
            _name_box(ax, boxes, k, verbatim(names[k]), colour)
        _ticks(ax, given, more)
        ax.set_xlabel(_formula(value, ax), size=small(0.9), linespacing=1.35)
        return describe(ax, _overlap_in_words(value, given, names, shared))


def _shared_box(a: tuple, b: tuple) -> tuple[float, float, float, float] | None:
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


def _name_box(ax: Axes, boxes: Sequence[tuple], k: int, name: str, colour: str) -> None:
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
            room = letter * ((1 if first else LETTER * width(_number(value))) + BETWEEN / 2)
            if all(abs(value - other) > room for other in free):
                free.append(value)
        # The number of a pixel belongs to its middle.
        axis.set_ticks([v + more / 2 for v in free], [_number(v) for v in free])


def _number(value) -> str:
    return words.short(float(value)) or words.decimal(float(value))


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
    return say("overlap.undefined") if value != value else words.both(value)


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
            _arrows(ax, nms, name_boxes(lay_out(ax), _nms_tags(nms, corners)))
        return describe(ax, _suppression_in_words(nms))


def _look(nms: Suppression, box: int) -> tuple:
    return KEPT if nms.suppressed_by[box] < 0 else GONE


def _nms_tags(nms: Suppression, corners) -> list[Tag]:
    """Name each box, with its score, and the overlap that it went for."""
    scores = words.in_order(nms.scores)
    tags = []
    for box, corner in enumerate(corners):
        gone = nms.suppressed_by[box] >= 0
        text = f"{verbatim(nms.called(box))}  {scores(nms.scores[box])} {'✗' if gone else '✓'}"
        text += f"\nIoU {words.decimal(nms.overlap[box])}" if gone else ""
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
    limit, sign = words.threshold(nms.threshold), SUPPRESS[nms.suppress]
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
            iou=words.decimal(nms.overlap[box]),
        )
        for box in nms.order
        if nms.suppressed_by[box] >= 0
    ]
    return say(
        "alt.nms",
        sign=SUPPRESS[nms.suppress],
        limit=words.threshold(nms.threshold),
        n=len(nms.order),
        kept=listing([nms.called(box) for box in nms.kept], NAMED),
        gone=listing(gone, NAMED),
    )
