"""A detector, judged: the numbers of a protocol, each down to its detections."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from ..core import digits, inputs
from ..core.errors import InputError, UndefinedError, UnknownNameError
from ..core.exact import Exact
from ..core.trace import Trace
from ..core.worked import Worked
from ..metrics import areas, evaluate
from ..metrics.sweep import Sweep
from . import conditions, names, numbers, report
from .conditions import Protocol, Size
from .error_types import ErrorTypes, error_types
from .evaluation import Evaluation, evaluation
from .labels import labelled
from .matching import Matching, find_category
from .outcomes import Outcomes
from .report import PerCategory
from .running import running_table
from .size_counts import SizeCounts


@dataclass(frozen=True, eq=False, repr=False)
class DetectionMap:
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
        return {n.name: report.worked(self, n) for n in numbers.reported(self.protocol)}

    @cached_property
    def per_class(self) -> PerCategory:
        """The AP of each category, its mean over the overlaps; nan where there is no object."""
        return PerCategory(self, next(numbers.reported(self.protocol)))

    def ap(self, category=None, iou=None, *, area="all") -> Worked:
        """Give the average precision of one category at one overlap.

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
        found = self.sweep(category, iou, area=area)
        if not found.positives:
            return Worked(Exact(None, reason=report.NO_OBJECT), "average_precision")
        worked = areas.average_precision(found, self.protocol.rule, compare=self.compare)
        said = {"iou": f"IoU ≥ {self._iou(iou):g}", "size": str(self._size(area))}
        return worked.retold(**(said if area != "all" else {"iou": said["iou"]}))

    def ap_by_iou(self, category=None) -> np.ndarray:
        """Give the AP at each overlap of the protocol: of a category, or the mean over all.

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

    def recall(self, category=None, iou=None, *, area="all", max_detections=None) -> Worked:
        """Give the share of one category's objects that were found at one overlap."""
        found = self.sweep(category, iou, area=area, max_detections=max_detections)
        counts = {"TP": found.tp[-1].item(), "FN": found.fn[-1].item()}
        if not found.positives:
            return Worked(Exact(None, reason=report.NO_OBJECT), "recall")
        return evaluate.work("recall", counts)

    def sweep(
        self, category=None, iou=None, *, area="all", max_detections=None, ties="in-order"
    ) -> Sweep:
        """Give the ordinary sweep over the detections of one category: hits are the positives.

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
        return labelled(self._reaching(iou), index, iou, self._size(area), limit, ties)

    def running_table(self, category=None, iou=None, *, area="all") -> Trace:
        """Lay out the walk down one category: each detection, what became of it, the counts so far.

        Parameters
        ----------
        category, iou, area
            As for :meth:`ap`.
        """
        swept = self.sweep(category, iou, area=area)
        return running_table(swept, self.matching(iou, area=area))

    def matching(self, iou=None, *, area="all") -> Matching:
        """Give what became of every detection and every object at one overlap."""
        iou = self._iou(iou)
        return Matching(Outcomes(self._reaching(iou), iou, self._size(area)))

    def explain(self, image, iou=None, *, area="all") -> Matching:
        """Tell the story of one image: what became of its detections and objects, and why.

        Parameters
        ----------
        image : hashable
            The name of the image.
        iou, area
            As for :meth:`ap`.
        """
        if (place := names.find(image, self.images)) is None:
            raise UnknownNameError(
                f"image={inputs.short(image)}",
                f"the images are {digits.listing([inputs.short(name) for name in self.images])}",
                "name one of them",
            )
        iou, p = self._iou(iou), self.protocol
        scene = self.base.scenes.only(place)
        base = evaluation(scene, p.matching, iou, p.ties, p.limit)
        return Matching(Outcomes(base, iou, self._size(area)))

    def errors(self, iou=None, background=0.1, *, keep="surest") -> ErrorTypes:
        """Sort the mistakes by type, and say what AP each type costs; see :func:`error_types`."""
        return error_types(self, self._iou(iou), background, keep=keep)

    def _reaching(self, iou: float) -> Evaluation:
        """Give an evaluation that knows all pairs that overlap so much."""
        p = self.protocol
        if iou >= min(p.ious):
            return self.base
        return evaluation(self.base.scenes, p.matching, iou, p.ties, p.limit)

    def _iou(self, value) -> float:
        """Read an overlap; one that is almost that of the protocol is that one."""
        if value is None:
            return self.protocol.ious[0]
        value = conditions.read_iou(value)
        near = [iou for iou in self.protocol.ious if np.isclose(iou, value, rtol=0, atol=1e-9)]
        return near[0] if near else value

    def _size(self, area) -> Size:
        return conditions.read_size(area, {**conditions.SIZES, **self.protocol.areas})

    def _limit(self, value) -> int | None:
        if value is None:
            return self.protocol.limit
        limit = conditions.read_limit(value)
        if self.protocol.limit is not None and limit > self.protocol.limit:
            raise InputError(
                f"max_detections={limit}, and the limit was {self.protocol.limit}",
                "detections beyond it were left out before they were matched",
                f"judge with detection_map(…, max_detections={limit})",
            )
        return limit

    def trace(self) -> Trace:
        """Lay the numbers of the protocol out, a row each."""
        return report.trace(self)

    def __str__(self) -> str:
        return str(self.trace())

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.trace()._repr_html_()
