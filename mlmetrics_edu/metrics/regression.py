"""Errors of a regression: MAE, MSE, RMSE, MAPE and their kin.

Truths and predictions are read once: sums run over fractions where the numbers were typed and
somebody could read them, over floats otherwise. The code is the same.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.arithmetic import exact
from ..core.conventions import ZeroTruth, options
from ..core.errors import InputError, UndefinedError, choice
from ..core.formula import Formula, Worked
from ..core.trace import Column, Trace
from .rates import NONE

FEW = 1_000  # of more samples nobody would read fractions
# Squares, products of squares and their sums must stay between the smallest and largest float.
SMALLEST, LARGEST = 1e-75, 1e75


def fractions(*columns: np.ndarray) -> tuple | None:
    """Read typed numbers as fractions; None where there are too many, or any wasn't typed.

    Examples
    --------
    >>> fractions(np.array([0.5, 3.0]))
    (array([Fraction(1, 2), Fraction(3, 1)], dtype=object),)
    >>> fractions(np.array([0.1 + 0.2])) is None
    True
    """
    if len(columns[0]) > FEW:
        return None
    read = [[exact(value) for value in column.tolist()] for column in columns]
    if not all(one.exact for column in read for one in column):
        return None
    return tuple(np.array([one.value for one in column], object) for column in read)


def centred(column: np.ndarray) -> np.ndarray:
    """Subtract the mean; what is constant has no deviations, whatever rounding says.

    Examples
    --------
    >>> centred(np.array([1.0, 2.0, 6.0])).tolist()
    [-2.0, -1.0, 3.0]
    """
    constant = (column == column[0]).all()
    return column - (column[0] if constant else column.sum() / len(column))


@dataclass(frozen=True)
class Predictions:
    """The truth and the prediction of each sample, as fractions or as floats."""

    truth: np.ndarray
    prediction: np.ndarray
    ids: np.ndarray | None = None
    exact: bool = False

    @classmethod
    def of(cls, truth: np.ndarray, prediction: np.ndarray, ids=None) -> Predictions:
        """Make one of read columns, in fractions if that is possible."""
        exactly = fractions(truth, prediction)
        columns = exactly or (truth.astype(float), prediction.astype(float))
        return cls(*columns, ids, exactly is not None)

    @property
    def errors(self) -> np.ndarray:
        """Prediction minus truth."""
        return self.prediction - self.truth

    def take(self, mask: np.ndarray) -> Predictions:
        """Keep some samples."""
        columns = (self.truth, self.prediction, self.ids)
        return Predictions(*(c if c is None else c[mask] for c in columns), self.exact)

    def as_floats(self) -> Predictions:
        """Return the same in floats: some sums of fractions nobody could read."""
        return Predictions(self.truth.astype(float), self.prediction.astype(float), self.ids)

    def finish(self, worked: Worked, steps: Callable[[], Trace] | None = None) -> Worked:
        """Lay the steps out; what was summed up in floats has no exact fraction."""
        if not self.exact and worked == worked:
            worked = worked.without_fraction()
        return worked.with_steps(steps) if steps else worked


def read(y_true, y_pred, ids=None, names=("y_true", "y_pred")) -> Predictions:
    """Read truths and predictions.

    Raises
    ------
    InputError
        If the two have different lengths, or a number can't be taken.
    """
    truth, prediction = (reals(v, name) for v, name in zip((y_true, y_pred), names, strict=True))
    ids = inputs.ids(ids)
    inputs.same_length(**dict(zip(names, (truth, prediction), strict=True)), ids=ids)
    return Predictions.of(truth, prediction, ids)


def reals(values, name: str, dimensions: tuple[int, ...] = (1,)) -> np.ndarray:
    """Read real, finite numbers; whole numbers keep their type, others become floats.

    It may return the very array that was given, so what keeps it must copy it.

    Examples
    --------
    >>> reals([3, 1.5], "y_true")
    array([3. , 1.5])
    """
    array = _shaped(values, name, dimensions)
    flat = inputs.column(array.ravel(), name)
    if flat.dtype.kind not in "biuf":
        strange = [not _is_real(value) for value in flat.tolist()]
        _refuse(np.array(strange), flat, array.shape, name, "a real number is needed")
        flat = flat.astype(np.float64)
    if flat.dtype.kind == "f":
        flat = flat.astype(np.float64, copy=False)
        _refuse(~np.isfinite(flat), flat, array.shape, name, "only finite numbers compare")
    if flat.dtype.kind == "b":
        flat = flat.astype(np.uint8)
    _check_size(flat, name)
    return flat.reshape(array.shape)


def _shaped(values, name: str, dimensions: tuple[int, ...]) -> np.ndarray:
    try:
        array = np.asanyarray(values)
    except (ValueError, TypeError) as error:
        raise InputError(
            f"{name} can't be read as numbers", str(error), "pass rows of one length"
        ) from None
    if array.ndim not in dimensions:
        raise InputError(
            f"{name} has the shape {array.shape}",
            f"it needs {' or '.join(map(str, dimensions))} dimension(s)",
            f"pass an array with {' or '.join(f'{d}' for d in dimensions)} dimension(s)",
        )
    return array


def _is_real(value) -> bool:
    return isinstance(value, numbers.Number) and not isinstance(value, complex)


def _refuse(bad: np.ndarray, flat: np.ndarray, shape: tuple, name: str, why: str) -> None:
    if not bad.any():
        return
    place = np.unravel_index(bad.argmax(), shape)
    raise InputError(
        f"{name}[{', '.join(map(str, place))}] is {flat[bad.argmax()]!s:.40} "
        f"({np.count_nonzero(bad)} such value(s))",
        why,
        "leave these places out on both sides, or repair what gave the values",
    )


def _check_size(flat: np.ndarray, name: str) -> None:
    largest = max(float(flat.max()), -float(flat.min()))
    if flat.dtype.kind in "iu" and largest > inputs.EXACT_INTEGER:
        raise InputError(
            f"{name} holds whole numbers up to {largest:g}",
            "so large ones aren't all floats, and different ones would fall together",
            "subtract a large number from all of them, or use a coarser unit",
        )
    if largest > LARGEST or 0 < largest < SMALLEST:
        raise InputError(
            f"{name} holds numbers of the size {largest:g}",
            "their squares would be beyond what a float can hold",
            "use another unit: multiply everything by one number",
        )


def samples_table(name: str, data: Predictions, added: dict, conventions: dict) -> Trace:
    """Lay samples out: truth, prediction, and what a metric makes of each, by column names."""
    columns = {"truth": data.truth, "prediction": data.prediction, **added}
    return listed(name, data.ids, columns, conventions)


def listed(name: str, ids, columns: dict, conventions: dict) -> Trace:
    """Make a table of columns of numbers, a row a sample."""
    numbers = [number_column(heading, values) for heading, values in columns.items()]
    n = len(numbers[0].values)
    who = Column("sample", np.arange(n) if ids is None else ids)
    return Trace(f"{words.symbol(name)}, {n:,} samples", (who, *numbers), conventions)


def number_column(name: str, values) -> Column:
    """Make a column of floats, all of them written with equally many decimals where they can."""
    floats = np.asarray(values, float)
    typed = all(exact(value).exact for value in floats[: words.LOOKED_AT].tolist())
    return Column(name, floats, words.thresholds(floats) if typed else words.decimal, "right")


RATIO, ANY, DOWN = (0.0, float("inf")), (float("-inf"), float("inf")), "lower"
EPSILON = np.finfo(float).eps
RMSE = Formula("rmse", "sqrt(mse)", RATIO, DOWN)
MEDAE = Formula("medae", "(lower_middle + upper_middle) / 2", RATIO, DOWN)
MAX = Formula("max_error", "largest_error", RATIO, DOWN)
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
}


def mae(y_true: ArrayLike, y_pred: ArrayLike, *, ids: ArrayLike | None = None) -> Worked:
    """Return the mean absolute error: the l1 norm of the errors, divided by their number.

    Parameters
    ----------
    y_true, y_pred : array_like, shape (n,)
        Truths and predictions, in one unit.
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
    return mean("mae", read(y_true, y_pred, ids))


