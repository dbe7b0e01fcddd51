"""The data typed into the examples are those of the published cases, and no erratum is lost."""

import re

import numpy as np

from mlmetrics_edu.metrics.confusion import Confusion
from mlmetrics_edu.workbook.examples import example, examples
from tests.cases import each
from tests.workbook.case_files import SHARED, column, data, in_words, needs_shared

pytestmark = needs_shared

CARS, FAWCETT, HAN = "seed05_car20", "fawcett2006_fig3", "han_kamber_fig8_18"
ISLR = "islr_default_lda_scores"
CURVES, SMALL = "sklearn_curves", "torchmetrics_multiclass_small"
KS_TEN, DECILES = "ks_step_by_step_10obs", "decile_roc_table_61797"

# example: where its truth and its scores stand in the case files
SAMPLES = {
    "cars": lambda: (column(CARS, "label", int), column(CARS, "score")),
    "cars-unsorted": lambda: (data(CARS)["y_true_by_id"], data(CARS)["scores_by_id"]),
    "learner-a": lambda: ranking(data("seed06_roc_learners_AB")["A"]),
    "learner-b": lambda: ranking(data("seed06_roc_learners_AB")["B"]),
    "ks-first": lambda: ranking(data("seed07_ks_examples")["first"]),
    "ks-second": lambda: ranking(data("seed07_ks_examples")["second"]),
    "fawcett-20": lambda: (data(FAWCETT)["classes"], data(FAWCETT)["scores"]),
    "fawcett-bayes": lambda: scored("fawcett2006_fig6", "classes", "scores"),
    "fawcett-ties": lambda: scored("fawcett2006_ties_optimistic_pessimistic", "classes", "scores"),
    "han-kamber": lambda: scored(HAN, "labels", "scores"),
    "sklearn-scores": lambda: scored(CURVES, "y", "score"),
    "torchmetrics-scores": lambda: tuple(data(SMALL)["binary"].values()),
    "ks-ten": lambda: scored(KS_TEN, "y", "score"),
    "iir-8-8-first": lambda: ranking(data("iir_exercise_8_8_and_8_1")["system1"]),
    "iir-8-8-second": lambda: ranking(data("iir_exercise_8_8_and_8_1")["system2"]),
    "iir-8-9": lambda: ranking(data("iir_exercise_8_9")["ranking"]),
    "query-first": lambda: ranking(at_ranks(data("map_two_queries_cn")["q1"]["ranks"])),
    "query-second": lambda: ranking(at_ranks(data("map_two_queries_cn")["q2"]["ranks"])),
}


def scored(case: str, truth: str, score: str):
    return data(case)[truth], data(case)[score]


def ranking(truth: list):
    return truth, list(range(len(truth), 0, -1))


def at_ranks(ranks: list) -> list:
    return [int(rank in ranks) for rank in range(1, max(ranks) + 1)]


@each("name", SAMPLES)
def test_samples_are_those_of_the_case(name):
    truth, score = SAMPLES[name]()
    assert example(name).y_true.tolist() == truth
    assert example(name).y_score.tolist() == score


def test_car_numbers_are_those_of_the_case():
    ids = [f"car {i}" for i in column(CARS, "id", int)]
    assert list(example("cars").ids) == ids
    assert sorted(example("cars-unsorted").ids) == sorted(ids)
    by_name = dict(zip(example("cars").ids, example("cars").y_score, strict=True))
    assert [by_name[name] for name in example("cars-unsorted").ids] == data(CARS)["scores_by_id"]


# example: its tables of counts in the case files
TABLES = {
    "customers": lambda: [four(data("seed01_customers_990_10"))],
    "cancer": lambda: [Confusion.from_table(data("seed02_cancer_matrix")["matrix"])],
    "records": lambda: [four(data("seed04_500_records"))],
    "liver-scan": lambda: [four(data("altman_bland1994_liver_scan"))],
    "fob-screening": lambda: [four(data("wikipedia_fob_screening"))],
    "chicco-a1": lambda: [four(data("chicco_jurman2020_A1"))],
    "powers": lambda: [four(data("powers2007_table2_1"))],
    "garcia": lambda: [four(data("pycm_garcia2009"))],
    "bekkar-1": lambda: [four(data("pycm_bekkar2013_1"))],
    "bekkar-2": lambda: [four(data("pycm_bekkar2013_2"))],
    "roc-space": lambda: [four(c) for c in data("wikipedia_roc_space").values()],
    "kappa-three": lambda: [judges(m) for m in data("wikipedia_cohen_kappa").values()],
    "iir-kappa": lambda: [judges(data("iir_tables_8_1_8_2_13_8")["table_8_2"])],
    "iir-two-classes": lambda: [
        in_columns(data("iir_tables_8_1_8_2_13_8")["table_13_8"][k]) for k in ("class1", "class2")
    ],
    "expected-profit": lambda: [four(in_words(data("provost_fawcett_expected_profit")["matrix"]))],
    "sklearn-two-by-two": lambda: sklearn_tables(data("sklearn_misc_classification")),
    "iir-8-1": lambda: [returned(**data("iir_exercise_8_8_and_8_1")["ex81"])],
}


