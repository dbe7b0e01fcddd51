"""Averages over classes and over runs, in exact fractions."""

import pickle
from fractions import Fraction as Fr
from statistics import mean

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from mlmetrics_edu.core.errors import MetricError, UndefinedError, UnknownNameError
from mlmetrics_edu.core.formula import Formula
from mlmetrics_edu.metrics import rates
from mlmetrics_edu.metrics.confusion import Confusion
from mlmetrics_edu.metrics.confusion_matrix import ConfusionMatrix
from mlmetrics_edu.metrics.means import average_over, micro_f1_is_accuracy
from tests.cases import each

SMALL = ConfusionMatrix.from_labels([0, 1, 2, 2, 2], [0, 0, 2, 2, 1])
# Class 2 is never predicted, class 3 neither occurs nor is predicted.
HOLES = ConfusionMatrix.from_labels([0, 1, 2, 2, 2], [0, 0, 1, 1, 1], labels=[0, 1, 2, 3])
SIZES = st.integers(1, 5).flatmap(
    lambda k: hnp.arrays(int, (k, k), elements=st.integers(0, 6)).map(ConfusionMatrix)
)
FULL = st.integers(1, 5).flatmap(
    lambda k: hnp.arrays(int, (k, k), elements=st.integers(1, 6)).map(ConfusionMatrix)
)


def per_class(matrix):
    """Precision, recall, support by definition, in plain fractions."""
    table = matrix.counts.tolist()
    rows, columns = [sum(row) for row in table], [sum(c) for c in zip(*table, strict=True)]
    right = [table[i][i] for i in range(matrix.k)]
    p = [Fr(r, c) for r, c in zip(right, columns, strict=True)]
    r = [Fr(x, n) for x, n in zip(right, rows, strict=True)]
    return p, r, rows


@given(FULL, st.sampled_from([(1, "f1"), (2, "f2"), (Fr(1, 2), "f0.5")]))
def test_averages_by_definition(matrix, which):
    beta, rate = which
    p, r, n = per_class(matrix)

    def f(p, r):
        return 0 if p == r == 0 else (1 + beta**2) * p * r / (beta**2 * p + r)

    each = [f(*pair) for pair in zip(p, r, strict=True)]
    total = sum(n)
    assert matrix.average(rate).fraction == mean(each)
    assert matrix.average(rate, "macro-of-averages").fraction == f(mean(p), mean(r))
    weighted = sum(v * w for v, w in zip(each, n, strict=True)) / total
    assert matrix.average(rate, "weighted").fraction == weighted
    assert matrix.average(rate, "micro").fraction == Fr(int(matrix.counts.trace()), total)
    assert matrix.average("recall", "weighted").fraction == matrix.accuracy.fraction


@given(FULL)
def test_the_other_rates_of_mean_precision_and_recall(matrix):
    p, r, _ = per_class(matrix)
    p, r = mean(p), mean(r)
    way = "macro-of-averages"
    assert matrix.average("jaccard", way).fraction == 1 / (1 / p + 1 / r - 1)
    assert matrix.average(rates.f_weighted(3, 1), way).fraction == 4 / (3 / r + 1 / p)
    own = Formula("mean of both", "(precision + recall) / 2")
    assert matrix.average(own, way).fraction == (p + r) / 2
    assert matrix.average(own).fraction == (p + r) / 2


@given(SIZES, st.sampled_from(["precision", "recall", "f1", "jaccard", "npv"]))
def test_what_becomes_of_undefined_values(matrix, rate):
    each = [matrix.one_vs_rest(label).rate(rate).fraction for label in matrix.labels]
    known = [value for value in each if value is not None]
    assert matrix.average(rate).fraction == (mean(each) if len(known) == len(each) else None)
    skipped = matrix.average(rate, undefined="skip")
    assert skipped.fraction == (mean(known) if known else None)
    assert skipped.reason if not known else not skipped.reason
    for value in (0, 1):
        filled = [value if v is None else v for v in each]
        assert matrix.average(rate, undefined=value).fraction == mean(filled)
    if len(known) < len(each):
        with pytest.raises(UndefinedError):
            matrix.average(rate, undefined="raise")


def test_an_undefined_average_names_the_classes():
    number = HOLES.average("precision")
    assert number != number
    why = "classes 2, 3 (TP + FP = 0: nothing was predicted positive)"
    assert number.reason == f"no value for {why}"
    assert number.conventions["undefined"] == f"undefined: {why}"
    of_means = HOLES.average("f1", "macro-of-averages")
    assert why in of_means.terms["precision"].reason and why in of_means.reason
    skipped = HOLES.average("precision", undefined="skip")
    assert skipped.fraction == Fr(1, 4)
    assert skipped.conventions["undefined"] == f"left out: {why}"
    filled = HOLES.average("recall", undefined=1)
    assert filled.conventions["undefined"].startswith("counted as 1: class 3 (")
    weighted = HOLES.average("recall", "weighted")
    assert weighted.fraction == Fr(1, 5)  # class 3 has no weight, so its recall isn't missed
    assert weighted.conventions["absent"] == "no weight: class 3"


def test_the_steps_show_who_counts_how_much():
    frame = HOLES.average("precision", undefined="skip").steps.to_frame()
    assert frame["class"].tolist() == ["0", "1", "2", "3", "macro"]
    assert frame["weight"].tolist() == [1, 1, 0, 0, 2]
    np.testing.assert_array_equal(frame["precision"], [0.5, 0, np.nan, np.nan, 0.25])
    micro = SMALL.average("f1", "micro").steps
    assert str(micro).splitlines()[-1].split() == "micro 3 2 2 6/10 = 0.600".split()
    number = pickle.loads(pickle.dumps(SMALL.average("f1", "weighted")))
    assert str(number.steps) == str(SMALL.average("f1", "weighted").steps)
    assert number.fraction == Fr(46, 75) and "weight" in number.working


