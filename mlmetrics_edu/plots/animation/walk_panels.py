"""What stands beside a walk through the thresholds: the ROC plane, and the four counts."""

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from ...core import words
from ...metrics.confusion import ORIENTATIONS
from ..colours import COLOURS, SERIES
from ..labels import beside
from ..look import letters
from ..say import say, verbatim
from .score_panels import ERRORS

LATTICE = 24  # lines of a grid, one a sample; more are a grey mist
PALE = "#F3F3F3"
CELLS = next(iter(ORIENTATIONS.values()))


def draw_roc_ground(ax: Axes, positives=None, negatives=None, path=None) -> None:
    """Draw the plane: the diagonal, a grid with a line a sample, perhaps the way ahead."""
    ends = (-0.02, 1.02)
    ax.set(xlim=ends, ylim=ends, xlabel=say("walk.fpr"), ylabel=say("walk.tpr"), aspect="equal")
    ax.set(xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
    thin = {"color": "#DDDDDD", "lw": 0.8, "zorder": 0}
    for draw, many in ((ax.axhline, positives), (ax.axvline, negatives)):
        if many is not None and many <= LATTICE:
            for k in range(int(many) + 1):
                draw(k / many, **thin)
    ax.plot([0, 1], [0, 1], color=COLOURS["quiet"], lw=1.3, ls=(0, (2, 2)), zorder=1)
    if path is not None:
        ax.plot(*path, color="#A9A9A9", ls="-", lw=1.4, zorder=2)


def draw_path(ax: Axes, x, y, came_from=None, name: str = "") -> None:
    """Draw the way so far, its last step, and the point where it has come to."""
    ax.plot(x, y, color=SERIES[0][0], ls="-", zorder=3, solid_joinstyle="miter")
    here = (x[-1], y[-1])
    if came_from is not None:
        step = {"color": COLOURS["threshold"], "ls": "-", "lw": letters(0.3), "zorder": 4}
        ax.plot(*zip(came_from, here, strict=True), **step, solid_capstyle="butt")
    edge = {"markeredgecolor": "white", "markeredgewidth": 1.2, "clip_on": False}
    ax.plot(*here, "o", color=COLOURS["threshold"], markersize=letters(0.85), zorder=6, **edge)
    if name:
        _name_point(ax, *here, name)


def _name_point(ax: Axes, x: float, y: float, name: str) -> None:
    right, low = x < 0.55, y < 0.12
    place = {"ha": "left" if right else "right", "va": "bottom" if low else "top"}
    offset = (letters(0.5 if right else -0.5), letters(0.4 if low else -0.4))
    colour = COLOURS["threshold"]
    beside(ax, x, y, verbatim(name), colour, offset=offset, zorder=7, **place)


def draw_counts_ground(ax: Axes) -> None:
    """Draw the table of right and wrong without its numbers; errors look as they do elsewhere."""
    ax.set(xlim=(0, 2), ylim=(-0.9, 2.0), xticks=(0.5, 1.5), yticks=(0.5, 1.5))
    sides = [say("walk.negative"), say("positive")]
    ax.set_xticklabels(sides)
    ax.set_yticklabels(sides[::-1], rotation=90, va="center")
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.set_xlabel(say("predicted"))
    ax.set_ylabel(say("truth_side"), y=1.9 / 2.9)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    for name, (x, y) in _corners().items():
        _draw_cell(ax, name, x, y)


def _corners() -> dict[str, tuple[int, int]]:
    rows = enumerate(CELLS)
    return {name: (column, 1 - row) for row, cells in rows for column, name in enumerate(cells)}


def _draw_cell(ax: Axes, name: str, x: int, y: int) -> None:
    room = 0.03
    low, side = (x + room, y + room), 1 - 2 * room
    ax.add_patch(Rectangle(low, side, side, facecolor=PALE, edgecolor="#BBBBBB"))
    if name in ERRORS:
        ax.add_patch(Rectangle(low, 0.16, side, lw=0.8, **ERRORS[name]))
    ax.text(x + 0.56, y + 0.74, name, ha="center", va="center")


def draw_counts(ax: Axes, cells: dict[str, str], rates: dict[str, str]) -> None:
    """Write the numbers into the table, and both rates below it."""
    for name, (x, y) in _corners().items():
        size = letters(1.5 if len(cells[name]) < 6 else 1.0)
        ax.text(x + 0.56, y + 0.35, cells[name], ha="center", va="center", size=size)
    for k, (name, text) in enumerate(rates.items()):
        symbol = {"recall": "TPR"}.get(name) or words.symbol(name)
        ax.text(0.03, -0.3 - 0.38 * k, f"{symbol} = {text}", va="center", ha="left")
