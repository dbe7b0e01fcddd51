"""The samples behind a sweep, and sweeps made otherwise: of counts, or of two other sweeps.

Samples are kept, so that every count can be taken apart again.
"""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from typing import NamedTuple

import numpy as np

from ..core import digits, inputs, units
from ..core.errors import InputError
from ..core.inputs import locked
from . import counting, counts, fast_counting
from .counts import Counts


class Samples(NamedTuple):
    """What was swept: kept, so that every count can be taken apart again."""

    positive: np.ndarray
    score: np.ndarray
    weights: np.ndarray | None = None
    ids: np.ndarray | None = None

    def __add__(self, other: "Samples") -> "Samples":
        """Gather two sets of samples that have none in common."""
        if any((a is None) != (b is None) for a, b in zip(self[3:], other[3:], strict=True)):
            raise InputError(
                "one sweep has ids and the other has none",
                "their samples couldn't be told apart afterwards",
                "give ids to both, or to neither",
            )
        both = set() if self.ids is None else {*self.ids.tolist()} & {*other.ids.tolist()}
        if both:
            named = digits.listing(sorted(both, key=str))
            raise InputError(
                f"{len(both)} sample(s) stand in both sweeps: {named}",
                "they would be counted twice",
                "add sweeps of different samples, or give each its own id",
            )
        a, b = (_with_weights(s) if self.weights is not other.weights else s for s in (self, other))
        return Samples(*map(together, a, b))


def together(a: np.ndarray | None, b: np.ndarray | None) -> np.ndarray | None:
    """Put a column below another, whole numbers among fractions as they are."""
    if a is None:
        return None
    mixed = {a.dtype.kind, b.dtype.kind} == {"i", "f"}
    return np.concatenate([a.astype(object), b] if mixed else [a, b])


def _with_weights(samples: Samples) -> Samples:
    if samples.weights is not None:
        return samples
    return samples._replace(weights=np.ones(len(samples.score), np.int64))


def read_samples(y_true, y_score, positive, weights, ids) -> Samples:
    """Read the columns, and leave out samples of weight 0, which are not there."""
    columns = Samples(
        _truth(y_true, y_score, positive),
        inputs.scores(y_score),
        units.weights(weights),
        inputs.ids(ids),
    )
    inputs.same_length(
        y_true=columns.positive, y_score=columns.score, weights=columns.weights, ids=columns.ids
    )
    if weights is None or columns.weights.all():
        return columns
    if not columns.weights.any():
        raise InputError(
            "all weights are 0", "then no sample counts", "give some sample a positive weight"
        )
    there = columns.weights > 0
    return Samples(*(None if column is None else column[there] for column in columns))


def _truth(y_true, y_score, positive) -> np.ndarray:
    """Read the labels; scores in their place are told what they look like."""
    try:
        return inputs.labels(y_true, positive)
    except InputError:
        if positive is None and (turned := inputs.swapped(y_true, y_score)):
            raise turned from None
        raise


def walk_down(samples: Samples, ties: str) -> tuple:
    """Count samples: give the thresholds, true and false positives in units, and the unit."""
    plain = samples.weights is None
    whole, unit = (None, units.ONE) if plain else units.read(samples.weights)
    return *counting.count(samples.positive, samples.score, whole, ties), unit


def check_counts(threshold, tp, fp, positives, negatives) -> tuple[np.ndarray, Counts]:
    """Check counts that somebody else has made, and put the start on top."""
    threshold = inputs.scores(threshold, "threshold")
    _rising(threshold, -threshold, "threshold")
    given = [_counted(column, name) for name, column in (("tp", tp), ("fp", fp))]
    inputs.same_length(threshold=threshold, tp=given[0], fp=given[1])
    whole, unit = units.read(together(*given))
    columns = zip(given, np.split(whole, 2), ("tp", "fp"), strict=True)
    rows = (_rising(column, part, name) for column, part, name in columns)
    tp, fp = (locked(counting.on_top(0, row)) for row in rows)
    counted = counts.checked(tp, fp, unit, positives, negatives)
    return locked(counting.on_top(np.inf, threshold)), counted


