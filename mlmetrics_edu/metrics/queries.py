"""Several queries, each with its ranked list: read, and averaged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from numbers import Real
from typing import Any

from numpy.typing import ArrayLike

from ..core import digits, inputs
from ..core.calls import explained
from ..core.conventions import Divisor, EmptyList, NotRetrievedInMean, Ties, options
from ..core.errors import InputError
from ..core.formula import Worked
from ..core.trace import Column
from . import means, sweep_table
from .lists import DIVISORS, MISSING, depth, first_in_list, of_list, retrieval_sweep, returned
from .sweep import TIES, Sweep

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
        ties = {"ties": f"ties: {sweep_table.TIES[self.ties]}"} if self.ties else {}
        return means.mean(name, parts, undefined, conventions={**conventions, **ties}, terms=terms)

    def _columns(self) -> tuple[Column, ...]:
        """Count, for each query, what was returned, what of it is relevant, and what is in all."""
        counts = {
            "returned": [returned(s) for s in self.sweeps],
            "relevant of these": [s.tp[-1] for s in self.sweeps],
            "relevant in all": [s.positives for s in self.sweeps],
        }
        return tuple(Column(name, n, digits.count, "right") for name, n in counts.items())


def read(relevance_lists, *, n_relevant=None, scores=None, ties="grouped") -> Queries:
    """Read a list of ranked lists, or a mapping from queries to ranked lists."""
    inputs.choice(ties, TIES, "ties")
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
        odd = digits.listing([*(values.keys() ^ {*names})])
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


@explained
def retrieval_map(
    relevance_lists: Sequence[ArrayLike] | Mapping[Any, ArrayLike],
    k: int | None = None,
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
    k : int, optional
        How many documents of each list are looked at: MAP at k.
    divide_by : {"relevant", "retrieved-relevant", "reachable"}
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
    inputs.choice(divide_by, DIVISORS, "divide_by")
    means.policy(empty, EMPTY, "empty")
    queries = read(relevance_lists, n_relevant=n_relevant, scores=scores, ties=ties)
    measure = partial(of_list, divide_by=divide_by, k=depth(k))
    conventions = {"divided_by": f"divided by {DIVISORS[divide_by]}"}
    if k is not None:
        conventions["depth"] = f"the first {k} documents only"
    return queries.mean("mean_average_precision", measure, empty, **conventions)


@explained
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
