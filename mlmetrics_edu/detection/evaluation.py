"""Objects and ranked detections, matched at any overlap: hits as labels, and as sweeps."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from ..core.conventions import DetectionSweepTies
from ..metrics.rankings.retrieval import nothing_returned
from ..metrics.sweep import Sweep, sweep
from . import assignment
from .assignment import RULES, Pairs, Ranking, Rule
from .protocols import Size
from .scenes import Boxes, Scenes


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Objects and ranked detections, and which of them touch; made by :func:`evaluation`.

    It is prepared once, and asked for each overlap and each range of sizes.

    Attributes
    ----------
    scenes : Scenes
        Objects and detections.
    ranking : Ranking
        The order in which detections choose.
    pairs : Pairs
        Of one image and category, in the order in which they are asked for.
    rule : Rule
        How detections choose.
    """

    scenes: Scenes
    ranking: Ranking
    pairs: Pairs
    rule: Rule

    @cached_property
    def rank(self) -> np.ndarray:
        """The place of each detection in the ranking; -1 for those left out."""
        return places(self.ranking.rows, len(self.scenes.detections))

    @cached_property
    def touching(self) -> np.ndarray:
        """Detections that touch an object, by their rank."""
        changes = np.append(True, self.pairs.detection[1:] != self.pairs.detection[:-1])
        return self.pairs.detection[changes[: len(self.pairs.detection)]]

    @cached_property
    def start(self) -> np.ndarray:
        """Which of those that touch an object is the first of each category, and how many are."""
        return np.searchsorted(self.rank[self.touching], self.ranking.start)

    @cached_property
    def optional(self) -> np.ndarray:
        """Objects that need not be found, whatever their size."""
        return self.scenes.truth.crowd | self.scenes.truth.difficult

    @cached_property
    def _shared(self) -> np.ndarray:
        """Objects that several detections may be matched with."""
        return self.scenes.truth.crowd if self.rule.ignored_last else self.optional

    def ignored(self, size: Size) -> np.ndarray:
        """Tell which objects need not be found, in a range of sizes."""
        return self.optional | size.outside(self.scenes.truth)

    def positives(self, size: Size) -> np.ndarray:
        """Count the objects of each category that should be found."""
        wanted = self.scenes.truth.category[~self.ignored(size)]
        return np.bincount(wanted, minlength=len(self.scenes.categories))

    def matches(self, iou: float, size: Size) -> Pairs:
        """Match at one overlap."""
        return assignment.assign(self.pairs, self.ignored(size), self._shared, iou, self.rule)

    def labels(self, iou: float, size: Size) -> tuple[np.ndarray, np.ndarray]:
        """Tell which detections are hits, and which count at all."""
        matches, ignored = self.matches(iou, size), self.ignored(size)
        counted = ~size.outside(self.scenes.detections)
        counted[matches.detection] = ~ignored[matches.truth]
        hit = np.zeros(len(counted), bool)
        hit[matches.detection] = ~ignored[matches.truth]
        return hit, counted

    def sweep(
        self,
        category: int,
        iou: float,
        size: Size,
        limit: int | None = None,
        ties: DetectionSweepTies = "in-order",
    ) -> Sweep:
        """Sweep over the detections of one category: hits are the positives.

        Detections that count neither as a hit nor as a false alarm are left out. Objects that were
        never found are positives without a score; how many negatives there are, nobody knows.
        """
        total = int(self.positives(size)[category])
        walk = self._sweep(category, self.labels(iou, size), total, limit, ties)
        return replace(walk, about=f"{self.scenes.categories[category]}, IoU ≥ {iou:g}")

    def _sweep(self, category: int, labels: tuple, total: int, limit, ties: str) -> Sweep:
        part = slice(*self.ranking.start[category : category + 2])
        rows, place = self.ranking.rows[part], self.ranking.place[part]
        rows = rows if limit is None else rows[place < limit]
        hit, counted = labels
        return sweep_of(self.scenes.detections, rows[counted[rows]], hit, total, ties)


def places(rows: np.ndarray, size: int) -> np.ndarray:
    """Find where in a list of rows each row stands; -1 for those that don't."""
    places = np.full(size, -1)
    places[rows] = np.arange(len(rows))
    return places


def evaluation(scenes: Scenes, rule: str, floor: float, ties: str, limit: int | None) -> Evaluation:
    """Rank the detections, and find out which touch an object by at least ``floor``."""
    sizes = (len(scenes.images), len(scenes.categories))
    ranking = assignment.ranked(scenes.detections, sizes, ties, limit)
    chosen = RULES[rule]
    pairs = assignment.overlapping(scenes, ranking.rows, min(floor, chosen.highest_iou))
    rank = places(ranking.rows, len(scenes.detections))
    return Evaluation(scenes, ranking, assignment.by_preference(pairs, rank, chosen), chosen)


def sweep_of(detections: Boxes, rows: np.ndarray, hit: np.ndarray, total: int, ties: str) -> Sweep:
    """Sweep over some detections, in their order; ``total`` counts all objects to be found."""
    if not len(rows):
        return nothing_returned(total)
    ids = rows if detections.ids is None else detections.ids[rows]
    return sweep(
        hit[rows],
        detections.score[rows],
        ties=ties,
        ids=ids,
        positives=total,
        negatives="unknown",
    )
