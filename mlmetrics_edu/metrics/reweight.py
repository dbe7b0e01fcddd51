"""Other class ratios: what more negatives, or another prevalence, would make of a result."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np

from ..core import inputs
from ..core.arithmetic import Rounded, exact
from ..core.calls import explained
from ..core.errors import InputError
from ..core.inputs import EXACT_INTEGER, locked
from .counting import Samples
from .sweep import counted, needs

if TYPE_CHECKING:
    from .sweep import Sweep

MOST = 10**12  # beside so many times as many of one class, sums of floats would lose the other


@explained
def reweight(
    sweep: Sweep, *, positives: float | Fraction = 1, negatives: float | Fraction = 1
) -> Sweep:
    """Multiply the counts of each class, as if there were so many times as many of its samples.

    It is what more samples *of the same kind* give on average: their scores are distributed as
    those at hand are. An actual sample of ten times as many negatives will differ from it by
    chance. Rates within one class don't change, so neither does the ROC curve; precision does, to
    TP / (TP + k·FP).

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    positives, negatives : int, fractions.Fraction or float
        How many times as many; ``negatives=10`` for ten times as many negatives.

    Returns
    -------
    Sweep
        Of the same rows. Counts stay whole where all products are. Samples that were kept have
        new weights, so that a step still names who was let in.

    Raises
    ------
    InputError
        If a factor is no number between 1/10¹² and 10¹².

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, section 4.2: class skew.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> more = reweight(s, negatives=10)
    >>> more.fp.tolist(), more[3].confusion.precision.fraction, more[3].admitted
    ([0, 0, 10, 10, 20], Fraction(1, 6), (2,))
    """
    counted(sweep, "reweighted sweep")
    positives, negatives = _factor(positives, "positives"), _factor(negatives, "negatives")
    samples = sweep.samples and _reweigh(sweep.samples, positives, negatives)
    return replace(
        sweep,
        tp=locked(_times(sweep.tp, positives)),
        fp=locked(_times(sweep.fp, negatives)),
        positives=_times_number(sweep.positives, positives),
        negatives=sweep.negatives and _times_number(sweep.negatives, negatives),
        samples=samples,
    )


def _times_number(count: float, factor: Fraction) -> float:
    product = count * factor
    return product.numerator if getattr(product, "denominator", 0) == 1 else Rounded(product)


@explained
def at_prevalence(sweep: Sweep, p_positive: float | Fraction) -> Sweep:
    """Weight both classes such that positives are some share of all; the total stays.

    It is what such a population gives on average, if each class scores there as it does here.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    p_positive : fractions.Fraction or float
        The share of positives, greater than 0 and less than 1.

    Returns
    -------
    Sweep
        Of the same rows, thresholds and samples.

    Raises
    ------
    InputError
        If the share is none.
    UndefinedError
        If one of the classes is missing: no weight makes it appear.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> rare = at_prevalence(sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]), 0.25)
    >>> rare.positives, rare.negatives, rare.fp.tolist()
    (1, 3, [0.0, 0.0, 1.5, 1.5, 3.0])
    """
    why = "it is the share of positives, and both classes must be there"
    share = _fraction(inputs.share(p_positive, "p_positive", why, zero=False, one=False))
    needs(sweep, "other class ratio", "recall", "fpr")
    there = {"positives": Fraction(sweep.positives), "negatives": Fraction(sweep.negatives)}
    total = sum(there.values())
    parts = {"positives": share * total, "negatives": (1 - share) * total}
    return reweight(sweep, **{name: part / there[name] for name, part in parts.items()})


def _factor(value, name: str) -> Fraction:
    """Read how many times as many there are to be."""
    factor = _fraction(value)
    if factor is None or not Fraction(1, MOST) <= factor <= MOST:
        raise InputError(
            f"{name}={inputs.short(value)}",
            "it says how many times as many there are, and one class must not vanish by rounding",
            "pass a number such as 10 or 0.5; to leave a class out, leave its samples out",
        )
    return factor


def _fraction(value) -> Fraction | None:
    """Read a number exactly, 0.1 as one tenth; None if it is no finite number."""
    return exact(value).value if inputs.is_finite(value) else None


def _reweigh(samples: Samples, positives: Fraction, negatives: Fraction) -> Samples:
    weights = np.ones(len(samples.score), int) if samples.weights is None else samples.weights
    classes = (samples.positive, positives), (~samples.positive, negatives)
    parts = [_times(weights[members], factor) for members, factor in classes]
    weights = np.empty(len(weights), np.result_type(*parts))
    for (members, _), part in zip(classes, parts, strict=True):
        weights[members] = part
    return samples._replace(weights=locked(weights))


def _times(counts, factor: Fraction) -> np.ndarray:
    """Multiply counts; they stay whole where all products are, and small enough to be exact."""
    counts, (top, bottom) = np.asarray(counts), factor.as_integer_ratio()
    if max(top, bottom) > EXACT_INTEGER:
        return counts * float(factor)
    small = int(counts.max(initial=0)) * top <= EXACT_INTEGER * bottom
    if counts.dtype.kind == "i" and small and not (counts % bottom).any():
        return counts // bottom * top
    return counts * float(top) / bottom  # 6·1/10 is 0.6, and 6·0.1 is not
