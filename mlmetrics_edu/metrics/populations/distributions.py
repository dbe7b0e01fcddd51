"""Distributions of scores: how many score at least t, and samples drawn at random."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ...core import inputs
from ...core.calls import explained_class
from ...core.errors import InputError, Named
from ...core.formula import Formula

WIDE = 9.0  # so many standard deviations from its mean, a normal distribution has ended in floats
LONG = 30.0  # and so many a beta distribution, whose longest tail is exponential
NODES = np.polynomial.legendre.leggauss(8)  # exact for polynomials up to degree 15 on each panel
STANDARD = Formula("z", "(mean - threshold) / sd")  # Φ(z) score at least so much
DENSITY = Formula("density", "phi / sd")
WHOLE = "for other shapes the survival function has no closed form"
MOST = 1000  # of a + b: beyond it, binomial coefficients are no floats


@explained_class
@dataclass(frozen=True)
class Normal(Named):
    """Scores of a normal distribution.

    Parameters
    ----------
    mean, sd : float
        Mean and standard deviation, in units of the score.

    Raises
    ------
    InputError
        If they are no finite numbers, or the standard deviation isn't positive.

    Examples
    --------
    >>> Normal(0.8, 0.55).survival([0.8, 0.25]).round(4).tolist()
    [0.5, 0.8413]
    """

    mean: float
    sd: float

    def __post_init__(self):
        for name in ("mean", "sd"):
            object.__setattr__(self, name, _real(getattr(self, name), name))
        if self.sd < 1e-9 * max(abs(self.mean), 1e-9):
            raise InputError(
                f"sd={self.sd!r} with mean={self.mean!r}",
                "a standard deviation is positive, and here floats must tell the scores apart",
                "pass a larger one; Always(value) is a score that never varies",
            )

    @property
    def support(self) -> tuple[float, float]:
        """Between which scores it lies."""
        return -math.inf, math.inf

    def survival(self, threshold: ArrayLike) -> np.ndarray:
        """Return the share that scores at least so much; small ones too are right in all digits."""
        t = _thresholds(threshold)
        z = STANDARD.column(mean=self.mean, sd=self.sd, threshold=t) / math.sqrt(2)
        return np.array([math.erfc(-x) / 2 for x in z.ravel().tolist()]).reshape(z.shape)

    def density(self, score: np.ndarray) -> np.ndarray:
        """Return the probability density, per unit of the score."""
        z = STANDARD.column(mean=self.mean, sd=self.sd, threshold=score)
        phi = np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi)
        return DENSITY.column(phi=phi, sd=self.sd)

    def draw(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Draw n scores."""
        return rng.normal(self.mean, self.sd, n)

    def grid(self, n: int) -> np.ndarray:
        """Return n scores between which nothing happens suddenly, down to one that all reach."""
        return self.mean + self.sd * np.linspace(WIDE, -WIDE, n)

    def average(self, f: Callable, cuts: np.ndarray) -> float:
        """Return the mean of f(score), by quadrature between some cuts."""
        return _integral(lambda score: f(score) * self.density(score), cuts)


