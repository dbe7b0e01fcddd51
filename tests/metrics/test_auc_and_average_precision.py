"""Areas: golden fractions, three routes to one AUC, six rules for AP, and who else says so."""

import pickle
from fractions import Fraction
from itertools import pairwise
from math import log

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy.integrate import quad

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.average_precision import RULES
from tests.cases import each, seeds
from tests.metrics.test_laws import samples

CARS = mm.example("cars")
S = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
METHODS = ("area", "pairs", "ranks")
# (rule, ties): the exact value; the twelve numbers that tools call the AP of these twenty images
GOLDEN = {
    ("step", "positives-first"): "801/1232",
    ("step", "grouped"): "649/1008",
    ("trapezoid", "positives-first"): "69617/110880",
    ("trapezoid", "negatives-first"): "7659/12320",
    ("trapezoid", "grouped"): "2099/3360",
    ("voc2007", "positives-first"): "2271/3388",
    ("voc2007", "grouped"): "613/924",
    ("voc2010", "positives-first"): "2447/3696",
    ("voc2010", "grouped"): "661/1008",
    ("coco", "positives-first"): "41247/62216",
    ("coco", "grouped"): "11141/16968",
}


@each("rule, ties", GOLDEN)
def test_the_twelve_numbers_called_ap_to_the_last_digit(rule, ties):
    s = mm.sweep(CARS.y_true, CARS.y_score, ties=ties)
    value = mm.average_precision(s, rule)
    assert value.fraction == Fraction(GOLDEN[rule, ties])
    assert float(value) == pytest.approx(float(value.fraction), rel=1e-15)
    assert value.conventions["AP rule"].startswith(rule)


@each("rule", ["step", "voc2007", "voc2010", "coco"])
def test_negatives_first_counts_as_grouped_where_only_hits_are_looked_at(rule):
    walked = mm.sweep(CARS.y_true, CARS.y_score, ties="negatives-first")
    assert mm.average_precision(walked, rule).fraction == Fraction(GOLDEN[rule, "grouped"])


def by_quadrature(s):
    """Integrate precision over TP, between rows where TP and FP grow in proportion."""
    area = 0
    for i in range(1, len(s)):
        (t0, t1), (f0, f1) = s.tp[i - 1 : i + 1], s.fp[i - 1 : i + 1]
        if t1 > t0:
            slope = (f1 - f0) / (t1 - t0)
            area += quad(lambda t, t0=t0, f0=f0, k=slope: t / (t + f0 + k * (t - t0)), t0, t1)[0]
    return area / s.positives


def test_davis_and_goadrich_by_numerical_integration():
    assert mm.average_precision(S, "davis-goadrich") == pytest.approx(0.62567, abs=5e-6)
    for seed in range(40):
        random = np.random.default_rng(seed)
        truth = np.append(1, random.integers(0, 2, 30))
        s = mm.sweep(truth, random.integers(0, 8, 31))
        ours = mm.average_precision(s, "davis-goadrich")
        assert ours == pytest.approx(by_quadrature(s), abs=1e-7)
        assert ours.fraction is None


def test_one_straight_way_between_two_points_in_closed_form():
    # From (TP 5, FP 5) to (TP 10, FP 30) precision is t / (6t - 20), of 20 positives.
    both = mm.Sweep.from_counts([2, 1], [5, 10], [5, 30], positives=20)
    first = mm.Sweep.from_counts([2], [5], [5], positives=20)
    way = mm.average_precision(both, "davis-goadrich") - mm.average_precision(
        first, "davis-goadrich"
    )
    by_hand = (5 / 6 + 20 / 36 * log(40 / 10)) / 20
    assert way == pytest.approx(by_hand, abs=1e-12)
    assert way == pytest.approx(0.0801748433644414, abs=1e-12)


def test_the_lowest_area_there_can_be_is_that_of_boyd_and_others():
    # All negatives before all positives: 1 + (1 - π)·ln(1 - π)/π as both classes grow.
    n = 200_000
    worst = mm.Sweep.from_counts([2, 1], [0, n], [n, n])
    assert mm.average_precision(worst, "davis-goadrich") == pytest.approx(1 - log(2), abs=1e-10)
    for share in (0.1, 0.01):
        p = round(n * share)
        worst = mm.Sweep.from_counts([2, 1], [0, p], [n - p, n - p])
        least = 1 + (1 - share) * log(1 - share) / share
        assert mm.average_precision(worst, "davis-goadrich") == pytest.approx(least, abs=1e-9)


@each("method", METHODS)
def test_auc_of_the_cars_with_ties_as_halves_won_or_lost(method):
    assert mm.auc(S, method).fraction == Fraction(41, 56)
    for ties, won in (("positives-first", 62), ("negatives-first", 61)):
        s = mm.sweep(CARS.y_true, CARS.y_score, ties=ties)
        assert mm.auc(s, method).fraction == Fraction(won, 84)


