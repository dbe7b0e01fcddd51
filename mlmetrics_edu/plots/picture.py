"""Who shows a picture, so that it shows once: a notebook itself, or pyplot where it is in use."""

from __future__ import annotations

import html
import inspect
import io
import re
import sys
import threading
import warnings
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import reduce
from typing import Any
from weakref import WeakKeyDictionary

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.layout_engine import PlaceHolderLayoutEngine
from matplotlib.transforms import Bbox
from PIL import Image

from ..core import errors, inputs
from ..core.errors import InputError, lines
from .look import Look, in_a_row, look, scale, style

OURS = __package__.partition(".")[0]
INLINE = "inline"  # pyplot's backend in a notebook, which shows at a cell's end whatever is open


def bundle(png: bytes, text: str) -> tuple[dict, dict]:
    """Put a picture and its alternative text into the forms among which a notebook chooses.

    JupyterLab, and the pages made of its notebooks, give an image an alternative text only where
    it stands in HTML. What makes paper of a notebook can't read that, and takes the PNG.
    """
    alt = html.escape(" ".join(text.split()))
    source = b64encode(png).decode("ascii")
    page = f'<img alt="{alt}" style="max-width: 100%" src="data:image/png;base64,{source}">'
    forms = {"text/plain": text, "text/html": page, "image/png": png}
    return forms, {"image/png": {"alt": text}}


def at_a_terminal() -> bool:
    """Tell whether IPython runs where no picture can be seen."""
    interactive = sys.modules.get("IPython")
    shell = interactive and interactive.get_ipython()
    return bool(shell) and "image/png" not in shell.display_formatter.active_types


def shown_by_pyplot(figure: Figure) -> bool:
    """Tell whether pyplot shows a figure in a window, or as a widget."""
    return bool(figure.canvas.required_interactive_framework) and figure in _open()


def taken_over(figure: Figure) -> None:
    """Take a figure that a notebook shows now from what it would show at the cell's end."""
    if figure in _open() and INLINE in mpl.get_backend():
        sys.modules["matplotlib.pyplot"].close(figure)


def tell_pyplot(pictures: Iterable[Figure]) -> None:
    """Let pyplot know pictures, if whoever asked for them has it among their names.

    Its ``show()`` and ``savefig()`` then serve for a picture as for any figure. Like those, it
    stays open; before there are more than pyplot thinks good, the oldest pictures are closed.
    """
    pyplot, theirs = sys.modules.get("matplotlib.pyplot"), vars(sys.modules["__main__"])
    if pyplot is None or not any(one is pyplot for one in list(theirs.values())):
        return
    if threading.current_thread() is not threading.main_thread():  # where windows may not open
        return
    for picture in pictures:
        if picture not in _open():
            _make_room(pyplot, type(picture))
            try:
                pyplot.figure(FigureClass=lambda picture=picture, **_: picture)
            except ImportError:  # without a screen it has no windows, and says so when it is asked
                return


def asked_by_us() -> bool:
    """Tell whether the function that called the caller of this one is a part of the package."""
    frame: Any = inspect.currentframe()
    asking = frame.f_back.f_back
    while asking.f_globals.get("__name__") == errors.__name__:  # what explains calls is in between
        asking = asking.f_back
    return asking.f_globals.get("__name__", "").partition(".")[0] == OURS


def _open() -> list[Figure]:
    """List the figures that pyplot knows, the current one last."""
    helpers = sys.modules.get("matplotlib._pylab_helpers")
    return [one.canvas.figure for one in helpers.Gcf.get_all_fig_managers()] if helpers else []


def _make_room(pyplot, kind: type[Figure]) -> None:
    """Close what is too many; nobody who draws thousands in a loop has asked to keep them."""
    most, known = mpl.rcParams["figure.max_open_warning"] - 1, _open()
    ours = [figure for figure in known if isinstance(figure, kind)]
    closed = ours[: max(0, len(known) + 1 - most)] if most > 0 else []
    for old in closed:
        unseen = INLINE in mpl.get_backend() or old.canvas.required_interactive_framework
        pyplot.close(old)
        if unseen:
            warnings.warn(
                f"pyplot keeps {most} pictures open, and the oldest were closed to make room: call "
                "plt.show() sooner, or keep a picture yourself, as in ax = mm.plots.roc(s)",
                UserWarning,
                stacklevel=4,
            )


