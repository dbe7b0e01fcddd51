"""Matching detections with objects: an outcome and a reason for each of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

import numpy as np

from ..core import words
from ..core.conventions import BoxConvention, DetectionSweepTies, DetectionTies, MatchingRule
from ..core.errors import Named, choice
from ..core.trace import Column, Lazy, Trace
from ..metrics.confusion import Confusion
from ..metrics.counting import stable_order
from ..metrics.sweep import Sweep
from . import box_tables, protocols
from .box_tables import Columns, place_of
from .protocols import RULES, TIES, Area, Evaluation, Pairs, Size, evaluation, overlapping

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
FEW = 128  # so many are kept, since a table asks for each of their cells


def match(
    truth: Columns,
    detections: Columns,
    iou: float = 0.5,
    rule: MatchingRule = "coco",
    *,
    convention: BoxConvention | None = None,
    area: Area | None = None,
    max_detections: int | None = None,
    ties: DetectionTies | None = None,
    categories: Sequence | None = None,
) -> Matching:
    """Match detections with objects, and say of each what became of it.

    Parameters
    ----------
    truth, detections : mapping of columns, or pandas.DataFrame
        As for :func:`detection_map`.
    iou : float
        The least overlap of a hit.
    rule : {"coco", "voc"}
        What a detection may find: the best object that is still free, or the one that it overlaps
        most, taken or not.
    convention : {"continuous", "inclusive-pixels"}, optional
        How boxes are measured; without it, they are continuous.
    area : str or pair of float, optional
        The sizes that are judged: ``"small"``, ``"medium"``, ``"large"`` as in COCO, or the least
        and the largest area.
    max_detections : int, optional
        How many detections of a category count in an image.
    ties : {"by-image", "in-order"}, optional
        Which of two equal scores comes first; without it as the rule's protocol has it.
    categories : sequence, optional
        Which to judge; without it all.

    Returns
    -------
    Matching
        ``.detections`` and ``.objects``: what became of each, and why; ``.counts`` of each
        outcome; ``.confusion``; ``.sweep(category)``; ``.trace()`` and ``.objects_trace()``.

    Raises
    ------
    InputError
        If a box is none, a column is missing, or a setting is no such setting.

    References
    ----------
    Everingham et al. (2010), section 4.4; Lin et al. (2014), and COCO's evaluation code.

    Examples
    --------
    Two objects overlap. The second detection overlaps the first object most, which is taken:

    >>> truth = {"x1": [0, 40], "y1": [0, 0], "x2": [100, 140], "y2": [100, 100], "id": ["A", "B"]}
    >>> found = {"x1": [0, 15], "y1": [0, 0], "x2": [100, 120], "y2": [100, 100],
    ...          "score": [0.9, 0.8], "id": [1, 2]}
    >>> match(truth, found, rule="coco").detections[1].outcome
    'hit'
    >>> print(match(truth, found, rule="voc").detections[1].why)
    object A (0.708) is taken by detection 1; object B (0.640) is free, but only the best one counts
    """
    choice(rule, RULES, "rule")
    iou, size = protocols.read_iou(iou), protocols.read_size(area)
    limit = None if max_detections is None else protocols.read_limit(max_detections)
    usual = {"coco": "by-image", "voc": "in-order"}[rule]
    ties = usual if ties is None else choice(ties, TIES, "ties")
    judged = box_tables.read(truth, detections, convention, categories)
    return Matching(Outcomes(evaluation(judged, rule, iou, ties, limit), iou, size))


class Judged(NamedTuple):
    """One detection or object, and what became of it.

    Attributes
    ----------
    id, image, category : hashable
        Its name (its row, if it has none), where it is, and what.
    score : float or None
        How sure the detector is; None for an object.
    box : tuple of float
        Left, top, right, bottom.
    outcome, why : str
        What became of it, in a word and in a sentence.
    other : hashable or None
        The object that it is matched with, or the detection that found it; else the nearest one.
    iou : float or None
        The overlap of the two.
    """

    id: object
    image: object
    category: object
    score: float | None
    box: tuple[float, float, float, float]
    outcome: str
    other: object
    iou: float | None
    why: str


@dataclass(frozen=True, eq=False, repr=False)
class Matching(Named):
    """What became of each detection and of each object. It is made by :func:`match`.

    Attributes
    ----------
    outcomes : Outcomes
        The same as columns of numbers.
    """

    outcomes: Outcomes

    @property
    def _scenes(self) -> box_tables.Scenes:
        return self.outcomes.base.scenes

    @cached_property
    def detections(self) -> Sequence[Judged]:
        """Each detection, by its row in the data."""
        return Lazy(len(self._scenes.detections), lru_cache(FEW)(self._detection))

    @cached_property
    def objects(self) -> Sequence[Judged]:
        """Each object, by its row in the data."""
        return Lazy(len(self._scenes.truth), lru_cache(FEW)(self._object))

    def _detection(self, row: int) -> Judged:
        o, scenes = self.outcomes, self._scenes
        word, other = OF_DETECTIONS[o.of_detections[row]], partner_of_detection(o, row)
        return self._judged(scenes.detections, row, word, scenes.truth, other, why_detection)

    def _object(self, row: int) -> Judged:
        o, scenes = self.outcomes, self._scenes
        word, other = OF_OBJECTS[o.of_objects[row]], partner_of_object(o, row)
        return self._judged(scenes.truth, row, word, scenes.detections, other, why_object)

    def _judged(self, boxes, row: int, outcome: str, others, other, why: Callable) -> Judged:
        sides = boxes.sides
        return Judged(
            boxes.called(row),
            self._scenes.images[boxes.image[row]],
            self._scenes.categories[boxes.category[row]],
            None if boxes.score is None else boxes.score[row].item(),
            tuple(s[row].item() for s in (sides.x1, sides.y1, sides.x2, sides.y2)),
            outcome,
            *((None, None) if other is None else (others.called(other[0]), other[1])),
            why(self.outcomes, row),
        )

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many detections and objects have each outcome."""
        detections = Counter(OF_DETECTIONS[code] for code in self.outcomes.of_detections.tolist())
        objects = Counter(OF_OBJECTS[code] for code in self.outcomes.of_objects.tolist())
        ordered = [(w, detections[w]) for w in OF_DETECTIONS if w in detections]
        return dict(ordered) | {f"object {w}": objects[w] for w in OF_OBJECTS if w in objects}

    @property
    def confusion(self) -> Confusion:
        """The hits, the false alarms and the missed objects; nobody can count true negatives."""
        codes, objects = self.outcomes.of_detections, self.outcomes.of_objects
        tp = int(np.count_nonzero(codes == HIT))
        fp = int(np.isin(codes, FALSE_ALARMS).sum())
        missed = int(np.count_nonzero(objects == OF_OBJECTS.index("missed")))
        return Confusion(tp, fp, missed, None, conventions=self.conventions)

    @property
    def conventions(self) -> dict[str, str]:
        """What could have been done otherwise."""
        o = self.outcomes
        phrases = {
            "matching": f"matching {o.base.rule.description}",
            "iou": f"IoU ≥ {o.iou:g}",
            "boxes": self._scenes.measured,
        }
        if o.size.name != "all":
            phrases["size"] = str(o.size)
        return {**phrases, **box_tables.score_convention(self._scenes.detections.score)}

    def sweep(self, category: Hashable = None, *, ties: DetectionSweepTies = "in-order") -> Sweep:
        """Return the ordinary sweep over the detections of one category.

        Parameters
        ----------
        category : hashable, optional
            Which; it may be left out where there is one only.
        ties : {"in-order", "grouped", "positives-first", "negatives-first"}
            What happens to equal scores.
        """
        o, place = self.outcomes, place_of(self._scenes.categories, category)
        return o.base.sweep(place, o.iou, o.size, ties)

    def trace(self) -> Trace:
        """Lay the detections out, the surest first, with outcome and reason."""
        rows = np.argsort(-self._scenes.detections.score, kind="stable")
        judged = Lazy(len(rows), lambda i: self.detections[int(rows[i])])
        n = len(self._scenes.images)
        title = f"{len(rows):,} detection{'s' * (len(rows) != 1)} in {n:,} image{'s' * (n != 1)}"
        return Trace(title, tuple(self._columns("detection", judged, "object")), self.conventions)

    def objects_trace(self) -> Trace:
        """Lay the objects out, with who found each, or why nobody did."""
        n = len(self.objects)
        title = f"{n:,} object{'s' * (n != 1)}"
        return Trace(title, tuple(self._columns("object", self.objects, "detection")))

    def _columns(self, kind: str, judged: Lazy, other: str):
        """A row for each; where there is one image or category only, it needs no column."""
        column = partial(_column, judged)
        yield column(kind, "id")
        if len(self._scenes.images) > 1:
            yield column("image", "image")
        if len(self._scenes.categories) > 1:
            yield column("category", "category")
        if kind == "detection":
            score = self._scenes.detections.score
            yield column("score", "score", words.thresholds(score), "right")
        yield column("outcome", "outcome")
        yield column(other, "other", lambda name: "–" if name is None else str(name))
        yield _overlap(judged)
        yield column("why", "why")

    def __str__(self) -> str:
        return f"{self.trace()}\n\n{self.objects_trace()}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.trace()._repr_html_() + self.objects_trace()._repr_html_()


