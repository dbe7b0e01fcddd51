"""Words beside lines and points: on no line and on no other words, as far as there is room.

Where that is shows only when an Axes is drawn: in a picture of ours or in anybody's, whatever else
lies in it by then. So an artist, the first that the Axes draws, gives words their places: `place`
says which words, `_move` takes the best of the places tried, `_costs` says how good each is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.collections import Collection, LineCollection, PathCollection, PolyCollection
from matplotlib.contour import ContourSet
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.markers import MarkerStyle
from matplotlib.path import Path
from matplotlib.patheffects import withStroke
from matplotlib.text import Annotation, Text
from matplotlib.transforms import Bbox, BboxBase, IdentityTransform

from ..core import inputs
from ..core.errors import InputError
from .look import INK, Look, for_letters, ground_of, look, small, style
from .say import wrapped

HALO = (withStroke(linewidth=3.5, foreground="white"),)
TRIED = 41  # places along a line
FAR_OUT = 10  # times the size of an Axes, beside it
FAINTER = 4  # times worse it is to cover a line than the edge of an area
HAIR = 0.5  # points; a thinner edge of an area is no line
APART = 3.0  # pixels between the points of a line that words keep off
MOST = 6_000  # such points; more are told apart by pixels only
CROWDED = 5.0  # how bad a place may be; else names go into a legend, other words onto a plate
GAP = 0.4  # of a letter's size, between a line and its words
# Times that far stand words at a point that has no room nearer by, and how bad that is.
RINGS = {1.0: 0, 3.5: 18, 6.0: 30, 10.5: 54}
STROKE = 0.8  # points
SHORT = 0.5  # of a letter's size: so far from its point a stroke ends
ROOMY = 1.08  # what words are taken to need, since letters are measured to a pixel
ASIDE = 0.2  # of half their height: so far words keep off words, and off the edge
OUTSIDE = 400.0  # how bad it is to stand outside the square
COVERED = 2.0  # how bad it is to cover a point of a line, or of other words
AWAY = 6.0  # how good it is to stand the height of the words farther from what they don't name
FARTHEST = 2.0  # heights; to stand farther off is no better
DIRECT = 4  # curves; more names than that stand in a legend
AT_ONCE = 300_000  # distances, which then stay in the processor's cache
MESH = 5.0  # pixels between the points of a legend that words keep off
NOTHING = np.empty((0, 2))
# At which sides of a point words may stand, and how bad each of them is.
CORNERS_FIRST = [(1, -1), (1, 1), (-1, -1), (-1, 1), (0, -1), (0, 1), (1, 0), (-1, 0)]
AROUND = dict.fromkeys(CORNERS_FIRST, 0.0)
ALONG = {(0, -1): 0.0, (0, 1): 0.0}
FALLING = {(1, 1): 0.0, (-1, -1): FARTHEST * AWAY}  # below its line where above it touches another
CORNERS = {  # for a legend, the first rather than the last
    "upper right": "NE",
    "upper left": "NW",
    "lower left": "SW",
    "lower right": "SE",
    "center right": "E",
    "center left": "W",
    "lower center": "S",
    "upper center": "N",
    "center": "C",
}
UNCLEAR = 8.0  # how bad it is that a name stands nearer to another line than to its own
NEARER = 0.4  # of its height: by so much its own line is the nearer one, at least
VEILED = 0.05  # how bad it is to cover a point of an area, of which a legend has 175


def beside(ax: Axes, x: float, y: float, text: str, colour="#222222", **more):
    """Write beside a point, with a white halo, in letters that stand out."""
    look = {"color": for_letters(colour), "path_effects": HALO, "annotation_clip": False}
    look |= {"clip_on": False, **more}
    offset = look.pop("offset", (6, 0))
    return ax.add_artist(Words(text, (x, y), offset, textcoords="offset points", **look))


class Label(NamedTuple):
    """Words, and along which points they may stand: of a line, or one point alone."""

    text: str
    x: np.ndarray
    y: np.ndarray
    colour: str
    size: float = 1.0
    turned: bool = False  # as steep as the line, which is straight
    line: Line2D | None = None  # what it names
    named: bool = False  # may stand in a legend instead
    sides: dict[tuple[int, int], float] = AROUND


def names_of(lines: Mapping[str, Line2D]) -> list[Label]:
    """Name lines by their keys, in their colours."""
    return [
        Label(wrapped(name), *line.get_data(), line.get_color(), line=line, named=True)
        for name, line in lines.items()
    ]


def numbers_at(line: Line2D, numbers: Iterable[str], size: float) -> list[Label]:
    """Return what is written at the points of a falling line, each at its own."""
    look = {"colour": line.get_color(), "size": size, "line": line, "sides": FALLING}
    points = zip(numbers, *np.reshape(line.get_data(), (2, -1, 1)), strict=True)
    return [Label(*point, **look) for point in points]


class Words(Annotation):
    """Words at a point; where they stand too far off to tell, a stroke leads there."""

    led = False

    def draw(self, renderer) -> None:
        """Draw them, and the stroke."""
        if self.led and self.get_visible():
            box, end = self.get_window_extent(renderer), self.axes.transData.transform(self.xy)
            start = np.clip(end, box.min, box.max)
            letter = renderer.points_to_pixels(self.get_fontsize())
            end = end + (start - end) * min(SHORT * letter / max(np.hypot(*(start - end)), 1), 1)
            how = {"linewidth": STROKE, "color": self.get_color(), "transform": IdentityTransform()}
            stroke = Line2D(*np.transpose([start, end]), **how)
            stroke.set_figure(self.get_figure())
            stroke.draw(renderer)
        super().draw(renderer)


class Arranger(Artist):
    """The first that an Axes draws, itself nothing: here everything finds its place."""

    def __init__(self):
        super().__init__()
        self.set(zorder=-np.inf, in_layout=False)
        self.written: list[tuple[Label, Words]] = []
        self.steps: list[tuple[Look, Callable[[], None]]] = []
        self.legend: bool | str = "auto"
        self.series: list = []  # the sweeps that the lines so far were drawn of
        self.once: set = set()  # what was drawn for all curves together
        self._settled: tuple = ()

    def __getstate__(self):
        return {**super().__getstate__(), "series": [None] * len(self.series)}

    def draw(self, renderer) -> None:
        """Arrange what is there, if anything has changed since the last time."""
        if not self.get_visible() or self._settled == self._now():
            return
        for text in self.axes.texts:
            text.get_window_extent(renderer)  # it remembers for how many dots per inch
        for then, step in self.steps:
            with style(*then):
                step()
        self._settled = self._now()

    def _now(self) -> tuple:
        ax = self.axes
        visible = [artist.get_visible() for artist in ax.get_children()]
        points = ax.bbox.extents / ax.figure.dpi * 72  # of which words have as many in every file
        return *points.round(1), *ax.viewLim.extents, *visible  # layouts differ by rounding


def arranger(ax: Axes) -> Arranger:
    """Find what arranges an Axes, or put it there."""
    present = next((one for one in ax.artists if isinstance(one, Arranger)), None)
    return present or ax.add_artist(Arranger())


def first_time(ax: Axes, what) -> bool:
    """Tell whether this is the first time that something is drawn which one picture needs once."""
    once = arranger(ax).once
    new = what not in once
    once.add(what)
    return new


def arrange(ax: Axes, step: Callable[[], None]) -> None:
    """Do, whenever an Axes is drawn with another size, what that size decides, in today's look."""
    arranger(ax).steps.append((look(), step))


