"""How much of the truth's variation a model explains: R², by both definitions, and its cousin."""

from functools import partial

from numpy.typing import ArrayLike

from ...core import inputs
from ...core.calls import explained
from ...core.conventions import MultiOutput, R2Definition, R2Undefined
from ...core.errors import MetricError
from ...core.formula import UNDEFINED, Formula, Worked, check_undefined
from . import outputs
from .outputs import Output

BELOW_ONE, UNIT, UP = (float("-inf"), 1.0), (0.0, 1.0), "higher"
FINITE = "force-finite"
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


@explained
def r2(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    ids: ArrayLike | None = None,
    multioutput: MultiOutput | ArrayLike = "uniform",
    definition: R2Definition = "residual",
    undefined: R2Undefined = "nan",
) -> Worked:
    """Return the coefficient of determination R², by one of two definitions.

    For a line fitted by least squares to the same data both agree. Elsewhere they don't: the
    residual one falls below 0 where always predicting the mean would be better; the correlation
    can be 1 for predictions that are all far off, if only they are so in proportion.

    Parameters
    ----------
    y_true, y_pred, weights, ids
        As for :func:`mae`.
    multioutput : {"uniform", "raw", "variance-weighted"} or array_like, shape (outputs,)
        As for :func:`mae`; "variance-weighted" counts an output as much as its truth varies.
    definition : {"residual", "correlation"}
        1 − SSE/SST, or the squared Pearson correlation of truth and prediction.
    undefined : {"nan", 0, 1, "raise", "force-finite"}
        What it is where the truth is constant (one sample included). "force-finite" is
        scikit-learn's custom: 1 if every prediction is right, 0 otherwise.

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
    inputs.choice(definition, R2, "definition")
    _check(undefined, definition)
    data = outputs.read(y_true, y_pred, weights, ids)
    sums = {"residual": _residual, "correlation": _correlation}[definition]
    one = partial(_work, R2[definition], sums, undefined, {"R²": MEANING[definition]})
    return outputs.work(one, data, multioutput, _spread)


@explained
def explained_variance(
    y_true: ArrayLike,
    y_pred: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    ids: ArrayLike | None = None,
    multioutput: MultiOutput | ArrayLike = "uniform",
    undefined: R2Undefined = "nan",
) -> Worked:
    """Return the share of the truth's variance that is explained: R² but for a constant error.

    A model that is always too high by 100 explains everything; R² tells.

    Parameters
    ----------
    y_true, y_pred, weights, ids, multioutput, undefined
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
    _check(undefined)
    data = outputs.read(y_true, y_pred, weights, ids)
    one = partial(_work, EXPLAINED, _explained, undefined, {})
    return outputs.work(one, data, multioutput, _spread)


def of_output(output: Output) -> Worked:
    """Compare one output, perhaps of fractions that no float holds, with always the mean."""
    return _work(R2["residual"], _residual, "nan", {"R²": MEANING["residual"]}, output)


def _check(undefined, definition: str = "residual") -> None:
    if not (isinstance(undefined, str) and undefined == FINITE):
        check_undefined(undefined)
    elif definition == "correlation":
        raise MetricError(
            f'undefined="{FINITE}" with definition="correlation"',
            "it is scikit-learn's custom for 1 − SSE/SST, which may be perfect or not",
            f"use one of {', '.join(map(repr, UNDEFINED))}",
        )


def _spread(output: Output):
    """Sum up the squared deviations of the truth from its mean."""
    deviations = output.centred(output.truth)
    return output.total(deviations, deviations)


def _residual(output: Output) -> dict:
    error = output.prediction - output.truth
    return {"squared_errors": output.total(error, error), "squared_deviations": _spread(output)}


def _correlation(output: Output) -> dict:
    y, p = output.centred(output.truth), output.centred(output.prediction)
    return {
        "joint_deviations": output.total(y, p),
        "squared_deviations": output.total(y, y),
        "prediction_deviations": output.total(p, p),
    }


def _explained(output: Output) -> dict:
    error = output.centred(output.prediction - output.truth)
    return {
        "squared_error_deviations": output.total(error, error),
        "squared_deviations": _spread(output),
    }


def _work(formula: Formula, sums, undefined, conventions: dict, output: Output) -> Worked:
    terms = sums(output)
    if undefined == FINITE:
        undefined = 0 if next(iter(terms.values())) else 1  # the sum of squares left unexplained
    conventions = {**conventions, **outputs.weighted(output)}
    worked = formula.work(**terms, undefined=undefined, conventions=conventions)
    return output.finish(worked, partial(_table, formula.name, output, dict(worked.conventions)))


def _table(name: str, output: Output, conventions: dict):
    """Lay the samples out: how far off the prediction is, and how far off the mean would be."""
    error, deviation = output.prediction - output.truth, output.centred(output.truth)
    columns = {
        "error": error,
        "error²": error**2,
        "truth − mean": deviation,
        "(truth − mean)²": deviation**2,
    }
    return outputs.samples_table(name, output, columns, conventions)
