"""What scikit-learn returns: bit for bit, on laws, on its own documentation, and where it differs.

Ten thousand more cases are in tests/oracles/test_sklearn_binary.py.
"""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn import metrics as sk

import mlmetrics_edu as mm
from mlmetrics_edu.metrics import as_sklearn
from tests.cases import each

Y, SCORE = [0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]
CURVES = ("roc_curve", "precision_recall_curve", "det_curve")
ALL = (*CURVES, "average_precision_score", "roc_auc_score")
# Weights that are powers of two, or whole, are summed without rounding, whatever the order.
WEIGHTS = st.one_of(st.sampled_from([0.0, 0.25, 1.0, 4.0]), st.floats(0.01, 10))


@st.composite
def cases(draw):
    n = draw(st.integers(2, 30))
    labels = draw(hnp.arrays(int, n, elements=st.integers(0, 1)))
    labels[:2] = 0, 1
    scores = draw(hnp.arrays(float, n, elements=st.sampled_from(np.linspace(-1, 2, 13).tolist())))
    weights = draw(st.one_of(st.none(), hnp.arrays(float, n, elements=WEIGHTS)))
    if weights is not None:
        weights[:2] = 1.5, 0.5
    return labels, scores, weights


@given(cases(), st.sampled_from(CURVES), st.booleans())
def test_curves_are_theirs_to_the_bit(case, name, drop):
    y, score, weights = case
    ours = getattr(as_sklearn, name)(mm.sweep(y, score, weights=weights), drop_intermediate=drop)
    theirs = getattr(sk, name)(y, score, sample_weight=weights, drop_intermediate=drop)
    for column, expected in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(column, expected, strict=True)  # length and dtype too


@given(cases(), st.one_of(st.none(), st.floats(0.01, 1)))
def test_scores_are_theirs_to_the_last_digits(case, max_fpr):
    y, score, weights = case
    s = mm.sweep(y, score, weights=weights)
    theirs = sk.roc_auc_score(y, score, sample_weight=weights, max_fpr=max_fpr)
    assert as_sklearn.roc_auc_score(s, max_fpr) == pytest.approx(theirs, rel=1e-15, abs=1e-16)
    theirs = sk.average_precision_score(y, score, sample_weight=weights)
    assert as_sklearn.average_precision_score(s) == pytest.approx(theirs, rel=1e-15)


@given(cases(), st.floats(0.01, 1))
def test_and_they_are_the_areas_of_this_package(case, max_fpr):
    y, score, weights = case
    s = mm.sweep(y, score, weights=weights)
    ap = mm.average_precision(s)
    assert as_sklearn.average_precision_score(s) == pytest.approx(ap, rel=1e-12)
    assert as_sklearn.roc_auc_score(s) == pytest.approx(mm.auc(s), rel=1e-12)
    part = mm.partial_auc(s, max_fpr, standardised=True)
    assert as_sklearn.roc_auc_score(s, max_fpr) == pytest.approx(part, rel=1e-9, abs=1e-12)


def test_the_examples_of_their_documentation():
    s = mm.sweep(Y, SCORE)
    fpr, tpr, thresholds = as_sklearn.roc_curve(s)
    assert (fpr.tolist(), tpr.tolist()) == ([0, 0, 0.5, 0.5, 1], [0, 0.5, 0.5, 1, 1])
    assert thresholds.tolist() == [np.inf, 0.8, 0.4, 0.35, 0.1]
    precision, recall, thresholds = as_sklearn.precision_recall_curve(s)
    assert precision.tolist() == [0.5, 2 / 3, 0.5, 1, 1]
    assert recall.tolist() == [1, 1, 0.5, 0.5, 0] and thresholds.tolist() == [0.1, 0.35, 0.4, 0.8]
    fpr, fnr, thresholds = as_sklearn.det_curve(s)
    assert (fpr.tolist(), fnr.tolist()) == ([0.5, 0.5, 0], [0, 0.5, 0.5])
    assert thresholds.tolist() == [0.35, 0.4, 0.8]
    assert as_sklearn.roc_auc_score(s) == 0.75
    assert round(as_sklearn.average_precision_score(s), 2) == 0.83


