"""The KS curve: the found positives run ahead of the false alarms, and how far they get."""

import numpy as np
from matplotlib.axes import Axes

from ...core import digits, inputs
from ...metrics import curves, landmarks
from ...metrics.curve import Curve
from ..colours import COLOURS
from ..lines import visible
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..placing import Label, place
from ..say import say
from ..unit_square import look_of, names_of
from . import threshold_parts as parts

MARKED = 200  # largest gaps; more would be one thick line
LISTED = 3  # thresholds in a label; of more it says how many
CLOSE = 1e-12  # gaps that differ by less are equal but for rounding
RATES = {"recall": "ks.tpr", "fpr": "ks.fpr"}


def ks(
    sweep,
    ax: Axes | None = None,
    *,
    abscissa: str | None = None,
    gap: bool = True,
    language: str | None = None,
    **line,
) -> Axes:
    """Draw both rates, TPR and FPR, and the place where they are farthest apart.

    Of several sweeps, a line each: the gap TPR − FPR itself.

    Parameters
    ----------
    sweep : Sweep or Curve, or mapping of str to these
        The counts at every threshold, or what :func:`mlmetrics_edu.ks` made of them.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    abscissa : {"share", "score"}, optional
        What runs along the axis: the share of samples predicted positive, or the threshold.
        Without it as the curve has it, or the share.
    gap : bool
        Mark the largest gap, as often as it occurs, and write its size.
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
        If one of the classes is missing.
    """
    found = {name: _curve(one, abscissa) for name, one in parts.by_name(sweep).items()}
    with style(language=language):
        ax = axes_or_new(ax)
        limits = parts.ends(*(curve.threshold for curve in found.values()))
        draw = _draw_rates if "" in found else _draw_gaps
        labels = draw(ax, found, limits, line, gap)
        _label_x(ax, next(iter(found.values())), limits)
        place(ax, labels)
        return describe(ax, _in_words(found))


def _curve(of, abscissa: str | None) -> Curve:
    """Make the curve anew over the abscissa asked for; scores have rows that they can reach."""
    if abscissa is not None:
        inputs.choice(abscissa, curves.ABSCISSAS, "abscissa")
    curve = parts.curve_of(of, curves.ks, "KS")
    over_score = abscissa == "score" or (abscissa is None and curve.x_name == "threshold")
    if not over_score:
        return curves.ks(curve.sweep)
    return curves.ks(parts.real_thresholds(curve.sweep), abscissa="score")


def _path(curve: Curve, y: np.ndarray, limits):
    if curve.x_name == "threshold":
        return visible(*parts.stairs(curve.threshold, y, limits))
    return visible(curve.x, y)


def _draw_rates(ax: Axes, found, limits, line, gap: bool) -> list[Label]:
    (curve,) = found.values()
    named = {}
    for i, (rate, key) in enumerate(RATES.items()):
        path = _path(curve, curve.beside[rate], limits)
        (named[say(key)],) = ax.plot(*path, **look_of(i, line))
    ax.set(ylim=(-0.02, 1.02), ylabel=say("axis.rate"))
    return [*(_mark_rates(ax, curve, limits) if gap else []), *names_of(named)]


def _mark_rates(ax: Axes, curve: Curve, limits) -> list[Label]:
    """Draw each largest gap from one curve to the other, and write its size beside the first."""
    rows, both = widest(curve), np.array([curve.beside[rate] for rate in RATES])
    x, colour = np.clip(curve.x, *_ends(curve, limits)), COLOURS["gap"]
    look = {
        "color": colour,
        "linestyle": "-",
        "marker": "o",
        "markersize": letters(0.45),
        "zorder": 4,
    }
    for row in rows[:MARKED]:
        ax.plot([x[row]] * 2, both[:, row], **look)
    along = np.linspace(*both[:, rows[0]], 9)
    return [Label(_size(curve, rows), np.full(9, x[rows[0]]), along, colour)]


def _draw_gaps(ax: Axes, found, limits, line, gap: bool) -> list[Label]:
    named = {}
    for i, (name, curve) in enumerate(found.items()):
        (drawn,) = ax.plot(*_path(curve, curve.y, limits), **look_of(i, line))
        rows = widest(curve)
        if gap:
            x = np.clip(curve.x[rows], *_ends(curve, limits))
            ax.plot(
                x, curve.y[rows], "o", color=drawn.get_color(), markersize=letters(0.5), zorder=4
            )
            name = f"{name}: {digits.decimal(curve.y[rows[0]])}"
        named[name] = drawn
    ax.axhline(0, color=COLOURS["quiet"], linestyle="-", linewidth=parts.thin(), zorder=0)
    ax.set(ylabel="TPR − FPR")
    return names_of(named)


def widest(curve: Curve) -> np.ndarray:
    """Find the rows of a KS curve where both rates are farthest apart, whichever leads."""
    statistic = float(landmarks.ks_statistic(curve.sweep))
    return np.flatnonzero(np.abs(curve.y) >= statistic - CLOSE)


def _ends(curve: Curve, limits) -> tuple[float, float]:
    return limits if curve.x_name == "threshold" else (0.0, 1.0)


def _size(curve: Curve, rows) -> str:
    return say("ks.gap", gap=digits.decimal(abs(curve.y[rows[0]])), where=_where(curve, rows))


def _where(curve: Curve, rows) -> str:
    return digits.listing([parts.shown(t) for t in curve.threshold[rows].tolist()], LISTED)


def _label_x(ax: Axes, curve: Curve, limits) -> None:
    if curve.x_name == "threshold":
        parts.over_thresholds(ax, limits)
    else:
        ax.set(xlim=(-0.02, 1.02), xlabel=say("axis.share"))


def _in_words(found: dict[str, Curve]) -> str:
    texts = []
    for name, curve in found.items():
        rows = widest(curve)
        size = {"gap": digits.decimal(abs(curve.y[rows[0]])), "where": _where(curve, rows)}
        text = say("alt.ks", points=f"{len(curve):,}", over=_over(curve), **size)
        texts.append(f"{name}: {text}" if name else text)
    return " ".join(texts)


def _over(curve: Curve) -> str:
    return parts.called_threshold() if curve.x_name == "threshold" else say("axis.share")
