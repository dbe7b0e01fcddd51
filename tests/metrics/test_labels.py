"""Several labels: averages over labels and samples, rankings of labels, sets of labels."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import mlmetrics_edu as mm
from mlmetrics_edu.metrics import multilabel
from mlmetrics_edu.metrics.multilabel import label_ranking_average_precision as lrap_of
from tests.cases import each

NAN = float("nan")
AVERAGES = ("macro", "micro", "weighted", "samples")


@st.composite
def tables(draw):
    shape = draw(st.integers(1, 6)), draw(st.integers(1, 5))
    truth = draw(hnp.arrays(int, shape, elements=st.integers(0, 1)))
    score = st.sampled_from([-1.0, 0.0, 0.25, 0.5, 2.0])
    return truth, draw(hnp.arrays(float, shape, elements=score))


def lrap_by_definition(truth, score):
    """Follow the definition word by word, in fractions."""
    shares = [
        Fraction(sum(t for t, s in zip(truth, score, strict=True) if s >= mine), reach)
        for label, mine in zip(truth, score, strict=True)
        if label and (reach := sum(s >= mine for s in score))
    ]
    return sum(shares) / len(shares) if shares else None


@given(tables(), st.sampled_from(["skip", "best", "nan"]))
def test_rankings_by_definition(table, undefined):
    truth, score = (values.tolist() for values in table)
    rows = [lrap_by_definition(*row) for row in zip(truth, score, strict=True)]
    kept = [1 if r is None else r for r in rows if undefined != "skip" or r is not None]
    value = lrap_of(truth, score, undefined=undefined)
    if not kept or (undefined == "nan" and None in rows):
        assert value != value and value.fraction is None and "sample" in value.reason
    else:
        assert value.fraction == sum(kept, Fraction(0)) / len(kept)
        assert float(value) == pytest.approx(float(value.fraction), rel=1e-15)


@given(tables(), st.data())
def test_weights_are_repeated_samples(table, data):
    truth, score = table
    weights = data.draw(hnp.arrays(int, len(truth), elements=st.integers(0, 3)))
    if not weights.any():
        return
    again = np.repeat(truth, weights, axis=0), np.repeat(score, weights, axis=0)
    for average in AVERAGES:
        for ours in (multilabel.multilabel_map, multilabel.multilabel_auc):
            same(ours(truth, score, average, weights=weights), ours(*again, average))


def same(a, b):
    assert a.fraction == b.fraction and bool(a.reason) == bool(b.reason)
    assert a == pytest.approx(b, rel=1e-15, nan_ok=True)


@given(tables())
def test_averages_of_labels_by_definition(table):
    truth, score = table
    sweeps = [mm.sweep(*column) for column in zip(truth.T, score.T, strict=True)]
    aps = [mm.average_precision(s).fraction for s in sweeps if s.positives]
    ap = multilabel.multilabel_map(truth, score, undefined="skip")
    assert ap.fraction == (sum(aps) / len(aps) if aps else None)
    weighted = multilabel.multilabel_map(truth, score, "weighted")
    sizes = [s.positives for s in sweeps if s.positives]
    total = sum(a * n for a, n in zip(aps, sizes, strict=True))
    assert weighted.fraction == (total / sum(sizes) if sizes else None)


def test_who_has_no_value_is_named():
    truth, score = [[1, 0, 0], [0, 1, 0]], [[0.9, 0.2, 0.3], [0.3, 0.8, 0.1]]
    how = {"labels": ["cat", "dog", "emu"]}
    ap = multilabel.multilabel_map(truth, score, **how)
    assert ap != ap and "no value for label emu" in ap.reason and "no positive" in ap.reason
    assert "undefined" in str(ap.steps).splitlines()[-1]
    skip = multilabel.multilabel_map(truth, score, undefined="skip", **how)
    assert skip.fraction == 1 and skip.conventions["undefined"].startswith("left out: label emu (")
    assert "undefined, left out" in str(skip.steps)
    zero = multilabel.multilabel_map(truth, score, undefined=0, **how)
    assert zero.fraction == Fraction(2, 3) and "counted as 0: label emu" in str(zero.steps)
    nobody = multilabel.multilabel_map(np.zeros((2, 2)), np.ones((2, 2)), undefined="skip")
    assert nobody != nobody and nobody.reason.startswith("no value for labels 0, 1 (")
    two = multilabel.multilabel_auc([[1, 0], [1, 0]], np.ones((2, 2)))
    assert "no value for label 0 (" in two.reason and "no negative); label 1 (" in two.reason
    weighted = multilabel.multilabel_map(truth, score, "weighted", **how)
    none = multilabel.multilabel_map(*np.zeros((2, 2, 2)), "weighted", undefined=0)
    assert none.fraction == 0  # 0/0 itself, which theirs gives as 0 too
    assert weighted.fraction == 1  # emu has no weight, so it can't spoil the mean
    assert "undefined" in str(weighted.steps) and "undefined" not in weighted.conventions


def test_steps_tell_who_outranks_whom():
    how = {"labels": ["a", "b", "c"]}
    truth, score = [[1, 0, 1], [0, 0, 0], [1, 1, 1]], [[0.5, 0.7, 0.7], [1, 2, 3], [3, 2, 1]]
    lrap = lrap_of(truth, score, **how, undefined="best")
    lines = str(lrap.steps).splitlines()
    assert "a, c" in lines[2] and "b = c > a" in lines[2] and "a: 2/3, c: 1/2" in lines[2]
    assert lines[2].endswith("7/12 = 0.583") and lines[3].endswith("undefined, counted as 1")
    assert lrap.conventions["undefined"].startswith("counted as 1: sample 1 (")
    assert "sample,relevant,ranking" in lrap.steps.to_csv()


def test_sets_cell_by_cell():
    truth, guess = [[1, 1, 0], [0, 0, 0]], [[1, 0, 1], [0, 0, 0]]
    loss = multilabel.hamming_loss(truth, guess, labels=["a", "b", "c"])
    assert loss.fraction == Fraction(2, 6) and loss.name == "hamming_loss"
    assert "a, b" in str(loss.steps) and "2 of 6 cells" in str(loss.steps)
    exact = multilabel.subset_accuracy(truth, guess)
    assert exact.fraction == Fraction(1, 2) and str(exact.steps).splitlines()[3].endswith("yes")
    overlap = multilabel.jaccard_samples(truth, guess)
    assert overlap != overlap and "no value for sample 1 (TP + FP + FN = 0" in overlap.reason
    values = {"skip": Fraction(1, 3), 0: Fraction(1, 6), 1: Fraction(2, 3)}
    for undefined, value in values.items():
        assert multilabel.jaccard_samples(truth, guess, undefined=undefined).fraction == value


def test_fractions_only_where_somebody_could_read_them():
    random = np.random.default_rng(0)
    truth, score = random.integers(0, 2, (1500, 3)), random.random((1500, 3))
    lrap = lrap_of(truth, score, undefined="skip")
    assert lrap.fraction is None and 0 < lrap < 1


Y, S = [[1, 0], [0, 1]], [[0.9, 0.1], [0.3, 0.8]]
BAD = {
    "labels of one dimension": lambda: multilabel.multilabel_map([1, 0], [0.9, 0.1]),
    "shapes that differ": lambda: multilabel.multilabel_map(Y, [[0.9, 0.1]]),
    "transposed": lambda: lrap_of(np.ones((2, 3)), np.ones((3, 2))),
    "ragged": lambda: multilabel.multilabel_map([[1, 0], [1]], S),
    "labels that aren't 0 or 1": lambda: multilabel.multilabel_map([[2, 0], [0, 1]], S),
    "NaN score": lambda: lrap_of(Y, [[NAN, 0.1], [0.3, 0.8]]),
    "scores as predictions": lambda: multilabel.hamming_loss(Y, S),
    "names too few": lambda: multilabel.multilabel_map(Y, S, labels=["a"]),
    "weights too few": lambda: multilabel.multilabel_map(Y, S, weights=[1]),
    "no weight at all": lambda: multilabel.multilabel_map(Y, S, weights=[0, 0]),
    "policy of another measure": lambda: lrap_of(Y, S, undefined=0),
}


@each("kind", BAD)
def test_bad_tables_are_refused(kind):
    with pytest.raises(mm.MetricError) as caught:
        BAD[kind]()
    assert all(map(str.strip, (caught.value.what, caught.value.why, caught.value.fix)))
