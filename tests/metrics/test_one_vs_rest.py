"""Each class against the rest, as scikit-learn's example of multi-class ROC curves has it."""

from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from sklearn import metrics
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import LabelBinarizer

import mlmetrics_edu as mm
from tests.cases import each

iris = load_iris()
CLASSES = iris.target_names.tolist()
LABELS = iris.target_names[iris.target]
rng = np.random.RandomState(0)
NOISY = np.concatenate([iris.data, rng.randn(150, 200 * 4)], axis=1)
X, X_TEST, Y, Y_TEST = train_test_split(
    NOISY, LABELS, test_size=0.5, stratify=LABELS, random_state=0
)
P = LogisticRegression(max_iter=500).fit(X, Y).predict_proba(X_TEST)
ONE_HOT = LabelBinarizer().fit(Y).transform(Y_TEST)
SOME = mm.one_vs_rest(Y_TEST, P)


def test_the_curves_and_averages_of_scikit_learns_example():
    grid, mean = np.linspace(0, 1, 1000), np.zeros(1000)
    for k, (name, sweep) in enumerate(SOME.sweeps.items()):
        fpr, tpr, threshold = metrics.roc_curve(ONE_HOT[:, k], P[:, k], drop_intermediate=False)
        curve = mm.roc(sweep)
        np.testing.assert_array_equal([*curve, curve.threshold], (fpr, tpr, threshold))
        mean += np.interp(grid, fpr, tpr)
        assert name == CLASSES[k]
    fpr, tpr, _ = metrics.roc_curve(ONE_HOT.ravel(), P.ravel(), drop_intermediate=False)
    np.testing.assert_array_equal([*mm.roc(SOME.micro)], (fpr, tpr))
    macro = SOME.macro_roc()
    np.testing.assert_allclose(np.interp(grid, *macro), mean / 3, rtol=0, atol=1e-12)
    for average in ("macro", "micro", "weighted"):
        area = metrics.roc_auc_score(ONE_HOT, P, average=average)
        assert SOME.auc(average) == pytest.approx(area, abs=1e-12)
        ap = metrics.average_precision_score(ONE_HOT, P, average=average)
        assert SOME.average_precision(average) == pytest.approx(ap, abs=1e-12)
    assert metrics.auc(*macro) == pytest.approx(SOME.auc("macro"), abs=1e-12)


def test_a_mean_curve_is_vertical_where_a_curve_is():
    # a goes up to 1/2 at 0, and to 1 at 1/2; b up to 1 at 1/3; c up to 1 at 0
    y, p = list("abca"), [[0.7, 0.2, 0.1], [0.5, 0.3, 0.2], [0.2, 0.2, 0.6], [0.4, 0.5, 0.1]]
    some = mm.one_vs_rest(y, p)
    by_hand = [
        (0, 0),
        (0, 1 / 2),
        (1 / 3, 1 / 2),
        (1 / 3, 5 / 6),
        (1 / 2, 5 / 6),
        (1 / 2, 1),
        (1, 1),
    ]
    np.testing.assert_allclose(np.column_stack(some.macro_roc()), by_hand)
    assert some.auc().fraction == Fraction(29, 36)


def test_classes_are_named_by_columns_and_called_otherwise():
    frame = pd.DataFrame(P, columns=CLASSES)[["virginica", "setosa", "versicolor"]]
    ways = {
        "named": mm.one_vs_rest(Y_TEST, P, CLASSES),
        "a frame": mm.one_vs_rest(Y_TEST, frame),
        "a mapping": mm.one_vs_rest(Y_TEST, {name: frame[name] for name in CLASSES}),
        "rows": mm.one_vs_rest(ONE_HOT, P, CLASSES),
        "numbers": mm.one_vs_rest(ONE_HOT.argmax(axis=1), P, dict(enumerate(CLASSES))),
    }
    for way, some in ways.items():
        assert {*some.classes} == {*CLASSES}, way
        for name in CLASSES:
            assert mm.auc(some.sweeps[name]).fraction == mm.auc(SOME.sweeps[name]).fraction, way
        assert some.auc("micro").fraction == SOME.auc("micro").fraction


def test_weights_count_samples():
    w = np.arange(len(P)) % 3 + 1
    some, twice = mm.one_vs_rest(Y_TEST, P, weights=w), np.repeat(np.arange(len(P)), w)
    again = mm.one_vs_rest(Y_TEST[twice], P[twice])
    for average in ("macro", "micro", "weighted"):
        assert some.auc(average).fraction == again.auc(average).fraction


REFUSED = {
    "two columns for three classes": (lambda: mm.one_vs_rest(list("abc"), P[:3, :2]), "3 classes"),
    "one column": (lambda: mm.one_vs_rest(list("abc"), [1, 2, 3]), "mm.sweep(y_true, y_score)"),
    "other names": (lambda: mm.one_vs_rest([0, 1, 2], P[:3], list("abc")), "classes={0: 'a', 1:"),
    "an unknown label": (lambda: mm.one_vs_rest(list("abd"), P[:3], list("abc")), "label 'd'"),
    "a class twice": (lambda: mm.one_vs_rest(list("aba"), P[:3], list("aba")), "'a' twice"),
    "names beside a mapping": (
        lambda: mm.one_vs_rest(list("ab"), {"a": [1, 2], "b": [2, 1]}, ["a", "b"]),
        "leave classes out",
    ),
    "uneven columns": (lambda: mm.one_vs_rest(list("ab"), {"a": [1, 2], "b": [2]}), "length"),
    "a set": (lambda: mm.one_vs_rest(list("ab"), P[:2, :2], {"a", "b"}), "list of labels"),
    "a missing score": (lambda: mm.one_vs_rest(list("abc"), [[1, 2, np.nan]] * 3), "nan"),
    "too few labels": (lambda: mm.one_vs_rest(list("abc"), P), "75"),
    "a class that never occurs": (
        lambda: mm.one_vs_rest(list("abb"), P[:3], list("abc")).macro_roc(),
        "class 'c': there is no ROC curve",
    ),
    "an unknown average": (lambda: SOME.auc("samples"), "macro"),
}


@each("case", REFUSED)
def test_what_does_not_belong_together_is_refused(case):
    call, said = REFUSED[case]
    with pytest.raises(mm.MetricError) as caught:
        call()
    assert said in str(caught.value), str(caught.value)
