"""F-beta over β: from precision, where β is small, to recall, where it is large."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from ...core import digits
from ...core.conventions import Language
from ...core.formula import Formula
from ...metrics.confusion import Confusion
from ...metrics.costing.crossover import crossover_beta
from ..colours import COLOURS
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..placing import Label, place
from ..say import say
from ..unit_square import given, look_of, names_of, width
from . import threshold_parts as parts

F_BETA = Formula("f_beta", "(1 + beta**2)*TP / ((1 + beta**2)*TP + beta**2*FN + FP)")
ENDS = (0.1, 100.0)
FINE = 301
TICKS = (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def f_by_beta(
    of: Confusion | Mapping[str, Confusion],
    ax: Axes | None = None,
    *,
    at: "float | Sequence[float]" = (),
    betas: tuple[float, float] = ENDS,
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw F-beta of some classifiers over β, and mark where two of them change places.

    Parameters
    ----------
    of : Confusion or mapping of str to Confusion
        The counts of one classifier, or of several by name; true negatives need not be known.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    at : float or sequence of float
        Some β at which each F is marked and written down.
    betas : pair of float
        Between which β to draw.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    FormulaError
        If a β is not above 0.

    References
    ----------
    van Rijsbergen (1979), Information retrieval, chapter 7.
    """
    found = parts.by_name(of)
    at = given(at)
    with style(language=language):
        ax = axes_or_new(ax, size=(6.4, 4.6))
        _set_up(ax, betas)
        beta = np.geomspace(*betas, FINE)
        lines = {
            name: ax.plot(beta, _f(one, beta), **look_of(k, line))[0]
            for k, (name, one) in enumerate(found.items())
        }
        swaps = _swaps(found, betas)
        labels = [label for swap in swaps for label in _mark_swap(ax, *swap)]
        labels += [_point(ax, b, one, lines[n]) for n, one in found.items() for b in at]
        place(ax, labels + names_of({name: one for name, one in lines.items() if name}))
        return describe(ax, _in_words(found, at, swaps))


def _f(one: Confusion, beta: np.ndarray) -> np.ndarray:
    return F_BETA.column(beta=beta, TP=one.tp, FP=one.fp, FN=one.fn)


def _set_up(ax: Axes, betas: tuple[float, float]) -> None:
    ax.set(xscale="log", xlim=betas, ylim=(-0.02, 1.04), xlabel="β")
    ax.set_ylabel(parts.called(F_BETA))
    ax.xaxis.set_major_locator(FixedLocator(TICKS))
    ax.xaxis.set_minor_locator(NullLocator())
    ax.xaxis.set_major_formatter(FuncFormatter(lambda beta, _: f"{beta:g}"))


def _swaps(found: Mapping[str, Confusion], betas) -> list[tuple[float, float, float]]:
    """List β², β and F where two classifiers are equally good."""
    pairs = ((a, crossover_beta(a, b)) for a, b in combinations(found.values(), 2))
    known = [(float(square), a) for a, square in pairs if square == square]
    swaps = [(square, square**0.5, float(a.f(square**0.5))) for square, a in known]
    return [swap for swap in swaps if betas[0] <= swap[1] <= betas[1]]


def _mark_swap(ax: Axes, square: float, beta: float, f: float) -> list[Label]:
    colour = COLOURS["ink"]
    ax.vlines(beta, 0, f, color=colour, lw=width(0.5), ls=":", zorder=2)
    look = {"markersize": letters(0.75), "markerfacecolor": "white", "markeredgecolor": colour}
    dot = ax.plot([beta], [f], "o", **look, zorder=6)[0]
    known = {"square": digits.short(square) or digits.decimal(square), "beta": f"{beta:.3g}"}
    return [Label(say("f_by_beta.swap", **known), *dot.get_data(), colour, 0.95, line=dot)]


def _point(ax: Axes, beta: float, one: Confusion, line) -> Label:
    colour, f = line.get_color(), float(one.f(beta))
    look = {"markersize": letters(0.6), "markeredgecolor": "white", "zorder": 5}
    dot = ax.plot([beta], [f], "o", color=colour, **look)[0]
    return Label(digits.decimal(f), *dot.get_data(), colour, 0.85, line=dot)


def _in_words(found: Mapping[str, Confusion], at, swaps) -> str:
    texts = []
    for name, one in found.items():
        ends = {"low": digits.decimal(one.precision), "high": digits.decimal(one.recall)}
        texts.append(say("alt.f_by_beta", **ends, name=f"{name}: " if name else ""))
        texts += [say("alt.f_at", beta=f"{b:g}", f=digits.decimal(one.f(b))) for b in at]
    for square, beta, f in swaps:
        known = {"square": digits.decimal(square), "beta": digits.decimal(beta)}
        texts.append(say("alt.f_swap", **known, f=digits.decimal(f)))
    return " ".join(texts)
