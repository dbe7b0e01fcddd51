"""How much two boxes overlap: the formulas, and the same for many pairs at once."""

from dataclasses import dataclass

import numpy as np

from ...core import inputs
from ...core.formula import Formula

UNIT, UP = (0.0, 1.0), "higher"
# How many pixels there are from left to right, beyond the difference of the two numbers.
CONVENTIONS = {"continuous": 0, "inclusive-pixels": 1}
SAID = {
    "continuous": "boxes: continuous, width = x2 − x1 (COCO)",
    "inclusive-pixels": "boxes: inclusive pixels, width = x2 − x1 + 1 (PASCAL VOC)",
}
SIDE = Formula("side", "max(0, min(right_a, right_b) - max(left_a, left_b) + more)", (0, None))
AREA = Formula("intersection", "width * height", (0, None), source="Jaccard (1912)")
IOU = Formula(
    "iou",
    "intersection / (area_a + area_b - intersection)",
    UNIT,
    UP,
    "neither box has an area",
    ("jaccard index of two boxes",),
    "Everingham et al. (2010), section 4.4",
)
CROWD_IOU = Formula(
    "crowd_iou",
    "intersection / area_a",
    UNIT,
    UP,
    "the detection has no area",
    source="Lin et al. (2014), COCO's evaluation of crowds",
)


@dataclass(frozen=True, eq=False)
class Sides:
    """Where boxes begin and end, and how large they are by the convention in force.

    Attributes
    ----------
    x1, y1, x2, y2 : numpy.ndarray of float, shape (n,)
        Left, top, right, bottom.
    w, h : numpy.ndarray of float, shape (n,)
        Width and height.
    more : {0, 1}
        By how much a side is longer than the difference of its ends.
    """

    x1: np.ndarray
    y1: np.ndarray
    x2: np.ndarray
    y2: np.ndarray
    w: np.ndarray
    h: np.ndarray
    more: int = 0

    @property
    def area(self) -> np.ndarray:
        """Width times height."""
        return self.w * self.h

    def __len__(self) -> int:
        return len(self.x1)

    def take(self, rows) -> "Sides":
        """Keep some boxes, or put them in another order."""
        columns = (self.x1, self.y1, self.x2, self.y2, self.w, self.h)
        return Sides(*(column[rows] for column in columns), self.more)


def convention(value: str) -> int:
    """Read a convention of boxes: by how much a side is longer than the difference of its ends."""
    return CONVENTIONS[inputs.choice(value, CONVENTIONS, "convention")]


def overlaps(a: Sides, b: Sides, crowd: np.ndarray | None = None) -> np.ndarray:
    """Give the IoU of many pairs, row by row; 0 where the boxes don't meet.

    Parameters
    ----------
    a, b : Sides, of n boxes each
        Detections and objects.
    crowd : numpy.ndarray of bool, shape (n,), optional
        Where ``b`` is a crowd: there the share of ``a`` that lies inside counts.

    Returns
    -------
    numpy.ndarray of float, shape (n,)
        From 0 to 1. It is the quotient that :data:`IOU` works out for one pair.
    """
    found = np.zeros(len(a))
    wide = _side(a.x1, a.x2, b.x1, b.x2, a.more)
    rows = np.flatnonzero(wide > 0)  # most pairs of an image lie side by side
    wide, a, b = wide[rows], a.take(rows), b.take(rows)
    shared = AREA.column(width=wide, height=_side(a.y1, a.y2, b.y1, b.y2, a.more))
    meet = np.flatnonzero(shared > 0)
    rows, shared, a, b = rows[meet], shared[meet], a.take(meet), b.take(meet)
    found[rows] = IOU.column(intersection=shared, area_a=a.area, area_b=b.area)
    if crowd is not None and crowd.any():
        inside = np.flatnonzero(crowd[rows])
        alone = CROWD_IOU.column(intersection=shared[inside], area_a=a.area[inside])
        found[rows[inside]] = alone
    return found


def _side(low_a, high_a, low_b, high_b, more: int) -> np.ndarray:
    """Measure one side of many intersections."""
    ends = {"left_a": low_a, "right_a": high_a, "left_b": low_b, "right_b": high_b}
    return SIDE.column(**ends, more=more)
