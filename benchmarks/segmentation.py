"""Pixels of masks against scikit-learn and torchmetrics.

    python benchmarks/segmentation.py [--images N] [--everywhere]

counts 100 pairs of masks of 512×512 pixels and 21 classes, or as many as are asked for, and prints
the median times; what isn't installed is left out. The targets are beside those that check their
input, as ours does.
"""

import sys
from functools import partial
from pathlib import Path

import numpy as np
from sklearn import metrics

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.sidebyside import compared, parser, run
from mlmetrics_edu.metrics.pixel_counts import segmentation_matrix
from mlmetrics_edu.metrics.segmentation import mean_iou_over_images

try:
    import torch
    from torchmetrics.functional.classification import multiclass_confusion_matrix
except ImportError:
    torch = None
else:
    torch.set_num_threads(1)  # as all others here

CHECKED = ("scikit-learn", "torchmetrics")
SIZE, CLASSES, BLOCK, WRONG = 512, 21, 64, 0.01


def objects(random, dtype):
    """Make an image of square objects, and a prediction that has them a little out of place."""
    few = random.integers(0, CLASSES, (SIZE // BLOCK, SIZE // BLOCK), dtype=dtype)
    true = np.kron(few, np.ones((BLOCK, BLOCK), dtype))
    pred = np.roll(true, (3, 5), (0, 1))
    wrong = random.random(true.shape) < WRONG
    pred[wrong] = random.integers(0, CLASSES, np.count_nonzero(wrong), dtype=dtype)
    return true, pred


def noise(random, dtype):
    """Make an image without any order, as no camera takes one."""
    return tuple(random.integers(0, CLASSES, (SIZE, SIZE), dtype=dtype) for _ in range(2))


# Noise has no runs of equal pixels, and 64 bits take longer to read than to count.
CASES = {(objects, np.uint8): 10, (noise, np.uint8): 10, (objects, np.int64): 10}


def by_sklearn(pairs):
    """Add up a table for each image."""
    labels = range(CLASSES)
    return sum(metrics.confusion_matrix(t.ravel(), p.ravel(), labels=labels) for t, p in pairs)


def by_torch(pairs, checked: bool):
    """Add up a table for each image; ``checked`` is what torchmetrics does unless told not to."""
    count = partial(multiclass_confusion_matrix, num_classes=CLASSES, validate_args=checked)
    return sum(count(p, t) for t, p in pairs).numpy()


def ways(pairs) -> dict:
    """Give what is installed: the ways to count, by their names."""
    found = {
        "ours": lambda: segmentation_matrix(pairs, classes=CLASSES).counts,
        "ours, image by image": lambda: mean_iou_over_images(pairs, CLASSES),
        "scikit-learn": lambda: by_sklearn(pairs),
    }
    if torch:
        # Made beforehand: their conversion isn't what is measured. torch counts in 64 bits.
        tensors = [tuple(torch.from_numpy(m.astype(np.int64)) for m in both) for both in pairs]
        found["torchmetrics"] = lambda: by_torch(tensors, True)
        found["torchmetrics, unchecked"] = lambda: by_torch(tensors, False)
    return found


def measure(images: int):
    """Measure masks of all kinds; the targets are beside those that check their input, too."""
    for (make, dtype), target in CASES.items():
        random = np.random.default_rng(0)
        peers = ways([make(random, dtype) for _ in range(images)])
        ours = peers.pop("ours")
        for name in peers.keys() - {"ours, image by image"}:
            np.testing.assert_array_equal(ours(), peers[name]())
        task, targets = f"{make.__name__}, {dtype.__name__}", dict.fromkeys(CHECKED, target)
        yield from compared(f"{task}, {images} images", ours, peers, targets)


if __name__ == "__main__":
    words = parser(__doc__)
    words.add_argument("--images", type=int, default=100)
    sys.exit(run(measure, words))
