"""SSIM of two images against scikit-image, with uniform and with Gaussian windows.

    python benchmarks/ssim.py [LARGEST]

prints the median times, how many times as fast ours is, and how many bytes each takes on top of
the images; LARGEST leaves out images with longer sides. It ends with status 1 when a ratio falls
below 60 % of its target.
"""

import sys
from functools import partial
from pathlib import Path

import numpy as np
from skimage.metrics import structural_similarity
from tabulate import tabulate

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.sidebyside import peak_bytes, seconds
from mlmetrics_edu.metrics.imaging.similarity import ssim

TOLERATED = 0.6
SIZES = {512: (15, 1), 2048: (3, 1)}  # pixels on a side: (rounds, calls a round)
# windows: (ours, theirs, target)
TASKS = {
    "uniform": (
        {"window": "uniform", "covariance": "sample"},
        {},
        3,
    ),
    "gaussian": (
        {},
        {"gaussian_weights": True, "use_sample_covariance": False},
        3,
    ),
}


def images(side: int) -> tuple[np.ndarray, np.ndarray]:
    """Draw an image of noise, and the same with more noise."""
    random = np.random.default_rng(0)
    x = random.integers(0, 256, (side, side))
    y = np.clip(x + random.normal(0, 20, x.shape), 0, 255)
    return x.astype(np.uint8), y.astype(np.uint8)


def main(largest: int) -> int:
    """Print the table; tell by the exit status whether the targets hold."""
    rows, slow = [], []
    for side in [size for size in SIZES if size <= largest]:
        pair = images(side)
        for task, (ours, theirs, target) in TASKS.items():
            ways = {
                "ours": partial(ssim, *pair, **ours),
                "theirs": partial(structural_similarity, *pair, data_range=255, **theirs),
            }
            time = seconds(ways, *SIZES[side])
            ratio = time["theirs"] / time["ours"]
            shown = [f"{time[way] * 1e3:.1f}" for way in ways]
            memory = [f"{peak_bytes(way) / 1e6:.0f}" for way in ways.values()]
            rows.append([task, f"{side}²", *shown, f"{ratio:.2f}", target, *memory])
            slow += [task] if ratio < TOLERATED * target else []
    heads = ["windows", "pixels", "ours ms", "theirs ms", "times as fast", "target"]
    heads += ["ours MB", "theirs MB"]
    print(tabulate(rows, heads, colalign=["left"] + ["right"] * 7, disable_numparse=True))
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 2048))
