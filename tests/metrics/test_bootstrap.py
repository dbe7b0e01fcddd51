"""Bootstrap intervals and bands: against samples really drawn, DeLong, SciPy, and the truth."""

import io
import math
import pickle
import sys
import tracemalloc

import numpy as np
import pytest
from scipy import stats

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.bootstrap import (
    Draws,
    bootstrap,
    bootstrap_band,
    fold_mean,
    threshold_mean,
)
from tests.cases import each

CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score)


def binormal(rng, n, apart=1.0):
    y = np.arange(n) % 2
    return y, rng.normal(size=n) + apart * y


def many_ties(n):
    return mm.sweep(np.arange(n) % 3 == 0, np.arange(n) % 4)


@each("s", [SWEEP, many_ties(600)])  # samples are drawn one by one, and cells all at once
@each("stratified", [True, False])
def test_each_row_comes_as_often_as_it_should(s, stratified):
    drawn = list(Draws(s, 1000, stratified=stratified))
    sizes = {(one.positives, one.negatives) for one in drawn}
    assert (len(sizes) == 1) == stratified and {sum(pair) for pair in sizes} == {len(s.samples[0])}
    rows = [np.searchsorted(-one.threshold, -s.threshold, side="right") - 1 for one in drawn]
    for cell, size in (("tp", s.positives), ("fp", s.negatives)):
        wanted, pool = getattr(s, cell), size if stratified else s.positives + s.negatives
        counts = np.array([getattr(one, cell)[row] for one, row in zip(drawn, rows, strict=True)])
        spread = wanted * (1 - wanted / pool)
        np.testing.assert_allclose(counts.mean(0), wanted, atol=5 * np.sqrt(spread.max() / 1000))
        np.testing.assert_allclose(counts.var(axis=0), spread, rtol=0.25)


def test_the_same_seed_gives_the_same_interval():
    one, two = (bootstrap(SWEEP, mm.auc, times=300, seed=4) for _ in range(2))
    np.testing.assert_array_equal(one.replicates, two.replicates)
    assert str(one) == str(two) != str(bootstrap(SWEEP, mm.auc, times=300, seed=5))
    assert not one.replicates.flags.writeable
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(one)).replicates, one.replicates)


def test_it_says_what_was_done():
    reading = bootstrap(SWEEP, mm.auc, times=1000, seed=3, level=0.9)
    low, high = reading
    assert str(reading) == (
        f"AUC 0.732, 90 % interval {low:.3f} to {high:.3f} "
        "(1,000 bootstrap samples; each class resampled by itself; percentile; seed 3)"
    )
    assert reading.estimate == mm.auc(SWEEP) and 0.732 in reading and 1.1 not in reading
    assert bootstrap(SWEEP, lambda s: s.at(0.24).f1, times=9).name == "F1"
    assert bootstrap(SWEEP, lambda s: float(mm.auc(s)), times=9).name == "statistic"


def test_scipy_gives_much_the_same():
    y, score = binormal(np.random.default_rng(2), 80)

    def area(positive, negative, axis):
        return (positive[..., :, None] > negative[..., None, :]).mean(axis=(-2, -1))

    theirs = stats.bootstrap(
        (score[y == 1], score[y == 0]),
        area,
        n_resamples=2000,
        batch=200,
        method="percentile",
        rng=np.random.default_rng(0),
    )
    ours = bootstrap(mm.sweep(y, score), mm.auc)
    np.testing.assert_allclose(list(ours), list(theirs.confidence_interval), atol=0.01)
    assert ours.standard_error == pytest.approx(theirs.standard_error, rel=0.08)


def test_prevalence_varies_only_where_all_are_drawn_together():
    def prevalence(s):
        return s.at(0.5).prevalence

    assert bootstrap(SWEEP, prevalence, times=50).standard_error == 0
    together = bootstrap(SWEEP, prevalence, times=2000, stratified=False)
    assert together.standard_error == pytest.approx(math.sqrt(0.3 * 0.7 / 20), rel=0.1)


def test_unknown_negatives_and_positives_never_scored():
    s = mm.sweep([1, 1, 0, 1, 0], [5, 4, 3, 2, 1], positives=6, negatives="unknown")
    drawn = list(Draws(s, 500))
    assert {d.positives for d in drawn} == {6} and {d.negatives for d in drawn} == {None}
    assert {d.fp[-1] for d in drawn} == {2}
    reached = np.array([d.tp[-1] for d in drawn])  # half of the positives were never scored
    assert reached.mean() == pytest.approx(3, abs=0.25) and reached.var() == pytest.approx(1.5, 0.2)
    assert 0.3 < bootstrap(s, mm.average_precision, times=200, level=0.5).low < 0.458


def test_many_samples_need_little_memory():
    s = mm.sweep(*binormal(np.random.default_rng(0), 20_000))
    tracemalloc.start()
    for _ in Draws(s, 120):
        pass
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 64e6


