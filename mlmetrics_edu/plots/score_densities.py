"""How densely the scores of both classes lie, and the areas of error beside a threshold."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.lines import Line2D
from matplotlib.patches import Rectangle
from matplotlib.transforms import ScaledTranslation

from ..core import inputs, words
from ..core.conventions import Language, Legend
from ..core.errors import InputError
from ..metrics.populations import Population, cells_at
from ..metrics.sweep import Sweep, needs
from .door import of_scores
from .look import COLOURS, for_letters, letters, small, style
from .picture import axes_or_new, describe
from .placing import Label, beside, place
from .say import same_cut, say, shown, verbatim

HIGH = 0.74  # of the axis: where the line of the threshold ends
HEADROOM = 1.5  # above the highest density, for words
LOOKS = {  # colour and style of the outline, hatch of the errors
    "positive": (COLOURS["positive"], "-", "////"),
    "negative": ("#595959", "--", "\\\\\\\\"),
}
CORNERS = {"left": ((0.01, 0.98), -1), "right": ((0.99, 0.98), 1)}  # of the Axes; and outwards
ERRORS = {"positive": ("density.missed", "left"), "negative": ("density.false_alarms", "right")}
FINE = 400  # points of a smooth density
SEEN = 1e-3  # of a density's peak: what is lower ends the axis
WRONG = {"positive": "fnr", "negative": "fpr"}  # of each class, how many a threshold gets wrong


@of_scores
def densities(
    of: Sweep | Population,
    ax: Axes | None = None,
    *,
    threshold: float | None = None,
    names: tuple[str, str] | None = None,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw how densely the scores of each class lie, and what a threshold makes of them.

    Each class has the area 1, so that the areas of error are rates: what lies left of the
    threshold under the positives is FNR, and right of it under the negatives FPR. Samples are drawn
    as a histogram, as many bars as the rule of Rice says, 2·∛n, with an edge at the threshold, so
    that both areas are exact.

    Parameters
    ----------
    of : Sweep or Population
        Samples that were swept, or the distributions of a population.
    threshold : float, optional
        From which score on samples are predicted positive.
    names : pair of str, optional
        What to call the positives and the negatives.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If the samples are unknown, or a class of a population has no density.
    UndefinedError
        If one of the classes is missing.
    """
    shapes = _outlines(of, threshold)
    with style(language=language):
        ax = axes_or_new(ax, size=(6.4, 4.2))
        labels = [_draw(ax, name, *xy, threshold, line) for name, xy in shapes.items()]
        if names is not None:
            named = zip(labels, map(verbatim, names), strict=True)
            labels = [one._replace(text=name) for one, name in named]
        _set_up(ax, shapes, threshold)
        if threshold is not None:
            _draw_threshold(ax, threshold, _written(of, threshold))
            for name, rate in _error_rates(of, threshold).items():
                _name_error(ax, name, words.decimal(rate))
        place(ax, labels, legend)
        return describe(ax, lambda: _in_words(of, threshold))


def _draw(ax: Axes, name: str, x, y, threshold, line: dict) -> Label:
    colour, dashes, hatch = LOOKS[name]
    if name == "positive":  # one of the two is enough: pale areas all look alike in grey
        ax.fill_between(x, y, color=colour, alpha=0.12, lw=0, zorder=1)
    look = {"color": colour, "linestyle": dashes, "zorder": 3}
    look |= normalize_kwargs(line, Line2D)
    artist = ax.plot(x, y, **look)[0]
    if threshold is not None:
        wrong = x <= threshold if name == "positive" else x >= threshold
        hatched = {"hatch": hatch, "facecolor": (colour, 0.35), "edgecolor": colour}
        ax.fill_between(x[wrong], y[wrong], **hatched, lw=0, zorder=2)
    high = y > 0.7 * y.max()
    return Label(say(f"density.{name}s"), x[high], y[high], artist.get_color(), line=artist)


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


def _draw_threshold(ax: Axes, threshold: float, written: str) -> None:
    colour = COLOURS["threshold"]
    ax.plot([threshold] * 2, [0, HIGH * ax.get_ylim()[1]], color=colour, ls=(0, (5, 1.5)), zorder=4)
    side = ax.transAxes.inverted().transform(ax.transData.transform((threshold, 0)))[0]
    text = say("thresholds.one", threshold=written)
    look = {"ha": "left" if side < 0.2 else "right" if side > 0.8 else "center", "offset": (0, 3)}
    beside(ax, threshold, HIGH * ax.get_ylim()[1], text, colour, va="bottom", **look)


def _written(of: Sweep | Population, threshold: float) -> str:
    return same_cut(threshold, of) if isinstance(of, Sweep) else shown(threshold)


