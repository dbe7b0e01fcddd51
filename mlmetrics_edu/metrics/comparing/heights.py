"""How high a curve is at any abscissa: straight between its points, and vertical where it steps."""

from typing import NamedTuple

import numpy as np

from ...core.errors import InputError, UndefinedError
from ..curve import Curve


class Heights(NamedTuple):
    """A curve from left to right, an entry for each abscissa.

    Attributes
    ----------
    x : numpy.ndarray of float, shape (n,)
        The abscissas, each once.
    enter, leave : numpy.ndarray of float, shape (n,)
        How high the curve comes in there and goes on; where they differ it is vertical.
    """

    x: np.ndarray
    enter: np.ndarray
    leave: np.ndarray

    def at(self, x: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return both heights at any abscissas; nan where the curve hasn't begun or is over."""
        corners = np.repeat(self.x, 2), np.column_stack([self.enter, self.leave]).ravel()
        between = np.interp(x, *corners, left=np.nan, right=np.nan)
        place = np.minimum(np.searchsorted(self.x, x), len(self.x) - 1)
        here = self.x[place] == x
        return tuple(np.where(here, ends[place], between) for ends in (self.enter, self.leave))


def heights(curve: Curve) -> Heights:
    """Read a curve as heights; points with an undefined coordinate are left out.

    Raises
    ------
    InputError
        If it runs back to the left.
    UndefinedError
        If no point is left.

    Examples
    --------
    >>> from mlmetrics_edu.metrics.curves import roc
    >>> from mlmetrics_edu.metrics.sweep import sweep
    >>> enter, leave = heights(roc(sweep([1, 0, 1, 0], [4, 3, 2, 1]))).at(np.array([0, 0.25, 0.5]))
    >>> enter.tolist(), leave.tolist()
    ([0.0, 0.5, 0.5], [0.5, 0.5, 1.0])
    """
    x, y, _ = points(curve)
    first = np.flatnonzero(np.diff(x, prepend=-np.inf))
    last = np.append(first[1:], len(x)) - 1
    return Heights(x[first], y[first], y[last])


def points(curve: Curve) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return x, y and threshold of the defined points, if they go to the right."""
    if not isinstance(curve, Curve):
        raise InputError(
            f"a curve is needed, not a {type(curve).__name__}",
            "its points are read, and what stands on its axes",
            "pass a curve such as roc(sweep) or pr(sweep)",
        )
    known = ~(np.isnan(curve.x) | np.isnan(curve.y))
    x, y, threshold = curve.x[known], curve.y[known], curve.threshold[known]
    if not len(x):
        raise UndefinedError(
            f"the {curve.name} curve has no point",
            f"{curve.x_name} or {curve.y_name} is 0/0 everywhere",
            "evaluate on samples of both classes",
        )
    if (np.diff(x) < 0).any():
        raise InputError(
            f"the {curve.name} curve runs back to the left",
            f"{curve.x_name} falls along it, so it can't be read from left to right",
            "use a curve whose abscissa rises, such as the ROC or the P-R curve",
        )
    return x, y, threshold
