"""Pictures of boxes and of what became of them, by the data of their artists."""

import matplotlib as mpl
import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.plots import ap_by_iou, box_grid, boxes, overlap, panels
from mlmetrics_edu.plots.box_overlaps import suppression
from mlmetrics_edu.plots.detections import LOOKS
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each
from tests.plots.test_placing import shown, words_on_lines

RULES, PADILLA, CATS = (mm.example(name) for name in ("two-rules", "padilla-24", "toy-cats"))
FREE, LOWER = mm.example("free-alarms"), mm.example("lower-threshold")
TWO = mm.match(RULES.truth, RULES.detections, rule="voc")
LETTERS = mm.detection_map(PADILLA.truth, PADILLA.detections, "voc2010", iou=0.3)
TEN = mm.detection_map(CATS.truth, CATS.detections, "coco")
ALARMS = mm.detection_map(FREE.truth, FREE.detections, "voc2010")
TRUTH = {
    **{"x1": [0, 40, 0, 60], "y1": [0, 0, 60, 60], "x2": [30, 70, 30, 90], "y2": [30, 30, 90, 90]},
    **{"category": ["cat", "dog", "cat", "cat"], "difficult": [0, 0, 0, 1]},
}
FOUND = {
    **{"x1": [1, 41, 2, 61, 0, 0], "y1": [0, 0, 3, 62, 100, 80]},
    **{"x2": [30, 70, 32, 90, 20, 30], "y2": [30, 30, 30, 90, 115, 100]},
    **{"category": ["cat"] * 4 + ["dog", "cat"], "score": [0.9, 0.8, 0.7, 0.6, 0.5, 0.4]},
}
EVERY = mm.match(TRUTH, FOUND)
BOXES = [[0, 0, 10, 10], [1, 0, 11, 10], [6, 0, 16, 10]]
KEPT = mm.nms(BOXES, [0.8, 0.9, 0.7], ids=["a", "b", "c"])
A, B = [0, 0, 100, 100], [40, 0, 140, 100]

PICTURES = {
    "boxes": lambda **more: boxes(TWO, **more),
    "boxes-of-many": lambda **more: boxes(LETTERS.matching(), 3, **more),
    "boxes-alone": lambda **more: boxes(EVERY, reasons=False, **more),
    "ap-by-iou": lambda **more: ap_by_iou(TEN, **more),
    "overlap": lambda **more: overlap(A, B, **more),
    "overlap-pixels": lambda **more: overlap(
        [0, 0, 7, 5], [5, 3, 12, 9], convention="inclusive-pixels", **more
    ),
    "suppression": lambda **more: suppression(KEPT, **more),
}

PAGES = {"grid": lambda: box_grid(LETTERS).axes[0]}


def texts(ax):
    return [text.get_text() for text in ax.texts if text.get_text()]


def rectangles(ax, colour):
    """List the boxes drawn in a colour: left, top, width, height."""
    shown = [patch for patch in ax.patches if not patch.get_hatch()]
    of_colour = [p for p in shown if mpl.colors.to_hex(p.get_edgecolor()) == colour]
    return [patch.get_bbox().bounds for patch in of_colour]


def test_boxes_stand_where_the_data_say():
    ax = boxes(TWO)
    assert rectangles(ax, colour="#222222") == [(0, 0, 100, 100), (40, 0, 100, 100)]
    assert rectangles(ax, colour="#0072b2") == [(0, 0, 100, 100)]
    ((left, top, wide, high),) = rectangles(ax, colour="#cc79a7")  # of (15, 0, 105, 100)
    assert 15 < left < 17 and 0 < top < 2 and 100 < wide < 105 and 96 < high < 100  # else hidden
    assert texts(ax)[:2] == ["A", "B"]
    assert texts(ax)[2:] == ["first  0.9\n✓ hit\nIoU 1.000", "second  0.8\n✗ duplicate\nIoU 0.708"]
    low, high = ax.get_ylim()
    assert low > high and ax.get_aspect() == 1


def test_the_reason_of_each_is_listed_and_each_missed_object():
    rows = [text.get_text().replace("\n", " ") for text in boxes(TWO).get_legend().get_texts()]
    assert rows == [
        "first, hit: overlaps object A by 1.000",
        f"second, duplicate: {TWO.detections[1].why}",
        f"object B, missed: {TWO.objects[1].why}",
    ]
    assert boxes(TWO, reasons=False).get_legend() is None
    many = {name: list(column) * 2 for name, column in FOUND.items()}
    rows = boxes(mm.match(TRUTH, many)).get_legend().get_texts()
    assert len(rows) == 12 and rows[-1].get_text() == "… and 3 more"


