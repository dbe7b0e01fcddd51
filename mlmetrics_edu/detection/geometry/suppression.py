"""Non-maximum suppression: of boxes that overlap much, the one with the highest score stays."""

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from ...core import digits, inputs
from ...core.shape import locked
from .. import names
from . import overlap
from .box_forms import sides_of
from .iou_matrix import meetings
from .overlap import Sides
from .suppressed import SUPPRESS, TOOLS, Suppression

BLOCK = 512  # boxes that are compared with all those kept before them, and among themselves
REACHES = {"above": np.less, "at-or-above": np.less_equal}  # the limit stands on the left


def nms(
    boxes,
    scores,
    iou: float = 0.5,
    *,
    convention: str = "continuous",
    suppress: str = "above",
    categories=None,
    ids=None,
    form: str = "xyxy",
) -> Suppression:
    """Go through boxes from the best score down; drop each that overlaps a kept one too much.

    Equal scores are taken in order. A box without area overlaps none, so it stays.

    Parameters
    ----------
    boxes : array_like, shape (n, 4)
        What a detector found.
    scores : array_like, shape (n,)
        How sure it is of each.
    iou : float
        How much overlap is too much, from 0 to 1.
    convention : {"continuous", "inclusive-pixels"}
        Whether a box is as wide as its ends differ, or one pixel wider.
    suppress : {"above", "at-or-above"}
        Whether an IoU of just ``iou`` is still allowed, as in torchvision, or is too much.
    categories : array_like, shape (n,), optional
        What each box shows: only boxes of one category suppress each other.
    ids : array_like, shape (n,), optional
        What the boxes are called.
    form : {"xyxy", "xywh", "cxcywh"}
        What the four numbers are.

    Returns
    -------
    Suppression

    Raises
    ------
    InputError
        If something isn't a box, or a column has another length.

    References
    ----------
    Felzenszwalb et al. (2010), Object detection with discriminatively trained part-based models,
    section 7.2; the overlap as IoU in Girshick et al. (2014), section 2.2.

    Examples
    --------
    >>> found = nms([[0, 0, 10, 10], [1, 0, 11, 10], [6, 0, 16, 10]], [0.8, 0.9, 0.7])
    >>> found.kept.tolist(), found.suppressed_by.tolist()
    ([1, 2], [1, -1, -1])
    >>> print(found)
    non-maximum suppression: 2 of 3 boxes kept · suppressed when IoU > 0.5 (torchvision) · ...
    box    score  outcome
    box 1    0.9  kept
    box 0    0.8  suppressed by box 1: IoU 0.818 > 0.5
    box 2    0.7  kept
    """
    sign = SUPPRESS[inputs.choice(suppress, SUPPRESS, "suppress")]
    limit = float(inputs.share(iou, "iou", "it is the overlap of two boxes", zero=sign == ">"))
    sides = sides_of(boxes, form, convention)
    scores, shown, ids = _columns(sides, scores, categories, ids)
    order = np.argsort(-scores, kind="stable")
    by, much = np.full(len(sides), -1), np.full(len(sides), np.nan)
    for rows in _groups(order, shown):
        first, much[rows] = _greedy(sides.take(rows), partial(REACHES[suppress], limit))
        by[rows] = np.where(first < 0, -1, rows[first])
    said = {
        "suppress": f"suppressed when IoU {sign} {digits.threshold(limit)} ({TOOLS[suppress]})",
        "categories": "all boxes together" if shown is None else "each category by itself",
        "ties": "equal scores: in order",
        "boxes": overlap.SAID[convention],
    }
    columns = [locked(c) for c in (order[by[order] < 0], by, much, scores, order)]
    shown = None if shown is None else locked(np.asarray(shown))
    return Suppression(*columns, limit, suppress, ids, shown, said)


def _columns(sides: Sides, scores, categories, ids) -> tuple:
    """Read what is known of the boxes; a picture without any is fine."""
    if not len(sides) and all(c is None or inputs.is_empty(c) for c in (scores, categories, ids)):
        return np.zeros(0), None, None
    scores, ids = inputs.scores(scores, "scores"), inputs.ids(ids)
    if categories is not None:
        categories = inputs.column(categories, "categories")
    shown = None if categories is None else names.coded(categories, "categories")
    inputs.same_length(boxes=sides, scores=scores, categories=categories, ids=ids)
    return scores, shown, ids


def _groups(order: np.ndarray, shown: names.Coded | None) -> list[np.ndarray]:
    """Split the ranking into those of the categories."""
    if shown is None:
        return [order]
    codes = shown.codes[order]
    together = np.argsort(codes, kind="stable")  # within a category the best stays first
    return np.split(order[together], np.flatnonzero(np.diff(codes[together])) + 1)


def _greedy(sides: Sides, reaches: Callable) -> tuple[np.ndarray, np.ndarray]:
    """Suppress among boxes that come best first.

    A block of boxes at a time meets all those kept before; what is left of it meets itself.

    Returns
    -------
    by : numpy.ndarray of int, shape (n,)
        The first box that suppresses each, or −1.
    much : numpy.ndarray of float, shape (n,)
        The IoU with it, or nan.
    """
    by, much = np.full(len(sides), -1), np.full(len(sides), np.nan)
    kept = np.zeros(0, int)
    for start in range(0, len(sides), BLOCK):
        block = np.arange(start, min(start + BLOCK, len(sides)))
        for rivals, boxes, found in _pairs(sides, kept, block, reaches):
            new, first = np.unique(boxes, return_index=True)
            first, new = first[by[new] < 0], new[by[new] < 0]
            by[new], much[new] = rivals[first], found[first]
        left = block[by[block] < 0]
        _among(sides, left, reaches, by, much)
        kept = np.append(kept, left[by[left] < 0])
    return by, much


def _among(sides: Sides, left: np.ndarray, reaches: Callable, by, much) -> None:
    """Let each box of a block, if it is still there, suppress those after it."""
    for rivals, boxes, found in _pairs(sides, left, left, reaches):
        for some in np.split(np.arange(len(rivals)), np.flatnonzero(np.diff(rivals)) + 1):
            if some.size and by[rivals[some[0]]] < 0:
                free = some[by[boxes[some]] < 0]
                by[boxes[free]], much[boxes[free]] = rivals[free], found[free]


def _pairs(sides: Sides, rivals: np.ndarray, boxes: np.ndarray, reaches: Callable) -> Iterator:
    """Find the pairs, the better box first, that overlap too much, and by how much."""
    for rows, cols in meetings(sides.take(rivals), sides.take(boxes)):
        ahead = rivals[rows] < boxes[cols]
        one, other = rivals[rows[ahead]], boxes[cols[ahead]]
        much = overlap.overlaps(sides.take(one), sides.take(other))
        far = reaches(much)
        yield one[far], other[far], much[far]
