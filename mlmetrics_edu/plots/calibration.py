"""Whether predicted probabilities keep what they promise: of those told 70 %, do 70 % happen?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.conventions import BinStrategy, Language, Legend, options
from ..core.errors import InputError, choice
from ..metrics.calibration import Bins, calibration_bins
from .curves import by_name
from .door import by_model
from .look import COLOURS, for_letters, letters, look_of, small, style, width
from .picture import axes_or_new, describe, lay_out
from .placing import Label, first_time, names_of, place
from .say import head, say

STRATEGIES = options(BinStrategy)
MARKERS = "osD^v<"
MOST = 20  # bins; more have no room for their counts
LEAST = 0.78  # of the usual letters: smaller counts nobody could read
WIDE = 0.8  # room for a digit, in the size of its letters
SMALLER = 0.9


def reliability(
    y_true: ArrayLike,
    chances: ArrayLike | Mapping[str, ArrayLike],
    ax: Axes | None = None,
    *,
    bins: int = 10,
    strategy: BinStrategy = "equal-width",
    interval: float | None = None,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the calibration diagram of one model or several, with the counts of all bins.

    A bin without samples is a gap.

    Parameters
    ----------
    y_true : array_like, shape (n,)
        Labels of two classes; the positive ones are 1 or True.
    chances : array_like, shape (n,), or mapping of str to such, or data frame
        The predicted probability that a sample is positive; of several models by their names.
    bins : int
        How many, from 2 to 20.
    strategy : {"equal-width", "quantile"}
        Bins of equal width, or of equally many samples: better where the probabilities crowd.
    interval : float, optional
        Draw at each dot within which shares the true one may lie, with this probability: 0.95, for
        one (Clopper and Pearson's binomial ends).

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If a probability isn't from 0 to 1, or the labels aren't of two classes.
    """
    bins = _how_many(bins)
    choice(strategy, STRATEGIES, "strategy")
    if interval is not None and not 0 < interval < 1:
        raise InputError(
            f"interval={inputs.short(interval)}",
            "it is the share of such intervals that hold the true share",
            "pass a number between 0 and 1, such as 0.95",
        )
    truth = inputs.labels(y_true, None)
    binned = {
        name: calibration_bins(truth, chance, bins, strategy)
        for name, chance in by_name(by_model(chances)).items()
    }
    ends = {name: one.intervals(interval) for name, one in binned.items() if interval is not None}
    with style(language=language):
        ax = axes_or_new(ax, size=(6.0, 5.6 + 0.3 * len(binned)))
        labels = _ground(ax) if first_time(ax, "ground") else []
        lines = {
            name: _draw(ax, k, one, ends.get(name), line)
            for k, (name, one) in enumerate(binned.items())
        }
        _counts(ax, list(binned.values()), [line.get_color() for line in lines.values()])
        place(ax, names_of({name: one for name, one in lines.items() if name}) + labels, legend)
        return describe(ax, lambda: " ".join(_in_words(*one, bins) for one in binned.items()))


def _how_many(bins) -> int:
    if isinstance(bins, (int, np.integer)) and 2 <= bins <= MOST and not isinstance(bins, bool):
        return int(bins)
    raise InputError(
        f"bins={bins!r}", f"each bin has a dot and a count, and {MOST} fit", "pass 2 to 20"
    )


def _ground(ax: Axes) -> list[Label]:
    quiet, ends = COLOURS["quiet"], np.array([0.04, 0.96])
    look = {"color": quiet, "linewidth": width(0.6), "linestyle": (0, (4, 3)), "zorder": 1}
    line = ax.plot([0, 1], [0, 1], **look)[0]
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    ax.set(xlabel=say("predicted_chance"), ylabel=say("observed_share"))
    return [Label(say("as_promised"), ends, ends, quiet, 0.85, True, line)]


def _draw(ax: Axes, k: int, binned: Bins, ends: np.ndarray | None, line: Mapping) -> Line2D:
    look = {"marker": MARKERS[k % len(MARKERS)], "markersize": letters(0.6), "clip_on": False}
    artist = ax.plot(binned.predicted, binned.happened, **look | look_of(k, line))[0]
    if ends is not None:
        thin = {"color": artist.get_color(), "linewidth": width(0.5), "zorder": 2.5}
        ax.vlines(binned.predicted, *ends, **thin)
    return artist


def _counts(ax: Axes, binned: list[Bins], colours: list) -> None:
    """Write above the diagram how many samples each bin has, a row a model."""
    bins = max(len(each.count) for each in binned)
    equal = all(np.allclose(np.diff(each.edges), 1 / len(each.count)) for each in binned)
    longest = max(len(words.count(n)) for each in binned for n in each.count)
    # What has to be square is smaller with counts above.
    wide = SMALLER * lay_out(ax).get_window_extent().width / ax.figure.dpi * 72
    size = min(small(0.85), wide / bins / (WIDE * longest))
    if equal and size >= small(LEAST):
        _count_each(ax, binned, colours, size)
    else:  # about as many in each, or no room for that many
        _count_from_to(ax, binned, colours)
    lay_out(ax)


def _above(ax: Axes, x: float, y: float, text: str, **look) -> None:
    """Write so many points above the diagram."""
    over = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points", "ha": "center"}
    ax.annotate(text, (x, 1), (0, y), **over, **look)


def _count_from_to(ax: Axes, binned: list[Bins], colours: list) -> None:
    size = small(0.85)
    for i, (each, colour) in enumerate(zip(binned[::-1], colours[::-1], strict=True)):
        ends = dict.fromkeys(map(words.count, (each.count.min(), each.count.max())))
        text = say("samples_in_each_bin", n="–".join(ends))
        _above(ax, 0.5, 4 + 1.4 * i * size, text, color=for_letters(colour), size=size)


def _count_each(ax: Axes, binned: list[Bins], colours: list, size: float) -> None:
    row = 1.4 * size
    for i, (each, colour) in enumerate(zip(binned[::-1], colours[::-1], strict=True)):
        look = {"color": for_letters(colour), "size": size}
        for middle, n in zip((each.edges[1:] + each.edges[:-1]) / 2, each.count, strict=True):
            _above(ax, middle, 4 + row * i, words.count(n), **look)
    look = {"color": COLOURS["ink"], "size": small(0.85)}
    _above(ax, 0.5, 6 + row * len(binned), say("samples_in_bin"), **look)


def _in_words(name: str, binned: Bins, bins: int) -> str:
    points = say("join.semicolon").join(
        f"{words.decimal(p, 2)} → {words.decimal(h, 2)} (n = {n})"
        for p, h, n in zip(*binned[:3], strict=True)
        if n
    )
    text = say("alt.reliability", n=words.count(binned.count.sum()), bins=bins, points=points)
    return head(name) + text
