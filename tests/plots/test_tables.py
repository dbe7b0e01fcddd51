"""Tables, rows, rankings, masks and trees, by the data of their artists."""

import numpy as np
import pytest
from matplotlib.text import Text

import mlmetrics_edu as mm
from mlmetrics_edu.metrics.confusion import ORIENTATIONS
from mlmetrics_edu.metrics.confusion_matrix import ORIENTATIONS as ORDERS
from mlmetrics_edu.plots import (
    confusion,
    confusion_matrix,
    masks,
    pairs,
    panels,
    per_class,
    ranking,
    residuals,
    ssim_map,
    table,
    threshold_walk,
    working_tree,
)
from mlmetrics_edu.plots.look import contrast
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each
from tests.plots.looks import assert_legible

CARS = mm.example("cars")
SWEEP = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids)
WALK = mm.sweep(CARS.y_true, CARS.y_score, ids=CARS.ids, ties="in-order")
CAME = mm.sweep([0, 1, 1, 0], [0.1, 0.8, 0.3, 0.3], ids=["a 1", "a 2", "a 3", "a 4"])
C = mm.Confusion(tp=8, fp=12, fn=2, tn=9978)
RATES = ("recall", "specificity", "precision", "npv", "accuracy")
SQUARES = mm.Trace.of("squares", {"n": [1, 2, 3], "n²": [1, 4, 9], "odd": ["yes", "no", "yes"]})
PETS = mm.ConfusionMatrix([[5, 1, 0], [2, 4, 1], [0, 0, 0]], ["cat", "dog", "eel"])
LONG = ["an extraordinarily long name of a class", "精度", "$ 5", "potted plant", *"abcdefgh"]
TWELVE = mm.ConfusionMatrix(np.arange(144).reshape(12, 12) % 7 + 90 * np.eye(12, dtype=int), LONG)
SEVEN = mm.ConfusionMatrix(TWELVE.counts[:7, :7], LONG[:7])
MANY = mm.ConfusionMatrix(np.arange(1600).reshape(40, 40) % 5 + 20 * np.eye(40, dtype=int))
TRUE = np.array([[0, 0, 1, 1], [0, 1, 1, 255], [2, 2, 2, 255]])
PRED = np.array([[0, 1, 1, 1], [0, 1, 2, 0], [2, 2, 2, 2]])
RAMP = np.arange(0, 240, 1, np.uint8).reshape(15, 16)
MAP = mm.ssim_map(RAMP, RAMP[::-1].copy())
ANSCOMBE = mm.example("anscombe").columns
FIT = mm.least_squares(ANSCOMBE["x"], ANSCOMBE["y1"])
OTHER = mm.least_squares(ANSCOMBE["x4"], ANSCOMBE["y4"])
TREE = mm.Formula("f1", "2*precision*recall / (precision + recall)").work(
    **{rate: mm.Confusion(4, 3, 2, 11).rate(rate) for rate in ("precision", "recall")}
)

PICTURES = {
    "letters": lambda **o: confusion(C, rates=RATES, lettered=True, orientation=TURNED, **o),
    "counts": lambda **o: confusion_matrix(PETS, totals=True, **o),
    "both": lambda **o: confusion_matrix(SEVEN, values="both", **o),
    "seven": lambda **o: confusion_matrix(SEVEN, totals=True, orientation=ORDERS[3], **o),
    "many": lambda **o: confusion_matrix(MANY, **o),
    "three rates": lambda **o: per_class(SEVEN, ("precision", "recall", "f1"), **o),
    "given": lambda **o: ranking(mm.sweep([0, 1] * 10, np.arange(20)), order="given", **o),
    "ssim": lambda **o: ssim_map(MAP, **o),
    "residuals": lambda **o: residuals(FIT, **o),
    "squares": lambda **o: residuals(OTHER, squares=True, **o),
    "predicted": lambda **o: residuals([3, -0.5, 2, 7], [2.5, 0.0, 2, 8], **o),
    "tree": lambda **o: working_tree(TREE, **o),
    "no formula": lambda **o: working_tree(mm.auc(SWEEP), **o),
}
TURNED = "truth in columns, positive first"
PAGES = {
    "masks": lambda **o: masks(TRUE, PRED, ignore=255, **o)[0],
    "walk": lambda **o: threshold_walk(SWEEP, [0, 5], **o).axes[0],
}


def texts(ax):
    return [text.get_text() for text in ax.texts]


