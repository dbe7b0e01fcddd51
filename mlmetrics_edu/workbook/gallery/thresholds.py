"""Figures over all thresholds: gain and lift, rates by threshold, F1 and the three means."""

from ... import plots
from ...metrics.thresholds import best_threshold
from .registry import register
from .samples import CARS, swept, walk


@register("cars-gain", CARS, status="ours", lesson=11)
def cars_gain() -> plots.Picture:
    """Draw the gain chart of the twenty images."""
    return plots.gain(swept("cars")).figure


@register("cars-lift", CARS, status="ours", lesson=11)
def cars_lift() -> plots.Picture:
    """Draw the lift chart of the twenty images."""
    return plots.lift(swept("cars")).figure


@register(
    "cars-against-threshold",
    CARS,
    status="ours",
    lesson=6,
    shows=lambda: {"best F1": best_threshold(swept("cars"), "f1").value},
)
def cars_against_threshold() -> plots.Picture:
    """Draw precision, recall and F1 over the threshold, and where F1 is best."""
    return plots.against_threshold(swept("cars"), best="f1").figure


@register("cars-walk", CARS, status="lost", lesson=5)
def cars_walk() -> plots.Picture:
    """Draw three steps of the walk down the twenty images."""
    return plots.threshold_walk(walk(), (1, 5, 7))


@register("f1-surface", "van Rijsbergen (1979), Information Retrieval, chapter 7", lesson=3)
def f1_surface() -> plots.Picture:
    """Draw F1 over precision and recall."""
    return plots.f_surface().figure


@register(
    "three-means",
    "Manning, Raghavan & Schütze (2008), Introduction to Information Retrieval, figure 8.1",
    lesson=3,
)
def three_means() -> plots.Picture:
    """Draw the three means of precision and recall, recall being fixed."""
    return plots.means().figure
