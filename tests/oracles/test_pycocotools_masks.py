"""Masks as pycocotools fills, packs, measures and compares them, and segm's twelve numbers."""

import contextlib
import copy
import io
import json

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.detection import masks
from tests.cases import each, seeds

coco_masks = pytest.importorskip("pycocotools.mask")

pytestmark = pytest.mark.filterwarnings("ignore:__array__ implementation:DeprecationWarning")
SCENES = 2000


def theirs_of(rings, height, width):
    return coco_masks.decode(coco_masks.merge(coco_masks.frPyObjects(rings, height, width))) == 1


@each("seed", seeds(2000, 20))
def test_run_lengths_are_unpacked_areas_and_boxes_taken_as_there(seed):
    random = np.random.default_rng(seed)
    height, width = random.integers(1, 60, 2).tolist()
    pixels = np.asfortranarray(random.random((height, width)) < random.random(), np.uint8)
    rle = coco_masks.encode(pixels)
    down = pixels.ravel(order="F")
    steps = np.flatnonzero(np.diff(down, prepend=0))
    counts = np.diff([0, *steps, down.size])
    assert masks.unpacked(rle["counts"].decode(), "it").tolist() == counts.tolist()
    forms = [rle, {**rle, "counts": rle["counts"].decode()}, {**rle, "counts": counts.tolist()}]
    read = masks.read([*forms, pixels], str)
    assert [*read.packed] == [rle] * 4 and read.area.tolist() == [pixels.sum()] * 4
    assert np.array_equal([read.sides.x1, read.sides.y1], coco_masks.toBbox([rle] * 4).T[:2])


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
    plain = {"size": [height, width], "counts": masks.unpacked(packed["counts"], "it").tolist()}
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


@each("seed", seeds(SCENES, 80))
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
    assert judged.protocol.source == "coco: pycocotools, masks"


def test_the_recall_of_each_class_of_coco(worked_examples):
    truth, found = (
        json.loads((worked_examples / f"coco_val2014_100_{part}_bbox.json").read_text())
        for part in ("gt", "dt")
    )
    judged = agree(truth, found, "bbox")
    assert judged.per_class_ar["person"].steps is not None
