"""A curve read off between its points: by each rule, at the points, and beyond the ends."""

import math
from fractions import Fraction

import numpy as np
import pytest

import mlmetrics_edu as mm
from tests.cases import each, seeds

CARS = mm.example("cars")
S = mm.sweep(CARS.y_true, CARS.y_score)
CURVES = {
    "roc": mm.roc(S),
    "hull": mm.roc_hull(S),
    "pr": mm.pr(S),
    "interpolated": mm.pr(S, precision="interpolated"),
    "det": mm.det(S),
    "gain": mm.gain(S),
    "deciles": mm.gain(S, bins=4),
    "lift": mm.lift(S),
    "ks": mm.ks(S),
    "ks over scores": mm.ks(S, abscissa="score"),
}


def draw(seed):
    rng = np.random.default_rng(seed)
    y = np.r_[0, 1, rng.integers(0, 2, 20)]
    return mm.sweep(y, rng.integers(0, 9, len(y)) / 10), rng.random(5)


@each("name, curve", CURVES.items())
def test_at_a_point_it_is_the_best_point_there(name, curve):
    for rule in ("linear", "before", "after"):
        for x in np.unique(curve.x[np.isfinite(curve.x)]).tolist():
            heights = curve.y[np.abs(curve.x - x) < 1e-12]
            best = np.nanmin if name == "det" else np.nanmax
            wanted = math.nan if np.isnan(heights).all() else best(heights)
            assert curve.at(x, rule) == pytest.approx(wanted, abs=1e-12, nan_ok=True), x


@each("seed", seeds(2_000, 50))
def test_lines_are_what_numpy_draws(seed):
    s, places = draw(seed)
    for curve in (mm.roc(s), mm.gain(s), mm.roc_hull(s), mm.ks(s)):
        for x in places:
            drawn = np.interp(x, curve.x, curve.y)
            assert curve.at(x, "linear") == pytest.approx(drawn, abs=1e-12)


@each("seed", seeds(2_000, 50))
def test_between_two_points_precision_follows_their_counts(seed):
    s, places = draw(seed)
    for x in places:
        row = int(np.searchsorted(s.tp / s.positives, x))
        part = (x * s.positives - s.tp[row - 1]) / (s.tp[row] - s.tp[row - 1])
        false = s.fp[row - 1] + part * (s.fp[row] - s.fp[row - 1])
        true = x * s.positives
        curve = mm.pr(s)
        assert curve.at(x) == pytest.approx(true / (true + false), abs=1e-12)
        assert curve.at(x, "after") == pytest.approx(s["precision"][row])
        before = s["precision"][row - 1]
        assert curve.at(x, "before") == pytest.approx(before, nan_ok=True)


def test_heights_add_up_to_the_area():
    middles = (np.arange(2_000) + 0.5) / 2_000
    for curve, area in (
        (mm.roc(S), mm.auc(S)),
        (mm.pr(S), mm.average_precision(S, "davis-goadrich")),
    ):
        mean = sum(float(curve.at(x.item())) for x in middles[::20]) / 100
        assert mean == pytest.approx(area, abs=5e-3)


def test_a_value_is_exact_and_shows_its_working():
    value = mm.roc(S).at(0.1)
    assert value.fraction == Fraction(2, 6) and value.name == "recall"
    assert "at FPR = 0.1" in value.conventions["at"]
    assert "x before" in value.working and "straight line" in value.conventions["between"]
    hyperbola = mm.pr(S).at(0.75)
    assert "TP / (TP + FP)" in hyperbola.working and hyperbola.fraction == Fraction(9, 22)
    first = mm.pr(mm.sweep([0, 1], [0.9, 0.4])).at(0.5)
    assert first.fraction is not None
    assert mm.ks(S, abscissa="score").at(0.5).fraction is not None


def test_what_has_no_value_is_refused_or_says_why():
    for name, x in (("roc", 1.01), ("roc", -0.1), ("ks over scores", 5), ("roc", math.nan)):
        with pytest.raises(mm.InputError, match="ask for a value between them"):
            CURVES[name].at(x)
    for name in ("roc", "interpolated", "det"):
        with pytest.raises(mm.InputError, match="davis-goadrich"):
            CURVES[name].at(0.45, "davis-goadrich")
    with pytest.raises(mm.InputError, match="between='step'"):
        CURVES["roc"].at(0.1, "step")
    undefined = mm.pr(S).at(0.01, "linear")
    assert math.isnan(undefined) and "nothing was predicted positive" in undefined.reason
