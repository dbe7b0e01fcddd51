"""F-beta: over β, and over the plane of precision and recall; beside it the other two means."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from ..core import inputs, words
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Formula
from ..metrics import rates
from ..metrics.confusion import Confusion
from ..metrics.costs import crossover_beta
from ..metrics.means import OF_RATES
from .curves import by_name, given
from .door import opened
from .look import COLOURS, dot, draw_paths, for_letters, letters, small, style, width
from .picture import axes_or_new, describe
from .placing import HALO, Label, names_of, place
from .say import called, head, listing, say, shown, verbatim

F_BETA = Formula("f_beta", rates.F_BETA)  # of any β
ENDS = (0.1, 100.0)
FINE = 301
TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
LEVELS = tuple(np.arange(1, 10) / 10)
GRID = 201
MEANS = ("arithmetic", "geometric", "harmonic")
APART = slice(GRID // 25, GRID // 3)  # where the lines of the means are well apart
LEADER = 21, (0.5, 0.25)  # from which point of the middle line, to where its name stands
MEAN_LEVELS = [0.2, 0.4, 0.6, 0.8]
_PLATE = {"color": "black", "bbox": {"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none"}}


@opened
def f_by_beta(
    of: Confusion | Mapping[str, Confusion],
    ax: Axes | None = None,
    *,
    at: float | Sequence[float] = (),
    betas: tuple[float, float] = ENDS,
) -> Axes:
    """Draw F-beta of some classifiers over β, and mark where two of them change places.

    At some β each F is marked and written down; true negatives need not be known. See van
    Rijsbergen (1979), Information retrieval, chapter 7.
    """
    classifiers = by_name(of)
    if not all(inputs.is_finite(beta) and beta > 0 for beta in betas) or betas[0] >= betas[1]:
        raise InputError(
            f"betas={inputs.short(betas)}",
            "F is drawn from a smaller to a larger β, on a scale of logarithms",
            "pass two numbers above 0, such as (0.1, 10)",
        )
    at = given(at)
    with style():
        ax = axes_or_new(ax, size=(6.4, 4.6))
        _set_up(ax, betas)
        beta = np.geomspace(*betas, FINE)
        lines = draw_paths(ax, {name: (beta, _f(one, beta)) for name, one in classifiers.items()})
        swaps = _swaps(classifiers, betas)
        labels = [label for swap in swaps for label in _mark_swap(ax, *swap)]
        labels += [_point_beta(ax, b, one, lines[n]) for n, one in classifiers.items() for b in at]
        place(ax, labels + names_of({name: one for name, one in lines.items() if name}))
        return describe(ax, _beta_in_words(classifiers, at, swaps))


def _f(one: Confusion, beta: np.ndarray) -> np.ndarray:
    return F_BETA.column(beta=beta, TP=one.tp, FP=one.fp, FN=one.fn)


def _set_up(ax: Axes, betas: tuple[float, float]) -> None:
    ax.set(xscale="log", xlim=betas, ylim=(-0.02, 1.04), xlabel="β")
    ax.set_ylabel(called(F_BETA))
    ax.xaxis.set_major_locator(FixedLocator(TICKS))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda beta, _: f"{beta:g}"))


def _swaps(classifiers: Mapping[str, Confusion], betas) -> list[tuple[float, float, float]]:
    """List β², β and F where two classifiers are equally good."""
    pairs = ((a, crossover_beta(a, b)) for a, b in combinations(classifiers.values(), 2))
    equal = [(float(square), a) for a, square in pairs if square == square]
    swaps = [(square, square**0.5, float(a.f(square**0.5))) for square, a in equal]
    return [swap for swap in swaps if betas[0] <= swap[1] <= betas[1]]


def _mark_swap(ax: Axes, square: float, beta: float, f: float) -> list[Label]:
    colour = COLOURS["ink"]
    ax.vlines(beta, 0, f, color=colour, lw=width(0.5), ls=":", zorder=2)
    spot = dot(ax, beta, f, "white", 0.75, markeredgecolor=colour, zorder=6)
    values = {"square": words.short(square) or words.decimal(square), "beta": f"{beta:.3g}"}
    return [Label(say("f_by_beta.swap", **values), *spot.get_data(), colour, 0.95, line=spot)]


def _point_beta(ax: Axes, beta: float, one: Confusion, line) -> Label:
    colour, f = line.get_color(), float(one.f(beta))
    spot = dot(ax, beta, f, colour, 0.6, zorder=5)
    return Label(words.decimal(f), *spot.get_data(), colour, 0.85, line=spot)


def _beta_in_words(classifiers: Mapping[str, Confusion], at, swaps) -> str:
    texts = []
    for name, one in classifiers.items():
        ends = {"low": words.decimal(one.precision), "high": words.decimal(one.recall)}
        texts.append(say("alt.f_by_beta", **ends, name=head(name)))
        texts += [say("alt.f_at", beta=f"{b:g}", f=words.decimal(one.f(b))) for b in at]
    for square, beta, f in swaps:
        values = {"square": words.decimal(square), "beta": words.decimal(beta)}
        texts.append(say("alt.f_swap", **values, f=words.decimal(f)))
    return " ".join(texts)


def f_surface(
    beta: float = 1,
    ax: Axes | None = None,
    *,
    levels: float | Sequence[float] = LEVELS,
    points: Mapping[str, tuple[float, float]] | None = None,
    language: Language | None = None,
) -> Axes:
    """Draw F-beta over precision and recall, as a map with lines of equal height.

    Where both are equal, F is equal to them, whatever β: there each line is labelled.

    Parameters
    ----------
    beta : float
        How many times as important recall is as precision.
    levels : sequence of float
        The values of F whose lines are drawn.
    points : mapping of str to (recall, precision), optional
        Classifiers to mark, each with its name and its F.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    FormulaError
        If beta is not above 0.
    InputError
        If a level is not between 0 and 1, or a rate of a point isn't one.
    """
    formula, levels = rates.f_beta(beta), _read_levels(levels)
    with style(language=language):
        ax = axes_or_new(ax, size=(5.0, 5.0))
        values = [_of_point(formula, *spot) for spot in (points or {}).values()]
        silent = [level for level in levels if np.isclose(level, values).any()]
        _draw_map(ax, *_surface(formula), levels, silent)
        ax.set_title(called(formula))
        spots = [_point_surface(ax, formula, *one) for one in (points or {}).items()]
        place(ax, spots)
        return describe(ax, _surface_in_words(formula, points or {}))


def _draw_map(ax: Axes, side: np.ndarray, surface: np.ndarray, levels: list, silent=()) -> None:
    """Draw a mean of precision and recall; on the diagonal most of its lines are labelled."""
    # The ground stays light enough for black letters.
    look = {"cmap": "Blues", "vmin": 0, "vmax": 1.6, "levels": [0, *levels, 1]}
    ax.contourf(side, side, surface, **look)
    look = {"colors": "black", "linewidths": 0.8 * width(0.6), "levels": levels}
    ax.contour(side, side, surface, **look)
    for level in levels:
        if level in silent:  # it is written at a point
            continue
        text = words.short(level) or words.decimal(level)
        ax.text(level, level, text, ha="center", va="center", size=small(0.85), **_PLATE)
    ax.set_xticks(np.arange(1, 6) / 5)  # one 0 in the corner is enough
    ax.set(xlim=(0, 1), ylim=(0, 1), xlabel=called("recall"))
    ax.set_ylabel(called("precision"))
    ax.set_box_aspect(1)


def _read_levels(levels) -> list[float]:
    values = given(levels)
    if not values or not all(inputs.is_finite(level) and 0 < level < 1 for level in values):
        raise InputError(
            f"levels={inputs.short(levels)}",
            "each is a value of F whose line is drawn, and only the ends are 0 and 1",
            "give one or more numbers between 0 and 1, such as [0.2, 0.4, 0.6, 0.8]",
        )
    return sorted({float(level) for level in values})


def _surface(formula: Formula):
    """Work F out on a grid: of one hit, P and R say how many false alarms and misses there are."""
    side = np.linspace(0, 1, GRID)
    inverse = 1 / np.maximum(side, 1e-9)
    recall, precision = np.meshgrid(inverse, inverse)
    return side, formula.column(TP=1, FP=precision - 1, FN=recall - 1)


def _of_point(formula: Formula, recall: float, precision: float) -> float:
    """Work F out of two rates: of one hit, they say how many false alarms and misses there are."""
    for name, rate in (("recall", recall), ("precision", precision)):
        inputs.share(rate, name, "a point stands in the plane of both rates", zero=False)
    return float(formula.work(TP=1, FP=1 / precision - 1, FN=1 / recall - 1))


def _point_surface(ax: Axes, formula: Formula, name: str, spot: tuple[float, float]) -> Label:
    """Mark a classifier, and write its name and its F."""
    point = dot(ax, *spot, COLOURS["threshold"], 0.85, zorder=6)
    text = head(verbatim(name)) + words.decimal(_of_point(formula, *spot))
    return Label(text, *point.get_data(), COLOURS["ink"], 0.95, line=point)


def _surface_in_words(formula: Formula, points: Mapping) -> str:
    """Compare the two corners, where only one rate is low; and tell the F of each point."""
    at = {"low_recall": (0.2, 0.8), "low_precision": (0.8, 0.2)}
    values = {name: words.decimal(_of_point(formula, *spot)) for name, spot in at.items()}
    text = say("alt.f_surface", name=called(formula), **values)
    marked = [f"{n} {words.decimal(_of_point(formula, *spot))}" for n, spot in points.items()]
    if not marked:
        return text
    return f"{text} {say('alt.f_points', points=listing(marked))}"


def means(precision: float = 0.7) -> Axes:
    """Draw three means of precision and recall while precision stands still and recall grows.

    Only the harmonic mean stays near the smaller one: it is why F1 can't be had by recall alone.
    See Manning, Raghavan & Schütze (2008), Introduction to Information Retrieval, figure 8.1.
    """
    with style():
        ax, recall = axes_or_new(None), np.linspace(0, 1, GRID)
        rates = {"precision": precision, "recall": recall}
        lines = draw_paths(ax, {name: (recall, OF_RATES[name].column(**rates)) for name in MEANS})
        fixed = say("means.fixed", precision=shown(precision))
        ax.set(xlim=(-0.02, 1.02), ylim=(-0.02, 1.04), xlabel=called("recall"), ylabel=fixed)
        _name_means(ax, *lines.values())
        low = (OF_RATES[name].work(precision=precision, recall=0.1) for name in MEANS)
        values = say("join.comma").join(
            f"{say(f'mean.{name}')} {words.decimal(mean)}"
            for name, mean in zip(MEANS, low, strict=True)
        )
        return describe(ax, say("alt.means", precision=shown(precision), values=values))


def _name_means(ax: Axes, highest: Line2D, middle: Line2D, lowest: Line2D) -> None:
    """Write names where the lines are apart; that of the middle one leads to it from below."""
    colour, (point, spot) = middle.get_color(), LEADER
    end = middle.get_xydata()[point]
    arrow = {"arrowstyle": "-", "color": colour, "linewidth": width(0.6)}
    look = {"color": for_letters(colour), "path_effects": HALO, "va": "center"}
    ax.annotate(say("mean.geometric"), end, spot, arrowprops=arrow, **look)
    ax.plot(*end, "o", color=colour, markersize=letters(0.4))
    x, y = lowest.get_data()
    labels = [Label(say("mean.arithmetic"), *highest.get_data(), highest.get_color())]
    labels += [Label(say("mean.harmonic"), x[APART], y[APART], lowest.get_color())]
    place(ax, labels)


def mean_surface(name: str, ax: Axes) -> Axes:
    """Draw a mean of precision and recall over both, as a map with lines of equal height."""
    mean, side = OF_RATES[name], np.linspace(0, 1, GRID)
    recall, precision = np.meshgrid(*[np.maximum(side, 1e-9)] * 2)
    _draw_map(ax, side, mean.column(precision=precision, recall=recall), MEAN_LEVELS)
    ax.set_title(say(f"mean.{name}"))
    low = words.decimal(float(mean.work(precision=0.9, recall=0.1)))
    return describe(ax, say("alt.mean_surface", name=say(f"mean.{name}"), value=low))
