"""Tables of k classes: counted from labels of any kind, and laid out by any custom."""

import pickle
from collections import Counter
from datetime import date

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from mlmetrics_edu.core.errors import InputError, MetricError
from mlmetrics_edu.metrics.confusion import Confusion
from mlmetrics_edu.metrics.confusion_matrix import ConfusionMatrix
from tests.cases import each

NAN = float("nan")
KINDS = {
    "small whole numbers": lambda i: int(i) - 2,
    "whole numbers far apart": lambda i: int(i) * 10**15,
    "texts": lambda i: "ant bee cat dog elk".split()[i],
    "bytes": lambda i: b"abcde"[i : i + 1],
    "dates": lambda i: date(2020, 1, 1 + int(i)),
    "tuples": lambda i: (int(i), "x"),
    "whole floats": float,
}
LABELS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=12)


def column(values):
    array = np.empty(len(values), object)
    array[:] = values
    return array


@each("kind", KINDS)
@given(pairs=LABELS)
def test_labels_of_any_kind_are_counted_as_a_dictionary_would(kind, pairs):
    pairs = [(KINDS[kind](t), KINDS[kind](p)) for t, p in pairs]
    counted = Counter(pairs)
    names = sorted({label for pair in pairs for label in pair})
    m = ConfusionMatrix.from_labels(*map(column, zip(*pairs, strict=True)))
    assert m.labels == tuple(names)
    assert m.counts.tolist() == [[counted[t, p] for p in names] for t in names]
    assert m.total == len(pairs)
    for t in names:
        for p in names:
            assert m.cell(t, p) == tuple(i for i, pair in enumerate(pairs) if pair == (t, p))


@each("dtype", ["int8", "uint8", "int64", "uint64", ">i4", "U3", "S2", "object"])
@each("n", [50, 70_000])
def test_every_column_type_is_counted_alike(dtype, n):
    codes = np.random.default_rng(n).integers(0, 12, (2, n))
    truth, guess = codes.astype(dtype)
    expected = np.zeros((12, 12), int)
    np.add.at(expected, tuple(codes), 1)
    m = ConfusionMatrix.from_labels(truth, guess)
    order = [m.labels.index(np.array([i]).astype(dtype).tolist()[0]) for i in range(12)]
    np.testing.assert_array_equal(m.counts[np.ix_(order, order)], expected)
    assert list(m.labels) == sorted(m.labels)


def test_columns_of_different_types_and_truth_values():
    m = ConfusionMatrix.from_labels(np.array([3, 1], np.uint8), np.array([-1, 1], np.int64))
    assert m.labels == (-1, 1, 3) and m.counts[2, 0] == 1
    assert ConfusionMatrix.from_labels([True, True], [True, True]).labels == (True,)
    both = ConfusionMatrix.from_labels([True, False], [False, False]).labels
    assert both == (False, True) and {*map(type, both)} == {bool}
    assert ConfusionMatrix.from_labels([2**62, 0], [0, 0]).labels == (0, 2**62)
    low = np.array([-(2**63), 2**63 - 1])
    assert ConfusionMatrix.from_labels(low, low).counts.tolist() == [[1, 0], [0, 1]]
    big = np.array([2**64 - 1, 2**64 - 2], np.uint64)
    assert ConfusionMatrix.from_labels(big, big).labels == (2**64 - 2, 2**64 - 1)


def test_named_labels_give_the_order_and_the_absent():
    m = ConfusionMatrix.from_labels([0, 1, 1], [1, 1, 0], labels=[2, 1, 0], ids=["x", "y", "z"])
    assert m.counts.tolist() == [[0, 0, 0], [0, 1, 1], [0, 1, 0]]
    assert m.cell(1, 0) == ("z",) and m.cell(2, 1) == () == m.cell(1, 2)
    assert m.one_vs_rest(2).samples["TN"] == ("x", "y", "z")
    halves = ConfusionMatrix.from_labels([0.5, 1.0], [0.5, 0.5], labels=[0.5, 1.0])
    assert halves.counts.tolist() == [[1, 0], [1, 0]]


@given(LABELS, st.data())
def test_weights_are_repeated_samples(pairs, data):
    truth, guess = np.array(pairs).T
    n = len(pairs)
    weights = data.draw(st.lists(st.integers(0, 3), min_size=n, max_size=n))
    m = ConfusionMatrix.from_labels(truth, guess, weights=weights)
    again = (
        ConfusionMatrix.from_labels(
            [*np.repeat(truth, weights), 0], [*np.repeat(guess, weights), 0], labels=m.labels
        )
        if 0 in m.labels and sum(weights)
        else None
    )
    if again:
        zero = m.labels.index(0)
        expected = again.counts.copy()
        expected[zero, zero] -= 1
        np.testing.assert_array_equal(m.counts, expected)
    assert m.total == sum(weights) and m.counts.dtype == np.int64


@given(LABELS)
def test_one_against_the_rest_is_the_two_class_table(pairs):
    truth, guess = np.array(pairs).T
    m = ConfusionMatrix.from_labels(truth, guess)
    for i, label in enumerate(m.labels):
        c = m.one_vs_rest(label)
        direct = Confusion.from_labels(truth == label, guess == label)
        assert c == direct and c.samples == direct.samples
        assert {name: column[i] for name, column in m.per_class.items()} == c.counts
        np.testing.assert_equal(m["precision"][i], float(c.precision))
        assert c.names == (f"not {label}", str(label)) and str(label) in str(c)


