"""The steps behind a regression metric, as tables: a row a sample; and the norms, a row each."""

import numpy as np
from numpy.typing import ArrayLike

from ...core import digits, words
from ...core.exact import exact
from ...core.formula import Formula
from ...core.trace import Column, Trace
from .outputs import Output, fractions, read, total
from .reals import reals

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


def samples(name: str, output: Output, added: dict, conventions: dict) -> Trace:
    """Lay samples out: truth, prediction, and what a metric makes of each, by column names."""
    columns = {"truth": output.truth, "prediction": output.prediction, **added}
    if output.weights is not None:
        columns["weight"] = output.weights
    return listed(name, output.ids, columns, conventions)


def listed(name: str, ids, columns: dict, conventions: dict) -> Trace:
    """Make a table of columns of numbers, a row a sample."""
    numbers = [number_column(heading, values) for heading, values in columns.items()]
    n = len(numbers[0].values)
    who = Column("sample", np.arange(n) if ids is None else ids)
    return Trace(f"{words.symbol(name)}, {n:,} samples", (who, *numbers), conventions)


def number_column(name: str, values) -> Column:
    """Make a column of floats, all of them written with equally many decimals where they can."""
    floats = np.asarray(values, float)
    typed = all(exact(value).exact for value in floats[: digits.LOOKED_AT].tolist())
    return Column(name, floats, digits.thresholds(floats) if typed else digits.decimal, "right")


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
    said = {"residual": "residual: truth − prediction"}
    return samples("residuals", output, {"residual": left}, said)


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
    columns = fractions(errors)
    values = columns[0] if columns else errors.astype(float)
    known = {
        "n": len(values),
        "absolute_errors": total(abs(values)),
        "squared_errors": total(values, values),
        "largest_error": abs(values).max(),
    }
    for formula in NORMS:
        known[formula.name] = formula.work(**{term: known[term] for term in formula.terms})
    rows = [known[formula.name] for formula in NORMS]
    shown = (
        Column("name", [words.symbol(row.name) for row in rows]),
        Column("sign", SIGNS),
        Column("exact", [row.fraction if columns else None for row in rows], digits.cell),
        Column("value", [float(row) for row in rows], digits.decimal),
    )
    said = {"l2": 'the "l2 loss" is ‖e‖₂²/n, not the norm ‖e‖₂'}
    return Trace(f"norms of {digits.count(len(values))} errors", shown, said)
