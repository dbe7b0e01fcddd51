"""Tables of classes and their reports, from labels on, against scikit-learn.

    python benchmarks/classes.py [SAMPLES]

prints for each task the median times and how many times as fast ours is. It ends with status 1
when a ratio falls below 60 % of its target.
"""

import sys
from functools import partial
from pathlib import Path

import numpy as np
from sklearn import metrics
from tabulate import tabulate

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.sidebyside import seconds
from mlmetrics_edu.metrics.many_classes.confusion_matrix import ConfusionMatrix

TOLERATED = 0.6
CLASSES = 10
count = ConfusionMatrix.from_labels
LABELS = {
    "whole numbers": np.arange(CLASSES),
    "texts": np.array([f"class {i}" for i in range(CLASSES)]),
    "objects": np.array([f"class {i}" for i in range(CLASSES)], object),
}
# task: (labels, ours, theirs, target, rounds)
TASKS = {
    "matrix, whole numbers": ("whole numbers", count, metrics.confusion_matrix, 20, 9),
    "matrix, texts": ("texts", count, metrics.confusion_matrix, 4, 3),
    "matrix, objects": ("objects", count, metrics.confusion_matrix, 4, 1),
    "report, printed": (
        "whole numbers",
        lambda y, p: str(count(y, p).report()),
        metrics.classification_report,
        20,
        5,
    ),
    "kappa": ("whole numbers", lambda y, p: count(y, p).kappa, metrics.cohen_kappa_score, 20, 5),
    "macro F1": (
        "whole numbers",
        lambda y, p: count(y, p).average("f1"),
        partial(metrics.f1_score, average="macro"),
        20,
        5,
    ),
}


def main(samples: int) -> int:
    """Print the table; tell by the exit status whether the targets hold."""
    codes = np.random.default_rng(0).integers(0, CLASSES, (2, samples))
    rows, slow = [], []
    for task, (kind, ours, theirs, target, rounds) in TASKS.items():
        columns = LABELS[kind][codes]
        ways = {"ours": partial(ours, *columns), "theirs": partial(theirs, *columns)}
        time = seconds(ways, rounds, 1)
        ratio = time["theirs"] / time["ours"]
        shown = [f"{time[way] * 1e3:.3f}" for way in ways]
        rows.append([task, f"{samples:,}", *shown, f"{ratio:.1f}", target])
        slow += [task] if samples >= 10**6 and ratio < TOLERATED * target else []
    heads = ["task", "samples", "ours ms", "theirs ms", "times as fast", "target"]
    print(tabulate(rows, heads, colalign=["left"] + ["right"] * 5, disable_numparse=True))
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main(int(float(sys.argv[1])) if len(sys.argv) > 1 else 10**6))
