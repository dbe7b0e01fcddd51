"""What a class hands in for the exercises of lessons 8 to 11."""

import re
from fractions import Fraction
from itertools import combinations, pairwise
from math import exp, sqrt

import numpy as np

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    RIGHT,
    ap,
    auc,
    called,
    cells,
    column,
    curve,
    elsewhere,
    known,
    leads,
    mean,
    over,
    pairs,
    ratios,
    scored,
    some,
    told,
    typical,
)


@typical("roc.fpr-at-5")
def fpr_at_5(q):
    """Take another rate, other rows, or another divisor."""
    y, score = scored(q)
    tp, fp, fn, tn = cells(y, 5)
    usual = ratios(tp, fp, fn, tn)
    names = ["recall", "specificity", "precision", "false discovery rate", "false negative rate"]
    names += ["false omission rate", "negative predictive value", "accuracy", "error rate"]
    names += ["share of predicted positives"]
    bars = {"one row too early": 4, "one row too far": 6}
    return some(usual, *names) | {
        **{name: ratios(*cells(y, k))["false positive rate"] for name, k in bars.items()},
        "threshold 0.5": ratios(*called(y, score, 0.5))["false positive rate"],
        "divided by all samples": over(fp, len(y)),
        "divided by the positives": over(fp, tp + fn),
        "odds, not a share": over(fp, tn),
        "number of false positives": fp,
        "percent without the sign": 100 * usual["false positive rate"],
    }


