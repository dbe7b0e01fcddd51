"""How sure a share is, and whether both kinds of error are equally many (McNemar)."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from statistics import NormalDist
from types import ModuleType
from typing import TYPE_CHECKING

import numpy as np

from ..core import inputs, words
from ..core.conventions import BinomialEnds, McNemar
from ..core.errors import InputError, MetricError, Named, choice
from ..core.formula import Worked
from ..core.trace import Trace

if TYPE_CHECKING:
    from .confusion_matrix import ConfusionMatrix
    from .sweep import Sweep


ENDS = {
    "exact": "exact binomial ends (Clopper & Pearson)",
    "wilson": "score ends (Wilson)",
}
LARGE = 10**12  # beyond so many samples an interval is narrower than SciPy finds its ends


@dataclass(frozen=True, eq=False, repr=False)
class Interval(Named):
    """An estimate with its interval; ``low, high = interval`` unpacks the ends.

    A 95 % interval comes from a procedure that catches the truth in 95 of 100 such data sets. Of
    this one interval it doesn't say that the truth lies in it with 95 %.

    Attributes
    ----------
    name : str
        What was estimated.
    estimate, low, high : float
        The estimate and both ends; the ends are nan where there is no interval.
    level : float
        In how many of all cases such an interval should hold the truth, such as 0.95.
    standard_error : float
        How much the estimate varies from one set of samples to the next.
    conventions : mapping of str to str
        How it was made.
    replicates : numpy.ndarray of float, shape (times,), or None
        The estimates of the bootstrap samples, read-only.
    left_out : int
        How many bootstrap samples had no estimate.
    reason : str
        Why there is no interval; empty where there is one.

    Examples
    --------
    >>> reading = Interval("AUC", 0.875, 0.71, 0.94, 0.95, 0.06, {"method": "percentile"})
    >>> print(reading)
    AUC 0.875, 95 % interval 0.710 to 0.940 (percentile)
    >>> low, high = reading
    >>> 0.5 in reading
    False
    """

    name: str
    estimate: float
    low: float
    high: float
    level: float
    standard_error: float
    conventions: Mapping[str, str] = field(default_factory=dict)
    replicates: np.ndarray | None = None
    left_out: int = 0
    reason: str = ""

    def __iter__(self) -> Iterator[float]:
        return iter((self.low, self.high))

    def __contains__(self, value) -> bool:
        return bool(self.low <= value <= self.high)

    def __str__(self) -> str:
        ends = " to ".join(words.decimal(end) for end in self)
        ends = f"undefined: {self.reason}" if self.reason else ends
        what = f"{percent(self.level)} interval {ends}"
        notes = [*self.conventions.values()]
        if self.left_out:
            notes.append(f"{self.left_out:,} left out, where it is undefined or infinite")
        return f"{self.name} {words.decimal(self.estimate)}, {what} ({'; '.join(notes)})"

    __repr__ = __str__


def percent(level: float) -> str:
    """Write a level: "95 %"."""
    return f"{100 * level:g} %"


def tails(level) -> tuple[float, float]:
    """Return the shares below and above which an interval of some level leaves the rest.

    Examples
    --------
    >>> tails(0.75)
    (0.125, 0.875)
    """
    why = "it is the share of such intervals that should hold the truth"
    level = inputs.share(level, "level", why, zero=False, one=False)
    return (1 - float(level)) / 2, (1 + float(level)) / 2


def clipped(
    ends: tuple[float, float], least: int, notes: dict[str, str]
) -> tuple[tuple[float, float], dict[str, str]]:
    """Cut an interval off where no value can be, and say so: below some least one, and above 1.

    Examples
    --------
    >>> clipped((0.9, 1.2), 0, {})
    ((0.9, 1.0), {'clipped': 'clipped to 0…1 from 0.900…1.200'})
    """
    low, high = ends
    if not (low < least or high > 1):
        return ends, notes
    said = f"clipped to {words.count(least).replace('-', '−')}…1 from {low:.3f}…{high:.3f}"
    return (max(low, float(least)), min(high, 1.0)), {**notes, "clipped": said}


def whole_counts(sweep: Sweep, what: str) -> tuple[np.ndarray, np.ndarray]:
    """Return how many positives and negatives each row lets in, as whole numbers.

    Raises
    ------
    InputError
        If they are sums of weights that aren't whole: then nobody knows how many samples there
        are, and an error is a matter of how many.
    """
    ends = sweep.positives, sweep.negatives or 0
    columns = [np.append(c, end) for c, end in zip((sweep.tp, sweep.fp), ends, strict=True)]
    if any((column % 1).any() for column in columns):
        raise InputError(
            f"there is no {what} for counts such as {_first_part(sweep):g}",
            "it depends on how many samples there are, and weights or shares don't tell",
            "use whole weights, which mean repeated samples, or none",
        )
    if sum(ends) > inputs.EXACT_INTEGER:
        raise InputError(
            f"there is no {what} for {words.count(float(sum(ends)))} samples",
            "nobody has counted so many, and with so many nothing is left to chance",
            "give the samples weights that say how often each was really seen",
        )
    return tuple(np.diff(column[:-1], prepend=0).astype(np.int64) for column in columns)


def _first_part(sweep: Sweep) -> float:
    """Find a count that isn't whole."""
    every = [*sweep.tp.tolist(), *sweep.fp.tolist(), sweep.positives, sweep.negatives or 0]
    return float(next((count for count in every if count != int(count)), every[-1]))


