"""Another population: how far scores have moved (PSI), and the same sweep at another prevalence."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..core import digits, inputs
from ..core.arithmetic import Rounded, exact
from ..core.calls import explained
from ..core.conventions import EmptyBand
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from ..core.inputs import EXACT_INTEGER, locked
from ..core.trace import Column, Trace
from .counting import Samples
from .sweep import counted, needs

if TYPE_CHECKING:
    from .sweep import Sweep


PSI = Formula("psi", "sum(change*log_ratio)", (0.0, math.inf), "lower", source="Siddiqi (2006)")
BINS, MOST = 10, 1_000
BANDS = "it says into how many bands of equally many earlier samples to cut"
EMPTY = {
    "undefined": "a band that is empty on one side has no logarithm",
    "half": "a band that is empty on one side counts as half a sample",
}


class Shares(NamedTuple):
    """How many there were in each band, before and now.

    Attributes
    ----------
    bands : list of str
    expected, actual : numpy.ndarray, shape (bands,)
    """

    bands: list[str]
    expected: np.ndarray
    actual: np.ndarray


@explained
def psi(
    expected: ArrayLike,
    actual: ArrayLike,
    *,
    bins: int = BINS,
    edges: ArrayLike | None = None,
    empty: EmptyBand = "undefined",
) -> Worked:
    """Return the population stability index of two sets of scores.

    Parameters
    ----------
    expected, actual : array_like, shape (n,) and (m,)
        The scores before, such as those of the development sample, and those now.
    bins : int
        How many bands there are, each with equally many of the scores before, as far as ties let
        them.
    edges : array_like, shape (bands − 1,), optional
        Instead of ``bins``, where one band ends and the next begins, rising; a score that is just
        there belongs to the upper one.
    empty : {"undefined", "half"}
        What a band without any sample on one side does: the index is nan with the reason; or it
        counts as half a sample.

    Returns
    -------
    Worked
        0 or more; ``steps`` has a row for each band. By a rule of thumb of credit scoring, below
        0.1 little has changed, and above 0.25 much.

    Raises
    ------
    InputError
        If a score is no finite number, or the edges don't rise.

    References
    ----------
    Siddiqi (2006), Credit risk scorecards, chapter 8; it is the sum of both Kullback–Leibler
    divergences.

    Examples
    --------
    >>> before, now = [1, 2, 3, 4, 5, 6, 7, 8], [1, 2, 5, 6, 6, 7, 8, 8]
    >>> print(psi(before, now, edges=[4.5]).steps)
    PSI of 8 before and 8 now, in 2 bands
    band   before  now  share before  share now  change  ln(now/before)    PSI
    < 4.5       4    2         0.500      0.250  -0.250          -0.693  0.173
    ≥ 4.5       4    6         0.500      0.750   0.250           0.405  0.101
    """
    inputs.choice(empty, EMPTY, "empty")
    if edges is not None and bins != BINS:
        raise InputError(
            f"bins={inputs.short(bins)} and edges",
            "the edges say already how many bands there are",
            "give one of the two",
        )
    before, now = inputs.scores(expected, "expected"), inputs.scores(actual, "actual")
    cuts = _quantiles(before, bins) if edges is None else _edges(edges)
    places = (np.searchsorted(cuts, scores, "right") for scores in (before, now))
    counts = (np.bincount(place, minlength=len(cuts) + 1) for place in places)
    return _of_counts(Shares(_names(cuts), *counts), empty)


def _of_counts(shares: Shares, empty: str) -> Worked:
    """Work the index out of counts, band by band."""
    bare = (shares.expected == 0) | (shares.actual == 0)
    conventions = {"empty": EMPTY[empty]} if bare.any() else {}
    steps = partial(_table, shares, empty)
    more = {"formula": PSI, "conventions": conventions, "steps": steps}
    if bare.any() and empty == "undefined":
        band = shares.bands[int(bare.argmax())]
        why = f"the band {band} is empty on one side, and ln 0 has no bound"
        return Worked(math.nan, PSI.name, reason=why, **more)
    terms = _terms(shares)
    value = math.fsum(terms["change"] * terms["log_ratio"])
    return Worked(np.float64(value), PSI.name, terms=terms, **more)


def _terms(shares: Shares) -> dict[str, np.ndarray]:
    before, now = (
        np.maximum(counts, 0.5) / counts.sum() for counts in (shares.expected, shares.actual)
    )
    return {"change": now - before, "log_ratio": np.log(now / before)}


def _quantiles(scores: np.ndarray, bins) -> np.ndarray:
    """Cut scores into bands of equally many, as far as equal ones let them."""
    bins = inputs.whole(bins, "bins", BANDS, 2, MOST)
    cuts = np.unique(np.quantile(scores, np.arange(1, bins) / bins))
    return cuts[cuts > scores.min()]


def _edges(edges) -> np.ndarray:
    cuts = inputs.finite(edges, "edges", "edge", "a band ends at a score")
    falls = np.flatnonzero(np.diff(cuts) <= 0)
    if falls.size:
        i = int(falls[0]) + 1
        raise InputError(
            f"edges[{i}] is {cuts[i]:g} after {cuts[i - 1]:g}",
            "one band ends where the next begins, from low scores to high",
            "pass the edges rising, each once",
        )
    return cuts


def _names(cuts: np.ndarray) -> list[str]:
    """Name the bands by where they begin."""
    write = digits.apart(cuts.tolist())
    ends = [write(cut) for cut in cuts.tolist()]
    if not ends:
        return ["all"]
    middle = [f"{low} to {high}" for low, high in pairwise(ends)]
    return [f"< {ends[0]}", *middle, f"≥ {ends[-1]}"]


def _table(shares: Shares, empty: str) -> Trace:
    """Lay out what each band adds."""
    before, now = (counts / counts.sum() for counts in (shares.expected, shares.actual))
    bare = (shares.expected == 0) | (shares.actual == 0)
    terms = _terms(shares)
    log_ratio = np.where(bare & (empty == "undefined"), np.nan, terms["log_ratio"])
    columns = {
        "share before": before,
        "share now": now,
        "change": now - before,
        "ln(now/before)": log_ratio,
        "PSI": terms["change"] * log_ratio,
    }
    sizes = [digits.count(counts.sum()) for counts in (shares.expected, shares.actual)]
    return Trace(
        f"PSI of {sizes[0]} before and {sizes[1]} now, in {len(shares.bands)} bands",
        (
            Column("band", shares.bands),
            Column("before", shares.expected, digits.count, "right"),
            Column("now", shares.actual, digits.count, "right"),
            *(Column(name, values, digits.decimal, "right") for name, values in columns.items()),
        ),
        {"empty": EMPTY[empty]} if bare.any() else {},
    )


LARGEST_FACTOR = (
    10**12
)  # beside so many times as many of one class, sums of floats would lose the other


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
    if isinstance(count, float):  # multiplied as its column is, which has to end there
        return Rounded(_times([count], factor).item())
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
    if factor is None or not Fraction(1, LARGEST_FACTOR) <= factor <= LARGEST_FACTOR:
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
