"""A curve: two rates of the same rows, one over the other, and how it is shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from ..core import digits, words
from ..core.conventions import Between
from ..core.elsewhere import not_there
from ..core.errors import InputError, MetricError, UndefinedError
from ..core.formula import Worked
from ..core.trace import Column, Trace, Traced
from . import interpolation
from .evaluate import UNCOUNTED
from .rates import NAMES, SYNONYMS
from .sweep import Step, Sweep


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
    >>> from mlmetrics_edu.metrics.curves import roc
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

    def at(self, x: float, between: Between | None = None) -> Worked:
        """Read the curve off at an abscissa.

        Parameters
        ----------
        x : float
            Such as a false positive rate of 0.1 on a ROC curve, or a recall of 0.8 on a P-R curve.
            Of several points just there, the best counts.
        between : {"linear", "davis-goadrich", "before", "after"}, optional
            What holds between two points: the straight line; the hyperbola on which TP and FP grow
            in proportion, for precision over recall; the point before, or the one after, since no
            threshold lies between them. By default the hyperbola on a P-R curve, or else the line.

        Returns
        -------
        Worked

        Raises
        ------
        InputError
            If the curve doesn't reach so far, or can't be joined so.

        References
        ----------
        Fawcett (2006), section 5, for lines in ROC space; Davis & Goadrich (2006), section 4.

        Examples
        --------
        >>> from mlmetrics_edu.metrics.curves import pr, roc
        >>> from mlmetrics_edu.metrics.sweep import sweep
        >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
        >>> roc(s).at(0.75).fraction, pr(s).at(0.75).fraction, pr(s).at(0.75, "before").fraction
        (Fraction(1, 1), Fraction(3, 5), Fraction(1, 2))
        """
        return interpolation.value(self, x, between)

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
                Column("threshold", self.threshold, digits.thresholds(self.threshold), "right"),
                *(Column(name, values, digits.count, "right") for name, values in counts.items()),
                *(
                    Column(words.symbol(name), values, digits.decimal, "right")
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


def counted(sweep, what: str) -> None:
    """Make sure that something is a sweep, and say how to get one."""
    if not isinstance(sweep, Sweep):
        raise InputError(
            f"the {what} of a {type(sweep).__name__} was asked for",
            "it is made of the counts at every threshold",
            "count first: s = mm.sweep(y_true, y_score)",
        )


def needs(sweep: Sweep, what: str, *rates: str) -> None:
    """Make sure that rates exist which a curve or an area is made of; else say why not."""
    counted(sweep, what)
    about_negatives = {"fpr", "predicted_positive_rate"} & {*rates}
    if about_negatives and sweep.negatives is None:
        raise MetricError(
            f"there is no {what} where the number of negatives is unknown",
            UNCOUNTED,
            "use the P-R curve, which doesn't need them, or give negatives=… to the sweep",
        )
    if {"recall", "fnr"} & {*rates} and not sweep.positives:
        raise _one_class(sweep, what, "positive", "recall = TP / (TP + FN)")
    if "fpr" in rates and not sweep.negatives:
        raise _one_class(sweep, what, "negative", "FPR = FP / (FP + TN)")


def _one_class(sweep, what: str, side: str, rate: str) -> UndefinedError:
    there = {"positive": sweep.negatives, "negative": sweep.positives}[side]
    other = {"positive": "negative", "negative": "positive"}[side]
    return UndefinedError(
        f"there is no {what} of {digits.count(there)} {other}s and no {side}",
        f"{rate} is 0/0 at every threshold",
        f"evaluate on samples of both classes; is the {side} class the one you meant?",
    )
