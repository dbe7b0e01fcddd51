"""From hits to precision at equal levels of recall, for all categories and overlaps at once.

It is ``average_precision(sweep, rule)`` of every category at every IoU, without making the sweeps:
between two hits precision only falls, so it is enough to look where a hit comes in; and detections
that touch no object are counted once for all IoUs.
"""

from typing import NamedTuple

import numpy as np

from ..metrics import average_precision as rules
from .ranking import Ranking


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

    def found(self, which=None) -> np.ndarray:
        """Count the hits in each category, of all or some detections: shape (T, categories)."""
        hit = self.hit if which is None else self.hit & which
        return np.diff(_sums(hit)[:, self.first], axis=1)


def count(ranking: Ranking, at, found, ignored, inside) -> Hits:
    """Count what has come in whenever a detection comes in that touches an object.

    Parameters
    ----------
    ranking : Ranking
        All detections.
    at : numpy.ndarray of int, shape (n,)
        Positions in the ranking of those that touch an object.
    found : numpy.ndarray of int, shape (T, n)
        Which object each of them is matched with, or -1.
    ignored : numpy.ndarray of bool, shape (objects,)
        Objects that need not be found; detections matched with them don't count.
    inside : numpy.ndarray of bool, shape (detections of the ranking,)
        Detections that count where they are matched with nothing.
    """
    hit = (found >= 0) & ~ignored[found] if len(ignored) else np.zeros(found.shape, bool)
    first = np.searchsorted(at, ranking.start)
    home = np.repeat(np.arange(len(first) - 1), np.diff(first))
    # As if none of them were matched; then what is different where they are.
    alone = np.concatenate([[0], np.cumsum(inside)])
    other = np.where(found >= 0, hit, inside[at]).astype(np.int8) - inside[at]
    counted = alone[at + 1] - alone[ranking.start[home]] + _running(other, first, home)
    tp = _running(hit, first, home)
    return Hits(at, first, tp, counted - tp, hit)


def _running(column: np.ndarray, first: np.ndarray, home: np.ndarray) -> np.ndarray:
    """Add up along each category."""
    sums = _sums(column)
    return sums[:, 1:] - sums[:, first[home]]


def _sums(column: np.ndarray) -> np.ndarray:
    """Add up along each row, from 0 on."""
    sums = np.zeros((len(column), column.shape[1] + 1), np.int32)
    np.cumsum(column, axis=1, out=sums[:, 1:])
    return sums


def heights(hits: Hits, positives: np.ndarray, levels: int, compare: str) -> np.ndarray:
    """Look the interpolated precision up at equal levels of recall.

    Returns
    -------
    numpy.ndarray of float, shape (T, categories, levels)
        0 where the level is never reached, nan in categories without an object.
    """
    highest = _highest_from_here(hits)
    needed = _needed(positives, levels, compare)
    total = hits.found()
    # The hits of all overlaps and categories stand one after the other: where is each one's first?
    places = np.append(np.flatnonzero(hits.hit), 0)
    begin = (np.cumsum(total) - total.ravel()).reshape(total.shape)
    reached = needed <= total[..., None]
    which = np.where(reached, begin[..., None] + needed - 1, 0)
    found = np.where(reached, highest.ravel()[places[which]] if highest.size else 0.0, 0.0)
    found[:, positives == 0] = np.nan
    return found


def _highest_from_here(hits: Hits) -> np.ndarray:
    """Give the highest precision of each detection, or of any after it in its category."""
    predicted = hits.tp + hits.fp
    highest = np.divide(hits.tp, predicted, out=np.zeros(predicted.shape), where=predicted > 0)
    for begin, end in zip(hits.first[:-1].tolist(), hits.first[1:].tolist(), strict=True):
        falling = highest[:, begin:end][:, ::-1]
        np.maximum.accumulate(falling, axis=1, out=falling)
    return highest


def _needed(positives: np.ndarray, levels: int, compare: str) -> np.ndarray:
    """Say how many hits it takes to reach each level, in each category."""
    many, back = np.unique(positives, return_inverse=True)
    rows = [_hits_for(n, levels, compare) for n in many.tolist()]
    return np.array(rows).reshape(len(many), levels)[back]


def _hits_for(positives: int, levels: int, compare: str) -> np.ndarray:
    if not positives:
        return np.ones(levels, np.int64)
    return rules.first_to_reach(np.arange(positives + 1), positives, levels, compare) + 1