def place(ax: Axes, labels: Iterable[Label], legend: bool | str = "auto") -> None:
    """Write labels; each comes to the best place that is left, once the Axes has its own.

    Without a text, or a defined point to stand at, there is nothing to write. The names of lines
    stand in a legend if that is asked for, and by ``"auto"`` if they are many or have no room.
    """
    if isinstance(legend, str) and legend != "auto":
        raise InputError(
            f"legend={inputs.short(legend)}",
            "names stand in a legend, beside their lines, or wherever they have room",
            'pass True, False or "auto"',
        )
    present = [one for one in labels if one.text and np.isfinite(np.add(one.x, one.y)).any()]
    words = arranger(ax)
    if present and not words.written:
        arrange(ax, partial(_place, ax, words))
    words.written += [(label, _write(ax, label)) for label in present]
    words.legend = legend if legend != "auto" else words.legend
    names = [label for label, _ in words.written if label.named]
    if names and isinstance(ax.get_legend(), Names | None):
        ax.legend_ = Names(ax, names)


def _write(ax: Axes, label: Label) -> Words:
    note = beside(ax, 0, 0, label.text, label.colour, size=small(label.size), zorder=7)
    note.set(ha="center", va="center", rotation_mode="anchor", multialignment="center")
    note.set_in_layout(False)  # it takes its place in the layout that there is
    return note


