"""What a detector takes for what: a confusion matrix with a row and a column for the background.

Here a detection may find an object of another class. Every pair is a sample, and so is every object
that nobody found (predicted: background), and every detection of nothing (truly: background).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from ..core import digits, inputs
from ..core.calls import explained
from ..core.conventions import BoxConvention, PairOrder
from ..core.errors import InputError
from ..core.native import native
from ..metrics.many_classes import matrix_cells
from ..metrics.many_classes.confusion_matrix import ConfusionMatrix
from . import protocols, scenes
from .assignment import Pairs, overlapping
from .box_table import Columns
from .scenes import Scenes

ORDERS = {
    "iou": "pairs of most overlap first",
    "best-iou": "each detection asks for the object of most overlap only (Ultralytics)",
    "class-first": "pairs of one class first, then those of most overlap (supervision)",
    "score": "the surest detection first, for the best object still free (COCO, FiftyOne)",
}


class Event(NamedTuple):
    """What is counted in a cell.

    Attributes
    ----------
    object, detection : hashable or None
        Their names, or their rows; None where there is no such.
    iou : float or None
        The overlap of the two.
    """

    object: object
    detection: object
    iou: float | None

    def __str__(self) -> str:
        named = {"object": self.object, "detection": self.detection}
        return ", ".join(f"{what} {name}" for what, name in named.items() if name is not None)


@explained
def detection_matrix(
    truth: Columns,
    detections: Columns,
    iou: float = 0.5,
    score: float = 0.25,
    *,
    order: PairOrder = "iou",
    background: str = "background",
    convention: BoxConvention | None = None,
    images: Sequence | None = None,
    categories: Sequence | None = None,
) -> ConfusionMatrix:
    """Count what objects are taken for, whatever class a detection says.

    Objects that nobody finds are in the last column, detections of nothing in the last row. How
    often nothing was taken for nothing, nobody can count: that cell is 0, so rates that need true
    negatives mean nothing here. Crowds and difficult objects aren't counted, and neither are
    detections that find such a one only.

    Parameters
    ----------
    truth, detections : mapping of columns, or pandas.DataFrame
        As for :func:`detection_map`: boxes or masks.
    iou : float
        The least overlap of a pair.
    score : float
        The least score of a detection that is counted.
    order : {"iou", "best-iou", "class-first", "score"}
        Which pairs come about where boxes overlap several others: those of most overlap; only ones
        with each detection's best object (Ultralytics); of one class before others (supervision);
        or the surest detection chooses first (COCO, FiftyOne).
    background : str
        What to call the class of nothing.
    convention : {"continuous", "inclusive-pixels"}, optional
        How boxes are measured; without it, they are continuous.
    images, categories : sequence, optional
        Which to judge; without them all.

    Returns
    -------
    ConfusionMatrix
        Truth in rows. Its :meth:`~ConfusionMatrix.cell` names the boxes.

    Raises
    ------
    InputError
        If a box is none, a column is missing, or a class is called like the background.

    References
    ----------
    The confusion matrices of Ultralytics, supervision and FiftyOne, which differ in ``order``.

    Examples
    --------
    A cat is found, a dog is taken for a cat, another dog isn't found, and one box shows nothing:

    >>> truth = {"category": ["cat", "dog", "dog"], "x1": [0, 20, 40], "y1": [0, 0, 0],
    ...          "x2": [10, 30, 50], "y2": [10, 10, 10]}
    >>> found = {"category": ["cat", "cat", "dog"], "x1": [0, 21, 70], "y1": [0, 0, 0],
    ...          "x2": [10, 31, 80], "y2": [10, 10, 10], "score": [0.9, 0.8, 0.7]}
    >>> m = detection_matrix(truth, found)
    >>> m.counts.tolist(), m.labels
    ([[1, 0, 0], [1, 0, 1], [0, 1, 0]], ('cat', 'dog', 'background'))
    >>> m.cell("dog", "cat")
    (Event(object=1, detection=1, iou=0.8181818181818182),)
    """
    inputs.choice(order, ORDERS, "order")
    iou, score = protocols.read_iou(iou), _read_score(score)
    judged = scenes.read(truth, detections, convention, images, categories)
    labels = (*judged.categories, _read_background(background, judged.categories))
    conventions = {
        "pairs": f"pairs: {ORDERS[order]}",
        "iou": f"IoU ≥ {iou:g}",
        "score": f"score ≥ {digits.threshold(score)}",
        "boxes": judged.said,
    }
    return _counted(judged, labels, conventions, _events(judged, iou, score, order))


def _read_score(value) -> float:
    if not inputs.is_finite(value):
        raise InputError(
            f"score={inputs.short(value)}",
            "it is the least score of a detection that is counted",
            "pass a number, such as 0.25, or 0 where scores are shares and all of them count",
        )
    return float(value)


def _read_background(name, categories: tuple) -> str:
    if not isinstance(name, str) or not name.strip():
        raise InputError(
            f"background={inputs.short(name)}",
            "it is what the class of nothing is called",
            'pass a text, such as background="nothing"',
        )
    if name in categories:
        raise InputError(
            f"a category is called {name!r}",
            "so is the class of what no box shows",
            'call that otherwise, such as background="nothing"',
        )
    return name


def _events(judged: Scenes, iou: float, score: float, order: str) -> Pairs:
    """Pair objects and detections; those that are left over have -1 in the place of the other."""
    surest = np.flatnonzero(judged.detections.score >= score)
    optional = judged.truth.crowd | judged.truth.difficult
    touching = overlapping(judged, surest, iou, same_category=False)
    excused = optional[touching.truth]
    pairs = _paired(_in_order(judged, touching.take(~excused), order))
    alone = np.setdiff1d(surest, np.concatenate([pairs.detection, touching.detection[excused]]))
    missed = np.setdiff1d(np.flatnonzero(~optional), pairs.truth)
    return Pairs(
        np.concatenate([pairs.detection, np.full(len(missed), -1), alone]),
        np.concatenate([pairs.truth, missed, np.full(len(alone), -1)]),
        np.concatenate([pairs.iou, np.full(len(missed) + len(alone), np.nan)]),
    )


def _in_order(judged: Scenes, pairs: Pairs, order: str) -> Pairs:
    """Sort pairs by who comes first; of equal ones, the earlier object, then detection."""
    theirs, ours = judged.truth.category[pairs.truth], judged.detections
    keys = {
        "class-first": (-pairs.iou, ours.category[pairs.detection] != theirs),
        "score": (-pairs.iou, pairs.detection, -ours.score[pairs.detection]),
    }
    columns = keys.get(order, (-pairs.iou,))  # the last one counts first
    pairs = pairs.take(np.lexsort((pairs.detection, pairs.truth, *columns)))
    if order == "best-iou":
        pairs = pairs.take(np.sort(np.unique(pairs.detection, return_index=True)[1]))
    return pairs


def _paired(pairs: Pairs) -> Pairs:
    """Take pair after pair, each box once.

    Instead of one after the other, all pairs that come first for both of their boxes are taken at
    once; they can't stand in each other's way.
    """
    taken = [pairs.take(np.zeros(0, np.int64))]
    while len(pairs.iou):
        first = np.zeros((2, len(pairs.iou)), bool)
        for row, boxes in zip(first, (pairs.detection, pairs.truth), strict=True):
            row[np.unique(boxes, return_index=True)[1]] = True
        taken.append(pairs.take(first.all(axis=0)))
        free = ~(
            np.isin(pairs.detection, taken[-1].detection) | np.isin(pairs.truth, taken[-1].truth)
        )
        pairs = pairs.take(free)
    return Pairs(*map(np.concatenate, zip(*taken, strict=True)))


def _counted(judged: Scenes, labels: tuple, conventions: dict, events: Pairs) -> ConfusionMatrix:
    """Count pairs of classes; -1 stands for the last one, the background."""
    k = len(labels)
    true, said = (
        np.where(rows < 0, k - 1, np.append(boxes.category, -1)[rows])
        for boxes, rows in ((judged.truth, events.truth), (judged.detections, events.detection))
    )
    cell = true * k + said
    counts = np.bincount(native(cell), minlength=k * k).reshape(k, k)
    named = np.empty(len(cell), object)
    named[:] = [_event(judged, *row) for row in zip(*(c.tolist() for c in events), strict=True)]
    cells = matrix_cells.Cells(cell, k, tuple(range(k)), named)
    return ConfusionMatrix(counts, labels, conventions)._with_cells(cells)


def _event(judged: Scenes, detection: int, truth: int, iou: float) -> Event:
    return Event(
        None if truth < 0 else judged.truth.called(truth),
        None if detection < 0 else judged.detections.called(detection),
        None if iou != iou else iou,
    )
