"""The tie laboratory against all orders there are, tried one by one."""

from fractions import Fraction
from itertools import groupby, permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.average_precision import RULES
from tests.cases import each

CARS = mm.example("cars")
S = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)


@st.composite
def tied(draw):
    """Draw up to seven samples with three scores."""
    n = draw(st.integers(1, 7))
    pairs = st.tuples(st.integers(0, 2), st.integers(0, 1))
    drawn = draw(st.lists(pairs, min_size=n, max_size=n))
    return [label for _, label in drawn], [score for score, _ in drawn]


def every_order(labels, scores, each=list):
    """Walk the samples in each order that their scores allow; ``each=set``: equal ones once."""
    ranked = sorted(zip(scores, labels, strict=True), reverse=True)
    ties = [[label for _, label in tie] for _, tie in groupby(ranked, key=lambda pair: pair[0])]
    for order in product(*(each(permutations(tie)) for tie in ties)):
        walk = [label for tie in order for label in tie]
        yield mm.sweep(walk, range(len(walk), 0, -1))


@given(tied(), st.sampled_from(list(RULES)))
def test_lowest_and_highest_ap_are_those_of_all_orders(data, rule):
    labels, scores = data
    if not any(labels):
        return
    found = [float(mm.average_precision(s, rule)) for s in every_order(labels, scores, set)]
    bounds = mm.tie_range(mm.sweep(labels, scores), rule=rule)
    assert bounds.lowest == pytest.approx(min(found), rel=1e-12)
    assert bounds.highest == pytest.approx(max(found), rel=1e-12)
    in_order = mm.average_precision(mm.sweep(labels, scores, ties="in-order"), rule)
    assert bounds.lowest - 1e-12 <= in_order <= bounds.highest + 1e-12
    assert (bounds.mean is None) == (rule not in ("step", "trapezoid"))


def test_the_grouped_value_may_be_better_than_every_order():
    s = mm.sweep([0, 1, 1], [0.9, 0.5, 0.5])  # one order only: 1/2, then 2/3
    assert mm.average_precision(s).fraction == Fraction(2, 3)
    assert {value.fraction for value in mm.tie_range(s)} == {Fraction(7, 12)}


@pytest.mark.parametrize("rule", ["step", "trapezoid"])
def test_mean_ap_is_that_of_all_orders_to_the_last_digit(rule):
    random = np.random.default_rng(5)
    for _ in range(25):
        n = int(random.integers(1, 7))
        labels, scores = np.append(1, random.integers(0, 2, n - 1)), random.integers(0, 3, n)
        found = [mm.average_precision(s, rule).fraction for s in every_order(labels, scores)]
        mean = mm.tie_range(mm.sweep(labels, scores), rule=rule).mean
        assert mean.fraction == sum(found) / len(found)
        assert float(mean) == pytest.approx(float(mean.fraction), rel=1e-13)


def test_auc_over_all_orders():
    random = np.random.default_rng(6)
    for _ in range(25):
        labels = np.append([0, 1], random.integers(0, 2, 4))
        scores = random.integers(0, 2, 6)
        found = [mm.auc(s).fraction for s in every_order(labels, scores)]
        bounds = mm.tie_range(mm.sweep(labels, scores), "auc")
        assert [value.fraction for value in bounds] == [
            min(found),
            sum(found) / len(found),
            max(found),
        ]


def test_the_tie_of_car_7_and_car_15():
    bounds = mm.tie_range(S)
    assert [bounds.lowest.fraction, bounds.highest.fraction] == [
        Fraction(649, 1008),
        Fraction(801, 1232),
    ]
    assert bounds.mean.fraction == (Fraction(649, 1008) + Fraction(801, 1232)) / 2
    groups = mm.tied_groups(S).to_frame()
    assert groups[["step", "positives", "negatives", "orders"]].iloc[0].tolist() == [10, 1, 1, 2]
    assert groups["AUC at stake"].item() == pytest.approx(1 / 84)
    gap = groups["most AP"].item() - groups["least AP"].item()
    assert gap == pytest.approx(float(Fraction(801, 1232) - Fraction(649, 1008)))


@pytest.mark.parametrize("ties", ["grouped", "positives-first", "negatives-first"])
def test_a_walk_made_from_counts_is_the_walk_of_the_samples(ties):
    random = np.random.default_rng(7)
    truth, scores = random.integers(0, 2, 500), random.integers(0, 30, 500)
    made = mm.retied(mm.sweep(truth, scores), ties)
    walked = mm.sweep(truth, scores, ties=ties)
    for name in ("threshold", "tp", "fp"):
        np.testing.assert_array_equal(getattr(made, name), getattr(walked, name))
    assert mm.average_precision(made) == mm.average_precision(walked)


def test_the_table_of_rules_shows_every_golden_number_once_more():
    table = mm.average_precision_table(S)
    frame = table.to_frame().set_index("rule")
    for rule in RULES:
        for ties in ("grouped", "positives-first", "negatives-first"):
            alone = mm.average_precision(mm.sweep(CARS.y_true, CARS.y_score, ties=ties), rule)
            assert frame.loc[rule, ties.replace("-", " ")] == alone
    shown = str(table)
    for text in ("801/1232 = 0.65016", "649/1008 = 0.64385", "0.62567", "7659/12320 = 0.62167"):
        assert text in shown
    values = frame[["grouped", "positives first", "negatives first"]].to_numpy().ravel()
    # The twelve, and two more: Davis and Goadrich's area of a walk with its ties broken.
    assert len({round(float(value), 5) for value in values}) == 14
    assert "scikit-learn average_precision_score" in shown


REFUSED = {
    "a sweep in order": lambda: mm.tie_range(mm.sweep([1, 0], [1, 1], ties="in-order")),
    "real weights": lambda: mm.tie_range(mm.sweep([1, 0], [1, 1], weights=[0.5, 1])),
    "no positives": lambda: mm.tie_range(mm.sweep([0, 0], [1, 1])),
    "no positives in the groups": lambda: mm.tied_groups(mm.sweep([0, 0], [1, 1])),
    "no positives in the table": lambda: mm.average_precision_table(mm.sweep([0, 0], [1, 1])),
}


@each("case", REFUSED)
def test_what_has_no_orders_is_refused(case):
    with pytest.raises(mm.MetricError) as caught:
        REFUSED[case]()
    assert all((caught.value.what, caught.value.why, caught.value.fix))
