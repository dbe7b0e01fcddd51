"""Folds of a cross-validation: their curves with the mean, and metrics over the threshold."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..core import digits, words
from ..core.conventions import FoldMiddle, Language, Legend
from ..core.formula import Formula
from ..metrics.curves import pr, roc
from ..metrics.folds import FoldMean, FoldMetric, FoldThresholds, fold_mean, fold_thresholds
from ..metrics.sweep import Sweep
from .curves import FAINT, path_of, square_for
from .lines import look_of, names_of, visible, width
from .look import COLOURS, letters, style
from .picture import axes_or_new, describe
from .placing import Label, first_time, place
from .roc_layers import draw_diagonal
from .say import called, head, say, verbatim
from .thresholds import between_or_ends, label_y, over_thresholds, stairs

QUEUED = ("precision", "recall", "f1", "predicted_positive_rate")  # the last: whom one has to see
LONG = 40  # letters in a line: names are mostly in a legend, which is to be low
KINDS = {"roc": (roc, "auc"), "pr": (pr, "average_precision")}


def fold_curves(
    of: Sequence[Sweep],
    ax: Axes | None = None,
    *,
    curve: str,
    name: str = "",
    diagonal: bool = True,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the curve of each fold, and their mean at equal abscissas with its spread."""
    make, area = KINDS[curve]
    mean = fold_mean(of, make)
    with style(language=language):
        ax = square_for(ax, curve)
        own = look_of(0, line)
        faint = {"color": own["color"], "linewidth": width(0.4), "alpha": 0.35, "zorder": 2.5}
        folds = [ax.plot(*path_of(one), linestyle="-", **faint)[0] for one in mean.curves]
        shade = {"color": own["color"], "alpha": FAINT, "lw": 0, "zorder": 1.5}
        ax.fill_between(mean.x, mean.low, mean.high, **shade)
        said = {"n": len(folds), "symbol": words.symbol(area), **_area(mean)}
        drawn = ax.plot(*_from_corner(mean, curve), **own)[0]
        sample = {"color": own["color"], "alpha": FAINT, "linewidth": letters(0.7)}
        (band,) = ax.plot([], [], linestyle="-", solid_capstyle="butt", **sample)
        text = say("folds.named" if name else "folds.mean", name=verbatim(name), **said)
        spread = Label(say("folds.spread"), mean.x, mean.high, own["color"], line=band, named=True)
        labels = names_of({text: drawn}, LONG)
        if first_time(ax, "folds"):
            each = say("folds.each_and_mean" if name else "folds.each", n=len(folds))
            labels += [*names_of({each: folds[0]}, LONG), spread]
        if curve == "roc" and diagonal and first_time(ax, "chance"):
            labels += draw_diagonal(ax)
        place(ax, labels, legend)
        return describe(ax, _in_words(mean, name, said))


def _from_corner(mean: FoldMean, curve: str):
    """Return the line; a ROC curve begins at (0, 0), however high its first step is."""
    return ([0, *mean.x], [0, *mean.mean]) if curve == "roc" else (mean.x, mean.mean)


def _area(mean: FoldMean) -> dict[str, str]:
    return {"area": digits.decimal(mean.area), "spread": f"{mean.area_spread:.3f}"}


def _in_words(mean: FoldMean, name: str, said: dict) -> str:
    middle = len(mean.x) // 2
    first = mean.curves[0]
    return say(
        "alt.folds",
        name=head(name),
        curve=first.name,
        x=words.symbol(first.x_name),
        middle=digits.decimal(mean.mean[middle]),
        there=digits.decimal(mean.spread[middle]),
        **said,
    )


def fold_metrics(
    of: Sequence[Sweep],
    ax: Axes | None = None,
    *,
    metrics: str | Formula | Sequence[str | Formula] = QUEUED,
    middle: FoldMiddle = "mean",
    best: str | Formula | None = "f1",
    between: "tuple[float, float] | None" = None,
    name: str = "",
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw metrics over the threshold: a line for the middle of all folds, and a band around."""
    found = fold_thresholds(of, metrics, middle, best)
    with style(language=language):
        ax = axes_or_new(ax, size=(6.2, 4.2))
        limits = between_or_ends(between, found.threshold)
        over_thresholds(ax, limits)
        label_y(ax, [one.formula for one in found.metrics])
        ax.set_ylabel(say(f"folds.axis.{middle}", n=len(of)))
        lines = [
            _draw_middle(ax, one, found.threshold, limits, look_of(k, line))
            for k, one in enumerate(found.metrics)
        ]
        named = {one.formula: drawn for one, drawn in zip(found.metrics, lines, strict=True)}
        labels = [] if found.best is None else _mark_best(ax, found, named, limits, middle)
        labels += names_of({head(verbatim(name)) + called(f): one for f, one in named.items()})
        place(ax, labels, legend)
        return describe(ax, " ".join(_metrics_in_words(found, of, name, middle)))


def _draw_middle(ax: Axes, metric: FoldMetric, threshold, limits, look: dict) -> Line2D:
    x, low = stairs(threshold, metric.low, limits)
    _, high = stairs(threshold, metric.high, limits)
    ax.fill_between(x, low, high, color=look["color"], alpha=FAINT, lw=0, zorder=1.5)
    return ax.plot(*visible(*stairs(threshold, metric.middle, limits)), **look)[0]


def _mark_best(ax: Axes, found: FoldThresholds, named: Mapping, limits, middle: str) -> list[Label]:
    """Mark where the middle of a metric is best, on its line if that is drawn."""
    line, value = named.get(found.best.formula), found.best.middle[found.best_row]
    at = np.clip(found.threshold[found.best_row], *limits)
    colour = COLOURS["ink"] if line is None else line.get_color()
    ax.axvline(at, color=colour, linestyle=":", linewidth=width(0.6), zorder=1)
    low, high = ax.get_ylim()
    if line is not None:
        ax.plot([at], [value], "o", color=colour, markersize=letters(0.5), zorder=4)
    heights = np.linspace(low, high, 21)
    text = _best_in_words(found, f"folds.best.{middle}")
    return [Label(text, np.full(len(heights), at), heights, colour, 0.9)]


def _best_in_words(found: FoldThresholds, key: str) -> str:
    row, below = found.best_row, np.append(found.threshold, -np.inf)
    return say(
        key,
        metric=called(found.best.formula),
        value=digits.decimal(found.best.middle[row]),
        threshold=digits.admitting(*below[[row, row + 1, row]].tolist()),
    )


def _metrics_in_words(found: FoldThresholds, of, name: str, middle: str) -> Iterator[str]:
    listed = say("join.comma").join(called(one.formula) for one in found.metrics)
    yield say(f"alt.folds.{middle}", name=head(verbatim(name)), metrics=listed, n=len(of))
    if found.best is not None:
        yield _best_in_words(found, f"alt.folds.best.{middle}")
