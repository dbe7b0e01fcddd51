"""Figures of P-R curves and of average precision, by their artists' data."""

from fractions import Fraction as F

import numpy as np
import pytest
from matplotlib.collections import PolyCollection
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
    samples, f1 = curve
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


HITS = [F(1), F(1), F(3, 6), F(4, 7), F(5, 11), F(6, 16)]  # precision at the six cars
BEST = [F(1), F(1), F(4, 7), F(4, 7), F(5, 11), F(6, 16)]  # the highest from there on
APS = {"voc2007": F(2271, 3388), "voc2010": F(2447, 3696), "coco": F(41247, 62216)}
TWELVE = {
    "rectangles": "0.65016 0.64385",
    "trapezoids": "0.62786 0.62167 0.62470",
    "Davis and Goadrich": "0.62567",
    "11 points (VOC 2007)": "0.67031 0.66342",
    "all points (VOC 2010)": "0.66207 0.65575",
    "101 points (COCO)": "0.66296 0.65659",
}
CLASSES = "bicycle boat bus car cat couch tv".split()
ELEVEN = [F(15, 22), F(9, 11), F(6, 11), F(118, 165), F(1), F(54, 77), F(4, 11)]
ALL = [F(11, 16), F(8, 9), F(5, 9), F(206, 285), F(1), F(36, 49), F(1, 3)]


def nearly(values, **how):
    return pytest.approx([float(value) for value in values], **how)


def level(recall):
    """Return the highest precision from a level of recall on, by the six cars."""
    return float(next(best for k, best in enumerate(BEST, 1) if F(k, 6) >= recall))


def middles(line):
    """Return the middle of each bar's top: the level, and how high precision is there."""
    return line.get_xydata().reshape(-1, 3, 2)[:, :2].mean(axis=1)


def assert_levels(line, n):
    x, y = middles(line).T
    assert x.tolist() == nearly(F(k, n) for k in range(n + 1))
    assert y.tolist() == nearly(level(F(k, n)) for k in range(n + 1))


def assert_all_points(line):
    ends = {0: 2, 2: 4, 4: 5, 5: 6}  # a step is as long as its height is the best
    corners = [(F(k, 6), BEST[left]) for left, right in ends.items() for k in (left, right)]
    assert np.ravel(points(line)).tolist() == nearly(np.ravel(corners))


def shapes(ax):
    """Return the corners of each area."""
    (drawn,) = (found for found in ax.collections if type(found) is PolyCollection)
    return [path.vertices[:4] for path in drawn.get_paths()]


def dots(ax):
    return [line.get_xdata().tolist() for line in ax.lines if line.get_ls() == "None"]


def rows(ax):
    return [text.get_text() for text in ax.get_yticklabels()]


@of("cars-rectangles")
def test_each_car_adds_a_rectangle(picture):
    (ax,) = picture.axes
    for k, (corners, height) in enumerate(zip(shapes(ax), HITS, strict=True)):
        left, right = k / 6, (k + 1) / 6
        known = [left, height, right, height, right, 0, left, 0]
        assert corners.ravel().tolist() == nearly(known)
    assert sum(HITS) / 6 == F(801, 1232) and "AP = 801/1232 = 0.650" in words(picture)


@of("cars-trapezoids")
def test_each_car_adds_a_trapezoid(picture):
    (ax,) = picture.axes
    before = [1, 1, F(2, 5), F(3, 6), F(4, 10), F(5, 15)]  # precision one image earlier
    tops = [corners[:2, 1].tolist() for corners in shapes(ax)]
    assert tops == [nearly(pair) for pair in zip(before, HITS, strict=True)]
    area = sum(a + b for a, b in zip(before, HITS, strict=True)) / 12
    assert float(area) == pytest.approx(0.62786, abs=5e-6)
    assert any(f"= {float(area):.3f}" in text for text in words(picture))


@of("cars-voc2007")
def test_eleven_levels(picture):
    (ax,) = picture.axes
    assert_levels(ax.lines[1], 10)
    assert middles(ax.lines[1])[:, 1].mean() == pytest.approx(float(APS["voc2007"]))


@of("cars-voc2010")
def test_all_points(picture):
    (ax,) = picture.axes
    assert_all_points(ax.lines[1])
    assert sum(BEST) / 6 == APS["voc2010"]


@of("cars-coco")
def test_a_hundred_and_one_levels(picture):
    (ax,) = picture.axes
    assert_levels(ax.lines[1], 100)
    assert middles(ax.lines[1])[:, 1].mean() == pytest.approx(float(APS["coco"]))


@of("cars-three-interpolations")
def test_three_panels_with_the_golden_numbers(picture):
    for ax, ap in zip(picture.axes, APS.values(), strict=True):
        assert f"AP = {ap} = {float(ap):.3f}" in [text.get_text() for text in ax.texts]
    eleven, every, hundred = (ax.lines[1] for ax in picture.axes)
    assert_levels(eleven, 10)
    assert_all_points(every)
    assert_levels(hundred, 100)


@of("twelve-aps")
def test_twelve_numbers_in_twelve_rows(picture):
    (ax,) = picture.axes
    golden = [value for values in TWELVE.values() for value in values.split()]
    assert dots(ax) == [nearly(golden, abs=5e-6)]
    assert [row.partition("\n")[0] for row in rows(ax)] == [
        rule for rule, values in TWELVE.items() for _ in values.split()
    ]
    written = [text for text in words(picture) if "0.6" in text]
    assert [text.split()[-1] for text in written] == golden
    assert {"801/1232 = 0.65016", "649/1008 = 0.64385"} <= {*written}
    assert ax.get_xlim()[0] > 0.6 and "not at 0" in ax.get_xlabel()


