"""Numbers in rows: a dot for each class or each convention, a bar for each mistake of a class."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ..core import inputs, words
from ..core.conventions import ClassMean, Language, options
from ..core.errors import InputError, choice
from ..metrics.confusion_matrix import ConfusionMatrix
from ..metrics.rates import lookup_all
from ..metrics.sweep import written
from .look import COLOURS, SERIES, bold, for_letters, letters, small, style, width
from .matrices import LINE, class_names
from .picture import axes_or_new, describe
from .placing import Label, give_way, keep_apart, place
from .say import called, full_name, listing, phrases, say, verbatim

# Of several series of numbers, and of several rates: marks, and how much of a row the dots take.
SERIES_MARKERS, SERIES_ROOM = "os^Dv", 0.5
NUMBERS_ROOM = 0.85  # and their numbers
RATE_MARKERS, RATE_ROOM = "osD^v<", 0.66
STROKES = ("-", "--", "-.", ":")  # of the means of series
GAP = 0.012  # of the axis, between a mean and its name
SLACK = 0.12  # of the axis, left and right of the dots
FROM_ZERO = 0.4  # an axis starts at 0 if the lowest dot would leave no more than this empty
MEANS = options(ClassMean)
MEAN_STROKES = {"macro": "-", "micro": "--", "weighted": ":"}
NUMBERED = 30  # classes; beside more, numbers are too small
# Colour and hatch of what may become of an answer, in the order in which they are drawn.
ANSWER_LOOKS = {
    "right": (COLOURS["positive"], ""),
    "mistake": ("#E69F00", "//"),
    "other": (COLOURS["negative"], ""),
    "unread": ("#FFFFFF", ".."),
    "blank": ("#FFFFFF", ""),
}
ROW = 0.36  # inches
LONGEST = 44  # letters of a name


def per_class(
    m: ConfusionMatrix,
    rate: str | Sequence[str] = "f1",
    ax: Axes | None = None,
    *,
    means: Sequence[str] | None = None,
    language: Language | None = None,
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
    formulas = lookup_all(rate)
    if not formulas:
        raise InputError(
            f"rate={inputs.short(rate)}",
            "each dot is a rate of a class",
            'name one or several, such as rate="f1" or ["precision", "recall"]',
        )
    means = (MEANS if len(formulas) == 1 else MEANS[:1]) if means is None else means
    for how in means:
        choice(how, MEANS, "means")
    with style(language=language):
        ax = axes_or_new(ax, size=(7.2, 1.7 + 0.36 * m.k + 0.3 * len(means) * len(formulas)))
        several = {"\n" in name for name in class_names(m, LINE, 2)}
        size = small(0.85 if True in several else 1.0)
        _name_rows(ax, class_names(m, LINE, 2), (0, 1), size=size)
        keep_apart(ax, ax.get_yticklabels(), upright=True)
        give_way(ax)
        ax.set_xlim(-0.02, 1.02)
        ax.spines[["left", "right", "top"]].set_visible(False)
        rates = {formula: m.parts().work(formula) for formula in formulas}
        named = {}
        for k, (formula, numbers) in enumerate(rates.items()):
            y = np.arange(m.k) + RATE_ROOM * ((k + 0.5) / len(rates) - 0.5)
            dots = _dots(ax, numbers, y, k, RATE_MARKERS, len(rates))
            named[called(formula)] = dots
        if len(formulas) == 1:
            _say_undefined(ax, numbers)
            _write_values(ax, numbers)
        else:
            place(ax, _names_of_dots(named))
        listed = _means_of_classes(m, formulas, means)
        _draw_means(ax, [mean for mean in listed if mean[0] == mean[0]], 0.45, GAP)
        ax.set_xlabel(verbatim(full_name(formulas[0].name)) if len(formulas) == 1 else "")
        return describe(ax, _classes_in_words(m, rates, [text for _, text, _ in listed]))


def _name_rows(ax: Axes, names: Sequence[str], ends: tuple[float, float], **text) -> None:
    """Name the rows, the first one above, and draw a quiet line along each."""
    ax.set_ylim(len(names) - 0.4, -0.6)
    ax.set_yticks(range(len(names)), names, family=mpl.rcParams["font.family"], **text)
    ax.hlines(range(len(names)), *ends, color=COLOURS["negative"], linewidth=1, zorder=0)
    ax.tick_params(axis="y", length=0)


def _dots(ax: Axes, numbers, y: np.ndarray, k: int, markers: str, many: int) -> Line2D:
    """Draw the dots of the k-th of several, smaller ones where there are many."""
    look = {"color": SERIES[k % len(SERIES)][0], "marker": markers[k % len(markers)]}
    look |= {"linestyle": "none", "markersize": letters(0.75 if many == 1 else 0.6)}
    return ax.plot(np.array(numbers, float), y, **look)[0]


def _draw_means(ax: Axes, means: list[tuple[float, str, dict]], middle: float, gap: float) -> None:
    """Draw means as lines that end at their names, one above the other and on no other line."""
    left = sum(value for value, *_ in means) > middle * len(means)
    height = ax.get_window_extent().height * 72 / ax.figure.dpi
    over = {"transform": ax.get_xaxis_transform(), "clip_on": False}
    side = {"ha": "right" if left else "left", "va": "center", "size": small(0.9)}
    # The line nearest to the names' far side ends lowest, so that no name lies on a line.
    order = sorted(means, key=lambda mean: mean[0], reverse=not left)
    for up, (value, text, look) in enumerate(order):
        top = 1 + letters(1.4) * (up + 0.6) / height
        ax.plot([value] * 2, [0, top], zorder=1, **look, **over)
        ink = for_letters(look["color"])
        ax.text(value + (-gap if left else gap), top, text, color=ink, **side, **over)


def _names_of_dots(named: Mapping[str, Line2D]) -> list[Label]:
    """Name the dots of each rate in the row where all of them are farthest apart."""
    x = np.array([dots.get_xdata() for dots in named.values()])
    apart = np.nan_to_num(np.diff(np.sort(x, axis=0), axis=0).min(axis=0), nan=-1)
    row = [int(apart.argmax())]
    return [
        Label(
            name,
            *(axis[row] for axis in dots.get_data()),
            dots.get_color(),
            0.85,
            line=dots,
            named=True,
        )
        for name, dots in named.items()
    ]


def _say_undefined(ax: Axes, numbers) -> None:
    """Say in the row of a class why there is no dot."""
    for row, number in enumerate(numbers):
        if why := _why(number):
            look = {"size": small(0.85), "color": for_letters(COLOURS["quiet"])}
            ax.text(0.02, row, why, va="bottom", **look)


def _write_values(ax: Axes, numbers) -> None:
    """Write each number at the end of its row: the division, and the decimal."""
    if len(numbers) > NUMBERED:
        return
    look = {"va": "center", "size": small(0.9), "clip_on": False}
    values = ["–" if number != number else written(number) for number in numbers]
    texts = [ax.text(1.04, row, text, **look) for row, text in enumerate(values)]
    keep_apart(ax, texts, upright=True)


def _means_of_classes(m: ConfusionMatrix, formulas, means) -> list[tuple[float, str, dict]]:
    """List the means: value, name and look of each."""
    listed = []
    for formula, how in [(formula, how) for formula in formulas for how in means]:
        value = m.average(formula, how, undefined="skip")
        text = _mean_in_words(m, formula, how, value, len(formulas) > 1)
        colour, stroke = SERIES[formulas.index(formula) % len(SERIES)]
        stroke = MEAN_STROKES[how] if len(formulas) == 1 else stroke
        listed.append((value, text, {"color": colour, "linestyle": stroke, "linewidth": 1.6}))
    return listed


def _mean_in_words(m: ConfusionMatrix, formula, how: str, value, several: bool) -> str:
    named = say(how)
    if several:  # some means have names of their own, such as 宏查准率
        own = f"{how}_{formula.name}"
        named = say(own) if own in phrases() else f"{named} {verbatim(full_name(formula.name))}"
    defined = sum(number == number for number in m.parts().work(formula))
    values = {"how": named, "value": words.decimal(value), "n": defined, "k": m.k}
    return say("mean_line" if defined == m.k or how == "micro" else "mean_line_without", **values)


def _classes_in_words(m: ConfusionMatrix, rates: dict, sentences: list[str]) -> str:
    texts = []
    for formula, numbers in rates.items():
        pairs = zip(m.labels, numbers, strict=True)
        values = listing([f"{label} {_why(n) or words.decimal(n)}" for label, n in pairs])
        texts.append(
            say("alt.per_class", rate=verbatim(full_name(formula.name)), k=m.k, values=values)
        )
    means = say("join.semicolon").join(sentences)
    return " ".join([*texts, *([say("alt.class_means", means=means)] if means else [])])


def _why(number) -> str:
    """Say why a number is undefined, if it is."""
    return say("undefined_as", why=number.reason.partition(":")[0]) if number.reason else ""


def conventions(
    values: Mapping,
    ax: Axes | None = None,
    *,
    mean: float | Mapping | None = None,
    notes: Mapping[str, str] | None = None,
    places: int = 3,
) -> Axes:
    """Draw a dot for each of several APs, a row each, and write it beside.

    Where all of them are far from 0 the axis starts near the lowest, and says so.

    Parameters
    ----------
    values : mapping of str to Worked or float, or mapping of str to such mappings
        The numbers by their names; or several series of them, with the same names in each.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    mean : Worked or float, or mapping of str to Worked or float, optional
        Their mean, drawn as a line; of each series by its name.
    notes : mapping of str to str, optional
        What else to say about a row, such as who computes it so.
    places : int
        How many decimals.

    Returns
    -------
    matplotlib.axes.Axes
    """
    several = isinstance(next(iter(values.values())), Mapping)
    series = values if several else {"": values}
    means = mean if isinstance(mean, Mapping) else {} if mean is None else {"": mean}
    rows = [*next(iter(series.values()))]
    tall = 0.36 * len(series) ** 0.5 + 0.16 * ("\n" in "".join(map(str, rows)))
    ax = axes_or_new(ax, size=(7.8, 1.3 + tall * len(rows)))
    _set_up_series(ax, rows, series, say("average_precision"))
    for k, numbers in enumerate(series.values()):
        off, row = (k + 0.5) / len(series) - 0.5, np.arange(len(rows))
        dots = _dots(
            ax, [*numbers.values()], row + SERIES_ROOM * off, k, SERIES_MARKERS, len(series)
        )
        numbered = row + NUMBERS_ROOM * off
        _write_numbers(ax, [*numbers.values()], numbered, dots.get_color(), places, len(series))
    low, high = ax.get_xlim()
    _draw_means(ax, _means_of_series(series, means), (low + high) / 2, GAP * (high - low))
    for row, name in enumerate(rows):
        _note(ax, row, (notes or {}).get(name))
    texts = (_series_in_words(name, one, means, places) for name, one in series.items())
    return describe(ax, " ".join(texts))


def _set_up_series(ax: Axes, rows: list, series: Mapping, what: str) -> None:
    """Lay out the rows, and an axis that starts at 0 or says that it doesn't."""
    values = [float(v) for numbers in series.values() for v in numbers.values()]
    values = [value for value in values if isfinite(value)] or [0.0, 1.0]
    low, high = min(values), max(values)
    if low <= FROM_ZERO * high:
        low = min(low, 0.0)
    room = SLACK * (high - low or 1)
    most = 1.03 if high <= 1 else np.inf  # beyond 1 there is no rate
    ends = (low - room * (low != 0), min(high + room, most))
    size = small(0.85 if any("\n" in str(row) for row in rows) else 1.0)
    _name_rows(ax, [verbatim(row) for row in rows], ends, va="center", size=size)
    ax.set_xlim(ends)
    ax.spines[["right", "top"]].set_visible(False)
    ax.spines["left"].set_visible(low == 0)
    ax.locator_params(axis="x", nbins=6)
    cut = say("conventions.cut", what=what, low=words.decimal(ends[0]))
    ax.set_xlabel(what if low == 0 else cut)


