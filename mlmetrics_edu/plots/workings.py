"""A working as a picture: the rows of a trace, and the tree of a number."""

from __future__ import annotations

import textwrap
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.font_manager import FontProperties
from matplotlib.patches import FancyBboxPatch, Rectangle

from ..core import inputs, words
from ..core.conventions import Language
from ..core.errors import InputError, UnknownNameError
from ..core.formula import Worked
from ..core.trace import Column, Trace
from ..core.words import in_numbers, substituted
from .look import COLOURS, SCALE, bold, letters, look, style
from .picture import axes_or_new, describe, lay_out
from .say import listing, say, short_name, verbatim, width

ROWS = 40
LETTER, GAP = 0.62, 1.6  # the width of a letter, and what lies between columns, by a letter's size
HIGH = 1.5  # a row
MARKED = "#FCE8B2"
BOXES = 60
WIDE = 42  # letters in a line of a formula
FILLS = ("#C4DCEF", "#F7F7F7")  # of what is worked out, and of counts
LEADING = 1.35  # from line to line
INSIDE, BESIDE, BELOW = 0.6, 0.9, 2.6  # room inside, beside and below boxes


def table(
    trace: Trace,
    ax: Axes | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    marked: Collection[int] = (),
    framed: Collection[tuple[int, str]] = (),
    language: Language | None = None,
) -> Axes:
    """Draw a table of at most forty rows.

    Parameters
    ----------
    trace : Trace
        The table.
    ax : matplotlib.axes.Axes, optional
        Where to draw, the letters as small as it takes; without it, in a picture of its own.
    columns : mapping of str to str, optional
        Which columns, and what stands above each; without it all, by their names.
    marked : collection of int
        Rows on a ground that stands out, the first one being 0.
    framed : collection of (int, str)
        Cells with a frame around them: row and name of the column.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there are too many rows.
    UnknownNameError
        If there is no such column.
    """
    chosen = _chosen(trace, columns)
    names = [column.name for _, column in chosen]
    framed = [_pair(cell) for cell in framed]
    _check([name for _, name in framed], names)
    rows = range(len(trace))
    cells = [[head, *_cells(column, rows)] for head, column in chosen]
    with style(language=language):
        wide = [LETTER * max(map(width, column)) + GAP for column in cells]
        ax, size = _page(ax, sum(wide), HIGH * (len(trace) + 1), letters(0.9))
        ends = [sum(wide[:k]) for k in range(len(wide) + 1)]
        _ground(ax, ends[-1], len(trace), marked)
        for k, ((_, column), written) in enumerate(zip(chosen, cells, strict=True)):
            _write(ax, written, column.align, ends[k : k + 2], size)
        for row, name in framed:
            k = names.index(name)
            _frame(ax, ends[k : k + 2], row)
        rows = list(zip(*cells, strict=True))[1:]
        texts = say("join.semicolon").join(map(listing, rows))
        heads = listing([head for head, _ in chosen])
        return describe(ax, say("alt.table", n=len(trace), columns=heads, rows=texts))


def _chosen(trace: Trace, columns) -> list[tuple[str, Column]]:
    """Take the columns asked for, each with its head."""
    if not 0 < len(trace) <= ROWS:
        raise InputError(
            f"the table has {len(trace):,} rows",
            f"a page holds 1 to {ROWS} of them",
            "draw a part of it: trace[:20]",
        )
    there = {column.name: column for column in trace.columns}
    heads = {name: name for name in there} if columns is None else columns
    _check(heads, there)
    return [(head, there[name]) for name, head in heads.items()]


def _cells(column: Column, rows: range) -> list[str]:
    """Write a column; scores in fewer digits than in print, where they can be copied from."""
    cells, values = [column.cell(i) for i in rows], [column.values[i] for i in rows]
    pairs = zip(cells, values, strict=True)
    if not any(cell == words.threshold(v) for cell, v in pairs if _long(v)):
        return cells
    write = words.in_order(filter(_is_float, values), column.name == "threshold")
    return [write(v) if _is_float(v) else cell for cell, v in zip(cells, values, strict=True)]


def _is_float(value) -> bool:
    return type(value) in (float, np.float64)


def _long(value) -> bool:
    return _is_float(value) and words.short(value) is None


def _pair(cell) -> tuple:
    if inputs.several(cell) and len(cell) == 2:
        return tuple(cell)
    raise InputError(
        f"a cell to frame is {inputs.short(cell)}",
        "a cell is told by its row and the name of its column",
        'pass pairs such as (0, "recall")',
    )


