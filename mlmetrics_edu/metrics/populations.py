"""Populations: classes whose scores have a known distribution, and so areas that are known too.

Samples tell a curve up to chance. Of a population it is known exactly, which is a second route to
every area of this package, and shows what a sample does by luck. The same sweep at another
prevalence is another population, too.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from ..core import inputs, words
from ..core.arithmetic import Exact, Rounded, exact
from ..core.errors import InputError, Named, explained_class
from ..core.formula import Formula, Worked
from ..core.inputs import EXACT_INTEGER, locked
from ..core.trace import Column, Trace
from .counting import Samples
from .sweep import Sweep, counted, needs

WIDE = 9.0  # so many standard deviations from its mean, a normal distribution has ended in floats
LONG = 30.0  # and so many a beta distribution, whose longest tail is exponential
NODES = np.polynomial.legendre.leggauss(8)  # exact for polynomials up to degree 15 on each panel
STANDARD = Formula("z", "(mean - threshold) / sd")  # Φ(z) score at least so much
DENSITY = Formula("density", "phi / sd")
WHOLE = "for other shapes the survival function has no closed form"
LARGEST_SUM = 1000  # of a + b: beyond it, binomial coefficients are no floats


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
        if self.a + self.b > LARGEST_SUM:
            raise InputError(
                f"a={self.a} and b={self.b}",
                f"they make up more than {MOST}, and floats don't hold the sums",
                "take a normal distribution, which is nearly the same then",
            )

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

    def outranks(self, other: Beta) -> Fraction:
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


PANELS = 200  # of the quadrature, for each class
ZOOMS = 8  # each one finds the largest gap a hundred times as closely
FINENESS = "it says how fine the grid is, and few thresholds draw no curve"
MOST = 10_000_000  # thresholds, or samples of a class: more fill the memory
FEWEST = 10  # of thresholds: fewer draw no curve
EQUAL = 10  # digits of a share: rows that differ by less are one row
# By which route an area or a gap was found.
PHI = "closed form: Φ(z), for two normal distributions"
TWO_PHI = "closed form: 2·Φ(z) − 1, for two normal distributions of one sd"
A_SUM = "closed form: a fraction, for two beta distributions"
QUADRATURE = "quadrature of ∫ TPR dFPR"
SEARCHED = "searched, ever more closely"
OVERLAP = Formula("z", "(mean_positive - mean_negative) / sqrt(sd_positive**2 + sd_negative**2)")
HALF_WAY = Formula("z", "abs(mean_positive - mean_negative) / (2*sd)")
# What remains of Bayes' rule once both rates are known: the share of positives among the called.
PRECISION = Formula(
    "precision",
    "prevalence*recall / (prevalence*recall + (1 - prevalence)*fpr)",
    (0.0, 1.0),
    "higher",
    "nothing is predicted positive",
)


def binormal(
    mean_positive: float,
    mean_negative: float,
    sd_positive: float,
    sd_negative: float | None = None,
) -> Population:
    """Return a population of two normal distributions; with one sd, both have the same.

    References
    ----------
    Green & Swets (1966), Signal detection theory and psychophysics, chapter 3.

    Examples
    --------
    >>> round(binormal(0.8, 0.2, 0.55).auc, 5)
    0.77976
    """
    sd_negative = sd_positive if sd_negative is None else sd_negative
    return Population(Normal(mean_positive, sd_positive), Normal(mean_negative, sd_negative))


@explained_class
@dataclass(frozen=True)
class Population(Named):
    """Two classes, each with its distribution of scores.

    Parameters
    ----------
    positive, negative : Normal, Beta or Always
        How the positives and the negatives score.

    Raises
    ------
    InputError
        If one is none of these.

    Examples
    --------
    >>> early = Population(Beta(1, 1), Beta(1, 4))
    >>> early.auc.fraction
    Fraction(4, 5)
    >>> counts = early.sweep(positives=1000, negatives=10_000)
    >>> len(counts), counts["recall"].max().item()
    (4998, 1.0)
    """

    positive: Distribution
    negative: Distribution

    def __post_init__(self):
        for name in ("positive", "negative"):
            if not isinstance(getattr(self, name), (Normal, Beta, Always)):
                raise InputError(
                    f"{name}={getattr(self, name)!r}",
                    "the scores of a class need a distribution",
                    "pass Normal(mean, sd), Beta(a, b) or Always(value)",
                )

    @property
    def auc(self) -> Worked:
        """Return the area under the ROC curve: how likely a positive outranks a negative.

        For two normal distributions it is Φ(z), z being the difference of their means over the
        standard deviation of a difference of two scores; for two beta distributions a fraction;
        otherwise the integral of the positives' survival function over the negatives' scores.

        Examples
        --------
        >>> print(binormal(0.8, 0.2, 0.55).auc.steps)
        AUC of a population · closed form: Φ(z), for two normal distributions
        step       how                          value
        positives  Normal(mean=0.8, sd=0.55)
        negatives  Normal(mean=0.2, sd=0.55)
        z          (μ₊ − μ₋) / √(σ₊² + σ₋²)   0.77139
        AUC        ½·erfc(−z/√2)              0.77976
        """
        kinds = {type(self.positive), type(self.negative)}
        if kinds == {Normal}:
            sds = {"sd_positive": self.positive.sd, "sd_negative": self.negative.sd}
            z = OVERLAP.work(**self._means, **sds)
            area = math.erfc(-z / math.sqrt(2)) / 2
            return self._worked("auc", area, PHI, ("AUC", "½·erfc(−z/√2)", area), z=z)
        if kinds == {Beta}:
            exact = Exact(self.positive.outranks(self.negative))
            row = ("AUC", "how likely a positive outranks a negative", float(exact))
            return self._worked("auc", exact, A_SUM, row)
        area = self.negative.average(self.positive.survival, self._grid(PANELS))
        return self._worked("auc", area, QUADRATURE, ("AUC", "∫ TPR dFPR", area))

    @property
    def _means(self) -> dict[str, float]:
        return {"mean_positive": self.positive.mean, "mean_negative": self.negative.mean}

    def _worked(self, name: str, value, route: str, *rows, z: Worked | None = None, **more):
        """Return a number that tells by which route, and through which steps, it came about."""
        conventions = {"route": route, **more}
        head = [(side, str(scores), math.nan) for side, scores in self._classes.items()]
        if z is not None:
            head.append(("z", z.formula.text, float(z)))
        return Worked(
            value,
            name,
            terms={} if z is None else {"z": z},
            conventions=conventions,
            steps=partial(_steps, name, conventions, (*head, *rows)),
        )

    @property
    def _classes(self) -> dict[str, Distribution]:
        return {"positives": self.positive, "negatives": self.negative}

    @property
    def ks(self) -> Worked:
        """Return the largest gap between both classes: of TPR and FPR, over all thresholds.

        For two normal distributions with one standard deviation it is 2Φ(z) − 1, half-way between
        the means; otherwise it is looked for, ever more closely.

        Examples
        --------
        >>> gap = binormal(0.8, 0.2, 0.55).ks
        >>> round(gap, 5), gap.conventions["where"]
        (0.41456, 'at the threshold 0.500')
        """
        kinds = {type(self.positive), type(self.negative)}
        if kinds == {Normal} and self.positive.sd == self.negative.sd:
            z = HALF_WAY.work(**self._means, sd=self.positive.sd)
            gap, where = math.erf(z / math.sqrt(2)), sum(self._means.values()) / 2
            return self._ks(gap, where, TWO_PHI, z)
        return self._ks(*self._largest_gap(), SEARCHED)

    def _ks(self, gap: float, where: float, route: str, z: Worked | None = None) -> Worked:
        fpr, tpr = (rate.item() for rate in self.roc(where))
        rows = (("TPR", "positives there or above", tpr), ("FPR", "negatives there or above", fpr))
        at = {"alternative": "two-sided", "where": f"at the threshold {words.decimal(where)}"}
        return self._worked("ks", gap, route, *rows, ("KS", "|TPR − FPR|", gap), z=z, **at)

    def _largest_gap(self) -> tuple[float, float]:
        """Look on a grid, then on a finer one around the best, and so on."""
        scores, best = self._grid(PANELS), (-1.0, 0.0)
        for _ in range(ZOOMS):
            gaps = np.abs(np.subtract(*self.roc(scores)))
            i = int(gaps.argmax())
            best = max(best, (gaps[i].item(), scores[i].item()))
            scores = np.linspace(scores[max(i - 1, 0)], scores[min(i + 1, len(scores) - 1)], 200)
        return best

    def roc(self, threshold: ArrayLike | None) -> tuple[np.ndarray, np.ndarray]:
        """Return the false and the true positive rate at any thresholds.

        Examples
        --------
        >>> fpr, tpr = binormal(0.8, 0.2, 0.55).roc([0.2, 0.8])
        >>> fpr.round(3).tolist(), tpr.round(3).tolist()
        ([0.5, 0.138], [0.862, 0.5])
        """
        return self.negative.survival(threshold), self.positive.survival(threshold)

    def _grid(self, n: int) -> np.ndarray:
        """Return scores from high to low, close together where either class has its own."""
        return np.unique(np.append(self.positive.grid(n), self.negative.grid(n)))[::-1]

    def sweep(self, positives: float, negatives: float, thresholds: int = 10_001) -> Sweep:
        """Count what a sample of so many gives on average, at every threshold of a fine grid.

        It is an ordinary sweep of counts that aren't whole, so every curve and area applies to it.

        Parameters
        ----------
        positives, negatives : int or float
            How many there are of each class.
        thresholds : int
            How fine: at most so many rows. With the default, areas are right to six decimals.

        Returns
        -------
        Sweep
            Without samples.
        """
        sizes = (_some(positives, "positives"), _some(negatives, "negatives"))
        grid = self._grid(inputs.whole(thresholds, "thresholds", FINENESS, FEWEST, MOST) // 2)
        fpr, tpr = (np.maximum.accumulate(rate) for rate in self.roc(grid))
        rows = _where_they_rise(fpr, tpr)
        return Sweep.from_counts(
            grid[rows],
            sizes[0] * tpr[rows],
            sizes[1] * fpr[rows],
            positives=sizes[0],
            negatives=sizes[1],
        )

    def draw(self, positives: int, negatives: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
        """Draw samples, in random order.

        Parameters
        ----------
        positives, negatives : int
            How many of each class.
        seed : int
            The same seed gives the same samples.

        Returns
        -------
        y_true, y_score : numpy.ndarray, shape (positives + negatives,)

        Examples
        --------
        >>> y_true, y_score = Population(Always(1), Always(0)).draw(2, 3)
        >>> sorted(zip(y_true.tolist(), y_score.tolist()))
        [(0, 0.0), (0, 0.0), (0, 0.0), (1, 1.0), (1, 1.0)]
        """
        sizes = tuple(
            inputs.whole(n, name, "it says how many samples to draw", 0, MOST)
            for name, n in (("positives", positives), ("negatives", negatives))
        )
        rng = np.random.default_rng(inputs.whole(seed, "seed", "the draw follows from it", 0))
        classes = zip(self._classes.values(), sizes, strict=True)
        scores = [distribution.draw(n, rng) for distribution, n in classes]
        order = rng.permutation(sum(sizes))
        return np.repeat([1, 0], sizes)[order], np.concatenate(scores)[order]


def _where_they_rise(fpr: np.ndarray, tpr: np.ndarray) -> np.ndarray:
    """Find rows where the rates rise by more than rounding, and the first where both are 1."""
    end = int(np.minimum(fpr, tpr).argmax())
    level = (fpr + tpr)[: end + 1].round(EQUAL)
    rises = np.diff(level, prepend=0) > 0
    rises[level == level[end]] = False
    rises[end] = True
    return np.flatnonzero(rises)


def _some(value, name: str):
    if not inputs.count(value, name):
        raise InputError(
            f"{name}={value!r}",
            "a curve needs samples of both classes",
            "pass how many to expect of this class, such as 100",
        )
    return value


def _steps(name: str, conventions: Mapping[str, str], rows: tuple) -> Trace:
    """Lay out the distributions, and what was made of them."""
    steps, how, values = zip(*rows, strict=True)
    return Trace(
        f"{words.symbol(name)} of a population",
        (
            Column("step", steps),
            Column("how", how),
            Column("value", values, _or_blank, "right"),
        ),
        conventions,
    )


def _or_blank(value: float) -> str:
    return "" if math.isnan(value) else words.decimal(value, 5)


def cells_at(population: Population, threshold: float) -> dict[str, float]:
    """Return TP, FN, FP and TN at one threshold, each as a share of its class.

    Examples
    --------
    >>> cells = cells_at(binormal(1, 0, 1), 0.5)
    >>> round(cells["TP"], 3), round(cells["FN"], 3), cells["FN"] == cells["FP"]
    (0.691, 0.309, True)
    """
    fpr, tpr = (rate.item() for rate in population.roc(threshold))
    return {"TP": tpr, "FN": 1 - tpr, "FP": fpr, "TN": 1 - fpr}


# Beside so many times as many of one class, sums of floats would lose the other.
LARGEST_FACTOR = 10**12


def reweight(
    sweep: Sweep, *, positives: float | Fraction = 1, negatives: float | Fraction = 1
) -> Sweep:
    """Multiply the counts of each class, as if there were so many times as many of its samples.

    It is what more samples *of the same kind* give on average: their scores are distributed as
    those at hand are. An actual sample of ten times as many negatives will differ from it by
    chance. Rates within one class don't change, so neither does the ROC curve; precision does, to
    TP / (TP + k·FP).

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    positives, negatives : int, fractions.Fraction or float
        How many times as many; ``negatives=10`` for ten times as many negatives.

    Returns
    -------
    Sweep
        Of the same rows. Counts stay whole where all products are. Samples that were kept have
        new weights, so that a step still names who was let in.

    Raises
    ------
    InputError
        If a factor is no number between 1/10¹² and 10¹².

    References
    ----------
    Fawcett (2006), An introduction to ROC analysis, section 4.2: class skew.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> s = sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> more = reweight(s, negatives=10)
    >>> more.fp.tolist(), more[3].confusion.precision.fraction, more[3].admitted
    ([0, 0, 10, 10, 20], Fraction(1, 6), (2,))
    """
    counted(sweep, "reweighted sweep")
    positives, negatives = _factor(positives, "positives"), _factor(negatives, "negatives")
    samples = sweep.samples and _reweigh(sweep.samples, positives, negatives)
    return replace(
        sweep,
        tp=locked(_times(sweep.tp, positives)),
        fp=locked(_times(sweep.fp, negatives)),
        positives=_times_number(sweep.positives, positives),
        negatives=sweep.negatives and _times_number(sweep.negatives, negatives),
        samples=samples,
    )


def _times_number(count: float, factor: Fraction) -> float:
    if isinstance(count, float):  # multiplied as its column is, which has to end there
        return Rounded(_times([count], factor).item())
    product = count * factor
    return product.numerator if getattr(product, "denominator", 0) == 1 else Rounded(product)


def at_prevalence(sweep: Sweep, p_positive: float | Fraction) -> Sweep:
    """Weight both classes such that positives are some share of all; the total stays.

    It is what such a population gives on average, if each class scores there as it does here.

    Parameters
    ----------
    sweep : Sweep
        The counts at every threshold.
    p_positive : fractions.Fraction or float
        The share of positives, greater than 0 and less than 1.

    Returns
    -------
    Sweep
        Of the same rows, thresholds and samples.

    Raises
    ------
    InputError
        If the share is none.
    UndefinedError
        If one of the classes is missing: no weight makes it appear.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> rare = at_prevalence(sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2]), 0.25)
    >>> rare.positives, rare.negatives, rare.fp.tolist()
    (1, 3, [0.0, 0.0, 1.5, 1.5, 3.0])
    """
    why = "it is the share of positives, and both classes must be there"
    share = _fraction(inputs.share(p_positive, "p_positive", why, zero=False, one=False))
    needs(sweep, "other class ratio", "recall", "fpr")
    there = {"positives": Fraction(sweep.positives), "negatives": Fraction(sweep.negatives)}
    total = sum(there.values())
    parts = {"positives": share * total, "negatives": (1 - share) * total}
    return reweight(sweep, **{name: part / there[name] for name, part in parts.items()})


def _factor(value, name: str) -> Fraction:
    """Read how many times as many there are to be."""
    factor = _fraction(value)
    if factor is None or not Fraction(1, LARGEST_FACTOR) <= factor <= LARGEST_FACTOR:
        raise InputError(
            f"{name}={inputs.short(value)}",
            "it says how many times as many there are, and one class must not vanish by rounding",
            "pass a number such as 10 or 0.5; to leave a class out, leave its samples out",
        )
    return factor


def _fraction(value) -> Fraction | None:
    """Read a number exactly, 0.1 as one tenth; None if it is no finite number."""
    return exact(value).value if inputs.is_finite(value) else None


def _reweigh(samples: Samples, positives: Fraction, negatives: Fraction) -> Samples:
    weights = samples.hefts
    classes = (samples.positive, positives), (~samples.positive, negatives)
    parts = [_times(weights[members], factor) for members, factor in classes]
    weights = np.empty(len(weights), np.result_type(*parts))
    for (members, _), part in zip(classes, parts, strict=True):
        weights[members] = part
    return samples._replace(weights=locked(weights))


def _times(counts, factor: Fraction) -> np.ndarray:
    """Multiply counts; they stay whole where all products are, and small enough to be exact."""
    counts, (top, bottom) = np.asarray(counts), factor.as_integer_ratio()
    if max(top, bottom) > EXACT_INTEGER:
        return counts * float(factor)
    small = int(counts.max(initial=0)) * top <= EXACT_INTEGER * bottom
    if counts.dtype.kind == "i" and small and not (counts % bottom).any():
        return counts // bottom * top
    return counts * float(top) / bottom  # 6·1/10 is 0.6, and 6·0.1 is not
