"""Masks by hand: what they share, how they are written, what is refused, how they are judged."""

import pickle
import sys

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu import InputError, MetricError
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each
from tests.detection.test_files import changed

SEGM, FIRST = "segm", "annotations__0__segmentation"
SQUARE = [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0]]
BAR = [[0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
RINGS = [[1, 1, 4, 1, 4, 3, 1, 3]]
GROUND = {
    "images": [{"id": 2299, "height": 4, "width": 6}, {"id": 7, "height": 8, "width": 8}],
    "categories": [{"id": 1, "name": "cat"}, {"id": 2, "name": "dog"}],
    "annotations": [
        {"id": 1, "image_id": 2299, "category_id": 1, "segmentation": RINGS, "area": 6},
        {
            **{"id": 2, "image_id": 7, "category_id": 2, "iscrowd": 1, "area": 32},
            "segmentation": {"size": [8, 8], "counts": [16, 32, 16]},
        },
    ],
}
FOUND = [
    {
        **{"image_id": 2299, "category_id": 1, "score": 0.9},
        "segmentation": {"size": [4, 6], "counts": [5, 2, 2, 2, 13]},
    },
    {
        **{"image_id": 7, "category_id": 2, "score": 0.8},
        "segmentation": {"size": [8, 8], "counts": [40, 16, 8]},
    },
]


def arrays(*drawn):
    return [np.array(pixels, bool) for pixels in drawn]


def wrong(segmentation, place=1):
    """Load annotations of which one has such a mask."""
    return lambda: mm.load_coco(
        changed(GROUND, {f"annotations__{place}__segmentation": segmentation}), iou_type="segm"
    )


def column(*written):
    """Judge a column of masks."""
    truth = {"image": [1] * len(written), "category": ["cat"] * len(written), "mask": [*written]}
    return lambda: mm.match(truth, {**truth, "score": [0.5] * len(written)})


def packed(counts, size=(3, 4)):
    return column({"size": [*size], "counts": counts})


REFUSED = {
    "half a corner": (wrong([[1, 1, 4, 1, 4]]), "annotations[1]: its mask has the polygon [1, 1"),
    "two corners": (wrong([RINGS[0], [1, 1, 4, 1]]), "three corners at least"),
    "no polygon": (wrong([]), "its mask is empty"),
    "one polygon without its list": (wrong(RINGS[0]), "a mask is a list of polygons"),
    "a corner nowhere": (wrong([[1, 1, 4, float("nan"), 4, 3]]), "finite numbers"),
    "a corner in words": (wrong([[1, 1, 4, "1", 4, 3]]), "finite numbers"),
    "no segmentation": (wrong(...), "annotations[1] has no segmentation"),
    "masks, and boxes asked for": (lambda: mm.load_coco(GROUND), 'iou_type="segm"'),
    "neither": (lambda: mm.match({"x": [1]}, {"x": [1]}), "or mask"),
    "segmentation null": (wrong(None), "annotations[1]: its mask is None"),
    "runs too short": (wrong({"size": [8, 8], "counts": [16, 32]}), "run lengths of 48 pixels"),
    "another size": (wrong({"size": [4, 16], "counts": [64]}), "is 4 pixels high and 16 wide"),
    "no size": (wrong({"counts": [64]}), "size None"),
    "no counts": (wrong({"size": [8, 8]}), "size, [height, width], and counts"),
    "counts in words": (wrong({"size": [8, 8], "counts": ["64"]}), "has the counts ['64']"),
    "counts in halves": (wrong({"size": [8, 8], "counts": [63.5, 0.5]}), "whole numbers, from 0"),
    "no letter of the code": (packed("42!02"), "'!' isn't a letter of this code"),
    "broken off": (packed("421P"), "breaks off within a number"),
    "a negative run": (packed("421M"), "a run shorter than nothing"),
    "an endless number": (packed("P" * 20 + "0"), "larger than any image"),
    "an image too large": (packed([2**40], (2**20, 2**20)), "so large an image isn't judged"),
    "no pixel": (column(np.zeros((0, 3), bool)), "a mask has rows of True and False"),
    "three classes": (column(np.array([[0, 1], [2, 3]])), "a mask has rows of True and False"),
    "two images": (column(*arrays(SQUARE, [[1, 0]])), "image 1 has masks of 4 × 3 pixels, and of"),
    "no such type": (lambda: mm.load_coco(GROUND, iou_type="keypoints"), "iou_type='keypoints'"),
    "iou_type elsewhere": (
        lambda: mm.detection_map({}, {}, iou_type="segm"),
        'mm.load_coco(annotations, results, iou_type="segm")',
    ),
    "polygons in an image of no size": (
        lambda: mm.load_coco(changed(GROUND, {"images__0__height": ...}), iou_type="segm"),
        "annotations[0]: its mask is drawn as polygons, and the size of its image isn't known",
    ),
    "height and width the other way round": (
        lambda: mm.load_coco(
            changed(GROUND, {"images__0__height": 6, "images__0__width": 4}), FOUND, "segm"
        ),
        "its image is 6 high and 4 wide",
    ),
}


@each("name", REFUSED)
def test_what_is_no_mask_is_told_why(name):
    call, says = REFUSED[name]
    with pytest.raises(MetricError) as caught:
        call()
    assert says in str(caught.value)
    assert len(str(caught.value).splitlines()) == 3


def test_a_column_of_masks_is_judged_by_its_pixels():
    a, b = arrays(SQUARE, BAR)
    truth = {"image": [1, 1], "category": ["cat"] * 2, "mask": [a, b], "id": ["A", "B"]}
    found = {"image": [1], "category": ["cat"], "mask": [b], "score": [0.9]}
    matching = mm.match(truth, found, 0.3)
    assert matching.detections[0].why == "overlaps object B by 1.000"
    assert matching.detections[0].box == (1, 0, 3, 2)
    assert mm.match({**truth, "mask": [a, a]}, found, 0.3).detections[0].iou == 2 / 5
    assert "masks: pixels are counted" in str(matching)
    by_size = mm.detection_map(truth, {**found, "area": [1e6]})
    assert by_size.matching(area="small").counts["hit"] == 1  # a hit counts, whatever its area
    assert str(mm.detection_map(truth, found, "voc2010")).count("masks: pixels") == 1


def test_polygons_are_filled_and_runs_of_nothing_change_nothing():
    zeros = {"size": [4, 6], "counts": [5, 2, 2, 2, 2, 1, 0, 1, 9, 0]}
    for written in (RINGS, zeros):
        truth = mm.load_coco(changed(GROUND, {FIRST: written}), iou_type=SEGM)
        assert truth["mask"][0] == {"size": [4, 6], "counts": b"5220007"}


def test_a_picture_says_that_its_boxes_are_those_around_masks():
    matching = mm.match(*mm.load_coco(GROUND, FOUND, SEGM))
    ax = mm.plots.boxes(matching, image=2299)
    assert "The boxes are those around masks" in alternative_text(ax.figure)
    assert "The boxes are those around masks" in ax.get_legend().get_texts()[-1].get_text()


def test_a_table_of_masks_goes_through_pandas():
    truth, found = mm.load_coco(GROUND, FOUND, SEGM)
    assert truth["x1"].tolist() == [1, 2] and truth["area"].tolist() == [6, 32]
    frames = truth.to_frame(), found.to_frame()
    assert mm.detection_map(*frames).map == mm.detection_map(truth, found).map
    assert [*pickle.loads(pickle.dumps(truth))["mask"]] == [*truth["mask"]]
    assert mm.detection_map(truth, found).errors().members("hit") == (0,)


def test_without_pycocotools_masks_say_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "pycocotools", None)
    with pytest.raises(InputError, match=r"pip install 'mlmetrics-edu\[masks\]'"):
        mm.load_coco(GROUND, FOUND, SEGM)


@each(
    "place, value",
    [
        ("annotations__0__image_id", "2299"),
        ("images__0__id", "2299"),
        ("categories__0__id", "1"),
        ("annotations__0__category_id", "1"),
    ],
)
def test_an_id_is_one_as_a_number_and_as_text(place, value):
    plain = mm.detection_map(*mm.load_coco(GROUND, FOUND, SEGM))
    spelt = mm.detection_map(*mm.load_coco(changed(GROUND, {place: value}), FOUND, SEGM))
    assert plain.map == spelt.map > 0
    one = {"image": ["7"], "category": ["a"], "x1": [0], "y1": [0], "x2": [1], "y2": [1]}
    for truth, found in ((one, {**one, "image": [7]}), ({**one, "image": [7]}, one)):
        assert mm.match(truth, {**found, "score": [1]}).counts["hit"] == 1


def test_two_ids_that_would_be_one_are_refused():
    both = changed(GROUND, {"images__1__id": "2299", "annotations__1__image_id": "2299"})
    twice = [FOUND[0], {**FOUND[0], "image_id": "2299"}]
    for call in ((both, FOUND, SEGM), (GROUND, twice, SEGM)):
        with pytest.raises(InputError, match="2299 is a number, and '2299' a text"):
            mm.detection_map(*mm.load_coco(*call))


def test_what_of_results_is_left_out_is_said():
    beside = [{**one, "bbox": [0, 0, 2, 2], "area": 4} for one in FOUND]
    note = mm.load_coco(GROUND, beside, iou_type="segm")[1].notes
    assert len(note) == 1 and "without bbox, the pixels count" in note[0]
    assert mm.load_coco(GROUND, FOUND, "segm")[1].notes == ()
    filled = changed(GROUND, {"annotations__0__area": ...})
    truth = mm.load_coco(filled, iou_type="segm")
    assert "that of the mask is taken" in truth.notes[0] and truth["area"][0] == 6
