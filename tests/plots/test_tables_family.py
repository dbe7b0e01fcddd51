"""Tables of classes, masks and maps, by the data of their artists."""

import matplotlib as mpl
import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.core.errors import InputError, UnknownNameError
from mlmetrics_edu.metrics.confusion_matrix import ORIENTATIONS
from mlmetrics_edu.plots.confusion_matrices import VALUES, confusion_matrix, pixel_matrix
from mlmetrics_edu.plots.images import masks, ssim_map
from mlmetrics_edu.plots.look import contrast, style
from mlmetrics_edu.plots.picture import alternative_text, panels
from mlmetrics_edu.plots.rows_of_dots import per_class
from tests.cases import each
from tests.plots.looks import assert_legible, looks

PETS = mm.ConfusionMatrix([[5, 1, 0], [2, 4, 1], [0, 0, 0]], ["cat", "dog", "eel"])
TOY = mm.ConfusionMatrix([[50, 5, 0], [10, 35, 0], [0, 0, 0]])  # GOLDEN.md, segmentation
LONG = ["an extraordinarily long name of a class", "精度", "$ 5", "potted plant", *"abcdefgh"]
TWELVE = mm.ConfusionMatrix(np.arange(144).reshape(12, 12) % 7 + 90 * np.eye(12, dtype=int), LONG)
SEVEN = mm.ConfusionMatrix(TWELVE.counts[:7, :7], LONG[:7])
MANY = mm.ConfusionMatrix(np.arange(1600).reshape(40, 40) % 5 + 20 * np.eye(40, dtype=int))
TRUE = np.array([[0, 0, 1, 1], [0, 1, 1, 255], [2, 2, 2, 255]])
PRED = np.array([[0, 1, 1, 1], [0, 1, 2, 0], [2, 2, 2, 2]])
RAMP = np.arange(0, 240, 1, np.uint8).reshape(15, 16)
MAP = mm.ssim_map(RAMP, RAMP[::-1].copy())


def drawn_masks(**options):
    return masks(TRUE, PRED, ignore=255, **options)[0]


PICTURES = {
    "counts": lambda **o: confusion_matrix(PETS, totals=True, **o),
    "shares": lambda **o: confusion_matrix(PETS, values="row shares", **o),
    "both": lambda **o: confusion_matrix(SEVEN, values="both", **o),
    "seven": lambda **o: confusion_matrix(SEVEN, totals=True, orientation=ORIENTATIONS[3], **o),
    "many": lambda **o: confusion_matrix(MANY, **o),
    "pixels": lambda **o: pixel_matrix(TOY, **o),
    "one rate": lambda **o: per_class(PETS, "recall", **o),
    "three rates": lambda **o: per_class(SEVEN, ("precision", "recall", "f1"), **o),
    "masks": drawn_masks,
    "ssim": lambda **o: ssim_map(MAP, **o),
    "contrast": lambda **o: ssim_map(MAP, part="contrast", **o),
}


def texts(ax):
    return [text.get_text() for text in ax.texts]


@each("name, size, language", looks(PICTURES))
def test_all_is_legible(name, size, language):
    with style(size, language):
        ax = PICTURES[name]()
        assert_legible(ax)
    assert alternative_text(ax.figure)


@each("orientation", ORIENTATIONS)
def test_cells_stand_where_the_orientation_says(orientation):
    ax = confusion_matrix(PETS, orientation=orientation)
    table = PETS.table(orientation)
    np.testing.assert_array_equal(ax.collections[0].get_array(), table)
    assert texts(ax) == [str(n) for n in table.ravel()]
    first = "cat" if "in order" in orientation else "eel"
    assert ax.get_xticklabels()[0].get_text() == ax.get_yticklabels()[0].get_text() == first
    assert ax.get_ylabel() == ("truth" if "rows" in orientation else "predicted")


def test_the_diagonal_is_framed():
    frames = confusion_matrix(PETS).patches
    assert [frame.get_xy() for frame in frames] == [(0, 0), (1, 1), (2, 2), (0, 0)]
    assert frames[-1].get_width() == 3  # and so is the whole table


