"""The straight line with the smallest sum of squared residuals, and what it explains."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from ...core.calls import explained
from ...core.errors import InputError, Named
from ...core.formula import Formula, Worked
from ...core.trace import Trace
from . import outputs
from .outputs import Output, read, reals, total

UNIT, POSITIVE = (0.0, 1.0), (0.0, float("inf"))
VERTICAL = "all x are equal, so no line through them has a slope"
MEAN_X = Formula("mean_x", "sum_x / n")
MEAN_Y = Formula("mean_y", "sum_y / n")
SLOPE = Formula("slope", "joint_deviations / squared_deviations", undefined_when=VERTICAL)
INTERCEPT = Formula("intercept", "mean_y - slope*mean_x")
SS_REG = Formula("ss_reg", "squared_fitted_deviations", POSITIVE, "higher")
SS_RES = Formula("ss_res", "squared_residuals", POSITIVE, "lower")
R2 = Formula(
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
    points : Output
        The x and y it was fitted to; ``trace()`` lists them.
    """

    slope: Worked
    intercept: Worked
    mean_x: Worked
    mean_y: Worked
    ss_reg: Worked
    ss_res: Worked
    r2: Worked
    points: Output

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
        return _table(self.points, self.slope, self.intercept)

    def __str__(self) -> str:
        return str(self.trace())


@explained
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
    (points,), _ = read(reals(x, "x"), reals(y, "y"), ids=ids, names=("x", "y"))
    if len(points.truth) < 2:
        raise InputError("there is one point", "many lines go through it", "pass two or more")
    x, y = points.truth, points.prediction
    mean_x = points.finish(MEAN_X.work(sum_x=total(x), n=len(x)))
    mean_y = points.finish(MEAN_Y.work(sum_y=total(y), n=len(y)))
    dx, dy = points.centred(x), points.centred(y)
    sums = {"joint_deviations": total(dx, dy), "squared_deviations": total(dx, dx)}
    slope = points.finish(SLOPE.work(**sums))
    intercept = INTERCEPT.work(mean_y=mean_y, slope=slope, mean_x=mean_x)
    return LeastSquares(slope, intercept, mean_x, mean_y, *_squares(points, slope, dx, dy), points)


def _squares(points: Output, slope: Worked, dx, dy) -> tuple[Worked, Worked, Worked]:
    """Split the squared deviations of y: explained by the line, and left over."""
    if slope != slope:
        return tuple(Worked(slope.exact, formula.name) for formula in (SS_REG, SS_RES, R2))
    fitted = (slope.fraction if points.exact else float(slope)) * dx
    left = dy - fitted
    ss_reg = points.finish(SS_REG.work(squared_fitted_deviations=total(fitted, fitted)))
    ss_res = points.finish(SS_RES.work(squared_residuals=total(left, left)))
    return ss_reg, ss_res, R2.work(ss_reg=ss_reg, ss_res=ss_res)


def _table(points: Output, slope: Worked, intercept: Worked) -> Trace:
    x, y = points.truth.astype(float), points.prediction.astype(float)
    fitted = float(intercept) + float(slope) * x
    columns = {"x": x, "y": y, "fitted": fitted, "residual": y - fitted}
    return outputs.listed("least squares", points.ids, columns, {})


@explained
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
    y_true, y_pred = reals(y_true, "y_true"), reals(y_pred, "y_pred")
    (output,), _ = read(y_true, y_pred, ids=ids)
    left = output.truth - output.prediction
    conventions = {"residual": "residual: truth − prediction"}
    return outputs.samples_table("residuals", output, {"residual": left}, conventions)
