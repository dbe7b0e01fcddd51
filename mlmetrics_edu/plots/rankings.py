"""The samples in the order of their scores: cut by a threshold, step by step, and pair by pair."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.patches import Patch
from matplotlib.text import Text
from matplotlib.transforms import ScaledTranslation

from ..core import digits, inputs
from ..core.conventions import Language, RankingOrder, options
from ..core.errors import InputError
from ..core.formula import Worked
from ..metrics.auc import auc
from ..metrics.confusion import Confusion
from ..metrics.sweep import Sweep, counted
from .curves import given
from .look import COLOURS, bold, for_letters, ink_on, letters, scale, small, style
from .matrices import confusion
from .picture import Picture, axes_or_new, describe
from .placing import arrange
from .say import listing, same_cut, say, verbatim

MOST = 60  # samples
ORDERS = options(RankingOrder)
SHORT = 2  # letters that can lie below a box
STEPS = 6  # of a walk on a page
BOX = 0.5  # inches that a box of the ranking takes
TABLE = 3.4  # and the table beside it
HEIGHT = 2.75
CELLS = 30  # samples of each class, beside each other in pairs
WIDE = 8  # more columns than this have their names turned
LOOKS = {  # ground and hatch
    "won": ("#8CC9F0", ""),
    "tied": ("#E69F00", "////"),
    "lost": ("#F2F2F2", "...."),
}
SIGNS = {"won": 1, "tied": 0, "lost": -1}
CORNERS = np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
BELOW, ABOVE = CORNERS[[0, 1, 2]], CORNERS[[0, 2, 3]]


def ranking(
    sweep: Sweep,
    threshold: float | None = None,
    ax: Axes | None = None,
    *,
    order: RankingOrder = "score",
    language: Language | None = None,
) -> Axes:
    """Draw the samples in the order of their scores, and where a threshold cuts them.

    Boxes are filled for positives; inside stands the id, below it the score. Left of the cut is
    what is predicted positive, and each box is named by its outcome.

    Parameters
    ----------
    sweep : Sweep
        A sweep of at most 60 samples.
    threshold : float, optional
        Where to cut.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    order : {"score", "given"}
        ``"given"``: as the samples came, before anybody ranked them, each with its label above. No
        threshold cuts these.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If the samples are unknown, or too many for a box each; or a threshold is to cut samples
        that aren't ranked.
    """
    inputs.choice(order, ORDERS, "order")
    rows = _boxes(sweep) if order == "score" else _as_given(sweep, threshold)
    with style(language=language):
        below, above = (-0.5, 1.27) if order == "given" else (-0.65, 1.1)
        ends = (below, above if threshold is None else 1.75)
        high = 0.9 * (ends[1] - ends[0])
        ax = axes_or_new(ax, size=(max(7.0, 0.62 * len(rows)), high))
        _draw_boxes(ax, rows)
        if threshold is not None:
            _draw_cut(ax, sweep, threshold)
        if order == "given":
            _write_labels(ax, rows)
        ax.set(xlim=(-0.6, len(rows) - 0.4), ylim=ends)
        ax.set_axis_off()
        return describe(ax, _ranking_in_words(sweep, rows, threshold, order))


def _as_given(sweep: Sweep, threshold) -> list[tuple[str, bool, float]]:
    """List id, truth and score of each sample, in the order in which they came."""
    _boxes(sweep)
    if threshold is not None:
        raise InputError(
            f"threshold={inputs.short(threshold)} is to cut samples that aren't ranked",
            "left and right of a line mean something only in the order of the scores",
            'leave the threshold out, or draw order="score"',
        )
    truth, score, _, ids = sweep.samples
    names = range(len(score)) if ids is None else ids
    called = [str(name).rpartition(" ")[2] for name in names]
    return list(zip(called, truth.tolist(), score.tolist(), strict=True))


def _boxes(sweep: Sweep) -> list[tuple[str, bool, float]]:
    """List id, truth and score of each sample, in the order in which they are let in."""
    if sweep.samples is None or len(sweep.samples.score) > MOST:
        many = "no samples" if sweep.samples is None else f"{len(sweep.samples.score)} samples"
        raise InputError(
            f"the sweep has {many} to draw",
            f"each sample gets a box of its own, and a page holds {MOST}",
            "sweep fewer samples, and keep them with the sweep",
        )
    steps = (step for step in sweep if step.admitted)
    return [
        (str(name).rpartition(" ")[2], bool(label), step.threshold)
        for step in steps
        for name, label in zip(step.admitted, step.labels, strict=True)
    ]


def _draw_boxes(ax: Axes, rows) -> None:
    write = digits.in_order([score for _, _, score in rows])
    kinds = ["positive" if truth else "negative" for _, truth, _ in rows]
    look = {"width": 0.92, "edgecolor": COLOURS["ink"], "linewidth": 1.2}
    ax.bar(range(len(rows)), 1, color=[COLOURS[kind] for kind in kinds], **look)
    names, scores, longest = [], [], max(len(write(score)) for _, _, score in rows)
    for x, ((name, _, score), kind) in enumerate(zip(rows, kinds, strict=True)):
        inside = {"ha": "center", "va": "center", "color": ink_on(COLOURS[kind])}
        names.append(ax.text(x, 0.5, verbatim(name), size=letters(1.15), **inside))
        below = {"ha": "center", "va": "top", "size": small(0.85)}
        upright = 0 if longest <= SHORT else 90
        scores.append(ax.text(x, -0.08, write(score), rotation=upright, **below))
    arrange(ax, partial(_fit, ax, names, letters(1.15), 0.85))
    arrange(ax, partial(_fit, ax, scores, small(0.85)))


def _write_labels(ax: Axes, rows) -> None:
    """Write each label above its box, and on the left what the three rows are."""
    for x, (_, truth, _) in enumerate(rows):
        ax.text(x, 1.08, int(truth), ha="center", va="bottom", size=small(0.95))
    look = {"ha": "right", "size": small(0.9), **bold()}
    for y, va, key in ((1.08, "bottom", "strip.label"), (0.5, "center", "strip.id")):
        ax.text(-0.7, y, say(key), va=va, **look)
    ax.text(-0.7, -0.08, say("strip.score"), va="top", **look)


def _draw_cut(ax: Axes, sweep: Sweep, threshold: float) -> None:
    cells = sweep.at(threshold).samples
    outcome = {name: cell for cell, names in cells.items() for name in names}
    ranked = enumerate(name for step in sweep for name in step.admitted)
    look = {"ha": "center", "va": "bottom", "size": small(0.85)}
    outcomes = [ax.text(x, 1.08, outcome[name], **look) for x, name in ranked]
    arrange(ax, partial(_fit, ax, outcomes, small(0.85)))
    cut = len(cells["TP"]) + len(cells["FP"]) - 0.5
    ax.plot([cut, cut], [-0.75, 1.7], color=COLOURS["threshold"], lw=3, solid_capstyle="butt")
    called = "← " + say("predicted_positive_from", threshold=same_cut(threshold, sweep))
    side, anchor = (cut - 0.15, "right") if cut > len(outcome) / 2 else (cut + 0.15, "left")
    look = {"ha": anchor, "va": "bottom", "color": for_letters(COLOURS["threshold"])}
    text = ax.text(side, 1.45, called, size=letters(), **look)
    arrange(ax, partial(_fit, ax, [text], letters(), max(cut, len(outcome) - cut), small(0.5)))


def _ranking_in_words(sweep: Sweep, rows, threshold: float | None, order: str = "score") -> str:
    names = listing([f"{name}{'+' if truth else '−'}" for name, truth, _ in rows])
    phrase = "alt.ranking" if order == "score" else "alt.unranked"
    text = say(phrase, n=len(rows), names=names)
    if threshold is None:
        return text
    cut = {"threshold": same_cut(threshold, sweep), "counts": sweep.at(threshold).summary}
    return f"{text} {say('alt.cut', **cut)}"


def _fit(ax: Axes, texts: list[Text], size: float, room: float = 0.92, least: float = 0.0) -> None:
    """Write as large as usual, or as small as it takes to stay as wide as a place is."""
    point = ax.figure.dpi / 72
    place = room * ax.bbox.width / abs(np.subtract(*ax.get_xlim())) / point
    for text in texts:
        text.set_size(size)
    widest = max(text.get_window_extent().width for text in texts) / point
    for text in texts:
        text.set_size(max(least, size * min(1, place / widest)))


def threshold_walk(
    sweep: Sweep,
    rows: int | Sequence[int],
    *,
    names: tuple[str, str] | None = None,
    language: Language | None = None,
) -> Picture:
    """Draw chosen steps of the walk one below the other: ranking, counts, and what they give.

    Parameters
    ----------
    sweep : Sweep
        A sweep of at most 60 samples.
    rows : sequence of int
        Which rows of the sweep, at most six.
    names : pair of str, optional
        What the negative and the positive class are called.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    Picture
        Two Axes for each step: ``picture.axes[2 * i]`` holds the ranking, the next one the table.

    Raises
    ------
    InputError
        If a row stands within a tie, where no threshold can cut, or if there are too many.
    """
    counted(sweep, "picture of the walk")
    chosen = _steps(sweep, rows)
    with style(language=language):
        picture, axes = _page(len(chosen), len(sweep.samples.score) if sweep.samples else 0)
        for (left, right), row in zip(axes, chosen, strict=True):
            counts = sweep.confusion(row)
            title = say("walk.step", step=row, working=_worth(counts))
            describe(left, f"{title}.").set_title(title, loc="left")
            ranking(sweep, float(sweep.threshold[row]), ax=left)
            confusion(counts, ax=right, names=names)
        return picture


def _steps(sweep: Sweep, rows) -> list[int]:
    """Read which steps to draw: each has to be one that a threshold makes."""
    chosen = [sweep[row].index for row in given(rows)]
    if not 0 < len(chosen) <= STEPS:
        raise InputError(
            f"{len(chosen)} steps to draw",
            f"each takes a line of the picture, and a page holds {STEPS}",
            f"choose from 1 to {STEPS} rows, such as [1, 5]",
        )
    for row in chosen:
        if sweep.row_at(sweep.threshold[row].item()) != row:
            raise InputError(
                f"row {row} stands within the tie at {digits.threshold(sweep.threshold[row])}",
                "samples of equal score are on the same side of every threshold",
                f"take row {sweep.row_at(sweep.threshold[row].item())}, where the tie ends",
            )
    return chosen


def _page(rows: int, boxes: int):
    """Make a picture with a wide and a narrow Axes for each row."""
    wide, high = max(7.0, BOX * boxes), HEIGHT * rows
    # Where a page is too narrow, its table is as high as elsewhere.
    size = (scale(wide + TABLE, high) * (wide + TABLE), scale(1, high) * high)
    picture = Picture(figsize=size, layout="constrained")
    return picture, picture.subplots(rows, 2, squeeze=False, width_ratios=[wide, TABLE])


def _worth(counts: Confusion) -> str:
    """Write precision and recall with their working: P = 2/5 = 0.400."""
    rates = {"P": counts.rate("precision", "nan"), "R": counts.rate("recall", "nan")}
    return say("join.comma").join(_equation(letter, rate) for letter, rate in rates.items())


def _equation(letter: str, rate: Worked) -> str:
    result = say("walk.undefined") if rate != rate else digits.decimal(rate)
    return f"{letter} = {rate.formula.ratio(rate.terms)} = {result}"


def pairs(sweep: Sweep, ax: Axes | None = None, *, language: Language | None = None) -> Axes:
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
    (rows, up), (columns, right) = _of_class(sweep, 1), _of_class(sweep, 0)
    outcome = np.sign(columns[None, :] - rows[:, None])  # who comes in earlier has won
    with style(language=language):
        ax = axes_or_new(ax, size=_size(len(rows), len(columns)))
        _draw_cells(ax, outcome)
        counts = {name: digits.count((outcome == sign).sum()) for name, sign in SIGNS.items()}
        _name_sides(ax, up, right)
        text = say("pairs.area", area=digits.both(area))
        ax.set(xlabel=say("pairs.negatives"), ylabel=say("pairs.positives"))
        _explain(ax, counts, text)
        return describe(ax, say("alt.pairs", area=digits.both(area), **counts, **_sides(outcome)))


def cells_fit(sweep: Sweep) -> bool:
    """Tell whether each pair can have a cell: few samples, known and without weights."""
    known = sweep.samples is not None and sweep.samples.weights is None
    return known and max(sweep.positives, sweep.negatives) <= CELLS


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
        f"each pair of samples gets a cell of its own, and a picture holds {CELLS} by {CELLS}",
        "sweep fewer samples, without weights, and keep them with the sweep",
    )


def _of_class(sweep: Sweep, label: int) -> tuple[np.ndarray, list[str]]:
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


def _draw_cells(ax: Axes, outcome: np.ndarray) -> None:
    for name in ("won", "lost", "tied"):
        corner = np.argwhere(outcome == SIGNS[name])[:, ::-1]
        _add(ax, name, corner[:, None] + (BELOW if name == "tied" else CORNERS))
        if name == "tied":
            _add(ax, "lost", corner[:, None] + ABOVE)
    rows, columns = outcome.shape
    ax.set(xlim=(0, columns), ylim=(0, rows))


def _add(ax: Axes, name: str, corners: np.ndarray) -> None:
    colour, hatch = LOOKS[name]
    look = {"facecolor": colour, "hatch": hatch, "edgecolor": "#555555", "linewidth": 0.8}
    ax.add_collection(PolyCollection(list(corners), **look))


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
    some = {name: n for name, n in counts.items() if n != "0"}
    edge = {"edgecolor": COLOURS["ink"], "lw": 0.8}
    keys = [Patch(facecolor=LOOKS[name][0], hatch=LOOKS[name][1], **edge) for name in some]
    texts = [say(f"pairs.{name}", n=n) for name, n in some.items()]
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
