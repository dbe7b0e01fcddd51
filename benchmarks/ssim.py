"""SSIM of two images against scikit-image, with uniform and with Gaussian windows.

    python benchmarks/ssim.py [--largest PIXELS] [--everywhere]

prints the median times, how many times as fast ours is, and how many bytes each takes on top of
the images; --largest leaves out images with longer sides.
"""

import sys
from functools import partial
from pathlib import Path

import numpy as np
from skimage.metrics import structural_similarity

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.sidebyside import compared, parser, run
from mlmetrics_edu.metrics.ssim import ssim

SIZES = {512: 15, 2048: 5}  # pixels on a side: rounds
TARGET = 3
# windows: (how ours is asked, how theirs is)
TASKS = {
    "uniform": ({"window": "uniform", "covariance": "sample"}, {}),
    "gaussian": ({}, {"gaussian_weights": True, "use_sample_covariance": False}),
}


def images(side: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw an image of noise, and the same with more noise."""
    random = np.random.default_rng(0)
    x = random.integers(0, 256, (side, side))
    y = np.clip(x + random.normal(0, 20, x.shape), 0, 255)
    return x.astype(np.uint8), y.astype(np.uint8)


def measure(largest: int):
    """Measure both kinds of windows at each size."""
    for side in [size for size in SIZES if size <= largest]:
        pair = images(side)
        for task, (ours, theirs) in TASKS.items():
            peer = partial(structural_similarity, *pair, data_range=255, **theirs)
            way, targets = partial(ssim, *pair, **ours), {"scikit-image": TARGET}
            peers = {"scikit-image": peer}
            yield from compared(f"{task}, {side}² pixels", way, peers, targets, SIZES[side])


if __name__ == "__main__":
    words = parser(__doc__)
    words.add_argument("--largest", type=int, default=2048, metavar="PIXELS")
    sys.exit(run(measure, words))
