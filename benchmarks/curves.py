"""Curves and areas, from raw scores on, against scikit-learn and SciPy.

    python benchmarks/curves.py [--largest N] [--everywhere]

prints for each task and size the median times, how many times as fast ours is, and both peaks of
memory; --largest leaves out sizes above it.
"""

import sys
from functools import partial
from pathlib import Path

import numpy as np
from scipy.stats import ks_2samp
from sklearn import metrics

sys.path.insert(0, str(Path(__file__).parent.parent))
import mlmetrics_edu as mm
from benchmarks.sidebyside import compared, parser, run

# samples: (rounds, calls a round)
SIZES = {20: (100, 20), 10**3: (60, 20), 10**6: (9, 1), 10**7: (5, 1)}


def least(y, s):
    """Do what no sweep can do without: keep the samples, sort, and fill three columns.

    It counts nothing (the labels aren't sorted along), so that nothing that counts can be quicker.
    """
    kept = y == 1, s.copy()
    threshold, tp = np.sort(s), np.cumsum(kept[0])
    fp = np.arange(len(s))
    fp -= tp
    return kept, threshold, tp, fp


# task: (ours, {peer: (theirs, {samples: target})})
TASKS = {
    "AUC": (
        lambda y, s: mm.auc(mm.sweep(y, s)),
        {"scikit-learn": (metrics.roc_auc_score, {10**6: 20})},
    ),
    "AP": (
        lambda y, s: mm.average_precision(mm.sweep(y, s)),
        {"scikit-learn": (metrics.average_precision_score, {10**6: 15})},
    ),
    "ROC curve": (
        lambda y, s: mm.roc(mm.sweep(y, s)),
        {"scikit-learn": (metrics.roc_curve, {20: 15, 10**6: 6, 10**7: 8})},
    ),
    "P-R curve": (
        lambda y, s: mm.pr(mm.sweep(y, s)),
        {"scikit-learn": (metrics.precision_recall_curve, {20: 15, 10**6: 6, 10**7: 8})},
    ),
    "KS": (
        lambda y, s: mm.ks_statistic(mm.sweep(y, s)),
        {"ks_2samp": (lambda y, s: ks_2samp(s[y == 1], s[y == 0], method="asymp"), {10**6: 7})},
    ),
    "sweep": (
        mm.sweep,
        {
            "np.sort": (lambda y, s: np.sort(s), {10**6: 1 / 1.5}),
            "the least": (least, {10**6: 1 / 1.5}),
        },
    ),
}


def measure(largest: int):
    """Measure each task at each size."""
    for n in [size for size in SIZES if size <= largest]:
        random = np.random.default_rng(0)
        s, y = random.random(n), random.integers(0, 2, n)
        for task, (ours, others) in TASKS.items():
            peers = {peer: partial(theirs, y, s) for peer, (theirs, _) in others.items()}
            wanted = {peer: targets.get(n) for peer, (_, targets) in others.items()}
            yield from compared(f"{task}, {n:,}", partial(ours, y, s), peers, wanted, *SIZES[n])


if __name__ == "__main__":
    words = parser(__doc__)
    words.add_argument("--largest", type=lambda n: int(float(n)), default=10**7, metavar="N")
    sys.exit(run(measure, words))
