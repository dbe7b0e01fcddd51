"""What PASCAL VOC and COCO hold fixed: who finds what, what counts, and what is reported.

The surest detection chooses first. What it may choose is where the rules differ: in PASCAL VOC it
is the object that it overlaps most, and if that one is taken, it is a duplicate. In COCO it
is the best one that is still free.

Pairs that overlap are found once (:func:`evaluation`), and matched at any overlap and for any range
of sizes (:func:`assign`): hits are the positives of an ordinary sweep.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np

from ..core import inputs
from ..core.arithmetic import native
from ..core.conventions import DetectionSweepTies
from ..core.errors import InputError, alike, choice
from ..metrics.counting import sortable, stable_order
from ..metrics.lists import nothing_returned
from ..metrics.sweep import Sweep, sweep
from . import masks
from .box_tables import Boxes, Scenes, pair_overlaps

ALMOST_ONE = 1 - 1e-10  # COCO asks for no more overlap than this
AT_ONCE = 1 << 16  # pairs: so many are measured at a time, and stay in the processor's cache
LOW = 31  # of the 63 binary digits of a score
TIES = {
    "by-image": "equal scores: in the order of images, then as given (pycocotools)",
    "in-order": "equal scores: as given",
}


class Protocol(NamedTuple):
    """One of the customary ways to judge a detector.

    Attributes
    ----------
    matching : {"voc", "coco"}
        By which rule detections and objects are matched.
    rule : str
        How each P-R curve is summed up; see :func:`average_precision`.
    ious : tuple of float
        Over which overlaps the mean is taken.
    areas : mapping of str to pair of float
        Ranges of size that are judged by themselves, in square pixels.
    limits : tuple of int
        How many detections of a category count in an image; empty for all.
    convention : str
        How boxes are measured.
    ties : str
        Which of two equal scores comes first.
    source : str
        Who does so.
    """

    matching: str
    rule: str
    ious: tuple[float, ...]
    areas: Mapping[str, tuple[float, float]]
    limits: tuple[int, ...]
    convention: str
    ties: str
    source: str

    @property
    def limit(self) -> int | None:
        """The largest of the limits."""
        return max(self.limits, default=None)

    @property
    def of_masks(self) -> Protocol:
        """The same protocol where masks are judged, whose pixels every protocol counts alike."""
        return self._replace(
            convention=masks.CONVENTION, source=self.source.replace("boxes", "masks")
        )


Area = str | tuple[float, float]
ALL = {"all": (0.0, float("inf"))}
SIZES = {
    "all": (0.0, 1e10),
    "small": (0.0, 32.0**2),
    "medium": (32.0**2, 96.0**2),
    "large": (96.0**2, 1e10),
}
STRICT = (0.5, 0.75)  # overlaps at which COCO reports the AP by itself
VOC = Protocol("voc", "", (0.5,), ALL, (), "inclusive-pixels", "in-order", "")
PROTOCOLS = {
    "coco": Protocol(
        "coco",
        "coco",
        tuple(np.linspace(0.5, 0.95, 10).tolist()),
        SIZES,
        (1, 10, 100),
        "continuous",
        "by-image",
        "coco: pycocotools, boxes",
    ),
    "voc2007": VOC._replace(rule="voc2007", source="voc2007: PASCAL VOC up to 2009, 11 levels"),
    "voc2010": VOC._replace(rule="voc2010", source="voc2010: PASCAL VOC from 2010 on, all points"),
}


def read_protocol(name) -> Protocol:
    """Find a protocol by its name."""
    return PROTOCOLS[choice(name, PROTOCOLS, "protocol")]


class Number(NamedTuple):
    """One number of a report.

    Attributes
    ----------
    name : str
        Such as ``"AP50"``.
    of : {"AP", "AR"}
        Average precision, or average recall.
    ious : tuple of float
        Over which overlaps the mean is taken.
    area : str
        Which sizes are judged.
    limit : int or None
        How many detections of a category count in an image.
    """

    name: str
    of: str
    ious: tuple[float, ...]
    area: str
    limit: int | None


def reported(protocol: Protocol) -> Iterator[Number]:
    """List what a protocol reports; for COCO the twelve numbers.

    Examples
    --------
    >>> print(*(number.name for number in reported(PROTOCOLS["coco"])))
    AP AP50 AP75 APsmall APmedium APlarge AR1 AR10 AR100 ARsmall ARmedium ARlarge
    """
    if not protocol.limits:
        yield Number("mAP", "AP", protocol.ious, "all", None)
        return
    yield Number("AP", "AP", protocol.ious, "all", protocol.limit)
    for strict in STRICT:
        at = tuple(iou for iou in protocol.ious if math.isclose(iou, strict))
        if at:
            yield Number(f"AP{strict * 100:.0f}", "AP", at, "all", protocol.limit)
    sizes = [name for name in protocol.areas if name != "all"]
    for size in sizes:
        yield Number(f"AP{size}", "AP", protocol.ious, size, protocol.limit)
    for limit in protocol.limits:
        yield Number(f"AR{limit}", "AR", protocol.ious, "all", limit)
    for size in sizes:
        yield Number(f"AR{size}", "AR", protocol.ious, size, protocol.limit)


def average_recall(protocol: Protocol) -> Number:
    """Name the AR over all sizes, with as many detections as count at all.

    Examples
    --------
    >>> average_recall(PROTOCOLS["coco"]).name, average_recall(PROTOCOLS["voc2010"]).name
    ('AR100', 'AR')
    """
    limit = protocol.limit
    return Number("AR" if limit is None else f"AR{limit}", "AR", protocol.ious, "all", limit)


@dataclass(frozen=True)
class Size:
    """A range of areas, both ends included, under a name.

    Examples
    --------
    >>> print(Size("small", 0, 1024))
    small: area from 0 to 1024
    """

    name: str = "all"
    least: float = 0.0
    most: float = float("inf")

    def outside(self, boxes: Boxes) -> np.ndarray:
        """Tell which boxes are too small or too large."""
        return (boxes.area < self.least) | (boxes.area > self.most)

    def __str__(self) -> str:
        return f"{self.name}: area from {self.least:g} to {self.most:g}"


def read_size(area, sizes: Mapping[str, tuple[float, float]] = SIZES) -> Size:
    """Read a range of areas: a name, a pair of numbers, or None for all.

    Examples
    --------
    >>> read_size("small"), read_size((0, 100)).most
    (Size(name='small', least=0.0, most=1024.0), 100.0)
    """
    if area is None:
        return Size()
    if isinstance(area, str) and area in sizes:
        return Size(area, *sizes[area])
    least, most = _ends(area)
    if not 0 <= least <= most:
        meant = next(iter(alike(area, sizes)), None)
        raise InputError(
            f"area={inputs.short(area)}",
            "it says which sizes are judged, from the least to the most, in square pixels",
            (f"did you mean {meant!r}? If not, " if meant else "")
            + f"use one of {', '.join(map(repr, sizes))}, or a pair such as (0, 1024)",
        )
    return Size(f"area {least:g} to {most:g}", least, most)


def _ends(area) -> tuple[float, float]:
    """Take two numbers; anything else becomes a range in which nothing lies."""
    ends = tuple(area) if inputs.several(area) else ()
    numbers = all(inputs.is_finite(end) or end is ends[-1] == np.inf for end in ends)
    return tuple(map(float, ends)) if len(ends) == 2 and numbers else (1.0, 0.0)


def read_iou(value) -> float:
    """Read how much overlap is asked for."""
    if not inputs.is_finite(value) or not 0 < value <= 1:
        raise InputError(
            f"iou={inputs.short(value)}",
            "it is the least overlap (IoU) that counts as found",
            "pass a number greater than 0, up to 1, such as 0.5",
        )
    return float(value)


def read_ious(values) -> tuple[float, ...]:
    """Read one overlap, or several that a mean is taken over.

    Examples
    --------
    >>> read_ious(0.3), read_ious([0.5, 0.75])
    ((0.3,), (0.5, 0.75))
    """
    several = values if inputs.several(values) else [values]
    ious = tuple(read_iou(value) for value in several)
    if not ious or len(set(ious)) < len(ious):
        raise InputError(
            f"iou={inputs.short(values)}",
            "a mean is taken over overlaps that all differ, one at least",
            "name each overlap once",
        )
    return ious


def read_limit(value) -> int:
    """Read how many detections of a category count in an image."""
    why = "it says how many detections of a category count in an image"
    return inputs.whole(value, "max_detections", why)


# Who finds what


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
    together : numpy.ndarray of int, shape (n,)
        The same rows, category by category and image by image, the surest first.
    """

    rows: np.ndarray
    place: np.ndarray
    start: np.ndarray
    together: np.ndarray


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
    first = stable_order(detections.image) if ties == "by-image" else np.arange(len(detections))
    rows = _surest_first(detections, first)
    group = (detections.category * images + detections.image)[rows]
    order = stable_order(group)
    place = _before_in_group(group, order)
    together = rows[order]
    if limit is not None and len(rows) and place.max() >= limit:
        kept = place < limit
        together = rows[order[kept[order]]]
        rows, place, group = rows[kept], place[kept], group[kept]
    start = np.searchsorted(group, images * np.arange(categories + 1))  # a category's are together
    return Ranking(rows, place, start, together)


