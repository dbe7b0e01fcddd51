"""Layers of the P-R plane: where F1 is the same, what guessing gives, and three special places."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.lines import Line2D

from ..core import digits, inputs, words
from ..core.conventions import Language
from ..metrics.curves import Curve
from ..metrics.curves import pr as pr_of
from ..metrics.rates import lookup
from ..metrics.sweep import Sweep, needs
from ..metrics.thresholds import Optima, best_threshold
from ..metrics.thresholds import break_even as break_even_of
from .curves import curves_of, given, mark_point, plane
from .given_scores import of_layer
from .lines import look_of, width
from .look import COLOURS, letters, small, style
from .picture import describe
from .placing import Label, beside, first_time, place
from .say import head, listing, named_thresholds, same_cut, same_cuts, say

USUAL = (0.2, 0.4, 0.6, 0.8)
POINTS = 201


def iso_f1(
    values: float | Sequence[float] = USUAL,
    ax: Axes | None = None,
    *,
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw lines along which F1 is the same, each named at its right end.

    Parameters
    ----------
    values : float or sequence of float
        The values of F1.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a P-R plane of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If a value isn't from 0 to 1.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> ax = mm.plots.iso_f1([0.5, 0.7])
    """
    with style(language=language):
        ax = plane(ax, "pr")
        draw_iso_f1(ax, values, **line)
        listed = listing([f"{value:.3g}" for value in given(values)])
        return describe(ax, head(say("f1")) + listed + say("join.stop"))


def draw_iso_f1(ax: Axes, values, /, **line) -> None:
    """Draw the lines of the usual values, or of those named; each name stands outside."""
    look = {"color": "#AAAAAA", "linestyle": "-", "linewidth": width(0.45), "zorder": 1.2}
    for f1 in USUAL if values is True else given(values):
        f1 = float(inputs.share(f1, "iso_f1", "F1 lies between 0 and 1", zero=False))
        precision = np.linspace(f1 / (2 - f1), 1, POINTS)
        recall = f1 * precision / (2 * precision - f1)  # from F1 = 2·P·R / (P + R)
        ax.plot(recall, precision, **look | normalize_kwargs(line, Line2D))
        text = f"F1 = {f1:.3g}"
        spot = {"va": "center", "ha": "left", "offset": (letters(0.7), 0)}
        beside(ax, 1, precision[0], text, COLOURS["quiet"], size=small(0.8), **spot)


