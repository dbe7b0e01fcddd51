"""Figures of comparisons: whether a difference is more than chance, and how curves are averaged."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ... import plots
from ...core import digits
from ...core.formula import Formula, Worked
from ...metrics import intervals
from ...metrics.auc import auc
from ...metrics.bootstrap import fold_mean, threshold_mean
from ...metrics.curves import roc
from ...metrics.populations import Normal, Population, binormal
from ...metrics.sweep import Sweep, sweep
from ...plots.look import COLOURS, letters, look, look_of, small, width
from ...plots.picture import describe
from ...plots.placing import beside
from ...plots.say import head, listing, say
from .registry import flatten, register

SQUARE = (5.2, 5.3)  # inches: a square of rates, and its title
TESTED, RATE, LEVEL = 10, 0.3, 0.95  # samples, the error rate that is doubted, how sure
# Zhou's table 2.5: the ranks of three algorithms on four data sets.
RANKS = {"A": (1, 1, 1, 1), "B": (2, 2.5, 2, 2), "C": (3, 2.5, 3, 3)}
# Demšar (2006), Statistical comparisons of classifiers over multiple data sets.
AVERAGE_RANK = Formula("average_rank", "rank_sum / data_sets")
CHI_SQUARED = Formula(
    "friedman_chi_squared",
    "12*data_sets / (learners*(learners + 1)) * (rank_squares - learners*(learners + 1)**2/4)",
)
F = Formula("friedman_f", "(data_sets - 1)*chi_squared / (data_sets*(learners - 1) - chi_squared)")
CRITICAL = Formula("critical_difference", "q * sqrt(learners*(learners + 1) / (6*data_sets))")
# B has the larger area, and yet A is above it on the right.
CROSSING = {
    "A": Population(Normal(1.05, 0.9), Normal(0, 1)),
    "B": Population(Normal(1.8, 1.6), Normal(0, 1)),
}
FIXED = 0.5  # the only threshold of a classifier without scores
SETS = range(1, 6)
SPACED = np.arange(1, 10) / 10  # false positive rates
CUTS = (-0.4, -0.1, 0.2, 0.5, 0.8, 1.1, 1.4)


def chances() -> list[float]:
    """Return the probability of each number of errors."""
    above = [intervals.upper_tail(k, TESTED, RATE) for k in range(TESTED + 2)]
    return [one - other for one, other in pairwise(above)]


def critical() -> int:
    """Return the least number of errors that is too surprising."""
    every = range(TESTED + 1)
    return next(k for k in every if intervals.upper_tail(k, TESTED, RATE) <= 1 - LEVEL)


@register("zhou-2.6")
def zhou_2_6():
    """Draw how many of ten samples go wrong by chance, and from where on that refutes."""
    ax, first, high = plots.panels(size=(6.6, 4.6))[1], critical(), chances()
    kinds = ["threshold" if k >= first else "positive" for k in range(TESTED + 1)]
    ax.bar(range(TESTED + 1), high, 0.8, color=[COLOURS[kind] for kind in kinds])
    ax.set(xticks=range(TESTED + 1), xlabel=say("binomial.errors", n=TESTED))
    ax.set(ylabel=say("binomial.probability"), ylim=(0, 1.25 * max(high)))
    tail = digits.decimal(intervals.upper_tail(first, TESTED, RATE))
    kept, refuted = (
        say(f"binomial.{side}", rate=RATE, k=first, tail=tail) for side in ("kept", "refuted")
    )
    middle = {"offset": (0, letters(0.4)), "ha": "center", "va": "bottom"}
    beside(ax, TESTED * RATE, max(high), kept, COLOURS["positive"], **middle)
    beside(ax, (first + TESTED) / 2, high[first], refuted, COLOURS["threshold"], **middle)
    listed = listing([head(str(k)) + digits.decimal(p) for k, p in enumerate(high)])
    return describe(ax, say("binomial.alt", n=TESTED, rate=RATE, listed=listed)), {
        "errors that are too many": critical(),
        "so many or more by chance": intervals.upper_tail(critical(), TESTED, RATE),
    }


@register("zhou-2.8")
def zhou_2_8():
    """Draw average ranks with their critical difference: bars that overlap differ by chance."""
    found, ax = _ranked(), plots.panels(size=(6.6, 3.4))[1]
    half = found.critical_difference / 2
    how = {"color": COLOURS["positive"], "capsize": letters(0.4), "elinewidth": width(1)}
    for row, (name, rank) in enumerate(found.average_ranks.items()):
        ax.errorbar(float(rank), row, xerr=half, fmt="o", markersize=letters(0.7), **how)
        above = {"offset": (0, letters(0.6)), "ha": "center", "va": "bottom", "size": small(0.9)}
        beside(ax, float(rank), row, head(name) + digits.both(rank), **above)
    ax.axvspan(1 - half, 1 + half, color=COLOURS["positive"], alpha=0.1, lw=0, zorder=0)
    ax.set(ylim=(len(RANKS) - 0.5, -0.75), xlabel=say("ranks.axis"))
    ax.set_yticks(range(len(RANKS)), [*RANKS])
    difference = digits.decimal(found.critical_difference)
    ax.set_title(say("ranks.title", f=digits.decimal(found.f), difference=difference))
    ranks = listing([f"{n} {digits.decimal(r)}" for n, r in found.average_ranks.items()])
    return describe(ax, say("ranks.alt", ranks=ranks, difference=difference)), {
        **{f"average rank of {n}": rank for n, rank in _ranked().average_ranks.items()},
        "F": _ranked().f,
        "critical difference": _ranked().critical_difference,
    }


class Ranked(NamedTuple):
    """The average rank of each learner, Friedman's F, and how far two ranks must differ."""

    average_ranks: dict[str, Worked]
    f: Worked
    critical_difference: Worked


