"""The tie laboratory: what equal scores, and rounded ones, could have been worth.

A tie of a positives and b negatives could be walked in (a + b)! / (a!·b!) ways. The best puts the
positives first, the worst last, whatever the rule; and the mean is a sum over places, since each
place in the tie holds a positive with the chance a / (a + b).
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.arithmetic import FEW, native
from ..core.conventions import ApRule, RetiedTies, RoundedMeasure, TiedMeasure, options
from ..core.errors import InputError, choice
from ..core.formula import Worked
from ..core.inputs import locked
from ..core.trace import Column, Trace
from . import counting
from .auc import auc
from .average_precision import RULES, average_precision
from .ks import ks_statistic
from .sweep import counted, needs

if TYPE_CHECKING:
    from .sweep import Sweep

MEASURES = options(TiedMeasure)
POLICIES = options(RetiedTies)


class TieRange(NamedTuple):
    """What the orders of all ties make of a number.

    Attributes
    ----------
    lowest, highest : Worked
        All ties walked negatives first, and positives first.
    mean : Worked or None
        Over all orders, each as likely as the other; None where it can't be had without trying
        them: interpolation takes a maximum, and its mean is not that of the parts.
    """

    lowest: Worked
    mean: Worked | None
    highest: Worked


def retied(sweep: Sweep, ties: RetiedTies) -> Sweep:
    """Walk the ties of a sweep one sample at a time, all positives of a tie first, or last.

    Parameters
    ----------
    sweep : Sweep
        Of samples, or of whole-number weights, which are repeated samples.
    ties : {"positives-first", "negatives-first", "grouped"}
        ``"grouped"`` gives the sweep as it is.

    Returns
    -------
    Sweep
        A row a sample, without naming them.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> retied(sweep([1, 0, 1], [0.5, 0.5, 0.5]), "negatives-first").tp.tolist()
    [0, 0, 1, 2]
    """
    counted(sweep, "walk through ties")
    choice(ties, POLICIES, "ties")
    if ties == "grouped" or sweep.ties == ties:
        return sweep
    _whole(sweep)
    up, right = np.diff(sweep.tp), np.diff(sweep.fp)
    first, last = (up, right) if ties == "positives-first" else (right, up)
    runs = native(np.ravel(np.column_stack([first, last])))
    of_first = np.repeat(np.tile([True, False], len(up)), runs)
    positive = of_first == (ties == "positives-first")
    counts = (np.cumsum(side, dtype=np.int64) for side in (positive, ~positive))
    tp, fp = (locked(counting.on_top(0, column)) for column in counts)
    threshold = locked(counting.on_top(np.inf, np.repeat(sweep.threshold[1:], native(up + right))))
    return replace(sweep, threshold=threshold, tp=tp, fp=fp, ties=ties, samples=None)


def _whole(sweep: Sweep) -> None:
    """Refuse what has no ties to untie."""
    counted(sweep, "range over ties")
    if sweep.ties != "grouped":
        raise InputError(
            f"the sweep has ties={sweep.ties!r}",
            "its ties have been put in order already",
            'start from a sweep with ties="grouped"',
        )
    if sweep.tp.dtype != np.int64 or sweep.fp.dtype != np.int64:
        raise InputError(
            "the counts of the sweep are no whole numbers",
            "orders are orders of samples, and half a sample has no place in one",
            "leave out the weights, or use whole ones: they are repeated samples",
        )


def tie_range(
    sweep: Sweep, measure: TiedMeasure = "average_precision", rule: ApRule = "step"
) -> TieRange:
    """Return the lowest, the mean and the highest value over all orders of every tie.

    The value of the grouped sweep need not lie between them: where a tie holds several positives,
    grouping gives all of them the precision after the last, which no order does.

    Parameters
    ----------
    sweep : Sweep
        With ties grouped.
    measure : {"average_precision", "auc"}
        What to look at.
    rule : str
        For average precision: one of its six rules.

    References
    ----------
    McSherry & Najork (2008), Computing information retrieval performance measures efficiently in
    the presence of tied scores, section 3.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> tied = sweep([1, 0], [0.5, 0.5])
    >>> [value.fraction for value in tie_range(tied)]
    [Fraction(1, 2), Fraction(3, 4), Fraction(1, 1)]
    >>> [value.fraction for value in tie_range(tied, "auc")]
    [Fraction(0, 1), Fraction(1, 2), Fraction(1, 1)]
    """
    choice(measure, MEASURES, "measure")
    if choice(rule, RULES, "rule") != "step" and measure == "auc":
        raise InputError(
            f'rule={rule!r} for measure="auc"',
            "the rules are those of average precision; the area under the ROC curve has none",
            'leave it out, or ask for measure="average_precision"',
        )
    _whole(sweep)
    worst, best = (retied(sweep, f"{side}-first") for side in ("negatives", "positives"))
    if measure == "auc":  # a straight line across a tie is the mean of its orders
        return TieRange(auc(worst), auc(sweep), auc(best))
    ends = (average_precision(walked, rule) for walked in (worst, best))
    lowest, highest = ends
    return TieRange(lowest, _mean(sweep, rule), highest)


def _mean(sweep: Sweep, rule: str) -> Worked | None:
    """Return the mean AP over all orders: by steps, and by trapezoids, a sum over places."""
    if rule not in ("step", "trapezoid"):
        return None
    few = sweep.tp[-1] + sweep.fp[-1] <= FEW
    return Worked(
        float(_expected(sweep, rule)),
        "average_precision",
        exact=partial(_expected, sweep, rule, Fraction) if few else None,
        steps=partial(tied_groups, sweep),
        conventions={"AP rule": f"{rule}: {RULES[rule].text}", "ties": "mean over all orders"},
    )


def _expected(sweep: Sweep, rule: str, number=None):
    """Sum over all places of the walk: the chance of a positive there, times what it would add."""
    columns = _places(sweep)
    if number:
        columns = (np.array([number(n) for n in column.tolist()]) for column in columns)
    gained, tied, before, place, rank = columns
    before = before + (place - 1) * (gained - 1) / (tied - 1 + (tied == 1))
    height = (before + 1) / rank
    if rule == "trapezoid":
        first = rank == 1  # where the curve starts, at the customary precision of 1
        height = (height + (before + first) / (rank - 1 + first)) / 2
    return (gained / tied * height).sum() / sweep.positives


def _places(sweep: Sweep):
    """Give, for each place of the walk: positives and samples in its tie, TP before the tie, its
    place within it and its rank."""
    gained, tied = np.diff(sweep.tp), native(np.diff(sweep.tp + sweep.fp))
    start = np.repeat(sweep.tp[:-1] + sweep.fp[:-1], tied)
    rank = np.arange(1, len(start) + 1)
    per_row = (np.repeat(column, tied) for column in (gained, tied, sweep.tp[:-1]))
    return *per_row, rank - start, rank


def tied_groups(sweep: Sweep) -> Trace:
    """List the ties that hold both classes, and what their order is worth.

    Returns
    -------
    Trace
        A row a tie: how many orders it has, how much AUC it decides (ab of all pairs), and what it
        adds to the step rule's AP, at the least and at the most.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> print(tied_groups(sweep([1, 1, 0, 0], [0.9, 0.5, 0.5, 0.1])))
    1 tie that matters, of 4 samples · ties: grouped (one row per score, as in scikit-learn)
    step  threshold  positives  negatives  orders  AUC at stake  least AP  most AP
       2        0.5          1          1       2         0.250     0.333    0.500
    """
    _whole(sweep)
    needs(sweep, "tie", "recall")
    up, right = np.diff(sweep.tp), np.diff(sweep.fp)
    rows = np.flatnonzero((up > 0) & (right > 0)) + 1
    a, b = up[rows - 1], right[rows - 1]
    ends = [[_adds(sweep, row, last) for row in rows.tolist()] for last in (False, True)]
    of = f"{words.count(sweep.tp[-1] + sweep.fp[-1])} samples"
    many = f"{len(rows)} tie that matters" if len(rows) == 1 else f"{len(rows)} ties that matter"
    return Trace(
        f"{many}, of {of}",
        (
            Column("step", rows, align="right"),
            Column("threshold", sweep.threshold[rows], words.threshold, "right"),
            Column("positives", a, words.count, "right"),
            Column("negatives", b, words.count, "right"),
            Column("orders", [*map(math.comb, (a + b).tolist(), a.tolist())], _large, "right"),
            *_at_stake(sweep, a * b),
            Column("least AP", ends[1], words.decimal, "right"),
            Column("most AP", ends[0], words.decimal, "right"),
        ),
        {"ties": sweep.ties_in_words},
    )


def _at_stake(sweep: Sweep, pairs: np.ndarray):
    if sweep.negatives:
        share = pairs / (sweep.positives * sweep.negatives)
        yield Column("AUC at stake", share, words.decimal, "right")


def _adds(sweep: Sweep, row: int, last: bool) -> float:
    """Add up the precisions at the positives of a tie, walked first or last in it."""
    before, gained = sweep.tp[row - 1], sweep.tp[row] - sweep.tp[row - 1]
    alarms = sweep.fp[row] if last else sweep.fp[row - 1]
    reached = before + np.arange(1, gained + 1)
    return float((reached / (reached + alarms)).sum() / sweep.positives)


def _large(number: int) -> str:
    return f"{number:,}" if number < 10**9 else f"about 10^{int(math.log10(number))}"


def average_precision_table(sweep: Sweep) -> Trace:
    """Lay all rules for AP out side by side, with every way to take ties, and who computes which.

    Parameters
    ----------
    sweep : Sweep
        With ties grouped.

    Returns
    -------
    Trace
        A row a rule, a column a way to take ties.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> table = average_precision_table(sweep([1, 0, 1, 0], [0.9, 0.7, 0.7, 0.2]))
    >>> print(table[:2])
    one ranking, 8 different numbers called AP: 4 samples, 2 positive
    rule       sum                          grouped          positives first  negatives first ...
    step       Σ (Rᵢ − Rᵢ₋₁)·Pᵢ             5/6 = 0.83333    1                5/6 = 0.83333   ...
    trapezoid  Σ (Rᵢ − Rᵢ₋₁)·(Pᵢ₋₁ + Pᵢ)/2  11/12 = 0.91667  1                19/24 = 0.79167 ...
    """
    _whole(sweep)
    walks = {policy.replace("-", " "): retied(sweep, policy) for policy in POLICIES}
    numbers = {
        name: [average_precision(walked, rule) for rule in RULES] for name, walked in walks.items()
    }
    many = _different(numbers)
    called = f"{many} different numbers called AP" if many > 1 else "one number called AP"
    size = f"{words.count(sweep.tp[-1] + sweep.fp[-1])} samples"
    return Trace(
        f"one ranking, {called}: {size}, {words.count(sweep.positives)} positive",
        (
            Column("rule", [*RULES]),
            Column("sum", [rule.text for rule in RULES.values()]),
            *(
                Column(name, values, partial(words.both, places=5))
                for name, values in numbers.items()
            ),
            Column("who computes it, and how it takes ties", [r.tools for r in RULES.values()]),
        ),
    )


def _different(numbers: dict[str, list[Worked]]) -> int:
    """Count the numbers that differ by more than rounding."""
    return len({round(float(number), 9) for column in numbers.values() for number in column})


ALL = 53  # significant bits of a float
SIGN = -(2**63)
SLACK = 2.0**-40  # more than all rounding of floats on the way to a bound
BITS = "it says how many significant bits of a score count, and a float has 53"


def round_scores(y_score: ArrayLike, bits: int) -> np.ndarray:
    """Round scores down to so many significant bits.

    A score reaches a rounded threshold exactly where it did before, so that the counts at the
    thresholds that are left are exact. Whoever rounds in this way, the counts still add up.

    Parameters
    ----------
    y_score : array_like, shape (n,)
        Scores.
    bits : int
        How many significant bits of each are kept, from 1 to 53.

    Returns
    -------
    numpy.ndarray of float, shape (n,)

    Raises
    ------
    InputError
        If a score is no finite number, or a float has no so many bits.

    Examples
    --------
    >>> round_scores([0.8, 0.3, -0.3], 1), round_scores([0.8, 0.3, -0.3], 3)
    (array([ 0.5 ,  0.25, -0.5 ]), array([ 0.75  ,  0.25  , -0.3125]))
    """
    score = inputs.scores(y_score)
    # The bits of a float sort like a whole number, sign apart, so the last ones can be cut off.
    key, cut = score.view(np.int64), ALL - inputs.whole(bits, "bits", BITS, most=ALL)
    key = np.where(key < 0, SIGN - key, key) >> cut << cut
    down = np.where(key < 0, SIGN - key, key).view(np.float64)
    return np.maximum(down, np.finfo(float).min) + 0.0


class ResolutionRange(NamedTuple):
    """Between which values a number of the scores lies that were rounded.

    Attributes
    ----------
    lowest, highest : float
        Whatever the scores were, it isn't outside of these.
    """

    lowest: float
    highest: float


def resolution_range(sweep: Sweep, measure: RoundedMeasure = "auc") -> ResolutionRange:
    """Bound a number of the scores themselves, where the sweep is one of rounded scores.

    Parameters
    ----------
    sweep : Sweep
        Of scores that :func:`round_scores` rounded: those of one row may have been in any order.
    measure : {"auc", "average_precision", "ks"}
        Which number; average precision by steps.

    Returns
    -------
    ResolutionRange
        Rounding of floats included.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> rounded = sweep([1, 0, 1, 0], round_scores([0.9, 0.7, 0.6, 0.2], 1))
    >>> rounded.threshold.tolist(), auc(rounded).fraction
    ([inf, 0.5, 0.125], Fraction(3, 4))
    >>> [round(end, 6) for end in resolution_range(rounded)]
    [0.5, 1.0]
    """
    counted(sweep, "resolution range")
    low, high = RANGES[choice(measure, RANGES, "measure")](sweep)
    return ResolutionRange(max(low - SLACK, 0.0), min(high + SLACK, 1.0))


def _auc(sweep: Sweep) -> tuple[float, float]:
    """Within a row any order is possible, and all of its pairs may be won or lost."""
    area, (up, right) = float(auc(sweep)), (np.diff(c.astype(float)) for c in (sweep.tp, sweep.fp))
    stake = float(up @ right) / (2 * sweep.positives * sweep.negatives)
    return area - stake, area + stake


def _average_precision(sweep: Sweep) -> tuple[float, float]:
    """Within a row the positives came all at once and first, or one by one and last.

    First: each has the precision (T + a) / (T + a + F). Last: the k-th has
    (T + k) / (T + k + F + b), which over k is a curve above the chord of its ends.
    """
    average_precision(sweep)  # refuses what has none
    tp, fp = (column.astype(float) for column in (sweep.tp, sweep.fp))
    gains = np.diff(tp) > 0
    t, f, a, b = (c[gains] for c in (tp[:-1], fp[:-1], np.diff(tp), np.diff(fp)))
    share, end = a / sweep.positives, (t + a) / (t + a + f + b)
    lowest = share * ((t + 1) / (t + 1 + f + b) + end) / 2
    return float(lowest.sum()), float((share * ((t + a) / (t + a + f))).sum())


def _ks(sweep: Sweep) -> tuple[float, float]:
    """Within a row the positives may have come first, or the negatives."""
    gap, positives, negatives = float(ks_statistic(sweep)), sweep.positives, sweep.negatives
    up, right = sweep.tp.astype(float) * negatives, sweep.fp.astype(float) * positives
    widest = max((up[1:] - right[:-1]).max(), (right[1:] - up[:-1]).max())
    return gap, float(widest) / (positives * negatives)


RANGES = {"auc": _auc, "average_precision": _average_precision, "ks": _ks}
