"""Lines: how the k-th one looks, and how one of a million points is drawn quickly."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.lines import Line2D

from .look import SERIES, letters
from .placing import Label
from .say import ROOM, wrapped

MANY = 20_000  # corners; fewer are drawn as they are
COLUMNS = 4_000  # more than a picture has pixels from left to right


def corners(x, y) -> tuple[np.ndarray, np.ndarray]:
    """Drop the points that lie exactly on the straight line between their neighbours.

    No pixel changes: where only the ends of a run of such points stay, the line is the same.

    Examples
    --------
    >>> corners([0, 1, 2, 2], [0, 0, 0, 3])
    (array([0., 2., 2.]), array([0., 0., 3.]))
    """
    x, y = np.asarray(x, float), np.asarray(y, float)
    moves = np.append(True, (np.diff(x) != 0) | (np.diff(y) != 0))[: len(x)]
    x, y = x[moves], y[moves]
    if len(x) < 3:
        return x, y
    dx, dy = np.diff(x), np.diff(y)
    turns = dx[1:] * dy[:-1] != dx[:-1] * dy[1:]
    back = (dx[1:] * dx[:-1] < 0) | (dy[1:] * dy[:-1] < 0)  # on one line, but turning round
    kept = np.concatenate([[True], turns | back | ~np.isfinite(dx[1:] + dy[1:]), [True]])
    return x[kept], y[kept]


def visible(x, y) -> tuple[np.ndarray, np.ndarray]:
    """Keep what can be seen of a line: its corners, and of very many the ends of each pixel column.

    In each narrow column the first, last, lowest and highest point stay, in their order.
    """
    x, y = corners(x, y)
    if len(x) <= MANY:
        return x, y
    low, high = np.nanmin(x), np.nanmax(x)
    column = ((x - low) / (high - low) * COLUMNS).astype(np.int64)
    start = np.flatnonzero(np.append(True, column[1:] != column[:-1]))
    stop = np.append(start[1:], len(x)) - 1
    order = np.lexsort((y, np.cumsum(np.append(True, column[1:] != column[:-1]))))
    kept = np.unique(np.concatenate([start, stop, order[start], order[stop]]))
    return x[kept], y[kept]


class Series:
    """Which line comes next in an Axes: later plots go on where earlier ones have stopped."""

    def __init__(self, first: int = 0):
        self.first, self.many = first, 0

    def look(self, k: int) -> tuple:
        """Return the colour and the style of the k-th line of this plot."""
        self.many = max(self.many, k + 1)
        k, again = self.first + k, (self.first + k) // len(SERIES)
        return SERIES[k % len(SERIES)][0], SERIES[(k + again) % len(SERIES)][1]


SERIES_NOW: ContextVar[Series] = ContextVar("series")


def look_of(k: int, line: Mapping) -> dict:
    """Return the look of the k-th line, with what was asked for on top."""
    colour, style = SERIES_NOW.get(Series()).look(k)
    return {"color": colour, "linestyle": style, "zorder": 3, **normalize_kwargs(line, Line2D)}


def dot(ax: Axes, x, y, colour, size: float, **look) -> Line2D:
    """Draw a dot with a white edge, or several, as large as letters relative to the usual ones."""
    look = {"marker": "o", "linestyle": "", "markeredgecolor": "white", **look}
    at = np.atleast_1d(x), np.atleast_1d(y)
    return ax.plot(*at, color=colour, markersize=letters(size), **look)[0]


def thinned(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Keep what can be seen of a line; a point that is repeated stays once, since it may turn."""
    moved = np.append(True, (np.diff(x) != 0) | (np.diff(y) != 0))
    return visible(x[moved], y[moved])


def width(factor: float) -> float:
    """Return the width of a line, relative to that of a curve."""
    return factor * mpl.rcParams["lines.linewidth"]


def names_of(lines: Mapping[str, Line2D], room: int = ROOM) -> list[Label]:
    """Name lines by their keys, in their colours, with so many letters in a line."""
    return [
        Label(wrapped(name, room), *line.get_data(), line.get_color(), line=line, named=True)
        for name, line in lines.items()
    ]