def _check(names: Collection[str], there: Collection[str]) -> None:
    for name in names:
        if name not in there:
            raise UnknownNameError(
                f"there is no column {name!r}",
                f"the table has {', '.join(there)}",
                "name some of these",
            )


def _page(ax: Axes | None, wide: float, tall: float, usual: float) -> tuple[Axes, float]:
    """Make a picture in which letters are as usual, or find those that fit; units are letters."""
    inch = usual / 72 / SCALE[look().size]
    ax = axes_or_new(ax, size=(max(wide, 12) * inch + 0.2, tall * inch + 0.2))
    ax.set_axis_off()
    ax.set(xlim=(-0.1, wide + 0.1), ylim=(tall + 0.1, -0.1))
    sides = lay_out(ax).get_window_extent().size * 72 / ax.figure.dpi
    return ax, min(usual, *(0.99 * sides / (wide, tall)))


def _ground(ax: Axes, wide: float, rows: int, marked: Collection[int]) -> None:
    """Draw lines between the rows, the first a thick one, and a ground below what is marked."""
    for row in marked:
        place = (0, HIGH * (row + 1))
        ax.add_patch(Rectangle(place, wide, HIGH, color=MARKED, linewidth=0, zorder=0))
    between = HIGH * np.arange(2, rows + 1)
    ax.hlines(between, 0, wide, color=COLOURS["negative"], linewidth=0.8, zorder=1)
    ax.plot([0, wide], [HIGH, HIGH], color=COLOURS["ink"], linewidth=1.4, linestyle="-")


def _write(ax: Axes, written: list[str], align: str, ends: list[float], size: float) -> None:
    x = ends[0] + GAP / 2 if align == "left" else ends[1] - GAP / 2
    for row, cell in enumerate(written):
        ax.text(x, HIGH * (row + 0.5), verbatim(cell), ha=align, va="center_baseline", size=size)


def _frame(ax: Axes, ends: list[float], row: int) -> None:
    look = {"fill": False, "edgecolor": COLOURS["threshold"], "linewidth": 2.0}
    corner = ends[0] + 0.2, HIGH * (row + 1) + 0.1
    ax.add_patch(Rectangle(corner, ends[1] - ends[0] - 0.4, HIGH - 0.2, zorder=3, **look))


@dataclass
class Box:
    """A number: what is written of it, the numbers it is made of, and where it stands."""

    lines: list[str]
    worked: bool
    below: list[Box] = field(default_factory=list)
    width: float = 0.0
    span: float = 0.0
    x: float = 0.0
    y: float = 0.0

    @property
    def height(self) -> float:
        """The height of the box, in letters."""
        return LEADING * len(self.lines) + 2 * INSIDE

    @property
    def row(self) -> float:
        """How wide the boxes below take a row together, in letters."""
        return sum(each.span for each in self.below) + BESIDE * max(0, len(self.below) - 1)

    def all(self) -> list[Box]:
        """List this box and all below it."""
        return [self, *(box for below in self.below for box in below.all())]


def working_tree(
    worked: Worked,
    ax: Axes | None = None,
    *,
    language: Language | None = None,
) -> Axes:
    """Draw how a number was worked out: its formula, its numbers, and what each is made of.

    Parameters
    ----------
    worked : Worked
        Any number of this package.
    ax : matplotlib.axes.Axes, optional
        Where to draw, the letters as small as it takes; without it, in a picture of its own, as
        large as it takes.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If it is no number with a working, or has more than 60 boxes.
    """
    with style(language=language):
        root = _boxes(worked)
        every = root.all()
        if len(every) > BOXES:
            raise InputError(
                f"the tree has {len(every)} boxes",
                f"a page holds {BOXES}",
                "draw one of its terms",
            )
        _place(root)
        wide, tall = root.span, max(each.y + each.height for each in every)
        ax, size = _page(ax, wide, tall, letters())
        _draw(ax, every, size)
        return describe(ax, _in_words(worked))


def _boxes(worked: Worked) -> Box:
    """Make the box of a number and those below it, in the order of the formula."""
    box = Box(_lines(worked), True)
    for name, term in worked.terms.items():
        if isinstance(term, Worked):
            box.below.append(_boxes(term))
        else:
            box.below.append(Box([f"{verbatim(words.symbol(name))} = {_number(term)}"], False))
    return box


def _number(value) -> str:
    short = words.short(value) or words.decimal(value)
    return short if isinstance(value, float) else words.count(value).replace("-", "−")


