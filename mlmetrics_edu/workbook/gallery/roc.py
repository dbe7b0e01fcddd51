"""Figures of ROC and KS curves: staircases, hulls, ties, gaps; and what few samples give."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from ... import plots
from ...core import words
from ...core.formula import Formula, Worked
from ...metrics import intervals
from ...metrics.auc import auc
from ...metrics.auc_error import auc_standard_error
from ...metrics.bootstrap import bootstrap_band, fold_mean, threshold_mean
from ...metrics.confusion import Confusion
from ...metrics.costs import Costs
from ...metrics.curves import pr, roc, roc_hull
from ...metrics.ks import ks_statistic
from ...metrics.populations import Normal, Population
from ...metrics.sweep import Sweep, sweep
from ...plots.look import COLOURS, letters, look, look_of, small, width
from ...plots.picture import describe
from ...plots.placing import Label, beside, place
from ...plots.say import head, listing, say
from ..examples import example, swept
from . import BELLS, SQUARE, UNTITLED, flatten, register, walk

FROM_0_TO_HALF = (0.0, 0.5)  # the axis of the book
# False and true positives of a hundred each: D is perfect, C guesses, A is warier than B.
SPOTTED = {"A": (10, 70), "B": (25, 80), "C": (70, 70), "D": (0, 100), "E": (60, 30)}
FIVE = {name: Confusion(tp, fp, 100 - tp, 100 - fp) for name, (fp, tp) in SPOTTED.items()}
MANY = (20, 200, 100_000)
SETS = range(1, 9)  # the seeds of eight small test sets
SHARES = {10: 1, 90: 2}  # per cent of positives: the seed of its draw
SPOTS = ((0.08, 0.83), (0.36, 0.63))  # where the two are named: above their curves, and below
FAINT = {"color": "#A6A6A6", "linestyle": "-", "linewidth": 1, "zorder": 2.2}


def _auc(name: str) -> dict:
    return {"AUC": auc(swept(name))}


@register("roc-plane")
def roc_plane():
    """Draw four classifiers as points, on both sides of the diagonal."""
    ax = plots.roc(example("roc-space").confusions)
    for side, ends in (("better", (0.7, 1)), ("worse", (0.3, 0))):
        high = np.linspace(*ends, 9)
        place(ax, [Label(say(f"roc.{side}"), 1 - high, high, COLOURS["ink"], 0.9)])
    return ax


@register("fawcett-2")
def fawcett_2():
    """Draw five classifiers that give answers without scores: each is one point."""
    return plots.roc(FIVE, plots.panels(size=(5.4, 5.1))[1]), {
        f"Youden's J of {name}": c.informedness for name, c in FIVE.items()
    }


@register("fawcett-3")
def fawcett_3():
    """Draw the ROC staircase of twenty instances, each step named."""
    return plots.roc(swept("fawcett-20", "in-order"), steps=True), _auc("fawcett-20")


@register("han-kamber-8.19")
def han_kamber():
    """Draw ten tuples in a row, and below them their ROC curve and its hull."""
    picture, (above, below) = plots.panels(2, 1, (6.0, 3.5))
    above.get_subplotspec().get_gridspec().set_height_ratios((1.7, 5.5))
    plots.ranking(swept("han-kamber"), ax=above)
    plots.roc(swept("han-kamber", "in-order"), below, steps=True, hull=True)
    return picture, _auc("han-kamber")


@register("cars-roc")
def cars_roc():
    """Draw the ROC curve of the twenty images, its area shaded."""
    return plots.roc(swept("cars"), area=True), _auc("cars")


@register("learners-roc")
def learners_roc():
    """Draw learners A and B: one encloses the other."""
    both = {n: swept(f"learner-{n.lower()}", "in-order") for n in "AB"}
    return plots.roc(both, area=True), {
        f"AUC of {n}": auc(swept(f"learner-{n.lower()}", "in-order")) for n in "AB"
    }


@register("roc-best-and-worst")
def best_and_worst():
    """Draw the best and the worst ranking, and guessing between them."""
    samples = example("ks-first")
    both = {
        "roc.best": sweep(samples.y_true, samples.y_score),
        "roc.worst": sweep(samples.y_true, -samples.y_score),
    }
    return plots.roc({say(name): one for name, one in both.items()}, area=True)


@register("roc-strip")
def strip():
    """Draw what each positive adds to the area, one strip framed."""
    learner = swept("learner-a", "in-order")
    ax = plots.strips(learner, plots.roc(learner, area=True, diagonal=False), framed=3)
    return ax, {"AUC": auc(learner)}


@register("cars-pairs")
def cars_pairs():
    """Draw every pair of a car and another picture: won, tied or lost."""
    return plots.pairs(swept("cars")), _auc("cars")


@register("auc-pairs-ranks")
def three_ways():
    """Draw the same AUC as strips, as pairs and as ranks."""
    learner = swept("learner-a")
    picture, _ = plots.panels(1, 1, (10.4, 7.4))
    picture.clear()
    places = [["area", "pairs"], ["ranks", "ranks"]]
    axes = picture.subplot_mosaic(places, height_ratios=(5, 1.6))
    plots.strips(learner, plots.roc(learner, axes["area"], diagonal=False)).set_title(_by("area"))
    axes["area"].grid()  # each of its squares is a pair
    plots.pairs(learner, axes["pairs"]).set_title(_by("pairs"))
    plots.ranking(learner, ax=axes["ranks"]).set_title(_by("ranks"))
    summed = words.count(auc(learner, "ranks").terms["rank_sum"])
    axes["ranks"].text(4.5, -0.6, say("roc.ranks", rank_sum=summed), ha="center", va="top")
    return picture, {f"AUC by {m}": auc(swept("learner-a"), m) for m in ("area", "pairs", "ranks")}


def _by(method: str) -> str:
    """Say how the AUC of learner A is worked out in one of the three ways."""
    worked = auc(swept("learner-a"), method)
    terms = {name: words.count(value) for name, value in worked.terms.items()}
    return say(f"roc.by_{method}", area=words.both(worked), **terms)


@register("fawcett-ties")
def ties():
    """Draw the segments that equal scores leave open: optimistic, pessimistic, expected."""
    orders = {"optimistic": "positives-first", "pessimistic": "negatives-first"}
    walks = {f"roc.{n}": swept("fawcett-ties", how) for n, how in orders.items()}
    walks["roc.expected"] = swept("fawcett-ties")
    named = {say(name): one for name, one in walks.items()}
    return plots.roc(named, area=True, diagonal=False), {
        f"AUC, {ties}": auc(swept("fawcett-ties", ties))
        for ties in ("positives-first", "negatives-first", "grouped")
    }


@register("fawcett-scores-ranks")
def scores_and_ranks():
    """Draw ten customers cut at two thresholds, and their ROC curve."""
    picture, (left, right) = plots.panels(1, 2, (5.9, 5.1))
    left.get_subplotspec().get_gridspec().set_width_ratios((6.6, 5.2))
    cells = left.get_subplotspec().subgridspec(2, 1)
    left.remove()
    customers = swept("fawcett-bayes")
    for cell, threshold in zip(cells, (0.5, 0.7), strict=True):
        ax = plots.ranking(customers, threshold, picture.add_subplot(cell))
        accuracy = words.decimal(customers.at(threshold).accuracy)
        ax.set_title(say("roc.accuracy_at", threshold=threshold, accuracy=accuracy))
    plots.roc(customers, right, area=True, mark=(0.5, 0.7))
    return picture


@register("hanley-mcneil")
def hanley_mcneil():
    """Draw the ROC curve of five ratings, each of its points named."""
    rated = swept("hanley-mcneil")
    highest, *others = rated.threshold[1:].tolist()
    marks = {say("roc.rating", rating=words.count(highest)): highest}
    marks |= {f"≥ {words.count(rating)}": rating for rating in others}
    ax = plots.roc(rated, plots.panels(size=SQUARE)[1], mark=marks)
    error = words.decimal(auc_standard_error(rated, "hanley-mcneil"))
    ax.set_title(say("roc.auc_error", area=words.decimal(auc(rated)), error=error))
    return ax, {
        "AUC": auc(swept("hanley-mcneil")),
        "SE": auc_standard_error(swept("hanley-mcneil"), "hanley-mcneil"),
    }


@register("fawcett-hull")
def fawcett_hull():
    """Draw the convex hull, and where three prices touch it."""
    prices = {"FP 10×": (10, 1), "FP = FN": (1, 1), "FN 10×": (1, 10)}
    costs = {name: Costs(fp=fp, fn=fn) for name, (fp, fn) in prices.items()}
    return plots.roc(swept("fawcett-20"), hull=True, costs=costs), {
        "hull area": auc(roc_hull(swept("fawcett-20")))
    }


@register("islr-4.7")
def islr_errors():
    """Draw three error rates of ten thousand credit cards over the threshold."""
    rates = ("error_rate", "fnr", "fpr")
    how = {"best": None, "between": FROM_0_TO_HALF}
    return plots.against_threshold(swept("islr-default"), rates, **how), {
        f"{rate}, score ≥ {t}": swept("islr-default").at(t).rate(rate)
        for t in (0.5, 0.2)
        for rate in ("error_rate", "fnr", "fpr")
    }


@register("islr-tables-4.4-4.5")
def islr_tables():
    """Draw what becomes of ten thousand credit cards at both thresholds of the book."""
    picture, axes = plots.panels(1, 2, (4.3, 4.1))
    for ax, threshold in zip(axes, (0.5, 0.2), strict=True):
        table = swept("islr-default").at(threshold)
        plots.confusion(table, orientation="truth in columns, negative first", ax=ax)
        ax.set_title(say("curve.mark", threshold=words.threshold(threshold)))
    return picture, {
        f"{count}, score ≥ {t}": number
        for t in (0.5, 0.2)
        for count, number in swept("islr-default").at(t).counts.items()
    }


@register("islr-4.8")
def islr_roc():
    """Draw the ROC curve of ten thousand credit cards, and the thresholds of both tables."""
    return plots.roc({"LDA": swept("islr-default")}, area=True, mark=(0.5, 0.2)), _auc(
        "islr-default"
    )


@cache
def drawn(positives: int, negatives: int, seed: int = 19) -> Sweep:
    """Sweep over samples drawn from the population; the same seed gives the same ones."""
    return sweep(*BELLS.draw(positives, negatives, seed))


@cache
def in_theory() -> Sweep:
    """Sweep over the population, with equally many of each class."""
    return BELLS.sweep(1, 1, thresholds=1001)


def at_two_shares(n: int) -> dict[str, Sweep]:
    """Draw twice so many samples: a tenth of them positive, and nine tenths."""
    return {
        f"{percent} %": drawn(n * percent // 100, n - n * percent // 100, seed)
        for percent, seed in SHARES.items()
    }


def _areas(n: int) -> dict:
    """Return the AUC at both shares of positives."""
    areas = {f"AUC, {name}": auc(one) for name, one in at_two_shares(n).items()}
    return {"AUC of the population": BELLS.auc, **areas}


def small_sets() -> list[Sweep]:
    """Draw eight test sets of twenty samples, the unluckiest first."""
    return sorted((drawn(10, 10, seed) for seed in SETS), key=auc)


@register("zhou-2.4")
def zhou_2_4():
    """Draw a ROC curve in theory, and beside it what twenty samples give."""
    picture, (left, right) = plots.panels(1, 2, SQUARE)
    plots.roc(in_theory(), left, area=True)
    plots.roc(drawn(10, 10), right, area=True)
    left.set_title(say("sampling.theory"))
    right.set_title(say("sampling.samples", n="20"))
    return picture, {
        "AUC of the population": BELLS.auc,
        "AUC of 20 samples": auc(drawn(10, 10)),
    }


@register("bands")
def bands():
    """Draw how sure a ROC and a P-R curve of 150 samples are, beside those of the population."""
    picture, (left, right) = plots.panels(1, 2, UNTITLED)
    few, names = drawn(60, 90), (say("sampling.samples", n="150"), say("sampling.theory"))
    curves = dict(zip(names, (few, BELLS.sweep(60, 90, thresholds=1001)), strict=True))
    for ax, draw, curve in ((left, plots.roc, roc), (right, plots.pr, pr)):
        sure = bootstrap_band(few, curve, times=500)
        draw(curves, ax, band={names[0]: sure}, legend=True)
    return picture, {"AUC": auc(drawn(60, 90))}


@register("roc-of-many")
def roc_of_many():
    """Draw the staircase of few samples, of more, and of so many that it is a smooth curve."""
    picture, axes = plots.panels(1, len(MANY), SQUARE)
    for ax, n in zip(axes, MANY, strict=True):
        plots.roc(drawn(n // 2, n // 2), ax, area=True)
        ax.set_title(say("sampling.samples", n=f"{n:,}"))
    return picture, {f"AUC of {n:,} samples": auc(drawn(n // 2, n // 2)) for n in MANY}


@register("roc-two-small-sets")
def two_small_sets():
    """Draw eight small test sets: the luckiest and the unluckiest are named, and the population."""
    unlucky, *others, lucky = small_sets()
    ax = plots.panels(size=(6.4, 6.2))[1]
    for other in others:
        plots.roc(other, ax, diagonal=False, **FAINT)
    draw_named(ax, say("sampling.population"), in_theory(), (0.36, 0.68), 0)
    draw_named(ax, say("sampling.set", k=1), unlucky, (0.53, 0.45), 1)
    draw_named(ax, say("sampling.set", k=2), lucky, (0.12, 0.95), 2, ", ")
    return ax, dict(zip(("lowest AUC", "highest AUC"), map(auc, small_sets()[::7]), strict=True))


def draw_named(
    ax, name: str, one: Sweep, spot: tuple[float, float], k: int, gap: str = "\n"
) -> None:
    """Draw the k-th ROC curve, and write its name and its area at a spot beside it."""
    look = look_of(k, {})
    plots.roc(one, describe(ax, head(name)), diagonal=not k, **look)
    text = f"{name}{gap}AUC {words.decimal(auc(one))}"
    beside(ax, *spot, text, look["color"], offset=(0, 0), va="center")


def both_shares(n: int):
    """Draw the ROC curves of so many samples, with few positives and with many."""
    ax = plots.panels(size=(5.8, 5.9))[1]
    for k, (spot, (name, one)) in enumerate(zip(SPOTS, at_two_shares(n).items(), strict=True)):
        draw_named(ax, name, one, spot, k)
    ax.set_title(say("sampling.shares", n=f"{n:,}"))
    return ax.figure


@register("roc-100000")
def roc_100000():
    """Draw the ROC curves of 100 000 samples, with few positives and with many."""
    return both_shares(100_000), _areas(100_000)


@register("roc-1000")
def roc_1000():
    """Draw the ROC curves of 1000 samples, with few positives and with many."""
    return both_shares(1000), _areas(1000)


@register("ks-1")
def ks_1():
    """Draw both rates of a perfect ranking."""
    return draw_ks("ks-first")


@register("ks-2")
def ks_2():
    """Draw how far both rates of a perfect ranking are apart."""
    return draw_ks("ks-first", difference=True)


@register("ks-3")
def ks_3():
    """Draw both rates of a good ranking."""
    return draw_ks("ks-second")


@register("ks-4")
def ks_4():
    """Draw how far both rates of a good ranking are apart."""
    return draw_ks("ks-second", difference=True)


@register("ks-other-ranking")
def other_ranking():
    """Draw both rates of a ranking with the same gap, whose last positive comes last of all."""
    return draw_ks("ks-third")


def draw_ks(name: str, **how):
    """Draw over the share that is called positive: the source calls it a threshold."""
    walk = swept(name, "in-order")
    return plots.ks(walk, where="share", **how), {"KS": ks_statistic(walk)}


@register("ks-same-gap")
def same_gap():
    """Draw the ROC curves of two rankings that have one KS and two areas."""
    both = {"A": swept("ks-second"), "B": swept("ks-third")}
    numbers = {
        f"{what.__name__} of {letter}": what(one)
        for letter, one in both.items()
        for what in (ks_statistic, auc)
    }
    gap = {f"KS = {words.decimal(ks_statistic(both['A']))}": Costs()}
    ax = plots.roc(both, area=True, costs=gap)  # parallel to the diagonal
    return ax, numbers


@register("cars-ks")
def cars_ks():
    """Draw the KS curves of the twenty images over their scores."""
    return plots.ks(swept("cars"), abscissa="score"), {"KS": ks_statistic(walk())}


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
FIVE_SETS = range(1, 6)
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
    tail = words.decimal(intervals.upper_tail(first, TESTED, RATE))
    kept, refuted = (
        say(f"binomial.{side}", rate=RATE, k=first, tail=tail) for side in ("kept", "refuted")
    )
    middle = {"offset": (0, letters(0.4)), "ha": "center", "va": "bottom"}
    beside(ax, TESTED * RATE, max(high), kept, COLOURS["positive"], **middle)
    beside(ax, (first + TESTED) / 2, high[first], refuted, COLOURS["threshold"], **middle)
    listed = listing([head(str(k)) + words.decimal(p) for k, p in enumerate(high)])
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
        beside(ax, float(rank), row, head(name) + words.both(rank), **above)
    ax.axvspan(1 - half, 1 + half, color=COLOURS["positive"], alpha=0.1, lw=0, zorder=0)
    ax.set(ylim=(len(RANKS) - 0.5, -0.75), xlabel=say("ranks.axis"))
    ax.set_yticks(range(len(RANKS)), [*RANKS])
    difference = words.decimal(found.critical_difference)
    ax.set_title(say("ranks.title", f=words.decimal(found.f), difference=difference))
    ranks = listing([f"{n} {words.decimal(r)}" for n, r in found.average_ranks.items()])
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
    return [sweep(*BELLS.draw(20, 20, seed)) for seed in FIVE_SETS]


@register("fawcett-9")
def fawcett_9():
    """Draw five ROC curves, merged, and averaged in both ways."""
    wide = look().size == "projector"  # where four squares two by two would be tiny
    picture, axes = plots.panels(2, 2, (7.6, 4.4) if wide else SQUARE)
    curves, whole, vertical, by_threshold = axes.flat
    for k, one in enumerate(five()):
        plots.roc(one, curves, diagonal=not k, **look_of(k, {}))
    plots.roc(sum(five()), whole)
    mean, cut = fold_mean(five(), roc), threshold_mean(five(), CUTS)
    rows = np.searchsorted(mean.x, SPACED - 1e-9)
    at_rates = (SPACED, mean.mean[rows], mean.spread[rows], None)
    for ax, points in (
        (vertical, at_rates),
        (by_threshold, (cut.fpr, cut.tpr, cut.tpr_spread, cut.fpr_spread)),
    ):
        _averaged(ax, *points)
    for ax, key in zip(axes.flat, ("each", "merged", "vertical", "threshold"), strict=True):
        ax.set_title(say(f"compare.{key}", n=len(FIVE_SETS)))
        if wide:
            flatten(ax)
    return picture, {
        **{f"AUC of set {k}": auc(one) for k, one in enumerate(five(), 1)},
        "AUC, merged": auc(sum(five())),
        "mean AUC": fold_mean(five(), roc).area,
    }


def _averaged(ax, x, y, up, across) -> None:
    """Draw mean points with their spread over the five curves, on the plane that they share."""
    for k, one in enumerate(five()):
        plots.roc(one, ax, diagonal=not k, color="#B8B8B8", linestyle="-", linewidth=width(0.4))
    how = {"color": COLOURS["positive"], "capsize": letters(0.25), "markersize": letters(0.45)}
    ax.errorbar(x, y, yerr=up, xerr=across, fmt="o-", zorder=4, **how)
    spots = [f"({words.decimal(a, 2)}, {words.decimal(b, 2)})" for a, b in zip(x, y, strict=True)]
    listed = listing(spots)
    describe(ax, say("compare.alt", listed=listed))
