"""Matching detections with objects: an outcome and a reason for each of them."""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import NamedTuple

import numpy as np

from ..core import digits, inputs
from ..core.calls import explained
from ..core.conventions import BoxConvention, DetectionSweepTies, DetectionTies, MatchingRule
from ..core.errors import Named
from ..core.trace import Column, Lazy, Trace
from ..metrics.confusion import Confusion
from ..metrics.sweep import Sweep
from . import outcomes, protocols, scenes
from .assignment import RULES, TIES, evaluation
from .box_table import Columns, find_category
from .outcomes import OF_DETECTIONS, OF_OBJECTS, Outcomes
from .protocols import Area

FEW = 128  # so many are kept, since a table asks for each of their cells


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


@explained
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
    images: Sequence | None = None,
    categories: Sequence | None = None,
) -> "Matching":
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
    images, categories : sequence, optional
        Which to judge; without them all.

    Returns
    -------
    Matching

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
    inputs.choice(rule, RULES, "rule")
    iou, size = protocols.read_iou(iou), protocols.read_size(area)
    limit = None if max_detections is None else protocols.read_limit(max_detections)
    usual = {"coco": "by-image", "voc": "in-order"}[rule]
    ties = usual if ties is None else inputs.choice(ties, TIES, "ties")
    judged = scenes.read(truth, detections, convention, images, categories)
    return Matching(Outcomes(evaluation(judged, rule, iou, ties, limit), iou, size))


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
    def _scenes(self) -> scenes.Scenes:
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
        word = OF_DETECTIONS[self.outcomes.of_detections[row]]
        other = outcomes.partner_of_detection(self.outcomes, row)
        why = outcomes.why_detection(self.outcomes, row)
        return self._judged(self._scenes.detections, row, word, self._scenes.truth, other, why)

    def _object(self, row: int) -> Judged:
        word = OF_OBJECTS[self.outcomes.of_objects[row]]
        other = outcomes.partner_of_object(self.outcomes, row)
        why = outcomes.why_object(self.outcomes, row)
        return self._judged(self._scenes.truth, row, word, self._scenes.detections, other, why)

    def _judged(self, boxes, row: int, outcome: str, others, other, why: str) -> Judged:
        sides = boxes.sides
        return Judged(
            boxes.called(row),
            self._scenes.images[boxes.image[row]],
            self._scenes.categories[boxes.category[row]],
            None if boxes.score is None else boxes.score[row].item(),
            tuple(s[row].item() for s in (sides.x1, sides.y1, sides.x2, sides.y2)),
            outcome,
            *((None, None) if other is None else (others.called(other[0]), other[1])),
            why,
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
        tp = int(np.count_nonzero(codes == outcomes.HIT))
        fp = int(np.isin(codes, outcomes.FALSE_ALARMS).sum())
        missed = int(np.count_nonzero(objects == OF_OBJECTS.index("missed")))
        return Confusion(tp, fp, missed, None, conventions=self.conventions)

    @property
    def conventions(self) -> dict[str, str]:
        """What could have been done otherwise."""
        o = self.outcomes
        phrases = {
            "matching": f"matching {o.base.rule.description}",
            "iou": f"IoU ≥ {o.iou:g}",
            "boxes": self._scenes.said,
        }
        if o.size.name != "all":
            phrases["size"] = str(o.size)
        return {**phrases, **scenes.score_convention(self._scenes.detections.score)}

    def sweep(self, category: Hashable = None, *, ties: DetectionSweepTies = "in-order") -> Sweep:
        """Return the ordinary sweep over the detections of one category.

        Parameters
        ----------
        category : hashable, optional
            Which; it may be left out where there is one only.
        ties : {"in-order", "grouped", "positives-first", "negatives-first"}
            What happens to equal scores.
        """
        o, place = self.outcomes, find_category(self._scenes.categories, category)
        return o.base.sweep(place, o.iou, o.size, ties=ties)

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
            yield column("score", "score", digits.thresholds(score), "right")
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
    return _column(judged, "IoU", "iou", lambda i: "–" if i is None else digits.decimal(i), "right")


def detection_columns(judged: Lazy, scores: np.ndarray) -> tuple[Column, ...]:
    """Lay detections out: which, where, how sure, and what became of each."""
    return (
        _column(judged, "detection", "id"),
        _column(judged, "image", "image"),
        _column(judged, "score", "score", digits.thresholds(scores), "right"),
        _column(judged, "outcome", "outcome"),
        _overlap(judged),
    )
