"""A detector, judged: the numbers of a protocol, each down to its detections."""

import sys
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..core import digits, inputs
from ..core.arithmetic import Exact
from ..core.calls import explained
from ..core.conventions import (
    BoxConvention,
    Compared,
    DetectionProtocol,
    DetectionSweepTies,
    DetectionTies,
    KeptDuplicate,
)
from ..core.errors import InputError, UndefinedError, UnknownNameError
from ..core.formula import Worked
from ..core.trace import Column, Lazy, Trace, Traced
from ..metrics import average_precision as rules
from ..metrics import dask_sums, rates
from ..metrics.sweep import Sweep
from ..metrics.sweep_table import written
from . import box_table, dask_boxes, detection_summary, masks, protocols, scenes
from .assignment import TIES, Evaluation, evaluation
from .box_table import Columns, find_category
from .detection_summary import PerCategory, SizeCounts
from .error_types import ErrorTypes, error_types
from .matching import Matching, detection_columns
from .outcomes import Outcomes
from .protocols import Area, Protocol, Size

ALMOST = 1e-9  # overlaps so near to each other are one, written otherwise


@explained
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
    images: Sequence | None = None,
    categories: Sequence | None = None,
    progress: bool | None = None,
) -> "DetectionMap":
    """Judge detections by the mean average precision of a protocol.

    Parameters
    ----------
    truth : mapping of columns, pandas.DataFrame or Dask DataFrame
        Objects: ``image``, ``category``, ``x1``, ``y1``, ``x2``, ``y2`` (or ``x``, ``y``, ``w``,
        ``h``; or ``mask``), and where there are any ``crowd``, ``difficult``, ``area`` and ``id``.
        Boxes and masks of a Dask DataFrame are compared in its partitions, and stay there; only
        the numbers of each category come back, and a category's detections for its sweep.
    detections : mapping of columns, pandas.DataFrame or Dask DataFrame
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
    images, categories : sequence, optional
        Which to judge; without them all.
    progress : bool, optional
        Whether to show a bar; without it, one appears after two seconds.

    Returns
    -------
    DetectionMap

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
    >>> result.explain("the image").detections[1].why
    'overlaps object 1 by 0.375 only (0.5 is asked for)'
    """
    chosen = _chosen(protocol, iou, convention, ties, max_detections)
    inputs.choice(compare, rules.COMPARED, "compare")
    if "dask" in sys.modules and dask_sums.noticed(truth, detections):
        dask_sums.refuse(progress=progress or None)
        tables = {"truth": truth, "detections": detections}
        which = (convention, images, categories)
        base, counted = dask_boxes.counted(tables, chosen, compare, *which)
    else:
        judged = scenes.read(
            truth, detections, convention, images, categories, usual=chosen.convention
        )
        floor = min(chosen.ious)
        base = evaluation(judged, chosen.matching, floor, chosen.ties, chosen.limit)
        counted = detection_summary.counted(base, chosen, compare, progress)
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
        chosen = chosen._replace(ties=inputs.choice(ties, TIES, "ties"))
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
        return {
            n.name: detection_summary.worked(self, n) for n in protocols.reported(self.protocol)
        }

    @cached_property
    def per_class(self) -> PerCategory:
        """The AP of each category, its mean over the overlaps; nan where there is no object."""
        return PerCategory(self, next(protocols.reported(self.protocol)))

    @cached_property
    def per_class_ar(self) -> PerCategory:
        """The AR of each category: the share of its objects that are found, over the overlaps."""
        return PerCategory(self, protocols.average_recall(self.protocol))

    def class_table(self) -> Trace:
        """Lay the categories out, a row each: its objects and detections, its AP and its AR."""
        return detection_summary.class_table(self)

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
            return Worked(Exact(None, reason=detection_summary.NO_OBJECT), "average_precision")
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
            table = table[:, [find_category(self.categories, category)]]
        there = ~np.isnan(table).all(axis=0)
        if not there.any():
            raise UndefinedError(
                "there is no AP", "no object should be found", "pass the objects in truth"
            )
        return table[:, there].mean(axis=1)

    def recall(
        self,
        category: Hashable = None,
        iou: float | None = None,
        *,
        area: Area = "all",
        max_detections: int | None = None,
    ) -> Worked:
        """Return the share of one category's objects that were found at one overlap."""
        swept = self.sweep(category, iou, area=area, max_detections=max_detections)
        counts = {"TP": swept.tp[-1].item(), "FN": swept.fn[-1].item()}
        if not swept.positives:
            return Worked(Exact(None, reason=detection_summary.NO_OBJECT), "recall")
        return rates.work("recall", counts)

    def sweep(
        self,
        category: Hashable = None,
        iou: float | None = None,
        *,
        area: Area = "all",
        max_detections: int | None = None,
        ties: DetectionSweepTies = "in-order",
    ) -> Sweep:
        """Return the ordinary sweep over the detections of one category: hits are the positives.

        Parameters
        ----------
        category, iou, area
            As for :meth:`ap`.
        max_detections : int, optional
            How many detections of the category count in an image, up to the protocol's limit.
        ties : {"in-order", "grouped", "positives-first", "negatives-first"}
            What happens to equal scores; the protocols take them in the order of ``ties`` there.

        Returns
        -------
        Sweep
            Objects that were never found are positives all the same; how many places there are
            where nothing is, nobody knows.
        """
        index, iou = find_category(self.categories, category), self._iou(iou)
        limit = self._limit(max_detections)
        return self._reaching(iou).sweep(index, iou, self._size(area), limit, ties)

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

    def explain(self, image: Hashable, iou: float | None = None, *, area: Area = "all") -> Matching:
        """Tell the story of one image: what became of its detections and objects, and why.

        Parameters
        ----------
        image : hashable
            The name of the image.
        iou, area
            As for :meth:`ap`.
        """
        if (place := box_table.find(image, self.images)) is None:
            raise UnknownNameError(
                f"image={inputs.short(image)}",
                f"the images are {digits.listing([inputs.short(name) for name in self.images])}",
                "name one of them",
            )
        iou, p = self._iou(iou), self.protocol
        scene = self.base.scenes.only(place)
        base = evaluation(scene, p.matching, iou, p.ties, p.limit)
        return Matching(Outcomes(base, iou, self._size(area)))

    def errors(
        self, iou: float | None = None, background: float = 0.1, *, keep: KeptDuplicate = "surest"
    ) -> ErrorTypes:
        """Sort the mistakes by type, and say what AP each type costs; see :func:`error_types`."""
        return error_types(self, self._iou(iou), background, keep=keep)

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

    def _limit(self, value) -> int | None:
        if value is None:
            return self.protocol.limit
        limit = protocols.read_limit(value)
        if self.protocol.limit is not None and limit > self.protocol.limit:
            raise InputError(
                f"max_detections={limit}, and the limit was {self.protocol.limit}",
                "detections beyond it were left out before they were matched",
                f"judge with detection_map(…, max_detections={limit})",
            )
        return limit

    def trace(self) -> Trace:
        """Lay the numbers of the protocol out, a row each."""
        return detection_summary.trace(self)


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
        Column("TP", swept.tp[1:], digits.count, "right"),
        Column("FP", swept.fp[1:], digits.count, "right"),
        _rate(swept, "precision"),
        _rate(swept, "recall"),
    )
    objects = f"{digits.count(swept.tp[-1])} of {digits.count(swept.positives)} objects found"
    title = f"{swept.about}: {len(steps):,} detection{'s' * (len(steps) != 1)}, {objects}"
    return Trace(title, columns, matching.conventions)


def _rate(swept: Sweep, name: str) -> Column:
    rates = Lazy(len(swept) - 1, lambda i: swept.confusion(i + 1).rate(name, "nan"))
    return Column(name, rates, written)