def test_each_outcome_has_a_line_and_a_sign_of_its_own():
    outcomes = ["hit", "wrong class", "duplicate", "ignored", "nothing there", "overlap too low"]
    ax = boxes(EVERY)
    for row, outcome in enumerate(outcomes):
        colour, _, sign = LOOKS[outcome]
        assert len(rectangles(ax, colour=colour.lower())) == 1
        [named] = [t for t in texts(ax) if t.startswith(f"{row} {FOUND['category'][row]} ")]
        assert sign in named.split("\n")[0]
    assert len({str(line) for _, line, _ in LOOKS.values()}) == len(LOOKS)
    named = [t for t in texts(ax) if t.endswith(("cat", "dog"))]
    assert named == ["0 cat", "1 dog", "2 cat", "3 cat"]


def test_inclusive_pixels_reach_to_the_end_of_the_last_one():
    matching = mm.match(RULES.truth, RULES.detections, convention="inclusive-pixels")
    assert rectangles(boxes(matching), colour="#222222")[0] == (0, 0, 101, 101)


def test_a_picture_lies_below_and_is_seen_whole():
    ax = boxes(TWO, picture=np.zeros((200, 300)))
    assert ax.images[0].get_extent() == [0, 300, 200, 0]
    assert ax.get_xlim()[1] > 300 and ax.get_ylim()[0] > 200


def test_the_image_must_be_named_where_there_are_several():
    matching = LETTERS.matching()
    with pytest.raises(mm.InputError, match="7 images"):
        boxes(matching)
    with pytest.raises(mm.UnknownNameError):
        boxes(matching, 8)
    assert boxes(LETTERS.matching(), image=3) and boxes(matching, image=3)


def test_an_image_without_boxes_is_empty():
    nothing = {"image": ["a"], "x1": [0], "y1": [0], "x2": [9], "y2": [9]}
    matching = mm.match(nothing, {**nothing, "score": [1]})
    assert boxes(matching).patches
    cats = boxes(TEN.matching(), "2007_000733")
    assert alternative_text(cats).startswith("Image 2007_000733: Objects (0): –. Detections (1)")


def test_boxes_say_in_words_what_they_show():
    assert alternative_text(boxes(TWO)) == (
        "Objects (2): A found, B missed. Detections (2), the surest first: "
        "first 0.9 hit (IoU 1.000, A), second 0.8 duplicate (IoU 0.708, A)."
    )


def test_the_grid_shows_all_images_in_one_scale_and_counts():
    picture = box_grid(LETTERS)
    *cells, key = picture.axes
    assert [ax.get_title() for ax in cells] == [f"image {i}" for i in range(1, 8)]
    assert len({ax.get_xlim() for ax in cells}) == len({ax.get_ylim() for ax in cells}) == 1
    assert [t.get_text() for t in key.get_legend().get_texts()] == [
        "object found: 7",
        "object missed: 8",
        "hit: 7",
        "overlap too low: 13",
        "nothing there: 4",
    ]
    assert len(alternative_text(picture).splitlines()) == 7
    named = {t.split()[0] for ax in cells for t in texts(ax) if "✓" in t}
    assert named == set("RJBPEXG")


def test_the_grid_holds_a_page_and_no_more():
    assert len(box_grid(LETTERS, 0.5, images=[2, 3]).axes) == 3
    with pytest.raises(mm.InputError, match="0 images"):
        box_grid(LETTERS, images=[])
    with pytest.raises(mm.UnknownNameError):
        box_grid(LETTERS, images=[9])


@pytest.mark.parametrize("size, rows", [("page", 2), ("print", 3)])
def test_the_grid_has_as_many_columns_as_its_page_has_room_for(size, rows):
    with mm.plots.style(size):
        assert box_grid(LETTERS).axes[0].get_gridspec().nrows == rows


def test_ap_by_iou_is_that_of_the_protocol():
    ax = ap_by_iou(TEN)
    np.testing.assert_array_equal(ax.lines[0].get_xdata(), TEN.protocol.ious)
    aps = [TEN.ap(iou=iou) for iou in TEN.protocol.ious]
    np.testing.assert_allclose(ax.lines[0].get_ydata(), aps, atol=1e-15)
    assert ax.lines[1].get_ydata() == pytest.approx([TEN.map] * 2)
    assert "0.890" in texts(ax) and "mean\n0.598" in texts(ax)
    values = [text for text in ax.texts if "mean" not in text.get_text()]
    to_data = shown(ax).transData.inverted()
    for text, iou, ap in zip(values, TEN.protocol.ious, aps, strict=True):
        (left, low), (right, high) = to_data.transform(text.get_window_extent())
        above = -0.03 < left - iou < 0.01 and 0 < low - ap < 0.04  # inside at the right end, too
        below = 0 < iou - right < 0.02 and 0 < ap - high < 0.06  # where above is the mean
        assert above or below, text.get_text()
    assert words_on_lines(ax) == []
    assert alternative_text(ax).endswith("0.95 0.000; mean 0.598.")


