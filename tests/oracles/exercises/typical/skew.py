"""Typical wrong answers on the share of positives."""

import re
from fractions import Fraction

from mlmetrics_edu.plots.picture import alternative_text
from tests.oracles.exercises.questions import (
    called,
    cells,
    elsewhere,
    known,
    over,
    ratios,
    scored,
    some,
    told,
    typical,
)


@typical("skew.up-the-valley")
def up_the_valley(q):
    """Believe the list, weigh the wrong people, or cut one row off."""
    y, score = scored(q)
    bar, times = told(q, r"score of ([\d.]+) or more.* valley there are (\d+) healthy")
    table = called(y, score, bar)
    (tp, fp, *_), k = table, sum(table[:2])
    here, there = ratios(*table), ratios(*elsewhere(*table, times))
    names = ["recall", "false positive rate", "specificity", "positive likelihood ratio"]
    return some(here, *names) | known(
        {
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
    )


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
    return some(usual, *names) | known(
        {
            "as if at one to one": over(tpr, tpr + fpr),
            "ill and healthy exchanged": over(tpr * healthy, tpr * healthy + fpr * ill),
            "axes exchanged": over(fpr * ill, fpr * ill + tpr * healthy),
            "true positives over false positives": over(tp, fp),
            "number of true positives": tp,
            "percent without the sign": 100 * usual["precision"],
        }
    )


@typical("skew.out-of-the-lab")
def out_of_the_lab(q):
    """Believe the laboratory, weigh wrongly, or stop half way through Bayes' rule."""
    c, (percent,) = q.data[0], told(q, r"Outside, ([\d.]+) %")
    share, table = percent / 100, (c.tp, c.fp, c.fn, c.tn)
    times = (1 - share) / share
    here, there = ratios(*table), ratios(*elsewhere(*table, times))
    tpr, fpr = here["recall"], here["false positive rate"]
    return known(
        {
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
    )


@typical("skew.how-low")
def how_low(q):
    """Forget a factor, turn the odds over, or take a neighbour of the rate asked for."""
    times, recall = told(q, r"where there are (\d+) healthy .* recall is ([\d.]+)\. ")
    some_of, of = told(q, r"want (\d+) in (\d+) of its letters")
    right, odds = some_of / of, some_of / (of - some_of)
    limit = recall / odds / times
    return known(
        {
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
    )
