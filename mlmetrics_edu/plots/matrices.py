"""Tables of right and wrong: of two classes, with rates at the edges; of any number of classes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from ..core import words
from ..core.arithmetic import ATOM, plain
from ..core.conventions import CellValues, Language, MatrixOrientation, Orientation, options
from ..core.errors import InputError, choice
from ..core.formula import Worked
from ..core.inputs import CLASSES
from ..metrics import rates
from ..metrics.confusion import LETTERS, ORIENTATIONS, Confusion
from ..metrics.confusion_matrix import ORIENTATIONS as MATRIX_ORIENTATIONS
from ..metrics.confusion_matrix import ConfusionMatrix
from .look import (
    COLOURS,
    SCALE,
    SERIES,
    for_letters,
    ground_of,
    ink_on,
    is_dark,
    label_bar,
    letters,
    look,
    small,
    style,
)
from .picture import axes_or_new, describe, lay_out
from .placing import arrange, give_way, keep_apart
from .say import broken, listing, say, short_name, verbatim, width

DEFAULT = next(iter(ORIENTATIONS))
BORDER, FEW = "#C4C4C4", 15  # between cells; of more classes they are thinner
SIDE = 16  # letters in a line of a class's name
ROOM = 0.07  # of a cell: from a frame to the edge of its cells; that of a column is narrower still
NEARLY = 0.99
AWAY = 2.14  # where the numbers at the edges begin
# Whether a rate divides by those of a true class, by those of a predicted one, or by everybody.
LINES = {"truth": SERIES[2], "prediction": SERIES[1], "all": (COLOURS["ink"], "-")}
TRUE = ({"TP", "FN"}, {"TN", "FP"})


VALUES = options(CellValues)
MOST = 30  # classes; the numbers of more can't be read
SAID = 4  # classes; the cells of more are too many to be said in words
LINE, NAME = 14, 26  # letters in a line of a class's name, and in all of it
MOST_LINES = 3  # of a name beside a row that is high enough
LETTER = 0.62  # the width of one, by its size
SHARE, SHORTEST = 0.5, 8  # of a side, that a name takes at most; letters that it may always have
ROUNDS = 2  # in which names find their form
SETTLED = 4  # layouts
FEW_ROWS = 12  # of which each is high enough for two lines
SMALLEST = 0.5  # letters, relative to the usual ones
FADED_ON_DARK = 1.9  # where middle tones lie higher
FADED = 1.5  # so far beyond the largest value do colours reach: black numbers never drown


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


def confusion(
    c: Confusion,
    ax: Axes | None = None,
    *,
    orientation: Orientation = DEFAULT,
    names: tuple[str, str] | None = None,
    rates: str | Sequence[str] = (),
    lettered: bool = False,
    language: Language | None = None,
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
    rates : str, or sequence of str
        Rates to write at the edges, with a frame around the row or the column that each divides
        by: ``"precision"``, ``"recall"``, ``"specificity"``, ``"npv"``; ``"accuracy"`` stands at
        the end of the diagonal.
    lettered : bool
        Whether cells and formulas have the letters A, B, C and D of the books.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there is no such orientation, or a rate has no edge to stand at.

    Examples
    --------
    >>> from mlmetrics_edu import Confusion
    >>> ax = confusion(Confusion(tp=4, fp=3, fn=2, tn=11), rates=["precision"])
    >>> [text.get_text() for text in ax.texts][3:]
    ['TP\\n4', 'precision\\nTP / (TP + FP)\\n= 4/7 = 0.571']
    """
    table = c.table(orientation)
    rates = [rates] if isinstance(rates, str) else list(rates)
    signs = _signs(orientation, lettered)
    with style(language=language):
        ax = axes_or_new(ax, size=(6.9, 5.6) if rates else (4.8, 4.2))
        # One scale for tables of the same samples, and never so dark that black letters drown.
        look = {"cmap": "Blues", "vmin": 0, "vmax": 1.5 * c.total}
        look |= {"edgecolor": BORDER, "linewidth": _between(2)}
        drawn = ax.pcolormesh(table, **look)
        ax.set(xlim=(0, 2), ylim=(2, 0), aspect="equal")
        ax.spines[:].set_visible(False)
        _write_counts(ax, drawn, c, ORIENTATIONS[orientation], signs)
        _name_both(ax, classes_of(c, names), orientation)
        custom = say(orientation).partition("\n")[0]
        describe(ax, say("alt.confusion", orientation=custom, counts=c.summary))
        values = _draw_rates(ax, c, ORIENTATIONS[orientation], rates, signs) if rates else ""
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


