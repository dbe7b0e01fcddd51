"""Typical wrong answers on guessed prices, bars, other towns and luck."""

import math
import re
from fractions import Fraction

import numpy as np

from tests.oracles.exercises.questions import RIGHT, fractions, known, over, rows, typical


def prices(q):
    """Read what flats were sold for, and what a program said."""
    _, truth, said = zip(*rows(q.data[0]), strict=True)
    return np.array(truth, float), np.array(said, float)


def plain(answers):
    """Hand in Python's own numbers, without those that can't be worked out."""
    return {name: float(value) for name, value in answers.items() if np.isfinite(value)}


@typical("choosing.third-program")
def third_program(q):
    """Stop before the root, forget the squares, or divide by something else."""
    truth, said = prices(q)
    error, n = said - truth, len(truth)
    total, size = np.sum(error**2), np.abs(error)
    root = np.sqrt(total / n)
    return plain(
        {
            RIGHT: root,
            "MSE": total / n,
            "MAE": size.mean(),
            "sum of squared errors": total,
            "root of the sum": np.sqrt(total),
            "root before dividing": np.sqrt(total) / n,
            "mean error": error.mean(),
            "size of the mean error": abs(error.mean()),
            "squares divided by n − 1": np.sqrt(total / (n - 1)),
            "standard deviation of the errors": error.std(),
            "root of the MAE": np.sqrt(size.mean()),
            "median absolute error": np.median(size),
            "largest error": size.max(),
            "sum of absolute errors": size.sum(),
            "MAPE": np.mean(size / truth),
            "root mean squared relative error": np.sqrt(np.mean((error / truth) ** 2)),
            "RMSE over the mean price": root / truth.mean(),
            "R²": 1 - total / np.sum((truth - truth.mean()) ** 2),
            "in yuan": 10_000 * root,
        }
    )


@typical("choosing.lazy-man")
def lazy_man(q):
    """Compare with somebody else, or without the squares; or take another measure."""
    truth, said = prices(q)
    error, lazy, n = said - truth, truth - truth.mean(), len(truth)
    own, his = np.sum(error**2), np.sum(lazy**2)
    r = np.corrcoef(truth, said)[0, 1]
    return plain(
        {
            "share left unexplained": own / his,
            "absolute errors": 1 - np.abs(error).sum() / np.abs(lazy).sum(),
            "roots of the squared errors": 1 - np.sqrt(own / his),
            "correlation": r,
            "squared correlation": r**2,
            "explained variance": 1 - error.var() / truth.var(),
            "compared with 0": 1 - own / np.sum(truth**2),
            "lazy man says the program's mean": 1 - own / np.sum((truth - said.mean()) ** 2),
            "lazy man says the median": 1 - own / np.sum((truth - np.median(truth)) ** 2),
            "truth and guess swapped": 1 - own / np.sum((said - said.mean()) ** 2),
            "spread of the guesses over that of the prices": said.var() / truth.var(),
            "his errors divided by n − 1": 1 - (own / n) / (his / (n - 1)),
            "adjusted R²": 1 - (own / (n - 2)) / (his / (n - 1)),
            "his over its own": his / own,
            "root of R²": np.sqrt(max(0, 1 - own / his)),
            "MSE": own / n,
            "RMSE": np.sqrt(own / n),
            "percent without the sign": 100 * (1 - own / his),
        }
    )


@typical("choosing.new-price")
def new_price(q):
    """Put the two prices together in another way."""
    good, bad = fractions(q.text)
    return known(
        {
            "one price over the other": good / bad,
            "inverse of the ratio": bad / good,
            "price of a default over the sum": bad / (good + bad),
            "complement of the ratio": 1 - good / bad,
            "over the difference": over(good, bad - good),
            "inverse": (good + bad) / good,
            "difference over the sum": (bad - good) / (bad + good),
            "one half": 0.5,
            "log odds": math.log(good / bad),
            "refuse nobody": 1,
            "refuse everybody": 0,
            "price of a default": bad,
            "percent without the sign": 100 * good / (good + bad),
        }
    )


@typical("choosing.another-town")
def another_town(q):
    """Keep the old shares, change one part alone, or take another rate."""
    tn, fp, fn, tp = (
        int(re.search(rf"\b{c} = (\d+)", str(q))[1]) for c in ("TN", "FP", "FN", "TP")
    )
    p = Fraction(re.search(r"town (\d+)% default", q.text)[1]) / 100
    tpr, fpr = Fraction(tp, tp + fn), Fraction(fp, fp + tn)
    base = Fraction(tp + fn, tp + fp + fn + tn)
    hit, alarm = p * tpr, (1 - p) * fpr
    right, more = hit / (hit + alarm), p / base
    here = Fraction(tp, tp + fp)
    return known(
        {
            "precision here": here,
            "recall": tpr,
            "false positive rate": fpr,
            "specificity": 1 - fpr,
            "accuracy here": Fraction(tp + tn, tp + fp + fn + tn),
            "accuracy there": hit + (1 - p) * (1 - fpr),
            "F1 there": 2 * right * tpr / (right + tpr),
            "complement": 1 - right,
            "negative predictive value there": over(
                (1 - p) * (1 - fpr), (1 - p) * (1 - fpr) + p * (1 - tpr)
            ),
            "share refused there": hit + alarm,
            "defaults refused, of all": hit,
            "defaulters alone multiplied": over(tp * more, tp * more + fp),
            "payers alone multiplied": over(tp, tp + fp * (1 - p) / (1 - base)),
            "both classes the same size": over(tpr, tpr + fpr),
            "shares swapped": over((1 - p) * tpr, (1 - p) * tpr + p * fpr),
            "false alarms not weighted": over(hit, hit + fpr),
            "precision times the change of the share": here * more,
            "percent without the sign": 100 * right,
        }
    )


@typical("choosing.luck")
def luck(q):
    """Look at one of the two conditions alone, or at another bar for luck."""
    towns = [tuple(map(Fraction, row[1:])) for row in rows(q.data[0])]
    count = lambda good: sum(bool(good(new - old, p)) for new, old, p in towns)  # noqa: E731
    bar, n = Fraction(1, 20), len(towns)
    both = count(lambda gain, p: gain > 0 and p < bar)
    old = count(lambda gain, p: gain < 0 and p < bar)
    return {
        RIGHT: both,
        "new model ahead": count(lambda gain, p: gain > 0),
        "old model ahead": count(lambda gain, p: gain < 0),
        "p below 0.05": both + old,
        "old model better, p below 0.05": old,
        "p of 0.05 or more": n - both - old,
        "new model ahead, p of 0.05 or more": count(lambda gain, p: gain > 0 and p >= bar),
        "new model not better, or by luck": n - both,
        "towns won by more than luck, less towns lost": both - old,
        "p below 0.01": count(lambda gain, p: gain > 0 and p < bar / 5),
        "p below 0.1": count(lambda gain, p: gain > 0 and p < 2 * bar),
        "p below 0.025": count(lambda gain, p: gain > 0 and p < bar / 2),
        "Bonferroni": count(lambda gain, p: gain > 0 and p < bar / n),
        "ahead by 0.05 or more": count(lambda gain, p: gain >= bar),
        "ahead by more than 0.1": count(lambda gain, p: gain > 2 * bar),
        "old model ahead, p of 0.05 or more": count(lambda gain, p: gain < 0 and p >= bar),
        "towns ahead, less towns behind": count(lambda g, p: g > 0) - count(lambda g, p: g < 0),
        "towns": n,
    }