def test_the_point_that_issue_31635_is_about():
    s = mm.sweep([0, 0, 0, 0, 1, 1, 1, 1], range(8))
    fpr, tpr, thresholds = as_sklearn.roc_curve(s)
    assert (fpr.tolist(), tpr.tolist()) == ([0, 0, 0, 1], [0, 0.25, 1, 1])
    assert thresholds.tolist() == [np.inf, 7, 4, 0]
    assert len(mm.roc_hull(s)) == 3  # without the point that lies amid a straight line


def test_the_cars():
    cars = mm.example("cars")
    s = mm.sweep(cars.y_true, cars.y_score)
    precision, recall, thresholds = as_sklearn.precision_recall_curve(s)
    assert (len(precision), len(recall), len(thresholds)) == (18, 18, 17)
    assert round(as_sklearn.average_precision_score(s), 4) == 0.6438
    assert as_sklearn.roc_auc_score(s) == pytest.approx(41 / 56, rel=1e-15)


@each("name", ALL)
def test_only_grouped_ties_have_a_counterpart(name):
    with pytest.raises(mm.MetricError, match="in-order"):
        getattr(as_sklearn, name)(mm.sweep(Y, SCORE, ties="in-order"))


@each("name", ALL)
def test_samples_without_a_score_have_no_counterpart(name):
    with pytest.raises(mm.MetricError, match="2 of 5 positives"):
        getattr(as_sklearn, name)(mm.sweep(Y, SCORE, positives=5))
    with pytest.raises(mm.MetricError, match="negatives"):
        getattr(as_sklearn, name)(mm.sweep(Y, SCORE, negatives="unknown"))


# Labels of one class: what scikit-learn does, as `differences` says.
ONE_CLASS = {
    ("roc_curve", 0): "warns",
    ("roc_curve", 1): "warns",
    ("precision_recall_curve", 0): "warns",
    ("precision_recall_curve", 1): "is fine",
    ("det_curve", 0): "raises",
    ("det_curve", 1): "raises",
    ("average_precision_score", 0): "warns",
    ("average_precision_score", 1): "is fine",
    ("roc_auc_score", 0): "warns",
    ("roc_auc_score", 1): "warns",
}


@each("name, label", ONE_CLASS)
def test_of_one_class_ours_raises_where_theirs_warns(name, label):
    y, does = [label] * 3, ONE_CLASS[name, label]
    ours, theirs = (getattr(library, name) for library in (as_sklearn, sk))
    s = mm.sweep(y, [0.3, 0.2, 0.1])
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        if does == "raises":
            with pytest.raises(ValueError, match="one class"):
                theirs(y, [0.3, 0.2, 0.1])
        else:
            found = theirs(y, [0.3, 0.2, 0.1])
    assert bool(heard) == (does == "warns")
    if does == "is fine":
        np.testing.assert_equal(ours(s), found)
    else:
        with pytest.raises(mm.UndefinedError):
            ours(s)


@each("end", (0, -0.1, 1.01, float("nan"), True, "0.1", [0.1]))
def test_a_partial_area_ends_at_a_rate(end):
    with pytest.raises(mm.InputError, match="max_fpr"):
        as_sklearn.roc_auc_score(mm.sweep(Y, SCORE), end)


def test_the_table_of_differences_tells_of_each_function():
    table = as_sklearn.differences().to_frame()
    assert tuple(dict.fromkeys(table["function"])) == ALL
    threads = " ".join(table.loc[table["function"] == "roc_curve", "since"])
    assert "#31635" in threads and "#26194" in threads
    # What it says of one class is what was seen above.
    told = table[table["scikit-learn"].str.contains("one class|no positives")]
    raises = told.loc[told["scikit-learn"].str.contains("error"), "function"].tolist()
    assert raises == ["det_curve"] and set(told["here"]) == {"an error"} and len(told) == 5
