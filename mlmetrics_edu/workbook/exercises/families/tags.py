"""What stands around the tags of photographs, and around the classes of a mask."""

from fractions import Fraction

import numpy as np

from ....metrics.imaging.segmentation import (
    class_dice,
    class_iou,
    mean_dice,
    mean_iou,
    pixel_accuracy,
)
from ....metrics.many_classes.confusion_matrix import ConfusionMatrix
from ....metrics.rankings.label_sets import hamming_loss, subset_accuracy
from ..family import Family, family
from ..registry import formulas
from .tables import f_measures

OF_CELLS = {
    "precision of the cells": "TP / (TP + FP)",
    "recall of the cells": "TP / (TP + FN)",
    "F1 of the cells": "2*TP / (2*TP + FP + FN)",
    "overlap of all cells": "TP / (TP + FP + FN)",
    "right tags over all cells": "TP / (TP + FP + FN + TN)",
}
OF_ROWS = {
    "overlap": "TP / (TP + FP + FN)",
    "F1": "2*TP / (2*TP + FP + FN)",
    "precision": "TP / (TP + FP)",
    "recall": "TP / (TP + FN)",
    "overlap counted twice": "TP / (2*TP + FP + FN)",
}
OF_PIXELS = {
    "wrong pixels over both sizes": "(FP + FN) / (2*TP + FP + FN)",
    "twice the IoU": "2*TP / (TP + FP + FN)",
    "overlap counted once": "TP / (2*TP + FP + FN)",
    "overlap over the wrong pixels": "TP / (FP + FN)",
}


def tags(truth: np.ndarray, called: np.ndarray, others) -> Family:
    """Return what tags may be judged by, besides their mean overlap.

    Parameters
    ----------
    truth, called : array of bool, shape (photographs, tags)
        Which are true, and which are written.
    others : mapping of str to array of bool
        What would be written by another rule.

    Examples
    --------
    >>> truth, called = np.array([[1, 0, 1], [1, 1, 0]]), np.array([[1, 0, 0], [1, 1, 1]])
    >>> family = tags(truth > 0, called > 0, {})
    >>> print(family.values["subset accuracy"], family.values["mean F1"])
    0.0 11/15
    """
    wrong = hamming_loss(truth, called)
    some, rows = truth.any(axis=1), by_row(truth, called)
    known = {
        "subset accuracy": subset_accuracy(truth, called),
        "Hamming loss": wrong,
        "accuracy of the cells": 1 - wrong.fraction,
        "sum of the overlaps": sum(rows["overlap"]),
        "what isn't shared": 1 - average(rows["overlap"]),
        "overlap tag by tag": average(by_row(truth.T, called.T)["overlap"]),
        "one right tag is enough": Fraction(int((truth & called).any(axis=1).sum()), len(truth)),
        "tags too many forgiven": Fraction(int((called >= truth).all(axis=1).sum()), len(truth)),
        "missing tags forgiven": Fraction(int((called <= truth).all(axis=1).sum()), len(truth)),
        **{f"mean {name}": average(rows[name]) for name in OF_ROWS if name != "overlap"},
        **formulas(cells(truth, called), OF_CELLS),
        **{name: average(by_row(truth, there)["overlap"]) for name, there in others.items()},
    }
    if not some.all():
        known["without photographs that have no tags"] = average(
            by_row(truth[some], called[some])["overlap"]
        )
    return family("tags.tags", known)


def by_row(truth, called) -> dict[str, list[Fraction]]:
    """Judge each row; what has no value there counts as 0."""
    worked = [formulas(cells(*row), OF_ROWS) for row in zip(truth, called, strict=True)]
    return {name: [row[name].fraction or Fraction(0) for row in worked] for name in OF_ROWS}


def average(values) -> Fraction:
    """Return the plain mean."""
    return sum(values) / len(values)


def cells(truth, called) -> dict[str, int]:
    """Count hits, false alarms, misses and right negatives."""
    pairs = {"TP": truth & called, "FP": ~truth & called, "FN": truth & ~called}
    pairs["TN"] = ~(truth | called)
    return {name: int(some.sum()) for name, some in pairs.items()}


def dice_of(m: ConfusionMatrix, label: str) -> Family:
    """Return what stands around the Dice coefficient of one class of a mask.

    Examples
    --------
    >>> m = ConfusionMatrix.from_labels(list("aabbcc"), list("aabccc"))
    >>> print(dice_of(m, "c").members["Dice of b"].says())
    That's the Dice of b, which is another class.
    """
    c, dice, ious = m.one_vs_rest(label), class_dice(m), class_iou(m)
    rest = [name for name in m.labels if name != label]
    known = {f"Dice of {name}": dice[name] for name in rest}
    known |= {f"IoU of {name}": ious[name] for name in rest}
    known |= {"mean Dice": mean_dice(m), "mean IoU": mean_iou(m)}
    known |= {f"mean Dice of {a} and {label}": (dice[a] + dice[label]) / 2 for a in rest}
    known["pixel accuracy"] = pixel_accuracy(m)
    known |= formulas(c, OF_PIXELS)
    # The smaller of precision and recall is one of them, and F1 doesn't tell FP from FN.
    alike = (
        "the smaller one",
        "the larger one",
        "half the harmonic mean",
        "hits counted once below",
    )
    return family("tags.masks", known) + f_measures(c, 1).besides((), alike)
