"""Figures about counting and over all thresholds, by their artists' data and published numbers."""

from fractions import Fraction

import matplotlib as mpl
import numpy as np
import pytest
from scipy.stats import norm
from sklearn import metrics

import mlmetrics_edu as mm
from mlmetrics_edu.plots.look import COLOURS
from tests.workbook.gallery.shown import of, points, words

# Source document 000: the ranking, its labels, and the scores that were published with it.
IDS = "4 2 13 19 6 9 16 1 18 5 7 15 10 17 12 20 14 8 11 3".split()
LABELS = [1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0]
SCORES = ".91 .76 .65 .46 .45 .38 .24 .23 .23 .13 .12 .12 .11 .10 .09 .08 .07 .03 .03 .01".split()
# TP and FP at each of the 17 scores that differ (GOLDEN.md).
TP = [1, 2, 2, 2, 2, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6]
FP = [0, 0, 1, 2, 3, 3, 3, 5, 6, 7, 8, 9, 10, 10, 11, 13, 14]


def filled(ax):
    """Tell of each box whether it is filled as a positive."""
    positive = mpl.colors.to_rgba(COLOURS["positive"])
    return [patch.get_facecolor() == positive for patch in ax.patches[:20]]


def cells(ax):
    return ax.collections[0].get_array().tolist()


def frames(ax):
    """List the frames by what they surround, in whole cells: left, top, right, bottom."""
    framed = [
        patch for patch in ax.patches if patch.get_linestyle() != "solid"
    ]  # as the diagonal is
    boxes = [patch.get_bbox().extents for patch in framed]
    return [tuple(np.round(box).astype(int).tolist()) for box in boxes]


@of("cars-unsorted")
def test_the_images_stand_as_they_came(picture):
    (ax,) = picture.axes
    known = dict(zip(map(int, IDS), zip(LABELS, SCORES, strict=True), strict=True))
    assert filled(ax) == [bool(known[i][0]) for i in range(1, 21)]
    texts = words(picture)
    assert texts[0:40:2] == [str(i) for i in range(1, 21)]
    assert texts[1:40:2] == ["0" + known[i][1] for i in range(1, 21)]
    assert texts[40:60] == [str(known[i][0]) for i in range(1, 21)]
    assert len(ax.lines) == 0  # nothing is cut yet


@of("cars-ranked")
def test_the_ranking_is_cut_after_the_fifth(picture):
    (ax,) = picture.axes
    texts = words(picture)
    assert filled(ax) == [bool(label) for label in LABELS]
    assert texts[0:40:2] == IDS and texts[1:40:2] == [f"0{score}" for score in SCORES]
    outcomes = texts[40:60]
    assert [outcomes.count(cell) for cell in ("TP", "FP", "FN", "TN")] == [2, 3, 4, 11]
    assert ax.lines[0].get_xdata().tolist() == [4.5, 4.5]


@of("cars-counted")
def test_both_tables_add_up_to_twenty(picture):
    first, fifth = picture.axes
    assert cells(first) == [[14, 0], [5, 1]]  # TN 14: the document says 15, and lists 14
    assert cells(fifth) == [[11, 3], [4, 2]]
    assert [ax.get_title() for ax in picture.axes] == [
        "i = 1, threshold 0.91",
        "i = 5, threshold 0.45",
    ]


@of("cars-thresholds")
def test_counts_add_up_over_seventeen_thresholds(picture):
    (ax,) = picture.axes
    tp, _, fp, _ = ax.lines
    assert points(tp) == [(0, 0), *zip(range(1, 18), TP, strict=True), (17.5, 6)]
    assert points(fp) == [(0, 0), *zip(range(1, 18), FP, strict=True), (17.5, 14)]
    ticks = [label.get_text() for label in ax.get_xticklabels()]
    assert ticks == [f"0{score}" for score in dict.fromkeys(SCORES)]
    texts = words(picture)
    precisions = [f"{a / (a + b):.3f}" for a, b in zip(TP, FP, strict=True)]
    assert texts[2:19] == precisions and texts[20:37] == [f"{a / 6:.3f}" for a in TP]
    assert (texts[19], texts[37]) == ("precision", "recall")


@of("diamonds-and-circles")
def test_positives_are_diamonds_from_low_to_high(picture):
    (ax,) = picture.axes
    corners = [len(mark.get_paths()[0].vertices) for mark in ax.collections]
    assert [n < 10 for n in corners] == [bool(label) for label in reversed(LABELS)]
    assert [mark.get_offsets()[0, 0] for mark in ax.collections] == list(range(20))
    assert words(picture)[:20] == [f"0{score}" for score in reversed(SCORES)]