@cache
def _ranked() -> Ranked:
    size = {"data_sets": len(RANKS["A"]), "learners": len(RANKS)}
    average = {
        name: AVERAGE_RANK.work(rank_sum=sum(ranks), data_sets=len(ranks))
        for name, ranks in RANKS.items()
    }
    squares = sum(rank.fraction**2 for rank in average.values())
    chi_squared = CHI_SQUARED.work(**size, rank_squares=squares)
    critical = CRITICAL.work(**size, q=intervals.studentized(1 - LEVEL, len(RANKS)))
    return Ranked(average, F.work(**size, chi_squared=chi_squared), critical)


def at_one_threshold() -> Sweep:
    """Take from B the answers at one threshold, whose ROC curve has a single corner."""
    fpr, tpr = (rate.item() for rate in CROSSING["B"].roc(FIXED))
    return Sweep.from_counts([1, 0], [tpr, 1], [fpr, 1], positives=1, negatives=1)


@register("fawcett-8")
def fawcett_8():
    """Draw two areas of which the larger isn't higher everywhere; and one that has one corner."""
    picture, (left, right) = plots.panels(1, 2, (5.2, 4.95))
    both = {name: one.sweep(1, 1, thresholds=1001) for name, one in CROSSING.items()}
    plots.roc(both, left, area=True)
    cut = {say("compare.answers"): at_one_threshold(), say("compare.scores"): both["B"]}
    plots.roc(cut, right, area=True)
    return picture, {
        **{f"AUC of {name}": population.auc for name, population in CROSSING.items()},
        "AUC at one threshold": auc(at_one_threshold()),
    }


@cache
def five() -> list[Sweep]:
    """Draw five small test sets from one population."""
    return [sweep(*binormal(0.8, 0.2, 0.55).draw(20, 20, seed)) for seed in SETS]


def merged() -> Sweep:
    """Sweep over the samples of all five test sets together."""
    truth, score = (
        np.concatenate([getattr(one.samples, column) for one in five()])
        for column in ("positive", "score")
    )
    return sweep(truth, score)


@register("fawcett-9")
def fawcett_9():
    """Draw five ROC curves, merged, and averaged in both ways."""
    wide = look().size == "projector"  # where four squares two by two would be tiny
    picture, axes = plots.panels(2, 2, (7.6, 4.4) if wide else SQUARE)
    curves, whole, vertical, by_threshold = axes.flat
    for k, one in enumerate(five()):
        plots.roc(one, curves, diagonal=not k, **look_of(k, {}))
    plots.roc(merged(), whole)
    mean, cut = fold_mean(five(), roc), threshold_mean(five(), CUTS)
    rows = np.searchsorted(mean.x, SPACED - 1e-9)
    at_rates = (SPACED, mean.mean[rows], mean.spread[rows], None)
    for ax, points in (
        (vertical, at_rates),
        (by_threshold, (cut.fpr, cut.tpr, cut.tpr_spread, cut.fpr_spread)),
    ):
        _averaged(ax, *points)
    for ax, key in zip(axes.flat, ("each", "merged", "vertical", "threshold"), strict=True):
        ax.set_title(say(f"compare.{key}", n=len(SETS)))
        if wide:
            flatten(ax)
    return picture, {
        **{f"AUC of set {k}": auc(one) for k, one in enumerate(five(), 1)},
        "AUC, merged": auc(merged()),
        "mean AUC": fold_mean(five(), roc).area,
    }


def _averaged(ax, x, y, up, across) -> None:
    """Draw mean points with their spread over the five curves, on the plane that they share."""
    for k, one in enumerate(five()):
        plots.roc(one, ax, diagonal=not k, color="#B8B8B8", linestyle="-", linewidth=width(0.4))
    how = {"color": COLOURS["positive"], "capsize": letters(0.25), "markersize": letters(0.45)}
    ax.errorbar(x, y, yerr=up, xerr=across, fmt="o-", zorder=4, **how)
    spots = [f"({digits.decimal(a, 2)}, {digits.decimal(b, 2)})" for a, b in zip(x, y, strict=True)]
    listed = listing(spots)
    describe(ax, say("compare.alt", listed=listed))