def _write_numbers(ax: Axes, numbers: list, y: np.ndarray, colour, places: int, many: int) -> None:
    """Write each number of one series in a column beside the rows."""
    ink = COLOURS["ink"] if many == 1 else for_letters(colour)
    place = {"va": "center", "size": small(0.85 if many == 1 else 0.75), "color": ink}
    for at, number in zip(y, numbers, strict=True):
        text = _written(number, places)
        over = {"transform": ax.get_yaxis_transform(), "clip_on": False}
        ax.text(1.03, at, text, **place, **over)


def _written(number, places: int) -> str:
    """Write a number as a fraction and a decimal, a whole one as it is."""
    if not isfinite(number):
        return "–"
    return words.count(number) if number == int(number) else words.both(number, places)


def _note(ax: Axes, row: int, note: str | None) -> None:
    """Write a note below the number of its row."""
    if note:
        look = {"color": for_letters(COLOURS["quiet"]), "size": small(0.68), "va": "top"}
        over = {"transform": ax.get_yaxis_transform(), "clip_on": False}
        ax.text(1.03, row + 0.2, verbatim(note), **look, **over)


def _means_of_series(series: Mapping, means: Mapping) -> list[tuple[float, str, dict]]:
    """List the means: value, name and look of each."""
    there = [(k, name, float(means[name])) for k, name in enumerate(series) if name in means]
    listed = []
    for k, name, value in there:
        key = "conventions.mean_of" if name else "conventions.mean"
        text = say(key, name=verbatim(name), value=words.decimal(value))
        colour = SERIES[k % len(SERIES)][0] if len(there) > 1 else COLOURS["gap"]
        look = {"color": colour, "linestyle": STROKES[k % len(STROKES)], "linewidth": width(0.7)}
        listed.append((value, text, look))
    return listed