def test_pairs_are_shown_with_who_beats_whom():
    value = mm.auc(S, "pairs")
    assert dict(value.terms) == {"won": 61, "tied": 1, "positives": 6, "negatives": 14}
    table = value.steps.to_frame()
    assert table[["won", "tied", "lost"]].sum().tolist() == [61, 1, 22]
    assert table["positives"].tolist()[4] == ("car 7",)
    assert table.iloc[4][["won", "tied", "lost"]].tolist() == [7, 1, 6]
    assert str(value.working).splitlines()[1].strip() == "= (61 + 1 / 2) / (6·14)"


def test_squares_and_ranks_add_up_to_what_the_formula_takes():
    squares, ranks = mm.auc(S, "area"), mm.auc(S, "ranks")
    assert squares.steps.to_frame()["squares"].sum() == squares.terms["squares"] == 61.5
    assert ranks.steps.to_frame()["sum of ranks"].iloc[-1] == ranks.terms["rank_sum"] == 82.5


def both(data):
    return 0 < data[0].sum() < len(data[0])


@given(samples())
def test_three_routes_lead_to_the_same_fraction_as_counting_all_pairs(data):
    if not both(data):
        return
    s = mm.sweep(*data)
    labels, scores = data
    pairs = np.sign(scores[labels == 1][:, None] - scores[labels == 0])
    exact = Fraction(int((pairs + 1).sum()), 2 * pairs.size)
    assert {mm.auc(s, method).fraction for method in METHODS} == {exact}
    assert {mm.auc(s, method).steps is not None for method in METHODS} == {True}


@given(samples())
def test_a_rising_map_changes_no_area_and_turning_everything_round_turns_it_round(data):
    labels, scores = data
    if not both(data):
        return
    s = mm.sweep(labels, scores)
    ranks = np.unique(scores, return_inverse=True)[1]
    mapped = mm.sweep(labels, np.exp(ranks / 7.0) - 3)
    assert mm.auc(mapped).fraction == mm.auc(s).fraction
    for rule in RULES:
        assert mm.average_precision(mapped, rule) == mm.average_precision(s, rule)
    assert mm.auc(mm.sweep(1 - labels, scores)).fraction == 1 - mm.auc(s).fraction
    assert mm.auc(mm.sweep(labels, -scores)).fraction == 1 - mm.auc(s).fraction


@given(samples(), st.data())
def test_whole_weights_are_repeated_samples(data, draw):
    labels, scores = data
    if not both(data):
        return
    weights = draw.draw(hnp.arrays(int, len(labels), elements=st.integers(1, 4)))
    weighted = mm.sweep(labels, scores, weights=weights)
    repeated = mm.sweep(np.repeat(labels, weights), np.repeat(scores, weights))
    for method in METHODS:
        assert mm.auc(weighted, method).fraction == mm.auc(repeated, method).fraction
    for rule in RULES:
        assert mm.average_precision(weighted, rule) == mm.average_precision(repeated, rule)
    assert mm.partial_auc(weighted, 0.3).fraction == mm.partial_auc(repeated, 0.3).fraction


@given(samples(), st.sampled_from(list(RULES)))
def test_floats_and_fractions_of_a_rule_agree(data, rule):
    if not data[0].any():
        return
    s = mm.sweep(*data)
    value = mm.average_precision(s, rule)
    assert 0 <= value <= 1 + 1e-12
    if rule != "davis-goadrich":
        assert float(value.fraction) == pytest.approx(value, rel=1e-13)
    first = value.steps.columns[0].name
    assert first in ("step", "recall ≥")


@given(samples())
def test_interpolation_never_lowers_and_the_area_is_at_least_the_share_of_positives(data):
    labels, scores = data
    if not labels.any():
        return
    s = mm.sweep(labels, scores)
    step, voc = (mm.average_precision(s, rule).fraction for rule in ("step", "voc2010"))
    assert voc >= step
    assert voc >= Fraction(int(labels.sum()), len(labels))


def test_a_million_rows_of_weights_are_summed_in_blocks_as_in_one():
    random = np.random.default_rng(0)
    truth, scores = random.random(100_000) < 0.3, random.random(100_000)
    s = mm.sweep(truth, scores)
    for rule in ("step", "trapezoid", "davis-goadrich"):
        whole = (np.diff(s.tp) * RULES[rule].heights(s.tp, s.fp)).sum() / s.positives
        assert mm.average_precision(s, rule) == pytest.approx(whole, rel=1e-12)
        assert mm.average_precision(s, rule).fraction is None


def test_counts_whose_products_are_beyond_64_bits_do_not_wrap():
    big = 3_000_000_000
    s = mm.Sweep.from_counts([2, 1], [big, big + 1], [1, big])
    won, tied = big * (big - 1), big + (big - 1)
    assert mm.auc(s) == pytest.approx(float((won + Fraction(tied, 2)) / ((big + 1) * big)))


