"""Gain and lift: what the first so many of a ranking are worth, beside perfect and random ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..core import digits
from ..core.conventions import Language, Legend
from ..metrics import curves
from ..metrics.curves import Curve
from ..metrics.sweep import Sweep
from .curves import by_name, curve_of
from .door import of_scores
from .look import COLOURS, letters, look_of, style, visible, width
from .picture import axes_or_new, describe
from .placing import first_time, names_of, place
from .say import called, head, say

FAR = 5  # times as high as all models, a perfect ranking would press them to the floor
FINE = 400  # points in which a bent line is drawn


@of_scores
def gain(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    bins: int | None = None,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the share of the positives found over the share of all samples reached.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        The counts at every threshold, or what :func:`mlmetrics_edu.gain` made of them.
    bins : int, optional
        Mark the curve after so many equal shares of the samples: 10 for deciles, as
        :func:`mlmetrics_edu.decile_table` lists them.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If there are no positives.
    """
    with style(language=language):
        ax, lines, text = _draw(ax, of, "gain", bins, line)
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.04))
        ax.set(xlabel=say("axis.share"), ylabel=say("axis.gain"))
        place(ax, names_of(lines), legend)
        return describe(ax, text)


@of_scores
def lift(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    bins: int | None = None,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw how many times as many positives are found as among equally many picked at random.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        The counts at every threshold, or what :func:`mlmetrics_edu.lift` made of them.
    bins : int, optional
        Mark the curve after so many equal shares of the samples: 10 for deciles.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If there are no positives.
    """
    with style(language=language):
        ax, lines, text = _draw(ax, of, "lift", bins, line)
        ax.set(xlim=(-0.02, 1.02), xlabel=say("axis.share"), ylabel=called("lift"))
        ax.set_ylim(0, _top(ax))
        place(ax, names_of(lines), legend)
        return describe(ax, text)


def _top(ax: Axes) -> float | None:
    """Let a perfect ranking leave the picture where positives are so rare that it is far above."""
    high = {"models": 1.0, "references": 1.0}
    for line in ax.lines:
        what = "references" if line.get_zorder() == 1 else "models"
        high[what] = max(high[what], np.nanmax(line.get_ydata()))
    return 1.5 * high["models"] if high["references"] > FAR * high["models"] else None


def _draw(ax: Axes | None, of, kind: str, bins, line: Mapping) -> tuple:
    """Draw a line for each model, and what they are compared with; return all lines by name."""
    make, path, perfect, random = KINDS[kind]
    models = {name: curve_of(one, make, kind) for name, one in by_name(of).items()}
    ax, lines = axes_or_new(ax), {}
    for i, (name, curve) in enumerate(models.items()):
        artist = ax.plot(*visible(*path(curve)), **look_of(i, line))[0]
        lines[name or say("gain.model")] = artist
    for curve, artist in zip(models.values(), [*lines.values()], strict=True):
        if bins is not None:  # the ends of equal shares
            dots = {"color": artist.get_color(), "markersize": letters(0.5)}
            ax.plot(*make(curve.sweep, bins=bins), "o", **dots)
    quiet = {"color": COLOURS["quiet"], "linewidth": width(0.6), "zorder": 1}
    shares = sorted({curve.sweep["prevalence"][0] for curve in models.values()})
    shares = [share for share in shares if first_time(ax, ("perfect", share))]
    best = [ax.plot(*perfect(share), linestyle=":", **quiet)[0] for share in shares]
    if first_time(ax, "random"):
        lines[say("gain.perfect")] = best[0]  # one for each share of positives that occurs
        lines[say("gain.random")] = ax.plot([0, 1], random, linestyle="--", **quiet)[0]
    return ax, lines, _in_words(models, f"alt.{kind}", make)


def _bent(curve: Curve):
    """Return the lift; along a tie, where positives come in evenly, it bends, for it is a ratio."""
    share, gains = curves.gain(curve.sweep)
    many = np.diff(curve.sweep.tp + curve.sweep.fp) > 1
    between = np.linspace(0, 1, FINE + 1)[1:-1]
    bent = between[many[np.searchsorted(share, between, side="left") - 1]]
    fine = np.union1d(share, bent) if len(bent) else share
    share, gains = fine, np.interp(fine, share, gains)
    reached = share > 0
    return share[reached], gains[reached] / share[reached]


def _best_gain(prevalence: float):
    return [0, prevalence, 1], [0, 1, 1]


def _best_lift(prevalence: float):
    share = np.append([0.0], np.linspace(prevalence, 1, FINE))
    return share, 1 / np.maximum(share, prevalence)


KINDS = {  # the curve, its path, the path of a perfect ranking, the ends of a random one
    "gain": (curves.gain, tuple, _best_gain, (0, 1)),
    "lift": (curves.lift, _bent, _best_lift, (1, 1)),
}


def _in_words(models: dict[str, Curve], key: str, make: Callable) -> str:
    """Say what the first tenth and the first half are worth."""
    texts = []
    for name, curve in models.items():
        tenths = make(curve.sweep, bins=10).y
        worth = {"tenth": digits.decimal(tenths[1]), "half": digits.decimal(tenths[5])}
        text = say(key, points=f"{len(curve):,}", **worth)
        texts.append(head(name) + text)
    return " ".join(texts)
