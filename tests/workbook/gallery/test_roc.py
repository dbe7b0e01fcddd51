"""Figures of ROC curves, and of chance, by their artists' data and the normal distribution."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import norm
from sklearn import metrics

import mlmetrics_edu as mm
from tests.plots.looks import drawn
from tests.workbook.gallery.shown import of, points, words


def stepped(truth):
    """Walk by hand: up for a positive, right for a negative."""
    up, right = Fraction(1, sum(truth)), Fraction(1, len(truth) - sum(truth))
    x = y = Fraction(0)
    path = [(x, y)]
    for hit in truth:
        x, y = (x, y + up) if hit else (x + right, y)
        path.append((x, y))
    return [(float(a), float(b)) for a, b in path]


def close(path):
    return [pytest.approx(point) for point in path]


def dots(ax):
    """List the points that are marked one by one."""
    return [points(line)[0] for line in ax.lines if len(line.get_xdata()) == 1]


@of("roc-plane")
def test_four_classifiers_are_points(picture):
    (ax,) = picture.axes
    published = [(0.28, 0.63), (0.77, 0.77), (0.88, 0.24), (0.12, 0.76)]
    assert dots(ax) == close(published)
    assert words(picture)[:4] == ["A", "B", "C", "C'"]
    assert points(ax.lines[-1]) == [(0, 0), (1, 1)]
    spots = {text.get_text(): text.xy for text in drawn(ax).axes[0].texts}
    better, worse = (
        spots["better than guessing"],
        spots["worse than guessing:\nturn the answers round"],
    )
    assert better[1] > better[0] and worse[1] < worse[0]
    assert len({line.get_marker() for line in ax.lines[:4]}) == 4


@of("fawcett-3")
def test_the_staircase_of_twenty_instances(picture):
    (ax,) = picture.axes
    published = [1, 1, 0, 1, 1, 1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]
    assert points(ax.lines[0]) == close(stepped(published))
    assert (0.1, 0.5) in [(round(x, 9), round(y, 9)) for x, y in points(ax.lines[0])]
    assert words(picture)[:20] == [str(i) for i in range(1, 21)]


@of("han-kamber-8.19")
def test_the_rates_of_ten_tuples_are_those_of_the_table(picture):
    row, plane = picture.axes
    tpr = [0, 0.2, 0.4, 0.4, 0.6, 0.8, 0.8, 0.8, 0.8, 1.0, 1.0]
    fpr = [0, 0, 0, 0.2, 0.2, 0.2, 0.4, 0.6, 0.8, 0.8, 1.0]
    assert points(plane.lines[0]) == close(zip(fpr, tpr, strict=True))
    hull = [(0, 0), (0, 0.4), (0.2, 0.8), (0.8, 1), (1, 1)]
    assert points(plane.lines[1]) == close(hull)
    scores = "0.90 0.80 0.70 0.60 0.55 0.54 0.53 0.51 0.50 0.40".split()
    assert [text.get_text() for text in row.texts][1::2] == scores
    dark = [bar.get_facecolor()[:3] for bar in row.patches]
    assert [colour == dark[0] for colour in dark] == [
        bool(v) for v in [1, 1, 0, 1, 1, 0, 0, 0, 1, 0]
    ]


@of("cars-roc")
def test_the_curve_of_the_cars_is_the_golden_one(picture):
    (ax,) = picture.axes
    cars = mm.example("cars")
    fpr, tpr, _ = metrics.roc_curve(cars.y_true, cars.y_score, drop_intermediate=False)
    np.testing.assert_allclose(ax.lines[0].get_xydata(), np.column_stack([fpr, tpr]))
    assert any("41/56" in text for text in words(picture))


@of("learners-roc")
def test_the_points_of_both_learners_are_the_published_lists(picture):
    (ax,) = picture.axes
    x_a, y_a = (
        [0, 0.2, 0.2, 0.2, 0.2, 0.4, 0.6, 0.6, 0.6, 0.8, 1],
        [0, 0, 0.2, 0.4, 0.6, 0.6, 0.6, 0.8, 1, 1, 1],
    )
    x_b, y_b = (
        [0, 0.2, 0.2, 0.4, 0.6, 0.8, 0.8, 0.8, 0.8, 0.8, 1],
        [0, 0, 0.2, 0.2, 0.2, 0.2, 0.4, 0.6, 0.8, 1, 1],
    )
    assert points(ax.lines[0]) == close(zip(x_a, y_a, strict=True))
    assert points(ax.lines[1]) == close(zip(x_b, y_b, strict=True))
    assert words(picture)[:2] == ["A (AUC 0.640)", "B (AUC 0.320)"]


@of("roc-best-and-worst")
def test_the_best_goes_up_first_and_the_worst_right_first(picture):
    best, worst, diagonal = picture.axes[0].lines
    assert points(best) == close(stepped([1] * 5 + [0] * 5))
    assert points(worst) == close(stepped([0] * 5 + [1] * 5))
    assert points(diagonal) == [(0, 0), (1, 1)]
    assert words(picture) == ["best (AUC 1.000)", "worst (AUC 0.000)", "random guessing"]


@of("roc-strip")
def test_each_positive_adds_its_strip(picture):
    (ax,) = picture.axes
    strips = [path.vertices for path in ax.collections[-1].get_paths()]
    below = [4, 4, 4, 2, 2]  # negatives after each positive of -+++--++--
    widths = [float(np.ptp(strip[:, 0])) for strip in strips]
    assert widths == pytest.approx([n / 5 for n in below])
    assert [float(np.ptp(strip[:, 1])) for strip in strips] == pytest.approx([0.2] * 5)
    (frame,) = ax.patches
    assert frame.get_xy()[:4].tolist() == close([(0.2, 0.4), (0.2, 0.6), (1, 0.6), (1, 0.4)])
    assert {"4/5 × 1/5 = 4/25 = 0.160", "AUC = 16/25 = 0.640"} <= {*words(picture)}


@of("cars-pairs")
def test_the_pairs_of_the_cars_are_those_counted(picture):
    (ax,) = picture.axes
    cars = mm.example("cars")
    up, down = (cars.y_score[cars.y_true == label] for label in (1, 0))
    signs = np.sign(up[:, None] - down).ravel().tolist()
    cells = [len(cells.get_paths()) for cells in ax.collections]
    assert cells[:3] == [signs.count(1), signs.count(-1), signs.count(0)] == [61, 22, 1]
    assert "41/56" in ax.get_legend().get_title().get_text()


@of("auc-pairs-ranks")
def test_three_ways_lead_to_one_number(picture):
    area, pairs, ranks = picture.axes
    truth = [0, 1, 1, 1, 0, 0, 1, 1, 0, 0]
    assert points(area.lines[0]) == close(stepped(truth))
    assert len(pairs.collections[0].get_paths()) == 16
    below = [int(text.get_text()) for text in ranks.texts[1::2]]
    assert sum(rank for rank, hit in zip(below, truth, strict=True) if hit) == 31
    titles = [ax.get_title() for ax in picture.axes]
    assert all(title.endswith(" = 16/25 = 0.640") for title in titles)
    assert "(31 − 5·(5 + 1)/2) / (5·5)" in titles[2]


@of("fawcett-ties")
def test_a_tie_leaves_a_rectangle_open(picture):
    first, last, expected = picture.axes[0].lines
    assert points(first) == close(stepped([1] * 4 + [0] * 2))
    assert points(last) == close(stepped([0] * 2 + [1] * 4))
    assert points(expected) == [(0, 0), (1, 1)]
    assert [text.rpartition(" ")[2] for text in words(picture)] == ["1.000)", "0.000)", "0.500)"]


@of("fawcett-scores-ranks")
def test_the_order_is_perfect_and_the_scores_are_not(picture):
    plane, half, more = picture.axes
    assert points(plane.lines[0])[-5:] == close([(0, 1), (0.25, 1), (0.5, 1), (0.75, 1), (1, 1)])
    assert dots(plane) == [(0.5, 1), (0, 1)]
    outcomes = [[t.get_text() for t in ax.texts[20:30]] for ax in (half, more)]
    assert outcomes == [["TP"] * 6 + ["FP"] * 2 + ["TN"] * 2, ["TP"] * 6 + ["TN"] * 4]
    assert half.get_title() == "score ≥ 0.5: accuracy 0.800"
    assert more.get_title() == "score ≥ 0.7: accuracy 1.000"
    assert "AUC = 1" in words(picture)


@of("hanley-mcneil")
def test_five_ratings_make_five_points(picture):
    (ax,) = picture.axes
    found, false = np.cumsum([33, 11, 2, 2, 3]) / 51, np.cumsum([2, 11, 6, 6, 33]) / 58
    path = list(zip(false.tolist(), found.tolist(), strict=True))
    assert points(ax.lines[0]) == close([(0, 0), *path])
    assert dots(ax) == close(path)
    assert words(picture)[:5] == ["rating ≥ 5", "≥ 4", "≥ 3", "≥ 2", "≥ 1"]
    assert ax.get_title() == "AUC 0.893, standard error 0.032"


@of("fawcett-hull")
def test_three_slopes_touch_the_hull(picture):
    (ax,) = picture.axes
    hull = [(0, 0), (0, 0.2), (0.1, 0.5), (0.5, 0.8), (0.9, 1), (1, 1)]
    assert points(ax.lines[1]) == close(hull)
    assert dots(ax) == close([(0, 0.2), (0.1, 0.5), (0.9, 1)])
    slopes = []
    for line in ax.lines[2:8:2]:
        (x0, y0), (x1, y1) = points(line)
        slopes.append((y1 - y0) / (x1 - x0))
    assert slopes == pytest.approx([10, 1, 0.1])


@of("islr-4.7")
def test_three_errors_are_those_of_the_book(picture):
    (ax,) = picture.axes
    published = {  # threshold: error rate, missed defaulters, false alarms
        0.05: (0.1168, 44 / 333, 1124 / 9667),
        0.1: (0.0659, 83 / 333, 576 / 9667),
        0.2: (0.0373, 138 / 333, 235 / 9667),
        0.4: (0.0265, 225 / 333, 40 / 9667),
        0.5: (0.0275, 252 / 333, 23 / 9667),
    }
    assert ax.get_xlim() == (0, 0.5)
    for threshold, rates in published.items():
        for line, rate in zip(ax.lines, rates, strict=True):
            x, y = line.get_data()
            assert y[np.flatnonzero(x >= threshold)[-1]] == pytest.approx(rate)
    ends = [points(line)[-1] for line in ax.lines]
    assert ends == close([(0, 0.9667), (0, 0), (0, 1)])
    assert words(picture) == ["error rate", "false negative rate", "false positive rate"]


@of("islr-tables-4.4-4.5")
def test_both_tables_are_those_of_the_book(picture):
    published = ([9644, 252, 23, 81], [9432, 138, 235, 195])
    for ax, counts in zip(picture.axes, published, strict=True):
        assert [int(text.get_text().split("\n")[1]) for text in ax.texts] == counts


@of("bands")
def test_the_population_lies_within_the_bands_nearly_everywhere(picture):
    for ax in picture.axes:
        theory = next(line for line in ax.lines if "theory" in line.get_label())
        shaded = ax.collections[0].get_paths()[0]
        x, y = theory.get_data()
        away = (x > 0.03) & (x < 0.97) & (y < 0.97)  # from the edges, where all curves meet
        inside = shaded.contains_points(theory.get_xydata()[away])
        assert inside.mean() > 0.9


@of("islr-4.8")
def test_both_tables_stand_on_the_curve(picture):
    (ax,) = picture.axes
    assert dots(ax) == close([(23 / 9667, 81 / 333), (235 / 9667, 195 / 333)])
    x, y = ax.lines[0].get_data()
    assert np.trapezoid(y, x) == pytest.approx(0.9495584339900053, abs=1e-9)
    assert "LDA (AUC 0.950)" in words(picture)


AUC = norm.cdf(0.6 / (0.55 * np.sqrt(2)))  # of N(0.8, 0.55²) against N(0.2, 0.55²)
# TPR at an FPR, as worked out for source document 003.
KNOWN = {0.1: 0.424403, 0.2: 0.598431, 0.3: 0.714476, 0.5: 0.862344, 0.9: 0.991165}
ERRORS = {"roc-100000": 0.002395, "roc-1000": 0.023952}  # standard errors of the AUC
SPREADS = {"roc-100000": (0, 0.02), "roc-1000": (0.05, 0.25)}  # of both curves, at most


def in_theory(fpr):
    """Return the TPR of the population."""
    return norm.sf(norm.isf(fpr) - 0.6 / 0.55)


def area(line):
    return np.trapezoid(line.get_ydata(), line.get_xdata())


def farthest(line):
    """Tell how far a line is from that of the population, upwards or downwards."""
    x, y = line.get_data()
    return np.abs(y - in_theory(x)).max()


def staircase(line, up, right):
    """Tell whether a line goes from (0, 0) to (1, 1) by whole steps, never both ways at once."""
    x, y = line.get_data()
    steps = np.column_stack([np.diff(x) * right, np.diff(y) * up])
    whole = np.abs(steps - steps.round()).max() < 1e-9
    ends = (x[0], y[0], x[-1], y[-1]) == (0, 0, 1, 1)
    return whole and ends and bool((steps.round().min(axis=1) == 0).all())


@of("zhou-2.4")
def test_the_curve_in_theory_and_that_of_twenty_samples(picture):
    left, right = picture.axes
    x, y = left.lines[0].get_data()
    assert np.interp(list(KNOWN), x, y) == pytest.approx(list(KNOWN.values()), abs=1e-4)
    assert len(right.lines[0].get_xdata()) == 21 and staircase(right.lines[0], 10, 10)
    drawn = area(right.lines[0])
    assert {"AUC = 0.780", f"AUC = {round(50 * drawn)}/50 = {drawn:.3f}"} <= {*words(picture)}


@of("roc-of-many")
def test_the_more_samples_the_smaller_the_steps(picture):
    lines = [ax.lines[0] for ax in picture.axes]
    assert staircase(lines[0], 10, 10) and staircase(lines[1], 100, 100)
    assert [len(line.get_xdata()) for line in lines[:2]] == [21, 201]
    of_many = 50_000 * lines[2].get_xydata()  # so many that a line shows some of them
    assert len(of_many) > 1000 and np.abs(of_many - of_many.round()).max() < 1e-6
    highest = [np.diff(line.get_ydata()).max() for line in lines]
    assert highest[0] >= 0.1 > highest[1] >= 0.01 > highest[2]
    assert farthest(lines[0]) > 0.1 and farthest(lines[2]) < 0.01
    titles = [ax.get_title() for ax in picture.axes]
    assert titles == ["20 samples", "200 samples", "100,000 samples"]


@of("roc-two-small-sets")
def test_the_named_sets_are_the_extremes_of_eight(picture):
    (ax,) = picture.axes
    lines = [line for line in ax.lines if len(line.get_xdata()) == 21]
    assert len(lines) == 8 and all(staircase(line, 10, 10) for line in lines)
    least, *_, most = sorted(map(area, lines))
    said = [text.split("AUC ")[1] for text in words(picture) if "AUC" in text]
    assert said == [f"{value:.3f}" for value in (AUC, least, most)] and most - least > 0.3
    population = next(line for line in ax.lines if len(line.get_xdata()) > 21)
    assert farthest(population) < 1e-9


@of("roc-100000", "roc-1000")
def test_the_share_of_positives_moves_a_roc_curve_by_chance_alone(picture, request):
    id = request.node.callspec.params["picture"]
    few, many = picture.axes[0].lines[0], picture.axes[0].lines[-1]
    n = int(id.removeprefix("roc-"))
    assert staircase(few, n // 10, 9 * n // 10) and staircase(many, 9 * n // 10, n // 10)
    areas = [area(few), area(many)]
    assert areas == pytest.approx([AUC, AUC], abs=3 * ERRORS[id])
    named = [text for text in words(picture) if "AUC" in text]
    assert named == [f"{p} %\nAUC {a:.3f}" for p, a in zip((10, 90), areas, strict=True)]
    fpr = np.linspace(0.01, 0.99, 99)
    gap = np.abs(np.interp(fpr, *few.get_data()) - np.interp(fpr, *many.get_data())).max()
    low, high = SPREADS[id]
    assert low <= gap < high
