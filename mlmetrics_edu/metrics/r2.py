"""How much of the truth is explained: R² by both definitions, its cousin, and a line's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ..core.conventions import R2Definition, Undefined
from ..core.errors import InputError, Named, choice
from ..core.formula import Formula, Worked, check_undefined
from ..core.trace import Trace
from .rates import NONE
from .regression import Predictions, centred, listed, read, reals, samples_table

BELOW_ONE, UNIT, UP = (float("-inf"), 1.0), (0.0, 1.0), "higher"
CONSTANT = "all truths are equal, so there is nothing to explain"
R2 = {
    "residual": Formula("r2", "1 - squared_errors / squared_deviations", BELOW_ONE, UP, CONSTANT),
    "correlation": Formula(
        "r2",
        "joint_deviations**2 / (squared_deviations * prediction_deviations)",
        UNIT,
        UP,
        "the truth or the prediction never changes, so they can't vary together",
    ),
}
EXPLAINED = Formula(
    "explained_variance",
    "1 - squared_error_deviations / squared_deviations",
    BELOW_ONE,
    UP,
    CONSTANT,
)
MEANING = {
    "residual": "R²: 1 − SSE/SST, compared with always predicting the mean",
    "correlation": "R²: the squared correlation of truth and prediction",
}


def r2(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    ids: ArrayLike | None = None,
    definition: R2Definition = "residual",
    undefined: Undefined = "nan",
) -> Worked:
    """Return the coefficient of determination R², by one of two definitions.

    For a line fitted by least squares to the same data both agree. Elsewhere they don't: the
    residual one falls below 0 where always predicting the mean would be better; the correlation
    can be 1 for predictions that are all far off, if only they are so in proportion.

    Parameters
    ----------
    y_true, y_pred, ids
        As for :func:`mae`.
    definition : {"residual", "correlation"}
        1 − SSE/SST, or the squared Pearson correlation of truth and prediction.
    undefined : {"nan", 0, 1, "raise"}
        What it is where the truth is constant (one sample included).

    Returns
    -------
    Worked
        At most 1; from 0 up by the correlation.

    Raises
    ------
    InputError
        If shapes differ, or a value is no finite number.
    UndefinedError
        If it is undefined and ``undefined="raise"``.

    References
    ----------
    Kvålseth (1985), Cautionary note about R², compares eight definitions.

    Examples
    --------
    >>> r2([1, 2, 3], [3, 2, 1]).fraction, r2([1, 2, 3], [3, 2, 1], definition="correlation")
    (Fraction(-3, 1), 1.0)
    """
    choice(definition, R2, "definition")
    check_undefined(undefined)
    data = read(y_true, y_pred, ids)
    return _work(R2[definition], data, undefined, {"R²": MEANING[definition]})


def explained_variance(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    ids: ArrayLike | None = None,
    undefined: Undefined = "nan",
) -> Worked:
    """Return the share of the truth's variance that is explained: R² but for a constant error.

    A model that is always too high by 100 explains everything; R² tells.

    Parameters
    ----------
    y_true, y_pred, ids, undefined
        As for :func:`r2`.

    Returns
    -------
    Worked
        At most 1, and never below R².

    Raises
    ------
    InputError
        If shapes differ, or a value is no finite number.
    UndefinedError
        If it is undefined and ``undefined="raise"``.

    References
    ----------
    Kent (1983), Information gain and a general measure of correlation.

    Examples
    --------
    >>> explained_variance([1, 2, 3], [101, 102, 103]).fraction
    Fraction(1, 1)
    """
    check_undefined(undefined)
    return _work(EXPLAINED, read(y_true, y_pred, ids), undefined)


def of_output(data: Predictions) -> Worked:
    """Compare predictions, perhaps fractions that no float holds, with always the mean."""
    return _work(R2["residual"], data, "nan", {"R²": MEANING["residual"]})


def _work(formula: Formula, data: Predictions, undefined, conventions=NONE) -> Worked:
    """Work a formula out over the sums of squares that it takes."""
    error, y, p = data.errors, centred(data.truth), centred(data.prediction)
    sums = {
        "squared_errors": error**2,
        "squared_error_deviations": centred(error) ** 2,
        "squared_deviations": y**2,
        "prediction_deviations": p**2,
        "joint_deviations": y * p,
    }
    terms = {name: sums[name].sum() for name in formula.terms}
    worked = formula.work(**terms, undefined=undefined, conventions=conventions)
    return data.finish(worked, partial(_table, formula.name, data, dict(worked.conventions)))


def _table(name: str, data: Predictions, conventions: dict):
    """Lay the samples out: how far off the prediction is, and how far off the mean would be."""
    error, deviation = data.errors, centred(data.truth)
    columns = {
        "error": error,
        "error²": error**2,
        "truth − mean": deviation,
        "(truth − mean)²": deviation**2,
    }
    return samples_table(name, data, columns, conventions)


POSITIVE = (0.0, float("inf"))
VERTICAL = "all x are equal, so no line through them has a slope"
MEAN_X = Formula("mean_x", "sum_x / n")
MEAN_Y = Formula("mean_y", "sum_y / n")
SLOPE = Formula("slope", "joint_deviations / squared_deviations", undefined_when=VERTICAL)
INTERCEPT = Formula("intercept", "mean_y - slope*mean_x")
SS_REG = Formula("ss_reg", "squared_fitted_deviations", POSITIVE, "higher")
SS_RES = Formula("ss_res", "squared_residuals", POSITIVE, "lower")
LINE_R2 = Formula(
    "r2", "ss_reg / (ss_reg + ss_res)", UNIT, "higher", "all y are equal: nothing to explain"
)


@dataclass(frozen=True)
class LeastSquares(Named):
    """A line fitted to points, and its analysis of variance.

    Attributes
    ----------
    slope, intercept : Worked
        The line: y = intercept + slope·x.
    mean_x, mean_y : Worked
        A point that the line goes through.
    ss_reg, ss_res : Worked
        Sums of squares: of the fitted values around the mean of y, and of the residuals. Together
        they are the sum of squares of y around its mean.
    r2 : Worked
        The share of that sum which the line explains.
    points : Predictions
        The x and y it was fitted to; ``trace()`` lists them.
    """

    slope: Worked
    intercept: Worked
    mean_x: Worked
    mean_y: Worked
    ss_reg: Worked
    ss_res: Worked
    r2: Worked
    points: Predictions

    def predict(self, x: ArrayLike) -> np.ndarray:
        """Read the line at some x, or at one.

        Examples
        --------
        >>> line = least_squares([1, 2, 3], [2, 4, 6])
        >>> float(line.predict(4.0)), line.predict([0, 5]).tolist()
        (8.0, [0.0, 10.0])
        """
        return float(self.intercept) + float(self.slope) * reals(x, "x", (0, 1)).astype(float)

    def trace(self) -> Trace:
        """List the points: x, y, the fitted value and the residual."""
        return _line_table(self.points, self.slope, self.intercept)

    def __str__(self) -> str:
        return str(self.trace())


def least_squares(x: ArrayLike, y: ArrayLike, *, ids: ArrayLike | None = None) -> LeastSquares:
    """Fit a straight line to points, by least squares.

    Parameters
    ----------
    x, y : array_like, shape (n,)
        The points; at least two.
    ids : array_like, shape (n,), optional
        Names of the points.

    Returns
    -------
    LeastSquares
        Its numbers are exact where up to 1000 typed numbers were given; nan with the reason where
        all x are equal.

    Raises
    ------
    InputError
        If the columns differ in length, there are fewer than two points, or a value is no finite
        number.

    References
    ----------
    Anscombe (1973), Graphs in statistical analysis: four sets of points with the same line, the
    same sums of squares and the same R², and quite different pictures.

    Examples
    --------
    >>> line = least_squares([1, 2, 3], [2, 3, 5])
    >>> line.slope.fraction, line.intercept.fraction, line.ss_res.fraction, line.r2.fraction
    (Fraction(3, 2), Fraction(1, 3), Fraction(1, 6), Fraction(27, 28))
    """
    points = read(x, y, ids=ids, names=("x", "y"))
    if len(points.truth) < 2:
        raise InputError("there is one point", "many lines go through it", "pass two or more")
    x, y = points.truth, points.prediction
    mean_x = points.finish(MEAN_X.work(sum_x=x.sum(), n=len(x)))
    mean_y = points.finish(MEAN_Y.work(sum_y=y.sum(), n=len(y)))
    dx, dy = centred(x), centred(y)
    sums = {"joint_deviations": (dx * dy).sum(), "squared_deviations": (dx * dx).sum()}
    slope = points.finish(SLOPE.work(**sums))
    intercept = INTERCEPT.work(mean_y=mean_y, slope=slope, mean_x=mean_x)
    return LeastSquares(slope, intercept, mean_x, mean_y, *_squares(points, slope, dx, dy), points)


def _squares(points: Predictions, slope: Worked, dx, dy) -> tuple[Worked, Worked, Worked]:
    """Split the squared deviations of y: explained by the line, and left over."""
    if slope != slope:
        return tuple(Worked(slope.exact, formula.name) for formula in (SS_REG, SS_RES, LINE_R2))
    fitted = (slope.fraction if points.exact else float(slope)) * dx
    left = dy - fitted
    ss_reg = points.finish(SS_REG.work(squared_fitted_deviations=(fitted * fitted).sum()))
    ss_res = points.finish(SS_RES.work(squared_residuals=(left * left).sum()))
    return ss_reg, ss_res, LINE_R2.work(ss_reg=ss_reg, ss_res=ss_res)


def _line_table(points: Predictions, slope: Worked, intercept: Worked) -> Trace:
    x, y = points.truth.astype(float), points.prediction.astype(float)
    fitted = float(intercept) + float(slope) * x
    columns = {"x": x, "y": y, "fitted": fitted, "residual": y - fitted}
    return listed("least squares", points.ids, columns, {})


def residuals(y_true: ArrayLike, y_pred: ArrayLike, *, ids: ArrayLike | None = None) -> Trace:
    """List what a model left unexplained: truth minus prediction, a row a sample.

    Parameters
    ----------
    y_true, y_pred : array_like, shape (n,)
        Truths and predictions, in one unit.
    ids : array_like, shape (n,), optional
        Names of the samples; without them, their positions from 0.

    Returns
    -------
    Trace

    Raises
    ------
    InputError
        If the columns differ in length, or a value is no finite number.

    Examples
    --------
    >>> print(residuals([3, -0.5], [2.5, 0.5]))
    residuals, 2 samples · residual: truth − prediction
    sample  truth  prediction  residual
    0         3.0         2.5       0.5
    1        -0.5         0.5      -1.0
    """
    data = read(y_true, y_pred, ids=ids)
    conventions = {"residual": "residual: truth − prediction"}
    return samples_table("residuals", data, {"residual": data.truth - data.prediction}, conventions)
