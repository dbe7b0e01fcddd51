"""Costs: what they are, what a classifier costs on average, and what costs say of thresholds."""

import json
import pickle
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.costs import (
    Costs,
    cost_threshold,
    expected_cost,
    iso_performance_slope,
    probability_cost,
)
from tests.cases import each

CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score)
LOANS = Costs(fp=1, fn=5)
ALL_BAD = mm.Confusion(tp=300, fp=700, fn=0, tn=0)
ALL_GOOD = mm.Confusion(tp=0, fp=0, fn=300, tn=700)
OFFER = mm.Confusion(tp=56, fp=7, fn=5, tn=42)
NAN, INF = float("nan"), float("inf")

COUNTS = st.tuples(*[st.integers(0, 9)] * 4).filter(lambda c: c[0] + c[2] and c[1] + c[3])
PRICES = st.builds(
    lambda tp, tn, fn, fp: Costs(tp=tp, tn=tn, fn=tp + fn, fp=tn + fp),
    *[st.integers(-5, 5)] * 2,
    *[st.integers(1, 20)] * 2,
)
SHARES = st.fractions(0, 1, max_denominator=50)


def by_definition(counts, costs, p):
    """Weigh the four outcomes by hand, in fractions."""
    tp, fp, fn, tn = map(Fraction, counts)
    found, alarmed = tp / (tp + fn), fp / (fp + tn)
    positive = found * costs.tp + (1 - found) * costs.fn
    return p * positive + (1 - p) * (alarmed * costs.fp + (1 - alarmed) * costs.tn)


@given(COUNTS, PRICES, SHARES)
def test_expected_cost_by_definition(counts, costs, p):
    table = mm.Confusion(*counts)
    given_p = expected_cost(table, costs, p_positive=p)
    assert given_p.fraction == by_definition(counts, costs, p)
    paid = sum(n * c for n, c in zip(counts, (costs.tp, costs.fp, costs.fn, costs.tn), strict=True))
    assert expected_cost(table, costs).fraction == Fraction(paid, sum(counts))


@given(COUNTS, PRICES, SHARES)
def test_normalised_cost_runs_from_all_right_to_all_wrong(counts, costs, p):
    tp, fp, fn, tn = counts
    right, wrong = (tp + fn, 0, 0, fp + tn), (0, fp + tn, tp + fn, 0)
    low, cost, high = (by_definition(c, costs, p) for c in (right, counts, wrong))
    found = expected_cost(mm.Confusion(*counts), costs, p_positive=p, normalised=True)
    assert found.fraction == (cost - low) / (high - low)


@given(PRICES, SHARES)
def test_probability_cost_by_definition(costs, p):
    there = probability_cost(p, costs)
    miss, alarm = p * (costs.fn - costs.tp), (1 - p) * (costs.fp - costs.tn)
    assert there.fraction == miss / (miss + alarm)


@given(PRICES, st.fractions(0, 1, max_denominator=50).filter(bool), COUNTS)
def test_along_an_iso_performance_line_the_cost_stays(costs, p, counts):
    slope = iso_performance_slope(costs, p).fraction
    tp, fp, fn, tn = counts
    here = expected_cost(mm.Confusion(*counts), costs, p_positive=p).fraction
    # One step to the right by dx and up by slope·dx, as a table of rates
    dx = Fraction(1, 1000)
    fpr, tpr = Fraction(fp, fp + tn) + dx, Fraction(tp, tp + fn) + slope * dx
    positive = tpr * costs.tp + (1 - tpr) * costs.fn
    there = p * positive + (1 - p) * (fpr * costs.fp + (1 - fpr) * costs.tn)
    assert here == there


@given(PRICES, SHARES)
def test_above_the_threshold_calling_positive_is_cheaper(costs, probability):
    called = probability * costs.tp + (1 - probability) * costs.fp
    left = probability * costs.fn + (1 - probability) * costs.tn
    threshold = cost_threshold(costs).fraction
    assert (called < left) == (probability > threshold)
    assert (called == left) == (probability == threshold)


@each("normalised", [False, True])
@each("p", [None, 0.3])
def test_a_column_is_the_number_at_each_threshold(p, normalised):
    costs = Costs(fp=1, fn=5, tp=-2, tn=0.5)
    column = expected_cost(SWEEP, costs, p_positive=p, normalised=normalised)
    for i, step in enumerate(SWEEP):
        one = expected_cost(step.confusion, costs, p_positive=p, normalised=normalised)
        assert column[i] == pytest.approx(float(one), abs=1e-14)


