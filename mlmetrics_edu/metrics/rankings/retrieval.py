"""How good one ranked list is: average precision, precision and recall at k, R-precision.

The list is a sweep in which the documents come in one by one from the top, so all of these are
what the sweep of any classifier gives, under the names that retrieval has for them.
"""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from numpy.typing import ArrayLike

from ...core import inputs
from ...core.conventions import Divisor, ShortList
from ...core.exact import Exact
from ...core.formula import Formula
from ...core.worked import Worked
from ..average_precision import average_precision
from ..break_even import BREAK_EVEN, break_even
from ..evaluate import NONE
from .ranked_list import documents, found_at, retrieval_sweep, returned

DIVISORS = {
    "relevant": "all relevant documents",
    "retrieved-relevant": "the relevant documents returned",
}
NONE_OF = {
    "relevant": "no document is relevant",
    "retrieved-relevant": "no relevant document was returned",
}
SHORT = {
    "pad": "a list that is too short goes on with documents that aren't relevant",
    "as-is": "a list that is too short is taken as it is",
}
UNIT, UP = (0.0, 1.0), "higher"
PRECISION = Formula("precision_at_k", "found / k", UNIT, UP, "nothing was returned")
RECALL = Formula("recall_at_k", "found / relevant", UNIT, UP, "no document is relevant")


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
        returned counts as 0, as in TREC; or only those in the list.
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
    inputs.choice(divide_by, DIVISORS, "divide_by")
    s = retrieval_sweep(relevance, **how)
    if divide_by == "retrieved-relevant":
        s = replace(s, positives=s.tp[-1].item())
    said = {"divided by": f"divided by {DIVISORS[divide_by]}"}
    if not s.positives:
        return undefined("average_precision", NONE_OF[divide_by], said)
    if len(s) == 1:
        return Worked(Exact(Fraction(0)), "average_precision", conventions=said)
    return average_precision(s).retold(**said)


def undefined(name: str, reason: str, said: Mapping[str, str] = NONE) -> Worked:
    """Return a nan that knows why."""
    return Worked(Exact(None, reason=reason), name, conventions=said)


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
    return padded.retold("r_precision", short=SHORT["pad"])
