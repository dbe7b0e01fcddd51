"""Where two classifiers swap places: at that β or ratio of costs they are equal, and not before."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.rates import f_weighted
from tests.cases import each

CAREFUL, BOLD = mm.Confusion(8, 92, 2, 9898), mm.Confusion(10, 990, 0, 9000)
COUNTS = st.builds(
    lambda tp_a, tp_b, fp_a, fp_b, more: (
        mm.Confusion(tp_a, fp_a, max(tp_a, tp_b) + more - tp_a, 500 - fp_a),
        mm.Confusion(tp_b, fp_b, max(tp_a, tp_b) + more - tp_b, 500 - fp_b),
    ),
    *(st.integers(1, 40), st.integers(1, 40), st.integers(0, 500), st.integers(0, 500)),
    st.integers(0, 10),
)


def test_the_earthquakes_need_a_beta_of_almost_19_or_costs_of_449():
    assert mm.crossover_beta(CAREFUL, BOLD).fraction == 350
    assert mm.crossover_costs(CAREFUL, BOLD).fraction == 449
    assert CAREFUL.f(18.7) > BOLD.f(18.7) and CAREFUL.f(18.8) < BOLD.f(18.8)


@given(COUNTS)
def test_at_the_crossover_f_beta_is_equal_and_turns(tables):
    a, b = tables
    squared = mm.crossover_beta(a, b)
    assert squared != squared or squared.fraction == mm.crossover_beta(b, a).fraction
    if squared != squared:
        assert squared.reason
        return
    at = [c.rate(f_weighted(squared.fraction, 1)).fraction for c in (a, b)]
    assert at[0] == at[1]
    wider = [c.rate(f_weighted(2 * squared.fraction, 1)).fraction for c in (a, b)]
    assert (wider[0] > wider[1]) == (a.recall > b.recall)


@given(COUNTS)
def test_at_the_crossover_both_cost_the_same_and_then_fewer_misses_win(tables):
    a, b = tables
    ratio = mm.crossover_costs(a, b)
    if ratio != ratio:
        assert ratio.reason
        return
    for times in (1, 2):
        costs = mm.Costs(fp=1, fn=float(ratio))
        errors = [c.fp + times * ratio.fraction * c.fn for c in (a, b)]
        assert (errors[0] == errors[1]) == (times == 1)
    cost = [mm.expected_cost(c, costs) for c in (a, b)]
    assert cost[0] == pytest.approx(float(cost[1]))


def test_where_one_is_better_throughout_there_is_no_crossover():
    better, worse = mm.Confusion(9, 1, 1, 9), mm.Confusion(5, 5, 5, 5)
    for value in (mm.crossover_beta(better, worse), mm.crossover_costs(better, worse)):
        assert value != value and "prefers the same one" in value.reason
    same_recall = mm.crossover_beta(mm.Confusion(5, 1, 5, 9), mm.Confusion(5, 2, 5, 8))
    assert same_recall != same_recall and same_recall.reason
    assert mm.crossover_costs(worse, mm.Confusion(5, 1, 5, 9)).fraction is None


@each("compare", [mm.crossover_beta, mm.crossover_costs])
def test_only_tables_are_compared(compare):
    with pytest.raises(mm.MetricError, match="a float was given"):
        compare(CAREFUL, 0.5)
