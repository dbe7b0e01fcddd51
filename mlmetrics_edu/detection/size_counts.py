"""The figures of one range of sizes: AP and recall of each category at each overlap."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ..metrics.average_precision import RULES, average_precision
from . import accumulation
from .conditions import Protocol, Size
from .evaluation import Evaluation
from .labels import all_labelled


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
    found : mapping of int (or None) to numpy.ndarray of int, shape (T, K)
        How many objects were found with so many detections in an image (None: with all).
    heights : numpy.ndarray of float, shape (T, K, levels), or None
        The interpolated precision at each level of recall, where the rule has levels.
    """

    size: Size
    positives: np.ndarray
    ap: np.ndarray
    found: Mapping
    heights: np.ndarray | None

    @classmethod
    def of(cls, base: Evaluation, protocol: Protocol, size: Size, compare: str) -> "SizeCounts":
        """Match at all overlaps, and sum the P-R curves up."""
        hits, positives = base.hits(protocol.ious, size), base.positives(size)
        rule, place = RULES[protocol.rule], base.ranking.place[hits.at]
        heights = None
        if rule.levels:
            heights = accumulation.heights(hits, positives, rule.levels, compare)
            ap = heights.sum(axis=2) / rule.levels
        else:
            ap = np.array([_by_sweeps(base, iou, size, protocol.rule) for iou in protocol.ious])
        found = {limit: hits.found(place < limit) for limit in protocol.limits[:-1]}
        found[protocol.limit] = hits.found()
        return cls(size, positives, ap, found, heights)

    def recall(self, limit: int | None) -> np.ndarray:
        """Give the share of objects found: shape (T, K); nan where there is none."""
        known = np.where(self.positives > 0, self.positives, np.nan)
        return self.found[limit] / known


def _by_sweeps(base: Evaluation, iou: float, size: Size, rule: str) -> list[float]:
    """Sum each category's P-R curve up; without an object there is none."""
    sweeps = all_labelled(base, iou, size)
    return [float(average_precision(s, rule)) if s.positives else np.nan for s in sweeps]
