"""A ranked list of documents as a sweep: its rows, and who is found in the first k.

Relevant documents are the positives. What makes retrieval special is that some relevant documents
may never have been returned: they count in recall, though no threshold reaches them.
"""

import numpy as np
from numpy.typing import ArrayLike

from ...core import inputs
from ...core.conventions import Ties
from ...core.errors import InputError
from ...core.formula import Formula
from ...core.shape import locked
from ..samples import Samples
from ..sweep import TIES, Sweep, sweep

FOUND = Formula("found", "TP + tied_relevant*(k - before)/tied")


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


def _found_no_more(found: int, total: int | None) -> None:
    if total is not None and total < found:
        raise InputError(
            f"n_relevant={total}, but {found} of the list are relevant",
            "there can't be fewer relevant documents in all than were found",
            "count all of them, returned or not",
        )


def nothing_returned(relevant: int) -> Sweep:
    """Make a sweep of no steps: the engine returned nothing at all."""
    threshold, none = locked(np.array([np.inf])), locked(np.zeros(1, np.int64))
    nobody = Samples(np.zeros(0, bool), np.zeros(0))
    return Sweep(threshold, none, none, relevant, None, "in-order", "nan", nobody)


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
