"""The samples behind a sweep: kept, so that every count can be taken apart again."""

from typing import NamedTuple

import numpy as np

from ..core import digits, inputs, units
from ..core.errors import InputError


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


def let_in(y_true, y_score, positive, weights, ids) -> Samples:
    """Let the columns in, and leave out samples of weight 0, which are not there."""
    columns = Samples(
        inputs.labels(y_true, positive),
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