@of("customers")
def test_accuracy_is_99_percent_and_recall_none(picture):
    (ax,) = picture.axes
    assert cells(ax) == [[990, 0], [10, 0]]
    found = dict(text.split("\n", 1) for text in words(picture)[4:])
    assert found["accuracy"].endswith("= 990/1000 = 0.99")
    assert found["recall"] == "TP / (TP + FN)\n= 0/10 = 0"
    assert found["specificity"].endswith("= 990/990 = 1")


@of("cancer")
def test_the_detector_stands_beside_calling_all_healthy(picture):
    assert [cells(ax) for ax in picture.axes] == [[[9978, 12], [2, 8]], [[9990, 0], [10, 0]]]
    detector, nobody = ([text.get_text() for text in ax.texts[4:]] for ax in picture.axes)
    assert [text.rsplit("= ")[-1] for text in detector] == ["0.8", "0.4", "0.9986"]
    assert [text.rsplit("\n= ")[-1] for text in nobody] == [
        "0/10 = 0",
        "0/0: undefined",
        "9990/10000 = 0.999",
    ]


@of("confusion-formulas")
def test_each_rate_frames_what_it_divides_by(picture):
    (ax,) = picture.axes
    assert cells(ax) == [[9978, 12], [2, 8]]  # source document 001
    rows, columns = [(0, 1, 2, 2), (0, 0, 2, 1)], [(1, 0, 2, 2), (0, 0, 1, 2)]
    assert frames(ax) == rows + columns  # recall, specificity, precision, NPV
    texts = words(picture)[4:]
    assert texts[0] == "recall\nTP / (TP + FN)\n= 8/10 = 0.8"
    assert texts[1] == "specificity\nTN / (TN + FP)\n= 9978/9990 = 0.9988"
    assert texts[2] == "precision\nTP / (TP + FP)\n= 8/20 = 0.4"
    assert texts[3] == "negative predictive value\nTN / (TN + FN)\n= 9978/9980 = 0.9998"
    assert texts[4].endswith("= 9986/10000 = 0.9986")
    ends = [points(line) for line in ax.lines[-2:]]
    assert all(x == y for line in ends for x, y in line)  # accuracy goes along the diagonal


@of("confusion-letters")
def test_the_letters_are_those_of_the_notes(picture):
    (ax,) = picture.axes
    texts = words(picture)
    assert texts[:4] == ["A\nTP\n8", "B\nFN\n2", "C\nFP\n12", "D\nTN\n9978"]
    found = {text.split("\n")[0]: text.split("\n")[1] for text in texts[4:]}
    # Source document 002, but for its FPR = B/(B + D): that is no false positive rate.
    assert found == {
        "precision": "A / (A + C)",
        "recall": "A / (A + B)",
        "false positive rate": "C / (C + D)",
    }
    assert frames(ax) == [(0, 0, 1, 2), (0, 0, 2, 1), (0, 1, 2, 2)]


@of("four-orientations")
def test_with_the_truth_in_columns_recall_goes_down(picture):
    tables = [cells(ax) for ax in picture.axes]
    assert tables == [
        [[11, 3], [4, 2]],
        [[2, 4], [3, 11]],
        [[2, 3], [4, 11]],
        [[11, 4], [3, 2]],
    ]
    for ax, rows in zip(picture.axes, (True, True, False, False), strict=True):
        recall, precision = ax.texts[4:]
        assert recall.get_text().endswith("2/6 = 0.333")
        assert precision.get_text().endswith("2/5 = 0.4")
        beside, below = (recall, precision) if rows else (precision, recall)
        assert beside.xy[0] > 2 > beside.xy[1] and below.xy[1] > 2 > below.xy[0]
        assert ax.get_title().startswith("truth in rows" if rows else "truth in columns")


def test_classes_are_named_in_the_language():
    ax = mm.figure("cars-counted", "zh-Hans").axes[0]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["非车", "车"]


CARS = mm.example("cars")
POSITIVES = [4879, 2804, 2165, 1506, 987, 529, 365, 294, 297, 258]
NEGATIVES = [1301, 3376, 4015, 4674, 5193, 5651, 5815, 5886, 5883, 5919]
F_MODELS = {
    "A": Fraction(14, 45),
    "B": Fraction(14, 45),
    "C": Fraction(56, 75),
    "D": Fraction(6, 25),
}


def close(pairs):
    """Compare points up to rounding."""
    return [pytest.approx(pair) for pair in pairs]


