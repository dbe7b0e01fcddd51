"""The lower envelope of cost lines against the minimum of all lines on a grid.

    python benchmarks/costs.py [--everywhere]

takes finished sweeps of a million samples, and prints the median times and how many times as fast
the exact envelope, and the area below it, is as 1001 places of a grid.
"""

import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).parent.parent))
import mlmetrics_edu as mm
from benchmarks.sidebyside import compared, parser, run
from mlmetrics_edu.metrics.cost_curves import cost_curve

TARGET = 50
GRID = np.linspace(0, 1, 1001)
BLOCK = 10_000  # lines at a time: all at once would take 8 GB


def swept(separation: float):
    """Sweep a million scores of two bells, so far apart."""
    random = np.random.default_rng(0)
    labels = (random.random(10**6) < 0.3).astype(int)
    return mm.sweep(labels, random.normal(size=10**6) + separation * labels)


def on_grid(fpr: np.ndarray, fnr: np.ndarray) -> np.ndarray:
    """Try every line at every place of the grid."""
    lowest = np.full(len(GRID), np.inf)
    for start in range(0, len(fpr), BLOCK):
        rows = slice(start, start + BLOCK)
        costs = np.outer(fpr[rows], 1 - GRID) + np.outer(fnr[rows], GRID)
        np.minimum(lowest, costs.min(axis=0), out=lowest)
    return lowest


def measure():
    """Measure curves with few stretches and with many."""
    for name, separation in {"random scores": 0, "two bells": 1.09}.items():
        sweep = swept(separation)
        fpr, fnr = sweep["fpr"], sweep["fnr"]
        np.testing.assert_allclose(cost_curve(sweep).at(GRID), on_grid(fpr, fnr), atol=1e-12)
        ways = {
            "envelope": lambda sweep=sweep: cost_curve(sweep).envelope,
            "area": lambda sweep=sweep: cost_curve(sweep).area,
        }
        grid = {"a grid": lambda fpr=fpr, fnr=fnr: on_grid(fpr, fnr)}
        for what, way in ways.items():
            targets = {"a grid": TARGET if what == "envelope" else None}
            yield from compared(f"{what}, {name}, 10⁶", way, grid, targets)


if __name__ == "__main__":
    sys.exit(run(measure, parser(__doc__)))
