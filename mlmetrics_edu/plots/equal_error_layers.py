"""A layer of the ROC and of the DET plane: where both error rates are equal."""

from collections.abc import Mapping

import numpy as np
from matplotlib.axes import Axes

from ..core import digits, words
from ..core.conventions import Language
from ..metrics.curves import Curve
from ..metrics.sweep import Sweep, needs
from ..metrics.thresholds import equal_error_rate as equal_error_rate_of
from .curves import by_name, mark_point, plane
from .lines import look_of, width
from .look import COLOURS, style
from .picture import describe
from .placing import Label, arranger, place
from .say import head, say

EQUAL = "equal"  # what the picture of a DET curve draws once: where both errors are equal

NEAR = 0.2  # along the line of equal errors: how far from its point words may stand
TIMES = 2  # and on the axes of a DET curve, which spread small errors out: so many times


def equal_error_rate(
    of: Sweep | Curve | Mapping[str, Sweep | Curve],
    ax: Axes | None = None,
    *,
    language: Language | None = None,
) -> Axes:
    """Draw where both error rates are equal, and mark there the point of each curve.

    In the picture of a DET curve that line stands already.

    Parameters
    ----------
    of : Sweep or Curve, or mapping of str to these
        Of which curves; a point that is undefined is left out.
    ax : matplotlib.axes.Axes, optional
        Where to draw: what :func:`roc` or :func:`det` has drawn; without it, a ROC plane.
    language : {"en", "zh-Hans", "zh-Hant"}, optional
        Of all words in the picture; without it the one in force, see :func:`style`.

    Returns
    -------
    matplotlib.axes.Axes

    Raises
    ------
    UndefinedError
        If one of the classes is missing.

    Examples
    --------
    >>> import mlmetrics_edu as mm
    >>> s = mm.sweep([1, 0, 1, 0], [0.9, 0.7, 0.4, 0.2])
    >>> ax = mm.plots.equal_error_rate(s, mm.plots.det(s))
    """
    sweeps = {name: _sweep(one) for name, one in by_name(of).items()}
    with style(language=language):
        ax = plane(ax, "roc")
        place(ax, draw_equal_errors(ax, sweeps, {}, EQUAL in arranger(ax).once))
        return describe(ax, " ".join(equal_errors_in_words(sweeps)))


def _sweep(one: Sweep | Curve) -> Sweep:
    sweep = one.points if isinstance(one, Curve) else one
    needs(sweep, "equal error rate", "fpr", "fnr")
    return sweep


def draw_equal_errors(
    ax: Axes, sweeps: Mapping[str, Sweep], line: Mapping, in_det: bool
) -> list[Label]:
    """Draw a point for each curve in its colour; in the ROC plane, the line of equal errors too."""
    if not in_det:
        ax.plot([0, 1], [1, 0], color=COLOURS["gap"], lw=width(0.6), ls=":", zorder=2)
    labels, (low, high) = [], ax.get_xlim()
    for k, (name, sweep) in enumerate(sweeps.items()):
        value = float(equal_error_rate_of(sweep))
        if low <= value <= high:  # without an error, a DET curve never comes there
            colour = look_of(k, line)["color"] if name else COLOURS["gap"]
            text = f"{words.symbol('equal_error_rate')} = {digits.decimal(value)}"
            near = value * TIMES ** np.linspace(-1, 1, 41) if in_det else _around(value)
            label = mark_point(ax, value, value if in_det else 1 - value, text, colour, "D")
            labels.append(label._replace(x=near, y=near if in_det else 1 - near))
    return labels


def _around(value: float) -> np.ndarray:
    return np.clip(np.linspace(value - NEAR, value + NEAR, 41), 0, 1)


def equal_errors_in_words(sweeps: Mapping[str, Sweep]) -> list[str]:
    """Say how high both error rates are where they are equal."""
    values = {name: digits.decimal(equal_error_rate_of(one)) for name, one in sweeps.items()}
    return [head(name) + say("alt.equal_error", value=value) for name, value in values.items()]
