"""Sweep + precision + recall against scikit-learn's precision_recall_curve.

    python benchmarks/sweep.py

prints for each kind of scores the median times, how many times as fast ours is, and both peaks of
memory; and then what the quick forms of `metrics/fast_counting.py` bring over the plain ones. It
ends with status 1 when a ratio falls below 60 % of its target, or a quick form isn't 1.5 times as
fast as the plain one.
"""

import sys
from pathlib import Path

import numpy as np
from sklearn.metrics import precision_recall_curve
from tabulate import tabulate

sys.path.insert(0, str(Path(__file__).parent.parent))
import mlmetrics_edu as mm
from benchmarks.sidebyside import peak_bytes, seconds
from mlmetrics_edu.core.formula import evaluated
from mlmetrics_edu.metrics import average_precision, counting, fast_counting

TOLERATED, WORTH = 0.6, 1.5
CASES = {  # name: (samples, scores from random numbers, target, rounds, calls a round)
    "20 samples": (20, lambda x: x, 10, 200, 50),
    "1 000 samples": (1_000, lambda x: x, None, 100, 20),
    "10⁶, continuous": (10**6, lambda x: x, 6, 11, 1),
    "10⁶, 2 decimals": (10**6, lambda x: x.round(2), 10, 11, 1),
    "10⁶, 6 decimals": (10**6, lambda x: x.round(6), None, 11, 1),
    "10⁶, logits": (10**6, lambda x: np.log(x / (1 - x)), None, 11, 1),
}


def compare(n: int, make, rounds: int, calls: int) -> tuple:
    """Measure one case; both get the same arrays."""
    random = np.random.default_rng(0)
    y_score = make(random.uniform(1e-9, 1, n))
    y_true = (random.random(n) < 0.5).astype(int)

    def ours():
        sweep = mm.sweep(y_true, y_score)
        return sweep["precision"], sweep["recall"]

    def theirs():
        return precision_recall_curve(y_true, y_score)

    ways = {"ours": ours, "sklearn": theirs, "sort": lambda: np.sort(y_score)}
    measured = seconds(ways, rounds, calls)
    return measured, peak_bytes(ours) / peak_bytes(theirs)


def quick_and_plain(n: int = 10**6) -> dict[str, dict]:
    """List what has two ways, tested equal elsewhere: the one that runs, and the plain one."""
    random = np.random.default_rng(0)
    y_true, y_score = random.random(n) < 0.5, random.random(n)
    groups, sweep = random.integers(0, 80, n), mm.sweep(y_true, y_score)
    columns = (sweep.tp.astype(float), sweep.fp.astype(float))

    def area(tp, fp):
        rule = average_precision.RULES["trapezoid"]
        return evaluated(rule.formula, average_precision.terms(rule, tp, fp, 1, "floats"))

    return {
        "counting at each score": {
            "quick": lambda: fast_counting.count(y_true, y_score),
            "plain": lambda: counting.in_line(y_true, y_score, None, "grouped"),
        },
        "order of whole numbers": {
            "quick": lambda: fast_counting.stable_order(groups),
            "plain": lambda: np.argsort(groups, kind="stable"),
        },
        "adding up block by block": {
            "quick": lambda: fast_counting.summed(area, *columns),
            "plain": lambda: area(*columns),
        },
    }


def main() -> int:
    """Print the tables; tell by the exit status whether the targets hold."""
    rows, slow = [], []
    for name, (n, make, target, rounds, calls) in CASES.items():
        time, memory = compare(n, make, rounds, calls)
        ratio = time["sklearn"] / time["ours"]
        milliseconds = [f"{time[way] * 1e3:.3f}" for way in ("ours", "sklearn", "sort")]
        rows.append([name, *milliseconds, f"{ratio:.1f}", target or "–", f"{memory:.2f}"])
        slow += [name] if target and ratio < TOLERATED * target else []
    heads = ["scores", "ours ms", "sklearn ms", "np.sort ms", "times as fast", "target", "memory"]
    print(tabulate(rows, heads, colalign=["left"] + ["right"] * 6, disable_numparse=True))
    forms = []
    for name, ways in quick_and_plain().items():
        time = seconds(ways, 11)
        ratio = time["plain"] / time["quick"]
        forms.append([name, *(f"{time[way] * 1e3:.3f}" for way in ways), f"{ratio:.1f}"])
        slow += [name] if ratio < WORTH else []
    heads = ["10⁶ samples", "quick ms", "plain ms", "times as fast"]
    print(tabulate(forms, heads, colalign=["left"] + ["right"] * 3, disable_numparse=True))
    return 1 if slow else 0


if __name__ == "__main__":
    sys.exit(main())