def _counted(values, name: str) -> np.ndarray:
    """Read a column of counts, whole numbers of any size as they are."""
    given = units.as_given(values, name)
    whole = given.astype(object) if given.dtype.kind == "u" else given
    floats = whole.astype(float) if whole.dtype.kind in "bi" else _finite(whole, name)
    return floats if whole.dtype.kind == "f" else whole


def _finite(values: np.ndarray, name: str) -> np.ndarray:
    return inputs.finite(values, name, "count", "a count that isn't finite counts nothing")


def _rising(values: np.ndarray, whole: np.ndarray, name: str) -> np.ndarray:
    """Make sure that thresholds fall from row to row, and that counts don't."""
    steps = np.diff(whole)
    wrong = np.flatnonzero(steps <= 0 if name == "threshold" else steps < 0)
    if wrong.size or (name != "threshold" and whole[0] < 0):
        i = int(wrong[0]) + 1 if wrong.size else 0
        raise InputError(
            f"{name}[{i}] is {values[i]:g}" + (f" after {values[i - 1]:g}" if i else ""),
            "a walk goes from the highest threshold to the lowest, and lets in ever more samples",
            "give thresholds from high to low, and counts that add up from 0",
        )
    return whole


def add_sweeps(sweeps: Sequence) -> tuple[np.ndarray, Counts, Samples | None]:
    """Add up sweeps of samples that have none in common."""
    ties = {sweep.ties: None for sweep in sweeps}
    if len(ties) > 1:
        one, other = list(ties)[:2]
        raise InputError(
            f"one sweep has ties={one!r}, the other {other!r}",
            "their rows mean different things",
            "make both with the same policy",
        )
    parts = [sweep.in_units for sweep in sweeps]
    if all(sweep.samples for sweep in sweeps):
        samples = reduce(Samples.__add__, (sweep.samples for sweep in sweeps))
        threshold, tp, fp, unit = walk_down(samples, *ties)
        counted = _in_all(parts, tp, fp, unit)
    else:
        samples, (threshold, counted) = None, _merge(sweeps, parts)
    if counted.total * counted.unit.size > units.LARGEST:
        raise InputError(
            f"the sweeps together hold more than {units.LARGEST:g} samples",
            "their sum would be beyond what a float can hold",
            "divide all weights by one number: only their ratios matter",
        )
    return threshold, counted, samples


def _in_all(parts: Sequence[Counts], tp: np.ndarray, fp: np.ndarray, unit) -> Counts:
    """Take columns, and add what was never scored in some parts."""
    unseen = [sum(sizes) for sizes in zip(*map(_unseen, parts), strict=True)]
    sizes = (int(c[-1]) * unit.size + more for c, more in zip((tp, fp), unseen, strict=True))
    counted = counts.of(tp, fp, unit, *(sizes if any(unseen) else ()))
    unknown = any(part.negatives is None for part in parts)
    return replace(counted, negatives=None) if unknown else counted


def _unseen(held: Counts) -> tuple[Fraction, Fraction]:
    negatives = 0 if held.negatives is None else held.negatives - int(held.fp[-1])
    return (held.positives - int(held.tp[-1])) * held.unit.size, negatives * held.unit.size


def _merge(sweeps: Sequence, parts: Sequence[Counts]) -> tuple[np.ndarray, Counts]:
    """Add counts where the samples themselves are not at hand: let all rows in, in one order."""
    if sweeps[0].ties != "grouped":
        raise InputError(
            f"ties={sweeps[0].ties!r}, and the samples of a sweep are not at hand",
            "the order of equal scores from two sources isn't known",
            'add sweeps with ties="grouped"',
        )
    rising = np.concatenate([-sweep.threshold for sweep in sweeps])
    line = np.argsort(rising, kind="stable")  # which merges what is in order already
    threshold = -rising[line]
    last = fast_counting.last_of_each(threshold)
    last = slice(None) if last is None else last
    return locked(threshold[last]), counts.together(parts, line, last)


def to_be_added(samples: Samples | None, counted: Counts, ties: str) -> Counts:
    """Prepare counts for sums, where the weights of others may decide how these are read."""
    floats = None if samples is None else units.as_floats(samples.weights, counted.unit)
    if floats is None:
        return counted
    columns = counting.count(samples.positive, samples.score, floats.whole, ties)[1:]
    return replace(counted, as_floats=_in_all([counted], *columns, floats.unit))
