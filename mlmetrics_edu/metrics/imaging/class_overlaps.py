"""One rate of each class against the rest: a mapping, a table, and what a mean is summed up from.

Kept apart from the means, which say in a line each what they are.
"""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ...core import digits, inputs, words
from ...core.errors import InputError, UnknownNameError
from ...core.formula import Formula
from ...core.trace import Column, Trace
from ...core.worked import Worked
from .. import means
from ..evaluate import lookup, work
from ..many_classes.confusion_matrix import ConfusionMatrix

UNIT, UP = (0.0, 1.0), "higher"
NOWHERE = "the class is neither in the truth nor in the prediction"
NOT_TRUE = "the class is nowhere in the truth"
COUNTS = ("TP", "FP", "FN")


class Rate(NamedTuple):
    """A rate of a class against the rest, as those who segment images call it."""

    word: str
    formula: Formula


# IoU and Dice are old rates under new names; only what is absent has to be said in other words.
IOU = Rate("IoU", replace(lookup("jaccard"), undefined_when=NOWHERE))
DICE = Rate("Dice", replace(lookup("dice"), undefined_when=NOWHERE))
RECALL = Rate("accuracy", replace(lookup("recall"), undefined_when=NOT_TRUE))


@dataclass(frozen=True)
class PerClass(Mapping):
    """A rate of each class: a mapping from the class to its number, printed as a table.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Counts of pixels.
    rate : Rate
        What is worked out of each class.
    labels : tuple
        Which classes.
    by : {"", "classes", "pixels"}
        What each weighs in a mean: the same, or as much as it has true pixels.
    undefined : {"nan", 0, 1}
        What a class is given for which the rate doesn't exist.
    told : str
        In words, what becomes of classes that are absent.

    Examples
    --------
    >>> print(PerClass(ConfusionMatrix([[3, 1], [0, 2]]), IOU, (0, 1)))
    IoU of 2 classes
    class  TP  FP  FN          IoU
    0       3   0   1  3/4 = 0.750
    1       2   1   0  2/3 = 0.667
    """

    matrix: ConfusionMatrix
    rate: Rate
    labels: tuple
    by: str = ""
    undefined: object = "nan"
    told: str = ""

    @cached_property
    def numbers(self) -> dict[Hashable, Worked]:
        """Each class's number, with its working."""
        return {label: self._number(row, label) for row, label in enumerate(self.labels)}

    def _number(self, row: int, label) -> Worked:
        formula = replace(self.rate.formula, name=f"{self.rate.word} of {label}")
        counts = {cell: column[row].item() for cell, column in self.counts.items()}
        return work(formula, counts, self.undefined, self.matrix.conventions)

    @cached_property
    def counts(self) -> dict[str, np.ndarray]:
        """The counts of each class against the rest, by the names that formulas use."""
        columns, rows = self.matrix.per_class, [self.matrix.index(label) for label in self.labels]
        return {cell: columns[cell][rows] for cell in COUNTS}

    @cached_property
    def parts(self) -> means.Parts:
        """The classes as the parts of a mean, in which those without a value are left out."""
        weights = self.counts["TP"] + self.counts["FN"] if self.by == "pixels" else None
        works = [*self.values()]
        return means.of_many(self.rate.word, works, "class", self.labels, weights=weights)

    @cached_property
    def weights(self) -> np.ndarray:
        """What each class weighs in the mean, not yet divided by the sum."""
        return means.weighed(self.parts, "skip")

    @property
    def absent(self) -> tuple:
        """The classes that have no value of their own, or no weight."""
        both = zip(self.items(), self.weights, strict=True)
        return tuple(label for (label, number), weight in both if number.reason or not weight)

    @property
    def conventions(self) -> dict[str, str]:
        """What else could have been done."""
        if not self.by:
            return dict(self.matrix.conventions)
        return {
            **self.matrix.conventions,
            "pooling": "pixels pooled over all images",
            "classes": said(self.matrix.labels, self.labels),
            "absent": f"{self.told}: {digits.listing(self.absent) if self.absent else 'none'}",
        }

    def mean(self, formula: Formula) -> Worked:
        """Work the weighted mean out: a sum over the classes, divided by the sum of weights."""
        summed, divisor = formula.terms
        total = means.total(self.parts, "skip", self.weights)
        terms = {
            summed: Worked(total, summed, terms=self.numbers, steps=self.trace),
            divisor: self.weights.sum(),
        }
        return formula.work(**terms, conventions=self.conventions).with_steps(self.trace)

    def trace(self) -> Trace:
        """Lay the rate out as a table, a row for each class."""
        numbers = list(self.values())
        columns = [Column("class", list(self))]
        for cell in (cell for cell in COUNTS if cell in self.rate.formula.terms):
            columns.append(Column(cell, self.counts[cell], digits.count, "right"))
        columns.append(Column(self.rate.word, numbers, written, "right"))
        if self.by:
            columns.append(Column("weight", self.weights, self._share, "right"))
        title = f"{self.rate.word} of {words.how_many(len(self), 'class')}"
        return Trace(title, columns, self.conventions)

    def _share(self, weight) -> str:
        whole = digits.count(self.weights.sum())
        return f"{digits.count(weight)}/{whole}" if weight else "–"

    def __getitem__(self, label) -> Worked:
        if label not in self.numbers:
            self.matrix.index(label)  # says which classes there are
        return self.numbers[label]

    def __iter__(self) -> Iterator:
        return iter(self.labels)

    def __len__(self) -> int:
        return len(self.labels)

    def __str__(self) -> str:
        return str(self.trace())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.trace()._repr_html_()


