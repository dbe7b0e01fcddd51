"""Figures of detection, of images and of numbers, by their artists' data."""

import matplotlib as mpl
import numpy as np
import pytest
from matplotlib.collections import LineCollection, PolyCollection, QuadMesh
from skimage.metrics import structural_similarity

import mlmetrics_edu as mm
from tests.workbook.gallery.shown import of, points, words

# Padilla's README: the letters down the ranking, and which of them are hits.
LETTERS = "R Y J A U C M F D B H P E X N T K Q V I L S G O".split()
HITS = "R J B P E X G".split()
OBJECTS = 15
TP = np.cumsum([letter in HITS for letter in LETTERS])
FP = np.arange(1, 25) - TP
ORANGE = "#d55e00"


def outlines(ax, colour):
    """List the boxes drawn in a colour: left, top, right, bottom."""
    plain = [patch for patch in ax.patches if not patch.get_hatch()]
    found = [p for p in plain if mpl.colors.to_hex(p.get_edgecolor()) == colour]
    return [tuple(patch.get_bbox().extents.tolist()) for patch in found]


def shared(ax):
    """List the areas that two boxes share."""
    hatched = [patch.get_bbox() for patch in ax.patches if patch.get_hatch()]
    return [box.width * box.height for box in hatched]


@of("two-boxes")
def test_the_boxes_share_five_by_four(picture):
    (ax,) = picture.axes
    assert outlines(ax, "#0072b2") == [(0, 0, 8, 6)] and outlines(ax, ORANGE) == [(3, 2, 11, 8)]
    assert shared(ax) == [20]
    assert ax.get_xlabel().endswith("IoU = 20 / (48 + 48 − 20) = 5/19 = 0.263")


@of("iou-ladder")
def test_a_third_of_the_width_away_the_iou_is_one_half(picture):
    moved = [outlines(ax, ORANGE)[0][0] for ax in picture.axes]
    assert moved == [0, 3, 4, 6, 8, 12]
    assert [shared(ax) for ax in picture.axes] == [[108], [81], [72], [54], [36], []]
    ends = [ax.get_xlabel().replace("\n=", " =").rpartition(") = ")[2] for ax in picture.axes]
    assert ends == ["1", "3/5 = 0.600", "1/2 = 0.500", "1/3 = 0.333", "1/5 = 0.200", "0"]
    assert len({ax.get_xlim() for ax in picture.axes}) == 1


@of("padilla-images")
def test_seven_images_hold_all_letters(picture):
    shown = [text.split()[0] for text in words(picture) if not text.isdigit()]
    assert sorted(shown) == sorted(LETTERS)
    tags = {text.split()[0]: text for text in words(picture)}
    assert [letter for letter in LETTERS if "✓" in tags[letter]] == HITS
    assert "IoU 0.351" in tags["R"] and "IoU 0.574" in tags["J"]  # padilla7_accumulated.csv
    assert len([text for text in words(picture) if text.isdigit()]) == OBJECTS


@of("padilla-running")
def test_hits_and_false_alarms_add_up(picture):
    (ax,) = picture.axes
    tp, _, fp, _ = ax.lines
    np.testing.assert_array_equal(tp.get_ydata()[1:-1], TP)
    np.testing.assert_array_equal(fp.get_ydata()[1:-1], FP)
    assert [label.get_text() for label in ax.get_xticklabels()] == LETTERS
    texts = words(picture)
    assert texts[2:26] == [f"{a / k:.3f}" for k, a in enumerate(TP, 1)]
    assert texts[27:51] == [f"{a / OBJECTS:.3f}" for a in TP]


@of("padilla-table")
def test_the_running_table_is_right_where_the_source_is_not(picture):
    (ax,) = picture.axes
    columns = np.array(words(picture)).reshape(7, 25)
    assert columns[0].tolist() == ["detection", *LETTERS]
    assert columns[2].tolist() == ["hit", *("01"[letter in HITS] for letter in LETTERS)]
    assert columns[3].tolist() == ["TP so far", *map(str, TP)]
    assert columns[4].tolist() == ["FP so far", *map(str, FP)]
    assert columns[5, 15] == "6/15 = 0.400"  # N, printed as 0.7
    assert columns[6, 2] == "1/15 = 0.067"  # Y, printed as 0.6666
    framed = [patch for patch in ax.patches if not patch.get_fill()]
    marked = [patch for patch in ax.patches if patch.get_fill()]
    rows = [round(patch.get_y() / 1.5) - 1 for patch in marked]
    assert [LETTERS[row] for row in rows] == HITS
    assert sorted(LETTERS[int(patch.get_y() / 1.5) - 1] for patch in framed) == ["N", "Y"]


@of("padilla-all-points")
def test_the_area_below_all_points(picture):
    (ax,) = picture.axes
    interpolated = max(ax.lines, key=lambda line: line.get_linewidth()).get_xydata()
    x, y = interpolated.T
    assert float(np.sum(np.diff(x) * y[1:])) == pytest.approx(0.2456866804, abs=1e-10)
    assert "AP = 356/1449 = 0.246" in words(picture)


@of("padilla-eleven-points")
def test_the_mean_of_eleven_levels(picture):
    (ax,) = picture.axes
    levels = next(line for line in ax.lines if line.get_marker() == "s")
    assert levels.get_xdata() == pytest.approx(np.arange(11) / 10)
    assert levels.get_ydata().mean() == pytest.approx(0.2683982683, abs=1e-10)
    assert "AP = 62/231 = 0.268" in words(picture)


