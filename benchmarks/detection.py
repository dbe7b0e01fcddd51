"""COCO's twelve numbers against those who compute them elsewhere, in C++ and in Rust.

    python benchmarks/detection.py [IMAGES ...] [--everywhere]

makes sets of IMAGES (500 and 5 000) like those of COCO: 80 categories, 7 objects and 100 detections
an image. Everybody starts from data in memory, in the form that its own loader gives, and ends with
the twelve numbers. For masks (of the first 500 images or fewer) both start from the files, since
one decodes masks when they are loaded and the other when they are compared. What isn't installed
is left out.

Memory is that of a process of its own for each, all of it, at most while the data are judged.
(Linux alone tells that; elsewhere there is "–".)
"""

import contextlib
import io
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.sidebyside import ROUNDS, Row, compared, parser, run
from mlmetrics_edu.detection.coco import load_coco
from mlmetrics_edu.detection.detection_map import detection_map

# Module, class of the data, class of the evaluation, and how its steps are called.
STEPS = ("evaluate", "accumulate", "summarize")
PEERS = {
    "pycocotools": ("pycocotools.coco:COCO", "pycocotools.cocoeval:COCOeval", STEPS),
    "faster-coco-eval": ("faster_coco_eval:COCO", "faster_coco_eval:COCOeval_faster", STEPS),
    "hotcoco": ("hotcoco:COCO", "hotcoco:COCOeval", ("run",)),
    "ultrafast-pycocotools": (
        "ultrafast_pycocotools:COCO",
        "ultrafast_pycocotools:COCOeval",
        ("run",),
    ),
    "vernier": ("pycocotools.coco:COCO", "vernier:COCOeval", STEPS),
}
TARGETS = {
    "pycocotools": 180,
    "faster-coco-eval": 16,
    "hotcoco": 1.5,
    "ultrafast-pycocotools": 1.5,
}
MASKS_TARGET = 1
MASKED = 500  # images at most: pycocotools takes its time
CORNERS = 24  # of an outline
CATEGORIES, OBJECTS, DETECTIONS = 80, 7, 100
SIDE = 640  # of an image, in pixels


def boxes(random, n):
    """Draw boxes of all sizes, as x, y, width, height."""
    size = np.exp(random.normal(4.2, 1.0, (n, 2))).clip(4, SIDE)
    corner = random.random((n, 2)) * (SIDE - size).clip(1)
    return np.round(np.hstack([corner, size]), 2)


