"""Members of families, worked out again from their names by plain arithmetic and scikit-learn."""

from fractions import Fraction
from math import sqrt

import numpy as np
import pytest
from sklearn import metrics as sk

import mlmetrics_edu as mm
from mlmetrics_edu.workbook.exercises.families import tables
from tests.cases import each

TP, FP, FN, TN = 20, 30, 10, 60
C = mm.Confusion(tp=TP, fp=FP, fn=FN, tn=TN)
Y, X = np.repeat([(1, 1), (0, 1), (1, 0), (0, 0)], (TP, FP, FN, TN), axis=0).T
P, R = Fraction(TP, TP + FP), Fraction(TP, TP + FN)
SUMS = {
    **{"TP": TP, "FP": FP, "FN": FN, "TN": TN, "all": TP + FP + FN + TN},
    **{"all positives": TP + FN, "all negatives": FP + TN, "all predicted positives": TP + FP},
    **{"all predicted negatives": FN + TN, "all right ones": TP + TN, "all mistakes": FP + FN},
}
MEANS = {
    "the arithmetic mean": lambda b: (P + R) / 2,
    "the geometric mean": lambda b: sqrt(P * R),
    "the product": lambda b: P * R,
    "the sum": lambda b: P + R,
    "the difference": lambda b: abs(P - R),
    "half the harmonic mean": lambda b: 1 / (1 / P + 1 / R),
    "β not squared": lambda b: (1 + b) / (1 / P + b / R),
    "β² only below": lambda b: 1 / (1 / P + b**2 / R) if b else None,
    "1 + β² forgotten below": lambda b: (1 + b**2) * P * R / (P + R),
    "weighted arithmetic mean": lambda b: (P + b**2 * R) / (1 + b**2),
    "2 in place of 1 + β²": lambda b: 2 / (1 / P + b**2 / R),
    "arithmetic mean with β": lambda b: (P + b * R) / (1 + b),
    "weighted the other way": lambda b: (b**2 * P + R) / (1 + b**2),
    "harmonic mean of the others": lambda b: 2 / (1 / (1 - P) + 1 / (1 - R)),
}


@each("asked", ["", "precision", "recall", "fpr", "npv", "accuracy"])
def test_a_ratio_without_a_name_is_what_it_says(asked):
    for name, value in tables.rates(C, asked).values.items():
        above, over, below = name.partition(" over ")
        if over:
            assert value == pytest.approx(SUMS[above] / SUMS[below]), name
        if name.endswith(", not divided"):
            terms = name.removesuffix(", not divided").split(" + ")
            assert value == sum(SUMS[term] for term in terms), name


@each("beta", [2, 0.5, 3])
def test_means_around_f_beta_are_what_they_say(beta):
    ours = tables.means_of(C, beta)
    assert ours.keys() == MEANS.keys()
    b = Fraction(beta)
    for name, work in MEANS.items():
        assert ours[name] == pytest.approx(float(work(b))), name


def test_readings_of_a_table_turn_its_labels():
    turned = tables.misread(C)
    pairs = {
        "of the other class": (1 - Y, 1 - X),
        "with rows read as columns": (X, Y),
        "with both turned": (1 - X, 1 - Y),
    }
    for name, (y, x) in pairs.items():
        tn, fp, fn, tp = sk.confusion_matrix(y, x).ravel().tolist()
        assert turned[name] == mm.Confusion(tp=tp, fp=fp, fn=fn, tn=tn), name


def test_two_numbers_are_put_together_as_said():
    kinds = " ".join(tables.OF_TWO)
    ours = tables.of_two(kinds, "a", 0.5, "b", 0.2).values
    theirs = {"a": 0.5, "b": 0.2, "1 minus a": 0.5, "1 minus b": 0.8, "a less b": 0.3}
    theirs |= {"b less a": -0.3, "a over b": 2.5, "b over a": 0.4, "a times b": 0.1}
    theirs |= {"the difference over a": 0.6, "the difference over b": 1.5}
    theirs |= {"the difference over the sum": 3 / 7, "the mean of a and b": 0.35}
    theirs |= {"the harmonic mean of a and b": 2 / (2 + 5)}
    assert {name: float(value) for name, value in ours.items()} == pytest.approx(theirs)