MOST = 50  # rows or columns of Axes
# What Matplotlib would add about itself: the day, its name, the addresses of vocabularies.
NOTHING_MORE = dict.fromkeys(("Date", "Creator", "Format", "Type"))
MORE = 2  # rounds of a layout, of two steps each, after the one in which words are measured
DRAWN = 2**13  # colours: twice what a drawing has; with more of them it is a photograph
PALETTE = 256  # colours, so that a byte is enough for a pixel
RED_GREEN_BLUE = np.array([2**16, 2**8, 1], dtype=np.int32)
EFFORT = {
    "few": 8,
    "many": 3,
}  # to write few or many colours small: a level more takes twice as long
ALIKE = (8, 12)  # of 255 in each of red, green, blue: nobody sees that on an edge
SPACE_AFTER_WIDE = re.compile("(?<=[。；：，、]) +")  # Chinese punctuation holds its own space
_IN_WORDS: WeakKeyDictionary[Axes, list[tuple[Look, str | Callable[[], str]]]] = WeakKeyDictionary()


class Picture(Figure):
    """A figure that a notebook shows by itself, together with its alternative text."""

    measured = False  # whether its Axes take for granted what they have measured around themselves
    _writing = False
    _alike = False  # whether files are written in the layout of the first of them
    _lies = False  # whether that has been found

    def add_subplot(self, *args: Any, **how: Any) -> Any:
        """Add an Axes that a notebook shows where it ends a cell, unless another is asked for."""
        other = {"projection", "polar", "axes_class"} & set(how)
        return super().add_subplot(*args, **how if other else {"axes_class": PictureAxes, **how})

    def draw(self, renderer: Any) -> None:
        """Draw what has found its place."""
        if not self._lays_out():
            super().draw(renderer)
        elif self._writing:  # it is drawn for the layout alone, and then once more without one
            if not self._lies:
                self.settle()
        else:
            self.settle(MORE - 1)
            with self._as_measured():  # Matplotlib lays out once more
                super().draw(renderer)

    def settle(self, more: int = MORE) -> None:
        """Lay out, and so many times more, with words as they were measured the first time.

        To measure words takes nearly all the time, and a square below a title, or a small one of
        several, comes to its place in steps.
        """
        if self._lays_out():
            self.get_layout_engine().execute(self)
            with self._as_measured():
                for _ in range(more):
                    self.get_layout_engine().execute(self)

    def _lays_out(self) -> bool:
        """Tell whether a layout is to be found, which while a file is written is so once."""
        return not isinstance(self.get_layout_engine(), PlaceHolderLayoutEngine | None)

    @contextmanager
    def _as_measured(self) -> Iterator[None]:
        self.measured = True
        try:
            yield
        finally:
            self.measured = False

    @contextmanager
    def alike(self) -> Iterator[None]:
        """Write files that show the picture just as the first of them does, nothing between them.

        To lay it out once for all takes a fifth less time than once for each.
        """
        self._alike = True
        try:
            yield
        finally:
            self._alike = self._lies = False

    def png(self) -> bytes:
        """Return the picture as the bytes of a PNG file, the same on every run."""
        return _as_png(self._in_pixels())

    def small_png(self) -> bytes:
        """Return the picture as a PNG file in few colours, where it is a drawing."""
        pixels = self._in_pixels()
        return _as_png(_in_few_colours(pixels) or pixels)

    def pdf(self) -> bytes:
        """Return the picture as the bytes of a PDF file."""
        return self._written("pdf", {"CreationDate": None, "Producer": None, "Creator": None})

    def svg(self) -> str:
        """Return the picture as the text of an SVG file, its alternative text inside."""
        written = self._written("svg", NOTHING_MORE).decode("utf-8")
        words = html.escape(alternative_text(self), quote=True)
        # XML's opening lines aren't for inline use.
        written = re.sub(r"(?s)^.*?(?=<svg)", "", written)
        head = f'<svg role="img" aria-label="{words}"'
        return written.replace("<svg", head, 1).replace(">", f">\n <title>{words}</title>", 1)

    def _in_pixels(self) -> Image.Image:
        """Draw it; what can't be seen through needs no channel that says so."""
        with style():
            dots = mpl.rcParams["savefig.dpi"]
        pixels, wide = self._written("raw"), int(round(dots * self.get_figwidth(), 6))
        size = wide, len(pixels) // (4 * wide)
        written = Image.frombuffer("RGBA", size, pixels, "raw", "RGBA", 0, 1)
        written = written if written.getextrema()[3][0] < 255 else written.convert("RGB")
        written.info["dpi"] = (dots, dots)
        return written

    def _written(self, form: str, metadata: dict | None = None) -> bytes:
        buffer = io.BytesIO()
        self._writing = True
        try:
            with style():
                self.savefig(buffer, format=form, metadata=metadata)
            self._lies = self._alike
        finally:
            self._writing = False
        return buffer.getvalue()

    def _repr_mimebundle_(self, include=None, exclude=None):
        text = alternative_text(self)
        if at_a_terminal():
            return {"text/plain": text}, {}
        taken_over(self)
        return bundle(self.small_png(), text)


