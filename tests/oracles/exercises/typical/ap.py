"""Typical wrong answers on average precision."""

from fractions import Fraction
from itertools import permutations

from tests.oracles.exercises.questions import (
    HUNDREDTHS,
    TENTHS,
    all_points,
    ap,
    at_hits,
    auc,
    curve,
    known,
    lifted,
    marks,
    mean,
    over,
    running,
    scored,
    straight,
    told,
    typical,
)


@typical("ap.rungs")
def rungs(q):
    """Take another rule, a rung too many or too few, or another divisor."""
    y = marks(q.data[0])
    hits, points, dots = at_hits(y), curve(y), [1 - label for label in y]
    return known(
        {
            "straight lines": straight(points),
            "all points": all_points(points),
            "eleven levels": lifted(points, TENTHS),
            "mean of the precisions at all photos": mean(running(y)),
            "mean of the precisions at the dots": mean(set_apart(running(y), dots)),
            "precision at the very end": mean(y),
            "divided by the photos": over(sum(hits), len(y)),
            "sum of the precisions": sum(hits),
            "last swift left out": mean(hits[:-1]),
            "first swift left out": mean(hits[1:]),
            "swift itself not counted": mean((p * k - 1) / k for k, p in places(y)),
            "mean of the recalls": mean(Fraction(k, len(hits)) for k in range(1, len(hits) + 1)),
            "read from the bottom": ap(curve(y[::-1])),
            "average precision of the other class": ap(curve(dots)),
            "reciprocal rank": over(1, y.index(1) + 1),
            "break-even point": running(y)[sum(y) - 1],
            "area under the ROC curve": auc(y),
            "percent without the sign": 100 * ap(points),
        }
    )


def set_apart(numbers, wanted):
    """Keep the numbers at the places that are wanted."""
    return [number for number, so in zip(numbers, wanted, strict=True) if so]


def places(y):
    """List the places of the positives, from 1 on, with the precision there."""
    return [(k, p) for k, (p, label) in enumerate(zip(running(y), y, strict=True), 1) if label]


@typical("ap.read-off")
def read_off(q):
    """Look at the thin line, to the wrong side, or at the wrong recall."""
    y, (level,) = marks(q.data[0]), told(q, r"at a recall of ([\d.]+)\?")
    p, hits, k = running(y), places(y), round(level * sum(y))
    at, ends = hits[k - 1][0] - 1, [place - 1 for place, _ in hits] + [len(y)]
    return known(
        {
            "the point itself": p[at],
            "one point to the right": p[at + 1],
            "next positive": p[ends[k]] if k < len(hits) else None,
            "positive before": p[ends[k - 2]] if k > 1 else None,
            "one recall too low": max(p[ends[k - 2] :]) if k > 1 else None,
            "lowest point at this recall": p[ends[k] - 1],
            "looked to the left": max(p[: at + 1]),
            "mean of the precisions ahead": mean(p for _, p in hits[k - 1 :]),
            "precision at the very end": p[-1],
            "precision after so many scans": p[k - 1],
            "recall taken as a share of the scans": p[round(level * len(y)) - 1],
            "false discovery rate": 1 - max(p[at:]),
            "the recall asked for": level,
            "average precision by rectangles": ap(curve(y)),
            "average precision by all points": all_points(curve(y)),
            "number of positives at this recall": k,
            "break-even point": p[sum(y) - 1],
            "percent without the sign": 100 * max(p[at:]),
        }
    )


@typical("ap.eleven")
def eleven(q):
    """Take other levels, another height at a level, another divisor or another rule."""
    y = marks(q.data[0])
    points, right = curve(y), lifted(curve(y), TENTHS)
    first = [next(p for r, p in points if r >= level and r) for level in TENTHS]
    above = [max((p for r, p in points if r > level), default=0) for level in TENTHS]
    left = [max((p for r, p in points if r <= level), default=0) for level in TENTHS]
    own = [Fraction(k, sum(y)) for k in range(sum(y) + 1)]
    return {
        "divided by ten": right * 11 / 10,
        "level 0 left out": lifted(points, TENTHS[1:]),
        "level 0 forgotten, divided by eleven": lifted(points, TENTHS[1:]) * 10 / 11,
        "level 1 left out": lifted(points, TENTHS[:-1]),
        "precision 1 at level 0": right + (1 - lifted(points, [0])) / 11,
        "not looked to the right": mean(first),
        "looked to the left": mean(left),
        "recall above the level": mean(above),
        "sum of the eleven precisions": 11 * right,
        "average precision by rectangles": ap(points),
        "all points": all_points(points),
        "all points with recall 0": lifted(points, own),
        "101 levels": lifted(points, HUNDREDTHS),
        "straight lines": straight(points),
        "mean of the precisions at all photos": mean(running(y)),
        "precision at the very end": mean(y),
        "area under the ROC curve": auc(y),
        "percent without the sign": 100 * right,
    }


