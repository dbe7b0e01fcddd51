"""Agreement and association of whole tables, against definitions, SciPy and print."""

import json
import math
from fractions import Fraction as Fr

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from mlmetrics_edu.metrics.class_averages import Tables, average
from mlmetrics_edu.metrics.confusion import Confusion
from mlmetrics_edu.metrics.confusion_matrix import ConfusionMatrix, average_over
from tests.cases import each

COUNTS = st.integers(0, 9)
PAIRS = hnp.arrays(int, (2, 2), elements=COUNTS)
TABLES = st.integers(1, 5).flatmap(lambda k: hnp.arrays(int, (k, k), elements=COUNTS))
FULL = st.integers(2, 5).flatmap(lambda k: hnp.arrays(int, (k, k), elements=st.integers(1, 9)))
PYCM = ConfusionMatrix([[9, 3, 0], [3, 5, 1], [1, 1, 4]])
SHARED = (
    *("accuracy", "error_rate", "balanced_accuracy", "kappa", "mcc"),
    *("no_information_rate", "chance_agreement"),
)


@each("measure", SHARED)
@given(table=PAIRS)
def test_of_two_classes_they_are_the_two_class_rates(measure, table):
    m = ConfusionMatrix(table)
    both = getattr(m, measure), getattr(m.one_vs_rest(1), measure)
    assert both[0].fraction == both[1].fraction
    np.testing.assert_allclose(*map(float, both), rtol=1e-15)
    assert bool(both[0].reason) == bool(both[1].reason)


@given(TABLES)
def test_kappa_by_definition(table):
    m, n = ConfusionMatrix(table), int(table.sum())
    if not n:
        assert m.kappa.reason and m.accuracy.reason
        return
    rows, columns = table.sum(1).tolist(), table.sum(0).tolist()
    agreed = Fr(int(table.trace()), n)
    chance = sum(Fr(r * c, n * n) for r, c in zip(rows, columns, strict=True))
    assert m.kappa.fraction == (None if chance == 1 else (agreed - chance) / (1 - chance))


@given(TABLES)
def test_mcc_is_the_correlation_of_indicators(table):
    # Gorodkin's coefficient is the correlation of the one-hot columns, summed over the classes.
    m = ConfusionMatrix(table)
    truth, guess = np.repeat(np.indices(table.shape).reshape(2, -1), table.ravel(), axis=1)
    x, y = (np.eye(m.k)[codes] for codes in (truth, guess))
    if m.mcc != m.mcc:
        assert len(set(truth)) < 2 or len(set(guess)) < 2
        return
    x, y = x - x.mean(0), y - y.mean(0)
    assert m.mcc == pytest.approx((x * y).sum() / math.sqrt((x * x).sum() * (y * y).sum()))


def test_kappa_of_huge_counts():
    big = ConfusionMatrix(np.array([[3, 1], [1, 3]]) * 10**14)
    assert big.kappa.fraction == Fr(1, 2) and big.mcc.fraction == Fr(1, 2)
    assert "chance agreement" in PYCM.kappa.working


@each("weight", [0.1, 0.3, 2 / 3, 1e-7 / 3])
def test_weights_don_t_hide_what_is_undefined(weight):
    table = np.zeros((3, 3))
    table[0] = [weight, weight / 7, 0.1]
    m = ConfusionMatrix(table)
    assert m.mcc.reason and m.kappa == pytest.approx(0, abs=1e-15)
    assert m["specificity"].tolist()[1:] == pytest.approx((1 - table[0] / table.sum())[1:])
    assert np.isnan(m["specificity"][0]) and m.one_vs_rest(0).tn == 0
    alone = ConfusionMatrix(table * [1, 0, 0])
    assert alone.kappa.reason
    rounded = ConfusionMatrix([[2 / 3, 1 / 3], [1 / 3, 2 / 3]])
    assert rounded.kappa.fraction is None and rounded.kappa == pytest.approx(1 / 3, rel=1e-15)