def proportion_interval(
    part: Worked | int,
    whole: int | None = None,
    *,
    level: float = 0.95,
    method: BinomialEnds = "wilson",
) -> Interval:
    """Return the true shares with which a counted one is not too surprising.

    Parameters
    ----------
    part : Worked or int
        A rate that is a share of samples, such as ``c.recall``; or how many of ``whole``.
    whole : int, optional
        How many samples there are.
    level : float
        In how many of all cases such an interval should hold the true share.
    method : {"wilson", "exact"}
        ``"wilson"``: the shares whose own normal test wouldn't reject what was counted; it stays
        from 0 to 1, and holds the truth about as often as it says. ``"exact"``: Clopper and
        Pearson's, which holds it at least so often, and is wider.

    Returns
    -------
    Interval
        With the reason instead of ends where the share is 0/0.

    Raises
    ------
    InputError
        If it is no share of whole samples, as F1 is none.

    References
    ----------
    Wilson (1927), Probable inference, the law of succession, and statistical inference; Clopper &
    Pearson (1934); Brown, Cai & DasGupta (2001) compare them with others.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.confusion import Confusion
    >>> print(proportion_interval(Confusion(8, 12, 2, 9978).recall))
    recall 0.800, 95 % interval 0.490 to 0.943 (score ends (Wilson))
    >>> print(proportion_interval(8, 10, method="exact"))
    share 0.800, 95 % interval 0.444 to 0.975 (exact binomial ends (Clopper & Pearson))
    """
    choice(method, ENDS, "method")
    k, n, estimate = _counts(part, whole)
    name = words.symbol(estimate.name)
    tails(level)
    if not n:
        nothing, why = (math.nan, math.nan), estimate.reason
        return Interval(name, estimate, *nothing, float(level), math.nan, reason=why)
    error = math.sqrt(k / n * (1 - k / n) / n)
    rule = {"method": ENDS[method]}
    return Interval(name, estimate, *_ends(k, n, level, method), float(level), error, rule)


def _ends(k: int, n: int, level: float, method: str) -> tuple[float, float]:
    low, high = tails(level)
    if method == "exact":
        return bounds(k, n, low, 1 - high)
    z = NormalDist().inv_cdf(high)
    middle, reach = k + z**2 / 2, z * math.sqrt(k * (n - k) / n + z**2 / 4)
    # Where nobody is, or everybody, one end is just there; a difference of roots would miss it.
    below = 0.0 if k == 0 else (middle - reach) / (n + z**2)
    above = 1.0 if k == n else (middle + reach) / (n + z**2)
    return below, above


def _counts(part, whole) -> tuple[int, int, Worked]:
    """Read how many of how many."""
    if isinstance(part, Worked) and part.formula is not None:
        if whole is not None:
            raise InputError(
                f"{part.name} and whole={inputs.short(whole)}",
                "a rate knows how many samples it is a share of",
                "leave whole out, or pass two counts",
            )
        return *_of_rate(part), part
    if whole is None:
        raise InputError(
            f"part={inputs.short(part)} without whole",
            "a share has an interval only if it is known of how many samples",
            "pass a rate such as c.recall, or two counts: part=8, whole=10",
        )
    n = inputs.whole(whole, "whole", "it counts all samples", 0, LARGE)
    k = inputs.whole(part, "part", "it counts samples, of all", 0, n)
    value = k / n if n else math.nan
    return k, n, Worked(value, "share", reason="" if n else "0 of 0 samples")


def _of_rate(rate: Worked) -> tuple[int, int]:
    """Take a rate apart: the counts above the fraction bar, and those below it."""
    share = rate.formula.share
    if share is None:
        raise InputError(
            f"{words.symbol(rate.name)} = {rate.formula.text}",
            "it is no share of samples, so how sure it is doesn't follow from the binomial",
            "use mm.bootstrap, or a rate that is one, such as recall or precision",
        )
    part, whole = ([rate.terms[name] for name in side] for side in share)
    if not all(map(inputs.is_whole, whole)) or sum(whole) > LARGE:
        raise InputError(
            f"{words.symbol(rate.name)} is a share of {' + '.join(map(words.count, whole))}",
            "how sure it is depends on how many samples there are, and weights don't tell",
            "count samples, without weights",
        )
    return sum(part), sum(whole)


