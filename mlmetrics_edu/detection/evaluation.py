"""One set of detections, matched: prepared once, asked for each overlap and each range of size."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from . import accumulation, assignment, candidates
from .assignment import RULES, Rule
from .candidates import Pairs
from .conditions import Size
from .ranking import Ranking, ranked
from .scenes import Scenes


@dataclass(frozen=True, eq=False)
class Evaluation:
    """Objects and ranked detections, and which of them touch.

    Attributes
    ----------
    scenes : Scenes
        Objects and detections.
    ranking : Ranking
        The order in which detections are taken.
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
    def turn(self) -> np.ndarray:
        """When each detection has its turn; -1 for those that have none."""
        return _places(self.ranking.rows, len(self.scenes.detections))

    @cached_property
    def rows(self) -> np.ndarray:
        """Detections that touch an object, in order of their turn."""
        changes = np.append(True, self.pairs.detection[1:] != self.pairs.detection[:-1])
        return self.pairs.detection[changes[: len(self.pairs.detection)]]

    @cached_property
    def _column(self) -> np.ndarray:
        return _places(self.rows, len(self.scenes.detections))

    @cached_property
    def need_not(self) -> np.ndarray:
        """Objects that need not be found, whatever their size."""
        return self.scenes.truth.crowd | self.scenes.truth.difficult

    @cached_property
    def _shared(self) -> np.ndarray:
        """Objects that several detections may be matched with."""
        return self.scenes.truth.crowd if self.rule.aside else self.need_not

    def ignored(self, size: Size) -> np.ndarray:
        """Objects that need not be found, in a range of sizes."""
        return self.need_not | size.outside(self.scenes.truth)

    def positives(self, size: Size) -> np.ndarray:
        """Count the objects of each category that should be found."""
        wanted = self.scenes.truth.category[~self.ignored(size)]
        return np.bincount(wanted, minlength=len(self.scenes.categories))

    def found(self, iou: float, size: Size) -> Pairs:
        """Match at one overlap."""
        ignored = self.ignored(size)
        return assignment.found(self.pairs, ignored, self._shared, iou, self.rule)

    def hits(self, ious: tuple[float, ...], size: Size) -> accumulation.Hits:
        """Match at several overlaps, and count."""
        found = np.full((len(ious), len(self.rows)), -1)
        for row, iou in zip(found, ious, strict=True):
            matched = self.found(iou, size)
            row[self._column[matched.detection]] = matched.truth
        inside = ~size.outside(self.scenes.detections)[self.ranking.rows]
        at = self.turn[self.rows]
        return accumulation.count(self.ranking, at, found, self.ignored(size), inside)


def _places(rows: np.ndarray, size: int) -> np.ndarray:
    """Turn a list of rows round: where in the list each row stands, or -1."""
    places = np.full(size, -1)
    places[rows] = np.arange(len(rows))
    return places


def evaluation(scenes: Scenes, rule: str, floor: float, ties: str, limit: int | None) -> Evaluation:
    """Rank the detections, and find out which touch an object by at least ``floor``."""
    sizes = (len(scenes.images), len(scenes.categories))
    ranking = ranked(scenes.detections, sizes, ties, limit)
    chosen = RULES[rule]
    pairs = candidates.pairs(scenes, ranking.rows, min(floor, chosen.most))
    turn = _places(ranking.rows, len(scenes.detections))
    return Evaluation(scenes, ranking, assignment.by_wish(pairs, turn, chosen), chosen)
