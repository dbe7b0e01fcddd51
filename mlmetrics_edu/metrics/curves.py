"""Curves through all thresholds: two columns of a sweep, one against the other.

No curve counts anything: each takes two rates of the same rows, so that point i of every curve is
row i of the sweep, with its threshold, its counts and its samples. What holds between two points is
a convention. On a ROC curve a straight line is what picking at random between two thresholds gives.
On a P-R curve it isn't: there TP and FP grow in proportion, and precision follows a hyperbola.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from ..core import inputs, words
from ..core.conventions import Abscissa, Precision, Start, options
from ..core.errors import InputError, MetricError, choice, not_there
from ..core.inputs import locked
from ..core.trace import Column, Trace, Traced
from .ks import KS
from .rates import NAMES, SYNONYMS
from .sweep import Step, Sweep, counted, needs

STARTS = options(Start)
PRECISIONS = options(Precision)
ABSCISSAS = options(Abscissa)
PARTS = "it says into how many equal parts to cut; 10 are deciles"
MOST = 1_000_000  # more parts say nothing new, and fill the memory
FEW = 2_000  # points: below it, walking along a hull is as fast as pruning
ROUNDING = 1e-14  # by so much do sums and quotients of counts go astray


@dataclass(frozen=True, eq=False, repr=False)
class Curve(Traced):
    """Points in order of falling threshold; ``x, y = curve`` unpacks them.

    Attributes
    ----------
    name : str
        What the curve is called, such as ``"ROC"``.
    x, y : numpy.ndarray of float, shape (points,)
        The coordinates.
    threshold : numpy.ndarray of float, shape (points,)
        Samples with this score or a higher one are predicted positive at the point.
    x_name, y_name : str
        Which rates stand on the axes, by the names of :func:`rates`.
    sweep : Sweep
        Where it comes from.
    rows : numpy.ndarray of int, shape (points,), or None
        The row of the sweep that each point is; None where point i is row i.
    beside : mapping of str to numpy.ndarray
        Other columns of the same points, such as both rates whose gap is the KS curve.
    conventions : mapping of str to str
        The conventions in force.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> curve = roc(sweep([1, 0, 1, 0], [0.9, 0.7, 0.7, 0.2]))
    >>> fpr, tpr = curve
    >>> fpr.tolist(), tpr.tolist()
    ([0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0])
    >>> curve[2].admitted, curve[2].threshold
    ((1, 2), 0.7)
    """

    name: str
    x: np.ndarray
    y: np.ndarray
    threshold: np.ndarray
    x_name: str
    y_name: str
    sweep: Sweep
    rows: np.ndarray | None = None
    beside: Mapping[str, np.ndarray] = field(default_factory=dict)
    conventions: Mapping[str, str] = field(default_factory=dict)

    def __iter__(self) -> Iterator[np.ndarray]:
        return iter((self.x, self.y))

    def __len__(self) -> int:
        return len(self.x)

    def __getitem__(self, point: int) -> Step:
        """Return the step of the sweep at a point: its counts, and who was let in."""
        return self.sweep[point if self.rows is None else int(self.rows[point])]

    @property
    def points(self) -> Sweep:
        """The sweep of these points alone, such as the corners of a hull."""
        if self.rows is None:
            return self.sweep
        return self.sweep.take(self.rows)

    @property
    def title(self) -> str:
        """What the curve is, and of what."""
        kind = self.name if "hull" in self.name else f"{self.name} curve"
        return f"{kind}, {len(self)} points"

    def trace(self) -> Trace:
        """Lay the points out as a table."""
        columns = {self.x_name: self.x, self.y_name: self.y, **self.beside}
        counts = {} if self.rows is None and len(self) != len(self.sweep) else self._counts()
        return Trace(
            self.title,
            (
                Column("point", np.arange(len(self)), align="right"),
                Column("threshold", self.threshold, words.thresholds(self.threshold), "right"),
                *(Column(name, values, words.count, "right") for name, values in counts.items()),
                *(
                    Column(words.symbol(name), values, words.decimal, "right")
                    for name, values in columns.items()
                    if name != "threshold"
                ),
            ),
            {"prediction rule": "positive when score ≥ threshold", **self.conventions},
        )

    if not TYPE_CHECKING:  # which would take it for a promise of any name

        def __getattr__(self, name):
            """Return an axis by the name of its rate; else say what to write."""
            if not name.startswith("_"):
                rate = SYNONYMS.get(name, name)
                axes = {self.x_name: self.x, self.y_name: self.y, **self.beside}
                if rate in axes:
                    return axes[rate]
            raise not_there("curve", name, dir(self), NAMES)

    def _counts(self) -> dict[str, np.ndarray]:
        rows = slice(None) if self.rows is None else self.rows
        return {"TP": self.sweep.tp[rows], "FP": self.sweep.fp[rows]}


def pr(sweep: Sweep, *, start: Start = "undefined", precision: Precision = "raw") -> Curve:
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
    choice(start, STARTS, "start")
    choice(precision, PRECISIONS, "precision")
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


def interpolated_precision(sweep: Sweep) -> np.ndarray:
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
    first = np.searchsorted(sweep.tp, sweep.tp, side="left")
    return locked(from_here[first])


def roc(sweep: Sweep) -> Curve:
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


def roc_hull(sweep: Sweep) -> Curve:
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
    tp, fp, *_ = sweep.factors
    return _curve(sweep, "ROC hull", "fpr", "recall", rows=corners(fp, tp))


def det(sweep: Sweep) -> Curve:
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


def gain(sweep: Sweep, *, bins: int | None = None) -> Curve:
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
    return _curve(binned(sweep, bins), "gain", "predicted_positive_rate", "recall")


def lift(sweep: Sweep, *, bins: int | None = None) -> Curve:
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
    return _curve(binned(sweep, bins), "lift", "predicted_positive_rate", "lift")


def ks(sweep: Sweep, *, abscissa: Abscissa = "share", bins: int | None = None) -> Curve:
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
    choice(abscissa, ABSCISSAS, "abscissa")
    needs(sweep, "KS curve", "recall", "fpr")
    sweep = binned(sweep, bins)
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


def corners(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Find the corners of the upper hull of points that never go left or down.

    Parameters
    ----------
    x, y : numpy.ndarray, shape (n,)
        Counts of false and true positives, both never falling. Whole numbers are compared exactly.

    Returns
    -------
    numpy.ndarray of int, shape (corners,)
        Which points are corners, in order; no three of them lie on one line.

    Examples
    --------
    >>> corners(np.array([0, 0, 1, 1, 2]), np.array([0, 1, 1, 2, 2])).tolist()
    [0, 1, 3, 4]
    """
    rows = np.flatnonzero(np.append(True, np.diff(x) + np.diff(y) > 0))
    while len(rows) > FEW:
        kept = rows[_bulging(x[rows], y[rows])]
        if len(kept) > 0.9 * len(rows):
            break
        rows = kept
    return np.array(_walk(rows.tolist(), x[rows].tolist(), y[rows].tolist()))


