"""F-beta over the plane of precision and recall, as a map with lines of equal height."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ...core import digits, inputs
from ...core.conventions import Language
from ...core.errors import InputError
from ...core.formula import Formula
from ...metrics.evaluate import f_beta
from ..colours import COLOURS
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..placing import Label, place
from ..say import say, verbatim
from . import threshold_parts as parts

LEVELS = tuple(np.arange(1, 10) / 10)
GRID = 201
_PLATE = {"color": "black", "bbox": {"boxstyle": "round,pad=0.15", "fc": "white", "ec": "none"}}


def f_surface(
    beta: float = 1,
    ax: Axes | None = None,
    *,
    levels: float | Sequence[float] = LEVELS,
    points: Mapping[str, tuple[float, float]] | None = None,
    language: Language | None = None,
    **contour: Any,
) -> Axes:
    """Draw F-beta over precision and recall, as a map with lines of equal height.

    Where both are equal, F is equal to them, whatever β: there each line is labelled.

    Parameters
    ----------
    beta : float
        How many times as important recall is as precision.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    levels : sequence of float
        The values of F whose lines are drawn.
    points : mapping of str to (recall, precision), optional
        Classifiers to mark, each with its name and its F.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **contour
        Passed on to :meth:`matplotlib.axes.Axes.contourf`.

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
    formula, levels = f_beta(beta), read_levels(levels)
    with style(language=language):
        ax = axes_or_new(ax, size=(5.0, 5.0))
        draw_map(ax, *_surface(formula), levels, contour)
        ax.set_title(parts.called(formula))
        _mark(ax, formula, points or {})
        return describe(ax, _in_words(formula, points or {}))


def draw_map(ax: Axes, side: np.ndarray, surface: np.ndarray, levels: list, contour: dict) -> None:
    """Draw a mean of precision and recall; on the diagonal its lines are labelled."""
    # The ground stays light enough for black letters.
    ground = {} if "colors" in contour else {"cmap": "Blues"}
    look = {**ground, "vmin": 0, "vmax": 1.6, "levels": [0, *levels, 1], **contour}
    ax.contourf(side, side, surface, **look)
    thin = {"colors": "black", "linewidths": 0.8 * parts.thin()}
    ax.contour(side, side, surface, levels=levels, **thin)
    for level in levels:
        text = digits.short(level) or digits.decimal(level)
        ax.text(level, level, text, ha="center", va="center", size=letters(0.85), **_PLATE)
    ax.set_xticks(np.arange(1, 6) / 5)  # one 0 in the corner is enough
    ax.set(xlim=(0, 1), ylim=(0, 1), xlabel=parts.called("recall"))
    ax.set_ylabel(parts.called("precision"))
    ax.set_box_aspect(1)


def read_levels(levels) -> list[float]:
    found = sorted({float(level) for level in np.ravel(levels)})
    if not found or not all(0 < level < 1 for level in found):
        raise InputError(
            f"levels={levels!r}",
            "each is a value of F whose line is drawn, and only the ends are 0 and 1",
            "give one or more numbers between 0 and 1, such as [0.2, 0.4, 0.6, 0.8]",
        )
    return found


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


def _mark(ax: Axes, formula: Formula, points: Mapping) -> None:
    """Mark classifiers; their words stand on plates, as those of the lines that they interrupt."""
    before = len(ax.texts)
    place(ax, [_point(ax, formula, name, *spot) for name, spot in points.items()])
    for note in ax.texts[before:]:
        note.set_bbox(_PLATE["bbox"])


def _point(ax: Axes, formula: Formula, name: str, recall: float, precision: float) -> Label:
    """Mark a classifier, and write its name and its F."""
    look = {"color": COLOURS["threshold"], "markeredgecolor": "white", "zorder": 6}
    dot = ax.plot([recall], [precision], "o", markersize=letters(0.85), **look)[0]
    text = f"{verbatim(name)}: {digits.decimal(_of_point(formula, recall, precision))}"
    return Label(text, *dot.get_data(), COLOURS["ink"], 0.95, line=dot)


def _in_words(formula: Formula, points: Mapping) -> str:
    """Compare the two corners, where only one rate is low; and tell the F of each point."""
    at = {"low_recall": (0.2, 0.8), "low_precision": (0.8, 0.2)}
    values = {name: digits.decimal(_of_point(formula, *spot)) for name, spot in at.items()}
    text = say("alt.f_surface", name=parts.called(formula), **values)
    marked = [f"{n} {digits.decimal(_of_point(formula, *spot))}" for n, spot in points.items()]
    if not marked:
        return text
    return f"{text} {say('alt.f_points', points=digits.listing(marked, len(marked)))}"
