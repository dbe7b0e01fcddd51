"""ROC space and cost space side by side: each point is a line, and the hull is the envelope."""

from collections.abc import Mapping, Sequence
from string import ascii_uppercase
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.lines import Line2D

from ..core import digits
from ..core.conventions import Language
from ..core.errors import InputError
from ..metrics.cost_curves import CostLines, RocPoint, line_of_point
from ..metrics.cost_curves import cost_curve as cost_curve_of
from ..metrics.curves import roc_hull
from ..metrics.sweep import Sweep
from .cost_marks import once, point
from .curves import MARKERS, by_name, given, roc_square, square
from .given_scores import of_layer
from .lines import dot, look_of, names_of, width
from .look import COLOURS, letters, style
from .picture import AxesPair, describe, panels
from .placing import Label, place
from .say import listing, say

MOST = len(ascii_uppercase)


@of_layer
def duality(
    of: Sweep | Mapping[str, Sequence[float]] | Sequence[Sequence[float]],
    axes: Sequence[Axes] | None = None,
    *,
    at: float | Sequence[float] | None = None,
    language: Language | None = None,
    **line: Any,
) -> tuple[Axes, Axes]:
    """Draw points of ROC space, and beside them the same classifiers as cost lines.

    A point and its line have one letter, one colour and one style. The corners of the hull are
    the lines of which the lower envelope is made.

    Parameters
    ----------
    of : Sweep, mapping of str to (fpr, tpr), or sequence of (fpr, tpr)
        Points by name; those of a sequence and the hull's corners of a sweep get letters.
    axes : pair of matplotlib.axes.Axes, optional
        Where to draw; without them, in a picture of its own.
    at : float or sequence of float, optional
        Some P(+)cost: what each classifier costs there is marked and written down.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **line
        Passed on to :meth:`matplotlib.axes.Axes.plot` for the cost lines.

    Returns
    -------
    pair of matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there are more than 26 points to be named, or one is no pair of rates.
    UndefinedError
        If one of the classes is missing.

    References
    ----------
    Drummond & Holte (2006), Cost curves, section 3.
    """
    points = _corners(of) if isinstance(of, Sweep) else _points(of)
    sweep = of if isinstance(of, Sweep) else _as_sweep(points)
    with style(language=language):
        left, right = panels(1, 2, (5.0, 5.05))[1] if axes is None else axes
        _draw_points(left, points, sweep, of is sweep)
        _draw_lines(right, points, sweep, of is sweep, given(at), line)
        _describe(left, right, points, sweep)
        return AxesPair((left, right))


def _corners(sweep: Sweep) -> dict[str, RocPoint]:
    """Take the corners of the hull; both ends are the trivial classifiers."""
    x, y = roc_hull(sweep)
    return _lettered([(x[i], y[i]) for i in range(len(x)) if 0 < x[i] + y[i] < 2])


def _points(of) -> dict[str, RocPoint]:
    if isinstance(of, Mapping):
        return {name: _pair(point) for name, point in by_name(of).items()}
    return _lettered(list(of))


def _lettered(pairs: list) -> dict[str, RocPoint]:
    if not 0 < len(pairs) <= MOST:
        raise InputError(
            f"{len(pairs)} points are to be named",
            f"each has a letter, and there are {MOST} of them",
            "pass fewer points, or the sweep of fewer samples",
        )
    return dict(zip(ascii_uppercase, map(_pair, pairs), strict=False))


def _pair(point) -> RocPoint:
    try:
        fpr, tpr = point
    except (TypeError, ValueError):
        raise InputError(
            f"{point!r} is no point of ROC space",
            "it has two rates, the false and the true positive rate",
            "pass pairs such as (0.1, 0.5), or a sweep",
        ) from None
    line_of_point(fpr, tpr)  # which reads both rates
    return RocPoint(float(fpr), float(tpr))