class Names(Legend):
    """The names of lines in a corner, seen only where they have no room beside the lines."""

    def __init__(self, ax: Axes, names: list[Label]):
        for label in names:  # a name that begins with "_" would be left out
            label.line.set_label(f" {label.text}" if label.text[0] == "_" else label.text)
        self.lines = [label.line for label in names]
        look = {"loc": "upper right", "fontsize": small(0.9), "handlelength": 2.6}
        colours = {"facecolor": "white", "edgecolor": "none", "labelcolor": INK, "framealpha": 0.9}
        called = [line.get_label() for line in self.lines]
        super().__init__(ax, self.lines, called, **look, **colours)
        self.set(in_layout=False, visible=False, zorder=7)
        self.moves = True

    def set_loc(self, loc=None):
        """Stay where somebody wants it."""
        self.moves = False
        super().set_loc(loc)

    def settle(self, things: dict[Artist, np.ndarray]) -> float:
        """Move to where it covers least, rather areas than lines and words; tell how much it is."""
        points, fills = np.vstack([NOTHING, *things.values()]), _fills(self.axes)
        own, around = self.get_window_extent(), self.get_bbox_to_anchor()
        letter = self.prop.get_size_in_points() * self.axes.figure.dpi / 72
        around = around.padded(-self.borderaxespad * letter)
        bad = {}
        for corner, side in CORNERS.items() if self.moves else ():
            box = own.anchored(side, around)
            lines = ((box.min <= points) & (points <= box.max)).all(axis=1).sum()
            areas = sum(path.contains_points(_grid(box)).sum() for path in fills)
            bad[corner] = COVERED * lines + VEILED * areas
        if not bad:
            return 0.0
        best = min(bad, key=bad.get)
        super().set_loc(best)
        return float(bad[best])


def _place(ax: Axes, words: Arranger) -> None:
    """Place all words; the names of lines in a legend, if they are many or have no room."""
    notes = {note: label for label, note in words.written if note.axes is ax}
    names, legend = [n for n, label in notes.items() if label.named], ax.get_legend()
    if not isinstance(legend, Names):
        _place_all(ax, notes)
        return
    others = {thing: at for thing, at in _things(ax).items() if thing not in {*notes, legend}}
    many = len(names) > DIRECT if words.legend == "auto" else words.legend
    _show(names, legend, many)
    if many:
        legend.settle(others)
    bad = _place_all(ax, notes)
    of_names = [sum(bad[note]) for note in names if note in bad]
    crowded = len(names) > 1 and max(of_names, default=0) > CROWDED
    if words.legend == "auto" and crowded and legend.settle(others) <= sum(of_names):
        _show(names, legend, True)  # where it covers less than the words do
        _place_all(ax, notes)


def _show(names: list[Words], legend: Names, in_legend: bool) -> None:
    """Show names in the legend, where lines look as they do by now, or beside their lines."""
    legend.set_visible(in_legend)
    for handle, line in zip(legend.legend_handles, legend.lines, strict=True):
        sides = ("color", "markerfacecolor", "markeredgecolor")
        handle.set(**{side: getattr(line, f"get_{side}")() for side in sides})
    for note in names:
        note.set_visible(not in_legend)


class Flaws(NamedTuple):
    """What is wrong with a place: how much words cover there, and which line they may name."""

    covers: float
    unclear: float