def mse(y_true: ArrayLike, y_pred: ArrayLike, *, ids: ArrayLike | None = None) -> Worked:
    """Return the mean squared error: the squared l2 norm of the errors, divided by their number.

    Parameters
    ----------
    y_true, y_pred, ids
        As for :func:`mae`.

    Returns
    -------
    Worked
        From 0 up, in the unit of the data squared.

    References
    ----------
    Hastie, Tibshirani & Friedman (2009), section 2.4.

    Examples
    --------
    >>> mse([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]).fraction
    Fraction(3, 8)
    """
    return mean("mse", read(y_true, y_pred, ids))


def rmse(y_true: ArrayLike, y_pred: ArrayLike, *, ids: ArrayLike | None = None) -> Worked:
    """Return the root of the mean squared error: back in the unit of the data, and never below MAE.

    Parameters
    ----------
    y_true, y_pred, ids
        As for :func:`mae`.

    Returns
    -------
    Worked
        From 0 up, in the unit of the data.

    References
    ----------
    Chai & Draxler (2014), Root mean square error (RMSE) or mean absolute error (MAE)?

    Examples
    --------
    >>> rmse([1, 2], [4, 6])
    3.5355339059327378
    """
    return _root(read(y_true, y_pred, ids))


def _root(data: Predictions) -> Worked:
    inner = mean("mse", data)
    root = RMSE.work(mse=inner, conventions=inner.conventions)
    return root.with_steps(steps("rmse", data, "mse"))


