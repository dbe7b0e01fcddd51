"""A table as a picture: the rows of a trace, for a wall or a page."""

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from ..core import digits, inputs
from ..core.conventions import Language
from ..core.errors import InputError, UnknownNameError
from ..core.trace import Column, Trace
from .look import COLOURS, SCALE, letters, look, style
from .picture import axes_or_new, describe, lay_out
from .say import listing, say, verbatim, width

MOST = 40  # rows
LETTER, GAP = 0.62, 1.6  # the width of a letter, and what lies between columns, by a letter's size
HIGH = 1.5  # a row
MARKED = "#FCE8B2"


def table(
    trace: Trace,
    ax: Axes | None = None,
    *,
    columns: Mapping[str, str] | None = None,
    marked: Collection[int] = (),
    framed: Collection[tuple[int, str]] = (),
    language: Language | None = None,
    **text: Any,
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
    **text
        Passed on to :meth:`matplotlib.axes.Axes.text`.

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
        ax, size = _axes(ax, sum(wide), HIGH * (len(trace) + 1))
        ends = [sum(wide[:k]) for k in range(len(wide) + 1)]
        _ground(ax, ends[-1], len(trace), marked)
        for k, ((_, column), written) in enumerate(zip(chosen, cells, strict=True)):
            _write(ax, written, column.align, ends[k : k + 2], {"size": size, **text})
        for row, name in framed:
            k = names.index(name)
            _frame(ax, ends[k : k + 2], row)
        rows = list(zip(*cells, strict=True))[1:]
        texts = say("join.semicolon").join(map(listing, rows))
        heads = listing([head for head, _ in chosen])
        return describe(ax, say("alt.table", n=len(trace), columns=heads, rows=texts))


def _chosen(trace: Trace, columns) -> list[tuple[str, Column]]:
    """Take the columns asked for, each with its head."""
    if not 0 < len(trace) <= MOST:
        raise InputError(
            f"the table has {len(trace):,} rows",
            f"a page holds 1 to {MOST} of them",
            "draw a part of it: trace[:20]",
        )
    there = {column.name: column for column in trace.columns}
    heads = {name: name for name in there} if columns is None else columns
    _check(heads, there)
    return [(head, there[name]) for name, head in heads.items()]


def _cells(column: Column, rows: range) -> list[str]:
    """Write a column; scores in fewer digits than in print, where they can be copied from."""
    cells, values = [column.cell(i) for i in rows], [column.values[i] for i in rows]
    if not any(
        cell == digits.threshold(v) for cell, v in zip(cells, values, strict=True) if _long(v)
    ):
        return cells
    write = digits.in_order(filter(_is_float, values), column.name == "threshold")
    return [write(v) if _is_float(v) else cell for cell, v in zip(cells, values, strict=True)]


def _is_float(value) -> bool:
    return type(value) in (float, np.float64)


def _long(value) -> bool:
    return _is_float(value) and digits.short(value) is None


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


def _axes(ax: Axes | None, wide: float, tall: float) -> tuple[Axes, float]:
    """Make a picture as large as the table, or find the letters that fit; units are letters."""
    inch = letters(0.9) / 72 / SCALE[look().size]
    ax = axes_or_new(ax, size=(wide * inch + 0.15, tall * inch + 0.15))
    ax.set_axis_off()
    ax.set(xlim=(0, wide), ylim=(tall, 0))
    box, point = lay_out(ax).get_window_extent(), ax.figure.dpi / 72
    return ax, min(letters(0.9), box.width / point / wide, box.height / point / tall)


def _ground(ax: Axes, wide: float, rows: int, marked: Collection[int]) -> None:
    """Draw lines between the rows, the first a thick one, and a ground below what is marked."""
    for row in marked:
        place = (0, HIGH * (row + 1))
        ax.add_patch(Rectangle(place, wide, HIGH, color=MARKED, linewidth=0, zorder=0))
    between = HIGH * np.arange(2, rows + 1)
    ax.hlines(between, 0, wide, color=COLOURS["negative"], linewidth=0.8, zorder=1)
    ax.plot([0, wide], [HIGH, HIGH], color=COLOURS["ink"], linewidth=1.4, linestyle="-")


def _write(ax: Axes, written: list[str], align: str, ends: list[float], look: dict) -> None:
    x = ends[0] + GAP / 2 if align == "left" else ends[1] - GAP / 2
    for row, cell in enumerate(written):
        ax.text(x, HIGH * (row + 0.5), verbatim(cell), ha=align, va="center_baseline", **look)


def _frame(ax: Axes, ends: list[float], row: int) -> None:
    look = {"fill": False, "edgecolor": COLOURS["threshold"], "linewidth": 2.0}
    corner = ends[0] + 0.2, HIGH * (row + 1) + 0.1
    ax.add_patch(Rectangle(corner, ends[1] - ends[0] - 0.4, HIGH - 0.2, zorder=3, **look))
