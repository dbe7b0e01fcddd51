"""Figures of P-R curves and of average precision, by other routes than the library's."""

from fractions import Fraction as F

import numpy as np
import pytest
from matplotlib.collections import PolyCollection
from scipy.optimize import brentq
from scipy.stats import beta, norm
from sklearn.metrics import precision_recall_curve

from tests.workbook.gallery.shown import dots, of, points, words

LEARNERS = {"A": ((4, 1), (4, 6)), "B": ((4, 6), (1, 8)), "C": ((6, 5), (4, 8))}
RECALL = np.linspace(0.001, 0.999, 999)


def over_recall(line):
    """Read a drawn curve off at some levels of recall."""
    x, y = line.get_xydata()[~np.isnan(line.get_ydata())].T
    return np.interp(RECALL, x, y)


def precision(name, recall):
    """Work the precision of a learner out with scipy, three negatives for each positive."""
    positive, negative = LEARNERS[name]
    return recall / (recall + 3 * beta(*negative).sf(beta(*positive).isf(recall)))


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
    even = [brentq(lambda r, n=name: precision(n, r) - r, 0.3, 0.99) for name in LEARNERS]
    np.testing.assert_allclose(dots(ax), sorted((value, value) for value in even), rtol=1e-6)
    assert {f"BEP = {value:.3f}" for value in even} <= {*words(picture)}
    np.testing.assert_allclose([points(line)[-1] for line in ax.lines[:3]], [(1, 0.25)] * 3)


@of("pr-two-classes")
def test_two_hundred_samples_and_their_population(picture):
    (ax,) = picture.axes
    rng = np.random.default_rng(32)
    score = np.append(rng.normal(0.8, 0.55, 50), rng.normal(0.2, 0.55, 150))
    p, r, _ = precision_recall_curve(np.repeat([1, 0], [50, 150]), score)
    drawn = ax.lines[0].get_xydata()[1:]
    np.testing.assert_allclose(drawn, np.column_stack([r[-2::-1], p[-2::-1]]))
    f = norm(0.2, 0.55).sf(norm(0.8, 0.55).isf(RECALL))
    assert over_recall(ax.lines[1]) == pytest.approx(RECALL / (RECALL + 3 * f), abs=2e-3)
    assert {"200 samples", "population"} <= {*words(picture)}


HITS = [F(1), F(1), F(3, 6), F(4, 7), F(5, 11), F(6, 16)]  # precision at the six cars
BEST = [F(1), F(1), F(4, 7), F(4, 7), F(5, 11), F(6, 16)]  # the highest from there on


def nearly(values, **how):
    return pytest.approx([float(value) for value in values], **how)


def level(recall):
    """Return the highest precision from a level of recall on, by the six cars."""
    return float(next(best for k, best in enumerate(BEST, 1) if F(k, 6) >= recall))


def middles(line):
    """Return the middle of each bar's top: the level, and how high precision is there."""
    return line.get_xydata().reshape(-1, 3, 2)[:, :2].mean(axis=1)


def shapes(ax):
    """Return the corners of each area."""
    (drawn,) = (found for found in ax.collections if type(found) is PolyCollection)
    return [path.vertices[:4] for path in drawn.get_paths()]


@of("cars-rectangles")
def test_each_car_adds_a_rectangle(picture):
    (ax,) = picture.axes
    for k, (corners, height) in enumerate(zip(shapes(ax), HITS, strict=True)):
        left, right = k / 6, (k + 1) / 6
        known = [left, height, right, height, right, 0, left, 0]
        assert corners.ravel().tolist() == nearly(known)


@of("cars-trapezoids")
def test_each_car_adds_a_trapezoid(picture):
    (ax,) = picture.axes
    before = [1, 1, F(2, 5), F(3, 6), F(4, 10), F(5, 15)]  # precision one image earlier
    tops = [corners[:2, 1].tolist() for corners in shapes(ax)]
    assert tops == [nearly(pair) for pair in zip(before, HITS, strict=True)]


@of("cars-voc2007", "cars-coco", "cars-three-interpolations")
def test_levels_are_as_high_as_the_best_to_come(picture):
    for ax in (picture.axes[0], picture.axes[-1]):
        x, y = middles(ax.lines[1]).T
        assert len(x) in (11, 101) and x.tolist() == nearly(np.linspace(0, 1, len(x)))
        assert y.tolist() == nearly(level(F(k, len(x) - 1)) for k in range(len(x)))


@of("twelve-aps")
def test_each_tool_stands_beside_its_number(picture):
    (ax,) = picture.axes
    notes = {t.get_text(): t.get_position()[1] for t in ax.texts if "0.6" not in t.get_text()}
    named = {round(y - 0.2): tool for tool, y in notes.items()}
    tools = ["scikit-learn average_precision_score", "scikit-learn auc(recall, precision)"]
    assert named == {1: tools[0], 4: tools[1], 10: "pycocotools"}
