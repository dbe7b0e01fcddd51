"""The table of any number of classes as a heat map."""

import textwrap
import unicodedata
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.patches import Rectangle
from matplotlib.text import Text

from ..core import digits, inputs
from ..core.conventions import CellValues, Language, MatrixOrientation, options
from ..metrics.many_classes.confusion_matrix import ORIENTATIONS, ConfusionMatrix, shares_of
from .confusion_table import IDLE, label_sides, used, writer
from .handed_tables import of_labels
from .look import COLOURS, ink_on, letters, style
from .picture import axes_or_new, describe, lay_out
from .say import say, verbatim

VALUES = options(CellValues)
MOST = 15  # classes; the numbers of more can't be read
FEW = 4  # classes; the cells of more are too many to be said in words
LINE, NAME = 14, 26  # letters in a line of a class's name, and in all of it
SMALLEST = 0.5  # letters, relative to the usual ones
FADED = 1.5  # so far beyond the largest value do colours reach: black numbers never drown
NAMED = "rows and columns bear the names of the classes; ConfusionMatrix(counts, labels) sets them"
ALL = "the counts of all cells are drawn; a table of fewer classes is a matter of counting"
LOOK = {"cmap": "Blues", "square": True, "linewidths": 1, "annot": False, "vmin": 0}


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
        for more than 15 classes, ``fmt`` says how they are written, ``annot_kws`` how they look.

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
        numbers = inputs.flag(heatmap.pop("annot", m.k <= MOST), "annot")
        used(
            heatmap, {} if numbers else dict.fromkeys(("fmt", "annot_kws"), "no number is written")
        )
        form, words = heatmap.pop("fmt", None), heatmap.pop("annot_kws", {})
        _draw(ax, counts if values == "counts" else shares, values, numbers, heatmap)
        _name_sides(ax, m, orientation, totals)
        if numbers:
            write = writer(form, digits.count), writer(form, _share)
            _write(ax, _cells(counts, shares, values, write), counts if totals else None, words)
        return describe(ax, _in_words(m, orientation, values))


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
    upright = longest * 0.13 > side / m.k
    bar = 1.2 if m.k > MOST else 0.3
    return side + 0.5 + 0.11 * min(longest, LINE) + bar, side + 0.9 + 0.1 * longest * upright


def _draw(ax: Axes, coloured: np.ndarray, values: str, numbers: bool, heatmap: dict) -> None:
    from seaborn import heatmap as draw_heatmap

    k = len(coloured)
    top = (coloured.max() or 1) if values == "counts" else 1
    top *= FADED if numbers else 1
    look = {**LOOK, "vmax": top, "cbar": not numbers, "linewidths": 1 if k <= MOST else 0}
    look |= {"xticklabels": False, "yticklabels": False}
    look |= {"cbar_kws": {"label": say("row shares" if values == "both" else values)}, **heatmap}
    draw_heatmap(coloured, ax=ax, **look)
    for i, j in np.argwhere(np.isnan(coloured)):
        ax.add_patch(_cell(i, j, hatch="///", edgecolor="#B0B0B0", facecolor="none", linewidth=0))
    for i in range(k):
        ax.add_patch(_cell(i, i, edgecolor=COLOURS["ink"], facecolor="none", linewidth=1.4))


def _cell(row: int, column: int, **look) -> Rectangle:
    return Rectangle((column, row), 1, 1, clip_on=False, **look)


def _name_sides(ax: Axes, m: ConfusionMatrix, orientation: str, totals: bool) -> None:
    """Name rows and columns; of very many classes, as many as there is room for."""
    names = _ordered(class_names(m), orientation, totals)
    ax.set(xlim=(0, len(names)), ylim=(len(names), 0))
    label_sides(ax, orientation)
    cell = _points(ax) / len(names)
    size = min(letters(), max(letters(0.7), 0.8 * cell))
    if cell > 2.6 * size:
        names = _ordered(class_names(m, wrap=True), orientation, totals)
    every = range(0, len(names), max(1, int(np.ceil(1.3 * size / cell))))
    shown = [names[i] for i in every]
    upright = max(map(width, shown)) * 0.6 * size > 0.9 * cell
    if upright:
        shown = [_ordered(class_names(m), orientation, totals)[i] for i in every]
    ax.set_xticks([i + 0.5 for i in every], shown, rotation=90 if upright else 0, size=size)
    ax.set_yticks([i + 0.5 for i in every], [names[i] for i in every], rotation=0, size=size)
    lay_out(ax)  # what has to be square settles at the second time


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


def _write(ax: Axes, cells: np.ndarray, counts: np.ndarray | None, words: dict) -> None:
    """Write the numbers as large as the cells allow; too small to be read, they are left out."""
    mesh = ax.collections[-1]
    mesh.update_scalarmappable()  # its colours come while it is drawn
    grounds = mesh.get_facecolors().reshape(*cells.shape, 4)
    written = {(i, j): (text, grounds[i, j]) for (i, j), text in np.ndenumerate(cells)}
    if counts is not None:
        k, white = len(counts), np.ones(4)
        sums = {(i, k): counts[i].sum() for i in range(k)} | {(k, k): counts.sum()}
        sums |= {(k, j): counts[:, j].sum() for j in range(k)}
        written |= {place: (digits.count(n), white) for place, n in sums.items()}
    size = _fitting(ax, [text for text, _ in written.values()])
    if size < letters(SMALLEST) and not words:
        return
    for (i, j), (text, ground) in written.items():
        ink = ink_on(ground) if ground[3] else COLOURS["ink"]
        look = {"ha": "center", "va": "center", "size": size, "color": ink}
        look = {**normalize_kwargs(look, Text), **normalize_kwargs(words, Text)}
        ax.text(j + 0.5, i + 0.5, text, **look)


def _fitting(ax: Axes, texts: list[str]) -> float:
    cell = _points(ax) / ax.get_xlim()[1]
    lines = max(text.count("\n") + 1 for text in texts)
    return min(
        letters(1.3), 0.88 * cell / (0.64 * max(map(width, texts))), 0.8 * cell / 1.4 / lines
    )


def width(text: str) -> int:
    """Measure the longest line of a text in Latin letters; a Chinese one is as wide as two."""
    return max(sum(map(_letter, line)) for line in text.split("\n"))


def _letter(letter: str) -> int:
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def class_names(m: ConfusionMatrix, wrap: bool = False) -> list[str]:
    """Write what the classes are called; a long name is broken, a very long one cut short."""
    names = []
    for label in m.labels:
        short = text = " ".join(str(label).split())
        while width(short) > NAME:
            short = short[:-1]
        name = short if short == text else short.rstrip() + "…"
        names.append(verbatim(_broken(name) if wrap else name))
    return names


def _broken(name: str) -> str:
    """Break a name between words, or anywhere where there are none."""
    letters_in_line = LINE // max(map(_letter, name), default=1)
    return "\n".join(textwrap.wrap(name, letters_in_line))


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
    parts += [say("alt.mistakes", mistakes="; ".join(mistakes))] if mistakes else []
    return " ".join(filter(None, parts))


def _cells_in_words(m: ConfusionMatrix) -> str:
    """Say every cell of a small table."""
    if m.k > FEW:
        return ""
    rows = (
        ", ".join(f"{name} {digits.count(n)}" for name, n in zip(m.labels, row, strict=True))
        for row in m.counts
    )
    values = (say("alt.row", truth=a, cells=b) for a, b in zip(m.labels, rows, strict=True))
    return say("alt.rows", rows="; ".join(values))
