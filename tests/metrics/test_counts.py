"""Counts however large or small: equal to fractions, or refused; never a wrong number."""

import gc
import math
import pickle
import random
import weakref
from fractions import Fraction as Fr
from itertools import pairwise

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.arithmetic import Rounded, exact
from mlmetrics_edu.core.errors import FormulaError, InputError, MetricError
from mlmetrics_edu.metrics import curves, rates
from mlmetrics_edu.metrics.comparing.auc_error import auc_standard_error
from tests.cases import EXPLORE, each

CASES = 1_000 if EXPLORE else 300
TIES = ("grouped", "in-order", "positives-first", "negatives-first")
RATES = ("mcc", "kappa", "f2", "npv", "lr_plus", "informedness", "equitable_threat_score")


def spread(rng, n):
    low, wide = rng.uniform(-270, 200), rng.uniform(1, 55)
    return [10.0 ** (low + wide * rng.random()) for _ in range(n)]


WEIGHTS = {
    "none": lambda rng, n: None,
    "whole": lambda rng, n: [rng.randrange(9) for _ in range(n)],
    "bool": lambda rng, n: [rng.random() < 0.7 for _ in range(n)],
    "float": lambda rng, n: [rng.random() for _ in range(n)],
    "decimal": lambda rng, n: [round(10 * rng.random(), rng.randrange(4)) for _ in range(n)],
    "huge": lambda rng, n: [
        rng.randrange(1, 2 ** rng.choice([33, 53, 63, 64, 90])) for _ in "x" * n
    ],
    "tiny": lambda rng, n: [1e-300 * rng.random() for _ in range(n)],
    "great": lambda rng, n: [1e303 * rng.random() for _ in range(n)],
    "spread": spread,
    "wild": lambda rng, n: [10.0 ** rng.uniform(-300, 300) for _ in range(n)],
}


def random_cases(times=CASES):
    rng, kinds = random.Random(20260731), [*WEIGHTS]
    for i in range(times):
        n, kind = rng.randrange(2, 8), kinds[i % len(kinds)]
        y, score = ([rng.randrange(k) for _ in range(n)] for k in (2, 5))
        yield kind, y, score, WEIGHTS[kind](rng, n), rng.choice(TIES)


def as_read(weights, n):
    """Decimals are read as such where all weights are, and floats for what they are else."""
    known = [exact(weight) for weight in weights or [1] * n]
    typed = all(one.exact for one in known)
    return [one.value if typed else Fr(w) for one, w in zip(known, weights or [1] * n, strict=True)]


def by_hand(y, score, weights, ties):
    """Walk down the ranking, and add up in fractions."""
    heft = as_read(weights, len(y))
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
        counts = [[tp, fp, p - tp, n - fp] for tp, fp in rows]
        columns = np.transpose([s.tp, s.fp, s.fn, s.tn]).tolist()
        assert columns == [[float(c) for c in row] for row in counts], (kind, weights)
        if p and n:
            known = area(rows)
            for method in ("area", "pairs", "ranks"):
                found = mm.auc(s, method)
                assert float(found) == float(known) and claims(found, known), (weights, method)
            gap = max(abs(tp / p - fp / n) for tp, fp in rows)
            assert agrees(mm.ks_statistic(s), gap, 1e-12), weights
            x = Fr(1, 3)
            lowest = min(fp / n * (1 - x) + (p - tp) / p * x for tp, fp in rows)
            assert agrees(mm.cost_curve(s).at(float(x)), lowest), weights
        if p:
            ap = sum((u - t) * u / (u + g) for (t, _), (u, g) in pairwise(rows))
            assert agrees(mm.average_precision(s), ap / p), weights
    assert all(swept[kind] >= CASES / 20 for kind in WEIGHTS if kind != "wild"), swept


