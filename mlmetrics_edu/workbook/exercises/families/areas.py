"""What a question about an area or an average is answered with: other rules, other divisors."""

from __future__ import annotations

import numpy as np

from ....metrics.auc import auc, gini
from ....metrics.average_precision import average_precision
from ....metrics.curves import interpolated_precision
from ....metrics.ks import ks_statistic
from ....metrics.sweep import Sweep, sweep
from ....metrics.thresholds import break_even
from ..family import Family, family

RULES = {
    "AP by rectangles": "step",
    "AP by straight lines": "trapezoid",
    "AP by Davis and Goadrich": "davis-goadrich",
    "AP by all points": "voc2010",
    "AP by eleven levels": "voc2007",
    "AP by 101 levels": "coco",
}


def averages(s: Sweep, asked: str = "") -> Family:
    """Return what a P-R curve comes to by each rule but one, and other numbers of a ranking.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> family = averages(sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]), "step")
    >>> print(family.members["AP by straight lines"].says())
    That's the AP by straight lines.
    """
    rules = {
        name: float(average_precision(s, rule, compare="exact"))
        for name, rule in RULES.items()
        if rule != asked
    }
    return family("areas.rules", rules) + family("areas.numbers", numbers(s))


def numbers(s: Sweep) -> dict[str, float]:
    """Work out single numbers by which a ranking is judged."""
    p, pairs = s["precision"], {}
    if s.tp[-1] == s.positives:  # else some were never returned
        pairs = {"area under the ROC curve": float(auc(s)), "KS": float(ks_statistic(s))}
    return pairs | {
        "break-even point": float(break_even(s)),
        "precision at the very end": p[-1],
        "mean of the precisions in all rows": np.nanmean(p),
        "best F1": np.nanmax(s["f1"]),
    }


def rungs(y) -> Family:
    """Return other means of the precisions of a ranking, given as labels from the top.

    Examples
    --------
    >>> family = rungs([1, 0, 1])
    >>> print(family.members["sum of the precisions"].says())
    That's the sum of the precisions at the positives. Divide it by the number of positives.
    """
    y = np.asarray(y)
    place = np.flatnonzero(y) + 1
    p = np.arange(1, len(place) + 1) / place
    values = {
        "sum of the precisions": p.sum(),
        "first positive left out": p[1:].mean(),
        "last positive left out": p[:-1].mean(),
        "positive itself not counted": (p - 1 / place).mean(),
        "mean at the negatives": precisions(y)[y == 0].mean(),
        "mean of the recalls": np.arange(1, len(p) + 1).mean() / len(p),
        "reciprocal rank": 1 / place[0],
        "read from the bottom": precisions(y[::-1])[y[::-1] == 1].mean(),
        "AP of the negatives": precisions(1 - y)[y == 0].mean(),
    }
    return family("areas.rungs", values)


def precisions(y) -> np.ndarray:
    """Return the precision after each place of a ranking."""
    return np.cumsum(y) / np.arange(1, len(y) + 1)


def levels(s: Sweep) -> Family:
    """Return what the average over eleven levels of recall may be taken for.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> family = levels(sweep([0, 1, 1, 0], [0.9, 0.7, 0.4, 0.2]))
    >>> print(family.members["sum of the eleven"].says())
    That's the sum over the eleven levels. Divide it by eleven.
    """
    p, hits, m = s["precision"][1:], s.tp[1:], s.positives
    ahead = np.append(interpolated_precision(s)[1:], 0)
    height = ahead[np.searchsorted(10 * hits, np.arange(11) * m)]
    above = np.searchsorted(10 * hits, np.arange(11) * m, side="right")
    best = np.maximum.accumulate(np.append(0, p))
    values = {
        "level 0 left out, divided by eleven": height[1:].sum() / 11,
        "level 1 left out": height[:-1].mean(),
        "precision 1 at the level 0": (1 + height[1:].sum()) / 11,
        "looked to the left": best[above].mean(),
        "recall above the level": ahead[above].mean(),
        "sum of the eleven": height.sum(),
        "all points and the level 0": ahead[np.searchsorted(hits, np.arange(m + 1))].mean(),
    }
    return family("areas.levels", values)


