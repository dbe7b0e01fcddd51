"""Typical wrong answers on KS and lift."""

import re
from fractions import Fraction
from math import exp

import numpy as np

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    RIGHT,
    auc,
    cells,
    column,
    known,
    leads,
    mean,
    over,
    ratios,
    scored,
    told,
    typical,
)


def first_peak(lead):
    """Return after how many the lead shrinks for the first time."""
    return next((k for k in range(1, len(lead) - 1) if lead[k + 1] < lead[k]), None)


def highest(y, name):
    """Return after how many a rate is the highest, the earliest such place."""
    return max(range(1, len(y) + 1), key=lambda k: ratios(*cells(y, k))[name])


def tallies(y):
    """List TP − FP after each sample, from nobody on."""
    return [2 * sum(y[:k]) - k for k in range(len(y) + 1)]


@typical("ks.largest-lead")
def largest_lead(q):
    """Stop elsewhere, hand in a part of the lead, or take another number of the list."""
    y, score = scored(q)
    lead = leads(y)
    k = lead.index(max(lead))
    at, peak = ratios(*cells(y, k)), first_peak(lead)
    half = sum(s >= Fraction(1, 2) for s in score)
    return known(
        {
            "recall": at["recall"],
            "false positive rate": at["false positive rate"],
            "specificity": at["specificity"],
            "positive likelihood ratio": at.get("positive likelihood ratio"),
            "precision": at.get("precision"),
            "accuracy": at["accuracy"],
            "F1": at["F1"],
            "first lead that shrinks": lead[peak] if peak else None,
            "one row too early": lead[k - 1] if k else None,
            "one row too far": lead[k + 1] if k < len(y) else None,
            "lead in the middle of the list": lead[len(y) // 2],
            "lead at the threshold 0.5": lead[half],
            "lead of FPR": -min(lead),
            "lead in counts": max(tallies(y)),
            "lead divided by all samples": over(max(tallies(y)), len(y)),
            "score at KS": score[k - 1],
            "share of the list at KS": over(k, len(y)),
            "area under the ROC curve": auc(y),
            "percent without the sign": 100 * max(lead),
        }
    )


@typical("ks.lift")
def lift(q):
    """Take other groups, one factor of the lift, or another divisor."""
    (first,) = map(int, told(q, r"first (\d+) groups"))
    size, found = ([int(n) for n in column(q.data[0], name)] for name in ("customers", "positives"))
    base, groups = over(sum(found), sum(size)), len(size)

    def lifted(start, end):
        """Return the lift of some groups together."""
        return over(sum(found[start:end]), sum(size[start:end])) / base

    right, some = lifted(0, first), sum(found[:first])
    each = [lifted(k, k + 1) for k in range(groups)]
    return known(
        {
            "lift of the first group": each[0],
            "lift of the last of these groups": each[first - 1],
            "sum of the lifts": sum(each[:first]),
            "one group too few": lifted(0, first - 1),
            "one group too many": lifted(0, first + 1),
            "lift of the other groups": lifted(first, groups),
            "precision": right * base,
            "recall": over(some, sum(found)),
            "over the negatives": over(some, sum(size[:first]) - some) * (1 - base) / base,
            "share of positives": base,
            "share of customers": over(sum(size[:first]), sum(size)),
            "false discovery rate": 1 - right * base,
            "lift less one": right - 1,
            "turned over": 1 / right,
            "recall less the share of customers": over(some, sum(found)) - over(first, groups),
            "precision less the share of positives": right * base - base,
            "over the rate of the other groups": right / lifted(first, groups),
            "over the positives of the other groups": over(some, sum(found[first:])),
            "percent without the sign": 100 * right,
        }
    )


@typical("ks.what-to-type")
def what_to_type(q):
    """Type a neighbour's score, the score of another best place, or another number."""
    y, score = scored(q)
    lead = leads(y)
    k, peak, low = lead.index(max(lead)), first_peak(lead), lead.index(min(lead))
    at = {
        "first lead that shrinks": peak,
        "one row too early": k - 1,
        "one row too far": k + 1,
        "where FPR leads by most": low,
        "highest F1": highest(y, "F1"),
        "highest accuracy": highest(y, "accuracy"),
        "break-even point": sum(y),
        "last positive": len(y) - y[::-1].index(1),
        "first row": 1,
        "last row": len(y),
        "middle of the list": len(y) // 2,
    }
    wrong = {name: score[n - 1] for name, n in at.items() if n and 0 < n <= len(y)}
    wrong |= {"between it and the score above": mean(score[k - 2 : k]) if k > 1 else None}
    wrong |= {"threshold 0.5": Fraction(1, 2), "mean score": mean(score)}
    wrong |= {"KS": max(lead), "share of the list at KS": over(k, len(y)), "place of KS": k}
    wrong |= {"recall": ratios(*cells(y, k))["recall"]}
    # Another number may refuse the same people; then it isn't wrong.
    others = {name: bar for name, bar in known(wrong).items() if sum(s >= bar for s in score) != k}
    return {RIGHT: float(score[k - 1]), **{name: float(bar) for name, bar in others.items()}}


@typical("ks.meet-again")
def meet_again(q):
    """Take another place of the picture, its height, or the rest of the list."""
    (n,) = map(int, told(q, r"^(\d+) samples"))
    tpr = next(line for line in q.pictures[0].axes[0].lines if "TPR" in str(line.get_label()))
    heard = alternative_text(q.pictures[0])
    heights = np.interp(np.arange(n + 1) / n, tpr.get_xdata(), tpr.get_ydata())
    hits = [round(height * n / 2) for height in heights]
    lead = [Fraction(2 * (2 * tp - k), n) for k, tp in enumerate(hits)]
    met = [k for k in range(1, n + 1) if lead[k] == 0]
    k, far = met[0], lead.index(max(lead))
    wrong = {
        "last meeting before the end": met[-2] if len(met) > 1 else None,
        "second meeting": met[1] if len(met) > 1 else None,
        "end of the picture": n,
        "farthest apart": far,
        "one sample too early": k - 1,
        "one sample too late": k + 1,
        "first lead that shrinks": first_peak(lead),
        "all positives called": hits.index(n // 2),
        "share not called": n - k,
        "from farthest apart on": k - far,
        "half of the samples": n // 2,
    }
    shares = {name: Fraction(place, n) for name, place in known(wrong).items()}
    return shares | {
        "number of samples": k,
        "KS": max(lead),
        "recall where they are farthest apart": Fraction(2 * hits[far], n),
        "false positive rate where they are farthest apart": Fraction(2 * (far - hits[far]), n),
        "threshold of KS": Fraction(re.search(r"score ≥ ([\d.]+)\.", heard)[1]),
        "number of positives": hits[k],
        "percent without the sign": Fraction(100 * k, n),
    }


@typical("ks.luck")
def luck(q):
    """Take the other column, other rows, or another divisor."""
    shown, bad, good, lists = told(q, r"KS of (\S+) on (\d+) bad and (\d+) good.* the (\d+) poss")
    table = q.data[0]
    value = [Fraction(str(one.cell(i))) for one in table.columns[:1] for i in range(len(table))]
    tpr, either = (column(table, name) for name in ("TPR leads so", "either leads so"))
    at = value.index(shown)
    tails = {"": at, ", more than the KS": at + 1, ", one row too early": at - 1}
    wrong = {f"either leads{name}": sum(either[start:]) for name, start in tails.items() if name}
    wrong |= {f"TPR leads{name}": sum(tpr[start:]) for name, start in tails.items()}
    wrong |= {
        "exactly this KS, either leads": either[at],
        "exactly this KS, TPR leads": tpr[at],
        "less than this KS": sum(either[:at]),
        "up to this KS": sum(either[: at + 1]),
        "TPR leads, doubled": 2 * sum(tpr[at:]),
        "both columns added": sum(tpr[at:]) + sum(either[at:]),
        "either leads, halved": over(sum(either[at:]), 2),
    }
    shares = {name: over(count, lists) for name, count in wrong.items()}
    people = bad + good
    return shares | {
        "number of lists": sum(either[at:]),
        "share of the rows of the table": mean(one >= shown for one in value),
        "KS": shown,
        "divided by all rows of ones and zeros": over(sum(either[at:]), 2**people),
        "formula for large samples": 2 * exp(-2 * shown**2 * bad * good / people),
        "percent without the sign": 100 * over(sum(either[at:]), lists),
    }
