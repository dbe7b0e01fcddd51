"""What stands around the errors of guessed numbers: other sizes, other comparisons."""

import numpy as np

from ....core.formula import Formula
from ....metrics.real_values.determination import explained_variance, r2
from ....metrics.real_values.regression import (
    mae,
    max_error,
    mean_bias_error,
    medae,
    mse,
    rmse,
)
from ....metrics.real_values.relative_errors import mape
from ..family import Family, family
from ..registry import formulas

NORM = Formula("l2_norm", "sqrt(squared_errors)")
SIZES = {
    "norm": "sqrt(squared_errors)",
    "sum of the squares": "squared_errors",
    "root before the division": "sqrt(squared_errors) / n",
    "divided by one less": "sqrt(squared_errors / (n - 1))",
    "divided by one less, without the root": "squared_errors / (n - 1)",
    "sum of the errors": "absolute_errors",
    "root of the MAE": "sqrt(absolute_errors / n)",
}
SHARES = {
    "the share left": "own / lazy",
    "roots of the squares": "1 - sqrt(own / lazy)",
    "not squared": "1 - own_sizes / lazy_sizes",
    "compared with 0": "1 - own / squares",
    "compared with the guesses' mean": "1 - own / by_guessed_mean",
    "compared with the median": "1 - own / by_median",
    "price and guess swapped": "1 - own / spread",
    "spread of the guesses": "spread / lazy",
    "divided the other way": "1 - lazy / own",
    "divided by one less": "1 - (own / n) / (lazy / (n - 1))",
    "adjusted R²": "1 - (own / (n - 2)) / (lazy / (n - 1))",
    "squares of the lazy man over the own": "lazy / own",
}


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
    return family("guesses.sizes", known | formulas({**sums, "n": len(truth)}, SIZES))


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
    return family("guesses.shares", known | formulas(terms, SHARES))