@of("twelve-aps")
def test_each_tool_stands_beside_its_number(picture):
    (ax,) = picture.axes
    notes = {t.get_text(): t.get_position()[1] for t in ax.texts if "0.6" not in t.get_text()}
    named = {round(y - 0.2): tool for tool, y in notes.items()}
    tools = ["scikit-learn average_precision_score", "scikit-learn auc(recall, precision)"]
    assert named == {1: tools[0], 4: tools[1], 10: "pycocotools"}


@of("tie-laboratory")
def test_one_tie_in_four_ways(picture):
    roc, pr = picture.axes
    square = [(0, 0), (0, 0.5), (0, 1)], [(0.5, 0), (1, 0)]
    drawn = [points(line) for line in roc.lines]
    assert {*square[0], (0.5, 1), (1, 1)} <= {*drawn[0]} and {*square[1]} <= {*drawn[3]}
    assert drawn[1] == [(0, 0), (0, 0.25), (0.5, 0.25), (0.5, 0.5), (1, 0.5), (1, 0.75), (1, 1)]
    assert drawn[2] == [(0, 0), (1, 1)]
    last = [points(line) for line in pr.lines]
    assert last[2] == [(0, pytest.approx(2 / 3)), (1, pytest.approx(2 / 3))]
    assert [y for _, y in last[1][1:]] == nearly([1, F(1, 2), F(2, 3), F(1, 2), F(3, 5), F(2, 3)])
    assert [y for _, y in last[3][1:]] == nearly([0, 0, F(1, 3), F(1, 2), F(3, 5), F(2, 3)])


@of("tie-laboratory")
def test_the_areas_of_the_tie(picture):
    mean = {"AP = 11/15 = 0.733": [1, F(2, 3), F(3, 5), F(2, 3)], "AP = 2/3 = 0.667": [F(2, 3)]}
    mean["AP = 21/40 = 0.525"] = [F(1, 3), F(1, 2), F(3, 5), F(2, 3)]
    for text, parts in mean.items():
        assert sum(parts) / len(parts) == F(text.split()[2])
    areas = {"AUC = 1", "AUC = 3/8 = 0.375", "AUC = 1/2 = 0.500", "AUC = 0", "AP = 1", *mean}
    assert {text.partition("\n")[2] for text in words(picture)} == areas


@of("iir-8.2")
def test_the_sawtooth_and_the_highest_to_come(picture):
    (ax,) = picture.axes
    relevant = np.cumsum([1, 0, 1, 0, 0, 0, 0, 0, 1, 1])  # exercise 8.8, the first system
    teeth = np.column_stack([relevant / 4, relevant / np.arange(1, 11)])
    assert np.ravel(points(ax.lines[0])[1:]).tolist() == nearly(teeth.ravel())
    assert ax.lines[1].get_ydata().tolist() == nearly([1, 1, F(2, 3), F(2, 3), F(2, 5), F(2, 5)])
    assert ax.lines[1].get_xdata().tolist() == [0, 0.25, 0.25, 0.5, 0.5, 1]


@of("iir-table-8.1")
def test_the_eleven_published_values_and_their_mean(picture):
    (ax,) = picture.axes
    printed = "1.00 0.67 0.63 0.55 0.45 0.41 0.36 0.29 0.13 0.10 0.08".split()
    assert ax.lines[0].get_ydata().tolist() == nearly(printed)
    assert ax.lines[0].get_xdata().tolist() == nearly(F(k, 10) for k in range(11))
    assert ax.lines[1].get_ydata().tolist() == nearly([F(467, 1100)] * 2)
    assert [*words(picture)] == [*printed, "mean 0.425"]


@of("voc2007-classes")
def test_the_ap_of_each_class_and_their_mean(picture):
    (ax,) = picture.axes
    assert rows(ax) == CLASSES and dots(ax) == [nearly(ELEVEN)]
    (mean,) = (line for line in ax.lines if line.get_ls() != "None")
    assert mean.get_xdata().tolist() == nearly([sum(ELEVEN) / 7] * 2)
    assert sum(ELEVEN) / 7 == F(11147, 16170)
    assert {"mean 0.689", "9/11 = 0.818", "1"} <= {*words(picture)} and ax.get_xlim()[0] == 0


@of("voc-map")
def test_each_class_by_both_rules(picture):
    (ax,) = picture.axes
    assert rows(ax) == CLASSES and dots(ax) == [nearly(ELEVEN), nearly(ALL)]
    means = sorted(line.get_xdata()[0] for line in ax.lines if line.get_ls() != "None")
    assert means == nearly([F(11147, 16170), F(3299837, 4692240)])
    names = {"11 points (VOC 2007): mean 0.689", "all points (VOC 2010): mean 0.703"}
    assert names <= {*words(picture)}


@of("coco-thresholds")
def test_ap_at_ten_overlaps_as_pycocotools_gives_it(picture):
    ax, _ = picture.axes
    known = [0.8902640264] * 5 + [0.5092409241, 0.4564356436, 0.4009900990, 0.1612447, 0]
    assert ax.lines[0].get_ydata().tolist() == nearly(known, abs=1e-6)
    assert ax.lines[0].get_xdata().tolist() == nearly(F(k, 100) for k in range(50, 100, 5))
    assert ax.lines[1].get_ydata()[0] == pytest.approx(0.5979231495, abs=1e-9)
    assert "mean\n0.598" in words(picture)
