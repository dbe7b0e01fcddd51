"""Which sample stands in which cell of a table of classes: one small number for each."""

from dataclasses import dataclass

import numpy as np

from ...core import digits, inputs, units
from ...core.errors import InputError
from ..confusion import Members, shape_of
from . import classes

STEP = 2**15  # so many samples at once stay in the cache
MANY = 5_000  # a table of more classes than this fills the memory, and nobody reads it


def check(matrix, what: str) -> None:
    """Make sure that something is a table of classes, and say how to get one."""
    if not hasattr(matrix, "one_vs_rest"):
        raise InputError(
            f"the {what} of a {type(matrix).__name__} was asked for",
            "it is made of the counts of each class",
            "count first: m = mm.ConfusionMatrix.from_labels(y_true, y_pred)",
        )


@dataclass(frozen=True)
class Cells:
    """The cell of each sample: its row times the number of codes, plus its column.

    Attributes
    ----------
    cell : numpy.ndarray, shape (n,)
        A number for each sample.
    width : int
        How many codes there are.
    codes : tuple of int
        The code of each class; −1 for a class that never occurs.
    ids : numpy.ndarray, shape (n,), or None
        Names of the samples.
    typed : bool
        Whether the counts are sums of whole numbers, or of decimals as somebody typed them.
    """

    cell: np.ndarray
    width: int
    codes: tuple[int, ...]
    ids: np.ndarray | None = None
    typed: bool = True

    def at(self, row: int, column: int) -> tuple:
        """Name the samples in one cell."""
        truth, guess = self.codes[row], self.codes[column]
        if min(truth, guess) < 0:
            return ()
        here = np.flatnonzero(self.cell == truth * self.width + guess)
        return tuple((here if self.ids is None else self.ids[here]).tolist())

    def against_the_rest(self, row: int) -> dict[str, tuple]:
        """Name the samples in the four cells of one class against the rest."""
        truth, guess = np.divmod(self.cell.astype(np.int64), self.width)
        code = self.codes[row]
        return Members(truth == code, guess == code, self.ids)()


def count(y_true, y_pred, labels, weights, ids) -> tuple[np.ndarray, tuple, Cells]:
    """Count pairs of labels.

    Returns
    -------
    counts : numpy.ndarray, shape (k, k)
    labels : tuple
    cells : Cells
    """
    named = None if labels is None else classes.unique(labels)
    coded = classes.code(y_true, y_pred, named=named is not None)
    weights, ids = units.weights(weights), inputs.ids(ids)
    inputs.same_length(y_true=coded.truth, weights=weights, ids=ids)
    _few(coded)
    seen, cell = _tally(coded)
    counts, typed = (seen, True) if weights is None else _weighed(cell, weights, len(seen))
    used = [coded.values[i] for i in np.flatnonzero(seen.sum(0) + seen.sum(1))]
    names = tuple(classes.in_order(used)) if named is None else named
    if not set(used) <= set(names):
        raise _outside([name for name in used if name not in set(names)], names)
    place = {value: i for i, value in enumerate(coded.values)}
    codes = tuple(place.get(name, -1) for name in names)
    # The row and column of zeros at the end is for classes that never occur.
    counts = np.pad(counts, (0, 1))[np.ix_(codes, codes)]
    return counts, names, Cells(cell, len(coded.values), codes, ids, typed)


def _tally(coded: classes.Coded) -> tuple[np.ndarray, np.ndarray]:
    """Count each pair of codes, some samples at a time; give the samples' cells as well."""
    width, n = len(coded.values), len(coded.truth)
    size, shift = width * width, coded.offset * (width + 1)
    cells, counts, step = np.empty(n, np.min_scalar_type(size)), 0, max(STEP, size)
    how = {"dtype": np.int64, "casting": "unsafe"}
    for start in range(0, n, step):
        part = slice(start, start + step)
        cell = np.multiply(coded.truth[part], width, **how)
        cell = np.add(cell, coded.guess[part], **how) - shift
        cells[part] = cell
        counts = counts + np.bincount(cell, minlength=size)
    return counts.reshape(width, width), cells


def _weighed(cell: np.ndarray, weights: np.ndarray, width: int) -> tuple[np.ndarray, bool]:
    """Add up the weights in each cell; tell as well whether their sums are exact."""
    whole, unit = units.read(weights)
    sums = units.tallied(cell.astype(np.int64), whole, width * width)
    return unit.column(sums, int(sums.sum())).reshape(width, width), unit.typed


def _few(coded: classes.Coded) -> None:
    if len(coded.values) > MANY:
        raise InputError(
            f"there are {len(coded.values):,} different labels, such as {coded.values[0]!r}",
            "a table needs a row and a column for each, and these look like names or amounts",
            f"group them into {MANY:,} classes or fewer",
        )


def _outside(found: list, labels: tuple) -> InputError:
    return InputError(
        f"some samples have the label {digits.listing([repr(name) for name in found])}",
        f"the classes were named: {digits.listing([repr(label) for label in labels])}",
        "name all labels that occur, or leave these samples out of both columns first",
    )


def square(counts, typed: bool = True) -> np.ndarray:
    """Read a square table of counts or sums of weights, as a copy that can't be changed."""
    shape = shape_of(counts)
    array = np.empty(0) if isinstance(shape, str) else np.array(counts)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or not array.size:
        raise InputError(
            f"the counts have the shape {shape}",
            "each class has a row and a column",
            "pass a square table, truth in rows",
        )
    total = _sum(array)
    whole = typed and total <= inputs.EXACT_INTEGER and (array == np.floor(array)).all()
    array = array.astype(np.int64 if whole else float)
    array.flags.writeable = False
    return array


def _sum(array: np.ndarray) -> float:
    """Add up what must be counts."""
    if array.dtype.kind not in "iuf" or not (array.min() >= 0 and array.max() < np.inf):
        raise InputError(
            "the table holds something else than counts",
            "a cell counts samples, so it is a finite number of 0 or more",
            "pass whole numbers below 2**64, or sums of weights",
        )
    if array.max() > units.LARGEST / array.size:
        raise InputError(
            f"the table holds numbers up to {array.max():g}",
            "their sum is beyond what a float can hold",
            "divide all of them by one number: only their ratios matter",
        )
    units.comparable(array.ravel().astype(float), "a cell of the table")
    return array.sum(dtype=float)
