"""Which detection finds which object: who chooses first, among which objects, and by which rule.

The surest detection chooses first. What it may choose is where the rules differ: in PASCAL VOC it
is the object that it overlaps most, and if somebody was there before, it is a duplicate. In COCO it
is the best one that is still free.

Pairs that overlap are found once (:func:`evaluation`), and matched at any overlap and for any range
of sizes (:func:`assign`): hits are the positives of an ordinary sweep.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..core.conventions import DetectionSweepTies
from ..core.native import native
from ..metrics.fast_counting import stable_order
from ..metrics.rankings.retrieval import nothing_returned
from ..metrics.sweep import Sweep, sweep
from .iou import overlaps_of
from .protocols import Size
from .scenes import Boxes, Scenes

ALMOST_ONE = 1 - 1e-10  # COCO asks for no more overlap than this
AT_ONCE = 1 << 19  # pairs: so many are measured at a time, which bounds the memory
TIES = {
    "by-image": "equal scores: in the order of images, then as given (pycocotools)",
    "in-order": "equal scores: as given",
}


class Rule(NamedTuple):
    """How detections choose.

    Attributes
    ----------
    only_best : bool
        Whether a detection may ask for the object that it likes best, and for no other.
    earlier_first : bool
        Whether of two objects with equal overlap the earlier one is preferred.
    ignored_last : bool
        Whether objects that need not be found are asked only when no other is left.
    highest_iou : float
        The rule asks for no larger overlap than this.
    description : str
        The rule in words.
    """

    only_best: bool
    earlier_first: bool
    ignored_last: bool
    highest_iou: float
    description: str


RULES = {
    "coco": Rule(False, False, True, ALMOST_ONE, "coco: the best object that is still free"),
    "voc": Rule(True, True, False, 1.0, "voc: the object of most overlap, taken or not"),
}


@dataclass(frozen=True, eq=False)
class Ranking:
    """Detections by category, the surest first; those beyond a limit in their image left out.

    Attributes
    ----------
    rows : numpy.ndarray of int, shape (n,)
        Rows of the detections, category by category, from the highest score to the lowest.
    place : numpy.ndarray of int, shape (n,)
        How many of the same category and image come before each.
    start : numpy.ndarray of int, shape (categories + 1,)
        Where the detections of each category begin.
    """

    rows: np.ndarray
    place: np.ndarray
    start: np.ndarray


def ranked(detections: Boxes, sizes: tuple[int, int], ties: str, limit: int | None) -> Ranking:
    """Rank detections.

    Parameters
    ----------
    detections : Boxes
        The detections.
    sizes : pair of int
        How many images and categories there are.
    ties : {"by-image", "in-order"}
        Which of two equal scores in a category comes first.
    limit : int or None
        How many detections of a category count in an image.
    """
    images, categories = sizes
    level = _score_levels(detections.score)
    first = stable_order(detections.image) if ties == "by-image" else np.arange(len(level))
    rows = first[stable_order(level[first])]
    rows = rows[stable_order(detections.category[rows])]
    place = _before_in_group(detections.category[rows] * images + detections.image[rows])
    if limit is not None and len(rows) and place.max() >= limit:
        kept = place < limit
        rows, place = rows[kept], place[kept]
    counts = np.bincount(native(detections.category[rows]), minlength=categories)
    return Ranking(rows, place, np.concatenate([[0], np.cumsum(counts)]))


def _score_levels(score: np.ndarray) -> np.ndarray:
    """Number the different scores, from the highest on."""
    order = np.argsort(-score)
    falling, steps = score[order], np.zeros(len(score), np.int64)
    np.cumsum(falling[1:] != falling[:-1], out=steps[1:])
    levels = np.empty_like(steps)
    levels[order] = steps
    return levels


def _before_in_group(group: np.ndarray) -> np.ndarray:
    """Count how many of the same group come before each."""
    order = stable_order(group)
    ordered, count = group[order], np.arange(len(group))
    begins = np.append(True, ordered[1:] != ordered[:-1])[: len(group)]
    before = np.empty_like(count)
    before[order] = count - np.maximum.accumulate(np.where(begins, count, 0))
    return before


class Pairs(NamedTuple):
    """Pairs of a detection and an object, and how much they overlap.

    Attributes
    ----------
    detection, truth : numpy.ndarray of int, shape (n,)
        Their rows.
    iou : numpy.ndarray of float, shape (n,)
        The overlap of each pair.
    """

    detection: np.ndarray
    truth: np.ndarray
    iou: np.ndarray

    def take(self, which: np.ndarray) -> "Pairs":
        """Keep some pairs."""
        return Pairs(*(column[which] for column in self))


def overlapping(
    scenes: Scenes, rows: np.ndarray, floor: float, *, same_category: bool = True
) -> Pairs:
    """Find the pairs in one image that overlap by at least ``floor``.

    Parameters
    ----------
    scenes : Scenes
        Objects and detections.
    rows : numpy.ndarray of int
        The detections in question.
    floor : float
        The least overlap; pairs that don't meet are left out in any case.
    same_category : bool
        Whether the two must be of one category.
    """
    truth, detections = scenes.truth, scenes.detections
    blocks = []
    for i, j in _together(scenes, rows, same_category):
        iou = overlaps_of(detections.regions, i, truth.regions, j, truth.crowd[j])
        blocks.append(Pairs(i, j, iou).take(np.flatnonzero((iou >= floor) & (iou > 0))))
    return Pairs(*map(np.concatenate, zip(*blocks, strict=True)))


def _together(scenes: Scenes, rows: np.ndarray, same_category: bool) -> Iterator[tuple]:
    """Pair each detection with each object of its image, and perhaps of its category."""
    theirs, ours = (
        boxes.image * len(scenes.categories) + boxes.category if same_category else boxes.image
        for boxes in (scenes.truth, scenes.detections)
    )
    order = stable_order(theirs)
    rows = rows[stable_order(ours[rows])]  # neighbours look in the same place
    low, high = (np.searchsorted(theirs[order], ours[rows], side) for side in ("left", "right"))
    many = high - low
    blocks = np.cumsum(many) // AT_ONCE
    for block in range(int(blocks[-1]) + 1 if len(blocks) else 1):
        part = blocks == block
        yield _repeated(rows[part], low[part], many[part], order)


def _repeated(rows, low, many, order) -> tuple[np.ndarray, np.ndarray]:
    """Repeat each detection for each object from ``low`` on."""
    many = native(many)
    ends = np.cumsum(many)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(rows, many), order[np.arange(total) + np.repeat(low - ends + many, many)]


def by_preference(pairs: Pairs, rank: np.ndarray, rule: Rule) -> Pairs:
    """Sort pairs by the rank of the detection, and for each by how much it prefers the object."""
    earlier = pairs.truth if rule.earlier_first else -pairs.truth
    return pairs.take(np.lexsort((earlier, -pairs.iou, rank[pairs.detection])))


def ignored_last(pairs: Pairs, ignored: np.ndarray) -> Pairs:
    """Move, for each detection, the objects that need not be found behind the others."""
    if not ignored[pairs.truth].any():
        return pairs
    changes = np.append(True, pairs.detection[1:] != pairs.detection[:-1])
    return pairs.take(np.argsort(2 * np.cumsum(changes) + ignored[pairs.truth], kind="stable"))


def assign(pairs: Pairs, shared: np.ndarray, iou: float, rule: Rule) -> Pairs:
    """Match, and return the pairs that come about: one for each detection that finds something.

    Parameters
    ----------
    pairs : Pairs
        Sorted by :func:`by_preference`, and where the rule asks for it by :func:`ignored_last`.
    shared : numpy.ndarray of bool, shape (objects,)
        Which objects may be found by several.
    iou : float
        The least overlap.
    rule : Rule
        How detections choose.

    Examples
    --------
    Two objects; the first detection takes the one that both like best, the second the other one.

    >>> pairs = Pairs(np.array([0, 1, 1]), np.array([0, 0, 1]), np.array([0.9, 0.7, 0.6]))
    >>> none = np.zeros(2, bool)
    >>> assign(pairs, none, 0.5, RULES["coco"]).truth.tolist()
    [0, 1]
    >>> assign(pairs, none, 0.5, RULES["voc"]).truth.tolist()
    [0]
    """
    pairs = pairs.take(np.flatnonzero(pairs.iou >= min(iou, rule.highest_iou)))
    if not len(pairs.iou):
        return pairs
    return pairs.take(_settled(pairs, shared, rule.only_best))


def _settled(pairs: Pairs, shared: np.ndarray, only_best: bool) -> np.ndarray:
    """Find the pairs that come about when each detection in turn takes the best that is free.

    Instead of one after the other, all ask at once for what they prefer; an object keeps the surest
    that asks; whoever is refused asks for its next choice. When nobody is refused any more, each
    has what it would have got in turn. (It is the deferred acceptance of Gale and Shapley: where
    one side agrees on who comes first, there is one stable matching only.)
    """
    changes = pairs.detection[1:] != pairs.detection[:-1]
    asking = np.flatnonzero(np.append(True, changes))  # the first choice of each, the surest first
    last = np.append(changes, True) | only_best
    holder = np.empty(len(shared), np.int64)
    while True:
        choice = pairs.truth[asking]
        holder[choice[::-1]] = asking[::-1]  # the surest writes last, and so stays
        refused = (holder[choice] != asking) & ~shared[choice]
        if not refused.any():
            return asking
        stays = ~(refused & last[asking])
        asking = (asking + refused)[stays]


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
        return np.bincount(native(wanted), minlength=len(self.scenes.categories))

    def matches(self, ious: Sequence[float], size: Size) -> Iterator[Pairs]:
        """Match at each of some overlaps."""
        last = self.rule.ignored_last
        pairs = ignored_last(self.pairs, self.ignored(size)) if last else self.pairs
        return (assign(pairs, self._shared, iou, self.rule) for iou in ious)

    def labels(self, iou: float, size: Size) -> tuple[np.ndarray, np.ndarray]:
        """Tell which detections are hits, and which count at all."""
        (matches,), ignored = self.matches([iou], size), self.ignored(size)
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
    ranking = ranked(scenes.detections, sizes, ties, limit)
    chosen = RULES[rule]
    pairs = overlapping(scenes, ranking.rows, min(floor, chosen.highest_iou))
    rank = places(ranking.rows, len(scenes.detections))
    return Evaluation(scenes, ranking, by_preference(pairs, rank, chosen), chosen)


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