def cumulated():
    """Count the cars and the others down to each score, with scikit-learn."""
    fpr, tpr, _ = metrics.roc_curve(CARS.y_true, CARS.y_score, drop_intermediate=False)
    return (6 * tpr + 14 * fpr) / 20, tpr


def drawn(ax, x):
    """Read the height of the first line at some places."""
    return np.interp(x, *ax.lines[0].get_data())


@of("cars-gain")
def test_the_gain_of_the_cars(picture):
    ax = picture.axes[0]
    share, found = cumulated()
    np.testing.assert_allclose(drawn(ax, share), found)
    assert [points(line) for line in ax.lines[1:]] == [
        close([(0, 0), (0.3, 1), (1, 1)]),
        close([(0, 0), (1, 1)]),
    ]


@of("cars-lift")
def test_the_lift_of_the_cars(picture):
    share, found = cumulated()
    np.testing.assert_allclose(drawn(picture.axes[0], share[1:]), found[1:] / share[1:])
    assert max(y for _, y in points(picture.axes[0].lines[0])) == pytest.approx(20 / 6)


@of("decile-gain")
def test_gain_and_lift_of_the_published_tenths(picture):
    tp, n = np.cumsum(POSITIVES), np.cumsum(np.add(POSITIVES, NEGATIVES))
    for ax, y in zip(picture.axes, (tp / tp[-1], tp / tp[-1] / (n / n[-1])), strict=True):
        (marks,) = (line for line in ax.lines if line.get_marker() == "o")
        at = marks.get_xydata()[-10:]
        np.testing.assert_allclose(at, np.column_stack([n / n[-1], y]), atol=1e-4)
    gain = picture.axes[0].lines[0].get_ydata()[-10:]
    published = [34.64, 54.55, 69.92, 80.62, 87.62, 91.38, 93.97, 96.06, 98.17, 100.00]
    assert (100 * gain).round(2).tolist() == published


@of("cars-det")
def test_the_det_curve_of_the_cars(picture):
    ax = picture.axes[0]
    fpr, tpr, _ = metrics.roc_curve(CARS.y_true, CARS.y_score, drop_intermediate=False)
    inside = (fpr > 0) & (tpr < 1)
    path = {(round(x, 6), round(y, 6)) for x, y in points(ax.lines[0])}
    corners = {(0.214286, 2 / 3), (0.214286, 1 / 3), (3 / 7, 1 / 3), (0.5, 1 / 6), (5 / 7, 1 / 6)}
    assert {(round(x, 6), round(y, 6)) for x, y in corners} <= path
    every = {*zip(fpr[inside].round(6), (1 - tpr[inside]).round(6), strict=True)}
    assert {(x, y) for x, y in path if min(x, y) > 0.01} <= every
    np.testing.assert_allclose([*points(ax.lines[-1])], [(1 / 3, 1 / 3)])
    ax.figure.draw_without_rendering()
    rates = np.array([0.2, 0.5, 0.8, 0.95])
    across = ax.transData.transform(np.column_stack([rates, rates]))[:, 0]
    far = norm.ppf(rates)
    np.testing.assert_allclose(np.diff(across) / np.ptp(across), np.diff(far) / np.ptp(far))


@of("cars-against-threshold")
def test_the_three_rates_at_every_threshold(picture):
    ax = picture.axes[0]
    lines = {line.get_color(): line for line in ax.lines[:3]}
    at = 0.24 - 1e-6  # between 0.23 and 0.24, where 0.24 and above are cars
    assert len(lines) == 3
    heights = sorted(np.interp(at, *line.get_xydata()[::-1].T) for line in lines.values())
    assert heights == pytest.approx([4 / 7, 8 / 13, 4 / 6], abs=1e-3)
    assert "best F1: 0.615\nthreshold 0.24" in words(picture)


@of("cars-walk")
def test_three_steps_of_the_walk(picture):
    titles = [ax.get_title(loc) for ax in picture.axes for loc in ("left", "center")]
    shown = [text for text in [*titles, *words(picture)] if text.startswith("step")]
    assert shown == [
        "step 1: P = 1/1 = 1.000, R = 1/6 = 0.167",
        "step 5: P = 2/5 = 0.400, R = 2/6 = 0.333",
        "step 7: P = 4/7 = 0.571, R = 4/6 = 0.667",
    ]
    cells = [text.get_text().split() for text in picture.axes[1].texts]
    assert {tuple(cell) for cell in cells if len(cell) == 2} == {
        *(("TP", "1"), ("FP", "0"), ("FN", "5"), ("TN", "14"))
    }


