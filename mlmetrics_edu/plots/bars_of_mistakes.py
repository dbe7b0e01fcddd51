"""Mistakes as bars: which ones a class made."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes

from ..core.conventions import Language
from ..core.errors import InputError
from .look import COLOURS, bold, small, style
from .picture import axes_or_new, describe
from .say import listing, say, verbatim

BESIDE = {"textcoords": "offset points", "va": "center"}  # of what is written beside a bar
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
