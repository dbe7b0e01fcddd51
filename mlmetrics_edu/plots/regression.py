"""Predicted numbers: what a line leaves unexplained, and the shapes behind the mean errors."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cbook import normalize_kwargs
from matplotlib.collections import LineCollection, PathCollection, PolyCollection
from matplotlib.markers import MarkerStyle
from numpy.typing import ArrayLike

from ..core import digits, inputs
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.trace import Trace
from ..metrics.r2 import LeastSquares
from ..metrics.r2 import residuals as listed
from .lines import visible, width
from .look import COLOURS, SERIES, letters, style
from .picture import axes_or_new, describe
from .placing import HALO, beside
from .say import say

SEGMENTS = 150  # points; the segments of more are a mass in which none is seen
MANY = 5_000  # points; of more it is drawn how densely they lie
FAINT = 0.12  # of a cell with a single point, that it is seen
CELLS = 100  # from left to right, and from below to above
READ_AS = (("x", "y", "fitted"), ("prediction", "truth", "prediction"))
TURN = np.linspace(0, 2 * np.pi, 361)
# The corners of the two squares are drawn exactly, the circle as a line of 360 pieces.
BALLS = {
    "‖e‖₁ = |e₁| + |e₂| = 1": (np.array([1, 0, -1, 0, 1.0]), np.array([0, 1, 0, -1, 0.0])),
    "‖e‖₂ = √(e₁² + e₂²) = 1": (np.cos(TURN), np.sin(TURN)),
    "‖e‖∞ = max(|e₁|, |e₂|) = 1": (np.array([1, 1, -1, -1, 1.0]), np.array([-1, 1, 1, -1, -1.0])),
}
# At which height each name stands, and to where on its shape a stroke leads from it.
NAMED = dict(zip(BALLS, ((0.0, ()), (-1.2, (0.5, -(0.75**0.5))), (1.2, (0.55, 1.0))), strict=True))
LOSSES = {"absolute_loss": np.abs, "squared_loss": np.square}


class Points(NamedTuple):
    """Points, where the line passes them, and what the line is called."""

    x: np.ndarray
    y: np.ndarray
    fitted: np.ndarray
    line: str
    sides: tuple[str, str]


def residuals(
    data: "LeastSquares | Trace | ArrayLike",
    y_pred: "ArrayLike | None" = None,
    ax: Axes | None = None,
    *,
    squares: bool = False,
    language: Language | None = None,
    **scatter: Any,
) -> Axes:
    """Draw points, a line, and the residual of each point as an upright segment.

    More than 150 points have no segments and can be seen through; of more than 5000 it is drawn how
    densely they lie.

    Parameters
    ----------
    data : LeastSquares, Trace or array_like
        A fitted line; a table of residuals (:func:`mlmetrics_edu.residuals`, or ``trace()`` of a
        fitted line); or the true values, to be drawn above the predicted ones.
    y_pred : array_like, optional
        The predicted values, where ``data`` are the true ones.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    squares : bool
        Whether each squared residual is drawn as a square: its side is the residual.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **scatter
        Passed on to :meth:`matplotlib.axes.Axes.scatter`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If a line is undefined, a table has no residuals, or columns don't fit together.
    """
    inputs.flag(squares, "squares")
    with style(language=language):
        return drawn(_points(data, y_pred), axes_or_new(ax, size=(5.4, 5.0)), squares, scatter)


def drawn(points: Points, ax: Axes, squares: bool = False, scatter: Mapping | None = None) -> Axes:
    """Draw points, a line and what is between them, on an Axes."""
    _frame(ax, points, squares)
    if squares:
        _squares(ax, points)
    _draw(ax, points, dict(scatter or {}))
    return describe(ax, _in_words(points))


def _points(data, y_pred) -> Points:
    """Read what was given: all of them are columns of points and of what was fitted."""
    if isinstance(data, LeastSquares):
        return _of_fit(data)
    trace = data if isinstance(data, Trace) and y_pred is None else _listed(data, y_pred)
    columns = {column.name: column.values for column in trace.columns}
    for names in READ_AS:
        if {*names} <= columns.keys():
            columns_of_points = (np.array(columns[name], float) for name in names)
            plain = names[0] == "x"
            line = say("fitted_line") if plain else say("as_predicted")
            sides = ("x", "y") if plain else (say("predicted_value"), say("true_value"))
            return Points(*columns_of_points, line, sides)
    raise InputError(
        f"the table has the columns {digits.listing(list(columns))}",
        "it takes x, y and what was fitted, or truth and prediction",
        "pass residuals(y_true, y_pred), or the trace() of a fitted line",
    )


def _listed(data, y_pred) -> Trace:
    if y_pred is not None:
        return listed(data, y_pred)
    raise InputError(
        "the predicted values are missing",
        "a residual is the truth minus the prediction",
        "pass residuals(y_true, y_pred), or a fitted line",
    )


def _of_fit(fit: LeastSquares) -> Points:
    if fit.slope != fit.slope:
        raise InputError("the line has no slope", fit.slope.reason, "fit points of different x")
    x, y = fit.points.truth.astype(float), fit.points.prediction.astype(float)
    return Points(x, y, fit.predict(x), equation(fit.intercept, fit.slope), ("x", "y"))


def equation(intercept: float, slope: float) -> str:
    """Write the equation of a line.

    Examples
    --------
    >>> equation(-1.5, -0.25)
    'y = −1.50 − 0.25·x'
    """
    values = {"intercept": digits.decimal(intercept, 2).replace("-", "−")}
    values["slope"] = digits.decimal(abs(slope), 2)
    return say("fit_line", sign="−" if slope < 0 else "+", **values)


def _frame(ax: Axes, points: Points, squares: bool) -> None:
    """Fix the limits: with squares, so that what is drawn as a square looks like one."""
    both = np.concatenate([points.y, points.fitted])
    limits = [_padded(points.x), _padded(both)]
    if points.sides != ("x", "y"):
        limits = [_padded(both)] * 2
    if squares or points.sides != ("x", "y"):
        ax.set_box_aspect(1)
    ax.set(xlim=limits[0], ylim=limits[1], xlabel=points.sides[0], ylabel=points.sides[1])


def _padded(values: np.ndarray) -> tuple[float, float]:
    low, high = values.min(), values.max()
    room = 0.08 * (high - low) or 1.0
    return low - room, high + room


def _squares(ax: Axes, points: Points) -> None:
    """Draw each square towards the middle, where there is room."""
    (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
    side = np.abs(points.y - points.fitted) * (right - left) / (high - low)
    across = points.x + np.where(points.x < (left + right) / 2, side, -side)
    corners = [(points.x, points.fitted), (points.x, points.y)]
    corners += [(across, points.y), (across, points.fitted)]
    shapes = np.stack([np.column_stack(corner) for corner in corners], axis=1)
    look = {"facecolor": "#E69F0040", "edgecolor": "#E69F00", "linewidth": 1, "zorder": 1}
    ax.add_collection(PolyCollection(shapes, **look), autolim=False)


def _draw(ax: Axes, points: Points, scatter: dict) -> None:
    order, many = np.argsort(points.x, kind="stable"), len(points.x)
    line = visible(points.x[order], points.fitted[order])
    if many <= SEGMENTS:
        ends = [np.column_stack([points.x, side]) for side in (points.fitted, points.y)]
        look = {"color": COLOURS["threshold"], "linewidth": width(0.9), "zorder": 2}
        ax.add_collection(LineCollection(np.stack(ends, axis=1), **look), autolim=False)
    above = 3 if many <= SEGMENTS else 5  # a line below a cloud couldn't be seen
    ax.plot(*line, color=COLOURS["ink"], linewidth=width(0.7), zorder=above)
    asked = normalize_kwargs(scatter, PathCollection)
    (_densely if many > MANY else _point)(ax, points, asked)
    note = [say("residuals.dense")] if many > SEGMENTS else []
    _name(ax, "\n".join([points.line, *note]), rising=line[1][-1] >= line[1][0])


def _point(ax: Axes, points: Points, asked: dict) -> None:
    """Draw each point; where they are many, they can be seen through."""
    for name in {"cmap", "norm", "vmin", "vmax"} & asked.keys():
        if asked.get("c") is None:
            raise InputError(
                f"{name}={inputs.short(asked[name])} without values to colour by",
                "all points have one colour",
                f"pass c= with a value for each point, or leave {name} out",
            )
    few = len(points.x) <= SEGMENTS
    look = {"s": letters(0.62 if few else 0.35) ** 2, "zorder": 4}
    look |= {} if "c" in asked else {"color": COLOURS["positive"]}
    look |= {} if few else {"alpha": 0.35}
    if MarkerStyle(asked.get("marker", "o")).is_filled():  # a cross is nothing but lines
        look |= {"edgecolor": "white", "linewidth": 0.6} if few else {"linewidth": 0}
    ax.scatter(points.x, points.y, **look | asked)


def _densely(ax: Axes, points: Points, asked: dict) -> None:
    """Draw small cells, the fuller the stronger."""
    idle = {"s", "marker", "edgecolor", "linewidth", "cmap", "norm", "vmin", "vmax"} & asked.keys()
    if inputs.several(asked.get("c")) and len(asked["c"]) == len(points.x):
        idle.add("c")  # a value for each point
    if idle:
        name = min(idle)
        raise InputError(
            f"{name}={inputs.short(asked[name])} for {len(points.x):,} points",
            f"of more than {MANY:,} no point is drawn, but how densely they lie",
            f"leave {name} out, or draw a part of the points, such as y_true[:5000]",
        )
    limits = [ax.get_xlim(), ax.get_ylim()]
    counts, x, y = np.histogram2d(points.x, points.y, CELLS, limits)
    column, row = np.nonzero(counts)
    right, above = column + 1, row + 1
    corners = [(x[i], y[k]) for i in (column, right) for k in (row, above)]
    cells = np.stack([np.column_stack(corners[k]) for k in (0, 1, 3, 2)], axis=1)
    share = np.log1p(counts[column, row]) / np.log1p(counts.max())
    look = {"color": asked.pop("c", COLOURS["positive"]), "linewidth": 0, "zorder": 4}
    look |= {"antialiased": False, "rasterized": True, **asked}
    look["alpha"] = (FAINT + (1 - FAINT) * share) * asked.get("alpha", 1)
    ax.add_collection(PolyCollection(cells, **look), autolim=False)


def _name(ax: Axes, line: str, rising: bool) -> None:
    """Write what the line is, in the upper corner that it doesn't lead to."""
    side = {"ha": "left" if rising else "right", "va": "top", "transform": ax.transAxes}
    ax.text(0.03 if rising else 0.97, 0.97, line, path_effects=HALO, **side)


