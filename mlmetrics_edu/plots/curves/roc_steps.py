"""Who is let in at each step of a ROC curve, written beside the step."""

from collections.abc import Mapping

from matplotlib.axes import Axes
from matplotlib.lines import Line2D

from ...core.errors import InputError
from ...metrics.curve import Curve
from ..labels import beside
from ..look import letters

MOST = 24  # of one class: one below the other fill the height of a page
ACROSS = 45  # letters of the ids from 0 to 1; where a step has room for fewer, they are turned
ROOM = 0.09  # above 1, for names there


def name_steps(
    ax: Axes, curves: Mapping[str, Curve], lines: Mapping[str, Line2D], below=False
) -> None:
    """Write the ids beside the steps: right of those upwards, above (or below) those rightwards."""
    for name, curve in curves.items():
        _few_enough(curve)
        lines[name].set(marker="o", markersize=letters(0.4))
        for i in range(1, len(curve)):
            _name_step(ax, curve, i, lines[name].get_color(), below)


def _few_enough(curve: Curve) -> None:
    sweep = curve.sweep
    known = sweep.samples is not None and curve.rows is None
    if known and max(sweep.positives, sweep.negatives) <= MOST:
        return
    many = f"{max(sweep.positives, sweep.negatives):g} samples of one class"
    raise InputError(
        f"the steps of {many if known else 'a curve without samples'} can't be named",
        f"each needs a line of its own, and a picture has room for {MOST}",
        "sweep fewer samples, and keep them with the sweep; or leave steps=True out",
    )


def _name_step(ax: Axes, curve: Curve, i: int, colour, below: bool) -> None:
    text = ", ".join(str(one).rpartition(" ")[2] for one in curve[i].admitted)
    (x0, x1), (y0, y1) = curve.x[i - 1 : i + 1], curve.y[i - 1 : i + 1]
    gap = letters(0.35)
    if x0 == x1:
        place = {"ha": "left", "va": "center", "offset": (gap, 0)}
    elif y0 == y1:
        turned = 90 if len(text) > ACROSS * (x1 - x0) else 0
        side = {"va": "top", "offset": (0, -gap)} if below else {"va": "bottom", "offset": (0, gap)}
        place = {"ha": "center", "rotation": turned, **side}
    else:
        place = {"ha": "left", "va": "top", "offset": (gap / 2, -gap / 2)}
    beside(ax, (x0 + x1) / 2, (y0 + y1) / 2, text, colour, size=letters(0.75), zorder=5, **place)