def _series_in_words(name: str, numbers: Mapping, means: Mapping, places: int) -> str:
    parts = [f"{row} {words.decimal(float(number), places)}" for row, number in numbers.items()]
    values = {"what": say("average_precision"), "name": name, "parts": listing(parts)}
    text = say("alt.conventions_of" if name else "alt.conventions", **values)
    if name not in means:
        return text
    return f"{text} {say('alt.conventions_mean', value=words.decimal(float(means[name])))}"


def class_mistakes(outcomes: Mapping[str, Mapping[tuple[str, str], int]]) -> Axes:
    """Draw how many students answered each question rightly, and which mistakes the others made.

    Parameters
    ----------
    outcomes : mapping of str to mapping
        For each question a count for each pair of an outcome (``"right"``, ``"mistake"``,
        ``"other"``, ``"unread"`` or ``"blank"``) and, with a mistake, its name.

    Returns
    -------
    matplotlib.axes.Axes
    """
    rows = []
    for question, counted in outcomes.items():
        rows.append((question, "", "", 0))
        rows += [("", kind, name, n) for (kind, name), n in _sorted(counted)]
    with style():
        ax = axes_or_new(None, size=(9.0, 1.2 + ROW * len(rows)))
        for place, (question, kind, _, count) in enumerate(rows):
            if question:
                _beside(ax, verbatim(question), (0, place), (4, -2), **bold())
            else:
                colour, hatch = ANSWER_LOOKS[kind]
                edge = {"hatch": hatch, "edgecolor": COLOURS["ink"], "linewidth": 0.8}
                ax.barh(place, count, height=0.72, zorder=2, color=colour, **edge)
                _beside(ax, str(count), (count, place), (5, 0), size=small(0.85))
        _set_up_answers(ax, rows)
        return describe(ax, _answers_in_words(outcomes))


