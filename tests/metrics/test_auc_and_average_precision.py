"""Areas: golden fractions, three routes to one AUC, six rules for AP, and who else says so."""

import pickle
from fractions import Fraction
from itertools import pairwise

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


@each(
    "s, area, rank_sum", [(S, 61.5, 82.5), (mm.sweep([1, 1, 0, 1, 0], [3, 3, 3, 1, 1]), 3.5, 9.5)]
)
def test_squares_and_ranks_add_up_to_what_the_formula_takes(s, area, rank_sum):
    squares, ranks = mm.auc(s, "area"), mm.auc(s, "ranks")
    assert squares.steps.to_frame()["squares"].sum() == squares.terms["squares"] == area
    assert ranks.steps.to_frame()["sum of ranks"].iloc[-1] == ranks.terms["rank_sum"] == rank_sum


@each(
    "labels, words",
    [([1, 1, 1], "3 positives and no negative"), ([0, 0], "2 negatives and no positive")],
)
def test_one_class_alone_has_no_area_and_its_samples_are_counted(labels, words):
    with pytest.raises(mm.UndefinedError, match=words):
        mm.auc(mm.sweep(labels, [*range(len(labels))]))


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


REFUSED = {
    "no positives": lambda: mm.auc(mm.sweep([0, 0], [1, 2])),
    "no negatives": lambda: mm.auc(mm.sweep([1, 1], [1, 2])),
    "negatives unknown": lambda: mm.auc(mm.sweep([1, 0], [1, 2], negatives="unknown")),
    "positives never scored": lambda: mm.auc(mm.sweep([1, 0], [1, 2], positives=5)),
    "AP without positives": lambda: mm.average_precision(mm.sweep([0, 0], [1, 2])),
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
