"""Figures of ROC and P-R curves: staircases, areas by rectangles and trapezoids, interpolations."""

from ... import plots
from ...metrics.areas import auc, average_precision
from ...metrics.costing.costs import Costs
from ...metrics.curves import roc_hull
from ...metrics.landmarks import break_even
from ...metrics.sweep import sweep
from ..examples import example
from .counting import CARS, walk
from .registry import register

FAWCETT = "Fawcett (2006), An introduction to ROC analysis, figure {}"
ZHOU = "Zhou (2016), Machine Learning, section 2.3, after source document {}"


def swept(name: str, ties: str = "grouped"):
    """Sweep over the samples of an example."""
    known = example(name)
    return sweep(known.y_true, known.y_score, ids=known.ids, ties=ties)


def _ap(rule: str):
    """Give the AP of the twenty cars by a rule, as the number of a figure."""
    return lambda: {f"AP, {rule}": average_precision(walk(), rule)}


@register("fawcett-3", FAWCETT.format(3), lesson=8, shows=lambda: {"AUC": auc(swept("fawcett-20"))})
def fawcett_3() -> plots.Picture:
    """Draw the ROC staircase of twenty instances, each step named."""
    return plots.roc(swept("fawcett-20", "in-order"), steps=True).figure


@register(
    "fawcett-hull",
    FAWCETT.format("7, its idea on the data of figure 3"),
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
    "cars-pr", CARS, status="lost", lesson=6, shows=lambda: {"break-even point": break_even(walk())}
)
def cars_pr() -> plots.Picture:
    """Draw the P-R curve of the twenty images, with its break-even point."""
    return plots.pr(walk(), break_even=True).figure


@register("cars-rectangles", CARS, status="lost", lesson=7, shows=_ap("step"))
def cars_rectangles() -> plots.Picture:
    """Draw average precision as a sum of rectangles."""
    return plots.pr(walk(), area="step").figure


@register("cars-trapezoids", CARS, status="lost", lesson=7, shows=_ap("trapezoid"))
def cars_trapezoids() -> plots.Picture:
    """Draw average precision as a sum of trapezoids."""
    return plots.pr(walk(), area="trapezoid").figure


@register("cars-voc2007", CARS, status="lost", lesson=7, shows=_ap("voc2007"))
def cars_voc2007() -> plots.Picture:
    """Draw the interpolation of PASCAL VOC 2007: eleven levels."""
    return plots.pr(walk(), interpolation="voc2007").figure


@register("cars-voc2010", CARS, status="lost", lesson=7, shows=_ap("voc2010"))
def cars_voc2010() -> plots.Picture:
    """Draw the interpolation of PASCAL VOC 2010: all points."""
    return plots.pr(walk(), interpolation="voc2010").figure


@register("cars-coco", CARS, status="lost", lesson=7, shows=_ap("coco"))
def cars_coco() -> plots.Picture:
    """Draw the interpolation of COCO: a hundred and one levels."""
    return plots.pr(walk(), interpolation="coco").figure


@register(
    "learners-roc",
    ZHOU.format("004"),
    status="lost",
    lesson=8,
    shows=lambda: {f"AUC of {n}": auc(swept(f"learner-{n.lower()}", "in-order")) for n in "AB"},
)
def learners_roc() -> plots.Picture:
    """Draw learners A and B: one encloses the other."""
    return plots.roc({n: swept(f"learner-{n.lower()}", "in-order") for n in "AB"}).figure
