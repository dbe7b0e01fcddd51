"""Figures of costs, by their artists' data: published points, exact fractions, or other routes."""

import numpy as np
import pytest
from scipy.integrate import quad
from scipy.stats import norm

import mlmetrics_edu as mm
from tests.workbook.gallery.shown import of, points, words

BELL = {"positive": norm(0.8, 0.55), "negative": norm(0.2, 0.55)}
FNR, FPR = BELL["positive"].cdf(0), BELL["negative"].sf(0)
THREE = {"A": (0.1, 0.5), "B": (0.3, 0.8), "C": (0.5, 0.9)}


def close(pairs):
    """Compare points up to rounding."""
    return [pytest.approx(pair) for pair in pairs]


def thick(ax):
    """Find the thickest line: the envelope."""
    return max(ax.lines, key=lambda line: line.get_linewidth())


def thin(ax):
    """List the paths of the thin lines."""
    return next(c for c in ax.collections if hasattr(c, "get_segments")).get_segments()


def dots(ax):
    """List the points that are marked alone."""
    return [points(line)[0] for line in ax.lines if len(line.get_xdata()) == 1]


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
    assert {f"missed, FN\nFNR = {FNR:.3f}", f"false alarms, FP\nFPR = {FPR:.3f}"} < {
        *words(picture)
    }
    assert {"threshold 0", "class 0\n(positive)", "class 1\n(negative)"} < {*words(picture)}


@of("densities-best")
def test_half_way_both_errors_are_equal(picture):
    rate = f"{norm.cdf(-0.3 / 0.55):.3f}"
    assert rate == "0.293" and sum(rate in text for text in words(picture)) == 2


@of("moving-boundary")
def test_boundaries_stand_among_the_twenty(picture):
    ax = picture.axes[0]
    cuts = [line.get_xdata()[0] for line in ax.lines if np.ptp(line.get_xdata()) == 0]
    assert cuts == [20 - n - 0.5 for n in (3, 6, 16)]
    rates = [text for text in words(picture) if text.startswith("precision")]
    assert rates == [
        "precision 2/3 = 0.667 · recall 2/6 = 0.333",
        "precision 3/6 = 0.500 · recall 3/6 = 0.500",
        "precision 6/16 = 0.375 · recall 6/6 = 1.000",
    ]


@of("one-cost-line")
def test_a_cost_line_goes_from_fpr_to_fnr(picture):
    (ax,) = picture.axes
    assert points(thick(ax)) == close([(0, 0.1), (1, 0.5)])
    assert dots(ax) == close([(0.5, 0.3), (0, 0.1), (1, 0.5)])
    assert {"FPR = 0.1", "FNR = 0.5", "(0.5, 0.3)", "area 0.300"} < {*words(picture)}


@of("cost-over-p")
def test_one_classifier_over_p_bends_as_its_formula_says(picture):
    (ax,) = picture.axes
    x, y = thick(ax).get_data()
    np.testing.assert_allclose(y, over_p(x, FPR, FNR))
    assert dots(ax) == close([(0, FPR), (1, FNR)])
    area = quad(over_p, 0, 1, (FPR, FNR))[0]
    assert f"mean over all p\n{area:.3f}" in words(picture)
    assert {"FPR = 0.642", "FNR = 0.073"} < {*words(picture)}


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
    corners = [(0, 0), (9 / 23, 9 / 23 * 4 / 6), (3 / 5, 3 / 5 / 3 + 2 / 5 * 3 / 14), (1, 0)]
    assert points(thick(ax)) == close(corners)
    assert any("0.165" in text for text in words(picture))  # .16522
    ends = {tuple(np.round(path[[0, -1], 1], 9).tolist()) for path in thin(ax)}
    assert {(0, 1), (1, 0), (round(3 / 14, 9), round(2 / 6, 9))} < ends and len(ends) == 18


@of("zhou-2.5")
def test_the_dashed_line_names_both_of_its_ends(picture):
    assert {"FPR = 0.214", "FNR = 0.333", "cost curve"} < {*words(picture)}
    assert dots(picture.axes[0]) == close([(0, 3 / 14), (1, 2 / 6)])


@of("cars-cost-curve")
def test_who_rules_the_cars(picture):
    assert {"score ≥ 0.76", "≥ 0.24", "score ≥ 0.08"} < {*words(picture)}