def test_many_fractional_cells_take_no_time():
    table = np.random.default_rng(0).random((300, 300))
    m = ConfusionMatrix(table)
    shares = table / table.sum()
    chance = shares.sum(0) @ shares.sum(1)
    assert m.kappa == pytest.approx((shares.trace() - chance) / (1 - chance), rel=1e-9)
    assert m.kappa.fraction is None


def holds(number, printed):
    """Tell whether a number is a printed one: to half a unit of its last digit."""
    unit = 10.0 ** -len(printed.partition(".")[2])
    return abs(number - float(printed)) <= unit / 2 + 1e-13


def published(folder, case):
    return json.loads((folder / f"{case}.json").read_text(encoding="utf-8"))


def test_scikit_learn_and_torchmetrics_print_these(worked_examples):
    case = published(worked_examples, "sklearn_classification_report")
    m = ConfusionMatrix.from_labels(**case["data"])
    for name, printed in case["published"].items():
        how, letter = name.split("_")
        rate = {"P": "precision", "R": "recall", "F1": "f1"}[letter]
        assert m.average(rate, how) == pytest.approx(float(printed), rel=1e-15)
    case = published(worked_examples, "torchmetrics_multiclass_small")
    m = ConfusionMatrix.from_labels(case["data"]["target"], case["data"]["preds"])
    assert holds(m.average("f2"), case["published"]["F2_macro"])
    assert holds(m.average("jaccard"), case["published"]["jaccard_macro"])
    for label in m.labels:
        assert holds(m["f2"][label], case["published"][f"F2_{label}"])


def test_scikit_learn_s_multiclass_averages(worked_examples):
    case = published(worked_examples, "sklearn_multiclass_prf")
    truth, guess, computed = case["data"]["y_true"], case["data"]["y_pred"], case["computed"]
    m = ConfusionMatrix.from_labels(truth, guess)
    for how in ("macro", "micro", "weighted"):
        assert m.average("f1", how) == pytest.approx(computed[f"f1_{how}"], rel=1e-15)
    for how in ("macro", "micro"):
        assert m.average("f0.5", how) == pytest.approx(computed[f"fbeta0.5_{how}"], rel=1e-15)
        assert m.average("precision", how) == pytest.approx(computed[f"precision_{how}"], rel=1e-15)
    of_averages = m.average("f1", "macro-of-averages")
    assert of_averages == pytest.approx(computed["f1_from_macro_P_and_R"], rel=1e-15)
    case = published(worked_examples, "sklearn_misc_classification")["data"]
    # The documentation's own kappa example has a third label that is never predicted.
    kappa = ConfusionMatrix.from_labels(*case["kappa"]).kappa
    assert kappa.fraction == Fr(11, 16)
    confusion = case["confusion"]
    m = ConfusionMatrix.from_labels(confusion["y_true"], confusion["y_pred"])
    assert m.counts.tolist() == confusion["expected"]


def test_textbooks_print_these(worked_examples):
    case = published(worked_examples, "witten_frank_kappa")
    m = ConfusionMatrix(case["data"]["matrix"])
    assert m.counts.trace() == int(case["published"]["success"])
    assert m.chance_agreement.fraction * m.total == int(case["published"]["chance"])
    assert holds(m.kappa, case["published"]["kappa"])
    case = published(worked_examples, "iir_tables_8_1_8_2_13_8")
    classes = [case["data"]["table_13_8"][name] for name in ("class1", "class2")]
    tables = [Confusion.from_table(c, "truth in rows, positive first") for c in classes]
    assert holds(average_over(tables, "precision"), case["published"]["macroP"])
    assert holds(average_over(tables, "precision", "micro"), case["published"]["microP"])
    judges = Confusion.from_table(case["data"]["table_8_2"], "truth in rows, positive first")
    assert holds(judges.scott_pi, case["published"]["kappa"])


def test_parts_of_any_kind_average():
    tables = Tables(
        "query", ["q1", "q2"], [Confusion(1, 1, 0, 2).counts, Confusion(0, 0, 1, 3).counts]
    )
    assert average(tables, "precision").reason.startswith("no value for query q2 (")
