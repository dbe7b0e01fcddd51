"""Curves through all thresholds: two columns of a sweep, one against the other.

No curve counts anything: each takes two rates of the same rows, so that point i of every curve is
row i of the sweep, with its threshold, its counts and its samples.
"""

from typing import TYPE_CHECKING

import numpy as np

from ..core import inputs
from ..core.calls import explained
from ..core.conventions import Abscissa, Precision, Start, options
from ..core.errors import InputError
from ..core.inputs import locked
from . import deciles, hull
from .curve import Curve, counted, needs
from .ks import KS

if TYPE_CHECKING:
    from .sweep import Sweep

STARTS = options(Start)
PRECISIONS = options(Precision)
ABSCISSAS = options(Abscissa)


@explained
def pr(sweep: "Sweep", *, start: Start = "undefined", precision: Precision = "raw") -> Curve:
    """Return the precision-recall curve: precision over recall.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    start : {"undefined", "one", "first"}
        Precision at row 0, where nothing is predicted positive and it is 0/0: nan, or 1 (the point
        that scikit-learn adds), or that of the next row.
    precision : {"raw", "interpolated"}
        ``"interpolated"``: the highest precision at this recall or any higher one.

    Raises
    ------
    UndefinedError
        If there are no positives.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> curve = pr(sweep([0, 1, 1, 0], [0.9, 0.7, 0.6, 0.2]), precision="interpolated")
    >>> curve.y.round(3).tolist()
    [0.667, 0.667, 0.667, 0.667, 0.667]
    """
    counted(sweep, "P-R curve")
    inputs.choice(start, STARTS, "start")
    inputs.choice(precision, PRECISIONS, "precision")
    if start != "undefined" and precision == "interpolated":
        raise InputError(
            f'start={start!r} for precision="interpolated"',
            "at recall 0, too, it is the highest precision at that recall or beyond",
            "leave start out, or draw the raw precision",
        )
    needs(sweep, "P-R curve", "recall")
    y = sweep["precision"] if precision == "raw" else interpolated_precision(sweep)
    if precision == "raw" and start != "undefined":
        y[0] = 1 if start == "one" else y[1]
    conventions = {"precision": _WORDS[precision]}
    if precision == "raw":
        conventions["start"] = _WORDS[start]
    return _curve(sweep, "P-R", "recall", "precision", y=y, conventions=conventions)


_WORDS = {
    "raw": "precision: TP / (TP + FP)",
    "interpolated": "precision: the highest at this recall or a higher one",
    "undefined": "precision of nothing predicted: undefined",
    "one": "precision of nothing predicted: 1 (as in scikit-learn)",
    "first": "precision of nothing predicted: that of the next row",
    "share": "over the share of samples predicted positive",
    "score": "over the score threshold",
}


@explained
def interpolated_precision(sweep: "Sweep") -> np.ndarray:
    """Give, for each row, the highest precision at its recall or any higher one.

    Returns
    -------
    numpy.ndarray of float, shape (rows,)

    References
    ----------
    Manning, Raghavan & Schütze (2008), Introduction to Information Retrieval, section 8.4.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> interpolated_precision(sweep([0, 1, 0], [0.9, 0.7, 0.2])).round(3).tolist()
    [0.5, 0.5, 0.5, 0.5]
    """
    counted(sweep, "interpolated precision")
    # At a recall that several rows share, the first of these has the highest precision, so the
    # best from a row on to the end is the best at its recall or above for that first row; the
    # rows after it take it over from there.
    from_here = np.fmax.accumulate(sweep["precision"][::-1])[::-1]
    tp = sweep.in_units.tp
    first = np.searchsorted(tp, tp, side="left")
    return locked(from_here[first])


@explained
def roc(sweep: "Sweep") -> Curve:
    """Return the ROC curve: the true positive rate over the false positive rate.

    A straight line between two points is what the tied samples there give on average over their
    orders.

    Raises
    ------
    UndefinedError
        If one of the classes is missing, or nobody knows how many negatives there are.

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, section 4.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> print(roc(sweep([1, 0], [0.8, 0.3])))
    ROC curve, 3 points · positive when score ≥ threshold
    point  threshold  TP  FP    FPR  recall
        0         +∞   0   0  0.000   0.000
        1        0.8   1   0  0.000   1.000
        2        0.3   1   1  1.000   1.000
    """
    needs(sweep, "ROC curve", "recall", "fpr")
    return _curve(sweep, "ROC", "fpr", "recall")


