"""Every figure of every published case is a known answer of an example, or worked out here."""

import re
from fnmatch import fnmatchcase
from functools import cache

import numpy as np

from mlmetrics_edu.metrics.sweep import sweep
from mlmetrics_edu.workbook.examples import example, examples
from tests.cases import each
from tests.workbook.case_files import (
    SHARED,
    answer,
    cases,
    column,
    data,
    figures,
    load,
    needs_shared,
)
from tests.workbook.published import COMPUTED

pytestmark = needs_shared

# The examples made of a case: test_examples works their known answers out.
EXAMPLES = {
    "altman_bland1994_liver_scan": "liver-scan",
    "anscombe1973": "anscombe",
    "chicco_jurman2020_A1": "chicco-a1",
    "davis_goadrich2006_table": "davis-goadrich",
    "decile_roc_table_61797": "decile-table",
    "fawcett2006_fig3": "fawcett-20",
    "fawcett2006_fig6": "fawcett-bayes",
    "german_credit_costs": "german-credit",
    "han_kamber_fig8_18": "han-kamber",
    "hanley_mcneil1982_ct": "hanley-mcneil",
    "iir_exercise_8_8_and_8_1": "iir-8-8-first iir-8-8-second iir-8-1",
    "iir_exercise_8_9": "iir-8-9",
    "iir_tables_8_1_8_2_13_8": "iir-kappa iir-two-classes",
    "islr_default_lda": "islr-default",
    "ks_step_by_step_10obs": "ks-ten",
    "map_two_queries_cn": "query-first query-second",
    "padilla2021_toy_cats": "toy-cats",
    "padilla7_voc": "padilla-24",
    "powers2007_table2_1": "powers",
    "provost_fawcett_expected_profit": "expected-profit",
    "pycm_3x3_overall": "pycm-3x3",
    "pycm_bekkar2013_1": "bekkar-1",
    "pycm_bekkar2013_2": "bekkar-2",
    "pycm_garcia2009": "garcia",
    "seed01_customers_990_10": "customers",
    "seed02_cancer_matrix": "cancer",
    "seed03_f1_models_ABCD": "models",
    "seed04_500_records": "records",
    "seed05_car20": "cars",
    "seed06_roc_learners_AB": "learner-a learner-b",
    "seed07_ks_examples": "ks-first ks-second",
    "sklearn_classification_report": "sklearn-report",
    "sklearn_curves": "sklearn-scores",
    "sklearn_misc_classification": "sklearn-two-by-two sklearn-kappa",
    "sklearn_multiclass_prf": "sklearn-multiclass",
    "sklearn_multilabel_ranking": "label-ranking",
    "sklearn_regression": "regression-four",
    "torchmetrics_multiclass_small": "torchmetrics-three torchmetrics-scores",
    "torchmetrics_multilabel_map": "several-labels",
    "wikipedia_cohen_kappa": "kappa-three",
    "wikipedia_fob_screening": "fob-screening",
    "wikipedia_roc_space": "roc-space",
    "witten_frank_kappa": "witten-frank",
}
# What isn't a rate of one two-by-two table, nor a row of a sweep; case: {part: its figures}.
LATER = {
    "coco_val2014_100": {"masks, which aren't matched here": "segm_*"},
    "iir_tables_8_1_8_2_13_8": {"an average of printed numbers": "avg11"},
    "altman_bland1994_liver_scan": {"a test by SciPy": "p_acc_gt_nir"},
    "pycm_3x3_overall": {
        "association, entropy and their kin": (
            "SE CI_lo CI_hi KappaNoPrevalence KappaUnbiased RefEntropy RespEntropy CrossEntropy "
            "CondEntropy MutualInfo KL Chi2 Phi2 V LambdaA LambdaB"
        )
    },
    "sklearn_multilabel_ranking": {"what no lesson asks of rankings": "coverage ranking_loss"},
    "sklearn_regression": {"logarithms, several outputs": "msle mae2 mse2* rmse2 r2_2* ev2 mape2"},
    "ssim_camera_noise20": {"a ratio in decibels": "PSNR_IPOL_4dec"},
}
PUT_OFF = [
    (case, name) for case, parts in LATER.items() for name in " ".join(parts.values()).split()
]


@cache
def computed(case: str):
    return COMPUTED[case](data(case)) if case in COMPUTED else {}


@cache
def answered(case: str) -> set[str]:
    """Return what the known answers of a case's examples print."""
    examples = EXAMPLES.get(case, "").split()
    return {known.printed for name in examples for known in example(name).answers}


@each("case, figure", figures())
def test_a_published_figure_is_a_known_answer_or_what_the_library_computes(case, figure):
    known = answer(case, figure)
    if figure in computed(case):
        value = float(computed(case)[figure])
        assert known.agrees(value), f"printed {known}, computed {value}"
    elif not any(case == c and fnmatchcase(figure, pattern) for c, pattern in PUT_OFF):
        assert known.printed in answered(case), "no example knows it, and it isn't put off"


@each("case, pattern", PUT_OFF)
def test_nothing_is_put_off_that_nobody_publishes(case, pattern):
    assert any(fnmatchcase(figure, pattern) for figure in load(case)["published"])


def test_no_case_is_forgotten():
    with_figures = {case for case, _ in figures()}
    assert {*EXAMPLES, *COMPUTED, *LATER} == with_figures
    assert {case for case in cases() if not load(case)["published"]} == {
        "drummond_holte_cost_lines",
        "fawcett2006_ties_optimistic_pessimistic",
        "seed08_binormal_N08_N02_055",
        "seed09_errata",
        "segmentation_fcn_formulas",
        "ssim_closed_forms",
    }


@each("name, ties", [("seed05_car20_steps20", "in-order"), ("seed05_car20_distinct17", "grouped")])
def test_every_row_of_the_twenty_cars(name, ties):
    truth, scores = column("seed05_car20", "label", int), column("seed05_car20", "score")
    swept = sweep(truth, scores, ids=column("seed05_car20", "id", int), ties=ties)
    for key in ("threshold", "tp", "fp", "fn", "tn"):
        assert getattr(swept, key)[1:].tolist() == column(name, key), key
    for key in ("precision", "recall", "fpr"):
        assert np.allclose(swept[key][1:], column(name, key), rtol=1e-15, atol=0), key


def test_who_is_let_in_at_each_step():
    truth, scores = column("seed05_car20", "label", int), column("seed05_car20", "score")
    swept = sweep(truth, scores, ids=column("seed05_car20", "id", int), ties="in-order")
    assert [step.admitted[0] for step in swept[1:]] == column("seed05_car20_steps20", "id", int)


def test_cards_are_those_of_the_case_in_eight_decimals():
    cards, case = example("islr-default"), "islr_default_lda_scores"
    scores = column(case, "lda_posterior_yes")
    assert cards.y_true.tolist() == column(case, "default", int)
    assert cards.columns["student"].tolist() == column(case, "student", int)
    assert np.abs(cards.columns["balance"] - column(case, "balance")).max() <= 0.005 + 1e-9
    assert np.abs(cards.y_score - scores).max() <= 0.5e-8 + 1e-15
    assert (np.diff(cards.y_score[np.argsort(scores)]) >= 0).all()  # nobody overtakes anybody


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
