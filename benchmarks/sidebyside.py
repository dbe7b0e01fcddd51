"""What all benchmarks share: ways timed in turn, a table with targets, and on what they ran.

Each benchmark runs by itself, such as

    python benchmarks/sweep.py                 # on this machine as it is
    python benchmarks/sweep.py --everywhere    # and as if its processor could do less

It ends with status 1 when a ratio falls below 60 % of its target on this machine as it is.
"""

import json
import os
import statistics
import subprocess
import sys
import time
import tracemalloc
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from tabulate import tabulate

sys.path.insert(0, str(Path(__file__).parent.parent))
from tests.machines import machines

TOLERATED = 0.6  # of a target: other people's programs run on the machine, too
ROUNDS = 5


class Row(NamedTuple):
    """One task: how long ours takes and how long a peer does, and how much memory both need."""

    task: str
    peer: str
    ours: float  # seconds
    theirs: float | None  # None where the peer isn't installed
    target: float | None = None  # how many times as fast as the peer ours is to be
    our_bytes: int | None = None
    their_bytes: int | None = None

    @property
    def ratio(self) -> float | None:
        """How many times as fast as the peer ours is."""
        return self.theirs / self.ours if self.theirs else None

    @property
    def slow(self) -> bool:
        """Whether it is too far below its target."""
        return bool(self.ratio and self.target and self.ratio < TOLERATED * self.target)


def compared(
    task: str,
    ours: Callable,
    peers: dict[str, Callable],
    targets: dict[str, float] | None = None,
    rounds: int = ROUNDS,
    calls: int = 1,
) -> list[Row]:
    """Measure a task beside each of some peers."""
    ways = {"ours": ours, **peers}
    took = seconds(ways, rounds, calls)
    peak = {name: peak_bytes(way) for name, way in ways.items()}
    wanted = targets or {}
    return [
        Row(task, peer, took["ours"], took[peer], wanted.get(peer), peak["ours"], peak[peer])
        for peer in peers
    ]


def seconds(ways: dict[str, Callable], rounds: int, calls: int = 1) -> dict[str, float]:
    """Give the median time of a call of each way, measured in turn, round after round.

    Each round begins with another way: whoever comes after one that takes all of the cache, or
    gives its memory back, has to fetch them anew.
    """
    times: dict[str, list[float]] = {name: [] for name in ways}
    names = [*ways]
    for first in range(rounds):
        for i in range(len(names)):
            name = names[(first + i) % len(names)]
            start = time.perf_counter()
            for _ in range(calls):
                ways[name]()
            times[name].append((time.perf_counter() - start) / calls)
    return {name: statistics.median(measured) for name, measured in times.items()}


def peak_bytes(way: Callable) -> int:
    """Give the peak of what a call asks Python and NumPy for, on top of what there was.

    What a library in C++ or Rust takes by itself isn't seen.
    """
    tracemalloc.start()
    way()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def parser(about: str | None) -> ArgumentParser:
    """Make the parser of a benchmark's command line from what its file says of itself."""
    return ArgumentParser(description=about, formatter_class=RawDescriptionHelpFormatter)


def run(measure: Callable[..., Iterable[Row]], words: ArgumentParser) -> int:
    """Run a benchmark as its command line says; tell by the exit status whether targets hold."""
    words.add_argument(
        "--everywhere",
        action="store_true",
        help="repeat it as if the processor could do less, and show the ratios side by side",
    )
    words.add_argument("--json", action="store_true", help="print the rows as a line of JSON")
    asked = vars(words.parse_args())
    everywhere, as_json = asked.pop("everywhere"), asked.pop("json")
    if everywhere:
        return _everywhere()
    rows = [*measure(**asked)]
    print(json.dumps(rows) if as_json else f"{machine()}\n\n{table(rows)}")
    return int(any(row.slow for row in rows))


def machine() -> str:
    """Say on what a benchmark runs: NumPy takes the widest instructions that it finds."""
    simd = np.show_config(mode="dicts")["SIMD Extensions"]
    names = " ".join(simd["baseline"] + simd.get("found", []))
    return f"NumPy {np.__version__} on {names}, {os.cpu_count()} cores"


def table(rows: list[Row]) -> str:
    """Lay out what was measured."""
    cells = [
        [
            row.task,
            row.peer,
            _milliseconds(row.ours),
            _milliseconds(row.theirs),
            _ratio(row.ratio),
            _ratio(row.target) + (" !" if row.slow else ""),
            _megabytes(row.our_bytes),
            _megabytes(row.their_bytes),
        ]
        for row in rows
    ]
    heads = ["task", "peer", "ours ms", "theirs ms", "times as fast", "target"]
    heads += ["ours MB", "theirs MB"]
    return tabulate(cells, heads, colalign=("left", "left", *["right"] * 6), disable_numparse=True)


def _milliseconds(took: float | None) -> str:
    return "–" if took is None else f"{took * 1e3:,.{3 if took < 0.01 else 1 if took < 1 else 0}f}"


def _ratio(ratio: float | None) -> str:
    return "–" if ratio is None else f"{ratio:.{2 if ratio < 3 else 1 if ratio < 100 else 0}f}"


def _megabytes(peak: int | None) -> str:
    return "–" if peak is None else f"{peak / 1e6:,.{0 if peak > 1e7 else 3}f}"


def _everywhere() -> int:
    """Run this very command on each machine that this one can pretend to be."""
    command = [word for word in sys.argv if word != "--everywhere"]
    found, status = {}, 0
    for name, settings in {"as it is": {}, **dict(reversed(machines().items()))}.items():
        done = subprocess.run(
            [sys.executable, *command, "--json"],
            env=os.environ | settings,
            stdout=subprocess.PIPE,
            text=True,
        )
        if not done.stdout:
            return done.returncode
        found[name] = [Row(*row) for row in json.loads(done.stdout)]
        status = status or (done.returncode if name == "as it is" else 0)
    cells = [
        [*rows[0][:2], *(_ratio(row.ratio) for row in rows), _ratio(rows[0].target)]
        for rows in zip(*found.values(), strict=True)
    ]
    align = ("left", "left", *["right"] * (len(found) + 1))
    heads = ["times as fast", "peer", *found, "target"]
    print(f"{machine()}\n\n{tabulate(cells, heads, colalign=align, disable_numparse=True)}")
    return status
