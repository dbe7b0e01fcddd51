"""How sure a share is: of so many samples so many were right, recalled, or called positive."""

import math
from statistics import NormalDist

from ...core import digits, inputs, words
from ...core.calls import explained
from ...core.conventions import BinomialEnds
from ...core.errors import InputError
from ...core.worked import Worked
from .. import tails as chance
from .interval import Interval, tails

ENDS = {
    "exact": "exact binomial ends (Clopper & Pearson)",
    "normal": "normal ends (Wald)",
    "wilson": "score ends (Wilson)",
}
LARGE = 10**12  # beyond so many samples an interval is narrower than SciPy finds its ends


@explained
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
    method : {"wilson", "exact", "normal"}
        ``"wilson"``: the shares whose own normal test wouldn't reject what was counted; it stays
        from 0 to 1, and holds the truth about as often as it says. ``"exact"``: Clopper and
        Pearson's, which holds it at least so often, and is wider. ``"normal"``: the share ± z
        standard errors, which leaves 0 to 1 and is too short near both.

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
    inputs.choice(method, ENDS, "method")
    k, n, estimate = _counts(part, whole)
    name = words.symbol(estimate.name)
    tails(level)
    if not n:
        nothing, why = (math.nan, math.nan), estimate.reason
        return Interval(name, estimate, *nothing, float(level), math.nan, reason=why)
    return of_counts(name, k, n, level, method, estimate)


def of_counts(
    name: str, k: int, n: int, level: float, method: str, estimate: float | None = None
) -> Interval:
    """Return the interval of k of n."""
    share = k / n
    error = math.sqrt(share * (1 - share) / n)
    rule = {"method": ENDS[method]}
    estimate = share if estimate is None else estimate
    ends = _ends(k, n, level, method, error)
    return Interval(name, estimate, *ends, float(level), error, rule)


def _ends(k: int, n: int, level: float, method: str, error: float) -> tuple[float, float]:
    low, high = tails(level)
    if method == "exact":
        return chance.bounds(k, n, low, 1 - high)
    z = NormalDist().inv_cdf(high)
    if method == "normal":
        return k / n - z * error, k / n + z * error
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
            f"{words.symbol(rate.name)} is a share of {' + '.join(map(digits.count, whole))}",
            "how sure it is depends on how many samples there are, and weights don't tell",
            "count samples, without weights",
        )
    return sum(part), sum(whole)
