"""Figures of costs: lines, envelopes, their duality with ROC points; densities; profit."""

from functools import cache

from ... import plots
from ...metrics.confusion import Confusion
from ...metrics.cost_curves import CostCurve, cost_curve
from ...metrics.costs import Costs, cost_threshold, crossover_costs, expected_cost
from ...metrics.populations import binormal
from ...metrics.sweep import Sweep, sweep
from ...metrics.thresholds import best_threshold
from ...plots.expected_costs import profit
from ...plots.say import say
from ..examples import example, swept
from . import drawings
from .registry import register, walk

BELLS = binormal(0.8, 0.2, 0.55)
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


def bell_over_p() -> CostCurve:
    """Return the cost over p of the classifier that the densities show."""
    return cost_curve(cut_bells(), axis="p", costs=DEAR, trivial=False)


@cache
def simulated(axis: str) -> CostCurve:
    """Return the cost curve of the ten thousand samples that are drawn from both bells."""
    drawn = example("binormal", n=SAMPLES, positive_rate=0.5)
    return cost_curve(sweep(drawn.y_true, drawn.y_score), axis=axis, costs=DEAR)


def twenty(axis: str) -> CostCurve:
    """Return the cost curve of Fawcett's twenty instances, a miss being five times as dear."""
    return cost_curve(swept("fawcett-20"), axis=axis, costs=DEAR)


def learner(name: str, axis: str) -> CostCurve:
    """Return the cost curve of one of the two learners that the axes rank differently."""
    rates = example("cost-axes").values[name]
    return cost_curve(point(rates["fpr"], 1 - rates["fnr"]), axis=axis, costs=DEAR)


def two_points() -> CostCurve:
    """Return the better of the classifiers A and B, everywhere along the axis."""
    (a_fpr, a_tpr), (b_fpr, b_tpr) = POINTS["A"], POINTS["B"]
    both = Sweep.from_counts([2, 1], [a_tpr, b_tpr], [a_fpr, b_fpr], positives=1, negatives=1)
    return cost_curve(both, trivial=False)


def loans() -> Costs:
    """Return what a wrong answer about a customer costs a bank."""
    return Costs(**example("german-credit").values["costs"])


def benefits() -> Costs:
    """Return the price list of Provost & Fawcett's offer."""
    return Costs.from_benefits(**example("expected-profit").values["benefits"])


@register("densities", shows=lambda: {"FNR": cut_bells().fnr, "FPR": cut_bells().fpr})
def both_errors() -> plots.Picture:
    """Draw the densities of both classes, and the two errors that the threshold 0 makes."""
    names = say("density.class0"), say("density.class1")
    return plots.densities(BELLS, threshold=CUT, names=names).figure


@register("densities-best", shows=lambda: {"KS": BELLS.ks})
def fewest_errors() -> plots.Picture:
    """Draw the same densities, cut half-way, where both rates are farthest apart."""
    half_way = (BELLS.positive.mean + BELLS.negative.mean) / 2
    return plots.densities(BELLS, threshold=half_way).figure


@register("moving-boundary")
def moving_boundary() -> plots.Picture:
    """Draw the same samples cut at three places."""
    return drawings.moving_boundary(walk(), (0.65, 0.38, 0.08)).figure


@register(
    "one-cost-line",
    shows=lambda: {"cost at P(+)cost 1/2": alone("A").at(0.5), "area": alone("A").area},
)
def one_cost_line() -> plots.Picture:
    """Draw the cost line of one classifier, both ends named."""
    return plots.cost_curve(alone("A"), ruling=False, ends=True, at=0.5).figure


@register("cost-over-p", shows=lambda: {"area": bell_over_p().area})
def one_cost_over_p() -> plots.Picture:
    """Draw what one classifier costs over p, a miss being five times as dear."""
    mean = say("cost.mean_over_p")
    return plots.cost_curve(bell_over_p(), ruling=False, ends=True, area=mean).figure


@register("cost-over-p-all", shows=lambda: {"area": simulated("p").area})
def all_costs_over_p() -> plots.Picture:
    """Draw what every threshold costs over p, and the lowest cost."""
    return plots.cost_curve(simulated("p"), area=say("cost.total")).figure


@register("cost-over-pc-all", shows=lambda: {"area": simulated("probability-cost").area})
def all_costs_over_pc() -> plots.Picture:
    """Draw the same thresholds over P(+)cost: straight lines."""
    return plots.cost_curve(simulated("probability-cost"), area=say("cost.total")).figure


