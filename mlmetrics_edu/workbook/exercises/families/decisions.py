"""What stands around a decision: bills and prices, errors of guesses, tests that are won."""

from __future__ import annotations

import numpy as np

from ....core.formula import Formula
from ....metrics.confusion import Confusion
from ....metrics.r2 import explained_variance, r2
from ....metrics.regression import mae, mape, max_error, mean_bias_error, medae, mse, rmse
from . import Family, by_formula, family, worked

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
