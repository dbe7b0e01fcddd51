"""Figures of costs: lines, envelopes, their duality with ROC points; densities; profit."""

from __future__ import annotations

from functools import cache

from ... import plots
from ...metrics.confusion import Confusion
from ...metrics.cost_curves import CostCurve, cost_curve
from ...metrics.costs import Costs, cost_threshold, crossover_costs, expected_cost
from ...metrics.sweep import Sweep, sweep
from ...metrics.thresholds import best_threshold
from ...plots.say import say
from ...plots.thresholds import profit
from ..examples import example, swept
from . import BELLS, register

# Source document 003 writes costs as Zhou does: class 0 is the positive one.
DEAR = Costs.from_zhou(cost01=5, cost10=1)
AXES = ("probability-cost", "p")
CUT = 0.0  # where its lost picture of both densities has the threshold
SAMPLES = 10_000
CAR_LINE = 0.24  # the threshold whose line shows both of its ends
SALE = Costs.from_benefits(tp=2, fp=-1)
CREDIT = example("german-credit").confusions
POINTS = {"A": (0.1, 0.5), "B": (0.3, 0.8), "C": (0.5, 0.9)}  # fpr and tpr


def point(fpr, tpr) -> Confusion:
    """Take one classifier of which only both rates are known, in shares of each class."""
    return Confusion(tp=tpr, fp=fpr, fn=1 - tpr, tn=1 - fpr)


def alone(name: str) -> CostCurve:
    """Return the whole cost line of one of Drummond & Holte's classifiers."""
    return cost_curve(point(*POINTS[name]), trivial=False)


def cut_bells() -> Confusion:
    """Cut both bells where the densities show it."""
    return point(*(rate.item() for rate in BELLS.roc(CUT)))


@cache
def simulated(axis: str) -> CostCurve:
    """Return the cost curve of the ten thousand samples that are drawn from both bells."""
    drawn = example("binormal", n=SAMPLES, positive_rate=0.5)
    return cost_curve(sweep(drawn.y_true, drawn.y_score), axis=axis, costs=DEAR)


def learner(name: str, axis: str) -> CostCurve:
    """Return the cost curve of one of the two learners that the axes rank differently."""
    rates = example("cost-axes").values[name]
    return cost_curve(point(rates["fpr"], 1 - rates["fnr"]), axis=axis, costs=DEAR)


def two_points() -> CostCurve:
    """Return the better of the classifiers A and B, everywhere along the axis."""
    (a_fpr, a_tpr), (b_fpr, b_tpr) = POINTS["A"], POINTS["B"]
    both = Sweep.from_counts([2, 1], [a_tpr, b_tpr], [a_fpr, b_fpr], positives=1, negatives=1)
    return cost_curve(both, trivial=False)


def with_area(curve: CostCurve, **how):
    """Draw a cost curve, and give the area below it."""
    return plots.cost_curve(curve, **how), {"area": curve.area}


@register("densities")
def both_errors():
    """Draw the densities of both classes, and the two errors that the threshold 0 makes."""
    names = say("density.class0"), say("density.class1")
    ax, cut = plots.densities(BELLS, threshold=CUT, names=names), cut_bells()
    return ax, {"FNR": cut.fnr, "FPR": cut.fpr}


@register("densities-best")
def fewest_errors():
    """Draw the same densities, cut half-way, where both rates are farthest apart."""
    half_way = (BELLS.positive.mean + BELLS.negative.mean) / 2
    return plots.densities(BELLS, threshold=half_way), {"KS": BELLS.ks}


@register("one-cost-line")
def one_cost_line():
    """Draw the cost line of one classifier, both ends named."""
    curve = alone("A")
    ax = plots.cost_curve(curve, ruling=False, ends=True, at=0.5)
    return ax, {"cost at P(+)cost 1/2": curve.at(0.5), "area": curve.area}


@register("cost-over-p")
def one_cost_over_p():
    """Draw what one classifier costs over p, a miss being five times as dear."""
    curve = cost_curve(cut_bells(), axis="p", costs=DEAR, trivial=False)
    return with_area(curve, ruling=False, ends=True, area=say("cost.mean_over_p"))


@register("cost-over-p-all")
def all_costs_over_p():
    """Draw what every threshold costs over p, and the lowest cost."""
    return with_area(simulated("p"), area=say("cost.total"))


