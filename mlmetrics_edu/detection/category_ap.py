"""AP and recall of each category at each overlap, in one range of sizes.

It is ``average_precision(sweep, rule)`` of every category at every IoU, all counted in one walk.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..core.formula import divided
from ..metrics.average_precision import RULES, averages, heights_at_levels
from ..metrics.counting import so_far
from ..metrics.rates import RATES
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
    heights : numpy.ndarray of float, shape (T, K, levels), or None
        The interpolated precision at each level of recall, where the rule has levels.
    """

    size: Size
    positives: np.ndarray
    ap: np.ndarray
    tp: Mapping
    heights: np.ndarray | None

    @classmethod
    def of(cls, base: Evaluation, protocol: Protocol, size: Size, compare: str) -> "SizeCounts":
        """Match at all overlaps, and sum the P-R curves up."""
        sweeps, hit = walk(base, protocol.ious, size)
        place = base.ranking.place[base.rank[base.touching]]
        tp = {
            limit: np.diff(so_far(hit & (place < limit))[:, base.start], axis=1)
            for limit in protocol.limits[:-1]
        }
        tp[protocol.limit] = sweeps.found
        rule = RULES[protocol.rule]
        if not rule.levels:
            return cls(size, sweeps.positives, averages(rule, sweeps, compare), tp, None)
        heights = heights_at_levels(sweeps, rule.levels, compare)
        ap = rule.formula.column(height=heights, levels=rule.levels)
        return cls(size, sweeps.positives, ap, tp, heights)

    def recall(self, limit: int | None) -> np.ndarray:
        """Compute the share of objects found: shape (T, K); nan where there is none."""
        divisor = np.where(self.positives > 0, self.positives, np.nan)
        return divided(RATES["recall"], divisor, TP=self.tp[limit])


def walk(base: Evaluation, ious: tuple[float, ...], size: Size) -> tuple[Sweeps, np.ndarray]:
    """Sweep over the detections of each category, at all overlaps at once.

    Only those that touch an object have a row, since no other can be a hit. The others are false
    alarms at every overlap: they are counted once, and added to those of the next row.

    Returns
    -------
    sweeps : Sweeps
    hit : numpy.ndarray of bool, shape (T, touching)
        Which of the detections that touch an object are hits.
    """
    start, ranking, at = base.start, base.ranking, base.rank[base.touching]
    objects = _objects(base, ious, size)
    hit = np.append(~base.ignored(size), False)[objects]  # the last for those that found nothing
    others = ~size.outside(base.scenes.detections)[ranking.rows]
    false = (objects < 0) & others[at]
    others[at] = False
    tp, fp = so_far(hit, start), so_far(false, start)
    category = np.repeat(np.arange(len(start) - 1), np.diff(start))
    rows = np.arange(len(at)) + category + 1  # row 0 of each category stands between
    fp[:, rows] += so_far(others, ranking.start)[at + category + 1]
    return Sweeps(tp, fp, start + np.arange(len(start)), base.positives(size)), hit


def _objects(base: Evaluation, ious: tuple[float, ...], size: Size) -> np.ndarray:
    """Match at several overlaps: the object of each detection that touches one, or -1."""
    objects = np.full((len(ious), len(base.touching)), -1)
    column = places(base.touching, len(base.scenes.detections))
    for row, iou in zip(objects, ious, strict=True):
        matches = base.matches(iou, size)
        row[column[matches.detection]] = matches.truth
    return objects
