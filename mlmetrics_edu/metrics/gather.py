"""Sweeps from counts: published tables, and sums over machines that each saw a part."""

import numpy as np

from ..core import inputs
from ..core.errors import InputError
from . import walk
from .samples import total


def from_counts(make, threshold, tp, fp, positives, negatives):
    """Check counts that somebody else has made, and put the start on top."""
    columns = {"threshold": threshold, "tp": tp, "fp": fp}
    threshold, tp, fp = (_increasing(v, n) for n, v in columns.items())
    inputs.same_length(threshold=threshold, tp=tp, fp=fp)
    columns = ((np.inf, threshold), (0, tp), (0, fp))
    rows = (walk.locked(walk.on_top(first, column)) for first, column in columns)
    return make(*rows, total(positives, tp[-1], "positives"), total(negatives, fp[-1], "negatives"))


def _increasing(values, name: str) -> np.ndarray:
    """Read thresholds, which must fall from row to row, or counts, which must not."""
    column = inputs.scores(values, name)
    falls = name == "threshold"
    steps = np.diff(column)
    wrong = np.flatnonzero(steps >= 0 if falls else steps < 0)
    if wrong.size or (not falls and column[0] < 0):
        i = int(wrong[0]) + 1 if wrong.size else 0
        raise InputError(
            f"{name}[{i}] is {column[i]:g}" + (f" after {column[i - 1]:g}" if i else ""),
            "a walk goes from the highest threshold to the lowest, and lets in ever more samples",
            "give thresholds from high to low, and counts that add up from 0",
        )
    whole = not falls and (column == np.floor(column)).all()
    return column.astype(np.int64) if whole else column


def add(a, b):
    """Add up two sweeps of samples that have none in common."""
    if a.ties != b.ties:
        raise InputError(
            f"one sweep has ties={a.ties!r}, the other {b.ties!r}",
            "their rows mean different things",
            "make both with the same policy",
        )
    negatives = None if None in (a.negatives, b.negatives) else a.negatives + b.negatives
    samples = a.samples + b.samples if a.samples and b.samples else None
    rows = _recount(samples, a.ties) if samples else _merge(a, b)
    sums = (a.positives + b.positives, negatives)
    return type(a)(*rows, *sums, a.ties, a.undefined, samples, a.names)


def _recount(samples, ties: str):
    return walk.count(samples.positive, samples.score, samples.weights, ties)


def _merge(a, b):
    """Add counts where the samples themselves are not at hand."""
    if a.ties != "grouped":
        raise InputError(
            f"ties={a.ties!r}, and the samples of a sweep are not at hand",
            "the order of equal scores from two sources isn't known",
            'add sweeps with ties="grouped"',
        )
    threshold = np.unique(np.concatenate([a.threshold, b.threshold]))[::-1].copy()
    rows = [np.searchsorted(-s.threshold, -threshold, side="right") - 1 for s in (a, b)]
    tp, fp = a.tp[rows[0]] + b.tp[rows[1]], a.fp[rows[0]] + b.fp[rows[1]]
    return tuple(map(walk.locked, (threshold, tp, fp)))
