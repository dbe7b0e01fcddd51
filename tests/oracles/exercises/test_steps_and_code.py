"""Exercises in several steps, and those that are tried on data, held against scikit-learn."""

import re

import numpy as np
from sklearn import metrics as sk

import mlmetrics_edu as mm
from tests.oracles.exercises.questions import asked

# What scikit-learn gives for each name, of labels and predictions.
THEIRS = {
    "false discovery rate": lambda y, x: 1 - sk.precision_score(y, x),
    "negative predictive value": lambda y, x: sk.precision_score(y, x, pos_label=0),
    "false omission rate": lambda y, x: 1 - sk.precision_score(y, x, pos_label=0),
    "false negative rate": lambda y, x: 1 - sk.recall_score(y, x),
    "false positive rate": lambda y, x: 1 - sk.recall_score(y, x, pos_label=0),
    "specificity": lambda y, x: sk.recall_score(y, x, pos_label=0),
    "precision": sk.precision_score,
    "recall": sk.recall_score,
}


def labels(tp, fp, fn, tn):
    """Give each sample that was counted a true and a predicted label."""
    cells = [(1, 1), (0, 1), (1, 0), (0, 0)]
    return np.repeat(cells, [int(n) for n in (tp, fp, fn, tn)], axis=0).T


@asked("fbeta.three-steps")
def test_the_steps_to_f1_are_scikit_learns(q):
    (c,) = q.data
    y, x = labels(c.tp, c.fp, c.fn, c.tn)
    right = [score(y, x) for score in (sk.precision_score, sk.recall_score, sk.f1_score)]
    assert np.allclose(q.answer, right) and q.check(right).correct is True


@asked("skew.three-steps")
def test_the_precision_in_a_town_is_that_of_weighted_samples(q):
    (c,) = q.data
    percent = int(re.search(r"town (\d+) in 100", q.text)[1])
    y, x = labels(c.tp, c.fp, c.fn, c.tn)
    weights = np.where(y == 1, percent / sum(y == 1), (100 - percent) / sum(y == 0))
    precision = sk.precision_score(y, x, sample_weight=weights)
    right = [sk.recall_score(y, x), 1 - sk.recall_score(y, x, pos_label=0), precision]
    assert np.allclose(q.answer, right) and q.check(right).correct is True


@asked("ap.step-by-step")
def test_the_mean_over_birds_is_scikit_learns_average_precision(q):
    y = np.array([sign == "■" for sign in q.data[0].split()])
    precision = np.cumsum(y) / np.arange(1, len(y) + 1)
    right = [*precision[y], sk.average_precision_score(y, -np.arange(len(y)))]
    assert np.allclose(q.answer, right) and q.check(right).correct is True


@asked("counts.formula")
def test_a_rates_formula_gives_what_scikit_learn_gives(q):
    name = re.search(r"Write the (.*) as a formula", q.text)[1]
    formula = mm.Formula("theirs", q.answer)
    for counts in ((20, 30, 10, 40), (7, 1, 3, 90)):
        cells = dict(zip(("TP", "FP", "FN", "TN"), counts, strict=True))
        ours = formula.work(**{term: cells[term] for term in formula.terms})
        assert np.isclose(ours, THEIRS[name](*labels(*counts)))


@asked("fbeta.formula")
def test_f_betas_formula_gives_what_scikit_learn_gives(q):
    above, below = re.search(r"β = (\d+)(?:/(\d+))?", q.text).groups()
    y, x = labels(20, 30, 10, 40)
    p, r = sk.precision_score(y, x), sk.recall_score(y, x)
    theirs = sk.fbeta_score(y, x, beta=int(above) / int(below or 1))
    assert np.isclose(mm.Formula("theirs", q.answer).work(P=p, R=r), theirs)


@asked("auc.code")
def test_scikit_learns_auc_is_accepted_as_code(q):
    assert q.check(lambda y, score: float(sk.roc_auc_score(y, score))).correct is True
    assert q.check(sk.roc_auc_score).correct is True
    assert q.check(lambda y, score: sk.average_precision_score(y, score)).correct is False
