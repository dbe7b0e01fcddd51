"""What a question about a walk is answered with: another row, rate or place; KS, lift and luck."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, exp

import numpy as np

from ....core import words
from ....metrics.confusion import Confusion
from ....metrics.ks import ks_statistic
from ....metrics.sweep import Sweep
from ....metrics.thresholds import best_threshold
from ..family import Family, family
from .tables import likelihood, named_rates, rates

AT_A_CUT = ("fdr", "jaccard", "fpr", "specificity", "prevalence", "informedness")
NOWHERE = float("nan")


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


def leads(s: Sweep, row: int) -> Family:
    """Return what stands around the largest lead of TPR, which is in a row.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.3, 0.1])
    >>> print(leads(s, 3).members["lead in counts"].says())
    That's the lead in people. Divide each count by the size of its own class.
    """
    c, ahead = s.confusion(row), s.tp - s.fp
    values = {
        "lead of FPR": ks_statistic(s, "less"),
        "lead in counts": int(ahead.max()),
        "lead in the middle of the list": s["informedness"][len(s) // 2],
    }
    table = named_rates(c, "informedness").but("predicted positive rate", "false discovery rate")
    table += likelihood(c).but("LR+")
    return table + around(s, row, "informedness", "lead") + family("walks.leads", values)


def lifts(s: Sweep, row: int) -> Family:
    """Return what the lift of the first rows of a table of groups is taken for.

    Examples
    --------
    >>> s = Sweep.from_counts([3, 2, 1], tp=[5, 8, 9], fp=[5, 12, 21])
    >>> print(lifts(s, 2).members["one group too many"].says())
    That's the lift with one group more.
    """
    c, tp, called = s.confusion(row), np.diff(s.tp), np.diff(s.tp + s.fp)
    base = float(c.prevalence)
    each, right = tp / called / base, float(c.lift)
    others = c.false_omission_rate
    values = {
        "sum of the lifts": each[:row].sum(),
        "one group too few": float(s.confusion(row - 1).lift),
        "one group too many": s.confusion(row + 1).lift,
        "lift of the other groups": others / base,
        "lift less one": right - 1,
        "precision less the share of positives": c.precision - base,
        "over the rate of the other groups": c.precision / others,
        "over the positives of the other groups": c.tp / c.fn,
    }
    return family("walks.lifts", values) + named_rates(c) + likelihood(c)


def thresholds(s: Sweep, row: int) -> Family:
    """Return scores that may be typed instead of the one of a row: those that call others.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0, 0], [0.9, 0.8, 0.6, 0.3, 0.1])
    >>> print(thresholds(s, 3).members["of the last on the list"].says())
    That refuses everyone.
    """
    bar, called = s.threshold, s.tp + s.fp
    rows = {
        "one row earlier": row - 1,
        "where FPR leads by most": int(np.argmin(s["informedness"])),
        "at the highest F1": best_threshold(s, "f1").rows[0],
        "at the highest accuracy": best_threshold(s, "accuracy").rows[0],
        "after as many as there are positives": int(np.searchsorted(called, s.positives)),
        "of the last positive": int(np.argmax(s.tp)),
        "of the first on the list": 1,
        "of the last on the list": len(s) - 1,
        "in the middle of the list": int(np.searchsorted(called, called[-1] / 2)),
    }
    values = {name: bar[there] for name, there in rows.items() if there > 0}
    values["one half"] = 0.5
    values["the mean score"] = s.samples.score.mean()
    values["TPR at KS"] = float(s.confusion(row).recall)
    # A number that calls the same people is as good as the score itself.
    values = {name: float(t) for name, t in values.items() if s.row_at(float(t)) != row}
    return family("walks.thresholds", values)


def places(lead: Sequence[int], met: Sequence[int], s: Sweep) -> Family:
    """Return places and heights on a KS curve other than its first meeting.

    Examples
    --------
    >>> from ....metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> print(places([0, 1, 0, 1, 0], [2], s).members["one sample too late"].says())
    That's one sample too late.
    """
    n, k, far = len(s) - 1, int(met[0]), int(np.argmax(lead))
    shrinks = next((i for i in range(n) if lead[i + 1] < lead[i]), 0)
    places = {
        "second meeting": met[1] if len(met) > 1 else NOWHERE,
        "end of the picture": n,
        "one sample too early": k - 1,
        "one sample too late": k + 1,
        "where the lead first shrinks": shrinks,
        "share that isn't called": n - k,
        "from the widest gap on": k - far,
        "middle of the picture": n / 2,
    }
    values = {name: place / n for name, place in places.items()}
    values |= {
        "number of samples": k,
        "number of positives": int(s.tp[k]),
        "TPR at the widest gap": s["recall"][far],
        "FPR at the widest gap": s["fpr"][far],
        "threshold of KS": s.threshold[far],
    }
    return family("walks.places", values)


def tails(rows: Mapping[int, tuple[int, int]], at: int, bad: int, good: int) -> Family:
    """Return shares of lists other than those with so large a lead of either rate.

    Parameters
    ----------
    rows : mapping of int to pair
        For each lead, times the size of both classes, how many lists have it: of TPR, of either.
    at : int
        The lead that is asked for.
    bad, good : int
        How many there are of both classes.

    Examples
    --------
    >>> family = tails({0: (1, 0), 1: (1, 2)}, 1, 1, 1)
    >>> print(family.members["number of lists"].says(), family.values["number of lists"])
    That's the number of lists. What share of all lists is it? 2
    """
    steps = sorted(rows)
    before = max((lead for lead in steps if lead < at), default=at)
    lists, gap = comb(bad + good, bad), at / (bad * good)

    def counted(which, low, high=None):
        return sum(n[which] for lead, n in rows.items() if low <= lead <= (high or steps[-1]))

    one, wide = counted(0, at), counted(1, at)
    values = {
        "from one row earlier on": counted(1, before),
        "TPR leads by more": counted(0, at + 1),
        "TPR leads, from one row earlier on": counted(0, before),
        "TPR leads by exactly that": rows[at][0],
        "up to that lead": counted(1, 0, at),
        "both columns added": one + wide,
        "half of it": Fraction(wide, 2),
    }
    values = {name: Fraction(n) / lists for name, n in values.items()}
    values |= {
        "number of lists": wide,
        "share of the rows of the table": np.mean([lead >= at for lead in steps]),
        "divided by all rows of ones and zeros": wide / 2 ** (bad + good),
        "formula for large samples": 2 * exp(-2 * gap**2 * bad * good / (bad + good)),
    }
    return family("walks.tails", values)
