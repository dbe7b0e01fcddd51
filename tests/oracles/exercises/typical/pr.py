"""Typical wrong answers on the P-R curve."""

import re
from fractions import Fraction
from math import ceil

from tests.oracles.exercises.questions import (
    ap,
    auc,
    called,
    cells,
    curve,
    elsewhere,
    known,
    marks,
    mean,
    over,
    ratios,
    running,
    scored,
    some,
    told,
    typical,
)


@typical("pr.precision-at-5")
def precision_at_5(q):
    """Take another rate, other rows, or another divisor."""
    y, score = scored(q)
    tp, fp, fn, tn = cells(y, 5)
    usual = ratios(tp, fp, fn, tn)
    names = ["recall", "false discovery rate", "accuracy", "F1", "false positive rate"]
    names += ["specificity", "negative predictive value", "share of positives"]
    return some(usual, *names) | known(
        {
            "one row too far": mean(y[:6]),
            "one row too early": mean(y[:4]),
            "divided by all samples": over(tp, len(y)),
            "number of true positives": tp,
            "true positives over false positives": over(tp, fp),
            "precision of the last five": mean(y[-5:]),
            "threshold 0.5": ratios(*called(y, score, 0.5)).get("precision"),
            "mean score of the first five": mean(score[:5]),
            "mean of the precisions at the first five places": mean(running(y)[:5]),
            "percent without the sign": 100 * usual["precision"],
        }
    )


@typical("pr.break-even")
def break_even(q):
    """Cut elsewhere, forget those never returned, or hand in what was met on the way."""
    y, (wanted,) = marks(q.data[0]), map(int, told(q, r"has (\d+) relevant"))
    p, hits, found = running(y), [sum(y[:k]) for k in range(1, len(y) + 1)], sum(y)
    r = [Fraction(n, wanted) for n in hits]
    close = min(range(len(y)), key=lambda k: (not y[k], abs(p[k] - r[k])))
    near = p[close] != r[close]  # else it is the cut, and no mistake
    wrong = {
        "cut after as many as were returned": p[found - 1],
        "recall among those returned": over(hits[wanted - 1], found),
        "recall at the very end": r[-1],
        "divided by all returned": over(hits[wanted - 1], len(y)),
        "precision at the very end": p[-1],
        "precision one place short": p[wanted - 2],
        "recall one place short": r[wanted - 2],
        "precision one place too far": p[wanted],
        "recall one place too far": r[wanted],
        "precision at the closest relevant one": p[close] if near else None,
        "recall at the closest relevant one": r[close] if near else None,
        "F1 at the very end": over(2 * found, wanted + len(y)),
        "highest F1": max(over(2 * n, wanted + k) for k, n in enumerate(hits, 1)),
        "average precision": ap(curve(y)) * found / wanted,
        "precision at 10": p[9],
        "false discovery rate": 1 - p[wanted - 1],
        "place of the cut": wanted,
        "relevant ones before the cut": hits[wanted - 1],
        "percent without the sign": 100 * p[wanted - 1],
    }
    return known(wrong)


@typical("pr.read-off")
def read_off(q):
    """Stop too early, go too far, split ties, or read the other rate."""
    y, (least,) = marks(q.data[0]), told(q, r"at least ([\d.]+)\. ")
    tied = [len(marks(tie)) for tie in re.findall(r"\[.*?\]|[+−]", q.data[0])]
    points = curve(y, [-group for group, size in enumerate(tied) for _ in range(size)])
    enough, short = ([x for x in points if (x[0] >= least) == so] for so in (True, False))
    recall, right = max(enough, key=lambda point: point[1])
    tp = recall * sum(y)
    there = ratios(*cells(y, int(tp / right)))
    precise = [r for r, p in points if p >= least]
    (r0, p0), (r1, p1) = short[-1], enough[0]
    return known(
        {
            "too little recall": max((p for r, p in short if r == short[-1][0]), default=None),
            "first bar with enough recall": p1,
            "on the line between two bars": p0 + (least - r0) / (r1 - r0) * (p1 - p0),
            "lowest precision at that recall": min(p for r, p in points if r == recall),
            "precision where all cars are found": max(p for r, p in points if r == 1),
            "precision at the very end": points[-1][1],
            "highest precision of the curve": max(p for _, p in points),
            "ties split": max(p for r, p in curve(y) if r >= least),
            "recall taken as a share of the images": running(y)[ceil(least * len(y)) - 1],
            "highest recall with so much precision": max(precise, default=None),
            "the recall asked for": least,
            "recall": recall,
            "F1": there["F1"],
            "false discovery rate": 1 - right,
            "false positive rate": there["false positive rate"],
            "accuracy": there["accuracy"],
            "break-even point": running(y)[sum(y) - 1],
            "average precision": ap(points),
            "percent without the sign": 100 * right,
        }
    )


@typical("pr.sinking")
def sinking(q):
    """Keep the old list or cut, or take another number of the new list."""
    y, score = scored(q)
    (place,) = map(int, told(q, r"from place (\d+)"))
    new, cut, p = [*y[: place - 1], *y[place:], 0], sum(y), running(y)
    after, there = running(new), ratios(*cells(new, cut))
    names = ["accuracy", "false positive rate", "specificity", "false discovery rate"]
    names += ["Jaccard index", "share of positives"]
    return some(there, *names) | known(
        {
            "break-even point before": p[cut - 1],
            "one place short": after[cut - 2],
            "one place too far": after[cut],
            "precision at its old place": after[place - 1],
            "cut after as many as there are negatives": after[len(y) - cut - 1],
            "number of true positives": sum(new[:cut]),
            "the old list one place too far": p[cut],
            "divided by all samples": over(sum(new[:cut]), len(y)),
            "place of the cut": cut,
            "score at the cut": score[cut],
            "rise of the break-even point": after[cut - 1] - p[cut - 1],
            "average precision": ap(curve(new)),
            "area under the ROC curve": auc(new),
            "percent without the sign": 100 * after[cut - 1],
        }
    )


@typical("pr.brochure")
def brochure(q):
    """Believe the test set, weigh the wrong cell, or stop half way."""
    c, (times,) = q.data[0], map(int, told(q, r"there are (\d+) images"))
    table = c.tp, c.fp, c.fn, c.tn
    here, there = ratios(*table), ratios(*elsewhere(*table, times))
    names = ["recall", "false positive rate", "specificity", "positive likelihood ratio"]
    crossing = ["accuracy", "F1", "false discovery rate", "negative predictive value"]
    return some(here, *names) | known(
        {
            "precision in the brochure": here["precision"],
            **{f"{name} at the crossing": there[name] for name in crossing},
            "accuracy of the test": here["accuracy"],
            "share of cars": over(1, times + 1),
            "precision divided by the negatives for each positive": here["precision"] / times,
            "precision times the share of cars": here["precision"] / (times + 1),
            "positives multiplied": ratios(*elsewhere(*table, Fraction(1, times)))["precision"],
            "one in so many, not one to so many": over(c.tp, c.tp + c.fp * (times - 1)),
            "FN for FP": over(c.tp, c.tp + c.fn * times),
            "odds of a right call": over(c.tp, c.fp * times),
            "percent without the sign": 100 * there["precision"],
        }
    )