@each("orientation", ORIENTATIONS)
def test_a_rate_stands_beside_what_it_divides_by(orientation):
    ax = confusion(C, orientation=orientation, rates=("recall", "precision"))
    cells = ORIENTATIONS[orientation]
    places = {note.get_text().split("\n")[0]: note.xy for note in ax.texts[4:]}
    for rate, needed in (("recall", {"TP", "FN"}), ("precision", {"TP", "FP"})):
        x, y = places[rate]
        found = set(cells[int(y)]) if x > 2 else {row[int(x)] for row in cells}
        assert found == needed
    assert "recall 8/10 = 0.8; precision 8/20 = 0.4" in alternative_text(ax)
    assert confusion(C, rates="recall").texts[-1].get_color() == ax.texts[4].get_color()


@each(
    "c, how, place, written",
    [
        (C, {"rates": "npv"}, -1, "= 9978/9980 = 0.9998"),  # which isn't 1
        (mm.Confusion(0, 0, 10, 990), {"rates": ["precision"]}, -1, "= 0/0: undefined"),
        (C, {"lettered": True, "orientation": TURNED}, 0, "A\nTP\n8"),
        (C, {"lettered": True, "orientation": TURNED}, 3, "D\nTN\n9978"),
        (
            C,
            {"lettered": True, "orientation": TURNED, "rates": "recall"},
            4,
            "/ (A + C)\n= 8/10 = 0.8",
        ),
    ],
)
def test_cells_and_rates_are_written_with_their_numbers(c, how, place, written):
    assert texts(confusion(c, **how))[place].endswith(written)


@each("orientation", ORDERS)
def test_cells_stand_where_the_orientation_says(orientation):
    ax = confusion_matrix(PETS, orientation=orientation)
    counts = PETS.table(orientation)
    np.testing.assert_array_equal(ax.collections[0].get_array(), counts)
    assert texts(ax) == [str(n) for n in counts.ravel()]
    first = "cat" if "in order" in orientation else "eel"
    assert ax.get_xticklabels()[0].get_text() == ax.get_yticklabels()[0].get_text() == first
    assert ax.get_ylabel() == ("truth" if "rows" in orientation else "predicted")
    assert [frame.get_xy() for frame in ax.patches] == [(0, 0), (1, 1), (2, 2), (0, 0)]


@each(
    "counts, values, written",
    [
        (PETS.counts, "row shares", "0.83 0.17 0 0.29 0.57 0.14 – – –"),
        (PETS.counts, "column shares", "0.71 0.20 0 0.29 0.80 1 0 0 0"),
        ([[5, 1], [2, 4]], "all shares", "0.42 0.08 0.17 0.33"),
        ([[5, 1], [2, 4]], "both", "5\n0.83 1\n0.17 2\n0.33 4\n0.67"),
        ([[999, 1], [0, 10]], "row shares", "1.00 <0.01 0 1"),  # little isn't none
    ],
)
def test_shares_go_by_row_by_column_or_by_all(counts, values, written):
    ax = confusion_matrix(mm.ConfusionMatrix(counts), values=values)
    assert texts(ax) == written.split(" ")
    hatched = [patch for patch in ax.patches if patch.get_hatch()]
    assert len(hatched) == written.count("–")


def test_totals_are_those_of_the_table():
    ax = confusion_matrix(PETS, totals=True)
    assert texts(ax)[9:] == ["6", "7", "0", "13", "7", "5", "1"]
    assert ax.get_xticklabels()[-1].get_text() == "total"


def test_long_names_are_broken_or_cut_short():
    ax = confusion_matrix(TWELVE)
    assert_legible(ax)
    names = [label.get_text() for label in ax.get_yticklabels()]
    assert names[0].endswith("…") and "\n" in names[0] and names[2] == r"\$ 5"
    assert {label.get_rotation() for label in ax.get_xticklabels()} == {90}


def test_numbers_stand_out_shrink_or_go():
    for matrix, values in ((PETS, "counts"), (PETS, "both"), (TWELVE, "both")):
        ax = confusion_matrix(matrix, values=values)
        grounds = ax.collections[0].get_facecolors()
        for text, ground in zip(ax.texts, grounds, strict=True):
            assert contrast(text.get_color(), ground if ground[3] else "white") >= 4.5
    huge = mm.ConfusionMatrix(np.full((3, 3), 123_456_789))
    assert_legible(confusion_matrix(huge, values="both"))
    assert len(confusion_matrix(huge).texts) == 9
    assert not confusion_matrix(mm.ConfusionMatrix(np.full((15, 15), 12_345_678_901))).texts
    many = confusion_matrix(MANY)
    assert not many.texts and many.figure.axes[1].get_ylabel() == "counts"


