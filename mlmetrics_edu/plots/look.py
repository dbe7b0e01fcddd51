"""The look in force: how large things are drawn, in which colours, letters and language.

A small Chinese font travels along, so that every label can be drawn everywhere. On a dark ground,
all that is drawn changes light for dark.
"""

from __future__ import annotations

import colorsys
import logging
import warnings
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple
from weakref import WeakSet

import matplotlib as mpl
import numpy as np
from matplotlib import font_manager
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.cm import ScalarMappable
from matplotlib.collections import Collection, QuadMesh
from matplotlib.colorbar import Colorbar
from matplotlib.colors import ListedColormap, to_hex, to_rgb, to_rgba
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.patheffects import withStroke
from matplotlib.style import context
from matplotlib.text import Text

from ..core.conventions import Ground, Language, Size, options
from ..core.errors import choice

INK, DARK_INK = "#222222", "#DDDDDD"
DARK = "#121212"  # a dark ground
MIDDLE = 0.179  # luminance of a ground on which black and white letters stand out alike
# Okabe & Ito (2008): told apart under the common colour-vision deficiencies, and in grey together
# with the style of the line.
SERIES = (
    ("#0072B2", "-"),
    ("#D55E00", "--"),
    ("#009E73", "-."),
    ("#CC79A7", ":"),
    ("#E69F00", (0, (7, 2))),
    ("#56B4E9", (0, (4, 1, 1, 1, 1, 1))),
)
COLOURS = {
    "positive": "#0072B2",
    "negative": "#D9D9D9",
    "threshold": "#D55E00",
    "gap": "#009E73",
    "quiet": "#767676",
    "ink": INK,
}
ENOUGH = 4.5  # contrast of letters, WCAG 2 level AA
SHADED = "#D1E5F1"  # the darkest ground that areas leave below letters
EVERYBODY = 5.0  # contrast there that keeps above ENOUGH for eyes that lack a kind of cone
LANGUAGES, GROUNDS = options(Language), options(Ground)
# For a page of a workbook, for the back of a classroom, for a printed book.
SIZES = {
    "page": {"font.size": 13, "lines.linewidth": 2.2, "figure.dpi": 100, "savefig.dpi": 150},
    "projector": {"font.size": 16, "lines.linewidth": 3.0, "figure.dpi": 100, "savefig.dpi": 170},
    "print": {"font.size": 9, "lines.linewidth": 1.2, "figure.dpi": 100, "savefig.dpi": 300},
}
ON_DARK = {  # what no plot colours itself: the ground, axes and titles
    **dict.fromkeys(("axes.edgecolor", "axes.labelcolor", "axes.titlecolor"), DARK_INK),
    **dict.fromkeys(("xtick.color", "ytick.color"), DARK_INK),
    **dict.fromkeys(("figure.facecolor", "axes.facecolor"), DARK),
    "grid.color": "0.3",
}
SCALE = {"page": 1.0, "projector": 1.15, "print": 0.66}  # of a figure, so that its words fit
# Inches that there are on a slide and on a printed page, which are also the most that a figure of
# ours takes, so that its letters needn't shrink; and the points of the smallest of them.
MEDIUM = {"projector": (13.33, 7.5), "print": (6.3, 9.0)}
CRAMPED = 0.78  # of its size
SMALLEST = {"page": 0.0, "projector": 14.0, "print": 7.0}
FONT = Path(__file__).with_name("fonts") / "MlmetricsSansSC.ttf"
LATIN = "DejaVu Sans"  # comes with Matplotlib
# Where a system has one of these, it serves for what the small font lacks, such as class names.
CHINESE = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "PingFang SC",
    "Microsoft YaHei",
    "WenQuanYi Zen Hei",
    "Noto Sans CJK TC",
    "Arial Unicode MS",
)


# A system's font that lacks a weight is taken in another; nobody needs to be told that.
BOX = "□"  # in place of a letter that no font has
LAST = "Last Resort"  # a font of boxes
_ADDED: list[str] = []  # fonts of the system that somebody's names needed
_SOUGHT: set[int] = set()  # letters that were looked for in all of them
_LACKING: set[str] = set()  # letters of which it was said that no font has them
MANY = 20_000  # corners; fewer are drawn as they are
COLUMNS = 4_000  # more than a picture has pixels from left to right


