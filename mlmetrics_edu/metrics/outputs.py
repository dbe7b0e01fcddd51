"""Truths and predictions of a regression, output by output, and the mean over the outputs.

Sums run over fractions where the numbers were typed and somebody could read them, over floats
otherwise. The code is the same.
"""

import numbers
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial, reduce

import numpy as np

from ..core import digits, inputs, words
from ..core.arithmetic import Exact, exact
from ..core.conventions import MultiOutput, options
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from ..core.trace import Column, Trace

FEW = 1_000  # of more samples nobody would read fractions
WEIGHTED = {"weights": "weighted: a sample counts as often as its weight says, and n is their sum"}
MULTIOUTPUT = options(MultiOutput)
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
class Output:
    """One output: the truth and the prediction of each sample, as fractions or as floats."""

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

    def take(self, mask: np.ndarray) -> "Output":
        """Keep some samples."""
        columns = (self.truth, self.prediction, self.weights, self.ids)
        return Output(*(c if c is None else c[mask] for c in columns), self.exact)

    def as_floats(self) -> "Output":
        """Return the same in floats: some sums of fractions nobody could read."""
        columns = (self.truth, self.prediction, self.weights)
        return Output(*(c if c is None else c.astype(float) for c in columns), self.ids)

    def finish(self, worked: Worked, steps: Callable[[], Trace] | None = None) -> Worked:
        """Lay the steps out; what was summed up in floats has no exact fraction."""
        if not self.exact and worked == worked:
            worked = worked.without_fraction()
        return worked.with_steps(steps) if steps else worked


def read(
    y_true, y_pred, weights=None, ids=None, names=("y_true", "y_pred")
) -> tuple[list[Output], bool]:
    """Read truths and predictions; return the outputs, and whether it was a single column.

    Raises
    ------
    InputError
        If the two have different shapes, or a number can't be taken.
    """
    pair = [reals(v, name, (1, 2)) for v, name in zip((y_true, y_pred), names, strict=True)]
    weights, ids = inputs.weights(weights), inputs.ids(ids)
    if pair[0].shape[1:] != pair[1].shape[1:]:
        raise InputError(
            " and ".join(f"{n} has the shape {a.shape}" for n, a in zip(names, pair, strict=True)),
            "each truth needs its prediction, output by output",
            "pass two columns, or two tables with the same columns",
        )
    columns = dict(zip(names, pair, strict=True))
    inputs.same_length(**columns, weights=weights, ids=ids)
    if weights is not None and not weights.any():
        raise InputError(
            "all weights are 0", "then no sample counts", "give some sample a weight above 0"
        )
    outputs = zip(*(np.atleast_2d(array.T) for array in pair), strict=True)
    return [Output.of(*output, weights, ids) for output in outputs], pair[0].ndim == 1


def weighted(output: Output) -> dict[str, str]:
    """Say what weights do, where there are any."""
    return {} if output.weights is None else WEIGHTED


def work(one: Callable[[Output], Worked], data, multioutput="uniform", spread=None):
    """Work a metric out for each output, and average as asked.

    Parameters
    ----------
    one : callable
        From an :class:`Output` to its number.
    data : tuple
        What :func:`read` gave.
    multioutput : {"uniform", "raw", "variance-weighted"} or array_like
        How several outputs become one number; weights of your own, one for each output, will do.
    spread : callable, optional
        What weighs an output in "variance-weighted"; without it there is no such average.
    """
    outputs, single = data
    options = MULTIOUTPUT if spread else MULTIOUTPUT[:2]
    if isinstance(multioutput, str) or multioutput is None:
        inputs.choice(multioutput, options, "multioutput")
    worked = tuple(map(one, outputs))
    if single and isinstance(multioutput, str):
        return worked[0]
    if isinstance(multioutput, str) and multioutput == "raw":
        return worked
    return average(worked, *_output_weights(multioutput, outputs, spread))


def _output_weights(multioutput, outputs, spread) -> tuple[list, str]:
    if isinstance(multioutput, str) and multioutput == "variance-weighted":
        return [spread(o) for o in outputs], "outputs: weighted by the variance of the truth"
    if isinstance(multioutput, str):
        return [1] * len(outputs), "outputs: plain mean"
    weights = inputs.weights(multioutput, "multioutput")
    inputs.same_length(multioutput=weights, outputs=outputs)
    if not weights.any():
        raise InputError(
            "multioutput is 0 for all outputs", "then none counts", "give one a weight above 0"
        )
    return weights.tolist(), "outputs: weighted as given"


def average(worked: tuple[Worked, ...], weights: list, rule: str) -> Worked:
    """Average the outputs; one of weight 0 is left out, so it may be undefined."""
    left_out = [i for i, weight in enumerate(weights) if not weight]
    if len(left_out) == len(worked):  # all of them are constant: none outweighs another
        weights, left_out = [1] * len(worked), []
    conventions = {**worked[0].conventions, "outputs": rule}
    if left_out:
        conventions["left out"] = f"left out: output {digits.listing(left_out)} (weight 0)"
    parts = [w.exact * exact(weight) for w, weight in zip(worked, weights, strict=True) if weight]
    value = reduce(Exact.__add__, parts)
    bad = next((i for i, w in enumerate(worked) if w != w and weights[i]), None)
    if bad is not None:
        value = Exact(None, reason=f"output {bad}: {worked[bad].reason}")
    steps = partial(_outputs_table, worked, tuple(weights), conventions)
    numerator = Worked(value, "weighted_outputs", steps=steps)
    whole = reduce(Exact.__add__, map(exact, weights))
    mean = Formula(worked[0].name, "weighted_outputs / output_weights")
    terms = {"weighted_outputs": numerator, "output_weights": whole.value}
    return mean.work(**terms, conventions=conventions).with_steps(steps)


def _outputs_table(worked: tuple[Worked, ...], weights: tuple, conventions: dict) -> Trace:
    """List the outputs: a row each."""
    columns = (
        Column("output", list(range(len(worked))), align="right"),
        Column("exact", [w.fraction for w in worked], digits.cell),
        Column("value", [float(w) for w in worked], digits.decimal, "right"),
        Column("weight", [float(w) for w in weights], digits.decimal, "right"),
        Column("undefined, because", [w.reason for w in worked]),
    )
    return Trace(worked[0].name, columns, conventions)


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


def samples_table(name: str, output: Output, added: dict, conventions: dict) -> Trace:
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
