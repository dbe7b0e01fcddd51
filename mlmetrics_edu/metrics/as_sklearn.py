"""What scikit-learn's functions return, made of a sweep: to compare, or to go on with its tools.

The numbers are those of scikit-learn 1.9.1. Where they differ from this package's curves is told
with each function, and in one table by :func:`differences`.
"""

from typing import TYPE_CHECKING

import numpy as np

from ..core import digits, inputs
from ..core.errors import MetricError
from ..core.trace import Trace
from . import counting
from .auc import read_max_fpr
from .curve import needs

if TYPE_CHECKING:
    from .sweep import Sweep


Arrays = tuple[np.ndarray, np.ndarray, np.ndarray]


def roc_curve(sweep: "Sweep", drop_intermediate: bool = True) -> Arrays:
    """Return FPR, TPR and thresholds as ``sklearn.metrics.roc_curve`` does.

    :func:`roc` has a point for each row of the sweep. This one leaves points out, unless told not
    to: those where both counts go on by the same steps as before. It looks before it puts (0, 0)
    on top, and at steps rather than at slopes, so some points amid a straight line are kept
    (scikit-learn issue 31635).

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold, ties grouped.
    drop_intermediate : bool
        Whether to leave points out.

    Returns
    -------
    fpr, tpr, thresholds : numpy.ndarray of float, shape (points,)
        Thresholds fall; the first is +inf.

    Raises
    ------
    UndefinedError
        If one of the classes is missing; scikit-learn warns and gives nan.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> fpr, tpr, thresholds = roc_curve(sweep([1, 1, 1, 1, 0, 0], [6, 5, 4, 3, 2, 1]))
    >>> fpr.tolist(), tpr.tolist(), thresholds.tolist()
    ([0.0, 0.0, 0.0, 1.0], [0.0, 0.25, 1.0, 1.0], [inf, 6.0, 3.0, 1.0])
    """
    needs(sweep, "ROC curve", "recall", "fpr")
    threshold, tp, fp = _columns(sweep)
    rows = np.arange(len(tp))
    if inputs.flag(drop_intermediate, "drop_intermediate"):
        # A bend is a step unlike the one before; row 0 isn't looked at.
        bends = (np.diff(tp[1:], 2) != 0) | (np.diff(fp[1:], 2) != 0)
        rows = np.delete(rows, 2 + np.flatnonzero(~bends))
    return fp[rows] / fp[-1], tp[rows] / tp[-1], threshold[rows]


def precision_recall_curve(sweep: "Sweep", drop_intermediate: bool = False) -> Arrays:
    """Return precision, recall and thresholds as ``sklearn.metrics.precision_recall_curve`` does.

    :func:`pr` has a point for each row of the sweep, the first of them undefined. This one runs the
    other way, by rising thresholds, and ends with a point (recall 0, precision 1) that belongs to
    no threshold and no samples: both rates are one longer than the thresholds (scikit-learn
    issue 4223).

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold, ties grouped.
    drop_intermediate : bool
        Whether to keep, of rows with the same TP, only the first and the last.

    Returns
    -------
    precision, recall : numpy.ndarray of float, shape (points + 1,)
        Recall falls.
    thresholds : numpy.ndarray of float, shape (points,)
        Thresholds rise; they are floats, also where scikit-learn keeps the type of the scores.

    Raises
    ------
    UndefinedError
        If there are no positives; scikit-learn warns and calls every recall 1.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> precision, recall, thresholds = precision_recall_curve(sweep([1, 0, 1], [0.9, 0.7, 0.4]))
    >>> precision.round(3).tolist(), recall.tolist(), thresholds.tolist()
    ([0.667, 0.5, 1.0, 1.0], [1.0, 0.5, 0.5, 0.0], [0.4, 0.7, 0.9])
    """
    needs(sweep, "P-R curve", "recall")
    threshold, tp, fp = (column[1:] for column in _columns(sweep))
    dropped = inputs.flag(drop_intermediate, "drop_intermediate")
    rows = (_ends_of_runs(tp) if dropped else np.arange(len(tp)))[::-1]
    precision = tp[rows] / (tp[rows] + fp[rows])
    return np.append(precision, 1.0), np.append(tp[rows] / tp[-1], 0.0), threshold[rows]


