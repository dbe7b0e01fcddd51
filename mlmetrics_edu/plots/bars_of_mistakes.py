"""Mistakes as bars: what each type costs a detector, and which ones a class made."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..core import digits
from ..core.conventions import Language
from ..core.errors import InputError
from ..detection.error_types import ErrorTypes
from ..detection.mistakes import SPECIAL, TYPES
from .curves import by_name
from .look import COLOURS, SERIES, bold, small, style
from .picture import axes_or_new, describe
from .say import head, listing, say, verbatim

TYPE_COLOURS = {
    **dict(zip(TYPES, (colour for colour, _ in SERIES), strict=True)),
    **dict(zip(SPECIAL, ("#9A9A9A", "#D9D9D9"), strict=True)),
}
OF_CLASSES = ("classification", "both")  # which only what tells classes apart can make
TERMS = {
    "classification": "classification_error",
    "localisation": "localisation_error",
    "both": "both_errors",
    "background": "background_error",
    "false positives": "FP",
    "false negatives": "FN",
}
BESIDE = {"textcoords": "offset points", "va": "center"}  # of what is written beside a bar
APART = 0.6  # of a bar's place, between the types and the special ones
LEAST = 0.02  # an axis of costs is at least so long, so that nothing looks like nothing
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


def error_bars(
    errors: ErrorTypes | Mapping[str, ErrorTypes],
    ax: Axes | None = None,
    *,
    special: bool = True,
    language: Language | None = None,
    **barh: Any,
) -> Axes:
    """Draw by how much the AP would rise without the errors of each type, and how many there are.

    The costs don't add up: some errors only count once others are gone.

    Parameters
    ----------
    errors : ErrorTypes or mapping of str to ErrorTypes
        From :func:`error_types`; several detectors stand side by side, by their names.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    special : bool
        Whether to add all false positives and all false negatives, apart from the six types.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **barh
        Passed on to :meth:`matplotlib.axes.Axes.barh`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there is no detector to draw.
    """
    several = by_name(errors)
    kinds = _possible(several.values()) + ([*SPECIAL] if special else [])
    with style(language=language):
        ax = axes_or_new(ax, size=(8.2, 1.0 + (0.33 + 0.25 * len(several)) * len(kinds)))
        places = np.arange(len(kinds)) + APART * np.array([kind in SPECIAL for kind in kinds])
        for k, (name, one) in enumerate(several.items()):
            _bars(ax, kinds, places, one, (k, len(several), name), barh)
        _set_up_types(ax, kinds, places, several)
        for name, one in several.items():
            describe(ax, _types_in_words(name, one, kinds))
        return ax


def _possible(several: Iterable[ErrorTypes]) -> list[str]:
    """List the types of errors that there can be: in one class alone nothing is confused."""
    classes = max(len(one.matching.outcomes.base.scenes.categories) for one in several)
    return [kind for kind in TYPES if classes > 1 or kind not in OF_CLASSES]


def _cost(one: ErrorTypes, kind: str) -> float:
    return float({**one.cost, **one.special}[kind])


def _bars(ax: Axes, kinds, places, one: ErrorTypes, which: tuple, barh) -> None:
    """Draw one detector's bars, with cost and number at the end of each."""
    k, many, name = which
    height = 0.78 / many
    at = places + (k - (many - 1) / 2) * height
    costs = [_cost(one, kind) for kind in kinds]
    look = {"height": 0.92 * height, "edgecolor": COLOURS["ink"], "linewidth": 0.8, "zorder": 2}
    look |= {"color": [TYPE_COLOURS[kind] for kind in kinds]}
    ax.barh(at, np.nan_to_num(costs), **{**look, **barh})
    for y, kind, cost in zip(at, kinds, costs, strict=True):
        number = digits.count(one.counts[kind])
        value = (
            say("errors.undefined") if np.isnan(cost) else digits.decimal(cost).replace("-", "−")
        )
        text = say("errors.bar", cost=value, n=number)
        spot = max(np.nan_to_num(cost), 0.0), y
        ax.annotate(head(name) + text, spot, (6, 0), size=small(0.85), **BESIDE)


