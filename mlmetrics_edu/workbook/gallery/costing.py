"""Figures of costs: lines, envelopes, their duality with ROC points; densities; profit."""

from ... import plots
from ...metrics.costing.cost_curves import cost_curve
from ...metrics.costing.costs import Costs
from ...metrics.costing.crossover import crossover_costs
from ...metrics.costing.expected_cost import cost_threshold, expected_cost
from ...metrics.thresholds import best_threshold
from ...plots.say import say
from ..examples import example
from . import cost_cases as cases
from .registry import register
from .samples import CARS, DRUMMOND, FAWCETT, SIMULATION, swept, walk

PROVOST = "Provost & Fawcett (2013), Data Science for Business, {}"


@register(
    "densities",
    SIMULATION + "; its threshold 0",
    status="lost",
    lesson=12,
    shows=lambda: {"FNR": cases.cut_bells().fnr, "FPR": cases.cut_bells().fpr},
)
def both_errors() -> plots.Picture:
    """Draw the densities of both classes, and the two errors that the threshold 0 makes."""
    names = say("density.class0"), say("density.class1")
    return plots.densities(cases.BELLS, threshold=cases.CUT, names=names).figure


@register(
    "densities-best", SIMULATION, status="ours", lesson=11, shows=lambda: {"KS": cases.BELLS.ks}
)
def fewest_errors() -> plots.Picture:
    """Draw the same densities, cut half-way, where both rates are farthest apart."""
    half_way = (cases.BELLS.positive.mean + cases.BELLS.negative.mean) / 2
    return plots.densities(cases.BELLS, threshold=half_way).figure


@register("moving-boundary", "source document 001, on moving the boundary", status="lost", lesson=2)
def moving_boundary() -> plots.Picture:
    """Draw the same samples cut at three places."""
    return plots.moving_boundary(walk(), thresholds=(0.65, 0.38, 0.08)).figure


@register(
    "one-cost-line",
    DRUMMOND.format("section 3"),
    status="lost",
    lesson=12,
    shows=lambda: {"cost at P(+)cost 1/2": cases.alone("A").at(0.5), "area": cases.alone("A").area},
)
def one_cost_line() -> plots.Picture:
    """Draw the cost line of one classifier, both ends named."""
    return plots.cost_curve(cases.alone("A"), ruling=False, ends=True, at=0.5).figure


@register(
    "cost-over-p",
    SIMULATION + ", one classifier",
    status="lost",
    lesson=12,
    shows=lambda: {"area": cases.bell_over_p().area},
)
def one_cost_over_p() -> plots.Picture:
    """Draw what one classifier costs over p, a miss being five times as dear."""
    mean = say("cost.mean_over_p")
    return plots.cost_curve(cases.bell_over_p(), ruling=False, ends=True, area=mean).figure


@register(
    "cost-over-p-all",
    SIMULATION + ", all thresholds over p",
    status="lost",
    lesson=12,
    shows=lambda: {"area": cases.simulated("p").area},
)
def all_costs_over_p() -> plots.Picture:
    """Draw what every threshold costs over p, and the lowest cost."""
    return plots.cost_curve(cases.simulated("p"), area=say("cost.total")).figure


@register(
    "cost-over-pc-all",
    SIMULATION + ", all thresholds over P(+)cost",
    status="lost",
    lesson=12,
    shows=lambda: {"area": cases.simulated("probability-cost").area},
)
def all_costs_over_pc() -> plots.Picture:
    """Draw the same thresholds over P(+)cost: straight lines."""
    return plots.cost_curve(cases.simulated("probability-cost"), area=say("cost.total")).figure


@register(
    "zhou-2.5",
    "Zhou (2016), Machine Learning, figure 2.5, on the twenty images of source document 000",
    lesson=12,
    shows=lambda: {"area": cost_curve(swept("cars")).area},
)
def zhou_2_5() -> plots.Picture:
    """Draw the cost curve and the expected total cost, one line with both of its ends."""
    named = {say("cost_curve"): swept("cars")}
    look = {"area": say("cost.total"), "ruling": False, "ends": cases.CAR_LINE}
    return plots.cost_curve(named, **look).figure


@register(
    "cars-cost-curve",
    CARS,
    status="ours",
    lesson=12,
    shows=lambda: {"area": cost_curve(swept("cars")).area},
)
def cars_cost_curve() -> plots.Picture:
    """Draw the cost lines of the twenty images, their lower envelope, and who rules where."""
    return plots.cost_curve(swept("cars")).figure


