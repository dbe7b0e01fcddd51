"""How good predicted probabilities are, and how far scores have moved since (PSI).

Both are smallest, on average, for a forecaster who says the true probabilities. The Brier score is
a mean squared error, and costs at most 1 a sample; the logarithmic loss has no bound: whoever rules
out what then happens pays without end.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.conventions import BinStrategy, BrierSum, EmptyBand, ZeroChance, options
from ..core.errors import InputError, choice
from ..core.formula import Formula, Worked
from ..core.trace import Column, Trace
from . import intervals
from .regression import Predictions, listed, read, reals, steps

UNIT, RATIO, DOWN = (0.0, 1.0), (0.0, float("inf")), "lower"
BRIER = Formula("brier", "squared_errors / n", UNIT, DOWN, source="Brier (1950)")
BRIER_OF_CLASSES = {
    "sum": Formula("brier", "squared_errors / n", (0.0, 2.0), DOWN, source=BRIER.source),
    "half": Formula("brier", "squared_errors / (2*n)", UNIT, DOWN, source=BRIER.source),
}
OVER_CLASSES = {
    "sum": "added up over the classes, as by Brier: from 0 to 2",
    "half": "half of the sum over the classes: from 0 to 1",
}
LOG_LOSS = Formula("log_loss", "log_losses / n", RATIO, DOWN, source="Good (1952)")
ZERO = options(ZeroChance)
CLIP = np.finfo(float).eps  # 2⁻⁵², as in scikit-learn
ROUNDED = 1e-6  # so far from 1 the probabilities of a sample may add up
SIDES = ("truth", "prediction")
RULES = {
    "undefined": "probability 0 of what happened: the loss has no bound",
    "inf": "probability 0 of what happened: the loss counts as ∞",
    "clip": "probabilities are clipped to 2⁻⁵² … 1 − 2⁻⁵² (as in scikit-learn)",
}


def brier(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    positive: Hashable = None,
    *,
    labels: Sequence[Any] | None = None,
    over_classes: BrierSum = "sum",
    ids: ArrayLike | None = None,
) -> Worked:
    """Return the Brier score: the mean squared error of the probabilities.

    Parameters
    ----------
    y_true : array_like, shape (n,)
        Labels of two classes; or of more, if ``y_prob`` has a column for each.
    y_prob : array_like, shape (n,) or (n, classes)
        The predicted probability that a sample is positive, from 0 to 1; or of each class.
    positive : hashable, optional
        The positive class, for a single column; 1 and True need not be named.
    labels : sequence, optional
        The class of each column of ``y_prob``; by default those in ``y_true``, sorted.
    over_classes : {"sum", "half"}
        Of several columns, the sum of their squared errors, which is Brier's own score and goes up
        to 2; or half of it.
    ids : array_like, shape (n,), optional
        Names of the samples, for the table of steps.

    Returns
    -------
    Worked
        From 0, the best; a fraction where up to 1000 typed numbers were given. For one column, up
        to 1: the positive class alone counts.

    Raises
    ------
    InputError
        If a probability isn't from 0 to 1, those of a sample don't add up to 1, or the labels
        aren't those of the columns.

    References
    ----------
    Brier (1950), Verification of forecasts expressed in terms of probability; his own score has
    both classes, and is twice as large.

    Examples
    --------
    >>> brier([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]).fraction
    Fraction(3, 80)
    >>> brier(["a", "c"], [[0.5, 0.25, 0.25], [0, 0.5, 0.5]], labels=["a", "b", "c"]).fraction
    Fraction(7, 16)
    """
    choice(over_classes, OVER_CLASSES, "over_classes")
    prob = probabilities(y_prob, "y_prob", (1, 2))
    one = prob.ndim == 1
    _fit(prob.ndim, positive, labels)
    if one and over_classes != "sum":
        raise InputError(
            f"over_classes={over_classes!r} for one column of probabilities",
            "the positive class alone counts there, which is half of the sum over both",
            "leave over_classes out, or pass a column for each class",
        )
    formula = BRIER if one else BRIER_OF_CLASSES[over_classes]
    truth = inputs.labels(y_true, positive) if one else _happened(y_true, prob, labels)
    happened = truth.astype(np.int64)
    sides = (happened[:, None], prob[:, None]) if one else (happened, prob)
    pairs = zip(*(side.T for side in sides), strict=True)
    columns = [read(*pair, ids, ("y_true", "y_prob")) for pair in pairs]
    errors = sum(column.errors**2 for column in columns)
    alone = "the positive class alone (over both classes it is twice that)"
    conventions = {"classes": alone if one else OVER_CLASSES[over_classes]}
    worked = formula.work(squared_errors=errors.sum(), n=len(errors), conventions=conventions)
    table = steps("brier", columns[0], "mse") if one else partial(_squares, columns, errors)
    return columns[0].finish(worked, table)


def _squares(columns: list[Predictions], error: np.ndarray) -> Trace:
    """List the samples: the probability of what happened, and the squared errors of all classes."""
    truth, prob = (np.array([getattr(c, side) for c in columns]) for side in SIDES)
    named = {"probability of what happened": (truth * prob).sum(axis=0), "Σ error²": error}
    return listed("brier", columns[0].ids, named, {})


def log_loss(
    y_true: ArrayLike,
    y_prob: ArrayLike,
    positive: Hashable = None,
    *,
    labels: Sequence[Any] | None = None,
    ids: ArrayLike | None = None,
    zero: ZeroChance = "undefined",
) -> Worked:
    """Return the logarithmic loss, or cross-entropy: the mean of −ln(probability of what happened).

    Parameters
    ----------
    y_true : array_like, shape (n,)
        Labels of two classes; or of more, if ``y_prob`` has a column for each.
    y_prob : array_like, shape (n,) or (n, classes)
        The predicted probability of the positive class, or of each class.
    positive : hashable, optional
        The positive class, for a single column; 1 and True need not be named.
    labels : sequence, optional
        The class of each column of ``y_prob``; by default those in ``y_true``, sorted.
    ids : array_like, shape (n,), optional
        As for :func:`brier`.
    zero : {"undefined", "inf", "clip"}
        What a probability of 0 for what happened gives: nan with the reason; ∞; or the loss of
        2⁻⁵² instead, about 36, as in scikit-learn.

    Returns
    -------
    Worked
        From 0 up, in nats.

    Raises
    ------
    InputError
        If a probability isn't from 0 to 1, those of a sample don't add up to 1, or a label has no
        column.

    References
    ----------
    Good (1952), Rational decisions, section 8.

    Examples
    --------
    >>> print(round(log_loss([1, 0], [0.5, 0.75]), 4))  # half of ln 2 + ln 4
    1.0397
    """
    choice(zero, ZERO, "zero")
    prob = probabilities(y_prob, "y_prob", (1, 2))
    _fit(prob.ndim, positive, labels)
    if prob.ndim == 1:
        truth = inputs.labels(y_true, positive)
        inputs.same_length(y_true=truth, y_prob=prob)
        chances = np.where(truth, prob, 1 - prob)
    else:
        chances = prob[_happened(y_true, prob, labels)]
    return _mean_log(read(np.ones(len(chances)), chances, ids).as_floats(), zero)


def _fit(columns: int, positive, labels) -> None:
    """Make sure that what is said of the classes fits the probabilities: one column, or several."""
    name, value, other = (
        ("labels", labels, "positive") if columns == 1 else ("positive", positive, "labels")
    )
    if value is not None:
        raise InputError(
            f"{name}={inputs.short(value)} for y_prob of {columns} dimension(s)",
            "one column speaks of the positive class, several of a class each",
            f"leave {name} out; {other}= says what is meant",
        )


def _mean_log(data: Predictions, zero: str) -> Worked:
    chances = data.prediction
    if zero == "clip":
        chances = np.clip(chances, CLIP, 1 - CLIP)
    conventions = {"zero": RULES[zero]}
    ruled_out = chances == 0
    if ruled_out.any() and zero == "undefined":
        reason = f"sample {ruled_out.argmax()} had the probability 0, and −ln 0 has no bound"
        return Worked(float("nan"), "log_loss", reason=reason, conventions=conventions)
    with np.errstate(divide="ignore"):
        loss = -np.log(chances)
    steps = partial(_table, data, loss, conventions)
    if ruled_out.any():
        return Worked(float("inf"), "log_loss", conventions=conventions, steps=steps)
    worked = LOG_LOSS.work(log_losses=loss.sum(), n=len(loss), conventions=conventions)
    return data.finish(worked, steps)


def _table(data: Predictions, loss: np.ndarray, conventions: dict) -> Trace:
    columns = {"probability of what happened": data.prediction, "−ln": loss}
    return listed("log loss", data.ids, columns, conventions)


def probabilities(values, name: str, dimensions=(1,)) -> np.ndarray:
    """Read numbers from 0 to 1."""
    array = reals(values, name, dimensions).astype(float)
    bad = (array < 0) | (array > 1)
    if bad.any():
        place = ", ".join(map(str, np.argwhere(bad)[0].tolist()))
        raise InputError(
            f"{name}[{place}] is {array[bad][0]:g} ({np.count_nonzero(bad)} such value(s))",
            "a probability is from 0 to 1",
            "turn scores into probabilities first, by a calibrated model",
        )
    return array


def _happened(y_true, prob: np.ndarray, labels) -> np.ndarray:
    """Mark the column of what happened in each row.

    Returns
    -------
    numpy.ndarray of bool, shape (n, classes)
    """
    truth = inputs.column(y_true, "y_true").tolist()
    inputs.same_length(y_true=truth, y_prob=prob)
    classes = inputs.ids(np.unique(y_true) if labels is None else labels, "labels").tolist()
    if len(classes) != prob.shape[1]:
        raise InputError(
            f"{len(classes)} labels, and y_prob has {prob.shape[1]} columns",
            "each class needs its column of probabilities",
            "name the class of each column: labels=[…]",
        )
    _refuse_sums(prob)
    place = {label: column for column, label in enumerate(classes)}
    missing = [label for label in truth if label not in place]
    if missing:
        raise InputError(
            f"y_true has the label {missing[0]!r:.40}, which is no column of y_prob",
            f"the columns are {', '.join(map(repr, classes))}",
            "name all classes in labels=[…]",
        )
    return np.array([place[label] for label in truth])[:, None] == np.arange(len(classes))


def _refuse_sums(prob: np.ndarray) -> None:
    sums = prob.sum(axis=1)
    off = np.abs(sums - 1) > ROUNDED
    if off.any():
        raise InputError(
            f"the probabilities of sample {off.argmax()} add up to {sums[off][0]:g}",
            "one of the classes happens, so they add up to 1",
            "divide each row by its sum",
        )


class Bins(NamedTuple):
    """What was predicted in each bin on average, what happened, and of how many samples.

    Attributes
    ----------
    predicted, happened : numpy.ndarray of float, shape (bins,)
        Mean probability, and share of positives; nan in a bin without samples.
    count : numpy.ndarray of int, shape (bins,)
        How many samples there are.
    edges : numpy.ndarray of float, shape (bins + 1,)
        Where the bins begin and end.
    """

    predicted: np.ndarray
    happened: np.ndarray
    count: np.ndarray
    edges: np.ndarray

    def intervals(self, level: float) -> np.ndarray:
        """Return the shares of positives with which these counts are not too surprising.

        Returns
        -------
        numpy.ndarray of float, shape (2, bins)
            Clopper and Pearson's ends; nan in a bin without samples.
        """
        low, high = intervals.tails(level)
        hits = np.where(self.count > 0, self.happened * self.count, 0).round().astype(int)
        counts = zip(hits.tolist(), self.count.tolist(), strict=True)
        ends = [intervals.bounds(k, n, low, 1 - high) if n else (np.nan, np.nan) for k, n in counts]
        return np.array(ends).T


def calibration_bins(
    truth: np.ndarray,
    chances,
    bins: int,
    strategy: BinStrategy = "equal-width",
) -> Bins:
    """Sort samples into bins; the last one has its upper end as well.

    Parameters
    ----------
    truth : numpy.ndarray of bool, shape (n,)
        Which samples are positive.
    chances : array_like, shape (n,)
        The predicted probability of each.
    bins : int
        How many bins there are from 0 to 1.
    strategy : {"equal-width", "quantile"}
        Bins of equal width, or of equally many samples as far as equal probabilities let them: a
        bin that would begin where it ends is left out.

    Examples
    --------
    >>> calibration_bins(np.array([False, True, True]), [0.1, 0.3, 0.9], 2).happened
    array([0.5, 1. ])
    >>> calibration_bins(np.array([False, True, True, True]), [0.1, 0.2, 0.3, 0.9], 2, "quantile")
    Bins(predicted=array([0.15, 0.6 ]), happened=array([0.5, 1. ]), count=array([2, 2]), edges=...
    """
    chances = probabilities(chances, "chances")
    inputs.same_length(y_true=truth, chances=chances)
    if strategy == "quantile":
        edges = np.unique(np.quantile(chances, np.arange(bins + 1) / bins))
        bins = max(len(edges) - 1, 1)
        place = np.clip(np.searchsorted(edges, chances, side="right") - 1, 0, bins - 1)
        edges = edges[[0, -1]] if len(edges) == 1 else edges
    else:
        edges = np.arange(bins + 1) / bins
        place = np.minimum((chances * bins).astype(int), bins - 1)
    count = np.bincount(place, minlength=bins)
    there = np.where(count > 0, count, np.nan)
    sums = (np.bincount(place, values, bins) for values in (chances, truth))
    return Bins(*(total / there for total in sums), count, edges)


PSI = Formula("psi", "sum(change*log_ratio)", (0.0, math.inf), "lower", source="Siddiqi (2006)")
BINS, MOST_BINS = 10, 1_000
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
    choice(empty, EMPTY, "empty")
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
    steps = partial(_bands, shares, empty)
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
    bins = inputs.whole(bins, "bins", BANDS, 2, MOST_BINS)
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
    write = words.apart(cuts.tolist())
    ends = [write(cut) for cut in cuts.tolist()]
    if not ends:
        return ["all"]
    middle = [f"{low} to {high}" for low, high in pairwise(ends)]
    return [f"< {ends[0]}", *middle, f"≥ {ends[-1]}"]


def _bands(shares: Shares, empty: str) -> Trace:
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
    sizes = [words.count(counts.sum()) for counts in (shares.expected, shares.actual)]
    return Trace(
        f"PSI of {sizes[0]} before and {sizes[1]} now, in {len(shares.bands)} bands",
        (
            Column("band", shares.bands),
            Column("before", shares.expected, words.count, "right"),
            Column("now", shares.actual, words.count, "right"),
            *(Column(name, values, words.decimal, "right") for name, values in columns.items()),
        ),
        {"empty": EMPTY[empty]} if bare.any() else {},
    )
