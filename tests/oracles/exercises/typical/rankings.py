"""What the wrong answers on rankings share: reading them, cutting them, and the usual numbers."""

import re
from fractions import Fraction
from itertools import pairwise

from tests.oracles.exercises.typical.tables import rates

TENTHS = [Fraction(k, 10) for k in range(11)]
HUNDREDTHS = [Fraction(k, 100) for k in range(101)]


def over(part, whole):
    """Divide exactly; nothing comes of a division by zero."""
    return Fraction(part) / whole if whole else None


def mean(numbers):
    """Return the arithmetic mean, or nothing of nothing."""
    numbers = list(numbers)
    return over(sum(numbers), len(numbers))


def known(wrong):
    """Leave out what couldn't be worked out."""
    return {name: value for name, value in wrong.items() if value is not None}


def told(q, pattern):
    """Read exact numbers out of a question."""
    return [Fraction(number) for number in re.search(pattern, q.text, re.DOTALL).groups()]


def column(table, name):
    """Read a column of a table."""
    return next(list(one.values) for one in table.columns if one.name == name)


def scored(q):
    """Read labels and scores, from the top."""
    labels, scores = (column(q.data[0], name) for name in ("label", "score"))
    return [int(y) for y in labels], [Fraction(str(score)) for score in scores]


def marks(text):
    """Read a row of signs, from the top."""
    return [int(sign in "+■R") for sign in text if sign in "+■R−·"]


def cells(y, k):
    """Count TP, FP, FN and TN with the first k called."""
    tp, positives = sum(y[:k]), sum(y)
    return tp, k - tp, positives - tp, len(y) - positives - (k - tp)


def called(y, score, bar):
    """Count TP, FP, FN and TN with all called whose score reaches a bar."""
    return cells(y, sum(one >= bar for one in score))


def ratios(tp, fp, fn, tn):
    """Work out the usual numbers of four counts, and TPR over FPR."""
    usual = rates(tp, fp, fn, tn)
    tpr, fpr = usual.get("recall"), usual.get("false positive rate")
    return usual | known({"positive likelihood ratio": over(tpr, fpr) if tpr and fpr else None})


def running(y):
    """Return the precision after each place."""
    return [mean(y[:k]) for k in range(1, len(y) + 1)]


def at_hits(y):
    """Return the precision at each positive."""
    return [p for p, label in zip(running(y), y, strict=True) if label]


def curve(y, score=None):
    """Return recall and precision at each bar; equal scores come in together."""
    last = range(1, len(y) + 1)
    if score:
        last = [k for k in last if k == len(y) or score[k] < score[k - 1]]
    return [(Fraction(sum(y[:k]), sum(y)), mean(y[:k])) for k in last]


def ap(points):
    """Sum rectangles under a P-R curve."""
    return sum((b[0] - a[0]) * b[1] for a, b in pairwise([(0, 1), *points]))


def straight(points):
    """Sum the areas under straight lines, from (0, 1) on."""
    return sum((b[0] - a[0]) * (a[1] + b[1]) / 2 for a, b in pairwise([(0, 1), *points]))


def lifted(points, levels):
    """Average the best precision still ahead over some levels of recall."""
    return mean(max((p for r, p in points if r >= level), default=0) for level in levels)


def all_points(points):
    """Sum rectangles under the best precision still ahead."""
    ahead = [(r, max(p for _, p in points[i:])) for i, (r, _) in enumerate(points)]
    return ap(ahead)


def pairs(y, score=None):
    """Count the pairs of a positive and a negative that are won, tied and there."""
    score = score or [-i for i in range(len(y))]
    up, down = ([s for s, label in zip(score, y, strict=True) if label == one] for one in (1, 0))
    won, tied = sum(a > b for a in up for b in down), sum(a == b for a in up for b in down)
    return won, tied, len(up) * len(down)


def auc(y, score=None):
    """Return the share of pairs won, a tied one counting one half."""
    won, tied, all_of_them = pairs(y, score)
    return over(2 * won + tied, 2 * all_of_them)


def leads(y):
    """List TPR − FPR after each sample, from nobody on."""
    return [rates(*cells(y, k))["Youden's J"] for k in range(len(y) + 1)]


def elsewhere(tp, fp, fn, tn, times):
    """Return the table with so many times the negatives."""
    return tp, fp * times, fn, tn * times