def _surest_first(detections: Boxes, first: np.ndarray) -> np.ndarray:
    """Sort detections by category, and in each from the highest score; equal ones as they stand.

    It goes from the last key to the first, each time in a stable order: the low digits of the
    score, then its high digits and the category, in one number.
    """
    falling = -sortable(detections.score)
    low, high = falling & (1 << LOW) - 1, falling >> LOW
    high -= high.min(initial=0)
    line = first[stable_order(low[first])]
    number = detections.category * (high.max(initial=0) + 1) + high
    return line[stable_order(number[line])]


def _before_in_group(group: np.ndarray, order: np.ndarray) -> np.ndarray:
    """Count how many of the same group come before each; ``order`` sorts the groups."""
    ordered = group[order]
    first = np.flatnonzero(np.append(True, ordered[1:] != ordered[:-1])[: len(group)])
    many = native(np.diff(first, append=len(group)))
    before = np.empty(len(group), np.int64)
    before[order] = np.arange(len(group)) - np.repeat(first, many)
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

    def take(self, which: np.ndarray) -> Pairs:
        """Keep some pairs."""
        return Pairs(*(column[which] for column in self))


def overlapping(
    scenes: Scenes, rows: np.ndarray, floor: float, *, same_category: bool = True
) -> Pairs:
    """Find the pairs in one image that overlap by at least ``floor``, object by object.

    Parameters
    ----------
    scenes : Scenes
        Objects and detections.
    rows : numpy.ndarray of int
        The detections in question; those of each object come in this order.
    floor : float
        The least overlap; pairs that don't meet are left out in any case.
    same_category : bool
        Whether the two must be of one category.
    """
    truth, detections = scenes.truth, scenes.detections
    blocks = []
    for i, j in _together(scenes, rows, same_category):
        iou = pair_overlaps(detections, i, truth, j)
        blocks.append(Pairs(i, j, iou).take(np.flatnonzero((iou >= floor) & (iou > 0))))
    return Pairs(*map(np.concatenate, zip(*blocks, strict=True)))


