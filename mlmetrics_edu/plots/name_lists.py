"""Two lists that overlap: of those predicted positive, and of those who are, name by name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from ..core import digits
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.inputs import flag
from ..metrics.confusion import Confusion
from .look import COLOURS, for_letters, small, style
from .look import width as thick
from .matrices import LINES, classes_of, value_of
from .picture import axes_or_new, describe
from .placing import arrange
from .say import broken, listing, say, short_name, verbatim, width

MOST = 60  # names; more are hard to find on a page
WIDE = 7.4  # inches
ROW = 0.36  # of them, for each row of names
ZONE = 22  # letters beside each other in a third of the picture
LINES_OF_NAME = 2
ROWS, TALL = 8, 15  # of names that are short, and of long ones; of more, they stand closer
ACROSS = 4  # names beside each other at most, in a third of the picture
HEAD, HEADINGS, BELOW = 1.0, 2.5, 0.7  # rows: a zone's head, what is above both lists, between
AROUND = 0.06  # of a zone, on each side of its names
SLACK = 0.94  # of their room that words take
# What a name stands on, the colour of its letters, and the line around it: thick if truly positive.
CHIPS = {
    "TP": ("#0072B2", "white", 1.0),
    "FP": ("#F6D08A", "black", 0.35),
    "FN": ("#CDE5F3", "black", 1.0),
    "TN": ("#F0F0F0", "black", 0.35),
}
PLACES = {"FP": 0, "TP": 1, "FN": 2}  # thirds of the picture


class Grid(NamedTuple):
    """How names stand: so many beside each other in a third, and rows on and below the lists."""

    across: int
    rows: int
    below: int

    @property
    def outside(self) -> float:
        """Where the names begin that are on neither list."""
        return self.rows + BELOW + HEAD

    @property
    def end(self) -> float:
        """Where all of it ends."""
        return self.outside + self.below + 0.1


def two_lists(
    confusion: Confusion,
    ax: Axes | None = None,
    *,
    counts: bool = True,
    language: Language | None = None,
) -> Axes:
    """Draw the list of those predicted positive and the list of those who are, with all names.

    Precision is a share of the first list, the collector's, and recall of the second one, the
    accountant's. Both have the same numerator: the names in the overlap.

    Parameters
    ----------
    confusion : Confusion
        Of at most 60 samples that are known, such as :meth:`Confusion.from_labels` counts.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    counts : bool
        Whether the cells are named and counted, and the rates worked out; else that is left to the
        reader, and there are only names.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If the samples are unknown, weighted, or too many.
    """
    samples, counted = few_samples(confusion), flag(counts, "counts")
    names = {cell: [str(name) for name in who] for cell, who in samples.items()}
    grid = _grid(names)
    with style(language=language):
        high = HEADINGS + HEAD + grid.end
        ax = axes_or_new(ax, size=(WIDE, 0.3 + ROW * high))
        ax.set(xlim=(-0.02, 3.02), ylim=(grid.end, -HEADINGS - HEAD))
        ax.set_axis_off()
        _draw_frames(ax, grid)
        _write_headings(ax, confusion, counted)
        if counted:
            _write_heads(ax, names, grid)
        _draw_names(ax, names, grid)
        return describe(ax, _in_words(confusion, names, counted))


def few_samples(c: Confusion) -> dict[str, tuple[Any, ...]]:
    """Return who is in which cell, if each can have a name of its own on a page.

    Raises
    ------
    InputError
        If the samples are unknown, weighted, or too many.
    """
    samples = dict(c.samples)
    many = sum(map(len, samples.values()))
    if many > MOST:
        raise InputError(
            f"there are {many:,} samples",
            f"each has its name on a list, and a page holds {MOST}",
            "take fewer of them, or draw their counts: mm.plots.confusion(c)",
        )
    if c.total != many:
        raise InputError(
            f"{many} samples, and counts of {c.summary}",
            "on a list each sample counts once",
            "count again without weights: mm.Confusion.from_labels(y_true, y_pred, ids=ids)",
        )
    return samples


def _grid(names: dict[str, list[str]]) -> Grid:
    """Set names beside each other by how long they are, closer together where they are many."""
    longest = max((width(name) for who in names.values() for name in who), default=1)
    most = max(len(names[cell]) for cell in PLACES)
    across = max(1, min(ZONE // (longest + 2), 3))
    while across < ACROSS:
        fits = longest <= LINES_OF_NAME * _room(across + 1)
        if -(-most // across) <= (ROWS if fits else TALL):
            break
        across += 1
    return Grid(across, max(1, -(-most // across)), -(-len(names["TN"]) // (3 * across)))


def _room(across: int) -> int:
    """Return how many letters a name may have in a line."""
    return ZONE // across - 1


def _draw_frames(ax: Axes, grid: Grid) -> None:
    """Draw a frame around each list, one a little higher than the other, so that both are seen."""
    frames = []
    for kind, left, shift in (("prediction", 0, -0.14), ("truth", 1, 0.08)):
        colour, line = LINES[kind]
        look = {"edgecolor": colour, "linestyle": line, "fill": False, "clip_on": False}
        corner, high = (left, shift - HEAD), grid.rows + HEAD + 0.24
        frames.append(ax.add_patch(Rectangle(corner, 2, high, **look)))
    arrange(ax, partial(_fit_frames, ax, frames, thick(1.1)))


def _fit_frames(ax: Axes, frames: Sequence[Rectangle], usual: float) -> None:
    """Draw frames as thick as usual, or thinner where rows are low."""
    row = ax.bbox.height / abs(np.subtract(*ax.get_ylim())) * 72 / ax.figure.dpi
    for frame in frames:
        frame.set_linewidth(min(usual, 0.1 * row))


def _write_headings(ax: Axes, c: Confusion, counted: bool) -> None:
    """Say above each list what it is; if counted, how many are on it, and which rate they make."""
    name, texts = classes_of(c)[1], []
    for kind, who, n, rate, x, side in (
        ("prediction", "collector", c.tp + c.fp, "precision", 0, "left"),
        ("truth", "accountant", c.tp + c.fn, "recall", 3, "right"),
    ):
        worked = f"{short_name(rate)} = {value_of(c.rate(rate, 'nan'))}"
        lines = [say(f"lists.{who}"), say(f"lists.of_{who}", name=name, n=digits.count(n)), worked]
        if not counted:
            lines[1:] = [say(f"lists.named_{who}", name=name)]
        look = {"ha": side, "va": "bottom", "color": for_letters(LINES[kind][0])}
        texts.append(ax.text(x, -HEAD - 0.35, "\n".join(lines), **look))
    arrange(ax, partial(_fit, ax, texts, small(0.95), (1.45, HEADINGS - 0.4)))


def _write_heads(ax: Axes, names: dict[str, list[str]], grid: Grid) -> None:
    """Say above the names which cell it is, and how many are in it."""
    look, texts = {"va": "center", "color": COLOURS["ink"]}, []
    for cell, who in names.items():
        place = PLACES.get(cell)
        x, y = (AROUND, grid.outside - 0.42) if place is None else (place + AROUND, -0.42)
        key = {"TP": "lists.both", "TN": "lists.neither"}.get(cell, "lists.one")
        texts.append(ax.text(x, y, say(key, cell=cell, n=len(who)), **look))
    arrange(ax, partial(_fit, ax, texts, small(0.9), (1 - 2 * AROUND, 0.72)))


def _draw_names(ax: Axes, names: dict[str, list[str]], grid: Grid) -> None:
    wide = (1 - 2 * AROUND) / grid.across
    short = _short([name for who in names.values() for name in who], _room(grid.across))
    texts, chips = [], {}
    for cell, who in names.items():
        fill, ink, edge = CHIPS[cell]
        look = {"facecolor": fill, "edgecolor": COLOURS["ink"], "linewidth": thick(edge)}
        for k, name in enumerate(who):
            x, y = _spot(cell, k, grid)
            chip = Rectangle((x + 0.04 * wide, y + 0.1), 0.92 * wide, 0.8, **look)
            chips[ax.add_patch(chip)] = thick(edge)
            how = {"ha": "center", "va": "center_baseline", "color": ink, "linespacing": 1.0}
            texts.append(ax.text(x + wide / 2, y + 0.5, verbatim(short[name]), **how))
    if texts:
        arrange(ax, partial(_fit_chips, ax, texts, chips, small(0.9), (0.84 * wide, 0.66)))


def _spot(cell: str, k: int, grid: Grid) -> tuple[float, float]:
    """Return the corner of the k-th name of a cell, row by row."""
    wide, place = (1 - 2 * AROUND) / grid.across, PLACES.get(cell)
    row, column = divmod(k, grid.across * (3 if place is None else 1))
    down = grid.outside if place is None else 0
    return (place or 0) + AROUND + column * wide, down + row


def _short(names: Sequence[str], room: int) -> dict[str, str]:
    """Write names in their room; those that would look alike by their ends."""
    cut = {name: broken(name, room, LINES_OF_NAME) for name in names}
    if len(set(cut.values())) == len(cut):
        return cut
    return {name: cut[name] if "…" not in cut[name] else _end(name, room) for name in names}


def _end(name: str, room: int) -> str:
    """Keep the end of a name."""
    while width(name) > room - 1:
        name = name[1:]
    return f"…{name}"


def _fit_chips(ax: Axes, texts: Sequence[Text], chips: dict[Rectangle, float], *how: Any) -> None:
    """Fit names into their chips; the lines around small ones are thin."""
    factor = _fit(ax, texts, *how)
    for chip, edge in chips.items():
        chip.set_linewidth(edge * factor)


def _fit(ax: Axes, texts: Sequence[Text], usual: float, room: tuple[float, float]) -> float:
    """Write as large as usual, or as small as it takes for each to stay in its room."""
    spans = (abs(high - low) for low, high in (ax.get_xlim(), ax.get_ylim()))
    sides = (ax.bbox.width, ax.bbox.height)
    wide, high = (SLACK * r * side / s for r, side, s in zip(room, sides, spans, strict=True))
    for text in texts:
        text.set_size(usual)
    boxes = [text.get_window_extent() for text in texts]
    factor = min(1, *(min(wide / box.width, high / box.height) for box in boxes))
    for text in texts:
        text.set_size(usual * factor)
    return factor


def _in_words(c: Confusion, names: dict[str, list[str]], counted: bool) -> str:
    listed = {cell: listing(who, MOST) for cell, who in names.items()}
    counts = {f"n_{cell}": len(who) for cell, who in names.items()}
    rates = {rate: value_of(c.rate(rate, "nan")) for rate in ("precision", "recall")}
    sizes = {"n": sum(counts.values()), "called": digits.count(c.tp + c.fp)}
    sizes |= {"positives": digits.count(c.tp + c.fn), "name": classes_of(c)[1]}
    if not counted:
        called, truly = ([*names["TP"], *names[cell]] for cell in ("FP", "FN"))
        lists = {"called": listing(called, MOST), "truly": listing(truly, MOST)}
        return say("alt.two_lists_names", n=sizes["n"], name=sizes["name"], **lists)
    return say("alt.two_lists", **sizes, **counts, **listed, **rates)
