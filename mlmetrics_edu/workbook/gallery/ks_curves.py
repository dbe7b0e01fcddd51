"""Figures of the KS statistic: how far both rates come apart, and where."""

from ... import plots
from ...core import digits
from ...metrics.auc import auc
from ...metrics.costs import Costs
from ...metrics.ks import ks_statistic
from ..examples import swept
from .registry import register, walk

SHARE = {"where": "share"}  # the source calls it a threshold, which it isn't


def _ks(name: str):
    """Return the KS statistic of an example, as the number of a figure."""
    return lambda: {"KS": ks_statistic(swept(name, "in-order"))}


@register("ks-1", shows=_ks("ks-first"))
def ks_1() -> plots.Picture:
    """Draw both rates of a perfect ranking."""
    return plots.ks(swept("ks-first", "in-order"), **SHARE).figure


@register("ks-2", shows=_ks("ks-first"))
def ks_2() -> plots.Picture:
    """Draw how far both rates of a perfect ranking are apart."""
    return plots.ks(swept("ks-first", "in-order"), difference=True, **SHARE).figure


@register("ks-3", shows=_ks("ks-second"))
def ks_3() -> plots.Picture:
    """Draw both rates of a good ranking."""
    return plots.ks(swept("ks-second", "in-order"), **SHARE).figure


@register("ks-4", shows=_ks("ks-second"))
def ks_4() -> plots.Picture:
    """Draw how far both rates of a good ranking are apart."""
    return plots.ks(swept("ks-second", "in-order"), difference=True, **SHARE).figure


@register("ks-other-ranking", shows=_ks("ks-third"))
def other_ranking() -> plots.Picture:
    """Draw both rates of a ranking with the same gap, whose last positive comes last of all."""
    return plots.ks(swept("ks-third", "in-order"), **SHARE).figure


@register(
    "ks-same-gap",
    shows=lambda: {
        f"{what.__name__} of {letter}": what(swept(name))
        for letter, name in (("A", "ks-second"), ("B", "ks-third"))
        for what in (ks_statistic, auc)
    },
)
def same_gap() -> plots.Picture:
    """Draw the ROC curves of two rankings that have one KS and two areas."""
    both = {"A": swept("ks-second"), "B": swept("ks-third")}
    gap = {f"KS = {digits.decimal(ks_statistic(both['A']))}": Costs()}
    return plots.roc(both, area=True, costs=gap).figure  # parallel to the diagonal


@register("cars-ks", shows=lambda: {"KS": ks_statistic(walk())})
def cars_ks() -> plots.Picture:
    """Draw the KS curves of the twenty images over their scores."""
    return plots.ks(swept("cars"), abscissa="score").figure