def _place_all(ax: Axes, notes: dict[Words, Label]) -> dict[Words, Flaws]:
    """Move words one by one to where they are least in the way, then all of them once more.

    Returns
    -------
    dict of Words to Flaws
        Of the place that each has got.
    """
    things = {thing: points for thing, points in _things(ax).items() if thing not in notes}
    visible = {note: label for note, label in notes.items() if note.get_visible()}
    called = [label.line for label in notes.values() if len(label.x) > 1 and label.line in things]
    bad = _one_by_one(ax, visible, things, called, 2)
    if len(visible) > 1 and max(flaws.covers for flaws in bad.values()) > CROWDED:
        bad = _worst_first(ax, visible, things, called, bad)
    for note, flaws in bad.items():
        plate = {"facecolor": ground_of(ax), "edgecolor": "none", "alpha": 0.85, "pad": 1.5}
        note.set_bbox(plate if flaws.covers > CROWDED else None)
    return bad


def _one_by_one(ax: Axes, visible: dict, things: dict, called: list, times: int) -> dict:
    """Move words in their order, several times if they are several."""
    things, bad = dict(things), {}
    for note, label in [*visible.items()] * min(len(visible), times):
        is_named = label.named and label.line in called
        rivals = [things[line] for line in called if is_named and line is not label.line]
        bad[note] = _move(ax, note, label, {**things, note: NOTHING}, rivals)
        things[note] = _inside(note)
    return bad


def _worst_first(ax: Axes, visible: dict, things: dict, called: list, bad: dict) -> dict:
    """Let those choose first who got the least room, if all are better off for it."""
    before = [(n, n.xy, n.get_position(), n.get_rotation(), n.led) for n in visible]
    order = sorted(visible, key=lambda note: -sum(bad[note]))
    again = _one_by_one(ax, {note: visible[note] for note in order}, things, called, 3)
    if sum(map(sum, again.values())) < sum(map(sum, bad.values())):
        return again
    for note, note.xy, position, rotation, note.led in before:
        note.set(position=position, rotation=rotation)
    return bad


def _things(ax: Axes) -> dict[Artist, np.ndarray]:
    """List what words keep off, as points in pixels: lines, dots, edges, other words."""
    seen = [artist for artist in ax.get_children() if artist.get_visible()]
    lines = {one: points_of_line(one) for one in seen if isinstance(one, Line2D)}
    edges = {one: _of_collection(one) for one in seen if isinstance(one, Collection)}
    patches = [one for one in ax.patches if one.get_visible()]
    edges |= {one: _of_path(one.get_path(), one.get_transform()) for one in patches}
    words = {one: _inside(one) for one in ax.texts if one.get_visible() and one.get_text()}
    words |= {one: _inside(one) for one in seen if isinstance(one, Legend)}
    return lines | edges | words


def points_of_line(line: Line2D) -> np.ndarray:
    path = line.get_transform().transform(line.get_xydata())
    if line.axes is not None:  # one that plunges out of sight has a million pixels there
        far = FAR_OUT * line.axes.bbox.size
        path = np.clip(path, line.axes.bbox.min - far, line.axes.bbox.max + far)
    if line.get_linestyle() in ("None", "none", " ", ""):
        return path[np.isfinite(path).all(axis=1)]
    return _along(path)


def _of_collection(collection: Collection) -> np.ndarray:
    """Take dots where they are, and lines along them; areas let words in, their edges don't."""
    if isinstance(collection, PathCollection):
        spots = collection.get_offset_transform().transform(np.ma.getdata(collection.get_offsets()))
        return spots[np.isfinite(spots).all(axis=1)]
    lines = isinstance(collection, LineCollection) or (
        isinstance(collection, ContourSet) and not collection.filled
    )
    if not lines and not (isinstance(collection, PolyCollection) and _is_edged(collection)):
        return NOTHING
    paths = [_of_path(path, collection.get_transform()) for path in collection.get_paths()]
    return _fewer(np.vstack([NOTHING, *paths])[:: 1 if lines else FAINTER])


def _is_edged(areas: PolyCollection) -> bool:
    """Tell whether edges of areas are seen as lines, rather than as gaps or not at all."""
    seen = mpl.colors.to_rgba_array(areas.get_edgecolor())
    seen = seen[(seen[:, 3] > 0) & (seen[:, :3] < 1).any(axis=1)]
    return len(seen) > 0 and max(areas.get_linewidth(), default=0) >= HAIR