def equal_lines(ax):
    """Return the lines of equal height by their heights."""
    lines = ax.collections[-1]
    return dict(zip(lines.levels, (path.vertices for path in lines.get_paths()), strict=True))


def f(recall, precision, beta=1):
    """Work F-beta out by hand."""
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


@of("f1-surface")
def test_f1_is_the_same_along_each_line(picture):
    lines = equal_lines(picture.axes[0])
    assert sorted(lines) == close(np.arange(1, 10) / 10)
    for level, path in lines.items():
        np.testing.assert_allclose(f(*path.T), level, atol=5e-3)


@of("f1-models")
def test_each_model_stands_on_its_line_of_equal_f1(picture):
    ax = picture.axes[0]
    spots = [(0.7, 0.2), (0.2, 0.7), (0.7, 0.8), (0.3, 0.2)]
    assert [points(line) for line in ax.lines] == [[spot] for spot in spots]
    lines = equal_lines(ax)
    assert sorted(lines) == close(sorted({float(value) for value in F_MODELS.values()}))
    for (name, value), spot in zip(F_MODELS.items(), spots, strict=True):
        (path,) = (path for level, path in lines.items() if level == pytest.approx(float(value)))
        assert np.hypot(*(path - spot).T).min() < 0.01
        assert f"{name}: {float(value):.3f}" in words(picture)


@of("f-beta-family")
def test_f_of_three_betas(picture):
    assert [ax.get_title() for ax in picture.axes] == ["F0.5", "F1", "F2"]
    for ax, beta in zip(picture.axes, (0.5, 1, 2), strict=True):
        assert {*equal_lines(ax)} == {0.2, 0.4, 0.6, 0.8}
        for level, path in equal_lines(ax).items():
            np.testing.assert_allclose(f(*path.T, beta), level, atol=5e-3)


@of("three-means")
def test_three_means_of_a_precision_of_07(picture):
    recall = picture.axes[0].lines[0].get_xdata()[1:]
    means = [(0.7 + recall) / 2, np.sqrt(0.7 * recall), 1.4 * recall / (0.7 + recall)]
    for line, mean in zip(picture.axes[0].lines, means, strict=False):
        np.testing.assert_allclose(line.get_ydata()[1:], mean)


@of("three-means-surfaces")
def test_three_means_over_the_plane(picture):
    means = (lambda r, p: (r + p) / 2, lambda r, p: np.sqrt(r * p), f)
    for ax, mean in zip(picture.axes, means, strict=True):
        for level, path in equal_lines(ax).items():
            np.testing.assert_allclose(mean(*path.T), level, atol=5e-3)
    heads = [ax.get_title() for ax in picture.axes]
    assert heads == ["arithmetic mean", "geometric mean", "harmonic mean (F1)"]


@of("earthquake")
def test_a_thousand_alarms_win_from_a_beta_of_187_on(picture):
    (ax,) = picture.axes
    for line, rates in zip(ax.lines, ((1, 0.01), (0.8, 0.08)), strict=False):
        beta, shown = line.get_data()
        np.testing.assert_allclose(shown, f(*rates, beta))
    alone = [points(line)[0] for line in ax.lines if len(line.get_xdata()) == 1]
    assert alone[0] == pytest.approx((350**0.5, 0.78))
    assert alone[1:] == close([(1, 2 / 101), (2, 5 / 104), (1, 8 / 55), (2, 2 / 7)])
    assert {"β² = 350\nβ = 18.7", "0.020", "0.145", "0.048", "0.286"} < {*words(picture)}


@of("gain-band")
def test_the_gain_of_the_population_lies_in_the_band_of_its_samples(picture):
    (ax,) = picture.axes
    few, population = ax.lines[:2]
    assert len(few.get_xdata()) < 150 and few.get_ydata()[-1] == 1
    (area,) = (c for c in ax.collections if len(c.get_paths()[0].vertices) > 150)
    edge = area.get_paths()[0].vertices
    at = np.arange(1, 10) / 10
    low, high = ([f(edge[np.isclose(edge[:, 0], x), 1]) for x in at] for f in (min, max))
    inside = np.interp(at, *population.get_data())
    assert ((low <= inside) & (inside <= high)).all() and (np.subtract(high, low) > 0.01).all()
    cut = norm.isf(0.5, 0.8, 0.55), norm.isf(0.5, 0.2, 0.55)
    share = [(0.4 * norm.sf(t, 0.8, 0.55) + 0.6 * norm.sf(t, 0.2, 0.55)) for t in cut]
    found = [norm.sf(t, 0.8, 0.55) for t in cut]
    np.testing.assert_allclose(np.interp(share, *population.get_data()), found, atol=2e-3)