def test_shares_go_by_row_or_column_and_an_empty_one_has_none():
    rows = confusion_matrix(PETS, values="row shares")
    assert texts(rows) == "0.83 0.17 0 0.29 0.57 0.14 – – –".split()
    assert len([patch for patch in rows.patches if patch.get_hatch()]) == 3
    columns = confusion_matrix(PETS, values="column shares")
    assert texts(columns) == "0.71 0.20 0 0.29 0.80 1 0 0 0".split()
    assert texts(confusion_matrix(PETS, values="both"))[:3] == ["5\n0.83", "1\n0.17", "0\n0"]


def test_a_small_share_is_not_written_as_none():
    ax = confusion_matrix(mm.ConfusionMatrix([[999, 1], [0, 10]]), values="row shares")
    assert texts(ax) == ["1.00", "<0.01", "0", "1"]


def test_totals_are_those_of_the_table():
    ax = confusion_matrix(PETS, totals=True)
    assert texts(ax)[9:] == ["6", "7", "0", "13", "7", "5", "1"]
    assert ax.get_xticklabels()[-1].get_text() == "total"


def test_long_names_are_broken_or_cut_short():
    ax = confusion_matrix(TWELVE)
    assert_legible(ax)
    shown = [label.get_text() for label in ax.get_yticklabels()]
    assert shown[0].endswith("…") and "\n" in shown[0] and shown[2] == r"\$ 5"
    assert {label.get_rotation() for label in ax.get_xticklabels()} == {90}


def test_letters_stand_out_and_many_classes_have_none():
    for matrix, some in ((PETS, VALUES), (TWELVE, list(VALUES)[-1:])):
        for values in some:
            ax = confusion_matrix(matrix, values=values)
            grounds = ax.collections[0].get_facecolors()
            for text, ground in zip(ax.texts, grounds, strict=True):
                assert contrast(text.get_color(), ground if ground[3] else "white") >= 4.5
    assert not confusion_matrix(MANY).texts
    assert confusion_matrix(MANY, annot=False).figure.axes[1].get_ylabel() == "counts"


def test_counts_of_millions_shrink_or_go():
    huge = mm.ConfusionMatrix(np.full((3, 3), 123_456_789))
    assert_legible(confusion_matrix(huge, values="both"))
    assert len(confusion_matrix(huge).texts) == 9
    assert not confusion_matrix(mm.ConfusionMatrix(np.full((15, 15), 12_345_678_901))).texts


def test_the_matrix_says_itself_in_words():
    assert alternative_text(confusion_matrix(PETS)) == (
        "Confusion matrix of 3 classes, 13 samples (truth in rows, in order; counts); "
        "accuracy 9/13 = 0.692. By true class: cat as cat 5, dog 1, eel 0; dog as cat 2, dog 4, "
        "eel 1; eel as cat 0, dog 0, eel 0. Most frequent mistakes: dog taken for cat, 2; cat "
        "taken for dog, 1; dog taken for eel, 1."
    )
    empty = confusion_matrix(mm.ConfusionMatrix([[0, 0], [0, 0]]))
    assert "accuracy undefined" in alternative_text(empty)


def test_what_cannot_be_asked_is_refused():
    with pytest.raises(InputError, match="percent"):
        confusion_matrix(PETS, values="percent")
    with pytest.raises(InputError, match="upside down"):
        confusion_matrix(PETS, orientation="upside down")
    with pytest.raises(InputError, match="mode"):
        per_class(PETS, means=["mode"])
    with pytest.raises(UnknownNameError):
        per_class(PETS, "no such rate")
    with pytest.raises(InputError, match="colour"):
        ssim_map(MAP, part="colour")


