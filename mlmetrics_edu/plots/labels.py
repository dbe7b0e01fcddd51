"""Names written beside what they name, instead of a legend elsewhere."""

from matplotlib.axes import Axes
from matplotlib.patheffects import withStroke

from .colours import for_letters

HALO = (withStroke(linewidth=3.5, foreground="white"),)


def beside(ax: Axes, x: float, y: float, text: str, colour="#222222", **more):
    """Write beside a point, with a white halo, in letters that stand out."""
    look = {"color": for_letters(colour), "path_effects": HALO, "annotation_clip": False, **more}
    offset = look.pop("offset", (6, 0))
    return ax.annotate(text, (x, y), offset, textcoords="offset points", **look)
