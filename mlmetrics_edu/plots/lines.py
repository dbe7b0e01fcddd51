"""Lines: how the k-th one looks, and how one of a million points is drawn quickly."""

from collections.abc import Mapping, Sequence
from contextvars import ContextVar

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.lines import Line2D

from ..core import inputs
from ..core.errors import InputError
from .line_breaks import ROOM, wrapped
from .look import SERIES, letters
from .placing import Label

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
    return {"color": colour, "linestyle": style, "zorder": 3, **asked_of(k, line)}


class Each(dict):
    """What was asked of some lines, by their numbers."""


def asked_of(k: int, line: Mapping) -> dict:
    """Return what was asked of the k-th line: of all lines, or of this one."""
    plain = normalize_kwargs(dict(line), Line2D)
    return {
        key: value[k] if isinstance(value, Each) else value
        for key, value in plain.items()
        if not isinstance(value, Each) or k in value
    }


def by_line(line: Mapping, names: Sequence[str]) -> dict:
    """Read the looks of lines: one for all, a list with one for each, or a mapping by name.

    Examples
    --------
    >>> by_line({"color": ["red", "blue"], "lw": 2}, ["a", "b"])
    {'color': {0: 'red', 1: 'blue'}, 'linewidth': 2}
    """
    line = dict(line)
    own = line.pop("curve_kwargs", None)
    looks = {key: _each(key, value, names) for key, value in _plain(line).items()}
    if own is None:
        return looks
    if isinstance(own, Mapping) and not all(isinstance(one, Mapping) for one in own.values()):
        return {**looks, **_plain(own)}
    for k, one in _each("curve_kwargs", own, names).items():
        for key, value in _plain(one).items():
            of_all = looks.get(key)
            known = of_all if isinstance(of_all, Each) else dict.fromkeys(range(len(names)), of_all)
            looks[key] = Each({i: v for i, v in known.items() if v is not None} | {k: value})
    return looks


def _plain(line) -> dict:
    """Call what was asked by its full name: lw is linewidth."""
    try:
        return normalize_kwargs(dict(line), Line2D)
    except (TypeError, ValueError) as error:
        raise InputError(
            f"keywords {inputs.short(line)}", str(error), 'write each once, such as color="red"'
        ) from None


def _each(key: str, value, names: Sequence[str]):
    """Read a value that may be one for each line."""
    if isinstance(value, Mapping):
        unknown = [name for name in value if str(name) not in names]
        if unknown:
            there = ", ".join(map(repr, filter(None, names)))
            raise InputError(
                f"{key} has a value for {inputs.short(unknown[0])}",
                f"the lines are called {there}" if there else "the line has no name",
                f"name lines as they are called here, or write {key}=[…] in their order",
            )
        return Each({names.index(str(name)): one for name, one in value.items()})
    if not _is_list(key, value):
        return value
    if len(value) != len(names):
        raise InputError(
            f"{key} has {len(value)} values for {len(names)} line(s)",
            "a list holds one for each line",
            f"pass as many as there are lines, or one alone: {key}={inputs.short(value[0])}"
            if len(value)
            else "leave it out",
        )
    return Each(enumerate(value))


def _is_list(key: str, value) -> bool:
    """Tell a list for several lines from one value that is a list itself, as (1, 0, 0) is red."""
    if not isinstance(value, (list, tuple)) or key in ("dashes", "markevery", "path_effects"):
        return False
    parts = [isinstance(one, str) or one is None or inputs.several(one) for one in value]
    if "color" in key or key == "marker":
        return all(parts)
    return key != "linestyle" or not value or parts[0]


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
