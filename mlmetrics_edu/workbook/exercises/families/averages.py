"""What a question about many classes, several tags or a mask is answered with: other averages."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from ....metrics.confusion import Confusion
from ....metrics.confusion_matrix import ConfusionMatrix
from ....metrics.multilabel import hamming_loss, subset_accuracy
from ....metrics.segmentation import class_dice, class_iou, mean_dice, mean_iou, pixel_accuracy
from ..family import Family, by_formula, family, formulas
from .tables import f_measures

NAMES = {"precision": "precision", "recall": "recall", "f1": "F1", "f2": "F2", "f0.5": "F0.5"}
OF_MEANS = ("f1", "f2", "f0.5")
OF_ROWS = {
    "overlap": "TP / (TP + FP + FN)",
    "F1": "2*TP / (2*TP + FP + FN)",
    "precision": "TP / (TP + FP)",
    "recall": "TP / (TP + FN)",
    "overlap counted twice": "TP / (2*TP + FP + FN)",
}


def averages(m: ConfusionMatrix, *rates: str, labels=None, who="", whole=True) -> Family:
    """Return every average of some rates, and what else is made of one rate of all classes.

    Parameters
    ----------
    m : ConfusionMatrix
        The table.
    *rates : str
        The rates; the first is the one that is asked for.
    labels : sequence, optional
        The classes that are averaged over.
    who : str, optional
        Whose averages they are, where there are others: ``"of the two"``.
    whole : bool
        Whether the values of all classes are put together in still other ways.

    Examples
    --------
    >>> m = ConfusionMatrix([[4, 1, 0], [1, 2, 1], [0, 0, 1]], ("a", "b", "c"))
    >>> print(averages(m, "f1").members["micro F1"].says())
    That's the micro F1.
    """
    rest = {} if labels is None else {"labels": labels}
    values = {}
    for rate in rates:
        # With every class in, all micro averages are the accuracy: one of them is enough. And
        # recall weighted by the true samples is micro recall.
        micro = labels or rate == rates[0]
        hows = ["macro", *(["weighted"] * (rate != "recall")), *(["micro"] * bool(micro))]
        for how in hows:
            values[f"{how} {NAMES[rate]}"] = float(m.average(rate, how, **rest))
        if rate in OF_MEANS:
            of_means = m.average(rate, "macro-of-averages", **rest)
            values[f"{NAMES[rate]} of the means"] = float(of_means)
    values |= of_classes(m, rates[0], labels or m.labels) if whole else {}
    named = {f"{name} {who}".strip(): value for name, value in values.items()}
    return family("averages.averages", named)


def of_classes(m: ConfusionMatrix, rate: str, labels) -> dict[str, float]:
    """Put the values of all classes together in other ways, and weight them otherwise."""
    tables = [m.one_vs_rest(label) for label in labels]
    each = np.array([float(table.rate(rate)) for table in tables])
    called, sizes = (np.array([getattr(t, a) + t.tp for t in tables]) for a in ("fp", "fn"))
    name = NAMES[rate]
    return {
        f"sum of the {name}s": each.sum(),
        f"lowest {name}": each.min(),
        f"highest {name}": each.max(),
        f"{name} of the largest class": each[sizes.argmax()],
        f"harmonic mean of the {name}s": len(each) / (1 / each).sum() if each.all() else 0.0,
        f"{name} weighted by what was predicted": (each * called).sum() / called.sum(),
    }


def class_by_class(m: ConfusionMatrix, rate: str) -> Family:
    """Return a rate of each class.

    Examples
    --------
    >>> m = ConfusionMatrix([[4, 1, 0], [1, 2, 1], [0, 0, 1]], ("a", "b", "c"))
    >>> class_by_class(m, "recall").values
    {'recall of class a': 0.8, 'recall of class b': 0.5, 'recall of class c': 1.0}
    """
    values = {f"{NAMES[rate]} of class {x}": float(m.one_vs_rest(x).rate(rate)) for x in m.labels}
    return family("averages.classes", values)


def over_everybody(m: ConfusionMatrix, hits: float) -> Family:
    """Return the hits of some classes as a share of all samples."""
    return family("averages.others", {"hits over all samples": hits / m.total})


def wrong_rests(m: ConfusionMatrix, c: Confusion, i: int) -> Family:
    """Return the four counts of a class where the rest of the classes is misread.

    Examples
    --------
    >>> m = ConfusionMatrix([[4, 1, 0], [1, 2, 1], [0, 0, 1]], ("a", "b", "c"))
    >>> wrong_rests(m, m.one_vs_rest("a"), 0).values["all classes added up"]
    (7, 3, 3, 17)
    """
    right, j = int(m.counts.trace()), (i + 1) % m.k
    wrong, runs = m.total - right, [m.one_vs_rest(label) for label in m.labels]
    four = [(r.tp, r.fp, r.fn, r.tn) for r in runs]
    beside = (m.counts[j, i], m.counts[i, j], m.counts[j, j])
    values = {
        "the diagonal as TP": (right, c.fp, c.fn, c.tn),
        "all mistakes as FP and as FN": (c.tp, wrong, wrong, c.tn),
        "all classes added up": tuple(map(sum, zip(*four, strict=True))),
        "the class after": four[j],
        "one class as the rest": (c.tp, *map(int, beside)),
    }
    return family("averages.rests", values)


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
        **by_formula("averages.tags", cells(truth, called)),
        **{name: average(by_row(truth, there)["overlap"]) for name, there in others.items()},
    }
    if not some.all():
        known["without photographs that have no tags"] = average(
            by_row(truth[some], called[some])["overlap"]
        )
    return family("averages.tags", known)


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
    known |= by_formula("averages.masks", c)
    # The smaller of precision and recall is one of them, and F1 doesn't tell FP from FN.
    alike = (
        "the smaller one",
        "the larger one",
        "half the harmonic mean",
        "hits counted once below",
    )
    return family("averages.masks", known) + f_measures(c, 1).besides((), alike)
