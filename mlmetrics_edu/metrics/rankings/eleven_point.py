"""The eleven-point curve of retrieval: the best precision still ahead, at recall 0, 0.1, … 1.

Lists of different queries have their relevant documents at different levels of recall. At eleven
fixed levels they can be compared, and averaged.
"""

import math
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...core import digits, inputs
from ...core.arithmetic import FEW, exact
from ...core.calls import explained
from ...core.conventions import LevelReached
from ...core.errors import UndefinedError
from ...core.formula import Worked
from ...core.trace import Column, Trace
from .. import average_precision as rules
from ..sweep import Sweep
from .retrieval import retrieval_sweep, undefined

LEVELS = 11
NOBODY = "no document is relevant"
REACHED = {
    "recall": "a level is reached where recall is as high",
    "trec_eval-9": "a level is reached with ⌊level·relevant + 0.9⌋ documents, as up to trec_eval 9",
    "trec_eval-10": "a level is reached with level·relevant documents, rounded, as in trec_eval 10",
}


def needed(positives: int, reached: str) -> list[int]:
    """Return how many relevant documents it takes to reach each level.

    Examples
    --------
    >>> [needed(3, how) for how in ("recall", "trec_eval-9", "trec_eval-10")]
    [[0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3], [0, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3], \
[0, 0, 1, 1, 1, 2, 2, 2, 2, 3, 3]]
    """
    tenths = range(LEVELS)
    if reached == "recall":
        return rules.counts_to_reach(np.array([positives]), LEVELS, "exact")[0].tolist()
    if reached == "trec_eval-9":  # in floats: 0.7·3 + 0.9 is 2.9999999999999996
        return [int(n / 10 * positives + 0.9) for n in tenths]
    return [math.floor(n / 10 * positives + 0.5) for n in tenths]


@explained
def eleven_point(relevance: ArrayLike, *, reached: LevelReached = "recall", **how: Any) -> Trace:
    """Return the interpolated precision at the eleven levels of recall.

    Parameters
    ----------
    relevance : array_like, shape (n,)
        1 where the document is relevant, else 0; from the top.
    reached : {"recall", "trec_eval-9", "trec_eval-10"}
        With how many relevant documents a level of recall is reached: as many as recall says; or
        as many as trec_eval counts, up to its version 9 and from version 10 on, which may be fewer.
    **how
        The other arguments of :func:`retrieval_sweep`, such as ``n_relevant``.

    Returns
    -------
    Trace
        A row a level: after how many documents it is reached, and the highest precision from there
        on; 0 at levels that are never reached. A recall of 3/10 does reach the level 0.3.

    Raises
    ------
    UndefinedError
        If no document is relevant.

    References
    ----------
    Manning, Raghavan & Schütze (2008), Introduction to Information Retrieval, section 8.4.

    Examples
    --------
    >>> print(eleven_point([1, 0, 1], n_relevant=4)[4:8])
    interpolated precision of 3 documents · 2 of 4 relevant ones returned
    recall ≥  reached after  highest precision from there
         0.4              3                   2/3 = 0.667
         0.5              3                   2/3 = 0.667
         0.6          never                             0
         0.7          never                             0
    """
    inputs.choice(reached, REACHED, "reached")
    s = retrieval_sweep(relevance, **how)
    if not s.positives:
        raise UndefinedError(
            f"there is no recall where {NOBODY}",
            "recall = TP / (TP + FN) is 0/0 at every rank",
            "leave this query out, or give n_relevant",
        )
    rows, heights = at_levels(s, reached)
    after = [_after(s, row) for row in rows.tolist()]
    returned_relevant, total = s.tp[-1], digits.count(s.positives)
    return Trace(
        f"interpolated precision of {digits.count(returned_relevant + s.fp[-1])} documents",
        (
            _levels(),
            Column("reached after", after, align="right"),
            Column("highest precision from there", heights, digits.both, "right"),
        ),
        {
            "returned": f"{digits.count(returned_relevant)} of {total} relevant ones returned",
            **convention(reached),
        },
    )


def _after(s: Sweep, row: int) -> str:
    return digits.count(s.tp[row] + s.fp[row]) if row < len(s) else "never"


def _levels() -> Column:
    return Column("recall ≥", np.linspace(0, 1, LEVELS), "{:.1f}".format, "right")


def convention(reached: str) -> dict[str, str]:
    """Say when a level is reached, where that isn't what recall says."""
    return {} if reached == "recall" else {"reached": REACHED[reached]}


def at_levels(s: Sweep, reached: str) -> tuple[np.ndarray, list]:
    """Look up the row that reaches each level, and the highest precision from there on."""
    if len(s) == 1:  # nothing was returned
        return np.ones(LEVELS, int), [Fraction(0)] * LEVELS
    columns = (s.tp, s.fp)
    if len(s) <= FEW:
        columns = (np.array([Fraction(n) for n in column.tolist()]) for column in columns)
    rows = np.searchsorted(s.tp[1:], needed(s.positives, reached))
    heights = [*rules.highest_from_here(*columns).tolist(), Fraction(0)]
    return rows + 1, [heights[row] for row in rows]


@explained
def eleven_point_average(
    relevance: ArrayLike, *, reached: LevelReached = "recall", **how: Any
) -> Worked:
    """Return the mean of the eleven interpolated precisions of one ranked list.

    Parameters
    ----------
    relevance, reached, **how
        As for :func:`eleven_point`.

    Returns
    -------
    Worked
        By recall it is :func:`average_precision` by the rule of PASCAL VOC 2007, with levels of
        recall compared exactly; nan where no document is relevant.

    References
    ----------
    Manning, Raghavan & Schütze (2008), section 8.4.

    Examples
    --------
    >>> eleven_point_average([1, 0, 1], n_relevant=4).fraction
    Fraction(5, 11)
    """
    inputs.choice(reached, REACHED, "reached")
    s, name = retrieval_sweep(relevance, **how), "eleven_point_average"
    if not s.positives:
        return undefined(name, NOBODY)
    steps = partial(eleven_point, relevance, reached=reached, **how)
    if len(s) == 1:
        return Worked(exact(0), name, steps=steps)
    if reached != "recall":
        mean = sum(at_levels(s, reached)[1]) / LEVELS
        return Worked(exact(mean), name, steps=steps, conventions=convention(reached))
    average = rules.average_precision(s, "voc2007", compare="exact")
    return average.retold(name).with_steps(steps)
