"""Populations: published areas, closed forms, other people's distributions, and big samples."""

import json
import pickle
from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from scipy import integrate, stats

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.populations import Always, Beta, Normal, Population, binormal
from tests.cases import each

LEVELS = {
    "Rand": Population(Normal(0, 1), Normal(0, 1)),
    "ER-": Population(Beta(4, 1), Beta(1, 1)),
    "ER+": Population(Beta(1, 1), Beta(1, 4)),
    "Excel": Population(Normal(3, 1), Normal(0, 1)),
    "Perf": Population(Always(1), Always(0)),
}
MIXED = {
    "normals of unlike width": binormal(1, 0, 2, 0.01),
    "normals far apart": binormal(1000, 0, 1),
    "upside down": binormal(0, 1, 1),
    "beta and normal": Population(Beta(4, 1), Normal(0.5, 0.2)),
    "normal and beta": Population(Normal(0.7, 0.1), Beta(2, 3)),
    "steep betas": Population(Beta(3, 500), Beta(1, 400)),
    "betas all on one side": Population(Beta(500, 500), Beta(1, 999)),
    "one score and normal": Population(Always(0.5), Normal(0, 1)),
    "normal and one score": Population(Normal(0, 1), Always(0.5)),
    "one score and beta": Population(Always(0.25), Beta(2, 2)),
    "the same score": Population(Always(1), Always(1)),
    "a score out of reach": Population(Always(-20), Normal(0, 1)),
    "a score where the others end": Population(Normal(0, 1), Always(-8)),
}
EVERYBODY = {**LEVELS, **MIXED}
THRESHOLDS = np.linspace(-3, 3, 25)


@cache
def swept(name):
    return EVERYBODY[name].sweep(10, 70)


def theirs(ours):
    """Return SciPy's distribution for one of ours."""
    if isinstance(ours, Normal):
        return stats.norm(ours.mean, ours.sd)
    return stats.beta(ours.a, ours.b)


def read(folder, name):
    return json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))


@each("level", LEVELS)
def test_the_five_levels_of_saito_and_rehmsmeier(worked_examples, level):
    case = read(worked_examples, "saito_rehmsmeier2015_levels")
    for size, negatives in (("bal", 1000), ("imb", 10_000)):
        s = LEVELS[level].sweep(1000, negatives)
        areas = {
            f"ROC_{level}": mm.auc(s),
            f"PRC_{size}_{level}": mm.average_precision(s, rule="davis-goadrich"),
        }
        for name, area in areas.items():
            assert area == pytest.approx(case["computed"][name], abs=1e-6)
            if level != "Perf":
                assert f"{area:.2f}" == case["published"][name]


def test_the_binormal_population_of_zhou_s_figure(worked_examples):
    case = read(worked_examples, "seed08_binormal_N08_N02_055")
    known, population = case["computed"], binormal(0.8, 0.2, 0.55)
    assert population.auc == pytest.approx(known["AUC_population"], rel=1e-14)
    assert population.ks == pytest.approx(known["KS_population"], rel=1e-14)
    assert population.ks.conventions["where"] == "at the threshold 0.500"
    for percent in (10, 50, 90):
        s = population.sweep(percent, 100 - percent)
        ap = mm.average_precision(s, rule="davis-goadrich")
        assert ap == pytest.approx(known[f"AP_population_{percent}pct"], abs=1e-6)
    for fpr, tpr in case["extra"]["roc_points_fpr_to_tpr"].items():
        threshold = stats.norm.isf(float(fpr), 0.2, 0.55)
        np.testing.assert_allclose(population.roc(threshold), [float(fpr), tpr], rtol=1e-12)


@each("ours", [Normal(0.8, 0.55), Normal(-3, 1e-3), Beta(4, 1), Beta(1, 4)])
def test_distributions_are_scipy_s(ours):
    t = np.concatenate([THRESHOLDS, np.linspace(0, 1, 33), [-3.001, -40, 40, -np.inf, np.inf]])
    np.testing.assert_allclose(ours.survival(t), theirs(ours).sf(t), rtol=1e-9, atol=1e-300)
    inside = t[(t > 0) & (t < 1)]
    np.testing.assert_allclose(ours.density(inside), theirs(ours).pdf(inside), rtol=1e-9)
    assert ours.survival(0.5).shape == () and ours.survival(np.ones((2, 3))).shape == (2, 3)


def test_tails_are_right_in_all_digits():
    np.testing.assert_allclose(Normal(0, 1).survival(30), stats.norm.sf(30), rtol=1e-10)
    np.testing.assert_allclose(Beta(3, 9).survival(0.999), stats.beta.sf(0.999, 3, 9), rtol=1e-10)
    assert 0 < Normal(0, 1).survival(30) < 1e-197 and 0 < Beta(3, 9).survival(0.999) < 1e-25


@each("ours", [Normal(0.8, 0.55), Beta(2, 5)])
def test_draws_follow_the_distribution(ours):
    scores = ours.draw(5000, np.random.default_rng(1))
    assert stats.kstest(scores, theirs(ours).cdf).pvalue > 0.001


