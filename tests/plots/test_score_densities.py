"""Pictures of scores: densities with their areas of error, and a boundary that moves."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.score_densities import densities
from tests.cases import each
from tests.plots.looks import SWEEP, written

BINORMAL = mm.binormal(0.8, 0.2, 0.55)
PICTURES = {
    "histogram": lambda **how: densities(SWEEP, threshold=0.24, **how),
    "population": lambda **how: densities(BINORMAL, threshold=0.5, **how),
    "beta": lambda **how: densities(mm.Population(mm.Beta(4, 1), mm.Beta(1, 1)), **how),
    "low": lambda **how: densities(SWEEP, threshold=-0.5, **how),
    "high": lambda **how: densities(SWEEP, threshold=2, **how),
}


def outline(ax, positive):
    """Find the outline of a class: the two come first."""
    return ax.lines[0 if positive else 1].get_data()


def area(x, y, wrong):
    return float((np.diff(x[wrong]) * (y[wrong][1:] + y[wrong][:-1])).sum() / 2)


@each("threshold", [0.91, 0.45, 0.24, 0.2, 0.01])
def test_areas_of_a_histogram_are_the_rates(threshold):
    ax = densities(SWEEP, threshold=threshold)
    counts = SWEEP.at(threshold)
    (x, y), (u, v) = outline(ax, True), outline(ax, False)
    assert area(x, y, x <= threshold) == pytest.approx(float(counts.fnr))
    assert area(u, v, u >= threshold) == pytest.approx(float(counts.fpr))
    assert area(x, y, x < 99) == pytest.approx(1)
    assert f"missed, FN\nFNR = {counts.fnr:.3f}" in written(ax)
    assert f"false alarms, FP\nFPR = {counts.fpr:.3f}" in written(ax)


@each("name", ["histogram", "population"])
def test_a_name_of_errors_stands_beside_a_piece_of_their_hatching(name):
    ax = PICTURES[name]()
    ax.figure.draw_without_rendering()
    areas = [area for area in ax.collections if area.get_hatch()]
    pieces = [piece for piece in ax.patches if piece.get_hatch()]
    assert [p.get_hatch() for p in pieces] == [area.get_hatch() for area in areas]
    names = [text for text in ax.texts if "FN" in text.get_text() or "FP" in text.get_text()]
    for piece, text in zip(pieces, names, strict=True):
        box, beside = piece.get_window_extent(), text.get_window_extent()
        assert box.y0 < beside.y1 and box.y1 > beside.y0 and not box.overlaps(beside)


def test_a_population_has_its_exact_density():
    ax = PICTURES["population"]()
    x, y = outline(ax, True)
    np.testing.assert_allclose(y, mm.Normal(0.8, 0.55).density(x))
    u, v = outline(ax, False)
    assert area(u, v, u >= 0.5) == pytest.approx(BINORMAL.roc(0.5)[0], abs=2e-3)
    assert alternative_text(ax) == (
        "Densities of the scores of Normal(mean=0.8, sd=0.55) and Normal(mean=0.2, sd=0.55). "
        "At threshold 0.5: FNR 0.293 to its left, FPR 0.293 to its right."
    )


def test_without_a_threshold_there_are_no_errors():
    ax = densities(SWEEP)
    assert {*written(ax)} == {"positives", "negatives"}
    assert alternative_text(ax).endswith("of 6 positives and 14 negatives.")


def test_weights_count():
    twice = mm.sweep([1, 1, 0], [0.2, 0.8, 0.5], weights=[3, 1, 1])
    x, y = outline(densities(twice, threshold=0.4), True)
    assert area(x, y, x <= 0.4) == pytest.approx(0.75)


@each(
    "of, how, match",
    [
        (SWEEP.drop_samples(), {}, "no samples"),
        (SWEEP, {"threshold": np.inf}, "threshold=inf"),
        (SWEEP, {"threshold": "0.5"}, "threshold='0.5'"),
        (mm.Population(mm.Always(1), mm.Normal(0, 1)), {}, "positive is Always"),
        ("scores", {}, "of a str"),
    ],
)
def test_what_has_no_density_is_refused(of, how, match):
    with pytest.raises(mm.InputError, match=match):
        densities(of, **how)