def test_tables_add_up_where_the_classes_are_the_same():
    a, b = ConfusionMatrix([[1, 2], [3, 4]], [*"xy"]), ConfusionMatrix([[5, 0], [0, 1]], [*"xy"])
    assert a + b == sum([a, b]) == ConfusionMatrix([[6, 2], [3, 5]], [*"xy"])
    assert hash(a + b) == hash(b + a) and a != b and a != "table"
    with pytest.raises(InputError, match="cells can be added only"):
        a + ConfusionMatrix([[1, 2], [3, 4]], [*"yx"])
    with pytest.raises(TypeError):
        a + 1


def test_the_four_customs():
    m = ConfusionMatrix([[1, 2], [3, 4]])
    assert m.table().tolist() == [[1, 2], [3, 4]]
    assert m.table("truth in rows, reversed").tolist() == [[4, 3], [2, 1]]
    assert m.table("truth in columns, in order").tolist() == [[1, 3], [2, 4]]
    assert m.table("truth in columns, reversed").tolist() == [[4, 2], [3, 1]]
    text = str(m.trace("truth in columns, reversed"))
    assert text.splitlines()[1].split() == "truly 1 truly 0 total".split()
    assert text.splitlines()[2].split() == "predicted 1 4 2 6".split()
    assert text.splitlines()[-1].split() == "total 7 3 10".split()


def test_many_classes_show_the_first():
    counts = np.eye(30, dtype=int) * 2
    counts[25, 0] = 7  # out of sight, and still in the sum
    m = ConfusionMatrix(counts)
    lines = str(m).splitlines()
    assert lines[0].startswith("67 samples, 30 classes, the first 20 shown")
    assert len(lines) == 23 and lines[-1].split()[1] == "9" and lines[-1].split()[-1] == "67"


def test_counts_beyond_whole_floats_don_t_overflow():
    m = ConfusionMatrix([[2**62, 2**62], [2**62, 2**62]])
    assert m.total == 2.0**64 and m.accuracy == 0.5 and m.kappa == 0
    assert ConfusionMatrix([[1e20, 0], [0, 1e20]]).accuracy == 1


def test_it_is_frozen_and_pickles():
    counts = np.array([[1, 2], [3, 4]])
    m = ConfusionMatrix(counts)
    counts[0, 0] = 9
    assert m.counts[0, 0] == 1
    with pytest.raises(ValueError, match="read-only"):
        m.counts[0, 0] = 9
    with pytest.raises(AttributeError):
        m.labels = "ab"
    m = ConfusionMatrix.from_labels([0, 1], [1, 1])
    again = pickle.loads(pickle.dumps(m))
    assert again == m and again.cell(0, 1) == (0,)
    assert pickle.loads(pickle.dumps(m.one_vs_rest(1))).samples["FP"] == (0,)
    number = pickle.loads(pickle.dumps(m.balanced_accuracy))
    assert "recall" in str(number.steps)


BAD = {
    "not square": lambda: ConfusionMatrix([[1, 2]]),
    "ragged": lambda: ConfusionMatrix([[1, 2], [3]]),
    "empty": lambda: ConfusionMatrix([[]]),
    "negative": lambda: ConfusionMatrix([[1, -2], [3, 4]]),
    "NaN cell": lambda: ConfusionMatrix([[1, NAN], [3, 4]]),
    "texts as counts": lambda: ConfusionMatrix([["1", "2"], ["3", "4"]]),
    "huge counts": lambda: ConfusionMatrix([[1e200, 0], [0, 1]]),
    "too few labels": lambda: ConfusionMatrix([[1, 2], [3, 4]], ["a"]),
    "a label twice": lambda: ConfusionMatrix([[1, 2], [3, 4]], ["a", "a"]),
    "a set of labels": lambda: ConfusionMatrix([[1, 2], [3, 4]], {"a", "b"}),
    "no samples": lambda: ConfusionMatrix.from_labels([], []),
    "lengths": lambda: ConfusionMatrix.from_labels([0, 1], [0]),
    "None label": lambda: ConfusionMatrix.from_labels(["a", None], ["a", "a"]),
    "NaN label": lambda: ConfusionMatrix.from_labels([1.0, NAN], [1.0, 1.0]),
    "pandas.NA": lambda: ConfusionMatrix.from_labels(pd.array([1, None], "Int64"), [1, 1]),
    "lists as labels": lambda: ConfusionMatrix.from_labels(column([[1], [2]]), column([1, 2])),
    "probabilities": lambda: ConfusionMatrix.from_labels([0, 1], [0.2, 0.9]),
    "rows of probabilities": lambda: ConfusionMatrix.from_labels([0, 1], [[0.2, 0.8], [0.9, 0.1]]),
    "texts against numbers": lambda: ConfusionMatrix.from_labels(["0", "1"], [0, 1]),
    "label outside": lambda: ConfusionMatrix.from_labels([0, 1], [0, 2], labels=[0, 1]),
    "names as classes": lambda: ConfusionMatrix.from_labels(range(6000), range(6000)),
    "unknown class": lambda: ConfusionMatrix([[1]]).one_vs_rest(5),
    "cell unknown": lambda: ConfusionMatrix([[1]]).cell(0, 0),
    "orientation": lambda: ConfusionMatrix([[1]]).table("sideways"),
    "no such rate": lambda: ConfusionMatrix([[1]])["recal"],
}


def test_the_label_that_stands_twice_is_named():
    with pytest.raises(MetricError, match="'b' twice"):
        ConfusionMatrix(np.ones((3, 3), int), ["a", "b", "b"])


@each("kind", BAD)
def test_bad_input_is_refused_in_three_parts(kind):
    with pytest.raises(MetricError) as caught:
        BAD[kind]()
    assert all((caught.value.what, caught.value.why, caught.value.fix))