def ties(s: Sweep) -> Family:
    """Return what AP is with the ties of a sweep left out, or counted otherwise.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> family = ties(sweep([1, 0, 1, 0], [0.9, 0.4, 0.4, 0.2]))
    >>> print(family.members["tied ones left out"].says())
    That's the AP with tied ones left out.
    """
    y, score = s.samples.positive.astype(int), s.samples.score
    alone = np.isin(score, s.threshold[1:][np.diff(s.tp + s.fp) == 1])
    first = alone | (np.r_[True, score[1:] != score[:-1]])
    p, gained = np.nan_to_num(s["precision"]), np.diff(s.tp)
    values = {
        "tied ones left out": of_some(y, score, alone),
        "one of a tie kept": of_some(y, score, first),
        "each score once": p[1:][gained > 0].mean(),
        "> for ≥": (p[:-1] * gained).sum() / s.positives,
        "sum of the precisions": average_precision(s) * s.positives,
    }
    return family("areas.ties", values)


def of_some(y, score, kept) -> float:
    """Work out the AP of some samples, nan where no positive is left."""
    return average_precision(sweep(y[kept], score[kept])) if y[kept].any() else np.nan


def pairs(s: Sweep) -> Family:
    """Return what the share of pairs won is taken for.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> family = pairs(sweep([1, 0, 1, 0, 0], [0.9, 0.7, 0.4, 0.2, 0.1]))
    >>> print(family.members["Gini coefficient"].says(), f"{family.values['Gini coefficient']:.3f}")
    That's the Gini coefficient, 2·AUC − 1. 0.667
    """
    area, m, n = float(auc(s)), int(s.positives), int(s.negatives)
    won = area * m * n
    values = {
        "Gini coefficient": gini(s),
        "area above the diagonal": area - 1 / 2,
        "number of pairs won": won,
        "number of pairs lost": m * n - won,
        "divided by all samples": won / (m + n),
        "divided by the samples squared": won / (m + n) ** 2,
        "KS": ks_statistic(s, "greater"),
    }
    return family("areas.pairs", values)


def squares(s: Sweep) -> Family:
    """Return what else comes of counting the squares below a ROC curve.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> family = squares(sweep([1, 0, 1, 0, 0], [0.9, 0.7, 0.4, 0.2, 0.1]))
    >>> print(family.members["divided by the negatives"].says())
    That's the number of squares below the curve, divided by the negatives.
    """
    m, n = int(s.positives), int(s.negatives)
    below = float(auc(s)) * m * n
    values = {
        "divided by the positives": below / m,
        "divided by the negatives": below / n,
        "divided by the positives squared": below / m**2,
        "one corner, the best": (1 + ks_statistic(s, "greater")) / 2,
        "last column forgotten": (below - m) / (m * n),
    }
    return pairs(s) + family("areas.squares", values)


def scores(s: Sweep) -> Family:
    """Return what else two classes of scores are compared by: at one half, or by their means.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> family = scores(sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]))
    >>> print(family.members["difference of the mean scores"].says())
    That's the difference of the mean scores.
    """
    y, score, half = s.samples.positive, s.samples.score, s.at(0.5)
    values = {
        "accuracy at the threshold one half": half.accuracy,
        "AUC of the labels at one half": half.balanced_accuracy,
        "difference of the mean scores": score[y].mean() - score[~y].mean(),
        "average precision": average_precision(s),
    }
    return family("areas.scores", values)


def errors(area: float, samples: int, today: float, times: int) -> Family:
    """Return what the standard error of so many times the samples is taken for.

    Examples
    --------
    >>> print(errors(0.68, 20, 0.127, 9).members["halved"].says())
    That's half the error, but 9 times the samples don't simply halve it.
    """
    root, more = times**0.5, samples * times
    values = {
        "divided by the factor squared": today / times**2,
        "multiplied by the factor": today * times,
        "halved": today / 2,
        "divided by the root of all samples": today / more**0.5,
        "divided by the root of the samples before": today / samples**0.5,
        "divided by the root of those added": today / (times - 1) ** 0.5,
        "error of a share, with all samples": (area * (1 - area) / more) ** 0.5,
        "error of a share, with the samples before": (area * (1 - area) / samples) ** 0.5,
        "variance": today**2 / times,
        "half width of the 95 % interval": 1.96 * today / root,
        "width of the 95 % interval": 2 * 1.96 * today / root,
        "what the error falls by": today - today / root,
        "AUC divided by the root": area / root,
    }
    return family("areas.errors", values, times=times)
