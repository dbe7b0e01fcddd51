"""Figures of costs: lines, envelopes, their duality with ROC points; and score densities."""

from ... import plots
from ...metrics.confusion import Confusion
from ...metrics.costing.cost_curves import cost_curve
from ...metrics.costing.costs import Costs
from ...metrics.populations.population import binormal
from .registry import register
from .samples import CARS, DRUMMOND, SIMULATION, swept, walk


@register("one-cost-line", DRUMMOND.format("section 3"), status="lost", lesson=12)
def one_cost_line() -> plots.Picture:
    """Draw the cost line of one classifier."""
    return plots.cost_curve(Confusion(tp=8, fp=3, fn=2, tn=7)).figure


@register(
    "cars-cost-curve",
    CARS,
    status="ours",
    lesson=12,
    shows=lambda: {"area": cost_curve(swept("cars")).area},
)
def cars_cost_curve() -> plots.Picture:
    """Draw the cost lines of the twenty images, and their lower envelope."""
    return plots.cost_curve(swept("cars")).figure


@register("two-cost-axes", SIMULATION, status="ours", lesson=12)
def two_cost_axes() -> plots.Picture:
    """Draw one ranking on both axes of cost."""
    picture, axes = plots.panels(1, 2)
    costs = Costs(fp=1, fn=5)
    for ax, axis in zip(axes, ("probability-cost", "p"), strict=True):
        plots.cost_curve(cost_curve(swept("fawcett-20"), axis=axis, costs=costs), ax)
    return picture


@register("duality", DRUMMOND.format("section 3"), status="redrawn", lesson=12)
def points_and_lines() -> plots.Picture:
    """Draw ROC points, and beside them the same classifiers as cost lines."""
    return plots.duality(swept("fawcett-20"))[0].figure


@register("cars-expected-cost", CARS, status="ours", lesson=12)
def cars_expected_cost() -> plots.Picture:
    """Draw the expected cost at every threshold, for a miss that costs five false alarms."""
    return plots.expected_cost(swept("cars"), Costs(fp=1, fn=5)).figure


@register("densities", SIMULATION, status="lost", lesson=12)
def both_errors() -> plots.Picture:
    """Draw the densities of both classes, and the two errors that a threshold makes."""
    return plots.densities(binormal(0.8, 0.2, 0.55), threshold=0.5).figure


@register("moving-boundary", "source document 000, on moving the boundary", status="lost", lesson=2)
def moving_boundary() -> plots.Picture:
    """Draw the same samples cut at three places."""
    return plots.moving_boundary(walk(), thresholds=(0.65, 0.38, 0.08)).figure
