"""Figures of ROC curves, by their artists' data."""

import pytest

import mlmetrics_edu as mm
from tests.workbook.gallery.shown import of, points, words


@of("fawcett-3")
def test_the_staircase_of_twenty_instances(picture):
    (ax,) = picture.axes
    up = mm.example("fawcett-20").y_true  # published in the order of the scores
    steps = [(0.0, 0.0)]
    for hit in up:
        x, y = steps[-1]
        steps.append((x, y + 0.1) if hit else (x + 0.1, y))
    assert points(ax.lines[0]) == [pytest.approx(step) for step in steps]


@of("cars-roc")
def test_the_area_is_the_golden_one(picture):
    assert any("41/56" in text for text in words(picture))
