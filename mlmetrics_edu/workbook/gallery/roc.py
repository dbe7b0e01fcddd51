"""Figures of ROC curves: staircases, hulls, ties, and one learner that encloses another."""

from ... import plots
from ...core import digits
from ...metrics.auc import auc
from ...metrics.comparing.auc_error import auc_standard_error
from ...metrics.costing.costs import Costs
from ...metrics.curves import roc_hull
from ...metrics.sweep import sweep
from ...plots.say import say
from ..examples import example
from .registry import register
from .samples import CARS, FAWCETT, ZHOU, swept

ZHOU_NOTES = ZHOU.format("section 2.3.3", "003")
ISLR = "James, Witten, Hastie & Tibshirani (2013), An Introduction to Statistical Learning, {}"
FROM_0_TO_HALF = (0.0, 0.5)  # the axis of the book


def _auc(name: str, ties: str = "grouped"):
    """Return the AUC of an example, as the number of a figure."""
    return lambda: {"AUC": auc(swept(name, ties))}


@register("roc-plane", example("roc-space").source, status="lost", lesson=8)
def roc_plane() -> plots.Picture:
    """Draw four classifiers as points, on both sides of the diagonal."""
    return plots.roc(example("roc-space").confusions, sides=True).figure


@register("fawcett-3", FAWCETT.format("figure 3"), lesson=8, shows=_auc("fawcett-20"))
def fawcett_3() -> plots.Picture:
    """Draw the ROC staircase of twenty instances, each step named."""
    return plots.roc(swept("fawcett-20", "in-order"), steps=True).figure


@register("han-kamber-8.19", example("han-kamber").source, lesson=8, shows=_auc("han-kamber"))
def han_kamber() -> plots.Picture:
    """Draw ten tuples in a row, and below them their ROC curve and its hull."""
    picture, (above, below) = plots.panels(2, 1, (6.0, 3.6))
    above.get_subplotspec().get_gridspec().set_height_ratios((1.7, 5.5))
    plots.ranking(swept("han-kamber"), ax=above)
    plots.roc(swept("han-kamber", "in-order"), below, steps=True, hull=True)
    return picture


@register("cars-roc", CARS, lesson=8, shows=_auc("cars"))
def cars_roc() -> plots.Picture:
    """Draw the ROC curve of the twenty images, its area shaded."""
    return plots.roc(swept("cars"), area=True).figure


@register(
    "learners-roc",
    ZHOU.format("section 2.3", "004"),
    status="lost",
    lesson=8,
    shows=lambda: {f"AUC of {n}": auc(swept(f"learner-{n.lower()}", "in-order")) for n in "AB"},
)
def learners_roc() -> plots.Picture:
    """Draw learners A and B: one encloses the other."""
    both = {n: swept(f"learner-{n.lower()}", "in-order") for n in "AB"}
    return plots.roc(both, area=True).figure


@register("roc-best-and-worst", ZHOU_NOTES, status="lost", lesson=8)
def best_and_worst() -> plots.Picture:
    """Draw the best and the worst ranking, and guessing between them."""
    known = example("ks-first")
    both = {
        "roc.best": sweep(known.y_true, known.y_score),
        "roc.worst": sweep(known.y_true, -known.y_score),
    }
    return plots.roc({say(name): one for name, one in both.items()}, area=True).figure


@register("roc-strip", ZHOU_NOTES, status="lost", lesson=9, shows=_auc("learner-a"))
def strip() -> plots.Picture:
    """Draw what each positive adds to the area, one strip framed."""
    return plots.roc(swept("learner-a", "in-order"), strips=3, area=True, diagonal=False).figure


@register("cars-pairs", CARS, status="ours", lesson=9, shows=_auc("cars"))
def cars_pairs() -> plots.Picture:
    """Draw every pair of a car and another picture: won, tied or lost."""
    return plots.pairs(swept("cars")).figure


@register(
    "auc-pairs-ranks",
    ZHOU.format("section 2.3.3", "004"),
    status="ours",
    lesson=9,
    shows=lambda: {f"AUC by {m}": auc(swept("learner-a"), m) for m in ("area", "pairs", "ranks")},
)
def three_ways() -> plots.Picture:
    """Draw the same AUC as strips, as pairs and as ranks."""
    learner = swept("learner-a")
    picture, axes = plots.panels(1, 3, (5.2, 5.1))
    plots.roc(learner, axes[0], strips=True, diagonal=False).set_title(_by("area"))
    axes[0].grid()  # each of its squares is a pair
    plots.pairs(learner, axes[1]).set_title(_by("pairs"))
    plots.ranking(learner, ax=axes[2]).set_title(_by("ranks"))
    return picture


