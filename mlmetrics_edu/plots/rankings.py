"""The samples in the order of their scores: as boxes, as points, and cut by thresholds."""

from collections.abc import Sequence
from functools import partial
from numbers import Real
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.text import Text

from ..core import digits, inputs
from ..core.conventions import Language, RankingOrder, options
from ..core.errors import InputError
from ..core.formula import Worked
from ..metrics.confusion import Confusion
from ..metrics.sweep import Sweep, needs
from .look import COLOURS, bold, for_letters, ink_on, letters, small, style
from .making_room import give_way
from .picture import axes_or_new, describe, lay_out
from .placing import arrange
from .say import listing, same_cut, say, verbatim
from .thresholds import real_thresholds

MOST = 60
ORDERS = options(RankingOrder)
MARKS = {True: ("D", COLOURS["positive"]), False: ("o", "white")}
ROWS = 8  # boundaries
USUAL_LENGTH = 5  # letters of a score, such as 0.912
SHORT = 2  # letters that can lie below a box
TALL = 1.9  # from one row to the next, in units of a point's place


def ranking(
    sweep: Sweep,
    threshold: float | None = None,
    ax: Axes | None = None,
    *,
    order: RankingOrder = "score",
    language: Language | None = None,
    **bar: Any,
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
    **bar
        Passed on to :meth:`matplotlib.axes.Axes.bar`.

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
        _draw_boxes(ax, rows, bar)
        if threshold is not None:
            _draw_cut(ax, sweep, threshold)
        if order == "given":
            _write_labels(ax, rows)
        ax.set(xlim=(-0.6, len(rows) - 0.4), ylim=ends)
        ax.set_axis_off()
        return describe(ax, _ranking_in_words(sweep, rows, threshold, order))


def shapes(
    sweep: Sweep, ax: Axes | None = None, *, language: Language | None = None, **points: Any
) -> Axes:
    """Draw the samples along a line by their scores: positives as diamonds, negatives as circles.

    A low score stands on the left. Nothing cuts them yet.

    Parameters
    ----------
    sweep : Sweep
        A sweep of at most 60 samples.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **points
        Passed on to :meth:`matplotlib.axes.Axes.scatter`.

    Raises
    ------
    InputError
        If the samples are unknown, or too many for a mark each.
    """
    rows = _boxes(sweep)[::-1]
    with style(language=language):
        write = digits.in_order([score for _, _, score in rows])
        texts = [write(score) for _, _, score in rows]
        longer = max(max(map(len, texts)) - USUAL_LENGTH, 0)
        ax = axes_or_new(ax, size=(max(6.6, 0.36 * len(rows)), 1.7 + 0.085 * longer))
        ax.plot([-0.7, len(rows) - 0.3], [0, 0], color=COLOURS["quiet"], lw=1, ls="-", zorder=1)
        numbers = []
        for x, (_, truth, _) in enumerate(rows):
            mark, fill = MARKS[truth]
            look = {"marker": mark, "color": fill, "edgecolor": COLOURS["ink"], "zorder": 3}
            ax.scatter([x], [0], **{"s": letters(1.05) ** 2, "linewidth": 1.2, **look, **points})
            text = {"ha": "center", "va": "top", "size": small(0.75), "rotation": 90}
            numbers.append(ax.text(x, -0.42, texts[x], **text))
        _key(ax)
        called = ax.text(-0.7, -1.5, say("boundary.axis") + " →", va="top", size=small(0.9))
        ax.set(xlim=(-0.8, len(rows) - 0.2), ylim=(-1.85 - 0.18 * longer, 0.6))
        ax.set_axis_off()
        arrange(ax, partial(_fit, ax, numbers, small(0.75)))
        arrange(ax, partial(_put_below, ax, called, numbers))
        return describe(ax, _ranking_in_words(sweep, rows[::-1], None))


def _fit(ax: Axes, texts: list[Text], size: float, room: float = 0.92, least: float = 0.0) -> None:
    """Write as large as usual, or as small as it takes to stay as wide as a place is."""
    point = ax.figure.dpi / 72
    place = room * ax.bbox.width / abs(np.subtract(*ax.get_xlim())) / point
    for text in texts:
        text.set_size(size)
    widest = max(text.get_window_extent().width for text in texts) / point
    for text in texts:
        text.set_size(max(least, size * min(1, place / widest)))


def _put_below(ax: Axes, text: Text, others: list[Text]) -> None:
    """Write below the longest of other words, or where it was if they end above it."""
    lowest = min(other.get_window_extent().y0 for other in others) - letters(0.4)
    y = ax.transData.inverted().transform((0, lowest))[1]
    text.set_y(min(y, -1.5))


def _key(ax: Axes) -> None:
    """Say above which mark is which class."""
    look = {"ls": "", "markeredgecolor": COLOURS["ink"], "markersize": letters(0.9)}
    keys = [Line2D([], [], marker=mark, color=fill, **look) for mark, fill in MARKS.values()]
    names = [say("density.positives"), say("density.negatives")]
    place = {"loc": "lower left", "bbox_to_anchor": (0, 1), "borderaxespad": 0, "ncols": 2}
    ax.legend(keys, names, frameon=False, fontsize=letters(), handletextpad=0.3, **place)


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


def _draw_boxes(ax: Axes, rows, bar) -> None:
    write = digits.in_order([score for _, _, score in rows])
    kinds = ["positive" if truth else "negative" for _, truth, _ in rows]
    look = {"width": 0.92, "edgecolor": COLOURS["ink"], "linewidth": 1.2, **bar}
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


def moving_boundary(
    sweep: Sweep,
    ax: Axes | None = None,
    *,
    thresholds: float | Sequence[float] | None = None,
    language: Language | None = None,
    **points: Any,
) -> Axes:
    """Draw the samples as points on a line, from a low score to a high one, and move a boundary.

    Each row is the same line of points, cut by another threshold. Right of the boundary all are
    called positive; above it stand precision and recall.

    Parameters
    ----------
    sweep : Sweep
        A sweep of at most 60 samples, without weights.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    thresholds : float or sequence of float, optional
        The boundaries, at most eight, from the top row down; without it, three spread over the
        ranking.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **points
        Passed on to :meth:`matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If the samples are unknown or too many, or a threshold isn't a number.
    UndefinedError
        If there are no positives.
    """
    needs(sweep, "moving boundary", "recall")
    truth = _truth(sweep)
    cuts = _cuts(sweep, thresholds)
    counts = [sweep.at(cut) for cut in cuts]
    with style(language=language):
        ax = axes_or_new(ax, size=(max(7.4, 0.36 * len(truth)), 1.0 + 1.15 * len(cuts)))
        spots = [len(truth) - c.tp - c.fp - 0.5 for c in counts]
        for row, (cut, spot, c) in enumerate(zip(cuts, spots, counts, strict=True)):
            _draw_points(ax, truth, -TALL * row, spot, points)
            _draw_boundary(ax, (spot, -TALL * row), same_cut(cut, sweep), c, len(truth))
        _set_up(ax, len(truth), len(cuts))
        give_way(ax)
        return describe(ax, _boundary_in_words(sweep, cuts, counts))


def _truth(sweep: Sweep) -> np.ndarray:
    """Return the classes of the samples, the lowest score first."""
    samples = sweep.samples
    if samples is None or samples.weights is not None or len(samples.score) > MOST:
        what = "no samples" if samples is None else f"{len(samples.score)} samples"
        raise InputError(
            f"the sweep has {what}"
            + (" with weights" if samples and samples.weights is not None else ""),
            f"each sample is a point of its own, and a line holds {MOST}",
            "sweep fewer samples, without weights, and keep them with the sweep",
        )
    return np.array([label for step in sweep for label in step.labels], bool)[::-1]


def _cuts(sweep: Sweep, thresholds) -> list[float]:
    """Read the thresholds; without any, take three of the sweep's own."""
    if thresholds is None:
        rows = real_thresholds(sweep)
        inner = rows.threshold[1:]
        return [float(inner[(len(inner) - 1) * k // 4]) for k in sorted({1, 2, 3})]
    cuts = [thresholds] if isinstance(thresholds, Real) else list(thresholds)
    if not 0 < len(cuts) <= ROWS:
        raise InputError(
            f"{len(cuts)} thresholds were given",
            f"each has a row of its own, and a picture holds {ROWS}",
            "pass from 1 to 8 of them",
        )
    return cuts


def _draw_points(ax: Axes, truth: np.ndarray, y: float, spot: float, points: dict) -> None:
    ground = {"color": COLOURS["threshold"], "alpha": 0.14, "lw": 0, "zorder": 0}
    ax.fill_between([spot, len(truth) - 0.3], y - 0.45, y + 0.45, **ground)
    ax.plot([-0.7, len(truth) - 0.3], [y, y], color=COLOURS["quiet"], lw=1, ls="-", zorder=1)
    for kind, (mark, colour) in MARKS.items():
        x = np.flatnonzero(truth == kind)
        look = {"s": letters() ** 2, "marker": mark, "edgecolor": COLOURS["ink"], "linewidth": 1}
        ax.scatter(x, np.full(len(x), y), **{"color": colour, **look, "zorder": 3, **points})


def _draw_boundary(ax: Axes, spot: tuple, cut: str, c: Confusion, n: int) -> None:
    x, y = spot
    colour = COLOURS["threshold"]
    ax.plot([x, x], [y - 0.6, y + 0.6], color=colour, ls="-", solid_capstyle="butt", zorder=4)
    at = say("thresholds.one", threshold=cut)
    rates = say("boundary.rates", **_rates(c))
    look = {"va": "bottom", "size": small(0.9), "color": for_letters(colour), **bold()}
    left = ax.text(-0.7, y + 0.66, at, ha="left", **look)
    right = ax.text(n - 0.3, y + 0.66, rates, ha="right", **{**look, "color": COLOURS["ink"]})
    arrange(ax, partial(_fit_both, ax, left, right, small(0.9)))


def _fit_both(ax: Axes, left: Text, right: Text, size: float) -> None:
    """Write two texts into a line, as small as it takes."""
    for text in (left, right):
        text.set_size(size)
    wide = sum(text.get_window_extent().width for text in (left, right)) + letters(2)
    for text in (left, right):
        text.set_size(size * min(1, ax.bbox.width / wide))


def _rates(c: Confusion) -> dict[str, str]:
    """Write precision and recall as counts over counts; 0/0 where nothing is called positive."""
    return {name: _working(c.rate(name, "nan")) for name in ("precision", "recall")}


def _working(rate: Worked) -> str:
    ratio = rate.formula.ratio(rate.terms)
    return ratio if rate != rate else f"{ratio} = {digits.decimal(rate)}"


def _set_up(ax: Axes, n: int, rows: int) -> None:
    ax.set(xlim=(-0.8, n - 0.2), ylim=(-TALL * (rows - 1) - 0.7, 1.2), yticks=[], xticks=[])
    ax.set_xlabel(say("boundary.axis"), loc="left", size=small(0.95))
    ax.spines[:].set_visible(False)
    names = [say("density.positives"), say("density.negatives"), say("boundary.called_positive")]
    look = {"markeredgecolor": COLOURS["ink"], "ls": "", "markersize": letters(0.8)}
    keys = [
        *(Line2D([], [], marker=mark, color=fill, **look) for mark, fill in MARKS.values()),
        Patch(color=COLOURS["threshold"], alpha=0.14, lw=0),
    ]
    place = {"loc": "upper right", "bbox_to_anchor": (1, 0), "borderaxespad": 0, "ncols": 3}
    close = {"handletextpad": 0.3, "columnspacing": 1.0, "handlelength": 1.2, "borderpad": 0}
    legend = ax.legend(keys, names, frameon=False, fontsize=small(0.9), **place, **close)
    lay_out(ax)
    name, key = ax.xaxis.label.get_window_extent(), legend.get_window_extent()
    if name.x1 + letters() > key.x0:  # no room in one line
        below = ax.transAxes.inverted().transform((0, name.y0 - letters(0.4)))[1]
        legend.set_bbox_to_anchor((1, below))


def _boundary_in_words(sweep: Sweep, cuts: list[float], counts: list[Confusion]) -> str:
    n = {"n": len(sweep.samples.score), "positives": digits.count(sweep.positives)}
    texts = [say("alt.moving_boundary", **n, cuts=len(cuts))]
    for cut, c in zip(cuts, counts, strict=True):
        texts.append(say("alt.boundary_at", threshold=same_cut(cut, sweep), **_rates(c)))
    return " ".join(texts)
