"""Counts for any number of classes, truth in rows; how far both agree; labels of any kind.

Accuracy, kappa and MCC are formulas over a few sums of the table. For two classes they are the
rates of the same names in :mod:`rates`. Each label becomes a small number, and each pair of them
another; whole numbers that lie close together are their own codes.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from operator import mul
from typing import TYPE_CHECKING, Any, NamedTuple, Self

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.arithmetic import native
from ..core.conventions import Average, ClassUndefined, MatrixOrientation, options
from ..core.errors import (
    InputError,
    UnknownNameError,
    choice,
    explained,
    explained_class,
    not_there,
)
from ..core.formula import Formula, Worked
from ..core.trace import Column, Trace, Traced
from . import means, rates
from .confusion import Confusion, Members, shape_of
from .counting import read_weights
from .rates import NAMES, NONE
from .rates import column as column_of

ACCURACY = Formula("accuracy", "right / samples", rates.UNIT, rates.UP, rates.NO_SAMPLES)
ERROR_RATE = Formula(
    "error_rate", "(samples - right) / samples", rates.UNIT, rates.DOWN, rates.NO_SAMPLES
)
NO_INFORMATION = Formula(
    "no_information_rate", "largest_class / samples", rates.UNIT, None, rates.NO_SAMPLES
)
# By chance, a sample of a class gets a label with the shares that both have in the margins.
CHANCE = Formula("chance_agreement", "products / samples**2", rates.UNIT, None, rates.NO_SAMPLES)
MCC = Formula(
    "mcc",
    "(right*samples - products)"
    " / sqrt((samples**2 - true_squares)*(samples**2 - predicted_squares))",
    rates.SIGNED,
    rates.UP,
    rates.ONE_SIDED,
    source="Gorodkin (2004)",
)


def sums(matrix) -> dict[str, float]:
    """Return the sums of the table that the formulas are made of.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.confusion_matrix import ConfusionMatrix
    >>> sums(ConfusionMatrix([[2, 1], [0, 3]]))["products"]
    18
    """
    # Python's own whole numbers don't overflow; weights are added up without loss, since where all
    # are of one class a difference of squares must be 0.
    add = sum if matrix.counts.dtype == np.int64 else math.fsum
    sides = (matrix.counts, matrix.counts.T)
    true, predicted = ([add(row) for row in side.tolist()] for side in sides)
    return {
        "right": add(matrix.counts.diagonal().tolist()),
        "samples": matrix.total,
        "largest_class": max(true),
        "products": add(map(mul, true, predicted)),
        "true_squares": add(map(mul, true, true)),
        "predicted_squares": add(map(mul, predicted, predicted)),
    }


def work(matrix, formula: Formula) -> Worked:
    """Work a formula out over the sums of a table, measures within it included."""
    values = sums(matrix)
    terms = {n: values[n] if n in values else getattr(matrix, n) for n in formula.terms}
    if matrix.counts.dtype == np.int64:
        return formula.work(conventions=matrix.conventions, **terms)
    value = formula.column(**terms).item()
    more = {"formula": formula, "terms": terms, "conventions": matrix.conventions}
    why = formula.undefined_when if math.isnan(value) else ""
    return Worked(value, formula.name, reason=why, **more).without_fraction()


# Which side is the truth, and which class comes first: no table says which custom it follows.
ORIENTATIONS = options(MatrixOrientation)
SHOWN = 20  # so many classes fit on a screen
STEP = 2**15  # so many samples at once stay in the cache
MANY = 5_000  # a table of more classes than this fills the memory, and nobody reads it
ROOM = 2**16  # so many cells of a table are cheap, however few the samples
FAR = 2**40  # whole numbers beyond it are names rather than numbers


class Measure(property):
    """A number of the whole table as its attribute, worked out by one formula over its sums."""

    def __init__(self, formula: Formula):
        super().__init__(lambda matrix: work(matrix, formula))
        self.__doc__ = f"{formula}, as a :class:`Worked`."

    if TYPE_CHECKING:

        def __get__(self, table: object, owner: type | None = None) -> Worked: ...


@explained_class
@dataclass(frozen=True, init=False, eq=False, repr=False)
class ConfusionMatrix(Traced):
    """How many samples of each class were given each label.

    Parameters
    ----------
    counts : array_like, shape (k, k)
        Counts, or sums of weights: truth in rows, prediction in columns.
    labels : sequence of hashable, optional
        What the classes are called, in the order of the rows; without it, 0 to k − 1.

    Raises
    ------
    InputError
        If the table isn't square, or a cell is no count.

    Examples
    --------
    >>> m = ConfusionMatrix.from_labels(list("aabbbc"), list("abbbcc"))
    >>> print(m)
    6 samples, 3 classes · truth in rows, in order
             predicted a  predicted b  predicted c  total
    truly a            1            1            0      2
    truly b            0            2            1      3
    truly c            0            0            1      1
    total              1            3            2      6
    >>> m.one_vs_rest("b")
    Confusion(tp=2, fp=1, fn=1, tn=2)
    """

    counts: np.ndarray
    labels: tuple[Any, ...]
    conventions: Mapping[str, str]
    _cells: Cells | None = field(default=None, init=False)

    # Agreement
    accuracy = Measure(ACCURACY)
    error_rate = Measure(ERROR_RATE)
    no_information_rate = Measure(NO_INFORMATION)
    chance_agreement = Measure(CHANCE)
    kappa = Measure(rates.RATES["kappa"])
    mcc = Measure(MCC)

    @property
    def balanced_accuracy(self) -> Worked:
        """Mean recall of the classes; undefined where a class never occurs."""
        return self.average("recall").retold("balanced_accuracy")

    def __init__(
        self,
        counts: ArrayLike,
        labels: Sequence[Any] | None = None,
        conventions: Mapping[str, str] = NONE,
    ):
        table = square(counts)
        names = unique(range(len(table)) if labels is None else labels)
        if len(names) != len(table):
            raise InputError(
                f"{len(names)} labels for {len(table)} rows",
                "each class has a row and a column",
                "name every row once, from the top",
            )
        fields = {"counts": table, "labels": names, "conventions": dict(conventions)}
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    @classmethod
    @explained
    def from_labels(
        cls,
        y_true: ArrayLike,
        y_pred: ArrayLike,
        labels: Sequence[Any] | None = None,
        *,
        weights: ArrayLike | None = None,
        ids: ArrayLike | None = None,
    ) -> Self:
        """Count from true and predicted labels.

        Parameters
        ----------
        y_true, y_pred : array_like, shape (n,)
            Labels of any kind: numbers, texts, truth values, dates …
        labels : sequence of hashable, optional
            The classes, in the order of the rows. Without it, all that occur, sorted where they
            can be sorted, and else as they come.
        weights : array_like, shape (n,), optional
            How many samples each one stands for.
        ids : array_like, shape (n,), optional
            Names of the samples; without them, their positions from 0.

        Raises
        ------
        InputError
            If a label is missing, or isn't among ``labels``.

        Examples
        --------
        >>> m = ConfusionMatrix.from_labels([2, 0, 2, 2, 0, 1], [0, 0, 2, 2, 0, 2])
        >>> m.counts.tolist()
        [[2, 0, 0], [0, 0, 1], [1, 0, 2]]
        >>> m.cell(truth=2, prediction=0)
        (0,)
        """
        counts, names, where = count_pairs(y_true, y_pred, labels, weights, ids)
        return cls(counts, names)._with_cells(where)

    def _with_cells(self, where: Cells) -> Self:
        """Remember which sample stands where."""
        object.__setattr__(self, "_cells", where)
        return self

    @property
    def k(self) -> int:
        """How many classes there are."""
        return len(self.labels)

    @property
    def total(self) -> float:
        """How many samples there are."""
        if self.counts.dtype == np.int64:
            return self.counts.sum().item()
        return math.fsum(self.counts.ravel().tolist())

    @cached_property
    def per_class(self) -> dict[str, np.ndarray]:
        """The four counts of each class against the rest, as columns, shape (k,)."""
        errors = self.counts.copy()
        np.fill_diagonal(errors, 0)  # sums of weights, less some of them, would lose digits
        right, missed, wrongly = self.counts.diagonal(), errors.sum(1), errors.sum(0)
        if self.counts.dtype == np.int64:
            rest = self.total - right - missed - wrongly
        else:
            others = 1 - np.eye(self.k)
            rest = (others @ self.counts * others).sum(1)
        return {"TP": right, "FP": wrongly, "FN": missed, "TN": rest}

    def _one(self, row: int) -> dict[str, int | float]:
        return {name: column[row].item() for name, column in self.per_class.items()}

    def index(self, label: Hashable) -> int:
        """Find the row of a class."""
        try:
            return self.labels.index(label)
        except ValueError:
            raise UnknownNameError(
                f"no class is called {label!r}",
                f"the classes are {words.listing([repr(name) for name in self.labels])}",
                "use one of these, as it is written there",
            ) from None

    def one_vs_rest(self, label: Hashable) -> Confusion:
        """Count one class against all others: the road back to every two-class rate.

        Examples
        --------
        >>> ConfusionMatrix([[5, 1], [2, 4]], ["cat", "dog"]).one_vs_rest("dog").recall.fraction
        Fraction(2, 3)
        """
        i = self.index(label)
        rule = {**self.conventions, "positive class": f"positive: {label!r}, against the rest"}
        names = (f"not {label}", str(label))
        table = Confusion(*self._one(i).values(), conventions=rule, names=names)
        cells = self._cells
        return table._with_members(partial(cells.against_the_rest, i)) if cells else table

    def cell(self, truth: Hashable, prediction: Hashable) -> tuple[Any, ...]:
        """Name the samples of one true class that were given one label.

        Raises
        ------
        InputError
            If only counts were given, so that nobody knows.
        """
        row, column = self.index(truth), self.index(prediction)
        if self._cells is None:
            raise InputError(
                "it isn't known which samples are in which cell",
                "only the counts were given",
                "count from labels: ConfusionMatrix.from_labels(y_true, y_pred)",
            )
        return self._cells.at(row, column)

    def __getitem__(self, metric: str | Formula) -> np.ndarray:
        """Return a rate of every class as a column, shape (k,); undefined values are nan.

        Examples
        --------
        >>> ConfusionMatrix([[5, 1], [2, 4]])["recall"].round(3)
        array([0.833, 0.667])
        """
        return column_of(metric, self.per_class)

    __iter__ = None  # a column for each name, but no first and no next

    def parts(self, labels: Sequence[Any] | None = None) -> means.Tables:
        """Return each class against the rest, or only some classes."""
        chosen = self.labels if labels is None else unique(labels)
        rows = [self.index(label) for label in chosen]
        tables = [self._one(row) for row in rows]
        left = [label for label in self.labels if label not in {*chosen}]
        rule = {"left out": f"left out: {words.listing(left)}"} if left else {}
        return means.Tables("class", chosen, tables, {**self.conventions, **rule})

    def average(
        self,
        rate: str | Formula,
        how: Average = "macro",
        *,
        undefined: ClassUndefined = "nan",
        labels: Sequence[Any] | None = None,
    ) -> Worked:
        """Average a rate over the classes.

        Parameters
        ----------
        rate : str or Formula
            A rate of :func:`rates`, ``f<beta>``, or a formula of your own.
        how : {"macro", "macro-of-averages", "micro", "weighted"}
            See :func:`averages.average`.
        undefined : {"nan", "skip", 0, 1, "raise"}
            What becomes of a class whose value is undefined: it makes the average undefined, is
            left out, or counts as 0 or 1. The number says whom it concerned.
        labels : sequence of hashable, optional
            Average over these classes only, such as all but the background.

        Examples
        --------
        >>> m = ConfusionMatrix.from_labels([0, 1, 2, 2, 2], [0, 0, 2, 2, 1])
        >>> m.average("f1").fraction, m.average("f1", "macro-of-averages").fraction
        (Fraction(22, 45), Fraction(10, 19))
        """
        return means.average(self.parts(labels), rate, how, undefined)

    def rates(self, rate: str | Formula) -> Trace:
        """List one rate of every class, with its working."""
        return means.each_class(self, rate)

    def report(
        self,
        rates: str | Formula | Sequence[str | Formula] = ("precision", "recall", "f1"),
        *,
        undefined: ClassUndefined = "nan",
    ) -> Trace:
        """List some rates of every class, then accuracy, macro and weighted averages.

        Examples
        --------
        >>> print(ConfusionMatrix([[2, 1], [0, 3]]).report())
        6 samples, 2 classes · macro: each class counts the same
        class     precision    recall       F1             support
        0         2/2 = 1.000  2/3 = 0.667  4/5 = 0.800          3
        1         3/4 = 0.750  3/3 = 1.000  6/7 = 0.857          3
        accuracy  5/6 = 0.833  5/6 = 0.833  5/6 = 0.833          6
        macro     7/8 = 0.875  5/6 = 0.833  29/35 = 0.829        6
        weighted  7/8 = 0.875  5/6 = 0.833  29/35 = 0.829        6
        """
        return means.report(self, rates, undefined)

    def __add__(self, other: ConfusionMatrix) -> ConfusionMatrix:
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        if self.labels != other.labels:
            raise InputError(
                f"one table has the classes {words.listing(self.labels)}, "
                f"the other {words.listing(other.labels)}",
                "cells can be added only where rows and columns mean the same",
                "count both with the same labels=[…]",
            )
        return ConfusionMatrix(self.counts + other.counts, self.labels, self.conventions)

    def __radd__(self, other: int) -> ConfusionMatrix:  # sum() starts from 0
        return self if isinstance(other, int) and other == 0 else NotImplemented

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        return self.labels == other.labels and np.array_equal(self.counts, other.counts)

    def __hash__(self) -> int:
        return hash((self.labels, self.counts.tobytes()))

    def table(self, orientation: MatrixOrientation = "truth in rows, in order") -> np.ndarray:
        """Lay the counts out by one of the four customs.

        Examples
        --------
        >>> ConfusionMatrix([[5, 1], [2, 4]]).table("truth in columns, reversed")
        array([[4, 1],
               [2, 5]])
        """
        choice(orientation, ORIENTATIONS, "orientation")
        counts = self.counts if "rows" in orientation else self.counts.T
        return counts if "in order" in orientation else counts[::-1, ::-1]

    def trace(self, orientation: MatrixOrientation = "truth in rows, in order") -> Trace:
        """Lay the table out by one of the four customs, with its sums."""
        counts = self.table(orientation)
        order = (self.labels if "in order" in orientation else self.labels[::-1])[:SHOWN]
        side, head = ("truly", "predicted") if "rows" in orientation else ("predicted", "truly")
        shown = counts[: len(order)]
        hidden = f", the first {SHOWN} shown" if self.k > SHOWN else ""
        columns = (
            Column(f"{head} {name}", *_cells(shown[:, j], counts[:, j].sum()), who)
            for j, name in enumerate(order)
            for who in [partial(_who, self, order, name, side)]
        )
        return Trace(
            f"{words.count(self.total)} samples, {self.k} classes{hidden}",
            (
                Column("", [*(f"{side} {name}" for name in order), "total"]),
                *columns,
                Column("total", *_cells(shown.sum(1), counts.sum())),
            ),
            {"orientation": orientation, **self.conventions},
        )

    if not TYPE_CHECKING:  # which would take it for a promise of any name

        def __getattr__(self, name):
            raise not_there("m", name, dir(self), NAMES)


def _cells(column, total) -> tuple:
    return [*column.tolist(), total.item()], words.count, "right"


def _who(matrix, order: tuple, name, side: str, row: int) -> str:
    """Name the samples in a cell, where they are known."""
    if row == len(order) or matrix._cells is None:
        return ""
    pair = (order[row], name) if side == "truly" else (name, order[row])
    return words.listing(matrix.cell(*pair))


@dataclass(frozen=True)
class Cells:
    """The cell of each sample: its row times the number of codes, plus its column.

    A class that never occurs has the code −1.
    """

    cell: np.ndarray
    width: int
    codes: tuple[int, ...]
    ids: np.ndarray | None = None

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


def count_pairs(y_true, y_pred, labels, weights, ids) -> tuple[np.ndarray, tuple, Cells]:
    """Count pairs of labels.

    Returns
    -------
    counts : numpy.ndarray, shape (k, k)
    labels : tuple
    cells : Cells
    """
    named = None if labels is None else unique(labels)
    coded = _code(y_true, y_pred, named=named is not None)
    weights, ids = read_weights(weights), inputs.ids(ids)
    inputs.same_length(y_true=coded.truth, weights=weights, ids=ids)
    seen, cell = _tally(coded)
    counts = seen
    if weights is not None:
        counts = np.bincount(native(cell), weights, seen.size).reshape(seen.shape)
    used = [coded.values[i] for i in np.flatnonzero(seen.sum(0) + seen.sum(1))]
    names = tuple(in_order(used)) if named is None else named
    if not set(used) <= set(names):
        raise _outside([name for name in used if name not in set(names)], names)
    place = {value: i for i, value in enumerate(coded.values)}
    codes = tuple(place.get(name, -1) for name in names)
    # The row and column of zeros at the end is for classes that never occur.
    counts = np.pad(counts, (0, 1))[np.ix_(codes, codes)]
    return counts, names, Cells(cell, len(coded.values), codes, ids)


def _tally(coded: Coded) -> tuple[np.ndarray, np.ndarray]:
    """Count each pair of codes, some samples at a time; return the cells of the samples as well."""
    width, n = len(coded.values), len(coded.truth)
    if width > MANY:
        raise InputError(
            f"there are {width:,} different labels, such as {coded.values[0]!r}",
            "a table needs a row and a column for each, and these look like names or amounts",
            f"group them into {MANY:,} classes or fewer",
        )
    size, shift = width * width, coded.offset * (width + 1)
    cells, counts, step = np.empty(n, np.min_scalar_type(size)), np.int64(0), max(STEP, size)
    how = {"dtype": np.int64, "casting": "unsafe"}
    for start in range(0, n, step):
        part = slice(start, start + step)
        cell = np.multiply(coded.truth[part], width, **how)
        cell = np.add(cell, coded.guess[part], **how) - shift
        cells[part] = cell
        counts = counts + np.bincount(native(cell), minlength=size)
    return counts.reshape(width, width), cells


def _outside(strange: list, labels: tuple) -> InputError:
    return InputError(
        f"some samples have the label {words.listing([repr(name) for name in strange])}",
        f"the classes were named: {words.listing([repr(label) for label in labels])}",
        "name all labels that occur, or leave these samples out of both columns first",
    )


def square(counts) -> np.ndarray:
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
    whole = total <= inputs.EXACT_INTEGER and (array == np.floor(array)).all()
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
    if array.max() > inputs.LARGEST_SUM / array.size:
        raise InputError(
            f"the table holds numbers up to {array.max():g}",
            "their sum is beyond what a float can hold",
            "divide all of them by one number: only their ratios matter",
        )
    return array.sum(dtype=float)


class Coded(NamedTuple):
    """Two columns of labels as codes: ``values[code - offset]`` is the label."""

    values: Sequence
    truth: np.ndarray
    guess: np.ndarray
    offset: int = 0


def _code(y_true, y_pred, *, named: bool = False) -> Coded:
    """Code each label as a small number, the same in both columns.

    Where the classes were named, even a fraction such as 0.5 is surely a label.

    Examples
    --------
    >>> _code([7, 5], [5, 5]).values, _code(["b", "a"], ["a", "a"]).values
    (range(5, 8), ['b', 'a'])
    """
    columns = {"y_true": y_true, "y_pred": y_pred}
    columns = {name: inputs.column(values, name) for name, values in columns.items()}
    inputs.same_length(**columns)
    for name, array in columns.items():
        if array.dtype.kind == "f" and not named:
            _no_scores(array, name)
    return _whole_numbers(*columns.values()) or _merged(
        *(distinct(array, name) for name, array in columns.items())
    )


def _no_scores(array: np.ndarray, name: str) -> None:
    """Refuse fractions: they are hardly labels."""
    whole = np.isfinite(array) & (array == np.floor(array))
    bad = np.flatnonzero(~(whole | np.isnan(array)))
    if bad.size:
        raise InputError(
            f"{name}[{bad[0]}] is {array[bad[0]]}",
            "fractions look like scores, and a table of classes is counted from labels",
            "take the class of the highest score first; if they are labels, name them: labels=[…]",
        )


def _whole_numbers(truth: np.ndarray, guess: np.ndarray) -> Coded | None:
    """Take whole numbers that lie close together as their own codes; None for all others."""
    kinds = {truth.dtype.kind, guess.dtype.kind}
    if not kinds <= set("biu"):
        return None
    low = min(int(truth.min()), int(guess.min()))
    high = max(int(truth.max()), int(guess.max()))
    if (high - low + 1) ** 2 > max(ROOM, truth.size) or max(-low, high) > FAR:
        return None
    values = range(low, high + 1)
    return Coded([*map(bool, values)] if kinds == {"b"} else values, truth, guess, low)


def _merged(one: tuple[list, np.ndarray], other: tuple[list, np.ndarray]) -> Coded:
    """Code the labels of both columns alike."""
    values = list(dict.fromkeys([*one[0], *other[0]]))
    texts = [{isinstance(value, (str, bytes)) for value in column[0]} for column in (one, other)]
    if len(values) > 1 and texts[0].isdisjoint(texts[1]):
        raise InputError(
            f"y_true holds labels such as {one[0][0]!r}, and y_pred such as {other[0][0]!r}",
            "a text is never equal to a number, so no prediction could be right",
            "use one spelling and one type for each label",
        )
    number = {value: i for i, value in enumerate(values)}
    codes = (np.array([number[v] for v in labels])[column] for labels, column in (one, other))
    return Coded(values, *codes)


def distinct(array: np.ndarray, name: str) -> tuple[list, np.ndarray]:
    """List the labels of a column, and give each sample the place of its own in the list."""
    import pandas

    labels = array.astype(object)
    try:
        places, values = pandas.factorize(labels)
    except TypeError:  # a list among the labels
        places, values = np.array([-1]), labels[:0]
    if (places < 0).any():  # a label is missing
        inputs.plain_objects(labels, name)
    return values.tolist(), places


def in_order(values) -> list:
    """Sort labels, where they can be sorted.

    Examples
    --------
    >>> in_order(["b", "a"]), in_order(["b", 1])
    (['a', 'b'], ['b', 1])
    """
    try:
        return sorted(values)
    except TypeError:
        return list(values)


def unique(labels, name: str = "labels") -> tuple:
    """Read the names of classes, in their order: at least one, and none twice."""
    if isinstance(labels, (set, frozenset)) or not inputs.several(labels):
        raise InputError(
            f"{name}={inputs.short(labels)}",
            "they name the rows from the top",
            "pass a list of labels",
        )
    names = tuple(labels.tolist() if hasattr(labels, "tolist") else labels)
    if not all(isinstance(label, Hashable) and not inputs.is_missing(label) for label in names):
        raise InputError(f"{name}={names}", "a label is one value", "use numbers or texts")
    if len(set(names)) < len(names) or not names:
        twice = next((label for label in names if names.count(label) > 1), None)
        raise InputError(
            f"{name} has {twice!r} twice" if names else f"{name} is empty",
            "each class has one row and one column",
            "name every class once",
        )
    return names
