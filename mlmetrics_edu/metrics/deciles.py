"""Equal shares of a ranking: deciles, and the table that credit scoring makes of them."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from ..core import digits, inputs
from ..core.calls import explained
from ..core.errors import MetricError
from ..core.inputs import locked
from ..core.trace import Column, Trace
from .curve import counted

if TYPE_CHECKING:
    from .sweep import Sweep

PARTS = "it says into how many equal parts to cut; 10 are deciles"
MOST = 1_000_000  # more parts say nothing new, and fill the memory


@explained
def binned(sweep: "Sweep", bins: int | None = 10) -> "Sweep":
    """Keep the counts after so many equal shares of the samples: the tenth, two tenths …

    Where a share ends between two rows, because a tie is cut or the number of samples doesn't
    divide, it gets its part of what the next row lets in: that is the mean over the orders of a
    tie. Its threshold is the score of that row.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    bins : int or None
        How many shares; None gives the sweep as it is.

    Returns
    -------
    Sweep
        With bins + 1 rows and without its samples.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> halves = binned(sweep([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.5]), 2)
    >>> halves.threshold.tolist(), halves.tp.round(3).tolist()
    ([inf, 0.5, 0.5], [0.0, 1.333, 2.0])
    """
    if bins is None:
        return sweep
    counted(sweep, "equal shares")
    bins = inputs.whole(bins, "bins", PARTS, most=MOST)
    held = sweep.in_units
    reached = held.tp + held.fp
    if not reached[-1]:
        raise MetricError("no sample was scored", "a share of nothing is nothing", "score some")
    ends = [
        int(reached[-1]) * share for share in range(bins + 1)
    ]  # times as many as there are bins
    rows = np.searchsorted(reached, [-(-end // bins) for end in ends])
    tp, fp = (locked(_cut(held, c, reached, rows, ends)) for c in (held.tp, held.fp))
    threshold = locked(sweep.threshold[rows])
    return replace(sweep, threshold=threshold, tp=tp, fp=fp, samples=None)


def _cut(held, column: np.ndarray, reached: np.ndarray, rows: np.ndarray, ends: list) -> np.ndarray:
    """Read a column where shares end, in proportion between two rows; rounded at the end only."""
    before, bins = np.maximum(rows - 1, 0), len(ends) - 1
    (low, high), (start, stop) = (
        (c[before].astype(object), c[rows].astype(object)) for c in (column, reached)
    )
    wide = np.where(rows > 0, stop - start, 1) * bins
    top, bottom = held.unit.size.as_integer_ratio()
    cut = low * wide + (high - low) * (np.array(ends, object) - start * bins)
    return (cut * top / (wide * bottom)).astype(float)


@explained
def decile_table(sweep: "Sweep", bins: int = 10) -> Trace:
    """Lay equal shares of the ranking out as credit scoring does: each by itself, then summed up.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    bins : int
        How many shares.

    Returns
    -------
    Trace
        A row a share: how many samples and positives it holds, what share of them is positive, and
        then, down to there, the gain, the lift and the gap between both rates.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> print(decile_table(sweep([1, 1, 0, 0], [0.9, 0.7, 0.4, 0.2]), 2))
    2 equal shares of 4 samples · ties cut in proportion
    share  down to  samples  positives   rate   gain    FPR   lift    gap
        1      0.7        2          2  1.000  1.000  0.000  2.000  1.000
        2      0.2        2          0  0.000  1.000  1.000  1.000  0.000
    """
    cut = binned(sweep, inputs.whole(bins, "bins", PARTS, most=MOST))
    positives, samples = np.diff(cut.tp), np.diff(cut.tp + cut.fp)
    rates = {"gain": "recall", "FPR": "fpr", "lift": "lift", "gap": "informedness"}
    return Trace(
        f"{bins} equal shares of {digits.count(cut.tp[-1] + cut.fp[-1])} samples",
        (
            Column("share", np.arange(1, bins + 1), align="right"),
            Column("down to", cut.threshold[1:], digits.apart(cut.threshold[1:]), "right"),
            Column("samples", samples, digits.count, "right"),
            Column("positives", positives, digits.count, "right"),
            Column("rate", positives / samples, digits.decimal, "right"),
            *(Column(n, cut[rate][1:], digits.decimal, "right") for n, rate in rates.items()),
        ),
        {"ties": "ties cut in proportion"},
    )
