"""Sweep + precision + recall against scikit-learn's precision_recall_curve, and a bare sort.

    python benchmarks/sweep.py [--everywhere]

prints for each kind of scores the median times, how many times as fast ours is, and both peaks of
memory; and then what the quick forms of `metrics/counting.py` bring over the plain ones, which
is to be 1.5 times at least.
"""

import sys
from pathlib import Path

import numpy as np
from sklearn.metrics import precision_recall_curve

sys.path.insert(0, str(Path(__file__).parent.parent))
import mlmetrics_edu as mm
from benchmarks.sidebyside import TOLERATED, compared, parser, run
from mlmetrics_edu.metrics import counting

WORTH = 1.5 / TOLERATED
CASES = {  # name: (samples, scores from random numbers, target, rounds, calls a round)
    "20 samples": (20, lambda x: x, 15, 200, 50),
    "1 000 samples": (1_000, lambda x: x, None, 100, 20),
    "10⁶, continuous": (10**6, lambda x: x, 6, 11, 1),
    "10⁶, 2 decimals": (10**6, lambda x: x.round(2), 10, 11, 1),
    "10⁶, 6 decimals": (10**6, lambda x: x.round(6), None, 11, 1),
    "10⁶, logits": (10**6, lambda x: np.log(x / (1 - x)), None, 11, 1),
}


def measure():
    """Measure sweeps of all kinds of scores, and then the quick forms."""
    for name, (n, make, target, rounds, calls) in CASES.items():
        random = np.random.default_rng(0)
        y_score = make(random.uniform(1e-9, 1, n))
        y_true = (random.random(n) < 0.5).astype(int)

        def ours(y_true=y_true, y_score=y_score):
            sweep = mm.sweep(y_true, y_score)
            return sweep["precision"], sweep["recall"]

        peers = {
            "scikit-learn": lambda y_true=y_true, s=y_score: precision_recall_curve(y_true, s),
            "np.sort": lambda s=y_score: np.sort(s),
        }
        yield from compared(name, ours, peers, {"scikit-learn": target}, rounds, calls)
    for name, (quick, plain) in quick_and_plain().items():
        yield from compared(name, quick, {"the plain form": plain}, {"the plain form": WORTH}, 11)


def quick_and_plain(n: int = 10**6) -> dict[str, tuple]:
    """List what has two ways, tested equal elsewhere: the one that runs, and the plain one."""
    random = np.random.default_rng(0)
    y_true, y_score = random.random(n) < 0.5, random.random(n)
    groups = random.integers(0, 80, n)
    return {
        "counting at each score": (
            lambda: counting.count_quickly(y_true, y_score),
            lambda: counting.in_line(y_true, y_score, None, "grouped"),
        ),
        "order of whole numbers": (
            lambda: counting.stable_order(groups),
            lambda: np.argsort(groups, kind="stable"),
        ),
    }


if __name__ == "__main__":
    sys.exit(run(measure, parser(__doc__)))
