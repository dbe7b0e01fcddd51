"""Pictures, by the data of their artists: what stands where, and in which words."""

import numpy as np

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.confusion import ORIENTATIONS
from mlmetrics_edu.plots.look import contrast
from tests.cases import each

CARS = mm.example("cars")
WALK = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids, ties="in-order")


def texts(ax):
    return [text.get_text() for text in ax.texts]


@each("orientation", ORIENTATIONS)
def test_the_cells_stand_where_the_orientation_says(orientation):
    c = WALK[5].confusion
    ax = mm.plots.confusion(c, orientation=orientation, names=("none", "car"))
    cells = [name for row in ORIENTATIONS[orientation] for name in row]
    assert texts(ax) == [f"{name}\n{c.counts[name]}" for name in cells]
    np.testing.assert_array_equal(ax.collections[0].get_array(), c.table(orientation))
    first = "none" if "negative first" in orientation else "car"
    assert ax.get_xticklabels()[0].get_text() == ax.get_yticklabels()[0].get_text() == first
    assert ax.get_ylabel() == ("truth" if "rows" in orientation else "predicted")


def test_the_strip_shows_every_sample_in_order():
    ax = mm.plots.ranking(WALK, threshold=0.45)
    assert len(ax.patches) == 20
    ids = [name.removeprefix("car ") for name in CARS.ids]
    assert texts(ax)[0:40:2] == ids
    assert texts(ax)[1:40:2] == [f"{score:.2f}" for score in CARS.y_score]
    outcomes = texts(ax)[40:60]
    assert outcomes == ["TP"] * 2 + ["FP"] * 3 + ["FN"] * 2 + outcomes[7:]
    assert [outcomes.count(name) for name in ("TP", "FP", "FN", "TN")] == [2, 3, 4, 11]
    assert ax.lines[0].get_xdata().tolist() == [4.5, 4.5]


@each(
    "counts", [(1, 0, 5, 14), (2, 3, 4, 11), (8, 12, 2, 9978), (5, 5, 5, 5), (9, 0, 0, 0), (0,) * 4]
)
def test_letters_stand_out_from_their_cell(counts):
    ax = mm.plots.confusion(mm.Confusion(*counts))
    for text, ground in zip(ax.texts, ax.collections[0].get_facecolors(), strict=True):
        assert contrast(text.get_color(), ground) >= 4.5
