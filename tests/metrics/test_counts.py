"""Counts however large or small: equal to fractions, or refused; never a wrong number."""

import gc
import math
import random
import weakref
from fractions import Fraction as Fr
from itertools import pairwise

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import FormulaError, InputError, MetricError
from mlmetrics_edu.metrics.auc_error import auc_standard_error
from tests.cases import EXPLORE, each

CASES = 1_000 if EXPLORE else 135
TIES = ("grouped", "in-order", "positives-first", "negatives-first")
WEIGHTS = {
    "none": lambda rng, n: None,
    "whole": lambda rng, n: [rng.randrange(9) for _ in range(n)],
    "bool": lambda rng, n: [rng.random() < 0.7 for _ in range(n)],
    "float": lambda rng, n: [rng.random() for _ in range(n)],
    "decimal": lambda rng, n: [round(10 * rng.random(), rng.randrange(4)) for _ in range(n)],
    "huge": lambda rng, n: [rng.randrange(1, 2 ** rng.choice([33, 53, 63])) for _ in "x" * n],
    "tiny": lambda rng, n: [1e-60 * rng.random() for _ in range(n)],
    "great": lambda rng, n: [1e60 * rng.random() for _ in range(n)],
    "wild": lambda rng, n: [10.0 ** rng.uniform(-300, 300) for _ in range(n)],
}


def random_cases(times=CASES):
    rng, kinds = random.Random(20260731), [*WEIGHTS]
    for i in range(times):
        n, kind = rng.randrange(2, 8), kinds[i % len(kinds)]
        y, score = ([rng.randrange(k) for _ in range(n)] for k in (2, 5))
        yield kind, y, score, WEIGHTS[kind](rng, n), rng.choice(TIES)


def by_hand(y, score, weights, ties):
    """Walk down the ranking, and add up in fractions."""
    heft = [Fr(w) for w in weights or [1] * len(y)]
    places = {"positives-first": lambda i: -y[i], "negatives-first": lambda i: y[i]}
    order = [i for i in range(len(y)) if heft[i]]
    order.sort(key=lambda i: (-score[i], places.get(ties, lambda i: 0)(i)))
    rows = [(Fr(0), Fr(0))]
    for place, i in enumerate(order):
        tp, fp = rows[-1]
        tied = ties == "grouped" and place and score[order[place - 1]] == score[i]
        rows[-1:] = [] if tied else rows[-1:]
        rows.append((tp + heft[i] * y[i], fp + heft[i] * (1 - y[i])))
    return rows


def agrees(found, known, within=1e-9):
    """Shares of a whole agree to so many parts of it, other numbers to so many of their own."""
    if known is None:
        return math.isnan(found)
    return abs(Fr(float(found)) - known) <= Fr(within) * (1 if abs(known) <= 1 else abs(known))


def area(rows):
    steps = pairwise(rows)
    whole = 2 * rows[-1][0] * rows[-1][1]
    return sum((g - f) * (t + u) for (t, f), (u, g) in steps) / whole if whole else None


def claims(worked, known):
    """An exact value is claimed only where it is exact, and then it is the right one."""
    return worked.fraction is None or worked.fraction == known


def test_random_sweeps_of_all_sizes_are_equal_to_fractions_or_refused():
    swept = dict.fromkeys(WEIGHTS, 0)
    for kind, y, score, weights, ties in random_cases():
        try:
            s = mm.sweep(y, score, weights=weights, ties=ties)
        except MetricError:
            continue
        swept[kind] += 1
        rows = by_hand(y, score, weights, ties)
        assert len(rows) == len(s), (kind, y, score, weights, ties)
        p, n = rows[-1]
        counts = [[float(c) for c in (tp, fp, p - tp, n - fp)] for tp, fp in rows]
        columns = np.transpose([s.tp, s.fp, s.fn, s.tn])
        np.testing.assert_allclose(columns, counts, atol=1e-15 * float(p + n), rtol=1e-12)
        if p and n:
            known = area(rows)
            for method in ("area", "pairs", "ranks"):
                found = mm.auc(s, method)
                assert agrees(found, known) and claims(found, known), (weights, method)
            gap = max(abs(tp / p - fp / n) for tp, fp in rows)
            assert agrees(mm.ks_statistic(s), gap, 1e-12), weights
            x = Fr(1, 3)
            lowest = min(fp / n * (1 - x) + (p - tp) / p * x for tp, fp in rows)
            assert agrees(mm.cost_curve(s).at(float(x)), lowest), weights
        if p:
            ap = sum((u - t) * u / (u + g) for (t, _), (u, g) in pairwise(rows))
            assert agrees(mm.average_precision(s), ap / p), weights
    assert all(swept[kind] >= CASES / 20 for kind in WEIGHTS if kind != "wild"), swept


def test_products_of_counts_do_not_wrap():
    s = mm.Sweep.from_counts([2, 1], [2**33, 2**34], [0, 1])
    assert [float(mm.auc(s, method)) for method in ("area", "pairs", "ranks")] == [0.75] * 3
    large = mm.Sweep.from_counts([2, 1], [2**59, 2**60], [2**59, 2**60])
    assert mm.auc(large) == 0.5 and mm.equal_error_rate(large) == 0.5
    assert mm.auc(mm.roc_hull(large)) == 0.5 and mm.cost_curve(large).at(0.5) == 0.5
    assert large[1].confusion.recall.fraction == Fr(1, 2) and large.positives == 2**60
    for rule in ("step", "voc2007", "coco"):
        assert mm.average_precision(large, rule, compare="exact") == 0.5


