"""Steps of a walk on a page: the ranking and the table of each."""

import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import InputError
from mlmetrics_edu.plots.look import style
from mlmetrics_edu.plots.picture import alternative_text
from mlmetrics_edu.plots.walks import threshold_walk
from tests.cases import EXPLORE, each
from tests.plots.looks import LOOKS, assert_legible

CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)


def said(ax):
    return [text.get_text() for text in ax.texts]


def test_the_walk_shows_ranking_and_table_of_each_step():
    picture = threshold_walk(SWEEP, [1, 5])
    titles = [ax.get_title(loc="left") for ax in picture.axes[::2]]
    assert titles == [
        "step 1: P = 1/1 = 1.000, R = 1/6 = 0.167",
        "step 5: P = 2/5 = 0.400, R = 2/6 = 0.333",
    ]
    assert said(picture.axes[3]) == ["TN\n11", "FP\n3", "FN\n4", "TP\n2"]
    cut = [line.get_xdata()[0] for line in picture.axes[2].lines]
    assert cut == [4.5]
    assert "step 5: P = 2/5 = 0.400" in alternative_text(picture)
    assert alternative_text(picture).count("TP 2, FP 3, FN 4, TN 11") == 2


@each("size, language", LOOKS if EXPLORE else LOOKS[1::2])
def test_the_walk_is_legible(size, language):
    with style(size, language):
        assert_legible(threshold_walk(SWEEP, [0, 5]).axes[0])


def test_the_walk_refuses_what_no_threshold_does():
    walked = mm.sweep(CARS.y_true, CARS.y_score, ties="in-order")
    with pytest.raises(InputError, match=r"row 8 stands within the tie at 0.23"):
        threshold_walk(walked, [8])
    for rows in ([], range(7)):
        with pytest.raises(InputError, match="steps to draw"):
            threshold_walk(SWEEP, rows)
    with pytest.raises(InputError, match="no samples"):
        threshold_walk(SWEEP.drop_samples(), [1])
