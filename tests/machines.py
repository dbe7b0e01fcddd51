"""The same on every machine: `make machines` runs what is compared as other processors would.

NumPy chooses its loops, and OpenBLAS its kernels, by what the processor can do; sums of floats
then differ in their last digits. Both can be told to pretend, in the environment of a process. So
the figures are checked, and the doctests and three lessons run, in child processes that pretend.
With `--suite`, all of the tests.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
PYTEST = ("-m", "pytest", "-q", "-p", "no:cacheprovider")
NBVAL = (*PYTEST, "-o", "addopts=", "-W", "default", "-p", "tests.notebooks.kernels", "--nbval")
SANITIZED = ("--nbval-sanitize-with", "tests/notebooks/sanitize.cfg")
LESSONS = ("05-twenty-cars", "09-auc", "17-choosing")  # counts; sums; a capstone with everything
GATE = {
    "figures": ("-m", "mlmetrics_edu", "figures", "--check"),
    "doctests": (*PYTEST, "-n", "2", "mlmetrics_edu"),
    "lessons": (*NBVAL, *SANITIZED, "-n", "2", "--dist", "loadfile"),
}
SUITE = {
    "tests": (*PYTEST, "-n", "2"),
    "lessons": (*NBVAL, *SANITIZED, "-n", "2", "--dist", "loadfile", "notebooks"),
}


def machines() -> dict[str, dict[str, str]]:
    """List the machines that this one can pretend to be, and the environment that does it."""
    found = np.show_config(mode="dicts")["SIMD Extensions"].get("found", [])
    wide = [name for name in found if name.startswith("AVX512") or name == "X86_V4"]
    pretended = {"without vector extensions": ("Prescott", found, "1")}
    if wide:  # then this machine itself is one with 512-bit vectors
        pretended["with 256-bit vectors"] = ("Haswell", wide, "2")
    return {
        name: {
            "OPENBLAS_CORETYPE": kernel,
            "OPENBLAS_NUM_THREADS": threads,
            "NPY_DISABLE_CPU_FEATURES": " ".join(off),
        }
        for name, (kernel, off, threads) in pretended.items()
    }


def main(words: list[str]) -> int:
    """Run everything on every machine; say what held, and show what didn't."""
    parts = dict(SUITE if "--suite" in words else GATE)
    if "--suite" not in words:
        found = sorted(ROOT.joinpath("notebooks").glob("*.ipynb"))
        parts["lessons"] += tuple(str(path) for path in found if path.name.startswith(LESSONS))
    failed = 0
    for machine, settings in machines().items():
        for part, command in parts.items():
            failed += not held(machine, part, command, settings)
    return 1 if failed else 0


def held(machine: str, part: str, command, settings) -> bool:
    """Run one part as one machine would."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("OPENBLAS")}
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=kept | settings, capture_output=True, text=True
    )
    good = done.returncode == 0
    took = time.perf_counter() - start
    print(f"{machine}: {part} {'held' if good else 'FAILED'}, {took:.0f} s", flush=True)
    if not good:
        print(done.stdout[-5000:], done.stderr[-2000:], flush=True)
    return good


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
