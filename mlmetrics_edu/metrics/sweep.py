"""Counts at every threshold: the one walk down the ranking from which all curves come.

Sort the samples by score, highest first. Lower the threshold step by step, and let in the samples
that reach it: a positive adds one to TP, a negative one to FP. That is all; the rest is formulas.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial, reduce
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal, Self, SupportsIndex, overload

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.arithmetic import Rounded
from ..core.conventions import Ties
from ..core.errors import (
    InputError,
    MetricError,
    Named,
    UndefinedError,
    UnknownNameError,
    UnknownRowError,
    choice,
    explained,
    not_there,
)
from ..core.formula import Formula, Worked, evaluated
from ..core.inputs import locked
from ..core.trace import Column, Lazy, Trace, Traced
from . import counting, rates
from .confusion import Confusion, Members
from .counting import Samples, read_samples

TIES = {
    "grouped": "grouped (one row per score, as in scikit-learn)",
    "in-order": "in order (one row per sample)",
    "positives-first": "positives first (one row per sample)",
    "negatives-first": "negatives first (one row per sample)",
}
FEW, NAMED = 3, 6  # so many samples of a step are named; of a cell, when hovering
REACHED = ("TP", "FP")
RULE = "positive when score ≥ threshold"
MOST = 2**61  # samples: sums and differences of two such counts are 64-bit integers
PLAIN = 3 * 10**9  # of so many samples, products of two counts are, too
ROUNDING = 1e-14  # by so much do sums and quotients of counts go astray


def sweep(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    ids: ArrayLike | None = None,
    weights: ArrayLike | None = None,
    positive: Hashable = None,
    ties: Ties = "grouped",
    positives: float | None = None,
    negatives: float | Literal["unknown"] | None = None,
) -> Sweep:
    """Count TP, FP, FN and TN at every threshold, from the highest score to the lowest.

    Parameters
    ----------
    y_true : array_like, shape (n,)
        Labels of two classes.
    y_score : array_like, shape (n,)
        Scores; a sample is predicted positive when its score ≥ threshold. Where both columns are
        Dask's, each partition is counted where it lies, and only the counts are kept.
    ids : array_like, shape (n,), optional
        Names of the samples; without them, their positions from 0.
    weights : array_like, shape (n,), optional
        How many samples each one stands for.
    positive : hashable, optional
        The positive class; 1 and True need not be named.
    ties : {"grouped", "in-order", "positives-first", "negatives-first"}
        ``"grouped"``: a row for each distinct score, since samples with the same score can't be
        told apart by any threshold. The others give a row for each sample, as the hand walk of the
        textbooks does, and so have to say in which order equal scores come.
    positives : int, optional
        How many positives there are in all, where some were never scored (missed in detection).
    negatives : int or "unknown", optional
        How many negatives there are in all; ``"unknown"`` where nobody can count them.

    Returns
    -------
    Sweep
        Sweeps of other samples can be added to it, such as those of a large file that pandas reads
        in chunks: ``sum(mm.sweep(chunk.label, chunk.score) for chunk in chunks)``.

    Raises
    ------
    InputError
        If the columns can't be counted.

    Examples
    --------
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.7, 0.2])
    >>> print(s)
    4 samples, 2 positive · ... · ties: grouped (one row per score, as in scikit-learn)
    step  threshold  admitted  label  TP  FP  FN  TN  precision       recall
       0         +∞  –             –   0   0   2   2  undefined: 0/0  0/2 = 0.000
       1        0.9  0             1   1   0   1   2  1/1 = 1.000     1/2 = 0.500
       2        0.7  1, 2       0, 1   2   1   0   1  2/3 = 0.667     2/2 = 1.000
       3        0.2  3             0   2   2   0   0  2/4 = 0.500     2/2 = 1.000
    """
    choice(ties, TIES, "ties")
    if counting.lies_in_dask(y_true, y_score, weights):
        if ids is not None or ties != "grouped":
            raise InputError(
                f"ids={inputs.short(ids)}, ties={ties!r} for columns of Dask",
                "only counts leave a partition, and no sample",
                "leave them out; or pass the compute() of the columns, where they fit into memory",
            )
        columns = [y_true, y_score, *([] if weights is None else [weights])]
        summed = counting.over_partitions(partial(_counts_alone, positive), columns)
        columns = (locked(column) for column in (summed.threshold, summed.tp, summed.fp))
        return _made(*columns, positives, negatives, names=summed.names)
    samples = read_samples(y_true, y_score, positive, weights, ids)
    names = inputs.class_names(positive, y_true)
    columns = counting.count(samples.positive, samples.score, samples.weights, ties)
    return _made(*columns, positives, negatives, ties=ties, names=names, samples=samples)


def _counts_alone(positive: Hashable, y_true, y_score, weights=None) -> Sweep | None:
    """Count a partition, if any of its samples has a weight, and forget them."""
    if weights is not None and not np.any(weights):
        return None
    return sweep(y_true, y_score, weights=weights, positive=positive).drop_samples()


def _made(threshold, tp, fp, positives=None, negatives=None, **how: Any) -> Sweep:
    """Make a sweep of its columns; more samples than were scored are as many as a user says."""
    unknown = isinstance(negatives, str) and negatives == "unknown"
    positives = _in_all("positives", positives, tp)
    negatives = None if unknown else _in_all("negatives", negatives, fp)
    if (total := positives + (negatives or 0)) > MOST and isinstance(total, int):
        raise InputError(
            f"there are {words.count(total)} samples",
            "so many can't be added up exactly",
            "divide all counts by one number: only their ratios matter",
        )
    return Sweep(threshold, tp, fp, positives, negatives, **how)


def _in_all(name: str, given, column: np.ndarray) -> float:
    """Read how many samples of a class there are: without a number, those that were counted."""
    last = column[-1].item()
    counted = last if isinstance(last, int) else Rounded(last)
    if given is None:
        return counted
    if (size := inputs.count(given, name)) < counted:
        raise InputError(
            f"{name}={words.count(size)}, but {words.count(counted)} were scored",
            "there can't be fewer in all than were seen",
            "count all of them, scored or not",
        )
    return size if isinstance(counted, int) else Rounded(size)


def trace(
    y_true: ArrayLike,
    y_score: ArrayLike,
    *,
    columns: str | Formula | Sequence[str | Formula] | None = ("precision", "recall"),
    marked: float | None = None,
    **how: Any,
) -> Trace:
    """Sweep, and lay the walk out as a table, in one call.

    Parameters
    ----------
    y_true, y_score : array_like, shape (n,)
        Labels of two classes, and scores.
    columns : sequence of str or Formula
        The metrics to show beside the counts: names of :func:`mlmetrics_edu.rates`, or your own.
    marked : float, optional
        A threshold whose row is to stand out.
    **how
        The other arguments of :func:`sweep`.

    Examples
    --------
    >>> print(trace([1, 0], [0.8, 0.3], columns=["accuracy"]))
    2 samples, 1 positive · ... · ties: grouped (one row per score, as in scikit-learn)
    step  threshold  admitted  label  TP  FP  FN  TN  accuracy
       0         +∞  –             –   0   0   1   1  1/2 = 0.500
       1        0.8  0             1   1   0   0   1  2/2 = 1.000
       2        0.3  1             0   1   1   0   0  1/2 = 0.500
    """
    return sweep(y_true, y_score, **how).trace(columns, marked)


@dataclass(frozen=True)
class Step(Named):
    """One row of a sweep: a threshold, its counts, and who was let in there.

    Attributes
    ----------
    index : int
        The row; 0 is the start, where nothing is predicted positive.
    threshold : float
        Samples with this score or a higher one are predicted positive.
    confusion : Confusion
        The counts, all rates, and which samples are in which cell.
    admitted : tuple
        The ids of the samples that this step lets in.
    labels : tuple of int
        Their true labels, 1 for positive.
    """

    index: int
    threshold: float
    confusion: Confusion
    admitted: tuple[Any, ...]
    labels: tuple[int, ...]

    def __str__(self) -> str:
        who = words.listing(self.admitted)
        truth = words.listing([self.confusion.names[label] for label in self.labels])
        opening = f"step {self.index}: threshold {words.threshold(self.threshold)}"
        admits = f" admits {who} ({truth})" if self.admitted else ", nothing admitted yet"
        return f"{opening}{admits}\n{self.confusion}"


class RateColumn(property):
    """A column for a rate that lessons write often; every other is asked for: s["youden"]."""

    def __init__(self, name: str):
        super().__init__(lambda swept: swept.column(name))
        self.__doc__ = f"{rates.lookup(name)}, at every threshold."

    if TYPE_CHECKING:

        def __get__(self, swept: object, owner: type | None = None) -> np.ndarray: ...


@dataclass(frozen=True, eq=False, repr=False)
class Sweep(Traced):
    """One row a threshold, from high to low; row 0 at +inf, where nothing is predicted positive.

    It is made by :func:`sweep`. All columns are row-aligned and read-only.

    Attributes
    ----------
    threshold : numpy.ndarray of float, shape (rows,)
        A sample is predicted positive when its score ≥ threshold.
    tp, fp, fn, tn : numpy.ndarray, shape (rows,)
        Counts, or sums of weights.
    positives, negatives : int or float
        How many there are in all; ``negatives`` is None where that is unknown.
    ties : str
        What happens to samples of equal score.
    names : pair of str
        What the negative and the positive class are called.
    about : str
        What is swept, where that isn't clear, such as one category at one overlap.

    Examples
    --------
    >>> s = sweep([1, 1, 0, 1], [0.9, 0.8, 0.3, 0.1], ids=["a", "b", "c", "d"])
    >>> s["recall"].round(3)
    array([0.   , 0.333, 0.667, 0.667, 1.   ])
    >>> s[3].admitted, s[3].confusion.precision.fraction
    (('c',), Fraction(2, 3))
    >>> s.at(0.5)
    Confusion(tp=2, fp=0, fn=1, tn=1)
    """

    threshold: np.ndarray
    tp: np.ndarray
    fp: np.ndarray
    positives: float
    negatives: float | None
    ties: Ties = "grouped"
    names: tuple[str, str] = inputs.CLASSES
    samples: Samples | None = None
    about: str = ""

    precision = RateColumn("precision")
    recall = tpr = sensitivity = RateColumn("recall")
    fpr = RateColumn("fpr")
    fnr = RateColumn("fnr")
    specificity = tnr = RateColumn("specificity")
    accuracy = RateColumn("accuracy")
    f1 = RateColumn("f1")

    @classmethod
    @explained
    def from_counts(
        cls,
        threshold: ArrayLike,
        tp: ArrayLike,
        fp: ArrayLike,
        *,
        positives: float | None = None,
        negatives: float | Literal["unknown"] | None = None,
    ) -> Self:
        """Take counts that somebody else has made, such as a published table.

        Parameters
        ----------
        threshold : array_like, shape (rows,)
            From high to low.
        tp, fp : array_like, shape (rows,)
            How many positives and negatives reach each threshold; they never fall.
        positives, negatives : int, optional
            How many there are in all, where the last row doesn't hold all of them.

        Examples
        --------
        >>> Sweep.from_counts([3, 2, 1], tp=[5, 8, 9], fp=[0, 1, 6])["fpr"].round(2)
        array([0.  , 0.  , 0.17, 1.  ])
        """
        return _made(*counting.read_counts(threshold, tp, fp, MOST), positives, negatives)

    @property
    def ties_in_words(self) -> str:
        """What happens to samples of equal score, as a convention."""
        return f"ties: {TIES[self.ties]}"

    @property
    def whole(self) -> bool:
        """Whether samples were counted, so that fractions are exact; weights are floats."""
        return self.tp.dtype.kind == self.fp.dtype.kind == "i"

    @property
    def factors(self) -> tuple[np.ndarray, np.ndarray, float, float]:
        """TP, FP, positives and negatives to be multiplied: in floats, where others would wrap."""
        if not self.whole or self.positives + (self.negatives or self.fp[-1]) <= PLAIN:
            return self.tp, self.fp, self.positives, self.negatives
        sizes = (size and Rounded(size) for size in (self.positives, self.negatives))
        return self.tp.astype(float), self.fp.astype(float), *sizes

    @cached_property
    def fn(self) -> np.ndarray:
        """Positives not reached."""
        return locked(self.positives - self.tp)

    @cached_property
    def tn(self) -> np.ndarray:
        """Negatives not reached."""
        if self.negatives is None:
            raise rates.unknown_negatives()
        return locked(self.negatives - self.fp)

    def __len__(self) -> int:
        return len(self.threshold)

    def __iter__(self) -> Iterator[Step]:
        return (self[i] for i in range(len(self)))

    @overload
    def __getitem__(self, key: SupportsIndex) -> Step: ...
    @overload
    def __getitem__(self, key: str | Formula) -> np.ndarray: ...
    @overload
    def __getitem__(self, key: slice) -> list[Step]: ...
    def __getitem__(self, key):
        """Return a step (by its row), several (by a slice), or a column (by a metric)."""
        if isinstance(key, (str, Formula)):
            return self.column(key)
        if isinstance(key, slice):
            return [self[i] for i in range(*key.indices(len(self)))]
        return self._step(self._row(key))

    def _row(self, key) -> int:
        if not isinstance(key, (int, np.integer)) or isinstance(key, bool):
            raise UnknownNameError(
                f"sweep[{key!r}]",
                "a sweep is asked for a row (a number), rows (a slice) or a metric (its name)",
                'write sweep[5], sweep[1:4] or sweep["f1"]; sweep.at(0.5) for a threshold',
            )
        if not -len(self) <= key < len(self):
            raise UnknownRowError(
                f"sweep[{key}]",
                f"the sweep has the rows 0 (nothing predicted positive) to {len(self) - 1}",
                "ask for one of them, or count from the end with -1",
            )
        return int(key) % len(self)

    def _step(self, row: int) -> Step:
        return Step(row, self.threshold[row].item(), self.confusion(row), *self.admitted(row))

    def confusion(self, row: int) -> Confusion:
        """Return the counts of a row alone, without asking who is let in there."""
        return self._confusion(row, self._rule(row))

    def column(self, metric: str | Formula) -> np.ndarray:
        """Work a metric out at every threshold: a name, a synonym or a formula of your own.

        Returns
        -------
        numpy.ndarray of float, shape (rows,)
            Row-aligned with ``threshold``; nan where it is undefined.
        """
        formula = rates.lookup(metric)
        class_size = {"TP + FN": self.positives, "FP + TN": self.negatives}.get(formula.divisor)
        if class_size and formula.dividend in rates.COUNTS:  # the same in all rows: one division
            return getattr(self, formula.dividend.lower()) / class_size
        columns = {name: getattr(self, name.lower()) for name in rates.counts_in(formula)}
        if formula.share and formula.share[1] == columns.keys():  # sums of counts lose no digit
            return evaluated(formula, columns)
        column = rates.column(formula, columns)
        return column if column.ndim else np.full(len(self), column)

    def at(self, threshold: float) -> Confusion:
        """Count at any threshold: positive when score ≥ threshold.

        Examples
        --------
        >>> sweep([1, 0, 1], [0.9, 0.6, 0.4]).at(0.5).fp
        1
        """
        row = self.row_at(threshold)
        return self._confusion(row, f"positive when score ≥ {words.threshold(threshold)}")

    def row_at(self, threshold: float) -> int:
        """Find the row that holds at a threshold: the last one that is still high enough."""
        infinite = isinstance(threshold, (float, np.floating)) and np.isinf(threshold)
        if not inputs.is_finite(threshold) and not infinite:
            raise InputError(
                f"threshold={inputs.short(threshold)}",
                "a threshold is a number",
                "pass a number, such as 0.5",
            )
        return max(int(np.searchsorted(self._rising, -threshold, side="right")) - 1, 0)

    @cached_property
    def _rising(self) -> np.ndarray:
        return -self.threshold

    def _confusion(self, row: int, rule: str) -> Confusion:
        number, (tp, fp) = int if self.whole else Rounded, (self.tp[row], self.fp[row])
        tn = None if self.negatives is None else number(self.negatives - fp)
        cells = number(tp), number(fp), number(self.positives - tp), tn
        table = Confusion(*cells, conventions={"prediction rule": rule}, names=self.names)
        return table if self.samples is None else table._with_members(partial(self._members, row))

    def _rule(self, row: int) -> str:
        """Say who is predicted positive; within a tie that is no matter of the score alone."""
        if row == len(self) - 1 or self.threshold[row] != self.threshold[row + 1]:
            return f"positive when score ≥ {words.threshold(self.threshold[row])}"
        return f"positive: the first {row} of the ranking, which cuts a tie"

    @cached_property
    def _line(self) -> np.ndarray:
        """The order in which the samples are let in."""
        ties = "in-order" if self.ties == "grouped" else self.ties
        return counting.line_up(self.samples.positive, self.samples.score, ties)

    @cached_property
    def _admitted_so_far(self) -> np.ndarray:
        """How many samples have been let in at each row."""
        if self.ties != "grouped":
            return np.arange(len(self))
        ranked = -self.samples.score[self._line]
        return np.searchsorted(ranked, self._rising, side="right")

    def admitted(self, row: int) -> tuple[tuple, tuple]:
        """Name the samples that a row lets in, and give their true labels (1 for positive)."""
        if self.samples is None or row == 0:
            return (), ()
        who = self._line[self._admitted_so_far[row - 1] : self._admitted_so_far[row]]
        names = who if self.samples.ids is None else self.samples.ids[who]
        return tuple(names.tolist()), tuple(self.samples.positive[who].astype(int).tolist())

    def _admitted_by_row(self, rows: range, part: int) -> list[tuple]:
        """Do as :meth:`admitted` for several rows at once: the names (0), or the labels (1)."""
        ends = self._admitted_so_far[max(rows.start - 1, 0) : rows.stop]
        ends = ends if rows.start else np.append(0, ends)
        who = self._line[ends[0] : ends[-1]]
        names = who if self.samples.ids is None else self.samples.ids[who]
        values = (self.samples.positive[who].astype(int) if part else names).tolist()
        return [tuple(values[first:last]) for first, last in pairwise((ends - ends[0]).tolist())]

    def _members(self, row: int) -> Mapping[str, tuple]:
        reached = np.zeros(len(self.samples.score), bool)
        reached[self._line[: self._admitted_so_far[row]]] = True
        return Members(self.samples.positive, reached, self.samples.ids)()

    def __add__(self, other: Sweep) -> Sweep:
        return self.plus(other) if isinstance(other, Sweep) else NotImplemented

    def __radd__(self, nothing: int) -> Sweep:
        """Begin a sum: ``sum(sweeps)`` starts with 0."""
        return self if isinstance(nothing, int) and nothing == 0 else NotImplemented

    def plus(self, *others: Sweep) -> Sweep:
        """Add sweeps of other samples; ``a + b`` adds two, and ``sum`` any number.

        Examples
        --------
        >>> a, b = sweep([1, 0], [0.9, 0.2]), sweep([1, 0], [0.4, 0.2])
        >>> (a + b).tp.tolist(), a.drop_samples().plus(b, b).fp.tolist()
        ([0, 1, 2, 2], [0, 0, 0, 3])
        """
        parts = [self, *others]
        if other := next((part.ties for part in parts if part.ties != self.ties), None):
            raise InputError(
                f"one sweep has ties={self.ties!r}, the other {other!r}",
                "their rows mean different things",
                "make both with the same policy",
            )
        samples = None
        if all(part.samples for part in parts):
            samples = reduce(Samples.joined, (part.samples for part in parts))
            columns = counting.count(samples.positive, samples.score, samples.weights, self.ties)
        else:
            columns = counting.merged(parts)
        ends = (sum(map(counting.never_scored, parts, [side] * len(parts))) for side in (0, 1))
        sizes = [column[-1] + more for column, more in zip(columns[1:], ends, strict=True)]
        if any(part.negatives is None for part in parts):
            sizes[1] = "unknown"
        # A part without negatives doesn't know what these are called.
        names = next((part.names for part in parts if part.negatives), self.names)
        return _made(*columns, *sizes, ties=self.ties, names=names, samples=samples)

    def take(self, rows: ArrayLike | slice) -> Sweep:
        """Keep some rows, and their counts only."""
        columns = {name: locked(getattr(self, name)[rows]) for name in ("threshold", "tp", "fp")}
        return replace(self, **columns, samples=None)

    def drop_samples(self) -> Sweep:
        """Keep the counts only: small enough to be sent and added up elsewhere."""
        return replace(self, samples=None)

    def trace(
        self,
        columns: str | Formula | Sequence[str | Formula] | None = ("precision", "recall"),
        marked: float | None = None,
    ) -> Trace:
        """Lay the walk out as a table.

        Parameters
        ----------
        columns, marked
            As for :func:`trace`.
        """
        return _walk_as_table(self, columns, marked)

    if not TYPE_CHECKING:  # which would take it for a promise of any name

        def __getattr__(self, name):
            raise not_there("s", name, dir(self), rates.NAMES)


def counted(sweep, what: str) -> None:
    """Make sure that something is a sweep, and say how to get one."""
    if not isinstance(sweep, Sweep):
        raise InputError(
            f"the {what} of a {type(sweep).__name__} was asked for",
            "it is made of the counts at every threshold",
            "count first: s = mm.sweep(y_true, y_score)",
        )


def needs(sweep: Sweep, what: str, *names: str) -> None:
    """Make sure that rates exist which a curve or an area is made of; else say why not."""
    counted(sweep, what)
    about_negatives = {"fpr", "predicted_positive_rate"} & {*names}
    if about_negatives and sweep.negatives is None:
        raise MetricError(
            f"there is no {what} where the number of negatives is unknown",
            rates.UNCOUNTED,
            "use the P-R curve, which doesn't need them, or give negatives=… to the sweep",
        )
    if {"recall", "fnr"} & {*names} and not sweep.positives:
        raise _one_class(sweep, what, "positive", "recall = TP / (TP + FN)")
    if "fpr" in names and not sweep.negatives:
        raise _one_class(sweep, what, "negative", "FPR = FP / (FP + TN)")


def _one_class(sweep, what: str, side: str, rate: str) -> UndefinedError:
    there = {"positive": sweep.negatives, "negative": sweep.positives}[side]
    other = {"positive": "negative", "negative": "positive"}[side]
    return UndefinedError(
        f"there is no {what} of {words.count(there)} {other}s and no {side}",
        f"{rate} is 0/0 at every threshold",
        f"evaluate on samples of both classes; is the {side} class the one you meant?",
    )


def _walk_as_table(sweep: Sweep, metrics, marked: float | None) -> Trace:
    """Lay a sweep out as a table; a row costs nothing until it is shown."""
    who = sweep.samples is not None
    return Trace(
        _title(sweep),
        (
            Column("step", np.arange(len(sweep)), align="right"),
            Column("threshold", sweep.threshold, words.thresholds(sweep.threshold), "right"),
            *(_people(sweep) if who else ()),
            *(_count(sweep, name) for name in rates.COUNTS),
            *(_rate(sweep, formula) for formula in rates.lookup_all(metrics)),
        ),
        {"prediction rule": RULE, "ties": sweep.ties_in_words},
        None if marked is None else sweep.row_at(marked),
    )


def _title(sweep) -> str:
    scored, positives = sweep.tp[-1] + sweep.fp[-1], words.count(sweep.positives)
    ids = None if sweep.samples is None else sweep.samples.ids
    if sweep.tp[-1] < sweep.positives:
        positives = f"{words.count(sweep.tp[-1])} of {positives}"
    about = f"{sweep.about}: " if sweep.about else ""
    return f"{about}{words.count(scored)} {words.plural(_noun(ids), scored)}, {positives} positive"


def _noun(ids) -> str:
    """Call a sample what its id calls it: "car", if these are "car 1", "car 2" …"""
    if ids is None or ids.dtype.kind not in "UO":
        return "sample"
    first = {str(name).rpartition(" ")[0] for name in ids[:50]}
    noun = first.pop()
    return noun if not first and noun.isalpha() and noun[-1] not in "sxzhy" else "sample"


def _people(sweep):
    """Name who is let in at each step, and what they truly are."""
    admitted, labels = (
        Lazy(
            len(sweep),
            lambda i, part=part: sweep.admitted(i)[part],
            lambda rows, part=part: sweep._admitted_by_row(rows, part),
        )
        for part in (0, 1)
    )
    yield Column("admitted", admitted, partial(words.listing, limit=FEW))
    yield Column("label", labels, _labels, "right")


def _labels(labels: tuple[int, ...]) -> str:
    if len(labels) <= FEW:
        return words.listing(labels)
    return f"{sum(labels):,} of {len(labels):,} are 1"


def _count(sweep, name: str) -> Column:
    if name == "TN" and sweep.negatives is None:
        return Column(name, Lazy(len(sweep), lambda _: None), lambda _: "?", "right")
    hover = partial(_inside, sweep, name) if sweep.samples is not None else None
    return Column(name, getattr(sweep, name.lower()), words.count, "right", hover)


def _inside(sweep: Sweep, cell: str, row: int) -> str:
    """Name the first samples in a cell, in the order of the data."""
    samples, reached = sweep.samples, np.zeros(len(sweep.samples.score), bool)
    reached[sweep._line[: sweep._admitted_so_far[row]]] = True
    truth = samples.positive if cell in ("TP", "FN") else ~samples.positive
    who = np.flatnonzero(truth & (reached if cell in REACHED else ~reached))
    first = who[:NAMED] if samples.ids is None else samples.ids[who[:NAMED]]
    names = words.listing(Lazy(len(who), first.tolist().__getitem__), NAMED)
    return f"{words.entry(cell).en}: {names}"


def columns_of_steps(sweep, rows: np.ndarray, side: int | None = None):
    """Name some steps: their row, threshold, and (where known) who of one class comes in there."""
    threshold = sweep.threshold[rows]
    yield Column("step", rows, align="right")
    yield Column("threshold", threshold, words.thresholds(threshold), "right")
    if sweep.samples is not None and side is not None:

        def who(i: int) -> tuple:
            pairs = zip(*sweep.admitted(int(rows[i])), strict=True)
            return tuple(name for name, label in pairs if label == side)

        heading = {0: "negatives", 1: "positives"}[side]
        yield Column(heading, Lazy(len(rows), who), partial(words.listing, limit=FEW))


def columns_of_counts(**columns):
    """Write columns of counts, under the names given, blanks for underscores."""
    for name, values in columns.items():
        yield Column(name.replace("_", " "), values, words.count, "right")


def _rate(sweep: Sweep, formula: Formula) -> Column:
    def work(row: int) -> Worked:
        return sweep.confusion(row).rate(formula)

    column = sweep.column(formula)
    return Column(formula.symbol, column, write=lambda i: written(work(i)), work=work)


def written(value: Worked) -> str:
    """Write a rate as a class would.

    Examples
    --------
    >>> written(rates.work("recall", {"TP": 2, "FN": 4}))
    '2/6 = 0.333'
    """
    ratio = value.formula.ratio(value.terms) if value.formula else None
    if value != value:
        return f"undefined: {ratio}" if ratio else "undefined"
    return f"{ratio} = {words.decimal(value)}" if ratio else words.both(value)
