"""Random cases, up to ten thousand, equal to scikit-learn's answers."""

import warnings

import numpy as np
import sklearn
from sklearn import metrics as sk

import mlmetrics_edu as mm
from tests.cases import each, seeds

CASES, USUAL = 10_000, 107  # one of so many is tried: no divisor of what turns below
QUICK = {"skip_parameter_validation": True, "assume_finite": True}  # of what is drawn here
KINDS = ("continuous", "2 decimals", "few values", "constant", "negative", "huge")


def draw(seed):
    """Draw a case: 1 to 200 samples, mostly few; ties, weights and one class all come up."""
    random = np.random.default_rng(seed)
    n = int(200 ** random.random())
    scores = {
        "continuous": random.random(n),
        "2 decimals": random.random(n).round(2),
        "few values": random.integers(0, 4, n).astype(float),
        "constant": np.full(n, 0.5),
        "negative": random.normal(size=n).round(1),
        "huge": random.normal(size=n) * 10.0 ** random.integers(-300, 300),
    }[KINDS[seed % len(KINDS)]]
    truth = (random.random(n) < random.choice([0, 0.1, 0.5, 0.9, 1])).astype(int)
    weights = random.choice([None, "whole", "real"])
    if weights == "whole":
        return truth, scores, random.integers(1, 5, n)
    return truth, scores, random.uniform(0.1, 3, n) if weights else None


@each("seed", seeds(CASES, USUAL))
def test_sweeps_and_rates_equal_scikit_learn(seed):
    truth, scores, weights = draw(seed)
    sweep = mm.sweep(truth, scores, weights=weights)
    threshold = np.random.default_rng(seed).choice(scores)
    guess = (scores >= threshold).astype(int)
    with warnings.catch_warnings(), sklearn.config_context(**QUICK):
        warnings.simplefilter("ignore")  # theirs; ours says why in the value itself
        compare_curves(sweep, truth, scores, weights, seed)
        c = mm.Confusion.from_labels(truth, guess, weights=weights)
        close(list(sweep.at(threshold).counts.values()), list(c.counts.values()))
        compare_rates(c, truth, guess, weights, seed)


def compare_curves(sweep, truth, scores, weights, turn):
    if truth.any():
        theirs = sk.precision_recall_curve(truth, scores, sample_weight=weights)
        precision, recall, threshold = theirs
        np.testing.assert_array_equal(sweep.threshold[:0:-1], threshold)
        close(sweep["precision"][:0:-1], precision[:-1])
        close(sweep["recall"][::-1], recall)
        close(mm.average_precision(sweep), -np.diff(recall) @ precision[:-1])
    if truth.any() and not truth.all():
        theirs = sk.roc_curve(truth, scores, sample_weight=weights, drop_intermediate=False)
        fpr, tpr, threshold = theirs
        np.testing.assert_array_equal(sweep.threshold, threshold)
        close(sweep["fpr"], fpr)
        close(sweep["recall"], tpr)
        close(mm.auc(sweep), np.trapezoid(tpr, fpr))
        # Two more on each case, in turn; the kinds of scores turn otherwise.
        for function in np.roll(FUNCTIONS, turn // len(KINDS))[:2]:
            function(sweep, truth, scores, weights)


def compare_roc_auc(sweep, truth, scores, weights):
    theirs = sk.roc_auc_score(truth, scores, sample_weight=weights)
    for method in ("area", "pairs", "ranks") if weights is None else ("area", "pairs"):
        close(mm.auc(sweep, method), theirs)


def compare_partial_auc(sweep, truth, scores, weights):
    end = np.random.default_rng(len(sweep) + int(truth.sum())).uniform(0.01, 1)
    theirs = sk.roc_auc_score(truth, scores, sample_weight=weights, max_fpr=end)
    close(mm.partial_auc(sweep, end, standardised=True), theirs)


def compare_average_precision(sweep, truth, scores, weights):
    theirs = sk.average_precision_score(truth, scores, sample_weight=weights)
    close(mm.average_precision(sweep), theirs)


FUNCTIONS = (compare_roc_auc, compare_partial_auc, compare_average_precision)


def compare_rates(c, truth, guess, weights, turn):
    both = {"y_true": truth, "y_pred": guess, "sample_weight": weights}
    close(c.table(), sk.confusion_matrix(**both, labels=[0, 1]))
    beta = (0.5, 1, 2)[turn % 3]
    found = sk.precision_recall_fscore_support(
        **both, beta=beta, average="binary", zero_division=np.nan
    )
    close([c.precision, c.recall, c.f(beta)], found[:3])
    OTHERS[turn % len(OTHERS)](c, both)


def compare_accuracy(c, both):
    close(c.accuracy, sk.accuracy_score(**both))
    close(c.error_rate, sk.zero_one_loss(**both))


def compare_jaccard(c, both):
    close(c.jaccard, sk.jaccard_score(**both, zero_division=0), undefined=0)


def compare_mcc(c, both):
    # Where a row or a column is empty they say 0, or nan if weights make the sums inexact.
    close(c.mcc, np.nan_to_num(sk.matthews_corrcoef(**both)), undefined=0)


def compare_kappa(c, both):
    if len({*both["y_true"], *both["y_pred"]}) > 1:
        y_true, y_pred, weights = both.values()
        close(c.kappa, sk.cohen_kappa_score(y_true, y_pred, labels=[0, 1], sample_weight=weights))


def compare_two_sided(c, both):
    if len(set(both["y_true"])) > 1:
        close(c.balanced_accuracy, sk.balanced_accuracy_score(**both))
        close([c.lr_plus, c.lr_minus], sk.class_likelihood_ratios(**both, labels=[0, 1]))


# Each case goes through one of these in turn: all of them on every case would take minutes.
OTHERS = (compare_accuracy, compare_jaccard, compare_mcc, compare_kappa, compare_two_sided)


def close(ours, theirs, undefined=np.nan, digits=9):
    """Demand equality up to rounding; nan equals nan, or what they say instead."""
    ours = np.where(np.isnan(ours), undefined, ours)
    if not np.array_equal(ours, theirs):  # that is quickly asked, and mostly so
        np.testing.assert_allclose(ours, theirs, rtol=10.0**-digits, atol=10.0 ** -(digits + 3))


def test_confusion_and_sweep_agree_step_by_step():
    for seed in seeds(120, 11):
        truth, scores, weights = draw(seed)
        sweep = mm.sweep(truth, scores, weights=weights)
        for name in mm.rates().to_frame()["name"]:
            single = [float(step.confusion.rate(name)) for step in sweep]
            np.testing.assert_allclose(sweep[name], single, rtol=1e-9, atol=1e-12, err_msg=name)
