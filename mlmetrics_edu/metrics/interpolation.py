"""The value of a curve between its points: what holds there is a convention.

On a ROC curve a straight line is what picking at random between two thresholds gives. On a P-R
curve it isn't: there TP and FP grow in proportion, and precision follows a hyperbola.
"""

from typing import TYPE_CHECKING

import numpy as np

from ..core import digits, inputs, words
from ..core.errors import InputError
from ..core.formula import Formula, Worked
from .rates import RATES

if TYPE_CHECKING:
    from .curve import Curve

BETWEEN = {
    "linear": "between two points: the straight line",
    "davis-goadrich": "between two points: TP and FP grow in proportion (Davis & Goadrich)",
    "before": "between two points: the one before",
    "after": "between two points: the one after",
}
LINE = Formula("on the line", "before + share*(after - before)")
SHARE = Formula("share", "(x - x_before) / (x_after - x_before)", (0.0, 1.0))
GROWN = Formula("grown", "before + share*(after - before)")
NEAR = 1e-12  # an abscissa this near to a point is there: 3/10 isn't 0.3 in floats


def value(curve: "Curve", x: float, between: str | None) -> Worked:
    """Read a curve off; see :meth:`Curve.at`."""
    over_recall = (curve.x_name, curve.y_name) == ("recall", "precision")
    chosen = between if between is not None else ("davis-goadrich" if over_recall else "linear")
    inputs.choice(chosen, BETWEEN, "between")
    _can_be_joined(curve, chosen, over_recall)
    points = _neighbours(curve, x, over_recall)
    said = {"at": f"at {words.symbol(curve.x_name)} = {digits.short(x) or digits.decimal(x)}"}
    if points[0] == points[1]:
        return ordinate(curve, points[0]).retold(**said)
    said["between"] = BETWEEN[chosen]
    if chosen in ("before", "after"):
        return ordinate(curve, points[chosen == "after"]).retold(**said)
    ends = [abscissa(curve, point) for point in points]
    share = SHARE.work(x=x, x_before=ends[0], x_after=ends[1])
    if chosen == "davis-goadrich":
        return _on_hyperbola(curve, points, share).retold(**said)
    before, after = (ordinate(curve, point) for point in points)
    return LINE.work(before=before, after=after, share=share).retold(curve.y_name, **said)


def _can_be_joined(curve: "Curve", between: str, over_recall: bool) -> None:
    if between != "davis-goadrich":
        return
    raw = over_recall and np.array_equal(curve.y[1:], curve.sweep["precision"][1:])
    if not raw:
        raise InputError(
            f"between={between!r} for this {curve.title.split(',')[0]}",
            "it says how precision, TP / (TP + FP), goes from one threshold to the next",
            'use "linear", "before" or "after", or ask mm.pr(s), with its raw precision',
        )


def _neighbours(curve: "Curve", x: float, first: bool) -> tuple[int, int]:
    """Find the points before and after an abscissa; of those just there, the best one twice.

    Recall stays while precision falls, so there it is the first; elsewhere it is the last.
    """
    along = curve.x[np.isfinite(curve.x)]  # the first threshold is infinite
    low, high = along.min(), along.max()
    if not inputs.is_finite(x) or not low - NEAR <= x <= high + NEAR:
        raise InputError(
            f"x={inputs.short(x)}",
            f"along {words.symbol(curve.x_name)} this {curve.title.split(',')[0]} goes from "
            f"{digits.decimal(low)} to {digits.decimal(high)}",
            "ask for a value between them",
        )
    there = np.flatnonzero(np.abs(curve.x - float(x)) <= NEAR * max(1, abs(x)))
    if there.size:
        defined = there[~np.isnan(curve.y[there])]
        return (int((defined if defined.size else there)[0 if first else -1]),) * 2
    beyond = curve.x < x if curve.x[-1] < curve.x[1] else curve.x > x
    after = int(np.flatnonzero(beyond)[0])
    return after - 1, after


def ordinate(curve: "Curve", point: int) -> Worked:
    """Take the height of a point: as a rate of its counts, where it is that."""
    return _of_counts(curve, point, curve.y_name, curve.y[point])


def abscissa(curve: "Curve", point: int):
    """Take where a point stands: a rate of its counts, or a threshold."""
    if curve.x_name not in RATES:  # a threshold, as it was typed
        return curve.x[point].item()
    return _of_counts(curve, point, curve.x_name, curve.x[point])


def _of_counts(curve: "Curve", point: int, name: str, drawn: float) -> Worked:
    if name not in RATES:
        return Worked(drawn, name)
    rate = curve[point].confusion.rate(name)
    same = abs(rate - drawn) <= NEAR or (rate != rate and drawn != drawn)
    return rate if same else Worked(drawn, name)


def _on_hyperbola(curve: "Curve", points: tuple[int, int], share: Worked) -> Worked:
    """Grow TP and FP in proportion, and take precision."""
    before, after = (curve[point].confusion for point in points)
    grown = {}
    for name in ("TP", "FP"):
        start, end = before.counts[name], after.counts[name]
        grown[name] = GROWN.work(before=start, after=end, share=share).retold(name)
    return RATES["precision"].work(**grown)