def test_the_matrix_says_itself_in_words():
    assert alternative_text(confusion_matrix(PETS)) == (
        "Confusion matrix of 3 classes, 13 samples (truth in rows, in order; counts); "
        "accuracy 9/13 = 0.692. By true class: cat as cat 5, dog 1, eel 0; dog as cat 2, dog 4, "
        "eel 1; eel as cat 0, dog 0, eel 0. Most frequent mistakes: dog taken for cat, 2; cat "
        "taken for dog, 1; dog taken for eel, 1."
    )
    empty = confusion_matrix(mm.ConfusionMatrix([[0, 0], [0, 0]]))
    assert "accuracy undefined" in alternative_text(empty)


def test_each_class_has_a_dot_or_a_reason():
    ax = per_class(PETS, "recall")
    x, y = ax.lines[0].get_data()
    np.testing.assert_allclose(x, [5 / 6, 4 / 7, np.nan])
    assert y.tolist() == [0, 1, 2]
    assert texts(ax)[:4] == ["undefined: TP + FN = 0", "5/6 = 0.833", "4/7 = 0.571", "–"]
    assert {*texts(ax)[4:]} == {
        "macro 0.702 (of 2 classes out of 3)",
        "micro 0.692",
        "weighted 0.692 (of 2 classes out of 3)",
    }
    assert "eel undefined: TP + FN = 0" in alternative_text(ax)


def test_means_are_lines_and_several_rates_differ_in_marker_and_height():
    found = sorted(line.get_xdata()[0] for line in per_class(PETS).lines[1:])
    means = [PETS.average("f1", how) for how in ("macro", "micro", "weighted")]
    np.testing.assert_allclose(found, sorted(means))
    assert len(per_class(PETS, means=()).lines) == 1
    dots = per_class(PETS, ("precision", "recall", "f1")).lines[:3]
    assert [line.get_marker() for line in dots] == ["o", "s", "D"]
    assert [line.get_ydata()[0] for line in dots] == sorted({line.get_ydata()[0] for line in dots})


def test_samples_stand_as_they_came():
    ax = ranking(CAME, order="given")
    assert texts(ax)[0:8:2] == ["1", "2", "3", "4"]
    assert texts(ax)[1:8:2] == ["0.1", "0.8", "0.3", "0.3"]
    assert texts(ax)[8:12] == ["0", "1", "1", "0"]
    assert "in the order in which they came" in alternative_text(ax)


def test_the_walk_shows_ranking_and_table_of_each_step():
    picture = threshold_walk(SWEEP, [1, 5], names=("none", "car"))
    assert [ax.get_title(loc="left") for ax in picture.axes[::2]] == [
        "step 1: P = 1/1 = 1.000, R = 1/6 = 0.167",
        "step 5: P = 2/5 = 0.400, R = 2/6 = 0.333",
    ]
    assert texts(picture.axes[3]) == ["TN\n11", "FP\n3", "FN\n4", "TP\n2"]
    assert [label.get_text() for label in picture.axes[3].get_xticklabels()] == ["none", "car"]
    assert [line.get_xdata()[0] for line in picture.axes[2].lines] == [4.5]
    assert alternative_text(picture).count("TP 2, FP 3, FN 4, TN 11") == 2


def test_the_coloured_share_of_the_grid_is_the_area():
    ax = pairs(SWEEP)
    won, lost, tied, half = (
        [_area(path.vertices) for path in cells.get_paths()] for cells in ax.collections
    )
    assert (len(won), len(lost), len(tied), len(half)) == (61, 22, 1, 1)
    assert (sum(won) + sum(tied)) / (6 * 14) == pytest.approx(41 / 56)
    assert len({cells.get_hatch() for cells in ax.collections}) == 3
    assert [t.get_text() for t in ax.get_yticklabels()] == ["4", "2", "9", "16", "7", "20"]
    assert [t.get_text() for t in ax.get_xticklabels()][:4] == ["13", "19", "6", "1"]
    assert alternative_text(ax) == (
        "A grid of 6 positives by 14 negatives: 61 pairs won, 1 tied, 22 lost; AUC 41/56 = 0.732."
    )


def _area(corners):
    x, y = corners.T
    return abs(x @ np.roll(y, 1) - y @ np.roll(x, 1)) / 2


