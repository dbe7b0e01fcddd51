"""What a question about a ranking, a price or an error is answered with.

Other rules, divisors, rows and places; bills, errors of guesses, tests that are won.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, exp

import numpy as np

from ....core import words
from ....core.formula import Formula
from ....metrics.auc import auc, gini
from ....metrics.average_precision import average_precision
from ....metrics.confusion import Confusion
from ....metrics.curves import interpolated_precision
from ....metrics.ks import ks_statistic
from ....metrics.r2 import explained_variance, r2
from ....metrics.regression import mae, mape, max_error, mean_bias_error, medae, mse, rmse
from ....metrics.sweep import Sweep, sweep
from ....metrics.thresholds import best_threshold, break_even
from . import Family, by_formula, family, worked
from .tables import likelihood, named_rates, rates

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


AT_A_CUT = ("fdr", "jaccard", "fpr", "specificity", "prevalence", "informedness")
NOWHERE = float("nan")


def at_row(s: Sweep, row: int, asked: str) -> Family:
    """Return the table of a row, and the rate that is asked for in other rows.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.3, 0.1])
    >>> family = at_row(s, 3, "precision")
    >>> float(family.values["recall"]), float(family.values["one row earlier"])
    (1.0, 0.5)
    """
    c = s.confusion(row)
    return rates(c, asked) + likelihood(c) + around(s, row, asked)


def around(s: Sweep, row: int, asked: str, name: str = "") -> Family:
    """Return what a rate is in other rows than the one that is asked for.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.3, 0.1])
    >>> print(around(s, 3, "precision").members["one row earlier"].says())
    That's the precision one row earlier, as with > instead of ≥.
    """
    column, called = s.column(asked), s.tp + s.fp
    rows = {
        "one row earlier": row - 1,
        "one row later": row + 1,
        "at the threshold one half": s.row_at(0.5),
    }
    values = {name: column[there] for name, there in rows.items() if there < len(s)}
    values["the mean down to there"] = np.nanmean(column[1 : row + 1])
    values["among as many at the bottom"] = float(upturned(s, called[row]).rate(asked))
    values["the score there"] = s.threshold[row]
    scores = s.samples.score
    values["the mean score of those called"] = scores[scores >= s.threshold[row]].mean()
    return family("walks.rows", values, asked=name or words.symbol(asked))


def upturned(s: Sweep, called: float) -> Confusion:
    """Count what is called if so many are called from the lowest score up."""
    c = s.confusion(int(np.searchsorted(s.tp + s.fp, s.tp[-1] + s.fp[-1] - called)))
    return Confusion(tp=c.fn, fp=c.tn, fn=c.tp, tn=c.fp)


def cuts(s: Sweep, k: int, *rates: str) -> Family:
    """Return what stands around the cut of a list after as many as there are positives.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.3, 0.1])
    >>> print(cuts(s, 2, "precision").members["place of the cut"].says())
    That's the place of the cut. What is the precision there?
    """
    c, p, r = s.confusion(k), s["precision"], s["recall"]
    nearest = min(np.flatnonzero(np.diff(s.tp)) + 1, key=lambda row: abs(p[row] - r[row]))
    values = {f"{rate} one place earlier": s[rate][k - 1] for rate in rates}
    values |= {f"{rate} one place later": s[rate][k + 1] for rate in rates}
    if p[nearest] != r[nearest]:  # else it is the cut itself
        values |= {f"{rate} where the two are nearest": s[rate][nearest] for rate in rates}
    values |= {"place of the cut": k, "positives above the cut": c.tp}
    # P and R are equal, so FP and FN are, and many rates are the same.
    table = {words.term(name).en: c.rate(name) for name in AT_A_CUT[: 2 if c.tn is None else None]}
    return family("tables.rates", table) + family("walks.cuts", values)


def leads(s: Sweep, row: int) -> Family:
    """Return what stands around the largest lead of TPR, which is in a row.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.3, 0.1])
    >>> print(leads(s, 3).members["lead in counts"].says())
    That's the lead in people. Divide each count by the size of its own class.
    """
    c, ahead = s.confusion(row), s.tp - s.fp
    values = {
        "lead of FPR": ks_statistic(s, "less"),
        "lead in counts": int(ahead.max()),
        "lead in the middle of the list": s["informedness"][len(s) // 2],
    }
    table = named_rates(c, "informedness").but("predicted positive rate", "false discovery rate")
    table += likelihood(c).but("LR+")
    return table + around(s, row, "informedness", "lead") + family("walks.leads", values)


def lifts(s: Sweep, row: int) -> Family:
    """Return what the lift of the first rows of a table of groups is taken for.

    Examples
    --------
    >>> s = Sweep.from_counts([3, 2, 1], tp=[5, 8, 9], fp=[5, 12, 21])
    >>> print(lifts(s, 2).members["one group too many"].says())
    That's the lift with one group more.
    """
    c, tp, called = s.confusion(row), np.diff(s.tp), np.diff(s.tp + s.fp)
    base = float(c.prevalence)
    each, right = tp / called / base, float(c.lift)
    others = c.false_omission_rate
    values = {
        "sum of the lifts": each[:row].sum(),
        "one group too few": float(s.confusion(row - 1).lift),
        "one group too many": s.confusion(row + 1).lift,
        "lift of the other groups": others / base,
        "lift less one": right - 1,
        "precision less the share of positives": c.precision - base,
        "over the rate of the other groups": c.precision / others,
        "over the positives of the other groups": c.tp / c.fn,
    }
    return family("walks.lifts", values) + named_rates(c) + likelihood(c)


def thresholds(s: Sweep, row: int) -> Family:
    """Return scores that may be typed instead of the one of a row: those that call others.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.3, 0.1])
    >>> print(thresholds(s, 3).members["of the last on the list"].says())
    That refuses everyone.
    """
    bar, called = s.threshold, s.tp + s.fp
    rows = {
        "one row earlier": row - 1,
        "where FPR leads by most": int(np.argmin(s["informedness"])),
        "at the highest F1": best_threshold(s, "f1").rows[0],
        "at the highest accuracy": best_threshold(s, "accuracy").rows[0],
        "after as many as there are positives": int(np.searchsorted(called, s.positives)),
        "of the last positive": int(np.argmax(s.tp)),
        "of the first on the list": 1,
        "of the last on the list": len(s) - 1,
        "in the middle of the list": int(np.searchsorted(called, called[-1] / 2)),
    }
    values = {name: bar[there] for name, there in rows.items() if there > 0}
    values["one half"] = 0.5
    values["the mean score"] = s.samples.score.mean()
    values["TPR at KS"] = float(s.confusion(row).recall)
    # A number that calls the same people is as good as the score itself.
    values = {name: float(t) for name, t in values.items() if s.row_at(float(t)) != row}
    return family("walks.thresholds", values)


def places(lead: Sequence[int], met: Sequence[int], s: Sweep) -> Family:
    """Return places and heights on a KS curve other than its first meeting.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> print(places([0, 1, 0, 1, 0], [2], s).members["one sample too late"].says())
    That's one sample too late.
    """
    n, k, far = len(s) - 1, int(met[0]), int(np.argmax(lead))
    shrinks = next((i for i in range(n) if lead[i + 1] < lead[i]), 0)
    places = {
        "second meeting": met[1] if len(met) > 1 else NOWHERE,
        "end of the picture": n,
        "one sample too early": k - 1,
        "one sample too late": k + 1,
        "where the lead first shrinks": shrinks,
        "share that isn't called": n - k,
        "from the widest gap on": k - far,
        "middle of the picture": n / 2,
    }
    values = {name: place / n for name, place in places.items()}
    values |= {
        "number of samples": k,
        "number of positives": int(s.tp[k]),
        "TPR at the widest gap": s["recall"][far],
        "FPR at the widest gap": s["fpr"][far],
        "threshold of KS": s.threshold[far],
    }
    return family("walks.places", values)


def tails(rows: Mapping[int, tuple[int, int]], at: int, bad: int, good: int) -> Family:
    """Return shares of lists other than those with so large a lead of either rate.

    Parameters
    ----------
    rows : mapping of int to pair
        For each lead, times the size of both classes, how many lists have it: of TPR, of either.
    at : int
        The lead that is asked for.
    bad, good : int
        How many there are of both classes.

    Examples
    --------
    >>> family = tails({0: (1, 0), 1: (1, 2)}, 1, 1, 1)
    >>> print(family.members["number of lists"].says(), family.values["number of lists"])
    That's the number of lists. What share of all lists is it? 2
    """
    steps = sorted(rows)
    before = max((lead for lead in steps if lead < at), default=at)
    lists, gap = comb(bad + good, bad), at / (bad * good)

    def counted(which, low, high=None):
        return sum(n[which] for lead, n in rows.items() if low <= lead <= (high or steps[-1]))

    one, wide = counted(0, at), counted(1, at)
    values = {
        "from one row earlier on": counted(1, before),
        "TPR leads by more": counted(0, at + 1),
        "TPR leads, from one row earlier on": counted(0, before),
        "TPR leads by exactly that": rows[at][0],
        "up to that lead": counted(1, 0, at),
        "both columns added": one + wide,
        "half of it": Fraction(wide, 2),
    }
    values = {name: Fraction(n) / lists for name, n in values.items()}
    values |= {
        "number of lists": wide,
        "share of the rows of the table": np.mean([lead >= at for lead in steps]),
        "divided by all rows of ones and zeros": wide / 2 ** (bad + good),
        "formula for large samples": 2 * exp(-2 * gap**2 * bad * good / (bad + good)),
    }
    return family("walks.tails", values)


NORM = Formula("l2_norm", "sqrt(squared_errors)")


def bills(c: Confusion, fp, fn) -> Family:
    """Return what may be made of counts and prices, besides what a sample costs.

    Examples
    --------
    >>> family = bills(Confusion(tp=4, fp=3, fn=2, tn=11), 1, 5)
    >>> print(family.values["prices swapped"].fraction, family.values["cost of a mistake"].fraction)
    17/20 13/5
    """
    terms = {**c.counts, "cFP": fp, "cFN": fn}
    return worked("decisions.costs", terms)


def heights(x, c: Confusion, **more) -> Family:
    """Return what a cost line may be taken to cost at a place, and more that its picture shows.

    Examples
    --------
    >>> heights(0.2, Confusion(tp=4, fp=3, fn=2, tn=11)).values["left end"].fraction
    Fraction(3, 14)
    """
    return worked("decisions.heights", {"x": x, "fpr": c.fpr, "fnr": c.fnr}, named(more))


def named(more) -> dict:
    """Write names as they are read."""
    return {name.replace("_", " "): value for name, value in more.items()}


def bars(act, miss) -> Family:
    """Return what two prices may be made into, besides the probability from which to act.

    Examples
    --------
    >>> bars(1, 19).values["price of acting over the sum"].fraction
    Fraction(1, 20)
    """
    return worked("decisions.bars", {"act": act, "miss": miss})


def prices(terms, **more) -> Family:
    """Return what two lists of alarms may be compared by, besides the price of a false one.

    Examples
    --------
    >>> lists = {"TP_short": 2, "TP_long": 4, "FP_short": 1, "FP_long": 3}
    >>> two = prices({**lists, "all_short": 3, "all_long": 7, "gain": 5})
    >>> print(two.values["price"], two.values["short list earns nothing"])
    5.0 10.0
    """
    return worked("decisions.prices", terms, named(more))


def sizes(truth, guess) -> Family:
    """Return what the errors of guesses may be summed up to, besides their RMSE.

    Examples
    --------
    >>> family = sizes([10, 20, 30], [12, 20, 27])
    >>> print(family.values["MSE"].fraction, family.members["norm"].says())
    13/3 That's the root of the sum of the squares. Divide by their number before the root.
    """
    truth, guess = np.array(truth, float), np.array(guess, float)
    error, root, spread = guess - truth, rmse(truth, guess), mse(truth, guess)
    sums = {"squared_errors": float(error @ error), "absolute_errors": float(abs(error).sum())}
    known = {
        "MSE": spread,
        "MAE": mae(truth, guess),
        "largest error": max_error(truth, guess),
        "mean of the errors": mean_bias_error(truth, guess),
        "size of the mean error": abs(float(error.mean())),
        "median of the errors": medae(truth, guess),
        "spread of the errors": float(error.std()),
        "MAPE": mape(truth, guess),
        "RMSE of relative errors": float(np.sqrt(np.mean((error / truth) ** 2))),
        "RMSE over the mean": float(root) / float(truth.mean()),
        "R²": r2(truth, guess),
    }
    known |= by_formula("decisions.sizes", {**sums, "n": len(truth)})
    return family("decisions.sizes", known)


def shares(truth, guess) -> Family:
    """Return what guesses may be compared by, besides R² by squared errors.

    Examples
    --------
    >>> family = shares([10, 20, 30], [12, 20, 27])
    >>> print(family.values["the share left"].fraction)
    13/200
    """
    truth, guess = np.array(truth, float), np.array(guess, float)
    around = lambda middle, values=truth: float(((values - middle) ** 2).sum())  # noqa: E731
    terms = {
        "own": around(guess),
        "lazy": around(truth.mean()),
        "squares": around(0),
        "by_guessed_mean": around(guess.mean()),
        "by_median": around(np.median(truth)),
        "spread": around(guess.mean(), guess),
        "own_sizes": float(abs(guess - truth).sum()),
        "lazy_sizes": float(abs(truth - truth.mean()).sum()),
        "n": len(truth),
    }
    asked, pull = r2(truth, guess), r2(truth, guess, definition="correlation")
    known = {
        "squared correlation": pull,
        "correlation": float(np.corrcoef(truth, guess)[0, 1]),
        "explained variance": explained_variance(truth, guess),
        "root of R²": float(np.sqrt(max(0.0, asked))),
        "MSE": mse(truth, guess),
        "RMSE": rmse(truth, guess),
        "MAE": mae(truth, guess),
    }
    return family("decisions.shares", known | by_formula("decisions.shares", terms))


def town_counts(gain: np.ndarray, chance: np.ndarray, level: float) -> Family:
    """Return what may be counted in tests of two models, besides those that the first one wins.

    Examples
    --------
    >>> family = town_counts(np.array([0.1, -0.1, 0.05]), np.array([0.01, 0.02, 0.3]), 0.05)
    >>> family.values["ahead"], family.values["small p value"]
    (2, 2)
    """
    ahead, sure, n = gain > 0, chance < level, len(gain)
    masks = {
        "ahead": ahead,
        "behind": ~ahead,
        "small p value": sure,
        "behind, small p value": ~ahead & sure,
        "large p value": ~sure,
        "ahead, large p value": ahead & ~sure,
        "behind, large p value": ~ahead & ~sure,
        "all but those won": ~(ahead & sure),
        "ahead by 0.05": gain >= 0.05,
        "ahead by 0.1": gain > 0.1,
        "ahead, p below a fifth of the level": ahead & (chance < level / 5),
        "ahead, p below half the level": ahead & (chance < level / 2),
        "ahead, p below twice the level": ahead & (chance < 2 * level),
        "ahead, p below the level over all tests": ahead & (chance < level / n),
    }
    counts = {name: int(mask.sum()) for name, mask in masks.items()}
    won = int((ahead & sure).sum())
    counts["won less lost"] = won - counts["behind, small p value"]
    counts["ahead less behind"] = counts["ahead"] - counts["behind"]
    return family("decisions.tests", {**counts, "all towns": n})