def _in_words(points: Points) -> str:
    left = points.y - points.fitted
    details = {"largest": left[np.abs(left).argmax()], "sum": (left**2).sum()}
    values = {
        name: digits.decimal(float(number)).replace("-", "−") for name, number in details.items()
    }
    text = say("alt.residuals", n=digits.count(len(left)), line=points.line, **values)
    if len(left) <= SEGMENTS:
        return text
    return f"{text} {say('alt.residuals.dense' if len(left) > MANY else 'alt.residuals.many')}"


def norms(ax: Axes | None = None, *, language: Language | None = None, **plot: Any) -> Axes:
    """Draw the pairs of errors whose norm is 1, for the l1, the l2 and the maximum norm.

    Parameters
    ----------
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **plot
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    with style(language=language):
        ax = axes_or_new(ax, size=(5.6, 5.6))
        for (x, y), (colour, stroke) in zip(BALLS.values(), SERIES, strict=False):
            ax.plot(x, y, **{"color": colour, "linestyle": stroke, **plot})
        for (name, (y, end)), (colour, _) in zip(NAMED.items(), SERIES, strict=False):
            if end:
                look = {"color": COLOURS["quiet"], "linewidth": 1, "linestyle": "-"}
                ax.plot([0.3, end[0]], [0.93 * y, end[1]], **look)
            beside(ax, 0, y, name, colour, ha="center", va="center", offset=(0, 0))
        _cross(ax)
        ax.set(xlim=(-1.35, 1.35), ylim=(-1.35, 1.35), aspect="equal")
        ax.set(xticks=(-1, 0, 1), yticks=(-1, 0, 1))
        ax.set(xlabel=say("first_error"), ylabel=say("second_error"))
        return describe(ax, say("alt.norms"))


def _cross(ax: Axes) -> None:
    for line in (ax.axhline, ax.axvline):
        line(0, color=COLOURS["negative"], linewidth=1, zorder=0)


def losses(ax: Axes | None = None, *, language: Language | None = None, **plot: Any) -> Axes:
    """Draw what an error costs: itself, as in the MAE, or its square, as in the MSE.

    Parameters
    ----------
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **plot
        Passed on to :meth:`matplotlib.axes.Axes.plot`.

    Returns
    -------
    matplotlib.axes.Axes
    """
    e = np.linspace(-2, 2, 401)
    with style(language=language):
        ax = axes_or_new(ax, size=(5.6, 4.4))
        for (name, of), (colour, stroke) in zip(LOSSES.items(), SERIES, strict=False):
            ax.plot(e, of(e), **{"color": colour, "linestyle": stroke, **plot})
            at, side = (-1.7, "bottom") if name == "squared_loss" else (1.2, "top")
            beside(ax, at, of(at), say(name), colour, ha="left", va=side)
        ax.set(xlim=(-2.2, 2.2), ylim=(0, 4), xlabel=say("one_error"), ylabel=say("loss"))
        ax.set(xticks=range(-2, 3), yticks=range(5))
        return describe(ax, say("alt.losses"))
