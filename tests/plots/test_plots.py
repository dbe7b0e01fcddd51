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


def test_classes_are_called_as_the_labels_were():
    c = mm.Confusion.from_labels(["5 $ or 6 $", "none"], ["none", "none"], "5 $ or 6 $")
    ax = mm.plots.confusion(c)
    assert [t.get_text() for t in ax.get_xticklabels()] == ["none", r"5 \$ or 6 \$"]
    ax.figure.png()


def test_a_picture_shows_itself_with_its_text():
    picture, axes = mm.plots.panels(1, 2)
    mm.plots.confusion(WALK[1].confusion, ax=axes[0]).set_title("i = 1")
    mm.plots.confusion(WALK[5].confusion, ax=axes[1]).set_title("i = 5")
    data, _ = picture._repr_mimebundle_()
    assert data["text/plain"].splitlines() == [
        "i = 1: A two-by-two table, truth in rows, negative first: TP 1, FP 0, FN 5, TN 14.",
        "i = 5: A two-by-two table, truth in rows, negative first: TP 2, FP 3, FN 4, TN 11.",
    ]


@each("threshold", [None, 2, 0.91, 0.45, 0.23, 0.03, 0.0])
def test_no_text_is_clipped_or_overlaps(threshold):
    ax = mm.plots.ranking(WALK, threshold=threshold)
    ax.figure.canvas.draw()
    boxes = [text.get_window_extent() for text in ax.texts]
    assert all(ax.figure.bbox.containsx(b.x0) and ax.figure.bbox.containsx(b.x1) for b in boxes)
    assert all(ax.figure.bbox.containsy(b.y0) and ax.figure.bbox.containsy(b.y1) for b in boxes)
    pairs = ((a, b) for i, a in enumerate(boxes) for b in boxes[:i])
    assert not any(a.overlaps(b) for a, b in pairs)


def test_few_samples_still_have_room_for_the_words():
    ax = mm.plots.ranking(mm.sweep([1, 0], [0.8, 0.3]), threshold=0.5)
    ax.figure.canvas.draw()
    words = ax.texts[-1].get_window_extent()
    assert ax.figure.bbox.containsx(words.x1) and ax.figure.bbox.containsx(words.x0)