@explained_class
@dataclass(frozen=True)
class Beta(Named):
    """Scores of a beta distribution between 0 and 1; Beta(1, 1) is uniform.

    Parameters
    ----------
    a, b : int
        Whole numbers from 1, together up to 1000. Beta(a, b) is then the a-th smallest from below
        of a + b − 1 uniform scores, and its survival function a sum of binomial probabilities.

    Raises
    ------
    InputError
        If they are none.

    Examples
    --------
    >>> Beta(4, 1).survival([0.5, 0.25]).tolist()
    [0.9375, 0.99609375]
    """

    a: int
    b: int

    def __post_init__(self):
        for name in "ab":
            object.__setattr__(self, name, inputs.whole(getattr(self, name), name, WHOLE))
        if self.a + self.b > MOST:
            raise InputError(
                f"a={self.a} and b={self.b}",
                f"they make up more than {MOST}, and floats don't hold the sums",
                "take a normal distribution, which is nearly the same then",
            )

    @property
    def support(self) -> tuple[float, float]:
        """Between which scores it lies."""
        return 0.0, 1.0

    @property
    def _n(self) -> int:
        return self.a + self.b - 1

    def survival(self, threshold: ArrayLike) -> np.ndarray:
        """Return the share that scores at least so much."""
        t = np.clip(_thresholds(threshold), 0, 1)
        # The a-th smallest is above t where fewer than a of the n uniform scores are below it.
        terms = (math.comb(self._n, j) * t**j * (1 - t) ** (self._n - j) for j in range(self.a))
        return np.minimum(sum(terms), 1.0)

    def density(self, score: np.ndarray) -> np.ndarray:
        """Return the probability density, per unit of the score."""
        t = np.clip(score, 0, 1)
        return self.a * math.comb(self._n, self.a) * t ** (self.a - 1) * (1 - t) ** (self.b - 1)

    def draw(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Draw n scores."""
        return rng.beta(self.a, self.b, n)

    def grid(self, n: int) -> np.ndarray:
        """Return n scores between which nothing happens suddenly, down to one that all reach."""
        mean, size = self.a / (self.a + self.b), self.a + self.b
        reach = LONG * math.sqrt(mean * (1 - mean) / (size + 1))
        inner = np.linspace(min(1.0, mean + reach), max(0.0, mean - reach), max(n - 2, 2))
        return np.concatenate([[1.0], inner, [0.0]])

    def average(self, f: Callable, cuts: np.ndarray) -> float:
        """Return the mean of f(score), by quadrature between some cuts."""
        return _integral(lambda score: f(score) * self.density(score), np.clip(cuts, 0, 1))

    def outranks(self, other: "Beta") -> Fraction:
        """Return the exact probability that a score of this one is above a score of another.

        Examples
        --------
        >>> Beta(4, 1).outranks(Beta(1, 1))
        Fraction(4, 5)
        """
        # The mean of a binomial probability over scores that are themselves beta-distributed.
        weights = (
            math.comb(self._n, j) * _beta(other.a + j, other.b + self._n - j) for j in range(self.a)
        )
        return sum(weights, Fraction(0)) / _beta(other.a, other.b)


@explained_class
@dataclass(frozen=True)
class Always(Named):
    """One and the same score, always.

    Examples
    --------
    >>> Always(1).survival([0.5, 1, 1.5]).tolist()
    [1.0, 1.0, 0.0]
    """

    value: float

    def __post_init__(self):
        object.__setattr__(self, "value", _real(self.value, "value"))

    @property
    def support(self) -> tuple[float, float]:
        """Between which scores it lies."""
        return self.value, self.value

    def survival(self, threshold: ArrayLike) -> np.ndarray:
        """Return the share that scores at least so much."""
        return (_thresholds(threshold) <= self.value).astype(float)

    def draw(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Draw n scores."""
        return np.full(n, float(self.value))

    def grid(self, n: int) -> np.ndarray:
        """Return the score, and the one above it, so that no other score comes in together."""
        return np.array([np.nextafter(self.value, np.inf), float(self.value)])

    def average(self, f: Callable, cuts: np.ndarray) -> float:
        """Return f(score); where f jumps there, half of it comes before and half after."""
        return np.mean(f(self.grid(2))).item()


Distribution: TypeAlias = Normal | Beta | Always


def _integral(f: Callable, cuts: np.ndarray) -> float:
    """Integrate by Gauss and Legendre's rule on each panel between two cuts."""
    cuts = np.unique(cuts)
    middle, half = (cuts[1:] + cuts[:-1]) / 2, np.diff(cuts) / 2
    nodes, weights = NODES
    return float((f(middle[:, None] + half[:, None] * nodes) @ weights) @ half)


def _beta(a: int, b: int) -> Fraction:
    """Return the beta function of whole numbers."""
    return Fraction(math.factorial(a - 1) * math.factorial(b - 1), math.factorial(a + b - 1))


def _thresholds(values) -> np.ndarray:
    """Read one threshold, or an array of them; an infinite one is above or below all scores."""
    try:
        array = np.asarray(values, float)
    except (TypeError, ValueError):
        array = np.array(math.nan)
    if np.isnan(array).any():
        raise InputError(
            f"threshold={values!r}", "a threshold is a number", "pass a number, such as 0.5"
        )
    return array


def _real(value, name: str) -> float:
    """Read a number of an ordinary size; whole ones stay whole."""
    if not inputs.is_finite(value) or abs(value) >= 1e100:
        raise InputError(
            f"{name}={inputs.short(value)}",
            "it places the scores, so it is a finite number, not beyond 1e100",
            "pass a number such as 0.5",
        )
    return value if isinstance(value, int) else float(value)
