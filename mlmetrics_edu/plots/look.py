"""The look in force: how large things are drawn, in which colours, and in which language."""

import colorsys
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.collections import Collection, QuadMesh
from matplotlib.colors import ListedColormap, to_hex, to_rgb, to_rgba
from matplotlib.figure import Figure
from matplotlib.image import AxesImage
from matplotlib.legend import Legend
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.patheffects import withStroke
from matplotlib.style import context
from matplotlib.text import Text

from ..core import inputs
from ..core.conventions import Ground, Language, Size, options
from ..core.errors import InputError
from .fonts import families

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
UNEXPECTED = re.compile(r"(\S+)\(\) got an unexpected keyword argument '(\w+)'")
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


def for_letters(colour, ground=SHADED) -> str:
    """Darken a colour until everybody can read letters in it, on a light ground.

    Examples
    --------
    >>> contrast(for_letters("#E69F00"), "white") >= ENOUGH
    True
    """
    shade = mpl.colors.to_rgb(colour)
    while contrast(shade, ground) < EVERYBODY:
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
    size = now.size if size is None else inputs.choice(size, SIZES, "size")
    language = now.language if language is None else inputs.choice(language, LANGUAGES, "language")
    ground = now.ground if ground is None else inputs.choice(ground, GROUNDS, "ground")
    ground = ground or _ground_of_settings()
    token = _LOOK.set(Look(size, language, ground))
    try:
        with _set(size, ground == "dark"):
            yield
            interactive = mpl.is_interactive()
        mpl.interactive(interactive)  # a notebook turns it on where pyplot first draws, for good
    except (AttributeError, TypeError) as error:
        unknown = _unknown_keyword(error)
        if unknown is None:
            raise
        raise unknown from None
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


def _unknown_keyword(error: Exception) -> InputError | None:
    """Say which keyword of a plot of ours Matplotlib doesn't know; anything else isn't ours."""
    match = UNEXPECTED.search(str(error))
    ours = error.__traceback__.tb_next.tb_frame.f_globals.get("__package__", "")
    if not match or not ours.startswith(__package__):
        return None
    artist = match[1].partition(".")[0]
    return InputError(
        f"the keyword {match[2]}",
        f"this plot has no such argument, and a {artist} of Matplotlib has no such property",
        "look it up in the plot's help; colours, for one, are color=",
    )


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


def things(shown) -> set[Artist]:
    """Return all that is drawn in a figure, an Axes or several; axes and titles are no part."""
    figures = figures_of(shown)
    kinds = ("lines", "texts", "patches", "collections", "images")
    axes = [ax for figure in figures for ax in figure.axes]
    inside = {one for ax in axes for kind in kinds for one in getattr(ax, kind)}
    legends = {one.get_legend() for one in axes if isinstance(one.get_legend(), Legend)}
    return inside | legends | {text for figure in figures for text in figure.texts}


def figures_of(shown) -> set[Figure]:
    """Return the figures in which something is drawn."""
    return {one.figure.canvas.figure for one in _drawn(shown)}


def _drawn(shown) -> list[Artist]:
    """Return the figures and Axes among what a plot was given or gives back."""
    several = shown if isinstance(shown, np.ndarray | tuple | list) else [shown]
    return [one for one in np.ravel(np.array(several, object)) if isinstance(one, Artist)]


def follow(new: Iterable[Artist]) -> None:
    """Turn light and dark round in what is new, wherever it lies on a dark ground."""
    for artist in sorted(new, key=lambda one: isinstance(one, Text)):  # words lie on the others
        figure = artist.figure.canvas.figure
        ground = ground_of(artist.axes) if artist.axes else to_hex(figure.get_facecolor())
        if is_dark(ground):
            _turn(artist, ground)


def _turn(artist: Artist, ground: str) -> None:
    if _on_photograph(artist):
        return
    if isinstance(artist, Text):
        _turn_text(artist, ground)
    elif isinstance(artist, Line2D):
        _turn_line(artist, ground)
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


def _turn_line(line: Line2D, ground: str) -> None:
    sides = ("color", "markerfacecolor", "markeredgecolor")
    line.set(**{side: mirrored(getattr(line, f"get_{side}")(), ground) for side in sides})


def _turn_shades(drawn: ScalarMappable, ground: str) -> None:
    if isinstance(drawn, Collection):
        drawn.set_edgecolor([mirrored(one, ground) for one in drawn.get_edgecolor()] or "none")
    if np.ndim(drawn.get_array()) < 3:  # else it is a photograph
        shades = drawn.get_cmap()(np.linspace(0, 1, SHADES))
        drawn.set_cmap(ListedColormap([mirrored(shade, ground) for shade in shades]))
