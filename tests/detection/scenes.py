"""Scenes drawn at random, with all that makes evaluators disagree, and what pycocotools says."""

import contextlib
import io

import numpy as np

OBJECT = "image category x y w h area crowd id".split()
DETECTION = "image category x y w h score".split()
SIDES = (0, 4, 10, 30, 60, 120, 200)


def draw(seed, images=6, categories=3, objects=5, detections=8):
    """Draw objects and detections.

    There are crowds, images and categories without the one or the other, ties, boxes without an
    area, two objects in one place, areas that aren't those of the boxes, and now and then more than
    100 detections.
    """
    random = np.random.default_rng(seed)
    truth, found = [], []
    crowds = random.choice([0, 0.1, 0.5])
    for image in random.permutation(images) + 1:
        here = [_object(random, image, categories, crowds) for _ in range(random.integers(objects))]
        here += [(*row[:6], row[6] / 3, row[7]) for row in here if random.random() < 0.15]
        many = 130 if seed % 10 == 0 and image == 1 else random.integers(detections)
        found += [_detection(random, image, here, categories, seed) for _ in range(many)]
        truth += here
    truth = [(*row, number) for number, row in enumerate(truth, 1)]
    return _columns(OBJECT, truth), _columns(DETECTION, found)


def _columns(names, rows):
    return {name: [row[i] for row in rows] for i, name in enumerate(names)}


def _object(random, image, categories, crowds):
    x, y = random.uniform(0, 200, 2).round(1)
    w, h = (random.choice(SIDES, 2) * random.uniform(0.5, 1.5, 2)).round(1)
    area = w * h * random.choice([1, 1, 0.4, 1.7])
    category = int(random.integers(1, categories + 1))
    return int(image), category, x, y, w, h, area, int(random.random() < crowds)


def _detection(random, image, here, categories, seed):
    category = int(random.integers(1, categories + 2))
    x, y, w, h = (random.uniform(0, 200, 4) * [1, 1, 0.7, 0.7]).round(1)
    if here and random.random() < 0.8:
        _, near, *box = here[random.integers(len(here))][:6]
        category = near if random.random() < 0.9 else category
        moved = np.array(box) + random.choice([0, 0, 0.06, 0.15]) * random.normal(size=4) * box[2]
        x, y, w, h = moved.round(1)
    score = round(random.random(), 1 if seed % 3 else 6)
    return int(image), category, x, y, max(w, 0.0), max(h, 0.0), score


def judged_by_pycocotools(truth, found, images, categories, areas=None):
    """Evaluate with pycocotools; without a detection it can't. Detections may have own areas."""
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    with contextlib.redirect_stdout(io.StringIO()):
        coco = COCO()
        coco.dataset = {
            "images": [{"id": i} for i in range(1, images + 1)],
            "categories": [{"id": c, "name": str(c)} for c in range(1, categories + 1)],
            "annotations": [_annotation(row, OBJECT) for row in zip(*truth.values(), strict=True)],
        }
        coco.createIndex()
        rows = [_annotation(row, DETECTION) for row in zip(*found.values(), strict=True)]
        results = coco.loadRes(rows)
        for row, area in zip(results.dataset["annotations"], areas or (), strict=bool(areas)):
            row["area"] = area  # what is given takes the place of w·h, which loadRes puts there
        judged = COCOeval(coco, results, "bbox")
        for step in (judged.evaluate, judged.accumulate, judged.summarize):
            step()
    return judged


def _annotation(row, names):
    cells = dict(zip(names, row, strict=True))
    renamed = {"image_id": "image", "category_id": "category", "iscrowd": "crowd"}
    other = {key: cells[key] for key in ("area", "score", "id") if key in cells}
    known = {new: cells[old] for new, old in renamed.items() if old in cells}
    return {**known, **other, "bbox": [float(cells[side]) for side in "xywh"]}
