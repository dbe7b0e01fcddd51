"""The table of any number of classes as a heat map."""

from functools import partial
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.collections import QuadMesh
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from ..core import digits, inputs
from ..core.conventions import CellValues, Language, MatrixOrientation, options
from ..metrics.confusion_matrix import ORIENTATIONS, ConfusionMatrix, shares_of
from .confusion_table import IDLE, between, frame_diagonal, label_sides, used, writer
from .given_tables import of_labels
from .ground import ground_of
from .line_breaks import broken, width
from .look import COLOURS, SCALE, ink_on, is_dark, letters, look, small, style
from .making_room import give_way, keep_apart
from .picture import axes_or_new, describe, lay_out
from .placing import arrange
from .say import listing, say, verbatim

VALUES = options(CellValues)
MOST = 30  # classes; the numbers of more can't be read
FEW = 4  # classes; the cells of more are too many to be said in words
LINE, NAME = 14, 26  # letters in a line of a class's name, and in all of it
LINES = 3  # of a name beside a row that is high enough
LETTER = 0.62  # the width of one, by its size
SHARE, SHORTEST = 0.5, 8  # of a side, that a name takes at most; letters that it may always have
ROUNDS = 2  # in which names find their form
FEW_ROWS = 12  # of which each is high enough for two lines
SMALLEST = 0.5  # letters, relative to the usual ones
FADED_ON_DARK = 1.9  # where middle tones lie higher
FADED = 1.5  # so far beyond the largest value do colours reach: black numbers never drown
NAMED = "rows and columns bear the names of the classes; ConfusionMatrix(counts, labels) sets them"
ALL = "the counts of all cells are drawn; a table of fewer classes is a matter of counting"
LOOK = {"cmap": "Blues", "square": True, "annot": False, "vmin": 0}


@of_labels
def confusion_matrix(
    m: ConfusionMatrix,
    ax: Axes | None = None,
    *,
    orientation: MatrixOrientation = ORIENTATIONS[0],
    values: CellValues = "counts",
    totals: bool = False,
    language: Language | None = None,
    **heatmap: Any,
) -> Axes:
    """Draw the table of all classes: what is right stands framed on the diagonal.

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
    **heatmap
        Passed on to :func:`seaborn.heatmap`; ``annot=False`` leaves the numbers out, as is done
        where they have no room, ``fmt`` says how they are written, ``annot_kws`` how they look.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there is no such orientation, or no such kind of values, or a keyword would have no
        effect.
    """
    counts = m.table(orientation)
    inputs.choice(values, VALUES, "values")
    inputs.flag(totals, "totals")
    used(heatmap, IDLE | {"xticklabels": NAMED, "yticklabels": NAMED, "mask": ALL})
    with style(language=language):
        ax = axes_or_new(ax, size=_size(m, totals))
        shares = shares_of(counts, values)
        asked = inputs.flag(heatmap.pop("annot", True), "annot")
        sums = counts if totals else None
        idle = {} if asked else dict.fromkeys(("fmt", "annot_kws"), "no number is written")
        used(heatmap, idle)
        form, words = heatmap.pop("fmt", None), heatmap.pop("annot_kws", {})
        cells = _cells(counts, shares, values, (writer(form, digits.count), writer(form, _share)))
        give_way(ax)
        sides = _name_sides(ax, m, orientation, totals)
        numbers = asked and (bool(words) or _have_room(ax, cells, sums))
        _draw(ax, counts if values == "counts" else shares, values, numbers, heatmap)
        label_sides(ax, orientation)
        ax.set_xlim(0, m.k + totals)
        ax.set_ylim(m.k + totals, 0)
        _set_names(ax, sides)
        keep_apart(ax, ax.get_xticklabels())
        keep_apart(ax, ax.get_yticklabels(), upright=True)
        if numbers:
            _write(ax, cells, sums, words)
        left_out = "" if numbers or not asked else f" {say('alt.no_room')}"
        return describe(ax, _in_words(m, orientation, values) + left_out)