def _together(scenes: Scenes, rows: np.ndarray, same_category: bool) -> Iterator[tuple]:
    """Pair each object with each detection of its image, and perhaps of its category."""
    of_truth, of_detections = (
        boxes.image + len(scenes.images) * boxes.category if same_category else boxes.image
        for boxes in (scenes.truth, scenes.detections)
    )
    order, group = stable_order(of_truth), of_detections[rows]
    line = stable_order(group)
    rows, group = rows[line], group[line]
    low, high = (np.searchsorted(group, of_truth[order], side) for side in ("left", "right"))
    blocks = np.cumsum(high - low) // AT_ONCE
    for part in np.split(np.arange(len(order)), np.flatnonzero(np.diff(blocks)) + 1):
        many = native((high - low)[part])
        ends = np.cumsum(many)
        total = int(ends[-1]) if len(ends) else 0
        place = np.arange(total) + np.repeat(low[part] - ends + many, many)
        yield rows[place], np.repeat(order[part], many)


def favourites(pairs: Pairs, rule: Rule) -> Pairs:
    """Keep, of each detection, the object that it likes best."""
    order = by_preference(pairs, pairs.detection, rule, np.zeros(len(pairs.iou), bool))
    first = np.unique(pairs.detection[order], return_index=True)[1]
    return pairs.take(np.sort(order[first]))


def by_preference(pairs: Pairs, rank: np.ndarray, rule: Rule, last: np.ndarray) -> np.ndarray:
    """Order pairs by the rank of the detection, and for each by how much it prefers the object.

    Where ``last`` is true, the object is asked only when no other is left.
    """
    earlier = pairs.truth if rule.earlier_first else -pairs.truth
    return np.lexsort((earlier, -pairs.iou, last, rank))


