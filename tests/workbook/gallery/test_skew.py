"""Figures of skew, by their artists' data, against SciPy's distributions and hand arithmetic."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import beta, norm

import mlmetrics_edu as mm
from tests.workbook.gallery.shown import of, points, words

# Saito & Rehmsmeier's levels, how they name them, and the areas they print: of the ROC curve, of
# the P-R curve, and of that with ten times the negatives.
SAITO = {
    "random": (norm(0, 1), norm(0, 1), "0.50", "0.50", "0.09"),
    "ER−": (beta(4, 1), beta(1, 1), "0.80", "0.74", "0.23"),
    "ER+": (beta(1, 1), beta(1, 4), "0.80", "0.84", "0.51"),
    "excellent": (norm(3, 1), norm(0, 1), "0.98", "0.98", "0.90"),
}


def finite(line):
    """Return the points of a line that are there."""
    x, y = line.get_data()
    there = np.isfinite(y)
    return x[there], y[there]


def same(line, curve, low=1e-6):
    """Compare the heights of a line with those of a curve, but where recall is next to nothing."""
    x, y = finite(line)
    inside = (x > low) & (x < 1 - low)
    assert inside.sum() > 100
    assert y[inside] == pytest.approx(curve(x[inside]), rel=1e-4, abs=1e-6)


def roc_of(positive, negative):
    return lambda fpr: positive.sf(negative.isf(fpr))


def pr_of(positive, negative, ratio):
    """Return precision by recall where so many negatives come with each positive."""
    return lambda recall: recall / (recall + ratio * negative.sf(positive.isf(recall)))


@of("davis-goadrich-1")
def test_a_encloses_b_in_both_planes(picture):
    roc, pr = picture.axes
    for k, mean in enumerate((3.0, 2.6)):
        classes = norm(mean, 1), norm(0, 1)
        same(roc.lines[k], roc_of(*classes))
        same(pr.lines[k], pr_of(*classes, 99))
    at = np.linspace(0.01, 0.99, 99)
    for ax in picture.axes:
        a, b = (np.interp(at, *finite(line)) for line in ax.lines[:2])
        assert (a > b).all() and [text.get_text() for text in ax.texts][:2] == ["A", "B"]


@of("davis-goadrich-interpolation")
def test_the_way_from_a_to_b_is_a_hyperbola(picture):
    (ax,) = picture.axes
    bent, straight, table = ax.lines
    tp = np.arange(5, 11)
    printed = ["0.500", "0.375", "0.318", "0.286", "0.265", "0.250"]
    shown = np.column_stack(finite(table))
    assert shown == pytest.approx(np.column_stack([tp / 20, tp / (tp + 5 * (tp - 4))]))
    assert [f"{precision:.3f}" for precision in shown[:, 1]] == printed
    same(bent, lambda recall: 20 * recall / (120 * recall - 20))
    assert np.column_stack(finite(straight)).tolist() == [[0.25, 0.5], [0.5, 0.25]]
    areas = quad(lambda r: r / (6 * r - 1), 0.25, 0.5)[0], Fraction(1, 4) * Fraction(3, 8)
    texts = " ".join(words(picture))
    assert all(f"area {area:.5f}" in texts for area in map(float, areas))
    assert f"{areas[0]:.5f} {float(areas[1]):.5f}" == "0.08017 0.09375"


@of("saito-rehmsmeier")
def test_five_levels_as_they_were_published(picture):
    roc, skewed_roc, pr, skewed_pr = picture.axes
    for k, (positive, negative, *_) in enumerate(SAITO.values()):
        for ax in (roc, skewed_roc):
            same(ax.lines[k], roc_of(positive, negative))
        for ax, ratio in ((pr, 1), (skewed_pr, 10)):
            same(ax.lines[k], pr_of(positive, negative, ratio), low=1e-3)
    assert points(roc.lines[4]) == [(0, 0), (0, 1), (1, 1)]
    assert [points(ax.lines[4])[-1] for ax in (pr, skewed_pr)] == [(1, 1 / 2), (1, 1 / 11)]
    for ax, column in zip(picture.axes, (2, 2, 3, 4), strict=True):
        named = [f"{name} {level[column]}" for name, level in SAITO.items()]
        assert [text.get_text() for text in ax.texts] == [*named, "perfect 1.00"]


@of("boyd-unreachable")
def test_the_region_that_no_ranking_reaches(picture):
    for ax, p in zip(picture.axes, (0.1, 1 / 3, 0.5), strict=True):
        same(ax.lines[0], lambda r, p=p: p * r / (1 - p + p * r))
        (region,) = ax.collections
        corners = region.get_paths()[0].vertices
        assert corners.max(axis=0) == pytest.approx([1, p]) and corners.min() == 0
        least = 1 + (1 - p) * np.log(1 - p) / p
        assert ax.get_title().endswith(f"least area {least:.3f}")
        x, y = corners[:-1].T  # the shape of straight pieces is a little smaller
        shape = abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2
        assert shape == pytest.approx(least, abs=1e-4)


@of("fawcett-skew")
def test_more_negatives_move_the_p_r_curve_alone(picture):
    roc, pr = picture.axes
    up = np.array(mm.example("fawcett-20").y_true)  # published in the order of the scores
    tp, fp = np.cumsum(up), np.cumsum(1 - up)
    for k, times in enumerate((1, 10)):
        stairs = np.column_stack([fp, tp]) / 10
        assert np.array(points(roc.lines[k])) == pytest.approx(np.vstack([[0, 0], stairs]))
        curve = np.column_stack([tp / 10, tp / (tp + times * fp)])
        assert np.column_stack(finite(pr.lines[k])) == pytest.approx(curve)
    for ax in picture.axes:
        assert {"1:1", "1:10"} <= {text.get_text() for text in ax.texts}


@of("pr-prevalence")
def test_one_roc_curve_and_four_p_r_curves(picture):
    roc, pr = picture.axes
    classes = norm(0.8, 0.55), norm(0.2, 0.55)
    for k, share in enumerate((0.01, 0.1, 0.5, 0.9)):
        same(roc.lines[k], roc_of(*classes))
        same(pr.lines[k], pr_of(*classes, (1 - share) / share))
        assert finite(pr.lines[k])[1][-1] == pytest.approx(share)
        assert all(f"{100 * share:g} %" in [t.get_text() for t in ax.texts] for ax in (roc, pr))


@of("prevalence-and-precision")
def test_precision_follows_from_bayes(picture):
    (ax,) = picture.axes
    rates = ((Fraction(231, 258), Fraction(32, 86)), (Fraction(20, 30), Fraction(180, 2000)))
    for k, (tpr, fpr) in enumerate(rates):
        curve, here = ax.lines[2 * k : 2 * k + 2]
        same(curve, lambda p, tpr=float(tpr), fpr=float(fpr): p * tpr / (p * tpr + (1 - p) * fpr))
        tried = (258 / 344, 231 / 263) if not k else (30 / 2030, 20 / 200)
        assert points(here) == [pytest.approx(tried)]
    assert {"75.0 % are ill:\nprecision 0.878", "1.5 % are ill:\nprecision 0.100"} <= {
        *words(picture)
    }
