"""From hits back to an ordinary sweep: what was matched is a positive, the rest are negatives."""

import numpy as np

from ..metrics.rankings.ranked_list import nothing_returned
from ..metrics.sweep import Sweep, sweep
from .conditions import Size
from .evaluation import Evaluation


def labelled(
    base: Evaluation, category: int, iou: float, size: Size, limit: int | None, ties: str
) -> Sweep:
    """Sweep over the detections of one category.

    Detections that neither count as a hit nor as a false alarm are left out. Objects that nobody
    found are positives without a score; how many places there are where nothing is, nobody knows.
    """
    part = slice(*base.ranking.start[category : category + 2])
    rows, place = base.ranking.rows[part], base.ranking.place[part]
    rows = rows if limit is None else rows[place < limit]
    positive, counted = labels(base, iou, size)
    rows = rows[counted[rows]]
    total = int(base.positives(size)[category])
    if not len(rows):
        return nothing_returned(total)
    detections = base.scenes.detections
    ids = rows if detections.ids is None else detections.ids[rows]
    score = detections.score[rows]
    known = {"ids": ids, "positives": total, "negatives": "unknown"}
    return sweep(positive[rows], score, ties=ties, **known)


def labels(base: Evaluation, iou: float, size: Size) -> tuple[np.ndarray, np.ndarray]:
    """Tell which detections are hits, and which count at all."""
    matched, ignored = base.found(iou, size), base.ignored(size)
    counted = ~size.outside(base.scenes.detections)
    counted[matched.detection] = ~ignored[matched.truth]
    positive = np.zeros(len(counted), bool)
    positive[matched.detection] = ~ignored[matched.truth]
    return positive, counted