def _as_sweep(points: Mapping[str, RocPoint]) -> Sweep:
    """Walk the points as a staircase; of two, the one that is worse in both rates counts not."""
    fpr, tpr = np.array(sorted([*points.values(), RocPoint(1.0, 1.0)])).T
    order = np.arange(len(fpr), 0, -1)
    one = {"positives": 1, "negatives": 1}
    return Sweep.from_counts(order, np.maximum.accumulate(tpr), fpr, **one)


def _draw_points(ax: Axes, points: Mapping[str, RocPoint], sweep: Sweep, all_rows: bool) -> None:
    roc_square(ax)
    ax.set_title(say("duality.roc"))
    ax.plot(*roc_hull(sweep), color=COLOURS["ink"], ls="-", lw=width(1.2), zorder=2)
    if all_rows:
        quiet = {"color": COLOURS["quiet"], "ls": "", "marker": "o", "markersize": letters(0.28)}
        ax.plot(*np.unique([sweep["fpr"], sweep["recall"]], axis=1), **quiet, zorder=2.5)
    labels = []
    for k, (name, (x, y)) in enumerate(points.items()):
        colour = look_of(k, {})["color"]
        spot = dot(ax, x, y, colour, 0.75, marker=MARKERS[k % len(MARKERS)], zorder=4)
        labels.append(Label(name, *spot.get_data(), colour, 1.1, line=spot))
    place(ax, labels)


def _draw_lines(ax: Axes, points, sweep: Sweep, all_rows: bool, at, line) -> None:
    square(ax, say("cost.pc"), say("normalised_expected_cost"))
    ax.set_title(say("duality.costs"))
    curve = cost_curve_of(sweep)
    if all_rows:
        paths = [
            [(0, at0), (1, at1)] for at0, at1 in np.column_stack([curve.lines.at0, curve.lines.at1])
        ]
        quiet = {"colors": COLOURS["quiet"], "linewidths": width(0.35), "alpha": 0.6, "zorder": 1}
        ax.add_collection(LineCollection(paths, **quiet), autolim=False)
    for ends in ((0, 1), (1, 0)):
        ax.plot([0, 1], ends, color=COLOURS["quiet"], ls=(0, (6, 3)), lw=width(0.6), zorder=1.5)
    look = {"lw": width(2.4), "ls": "-", "alpha": 0.85, "solid_joinstyle": "round"}
    ax.plot(*curve.envelope, color=COLOURS["ink"], **look, zorder=2)
    drawn = {
        name: ax.plot([0, 1], line_of_point(*point), **{"linewidth": width(1), **look_of(k, line)})[
            0
        ]
        for k, (name, point) in enumerate(points.items())
    }
    place(ax, once(_marks(ax, points, drawn, at)) + names_of(drawn))


def _marks(ax: Axes, points, drawn: Mapping[str, Line2D], at) -> list[Label]:
    """Mark what each classifier costs at some places."""
    ends = np.array([line_of_point(*spot) for spot in points.values()]).T
    lines = CostLines(*ends, np.arange(len(points)), np.full(len(points), np.nan))
    return [
        point(ax, float(x), cost, line.get_color())
        for x in at
        for line, cost in zip(drawn.values(), lines.value(float(x)).tolist(), strict=True)
    ]


def _describe(left: Axes, right: Axes, points: Mapping[str, RocPoint], sweep: Sweep) -> None:
    corners = {(x, y) for x, y in zip(*roc_hull(sweep), strict=True)}
    on_hull = [name for name, point in points.items() if tuple(point) in corners]
    spots = [f"{name} ({_short(x)}, {_short(y)})" for name, (x, y) in points.items()]
    n, every = digits.count(len(points)), len(points)
    listed = {"points": listing(spots, every), "corners": listing(on_hull, every)}
    describe(left, say("alt.duality_points", n=n, **listed))
    lines = [_line(name, point) for name, point in points.items()]
    area = digits.decimal(cost_curve_of(sweep).area)
    describe(right, say("alt.duality_lines", n=n, lines=listing(lines, every), area=area))


def _line(name: str, point: RocPoint) -> str:
    start, end = map(_short, line_of_point(*point))
    return say("alt.cost_line", name=name, start=start, end=end)


def _short(value: float) -> str:
    return digits.decimal(float(value))
