"""How good ranked lists are, one or many: AP, MAP, precision and recall at k, MRR, eleven levels.

The list is a sweep in which the documents come in one by one from the top, so all of these are what
the sweep of any classifier gives, under the names that retrieval has for them. Relevant documents
are the positives. What makes retrieval special is that some relevant documents may never have been
returned: they count in recall, though no threshold reaches them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.arithmetic import FEW, Exact, exact
from ..core.conventions import (
    Divisor,
    EmptyList,
    NotRetrieved,
    NotRetrievedInMean,
    Ties,
    options,
)
from ..core.errors import InputError, choice
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
}
NONE_OF = {
    "relevant": "no document is relevant",
    "retrieved-relevant": "no relevant document was returned",
}
SHORT = "a list that is too short goes on with documents that aren't relevant"
UNIT, UP = (0.0, 1.0), "higher"
PRECISION = Formula("precision_at_k", "found / k", UNIT, UP, "nothing was returned")
RECALL = Formula("recall_at_k", "found / relevant", UNIT, UP, "no document is relevant")
FOUND = Formula("found", "TP + tied_relevant*(k - before)/tied")
MISSING = options(NotRetrievedInMean)
RECIPROCAL = Formula("reciprocal_rank", "1 / rank", (0.0, 1.0), "higher", source="Voorhees (1999)")


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
    choice(ties, TIES, "ties")
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


def retrieval_average_precision(
    relevance: ArrayLike, *, divide_by: Divisor = "relevant", **how: Any
) -> Worked:
    """Return the average precision of a ranked list: precision at each relevant document, averaged.

    Parameters
    ----------
    relevance : array_like, shape (n,)
        1 where the document is relevant, else 0; from the top.
    divide_by : {"relevant", "retrieved-relevant"}
        What the sum of the precisions is divided by: all relevant documents, so that one never
        returned counts as 0, as in TREC; or only those returned.
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
    """
    choice(divide_by, DIVISORS, "divide_by")
    return of_list(retrieval_sweep(relevance, **how), divide_by)


def of_list(s: Sweep, divide_by: str) -> Worked:
    """Work the average precision of a list out, which may hold nothing relevant, or nothing."""
    conventions = {"divided by": f"divided by {DIVISORS[divide_by]}"}
    if divide_by == "retrieved-relevant":
        s = replace(s, positives=s.tp[-1].item())
    if not s.positives:
        return undefined("average_precision", NONE_OF[divide_by], conventions)
    if len(s) == 1:
        return Worked(Exact(Fraction(0)), "average_precision", conventions=conventions)
    return average_precision(s).retold(**conventions)


def undefined(name: str, reason: str, conventions: Mapping[str, str] = NONE) -> Worked:
    """Return a nan that knows why."""
    return Worked(Exact(None, reason=reason), name, conventions=conventions)


def precision_at(relevance: ArrayLike, k: int, **how: Any) -> Worked:
    """Return precision at k: the share of relevant documents among the first k.

    Parameters
    ----------
    relevance : array_like, shape (n,)
        1 where the document is relevant, else 0; from the top.
    k : int
        How many documents are looked at. Where that is within a tie, the result is the mean over
        the orders of the tie; where fewer were returned, it is divided by k nonetheless, as
        trec_eval does.
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
    >>> precision_at([1, 0, 1], 5).fraction
    Fraction(2, 5)
    """
    k, s = documents(k, "k", 1), retrieval_sweep(relevance, **how)
    return PRECISION.work(found=found_at(s, k), k=k, conventions={"short": SHORT})


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
    return padded.retold("r_precision", short=SHORT)


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


def _eleven_points(s: Sweep) -> Trace:
    """Lay out where each level of recall is reached, and the highest precision from there on."""
    rows, heights = _at_levels(s)
    after = [words.count(s.tp[row] + s.fp[row]) if row < len(s) else "never" for row in rows]
    relevant = f"{words.count(s.tp[-1])} of {words.count(s.positives)} relevant ones returned"
    return Trace(
        f"interpolated precision of {words.count(returned(s))} documents",
        (
            Column("recall ≥", np.linspace(0, 1, LEVELS), "{:.1f}".format, "right"),
            Column("reached after", after, align="right"),
            Column("highest precision from there", heights, words.both, "right"),
        ),
        {"returned": relevant},
    )


def _at_levels(s: Sweep) -> tuple[list[int], list]:
    if len(s) == 1:  # nothing was returned
        return [1] * LEVELS, [Fraction(0)] * LEVELS
    columns = rules.as_fractions(s.tp, s.fp) if len(s) <= FEW else (s.tp, s.fp)
    rows, heights = rules.at_levels(*columns, s.positives, LEVELS, "exact")
    return rows.tolist(), heights.tolist()


def eleven_point_average(relevance: ArrayLike, **how: Any) -> Worked:
    """Return the mean of the eleven interpolated precisions of one ranked list.

    Parameters
    ----------
    relevance : array_like, shape (n,)
        1 where the document is relevant, else 0; from the top.
    **how
        The other arguments of :func:`retrieval_sweep`, such as ``n_relevant``.

    Returns
    -------
    Worked
        It is :func:`average_precision` by the rule of PASCAL VOC 2007, with levels of recall
        compared exactly: 3/10 does reach the level 0.3. It is nan where no document is relevant.
        ``steps`` has a row for each level.

    References
    ----------
    Manning, Raghavan & Schütze (2008), section 8.4.

    Examples
    --------
    >>> print(eleven_point_average([1, 0, 1], n_relevant=4).steps[4:8])
    interpolated precision of 3 documents · 2 of 4 relevant ones returned
    recall ≥  reached after  highest precision from there
         0.4              3                   2/3 = 0.667
         0.5              3                   2/3 = 0.667
         0.6          never                             0
         0.7          never                             0
    """
    s, name = retrieval_sweep(relevance, **how), "eleven_point_average"
    if not s.positives:
        return undefined(name, NOBODY)
    steps = partial(_eleven_points, s)
    if len(s) == 1:
        return Worked(exact(0), name, steps=steps)
    average = rules.average_precision(s, "voc2007", compare="exact")
    return average.retold(name).with_steps(steps)


EMPTY = options(EmptyList)
NO_LISTS = (str, bytes, set, frozenset)  # not many things, or in no order


@dataclass(frozen=True)
class Queries:
    """What was returned for each query, by the query's name."""

    names: list
    sweeps: list[Sweep]
    ties: str | None  # None where every list stands in its final order

    def mean(
        self, name: str, measure: Callable[[Sweep], Worked], undefined, **conventions: str
    ) -> Worked:
        """Average a measure over the queries."""
        values = means.named(list(map(measure, self.sweeps)), self.names)
        parts = means.of_many(name, values, "query", self.names, columns=self._columns)
        terms = dict(zip(self.names, values, strict=True))
        ties = {"ties": f"ties: {TIES[self.ties]}"} if self.ties else {}
        return means.mean(name, parts, undefined, conventions={**conventions, **ties}, terms=terms)

    def _columns(self) -> tuple[Column, ...]:
        """Count, for each query, what was returned, what of it is relevant, and what is in all."""
        counts = {
            "returned": [returned(s) for s in self.sweeps],
            "relevant of these": [s.tp[-1] for s in self.sweeps],
            "relevant in all": [s.positives for s in self.sweeps],
        }
        return tuple(Column(name, n, words.count, "right") for name, n in counts.items())


