"""Populations: classes whose scores have a known distribution, and so areas that are known too.

Samples tell a curve up to chance. Of a population it is known exactly, which is a second route to
every area of this package, and shows what a sample does by luck.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np
from numpy.typing import ArrayLike

from ...core import digits, inputs, words
from ...core.arithmetic import Exact
from ...core.calls import explained, explained_class
from ...core.errors import InputError, Named
from ...core.formula import Formula, Worked
from ...core.trace import Column, Trace
from ..sweep import Sweep
from .distributions import Always, Beta, Distribution, Normal

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


@explained
def binormal(
    mean_positive: float,
    mean_negative: float,
    sd_positive: float,
    sd_negative: float | None = None,
) -> "Population":
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
        at = {"alternative": "two-sided", "where": f"at the threshold {digits.decimal(where)}"}
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
    return "" if math.isnan(value) else digits.decimal(value, 5)


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
