"""The mistakes of a class, question by question."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes

from ...core.conventions import Language
from ...core.errors import InputError
from ..colours import COLOURS
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..say import say, verbatim

# Colour and hatch of what may become of an answer, in the order in which they are drawn.
LOOKS = {
    "right": (COLOURS["positive"], ""),
    "mistake": ("#E69F00", "//"),
    "other": (COLOURS["negative"], ""),
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
        ``"other"`` or ``"blank"``) and, with a mistake, its name.
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
        If there is no question, or an outcome that isn't one of the four.
    """
    rows = _rows(outcomes)
    with style(language=language):
        ax = axes_or_new(ax, size=(9.0, 1.2 + ROW * len(rows)))
        for place, (head, kind, _, count) in enumerate(rows):
            if head:
                _write(ax, place, head)
            else:
                _bar(ax, place, kind, count)
        _axes(ax, rows)
        return describe(ax, _in_words(outcomes))


def _rows(outcomes) -> list[tuple]:
    """List what stands in each row: the name of a question, or an outcome with its count."""
    if not outcomes:
        raise InputError("there is no question to draw", "the mapping is empty", "pass one")
    rows = []
    for head, counted in outcomes.items():
        rows.append((head, "", "", 0))
        rows += [("", kind, name, n) for (kind, name), n in _sorted(counted)]
    return rows


def _sorted(counted) -> list:
    """Put outcomes in order: right, mistakes from the most frequent on, other, blank."""
    if strange := {kind for kind, _ in counted} - LOOKS.keys():
        raise InputError(
            f"an outcome {min(strange)!r}", "it isn't known", f"use one of: {', '.join(LOOKS)}"
        )
    order = list(LOOKS)
    full = {("right", ""): 0, **counted}
    return sorted(full.items(), key=lambda item: (order.index(item[0][0]), -item[1], item[0][1]))


def _write(ax: Axes, place: int, head: str) -> None:
    ax.annotate(
        verbatim(head),
        (0, place),
        xytext=(4, -2),
        textcoords="offset points",
        va="center",
        weight="bold",
    )


def _bar(ax: Axes, place: int, kind: str, count: int) -> None:
    colour, hatch = LOOKS[kind]
    look = {"color": colour, "hatch": hatch, "edgecolor": COLOURS["ink"], "linewidth": 0.8}
    ax.barh(place, count, height=0.72, zorder=2, **look)
    shift = {"xytext": (5, 0), "textcoords": "offset points"}
    ax.annotate(str(count), (count, place), va="center", size=letters(0.85), **shift)


def _name(kind: str, name: str) -> str:
    text = name if kind == "mistake" else say(f"class.{kind}")
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _axes(ax: Axes, rows) -> None:
    ax.set_yticks(
        np.arange(len(rows)),
        ["" if head else verbatim(_name(kind, name)) for head, kind, name, _ in rows],
    )
    ax.tick_params(axis="y", length=0)
    most = max(1, *(count for *_, count in rows))
    ax.set(xlim=(0, 1.08 * most), ylim=(len(rows) - 0.4, -0.6))
    ax.xaxis.get_major_locator().set_params(integer=True)
    ax.set_xlabel(say("class.axis"))


def _in_words(outcomes) -> str:
    """Tell all counts."""
    told = []
    for head, counted in outcomes.items():
        parts = ", ".join(f"{_name(*key)} {n}" for key, n in _sorted(counted))
        told.append(say("alt.class", question=head, parts=parts))
    return " ".join(told)