@register("cost-over-pc-all")
def all_costs_over_pc():
    """Draw the same thresholds over P(+)cost: straight lines."""
    return with_area(simulated("probability-cost"), area=say("cost.total"))


@register("zhou-2.5")
def zhou_2_5():
    """Draw the cost curve and the expected total cost, one line with both of its ends."""
    named = {say("cost_curve"): swept("cars")}
    look = {"area": say("cost.total"), "ruling": False, "ends": CAR_LINE}
    return plots.cost_curve(named, **look), {"area": cost_curve(swept("cars")).area}


@register("cars-cost-curve")
def cars_cost_curve():
    """Draw the cost lines of the twenty images, their lower envelope, and who rules where."""
    return with_area(cost_curve(swept("cars")))


@register("drummond-holte-lines")
def lines_of_points():
    """Draw three points of ROC space, and beside them their cost lines."""
    numbers = {f"cost of {n} at P(+)cost 1/2": alone(n).at(0.5) for n in POINTS}
    return plots.duality(POINTS, at=0.5)[0], numbers


@register("drummond-holte-envelope")
def envelope_of_twenty():
    """Draw the lower envelope of twenty instances, each corner written down."""
    return with_area(cost_curve(swept("fawcett-20")), ruling="vertices")


@register("two-classifiers-cost")
def two_classifiers():
    """Draw two cost lines, and the place where they cross."""
    swap, ratio = two_points().bounds[1], crossover_costs(*(point(*POINTS[n]) for n in "AB"))
    numbers = {"P(+)cost where both cost the same": swap}
    numbers |= {"a miss against a false alarm, classes equal": ratio}
    return plots.cost_curve({name: alone(name) for name in "AB"}, at=swap), numbers


@register("duality")
def points_and_lines():
    """Draw ROC points, and beside them the same classifiers as cost lines."""
    return plots.duality(swept("fawcett-20"))[0]


@register("two-cost-axes")
def two_cost_axes():
    """Draw one ranking on both axes of cost, each with its area."""
    picture, axes = plots.panels(1, 2, (5.4, 4.6))
    twenty = {axis: cost_curve(swept("fawcett-20"), axis=axis, costs=DEAR) for axis in AXES}
    for ax, curve in zip(axes, twenty.values(), strict=True):
        plots.cost_curve(curve, ax, ruling=False)
    return picture, {f"area over {axis}": curve.area for axis, curve in twenty.items()}


@register("cost-axes-disagree")
def axes_disagree():
    """Draw two classifiers on both axes: each axis prefers another one."""
    picture, axes = plots.panels(1, 2, (6.2, 4.6))
    for ax, axis in zip(axes, AXES, strict=True):
        both = {name: learner(name, axis) for name in "AB"}
        plots.cost_curve(both, ax, area=True, legend=True)
    numbers = {f"{n} over {axis}": learner(n, axis).area for axis in AXES for n in "AB"}
    return picture, numbers


@register("cars-expected-cost")
def cars_expected_cost():
    """Draw the expected cost at every threshold, for a miss that costs five false alarms."""
    return plots.expected_cost(swept("cars"), Costs(fp=1, fn=5))


@register("german-credit")
def german_credit():
    """Draw what two answers for all customers cost, over the share of bad ones."""
    loans = Costs(**example("german-credit").values["costs"])
    how = {"axis": "p", "costs": loans, "trivial": False, "normalised": False}
    keys = {name: f"credit.{name.replace(' ', '_')}" for name in CREDIT}
    both = {say(keys[name]): cost_curve(c, **how) for name, c in CREDIT.items()}
    at = (cost_threshold(loans), CREDIT["all bad"].prevalence)
    numbers = {name: expected_cost(c, loans) for name, c in CREDIT.items()}
    return plots.cost_curve(both, at=at), numbers


@register("expected-profit")
def expected_profit():
    """Draw what the model earns, beside offering to nobody and to everybody."""
    offer = example("expected-profit")
    paid = Costs.from_benefits(**offer.values["benefits"])
    return profit(offer.confusion, paid), {"profit": -expected_cost(offer.confusion, paid)}


@register("profit-curve")
def profit_curve():
    """Draw what the twenty images earn, at every length of the list."""
    best = best_threshold(swept("cars"), "cost", costs=SALE)
    return profit(swept("cars"), SALE), {"profit": -best.value}
