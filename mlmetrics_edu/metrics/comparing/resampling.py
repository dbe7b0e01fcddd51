"""Bootstrap samples of a sweep: the same ranking, its samples drawn anew with replacement.

Drawing a sample twice means counting it twice. So nothing is sorted again: what is drawn is how
often the positives and the negatives of each row come, and adding up gives TP and FP. Many
bootstrap samples are drawn at once, as the rows of one array.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ...core import inputs
from ...core.shape import locked
from .interval import whole_counts

if TYPE_CHECKING:
    from ..sweep import Sweep

BLOCK = 1_500_000  # numbers drawn at once: with what is made of them, less than 64 MB
DRAWN = {True: "each class resampled by itself", False: "all samples resampled together"}
CHEAP = 16  # one draw from a binomial distribution costs as much as so many single draws

MOST = 1_000_000  # bootstrap samples; more last for days and say no more


@dataclass(frozen=True, eq=False)
class Draws:
    """Bootstrap samples of a sweep: going through them draws them, always the same ones.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold, whole. Positives that were never scored are samples as well:
        they are drawn as often, and never reached.
    times : int
        How many bootstrap samples.
    seed : int
        The same seed gives the same samples.
    stratified : bool
        Whether each class is drawn by itself, so that its size stays; else all samples together.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> [drawn.tp.tolist() for drawn in Draws(s, times=2)]
    [[0, 0, 2], [0, 1, 1, 2]]
    """

    sweep: "Sweep"
    times: int
    seed: int = 0
    stratified: bool = True

    def __post_init__(self):
        why = "it says how many bootstrap samples to draw, and one alone shows no variation"
        inputs.whole(self.times, "times", why, 2, MOST)
        inputs.whole(self.seed, "seed", "all draws follow from it", 0)
        inputs.flag(self.stratified, "stratified")

    @property
    def conventions(self) -> dict[str, str]:
        """How they are drawn, in words."""
        return {"samples": f"{self.times:,} bootstrap samples", "drawn": DRAWN[self.stratified]}

    def __len__(self) -> int:
        return self.times

    def __iter__(self) -> Iterator["Sweep"]:
        rng, cells = np.random.default_rng(self.seed), _cells(self.sweep)
        block = max(1, BLOCK // sum(map(_cost, cells)))
        for start in range(0, self.times, block):
            drawn = _draw_classes(rng, cells, min(block, self.times - start), self.stratified)
            for positives, negatives in zip(*drawn, strict=True):
                yield _sweep_of(self.sweep, positives, negatives)


def _cells(sweep: "Sweep") -> tuple[np.ndarray, np.ndarray]:
    """Count the samples of each class by the row that lets them in; last those never let in."""
    rows = whole_counts(sweep, "bootstrap")
    known = sweep.fp[-1] if sweep.negatives is None else sweep.negatives
    sizes = (int(sweep.positives), int(known))
    return tuple(np.append(row, size - row.sum()) for row, size in zip(rows, sizes, strict=True))


def _draw_classes(rng, cells, times: int, stratified: bool):
    """Draw both classes, and add up down the rows."""
    if stratified:
        drawn = [_draw(rng, cell, times) for cell in cells]
    else:
        drawn = np.hsplit(_draw(rng, np.concatenate(cells), times), 2)
    return [np.cumsum(counts, axis=1) for counts in drawn]


def _draw(rng, cells: np.ndarray, times: int) -> np.ndarray:
    """Draw as many samples as there are, and count how often each cell comes.

    Returns
    -------
    numpy.ndarray of int, shape (times, cells)
    """
    size = int(cells.sum())
    if not size:
        return np.zeros((times, len(cells)), np.int64)
    if _multinomial(cells):
        return rng.multinomial(size, cells / size, times)
    cell_of = np.repeat(np.arange(len(cells)), cells)
    places = cell_of[rng.integers(size, size=(times, size))]
    places += len(cells) * np.arange(times)[:, None]
    return np.bincount(places.ravel(), minlength=times * len(cells)).reshape(times, -1)


def _multinomial(cells: np.ndarray) -> bool:
    """Tell whether to draw how many come from each cell, instead of one sample after another."""
    return CHEAP * np.count_nonzero(cells) < cells.sum()


def _cost(cells: np.ndarray) -> int:
    """Count the numbers that one draw makes."""
    return len(cells) + (0 if _multinomial(cells) else cells.sum().item())


def _sweep_of(sweep: "Sweep", positives: np.ndarray, negatives: np.ndarray) -> "Sweep":
    """Make a sweep of counts added up; rows that let nobody in aren't there."""
    reached = positives[:-1] + negatives[:-1]
    rows = np.flatnonzero(np.append(True, np.diff(reached)))
    columns = (sweep.threshold[rows], positives[rows], negatives[rows])
    threshold, tp, fp = map(locked, columns)
    sizes = {
        "positives": positives[-1].item(),
        "negatives": None if sweep.negatives is None else negatives[-1].item(),
    }
    return replace(sweep, threshold=threshold, tp=tp, fp=fp, samples=None, **sizes)
