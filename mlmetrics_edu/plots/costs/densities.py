"""How both classes score, and the two areas of error on either side of a threshold."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ...core import digits
from ...core.conventions import Density, Language
from ...metrics.populations.population import Population
from ...metrics.sweep import Sweep
from ..by_threshold.threshold_parts import shown
from ..colours import COLOURS, for_letters
from ..labels import HALO, beside
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..placing import Label, place
from ..say import say, verbatim
from .density_shapes import error_rates, outlines

HIGH = 0.74  # of the axis: where the line of the threshold ends
HEADROOM = 1.5  # above the highest density, for words
LOOKS = {  # colour and style of the outline, hatch of the errors
    "positive": (COLOURS["positive"], "-", "////"),
    "negative": ("#595959", "--", "\\\\\\\\"),
}
# Of the Axes: where words stand, and from below which a line leads into what they name.
CORNERS = {"left": ((0.01, 0.99), (0.11, 0.85)), "right": ((0.99, 0.99), (0.89, 0.85))}
ERRORS = {"positive": ("density.missed", "left"), "negative": ("density.false_alarms", "right")}


def densities(
    of: Sweep | Population,
    ax: Axes | None = None,
    *,
    threshold: float | None = None,
    kind: Density | None = None,
    bins: int | Sequence[float] | None = None,
    names: tuple[str, str] | None = None,
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw how densely the scores of each class lie, and what a threshold makes of them.

    Each class has the area 1, so that the areas of error are rates: what lies left of the
    threshold under the positives is FNR, and right of it under the negatives FPR. A histogram has
    an edge at the threshold, so that they are exact there; a smoothed density shows them roughly.

    Parameters
    ----------
    of : Sweep or Population
        Samples that were swept, or the distributions of a population.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    threshold : float, optional
        From which score on samples are predicted positive.
    kind : {"histogram", "kde", "population"}, optional
        Bars, or one bump for each sample (of at most 20 000); of a population the exact density.
    bins : int or sequence of float, optional
        How many bars or their edges; without it, by the rule of Rice, 2·∛n.
    names : pair of str, optional
        What to call the positives and the negatives.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot` for both outlines.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If the samples are unknown, too many to smooth, or have no density.
    UndefinedError
        If one of the classes is missing.
    """
    shapes = outlines(of, threshold, kind, bins)
    with style(language=language):
        ax = axes_or_new(ax, size=(6.4, 4.2))
        labels = [_draw(ax, name, *xy, threshold, line) for name, xy in shapes.items()]
        if names is not None:
            named = zip(labels, map(verbatim, names), strict=True)
            labels = [one._replace(text=name) for one, name in named]
        _set_up(ax, shapes, threshold)
        if threshold is not None:
            _draw_threshold(ax, threshold)
            for name, rate in error_rates(of, threshold).items():
                _name_error(ax, name, shapes[name], threshold, digits.decimal(rate))
        place(ax, labels)
        return describe(ax, _in_words(of, threshold))


def _draw(ax: Axes, name: str, x, y, threshold, line: dict) -> Label:
    colour, dashes, hatch = LOOKS[name]
    if name == "positive":  # one of the two is enough: pale areas all look alike in grey
        ax.fill_between(x, y, color=colour, alpha=0.12, lw=0, zorder=1)
    drawn = ax.plot(x, y, **{"color": colour, "linestyle": dashes, "zorder": 3, **line})[0]
    if threshold is not None:
        wrong = x <= threshold if name == "positive" else x >= threshold
        hatched = {"hatch": hatch, "facecolor": (colour, 0.35), "edgecolor": colour}
        ax.fill_between(x[wrong], y[wrong], **hatched, lw=0, zorder=2)
    high = y > 0.7 * y.max()
    return Label(say(f"density.{name}s"), x[high], y[high], drawn.get_color(), line=drawn)


def _set_up(ax: Axes, shapes: dict, threshold) -> None:
    x = np.concatenate([shape[0] for shape in shapes.values()])
    top = max(y.max() for _, y in shapes.values())
    room = 0.06 * np.ptp(x)
    ax.set(xlim=(x.min() - room, x.max() + room), ylim=(0, top * HEADROOM))
    if threshold is not None:
        ax.set_xlim(
            min(ax.get_xlim()[0], threshold - room), max(ax.get_xlim()[1], threshold + room)
        )
    ax.set(xlabel=say("score").partition(" (")[0], ylabel=say("density.axis"))


def _draw_threshold(ax: Axes, threshold: float) -> None:
    colour = COLOURS["threshold"]
    ax.plot([threshold] * 2, [0, HIGH * ax.get_ylim()[1]], color=colour, ls=(0, (5, 1.5)), zorder=4)
    side = ax.transAxes.inverted().transform(ax.transData.transform((threshold, 0)))[0]
    text = say("boundary.threshold", threshold=shown(threshold))
    look = {"ha": "left" if side < 0.2 else "right" if side > 0.8 else "center", "offset": (0, 3)}
    beside(ax, threshold, HIGH * ax.get_ylim()[1], text, colour, va="bottom", **look)


def _name_error(ax: Axes, name: str, shape: tuple, threshold: float, rate: str) -> None:
    """Name an area of error in the corner on its side, with a line that leads into it."""
    (key, side), colour = ERRORS[name], for_letters(LOOKS[name][0])
    look = {"ha": side, "va": "top", "color": colour, "size": letters(0.95), "path_effects": HALO}
    corner, foot = CORNERS[side]
    ax.text(*corner, say(key, rate=rate), transform=ax.transAxes, zorder=6, **look)
    spot = _middle(*shape, threshold, side)
    if spot:
        start = ax.transData.inverted().transform(ax.transAxes.transform(foot))
        ax.plot(*zip(start, spot, strict=True), color=COLOURS["ink"], lw=1.1, ls="-", zorder=5)


def _middle(x, y, threshold: float, side: str) -> tuple[float, float] | None:
    """Find a place well inside the area on one side of a threshold, if there is one."""
    wrong = x <= threshold if side == "left" else x >= threshold
    x, y = x[wrong], y[wrong]
    pieces = np.diff(x) * (y[1:] + y[:-1]) / 2
    if not pieces.sum() > 0:
        return None
    half = np.searchsorted(np.cumsum(pieces), pieces.sum() / 2)
    return (x[half] + x[half + 1]) / 2, (y[half] + y[half + 1]) / 4


def _in_words(of: Sweep | Population, threshold) -> str:
    sides = [of.positive, of.negative] if isinstance(of, Population) else _counts(of)
    text = say("alt.densities", positives=sides[0], negatives=sides[1])
    if threshold is None:
        return text
    rates = [digits.decimal(rate) for rate in error_rates(of, threshold).values()]
    named = dict(zip(("fnr", "fpr"), rates, strict=True))
    return f"{text} {say('alt.density_errors', threshold=shown(threshold), **named)}"


def _counts(sweep: Sweep) -> list[str]:
    counts = {"positives": sweep.positives, "negatives": sweep.negatives}
    return [f"{digits.count(n)} {say(f'density.{name}')}" for name, n in counts.items()]