class PictureAxes(Axes):
    """An Axes of a picture; a notebook shows the whole picture where it ends a cell."""

    _around = np.zeros(4)

    def get_tightbbox(self, *args: Any, **how: Any) -> Any:
        """Measure it with its words; in a further round of a layout, take them as they were."""
        picture = self.figure
        if getattr(picture, "measured", False):
            locator = self.get_axes_locator()
            self.apply_aspect(locator and locator(self, None))
            return Bbox.from_extents(*(self.bbox.extents + self._around))
        box = super().get_tightbbox(*args, **how)
        if box is not None:
            self._around = box.extents - self.bbox.extents
        return box

    def _repr_mimebundle_(self, include=None, exclude=None):
        picture = self.figure and self.figure.canvas.figure
        if not isinstance(picture, Picture) or at_a_terminal() or shown_by_pyplot(picture):
            return {}, {}
        return picture._repr_mimebundle_()


class Several:
    """Axes together; a notebook shows their picture once."""

    def _repr_mimebundle_(self, include=None, exclude=None):
        several = np.ravel(np.array(self, object))
        first = next((one for one in several if isinstance(one, PictureAxes)), None)
        return ({}, {}) if first is None else first._repr_mimebundle_()


class SeveralAxes(Several, np.ndarray):
    """The Axes of a picture, in rows and columns."""


class AxesPair(Several, tuple):
    """Two Axes that are one picture."""


def _as_png(drawing: Image.Image) -> bytes:
    buffer = io.BytesIO()
    effort = EFFORT["few" if drawing.mode == "P" else "many"]
    drawing.save(buffer, "PNG", dpi=drawing.info.get("dpi"), compress_level=effort)
    return buffer.getvalue()


def in_few_colours(png: bytes) -> bytes:
    """Store a drawing as a PNG with a palette: it looks the same in a third of the room.

    A drawing has a few colours that fill areas, and hundreds of shades where edges are smoothed.
    The former stay exactly as they are; a rare shade takes the place of its nearest. What would
    visibly lose by that, a photograph, stays as it is, and so does a PNG that is transparent or has
    a palette already.
    """
    small = _in_few_colours(Image.open(io.BytesIO(png)))
    return png if small is None else _as_png(small)


def _in_few_colours(drawing: Image.Image) -> Image.Image | None:
    if drawing.mode not in ("RGB", "RGBA") or drawing.getextrema()[3:] not in ((), ((255, 255),)):
        return None
    channels = np.asarray(drawing.convert("RGBA"))
    pixels = (channels.view(">u4")[..., 0] >> 8).astype(np.int32)  # such as 0xRRGGBB
    runs, lengths = _runs(pixels.ravel())  # most pixels are like the one before
    colours, which = np.unique(runs, return_inverse=True)
    fills = np.isin(colours, _filling(pixels))
    filling = np.count_nonzero(fills)
    if len(colours) > DRAWN or filling > PALETTE:
        return None
    order = np.lexsort((-np.bincount(which, lengths), ~fills))
    palettes = (_palette(_channels(colours[order]), filling, alike) for alike in ALIKE)
    palette = next((few for few in palettes if len(few) <= PALETTE), None)
    if palette is None:
        return None
    place = _distances(_channels(colours), palette).argmin(axis=1).astype(np.uint8)
    small = Image.fromarray(np.repeat(place[which], lengths).reshape(pixels.shape))
    small.putpalette(palette.astype(np.uint8).tobytes())
    small.info["dpi"] = drawing.info.get("dpi")
    return small


def _filling(pixels: np.ndarray) -> np.ndarray:
    """List colours that fill a square of pixels somewhere."""
    corner = pixels[1:, 1:]
    flat = (corner == pixels[:-1, :-1]) & (corner == pixels[1:, :-1]) & (corner == pixels[:-1, 1:])
    return _runs(corner[flat])[0]


