"""Non-maximum suppression: of boxes that overlap much, the one with the highest score stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.conventions import BoxConvention, Suppressed
from ..core.errors import Named, choice
from ..core.inputs import locked
from ..core.trace import Column, Lazy, Trace
from . import box_tables
from .boxes import DESCRIPTIONS, Sides, overlaps, sides_of

# The two rules, how they are written, and a tool that follows each.
SUPPRESS = {"above": ">", "at-or-above": "≥"}
TOOLS = {"above": "torchvision", "at-or-above": "cpu_nms of Fast R-CNN"}
REACHES = {"above": np.less, "at-or-above": np.less_equal}  # the limit stands on the left


@dataclass(frozen=True, eq=False, repr=False)
class Suppression(Named):
    """Which boxes are kept, and which box suppressed each other one.

    It is made by :func:`nms`. Printed, it is the table of its
    decisions.

    Attributes
    ----------
    kept : numpy.ndarray of int
        The positions of the boxes that stay, best first.
    suppressed_by : numpy.ndarray of int, shape (n,)
        For each box the position of the one that suppressed it; −1 for those kept.
    overlap : numpy.ndarray of float, shape (n,)
        Its IoU with that box; nan for those kept.
    scores : numpy.ndarray of float, shape (n,)
        How sure the detector is of each.
    order : numpy.ndarray of int, shape (n,)
        The positions of all boxes, best first.
    threshold : float
        How much IoU is too much.
    suppress : {"above", "at-or-above"}
        Whether the threshold itself is.
    ids, categories : sequence or None
        What the boxes are called, and what they show.
    boxes : numpy.ndarray of float, shape (n, 4)
        Left, top, right, bottom of each.
    conventions : mapping of str to str
        The conventions in force, in words.
    """

    kept: np.ndarray
    suppressed_by: np.ndarray
    overlap: np.ndarray
    scores: np.ndarray
    order: np.ndarray
    threshold: float
    suppress: str
    ids: np.ndarray | None
    categories: np.ndarray | None
    boxes: np.ndarray
    conventions: Mapping[str, str]

    def called(self, box: int) -> str:
        """Name a box."""
        return f"box {box}" if self.ids is None else str(self.ids[box])

    def reason(self, box: int) -> str:
        """Tell what became of a box, and why."""
        by, much = self.suppressed_by[box], float(self.overlap[box])
        if by < 0:
            return "kept"
        short, limit = words.decimal(much), words.threshold(self.threshold)
        # In few digits, if these still say that it is too much.
        still = float(short) > self.threshold or float(short) == much
        written = short if still else words.threshold(much)
        return f"suppressed by {self.called(by)}: IoU {written} {SUPPRESS[self.suppress]} {limit}"

    @property
    def trace(self) -> Trace:
        """The decisions in the order in which they were made."""
        boxes, n = self.order, len(self.order)
        shows = [] if self.categories is None else [Column("category", self.categories[boxes])]
        return Trace(
            f"non-maximum suppression: {len(self.kept):,} of {n:,} boxes kept",
            [
                Column("box", Lazy(n, lambda i: self.called(boxes[i]))),
                *shows,
                Column("score", self.scores[boxes], words.thresholds(self.scores), "right"),
                Column("outcome", Lazy(n, lambda i: self.reason(boxes[i]))),
            ],
            self.conventions,
        )

    def __str__(self) -> str:
        return str(self.trace)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.trace._repr_html_()


def nms(
    boxes: ArrayLike,
    scores: ArrayLike,
    iou: float = 0.5,
    *,
    convention: BoxConvention = "continuous",
    suppress: Suppressed = "above",
    categories: ArrayLike | None = None,
    ids: ArrayLike | None = None,
) -> Suppression:
    """Go through boxes from the best score down; drop each that overlaps a kept one too much.

    Equal scores are taken in order. A box without area overlaps none, so it stays.

    Parameters
    ----------
    boxes : array_like, shape (n, 4)
        What a detector found: left, top, right, bottom.
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
    sign = SUPPRESS[choice(suppress, SUPPRESS, "suppress")]
    limit = float(inputs.share(iou, "iou", "it is the overlap of two boxes", zero=sign == ">"))
    sides = sides_of(boxes, convention)
    scores, kinds, ids = _columns(sides, scores, categories, ids)
    order = np.argsort(-scores, kind="stable")
    by, much = np.full(len(sides), -1), np.full(len(sides), np.nan)
    for rows in _groups(order, kinds):
        first, much[rows] = _greedy(sides.take(rows), partial(REACHES[suppress], limit))
        by[rows] = np.where(first < 0, -1, rows[first])
    conventions = {
        "suppress": f"suppressed when IoU {sign} {words.threshold(limit)} ({TOOLS[suppress]})",
        "categories": "all boxes together" if kinds is None else "each category by itself",
        "ties": "equal scores: in order",
        "boxes": DESCRIPTIONS[convention],
    }
    columns = [locked(c) for c in (order[by[order] < 0], by, much, scores, order)]
    kinds = None if kinds is None else locked(kinds.values)
    corners = locked(np.column_stack([sides.x1, sides.y1, sides.x2, sides.y2]))
    return Suppression(*columns, limit, suppress, ids, kinds, corners, conventions)


def _columns(sides: Sides, scores, categories, ids) -> tuple:
    """Read what is known of the boxes; a picture without any is fine."""
    if not len(sides) and all(c is None or inputs.is_empty(c) for c in (scores, categories, ids)):
        return np.zeros(0), None, None
    scores, ids = inputs.scores(scores, "scores"), inputs.ids(ids)
    if categories is not None:
        categories = inputs.column(categories, "categories")
    kinds = None if categories is None else box_tables.coded(categories, "categories")
    inputs.same_length(boxes=sides, scores=scores, categories=categories, ids=ids)
    return scores, kinds, ids


def _groups(order: np.ndarray, kinds: box_tables.Coded | None) -> list[np.ndarray]:
    """Split the ranking into those of the categories."""
    if kinds is None:
        return [order]
    codes = kinds.codes[order]
    together = np.argsort(codes, kind="stable")  # within a category the best stays first
    return np.split(order[together], np.flatnonzero(np.diff(codes[together])) + 1)


def _greedy(sides: Sides, too_much: Callable) -> tuple[np.ndarray, np.ndarray]:
    """Suppress among boxes that come best first.

    Returns
    -------
    by : numpy.ndarray of int, shape (n,)
        The first box that suppresses each, or −1.
    much : numpy.ndarray of float, shape (n,)
        The IoU with it, or nan.
    """
    by, much = np.full(len(sides), -1), np.full(len(sides), np.nan)
    left = np.arange(len(sides))
    while len(left):
        best, left = left[0], left[1:]
        ious = overlaps(sides, np.full(len(left), best), sides, left)
        gone = too_much(ious)
        by[left[gone]], much[left[gone]] = best, ious[gone]
        left = left[~gone]
    return by, much
