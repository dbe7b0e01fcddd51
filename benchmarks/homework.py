"""How long a class of 60 takes: notebooks and key written, all handed in, all marked.

python benchmarks/homework.py
"""

import csv
import sys
import tempfile
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.sidebyside import machine
from mlmetrics_edu.cli import main

STUDENTS = 60
TOPICS = ("counts", "pr", "roc")


def timed(words) -> float:
    """Run a command, and give how many seconds it took."""
    start = perf_counter()
    if main(words):
        raise SystemExit(f"{' '.join(words)} failed")
    return perf_counter() - start


def run(folder: Path) -> None:
    """Write homework for a class and mark it."""
    roster = folder / "roster.csv"
    with roster.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([["name"], *([f"student {i}"] for i in range(STUDENTS))])
    topics = [word for topic in TOPICS for word in ("--topic", topic)]
    out = str(folder / "homework")
    made = timed(["assignment", *topics, "--students", str(roster), "--out", out])
    marked = timed(["grade", out])
    print(machine(), end="\n\n")
    print(f"{STUDENTS} students, 6 questions on {', '.join(TOPICS)}:")
    print(f"made in {made:.1f} s, marked in {marked:.1f} s")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        run(Path(folder))
