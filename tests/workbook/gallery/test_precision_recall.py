"""Figures of P-R curves, by their artists' data."""

import numpy as np
import pytest
from scipy.optimize import brentq
from scipy.stats import beta, norm
from sklearn.metrics import precision_recall_curve

from tests.workbook.gallery.shown import of, points, words

# The labels of the twenty images in the order of their scores, and TP, FP at the 17 scores.
LABELS = [1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0]
COUNTS = [
    *((1, 0), (2, 0), (2, 1), (2, 2), (2, 3), (3, 3), (4, 3), (4, 5), (4, 6)),
    *((5, 7), (5, 8), (5, 9), (5, 10), (6, 10), (6, 11), (6, 13), (6, 14)),
]
LEARNERS = {"A": ((4, 1), (4, 6)), "B": ((4, 6), (1, 8)), "C": ((6, 5), (4, 8))}
RECALL = np.linspace(0.001, 0.999, 999)


def near(pairs):
    return [pytest.approx(pair) for pair in pairs]


def over_recall(line):
    """Read a drawn curve off at some levels of recall."""
    x, y = line.get_xydata()[~np.isnan(line.get_ydata())].T
    return np.interp(RECALL, x, y)


def precision(name, recall):
    """Work the precision of a learner out with scipy, three negatives for each positive."""
    positive, negative = LEARNERS[name]
    return recall / (recall + 3 * beta(*negative).sf(beta(*positive).isf(recall)))


def marked(ax):
    """List the points that stand for themselves."""
    return [points(line)[0] for line in ax.lines if len(line.get_xdata()) == 1]


@of("zhou-2.3")
def test_a_and_b_cross_once_and_both_enclose_c(picture):
    (ax,) = picture.axes
    known = {name: precision(name, RECALL) for name in LEARNERS}
    for name, line in zip(LEARNERS, ax.lines, strict=False):
        assert over_recall(line) == pytest.approx(known[name], abs=2e-3)
    assert (known["C"] < np.minimum(known["A"], known["B"])).all()
    apart = np.abs(known["A"] - known["B"]) > 1e-9
    first = (known["A"] > known["B"])[apart].astype(int)
    assert np.flatnonzero(np.diff(first)).size == 1 and first[0] == 1
    drawn = [over_recall(line) for line in ax.lines[:3]]
    assert (drawn[2] < np.minimum(*drawn[:2]) + 1e-9).all()


@of("zhou-2.3")
def test_break_even_points_lie_on_the_diagonal_and_the_end_on_the_prevalence(picture):
    (ax,) = picture.axes
    known = [brentq(lambda r, n=name: precision(n, r) - r, 0.3, 0.99) for name in LEARNERS]
    assert marked(ax) == near([(value, value) for value in known])
    assert known[0] > known[1] > known[2] == pytest.approx(0.64, abs=0.005)
    assert {f"BEP = {value:.3f}" for value in known} <= {*words(picture)}
    assert [points(line)[-1] for line in ax.lines[:3]] == near([(1, 0.25)] * 3)
    assert [(0.0, 0.25), (1.0, 0.25)] in [points(line) for line in ax.lines]


@of("cars-pr")
def test_precision_equals_recall_at_the_sixth_image(picture):
    (ax,) = picture.axes
    found = np.cumsum(LABELS)
    steps = zip(found / 6, found / np.arange(1, 21), strict=True)
    assert points(ax.lines[0])[1:] == near(steps)
    assert marked(ax) == [(0.5, 0.5)] == [(found[5] / 6, found[5] / 6)]
    assert {"BEP = 0.500", "prevalence 0.300"} <= {*words(picture)}


@of("pr-two-classes")
def test_two_hundred_samples_and_their_population(picture):
    (ax,) = picture.axes
    rng = np.random.default_rng(32)
    score = np.append(rng.normal(0.8, 0.55, 50), rng.normal(0.2, 0.55, 150))
    p, r, _ = precision_recall_curve(np.repeat([1, 0], [50, 150]), score)
    assert points(ax.lines[0])[1:] == near(zip(r[-2::-1], p[-2::-1], strict=True))
    f = norm(0.2, 0.55).sf(norm(0.8, 0.55).isf(RECALL))
    assert over_recall(ax.lines[1]) == pytest.approx(RECALL / (RECALL + 3 * f), abs=2e-3)
    assert {"200 samples", "population"} <= {*words(picture)}


@of("cars-nearest-corner")
def test_the_point_nearest_to_the_corner_is_that_of_the_best_f1(picture):
    (ax,) = picture.axes
    curve, way = ([points(line) for line in ax.lines if line.get_ls() == s] for s in ("-", "--"))
    best = (4 / 6, 4 / 7)  # at 0.24, the seventh of 17 scores
    assert way == [near([best, (1, 1)])]
    assert np.hypot(1 / 3, 3 / 7) == pytest.approx(0.5429, abs=5e-5)
    f1, samples = curve
    assert samples[7] == pytest.approx(best) and len(samples) == 18
    assert [2 * p * r / (p + r) for r, p in f1] == near([8 / 13] * len(f1))
    assert {"d = 0.5429", "score ≥ 0.24", "F1 = 0.615", "(1, 1)"} <= {*words(picture)}


@of("negatives-times-ten")
def test_ten_times_the_false_alarms_at_the_same_recall(picture):
    (ax,) = picture.axes
    for line, times in zip(ax.lines, (1, 10), strict=False):
        known = [(tp / 6, tp / (tp + times * fp)) for tp, fp in COUNTS]
        assert points(line)[1:] == near(known)
    hits = "1/1 2/2 3/6 4/7 5/12 6/16".split()
    fewer = "3/33 4/34 5/75 6/106".split()
    assert sorted(words(picture)) == sorted([*hits, *fewer, "14 negatives", "140 negatives"])