@pytest.mark.parametrize(
    "progress, patience, shown",
    [(True, 99, True), (False, 0, False), (None, 0, True), (None, 99, False)],
)
def test_a_bar_is_shown_where_it_lasts_or_is_asked_for(monkeypatch, progress, patience, shown):
    monkeypatch.setattr("mlmetrics_edu.core.trace.PATIENCE", patience)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    bootstrap(SWEEP, mm.auc, times=20, progress=progress)
    assert ("/20 [" in sys.stderr.getvalue()) == shown


def height(curve, x):
    """Read a curve by definition: the highest of its points or lines at an abscissa."""
    xs, ys = (column[~np.isnan(curve.y)] for column in curve)
    if x < xs[0]:
        return ys[0]
    here = list(ys[xs == x])
    for (x0, y0), (x1, y1) in zip(
        zip(xs, ys, strict=True), zip(xs[1:], ys[1:], strict=True), strict=False
    ):
        if x0 < x < x1:
            here.append(y0 + (x - x0) / (x1 - x0) * (y1 - y0))
    return max(here)


@each("kind", [mm.roc, mm.pr, mm.gain])
def test_a_band_lies_between_the_quantiles_of_the_heights(kind):
    at = [0, 0.1, 1 / 3, 0.5, 0.77, 1]
    band = bootstrap_band(SWEEP, kind, at=at, times=60, seed=2, level=0.8)
    heights = [[height(kind(s), x) for x in at] for s in Draws(SWEEP, 60, 2)]
    low, middle, high = np.quantile(heights, [0.1, 0.5, 0.9], axis=0)
    np.testing.assert_allclose(band.low, low)
    np.testing.assert_allclose(band.middle, middle)
    np.testing.assert_allclose(band.high, high)
    assert ("left of the first" in str(band)) == (kind is mm.pr)


def test_a_band_counts_what_has_no_curve():
    s = mm.sweep([1, 0, 0, 0], [4, 3, 2, 1])
    band = bootstrap_band(s, times=400, stratified=False)
    assert band.left_out == pytest.approx(400 * (0.75**4 + 0.25**4), rel=0.2)
    assert f"{band.left_out} left out" in band.title


def test_the_mean_of_folds_is_that_of_their_heights_and_of_their_rates_at_a_threshold():
    folds = [mm.sweep(*binormal(np.random.default_rng(k), 20)) for k in range(3)]
    found, cut = fold_mean(folds, mm.roc), threshold_mean(folds, [0.5])
    drawn = np.array([[height(mm.roc(s), x) for x in found.x[::10]] for s in folds])
    areas = [float(mm.auc(s)) for s in folds]
    at_half = [[float(s.at(0.5).fpr), float(s.at(0.5).recall)] for s in folds]
    for ours, wanted in (
        (found.mean[::10], drawn.mean(0)),
        (found.spread[::10], drawn.std(0)),
        ([found.area, found.area_spread], [np.mean(areas), np.std(areas)]),
        ([*cut.fpr, *cut.tpr], np.mean(at_half, axis=0)),
        ([*cut.fpr_spread, *cut.tpr_spread], np.std(at_half, axis=0)),
    ):
        np.testing.assert_allclose(ours, wanted, atol=1e-12)


@each(
    "words, call",
    {
        "statistic is 'auc'": lambda: bootstrap(SWEEP, "auc"),
        "gives a list": lambda: bootstrap(SWEEP, lambda s: [1]),
        "itself is undefined": lambda: bootstrap(SWEEP, lambda s: s.at(2).precision),
        "itself is +∞": lambda: bootstrap(SWEEP, lambda s: s.threshold[0]),
        "times=1": lambda: bootstrap(SWEEP, mm.auc, times=1),
        "seed=-1": lambda: bootstrap(SWEEP, mm.auc, seed=-1),
        "level=1": lambda: bootstrap(SWEEP, mm.auc, level=1),
        "stratified='yes'": lambda: bootstrap(SWEEP, mm.auc, stratified="yes"),
        "no bootstrap for counts such as 0.5": lambda: bootstrap(
            mm.sweep([1, 0], [1, 2], weights=[0.5, 1]), lambda s: s.tp[-1]
        ),
        "no area": lambda: bootstrap(mm.sweep([1, 1], [1, 2]), mm.auc),
        "defined for 0 of": lambda: bootstrap(
            SWEEP, lambda s: 1.0 if s.samples else float("nan"), times=9
        ),
        "curve is needed, not a Worked": lambda: bootstrap_band(SWEEP, mm.auc),
        "curve is a Curve": lambda: bootstrap_band(SWEEP, mm.roc(SWEEP)),
        "back to the left": lambda: bootstrap_band(
            SWEEP, lambda s: mm.ks(s, abscissa="score"), times=9
        ),
        "no ROC curve": lambda: bootstrap_band(mm.sweep([1, 1], [1, 2])),
    }.items(),
)
def test_what_is_refused(words, call):
    with pytest.raises(mm.MetricError) as caught:
        call()
    assert words in caught.value.what
