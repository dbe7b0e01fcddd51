"""Gain, lift and KS: what the first so many of a ranking are worth, and how far both rates part."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..core import words
from ..core.conventions import Abscissa, Language, Legend
from ..core.errors import choice
from ..metrics import curves
from ..metrics.curves import Curve
from ..metrics.ks import ks_statistic
from ..metrics.sweep import Sweep
from .curves import by_name, curve_of
from .door import of_scores
from .look import COLOURS, draw_paths, letters, look_of, style, visible, width
from .picture import axes_or_new, describe
from .placing import Label, first_time, names_of, place
from .say import called, head, listing, same_cut, say, shown
from .thresholds import ends, over_thresholds, real_thresholds, stairs

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
        ax, lines, text = _draw_shares(ax, of, "gain", bins, line)
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
        ax, lines, text = _draw_shares(ax, of, "lift", bins, line)
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


def _draw_shares(ax: Axes | None, of, kind: str, bins, line: Mapping) -> tuple:
    """Draw a line for each model, and what they are compared with; return all lines by name."""
    make, path, perfect, random = KINDS[kind]
    models = {name: curve_of(one, make, kind) for name, one in by_name(of).items()}
    ax, paths = axes_or_new(ax), {n: visible(*path(curve)) for n, curve in models.items()}
    lines = draw_paths(ax, {name or say("gain.model"): one for name, one in paths.items()}, line)
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
    return ax, lines, _worth_in_words(models, f"alt.{kind}", make)


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


def _worth_in_words(models: dict[str, Curve], key: str, make: Callable) -> str:
    """Say what the first tenth and the first half are worth."""
    texts = []
    for name, curve in models.items():
        tenths = make(curve.sweep, bins=10).y
        worth = {"tenth": words.decimal(tenths[1]), "half": words.decimal(tenths[5])}
        text = say(key, points=f"{len(curve):,}", **worth)
        texts.append(head(name) + text)
    return " ".join(texts)


MARKED = 200  # largest gaps; more would be one thick line
LISTED = 3  # thresholds in a label; of more it says how many
TICKS = np.linspace(-1, 1, 11)
CLOSE = 1e-12  # gaps that differ by less are equal but for rounding
RATES = {"recall": "ks.tpr", "fpr": "ks.fpr"}


@of_scores
def ks(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    abscissa: Abscissa | None = None,
    gap: bool = True,
    difference: bool = False,
    where: Abscissa = "score",
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw both rates, TPR and FPR, and the place where they are farthest apart.

    Of several sweeps, a line each: the gap TPR − FPR itself, Youden's J. The largest gap is marked
    whichever rate leads; ``against_threshold(s, "youden", best="youden")`` marks the highest J.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        The counts at every threshold, or what :func:`mlmetrics_edu.ks` made of them.
    abscissa : {"share", "score"}, optional
        What runs along the axis: the share of samples predicted positive, or the threshold.
        Without it as the curve has it, or the share.
    gap : bool
        Mark the largest gap, as often as it occurs, and write its size.
    difference : bool
        Whether to draw the gap itself for a single sweep too, not both rates.
    where : {"score", "share"}
        How the place of the largest gap is called: by the threshold that leads there, or by the
        share of samples predicted positive. They are not the same number.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If one of the classes is missing.
    """
    choice(where, curves.ABSCISSAS, "where")
    models = {name: _ks_of(one, abscissa) for name, one in by_name(of).items()}
    with style(language=language):
        ax = axes_or_new(ax)
        limits = ends(*(curve.threshold for curve in models.values()))
        draw = _draw_rates if "" in models and not difference else _draw_gaps
        labels = draw(ax, models, limits, line, gap and where)
        _label_x(ax, next(iter(models.values())), limits)
        place(ax, labels, legend)
        return describe(ax, lambda: _gaps_in_words(models, where))


def _ks_of(of, abscissa: str | None) -> Curve:
    """Make the curve anew over the abscissa asked for; scores have rows that they can reach."""
    if abscissa is not None:
        choice(abscissa, curves.ABSCISSAS, "abscissa")
    curve = curve_of(of, curves.ks, "KS")
    over_score = abscissa == "score" or (abscissa is None and curve.x_name == "threshold")
    if not over_score:
        return curves.ks(curve.sweep)
    return curves.ks(real_thresholds(curve.sweep), abscissa="score")


def _ks_path(curve: Curve, y: np.ndarray, limits):
    if curve.x_name == "threshold":
        return visible(*stairs(curve.threshold, y, limits))
    return visible(curve.x, y)


def _draw_rates(ax: Axes, models, limits, line, gap) -> list[Label]:
    (curve,) = models.values()
    named = {}
    for i, (rate, key) in enumerate(RATES.items()):
        path = _ks_path(curve, curve.beside[rate], limits)
        (named[say(key)],) = ax.plot(*path, **look_of(i, line))
    ax.set(ylim=(-0.02, 1.02), ylabel=say("axis.rate"))
    return [*(_mark_rates(ax, curve, limits, gap) if gap else []), *names_of(named)]