def pixel_matrix(m: ConfusionMatrix, ax: Axes | None = None, **options: Any) -> Axes:
    """Draw the table of a segmentation: of the pixels of each true class, which share was what.

    Parameters
    ----------
    m : ConfusionMatrix
        What :func:`segmentation_matrix` gives.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    **options
        As for :func:`confusion_matrix`; the values are row shares unless something else is said,
        because counts of pixels are long.

    Returns
    -------
    matplotlib.axes.Axes
    """
    return confusion_matrix(m, ax, **{"values": "row shares", **options})


def _size(m: ConfusionMatrix, totals: bool) -> tuple[float, float]:
    """Make room for the cells, and for the names beside and below them."""
    side = min(max(3.4, 1.2 + 0.52 * (m.k + totals)), 9.0)
    longest = max(map(width, class_names(m)))
    inch = 72 * SCALE[look().size]
    upright = not _across(m, totals, inch * 0.9 * side / (m.k + totals), letters())
    bar = 1.2 if m.k > MOST else 0.3
    high = 0.1 * min(longest, LINE if m.k <= FEW_ROWS else NAME) * upright
    return side + 0.5 + 0.11 * min(longest, LINE) + bar, side + 0.9 + high


def _draw(ax: Axes, coloured: np.ndarray, values: str, numbers: bool, heatmap: dict) -> None:
    from seaborn import heatmap as draw_heatmap

    k = len(coloured)
    top = (coloured.max() or 1) if values == "counts" else 1
    top *= (FADED_ON_DARK if is_dark(ground_of(ax)) else FADED) if numbers else 1
    how = {**LOOK, **between(k), "vmax": top, "cbar": not numbers}
    how |= {"xticklabels": False, "yticklabels": False}
    how |= {"cbar_kws": {"label": say("row shares" if values == "both" else values)}, **heatmap}
    draw_heatmap(coloured, ax=ax, **how)
    for i, j in np.argwhere(np.isnan(coloured)):
        empty = {"hatch": "///", "edgecolor": "#B0B0B0", "facecolor": "none", "linewidth": 0}
        ax.add_patch(Rectangle((j, i), 1, 1, clip_on=False, **empty))
    frame_diagonal(ax, k)


class Sides(NamedTuple):
    """What stands above the columns and beside the rows, and how."""

    above: list[str]
    beside: list[str]
    turned: bool
    sizes: tuple[float, float]


def _name_sides(ax: Axes, m: ConfusionMatrix, orientation: str, totals: bool) -> Sides:
    """Name rows and columns, by the room that there is once they are named."""
    n = m.k + totals
    ax.set(xlim=(0, n), ylim=(n, 0), aspect="equal")
    label_sides(ax, orientation)
    box = ax.get_position(original=True).transformed(ax.figure.transSubfigure)
    side = min(box.width, box.height) * 72 / ax.figure.dpi
    named = None
    for _ in range(ROUNDS):
        sides = _sides(m, orientation, totals, _points(ax) / n, side)
        if sides == named:
            break
        _set_names(ax, named := sides)
        lay_out(ax)  # what has to be square settles at the second time
    return sides


def _set_names(ax: Axes, sides: Sides) -> None:
    place = [i + 0.5 for i in range(len(sides.above))]
    look = {"family": mpl.rcParams["font.family"]}  # on an Axes of somebody's own, too
    ax.set_xticks(place, sides.above, rotation=90 * sides.turned, size=sides.sizes[0], **look)
    ax.set_yticks(place, sides.beside, rotation=0, size=sides.sizes[1], **look)


def _sides(m: ConfusionMatrix, orientation: str, totals: bool, cell: float, side: float) -> Sides:
    """Break names so that they fit cells, and leave the table its part of a side, in points."""
    size = min(letters(), max(small(SMALLEST), 0.75 * cell))
    lines = int(min(max(cell / (1.25 * size), 1), LINES))
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
        names = class_names(m, room, LINES)
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