def _runs(values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return what stands in a row several times once, and how many times."""
    starts = np.flatnonzero(np.append(True, values[1:] != values[:-1])[: values.size])
    return values[starts], np.diff(starts, append=values.size)


def _palette(colours: np.ndarray, filling: int, alike: int) -> np.ndarray:
    """Take the colours that fill areas, and on from there each that is not like one taken."""
    palette, shades = colours[:filling], colours[filling:]
    for taken in palette:
        shades = shades[_distances(shades, taken[None])[:, 0] > alike]
    while len(shades) and len(palette) <= PALETTE:
        palette = np.concatenate([palette, shades[:1]])
        shades = shades[_distances(shades, shades[:1])[:, 0] > alike]
    return palette


def _channels(colours: np.ndarray) -> np.ndarray:
    """Take colours such as 0xRRGGBB apart."""
    return (colours[:, None] // RED_GREEN_BLUE % 2**8).astype(np.int16)


def _distances(colours: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Measure how far each colour is from each other one, in the channel that differs most."""
    channels = zip(colours.T, others.T, strict=True)  # NumPy is slow to compare rows of three
    return reduce(np.maximum, (np.abs(np.subtract.outer(one, other)) for one, other in channels))


def panels(
    rows: int = 1, columns: int = 1, size: tuple[float, float] = (5.0, 4.2)
) -> tuple[Picture, Any]:
    """Make a picture of one or several Axes, for which pyplot isn't needed.

    Parameters
    ----------
    rows, columns : int
        How the Axes are laid out.
    size : pair of float
        Width and height of one Axes in inches, on a page.

    Returns
    -------
    Picture, and an Axes or an array of them

    Raises
    ------
    InputError
        If there is no row or no column, or a size isn't above 0.
    """
    for many, name in ((rows, "rows"), (columns, "columns")):
        inputs.whole(many, name, "Axes stand in rows and columns", most=MOST)
    if not all(inputs.is_finite(side) and side > 0 for side in size):
        raise InputError(
            f"size={inputs.short(size)}",
            "an Axes has a width and a height, in inches",
            "pass two numbers above 0, such as (5.0, 4.2)",
        )
    across = columns if rows > 1 else in_a_row(columns, size[0])
    wide, high = size[0] * across, size[1] * rows * -(-columns // across)
    with style():
        inches = (scale(wide, high) * wide, scale(wide, high) * high)
        picture = Picture(figsize=inches, layout="constrained")
        axes = (
            picture.subplots(rows, columns)
            if across == columns
            else _wrapped(picture, columns, across)
        )
        return picture, axes.view(SeveralAxes) if isinstance(axes, np.ndarray) else axes


def _wrapped(picture: Picture, many: int, across: int) -> np.ndarray:
    """Make Axes that would stand in a row in several, the last one in the middle."""
    rows = -(-many // across)
    grid = picture.add_gridspec(rows, 2 * across)
    starts = [across * rows - many if k // across == rows - 1 else 0 for k in range(many)]
    places = [(k // across, start + 2 * (k % across)) for k, start in enumerate(starts)]
    axes = [picture.add_subplot(grid[row, left : left + 2]) for row, left in places]
    return np.array(axes, object)


def axes_or_new(ax: Axes | None, size: tuple[float, float] = (5.0, 4.2)) -> Axes:
    """Take the Axes given, or make a picture of one."""
    return panels(size=size)[1] if ax is None else ax


def lay_out(ax: Axes) -> Axes:
    """Lay a figure out now, for what has to be measured."""
    figure = ax.figure.canvas.figure
    ours = isinstance(figure, Picture)
    if ours and not figure.stale:  # everything is where the last layout put it
        return ax
    if ours:
        figure.settle()
    elif engine := figure.get_layout_engine():
        engine.execute(figure)
    for one in figure.axes:
        locator = one.get_axes_locator()
        one.apply_aspect(locator and locator(one, None))
    if ours:
        figure.stale = False  # squares that found their places said otherwise
    return ax


def describe(ax: Axes, text: str | Callable[[], str]) -> Axes:
    """Remember in words what an Axes shows; what is worked out for them alone can wait.

    What was said before stays in front. A function must not refer to the Axes.
    """
    _IN_WORDS.setdefault(ax, []).append((look(), text))
    return ax


def describe_alone(ax: Axes, text: str) -> Axes:
    """Remember in words what an Axes shows, unless something is said of it already."""
    return ax if ax in _IN_WORDS else describe(ax, text)


def alternative_text(picture: Figure | Axes) -> str:
    """Say in words, made from the data, what a figure or one of its Axes shows."""
    axes = picture.axes if isinstance(picture, Figure) else [picture]
    return "\n".join(map(_below_its_title, (ax for ax in axes if ax in _IN_WORDS)))


def _below_its_title(ax: Axes) -> str:
    """Say what an Axes shows, after its title, in whichever language that is."""
    title, text = _as_on_a_page(ax.get_title() or ax.get_title("left")), _described(ax)
    mark = "：" if text.endswith("。") else ": "
    return f"{title}{mark}{text}" if title else text


def _described(ax: Axes) -> str:
    texts = []
    for then, text in _IN_WORDS[ax]:
        with style(*then):
            texts.append(_as_on_a_page(text if isinstance(text, str) else text()).strip())
    return SPACE_AFTER_WIDE.sub("", " ".join(filter(None, texts)).strip())


def _as_on_a_page(text: str) -> str:
    """Write what a picture says as a page does, where a dollar is no sign of a formula."""
    return lines(text).replace(r"\$", "$")
