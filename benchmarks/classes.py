"""Tables of classes and their reports, from labels on, against scikit-learn.

    python benchmarks/classes.py [--samples N] [--everywhere]

prints for each task the median times and how many times as fast ours is.
"""

import sys
from functools import partial
from pathlib import Path

import numpy as np
from sklearn import metrics

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.sidebyside import compared, parser, run
from mlmetrics_edu.metrics.confusion_matrix import ConfusionMatrix

CLASSES = 10
count = ConfusionMatrix.from_labels
LABELS = {
    "whole numbers": np.arange(CLASSES),
    "texts": np.array([f"class {i}" for i in range(CLASSES)]),
    "objects": np.array([f"class {i}" for i in range(CLASSES)], object),
}
# task: (labels, ours, theirs, target)
TASKS = {
    "matrix, whole numbers": ("whole numbers", count, metrics.confusion_matrix, 20),
    "matrix, texts": ("texts", count, metrics.confusion_matrix, 4),
    "matrix, objects": ("objects", count, metrics.confusion_matrix, 4),
    "report, printed": (
        "whole numbers",
        lambda y, p: str(count(y, p).report()),
        metrics.classification_report,
        20,
    ),
    "kappa": ("whole numbers", lambda y, p: count(y, p).kappa, metrics.cohen_kappa_score, 20),
    "macro F1": (
        "whole numbers",
        lambda y, p: count(y, p).average("f1"),
        partial(metrics.f1_score, average="macro"),
        20,
    ),
}


def measure(samples: int):
    """Measure each task; small samples have no targets."""
    codes = np.random.default_rng(0).integers(0, CLASSES, (2, samples))
    for task, (kind, ours, theirs, target) in TASKS.items():
        columns = LABELS[kind][codes]
        peers = {"scikit-learn": partial(theirs, *columns)}
        wanted = {"scikit-learn": target} if samples >= 10**6 else {}
        yield from compared(f"{task}, {samples:,}", partial(ours, *columns), peers, wanted)


if __name__ == "__main__":
    words = parser(__doc__)
    words.add_argument("--samples", type=lambda n: int(float(n)), default=10**6, metavar="N")
    sys.exit(run(measure, words))
