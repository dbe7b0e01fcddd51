"""Five thousand small random cases of regression metrics, equal to scikit-learn's answers."""

import warnings

import numpy as np
import sklearn
from sklearn import metrics as sk

from mlmetrics_edu.metrics.calibration import brier, log_loss
from mlmetrics_edu.metrics.r2 import explained_variance, r2
from mlmetrics_edu.metrics.regression import mae, mape, max_error, medae, mse, rmse
from tests.cases import each, seeds

CASES, USUAL = 5_000, 61  # one of so many is tried: no divisor of what turns below
QUICK = {"skip_parameter_validation": True, "assume_finite": True}


def draw(seed):
    """Draw truths and predictions: typed or not, constant or zero."""
    random = np.random.default_rng(seed)
    n = int(random.integers(1, 25))
    truth, guess = random.normal(0, 10, (2, n))
    kind = ("continuous", "2 decimals", "whole", "zeros", "constant", "perfect")[seed % 6]
    if kind in ("2 decimals", "whole"):
        truth, guess = (c.round(2 if kind == "2 decimals" else 0) for c in (truth, guess))
    if kind == "zeros":
        truth[random.random(n) < 0.3] = 0
    if kind == "constant":
        truth[...] = random.integers(-3, 3)
    if kind == "perfect":
        guess = truth.copy()
    return truth, guess


@each("seed", seeds(CASES, USUAL))
def test_regression_metrics_are_scikit_learn_s(seed):
    truth, guess = draw(seed)
    with warnings.catch_warnings(), sklearn.config_context(**QUICK):
        warnings.simplefilter("ignore")  # theirs; ours says why in the value itself
        for compare in np.roll(COMPARISONS, seed // 6)[:2]:
            compare(truth, guess, seed)


def close(ours, theirs):
    np.testing.assert_allclose(
        np.array(ours, float), np.array(theirs, float), rtol=1e-9, atol=1e-12
    )


def plain(ours, theirs):
    def compare(truth, guess, _seed):
        close(ours(truth, guess), theirs(truth, guess))

    return compare


def compare_mape(truth, guess, _seed):
    theirs = sk.mean_absolute_percentage_error(truth, guess)
    close(mape(truth, guess, zero="epsilon"), theirs)
    if truth.all():
        close(mape(truth, guess), theirs)


def explaining(ours, theirs):
    def compare(truth, guess, _seed):
        if (truth == truth[0]).all():
            assert ours(truth, guess).reason  # theirs is 0 or 1
        else:
            close(ours(truth, guess), theirs(truth, guess))

    return compare


def compare_max_error(truth, guess, _seed):
    close(max_error(truth, guess), sk.max_error(truth, guess))


def compare_probabilities(truth, _guess, seed):
    random = np.random.default_rng(seed)
    n = len(truth)
    labels, prob = random.integers(0, 2, n), random.random(n).round(int(random.integers(1, 9)))
    if 0 < labels.sum() < n:
        theirs = sk.brier_score_loss(labels, prob)
        close(brier(labels, prob), theirs)
        theirs = sk.log_loss(labels, prob)
        close(log_loss(labels, prob, zero="clip"), theirs)
    table = random.dirichlet(np.ones(3), n)
    theirs = sk.log_loss(labels, table, labels=[0, 1, 2])
    close(log_loss(labels, table, labels=[0, 1, 2]), theirs)


COMPARISONS = (
    plain(mae, sk.mean_absolute_error),
    plain(mse, sk.mean_squared_error),
    plain(rmse, sk.root_mean_squared_error),
    plain(medae, sk.median_absolute_error),
    compare_mape,
    explaining(r2, sk.r2_score),
    explaining(explained_variance, sk.explained_variance_score),
    compare_max_error,
    compare_probabilities,
)
