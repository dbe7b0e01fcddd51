"""The four counts, however they come and however they are laid out."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.confusion import LETTERS, ORIENTATIONS
from mlmetrics_edu.metrics.rates import RATES, SYNONYMS
from tests.cases import each

C = mm.Confusion(tp=8, fp=12, fn=2, tn=9978)


@each("orientation", ORIENTATIONS)
def test_every_orientation_reads_back_what_it_wrote(orientation):
    assert mm.Confusion.from_table(C.table(orientation), orientation) == C


@each("lettering", LETTERS)
def test_every_lettering_reads_back_what_it_wrote(lettering):
    assert mm.Confusion.from_letters(**C.letters(lettering), lettering=lettering) == C


def test_orientations_are_transposed_and_turned():
    a, b, c, d = (C.table(orientation) for orientation in ORIENTATIONS)
    np.testing.assert_array_equal(a, [[9978, 12], [2, 8]])
    np.testing.assert_array_equal(b, a[::-1, ::-1])
    np.testing.assert_array_equal(c, b.T)
    np.testing.assert_array_equal(d, a.T)


def test_every_rate_and_synonym_is_an_attribute_with_its_formula_as_help():
    for name in [*RATES, *SYNONYMS]:
        assert getattr(C, name).formula == RATES[SYNONYMS.get(name, name)]
        assert " = " in getattr(mm.Confusion, name).__doc__
    assert set(RATES) <= set(dir(C))


def test_it_can_not_be_changed():
    with pytest.raises(AttributeError):
        C.tp = 3


def test_counts_add_up():
    assert C + mm.Confusion(1, 2, 3, 4) == mm.Confusion(9, 14, 5, 9982)
    with pytest.raises(TypeError):
        C + 1


@each(
    "true, predicted, positive",
    [
        ([1, 0, 1, 0], [1, 1, 0, 0], None),
        ([True, False, True, False], [1, 1, 0, 0], None),
        (["y", "n", "y", "n"], ["y", "y", "n", "n"], "y"),
        ([1, -1, 1, -1], [1, 1, -1, -1], 1),
        (np.array([2.0, 1.0, 2.0, 1.0]), [2, 2, 1, 1], 2),
        (np.array(["y", None, "y", None], object)[[0, 2]], ["y", "y"], "y"),
    ],
)
def test_labels_of_any_type(true, predicted, positive):
    c = mm.Confusion.from_labels(true, predicted, positive)
    assert c == (mm.Confusion(1, 1, 1, 1) if len(true) == 4 else mm.Confusion(2, 0, 0, 0))


def test_who_is_in_which_cell():
    c = mm.Confusion.from_labels([1, 1, 0, 0], [1, 0, 1, 0], ids=["a", "b", "c", "d"])
    assert c.samples == {"TP": ("a",), "FP": ("c",), "FN": ("b",), "TN": ("d",)}
    assert "false negatives: b" in c._repr_html_()
    with pytest.raises(mm.InputError, match="only the four counts"):
        _ = C.samples


def test_classes_keep_their_names():
    c = mm.Confusion.from_labels(["bad", "good"], ["bad", "bad"], "bad")
    assert str(c).splitlines()[1].split() == ["predicted", "good", "predicted", "bad"]
    assert [line.split()[:2] for line in str(c).splitlines()[2:]] == [
        ["truly", "good"],
        ["truly", "bad"],
    ]
    assert mm.Confusion.from_labels(["bad"], ["bad"], "bad").names == ("not bad", "bad")
    assert mm.Confusion.from_labels(["bad"], ["good"], "bad").names == ("good", "bad")
    s = mm.sweep(["bad", "good"], [0.9, 0.4], positive="bad")
    assert "admits 1 (good)" in str(s[2]) and (s + s.drop_samples()).names == ("good", "bad")
    nasty = mm.Confusion.from_labels(["<b>", "x"], ["x", "x"], "<b>")
    assert "<b>" not in nasty._repr_html_()


def test_weights_are_repeated_samples():
    true, predicted, weights = [1, 1, 0, 0, 1], [1, 0, 1, 0, 1], [2, 0, 1, 3, 1]
    repeated = [np.repeat(x, weights) for x in (true, predicted)]
    assert mm.Confusion.from_labels(true, predicted, weights=weights) == (
        mm.Confusion.from_labels(*repeated)
    )


def test_unknown_negatives_are_an_error_where_they_matter():
    c = mm.Confusion(3, 2, 1, None)
    assert c.precision == 0.6 and c.recall == 0.75
    for ask in (lambda: c.fpr, lambda: c.accuracy, lambda: c.mcc):
        with pytest.raises(mm.MetricError, match="number of negatives is unknown"):
            ask()
    assert "TN = ?" in str(c) and "TN ?" in str(c.report())


def test_the_report_names_every_rate():
    frame = C.report().to_frame()
    assert frame["rate"].tolist() == list(RATES)
    assert frame.set_index("rate").loc["precision", "value"] == 0.4
