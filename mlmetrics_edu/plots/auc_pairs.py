"""All pairs of a positive and a negative: the share that is won is the area under the ROC curve."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.patches import Patch
from matplotlib.transforms import ScaledTranslation

from ..core import digits
from ..core.conventions import Language
from ..core.errors import InputError
from ..metrics.auc import auc
from ..metrics.sweep import Sweep
from .look import COLOURS, letters, small, style
from .picture import axes_or_new, describe
from .say import say, verbatim

MOST = 30  # of each class
WIDE = 8  # more columns than this have their names turned
LOOKS = {  # ground and hatch
    "won": ("#8CC9F0", ""),
    "tied": ("#E69F00", "////"),
    "lost": ("#F2F2F2", "...."),
}
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
BELOW, ABOVE = CORNERS[[0, 1, 2]], CORNERS[[0, 2, 3]]


def pairs(
    sweep: Sweep, ax: Axes | None = None, *, language: Language | None = None, **cells: Any
) -> Axes:
    """Draw a cell for each pair of a positive and a negative: won, tied or lost.

    Positives stand one above the other and negatives side by side, the highest score first, so
    that the border between won and lost is the ROC curve. Half of a tied cell counts.

    Parameters
    ----------
    sweep : Sweep
        A sweep of at most 30 samples of each class.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **cells
        Passed on to :class:`matplotlib.collections.PolyCollection`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If the samples are unknown, weighted, or too many for a cell each.
    UndefinedError
        If one of the classes is missing.
    """
    area = auc(sweep, "pairs")
    _few_enough(sweep)
    (rows, up), (columns, right) = _samples(sweep, 1), _samples(sweep, 0)
    outcome = np.sign(columns[None, :] - rows[:, None])  # who comes in earlier has won
    with style(language=language):
        ax = axes_or_new(ax, size=_size(len(rows), len(columns)))
        counts = _draw_cells(ax, outcome, cells)
        _name_sides(ax, up, right)
        text = say("pairs.area", area=digits.both(area))
        ax.set(xlabel=say("pairs.negatives"), ylabel=say("pairs.positives"))
        _explain(ax, counts, text)
        return describe(ax, say("alt.pairs", area=digits.both(area), **counts, **_sides(outcome)))


def cells_fit(sweep: Sweep) -> bool:
    """Tell whether each pair can have a cell: few samples, known and without weights."""
    known = sweep.samples is not None and sweep.samples.weights is None
    return known and max(sweep.positives, sweep.negatives) <= MOST


def _few_enough(sweep: Sweep) -> None:
    if cells_fit(sweep):
        return
    samples = sweep.samples
    if samples is not None and samples.weights is None:
        what = f"{sweep.positives:g} positives and {sweep.negatives:g} negatives"
    else:
        what = "a sweep without samples" if samples is None else "samples with weights"
    raise InputError(
        f"{what}: no cell for each pair",
        f"each pair of samples gets a cell of its own, and a picture holds {MOST} by {MOST}",
        "sweep fewer samples, without weights, and keep them with the sweep",
    )


def _samples(sweep: Sweep, label: int) -> tuple[np.ndarray, list[str]]:
    """List the samples of one class as they come in: at which step, and their names."""
    samples = [
        (step.index, verbatim(str(name).rpartition(" ")[2]))
        for step in sweep
        for name, truth in zip(step.admitted, step.labels, strict=True)
        if truth == label
    ]
    return np.array([index for index, _ in samples]), [name for _, name in samples]


def _size(rows: int, columns: int) -> tuple[float, float]:
    """Return a size at which cells are about square, and names have room."""
    cell = min(0.5, max(0.28, 5.5 / max(rows, columns)))
    return max(5.4, cell * columns + 1.4), max(4.9, cell * rows + 2.2)


def _draw_cells(ax: Axes, outcome: np.ndarray, cells: dict) -> dict[str, str]:
    for name, sign in (("won", 1), ("lost", -1), ("tied", 0)):
        corner = np.argwhere(outcome == sign)[:, ::-1]
        shape = BELOW if name == "tied" else CORNERS
        _add(ax, name, corner[:, None] + shape, cells)
        if name == "tied":
            _add(ax, "lost", corner[:, None] + ABOVE, cells)
    rows, columns = outcome.shape
    ax.set(xlim=(0, columns), ylim=(0, rows))
    signs = {"won": 1, "tied": 0, "lost": -1}
    return {name: digits.count((outcome == sign).sum()) for name, sign in signs.items()}


def _add(ax: Axes, name: str, corners: np.ndarray, cells: dict) -> None:
    colour, hatch = LOOKS[name]
    look = {"facecolor": colour, "hatch": hatch, "edgecolor": "#555555", "linewidth": 0.8}
    ax.add_collection(PolyCollection(list(corners), **{**look, **cells}))


def _sides(outcome: np.ndarray) -> dict[str, str]:
    rows, columns = outcome.shape
    return {"positives": digits.count(rows), "negatives": digits.count(columns)}


def _name_sides(ax: Axes, up: list[str], right: list[str]) -> None:
    turned = 90 if len(right) > WIDE and max(map(len, right)) > 2 else 0
    numbered = {"size": small(0.85)}
    ax.set_xticks(np.arange(len(right)) + 0.5, right, rotation=turned, **numbered)
    ax.set_yticks(np.arange(len(up)) + 0.5, up, **numbered)
    ax.tick_params(length=0)


def _explain(ax: Axes, counts: dict[str, str], text: str) -> None:
    """Say below the grid what the cells mean, each hatch beside its count."""
    there = {name: n for name, n in counts.items() if n != "0"}
    edge = {"edgecolor": COLOURS["ink"], "lw": 0.8}
    keys = [Patch(facecolor=LOOKS[name][0], hatch=LOOKS[name][1], **edge) for name in there]
    texts = [say(f"pairs.{name}", n=n) for name, n in there.items()]
    look = {"loc": "upper center", "frameon": False, "fontsize": small(0.85)}
    look |= {"columnspacing": 1.2, "handlelength": 1.6, "handletextpad": 0.5}
    box = ax.legend(keys, texts, ncols=3, title=text, title_fontsize=letters(), **look)
    if not ax.figure.canvas.figure.get_layout_engine():  # nobody makes room below
        box.set(loc="lower center")
        box.set_bbox_to_anchor((0.5, 1), ax.transAxes)
        return
    down = ScaledTranslation(0, -_below(ax) / 72, ax.figure.dpi_scale_trans)
    box.set_bbox_to_anchor((0.5, 0), ax.transAxes + down)


def _below(ax: Axes) -> float:
    """Return how much room, in points, the names and the label below the grid take."""
    names = [tick.get_window_extent().height for tick in ax.get_xticklabels()]
    return max(names) / ax.figure.dpi * 72 + letters(2.0)
