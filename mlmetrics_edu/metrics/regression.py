"""How far predicted numbers are off, in their own unit: means, a median, a maximum of the errors.

They differ in what a large error costs. The mean absolute error counts it as it is, the mean
squared error by its square, the median not at all, and the maximum counts nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..core import digits, inputs, words
from ..core.calls import explained
from ..core.conventions import ZeroTruth, options
from ..core.errors import UndefinedError
from ..core.formula import Formula, Worked
from ..core.trace import Column, Trace
from .predictions import Predictions, fractions, read, reals, samples_table, total, weighted
from .rates import NONE

RATIO, ANY, DOWN = (0.0, float("inf")), (float("-inf"), float("inf")), "lower"
EPSILON = np.finfo(float).eps
RMSE = Formula("rmse", "sqrt(mse)", RATIO, DOWN)
MEDAE = Formula("medae", "(lower_middle + upper_middle) / 2", RATIO, DOWN)
MAX = Formula("max_error", "largest_error", RATIO, DOWN)
ALIKE = 1e-12  # sums of weights that differ by less are equal: what is left of rounding
MEDIAN = {
    "median": "median: the middle of the sorted |errors|, or the mean of the two middle ones",
}
NORMS = (
    Formula("l1_norm", "absolute_errors"),
    Formula("mae", "l1_norm / n"),
    Formula("l2_norm", "sqrt(squared_errors)"),
    Formula("rmse", "l2_norm / sqrt(n)"),
    Formula("squared_l2_norm", "squared_errors"),
    Formula("mse", "squared_l2_norm / n"),
    Formula("max_norm", "largest_error"),
)
SIGNS = ("‖e‖₁", "‖e‖₁/n", "‖e‖₂", "‖e‖₂/√n", "‖e‖₂²", "‖e‖₂²/n", "‖e‖∞")


class Loss(NamedTuple):
    """The loss of a sample, and the mean that is made of all.

    Attributes
    ----------
    mean : Formula
        The sum of the losses, divided by ``n``.
    heading : str
        What a table writes over the column of losses.
    of : callable
        From truths and predictions to losses; on floats and on fractions.
    """

    mean: Formula
    heading: str
    of: Callable[[np.ndarray, np.ndarray], np.ndarray]


def _loss(name: str, total: str, heading: str, of, range=RATIO, direction=DOWN) -> Loss:
    return Loss(Formula(name, f"{total} / n", range, direction, "no sample is left"), heading, of)


# An error is prediction minus truth.
LOSSES = {
    "mean_bias_error": _loss("mean_bias_error", "errors", "error", lambda y, p: p - y, ANY, None),
    "mae": _loss("mae", "absolute_errors", "|error|", lambda y, p: abs(p - y)),
    "mse": _loss("mse", "squared_errors", "error²", lambda y, p: (p - y) ** 2),
    "mape": _loss("mape", "relative_errors", "|error| / |truth|", lambda y, p: abs(p - y) / abs(y)),
    "mape, epsilon": _loss(
        "mape",
        "relative_errors",
        "|error| / |truth|",
        lambda y, p: abs(p - y) / np.maximum(abs(y), EPSILON),  # as scikit-learn does
    ),
    "msle": _loss(
        "msle",
        "squared_log_errors",
        "(Δ ln(1 + x))²",
        lambda y, p: (np.log1p(p.astype(float)) - np.log1p(y.astype(float))) ** 2,
    ),
}


@explained
def mae(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    ids: ArrayLike | None = None,
) -> Worked:
    """Return the mean absolute error: the l1 norm of the errors, divided by their number.

    Parameters
    ----------
    y_true, y_pred : array_like, shape (n,)
        Truths and predictions, in one unit.
    weights : array_like, shape (n,), optional
        How many samples each one stands for.
    ids : array_like, shape (n,), optional
        Names of the samples, for the table of steps.

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
    return mean_over("mae", y_true, y_pred, weights, ids)


@explained
def mse(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    ids: ArrayLike | None = None,
) -> Worked:
    """Return the mean squared error: the squared l2 norm of the errors, divided by their number.

    Parameters
    ----------
    y_true, y_pred, weights, ids
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
    return mean_over("mse", y_true, y_pred, weights, ids)


@explained
def rmse(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    ids: ArrayLike | None = None,
) -> Worked:
    """Return the root of the mean squared error: back in the unit of the data, and never below MAE.

    Parameters
    ----------
    y_true, y_pred, weights, ids
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
    data = read(y_true, y_pred, weights, ids)
    return _root(data)