def _column(judged: Lazy, heading: str, field: str, show=str, align: str = "left") -> Column:
    values = Lazy(len(judged), lambda i: getattr(judged[i], field))
    return Column(heading, values, show, align)


def _overlap(judged: Lazy) -> Column:
    return _column(judged, "IoU", "iou", lambda i: "–" if i is None else words.decimal(i), "right")


def detection_columns(judged: Lazy, scores: np.ndarray) -> tuple[Column, ...]:
    """Lay detections out: which, where, how sure, and what became of each."""
    return (
        _column(judged, "detection", "id"),
        _column(judged, "image", "image"),
        _column(judged, "score", "score", words.thresholds(scores), "right"),
        _column(judged, "outcome", "outcome"),
        _overlap(judged),
    )


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
    def partner(self) -> np.ndarray:
        """The object that each detection is matched with, or -1."""
        partner = np.full(len(self.base.scenes.detections), -1)
        partner[self.matched.detection] = self.matched.truth
        return partner

    @cached_property
    def taker(self) -> np.ndarray:
        """The surest detection matched with each object, or -1."""
        taker = np.full(len(self.base.scenes.truth), -1)
        taker[self.matched.truth[::-1]] = self.matched.detection[::-1]
        return taker

    @cached_property
    def same(self) -> Neighbours:
        """Who meets whom in one image and category."""
        return Neighbours(overlapping(self.base.scenes, self._rows, 0.0))

    @cached_property
    def other(self) -> Neighbours:
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
        same, other = (pairs.most(len(detections)) for pairs in (self.same, self.other))
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
    if outcome == DUPLICATE:
        return _duplicate(o, row)
    if outcome == NOTHING:
        return "touches no object of its class"
    if outcome == BEYOND:
        return "its image has enough surer detections of its class: the limit is reached"
    if outcome == SIZE:
        area = words.decimal(float(o.base.scenes.detections.area[row]))
        return f"matched with nothing, and its area {area} isn't judged here ({o.size})"
    best, iou = (o.other if outcome == CLASS else o.same).of_detection(row)[0]
    text = f"overlaps {_object(o, best)} by {_share(o, iou)}"
    if outcome == LOW:
        return f"{text} only ({o.iou:g} is asked for)"
    category = o.base.scenes.categories[o.base.scenes.truth.category[best]]
    return f"{text}, and that is of class {category}"