def scene(random, image, usual):
    """Draw the objects of an image, and detections: a third near them, the others anywhere."""
    truth = boxes(random, random.poisson(OBJECTS))
    kinds = random.choice(CATEGORIES, len(truth), p=usual) + 1
    near = random.integers(0, max(len(truth), 1), DETECTIONS // 3 if len(truth) else 0)
    moved = truth[near] + random.normal(0, 0.12, (len(near), 4)) * np.tile(truth[near, 2:], 2)
    found = np.vstack([moved, boxes(random, DETECTIONS - len(near))])
    said = random.choice(CATEGORIES, DETECTIONS, p=usual) + 1
    said[: len(near)] = kinds[near]
    found[:, 2:] = found[:, 2:].clip(1)
    score = random.beta(1, 3, DETECTIONS)
    score[: len(near)] = random.beta(2, 2, len(near))
    rows = zip(found.round(2).tolist(), said.tolist(), score.round(4).tolist(), strict=True)
    results = [{"image_id": image, "category_id": c, "bbox": b, "score": s} for b, c, s in rows]
    crowd = random.random(len(truth)) < 0.01
    rows = zip(truth.tolist(), kinds.tolist(), crowd.astype(int).tolist(), strict=True)
    objects = [
        {"image_id": image, "category_id": c, "bbox": b, "iscrowd": k, "area": b[2] * b[3] * 0.7}
        for b, c, k in rows
    ]
    return objects, results


def data(images: int) -> tuple[dict, list]:
    """Make a set like COCO's, as its JSON would read."""
    random = np.random.default_rng(0)
    usual = 1 / np.arange(1, CATEGORIES + 1)  # a few categories are frequent, most are rare
    usual /= usual.sum()
    scenes = [scene(random, image, usual) for image in range(1, images + 1)]
    annotations = [a for objects, _ in scenes for a in objects]
    for number, annotation in enumerate(annotations, 1):
        annotation["id"] = number
    truth = {
        "images": [{"id": i, "width": SIDE, "height": SIDE} for i in range(1, images + 1)],
        "categories": [{"id": c, "name": f"kind {c}"} for c in range(1, CATEGORIES + 1)],
        "annotations": annotations,
    }
    return truth, [found for _, results in scenes for found in results]


def outline(random, box):
    """Draw a roundish polygon into a box."""
    x, y, w, h = box
    turn = np.linspace(0, 2 * np.pi, CORNERS, endpoint=False)
    far = random.uniform(0.7, 1, CORNERS)
    across, down = x + w / 2 * (1 + far * np.cos(turn)), y + h / 2 * (1 + far * np.sin(turn))
    return [np.column_stack([across, down]).round(2).ravel().tolist()]


def with_masks(truth: dict, results: list):
    """Give objects outlines, and detections packed masks."""
    from pycocotools import mask

    random = np.random.default_rng(1)
    for one in truth["annotations"]:
        one["segmentation"] = outline(random, one["bbox"])
    for one in results:
        (packed,) = mask.frPyObjects(outline(random, one.pop("bbox")), SIDE, SIDE)
        one["segmentation"] = {**packed, "counts": packed["counts"].decode()}


def ways_to_masks(images: int, folder: Path) -> dict:
    """Give the two ways from files with masks to the twelve numbers."""
    coco, evaluator = (named(path) for path in PEERS["pycocotools"][:2])
    if coco is None or evaluator is None:
        return {}
    truth, results = data(images)
    with_masks(truth, results)
    for name, content in (("truth", truth), ("results", results)):
        (folder / f"{name}.json").write_text(json.dumps(content))
    paths = [str(folder / f"{name}.json") for name in ("truth", "results")]

    def theirs():
        with quiet():
            loaded = coco(paths[0])
            judged = evaluator(loaded, loaded.loadRes(paths[1]), "segm")
            for step in STEPS:
                getattr(judged, step)()
        return np.array(judged.stats, float)

    def ours():
        judged = detection_map(*load_coco(*paths, iou_type="segm"))
        return np.array(list(judged.summary.values()), float)

    return {"ours, masks": ours, "pycocotools, masks": theirs}


def named(path: str):
    """Fetch a class, or None where it isn't installed."""
    module, _, name = path.partition(":")
    try:
        return getattr(import_module(module), name)
    except ImportError:
        return None


def peer(name: str, folder: Path):
    """Load the data into somebody else's form; give what has to be timed, or None."""
    coco, evaluator, steps = PEERS[name]
    coco, evaluator = named(coco), named(evaluator)
    if coco is None or evaluator is None:
        return None
    with quiet():
        truth = coco(str(folder / "truth.json"))
        load = getattr(truth, "loadRes", None) or truth.load_res
        results = load(str(folder / "results.json"))

    def run():
        with quiet():
            judged = evaluator(truth, results, "bbox")
            for step in steps:
                getattr(judged, step)()
        return np.array(judged.stats, float)[:12]

    return run


@contextlib.contextmanager
def quiet():
    """Swallow what others print."""
    with contextlib.redirect_stdout(io.StringIO()):
        yield


def ours(folder: Path):
    """Load the data into our form; give what has to be timed."""
    loaded = load_coco(str(folder / "truth.json"), str(folder / "results.json"))
    return lambda: np.array(list(detection_map(*loaded).summary.values()), float)


def ways(images: int, folder: Path) -> dict:
    """Give all ways to the twelve numbers, their data loaded."""
    for name, content in zip(("truth", "results"), data(images), strict=True):
        (folder / f"{name}.json").write_text(json.dumps(content))
    found = {"ours": ours(folder), **{name: peer(name, folder) for name in PEERS}}
    return {name: way for name, way in found.items() if way}


def measure(images: list[int]):
    """Measure boxes, and masks of the first images; all have to find the same numbers."""
    for n in images:
        with tempfile.TemporaryDirectory() as folder:
            found = ways(n, Path(folder))
            takes = {name: peak(name, Path(folder)) for name in found}
        for name, way in found.items():
            np.testing.assert_allclose(way(), found["ours"](), atol=1e-12, err_msg=name)
        ours, task = found.pop("ours"), f"boxes, {n:,} images"
        slow = {"pycocotools": found.pop("pycocotools")} if "pycocotools" in found else {}
        rows = compared(task, ours, found, TARGETS)
        rows += compared(task, ours, slow, TARGETS, rounds=ROUNDS if n <= MASKED else 1)
        for row in rows:
            yield row._replace(our_bytes=takes["ours"], their_bytes=takes[row.peer])
        yield from masks(min(n, MASKED))


def peak(name: str, folder: Path) -> int | None:
    """Measure how many bytes one way takes at most, in a process of its own."""
    if not Path("/proc/self/clear_refs").exists():
        return None
    command = [sys.executable, __file__, "--memory", name, str(folder)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def tell_peak(name: str, folder: Path) -> None:
    """Print how many bytes this process holds at most while one way judges."""
    way = ours(folder) if name == "ours" else peer(name, folder)
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far, which was loading
    way()
    lines = Path("/proc/self/status").read_text().splitlines()
    print(next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM")))


def masks(images: int) -> Iterator[Row]:
    """Measure the way from files with masks."""
    with tempfile.TemporaryDirectory() as folder:
        found = ways_to_masks(images, Path(folder))
        if not found:
            return
        ours, theirs = found.values()
        np.testing.assert_allclose(theirs(), ours(), atol=1e-12, err_msg="masks")
        targets = {"pycocotools": MASKS_TARGET}
        yield from compared(f"masks, {images:,} images", ours, {"pycocotools": theirs}, targets)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--memory"]:
        sys.exit(tell_peak(sys.argv[2], Path(sys.argv[3])))
    words = parser(__doc__)
    words.add_argument("images", type=int, nargs="*", default=[500, 5000])
    sys.exit(run(measure, words))
