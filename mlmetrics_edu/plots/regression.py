"""Predicted numbers: points, a line, and what the line leaves unexplained."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection, PolyCollection
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.conventions import Language
from ..core.errors import InputError
from ..metrics.r2 import LeastSquares
from ..metrics.r2 import residuals as listed
from .look import COLOURS, letters, style, visible, width
from .picture import axes_or_new, describe
from .placing import HALO
from .say import say

SEGMENTS = 150  # points; the segments of more are a mass in which none is seen


class Points(NamedTuple):
    """Points, where the line passes them, and what the line is called."""

    x: np.ndarray
    y: np.ndarray
    fitted: np.ndarray
    line: str
    sides: tuple[str, str]


def residuals(
    data: LeastSquares | ArrayLike,
    y_pred: ArrayLike | None = None,
    ax: Axes | None = None,
    *,
    squares: bool = False,
    language: Language | None = None,
) -> Axes:
    """Draw points, a line, and the residual of each point as an upright segment.

    More than 150 points have no segments, and can be seen through.

    Parameters
    ----------
    data : LeastSquares or array_like
        A fitted line; or the true values, to be drawn above the predicted ones.
    y_pred : array_like, optional
        The predicted values, where ``data`` are the true ones.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    squares : bool
        Whether each squared residual is drawn as a square: its side is the residual.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If a line is undefined, or columns don't fit together.
    """
    inputs.flag(squares, "squares")
    with style(language=language):
        return drawn(_points(data, y_pred), axes_or_new(ax, size=(5.4, 5.0)), squares)


def drawn(points: Points, ax: Axes, squares: bool = False) -> Axes:
    """Draw points, a line and what is between them, on an Axes."""
    _frame(ax, points, squares)
    if squares:
        _squares(ax, points)
    _draw(ax, points)
    return describe(ax, _in_words(points))


def _points(data, y_pred) -> Points:
    """Read what was given: all of them are columns of points and of what was fitted."""
    if isinstance(data, LeastSquares):
        return _of_fit(data)
    if y_pred is None:
        raise InputError(
            "the predicted values are missing",
            "a residual is the truth minus the prediction",
            "pass residuals(y_true, y_pred), or a fitted line",
        )
    columns = {
        column.name: np.array(column.values, float) for column in listed(data, y_pred).columns
    }
    truth, prediction = columns["truth"], columns["prediction"]
    sides = say("predicted_value"), say("true_value")
    return Points(prediction, truth, prediction, say("as_predicted"), sides)


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
    values = {"intercept": words.decimal(intercept, 2).replace("-", "−")}
    values["slope"] = words.decimal(abs(slope), 2)
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


def _draw(ax: Axes, points: Points) -> None:
    order, many = np.argsort(points.x, kind="stable"), len(points.x)
    line = visible(points.x[order], points.fitted[order])
    if many <= SEGMENTS:
        ends = [np.column_stack([points.x, side]) for side in (points.fitted, points.y)]
        look = {"color": COLOURS["threshold"], "linewidth": width(0.9), "zorder": 2}
        ax.add_collection(LineCollection(np.stack(ends, axis=1), **look), autolim=False)
    above = 3 if many <= SEGMENTS else 5  # a line below a cloud couldn't be seen
    ax.plot(*line, color=COLOURS["ink"], linewidth=width(0.7), zorder=above)
    _draw_points(ax, points)
    note = [say("residuals.dense")] if many > SEGMENTS else []
    _name(ax, "\n".join([points.line, *note]), rising=line[1][-1] >= line[1][0])


def _draw_points(ax: Axes, points: Points) -> None:
    """Draw each point; where they are many, they can be seen through."""
    few = len(points.x) <= SEGMENTS
    look = {"edgecolor": "white", "linewidth": 0.6} if few else {"linewidth": 0, "alpha": 0.35}
    size = letters(0.62 if few else 0.35) ** 2
    ax.scatter(points.x, points.y, s=size, color=COLOURS["positive"], zorder=4, **look)


def _name(ax: Axes, line: str, rising: bool) -> None:
    """Write what the line is, in the upper corner that it doesn't lead to."""
    side = {"ha": "left" if rising else "right", "va": "top", "transform": ax.transAxes}
    ax.text(0.03 if rising else 0.97, 0.97, line, path_effects=HALO, **side)


def _in_words(points: Points) -> str:
    left = points.y - points.fitted
    details = {"largest": left[np.abs(left).argmax()], "sum": (left**2).sum()}
    values = {
        name: words.decimal(float(number)).replace("-", "−") for name, number in details.items()
    }
    text = say("alt.residuals", n=words.count(len(left)), line=points.line, **values)
    if len(left) <= SEGMENTS:
        return text
    return f"{text} {say('alt.residuals.many')}"