@explained
def roc_hull(sweep: "Sweep") -> Curve:
    """Return the upper convex hull of the ROC curve: its corners are the best under some costs.

    Returns
    -------
    Curve
        Of the corners only; ``rows`` tells which row of the sweep each one is.

    References
    ----------
    Provost & Fawcett (2001), Robust classification for imprecise environments, section 3.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> x, y = roc_hull(sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]))
    >>> x.tolist(), y.tolist()
    ([0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0])
    """
    needs(sweep, "ROC hull", "recall", "fpr")
    held = sweep.in_units
    return _curve(sweep, "ROC hull", "fpr", "recall", rows=hull.corners(held.fp, held.tp))


@explained
def det(sweep: "Sweep") -> Curve:
    """Return the detection error trade-off: the miss rate over the false alarm rate.

    References
    ----------
    Martin et al. (1997), The DET curve in assessment of detection task performance.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> fpr, fnr = det(sweep([1, 0, 1], [0.9, 0.7, 0.4]))
    >>> fpr.tolist(), fnr.tolist()
    ([0.0, 0.0, 1.0, 1.0], [1.0, 0.5, 0.5, 0.0])
    """
    needs(sweep, "DET curve", "fnr", "fpr")
    return _curve(sweep, "DET", "fpr", "fnr")


@explained
def gain(sweep: "Sweep", *, bins: int | None = None) -> Curve:
    """Return the cumulative gain: the share of the positives found over the share of all reached.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    bins : int, optional
        Only so many equal shares: 10 for deciles.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> share, found = gain(sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]))
    >>> share.tolist(), found.tolist()
    ([0.0, 0.25, 0.5, 0.75, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0])
    """
    needs(sweep, "gain curve", "predicted_positive_rate", "recall")
    return _curve(deciles.binned(sweep, bins), "gain", "predicted_positive_rate", "recall")


@explained
def lift(sweep: "Sweep", *, bins: int | None = None) -> Curve:
    """Return the lift: how many times as many positives as among equally many picked at random.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    bins : int, optional
        Only so many equal shares: 10 for deciles.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> lift(sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])).y.round(2).tolist()
    [nan, 2.0, 1.0, 1.33, 1.0]
    """
    needs(sweep, "lift curve", "predicted_positive_rate", "recall")
    return _curve(deciles.binned(sweep, bins), "lift", "predicted_positive_rate", "lift")


@explained
def ks(sweep: "Sweep", *, abscissa: Abscissa = "share", bins: int | None = None) -> Curve:
    """Return the KS curve: how far the found positives are ahead of the false alarms.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    abscissa : {"share", "score"}
        What runs along the axis: the share of samples predicted positive, or the threshold. They
        are not the same: a gap "at 0.4" is after 40 % of the samples on the one and at the score
        0.4 on the other.
    bins : int, optional
        Only so many equal shares: 10 for deciles. The largest gap may lie between two of them.

    Returns
    -------
    Curve
        The gap, TPR − FPR; both rates are ``beside`` it.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> curve = ks(sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]))
    >>> curve.y.tolist(), curve.beside["fpr"].tolist()
    ([0.0, 0.5, 0.0, 0.5, 0.0], [0.0, 0.0, 0.5, 0.5, 1.0])
    """
    counted(sweep, "KS curve")
    inputs.choice(abscissa, ABSCISSAS, "abscissa")
    needs(sweep, "KS curve", "recall", "fpr")
    sweep = deciles.binned(sweep, bins)
    beside = {name: locked(sweep[name]) for name in ("recall", "fpr")}
    x = {"share": "predicted_positive_rate", "score": "threshold"}[abscissa]
    gap = KS["greater"].column(**beside)
    conventions = {"abscissa": _WORDS[abscissa]}
    return _curve(sweep, "KS", x, "informedness", y=gap, beside=beside, conventions=conventions)


def _curve(sweep, name: str, x_name: str, y_name: str, *, y=None, rows=None, **more) -> Curve:
    """Take two columns of a sweep, or some rows of them."""
    x = sweep.threshold if x_name == "threshold" else sweep[x_name]
    columns = (x, sweep[y_name] if y is None else y, sweep.threshold)
    if rows is not None:
        columns = tuple(column[rows] for column in columns)
    return Curve(name, *map(locked, columns), x_name, y_name, sweep, rows, **more)
