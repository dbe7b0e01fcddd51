"""Figures of ROC curves: staircases, hulls, pairs, and one learner that encloses another."""

from ... import plots
from ...metrics.areas import auc
from ...metrics.costing.costs import Costs
from ...metrics.curves import roc_hull
from .registry import register
from .samples import CARS, FAWCETT, ZHOU, swept


@register(
    "fawcett-3",
    FAWCETT.format("figure 3"),
    lesson=8,
    shows=lambda: {"AUC": auc(swept("fawcett-20"))},
)
def fawcett_3() -> plots.Picture:
    """Draw the ROC staircase of twenty instances, each step named."""
    return plots.roc(swept("fawcett-20", "in-order"), steps=True).figure


@register(
    "fawcett-hull",
    FAWCETT.format("figure 7, its idea on the data of figure 3"),
    lesson=12,
    shows=lambda: {"hull area": auc(roc_hull(swept("fawcett-20")))},
)
def fawcett_hull() -> plots.Picture:
    """Draw the convex hull, and where two prices touch it."""
    costs = {"FP 10×": Costs(fp=10, fn=1), "FN 10×": Costs(fp=1, fn=10)}
    return plots.roc(swept("fawcett-20"), hull=True, costs=costs).figure


@register("cars-roc", CARS, lesson=8, shows=lambda: {"AUC": auc(swept("cars"))})
def cars_roc() -> plots.Picture:
    """Draw the ROC curve of the twenty images, its area shaded."""
    return plots.roc(swept("cars"), area=True).figure


@register("cars-pairs", CARS, status="ours", lesson=9, shows=lambda: {"AUC": auc(swept("cars"))})
def cars_pairs() -> plots.Picture:
    """Draw every pair of a car and another picture: won, tied or lost."""
    return plots.pairs(swept("cars")).figure


@register(
    "learners-roc",
    ZHOU.format("section 2.3", "004"),
    status="lost",
    lesson=8,
    shows=lambda: {f"AUC of {n}": auc(swept(f"learner-{n.lower()}", "in-order")) for n in "AB"},
)
def learners_roc() -> plots.Picture:
    """Draw learners A and B: one encloses the other."""
    return plots.roc({n: swept(f"learner-{n.lower()}", "in-order") for n in "AB"}).figure
