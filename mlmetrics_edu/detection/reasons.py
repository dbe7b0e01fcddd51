"""Why a detection is a hit or not, and why an object was found or missed: in a sentence each."""

import numpy as np

from ..core import digits
from . import outcomes
from .outcomes import Outcomes


def of_detection(o: Outcomes, row: int) -> str:
    """Say why a detection has its outcome."""
    outcome = o.of_detections[row]
    if outcome in (outcomes.HIT, outcomes.CROWD, outcomes.DIFFICULT, outcomes.OBJECT_SIZE):
        return _matched(o, row, outcome)
    return _UNMATCHED[outcome](o, row)


def _matched(o: Outcomes, row: int, outcome: int) -> str:
    truth = int(o.found[row])
    text = f"overlaps {_object(o, truth)} by {_share(o, _iou(o, row, truth))}"
    if outcome == outcomes.HIT:
        return text + _passed_over(o, row, truth)
    kind = {
        outcomes.CROWD: "a crowd: neither a hit nor a false alarm",
        outcomes.DIFFICULT: "marked as difficult: neither a hit nor a false alarm",
        outcomes.OBJECT_SIZE: f"which isn't judged here ({o.size})",
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
    outcomes.DUPLICATE: _duplicate,
    outcomes.CLASS: _wrong_class,
    outcomes.LOW: _low,
    outcomes.NOTHING: _nothing,
    outcomes.SIZE: _size,
    outcomes.BEYOND: _beyond,
}


def of_object(o: Outcomes, row: int) -> str:
    """Say why an object has its outcome."""
    outcome = outcomes.OF_OBJECTS[o.of_objects[row]]
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
    if o.base.turn[detection] < 0:
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


def partner(o: Outcomes, row: int) -> tuple[int, float] | None:
    """Give the object that a detection is about, and the overlap: its match, or the nearest."""
    if o.found[row] >= 0:
        return int(o.found[row]), _iou(o, row, int(o.found[row]))
    near = o.other if o.of_detections[row] == outcomes.CLASS else o.same
    return next(iter(near.of_detection(row)), None)


def partner_of_object(o: Outcomes, row: int) -> tuple[int, float] | None:
    """Give the detection that an object is about, and the overlap: its finder, or the nearest."""
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
