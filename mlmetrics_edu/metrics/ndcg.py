"""Discounted cumulative gain (DCG): what a ranked list of graded documents is worth, from the top.

A document may be relevant in grades. What it gains counts less the further down it stands: at rank
r, 1/log₂(r + 1) of it. nDCG divides by what the best order would be worth.
"""

from __future__ import annotations

import math
from collections import Counter
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.arithmetic import native
from ..core.conventions import Gain, Ties, Undefined
from ..core.errors import InputError, choice
from ..core.formula import Formula, Worked
from ..core.trace import Column, Trace
from .lists import documents, one_list

GAINS = {"linear": "the grade", "exponential": "2 to the power of the grade, less 1"}
LINED_UP = {
    "grouped": "equal scores share their places (as in scikit-learn)",
    "in-order": "equal scores in the order given",
    "positives-first": "of equal scores the best document first",
    "negatives-first": "of equal scores the worst document first",
}
HIGHEST = 1000  # a larger power of 2 is soon beyond all floats
SOURCE = "Järvelin & Kekäläinen (2002)"
DCG = Formula("dcg", "sum(gain*discount)", (0.0, math.inf), "higher", source=SOURCE)
NDCG = Formula(
    "ndcg", "dcg / ideal_dcg", (0.0, 1.0), "higher", "no document gains anything", source=SOURCE
)


def dcg(
    relevance: ArrayLike,
    k: int | None = None,
    *,
    gain: Gain = "linear",
    scores: ArrayLike | None = None,
    ties: Ties = "grouped",
    ids: ArrayLike | None = None,
) -> Worked:
    """Return the discounted cumulative gain of a ranked list.

    Parameters
    ----------
    relevance : array_like, shape (n,)
        How relevant each document is, in grades of 0 and more; from the top, unless there are
        scores.
    k : int, optional
        How many documents are looked at; without it, all.
    gain : {"linear", "exponential"}
        What a document of grade g gains: g, or 2ᵍ − 1.
    scores : array_like, shape (n,), optional
        The score of each document; without them the list stands in its final order.
    ties : {"grouped", "in-order", "positives-first", "negatives-first"}
        How documents of equal score stand: each at the mean of all orders of the tie, as in
        scikit-learn; in the order given; the best first; the worst first.
    ids : array_like, shape (n,), optional
        Names of the documents; without them, their places as given, from 1.

    Returns
    -------
    Worked
        0 or more. ``steps`` has a row for each document, from the top.

    References
    ----------
    Järvelin & Kekäläinen (2002), Cumulated gain-based evaluation of IR techniques, section 2. With
    the logarithm to base 2, every rank from 2 on is discounted. The exponential gain is that of
    Burges et al. (2005), section 6.

    Examples
    --------
    >>> round(dcg([3, 0, 2]), 3)  # 3/log₂ 2 + 0 + 2/log₂ 4
    4.0
    >>> round(dcg([3, 0, 2], gain="exponential"), 3)
    8.5
    >>> print(dcg([3, 0, 2]).steps)
    DCG of 3 documents · gain: the grade
    rank  document  grade  gain  discount  gain·discount  so far
       1  1             3     3     1.000          3.000   3.000
       2  2             0     0     0.631          0.000   3.000
       3  3             2     2     0.500          1.000   4.000
    """
    return read(relevance, gain, scores, ties, ids).worth(_depth(k))


def ndcg(
    relevance: ArrayLike,
    k: int | None = None,
    *,
    judged: ArrayLike | None = None,
    gain: Gain = "linear",
    scores: ArrayLike | None = None,
    ties: Ties = "grouped",
    ids: ArrayLike | None = None,
    undefined: Undefined = "nan",
) -> Worked:
    """Return the normalised discounted cumulative gain: DCG, divided by that of the best order.

    Parameters
    ----------
    relevance, k, gain, scores, ties, ids
        As for :func:`dcg`.
    judged : array_like, shape (m,), optional
        The grades of all documents, returned or not, of which the best order is made; without
        them, of those in the list.
    undefined : {"nan", 0, 1, "raise"}
        What it is where no document gains anything.

    Returns
    -------
    Worked
        From 0 to 1. ``terms`` holds both DCGs with their working.

    Raises
    ------
    InputError
        If the list holds grades that aren't among those judged.

    References
    ----------
    Järvelin & Kekäläinen (2002), section 2.2.

    Examples
    --------
    >>> x = ndcg([3, 0, 2])
    >>> round(x, 3), round(x.terms["dcg"], 3), round(x.terms["ideal_dcg"], 3)
    (0.939, 4.0, 4.262)
    """
    k, found = _depth(k), read(relevance, gain, scores, ties, ids)
    best = found.best() if judged is None else _judged(judged, gain, found)
    terms = {"dcg": found.worth(k), "ideal_dcg": best.worth(k).retold("ideal_dcg")}
    return NDCG.work(undefined=undefined, conventions=found.conventions(k), **terms)


def _depth(k) -> int | None:
    """Read how many documents are looked at; None for all of them."""
    return None if k is None else documents(k, "k", 1)


