"""Each rate by another definition: from pycm, or as its inventor or a textbook writes it."""

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
    "balanced_accuracy": "AUC",
    "informedness": "Y",  # Youden's J
    "lift": "LS",
    "predicted_positive_rate": "TOPR",
    "markedness": "MK",
    "g_mean": "GM",
    "mcc": "MCC",
    "lr_plus": "PLR",
    "lr_minus": "NLR",
    "diagnostic_odds_ratio": "DOR",
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
}


@given(CELL, CELL, CELL, CELL)
def test_rates_as_their_definitions_read_in_words(tp, fp, fn, tn):
    c = mm.Confusion(tp, fp, fn, tn)
    for name, definition in WORDS.items():
        assert c.rate(name) == pytest.approx(float(definition(*shares(c))), abs=1e-9), name


@each("seed", range(25))
def test_rates_equal_pycm(seed):
    tp, fp, fn, tn = np.random.default_rng(seed).integers(1, 200, 4).tolist()
    theirs = pycm.ConfusionMatrix(matrix={1: {1: tp, 0: fn}, 0: {1: fp, 0: tn}})
    c = mm.Confusion(tp, fp, fn, tn)
    for ours, name in PYCM.items():
        assert float(c.rate(ours)) == pytest.approx(theirs.class_stat[name][1], rel=1e-9), ours
    for ours, name in PYCM_OVERALL.items():
        assert float(c.rate(ours)) == pytest.approx(theirs.overall_stat[name], rel=1e-9), ours


def test_no_rate_is_without_a_second_definition():
    assert set(RATES) <= {*PYCM, *PYCM_OVERALL, *WORDS}
