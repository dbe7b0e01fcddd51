"""Words beside lines and points: on no line and on no other words, as far as there is room."""

from collections.abc import Iterable
from functools import partial
from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patheffects import withStroke

from .look import for_letters, letters
from .picture import arrange

HALO = (withStroke(linewidth=3.5, foreground="white"),)
TRIED = 41  # places along a line
SEEN = 200  # points of a line that words keep off
GAP = 0.4  # of a letter's size, between a line and its words
ROOMY = 1.08  # what words are taken to need, since the layout may still shrink the square
OUTSIDE = 400.0  # how bad it is to stand outside the square
COVERED = 2.0  # how bad it is to cover a point of a line, or of other words
AWAY = 6.0  # how good it is to stand the height of the words farther from what they don't name
AT_ONCE = 300_000  # distances, which then stay in the processor's cache
NOTHING = np.empty((0, 2))


def beside(ax: Axes, x: float, y: float, text: str, colour="#222222", **more):
    """Write beside a point, with a white halo, in letters that stand out."""
    look = {"color": for_letters(colour), "path_effects": HALO, "annotation_clip": False, **more}
    offset = look.pop("offset", (6, 0))
    return ax.annotate(text, (x, y), offset, textcoords="offset points", **look)


class Label(NamedTuple):
    """Words, and along which points they may stand: of a line, or one point alone."""

    text: str
    x: np.ndarray
    y: np.ndarray
    colour: str
    size: float = 1.0
    angle: float = 0.0
    line: Line2D | None = None  # what it names


def place(ax: Axes, labels: Iterable[Label]) -> None:
    """Write labels; each comes to the best place that is left, once the Axes has its own.

    Without a text, or a defined point to stand at, there is nothing to write.
    """
    there = [one for one in labels if one.text and np.isfinite(np.add(one.x, one.y)).any()]
    arrange(ax, partial(_place, ax, [(label, _write(ax, label)) for label in there]))


def _place(ax: Axes, written: list) -> None:
    """Move words one by one to where they are least in the way, then all of them once more."""
    ax.apply_aspect()  # pixels are needed as they will be
    things = {line: _along(line.get_transform().transform(line.get_xydata())) for line in ax.lines}
    notes = [note for _, note in written]
    things |= {text: _inside(text) for text in ax.texts if text not in notes}
    for label, note in written * 2:
        others = {thing: points for thing, points in things.items() if thing is not note}
        _move(ax, note, label, others)
        things[note] = _inside(note)


def _write(ax: Axes, label: Label):
    note = beside(ax, 0, 0, label.text, label.colour, size=letters(label.size), zorder=7)
    note.set(ha="center", va="center", rotation_mode="anchor", multialignment="center")
    note.set_in_layout(False)  # it takes its place in the layout that there is
    return note


def _along(path: np.ndarray, many: int = SEEN) -> np.ndarray:
    """Return points evenly along a path; where it is undefined there is none."""
    path = path[np.isfinite(path).all(axis=1)]
    if len(path) < 2:
        return path
    so_far = np.append(0, np.hypot(*np.diff(path, axis=0).T).cumsum())
    even = np.linspace(0, so_far[-1], many)
    return np.column_stack([np.interp(even, so_far, path[:, k]) for k in (0, 1)])


def _inside(text) -> np.ndarray:
    """Return a grid of points all over a text."""
    box = text.get_window_extent()
    x, y = np.linspace(box.x0, box.x1, 25), np.linspace(box.y0, box.y1, 7)
    return np.column_stack([grid.ravel() for grid in np.meshgrid(x, y)])


def _move(ax: Axes, note, label: Label, things: dict) -> None:
    """Move words to where they cover least, are inside, and are far from what isn't theirs."""
    pixels = ax.figure.dpi / 72
    half, turn = _half(note), _turn(label.angle)
    spots = _along(ax.transData.transform(np.column_stack([label.x, label.y])), TRIED)
    offsets = _anchors(half + letters(GAP) * pixels, label.angle) @ turn
    centres = (spots[:, None] + offsets).reshape(-1, 2)
    cost = _costs(ax, centres, half, turn, _kinds(label.line, things))
    middle = np.abs(np.linspace(-1, 1, len(spots))).repeat(len(offsets))
    best = int(np.argmin(cost + middle))
    spot = spots[best // len(offsets)]
    note.xy = tuple(ax.transData.inverted().transform(spot))
    note.set(position=tuple((centres[best] - spot) / pixels), rotation=label.angle)


def _half(note) -> np.ndarray:
    """Return half the width and the height that words take while they lie."""
    note.set_rotation(0)
    box = note.get_window_extent()
    return ROOMY * np.array([box.width, box.height]) / 2


def _turn(angle: float) -> np.ndarray:
    """Return the matrix by which rows of x and y turn to the left."""
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.array([[cos, sin], [-sin, cos]])


def _anchors(half: np.ndarray, angle: float) -> np.ndarray:
    """List the sides of a point at which words may stand; along a sloping line, two."""
    sides = [(0, -1), (0, 1)] if angle else [(1, -1), (1, 1), (-1, -1), (-1, 1)]
    if not angle:
        sides += [(0, -1), (0, 1), (1, 0), (-1, 0)]
    return np.array(sides) * half


def _kinds(own: Line2D | None, things: dict) -> list[np.ndarray]:
    """Sort the points of all things: of the line that is named, of other lines, of words."""
    kinds = [[NOTHING], [NOTHING], [NOTHING]]
    for thing, points in things.items():
        kinds[2 if not isinstance(thing, Line2D) else int(thing is not own)].append(points)
    return [np.vstack(kind) for kind in kinds]


def _costs(ax: Axes, centres: np.ndarray, half: np.ndarray, turn, kinds) -> np.ndarray:
    """Compute how bad places are: what words would cover there, and how near they are to others."""
    upright = half @ np.abs(turn) + 0.2 * half[1]  # words keep off words as if none were turned
    (own, _), (foreign, far), (words, farther) = (
        _covered(points, centres, size, how)
        for points, size, how in zip(
            kinds, (half, half, upright), (turn, turn, np.eye(2)), strict=True
        )
    )
    corners = centres[:, None] + np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]]) * upright
    inside = ((ax.bbox.min - 1 <= corners) & (corners <= ax.bbox.max + 1)).all(axis=2)
    away = np.minimum(np.minimum(far, farther) / (2 * half[1]), 2)
    outside = OUTSIDE * (1 - inside.mean(axis=1))
    return COVERED * (own + foreign + words) + outside - AWAY * away


def _covered(points: np.ndarray, centres: np.ndarray, half: np.ndarray, turn):
    """Count the points in a box around each centre, and measure how far the nearest other is."""
    counted = []
    for some in np.array_split(centres, 1 + centres.shape[0] * points.shape[0] // AT_ONCE):
        # One side after the other: NumPy is slow to add up rows of two.
        sides = zip((points @ turn.T).T, (some @ turn.T).T, half, strict=True)
        off = (np.abs(there - here[:, None]) - side for there, here, side in sides)
        square = sum(np.maximum(away, 0) ** 2 for away in off)
        counted.append(((square == 0).sum(axis=1), np.sqrt(square.min(axis=1, initial=np.inf))))
    return [np.concatenate(part) for part in zip(*counted, strict=True)]
