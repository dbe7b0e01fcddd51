"""A rate of each class, and its means over all of them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ...core import digits, inputs, words
from ...core.conventions import ClassMean, Language, options
from ...metrics import evaluate
from ...metrics.many_classes.confusion_matrix import ConfusionMatrix
from ...metrics.sweep_table import written
from ..colours import COLOURS, SERIES, for_letters
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..say import phrases, say, verbatim
from .class_matrix import class_names

MEANS = options(ClassMean)
STROKES = {"macro": "-", "micro": "--", "weighted": ":"}
MARKERS = "osD^v<"
ROOM = 0.66  # how much of a row the dots of one class take
NUMBERED = 30  # classes; beside more, numbers are too small


def per_class(
    m: ConfusionMatrix,
    rate: str | Sequence[str] = "f1",
    ax: Axes | None = None,
    *,
    means: Sequence[str] | None = None,
    language: Language | None = None,
    **plot: Any,
) -> Axes:
    """Draw a rate of each class as a dot, and its means over the classes as lines.

    A class for which the rate is undefined has no dot; the means leave it out, and say so.

    Parameters
    ----------
    m : ConfusionMatrix
        The counts.
    rate : str, or sequence of str
        Rates from 0 to 1 such as ``"f1"``, or ``("precision", "recall", "f1")``.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    means : sequence of {"macro", "micro", "weighted"}, optional
        Which means; by default all three for one rate, and macro for several.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **plot
        Passed on to :meth:`matplotlib.axes.Axes.plot` for the dots.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UnknownNameError
        If there is no such rate.
    InputError
        If there is no such mean.
    """
    formulas = [evaluate.lookup(r) for r in ([rate] if isinstance(rate, str) else rate)]
    means = (MEANS if len(formulas) == 1 else MEANS[:1]) if means is None else means
    for how in means:
        inputs.choice(how, MEANS, "means")
    with style(language=language):
        ax = axes_or_new(ax, size=(7.2, 1.7 + 0.36 * m.k + 0.3 * len(means) * len(formulas)))
        _rows(ax, m)
        found = {formula: m.parts().work(formula) for formula in formulas}
        for place, (formula, numbers) in enumerate(found.items()):
            _dots(ax, numbers, formula, place, len(formulas), plot)
        if len(formulas) == 1:
            _numbers(ax, numbers)
        said = _means(ax, m, formulas, means)
        ax.set_xlabel(_called(formulas[0].name) if len(formulas) == 1 else "")
        return describe(ax, _in_words(m, found, said))


def _called(name: str) -> str:
    known = name in words.TERMS or name in phrases()
    return say(name) if known else verbatim(words.symbol(name))


def _rows(ax: Axes, m: ConfusionMatrix) -> None:
    ax.set(xlim=(-0.02, 1.02), ylim=(m.k - 0.4, -0.6))
    ax.set_yticks(range(m.k), class_names(m))
    ax.hlines(range(m.k), 0, 1, color=COLOURS["negative"], linewidth=1, zorder=0)
    ax.tick_params(axis="y", length=0)
    ax.spines["left"].set_visible(False)


def _dots(ax: Axes, numbers, formula, place: int, many: int, plot: dict) -> None:
    """Draw the dots of one rate; those of several lie below each other within the row."""
    y = np.arange(len(numbers)) + ROOM * ((place + 0.5) / many - 0.5) * (many > 1)
    look = {"color": SERIES[place % len(SERIES)][0], "marker": MARKERS[place % len(MARKERS)]}
    look |= {"linestyle": "none", "markersize": letters(0.75 if many == 1 else 0.6)}
    ax.plot(np.array(numbers, float), y, **{**look, **plot})
    for at, number in zip(y, numbers, strict=True):
        if number.reason and many == 1:
            why = say("undefined_as", why=number.reason.partition(":")[0])
            ax.text(0.02, at, why, va="bottom", size=letters(0.85), color=for_letters("#767676"))


def _numbers(ax: Axes, numbers) -> None:
    """Write each number at the end of its row: the division, and the decimal."""
    if len(numbers) > NUMBERED:
        return
    for row, number in enumerate(numbers):
        text = "–" if number != number else written(number)
        ax.text(1.04, row, text, va="center", size=letters(0.9), clip_on=False)


def _means(ax: Axes, m: ConfusionMatrix, formulas, means) -> list[str]:
    """Draw the means as lines that end at their names, one above the other."""
    said, rows = [], [(formula, how) for formula in formulas for how in means]
    for formula, how in rows:
        value = m.average(formula, how, undefined="skip")
        text = _mean_in_words(m, formula, how, value, len(formulas) > 1)
        colour, stroke = SERIES[formulas.index(formula) % len(SERIES)]
        stroke = STROKES[how] if len(formulas) == 1 else stroke
        said.append((value, text, {"color": colour, "linestyle": stroke}))
    known = [mean for mean in said if mean[0] == mean[0]]
    left = sum(value for value, *_ in known) > 0.45 * len(known)
    # The line nearest to the names' far side ends lowest, so that no name lies on a line.
    known.sort(key=lambda mean: mean[0] if left else -mean[0])
    for row, mean in enumerate(known):
        _line(ax, row, left, *mean)
    return [text for _, text, _ in said]


def _line(ax: Axes, row: int, left: bool, value: float, text: str, look: dict) -> None:
    """Draw one mean, and its name at the upper end, left or right of it."""
    height = ax.get_window_extent().height * 72 / ax.figure.dpi
    top = 1 + letters(1.4) * (row + 0.6) / height
    over = {"transform": ax.get_xaxis_transform(), "clip_on": False}
    ax.plot([value] * 2, [0, top], linewidth=1.6, zorder=1, **look, **over)
    side = {"ha": "right" if left else "left", "va": "center", "size": letters(0.9)}
    ink = for_letters(look["color"])
    ax.text(value + (-0.012 if left else 0.012), top, text, color=ink, **side, **over)


def _mean_in_words(m: ConfusionMatrix, formula, how: str, value, several: bool) -> str:
    named = f"{say(how)} {_called(formula.name)}" if several else say(how)
    known = sum(number == number for number in m.parts().work(formula))
    told = {"how": named, "value": digits.decimal(value), "n": known, "k": m.k}
    return say("mean_line" if known == m.k or how == "micro" else "mean_line_without", **told)


def _in_words(m: ConfusionMatrix, found: dict, said: list[str]) -> str:
    texts = []
    for formula, numbers in found.items():
        pairs = zip(m.labels, numbers, strict=True)
        values = ", ".join(f"{label} {_value(number)}" for label, number in pairs)
        texts.append(say("alt.per_class", rate=_called(formula.name), k=m.k, values=values))
    return " ".join([*texts, *([say("alt.class_means", means="; ".join(said))] if said else [])])


def _value(number) -> str:
    if number == number:
        return digits.decimal(number)
    return say("undefined_as", why=number.reason.partition(":")[0])
