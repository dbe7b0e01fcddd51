"""What each threshold gives: metrics, expected cost and profit, net benefit; which is best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes

from ..core import inputs, words
from ..core.conventions import Language, Legend
from ..core.errors import InputError
from ..core.formula import Formula
from ..metrics import thresholds
from ..metrics.confusion import Confusion
from ..metrics.cost_curves import complete
from ..metrics.costs import Costs, as_sweep
from ..metrics.costs import decision_curve as decision_curve_of
from ..metrics.costs import expected_cost as cost_of
from ..metrics.curves import Curve, gain
from ..metrics.rates import lookup
from ..metrics.sweep import Sweep, counted
from ..metrics.thresholds import Optima, best_threshold
from .curves import by_name, curve_of
from .door import of_scores, opened
from .look import COLOURS, dot, draw_paths, letters, look_of, small, style, visible, width
from .picture import axes_or_new, describe
from .placing import Label, beside, first_time, names_of, place
from .say import called, head, named_thresholds, same_cut, say

METRICS = ("precision", "recall", "f1")
LISTED = 3  # optima in a label; of more it says how many
MARKED = 200  # optima; more would be one thick line
MARGIN = 0.04  # of the range of scores, beside the lowest and the highest


@of_scores
def against_threshold(
    of: Sweep | Mapping[str, Sweep],
    metrics: str | Formula | Sequence[str | Formula] = METRICS,
    ax: Axes | None = None,
    *,
    best: str | Formula | None = "f1",
    between: tuple[float, float] | None = None,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw metrics over the threshold, in steps: between two scores nothing changes.

    TPR and FPR together, and the gap between them, are :func:`mlmetrics_edu.plots.ks`.

    Parameters
    ----------
    of : Sweep, or mapping of str to Sweep
        The counts at every threshold.
    metrics : str, Formula, or sequence of these
        A line for each.
    best : str or Formula or None
        Mark every threshold where this is best; see :func:`mlmetrics_edu.best_threshold`.
    between : pair of float, optional
        The lowest and the highest threshold to show; without it all, and a little more.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there is no metric to draw, or ``between`` isn't a lower and a higher threshold.
    MetricError
        If what is to be best is undefined at every threshold.
    """
    sweeps = {n: real_thresholds(one) for n, one in by_name(of).items()}
    formulas = _formulas(metrics)
    optima = {n: thresholds.best_threshold(s, best) for n, s in sweeps.items() if best is not None}
    with style(language=language):
        ax = axes_or_new(ax, size=(6.2, 4.2))
        limits = between_or_ends(between, *(one.threshold for one in sweeps.values()))
        named = _draw_metrics(ax, sweeps, formulas, limits, line)
        over_thresholds(ax, limits)
        label_y(ax, formulas)
        labels = [
            _mark_best(ax, best_of_sweep, named.get((name, best_of_sweep.criterion)), limits, name)
            for name, best_of_sweep in optima.items()
            if len(_seen(best_of_sweep, limits))
        ]
        names = {head(name) + called(metric): line for (name, metric), line in named.items()}
        place(ax, labels + names_of(names), legend)
        return describe(ax, lambda: _metrics_in_words(sweeps, formulas, optima))


def _formulas(metrics) -> list[Formula]:
    several = [metrics] if isinstance(metrics, str | Formula) else list(metrics)
    if not several:
        raise InputError("metrics is empty", "there is no line to draw", 'e.g. metrics=["f1"]')
    return list(map(lookup, several))


def _draw_metrics(ax: Axes, sweeps: dict[str, Sweep], formulas, limits, line) -> dict:
    named = {}
    for name, sweep in sweeps.items():
        for formula in formulas:
            path = visible(*stairs(sweep.threshold, sweep[formula], limits))
            (named[name, formula],) = ax.plot(*path, **look_of(len(named), line))
    return named


def label_y(ax: Axes, formulas) -> None:
    """Show all of the usual range, and name a metric that stands alone."""
    low, high = np.array([formula.range or (-np.inf, np.inf) for formula in formulas]).T
    if np.isfinite([low.min(), high.max()]).all():
        room = 0.02 * (high.max() - low.min())
        ax.set_ylim(low.min() - room, high.max() + 2 * room)
    ax.set_ylabel(called(formulas[0]) if len(formulas) == 1 else say("axis.value"))


