"""Figures of detection, of images and of numbers, by other routes than the library's."""

import numpy as np
import pytest
from matplotlib.collections import LineCollection, PolyCollection
from skimage.metrics import structural_similarity

import mlmetrics_edu as mm
from tests.workbook.gallery.shown import of, words

# Padilla's README: the letters down the ranking, and which of them are hits.
LETTERS = "R Y J A U C M F D B H P E X N T K Q V I L S G O".split()
HITS = "R J B P E X G".split()
OBJECTS = 15
TP = np.cumsum([letter in HITS for letter in LETTERS])
FP = np.arange(1, 25) - TP


@of("padilla-images")
def test_seven_images_hold_all_letters(picture):
    shown = [text.split()[0] for text in words(picture) if not text.isdigit()]
    assert sorted(shown) == sorted(LETTERS)
    tags = {text.split()[0]: text for text in words(picture)}
    assert [letter for letter in LETTERS if "✓" in tags[letter]] == HITS
    assert "IoU 0.351" in tags["R"] and "IoU 0.574" in tags["J"]  # padilla7_accumulated.csv
    assert len([text for text in words(picture) if text.isdigit()]) == OBJECTS


@of("padilla-table")
def test_the_running_table_is_right_where_the_source_is_not(picture):
    (ax,) = picture.axes
    columns = np.array(words(picture)).reshape(7, 25)
    assert columns[0].tolist() == ["detection", *LETTERS]
    assert columns[2].tolist() == ["hit", *("01"[letter in HITS] for letter in LETTERS)]
    assert columns[3].tolist() == ["TP so far", *map(str, TP)]
    assert columns[4].tolist() == ["FP so far", *map(str, FP)]
    framed = [patch for patch in ax.patches if not patch.get_fill()]
    marked = [patch for patch in ax.patches if patch.get_fill()]
    rows = [round(patch.get_y() / 1.5) - 1 for patch in marked]
    assert [LETTERS[row] for row in rows] == HITS
    assert sorted(LETTERS[int(patch.get_y() / 1.5) - 1] for patch in framed) == ["N", "Y"]


ANSCOMBE = mm.example("anscombe").columns
PIXELS = [[50, 2, 3], [4, 30, 6], [1, 0, 4]]  # the example segmentation-three


@of("segmentation-masks")
def test_the_masks_are_those_of_the_table(picture):
    true, pred, apart = (np.asarray(ax.images[0].get_array()) for ax in picture.axes[:3])
    counts = [[int(((true == i) & (pred == j)).sum()) for j in range(3)] for i in range(3)]
    assert counts == PIXELS and (apart == 1).sum() == 16


@of("ssim-map")
def test_equal_errors_and_unequal_likeness(picture):
    for row in (picture.axes[:3], picture.axes[3:6]):
        x, y, drawn = (np.asarray(ax.images[0].get_array(), float) for ax in row)
        assert ((x - y) ** 2).mean() == 400
        how = {"gaussian_weights": True, "sigma": 1.5, "use_sample_covariance": False}
        _, found = structural_similarity(x, y, data_range=255, full=True, **how)
        inner = (slice(5, -5),) * 2
        np.testing.assert_allclose(drawn[inner], found[inner], atol=1e-9)
        assert row[2].get_title() == f"mean SSIM {drawn.mean():.3f}"
    assert picture.axes[2].get_title() > "mean SSIM 0.9"
    assert picture.axes[5].get_title() < "mean SSIM 0.5"


@of("residuals")
def test_errors_as_lengths_and_as_squares(picture):
    lengths, squares = picture.axes
    (segments,) = [c for c in lengths.collections if type(c) is LineCollection]
    assert [float(np.ptp(ends[:, 1])) for ends in segments.get_segments()] == [0.5, 0.5, 0, 1]
    (shapes,) = [c for c in squares.collections if isinstance(c, PolyCollection)]
    sides = [np.ptp(path.vertices[:4], axis=0) for path in shapes.get_paths()]
    np.testing.assert_allclose(sides, [[0.5, 0.5], [0.5, 0.5], [0, 0], [1, 1]])
    assert not any(isinstance(c, PolyCollection) for c in lengths.collections)


@of("anscombe")
def test_four_sets_have_the_line_that_was_published(picture):
    for k, ax in enumerate(picture.axes, 1):
        dots = np.asarray(ax.collections[-1].get_offsets())
        x, y = ANSCOMBE["x4" if k == 4 else "x"], ANSCOMBE[f"y{k}"]
        np.testing.assert_allclose(dots, np.column_stack([x, y]))
        (x0, *_, x1), (y0, *_, y1) = ax.lines[0].get_data()
        slope = (y1 - y0) / (x1 - x0)
        assert f"{slope:.3f} {y0 - slope * x0:.2f}" == "0.500 3.00"
        assert np.corrcoef(x, y)[0, 1] ** 2 == pytest.approx(0.67, abs=0.005)
    assert {ax.get_xlim() for ax in picture.axes} == {(2, 20)}
    assert {ax.get_ylim() for ax in picture.axes} == {(2, 14)}


@of("norms")
def test_every_point_of_a_shape_has_norm_one(picture):
    shapes = [line.get_xydata() for line in picture.axes[0].lines if len(line.get_xydata()) > 2]
    for order, shape in zip((1, 2, np.inf), shapes, strict=True):
        np.testing.assert_allclose(np.linalg.norm(shape, order, axis=1), 1)


@of("losses")
def test_the_losses_meet_at_one(picture):
    e, absolute = picture.axes[0].lines[0].get_data()
    _, squared = picture.axes[0].lines[1].get_data()
    np.testing.assert_allclose(absolute, abs(e))
    np.testing.assert_allclose(squared, e**2)
    assert e[0] <= -2 and e[-1] >= 2


@of("reliability")
def test_the_honest_forecaster_is_on_the_diagonal(picture):
    (ax,) = picture.axes
    diagonal, honest, sure = (line.get_xydata() for line in ax.lines)
    assert np.abs(honest[:, 1] - honest[:, 0]).max() < 3 * np.sqrt(0.25 / 450)
    assert (sure[:3, 1] > sure[:3, 0]).all() and (sure[-3:, 1] < sure[-3:, 0]).all()
    assert diagonal.tolist() == [[0, 0], [1, 1]]
    counts = [int(text) for text in words(picture) if text.isdigit()]
    assert len(counts) == 20 and sum(counts[:10]) == sum(counts[10:]) == 5000
