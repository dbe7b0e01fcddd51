"""What became of each detection and of each object, and why."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..core import digits
from ..metrics.counting import stable_order
from .assignment import Evaluation, Pairs, overlapping
from .protocols import Size

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
        return min(self.iou, self.base.rule.highest_iou)

    @cached_property
    def matched(self) -> Pairs:
        """Who found what, in order of their ranks."""
        (matched,) = self.base.matches([self.iou], self.size)
        return matched

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
        return Neighbours(overlapping(self.base.scenes, self._rows, 0.0))

    @cached_property
    def other(self) -> "Neighbours":
        """Who meets whom in one image, but of unlike categories."""
        scenes = self.base.scenes
        both = overlapping(scenes, self._rows, 0.0, same_category=False)
        unlike = scenes.truth.category[both.truth] != scenes.detections.category[both.detection]
        return Neighbours(both.take(unlike & ~self.base.optional[both.truth]))

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
        outcome[self.base.rank < 0] = BEYOND
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
        """Find the largest overlap of each detection."""
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


def why_detection(o: Outcomes, row: int) -> str:
    """Say why a detection has its outcome."""
    outcome = o.of_detections[row]
    if outcome in (HIT, CROWD, DIFFICULT, OBJECT_SIZE):
        return _matched(o, row, outcome)
    return _UNMATCHED[outcome](o, row)


def _matched(o: Outcomes, row: int, outcome: int) -> str:
    truth = int(o.found[row])
    text = f"overlaps {_object(o, truth)} by {_share(o, _iou(o, row, truth))}"
    if outcome == HIT:
        return text + _passed_over(o, row, truth)
    kind = {
        CROWD: "a crowd: neither a hit nor a false alarm",
        DIFFICULT: "marked as difficult: neither a hit nor a false alarm",
        OBJECT_SIZE: f"which isn't judged here ({o.size})",
    }
    return f"{text}, {kind[outcome]}"


def _passed_over(o: Outcomes, row: int, truth: int) -> str:
    """Say so where an object of more overlap was taken already."""
    better = [g for g, _ in o.same.of_detection(row) if g != truth and o.taker[g] >= 0]
    better = [g for g in better if _iou(o, row, g) > _iou(o, row, truth)]
    if not better:
        return ""
    first = better[0]
    return (
        f"; {_object(o, first)} ({_share(o, _iou(o, row, first))}) was taken by "
        f"{_detection(o, o.taker[first])}"
    )


def _duplicate(o: Outcomes, row: int) -> str:
    (best, iou), *rest = o.same.of_detection(row)
    text = f"{_object(o, best)} ({_share(o, iou)}) is taken by {_detection(o, o.taker[best])}"
    free = [(g, i) for g, i in rest if i >= o.least and o.taker[g] < 0]
    if not free:
        return text
    other, iou = free[0]
    return f"{text}; {_object(o, other)} ({_share(o, iou)}) is free, but only the best one counts"


def _wrong_class(o: Outcomes, row: int) -> str:
    best, iou = o.other.of_detection(row)[0]
    category = o.base.scenes.categories[o.base.scenes.truth.category[best]]
    return f"overlaps {_object(o, best)} by {_share(o, iou)}, and that is of class {category}"


def _low(o: Outcomes, row: int) -> str:
    best, iou = o.same.of_detection(row)[0]
    return f"overlaps {_object(o, best)} by {_share(o, iou)} only ({o.iou:g} is asked for)"


def _nothing(o: Outcomes, row: int) -> str:
    return "touches no object of its class"


def _size(o: Outcomes, row: int) -> str:
    area = digits.decimal(float(o.base.scenes.detections.area[row]))
    return f"matched with nothing, and its area {area} isn't judged here ({o.size})"


def _beyond(o: Outcomes, row: int) -> str:
    return "its image has enough surer detections of its class: the limit is reached"


_UNMATCHED = {
    DUPLICATE: _duplicate,
    CLASS: _wrong_class,
    LOW: _low,
    NOTHING: _nothing,
    SIZE: _size,
    BEYOND: _beyond,
}


def why_object(o: Outcomes, row: int) -> str:
    """Say why an object has its outcome."""
    outcome = OF_OBJECTS[o.of_objects[row]]
    if outcome == "found":
        taker = int(o.taker[row])
        return f"by {_detection(o, taker)}, overlap {_share(o, _iou(o, taker, row))}"
    if outcome != "missed":
        return _ignored(o, row)
    near = o.same.of_object(row)
    if near and near[0][1] >= o.least:
        return _went_elsewhere(o, *near[0])
    return _of_other_class(o, row) or _too_far(o, near)


def _went_elsewhere(o: Outcomes, detection: int, iou: float) -> str:
    """Say why the nearest detection didn't find an object, though it overlaps enough."""
    text = f"{_detection(o, detection)} comes nearest, overlap {_share(o, iou)}"
    if o.base.rank[detection] < 0:
        return f"{text}, but it is beyond the limit of its image"
    if o.found[detection] < 0:
        return f"{text}, but it asked for another object only"
    return f"{text}, but it went to {_object(o, o.found[detection])}"


def _too_far(o: Outcomes, near: list) -> str:
    if not near:
        return "no detection of its class touches it"
    detection, iou = near[0]
    text = f"{_detection(o, detection)} comes nearest, overlap {_share(o, iou)}"
    return f"{text} ({o.iou:g} is asked for)"


def _ignored(o: Outcomes, row: int) -> str:
    many = int(np.count_nonzero(o.found == row))
    verb = {0: "no detection is", 1: "1 detection is"}.get(many, f"{many:,} detections are")
    return f"need not be found; {verb} matched with it"


def _of_other_class(o: Outcomes, row: int) -> str:
    found = [(d, i) for d, i in o.other.of_object(row) if i >= o.least]
    if not found:
        return ""
    detection, iou = found[0]
    category = o.base.scenes.categories[o.base.scenes.detections.category[detection]]
    return f"{_detection(o, detection)} overlaps it by {_share(o, iou)}, but says {category}"


def partner_of_detection(o: Outcomes, row: int) -> tuple[int, float] | None:
    """Find the object that a detection is about, and the overlap: its match, or the nearest."""
    if o.found[row] >= 0:
        return int(o.found[row]), _iou(o, row, int(o.found[row]))
    near = o.other if o.of_detections[row] == CLASS else o.same
    return next(iter(near.of_detection(row)), None)


def partner_of_object(o: Outcomes, row: int) -> tuple[int, float] | None:
    """Find the detection that an object is about, and the overlap: its finder, or the nearest."""
    if o.taker[row] >= 0:
        return int(o.taker[row]), _iou(o, int(o.taker[row]), row)
    return next(iter(o.same.of_object(row)), None)


def _iou(o: Outcomes, detection: int, truth: int) -> float:
    return dict(o.same.of_detection(detection))[truth]


def _share(o: Outcomes, iou: float) -> str:
    return share(iou, o.iou)


def share(iou: float, *limits: float) -> str:
    """Write an overlap with as many digits as it takes to see on which side of limits it is.

    Examples
    --------
    >>> share(0.49, 0.5), share(0.49996, 0.5)
    ('0.490', '0.49996')
    """
    for places in range(3, 17):
        shown = round(iou, places)
        if all((shown < limit) == (iou < limit) for limit in limits):
            return digits.decimal(iou, places)
    return repr(iou)


def _object(o: Outcomes, row: int) -> str:
    return f"object {o.base.scenes.truth.called(row)}"


def _detection(o: Outcomes, row: int) -> str:
    return f"detection {o.base.scenes.detections.called(row)}"
