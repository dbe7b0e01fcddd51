"""The same samples under two scores: who is whose partner, and where each score places them."""

from typing import TYPE_CHECKING

import numpy as np

from ...core import digits
from ...core.errors import InputError, MetricError
from .placements import placements

if TYPE_CHECKING:
    from ..sweep import Sweep


def matched(a: "Sweep", b: "Sweep"):
    """Place every sample by both scores, in the same order.

    Returns
    -------
    pair of (Placed, Placed)
        For each score the positives and the negatives.
    """
    ours, theirs = _samples(a), _samples(b)
    partner = _partners(ours, theirs)
    positive, weights = ours.positive, _weights(ours)
    for name, mine, other in (
        ("label", positive, theirs.positive[partner]),
        ("weight", weights, _weights(theirs)[partner]),
    ):
        _same(name, mine != other, ours.ids)
    by_a, by_b = _by_sample(a, ours.score), _by_sample(b, theirs.score[partner])
    return tuple(
        tuple(
            placed._replace(counts=weights[side], twice=placed.twice[rows[side]])
            for placed, side in zip(placements(sweep), (positive, ~positive), strict=True)
        )
        for sweep, rows in ((a, by_a), (b, by_b))
    )


def _samples(sweep: "Sweep"):
    if sweep.samples is None:
        raise InputError(
            "a sweep has counts only, and its samples aren't at hand",
            "two scores of the same samples are compared sample by sample",
            "sweep the samples themselves, or pass paired=False if they are different ones",
        )
    if (np.diff(sweep.threshold) == 0).any():
        raise MetricError(
            f"ties={sweep.ties!r}, and there are ties",
            "equal scores count half for each side here, whatever their order",
            'make the sweep with ties="grouped"',
        )
    return sweep.samples


def _weights(samples) -> np.ndarray:
    weights = np.ones(len(samples.score)) if samples.weights is None else samples.weights
    return weights.astype(np.int64)  # whole, or the counts would have been refused


def _partners(ours, theirs) -> np.ndarray:
    """Find, for each of our samples, the place of the same sample among theirs."""
    if (ours.ids is None) != (theirs.ids is None):
        raise _unlike("one sweep has ids and the other has none")
    if ours.ids is None:
        if len(ours.score) != len(theirs.score):
            raise _unlike(f"a has {len(ours.score)} samples, b has {len(theirs.score)}")
        return np.arange(len(ours.score))
    places = {name: place for place, name in enumerate(theirs.ids.tolist())}
    names = ours.ids.tolist()
    alone = {*names} ^ places.keys()
    if alone:
        shown = digits.listing(sorted(alone, key=str))
        raise _unlike(f"{len(alone)} sample(s) are in one sweep only: {shown}")
    return np.array([places[name] for name in names])


def _same(what: str, differs: np.ndarray, ids) -> None:
    if differs.any():
        names = np.flatnonzero(differs) if ids is None else ids[differs]
        shown = digits.listing(names.tolist())
        raise _unlike(f"{len(names)} sample(s) have another {what} in b than in a: {shown}")


def _unlike(what: str) -> InputError:
    return InputError(
        what,
        "both scores must be of the same samples, to be compared sample by sample",
        "pass the samples in the same order, or give both sweeps the ids; "
        "paired=False if they are different samples",
    )


def _by_sample(sweep: "Sweep", score: np.ndarray) -> np.ndarray:
    """Find the row that lets each sample in."""
    return np.searchsorted(-sweep.threshold, -score)