def _cells(counts: np.ndarray, shares: np.ndarray, values: str, writers: tuple) -> np.ndarray:
    """Write each cell; a format of whole numbers, such as ``"d"``, needs to fit counts alone."""
    tables = {"counts": (0,), "both": (0, 1)}.get(values, (1,))
    written = [
        np.array([[writers[k](cell) for cell in row] for row in (counts, shares)[k].tolist()], "O")
        for k in tables
    ]
    return written[0] if len(written) == 1 else written[0] + "\n" + written[1]


def _share(value: float) -> str:
    if value != value:
        return "–"
    return f"{value:.0f}" if value in (0, 1) else "<0.01" if value < 0.005 else f"{value:.2f}"


def _sums(counts: np.ndarray | None) -> dict[tuple[int, int], str]:
    """Write the sums of rows and columns, each at its place."""
    if counts is None:
        return {}
    k = len(counts)
    sums = {(i, k): counts[i].sum() for i in range(k)} | {(k, k): counts.sum()}
    sums |= {(k, j): counts[:, j].sum() for j in range(k)}
    return {place: digits.count(n) for place, n in sums.items()}


def _write(ax: Axes, cells: np.ndarray, counts: np.ndarray | None, words: dict) -> None:
    """Write the numbers as large as the cells allow."""
    mesh = next(one for one in reversed(ax.collections) if isinstance(one, QuadMesh))
    mesh.update_scalarmappable()  # its colours come while it is drawn
    grounds = mesh.get_facecolors().reshape(*cells.shape, 4)
    written = {(i, j): (text, grounds[i, j]) for (i, j), text in np.ndenumerate(cells)}
    written |= {place: (text, np.ones(4)) for place, text in _sums(counts).items()}
    texts = []
    for (i, j), (text, ground) in written.items():
        ink = ink_on(ground) if ground[3] else COLOURS["ink"]
        how = {"ha": "center", "va": "center", "color": ink, "in_layout": False}  # in its cell
        how = {**normalize_kwargs(how, Text), **normalize_kwargs(words, Text)}
        texts.append(ax.text(j + 0.5, i + 0.5, text, **how))
    if not normalize_kwargs(words, Text).keys() & {"fontsize", "fontproperties"}:
        _fit(ax, texts)
        arrange(ax, partial(_fit, ax, texts))


def _fit(ax: Axes, texts: list[Text]) -> None:
    size = _fitting(ax, [text.get_text() for text in texts])
    for text in texts:
        text.set_size(size)


def _have_room(ax: Axes, cells: np.ndarray, counts: np.ndarray | None) -> bool:
    """Tell whether numbers in the cells could be read."""
    texts = [*cells.ravel(), *_sums(counts).values()]
    return len(cells) <= MOST and _fitting(lay_out(ax), texts) >= small(SMALLEST)


def _fitting(ax: Axes, texts: list[str]) -> float:
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
        say("mistake", truth=m.labels[i], guess=m.labels[j], n=digits.count(wrong[i, j]))
        for i, j in worst
    ]
    details = {"k": m.k, "n": digits.count(m.total), "accuracy": digits.both(m.accuracy)}
    details |= {"orientation": say(orientation), "values": say(values)}
    parts = [say("alt.confusion_matrix", **details), _cells_in_words(m)]
    parts += (
        [say("alt.mistakes", mistakes=say("join.semicolon").join(mistakes))] if mistakes else []
    )
    return " ".join(filter(None, parts))


def _cells_in_words(m: ConfusionMatrix) -> str:
    """Say every cell of a small table."""
    if m.k > FEW:
        return ""
    rows = (
        listing([f"{name} {digits.count(n)}" for name, n in zip(m.labels, row, strict=True)])
        for row in m.counts
    )
    values = (say("alt.row", truth=a, cells=b) for a, b in zip(m.labels, rows, strict=True))
    return say("alt.rows", rows=say("join.semicolon").join(values))
