"""Figures of P-R curves, and what each rule makes of their area."""

from ... import plots
from ...metrics.areas import average_precision
from ...metrics.landmarks import break_even
from .registry import register
from .samples import CARS, walk


def _ap(rule: str):
    """Give the AP of the twenty cars by a rule, as the number of a figure."""
    return lambda: {f"AP, {rule}": average_precision(walk(), rule)}


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
