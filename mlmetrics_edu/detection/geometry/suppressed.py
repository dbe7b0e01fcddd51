"""What non-maximum suppression decided, and the table that tells it."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ...core import digits
from ...core.trace import Column, Lazy, Trace

# The two rules, how they are written, and a tool that follows each.
SUPPRESS = {"above": ">", "at-or-above": "≥"}
TOOLS = {"above": "torchvision", "at-or-above": "cpu_nms of Fast R-CNN"}


@dataclass(frozen=True, eq=False, repr=False)
class Suppression:
    """Which boxes are kept, and which box suppressed each other one.

    It is made by :func:`~mlmetrics_edu.detection.suppression.nms`. Printed, it is the table of its
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
    conventions: Mapping[str, str]

    def called(self, box: int) -> str:
        """Name a box."""
        return f"box {box}" if self.ids is None else str(self.ids[box])

    def reason(self, box: int) -> str:
        """Tell what became of a box, and why."""
        by = self.suppressed_by[box]
        if by < 0:
            return "kept"
        much, limit = float(self.overlap[box]), digits.threshold(self.threshold)
        sign = SUPPRESS[self.suppress]
        return f"suppressed by {self.called(by)}: IoU {self._written(much)} {sign} {limit}"

    def _written(self, much: float) -> str:
        """Write an IoU in a few digits, if these still say that it is too much."""
        text = digits.decimal(much)
        still = float(text) > self.threshold or float(text) == much
        return text if still else digits.threshold(much)

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
                Column("score", self.scores[boxes], digits.thresholds(self.scores), "right"),
                Column("outcome", Lazy(n, lambda i: self.reason(boxes[i]))),
            ],
            self.conventions,
        )

    def __str__(self) -> str:
        return str(self.trace)

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.trace._repr_html_()