def four(counts: dict) -> Confusion:
    return Confusion(**{cell: counts[cell] for cell in ("tp", "fp", "fn", "tn")})


def judges(table) -> Confusion:
    return Confusion.from_table(table, "truth in rows, positive first")


def in_columns(table) -> Confusion:
    return Confusion.from_table(table, "truth in columns, positive first")


def returned(tp, fp, total_relevant) -> Confusion:
    return Confusion(tp, fp, total_relevant - tp, None)


def sklearn_tables(misc: dict) -> list[Confusion]:
    plain = [Confusion.from_labels(*misc[key], positive=1) for key in ("bacc", "mcc", "lr")]
    return [*plain, Confusion.from_labels(*misc["lr"], positive=0)]


@each("name", TABLES)
def test_tables_are_those_of_the_case(name):
    assert list(example(name).confusions.values())[: len(TABLES[name]())] == TABLES[name]()


# example: its larger table in the case files
MATRICES = {
    "witten-frank": lambda: data("witten_frank_kappa")["matrix"],
    "pycm-3x3": lambda: data("pycm_3x3_overall")["matrix"],
    "segmentation-three": lambda: data("segmentation_fcn_formulas")["matrix"],
    "sklearn-matrix": lambda: data("sklearn_misc_classification")["confusion"]["expected"],
}
# example: its true and its predicted classes there
CLASSES = {
    "sklearn-report": lambda: scored("sklearn_classification_report", "y_true", "y_pred"),
    "sklearn-multiclass": lambda: scored("sklearn_multiclass_prf", "y_true", "y_pred"),
    "sklearn-kappa": lambda: data("sklearn_misc_classification")["kappa"],
    "torchmetrics-three": lambda: scored(SMALL, "target", "preds"),
}


@each("name", MATRICES)
def test_matrices_are_those_of_the_case(name):
    (matrix,) = example(name).matrices.values()
    assert (matrix == np.array(MATRICES[name]())).all()


@each("name", CLASSES)
def test_classes_are_those_of_the_case(name):
    truth, guess = CLASSES[name]()
    assert example(name).y_true.tolist() == list(truth)
    assert example(name).y_pred.tolist() == list(guess)


def test_models_are_those_of_the_case():
    models = {
        k: {"P": v["precision"], "R": v["recall"]} for k, v in example("models").values.items()
    }
    assert models == data("seed03_f1_models_ABCD")


def test_tenths_add_up_to_the_case():
    tenths = example("decile-table")
    sizes = [int((tenths.y_score == score).sum()) for score in range(10, 0, -1)]
    found = [int(tenths.y_true[tenths.y_score == score].sum()) for score in range(10, 0, -1)]
    assert sizes == column(DECILES, "n", int) and found == column(DECILES, "positives", int)


def test_ratings_add_up_to_the_case():
    ct = example("hanley-mcneil")
    for label, key in ((0, "normal"), (1, "abnormal")):
        rated = [int(((ct.y_score == r) & (ct.y_true == label)).sum()) for r in range(1, 6)]
        assert rated == data("hanley_mcneil1982_ct")[key]


def test_cards_are_those_of_the_case_in_eight_decimals():
    cards, scores = example("islr-default"), column(ISLR, "lda_posterior_yes")
    assert cards.y_true.tolist() == column(ISLR, "default", int)
    assert cards.columns["student"].tolist() == column(ISLR, "student", int)
    assert np.abs(cards.columns["balance"] - column(ISLR, "balance")).max() <= 0.005 + 1e-9
    assert (cards.columns["income"] > 0).all() and (cards.columns["income"] % 1 == 0).all()
    assert np.abs(cards.y_score - scores).max() <= 0.5e-8 + 1e-15
    assert (np.diff(cards.y_score[np.argsort(scores)]) >= 0).all()  # nobody overtakes anybody


def test_points_between_are_those_of_the_case():
    case = data("davis_goadrich2006_table")
    points = example("davis-goadrich").confusions
    assert [[points[k].tp, points[k].fp] for k in "AB"] == [case["A"], case["B"]]
    assert {(c.tp + c.fn, c.fp + c.tn) for c in points.values()} == {(case["P"], case["N"])}


def errata_of_the_documents() -> dict[str, str]:
    """Read which errata are known, and of which grade."""
    text = (SHARED / "ERRATA.md").read_text("utf-8")
    return dict(re.findall(r"^\| (S\d-\d+) \| ([ABC]) \|", text, re.MULTILINE))


def test_the_errata_are_known_ones():
    of_documents = {e.id for n in examples() for e in example(n).errata if re.match(r"S\d", e.id)}
    assert of_documents <= set(errata_of_the_documents())


def test_no_grave_erratum_is_left_out():
    told = {erratum.id for name in examples() for erratum in example(name).errata}
    grave = {id for id, grade in errata_of_the_documents().items() if grade == "A"}
    assert grave - told == set()
