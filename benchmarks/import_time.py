"""`import mlmetrics_edu` against `import numpy`, in fresh interpreters, in turn.

    python benchmarks/import_time.py

The import itself puts everything off until it is used, so the third line asks for all of it. It
ends with status 1 when that takes more than 1.25 times as long, by a wide margin.
"""

import subprocess
import sys
from functools import partial
from pathlib import Path

from tabulate import tabulate

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.sidebyside import TOLERATED, machine, seconds

TARGET = 1.25
ROUNDS = 25
LINES = (
    "import numpy",
    "import mlmetrics_edu",
    "from mlmetrics_edu import Confusion, Formula, sweep, trace",  # all of it, nothing put off
)


def run(code: str) -> None:
    """Start an interpreter, run a line, and end it."""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parent.parent)


def main() -> int:
    """Print the table; tell by the exit status whether the target holds."""
    print(machine(), end="\n\n")
    times = seconds({line: partial(run, line) for line in LINES}, ROUNDS)
    ratios = [times[line] / times[LINES[0]] for line in LINES]
    rows = zip(LINES, [f"{times[line] * 1e3:.1f}" for line in LINES], ratios, strict=True)
    print(tabulate(rows, ["program", "ms", "times numpy"], floatfmt=".2f"))
    return 1 if max(ratios) > TARGET / TOLERATED else 0


if __name__ == "__main__":
    sys.exit(main())
