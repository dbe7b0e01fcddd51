"""How good one ranked list is: AP, precision and recall at k, R-precision, reciprocal rank, levels.

The list is a sweep in which the documents come in one by one from the top, so all of these are what
the sweep of any classifier gives, under the names that retrieval has for them. Relevant documents
are the positives. What makes retrieval special is that some relevant documents may never have been
returned: they count in recall, though no threshold reaches them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..core import digits, inputs, words
from ..core.arithmetic import FEW, Exact, exact
from ..core.calls import explained
from ..core.conventions import (
    Divisor,
    LevelReached,
    NotRetrieved,
    NotRetrievedInMean,
    ShortList,
    Ties,
    options,
)
from ..core.errors import InputError, UndefinedError
from ..core.formula import Formula, Worked
from ..core.inputs import locked
from ..core.trace import Column, Trace
from . import average_precision as rules
from . import means
from .average_precision import average_precision
from .counting import Samples
from .rates import NONE
from .sweep import TIES, Sweep, sweep
from .thresholds import BREAK_EVEN, break_even

DIVISORS = {
    "relevant": "all relevant documents",
    "retrieved-relevant": "the relevant documents returned",
    "reachable": "as many relevant documents as the places could hold",
}
NONE_OF = {
    "relevant": "no document is relevant",
    "retrieved-relevant": "no relevant document was returned",
    "reachable": "no document is relevant, or none was returned",
}
SHORT = {
    "pad": "a list that is too short goes on with documents that aren't relevant",
    "as-is": "a list that is too short is taken as it is",
}
UNIT, UP = (0.0, 1.0), "higher"
PRECISION = Formula("precision_at_k", "found / k", UNIT, UP, "nothing was returned")
RECALL = Formula("recall_at_k", "found / relevant", UNIT, UP, "no document is relevant")
FOUND = Formula("found", "TP + tied_relevant*(k - before)/tied")
MISSING = options(NotRetrievedInMean)
RECIPROCAL = Formula("reciprocal_rank", "1 / rank", (0.0, 1.0), "higher", source="Voorhees (1999)")


@explained
def retrieval_sweep(
    relevance: ArrayLike,
    *,
    n_relevant: int | None = None,
    scores: ArrayLike | None = None,
    ties: Ties = "grouped",
    ids: ArrayLike | None = None,
) -> Sweep:
    """Make a sweep of a list of relevance judgements.

    Parameters
    ----------
    relevance : array_like, shape (n,)
        1 where the document is relevant, else 0; from the top, unless there are scores.
    n_relevant : int, optional
        How many relevant documents there are in all; without it, those in the list.
    scores : array_like, shape (n,), optional
        The score of each document; without them the list stands in its final order.
    ties : {"grouped", "in-order", "positives-first", "negatives-first"}
        What happens to equal scores, as in :func:`sweep`.
    ids : array_like, shape (n,), optional
        Names of the documents; without them, their places in the list from 1.

    Returns
    -------
    Sweep
        Where the list is in its final order, row k is what holds after k documents. How many
        documents aren't relevant in the whole collection is unknown, so there is no ROC curve.

    Raises
    ------
    InputError
        If fewer documents are relevant in all than were found.

    Examples
    --------
    >>> found = retrieval_sweep([1, 0, 1], n_relevant=4)
    >>> found["precision"].round(2).tolist(), found["recall"].tolist()
    ([nan, 1.0, 0.5, 0.67], [0.0, 0.25, 0.25, 0.5])
    """
    inputs.choice(ties, TIES, "ties")
    one_list(relevance)
    total = None if n_relevant is None else documents(n_relevant, "n_relevant", 0)
    if inputs.is_empty(relevance) and (scores is None or inputs.is_empty(scores)):
        return nothing_returned(total or 0)
    relevant = inputs.column(relevance, "relevance")
    relevant = inputs.yes_or_no(relevant, "relevance", "a document is relevant")
    if scores is None:  # the order is the ranking, so no two scores are equal
        scores, ties = np.arange(len(relevant), 0, -1), "in-order"
    ids = np.arange(1, len(relevant) + 1) if ids is None else inputs.ids(ids)
    scores = inputs.scores(scores, "scores")
    inputs.same_length(relevance=relevant, scores=scores, ids=ids)
    _found_no_more(relevant.sum(), total)
    return sweep(relevant, scores, ids=ids, ties=ties, positives=total, negatives="unknown")


def one_list(relevance) -> None:
    """Refuse the lists of several queries where a measure takes one."""
    sized = inputs.several(relevance) and hasattr(relevance, "__len__")
    if isinstance(relevance, Mapping) or (sized and np.ndim(next(iter(relevance), 0))):
        raise InputError(
            f"relevance holds the lists of {words.how_many(len(relevance), 'query')}",
            "this measures one ranked list",
            "measure each: [mm.precision_at(one, k=5) for one in relevance], for example",
        )


def _found_no_more(returned_relevant: int, total: int | None) -> None:
    if total is not None and total < returned_relevant:
        raise InputError(
            f"n_relevant={total}, but {returned_relevant} of the list are relevant",
            "there can't be fewer relevant documents in all than were found",
            "count all of them, returned or not",
        )


def nothing_returned(relevant: int) -> Sweep:
    """Make a sweep of no steps: the engine returned nothing at all."""
    threshold, none = locked(np.array([np.inf])), locked(np.zeros(1, np.int64))
    nobody = Samples(np.zeros(0, bool), np.zeros(0))
    return Sweep(threshold, none, none, relevant, None, "in-order", samples=nobody)


def documents(value, name: str, least: int) -> int:
    """Read a number of documents."""
    why = "it counts documents, from the top of the list or in all"
    return inputs.whole(value, name, why, least)


def returned(s: Sweep) -> int:
    """Count the documents in the list."""
    return (s.tp[-1] + s.fp[-1]).item()


def found_at(s: Sweep, k: int):
    """Count the relevant documents among the first k; within a tie, the mean over its orders."""
    reached = s.tp + s.fp
    row = int(np.searchsorted(reached, k))
    if row == len(s):
        return s.tp[-1].item()
    if reached[row] == k:
        return s.tp[row].item()
    (tp, tp_after), (before, after) = (c[row - 1 : row + 1].tolist() for c in (s.tp, reached))
    return FOUND.work(TP=tp, tied_relevant=tp_after - tp, k=k, before=before, tied=after - before)


@explained
def retrieval_average_precision(
    relevance: ArrayLike,
    k: int | None = None,
    *,
    divide_by: Divisor = "relevant",
    **how: Any,
) -> Worked:
    """Return the average precision of a ranked list: precision at each relevant document, averaged.

    Parameters
    ----------
    relevance : array_like, shape (n,)
        1 where the document is relevant, else 0; from the top.
    k : int, optional
        How many documents are looked at: AP at k. Without it, the whole list.
    divide_by : {"relevant", "retrieved-relevant", "reachable"}
        What the sum of the precisions is divided by: all relevant documents, so that one never
        returned counts as 0, as in TREC; only those among the documents looked at; or as many as
        could be among them, which is k where more are relevant, so that a perfect list has 1.
    **how
        The other arguments of :func:`retrieval_sweep`, such as ``n_relevant``.

    Returns
    -------
    Worked
        From 0 to 1; ``steps`` has a row for each relevant document found. It is nan where the
        divisor is 0.

    References
    ----------
    Manning, Raghavan & Schütze (2008), Introduction to Information Retrieval, section 8.4.

    Examples
    --------
    >>> retrieval_average_precision([1, 0, 1], n_relevant=4).fraction
    Fraction(5, 12)
    >>> retrieval_average_precision([1, 0, 1], divide_by="retrieved-relevant").fraction
    Fraction(5, 6)
    >>> retrieval_average_precision([1, 0, 1], k=2, divide_by="reachable", n_relevant=4).fraction
    Fraction(1, 2)
    """
    inputs.choice(divide_by, DIVISORS, "divide_by")
    return of_list(retrieval_sweep(relevance, **how), divide_by, depth(k))


def depth(k) -> int | None:
    """Read how many documents are looked at; None for all of them."""
    return None if k is None else documents(k, "k", 1)


def of_list(s: Sweep, divide_by: str, k: int | None = None) -> Worked:
    """Work the average precision of a list out, which may hold nothing relevant, or nothing."""
    places, conventions = k or returned(s), {"divided by": f"divided by {DIVISORS[divide_by]}"}
    if k is not None:
        s, conventions["depth"] = first_documents(s, k), f"the first {k} documents only"
    if divide_by != "relevant":
        reachable = min(places, s.positives)
        s = replace(s, positives=reachable if divide_by == "reachable" else s.tp[-1].item())
    if not s.positives:
        return undefined("average_precision", NONE_OF[divide_by], conventions)
    if len(s) == 1:
        return Worked(Exact(Fraction(0)), "average_precision", conventions=conventions)
    return average_precision(s).retold(**conventions)


def first_documents(s: Sweep, k: int) -> Sweep:
    """Cut a list off after k documents; whoever is relevant further down stays relevant."""
    reached = s.tp + s.fp
    row = int(np.searchsorted(reached, k))
    if row == len(s):
        return s
    if reached[row] != k:
        raise InputError(
            f"k={k} is within the documents {reached[row - 1] + 1} to {reached[row]}, which tie",
            "precision is counted where a tie ends, so there is no average after k of them",
            'pass ties="in-order", "positives-first" or "negatives-first", or another k',
        )
    first = s._line[:k]
    samples = Samples(*(column if column is None else column[first] for column in s.samples))
    return replace(s.take(slice(row + 1)), samples=samples)


def undefined(name: str, reason: str, conventions: Mapping[str, str] = NONE) -> Worked:
    """Return a nan that knows why."""
    return Worked(Exact(None, reason=reason), name, conventions=conventions)


@explained
def precision_at(relevance: ArrayLike, k: int, *, short: ShortList = "pad", **how: Any) -> Worked:
    """Return precision at k: the share of relevant documents among the first k.

    Parameters
    ----------
    relevance : array_like, shape (n,)
        1 where the document is relevant, else 0; from the top.
    k : int
        How many documents are looked at. Where that is within a tie, the result is the mean over
        the orders of the tie.
    short : {"pad", "as-is"}
        Where fewer than k were returned: divide by k nonetheless, as trec_eval does; or by those
        returned.
    **how
        The other arguments of :func:`retrieval_sweep`.

    Returns
    -------
    Worked

    References
    ----------
    Manning, Raghavan & Schütze (2008), section 8.4.

    Examples
    --------
    >>> precision_at([1, 0, 1], 2).fraction
    Fraction(1, 2)
    >>> precision_at([1, 0, 1], 5).fraction, precision_at([1, 0, 1], 5, short="as-is").fraction
    (Fraction(2, 5), Fraction(2, 3))
    """
    inputs.choice(short, SHORT, "short")
    k, s = documents(k, "k", 1), retrieval_sweep(relevance, **how)
    depth = k if short == "pad" else min(k, returned(s))
    return PRECISION.work(found=found_at(s, k), k=depth, conventions={"short": SHORT[short]})


@explained
def recall_at(relevance: ArrayLike, k: int, **how: Any) -> Worked:
    """Return recall at k: the share of the relevant documents that are among the first k.

    Parameters
    ----------
    relevance, k, **how
        As for :func:`precision_at`.

    Returns
    -------
    Worked

    References
    ----------
    Manning, Raghavan & Schütze (2008), section 8.4.

    Examples
    --------
    >>> recall_at([1, 0, 1], 2, n_relevant=4).fraction
    Fraction(1, 4)
    """
    k, s = documents(k, "k", 1), retrieval_sweep(relevance, **how)
    return RECALL.work(found=found_at(s, k), relevant=s.positives)


@explained
def r_precision(relevance: ArrayLike, **how: Any) -> Worked:
    """Return R-precision: precision after as many documents as are relevant, where P equals R.

    Parameters
    ----------
    relevance : array_like, shape (n,)
        1 where the document is relevant, else 0; from the top.
    **how
        The other arguments of :func:`retrieval_sweep`.

    Returns
    -------
    Worked
        It is :func:`break_even` of the sweep. Where fewer documents were returned than are
        relevant, the list goes on with documents that aren't, as in trec_eval.

    References
    ----------
    Manning, Raghavan & Schütze (2008), section 8.4.

    Examples
    --------
    >>> r_precision([1, 0, 1, 0, 0, 0, 0, 0, 1, 1]).fraction
    Fraction(1, 2)
    """
    s = retrieval_sweep(relevance, **how)
    if not s.positives:
        return undefined("r_precision", "no document is relevant")
    if returned(s) >= s.positives:
        return break_even(s).retold("r_precision")
    padded = BREAK_EVEN.work(TP=s.tp[-1].item(), positives=s.positives)
    return padded.retold("r_precision", short=SHORT["pad"])


@explained
def reciprocal_rank(relevance: ArrayLike, *, missing: NotRetrieved = 0, **how: Any) -> Worked:
    """Return one over the rank of the first relevant document.

    Parameters
    ----------
    relevance : array_like, shape (n,)
        1 where the document is relevant, else 0; from the top.
    missing : {0, "nan"}
        What it is where no relevant document was returned: 0, as in TREC, or undefined.
    **how
        The other arguments of :func:`retrieval_sweep`. Where the first relevant document is within
        a tie, the result is the mean over the orders of the tie.

    Returns
    -------
    Worked

    References
    ----------
    Voorhees (1999), The TREC-8 question answering track report, section 2.

    Examples
    --------
    >>> reciprocal_rank([0, 0, 1, 1]).fraction
    Fraction(1, 3)
    """
    means.policy(missing, MISSING[:2], "missing")
    return first_in_list(retrieval_sweep(relevance, **how), missing)


def first_in_list(s: Sweep, missing: str | int) -> Worked:
    """Work one over the rank of the first relevant document out, which may be in a tie."""
    row = int(np.searchsorted(s.tp, 1))
    if row == len(s):
        undefined_rank = undefined("reciprocal_rank", "no relevant document was returned")
        return undefined_rank if missing == "nan" else _zero(undefined_rank)
    before, last = ((s.tp[i] + s.fp[i]).item() for i in (row - 1, row))
    if last - before == 1:
        return RECIPROCAL.work(rank=last)
    tie = {"tied": last - before, "relevant": s.tp[row].item()}
    return _within_a_tie(before, **tie)


def _zero(undefined_rank: Worked) -> Worked:
    conventions = {"missing": f"{undefined_rank.reason}: counted as 0"}
    return Worked(exact(0), undefined_rank.name, conventions=conventions)


def _within_a_tie(before: int, tied: int, relevant: int) -> Worked:
    one = Fraction(1) if tied <= FEW else 1.0
    value = _expected(one, before, tied, relevant)
    conventions = {"where": f"inside a tie of {tied}, {relevant} of them relevant: its mean"}
    return Worked(
        exact(value) if tied <= FEW else value, "reciprocal_rank", conventions=conventions
    )


def _expected(one, before: int, tied: int, relevant: int):
    """Average 1/rank of the first relevant one over all orders of a tie.

    Going down the tie, each place is relevant with the share of those relevant among the rest.
    """
    none_so_far, mean = one, 0 * one
    for place in range(tied - relevant + 1):
        share = one * relevant / (tied - place)
        mean += none_so_far * share / (before + place + 1)
        none_so_far *= 1 - share
    return mean


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
