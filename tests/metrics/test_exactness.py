"""A computed float is never called exact: what was summed up from rounded numbers claims none."""

import numpy as np

import mlmetrics_edu as mm
from tests.cases import each

RNG = np.random.default_rng(5)
N = 40
Y = RNG.integers(0, 2, N)
SCORE = RNG.integers(0, 9, N) / 8
HEAVY = np.exp(RNG.normal(0, 1, N))  # all their digits, so that their sums are rounded
REAL = np.exp(RNG.normal(0, 1, (2, N)))
PROB = RNG.random(N)
LABELS = RNG.integers(0, 2, (2, N, 3))
K3 = RNG.integers(0, 3, (2, N))
S = mm.sweep(Y, SCORE, weights=HEAVY)
C = mm.Confusion.from_labels(Y, SCORE >= 0.5, weights=HEAVY)
M = mm.ConfusionMatrix.from_labels(*K3, weights=HEAVY)
COSTS = mm.Costs(fp=2, fn=5)

ROUNDED = {
    **{f"auc {m}": lambda m=m: mm.auc(S, m) for m in ("area", "pairs", "ranks")},
    **{
        f"AP {rule}": lambda rule=rule: mm.average_precision(S, rule)
        for rule in ("step", "trapezoid", "voc2007", "voc2010", "coco", "davis-goadrich")
    },
    **{f"rate {n}": lambda n=n: C.rate(n) for n in ("precision", "f1", "mcc", "kappa", "accuracy")},
    **{f"step {n}": lambda n=n: S[3].confusion.rate(n) for n in ("recall", "fpr", "informedness")},
    "partial": lambda: mm.partial_auc(S, 0.3),
    "ks": lambda: mm.ks_statistic(S),
    "break-even": lambda: mm.break_even(S),
    "equal errors": lambda: mm.equal_error_rate(S),
    "cost": lambda: mm.expected_cost(C, COSTS),
    "cost area": lambda: mm.cost_curve(S).area,
    "best": lambda: mm.best_threshold(S, "f1").value,
    "accuracy of three": lambda: M.accuracy,
    "kappa of three": lambda: M.kappa,
    "macro": lambda: M.average("f1", "macro"),
    "weighted": lambda: M.average("f1", "weighted"),
    "mae": lambda: mm.mae(*REAL),
    "mse": lambda: mm.mse(*REAL),
    "rmse": lambda: mm.rmse(*REAL),
    "r2": lambda: mm.r2(*REAL),
    "r2, correlation": lambda: mm.r2(*REAL, definition="correlation"),
    "slope": lambda: mm.least_squares(*REAL).slope,
    "brier": lambda: mm.brier(Y, PROB),
    "log loss": lambda: mm.log_loss(Y, PROB),
    "ssim": lambda: mm.ssim(*REAL.reshape(2, 5, 8), data_range=9.5, window="global"),
    "subsets": lambda: mm.multilabel_map(*LABELS, weights=HEAVY),
    "iou": lambda: mm.iou([0, 0, *(REAL[0, :2])], [0, 0, *(REAL[1, :2])]),
    "population": lambda: mm.auc(mm.binormal(0.8, 0.2, 0.55).sweep(10, 70)),
}


def test_what_was_rounded_on_the_way_has_no_fraction_and_no_equals_sign():
    for name, make in ROUNDED.items():
        found = make()
        assert found == found and found.fraction is None, name
        if found.formula and not found.formula.sums:
            last = found.working.splitlines()
            shown = [line for line in last if line.lstrip().startswith(("=", "≈"))]
            assert any(line.lstrip().startswith("≈") for line in shown), (name, found.working)


@each("off", [-1, 0, 1])
def test_a_digit_that_hangs_on_the_order_of_a_sum_is_not_written(off):
    """One half, as three orders of the same sum might give it, reads the same three times."""
    half = np.nextafter(0.5, off) if off else np.float64(0.5)
    worked = mm.Formula("x", "a / b").work(a=half, b=np.float64(1.0))
    assert worked.fraction is None
    assert worked.working == "x = a / b\n  = 0.5 / 1\n  ≈ 0.500"
