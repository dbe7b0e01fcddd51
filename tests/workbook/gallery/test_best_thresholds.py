"""Figures over all thresholds, and of F-beta, by their artists' data."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.stats import norm
from sklearn import metrics

import mlmetrics_edu as mm
from tests.workbook.gallery.shown import of, points, words

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
