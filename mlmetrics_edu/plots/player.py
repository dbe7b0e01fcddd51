"""Moving pictures: a page of HTML that steps through them, and how they are drawn in layers."""

import html
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from os import PathLike
from string import Template

import numpy as np
from matplotlib.axes import Axes

from ..core import inputs, saving
from ..core.errors import InputError
from ..core.escaping import in_html, printable
from .look import LANGUAGES, SCALE, look, style
from .picture import Picture
from .say import say

WORDS = ("first", "back", "play", "pause", "forward", "last", "step", "speed", "all")
HIGH, BELOW = 460, 200  # pixels: of a picture whose height isn't known, and of what stands below
PIECES = r"(?=<(?:g|defs|path|pattern|use)\b)"  # where an SVG picture is taken apart
WIDEST = 1030  # pixels, of a picture on the page


@dataclass(frozen=True, repr=False)
class Player:
    """Pictures with captions, and buttons to go through them: first, back, play, forward, last.

    In a notebook it shows itself, in a frame of its own, so that several neither disturb each
    other nor the page. It asks for nothing from outside, and it is the same on every run.

    Parameters
    ----------
    frames : sequence of str, bytes, Picture or Axes
        The pictures, as SVG or PNG. What several SVG pictures have in common is stored once.
    captions : sequence of str
        What each one shows, in words; screen readers read it out.
    title : str
        What the whole is about.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of the buttons; without it the one in force, see :func:`style`.

    Raises
    ------
    InputError
        If there are no frames, not as many captions, or a frame is no picture.

    Examples
    --------
    >>> print(Player(["<svg></svg>", "<svg><g/></svg>"], ["nothing", "hardly more"], "Two steps"))
    Two steps
    1. nothing
    2. hardly more
    """

    frames: Sequence
    captions: Sequence[str]
    title: str
    language: str | None = None

    def __post_init__(self):
        language = look().language if self.language is None else self.language
        object.__setattr__(self, "language", inputs.choice(language, LANGUAGES, "language"))
        object.__setattr__(self, "frames", tuple(map(_markup, self.frames)))
        object.__setattr__(self, "captions", tuple(map(str, self.captions)))
        if not self.frames or len(self.frames) != len(self.captions):
            raise InputError(
                f"{len(self.frames)} frame(s) and {len(self.captions)} caption(s)",
                "each step is a picture and what it shows in words",
                "pass as many captions as frames, at least one",
            )

    def __len__(self) -> int:
        return len(self.frames)

    def __str__(self) -> str:
        steps = (f"{k}. {caption}" for k, caption in enumerate(self.captions, 1))
        return "\n".join(map(printable, [self.title, *steps]))

    __repr__ = __str__

    def to_html(self, path: str | PathLike[str] | None = None, force: bool = False) -> str | None:
        """Write a page that stands alone, to a file or (without a path) as text.

        Parameters
        ----------
        path : str or path, optional
            Where to write it.
        force : bool
            Whether it may replace a file that is there.
        """
        place = None if path is None else saving.target(path, force=force)
        page = Template(_part("html")).substitute(self._places())
        if place is None:
            return page
        saving.write(place, page)
        return None

    def _places(self) -> dict[str, str]:
        with style(language=self.language):
            places = {word: html.escape(say(f"player.{word}")) for word in WORDS}
        captions = [in_html(caption) for caption in self.captions]
        return places | {
            "lang": self.language,
            "title": in_html(self.title),
            "n": str(len(self)),
            "picture": self.frames[0],
            "said": captions[0],
            "longest": max(captions, key=len),
            "words": "\n".join(f"<li>{caption}</li>" for caption in captions),
            "frames": _stored(self.frames),
            "style": _part("css").rstrip(),
            "script": _part("js").rstrip(),
        }

    def _repr_html_(self) -> str:
        # In single quotes, since the page is full of double ones.
        page = self.to_html().replace("&", "&amp;").replace("'", "&#39;")
        look = f"width:100%;height:{_height(self.frames[0])}px;border:0"
        name = in_html(self.title)
        return f'<iframe class="player" title="{name}" style="{look}" srcdoc=\'{page}\'></iframe>'


@cache
def _part(kind: str) -> str:
    return files(__package__).joinpath(f"player.{kind}").read_text("utf-8")


def _markup(frame) -> str:
    """Return a picture as a piece of HTML without a name: its caption tells what it shows."""
    if isinstance(frame, Axes):
        frame = frame.figure
    if isinstance(frame, Picture):
        frame = frame.svg()
    if isinstance(frame, bytes) and frame.startswith(b"\x89PNG"):
        return f'<img alt="" src="data:image/png;base64,{b64encode(frame).decode("ascii")}">'
    if isinstance(frame, str) and "<svg" in frame and not _active(frame):
        return plain(frame)
    raise InputError(
        f"a frame is {inputs.short(frame)}",
        "a frame is a picture: an SVG text without scripts, or the bytes of a PNG file",
        "pass ax, ax.figure, ax.figure.svg() or ax.figure.png()",
    )


def _active(svg: str) -> bool:
    """Return whether a picture would do something, or fetch something."""
    does = r"<script|<foreignObject|\son\w+\s*=|javascript:|href\s*=\s*[\"'](?!#|data:image/)"
    return re.search(does, svg, flags=re.I) is not None


def plain(svg: str) -> str:
    """Leave out of an SVG picture what isn't seen: declarations, names, far decimals."""
    svg = re.sub(r"(?s)^.*?(?=<svg)|<title>.*?</title>|<metadata>.*?</metadata>", "", svg)
    svg = re.sub(r'^<svg role="img" aria-label="[^"]*"', "<svg", svg)
    svg = re.sub(r'<g id="[^"]*"', "<g", svg)
    # A scale is multiplied with large numbers: it keeps all of its decimals.
    return re.sub(r"(scale\([^)]*\))|(\.\d\d)\d+", lambda match: match[1] or match[2], svg).strip()


def _stored(frames: Sequence[str]) -> str:
    """Write all frames as JSON: each distinct piece once, and of which pieces a frame is made."""
    pool: dict[str, int] = {}
    made = [
        [pool.setdefault(piece, len(pool)) for piece in re.split(PIECES, frame)] for frame in frames
    ]
    text = json.dumps({"pool": list(pool), "frames": made}, ensure_ascii=False)
    return text.replace("</", r"<\/").replace("<!--", r"<\u0021--")


def _height(frame: str) -> int:
    """Guess how high the page is, for where it can't tell by itself."""
    box = re.search(r'viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"', frame)
    wide, high = (float(side) * 4 / 3 for side in box.groups()) if box else (1, HIGH)
    return round(min(1, WIDEST / wide) * high) + BELOW


def stage(widths: tuple[float, ...], height: float) -> tuple[Picture, np.ndarray]:
    """Make a picture of Axes side by side, of these widths in inches on a page."""
    scale = SCALE[look().size]  # it moves on a screen, not on paper
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
