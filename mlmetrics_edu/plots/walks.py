"""Walks down the ranking, step by step: on a page, or in a player, where the ROC curve grows."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.patches import Rectangle

from ..core import digits, words
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Formula
from ..core.worked import Worked
from ..metrics.confusion import ORIENTATIONS, Confusion
from ..metrics.curve import counted, needs
from ..metrics.sweep import Sweep
from .confusion_table import confusion
from .curves import given
from .lines import dot
from .look import COLOURS, SERIES, letters, scale, style
from .picture import Picture, describe
from .placing import beside
from .player import Player, film, stage
from .rankings import ranking
from .say import same_cut, say, verbatim

STEPS = 6  # steps on a page
BOX = 0.5  # inches that a box of the ranking takes
TABLE = 3.4  # and the table beside it
HEIGHT = 2.75
LETTERS = {"precision": "P", "recall": "R"}
FRAMES = 60  # frames: more are no walk but a run
FINE = 300  # points of a path; on a picture nobody sees more
NAMED = 3  # samples of a tie beside a point
LATTICE = 24  # lines of a grid, one a sample; more are a grey mist
PALE = "#F3F3F3"
# Which error has which look: missed positives, and false alarms.
ERRORS = {
    "FN": {"facecolor": "#9CC9E3", "hatch": "///", "edgecolor": "#0072B2"},
    "FP": {"facecolor": "#F6D08A", "hatch": "\\\\\\", "edgecolor": "#8A5A00"},
}
CELLS = next(iter(ORIENTATIONS.values()))


class Moment(NamedTuple):
    """What a frame shows."""

    row: int
    threshold: float
    point: tuple[float, float]
    cells: dict[str, str]
    rates: dict[str, str]
    cut: float = np.nan


def threshold_walk(
    sweep: Sweep,
    rows: int | Sequence[int],
    *,
    metrics: str | Formula | Sequence = ("precision", "recall"),
    language: Language | None = None,
    **heatmap: Any,
) -> Picture:
    """Draw chosen steps of the walk one below the other: ranking, counts, and what they give.

    Parameters
    ----------
    sweep : Sweep
        A sweep of at most 60 samples.
    rows : sequence of int
        Which rows of the sweep, at most six.
    metrics : sequence of str or Formula
        What each step is worth, written above it.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **heatmap
        Passed on to :func:`confusion`.

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
            title = say("walk.step", step=row, working=_worth(counts, metrics))
            describe(left, f"{title}.").set_title(title, loc="left")
            ranking(sweep, float(sweep.threshold[row]), ax=left)
            confusion(counts, ax=right, **heatmap)
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


def _worth(counts: Confusion, metrics) -> str:
    """Write each metric with its working: P = 2/5 = 0.400."""
    several = [metrics] if isinstance(metrics, str | Formula) else metrics
    return ", ".join(_equation(counts.rate(metric, "nan")) for metric in several)


def _equation(value: Worked) -> str:
    symbol = LETTERS.get(value.name) or verbatim(words.symbol(value.name))
    ratio = value.formula.ratio(value.terms)
    result = say("walk.undefined") if value != value else digits.decimal(value)
    return " = ".join(part for part in (symbol, ratio, result) if part)


def roc_walk(sweep: Sweep, *, language: Language | None = None) -> Player:
    """Step along the ROC curve: up for a hit, right for a false alarm.

    Each frame names who is let in, the score, the four counts and both rates. A sweep with grouped
    ties goes diagonally where a tie holds both classes; the other sweeps go sample by sample.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold; of a long one 60 steps are shown.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words; without it the one in force, see :func:`style`.

    Returns
    -------
    Player

    Raises
    ------
    UndefinedError
        If one of the classes is missing.
    """
    needs(sweep, "walk along the ROC curve", "recall", "fpr")
    rows = some(len(sweep), FRAMES)
    with style(language=language, ground="light"):
        picture, draw = roc_scene(sweep)
        moments = moments_of(sweep, rows)
        pairs = list(zip([None, *moments], moments, strict=False))
        captions = [_step_in_words(sweep, before, now) for before, now in pairs]
        title = titled("walk.roc", len(rows), len(sweep))
        return Player(film(picture, pairs, draw), captions, title)


