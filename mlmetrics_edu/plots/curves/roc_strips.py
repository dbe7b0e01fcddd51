"""The area below a ROC curve as strips: what each positive adds to the AUC."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from matplotlib.axes import Axes
from matplotlib.collections import PolyCollection
from matplotlib.patches import Polygon

from ...core import digits
from ...core.errors import InputError
from ...metrics.curve import Curve
from ...metrics.sweep import Sweep
from ..colours import COLOURS
from ..labels import beside
from ..look import letters
from ..unit_square import width

TINTS = ("#C5E3F6", "#E6F3FB")  # in turn, so that neighbours are told apart
NARROW = 60  # more strips than this would be edges and nothing else


def draw_strips(ax: Axes, curves: Mapping[str, Curve], strips) -> None:
    """Draw the strips right of the first curve; frame one, and write down its area.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
        A ROC plane.
    curves : mapping of str to Curve
        ROC curves.
    strips : bool or int
        Whether to; a number also frames that strip, counted from the lowest, which is 1.
    """
    if strips is False or strips is None or not curves:
        return
    curve = next(iter(curves.values()))
    rows = np.flatnonzero(np.diff(curve.y)) + 1
    _add(ax, [_corners(curve, row) for row in rows])
    if strips is not True:
        _frame(ax, curve, _chosen(rows, strips))


def _corners(curve: Curve, row: int) -> np.ndarray:
    """Return the corners of a strip: from the step up to the right border; of a tie it slants."""
    (x0, x1), (y0, y1) = curve.x[row - 1 : row + 1], curve.y[row - 1 : row + 1]
    return np.array([(x0, y0), (x1, y1), (1, y1), (1, y0)])


def _add(ax: Axes, corners: list) -> None:
    narrow = len(corners) > NARROW
    tints = TINTS[:1] if narrow else [TINTS[k % 2] for k in range(len(corners))]
    look = {"facecolor": tints, "edgecolor": "#4C7F9E", "linewidth": 0 if narrow else 0.8}
    ax.add_collection(PolyCollection(corners, zorder=1, **look))


def _chosen(rows: np.ndarray, strip: int) -> int:
    if isinstance(strip, int | np.integer) and 1 <= strip <= len(rows):
        return int(rows[strip - 1])
    raise InputError(
        f"there is no strip {strip!r}",
        f"the curve goes up {len(rows)} times, and each time makes a strip",
        f"pass True, or a number from 1 to {len(rows)}",
    )


def _frame(ax: Axes, curve: Curve, row: int) -> None:
    """Frame a strip, and write in it how wide and how high it is."""
    corners, colour = _corners(curve, row), COLOURS["threshold"]
    frame = {"facecolor": "none", "edgecolor": colour, "linewidth": width(1.3), "zorder": 4}
    ax.add_patch(Polygon(corners, closed=True, **frame))
    spot = {"ha": "right", "va": "center", "offset": (-letters(0.5), 0), "zorder": 7}
    beside(ax, 1, corners[1:3, 1].mean() - _half(curve, row), _area(curve.points, row), **spot)


def _half(curve: Curve, row: int) -> float:
    return float(curve.y[row] - curve.y[row - 1]) / 2


def _area(sweep: Sweep, row: int) -> str:
    """Write width times height: of a tied negative, half counts as ranked below."""
    below = Fraction(float(sweep.tn[row - 1] + sweep.tn[row])) / 2
    found = Fraction(float(sweep.tp[row] - sweep.tp[row - 1]))
    wide, high = below / Fraction(float(sweep.negatives)), found / Fraction(float(sweep.positives))
    sides = (
        digits.ratio(below, sweep.negatives) or _short(wide),
        digits.ratio(found, sweep.positives) or _short(high),
    )
    return f"{' × '.join(sides)} = {digits.both(wide * high)}"


def _short(share: Fraction) -> str:
    return digits.fraction(share) or digits.decimal(float(share))
