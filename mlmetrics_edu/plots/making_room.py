"""An Axes on a figure that nobody lays out gives way to the words around it."""

from collections.abc import Sequence
from functools import partial
from itertools import pairwise

import numpy as np
from matplotlib.axes import Axes
from matplotlib.text import Text
from matplotlib.transforms import Bbox

from .look import small
from .placing import arrange

EDGE = 4.0  # pixels that stay free
READABLE = 5.0  # points
FULL = 0.96  # of their room that words take
LEAST = 0.2  # of its size, that an Axes keeps


def give_way(ax: Axes) -> None:
    """Let an Axes shrink, whenever it is drawn, until the words around it are inside the figure.

    A layout engine does so itself; and where somebody has placed an Axes his own way, it stays.
    """
    if ax.get_axes_locator() is None:
        ax.set_axes_locator(_placed)


def keep_apart(ax: Axes, texts: Sequence[Text], upright: bool = False) -> None:
    """Keep words that stand in a row or a column off each other, whenever an Axes is drawn.

    Letters get smaller; where that isn't enough, every second or third of the words is there.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Where they are.
    texts : sequence of matplotlib.text.Text
        A unit of the axis from one to the next.
    upright : bool
        Whether they stand one below the other.
    """
    if texts:
        usual = texts[0].get_size()
        arrange(ax, partial(_apart, ax, texts, usual, upright))


def _apart(ax: Axes, texts: Sequence[Text], usual: float, upright: bool) -> None:
    low, high = ax.get_ylim() if upright else ax.get_xlim()
    length = ax.bbox.height if upright else ax.bbox.width
    room = FULL * length / abs(high - low)
    for text in texts:
        text.set(size=usual, visible=True)
    boxes = [text.get_window_extent() for text in texts]
    lengths = [box.height if upright else box.width for box in boxes]
    # A long word may reach over towards a short one, half of each between their middles.
    longest = max((sum(two) / 2 for two in pairwise(lengths)), default=lengths[0])
    size = usual * min(1, room / max(1.0, longest))
    least = max(READABLE, small(0))
    step = int(np.ceil(min(least, usual) / size - 1e-6))
    for k, text in enumerate(texts):
        text.set(size=min(size * step, usual), visible=k % step == 0)


def _placed(ax: Axes, renderer) -> Bbox:
    """Return the place of an Axes, as shares of the figure."""
    figure, place = ax.figure, ax.get_position(original=True)
    top = figure.canvas.figure
    if top.get_layout_engine() is not None or figure is not top:
        return place
    slot = _slot(ax)
    for _ in range(3):  # words turn or break by the room that there is
        ax.apply_aspect(place)
        around, inside = _around(ax, renderer), ax.bbox
        low = inside.min - around.min
        high = around.max - inside.max
        place = _within(ax, slot.min + low, slot.max - high)
    return place


def _around(ax: Axes, renderer) -> Bbox:
    """Measure an Axes with its words; not by way of where it is placed, which would never end."""
    ax.set_axes_locator(None)
    try:
        return ax.get_tightbbox(renderer, call_axes_locator=False) or ax.bbox
    finally:
        ax.set_axes_locator(_placed)


def _slot(ax: Axes) -> Bbox:
    """Return what is an Axes' own in the figure: up to its edge, or half-way to the next Axes."""
    figure, own = ax.figure, ax.get_position(original=True)
    x0, y0, x1, y1 = 0.0, 0.0, 1.0, 1.0
    for other in (one.get_position(original=True) for one in figure.axes if one is not ax):
        if other.y0 < own.y1 and own.y0 < other.y1:
            x0 = max(x0, (other.x1 + own.x0) / 2) if other.x1 <= own.x0 else x0
            x1 = min(x1, (other.x0 + own.x1) / 2) if other.x0 >= own.x1 else x1
        if other.x0 < own.x1 and own.x0 < other.x1:
            y0 = max(y0, (other.y1 + own.y0) / 2) if other.y1 <= own.y0 else y0
            y1 = min(y1, (other.y0 + own.y1) / 2) if other.y0 >= own.y1 else y1
    return Bbox.from_extents(x0, y0, x1, y1).transformed(figure.transSubfigure).padded(-EDGE)


def _within(ax: Axes, low, high) -> Bbox:
    """Shrink an Axes into a box of pixels, as far as it may be shrunk."""
    own = ax.get_position(original=True)
    room = Bbox([low, high]).transformed(ax.figure.transSubfigure.inverted())
    ends = []
    for a, b, c, d in ((own.x0, own.x1, room.x0, room.x1), (own.y0, own.y1, room.y0, room.y1)):
        least = LEAST * (b - a)
        start, end = max(a, min(c, b - least)), min(b, max(d, a + least))
        if end - start < least:
            middle = min(max((start + end) / 2, a + least / 2), b - least / 2)
            start, end = middle - least / 2, middle + least / 2
        ends.append((start, end))
    return Bbox.from_extents(ends[0][0], ends[1][0], ends[0][1], ends[1][1])
