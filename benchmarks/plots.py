"""From scores to a picture: ours against scikit-learn's displays, as the text of an SVG.

    python benchmarks/plots.py [--largest N]

prints for each picture and number of samples the median times and the sizes of the files; --largest
leaves out sizes above it. Where scikit-learn has no such picture, ours stands alone. Below stands
what a reader waits for: a PNG of one model of 500 samples, of eight, and the whole gallery. It ends
with status 1 when one of ours takes longer than scikit-learn's, or far longer than it may.
"""

import io
import subprocess
import sys
import tempfile
from functools import partial
from pathlib import Path

import numpy as np
from matplotlib.figure import Figure
from sklearn import metrics
from tabulate import tabulate

sys.path.insert(0, str(Path(__file__).parent.parent))
import mlmetrics_edu as mm
from benchmarks.sidebyside import TOLERATED, machine, parser, seconds

SIZES = {10**4: (9, 1), 10**6: (5, 1)}  # samples: (rounds, calls a round)
PICTURES = {  # ours, and scikit-learn's where there is one
    "ROC": (mm.plots.roc, metrics.RocCurveDisplay),
    "P-R": (mm.plots.pr, metrics.PrecisionRecallDisplay),
    "DET": (mm.plots.det, metrics.DetCurveDisplay),
    "KS": (mm.plots.ks, None),
    "gain": (mm.plots.gain, None),
    "against threshold": (mm.plots.against_threshold, None),
    "cost lines": (mm.plots.cost_curve, None),
    "expected cost": (partial(mm.plots.expected_cost, costs=mm.Costs(fp=1, fn=5)), None),
}


def ours(picture, y, s) -> str:
    """Draw a picture of ours."""
    return picture(mm.sweep(y, s)).figure.svg()


def theirs(display, y, s) -> str:
    """Draw the same with scikit-learn."""
    figure, text = Figure(), io.StringIO()
    display.from_predictions(y, s, ax=figure.subplots())
    figure.savefig(text, format="svg")
    return text.getvalue()


def compared(name: str, y, s) -> tuple[list[str], bool]:
    """Time a picture; give a row of the table, and whether ours is as quick."""
    picture, display = PICTURES[name]
    ways = {"ours": partial(ours, picture, y, s)}
    if display:
        ways["theirs"] = partial(theirs, display, y, s)
    time = seconds(ways, *SIZES[len(y)])
    kilobytes = {way: len(ways[way]()) / 1e3 for way in ways}
    ratio = time["theirs"] / time["ours"] if display else None
    row = [name, f"{len(y):,}", f"{time['ours'] * 1e3:,.0f}", f"{kilobytes['ours']:,.0f}"]
    if display:
        row += [f"{time['theirs'] * 1e3:,.0f}", f"{kilobytes['theirs']:,.0f}", f"{ratio:.2f}"]
    return row, ratio is None or ratio >= 1


def waited_for() -> list[tuple[str, float, float]]:
    """Time what a reader waits for: a name, seconds, and how many it may take."""
    random = np.random.default_rng(0)
    y = random.random(500) < 0.35
    models = {f"model {k}": mm.sweep(y, random.normal(y, 2 - k / 8)) for k in range(8)}
    one = {"one": models["model 0"]}
    ways = {
        "one ROC": lambda: mm.plots.roc(one).figure.png(),
        "one P-R": lambda: mm.plots.pr(one).figure.png(),
        "eight ROCs": lambda: mm.plots.roc(models).figure.png(),
        "eight P-Rs": lambda: mm.plots.pr(models).figure.png(),
    }
    times = seconds(ways, 9)
    times |= seconds({"gallery": gallery}, 1)
    limits = (0.2, 0.2, 1.0, 1.0, 20.0)
    return [(name, t, most) for (name, t), most in zip(times.items(), limits, strict=True)]


def gallery() -> None:
    """Draw all figures as somebody would, by as many processes as there are cores."""
    with tempfile.TemporaryDirectory() as folder:
        words = ["figures", "--format", "png", "--out", folder]
        subprocess.run([sys.executable, "-m", "mlmetrics_edu", *words], check=True)


def main(largest: int) -> int:
    """Print the table; tell by the exit status whether ours is as quick as scikit-learn's."""
    print(machine(), end="\n\n")
    rows, slow = [], 0
    for n in [size for size in SIZES if size <= largest]:
        random = np.random.default_rng(0)
        y = (random.random(n) < 0.3).astype(int)
        s = random.normal(y, 1)
        for name in PICTURES:
            row, quick = compared(name, y, s)
            rows.append(row)
            slow += n == max(SIZES) and not quick
    heads = ["picture", "samples", "ours ms", "kB", "scikit-learn ms", "kB", "times as fast"]
    print(tabulate(rows, heads, colalign=["left"] + ["right"] * 6, disable_numparse=True))
    waits = waited_for()
    slow += sum(time > most / TOLERATED for _, time, most in waits)
    table = [(name, f"{time:.2f}", f"{most:g}") for name, time, most in waits]
    print(tabulate(table, ["as PNG", "s", "may take"], disable_numparse=True))
    return min(slow, 1)


if __name__ == "__main__":
    words = parser(__doc__)
    words.add_argument("--largest", type=lambda n: int(float(n)), default=10**6, metavar="N")
    sys.exit(main(**vars(words.parse_args())))