def _of_path(path, transform) -> np.ndarray:
    return np.vstack([NOTHING, *map(_along, path.to_polygons(transform, closed_only=False))])


def _along(path: np.ndarray, many: int | None = None) -> np.ndarray:
    """Return points evenly along a path; where it is undefined there is none."""
    path = path[np.isfinite(path).all(axis=1)]
    if len(path) < 2:
        return path
    so_far = np.append(0, np.hypot(*np.diff(path, axis=0).T).cumsum())
    even = np.linspace(0, so_far[-1], many or int(so_far[-1] / APART) + 2)
    return np.column_stack([np.interp(even, so_far, path[:, k]) for k in (0, 1)])


def _fewer(points: np.ndarray) -> np.ndarray:
    """Keep one of very many points in each pixel or so."""
    if len(points) <= MOST:
        return points
    return np.unique((points / APART).astype(int), axis=0) * APART


def _inside(text: Text | Legend) -> np.ndarray:
    """Return a grid of points all over words, in a legend as many as in words of its size."""
    box = text.get_window_extent()
    if not isinstance(text, Legend):
        return _grid(box)
    return _grid(box, *(int(side / MESH) + 2 for side in box.size))


def _grid(box: BboxBase, columns: int = 25, rows: int = 7) -> np.ndarray:
    x, y = np.linspace(box.x0, box.x1, columns), np.linspace(box.y0, box.y1, rows)
    return np.column_stack([grid.ravel() for grid in np.meshgrid(x, y)])


def _fills(ax: Axes) -> list[Path]:
    """List the outlines of areas, in pixels."""
    areas = [one for one in ax.collections if isinstance(one, PolyCollection)]
    return [
        path.transformed(one.get_transform())
        for one in areas
        if one.get_visible()
        for path in one.get_paths()
    ]


