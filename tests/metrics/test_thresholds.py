"""Best thresholds: all of them, exactly; constraints; the largest gap; the break-even point."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import interp1d
from scipy.optimize import brentq
from sklearn import metrics

import mlmetrics_edu as mm
from tests.cases import each
from tests.metrics.test_laws import samples

CARS = mm.example("cars")
S = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
# criterion: (threshold, exact value or None)
GOLDEN = {
    "f1": (0.24, Fraction(8, 13)),
    "f2": (0.08, Fraction(3, 4)),
    "f0.5": (0.76, Fraction(5, 7)),
    "accuracy": (0.76, Fraction(4, 5)),
    "youden": (0.24, Fraction(19, 42)),
    "ks": (0.24, Fraction(19, 42)),
    "nearest-corner": (0.24, None),
    "nearest-corner-roc": (0.24, None),
}


@each("by", GOLDEN)
def test_the_best_thresholds_of_the_cars(by):
    best = mm.best_threshold(S, by)
    threshold, value = GOLDEN[by]
    assert best.thresholds == (threshold,) and best.threshold == threshold
    assert best.value.fraction == value
    assert best[0].threshold == threshold and best[0].admitted


def test_equal_optima_are_all_told_though_floats_differ():
    a = mm.example("learner-a")
    s = mm.sweep(a.y_true, a.y_score)
    gap = mm.Formula("gap", "recall - fpr", direction="higher")
    best = mm.best_threshold(s, gap)
    assert best.rows == (4, 8) and best.value.fraction == Fraction(2, 5)
    assert s[gap][4] != s[gap][8]  # 0.4 twice, but for the last digit
    with pytest.raises(mm.MetricError, match="2 thresholds have the highest gap: 7, 3"):
        _ = best.threshold
    assert str(best) == "highest gap: 0.400 at thresholds 7, 3"
    assert "<table" in best._repr_html_()


@given(samples(), st.sampled_from(["f1", "f2", "accuracy", "youden", "mcc", "g_mean"]))
def test_no_row_is_better_and_none_as_good_is_missing(data, by):
    s = mm.sweep(*data)
    name = {"youden": "informedness"}.get(by, by)
    exact = [step.confusion.rate(name, "nan").exact.value for step in s]
    defined = [value for value in exact if value is not None]
    if not defined:
        with pytest.raises(mm.MetricError, match="undefined at every threshold"):
            mm.best_threshold(s, by)
        return
    best = mm.best_threshold(s, by)
    assert list(best.rows) == [i for i, value in enumerate(exact) if value == max(defined)]


def test_constraints_are_met_exactly():
    best = mm.best_threshold(S, "precision", where="recall ≥ 0.5")
    assert best.thresholds == (0.24,) and best.where == ("recall ≥ 0.5",)
    assert mm.best_threshold(S, "precision", where="recall > 0.5").thresholds == (0.24,)
    assert mm.best_threshold(S, "recall", where="precision >= 50 %").thresholds == (0.24,)
    both = mm.best_threshold(S, "f1", where=["recall ≥ 0.8", "fpr ≤ 0.6"])
    assert both.thresholds == (0.12,)


def test_a_bound_that_floats_would_miss():
    a = mm.example("learner-a")
    s = mm.sweep(a.y_true, a.y_score)
    gaps = s["informedness"]
    assert not (gaps >= 0.4)[8] or not (gaps >= 0.4)[4]
    assert mm.best_threshold(s, "recall", where="informedness ≥ 0.4").thresholds == (3,)
    assert mm.best_threshold(s, "precision", where="informedness < 0.4").rows != (4,)


def test_cheapest_thresholds_move_with_the_costs():
    dear_misses = mm.best_threshold(S, "cost", costs=mm.Costs(fp=1, fn=10))
    dear_alarms = mm.best_threshold(S, "cost", costs=mm.Costs(fp=10, fn=1))
    assert dear_misses.thresholds == (0.08,) and dear_alarms.thresholds == (0.76,)
    assert dear_misses.value.fraction == Fraction(10, 20)
    assert dear_alarms.value.fraction == Fraction(4, 20)
    rare = mm.best_threshold(S, "cost", costs=mm.Costs(fp=1, fn=1), p_positive=0.01)
    assert rare.thresholds == (0.76,)


@each(
    "name, alternative, value, rows",
    [
        ("learner-a", "two-sided", "2/5", (4, 8)),
        ("learner-b", "greater", "1/5", (9,)),
        ("learner-b", "less", "3/5", (5,)),
        ("learner-b", "two-sided", "3/5", (5,)),
        ("ks-first", "two-sided", "1", (5,)),
        ("ks-second", "two-sided", "4/5", (4, 6)),
        ("ks-third", "two-sided", "4/5", (4,)),
    ],
)
def test_ks_of_the_textbook_rankings(name, alternative, value, rows):
    data = mm.example(name)
    s = mm.sweep(data.y_true, data.y_score)
    ks = mm.ks_statistic(s, alternative)
    assert ks.fraction == Fraction(value)
    where = ", ".join(f"{s.threshold[row]:g}" for row in rows)
    assert ks.conventions["where"].endswith(f" {where}")
    assert ks.steps.marked == rows[0]
    gap = {"two-sided": np.abs, "greater": np.positive, "less": np.negative}[alternative]
    assert gap(mm.ks(s).y).max() == pytest.approx(ks)


def test_ks_shows_both_rates_in_its_working():
    lines = mm.ks_statistic(S).working.splitlines()
    assert lines[0] == "KS = |recall − FPR|"
    assert lines[1].strip() == "= |2/3 − 3/14|"


@given(samples())
def test_the_break_even_point_is_the_precision_of_as_many_as_there_are_positives(data):
    labels, scores = data
    s = mm.sweep(labels, scores)
    if not s.positives:
        return
    value = mm.break_even(s)
    walks = [mm.sweep(labels, scores, ties=f"{side}-first") for side in ("negatives", "positives")]
    ends = [w[int(s.positives)].confusion for w in walks]
    assert all(end.precision.fraction == end.recall.fraction for end in ends)
    assert ends[0].precision.fraction <= value.fraction <= ends[1].precision.fraction
    rows = np.flatnonzero(s.tp + s.fp == s.positives)
    if rows.size:
        assert value.fraction == s[int(rows[0])].confusion.recall.fraction


def test_break_even_of_the_cars_and_in_the_middle_of_a_tie():
    assert mm.break_even(S).fraction == Fraction(1, 2)
    assert mm.break_even(S).conventions["where"] == "at the threshold 0.38"
    tied = mm.sweep([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.5])  # two positives; the tie holds one
    assert mm.break_even(tied).fraction == (1 + Fraction(1, 3)) / 2
    assert "inside the tie at the threshold 0.5" in mm.break_even(tied).conventions["where"]
    assert len(mm.break_even(tied).steps) == 2


@given(samples())
def test_both_error_rates_are_equal_on_the_lines_of_the_roc_curve(data):
    s = mm.sweep(*data)
    if not s.positives or not s.negatives:
        return
    value = mm.equal_error_rate(s)
    fpr, tpr, _ = metrics.roc_curve(s.samples.positive, s.samples.score, drop_intermediate=False)
    along = np.arange(len(fpr))  # a straight line between two points, whatever its slope
    ahead = interp1d(along, fpr + tpr - 1)
    at = brentq(ahead, 0, along[-1], xtol=1e-14)
    assert value == pytest.approx(float(interp1d(along, fpr)(at)), abs=1e-9)
    assert isinstance(value.fraction, Fraction)


def test_the_equal_error_rate_on_a_point_on_a_step_and_inside_a_tie():
    on_a_point = mm.equal_error_rate(mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]))
    assert (on_a_point.fraction, on_a_point.conventions["where"]) == (
        Fraction(1, 2),
        "at the threshold 0.7",
    )
    few = mm.equal_error_rate(mm.sweep([1, 1, 0, 1, 0, 1, *[0] * 6], range(12, 0, -1)))
    assert few.terms["FP"] == 2 and few.fraction == Fraction(1, 4)  # 1 of 4 missed, 2 of 8 alarms
    assert mm.equal_error_rate(S).fraction == Fraction(1, 3)  # 2 of 6 missed, 3 to 6 of 14 alarms
    up = mm.equal_error_rate(mm.sweep([0, 1, 1, 0, 0], [0.9, 0.8, 0.7, 0.4, 0.2]))
    assert (up.fraction, up.formula.expression) == (Fraction(1, 3), "FP / negatives")
    # 3 positives, 4 negatives; the tie leads from (1/4, 1/3) to (3/4, 0): f/(1 − f) … both 3/10
    tied = mm.equal_error_rate(mm.sweep([1, 0, 1, 0, 1, 0, 0], [9, 8, 7, 5, 5, 5, 1]))
    assert (tied.fraction, len(tied.steps)) == (Fraction(3, 10), 3)
    weighted = mm.sweep([1, 0, 1, 0], [4, 3, 2, 1], weights=[0.1, 0.2, 0.3, 0.4])
    assert mm.equal_error_rate(weighted) == pytest.approx(1 / 3)


NONE = mm.sweep([0, 0], [0.4, 0.2])
REFUSED = {
    "a number for a criterion": lambda: mm.best_threshold(S, 3),
    "neither way is better": lambda: mm.best_threshold(S, "prevalence"),
    "own formula without direction": lambda: mm.best_threshold(
        S, mm.Formula("m", "TP / (TP + FN)")
    ),
    "cost without costs": lambda: mm.best_threshold(S, "cost"),
    "costs as a pair": lambda: mm.best_threshold(S, "cost", costs=(1, 5)),
    "p beyond 1": lambda: mm.best_threshold(S, "cost", costs=mm.Costs(fp=1, fn=1), p_positive=2),
    "a constraint in words": lambda: mm.best_threshold(S, where="high recall"),
    "a constraint as a number": lambda: mm.best_threshold(S, where=[0.9]),
    "a constraint on an unknown metric": lambda: mm.best_threshold(S, where="recal ≥ 0.9"),
    "out of reach": lambda: mm.best_threshold(S, where="precision ≥ 1.5"),
    "not both at once": lambda: mm.best_threshold(S, where=["recall ≥ 0.9", "precision ≥ 0.9"]),
    "undefined everywhere": lambda: mm.best_threshold(NONE, "youden"),
    "negatives unknown": lambda: mm.best_threshold(
        mm.sweep([1, 0], [1, 2], negatives="unknown"), "accuracy"
    ),
    "KS of one class": lambda: mm.ks_statistic(NONE),
    "KS of an unknown kind": lambda: mm.ks_statistic(S, "both"),
    "break-even without positives": lambda: mm.break_even(NONE),
    "equal errors of one class": lambda: mm.equal_error_rate(NONE),
    "equal errors of unknown negatives": lambda: mm.equal_error_rate(
        mm.sweep([1, 0], [1, 2], negatives="unknown")
    ),
}


@each("case", REFUSED)
def test_what_cannot_be_found_says_why(case):
    with pytest.raises(mm.MetricError) as caught:
        REFUSED[case]()
    assert all((caught.value.what, caught.value.why, caught.value.fix))


def test_a_constraint_out_of_reach_tells_how_far_one_gets():
    with pytest.raises(mm.MetricError, match=r"no threshold has precision ≥ 1\.5") as caught:
        mm.best_threshold(S, where="precision ≥ 1.5")
    assert "the highest precision there is, is 1.000" in caught.value.why


@each("alternative", ["two-sided", "greater", "less"])
@each("seed", range(3))
def test_every_widest_gap_of_a_long_walk_is_found(alternative, seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(60, 1200))
    truth = random.integers(0, 2, n) if seed % 2 else np.tile([1, 0], n)[:n]
    s = mm.sweep(truth, random.random(n) if seed % 2 else range(n, 0, -1))
    exact = s.tp * s.negatives - s.fp * s.positives
    width = {"two-sided": np.abs, "greater": np.positive, "less": np.negative}[alternative](exact)
    rows = np.flatnonzero(width == width.max())
    ks = mm.ks_statistic(s, alternative)
    assert ks.fraction == Fraction(int(width.max()), int(s.positives * s.negatives))
    assert ks.steps.marked == rows[0]
    if alternative == "greater":
        assert mm.best_threshold(s, "ks").rows == tuple(rows.tolist())


def test_the_best_of_two_that_floats_hardly_tell_apart():
    n = 10**9
    s = mm.Sweep.from_counts([2, 1], [n, n + 1], [0, 0], positives=2 * n, negatives=5)
    assert mm.best_threshold(s, "recall").rows == (2,)


def test_optima_that_only_rounding_tells_apart_are_all_named():
    # Both classes are alike but for their means, so that the gap is the same on both sides of 0.5.
    optima = mm.best_threshold(mm.binormal(0.8, 0.2, 0.55).sweep(1000, 7000), "youden")
    assert len(optima) == 2 and sum(optima.thresholds) == pytest.approx(1)
