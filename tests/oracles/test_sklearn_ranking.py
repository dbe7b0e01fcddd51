"""Five thousand small tables of several labels, equal to scikit-learn's answers."""

import math
import warnings

import numpy as np
import sklearn
from sklearn import metrics as sk

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.multilabel import (
    hamming_loss,
    jaccard_samples,
    label_ranking_average_precision,
    multilabel_auc,
    multilabel_map,
    subset_accuracy,
)
from tests.cases import each, seeds

CASES, USUAL = 5_000, 47  # one of so many is tried: no divisor of what turns below
QUICK = {"skip_parameter_validation": True, "assume_finite": True}  # of what is drawn here
KINDS = ("continuous", "2 decimals", "few values", "constant", "negative")
AVERAGES = ("macro", "micro", "weighted", "samples")


def draw(seed):
    """Draw a table: ties, weights, empty and full rows and columns all come up."""
    random = np.random.default_rng(seed)
    shape = n, k = random.integers(1, 9), random.integers(2, 6)
    score = {
        "continuous": random.random(shape),
        "2 decimals": random.random(shape).round(2),
        "few values": random.integers(0, 3, shape).astype(float),
        "constant": np.full(shape, 0.5),
        "negative": random.normal(size=shape).round(1),
    }[KINDS[seed % len(KINDS)]]
    truth = (random.random(shape) < random.choice([0.1, 0.5, 0.9])).astype(int)
    for line in (truth[random.integers(n)], truth[:, random.integers(k)]):
        if random.random() < 0.3:
            line[:] = random.integers(2)
    guess = np.where(random.random(shape) < 0.3, 1 - truth, truth)
    return truth, score, guess, random.uniform(0.1, 3, n).round(1) if seed % 2 else None


@each("seed", seeds(CASES, USUAL))
def test_several_labels_equal_scikit_learn(seed):
    truth, score, guess, weights = draw(seed)
    turn = seed // 10  # so that each kind of scores, with weights or without, meets each measure
    with warnings.catch_warnings(), sklearn.config_context(**QUICK):
        warnings.simplefilter("ignore")  # theirs; ours says why in the value itself
        compare_averages(truth, score, weights, turn)
        theirs = sk.label_ranking_average_precision_score(truth, score)
        close(label_ranking_average_precision(truth, score, undefined="best"), theirs)
        compare_sets(truth, guess, turn)


def compare_averages(truth, score, weights, turn):
    average = AVERAGES[turn % 4]
    if average == "weighted" and not truth.any():
        return  # with no label at all, they say 0 where we say 0/0
    if turn // 4 % 2:
        theirs = sk.roc_auc_score(truth, score, average=average, sample_weight=weights)
        close(multilabel_auc(truth, score, average, weights=weights), theirs)
    else:
        theirs = sk.average_precision_score(truth, score, average=average, sample_weight=weights)
        close(multilabel_map(truth, score, average, weights=weights, undefined=0), theirs)


def compare_sets(truth, guess, turn):
    if turn % 5:
        pairs = [(hamming_loss, sk.hamming_loss), (subset_accuracy, sk.accuracy_score)]
        ours, theirs = pairs[turn % 2]
        close(ours(truth, guess), theirs(truth, guess))
    else:
        zero = turn // 5 % 2
        theirs = sk.jaccard_score(truth, guess, average="samples", zero_division=zero)
        close(jaccard_samples(truth, guess, undefined=zero), theirs)


def close(ours, theirs):
    assert isinstance(ours, mm.Worked)
    both_undefined = ours != ours and theirs != theirs
    assert both_undefined or math.isclose(ours, theirs, rel_tol=1e-12, abs_tol=1e-15)


def test_the_drawn_tables_hold_what_they_should():
    tables = [draw(seed) for seed in range(0, CASES, 10)]
    assert any(not truth.any(axis=1).all() for truth, *_ in tables)  # a sample without labels
    assert any(truth.all(axis=1).any() for truth, *_ in tables)  # a sample with all of them
    assert any(not truth.any(axis=0).all() for truth, *_ in tables)  # a label never true
    assert any(not truth.any() for truth, *_ in tables)