def assign(pairs: Pairs, shared: np.ndarray, ious: np.ndarray) -> np.ndarray:
    """Match at each of some overlaps, and tell which pairs come about: shape (overlaps, pairs).

    Parameters
    ----------
    pairs : Pairs
        Sorted by :func:`by_preference`.
    shared : numpy.ndarray of bool, shape (objects,)
        Which objects may be found by several.
    ious : numpy.ndarray of float
        The least overlaps.

    Examples
    --------
    Two objects; the first detection takes the one that both like best, the second the other one,
    if that is enough.

    >>> pairs = Pairs(np.array([0, 1, 1]), np.array([0, 0, 1]), np.array([0.9, 0.7, 0.6]))
    >>> assign(pairs, np.zeros(2, bool), np.array([0.5, 0.65])).astype(int)
    array([[1, 0, 1],
           [1, 0, 0]])
    """
    won = pairs.iou >= ious[:, None]
    time, pair = np.nonzero(won)
    if len(pair):  # at another overlap all are others: so one walk settles them all
        detection = time * (pairs.detection.max() + 1) + pairs.detection[pair]
        truth = time * len(shared) + pairs.truth[pair]
        asking = _settled(detection, truth, np.tile(shared, len(ious)))
        won[time, pair] = False
        won[time[asking], pair[asking]] = True
    return won


def _settled(detection: np.ndarray, truth: np.ndarray, shared: np.ndarray) -> np.ndarray:
    """Find the pairs that come about when each detection in turn takes the best that is free.

    Instead of one after the other, all ask at once for what they prefer; an object keeps the surest
    that asks; whoever is refused asks for its next choice. When nobody is refused any more, each
    has what it would have got in turn. (It is the deferred acceptance of Gale and Shapley: where
    one side agrees on who comes first, there is one stable matching only.)
    """
    changes = detection[1:] != detection[:-1]
    asking = np.flatnonzero(np.append(True, changes))  # the first choice of each, the surest first
    last = np.append(changes, True)
    holder = np.empty(len(shared), np.int64)
    while True:
        choice = truth[asking]
        holder[choice[::-1]] = asking[::-1]  # the surest writes last, and so stays
        refused = (holder[choice] != asking) & ~shared[choice]
        if not refused.any():
            return asking
        stays = ~(refused & last[asking])
        asking = (asking + refused)[stays]