@of("drummond-holte-lines")
def test_three_points_are_three_lines_of_the_same_colours(picture):
    left, right = picture.axes
    for name, (fpr, tpr) in THREE.items():
        (spot,) = (line for line in left.lines if points(line) == [(fpr, tpr)])
        ends = close([(0, fpr), (1, 1 - tpr)])
        (line,) = (line for line in right.lines if points(line) == ends)
        assert line.get_color() == spot.get_color() and name in words(picture)
    assert sorted(dots(right)) == close([(0.5, 0.25), (0.5, 0.3), (0.5, 0.3)])
    assert sum(text == "(0.5, 0.3)" for text in words(picture)) == 1
    trivial = [points(line) for line in right.lines]
    assert [(0, 0), (1, 1)] in trivial and [(0, 1), (1, 0)] in trivial


@of("drummond-holte-envelope")
def test_the_envelope_of_twenty_goes_through_its_published_vertices(picture):
    (ax,) = picture.axes
    inside = [(0.25, 0.2), (4 / 7, 23 / 70), (2 / 3, 0.3)]
    assert points(thick(ax)) == close([(0, 0), *inside, (1, 0)])
    assert dots(ax) == close(inside)
    assert {"(0.25, 0.2)", "(0.571, 0.329)", "(0.667, 0.3)", "area 0.190"} < {*words(picture)}


@of("two-classifiers-cost")
def test_two_lines_cross_where_both_cost_the_same(picture):
    (ax,) = picture.axes
    assert [points(line) for line in ax.lines[:2]] == [
        close([(0, 0.1), (1, 0.5)]),
        close([(0, 0.3), (1, 0.2)]),
    ]
    assert dots(ax) == close([(2 / 5, 0.26)] * 2)  # .1 + .4x = .3 − .1x
    assert {"A", "B", "(0.4, 0.26)"} < {*words(picture)}


@of("duality")
def test_the_hull_of_twenty_has_four_corners(picture):
    left, right = picture.axes
    assert dots(left) == close([(0, 0.2), (0.1, 0.5), (0.5, 0.8), (0.9, 1)])
    assert points(thick(right)) == close(
        [(0, 0), (0.25, 0.2), (4 / 7, 23 / 70), (2 / 3, 0.3), (1, 0)]
    )


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


@of("cost-axes-disagree")
def test_the_axes_rank_two_classifiers_differently(picture):
    shown = [
        sorted(t.get_text() for t in ax.texts if "area" in t.get_text()) for ax in picture.axes
    ]
    assert shown == [["A\narea 0.152", "B\narea 0.156"], ["A\narea 0.136", "B\narea 0.107"]]
    tops = [max(points(line), key=lambda spot: spot[1]) for line in picture.axes[0].lines[:2]]
    assert tops == close([(0.98 / 1.38, 0.4 / 1.38), (0.4 / 1.37, 0.4 / 1.37)])


@of("cars-expected-cost")
def test_the_cheapest_threshold_of_the_cars(picture):
    assert "lowest cost 0.500\nat threshold 0.08" in words(picture)  # 10 false alarms of 20
    y = picture.axes[0].lines[0].get_ydata()
    assert (y.min(), y[0], y[-1]) == pytest.approx((10 / 20, 30 / 20, 14 / 20))


@of("german-credit")
def test_without_a_model_a_bank_pays_what_statlog_prints(picture):
    (ax,) = picture.axes
    assert [points(line) for line in ax.lines[:2]] == [[(0, 1), (1, 0)], [(0, 0), (1, 5)]]
    assert sorted(dots(ax)) == close([(1 / 6, 5 / 6), (1 / 6, 5 / 6), (0.3, 0.7), (0.3, 1.5)])
    assert {"call all bad", "call all good", "(0.3, 0.7)", "(0.3, 1.5)"} < {*words(picture)}


@of("expected-profit")
def test_the_model_earns_less_than_an_offer_to_everybody(picture):
    line = picture.axes[0].lines[0]
    earned = [(0, 0), (63 / 110, (56 * 99 - 7) / 110), (1, (61 * 99 - 49) / 110)]
    assert points(line) == close(earned)
    assert {"the model: 50.34", "everybody: 54.45", "nobody: 0.00"} < {*words(picture)}


@of("profit-curve")
def test_profit_goes_up_by_two_and_down_by_one(picture):
    y = picture.axes[0].lines[0].get_ydata()
    hits = mm.example("cars").y_true[np.argsort(-mm.example("cars").y_score, kind="stable")]
    walk = np.cumsum(np.where(hits == 1, 2, -1)) / 20
    assert y.max() == pytest.approx(walk.max()) == 5 / 20
    assert {round(float(v), 9) for v in y} <= {0, *np.round(walk, 9).tolist()}
    assert {"highest: 0.25", "everybody: −0.10"} < {*words(picture)}
