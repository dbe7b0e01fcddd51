"""Figures of the KS statistic, by their artists' data: the numbers are those of the source."""

from itertools import pairwise

import pytest
from scipy import stats

import mlmetrics_edu as mm
from tests.workbook.gallery.shown import of, points, words

SHARES = [i / 10 for i in range(11)]
FIRST = ([0, 0.2, 0.4, 0.6, 0.8, 1, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0, 0.2, 0.4, 0.6, 0.8, 1])
SECOND = ([0, 0.2, 0.4, 0.6, 0.8, 0.8, 1, 1, 1, 1, 1], [0, 0, 0, 0, 0, 0.2, 0.2, 0.4, 0.6, 0.8, 1])


def on(line, rates):
    """Tell whether a line leads through a rate at every tenth, in straight pieces."""
    path = points(line)
    corners = [pytest.approx(point) for point in zip(SHARES, rates, strict=True)]
    kept = [corner for corner in corners if any(point == corner for point in path)]
    return len(kept) == len(path) and all(
        _height(path, x) == pytest.approx(y) for x, y in zip(SHARES, rates, strict=True)
    )


def _height(path, x):
    for (x0, y0), (x1, y1) in pairwise(path):
        if x0 - 1e-9 <= x <= x1 + 1e-9:
            return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    raise AssertionError(x)


@of("ks-1")
def test_rates_of_the_perfect_ranking(picture):
    (ax,) = picture.axes
    tpr, fpr, gap = ax.lines
    assert on(tpr, FIRST[0]) and on(fpr, FIRST[1])
    assert points(gap) == [(0.5, 1), (0.5, 0)]
    assert "KS = 1.000\nshare 0.5" in words(picture)


@of("ks-2")
def test_difference_of_the_perfect_ranking(picture):
    (ax,) = picture.axes
    gap, dot, _ = ax.lines
    assert on(gap, [0, 0.2, 0.4, 0.6, 0.8, 1, 0.8, 0.6, 0.4, 0.2, 0])
    assert points(dot) == [(0.5, 1)] and words(picture) == ["KS = 1.000\nshare 0.5"]
    assert ax.get_ylabel() == "TPR − FPR" and ax.get_yticks().max() == 1


@of("ks-3")
def test_rates_of_the_good_ranking(picture):
    (ax,) = picture.axes
    tpr, fpr, *gaps = ax.lines
    assert on(tpr, SECOND[0]) and on(fpr, SECOND[1])
    ends = [[(0.4, 0.8), (0.4, 0)], [(0.6, 1), (0.6, 0.2)]]
    assert [points(gap) for gap in gaps] == [[pytest.approx(p) for p in pair] for pair in ends]
    assert {"KS = 0.800\nshare 0.4", "KS = 0.800\nshare 0.6"} <= {*words(picture)}


@of("ks-4")
def test_difference_of_the_good_ranking(picture):
    (ax,) = picture.axes
    gap, dots, _ = ax.lines
    assert on(gap, [0, 0.2, 0.4, 0.6, 0.8, 0.6, 0.8, 0.6, 0.4, 0.2, 0])
    assert points(dots) == [pytest.approx((0.4, 0.8)), pytest.approx((0.6, 0.8))]
    assert words(picture) == ["KS = 0.800\nshare 0.4", "KS = 0.800\nshare 0.6"]


@of("ks-other-ranking")
def test_the_last_positive_comes_last_of_all(picture):
    tpr, fpr, gap = picture.axes[0].lines
    assert on(tpr, [0, 0.2, 0.4, 0.6, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 1])
    assert on(fpr, [0, 0, 0, 0, 0, 0.2, 0.4, 0.6, 0.8, 1, 1])
    assert points(gap) == [pytest.approx((0.4, 0.8)), pytest.approx((0.4, 0))]


@of("ks-same-gap")
def test_one_ks_and_two_areas(picture):
    (ax,) = picture.axes
    level = points(ax.lines[2])
    assert level == [pytest.approx((0, 0.8)), pytest.approx((0.2, 1))]  # 0.8 above the diagonal
    for line, corner in zip(ax.lines, ((0.2, 1), (1, 0.8)), strict=False):
        path = points(line)
        assert max(y - x for x, y in path) == pytest.approx(0.8)
        assert any(point == pytest.approx(corner) for point in path)
    assert {"A (AUC 0.960)", "B (AUC 0.800)"} <= {*words(picture)}


@of("cars-ks")
def test_the_gap_of_the_cars_is_scipy_s(picture):
    (ax,) = picture.axes
    cars = mm.example("cars")
    found = stats.ks_2samp(cars.y_score[cars.y_true == 1], cars.y_score[cars.y_true == 0])
    (x, top), (_, low) = points(ax.lines[2])
    assert x == 0.24 and top - low == pytest.approx(found.statistic)
    assert ax.get_xlabel() == "threshold" and "KS = 0.452\nscore ≥ 0.24" in words(picture)
