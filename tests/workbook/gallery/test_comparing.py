"""Figures of comparisons, by their artists' data: printed numbers, or SciPy's."""

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics

import mlmetrics_edu as mm
from tests.workbook.gallery.shown import of, points

SPREAD = 1 / 100  # of heights read from a line


def samples(seed, n=20):
    """Draw a test set as the figure says: N(0.8, 0.55²) against N(0.2, 0.55²)."""
    drawn = mm.binormal(0.8, 0.2, 0.55).draw(n, n, seed)
    return np.asarray(drawn[0]), np.asarray(drawn[1])


@of("zhou-2.6")
def test_the_bars_are_those_of_a_binomial_distribution(picture):
    (ax,) = picture.axes
    heights = [bar.get_height() for bar in ax.patches]
    np.testing.assert_allclose(heights, stats.binom.pmf(range(11), 10, 0.3), atol=1e-12)
    refuted = [bar.get_facecolor() != ax.patches[0].get_facecolor() for bar in ax.patches]
    assert refuted == [stats.binom.sf(k - 1, 10, 0.3) <= 0.05 for k in range(11)]


@of("zhou-2.8")
def test_each_bar_is_as_long_as_the_critical_difference(picture):
    (ax,) = picture.axes
    lines = [c.get_segments() for c in ax.collections]
    ends = [segments[0][:, 0] for segments in lines if len(segments) == 1]
    assert [round(b - a, 3) for a, b in ends] == [1.657] * 3
    assert [(a + b) / 2 for a, b in ends] == pytest.approx([1, 2.125, 2.875])
    assert ends[0][1] > ends[1][0] and ends[0][1] < ends[2][0]


@of("fawcett-8")
def test_the_larger_area_is_not_higher_everywhere(picture):
    left, right = picture.axes
    at = [np.interp((0.2, 0.8), *line.get_data()) for line in left.lines[:2]]
    assert at[0][0] < at[1][0] and at[0][1] > at[1][1]
    corner = points(right.lines[0])
    assert corner[0] == (0, 0) and corner[-1] == (1, 1) and len(corner) == 3
    assert np.interp(corner[1][0], *right.lines[1].get_data()) == pytest.approx(
        corner[1][1], abs=SPREAD
    )


@of("fawcett-9")
def test_curves_are_merged_and_averaged_in_both_ways(picture):
    curves, whole, vertical, by_threshold = picture.axes
    sets = [samples(seed) for seed in range(1, 6)]
    rocs = [metrics.roc_curve(*one, drop_intermediate=False) for one in sets]
    drawn = [line.get_data() for line in curves.lines if len(line.get_xdata()) > 2]
    assert len(drawn) == 5
    for (x, y), (fpr, tpr, _) in zip(drawn, rocs, strict=True):
        assert np.trapezoid(y, x) == pytest.approx(np.trapezoid(tpr, fpr))
    together = [np.concatenate(column) for column in zip(*sets, strict=True)]
    area = np.trapezoid(*whole.lines[0].get_data()[::-1])
    assert area == pytest.approx(metrics.roc_auc_score(*together))
    means = [line for line in vertical.lines if line.get_marker() == "o"]
    highest = [[tpr[fpr <= 0.5 + 1e-9].max() for fpr, tpr, _ in rocs]]
    assert means[0].get_ydata()[4] == pytest.approx(np.mean(highest))
    at = [[np.mean(s[t == k] >= 0.5) for k in (0, 1)] for t, s in sets]
    (line,) = [line for line in by_threshold.lines if line.get_marker() == "o"]
    assert points(line)[3] == pytest.approx(tuple(np.mean(at, axis=0)))