def test_german_credit(worked_examples):
    case = json.loads((worked_examples / "german_credit_costs.json").read_text())["computed"]
    assert expected_cost(ALL_BAD, LOANS) == case["default_cost"]
    assert expected_cost(ALL_GOOD, LOANS) == case["all_good_cost"]
    assert probability_cost(0.3, LOANS) == case["P(+)cost_bad"]
    assert cost_threshold(LOANS) == case["optimal_p_threshold"]
    normalised = expected_cost(ALL_BAD, LOANS, normalised=True)
    assert normalised == pytest.approx(case["normalised_default"], abs=1e-15)


def test_expected_profit_shows_every_rate_in_it():
    cost = expected_cost(OFFER, Costs.from_benefits(tp=99, fp=-1))
    assert cost.fraction == Fraction(-5537, 110)
    assert {inner.name: inner.fraction for inner in cost.inner} == {
        "recall": Fraction(56, 61),
        "fnr": Fraction(5, 61),
        "fpr": Fraction(1, 7),
        "specificity": Fraction(6, 7),
        "prevalence": Fraction(61, 110),
    }
    assert cost.conventions["p"] == "p: the sample's own"
    assert cost.conventions["costs"] == "costs: FP 1, FN 0, TP −99"
    assert pickle.loads(pickle.dumps(cost)).fraction == cost.fraction


def test_iso_performance(worked_examples):
    case = json.loads((worked_examples / "fawcett2006_isoperformance.json").read_text())
    for i, scene in enumerate(case["data"], 1):
        costs = Costs(fp=scene["c_fp"], fn=scene["c_fn"])
        slope = iso_performance_slope(costs, scene["p_pos"])
        assert slope == pytest.approx(case["computed"][f"slope_{i}"], rel=1e-15)


def test_costs_are_a_value():
    costs = Costs(fp=np.float64(5.0), fn=1, tp=0.1)
    assert costs == Costs(fp=5, fn=1, tp=0.1) and hash(costs) == hash(Costs(fp=5, fn=1, tp=0.1))
    assert repr(costs) == "Costs(fp=5, fn=1, tp=0.1, tn=0)"
    assert costs.regret_fn.fraction == Fraction(9, 10) and costs.ratio.fraction == Fraction(9, 50)
    assert costs.summary == "costs: FP 5, FN 1, TP 0.1"
    assert pickle.loads(pickle.dumps(costs)) == costs
    with pytest.raises(TypeError):
        Costs(5, 1)  # which is which?


def test_zhou_calls_class_0_positive():
    # cost01: a sample of class 0 (his positive one) called class 1, which is a miss
    assert Costs.from_zhou(cost01=5, cost10=2) == Costs(fn=5, fp=2)


def test_benefits_are_negative_costs():
    costs = Costs.from_benefits(tp=3, tn=0.0, fp=-1, fn=2)
    assert costs == Costs(tp=-3, tn=0, fp=1, fn=-2) and "-0" not in repr(costs)


BAD = {
    "NaN": lambda: Costs(fp=NAN),
    "infinite": lambda: Costs(fn=-INF),
    "too large": lambda: Costs(fp=1e300),
    "pair of numbers": lambda: expected_cost(SWEEP, (5, 1)),
    "share above 1": lambda: expected_cost(SWEEP, LOANS, p_positive=1.1),
    "percent": lambda: probability_cost(30, LOANS),
    "a list": lambda: expected_cost([1, 0], LOANS),
    "free errors": lambda: expected_cost(SWEEP, Costs(fp=0, fn=1), normalised=True),
    "welcome errors": lambda: expected_cost(SWEEP, Costs(fp=1, fn=1, tp=2), normalised=True),
    "benefits as costs": lambda: cost_threshold(Costs(tp=99, fp=-1, fn=0)),
    "free errors in a ratio": lambda: Costs(fp=0).ratio,
    "no positives": lambda: expected_cost(mm.Confusion(0, 3, 0, 4), LOANS, p_positive=0),
    "no negatives": lambda: expected_cost(mm.sweep([1, 1], [0.2, 0.1]), LOANS),
    "unknown negatives": lambda: expected_cost(mm.Confusion(1, 2, 3, None), LOANS),
}


@each("case", BAD)
def test_bad_input_is_told_why(case):
    with pytest.raises(mm.MetricError) as error:
        BAD[case]()
    assert error.value.why and error.value.fix


def test_costs_need_not_have_regrets_where_nothing_is_normalised():
    assert expected_cost(OFFER, Costs(fp=0, fn=0)) == 0
    with pytest.raises(mm.InputError, match="FP costs 0 and TN 0"):
        expected_cost(OFFER, Costs(fp=0), normalised=True)