@register(
    "drummond-holte-lines",
    DRUMMOND.format("section 3"),
    lesson=12,
    shows=lambda: {f"cost of {n} at P(+)cost 1/2": cases.alone(n).at(0.5) for n in cases.POINTS},
)
def lines_of_points() -> plots.Picture:
    """Draw three points of ROC space, and beside them their cost lines."""
    return plots.duality(cases.POINTS, at=0.5)[0].figure


@register(
    "drummond-holte-envelope",
    DRUMMOND.format("section 4") + ", on " + FAWCETT.format("figure 3"),
    lesson=12,
    shows=lambda: {"area": cost_curve(swept("fawcett-20")).area},
)
def envelope_of_twenty() -> plots.Picture:
    """Draw the lower envelope of twenty instances, each corner written down."""
    return plots.cost_curve(swept("fawcett-20"), ruling=False, vertices=True).figure


@register(
    "two-classifiers-cost",
    DRUMMOND.format("section 4"),
    lesson=12,
    shows=lambda: {
        "P(+)cost where both cost the same": cases.two_points().bounds[1],
        "a miss against a false alarm, classes equal": crossover_costs(
            *(cases.point(*cases.POINTS[name]) for name in "AB")
        ),
    },
)
def two_classifiers() -> plots.Picture:
    """Draw two cost lines, and the place where they cross."""
    both = {name: cases.alone(name) for name in "AB"}
    return plots.cost_curve(both, at=cases.two_points().bounds[1]).figure


@register("duality", DRUMMOND.format("section 3"), lesson=12)
def points_and_lines() -> plots.Picture:
    """Draw ROC points, and beside them the same classifiers as cost lines."""
    return plots.duality(swept("fawcett-20"))[0].figure


@register(
    "two-cost-axes",
    FAWCETT.format("figure 3") + ", on the two axes of source document 003",
    status="ours",
    lesson=12,
    shows=lambda: {f"area over {axis}": cases.twenty(axis).area for axis in cases.AXES},
)
def two_cost_axes() -> plots.Picture:
    """Draw one ranking on both axes of cost, each with its area."""
    picture, axes = plots.panels(1, 2, (5.4, 4.6))
    for ax, axis in zip(axes, cases.AXES, strict=True):
        plots.cost_curve(cases.twenty(axis), ax, ruling=False)
    return picture


@register(
    "cost-axes-disagree",
    "made for this workbook, against a claim of source document 003",
    status="ours",
    lesson=12,
    shows=lambda: {
        f"{name} over {axis}": cases.learner(name, axis).area
        for axis in cases.AXES
        for name in "AB"
    },
)
def axes_disagree() -> plots.Picture:
    """Draw two classifiers on both axes: each axis prefers another one."""
    picture, axes = plots.panels(1, 2, (5.4, 4.6))
    for ax, axis in zip(axes, cases.AXES, strict=True):
        plots.cost_curve({name: cases.learner(name, axis) for name in "AB"}, ax, area=True)
    return picture


@register("cars-expected-cost", CARS, status="ours", lesson=12)
def cars_expected_cost() -> plots.Picture:
    """Draw the expected cost at every threshold, for a miss that costs five false alarms."""
    return plots.expected_cost(swept("cars"), Costs(fp=1, fn=5)).figure


@register(
    "german-credit",
    example("german-credit").source,
    status="ours",
    lesson=12,
    shows=lambda: {n: expected_cost(c, cases.loans()) for n, c in cases.CREDIT.items()},
)
def german_credit() -> plots.Picture:
    """Draw what two answers for all customers cost, over the share of bad ones."""
    how = {"axis": "p", "costs": cases.loans(), "trivial": False, "normalised": False}
    keys = {name: f"credit.{name.replace(' ', '_')}" for name in cases.CREDIT}
    both = {say(keys[name]): cost_curve(c, **how) for name, c in cases.CREDIT.items()}
    at = (cost_threshold(cases.loans()), cases.CREDIT["all bad"].prevalence)
    return plots.cost_curve(both, lines=True, trivial=False, at=at).figure


@register(
    "expected-profit",
    PROVOST.format("chapter 7"),
    status="ours",
    lesson=12,
    shows=lambda: {
        "profit": -expected_cost(example("expected-profit").confusion, cases.benefits())
    },
)
def expected_profit() -> plots.Picture:
    """Draw what the model earns, beside offering to nobody and to everybody."""
    return plots.profit(example("expected-profit").confusion, cases.benefits()).figure


@register(
    "profit-curve",
    PROVOST.format("chapter 8, its profit curve") + ", on the twenty images",
    status="ours",
    lesson=12,
    shows=lambda: {"profit": -best_threshold(swept("cars"), "cost", costs=cases.SALE).value},
)
def profit_curve() -> plots.Picture:
    """Draw what the twenty images earn, at every length of the list."""
    return plots.profit(swept("cars"), cases.SALE).figure
