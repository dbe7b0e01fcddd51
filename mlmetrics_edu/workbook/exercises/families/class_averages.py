"""What a question about an average over classes is answered with, besides the right one."""

import numpy as np

from ....metrics.confusion import Confusion
from ....metrics.many_classes.confusion_matrix import ConfusionMatrix
from ..family import Family, family

NAMES = {"precision": "precision", "recall": "recall", "f1": "F1", "f2": "F2", "f0.5": "F0.5"}
OF_MEANS = ("f1", "f2", "f0.5")


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
    return family("class_averages.averages", named)


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
    return family("class_averages.classes", values)


def over_everybody(m: ConfusionMatrix, hits: float) -> Family:
    """Return the hits of some classes as a share of all samples."""
    return family("class_averages.others", {"hits over all samples": hits / m.total})


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
    return family("class_averages.rests", values)
