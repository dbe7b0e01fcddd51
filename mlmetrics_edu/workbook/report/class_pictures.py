"""The pictures of a report on many classes."""

from typing import TYPE_CHECKING

from ... import plots
from ...plots.fonts import can_draw
from .case import BINS
from .page import Shown
from .pictures import FADED, SIZE, axes, drawn

if TYPE_CHECKING:
    from .classes import Classes

FEW = 4  # classes; the names of more take room
LARGE = (6.2, 5.8)  # inches


def of_confusions(case: "Classes") -> tuple[Shown, ...]:
    """Draw of each class which share was taken for which."""
    how = {"values": "row shares", "language": case.say.language, "vmax": FADED}
    ax = plots.confusion_matrix(case.matrix, **how)
    return (drawn(ax, "confusion", case.say("caption.confusions")),)


def of_curves(case: "Classes") -> tuple[Shown, ...]:
    """Draw the curves of each class against the rest."""
    how = {"language": case.say.language}
    size = LARGE if case.matrix.k > FEW else SIZE
    pair = {"roc": plots.roc, "pr": plots.pr}
    curves = {
        name: plot.one_vs_rest(case.each, ax=axes(size), **how) for name, plot in pair.items()
    }
    return tuple(drawn(ax, name, case.say(f"caption.each_{name}")) for name, ax in curves.items())


def of_calibration(case: "Classes") -> Shown:
    """Draw what the highest scores promise, and how often they are right."""
    how = {"bins": BINS, "strategy": case.strategy, "language": case.say.language}
    ax = plots.reliability(case.right, case.top, axes(), **how)
    said = case.say("head.right")
    if can_draw(said):
        ax.set_ylabel(said)
    bins = case.say(f"bins.{case.strategy}")
    return drawn(ax, "calibration", case.say("caption.calibration.top", bins=bins))
