"""Pictures for where nothing can move."""

from collections.abc import Callable
from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ..metrics.sweep import Sweep
from ..plots.confusion_table import confusion
from ..plots.lines import dot
from ..plots.look import COLOURS, scale
from ..plots.picture import Picture


def paper(wide: float, high: float, *widths: float) -> tuple[Picture, Any]:
    """Make a picture of so many inches on a page, with an Axes, or several of these widths."""
    size = scale(wide, high)
    picture = Picture(figsize=(wide * size, high * size), layout="constrained")
    return picture, picture.subplots(1, len(widths) or 1, width_ratios=widths or None)


def with_table(sweep: Sweep, row: int, draw: Callable, x: np.ndarray, y: np.ndarray) -> Picture:
    """Draw a curve with its point at a row, and the table of counts there."""
    picture, (left, right) = paper(9.4, 4.7, 5.2, 4.2)
    draw(sweep, left)
    here(left, x[row], y[row])
    confusion(sweep.confusion(row), right)
    return picture


def here(ax: Axes, x: float, y: float) -> None:
    """Mark where a curve stands, if it is anywhere."""
    if np.isfinite([x, y]).all():
        dot(ax, x, y, COLOURS["threshold"], 0.85, zorder=6)
