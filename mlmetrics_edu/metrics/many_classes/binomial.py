"""The tails of the binomial distribution, and of chi-squared: what counts do by chance."""

import math

import numpy as np

HALVINGS = 200  # more than a float has bits
SMALL = 16
SIGMAS = 12  # beyond so many standard deviations there is nothing left to add


def upper_tail(k: int, n: int, p: float) -> float:
    """Give P(X ≥ k) for n trials that each succeed with probability p.

    Parameters
    ----------
    k, n : int
        The least number of successes, and the trials.
    p : float
        From 0 to 1.

    Examples
    --------
    >>> upper_tail(2, 3, 0.5)
    0.5
    """
    if k <= 0:
        return 1.0
    if k > n or p == 0:
        return 0.0
    if p == 1:
        return 1.0
    # Adding up from the mean outwards, where each term is smaller than the one before.
    if k > n * p:
        return _outwards(k, n, p)
    return 1 - _outwards(n - k + 1, n, 1 - p)


def _outwards(k: int, n: int, p: float) -> float:
    """Add up the probabilities from k to n, where k is above the mean."""
    spread = math.sqrt(n * p * (1 - p))
    j = np.arange(k, min(n, k + 60 + int(SIGMAS * spread)), dtype=float)
    ratios = np.cumprod((n - j) / (j + 1) * (p / (1 - p)))
    return probability(k, n, p) * (1 + float(ratios.sum()))


def probability(k: int, n: int, p: float) -> float:
    """Give P(X = k), exact to the last few bits even for large n.

    References
    ----------
    Loader (2000), Fast and accurate computation of binomial probabilities.

    Examples
    --------
    >>> round(probability(1, 3, 0.5), 12)
    0.375
    """
    if k in (0, n):
        return math.exp(n * (math.log1p(-p) if k == 0 else math.log(p)))
    log = _stirling(n) - _stirling(k) - _stirling(n - k)
    log -= _deviance(k, n * p) + _deviance(n - k, n * (1 - p))
    return math.exp(log) * math.sqrt(n / (2 * math.pi * k * (n - k)))


def _stirling(n: int) -> float:
    """What Stirling's formula leaves of log n!."""
    if n < SMALL:
        return math.log(math.factorial(n)) - (n + 0.5) * math.log(n) + n - _HALF_LOG_2PI
    square = n * n
    return (1 / 12 - (1 / 360 - (1 / 1260 - 1 / 1680 / square) / square) / square) / n


_HALF_LOG_2PI = math.log(2 * math.pi) / 2


def _deviance(x: float, mean: float) -> float:
    """Give x·log(x/mean) + mean − x without losing digits where both are close."""
    apart = (x - mean) / (x + mean)
    if abs(apart) >= 0.1:
        return x * math.log(x / mean) + mean - x
    # log(x/mean) is 2·atanh(apart), as a series.
    total, term = (x - mean) * apart, 2 * x * apart
    for odd in range(3, 100, 2):
        term *= apart * apart
        if total == total + term / odd:
            break
        total += term / odd
    return total


def bounds(k: int, n: int, low_tail: float, high_tail: float) -> tuple[float, float]:
    """Give the success probabilities under which k of n is just not too surprising.

    References
    ----------
    Clopper & Pearson (1934).

    Examples
    --------
    >>> [round(end, 4) for end in bounds(5, 10, 0.025, 0.025)]
    [0.1871, 0.8129]
    """
    low = 0.0 if k == 0 else _solve(lambda p: upper_tail(k, n, p) < low_tail)
    high = 1.0 if k == n else _solve(lambda p: upper_tail(n - k, n, 1 - p) >= high_tail)
    return low, high


def _solve(below) -> float:
    """Halve the interval from 0 to 1 until no float lies between its ends."""
    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if below(middle) else (low, middle)
    return (low + high) / 2


def chi_squared_tail(x: float, df: int) -> float:
    """Give P(X ≥ x) for chi-squared with df degrees of freedom.

    The tail is a finite sum: of Poisson probabilities where df is even, and of their like at the
    halves, with a normal tail, where it is odd.

    Examples
    --------
    >>> round(chi_squared_tail(3.841458820694124, 1), 12)
    0.05
    """
    if x <= 0:
        return 1.0
    half, start = x / 2, (df % 2) / 2
    powers = np.arange(df // 2) + start
    logs = [power * math.log(half) - half - math.lgamma(power + 1) for power in powers]
    normal = math.erfc(math.sqrt(half)) if df % 2 else 0.0
    return min(1.0, normal + math.fsum(map(math.exp, logs)))