def _write_counts(ax: Axes, mesh: QuadMesh, c: Confusion, rows, signs: Mapping) -> None:
    """Write into each cell what it is called, and its count."""
    mesh.update_scalarmappable()  # its colours come while it is drawn
    grounds = mesh.get_facecolors().reshape(2, 2, 4)
    look = {"ha": "center", "va": "center", "size": letters(1.5)}
    for i, row in enumerate(rows):
        for j, cell in enumerate(row):
            head = cell if signs[cell] == cell else f"{signs[cell]}\n{cell}"
            text = f"{head}\n{words.count(c.counts[cell])}"
            ax.text(j + 0.5, i + 0.5, text, color=ink_on(grounds[i, j]), **look)


def _name_both(ax: Axes, names: list[str], orientation: str) -> None:
    """Name both classes at both sides, and frame what is right."""
    order = names[:: 1 if "negative first" in orientation else -1]
    family = {"family": mpl.rcParams["font.family"]}  # on an Axes of somebody's own, too
    ax.set_xticks([0.5, 1.5], order, **family)
    ax.set_yticks([0.5, 1.5], order, va="center", **family)
    _frame_diagonal(ax, 2)
    _label_sides(ax, orientation)
    ax.tick_params(axis="y", rotation=90)
    keep_apart(ax, ax.get_xticklabels())
    keep_apart(ax, ax.get_yticklabels(), upright=True)
    give_way(ax)


def _label_sides(ax: Axes, orientation: str) -> None:
    """Say what stands in the rows, and above what in the columns, as books do."""
    sides = ("truth_side", "predicted") if "rows" in orientation else ("predicted", "truth_side")
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.set(ylabel=say(sides[0]), xlabel=say(sides[1]))
    ax.tick_params(length=0)


def _between(k: int) -> float:
    """Return how thick the lines between the cells of k classes are."""
    return 0.8 if k <= FEW else 0.3


def _frame_diagonal(ax: Axes, k: int) -> None:
    """Draw a border around the table, and a plain one around each cell of what is right."""
    look = {"facecolor": "none", "clip_on": False}
    for i in range(k):
        edge = {"edgecolor": COLOURS["ink"], "linewidth": 1.4 if k <= FEW else 0.8}
        ax.add_patch(Rectangle((i, i), 1, 1, zorder=2.5, **edge, **look))
    around = {"edgecolor": COLOURS["quiet"], "linewidth": 1.0}
    ax.add_patch(Rectangle((0, 0), k, k, zorder=2.4, **around, **look))