@register("zhou-2.5", shows=lambda: {"area": cost_curve(swept("cars")).area})
def zhou_2_5() -> plots.Picture:
    """Draw the cost curve and the expected total cost, one line with both of its ends."""
    named = {say("cost_curve"): swept("cars")}
    look = {"area": say("cost.total"), "ruling": False, "ends": CAR_LINE}
    return plots.cost_curve(named, **look).figure


@register("cars-cost-curve", shows=lambda: {"area": cost_curve(swept("cars")).area})
def cars_cost_curve() -> plots.Picture:
    """Draw the cost lines of the twenty images, their lower envelope, and who rules where."""
    return plots.cost_curve(swept("cars")).figure


@register(
    "drummond-holte-lines",
    shows=lambda: {f"cost of {n} at P(+)cost 1/2": alone(n).at(0.5) for n in POINTS},
)
def lines_of_points() -> plots.Picture:
    """Draw three points of ROC space, and beside them their cost lines."""
    return plots.duality(POINTS, at=0.5)[0].figure


@register("drummond-holte-envelope", shows=lambda: {"area": cost_curve(swept("fawcett-20")).area})
def envelope_of_twenty() -> plots.Picture:
    """Draw the lower envelope of twenty instances, each corner written down."""
    return plots.cost_curve(swept("fawcett-20"), ruling="vertices").figure


@register(
    "two-classifiers-cost",
    shows=lambda: {
        "P(+)cost where both cost the same": two_points().bounds[1],
        "a miss against a false alarm, classes equal": crossover_costs(
            *(point(*POINTS[name]) for name in "AB")
        ),
    },
)
def two_classifiers() -> plots.Picture:
    """Draw two cost lines, and the place where they cross."""
    both = {name: alone(name) for name in "AB"}
    return plots.cost_curve(both, at=two_points().bounds[1]).figure


@register("duality")
def points_and_lines() -> plots.Picture:
    """Draw ROC points, and beside them the same classifiers as cost lines."""
    return plots.duality(swept("fawcett-20"))[0].figure


@register("two-cost-axes", shows=lambda: {f"area over {axis}": twenty(axis).area for axis in AXES})
def two_cost_axes() -> plots.Picture:
    """Draw one ranking on both axes of cost, each with its area."""
    picture, axes = plots.panels(1, 2, (5.4, 4.6))
    for ax, axis in zip(axes, AXES, strict=True):
        plots.cost_curve(twenty(axis), ax, ruling=False)
    return picture


@register(
    "cost-axes-disagree",
    shows=lambda: {
        f"{name} over {axis}": learner(name, axis).area for axis in AXES for name in "AB"
    },
)
def axes_disagree() -> plots.Picture:
    """Draw two classifiers on both axes: each axis prefers another one."""
    picture, axes = plots.panels(1, 2, (6.2, 4.6))
    for ax, axis in zip(axes, AXES, strict=True):
        both = {name: learner(name, axis) for name in "AB"}
        plots.cost_curve(both, ax, area=True, legend=True)
    return picture


@register("cars-expected-cost")
def cars_expected_cost() -> plots.Picture:
    """Draw the expected cost at every threshold, for a miss that costs five false alarms."""
    return plots.expected_cost(swept("cars"), Costs(fp=1, fn=5)).figure


@register("german-credit", shows=lambda: {n: expected_cost(c, loans()) for n, c in CREDIT.items()})
def german_credit() -> plots.Picture:
    """Draw what two answers for all customers cost, over the share of bad ones."""
    how = {"axis": "p", "costs": loans(), "trivial": False, "normalised": False}
    keys = {name: f"credit.{name.replace(' ', '_')}" for name in CREDIT}
    both = {say(keys[name]): cost_curve(c, **how) for name, c in CREDIT.items()}
    at = (cost_threshold(loans()), CREDIT["all bad"].prevalence)
    return plots.cost_curve(both, at=at).figure


@register(
    "expected-profit",
    shows=lambda: {"profit": -expected_cost(example("expected-profit").confusion, benefits())},
)
def expected_profit() -> plots.Picture:
    """Draw what the model earns, beside offering to nobody and to everybody."""
    return profit(example("expected-profit").confusion, benefits()).figure


@register(
    "profit-curve",
    shows=lambda: {"profit": -best_threshold(swept("cars"), "cost", costs=SALE).value},
)
def profit_curve() -> plots.Picture:
    """Draw what the twenty images earn, at every length of the list."""
    return profit(swept("cars"), SALE).figure
