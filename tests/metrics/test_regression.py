"""Regression metrics and probability scores: published figures, laws, working, refusals."""

import csv
import json
import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from sklearn.metrics import brier_score_loss

from mlmetrics_edu.core.errors import MetricError, UndefinedError
from mlmetrics_edu.metrics.calibration import brier, log_loss
from mlmetrics_edu.metrics.r2 import explained_variance, least_squares, r2, residuals
from mlmetrics_edu.metrics.regression import (
    mae,
    mape,
    max_error,
    mean_bias_error,
    medae,
    mse,
    norms,
    rmse,
)
from tests.cases import each, seeds

Y, P = [3, -0.5, 2, 7], [2.5, 0.0, 2, 8]
NAN, INF = float("nan"), float("inf")
TYPED = st.integers(-500, 500).map(lambda n: n / 10)


def columns(least=1):
    pair = st.tuples(TYPED, TYPED)
    return st.lists(pair, min_size=least, max_size=12).map(lambda pairs: zip(*pairs, strict=True))


def test_mape_with_a_zero_by_each_convention(worked_examples):
    case = json.loads((worked_examples / "sklearn_regression.json").read_text(encoding="utf-8"))
    y, p = case["data"]["mape_zero"].values()
    with pytest.raises(UndefinedError, match="place 1"):
        mape(y, p)
    skipped = mape(y, p, zero="skip")
    assert skipped.fraction == (Fraction(1, 5) + Fraction(1, 7)) / 3
    assert skipped.conventions["zero"] == "left out: 1 sample(s) whose truth is 0"
    assert math.isclose(mape(y, p, zero="epsilon"), 0.1 * 2**52 / 4, rel_tol=1e-12)
    nothing = mape([0, 0], [1, 2], zero="skip")
    assert math.isnan(nothing) and nothing.reason == "n = 0: no sample is left"


def test_anscombe_s_four_lines(worked_examples):
    case = json.loads((worked_examples / "anscombe1973.json").read_text(encoding="utf-8"))
    with open(worked_examples / "anscombe1973.csv", encoding="utf-8") as file:
        table = list(csv.DictReader(file))
    for k in "1234":
        x = [float(row["x4" if k == "4" else "x"]) for row in table]
        y = [float(row[f"y{k}"]) for row in table]
        line = least_squares(x, y)
        fitted = line.predict(x)
        found = {n: getattr(line, n) for n in ("slope", "intercept", "r2", "mean_y")}
        found |= {"ss_reg": line.ss_reg, "ss_res": line.ss_res, "mae": mae(y, fitted)}
        found |= {"rmse": rmse(y, fitted), "max_error": max_error(y, fitted)}
        for name, value in found.items():
            assert math.isclose(value, case["computed"][f"{name}_{k}"], rel_tol=1e-11), name
        assert line.r2.fraction == line.ss_reg.fraction / (
            line.ss_reg.fraction + line.ss_res.fraction
        )


@given(columns())
def test_typed_numbers_give_the_exact_fraction(pairs):
    y, p = pairs
    errors = [Fraction(str(b)) - Fraction(str(a)) for a, b in zip(y, p, strict=True)]
    n = len(errors)
    assert mae(y, p).fraction == Fraction(sum(map(abs, errors)), n)
    assert mse(y, p).fraction == sum(e * e for e in errors) / n
    assert mean_bias_error(y, p).fraction == sum(errors) / n
    assert max_error(y, p).fraction == max(map(abs, errors))
    assert math.isclose(medae(y, p), np.median(np.abs([float(e) for e in errors])), abs_tol=1e-12)


@given(columns(2))
def test_sums_of_squares_add_up_and_both_r2_agree_on_the_fitted_line(pairs):
    x, y = pairs
    line = least_squares(x, y)
    if len(set(x)) == 1:
        assert "no line" in line.slope.reason and math.isnan(line.r2) and math.isnan(line.ss_res)
        return
    known = stats.linregress(x, y)
    assert math.isclose(line.slope, known.slope, rel_tol=1e-7, abs_tol=1e-9)
    assert math.isclose(line.intercept, known.intercept, rel_tol=1e-7, abs_tol=1e-7)
    total = sum((Fraction(str(v)) - line.mean_y.fraction) ** 2 for v in y)
    assert line.ss_reg.fraction + line.ss_res.fraction == total
    if len(set(y)) > 1:
        fitted = [float(line.intercept + line.slope * value) for value in x]
        assert math.isclose(r2(y, fitted), line.r2, abs_tol=1e-9)


def test_the_two_definitions_of_r2():
    y, p = [1, 2, 3, 4], [10, 20, 30, 40]
    assert r2(y, p, definition="correlation").fraction == 1
    assert r2(y, p).fraction == 1 - Fraction(81 * 30, 5)
    random = np.random.default_rng(3).normal(size=(2, 50))
    known = np.corrcoef(*random)[0, 1] ** 2
    assert math.isclose(r2(*random, definition="correlation"), known, rel_tol=1e-12)
    assert r2(y, p, definition="correlation").conventions["R²"] != r2(y, p).conventions["R²"]


