"""Scores that don't fit into memory: how much of it their sweep takes, and how long a score.

    python benchmarks/streams.py [SAMPLES]

streams 10⁸ scores, or as many as are named, out of a generator and out of files that NumPy maps
into memory, and a tenth of them out of Parquet and CSV. Each is counted in a process of its own,
which tells its peak of resident memory and its time; beside each, in turn, 10⁷ scores (or a tenth)
are counted in memory in the same way. It ends with status 1 when a peak reaches 500 MiB, or a score
of a stream in NumPy takes more than 3 times as long as one in memory. Files are read and taken
apart as well, so that their times have no target.
"""

import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from tabulate import tabulate

sys.path.insert(0, str(Path(__file__).parent.parent))
import mlmetrics_edu as mm
from benchmarks.sidebyside import machine

SAMPLES, PART, ROUNDS = 10**8, 10, 3
CHUNK = 2**20
MOST_MIB, MOST_TIMES = 500, 3
KINDS = {"generator": 1, "memmap": 1, "parquet": PART, "csv": PART}  # and of how many scores one


def chunks(samples: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Make labels and scores, the same ones each time, and never many at once."""
    for start in range(0, samples, CHUNK):
        random = np.random.default_rng(start)
        truth = random.random(min(CHUNK, samples - start)) < 0.3
        yield truth, random.normal(truth, 1.5)


def write(folder: Path, samples: int) -> None:
    """Write what is to be streamed: columns as NumPy has them, Parquet, and CSV."""
    import pyarrow as pa
    from pyarrow import csv, parquet

    schema = pa.schema({"label": pa.int8(), "score": pa.float64()})
    with (
        open(folder / "truth", "wb") as truths,
        open(folder / "score", "wb") as scores,
        parquet.ParquetWriter(folder / "scores.parquet", schema) as columns,
        csv.CSVWriter(str(folder / "scores.csv"), schema) as lines,
    ):
        for start, (truth, score) in enumerate(chunks(samples)):
            truth.tofile(truths)
            score.tofile(scores)
            if start * CHUNK < samples / PART:
                table = pa.table([truth.astype(np.int8), score], schema)
                columns.write(table)
                lines.write(table)


def given(kind: str, folder: Path, samples: int) -> tuple:
    """Open what is to be swept: the arguments of a sweep."""
    if kind == "generator":
        return (chunks(samples),)
    if kind in ("memmap", "memory"):
        pair = [np.memmap(folder / name, kind_of, "r") for name, kind_of in COLUMNS.items()]
        return tuple(pair if kind == "memmap" else (np.array(c[: samples // PART]) for c in pair))
    return (mm.chunks(folder / f"scores.{kind}"),)


COLUMNS = {"truth": np.bool_, "score": np.float64}


def measured(kind: str, folder: str, samples: int) -> dict:
    """Sweep once in this process; tell the peak, and the time without that of making scores."""
    made = 0.0
    if kind == "generator":
        start = time.perf_counter()
        for _ in chunks(samples):
            pass
        made = time.perf_counter() - start
    arguments = given(kind, Path(folder), samples)
    start = time.perf_counter()
    sweep = mm.sweep(*arguments, progress=False)
    seconds = time.perf_counter() - start - made
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    peak *= 1 if sys.platform == "darwin" else 1024  # bytes there, kibibytes elsewhere
    count = int(sweep.positives + sweep.negatives)
    return {"ns": seconds / count * 1e9, "mib": peak / 2**20, "count": count}


def apart(kind: str, folder: Path, samples: int) -> dict:
    """Measure in a process of its own."""
    words = [sys.executable, __file__, "--one", kind, str(folder), str(samples)]
    return json.loads(subprocess.run(words, capture_output=True, check=True).stdout)


def main(samples: int) -> int:
    """Print the table; return the exit status."""
    print(machine(), end="\n\n")
    rows, good = [], True
    with TemporaryDirectory() as name:
        folder = Path(name)
        write(folder, samples)
        for kind in KINDS:
            pairs = [[apart(k, folder, samples) for k in (kind, "memory")] for _ in range(ROUNDS)]
            times = statistics.median(one["ns"] / other["ns"] for one, other in pairs)
            ns = statistics.median(one["ns"] for one, _ in pairs)
            peak = max(one["mib"] for one, _ in pairs)
            limit = MOST_TIMES if KINDS[kind] == 1 else None
            good &= peak < MOST_MIB and (limit is None or times <= limit)
            count = f"{pairs[0][0]['count']:,}"
            rows.append((kind, count, f"{peak:.0f}", MOST_MIB, ns, times, limit or "–"))
    heads = ("stream", "scores", "peak MiB", "below", "ns a score", "× in memory", "at most")
    print(tabulate(rows, heads, floatfmt=".1f"))
    return 0 if good else 1


if __name__ == "__main__":
    if sys.argv[1:2] == ["--one"]:
        print(json.dumps(measured(sys.argv[2], sys.argv[3], int(sys.argv[4]))))
    else:
        sys.exit(main(int(float(sys.argv[1])) if sys.argv[1:] else SAMPLES))
