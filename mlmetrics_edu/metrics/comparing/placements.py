"""Placements: what share of the other class each sample beats, and how much that varies.

The AUC is the mean placement of the positives, and of the negatives as well. So its error is that
of two means, and all it takes are the variances of the placements. With ties counting half, a
placement is a whole number over twice the size of the other class, so everything here is exact.
"""

from fractions import Fraction
from functools import reduce
from operator import mul
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from ...core import digits
from ...core.formula import Formula
from ...core.trace import Column, Lazy, Trace
from ...core.worked import Worked
from .. import steps
from .interval import whole_counts

if TYPE_CHECKING:
    from ..sweep import Sweep

ROOM = 2**62  # sums of products below it are exact 64-bit integers
FROM_TWO_ON = "how much a class varies is seen from two samples on"
MEAN_SQUARES = {
    name: Formula(name, f"squared_deviations / ({side} - 1)", undefined_when=FROM_TWO_ON)
    for name, side in (("S10", "positives"), ("S01", "negatives"))
}


class Placed(NamedTuple):
    """One class: how many samples each entry stands for, and twice the number they are ahead of.

    A positive is ahead of the negatives below it; for a negative, the positives ahead of it are
    counted. A tie is half, hence twice.
    """

    counts: np.ndarray
    twice: np.ndarray
    others: int

    @property
    def size(self) -> int:
        """How many samples the class has."""
        return int(self.counts.sum())

    def share(self, entry: int) -> Fraction | None:
        """Return the placement of an entry; None where it stands for no sample."""
        here = self.counts[entry]
        return Fraction(int(self.twice[entry]), 2 * self.others) if here else None


def placements(sweep: "Sweep") -> tuple[Placed, Placed]:
    """Place the samples that each row lets in, positives and negatives.

    Raises
    ------
    InputError
        If the counts aren't whole.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> positives, negatives = placements(sweep([1, 0, 1, 0], [0.9, 0.7, 0.7, 0.2]))
    >>> [positives.share(row) for row in (1, 2)], [negatives.share(row) for row in (2, 3)]
    ([Fraction(1, 1), Fraction(3, 4)], [Fraction(3, 4), Fraction(1, 1)])
    """
    positives, negatives = whole_counts(sweep, "standard error")
    tp, fp = np.cumsum(positives), np.cumsum(negatives)
    return (
        Placed(positives, 2 * (fp[-1] - fp) + negatives, int(fp[-1])),
        Placed(negatives, 2 * tp - positives, int(tp[-1])),
    )


def total(*columns: np.ndarray) -> int:
    """Add up products of whole numbers, exactly however large they are.

    Examples
    --------
    >>> total(np.array([1, 2]), np.array([10, 10**12]), np.array([1, 10**12]))
    2000000000000000000000010
    """
    largest = reduce(mul, (int(np.abs(column).max(initial=0)) for column in columns))
    kind = np.int64 if largest * len(columns[0]) < ROOM else object
    return int(reduce(mul, (column.astype(kind) for column in columns)).sum())


def mean_square(name: str, a: Placed, b: Placed) -> Worked:
    """Work out the covariance of two placements of the same samples; of one twice, its variance.

    Parameters
    ----------
    name : {"S10", "S01"}
        Over the positives, or over the negatives.
    a, b : Placed
        The same entries, placed by two scores.
    """
    sums = Fraction(total(a.counts, a.twice) * total(b.counts, b.twice), a.size)
    deviations = (total(a.counts, a.twice, b.twice) - sums) / (2 * a.others) ** 2
    size = {"S10": "positives", "S01": "negatives"}[name]
    return MEAN_SQUARES[name].work(squared_deviations=deviations, **{size: a.size})


def spread(ours: tuple[Placed, Placed], theirs: tuple[Placed, Placed]) -> dict[str, Worked]:
    """Work out what the (co)variance of AUCs is made of: S10 and S01, and the class sizes."""
    pairs = zip(MEAN_SQUARES, ours, theirs, strict=True)
    squares = {name: mean_square(name, a, b) for name, a, b in pairs}
    return {**squares, "positives": ours[0].size, "negatives": ours[1].size}


def table(sweep: "Sweep") -> Trace:
    """Lay the placements out, a row for each step."""
    headings = (("positives", "ahead of"), ("negatives", "behind"))
    columns = (
        column
        for names, placed in zip(headings, placements(sweep), strict=True)
        for column in _columns(names, placed)
    )
    return Trace(
        f"placements of {digits.count(sweep.positives)} positives among the negatives, "
        f"and of {digits.count(sweep.negatives)} negatives among the positives",
        (
            Column("threshold", sweep.threshold[1:], digits.thresholds(sweep.threshold), "right"),
            *columns,
        ),
        {"ties": f"ties: {steps.TIES[sweep.ties]}"},
    )


def _columns(names: tuple[str, str], placed: Placed):
    shares = Lazy(len(placed.counts) - 1, lambda row: placed.share(row + 1))
    yield Column(names[0], placed.counts[1:], digits.count, "right")
    yield Column(names[1], shares, digits.cell, "right")
