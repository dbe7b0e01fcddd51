"""Whole numbers as wide as this machine counts: 64 bits, but 32 in a browser."""

from __future__ import annotations

import numpy as np


def native(numbers: np.ndarray) -> np.ndarray:
    """Give whole numbers the width that NumPy wants of places, and of how often to repeat.

    Where that is 32 bits, NumPy refuses wider ones (``repeat``, ``bincount``, ``reduceat``), since
    they might not fit. They do: they count what lies in memory.

    Examples
    --------
    >>> np.repeat([7, 8], native(np.array([1, 2], np.int64)))
    array([7, 8, 8])
    """
    return numbers.astype(np.intp, copy=False)