def _by(method: str) -> str:
    """Say how the AUC of learner A is worked out in one of the three ways."""
    worked = auc(swept("learner-a"), method)
    terms = {name: digits.count(value) for name, value in worked.terms.items()}
    return say(f"roc.by_{method}", area=digits.both(worked), **terms)


@register(
    "fawcett-ties",
    FAWCETT.format("figure 6, its idea on six instances"),
    lesson=8,
    shows=lambda: {
        f"AUC, {ties}": auc(swept("fawcett-ties", ties))
        for ties in ("positives-first", "negatives-first", "grouped")
    },
)
def ties() -> plots.Picture:
    """Draw the segments that equal scores leave open: optimistic, pessimistic, expected."""
    orders = {"optimistic": "positives-first", "pessimistic": "negatives-first"}
    found = {f"roc.{n}": swept("fawcett-ties", how) for n, how in orders.items()}
    found["roc.expected"] = swept("fawcett-ties")
    named = {say(name): one for name, one in found.items()}
    return plots.roc(named, area=True, diagonal=False).figure


@register("fawcett-scores-ranks", FAWCETT.format("section 4.1"), lesson=8)
def scores_and_ranks() -> plots.Picture:
    """Draw ten customers cut at two thresholds, and their ROC curve."""
    picture, (left, right) = plots.panels(1, 2, (6.6, 5.1))
    cells = left.get_subplotspec().subgridspec(2, 1)
    left.remove()
    customers = swept("fawcett-bayes")
    for cell, threshold in zip(cells, (0.5, 0.7), strict=True):
        ax = plots.ranking(customers, threshold, picture.add_subplot(cell))
        accuracy = digits.decimal(customers.at(threshold).accuracy)
        ax.set_title(say("roc.accuracy_at", threshold=threshold, accuracy=accuracy))
    plots.roc(customers, right, area=True, mark=(0.5, 0.7))
    return picture


@register(
    "hanley-mcneil",
    example("hanley-mcneil").source,
    lesson=9,
    shows=lambda: {
        "AUC": auc(swept("hanley-mcneil")),
        "SE": auc_standard_error(swept("hanley-mcneil"), "hanley-mcneil"),
    },
)
def hanley_mcneil() -> plots.Picture:
    """Draw the ROC curve of five ratings, each of its points named."""
    rated = swept("hanley-mcneil")
    highest, *others = rated.threshold[1:].tolist()
    marks = {say("roc.rating", rating=digits.count(highest)): highest}
    marks |= {f"≥ {digits.count(rating)}": rating for rating in others}
    ax = plots.roc(rated, mark=marks)
    error = digits.decimal(auc_standard_error(rated, "hanley-mcneil"))
    ax.set_title(say("roc.auc_error", area=digits.decimal(auc(rated)), error=error))
    return ax.figure


@register(
    "fawcett-hull",
    FAWCETT.format("figure 7, its idea on the data of figure 3"),
    lesson=8,
    shows=lambda: {"hull area": auc(roc_hull(swept("fawcett-20")))},
)
def fawcett_hull() -> plots.Picture:
    """Draw the convex hull, and where three prices touch it."""
    prices = {"FP 10×": (10, 1), "FP = FN": (1, 1), "FN 10×": (1, 10)}
    costs = {name: Costs(fp=fp, fn=fn) for name, (fp, fn) in prices.items()}
    return plots.roc(swept("fawcett-20"), hull=True, costs=costs).figure


@register(
    "islr-4.7",
    ISLR.format("figure 4.7"),
    lesson=8,
    shows=lambda: {
        f"{rate}, score ≥ {t}": swept("islr-default").at(t).rate(rate)
        for t in (0.5, 0.2)
        for rate in ("error_rate", "fnr", "fpr")
    },
)
def islr_errors() -> plots.Picture:
    """Draw three error rates of ten thousand credit cards over the threshold."""
    rates = ("error_rate", "fnr", "fpr")
    how = {"best": None, "between": FROM_0_TO_HALF}
    return plots.against_threshold(swept("islr-default"), rates, **how).figure


@register("islr-4.8", ISLR.format("figure 4.8"), lesson=8, shows=_auc("islr-default"))
def islr_roc() -> plots.Picture:
    """Draw the ROC curve of ten thousand credit cards, and the thresholds of both tables."""
    return plots.roc({"LDA": swept("islr-default")}, area=True, mark=(0.5, 0.2)).figure
