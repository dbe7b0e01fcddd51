"""Figures about counting and over all thresholds, by other routes than the library's."""

import numpy as np
import pytest
from scipy.stats import norm

import mlmetrics_edu as mm
from tests.workbook.gallery.shown import of


@of("four-orientations")
def test_with_the_truth_in_columns_recall_goes_down(picture):
    for ax, rows in zip(picture.axes, (True, True, False, False), strict=True):
        recall, precision = ax.texts[4:]
        beside, below = (recall, precision) if rows else (precision, recall)
        assert beside.xy[0] > 2 > beside.xy[1] and below.xy[1] > 2 > below.xy[0]


def test_classes_are_named_in_the_language():
    ax = mm.figure("cars-counted", "zh-Hans").axes[0]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["非车", "车"]


POSITIVES = [4879, 2804, 2165, 1506, 987, 529, 365, 294, 297, 258]
NEGATIVES = [1301, 3376, 4015, 4674, 5193, 5651, 5815, 5886, 5883, 5919]


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


def equal_lines(ax):
    """Return the lines of equal height by their heights."""
    lines = ax.collections[-1]
    return dict(zip(lines.levels, (path.vertices for path in lines.get_paths()), strict=True))


def f(recall, precision, beta=1):
    """Work F-beta out by hand."""
    return (1 + beta**2) * precision * recall / (beta**2 * precision + recall)


@of("f1-models")
def test_each_model_stands_on_its_line_of_equal_f1(picture):
    lines = equal_lines(picture.axes[0])
    known = {14 / 45: [(0.7, 0.2), (0.2, 0.7)], 56 / 75: [(0.7, 0.8)], 6 / 25: [(0.3, 0.2)]}
    assert sorted(lines) == pytest.approx(sorted(known))
    for level, path in lines.items():
        (spots,) = (spots for value, spots in known.items() if value == pytest.approx(level))
        assert all(np.hypot(*(path - spot).T).min() < 0.01 for spot in spots)


@of("earthquake")
def test_a_thousand_alarms_win_from_a_beta_of_187_on(picture):
    for line, rates in zip(picture.axes[0].lines, ((1, 0.01), (0.8, 0.08)), strict=False):
        beta, shown = line.get_data()
        np.testing.assert_allclose(shown, f(*rates, beta))


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
