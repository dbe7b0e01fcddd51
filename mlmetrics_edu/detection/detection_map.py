"""A detector, judged: the numbers of a protocol, each down to its detections.

The AP is ``average_precision(sweep, rule)`` of every category at every IoU, all counted in one walk
for each range of sizes; what a protocol reports are means of these.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from ..core import words
from ..core.arithmetic import Exact, native
from ..core.conventions import (
    BoxConvention,
    Compared,
    DetectionProtocol,
    DetectionSweepTies,
    DetectionTies,
)
from ..core.errors import InputError, UndefinedError, choice
from ..core.formula import Worked, divided
from ..core.trace import Column, Lazy, Trace, Traced
from ..metrics import average_precision as rules
from ..metrics import means
from ..metrics.counting import Sweeps, on_top, so_far
from ..metrics.means import Parts
from ..metrics.rates import RATES
from ..metrics.sweep import Sweep, written
from . import box_tables, masks, protocols
from .box_tables import Columns, place_of
from .error_types import ErrorTypes
from .match import Matching, Outcomes, detection_columns
from .protocols import (
    TIES,
    Area,
    Claims,
    Evaluation,
    Number,
    Protocol,
    Size,
    average_recall,
    evaluation,
    reported,
)

ALMOST = 1e-9  # overlaps so near to each other are one, written otherwise
NO_OBJECT = "no object of this category counts here; pycocotools prints −1"
NOBODY = "no category has an object that counts here; pycocotools prints −1"
FEW = 100  # of more detections nobody would read fractions
TITLED = ("protocol", "matching", "boxes", "ties", "scores")


def detection_map(
    truth: Columns,
    detections: Columns,
    protocol: DetectionProtocol = "coco",
    *,
    iou: float | Sequence[float] | None = None,
    convention: BoxConvention | None = None,
    ties: DetectionTies | None = None,
    max_detections: int | None = None,
    compare: Compared = "floats",
    categories: Sequence | None = None,
) -> DetectionMap:
    """Judge detections by the mean average precision of a protocol.

    Parameters
    ----------
    truth : mapping of columns, or pandas.DataFrame
        Objects: ``image``, ``category``, ``x1``, ``y1``, ``x2``, ``y2`` (or ``x``, ``y``, ``w``,
        ``h``; or ``mask``), and where there are any ``crowd``, ``difficult``, ``area`` and ``id``.
    detections : mapping of columns, or pandas.DataFrame
        Detections: the same, and ``score``. Of the optional columns, ``id`` and ``area``: how
        large a detection counts as, where that isn't the size of its box or mask.
    protocol : {"coco", "voc2007", "voc2010"}
        Whose rules to go by: which object a detection finds, how the P-R curve is summed up, and
        all that follows here.
    iou : float or sequence of float, optional
        The least overlap of a hit, or several to take the mean over; 0.5 for VOC, 0.50, 0.55 …
        0.95 for COCO.
    convention : {"continuous", "inclusive-pixels"}, optional
        How boxes are measured; VOC counts the last pixel in.
    ties : {"by-image", "in-order"}, optional
        Which of two equal scores comes first; COCO goes by image, VOC as they are given.
    max_detections : int, optional
        How many detections of a category count in an image; 100 for COCO.
    compare : {"floats", "exact"}
        How levels of recall are met; see :func:`average_precision`.
    categories : sequence, optional
        Which to judge; without it all.

    Returns
    -------
    DetectionMap
        ``.map``, ``.per_class`` and ``.summary`` (the numbers by name, such as COCO's twelve);
        ``.sweep(category, iou)`` and ``.matching(iou)`` take them apart, ``.errors()`` sorts the
        mistakes.

    Raises
    ------
    InputError
        If a box is none, a column is missing, or a setting is no such setting.

    References
    ----------
    Everingham et al. (2010), The PASCAL Visual Object Classes challenge, section 4; Lin et al.
    (2014), Microsoft COCO, and its evaluation server.

    Examples
    --------
    >>> truth = {"category": ["cat", "cat", "dog"], "x1": [0, 20, 40], "y1": [0, 0, 0],
    ...          "x2": [10, 30, 50], "y2": [10, 10, 10]}
    >>> detections = {"category": ["cat", "cat"], "x1": [0, 20], "y1": [0, 5], "x2": [10, 30],
    ...               "y2": [10, 15], "score": [0.9, 0.8]}
    >>> result = detection_map(truth, detections, "voc2010")
    >>> result.map.fraction, result.per_class["cat"].fraction
    (Fraction(1, 4), Fraction(1, 2))
    >>> result.matching().detections[1].why
    'overlaps object 1 by 0.375 only (0.5 is asked for)'
    """
    chosen = _chosen(protocol, iou, convention, ties, max_detections)
    choice(compare, rules.COMPARED, "compare")
    scenes = box_tables.read(truth, detections, convention, categories, usual=chosen.convention)
    base = evaluation(scenes, chosen.matching, min(chosen.ious), chosen.ties, chosen.limit)
    claims = base.claims(chosen.ious)
    sizes = [Size(name, *ends) for name, ends in chosen.areas.items()]
    counted = {size.name: SizeCounts.of(claims, chosen, size, compare) for size in sizes}
    if base.scenes.convention == masks.CONVENTION:
        chosen = chosen.of_masks
    return DetectionMap(base, chosen, compare, counted)


def _chosen(protocol, iou, convention, ties, max_detections) -> Protocol:
    """Take a protocol, with what is asked to be different."""
    chosen = protocols.read_protocol(protocol)
    if iou is not None:
        chosen = chosen._replace(ious=protocols.read_ious(iou))
    if convention is not None:
        chosen = chosen._replace(convention=convention)
    if ties is not None:
        chosen = chosen._replace(ties=choice(ties, TIES, "ties"))
    if max_detections is not None:
        limit = protocols.read_limit(max_detections)
        lower = tuple(n for n in chosen.limits if n < limit)
        chosen = chosen._replace(limits=(*lower, limit))
    return chosen


@dataclass(frozen=True, eq=False, repr=False)
class DetectionMap(Traced):
    """What a detector is worth by a protocol. It is made by :func:`detection_map`.

    Attributes
    ----------
    base : Evaluation
        Objects and ranked detections.
    protocol : Protocol
        What is held fixed.
    compare : {"floats", "exact"}
        How levels of recall are met.
    sizes : mapping of str to SizeCounts
        The figures of each range of sizes.
    """

    base: Evaluation
    protocol: Protocol
    compare: str
    sizes: Mapping[str, SizeCounts]

    @property
    def categories(self) -> tuple:
        """The categories, in order."""
        return self.base.scenes.categories

    @property
    def images(self) -> tuple:
        """The images, in order."""
        return self.base.scenes.images

    @property
    def map(self) -> Worked:
        """The mean AP over all categories and overlaps."""
        return next(iter(self.summary.values()))

    @cached_property
    def summary(self) -> dict[str, Worked]:
        """The numbers of the protocol by name and in its order; for COCO there are twelve."""
        return {number.name: worked(self, number) for number in reported(self.protocol)}

    @cached_property
    def per_class(self) -> dict[Hashable, Worked]:
        """The AP of each category, its mean over the overlaps; nan where there is no object."""
        return self._each(next(reported(self.protocol)))

    @cached_property
    def per_class_ar(self) -> dict[Hashable, Worked]:
        """The AR of each category: the share of its objects that are found, over the overlaps."""
        return self._each(average_recall(self.protocol))

    def _each(self, number: Number) -> dict[Hashable, Worked]:
        return {name: of_category(self, number, k) for k, name in enumerate(self.categories)}

    def class_table(self) -> Trace:
        """Lay the categories out, a row each: its objects and detections, its AP and its AR."""
        return class_table(self)

    def ap(
        self, category: Hashable = None, iou: float | None = None, *, area: Area = "all"
    ) -> Worked:
        """Return the average precision of one category at one overlap.

        Parameters
        ----------
        category : hashable, optional
            Which; it may be left out where there is one only.
        iou : float, optional
            The least overlap of a hit; without it the first one of the protocol.
        area : str or pair of float
            Which sizes are judged.

        Returns
        -------
        Worked
            ``average_precision(self.sweep(category, iou, area=area), rule)``.
        """
        swept = self.sweep(category, iou, area=area)
        if not swept.positives:
            return Worked(Exact(None, reason=NO_OBJECT), "average_precision")
        worked = rules.average_precision(swept, self.protocol.rule, compare=self.compare)
        phrases = {"iou": f"IoU ≥ {self._iou(iou):g}"}
        if area != "all":
            phrases["size"] = str(self._size(area))
        return worked.retold(**phrases)

    def ap_by_iou(self, category: Hashable = None) -> np.ndarray:
        """Return the AP at each overlap of the protocol: of a category, or the mean over all.

        Parameters
        ----------
        category : hashable, optional
            Which; without it, the mean over the categories that have an object.

        Returns
        -------
        numpy.ndarray of float, shape (overlaps,)

        Raises
        ------
        InputError
            If the detector was judged at one overlap only.
        UndefinedError
            If there is no object, and so no AP.
        """
        if len(self.protocol.ious) < 2:
            raise InputError(
                f"the detector was judged at IoU ≥ {self.protocol.ious[0]:g} only",
                "AP by overlap needs two overlaps at least",
                "judge it with detection_map(…, iou=[0.5, 0.75]), or by COCO's protocol",
            )
        table = self.sizes["all"].ap
        if category is not None:
            table = table[:, [place_of(self.categories, category)]]
        defined = ~np.isnan(table).all(axis=0)
        if not defined.any():
            raise UndefinedError(
                "there is no AP", "no object should be found", "pass the objects in truth"
            )
        return table[:, defined].mean(axis=1)

    def sweep(
        self,
        category: Hashable = None,
        iou: float | None = None,
        *,
        area: Area = "all",
        ties: DetectionSweepTies = "in-order",
    ) -> Sweep:
        """Return the ordinary sweep over the detections of one category: hits are the positives.

        Parameters
        ----------
        category, iou, area
            As for :meth:`ap`.
        ties : {"in-order", "grouped", "positives-first", "negatives-first"}
            What happens to equal scores; the protocols take them in the order of ``ties`` there.

        Returns
        -------
        Sweep
            Objects that were never found are positives all the same; how many places there are
            where nothing is, nobody knows.
        """
        index, iou = place_of(self.categories, category), self._iou(iou)
        return self._reaching(iou).sweep(index, iou, self._size(area), ties)

    def running_table(
        self, category: Hashable = None, iou: float | None = None, *, area: Area = "all"
    ) -> Trace:
        """Lay out the walk down one category: each detection, what became of it, the counts so far.

        Parameters
        ----------
        category, iou, area
            As for :meth:`ap`.
        """
        swept = self.sweep(category, iou, area=area)
        return _running_table(swept, self.matching(iou, area=area))

    def matching(self, iou: float | None = None, *, area: Area = "all") -> Matching:
        """Return what became of every detection and every object at one overlap."""
        iou = self._iou(iou)
        return Matching(Outcomes(self._reaching(iou), iou, self._size(area)))

    def errors(self, iou: float | None = None, background: float = 0.1) -> ErrorTypes:
        """Sort the mistakes into six types, and say what AP each type costs (TIDE).

        Parameters
        ----------
        iou : float, optional
            The least overlap of a hit; without it the first one of the protocol.
        background : float
            The least overlap with an object at which a detection is about it, from 0 to below
            ``iou``.

        Returns
        -------
        ErrorTypes
            ``.counts``, ``.members(type)`` and ``.cost``.
        """
        p = self.protocol
        return ErrorTypes(self.matching(iou), background, p.rule, self.compare, p.ties)

    def _reaching(self, iou: float) -> Evaluation:
        """Return an evaluation that knows all pairs that overlap so much."""
        p = self.protocol
        if iou >= min(p.ious):
            return self.base
        return evaluation(self.base.scenes, p.matching, iou, p.ties, p.limit)

    def _iou(self, value) -> float:
        """Read an overlap; one that is almost that of the protocol is that one."""
        if value is None:
            return self.protocol.ious[0]
        value = protocols.read_iou(value)
        return next((iou for iou in self.protocol.ious if abs(iou - value) <= ALMOST), value)

    def _size(self, area) -> Size:
        return protocols.read_size(area, {**protocols.SIZES, **self.protocol.areas})

    def trace(self) -> Trace:
        """Lay the numbers of the protocol out, a row each."""
        return trace(self)


def _running_table(swept: Sweep, matching: Matching) -> Trace:
    """Lay a category's walk out, a row for each detection that counts.

    Parameters
    ----------
    swept : Sweep
        The walk, a row a detection.
    matching : Matching
        What became of each of them.
    """
    boxes = matching.outcomes.base.scenes.detections
    place = {boxes.called(row): row for row in range(len(boxes))}
    steps = range(1, len(swept))
    judged = Lazy(len(steps), lambda i: matching.detections[place[swept.admitted(i + 1)[0][0]]])
    columns = (
        Column("step", np.array(steps, int), align="right"),
        *detection_columns(judged, swept.threshold),
        Column("TP", swept.tp[1:], words.count, "right"),
        Column("FP", swept.fp[1:], words.count, "right"),
        _rate(swept, "precision"),
        _rate(swept, "recall"),
    )
    objects = f"{words.count(swept.tp[-1])} of {words.count(swept.positives)} objects found"
    title = f"{swept.about}: {len(steps):,} detection{'s' * (len(steps) != 1)}, {objects}"
    return Trace(title, columns, matching.conventions)


def _rate(swept: Sweep, name: str) -> Column:
    rates = Lazy(len(swept) - 1, lambda i: swept.confusion(i + 1).rate(name, "nan"))
    return Column(name, rates, written)


@dataclass(frozen=True, eq=False)
class SizeCounts:
    """What all means are taken of; T overlaps, K categories.

    Attributes
    ----------
    size : Size
        Which sizes are judged.
    positives : numpy.ndarray of int, shape (K,)
        How many objects should be found.
    ap : numpy.ndarray of float, shape (T, K)
        Average precision; nan where there is no object.
    found : mapping of int or None to numpy.ndarray of int, shape (T, K)
        How many objects were found with so many detections in an image (None: with all); for the
        limits at which there is a number of this size.
    heights : numpy.ndarray of float, shape (T, K, levels), or None
        The interpolated precision at each level of recall, where the rule has levels.
    """

    size: Size
    positives: np.ndarray
    ap: np.ndarray
    found: Mapping[int | None, np.ndarray]
    heights: np.ndarray | None

    @classmethod
    def of(cls, claims: Claims, protocol: Protocol, size: Size, compare: str) -> SizeCounts:
        """Match at all overlaps, and sum the P-R curves up."""
        sweeps, hits = walk(claims, size)
        positives, rule = claims.base.positives(size), rules.RULES[protocol.rule]
        shape = len(claims.ious), len(positives)
        lower = {n.limit for n in reported(protocol) if n.area == size.name} - {protocol.limit}
        found = {limit: _within(limit, hits, shape) for limit in lower}
        found[protocol.limit] = sweeps.found.reshape(shape)
        if not rule.levels:
            ap = rules.averages(rule, sweeps, compare)
            return cls(size, positives, ap.reshape(shape), found, None)
        heights = rules.heights_at_levels(sweeps, rule.levels, compare).reshape(*shape, -1)
        ap = rule.formula.column(height=heights, levels=rule.levels)
        return cls(size, positives, ap, found, heights)

    def recall(self, limit: int | None) -> np.ndarray:
        """Compute the share of objects found: shape (T, K); nan where there is none."""
        divisor = np.where(self.positives > 0, self.positives, np.nan)
        return divided(RATES["recall"], divisor, TP=self.found[limit])


def _within(limit: int, hits: tuple, shape: tuple[int, int]) -> np.ndarray:
    """Count the objects found with so many detections of a category in an image: shape (T, K)."""
    cell, surer = hits
    return np.bincount(native(cell[surer < limit]), minlength=math.prod(shape)).reshape(shape)


def walk(claims: Claims, size: Size) -> tuple[Sweeps, tuple]:
    """Sweep over the detections of each category at each overlap, all in one line.

    Only detections that are matched have a row, since no other can be a hit. The false alarms up to
    there are all detections of the size but those that were matched.

    Returns
    -------
    sweeps : Sweeps
        Of each category at the first overlap, then at the second …
    hits : pair of numpy.ndarray of int
        Of each object found, in which sweep it counts, and how many detections of its category and
        image were surer than that which found it.
    """
    base, pairs, categories = claims.base, claims.pairs, len(claims.base.scenes.categories)
    inside = ~size.outside(base.scenes.detections)[base.ranking.rows]
    hit, counted = ~base.ignored(size)[pairs.truth], inside[claims.rank]
    chosen = [np.flatnonzero(row) for row in claims.won(size) & (hit | counted)]
    pair = np.concatenate(chosen)
    category = base.scenes.truth.category[pairs.truth]
    cell = np.repeat(np.arange(len(chosen)) * categories, [*map(len, chosen)]) + category[pair]
    many = np.bincount(native(cell), minlength=len(chosen) * categories)
    start = np.concatenate([[0], np.cumsum(many)])
    ranked = np.concatenate([[0], np.cumsum(inside, dtype=np.int32)])
    ranked = ranked[claims.rank + 1] - ranked[base.ranking.start[category]]  # in its category
    tp = so_far(hit[pair], start)
    fp = on_top(0, ranked[pair], start) - so_far(counted[pair], start)
    positives = np.tile(base.positives(size), len(chosen))
    hits = np.flatnonzero(hit[pair])
    hits = cell[hits], base.ranking.place[claims.rank[pair[hits]]]
    return Sweeps(tp, fp, start + np.arange(len(start)), positives), hits


def worked(result, number: Number) -> Worked:
    """Work one number out: the mean over the categories that have an object."""
    phrases = partial(conventions, result, number)
    if not result.sizes[number.area].positives.any():
        return Worked(np.nan, number.name, reason=NOBODY, conventions=phrases)
    return means.mean(number.name, _parts(result, number), "skip", conventions=phrases)


def _parts(result, number: Number) -> Parts:
    values = _column(result, number).mean(axis=0)
    work = partial(of_category, result, number)
    columns = partial(_objects_column, result.sizes[number.area].positives)
    return Parts("category", result.categories, values, work, columns=columns)


def _objects_column(positives: np.ndarray) -> tuple[Column, ...]:
    return (Column("objects", positives, words.count, "right"),)


def _column(result, number: Number) -> np.ndarray:
    """Return what a number is the mean of: shape (its overlaps, categories)."""
    counted = result.sizes[number.area]
    rows = [result.protocol.ious.index(iou) for iou in number.ious]
    return (counted.ap if number.of == "AP" else counted.recall(number.limit))[rows]


def of_category(result, number: Number, index: int) -> Worked:
    """Work one category's part of a number out: the mean over the overlaps."""
    name = f"{number.of} of {result.categories[index]}"
    values = _column(result, number)[:, index]
    if np.isnan(values).any():
        return Worked(np.nan, name, reason=NO_OBJECT)
    work = partial(_of_overlap, result, number, index)
    if len(number.ious) == 1:
        return work(0).retold(name)
    ious = [f"{iou:g}" for iou in number.ious]
    return means.mean(
        name, Parts("IoU", ious, values, work), conventions=partial(conventions, result, number)
    )


def _of_overlap(result, number: Number, index: int, which: int) -> Worked:
    """Work one overlap's part out: AP by the sweep, recall by what was counted already."""
    iou = number.ious[which]
    if number.of == "AP":
        return result.ap(result.categories[index], iou, area=number.area)
    counted = result.sizes[number.area]
    tp = counted.found[number.limit][result.protocol.ious.index(iou), index].item()
    return RATES["recall"].work(TP=tp, FN=counted.positives[index].item() - tp)


def conventions(result, number: Number) -> dict[str, str]:
    """Name all conventions in force."""
    p = result.protocol
    phrases = {"protocol": p.source, "iou": f"IoU ≥ {_span(number)}"}
    if number.of == "AP":
        phrases["rule"] = f"AP rule: {p.rule}: {rules.RULES[p.rule].text}"
    if number.area != "all":
        phrases["size"] = str(result.sizes[number.area].size)
    if number.limit is not None:
        phrases["limit"] = f"at most {number.limit} detections of a category in an image"
    phrases["matching"] = f"matching {result.base.rule.description}"
    phrases["boxes"] = result.base.scenes.measured
    phrases["ties"] = TIES[p.ties]
    return {**phrases, **box_tables.score_convention(result.base.scenes.detections.score)}


def _span(number: Number) -> str:
    """Write the overlaps that a mean is taken over: "0.5 … 0.95"."""
    return " … ".join(dict.fromkeys(f"{iou:g}" for iou in (number.ious[0], number.ious[-1])))


def trace(result) -> Trace:
    """Lay the numbers of a protocol out, a row each."""
    numbers = list(reported(result.protocol))
    phrases = conventions(result, numbers[0])
    scenes = result.base.scenes
    objects, detections = len(scenes.truth), len(scenes.detections)
    show = words.both if detections <= FEW else words.decimal
    columns = (
        Column("number", list(result.summary)),
        Column("value", list(result.summary.values()), show, "right"),
        Column("over", [_over(number) for number in numbers]),
    )
    title = f"{detections:,} detection{'s' * (detections != 1)} of {objects:,} objects"
    return Trace(title, columns, {name: phrases[name] for name in TITLED if name in phrases})


def class_table(result) -> Trace:
    """Lay the categories out, a row each: how many objects and detections, and their numbers."""
    p = result.protocol
    numbers = [n for n in reported(p) if n.of == "AP" and n.area == "all"] + [average_recall(p)]
    category = native(result.base.scenes.detections.category)
    detections = np.bincount(category, minlength=len(result.categories))
    columns = (
        Column("category", list(map(str, result.categories))),
        Column("objects", result.sizes["all"].positives, words.count, "right"),
        Column("detections", detections, words.count, "right"),
        *(
            Column(n.of if n.name == "mAP" else n.name, values, words.decimal, "right")
            for n in numbers
            for values in [_column(result, n).mean(axis=0)]
        ),
    )
    phrases = conventions(result, numbers[0])
    title = words.how_many(len(result.categories), "category")
    return Trace(title, columns, {name: phrases[name] for name in TITLED if name in phrases})


def _over(number: Number) -> str:
    """Say what a number is taken over, in few words."""
    parts = [f"IoU {_span(number)}", f"{number.area} sizes" if number.area != "all" else ""]
    parts.append(f"at most {number.limit} an image" if number.limit else "")
    return ", ".join(part for part in parts if part)
