"""Masks as pycocotools fills, packs, measures and compares them, and segm's twelve numbers."""

import contextlib
import copy
import io
import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mlmetrics_edu as mm
from mlmetrics_edu.detection import masks, run_lengths
from mlmetrics_edu.detection.masks import Mask
from tests.cases import each, seeds

coco_masks = pytest.importorskip("pycocotools.mask")

pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
CASES, USUAL = 2000, 8
SCENES = 2000
COORDINATE = st.one_of(
    st.floats(-30, 90, width=32),
    st.integers(-30, 90).map(float),
    st.integers(-300, 900).map(lambda tenths: tenths / 10),  # where a side may meet a middle
)
POLYGON = st.lists(st.tuples(COORDINATE, COORDINATE), min_size=3, max_size=9)


def flat(corners) -> list[float]:
    return [number for corner in corners for number in corner]


def theirs_of(rings, height, width):
    return coco_masks.decode(coco_masks.merge(coco_masks.frPyObjects(rings, height, width))) == 1


@given(st.lists(POLYGON, min_size=1, max_size=3), st.integers(1, 60), st.integers(1, 60))
def test_polygons_are_filled_as_there(drawn, height, width):
    rings = [flat(corners) for corners in drawn]
    ours = Mask.from_polygons(rings, height, width)
    assert (ours.array == theirs_of(rings, height, width)).all()


@each("seed", seeds(CASES, USUAL))
def test_random_polygons_of_all_kinds(seed):
    random = np.random.default_rng(seed)
    height, width = random.integers(1, 80, 2).tolist()
    rings = []
    for _ in range(random.integers(1, 4)):
        corners = random.uniform(-0.4, 1.4, (random.integers(3, 14), 2)) * [width, height]
        corners = [corners, corners.round(), corners.round(1), (2 * corners).round() / 2][seed % 4]
        corners = np.repeat(corners, 1 + (seed % 5 == 0), axis=0)  # a corner twice is one
        rings.append(corners.ravel().tolist())
    ours = Mask.from_polygons(rings, height, width)
    assert (ours.array == theirs_of(rings, height, width)).all()