def test_recall_levels_in_floats_as_the_tools_have_them_or_exactly():
    # 20 positives, 7 found before a false alarm: 7/20 is the level 0.35, but not in floats.
    truth = [1] * 7 + [0] + [1] * 13
    s = mm.sweep(truth, range(21, 0, -1))
    floats, exact = (mm.average_precision(s, "coco", compare=c) for c in ("floats", "exact"))
    assert exact.fraction - floats.fraction == Fraction(1, 101) * (1 - Fraction(20, 21))


def test_two_of_three_found_give_67_of_101_and_alarms_after_the_last_hit_are_free():
    found = mm.sweep([1, 1], [0.9, 0.8], positives=3)
    assert mm.average_precision(found, "coco").fraction == Fraction(67, 101)
    free = mm.sweep([1] + [0] * 9, range(10, 0, -1), positives=1)
    assert mm.average_precision(free, "coco") == 1


def test_a_constant_score_is_worth_half_by_trapezoids_and_the_share_by_steps():
    s = mm.sweep([1] + [0] * 99, [0.5] * 100)
    assert mm.average_precision(s, "trapezoid").fraction == Fraction(101, 200)
    assert mm.average_precision(s, "step").fraction == Fraction(1, 100)


@each("seed", seeds(2_000, 20))
def test_a_part_is_the_integral_up_to_where_it_ends(seed):
    rng = np.random.default_rng(seed)
    y = np.r_[0, 1, rng.integers(0, 2, 9)]
    s = mm.sweep(y, rng.integers(0, 5, len(y)))
    points = [(Fraction(f, s.negatives), Fraction(t, s.positives)) for f, t in corners(s)]
    end = Fraction(int(rng.integers(1, 101)), 100)
    area = Fraction(0)
    for (x0, y0), (x1, y1) in pairwise(points):
        if x0 < (right := min(x1, end)):
            area += (right - x0) * (y0 + (y1 - y0) * (right - x0) / (x1 - x0) / 2)
    assert mm.partial_auc(s, float(end)).fraction == area
    chance = end**2 / 2
    stretched = (1 + (area - chance) / (end - chance)) / 2
    assert mm.partial_auc(s, float(end), standardised=True).fraction == stretched
    assert mm.partial_auc(s, 1).fraction == mm.auc(s).fraction


def corners(s):
    return zip(s.fp.tolist(), s.tp.tolist(), strict=True)


def test_numbers_travel_with_their_working():
    for value in (mm.auc(S, "pairs"), mm.average_precision(S, "coco"), mm.partial_auc(S, 0.5)):
        again = pickle.loads(pickle.dumps(value))
        assert (again, again.fraction) == (value, value.fraction)
        assert again.working == value.working


def test_real_weights_give_floats_and_no_fraction():
    s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.7, 0.2], weights=[0.1, 0.7, 1 / 3, 2 / 7])
    assert len({round(mm.auc(s, method), 14) for method in METHODS}) == 1
    assert mm.average_precision(s).fraction is None


REFUSED = {
    "no positives": lambda: mm.auc(mm.sweep([0, 0], [1, 2])),
    "no negatives": lambda: mm.auc(mm.sweep([1, 1], [1, 2])),
    "negatives unknown": lambda: mm.auc(mm.sweep([1, 0], [1, 2], negatives="unknown")),
    "positives never scored": lambda: mm.auc(mm.sweep([1, 0], [1, 2], positives=5)),
    "AP without positives": lambda: mm.average_precision(mm.sweep([0, 0], [1, 2])),
    "unknown rule": lambda: mm.average_precision(S, "voc2012"),
    "unknown comparison": lambda: mm.average_precision(S, "coco", compare="loose"),
    "unknown method": lambda: mm.auc(S, "trapezoid"),
    "no false positive rate": lambda: mm.partial_auc(S, 0),
    "beyond 1": lambda: mm.partial_auc(S, 1.5),
    "nan": lambda: mm.partial_auc(S, float("nan")),
    "a text": lambda: mm.partial_auc(S, "0.1"),
}


@each("case", REFUSED)
def test_what_has_no_area_says_why(case):
    with pytest.raises(mm.MetricError) as caught:
        REFUSED[case]()
    assert all((caught.value.what, caught.value.why, caught.value.fix))


@given(samples(), st.sampled_from([*RULES]))
def test_the_formula_of_an_ap_over_the_terms_that_it_shows_is_the_ap(data, rule):
    labels, scores = data
    if not labels.any():
        return
    ap = mm.average_precision(mm.sweep(labels, scores), rule)
    summed = ap.formula.column(**ap.terms)[()]
    assert ap == pytest.approx(float(summed), rel=1e-12)
    assert ap.fraction == (summed if RULES[rule].exact else None)
    column = next(
        c for c in ap.steps.columns if c.name in ("height", "highest precision from there")
    )
    gains = ap.terms["gained"] > 0 if "gained" in ap.terms else slice(None)
    if rule != "coco":  # which puts levels together
        assert list(column.values) == list(ap.terms["height"][gains])
