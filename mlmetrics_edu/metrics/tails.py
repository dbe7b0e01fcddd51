"""Tails of distributions, by SciPy: what counts and ranks do by chance."""

from __future__ import annotations

import math
import sys
from types import ModuleType

from ..core.errors import MetricError


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


def chi_squared_tail(x: float, df: int) -> float:
    """Compute P(X ≥ x) for chi-squared with df degrees of freedom.

    Examples
    --------
    >>> round(chi_squared_tail(3.841458820694124, 1), 12)
    0.05
    """
    return float(_special().chdtrc(df, x))


def f_tail(x: float, between: int, within: int) -> float:
    """Compute P(X ≥ x) for an F distribution with these degrees of freedom.

    Examples
    --------
    >>> round(f_tail(5.143252849784718, 2, 6), 12)
    0.05
    """
    return float(_special().fdtrc(between, within, x))


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
        raise MetricError(
            "SciPy can't be imported", "the tails of distributions are its own", _how_to_get_it()
        ) from None
    return special


def _how_to_get_it() -> str:
    if sys.platform == "emscripten":  # a browser, which fetches what a cell imports by its name
        return "run a cell that says import scipy, which fetches it; then run this one again"
    return "install it: pip install scipy; mlmetrics-edu doctor looks at all libraries"
