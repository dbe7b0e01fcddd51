"""How alike two images are, place by place."""

from typing import Any

import numpy as np
from matplotlib.axes import Axes

from ...core import digits, inputs
from ...core.conventions import Language, SsimPart, options
from ...metrics.imaging.similarity import SsimMap
from ..colours import COLOURS
from ..look import letters, style
from ..picture import axes_or_new, describe
from ..say import say

PARTS = options(SsimPart)


def ssim_map(
    found: SsimMap,
    ax: Axes | None = None,
    *,
    part: SsimPart = "ssim",
    language: Language | None = None,
    **image: Any,
) -> Axes:
    """Draw the structural similarity window by window: the lighter, the more alike.

    Parameters
    ----------
    found : SsimMap
        What :func:`mlmetrics_edu.ssim_map` gives. Of a map with channels, their mean is drawn.
    ax : matplotlib.axes.Axes, optional
        Where to draw; without it, in a picture of its own.
    part : {"ssim", "luminance", "contrast", "structure"}
        The product, or one of its three factors.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.
    **image
        Passed on to :meth:`matplotlib.axes.Axes.imshow`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    InputError
        If there is no such part.
    """
    inputs.choice(part, PARTS, "part")
    values = getattr(found, part)
    values = values.mean(axis=-1) if values.ndim == 3 else values
    mean = float(found.mean) if part == "ssim" else float(values.mean())
    with style(language=language):
        ax = axes_or_new(ax, size=_size(values))
        drawn = ax.imshow(values, **{"cmap": "cividis", "vmin": _floor(values), "vmax": 1, **image})
        ax.set(xticks=[], yticks=[])
        ax.spines[:].set_visible(False)
        ax.set_title(say("mean_of", what=_called(part), value=digits.decimal(mean)))
        _bar(ax, drawn, _called(part), mean)
        return describe(ax, _in_words(values, part, mean))


def _size(values: np.ndarray) -> tuple[float, float]:
    """Follow the shape of the image, so that the bar of colours is as high as it."""
    rows, columns = values.shape
    return 5.4, 0.7 + 4.2 * min(max(rows / columns, 0.4), 1.6)


def _called(part: str) -> str:
    return "SSIM" if part == "ssim" else say(part)


def _floor(values: np.ndarray) -> float:
    """Start the colours at 0, or at −1 where images are each other's opposite."""
    return -1.0 if values.min() < 0 else 0.0


def _bar(ax: Axes, drawn, name: str, mean: float) -> None:
    """Draw the bar of colours, and where the mean lies on it."""
    bar = ax.figure.colorbar(drawn, ax=ax)
    bar.set_label(name)
    bar.outline.set_visible(False)
    for colour, wide in (("white", 4), (COLOURS["ink"], 2)):
        bar.ax.plot([0, 1], [mean, mean], color=colour, linewidth=wide, linestyle="-")
    bar.ax.tick_params(labelsize=letters(0.9))


def _in_words(values: np.ndarray, part: str, mean: float) -> str:
    row, column = np.unravel_index(values.argmin(), values.shape)
    numbers = {"mean": mean, "low": values.min(), "high": values.max()}
    told = {name: digits.decimal(float(number)) for name, number in numbers.items()}
    told |= {"rows": values.shape[0], "columns": values.shape[1], "row": row, "column": column}
    return say("alt.ssim_map", what=_called(part), **told)