def test_a_polygon_far_out_costs_no_time_and_fills_the_image():
    far = float(run_lengths.FARTHEST // 2)
    whole = [-far, -far, far, -far, far, far, -far, far]
    assert Mask.from_polygons([whole], 30, 20).area == 600


@given(st.integers(1, 40), st.integers(1, 40), st.randoms(use_true_random=False), st.integers(1, 9))
def test_packed_run_lengths_are_read_as_there(height, width, random, coarse):
    rows = [[random.random() < 0.5 for _ in range(width)] for _ in range(height)]
    pixels = np.kron(np.array(rows), np.ones((coarse, 2 * coarse), bool)).astype(bool)
    packed = coco_masks.encode(np.asfortranarray(pixels.astype(np.uint8)))
    ours = Mask.from_array(pixels)
    assert Mask.from_rle(packed) == ours == Mask.from_rle(ours.rle)
    assert Mask.from_rle({**packed, "counts": packed["counts"].decode()}) == ours
    assert coco_masks.frPyObjects(ours.rle, *pixels.shape) == packed


def random_masks(random, many, height, width):
    """Draw masks of all kinds: rectangles, polygons, noise, nothing, everything."""
    drawn = []
    for _ in range(many):
        pixels = np.zeros((height, width), np.uint8, order="F")
        kind = random.integers(5)
        if kind < 2:
            top, left = random.integers(0, height), random.integers(0, width)
            pixels[top : top + random.integers(height), left : left + random.integers(width)] = 1
        elif kind == 2:
            pixels[:] = random.random((height, width)) < random.random()
        elif kind == 3:
            corners = (random.random((5, 2)) * [width, height]).ravel().tolist()
            pixels = theirs_of([corners], height, width).astype(np.uint8, order="F")
        elif random.random() < 0.3:
            pixels[:] = 1
        drawn.append(np.asfortranarray(pixels))
    return drawn


@each("seed", seeds(CASES, USUAL))
def test_areas_boxes_and_overlaps(seed):
    random = np.random.default_rng(seed)
    height, width = random.integers(1, 30, 2)
    a, b = (random_masks(random, n, height, width) for n in random.integers(1, 6, 2))
    crowd = random.random(len(b)) < 0.3
    packed = [[coco_masks.encode(pixels) for pixels in some] for some in (a, b)]
    read = masks.of(packed[0])
    assert read.area.tolist() == [coco_masks.area(one) for one in packed[0]]
    x, y, w, h = coco_masks.toBbox(packed[0]).T
    assert np.array_equal([read.sides.x1, read.sides.y1, read.sides.w, read.sides.h], [x, y, w, h])
    theirs = coco_masks.iou(*packed, crowd.astype(np.uint8).tolist())
    ours = mm.iou_matrix(*packed, crowd=crowd, undefined="zero")
    assert np.array_equal(ours, theirs)
    way = mm.crowd_iou if crowd[0] else mm.iou
    one = way(a[0] == 1, b[0] == 1)
    assert one == ours[0, 0] or (np.isnan(one) and not ours[0, 0])


def test_many_masks_in_blocks_give_what_a_few_do(monkeypatch):
    random = np.random.default_rng(1)
    some = masks.of([pixels == 1 for pixels in random_masks(random, 60, 20, 30)])
    rows, others = (grid.ravel() for grid in np.indices((60, 60)))
    whole = masks.shared(some, rows, some, others)
    monkeypatch.setattr(masks, "AT_ONCE", 7)
    assert np.array_equal(masks.shared(some, rows, some, others), whole)
    dense = np.array([mask.array.ravel() for mask in some], float)
    assert np.array_equal(whole.reshape(60, 60), dense @ dense.T)


def scene(seed):
    """Draw annotations and results with masks in all forms, crowds, ties, and areas of their own.

    Returns
    -------
    annotations : dict
    results : list of dict
    """
    random = np.random.default_rng(seed)
    images = [
        {"id": i, "height": int(h), "width": int(w)}
        for i, (h, w) in enumerate(random.integers(20, 160, (5, 2)), 1)
    ]
    annotations, results = [], []
    for image in random.permutation(images):
        height, width = image["height"], image["width"]
        here = [random.uniform(0, 1, 4) for _ in range(random.integers(5))]
        for box in here:
            crowd = random.random() < 0.15
            drawn, pixels = outline(random, box, height, width, annotation=True)
            area = float(pixels.sum() * random.choice([1, 0.4, 8]))
            annotations.append(record(random, image, drawn, area=area, iscrowd=int(crowd)))
        for _ in range(random.integers(9)):
            near = here[random.integers(len(here))] if here else random.uniform(0, 1, 4)
            near = near + random.normal(0, random.choice([0, 0.02, 0.1]), 4)
            drawn, _ = outline(random, near, height, width, annotation=False)
            score = float(round(random.random(), 1 if seed % 3 else 6))
            results.append(record(random, image, drawn, score=score))
    for number, annotation in enumerate(annotations, 1):
        annotation["id"] = number
    categories = [{"id": c, "name": f"kind {c}"} for c in (3, 1, 2)]
    return {"images": images, "annotations": annotations, "categories": categories}, results


def record(random, image, drawn, **fields):
    category = int(random.integers(1, 3))
    return {"image_id": image["id"], "category_id": category, "segmentation": drawn, **fields}


def outline(random, box, height, width, *, annotation):
    """Write a five-sided object in one of COCO's forms; results are packed always."""
    x1, y1, x2, y2 = box * [width, height, width, height]
    rings = [[x1, y1, (x1 + x2) / 2, y1, x2, (y1 + y2) / 2, x2, y2, x1, y2]]
    if random.random() < 0.2:
        rings.append((random.random((3, 2)) * [width, height]).ravel().tolist())
    pixels = theirs_of(rings, height, width)
    packed = coco_masks.encode(np.asfortranarray(pixels.astype(np.uint8)))
    packed["counts"] = packed["counts"].decode()
    plain = {"size": [height, width], "counts": Mask.from_array(pixels).counts}
    forms = [rings, rings, packed, plain] if annotation else [packed]
    return forms[random.integers(len(forms))], pixels


def judged_by_pycocotools(annotations, results, kind):
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO()
        coco.dataset = copy.deepcopy(annotations)
        coco.createIndex()
        judged = COCOeval(coco, coco.loadRes(copy.deepcopy(results)), kind)
        for step in (judged.evaluate, judged.accumulate, judged.summarize):
            step()
    return judged


def as_nan(values):
    return np.where(np.asarray(values) == -1, np.nan, values)


def agree(annotations, results, kind):
    """Compare the twelve numbers, and the AR of each category."""
    theirs = judged_by_pycocotools(annotations, results, kind)
    ours = mm.detection_map(*mm.load_coco(annotations, results, iou_type=kind))
    numbers = np.array(list(ours.summary.values()), float)
    assert np.allclose(numbers, as_nan(theirs.stats), 0, 1e-12, equal_nan=True)
    recall = as_nan(theirs.eval["recall"][:, :, 0, 2]).mean(axis=0)
    by_class = np.array([float(ours.per_class_ar[name]) for name in ours.categories])
    assert np.allclose(by_class, recall, 0, 1e-12, equal_nan=True)
    return ours


@each("seed", seeds(SCENES, 40))
def test_the_twelve_numbers_of_masks(seed):
    annotations, results = scene(seed)
    if results and annotations["annotations"]:
        agree(annotations, results, "segm")


@each("seed", seeds(400, 40))
def test_boxes_around_masks_and_boxes_beside_masks(seed):
    """Results without ``bbox`` get one, and keep the area of the mask; those with it have its."""
    annotations, results = scene(seed)
    if not results or not annotations["annotations"]:
        return
    boxed = copy.deepcopy(annotations)
    random = np.random.default_rng(seed)
    for one in boxed["annotations"]:
        one["bbox"] = (random.random(4) * 50).tolist()
    around = mm.load_coco(boxed, results)[1]
    assert any("boxes are those around the masks" in note for note in around.notes)
    areas = [int(coco_masks.area(one["segmentation"])) for one in results]
    assert around["area"].tolist() == areas
    agree(boxed, results, "bbox")
    beside = [{**one, "bbox": (random.random(4) * 50).tolist()} for one in results]
    beside[-1].pop("segmentation")
    found = mm.load_coco(annotations, beside, "segm")[1]
    assert any("areas of detections are those of their bbox" in note for note in found.notes)
    agree(annotations, beside, "segm")


@each("seed", seeds(200, 40))
def test_an_area_that_results_bring_is_left_out_as_there(seed):
    annotations, results = scene(seed)
    if not results or not annotations["annotations"]:
        return
    random = np.random.default_rng(seed)
    brought = [{**one, "area": float(random.random() * 9000)} for one in results]
    assert "area of results is left out" in mm.load_coco(annotations, brought, "segm")[1].notes[-1]
    agree(annotations, brought, "segm")


def test_most_scenes_have_something_to_judge():
    scenes = [scene(seed) for seed in range(0, 400, 8)]
    assert sum(bool(a["annotations"] and r) for a, r in scenes) > 40
    assert sum(any(one["iscrowd"] for one in a["annotations"]) for a, _ in scenes) > 20


def test_a_hundred_images_of_coco(worked_examples):
    truth = worked_examples / "coco_val2014_100_gt_with_segm.json"
    found = worked_examples / "coco_val2014_100_dt_segm.json"
    judged = mm.detection_map(*mm.load_coco(truth, found, iou_type="segm"))
    case = json.loads((worked_examples / "coco_val2014_100.json").read_text())
    known = [case["computed"][f"segm_{name}_full"] for name in judged.summary]
    assert np.allclose(np.array(list(judged.summary.values()), float), known, 0, 1e-12)
    assert judged.protocol.said == "coco: pycocotools, masks"


def test_the_recall_of_each_class_of_coco(worked_examples):
    truth, found = (
        json.loads((worked_examples / f"coco_val2014_100_{part}_bbox.json").read_text())
        for part in ("gt", "dt")
    )
    judged = agree(truth, found, "bbox")
    assert judged.per_class_ar["person"].steps is not None