def _seen(optima, limits) -> np.ndarray:
    """Take the optima that the axis reaches; one at infinity stands at its end."""
    x = np.asarray(optima.thresholds[:MARKED])
    return np.clip(x[np.isinf(x) | ((limits[0] <= x) & (x <= limits[1]))], *limits)


def _mark_best(ax: Axes, optima, line, limits, name: str) -> Label:
    """Mark each optimum on its line, or (of what isn't drawn) by a line of its own."""
    x = _seen(optima, limits)
    colour = COLOURS["ink"] if line is None else line.get_color()
    for at in x:
        ax.axvline(at, color=colour, linestyle=":", linewidth=width(0.6), zorder=1)
    value, (low, high) = float(optima.value), ax.get_ylim()
    if line is not None:
        ax.plot(x, np.full(len(x), value), "o", color=colour, markersize=letters(0.5), zorder=4)
        low = value
    text = head(name) + _best(optima, "threshold.best")
    heights = np.linspace(low, high, 21)
    return Label(text, np.full(len(heights), x[0]), heights, colour, 0.9)


def _best(optima, key: str) -> str:
    value = words.decimal(float(optima.value))
    return say(key, metric=called(optima.criterion), value=value, thresholds=_where(optima))


def _where(optima) -> str:
    plain = (words.within(*interval) for interval in optima.intervals)
    return named_thresholds([words.threshold(threshold) for threshold in plain], LISTED)


def _metrics_in_words(sweeps, formulas, optima) -> str:
    names = say("join.comma").join(map(called, formulas))
    texts = []
    for name, sweep in sweeps.items():
        text = say("alt.against_threshold", metrics=names, steps=f"{len(sweep) - 1:,}")
        text += " " + _best(optima[name], "alt.best") if name in optima else ""
        texts.append(head(name) + text)
    return " ".join(texts)


def real_thresholds(sweep: Sweep, what: str = "picture over the threshold") -> Sweep:
    """Keep the rows that a threshold can reach: of a tie walked sample by sample, the last."""
    counted(sweep, what)
    last = np.append(sweep.threshold[1:] != sweep.threshold[:-1], True)
    if last.all():
        return sweep
    kept = {name: getattr(sweep, name)[last] for name in ("threshold", "tp", "fp")}
    return replace(sweep, ties="grouped", samples=None, **kept)


def ends(*columns: np.ndarray) -> tuple[float, float]:
    """Return the ends of an axis of thresholds: a little beyond the lowest and highest score."""
    finite = [column[np.isfinite(column)] for column in columns]
    if not any(map(len, finite)):
        return 0.0, 1.0
    low = min(column.min() for column in finite if len(column))
    high = max(column.max() for column in finite if len(column))
    room = MARGIN * high - MARGIN * low or 0.5  # high - low may be too large for a float
    return float(low - room), float(high + room)


def between_or_ends(between, *columns: np.ndarray) -> tuple[float, float]:
    """Return the ends of an axis of thresholds: those asked for, or else where the scores end."""
    if between is None:
        return ends(*columns)
    stretch = list(between) if inputs.several(between) else []
    if len(stretch) != 2 or not all(map(inputs.is_finite, stretch)) or stretch[0] >= stretch[1]:
        raise InputError(
            f"between={inputs.short(between)} is no stretch of thresholds",
            "it has two ends, the lower one first",
            "pass two numbers such as (0, 0.5), or leave it out",
        )
    return float(stretch[0]), float(stretch[1])


def stairs(threshold: np.ndarray, y: np.ndarray, limits: tuple[float, float]):
    """Return the corners of a metric over the threshold: between two scores nothing changes.

    Examples
    --------
    >>> x, y = stairs(np.array([np.inf, 0.8, 0.3]), np.array([0, 1, 2]), (0, 1))
    >>> x.tolist(), y.tolist()
    ([1.0, 0.8, 0.8, 0.3, 0.3, 0.0], [0, 0, 1, 1, 2, 2])
    >>> x, y = stairs(np.array([np.inf, 0.8, 0.3]), np.array([0, 1, 2]), (0.4, 0.6))
    >>> x.tolist(), y.tolist()
    ([0.6, 0.4], [1, 1])
    """
    first, last = (int((threshold[1:] >= end).sum()) for end in reversed(limits))
    inner = np.repeat(threshold[1 + first : 1 + last], 2)
    path = np.concatenate([[limits[1]], inner, [limits[0]]])
    return path, np.repeat(y[first : last + 1], 2)