def _name_error(ax: Axes, name: str, rate: str) -> None:
    """Name an area of error in the corner on its side, beside a piece of its hatching."""
    (key, side), (colour, _, hatch) = ERRORS[name], LOOKS[name]
    corner, outwards = CORNERS[side]
    wide, high = -outwards * letters(1.7), letters(1.0)
    here = ax.figure.dpi_scale_trans + ScaledTranslation(*corner, ax.transAxes)
    look = {"hatch": hatch, "facecolor": (colour, 0.35), "edgecolor": colour, "linewidth": 0}
    piece = Rectangle((0, 0), wide / 72, -high / 72, transform=here, zorder=6, **look)
    ax.add_artist(piece)  # no patch of the Axes, which would reach to it
    text = {"ha": side, "va": "top", "color": for_letters(colour), "size": small(0.95)}
    far = {"xytext": (wide - outwards * letters(0.4), 3), "textcoords": "offset points"}
    ax.annotate(say(key, rate=rate), corner, xycoords="axes fraction", **far, **text)


def _in_words(of: Sweep | Population, threshold) -> str:
    sides = {"positives": "positive", "negatives": "negative"}
    if isinstance(of, Population):
        values = {name: getattr(of, one) for name, one in sides.items()}
    else:
        values = {n: f"{words.count(getattr(of, n))} {say(f'density.{n}')}" for n in sides}
    text = say("alt.densities", **values)
    if threshold is None:
        return text
    rates = [words.decimal(rate) for rate in _error_rates(of, threshold).values()]
    named = dict(zip(("fnr", "fpr"), rates, strict=True))
    return f"{text} {say('alt.density_errors', threshold=_written(of, threshold), **named)}"


def _error_rates(of: Sweep | Population, threshold: float) -> dict[str, float]:
    """Return FNR (of the positives) and FPR (of the negatives) at a threshold."""
    if isinstance(of, Population):
        shares = cells_at(of, threshold)
        return {"positive": shares["FN"], "negative": shares["FP"]}
    counts = of.at(threshold)
    return {name: float(counts.rate(rate)) for name, rate in WRONG.items()}


def _outlines(of: Sweep | Population, threshold: float | None) -> dict[str, tuple]:
    """Return the outline of each class, x and y, a threshold among its corners."""
    _check(of, threshold)
    outline = _exact if isinstance(of, Population) else _histogram
    return {name: outline(of, name, threshold) for name in WRONG}


def _check(of: Sweep | Population, threshold) -> None:
    """Make sure that there are densities to draw."""
    if not (threshold is None or inputs.is_finite(threshold)):
        raise InputError(
            f"threshold={inputs.short(threshold)}",
            "it stands on the axis of scores",
            "pass a finite number",
        )
    if isinstance(of, Population):
        _has_densities(of)
        return
    needs(of, "picture of densities", "recall", "fpr")
    if of.samples is None:
        raise InputError(
            "the sweep has no samples", "densities are made of scores", "keep them with the sweep"
        )


def _has_densities(of: Population) -> None:
    for name in WRONG:
        if not hasattr(getattr(of, name), "density"):
            raise InputError(
                f"{name} is {getattr(of, name)}",
                "all of it is one score, where its density has no end",
                "draw a population of other distributions, such as mm.binormal(1, 0, 1)",
            )


def _histogram(sweep: Sweep, name: str, threshold) -> tuple[np.ndarray, np.ndarray]:
    """Return the outline of the bars, each as high as its share of the class over its width."""
    samples, total = sweep.samples, getattr(sweep, f"{name}s")
    edges = _edges(samples.score, threshold)
    of_class = samples.positive == (name == "positive")
    weights = None if samples.weights is None else samples.weights[of_class]
    heights = np.histogram(samples.score[of_class], edges, weights=weights)[0] / np.diff(edges)
    return np.repeat(edges, 2), np.concatenate([[0], np.repeat(heights / total, 2), [0]])


def _edges(score: np.ndarray, threshold) -> np.ndarray:
    """Choose edges between bars; a threshold among the scores is one of them."""
    edges = np.histogram_bin_edges(score, "rice")
    low, high = edges[[0, -1]]
    if threshold is None or not low <= threshold <= high:
        return edges
    wide = (high - low) / (len(edges) - 1)
    below, above = math.ceil((threshold - low) / wide), math.floor((high - threshold) / wide) + 1
    edges = threshold + wide * np.arange(-below, above + 1)
    edges[0] = min(low, edges[0])  # which rounding may have moved
    return edges


def _exact(population: Population, name: str, threshold) -> tuple[np.ndarray, np.ndarray]:
    x = np.linspace(*_span(population), FINE)
    x = x if threshold is None else np.union1d(x, threshold)
    return x, getattr(population, name).density(x)


def _span(population: Population) -> tuple[float, float]:
    """Return the scores between which something is to be seen of either class."""
    seen = []
    for name in WRONG:
        x = np.sort(getattr(population, name).grid(FINE))
        y = getattr(population, name).density(x)
        seen.append(x[y > SEEN * y.max()])
    both = np.concatenate(seen)
    return both.min(), both.max()
