"""The table of right and wrong as a heat map, with rates at its edges."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from ..core import digits, inputs
from ..core.conventions import Language, Orientation
from ..core.errors import InputError
from ..core.formula import Worked
from ..core.inputs import CLASSES
from ..core.writing import ATOM, plain
from ..metrics import rates
from ..metrics.confusion import LETTERS, ORIENTATIONS, Confusion
from .given_tables import of_labels
from .line_breaks import broken
from .look import COLOURS, SERIES, for_letters, ink_on, letters, small, style
from .making_room import give_way, keep_apart
from .picture import axes_or_new, describe
from .say import say, short_name, verbatim

DEFAULT = next(iter(ORIENTATIONS))
LOOK = {"cmap": "Blues", "cbar": False, "square": True, "fmt": ""}
BORDER, FEW = "#C4C4C4", 15  # between cells; of more classes they are thinner
COLOURED = "cells are coloured by what they hold; cmap= says in which colours"
IDLE = {
    "robust": "colours go from 0 to a largest value, which vmin= and vmax= change",
    **dict.fromkeys(("color", "c", "facecolor"), COLOURED),
}
SIDE = 16  # letters in a line of a class's name
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


@of_labels
def confusion(
    c: Confusion,
    ax: Axes | None = None,
    *,
    orientation: Orientation = DEFAULT,
    names: tuple[str, str] | None = None,
    rates: Sequence[str] = (),
    lettered: bool = False,
    language: Language | None = None,
    **heatmap: Any,
) -> Axes:
    """Draw the four counts, each cell with its name and its number.

    Parameters
    ----------
    c : Confusion
        The counts.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    orientation : str
        Which of the four customs to follow; see :meth:`Confusion.table`.
    names : pair of str
        What the negative and the positive class are called, if not as the labels were.
    rates : sequence of str
        Rates to write at the edges, with a frame around the row or the column that each divides
        by: ``"precision"``, ``"recall"``, ``"specificity"``, ``"npv"``; ``"accuracy"`` stands at
        the end of the diagonal.
    lettered : bool
        Whether cells and formulas have the letters A, B, C and D of the books.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **heatmap
        Passed on to :func:`seaborn.heatmap`; ``fmt`` says how counts are written, and
        ``annot_kws`` how all in a cell looks.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there is no such orientation, or a keyword would have no effect.
    """
    from seaborn import heatmap as draw_heatmap

    table = c.table(orientation)
    used(heatmap, IDLE)
    rates = [rates] if isinstance(rates, str) else list(rates)
    signs = _signs(orientation, lettered)
    with style(language=language):
        order = classes_of(c, names)[:: 1 if "negative first" in orientation else -1]
        look = {**LOOK, **between(2), "annot": _cells(c, orientation, signs, heatmap)}
        words = {"size": letters(1.5), **heatmap.pop("annot_kws", {})}
        # One scale for tables of the same samples, and never so dark that black letters drown.
        named = heatmap.keys().isdisjoint({"xticklabels", "yticklabels"})
        names_of_sides = dict.fromkeys(("xticklabels", "yticklabels"), not named and order)
        look |= {**names_of_sides, "vmin": 0, "vmax": 1.5 * c.total}
        ax = axes_or_new(ax, size=(6.9, 5.6) if rates else (4.8, 4.2))
        draw_heatmap(table, ax=ax, annot_kws=words, **{**look, **heatmap})
        for text, ground in zip(ax.texts, ax.collections[-1].get_facecolors(), strict=False):
            text.set_color(words.get("color") or words.get("c") or ink_on(ground))
        if named:
            family = {"family": mpl.rcParams["font.family"]}  # on an Axes of somebody's own, too
            ax.set_xticks([0.5, 1.5], order, **family)
            ax.set_yticks([0.5, 1.5], order, va="center", **family)
        frame_diagonal(ax, 2)
        label_sides(ax, orientation)
        ax.tick_params(axis="y", rotation=90)
        keep_apart(ax, ax.get_xticklabels())
        keep_apart(ax, ax.get_yticklabels(), upright=True)
        give_way(ax)
        custom = say(orientation).partition("\n")[0]
        describe(ax, say("alt.confusion", orientation=custom, counts=c.summary))
        values = draw_rates(ax, c, ORIENTATIONS[orientation], rates, signs) if rates else ""
        return describe(ax, values)


def classes_of(c: Confusion, names: tuple[str, str] | None = None) -> list[str]:
    """Name the classes as the labels did; where they had no words, in the language in force."""
    if names is None and c.names == CLASSES:
        return [say(name) for name in CLASSES]
    return [verbatim(broken(str(name), SIDE, 2)) for name in names or c.names]


def _signs(orientation: str, lettered: bool) -> dict[str, str]:
    """Say what the four counts are called: by their names, or by the letters of the books."""
    letter = LETTERS[orientation.partition(",")[0]]
    return {cell: name if lettered else cell for name, cell in letter.items()}


def used(keywords: Mapping, idle: Mapping[str, str]) -> None:
    """Refuse the keywords that would have no effect, each with the reason."""
    for name in keywords.keys() & idle.keys():
        raise InputError(
            f"{name}={inputs.short(keywords[name])}",
            idle[name],
            f"leave {name} out; the other keywords of seaborn.heatmap do have an effect",
        )


def writer(form: str | None, usual: Callable) -> Callable:
    """Return what writes a number: as usual, or by a format such as ``".1f"``."""

    def write(value):
        try:
            return format(value, form)
        except (ValueError, TypeError):
            raise InputError(
                f"fmt={inputs.short(form)}",
                f"{inputs.short(value)} can't be written by it",
                'pass a format of Python, such as fmt=",.0f"',
            ) from None

    return usual if form is None else write


def _cells(c: Confusion, orientation: str, signs: dict[str, str], heatmap: dict) -> list[list[str]]:
    """Write each cell; a format speaks of the counts, unless somebody writes the cells himself."""
    write = writer(None if "annot" in heatmap else heatmap.pop("fmt", None), digits.count)
    cells = ORIENTATIONS[orientation]
    head = {cell: sign if sign == cell else f"{sign}\n{cell}" for cell, sign in signs.items()}
    return [[f"{head[cell]}\n{write(c.counts[cell])}" for cell in row] for row in cells]


def label_sides(ax: Axes, orientation: str) -> None:
    """Say what stands in the rows, and above what in the columns, as books do."""
    sides = ("truth_side", "predicted") if "rows" in orientation else ("predicted", "truth_side")
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.set(ylabel=say(sides[0]), xlabel=say(sides[1]))
    ax.tick_params(length=0)


def between(k: int) -> dict:
    """Return the look of what separates the cells of k classes."""
    return {"linecolor": BORDER, "linewidths": 0.8 if k <= FEW else 0.3}


def frame_diagonal(ax: Axes, k: int) -> None:
    """Draw a border around the table, and a plain one around each cell of what is right."""
    look = {"facecolor": "none", "clip_on": False}
    for i in range(k):
        edge = {"edgecolor": COLOURS["ink"], "linewidth": 1.4 if k <= FEW else 0.8}
        ax.add_patch(Rectangle((i, i), 1, 1, zorder=2.5, **edge, **look))
    around = {"edgecolor": COLOURS["quiet"], "linewidth": 1.0}
    ax.add_patch(Rectangle((0, 0), k, k, zorder=2.4, **around, **look))


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
    for side, numbers in sides.items():
        _frame(ax, side)
        _write(ax, side, "\n".join(_lines(number, signs, side) for number in numbers))
    values = say("join.semicolon").join(
        f"{short_name(number.name)} {value_of(number)}"
        for numbers in sides.values()
        for number in numbers
    )
    return say("alt.rates", rates=values)


def _side(rate: str, cells: Sequence[Sequence[str]]) -> Side:
    """Find where a rate belongs, by the counts that it is made of."""
    needed = rates.counts_in(rate)
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
    look = {"size": small(0.9), "color": colour, "linespacing": 1.3, "annotation_clip": False}
    ax.annotate(text, side.middle, **align, **look)


def _lines(number: Worked, signs: Mapping, side: Side) -> str:
    """Write the name, the formula, and the numbers."""
    formula = number.formula.render(plain, lambda name: (signs[name], ATOM))
    formula = formula.replace(" / (", "\n / (") if side.kind == "corner" else formula
    return f"{short_name(number.name)}\n{formula}\n= {value_of(number)}"


def value_of(number: Worked) -> str:
    ratio = number.formula.ratio(number.terms)
    if number != number:
        return say("labelled", what=ratio, value=say("walk.undefined"))
    places = 4 if number > NEARLY else 3  # 0.9998 is not 1
    return f"{ratio} = {digits.short(float(number)) or digits.decimal(number, places)}"
