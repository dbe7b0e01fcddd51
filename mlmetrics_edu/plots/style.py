"""One look for all pictures, as a context; and pictures that can say what they show."""

import io
from weakref import WeakKeyDictionary

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

# Okabe & Ito (2008): told apart under the common colour-vision deficiencies, and in grey.
COLOURS = {"positive": "#0072B2", "negative": "#D9D9D9", "threshold": "#D55E00", "ink": "#222222"}
SETTINGS = {
    "axes.spines.right": False,
    "axes.spines.top": False,
    "axes.titlesize": 14,
    "axes.labelsize": 14,
    "axes.unicode_minus": False,
    "figure.dpi": 100,
    "font.size": 13,
    "savefig.dpi": 150,
    "svg.hashsalt": "mlmetrics_edu",
    "text.color": COLOURS["ink"],
}
_SHOWN: WeakKeyDictionary[Axes, str] = WeakKeyDictionary()


def style():
    """Give the look of this package, as a context: ``with mm.plots.style(): …``."""
    return mpl.rc_context(SETTINGS)


class Picture(Figure):
    """A figure that a notebook shows by itself, together with its alternative text."""

    def png(self) -> bytes:
        """Give the picture as the bytes of a PNG file, the same on every run."""
        buffer = io.BytesIO()
        with style():
            self.savefig(buffer, format="png", metadata={"Software": None})
        return buffer.getvalue()

    def _repr_mimebundle_(self, include=None, exclude=None):
        text = alternative_text(self)
        return {"text/plain": text, "image/png": self.png()}, {"image/png": {"alt": text}}


def panels(rows: int = 1, columns: int = 1, size: tuple[float, float] = (5.0, 4.2)):
    """Make a picture of one or several Axes, without touching pyplot.

    Parameters
    ----------
    rows, columns : int
        How the Axes are laid out.
    size : pair of float
        Width and height of one Axes in inches.

    Returns
    -------
    Picture, and an Axes or an array of them
    """
    with style():
        picture = Picture(figsize=(size[0] * columns, size[1] * rows), layout="constrained")
        return picture, picture.subplots(rows, columns)


def axes_or_new(ax: Axes | None, size: tuple[float, float] = (5.0, 4.2)) -> Axes:
    """Take the Axes given, or make a picture of one."""
    return panels(size=size)[1] if ax is None else ax


def ink_on(colour) -> str:
    """Choose the colour of letters on a ground: whichever of black and white stands out more."""
    red, green, blue = (_linear(part) for part in mpl.colors.to_rgb(colour))
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue  # WCAG 2, relative luminance
    return "white" if luminance < 0.179 else "black"


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


def describe(ax: Axes, text: str) -> Axes:
    """Remember in words what an Axes shows."""
    _SHOWN[ax] = text
    return ax


def alternative_text(shown: Figure | Axes) -> str:
    """Say in words, made from the data, what a figure or one of its Axes shows."""
    axes = shown.axes if isinstance(shown, Figure) else [shown]
    titled = ((ax.get_title(), _SHOWN[ax]) for ax in axes if ax in _SHOWN)
    return "\n".join(f"{title}: {text}" if title else text for title, text in titled)
