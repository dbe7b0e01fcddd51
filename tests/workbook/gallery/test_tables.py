"""Figures of tables and numbers, by their artists' data."""

import numpy as np
import pytest

from tests.workbook.gallery.shown import of, words

# Witten & Frank, table 5.4: truth in rows.
PUBLISHED = np.array([[88, 10, 2], [14, 40, 6], [18, 10, 12]])


def drawn(ax):
    return np.asarray(ax.collections[0].get_array())


@of("three-classes")
def test_the_table_holds_counts_shares_and_sums(picture):
    (ax,) = picture.axes
    np.testing.assert_allclose(drawn(ax), PUBLISHED / PUBLISHED.sum(1, keepdims=True))
    texts = words(picture)
    assert texts[:3] == ["88\n0.88", "10\n0.10", "2\n0.02"] and texts[4] == "40\n0.67"
    assert texts[9:] == ["100", "60", "40", "200", "120", "60", "20"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["a", "b", "c", "total"]


@of("three-normalisations")
def test_the_same_counts_are_divided_in_three_ways(picture):
    rows, columns, all_of_them = picture.axes
    np.testing.assert_allclose(drawn(rows), PUBLISHED / [[100], [60], [40]])
    np.testing.assert_allclose(drawn(columns), PUBLISHED / [120, 60, 20])
    np.testing.assert_allclose(drawn(all_of_them), PUBLISHED / 200)
    assert drawn(all_of_them).trace() == pytest.approx(140 / 200)
    assert ["recall" in ax.get_title() for ax in picture.axes] == [True, False, False]


@of("per-class")
def test_the_rates_of_each_class(picture):
    (ax,) = picture.axes
    dots = [line.get_xdata() for line in ax.lines[:3]]
    np.testing.assert_allclose(dots[0], [88 / 120, 40 / 60, 12 / 20])
    np.testing.assert_allclose(dots[1], [88 / 100, 40 / 60, 12 / 40])
    np.testing.assert_allclose(dots[2], [176 / 220, 80 / 120, 24 / 60])
    means = sorted(line.get_xdata()[0] for line in ax.lines[3:])
    np.testing.assert_allclose(means, [np.mean(dots[1]), np.mean(dots[2]), np.mean(dots[0])])
    assert len({line.get_linestyle() for line in ax.lines[3:]}) == 3


@of("iir-pooled")
def test_pooled_precision_is_not_the_mean(picture):
    assert [drawn(ax).tolist() for ax in picture.axes] == [
        [[10, 10], [10, 970]],
        [[90, 10], [10, 890]],
        [[100, 20], [20, 1860]],
    ]
    rates = [ax.texts[-1].get_text().splitlines()[-1] for ax in picture.axes]
    assert rates == ["= 10/20 = 0.5", "= 90/100 = 0.9", "= 100/120 = 0.833"]
    assert {ax.get_xlabel() for ax in picture.axes} == {"truth"}


@of("working-tree")
def test_the_tree_goes_from_f1_down_to_the_counts(picture):
    texts = words(picture)
    assert "= 8/13 ≈ 0.615" in texts  # the best F1 of the twenty images, at step 7
    assert "= 4/7 ≈ 0.571" in texts and "= 2/3 ≈ 0.667" in texts
    assert [text for text in texts if text[0] in "TF" and " = " in text and "/" not in text] == [
        *("TP = 4", "FP = 3", "TP = 4", "FN = 2"),
    ]
