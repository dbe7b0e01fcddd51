"""From hits back to an ordinary sweep: what was matched is a positive, the rest are negatives."""

from dataclasses import replace

import numpy as np

from ..metrics.rankings.ranked_list import nothing_returned
from ..metrics.sweep import Sweep, sweep
from .conditions import Size
from .evaluation import Evaluation
from .scenes import Boxes


def labelled(
    base: Evaluation, category: int, iou: float, size: Size, limit: int | None, ties: str
) -> Sweep:
    """Sweep over the detections of one category.

    Detections that neither count as a hit nor as a false alarm are left out. Objects that nobody
    found are positives without a score; how many places there are where nothing is, nobody knows.
    """
    total = int(base.positives(size)[category])
    found = _labelled(base, category, labels(base, iou, size), total, limit, ties)
    return replace(found, about=f"{base.scenes.categories[category]}, IoU ≥ {iou:g}")


def all_labelled(base: Evaluation, iou: float, size: Size) -> list[Sweep]:
    """Sweep over the detections of each category."""
    both, totals = labels(base, iou, size), base.positives(size).tolist()
    return [_labelled(base, k, both, n, None, "in-order") for k, n in enumerate(totals)]


def _labelled(base: Evaluation, category: int, both: tuple, total: int, limit, ties) -> Sweep:
    part = slice(*base.ranking.start[category : category + 2])
    rows, place = base.ranking.rows[part], base.ranking.place[part]
    rows = rows if limit is None else rows[place < limit]
    positive, counted = both
    rows = rows[counted[rows]]
    return swept(base.scenes.detections, rows, positive, total, ties)


def swept(
    detections: Boxes, rows: np.ndarray, positive: np.ndarray, total: int, ties: str
) -> Sweep:
    """Sweep over some detections, in their order; ``total`` counts all objects to be found."""
    if not len(rows):
        return nothing_returned(total)
    ids = rows if detections.ids is None else detections.ids[rows]
    known = {"ids": ids, "positives": total, "negatives": "unknown"}
    return sweep(positive[rows], detections.score[rows], ties=ties, **known)


def labels(base: Evaluation, iou: float, size: Size) -> tuple[np.ndarray, np.ndarray]:
    """Tell which detections are hits, and which count at all."""
    matched, ignored = base.found(iou, size), base.ignored(size)
    counted = ~size.outside(base.scenes.detections)
    counted[matched.detection] = ~ignored[matched.truth]
    positive = np.zeros(len(counted), bool)
    positive[matched.detection] = ~ignored[matched.truth]
    return positive, counted