def test_a_constant_truth_by_each_convention():
    for y, p in (([2, 2], [2, 2]), ([2, 2], [1, 2]), ([5], [5])):
        assert math.isnan(r2(y, p)) and "all truths are equal" in r2(y, p).reason
        assert explained_variance(y, p, undefined=1) == 1
        with pytest.raises(UndefinedError):
            r2(y, p, undefined="raise")
    # 0.1 + 0.1 + 0.1 isn't 0.3 in floats, but three equal truths are constant all the same.
    same = np.full(2000, 0.1 + 0.2)
    assert math.isnan(r2(same, same + 1)) and math.isnan(explained_variance(same, same))


def test_the_working_and_the_table():
    worked = rmse(Y, P, ids=list("abcd"))
    assert worked.inner[0].fraction == Fraction(3, 8) and "√(3/8)" in worked.working
    frame = worked.steps.to_frame()
    assert frame["sample"].tolist() == list("abcd")
    assert frame["error²"].mean() == 0.375 and frame["error"].tolist() == [-0.5, 0.5, 0, 1]
    assert residuals(Y, P).to_frame()["residual"].tolist() == [0.5, -0.5, 0, -1]


def test_norms_aren_t_the_means_named_after_them():
    frame = norms([3, -4]).to_frame().set_index("name")["value"]
    assert frame["l2 norm"] == np.linalg.norm([3, -4]) and frame["MSE"] == mse([0, 0], [3, -4])
    assert frame["squared l2 norm"] == 25 and frame["MAE"] == mae([0, 0], [3, -4])
    assert frame["RMSE"] == rmse([0, 0], [3, -4]) and frame["max norm"] == 4


def test_impossible_things_that_happen():
    worked = log_loss([1, 0], [0, 0.5])
    assert math.isnan(worked) and "no bound" in worked.reason and "no bound" in worked.working
    assert log_loss([1, 0], [0, 0.5], zero="clip") > 18
    assert math.isfinite(log_loss([0, 1], [[0.5, 0.5 + 9e-7]] * 2))  # rounded to float32
    with pytest.raises(MetricError, match="add up to"):
        log_loss([0, 1], [[0.5, 0.5 + 1.1e-6]] * 2)
    endless = log_loss([1, 0], [0, 0.5], zero="inf")
    assert endless == math.inf and endless.fraction is None and not endless.reason
    assert "log loss = +∞" in endless.working and "the loss counts as ∞" in endless.working
    assert log_loss([1, 0], [1, 0.5], zero="inf") == log_loss([1, 0], [1, 0.5])


@each("seed", seeds(2_000, 100))
def test_brier_of_several_classes_is_that_of_scikit_learn(seed):
    rng = np.random.default_rng(seed)
    k = int(rng.integers(2, 5))
    prob = rng.dirichlet(np.ones(k), 12)
    classes = list("abcd")[:k]
    y = [*classes, *rng.choice(classes, 12 - k)]
    for half in (True, False):
        wanted = brier_score_loss(y, prob, labels=classes, scale_by_half=half)
        ours = brier(y, prob, labels=classes, over_classes="half" if half else "sum")
        assert ours == pytest.approx(wanted, abs=1e-12)


def test_brier_of_two_columns_is_twice_that_of_one():
    prob = [0.1, 0.9, 0.8, 0.3]
    pairs = [[1 - p, p] for p in prob]
    one, both = brier([0, 1, 1, 0], prob), brier([0, 1, 1, 0], pairs)
    assert both == pytest.approx(2 * one) and "0 to 2" in str(both.conventions)
    thirds = brier(["a", "b"], [[0.5, 0.5], [0.25, 0.75]])
    assert thirds.fraction == Fraction(1, 2) * (Fraction(1, 2) + Fraction(1, 8))
    assert thirds.steps.to_frame()["Σ error²"].tolist() == [0.5, 0.125]


BAD = {
    "half of one column": lambda: brier([0, 1], [0.2, 0.4], over_classes="half"),
    "no samples": lambda: mae([], []),
    "different lengths": lambda: mae(Y, P[:3]),
    "NaN prediction": lambda: mae(Y, [1, NAN, 2, 3]),
    "infinite truth": lambda: mse([1, INF], [1, 2]),
    "complex": lambda: mae([1j, 2], [1, 2]),
    "dates": lambda: mae(np.array(["2020-01-01"], "datetime64[D]"), [1]),
    "masked": lambda: mae(np.ma.masked_less([1, 2], 2), [1, 2]),
    "squares beyond floats": lambda: mse([1e200], [0]),
    "whole numbers beyond floats": lambda: mse([2**60], [2**60 + 1]),
    "a truth of 0": lambda: mape([0, 1], [1, 1]),
    "one point": lambda: least_squares([1], [2]),
    "no errors": lambda: norms([]),
    "probability above 1": lambda: brier([0, 1], [0.5, 1.5]),
    "three labels": lambda: brier([0, 1, 2], [0.1, 0.2, 0.3]),
    "probabilities of unlike length": lambda: log_loss([0, 1], [0.5]),
    "rows that don't add up": lambda: log_loss([0, 1], [[0.5, 0.6], [0.5, 0.5]]),
    "a label without a column": lambda: log_loss([0, 2], [[0.5, 0.5]] * 2, labels=[0, 1]),
    "a column without a label": lambda: log_loss([0, 0], [[0.5, 0.5]] * 2),
}


@each("case", BAD)
def test_bad_input_is_refused(case):
    with pytest.raises(MetricError) as refused:
        BAD[case]()
    assert all((refused.value.what, refused.value.why, refused.value.fix))
