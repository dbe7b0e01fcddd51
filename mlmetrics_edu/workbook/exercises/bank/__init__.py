"""The exercises: each file holds the topics of its name, whose sentences lie beside it.

Here is what many draw and lay out: counts, rankings, lists of hits, walks.
"""

from __future__ import annotations

from itertools import combinations, groupby

import numpy as np

from .... import plots
from ....core import words
from ....core.trace import Column, Trace
from ....metrics.compare import compare_curves
from ....metrics.confusion import Confusion
from ....metrics.curves import Curve, roc
from ....metrics.sweep import Sweep, sweep
from ....plots.curves import square
from ....plots.look import SERIES, letters
from ....plots.picture import describe
from ....plots.say import say
from ...examples import example, swept
from .. import Unfit, unfit_if
from ..typed import Number, corners

NUMBER = Number()
APART = 1.1e-3  # two numbers that three decimals tell apart


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
        Column("score", scores, show=words.thresholds(scores), align="right"),
        Column("label", s.samples.positive[order].astype(int).tolist(), align="right"),
    ]
    return Trace(title, columns)


def marks(labels, signs="·■", between="") -> str:
    """Write labels, or hits, as the lessons do.

    Examples
    --------
    >>> marks([1, 0, 1]), marks([1, 0, 1], "-+", " ")
    ('■·■', '+ - +')
    """
    return between.join(signs[int(label)] for label in labels)


def in_order(gives, *, reverse=False) -> tuple[str, ...]:
    """Sort names by what they give, the lowest first; with ``reverse`` the highest.

    Examples
    --------
    >>> in_order({"coco": 0.505, "sklearn": 1, "voc2010": 0.5})
    ('voc2010', 'coco', 'sklearn')
    """
    return tuple(sorted(gives, key=gives.get, reverse=reverse))


def compared(title, **sides) -> Trace:
    """Lay out what several sides have of the same names, a row a name.

    Examples
    --------
    >>> from fractions import Fraction
    >>> print(compared("two lists", first={"AP": Fraction(3, 5)}, second={"AP": 1}))
    two lists
        first        second
    AP  3/5 = 0.600  1
    """
    names = list(next(iter(sides.values())))
    columns = {side: [words.both(has[name]) for name in names] for side, has in sides.items()}
    return Trace.of(title, {"": names, **columns})


def distinct(answer, mistakes, least=4) -> dict:
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
        if all(value != other if order else abs(value - other) > APART for other in others):
            kept[name] = value
    unfit_if(len(kept) < least, "too many mistakes give the same")
    return kept


def doubtful(right, mistakes) -> bool:
    """Tell whether the right number in three decimals may as well be what a mistake gives.

    Examples
    --------
    >>> doubtful(0.0142, {"another": 0.0139}), doubtful(0.142, {"another": 0.139})
    (True, False)
    """
    return bool(NUMBER.unsure(NUMBER.read(f"{right:.3f}"), right, mistakes))


def of_example(name: str) -> Sweep:
    """Sweep over an example; what it calls a car is an image here, with a car or without."""
    ids = example(name).ids
    return swept(name, ids=ids and [str(id).replace("car", "image") for id in ids])


def stairs(s: Sweep, alt: str):
    """Draw a ROC curve on a grid with a line for each sample; say it in words as well."""
    with plots.style():
        ax = plots.panels(size=(5.4, 5.1))[1]
        square(ax, "FPR", say("roc.tpr"))
        for axis, n in ((ax.xaxis, s.negatives), (ax.yaxis, s.positives)):
            axis.set_ticks(np.arange(n + 1) / n, ["0", *(f"{k}/{n}" for k in range(1, n)), "1"])
        ax.tick_params(labelsize=letters(min(1, 7.2 / s.negatives)))
        ax.grid(visible=True, lw=0.5, alpha=0.6)
        ax.set_axisbelow(True)
        ax.plot(*roc(s), color=SERIES[0][0])
    return describe(ax, alt).figure


