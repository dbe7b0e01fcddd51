"""The eleven-point curve of retrieval: interpolated precision at recall 0, 0.1, … 1."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ...core import digits
from ...core.conventions import Language
from ...core.errors import InputError
from ..colours import COLOURS, for_letters
from ..labels import HALO
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..placing import Label, place
from ..say import say, verbatim
from ..unit_square import EDGE, SIZE, look_of, names_of, square, width

LEVELS = 11
MARKERS = "os^Dv"


def eleven_points(
    heights: Sequence | Mapping,
    ax: Axes | None = None,
    *,
    mean: float | None = None,
    language: Language | None = None,
    **line: Any,
) -> Axes:
    """Draw interpolated precision at the eleven levels of recall, joined by straight lines.

    Parameters
    ----------
    heights : sequence of 11 numbers, or mapping of str to such sequences
        Precision at recall 0, 0.1 … 1; of one query, of a mean, or of several by name.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    mean : Worked or float, optional
        The mean of the eleven, drawn as a line.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there aren't eleven numbers.
    """
    several = heights if isinstance(heights, Mapping) else {"": heights}
    columns = {verbatim(name): _read(column) for name, column in several.items()}
    with style(language=language):
        ax = axes_or_new(ax, size=SIZE)
        square(ax, say("recall"), say("levels.axis"), EDGE, EDGE)
        lines = {}
        for k, (name, column) in enumerate(columns.items()):
            look = {"marker": MARKERS[k % len(MARKERS)], "markersize": letters(0.55)}
            look |= {"clip_on": False, **look_of(k, line)}
            lines[name] = ax.plot(np.linspace(0, 1, LEVELS), column, **look)[0]
        labels = [] if mean is None else [_draw_mean(ax, mean)]
        if "" in columns:
            _write_values(ax, columns[""], lines[""])
        place(ax, labels + names_of({name: drawn for name, drawn in lines.items() if name}))
        return describe(ax, " ".join(_in_words(*column) for column in columns.items()))


def _read(column) -> np.ndarray:
    values = np.array([float(value) for value in column])
    if len(values) != LEVELS:
        raise InputError(
            f"{len(values)} numbers",
            "an eleven-point curve has one for each level of recall: 0, 0.1 … 1",
            "pass eleven, such as a column of mm.eleven_point(…)",
        )
    return values


def _draw_mean(ax: Axes, mean) -> Label:
    look = {"color": COLOURS["quiet"], "lw": width(0.6), "ls": (0, (2, 2)), "zorder": 2}
    line = ax.plot([0, 1], [float(mean)] * 2, **look)[0]
    text = say("conventions.mean", value=digits.decimal(mean))
    return Label(text, *line.get_data(), COLOURS["quiet"], 0.9, line=line)


def _write_values(ax: Axes, column: np.ndarray, line) -> None:
    """Write each number right above its point."""
    look = {"color": for_letters(line.get_color()), "size": letters(0.8), "path_effects": HALO}
    look |= {"textcoords": "offset points", "annotation_clip": False, "zorder": 6}
    for level, value in zip(np.linspace(0, 1, LEVELS), column.tolist(), strict=True):
        ax.annotate(f"{value:.2f}", (level, value), (letters(0.3), letters(0.4)), **look)


def _in_words(name: str, column: np.ndarray) -> str:
    parts = ", ".join(digits.decimal(value) for value in column)
    return say("alt.levels", name=f"{name}: " if name else "", parts=parts)
