"""Axes, columns and marks as a page draws them: in few digits, and seen from which step on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..core import digits
from ..metrics.sweep import Sweep

Say = Callable[..., str]
Mark = dict[str, Any]
DIAGONAL = {"look": "chance", "x": [0, 1], "y": [0, 1]}
PLACES = 4  # of a coordinate: on a screen nobody sees more
FIGURES = 8  # of a coordinate of a mark
LATTICE = 24  # lines of a grid, one a sample; more are a grey mist
ROOM = 0.06  # around the boxes of an image
FIFTHS = [[k / 5, f"{k / 5:g}"] for k in range(6)]


def share(label: str) -> dict[str, Any]:
    """Describe an axis from 0 to 1.

    Examples
    --------
    >>> share("recall")["ticks"][:2]
    [[0.0, '0'], [0.2, '0.2']]
    """
    return {"label": label, "from": -0.02, "to": 1.02, "ticks": FIFTHS}


def axis(label: str, low: float, high: float, ticks: int = 6) -> dict[str, Any]:
    """Describe an axis from one number to another, with ticks that are short to write.

    Examples
    --------
    >>> axis("score", 0.13, 0.82)["ticks"]
    [[0.2, '0.2'], [0.4, '0.4'], [0.6, '0.6'], [0.8, '0.8']]
    """
    if not high > low:
        low, high = low - 0.5, high + 0.5
    places = MaxNLocator(ticks, steps=[1, 2, 5, 10]).tick_values(low, high)
    inside = [float(f"{place:.12g}") for place in places if low <= place <= high]
    written = [[place, digits.threshold(place).replace("-", "−")] for place in inside]
    return {"label": label, "from": float(low), "to": float(high), "ticks": written}


def column(values: Sequence[float] | np.ndarray, places: int = PLACES) -> list[float | None]:
    """Return numbers with few digits; what is no number is None.

    Examples
    --------
    >>> column([1 / 3, float("nan"), 1.0])
    [0.3333, None, 1.0]
    """
    rounded = np.round(np.asarray(values, float), places)
    return [value if np.isfinite(value) else None for value in rounded.tolist()]


def some(n: int, most: int) -> np.ndarray:
    """Choose so many of many, evenly, the first and the last among them.

    Examples
    --------
    >>> some(5, 3).tolist()
    [0, 2, 4]
    """
    return np.unique(np.linspace(0, n - 1, min(n, most)).round().astype(int))


def blank() -> dict[str, Any]:
    """Describe an axis that says nothing, such as the one on which dots are stacked."""
    return {"label": "", "from": 0.0, "to": 1.0, "ticks": []}


def counts_at(sweep: Sweep, rows: Sequence[int] | np.ndarray) -> dict[str, list]:
    """List the counts at some rows; of negatives that nobody could count there are none left."""
    columns = {"TP": sweep.tp, "FP": sweep.fp, "FN": sweep.fn}
    columns |= {} if sweep.negatives is None else {"TN": sweep.tn}
    return {cell: values[rows].tolist() for cell, values in columns.items()}


def mark(
    kind: str,
    look: str,
    x: Any,
    y: Any,
    *,
    since: int = 0,
    until: int | None = None,
    label: str = "",
) -> Mark:
    """Describe something that is drawn.

    Parameters
    ----------
    kind : {"path", "dot", "segment", "rect", "word"}
        What it is. A segment and a rectangle have two points, a dot and a word have one.
    look : str
        How it looks: classes of the style sheet.
    x, y : float, or sequence of float
        Its points.
    since, until : int
        The first and the last step in which it is seen; without ``until`` it stays.
    label : str
        The word, or what the mark is called when it is pointed at.

    Examples
    --------
    >>> mark("dot", "here", 1 / 3, 0.5, since=2, until=2)
    {'kind': 'dot', 'look': 'here', 'points': [[0.33333333], [0.5]], 'from': 2, 'until': 2}
    """
    seen = {"from": since} | ({} if until is None else {"until": until})
    named = {"label": label} if label else {}
    return {"kind": kind, "look": look, "points": [_few(x), _few(y)], **seen, **named}


def _few(values: Any) -> list[float | None]:
    """Round to few figures; what is no number is None."""
    column = np.atleast_1d(np.asarray(values, float))
    return [float(f"{v:.{FIGURES}g}") if np.isfinite(v) else None for v in column.tolist()]


def grown(xs: Sequence[float], ys: Sequence[float], names: Sequence[str] = ()) -> list[Mark]:
    """Describe a curve that grows by a piece a step: its pieces, the last one, where it stands.

    Parameters
    ----------
    xs, ys : sequence of float
        Where it stands at each step.
    names : sequence of str
        What is written beside each of these points, if anything.
    """
    is_finite = np.isfinite(xs) & np.isfinite(ys)
    marks = []
    for k in range(1, len(xs)):
        piece = xs[k - 1 : k + 1], ys[k - 1 : k + 1]
        marks.append(mark("path", "curve", *piece, since=k))
        if is_finite[k - 1] and is_finite[k]:
            marks.append(mark("segment", "cut", *piece, since=k, until=k))
    steps = np.flatnonzero(is_finite).tolist()
    marks += [mark("dot", "here", xs[k], ys[k], since=k, until=k) for k in steps]
    named = [k for k in steps if k < len(names) and names[k]]
    return marks + [_name(xs[k], ys[k], names[k], k) for k in named]


def _name(x: float, y: float, text: str, step: int) -> Mark:
    """Write a name beside a point of a square from 0 to 1, where it stays inside."""
    look = f"name near {'end' if x > 0.55 else ''} {'above' if y < 0.12 else 'below'}"
    return mark("word", look, x, y, since=step, until=step, label=text)


CHANCE = mark("path", **DIAGONAL)


def roc_plane(say: Say, negatives: float | None = None, positives: float | None = None) -> dict:
    """Describe the ROC plane; of few samples, with a line for each."""
    x, y = _lattice(share(say("fpr")), negatives), _lattice(share(say("tpr")), positives)
    return {"title": say("roc"), "x": x, "y": y, "equal": True}


def _lattice(across: dict[str, Any], many: float | None) -> dict[str, Any]:
    """Put a line where each of few samples lies."""
    if many is None or many > LATTICE or many != int(many):
        return across
    return across | {"ticks": [*FIFTHS[::5], *([k / many, ""] for k in range(1, int(many)))]}


def image_plane(sides: Sequence[Sequence[float]]) -> dict[str, Any]:
    """Describe an image with boxes: y runs downwards, and both axes have one unit."""
    corners = np.array(sides, float).reshape(-1, 4)
    (left, top), (right, bottom) = corners[:, :2].min(axis=0), corners[:, 2:].max(axis=0)
    room = ROOM * max(right - left, bottom - top) or 1
    x, y = axis("x", left - room, right + room), axis("y", top - room, bottom + room)
    return {"x": x, "y": y | {"from": y["to"], "to": y["from"]}, "equal": True}