def det_curve(sweep: "Sweep", drop_intermediate: bool = False) -> Arrays:
    """Return FPR, FNR and thresholds as ``sklearn.metrics.det_curve`` does.

    :func:`det` has a point for each row of the sweep. This one runs the other way, by rising
    thresholds, and only from the highest threshold that misses nobody to the lowest one without a
    false alarm, since a DET plot has no room for a second point with a rate of 0.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold, ties grouped.
    drop_intermediate : bool
        Whether to keep, of rows with the same TP, only the first and the last.

    Returns
    -------
    fpr, fnr, thresholds : numpy.ndarray of float, shape (points,)
        Thresholds rise; the last is +inf, unless another one has no false alarm.

    Raises
    ------
    UndefinedError
        If one of the classes is missing, as in scikit-learn.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> fpr, fnr, thresholds = det_curve(sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]))
    >>> fpr.tolist(), fnr.tolist(), thresholds.tolist()
    ([0.5, 0.5, 0.0], [0.0, 0.5, 0.5], [0.4, 0.7, 0.9])
    """
    needs(sweep, "DET curve", "fnr", "fpr")
    threshold, tp, fp = _columns(sweep)
    dropped = inputs.flag(drop_intermediate, "drop_intermediate")
    rows = _ends_of_runs(tp) if dropped else np.arange(len(tp))
    before_alarms = np.searchsorted(fp[rows], 0, side="right") - 1
    all_found = np.searchsorted(tp[rows], tp[-1])
    rows = rows[before_alarms : all_found + 1][::-1]
    return fp[rows] / fp[-1], (tp[-1] - tp[rows]) / tp[-1], threshold[rows]


def average_precision_score(sweep: "Sweep") -> float:
    """Return the average precision as ``sklearn.metrics.average_precision_score`` does.

    It is :func:`average_precision` by the rule ``"step"``: the same number, without its working.

    Raises
    ------
    UndefinedError
        If there are no positives; scikit-learn warns and gives 0.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> round(average_precision_score(sweep([1, 0, 1], [0.9, 0.7, 0.4])), 4)
    0.8333
    """
    precision, recall, _ = precision_recall_curve(sweep)
    return float(np.sum(-np.diff(recall) * precision[:-1]))


def roc_auc_score(sweep: "Sweep", max_fpr: float | None = None) -> float:
    """Return the area under the ROC curve as ``sklearn.metrics.roc_auc_score`` does.

    Whole, it is :func:`auc`. Up to ``max_fpr`` it is no area any more: it is stretched such that
    chance gives ½ and a perfect ranking 1, as :func:`partial_auc` does with ``standardised=True``.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold, ties grouped.
    max_fpr : float, optional
        Where to stop: greater than 0, up to 1.

    Raises
    ------
    UndefinedError
        If one of the classes is missing; scikit-learn warns and gives nan.

    References
    ----------
    McClish (1989), Analyzing a portion of the ROC curve.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> roc_auc_score(s), round(roc_auc_score(s, max_fpr=0.5), 4)
    (0.75, 0.6667)
    """
    fpr, tpr, _ = roc_curve(sweep)
    end = 1.0 if max_fpr is None else float(read_max_fpr(max_fpr))
    if end == 1:
        return float(np.trapezoid(tpr, fpr))
    stop = np.searchsorted(fpr, end, side="right")
    cut = np.interp(end, fpr[stop - 1 : stop + 1], tpr[stop - 1 : stop + 1])
    area = np.trapezoid(np.append(tpr[:stop], cut), np.append(fpr[:stop], end))
    by_chance = 0.5 * end**2
    return float(0.5 * (1 + (area - by_chance) / (end - by_chance)))