def test_keywords_pass_and_axes_come_back():
    _, axes = panels(1, 2)
    ax = confusion_matrix(PETS, ax=axes[0], cmap="Greens", annot=False, vmax=10)
    assert ax is axes[0] and not ax.texts
    assert ax.collections[0].get_cmap().name == "Greens" and ax.collections[0].get_clim() == (0, 10)
    ax = per_class(PETS, ax=axes[1], marker="x")
    assert ax is axes[1] and ax.lines[0].get_marker() == "x"
    _, own = panels()
    assert ssim_map(MAP, ax=own, cmap="gray") is own and own.images[0].get_cmap().name == "gray"
    _, three = panels(1, 3)
    assert masks(TRUE, PRED, three, ignore=255, cmap="gray")[2] is three[2]


def test_nothing_global_changes():
    before = dict(mpl.rcParams)
    for draw in PICTURES.values():
        draw(language="zh-Hant")
    assert dict(mpl.rcParams) == before


def test_each_class_has_a_dot_or_a_reason():
    ax = per_class(PETS, "recall")
    x, y = ax.lines[0].get_data()
    np.testing.assert_allclose(x, [5 / 6, 4 / 7, np.nan])
    assert y.tolist() == [0, 1, 2]
    assert texts(ax)[:4] == ["undefined: TP + FN = 0", "5/6 = 0.833", "4/7 = 0.571", "–"]
    means = {text.get_text(): text.get_position()[1] for text in ax.texts[4:]}
    assert means.keys() == {
        "macro 0.702 (of 2 classes out of 3)",
        "micro 0.692",
        "weighted 0.692 (of 2 classes out of 3)",
    }
    assert "eel undefined: TP + FN = 0" in alternative_text(ax)


def test_means_are_lines_at_their_values():
    ax = per_class(PETS)
    found = sorted(line.get_xdata()[0] for line in ax.lines[1:])
    means = [PETS.average("f1", how) for how in ("macro", "micro", "weighted")]
    np.testing.assert_allclose(found, sorted(means))
    assert len(per_class(PETS, means=()).lines) == 1


def test_several_rates_differ_in_marker_and_height():
    ax = per_class(PETS, ("precision", "recall", "f1"))
    dots = ax.lines[:3]
    assert [line.get_marker() for line in dots] == ["o", "s", "D"]
    assert [line.get_ydata()[0] for line in dots] == sorted({line.get_ydata()[0] for line in dots})
    assert {text.partition(" 0")[0] for text in texts(ax)} == {
        "macro precision",
        "macro recall (of 2 classes out of 3)".partition(" (")[0],
        "macro F1",
        *("precision", "recall", "F1"),  # beside their dots
    }


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


def test_masks_that_fit_no_picture_are_refused():
    with pytest.raises(InputError, match="one image"):
        masks(np.zeros((2, 3, 3), int), np.ones((2, 3, 3), int))
    with pytest.raises(InputError, match="shape"):
        masks(TRUE, PRED[:2], ignore=255)
    with pytest.raises(InputError, match="2 Axes"):
        masks(TRUE, PRED, panels(1, 2)[1], ignore=255)


def test_a_mask_of_a_million_pixels_is_drawn():
    noise = np.random.default_rng(0).integers(0, 5, (1000, 1000))
    masks(noise, noise.T, classes=5)[0].figure.png()


def test_the_pixel_matrix_shows_shares_of_each_true_class():
    ax = pixel_matrix(TOY)
    assert texts(ax) == "0.91 0.09 0 0.22 0.78 0 – – –".split()
    assert "accuracy 17/20 = 0.850" in alternative_text(ax)
    assert texts(pixel_matrix(TOY, values="counts"))[:2] == ["50", "5"]


def test_the_map_of_ssim_is_the_map():
    ax = ssim_map(MAP)
    np.testing.assert_array_equal(ax.images[0].get_array(), MAP.ssim)
    assert ax.get_title() == f"mean SSIM {MAP.mean:.3f}"
    assert ax.images[0].get_clim() == (-1 if MAP.ssim.min() < 0 else 0, 1)
    bar = ax.figure.axes[1]
    assert bar.lines[0].get_ydata().tolist() == [MAP.mean] * 2
    colour = mm.ssim_map(
        np.stack([RAMP] * 3, -1), np.stack([RAMP.T.reshape(15, 16)] * 3, -1), channel_axis=-1
    )
    assert ssim_map(colour).images[0].get_array().ndim == 2
