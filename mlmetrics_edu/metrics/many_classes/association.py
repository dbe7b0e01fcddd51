"""How much the prediction tells about the truth: entropies, chi-squared, and guessing games.

These measures ask whether truth and prediction go together, not whether they agree: a classifier
that always mistakes cats for dogs and dogs for cats scores full marks here.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from ...core import digits, inputs, units
from ...core.calls import explained
from ...core.conventions import Entropy, EntropyUnit
from ...core.formula import Formula, Worked
from ...core.trace import Column, Trace
from ...core.units import Unit
from .. import rates
from .. import tails as chance
from ..counts import as_exact_as
from .matrix_cells import check

if TYPE_CHECKING:
    from .confusion_matrix import ConfusionMatrix

UNITS = {"bits": 2.0, "nats": math.e, "hartleys": 10.0}
LAMBDA = (
    "(best_guesses - largest_class) / (samples - largest_class)",
    rates.UNIT,
    rates.UP,
    "all samples are of one class, and there is nothing left to guess",
)
LAMBDA_TRUTH = Formula("lambda_truth", *LAMBDA, source="Goodman & Kruskal (1954)")
LAMBDA_PREDICTION = Formula("lambda_prediction", *LAMBDA, source="Goodman & Kruskal (1954)")
PHI_SQUARED = Formula("phi_squared", "chi_squared / samples", None, rates.UP, rates.NO_SAMPLES)
CRAMERS_V = Formula(
    "cramers_v",
    "sqrt(phi_squared / smaller_side)",
    rates.UNIT,
    rates.UP,
    "only one class occurs, in truth or by prediction",
    source="Cramér (1946)",
)


def _surprise(shares: np.ndarray, by: np.ndarray, unit: str) -> float:
    """Return the mean surprise −log(by) over the shares; what never happens surprises nobody."""
    there = shares > 0
    return -math.fsum((shares[there] * np.log(by[there])).tolist()) / math.log(UNITS[unit])


def _entropies(matrix, unit: str) -> dict[str, float]:
    joint = matrix.counts / (matrix.total or 1)
    truth, guess = joint.sum(1), joint.sum(0)
    entropy = {
        "reference_entropy": _surprise(truth, truth, unit),
        "response_entropy": _surprise(guess, guess, unit),
        "joint_entropy": _surprise(joint, joint, unit),
    }
    endless = (guess[truth > 0] == 0).any()
    entropy["cross_entropy"] = math.nan if endless else _surprise(truth, guess, unit)
    entropy["conditional_entropy"] = entropy["joint_entropy"] - entropy["reference_entropy"]
    entropy["mutual_information"] = entropy["response_entropy"] - entropy["conditional_entropy"]
    entropy["kl_divergence"] = entropy["cross_entropy"] - entropy["reference_entropy"]
    # None of them is negative; a rounded one may seem so.
    return {name: value if value > 0 or value != value else 0.0 for name, value in entropy.items()}


MEANING = {
    "reference_entropy": "−Σ p·log p over the true classes",
    "response_entropy": "−Σ q·log q over the predicted classes",
    "joint_entropy": "−Σ r·log r over all cells",
    "cross_entropy": "−Σ p·log q: surprise at the truth of who expects the predicted shares",
    "conditional_entropy": "joint − reference: what the truth leaves open of the prediction",
    "mutual_information": "response − conditional: what one tells of the other",
    "kl_divergence": "cross − reference: what expecting the predicted shares costs",
}


@explained
def entropy(matrix: "ConfusionMatrix", which: Entropy, unit: EntropyUnit = "bits") -> Worked:
    """Work out one of seven entropies of a table.

    Parameters
    ----------
    matrix : ConfusionMatrix
        The counts.
    which : str
        ``"reference_entropy"``, ``"response_entropy"``, ``"joint_entropy"``, ``"cross_entropy"``,
        ``"conditional_entropy"`` (of the prediction, given the truth), ``"mutual_information"`` or
        ``"kl_divergence"`` (of the predicted shares from the true ones).
    unit : {"bits", "nats", "hartleys"}
        To which base logarithms are taken: 2, e or 10.

    Returns
    -------
    Worked
        Undefined for the cross entropy and the divergence where a class is never predicted though
        it occurs: the surprise has no end.

    References
    ----------
    Cover & Thomas (2006), Elements of Information Theory, chapter 2.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.many_classes.confusion_matrix import ConfusionMatrix
    >>> entropy(ConfusionMatrix([[4, 0], [0, 4]]), "mutual_information")
    1.0
    """
    check(matrix, "entropy")
    inputs.choice(which, MEANING, "which")
    inputs.choice(unit, UNITS, "unit")
    value = _entropies(matrix, unit)[which] if matrix.total else math.nan
    why = "log 0: a class that occurs is never predicted" if matrix.total else rates.NO_SAMPLES
    reason = "" if value == value else why
    rule = {**matrix.conventions, "unit": f"in {unit}", "meaning": MEANING[which]}
    steps = partial(_steps, matrix, unit)
    return Worked(value, which, reason=reason, conventions=rule, steps=steps)


def _steps(matrix, unit: str) -> Trace:
    """A row an entropy, as each is made of those above it."""
    values = _entropies(matrix, unit)
    return Trace(
        "entropies",
        (
            Column("number", [name.replace("_", " ") for name in values]),
            Column("is", [MEANING[name] for name in values]),
            Column("value", list(values.values()), digits.decimal, "right"),
        ),
        {"unit": unit},
    )


def chi_squared(matrix) -> Worked:
    """Add up (counted − expected)² / expected over the cells, as if both sides were independent.

    Classes that never occur on one side have no expected counts, and are left out.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.many_classes.confusion_matrix import ConfusionMatrix
    >>> chi_squared(ConfusionMatrix([[3, 1], [1, 3]])).fraction
    Fraction(2, 1)
    """
    if not matrix.total:
        return Worked(math.nan, "chi_squared", reason=rates.NO_SAMPLES)
    value = _chi(*matrix.in_units)
    rule = {**matrix.conventions, "freedom": f"{degrees_of_freedom(matrix)} degrees of freedom"}
    fraction, steps = partial(_chi_fraction, matrix), partial(_chi_steps, matrix)
    return Worked(value, "chi_squared", exact=fraction, conventions=rule, steps=steps)


def _chi(whole: np.ndarray, unit: Unit) -> float:
    total = int(whole.sum())
    (counts,) = units.roomy(whole, largest=total**2)
    # Multiplied by the total, what was expected is a whole number and nothing is rounded away.
    product = np.outer(counts.sum(1), counts.sum(0))
    apart, there = counts * total - product, product > 0
    scale = total**2 if product.dtype == object else 1  # so that squares stay floats
    apart, product = ((part[there] / scale).astype(float) for part in (apart, product))
    value = math.fsum((apart**2 / product).tolist()) / float(Fraction(total, scale))
    return float(Fraction(value) * unit.size)


def _chi_steps(matrix) -> Trace:
    """A row a cell: what was counted, what independence would give, and how far they are apart."""
    true, predicted = (matrix.counts.sum(axis) for axis in (1, 0))
    expected = np.outer(true / matrix.total, predicted.astype(float))
    rows, columns = np.nonzero(expected)
    counted, expected = matrix.counts[rows, columns], expected[rows, columns]
    apart = counted - expected
    return Trace(
        "(counted − expected)² / expected, cell by cell",
        (
            Column("truly", [matrix.labels[i] for i in rows]),
            Column("predicted", [matrix.labels[j] for j in columns]),
            Column("counted", counted, digits.count, "right"),
            Column("expected", expected, digits.decimal, "right"),
            Column("adds", apart / expected * apart, digits.decimal, "right"),
        ),
        {"freedom": f"{degrees_of_freedom(matrix)} degrees of freedom"},
    )


def _chi_fraction(matrix) -> Fraction | None:
    if matrix.counts.dtype != np.int64:
        return None
    rows, columns = (matrix.counts.sum(axis).tolist() for axis in (1, 0))
    cells = ((*cell, int(n)) for cell, n in np.ndenumerate(matrix.counts) if n)
    squares = (Fraction(n**2, rows[i] * columns[j]) for i, j, n in cells)
    return matrix.total * (sum(squares, Fraction(0)) - 1)


def _sides(matrix) -> list[int]:
    """Count the classes that occur in truth, and those that were predicted."""
    return [int(np.count_nonzero(matrix.counts.sum(axis))) for axis in (1, 0)]


def degrees_of_freedom(matrix) -> int:
    """Count the cells that are still free when all sums at the edges are known."""
    return math.prod(max(side - 1, 0) for side in _sides(matrix))


def chi_squared_p_value(matrix) -> Worked:
    """Return the probability of such a chi-squared or a greater one, if both were independent.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.many_classes.confusion_matrix import ConfusionMatrix
    >>> round(chi_squared_p_value(ConfusionMatrix([[30, 10], [10, 30]])), 10)
    7.7442e-06
    """
    freedom, statistic = degrees_of_freedom(matrix), chi_squared(matrix)
    if freedom < 1:
        why = "0 degrees of freedom: only one class occurs, in truth or by prediction"
        return Worked(math.nan, "chi_squared_p_value", reason=why)
    p = chance.chi_squared_tail(statistic, freedom)
    return Worked(p, "chi_squared_p_value", conventions=statistic.conventions)


def phi_squared(matrix) -> Worked:
    """Chi-squared for each sample, so that tables of different sizes compare."""
    return PHI_SQUARED.work(chi_squared=chi_squared(matrix), samples=matrix.total)


def cramers_v(matrix) -> Worked:
    """Phi-squared against the most it could be, as a root: from 0 to 1."""
    side = max(min(_sides(matrix)) - 1, 0)
    return CRAMERS_V.work(phi_squared=phi_squared(matrix), smaller_side=side)


def _lambda(matrix, formula: Formula, counts: np.ndarray) -> Worked:
    unit = matrix.in_units.unit
    sums = (counts.max(0).sum(), counts.sum(1).max(), counts.sum())
    names = ("best_guesses", "largest_class", "samples")
    terms = {n: unit.term(int(total) * unit.size) for n, total in zip(names, sums, strict=True)}
    return as_exact_as(formula.work(conventions=matrix.conventions, **terms), unit.typed)


def lambda_truth(matrix) -> Worked:
    """How many fewer errors one makes guessing the truth when one knows the prediction.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.many_classes.confusion_matrix import ConfusionMatrix
    >>> lambda_truth(ConfusionMatrix([[9, 3, 0], [3, 5, 1], [1, 1, 4]])).fraction
    Fraction(2, 5)
    """
    return _lambda(matrix, LAMBDA_TRUTH, matrix.in_units.whole)


def lambda_prediction(matrix) -> Worked:
    """How many fewer errors one makes guessing the prediction when one knows the truth."""
    return _lambda(matrix, LAMBDA_PREDICTION, matrix.in_units.whole.T)


def _one_entropy(which: Entropy) -> Callable[..., Worked]:
    one = partial(entropy, which=which)
    one.__doc__ = f"{which.replace('_', ' ')} = {MEANING[which]}, as a :class:`Worked`."
    return one


MEASURES: dict[str, Callable[..., Worked]] = {
    **{which: _one_entropy(which) for which in MEANING},
    "chi_squared": chi_squared,
    "chi_squared_p_value": chi_squared_p_value,
    "phi_squared": phi_squared,
    "cramers_v": cramers_v,
    "lambda_truth": lambda_truth,
    "lambda_prediction": lambda_prediction,
}