def roc_scene(sweep: Sweep) -> tuple:
    """Draw the ground of a walk along the ROC curve, and return it with what draws a step."""
    picture, (plane, table) = stage((5.2, 3.7), 4.7)
    draw_roc_ground(plane, sweep.positives, sweep.negatives)
    draw_counts_ground(table)
    fpr, tpr, path = sweep["fpr"], sweep["recall"], some(len(sweep), FINE)

    def draw(pair: tuple[Moment | None, Moment]) -> None:
        before, now = pair
        far = np.append(path[path < now.row], now.row)
        came_from, name = (before.point, _who(sweep, before, now)) if before else (None, "")
        draw_path(plane, fpr[far], tpr[far], came_from, name)
        draw_counts(table, now.cells, now.rates)

    return picture, draw


def some(n: int, most: int) -> np.ndarray:
    """Choose rows, evenly, the first and the last among them."""
    return np.unique(np.linspace(0, n - 1, min(n, most)).round().astype(int))


def titled(key: str, shown: int, there: int) -> str:
    """Say what a walk is, and where steps were left out, how many."""
    title = say(key)
    if shown == there:
        return title
    return say("walk.thinned", title=title, shown=digits.count(shown), all=digits.count(there))


def moments_of(sweep: Sweep, rows: np.ndarray, thresholds=None, cuts=None) -> list[Moment]:
    """Gather what some rows of a sweep have to show."""
    points = np.column_stack([sweep["fpr"][rows], sweep["recall"][rows]]).tolist()
    thresholds = sweep.threshold[rows] if thresholds is None else thresholds
    cuts = np.full(len(rows), np.nan) if cuts is None else cuts
    columns = (rows.tolist(), np.asarray(thresholds).tolist(), points, np.asarray(cuts).tolist())
    return [
        Moment(row, threshold, tuple(point), *_written(sweep, row, point), cut)
        for row, threshold, point, cut in zip(*columns, strict=True)
    ]


def _written(sweep: Sweep, row: int, point) -> tuple[dict[str, str], dict[str, str]]:
    """Write the counts of a row, and its rates as a division and a decimal."""
    counts = sweep.confusion(row).counts
    rates = {
        "recall": _as_division(counts["TP"], sweep.positives, point[1]),
        "fpr": _as_division(counts["FP"], sweep.negatives, point[0]),
    }
    return {cell: digits.count(n) for cell, n in counts.items()}, rates


def _as_division(part, whole, value: float) -> str:
    division = digits.ratio(part, whole)
    shown = digits.decimal(value)
    return f"{division} = {shown}" if division else shown


def _who(sweep: Sweep, before: Moment, now: Moment) -> str:
    """Name who is let in at a step, where that is one step and the samples are known."""
    if now.row != before.row + 1 or sweep.samples is None:
        return ""
    names, _ = sweep.admitted(now.row)
    if sweep.samples.ids is None:
        return say("walk.sample", name=digits.listing(names, NAMED))
    return digits.listing(names, NAMED)


def _step_in_words(sweep: Sweep, before: Moment | None, now: Moment) -> str:
    counts = say("walk.counts", **now.cells, tpr=now.rates["recall"], fpr=now.rates["fpr"])
    return say("walk.joined", a=_event(sweep, before, now), b=counts)


def _event(sweep: Sweep, before: Moment | None, now: Moment) -> str:
    if before is None:
        return say("walk.start")
    up, right = (column[now.row] - column[before.row] for column in (sweep.tp, sweep.fp))
    values = {"score": same_cut(now.threshold, sweep), "who": _who(sweep, before, now)}
    values |= {"up": digits.count(up), "right": digits.count(right), "n": digits.count(up + right)}
    if not values["who"]:
        return say("walk.many", **values)
    if len(sweep.admitted(now.row)[0]) == 1:
        return say("walk.hit" if up else "walk.alarm", **values)
    return say("walk.diagonal" if up and right else "walk.tied", **values)


