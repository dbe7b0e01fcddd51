"""AP and recall of each category at each overlap, in one range of sizes.

It is ``average_precision(sweep, rule)`` of every category at every IoU, all counted in one walk.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..metrics.average_precision import RULES, averages
from ..metrics.counting import so_far
from ..metrics.sweeps import Sweeps
from .evaluation import Evaluation, places
from .protocols import Protocol, Size


@dataclass(frozen=True, eq=False)
class SizeCounts:
    """What all means are taken of; T overlaps, K categories.

    Attributes
    ----------
    size : Size
        Which sizes are judged.
    positives : numpy.ndarray of int, shape (K,)
        How many objects should be found.
    ap : numpy.ndarray of float, shape (T, K)
        Average precision; nan where there is no object.
    tp : mapping of int (or None) to numpy.ndarray of int, shape (T, K)
        How many objects were found with so many detections in an image (None: with all).
    """

    size: Size
    positives: np.ndarray
    ap: np.ndarray
    tp: Mapping

    @classmethod
    def of(cls, base: Evaluation, protocol: Protocol, size: Size, compare: str) -> "SizeCounts":
        """Match at all overlaps, and sum the P-R curves up."""
        hit, false = hits(base, protocol.ious, size)
        sweeps, place = walk(base, hit, false, size), base.ranking.place[base.rank[base.touching]]
        tp = {
            limit: np.diff(so_far(hit & (place < limit))[:, base.start], axis=1)
            for limit in protocol.limits[:-1]
        }
        ap = averages(RULES[protocol.rule], sweeps, compare)
        return cls(size, sweeps.positives, ap, {**tp, protocol.limit: sweeps.found})

    def recall(self, limit: int | None) -> np.ndarray:
        """Compute the share of objects found: shape (T, K); nan where there is none."""
        return self.tp[limit] / np.where(self.positives > 0, self.positives, np.nan)


def hits(base: Evaluation, ious: tuple[float, ...], size: Size) -> tuple[np.ndarray, np.ndarray]:
    """Tell at each overlap which of the detections that touch an object are hits, or false alarms.

    Returns
    -------
    hit, false : numpy.ndarray of bool, shape (T, touching)
        Neither: those that found an object that need not be found, or are of another size.
    """
    found = np.full((len(ious), len(base.touching)), -1)
    column = places(base.touching, len(base.scenes.detections))
    for row, iou in zip(found, ious, strict=True):
        matches = base.matches(iou, size)
        row[column[matches.detection]] = matches.truth
    inside = ~size.outside(base.scenes.detections)[base.touching]
    counts = np.append(~base.ignored(size), False)  # the last for those that found nothing
    return counts[found], (found < 0) & inside


def walk(base: Evaluation, hit: np.ndarray, false: np.ndarray, size: Size) -> Sweeps:
    """Sweep over the detections of each category, at all overlaps at once.

    Only those that touch an object have a row, since no other can be a hit. The others are false
    alarms at every overlap: they are counted once, and added to those of the next row.
    """
    ranking, at = base.ranking, base.rank[base.touching]
    others = ~size.outside(base.scenes.detections)[ranking.rows]
    others[at] = False
    start = base.start
    category = np.repeat(np.arange(len(start) - 1), np.diff(start))
    tp, fp = so_far(hit, start), so_far(false, start)
    # Row 0 of each category stands between.
    fp[:, np.arange(len(at)) + category + 1] += so_far(others, ranking.start)[at + category + 1]
    return Sweeps(tp, fp, start + np.arange(len(start)), base.positives(size))
