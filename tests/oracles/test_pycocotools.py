"""The twelve numbers, and all that they are the mean of, against pycocotools."""

import json

import numpy as np
import pytest

import mlmetrics_edu as mm
from mlmetrics_edu.detection.protocols import PROTOCOLS
from tests.cases import each, seeds
from tests.detection.scenes import draw, judged_by_pycocotools

pytest.importorskip("pycocotools")

IMAGES, CATEGORIES = 6, 4  # the last category has no objects
SCENES, USUAL = 500, 29
COCO = PROTOCOLS["coco"]


def as_nan(values):
    """Read pycocotools' -1 as what it means."""
    return np.where(np.asarray(values) == -1, np.nan, values)


def numbers(judged):
    return np.array(list(judged.summary.values()), float)


@each("seed", seeds(SCENES, USUAL))
def test_the_twelve_numbers_of_random_scenes(seed):
    truth, found = draw(seed)
    if found["image"] and truth["image"]:
        theirs = judged_by_pycocotools(truth, found, IMAGES, CATEGORIES)
        ours = mm.detection_map(truth, found)
        assert np.allclose(numbers(ours), as_nan(theirs.stats), 0, 1e-12, equal_nan=True)
        _tables_agree(ours, theirs.eval, seed)


def test_detections_that_bring_their_own_areas():
    """COCO asks a detection's own ``area`` whether it lies outside a range of sizes."""
    other = 0
    tried = seeds(60, 3)
    for seed in tried:
        truth, found = draw(seed)
        if not found["image"] or not truth["image"]:
            continue
        stretch = np.random.default_rng(seed).choice([0, 0.3, 1, 4], len(found["image"]))
        areas = (stretch * found["w"] * found["h"]).tolist()
        theirs = judged_by_pycocotools(truth, found, IMAGES, CATEGORIES, areas)
        ours = mm.detection_map(truth, {**found, "area": areas})
        assert np.allclose(numbers(ours), as_nan(theirs.stats), 0, 1e-12, equal_nan=True), seed
        _tables_agree(ours, theirs.eval, seed)
        plain = numbers(mm.detection_map(truth, found))
        other += not np.array_equal(numbers(ours), plain, equal_nan=True)
    assert other > len(tried) / 2  # the areas made a difference


def _tables_agree(ours, theirs, seed):
    """Compare precision at all levels, and recall, in every range of sizes."""
    there = [category - 1 for category in ours.categories]
    for area, name in enumerate(COCO.areas):
        counted = ours.sizes[name]
        precision = as_nan(theirs["precision"][:, :, there, area, 2]).transpose(0, 2, 1)
        assert np.allclose(counted.heights, precision, 0, 1e-12, equal_nan=True), (seed, name)
        recall = as_nan(theirs["recall"][:, there, area, 2])
        assert np.array_equal(counted.recall(100), recall, equal_nan=True), (seed, name)


def test_most_scenes_have_something_to_judge():
    scenes = [draw(seed) for seed in range(0, SCENES, 5)]
    assert sum(bool(truth["image"] and found["image"]) for truth, found in scenes) > 95
    assert sum(len(found["image"]) > 100 for _, found in scenes) > 8
    assert sum(any(truth["crowd"]) for truth, _ in scenes) > 40
    assert sum(0.0 in truth["w"] for truth, _ in scenes) > 20


def test_a_hundred_images_of_coco(worked_examples):
    files = (worked_examples / f"coco_val2014_100_{part}_bbox.json" for part in ("gt", "dt"))
    judged = mm.detection_map(*mm.load_coco(*files))
    case = json.loads((worked_examples / "coco_val2014_100.json").read_text())
    known = [case["computed"][f"bbox_{name}_full"] for name in judged.summary]
    assert np.allclose(numbers(judged), known, 0, 1e-12)
    per_category = as_nan(list(case["extra"]["per_category_AP_bbox"].values()))
    ours = np.array(list(judged.per_class.values()), float)
    assert np.allclose(ours, per_category, 0, 1e-12, equal_nan=True)
