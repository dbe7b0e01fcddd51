"""Each rate by another definition: from pycm, or as its inventor or a textbook writes it."""

import math
import warnings
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.rates import RATES
from tests.cases import each

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import pycm

# Our name: theirs (of the positive class).
PYCM = {
    "accuracy": "ACC",
    "error_rate": "ERR",
    "prevalence": "PRE",
    "precision": "PPV",
    "fdr": "FDR",
    "npv": "NPV",
    "false_omission_rate": "FOR",
    "recall": "TPR",
    "fnr": "FNR",
    "specificity": "TNR",
    "fpr": "FPR",
    "f1": "F1",
    "f2": "F2",
    "f0.5": "F0.5",
    "jaccard": "J",
    "fowlkes_mallows": "G",
    "overlap": "OC",
    "braun_blanquet": "BB",
    "balanced_accuracy": "AUC",
    "informedness": "Y",  # Youden's J
    "lift": "LS",
    "predicted_positive_rate": "TOPR",
    "markedness": "MK",
    "g_mean": "GM",
    "mcc": "MCC",
    "optimized_precision": "OP",
    "index_of_balanced_accuracy": "IBA",
    "lr_plus": "PLR",
    "lr_minus": "NLR",
    "diagnostic_odds_ratio": "DOR",
    "yule_q": "Q",
}
PYCM_OVERALL = {
    "kappa": "Kappa",
    "scott_pi": "Scott PI",
    "no_information_rate": "NIR",
    "chance_agreement": "Overall RACC",
    "pooled_agreement": "Overall RACCU",
}
CELL = st.integers(1, 60)


def shares(c):
    """Return the four cells as exact shares of all."""
    return [Fraction(n, c.total) for n in c.counts.values()]


# As the definitions read in words, over shares a (TP), b (FP), c (FN), d (TN).
WORDS = {
    "detection_rate": lambda a, b, c, d: a,
    "bias": lambda a, b, c, d: (a + b) - (a + c),
    # Yule's Y is Q of the square roots: (√DOR − 1)/(√DOR + 1).
    "yule_y": lambda a, b, c, d: (
        (math.sqrt(a * d / (b * c)) - 1) / (math.sqrt(a * d / (b * c)) + 1)
    ),
    # Balayla (2020): (√(TPR·FPR) − FPR)/(TPR − FPR).
    "prevalence_threshold": lambda a, b, c, d: _balayla(a / (a + c), b / (b + d)),
    # Gilbert (1884): the threat score, less what chance would hit.
    "equitable_threat_score": lambda a, b, c, d: _gilbert(a, b, c),
}


def _balayla(tpr, fpr):
    return 0.5 if tpr == fpr else (math.sqrt(tpr * fpr) - fpr) / (tpr - fpr)


def _gilbert(a, b, c):
    chance = (a + b) * (a + c)
    return (a - chance) / (a + b + c - chance)


@given(CELL, CELL, CELL, CELL)
def test_rates_as_their_definitions_read_in_words(tp, fp, fn, tn):
    c = mm.Confusion(tp, fp, fn, tn)
    for name, definition in WORDS.items():
        assert c.rate(name) == pytest.approx(float(definition(*shares(c))), abs=1e-9), name
    called, positive = c.predicted_positive_rate.fraction, c.prevalence.fraction
    assert c.hits_by_chance.fraction == c.total * called * positive


@each("seed", range(60))
def test_rates_equal_pycm(seed):
    tp, fp, fn, tn = np.random.default_rng(seed).integers(1, 200, 4).tolist()
    theirs = pycm.ConfusionMatrix(matrix={1: {1: tp, 0: fn}, 0: {1: fp, 0: tn}})
    c = mm.Confusion(tp, fp, fn, tn)
    for ours, name in PYCM.items():
        assert float(c.rate(ours)) == pytest.approx(theirs.class_stat[name][1], rel=1e-9), ours
    for ours, name in PYCM_OVERALL.items():
        assert float(c.rate(ours)) == pytest.approx(theirs.overall_stat[name], rel=1e-9), ours


def test_no_rate_is_without_a_second_definition():
    second = {*PYCM, *PYCM_OVERALL, *WORDS, "hits_by_chance"}
    assert set(RATES) <= second
