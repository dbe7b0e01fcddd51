"""Points of a P-R curve that are named: the one nearest to (1, 1), and each hit."""

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots import alternative_text, pr
from mlmetrics_edu.plots.look import style
from tests.cases import each
from tests.plots.looks import assert_legible, looks

CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score)


def words(ax):
    return [text.get_text() for text in ax.texts]


@each("options, size, language", looks([{"corner": True}, {"counts": True}]))
def test_each_is_legible(options, size, language):
    with style(size, language):
        assert_legible(pr(SWEEP, **options))


def test_the_way_to_the_corner_is_drawn_from_each_nearest_point():
    ax = pr(mm.sweep([1, 0, 1], [3, 2, 1]), corner=True, prevalence=False)
    (way,) = (line for line in ax.lines if line.get_ls() == "--")
    assert np.ravel(way.get_xydata()).tolist() == pytest.approx([1, 2 / 3, 1, 1])
    assert {"d = 0.3333", "score ≥ 1", "(1, 1)"} <= {*words(ax)}
    said = "The point nearest to (1, 1) is 0.3333 away, at threshold 1."
    assert alternative_text(ax).endswith(said)
    two = pr(mm.sweep([1, 0, 0, 1], [4, 3, 2, 1]), corner=True, prevalence=False)
    assert sum(line.get_ls() == "--" for line in two.lines) == 2
    assert words(two).count("d = 0.5000") == 2


def test_each_hit_has_its_fraction_and_a_shared_one_is_written_once():
    few = mm.sweep([1, 0, 1], [3, 2, 1])
    ax = pr({"A": few, "B": mm.reweight(few, negatives=10)}, counts=True, prevalence=False)
    assert sorted(words(ax)) == ["1/1", "2/12", "2/3", "A", "B"]
    dots = [np.ravel(line.get_xydata()) for line in ax.lines if line.get_ls() == "None"]
    known = [[0.5, 1, 1, 2 / 3], [0.5, 1, 1, 1 / 6]]
    assert dots == [pytest.approx(points) for points in known]


def test_the_break_even_point_lies_on_the_diagonal_that_is_drawn():
    ax = pr(SWEEP, break_even=True, prevalence=False)
    dotted = [line.get_xydata().tolist() for line in ax.lines if line.get_ls() == ":"]
    assert [[0, 0], [1, 1]] in dotted