def read(relevance_lists, *, n_relevant=None, scores=None, ties="grouped") -> Queries:
    """Read a list of ranked lists, or a mapping from queries to ranked"""
    choice(ties, TIES, "ties")
    names, lists = _named(relevance_lists)
    totals = _aligned(n_relevant, names, "n_relevant")
    each_scores = _aligned(scores, names, "scores")
    rows = zip(names, lists, totals, each_scores, strict=True)
    scored = any(one is not None for one in each_scores)
    return Queries(names, [_one(*row, ties) for row in rows], ties if scored else None)


def _named(lists) -> tuple[list, list]:
    """Take the queries' names; without them, their positions from 0."""
    if isinstance(lists, Mapping):
        names, lists = list(lists), list(lists.values())
    elif inputs.several(lists) and not isinstance(lists, NO_LISTS):
        lists = list(lists)
        names = list(range(len(lists)))
    else:
        raise InputError(
            f"relevance_lists is of the type {type(lists).__name__}",
            "each query has its ranked list",
            "pass a list of lists, or a dictionary from each query to its list",
        )
    if not lists:
        raise InputError(
            "there are no queries", "a mean of nothing is 0/0", "pass one ranked list or more"
        )
    return names, lists


def _aligned(values, names: list, name: str) -> list:
    """Take what belongs to each query: by name, in order, or the same for all."""
    if values is None or isinstance(values, Real):
        return [values] * len(names)
    if isinstance(values, Mapping):
        if values.keys() == {*names}:
            return [values[query] for query in names]
        odd = words.listing([*(values.keys() ^ {*names})])
        raise InputError(
            f"{name} and relevance_lists don't have the same queries: {odd}",
            "each query needs its own",
            "give both for the same queries",
        )
    many = inputs.several(values) and not isinstance(values, NO_LISTS)
    values = list(values) if many else [values]
    inputs.same_length(relevance_lists=names, **{name: values})
    return values