def luminance(colour) -> float:
    """Compute how light a colour is, from 0 to 1 (WCAG 2, relative luminance)."""
    red, green, blue = (_linear(part) for part in mpl.colors.to_rgb(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def contrast(a, b) -> float:
    """Compute the contrast of two colours, from 1 to 21.

    Examples
    --------
    >>> round(contrast("black", "white"), 1)
    21.0
    """
    low, high = sorted(luminance(colour) + 0.05 for colour in (a, b))
    return high / low


def ink_on(colour) -> str:
    """Choose the colour of letters on a ground: whichever of black and white stands out more."""
    return "white" if is_dark(colour) else "black"


def is_dark(colour) -> bool:
    """Tell whether letters on a ground have to be light."""
    return luminance(colour) < MIDDLE


def for_letters(colour) -> str:
    """Darken a colour until everybody can read letters in it, on a light ground.

    Examples
    --------
    >>> contrast(for_letters("#E69F00"), "white") >= ENOUGH
    True
    """
    shade = mpl.colors.to_rgb(colour)
    while contrast(shade, SHADED) < EVERYBODY:
        shade = tuple(0.94 * part for part in shade)
    return mpl.colors.to_hex(shade)


class Look(NamedTuple):
    """What is asked of all pictures: a size, a language, and a ground."""

    size: str = "page"
    language: str = "en"
    ground: str | None = None  # as Matplotlib's settings are


USUAL = Look()
_LOOK: ContextVar[Look] = ContextVar("look", default=USUAL)
_IN_FORCE: dict[tuple, mpl.RcParams] = {}  # all settings in a look, as they were the last time


def look() -> Look:
    """Return the look in force."""
    return _LOOK.get()


@contextmanager
def style(
    size: Size | None = None, language: Language | None = None, ground: Ground | None = None
) -> Iterator[None]:
    """Draw in the look of this package, without changing anything outside.

    Parameters
    ----------
    size : {"page", "projector", "print"}, optional
        How large letters and lines are; without it as they are now.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        English, 简体 or 繁體; without it as it is now.
    ground : {"light", "dark"}, optional
        What new pictures lie on; without it as it is now, and at first dark where Matplotlib's own
        settings are, such as those of ``plt.style.use("dark_background")``. What is drawn into an
        Axes of yours follows the ground that it has.

    Examples
    --------
    >>> with style("projector", "zh-Hans"):
    ...     look()
    Look(size='projector', language='zh-Hans', ground='light')
    """
    now = look()
    size = now.size if size is None else choice(size, SIZES, "size")
    language = now.language if language is None else choice(language, LANGUAGES, "language")
    ground = now.ground if ground is None else choice(ground, GROUNDS, "ground")
    ground = ground or _ground_of_settings()
    token = _LOOK.set(Look(size, language, ground))
    try:
        with _set(size, ground == "dark"):
            yield
            interactive = mpl.is_interactive()
        mpl.interactive(interactive)  # a notebook turns it on where pyplot first draws, for good
    finally:
        _LOOK.reset(token)


@contextmanager
def _set(size: str, dark: bool) -> Iterator[None]:
    """Set Matplotlib's settings; below a style of the same look they mostly are what they will be.

    To set three hundred of them takes longer than many a thing that is drawn with them.
    """
    wanted = size, dark, *families()
    before = _IN_FORCE.get(wanted, {})
    if dict.__eq__(mpl.rcParams, before):
        try:
            yield
        finally:
            if not dict.__eq__(mpl.rcParams, before):  # more was set; a backend stays
                backend = dict.get(mpl.rcParams, "backend")
                dict.update(mpl.rcParams, {**before, "backend": backend})
        return
    # Matplotlib's defaults first: whoever has other settings sees the same pictures.
    with context(["default", _settings(size), ON_DARK if dark else {}]):
        if not dict.__eq__(mpl.rcParams, before):
            _IN_FORCE[wanted] = mpl.rcParams.copy()
        yield


def _ground_of_settings() -> str:
    """Tell on which ground Matplotlib's settings draw; what can be seen through is light."""
    layers = (mpl.rcParams[f"{layer}.facecolor"] for layer in ("axes", "figure"))
    first = next((layer for layer in layers if layer != "none"), "white")
    return "dark" if is_dark(first) else "light"


def letters(factor: float = 1.0) -> float:
    """Return a length in points, relative to the size of the usual letters."""
    return factor * mpl.rcParams["font.size"]


def small(factor: float) -> float:
    """Return a size for smaller letters, in points, which still can be read where they will be.

    Examples
    --------
    >>> with style("projector"):
    ...     letters(0.75), small(0.75)
    (12.0, 14.0)
    """
    return max(letters(factor), min(SMALLEST[look().size], letters()))


def bold() -> dict[str, str]:
    """Return what makes words stand out; Chinese ones have one weight, as their numbers then do."""
    return {"weight": "bold"} if look().language == "en" else {}


def in_a_row(many: int, width: float) -> int:
    """Return how many of several Axes, so wide on a page, stand side by side.

    On a printed page, which is narrow and high, those that would be cramped go on below.
    """
    if look().size != "print" or scale(many * width, 1) >= CRAMPED * SCALE["print"]:
        return many
    return -(-many // 2)


def scale(width: float, height: float) -> float:
    """Return how much larger than on a page a figure is: as its letters are, if there is room."""
    room = MEDIUM.get(look().size, (np.inf, np.inf))
    return min(SCALE[look().size], room[0] / width, room[1] / height)


def _settings(size: str) -> dict:
    """Return what differs from Matplotlib's own settings: our ink, letters of one size."""
    usual = SIZES[size]["font.size"]
    return {
        **SIZES[size],
        "axes.axisbelow": True,
        "axes.edgecolor": INK,
        "axes.labelcolor": INK,
        "axes.labelsize": usual + 1,
        "axes.prop_cycle": mpl.cycler(
            color=[c for c, _ in SERIES], linestyle=[s for _, s in SERIES]
        ),
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.titlesize": usual + 1,
        "axes.unicode_minus": True,
        "font.family": families(),
        "legend.fontsize": usual,
        "grid.color": "0.8",
        "lines.solid_capstyle": "round",
        "patch.edgecolor": "white",
        "patch.force_edgecolor": True,
        "svg.hashsalt": "mlmetrics_edu",
        "text.color": INK,
        "xtick.color": INK,
        "xtick.labelsize": usual,
        "ytick.color": INK,
        "ytick.labelsize": usual,
    }


SHADES = 256
SIDES = ("facecolor", "edgecolor")


def ground_of(ax: Axes) -> str:
    """Return the colour that an Axes lies on: its own, or through it that of the figure."""
    colour = np.ones(3)
    for layer in (ax.figure.canvas.figure.get_facecolor(), ax.get_facecolor()):
        *own, opaque = to_rgba(layer)
        colour = opaque * np.array(own) + (1 - opaque) * colour
    return to_hex(colour)


def mirrored(colour, ground=DARK):
    """Return the same hue, as light as the colour is dark; white becomes the ground.

    Examples
    --------
    >>> mirrored("#222222"), mirrored("white"), mirrored("none")
    ('#dddddd', '#121212', 'none')
    """
    *rgb, opaque = to_rgba(colour)
    if opaque == 0:
        return "none"
    if min(rgb) == 1:
        rgb = to_rgb(ground)
    else:
        hue, light, saturation = colorsys.rgb_to_hls(*rgb)
        rgb = colorsys.hls_to_rgb(hue, 1 - light, saturation)
    return to_hex(rgb) if opaque == 1 else (*rgb, opaque)


def things(result) -> set[Artist]:
    """Return all that is drawn in a figure, an Axes or several; axes and titles are no part."""
    figures = figures_of(result)
    kinds = ("lines", "texts", "patches", "collections", "images")
    axes = [ax for figure in figures for ax in figure.axes]
    inside = {one for ax in axes for kind in kinds for one in getattr(ax, kind)}
    legends = {one.get_legend() for one in axes if isinstance(one.get_legend(), Legend)}
    return inside | legends | {text for figure in figures for text in figure.texts}


def figures_of(result) -> set[Figure]:
    """Return the figures in which something is drawn."""
    return {one.figure.canvas.figure for one in _artists(result)}


def _artists(result) -> list[Artist]:
    """Return the figures and Axes among what a plot was given or gives back."""
    several = result if isinstance(result, np.ndarray | tuple | list) else [result]
    return [one for one in np.ravel(np.array(several, object)) if isinstance(one, Artist)]


_TURNED: WeakSet[Artist] = WeakSet()


def follow(new: Iterable[Artist]) -> None:
    """Turn light and dark round in what is new, once, wherever it lies on a dark ground."""
    # A bar of colours draws itself anew as its map turns.
    still = {one for one in new if not hasattr(one.axes, "_colorbar")} - {*_TURNED}
    for artist in sorted(still, key=lambda one: isinstance(one, Text)):  # words lie on the others
        figure = artist.figure.canvas.figure
        ground = ground_of(artist.axes) if artist.axes else to_hex(figure.get_facecolor())
        if is_dark(ground):
            _turn(artist, ground)
            _TURNED.add(artist)


def _turn(artist: Artist, ground: str) -> None:
    if _on_photograph(artist):
        return
    if isinstance(artist, Text):
        _turn_text(artist, ground)
    elif isinstance(artist, Line2D):
        sides = ("color", "markerfacecolor", "markeredgecolor")
        artist.set(**{side: mirrored(getattr(artist, f"get_{side}")(), ground) for side in sides})
    elif isinstance(artist, Collection | AxesImage) and artist.get_array() is not None:
        _turn_shades(artist, ground)
    elif isinstance(artist, Collection):
        for side in SIDES:
            colours = [mirrored(one, ground) for one in getattr(artist, f"get_{side}")()]
            artist.set(**{side: colours or "none"})
    elif isinstance(artist, Legend):
        texts = (artist.get_title(), *artist.get_texts())
        handles = () if _photograph_in(artist.axes) else artist.legend_handles
        for one in (artist.get_frame(), *texts, *handles):
            _turn(one, ground)
    elif isinstance(artist, Patch):
        artist.set(**{side: mirrored(getattr(artist, f"get_{side}")(), ground) for side in SIDES})


def _on_photograph(artist: Artist) -> bool:
    """Tell whether it lies on a photograph, which is the same on every ground, and so is this."""
    ax = artist.axes
    if not _photograph_in(ax):
        return False
    words = [one for one in ax.texts if one.get_bbox_patch()]  # on a ground of their own
    return artist in [*ax.patches, *words]


def _photograph_in(ax: Axes | None) -> bool:
    return ax is not None and any(np.ndim(image.get_array()) == 3 for image in ax.images)


def _turn_text(text: Text, ground: str) -> None:
    shade = _shade_below(text) if text.axes else None
    text.set_color(ink_on(shade) if shade is not None else mirrored(text.get_color(), ground))
    if text.get_path_effects():
        text.set_path_effects([withStroke(linewidth=3.5, foreground=ground)])
    if text.get_bbox_patch():
        _turn(text.get_bbox_patch(), ground)


def _shade_below(text: Text) -> np.ndarray | None:
    """Return the colour of the cell of a heat map that words stand in, if they do."""
    for mesh in (one for one in text.axes.collections if isinstance(one, QuadMesh)):
        edges = mesh.get_coordinates()
        at = text.get_transform().transform(text.get_position())
        x, y = text.axes.transData.inverted().transform(at)
        column, row = np.searchsorted(edges[0, :, 0], x) - 1, np.searchsorted(edges[:, 0, 1], y) - 1
        rows, columns = np.array(edges.shape[:2]) - 1
        if 0 <= row < rows and 0 <= column < columns:
            return mesh.to_rgba(mesh.get_array().reshape(rows, columns)[row, column])
    return None


def _turn_shades(artist: ScalarMappable, ground: str) -> None:
    if isinstance(artist, Collection):
        artist.set_edgecolor([mirrored(one, ground) for one in artist.get_edgecolor()] or "none")
    if np.ndim(artist.get_array()) < 3:  # else it is a photograph
        shades = artist.get_cmap()(np.linspace(0, 1, SHADES))
        artist.set_cmap(ListedColormap([mirrored(shade, ground) for shade in shades]))


logging.getLogger("matplotlib.font_manager").addFilter(
    lambda record: "Failed to find font weight" not in record.getMessage()
)


def families() -> list[str]:
    """List the fonts in which a glyph is looked for, one after the other."""
    return [*_usual(), *_ADDED]


@cache
def _usual() -> list[str]:
    known = font_manager.fontManager
    known.addfont(FONT)
    ours = font_manager.FontProperties(fname=FONT).get_name()
    plain = next(font for font in known.ttflist if font.name == ours)
    known.ttflist.append(replace(plain, weight=700))  # bold words are written with it, too
    here = {font.name for font in known.ttflist}
    return [LATIN, ours, *(name for name in CHINESE if name in here)]


@cache
def _glyphs() -> frozenset[int]:
    files = [_file(name) for name in families()]
    return frozenset().union(*map(_letters, files))


def _file(name: str) -> str:
    properties = font_manager.FontProperties(family=[name])  # a name alone is read as a pattern
    return font_manager.findfont(properties, fallback_to_default=False)


def _letters(file: str) -> frozenset[int]:
    return frozenset(font_manager.get_font(file).get_charmap())


def can_draw(text: str) -> bool:
    """Tell whether there is a glyph for every letter.

    Examples
    --------
    >>> can_draw("召回率 recall"), can_draw("\\U0001F9FF" * 2 + "\\ue123")
    (True, False)
    """
    return all(letter in "\n\t" or ord(letter) in _glyphs() for letter in text)


def with_glyphs(text: str) -> str:
    """Find fonts for all letters of somebody's text; what none has becomes a box, said once.

    Examples
    --------
    >>> with_glyphs("召回率 recall")
    '召回率 recall'
    """
    if can_draw(text):
        return text
    _look_for({letter for letter in text if not can_draw(letter)})
    lacking = {letter for letter in text if not can_draw(letter)}
    if lacking - _LACKING:
        _LACKING.update(lacking)
        warnings.warn(
            f"no font here can write {' '.join(sorted(lacking))}: in pictures a box stands there. "
            "Install a font that has these letters.",
            UserWarning,
            stacklevel=2,
        )
    return "".join(BOX if letter in lacking else letter for letter in text)


def _look_for(letters: set[str]) -> None:
    """Take fonts of the system in use, until all letters are found."""
    wanted = set(map(ord, letters)) - _SOUGHT
    _SOUGHT.update(wanted)
    installed = [font for font in font_manager.fontManager.ttflist if LAST not in font.name]
    for font in sorted(installed, key=_plainness) if wanted else ():
        try:
            served = wanted & _letters(font.fname)
        except (OSError, RuntimeError):  # it is gone since the list was made, or can't be scaled
            continue
        if served and font.name not in families():
            _ADDED.append(font.name)
            _glyphs.cache_clear()
            wanted -= served
        if not wanted:
            break


def _plainness(font: font_manager.FontEntry) -> tuple:
    weight = font_manager.weight_dict.get(font.weight, font.weight)
    return font.style != "normal", abs(weight - 400), "Sans" not in font.name, font.name


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


def label_bar(ax: Axes, bar: Colorbar, text: str) -> None:
    """Say beside a bar of colours what they mean, in the ink of the words around its Axes."""
    ink = ax.yaxis.label.get_color()
    bar.set_label(text, color=ink)
    bar.ax.tick_params(colors=ink)


def draw_paths(ax: Axes, paths: Mapping, line: Mapping | None = None, **look) -> dict[str, Line2D]:
    """Draw several lines, each in the next colour and style, with what was asked for on top."""
    return {
        name: ax.plot(*path, **look | look_of(k, line or {}))[0]
        for k, (name, path) in enumerate(paths.items())
    }


def dot(ax: Axes, x, y, colour, size: float, **look) -> Line2D:
    """Draw a dot with a white edge, or several, as large as letters relative to the usual ones."""
    look = {"marker": "o", "linestyle": "", "markeredgecolor": "white", **look}
    at = np.atleast_1d(x), np.atleast_1d(y)
    return ax.plot(*at, color=colour, markersize=letters(size), **look)[0]


def width(factor: float) -> float:
    """Return the width of a line, relative to that of a curve."""
    return factor * mpl.rcParams["lines.linewidth"]
