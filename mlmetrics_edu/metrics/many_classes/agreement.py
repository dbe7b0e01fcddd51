"""How far truth and prediction agree, over all classes: accuracy, kappa, MCC and their kin.

Each is a formula over a few sums of the table. For two classes they are the rates of the same
names in :mod:`rates`.
"""

from collections.abc import Callable

import numpy as np

from ...core import inputs, units
from ...core.errors import InputError
from ...core.formula import Formula, Worked
from .. import rates
from ..counts import as_exact_as

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
POOLED_CHANCE = Formula(
    "pooled_agreement", "pooled_squares / (2*samples)**2", rates.UNIT, None, rates.NO_SAMPLES
)
KAPPA_ERROR = Formula(
    "kappa_standard_error",
    "sqrt(accuracy*(1 - accuracy) / (samples*(1 - chance_agreement)**2))",
    rates.RATIO,
    None,
    ONE_CLASS,
    source="Cohen (1960)",
)
ACCURACY_ERROR = Formula(
    "accuracy_standard_error",
    "sqrt(accuracy*(1 - accuracy) / samples)",
    rates.RATIO,
    None,
    rates.NO_SAMPLES,
)
KAPPA_NO_PREVALENCE = Formula(
    "kappa_no_prevalence", "2*accuracy - 1", rates.SIGNED, rates.UP, source="Byrt et al. (1993)"
)
BENNETT_S = Formula(
    "bennett_s",
    "(classes*accuracy - 1) / (classes - 1)",
    rates.SIGNED,
    rates.UP,
    "there is only one class",
    source="Bennett, Alpert & Goldstein (1954)",
)
MCC = Formula(
    "mcc",
    "(right*samples - products)"
    " / sqrt((samples**2 - true_squares)*(samples**2 - predicted_squares))",
    rates.SIGNED,
    rates.UP,
    rates.ONE_SIDED,
    source="Gorodkin (2004)",
)
OBSERVED = Formula("observed_disagreement", "penalties / samples", None, rates.DOWN)
EXPECTED = Formula("expected_disagreement", "chance_penalties / samples**2", None, rates.DOWN)
WEIGHTED_KAPPA = Formula(
    "weighted_kappa",
    "1 - observed_disagreement / expected_disagreement",
    (-float("inf"), 1.0),
    rates.UP,
    ONE_CLASS,
    source="Cohen (1968)",
)
PENALTIES = {
    "linear": "one class off costs 1, two cost 2 …",
    "quadratic": "one class off costs 1, two cost 4 …",
}


def sums(matrix) -> dict[str, float]:
    """Return the sums of the table that the formulas are made of.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.many_classes.confusion_matrix import ConfusionMatrix
    >>> sums(ConfusionMatrix([[2, 1], [0, 3]]))["products"]
    18
    """
    whole, unit = matrix.in_units
    counts = whole.astype(object)  # Python's own numbers: none overflows
    true, predicted = counts.sum(1), counts.sum(0)
    singles = {"right": counts.trace(), "samples": counts.sum(), "largest_class": true.max()}
    products = {
        "products": true @ predicted,
        "true_squares": true @ true,
        "predicted_squares": predicted @ predicted,
        "pooled_squares": (true + predicted) @ (true + predicted),
    }
    near = unit.near(counts.sum())
    size = 1 if near.size == 1 else near.size
    return {
        **{name: value * size for name, value in singles.items()},
        "classes": matrix.k,
        **{name: value * size**2 for name, value in products.items()},
    }


def work(matrix, formula: Formula) -> Worked:
    """Work a formula out over the sums of a table, measures within it included."""
    values = sums(matrix)
    values |= {name: MEASURES[name](matrix) for name in formula.terms if name in MEASURES}
    terms = {name: values[name] for name in formula.terms}
    whole, unit = matrix.in_units
    scale = unit.said(int(whole.sum()))
    if scale and formula in (KAPPA_ERROR, ACCURACY_ERROR):  # no mere ratios of counts
        terms["samples"] = terms["samples"] * unit.size
    worked = formula.work(conventions={**matrix.conventions, **scale}, **terms)
    return as_exact_as(worked, unit.typed)


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


_FORMULAS = (
    *(ACCURACY, ERROR_RATE, NO_INFORMATION, CHANCE, POOLED_CHANCE, rates.RATES["kappa"]),
    *(rates.RATES["scott_pi"], KAPPA_ERROR, ACCURACY_ERROR, KAPPA_NO_PREVALENCE, BENNETT_S, MCC),
)
MEASURES = {formula.name: _by(formula) for formula in _FORMULAS}
MEASURES["balanced_accuracy"] = balanced_accuracy


def weighted_kappa(matrix, weights) -> Worked:
    """Count some mistakes as worse than others; see :meth:`ConfusionMatrix.weighted_kappa`."""
    penalty, meaning = _penalties(weights, matrix.k)
    (counts, unit), (penalty, price) = matrix.in_units, units.read(penalty.ravel())
    counts, penalty = counts.astype(object), penalty.astype(object).reshape(counts.shape)
    size = unit.near(counts.sum()).size
    samples, paid = counts.sum() * size, (penalty * counts).sum() * size * price.size
    expected = (counts.sum(1) @ penalty @ counts.sum(0)) * size**2 * price.size
    worked = WEIGHTED_KAPPA.work(
        observed_disagreement=OBSERVED.work(penalties=paid, samples=samples),
        expected_disagreement=EXPECTED.work(chance_penalties=expected, samples=samples),
        conventions={**matrix.conventions, "penalties": f"penalties: {meaning}"},
    )
    return as_exact_as(worked, unit.typed and price.typed)


def _penalties(weights, k: int) -> tuple[np.ndarray, str]:
    """Return what each cell costs, and how to say it."""
    if isinstance(weights, str):
        inputs.choice(weights, PENALTIES, "weights")
        apart = np.abs(np.subtract.outer(np.arange(k), np.arange(k)))
        return apart if weights == "linear" else apart**2, f"{weights}, {PENALTIES[weights]}"
    try:
        table = np.array(weights)
    except ValueError:
        table = np.empty(0)
    if table.shape != (k, k) or table.dtype.kind not in "biuf":
        raise InputError(
            f"the weights have the shape {table.shape}",
            f"each of the {k} × {k} cells needs its penalty",
            'pass such a table of numbers, or "linear" or "quadratic"',
        )
    if not (np.isfinite(table).all() and (table >= 0).all()) or table.diagonal().any():
        raise InputError(
            "the weights are no penalties",
            "they say how bad a mistake is: finite, not negative, and 0 where there is none",
            "for weights that say how good a match is, pass their maximum minus them",
        )
    return table, "as given"
