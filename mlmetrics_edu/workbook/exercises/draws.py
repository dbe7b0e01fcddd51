"""Data that many exercises draw and lay out: counts, rankings of a few samples, lists of hits."""

from fractions import Fraction

import numpy as np

from ...core import digits
from ...core.trace import Column, Trace
from ...metrics.confusion import Confusion
from ...metrics.sweep import Sweep, sweep
from .drawing import Unfit


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


def marks(hits) -> str:
    """Write a list of hits as the lessons do.

    Examples
    --------
    >>> marks([1, 0, 1])
    '■·■'
    """
    return "".join("■" if hit else "·" for hit in hits)


def rungs(hits) -> list[Fraction]:
    """Return the precision at each hit.

    Examples
    --------
    >>> rungs([1, 0, 1])
    [Fraction(1, 1), Fraction(2, 3)]
    """
    return [Fraction(sum(hits[:i]), i) for i, hit in enumerate(hits, 1) if hit]


def in_order(gives) -> tuple[str, ...]:
    """Sort names by what they give, the lowest first.

    Examples
    --------
    >>> in_order({"coco": 0.505, "sklearn": 1, "voc2010": 0.5})
    ('voc2010', 'coco', 'sklearn')
    """
    return tuple(sorted(gives, key=gives.get))


def compared(title, **sides) -> Trace:
    """Lay out what several sides have of the same names, a row a name.

    Examples
    --------
    >>> print(compared("two lists", first={"AP": Fraction(3, 5)}, second={"AP": 1}))
    two lists
        first        second
    AP  3/5 = 0.600  1
    """
    names = list(next(iter(sides.values())))
    columns = {side: [digits.both(has[name]) for name in names] for side, has in sides.items()}
    return Trace.of(title, {"": names, **columns})


def distinct(answer, mistakes, apart=1.1e-3, least=4) -> dict:
    """Leave out what gives here the same as the answer, or as a mistake named before.

    Raises
    ------
    Unfit
        If fewer than ``least`` mistakes are left.

    Examples
    --------
    >>> distinct(0.5, {"recall": 0.4, "precision": 0.5, "accuracy": 0.4001}, least=1)
    {'recall': 0.4}
    """
    kept = {}
    for name, value in mistakes.items():
        others = [answer, *kept.values()]
        order = isinstance(value, tuple)
        if all(value != other if order else abs(value - other) > apart for other in others):
            kept[name] = value
    if len(kept) < least:
        raise Unfit("too many mistakes give the same")
    return kept
