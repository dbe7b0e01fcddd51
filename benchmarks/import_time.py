"""`import mlmetrics_edu` against `import numpy`, in fresh interpreters, in turn.

    python benchmarks/import_time.py

It ends with status 1 when ours takes more than 1.25 / 60 % times as long.
"""

import subprocess
import sys
from functools import partial
from pathlib import Path

from tabulate import tabulate

sys.path.insert(0, str(Path(__file__).parent.parent))
from benchmarks.sidebyside import seconds

TARGET, TOLERATED = 1.25, 0.6
ROUNDS = 25


def run(code: str) -> None:
    """Start an interpreter, run a line, and end it."""
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parent.parent)


def main() -> int:
    """Print the table; tell by the exit status whether the target holds."""
    lines = {"numpy": "import numpy", "mlmetrics_edu": "import mlmetrics_edu", "nothing": "pass"}
    times = seconds({name: partial(run, line) for name, line in lines.items()}, ROUNDS)
    ratio = times["mlmetrics_edu"] / times["numpy"]
    print(tabulate([(name, f"{time * 1e3:.1f}") for name, time in times.items()], ["import", "ms"]))
    print(f"{ratio:.2f} times as long as numpy (target: at most {TARGET})")
    return 1 if ratio > TARGET / TOLERATED else 0


if __name__ == "__main__":
    sys.exit(main())