def test_several_detectors_are_compared():
    other = mm.detection_map(PADILLA.truth, PADILLA.detections, "coco")
    ax = ap_by_iou({"cats": TEN, "letters": other})
    assert texts(ax) == ["cats", "letters"]
    assert len({(line.get_linestyle(), line.get_marker()) for line in ax.lines}) == 2


def test_ap_by_iou_needs_overlaps_and_objects():
    with pytest.raises(mm.InputError, match="only"):
        ap_by_iou(ALARMS)
    with pytest.raises(mm.InputError, match="empty mapping"):
        ap_by_iou({})
    none = {name: [] for name in ("x1", "y1", "x2", "y2")}
    with pytest.raises(mm.UndefinedError):
        ap_by_iou(mm.detection_map(none, FREE.detections))


def test_limits_that_were_set_stay_and_numbers_do_not_touch():
    _, ax = panels()
    ax.set(xlim=(-50, 1000), ylim=(120, -20))
    overlap(A, B, ax=ax)
    assert (ax.get_xlim(), ax.get_ylim()) == ((-50, 1000), (120, -20))
    assert [t.get_text() for t in ax.get_xticklabels()] == ["0", "140"]
    assert [t.get_text() for t in overlap(A, B).get_xticklabels()] == ["0", "100", "40", "140"]


def test_the_overlap_is_measured_and_written():
    ax = overlap(A, B)
    assert ax.patches[0].get_bbox().bounds == (40, 0, 60, 100)
    assert texts(ax)[:2] == ["60", "100"]
    assert ax.get_xlabel() == (
        "intersection: 60 × 100 = 6000\nIoU = 6000 / (10000 + 10000 − 6000) = 3/7 = 0.429"
    )
    assert [t.get_text() for t in ax.get_xticklabels()] == ["0", "100", "40", "140"]


@each(
    "a, b, ending",
    [
        ([0, 0, 10, 10], [20, 3, 36, 6], "= 0"),
        ([0, 0, 10, 10], [10, 0, 20, 10], "= 0"),
        ([0, 0, 10, 10], [0, 0, 10, 10], "= 1"),
        ([0, 0, 10, 10], [2, 3, 6, 6], "= 3/25 = 0.120"),
        ([0, 0, 0, 0], [4, 0, 4, 10], "undefined"),
        ([0, 0, 0.5, 0.25], [0.25, 0, 1, 1], "= 1/13 = 0.077"),
    ],
)
def test_any_two_boxes_can_be_compared(a, b, ending):
    ax = overlap(a, b, names=("one", "$two$"))
    assert ax.get_xlabel().endswith(ending)
    assert float(mm.iou(a, b)) > 0 or "share no area" in alternative_text(ax)


def test_pixels_are_drawn_one_by_one():
    ax = overlap([0, 0, 1, 1], [1, 1, 2, 2], convention="inclusive-pixels")
    assert ax.patches[0].get_bbox().bounds == (1, 1, 1, 1)
    assert ax.get_xlabel().endswith("= 1/7 = 0.143")
    assert [len(lines.get_segments()) for lines in ax.collections[:2]] == [4, 4]


def test_suppression_shows_who_drove_out_whom():
    ax = suppression(KEPT)
    assert rectangles(ax, colour="#0072b2") == [(6, 0, 10, 10), (1, 0, 10, 10)]
    assert rectangles(ax, colour="#d55e00") == [(0, 0, 10, 10)]
    assert "a  0.8 ✗\nIoU 0.818" in texts(ax) and "b  0.9 ✓" in texts(ax)
    assert "kept: 2" in texts(ax) and "suppressed: 1 (IoU > 0.5)" in texts(ax)
    arrows = [text.arrow_patch for text in ax.texts if text.arrow_patch]
    assert len(arrows) == 1
    assert alternative_text(ax) == (
        "Non-maximum suppression at IoU > 0.5: 3 boxes, kept b, c; suppressed: a by b (IoU 0.818)."
    )
