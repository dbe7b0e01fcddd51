"""Which detection could have found which object: pairs in one image, with their overlap."""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from .iou import overlaps
from .ranking import stable_order
from .scenes import Boxes, Scenes

AT_ONCE = 1 << 19  # pairs: so many are measured at a time, which bounds the memory


class Pairs(NamedTuple):
    """Pairs of a detection and an object, and how much they overlap.

    Attributes
    ----------
    detection, truth : numpy.ndarray of int, shape (n,)
        Their rows.
    iou : numpy.ndarray of float, shape (n,)
        The overlap of each pair.
    """

    detection: np.ndarray
    truth: np.ndarray
    iou: np.ndarray

    def take(self, which: np.ndarray) -> "Pairs":
        """Keep some pairs."""
        return Pairs(*(column[which] for column in self))


def pairs(scenes: Scenes, rows: np.ndarray, floor: float, *, same: bool = True) -> Pairs:
    """Find the pairs in one image that overlap by at least ``floor``.

    Parameters
    ----------
    scenes : Scenes
        Objects and detections.
    rows : numpy.ndarray of int
        The detections in question.
    floor : float
        The least overlap; pairs that don't meet are left out in any case.
    same : bool
        Whether the two must be of one category.
    """
    truth, detections = scenes.truth, scenes.detections
    found = []
    for i, j in _together(scenes, rows, same):
        crowd = truth.crowd[j]
        iou = overlaps(detections.sides.take(i), truth.sides.take(j), crowd)
        kept = np.flatnonzero((iou >= floor) & (iou > 0))
        found.append(Pairs(i, j, iou).take(kept))
    return Pairs(*map(np.concatenate, zip(*found, strict=True)))


def _together(scenes: Scenes, rows: np.ndarray, same: bool) -> Iterator[tuple]:
    """Pair each detection with each object of its image, and perhaps of its category."""
    theirs, ours = (_group(boxes, scenes, same) for boxes in (scenes.truth, scenes.detections))
    order = stable_order(theirs)
    rows = rows[stable_order(ours[rows])]  # neighbours look in the same place
    low, high = (np.searchsorted(theirs[order], ours[rows], side) for side in ("left", "right"))
    many = high - low
    blocks = np.cumsum(many) // AT_ONCE
    for block in range(int(blocks[-1]) + 1 if len(blocks) else 1):
        part = blocks == block
        yield _spread(rows[part], low[part], many[part], order)


def _group(boxes: Boxes, scenes: Scenes, same: bool) -> np.ndarray:
    return boxes.image * len(scenes.categories) + boxes.category if same else boxes.image


def _spread(rows, low, many, order) -> tuple[np.ndarray, np.ndarray]:
    """Repeat each detection for each object from ``low`` on."""
    ends = np.cumsum(many)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(rows, many), order[np.arange(total) + np.repeat(low - ends + many, many)]
