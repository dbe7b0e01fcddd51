"""What stands behind a P-R curve: lines of equal F1, the prevalence, and what no one can reach."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes

from ...core import digits, inputs
from ...metrics.curve import Curve, needs
from ..colours import COLOURS
from ..labels import beside
from ..look import letters
from ..placing import Label
from ..say import say
from ..unit_square import given, width

USUAL = (0.2, 0.4, 0.6, 0.8)
POINTS = 201


def draw_iso_f1(ax: Axes, values) -> None:
    """Draw the lines along which F1 is the same, each named at its right end, outside."""
    for f1 in USUAL if values is True else given(values):
        f1 = float(inputs.share(f1, "iso_f1", "F1 lies between 0 and 1", zero=False))
        precision = np.linspace(f1 / (2 - f1), 1, POINTS)
        recall = f1 * precision / (2 * precision - f1)  # from F1 = 2·P·R / (P + R)
        ax.plot(recall, precision, color="#AAAAAA", ls="-", lw=width(0.45), zorder=1.2)
        text = f"F1 = {f1:.3g}"
        place = {"va": "center", "ha": "left", "offset": (letters(0.7), 0)}
        beside(ax, 1, precision[0], text, COLOURS["quiet"], size=letters(0.8), **place)


def prevalences(curves: Mapping[str, Curve]) -> list[float]:
    """List the shares of positives, each once; where negatives are unknown there is none."""
    known = [c.sweep for c in curves.values() if c.sweep.negatives is not None]
    return sorted({sweep.positives / (sweep.positives + sweep.negatives) for sweep in known})


def draw_prevalence(ax: Axes, curves: Mapping[str, Curve]) -> list[Label]:
    """Draw how precise it is to call everything positive: what guessing gives."""
    labels = []
    for share in prevalences(curves):
        look = {"color": COLOURS["quiet"], "lw": width(0.6), "ls": (0, (2, 2)), "zorder": 2}
        line = ax.plot([0, 1], [share, share], **look)[0]
        text = say("pr.prevalence", share=digits.decimal(share))
        labels.append(Label(text, *line.get_data(), COLOURS["quiet"], 0.85, line=line))
    return labels


def draw_unreachable(ax: Axes, curves: Mapping[str, Curve]) -> None:
    """Hatch what lies below the worst of all rankings: all negatives first (Boyd et al. 2012)."""
    for curve in curves.values():
        needs(curve.sweep, "region out of reach", "recall", "predicted_positive_rate")
    share = prevalences(curves)[0]  # out of reach for every one of them
    recall = np.linspace(0, 1, POINTS)
    worst = share * recall / (1 - share + share * recall) if share < 1 else np.ones(POINTS)
    look = {"facecolor": "#E4E4E4", "edgecolor": "#9A9A9A", "hatch": "////", "linewidth": 0.8}
    ax.fill_between(recall, 0, worst, zorder=1.1, **look)
    place = {"ha": "right", "va": "bottom", "offset": (-letters(0.3), letters(0.25))}
    beside(ax, 1, 0, say("pr.unreachable"), size=letters(0.85), zorder=6, **place)
