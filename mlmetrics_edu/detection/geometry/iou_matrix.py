"""The overlaps of many boxes with many others."""

from collections.abc import Iterator

import numpy as np

from ...core import inputs
from ...core.errors import InputError
from . import overlap
from .box_forms import sides_of
from .overlap import Sides

PAIRS = 2**17  # looked at in one go: their numbers stay in the cache
UNDEFINED = {"nan": np.nan, "zero": 0.0}


def iou_matrix(
    boxes_a,
    boxes_b,
    convention: str = "continuous",
    *,
    crowd=None,
    form: str = "xyxy",
    undefined: str = "nan",
) -> np.ndarray:
    """Give the IoU of each box of one list with each box of another.

    Parameters
    ----------
    boxes_a, boxes_b : array_like, shape (n, 4) and (m, 4)
        Detections and objects.
    convention : {"continuous", "inclusive-pixels"}
        Whether a box is as wide as its ends differ (COCO), or one pixel wider (PASCAL VOC).
    crowd : array_like of bool, shape (m,), optional
        Which of ``boxes_b`` are crowds: with them, the share of the detection inside counts.
    form : {"xyxy", "xywh", "cxcywh"}
        What the four numbers are. Of ``"xywh"`` the sizes are taken as they are, as COCO does it.
    undefined : {"nan", "zero"}
        What stands where no box has an area to divide by; pycocotools puts 0 there.

    Returns
    -------
    numpy.ndarray of float, shape (n, m)
        What :func:`~mlmetrics_edu.detection.boxes.iou` works out for each pair.

    Raises
    ------
    InputError
        If something isn't a box.

    Examples
    --------
    >>> iou_matrix([[0, 0, 4, 4], [2, 0, 6, 4]], [[0, 0, 4, 4]])
    array([[1.        ],
           [0.33333333]])
    >>> iou_matrix([[0, 0, 4, 4], [2, 0, 6, 4]], [[0, 0, 4, 4]], crowd=[True])
    array([[1. ],
           [0.5]])
    """
    inputs.choice(undefined, UNDEFINED, "undefined")
    a, b = (sides_of(x, form, convention, n) for x, n in ((boxes_a, "a"), (boxes_b, "b")))
    flags = np.zeros(len(b), bool) if crowd is None else _flags(crowd, len(b))
    found = np.zeros((len(a), len(b)))
    for rows, cols in meetings(a, b):
        found[rows, cols] = overlap.overlaps(a.take(rows), b.take(cols), flags[cols])
    empty_a, empty_b = np.flatnonzero(a.area == 0), (b.area == 0) | flags
    found[np.ix_(empty_a, empty_b)] = UNDEFINED[undefined]
    return found


def _flags(crowd, boxes: int) -> np.ndarray:
    """Read which boxes are crowds."""
    cells = np.zeros(0, bool) if inputs.is_empty(crowd) else inputs.column(crowd, "crowd")
    if len(cells) != boxes:
        raise InputError(
            f"b has {boxes} boxes, crowd has {len(cells)} values",
            "each of these boxes is a crowd or isn't",
            "pass a value for each box of b",
        )
    return inputs.yes_or_no(cells, "crowd", "a box is a crowd")


def meetings(a: Sides, b: Sides) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Find the pairs of boxes that touch or overlap, some boxes of ``a`` at a time.

    Yields
    ------
    rows, cols : numpy.ndarray of int
        Positions in ``a`` and in ``b``, the rows in order.
    """
    if not len(b):
        return
    right, bottom = b.x2 + b.more, b.y2 + b.more
    step = max(1, PAIRS // len(b))
    for start in range(0, len(a), step):
        left, top, last, low = (
            side[start : start + step, None] for side in (a.x1, a.y1, a.x2 + a.more, a.y2 + a.more)
        )
        near = (left <= right) & (last >= b.x1) & (top <= bottom) & (low >= b.y1)
        rows, cols = np.nonzero(near)
        yield rows + start, cols
