"""What a question about one row of a walk is answered with: another row, another rate."""

import numpy as np

from ....core import words
from ....metrics.confusion import Confusion
from ....metrics.sweep import Sweep
from ..family import Family, family
from .tables import rates

AT_A_CUT = ("fdr", "jaccard", "fpr", "specificity", "prevalence", "informedness")


def at_row(s: Sweep, row: int, asked: str) -> Family:
    """Return the table of a row, and the rate that is asked for in other rows.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.3, 0.1])
    >>> family = at_row(s, 3, "precision")
    >>> float(family.values["recall"]), float(family.values["one row earlier"])
    (1.0, 0.5)
    """
    c = s.confusion(row)
    return rates(c, asked) + likelihood(c) + around(s, row, asked)


def likelihood(c: Confusion) -> Family:
    """Return the likelihood ratios of a table.

    Examples
    --------
    >>> print(likelihood(Confusion(tp=4, fp=3, fn=2, tn=11)).members["LR+"].says())
    That's the positive likelihood ratio, TPR over FPR.
    """
    return family("walks.ratios", {"LR+": c.lr_plus, "LR−": c.lr_minus})


def around(s: Sweep, row: int, asked: str, name: str = "") -> Family:
    """Return what a rate is in other rows than the one that is asked for.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.3, 0.1])
    >>> print(around(s, 3, "precision").members["one row earlier"].says())
    That's the precision one row earlier, as with > instead of ≥.
    """
    column, called = s.column(asked), s.tp + s.fp
    rows = {
        "one row earlier": row - 1,
        "one row later": row + 1,
        "at the threshold one half": s.row_at(0.5),
    }
    values = {name: column[there] for name, there in rows.items() if there < len(s)}
    values["the mean down to there"] = np.nanmean(column[1 : row + 1])
    values["among as many at the bottom"] = float(upturned(s, called[row]).rate(asked))
    values["the score there"] = s.threshold[row]
    scores = s.samples.score
    values["the mean score of those called"] = scores[scores >= s.threshold[row]].mean()
    return family("walks.rows", values, asked=name or words.symbol(asked))


def upturned(s: Sweep, called: float) -> Confusion:
    """Count what is called if so many are called from the lowest score up."""
    c = s.confusion(int(np.searchsorted(s.tp + s.fp, s.tp[-1] + s.fp[-1] - called)))
    return Confusion(tp=c.fn, fp=c.tn, fn=c.tp, tn=c.fp)


def cuts(s: Sweep, k: int, *rates: str) -> Family:
    """Return what stands around the cut of a list after as many as there are positives.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.3, 0.1])
    >>> print(cuts(s, 2, "precision").members["place of the cut"].says())
    That's the place of the cut. What is the precision there?
    """
    c, p, r = s.confusion(k), s["precision"], s["recall"]
    near = min(np.flatnonzero(np.diff(s.tp)) + 1, key=lambda row: abs(p[row] - r[row]))
    values = {f"{rate} one place earlier": s[rate][k - 1] for rate in rates}
    values |= {f"{rate} one place later": s[rate][k + 1] for rate in rates}
    if p[near] != r[near]:  # else it is the cut itself
        values |= {f"{rate} where the two are nearest": s[rate][near] for rate in rates}
    values |= {"place of the cut": k, "positives above the cut": c.tp}
    # P and R are equal, so FP and FN are, and many rates are the same.
    table = {words.term(name).en: c.rate(name) for name in AT_A_CUT[: 2 if c.tn is None else None]}
    return family("tables.rates", table) + family("walks.cuts", values)
