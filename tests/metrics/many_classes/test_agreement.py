"""Agreement and association of whole tables, against definitions, SciPy and print."""

import json
import math
from fractions import Fraction as Fr

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from mlmetrics_edu.core.errors import MetricError
from mlmetrics_edu.metrics.confusion import Confusion
from mlmetrics_edu.metrics.many_classes import agreement, association
from mlmetrics_edu.metrics.many_classes.association import entropy
from mlmetrics_edu.metrics.many_classes.averages import Tables, average, average_over
from mlmetrics_edu.metrics.many_classes.confusion_matrix import ConfusionMatrix
from tests.cases import each

COUNTS = st.integers(0, 9)
PAIRS = hnp.arrays(int, (2, 2), elements=COUNTS)
TABLES = st.integers(1, 5).flatmap(lambda k: hnp.arrays(int, (k, k), elements=COUNTS))
FULL = st.integers(2, 5).flatmap(lambda k: hnp.arrays(int, (k, k), elements=st.integers(1, 9)))
PYCM = ConfusionMatrix([[9, 3, 0], [3, 5, 1], [1, 1, 4]])
SHARED = (
    *("accuracy", "error_rate", "balanced_accuracy", "kappa", "mcc", "scott_pi"),
    *("no_information_rate", "chance_agreement", "pooled_agreement"),
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
def test_kappa_and_pi_by_definition(table):
    m, n = ConfusionMatrix(table), int(table.sum())
    if not n:
        assert m.kappa.reason and m.scott_pi.reason and m.accuracy.reason
        return
    rows, columns = table.sum(1).tolist(), table.sum(0).tolist()
    agreed = Fr(int(table.trace()), n)
    pairs = list(zip(rows, columns, strict=True))
    for measure, chance in {
        "kappa": sum(Fr(r * c, n * n) for r, c in pairs),
        "scott_pi": sum(Fr(r + c, 2 * n) ** 2 for r, c in pairs),
    }.items():
        expected = None if chance == 1 else (agreed - chance) / (1 - chance)
        assert getattr(m, measure).fraction == expected
    assert m.kappa_no_prevalence.fraction == 2 * agreed - 1
    k = m.k
    assert m.bennett_s.fraction == (None if k == 1 else (agreed - Fr(1, k)) / (1 - Fr(1, k)))


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


@given(FULL, st.sampled_from(["linear", "quadratic"]))
def test_weighted_kappa_by_definition(table, way):
    m, k, n = ConfusionMatrix(table), len(table), int(table.sum())
    power = {"linear": 1, "quadratic": 2}[way]
    penalty = [[abs(i - j) ** power for j in range(k)] for i in range(k)]
    rows, columns = table.sum(1).tolist(), table.sum(0).tolist()
    cells = [(i, j) for i in range(k) for j in range(k)]
    seen = sum(penalty[i][j] * int(table[i, j]) for i, j in cells)
    expected = sum(Fr(penalty[i][j] * rows[i] * columns[j], n) for i, j in cells)
    assert m.weighted_kappa(way).fraction == 1 - Fr(seen) / expected
    assert m.weighted_kappa(penalty).fraction == m.weighted_kappa(way).fraction
    plain = 1 - np.eye(k, dtype=int)
    assert m.weighted_kappa(plain).fraction == m.kappa.fraction


def test_kappa_s_standard_error_and_huge_counts():
    kappa = PYCM.kappa_standard_error
    assert kappa == pytest.approx(math.sqrt(2 / 9 / 27) / (1 - float(PYCM.chance_agreement)))
    big = ConfusionMatrix(np.array([[3, 1], [1, 3]]) * 10**14)
    assert big.kappa.fraction == Fr(1, 2) and big.mcc.fraction == Fr(1, 2)
    assert big.weighted_kappa("quadratic").fraction == Fr(1, 2)
    assert big.chi_squared.fraction == 2 * 10**14
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
    assert alone.kappa.reason and alone.scott_pi.reason and alone.weighted_kappa().reason
    half = ConfusionMatrix([[0.5, 0.25], [0.25, 0.5]])
    assert half.kappa.fraction == Fr(1, 3)
    rounded = ConfusionMatrix([[2 / 3, 1 / 3], [1 / 3, 2 / 3]])
    assert rounded.kappa.fraction is None and rounded.kappa == pytest.approx(1 / 3, rel=1e-15)


@given(FULL)
def test_entropies_and_chi_squared_equal_scipy(table):
    m = ConfusionMatrix(table)
    truth, guess = table.sum(1), table.sum(0)
    for unit, base in (("bits", 2), ("nats", None), ("hartleys", 10)):
        expected = {
            "reference_entropy": stats.entropy(truth, base=base),
            "response_entropy": stats.entropy(guess, base=base),
            "joint_entropy": stats.entropy(table.ravel(), base=base),
            "kl_divergence": stats.entropy(truth, guess, base=base),
        }
        for which, value in expected.items():
            assert entropy(m, which, unit) == pytest.approx(value, abs=1e-13)
    chi = stats.chi2_contingency(table, correction=False)
    assert m.chi_squared == pytest.approx(chi.statistic, abs=1e-12)
    assert m.chi_squared.fraction == pytest.approx(chi.statistic, abs=1e-12)
    assert m.chi_squared_p_value == pytest.approx(chi.pvalue, rel=1e-10)
    assert association.degrees_of_freedom(m) == chi.dof
    assert m.cramers_v == pytest.approx(stats.contingency.association(table), abs=1e-12)


@given(TABLES)
def test_laws_of_entropy(table):
    m = ConfusionMatrix(table)
    h = {which: entropy(m, which) for which in association.MEANING}
    if not m.total:
        assert all(value.reason for value in h.values()) and m.chi_squared.reason
        return
    mutual = h["reference_entropy"] + h["response_entropy"] - h["joint_entropy"]
    assert h["mutual_information"] == pytest.approx(mutual, abs=1e-12)
    assert all(not value < 0 for value in h.values())
    flipped = entropy(ConfusionMatrix(table.T), "mutual_information")
    assert h["mutual_information"] == pytest.approx(flipped, abs=1e-12)
    never = (table.sum(1) > 0) & (table.sum(0) == 0)
    assert bool(h["cross_entropy"].reason) == bool(h["kl_divergence"].reason) == never.any()


def test_going_together_isn_t_agreeing():
    turned = ConfusionMatrix([[0, 5], [5, 0]])
    assert turned.cramers_v.fraction == turned.lambda_truth.fraction == 1
    assert turned.mutual_information == 1 and turned.accuracy == 0 and turned.kappa.fraction == -1
    alone = ConfusionMatrix([[3, 0], [0, 0]])
    assert all(getattr(alone, name).reason for name in ("cramers_v", "lambda_truth"))
    assert alone.chi_squared_p_value.reason and alone.mcc.reason


@given(TABLES)
def test_lambda_by_definition(table):
    m, n = ConfusionMatrix(table), int(table.sum())
    for ours, counts in ((m.lambda_truth, table), (m.lambda_prediction, table.T)):
        blind = n - max(counts.sum(1).tolist())  # errors of always guessing the largest class
        seeing = sum(sum(column) - max(column) for column in counts.T.tolist())
        assert ours.fraction == (Fr(blind - seeing, blind) if blind else None)


def test_classes_that_never_occur_on_one_side_are_left_out():
    table = np.array([[9, 2, 0], [3, 7, 0], [4, 4, 0]])
    m, chi = ConfusionMatrix(table), stats.chi2_contingency(table[:, :2], correction=False)
    assert m.chi_squared == pytest.approx(chi.statistic, rel=1e-14)
    assert m.chi_squared_p_value == pytest.approx(chi.pvalue, rel=1e-12)
    assert m.cramers_v == pytest.approx(stats.contingency.association(table[:, :2]), rel=1e-14)
    steps = m.chi_squared.steps.to_frame()
    assert len(steps) == 6 and steps["adds"].sum() == pytest.approx(chi.statistic, rel=1e-14)
    assert steps["expected"].tolist() == pytest.approx(chi.expected_freq.ravel().tolist())


def test_many_fractional_cells_take_no_time():
    table = np.random.default_rng(0).random((300, 300))
    m = ConfusionMatrix(table)
    shares = table / table.sum()
    chance = shares.sum(0) @ shares.sum(1)
    assert m.kappa == pytest.approx((shares.trace() - chance) / (1 - chance), rel=1e-9)
    assert m.kappa.fraction is None


def test_statistics_lists_everything():
    frame = PYCM.statistics().to_frame()
    assert len(frame) == len(agreement.MEASURES) + len(association.MEASURES)
    assert set(frame["undefined, because"]) == {""}
    assert "there are no samples" in str(ConfusionMatrix([[0, 0], [0, 0]]).statistics())


def holds(number, printed):
    """Tell whether a number is a printed one: to half a unit of its last digit."""
    unit = 10.0 ** -len(printed.partition(".")[2])
    return abs(number - float(printed)) <= unit / 2 + 1e-13


def published(folder, case):
    return json.loads((folder / f"{case}.json").read_text(encoding="utf-8"))


def test_pycm_prints_these(worked_examples):
    case = published(worked_examples, "pycm_3x3_overall")
    m = ConfusionMatrix(case["data"]["matrix"])
    ours = {
        "Overall_ACC": m.accuracy,
        "Kappa": m.kappa,
        "SE": m.accuracy_standard_error,
        "RACC": m.chance_agreement,
        "KappaNoPrevalence": m.kappa_no_prevalence,
        "KappaUnbiased": m.scott_pi,
        "RefEntropy": m.reference_entropy,
        "RespEntropy": m.response_entropy,
        "CrossEntropy": m.cross_entropy,
        "CondEntropy": m.conditional_entropy,
        "MutualInfo": m.mutual_information,
        "KL": m.kl_divergence,
        "Chi2": m.chi_squared,
        "Phi2": m.phi_squared,
        "V": m.cramers_v,
        "LambdaA": m.lambda_truth,
        "LambdaB": m.lambda_prediction,
    }
    assert {*ours} == {*case["published"]} - {"CI_lo", "CI_hi"}
    for name, value in ours.items():
        assert value == pytest.approx(float(case["published"][name]), abs=2e-15, rel=1e-14), name


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
    kappa = ConfusionMatrix(case["data"]["table_8_2"]).scott_pi
    assert holds(kappa, case["published"]["kappa"])


def test_parts_of_any_kind_average():
    tables = Tables(
        "query", ["q1", "q2"], [Confusion(1, 1, 0, 2).counts, Confusion(0, 0, 1, 3).counts]
    )
    assert average(tables, "precision").reason.startswith("no value for query q2 (")


BAD = {
    "weights by name": lambda: PYCM.weighted_kappa("cubic"),
    "weights of another size": lambda: PYCM.weighted_kappa([[0, 1], [1, 0]]),
    "ragged weights": lambda: PYCM.weighted_kappa([[0, 1], [1]]),
    "no weights": lambda: PYCM.weighted_kappa(None),
    "weights that reward": lambda: PYCM.weighted_kappa(np.eye(3)),
    "negative weights": lambda: PYCM.weighted_kappa(np.eye(3) - 1),
    "infinite weights": lambda: PYCM.weighted_kappa(np.where(np.eye(3) > 0, 0, np.inf)),
    "no such entropy": lambda: entropy(PYCM, "entropy"),
    "no such unit": lambda: entropy(PYCM, "joint_entropy", "bytes"),
}


@each("kind", BAD)
def test_bad_input_is_refused_in_three_parts(kind):
    with pytest.raises(MetricError) as caught:
        BAD[kind]()
    assert all((caught.value.what, caught.value.why, caught.value.fix))