@typical("ap.never-returned")
def never_returned(q):
    """Forget those that never came, put them somewhere, or take another number of the list."""
    y, (wanted,) = marks(q.data[0]), map(int, told(q, r"collection (\d+) pages"))
    found, hits, lost = sum(y), at_hits(y), wanted - sum(y)
    points = [(r * found / wanted, p) for r, p in curve(y)]
    return {
        "only those returned": mean(hits),
        "lost ones put behind": ap(curve([*y, *[1] * lost])),
        "lost ones put in front": ap(curve([*[1] * lost, *y])),
        "lost ones counted twice": over(sum(hits), wanted + lost),
        "divided by all pages returned": over(sum(hits), len(y)),
        "sum of the precisions": sum(hits),
        "mean of the precisions at all pages": mean(running(y)),
        "eleven levels": lifted(points, TENTHS),
        "eleven levels of those returned": lifted(curve(y), TENTHS),
        "all points": all_points(points),
        "straight lines": straight(points),
        "precision at the very end": mean(y),
        "recall at the very end": over(found, wanted),
        "F1 at the very end": over(2 * found, wanted + len(y)),
        "break-even point": running(y)[wanted - 1],
        "precision times recall": mean(y) * found / wanted,
        "reciprocal rank": over(1, y.index(1) + 1),
        "percent without the sign": 100 * ap(points),
    }


@typical("ap.tie")
def tie(q):
    """Break the tie, leave it out, weigh it wrongly, or take another rule."""
    y, score = scored(q)
    start = next(i for i, one in enumerate(score) if score.count(one) == 3)
    orders = [[*y[:start], *tied, *y[start + 3 :]] for tied in permutations(y[start : start + 3])]
    untied, points, broken = [*y[:start], *y[start + 3 :]], curve(y, score), ap(curve(y))
    new = [p for (r, p), (before, _) in zip(points, [(0, 1), *points], strict=False) if r > before]
    bars = [(sum(s > one for s in score), label) for one, label in zip(score, y, strict=True)]
    return known(
        {
            "positives first": max(ap(curve(order)) for order in orders),
            "negatives first": min(ap(curve(order)) for order in orders),
            "mean of all orders": mean(ap(curve(order)) for order in orders),
            "ties broken by row": broken,
            "tied ones left out": ap(curve(untied)),
            "one of the tied kept": ap(curve([*y[: start + 1], *y[start + 3 :]])),
            "each score once": mean(new),
            "mean of the precisions at all scores": mean(p for _, p in points),
            "> for >=": mean(mean(y[:k]) or 0 for k, label in bars if label),
            "sum of the precisions": ap(points) * sum(y),
            "straight lines": straight(points),
            "all points": all_points(points),
            "eleven levels": lifted(points, TENTHS),
            "101 levels": lifted(points, HUNDREDTHS),
            "area under the ROC curve": auc(y, score),
            "precision at the very end": mean(y),
            "percent without the sign": 100 * ap(points),
        }
    )


@typical("ap.flatterer")
def flatterer(q):
    """Write right counts in another order, or counts that fulfil one wish or none."""
    n, low, high = told(q, r"each of (\d+) samples.* below ([\d.]+) by .* above ([\d.]+) by")
    n, half = int(n), int(n) // 2
    tp, fp, fn, tn = next(
        (tp, fp, 0, n - tp - fp)
        for fp in range(n)
        for tp in range(1, n - fp)
        if flatters((tp, fp, 0, n - tp - fp), low, high)
    )
    wrong = {
        "FP and FN exchanged": (tp, fn, fp, tn),
        "TN first": (tn, fp, fn, tp),
        "classes exchanged": (tn, fn, fp, tp),
        "FN and TN exchanged": (tp, fp, tn, fn),
        "TP and FP exchanged": (fp, tp, fn, tn),
        "one sample too many": (tp, fp + 1, fn, tn),
        "one sample too few": (tp, fp - 1, fn, tn),
        "one positive missed": (tp, fp, fn + 1, tn - 1),
        "too few false alarms": (tp, fp // 2, fn, n - tp - fp // 2),
        "too many positives": (half, n - half - 1, 0, 1),
        "all right": (half, 0, 0, n - half),
        "all wrong": (0, n - half, half, 0),
        "nobody positive": (0, half, 0, n - half),
        "everybody positive": (half, 0, n - half, 0),
        "a coin": (2, half - 2, 2, n - half - 2),
        "one positive, on top": (1, 0, 0, n - 1),
        "one found, one missed": (1, half, 1, n - half - 2),
        "only misses": (0, n - 3, 2, 1),
    }
    # Many counts are right; another order may be, too.
    return {
        name: counts
        for name, counts in wrong.items()
        if sum(counts) != n or not flatters(counts, low, high)
    }


def flatters(counts, low, high):
    """Tell whether counts fulfil both wishes."""
    y, score = (
        [value for value, n in zip(row, counts, strict=True) for _ in range(n)]
        for row in ([1, 0, 1, 0], [2, 2, 1, 1])
    )
    points = curve(y, score) if sum(y) else [(1, 0)]
    return ap(points) < low and straight(points) > high
