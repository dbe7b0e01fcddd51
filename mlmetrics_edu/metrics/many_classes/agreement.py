"""How far truth and prediction agree, over all classes: accuracy, kappa, MCC and their kin.

Each is a formula over a few sums of the table. For two classes they are the rates of the same
names in :mod:`rates`.
"""

import math
from collections.abc import Callable
from operator import mul

import numpy as np

from ...core.formula import Formula, Worked
from .. import rates

ONE_CLASS = "truth and prediction are one and the same class throughout"
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
    >>> from mlmetrics_edu.metrics.many_classes.confusion_matrix import ConfusionMatrix
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