# A second: areas are integrated numerically.
@each("name", EVERYBODY)
def test_the_area_has_two_routes(name):
    population = EVERYBODY[name]
    by_counting = mm.auc(swept(name))
    assert population.auc == pytest.approx(by_counting, abs=1e-6)
    assert population.auc.conventions["route"] in str(population.auc.steps)
    assert 0 <= population.auc <= 1


def test_areas_known_by_hand():
    assert LEVELS["ER-"].auc.fraction == LEVELS["ER+"].auc.fraction == Fraction(4, 5)
    assert LEVELS["Perf"].auc == 1 and MIXED["the same score"].auc == 0.5
    assert MIXED["a score out of reach"].auc == pytest.approx(0, abs=1e-80)
    assert MIXED["one score and normal"].auc == pytest.approx(stats.norm.cdf(0.5), rel=1e-12)
    assert MIXED["normal and one score"].auc == pytest.approx(stats.norm.sf(0.5), rel=1e-12)
    # Of three uniform scores, the highest beats one more in 3 of 4 cases.
    assert Population(Beta(3, 1), Beta(1, 1)).auc.fraction == Fraction(3, 4)
    assert Population(Beta(2, 3), Beta(2, 3)).auc.fraction == Fraction(1, 2)


@each("name", EVERYBODY)
def test_the_largest_gap_is_that_of_the_counts(name):
    population = EVERYBODY[name]
    s = swept(name)
    assert population.ks == pytest.approx(np.abs(s["recall"] - s["fpr"]).max(), abs=2e-5)
    assert population.ks >= np.abs(s["recall"] - s["fpr"]).max() - 1e-12


@each("name", EVERYBODY)
def test_expected_counts_are_an_ordinary_sweep(name):
    s = swept(name)
    assert (s.positives, s.negatives, s.tp[-1], s.fp[-1]) == (10, 70, 10, 70)
    assert (np.diff(s.threshold) < 0).all() and len(s) <= 10_002
    assert (np.diff(s.tp + s.fp) > 0).all()  # no row without anybody
    np.testing.assert_allclose(s["recall"], EVERYBODY[name].positive.survival(s.threshold))
    np.testing.assert_allclose(s["fpr"], EVERYBODY[name].negative.survival(s.threshold))
    for rule in ("step", "trapezoid", "davis-goadrich", "voc2007", "voc2010", "coco"):
        assert 0 <= mm.average_precision(s, rule) <= 1 + 1e-15
    assert len(mm.roc_hull(s)) >= 2 and EVERYBODY[name].sweep(1, 1, thresholds=10).positives == 1


@each("name", ["Excel", "ER-", "normals of unlike width", "steep betas"])
@each("negatives", (1, 10, 1000))
def test_the_precision_recall_area_is_the_integral(name, negatives):
    population = EVERYBODY[name]
    positive, negative = map(theirs, (population.positive, population.negative))

    def precision(q):
        t = positive.isf(q)
        return q / (q + negatives * negative.sf(t))

    area, _ = integrate.quad(precision, 1e-12, 1, limit=500, epsabs=1e-10)
    counted = mm.average_precision(population.sweep(1, negatives), rule="davis-goadrich")
    assert counted == pytest.approx(area, abs=2e-6)


def test_the_working_shows_the_way():
    area = pickle.loads(pickle.dumps(binormal(0.8, 0.2, 0.55).auc))
    assert "(0.8 − 0.2) / √(0.55² + 0.55²)" in area.working and "0.77976" in area.working
    assert area.terms["z"] == pytest.approx(0.6 / 0.55 / 2**0.5)
    assert LEVELS["ER-"].auc.working.startswith("AUC = 4/5")
    assert "quadrature" in MIXED["beta and normal"].auc.working
    gap = pickle.loads(pickle.dumps(binormal(0.8, 0.2, 0.55).ks))
    assert "0.70728" in str(gap.steps) and "0.41456" in gap.working


NAN = float("nan")
TWO = LEVELS["Excel"]
BAD = {
    "mean is nan": lambda: Normal(NAN, 1),
    "mean is huge": lambda: Normal(1e200, 1e199),
    "no width": lambda: Normal(0, 0),
    "width beyond floats": lambda: Normal(1, 1e-18),
    "beta of 0": lambda: Beta(0, 1),
    "beta of halves": lambda: Beta(0.5, 0.5),
    "beta too large": lambda: Beta(600, 600),
    "always nan": lambda: Always(NAN),
    "no distribution": lambda: Population(0.8, Normal(0, 1)),
    "scipy's distribution": lambda: Population(stats.norm(), Normal(0, 1)),
    "nan threshold": lambda: TWO.roc(NAN),
    "text threshold": lambda: TWO.roc("half"),
    "no positives": lambda: TWO.sweep(0, 10),
    "negative count": lambda: TWO.sweep(-1, 10),
    "too few thresholds": lambda: TWO.sweep(10, 10, thresholds=3),
    "half a sample": lambda: TWO.draw(0.5, 1),
    "negative seed": lambda: TWO.draw(1, 1, seed=-1),
}


@each("what", BAD)
def test_bad_input_is_told(what):
    with pytest.raises(mm.InputError) as caught:
        BAD[what]()
    assert all((caught.value.what, caught.value.why, caught.value.fix))
