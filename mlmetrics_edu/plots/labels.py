"""Names written beside what they name, instead of a legend elsewhere."""

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke

from .colours import for_letters

HALO = (withStroke(linewidth=3.5, foreground="white"),)
TRIED = 25  # places along a line


def beside(ax: Axes, x: float, y: float, text: str, colour="#222222", **more):
    """Write beside a point, with a white halo, in letters that stand out."""
    look = {"color": for_letters(colour), "path_effects": HALO, "annotation_clip": False, **more}
    offset = look.pop("offset", (6, 0))
    return ax.annotate(text, (x, y), offset, textcoords="offset points", **look)


def name_lines(ax: Axes, lines: dict[str, Line2D]) -> None:
    """Write each line's name where the line is farthest from all others."""
    paths = {name: _points(ax, line) for name, line in lines.items()}
    placed: list[np.ndarray] = []
    for name, line in lines.items():
        others = [path for other, path in paths.items() if other != name] + placed
        pixel = _freest(paths[name], others)
        spot = ax.transAxes.inverted().transform(pixel)
        right, upper = spot[0] < 0.55, spot[1] < 0.5
        beside(
            ax,
            *ax.transData.inverted().transform(pixel),
            name,
            line.get_color(),
            ha="left" if right else "right",
            va="bottom" if upper else "top",
            offset=(6 if right else -6, 5 if upper else -5),
        )
        placed.append(np.array([pixel]))


def _points(ax: Axes, line: Line2D) -> np.ndarray:
    """Give a line's points as they lie on the picture, evenly along it."""
    path = ax.transData.transform(np.column_stack([line.get_xdata(), line.get_ydata()]))
    path = path[np.isfinite(path).all(axis=1)]
    along = np.append(0, np.hypot(*np.diff(path, axis=0).T).cumsum())
    even = np.linspace(0, along[-1], 4 * TRIED)
    return np.column_stack([np.interp(even, along, path[:, k]) for k in (0, 1)])


def _freest(path: np.ndarray, others: list[np.ndarray]) -> tuple[float, float]:
    """Find the point of a path that is farthest from all other points."""
    tried = path[len(path) // 10 : -len(path) // 10 or None : 4]
    if not others:
        return tuple(tried[len(tried) // 2])
    every = np.vstack(others)
    gaps = np.hypot(*(tried[:, None, :] - every[None]).transpose(2, 0, 1)).min(axis=1)
    return tuple(tried[gaps.argmax()])