def test_an_average_over_no_weight():
    none = ConfusionMatrix([[0, 0], [2, 3]])
    number = none.average("precision", "weighted", labels=[0])
    assert number.reason == "there is no class with any weight" and number != number
    filled = none.average("precision", "weighted", labels=[0], undefined=1)
    assert filled.fraction == 1 and filled.reason == number.reason
    with pytest.raises(UndefinedError, match="weighted precision is undefined"):
        none.average("precision", "weighted", labels=[0], undefined="raise")
    skipped = HOLES.average("precision", undefined="skip", labels=[2, 3])
    assert skipped.reason == HOLES.average("precision").reason


def test_the_two_macro_f1s_of_a_well_known_thread():
    # github.com/scikit-learn/scikit-learn/issues/8747: class 0 is no true class, and left out.
    truth = [1, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4]
    guess = [1, 1, 1, 0, 0, 2, 2, 3, 3, 3, 4, 3, 4, 3]
    m = ConfusionMatrix.from_labels(truth, guess)
    four = {"labels": [1, 2, 3, 4]}
    assert m.average("precision", **four).fraction == Fr(29, 40)
    assert m.average("f1", "macro-of-averages", **four).fraction == Fr(493, 775)  # 0.6361
    assert m.average("f1", **four).fraction == Fr(29, 48)  # 0.6042
    assert m.average("f1", "micro", **four).fraction == Fr(8, 13) != m.accuracy.fraction


def test_leaving_a_class_out_parts_micro_f1_from_accuracy():
    m = ConfusionMatrix([[5, 1, 0], [2, 3, 0], [1, 0, 8]])
    assert m.average("f1", "micro").fraction == m.accuracy.fraction == Fr(16, 20)
    part = m.average("f1", "micro", labels=[1, 2])
    assert part.fraction == Fr(2 * 11, 2 * 11 + 1 + 3)
    assert part.conventions["left out"] == "left out: 0"
    with pytest.raises(UnknownNameError):
        m.average("f1", labels=[7])


@given(SIZES)
def test_the_proof_holds_on_every_table(matrix):
    *counts, p, r, f1, accuracy = micro_f1_is_accuracy(matrix).to_frame()["value"]
    tp, fp, fn, n = map(int, counts)
    assert tp == matrix.counts.trace() and fp == fn == matrix.total - tp and n == matrix.total
    if n:
        assert p == r == f1 == accuracy == float(Fr(tp, n))
    else:
        assert str(micro_f1_is_accuracy(matrix)).count("undefined") == 4


def test_the_report_works_every_cell():
    text = str(SMALL.report(("precision", "recall", "f1", "specificity")))
    lines = [line.split("  ") for line in text.splitlines()]
    assert [cell.strip() for cell in lines[4] if cell.strip()] == [
        "2",
        "2/2 = 1.000",
        "2/3 = 0.667",
        "4/5 = 0.800",
        "2/2 = 1.000",
        "3",
    ]
    accuracy = [cell.strip() for cell in lines[5] if cell.strip()]
    assert accuracy == ["accuracy", "3/5 = 0.600", "3/5 = 0.600", "3/5 = 0.600", "–", "5"]
    frame = SMALL.report().to_frame()
    assert frame["F1"].tolist()[-2:] == [float(Fr(22, 45)), float(Fr(46, 75))]
    heading = str(HOLES.report(undefined="skip")).splitlines()[0]
    assert "precision left out: classes 2, 3" in heading and "F1 left out: class 3" in heading
    assert str(SMALL.rates("f2")).splitlines()[-1].split() == "2 2 0 1 10/14 = 0.714".split()


def test_pooling_and_averaging_runs():
    runs = [Confusion(8, 2, 1, 9), Confusion(1, 0, 4, 15)]
    assert average_over(runs, "precision").fraction == Fr(9, 10)
    assert average_over(runs, "precision", "micro").fraction == Fr(9, 11)
    p, r = Fr(9, 10), (Fr(8, 9) + Fr(1, 5)) / 2
    assert average_over(runs, "f1", "macro-of-averages").fraction == 2 * p * r / (p + r)
    assert average_over(runs, "recall", "weighted").fraction == Fr(9, 14)
    assert average_over([Confusion(1, 1, 0, None)], "f1", "micro").fraction == Fr(2, 3)
    assert "table" in str(average_over(runs, "f1").steps)


BAD = {
    "how": lambda: SMALL.average("f1", "mean"),
    "rate": lambda: SMALL.average("f1score"),
    "undefined": lambda: SMALL.average("f1", undefined="zero"),
    "undefined for micro": lambda: SMALL.average("f1", "micro", undefined="warn"),
    "no rates": lambda: SMALL.report([["f1"]]),
    "averages of mcc": lambda: SMALL.average("mcc", "macro-of-averages"),
    "runs of nothing": lambda: average_over([], "f1"),
    "runs of two kinds": lambda: average_over([SMALL, Confusion(1, 1, 1, 1)], "f1"),
}


@each("kind", BAD)
def test_bad_input_is_refused_in_three_parts(kind):
    with pytest.raises(MetricError) as caught:
        BAD[kind]()
    assert all((caught.value.what, caught.value.why, caught.value.fix))