def _sorted(counted: Mapping) -> list:
    """Put outcomes in order: right, mistakes from the most frequent on, others."""
    order = [*ANSWER_LOOKS]
    full = {("right", ""): 0, **counted}
    return sorted(full.items(), key=lambda item: (order.index(item[0][0]), -item[1], item[0][1]))


def _beside(ax: Axes, text: str, spot: tuple, offset: tuple, **look) -> None:
    ax.annotate(text, spot, offset, textcoords="offset points", va="center", **look)


def _outcome(kind: str, name: str) -> str:
    text = name if kind == "mistake" else say(f"class.{kind}")
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _set_up_answers(ax: Axes, rows) -> None:
    ax.set_yticks(
        np.arange(len(rows)),
        ["" if question else verbatim(_outcome(kind, name)) for question, kind, name, _ in rows],
    )
    ax.tick_params(axis="y", length=0)
    most = max(1, *(count for *_, count in rows))
    ax.set(xlim=(0, 1.08 * most), ylim=(len(rows) - 0.4, -0.6))
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_xlabel(say("class.axis"))


def _answers_in_words(outcomes) -> str:
    """Say all counts."""
    values = []
    for question, counted in outcomes.items():
        parts = listing([f"{_outcome(*key)} {n}" for key, n in _sorted(counted)])
        values.append(say("alt.class", question=question, parts=parts))
    return " ".join(values)
