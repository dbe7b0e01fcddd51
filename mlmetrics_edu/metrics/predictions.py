"""Truths and predictions of a regression: numbers, read once, as fractions or as floats.

Sums run over fractions where the numbers were typed and somebody could read them, over floats
otherwise. The code is the same.
"""

from __future__ import annotations

import numbers
from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

import numpy as np

from ..core import digits, inputs, words
from ..core.arithmetic import exact
from ..core.errors import InputError
from ..core.formula import Worked
from ..core.trace import Column, Trace

FEW = 1_000  # of more samples nobody would read fractions
WEIGHTED = {"weights": "weighted: a sample counts as often as its weight says, and n is their sum"}
# Squares, products of squares and their sums must stay between the smallest and largest float.
SMALLEST, LARGEST = 1e-75, 1e75


def fractions(*columns: np.ndarray | None) -> tuple | None:
    """Read typed numbers as fractions; None where there are too many, or any wasn't typed.

    Examples
    --------
    >>> fractions(np.array([0.5, 3.0]))
    (array([Fraction(1, 2), Fraction(3, 1)], dtype=object),)
    >>> fractions(np.array([0.1 + 0.2])) is None
    True
    """
    given = [column.tolist() for column in columns if column is not None]
    if len(given[0]) > FEW or not all(exact(value).exact for values in given for value in values):
        return None
    return tuple(
        c if c is None else np.array([exact(value).value for value in c.tolist()], object)
        for c in columns
    )


def total(*columns: np.ndarray | None):
    """Multiply columns row by row and add up; None stands for a column not given.

    Examples
    --------
    >>> print(total(np.array([1.0, 2.0]), None, np.array([3.0, 4.0])))
    11.0
    """
    return reduce(np.multiply, [c for c in columns if c is not None]).sum()


@dataclass(frozen=True)
class Predictions:
    """The truth and the prediction of each sample, as fractions or as floats."""

    truth: np.ndarray
    prediction: np.ndarray
    weights: np.ndarray | None = None
    ids: np.ndarray | None = None
    exact: bool = False

    @classmethod
    def of(cls, truth, prediction, weights, ids):
        """Make one of read columns, in fractions if that is possible."""
        columns = fractions(truth, prediction, weights)
        floats = (c if c is None else c.astype(float) for c in (truth, prediction, weights))
        return cls(*(columns or floats), ids, columns is not None)

    @property
    def n(self):
        """How many samples there are; with weights, their sum."""
        return len(self.truth) if self.weights is None else total(self.weights)

    def total(self, *columns):
        """Add up products over the samples, with their weights."""
        return total(*columns, self.weights)

    def centred(self, column: np.ndarray) -> np.ndarray:
        """Subtract the mean; what is constant has no deviations, whatever rounding says."""
        counted = column if self.weights is None else column[self.weights > 0]
        if (counted == counted[0]).all():
            return column - counted[0]
        return column - self.total(column) / self.n

    def take(self, mask: np.ndarray) -> Predictions:
        """Keep some samples."""
        columns = (self.truth, self.prediction, self.weights, self.ids)
        return Predictions(*(c if c is None else c[mask] for c in columns), self.exact)

    def as_floats(self) -> Predictions:
        """Return the same in floats: some sums of fractions nobody could read."""
        columns = (self.truth, self.prediction, self.weights)
        return Predictions(*(c if c is None else c.astype(float) for c in columns), self.ids)

    def finish(self, worked: Worked, steps: Callable[[], Trace] | None = None) -> Worked:
        """Lay the steps out; what was summed up in floats has no exact fraction."""
        if not self.exact and worked == worked:
            worked = worked.without_fraction()
        return worked.with_steps(steps) if steps else worked


def read(y_true, y_pred, weights=None, ids=None, names=("y_true", "y_pred")) -> Predictions:
    """Read truths and predictions.

    Raises
    ------
    InputError
        If the two have different lengths, or a number can't be taken.
    """
    truth, prediction = (reals(v, name) for v, name in zip((y_true, y_pred), names, strict=True))
    weights, ids = inputs.weights(weights), inputs.ids(ids)
    columns = dict(zip(names, (truth, prediction), strict=True))
    inputs.same_length(**columns, weights=weights, ids=ids)
    if weights is not None and not weights.any():
        raise InputError(
            "all weights are 0", "then no sample counts", "give some sample a weight above 0"
        )
    return Predictions.of(truth, prediction, weights, ids)


def weighted(data: Predictions) -> dict[str, str]:
    """Say what weights do, where there are any."""
    return {} if data.weights is None else WEIGHTED


def reals(values, name: str, dimensions: tuple[int, ...] = (1,)) -> np.ndarray:
    """Read real, finite numbers; whole numbers keep their type, others become floats.

    Parameters
    ----------
    values : array_like
        A list, an array, a pandas Series …
    name : str
        What to call it in an error.
    dimensions : tuple of int
        How many dimensions it may have.

    Returns
    -------
    numpy.ndarray
        Perhaps the very array that was given, so what keeps it must copy it.

    Raises
    ------
    InputError
        If it is empty, ragged, masked or of another shape, or if a value is no finite number.

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
    if data.weights is not None:
        columns["weight"] = data.weights
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
    typed = all(exact(value).exact for value in floats[: digits.LOOKED_AT].tolist())
    return Column(name, floats, digits.thresholds(floats) if typed else digits.decimal, "right")
