"""Typical wrong answers on the ROC curve."""

import re

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    auc,
    called,
    cells,
    known,
    leads,
    over,
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
    return some(usual, *names) | known(
        {
            **{name: ratios(*cells(y, k))["false positive rate"] for name, k in bars.items()},
            "threshold 0.5": ratios(*called(y, score, 0.5))["false positive rate"],
            "divided by all samples": over(fp, len(y)),
            "divided by the positives": over(fp, tp + fn),
            "odds, not a share": over(fp, tn),
            "number of false positives": fp,
            "percent without the sign": 100 * usual["false positive rate"],
        }
    )


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
    return some(ratios(top, most, m - top, n - most), *names) | known(
        {
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
    )
