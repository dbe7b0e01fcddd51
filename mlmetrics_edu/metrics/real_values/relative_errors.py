"""How far predicted numbers are off, compared with the truth: in percent, and in logarithms."""

from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ...core import inputs
from ...core.calls import explained
from ...core.conventions import MultiOutput, ZeroTruth, options
from ...core.errors import UndefinedError
from ...core.formula import Worked
from . import outputs
from .outputs import Output
from .regression import mean

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
    multioutput: MultiOutput | ArrayLike = "uniform",
    zero: ZeroTruth = "raise",
) -> Worked:
    """Return the mean absolute percentage error, as a share: 0.1 is 10 %.

    Errors of small truths weigh most, and a prediction too low can cost at most 1 where one too
    high can cost anything. Of a truth of 0 there is no percentage.

    Parameters
    ----------
    y_true, y_pred, weights, ids, multioutput
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
    data = outputs.read(y_true, y_pred, weights, ids)
    return outputs.work(partial(_percentage, zero), data, multioutput)


def _percentage(zero: str, output: Output) -> Worked:
    at_zero = output.truth == 0
    if len(output.truth) > FEW:
        output = output.as_floats()
    if zero == "epsilon":
        return mean("mape, epsilon", output.as_floats(), BY_EPSILON)
    if not at_zero.any():
        return mean("mape", output)
    if zero == "raise":
        raise _no_percentage(output, at_zero)
    many = f"{np.count_nonzero(at_zero):,} sample(s) whose truth is 0"
    return mean("mape", output.take(~at_zero), {"zero": f"left out: {many}"})


def _no_percentage(output: Output, at_zero: np.ndarray) -> UndefinedError:
    first = at_zero.argmax()
    return UndefinedError(
        f"the truth is 0 at place {first} ({np.count_nonzero(at_zero)} such sample(s))",
        "of nothing there is no percentage",
        'leave them out by zero="skip", divide by 2⁻⁵² by zero="epsilon", or use mae',
    )