@of("coco-thresholds")
def test_ap_at_the_two_overlaps_of_the_paper(picture):
    _, ax = picture.axes
    found = {round(x, 2): y for x, y in points(ax.lines[0])}
    assert found[0.5] == pytest.approx(43 / 48) and found[0.75] == pytest.approx(367 / 720)
    assert f"{100 * found[0.5]:.2f} {100 * found[0.75]:.2f}" == "89.58 50.97"
    assert list(found) == [round(0.5 + 0.05 * k, 2) for k in range(10)] and found[0.95] == 0


@of("pr-at-overlaps")
def test_stricter_overlaps_leave_fewer_hits(picture):
    (ax,) = picture.axes
    reached = [line.get_xdata()[-1] for line in ax.lines]
    assert reached == sorted(reached, reverse=True)
    hits = [11, 8, 3]  # of twelve cats, at 0.5, 0.75 and 0.9
    assert reached == pytest.approx([n / 12 for n in hits])


@of("voc-against-coco")
def test_one_scene_has_two_hits_or_one(picture):
    coco, voc = picture.axes
    for ax in picture.axes:
        assert outlines(ax, "#222222") == [(0, 0, 100, 100), (40, 0, 140, 100)]
    tags = [[text.get_text() for text in ax.texts] for ax in picture.axes]
    assert [sum("✓" in tag for tag in tags[0]), sum("✓" in tag for tag in tags[1])] == [2, 1]
    assert "second  0.8\n✓ hit\nIoU 0.640" in tags[0]  # with B: 80 of 125
    assert "second  0.8\n✗ duplicate\nIoU 0.708" in tags[1]  # with A: 85 of 120
    assert [bool(shared(ax)) for ax in (coco, voc)] == [False, True]  # a missed object is hatched
    assert coco.get_title().startswith("COCO") and voc.get_title().startswith("PASCAL VOC")


@of("coins-found")
def test_every_coin_is_named_and_every_outcome_counted(picture):
    (ax,) = picture.axes
    assert [text.get_text() for text in ax.texts] == [
        f"{a}{k}" for a in "abcd" for k in range(1, 7)
    ]
    counted = [int(text.get_text().split(": ")[1]) for text in ax.get_legend().get_texts()]
    assert counted == [23, 1, 23, 12, 12, 2]


@of("free-alarms")
def test_nine_false_alarms_leave_the_ap_at_one(picture):
    counts, curve = picture.axes
    tp, _, fp, _ = counts.lines
    assert tp.get_ydata()[1:-1].tolist() == [1] * 10
    assert fp.get_ydata()[1:-1].tolist() == list(range(10))
    assert np.nanmin(curve.lines[0].get_ydata()) == pytest.approx(1 / 10)
    (shape,) = curve.collections[0].get_paths()
    assert np.ptp(shape.vertices, axis=0).tolist() == [1, 1]
    assert any(text.get_text().startswith("AP = 1") for text in curve.texts)


@of("suppression")
def test_three_of_five_boxes_go_and_the_ap_rises(picture):
    boxes, curves = picture.axes
    assert [len(outlines(boxes, colour)) for colour in ("#0072b2", ORANGE)] == [2, 3]
    tags = [text.get_text() for text in boxes.texts]
    # a: 80 × 60, and so on: what each shares with the box that drives it out, by hand.
    for name, part, whole in (
        ("b", 72 * 52, 4800 + 76 * 62 - 72 * 52),
        ("d", 70 * 56, 4800 + 80 * 62 - 70 * 56),
        ("e", 64 * 46, 72 * 54 + 72 * 56 - 64 * 46),
    ):
        (tag,) = [tag for tag in tags if tag.startswith(f"{name} ")]
        assert tag.endswith(f"IoU {part / whole:.3f}")
    after, before = (line.get_ydata() for line in curves.lines[:2])
    np.testing.assert_allclose(before[np.isfinite(before)], [1, 1 / 2, 2 / 3, 2 / 4, 2 / 5])
    np.testing.assert_allclose(after[np.isfinite(after)], [1, 1])


ANSCOMBE = mm.example("anscombe").columns
PIXELS = [[50, 2, 3], [4, 30, 6], [1, 0, 4]]  # the example segmentation-three


@of("segmentation-masks")
def test_the_masks_are_those_of_the_table(picture):
    true, pred, apart = (np.asarray(ax.images[0].get_array()) for ax in picture.axes[:3])
    counts = [[int(((true == i) & (pred == j)).sum()) for j in range(3)] for i in range(3)]
    assert counts == PIXELS and (apart == 1).sum() == 16
    table = next(c for c in picture.axes[3].collections if isinstance(c, QuadMesh))
    assert table.get_array().tolist() == PIXELS
    # 84/100; (50/55 + 30/40 + 4/5)/3; (50/60 + 30/42 + 4/14)/3
    assert picture.axes[3].get_title() == "PA 0.840 · MPA 0.820 · mIoU 0.611"


@of("class-ious")
def test_the_iou_of_each_class_and_both_means(picture):
    (ax,) = picture.axes
    ious = [50 / 60, 30 / 42, 4 / 14]
    assert ax.lines[0].get_xdata() == pytest.approx(ious)
    means = [np.average(ious), np.average(ious, weights=[55, 40, 5])]
    assert sorted(line.get_xdata()[0] for line in ax.lines[1:]) == pytest.approx(means)
    assert "50/60 = 0.833" in words(picture)


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
    assert lengths.get_title() == "MAE = 1/2 = 0.500"  # scikit-learn's documentation
    assert squares.get_title() == "MSE = 3/8 = 0.375"
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
        assert ax.get_title() == "R² = 0.67"
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
