"""What became of each detection and of each object, and why."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from . import candidates
from .candidates import Pairs
from .conditions import Size
from .evaluation import Evaluation
from .ranking import stable_order

HIT, DUPLICATE, CLASS, LOW, NOTHING = range(5)
CROWD, DIFFICULT, OBJECT_SIZE, SIZE, BEYOND = range(5, 10)
OF_DETECTIONS = (
    "hit",
    "duplicate",
    "wrong class",
    "overlap too low",
    "nothing there",
    "ignored: crowd",
    "ignored: difficult",
    "ignored: size of the object",
    "ignored: size",
    "beyond the limit",
)
FALSE_ALARMS = (DUPLICATE, CLASS, LOW, NOTHING)
OF_OBJECTS = ("found", "missed", "ignored: crowd", "ignored: difficult", "ignored: size")


@dataclass(frozen=True, eq=False)
class Outcomes:
    """Outcomes at one overlap and in one range of sizes, as columns.

    Attributes
    ----------
    base : Evaluation
        Objects, detections, and who touches whom.
    iou : float
        The least overlap of a hit.
    size : Size
        Which sizes are judged.
    """

    base: Evaluation
    iou: float
    size: Size

    @property
    def least(self) -> float:
        """The overlap that the rule really asks for."""
        return min(self.iou, self.base.rule.most)

    @cached_property
    def matched(self) -> Pairs:
        """Who found what, in order of the turns."""
        return self.base.found(self.iou, self.size)

    @cached_property
    def found(self) -> np.ndarray:
        """The object that each detection is matched with, or -1."""
        found = np.full(len(self.base.scenes.detections), -1)
        found[self.matched.detection] = self.matched.truth
        return found

    @cached_property
    def taker(self) -> np.ndarray:
        """The surest detection matched with each object, or -1."""
        taker = np.full(len(self.base.scenes.truth), -1)
        taker[self.matched.truth[::-1]] = self.matched.detection[::-1]
        return taker

    @cached_property
    def same(self) -> "Neighbours":
        """Who meets whom in one image and category."""
        return Neighbours(candidates.pairs(self.base.scenes, self._rows, 0.0))

    @cached_property
    def other(self) -> "Neighbours":
        """Who meets whom in one image, but of unlike categories."""
        scenes = self.base.scenes
        both = candidates.pairs(scenes, self._rows, 0.0, same=False)
        unlike = scenes.truth.category[both.truth] != scenes.detections.category[both.detection]
        return Neighbours(both.take(unlike & ~self.base.need_not[both.truth]))

    @property
    def _rows(self) -> np.ndarray:
        return np.arange(len(self.base.scenes.detections))

    @cached_property
    def of_detections(self) -> np.ndarray:
        """The outcome of each detection, a position in :data:`OF_DETECTIONS`."""
        detections = self.base.scenes.detections
        same, other = (near.most(len(detections)) for near in (self.same, self.other))
        outcome = np.where(same > 0, LOW, NOTHING)
        outcome[other >= self.least] = CLASS
        outcome[same >= self.least] = DUPLICATE
        outcome[self.size.outside(detections)] = SIZE
        outcome[self.matched.detection] = self._of_matched[self.matched.truth]
        outcome[self.base.turn < 0] = BEYOND
        return outcome

    @cached_property
    def _of_matched(self) -> np.ndarray:
        """What it is worth to be matched with each object."""
        truth = self.base.scenes.truth
        kinds = [truth.crowd, truth.difficult, self.size.outside(truth)]
        return np.select(kinds, [CROWD, DIFFICULT, OBJECT_SIZE], HIT)

    @cached_property
    def of_objects(self) -> np.ndarray:
        """The outcome of each object, a position in :data:`OF_OBJECTS`."""
        truth = self.base.scenes.truth
        kinds = [truth.crowd, truth.difficult, self.size.outside(truth), self.taker >= 0]
        return np.select(kinds, [2, 3, 4, 0], 1)


class Neighbours:
    """Pairs that meet, to be looked up from either side; those that overlap most come first."""

    def __init__(self, pairs: Pairs):
        rising = np.lexsort((-pairs.truth, pairs.iou))  # the most and the first is last
        self._by_detection = pairs.take(rising[stable_order(pairs.detection[rising])])
        self._by_truth = pairs.take(rising[stable_order(pairs.truth[rising])])

    def most(self, detections: int) -> np.ndarray:
        """Give the largest overlap of each detection."""
        most = np.zeros(detections)
        most[self._by_detection.detection] = self._by_detection.iou  # the last one stays
        return most

    def of_detection(self, row: int) -> list[tuple[int, float]]:
        """List the objects that a detection meets, and by how much."""
        part = _part(self._by_detection.detection, row)
        return _listed(self._by_detection.truth[part], self._by_detection.iou[part])

    def of_object(self, row: int) -> list[tuple[int, float]]:
        """List the detections that meet an object, and by how much."""
        part = _part(self._by_truth.truth, row)
        return _listed(self._by_truth.detection[part], self._by_truth.iou[part])


def _part(column: np.ndarray, row: int) -> slice:
    return slice(*np.searchsorted(column, [row, row + 1]))


def _listed(rows: np.ndarray, iou: np.ndarray) -> list[tuple[int, float]]:
    return list(zip(rows[::-1].tolist(), iou[::-1].tolist(), strict=True))
