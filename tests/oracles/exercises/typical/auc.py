"""Typical wrong answers on the area under the ROC curve."""

import re
from fractions import Fraction
from itertools import combinations, pairwise
from math import sqrt

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    ap,
    auc,
    called,
    curve,
    known,
    mean,
    over,
    pairs,
    ratios,
    scored,
    told,
    typical,
)


def ranks(score, half=Fraction(1, 2)):
    """Rank scores from below, those with one score in the middle of their places."""
    return [sum(b < a for b in score) + half * (score.count(a) + 1) for a in score]


@typical("auc.eight")
def eight(q):
    """Give the tie away, count other pairs or ranks, or take another number of the list."""
    y, score = scored(q)
    (won, tied, all_pairs), n = pairs(y, score), len(y)
    m, right = sum(y), auc(y, score)
    rank_sum = sum(r for r, label in zip(ranks(score), y, strict=True) if label)
    positive, negative = ([s for s, a in zip(score, y, strict=True) if a == b] for b in (1, 0))
    half = ratios(*called(y, score, 0.5))
    return known(
        {
            "tie given to the positive": over(won + tied, all_pairs),
            "tie given to the negative": over(won, all_pairs),
            "tied pair left out": over(won, all_pairs - tied),
            "pairs that are lost": 1 - right,
            "divided by all pairs of samples": over(
                won + tied * Fraction(1, 2), len(list(combinations(y, 2)))
            ),
            "number of pairs won": won + tied * Fraction(1, 2),
            "divided by the samples squared": over(right * all_pairs, n**2),
            "rank sum left whole": over(rank_sum, all_pairs),
            "only M − 1 taken away": over(rank_sum - (m - 1), all_pairs),
            "N(N + 1)/2 taken away": over(rank_sum - Fraction((n - m) * (n - m + 1), 2), all_pairs),
            "Gini coefficient": 2 * right - 1,
            "KS": max(lead_by_score(y, score)),
            "average precision": ap(curve(y, score)),
            "accuracy at 0.5": half["accuracy"],
            "AUC of the labels at 0.5": half["balanced accuracy"],
            "difference of the mean scores": mean(positive) - mean(negative),
            "percent without the sign": 100 * right,
        }
    )


def lead_by_score(y, score):
    """List TPR − FPR at each score."""
    return [ratios(*called(y, score, bar))["Youden's J"] for bar in score]


@typical("auc.squares")
def squares(q):
    """Miscount at the slope, divide by another grid, or take another area."""
    m, n = map(int, told(q, r"of (\d+) positives and (\d+) negatives"))
    heard = alternative_text(q.pictures[0])
    corners = [
        (round(float(x) * n), round(float(y) * m))
        for x, y in re.findall(r"\(([01]\.\d+), ([01]\.\d+)\)", heard)
    ]
    pieces = list(pairwise(corners))
    low, high = (sum((b[0] - a[0]) * (a, b)[i][1] for a, b in pieces) for i in (0, 1))
    count, whole = Fraction(low + high, 2), m * n
    lead = max(Fraction(up, m) - Fraction(across, n) for across, up in corners)
    return known(
        {
            "slope taken as up, then right": over(high, whole),
            "slope taken as right, then up": over(low, whole),
            "number of squares": count,
            "number of squares above": whole - count,
            "area above": 1 - count / whole,
            "area above the diagonal": count / whole - Fraction(1, 2),
            "Gini coefficient": 2 * count / whole - 1,
            "divided by the negatives squared": count / n**2,
            "divided by the positives squared": count / m**2,
            "divided by the positives": count / m,
            "divided by the negatives": count / n,
            "divided by all samples": count / (m + n),
            "lines counted, not squares": count / (m + 1) / (n + 1),
            "last column forgotten": (count - m) / whole,
            "one straight line to the best corner": (1 + lead) / 2,
            "KS": lead,
            "percent without the sign": 100 * count / whole,
        }
    )


@typical("auc.four-times")
def four_times(q):
    """Shrink the error by another factor, or work it out by another formula."""
    area, n, error, times, more = map(
        float,
        told(q, r"AUC of ([\d.]+) on (\d+) .* error of ([\d.]+)\. .* tested (\d+) .* (\d+), w"),
    )
    root = sqrt(times)
    return {
        "no change": error,
        "divided by the factor": error / times,
        "one share less": error * (times - 1) / times,
        "divided by the factor squared": error / times**2,
        "multiplied by the root of the factor": error * root,
        "multiplied by the factor": error * times,
        "halved": error / 2,
        "divided by the root of all samples": error / sqrt(more),
        "divided by the root of the samples before": error / sqrt(n),
        "divided by the root of those added": error / sqrt(times - 1),
        "standard error of a share, with all samples": sqrt(area * (1 - area) / more),
        "standard error of a share, with the samples before": sqrt(area * (1 - area) / n),
        "variance": error**2 / times,
        "variance before": error**2,
        "half width of the 95 % interval": 1.96 * error / root,
        "width of the 95 % interval": 2 * 1.96 * error / root,
        "what it falls by": error - error / root,
        "AUC divided by the root": area / root,
        "percent without the sign": 100 * error / root,
    }