def test_the_border_of_the_grid_is_the_roc_curve():
    ax = pairs(WALK)
    won = np.array([path.vertices[0] for path in ax.collections[0].get_paths()])
    heights = [(won[:, 0] == column).sum() for column in range(14)]
    assert heights == WALK.tp[np.flatnonzero(np.diff(WALK.fp)) + 1].tolist()
    assert [t.get_text() for t in ax.get_legend().get_texts()] == ["won: 62", "lost: 22"]


def test_a_table_is_written_cell_by_cell():
    ax = table(SQUARES, columns={"n²": "square", "n": "root"}, marked=[1], framed=[(2, "n")])
    assert texts(ax) == ["square", "1", "4", "9", "root", "1", "2", "3"]
    ground, frame = ax.patches
    row = ax.texts[2].get_position()[1]  # the 4 stands on the marked ground, the 3 in the frame
    assert ground.get_fill() and ground.get_y() < row < ground.get_y() + ground.get_height()
    x, y = ax.texts[7].get_position()
    left, low, right, high = frame.get_bbox().extents
    assert not frame.get_fill() and left < x < right and low < y < high
    assert "square, root): 1, 1; 4, 2; 9, 3" in alternative_text(ax)


def test_masks_differ_where_they_do():
    axes = masks(TRUE, PRED, ignore=255, names=["sky", "car", "road"])
    void = TRUE == 255
    np.testing.assert_array_equal(axes[0].images[0].get_array(), np.where(void, -1, TRUE))
    np.testing.assert_array_equal(axes[1].images[0].get_array(), PRED)
    apart = axes[2].images[0].get_array()
    np.testing.assert_array_equal(apart, np.where(void, -1, TRUE != PRED))
    assert [ax.get_title() for ax in axes] == ["truth", "prediction", "where they differ: 2 of 10"]
    key = [text.get_text() for text in axes[0].figure.legends[0].get_texts()]
    assert key == ["sky", "car", "road", "the same", "different", "ignored"]
    assert {patch.get_hatch() for patch in axes[0].patches} == {"///", "..."}
    words = alternative_text(axes[0].figure).splitlines()
    assert words[0] == "truth: A mask of 3 × 4 pixels: sky 3, car 4, road 3."
    assert words[2].endswith("Truth and prediction differ at 2 of 10 pixels; 2 are ignored.")


def test_a_mask_of_very_many_runs_is_drawn_without_their_hatches():
    rng = np.random.default_rng(0)
    noise = rng.integers(0, 5, (400, 400))
    masks(noise, noise.T, classes=5)[0].figure.draw_without_rendering()


def test_the_map_of_ssim_is_the_map():
    ax = ssim_map(MAP)
    np.testing.assert_array_equal(ax.images[0].get_array(), MAP.ssim)
    assert ax.get_title() == f"mean SSIM {MAP.mean:.3f}"
    assert ax.images[0].get_clim() == (-1 if MAP.ssim.min() < 0 else 0, 1)
    assert ax.figure.axes[1].lines[0].get_ydata().tolist() == [MAP.mean] * 2


def test_residuals_are_upright_segments_from_the_line():
    ax = residuals(FIT)
    x, y = map(np.asarray, (ANSCOMBE["x"], ANSCOMBE["y1"]))
    np.testing.assert_array_equal(ax.collections[1].get_offsets(), np.column_stack([x, y]))
    ends = np.array(ax.collections[0].get_segments())
    np.testing.assert_array_equal(ends[:, :, 0], np.column_stack([x, x]))
    np.testing.assert_allclose(((ends[:, 1, 1] - ends[:, 0, 1]) ** 2).sum(), FIT.ss_res)
    assert texts(ax) == ["y = 3.00 + 0.50·x"]
    assert alternative_text(ax) == (
        "11 points and the line y = 3.00 + 0.50·x; the largest residual is −1.921; "
        "the squared ones add up to 13.763."
    )
    predicted = FIT.predict(x)
    assert texts(residuals(y, predicted)) == ["truth = prediction"]


@each("fit", [FIT, OTHER])
def test_squares_are_square_on_the_picture(fit):
    ax = residuals(fit, squares=True)
    ax.figure.draw_without_rendering()
    for path in ax.collections[0].get_paths():
        wide, high = np.ptp(ax.transData.transform(path.vertices), axis=0)
        assert wide == pytest.approx(high, rel=1e-6)


