"""Curves and areas, from raw scores on, against scikit-learn and SciPy.

    python benchmarks/curves.py [LARGEST]

prints for each task and size the median times and how many times as fast ours is; LARGEST leaves
out sizes above it. It ends with status 1 when a ratio falls below 60 % of its target.
"""

import sys
from functools import partial
from pathlib import Path

import numpy as np
from scipy.stats import ks_2samp
from sklearn import metrics
from tabulate import tabulate

sys.path.insert(0, str(Path(__file__).parent.parent))
import mlmetrics_edu as mm
from benchmarks.sidebyside import seconds

TOLERATED = 0.6
SIZES = {10**3: (60, 20), 10**6: (9, 1), 10**7: (3, 1)}  # samples: (rounds, calls a round)
# task: (ours, theirs, {samples: target})
TASKS = {
    "AUC": (
        lambda y, s: mm.auc(mm.sweep(y, s)),
        metrics.roc_auc_score,
        {10**6: 12},
    ),
    "AP": (
        lambda y, s: mm.average_precision(mm.sweep(y, s)),
        metrics.average_precision_score,
        {10**6: 12},
    ),
    "ROC curve": (
        lambda y, s: mm.roc(mm.sweep(y, s)),
        metrics.roc_curve,
        {10**6: 6, 10**7: 8},
    ),
    "P-R curve": (
        lambda y, s: mm.pr(mm.sweep(y, s)),
        metrics.precision_recall_curve,
        {10**6: 6, 10**7: 8},
    ),
    "KS": (
        lambda y, s: mm.ks_statistic(mm.sweep(y, s)),
        lambda y, s: ks_2samp(s[y == 1], s[y == 0], method="asymp"),
        {10**6: 5},
    ),
    "sweep (np.sort)": (
        mm.sweep,
        lambda y, s: np.sort(s),
        {10**6: 1 / 4},
    ),
}


def main(largest: int) -> int:
    """Print the table; tell by the exit status whether the targets hold."""
    rows, slow = [], []
    for n in [size for size in SIZES if size <= largest]:
        random = np.random.default_rng(0)
        s, y = random.random(n), random.integers(0, 2, n)
        for task, (ours, theirs, targets) in TASKS.items():
            ways = {"ours": partial(ours, y, s), "theirs": partial(theirs, y, s)}
            time = seconds(ways, *SIZES[n])
            ratio, target = time["theirs"] / time["ours"], targets.get(n)
            shown = [f"{time[way] * 1e3:.3f}" for way in ways]
            rows.append([task, f"{n:,}", *shown, f"{ratio:.2f}", target or "–"])
            slow += [task] if target and ratio < TOLERATED * target else []
    heads = ["task", "samples", "ours ms", "theirs ms", "times as fast", "target"]
    print(tabulate(rows, heads, colalign=["left"] + ["right"] * 5, disable_numparse=True))
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**7))