def reached(pairs: Pairs, shared: np.ndarray, ious: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Count how many of some overlaps each pair reaches, and how many a surer rival did before it.

    Where detections have no choice, an object goes at each overlap to the surest that reaches it:
    a pair comes about at those that it reaches, and nobody before it. Pairs come object by object,
    the surest first; for an object that may be shared, there are no rivals.

    Examples
    --------
    Three detections of one object: the first gets it at 0.5, the third at 0.9.

    >>> pairs = Pairs(np.array([0, 1, 2]), np.array([0, 0, 0]), np.array([0.7, 0.6, 0.95]))
    >>> before, own = reached(pairs, np.array([False]), np.array([0.5, 0.9]))
    >>> before.tolist(), own.tolist()
    ([0, 1, 1], [1, 1, 2])
    """
    own = np.sum(pairs.iou >= ious[:, None], axis=0)
    first = np.append(True, pairs.truth[1:] != pairs.truth[:-1])[: len(own)]
    above = np.cumsum(first) * (len(ious) + 1)  # so that no object's numbers reach the next one's
    most = np.maximum.accumulate(above + own)
    before = np.where(first | shared[pairs.truth], 0, np.append(0, most[:-1])[: len(own)] - above)
    return before, own


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
        Of one image and category, object by object, the surest detection first.
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
        rank = np.full(len(self.scenes.detections), -1)
        rank[self.ranking.rows] = np.arange(len(self.ranking.rows))
        return rank

    @cached_property
    def optional(self) -> np.ndarray:
        """Objects that need not be found, whatever their size."""
        return self.scenes.truth.crowd | self.scenes.truth.difficult

    @cached_property
    def shared(self) -> np.ndarray:
        """Objects that several detections may be matched with."""
        return self.scenes.truth.crowd if self.rule.ignored_last else self.optional

    def ignored(self, size: Size) -> np.ndarray:
        """Tell which objects need not be found, in a range of sizes."""
        return self.optional | size.outside(self.scenes.truth)

    def positives(self, size: Size) -> np.ndarray:
        """Count the objects of each category that should be found."""
        wanted = self.scenes.truth.category[~self.ignored(size)]
        return np.bincount(native(wanted), minlength=len(self.scenes.categories))

    @cached_property
    def contested(self) -> np.ndarray:
        """Pairs of objects that have a detection with a choice."""
        pairs, contested = self.pairs, np.zeros(len(self.scenes.truth), bool)
        choices = np.bincount(native(pairs.detection))[pairs.detection]
        contested[pairs.truth[choices > 1]] = True
        return contested[pairs.truth]

    def claims(self, ious: Sequence[float]) -> Claims:
        """Find the pairs that may come about at some overlaps."""
        least = np.minimum(ious, self.rule.highest_iou)
        before, own = reached(self.pairs, self.shared, np.sort(least))
        own[self.contested] = 0  # these come about at none by themselves
        some = np.flatnonzero((before < own) | self.contested)
        some = some[stable_order(self.rank[self.pairs.detection[some]])]
        level = np.searchsorted(np.sort(least), least)[:, None]
        alone = (before[some] <= level) & (level < own[some])
        contested = np.flatnonzero(self.contested[some])
        return Claims(self, least, self.pairs.take(some), alone, contested)

    def matches(self, ious: Sequence[float], size: Size) -> Iterator[Pairs]:
        """Match at each of some overlaps; the surest detection comes first."""
        claims = self.claims(ious)
        return (claims.pairs.take(np.flatnonzero(row)) for row in claims.won(size))

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
        ties: DetectionSweepTies = "in-order",
    ) -> Sweep:
        """Sweep over the detections of one category: hits are the positives.

        Detections that count neither as a hit nor as a false alarm are left out. Objects that were
        never found are positives without a score; how many negatives there are, nobody knows.
        """
        total = int(self.positives(size)[category])
        rows = self.ranking.rows[slice(*self.ranking.start[category : category + 2])]
        hit, counted = self.labels(iou, size)
        walk = sweep_of(self.scenes.detections, rows[counted[rows]], hit, total, ties)
        return replace(walk, about=f"{self.scenes.categories[category]}, IoU ≥ {iou:g}")


@dataclass(frozen=True, eq=False)
class Claims:
    """Pairs that may come about at some overlaps, and which of them do.

    Attributes
    ----------
    base : Evaluation
        Objects and ranked detections.
    ious : numpy.ndarray of float, shape (T,)
        The least overlaps.
    pairs : Pairs
        In the order of the detections' ranks.
    alone : numpy.ndarray of bool, shape (T, pairs)
        Where a pair comes about whatever objects are judged, since its detection has no choice.
    contested : numpy.ndarray of int
        The other pairs: these have to be assigned.
    """

    base: Evaluation
    ious: np.ndarray
    pairs: Pairs
    alone: np.ndarray
    contested: np.ndarray

    @cached_property
    def rank(self) -> np.ndarray:
        """The place of each pair's detection in the ranking."""
        return self.base.rank[self.pairs.detection]

    def won(self, size: Size) -> np.ndarray:
        """Tell which pairs come about in a range of sizes: shape (T, pairs)."""
        if not len(self.contested):
            return self.alone
        base, pairs, won = self.base, self.pairs.take(self.contested), self.alone.copy()
        last = base.ignored(size)[pairs.truth] & base.rule.ignored_last
        order = by_preference(pairs, self.rank[self.contested], base.rule, last)
        won[:, self.contested[order]] = assign(pairs.take(order), base.shared, self.ious)
        return won


def evaluation(scenes: Scenes, rule: str, floor: float, ties: str, limit: int | None) -> Evaluation:
    """Rank the detections, and find out which touch an object by at least ``floor``."""
    sizes = (len(scenes.images), len(scenes.categories))
    ranking = ranked(scenes.detections, sizes, ties, limit)
    chosen = RULES[rule]
    pairs = overlapping(scenes, ranking.together, min(floor, chosen.highest_iou))
    if chosen.only_best:
        pairs = favourites(pairs, chosen)
    return Evaluation(scenes, ranking, pairs, chosen)


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