def moves(s: Sweep) -> str:
    """Say the steps of a walk without ties: so many up, so many right."""
    runs = [(up, len(list(run))) for up, run in groupby(np.diff(s.tp).tolist())]
    walk = ", ".join(f"{'up' if up else 'right'} {steps}" for up, steps in runs)
    return f"A staircase from (0, 0) to (1, 1), a step for each sample: {walk}."


def turns(s: Sweep) -> str:
    """Say where a curve turns."""
    spots = (f"({words.decimal(x)}, {words.decimal(y)})" for x, y in corners(pointed(s)))
    return f"A curve of straight pieces with these corners (FPR, TPR): {', '.join(spots)}."


def pointed(s: Sweep, across="fpr") -> np.ndarray:
    """Return a curve of recall as points, one a row."""
    return np.column_stack([s[across], s["recall"]])


def nine() -> Sweep:
    """Sweep over nine samples, three of which have one score."""
    score = [0.9, 0.8, 0.6, 0.6, 0.6, 0.5, 0.4, 0.3, 0.2]
    names = [f"sample {i}" for i in range(1, 10)]
    return sweep([1, 0, 1, 1, 0, 0, 1, 0, 0], score, ids=names)


def one_tie(rng, positives: int, negatives: int) -> Sweep:
    """Draw a ranking in which one positive and one negative tie."""
    s = ranking(rng, positives + negatives, positives, name="sample")
    y, score = s.samples.positive, s.samples.score.copy()
    score[rng.choice(np.flatnonzero(~y))] = score[rng.choice(np.flatnonzero(y))]
    return sweep(y.astype(int), score, ids=s.samples.ids)


def alike(one: Curve, other: Curve) -> bool:
    """Tell whether two curves are one line, however many points they have."""
    return compare_curves(one, other).verdict == "they are the same"


def ranked(labels, ids=None) -> Sweep:
    """Sweep over labels in order, the first with the highest score."""
    return sweep(labels, range(len(labels), 0, -1), ids=ids)


def patterns(count: int, positives: int):
    """Return all rankings of so many samples, so many of them positive."""
    for ones in combinations(range(count), positives):
        yield tuple(int(place in ones) for place in range(count))


def untrue(holds) -> frozenset[str]:
    """Collect the sentences that don't hold, by their names."""
    return frozenset(name for name, true in holds.items() if not true)


def one_of_each(judge, tries, kinds=5) -> tuple[object, dict]:
    """Find what is right among many things, and for each mistake the first that shows it.

    Raises
    ------
    Unfit
        If there are fewer kinds, or nothing is right.

    Examples
    --------
    >>> one_of_each(lambda n: n == 2 or "odd" * (n % 2) or "even", range(9), 3)
    (2, {'even': 0, 'odd': 1})
    """
    firsts = {}
    for thing in tries:
        firsts.setdefault(judge(thing), thing)
    if len(firsts) < kinds or True not in firsts:
        raise Unfit("some mistake can't be made, or nothing is right")
    return firsts.pop(True), firsts


def lacking(first, second, without_second, without_first, without_both="neither"):
    """Name what a thing lacks of two properties; True where it lacks nothing."""
    names = {(True, False): without_second, (False, True): without_first}
    return bool(first and second) or names.get((bool(first), bool(second)), without_both)


def cells_of(*tables) -> dict[str, list]:
    """Lay counts out, a column a cell and a row a table."""
    return {cell: [c.counts[cell] for c in tables] for cell in tables[0].counts}


def own(family, *names) -> dict:
    """Take those members of a family of which an exercise itself speaks.

    Examples
    --------
    >>> from ..families.rankings import bars
    >>> own(bars(1, 4), "one price over the other", "one half")
    {'one price over the other': 0.25, 'one half': 0.5}
    """
    return {name: family.values[name] for name in names}