def mean_bias_error(
    y_true: ArrayLike, y_pred: ArrayLike, *, ids: ArrayLike | None = None
) -> Worked:
    """Return the mean error, prediction minus truth: above 0 where a model says too much.

    Errors up and down cancel out, so 0 doesn't mean that the predictions are good.

    Parameters
    ----------
    y_true, y_pred, ids
        As for :func:`mae`.

    Returns
    -------
    Worked
        Of either sign, in the unit of the data.

    References
    ----------
    Willmott & Matsuura (2005).

    Examples
    --------
    >>> mean_bias_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]).fraction
    Fraction(1, 4)
    """
    return mean("mean_bias_error", read(y_true, y_pred, ids))


def medae(y_true: ArrayLike, y_pred: ArrayLike, *, ids: ArrayLike | None = None) -> Worked:
    """Return the median of the absolute errors: half of them are at most so large.

    A few wild predictions don't change it at all.

    Parameters
    ----------
    y_true, y_pred, ids
        As for :func:`mae`.

    Returns
    -------
    Worked
        From 0 up, in the unit of the data.

    References
    ----------
    Hyndman & Fan (1996), Sample quantiles in statistical packages, definition 2.

    Examples
    --------
    >>> medae([3, -0.5, 2, 7], [2.5, 0.0, 2, 100]).fraction
    Fraction(1, 2)
    """
    return _median(read(y_true, y_pred, ids))


def _median(data: Predictions) -> Worked:
    sizes = np.sort(abs(data.errors))
    lower, upper = sizes[(len(sizes) - 1) // 2], sizes[len(sizes) // 2]
    worked = MEDAE.work(lower_middle=lower, upper_middle=upper, conventions=MEDIAN)
    return data.finish(worked, steps("medae", data, "mae"))


def max_error(y_true: ArrayLike, y_pred: ArrayLike, *, ids: ArrayLike | None = None) -> Worked:
    """Return the largest absolute error: what happens in the worst case seen.

    Parameters
    ----------
    y_true, y_pred, ids
        As for :func:`mae`.

    Returns
    -------
    Worked
        From 0 up, in the unit of the data.

    Examples
    --------
    >>> max_error([3, -0.5, 2, 7], [2.5, 0.0, 2, 8]).fraction
    Fraction(1, 1)
    """
    return _largest(read(y_true, y_pred, ids))


def _largest(data: Predictions) -> Worked:
    worked = MAX.work(largest_error=abs(data.errors).max())
    return data.finish(worked, steps("max_error", data, "mae"))


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


def mean(name: str, data: Predictions, conventions: Mapping[str, str] = NONE) -> Worked:
    """Average a loss over the samples; with the conventions in force."""
    formula, _, loss_of = LOSSES[name]
    losses = loss_of(data.truth, data.prediction)
    terms = {formula.terms[0]: losses.sum(), "n": len(losses)}
    worked = formula.work(**terms, conventions=conventions)
    return data.finish(worked, steps(formula.name, data, name))


def steps(name: str, data: Predictions, loss: str) -> Callable[[], Trace]:
    """Lay a metric out by one of the losses, a row a sample, when somebody looks."""
    return partial(_table, name, loss, data)


def _table(name: str, loss: str, data: Predictions) -> Trace:
    _, heading, loss_of = LOSSES[loss]
    columns = {"error": data.errors, heading: loss_of(data.truth, data.prediction)}
    return samples_table(name, data, columns, {"error": "error: prediction − truth"})


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
        "absolute_errors": abs(values).sum(),
        "squared_errors": (values * values).sum(),
        "largest_error": abs(values).max(),
    }
    for formula in NORMS:
        numbers[formula.name] = formula.work(**{term: numbers[term] for term in formula.terms})
    rows = [numbers[formula.name] for formula in NORMS]
    columns = (
        Column("name", [words.symbol(row.name) for row in rows]),
        Column("sign", SIGNS),
        Column("exact", [row.fraction if exact else None for row in rows], words.cell),
        Column("value", [float(row) for row in rows], words.decimal),
    )
    conventions = {"l2": 'the "l2 loss" is ‖e‖₂²/n, not the norm ‖e‖₂'}
    return Trace(f"norms of {words.count(len(values))} errors", columns, conventions)


ZERO = options(ZeroTruth)
BY_EPSILON = {"zero": "a truth of 0 counts as 2⁻⁵² (as in scikit-learn)"}
FEW_SHARES = 100  # a sum of more fractions of unlike denominators nobody would read


def mape(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    ids: ArrayLike | None = None,
    zero: ZeroTruth = "raise",
) -> Worked:
    """Return the mean absolute percentage error, as a share: 0.1 is 10 %.

    Errors of small truths weigh most, and a prediction too low can cost at most 1 where one too
    high can cost anything. Of a truth of 0 there is no percentage.

    Parameters
    ----------
    y_true, y_pred, ids
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
    choice(zero, ZERO, "zero")
    data = read(y_true, y_pred, ids)
    return _percentage(zero, data)


def _percentage(zero: str, data: Predictions) -> Worked:
    at_zero = data.truth == 0
    if len(data.truth) > FEW_SHARES:
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
