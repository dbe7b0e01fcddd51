"""The outlines of densities: of samples as bars or smoothed, of a population exactly."""

import math
from numbers import Real

import numpy as np
import seaborn as sns

from ...core import inputs
from ...core.conventions import Density, options
from ...core.errors import InputError
from ...metrics.curve import needs
from ...metrics.populations.population import Population
from ...metrics.sweep import Sweep
from ..picture import axes_or_new

KINDS = options(Density)
FINE = 400  # points of a smooth density
SEEN = 1e-3  # of a density's peak: what is lower ends the axis
SMOOTH = 20_000  # samples; a density made of more would take long, and look like the histogram
WRONG = {"positive": "fnr", "negative": "fpr"}  # of each class, how many a threshold gets wrong


def outlines(of, threshold=None, kind: str | None = None, bins=None) -> dict[str, tuple]:
    """Return the outline of each class, x and y, a threshold among its corners.

    Raises
    ------
    InputError
        If the samples are unknown, too many to smooth, or have no density.
    UndefinedError
        If one of the classes is missing.
    """
    kind = _checked(of, threshold, kind)
    outline = {"histogram": _histogram, "kde": _smoothed, "population": _exact}[kind]
    return {name: outline(of, name, threshold, bins) for name in WRONG}


def error_rates(of: Sweep | Population, threshold: float) -> dict[str, float]:
    """Return FNR (of the positives) and FPR (of the negatives) at a threshold."""
    if isinstance(of, Population):
        fpr, tpr = (rate.item() for rate in of.roc(threshold))
        return {"positive": 1 - tpr, "negative": fpr}
    counts = of.at(threshold)
    return {name: float(counts.rate(rate)) for name, rate in WRONG.items()}


def _checked(of, threshold, kind: str | None) -> str:
    """Make sure that there are densities to draw, and say of which kind."""
    if not (threshold is None or (isinstance(threshold, Real) and math.isfinite(threshold))):
        raise InputError(
            f"threshold={threshold!r}", "it stands on the axis of scores", "pass a finite number"
        )
    if isinstance(of, Population):
        return _of_population(of, kind)
    needs(of, "picture of densities", "recall", "fpr")
    kind = inputs.choice("histogram" if kind is None else kind, KINDS[:2], "kind")
    if of.samples is None:
        raise InputError(
            "the sweep has no samples", "densities are made of scores", "keep them with the sweep"
        )
    if kind == "kde":
        _can_be_smoothed(of)
    return kind


def _of_population(of: Population, kind: str | None) -> str:
    for name in WRONG:
        if not hasattr(getattr(of, name), "density"):
            raise InputError(
                f"{name} is {getattr(of, name)}",
                "all of it is one score, where its density has no end",
                "draw a population of other distributions, such as mm.binormal(1, 0, 1)",
            )
    return inputs.choice("population" if kind is None else kind, KINDS[2:], "kind")


def _can_be_smoothed(sweep: Sweep) -> None:
    for name in WRONG:
        score, _ = _scores(sweep, name)
        if len(score) > SMOOTH or np.ptp(score) == 0:
            raise InputError(
                f"{len(score)} {name} scores, from {score.min():g} to {score.max():g}",
                f"a smooth density is made of different scores, at most {SMOOTH} of them",
                'use kind="histogram"',
            )


def _scores(sweep: Sweep, name: str) -> tuple[np.ndarray, np.ndarray | None]:
    """Return the scores of one class and their weights."""
    samples = sweep.samples
    there = samples.positive if name == "positive" else ~samples.positive
    return samples.score[there], None if samples.weights is None else samples.weights[there]


def _histogram(sweep: Sweep, name: str, threshold, bins) -> tuple[np.ndarray, np.ndarray]:
    """Return the outline of the bars, each as high as its share of the class over its width."""
    edges = _edges(sweep.samples.score, threshold, "rice" if bins is None else bins)
    score, weights = _scores(sweep, name)
    heights = np.histogram(score, edges, weights=weights)[0] / np.diff(edges)
    total = sweep.positives if name == "positive" else sweep.negatives
    return np.repeat(edges, 2), np.concatenate([[0], np.repeat(heights / total, 2), [0]])


def _edges(score: np.ndarray, threshold, bins) -> np.ndarray:
    """Choose edges between bars; a threshold among the scores is one of them."""
    edges = np.histogram_bin_edges(score, bins)
    low, high = edges[[0, -1]]
    if threshold is None or not low <= threshold <= high:
        return edges
    if np.ndim(bins):
        return np.union1d(edges, threshold)
    wide = (high - low) / (len(edges) - 1)
    below, above = math.ceil((threshold - low) / wide), math.floor((high - threshold) / wide) + 1
    edges = threshold + wide * np.arange(-below, above + 1)
    edges[0] = min(low, edges[0])  # which rounding may have moved
    return edges


def _smoothed(sweep: Sweep, name: str, threshold, bins) -> tuple[np.ndarray, np.ndarray]:
    """Let seaborn make a smooth density, on Axes that nobody sees."""
    score, weights = _scores(sweep, name)
    scratch = axes_or_new(None)
    sns.kdeplot(x=score, weights=weights, ax=scratch, gridsize=FINE)
    x, y = scratch.lines[0].get_data()
    return _with(x, threshold), np.interp(_with(x, threshold), x, y)


def _exact(population: Population, name: str, threshold, bins) -> tuple[np.ndarray, np.ndarray]:
    x = _with(np.linspace(*_span(population), FINE), threshold)
    return x, getattr(population, name).density(x)


def _span(population: Population) -> tuple[float, float]:
    """Return the scores between which something is to be seen of either class."""
    seen = []
    for name in WRONG:
        x = np.sort(getattr(population, name).grid(FINE))
        y = getattr(population, name).density(x)
        seen.append(x[y > SEEN * y.max()])
    both = np.concatenate(seen)
    return both.min(), both.max()


def _with(x: np.ndarray, threshold) -> np.ndarray:
    return x if threshold is None else np.union1d(x, threshold)
