"""A boundary that moves through points: what it calls positive, precision, and recall."""

from collections.abc import Sequence
from numbers import Real
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.patches import Patch

from ...core import digits
from ...core.conventions import Language
from ...core.errors import InputError
from ...metrics.confusion import Confusion
from ...metrics.curve import needs
from ...metrics.sweep import Sweep
from ..by_threshold.strip import MARKS
from ..by_threshold.threshold_parts import real_thresholds, shown
from ..colours import COLOURS, for_letters
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..say import say

MOST = 60  # samples
ROWS = 8  # boundaries
TALL = 1.9  # from one row to the next, in units of a point's place


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
            _draw_boundary(ax, (spot, -TALL * row), cut, c, len(truth))
        _set_up(ax, len(truth), len(cuts))
        return describe(ax, _in_words(sweep, cuts, counts))


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


def _draw_boundary(ax: Axes, spot: tuple, cut: float, c: Confusion, n: int) -> None:
    x, y = spot
    colour = COLOURS["threshold"]
    ax.plot([x, x], [y - 0.6, y + 0.6], color=colour, ls="-", solid_capstyle="butt", zorder=4)
    at = say("boundary.threshold", threshold=shown(cut))
    rates = say("boundary.rates", **_rates(c))
    look = {"va": "bottom", "size": letters(0.9), "color": for_letters(colour), "weight": "bold"}
    ax.text(-0.7, y + 0.66, at, ha="left", **look)
    ax.text(n - 0.3, y + 0.66, rates, ha="right", **{**look, "color": COLOURS["ink"]})


def _rates(c: Confusion) -> dict[str, str]:
    """Write precision and recall as counts over counts; 0/0 where nothing is called positive."""
    return {
        "precision": _written(c.tp, c.tp + c.fp),
        "recall": _written(c.tp, c.tp + c.fn),
    }


def _written(part: float, whole: float) -> str:
    text = digits.ratio(part, whole)
    return f"{text} = {digits.decimal(part / whole)}" if whole else text


def _set_up(ax: Axes, n: int, rows: int) -> None:
    ax.set(xlim=(-0.8, n - 0.2), ylim=(-TALL * (rows - 1) - 0.7, 1.2), yticks=[], xticks=[])
    ax.set_xlabel(say("boundary.axis"), loc="left", size=letters(0.95))
    ax.spines[["left", "bottom"]].set_visible(False)
    names = [say("density.positives"), say("density.negatives"), say("boundary.called_positive")]
    look = {"markeredgecolor": COLOURS["ink"], "ls": "", "markersize": letters(0.8)}
    keys = [
        *(Line2D([], [], marker=mark, color=fill, **look) for mark, fill in MARKS.values()),
        Patch(color=COLOURS["threshold"], alpha=0.14, lw=0),
    ]
    place = {"loc": "upper right", "bbox_to_anchor": (1, 0), "borderaxespad": 0, "ncols": 3}
    close = {"handletextpad": 0.3, "columnspacing": 1.0, "handlelength": 1.2, "borderpad": 0}
    ax.legend(keys, names, frameon=False, fontsize=letters(0.9), **place, **close)


def _in_words(sweep: Sweep, cuts: list[float], counts: list[Confusion]) -> str:
    n = {"n": len(sweep.samples.score), "positives": digits.count(sweep.positives)}
    said = [say("alt.moving_boundary", **n, cuts=len(cuts))]
    for cut, c in zip(cuts, counts, strict=True):
        said.append(say("alt.boundary_at", threshold=shown(cut), **_rates(c)))
    return " ".join(said)
