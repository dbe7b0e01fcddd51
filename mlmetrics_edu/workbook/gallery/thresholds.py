"""Figures over all thresholds: KS, gain and lift, metrics by threshold, the three means."""

from ... import plots
from ...metrics.landmarks import ks_statistic
from ...metrics.thresholds import best_threshold
from ..examples import example
from .counting import CARS, walk
from .registry import register
from .roc_and_pr import swept

KS = {"ks-1": "ks-first", "ks-2": "ks-second", "ks-3": "ks-third"}


def _ks(name: str):
    """Give the KS statistic of an example, as the number of a figure."""
    return lambda: {"KS": ks_statistic(swept(name, "in-order"))}


@register("ks-1", example("ks-first").source, status="lost", lesson=11, shows=_ks("ks-first"))
def ks_1() -> plots.Picture:
    """Draw the KS curves of a perfect ranking."""
    return plots.ks(swept(KS["ks-1"], "in-order")).figure


@register("ks-2", example("ks-second").source, status="lost", lesson=11, shows=_ks("ks-second"))
def ks_2() -> plots.Picture:
    """Draw the KS curves of a good ranking."""
    return plots.ks(swept(KS["ks-2"], "in-order")).figure


@register("ks-3", example("ks-third").source, status="ours", lesson=11, shows=_ks("ks-third"))
def ks_3() -> plots.Picture:
    """Draw the KS curves of a ranking with the same gap at another place."""
    return plots.ks(swept(KS["ks-3"], "in-order")).figure


@register("cars-ks", CARS, status="ours", lesson=11, shows=lambda: {"KS": ks_statistic(walk())})
def cars_ks() -> plots.Picture:
    """Draw the KS curves of the twenty images over their scores."""
    return plots.ks(swept("cars"), abscissa="score").figure


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
