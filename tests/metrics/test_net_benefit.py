"""Net benefit: by hand, by the best costs, over all probabilities, and what it isn't of."""

from fractions import Fraction

import numpy as np
import pytest

import mlmetrics_edu as mm
from tests.cases import each, seeds

TABLE = mm.Confusion(tp=30, fp=20, fn=10, tn=40)


def test_false_alarms_count_at_the_rate_of_exchange():
    for p, false_alarm in ((Fraction(1, 2), 1), (Fraction(1, 10), Fraction(1, 9)), (0.2, 0.25)):
        wanted = (30 - 20 * Fraction(false_alarm)) / 100
        assert mm.net_benefit(TABLE, p).fraction == wanted
    assert "p threshold" in mm.net_benefit(TABLE, 0.2).working


def draw(seed):
    rng = np.random.default_rng(seed)
    y = np.r_[0, 1, rng.integers(0, 2, 30)]
    return y, np.round(rng.random(len(y)), 2)


@each("seed", seeds(2_000, 500))
def test_a_curve_is_net_benefit_point_by_point(seed):
    y, score = draw(seed)
    s = mm.sweep(y, score)
    curve = mm.decision_curve(s)
    assert len(curve) == 99 and curve.x[9] == 0.1
    weight, acted = curve.x / (1 - curve.x), score >= curve.x[:, None]
    wanted = (acted & (y == 1)).mean(axis=1) - weight * (acted & (y == 0)).mean(axis=1)
    np.testing.assert_allclose(curve.y, wanted, atol=1e-12)
    everybody = np.mean(y) - weight * np.mean(y == 0)
    np.testing.assert_allclose(curve.beside["treat all"], everybody, atol=1e-12)
    for i in (9, 49, 89):
        assert mm.net_benefit(s, curve.x[i].item()) == pytest.approx(wanted[i], abs=1e-12)


@each("seed", seeds(2_000, 200))
def test_the_best_threshold_is_the_cheapest(seed):
    y, score = draw(seed)
    s, costs = mm.sweep(y, score), mm.Costs(fp=1, fn=1 + seed % 7)
    best, cheapest = (mm.best_threshold(s, by, costs=costs) for by in ("net-benefit", "cost"))
    assert best.thresholds == cheapest.thresholds
    p = mm.cost_threshold(costs).fraction
    assert best.value.fraction == mm.net_benefit(best[0].confusion, p).fraction


def test_a_curve_shows_itself():
    s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    curve = mm.decision_curve(s, at=[0.1, 0.3, 0.5])
    assert "treat all" in str(curve) and "net benefit" in str(curve)
    assert curve[1].confusion.tp == s.at(0.3).tp


S = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
SCORES = mm.sweep([1, 0], [3, 1])


@each(
    "call, why",
    [
        (lambda: mm.net_benefit(S, 1), "p_threshold=1"),
        (lambda: mm.net_benefit(S, 0), "p_threshold=0"),
        (lambda: mm.net_benefit(SCORES, 0.2), "scores go from 1 to 3"),
        (lambda: mm.decision_curve(SCORES), "calibrate the scores"),
        (lambda: mm.decision_curve(S, at=[0.5, 0.2]), r"at\[1\] is 0.2"),
        (lambda: mm.decision_curve(S, at=[0.5, 1]), r"at\[1\] is 1"),
        (lambda: mm.decision_curve([1, 0]), "count first"),
        (lambda: mm.best_threshold(S, "net-benefit"), "without costs"),
        (
            lambda: mm.best_threshold(S, "net-benefit", costs=mm.Costs(), p_positive=0.2),
            "p_positive=0.2",
        ),
    ],
)
def test_what_has_no_net_benefit_is_told_why(call, why):
    with pytest.raises(mm.MetricError, match=why):
        call()
