"""Masks by hand: what they share, how they are written, what is refused, how they are judged."""

import pickle

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu import InputError, Mask, MetricError
from mlmetrics_edu.plots.picture import alternative_text
from tests.cases import each
from tests.detection.test_loaders import changed

SQUARE = [[1, 1, 0, 0], [1, 1, 0, 0], [0, 0, 0, 0]]
BAR = [[0, 1, 1, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
NONE = [[0] * 4] * 3
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


def masks(*drawn):
    return [Mask.from_array(pixels) for pixels in drawn]


def test_the_working_of_two_masks():
    found = mm.iou(*masks(SQUARE, BAR))
    assert found.fraction.as_integer_ratio() == (2, 5)
    assert found.working.splitlines()[1].strip() == "= 2 / (4 + 3 − 2)"
    assert [*found.steps.to_frame()["pixels"].astype(int)] == [2, 2, 1, 7]
    assert "pixels are counted" in str(found.steps)
    assert mm.crowd_iou(*masks(BAR, SQUARE)).fraction.as_integer_ratio() == (2, 3)


def test_arrays_and_run_lengths_are_masks_too():
    a, b = masks(SQUARE, BAR)
    assert mm.iou(np.array(SQUARE, bool), np.array(BAR, bool)) == mm.iou(a, b) == mm.iou(a.rle, b)
    assert mm.iou(np.array(SQUARE, np.uint8), np.array(BAR, np.uint8)) == mm.iou(a, b)
    assert mm.iou_matrix([a, b], [a]).tolist() == [[1.0], [0.4]]
    assert mm.iou_matrix([a.array], [b.rle], crowd=[True]).tolist() == [[0.5]]


def test_masks_without_a_pixel():
    empty, some = masks(NONE, SQUARE)
    assert np.isnan(mm.iou(empty, empty)) and "no" not in mm.iou(empty, some).working
    assert "neither mask has a pixel" in mm.iou(empty, empty).reason
    assert "detection has no pixel" in mm.crowd_iou(empty, some).reason
    assert empty.box == (0, 0, 0, 0) and empty.area == 0 and empty.counts == [12]
    assert np.isnan(mm.iou_matrix([empty], [empty, some])).tolist() == [[True, False]]


def test_a_mask_shows_itself_and_is_one_with_its_like():
    drawn = Mask.from_array(BAR)
    assert str(drawn) == "·##·\n·#··\n····"
    assert repr(Mask.from_array(np.ones((1, 41)))) == "a mask of 41 pixels in 41 × 1"
    assert drawn == Mask.from_rle(drawn.rle) == pickle.loads(pickle.dumps(drawn))
    assert len({drawn, Mask.from_array(BAR), Mask.from_array(SQUARE)}) == 2
    assert drawn != "·##·"
    assert drawn.box == (1, 0, 3, 2)
    assert Mask.from_array([[1, 1], [1, 1]]).counts == [0, 4]


def test_several_polygons_and_runs_that_touch_are_one_mask():
    two = Mask.from_polygons([[0, 0, 2, 0, 2, 2, 0, 2], [2, 0, 4, 0, 4, 2, 2, 2]], 2, 5)
    assert two.runs.tolist() == [[0, 8]]
    assert Mask.from_rle({"size": [2, 5], "counts": [0, 3, 0, 5, 2]}) == two


def wrong(segmentation, place=1):
    """Load annotations of which one has such a mask."""
    return lambda: mm.load_coco(
        changed(GROUND, {f"annotations__{place}__segmentation": segmentation}), iou_type="segm"
    )


def array(pixels):
    return lambda: Mask.from_array(pixels)


def packed(counts, size=(3, 4)):
    return lambda: Mask.from_rle({"size": [*size], "counts": counts})


BOXED = {"bbox": [1, 1, 3, 2], "segmentation": ...}
REFUSED = {
    "half a corner": (
        wrong([[1, 1, 4, 1, 4]]),
        r"annotations[1]: its mask has a polygon of 5 numb",
    ),
    "two corners": (wrong([RINGS[0], [1, 1, 4, 1]]), "four would be a box"),
    "no corner": (wrong([[]]), "three corners at least"),
    "no polygon": (wrong([]), "has no polygon"),
    "one polygon without its list": (wrong(RINGS[0]), "put the polygon into a list"),
    "a corner nowhere": (wrong([[1, 1, 4, float("nan"), 4, 3]]), "has a corner at nan"),
    "a corner in words": (wrong([[1, 1, 4, "1", 4, 3]]), "has a corner at '1'"),
    "a corner beyond": (wrong([[1, 1, 4, 10**20, 4, 3]]), "has a corner at 1000"),
    "no segmentation": (wrong(...), "annotations[1] has no segmentation"),
    "masks, and boxes asked for": (lambda: mm.load_coco(GROUND), 'load_coco(…, iou_type="segm")'),
    "boxes, and masks asked for": (
        lambda: mm.load_coco(
            changed(GROUND, {f"annotations__1__{k}": v for k, v in BOXED.items()}), iou_type="segm"
        ),
        "annotations[1] has no segmentation; it has bbox",
    ),
    "neither": (lambda: mm.match({"x": [1]}, {"x": [1]}), "or mask"),
    "segmentation null": (wrong(None), "annotations[1]: its mask is None"),
    "runs too short": (wrong({"size": [8, 8], "counts": [16, 32]}), "run lengths of 48 pixels"),
    "no runs": (wrong({"size": [8, 8], "counts": []}), "run lengths of 0 pixels"),
    "another size": (wrong({"size": [4, 16], "counts": [64]}), "is 4 pixels high and 16 wide"),
    "a size of one number": (wrong({"size": 64, "counts": [64]}), "has the size 64"),
    "no size": (wrong({"counts": [64]}), "has the size None"),
    "no counts": (wrong({"size": [8, 8]}), "need size, [height, width], and counts"),
    "negative counts": (wrong({"size": [8, 8], "counts": [70, -6]}), "has the counts [70, -6]"),
    "counts in words": (wrong({"size": [8, 8], "counts": ["64"]}), "has the counts ['64']"),
    "counts in halves": (wrong({"size": [8, 8], "counts": [63.5, 0.5]}), "whole numbers, from 0"),
    "no letter of the code": (packed("42!02"), "'!' isn't a letter of this code"),
    "a Chinese letter": (packed("4猫"), "'猫' isn't a letter of this code"),
    "broken off": (packed("421P"), "breaks off within a number"),
    "a negative run": (packed("421M"), "a run shorter than nothing"),
    "an endless number": (packed("P" * 20 + "0"), "larger than any image"),
    "packed, too short": (packed("42"), "run lengths of 6 pixels in all"),
    "an image too large": (packed([2**40], (2**20, 2**20)), "so large an image isn't judged"),
    "no image": (array([]), "nothing of the pixels of a mask"),
    "a row": (array([1, 0, 1]), "nothing of the pixels of a mask"),
    "three classes": (array([[0, 1], [2, 3]]), "a mask has rows of True and False"),
    "rows of unlike lengths": (array([[0, 1], [1]]), "the rows of the mask differ"),
    "no run lengths": (lambda: Mask.from_rle([4, 2]), "run lengths come with the size"),
    "a height of none": (lambda: Mask.from_polygons(RINGS, 0, 4), "height=0"),
    "two images": (
        lambda: mm.iou(*masks(SQUARE, [[1, 0]])),
        "the masks are 2 × 1 and 4 × 3 pixels",
    ),
    "a mask and a box": (lambda: mm.iou(Mask.from_array(BAR), [0, 0, 1, 1]), "b=[0, 0, 1, 1]"),
    "masks and boxes": (lambda: mm.iou_matrix([[0, 0, 1, 1]], masks(BAR)), "a[0]=[0, 0, 1, 1]"),
    "masks in xywh": (
        lambda: mm.iou_matrix(masks(BAR), masks(BAR), form="xywh"),
        "form='xywh', and",
    ),
    "a hull of masks": (lambda: mm.giou(*masks(BAR, SQUARE)), "a is a mask"),
    "a picture of masks": (lambda: mm.plots.overlap(*masks(BAR, SQUARE)), "a is a mask"),
    "one mask for many": (lambda: mm.iou_matrix(*masks(BAR, SQUARE)), "a is one mask"),
    "a function for many": (lambda: mm.iou_matrix(len, masks(BAR)), "a=<built-in function len>"),
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
        "height and width are the other way round",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_mask_is_told_why(name):
    call, says = REFUSED[name]
    with pytest.raises(MetricError) as caught:
        call()
    assert says in str(caught.value)
    assert len(str(caught.value).splitlines()) == 3


def test_a_column_of_masks_is_judged_by_its_pixels():
    a, b = masks(SQUARE, BAR)
    truth = {"image": [1, 1], "category": ["cat"] * 2, "mask": [a, b], "id": ["A", "B"]}
    found = {"image": [1], "category": ["cat"], "mask": [BAR], "score": [0.9]}
    found["mask"] = [np.array(BAR, bool)]
    matching = mm.match(truth, found, 0.3)
    assert matching.detections[0].why == "overlaps object B by 1.000"
    assert matching.detections[0].box == (1, 0, 3, 2)
    assert "masks: pixels are counted" in str(matching)
    by_size = mm.detection_map(truth, {**found, "area": [1e6]})
    assert by_size.matching(area="small").counts["hit"] == 1  # a hit counts, whatever its area
    assert str(mm.detection_map(truth, found, "voc2010")).count("masks: pixels") == 1
    assert mm.match(truth, found, 0.3).sweep().positives == 2


def test_a_picture_says_that_its_boxes_are_those_around_masks():
    matching = mm.match(*mm.load_coco(GROUND, FOUND, iou_type="segm"))
    ax = mm.plots.boxes(matching, image=2299)
    said = "The boxes are those around masks"
    assert said in alternative_text(ax.figure)
    assert said in ax.get_legend().get_texts()[-1].get_text()


def test_masks_of_one_image_have_one_size():
    truth = {"image": [1], "category": ["cat"], "mask": masks(SQUARE)}
    found = {"image": [1], "category": ["cat"], "mask": masks([[1, 0]]), "score": [0.9]}
    with pytest.raises(InputError, match=r"mask 0 is 4 × 3 pixels, and another .* 1 2 × 1"):
        mm.match(truth, found)


def test_a_table_of_masks_goes_through_pandas(tmp_path):
    truth, found = mm.load_coco(GROUND, FOUND, iou_type="segm")
    assert truth["x1"].tolist() == [1, 2] and truth["mask"][1].area == 32
    frames = truth.to_frame(), found.to_frame()
    assert mm.detection_map(*frames, images=[7, 2299]).map == mm.detection_map(truth, found).map
    again = pickle.loads(pickle.dumps(truth))
    assert [*again["mask"]] == [*truth["mask"]] and repr(truth["mask"][:1]) == "1 mask"
    assert mm.detection_map(truth, found, images=[7]).matching().counts == {
        "ignored: crowd": 1,
        "object ignored: crowd": 1,
    }


def test_errors_of_masks_have_their_types():
    errors = mm.error_types(mm.detection_map(*mm.load_coco(GROUND, FOUND, iou_type="segm")))
    assert errors.counts["localisation"] == 0 and errors.hits == 1


SPELT = {
    "annotations": {"annotations__0__image_id": "2299"},
    "images": {"images__0__id": "2299"},
    "categories": {"categories__0__id": "1"},
    "categories of annotations": {"annotations__0__category_id": "1"},
}


@each("where", SPELT)
def test_an_id_is_one_as_a_number_and_as_text(where):
    plain = mm.detection_map(*mm.load_coco(GROUND, FOUND, iou_type="segm"))
    spelt = mm.detection_map(*mm.load_coco(changed(GROUND, SPELT[where]), FOUND, iou_type="segm"))
    assert plain.map == spelt.map > 0


def test_results_in_text_find_their_images():
    texts = [{**one, "image_id": str(one["image_id"])} for one in FOUND]
    found = mm.load_coco(GROUND, texts, iou_type="segm")[1]
    assert found["image"].tolist() == [2299, 7]
    one = {"image": ["7"], "category": ["a"], "x1": [0], "y1": [0], "x2": [1], "y2": [1]}
    assert mm.match({**one, "image": [7]}, {**one, "score": [1]}).counts["hit"] == 1
    assert mm.match(one, {**one, "image": [7], "score": [1]}, images=[7]).counts["hit"] == 1


def test_two_ids_that_would_be_one_are_refused():
    both = changed(GROUND, {"images__1__id": "2299", "annotations__1__image_id": "2299"})
    with pytest.raises(InputError, match="has both 2299 and '2299'"):
        mm.load_coco(both, FOUND, iou_type="segm")
    twice = [FOUND[0], {**FOUND[0], "image_id": "2299"}]
    with pytest.raises(InputError, match="has both 2299 and '2299'"):
        mm.load_coco(GROUND, twice, iou_type="segm")


def test_what_of_results_is_left_out_is_said():
    beside = [{**one, "bbox": [0, 0, 2, 2], "area": 4} for one in FOUND]
    note = mm.load_coco(GROUND, beside, iou_type="segm")[1].notes
    assert len(note) == 1 and "without bbox, the pixels count" in note[0]
    brought = [{**one, "area": 5} for one in FOUND]
    assert "area of results is left out" in mm.load_coco(GROUND, brought, "segm")[1].notes[0]
    assert mm.load_coco(GROUND, FOUND, "segm")[1].notes == ()
    filled = changed(GROUND, {"annotations__0__area": ...})
    truth = mm.load_coco(filled, iou_type="segm")
    assert "that of the mask is taken" in truth.notes[0] and truth["area"][0] == 6