def draw_roc_ground(ax: Axes, positives=None, negatives=None, path=None) -> None:
    """Draw the plane: the diagonal, a grid with a line a sample, perhaps the way ahead."""
    ends = (-0.02, 1.02)
    ax.set(xlim=ends, ylim=ends, xlabel=say("walk.fpr"), ylabel=say("walk.tpr"), aspect="equal")
    ax.set(xticks=[0, 0.5, 1], yticks=[0, 0.5, 1])
    thin = {"color": "#DDDDDD", "lw": 0.8, "zorder": 0}
    for draw, many in ((ax.axhline, positives), (ax.axvline, negatives)):
        if many is not None and many <= LATTICE:
            for k in range(int(many) + 1):
                draw(k / many, **thin)
    ax.plot([0, 1], [0, 1], color=COLOURS["quiet"], lw=1.3, ls=(0, (2, 2)), zorder=1)
    if path is not None:
        ax.plot(*path, color="#A9A9A9", ls="-", lw=1.4, zorder=2)


def draw_path(ax: Axes, x, y, came_from=None, name: str = "") -> None:
    """Draw the way so far, its last step, and the point where it has come to."""
    ax.plot(x, y, color=SERIES[0][0], ls="-", zorder=3, solid_joinstyle="miter")
    here = (x[-1], y[-1])
    if came_from is not None:
        step = {"color": COLOURS["threshold"], "ls": "-", "lw": letters(0.3), "zorder": 4}
        ax.plot(*zip(came_from, here, strict=True), **step, solid_capstyle="butt")
    dot(ax, *here, COLOURS["threshold"], 0.85, markeredgewidth=1.2, zorder=6, clip_on=False)
    if name:
        _name_point(ax, *here, name)


def _name_point(ax: Axes, x: float, y: float, name: str) -> None:
    right, low = x < 0.55, y < 0.12
    place = {"ha": "left" if right else "right", "va": "bottom" if low else "top"}
    offset = (letters(0.5 if right else -0.5), letters(0.4 if low else -0.4))
    colour = COLOURS["threshold"]
    beside(ax, x, y, verbatim(name), colour, offset=offset, zorder=7, **place)


def draw_counts_ground(ax: Axes) -> None:
    """Draw the table of right and wrong without its numbers; errors look as they do elsewhere."""
    ax.set(xlim=(0, 2), ylim=(-0.9, 2.0), xticks=(0.5, 1.5), yticks=(0.5, 1.5))
    sides = [say("walk.negative"), say("positive")]
    ax.set_xticklabels(sides)
    ax.set_yticklabels(sides[::-1], rotation=90, va="center")
    ax.xaxis.tick_top()
    ax.xaxis.set_label_position("top")
    ax.set_xlabel(say("predicted"))
    ax.set_ylabel(say("truth_side"), y=1.9 / 2.9)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    for name, (x, y) in _corners().items():
        _draw_cell(ax, name, x, y)


def _corners() -> dict[str, tuple[int, int]]:
    rows = enumerate(CELLS)
    return {name: (column, 1 - row) for row, cells in rows for column, name in enumerate(cells)}


def _draw_cell(ax: Axes, name: str, x: int, y: int) -> None:
    room = 0.03
    low, side = (x + room, y + room), 1 - 2 * room
    ax.add_patch(Rectangle(low, side, side, facecolor=PALE, edgecolor="#BBBBBB"))
    if name in ERRORS:
        ax.add_patch(Rectangle(low, 0.16, side, lw=0.8, **ERRORS[name]))
    ax.text(x + 0.56, y + 0.74, name, ha="center", va="center")


def draw_counts(ax: Axes, cells: dict[str, str], rates: dict[str, str]) -> None:
    """Write the numbers into the table, and both rates below it."""
    for name, (x, y) in _corners().items():
        size = letters(1.5 if len(cells[name]) < 6 else 1.0)
        ax.text(x + 0.56, y + 0.35, cells[name], ha="center", va="center", size=size)
    for k, (name, text) in enumerate(rates.items()):
        symbol = {"recall": "TPR"}.get(name) or words.symbol(name)
        ax.text(0.03, -0.3 - 0.38 * k, f"{symbol} = {text}", va="center", ha="left")