def test_random_rates_of_all_sizes_are_equal_to_fractions_or_refused():
    names = ("TP", "FP", "FN", "TN")
    for i, (_, y, score, weights, ties) in enumerate(random_cases(CASES // 3)):
        try:
            s, rate = mm.sweep(y, score, weights=weights, ties=ties), RATES[i % len(RATES)]
            column = s[rate]
        except MetricError:
            continue
        rows = by_hand(y, score, weights, ties)
        for row, (tp, fp) in enumerate(rows):
            cells = (tp, fp, rows[-1][0] - tp, rows[-1][1] - fp)
            known = rates.work(rate, dict(zip(names, cells, strict=True))).exact.value
            found = s[row].confusion.rate(rate)
            assert agrees(found, known, 1e-12) and claims(found, known), (rate, cells)
            assert agrees(column[row], known), (rate, cells)


def test_counts_beyond_64_bits_do_not_wrap():
    s = mm.Sweep.from_counts([2, 1], [2**33, 2**34], [0, 1])
    assert [mm.auc(s, method).fraction for method in ("area", "pairs", "ranks")] == [Fr(3, 4)] * 3
    s = mm.sweep([1, 0, 1], [3, 2, 1], weights=[2**62, 2**63, 2**62])
    assert (s.positives, s.negatives, s.fn.tolist()) == (
        2**63,
        2**63,
        [2.0**63] + [2.0**62] * 2 + [0],
    )
    assert mm.auc(s, "ranks").fraction == mm.auc(s).fraction == Fr(1, 2)
    assert s[1].confusion.recall.fraction == Fr(1, 2) and s["precision"][1] == 1
    s = mm.Sweep.from_counts([2, 1], [2**70, 2**70 + 1], [2**70, 2**70])
    assert s[1].confusion.fn == 1 and s[1].confusion.recall.fraction == Fr(2**70, 2**70 + 1)
    c = mm.Confusion.from_labels([1, 0], [1, 1], weights=[2**63, 2**64])
    assert c.precision.fraction == Fr(1, 3) and c.total == 3 * 2**63
    assert (c + c).tp == 2**64 and c.table().tolist() == [[0, 2.0**64], [0, 2.0**63]]


def test_weights_of_64_bits_add_up_beyond_them():
    for kind in (np.int64, np.uint64):
        s = mm.sweep([1, 1, 0], [3, 2, 1], weights=np.array([2**62] * 3, kind))
        assert s.tp.tolist() == [0, 2**62, 2**63, 2**63] and s.positives == 2**63
    many = mm.sweep([1, 0] * 1500, [1] * 3000, weights=np.full(3000, 2**53))
    assert many.positives == many.negatives == 1500 * 2**53


def test_a_triple_is_counted_where_its_products_outgrow_64_bits():
    many, few = (
        mm.Sweep.from_counts([3, 2, 1], [n, 2 * n, 3 * n], [n, 2 * n, 4 * n])
        for n in (2**40, 2**20)
    )
    large, small = (auc_standard_error(s, "hanley-mcneil") for s in (many, few))
    assert float(large) == pytest.approx(float(small) / 2**10, rel=1e-5)


def test_a_column_of_a_formula_with_large_factors_does_not_wrap():
    large = mm.Formula("large", "1000000000000000*TP")
    assert mm.sweep([1] * 20_000, [1] * 20_000)[large][1] == 2e19


def test_decimals_add_up_as_decimals():
    s = mm.sweep([1, 1, 0, 0], [4, 3, 2, 1], weights=[0.1, 0.2, 0.1, 0.2])
    assert s.tp.tolist() == [0, 0.1, 0.3, 0.3, 0.3] and s.fn.tolist() == [0.3, 0.2, 0, 0, 0]
    assert s[1].confusion.recall.fraction == Fr(1, 3) and mm.auc(s, "ranks").fraction == 1
    both = mm.sweep([1, 0], [2, 1], weights=[0.1, 0.5]) + mm.sweep([1, 0], [2, 1], weights=[0.2, 1])
    assert both.tp.tolist() == [0, 0.3, 0.3] and both.negatives == 1.5
    c = mm.Confusion(0.1, 0.1, 0.1, 0.1) + mm.Confusion(0.2, 0.2, 0.2, 0.2)
    assert c == mm.Confusion(0.3, 0.3, 0.3, 0.3) and c.total == 1.2
    tenths = mm.sweep([1] * 5 + [0] * 5, range(10, 0, -1), weights=[0.1] * 10)
    assert curves.binned(tenths, 10).threshold.tolist() == tenths.threshold.tolist()
    assert curves.binned(tenths, 10).tp.tolist() == tenths.tp.tolist()


def test_what_was_rounded_before_it_came_is_called_exact_nowhere():
    third = [1 / 3] * 6
    s = mm.sweep([1, 0, 1, 0, 1, 1], [6, 5, 4, 3, 2, 1], weights=third)
    m = mm.ConfusionMatrix.from_labels([1, 0, 1, 0, 1, 1], [1, 1, 0, 0, 1, 1], weights=third)
    c = mm.Confusion.from_labels([1, 0], [1, 1], weights=third[:2])
    numbers = {
        "a cell": s[2].confusion.recall,
        "AUC": mm.auc(s),
        "AUC by ranks": mm.auc(s, "ranks"),
        "partial": mm.partial_auc(s, 0.5),
        "KS": mm.ks_statistic(s),
        "break-even": mm.break_even(s),
        "equal errors": mm.equal_error_rate(s),
        "AP": mm.average_precision(s),
        "cost area": mm.cost_curve(s).area,
        "hull": mm.auc(mm.roc_hull(s)),
        "dropped": (s.drop_samples() + s.drop_samples())[2].confusion.recall,
        "both": (s + s)[2].confusion.recall,
        "pickled": pickle.loads(pickle.dumps(s))[2].confusion.recall,
        "table": c.precision,
        "tables": (c + c).precision,
        "one cost": mm.cost_curve(c).area,
        "classes": m.accuracy,
        "kappa": m.kappa,
        "against the rest": m.one_vs_rest(1).precision,
        "mean": m.average("precision", "weighted"),
        "pooled": m.average("precision", "micro"),
        "sum": (m + m).accuracy,
    }
    assert {name: n.fraction for name, n in numbers.items()} == dict.fromkeys(numbers)
    assert "≈ 0.250" in numbers["a cell"].working and isinstance(s.positives, Rounded)


def test_only_ratios_of_weights_matter_however_large_they_are():
    y, score = [1, 0, 1, 0, 1, 0, 0], [7, 6, 5, 5, 3, 2, 1]
    weights = np.array([3, 1, 4, 1, 5, 9, 2.0])
    numbers = {
        "auc": mm.auc,
        "ranks": lambda s: mm.auc(s, "ranks"),
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
    for power in (-990, -500, 400, 1000):
        s = mm.sweep(y, score, weights=weights * 2.0**power)
        for name, number in numbers.items():
            np.testing.assert_allclose(number(s), number(plain), rtol=1e-12, err_msg=name)
        for worked in (mm.auc(s), mm.auc(s, "ranks"), mm.average_precision(s), mm.break_even(s)):
            assert str(worked.steps) and worked.working


def test_a_sample_is_not_lost_beside_a_heavy_one():
    s = mm.sweep([1, 1, 0, 0], [4, 3, 2, 1], weights=[1e50, 1, 1, 1e50])
    assert s.fn.tolist() == [1e50, 1, 0, 0, 0] and s.tn.tolist() == [1e50, 1e50, 1e50, 1e50, 0]
    assert s[1].confusion.fn == 1 and s["fnr"][1] == pytest.approx(1e-50)
    held = s.take([0, 1, 4])
    assert held.fn.tolist() == [1e50, 1, 0]


def test_a_column_keeps_its_digits_where_cells_are_far_apart():
    for heavy in (2**45, 1e15, 2.0**50 / 3):
        s = mm.sweep([1, 0, 1, 0], [4, 3, 2, 1], weights=[heavy, 1, 1, 2])
        for rate in ("kappa", "scott_pi", "equitable_threat_score"):
            known = [float(step.confusion.rate(rate)) for step in s]
            np.testing.assert_allclose(s[rate], known, rtol=1e-12, err_msg=rate)


FAR_APART = {
    "sweep": lambda: mm.sweep([1, 0], [1, 0], weights=[1e300, 1]),
    "table": lambda: mm.Confusion.from_labels([1, 0], [1, 0], weights=[1e-200, 1e100]),
    "subnormal": lambda: mm.sweep([1, 0], [1, 0], weights=[5e-324, 5e-324]),
    "beyond floats": lambda: mm.sweep([1, 0], [1, 0], weights=[1e308, 1e308]),
    "whole and beyond": lambda: mm.sweep([1, 0], [1, 0], weights=[10**400, 1]),
    "sum beyond": lambda: sum([mm.sweep([1, 0], [1, 0], weights=[4e304] * 2)] * 9, start=NONE),
    "a count beyond": lambda: mm.Confusion(10**400, 1, 1, 1),
    "too many to test": lambda: auc_standard_error(
        mm.Sweep.from_counts([2, 1], [2**60, 2**61], [1, 2**61])
    ),
    "a rate beyond floats": lambda: (
        mm.Confusion(1e200, 1e-200, 1e-200, 1e200).diagnostic_odds_ratio
    ),
}
NONE = mm.sweep([1, 0], [1, 0], weights=[1e280] * 2)


@each("name", FAR_APART)
def test_what_no_float_can_tell_is_refused(name):
    with pytest.raises((InputError, FormulaError)) as told:
        FAR_APART[name]()
    assert all(part.strip() for part in (told.value.what, told.value.why, told.value.fix))


def test_the_two_weights_that_are_too_far_apart_are_named():
    with pytest.raises(InputError, match=r"weights\[1\] is 1e\+300 and weights\[2\] is 1e-05"):
        mm.sweep([1, 0, 1], [3, 2, 1], weights=[0, 1e300, 1e-5])


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
@pytest.mark.parametrize("weights", [None, 10.0**50])
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