def _one(query, relevance, total, scores, ties: str) -> Sweep:
    """Read the list of one query, and name the query in what is wrong."""
    try:
        return retrieval_sweep(relevance, n_relevant=total, scores=scores, ties=ties)
    except InputError as error:
        raise InputError(f"query {query}: {error.what}", error.why, error.fix) from None


def retrieval_map(
    relevance_lists: Sequence[ArrayLike] | Mapping[Any, ArrayLike],
    *,
    divide_by: Divisor = "relevant",
    n_relevant: int | Sequence[int] | Mapping[Any, int] | None = None,
    scores: Sequence[ArrayLike] | Mapping[Any, ArrayLike] | None = None,
    ties: Ties = "grouped",
    empty: EmptyList = "nan",
) -> Worked:
    """Return the mean average precision over several queries.

    Parameters
    ----------
    relevance_lists : sequence of array_like, or mapping from queries to array_like
        For each query 1 where a document is relevant, else 0; from the top.
    divide_by : {"relevant", "retrieved-relevant"}
        What each query's sum of precisions is divided by; see :func:`retrieval_average_precision`.
    n_relevant : int, sequence of int, or mapping from queries to int, optional
        How many documents are relevant to each query in all; without it, those in its list.
    scores : sequence or mapping of array_like, optional
        The scores of the documents; without them each list stands in its final order.
    ties : {"grouped", "in-order", "positives-first", "negatives-first"}
        What happens to equal scores.
    empty : {"nan", "skip", 0}
        What a query does that no document is relevant to: the mean is nan and names it; it is left
        out; it counts as 0.

    Returns
    -------
    Worked
        From 0 to 1. ``steps`` has a row for each query; ``terms`` holds its AP with its working.

    Raises
    ------
    InputError
        If there are no queries, or one can't be counted: it is named.

    References
    ----------
    Manning, Raghavan & Schütze (2008), Introduction to Information Retrieval, section 8.4.

    Examples
    --------
    >>> found = {"jaguar": [1, 0, 1], "python": [0, 1]}
    >>> ap = retrieval_map(found, n_relevant={"jaguar": 4, "python": 1})
    >>> print(ap.steps)
    mean average precision, over 2 queries · divided by all relevant documents
    query   returned  relevant of these  relevant in all         value
    jaguar         3                  2                4  5/12 = 0.417
    python         2                  1                1   1/2 = 0.500
    >>> ap.fraction
    Fraction(11, 24)
    """
    choice(divide_by, DIVISORS, "divide_by")
    means.policy(empty, EMPTY, "empty")
    queries = read(relevance_lists, n_relevant=n_relevant, scores=scores, ties=ties)
    measure = partial(of_list, divide_by=divide_by)
    rule = f"divided by {DIVISORS[divide_by]}"
    return queries.mean("mean_average_precision", measure, empty, divided_by=rule)


def mean_reciprocal_rank(
    relevance_lists: Sequence[ArrayLike] | Mapping[Any, ArrayLike],
    *,
    missing: NotRetrievedInMean = 0,
    scores: Sequence[ArrayLike] | Mapping[Any, ArrayLike] | None = None,
    ties: Ties = "grouped",
) -> Worked:
    """Return the mean reciprocal rank over several queries.

    Parameters
    ----------
    relevance_lists, scores, ties
        As for :func:`retrieval_map`.
    missing : {0, "nan", "skip"}
        What a query does for which no relevant document was returned: count as 0, as in TREC; make
        the mean nan; be left out.

    Returns
    -------
    Worked
        ``steps`` has a row for each query.

    References
    ----------
    Voorhees (1999), The TREC-8 question answering track report, section 2.

    Examples
    --------
    >>> mean_reciprocal_rank({"jaguar": [0, 1, 0], "python": [1, 1]}).fraction
    Fraction(3, 4)
    """
    means.policy(missing, MISSING, "missing")
    queries = read(relevance_lists, scores=scores, ties=ties)
    return queries.mean("mean_reciprocal_rank", partial(first_in_list, missing="nan"), missing)
