"""Whether predicted probabilities keep what they promise: of those told 70 %, do 70 % happen?"""

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from numpy.typing import ArrayLike

from ..core import digits, inputs
from ..core.conventions import Language
from ..core.errors import InputError
from ..metrics.real_values.calibration import Bins, calibration_bins
from .curves import by_name
from .handed_in import of_chances
from .lines import asked_of
from .look import COLOURS, SERIES, for_letters, letters, style
from .picture import axes_or_new, describe, lay_out
from .placing import beside
from .say import head, say

MARKERS = "osD^v<"
MOST = 20  # bins; more have no room for their counts


@of_chances
def reliability(
    y_true: "ArrayLike",
    chances: "ArrayLike | Mapping[str, ArrayLike]",
    ax: Axes | None = None,
    *,
    bins: int = 10,
    positive: "Hashable" = None,
    language: Language | None = None,
    **plot: Any,
) -> Axes:
    """Draw the calibration diagram of one model or several, with the counts of all bins.

    Bins are equally wide; a bin without samples is a gap.

    Parameters
    ----------
    y_true : array_like, shape (n,)
        Labels of two classes.
    chances : array_like, shape (n,), or mapping of str to such
        The predicted probability that a sample is positive; of several models by their names.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    bins : int
        How many, from 2 to 20.
    positive : hashable, optional
        The positive class; 1 and True need not be named.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **plot
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If a probability isn't from 0 to 1, or the labels aren't of two classes.
    """
    bins = _how_many(bins)
    truth = inputs.labels(y_true, positive)
    binned = {n: calibration_bins(truth, chance, bins) for n, chance in by_name(chances).items()}
    with style(language=language):
        ax = axes_or_new(ax, size=(6.0, 5.6 + 0.3 * len(binned)))
        _ground(ax)
        for i, each in enumerate(binned.values()):
            _draw(ax, i, each, plot)
        _counts(ax, list(binned.values()), bins)
        if len(binned) > 1 or "" not in binned:
            _name(ax, binned)
        return describe(ax, " ".join(_in_words(*item, bins) for item in binned.items()))


def _how_many(bins) -> int:
    if isinstance(bins, (int, np.integer)) and 2 <= bins <= MOST and not isinstance(bins, bool):
        return int(bins)
    raise InputError(
        f"bins={bins!r}", f"each bin has a dot and a count, and {MOST} fit", "pass 2 to 20"
    )


def _ground(ax: Axes) -> None:
    ax.plot([0, 1], [0, 1], color=COLOURS["quiet"], linewidth=1.2, linestyle=(0, (4, 3)), zorder=1)
    ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.02), aspect="equal")
    ax.set(xlabel=say("predicted_chance"), ylabel=say("observed_share"))
    look = {"rotation": 45, "rotation_mode": "anchor", "size": letters(0.85), "ha": "left"}
    beside(
        ax, 0.03, 0.03, say("as_promised"), COLOURS["quiet"], va="bottom", offset=(-3, 4), **look
    )


def _draw(ax: Axes, i: int, binned: Bins, plot: dict) -> None:
    colour, stroke = SERIES[i % len(SERIES)]
    look = {"color": colour, "linestyle": stroke, "marker": MARKERS[i % len(MARKERS)]}
    look |= {"markersize": letters(0.6), "zorder": 3, "clip_on": False}
    ax.plot(binned.predicted, binned.happened, **look | asked_of(i, plot))


def _name(ax: Axes, binned: Mapping[str, Bins]) -> None:
    """Name each model where it is farthest from the others: above a high one, below a low one."""
    heights = np.array([each.happened for each in binned.values()])
    for i, (name, each) in enumerate(binned.items()):
        others = np.delete(heights, i, axis=0)
        defined = ~np.isnan(others)
        mean = np.where(defined, others, 0).sum(axis=0) / np.maximum(defined.sum(axis=0), 1)
        apart = np.where(defined.any(axis=0), each.happened - mean, each.happened - each.predicted)
        room = np.where(apart > 0, each.predicted > 0.25, each.predicted < 0.7)
        k = np.argmax(np.where(room & ~np.isnan(apart), np.abs(apart), -1.0 * np.isnan(apart)))
        above = apart[k] > 0
        high = 0.07 < each.happened[k] < 0.93 if above else each.happened[k] < 0.07
        side = {"ha": "right" if above else "left", "va": "bottom" if high else "top"}
        place = {"offset": (-7 if above else 7, 5 if high else -5), "zorder": 5}
        colour = SERIES[i % len(SERIES)][0]
        beside(ax, each.predicted[k], each.happened[k], name, colour, **side, **place)


def _counts(ax: Axes, binned: list[Bins], bins: int) -> None:
    """Write above the diagram how many samples each bin has, a row a model."""
    room = lay_out(ax).get_window_extent().width / ax.figure.dpi * 72 / bins
    longest = max(len(digits.count(n)) for each in binned for n in each.count)
    size = min(letters(0.85), max(letters(0.5), room / (0.75 * longest)))
    upright = 0.66 * longest * size > room
    row = size * (0.7 * longest + 0.8 if upright else 1.4)
    look = {"xycoords": ax.get_xaxis_transform(), "textcoords": "offset points", "ha": "center"}
    for i, each in enumerate(binned):
        look["color"] = for_letters(SERIES[i % len(SERIES)][0])
        over = (0, 4 + row * (len(binned) - 1 - i))
        for k, n in enumerate(each.count):
            turned = {"rotation": 90 if upright else 0, "size": size}
            ax.annotate(digits.count(n), ((k + 0.5) / bins, 1), over, **turned, **look)
    look |= {"color": COLOURS["ink"], "size": letters(0.85)}
    ax.annotate(say("samples_in_bin"), (0.5, 1), (0, 6 + row * len(binned)), **look)
    lay_out(ax)  # what has to be square settles at the second time


def _in_words(name: str, binned: Bins, bins: int) -> str:
    points = "; ".join(
        f"{digits.decimal(p, 2)} → {digits.decimal(h, 2)} (n = {n})"
        for p, h, n in zip(*binned, strict=True)
        if n
    )
    text = say("alt.reliability", n=digits.count(binned.count.sum()), bins=bins, points=points)
    return head(name) + text