TESTS = {
    "corrected": "chi-squared with continuity correction (Edwards)",
    "exact": "exact binomial",
}


def mcnemar(matrix: ConfusionMatrix, method: McNemar = "corrected") -> Worked:
    """Return the p value that both kinds of error are equally likely, sample by sample.

    Parameters
    ----------
    matrix : ConfusionMatrix
        Whole counts of two classes.
    method : {"corrected", "exact"}
        Chi-squared with the continuity correction, or exact binomial.

    References
    ----------
    McNemar (1947); Edwards (1948) for the correction.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.confusion_matrix import ConfusionMatrix
    >>> round(mcnemar(ConfusionMatrix([[54, 32], [27, 231]])), 7)
    0.602537
    """
    choice(method, TESTS, "method")
    if not hasattr(matrix, "one_vs_rest"):
        raise InputError(
            f"the McNemar test of a {type(matrix).__name__} was asked for",
            "it is made of the counts of each class",
            "count first: m = mm.ConfusionMatrix.from_labels(y_true, y_pred)",
        )
    if matrix.counts.dtype != np.int64 or not 0 < matrix.total <= LARGE:
        raise InputError(
            f"there is no test for {words.count(matrix.total)} samples",
            "it depends on how many samples there are, and weights don't tell",
            "count samples, at least one, without weights",
        )
    if matrix.k != 2:
        raise InputError(
            f"{matrix.k} classes",
            "the test compares two kinds of error",
            "count one class against the rest",
        )
    return _mcnemar(int(matrix.counts[0, 1]), int(matrix.counts[1, 0]), method)


def _mcnemar(b: int, c: int, method: str) -> Worked:
    rule, rows = {"test": TESTS[method]}, {"errors of one kind": str(b), "of the other": str(c)}
    if not b + c:
        why = "b + c = 0: there are no errors to compare"
        return Worked(math.nan, "mcnemar_p_value", reason=why, conventions=rule)
    if method == "exact":
        p = min(1.0, 2 * upper_tail(max(b, c), b + c, 0.5))
    else:
        square = max(abs(b - c) - 1, 0) ** 2 / (b + c)
        rows["chi-squared"] = words.decimal(square)
        p = math.erfc(math.sqrt(square / 2))  # of the square of a standard normal number
    steps = partial(Trace.of, "two kinds of error", {"number": [*rows], "value": [*rows.values()]})
    return Worked(p, "mcnemar_p_value", conventions=rule, steps=steps)


def upper_tail(k: int, n: int, p: float) -> float:
    """Compute P(X ≥ k) for n trials that each succeed with probability p.

    It is the share of a beta distribution below p: of n uniform numbers, the k-th smallest is below
    p where at least k of them are.

    Parameters
    ----------
    k, n : int
        The least number of successes, and the trials.
    p : float
        From 0 to 1.

    Examples
    --------
    >>> round(upper_tail(2, 3, 0.5), 12)
    0.5
    """
    if not 0 < k <= n:
        return float(k <= 0)
    return float(_special().betainc(k, n - k + 1, p))


def bounds(k: int, n: int, low_tail: float, high_tail: float) -> tuple[float, float]:
    """Compute the success probabilities under which k of n is just not too surprising.

    References
    ----------
    Clopper & Pearson (1934).

    Examples
    --------
    >>> [round(end, 4) for end in bounds(5, 10, 0.025, 0.025)]
    [0.1871, 0.8129]
    """
    low = 0.0 if k == 0 else _special().betaincinv(k, n - k + 1, low_tail)
    high = 1.0 if k == n else 1 - _special().betaincinv(n - k, k + 1, high_tail)
    return float(low), float(high)


def studentized(tail: float, groups: int) -> float:
    """Compute what the range of so many standard normal numbers exceeds with this chance, by √2.

    Examples
    --------
    >>> round(studentized(0.05, 3), 3)
    2.344
    """
    _special()
    from scipy.stats import studentized_range

    return float(studentized_range.isf(tail, groups, math.inf) / math.sqrt(2))


def _special() -> ModuleType:
    try:
        from scipy import special
    except ImportError:
        how = "install it: pip install scipy; mlmetrics-edu doctor looks at all libraries"
        if sys.platform == "emscripten":  # a browser, which fetches what a cell imports by its name
            how = "run a cell that says import scipy, which fetches it; then run this one again"
        why = "the tails of distributions are its own"
        raise MetricError("SciPy can't be imported", why, how) from None
    return special
