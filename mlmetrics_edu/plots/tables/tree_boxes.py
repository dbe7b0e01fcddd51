"""Boxes of text in a tree: how large each is, and where it stands so that none lies on another.

All lengths are in letters: multiples of the size of the letters.
"""

from dataclasses import dataclass, field

from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties

from ..look import letters

LEADING = 1.35  # from line to line
INSIDE, BESIDE, BELOW = 0.6, 0.9, 2.6  # room inside, beside and below boxes


@dataclass
class Box:
    """A number: what is written of it, the numbers it is made of, and where it stands."""

    lines: list[str]
    worked: bool
    below: list["Box"] = field(default_factory=list)
    width: float = 0.0
    span: float = 0.0
    x: float = 0.0
    y: float = 0.0

    @property
    def height(self) -> float:
        """The height of the box, in letters."""
        return LEADING * len(self.lines) + 2 * INSIDE

    def all(self) -> list["Box"]:
        """List this box and all below it."""
        return [self, *(box for below in self.below for box in below.all())]


def place(root: Box) -> None:
    """Give each box its width, the room of all that is below it, and its place."""
    measure = _measure()
    for box in reversed(root.all()):
        box.width = max(map(measure, box.lines)) + 2 * INSIDE
        below = sum(each.span for each in box.below) + BESIDE * max(0, len(box.below) - 1)
        box.span = max(box.width, below)
    _set(root, 0.0, _levels(root))


def _levels(root: Box) -> list[float]:
    """Find the upper end of each row of boxes."""
    tops, row = [0.0], [root]
    while row:
        tops.append(tops[-1] + max(box.height for box in row) + BELOW)
        row = [below for box in row for below in box.below]
    return tops


def _set(box: Box, left: float, tops: list[float]) -> None:
    box.x, box.y = left + box.span / 2, tops[0]
    below = sum(each.span for each in box.below) + BESIDE * max(0, len(box.below) - 1)
    left += (box.span - below) / 2
    for each in box.below:
        _set(each, left, tops[1:])
        left += each.span + BESIDE


def _measure():
    """Return a way to measure how wide a text is, in letters, before there is a picture."""
    renderer = FigureCanvasAgg(Figure(dpi=72)).get_renderer()
    heading = FontProperties(size=letters(), weight="bold")

    def width(text: str) -> float:
        return renderer.get_text_width_height_descent(text, heading, False)[0] / letters()

    return width
