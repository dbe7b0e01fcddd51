"""The straight line with the smallest sum of squared residuals, and what it explains."""

from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ...core import inputs
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
RESIDUAL_SD = Formula(
    "residual_sd",
    "sqrt(ss_res / (n - parameters))",
    POSITIVE,
    "lower",
    "as many samples as parameters: the fit leaves nothing over",
)
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

    @property
    def residual_sd(self) -> Worked:
        """The standard deviation of the residuals, with n − 2 for a slope and an intercept."""
        return spread(self.points, self.ss_res, 2)

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


def spread(output: Output, ss_res: Worked, parameters: int) -> Worked:
    """Work out how far residuals scatter, given how many parameters were fitted."""
    if ss_res != ss_res:
        return Worked(ss_res.exact, RESIDUAL_SD.name)
    terms = {"n": output.n, "parameters": parameters}
    return output.finish(RESIDUAL_SD.work(ss_res=ss_res, **terms))


@explained
def residual_sd(
    y_true: ArrayLike, y_pred: ArrayLike, parameters: int, *, ids: ArrayLike | None = None
) -> Worked:
    """Return the residual standard deviation: what a fitted model is off by, for a sample to come.

    Parameters
    ----------
    y_true, y_pred : array_like, shape (n,)
        Truths, and predictions of a model that was fitted to them.
    parameters : int
        How many parameters were fitted: 2 for a line, 0 for a model that hasn't seen these samples.
    ids : array_like, shape (n,), optional
        Names of the samples.

    Returns
    -------
    Worked
        In the unit of the data. It is above the RMSE, which divides by n; nan where as many
        parameters as samples leave nothing over.

    Raises
    ------
    InputError
        If there are more parameters than samples, or the columns can't be compared.

    References
    ----------
    Gelman & Hill (2007), Data analysis using regression, section 3.4; R calls it sigma, or the
    "residual standard error".

    Examples
    --------
    >>> print(residual_sd([1, 2, 4, 5], [1, 3, 3, 5], 2).working)
    residual SD = √(SSres / (n − parameters))
                = √(2 / (4 − 2))
                = 1
      SSres = squared residuals
            = 2
    """
    (output,), _ = read(reals(y_true, "y_true"), reals(y_pred, "y_pred"), ids=ids)
    why = "it counts the parameters that were fitted to these samples"
    parameters = inputs.whole(parameters, "parameters", why, 0, len(output.truth))
    left = output.truth - output.prediction
    ss_res = output.finish(SS_RES.work(squared_residuals=output.total(left, left)))
    worked = spread(output, ss_res, parameters)
    return worked.with_steps(partial(residuals, y_true, y_pred, ids=ids))


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
