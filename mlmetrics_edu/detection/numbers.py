"""Which numbers a protocol reports, by name and in its order."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .conditions import Protocol

STRICT = (0.5, 0.75)  # overlaps at which COCO reports the AP by itself


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
    >>> from mlmetrics_edu.detection.conditions import PROTOCOLS
    >>> [number.name for number in reported(PROTOCOLS["coco"])]
    ['AP', 'AP50', 'AP75', 'APsmall', 'APmedium', 'APlarge', ... 'ARmedium', 'ARlarge']
    """
    if not protocol.limits:
        yield Number("mAP", "AP", protocol.ious, "all", None)
        return
    yield Number("AP", "AP", protocol.ious, "all", protocol.limit)
    for strict in STRICT:
        at = tuple(iou for iou in protocol.ious if np.isclose(iou, strict))
        if at:
            yield Number(f"AP{strict * 100:.0f}", "AP", at, "all", protocol.limit)
    sizes = [name for name in protocol.areas if name != "all"]
    for size in sizes:
        yield Number(f"AP{size}", "AP", protocol.ious, size, protocol.limit)
    for limit in protocol.limits:
        yield Number(f"AR{limit}", "AR", protocol.ious, "all", limit)
    for size in sizes:
        yield Number(f"AR{size}", "AR", protocol.ious, size, protocol.limit)
