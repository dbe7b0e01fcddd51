"""A large file in the terminal: time and peak memory, beside pandas and scikit-learn.

    python benchmarks/terminal.py

writes files of 10⁶ and 3·10⁶ labels and scores, and runs on each `trace`, which prints a few rows,
and `trace --out`, which writes all of them; the peer reads with pandas, counts with scikit-learn,
and writes the same columns with pandas (without the names of who comes in). Each runs by itself, so
that its peak is its own. It ends with status 1 when writing takes 1.5 times as long as the peer, or
more memory than 600 MB.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
from tabulate import tabulate

SIZES = (10**6, 3 * 10**6)
TOLERATED, MEGABYTES = 1.5, 600
PEER = """
import sys
import numpy as np, pandas as pd
from sklearn.metrics import roc_curve
frame = pd.read_csv(sys.argv[1])
fpr, tpr, threshold = roc_curve(frame["label"], frame["score"], drop_intermediate=False)
positives = int(frame["label"].sum()); negatives = len(frame) - positives
tp, fp = np.rint(tpr * positives).astype(int), np.rint(fpr * negatives).astype(int)
with np.errstate(invalid="ignore"):
    table = pd.DataFrame({"threshold": threshold, "TP": tp, "FP": fp, "FN": positives - tp,
        "TN": negatives - fp, "precision": tp / (tp + fp), "recall": tpr})
table.to_csv(sys.argv[2], index_label="step")
"""


class Run(NamedTuple):
    """How long a command took, and how many megabytes it had at most."""

    seconds: float
    megabytes: float


def measured(*words: str) -> Run:
    """Run a program of its own."""
    start = perf_counter()
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{' '.join(words[:6])} … failed")
    unit = 1 if sys.platform == "darwin" else 1024  # bytes there, kilobytes elsewhere
    return Run(perf_counter() - start, used.ru_maxrss * unit / 1e6)


def written(folder: Path, n: int) -> str:
    """Write labels and scores that have nine decimals."""
    random = np.random.default_rng(0)
    label = (random.random(n) < 0.3).astype(int)
    score = 0.8 * random.random(n) + 0.2 * label
    file = folder / f"{n}.csv"
    with file.open("w", encoding="utf-8") as text:
        text.write("label,score\n")
        pairs = zip(label.tolist(), score.tolist(), strict=True)
        text.writelines(f"{one},{other:.9f}\n" for one, other in pairs)
    return str(file)


def runs(folder: Path, n: int) -> dict[str, Run]:
    """Measure each way once: what takes so long varies little."""
    file, ours = written(folder, n), [sys.executable, "-m", "mlmetrics_edu", "trace"]
    found = {
        "trace": measured(*ours, file),
        "trace --out": measured(*ours, file, "--out", str(folder / "ours.csv"), "--force"),
        "pandas and scikit-learn": measured(
            sys.executable, "-c", PEER, file, str(folder / "peer.csv")
        ),
    }
    os.remove(file)
    return found


def main() -> int:
    """Print the table; tell by the exit status whether the limits hold."""
    rows, wrong = [], False
    with tempfile.TemporaryDirectory() as folder:
        for n in SIZES:
            found = runs(Path(folder), n)
            peer, ours = found["pandas and scikit-learn"], found["trace --out"]
            wrong |= ours.seconds > TOLERATED * peer.seconds or ours.megabytes > MEGABYTES
            for name, run in found.items():
                ratio = f"{peer.seconds / run.seconds:.1f}"
                rows.append([f"{n:,}", name, f"{run.seconds:.1f}", f"{run.megabytes:.0f}", ratio])
    heads = ["rows", "what", "seconds", "MB at most", "times as fast as the peer"]
    align = ["right", "left", "right", "right", "right"]
    print(tabulate(rows, heads, colalign=align, disable_numparse=True))
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