def _lines(worked: Worked) -> list[str]:
    """Write the name, the formula, the formula with its numbers, and the value."""
    symbol, equal = words.symbol(worked.name), "= "
    lines = [short_name(worked.name)]
    if in_numbers(worked):
        head = equal if lines[0] == symbol else f"{symbol} {equal}"
        for start, text in ((head, worked.formula.text), (equal, substituted(worked))):
            lines += _broken(start + text) if "nan" not in text else []
    lines += textwrap.wrap(_value(worked), WIDE)
    return [verbatim(line) for line in lines]


def _broken(text: str) -> list[str]:
    """Break a long formula where it divides, and only then elsewhere."""
    bar = _outer_bar(text)
    if len(text) <= WIDE or bar < 0:
        return textwrap.wrap(text, WIDE, subsequent_indent="   ")
    return [
        *textwrap.wrap(text[:bar], WIDE, subsequent_indent="   "),
        *textwrap.wrap(text[bar:], WIDE, initial_indent="   ", subsequent_indent="   "),
    ]


def _outer_bar(text: str) -> int:
    """Find where a formula divides, outside all parentheses; −1 if it doesn't."""
    depth = 0
    for at, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == "/" and not depth and text[at - 1] == " ":
            return at
    return -1


def _value(worked: Worked) -> str:
    if worked.reason:
        why = say("undefined_as", why=worked.reason.partition(":")[0])
        return why if worked != worked else f"{why} → {words.count(worked)}"
    fraction = worked.fraction
    if fraction is None:
        return f"≈ {words.decimal(worked)}"
    if fraction.denominator == 1:
        return f"= {words.count(fraction)}".replace("-", "−")
    decimal = f"{'=' if words.says_all(fraction) else '≈'} {words.decimal(worked)}"
    written = words.fraction(fraction)
    return f"= {written} {decimal}" if written else decimal


def _draw(ax: Axes, boxes: list[Box], size: float) -> None:
    for box in boxes:
        for below in box.below:
            ends = ([box.x, below.x], [box.y + box.height, below.y])
            ax.plot(*ends, color=COLOURS["quiet"], linewidth=1.4, linestyle="-", zorder=1)
        left = box.x - box.width / 2
        edge = {"edgecolor": COLOURS["ink"], "linewidth": 2.2 if box is boxes[0] else 1.0}
        corners = f"round,pad=0,rounding_size={0.4 if box.worked else 0.01}"
        look = {"boxstyle": corners, "facecolor": FILLS[not box.worked], "zorder": 2, **edge}
        shape = FancyBboxPatch((left, box.y), box.width, box.height, clip_on=False, **look)
        ax.add_patch(shape)
        for row, line in enumerate(box.lines):
            stress = bold() if row == 0 and box.worked else {}
            x, align = (left + INSIDE, "left") if box.worked else (box.x, "center")
            y = box.y + INSIDE + LEADING * (row + 0.5)
            ax.text(x, y, line, ha=align, va="center_baseline", size=size, zorder=3, **stress)


def _in_words(worked: Worked) -> str:
    """Say the steps from the counts up."""
    known = in_numbers(worked) and worked.steps is not None
    lines = dict.fromkeys(_steps(worked)) if known else [words.both(worked)]
    steps = say("join.semicolon").join(lines)
    return say("alt.working_tree", name=short_name(worked.name), steps=steps)


def _steps(worked: Worked) -> list[str]:
    below = [line for inner in worked.inner for line in _steps(inner)]
    return [*below, " ".join([words.symbol(worked.name), *_sides(worked)])]


def _sides(worked: Worked) -> list[str]:
    if not in_numbers(worked):
        return [_value(worked)]
    return [f"= {worked.formula.text} = {substituted(worked)}", _value(worked)]


def _place(root: Box) -> None:
    """Give each box its width, the room of all that is below it, and its place."""
    measure = _measure()
    for box in reversed(root.all()):
        box.width = max(map(measure, box.lines)) + 2 * INSIDE
        box.span = max(box.width, box.row)
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
    left += (box.span - box.row) / 2
    for each in box.below:
        _set(each, left, tops[1:])
        left += each.span + BESIDE


def _measure():
    """Return a way to measure how wide a text is, in letters, before there is a picture."""
    renderer = FigureCanvasAgg(Figure(dpi=72)).get_renderer()
    heading = FontProperties(size=letters(), **bold())

    def width(text: str) -> float:
        return renderer.get_text_width_height_descent(text, heading, False)[0] / letters()

    return width
