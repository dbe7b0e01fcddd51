"""Files in the terminal: time and peak memory, of a large one beside pandas and scikit-learn.

    python benchmarks/terminal.py

writes files of 10⁶ and 3·10⁶ labels and scores, and runs on each `trace`, which prints a few rows,
and `trace --out`, which writes all of them; the peer reads with pandas, counts with scikit-learn,
and writes the same columns with pandas (without the names of who comes in). Each runs by itself, so
that its peak is its own. It ends with status 1 when writing takes 1.5 times as long as the peer, or
more memory than 600 MB. Before that, files of nine other kinds have a line each.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
from tabulate import tabulate

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.sidebyside import machine

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


def measured(*words: str, folder: str | None = None) -> Run:
    """Run a program of its own, in a folder where that is said."""
    start = perf_counter()
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
    with subprocess.Popen(words, **quiet) as process:
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


SAMPLES, IMAGES = 100_000, 200


KINDS = {  # what is judged, and the words that do it
    "two models": ["compare", "models.csv", "--score", "lr,rf"],
    "three classes": ["trace", "animals.csv", "--classes", "cat,dog,bird"],
    f"COCO's masks, {IMAGES} images": ["map", "gt.json", "dt.json", "--iou-type", "segm"],
    f"VOC's folders, {IMAGES} images": ["map", "annotations", "results"],
    "from Europe": ["trace", "european.csv"],
    "gzip": ["trace", "scores.csv.gz"],
    "one positive in a hundred": ["trace", "rare.csv"],
    "weights": ["trace", "models.csv", "--weight", "weight"],
}


def write_kinds(folder: Path) -> None:
    """Write files of nine kinds; in a process of its own, for a child begins as large as we are."""
    import pandas as pd

    random = np.random.default_rng(1)
    label = (random.random(SAMPLES) < 0.2).astype(int)
    lr, rf = (np.round(shift * label + random.random(SAMPLES), 6) / 2 for shift in (0.9, 0.6))
    table = pd.DataFrame({"label": label, "score": lr, "lr": lr, "rf": rf})
    table["weight"] = random.integers(1, 5, SAMPLES)
    table.to_csv(folder / "models.csv", index=False)
    table[["label", "score"]].to_csv(folder / "scores.csv.gz", index=False)
    european = table[["label", "score"]].to_csv(index=False, sep=";", decimal=",")
    (folder / "european.csv").write_text("Größe;" + european.replace("\n", "\n1;")[:-2], "cp1252")
    rare = table.assign(label=(random.random(SAMPLES) < 0.01).astype(int))
    rare.to_csv(folder / "rare.csv", index=False)
    chances = random.dirichlet(np.ones(3), SAMPLES).round(6)
    animals = pd.DataFrame(chances, columns=["cat", "dog", "bird"])
    animals["label"] = animals.columns.to_numpy()[random.integers(0, 3, SAMPLES)]
    animals.to_csv(folder / "animals.csv", index=False)
    _detections(folder)


def _detections(folder: Path) -> None:
    """Write one detector's files in COCO's form and in VOC's."""
    from benchmarks.detection import data, with_masks

    truth, results = data(IMAGES)
    (folder / "annotations").mkdir()
    (folder / "results").mkdir()
    for image in range(1, IMAGES + 1):
        boxes = [one for one in truth["annotations"] if one["image_id"] == image]
        objects = "".join(
            f"<object><name>{one['category_id']}</name><bndbox>{_sides(one['bbox'])}</bndbox></object>"
            for one in boxes
        )
        file = folder / "annotations" / f"{image}.xml"
        file.write_text(f"<annotation>{objects}</annotation>", "utf-8")
    for kind in sorted({one["category_id"] for one in results}):
        found = [one for one in results if one["category_id"] == kind]
        lines = (" ".join(map(str, _line(one))) for one in found)
        (folder / "results" / f"{kind}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    with_masks(truth, results)
    for name, content in (("gt", truth), ("dt", results)):
        (folder / f"{name}.json").write_text(json.dumps(content), "utf-8")


def _sides(box: list) -> str:
    x, y, w, h = box
    sides = {"xmin": x, "ymin": y, "xmax": x + w, "ymax": y + h}
    return "".join(f"<{name}>{side:.2f}</{name}>" for name, side in sides.items())


def _line(one: dict) -> list:
    x, y, w, h = one["bbox"]
    return [one["image_id"], one["score"], *(round(side, 2) for side in (x, y, x + w, y + h))]


def main() -> int:
    """Print the tables; tell by the exit status whether the limits hold."""
    print(machine(), end="\n\n")
    rows, wrong = [], False
    with tempfile.TemporaryDirectory() as folder:
        measured(sys.executable, __file__, folder)
        for kind, words in KINDS.items():
            run = measured(sys.executable, "-m", "mlmetrics_edu", *words, folder=folder)
            rows.append([kind, " ".join(words), f"{run.seconds:.1f}", f"{run.megabytes:.0f}"])
    heads = [f"{SAMPLES:,} lines", "command", "seconds", "MB at most"]
    print(tabulate(rows, heads, colalign=["left", "left", "right", "right"]), end="\n\n")
    rows = []
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
    sys.exit(main() if len(sys.argv) == 1 else write_kinds(Path(sys.argv[1])))
