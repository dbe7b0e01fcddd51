"""Boxes on Axes: their outlines, room around them, and names near their corners."""

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

from ..core import inputs
from ..core.errors import InputError
from .look import INK, for_letters, look, small, width

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
ROUNDS, ORDERS = 3, 6


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
    thick = width(1) if linewidth is None else linewidth
    halo = [withStroke(linewidth=thick + SEAM, foreground=seam)]
    left, top, right, bottom = box
    usual = {"fill": False, "linewidth": thick, "path_effects": halo, "joinstyle": "miter"}
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
    edges = np.array([_pixels(ax, tag.box) for tag in tags])
    notes = [_note(ax, tag, size) for tag in tags]
    tried = np.array([_rectangles(note, box) for note, box in zip(notes, edges, strict=True)])
    spots = _places(tried, np.array(ax.bbox.extents), np.sort(edges, axis=1).reshape(-1, 4))
    for note, tag, spot in zip(notes, tags, spots, strict=True):
        _move(note, tag, SPOTS[spot])
    return notes


def _places(tried: np.ndarray, room: np.ndarray, edges: np.ndarray) -> list[int]:
    """Choose a spot for each name; what comes first decides much, so several orders are tried.

    Parameters
    ----------
    tried : numpy.ndarray of float, shape (n, spots, 4)
        What each name would cover: left, lower, right and upper end.
    room : numpy.ndarray of float, shape (4,)
        The Axes.
    edges : numpy.ndarray of float, shape (n, 4)
        The boxes.
    """
    n = len(tried)
    alone = _alone(tried, room, edges)
    flat = tried.reshape(-1, 4)
    hidden = (_shared(flat[:, None], flat[None]) > 0).reshape(n, len(SPOTS), n, len(SPOTS))
    orders = [np.roll(np.arange(n), -start) for start in range(0, n, -(-n // ORDERS))]
    layouts = [_settled(alone, hidden, order) for order in orders]
    return min(layouts, key=lambda spots: _total(alone, hidden, spots)).tolist()


def _alone(tried: np.ndarray, room: np.ndarray, edges: np.ndarray) -> np.ndarray:
    """Say how bad each spot is by itself: beyond the Axes, across lines, in another's box alone."""
    outside = 1 - _shared(tried, room) / _shared(tried, tried)
    boxes, names = edges[None, None], tried[:, :, None]
    ends = (boxes[..., :2] < names[..., :2]) & (names[..., 2:] < boxes[..., 2:])
    within = ends.all(axis=-1)
    crossed = (_shared(names, boxes) > 0) & ~within
    own = np.einsum("ksk->ks", within)
    bad = crossed.sum(axis=-1) + (within & ~own[..., None]).sum(axis=-1)
    return OUTSIDE * outside + CROSSED * bad + LATER * np.arange(len(SPOTS))


def _settled(alone: np.ndarray, hidden: np.ndarray, order: np.ndarray) -> np.ndarray:
    """Choose one after the other; then let each look again, since all others stand."""
    spots = np.full(len(alone), -1)
    for k in np.tile(order, ROUNDS):
        others = np.flatnonzero((spots >= 0) & (np.arange(len(spots)) != k))
        costs = alone[k] + OTHER_NAME * hidden[k][:, others, spots[others]].sum(axis=1)
        spots[k] = costs.argmin()
    return spots


def _total(alone: np.ndarray, hidden: np.ndarray, spots: np.ndarray) -> float:
    rows = np.arange(len(spots))
    pairs = hidden[rows[:, None], spots[:, None], rows[None], spots[None]]
    return alone[rows, spots].sum() + OTHER_NAME * np.triu(pairs, 1).sum()


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


def _pixels(ax: Axes, box) -> np.ndarray:
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


def _shared(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return the area that rectangles share."""
    sides = np.minimum(a[..., 2:], b[..., 2:]) - np.maximum(a[..., :2], b[..., :2])
    return sides.clip(0).prod(axis=-1)
