"""The ground that a picture lies on: on a dark one, all that is drawn changes light for dark."""

import colorsys
from collections.abc import Iterable

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
from matplotlib.text import Text

from .look import DARK, ink_on, is_dark

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