def _set_up_types(ax: Axes, kinds, places, several) -> None:
    names = [say(TERMS.get(kind, kind)) for kind in kinds]
    ax.set_yticks(places, names)
    ax.tick_params(axis="y", length=0)
    costs = [_cost(one, kind) for one in several.values() for kind in kinds]
    low, high = min(np.nanmin([*costs, 0.0]), 0.0), np.nanmax([*costs, LEAST])
    room = 0.5 if any(several) and any(name for name in several) else 0.36  # for what is written
    ax.set(xlim=(1.05 * low, high + room * (high - low)), ylim=(places[-1] + 0.6, -0.6))
    ax.axvline(0, color=COLOURS["ink"], linewidth=1)
    if special := [k for k, kind in enumerate(kinds) if kind in SPECIAL]:
        ax.axhline(places[special[0]] - 0.5 - APART / 2, color=COLOURS["quiet"], linewidth=0.8)
    ax.set_xlabel(say("errors.axis"))


def _types_in_words(name: str, one: ErrorTypes, kinds) -> str:
    """Say all costs and numbers."""
    parts = [
        f"{say(TERMS.get(kind, kind))} {digits.decimal(_cost(one, kind))} ({one.counts[kind]})"
        for kind in kinds
    ]
    text = say("alt.errors", ap=digits.decimal(one.base), parts=listing(parts))
    return head(name) + text


def class_mistakes(
    outcomes: Mapping[str, Mapping[tuple[str, str], int]],
    ax: Axes | None = None,
    *,
    language: Language | None = None,
) -> Axes:
    """Draw how many students answered each question rightly, and which mistakes the others made.

    Parameters
    ----------
    outcomes : mapping of str to mapping
        For each question a count for each pair of an outcome (``"right"``, ``"mistake"``,
        ``"other"``, ``"unread"`` or ``"blank"``) and, with a mistake, its name.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of the words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there is no question, or an outcome that isn't one of the five.
    """
    rows = _rows(outcomes)
    with style(language=language):
        ax = axes_or_new(ax, size=(9.0, 1.2 + ROW * len(rows)))
        for place, (question, kind, _, count) in enumerate(rows):
            if question:
                _write_question(ax, place, question)
            else:
                _bar(ax, place, kind, count)
        _set_up_answers(ax, rows)
        return describe(ax, _answers_in_words(outcomes))


def _rows(outcomes) -> list[tuple]:
    """List what stands in each row: the name of a question, or an outcome with its count."""
    if not outcomes:
        raise InputError("there is no question to draw", "the mapping is empty", "pass one")
    rows = []
    for question, counted in outcomes.items():
        rows.append((question, "", "", 0))
        rows += [("", kind, name, n) for (kind, name), n in _sorted(counted)]
    return rows


def _sorted(counted) -> list:
    """Put outcomes in order: right, mistakes from the most frequent on, others."""
    if strange := {kind for kind, _ in counted} - ANSWER_LOOKS.keys():
        raise InputError(
            f"an outcome {min(strange)!r}",
            "it isn't known",
            f"use one of: {', '.join(ANSWER_LOOKS)}",
        )
    order = list(ANSWER_LOOKS)
    full = {("right", ""): 0, **counted}
    return sorted(full.items(), key=lambda item: (order.index(item[0][0]), -item[1], item[0][1]))


def _write_question(ax: Axes, place: int, question: str) -> None:
    ax.annotate(verbatim(question), (0, place), (4, -2), **bold(), **BESIDE)


def _bar(ax: Axes, place: int, kind: str, count: int) -> None:
    colour, hatch = ANSWER_LOOKS[kind]
    look = {"color": colour, "hatch": hatch, "edgecolor": COLOURS["ink"], "linewidth": 0.8}
    ax.barh(place, count, height=0.72, zorder=2, **look)
    ax.annotate(str(count), (count, place), (5, 0), size=small(0.85), **BESIDE)


def _name(kind: str, name: str) -> str:
    text = name if kind == "mistake" else say(f"class.{kind}")
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _set_up_answers(ax: Axes, rows) -> None:
    ax.set_yticks(
        np.arange(len(rows)),
        ["" if question else verbatim(_name(kind, name)) for question, kind, name, _ in rows],
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
        parts = listing([f"{_name(*key)} {n}" for key, n in _sorted(counted)])
        values.append(say("alt.class", question=question, parts=parts))
    return " ".join(values)