def over_thresholds(ax: Axes, limits: tuple[float, float]) -> None:
    """Set up an axis of thresholds."""
    ax.set(xlim=limits, xlabel=say("axis.threshold"))


MANY = 3  # thresholds that are written; of more, their number
OPTIMA = 50  # optima that have a point each
HEADROOM = 1.18  # above the highest cost, for what the ends are
AROUND = 0.16  # above and below the profits, for what is written there
DOTS = 5  # equally good thresholds that have a point each
BELOW = 0.25  # of the height above 0: a worthless model is seen, and presses nothing to the ceiling
ABOVE = 1.1


class Priced(NamedTuple):
    """A sweep, what it costs at every threshold, and where that is least."""

    sweep: Sweep
    cost: np.ndarray
    best: Optima


@of_scores
def expected_cost(
    of: Sweep | Mapping[str, Sweep],
    costs: Costs | Mapping[str, Costs],
    ax: Axes | None = None,
    *,
    p_positive: float | None = None,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw the expected cost over the threshold, and mark where it is lowest.

    Between two scores nothing changes, so each step is flat, and so is the lowest one: any
    threshold along the thick line does as well as its right end, which is the score itself.

    Parameters
    ----------
    of : Sweep or mapping of str to Sweep
        The counts at every threshold, of one classifier or of several by name.
    costs : Costs or mapping of str to Costs
        What each outcome costs, for one sweep also several price lists by name.
    p_positive : float, optional
        The share of positives to expect; without it, that of the samples.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If costs are none, or several sweeps meet several price lists.
    UndefinedError
        If one of the classes is missing.
    """
    pairs = _sweeps_and_prices(of, costs)
    priced = {name: _priced(sweep, prices, p_positive) for name, sweep, prices in pairs}
    with style(language=language):
        ax = axes_or_new(ax, size=(6.4, 4.4))
        limits = ends(*(one.sweep.threshold for one in priced.values()))
        labels = [
            label
            for k, (name, one) in enumerate(priced.items())
            for label in _draw_cost(ax, name, one, limits, look_of(k, line))
        ]
        _set_up_cost(ax, limits, priced)
        place(ax, labels, legend)
        return describe(ax, lambda: " ".join(_cost_in_words(*one) for one in priced.items()))


def _sweeps_and_prices(of, costs) -> list[tuple[str, Sweep, Costs]]:
    """List names, each with a sweep and a price list."""
    sweeps, prices = by_name(of), by_name(costs)
    if len(sweeps) > 1 and len(prices) > 1:
        raise InputError(
            f"{len(sweeps)} sweeps and {len(prices)} price lists were given",
            "one line for each pair of them couldn't be told apart",
            "compare sweeps under one price list, or price lists on one sweep",
        )
    several = sweeps if len(sweeps) > 1 else prices if len(prices) > 1 else {**sweeps, **prices}
    names = [name for name in several if name] or [""]
    every = len(names)
    both = (list(values.values()) * every for values in (sweeps, prices))
    return list(zip(names, *both, strict=False))


def _priced(sweep: Sweep, costs: Costs, p_positive) -> Priced:
    rows = real_thresholds(sweep, "expected cost")
    how = {"p_positive": p_positive}
    best = best_threshold(rows, "cost", costs=costs, **how)
    return Priced(rows, cost_of(rows, costs, **how), best)


def _set_up_cost(ax: Axes, limits: tuple[float, float], priced: Mapping[str, Priced]) -> None:
    over_thresholds(ax, limits)
    high = max(one.cost.max() for one in priced.values())
    low = min(0.0, *(one.cost.min() for one in priced.values()))
    ax.set(ylabel=say("expected_cost"), ylim=(low, low + (high - low or 1.0) * HEADROOM))
    everything = all((one.sweep.fn[-1] == 0) & (one.sweep.tn[-1] == 0) for one in priced.values())
    look = {"size": small(0.85), "va": "top", "offset": (0, -2), "xycoords": ax.transAxes}
    if not first_time(ax, "ends"):
        return
    beside(ax, 1, 1, say("cost.always_negative") + " →", "#767676", ha="right", **look)
    if everything:
        beside(ax, 0, 1, " ← " + say("cost.always_positive"), "#767676", ha="left", **look)


def _draw_cost(ax: Axes, name: str, one: Priced, limits, look: dict) -> list[Label]:
    line = ax.plot(*visible(*stairs(one.sweep.threshold, one.cost, limits)), **look)[0]
    best, colour = one.best, line.get_color()
    at = np.clip(best.thresholds[:OPTIMA], *limits)
    cost = np.full(len(at), float(best.value))
    broad = {"color": colour, "lw": 2.2 * line.get_linewidth(), "ls": "-", "solid_capstyle": "butt"}
    for low, high in best.intervals[:OPTIMA]:
        ax.plot(np.clip([low, high], *limits), cost[[0, 0]], **broad, zorder=3.5)
    dot(ax, at, cost, colour, 0.75, zorder=5)
    values = {
        "cost": words.decimal(best.value),
        "thresholds": _where_lowest(best),
        "name": name,
    }
    if name:
        return [Label(say("cost.lowest_of", **values), *line.get_data(), colour, 0.9, line=line)]
    return [Label(say("cost.lowest", **values), at[:1], cost[:1], colour, 0.9, line=line)]


def _where_lowest(best: Optima) -> str:
    """Write the best thresholds."""
    return named_thresholds([same_cut(t, best.sweep) for t in best.thresholds], MANY)


def _cost_in_words(name: str, one: Priced) -> str:
    details = {
        "name": head(name),
        "cost": words.decimal(one.best.value),
        "thresholds": _where_lowest(one.best),
        "none": words.decimal(one.cost[0]),
    }
    return say("alt.expected_cost", **details)


@opened
def profit(of: Sweep | Confusion, costs: Costs, ax: Axes | None = None) -> Axes:
    """Draw what each sample earns on average, over the share of samples called positive.

    It is the expected cost with its sign turned. Left nobody is called positive, right everybody
    is; the dashed line between them is what picking at random would earn. See Provost & Fawcett
    (2013), Data Science for Business, chapters 7 and 8.
    """
    sweep = complete(as_sweep(of, "profit"))
    with style():
        ax = axes_or_new(ax, size=(6.4, 4.6))
        x, y = gain(sweep).x, -cost_of(sweep, costs)
        line = ax.plot(*visible(x, y), **look_of(0, {}))[0]
        ax.margins(0.03, AROUND)
        ax.axhline(0, color=COLOURS["quiet"], lw=width(0.4), ls="-", zorder=0.5)
        ax.set(xlabel=say("axis.share"), ylabel=say("profit.axis"))
        place(ax, _draw_ends(ax, x, y) + _mark_profit(ax, sweep, costs, line.get_color(), x, y))
        ends = {"nobody": _money(y[0]), "everybody": _money(y[-1])}
        share = words.decimal(x[y.argmax()])
        return describe(ax, say("alt.profit", most=_money(y.max()), share=share, **ends))


def _draw_ends(ax: Axes, x: np.ndarray, y: np.ndarray) -> list[Label]:
    """Draw picking at random, and name its ends."""
    look = {"color": COLOURS["quiet"], "ls": (0, (6, 3)), "lw": width(0.7), "zorder": 2}
    random = ax.plot(x[[0, -1]], y[[0, -1]], **look)[0]
    labels = [Label(say("gain.random"), *random.get_data(), look["color"], 0.9, line=random)]
    for row, who in ((0, "nobody"), (-1, "everybody")):
        look = {"marker": "s", "markeredgecolor": COLOURS["ink"], "zorder": 5}
        spot = dot(ax, x[row], y[row], COLOURS["ink"], 0.55, **look)
        text = say(f"profit.{who}", profit=_money(y[row]))
        labels.append(Label(text, *spot.get_data(), COLOURS["ink"], 0.9, line=spot))
    return labels


def _mark_profit(ax: Axes, sweep: Sweep, costs: Costs, colour, x, y) -> list[Label]:
    """Mark a classifier alone; of several thresholds, those that earn most."""
    alone = bool(np.isnan(sweep.threshold[1]))
    rows = (1,) if alone else best_threshold(sweep, "cost", costs=costs).rows
    rows = [row for row in rows if 0 < row < len(x) - 1][:DOTS]
    spots = [dot(ax, x[row], y[row], colour, 0.75, zorder=6) for row in rows]
    if not rows:
        return []
    # What is equally high says so once.
    text = say(f"profit.{'alone' if alone else 'most'}", profit=_money(y[rows[0]]))
    return [Label(text, *spots[0].get_data(), colour, 0.95, line=spots[0])]


def _money(value: float) -> str:
    value = words.settled(float(value))
    few = f"{value:.1g}" if 0 < abs(value) < 0.005 else f"{value + 0:.2f}"
    return few.replace("-", "−")


@of_scores
def decision_curve(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    legend: Legend = "auto",
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw net benefit over the probability from which on one acts.

    A model is of use where it lies above both references: acting on everybody, and on nobody.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        The counts at every threshold, of scores that are probabilities, or what
        :func:`mlmetrics_edu.decision_curve` made of them.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If the scores are no probabilities.
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Vickers & Elkin (2006), Decision curve analysis.
    """
    make = decision_curve_of
    models = {name: curve_of(one, make, "decision") for name, one in by_name(of).items()}
    with style(language=language):
        ax = axes_or_new(ax, size=(6.4, 4.4))
        paths = {name or say("gain.model"): visible(*one) for name, one in models.items()}
        lines = draw_paths(ax, paths, line)
        compared = _references(ax, models.values())
        ax.set(xlim=(0, 1), ylim=_net_limits(ax, models.values()))
        ax.set(xlabel=say("p_threshold"), ylabel=say("net_benefit"))
        labels = [*names_of(lines), *map(_where_negative, names_of(compared))]
        place(ax, labels, legend)
        return describe(ax, lambda: " ".join(_decision_in_words(*one) for one in models.items()))


def _references(ax: Axes, curves) -> dict:
    """Draw acting on everybody, once for each share of positives, and acting on nobody."""
    quiet = {"color": COLOURS["quiet"], "linewidth": width(0.6), "zorder": 1}
    lines = {}
    for curve in curves:
        share = curve.sweep["prevalence"][0]
        if first_time(ax, ("everybody", share)):
            everybody = curve.x, curve.beside["treat all"]
            lines.setdefault(say("decision.all"), ax.plot(*everybody, linestyle=":", **quiet)[0])
    if first_time(ax, "nobody"):
        nobody = np.array([0.0, 0.25, 0.5, 0.75, 1.0]), np.zeros(5)
        lines[say("decision.none")] = ax.plot(*nobody, linestyle="--", **quiet)[0]
    return lines


def _net_limits(ax: Axes, curves) -> tuple[float, float]:
    """Cut off what plunges: acting on everybody is worth less than any bound near 1."""
    known = ax.get_ylim() if not first_time(ax, "decision limits") else (0.0, 0.0)
    heights = [one for curve in curves for one in (curve.y.max(), curve.beside["treat all"].max())]
    high = max(*heights, 0.01) * ABOVE
    return min(-BELOW * high, known[0]), max(high, known[1])


def _where_negative(label: Label) -> Label:
    """Name acting on everybody where it can be told from the models: above 0 it is near them."""
    below = label.y < 0
    return label._replace(x=label.x[below], y=label.y[below]) if below.any() else label


def _decision_in_words(name: str, curve: Curve) -> str:
    """Say where a model is worth more than both references, and how much at most."""
    over = np.flatnonzero(curve.y > np.maximum(curve.beside["treat all"], 0))
    text = say("alt.decision", share=words.decimal(curve.sweep["prevalence"][0]))
    if not len(over):
        return head(name) + text + say("alt.decision_never")
    ends = {"low": words.decimal(curve.x[over[0]]), "high": words.decimal(curve.x[over[-1]])}
    key = "alt.decision_between" if len(over) == over[-1] - over[0] + 1 else "alt.decision_some"
    return head(name) + text + say(key, **ends)