def _matched(o: Outcomes, row: int, outcome: int) -> str:
    truth = int(o.partner[row])
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


def why_object(o: Outcomes, row: int) -> str:
    """Say why an object has its outcome."""
    outcome = OF_OBJECTS[o.of_objects[row]]
    if outcome == "found":
        taker = int(o.taker[row])
        return f"by {_detection(o, taker)}, overlap {_share(o, _iou(o, taker, row))}"
    if outcome != "missed":
        return _ignored(o, row)
    nearest = next(iter(o.same.of_object(row)), None)
    if nearest and nearest[1] >= o.least:
        return _went_elsewhere(o, *nearest)
    other, iou = next(iter(o.other.of_object(row)), (-1, 0.0))
    if iou >= o.least:
        category = o.base.scenes.categories[o.base.scenes.detections.category[other]]
        return f"{_detection(o, other)} overlaps it by {_share(o, iou)}, but says {category}"
    if nearest is None:
        return "no detection of its class touches it"
    text = f"{_detection(o, nearest[0])} comes nearest, overlap {_share(o, nearest[1])}"
    return f"{text} ({o.iou:g} is asked for)"


def _went_elsewhere(o: Outcomes, detection: int, iou: float) -> str:
    """Say why the nearest detection didn't find an object, though it overlaps enough."""
    text = f"{_detection(o, detection)} comes nearest, overlap {_share(o, iou)}"
    if o.base.rank[detection] < 0:
        return f"{text}, but it is beyond the limit of its image"
    if o.partner[detection] < 0:
        return f"{text}, but it asked for another object only"
    return f"{text}, but it went to {_object(o, o.partner[detection])}"


def _ignored(o: Outcomes, row: int) -> str:
    many = int(np.count_nonzero(o.partner == row))
    verb = {0: "no detection is", 1: "1 detection is"}.get(many, f"{many:,} detections are")
    return f"need not be found; {verb} matched with it"


def partner_of_detection(o: Outcomes, row: int) -> tuple[int, float] | None:
    """Find the object that a detection is about, and the overlap: its match, or the nearest."""
    if o.partner[row] >= 0:
        return int(o.partner[row]), _iou(o, row, int(o.partner[row]))
    pairs = o.other if o.of_detections[row] == CLASS else o.same
    return next(iter(pairs.of_detection(row)), None)


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
        rounded = round(iou, places)
        if all((rounded < limit) == (iou < limit) for limit in limits):
            return words.decimal(iou, places)
    return repr(iou)


def _object(o: Outcomes, row: int) -> str:
    return f"object {o.base.scenes.truth.called(row)}"


def _detection(o: Outcomes, row: int) -> str:
    return f"detection {o.base.scenes.detections.called(row)}"
