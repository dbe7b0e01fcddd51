"""Figures of ROC curves, and of chance, by their artists' data and the normal distribution."""

import numpy as np
import pytest
from scipy.stats import norm

from tests.workbook.gallery.shown import of, words


@of("roc-strip")
def test_each_positive_adds_its_strip(picture):
    (ax,) = picture.axes
    strips = [path.vertices for path in ax.collections[-1].get_paths()]
    below = [4, 4, 4, 2, 2]  # negatives after each positive of -+++--++--
    widths = [float(np.ptp(strip[:, 0])) for strip in strips]
    assert widths == pytest.approx([n / 5 for n in below])
    assert [float(np.ptp(strip[:, 1])) for strip in strips] == pytest.approx([0.2] * 5)
    (frame,) = ax.patches
    np.testing.assert_allclose(frame.get_xy()[:4], [(0.2, 0.4), (0.2, 0.6), (1, 0.6), (1, 0.4)])


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


@of("bands")
def test_the_population_lies_within_the_bands_nearly_everywhere(picture):
    for ax in picture.axes:
        theory = next(line for line in ax.lines if "theory" in line.get_label())
        shaded = ax.collections[0].get_paths()[0]
        x, y = theory.get_data()
        away = (x > 0.03) & (x < 0.97) & (y < 0.97)  # from the edges, where all curves meet
        inside = shaded.contains_points(theory.get_xydata()[away])
        assert inside.mean() > 0.9


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
