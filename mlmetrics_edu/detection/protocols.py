"""What a protocol holds fixed: how boxes are measured and matched, what counts, what it reports."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..core import inputs
from ..core.errors import InputError
from . import masks
from .box_tables import Boxes


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
    """Find a protocol; one that is called by another of its years is told which it is.

    Examples
    --------
    >>> read_protocol("coco").limits
    (1, 10, 100)
    """
    text = re.sub(r"[\W_]", "", name.casefold()) if isinstance(name, str) else ""
    voc, year = re.search("voc|pascal", text), re.search("20[0-3][0-9]", text)
    if text in PROTOCOLS or not (voc or text.startswith("coco")):
        return PROTOCOLS[inputs.choice(name, PROTOCOLS, "protocol")]
    if not voc:
        ours, why = "coco", "COCO has been judged in one way every year"
    elif year is None:
        ours, why = (
            "voc2010",
            "PASCAL VOC had two rules: 11 levels to 2009, then all points",
        )
    elif int(year[0]) >= 2010:
        ours, why = "voc2010", "PASCAL VOC kept the rule of 2010 until it ended in 2012"
    else:
        ours, why = "voc2007", "PASCAL VOC kept the rule of 2007 up to 2009"
    other = ' (or "voc2007")' if voc and not year else ""
    raise InputError(f"protocol={inputs.short(name)}", why, f'write protocol="{ours}"{other}')


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
    >>> [number.name for number in reported(PROTOCOLS["coco"])]
    ['AP', 'AP50', 'AP75', 'APsmall', 'APmedium', 'APlarge', ... 'ARmedium', 'ARlarge']
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
        meant = next(iter(inputs.alike(area, sizes)), None)
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