def _root(data: Predictions) -> Worked:
    inner = mean("mse", data)
    root = RMSE.work(mse=inner, conventions=inner.conventions)
    return root.with_steps(steps("rmse", data, "mse"))


@explained
def mean_bias_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    ids: ArrayLike | None = None,
) -> Worked:
    """Return the mean error, prediction minus truth: above 0 where a model says too much.

    Errors up and down cancel out, so 0 doesn't mean that the predictions are good.

    Parameters
    ----------
    y_true, y_pred, weights, ids
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
    return mean_over("mean_bias_error", y_true, y_pred, weights, ids)


@explained
def medae(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    ids: ArrayLike | None = None,
) -> Worked:
    """Return the median of the absolute errors: half of them are at most so large.

    A few wild predictions don't change it at all.

    Parameters
    ----------
    y_true, y_pred, weights, ids
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
    data = read(y_true, y_pred, weights, ids)
    return _median(data)


def _median(data: Predictions) -> Worked:
    lower, upper = _middle(LOSSES["mae"].of(data.truth, data.prediction), data)
    conventions = {**MEDIAN, **weighted(data)}
    worked = MEDAE.work(lower_middle=lower, upper_middle=upper, conventions=conventions)
    return data.finish(worked, steps("medae", data, "mae"))


def _middle(values: np.ndarray, data: Predictions) -> tuple:
    """Find the values at which half of the weight is reached, and passed."""
    order = np.argsort(values, kind="stable")
    ones = np.ones(len(values), np.int64)
    reached = 2 * np.cumsum((ones if data.weights is None else data.weights)[order])
    slack = 0 if data.exact or data.weights is None else ALIKE * reached[-1]
    half = reached[-1] / 2
    rows = (reached >= half - slack).argmax(), (reached > half + slack).argmax()
    return tuple(values[order[row]] for row in rows)