def _columns(sweep: "Sweep"):
    """Return the columns as floats, if scikit-learn could have counted them at all."""
    if sweep.ties != "grouped":
        raise MetricError(
            f"the sweep has ties={sweep.ties!r}",
            "scikit-learn has one point a distinct score, since no threshold cuts a tie",
            'make the sweep with ties="grouped"',
        )
    if (sweep.tp[-1], sweep.fp[-1]) != (sweep.positives, sweep.negatives):
        raise MetricError(
            f"{digits.count(sweep.tp[-1])} of {digits.count(sweep.positives)} positives and "
            f"{digits.count(sweep.fp[-1])} of {digits.count(sweep.negatives)} negatives have a "
            "score",
            "scikit-learn knows of no samples but those with one",
            "use the curves and areas of this package",
        )
    return sweep.threshold, *_in_floats(sweep)


def _in_floats(sweep: "Sweep"):
    """Return the counts as floats; each sum of weights is rounded once more, as it is there."""
    samples = sweep.samples
    if samples is None or samples.weights is None or samples.weights.dtype != float:
        return sweep.tp.astype(float), sweep.fp.astype(float)
    return counting.count(samples.positive, samples.score, samples.weights, "grouped")[1:]


def _ends_of_runs(tp: np.ndarray) -> np.ndarray:
    """Find the first and the last row of each run of the same TP, and both ends of the column."""
    climbs = np.diff(tp) != 0
    inner = np.flatnonzero(climbs[1:] | climbs[:-1]) + 1
    return np.unique(np.concatenate([[0], inner, [len(tp) - 1]]))


# For each function: what it does, what is done here, since which version and in which thread.
_DIFFERENCES = {
    "roc_curve": (
        ("FPR, TPR and thresholds from +∞ down", "roc: the same", "1.3; before, max + 1 (#26194)"),
        ("most points amid a line left out", "all rows", "0.17 (#5237); some stay (#31635)"),
        ("one class: a warning, and nan", "an error", ""),
    ),
    "precision_recall_curve": (
        ("precision, recall, thresholds rising", "pr: thresholds falling", ""),
        ("a last point (recall 0, precision 1)", "undefined there, or as asked", "(#4223)"),
        ("goes on after all are found", "the same", "1.1.1 (#23214)"),
        ("drop_intermediate: equal TP left out", "all rows", "1.3 (#24668)"),
        ("no positives: a warning, recall 1", "an error", ""),
    ),
    "det_curve": (
        ("FPR, FNR, thresholds rising", "det: thresholds falling", "0.24"),
        ("one point with FNR 0, one with FPR 0", "all rows", ""),
        ("+∞ among the thresholds", "the same", "1.7 (#29151)"),
        ("one class: an error", "an error", ""),
    ),
    "average_precision_score": (
        ("the step sum", "average_precision: rule step", "0.19; before, trapezoids (#9017)"),
        ("no positives: a warning, and 0", "an error", ""),
    ),
    "roc_auc_score": (
        ("the area under the ROC curve", "auc", ""),
        ("max_fpr: stretched, chance is ½", "partial_auc: standardised=True", ""),
        ("one class: a warning, and nan", "an error", "1.6; before, an error (#27412)"),
    ),
}


def differences() -> Trace:
    """List what scikit-learn's functions return, and how that differs from this package.

    Returns
    -------
    Trace
        A row a property of each function; since which version it is so, where that is known; a
        number such as #31635 is an issue or a pull request of scikit-learn.

    Examples
    --------
    >>> print(differences()[-2:])
    scikit-learn 1.9.1 and this package
    function       scikit-learn                     here                            since
    roc_auc_score  max_fpr: stretched, chance is ½  partial_auc: standardised=True
    roc_auc_score  one class: a warning, and nan    an error                        1.6; before, ...
    """
    rows = [(name, *row) for name, points in _DIFFERENCES.items() for row in points]
    heads = ("function", "scikit-learn", "here", "since")
    columns = dict(zip(heads, zip(*rows, strict=True), strict=True))
    return Trace.of("scikit-learn 1.9.1 and this package", columns)