def test_the_tree_goes_from_f1_down_to_counts():
    ax = working_tree(TREE)
    assert len(ax.patches) == 7 and len(ax.lines) == 6
    assert texts(ax) == [
        *("F1", "= 2·precision·recall", "   / (precision + recall)"),
        *("= 2·(4/7)·(2/3) / (4/7 + 2/3)", "= 8/13 ≈ 0.615"),
        *("precision", "= TP / (TP + FP)", "= 4 / (4 + 3)", "= 4/7 ≈ 0.571", "TP = 4", "FP = 3"),
        *("recall", "= TP / (TP + FN)", "= 4 / (4 + 2)", "= 2/3 ≈ 0.667", "TP = 4", "FN = 2"),
    ]
    assert alternative_text(ax).endswith("(4/7 + 2/3) = 8/13 ≈ 0.615.")
    tops = {round(patch.get_y(), 6) for patch in ax.patches}
    assert {round(line.get_ydata()[1], 6) for line in ax.lines} <= tops
    unknown = texts(working_tree(mm.Confusion(0, 0, 3, 4).lift))
    assert unknown.count("undefined: TP + FP = 0") == 2 and "nan" not in "".join(unknown)


@each("worked", [TREE, C.kappa, C.mcc, C.f(2), C.lift])
def test_no_box_lies_on_another_and_texts_stay_inside(worked):
    ax = working_tree(worked)
    ax.figure.draw_without_rendering()
    boxes = [patch.get_window_extent() for patch in ax.patches]
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])
    for text in ax.texts:
        inner = text.get_window_extent()
        assert any(b.x0 <= inner.x0 and inner.x1 <= b.x1 and b.y0 <= inner.y0 for b in boxes)
    letter = ax.texts[0].get_fontsize() / 72 * ax.figure.dpi
    for box in boxes:  # around them there is room of less than a letter and a half
        inner = [t for t in map(Text.get_window_extent, ax.texts) if t.overlaps(box)]
        low, high = min(t.y0 for t in inner) - box.y0, box.y1 - max(t.y1 for t in inner)
        assert max(low, high, min(t.x0 for t in inner) - box.x0) < 1.5 * letter


WIDE = mm.Formula("wide", " + ".join(f"a{i}" for i in range(9)))
REFUSED = {
    "f1 is made of FN, FP, TP": lambda: confusion(C, rates=("f1",)),
    "percent": lambda: confusion_matrix(PETS, values="percent"),
    "upside down": lambda: confusion_matrix(PETS, orientation="upside down"),
    "mode": lambda: per_class(PETS, means=["mode"]),
    "no such rate": lambda: per_class(PETS, "no such rate"),
    "aren't ranked": lambda: ranking(CAME, 0.3, order="given"),
    "upwards": lambda: ranking(CAME, order="upwards"),
    "row 8 stands within the tie at 0.23": lambda: threshold_walk(WALK, [8]),
    "0 steps to draw": lambda: threshold_walk(SWEEP, []),
    "7 steps to draw": lambda: threshold_walk(SWEEP, range(7)),
    "no samples": lambda: threshold_walk(SWEEP.drop_samples(), [1]),
    "80.* no cell for each pair|no cell": lambda: pairs(mm.sweep([1, 0] * 40, np.arange(80))),
    "a sweep without samples: no cell": lambda: pairs(SWEEP.drop_samples()),
    "weights: no cell": lambda: pairs(mm.sweep([1, 0], [2, 1], weights=[2, 1])),
    "41 rows": lambda: table(mm.Trace.of("long", {"n": [*range(41)]})),
    "cube": lambda: table(SQUARES, columns={"cube": "cube"}),
    "'odd'": lambda: table(SQUARES, columns={"n": "n"}, framed=[(0, "odd")]),
    "one image": lambda: masks(np.zeros((2, 3, 3), int), np.ones((2, 3, 3), int)),
    "shape": lambda: masks(TRUE, PRED[:2], ignore=255),
    "2 Axes": lambda: masks(TRUE, PRED, panels(1, 2)[1], ignore=255),
    "no slope": lambda: residuals(mm.least_squares([1, 1], [2, 3])),
    "predicted values are missing": lambda: residuals([1, 2, 3]),
    "3 values|length": lambda: residuals([1, 2], [1, 2, 3]),
    "do: *count first: mm.Confusion.from_labels": lambda: confusion([1, 0, 1]),
    "count first: mm.ConfusionMatrix.from_labels": lambda: confusion_matrix([1, 0], [1, 1]),
    "worked is Worked": lambda: working_tree(0.5),
    "boxes": lambda: working_tree(WIDE.work(**{f"a{i}": C.kappa for i in range(9)})),
}


@each("says, draw", REFUSED.items())
def test_what_cannot_be_drawn_is_refused(says, draw):
    with pytest.raises(mm.MetricError, match=says):
        draw()
