"""Single points of the ROC plane: classifiers without scores, and places that have a name."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes

from ...core import digits
from ...metrics.confusion import Confusion
from ...metrics.curve import Curve
from ...metrics.curves import roc as roc_of
from ..colours import COLOURS, SERIES
from ..placing import Label
from ..say import say, verbatim
from ..unit_square import curves_of, mark_point, mark_thresholds, point_at

MARKERS = "osD^vP"


def split(of) -> tuple[dict[str, Curve], dict[str, Confusion]]:
    """Take apart what is drawn: curves, and tables of counts, which are points."""
    several = of if isinstance(of, Mapping) else {"": of}
    points = {verbatim(name): c for name, c in several.items() if isinstance(c, Confusion)}
    if not points:
        return curves_of(of, roc_of), points
    rest = {name: one for name, one in several.items() if not isinstance(one, Confusion)}
    return curves_of(rest, roc_of) if rest else {}, points


def draw_points(ax: Axes, points: Mapping[str, Confusion], first: int) -> list[Label]:
    """Draw a point for each table of counts, with a marker and a colour of its own."""
    looks = [(SERIES[k % len(SERIES)][0], MARKERS[k % len(MARKERS)]) for k in range(first, 99)]
    labels = [
        mark_point(ax, float(c.fpr), float(c.recall), name, *look)
        for (name, c), look in zip(points.items(), looks, strict=False)
    ]
    return [label._replace(size=1.1) for label in labels if label.text]


def draw_marks(ax: Axes, curves: Mapping[str, Curve], mark) -> list[Label]:
    """Mark thresholds on each curve, by their value or by names of their own."""
    if not isinstance(mark, Mapping):
        return mark_thresholds(ax, curves, mark)
    return [
        mark_point(ax, *point_at(curve, threshold), verbatim(name), COLOURS["threshold"])
        for name, threshold in mark.items()
        for curve in curves.values()
    ]


def name_sides() -> list[Label]:
    """Say which side of the diagonal is better than guessing, and which is worse."""
    high, low = np.linspace(0.7, 1, 9), np.linspace(0.3, 0, 9)
    return [
        Label(say("roc.better"), 1 - high, high, COLOURS["ink"], 0.9),
        Label(say("roc.worse"), 1 - low, low, COLOURS["ink"], 0.9),
    ]


def in_words(points: Mapping[str, Confusion]) -> list[str]:
    """Say where the points are, if there are any."""
    spots = [
        f"{name} ({digits.decimal(c.fpr)}, {digits.decimal(c.recall)})".strip()
        for name, c in points.items()
    ]
    return [say("alt.roc_points", points=digits.listing(spots, len(spots)))] if spots else []