def test_only_ratios_of_weights_matter_however_large_they_are():
    y, score = [1, 0, 1, 0, 1, 0, 0], [7, 6, 5, 5, 3, 2, 1]
    weights = np.array([3, 1, 4, 1, 5, 9, 2.0])
    numbers = {
        "auc": mm.auc,
        "partial": lambda s: mm.partial_auc(s, 0.3, standardised=True),
        **{
            rule: lambda s, rule=rule: mm.average_precision(s, rule, compare="exact")
            for rule in ("step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco")
        },
        "ks": mm.ks_statistic,
        "break-even": mm.break_even,
        "equal errors": mm.equal_error_rate,
        "mcc": lambda s: s["mcc"],
        "cost": lambda s: mm.expected_cost(s, mm.Costs(fp=3, fn=1), normalised=True),
        "envelope": lambda s: mm.cost_curve(s).at([0.1, 0.5, 0.8]),
        "best": lambda s: mm.best_threshold(s, costs=mm.Costs(fp=3, fn=1), by="cost").thresholds,
        "gain": lambda s: mm.gain(s, bins=5).y,
        "lift": lambda s: mm.lift(s, bins=5).y[1:],
        "ks curve": lambda s: mm.ks(s, bins=5).y,
        "hull": lambda s: mm.roc_hull(s).y,
    }
    plain = mm.sweep(y, score, weights=weights)
    for power in (-220, -40, 30, 220):
        s = mm.sweep(y, score, weights=weights * 2.0**power)
        for name, number in numbers.items():
            np.testing.assert_allclose(number(s), number(plain), rtol=1e-12, err_msg=name)
        for worked in (mm.auc(s), mm.average_precision(s), mm.break_even(s)):
            assert str(worked.steps) and worked.working


REFUSED = {
    "far apart": lambda: mm.sweep([1, 0], [1, 0], weights=[1e55, 1]),
    "in a table": lambda: mm.Confusion.from_labels([1, 0], [1, 0], weights=[1e-20, 1e40]),
    "in a matrix": lambda: mm.ConfusionMatrix.from_labels([1, 0], [1, 0], weights=[1e-200, 1e100]),
    "subnormal": lambda: mm.sweep([1, 0], [1, 0], weights=[5e-324, 5e-324]),
    "beyond products": lambda: mm.sweep([1, 0], [1, 0], weights=[1e100, 1e100]),
    "beyond floats": lambda: mm.sweep([1, 0], [1, 0], weights=[10**400, 1]),
    "beyond 2**61": lambda: mm.Sweep.from_counts([2, 1], [2**60, 2**61], [1, 2**60]),
    "a sum beyond": lambda: sum([mm.Sweep.from_counts([1], [2**59], [2**59])] * 4),
    "a count beyond": lambda: mm.Confusion(10**400, 1, 1, 1),
    "too many to test": lambda: auc_standard_error(
        mm.Sweep.from_counts([2, 1], [2**58, 2**59], [1, 2**59])
    ),
    "a rate beyond floats": lambda: (
        mm.Confusion(1e200, 1e-200, 1e-200, 1e200).diagnostic_odds_ratio
    ),
}


@each("name", REFUSED)
def test_what_no_float_can_tell_is_refused(name):
    with pytest.raises((InputError, FormulaError)) as told:
        REFUSED[name]()
    assert all(part.strip() for part in (told.value.what, told.value.why, told.value.fix))


def test_the_two_weights_that_are_too_far_apart_are_named():
    with pytest.raises(InputError, match=r"weights\[1\] is 1e\+60 and weights\[2\] is 1e-05"):
        mm.sweep([1, 0, 1], [3, 2, 1], weights=[0, 1e60, 1e-5])


MADE_OF_A_SWEEP = (
    mm.auc,
    *(lambda s, rule=rule: mm.average_precision(s, rule).working for rule in ("step", "voc2007")),
    mm.ks_statistic,
    mm.break_even,
    lambda s: mm.auc(s).exact,
    mm.roc,
    mm.pr,
    lambda s: mm.cost_curve(s).area,
    lambda s: str(s.trace()),
)


@each("made", MADE_OF_A_SWEEP)
@pytest.mark.parametrize("weights", [None, 1.5])
def test_columns_go_at_once_with_the_last_number_that_needs_them(made, weights):
    # What is kept until Python looks for garbage adds up: a million samples are 24 MB.
    labels, scores = [1, 0, 1, 1, 0], [0.9, 0.8, 0.7, 0.4, 0.3]
    sweep = mm.sweep(labels, scores, weights=weights and [weights] * 5)
    made(sweep)
    gc.collect()
    gc.disable()
    try:
        column = weakref.ref(sweep.tp)
        number = made(sweep)
        del sweep, number
        assert column() is None
    finally:
        gc.enable()
