"""AP and recall of each category at each overlap, in one range of sizes.

It is ``average_precision(sweep, rule)`` of every category at every IoU. Where a rule looks the
precision up at equal levels of recall, as COCO does, that takes no sweeps: between two hits
precision only falls, so it is enough to look where a hit comes in; and detections that touch no
object are counted once for all overlaps.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..metrics import average_precision as rules
from ..metrics.average_precision import average_precision
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
        hits, positives = count_hits(base, protocol.ious, size), base.positives(size)
        rule, place = rules.RULES[protocol.rule], base.ranking.place[hits.at]
        heights = None
        if rule.levels:
            heights = interpolated_precision(hits, positives, rule.levels, compare)
            ap = heights.sum(axis=2) / rule.levels
        else:
            ap = np.array([_by_sweeps(base, iou, size, protocol.rule) for iou in protocol.ious])
        tp = {limit: hits.total(place < limit) for limit in protocol.limits[:-1]}
        tp[protocol.limit] = hits.total()
        return cls(size, positives, ap, tp, heights)

    def recall(self, limit: int | None) -> np.ndarray:
        """Compute the share of objects found: shape (T, K); nan where there is none."""
        return self.tp[limit] / np.where(self.positives > 0, self.positives, np.nan)


def _by_sweeps(base: Evaluation, iou: float, size: Size, rule: str) -> list[float]:
    """Sum each category's P-R curve up; without an object there is none."""
    sweeps = base.sweeps(iou, size)
    return [float(average_precision(s, rule)) if s.positives else np.nan for s in sweeps]


class Hits(NamedTuple):
    """Detections that touch an object, in order of the ranking, at each of T overlaps.

    Attributes
    ----------
    at : numpy.ndarray of int, shape (n,)
        Their positions in the ranking.
    first : numpy.ndarray of int, shape (categories + 1,)
        Which of them is the first of each category.
    tp, fp : numpy.ndarray of int, shape (T, n)
        Hits and false alarms of the category so far, each detection included.
    hit : numpy.ndarray of bool, shape (T, n)
        Which of them are hits.
    """

    at: np.ndarray
    first: np.ndarray
    tp: np.ndarray
    fp: np.ndarray
    hit: np.ndarray

    def total(self, which=None) -> np.ndarray:
        """Count the hits in each category, of all or some detections: shape (T, categories)."""
        hit = self.hit if which is None else self.hit & which
        return np.diff(_sums(hit)[:, self.first], axis=1)


def count_hits(base: Evaluation, ious: tuple[float, ...], size: Size) -> Hits:
    """Count what has come in whenever a detection comes in that touches an object."""
    ranking, at, ignored = base.ranking, base.rank[base.touching], base.ignored(size)
    objects = _matched_objects(base, ious, size)
    inside = ~size.outside(base.scenes.detections)[ranking.rows]
    hit = (objects >= 0) & ~ignored[objects] if len(ignored) else np.zeros(objects.shape, bool)
    first = np.searchsorted(at, ranking.start)
    home = np.repeat(np.arange(len(first) - 1), np.diff(first))
    # As if none of them were matched; then what is different where they are.
    alone = np.concatenate([[0], np.cumsum(inside)])
    change = np.where(objects >= 0, hit, inside[at]).astype(np.int8) - inside[at]
    counted = alone[at + 1] - alone[ranking.start[home]] + _so_far(change, first, home)
    tp = _so_far(hit, first, home)
    return Hits(at, first, tp, counted - tp, hit)


def _matched_objects(base: Evaluation, ious: tuple[float, ...], size: Size) -> np.ndarray:
    """Match at several overlaps: the object of each detection that touches one, or -1."""
    objects = np.full((len(ious), len(base.touching)), -1)
    column = places(base.touching, len(base.scenes.detections))
    for row, iou in zip(objects, ious, strict=True):
        matches = base.matches(iou, size)
        row[column[matches.detection]] = matches.truth
    return objects


def _so_far(column: np.ndarray, first: np.ndarray, home: np.ndarray) -> np.ndarray:
    """Add up along each category."""
    sums = _sums(column)
    return sums[:, 1:] - sums[:, first[home]]


def _sums(column: np.ndarray) -> np.ndarray:
    """Add up along each row, from 0 on."""
    sums = np.zeros((len(column), column.shape[1] + 1), np.int32)
    np.cumsum(column, axis=1, out=sums[:, 1:])
    return sums


def interpolated_precision(
    hits: Hits, positives: np.ndarray, levels: int, compare: str
) -> np.ndarray:
    """Look the interpolated precision up at equal levels of recall.

    Returns
    -------
    numpy.ndarray of float, shape (T, categories, levels)
        0 where the level is never reached, nan in categories without an object.
    """
    highest = _highest_from_here(hits)
    needed = _hits_needed(positives, levels, compare)
    total = hits.total()
    # The hits of all overlaps and categories stand one after the other: where is each one's first?
    places = np.append(np.flatnonzero(hits.hit), 0)
    begin = (np.cumsum(total) - total.ravel()).reshape(total.shape)
    reached = needed <= total[..., None]
    which = np.where(reached, begin[..., None] + needed - 1, 0)
    heights = np.where(reached, highest.ravel()[places[which]] if highest.size else 0.0, 0.0)
    heights[:, positives == 0] = np.nan
    return heights


def _highest_from_here(hits: Hits) -> np.ndarray:
    """Compute the highest precision of each detection, or of any after it in its category."""
    predicted = hits.tp + hits.fp
    highest = np.divide(hits.tp, predicted, out=np.zeros(predicted.shape), where=predicted > 0)
    for begin, end in zip(hits.first[:-1].tolist(), hits.first[1:].tolist(), strict=True):
        falling = highest[:, begin:end][:, ::-1]
        np.maximum.accumulate(falling, axis=1, out=falling)
    return highest


def _hits_needed(positives: np.ndarray, levels: int, compare: str) -> np.ndarray:
    """Count the hits that it takes to reach each level, in each category."""
    many, back = np.unique(positives, return_inverse=True)
    rows = [_hits_for(n, levels, compare) for n in many.tolist()]
    return np.array(rows).reshape(len(many), levels)[back]


def _hits_for(positives: int, levels: int, compare: str) -> np.ndarray:
    if not positives:
        return np.ones(levels, np.int64)
    return rules.first_to_reach(np.arange(positives + 1), positives, levels, compare) + 1