def _move(ax: Axes, note: Words, label: Label, things: dict, rivals: list) -> Flaws:
    """Move words to where they cover least, are inside, and are far from what isn't theirs.

    ``rivals`` are the points of other lines that have names: a name is to be nearer to its own.
    """
    pixels = ax.figure.dpi / 72
    path = ax.transData.transform(np.column_stack([label.x, label.y]))
    angle = _angle(path) if label.turned else 0.0
    half, turn = _half(note), _turn(angle)
    spots = _along(path, TRIED)
    gap = GAP * note.get_fontsize() / label.size * pixels
    if len(spots) == 1 and label.line is not None:
        gap = max(gap, _reach(label.line) * pixels + gap / 2)
    rings = RINGS if len(spots) == 1 else {1.0: 0}
    sides = ALONG if label.turned else label.sides
    offsets = np.vstack([(half + ring * gap) * [*sides] for ring in rings]) @ turn
    centres = (spots[:, None] + offsets).reshape(-1, 2)
    if not label.turned:  # rather a little off its line than off the picture
        centres = np.clip(centres, *_inner(ax, half + ASIDE * half[1]))
    bad, away, to_own = _costs(ax, centres, half, turn, _kinds(label.line, things))
    unclear = 0 * bad
    if rivals:
        others = _covered(np.vstack(rivals), centres, half, turn)[1]
        unclear = UNCLEAR * np.clip((to_own - others) / half[1] + 2 * NEARER, 0, 1)
    middle = np.abs(np.linspace(-1, 1, len(spots))).repeat(len(offsets))
    far = np.repeat([*rings.values()], len(sides))
    touching = FARTHEST * AWAY * (bad > 0)  # rather near to others than on the smallest piece
    where = np.tile(far + np.tile([*sides.values()], len(rings)), len(spots))
    best = int(np.argmin(bad + touching + unclear - AWAY * away + middle + where))
    spot = spots[best // len(offsets)]
    note.xy = tuple(ax.transData.inverted().transform(spot))
    note.set(position=tuple((centres[best] - spot) / pixels), rotation=angle)
    note.led = bool(far[best % len(offsets)])
    return Flaws(float(bad[best]), float(unclear[best]))


def _reach(line: Line2D) -> float:
    """Return how far the marks of a line reach from their middles, in points."""
    mark = MarkerStyle(line.get_marker())
    ends = mark.get_path().transformed(mark.get_transform()).vertices
    return float(np.abs(ends).max(initial=0)) * line.get_markersize()


def _inner(ax: Axes, half: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the ends within which the middle of words keeps all of them in an Axes."""
    low, high = ax.bbox.min + half, ax.bbox.max - half
    middle = (low + high) / 2
    return np.minimum(low, middle), np.maximum(high, middle)


def _half(note: Annotation) -> np.ndarray:
    """Return half the width and the height that words take while they lie."""
    note.set_rotation(0)
    box = note.get_window_extent()
    return ROOMY * np.array([box.width, box.height]) / 2


def _angle(path: np.ndarray) -> float:
    """Return the slope of a straight line in degrees, so that words along it stand upright."""
    wide, high = path[-1] - path[0]
    angle = float(np.degrees(np.arctan2(high, wide)))
    return angle - 180 * round(angle / 180)


def _turn(angle: float) -> np.ndarray:
    """Return the matrix by which rows of x and y turn to the left."""
    cos, sin = np.cos(np.radians(angle)), np.sin(np.radians(angle))
    return np.array([[cos, sin], [-sin, cos]])


def _kinds(own: Line2D | None, things: dict) -> list[np.ndarray]:
    """Sort the points of all things: of the line that is named, of other lines, of words."""
    kinds = [[NOTHING], [NOTHING], [NOTHING]]
    for thing, points in things.items():
        kinds[2 if isinstance(thing, Text | Legend) else int(thing is not own)].append(points)
    return [np.vstack(kind) for kind in kinds]


def _costs(ax: Axes, centres: np.ndarray, half: np.ndarray, turn, kinds) -> tuple:
    """Compute how bad places are by what words would cover there, and how far from all lines."""
    upright = half @ np.abs(turn) + ASIDE * half[1]  # words keep off words as if none were turned
    (own, to_own), (foreign, far), (words, farther) = (
        _covered(points, centres, size, how)
        for points, size, how in zip(
            kinds, (half, half, upright), (turn, turn, np.eye(2)), strict=True
        )
    )
    corners = centres[:, None] + np.array([[-1, -1], [-1, 1], [1, -1], [1, 1]]) * upright
    inside = ((ax.bbox.min - 1 <= corners) & (corners <= ax.bbox.max + 1)).all(axis=2)
    away = np.minimum(np.minimum(far, farther) / (2 * half[1]), FARTHEST)
    outside = OUTSIDE * (1 - inside.mean(axis=1))
    return COVERED * (own + foreign + words) + outside, away, to_own


def _covered(points: np.ndarray, centres: np.ndarray, half: np.ndarray, turn):
    """Count the points in a box around each centre, and measure how far the nearest other is."""
    counted = []
    for some in np.array_split(centres, 1 + centres.shape[0] * points.shape[0] // AT_ONCE):
        # One side after the other: NumPy is slow to add up rows of two.
        sides = zip((points @ turn.T).T, (some @ turn.T).T, half, strict=True)
        off = (np.abs(present - here[:, None]) - side for present, here, side in sides)
        square = sum(np.maximum(away, 0) ** 2 for away in off)
        counted.append(((square == 0).sum(axis=1), np.sqrt(square.min(axis=1, initial=np.inf))))
    return [np.concatenate(part) for part in zip(*counted, strict=True)]


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


def fit(
    ax: Axes, texts: Sequence[Text], usual: float, room: tuple[float, float], least: float = 0.0
) -> float:
    """Write as large as usual, or as small as it takes for each to stay in its room.

    ``room`` is as wide and high as so many units of both axes. Returns how much smaller it is.
    """
    spans = np.abs([np.subtract(*ax.get_xlim()), np.subtract(*ax.get_ylim())])
    wide, high = room * ax.bbox.size / spans
    for text in texts:
        text.set_size(usual)
    boxes = [text.get_window_extent() for text in texts]
    factor = min(1, *(min(wide / box.width, high / box.height) for box in boxes))
    for text in texts:
        text.set_size(max(least, usual * factor))
    return factor


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