@explained
def max_error(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    ids: ArrayLike | None = None,
) -> Worked:
    """Return the largest absolute error: what happens in the worst case seen.

    Parameters
    ----------
    y_true, y_pred, ids
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
    data = read(y_true, y_pred, ids=ids)
    return _largest(data)


def _largest(data: Predictions) -> Worked:
    largest = LOSSES["mae"].of(data.truth, data.prediction).max()
    return data.finish(MAX.work(largest_error=largest), steps("max_error", data, "mae"))


def of_output(name: str, data: Predictions) -> Worked:
    """Work a metric out for predictions, whose numbers may be fractions that no float holds.

    Examples
    --------
    >>> from fractions import Fraction
    >>> y, p = (np.array([Fraction(k), Fraction(1, 3)]) for k in (1, 2))
    >>> of_output("mae", Predictions(y, p, exact=True)).fraction
    Fraction(1, 2)
    """
    own = {"rmse": _root, "medae": _median, "max_error": _largest}
    return own.get(name, partial(mean, name))(data)


def mean_over(name: str, y_true, y_pred, weights, ids):
    """Read the data, and average a loss over the samples."""
    data = read(y_true, y_pred, weights, ids)
    return mean(name, data)


def mean(name: str, data: Predictions, conventions: Mapping[str, str] = NONE) -> Worked:
    """Average a loss over the samples; with the conventions in force."""
    formula, _, loss_of = LOSSES[name]
    losses = loss_of(data.truth, data.prediction)
    terms = {formula.terms[0]: data.total(losses), "n": data.n}
    worked = formula.work(**terms, conventions={**conventions, **weighted(data)})
    return data.finish(worked, steps(formula.name, data, name))


def steps(name: str, data: Predictions, loss: str) -> Callable[[], Trace]:
    """Lay a metric out by one of the losses, a row a sample, when somebody looks."""
    return partial(_table, name, loss, data)


def _table(name: str, loss: str, data: Predictions) -> Trace:
    _, heading, loss_of = LOSSES[loss]
    y, p = data.truth, data.prediction
    columns = {"error": p - y, heading: loss_of(y, p)}
    conventions = {"error": "error: prediction − truth", **weighted(data)}
    return samples_table(name, data, columns, conventions)


@explained
def norms(errors: ArrayLike) -> Trace:
    """Tell the norms of the errors from the means that are named after them.

    MAE is the l1 norm divided by n, and MSE the *squared* l2 norm divided by n: neither "is" the
    norm, and only RMSE grows as the l2 norm does.

    Parameters
    ----------
    errors : array_like, shape (n,)
        Prediction minus truth, of each sample.

    Returns
    -------
    Trace
        A row for each norm and each mean made of it.

    Raises
    ------
    InputError
        If there are no errors, or one is no finite number.

    References
    ----------
    Willmott & Matsuura (2005), Advantages of the mean absolute error over the root mean square
    error; any book on linear algebra for the norms.

    Examples
    --------
    >>> print(norms([3, -4]))
    norms of 2 errors · the "l2 loss" is ‖e‖₂²/n, not the norm ‖e‖₂
    name             sign     exact  value
    l1 norm          ‖e‖₁     7      7.000
    MAE              ‖e‖₁/n   7/2    3.500
    l2 norm          ‖e‖₂     5      5.000
    RMSE             ‖e‖₂/√n  –      3.536
    squared l2 norm  ‖e‖₂²    25     25.000
    MSE              ‖e‖₂²/n  25/2   12.500
    max norm         ‖e‖∞     4      4.000
    """
    errors = reals(errors, "errors")
    exact = fractions(errors)
    values = exact[0] if exact else errors.astype(float)
    numbers = {
        "n": len(values),
        "absolute_errors": total(abs(values)),
        "squared_errors": total(values, values),
        "largest_error": abs(values).max(),
    }
    for formula in NORMS:
        numbers[formula.name] = formula.work(**{term: numbers[term] for term in formula.terms})
    rows = [numbers[formula.name] for formula in NORMS]
    columns = (
        Column("name", [words.symbol(row.name) for row in rows]),
        Column("sign", SIGNS),
        Column("exact", [row.fraction if exact else None for row in rows], digits.cell),
        Column("value", [float(row) for row in rows], digits.decimal),
    )
    conventions = {"l2": 'the "l2 loss" is ‖e‖₂²/n, not the norm ‖e‖₂'}
    return Trace(f"norms of {digits.count(len(values))} errors", columns, conventions)


ZERO = options(ZeroTruth)
BY_EPSILON = {"zero": "a truth of 0 counts as 2⁻⁵² (as in scikit-learn)"}
FEW = 100  # a sum of more fractions of unlike denominators nobody would read


@explained
def mape(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    ids: ArrayLike | None = None,
    zero: ZeroTruth = "raise",
) -> Worked:
    """Return the mean absolute percentage error, as a share: 0.1 is 10 %.

    Errors of small truths weigh most, and a prediction too low can cost at most 1 where one too
    high can cost anything. Of a truth of 0 there is no percentage.

    Parameters
    ----------
    y_true, y_pred, weights, ids
        As for :func:`mae`.
    zero : {"raise", "skip", "epsilon"}
        What becomes of a truth of 0: an error; left out; or divided by 2⁻⁵² instead, as
        scikit-learn does, which gives enormous numbers.

    Returns
    -------
    Worked
        From 0 up, without a unit; nan with the reason if all are left out.

    Raises
    ------
    UndefinedError
        If a truth is 0 and ``zero="raise"``.
    InputError
        If shapes differ, or a value is no finite number.

    References
    ----------
    Hyndman & Koehler (2006), Another look at measures of forecast accuracy, section 2.2.

    Examples
    --------
    >>> mape([1, 0, 2.5], [1.2, 0.1, 2.5], zero="skip").fraction
    Fraction(1, 10)
    """
    inputs.choice(zero, ZERO, "zero")
    data = read(y_true, y_pred, weights, ids)
    return _percentage(zero, data)


def _percentage(zero: str, data: Predictions) -> Worked:
    at_zero = data.truth == 0
    if len(data.truth) > FEW:
        data = data.as_floats()
    if zero == "epsilon":
        return mean("mape, epsilon", data.as_floats(), BY_EPSILON)
    if not at_zero.any():
        return mean("mape", data)
    if zero == "raise":
        raise _no_percentage(data, at_zero)
    many = f"{np.count_nonzero(at_zero):,} sample(s) whose truth is 0"
    return mean("mape", data.take(~at_zero), {"zero": f"left out: {many}"})


def _no_percentage(data: Predictions, at_zero: np.ndarray) -> UndefinedError:
    first = at_zero.argmax()
    return UndefinedError(
        f"the truth is 0 at place {first} ({np.count_nonzero(at_zero)} such sample(s))",
        "of nothing there is no percentage",
        'leave them out by zero="skip", divide by 2⁻⁵² by zero="epsilon", or use mae',
    )
