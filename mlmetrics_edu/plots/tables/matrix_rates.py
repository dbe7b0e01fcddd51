"""Rates at the edges of a two-by-two table: a frame around the cells that each divides by."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from ...core import digits, words
from ...core.errors import InputError
from ...core.worked import ATOM, Worked, plain
from ...metrics import evaluate
from ...metrics.confusion import Confusion
from ..colours import COLOURS, SERIES, for_letters
from ..look import letters
from ..say import phrases, say

ROOM = 0.07  # of a cell: from a frame to the edge of its cells; that of a column is narrower still
NEARLY = 0.99
AWAY = 2.14  # where the numbers at the edges begin
# Whether a rate divides by those of a true class, by those of a predicted one, or by everybody.
LINES = {"truth": SERIES[2], "prediction": SERIES[1], "all": (COLOURS["ink"], "-")}
TRUE = ({"TP", "FN"}, {"TN", "FP"})


class Side(NamedTuple):
    """Where a rate stands: beside a row, below a column, or at the corner."""

    kind: str
    place: int = 0
    divides: str = "all"

    @property
    def middle(self) -> tuple[float, float]:
        """The point that its words are beside."""
        return {
            "row": (AWAY, self.place + 0.5),
            "column": (self.place + 0.5, AWAY),
            "corner": (AWAY, AWAY),
        }[self.kind]


def draw_rates(
    ax: Axes, c: Confusion, cells: Sequence[Sequence[str]], rates: Sequence[str], signs: Mapping
) -> str:
    """Write rates at the edges, a row's on the right and a column's below; say them in words.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        Where the table stands.
    c : Confusion
        The counts.
    cells : rows of str
        Which count stands where.
    rates : sequence of str
        Which rates.
    signs : mapping of str to str
        How formulas write the four counts.
    """
    sides: dict[Side, list[Worked]] = {}
    for rate in rates:
        sides.setdefault(_side(rate, cells), []).append(c.rate(rate, "nan"))
    for side, found in sides.items():
        _frame(ax, side)
        _write(ax, side, "\n".join(_lines(number, signs, side) for number in found))
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.tick_params(length=0)
    found = [number for numbers in sides.values() for number in numbers]
    told = "; ".join(f"{called(number.name)} {_value(number)}" for number in found)
    return say("alt.rates", rates=told)


def _side(rate: str, cells: Sequence[Sequence[str]]) -> Side:
    """Find where a rate belongs, by the counts that it is made of."""
    needed = evaluate.counts_in(rate)
    rows, columns = (
        [set(row) for row in cells],
        [set(column) for column in zip(*cells, strict=True)],
    )
    for kind, groups in (("row", rows), ("column", columns)):
        if needed in groups:
            return Side(kind, groups.index(needed), "truth" if needed in TRUE else "prediction")
    if needed == rows[0] | rows[1]:
        return Side("corner")
    raise InputError(
        f"{rate} is made of {digits.listing(sorted(needed))}",
        "a rate at an edge divides by one row, by one column or by all four cells",
        "draw precision, recall, specificity, NPV or accuracy",
    )


def _frame(ax: Axes, side: Side) -> None:
    """Draw a frame around a row or a column, or a line along the diagonal, up to the words."""
    colour, line = LINES[side.divides]
    look = {"edgecolor": colour, "linestyle": line, "linewidth": 2.4, "fill": False}
    if side.kind == "corner":
        thin = {"color": colour, "linestyle": line, "linewidth": 1.6, "clip_on": False}
        for start, end in ((0.8, 1.2), (1.8, AWAY)):
            ax.plot([start, end], [start, end], zorder=5, **thin)
        return
    room = ROOM * (1 if side.kind == "row" else 2)
    place, size = (room, side.place + room), (2 - 2 * room, 1 - 2 * room)
    ends = (2 - room, AWAY - 0.03), (side.place + 0.5,) * 2
    turned = slice(None, None, 1 if side.kind == "row" else -1)
    ax.add_patch(Rectangle(place[turned], *size[turned], clip_on=False, zorder=4, **look))
    ax.plot(*ends[turned], color=colour, linewidth=2.4, linestyle=line, clip_on=False, zorder=4)


def _write(ax: Axes, side: Side, text: str) -> None:
    align = {"ha": "left", "va": "center"} if side.kind == "row" else {"ha": "left", "va": "top"}
    align |= {"ha": "center"} if side.kind == "column" else {}
    colour = for_letters(LINES[side.divides][0])
    look = {"size": letters(0.9), "color": colour, "linespacing": 1.3, "annotation_clip": False}
    ax.annotate(text, side.middle, **align, **look)


def _lines(number: Worked, signs: Mapping, side: Side) -> str:
    """Write the name, the formula, and the numbers."""
    formula = number.formula.render(plain, lambda name: (signs[name], ATOM))
    formula = formula.replace(" / (", "\n / (") if side.kind == "corner" else formula
    return f"{called(number.name)}\n{formula}\n= {_value(number)}"


def _value(number: Worked) -> str:
    ratio = number.formula.ratio(number.terms)
    if number != number:
        return f"{ratio}: {say('walk.undefined')}"
    places = 4 if number > NEARLY else 3  # 0.9998 is not 1
    return f"{ratio} = {digits.short(float(number)) or digits.decimal(number, places)}"


def called(name: str) -> str:
    """Call a rate by its first name, in the language in force."""
    known = name in words.TERMS or name in phrases()
    return say(name).partition(" (")[0] if known else words.symbol(name)
