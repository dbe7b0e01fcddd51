"""Two normal populations to drag: curves, areas and rates follow, and a sample drawn from them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..core import inputs, words
from ..core.conventions import Language
from ..core.errors import InputError
from ..core.formula import Formula
from ..core.words import in_a_line
from ..metrics.auc import AUC
from ..metrics.confusion import Confusion
from ..metrics.populations import DENSITY, OVERLAP, PRECISION, STANDARD, Normal, Population
from ..metrics.rates import lookup
from ..plots.roc_curve import roc as draw_roc
from ..plots.score_densities import densities as draw_densities
from .instrument import Instrument, Setting, between, paper, plain_number
from .page import DIAGONAL, axis, blank, column, described, share, tree

# A page looks up ln Φ, between whose entries lies the cubic with the right slopes at both: Φ is off
# by less than a part in 10⁸, however small it is. Of φ, which is only drawn, a line is enough.
REACH, TAIL, STEP = 8.5, 37.0, 0.05
MOST, USUAL = 100, 40  # samples that a page draws
SEEDS = 8
OF_POSITIVES = "it is the share of positives among all"
OF_DRAWS = "it says which of a few draws to show"
SCORE = Formula("score", "mean + sd*draw")
SIZES = Formula("positives", "n * prevalence"), Formula("negatives", "n - positives")
AROUND = 4  # standard deviations on either side, that an axis shows at first
STEPS = 500  # of a slider, about
NARROW, BROAD = 1 / 30, 1 / 3  # of the axis: the smallest and the largest standard deviation
PLACES = ("mean_positive", "sd_positive", "mean_negative", "sd_negative")
Z_OF = {
    side: {"mean": f"μ{sign}", "sd": f"σ{sign}", "threshold": "t"}
    for side, sign in (("positive", "₊"), ("negative", "₋"))
}


class BellsExplorer(Instrument):
    """Two normal populations to drag; made by :func:`explore_bells`.

    Attributes
    ----------
    mean_positive, sd_positive, mean_negative, sd_negative : float
        How both classes score; they can be set.
    population : Population
        Both of them.
    threshold : float
        Scores from here on are predicted positive; it can be set.
    prevalence : float
        The share of positives; it can be set.
    n, seed : int
        How many samples are drawn, and which draw of the few that a page has; they can be set.
    sample : tuple of numpy.ndarray
        The labels and the scores that were drawn.
    rates : mapping of str to float
        The AUC; recall, FPR and precision at the threshold.
    """

    script, terms = "explore_bells", ("prevalence",)

    def __init__(self, both: tuple[Normal, Normal], prevalence: float, language: Language | None):
        super().__init__(language)
        self.title = self.say("bells.title")
        low = min(one.mean - AROUND * one.sd for one in both)
        high = max(one.mean + AROUND * one.sd for one in both)
        span = high - low
        spread = [span * NARROW, span * BROAD, *(one.sd for one in both)]
        self._step = 10.0 ** math.floor(math.log10(span / STEPS))
        self._ends, self._spread = self._stops(low, high), self._stops(min(spread), max(spread))
        positive, negative = both
        self.mean_positive, self.sd_positive = positive.mean, positive.sd
        self.mean_negative, self.sd_negative = negative.mean, negative.sd
        self.threshold = words.settled(sum(one.mean for one in both) / 2)
        self.prevalence, self.n, self.seed = prevalence, USUAL, 0

    def _stops(self, low: float, high: float) -> tuple[float, float]:
        """Widen a range to whole steps, so that a slider stops at round numbers."""
        ends = math.floor(low / self._step), math.ceil(high / self._step)
        return tuple(words.settled(end * self._step) for end in ends)

    mean_positive = between("mean_positive", lambda self: self._ends)
    sd_positive = between("sd_positive", lambda self: self._spread)
    mean_negative = between("mean_negative", lambda self: self._ends)
    sd_negative = between("sd_negative", lambda self: self._spread)
    prevalence = Setting(lambda _, p: plain_number(inputs.share(p, "prevalence", OF_POSITIVES)))
    threshold = between("threshold", lambda self: self._ends)
    n = Setting(lambda _, n: inputs.whole(n, "n", "each sample drawn is a dot", 0, MOST))
    seed = Setting(lambda _, k: inputs.whole(k, "seed", OF_DRAWS, 0, SEEDS - 1))

    @property
    def population(self) -> Population:
        """How both classes score."""
        positive = Normal(self.mean_positive, self.sd_positive)
        return Population(positive, Normal(self.mean_negative, self.sd_negative))

    @property
    def sample(self) -> tuple[np.ndarray, np.ndarray]:
        """The labels and the scores that were drawn."""
        share = SIZES[0].work(n=self.n, prevalence=self.prevalence).fraction
        positives = math.floor(share + Fraction(1, 2))  # a half goes up
        sizes = (positives, self.n - positives)
        both = self.population.positive, self.population.negative
        classes = zip(sizes, draws()[self.seed], both, strict=True)
        scores = [SCORE.column(mean=one.mean, sd=one.sd, draw=z[:size]) for size, z, one in classes]
        return np.repeat([1, 0], sizes), np.concatenate(scores)

    @property
    def rates(self) -> dict[str, float]:
        """The AUC; recall, FPR and precision at the threshold."""
        fpr, recall = map(np.float64, self.population.roc(self.threshold))
        precision = PRECISION.work(prevalence=self.prevalence, recall=recall, fpr=fpr)
        return {
            "auc": self.population.auc,
            "recall": recall,
            "fpr": fpr,
            "precision": precision,
        }

    def fixed(self) -> dict[str, Any]:
        """Gather the tables of Φ and φ, the draws, the formulas and the axes."""
        return {
            **_tables(Normal(0, 1)),
            "draws": [[column(z, 3) for z in pair] for pair in draws()],
            "most": MOST,
            "step": self._step,
            "limits": {
                name: self._spread if name.startswith("sd") else self._ends
                for name in (*PLACES, "threshold")
            },
            "trees": {
                "z": tree(STANDARD),
                "density": tree(DENSITY),
                "score": tree(SCORE),
                "precision": tree(PRECISION),
            },
            "of_sample": [described(lookup(name)) for name in ("recall", "fpr", "precision")],
            "sizes": [[formula.name, tree(formula)] for formula in SIZES],
            "z_of": {
                side: described(STANDARD, symbols, inner={}) for side, symbols in Z_OF.items()
            },
            "overlap": described(OVERLAP, inner={}),
            "precision": described(PRECISION, inner={}),
            "pairs": described(AUC["pairs"], inner={}),
            "axes": {
                "score": axis(self.say("score"), *self._ends),
                "density": blank() | {"from": -0.26, "to": 1.08},
                "fpr": share(self.say("fpr")),
                "tpr": share(self.say("tpr")),
                "recall": share(self.say("recall")),
                "precision": share(self.say("precision")),
            },
            "chance": [DIAGONAL],
            "symbols": {name: words.symbol(name) for name in ("recall", "fpr", "auc")},
        }

    def draw(self) -> Axes:
        """Draw both densities with the threshold, and the ROC curve, as they stand."""
        left, right = paper(10, 4.4, 1, 1)
        draw_densities(self.population, left, threshold=self.threshold)
        draw_roc(self.population.sweep(1000, 1000, 1001), right)
        return left

    def __str__(self) -> str:
        now = {name: words.threshold(value) for name, value in self.state.items()}
        places = [f"{words.symbol(name)} = {now[name]}" for name in PLACES]
        rates = [f"{words.symbol(name)} {words.decimal(rate)}" for name, rate in self.rates.items()]
        where = self.say("cut", threshold=now["threshold"])
        head = f"{self.title} · {', '.join(places)} · p = {now['prevalence']} · {where}"
        z = in_a_line(self.population.auc.terms["z"])
        return "\n".join([head, z, ", ".join(rates), *self._sample_in_words()])

    def _sample_in_words(self) -> list[str]:
        """Count the sample at the threshold; of none there is nothing to say."""
        if not self.n:
            return []
        labels, scores = self.sample
        counts = Confusion.from_labels(labels, (scores >= self.threshold).astype(int)).summary
        return [self.say("bells.sampled", n=self.n, seed=self.seed, counts=counts)]


def explore_bells(
    mu: float | Sequence[float] = 1.0,
    sigma: float | Sequence[float] = 1.0,
    prevalence: float = 0.5,
    *,
    language: Language | None = None,
) -> BellsExplorer:
    """Show two normal populations to drag: curves, areas and rates follow.

    Centres, widths, the prevalence and the threshold are dragged, moved by sliders or by arrow
    keys. The ROC curve, the P-R curve, the AUC and the rates at the threshold follow; so does a
    sample drawn from both, whose curves show what luck adds.

    Parameters
    ----------
    mu : float or pair of float
        Mean score of the positives, where that of the negatives is 0; or both means, positives
        first.
    sigma : float or pair of float
        The standard deviation of both, or of the positives and of the negatives.
    prevalence : float
        The share of positives.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in it.

    Returns
    -------
    BellsExplorer
        Its ``.mean_positive``, ``.sd_negative`` …, ``.threshold``, ``.prevalence``, ``.n`` and
        ``.seed`` can be set; ``.population``, ``.sample`` and ``.rates`` follow.

    Raises
    ------
    InputError
        If what is given can't be drawn.

    References
    ----------
    Green & Swets (1966), Signal detection theory and psychophysics, chapter 3.

    Examples
    --------
    >>> bells = explore_bells(mu=1, sigma=1, prevalence=0.1)
    >>> bells.threshold = 1
    >>> print(bells)
    Two populations and a threshold · μ₊ = 1, σ₊ = 1, μ₋ = 0, σ₋ = 1 · p = 0.1 · score ≥ 1
    z = (μ₊ − μ₋) / √(σ₊² + σ₋²) = (1 − 0) / √(1² + 1²) ≈ 0.707
    AUC 0.760, recall 0.500, FPR 0.159, precision 0.259
    40 samples drawn, draw 0: TP 3, FP 4, FN 1, TN 32
    """
    both = map(Normal, _pair(mu, "mu", 0.0), _pair(sigma, "sigma"))
    return BellsExplorer(tuple(both), prevalence, language)


def _pair(value, name: str, other: float | None = None) -> tuple:
    """Read a value for each class, positives first; or one, that says it for both."""
    if inputs.is_finite(value):
        return value, value if other is None else other
    pair = tuple(value) if inputs.several(value) else ()
    if len(pair) != 2:
        raise InputError(
            f"{name}={inputs.short(value)}",
            "there are two classes, the positives and the negatives",
            f"pass one number, or two such as {name}=(1, {0 if name == 'mu' else 1})",
        )
    return pair


@cache
def draws() -> np.ndarray:
    """Draw standard normal scores, the same for a page and for Python: draw, class, sample."""
    return np.random.default_rng(0).normal(size=(SEEDS, 2, MOST)).round(3)


def _tables(standard: Normal) -> dict[str, dict]:
    """List ln Φ with its slope, and φ, in as many digits as it takes to show three."""
    z = np.arange(-TAIL, REACH + STEP / 2, STEP).round(9)  # its steps add up their errors
    share, density = standard.survival(-z), standard.density(z)
    columns = {"values": np.log(share), "slopes": density / share}
    listed = {name: [float(f"{x:.13g}") for x in values] for name, values in columns.items()}
    inner = z > -REACH
    bell = {"from": float(z[inner][0]), "step": STEP, "values": column(density[inner], 6)}
    return {"phi": {"from": -TAIL, "step": STEP, **listed}, "density": bell}