def _mark_rates(ax: Axes, curve: Curve, limits, where: str) -> list[Label]:
    """Draw each largest gap from one curve to the other, and write its size beside."""
    rows, both = widest(curve), np.array([curve.beside[rate] for rate in RATES])
    if _never_apart(curve, rows):
        path = _ks_path(curve, both[0], limits)
        return [Label(say("ks.nowhere"), *path, COLOURS["gap"])]
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
    along = np.linspace(*both[:, rows], 9)
    return [
        Label(text, np.full(9, x[row]), along[:, list(rows).index(row)], colour)
        for row, text in _sizes(curve, rows, where)
    ]


def _draw_gaps(ax: Axes, models, limits, line, gap) -> list[Label]:
    named, labels = {}, []
    for i, (name, curve) in enumerate(models.items()):
        (artist,) = ax.plot(*_ks_path(curve, curve.y, limits), **look_of(i, line))
        rows = widest(curve)
        colour = artist.get_color() if name else COLOURS["gap"]
        if gap and not _never_apart(curve, rows):
            x = np.clip(curve.x[rows], *_ends(curve, limits))
            ax.plot(x, curve.y[rows], "o", markersize=letters(0.5), zorder=4, color=colour)
            labels += _name_gaps(curve, rows, x, gap, colour) if not name else []
        elif gap and not name:
            labels.append(Label(say("ks.nowhere"), *artist.get_data(), colour))
        named[head(name) + words.decimal(curve.y[rows[0]]) if name and gap else name] = artist
    ax.axhline(0, color=COLOURS["quiet"], linestyle="-", linewidth=width(0.6), zorder=0)
    ax.set(ylabel="TPR − FPR")
    if labels:  # which stand above the dots
        low = min(0.0, *(float(curve.y.min()) for curve in models.values()))
        ax.set(ylim=(low - 0.03, 1.25), yticks=[t for t in TICKS if t >= low - 0.03])
    return labels + [label for label in names_of(named) if label.text]


def _name_gaps(curve: Curve, rows, x: np.ndarray, where: str, colour) -> list[Label]:
    """Write the size beside each dot."""
    spots = dict(zip(rows.tolist(), x, strict=True))
    return [
        Label(text, np.array([spots[row]]), curve.y[[row]], colour)
        for row, text in _sizes(curve, rows, where)
    ]


def widest(curve: Curve) -> np.ndarray:
    """Find the rows of a KS curve where both rates are farthest apart, whichever leads."""
    statistic = float(ks_statistic(curve.sweep))
    return np.flatnonzero(np.abs(curve.y) >= statistic - CLOSE)


def _never_apart(curve: Curve, rows: np.ndarray) -> bool:
    return bool(curve.y[rows[0]] == 0)


def _ends(curve: Curve, limits) -> tuple[float, float]:
    return limits if curve.x_name == "threshold" else (0.0, 1.0)


def _sizes(curve: Curve, rows, where: str) -> list[tuple[int, str]]:
    """Say how large the gap is: at each of few places by shares, or once for all thresholds."""
    size = words.decimal(abs(curve.y[rows[0]]))
    if where == "score":
        return [(int(rows[0]), say("ks.gap", gap=size, where=_where(curve, rows, where)))]
    places = [rows[i : i + 1] for i in range(len(rows))] if len(rows) <= LISTED else [rows]
    return [
        (int(these[0]), say("ks.gap_at_share", gap=size, where=_where(curve, these, where)))
        for these in places
    ]


def _where(curve: Curve, rows, where: str) -> str:
    if where == "score":
        texts = [same_cut(t, curve.sweep) for t in curve.threshold[rows].tolist()]
    else:
        texts = [shown(share) for share in curve.sweep["predicted_positive_rate"][rows].tolist()]
    return listing(texts, LISTED)


def _label_x(ax: Axes, curve: Curve, limits) -> None:
    if curve.x_name == "threshold":
        over_thresholds(ax, limits)
    else:
        ax.set(xlim=(-0.02, 1.02), xlabel=say("axis.share"))


def _gaps_in_words(models: dict[str, Curve], where: str) -> str:
    key, texts = "alt.ks" if where == "score" else "alt.ks_at_share", []
    for name, curve in models.items():
        rows = widest(curve)
        size = {"gap": words.decimal(abs(curve.y[rows[0]])), "where": _where(curve, rows, where)}
        own = "alt.ks_nowhere" if _never_apart(curve, rows) else key
        over = say("axis.threshold" if curve.x_name == "threshold" else "axis.share")
        text = say(own, points=f"{len(curve):,}", over=over, **size)
        texts.append(head(name) + text)
    return " ".join(texts)
