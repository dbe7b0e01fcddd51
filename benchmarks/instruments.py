"""How long a page computes for one move of an instrument, and how much is sent of many samples.

In Chromium, without a window; beside it, what the same move costs a kernel that would have to work
the numbers out, and send them.
"""

import json
import shutil
import sys
import time
from pathlib import Path
from statistics import median

import numpy as np
from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent))
import mlmetrics_edu as mm
from benchmarks.sidebyside import machine

MOVES = 200
SIZES = (1_000, 100_000, 1_000_000)
FRAMES = """moves => {
  const input = document.querySelector("input[type=range]"), took = [];
  for (let k = 0; k < moves; k++) {
    input.value = Math.floor(((k * 37) % moves) / moves * input.max);
    const start = performance.now();
    input.dispatchEvent(new Event("input"));
    took.push(performance.now() - start);
  }
  return took.sort((a, b) => a - b);
}"""


def explorer(n):
    """Make an explorer of so many drawn samples, with all that it can show of them."""
    rng = np.random.default_rng(0)
    y = rng.random(n) < 0.2
    views = ("matrix", "pr", "roc", "ks", "working")
    return mm.explore(y, rng.normal(y, 1), views=views)


def in_python(one):
    """Time what a kernel would do for a move."""
    took = []
    for threshold in np.linspace(-1, 2, 50):
        start = time.perf_counter()
        one.threshold = threshold
        str(one)
        took.append(1000 * (time.perf_counter() - start))
    return median(took)


def main():
    """Print a line for each size."""
    print(machine(), end="\n\n")
    with sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path=shutil.which("chromium"), args=["--headless", "--no-sandbox"]
        )
        for n in SIZES:
            one = explorer(n)
            page = browser.new_page()
            page.set_content(one.to_html())
            page.wait_for_selector(".mm-live")
            took = page.evaluate(FRAMES, MOVES)
            sent = sum(len(json.dumps(part)) for part in one._widget.get_state().values())
            print(
                f"{n:>9,} samples: {median(took):.2f} ms a move, {took[int(0.95 * MOVES)]:.2f} ms "
                f"in all but 5 %; {sent / 1000:.0f} kB sent; a kernel alone {in_python(one):.1f} ms"
            )


if __name__ == "__main__":
    sys.exit(main())
