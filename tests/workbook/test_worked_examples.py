"""Every figure of every published case is worked out to its printed digits, or put off by name."""

from fnmatch import fnmatchcase
from functools import cache

import numpy as np

from mlmetrics_edu.metrics.sweep import sweep
from tests.cases import each
from tests.workbook.box_figures import BOXES
from tests.workbook.case_figures import COMPUTED
from tests.workbook.case_files import answer, cases, column, data, figures, load, needs_shared
from tests.workbook.more_figures import MORE
from tests.workbook.published import Either

pytestmark = needs_shared

PARTS = (COMPUTED, MORE, BOXES)
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
    return Either(*(part[case](data(case)) for part in PARTS if case in part))


def is_put_off(case: str, figure: str) -> bool:
    return any(case == c and fnmatchcase(figure, pattern) for c, pattern in PUT_OFF)


@each("case, figure", figures())
def test_a_published_figure_is_what_the_library_computes(case, figure):
    if is_put_off(case, figure):
        assert figure not in computed(case), "it is computed, and should leave the list"
        return
    assert figure in computed(case), "it is neither computed nor on the list"
    value = float(computed(case)[figure])
    assert answer(case, figure).agrees(value), f"printed {answer(case, figure)}, computed {value}"


@each("case, pattern", PUT_OFF)
def test_nothing_is_put_off_that_nobody_publishes(case, pattern):
    assert any(fnmatchcase(figure, pattern) for figure in load(case)["published"])


def test_no_case_is_forgotten():
    with_figures = {case for case, _ in figures()}
    here = [case for part in PARTS for case in part]
    assert {*here} <= with_figures
    assert {*here, *LATER} == with_figures
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