class Ranked(NamedTuple):
    """Graded documents in their order, and how much of its gain each keeps.

    Attributes
    ----------
    names : numpy.ndarray, shape (n,)
    grade, gain : numpy.ndarray of float, shape (n,)
    spans : numpy.ndarray of int, shape (ties + 1,)
        Where each tie begins, and last where all end; a document alone is a tie of its own.
    how : dict of str to str
        The conventions in force.
    """

    names: np.ndarray
    grade: np.ndarray
    gain: np.ndarray
    spans: np.ndarray
    how: dict[str, str]

    def best(self) -> Ranked:
        """Put the best first."""
        line = np.argsort(-self.grade, kind="stable")
        alone = np.arange(len(line) + 1)
        return self._replace(
            names=self.names[line], grade=self.grade[line], gain=self.gain[line], spans=alone
        )

    def discounts(self, k: int | None) -> np.ndarray:
        """Compute what each keeps of its gain: the mean over the places of its tie."""
        ranks = np.arange(1, len(self.grade) + 1)
        each = 1 / np.log2(ranks + 1)
        if k is not None:
            each[k:] = 0
        if len(self.spans) == len(ranks) + 1:
            return each
        spans = native(self.spans)
        sizes = np.diff(spans)
        return np.repeat(np.add.reduceat(each, spans[:-1]) / sizes, sizes)

    def worth(self, k: int | None) -> Worked:
        """Add up what all gain, each discounted."""
        discount = self.discounts(k)
        terms = {"gain": self.gain, "discount": discount}
        return Worked(
            np.float64(math.fsum(self.gain * discount)),  # the same, in whatever order
            DCG.name,
            formula=DCG,
            terms=terms,
            steps=partial(_steps, self, k),
            conventions=self.conventions(k),
        )

    def conventions(self, k: int | None) -> dict[str, str]:
        """Say how many were looked at, beside the rest."""
        return self.how if k is None else {**self.how, "depth": f"the first {k} documents only"}


def read(relevance, gain: str, scores, ties: str, ids) -> Ranked:
    """Read graded documents, and line them up."""
    choice(gain, GAINS, "gain")
    choice(ties, LINED_UP, "ties")
    how = {"gain": f"gain: {GAINS[gain]}"}
    one_list(relevance)
    grade = _grades(relevance, "relevance", gain)
    names = np.arange(1, len(grade) + 1) if ids is None else inputs.ids(ids)
    if scores is None:
        inputs.same_length(relevance=grade, ids=names)
        return Ranked(names, grade, _gain(grade, gain), np.arange(len(grade) + 1), how)
    how["ties"] = f"ties: {LINED_UP[ties]}"
    scores = inputs.scores(scores, "scores")
    inputs.same_length(relevance=grade, scores=scores, ids=names)
    first = {"positives-first": [-grade], "negatives-first": [grade]}.get(ties, [])
    line = np.lexsort([*first, -scores])
    changes = np.flatnonzero(np.diff(scores[line])) + 1
    spans = np.r_[0, changes, len(line)] if ties == "grouped" else np.arange(len(line) + 1)
    return Ranked(names[line], grade[line], _gain(grade[line], gain), spans, how)


def _grades(values, name: str, gain: str) -> np.ndarray:
    """Read grades: numbers of 0 and more; an engine may have returned nothing."""
    if inputs.is_empty(values):
        return np.zeros(0)
    grades = inputs.finite(values, name, "grade", "a grade that isn't finite gains nothing")
    most = HIGHEST if gain == "exponential" else np.inf
    wrong = np.flatnonzero((grades < 0) | (grades > most))
    if wrong.size:
        upwards = f"from 0 to {most}" if gain == "exponential" else "of 0 and more"
        raise InputError(
            f"{name}[{wrong[0]}] is {grades[wrong[0]]:g} ({wrong.size} such value(s))",
            "a grade says how relevant a document is, and what isn't relevant gains nothing",
            f"pass grades {upwards}, such as 0, 1, 2, 3",
        )
    return grades


def _gain(grade: np.ndarray, gain: str) -> np.ndarray:
    return np.exp2(grade) - 1 if gain == "exponential" else grade


def _judged(judged, gain: str, found: Ranked) -> Ranked:
    """Line up all documents that somebody graded, the best first."""
    grades = _grades(judged, "judged", gain)
    strange = Counter(found.grade.tolist()) - Counter(grades.tolist())
    if strange:
        raise InputError(
            f"the list holds grades that judged lacks: {words.listing(sorted(strange))}",
            "judged holds the grades of all documents, those in the list among them",
            "add the grades of the list, one for each document",
        )
    places = np.arange(1, len(grades) + 1)
    return Ranked(places, grades, _gain(grades, gain), places, found.how).best()


def _steps(ranked: Ranked, k: int | None) -> Trace:
    """Lay out what each document adds."""
    shown = slice(k) if len(ranked.spans) == len(ranked.grade) + 1 else slice(None)
    discount = ranked.discounts(k)[shown]
    grade, gain = ranked.grade[shown], ranked.gain[shown]
    columns = (
        Column("rank", range(1, len(grade) + 1), align="right"),
        Column("document", ranked.names[shown].tolist()),
        Column("grade", grade, words.count, "right"),
        Column("gain", gain, words.count, "right"),
        Column("discount", discount, words.decimal, "right"),
        Column("gain·discount", gain * discount, words.decimal, "right"),
        Column("so far", np.cumsum(gain * discount), words.decimal, "right"),
    )
    many = words.how_many(len(grade), "document")
    return Trace(f"DCG of {many}", columns, ranked.conventions(k))