def _bulging(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Tell which points lie above the line between their neighbours; others are no corners."""
    right, up = np.diff(x), np.diff(y)
    keep = np.ones(len(x), bool)
    keep[1:-1] = up[:-1] * right[1:] > up[1:] * right[:-1]
    return keep


def _walk(rows: list[int], x: list, y: list) -> list[int]:
    """Walk from left to right, and take back each point that the next one rises above."""
    hull: list[int] = []
    for i in range(len(rows)):
        while len(hull) > 1:
            a, b = hull[-2:]
            if (y[b] - y[a]) * (x[i] - x[b]) > (y[i] - y[b]) * (x[b] - x[a]):
                break
            hull.pop()
        hull.append(i)
    return [rows[i] for i in hull]


def binned(sweep: Sweep, bins: int | None = 10) -> Sweep:
    """Keep the counts after so many equal shares of the samples: the tenth, two tenths …

    Where a share ends between two rows, because a tie is cut or the number of samples doesn't
    divide, it gets its part of what the next row lets in: that is the mean over the orders of a
    tie. Its threshold is the score of that row.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    bins : int or None
        How many shares; None gives the sweep as it is.

    Returns
    -------
    Sweep
        With bins + 1 rows and without its samples.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> halves = binned(sweep([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.5]), 2)
    >>> halves.threshold.tolist(), halves.tp.round(3).tolist()
    ([inf, 0.5, 0.5], [0.0, 1.333, 2.0])
    """
    if bins is None:
        return sweep
    counted(sweep, "equal shares")
    bins = inputs.whole(bins, "bins", PARTS, most=MOST)
    reached = sweep.tp + sweep.fp
    if not reached[-1]:
        raise MetricError("no sample was scored", "a share of nothing is nothing", "score some")
    ends = reached[-1].item() * np.arange(bins + 1) / bins
    rows = np.minimum(np.searchsorted(reached, ends * (1 - ROUNDING)), len(reached) - 1)
    before = np.maximum(rows - 1, 0)
    wide = np.where(rows > 0, reached[rows] - reached[before], 1)
    part = np.where(rows > 0, np.minimum((ends - reached[before]) / wide, 1), 0)
    columns = [c[before] + (c[rows] - c[before]) * part for c in (sweep.tp, sweep.fp)]
    if sweep.whole and not any((column % 1).any() for column in columns):
        columns = [column.astype(np.int64) for column in columns]
    tp, fp = map(locked, columns)
    return replace(sweep, threshold=locked(sweep.threshold[rows]), tp=tp, fp=fp, samples=None)


def decile_table(sweep: Sweep, bins: int = 10) -> Trace:
    """Lay equal shares of the ranking out as credit scoring does: each by itself, then summed up.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    bins : int
        How many shares.

    Returns
    -------
    Trace
        A row a share: how many samples and positives it holds, what share of them is positive, and
        then, down to there, the gain, the lift and the gap between both rates.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> print(decile_table(sweep([1, 1, 0, 0], [0.9, 0.7, 0.4, 0.2]), 2))
    2 equal shares of 4 samples · ties cut in proportion
    share  down to  samples  positives   rate   gain    FPR   lift    gap
        1      0.7        2          2  1.000  1.000  0.000  2.000  1.000
        2      0.2        2          0  0.000  1.000  1.000  1.000  0.000
    """
    cut = binned(sweep, inputs.whole(bins, "bins", PARTS, most=MOST))
    positives, samples = np.diff(cut.tp), np.diff(cut.tp + cut.fp)
    rates = {"gain": "recall", "FPR": "fpr", "lift": "lift", "gap": "informedness"}
    return Trace(
        f"{bins} equal shares of {words.count(cut.tp[-1] + cut.fp[-1])} samples",
        (
            Column("share", np.arange(1, bins + 1), align="right"),
            Column("down to", cut.threshold[1:], words.apart(cut.threshold[1:]), "right"),
            Column("samples", samples, words.count, "right"),
            Column("positives", positives, words.count, "right"),
            Column("rate", positives / samples, words.decimal, "right"),
            *(Column(n, cut[rate][1:], words.decimal, "right") for n, rate in rates.items()),
        ),
        {"ties": "ties cut in proportion"},
    )
