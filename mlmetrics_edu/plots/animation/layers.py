"""Moving pictures in two layers: a ground, drawn once, and what moves in front of it."""

import re
from collections.abc import Callable, Iterable

import numpy as np
from matplotlib.axes import Axes

from ..look import SCALE, look, style
from ..picture import Picture
from .player import plain


def stage(widths: tuple[float, ...], height: float) -> tuple[Picture, np.ndarray]:
    """Make a picture of Axes side by side, of these widths in inches on a page."""
    scale = SCALE[look().size]
    with style():
        picture = Picture(figsize=(scale * sum(widths), scale * height), layout="constrained")
        return picture, picture.subplots(1, len(widths), width_ratios=widths)


def settle(picture: Picture) -> None:
    """Lay the ground out, once and for all: what moves later doesn't push it about."""
    picture.draw_without_rendering()
    picture.set_layout_engine("none")


def film(picture: Picture, moments: Iterable, draw: Callable) -> list[str]:
    """Draw the same ground with something else before it at each moment.

    Drawing the ground is what takes long, so it is written once, and then hidden.

    Parameters
    ----------
    picture : Picture
        With its ground drawn.
    moments : iterable
        What to hand to ``draw``, one after the other.
    draw : callable
        Draws what moves; it is taken off again afterwards.

    Returns
    -------
    list of str
        SVG pictures.
    """
    settle(picture)
    ground = plain(picture.svg()).removesuffix("</svg>")
    for ax in picture.axes:
        _hide(ax)
    picture.patch.set_visible(False)
    return [ground + _front(picture, draw, moment) for moment in moments]


def _hide(ax: Axes) -> None:
    ax.set_axis_off()
    for artist in ax.get_children():
        artist.set_visible(False)


def _front(picture: Picture, draw: Callable, moment) -> str:
    before = {artist for ax in picture.axes for artist in ax.get_children()}
    draw(moment)
    drawn = plain(picture.svg())
    for artist in [a for ax in picture.axes for a in ax.get_children() if a not in before]:
        artist.remove()
    # Letters and clips have the same ids as those of the ground, and ids are unique in a page.
    return re.sub(r'(\bid="|href="#|url\(#)', r"\g<1>front-", re.sub(r"^<svg[^>]*>", "", drawn))
