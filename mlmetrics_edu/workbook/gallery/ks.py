"""Figures of the KS statistic: how far both rates come apart, and where."""

from ... import plots
from ...metrics.landmarks import ks_statistic
from ..examples import example
from .registry import register
from .samples import CARS, swept, walk

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
