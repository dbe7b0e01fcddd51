"""Points and a line to drag: how far it is off, and what each metric makes of that."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs
from ..core.arithmetic import exact
from ..core.conventions import Language, LineRule, ShownErrors, options
from ..core.errors import InputError, choice
from ..core.formula import Formula, Worked
from ..core.words import in_a_line, symbol
from ..metrics import r2, regression
from ..metrics.r2 import INTERCEPT, MEAN_X, MEAN_Y, SLOPE, least_squares
from ..metrics.regression import Predictions, reals
from ..plots.look import COLOURS, style, width
from ..plots.picture import Picture
from ..plots.placing import beside
from ..plots.regression import Points, drawn, equation
from .instrument import Instrument, Setting, number, one_of, paper
from .page import Symbol, axis, described, tree

FEWEST, MANY = 2, 20  # points
PLACES, LARGEST = 6, 10**6  # of a coordinate: so many decimals at most, and so large
LONGEST = 200  # signs of a number that a page sends
ROOM = 0.3  # beyond the points, of how far they reach: there they are dragged to
FINE = 50  # steps from the lowest point to the highest, at least
NUMBER = re.compile(r"-?\d+(\.\d+|/0*[1-9]\d*)?")
RULES, SHOWN = options(LineRule), options(ShownErrors)
LOSSES = {"errors": "mean_bias_error", "absolute_errors": "mae", "squared_errors": "mse"}
METRICS = ("mean_bias_error", "mae", "medae", "mse", "rmse", "r2", "max_error")
SHARES = {"|e|": "absolute_errors", "e²": "squared_errors"}
FITTED = Formula("predicted", "height + slope * (x - pivot)")


class LineExplorer(Instrument):
    """Points and a line to drag, and the errors between them; made by :func:`explore_line`.

    Attributes
    ----------
    x : tuple of float
        Where the points lie from left to right.
    y : tuple of float
        How high the points lie; it can be set.
    line : tuple of 2 Fraction
        Intercept and slope. It can be set to such a pair, or to what ``rule`` can be.
    rule : {"least-squares", "mean", "own"}
        Which line it is: one that follows the points, or one that stays until it is dragged.
    predicted : tuple of float
        How high the line passes at each point.
    metrics : dict of str to Worked
        What MBE, MAE, MedAE, MSE, RMSE, R² and the largest error are, by the library's names.
    shown : {"residuals", "squares", "mean"}
        What is drawn of each error; it can be set.
    """

    script = "explore_line"

    def __init__(self, x, y, line, shown: ShownErrors, names, language: Language | None):
        super().__init__(language)
        self.title = self.say("line.title")
        self.x, heights = tuple(_column(x, "x")), _column(y, "y")
        inputs.same_length(x=self.x, y=heights)
        self._pivot, self._end = _places(self.x)
        spread = Fraction(max(heights) - min(heights) or 1)
        self._step = max(_below(spread / FINE), Fraction(1, 10**PLACES))
        self._turn = _below(self._step / (self._end - self._pivot))
        self._names = inputs.pair_of_names(names, "names", inputs.OF_AXES)
        self.limits = -math.inf, math.inf  # until it is known where the line runs
        self.y, self.through, self.rule, self.shown = heights, (0, 0), RULES[0], shown
        self.line = line
        self.limits = self._limits()
        self._opening = self.state

    def _limits(self) -> tuple[float, float]:
        """Leave room beyond the points and the line."""
        heights = [*self.y, *self.predicted]
        low, high = min(heights), max(heights)
        room = ROOM * (high - low) or 10 * self._step
        ends = math.floor((low - room) / self._step), math.ceil((high + room) / self._step)
        return float(ends[0] * self._step), float(ends[1] * self._step)

    def _heights(self, y: ArrayLike) -> tuple[float, ...]:
        heights = _column(y, "y")
        inputs.same_length(x=self.x, y=heights)
        low, high = self.limits
        outside = [height for height in heights if not low <= height <= high]
        if outside:
            raise InputError(
                f"y={inputs.short(outside[0])}",
                f"the axis goes from {low:g} to {high:g}",
                "pass heights within it, or call mm.explore_line anew",
            )
        return tuple(heights)

    y = Setting(
        _heights, write=lambda _, y: [*y], read=lambda _, y: [number(height) for height in y]
    )
    # How high one's own line is at the pivot, and how steep.
    through = Setting(
        lambda _, two: tuple(map(Fraction, two)),
        key="line",
        write=lambda _, two: [*map(str, two)],
        read=lambda _, two: [_typed(text) for text in two] if len(two) == 2 else None,
    )
    rule = one_of(lambda _: RULES, "rule")
    shown = one_of(lambda _: SHOWN, "shown")

    @property
    def line(self) -> tuple[Fraction, Fraction]:
        """Intercept and slope, as they stand."""
        height, slope = self._height_and_slope()
        return height - slope * self._pivot, slope

    @line.setter
    def line(self, line: LineRule | Sequence[float]) -> None:
        if isinstance(line, str):
            rule = choice(line, RULES, "line")
            self.through = self._height_and_slope()  # where it is now, it stays
        else:
            rule, (intercept, slope) = "own", _pair(line)
            self.through = intercept + slope * self._pivot, slope
        self.rule = rule

    def _height_and_slope(self) -> tuple[Fraction, Fraction]:
        """Return how high the line is at the pivot, and how steep."""
        if self.rule == "own":
            return self.through
        fit = least_squares(self.x, self.y)
        if self.rule == "mean":
            return fit.mean_y.fraction, Fraction(0)
        return fit.intercept.fraction + fit.slope.fraction * self._pivot, fit.slope.fraction

    @property
    def predicted(self) -> tuple[float, ...]:
        """How high the line passes at each point."""
        return tuple(map(float, self._output.prediction))

    @property
    def metrics(self) -> dict[str, Worked]:
        """All of the metrics, worked out in fractions."""
        output = self._output
        return {
            name: r2.of_output(output) if name == "r2" else regression.of_output(name, output)
            for name in METRICS
        }

    @property
    def _output(self) -> Predictions:
        intercept, slope = self.line
        x, y = (np.array([exact(v).value for v in column], object) for column in (self.x, self.y))
        return Predictions(y, intercept + slope * x, exact=True)

    def fixed(self) -> dict[str, Any]:
        """Gather the axes, and what is worked out one after the other."""
        n, left = len(self.x), float(min(self.x))
        room = (self._end - left) * 0.05
        return {
            "opening": self._opening,
            "x": self.x,
            "pivot": str(self._pivot),
            "ends": [left - room, float(self._end)],
            "axes": [
                axis(self._names[0], left - room, self._end + room),
                axis(self._names[1], *self.limits),
            ],
            "steps": [_stepped(self._step), _stepped(self._turn)],
            "middle": [(n - 1) // 2, n // 2],
            "rules": RULES,
            "shows": SHOWN,
            "total": tree(Formula("total", " + ".join(f"v{i}" for i in range(n)))),
            **_plans(),
            "formulas": _formulas(),
            "chosen": [described(Formula("error e", "predicted - y"), inner={})]
            + [_share(sign, whole) for sign, whole in SHARES.items()],
            "bars": [
                {"sum": symbol("absolute_errors"), "of": "absolute_errors", "line": True},
                {"sum": symbol("squared_errors"), "of": "squared_errors", "line": True},
                {"sum": symbol("squared_deviations"), "of": "squared_deviations", "line": False},
            ],
        }

    def picture(self) -> Picture:
        """Draw the points, the line and what it misses, and the mean."""
        with style(language=self.language):
            ax = paper(6.2, 5.4)
            mean, columns = sum(self.y) / len(self.y), map(np.array, (self.x, self.y))
            of_mean = self.shown == "mean"
            fitted = np.array(self.predicted) if not of_mean else np.full(len(self.x), mean)
            name = equation(*(map(float, self.line) if not of_mean else (mean, 0.0)))
            drawn(Points(*columns, fitted, name, self._names), ax, self.shown != "residuals")
            colour = COLOURS["negative"]
            ax.axhline(mean, color=colour, linewidth=width(0.7), linestyle=":", zorder=1)
            look = {"ha": "right", "va": "bottom", "offset": (-4, 2)}
            beside(ax, ax.get_xlim()[1], mean, symbol("mean_y"), colour, **look)
        return ax.figure

    def __str__(self) -> str:
        name = self.say(f"line.{self.rule}")
        with style(language=self.language):
            head = [self.title, f"{name}: {equation(*map(float, self.line))}"]
        return "\n".join([" · ".join(head), *map(in_a_line, self.metrics.values())])


def explore_line(
    x: ArrayLike,
    y: ArrayLike,
    line: LineRule | Sequence[float] = "least-squares",
    *,
    shown: ShownErrors = "residuals",
    names: Sequence[str] = ("x", "y"),
    language: Language | None = None,
) -> LineExplorer:
    """Drag points and a line, and watch what each metric of regression makes of the errors.

    Points go up and down, with a mouse, a finger or the arrow keys; the line has a handle for its
    height and one for its slope. Each error is a stick, or a square, so that one sees why a single
    point far off rules MSE and RMSE. Bars show how much of each sum every point brings, and how
    the squares of the line compare with those of always guessing the mean, which is R².

    Parameters
    ----------
    x, y : array_like, shape (n,)
        2 to 20 points, at two x at least; numbers of up to six decimals. For truths and
        predictions pass the predictions as ``x`` and ``line=(0, 1)``.
    line : {"least-squares", "mean", "own"} or pair of numbers
        The line at first: the best one or the mean, which follow the points that are dragged; or an
        intercept and a slope, which stay. "own" starts at the best one.
    shown : {"residuals", "squares", "mean"}
        What is drawn: each error, its square, or the square of how far the point is from the mean.
    names : pair of str
        What the axes measure.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it; without it the one in force.

    Returns
    -------
    LineExplorer
        The last line of a cell shows it; ``.to_html(path)`` writes a page.

    Raises
    ------
    InputError
        If there are too few or too many points, all at one x, or of numbers with many decimals.

    Examples
    --------
    >>> x = explore_line([1, 2, 3, 4], [2, 3, 5, 4])
    >>> x.line, x.metrics["r2"].fraction
    ((Fraction(3, 2), Fraction(4, 5)), Fraction(16, 25))
    >>> x.line = 1, 1
    >>> x.predicted, x.metrics["mae"].fraction
    ((2.0, 3.0, 4.0, 5.0), Fraction(1, 2))
    """
    return LineExplorer(x, y, line, shown, names, language)


def _column(values: ArrayLike, name: str) -> list[float]:
    """Read coordinates that a page and Python write in the same few digits."""
    column = reals(values, name).tolist()
    if not FEWEST <= len(column) <= MANY:
        raise InputError(
            f"{name} has {len(column)} value(s)",
            f"a line needs two points, and more than {MANY} can't be dragged one by one",
            f"pass {FEWEST} to {MANY} of them",
        )
    odd = [value for value in column if abs(value) > LARGEST or round(value, PLACES) != value]
    if odd:
        raise InputError(
            f"{name} holds {odd[0]!r}",
            f"all is worked out in fractions here, of numbers up to {LARGEST:,} that have"
            f" {PLACES} decimals at most",
            f"round them, as by np.round({name}, 2), or use another unit",
        )
    return column


def _places(x: Sequence[float]) -> tuple[Fraction, Fraction]:
    """Choose round places for the two handles: near the middle, and beyond the last point."""
    values = [exact(value).value for value in x]
    left, right = min(values), max(values)
    if left == right:
        raise InputError(
            f"all x are {x[0]:g}",
            "then the points lie above each other, and no line through them has a slope",
            "pass points at two places or more",
        )
    grid, mean = _below((right - left) / 20), sum(values) / len(values)
    middle = [(round(mean / grid) + k) * grid for k in range(-2, 3)]

    def free(place: Fraction) -> Fraction:
        """Tell how far it is from the points, which a handle would hide."""
        return min(abs(place - value) for value in values)

    pivot = max(middle, key=lambda place: (free(place), -abs(place - mean)))
    return pivot, (math.floor(right / grid) + 2) * grid


def _below(value: Fraction) -> Fraction:
    """Return the largest of 1, 2, 5, 10 … that is no larger, or of the tenths of these."""
    ten = Fraction(10) ** math.floor(math.log10(value))
    return max(ten * k for k in (1, 2, 5) if k == 1 or ten * k <= value)


def _stepped(step: Fraction) -> dict[str, Any]:
    """Describe a grid: how far apart its numbers are, and how many decimals they have."""
    places = 0
    while (step * 10**places).denominator != 1:
        places += 1
    return {"by": float(step), "places": places}


def _pair(line: Any) -> tuple[Fraction, Fraction]:
    """Read an intercept and a slope, as exact as they are given."""
    two = list(line) if inputs.several(line) else [line]
    numbers = [getattr(value, "fraction", value) for value in two]
    if len(two) != 2 or not all(map(_is_exact, numbers)):
        raise InputError(
            f"line={inputs.short(line)}",
            "a line is an intercept and a slope, of numbers that were typed, not worked out",
            f"pass two such as (3, 0.5), or one of {', '.join(map(repr, RULES))}",
        )
    return tuple(exact(number).value for number in numbers)


def _is_exact(value: Any) -> bool:
    if not (isinstance(value, Fraction) or inputs.is_finite(value)) or abs(value) > LARGEST**2:
        return False
    return exact(value).exact and len(str(exact(value).value)) <= LONGEST


def _typed(text: Any) -> Fraction:
    """Read a number that a page writes."""
    if not isinstance(text, str) or len(text) > 2 * LONGEST or not NUMBER.fullmatch(text):
        raise ValueError(text)
    return Fraction(text)


def _each(name: str, expression: str) -> list:
    return ["each", name, tree(Formula(name, expression))]


def _one(formula: Formula) -> list:
    return ["one", formula.name, tree(formula)]


def _plans() -> dict[str, list]:
    """Say what is worked out before the line is known, and after; in the order of the lists."""
    fit = [
        *(["sum", "sum_x", "x"], ["sum", "sum_y", "y"], _one(MEAN_X), _one(MEAN_Y)),
        *(_each("dx", "x - mean_x"), _each("dy", "y - mean_y"), _each("both", "dx*dy")),
        *(_each("dx2", "dx**2"), ["sum", "joint_deviations", "both"]),
        *(["sum", "squared_deviations", "dx2"], _one(SLOPE), _one(INTERCEPT)),
        _one(Formula("height", "intercept + slope*pivot")),
        *(_each("squared_deviation", "dy**2"), ["sum", "squared_deviations", "squared_deviation"]),
    ]
    errors = [["each", "predicted", tree(FITTED)]]
    for total, name in LOSSES.items():
        loss = regression.LOSSES[name].of(Symbol("y"), Symbol("predicted"))
        errors += [["each", total[:-1], loss.tree], ["sum", total, total[:-1]]]
    intercept = tree(Formula("intercept", "height - slope*pivot"))
    return {"fit": fit, "errors": [*errors, ["one", "intercept", intercept]]}


def _formulas() -> list[dict[str, Any]]:
    """Describe the metrics, in the order in which they are listed."""
    means = {loss.mean.name: loss.mean for loss in map(regression.LOSSES.get, LOSSES.values())}
    all_of_them = {**means, "medae": regression.MEDAE, "max_error": regression.MAX}
    all_of_them |= {"rmse": regression.RMSE, "r2": r2.R2["residual"]}
    inner = {
        "rmse": {"mse": means["mse"]},
        "r2": _bracketed("squared_errors", "squared_deviations"),
    }
    return [described(all_of_them[name], inner=inner.get(name, {})) for name in METRICS]


def _bracketed(*terms: str) -> dict[str, Formula]:
    """Let fractions stand in brackets where a working divides by them."""
    return {term: Formula(term, f"{term}_") for term in terms}


def _share(sign: str, whole: str) -> dict[str, Any]:
    """Describe how much of a sum one point brings."""
    formula = Formula(f"share of {symbol(whole)}", f"part / {whole}")
    return {**described(formula, {"part": sign}, _bracketed(whole)), "part": whole[:-1]}
