"""How far predicted numbers are off, in their own unit: means, a median, a maximum of the errors.

They differ in what a large error costs. The mean absolute error counts it as it is, the mean
squared error by its square, the median not at all, and the maximum counts nothing else.
"""

import numpy as np
from numpy.typing import ArrayLike

from ...core.conventions import MultiOutput
from ...core.formula import Formula
from ...core.worked import Worked
from . import losses, outputs
from .losses import DOWN, RATIO
from .outputs import Output

RMSE = Formula("rmse", "sqrt(mse)", RATIO, DOWN)
MEDAE = Formula("medae", "(lower_middle + upper_middle) / 2", RATIO, DOWN)
MAX = Formula("max_error", "largest_error", RATIO, DOWN)
ALIKE = 1e-12  # sums of weights that differ by less are equal: what is left of rounding
MEDIAN = {
    "median": "median: the middle of the sorted |errors|, or the mean of the two middle ones",
}


def mae(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    ids: ArrayLike | None = None,
    multioutput: MultiOutput | ArrayLike = "uniform",
) -> Worked:
    """Return the mean absolute error: the l1 norm of the errors, divided by their number.

    Parameters
    ----------
    y_true, y_pred : array_like, shape (n,) or (n, outputs)
        Truths and predictions, in one unit.
    weights : array_like, shape (n,), optional
        How many samples each one stands for.
    ids : array_like, shape (n,), optional
        Names of the samples, for the table of steps.
    multioutput : {"uniform", "raw"} or array_like, shape (outputs,)
        Of several outputs: their plain mean, a tuple of all, or a mean by weights of your own.

    Returns
    -------
    Worked
        From 0 up, in the unit of the data; a fraction where up to 1000 typed numbers were given.

    Raises
    ------
    InputError
        If shapes differ, or a value is no finite number.

    References
    ----------
    Willmott & Matsuura (2005), Advantages of the mean absolute error over the root mean square
    error in assessing average model performance.

    Examples
    --------
    >>> mae([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]).fraction
    Fraction(1, 2)
    """
    return losses.mean_over("mae", y_true, y_pred, weights, ids, multioutput)


def mse(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    ids: ArrayLike | None = None,
    multioutput: MultiOutput | ArrayLike = "uniform",
) -> Worked:
    """Return the mean squared error: the squared l2 norm of the errors, divided by their number.

    Parameters
    ----------
    y_true, y_pred, weights, ids, multioutput
        As for :func:`mae`.

    Returns
    -------
    Worked
        From 0 up, in the unit of the data squared.

    Raises
    ------
    InputError
        If shapes differ, or a value is no finite number.

    References
    ----------
    Hastie, Tibshirani & Friedman (2009), section 2.4.

    Examples
    --------
    >>> mse([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]).fraction
    Fraction(3, 8)
    """
    return losses.mean_over("mse", y_true, y_pred, weights, ids, multioutput)


def rmse(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    ids: ArrayLike | None = None,
    multioutput: MultiOutput | ArrayLike = "uniform",
) -> Worked:
    """Return the root of the mean squared error: back in the unit of the data, and never below MAE.

    Several outputs: the mean of their roots, not the root of the mean.

    Parameters
    ----------
    y_true, y_pred, weights, ids, multioutput
        As for :func:`mae`.

    Returns
    -------
    Worked
        From 0 up, in the unit of the data.

    Raises
    ------
    InputError
        If shapes differ, or a value is no finite number.

    References
    ----------
    Chai & Draxler (2014), Root mean square error (RMSE) or mean absolute error (MAE)?

    Examples
    --------
    >>> rmse([1, 2], [4, 6])
    3.5355339059327378
    """
    data = outputs.read(y_true, y_pred, weights, ids)
    return outputs.work(_root, data, multioutput)


def _root(output: Output) -> Worked:
    inner = losses.mean("mse", output)
    root = RMSE.work(mse=inner, conventions=inner.conventions)
    return root.with_steps(losses.steps("rmse", output, "mse"))


def mean_bias_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    ids: ArrayLike | None = None,
    multioutput: MultiOutput | ArrayLike = "uniform",
) -> Worked:
    """Return the mean error, prediction minus truth: above 0 where a model says too much.

    Errors up and down cancel out, so 0 doesn't mean that the predictions are good.

    Parameters
    ----------
    y_true, y_pred, weights, ids, multioutput
        As for :func:`mae`.

    Returns
    -------
    Worked
        Of either sign, in the unit of the data.

    Raises
    ------
    InputError
        If shapes differ, or a value is no finite number.

    References
    ----------
    Willmott & Matsuura (2005).

    Examples
    --------
    >>> mean_bias_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]).fraction
    Fraction(1, 4)
    """
    return losses.mean_over("mean_bias_error", y_true, y_pred, weights, ids, multioutput)


def medae(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    ids: ArrayLike | None = None,
    multioutput: MultiOutput | ArrayLike = "uniform",
) -> Worked:
    """Return the median of the absolute errors: half of them are at most so large.

    A few wild predictions don't change it at all.

    Parameters
    ----------
    y_true, y_pred, weights, ids, multioutput
        As for :func:`mae`. With weights, the middle is where half of the weight is reached.

    Returns
    -------
    Worked
        From 0 up, in the unit of the data.

    Raises
    ------
    InputError
        If shapes differ, or a value is no finite number.

    References
    ----------
    Hyndman & Fan (1996), Sample quantiles in statistical packages, definition 2.

    Examples
    --------
    >>> medae([3, -0.5, 2, 7], [2.5, 0.0, 2, 100]).fraction
    Fraction(1, 2)
    """
    data = outputs.read(y_true, y_pred, weights, ids)
    return outputs.work(_median, data, multioutput)


def _median(output: Output) -> Worked:
    lower, upper = _middle(losses.absolute(output.truth, output.prediction), output)
    said = {**MEDIAN, **outputs.weighted(output)}
    worked = MEDAE.work(lower_middle=lower, upper_middle=upper, conventions=said)
    return output.finish(worked, losses.steps("medae", output, "mae"))


def _middle(values: np.ndarray, output: Output) -> tuple:
    """Find the values at which half of the weight is reached, and passed."""
    order = np.argsort(values, kind="stable")
    ones = np.ones(len(values), np.int64)
    reached = 2 * np.cumsum((ones if output.weights is None else output.weights)[order])
    slack = 0 if output.exact or output.weights is None else ALIKE * reached[-1]
    half = reached[-1] / 2
    rows = (reached >= half - slack).argmax(), (reached > half + slack).argmax()
    return tuple(values[order[row]] for row in rows)


def max_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    ids: ArrayLike | None = None,
    multioutput: MultiOutput | ArrayLike = "uniform",
) -> Worked:
    """Return the largest absolute error: what happens in the worst case seen.

    Parameters
    ----------
    y_true, y_pred, ids, multioutput
        As for :func:`mae`. Weights have no say: the worst case is the worst case.

    Returns
    -------
    Worked
        From 0 up, in the unit of the data.

    Raises
    ------
    InputError
        If shapes differ, or a value is no finite number.

    Examples
    --------
    >>> max_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]).fraction
    Fraction(1, 1)
    """
    data = outputs.read(y_true, y_pred, ids=ids)
    return outputs.work(_largest, data, multioutput)


def _largest(output: Output) -> Worked:
    largest = losses.absolute(output.truth, output.prediction).max()
    return output.finish(MAX.work(largest_error=largest), losses.steps("max_error", output, "mae"))
