"""Figures of costs, by other routes than the library's."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

import mlmetrics_edu as mm
from tests.workbook.gallery.shown import dots, of, points, thick, words

BELL = {"positive": norm(0.8, 0.55), "negative": norm(0.2, 0.55)}
FNR, FPR = BELL["positive"].cdf(0), BELL["negative"].sf(0)
THREE = {"A": (0.1, 0.5), "B": (0.3, 0.8), "C": (0.5, 0.9)}


def thin(ax):
    """List the paths of the thin lines."""
    return next(c for c in ax.collections if hasattr(c, "get_segments")).get_segments()


def over_p(p, at0, at1):
    """Work out the normalised cost as source document 003 writes it: C01 = 5, C10 = 1."""
    return (at1 * p * 5 + at0 * (1 - p)) / (p * 5 + (1 - p))


@of("densities", "densities-best")
def test_the_outlines_are_those_of_two_normal_distributions(picture):
    for line, bell in zip(picture.axes[0].lines, BELL.values(), strict=False):
        x, y = line.get_data()
        np.testing.assert_allclose(y, bell.pdf(x))


@of("densities")
def test_left_of_0_class_0_is_missed_and_right_of_it_class_1_is_a_false_alarm(picture):
    (ax,) = picture.axes
    missed, alarms = (c.get_paths()[0].vertices for c in ax.collections if c.get_hatch())
    assert missed[:, 0].max() == 0 == alarms[:, 0].min()
    assert missed[:, 1].max() == pytest.approx(BELL["positive"].pdf(0))
    assert alarms[:, 1].max() == pytest.approx(BELL["negative"].pdf(0.2), rel=1e-3)


@of("cost-over-p")
def test_one_classifier_over_p_bends_as_its_formula_says(picture):
    (ax,) = picture.axes
    x, y = thick(ax).get_data()
    np.testing.assert_allclose(y, over_p(x, FPR, FNR))
    np.testing.assert_allclose(dots(ax), [(0, FPR), (1, FNR)])
    area = quad(over_p, 0, 1, (FPR, FNR))[0]
    assert f"mean over all p\n{area:.3f}" in words(picture)


def drawn_rates():
    """Return FPR and FNR of the ten thousand at some thresholds, by counting."""
    drawn = mm.example("binormal", n=10_000, positive_rate=0.5)
    positive, negative = (np.sort(drawn.y_score[drawn.y_true == k]) for k in (1, 0))
    cuts = np.linspace(-1.5, 2.5, 2001)
    fnr = np.searchsorted(positive, cuts) / len(positive)
    return 1 - np.searchsorted(negative, cuts) / len(negative), fnr


@of("cost-over-p-all", "cost-over-pc-all")
def test_no_threshold_of_ten_thousand_is_below_the_envelope(picture):
    (ax,) = picture.axes
    bent = ax.get_xlabel() == "share of positives p"
    (x, y), (fpr, fnr) = thick(ax).get_data(), drawn_rates()
    miss = 5 * x / (1 + 4 * x) if bent else x
    lowest = (np.outer(fpr, 1 - miss) + np.outer(fnr, miss)).min(0)
    assert (y < lowest + 1e-12).all() and (lowest < y + 2e-3).all()
    assert 40 < len(thin(ax)) < 200 and len(thin(ax)[1]) == (201 if bent else 2)
    (area,) = (float(t.split("\n")[1]) for t in words(picture) if t.startswith("expected total"))
    assert area == pytest.approx({True: 0.14698, False: 0.19119}[bent], abs=0.005)  # population


@of("zhou-2.5", "cars-cost-curve")
def test_the_cars_have_their_golden_area(picture):
    (ax,) = picture.axes
    ends = {tuple(np.round(path[[0, -1], 1], 9).tolist()) for path in thin(ax)}
    assert {(0, 1), (1, 0), (round(3 / 14, 9), round(2 / 6, 9))} < ends and len(ends) == 18


@of("drummond-holte-lines")
def test_three_points_are_three_lines_of_the_same_colours(picture):
    left, right = picture.axes
    for name, (fpr, tpr) in THREE.items():
        (spot,) = (line for line in left.lines if points(line) == [(fpr, tpr)])
        ends = [pytest.approx(end) for end in ((0, fpr), (1, 1 - tpr))]
        (line,) = (line for line in right.lines if points(line) == ends)
        assert line.get_color() == spot.get_color() and name in words(picture)
    trivial = [points(line) for line in right.lines]
    assert [(0, 0), (1, 1)] in trivial and [(0, 1), (1, 0)] in trivial


@of("two-cost-axes")
def test_one_ranking_has_two_areas(picture):
    left, right = picture.axes
    hull = np.array([(0, 0), (0, 0.2), (0.1, 0.5), (0.5, 0.8), (0.9, 1), (1, 1)])
    x, y = thick(right).get_data()
    costs = over_p(x[:, None], hull[:, 0], 1 - hull[:, 1])
    np.testing.assert_allclose(y, costs.min(1), atol=1e-12)
    area = quad(lambda p: over_p(p, hull[:, 0], 1 - hull[:, 1]).min(), 0, 1, limit=200)[0]
    shown = [t.get_text() for ax in (left, right) for t in ax.texts if "area" in t.get_text()]
    assert shown == ["area 0.190", f"area {area:.3f}"]  # 319/1680, and another
    assert max(y for _, y in points(thick(left))) == pytest.approx(23 / 70)