@typical("roc.budget")
def budget(q):
    """Stop elsewhere on the staircase, or read another number off the place."""
    m, n, most = map(int, told(q, r"of (\d+) positive and (\d+) .* at most (\d+) of"))
    runs = re.findall(r"(up|right) (\d+)", alternative_text(q.pictures[0]))
    y = [int(way == "up") for way, steps in runs for _ in range(int(steps))]
    up, right = ([0, *(y[:k].count(one) for k in range(1, m + n + 1))] for one in (1, 0))
    stops = list(zip(up, right, strict=True))
    top = max(u for u, r in stops if r <= most)
    names = ["precision", "false positive rate", "false negative rate", "specificity"]
    names += ["accuracy", "F1", "balanced accuracy", "Youden's J", "share of predicted positives"]
    return some(ratios(top, most, m - top, n - most), *names) | {
        "stopped at the foot": over(min(u for u, r in stops if r == most), m),
        "one alarm too many": over(max(u for u, r in stops if r <= most + 1), m),
        "only so many called": over(up[most], m),
        "axes exchanged": over(min(r for u, r in stops if u * n >= most * m), n),
        "so many positives called": over(min(r for u, r in stops if u >= most), n),
        "number of true positives": top,
        "divided by the negatives": over(top, n),
        "area under the ROC curve": auc(y),
        "KS": max(leads(y)),
        "percent without the sign": over(100 * top, m),
    }


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
    return {
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
    return {
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


@typical("skew.up-the-valley")
def up_the_valley(q):
    """Believe the list, weigh the wrong people, or cut one row off."""
    y, score = scored(q)
    bar, times = told(q, r"score of ([\d.]+) or more.* valley there are (\d+) healthy")
    table = called(y, score, bar)
    (tp, fp, *_), k = table, sum(table[:2])
    here, there = ratios(*table), ratios(*elsewhere(*table, times))
    names = ["recall", "false positive rate", "specificity", "positive likelihood ratio"]
    return some(here, *names) | {
        "precision of the list": here["precision"],
        **_of(there, "accuracy", "F1", "false discovery rate", "negative predictive value"),
        "share of the ill": over(1, 1 + times),
        "the ill multiplied": ratios(*elsewhere(*table, 1 / times))["precision"],
        "one in so many, not one to so many": over(tp, tp + fp * (times - 1)),
        "precision divided by the healthy for each ill": here["precision"] / times,
        "precision times the share of the ill": here["precision"] / (1 + times),
        "> for >=": ratios(*elsewhere(*cells(y, k - 1), times)).get("precision"),
        "one row too far": ratios(*elsewhere(*cells(y, k + 1), times)).get("precision"),
        "odds of a right letter": over(tp, fp * times),
        "percent without the sign": 100 * there["precision"],
    }


def _of(there, *names):
    """Name numbers of the other place."""
    return {f"{name} there": there[name] for name in names if name in there}


@typical("skew.read-from-roc")
def read_from_roc(q):
    """Read a rate of the plane, forget how many of each there are, or swap them."""
    ill, healthy = told(q, r"of (\d+) ill and (\d+) healthy")
    heard = alternative_text(q.pictures[0])
    fpr, tpr = map(Fraction, re.search(r"dot at FPR (\S+), TPR (\S+)\.", heard).groups())
    tp, fp = tpr * ill, fpr * healthy
    usual = ratios(tp, fp, ill - tp, healthy - fp)
    names = ["recall", "false positive rate", "specificity", "false discovery rate", "F1"]
    names += ["accuracy", "balanced accuracy", "Youden's J", "positive likelihood ratio"]
    names += ["negative predictive value", "share of positives", "share of predicted positives"]
    return some(usual, *names) | {
        "as if at one to one": over(tpr, tpr + fpr),
        "ill and healthy exchanged": over(tpr * healthy, tpr * healthy + fpr * ill),
        "axes exchanged": over(fpr * ill, fpr * ill + tpr * healthy),
        "true positives over false positives": over(tp, fp),
        "number of true positives": tp,
        "percent without the sign": 100 * usual["precision"],
    }


@typical("skew.out-of-the-lab")
def out_of_the_lab(q):
    """Believe the laboratory, weigh wrongly, or stop half way through Bayes' rule."""
    c, (percent,) = q.data[0], told(q, r"Outside, ([\d.]+) %")
    share, table = percent / 100, (c.tp, c.fp, c.fn, c.tn)
    times = (1 - share) / share
    here, there = ratios(*table), ratios(*elsewhere(*table, times))
    tpr, fpr = here["recall"], here["false positive rate"]
    return {
        "precision in the laboratory": here["precision"],
        "recall": tpr,
        "false positive rate": fpr,
        "specificity": here["specificity"],
        "accuracy of the test": here["accuracy"],
        **_of(there, "accuracy", "false discovery rate", "negative predictive value"),
        "share of the ill": share,
        "precision times the share of the ill": here["precision"] * share,
        "TPR times the share of the ill": tpr * share,
        "share of predicted positives there": tpr * share + fpr * (1 - share),
        "shares exchanged": over(tpr * (1 - share), tpr * (1 - share) + fpr * share),
        "one to so many, not one in so many": over(tpr * share, tpr * share + fpr),
        "only the healthy weighed": over(tpr, tpr + fpr * (1 - share)),
        "specificity for the false positive rate": over(
            tpr * share, tpr * share + here["specificity"] * (1 - share)
        ),
        "odds of a right letter": over(tpr * share, fpr * (1 - share)),
        "percent without the sign": 100 * there["precision"],
    }


@typical("skew.how-low")
def how_low(q):
    """Forget a factor, turn the odds over, or take a neighbour of the rate asked for."""
    times, recall = told(q, r"where there are (\d+) healthy .* recall is ([\d.]+)\. ")
    some_of, of = told(q, r"want (\d+) in (\d+) of its letters")
    right, odds = some_of / of, some_of / (of - some_of)
    limit = recall / odds / times
    return {
        "healthy for each ill forgotten": recall / odds,
        "recall forgotten": 1 / odds / times,
        "odds turned over": recall * odds / times,
        "precision for the odds": recall * right / times,
        "divided by the precision": recall / right / times,
        "false discovery rate for the odds": recall * (1 - right) / times,
        "false discovery rate": 1 - right,
        "false discovery rate for each healthy one": (1 - right) / times,
        "one in so many, not one to so many": recall / odds / (times - 1),
        "divided by all people": recall / odds / (times + 1),
        "multiplied by the healthy for each ill": recall / odds * times,
        "false negative rate for the recall": (1 - recall) / odds / times,
        "divided by the recall": 1 / odds / times / recall,
        "specificity": 1 - limit,
        "recall divided by the healthy for each ill": recall / times,
        "percent without the sign": 100 * limit,
    }


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
    return {
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
    return {
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
