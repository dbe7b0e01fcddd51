"""Data that many exercises draw: counts, and rankings of a few samples."""

import numpy as np

from ...core import digits
from ...core.trace import Column, Trace
from ...metrics.confusion import Confusion
from ...metrics.sweep import Sweep, sweep


def counts(rng, low=2, high=60) -> Confusion:
    """Draw four counts, no two of them equal.

    Examples
    --------
    >>> counts(np.random.default_rng(0)).total
    133
    """
    tp, fp, fn, tn = rng.choice(np.arange(low, high), size=4, replace=False).tolist()
    return Confusion(tp=tp, fp=fp, fn=fn, tn=tn)


def ranking(rng, samples=10, positives=4, *, name="image", ties="in-order", places=2) -> Sweep:
    """Draw scores for a few samples, the positive ones higher more often than not.

    Scores have so many decimal ``places``; with ``ties="in-order"`` no two are equal.

    Examples
    --------
    >>> s = ranking(np.random.default_rng(0), 6, 2)
    >>> len(s), s.positives
    (7, 2)
    """
    y = rng.permutation([1] * positives + [0] * (samples - positives))
    pool = np.arange(1, 10**places)
    low, high = np.array_split(pool, [int(0.8 * len(pool))])[0], pool[len(pool) // 5 :]
    score = np.where(y == 1, rng.choice(high, samples), rng.choice(low, samples))
    while ties == "in-order" and len(set(score.tolist())) < samples:
        score = np.where(y == 1, rng.choice(high, samples), rng.choice(low, samples))
    ids = [f"{name} {i}" for i in range(1, samples + 1)]
    return sweep(y, score / 10**places, ids=ids, ties=ties)


def listed(s: Sweep) -> Trace:
    """List the samples of a sweep from the highest score down, with their true labels.

    Examples
    --------
    >>> print(listed(sweep([0, 1], [0.2, 0.9], ids=["a", "b"])))
    2 samples, from the highest score to the lowest
    sample  score  label
    b         0.9      1
    a         0.2      0
    """
    order = np.argsort(-s.samples.score, kind="stable")
    names = s.samples.ids[order].tolist() if s.samples.ids is not None else order.tolist()
    scores = s.samples.score[order].tolist()
    title = f"{len(order)} samples, from the highest score to the lowest"
    columns = [
        Column("sample", names),
        Column("score", scores, show=digits.thresholds(scores), align="right"),
        Column("label", s.samples.positive[order].astype(int).tolist(), align="right"),
    ]
    return Trace(title, columns)