def written(number: Worked) -> str:
    """Write the division of the counts, and the decimal: "45/60 = 0.750"."""
    ratio = number.formula.ratio(number.terms) if number.formula else digits.cell(number.fraction)
    shown = digits.decimal(number) if number == number else ""
    return (" → " if number.reason else " = ").join(part for part in (ratio, shown) if part)


def check(matrix) -> ConfusionMatrix:
    """Make sure that the counts of pixels are a :class:`ConfusionMatrix`."""
    if not isinstance(matrix, ConfusionMatrix):
        raise InputError(
            f"the counts are {type(matrix).__name__}",
            "it has to be clear which side is the truth, and what the classes are called",
            "count masks with segmentation_matrix(true, pred, classes), "
            "or pass ConfusionMatrix(counts), truth in rows",
        )
    return matrix


def chosen(labels: tuple, classes=None, without=None) -> tuple:
    """Read which of the classes a mean is taken over, in their own order."""
    if classes is not None and without is not None:
        raise InputError(
            "both classes and without are given",
            "one says which classes to take, the other which to leave out",
            "give one of them",
        )
    named = _several(without if classes is None else classes, labels)
    for label in named:
        if label not in labels:
            raise UnknownNameError(
                f"no class is called {inputs.short(label)}",
                f"the classes are {digits.listing([repr(name) for name in labels])}",
                "use one of these, as it is written there",
            )
    kept = tuple(label for label in labels if (label in named) == (classes is not None))
    if not kept:
        raise InputError(
            "no class is left", "a mean needs something to be taken of", "take one or more"
        )
    return kept


def _several(named, labels: tuple) -> tuple:
    """Take one label as a list of one."""
    if named is None:
        return ()
    one = not inputs.several(named) or (isinstance(named, Hashable) and named in labels)
    found = (named,) if one else tuple(named)
    if not all(isinstance(label, Hashable) and not inputs.is_missing(label) for label in found):
        raise InputError(
            f"the classes {inputs.short(named)}", "a label is one value", "name one, or a list"
        )
    return found


def said(labels: tuple, kept: tuple) -> str:
    """Say which classes a mean is taken over."""
    left = [label for label in labels if label not in kept]
    if not left:
        return f"classes: all {len(labels)}"
    if len(left) < len(kept):
        return f"classes: all but {digits.listing(left)}"
    return f"classes: only {digits.listing(kept)}"
