"""The samples behind a sweep: kept, so that every count can be taken apart again."""

from typing import NamedTuple

import numpy as np

from ..core import digits, inputs
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
        columns = (None if x is None else np.concatenate([x, y]) for x, y in zip(a, b, strict=True))
        return Samples(*columns)


def _with_weights(samples: Samples) -> Samples:
    if samples.weights is not None:
        return samples
    return samples._replace(weights=np.ones(len(samples.score), np.int64))


def let_in(y_true, y_score, positive, weights, ids) -> Samples:
    """Let the columns in, and leave out samples of weight 0, which are not there."""
    columns = Samples(
        inputs.labels(y_true, positive),
        inputs.scores(y_score),
        inputs.weights(weights),
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


def total(given, counted, name: str):
    """Take how many there are in all: those counted, and perhaps some that were never scored."""
    if given is None:
        return counted.item()
    total = inputs.count(given, name)
    if total < counted:
        raise InputError(
            f"{name}={digits.count(total)}, but {digits.count(counted)} were scored",
            "there can't be fewer in all than were seen",
            "count all of them, scored or not",
        )
    return total
