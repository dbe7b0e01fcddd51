"""Counts for any number of classes, truth in rows; how far both agree; and a report over all.

Accuracy, kappa and MCC are formulas over a few sums of the table. For two classes they are the
rates of the same names in :mod:`rates`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from operator import mul
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from ..core import digits, inputs
from ..core.calls import explained, explained_class, not_there
from ..core.conventions import Average, ClassUndefined, MatrixOrientation, options
from ..core.errors import FormulaError, InputError, UnknownNameError
from ..core.formula import Formula, Worked
from ..core.trace import Column, Trace, Traced
from . import class_labels, means, rates
from .confusion import Confusion
from .rates import NAMES, NONE, counts_in, lookup, lookup_all
from .rates import column as column_of
from .sweep_table import written

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
    values |= {name: MEASURES[name](matrix) for name in formula.terms if name in MEASURES}
    terms = {name: values[name] for name in formula.terms}
    if matrix.counts.dtype == np.int64:
        return formula.work(conventions=matrix.conventions, **terms)
    value = formula.column(**terms).item()
    more = {"formula": formula, "terms": terms, "conventions": matrix.conventions}
    why = formula.undefined_when if math.isnan(value) else ""
    return Worked(value, formula.name, reason=why, **more).without_fraction()


def _by(formula: Formula) -> Callable[..., Worked]:
    def measure(matrix) -> Worked:
        return work(matrix, formula)

    measure.__doc__ = f"{formula}, as a :class:`Worked`."
    return measure


def balanced_accuracy(matrix) -> Worked:
    """Mean recall of the classes, as a :class:`Worked`; undefined where a class never occurs.

    To leave such classes out: ``matrix.average("recall", undefined="skip")``.
    """
    return matrix.average("recall").retold("balanced_accuracy")


_FORMULAS = (ACCURACY, ERROR_RATE, NO_INFORMATION, CHANCE, rates.RATES["kappa"], MCC)
MEASURES = {formula.name: _by(formula) for formula in _FORMULAS}
MEASURES["balanced_accuracy"] = balanced_accuracy


SUMMARIES = ("macro", "weighted")
# Pooled over all classes, these are the accuracy: each error is one FP and one FN.
ACCURACY_WHEN_POOLED = {"precision", "recall", "f1", "f_weighted", "fowlkes_mallows"}


def rates(matrix, rate) -> Trace:
    """List one rate of each class: its counts against the rest, and the value."""
    parts = matrix.parts()
    formula = lookup(rate)
    cells = [cell for cell in parts.pooled if cell in counts_in(formula)]
    return Trace(
        f"{formula.symbol} of each class against the rest",
        (
            Column("class", [str(label) for label in matrix.labels]),
            *(Column(c, [n[c] for n in parts.counts], digits.count, "right") for c in cells),
            Column(formula.symbol, parts.work(formula), written),
        ),
        matrix.conventions,
    )


def report(matrix, metrics, undefined) -> Trace:
    """List some rates of each class, then the accuracy and the averages."""
    formulas = lookup_all(metrics)
    parts = matrix.parts()
    support = [counts["TP"] + counts["FN"] for counts in parts.counts]
    support += [matrix.total] * (1 + len(SUMMARIES))
    rows = [*map(str, matrix.labels), "accuracy", *SUMMARIES]
    columns = [_column(matrix, parts, formula, undefined) for formula in formulas]
    conventions = {**matrix.conventions, "macro": "macro: each class counts the same"}
    for column in columns:
        macro = column.values[-len(SUMMARIES)].conventions
        if "undefined" in macro:
            conventions[f"undefined {column.name}"] = f"{column.name} {macro['undefined']}"
    return Trace(
        f"{digits.count(matrix.total)} samples, {matrix.k} classes",
        (
            Column("class", rows),
            *columns,
            Column("support", support, digits.count, "right"),
        ),
        conventions,
    )


def _column(matrix, parts, formula, undefined) -> Column:
    """One rate: of each class, of all samples together, and its averages."""
    pooled = formula.name in ACCURACY_WHEN_POOLED or "beta" in formula.fixed
    averages = [means.average(parts, formula, how, undefined) for how in SUMMARIES]
    values = [*parts.work(formula), matrix.accuracy if pooled else None, *averages]
    return Column(formula.symbol, values, lambda value: "–" if value is None else written(value))


# Which side is the truth, and which class comes first: no table says which custom it follows.
ORIENTATIONS = options(MatrixOrientation)
SHOWN = 20  # so many classes fit on a screen


class Measure(property):
    """A number of the whole table as its attribute, worked out by the one function of that name."""

    def __init__(self, name: str):
        super().__init__(MEASURES[name])
        self.__doc__ = (MEASURES[name].__doc__ or "").split("\n\n")[0]

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
    _cells: class_labels.Cells | None = field(default=None, init=False)

    # Agreement
    accuracy = Measure("accuracy")
    error_rate = Measure("error_rate")
    no_information_rate = Measure("no_information_rate")
    chance_agreement = Measure("chance_agreement")
    kappa = Measure("kappa")
    mcc = Measure("mcc")
    balanced_accuracy = Measure("balanced_accuracy")

    def __init__(
        self,
        counts: ArrayLike,
        labels: Sequence[Any] | None = None,
        conventions: Mapping[str, str] = NONE,
    ):
        table = class_labels.square(counts)
        names = class_labels.unique(range(len(table)) if labels is None else labels)
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
        counts, names, where = class_labels.count(y_true, y_pred, labels, weights, ids)
        return cls(counts, names)._with_cells(where)

    def _with_cells(self, where: class_labels.Cells) -> Self:
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
                f"the classes are {digits.listing([repr(name) for name in self.labels])}",
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

    @property
    def knows_samples(self) -> bool:
        """Whether it is known which samples are in which cell."""
        return self._cells is not None

    def cell(self, truth: Hashable, prediction: Hashable) -> tuple[Any, ...]:
        """Name the samples of one true class that were given one label.

        Raises
        ------
        InputError
            If only counts were given, so that nobody knows.
        """
        row, column = self.index(truth), self.index(prediction)
        if not self.knows_samples:
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
        chosen = self.labels if labels is None else class_labels.unique(labels)
        rows = [self.index(label) for label in chosen]
        tables = [self._one(row) for row in rows]
        left = [label for label in self.labels if label not in {*chosen}]
        rule = {"left out": f"left out: {digits.listing(left)}"} if left else {}
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
        return rates(self, rate)

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
        return report(self, rates, undefined)

    def __add__(self, other: ConfusionMatrix) -> ConfusionMatrix:
        if not isinstance(other, ConfusionMatrix):
            return NotImplemented
        if self.labels != other.labels:
            raise InputError(
                f"one table has the classes {digits.listing(self.labels)}, "
                f"the other {digits.listing(other.labels)}",
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
        inputs.choice(orientation, ORIENTATIONS, "orientation")
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
            f"{digits.count(self.total)} samples, {self.k} classes{hidden}",
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
    return [*column.tolist(), total.item()], digits.count, "right"


def _who(matrix, order: tuple, name, side: str, row: int) -> str:
    """Name the samples in a cell, where they are known."""
    if row == len(order) or not matrix.knows_samples:
        return ""
    pair = (order[row], name) if side == "truly" else (name, order[row])
    return digits.listing(matrix.cell(*pair))


def shares_of(table: np.ndarray, whole: str) -> np.ndarray:
    """Divide each cell by the sum of its row, of its column or of all; nan where that is 0.

    Examples
    --------
    >>> shares_of(np.array([[3, 1], [0, 0]]), "row shares")
    array([[0.75, 0.25],
           [ nan,  nan]])
    """
    sums = table.sum({"column shares": 0, "all shares": None}.get(whole, 1), keepdims=True)
    with np.errstate(invalid="ignore"):
        return table / np.where(sums > 0, sums, np.nan)


@explained
def average_over(
    tables: Sequence[Confusion] | Sequence[ConfusionMatrix],
    rate: str | Formula,
    how: Average = "macro",
    *,
    undefined: ClassUndefined = "nan",
) -> Worked:
    """Average a rate over several tables: runs, folds, data sets, or classes.

    Parameters
    ----------
    tables : sequence of Confusion, or of ConfusionMatrix
        The tables, one an experiment; all of one kind.
    rate : str or Formula
        Of two-class tables any rate; of tables of k classes a measure of the whole table, such as
        ``"accuracy"`` or ``"kappa"``.
    how : {"macro", "macro-of-averages", "micro", "weighted"}
        ``"macro"`` averages the values; ``"micro"`` adds the tables up first;
        ``"macro-of-averages"`` averages precision and recall first.
    undefined : {"nan", "skip", 0, 1, "raise"}
        What becomes of a table whose value is undefined.

    Returns
    -------
    Worked

    References
    ----------
    Zhou (2016), Machine Learning, section 2.3.2; Forman & Scholz (2010), Apples-to-apples in
    cross-validation studies, show how far the ways can part.

    Examples
    --------
    >>> tables = [Confusion(10, 10, 10, 970), Confusion(90, 10, 10, 890)]
    >>> [average_over(tables, "precision", how).fraction for how in ("macro", "micro")]
    [Fraction(7, 10), Fraction(5, 6)]
    """
    inputs.choice(how, means.AVERAGES, "how")
    tables = _alike(tables)
    if not isinstance(tables[0], Confusion):
        return _of_matrices(tables, rate, how, undefined)
    counts = [table.counts for table in tables]
    parts = means.Tables("table", range(1, len(tables) + 1), counts)
    return means.average(parts, rate, how, undefined)


def _alike(tables) -> Sequence:
    tables = tuple(tables) if inputs.several(tables) else (tables,)
    kinds = {type(table) for table in tables}
    if len(kinds) != 1 or not (kinds == {Confusion} or hasattr(tables[0], "one_vs_rest")):
        raise InputError(
            f"got {len(tables)} tables of the kinds {sorted(kind.__name__ for kind in kinds)}",
            "only tables of one kind have the same rates",
            "pass a list of Confusion, or a list of ConfusionMatrix",
        )
    return tables


def _of_matrices(tables: Sequence[ConfusionMatrix], rate, how: str, undefined) -> Worked:
    inputs.choice(rate, MEASURES, "rate")
    if how not in ("macro", "micro"):
        raise FormulaError(
            f"{rate} of k classes has no {how} average over tables",
            "it isn't made of precision and recall, nor has a table a number of positives",
            'use "macro" or "micro", or count one class against the rest first: one_vs_rest',
        )
    if how == "micro":
        return getattr(sum(tables), rate)
    works = [getattr(table, rate) for table in tables]
    parts = means.of_many(rate, works, "table", range(1, len(tables) + 1))
    undefined, rule = means.policy(undefined), means.convention(how)
    return means.mean(f"macro_{rate}", parts, undefined, conventions=rule, at_once=True)