def _draw_rates(ax: Axes, c: Confusion, cells, rates: Sequence[str], signs: Mapping) -> str:
    """Write rates at the edges, a row's on the right and a column's below; say them in words."""
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
    needed, rows = rates.counts_in(rate), [set(row) for row in cells]
    columns = [set(column) for column in zip(*cells, strict=True)]
    for kind, groups in (("row", rows), ("column", columns)):
        if needed in groups:
            return Side(kind, groups.index(needed), "truth" if needed in TRUE else "prediction")
    if needed == rows[0] | rows[1]:
        return Side("corner")
    raise InputError(
        f"{rate} is made of {words.listing(sorted(needed))}",
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
    return f"{ratio} = {words.short(float(number)) or words.decimal(number, places)}"


def confusion_matrix(
    m: ConfusionMatrix,
    ax: Axes | None = None,
    *,
    orientation: MatrixOrientation = MATRIX_ORIENTATIONS[0],
    values: CellValues = "counts",
    totals: bool = False,
    language: Language | None = None,
) -> Axes:
    """Draw the table of all classes: what is right stands framed on the diagonal.

    Numbers are written as large as the cells allow, and left out where they have no room.

    Parameters
    ----------
    m : ConfusionMatrix
        The counts.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    orientation : str
        Which of the four customs to follow; see :meth:`ConfusionMatrix.table`.
    values : {"counts", "row shares", "column shares", "all shares", "both"}
        What a cell holds: its count, its share of its row or column as drawn, its share of all
        samples, or its count and its share of the row. Colours go by the share, unless counts
        stand alone.
    totals : bool
        Whether the sums of rows and columns stand at the edges.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there is no such orientation, or no such kind of values.

    Examples
    --------
    >>> from mlmetrics_edu import ConfusionMatrix
    >>> ax = confusion_matrix(ConfusionMatrix([[5, 1], [2, 4]], ["cat", "dog"]))
    >>> [text.get_text() for text in ax.texts]
    ['5', '1', '2', '4']
    """
    counts = m.table(orientation)
    choice(values, VALUES, "values")
    with style(language=language):
        ax = axes_or_new(ax, size=_size(m, totals))
        shares = shares_of(counts, values)
        mesh = _draw(ax, counts if values == "counts" else shares, m.k + totals)
        _label_sides(ax, orientation)
        give_way(ax)
        _name_sides(ax, m, orientation, totals)
        written = dict(np.ndenumerate(_cells(counts, shares, values)))
        written |= _sums(counts) if totals else {}
        numbers = m.k <= MOST and _fitting(lay_out(ax), written.values()) >= small(SMALLEST)
        _colour(ax, mesh, values, numbers)
        keep_apart(ax, ax.get_xticklabels())
        keep_apart(ax, ax.get_yticklabels(), upright=True)
        if numbers:
            _write_cells(ax, mesh, written)
        left_out = "" if numbers else f" {say('alt.no_room')}"
        return describe(ax, _in_words(m, orientation, values) + left_out)


def _size(m: ConfusionMatrix, totals: bool) -> tuple[float, float]:
    """Make room for the cells, and for the names beside and below them."""
    side = min(max(3.4, 1.2 + 0.52 * (m.k + totals)), 9.0)
    longest = max(map(width, class_names(m)))
    inch = 72 * SCALE[look().size]
    upright = not _across(m, totals, inch * 0.9 * side / (m.k + totals), letters())
    bar = 1.2 if m.k > MOST else 0.3
    high = 0.1 * min(longest, LINE if m.k <= FEW_ROWS else NAME) * upright
    return side + 0.5 + 0.11 * min(longest, LINE) + bar, side + 0.9 + high


def _draw(ax: Axes, coloured: np.ndarray, n: int) -> QuadMesh:
    """Draw the cells; beside them, sums have no colour."""
    from seaborn import heatmap

    look = {"cmap": "Blues", "linecolor": BORDER, "linewidths": _between(len(coloured))}
    look |= {"cbar": False, "square": True, "xticklabels": False, "yticklabels": False}
    heatmap(coloured, vmin=0, vmax=1, ax=ax, **look)
    for i, j in np.argwhere(np.isnan(coloured)):
        empty = {"hatch": "///", "edgecolor": "#B0B0B0", "facecolor": "none", "linewidth": 0}
        ax.add_patch(Rectangle((j, i), 1, 1, clip_on=False, **empty))
    _frame_diagonal(ax, len(coloured))
    ax.set(xlim=(0, n), ylim=(n, 0))
    return next(one for one in reversed(ax.collections) if isinstance(one, QuadMesh))


def _colour(ax: Axes, mesh: QuadMesh, values: str, numbers: bool) -> None:
    """Choose how far colours reach: black numbers never drown; without them, a bar says it."""
    top = (mesh.get_array().max() or 1) if values == "counts" else 1
    faded = FADED_ON_DARK if is_dark(ground_of(ax)) else FADED
    mesh.set_clim(0, top * (faded if numbers else 1))
    if not numbers:
        bar = ax.figure.colorbar(mesh, ax=ax)
        bar.outline.set_linewidth(0)
        label_bar(ax, bar, say("row shares" if values == "both" else values))
        for _ in range(SETTLED):  # it takes room, and a square comes to its place in steps
            lay_out(ax)


class Sides(NamedTuple):
    """What stands above the columns and beside the rows, and how."""

    above: list[str]
    beside: list[str]
    turned: bool
    sizes: tuple[float, float]


def _name_sides(ax: Axes, m: ConfusionMatrix, orientation: str, totals: bool) -> None:
    """Name rows and columns, by the room that there is once they are named."""
    box = ax.get_position(original=True).transformed(ax.figure.transSubfigure)
    side = min(box.width, box.height) * 72 / ax.figure.dpi
    place = np.arange(m.k + totals) + 0.5
    look = {"family": mpl.rcParams["font.family"]}  # on an Axes of somebody's own, too
    named = None
    for _ in range(ROUNDS):
        sides = _sides(m, orientation, totals, _points(ax) / len(place), side)
        if sides == named:
            break
        named, (above, beside) = sides, sides.sizes
        ax.set_xticks(place, sides.above, rotation=90 * sides.turned, size=above, **look)
        ax.set_yticks(place, sides.beside, rotation=0, size=beside, **look)
        lay_out(ax)  # what has to be square settles at the second time


def _sides(m: ConfusionMatrix, orientation: str, totals: bool, cell: float, side: float) -> Sides:
    """Break names so that they fit cells, and leave the table its part of a side, in points."""
    size = min(letters(), max(small(SMALLEST), 0.75 * cell))
    lines = int(min(max(cell / (1.25 * size), 1), MOST_LINES))
    room = max(int(SHARE * side / (LETTER * size)), SHORTEST)
    named = class_names(m, min(room, NAME if lines == 1 else LINE), lines)
    beside = _ordered(named, orientation, totals)
    across = _across(m, totals, cell, size)
    if across is None:
        return Sides(beside, beside, True, (size, size))
    return Sides(_ordered(across[0], orientation, totals), beside, False, (across[1], size))


def _across(m: ConfusionMatrix, totals: bool, cell: float, size: float):
    """Break names so that they lie above columns, with the size of their letters, if they can."""
    for smaller in (size, 0.85 * size, 0.7 * size):
        room = max(int(0.92 * cell / (LETTER * smaller)), 1)
        names = class_names(m, room, MOST_LINES)
        if smaller < small(SMALLEST) or width(say("total")) * totals > room:
            return None
        if not any("-\n" in name or name.endswith("…") for name in names):
            return names, smaller
    return None


def _ordered(names: list[str], orientation: str, totals: bool) -> list[str]:
    return names[:: 1 if "in order" in orientation else -1] + [say("total")] * totals


def _points(ax: Axes) -> float:
    """Measure the shorter side of an Axes, in points."""
    box = lay_out(ax).get_window_extent()
    return min(box.width, box.height) * 72 / ax.figure.dpi


def _cells(counts: np.ndarray, shares: np.ndarray, values: str) -> np.ndarray:
    """Write each cell."""
    counted = np.array([[words.count(n) for n in row] for row in counts.tolist()], "O")
    if values == "counts":
        return counted
    shared = np.array([[_share(share) for share in row] for row in shares.tolist()], "O")
    return counted + "\n" + shared if values == "both" else shared


def _share(value: float) -> str:
    if value != value:
        return "–"
    return f"{value:.0f}" if value in (0, 1) else "<0.01" if value < 0.005 else f"{value:.2f}"


def _sums(counts: np.ndarray) -> dict[tuple[int, int], str]:
    """Write the sums of rows and columns, each at its place."""
    k = len(counts)
    sums = {(i, k): counts[i].sum() for i in range(k)} | {(k, k): counts.sum()}
    sums |= {(k, j): counts[:, j].sum() for j in range(k)}
    return {place: words.count(n) for place, n in sums.items()}


def _write_cells(ax: Axes, mesh: QuadMesh, written: Mapping[tuple[int, int], str]) -> None:
    """Write the numbers as large as the cells allow."""
    mesh.update_scalarmappable()  # its colours come while it is drawn
    k = len(mesh.get_coordinates()) - 1
    grounds = mesh.get_facecolors().reshape(k, k, 4)
    look = {"ha": "center", "va": "center", "in_layout": False}  # in its cell
    texts = []
    for (i, j), text in written.items():
        ground = grounds[i, j] if max(i, j) < k else np.ones(4)
        ink = ink_on(ground) if ground[3] else COLOURS["ink"]
        texts.append(ax.text(j + 0.5, i + 0.5, text, color=ink, **look))
    _fit(ax, texts)
    arrange(ax, partial(_fit, ax, texts))


def _fit(ax: Axes, texts: list[Text]) -> None:
    size = _fitting(ax, [text.get_text() for text in texts])
    for text in texts:
        text.set_size(size)


def _fitting(ax: Axes, texts: Collection[str]) -> float:
    """Find how large numbers may be, so that the longest of them stays in its cell."""
    cell = _points(ax) / ax.get_xlim()[1]
    lines = max(text.count("\n") + 1 for text in texts)
    wide = 0.88 * cell / (0.64 * max(map(width, texts)))
    return min(letters(1.3), wide, 0.8 * cell / 1.4 / lines)


def class_names(m: ConfusionMatrix, room: int = NAME, lines: int = 1) -> list[str]:
    """Write what the classes are called, in so many lines of so many letters."""
    return [verbatim(broken(str(label), room, lines)) for label in m.labels]


def _in_words(m: ConfusionMatrix, orientation: str, values: str) -> str:
    wrong = m.counts - np.diag(m.counts.diagonal())
    order = np.argsort(-wrong, axis=None, kind="stable")[:3]
    worst = [np.unravel_index(place, wrong.shape) for place in order if wrong.flat[place] > 0]
    mistakes = [
        say("mistake", truth=m.labels[i], guess=m.labels[j], n=words.count(wrong[i, j]))
        for i, j in worst
    ]
    details = {"k": m.k, "n": words.count(m.total), "accuracy": words.both(m.accuracy)}
    details |= {"orientation": say(orientation), "values": say(values)}
    parts = [say("alt.confusion_matrix", **details), _cells_in_words(m)]
    parts += (
        [say("alt.mistakes", mistakes=say("join.semicolon").join(mistakes))] if mistakes else []
    )
    return " ".join(filter(None, parts))


def _cells_in_words(m: ConfusionMatrix) -> str:
    """Say every cell of a small table."""
    if m.k > SAID:
        return ""
    rows = (
        listing([f"{name} {words.count(n)}" for name, n in zip(m.labels, row, strict=True)])
        for row in m.counts
    )
    values = (say("alt.row", truth=a, cells=b) for a, b in zip(m.labels, rows, strict=True))
    return say("alt.rows", rows=say("join.semicolon").join(values))


def shares_of(table: np.ndarray, whole: str) -> np.ndarray:
    """Divide each cell by the sum of its row, of its column or of all; nan where that is 0.

    Examples
    --------
    >>> shares_of(np.array([[3, 1], [0, 0]]), "row shares")
    array([[0.75, 0.25],
           [ nan,  nan]])
    """
    sums = table.sum({"column shares": 0, "all shares": None}.get(whole, 1), keepdims=True)
    with np.errstate(invalid="ignore"):
        return table / np.where(sums > 0, sums, np.nan)
