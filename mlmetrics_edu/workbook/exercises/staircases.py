"""Walks for exercises on the ROC plane: drawn, published, and said in words."""

from itertools import combinations, groupby

import numpy as np

from ... import plots
from ...core import digits
from ...metrics.comparing.compare import compare_curves
from ...metrics.curve import Curve
from ...metrics.curves import roc
from ...metrics.sweep import Sweep, sweep
from ...plots.curves import square
from ...plots.look import SERIES, letters
from ...plots.picture import describe
from ...plots.say import say
from ..examples import example
from .constructed import corners
from .draws import ranking


def of_example(name: str) -> Sweep:
    """Sweep over an example; what it calls a car is an image here, with a car or without."""
    known = example(name)
    ids = None if known.ids is None else [id.replace("car", "image") for id in map(str, known.ids)]
    return sweep(known.y_true, known.y_score, ids=ids)


def stairs(s: Sweep, said: str):
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
    return describe(ax, said).figure


def moves(s: Sweep) -> str:
    """Say the steps of a walk without ties: so many up, so many right."""
    runs = [(up, len(list(run))) for up, run in groupby(np.diff(s.tp).tolist())]
    walk = ", ".join(f"{'up' if up else 'right'} {steps}" for up, steps in runs)
    return f"A staircase from (0, 0) to (1, 1), a step for each sample: {walk}."


def turns(s: Sweep) -> str:
    """Say where a curve turns."""
    spots = (f"({digits.decimal(x)}, {digits.decimal(y)})" for x, y in corners(pointed(s)))
    return f"A curve of straight pieces with these corners (FPR, TPR): {', '.join(spots)}."


def pointed(s: Sweep, across="fpr", up="recall") -> np.ndarray:
    """Return a curve as points, one a row."""
    return np.column_stack([s[across], s[up]])


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


def ranked(labels) -> Sweep:
    """Sweep over labels in order, the first with the highest score."""
    return sweep(labels, range(len(labels), 0, -1))


def patterns(count: int, positives: int):
    """Return all rankings of so many samples, so many of them positive."""
    for ones in combinations(range(count), positives):
        yield tuple(int(place in ones) for place in range(count))
