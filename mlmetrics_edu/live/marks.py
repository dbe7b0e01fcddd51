"""Marks of a walk: what is drawn on a plane, and from which step to which it is seen."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

Mark = dict[str, Any]
FIGURES = 8  # of a coordinate


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


def grown(
    points: Sequence[Sequence[float]], between: Iterable[np.ndarray], name: Iterable[str] = ()
) -> list[Mark]:
    """Describe a curve that grows by a piece a step: its pieces, the last one, where it stands.

    Parameters
    ----------
    points : sequence of pairs
        Where it stands at each step.
    between : iterable of numpy.ndarray, shape (n, 2)
        Points on the way to each of them but the first.
    name : iterable of str
        What is written beside each.
    """
    there = [bool(np.isfinite(point).all()) for point in points]
    marks = []
    for k, (start, end, way) in enumerate(zip(points, points[1:], between, strict=False), 1):
        x, y = np.vstack([np.reshape(start, (1, 2)), way, np.reshape(end, (1, 2))]).T
        marks.append(mark("path", "curve", x, y, since=k))
        if there[k - 1] and there[k]:
            marks.append(mark("segment", "cut", *zip(start, end, strict=True), since=k, until=k))
    for k in np.flatnonzero(there).tolist():
        marks.append(mark("dot", "here", *points[k], since=k, until=k))
    named = enumerate(zip(points, name, there, strict=False))
    return marks + [
        beside(*point, text, k) for k, (point, text, is_there) in named if text and is_there
    ]


def beside(x: float, y: float, text: str, step: int) -> Mark:
    """Write a name beside a point of a square from 0 to 1, where it stays inside."""
    look = f"name near {'end' if x > 0.55 else ''} {'above' if y < 0.12 else 'below'}"
    return mark("word", look, x, y, since=step, until=step, label=text)


def cuts(places: Iterable[float], low: float, high: float) -> list[Mark]:
    """Describe a line that stands elsewhere at each step, such as a threshold."""
    return [
        mark("segment", "cut", [x, x], [low, high], since=k, until=k) for k, x in enumerate(places)
    ]
