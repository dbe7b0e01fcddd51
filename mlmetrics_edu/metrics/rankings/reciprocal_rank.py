"""Where the first relevant document stands: for one query, and on average over several."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from ...core.conventions import NotRetrieved, NotRetrievedInMean, Ties, options
from ...core.exact import FEW, exact
from ...core.formula import Formula
from ...core.worked import Worked
from .. import means
from .queries import read
from .ranked_list import retrieval_sweep
from .retrieval import undefined

MISSING = options(NotRetrievedInMean)
RECIPROCAL = Formula("reciprocal_rank", "1 / rank", (0.0, 1.0), "higher", source="Voorhees (1999)")


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
    s = retrieval_sweep(relevance, **how)
    row = int(np.searchsorted(s.tp, 1))
    if row == len(s):
        found = undefined("reciprocal_rank", "no relevant document was returned")
        return found if missing == "nan" else _zero(found)
    before, last = ((s.tp[i] + s.fp[i]).item() for i in (row - 1, row))
    if last - before == 1:
        return RECIPROCAL.work(rank=last)
    tie = {"tied": last - before, "relevant": s.tp[row].item()}
    return _within_a_tie(before, **tie)


def _zero(found: Worked) -> Worked:
    said = {"missing": f"{found.reason}: counted as 0"}
    return Worked(exact(0), found.name, conventions=said)


def _within_a_tie(before: int, tied: int, relevant: int) -> Worked:
    one = Fraction(1) if tied <= FEW else 1.0
    value = _expected(one, before, tied, relevant)
    said = {"where": f"inside a tie of {tied}, {relevant} of them relevant: its mean"}
    return Worked(exact(value) if tied <= FEW else value, "reciprocal_rank", conventions=said)


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
    return queries.mean("mean_reciprocal_rank", partial(reciprocal_rank, missing="nan"), missing)
