"""Axes and columns as a page draws them: few digits, nothing that isn't a number."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.ticker import MaxNLocator

from ..core import digits

PLACES = 4  # of a coordinate: on a screen nobody sees more
FIFTHS = [[k / 5, f"{k / 5:g}"] for k in range(6)]


def share(label: str) -> dict[str, Any]:
    """Describe an axis from 0 to 1.

    Examples
    --------
    >>> share("recall")["ticks"][:2]
    [[0.0, '0'], [0.2, '0.2']]
    """
    return {"label": label, "from": -0.02, "to": 1.02, "ticks": FIFTHS}


def axis(label: str, low: float, high: float, ticks: int = 6) -> dict[str, Any]:
    """Describe an axis from one number to another, with ticks that are short to write.

    Examples
    --------
    >>> axis("score", 0.13, 0.82)["ticks"]
    [[0.2, '0.2'], [0.4, '0.4'], [0.6, '0.6'], [0.8, '0.8']]
    """
    if not high > low:
        low, high = low - 0.5, high + 0.5
    places = MaxNLocator(ticks, steps=[1, 2, 5, 10]).tick_values(low, high)
    inside = [float(f"{place:.12g}") for place in places if low <= place <= high]
    written = [[place, digits.threshold(place).replace("-", "−")] for place in inside]
    return {"label": label, "from": float(low), "to": float(high), "ticks": written}


def column(values: Sequence[float] | np.ndarray, places: int = PLACES) -> list[float | None]:
    """Return numbers with few digits; what is no number is None.

    Examples
    --------
    >>> column([1 / 3, float("nan"), 1.0])
    [0.3333, None, 1.0]
    """
    rounded = np.round(np.asarray(values, float), places)
    return [value if np.isfinite(value) else None for value in rounded.tolist()]


def some(n: int, most: int) -> np.ndarray:
    """Choose so many of many, evenly, the first and the last among them.

    Examples
    --------
    >>> some(5, 3).tolist()
    [0, 2, 4]
    """
    return np.unique(np.linspace(0, n - 1, min(n, most)).round().astype(int))


def blank() -> dict[str, Any]:
    """Describe an axis that says nothing, such as the one on which dots are stacked."""
    return {"label": "", "from": 0.0, "to": 1.0, "ticks": []}