@of_layer
def prevalence(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the share of positives: how precise it is to call everything positive, or to guess.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        Whose samples; shares that are equal are drawn once.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a P-R plane of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If there are no positives, or negatives are unknown.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.prevalence(s)
    """
    curves = curves_of(of, pr_of)
    for curve in curves.values():
        needs(curve.sweep, "prevalence", "recall", "predicted_positive_rate")
    with style(language=language):
        ax = plane(ax, "pr")
        labels = draw_prevalence(ax, curves, **line)
        place(ax, labels)
        return describe(ax, " ".join(one.text + say("join.stop") for one in labels))


def draw_prevalence(
    ax: Axes, curves: Mapping[str, Curve], again: bool = True, /, **line
) -> list[Label]:
    """Draw the share of positives, where it is known; again where it stands already, or not."""
    quiet, labels = COLOURS["quiet"], []
    look = {"color": quiet, "linewidth": width(0.6), "linestyle": (0, (2, 2)), "zorder": 2}
    for share in _shares(curves):
        if not first_time(ax, share) and not again:
            continue
        drawn = ax.plot([0, 1], [share, share], **look | normalize_kwargs(line, Line2D))[0]
        text = say("pr.prevalence", share=digits.decimal(share))
        labels.append(Label(text, *drawn.get_data(), drawn.get_color(), 0.85, line=drawn))
    return labels


def _shares(curves: Mapping[str, Curve]) -> list[float]:
    """List the shares of positives, each once; where negatives are unknown there is none."""
    sweeps = [curve.sweep for curve in curves.values()]
    return sorted({float(s.confusion(0).prevalence) for s in sweeps if s.negatives is not None})


@of_layer
def unreachable(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    language: Language | None = None,
    **patch: Any,
) -> Axes:
    """Hatch what no ranking can reach: what lies below the worst, which has all negatives first.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        Whose samples; of several, the lowest share of positives counts.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a P-R plane of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **patch
        Passed on to :meth:`matplotlib.axes.Axes.fill_between`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If there are no positives, or negatives are unknown.

    References
    ----------
    Boyd et al. (2012), Unachievable region in precision-recall space.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.unreachable(s, mm.plots.pr(s))
    """
    curves = curves_of(of, pr_of)
    with style(language=language):
        ax = plane(ax, "pr")
        draw_unreachable(ax, curves, **patch)
        return describe(ax, say("unreachable_region") + say("join.stop"))


def draw_unreachable(ax: Axes, curves: Mapping[str, Curve], /, **patch) -> None:
    """Hatch what is out of reach for every one of some curves."""
    for curve in curves.values():
        needs(curve.sweep, "region out of reach", "recall", "predicted_positive_rate")
    share = _shares(curves)[0]
    recall = np.linspace(0, 1, POINTS)
    worst = lookup("precision").column(TP=share * recall, FP=1 - share)
    look = {"facecolor": "#E4E4E4", "edgecolor": "#9A9A9A", "hatch": "////", "linewidth": 0.8}
    # Without negatives nothing is undefined but the start, and every ranking is precise.
    ax.fill_between(recall, 0, np.nan_to_num(worst, nan=1), **{"zorder": 1.1, **look, **patch})
    spot = {"ha": "right", "va": "bottom", "offset": (-letters(0.3), letters(0.25))}
    beside(ax, 1, 0, say("pr.unreachable"), size=small(0.85), zorder=6, **spot)


def break_even(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    language: Language | None = None,
) -> Axes:
    """Draw where precision is recall, and mark the break-even point of each curve.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        Of which curves; a point that is undefined is left out.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a P-R plane of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If there are no positives.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.break_even(s, mm.plots.pr(s))
    """
    curves = curves_of(of, pr_of)
    with style(language=language):
        ax = plane(ax, "pr")
        place(ax, draw_break_even(ax, curves, {}))
        values = [digits.decimal(break_even_of(curve.points)) for curve in curves.values()]
        return describe(ax, head(say("break_even")) + listing(values) + say("join.stop"))


def draw_break_even(ax: Axes, curves: Mapping[str, Curve], line: Mapping) -> list[Label]:
    """Draw the diagonal, and a point for each curve in its colour."""
    ax.plot([0, 1], [0, 1], color=COLOURS["gap"], lw=width(0.6), ls=":", zorder=2)
    labels = []
    for k, (name, curve) in enumerate(curves.items()):
        value = float(break_even_of(curve.points))
        if np.isfinite(value):
            colour = look_of(k, line)["color"] if name else COLOURS["gap"]
            text = f"{words.symbol('break_even')} = {digits.decimal(value)}"
            labels.append(mark_point(ax, value, value, text, colour, "D"))
    return labels


def nearest_corner(
    of: Sweep | Curve, ax: Axes | None = None, *, language: Language | None = None
) -> Axes:
    """Draw the shortest way from a P-R curve to (1, 1), from every point that has it.

    Parameters
    ----------
    of : Sweep or Curve
        From which curve.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a P-R plane of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If there are no positives.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.nearest_corner(s, mm.plots.pr(s))
    """
    curves = curves_of(of, pr_of)
    with style(language=language):
        ax = plane(ax, "pr")
        place(ax, draw_corner(ax, curves))
        return describe(ax, corner_in_words(curves))


def draw_corner(ax: Axes, curves: Mapping[str, Curve]) -> list[Label]:
    """Draw the shortest way from the first curve to (1, 1)."""
    best = _nearest(curves)
    write, labels = same_cuts(best.thresholds, best.sweep), []
    for threshold, row in zip(best.thresholds, best.rows, strict=True):
        x, y = (best.sweep[name][row] for name in ("recall", "precision"))
        look = {"color": COLOURS["gap"], "ls": "--", "lw": width(0.7), "zorder": 5}
        way = ax.plot([x, 1], [y, 1], **look)[0]
        where = say("curve.mark", threshold=write(threshold))
        labels.append(mark_point(ax, x, y, where, COLOURS["threshold"]))
        text = f"d = {digits.decimal(best.value, 4)}"
        labels.append(Label(text, *way.get_data(), COLOURS["gap"], 0.9, line=way))
    star = {"ls": "", "marker": "*", "ms": letters(1.1), "color": COLOURS["gap"], "zorder": 6}
    ax.plot([1], [1], clip_on=False, **star)
    side = {"ha": "right", "va": "center", "offset": (-letters(0.9), 0), "size": small(0.9)}
    beside(ax, 1, 1, "(1, 1)", COLOURS["gap"], **side)
    return labels


def corner_in_words(curves: Mapping[str, Curve]) -> str:
    """Say how far the curve stays from (1, 1), and at which thresholds it is nearest."""
    best = _nearest(curves)
    listed = named_thresholds([same_cut(t, best.sweep) for t in best.thresholds])
    return say("alt.pr_corner", distance=digits.decimal(best.value, 4), thresholds=listed)


def _nearest(curves: Mapping[str, Curve]) -> Optima:
    return best_threshold(next(iter(curves.values())).points, "nearest-corner")
