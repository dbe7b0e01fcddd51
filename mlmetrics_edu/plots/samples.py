"""Samples by name: ranked and cut, step by step, pair by pair, and on two lists that overlap."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.patches import Patch, Rectangle
from matplotlib.text import Text
from matplotlib.transforms import ScaledTranslation

from ..core import inputs, words
from ..core.conventions import Language, RankingOrder, options
from ..core.errors import InputError, choice
from ..core.formula import Worked
from ..core.inputs import flag
from ..metrics.auc import auc
from ..metrics.confusion import Confusion
from ..metrics.sweep import Sweep, counted
from .curves import given
from .look import COLOURS, bold, for_letters, ink_on, letters, scale, small, style
from .look import width as thick
from .matrices import LINES, classes_of, confusion, value_of
from .picture import Picture, axes_or_new, describe
from .placing import arrange, fit
from .say import broken, listing, same_cut, say, short_name, verbatim, width

MOST = 60  # samples; the names of more are hard to find on a page
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
    choice(order, ORDERS, "order")
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
    return ranked(sweep)


def ranked(sweep: Sweep) -> list[tuple[str, bool, float]]:
    """List id, truth and score of each sample, the highest score first."""
    return [
        (str(name).rpartition(" ")[2], bool(label), step.threshold)
        for step in sweep
        for name, label in zip(step.admitted, step.labels, strict=True)
    ]


def _draw_boxes(ax: Axes, rows) -> None:
    write = words.in_order([score for _, _, score in rows])
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
    arrange(ax, partial(fit, ax, names, letters(1.15), (0.85, np.inf)))
    arrange(ax, partial(fit, ax, scores, small(0.85), (0.92, np.inf)))


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
    arrange(ax, partial(fit, ax, outcomes, small(0.85), (0.92, np.inf)))
    cut = len(cells["TP"]) + len(cells["FP"]) - 0.5
    ax.plot([cut, cut], [-0.75, 1.7], color=COLOURS["threshold"], lw=3, solid_capstyle="butt")
    called = "← " + say("predicted_positive_from", threshold=same_cut(threshold, sweep))
    side, anchor = (cut - 0.15, "right") if cut > len(outcome) / 2 else (cut + 0.15, "left")
    look = {"ha": anchor, "va": "bottom", "color": for_letters(COLOURS["threshold"])}
    text = ax.text(side, 1.45, called, size=letters(), **look)
    room = max(cut, len(outcome) - cut), np.inf
    arrange(ax, partial(fit, ax, [text], letters(), room, small(0.5)))


def _ranking_in_words(sweep: Sweep, rows, threshold: float | None, order: str = "score") -> str:
    names = listing([f"{name}{'+' if truth else '−'}" for name, truth, _ in rows])
    phrase = "alt.ranking" if order == "score" else "alt.unranked"
    text = say(phrase, n=len(rows), names=names)
    if threshold is None:
        return text
    cut = {"threshold": same_cut(threshold, sweep), "counts": sweep.at(threshold).summary}
    return f"{text} {say('alt.cut', **cut)}"


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
                f"row {row} stands within the tie at {words.threshold(sweep.threshold[row])}",
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
    result = say("walk.undefined") if rate != rate else words.decimal(rate)
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
        ax = axes_or_new(ax, size=_size_of_pairs(len(rows), len(columns)))
        _draw_cells(ax, outcome)
        counts = {name: words.count((outcome == sign).sum()) for name, sign in SIGNS.items()}
        _name_sides(ax, up, right)
        text = say("pairs.area", area=words.both(area))
        ax.set(xlabel=say("pairs.negatives"), ylabel=say("pairs.positives"))
        _explain(ax, counts, text)
        return describe(ax, say("alt.pairs", area=words.both(area), **counts, **_sides(outcome)))


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


def _size_of_pairs(rows: int, columns: int) -> tuple[float, float]:
    """Return a size at which cells are about square, and names have room."""
    cell = min(0.5, max(0.28, 5.5 / max(rows, columns)))
    return max(5.4, cell * columns + 1.4), max(4.9, cell * rows + 2.2)


def _draw_cells(ax: Axes, outcome: np.ndarray) -> None:
    for name in ("won", "lost", "tied"):
        corner = np.argwhere(outcome == SIGNS[name])[:, ::-1]
        _add_cells(ax, name, corner[:, None] + (BELOW if name == "tied" else CORNERS))
        if name == "tied":
            _add_cells(ax, "lost", corner[:, None] + ABOVE)
    rows, columns = outcome.shape
    ax.set(xlim=(0, columns), ylim=(0, rows))


def _add_cells(ax: Axes, name: str, corners: np.ndarray) -> None:
    colour, hatch = LOOKS[name]
    look = {"facecolor": colour, "hatch": hatch, "edgecolor": "#555555", "linewidth": 0.8}
    ax.add_collection(PolyCollection(list(corners), **look))


def _sides(outcome: np.ndarray) -> dict[str, str]:
    rows, columns = outcome.shape
    return {"positives": words.count(rows), "negatives": words.count(columns)}


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


LISTS_WIDE = 7.4  # inches
NAME_ROW = 0.36  # of them, for each row of names
ZONE = 22  # letters beside each other in a third of the picture
LINES_OF_NAME = 2
ROWS, TALL = 8, 15  # of names that are short, and of long ones; of more, they stand closer
ACROSS = 4  # names beside each other at most, in a third of the picture
HEADING, HEADINGS, BETWEEN = 1.0, 2.5, 0.7  # rows: a zone's head, what is above both lists, between
AROUND = 0.06  # of a zone, on each side of its names
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
        return self.rows + BETWEEN + HEADING

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
        high = HEADINGS + HEADING + grid.end
        ax = axes_or_new(ax, size=(LISTS_WIDE, 0.3 + NAME_ROW * high))
        ax.set(xlim=(-0.02, 3.02), ylim=(grid.end, -HEADINGS - HEADING))
        ax.set_axis_off()
        _draw_frames(ax, grid)
        _write_headings(ax, confusion, counted)
        if counted:
            _write_heads(ax, names, grid)
        _draw_names(ax, names, grid)
        return describe(ax, _lists_in_words(confusion, names, counted))


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
        fits = longest <= LINES_OF_NAME * _letters_in(across + 1)
        if -(-most // across) <= (ROWS if fits else TALL):
            break
        across += 1
    return Grid(across, max(1, -(-most // across)), -(-len(names["TN"]) // (3 * across)))


def _letters_in(across: int) -> int:
    """Return how many letters a name may have in a line."""
    return ZONE // across - 1


def _draw_frames(ax: Axes, grid: Grid) -> None:
    """Draw a frame around each list, one a little higher than the other, so that both are seen."""
    frames = []
    for kind, left, shift in (("prediction", 0, -0.14), ("truth", 1, 0.08)):
        colour, line = LINES[kind]
        look = {"edgecolor": colour, "linestyle": line, "fill": False, "clip_on": False}
        corner, high = (left, shift - HEADING), grid.rows + HEADING + 0.24
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
        lines = [say(f"lists.{who}"), say(f"lists.of_{who}", name=name, n=words.count(n)), worked]
        if not counted:
            lines[1:] = [say(f"lists.named_{who}", name=name)]
        look = {"ha": side, "va": "bottom", "color": for_letters(LINES[kind][0])}
        texts.append(ax.text(x, -HEADING - 0.35, "\n".join(lines), **look))
    arrange(ax, partial(fit, ax, texts, small(0.95), (1.36, 0.94 * (HEADINGS - 0.4))))


def _write_heads(ax: Axes, names: dict[str, list[str]], grid: Grid) -> None:
    """Say above the names which cell it is, and how many are in it."""
    look, texts = {"va": "center", "color": COLOURS["ink"]}, []
    for cell, who in names.items():
        place = PLACES.get(cell)
        x, y = (AROUND, grid.outside - 0.42) if place is None else (place + AROUND, -0.42)
        key = {"TP": "lists.both", "TN": "lists.neither"}.get(cell, "lists.one")
        texts.append(ax.text(x, y, say(key, cell=cell, n=len(who)), **look))
    arrange(ax, partial(fit, ax, texts, small(0.9), (0.94 * (1 - 2 * AROUND), 0.68)))


def _draw_names(ax: Axes, names: dict[str, list[str]], grid: Grid) -> None:
    wide = (1 - 2 * AROUND) / grid.across
    short = _short([name for who in names.values() for name in who], _letters_in(grid.across))
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
        arrange(ax, partial(_fit_chips, ax, texts, chips, (0.79 * wide, 0.62)))


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


def _fit_chips(ax: Axes, texts: Sequence[Text], chips: dict[Rectangle, float], room) -> None:
    """Fit names into their chips; the lines around small ones are thin."""
    factor = fit(ax, texts, small(0.9), room)
    for chip, edge in chips.items():
        chip.set_linewidth(edge * factor)


def _lists_in_words(c: Confusion, names: dict[str, list[str]], counted: bool) -> str:
    listed = {cell: listing(who, MOST) for cell, who in names.items()}
    counts = {f"n_{cell}": len(who) for cell, who in names.items()}
    rates = {rate: value_of(c.rate(rate, "nan")) for rate in ("precision", "recall")}
    sizes = {"n": sum(counts.values()), "called": words.count(c.tp + c.fp)}
    sizes |= {"positives": words.count(c.tp + c.fn), "name": classes_of(c)[1]}
    if not counted:
        called, truly = ([*names["TP"], *names[cell]] for cell in ("FP", "FN"))
        lists = {"called": listing(called, MOST), "truly": listing(truly, MOST)}
        return say("alt.two_lists_names", n=sizes["n"], name=sizes["name"], **lists)
    return say("alt.two_lists", **sizes, **counts, **listed, **rates)
